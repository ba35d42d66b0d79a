// Initial values: held ones are those asked for; how far assembly moved the others is told.
#include <stdio.h>
#include <string.h>

#include "audit/parts.h"

typedef struct {
  const PwUnits *units;
  PwAuditLaw *held;
  int32_t wishes, moved, left_out;  // values that are not held; those that assembly moved; and that the list has no room for
  char list[PW_AUDIT_NOTE - 100];   // of these
} Start;

// A value that was asked for, and is off by this: relative to its scale, and in SI.
static void hold(Start *start, bool held, double deviation, double off, PwDimension dimension, const char *what,
                 const char *name) {
  static const double MOVED = 1e-9;
  if (held) {
    pw_audit_note(start->held, deviation, "%s of %s", what, name);
    return;
  }
  start->wishes++;
  if (!(deviation > MOVED)) return;
  char text[PW_AUDIT_TEXT], size[PW_QUANTITY];
  int length = snprintf(text, sizeof text, "%s%s of %.60s by %s", start->moved ? ", " : "", what, name,
                        pw_units_text(start->units, off, dimension, 3, size));
  size_t used = strlen(start->list);
  start->moved++;
  if (start->left_out || used + (size_t)length >= sizeof start->list) {
    start->left_out++;
  } else {
    memcpy(start->list + used, text, (size_t)length + 1);
  }
}

static void coordinates(PwAudit *a, Start *start) {
  for (int32_t i = 0; i < a->model->initial_coordinates.count; i++) {
    const PawlInitialCoordinate *d = &a->model->initial_coordinates.item[i].def;
    int32_t of = pw_audit_coordinate(a, &d->coordinate);
    PwOfMotion m;
    if (of < 0) continue;
    pw_audit_of(a, &a->now, &a->of[of], &m);
    bool angle = pw_audit_is_angle(a->of[of].kind);
    double scale = angle ? 1 : a->size, off = m.value - d->position;
    if (!isnan(d->position)) {
      if (angle) off = pw_audit_wrap(off);
      hold(start, d->hold_position, fabs(off) / scale, fabs(off), angle ? PW_DIM_ANGLE : PW_DIM_LENGTH, "position",
           a->of[of].name);
    }
    if (!isnan(d->speed)) {
      off = fabs(m.rate - d->speed);
      hold(start, d->hold_speed, off / (fabs(d->speed) + scale / a->duration), off, angle ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED,
           "speed", a->of[of].name);
    }
  }
}

static double difference(const double *x, const double *y, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sqrt(sum);
}

static void bodies(PwAudit *a, Start *start) {
  for (int32_t i = 0; i < a->model->initial_bodies.count; i++) {
    const PawlInitialBody *d = &a->model->initial_bodies.item[i].def;
    const PwAuditBody *b = &a->now.body[d->body.i - 1], *drawn = &a->drawn.body[d->body.i - 1];
    const char *name = a->model->bodies.item[d->body.i - 1].def.name;
    int count = a->planar ? 2 : 3;
    if (d->hold_pose) {
      hold(start, true, difference(b->p, drawn->p, 3) / a->size, NAN, PW_DIM_LENGTH, "position", name);
      hold(start, true, difference(b->R, drawn->R, 9), NAN, PW_DIM_NONE, "orientation", name);
    }
    if (!isnan(d->velocity[0])) {
      double asked = pw_norm(d->velocity), off = difference(b->v, d->velocity, count);
      hold(start, d->hold_velocity, off / (asked + a->size / a->duration), off, PW_DIM_SPEED, "velocity", name);
    }
    if (!isnan(d->angular_velocity[0])) {
      double asked = pw_norm(d->angular_velocity);
      int from = a->planar ? 2 : 0;
      double off = difference(b->w + from, d->angular_velocity + from, a->planar ? 1 : 3);
      hold(start, d->hold_velocity, off / (asked + 1 / a->duration), off, PW_DIM_ANGULAR_SPEED, "angular velocity", name);
    }
  }
}

void pw_audit_start(PwAudit *a) {
  const PawlModel *m = a->model;
  static const char *const NAME = "initial values held";
  if (a->from) {
    pw_audit_skip(a, NAME, "the run starts from statics or from another result");
    return;
  }
  pw_audit_place(a, 0, &a->now);
  if (a->now.kind == PW_ROW_AFTER) {
    pw_audit_skip(a, NAME, "an impact at the start has changed the speeds");
    return;
  }
  Start start = {.units = &m->units, .held = pw_audit_begin(a, NAME, 1e-8)};
  coordinates(a, &start);
  bodies(a, &start);
  if (!m->initial_coordinates.count && !m->initial_bodies.count) {
    pw_audit_say(start.held, "none are asked for");
  } else if (start.wishes > 0) {
    char more[40] = "";
    if (start.left_out) snprintf(more, sizeof more, " and %d more", (int)start.left_out);
    pw_audit_say(start.held, "of %d not held, assembly moved %d%s%s%s", (int)start.wishes, (int)start.moved,
                 start.moved ? ": " : "", start.list, more);
  }
  pw_audit_end(a, start.held);
}
