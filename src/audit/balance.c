// Mass times acceleration and change of spin are the sum of the forces; energy is the work done.
#include <stdlib.h>
#include <string.h>

#include "audit/parts.h"

static const double LIMIT = 1e-7;  // of the forces on a body

// What a body's mass and inertia ask for at one row.
typedef struct {
  double rate[3];      // of its spin
  double shift, turn;  // sizes of the terms, shifting and turning, whether or not they cancel: what rounding is measured by
} Inertia;

static Inertia inertia(const PwAudit *a, const PwAuditState *s, int32_t b) {
  const PawlBodyDef *d = &a->model->bodies.item[b].def;
  double spin[3], w = pw_norm(s->body[b].w), arm = pw_norm(d->center);
  Inertia out;
  pw_audit_spin(a, s, b, spin, out.rate);
  out.shift = d->mass * (pw_norm(s->body[b].a) + (pw_norm(s->body[b].alpha) + w * w) * arm);
  out.turn = pw_norm(out.rate) + 2 * w * pw_norm(spin);  // the rate of the speeds' part, and of the axes'
  return out;
}

// How far a body is from its balance, over the forces on it; `least` is what counts as a force at all.
static double imbalance(const PwAudit *a, const PwAuditState *s, int32_t b, const PwForceSum *sum, const Inertia *own,
                        double least, bool *turning) {
  double f[3], torque[3], mass = a->model->bodies.item[b].def.mass;
  for (int i = 0; i < 3; i++) {
    f[i] = a->planar && i == 2 ? 0 : sum[b].f[i] - mass * s->body[b].ac[i];
    torque[i] = a->planar && i < 2 ? 0 : sum[b].torque[i] - own->rate[i];
  }
  double size = sum[b].size + own->shift + least;
  double turn = sum[b].torque_size + own->turn + 1e-3 * a->size * size;
  double shift_off = size == 0 ? 0 : pw_norm(f) / size, turn_off = turn == 0 ? 0 : pw_norm(torque) / turn;
  *turning = turn_off > shift_off;
  return isnan(shift_off) || isnan(turn_off) ? NAN : fmax(shift_off, turn_off);
}

// Kinematics: does the body stand still? If nothing holds it, it does so under any load, until something pushes it.
static bool may_stand_free(const PwAudit *a, int32_t b) {
  const PwAuditBody *body = &a->now.body[b];
  bool still = pw_norm(body->v) == 0 && pw_norm(body->w) == 0 && pw_norm(body->a) == 0 && pw_norm(body->alpha) == 0;
  return strcmp(a->analysis, "kinematics") == 0 && still;
}

// The worst body at the row of `a->now`; *free: bodies that are off their balance, but may stand free. `own` is scratch.
static double worst(PwAudit *a, int64_t touch, PwForceSum *sum, Inertia *own, int32_t *body, bool *turning, int64_t *free) {
  static const double SMALL = 1e-5;  // of the largest force on any body
  int32_t bodies = a->model->bodies.count;
  double largest = 0, off = -1;
  *free = 0;
  memset(sum, 0, (size_t)bodies * sizeof *sum);
  pw_audit_applied(a, &a->now, sum);
  pw_audit_reactions(a, &a->now, sum);
  pw_audit_touches(a, &a->now, &touch, sum);
  for (int32_t b = 1; b < bodies; b++) {
    own[b] = inertia(a, &a->now, b);
    largest = fmax(largest, sum[b].size + own[b].shift + (sum[b].torque_size + own[b].turn) / a->size);
  }
  for (int32_t b = 1; b < bodies; b++) {
    bool turns = false;
    double x = a->open_body[b] ? -1 : imbalance(a, &a->now, b, sum, &own[b], SMALL * largest, &turns);
    if (x > LIMIT && may_stand_free(a, b)) {
      ++*free;
      continue;
    }
    if (!(x > off) && !isnan(x)) continue;
    off = x;
    *body = b;
    *turning = turns;
  }
  return off;
}

// Powers at the row of `a->now`: of all forces on the bodies but those that have a potential, and of friction.
static void take_power(PwAudit *a, int64_t row, int64_t touch, const PwForceSum *sum) {
  double power = pw_audit_potential_rate(a, &a->now), rubbing = 0;
  for (int32_t b = 1; b < a->model->bodies.count; b++) {
    power += pw_dot(sum[b].f, a->now.body[b].vc) + pw_dot(sum[b].torque, a->now.body[b].w);
  }
  for (; pw_audit_touch_at(a, &a->now, touch); touch++) {
    const double *x = a->touches.value + touch * a->touches.columns, *force, *torque;
    PwContactOf c;
    double v[3], w[3];
    if (!pw_audit_friction_of(a, x, &force, &torque)) continue;
    if (!pw_audit_contact(a, (int32_t)x[PW_TOUCH_CONTACT], &c)) continue;
    pw_audit_slip(a, &a->now, &c, x, v, w);
    rubbing += pw_dot(force, v) + pw_dot(torque, w);
  }
  rubbing += pw_audit_rubbing_power(a, &a->now);
  a->power[row] = power;
  a->rubbing[row] = rubbing;
}

static void statics(PwAudit *a) {
  PwAuditLaw *law = pw_audit_begin(a, "equilibrium", 1e-6);
  double g = pw_norm(a->model->gravity), scale = g > 0 ? g : a->size;
  for (int32_t b = 1; b < a->model->bodies.count; b++) {
    const PwAuditBody *body = &a->now.body[b];
    double off = fmax(pw_norm(body->a), a->size * pw_norm(body->alpha)) / scale;
    pw_audit_note(law, off, "acceleration of %s", a->model->bodies.item[b].def.name);
  }
  pw_audit_end(a, law);
}

void pw_audit_forces(PwAudit *a) {
  static const char *const NAME = "forces make the motion";
  const PawlModel *m = a->model;
  int32_t open = 0;
  for (int32_t b = 1; b < m->bodies.count; b++) open += a->open_body[b];
  if (open || strcmp(a->analysis, "dynamics")) a->power = NULL;
  if (open) pw_audit_skip(a, "forces on some bodies", "%d bodies: '%s' is not told by the folder", open, a->open_force);
  PwForceSum *sum = pw_arena_array(&a->arena, (size_t)m->bodies.count, sizeof *sum);
  Inertia *own = pw_arena_array(&a->arena, (size_t)m->bodies.count, sizeof *own);
  if (open >= m->bodies.count - 1 || !sum || !own) return;
  PwAuditLaw *law = pw_audit_begin(a, NAME, LIMIT);
  int64_t touch = 0, singular = 0, standing = 0;
  for (int64_t r = 0; r < a->rows.rows; r++) {
    pw_audit_place(a, r, &a->now);
    singular += a->now.kind == PW_ROW_SINGULAR;
    if (a->now.kind != PW_ROW_SAMPLE) continue;
    pw_audit_seek(a, &a->now, &touch);
    int32_t body = 0;
    bool turning = false;
    int64_t free;
    double off = worst(a, touch, sum, own, &body, &turning, &free);
    if (off > law->limit) {  // at a kink the force may still be that of the other side
      a->now.side = -1;
      off = fmin(off, worst(a, touch, sum, own, &body, &turning, &free));
    }
    standing += free;
    if (a->power) take_power(a, r, touch, sum);
    if (!(off < 0)) {
      pw_audit_note_at(law, off, a->now.t, turning ? "turning of " : "motion of ", m->bodies.item[body].def.name);
    }
  }
  pw_audit_end(a, law);
  if (singular) {
    pw_audit_skip(a, "forces where singular", "%lld instants in singular positions, whose forces come from neighbours",
                  (long long)singular);
  }
  if (standing) {
    pw_audit_skip(a, "forces on standing bodies", "%lld times a body stood still under a load, as one does that nothing holds",
                  (long long)standing);
  }
  if (strcmp(a->analysis, "statics") == 0) statics(a);
}

void pw_audit_energy(PwAudit *a) {
  PwAuditLaw *law = pw_audit_begin(a, "energy balance", fmax(1e-6, 1e3 * a->tolerance));
  static const double ROUNDING = 1e-7;  // of the potential energy: with the limit, what adding it up may lose
  static const double LIFT = 1e-3;      // of the size: with the limit, what the run's tolerance lets a weight rise or fall
  double first = 0, scale = 0, lowest = INFINITY, highest = -INFINITY, speed = pw_audit_pace(a);
  for (int64_t r = 0; r < a->rows.rows; r++) {
    double work = pw_audit_value(a, r, 3);
    if (r == 0) first = a->kinetic[r] + a->potential[r] - work;
    lowest = fmin(lowest, a->potential[r]);
    highest = fmax(highest, a->potential[r]);
    scale = fmax(scale, fmax(a->kinetic[r], fabs(work)));
  }
  scale = fmax(scale, LIFT * a->size * a->mass * pw_norm(a->model->gravity));
  scale = fmax(fmax(scale, highest - lowest), fmax(a->mass * speed * speed, ROUNDING * fmax(fabs(lowest), fabs(highest))));
  for (int64_t r = 0; r < a->rows.rows && scale > 0; r++) {
    double off = fabs(a->kinetic[r] + a->potential[r] - pw_audit_value(a, r, 3) - first);
    if (!pw_audit_is_impulse((PwRowKind)pw_audit_value(a, r, 1)))
      pw_audit_note_at(law, off / scale, pw_audit_value(a, r, 0), "", NULL);
  }
  if (isnan(law->deviation)) pw_audit_say(law, "nothing moves");
  pw_audit_end(a, law);
}
