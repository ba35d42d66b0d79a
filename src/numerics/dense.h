// Dense algebra. Small solves in line; what is rare and delicate (rank, eigenvalues) by reference LAPACK.
// Matrices are column-major with leading dimension = number of rows. Functions here may allocate: not for the loop, except
// pw_lu_*.
#ifndef PW_DENSE_H
#define PW_DENSE_H
#include <stdint.h>

#include "pawl/status.h"

// Rank of A (m x n) by QR with column pivoting: columns pivot[0..rank) are independent, the rest depend on them. A column
// depends if its remaining length is below `tolerance` times the largest first pivot. A is overwritten. pivot has n entries.
PawlStatus pw_dense_rank(double *a, int32_t m, int32_t n, double tolerance, int32_t *rank, int32_t *pivot);

// Singular values (descending, min(m,n)) of A (m x n, overwritten); vt (n x n, column-major V^T) may be NULL; u (m x m) may be
// NULL.
PawlStatus pw_dense_svd(double *a, int32_t m, int32_t n, double *s, double *u, double *vt);

// Least-norm least-squares solution of A x = b (m x n, overwritten), singular values below tolerance * largest left out.
// b has max(m, n) entries and is replaced by x.
PawlStatus pw_dense_least_squares(double *a, int32_t m, int32_t n, double tolerance, double *b, int32_t *rank);

// Eigenvalues re + i im of A (n x n, overwritten); right eigenvectors in v (n x n, LAPACK's packing of pairs), v may be NULL.
PawlStatus pw_dense_eigen(double *a, int32_t n, double *re, double *im, double *v);

// Generalised: A x = lambda B x; lambda = (alpha_re + i alpha_im) / beta.
PawlStatus pw_dense_eigen_general(double *a, double *b, int32_t n, double *alpha_re, double *alpha_im, double *beta, double *v);

// Eigenvalues of a symmetric 3x3 matrix (xx yy zz xy xz yz), ascending.
void pw_symmetric3_eigen(const double s[6], double out[3]);

// LU with partial pivoting, no allocation; PAWL_ERR_SINGULAR on a zero pivot. pivot has n entries.
PawlStatus pw_lu_factor(double *a, int32_t n, int32_t *pivot);
void pw_lu_solve(const double *lu, int32_t n, const int32_t *pivot, double *b);
#endif
