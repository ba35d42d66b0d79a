// A = Q R row by row with Givens' rotations (George, Heath 1980): each row of A is rotated into the rows of R from its first
// column on, and ends in one that is empty or in nothing. |R_jj| is what column j has beside all columns before it, as precise as
// the entries themselves, because nothing is squared.
//
// If R_jj vanishes column j is dependent and leaves the matrix: what row j of R has behind it belongs to the columns that follow
// and is rotated in as another row. R has the shape of the Cholesky factor of A^T A: the caller's order of the columns decides
// how much is filled. Rows with many entries come last, so that those with few stay short until then.
#include "numerics/dependent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 64 };

typedef struct {
  int32_t count, room;
  int32_t *column;
  double *value;
} Line;

typedef struct {
  int32_t columns;
  Line *row;             // [columns] of R
  Line x, mixed, other;  // the row on its way; both results of a rotation
} Factor;

static bool reserve(Line *line, int32_t room) {
  if (room <= line->room) return true;
  room += room / 4 + 4;
  int32_t *column = realloc(line->column, (size_t)room * sizeof *column);
  if (column) line->column = column;
  double *value = realloc(line->value, (size_t)room * sizeof *value);
  if (value) line->value = value;
  if (!column || !value) return false;
  line->room = room;
  return true;
}

static void line_free(Line *line) {
  free(line->column);
  free(line->value);
}

static bool copy(const Line *from, int32_t first, Line *to) {
  int32_t count = from->count - first;
  if (!reserve(to, count)) return false;
  memcpy(to->column, from->column + first, (size_t)count * sizeof *to->column);
  memcpy(to->value, from->value + first, (size_t)count * sizeof *to->value);
  to->count = count;
  return true;
}

// mixed <- c r + s x;  other <- c x - s r, without its first entry, which is zero.
static void rotate(Factor *f, const Line *r) {
  const Line *x = &f->x;
  Line *mixed = &f->mixed, *other = &f->other;
  double length = hypot(r->value[0], x->value[0]), c = length > 0 ? r->value[0] / length : 1,
         s = length > 0 ? x->value[0] / length : 0;
  int32_t i = 1, j = 1, n = 1;
  mixed->column[0] = r->column[0];
  mixed->value[0] = length;
  while (i < r->count || j < x->count) {
    int32_t at = i < r->count ? r->column[i] : f->columns;
    if (j < x->count && x->column[j] < at) at = x->column[j];
    double a = i < r->count && r->column[i] == at ? r->value[i++] : 0;
    double b = j < x->count && x->column[j] == at ? x->value[j++] : 0;
    mixed->column[n] = other->column[n - 1] = at;
    mixed->value[n] = c * a + s * b;
    other->value[n - 1] = c * b - s * a;
    n++;
  }
  mixed->count = n;
  other->count = n - 1;
}

// Rotates f->x into R.
static PawlStatus take(Factor *f) {
  while (f->x.count > 0) {
    Line *r = &f->row[f->x.column[0]];
    if (r->count == 0) return copy(&f->x, 0, r) ? PAWL_OK : PAWL_ERR_MEMORY;
    rotate(f, r);
    if (!copy(&f->mixed, 0, r)) return PAWL_ERR_MEMORY;
    Line used = f->x;
    f->x = f->other;
    f->other = used;
  }
  return PAWL_OK;
}

typedef struct {
  int32_t many, first, row;
} Turn;

static int compare_turns(const void *a, const void *b) {
  const Turn *p = a, *q = b;
  if (p->many != q->many) return p->many < q->many ? -1 : 1;
  if (p->first != q->first) return p->first < q->first ? -1 : 1;
  return (p->row > q->row) - (p->row < q->row);
}

static PawlStatus take_rows(Factor *f, int32_t rows, const int32_t *start, const int32_t *column, const double *value,
                            Turn *turn) {
  PawlStatus status = PAWL_OK;
  for (int32_t i = 0; i < rows; i++) {
    int32_t count = start[i + 1] - start[i];
    turn[i] = (Turn){count > MANY ? count : 0, count > 0 ? column[start[i]] : 0, i};
  }
  qsort(turn, (size_t)rows, sizeof *turn, compare_turns);
  for (int32_t i = 0; i < rows && status == PAWL_OK; i++) {
    int32_t from = start[turn[i].row];
    f->x.count = start[turn[i].row + 1] - from;
    memcpy(f->x.column, column + from, (size_t)f->x.count * sizeof *column);
    memcpy(f->x.value, value + from, (size_t)f->x.count * sizeof *value);
    status = take(f);
  }
  return status;
}

static PawlStatus judge(Factor *f, double tolerance, bool *dependent) {
  PawlStatus status = PAWL_OK;
  for (int32_t j = 0; j < f->columns && status == PAWL_OK; j++) {
    const Line *r = &f->row[j];
    dependent[j] = !(r->count > 0 && fabs(r->value[0]) > tolerance);
    if (!dependent[j] || r->count == 0) continue;
    if (!copy(r, 1, &f->x)) return PAWL_ERR_MEMORY;
    status = take(f);
  }
  return status;
}

PawlStatus pw_dependent_columns(int32_t columns, int32_t rows, const int32_t *start, const int32_t *column, const double *value,
                                double tolerance, bool *dependent) {
  Factor f = {.columns = columns};
  Turn *turn = malloc(((size_t)rows + 1) * sizeof *turn);
  f.row = calloc((size_t)columns + 1, sizeof *f.row);
  bool ok = turn && f.row && reserve(&f.x, columns + 1) && reserve(&f.mixed, columns + 1) && reserve(&f.other, columns + 1);
  PawlStatus status = ok ? take_rows(&f, rows, start, column, value, turn) : PAWL_ERR_MEMORY;
  if (status == PAWL_OK) status = judge(&f, tolerance, dependent);
  for (int32_t j = 0; j < columns && f.row; j++) line_free(&f.row[j]);
  line_free(&f.x);
  line_free(&f.mixed);
  line_free(&f.other);
  free(f.row);
  free(turn);
  return status;
}
