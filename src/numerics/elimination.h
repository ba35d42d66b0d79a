// Elimination of a sparse real matrix whose pivots and fill are known: a flat list of operations, made once, replayed for other
// values. KLU chooses the pivots (sparse.c) but replays them slowly where systems are as small as those of mechanisms: a
// derivative of 40 four-bars takes 464 000 instructions with klu_refactor, klu_rgrowth and klu_solve, and 266 000 with this. The
// canonical formulation chooses its own (canonical_reduction_order.c).
#ifndef PW_ELIMINATION_H
#define PW_ELIMINATION_H
#include <stdbool.h>
#include <stdint.h>

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

// The list of these pivots; *e is NULL, or an older one of the same n, whose room is taken over. `most`: operations at most; more
// are not listed, *e is NULL then, with PAWL_OK; 0: as many as there are.
PawlStatus pw_elimination_list(const PwPivots *pivots, int64_t most, PwElimination **e);
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
// In place, after a run that was true: A x = b, A^T x = b.
void pw_elimination_solve(PwElimination *e, double *b);
void pw_elimination_solve_transposed(PwElimination *e, double *b);
// What the elimination has left of row k of the order on its pivot, rows not scaled; after a run that was true.
double pw_elimination_pivot(const PwElimination *e, int k);
#endif
