// The `multipliers` formulation (T03, T01, G89): positions and unit quaternions (planar: x, y, angle), speeds, Lagrange
// multipliers.
//
//   project positions:  [M J^T; J 0] (dq, .) = (0, -C)         repeated until C = 0
//   project speeds:     [M J^T; J 0] (dv, .) = (0, -C')
//   accelerations:      [M J^T; J 0] (a, -lambda) = (F, -bias)
//
// with M/m0 in the matrix, so multipliers come out divided by m0. Closed touches are further rows (border.h), pressed ones
// forces.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/multipliers.h"

PawlStatus pw_multipliers_create(const PawlMechanism *k, double tolerance, PwFormulation **out) {
  *out = NULL;
  PwFormulation *f = calloc(1, sizeof *f);
  if (!f) return PAWL_ERR_MEMORY;
  f->k = k;
  f->nq = pw_position_count(k);
  f->nv = pw_speed_count(k);
  f->n = f->nq + f->nv + 1;
  f->stage_tolerance = fmax(1e-14, fmin(1e-8, 1e-4 * tolerance));
  PawlStatus status = pw_motion_create(k, &f->arena, &f->motion);
  if (status == PAWL_OK) status = pw_kkt_create(k, &f->arena, &f->kkt);
  size_t nv = (size_t)f->nv, nx = nv + (size_t)k->rows + 1;
  double **const wanted[] = {&f->q,    &f->v,     &f->acceleration, &f->force,      &f->x,        &f->lambda,
                             &f->work, &f->work2, &f->work3,        &f->factored_q, &f->row_scale};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == PAWL_OK; i++) {
    *wanted[i] = pw_arena_array(&f->arena, nx + (size_t)f->nq, sizeof(double));
    if (!*wanted[i]) status = PAWL_ERR_MEMORY;
  }
  if (status) {
    pw_formulation_free(f);
    return status;
  }
  *out = f;
  return PAWL_OK;
}

void pw_formulation_free(PwFormulation *f) {
  if (!f) return;
  pw_stiff_free(f);
  pw_border_free(&f->border);
  pw_kkt_free(&f->kkt);
  pw_kkt_free(&f->soft);
  pw_arena_free(&f->arena);
  free(f);
}

const char *pw_formulation_name(const PwFormulation *f) {
  (void)f;
  return "multipliers";
}

int32_t pw_formulation_size(const PwFormulation *f) {
  return f->n;
}

void pw_formulation_set_discrete(PwFormulation *f, const PwDiscrete *discrete) {
  f->discrete = discrete;
}

PwMotion *pw_formulation_motion(PwFormulation *f) {
  return &f->motion;
}

const PwFormulationStats *pw_formulation_stats(const PwFormulation *f) {
  return &f->stats;
}

void pw_formulation_forget(PwFormulation *f) {
  pw_sparse_forget(f->kkt.matrix);
  f->factored = f->plain = f->careful = false;
  pw_stiff_forget(f);
}

PawlStatus pw_multipliers_place(PwFormulation *f, double t) {
  PawlStatus status = pw_motion_place(&f->motion, t, f->q, f->discrete);
  return status ? status : pw_border_place(&f->border, &f->motion);
}

void pw_multipliers_move(PwFormulation *f) {
  pw_motion_move(&f->motion, f->v);
  pw_border_move(&f->border, &f->motion);
}

// f->x and the touches' right side through the matrix at hand.
static void solve(PwFormulation *f) {
  pw_border_solve(&f->border, f->kkt.matrix, f->k, f->nv + f->kkt.m, f->x);
}

PawlStatus pw_formulation_set_touches(PwFormulation *f, const PwTouches *touches, bool kinematic) {
  f->factored = false;
  f->kinematic = kinematic;
  return pw_border_set(&f->border, touches, kinematic, f->nv + f->kkt.m);
}

bool pw_formulation_is_determined(const PwFormulation *f) {
  return f->nv == f->kkt.m + f->border.n && f->kkt.softs == 0 && !f->border.deficient;
}

// The matrix at the motion's place, unless it stands there already.
PawlStatus pw_multipliers_factor(PwFormulation *f) {
  size_t bytes = (size_t)f->nq * sizeof *f->q;
  if (f->factored && f->factored_t == f->motion.t && memcmp(f->factored_q, f->q, bytes) == 0) return PAWL_OK;
  f->stats.factorisations++;
  pw_kkt_fill(&f->kkt, &f->motion);
  PawlStatus status = pw_sparse_factor(f->kkt.matrix);
  if (status == PAWL_OK) pw_border_factor(&f->border, f->kkt.matrix, f->k, f->nv + f->kkt.m);
  f->factored = status == PAWL_OK;
  f->factored_t = f->motion.t;
  memcpy(f->factored_q, f->q, bytes);
  return status;
}

// Largest position residual, metres over the mechanism's size or radians; residuals go to x[nv..).
static double position_residual(PwFormulation *f, double *x, int32_t *worst) {
  double largest = 0;
  for (int32_t a = 0; a < f->kkt.m; a++) {
    int32_t r = f->kkt.row[a];
    double c = pw_row_value(&f->motion, r), relative = fabs(f->k->row[r].angular ? c : c / f->k->size);
    x[f->nv + a] = -c;
    if (!(relative <= largest)) {
      largest = relative;
      if (worst) *worst = r;
    }
  }
  for (int32_t i = 0; i < f->border.n; i++) {
    double c = f->border.motion[i].gap;
    f->border.r[i] = -c;
    largest = fmax(largest, fabs(c) / f->k->size);
    if (isnan(c)) return c;
  }
  return largest;
}

// Newton on the positions f->q, a matrix kept while it converges well. Leaves the motion placed at the result. `keep`: the
// matrix at hand is tried first, of a state near by.
static PawlStatus project_positions(PwFormulation *f, double t, double tolerance, bool keep) {
  double before = INFINITY, limit = fmax(100 * tolerance, 1e-11);
  bool fresh = keep && f->factored && !f->careful;
  for (int iteration = 0; iteration < 25; iteration++) {
    PawlStatus status = pw_multipliers_place(f, t);
    if (status) return status;
    double residual = position_residual(f, f->x, NULL);
    if (!isfinite(residual)) return PAWL_RETRY;
    if (residual <= tolerance) return PAWL_OK;
    bool stalls = residual > 0.5 * before;
    if (stalls && residual <= limit) return PAWL_OK;  // rounding
    if (residual > 2 * before && iteration > 4) return PAWL_RETRY;
    if (!fresh || residual > 0.02 * before) {  // new matrix
      status = pw_multipliers_factor(f);
      if (status) return status;
      fresh = true;
    }
    before = residual;
    memset(f->x, 0, (size_t)f->nv * sizeof *f->x);
    solve(f);
    pw_position_add(f->k, f->q, f->x, f->q);
  }
  return PAWL_RETRY;
}

static double speed_residual(PwFormulation *f, double *x, int32_t *worst) {
  double largest = 0;
  for (int32_t a = 0; a < f->kkt.m; a++) {
    int32_t r = f->kkt.row[a];
    double c = pw_row_rate(&f->motion, r), relative = fabs(f->k->row[r].angular ? c : c / f->k->size);
    x[f->nv + a] = -c;
    if (!(relative <= largest)) {
      largest = relative;
      if (worst) *worst = r;
    }
  }
  for (int32_t i = 0; i < f->border.n; i++) {
    double c = f->border.motion[i].rate;
    f->border.r[i] = -c;
    largest = fmax(largest, fabs(c) / f->k->size);
    if (isnan(c)) return c;
  }
  return largest;
}

// Speeds f->v onto the constraints; matrix must be factored at the motion's place. Leaves the motion moved. Kinematic speeds
// start from rest: the least that the rows ask for.
static PawlStatus project_speeds(PwFormulation *f) {
  if (f->kinematic) memset(f->v, 0, (size_t)f->nv * sizeof *f->v);
  pw_multipliers_move(f);
  double before = INFINITY;
  for (int pass = 0; pass < 3; pass++) {
    double residual = speed_residual(f, f->x, NULL);
    if (!isfinite(residual)) return PAWL_RETRY;
    if (residual == 0 || residual > 0.1 * before) return PAWL_OK;
    before = residual;
    memset(f->x, 0, (size_t)f->nv * sizeof *f->x);
    solve(f);
    for (int32_t i = 0; i < f->nv; i++) f->v[i] += f->x[i];
    pw_multipliers_move(f);
    if (pass == 0 && residual < 1e-9) return PAWL_OK;  // linear in v: one pass is exact up to rounding
  }
  return PAWL_OK;
}

void pw_multipliers_load(PwFormulation *f, const double *y) {
  memcpy(f->q, y, (size_t)f->nq * sizeof *y);
  memcpy(f->v, y + f->nq, (size_t)f->nv * sizeof *y);
  if (f->k->planar) return;
  for (int32_t b = 0; b + 1 < f->k->bodies; b++) {
    double *q = f->q + 7 * b + 3, n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= n;
  }
}

// J v of a row: its power on the bodies is lambda J v. Zero on the constraints unless its law or a frame of it moves.
static double row_speed(const PwMotion *m, int32_t row) {
  const PawlMechanism *k = m->mechanism;
  const PwRow *r = &k->row[row];
  int32_t per = pw_speeds_per_body(k);
  double along = 0;
  bool moves = r->law.expr != NULL;
  for (int32_t t = r->term; t < r->term + r->terms && !moves; t++) {
    const PwScalar *s = &k->scalar[k->term[t].scalar];
    moves = k->frame[s->frame[0]].moves || k->frame[s->frame[1]].moves;
  }
  if (!moves) return 0;
  for (int32_t t = r->term; t < r->term + r->terms; t++) {
    const PwScalar *s = &k->scalar[k->term[t].scalar];
    for (int side = 0; side < 2; side++) {
      const double *jac = m->scalar[k->term[t].scalar].jac + side * per, *v = m->v + k->frame[s->frame[side]].body * per;
      for (int32_t i = 0; i < per; i++) along += k->term[t].factor * jac[i] * v[i];
    }
  }
  return along;
}

// x and the touches' right side for accelerations under the force that stands in f->x.
static void solve_accelerations(PwFormulation *f, double bias) {
  for (int32_t a = 0; a < f->kkt.m; a++) f->x[f->nv + a] = -bias * pw_row_bias(&f->motion, f->kkt.row[a]);
  for (int32_t i = 0; i < f->border.n; i++) f->border.r[i] = -bias * f->border.motion[i].bias;
  solve(f);
}

static void take_multipliers(PwFormulation *f) {
  for (int32_t a = 0; a < f->kkt.m; a++) f->lambda[f->kkt.row[a]] = -f->x[f->nv + a] * f->kkt.mass;
  for (int32_t i = 0; i < f->border.n; i++) f->border.force[f->border.index[i]] = -f->border.r[i] * f->kkt.mass;
}

// Accelerations and multipliers at the motion's place and speed; matrix factored there. Kinematic: the accelerations are those of
// the rows alone, and the multipliers hold what forces and inertia then ask for.
static PawlStatus accelerate(PwFormulation *f) {
  double scale = 1 / f->kkt.mass;
  PawlStatus status = pw_motion_forces(&f->motion, f->discrete, f->force);
  if (status) return status;
  f->power = f->motion.power + pw_border_press(&f->border, f->k, f->force);
  if (f->kinematic) {
    memset(f->x, 0, (size_t)f->nv * sizeof *f->x);
    solve_accelerations(f, 1);
    memcpy(f->acceleration, f->x, (size_t)f->nv * sizeof *f->x);
    pw_mass_multiply(&f->motion, f->acceleration, f->work);
    for (int32_t i = 0; i < f->nv; i++) f->x[i] = (f->force[i] - f->work[i]) * scale;
    solve_accelerations(f, 0);
  } else {
    for (int32_t i = 0; i < f->nv; i++) f->x[i] = f->force[i] * scale;
    solve_accelerations(f, 1);
    memcpy(f->acceleration, f->x, (size_t)f->nv * sizeof *f->x);
  }
  take_multipliers(f);
  for (int32_t a = 0; a < f->kkt.m; a++) f->power += f->lambda[f->kkt.row[a]] * row_speed(&f->motion, f->kkt.row[a]);
  return PAWL_OK;
}

// One more correction with the matrix at hand: near a singular position a small residual still hides a large distance.
static PawlStatus polish(PwFormulation *f, double t) {
  position_residual(f, f->x, NULL);
  memset(f->x, 0, (size_t)f->nv * sizeof *f->x);
  solve(f);
  pw_position_add(f->k, f->q, f->x, f->q);
  memcpy(f->factored_q, f->q, (size_t)f->nq * sizeof *f->q);  // moved by little more than rounding: the matrix stays
  return pw_multipliers_place(f, t);
}

void pw_formulation_set_careful(PwFormulation *f, bool careful) {
  f->careful = careful;
}

// The whole: projected state, matrix, accelerations.
static PawlStatus evaluate(PwFormulation *f, double t, const double *y, double tolerance, bool keep) {
  pw_multipliers_load(f, y);
  PawlStatus status = project_positions(f, t, tolerance, keep);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status == PAWL_OK && f->careful) status = polish(f, t);
  if (status == PAWL_OK) status = project_speeds(f);
  if (status == PAWL_OK) status = accelerate(f);
  return status;
}

// The same without projection, far from singular positions: the equations hold off the constraints too, where they are as smooth.
static PawlStatus evaluate_plain(PwFormulation *f, double t, const double *y) {
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status) return status;
  pw_multipliers_move(f);
  return accelerate(f);
}

void pw_formulation_set_plain(PwFormulation *f, bool plain) {
  f->plain = plain && !f->kinematic;  // kinematic speeds are those of the projection
}

PawlStatus pw_formulation_derivative(PwFormulation *f, double t, const double *y, double *dydt) {
  f->stats.evaluations++;
  PawlStatus status = f->plain ? evaluate_plain(f, t, y) : evaluate(f, t, y, f->stage_tolerance, false);
  if (status) return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
  pw_position_rate(f->k, f->q, f->v, dydt);
  memcpy(dydt + f->nq, f->acceleration, (size_t)f->nv * sizeof *dydt);
  dydt[f->nq + f->nv] = f->power;
  return PAWL_OK;
}

PawlStatus pw_formulation_project(PwFormulation *f, double t, double *y) {
  pw_multipliers_load(f, y);
  PawlStatus status = project_positions(f, t, 1e-14, true);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status == PAWL_OK) status = polish(f, t);
  if (status == PAWL_OK) status = project_speeds(f);
  if (status) return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
  memcpy(y, f->q, (size_t)f->nq * sizeof *y);
  memcpy(y + f->nq, f->v, (size_t)f->nv * sizeof *y);
  return PAWL_OK;
}

// The matrix [M J^T; J -e]: directions with sigma^2 far above e are corrected, those far below are left alone.
static PawlStatus make_soft(PwFormulation *f) {
  static const double SOFT = 1e-6;
  if (f->soft_k) return PAWL_OK;
  PawlMechanism *copy = pw_arena_alloc(&f->arena, sizeof *copy);
  PwRow *row = pw_arena_array(&f->arena, (size_t)f->k->rows + 1, sizeof *row);
  if (!copy || !row) return PAWL_ERR_MEMORY;
  *copy = *f->k;
  memcpy(row, f->k->row, (size_t)f->k->rows * sizeof *row);
  for (int32_t r = 0; r < f->k->rows; r++) row[r].softness = SOFT;
  copy->row = row;
  f->soft_k = copy;
  return pw_kkt_create(copy, &f->arena, &f->soft);
}

PawlStatus pw_formulation_project_firmly(PwFormulation *f, double t, double *y) {
  pw_multipliers_load(f, y);
  PawlStatus status = make_soft(f);
  for (int pass = 0; pass < 8 && status == PAWL_OK; pass++) {
    bool speeds = pass >= 5;
    status = pw_multipliers_place(f, t);
    if (status) return status;
    pw_multipliers_move(f);
    f->motion.mechanism = f->soft_k;
    pw_kkt_fill(&f->soft, &f->motion);
    f->motion.mechanism = f->k;
    status = pw_sparse_factor(f->soft.matrix);
    if (status) return status;
    if (speeds) {
      speed_residual(f, f->x, NULL);
    } else {
      position_residual(f, f->x, NULL);
    }
    memset(f->x, 0, (size_t)f->nv * sizeof *f->x);
    pw_sparse_solve(f->soft.matrix, f->x);
    for (int32_t i = 0; i < f->nv && speeds; i++) f->v[i] += f->x[i];
    if (!speeds) pw_position_add(f->k, f->q, f->x, f->q);
  }
  memcpy(y, f->q, (size_t)f->nq * sizeof *y);
  memcpy(y + f->nq, f->v, (size_t)f->nv * sizeof *y);
  return status;
}

PawlStatus pw_formulation_project_speeds(PwFormulation *f, double t, double *y) {
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status == PAWL_OK) status = project_speeds(f);
  if (status == PAWL_OK) memcpy(y + f->nq, f->v, (size_t)f->nv * sizeof *y);
  return status;
}

PawlStatus pw_formulation_solve(PwFormulation *f, double t, const double *y, PwSolution *out) {
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status) return status;
  pw_multipliers_move(f);
  status = accelerate(f);
  *out = (PwSolution){f->q, f->v, f->acceleration, f->lambda, f->border.force, f->power};
  return status;
}

PawlStatus pw_formulation_evaluate(PwFormulation *f, double t, const double *y, PwSolution *out) {
  PawlStatus status = evaluate(f, t, y, f->stage_tolerance, true);
  *out = (PwSolution){f->q, f->v, f->acceleration, f->lambda, f->border.force, f->power};
  return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
}

PawlStatus pw_formulation_violation(PwFormulation *f, double t, const double *y, double *position, double *speed, int32_t *row) {
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status) return status;
  pw_multipliers_move(f);
  *row = -1;
  *speed = speed_residual(f, f->work, NULL);
  *position = position_residual(f, f->work, row);
  return PAWL_OK;
}

PawlStatus pw_formulation_mobility(PwFormulation *f, double t, const double *y, int32_t scalar, double *out) {
  const PawlMechanism *k = f->k;
  int32_t per = pw_speeds_per_body(k);
  pw_multipliers_load(f, y);
  PawlStatus status = pw_motion_place(&f->motion, t, f->q, f->discrete);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status) return status;
  memset(f->x, 0, (size_t)(f->nv + f->kkt.m) * sizeof *f->x);
  for (int pass = 0; pass < 2; pass++) {
    double along = 0;
    for (int side = 0; side < 2; side++) {
      int32_t body = k->frame[k->scalar[scalar].frame[side]].body;
      const double *jac = f->motion.scalar[scalar].jac + side * per;
      for (int32_t c = 0; c < per && body; c++) {
        if (pass == 0) f->x[(body - 1) * per + c] += jac[c] / f->kkt.mass;
        if (pass == 1) along += jac[c] * f->x[(body - 1) * per + c];
      }
    }
    if (pass == 0) pw_sparse_solve(f->kkt.matrix, f->x);
    *out = along;
  }
  return PAWL_OK;
}
