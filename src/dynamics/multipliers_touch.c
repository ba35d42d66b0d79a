// The touch space of the multipliers formulation: W = G M^-1 G^T and what goes with it.
#include <math.h>
#include <string.h>

#include "dynamics/multipliers.h"

// Leaves the closed touches out of the equations, and takes them in again.
static PwActing release(PwMultipliers *f) {
  PwActing held = f->acting;
  f->acting.rows = f->acting.position_rows = 0;
  f->factored = false;
  return held;
}

static void hold(PwMultipliers *f, PwActing held) {
  f->acting = held;
  f->factored = false;
}

// Everything in place at (t, y) with no touch closed; the matrix K factored there.
static PawlStatus prepare(PwMultipliers *f, double t, const double *y) {
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  PwActing held = release(f);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  hold(f, held);
  return status;
}

PawlStatus pw_multipliers_touch_space(void *self, double t, const double *y, int32_t n, const PwPairRow *row, double *W,
                                      double *acceleration) {
  PwMultipliers *f = self;
  double scale = 1 / f->kkt.mass;
  PawlStatus status = pw_row_space_reserve(&f->space, f->head.k, PW_SPACE_SYMMETRIC, n, f->nv + f->kkt.m, f->kkt.mass);
  if (status == PAWL_OK) status = prepare(f, t, y);
  if (status) return status;
  pw_multipliers_move(f);
  status = pw_motion_forces(&f->head.motion, f->head.discrete, f->force);
  if (status) return status;
  pw_acting_press(&f->acting, &f->head.motion, f->force);
  for (int32_t i = 0; i < f->nv; i++) f->x[i] = f->head.kinematic ? 0 : f->force[i] * scale;
  for (int32_t a = 0; a < f->kkt.m; a++) f->x[f->nv + a] = -pw_row_bias(&f->head.motion, f->kkt.row[a]);
  pw_kkt_solve(&f->kkt, f->x);
  PwMatrix matrix = pw_multipliers_matrix(f);
  pw_row_space_form(&f->space, n, row, pw_multipliers_solve_column, &matrix);
  for (int32_t i = 0; i < n; i++) acceleration[i] = pw_row_space_along(&f->space, i, f->x) + row[i].bias;
  for (int32_t i = 0; i < n * n; i++) W[i] = scale * f->space.W[i];
  return PAWL_OK;
}

void pw_multipliers_apply_impulses(void *self, double *y, int32_t n, const double *impulse, double *row_impulse) {
  PwMultipliers *f = self;
  double scale = 1 / f->kkt.mass;
  memset(row_impulse, 0, (size_t)f->head.k->rows * sizeof *row_impulse);
  for (int32_t i = 0; i < n; i++) {
    const double *z = pw_row_space_column(&f->space, i);
    for (int32_t c = 0; c < f->nv; c++) y[f->nq + c] += scale * z[c] * impulse[i];
    for (int32_t a = 0; a < f->kkt.m; a++) row_impulse[f->kkt.row[a]] -= z[f->nv + a] * impulse[i];
  }
}

PawlStatus pw_multipliers_kick(void *self, double t, double *y) {
  PwMultipliers *f = self;
  PwActing held = release(f);
  PawlStatus status = pw_multipliers_project_speeds(f, t, y);
  hold(f, held);
  return status;
}

PawlStatus pw_multipliers_resting_forces(void *self, double t, const double *y, double *force) {
  PwMultipliers *f = self;
  pw_multipliers_load(f, y);
  memset(f->v, 0, (size_t)f->nv * sizeof *f->v);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status) return status;
  pw_multipliers_move(f);
  status = pw_motion_forces(&f->head.motion, f->head.discrete, force);
  if (status == PAWL_OK) pw_acting_press(&f->acting, &f->head.motion, force);
  return status;
}

PawlStatus pw_multipliers_static_forces(void *self, double t, const double *y, PwRowForces *out) {
  PwMultipliers *f = self;
  double scale = 1 / f->kkt.mass;
  PawlStatus status = pw_multipliers_resting_forces(f, t, y, f->force);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status) return status;
  for (int32_t i = 0; i < f->nv; i++) f->x[i] = f->force[i] * scale;
  memset(f->x + f->nv, 0, (size_t)f->kkt.m * sizeof *f->x);
  memset(f->border.mu, 0, (size_t)f->acting.rows * sizeof *f->border.mu);
  pw_multipliers_backsolve(f, f->acting.rows);
  for (int32_t i = 0; i < f->acting.rows; i++) f->acting.force[i] = -f->border.mu[i] * f->kkt.mass;
  *out = pw_acting_forces(&f->acting);
  return PAWL_OK;
}
