// In which order the dependent speeds are eliminated (pivoting.h), and where that leaves entries.
//
// By what may be other than zero, so that the lists hold for all positions; by the values, measured, of one. Where the values
// have become bad, another order serves.
#include <stdlib.h>
#include <string.h>

#include "dynamics/canonical_reduction.h"

// Measured entries of C_d, rows and columns as they stand.
static PawlStatus lay_out(PwReduction *s) {
  PwPivoting *p = &s->pivoting;
  for (int32_t k = 0; k < s->r; k++) s->place[s->speed[k]] = k;
  PawlStatus status = pw_pivoting_begin(p, s->r, s->r, s->start[s->m]);
  for (int32_t k = 0; k < s->r && status == PAWL_OK; k++) {
    int32_t a = s->in_force[k];
    double length = pw_reduction_measure(s, a);
    for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) {
      int32_t j = s->column[e];
      if (s->dependent[j]) pw_pivoting_add(p, k, s->place[j], s->C[e] / s->unit[j] / (length > 0 ? length : 1));
    }
  }
  return status;
}

// Pivot k is row row[k] and column column[k] of what stood before.
static PawlStatus find_order(PwReduction *s, int32_t *row, int32_t *column) {
  for (int32_t k = 0; k < s->r; k++) {
    int32_t pivot = pw_pivoting_sparsest(&s->pivoting);
    if (pivot < 0) return PAWL_ERR_SINGULAR;
    row[k] = s->pivoting.entry[pivot].row;
    column[k] = s->pivoting.entry[pivot].column;
    PawlStatus status = pw_pivoting_take(&s->pivoting, pivot);
    if (status) return status;
  }
  return PAWL_OK;
}

// `scratch` [r].
static void permute(int32_t *list, const int32_t *order, int32_t r, int32_t *scratch) {
  memcpy(scratch, list, (size_t)r * sizeof *list);
  for (int32_t k = 0; k < r; k++) list[k] = scratch[order[k]];
}

static void weigh(PwReduction *s) {
  for (int32_t k = 0; k < s->r; k++) {
    double length = pw_reduction_measure(s, s->in_force[k]);
    s->weight[k] = length > 0 ? 1 / length : 1;
  }
}

// Entries of C_d by columns, C_i's by their places in the groups; where each of the latter begins. C_d: start [r + 1], row.
static void list_entries(PwReduction *s, int32_t *start, int32_t *row) {
  memset(start, 0, ((size_t)s->r + 1) * sizeof *start);
  memset(s->right_of, 0, ((size_t)s->widest + 1) * sizeof *s->right_of);
  for (int32_t k = 0; k < s->n; k++) s->place[s->speed[k]] = k;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t k = 0; k < s->r; k++) {
      int32_t a = s->in_force[k];
      for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) {
        int32_t j = s->column[e], at = s->dependent[j] ? s->place[j] : s->place[j] - s->r - s->first[s->group[j]];
        int32_t *next = s->dependent[j] ? start + at : s->right_of + at;
        if (pass == 0) {
          next[1]++;
        } else if (s->dependent[j]) {
          s->left[*next] = e;
          row[(*next)++] = k;
        } else {
          s->right[*next] = e;
          s->right_row[(*next)++] = k;
        }
      }
    }
    // counts to places of the first ones, or, filled, back from those behind the last ones
    for (int32_t k = 0; k < s->r && pass == 0; k++) start[k + 1] += start[k];
    for (int32_t k = 0; k < s->widest && pass == 0; k++) s->right_of[k + 1] += s->right_of[k];
  }
  memmove(start + 1, start, (size_t)s->r * sizeof *start);
  memmove(s->right_of + 1, s->right_of, (size_t)s->widest * sizeof *start);
  start[0] = s->right_of[0] = 0;
  s->lefts = start[s->r];
}

// What the elimination has filled, by columns: L and U, each with the diagonal.
static void list_factors(const PwReduction *s, const int32_t *row_at, const int32_t *column_at, int32_t *lower, int32_t *upper,
                         int32_t *lower_row, int32_t *upper_row) {
  const PwPivoting *p = &s->pivoting;
  size_t bytes = ((size_t)s->r + 1) * sizeof *lower;
  memset(lower, 0, bytes);
  memset(upper, 0, bytes);
  for (int32_t e = 0; e < p->entries; e++) {
    int32_t i = row_at[p->entry[e].row], j = column_at[p->entry[e].column];
    if (i >= j) lower[j + 1]++;
    if (i <= j) upper[j + 1]++;
  }
  for (int32_t k = 0; k < s->r; k++) {
    lower[k + 1] += lower[k];
    upper[k + 1] += upper[k];
  }
  for (int32_t e = 0; e < p->entries; e++) {
    int32_t i = row_at[p->entry[e].row], j = column_at[p->entry[e].column];
    if (i >= j) lower_row[lower[j]++] = i;
    if (i <= j) upper_row[upper[j]++] = i;
  }
  memmove(lower + 1, lower, bytes - sizeof *lower);
  memmove(upper + 1, upper, bytes - sizeof *upper);
  lower[0] = upper[0] = 0;
}

PawlStatus pw_reduction_order(PwReduction *s) {
  size_t r = (size_t)s->r;
  int32_t *row = s->place + s->n, *column = row + r;
  PawlStatus status = lay_out(s);
  if (status == PAWL_OK) status = find_order(s, row, column);
  if (status) return status;
  size_t filled = (size_t)s->pivoting.entries, count = 3 * (r + 1) + 3 * r + 2 * (filled + r) + (size_t)s->start[s->m];
  if (count > s->list_room) {
    free(s->list);
    s->list = malloc(count * sizeof *s->list);
    s->list_room = s->list ? count : 0;
    if (!s->list) return PAWL_ERR_MEMORY;
  }
  int32_t *row_at = s->list, *column_at = row_at + r, *same = column_at + r, *lower = same + r, *upper = lower + r + 1;
  int32_t *start = upper + r + 1, *lower_row = start + r + 1, *upper_row = lower_row + filled + r, *at = upper_row + filled + r;
  permute(s->in_force, row, s->r, same);
  permute(s->speed, column, s->r, same);
  weigh(s);
  for (int32_t k = 0; k < s->r; k++) {
    row_at[row[k]] = column_at[column[k]] = same[k] = k;
  }
  list_factors(s, row_at, column_at, lower, upper, lower_row, upper_row);
  list_entries(s, start, at);
  s->sound.largest = 0;
  PwPivots pivots = {s->r, start, at, lower, lower_row, upper, upper_row, same, same};
  return pw_elimination_list(&pivots, 0, &s->factors);
}

void pw_reduction_list(PwReduction *s) {
  list_entries(s, s->list, s->list + s->r + 1);
}
