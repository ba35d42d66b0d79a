// Linear complementarity: w = A z + b, with w_i >= 0, z_i >= 0, w_i z_i = 0 for one-sided unknowns and w_i = 0 for two-sided
// ones. A is symmetric positive semidefinite (touch-space inertia), small and dense.
#ifndef PW_COMPLEMENTARITY_H
#define PW_COMPLEMENTARITY_H
#include <stdbool.h>
#include <stdint.h>

#include "pawl/status.h"

// Rows in blocks, one block per touch: its normal row in front, then what further rows it has.
typedef struct {
  int32_t count;         // touches
  const int32_t *first;  // [count + 1] the first row of each, then the number of all rows
} PwBlocks;

typedef struct PwLcp PwLcp;  // scratch memory for up to a number of rows
PawlStatus pw_lcp_create(int32_t most, PwLcp **out);
void pw_lcp_free(PwLcp *lcp);
// By rows A, b, z, w; by blocks `two_sided`, which may be NULL. Only the first row of a block has an unknown: nothing acts along
// the others, whose z is 0 and whose w is what it comes to. No allocation. `scale` is a size of w that counts as zero when
// multiplied by 1e-12. w is unique; where A is singular and several z answer, the one of least norm of them all. A row of A whose
// diagonal is below 1e-15 of the largest counts as zero. PAWL_ERR_SINGULAR: no solution exists; PAWL_ERR_ARGUMENT: more rows than
// `most`, or a number that is not finite.
PawlStatus pw_lcp_solve(PwLcp *lcp, const PwBlocks *blocks, const double *A, const double *b, const bool *two_sided, double scale,
                        double *z, double *w);
// Least-norm solution of A z = -b, of n rows whatever their blocks, by a rank-revealing factorisation of the symmetric
// semidefinite A; *rank is told; *residual: the largest |A z + b| left over (b outside A's range: then z answers for a largest
// independent set of rows). No allocation.
PawlStatus pw_least_norm(PwLcp *lcp, int32_t n, const double *A, const double *b, double *z, int32_t *rank, double *residual);
// The same of another b, after pw_least_norm of n rows was the last that `lcp` did: A is as it was then.
PawlStatus pw_least_norm_again(PwLcp *lcp, int32_t n, const double *b, double *z);
#endif
