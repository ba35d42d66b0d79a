// A sparse matrix while it is eliminated, pivot by pivot: what is left of it, with its fill. Which entry is the next pivot is the
// owner's to say, or found by Markowitz's rule. Its list of entries grows only; room stays for the next matrix.
#ifndef PW_PIVOTING_H
#define PW_PIVOTING_H
#include <stdbool.h>
#include <stdint.h>

#include "pawl/status.h"

typedef struct {
  int32_t row, column;
  int32_t next_in_row, next_in_column;  // -1: none
  double value;
} PwPivotingEntry;

typedef struct {
  int32_t rows, columns;
  int32_t *row, *column;  // first entry of each; -1
  int32_t *wide, *tall;   // entries of a row in columns that are left, and of a column in rows that are left; -1: taken
  PwPivotingEntry *entry;
  int32_t entries;
  int32_t *at;  // [columns] scratch, -1
  int32_t line_room, entry_room;
} PwPivoting;

// An empty matrix; `entries`: that will be added.
PawlStatus pw_pivoting_begin(PwPivoting *p, int32_t rows, int32_t columns, int32_t entries);
void pw_pivoting_free(PwPivoting *p);
// An entry at a place that has none; it may be zero, and is then one that other values may fill.
void pw_pivoting_add(PwPivoting *p, int32_t row, int32_t column, double value);
// Takes the pivot: other rows lose its column. PAWL_ERR_MEMORY.
PawlStatus pw_pivoting_take(PwPivoting *p, int32_t pivot);
// Of the columns with the fewest entries the first, in it of the entries that are at least a tenth of the largest the one with
// the fewest others in its row; the larger one of two; -1: what is left has no rank.
int32_t pw_pivoting_sparsest(const PwPivoting *p);
#endif
