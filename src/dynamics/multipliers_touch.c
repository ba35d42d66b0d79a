// The touch space of the multipliers formulation: W = G M^-1 G^T and what goes with it.
#include <math.h>
#include <string.h>

#include "dynamics/multipliers.h"

// Everything in place at (t, y) with no touch closed; the matrix K factored there.
static PawlStatus prepare(PwMultipliers *f, double t, const double *y, int32_t *closed) {
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  *closed = f->border.n;
  f->border.n = 0;
  f->factored = false;
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  f->factored = false;
  return status;
}

PawlStatus pw_multipliers_touch_space(void *self, double t, const double *y, const int32_t *touch, int32_t n, double *W,
                                      double *gap, double *rate, double *acceleration) {
  PwMultipliers *f = self;
  PwBorder *b = &f->border;
  int32_t nx = f->nv + f->kkt.m, closed;
  double scale = 1 / f->kkt.mass;
  PawlStatus status = prepare(f, t, y, &closed);
  b->n = closed;
  if (status) return status;
  pw_multipliers_move(f);
  status = pw_motion_forces(&f->head.motion, f->head.discrete, f->force);
  if (status) return status;
  pw_border_press(b, f->head.k, f->force);
  for (int32_t i = 0; i < f->nv; i++) f->x[i] = f->head.kinematic ? 0 : f->force[i] * scale;
  for (int32_t a = 0; a < f->kkt.m; a++) f->x[f->nv + a] = -pw_row_bias(&f->head.motion, f->kkt.row[a]);
  pw_sparse_solve(f->kkt.matrix, f->x);
  PwTouchMotion m, other;
  for (int32_t i = 0; i < n; i++) {
    const PwTouch *source = &b->touches->touch[touch[i]];
    double *z = b->space + (size_t)i * (size_t)nx;
    status = pw_touch_place(&f->head.motion, source, &m);
    if (status) return status;
    pw_touch_move(&f->head.motion, source, &m);
    gap[i] = m.gap;
    rate[i] = m.rate;
    acceleration[i] = pw_pair_along(f->head.k, m.body, m.jac, f->x) + m.bias;
    pw_touch_column(f->head.k, m.body, m.jac, nx, z);
    pw_sparse_solve(f->kkt.matrix, z);
    for (int32_t j = 0; j <= i; j++) {
      status = pw_touch_place(&f->head.motion, &b->touches->touch[touch[j]], &other);
      if (status) return status;
      W[i * n + j] = W[j * n + i] = scale * pw_pair_along(f->head.k, other.body, other.jac, z);
    }
  }
  return PAWL_OK;
}

void pw_multipliers_apply_impulses(void *self, double *y, int32_t n, const double *impulse, double *row_impulse) {
  PwMultipliers *f = self;
  int32_t nx = f->nv + f->kkt.m;
  double scale = 1 / f->kkt.mass;
  memset(row_impulse, 0, (size_t)f->head.k->rows * sizeof *row_impulse);
  for (int32_t i = 0; i < n; i++) {
    const double *z = f->border.space + (size_t)i * (size_t)nx;
    for (int32_t c = 0; c < f->nv; c++) y[f->nq + c] += scale * z[c] * impulse[i];
    for (int32_t a = 0; a < f->kkt.m; a++) row_impulse[f->kkt.row[a]] -= z[f->nv + a] * impulse[i];
  }
}

PawlStatus pw_multipliers_kick(void *self, double t, double *y) {
  PwMultipliers *f = self;
  int32_t closed = f->border.n;
  f->border.n = 0;
  f->factored = false;
  PawlStatus status = pw_multipliers_project_speeds(f, t, y);
  f->border.n = closed;
  f->factored = false;
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
  if (status == PAWL_OK) pw_border_press(&f->border, f->head.k, force);
  return status;
}

PawlStatus pw_multipliers_static_forces(void *self, double t, const double *y, double *touch_force) {
  PwMultipliers *f = self;
  double scale = 1 / f->kkt.mass;
  PawlStatus status = pw_multipliers_resting_forces(f, t, y, f->force);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status) return status;
  for (int32_t i = 0; i < f->nv; i++) f->x[i] = f->force[i] * scale;
  memset(f->x + f->nv, 0, (size_t)f->kkt.m * sizeof *f->x);
  memset(f->border.r, 0, (size_t)f->border.n * sizeof *f->border.r);
  pw_border_solve(&f->border, f->kkt.matrix, f->head.k, f->nv + f->kkt.m, f->x);
  for (int32_t i = 0; i < f->border.n; i++) touch_force[f->border.index[i]] = -f->border.r[i] * f->kkt.mass;
  return PAWL_OK;
}
