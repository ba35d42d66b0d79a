// Joints closed, couplers kept, drives followed: at every row.
#include <stdio.h>

#include "audit/parts.h"

static const double FULL = 6.283185307179586476925;

uint32_t pw_audit_locked(const PawlJointDef *d) {
  enum { X = PAWL_LOCK_X, Y = PAWL_LOCK_Y, Z = PAWL_LOCK_Z, RX = PAWL_LOCK_RX, RY = PAWL_LOCK_RY, RZ = PAWL_LOCK_RZ };
  switch (d->type) {  // by all of its types: the compiler tells of one that is missing
    case PAWL_JOINT_LOCK:
      return d->locked;
    case PAWL_JOINT_FIXED:
      return X | Y | Z | RX | RY | RZ;
    case PAWL_JOINT_REVOLUTE:
      return X | Y | Z | RX | RY;
    case PAWL_JOINT_PRISMATIC:
      return X | Y | RX | RY | RZ;
    case PAWL_JOINT_CYLINDRICAL:
    case PAWL_JOINT_SCREW:
      return X | Y | RX | RY;
    case PAWL_JOINT_SPHERICAL:
    case PAWL_JOINT_UNIVERSAL:
      return X | Y | Z;
    case PAWL_JOINT_PLANAR:
    case PAWL_JOINT_GEAR_PAIR:
      return Z | RX | RY;
    case PAWL_JOINT_POINT_ON_LINE:
      return X | Y;
    case PAWL_JOINT_POINT_ON_PLANE:
      return Z;
    case PAWL_JOINT_PARALLEL_AXES:
      return RX | RY;
    case PAWL_JOINT_CONSTANT_VELOCITY:
      return X | Y | Z | RZ;
    case PAWL_JOINT_ROD:
      break;
  }
  return 0;
}

static PwOfMotion of_frames(const PwAudit *a, const PwAuditState *s, const PawlJointDef *d, PwOfKind kind, int axis) {
  PwOf of = {.kind = kind, .frame = {d->frame[0].i - 1, d->frame[1].i - 1}, .axis = axis, .column = -1};
  PwOfMotion m;
  pw_audit_of(a, s, &of, &m);
  return m;
}

// Does a turn about axis i of frame 1 exist? In the plane only about z.
static bool turns(const PwAudit *a, const PwAuditState *s, const PawlJointDef *d, int i) {
  return !a->planar || fabs(s->frame[d->frame[0].i - 1].R[6 + i]) > 0.5;
}

// Turn of gear 2 against what its way around gear 1 asks for, and its rate. In the plane bodies carry their full turns; in space
// the way alone has them, and the turn is known but for whole ones.
static double gear_turn(const PwAudit *a, const PwAuditState *s, int32_t j, double *rate) {
  const PawlJointDef *d = &a->model->joints.item[j].def;
  PwOfMotion way, turn = of_frames(a, s, d, PW_OF_ANGLE, 2), drawn = of_frames(a, &a->drawn, d, PW_OF_ANGLE, 2);
  int32_t b1 = s->frame[d->frame[0].i - 1].body, b2 = s->frame[d->frame[1].i - 1].body;
  double sign = s->frame[d->frame[0].i - 1].R[8] > 0 ? 1 : -1;
  double moved = sign * (s->body[b2].turn - s->body[b1].turn - a->drawn.body[b2].turn + a->drawn.body[b1].turn);
  pw_audit_of(a, s, &a->of[a->joint_of[j]], &way);
  turn.value += FULL * nearbyint((drawn.value + moved - turn.value) / FULL);
  double ratio = 1 + d->radius[0] / d->radius[1];
  *rate = turn.rate - ratio * way.rate;
  return turn.value - ratio * way.value;
}

static void gear_pair(const PwAudit *a, const PwAuditState *s, int32_t j, double *open, double *rate) {
  const PawlJointDef *d = &a->model->joints.item[j].def;
  PwOfMotion x = of_frames(a, s, d, PW_OF_POSITION, 0), y = of_frames(a, s, d, PW_OF_POSITION, 1);
  double apart = hypot(x.value, y.value), slip, still;
  double off = gear_turn(a, s, j, &slip) - gear_turn(a, &a->drawn, j, &still);
  *open = fmax(*open, fabs(apart - fabs(d->radius[0] + d->radius[1])) / a->size);
  *open = fmax(*open, fabs(a->planar ? off : pw_audit_wrap(off)));
  *rate = fmax(*rate, fmax(apart > 0 ? fabs(x.value * x.rate + y.value * y.rate) / (apart * a->size) : 0, fabs(slip)));
}

// What is left open by joint j: the largest, and its rate, over size and per second.
static void residual(const PwAudit *a, const PwAuditState *s, int32_t j, double *open, double *rate) {
  static const uint32_t SHIFTS = PAWL_LOCK_X | PAWL_LOCK_Y | PAWL_LOCK_Z;
  const PawlJointDef *d = &a->model->joints.item[j].def;
  const PwAuditFrame *f = &s->frame[d->frame[0].i - 1], *g = &s->frame[d->frame[1].i - 1];
  uint32_t mask = pw_audit_locked(d);
  double value[6], rates[6];
  if (mask & SHIFTS) pw_audit_shifts(f, g, value, rates);
  if (mask & ~SHIFTS) pw_audit_turns(f, g, value + 3, rates + 3);
  *open = *rate = 0;
  for (int i = 0; i < 6; i++) {
    if (!(mask & 1u << i) || (i >= 3 && !turns(a, s, d, i - 3))) continue;
    double scale = i < 3 ? a->size : 1;
    *open = fmax(*open, fabs(value[i]) / scale);
    *rate = fmax(*rate, fabs(rates[i]) / scale);
  }
  if (d->type == PAWL_JOINT_UNIVERSAL) {
    const double *R1 = s->frame[d->frame[0].i - 1].R, *R2 = s->frame[d->frame[1].i - 1].R;
    const double x1[3] = {R1[0], R1[3], R1[6]}, y2[3] = {R2[1], R2[4], R2[7]};
    double normal[3], w[3];
    pw_cross(y2, x1, normal);
    for (int i = 0; i < 3; i++) w[i] = s->frame[d->frame[1].i - 1].w[i] - s->frame[d->frame[0].i - 1].w[i];
    *open = fmax(*open, fabs(pw_dot(x1, y2)));
    *rate = fmax(*rate, fabs(pw_dot(normal, w)));
  } else if (d->type == PAWL_JOINT_ROD) {
    PwOfMotion m = of_frames(a, s, d, PW_OF_DISTANCE, 0), drawn = of_frames(a, &a->drawn, d, PW_OF_DISTANCE, 0);
    *open = fmax(*open, fabs(m.value - (isnan(d->length) ? drawn.value : d->length)) / a->size);
    *rate = fmax(*rate, fabs(m.rate) / a->size);
  } else if (d->type == PAWL_JOINT_SCREW) {
    PwOfMotion angle, travel;
    pw_audit_of(a, s, &a->of[a->joint_of[j]], &angle);
    pw_audit_of(a, s, &a->of[a->joint_of[j] + 1], &travel);
    *open = fmax(*open, fabs(travel.value - d->pitch * angle.value / FULL) / a->size);
    *rate = fmax(*rate, fabs(travel.rate - d->pitch * angle.rate / FULL) / a->size);
  } else if (d->type == PAWL_JOINT_GEAR_PAIR) {
    gear_pair(a, s, j, open, rate);
  }
}

static void coupler(const PwAudit *a, const PwAuditState *s, int32_t c, double *open, double *rate) {
  const PawlCouplerDef *d = &a->model->couplers.item[c].def;
  double sum = 0, drawn = 0, scale = 0, speed = 0;
  for (int32_t i = 0; i < d->count; i++) {
    int32_t of = pw_audit_coordinate(a, &d->coordinate[i]);
    PwOfMotion m;
    if (of < 0) return;
    pw_audit_of(a, &a->drawn, &a->of[of], &m);
    drawn += d->factor[i] * m.value;
    pw_audit_of(a, s, &a->of[of], &m);
    sum += d->factor[i] * m.value;
    speed += d->factor[i] * m.rate;
    scale += fabs(d->factor[i]) * ((pw_audit_is_angle(a->of[of].kind) ? 1 : a->size) + fabs(m.value));
  }
  *open = fabs(sum - (isnan(d->offset) ? drawn : d->offset)) / scale;
  *rate = fabs(speed) / scale;
}

void pw_audit_joints(PwAudit *a) {
  const PawlModel *m = a->model;
  PwAuditLaw *law = pw_audit_begin(a, "joints closed", 1e-8);
  PwAuditLaw *turned = pw_audit_begin(a, "angles as bodies stand", 1e-8);
  double fastest = 1 / a->duration;
  for (int64_t r = 0; r < a->rows.rows; r++) {
    pw_audit_place(a, r, &a->now);
    for (int32_t b = 1; b < m->bodies.count; b++) {
      fastest = fmax(fastest, fmax(pw_norm(a->now.body[b].v) / a->size, pw_norm(a->now.body[b].w)));
    }
    for (int32_t j = 0; j < m->joints.count; j++) {
      double open, rate;
      residual(a, &a->now, j, &open, &rate);
      pw_audit_note_at(law, open, a->now.t, "joint ", m->joints.item[j].def.name);
      if (!pw_audit_is_impulse(a->now.kind)) {
        pw_audit_note_at(law, rate / (100 * fastest), a->now.t, "speeds of joint ", m->joints.item[j].def.name);
      }
    }
    for (int32_t c = 0; c < m->couplers.count; c++) {
      double open = 0, rate = 0;
      coupler(a, &a->now, c, &open, &rate);
      pw_audit_note_at(law, open, a->now.t, "coupler ", m->couplers.item[c].def.name);
      if (!pw_audit_is_impulse(a->now.kind)) {
        pw_audit_note_at(law, rate / (100 * fastest), a->now.t, "speeds of coupler ", m->couplers.item[c].def.name);
      }
    }
    for (int32_t i = 0; i < a->ofs; i++) {
      PwOfMotion motion;
      if (a->of[i].column < 0 || a->of[i].kind == PW_OF_BETWEEN) continue;
      pw_audit_of(a, &a->now, &a->of[i], &motion);
      double told = pw_audit_value(a, r, a->of[i].column);
      pw_audit_note_at(turned, fabs(told - motion.value) / (1 + fabs(told)), a->now.t, "", a->of[i].name);
    }
  }
  if (isnan(law->deviation)) pw_audit_say(law, "there are none");
  if (isnan(turned->deviation)) pw_audit_say(turned, "there are none");
  pw_audit_end(a, law);
  pw_audit_end(a, turned);
}

// Does the folder tell what drive i asks for?
static bool is_told(const PwAudit *a, int32_t i) {
  return pw_audit_coordinate(a, &a->model->drives.item[i].def.coordinate) >= 0 && !a->drive_law[i].unknown;
}

void pw_audit_drives(PwAudit *a) {
  const PawlModel *m = a->model;
  if (!m->drives.count) return;
  int32_t open = 0;
  const char *name = "";
  for (int32_t i = 0; i < m->drives.count; i++) {
    if (is_told(a, i)) continue;
    open++;
    name = m->drives.item[i].def.name;
  }
  if (open) pw_audit_skip(a, "some drives followed", "%d drives: '%s' depends on what a folder does not tell", open, name);
  if (open == m->drives.count) return;
  PwAuditLaw *law = pw_audit_begin(a, "drives followed", 1e-8);
  for (int64_t r = 0; r < a->rows.rows; r++) {
    pw_audit_place(a, r, &a->now);
    for (int32_t i = 0; i < m->drives.count; i++) {
      const PawlDriveDef *d = &m->drives.item[i].def;
      int32_t of = pw_audit_coordinate(a, &d->coordinate);
      PwOfMotion motion;
      double want[2];
      if (!is_told(a, i)) continue;
      pw_audit_of(a, &a->now, &a->of[of], &motion);
      pw_audit_law_t(&a->drive_law[i], a->now.t, a->now.side, want);
      bool angle = pw_audit_is_angle(a->of[of].kind);
      double scale = angle ? 1 : a->size, off = fabs(motion.value - want[0]) / (scale + fabs(want[0]));
      pw_audit_note_at(law, off, a->now.t, "", d->name);
      double rate = fabs(motion.rate - want[1]) / (scale / a->duration + fabs(want[1]));
      if (rate > law->limit && a->drive_law[i].kinks) {  // at a kink the speed is that of the other side
        pw_audit_law_t(&a->drive_law[i], a->now.t, -a->now.side, want);
        rate = fmin(rate, fabs(motion.rate - want[1]) / (scale / a->duration + fabs(want[1])));
      }
      if (!pw_audit_is_impulse(a->now.kind)) pw_audit_note_at(law, rate / 100, a->now.t, "speed of ", d->name);
    }
  }
  pw_audit_end(a, law);
}
