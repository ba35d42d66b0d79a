// One step of the augmented formulation: generalised-alpha, of which the trapezoidal rule (gamma = 1/2, beta = 1/4, b = a) is a
// case,
//
//   v1 = v0 + h ((1 - gamma) b0 + gamma b1),   q1 = q0 (+) (h v0 + h^2 ((1/2 - beta) b0 + beta b1))
//   (1 - m) b1 + m b0 = (1 - f) a1 + f a0
//
// with M a1 = F(t1, q1, v1) + J1^T lambda and the rows C(t1, q1) = 0 themselves (index 3), by Newton's method on q1, with
// k = beta share h^2, c = gamma share h:
//
//   [ M - c D - k K   J^T ] (dq)   ( k (F + J^T lambda - M a1) )      dv1 = c/k dq, da1 = dq/k
//   [ J               -e  ] (x ) = ( -C                        ),     lambda -= x/k
//
// K = dF/dq, D = dF/dv. The rows of closed touches stand beside the matrix (multipliers_border.c); one of speeds alone asks for
// J v1 = -c, so that its right side is -k/c of its residual. Accelerations that fit the positions' rows so have an error of first
// order along them, and speeds one of second order: speeds are projected afterwards, accelerations and multipliers found anew.
#include <math.h>
#include <string.h>

#include "dynamics/augmented.h"
#include "dynamics/row_speed.h"

static double c_of(const PwAugmented *f) {
  return f->alpha.gamma * f->alpha.share * f->step.h;
}
static double k_of(const PwAugmented *f) {
  return f->alpha.beta * f->alpha.share * f->step.h * f->step.h;
}

// The method's own acceleration at the end of the step for that of the motion there.
static double own(const PwAugmented *f, int32_t i, double a1) {
  const PwAlpha *al = &f->alpha;
  const PwAugmentedStep *s = &f->step;
  return ((1 - al->f) * a1 + al->f * s->a0[i] - al->m * (s->a0[i] + s->lag0[i])) / (1 - al->m);
}

// Speeds and positions for the accelerations at hand.
static void take_motion(PwAugmented *f) {
  PwAugmentedStep *s = &f->step;
  const PwAlpha *al = &f->alpha;
  for (int32_t i = 0; i < f->m.nv; i++) {
    double b0 = s->a0[i] + s->lag0[i], b1 = own(f, i, s->a[i]);
    s->v[i] = s->v0[i] + s->h * ((1 - al->gamma) * b0 + al->gamma * b1);
    s->x[i] = s->h * (s->v0[i] + s->h * ((0.5 - al->beta) * b0 + al->beta * b1));
  }
  pw_position_add(f->m.head.k, s->q0, s->x, s->q);
}

// Where the motion goes with the acceleration that it has.
static void predict(PwAugmented *f) {
  PwAugmentedStep *s = &f->step;
  memcpy(s->a, s->a0, (size_t)f->m.nv * sizeof *s->a);
  take_motion(f);
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
    s->mu[i] = row->level == PW_LEVEL_POSITION ? -row->value : -k_of(f) / c_of(f) * row->rate;
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
  double scale = k_of(f) / m->kkt.mass, back = 1 / scale;
  memcpy(s->residual, force, (size_t)m->nv * sizeof *force);
  memset(s->x, 0, (size_t)(m->nv + m->kkt.m) * sizeof *s->x);
  if (acting->rows > 0) memset(s->mu, 0, (size_t)acting->rows * sizeof *s->mu);
  if (moving) take_residual(f);
  for (int32_t i = 0; i < m->nv; i++) s->x[i] = scale * s->residual[i];
  pw_stiff_solve_bordered(m, s->x, s->mu);
  for (int32_t i = 0; i < m->nv; i++) m->acceleration[i] = s->x[i] / k_of(f) + (moving ? s->a[i] : 0);
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
    s->a[i] += s->x[i] / k_of(f);
  }
  memcpy(s->lambda, m->lambda, (size_t)m->head.k->rows * sizeof *s->lambda);
  if (m->acting.rows > 0) memcpy(s->touch, m->acting.force, (size_t)m->acting.rows * sizeof *s->touch);
  take_motion(f);
  pw_acting_displace(&m->acting, &m->head.motion, m->acceleration, s->tail_rate);
  for (int32_t i = 0; i < m->acting.tail; i++) s->tail[i] = s->tail0[i] + s->h / 2 * (s->tail_rate0[i] + s->tail_rate[i]);
  return (Change){most, most > 0 ? c_of(f) / k_of(f) * most / fastest : 0};
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

// Residuals of accelerations at the motion that stands, relative to the mechanism's size.
static double acceleration_violation(const PwAugmented *f, const double *a) {
  const PwMultipliers *m = &f->m;
  const PawlMechanism *k = m->head.k;
  const PwMotion *motion = &m->head.motion;
  double most = 0;
  for (int32_t r = 0; r < k->rows; r++) {
    double residual = pw_row_along(motion, r, a) + pw_row_bias(motion, r);
    most = fmax(most, fabs(residual) / pw_scale(k, k->row[r].angular));
  }
  for (int32_t i = 0; i < m->acting.rows; i++) {
    const PwPairRow *row = &m->acting.row[i];
    most = fmax(most, fabs(pw_pair_along(k, row->body, row->jac, a) + row->bias) / pw_scale(k, row->angular));
  }
  return most;
}

// Largest speed and acceleration of a body at the end of the step, turns in rad, over the size; rates of turning count squared
// for the latter.
static void typical(const PwAugmented *f, const PwOwnStep *step, double out[2]) {
  const PwMultipliers *m = &f->m;
  int32_t per = pw_speeds_per_body(m->head.k), linear = m->head.k->planar ? 2 : 3;
  out[0] = out[1] = 0;
  for (int32_t i = 0; i < m->nv; i++) {
    double scale = pw_scale(m->head.k, i % per >= linear);
    out[0] = fmax(out[0], fabs(step->y1[m->nq + i]) / scale);
    out[1] = fmax(out[1], fabs(step->dy1dt[m->nq + i]) / scale);
  }
  out[1] = fmax(out[1], out[0] * out[0]);
  out[0] = fmax(out[0], step->h * out[1]);
}

// What is left of the constraints at the end of the step. PAWL_RETRY: too much of positions or speeds.
static PawlStatus measure(PwAugmented *f, const PwOwnStep *step) {
  static const double MOST = 1e-9, ROUNDING = 1e-13;
  PwFormulationStats *stats = &f->m.head.stats;
  double position, speed, size[2];
  int32_t row;
  PawlStatus status = pw_multipliers_violation(f, f->step.t, step->y1, &position, &speed, &row);
  if (status) return status;
  typical(f, step, size);
  if (!(position <= MOST && speed <= fmax(MOST * size[0], ROUNDING))) return PAWL_RETRY;
  double acceleration = acceleration_violation(f, step->dy1dt + f->m.nq);
  stats->steps++;
  stats->violation[0] = fmax(stats->violation[0], position);
  stats->violation[1] = fmax(stats->violation[1], speed);
  if (acceleration > fmax(MOST * size[1], ROUNDING)) {
    stats->faint++;
  } else {
    stats->violation[2] = fmax(stats->violation[2], acceleration);
  }
  return PAWL_OK;
}

// What the method's own acceleration has beyond that at the end of the step.
static void take_lag(const PwAugmented *f, const PwOwnStep *step) {
  const double *a1 = step->dy1dt + f->m.nq;
  memset(step->lag1, 0, (size_t)f->m.head.n * sizeof *step->lag1);
  for (int32_t i = 0; i < f->m.nv; i++) step->lag1[f->m.nq + i] = own(f, i, a1[i]) - a1[i];
}

PawlStatus pw_augmented_advance(void *self, const PwOwnStep *step) {
  PwAugmented *f = self;
  PwMultipliers *m = &f->m;
  PwAugmentedStep *s = &f->step;
  int32_t work = m->nq + m->nv;
  double *z1 = step->y1, before = step->y[work];
  s->t = step->t + step->h;
  s->h = step->h;
  s->q0 = step->y;
  s->v0 = step->y + m->nq;
  s->a0 = step->dydt + m->nq;
  s->lag0 = step->lag + m->nq;
  s->tail0 = step->y + work + 1;
  s->tail_rate0 = step->dydt + work + 1;
  PawlStatus status = take_directions(f, step->t, step->y);
  predict(f);
  write_state(f, before, z1);
  if (status == PAWL_OK) status = pw_stiff_take(m, s->t, z1);
  if (status == PAWL_OK) status = pw_stiff_factor_real(m, c_of(f), k_of(f));
  if (status == PAWL_OK) status = iterate(f);
  write_state(f, before, z1);
  if (status == PAWL_OK) status = pw_multipliers_project(f, s->t, z1);
  if (status == PAWL_OK) status = f->table.derivative(f, s->t, z1, step->dy1dt);
  if (status == PAWL_OK && turns(f)) status = PAWL_RETRY;
  if (status == PAWL_OK) status = measure(f, step);
  if (status == PAWL_OK) z1[work] += step->h / 2 * (step->dydt[work] + step->dy1dt[work]);
  if (status == PAWL_OK) take_lag(f, step);
  return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
}
