#include "numerics/lemke.h"

#include <math.h>
#include <stddef.h>

static const double SMALL = 1e-11;   // of ones: an element of the table is none
static const double BEHIND = 1e-13;  // of the largest q: a value may be so far below zero

// Basic variables by the others: row i: value_i = sum of table_ij * variable_j + last. Variables 0 to n - 1 are w, then z, then
// t.
typedef struct {
  int32_t n, wide;
  double *table;
  int32_t *row, *column;  // the variable that each is
} Table;

static double *at(const Table *t, int32_t i) {
  return t->table + (size_t)i * (size_t)t->wide;
}

// Row r and column s change places.
static void exchange(Table *t, int32_t r, int32_t s) {
  double *pivot = at(t, r), over = 1 / pivot[s];
  for (int32_t j = 0; j < t->wide; j++) pivot[j] *= -over;
  pivot[s] = over;
  for (int32_t i = 0; i < t->n; i++) {
    double *row = at(t, i), factor = row[s];
    if (i == r || factor == 0) continue;
    row[s] = 0;
    for (int32_t j = 0; j < t->wide; j++) row[j] += factor * pivot[j];
  }
  int32_t variable = t->row[r];
  t->row[r] = t->column[s];
  t->column[s] = variable;
}

// The row that reaches zero first as the variable of column s grows: of those that do so nearly together the one that falls most,
// but t before all others. -1: none does.
static int32_t find_leaving(const Table *t, int32_t s, double behind) {
  int32_t last = t->wide - 1, leaves = -1;
  double first = INFINITY, steepest = 0;
  for (int32_t i = 0; i < t->n; i++) {
    double slope = at(t, i)[s];
    if (slope < -SMALL) first = fmin(first, (fmax(at(t, i)[last], 0) + behind) / -slope);
  }
  for (int32_t i = 0; i < t->n; i++) {
    double slope = at(t, i)[s];
    if (!(slope < -SMALL) || fmax(at(t, i)[last], 0) / -slope > first) continue;
    if (t->row[i] == 2 * t->n) return i;
    if (-slope > steepest) leaves = i, steepest = -slope;
  }
  return leaves;
}

static int32_t find_column(const Table *t, int32_t variable) {
  int32_t s = 0;
  while (t->column[s] != variable) s++;
  return s;
}

bool pw_lemke(double *table, int32_t n, int32_t *name, double *z) {
  Table t = {.n = n, .wide = n + 2, .table = table, .row = name, .column = name + n};
  int32_t worst = -1, last = n + 1;
  double most = 0, largest = 0;
  for (int32_t i = 0; i < n; i++) {
    double q = at(&t, i)[last], needs = -q / at(&t, i)[n];
    z[i] = 0;
    t.row[i] = i;
    t.column[i] = n + i;
    largest = fmax(largest, fabs(q));
    if (needs > most) most = needs, worst = i;
  }
  t.column[n] = 2 * n;
  if (worst < 0) return true;
  int32_t s = n, r = worst;
  for (int32_t step = 0; step < 100 + 20 * n; step++) {
    int32_t left = t.row[r];
    exchange(&t, r, s);
    if (left == 2 * n) {
      for (int32_t i = 0; i < n; i++) {
        if (t.row[i] >= n) z[t.row[i] - n] = fmax(at(&t, i)[last], 0);
      }
      return true;
    }
    s = find_column(&t, left < n ? left + n : left - n);
    r = find_leaving(&t, s, BEHIND * largest);
    if (r < 0) return false;
  }
  return false;
}
