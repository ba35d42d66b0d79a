// Factors of C_d and M, and products with K.
#include <math.h>
#include <string.h>

#include "dynamics/canonical_reduction.h"
#include "numerics/dense.h"

// With the order that stands. false: a pivot is zero, or has become far worse than when the order was chosen.
static bool factor(PwReduction *s) {
  static const double KEEP = 3e-3;
  PwEliminated now;
  bool first = s->sound.largest == 0;
  for (int32_t k = 0; k < s->lefts; k++) s->value[k] = s->C[s->left[k]];
  if (first) pw_elimination_scale(s->factors, s->value);
  if (!pw_elimination_run(s->factors, s->value, &now)) return false;
  if (first) s->sound = now;
  return now.rcond >= KEEP * s->sound.rcond && KEEP * now.largest <= s->sound.largest;
}

PawlStatus pw_reduction_eliminate(PwReduction *s) {
  if (s->r == 0) return PAWL_OK;
  if (!factor(s)) {
    PawlStatus status = pw_reduction_order(s);
    if (status) return status;
    if (!factor(s)) return PAWL_ERR_SINGULAR;
  }
  for (int32_t w = 0; w < s->widest; w++) {  // a column of C_i of every group at once
    memset(s->work, 0, (size_t)s->r * sizeof *s->work);
    for (int32_t k = s->right_of[w]; k < s->right_of[w + 1]; k++) s->work[s->right_row[k]] += s->C[s->right[k]];
    pw_elimination_solve(s->factors, s->work);
    for (int32_t i = 0; i < s->r; i++) s->B[i * s->widest + w] = s->work[i];
  }
  return PAWL_OK;
}

// Row of B of a dependent speed; where the independent ones of its group begin, and how many they are.
typedef struct {
  const double *B;
  int32_t first, width;
} Row;

static inline Row row_of(const PwReduction *s, int32_t i) {
  int32_t g = s->group[s->speed[i]];
  return (Row){s->B + (size_t)i * (size_t)s->widest, s->first[g], s->first[g + 1] - s->first[g]};
}

// Adds `factor` times row k of K to a row of work: k counts dependent speeds, then independent ones.
static void add_row(const PwReduction *s, int32_t k, double factor, double *to) {
  if (k >= s->r) {
    to[k - s->r - s->first[s->group[s->speed[k]]]] += factor;
    return;
  }
  Row row = row_of(s, k);
  for (int32_t j = 0; j < row.width; j++) to[j] -= factor * row.B[j];
}

// work = M_tree K, row by row, each of a group's width.
static void carry(PwReduction *s, const PwTreeMass *tree) {
  size_t wide = (size_t)s->widest;
  memset(s->work, 0, (size_t)s->n * wide * sizeof *s->work);
  for (int32_t k = 0; k < s->n; k++) s->place[s->speed[k]] = k;
  for (int32_t k = 0; k < s->n; k++) {
    for (int32_t e = tree->start[k]; e < tree->start[k + 1]; e++) {
      int32_t i = s->place[k], j = s->place[tree->speed[e]];
      add_row(s, j, tree->value[e], s->work + (size_t)i * wide);
      if (i != j) add_row(s, i, tree->value[e], s->work + (size_t)j * wide);
    }
  }
}

PawlStatus pw_reduction_mass(PwReduction *s, const PwTreeMass *tree) {
  carry(s, tree);
  if (s->groups > 0) {
    int32_t g = s->groups - 1, width = s->first[g + 1] - s->first[g];
    memset(s->M, 0, (size_t)(s->block[g] + width * width) * sizeof *s->M);
  }
  for (int32_t k = 0; k < s->n; k++) {
    int32_t g = s->group[s->speed[k]], width = s->first[g + 1] - s->first[g];
    const double *Y = s->work + (size_t)k * (size_t)s->widest;
    if (width == 0) continue;
    double *M = s->M + s->block[g];
    if (k >= s->r) {
      int32_t i = k - s->r - s->first[g];
      for (int32_t j = 0; j <= i; j++) M[i * width + j] += Y[j];
      continue;
    }
    const double *B = s->B + (size_t)k * (size_t)s->widest;
    for (int32_t i = 0; i < width; i++) {
      for (int32_t j = 0; j <= i; j++) M[i * width + j] -= B[i] * Y[j];
    }
  }
  return pw_reduction_factor_mass(s);
}

PawlStatus pw_reduction_factor_mass(PwReduction *s) {
  for (int32_t g = 0; g < s->groups; g++) {
    if (!pw_cholesky_factor(s->M + s->block[g], s->first[g + 1] - s->first[g])) return PAWL_ERR_SINGULAR;
  }
  return PAWL_OK;
}

void pw_reduction_solve(const PwReduction *s, double *x) {
  for (int32_t g = 0; g < s->groups; g++) {
    pw_cholesky_solve(s->M + s->block[g], s->first[g + 1] - s->first[g], x + s->first[g]);
  }
}

void pw_reduction_gather(const PwReduction *s, const double *g, double *out) {
  for (int32_t j = s->r; j < s->n; j++) out[j - s->r] = g[s->speed[j]];
  for (int32_t i = 0; i < s->r; i++) {
    Row row = row_of(s, i);
    double part = g[s->speed[i]];
    for (int32_t j = 0; j < row.width && part != 0; j++) out[row.first + j] -= row.B[j] * part;
  }
}

void pw_reduction_spread(const PwReduction *s, const double *f, double *u) {
  for (int32_t j = s->r; j < s->n; j++) u[s->speed[j]] = f[j - s->r];
  for (int32_t i = 0; i < s->r; i++) {
    Row row = row_of(s, i);
    double sum = 0;
    for (int32_t j = 0; j < row.width; j++) sum -= row.B[j] * f[row.first + j];
    u[s->speed[i]] = sum;
  }
}

void pw_reduction_close(const PwReduction *s, const double *c, double *u) {
  double *b = s->work;
  for (int32_t k = 0; k < s->r; k++) b[k] = c[s->in_force[k]];
  if (s->r > 0) pw_elimination_solve(s->factors, b);
  for (int32_t k = 0; k < s->r; k++) u[s->speed[k]] -= b[k];
}

void pw_reduction_multipliers(const PwReduction *s, const double *g, double *mu) {
  double *b = s->work;
  for (int32_t k = 0; k < s->r; k++) b[k] = g[s->speed[k]];
  if (s->r > 0) pw_elimination_solve_transposed(s->factors, b);
  for (int32_t a = 0; a < s->m; a++) mu[a] = 0;
  for (int32_t k = 0; k < s->r; k++) mu[s->in_force[k]] = b[k];
}
