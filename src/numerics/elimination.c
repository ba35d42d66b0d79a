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
  // all of the above stands in these, with room for so much
  int *integers;
  double *numbers;
  size_t integer_room, number_room, target_room;
};

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

// Room for `count` members of `size`, what was there is lost; a quarter more, so that lists which grow a little find room.
static void *renew(void *old, size_t count, size_t size, size_t *room) {
  if (old && count <= *room) return old;
  free(old);
  *room = count + count / 4 + 1;
  void *list = calloc(*room, size);
  if (!list) *room = 0;
  return list;
}

// Room for systems of these pivots; scratch of as many integers as entries behind.
static int *lay_out(PwElimination *e, const PwPivots *p) {
  size_t n = (size_t)p->n, nonzeros = (size_t)p->start[p->n], entries = entries_of(p);
  e->n = p->n;
  e->nonzeros = p->start[p->n];
  e->integers = renew(e->integers, 2 * nonzeros + 3 * entries + 4 * n + 1, sizeof *e->integers, &e->integer_room);
  e->numbers = renew(e->numbers, entries + 4 * n, sizeof *e->numbers, &e->number_room);
  if (!e->integers || !e->numbers) return NULL;
  e->a_row = e->integers;
  e->a_column = e->a_row + nonzeros;
  e->into = e->a_column + nonzeros;
  e->fill = e->into + nonzeros;
  e->start = e->fill + (entries - nonzeros);
  e->diagonal = e->start + n + 1;
  e->row_of = e->diagonal + n;
  e->column_of = e->row_of + n;
  e->column = e->column_of + n;
  e->entry = e->numbers;
  e->inverse = e->entry + entries;
  e->scale = e->inverse + n;
  e->x = e->scale + n;
  memset(e->start, 0, (n + 1) * sizeof *e->start);
  e->fills = 0;
  return e->column + entries;
}

static PawlStatus build(PwElimination *e, const PwPivots *p, int64_t most) {
  size_t n = (size_t)p->n;
  int *work = lay_out(e, p);
  if (!work) return PAWL_ERR_MEMORY;
  memcpy(e->a_row, p->row, (size_t)e->nonzeros * sizeof *e->a_row);
  memcpy(e->row_of, p->row_of_pivot, n * sizeof *e->row_of);
  memcpy(e->column_of, p->column_of_pivot, n * sizeof *e->column_of);
  list_rows(e, p, work);
  list_matrix(e, p, work);
  int64_t targets = count_targets(e);
  if (most > 0 && targets > most) return PAWL_RETRY;
  e->target = renew(e->target, (size_t)targets, sizeof *e->target, &e->target_room);
  if (!e->target) return PAWL_ERR_MEMORY;
  list_targets(e, work);
  memset(work, 0, entries_of(p) * sizeof *work);
  list_fill(e, work);
  return PAWL_OK;
}

PawlStatus pw_elimination_list(const PwPivots *pivots, int64_t most, PwElimination **e) {
  if (!*e) *e = calloc(1, sizeof **e);
  PawlStatus status = *e ? build(*e, pivots, most) : PAWL_ERR_MEMORY;
  if (status) {
    pw_elimination_free(*e);
    *e = NULL;
  }
  return status == PAWL_RETRY ? PAWL_OK : status;
}

void pw_elimination_free(PwElimination *e) {
  if (!e) return;
  free(e->integers);
  free(e->numbers);
  free(e->target);
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

void pw_elimination_solve_transposed(PwElimination *e, double *b) {
  double *x = e->x;
  const double *entry = e->entry;
  const int *column = e->column;
  for (int k = 0; k < e->n; k++) x[k] = b[e->column_of[k]];
  for (int i = 0; i < e->n; i++) {
    double known = x[i] *= e->inverse[i];
    for (int at = e->diagonal[i] + 1; at < e->start[i + 1]; at++) x[column[at]] -= entry[at] * known;
  }
  for (int i = e->n - 1; i >= 0; i--) {
    double known = x[i];
    for (int at = e->start[i]; at < e->diagonal[i]; at++) x[column[at]] -= entry[at] * known;
    b[e->row_of[i]] = known * e->scale[e->row_of[i]];
  }
}

double pw_elimination_pivot(const PwElimination *e, int k) {
  return e->entry[e->diagonal[k]] / e->scale[e->row_of[k]];
}
