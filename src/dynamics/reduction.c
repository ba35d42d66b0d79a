#include "dynamics/reduction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/dense.h"

static const double LEAST = 3e-6;     // of its length: what must be left of a touch's row for it to be in force
static const double EXCHANGE = 1.25;  // entries of B above this make C_d better by an exchange
static const double WISHED = 1e-2;    // of the best pivot: one that leaves a wished speed independent

void pw_reduction_free(PwReduction *s) {
  free(s->in_force);
  free(s->C);
  *s = (PwReduction){0};
}

PawlStatus pw_reduction_reserve(PwReduction *s, int32_t m, int32_t n) {
  if (s->C && m <= s->room) return PAWL_OK;
  size_t most = (size_t)(m < n ? m : n), wide = (size_t)m * (size_t)n, all = (size_t)n;
  PwReduction old = *s;
  *s = (PwReduction){.r = old.r};
  s->in_force = calloc(2 * most + 2 * all + 1, sizeof *s->in_force);
  s->C = calloc(2 * wide + most * all + all * all + 1, sizeof *s->C);
  if (!s->in_force || !s->C) {
    pw_reduction_free(s);
    pw_reduction_free(&old);
    return PAWL_ERR_MEMORY;
  }
  s->order = s->in_force + most;
  s->speed = s->order + most;
  s->mark = s->speed + all;
  if (old.C) {  // the choice stays
    memcpy(s->in_force, old.in_force, (size_t)old.r * sizeof *s->in_force);
    memcpy(s->speed, old.speed, 2 * all * sizeof *s->speed);
    pw_reduction_free(&old);
  }
  s->work = s->C + wide;
  s->A = s->work + wide;
  s->M = s->A + most * all;
  s->n = n;
  s->room = m;
  return PAWL_OK;
}

// The largest entry of the rows [from, to) that are not in force yet, in columns that are not dependent yet. Wished columns count
// only where nothing else is of a size.
static double find_pivot(const PwReduction *s, const bool *wished, int32_t from, int32_t to, int32_t *row, int32_t *column) {
  double best = 0, raw = 0;
  for (int32_t a = from; a < to; a++) {
    const double *A = s->work + (size_t)a * (size_t)s->n;
    bool taken = false;
    for (int32_t i = 0; i < s->r && !taken; i++) taken = s->in_force[i] == a;
    for (int32_t j = 0; j < s->n && !taken; j++) {
      double size = fabs(A[j]) * (wished[j] ? WISHED : 1);
      if (s->mark[j] || !(size > best)) continue;
      best = size;
      raw = fabs(A[j]);
      *row = a;
      *column = j;
    }
  }
  return raw;
}

static void clear_column(const PwReduction *s, int32_t row, int32_t column) {
  const double *pivot = s->work + (size_t)row * (size_t)s->n;
  for (int32_t a = 0; a < s->m; a++) {
    double *A = s->work + (size_t)a * (size_t)s->n, factor = A[column] / pivot[column];
    if (a == row || factor == 0) continue;
    for (int32_t j = 0; j < s->n; j++) A[j] -= factor * pivot[j];
    A[column] = 0;
  }
}

// C in measured speeds, rows of length 1, into work.
static void measure(PwReduction *s, const double *inertia) {
  for (int32_t a = 0; a < s->m; a++) {
    const double *C = s->C + (size_t)a * (size_t)s->n;
    double *A = s->work + (size_t)a * (size_t)s->n, length = 0;
    for (int32_t j = 0; j < s->n; j++) {
      A[j] = C[j] / inertia[j];
      length += A[j] * A[j];
    }
    length = sqrt(length);
    for (int32_t j = 0; j < s->n && length > 0; j++) A[j] /= length;
  }
}

// speed[]: the marked ones, which are dependent, in front; each part rising.
static void sort_speeds(PwReduction *s) {
  int32_t next = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t j = 0; j < s->n; j++) {
      if ((s->mark[j] != 0) == (pass == 0)) s->speed[next++] = j;
    }
  }
}

// Exchanges pairs until B is small.
static PawlStatus improve(PwReduction *s, const double *inertia, const bool *wished) {
  enum { MOST = 50 };
  int32_t d = s->n - s->r;
  for (int pass = 0; pass < MOST; pass++) {
    double worst = EXCHANGE;
    int32_t out = -1, in = -1;
    PawlStatus status = pw_reduction_eliminate(s);
    if (status) return status;
    for (int32_t i = 0; i < s->r; i++) {
      const double *B = s->A + (size_t)i * (size_t)s->n + s->r;
      for (int32_t j = 0; j < d; j++) {
        int32_t to = s->speed[i], from = s->speed[s->r + j];
        double size = fabs(B[j]) * inertia[to] / inertia[from] * (wished[from] ? WISHED : 1);
        if (!(size > worst)) continue;
        worst = size;
        out = to;
        in = from;
      }
    }
    if (out < 0) break;
    s->mark[out] = 0;
    s->mark[in] = 1;
    sort_speeds(s);
  }
  return PAWL_OK;
}

PawlStatus pw_reduction_choose(PwReduction *s, const double *inertia, const bool *wished) {
  measure(s, inertia);
  memset(s->mark, 0, (size_t)s->n * sizeof *s->mark);
  s->r = 0;
  for (int touches = 0; touches < 2; touches++) {
    int32_t from = touches ? s->rows : 0, to = touches ? s->m : s->rows;
    for (int32_t i = from; i < to && s->r < s->n; i++) {
      int32_t row = 0, column = 0;
      double size = find_pivot(s, wished, from, to, &row, &column);
      if (touches && !(size > LEAST)) break;
      if (!(size > 0)) return PAWL_ERR_SINGULAR;  // also if it is not a number
      clear_column(s, row, column);
      s->in_force[s->r++] = row;
      s->mark[column] = 1;
    }
  }
  if (s->r < s->rows) return PAWL_ERR_SINGULAR;
  sort_speeds(s);
  return improve(s, inertia, wished);
}

// Row by row with partial pivoting: A = (C_d C_i) -> factors of C_d beside C_d^-1 C_i. Rows are mostly zeros.
PawlStatus pw_reduction_eliminate(PwReduction *s) {
  int32_t n = s->n, r = s->r;
  for (int32_t i = 0; i < r; i++) {
    const double *C = s->C + (size_t)s->in_force[i] * (size_t)n;
    double *A = s->A + (size_t)i * (size_t)n;
    for (int32_t j = 0; j < n; j++) A[j] = C[s->speed[j]];
  }
  for (int32_t k = 0; k < r; k++) {
    double *pivot = s->A + (size_t)k * (size_t)n;
    int32_t best = k;
    for (int32_t i = k + 1; i < r; i++) {
      if (fabs(s->A[(size_t)i * (size_t)n + (size_t)k]) > fabs(s->A[(size_t)best * (size_t)n + (size_t)k])) best = i;
    }
    s->order[k] = best;
    double *other = s->A + (size_t)best * (size_t)n;
    for (int32_t j = 0; j < n && best != k; j++) {
      double t = pivot[j];
      pivot[j] = other[j];
      other[j] = t;
    }
    if (!(fabs(pivot[k]) > 0)) return PAWL_ERR_SINGULAR;
    for (int32_t i = k + 1; i < r; i++) {
      double *A = s->A + (size_t)i * (size_t)n, factor = A[k] / pivot[k];
      if (factor == 0) continue;
      A[k] = factor;
      for (int32_t j = k + 1; j < n; j++) A[j] -= factor * pivot[j];
    }
  }
  for (int32_t k = r - 1; k >= 0; k--) {  // C_i -> C_d^-1 C_i
    double *row = s->A + (size_t)k * (size_t)n;
    for (int32_t i = k + 1; i < r; i++) {
      const double *A = s->A + (size_t)i * (size_t)n;
      for (int32_t j = r; j < n && row[i] != 0; j++) row[j] -= row[i] * A[j];
    }
    for (int32_t j = r; j < n; j++) row[j] /= row[k];
  }
  return PAWL_OK;
}

double pw_reduction_wear(const PwReduction *s, const double *inertia, const bool *wished) {
  double worst = 0;
  for (int32_t i = 0; i < s->r; i++) {
    const double *A = s->A + (size_t)i * (size_t)s->n;
    for (int32_t j = s->r; j < s->n; j++) {
      int32_t to = s->speed[i], from = s->speed[j];
      worst = fmax(worst, fabs(A[j]) * inertia[to] / inertia[from] * (wished[from] ? WISHED : 1));
    }
  }
  return worst;
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
  int32_t n = s->n, r = s->r;
  double *b = s->work;
  for (int32_t i = 0; i < r; i++) b[i] = c[s->in_force[i]];
  for (int32_t k = 0; k < r; k++) {
    double t = b[s->order[k]];
    b[s->order[k]] = b[k];
    b[k] = t;
  }
  for (int32_t i = 0; i < r; i++) {
    const double *A = s->A + (size_t)i * (size_t)n;
    for (int32_t l = 0; l < i; l++) b[i] -= A[l] * b[l];
  }
  for (int32_t i = r - 1; i >= 0; i--) {
    const double *A = s->A + (size_t)i * (size_t)n;
    for (int32_t l = i + 1; l < r; l++) b[i] -= A[l] * b[l];
    b[i] /= A[i];
    u[s->speed[i]] -= b[i];
  }
}

void pw_reduction_multipliers(const PwReduction *s, const double *g, double *mu) {
  int32_t n = s->n, r = s->r;
  double *b = s->work;
  for (int32_t i = 0; i < r; i++) b[i] = g[s->speed[i]];
  for (int32_t i = 0; i < r; i++) {
    const double *A = s->A + (size_t)i * (size_t)n;
    b[i] /= A[i];
    for (int32_t l = i + 1; l < r; l++) b[l] -= A[l] * b[i];
  }
  for (int32_t i = r - 1; i >= 0; i--) {
    const double *A = s->A + (size_t)i * (size_t)n;
    for (int32_t l = 0; l < i; l++) b[l] -= A[l] * b[i];
  }
  for (int32_t k = r - 1; k >= 0; k--) {
    double t = b[s->order[k]];
    b[s->order[k]] = b[k];
    b[k] = t;
  }
  for (int32_t a = 0; a < s->m; a++) mu[a] = 0;
  for (int32_t i = 0; i < r; i++) mu[s->in_force[i]] = b[i];
}
