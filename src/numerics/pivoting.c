#include "numerics/pivoting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double THRESHOLD = 0.1;

static PawlStatus reserve_entries(PwPivoting *p, int32_t wanted) {
  if (wanted <= p->entry_room) return PAWL_OK;
  PwPivotingEntry *entry = realloc(p->entry, (size_t)wanted * sizeof *entry);
  if (!entry) return PAWL_ERR_MEMORY;
  p->entry = entry;
  p->entry_room = wanted;
  return PAWL_OK;
}

static PawlStatus reserve_lines(PwPivoting *p, int32_t lines) {
  if (lines <= p->line_room) return PAWL_OK;
  free(p->row);
  p->row = malloc(5 * (size_t)lines * sizeof *p->row);
  p->line_room = p->row ? lines : 0;
  return p->row ? PAWL_OK : PAWL_ERR_MEMORY;
}

PawlStatus pw_pivoting_begin(PwPivoting *p, int32_t rows, int32_t columns, int32_t entries) {
  enum { SMALL = 64 };  // so small ones have room for all fill at once
  int32_t lines = rows > columns ? rows : columns, fill = lines <= SMALL ? rows * columns : 2 * entries;
  PawlStatus status = reserve_lines(p, lines + 1);
  if (status == PAWL_OK) status = reserve_entries(p, (fill > entries ? fill : entries) + 1);
  if (status) return status;
  p->rows = rows;
  p->columns = columns;
  p->entries = 0;
  p->column = p->row + p->line_room;
  p->wide = p->column + p->line_room;
  p->tall = p->wide + p->line_room;
  p->at = p->tall + p->line_room;
  for (int32_t i = 0; i < p->line_room; i++) {
    p->row[i] = p->column[i] = p->at[i] = -1;
    p->wide[i] = p->tall[i] = 0;
  }
  return PAWL_OK;
}

void pw_pivoting_free(PwPivoting *p) {
  free(p->row);
  free(p->entry);
  *p = (PwPivoting){0};
}

void pw_pivoting_add(PwPivoting *p, int32_t row, int32_t column, double value) {
  p->entry[p->entries] = (PwPivotingEntry){row, column, p->row[row], p->column[column], value};
  p->row[row] = p->column[column] = p->entries++;
  p->wide[row]++;
  p->tall[column]++;
}

// Row `row` less `factor` times the pivot's row, where that is left.
static PawlStatus subtract(PwPivoting *p, int32_t row, int32_t pivot_row, double factor) {
  int32_t wanted = p->entries + p->wide[pivot_row];
  PawlStatus status = wanted <= p->entry_room ? PAWL_OK : reserve_entries(p, wanted + p->entry_room / 2);
  if (status) return status;
  for (int32_t e = p->row[row]; e >= 0; e = p->entry[e].next_in_row) p->at[p->entry[e].column] = e;
  for (int32_t e = p->row[pivot_row]; e >= 0; e = p->entry[e].next_in_row) {
    int32_t column = p->entry[e].column;
    double change = -factor * p->entry[e].value;
    if (p->tall[column] < 0) continue;
    if (p->at[column] < 0) {
      pw_pivoting_add(p, row, column, change);
    } else {
      p->entry[p->at[column]].value += change;
    }
  }
  for (int32_t e = p->row[row]; e >= 0; e = p->entry[e].next_in_row) p->at[p->entry[e].column] = -1;
  return PAWL_OK;
}

PawlStatus pw_pivoting_take(PwPivoting *p, int32_t pivot) {
  int32_t row = p->entry[pivot].row, column = p->entry[pivot].column;
  double value = p->entry[pivot].value;
  for (int32_t e = p->column[column]; e >= 0; e = p->entry[e].next_in_column) p->wide[p->entry[e].row]--;
  p->tall[column] = -1;
  for (int32_t e = p->column[column]; e >= 0; e = p->entry[e].next_in_column) {
    int32_t other = p->entry[e].row;
    if (other == row || p->wide[other] < 0) continue;
    PawlStatus status = subtract(p, other, row, p->entry[e].value / value);
    if (status) return status;
  }
  for (int32_t e = p->row[row]; e >= 0; e = p->entry[e].next_in_row) p->tall[p->entry[e].column]--;
  p->wide[row] = -1;
  return PAWL_OK;
}

int32_t pw_pivoting_sparsest(const PwPivoting *p) {
  int32_t column = -1, best = -1;
  double largest = 0;
  for (int32_t j = 0; j < p->columns; j++) {
    if (p->tall[j] >= 0 && (column < 0 || p->tall[j] < p->tall[column])) column = j;
  }
  if (column < 0) return -1;
  for (int32_t e = p->column[column]; e >= 0; e = p->entry[e].next_in_column) {
    if (p->wide[p->entry[e].row] >= 0) largest = fmax(largest, fabs(p->entry[e].value));
  }
  for (int32_t e = p->column[column]; e >= 0; e = p->entry[e].next_in_column) {
    int32_t row = p->entry[e].row, wide = p->wide[row], fewest = best < 0 ? 0 : p->wide[p->entry[best].row];
    double size = fabs(p->entry[e].value);
    if (wide < 0 || !(size > 0) || size < THRESHOLD * largest) continue;
    if (best < 0 || wide < fewest || (wide == fewest && size > fabs(p->entry[best].value))) best = e;
  }
  return best;
}
