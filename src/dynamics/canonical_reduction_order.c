// In which order the dependent speeds are eliminated, and where that leaves entries.
//
// Markowitz's rule: of the pivots that are at least a tenth of the largest in their column, the one that the fewest others can be
// touched by, (entries in its row - 1) (entries in its column - 1). By what may be other than zero, so that the lists hold for
// all positions; by the values, measured, of one. Where the values have become bad, another order serves.
#include <math.h>
#include <string.h>

#include "dynamics/canonical_reduction.h"

static const double THRESHOLD = 0.1;

// The matrix of what is in force by what is dependent, both in the order that stands.
typedef struct {
  double *value;  // [r * n] measured
  bool *filled;   // [r * n]
  size_t n;
} Board;

static void swap(int32_t *list, int32_t a, int32_t b) {
  int32_t t = list[a];
  list[a] = list[b];
  list[b] = t;
}

static void swap_rows(const Board *b, int32_t k, int32_t i, int32_t n) {
  for (int32_t j = 0; j < n && i != k; j++) {
    size_t x = (size_t)k * b->n + (size_t)j, y = (size_t)i * b->n + (size_t)j;
    double value = b->value[x];
    bool filled = b->filled[x];
    b->value[x] = b->value[y];
    b->filled[x] = b->filled[y];
    b->value[y] = value;
    b->filled[y] = filled;
  }
}

static void swap_columns(const Board *b, int32_t k, int32_t j, int32_t r) {
  for (int32_t i = 0; i < r && j != k; i++) {
    size_t x = (size_t)i * b->n + (size_t)k, y = (size_t)i * b->n + (size_t)j;
    double value = b->value[x];
    bool filled = b->filled[x];
    b->value[x] = b->value[y];
    b->filled[x] = b->filled[y];
    b->value[y] = value;
    b->filled[y] = filled;
  }
}

// The best pivot of rows and columns from k on.
static bool find_pivot(const PwReduction *s, const Board *b, int32_t k, int32_t *row, int32_t *column) {
  double best = INFINITY, size = 0;
  for (int32_t j = k; j < s->r; j++) {
    double largest = 0;
    int32_t tall = 0;
    for (int32_t i = k; i < s->r; i++) {
      largest = fmax(largest, fabs(b->value[(size_t)i * b->n + (size_t)j]));
      tall += b->filled[(size_t)i * b->n + (size_t)j];
    }
    for (int32_t i = k; i < s->r; i++) {
      double value = fabs(b->value[(size_t)i * b->n + (size_t)j]);
      if (!(value > 0) || value < THRESHOLD * largest) continue;
      int32_t wide = 0;
      for (int32_t c = k; c < s->r; c++) wide += b->filled[(size_t)i * b->n + (size_t)c];
      double cost = (double)(wide - 1) * (double)(tall - 1);
      if (cost > best || (cost == best && value <= size)) continue;
      best = cost;
      size = value;
      *row = i;
      *column = j;
    }
  }
  return best < INFINITY;
}

// Rows below lose pivot k, in values and in what may be filled.
static void take_out(const PwReduction *s, const Board *b, int32_t k) {
  const double *pivot = b->value + (size_t)k * b->n;
  const bool *filled = b->filled + (size_t)k * b->n;
  for (int32_t i = k + 1; i < s->r; i++) {
    double *row = b->value + (size_t)i * b->n, factor = row[k] / pivot[k];
    bool *cells = b->filled + (size_t)i * b->n;
    for (int32_t j = k + 1; j < s->n && cells[k]; j++) {
      row[j] -= factor * pivot[j];
      cells[j] |= filled[j];
    }
  }
}

static void list_cells(PwReduction *s, const Board *b) {
  int32_t cells = 0, below = 0, right = 0;
  for (int32_t k = 0; k < s->r; k++) {
    const bool *filled = b->filled + (size_t)k * b->n;
    s->cell_of[k] = cells;
    s->below_of[k] = below;
    s->right_of[k] = s->free_of[k] = right;
    for (int32_t j = 0; j < s->n; j++) {
      if (!filled[j]) continue;
      s->cell[cells++] = j;
      if (j > k) s->right[right++] = j;
      if (j < s->r) s->free_of[k] = right;
    }
    for (int32_t i = k + 1; i < s->r; i++) {
      if (b->filled[(size_t)i * b->n + (size_t)k]) s->below[below++] = i;
    }
  }
  s->cell_of[s->r] = cells;
  s->below_of[s->r] = below;
  s->right_of[s->r] = right;
}

// Pivot k is row i and speed j of those that are left.
static void place_pivot(PwReduction *s, int32_t k, int32_t i, int32_t j) {
  double weight = s->weight[k];
  s->weight[k] = s->weight[i];
  s->weight[i] = weight;
  swap(s->in_force, k, i);
  swap(s->speed, k, j);
}

// Without rank at this C the order stays as it was: its lists go with it.
bool pw_reduction_order(PwReduction *s) {
  Board b = {s->work, s->filled, (size_t)s->n};
  double *row = s->M;  // not yet in use, n numbers at least
  for (int32_t k = 0; k < s->r; k++) {
    double length = pw_reduction_measure(s, s->in_force[k], row);
    s->weight[k] = length > 0 ? 1 / length : 1;
    for (int32_t j = 0; j < s->n; j++) {
      b.value[(size_t)k * b.n + (size_t)j] = row[s->speed[j]];
      b.filled[(size_t)k * b.n + (size_t)j] = s->may[(size_t)s->in_force[k] * b.n + (size_t)s->speed[j]];
    }
  }
  for (int32_t k = 0; k < s->r; k++) {
    int32_t i = k, j = k;
    if (!find_pivot(s, &b, k, &i, &j)) {
      while (--k >= 0) place_pivot(s, k, s->placed[2 * k], s->placed[2 * k + 1]);
      return false;
    }
    swap_rows(&b, k, i, s->n);
    swap_columns(&b, k, j, s->r);
    place_pivot(s, k, i, j);
    s->placed[2 * k] = i;
    s->placed[2 * k + 1] = j;
    take_out(s, &b, k);
  }
  list_cells(s, &b);
  return true;
}

void pw_reduction_copy_choice(const PwReduction *from, PwReduction *to) {
  size_t r = (size_t)from->r, n = (size_t)from->n, cells = r > 0 ? (size_t)from->cell_of[r] : 0;
  to->r = from->r;
  to->chosen = from->chosen;
  memcpy(to->in_force, from->in_force, r * sizeof *to->in_force);
  memcpy(to->speed, from->speed, n * sizeof *to->speed);
  memcpy(to->mark, from->mark, n * sizeof *to->mark);
  memcpy(to->weight, from->weight, r * sizeof *to->weight);
  memcpy(to->unit, from->unit, n * sizeof *to->unit);
  memcpy(to->cell_of, from->cell_of, (r + 1) * sizeof *to->cell_of);
  memcpy(to->below_of, from->below_of, (r + 1) * sizeof *to->below_of);
  memcpy(to->right_of, from->right_of, (r + 1) * sizeof *to->right_of);
  memcpy(to->free_of, from->free_of, r * sizeof *to->free_of);
  memcpy(to->cell, from->cell, cells * sizeof *to->cell);
  memcpy(to->below, from->below, (size_t)from->below_of[r] * sizeof *to->below);
  memcpy(to->right, from->right, (size_t)from->right_of[r] * sizeof *to->right);
}
