#include "analysis/touch_change.h"

#include <math.h>
#include <string.h>

#include "numerics/vec.h"

enum { LEVELS = 12, ROW = 14, WRENCH = 12 };  // halvings; numbers of a row, of a sliding grip

static const double FIRST = 1.0 / 32;

PawlStatus pw_touch_change_create(PwActing *acting, PwMotion *motion, PwArena *arena, PwTouchChange *out) {
  const PawlMechanism *k = motion->mechanism;
  _Static_assert(sizeof(PwRowChange) == ROW * sizeof(double), "samples are rows of doubles");
  *out = (PwTouchChange){
      .acting = acting, .motion = motion, .size = ROW * acting->rows + WRENCH * (acting->slidings + acting->displaced)};
  size_t n = (size_t)out->size + 1, nv = (size_t)pw_speed_count(k) + 1;
  double **const wanted[] = {&out->q,        &out->v,     &out->step,  &out->sample[0], &out->sample[1], &out->level[0],
                             &out->level[1], &out->value, &out->error, &out->number,    &out->drift};
  size_t tail = (size_t)acting->tail + 1,
         sizes[] = {(size_t)pw_position_count(k) + 1, nv, nv, n, n, LEVELS * n, LEVELS * n, n, n, tail, tail};
  for (int i = 0; i < 11; i++) {
    *wanted[i] = pw_arena_array(arena, sizes[i], sizeof(double));
    if (!*wanted[i]) return PAWL_ERR_MEMORY;
  }
  out->row = (PwRowChange *)(void *)out->value;
  out->wrench = (double(*)[12])(void *)(out->value + ROW * acting->rows);
  out->pull = out->wrench + acting->slidings;
  return PAWL_OK;
}

double pw_touch_change_friction(const PwActing *a, const PwSliding *s, const double *force) {
  double load = s->touch < 0 ? a->touches->bearing[s->bearing].load : s->sign * force[s->normal];
  return s->limit * load + s->viscous;
}

// Friction of the pressed touches at the state that they stand at, and how its numbers change as the surfaces turn with `v`.
static void take_pulls(PwTouchChange *c) {
  PwActing *a = c->acting;
  for (int32_t i = 0; i < a->displaced; i++) {
    PwDisplaced *d = &a->displacement[i], turns = *d;
    turns.rim = false;
    for (int n = 0; n < PW_GRIP_ROWS; n++) turns.s[n] = d->stick.force[n], turns.v[n] = 0;
    pw_displaced_numbers(c->motion, d, d->stick.force, c->number + d->at);
    pw_displaced_rate(c->motion, &turns, 0, c->drift + d->at);
  }
}

// All numbers at a state, `step` away from where the pulls were taken.
static PawlStatus sample(PwTouchChange *c, double t, const double *q, const double *v, const double *force,
                         const PwDiscrete *discrete, double step, double *out) {
  PwActing *a = c->acting;
  PawlStatus status = pw_motion_place(c->motion, t, q, discrete);
  if (status == PAWL_OK) status = pw_acting_place(a, c->motion);
  if (status) return status;
  pw_motion_move(c->motion, v);
  pw_acting_move(a, c->motion);
  for (int32_t i = 0; i < a->rows; i++, out += ROW) {
    memcpy(out, a->row[i].jac, 12 * sizeof *out);
    out[12] = a->row[i].rate;
    out[13] = a->row[i].bias;
  }
  for (int32_t j = 0; j < a->slidings; j++, out += WRENCH) {
    const PwSliding *s = &a->sliding[j];
    double size = pw_touch_change_friction(a, s, force);
    for (int i = 0; i < WRENCH; i++) out[i] = -size * s->jac[i];
  }
  for (int32_t j = 0; j < a->displaced; j++, out += WRENCH) {
    const PwDisplaced *d = &a->displacement[j];
    double number[PW_DISPLACEMENT], pull[PW_GRIP_ROWS];
    for (int32_t i = 0; i < pw_displacement_numbers(c->motion->mechanism); i++)
      number[i] = c->number[d->at + i] + step * c->drift[d->at + i];
    pw_displaced_tangents(c->motion, d, number, pull);
    memset(out, 0, WRENCH * sizeof *out);
    for (int i = 0; i < WRENCH * d->frame.tangents; i++)
      out[i % WRENCH] += pull[i / WRENCH] * d->slip[i / WRENCH].jac[i % WRENCH];
  }
  return PAWL_OK;
}

// One more level of the extrapolation of every number, from differences over 2 h; `used` levels are there.
static void extrapolate(PwTouchChange *c, int32_t used, double h) {
  double *last = c->level[1], *now = c->level[0];
  int32_t n = c->size;
  for (int32_t i = 0; i < n; i++) {
    double factor = 1;
    now[i] = (c->sample[0][i] - c->sample[1][i]) / (2 * h);
    for (int32_t j = 1; j <= used; j++) {
      double before = now[(j - 1) * n + i], older = last[(j - 1) * n + i];
      factor *= 4;
      double better = before + (before - older) / (factor - 1), error = fmax(fabs(better - before), fabs(better - older));
      now[j * n + i] = better;
      if (!(error < c->error[i])) continue;
      c->error[i] = error;
      c->value[i] = better;
    }
  }
  c->level[0] = last;
  c->level[1] = now;
}

static PawlStatus differentiate(PwTouchChange *c, double t, const double *q, const double *v, const double *force,
                                const PwDiscrete *discrete, int32_t by, bool position, double first) {
  const PawlMechanism *k = c->motion->mechanism;
  int32_t used = 0;
  double h = first;
  for (int32_t i = 0; i < c->size; i++) c->error[i] = INFINITY;
  memset(c->value, 0, (size_t)c->size * sizeof *c->value);
  for (int level = 0; level < LEVELS; level++, h /= 2) {
    PawlStatus status = PAWL_OK;
    for (int side = 0; side < 2 && status == PAWL_OK; side++) {
      double step = side ? -h : h;
      memcpy(c->q, q, (size_t)pw_position_count(k) * sizeof *q);
      memcpy(c->v, v, (size_t)pw_speed_count(k) * sizeof *v);
      memset(c->step, 0, (size_t)pw_speed_count(k) * sizeof *c->step);
      c->step[by] = step;
      if (position) pw_position_add(k, q, c->step, c->q);
      if (!position) c->v[by] += step;
      status = sample(c, t, c->q, c->v, force, discrete, position ? step : 0, c->sample[side]);
    }
    if (status < 0) return status;
    if (status > 0) used = 0;  // so far off the touch is not there: begin again, nearer
    if (status == PAWL_OK) extrapolate(c, used++, h);
  }
  return used > 1 ? PAWL_OK : PAWL_ERR_STEP;
}

// The shortest lever of a touch of boundaries, by which shifts are measured; at most the mechanism's size.
static double shortest(const PwTouchChange *c) {
  static const double LEAST = 1e-4;
  const PwActing *a = c->acting;
  const PawlMechanism *k = c->motion->mechanism;
  double least = k->size;
  for (int32_t i = 0; i < a->count; i++) {
    const PwTouch *touch = &a->touches->touch[a->touch[i]];
    if (!pw_pair_of(k, touch)->frame || (i >= a->closed && !pw_touch_is_displaced(k, touch))) continue;
    PwTouchFrame frame;
    pw_pair_of(k, touch)->frame(c->motion, touch, &a->motion[i], false, &frame);
    for (int side = 0; side < 2; side++) {
      double length = pw_norm(frame.arm[side]);
      if (frame.body[side] > 0 && length > LEAST * k->size) least = fmin(least, length);
    }
  }
  return least;
}

// Speeds by which directions of slip change: the slowest slip; without any all rates are quadratic, and any step will do.
static double slowest(const PwTouchChange *c, const double *v) {
  const PwActing *a = c->acting;
  double fastest = 0, least = INFINITY;
  for (int32_t i = 0; i < pw_speed_count(c->motion->mechanism); i++) fastest = fmax(fastest, fabs(v[i]));
  for (int32_t j = 0; j < a->slidings; j++) {
    if (a->sliding[j].rate > 0) least = fmin(least, a->sliding[j].rate);
  }
  return isfinite(least) ? least : fastest > 0 ? fastest : 1;
}

PawlStatus pw_touch_change_by_position(PwTouchChange *c, double t, const double *q, const double *v, const double *force,
                                       const PwDiscrete *discrete, int32_t by) {
  const PawlMechanism *k = c->motion->mechanism;
  bool turns = by % pw_speeds_per_body(k) >= (k->planar ? 2 : 3);
  PawlStatus status = PAWL_OK;
  if (c->acting->displaced > 0) {  // the surfaces turn as they would with a speed of 1
    memset(c->v, 0, (size_t)pw_speed_count(k) * sizeof *c->v);
    c->v[by] = 1;
    status = sample(c, t, q, c->v, force, discrete, 0, c->sample[0]);
    if (status == PAWL_OK) take_pulls(c);
  }
  if (status == PAWL_OK) status = sample(c, t, q, v, force, discrete, 0, c->sample[0]);
  if (status) return status;
  return differentiate(c, t, q, v, force, discrete, by, true, FIRST * (turns ? 1 : shortest(c)));
}

PawlStatus pw_touch_change_by_speed(PwTouchChange *c, double t, const double *q, const double *v, const double *force,
                                    const PwDiscrete *discrete, int32_t by) {
  PawlStatus status = sample(c, t, q, v, force, discrete, 0, c->sample[0]);
  if (status) return status;
  return differentiate(c, t, q, v, force, discrete, by, false, FIRST * slowest(c, v));
}
