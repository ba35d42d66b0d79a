// Dense algebra: rank, singular values, least squares and eigenvalues by reference LAPACK, called through its _work functions
// with memory of ours, because the ones above them print when memory runs out. LU and the symmetric 3x3 case are written here:
// a call into LAPACK costs more than the arithmetic at such sizes (dependencies.md: up to n = 10, 0.16 against 0.5 us and more).
#include "numerics/dense.h"

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// LAPACK's iterations need not end on values that are not finite.
static bool all_finite(const double *a, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(a[i])) return false;
  }
  return true;
}

static size_t area(int32_t m, int32_t n) {
  return (size_t)m * (size_t)n;
}

// info > 0 is an iteration that did not converge; info < 0 cannot happen with checked arguments.
static PawlStatus status_of(lapack_int info) {
  if (info == 0) return PAWL_OK;
  return info > 0 ? PAWL_ERR_LIMIT : PAWL_ERR_ARGUMENT;
}

// Memory for the size that a workspace query returned.
static double *workspace(double size, lapack_int *length) {
  *length = size < 1 ? 1 : (lapack_int)size;
  return malloc(sizeof(double) * (size_t)*length);
}

PawlStatus pw_dense_svd(double *a, int32_t m, int32_t n, double *s, double *u, double *vt) {
  if (m < 1 || n < 1 || !all_finite(a, area(m, n))) return PAWL_ERR_ARGUMENT;
  char jobu = u ? 'A' : 'N', jobvt = vt ? 'A' : 'N';
  double size = 0;
  lapack_int length;
  lapack_int info = LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, jobu, jobvt, m, n, a, m, s, u, m, vt, n, &size, -1);
  if (info) return status_of(info);
  double *work = workspace(size, &length);
  if (!work) return PAWL_ERR_MEMORY;
  info = LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, jobu, jobvt, m, n, a, m, s, u, m, vt, n, work, length);
  free(work);
  return status_of(info);
}

PawlStatus pw_dense_eigen(double *a, int32_t n, double *re, double *im, double *v) {
  if (n < 0 || !all_finite(a, area(n, n))) return PAWL_ERR_ARGUMENT;
  if (n == 0) return PAWL_OK;
  char jobv = v ? 'V' : 'N';
  double size = 0;
  lapack_int length;
  lapack_int info = LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', jobv, n, a, n, re, im, NULL, 1, v, n, &size, -1);
  if (info) return status_of(info);
  double *work = workspace(size, &length);
  if (!work) return PAWL_ERR_MEMORY;
  info = LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', jobv, n, a, n, re, im, NULL, 1, v, n, work, length);
  free(work);
  return status_of(info);
}

// One Jacobi rotation that makes a[p][q] zero.
static void rotate(double a[3][3], int p, int q) {
  if (a[p][q] == 0) return;
  double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  double t =
      copysign(1, theta) / (fabs(theta) + sqrt(theta * theta + 1));  // theta * theta may overflow: then t is 0, as it should
  double c = 1 / sqrt(t * t + 1), s = t * c, pq = a[p][q];
  int r = 3 - p - q;
  double rp = a[r][p], rq = a[r][q];
  a[p][p] -= t * pq;
  a[q][q] += t * pq;
  a[p][q] = a[q][p] = 0;
  a[r][p] = a[p][r] = c * rp - s * rq;
  a[r][q] = a[q][r] = s * rp + c * rq;
}

static void order(double *a, double *b) {
  if (*a <= *b) return;
  double t = *a;
  *a = *b;
  *b = t;
}

// Jacobi's method: small eigenvalues of a slender body's inertia keep their digits, which the closed form by a cubic loses.
void pw_symmetric3_eigen(const double s[6], double out[3]) {
  double a[3][3] = {{s[0], s[3], s[4]}, {s[3], s[1], s[5]}, {s[4], s[5], s[2]}};
  enum { SWEEPS = 30 };  // quadratic convergence: 4 to 6 are used
  for (int sweep = 0; sweep < SWEEPS && (a[0][1] != 0 || a[0][2] != 0 || a[1][2] != 0); sweep++) {
    rotate(a, 0, 1);
    rotate(a, 0, 2);
    rotate(a, 1, 2);
  }
  for (int i = 0; i < 3; i++) out[i] = a[i][i];
  order(&out[0], &out[1]);
  order(&out[1], &out[2]);
  order(&out[0], &out[1]);
}

static void swap_rows(double *a, int32_t n, int32_t i, int32_t k) {
  for (int32_t j = 0; j < n; j++) {
    double t = a[area(j, n) + (size_t)i];
    a[area(j, n) + (size_t)i] = a[area(j, n) + (size_t)k];
    a[area(j, n) + (size_t)k] = t;
  }
}

PawlStatus pw_lu_factor(double *a, int32_t n, int32_t *pivot) {
  for (int32_t k = 0; k < n; k++) {
    double *column = a + area(k, n);
    int32_t best = k;
    for (int32_t i = k + 1; i < n; i++) {
      if (fabs(column[i]) > fabs(column[best])) best = i;
    }
    pivot[k] = best;
    if (!(fabs(column[best]) > 0)) return PAWL_ERR_SINGULAR;  // also if it is not a number
    if (best != k) swap_rows(a, n, k, best);
    for (int32_t i = k + 1; i < n; i++) column[i] /= column[k];
    for (int32_t j = k + 1; j < n; j++) {
      double *other = a + area(j, n), factor = other[k];
      if (factor == 0) continue;  // rows of a mechanism are mostly zeros
      for (int32_t i = k + 1; i < n; i++) other[i] -= column[i] * factor;
    }
  }
  return PAWL_OK;
}

void pw_lu_solve(const double *lu, int32_t n, const int32_t *pivot, double *b) {
  for (int32_t k = 0; k < n; k++) {
    double t = b[pivot[k]];
    b[pivot[k]] = b[k];
    b[k] = t;
  }
  for (int32_t k = 0; k < n; k++) {
    for (int32_t i = k + 1; i < n; i++) b[i] -= lu[area(k, n) + (size_t)i] * b[k];
  }
  for (int32_t k = n - 1; k >= 0; k--) {
    b[k] /= lu[area(k, n) + (size_t)k];
    for (int32_t i = 0; i < k; i++) b[i] -= lu[area(k, n) + (size_t)i] * b[k];
  }
}

bool pw_cholesky_factor(double *a, int32_t n) {
  for (int32_t i = 0; i < n; i++) {
    double *row = a + area(i, n);
    for (int32_t j = 0; j <= i; j++) {
      const double *other = a + area(j, n);
      double sum = row[j];
      for (int32_t k = 0; k < j; k++) sum -= row[k] * other[k];
      if (i == j && !(sum > 0)) return false;
      row[j] = i == j ? sqrt(sum) : sum / other[j];
    }
  }
  return true;
}

void pw_cholesky_solve(const double *l, int32_t n, double *b) {
  for (int32_t i = 0; i < n; i++) {
    const double *row = l + area(i, n);
    for (int32_t j = 0; j < i; j++) b[i] -= row[j] * b[j];
    b[i] /= row[i];
  }
  for (int32_t i = n - 1; i >= 0; i--) {
    const double *row = l + area(i, n);
    b[i] /= row[i];
    for (int32_t j = 0; j < i; j++) b[j] -= row[j] * b[i];
  }
}
