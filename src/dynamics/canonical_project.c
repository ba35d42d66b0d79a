// The canonical formulation: onto the constraints.
//
//   dependent only:  dx_d = -C_d^-1 c
//   orthogonal:      dx = dx_d - K M^-1 K^T M_tree dx_d: the least dx^T M_tree dx with C dx = -c
//   firmly:          dx = -D C^T (C D C^T + e)^-1 c, D = diag(1 / M_jj), rows scaled: what lies far above e is corrected, what
//                    lies far below is not
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/canonical.h"
#include "dynamics/newton.h"

double pw_canonical_residual(const PwCanonical *f, const PwReduction *s, double *c) {
  const PawlMechanism *k = f->head.k;
  double largest = 0;
  for (int32_t i = 0; i < f->pins; i++) {
    for (int axis = 0; axis < 2; axis++) c[f->pin[i].closure + axis] = f->pin[i].p[1][axis] - f->pin[i].p[0][axis];
  }
  int32_t positions = pw_canonical_position_closures(f, s);
  for (int32_t a = positions; a < s->m; a++)
    c[a] = 0;  // speeds have no residual: positions are put right without moving along them
  for (int32_t a = 0; a < positions; a++) {
    bool touch = a >= f->rows;
    if (touch) {
      c[a] = f->acting.row[a - f->rows].value;
    } else if (!f->pinned[a]) {
      c[a] = pw_row_value(&f->motion, f->row[a]);
    }
    bool angular = touch ? f->acting.row[a - f->rows].angular : k->row[f->row[a]].angular;
    double relative = fabs(c[a]) / pw_scale(k, angular);
    if (isnan(relative)) return relative;
    largest = fmax(largest, relative);
  }
  return largest;
}

// du of the dependent speeds -> the least one that closes as much.
static void make_orthogonal(PwCanonical *f, const PwReduction *s, double *du) {
  pw_tree_apply(f->tree, du, f->a);
  pw_mass_multiply(&f->motion, f->a, f->h);
  pw_tree_gather(f->tree, f->h, f->Q);
  pw_reduction_gather(s, f->Q, f->f);
  pw_reduction_solve(s, f->f);
  pw_reduction_spread(s, f->f, f->Q);
  for (int32_t i = 0; i < f->nu; i++) du[i] -= f->Q[i];
}

typedef struct {
  PwCanonical *f;
  double t;
  PwReduction *s;
  bool choose;      // the next reduction makes a new choice
  bool orthogonal;  // all speeds change, by the least (in inertia); else the dependent ones only
} Closing;

static PawlStatus place(void *self) {
  const Closing *c = self;
  return pw_canonical_place(c->f, c->t);
}

static double residual(void *self) {
  const Closing *c = self;
  return pw_canonical_residual(c->f, c->s, c->f->c);
}

static PawlStatus factor(void *self) {
  Closing *c = self;
  PawlStatus status = pw_canonical_reduce(c->f, c->s, c->choose);
  c->choose = false;
  return status;
}

// One correction by the residuals f->c and the reduction at hand.
static void step(void *self) {
  const Closing *c = self;
  PwCanonical *f = c->f;
  memset(f->u, 0, (size_t)f->nu * sizeof *f->u);
  pw_reduction_close(c->s, f->c, f->u);
  if (c->orthogonal) make_orthogonal(f, c->s, f->u);
  pw_tree_add(f->tree, f->x, f->u, f->x);
}

PawlStatus pw_canonical_correct(PwCanonical *f, double t, PwReduction *s, bool choose, double tolerance, bool orthogonal) {
  Closing c = {f, t, s, choose, orthogonal};
  bool fresh = false;
  s->rows = f->rows;
  s->m = pw_canonical_closures(f, s);
  PawlStatus status = pw_newton(&(PwNewton){&c, place, residual, factor, step}, tolerance, &fresh);
  return status ? status : factor(&c);
}

PawlStatus pw_canonical_polish(PwCanonical *f, double t, PwReduction *s) {
  Closing c = {f, t, s, false, true};
  residual(&c);
  step(&c);
  PawlStatus status = pw_canonical_place(f, t);
  return status ? status : pw_canonical_reduce(f, s, false);
}

// Rounding of the positions, over what is left of a touch's row, moves them along the others; over that again it is the error of
// K. Speeds that are on the closures already are better as they are.
bool pw_canonical_is_faint(const PwCanonical *f, const PwReduction *s) {
  static const double FAINT = 1e-4;
  return !f->head.kinematic && pw_reduction_firmness(s) < FAINT;
}

// The speeds of y, at the positions that stand; those of y become these.
static void keep_speeds(PwCanonical *f, double t, double *y) {
  pw_canonical_match_signs(f, y);
  pw_canonical_give_positions(f, y);
  pw_tree_read(f->tree, t, f->head.discrete, y, y + f->nq, f->key, f->u);  // the key is that of another state by now
  pw_tree_move(f->tree, f->u, f->v);
  pw_motion_move(&f->motion, f->v);
  pw_acting_move(&f->acting, &f->motion);
}

PawlStatus pw_canonical_project(void *self, double t, double *y) {
  PwCanonical *f = self;
  pw_canonical_read(f, t, y);
  PawlStatus status = pw_canonical_correct(f, t, &f->fresh, true, 1e-14, true);
  if (status == PAWL_OK && f->fresh.m > 0) status = pw_canonical_polish(f, t, &f->fresh);
  if (status) return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
  if (pw_canonical_is_faint(f, &f->fresh)) {
    keep_speeds(f, t, y);
  } else {
    pw_canonical_take_momenta(f, &f->fresh, y + f->nq);
    pw_canonical_move(f, &f->fresh);
  }
  pw_canonical_match_signs(f, y);
  return pw_canonical_show(f, y);
}

// One soft correction: the least du that takes back what of c is firm.
static PawlStatus step_softly(PwCanonical *f, const PwReduction *s, double *du) {
  static const double SOFT = 1e-6;
  memset(du, 0, (size_t)f->nu * sizeof *du);
  if (s->m == 0) return PAWL_OK;
  PawlStatus status = pw_canonical_factor_gram(f, s, SOFT);
  if (status) return status;
  for (int32_t a = 0; a < s->m; a++) f->mu[a] = f->scale[a] * f->c[a];
  pw_sparse_solve(f->gram, f->mu);
  for (int32_t a = 0; a < s->m; a++) {
    for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) {
      int32_t j = s->column[e];
      du[j] -= f->scale[a] * f->mu[a] * s->C[e] / (f->metric[j] * f->metric[j]);
    }
  }
  return PAWL_OK;
}

PawlStatus pw_canonical_project_firmly(void *self, double t, double *y) {
  enum { POSITIONS = 5, PASSES = 8 };
  PwCanonical *f = self;
  PwReduction *s = &f->freed;
  pw_canonical_read(f, t, y);
  memcpy(f->k, f->u, (size_t)f->nu * sizeof *f->u);
  for (int pass = 0; pass < PASSES; pass++) {
    PawlStatus status = pw_canonical_place(f, t);
    if (status) return status;
    pw_canonical_close(f, s);
    pw_tree_move(f->tree, f->k, f->v);
    pw_motion_move(&f->motion, f->v);
    for (int32_t a = 0; a < s->m; a++) {
      f->c[a] = pass < POSITIONS ? pw_row_value(&f->motion, f->row[a]) : pw_row_rate(&f->motion, f->row[a]);
    }
    status = step_softly(f, s, f->u);
    if (status) return status;
    if (pass < POSITIONS) pw_tree_add(f->tree, f->x, f->u, f->x);
    for (int32_t j = 0; j < f->nu && pass >= POSITIONS; j++) f->k[j] += f->u[j];
  }
  pw_tree_move(f->tree, f->k, f->v);
  pw_canonical_match_signs(f, y);
  return pw_canonical_show(f, y);
}

PawlStatus pw_canonical_violation(void *self, double t, const double *y, double *position, double *speed, int32_t *row) {
  PwCanonical *f = self;
  const PawlMechanism *k = f->head.k;
  PwMotion *m = &f->head.motion;
  PawlStatus status = pw_formulation_place_motion(&f->head, t, y);
  if (status == PAWL_OK) status = pw_acting_place(&f->acting, m);
  if (status) return status;
  pw_motion_move(m, y + f->nq);
  pw_acting_move(&f->acting, m);
  f->at = NULL;  // the touches stand elsewhere now
  *row = -1;
  *position = *speed = 0;
  for (int32_t r = 0; r < k->rows; r++) {
    double size = pw_scale(k, k->row[r].angular), c = fabs(pw_row_value(m, r)) / size;
    if (k->row[r].redundant) continue;
    if (!(c <= *position)) {
      *position = c;
      *row = r;
    }
    *speed = fmax(*speed, fabs(pw_row_rate(m, r)) / size);
  }
  for (int32_t i = 0; i < f->acting.rows; i++) {
    const PwPairRow *of = &f->acting.row[i];
    double size = pw_scale(k, of->angular);
    if (i < f->acting.position_rows) *position = fmax(*position, fabs(of->value) / size);
    *speed = fmax(*speed, fabs(of->rate) / size);
  }
  return PAWL_OK;
}
