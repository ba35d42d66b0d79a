// Factors of C_d and M, and products with K.
#include <math.h>
#include <string.h>

#include "dynamics/canonical_reduction.h"
#include "numerics/dense.h"

// In the order that stands: A = (C_d C_i) -> factors of C_d. false: a pivot has become too small for the rows below it.
static bool eliminate(PwReduction *s) {
  static const double GROWTH = 300;  // of measured rows
  size_t n = (size_t)s->n;
  for (int32_t i = 0; i < s->r; i++) {
    const double *C = s->C + (size_t)s->in_force[i] * n;
    double *A = s->A + (size_t)i * n;
    memset(A + s->r, 0, (size_t)(s->n - s->r) * sizeof *A);  // these fill up, whatever the lists say
    for (int32_t e = s->cell_of[i]; e < s->cell_of[i + 1]; e++) A[s->cell[e]] = C[s->speed[s->cell[e]]];
  }
  for (int32_t k = 0; k < s->r; k++) {
    const double *pivot = s->A + (size_t)k * n;
    if (!(fabs(pivot[k]) > 0)) return false;  // also if it is not a number
    double inverse = 1 / pivot[k], most = GROWTH * s->weight[k];
    for (int32_t e = s->below_of[k]; e < s->below_of[k + 1]; e++) {
      double *A = s->A + (size_t)s->below[e] * n, factor = A[k] * inverse;
      if (fabs(factor) * s->weight[s->below[e]] > most) return false;
      A[k] = factor;
      for (int32_t c = s->right_of[k]; c < s->right_of[k + 1]; c++) A[s->right[c]] -= factor * pivot[s->right[c]];
    }
  }
  return true;
}

PawlStatus pw_reduction_eliminate(PwReduction *s) {
  size_t n = (size_t)s->n;
  if (!eliminate(s) && !(pw_reduction_order(s) && eliminate(s))) return PAWL_ERR_SINGULAR;
  for (int32_t k = s->r - 1; k >= 0; k--) {  // C_i -> C_d^-1 C_i
    double *row = s->A + (size_t)k * n;
    for (int32_t c = s->right_of[k]; c < s->free_of[k]; c++) {
      const double *A = s->A + (size_t)s->right[c] * n, factor = row[s->right[c]];
      for (int32_t j = s->r; j < s->n; j++) row[j] -= factor * A[j];
    }
    for (int32_t j = s->r; j < s->n; j++) row[j] /= row[k];
  }
  return PAWL_OK;
}

// work = M_di + M_dd B, of the order of the dependent speeds.
static void carry(PwReduction *s, const double *tree) {
  int32_t n = s->n, r = s->r, d = n - r;
  for (int32_t i = 0; i < r; i++) {
    const double *T = tree + (size_t)s->speed[i] * (size_t)n;
    double *Y = s->work + (size_t)i * (size_t)d;
    for (int32_t j = 0; j < d; j++) Y[j] = T[s->speed[r + j]];
    for (int32_t l = 0; l < r; l++) {
      const double *A = s->A + (size_t)l * (size_t)n + r, inertia = T[s->speed[l]];
      for (int32_t j = 0; j < d && inertia != 0; j++) Y[j] -= inertia * A[j];
    }
  }
}

PawlStatus pw_reduction_mass(PwReduction *s, const double *tree) {
  int32_t n = s->n, r = s->r, d = n - r;
  carry(s, tree);
  for (int32_t i = 0; i < d; i++) {
    const double *T = tree + (size_t)s->speed[r + i] * (size_t)n;
    double *M = s->M + (size_t)i * (size_t)d;
    for (int32_t j = 0; j <= i; j++) M[j] = T[s->speed[r + j]];
    for (int32_t l = 0; l < r; l++) {
      const double *A = s->A + (size_t)l * (size_t)n + r, *Y = s->work + (size_t)l * (size_t)d;
      double inertia = T[s->speed[l]], b = A[i];
      for (int32_t j = 0; j <= i; j++) M[j] -= inertia * A[j] + b * Y[j];
    }
  }
  return pw_reduction_factor_mass(s);
}

PawlStatus pw_reduction_factor_mass(PwReduction *s) {
  return pw_cholesky_factor(s->M, s->n - s->r) ? PAWL_OK : PAWL_ERR_SINGULAR;
}

void pw_reduction_solve(const PwReduction *s, double *x) {
  pw_cholesky_solve(s->M, s->n - s->r, x);
}

void pw_reduction_gather(const PwReduction *s, const double *g, double *out) {
  int32_t n = s->n, r = s->r;
  for (int32_t j = r; j < n; j++) out[j - r] = g[s->speed[j]];
  for (int32_t i = 0; i < r; i++) {
    const double *A = s->A + (size_t)i * (size_t)n, part = g[s->speed[i]];
    for (int32_t j = r; j < n && part != 0; j++) out[j - r] -= A[j] * part;
  }
}

void pw_reduction_spread(const PwReduction *s, const double *f, double *u) {
  int32_t n = s->n, r = s->r;
  for (int32_t j = r; j < n; j++) u[s->speed[j]] = f[j - r];
  for (int32_t i = 0; i < r; i++) {
    const double *A = s->A + (size_t)i * (size_t)n;
    double sum = 0;
    for (int32_t j = r; j < n; j++) sum -= A[j] * f[j - r];
    u[s->speed[i]] = sum;
  }
}

void pw_reduction_close(const PwReduction *s, const double *c, double *u) {
  size_t n = (size_t)s->n;
  double *b = s->work;
  for (int32_t k = 0; k < s->r; k++) b[k] = c[s->in_force[k]];
  for (int32_t k = 0; k < s->r; k++) {
    for (int32_t e = s->below_of[k]; e < s->below_of[k + 1]; e++)
      b[s->below[e]] -= s->A[(size_t)s->below[e] * n + (size_t)k] * b[k];
  }
  for (int32_t k = s->r - 1; k >= 0; k--) {
    const double *A = s->A + (size_t)k * n;
    for (int32_t e = s->right_of[k]; e < s->free_of[k]; e++) b[k] -= A[s->right[e]] * b[s->right[e]];
    b[k] /= A[k];
    u[s->speed[k]] -= b[k];
  }
}

void pw_reduction_multipliers(const PwReduction *s, const double *g, double *mu) {
  size_t n = (size_t)s->n;
  double *b = s->work;
  for (int32_t k = 0; k < s->r; k++) b[k] = g[s->speed[k]];
  for (int32_t k = 0; k < s->r; k++) {
    const double *A = s->A + (size_t)k * n;
    b[k] /= A[k];
    for (int32_t e = s->right_of[k]; e < s->free_of[k]; e++) b[s->right[e]] -= A[s->right[e]] * b[k];
  }
  for (int32_t k = s->r - 1; k >= 0; k--) {
    for (int32_t e = s->below_of[k]; e < s->below_of[k + 1]; e++)
      b[k] -= s->A[(size_t)s->below[e] * n + (size_t)k] * b[s->below[e]];
  }
  for (int32_t a = 0; a < s->m; a++) mu[a] = 0;
  for (int32_t k = 0; k < s->r; k++) mu[s->in_force[k]] = b[k];
}
