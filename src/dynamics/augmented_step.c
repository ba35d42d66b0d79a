// One step of the augmented formulation: the trapezoidal rule
//
//   v1 = v0 + h (a0 + a1)/2,   q1 = q0 (+) h (v0 + v1)/2
//
// with M a1 = F(t1, q1, v1) + J1^T lambda and the rows C(t1, q1) = 0 themselves (index 3), by Newton's method on q1:
//
//   [ M - h/2 D - h^2/4 K   J^T ] (dq)   ( h^2/4 (F + J^T lambda - M a1) )      dv1 = 2/h dq, da1 = 4/h^2 dq
//   [ J                     -e  ] (x ) = ( -C                            ),     lambda -= 4/h^2 x
//
// K = dF/dq, D = dF/dv. The rows of closed touches stand beside the matrix (multipliers_border.c); one of speeds alone asks for
// J v1 = -c, so that its right side is -h/2 of its residual. Accelerations that fit the positions' rows so have an error of first
// order along them, and speeds one of second order: speeds are projected afterwards, accelerations and multipliers found anew.
#include <math.h>
#include <string.h>

#include "dynamics/augmented.h"

// q1 for the speeds at hand.
static void take_positions(PwAugmented *f) {
  PwAugmentedStep *s = &f->step;
  for (int32_t i = 0; i < f->m.nv; i++) s->x[i] = s->h / 2 * (s->v0[i] + s->v[i]);
  pw_position_add(f->m.head.k, s->q0, s->x, s->q);
}

// Where the motion goes with the acceleration that it has.
static void predict(PwAugmented *f) {
  PwAugmentedStep *s = &f->step;
  for (int32_t i = 0; i < f->m.nv; i++) {
    s->a[i] = s->a0[i];
    s->v[i] = s->v0[i] + s->h * s->a0[i];
  }
  take_positions(f);
  for (int32_t i = 0; i < f->m.acting.tail; i++) s->tail[i] = s->tail0[i] + s->h * s->tail_rate0[i];
  memset(s->lambda, 0, (size_t)f->m.head.k->rows * sizeof *s->lambda);
  if (f->m.acting.rows > 0) memset(s->touch, 0, (size_t)f->m.acting.rows * sizeof *s->touch);
}

// The iterate as a state.
static void write_state(const PwAugmented *f, double work, double *y) {
  const PwAugmentedStep *s = &f->step;
  memcpy(y, s->q, (size_t)f->m.nq * sizeof *y);
  memcpy(y + f->m.nq, s->v, (size_t)f->m.nv * sizeof *y);
  y[f->m.nq + f->m.nv] = work;
  if (f->m.acting.tail > 0) memcpy(y + f->m.nq + f->m.nv + 1, s->tail, (size_t)f->m.acting.tail * sizeof *y);
}

// What is left of the equations at the iterate under `force`, in s->residual and the rows' right sides.
static void take_residual(PwAugmented *f) {
  PwAugmentedStep *s = &f->step;
  PwMultipliers *m = &f->m;
  PwActing *acting = &m->acting;
  pw_mass_multiply(&m->head.motion, s->a, s->x);
  for (int32_t i = 0; i < m->nv; i++) s->residual[i] -= s->x[i];
  pw_kkt_add_transposed(&m->kkt, &m->head.motion, s->lambda, 1, s->residual);
  for (int32_t i = 0; i < acting->rows; i++) {
    const PwPairRow *row = &acting->row[i];
    pw_pair_add(m->head.k, row->body, row->jac, s->touch[i], s->residual);
    s->mu[i] = row->level == PW_LEVEL_POSITION ? -row->value : -s->h / 2 * row->rate;
  }
  for (int32_t a = 0; a < m->kkt.m; a++) s->x[m->nv + a] = -pw_row_value(&m->head.motion, m->kkt.row[a]);
}

// The correction that `force` asks for, in s->x; f->lambda, f->acceleration and the touches' forces get what the iterate has
// then. `moving`: from the iterate as it is; else under the force alone.
static PawlStatus respond(void *self, const double *force, bool moving) {
  PwAugmented *f = self;
  PwAugmentedStep *s = &f->step;
  PwMultipliers *m = &f->m;
  PwActing *acting = &m->acting;
  double scale = s->h * s->h / 4 / m->kkt.mass, back = m->kkt.mass * 4 / (s->h * s->h);
  memcpy(s->residual, force, (size_t)m->nv * sizeof *force);
  memset(s->x, 0, (size_t)(m->nv + m->kkt.m) * sizeof *s->x);
  if (acting->rows > 0) memset(s->mu, 0, (size_t)acting->rows * sizeof *s->mu);
  if (moving) take_residual(f);
  for (int32_t i = 0; i < m->nv; i++) s->x[i] = scale * s->residual[i];
  pw_stiff_solve_bordered(m, s->x, s->mu);
  for (int32_t i = 0; i < m->nv; i++) m->acceleration[i] = 4 / (s->h * s->h) * s->x[i] + (moving ? s->a[i] : 0);
  for (int32_t a = 0; a < m->kkt.m; a++) {
    int32_t r = m->kkt.row[a];
    m->lambda[r] = (moving ? s->lambda[r] : 0) - back * s->x[m->nv + a];
  }
  for (int32_t i = 0; i < acting->rows; i++) acting->force[i] = (moving ? s->touch[i] : 0) - back * s->mu[i];
  return PAWL_OK;
}

// Everything at the iterate, and the correction that follows in s->x.
static PawlStatus correct(PwAugmented *f) {
  PwAugmentedStep *s = &f->step;
  PwMultipliers *m = &f->m;
  double power;
  memcpy(m->q, s->q, (size_t)m->nq * sizeof *m->q);
  memcpy(m->v, s->v, (size_t)m->nv * sizeof *m->v);
  pw_acting_load(&m->acting, s->tail);
  PawlStatus status = pw_multipliers_place(m, s->t);
  if (status) return status;
  pw_multipliers_move(m);
  status = pw_motion_forces(&m->head.motion, m->head.discrete, s->force);
  if (status) return status;
  power = pw_acting_press(&m->acting, &m->head.motion, s->force);
  pw_acting_push_base(&m->acting, s->force);
  status = pw_loads_add(&m->loads, &m->acting, &m->head.motion, m->lambda, m->acceleration, respond, f, s->force, &power);
  return status ? status : respond(f, s->force, true);
}

// How large a correction was: of positions relative to the mechanism's size, of speeds to the fastest one of the step.
typedef struct {
  double positions, speeds;
} Change;

// The iterate after the correction in s->x.
static Change take_correction(PwAugmented *f) {
  PwAugmentedStep *s = &f->step;
  PwMultipliers *m = &f->m;
  int32_t per = pw_speeds_per_body(m->head.k), linear = m->head.k->planar ? 2 : 3;
  double most = 0, fastest = 0;
  for (int32_t i = 0; i < m->nv; i++) {
    double scale = pw_scale(m->head.k, i % per >= linear), part = fabs(s->x[i]) / scale;
    if (!(part <= most)) most = part;
    fastest = fmax(fastest, fmax(fabs(s->v[i]), fmax(fabs(s->v0[i]), s->h * fabs(s->a0[i]))) / scale);
    s->v[i] += 2 / s->h * s->x[i];
    s->a[i] += 4 / (s->h * s->h) * s->x[i];
  }
  memcpy(s->lambda, m->lambda, (size_t)m->head.k->rows * sizeof *s->lambda);
  if (m->acting.rows > 0) memcpy(s->touch, m->acting.force, (size_t)m->acting.rows * sizeof *s->touch);
  take_positions(f);
  pw_acting_displace(&m->acting, &m->head.motion, m->acceleration, s->tail_rate);
  for (int32_t i = 0; i < m->acting.tail; i++) s->tail[i] = s->tail0[i] + s->h / 2 * (s->tail_rate0[i] + s->tail_rate[i]);
  return (Change){most, most > 0 ? 2 / s->h * most / fastest : 0};
}

// PAWL_RETRY: it does not converge. Rounding grows towards singular positions, and where a mechanism is at rest all is rounding.
static PawlStatus iterate(PwAugmented *f) {
  enum { MOST = 12 };
  static const double POSITIONS = 1e-9, SPEEDS = 1e-3, LEAST = 1e-14;
  double before = INFINITY;
  for (int pass = 0; pass < MOST; pass++) {
    PawlStatus status = correct(f);
    if (status) return status;
    Change change = take_correction(f);
    double worse = fmax(change.positions, change.speeds);
    bool rounding = change.positions > before / 2 && change.positions <= POSITIONS && change.speeds <= SPEEDS;
    if (worse <= f->accuracy || change.positions <= LEAST || rounding) return PAWL_OK;
    if (!isfinite(change.positions) || (pass > 1 && change.positions > before)) return PAWL_RETRY;
    before = change.positions;
  }
  return PAWL_RETRY;
}

// Directions of what slides, at the beginning of the step.
static PawlStatus take_directions(PwAugmented *f, double t, const double *z) {
  PwMultipliers *m = &f->m;
  if (m->acting.slidings == 0) return PAWL_OK;
  pw_multipliers_load(m, z);
  PawlStatus status = pw_multipliers_place(m, t);
  if (status) return status;
  pw_multipliers_move(m);
  for (int32_t i = 0; i < m->acting.slidings; i++) {
    memcpy(f->step.direction + PW_SLIDING_ROWS * i, m->acting.sliding[i].direction, sizeof m->acting.sliding->direction);
  }
  return PAWL_OK;
}

// A slip that turns by more than 60 degrees within the step has passed its end, or nearly: there friction has no derivative.
static bool turns(const PwAugmented *f) {
  static const double MOST = 0.5;  // cosine
  const PwActing *acting = &f->m.acting;
  for (int32_t i = 0; i < acting->slidings; i++) {
    const double *now = acting->sliding[i].direction, *then = f->step.direction + PW_SLIDING_ROWS * i;
    double along = 0, size = 0;  // none where neither has told of a direction
    for (int n = 0; n < PW_SLIDING_ROWS; n++) {
      along += now[n] * then[n];
      size += fabs(now[n]) * fabs(then[n]);
    }
    if (!acting->sliding[i].begins && size > 0 && along < MOST) return true;
  }
  return false;
}

PawlStatus pw_augmented_advance(void *self, double t, const double *z, const double *dzdt, double h, double *z1, double *dz1dt) {
  PwAugmented *f = self;
  PwMultipliers *m = &f->m;
  PwAugmentedStep *s = &f->step;
  int32_t work = m->nq + m->nv;
  s->t = t + h;
  s->h = h;
  s->q0 = z;
  s->v0 = z + m->nq;
  s->a0 = dzdt + m->nq;
  s->tail0 = z + work + 1;
  s->tail_rate0 = dzdt + work + 1;
  PawlStatus status = take_directions(f, t, z);
  predict(f);
  write_state(f, z[work], z1);
  if (status == PAWL_OK) status = pw_stiff_take(m, s->t, z1);
  if (status == PAWL_OK) status = pw_stiff_factor_real(m, 2 / h);
  if (status == PAWL_OK) status = iterate(f);
  write_state(f, z[work], z1);
  if (status == PAWL_OK) status = pw_multipliers_project(f, s->t, z1);
  if (status == PAWL_OK) status = f->table.derivative(f, s->t, z1, dz1dt);
  if (status == PAWL_OK && turns(f)) status = PAWL_RETRY;
  if (status == PAWL_OK) z1[work] += h / 2 * (dzdt[work] + dz1dt[work]);
  return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
}
