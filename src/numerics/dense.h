// Dense algebra. Small solves in line; what is rare and delicate (singular values, eigenvalues) by reference LAPACK.
// Matrices are column-major with leading dimension = number of rows. Functions here may allocate: not for the loop, except
// pw_lu_* and pw_cholesky_*.
#ifndef PW_DENSE_H
#define PW_DENSE_H
#include <stdbool.h>
#include <stdint.h>

#include "pawl/status.h"

// Singular values (descending, min(m,n)) of A (m x n, overwritten); vt (n x n, column-major V^T) may be NULL; u (m x m) may be
// NULL.
PawlStatus pw_dense_svd(double *a, int32_t m, int32_t n, double *s, double *u, double *vt);

// Eigenvalues re + i im of A (n x n, overwritten); right eigenvectors in v (n x n, LAPACK's packing of pairs), v may be NULL.
PawlStatus pw_dense_eigen(double *a, int32_t n, double *re, double *im, double *v);

// Eigenvalues of a symmetric 3x3 matrix (xx yy zz xy xz yz), ascending.
void pw_symmetric3_eigen(const double s[6], double out[3]);

// LU with partial pivoting, no allocation; PAWL_ERR_SINGULAR on a zero pivot. pivot has n entries.
PawlStatus pw_lu_factor(double *a, int32_t n, int32_t *pivot);
void pw_lu_solve(const double *lu, int32_t n, const int32_t *pivot, double *b);

// A = L L^T of a symmetric positive definite A in place, row by row, of which only the lower half is read; no allocation. false:
// it is not positive definite.
bool pw_cholesky_factor(double *a, int32_t n);
void pw_cholesky_solve(const double *l, int32_t n, double *b);
#endif
