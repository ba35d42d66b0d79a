#include "dynamics/row_space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/dense.h"

void pw_row_space_free(PwRowSpace *s) {
  free(s->body);
  free(s->G);
  pw_lcp_free(s->lcp);
  *s = (PwRowSpace){0};
}

PawlStatus pw_row_space_reserve(PwRowSpace *s, const PawlMechanism *k, PwSpaceKind kind, int32_t rows, int32_t size,
                                double mass) {
  if (rows <= s->room) return PAWL_OK;
  pw_row_space_free(s);
  bool symmetric = kind == PW_SPACE_SYMMETRIC;
  size_t n = (size_t)rows, pairs = kind == PW_SPACE_COMPLEX ? 2 : 1, square = n * n;
  s->body = calloc(3 * n, sizeof *s->body);
  s->G = calloc(12 * n + pairs * (n * (size_t)size + square) + 2 * square * symmetric + (2 + pairs) * n, sizeof *s->G);
  if (!s->body || !s->G || (symmetric && pw_lcp_create(rows, &s->lcp))) {
    pw_row_space_free(s);
    return PAWL_ERR_MEMORY;
  }
  s->k = k;
  s->kind = kind;
  s->room = rows;
  s->size = size;
  s->mass = mass;
  s->pivot = s->body + 2 * n;
  s->Z = s->G + 12 * n;
  s->W = s->Z + pairs * n * (size_t)size;
  s->mu = s->W + pairs * square;
  s->work = s->mu + pairs * n;
  s->weight = s->work + n;
  s->factor = s->weight + n;
  s->corner = s->factor + square * symmetric;
  return PAWL_OK;
}

void pw_row_column(const PawlMechanism *k, const PwPairRow *row, int32_t size, double *column) {
  memset(column, 0, (size_t)size * sizeof *column);
  pw_pair_add(k, row->body, row->jac, 1, column);
}

// G_i x of a column in pairs: its real or its imaginary part.
static double along_part(const PwRowSpace *s, int32_t i, const double *x, int part) {
  int32_t per = pw_speeds_per_body(s->k);
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    int32_t body = s->body[2 * i + side];
    for (int32_t c = 0; c < per && body; c++) sum += s->G[12 * i + side * per + c] * x[2 * ((body - 1) * per + c) + part];
  }
  return sum;
}

void pw_row_space_along_pairs(const PwRowSpace *s, const double *x, double *mu) {
  for (int32_t i = 0; i < s->n; i++) {
    for (int part = 0; part < 2; part++) mu[2 * i + part] = along_part(s, i, x, part);
  }
}

// Row and column i of a symmetric W. Of a row that joints hold already its solve leaves rounding, and so does W_ii, but the
// quotient of the two is not small: both are 0 then.
static void form_symmetric(PwRowSpace *s, int32_t i, double *z) {
  static const double HELD = 1e-14;
  int32_t n = s->n;
  double *W = s->W, own = pw_row_space_along(s, i, z);
  bool held = fabs(own) <= HELD * s->mass * pw_pair_free_response(s->k, s->body + 2 * i, s->G + 12 * i);
  if (held) memset(z, 0, (size_t)s->size * sizeof *z);
  for (int32_t j = 0; j < i; j++) W[i * n + j] = W[j * n + i] = held || W[j * n + j] == 0 ? 0 : pw_row_space_along(s, j, z);
  W[i * n + i] = held ? 0 : own;
}

void pw_row_space_form(PwRowSpace *s, int32_t n, const PwPairRow *row, PwColumnSolve solve, void *self) {
  assert(n <= s->room);
  s->n = n;
  s->shared = 0;
  s->even = true;
  for (int32_t i = 0; i < n; i++) {
    memcpy(s->body + 2 * i, row[i].body, sizeof row[i].body);
    memcpy(s->G + 12 * i, row[i].jac, sizeof row[i].jac);
    s->weight[i] = row[i].weight > 0 ? row[i].weight : 1;
    s->even = s->even && !(row[i].weight > 0);
  }
  for (int32_t i = 0; i < n; i++) {
    double *z = s->Z + (size_t)i * (size_t)s->size * (s->kind == PW_SPACE_COMPLEX ? 2 : 1);
    solve(self, &row[i], z);
    if (s->kind == PW_SPACE_SYMMETRIC) {
      form_symmetric(s, i, z);
    } else if (s->kind == PW_SPACE_GENERAL) {
      for (int32_t j = 0; j < n; j++) s->W[i * n + j] = pw_row_space_along(s, j, z);
    } else {
      pw_row_space_along_pairs(s, z, s->W + 2 * i * n);
    }
  }
  PW_SET_STAGE(s, PW_STAGE_FORMED);
}

// ---- factors

// Cholesky; returns the rows in front for which it stands: a pivot that vanishes against its diagonal belongs to a row that
// depends on those before it, one that vanishes against the largest diagonal to a row that the joints hold already.
// The factor stands by columns, row l of it is column l of L, and what is zero is passed by: touches of bodies that do not act on
// each other cost nothing.
static int32_t factor_symmetric(PwRowSpace *s) {
  static const double LEAST = 1e-11, NO_INERTIA = 1e-15;
  int32_t n = s->n;
  double *W = s->W, *L = s->factor, *x = s->work, largest = 0;
  for (int32_t j = 0; j < n; j++) largest = fmax(largest, W[j * n + j]);
  for (int32_t j = 0; j < n; j++) {
    double d = W[j * n + j];
    memcpy(x, W + j * n, (size_t)j * sizeof *x);
    for (int32_t l = 0; l < j; l++) {
      const double *column = L + l * n;
      if (x[l] == 0) continue;
      x[l] /= column[l];
      for (int32_t i = l + 1; i < j; i++) x[i] -= x[l] * column[i];
      d -= x[l] * x[l];
    }
    if (!(d > LEAST * W[j * n + j] && d > NO_INERTIA * largest)) return j;
    for (int32_t l = 0; l < j; l++) L[l * n + j] = x[l];
    L[j * n + j] = sqrt(d);
  }
  return n;
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

static void soften(PwRowSpace *s) {
  int32_t n = s->n, wide = s->kind == PW_SPACE_COMPLEX ? 2 : 1;
  const double complex *W = (const double complex *)s->W;
  double largest = 0;
  for (int32_t i = 0; i < n; i++) largest = fmax(largest, wide == 2 ? cabs(W[i * n + i]) : fabs(s->W[i * n + i]));
  for (int32_t i = 0; i < n; i++) s->W[wide * (i * n + i)] += 1e-12 * largest + (largest > 0 ? 0 : 1);
}

PawlStatus pw_row_space_factor(PwRowSpace *s) {
  PW_NEED_STAGE(s, PW_STAGE_FORMED, PW_STAGE_FORMED);
  PW_SET_STAGE(s, PW_STAGE_FACTORED);
  if (s->kind == PW_SPACE_SYMMETRIC) {
    s->firm = factor_symmetric(s);
    return PAWL_OK;
  }
  soften(s);
  if (s->kind == PW_SPACE_COMPLEX) return factor_complex((double complex *)s->W, s->n);
  return s->n > 0 ? pw_lu_factor(s->W, s->n, s->pivot) : PAWL_OK;
}

// ---- solves

// D W D of the first rows, D their weights: what is shared by least norm is mu/weight.
static const double *weighted(PwRowSpace *s, int32_t count) {
  if (count == s->n && s->even) return s->W;
  for (int32_t i = 0; i < count; i++) {
    for (int32_t j = 0; j < count; j++) s->corner[i * count + j] = s->W[i * s->n + j] * (s->weight[i] * s->weight[j]);
  }
  return s->corner;
}

PawlStatus pw_row_space_share(PwRowSpace *s, int32_t count, const double *b, double *mu) {
  PW_NEED_STAGE(s, PW_STAGE_FORMED, PW_STAGE_FACTORED);
  assert(s->kind == PW_SPACE_SYMMETRIC && count <= s->n);
  int32_t rank;
  double residual;
  bool again = s->shared == count && count > 0;
  for (int32_t i = 0; i < count; i++) s->work[i] = -b[i] * s->weight[i];
  s->shared = 0;
  PawlStatus status = again ? pw_least_norm_again(s->lcp, count, s->work, mu)
                            : pw_least_norm(s->lcp, count, weighted(s, count), s->work, mu, &rank, &residual);
  if (status == PAWL_OK) s->shared = count;
  for (int32_t i = 0; i < count; i++) mu[i] *= s->weight[i];
  return status;
}

static void solve_symmetric(const PwRowSpace *s, int32_t count, double *mu) {
  const double *L = s->factor;
  int32_t n = s->n;
  for (int32_t l = 0; l < count; l++) {
    if (mu[l] == 0) continue;
    mu[l] /= L[l * n + l];
    for (int32_t i = l + 1; i < count; i++) mu[i] -= L[l * n + i] * mu[l];
  }
  for (int32_t i = count - 1; i >= 0; i--) {
    for (int32_t l = i + 1; l < count; l++) mu[i] -= L[i * n + l] * mu[l];
    mu[i] /= L[i * n + i];
  }
}

static void solve_complex(const double complex *W, int32_t n, double complex *mu) {
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < i; j++) mu[i] -= W[j * n + i] * mu[j];
  }
  for (int32_t i = n - 1; i >= 0; i--) {
    for (int32_t j = i + 1; j < n; j++) mu[i] -= W[j * n + i] * mu[j];
    mu[i] /= W[i * n + i];
  }
}

void pw_row_space_solve(PwRowSpace *s, int32_t count, double *mu) {
  PW_NEED_STAGE(s, PW_STAGE_FACTORED, PW_STAGE_FACTORED);
  assert(count <= s->n);
  if (s->kind == PW_SPACE_COMPLEX) {
    solve_complex((const double complex *)s->W, s->n, (double complex *)mu);
  } else if (s->kind == PW_SPACE_GENERAL) {
    if (s->n > 0) pw_lu_solve(s->W, s->n, s->pivot, mu);
  } else if (s->firm < count) {
    pw_row_space_share(s, count, mu, mu);
  } else {
    solve_symmetric(s, count, mu);
  }
}

void pw_row_space_subtract(const PwRowSpace *s, int32_t count, const double *mu, double *x) {
  size_t size = (size_t)s->size;
  PW_NEED_STAGE(s, PW_STAGE_FORMED, PW_STAGE_FACTORED);
  for (int32_t i = 0; i < count; i++) {
    if (s->kind == PW_SPACE_COMPLEX) {
      const double complex *z = (const double complex *)s->Z + (size_t)i * size, factor = ((const double complex *)mu)[i];
      for (size_t c = 0; c < size; c++) ((double complex *)x)[c] -= z[c] * factor;
    } else {
      const double *z = s->Z + (size_t)i * size;
      for (size_t c = 0; c < size; c++) x[c] -= z[c] * mu[i];
    }
  }
}
