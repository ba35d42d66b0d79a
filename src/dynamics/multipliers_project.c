// Projection onto the constraints: multipliers.c has the equations.
#include <math.h>
#include <string.h>

#include "dynamics/multipliers.h"
#include "dynamics/newton.h"

// Residuals of positions or speeds: those of the mechanism's rows to x[nv..), those of touches to the border; returns the
// largest, metres over the mechanism's size or radians. *worst (may be NULL): whose it is, if it is a row of the mechanism.
static double take_residuals(PwMultipliers *f, PwRowLevel level, double *x, int32_t *worst) {
  const PawlMechanism *k = f->head.k;
  bool positions = level == PW_LEVEL_POSITION;
  double largest = 0;
  for (int32_t a = 0; a < f->kkt.m; a++) {
    int32_t r = f->kkt.row[a];
    double c = positions ? pw_row_value(&f->head.motion, r) : pw_row_rate(&f->head.motion, r);
    double relative = fabs(c) / pw_scale(k, k->row[r].angular);
    x[f->nv + a] = -c;
    if (!(relative <= largest)) {
      largest = relative;
      if (worst) *worst = r;
    }
  }
  for (int32_t i = 0; i < (positions ? f->acting.position_rows : f->acting.rows); i++) {
    const PwPairRow *row = &f->acting.row[i];
    double c = positions ? row->value : row->rate;
    f->border.mu[i] = -c;
    largest = fmax(largest, fabs(c) / pw_scale(k, row->angular));
    if (isnan(c)) return c;
  }
  return largest;
}

typedef struct {
  PwMultipliers *f;
  double t;
} Positions;

static PawlStatus place(void *self) {
  const Positions *p = self;
  return pw_multipliers_place(p->f, p->t);
}

static double residual(void *self) {
  PwMultipliers *f = ((const Positions *)self)->f;
  return take_residuals(f, PW_LEVEL_POSITION, f->x, NULL);
}

static PawlStatus factor(void *self) {
  return pw_multipliers_factor(((const Positions *)self)->f);
}

static void step(void *self) {
  PwMultipliers *f = ((const Positions *)self)->f;
  memset(f->x, 0, (size_t)f->nv * sizeof *f->x);
  pw_multipliers_backsolve(f, f->acting.position_rows);
  pw_position_add(f->head.k, f->q, f->x, f->q);
}

PawlStatus pw_multipliers_project_positions(PwMultipliers *f, double t, double tolerance, bool keep) {
  Positions p = {f, t};
  bool fresh = keep && f->factored && !f->head.careful;
  return pw_newton(&(PwNewton){&p, place, residual, factor, step}, tolerance, &fresh);
}

// Speeds f->v onto the constraints; matrix must be factored at the motion's place. Leaves the motion moved. Kinematic speeds
// start from rest: the least that the rows ask for.
PawlStatus pw_multipliers_project_v(PwMultipliers *f) {
  if (f->head.kinematic) memset(f->v, 0, (size_t)f->nv * sizeof *f->v);
  pw_multipliers_move(f);
  double before = INFINITY;
  for (int pass = 0; pass < 3; pass++) {
    double most = take_residuals(f, PW_LEVEL_SPEED, f->x, NULL);
    if (!isfinite(most)) return PAWL_RETRY;
    if (most == 0 || most > 0.1 * before) return PAWL_OK;
    before = most;
    memset(f->x, 0, (size_t)f->nv * sizeof *f->x);
    pw_multipliers_backsolve(f, f->acting.rows);
    for (int32_t i = 0; i < f->nv; i++) f->v[i] += f->x[i];
    pw_multipliers_move(f);
    if (pass == 0 && most < 1e-9) return PAWL_OK;  // linear in v: one pass is exact up to rounding
  }
  return PAWL_OK;
}

// One more correction with the matrix at hand: near a singular position a small residual still hides a large distance.
PawlStatus pw_multipliers_polish(PwMultipliers *f, double t) {
  Positions p = {f, t};
  residual(&p);
  step(&p);
  memcpy(f->factored_q, f->q, (size_t)f->nq * sizeof *f->q);  // moved by little more than rounding: the matrix stays
  return pw_multipliers_place(f, t);
}

PawlStatus pw_multipliers_project(void *self, double t, double *y) {
  PwMultipliers *f = self;
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_project_positions(f, t, 1e-14, true);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status == PAWL_OK) status = pw_multipliers_polish(f, t);
  if (status == PAWL_OK) status = pw_multipliers_project_v(f);
  if (status) return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
  memcpy(y, f->q, (size_t)f->nq * sizeof *y);
  memcpy(y + f->nq, f->v, (size_t)f->nv * sizeof *y);
  return PAWL_OK;
}

// The matrix [M J^T; J -e]: directions with sigma^2 far above e are corrected, those far below are left alone.
static PawlStatus make_soft(PwMultipliers *f) {
  static const double SOFT = 1e-6;
  if (f->soft.matrix) return PAWL_OK;
  PawlMechanism copy = *f->head.k;
  copy.row = pw_arena_array(&f->arena, (size_t)f->head.k->rows + 1, sizeof *copy.row);
  if (!copy.row) return PAWL_ERR_MEMORY;
  memcpy(copy.row, f->head.k->row, (size_t)f->head.k->rows * sizeof *copy.row);
  for (int32_t r = 0; r < f->head.k->rows; r++) copy.row[r].softness = SOFT;
  return pw_kkt_create(&copy, &f->arena, &f->soft);
}

PawlStatus pw_multipliers_project_firmly(void *self, double t, double *y) {
  PwMultipliers *f = self;
  pw_multipliers_load(f, y);
  PawlStatus status = make_soft(f);
  for (int pass = 0; pass < 8 && status == PAWL_OK; pass++) {
    bool speeds = pass >= 5;
    status = pw_multipliers_place(f, t);
    if (status) return status;
    pw_multipliers_move(f);
    pw_kkt_fill(&f->soft, &f->head.motion);
    status = pw_sparse_factor(f->soft.matrix);
    if (status) return status;
    take_residuals(f, speeds ? PW_LEVEL_SPEED : PW_LEVEL_POSITION, f->x, NULL);
    memset(f->x, 0, (size_t)f->nv * sizeof *f->x);
    pw_sparse_solve(f->soft.matrix, f->x);
    for (int32_t i = 0; i < f->nv && speeds; i++) f->v[i] += f->x[i];
    if (!speeds) pw_position_add(f->head.k, f->q, f->x, f->q);
  }
  memcpy(y, f->q, (size_t)f->nq * sizeof *y);
  memcpy(y + f->nq, f->v, (size_t)f->nv * sizeof *y);
  return status;
}

PawlStatus pw_multipliers_project_speeds(PwMultipliers *f, double t, double *y) {
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status == PAWL_OK) status = pw_multipliers_project_v(f);
  if (status == PAWL_OK) memcpy(y + f->nq, f->v, (size_t)f->nv * sizeof *y);
  return status;
}

PawlStatus pw_multipliers_violation(void *self, double t, const double *y, double *position, double *speed, int32_t *row) {
  PwMultipliers *f = self;
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status) return status;
  pw_multipliers_move(f);
  *row = -1;
  *speed = take_residuals(f, PW_LEVEL_SPEED, f->work, NULL);
  *position = take_residuals(f, PW_LEVEL_POSITION, f->work, row);
  return PAWL_OK;
}
