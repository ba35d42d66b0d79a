// Rank of the rows of a large mechanism.
//
// The tree's rows are independent by themselves. What the others add is their part that the tree leaves free: x_i = P g_i, with P
// the projection that [1 J^T; J 0] of the tree's rows gives by sparse solves. Their Gram matrix S_ij = g_i . x_j is factored in
// the rows' order; a pivot that vanishes is a dependent row. S is stored from the first entry of each row on (its envelope),
// because neighbouring loops alone touch each other in a long mechanism; the factor keeps that shape.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/rank.h"
#include "numerics/sparse.h"

static const double PIVOT =
    1e-9;  // of the row's square: rounding in S reaches 4e-11 in a chain of 640 loops, where true pivots are 2e-3

typedef struct {
  int32_t nv, rows, entries;
  int32_t *start, *column;  // rows of J, compressed
  double *value, *square;   // entries; squares of the rows' lengths
} Rows;

static void rows_free(Rows *j) {
  free(j->start);
  free(j->column);
  free(j->value);
  free(j->square);
}

static PawlStatus rows_create(const PwMotion *motion, Rows *j) {
  const PawlMechanism *k = motion->mechanism;
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  *j = (Rows){.nv = pw_speed_count(k), .rows = k->rows};
  size_t most = 2 * (size_t)per * (size_t)k->terms + 1;
  j->start = calloc((size_t)k->rows + 1, sizeof *j->start);
  j->column = malloc(most * sizeof *j->column);
  j->value = malloc(most * sizeof *j->value);
  j->square = calloc((size_t)k->rows + 1, sizeof *j->square);
  if (!j->start || !j->column || !j->value || !j->square) return PAWL_ERR_MEMORY;
  for (int32_t r = 0; r < k->rows; r++) {
    for (int32_t t = k->row[r].term; t < k->row[r].term + k->row[r].terms; t++) {
      const PwScalar *s = &k->scalar[k->term[t].scalar];
      for (int32_t i = 0; i < 2 * per; i++) {
        int32_t body = k->frame[s->frame[i / per]].body, c = i % per;
        double value = k->term[t].factor * motion->scalar[k->term[t].scalar].jac[i] / (c < linear ? 1 : k->size);
        if (!body || value == 0) continue;
        j->column[j->entries] = (body - 1) * per + c;
        j->value[j->entries++] = value;
        j->square[r] += value * value;
      }
    }
    j->start[r + 1] = j->entries;
  }
  return PAWL_OK;
}

// [1 J^T; J 0] of the tree's rows.
static PawlStatus tree_matrix(const Rows *j, const bool *tree, PwSparse **out, int32_t *size) {
  size_t most = (size_t)j->nv + 2 * (size_t)j->entries;
  int32_t *row = malloc(3 * most * sizeof *row), *column = row + most, *slot = column + most, n = j->nv, entries = j->nv;
  double *value = malloc(most * sizeof *value);
  PawlStatus status = row && value ? PAWL_OK : PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < j->nv && status == PAWL_OK; i++) {
    row[i] = column[i] = i;
    value[i] = 1;
  }
  for (int32_t r = 0; r < j->rows && status == PAWL_OK; r++) {
    if (!tree[r]) continue;
    for (int32_t e = j->start[r]; e < j->start[r + 1]; e++) {
      row[entries] = column[entries + 1] = n;
      column[entries] = row[entries + 1] = j->column[e];
      value[entries] = value[entries + 1] = j->value[e];
      entries += 2;
    }
    n++;
  }
  if (status == PAWL_OK) status = pw_sparse_create(n, entries, row, column, false, slot, out);
  for (int32_t e = 0; e < entries && status == PAWL_OK; e++) pw_sparse_values(*out)[slot[e]] += value[e];
  free(row);
  free(value);
  *size = n;
  return status == PAWL_OK ? pw_sparse_factor(*out) : status;
}

typedef struct {
  int32_t first;  // column of entry[0]
  double *entry;  // up to the diagonal; NULL: dependent
} Line;

// Takes row i of the Gram matrix, in line[i].entry from column 0 on, into the factor. False: it depends on the rows before.
static bool take(Line *line, int32_t i, double square) {
  double *a = line[i].entry;
  int32_t first = line[i].first;
  for (int32_t j = first; j <= i; j++) {
    const double *b = line[j].entry;
    double sum = a[j - first];
    if (!b) {
      a[j - first] = 0;
      continue;
    }
    int32_t from = first > line[j].first ? first : line[j].first;
    for (int32_t c = from; c < j; c++) sum -= a[c - first] * b[c - line[j].first];
    if (j < i) {
      a[j - first] = sum / b[j - line[j].first];
    } else if (sum > PIVOT * square) {
      a[j - first] = sqrt(sum);
    } else {
      return false;
    }
  }
  return true;
}

// Row i of the Gram matrix from its first entry that is not rounding.
static PawlStatus gram_row(const Rows *j, const int32_t *rest, int32_t i, const double *x, Line *line) {
  double *dots = malloc(((size_t)i + 1) * sizeof *dots);
  if (!dots) return PAWL_ERR_MEMORY;
  int32_t first = i;
  for (int32_t n = i; n >= 0; n--) {
    int32_t r = rest[n];
    dots[n] = 0;
    for (int32_t e = j->start[r]; e < j->start[r + 1]; e++) dots[n] += j->value[e] * x[j->column[e]];
    if (fabs(dots[n]) > 1e-15 * sqrt(j->square[r] * j->square[rest[i]])) first = n;
  }
  line[i].first = first;
  line[i].entry = malloc((size_t)(i - first + 1) * sizeof *dots);
  if (line[i].entry) memcpy(line[i].entry, dots + first, (size_t)(i - first + 1) * sizeof *dots);
  free(dots);
  return line[i].entry ? PAWL_OK : PAWL_ERR_MEMORY;
}

static PawlStatus factor_rest(const Rows *j, PwSparse *matrix, int32_t size, const int32_t *rest, int32_t count,
                              bool *dependent) {
  Line *line = calloc((size_t)count + 1, sizeof *line);
  double *x = malloc((size_t)size * sizeof *x);
  PawlStatus status = line && x ? PAWL_OK : PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < count && status == PAWL_OK; i++) {
    int32_t r = rest[i];
    memset(x, 0, (size_t)size * sizeof *x);
    for (int32_t e = j->start[r]; e < j->start[r + 1]; e++) x[j->column[e]] += j->value[e];
    pw_sparse_solve(matrix, x);
    status = gram_row(j, rest, i, x, line);
    if (status || take(line, i, j->square[r])) continue;
    dependent[r] = true;
    free(line[i].entry);
    line[i].entry = NULL;
  }
  for (int32_t i = 0; i < count && line; i++) free(line[i].entry);
  free(line);
  free(x);
  return status;
}

PawlStatus pw_rank_large(const PwMotion *motion, const int32_t *order, const bool *tree, bool *dependent) {
  const PawlMechanism *k = motion->mechanism;
  Rows j;
  PwSparse *matrix = NULL;
  int32_t size, count = 0, *rest = malloc(((size_t)k->rows + 1) * sizeof *rest);
  PawlStatus status = rows_create(motion, &j);
  if (!rest) status = PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < k->rows && status == PAWL_OK; i++) {
    if (!tree[order[i]] && !dependent[order[i]]) rest[count++] = order[i];
  }
  if (status == PAWL_OK) status = tree_matrix(&j, tree, &matrix, &size);
  if (status == PAWL_OK) status = factor_rest(&j, matrix, size, rest, count, dependent);
  pw_sparse_free(matrix);
  rows_free(&j);
  free(rest);
  return status;
}
