// Touches in the canonical formulation: touch space, impacts, forces that they share.
//
//   g_i = K^T J^T G_i^T,  W_ij = g_i . M^-1 g_j,  impulses change the momenta: dp = sum g_i P_i (W96 3.5.2), dv = J K M^-1 dp
#include <string.h>

#include "dynamics/canonical.h"

// Everything at (t, y) with all touches open, at the speeds of y.
static PawlStatus prepare(PwCanonical *f, double t, const double *y) {
  pw_canonical_read(f, t, y);
  PawlStatus status = pw_canonical_place(f, t);
  if (status == PAWL_OK) status = pw_canonical_reduce(f, &f->freed, true);
  if (status) return status;
  pw_tree_move(f->tree, f->u, f->v);
  pw_motion_move(&f->motion, f->v);
  pw_acting_move(&f->acting, &f->motion);
  pw_canonical_match_signs(f, y);
  return pw_canonical_show(f, f->q);
}

// Speeds of the bodies by a unit impulse along a row.
static void push(void *self, const PwPairRow *row, double *column) {
  PwCanonical *f = self;
  PwReduction *s = &f->freed;
  pw_tree_row(f->tree, row->body, row->jac, f->Q);
  pw_reduction_gather(s, f->Q, f->f);
  pw_reduction_solve(s, f->f);
  pw_reduction_spread(s, f->f, f->Q);
  pw_tree_apply(f->tree, f->Q, column);
}

// The same, and the impulses of the mechanism's rows behind.
static void push_all(void *self, const PwPairRow *row, double *column) {
  PwCanonical *f = self;
  PwReduction *s = &f->freed;
  push(f, row, column);
  pw_mass_multiply(&f->motion, column, f->w);
  pw_pair_add(f->head.k, row->body, row->jac, -1, f->w);
  pw_tree_gather(f->tree, f->w, f->Q);
  pw_reduction_multipliers(s, f->Q, f->mu);
  double *rows = column + f->nv;
  memset(rows, 0, (size_t)f->head.k->rows * sizeof *rows);
  for (int32_t a = 0; a < f->rows; a++) {
    rows[f->row[a]] = f->mu[a];
    f->mu[a] = -f->mu[a];
  }
  pw_canonical_pull(f, s, f->mu, f->w);
  pw_canonical_react_joints(f, &f->head.motion, f->w, rows);
}

PawlStatus pw_canonical_touch_space(void *self, double t, const double *y, int32_t n, const PwPairRow *row, double *W,
                                    double *acceleration) {
  PwCanonical *f = self;
  PawlStatus status = pw_row_space_reserve(&f->space, f->head.k, PW_SPACE_SYMMETRIC, n, f->nv + f->head.k->rows, 1);
  if (status == PAWL_OK) status = prepare(f, t, y);
  if (status == PAWL_OK) status = pw_canonical_forces(f);
  if (status) return status;
  pw_canonical_accelerate(f, &f->freed, f->head.kinematic ? NULL : f->force, true);
  for (int32_t i = 0; i < n; i++) acceleration[i] = pw_pair_along(f->head.k, row[i].body, row[i].jac, f->a) + row[i].bias;
  pw_row_space_form(&f->space, n, row, push_all, f);
  memcpy(W, f->space.W, (size_t)n * (size_t)n * sizeof *W);
  return PAWL_OK;
}

void pw_canonical_apply_impulses(void *self, double *y, int32_t n, const double *impulse, double *row_impulse) {
  PwCanonical *f = self;
  int32_t rows = f->head.k->rows;
  memset(row_impulse, 0, (size_t)rows * sizeof *row_impulse);
  for (int32_t i = 0; i < n; i++) {
    const double *column = pw_row_space_column(&f->space, i);
    for (int32_t c = 0; c < f->nv; c++) y[f->nq + c] += column[c] * impulse[i];
    for (int32_t r = 0; r < rows; r++) row_impulse[r] += column[f->nv + r] * impulse[i];
  }
}

PawlStatus pw_canonical_kick(void *self, double t, double *y) {
  PwCanonical *f = self;
  PawlStatus status = prepare(f, t, y);
  if (status) return status;
  pw_canonical_take_momenta(f, &f->freed, y + f->nq);
  pw_canonical_move(f, &f->freed);
  memcpy(y + f->nq, f->v, (size_t)f->nv * sizeof *y);
  return PAWL_OK;
}

PawlStatus pw_canonical_resting_forces(void *self, double t, const double *y, double *force) {
  PwCanonical *f = self;
  PwMotion *m = &f->head.motion;
  f->at = NULL;  // the touches stand elsewhere from here on
  memset(f->v, 0, (size_t)f->nv * sizeof *f->v);
  pw_acting_load(&f->acting, y + f->nq + f->nv + 1);
  PawlStatus status = pw_formulation_place_motion(&f->head, t, y);
  if (status == PAWL_OK) status = pw_acting_place(&f->acting, m);
  if (status) return status;
  pw_motion_move(m, f->v);
  pw_acting_move(&f->acting, m);
  status = pw_motion_forces(m, f->head.discrete, force);
  if (status == PAWL_OK) pw_acting_press(&f->acting, m, force);
  return status;
}

PawlStatus pw_canonical_static_forces(void *self, double t, const double *y, PwRowForces *out) {
  PwCanonical *f = self;
  PawlStatus status = pw_canonical_resting_forces(f, t, y, f->force);
  *out = pw_acting_forces(&f->acting);
  if (status || f->acting.rows == 0) return status;
  pw_canonical_read(f, t, y);
  status = pw_canonical_place(f, t);
  if (status == PAWL_OK) status = pw_canonical_reduce(f, &f->fresh, true);
  if (status) return status;
  pw_canonical_accelerate(f, &f->fresh, f->force, false);
  return pw_canonical_react(f, &f->fresh, NULL);
}

PawlStatus pw_canonical_share(PwCanonical *f) {
  PwRowSpace *space = &f->share;
  int32_t n = f->acting.rows;
  PawlStatus status = pw_canonical_reduce(f, &f->freed, true);
  if (status) return status;
  pw_row_space_form(space, n, f->acting.row, push, f);
  for (int32_t i = 0; i < n; i++) {
    space->mu[i] = 0;
    for (int32_t j = 0; j < n; j++) space->mu[i] += space->W[i * n + j] * f->mu[f->rows + j];
  }
  return pw_row_space_share(space, n, space->mu, f->acting.force);
}
