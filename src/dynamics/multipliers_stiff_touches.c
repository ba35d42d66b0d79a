// Touches in the stiff integrator's matrices: pressed ones as stiffness and damping of their contact's bodies, closed ones beside
// the matrices.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/law.h"
#include "dynamics/multipliers_stiff.h"
#include "numerics/dense.h"

void pw_stiff_free_touches(PwStiff *s) {
  free(s->touches.body);
  free(s->touches.G);
  s->touches = (PwStiffTouches){0};
}

static PawlStatus reserve(PwStiff *s, int32_t capacity, int32_t nx) {
  PwStiffTouches *t = &s->touches;
  if (capacity <= t->capacity) return PAWL_OK;
  pw_stiff_free_touches(s);
  size_t n = (size_t)capacity, wide = n * (size_t)nx, square = n * n;
  t->body = calloc(4 * n, sizeof *t->body);
  t->G = calloc(12 * n + 4 * wide + 4 * square + 2 * n, sizeof *t->G);
  if (!t->body || !t->G) return PAWL_ERR_MEMORY;
  t->plain_pivot = t->body + 2 * n;
  t->real_pivot = t->plain_pivot + n;
  t->plain_Z = t->G + 12 * n;
  t->real_Z = t->plain_Z + wide;
  t->pairs_Z = t->real_Z + wide;
  t->plain_W = t->pairs_Z + 2 * wide;
  t->real_W = t->plain_W + square;
  t->pairs_W = t->real_W + square;
  t->mu = t->pairs_W + 2 * square;
  t->capacity = capacity;
  return PAWL_OK;
}

static void add_press(PwStiff *s, const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *m) {
  int32_t per = pw_speeds_per_body(k), wide = 2 * per;
  double force, by_gap, by_rate;
  pw_force_law(&k->contact[touch->contact].law, touch->v0, m->gap, m->rate, &force, &by_gap, &by_rate);
  for (int32_t i = 0; i < s->presses; i++) {
    PwStiffPress *p = &s->press[i];
    if (p->contact != touch->contact) continue;
    p->active = true;
    for (int32_t a = 0; a < wide * wide; a++) {
      double product = m->jac[a / wide] * m->jac[a % wide];
      p->k[a] += by_gap * product;
      p->c[a] += by_rate * product;
    }
  }
}

PawlStatus pw_stiff_take_touches(PwMultipliers *f) {
  PwStiff *s = f->stiff;
  const PwBorder *b = &f->border;
  PawlStatus status = reserve(s, b->capacity, f->nv + f->kkt.m);
  if (status) return status;
  s->touches.n = b->n;
  for (int32_t i = 0; i < s->presses; i++) {
    s->press[i].active = false;
    memset(s->press[i].k, 0, sizeof s->press[i].k);
    memset(s->press[i].c, 0, sizeof s->press[i].c);
  }
  for (int32_t i = 0; i < b->n + b->pressed; i++) {
    const PwTouch *touch = &b->touches->touch[b->index[i]];
    PwTouchMotion m;
    status = pw_touch_place(&s->motion, touch, &m);
    if (status) return status;
    pw_touch_move(&s->motion, touch, &m);
    if (i >= b->n) {
      add_press(s, f->head.k, touch, &m);
      continue;
    }
    memcpy(s->touches.G + 12 * i, m.jac, sizeof m.jac);
    s->touches.body[2 * i] = m.body[0];
    s->touches.body[2 * i + 1] = m.body[1];
  }
  return PAWL_OK;
}

static double along(const PwMultipliers *f, int32_t i, const double *x) {
  return pw_pair_along(f->head.k, f->stiff->touches.body + 2 * i, f->stiff->touches.G + 12 * i, x);
}

// Z and the LU factors of W for a real matrix. Touches that depend on each other get a little softness: the matrix only steers.
static void factor_real(PwMultipliers *f, PwSparse *matrix, double *Z, double *W, int32_t *pivot) {
  PwStiffTouches *t = &f->stiff->touches;
  int32_t n = t->n, nx = f->nv + f->kkt.m;
  double largest = 0;
  for (int32_t i = 0; i < n; i++) {
    double *z = Z + (size_t)i * (size_t)nx;
    pw_touch_column(f->head.k, t->body + 2 * i, t->G + 12 * i, nx, z);
    pw_sparse_solve(matrix, z);
    for (int32_t j = 0; j < n; j++) W[i * n + j] = along(f, j, z);
    largest = fmax(largest, fabs(W[i * n + i]));
  }
  for (int32_t i = 0; i < n; i++) W[i * n + i] += 1e-12 * largest + (largest > 0 ? 0 : 1);
  if (n > 0) pw_lu_factor(W, n, pivot);
}

void pw_stiff_factor_plain(PwMultipliers *f) {
  PwStiffTouches *t = &f->stiff->touches;
  factor_real(f, f->stiff->plain.matrix, t->plain_Z, t->plain_W, t->plain_pivot);
}

// LU without pivoting in place: W of the complex matrix is near to the real one, which is positive definite.
static PawlStatus factor_complex(double complex *W, int32_t n) {
  for (int32_t k = 0; k < n; k++) {
    if (!(cabs(W[k * n + k]) > 0)) return PAWL_ERR_SINGULAR;
    for (int32_t i = k + 1; i < n; i++) {
      W[k * n + i] /= W[k * n + k];
      for (int32_t j = k + 1; j < n; j++) W[j * n + i] -= W[k * n + i] * W[j * n + k];
    }
  }
  return PAWL_OK;
}

PawlStatus pw_stiff_factor_touches(PwMultipliers *f) {
  PwStiff *s = f->stiff;
  PwStiffTouches *t = &s->touches;
  int32_t n = t->n, nx = f->nv + f->kkt.m;
  double complex *W = (double complex *)t->pairs_W;
  double largest = 0;
  if (n == 0) return PAWL_OK;
  factor_real(f, s->real, t->real_Z, t->real_W, t->real_pivot);
  for (int32_t i = 0; i < n; i++) {
    double *z = t->pairs_Z + 2 * (size_t)i * (size_t)nx;
    pw_touch_column(f->head.k, t->body + 2 * i, t->G + 12 * i, nx, s->work);
    for (int32_t c = 0; c < nx; c++) {
      z[2 * c] = s->work[c];
      z[2 * c + 1] = 0;
    }
    pw_sparse_solve(s->pairs, z);
    for (int part = 0; part < 2; part++) {
      for (int32_t c = 0; c < f->nv; c++) s->work[c] = z[2 * c + part];
      for (int32_t j = 0; j < n; j++) t->pairs_W[2 * (i * n + j) + part] = along(f, j, s->work);
    }
    largest = fmax(largest, cabs(W[i * n + i]));
  }
  for (int32_t i = 0; i < n; i++) W[i * n + i] += 1e-12 * largest + (largest > 0 ? 0 : 1);
  return factor_complex(W, n);
}

// x -= Z W^-1 (G x - wanted)
static void correct(const PwMultipliers *f, const double *Z, const double *W, const int32_t *pivot, const double *wanted,
                    double *x) {
  PwStiffTouches *t = &f->stiff->touches;
  int32_t n = t->n, nx = f->nv + f->kkt.m;
  if (n == 0) return;
  for (int32_t i = 0; i < n; i++) t->mu[i] = along(f, i, x) - (wanted ? along(f, i, wanted) : 0);
  pw_lu_solve(W, n, pivot, t->mu);
  for (int32_t i = 0; i < n; i++) {
    for (int32_t c = 0; c < nx; c++) x[c] -= Z[(size_t)i * (size_t)nx + (size_t)c] * t->mu[i];
  }
}

void pw_stiff_solve_off(const PwMultipliers *f, const double *r, double *x) {
  PwStiffTouches *t = &f->stiff->touches;
  pw_sparse_solve(f->stiff->plain.matrix, x);
  correct(f, t->plain_Z, t->plain_W, t->plain_pivot, r, x);
}

void pw_stiff_solve_real(PwMultipliers *f, double *x) {
  PwStiffTouches *t = &f->stiff->touches;
  pw_sparse_solve(f->stiff->real, x);
  correct(f, t->real_Z, t->real_W, t->real_pivot, NULL, x);
}

void pw_stiff_solve_pairs(PwMultipliers *f, double *x) {
  PwStiff *s = f->stiff;
  PwStiffTouches *t = &s->touches;
  int32_t n = t->n, nx = f->nv + f->kkt.m;
  const double complex *W = (const double complex *)t->pairs_W, *Z = (const double complex *)t->pairs_Z;
  double complex *mu = (double complex *)t->mu, *out = (double complex *)x;
  pw_sparse_solve(s->pairs, x);
  if (n == 0) return;
  for (int part = 0; part < 2; part++) {
    for (int32_t c = 0; c < f->nv; c++) s->work[c] = x[2 * c + part];
    for (int32_t i = 0; i < n; i++) t->mu[2 * i + part] = along(f, i, s->work);
  }
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < i; j++) mu[i] -= W[j * n + i] * mu[j];
  }
  for (int32_t i = n - 1; i >= 0; i--) {
    for (int32_t j = i + 1; j < n; j++) mu[i] -= W[j * n + i] * mu[j];
    mu[i] /= W[i * n + i];
  }
  for (int32_t i = 0; i < n; i++) {
    for (int32_t c = 0; c < nx; c++) out[c] -= Z[(size_t)i * (size_t)nx + (size_t)c] * mu[i];
  }
}
