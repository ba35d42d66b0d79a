#include "dynamics/canonical_reduction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST = 3e-6;     // of its length: what must be left of a touch's row for it to be in force
static const double EXCHANGE = 1.25;  // entries of B above this make C_d better by an exchange
static const double WISHED = 1e-2;    // of the best pivot: one that leaves a wished speed independent

void pw_reduction_free(PwReduction *s) {
  free(s->in_force);
  free(s->C);
  free(s->may);
  *s = (PwReduction){0};
}

static bool allocate(PwReduction *s, size_t m, size_t n) {
  size_t most = m < n ? m : n, wide = m * n, square = most * n;
  s->in_force = calloc(3 * most + 2 * n + 4 * (most + 1) + 3 * square, sizeof *s->in_force);
  s->C = calloc(2 * wide + square + n * n + most + n + 1, sizeof *s->C);
  s->may = calloc(2 * wide + 1, sizeof *s->may);
  if (!s->in_force || !s->C || !s->may) return false;
  s->speed = s->in_force + most;
  s->mark = s->speed + n;
  s->cell_of = s->mark + n;
  s->below_of = s->cell_of + most + 1;
  s->right_of = s->below_of + most + 1;
  s->free_of = s->right_of + most + 1;
  s->cell = s->free_of + most + 1;
  s->below = s->cell + square;
  s->right = s->below + square;
  s->placed = s->right + square;
  s->work = s->C + wide;
  s->A = s->work + wide;
  s->M = s->A + square;
  s->weight = s->M + n * n;
  s->unit = s->weight + most;
  s->filled = s->may + wide;
  return true;
}

PawlStatus pw_reduction_reserve(PwReduction *s, int32_t m, int32_t n) {
  if (s->C && m <= s->room) return PAWL_OK;
  PwReduction old = *s;
  *s = (PwReduction){.n = n, .room = m};
  if (!allocate(s, (size_t)m, (size_t)n)) {
    pw_reduction_free(s);
    pw_reduction_free(&old);
    return PAWL_ERR_MEMORY;
  }
  if (old.C) pw_reduction_copy_choice(&old, s);
  pw_reduction_free(&old);
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

double pw_reduction_measure(const PwReduction *s, int32_t a, double *out) {
  const double *C = s->C + (size_t)a * (size_t)s->n;
  double length = 0;
  for (int32_t j = 0; j < s->n; j++) {
    out[j] = C[j] / s->unit[j];
    length += out[j] * out[j];
  }
  length = sqrt(length);
  for (int32_t j = 0; j < s->n && length > 0; j++) out[j] /= length;
  return length;
}

// Rows of touches that the tree holds by itself: what is left of them is rounding.
static void drop_held(PwReduction *s) {
  static const double HELD = 1e-13;  // of the longest
  double longest = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t a = 0; a < s->m; a++) {
      double *out = s->work + (size_t)a * (size_t)s->n, length = pw_reduction_measure(s, a, out);
      longest = fmax(longest, length);
      if (pass == 1 && a >= s->rows && !(length > HELD * longest)) memset(out, 0, (size_t)s->n * sizeof *out);
    }
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
    if (!pw_reduction_order(s)) return PAWL_ERR_SINGULAR;
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
  s->chosen = false;
  memcpy(s->unit, inertia, (size_t)s->n * sizeof *s->unit);
  drop_held(s);
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
  PawlStatus status = improve(s, inertia, wished);
  s->chosen = status == PAWL_OK;
  return status;
}

double pw_reduction_firmness(const PwReduction *s) {
  double least = 1;
  for (int32_t i = 0; i < s->r; i++) {
    double pivot = fabs(s->A[(size_t)i * (size_t)s->n + (size_t)i]);
    if (s->in_force[i] >= s->rows) least = fmin(least, pivot * s->weight[i] / s->unit[s->speed[i]]);
  }
  return least;
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
