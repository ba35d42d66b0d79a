// Square sparse systems by KLU (SuiteSparse, LGPL, linked dynamically): structure analysed once, values many times.
// After each refactorisation growth and condition are checked, because KLU can return a wrong answer with success.
#ifndef PW_SPARSE_H
#define PW_SPARSE_H
#include <stdbool.h>
#include <stdint.h>

#include "pawl/status.h"

typedef struct PwSparse PwSparse;

// n x n; entry k at (row[k], column[k]); several k may share a place (they are summed). slot[k] receives the index into the
// values array where entry k belongs. `pairs`: complex, values are pairs re, im.
PawlStatus pw_sparse_create(int32_t n, int32_t entries, const int32_t *row, const int32_t *column, bool pairs, int32_t *slot,
                            PwSparse **out);
void pw_sparse_free(PwSparse *s);
int32_t pw_sparse_nonzeros(const PwSparse *s);
double *pw_sparse_values(PwSparse *s);  // nonzeros (times two if complex); fill, then factor

// Uses the old pivots while they are good, new ones else. PAWL_ERR_SINGULAR when no pivots make it regular (condition worse
// than about 1e15).
PawlStatus pw_sparse_factor(PwSparse *s);
void pw_sparse_solve(PwSparse *s, double *b);  // in place; complex: b is n pairs; NaN after a factorisation that failed
double pw_sparse_rcond(const PwSparse *s);     // cheap estimate of the last factorisation: min |pivot| / max |pivot|
void pw_sparse_forget(PwSparse *s);            // next factor chooses its pivots afresh: results do not depend on the past
int64_t pw_sparse_full_factorisations(const PwSparse *s);
// y = A x with the current values (real only).
void pw_sparse_multiply(const PwSparse *s, const double *x, double *y);
#endif
