#include "numerics/elimination.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Rows in the order of the pivots, their entries by ascending columns: those of L, the diagonal, those of U. Row i is
//   for each k < i of L:  l_ik = a_ik / u_kk,  a_ij -= l_ik u_kj for each j > k of row k
// and the places a_ij of the subtractions stand in `target`, one after the other.
struct PwElimination {
  int n, nonzeros;
  int *a_row, *a_column;  // [nonzeros] of A: row, and column in the order of the pivots
  int *into;              // [nonzeros] where an entry of A goes, each to a place of its own
  int *fill, fills;       // the other places
  int *start, *diagonal;  // [n + 1], [n] places in `entry`
  int *column;            // of each entry
  int *target;
  int *row_of, *column_of;  // [n] P, Q
  double *entry, *inverse;  // factors; [n] 1 / u_kk
  double *scale;            // [n] of the rows of A: 1 / the largest entry when they were taken
  double *x;                // [2 n] scratch
};

static const int64_t MOST_TARGETS = 4000000;

static int *integers(size_t count) {
  return calloc(count + 1, sizeof(int));
}

// Places of rows, of their diagonals, and columns of all entries.
static void list_rows(PwElimination *e, const PwPivots *p, int *fill) {
  for (int j = 0; j < e->n; j++) {
    for (int k = p->l_start[j]; k < p->l_start[j + 1]; k++) e->start[p->l_row[k] + 1] += p->l_row[k] > j;
    for (int k = p->u_start[j]; k < p->u_start[j + 1]; k++) e->start[p->u_row[k] + 1]++;
  }
  for (int i = 0; i < e->n; i++) e->start[i + 1] += e->start[i];
  memcpy(fill, e->start, (size_t)e->n * sizeof *fill);
  for (int j = 0; j < e->n; j++) {
    for (int k = p->l_start[j]; k < p->l_start[j + 1]; k++) {
      if (p->l_row[k] > j) e->column[fill[p->l_row[k]]++] = j;
    }
  }
  for (int j = 0; j < e->n; j++) {
    for (int k = p->u_start[j]; k < p->u_start[j + 1]; k++) e->column[fill[p->u_row[k]]++] = j;
  }
  for (int i = 0; i < e->n; i++) {
    int at = e->start[i];
    while (e->column[at] < i) at++;
    e->diagonal[i] = at;
  }
}

static int64_t count_targets(const PwElimination *e) {
  int64_t count = 0;
  for (int i = 0; i < e->n; i++) {
    for (int at = e->start[i]; at < e->diagonal[i]; at++) {
      int k = e->column[at];
      count += e->start[k + 1] - e->diagonal[k] - 1;
    }
  }
  return count;
}

// `place`: [n] where the columns of the row at hand stand.
static void list_targets(PwElimination *e, int *place) {
  int *target = e->target;
  for (int i = 0; i < e->n; i++) {
    for (int at = e->start[i]; at < e->start[i + 1]; at++) place[e->column[at]] = at;
    for (int at = e->start[i]; at < e->diagonal[i]; at++) {
      int k = e->column[at];
      for (int u = e->diagonal[k] + 1; u < e->start[k + 1]; u++) *target++ = place[e->column[u]];
    }
  }
}

// `used`: [entries] 0.
static void list_fill(PwElimination *e, int *used) {
  for (int k = 0; k < e->nonzeros; k++) used[e->into[k]] = 1;
  for (int at = 0; at < e->start[e->n]; at++) {
    if (!used[at]) e->fill[e->fills++] = at;
  }
}

// Where the entries of A go. `order`: [n] places of rows and columns among the pivots, one after the other.
static void list_matrix(PwElimination *e, const PwPivots *p, int *order) {
  for (int k = 0; k < e->n; k++) order[p->column_of_pivot[k]] = k;
  for (int j = 0; j < e->n; j++) {
    for (int k = p->start[j]; k < p->start[j + 1]; k++) e->a_column[k] = order[j];
  }
  for (int k = 0; k < e->n; k++) order[p->row_of_pivot[k]] = k;
  for (int k = 0; k < e->nonzeros; k++) {
    int i = order[e->a_row[k]], low = e->start[i], high = e->start[i + 1] - 1;
    while (low < high) {
      int middle = (low + high) / 2;
      if (e->column[middle] < e->a_column[k]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    e->into[k] = low;
  }
}

static size_t entries_of(const PwPivots *p) {
  return (size_t)p->l_start[p->n] - (size_t)p->n + (size_t)p->u_start[p->n];
}

static PawlStatus build(PwElimination *e, const PwPivots *p, int *work) {
  size_t n = (size_t)e->n, entries = entries_of(p);
  e->a_row = integers((size_t)e->nonzeros);
  e->a_column = integers((size_t)e->nonzeros);
  e->into = integers((size_t)e->nonzeros);
  e->fill = integers(entries - (size_t)e->nonzeros);
  e->start = integers(n);
  e->diagonal = integers(n);
  e->column = integers(entries);
  e->row_of = integers(n);
  e->column_of = integers(n);
  e->entry = calloc(entries + 1, sizeof *e->entry);
  e->inverse = calloc(n + 1, sizeof *e->inverse);
  e->scale = calloc(n + 1, sizeof *e->scale);
  e->x = calloc(2 * n + 1, sizeof *e->x);
  if (!e->a_row || !e->a_column || !e->into || !e->fill || !e->start || !e->diagonal || !e->column || !e->row_of ||
      !e->column_of || !e->entry || !e->inverse || !e->scale || !e->x)
    return PAWL_ERR_MEMORY;
  memcpy(e->a_row, p->row, (size_t)e->nonzeros * sizeof *e->a_row);
  memcpy(e->row_of, p->row_of_pivot, n * sizeof *e->row_of);
  memcpy(e->column_of, p->column_of_pivot, n * sizeof *e->column_of);
  list_rows(e, p, work);
  list_matrix(e, p, work);
  int64_t targets = count_targets(e);
  if (targets > MOST_TARGETS) return PAWL_OK;
  e->target = integers((size_t)targets);
  if (!e->target) return PAWL_ERR_MEMORY;
  list_targets(e, work);
  memset(work, 0, entries * sizeof *work);
  list_fill(e, work);
  return PAWL_OK;
}

PawlStatus pw_elimination_create(const PwPivots *pivots, PwElimination **out) {
  *out = NULL;
  PwElimination *e = calloc(1, sizeof *e);
  int *work = integers(entries_of(pivots));  // at least as many as pivots
  PawlStatus status = PAWL_ERR_MEMORY;
  if (e && work) {
    e->n = pivots->n;
    e->nonzeros = pivots->start[pivots->n];
    status = build(e, pivots, work);
  }
  free(work);
  if (status == PAWL_OK && e->target) {
    *out = e;
  } else {
    pw_elimination_free(e);
  }
  return status;
}

void pw_elimination_free(PwElimination *e) {
  if (!e) return;
  int *const lists[] = {e->a_row,    e->a_column, e->into,   e->fill,   e->start,
                        e->diagonal, e->column,   e->target, e->row_of, e->column_of};
  double *const numbers[] = {e->entry, e->inverse, e->scale, e->x};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) free(numbers[i]);
  free(e);
}

bool pw_elimination_is_of(const PwElimination *e, const int *row_of_pivot) {
  return memcmp(e->row_of, row_of_pivot, (size_t)e->n * sizeof *row_of_pivot) == 0;
}

void pw_elimination_scale(PwElimination *e, const double *value) {
  memset(e->scale, 0, (size_t)e->n * sizeof *e->scale);
  for (int k = 0; k < e->nonzeros; k++) e->scale[e->a_row[k]] = fmax(e->scale[e->a_row[k]], fabs(value[k]));
  for (int i = 0; i < e->n; i++) e->scale[i] = e->scale[i] > 0 ? 1 / e->scale[i] : 1;
}

bool pw_elimination_run(PwElimination *e, const double *value, PwEliminated *out) {
  double *entry = e->entry, *inverse = e->inverse, largest = 0, sum = 0, least_pivot = INFINITY, most_pivot = 0;
  const int *start = e->start, *diagonal = e->diagonal, *target = e->target;
  *out = (PwEliminated){0};
  for (int k = 0; k < e->nonzeros; k++) entry[e->into[k]] = value[k] * e->scale[e->a_row[k]];
  for (int k = 0; k < e->fills; k++) entry[e->fill[k]] = 0;
  for (int i = 0; i < e->n; i++) {
    for (int at = start[i]; at < diagonal[i]; at++) {
      int k = e->column[at], count = start[k + 1] - diagonal[k] - 1;
      const double *u = entry + diagonal[k] + 1;
      double l = entry[at] *= inverse[k];
      for (int j = 0; j < count; j++) entry[target[j]] -= l * u[j];
      target += count;
    }
    double pivot = fabs(entry[diagonal[i]]);
    if (!(pivot > 0)) return false;
    inverse[i] = 1 / entry[diagonal[i]];
    least_pivot = pivot < least_pivot ? pivot : least_pivot;
    most_pivot = pivot > most_pivot ? pivot : most_pivot;
    for (int at = diagonal[i]; at < start[i + 1]; at++) {
      double size = fabs(entry[at]);
      largest = size > largest ? size : largest;
      sum += size;  // no comparison finds what is not a number
    }
  }
  *out = (PwEliminated){least_pivot / most_pivot, largest};
  return isfinite(sum);
}

double pw_elimination_growth(PwElimination *e, const double *value) {
  double *of_matrix = e->x, *of_factor = e->x + e->n, growth = 1;
  memset(e->x, 0, 2 * (size_t)e->n * sizeof *e->x);
  for (int k = 0; k < e->nonzeros; k++) {
    int j = e->a_column[k];
    of_matrix[j] = fmax(of_matrix[j], fabs(value[k] * e->scale[e->a_row[k]]));
  }
  for (int i = 0; i < e->n; i++) {
    for (int at = e->diagonal[i]; at < e->start[i + 1]; at++) {
      of_factor[e->column[at]] = fmax(of_factor[e->column[at]], fabs(e->entry[at]));
    }
  }
  for (int j = 0; j < e->n; j++) {
    if (of_factor[j] > 0) growth = fmin(growth, of_matrix[j] / of_factor[j]);
  }
  return growth;
}

void pw_elimination_solve(PwElimination *e, double *b) {
  double *x = e->x;
  const double *entry = e->entry;
  const int *column = e->column;
  for (int i = 0; i < e->n; i++) {
    double sum = b[e->row_of[i]] * e->scale[e->row_of[i]];
    for (int at = e->start[i]; at < e->diagonal[i]; at++) sum -= entry[at] * x[column[at]];
    x[i] = sum;
  }
  for (int i = e->n - 1; i >= 0; i--) {
    double sum = x[i];
    for (int at = e->diagonal[i] + 1; at < e->start[i + 1]; at++) sum -= entry[at] * x[column[at]];
    x[i] = sum * e->inverse[i];
  }
  for (int k = 0; k < e->n; k++) b[e->column_of[k]] = x[k];
}
