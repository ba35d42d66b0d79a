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
  pw_border_move(&f->border, &f->motion);
  pw_canonical_match_signs(f, y);
  return pw_canonical_show(f, f->q);
}

// What a unit impulse along jac does: speeds of the bodies, then impulses of the rows.
static void answer(PwCanonical *f, const PwTouchMotion *m, double *column) {
  PwReduction *s = &f->freed;
  pw_tree_row(f->tree, m->body, m->jac, f->Q);
  pw_reduction_gather(s, f->Q, f->f);
  pw_reduction_solve(s, f->f);
  pw_reduction_spread(s, f->f, f->Q);
  pw_tree_apply(f->tree, f->Q, column);
  pw_mass_multiply(&f->motion, column, f->w);
  pw_pair_add(f->head.k, m->body, m->jac, -1, f->w);
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

PawlStatus pw_canonical_touch_space(void *self, double t, const double *y, const int32_t *touch, int32_t n, double *W,
                                    double *gap, double *rate, double *acceleration) {
  PwCanonical *f = self;
  size_t nx = (size_t)f->nv + (size_t)f->head.k->rows;
  PwTouchMotion m;
  PawlStatus status = prepare(f, t, y);
  if (status == PAWL_OK) status = pw_canonical_forces(f);
  if (status) return status;
  pw_canonical_accelerate(f, &f->freed, f->head.kinematic ? NULL : f->force, true);
  for (int32_t i = 0; i < n; i++) {
    const PwTouch *source = &f->border.touches->touch[touch[i]];
    status = pw_touch_place(&f->motion, source, &m);
    if (status) return status;
    pw_touch_move(&f->motion, source, &m);
    gap[i] = m.gap;
    rate[i] = m.rate;
    acceleration[i] = pw_pair_along(f->head.k, m.body, m.jac, f->a) + m.bias;
    answer(f, &m, f->border.space + (size_t)i * nx);
    for (int32_t j = 0; j <= i; j++) {
      W[i * n + j] = W[j * n + i] = pw_pair_along(f->head.k, m.body, m.jac, f->border.space + (size_t)j * nx);
    }
  }
  return PAWL_OK;
}

void pw_canonical_apply_impulses(void *self, double *y, int32_t n, const double *impulse, double *row_impulse) {
  PwCanonical *f = self;
  int32_t rows = f->head.k->rows;
  memset(row_impulse, 0, (size_t)rows * sizeof *row_impulse);
  for (int32_t i = 0; i < n; i++) {
    const double *column = f->border.space + (size_t)i * ((size_t)f->nv + (size_t)rows);
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
  PawlStatus status = pw_motion_place(m, t, y, f->head.discrete);
  if (status == PAWL_OK) status = pw_border_place(&f->border, m);
  if (status) return status;
  pw_motion_move(m, f->v);
  pw_border_move(&f->border, m);
  status = pw_motion_forces(m, f->head.discrete, force);
  if (status == PAWL_OK) pw_border_press(&f->border, f->head.k, force);
  return status;
}

PawlStatus pw_canonical_static_forces(void *self, double t, const double *y, double *touch_force) {
  PwCanonical *f = self;
  PawlStatus status = pw_canonical_resting_forces(f, t, y, f->force);
  if (status || f->border.n == 0) return status;
  pw_canonical_read(f, t, y);
  status = pw_canonical_place(f, t);
  if (status == PAWL_OK) status = pw_canonical_reduce(f, &f->fresh, true);
  if (status) return status;
  pw_canonical_accelerate(f, &f->fresh, f->force, false);
  status = pw_canonical_react(f, &f->fresh, NULL);
  for (int32_t i = 0; i < f->border.n; i++) touch_force[f->border.index[i]] = f->border.force[f->border.index[i]];
  return status;
}

PawlStatus pw_canonical_share(PwCanonical *f) {
  PwBorder *b = &f->border;
  PwReduction *s = &f->freed;
  int32_t n = b->n, d, rank;
  double residual;
  PawlStatus status = pw_canonical_reduce(f, s, true);
  if (status) return status;
  d = s->n - s->r;
  for (int32_t i = 0; i < n; i++) {
    double *g = b->Z + (size_t)i * ((size_t)f->nv + (size_t)f->head.k->rows);
    pw_tree_row(f->tree, b->motion[i].body, b->motion[i].jac, f->Q);
    pw_reduction_gather(s, f->Q, g);
    memcpy(f->f, g, (size_t)d * sizeof *g);
    pw_reduction_solve(s, f->f);
    for (int32_t j = 0; j <= i; j++) {
      const double *other = b->Z + (size_t)j * ((size_t)f->nv + (size_t)f->head.k->rows);
      double sum = 0;
      for (int32_t c = 0; c < d; c++) sum += other[c] * f->f[c];
      b->W[i * n + j] = b->W[j * n + i] = sum;
    }
  }
  for (int32_t i = 0; i < n; i++) {
    b->work[i] = 0;
    for (int32_t j = 0; j < n; j++) b->work[i] -= b->W[i * n + j] * f->mu[f->rows + j];
  }
  status = pw_least_norm(b->lcp, n, b->W, b->work, b->r, &rank, &residual);
  for (int32_t i = 0; i < n; i++) b->force[b->index[i]] = b->r[i];
  return status;
}
