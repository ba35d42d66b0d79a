// Elimination of a sparse real matrix whose pivots and fill are known: a flat list of operations, made once, replayed for other
// values. KLU chooses the pivots (sparse.c) but replays them slowly where systems are as small as those of mechanisms: a
// derivative of 40 four-bars takes 464 000 instructions with klu_refactor, klu_rgrowth and klu_solve, and 266 000 with this.
#ifndef PW_ELIMINATION_H
#define PW_ELIMINATION_H
#include <stdbool.h>

#include "pawl/status.h"

typedef struct PwElimination PwElimination;

// The matrix A, n x n, by columns, and what is known of its factors, L U = A(P, Q) with rows scaled: the places of their entries
// by columns in the order of the pivots, diagonals included (as klu_extract gives them).
typedef struct {
  int n;
  const int *start, *row;                     // of A: [n + 1], [start[n]]
  const int *l_start, *l_row;                 // of L
  const int *u_start, *u_row;                 // of U
  const int *row_of_pivot, *column_of_pivot;  // P, Q
} PwPivots;

// *out is NULL, with PAWL_OK, where the list would be too long to be worth it.
PawlStatus pw_elimination_create(const PwPivots *pivots, PwElimination **out);
void pw_elimination_free(PwElimination *e);
// Was it made for these pivots, of the same matrix?
bool pw_elimination_is_of(const PwElimination *e, const int *row_of_pivot);

typedef struct {
  double rcond;    // min |pivot| / max |pivot|
  double largest;  // entry of U: how much the values grew, with rows of A whose largest entry is 1
} PwEliminated;

// Takes the scales of the rows from these values; they stay until they are taken again.
void pw_elimination_scale(PwElimination *e, const double *value);

// With the values of A, once there are scales; false if a pivot is 0, or something is not a number.
bool pw_elimination_run(PwElimination *e, const double *value, PwEliminated *out);
// The least ratio of the largest entries of a column of A and of U, by the last run (as klu_rgrowth).
double pw_elimination_growth(PwElimination *e, const double *value);
void pw_elimination_solve(PwElimination *e, double *b);  // in place, after a run that was true
#endif
