// Dense algebra against closed forms and against itself by a second path.
#include "numerics/dense.h"

#include "base/random.h"
#include "check.h"

// [3 0; 4 5] has the singular values 3 sqrt(5) and sqrt(5); U S V^T gives the matrix back.
static void singular_values(void **state) {
  (void)state;
  const double a[] = {3, 4, 0, 5};
  for (int what = 0; what < 4; what++) {
    double copy[4], s[2], u[4], vt[4];
    memcpy(copy, a, sizeof a);
    assert_int_equal(pw_dense_svd(copy, 2, 2, s, what & 1 ? u : NULL, what & 2 ? vt : NULL), PAWL_OK);
    CHECK_CLOSE(s[0], 3 * sqrt(5), 1e-14);
    CHECK_CLOSE(s[1], sqrt(5), 1e-14);
    for (int i = 0; what == 3 && i < 2; i++) {
      for (int j = 0; j < 2; j++) CHECK_CLOSE(u[i] * s[0] * vt[2 * j] + u[2 + i] * s[1] * vt[2 * j + 1], a[2 * j + i], 1e-14);
    }
  }
  double bad = NAN, s;
  assert_int_equal(pw_dense_svd(&bad, 1, 1, &s, NULL, NULL), PAWL_ERR_ARGUMENT);
}

// The row (3, 4): V^T's first row is (3, 4)/5 up to its sign, the second row spans what the row does not see.
static void singular_vectors_of_a_row(void **state) {
  (void)state;
  double a[] = {3, 4}, s, vt[4];
  assert_int_equal(pw_dense_svd(a, 1, 2, &s, NULL, vt), PAWL_OK);
  CHECK_CLOSE(s, 5, 1e-15);
  CHECK_CLOSE(fabs(vt[0]), 0.6, 1e-15);
  CHECK_CLOSE(fabs(vt[2]), 0.8, 1e-15);
  CHECK_CLOSE(3 * vt[1] + 4 * vt[3], 0, 1e-15);
}

// Damped oscillator x'' = -5 x - 2 x': eigenvalues -1 +- 2i, eigenvector (1, lambda).
static void eigenvalues_of_an_oscillator(void **state) {
  (void)state;
  double re[2], im[2], v[4];
  for (int what = 0; what < 2; what++) {
    double a[] = {0, -5, 1, -2};
    assert_int_equal(pw_dense_eigen(a, 2, re, im, what ? v : NULL), PAWL_OK);
    for (int k = 0; k < 2; k++) CHECK_CLOSE(re[k], -1, 1e-14);
    CHECK_CLOSE(im[0], 2, 1e-14);
    CHECK_CLOSE(im[1], -2, 1e-14);
  }
  // v = (v0 + i v2, v1 + i v3), and v[second] = lambda v[first]
  CHECK_CLOSE(v[1], -v[0] - 2 * v[2], 1e-14);
  CHECK_CLOSE(v[3], 2 * v[0] - v[2], 1e-14);
  double bad = INFINITY;
  assert_int_equal(pw_dense_eigen(&bad, 1, re, im, NULL), PAWL_ERR_ARGUMENT);
  assert_int_equal(pw_dense_eigen(NULL, 0, re, im, NULL), PAWL_OK);
}

// [2 1 0; 1 2 1; 0 1 2]: 2 - sqrt 2, 2, 2 + sqrt 2. A multiple of 1: itself. (xx yy zz xy xz yz.)
static void eigenvalues_of_three_by_three(void **state) {
  (void)state;
  const double chain[] = {2, 2, 2, 1, 0, 1}, ball[] = {7, 7, 7, 0, 0, 0};
  double e[3];
  pw_symmetric3_eigen(chain, e);
  CHECK_CLOSE(e[0], 2 - sqrt(2), 2e-15);
  CHECK_CLOSE(e[1], 2, 2e-15);
  CHECK_CLOSE(e[2], 2 + sqrt(2), 2e-15);
  pw_symmetric3_eigen(ball, e);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(e[i], 7, 0);
}

// Sum, sum of squares and determinant are those of the matrix, at all sizes and with eigenvalues far apart.
static void invariants_of_three_by_three(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int trial = 0; trial < 200; trial++) {
    double s[6], e[3], scale = pow(10, pw_random_between(&seed, -100, 90));
    for (int i = 0; i < 6; i++) s[i] = pw_random_between(&seed, -1, 1) * (i == 0 ? 1e-6 : 1);
    double trace = s[0] + s[1] + s[2], squares = 0;
    double det = s[0] * (s[1] * s[2] - s[5] * s[5]) - s[3] * (s[3] * s[2] - s[5] * s[4]) + s[4] * (s[3] * s[5] - s[1] * s[4]);
    for (int i = 0; i < 6; i++) squares += s[i] * s[i] * (i < 3 ? 1 : 2);
    for (int i = 0; i < 6; i++) s[i] *= scale;
    pw_symmetric3_eigen(s, e);
    for (int i = 0; i < 3; i++) e[i] /= scale;
    assert_true(e[0] <= e[1] && e[1] <= e[2]);
    CHECK_CLOSE(e[0] + e[1] + e[2], trace, 1e-14);
    CHECK_CLOSE(e[0] * e[0] + e[1] * e[1] + e[2] * e[2], squares, 1e-14);
    CHECK_CLOSE(e[0] * e[1] * e[2], det, 1e-14);
  }
}

// A thin rod turned in space: (v v^T removed from 1) + 1e-12 along v. The small eigenvalue must keep its digits.
static void small_eigenvalue_keeps_its_digits(void **state) {
  (void)state;
  double c = sqrt(0.5), e[3];
  // axes: (c, c, 0) with 1e-12, (c, -c, 0) with 1, z with 1
  double s[] = {0.5 + 0.5e-12, 0.5 + 0.5e-12, 1, c * c * (1e-12 - 1), 0, 0};
  pw_symmetric3_eigen(s, e);
  CHECK_CLOSE(e[0], 1e-12, 3e-16);
  CHECK_CLOSE(e[2], 1, 1e-15);
}

// Hilbert's matrix of order 5: A times the known solution gives b; its condition is 5e5. And a zero first pivot.
static void solves_by_lu(void **state) {
  (void)state;
  double a[25], b[5] = {0};
  int32_t pivot[5];
  for (int j = 0; j < 5; j++) {
    for (int i = 0; i < 5; i++) b[i] += (a[5 * j + i] = 1.0 / (i + j + 1)) * (j + 1);
  }
  assert_int_equal(pw_lu_factor(a, 5, pivot), PAWL_OK);
  pw_lu_solve(a, 5, pivot, b);
  for (int i = 0; i < 5; i++) CHECK_CLOSE(b[i], i + 1, 1e-10);
  double cycle[] = {0, 1, 0, 0, 0, 1, 1, 0, 0}, c[] = {7, 8, 9};  // x3 = 7, x1 = 8, x2 = 9
  assert_int_equal(pw_lu_factor(cycle, 3, pivot), PAWL_OK);
  pw_lu_solve(cycle, 3, pivot, c);
  CHECK_CLOSE(c[0], 8, 0);
  CHECK_CLOSE(c[1], 9, 0);
  CHECK_CLOSE(c[2], 7, 0);
}

static void lu_tells_singular(void **state) {
  (void)state;
  double a[] = {1, 2, 2, 4}, nan[] = {NAN};
  int32_t pivot[2];
  assert_int_equal(pw_lu_factor(a, 2, pivot), PAWL_ERR_SINGULAR);
  assert_int_equal(pw_lu_factor(nan, 1, pivot), PAWL_ERR_SINGULAR);
  assert_int_equal(pw_lu_factor(NULL, 0, NULL), PAWL_OK);
}

// A = B B^T + 1 of a random B; the solution is put in. A matrix that is not definite is told.
static void solves_by_cholesky(void **state) {
  (void)state;
  enum { N = 7 };
  uint64_t random = 11;
  double B[N * N], A[N * N], x[N], b[N] = {0};
  for (int i = 0; i < N * N; i++) B[i] = pw_random_between(&random, -1, 1);
  for (int i = 0; i < N; i++) x[i] = pw_random_between(&random, -1, 1);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      A[i * N + j] = i == j;
      for (int k = 0; k < N; k++) A[i * N + j] += B[i * N + k] * B[j * N + k];
      b[i] += A[i * N + j] * x[j];
    }
  }
  assert_true(pw_cholesky_factor(A, N));
  pw_cholesky_solve(A, N, b);
  for (int i = 0; i < N; i++) CHECK_CLOSE(b[i], x[i], 1e-13);
  double no[4] = {1, 2, 2, 3};
  assert_false(pw_cholesky_factor(no, 2));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(singular_values),
                                     cmocka_unit_test(singular_vectors_of_a_row),
                                     cmocka_unit_test(eigenvalues_of_an_oscillator),
                                     cmocka_unit_test(eigenvalues_of_three_by_three),
                                     cmocka_unit_test(invariants_of_three_by_three),
                                     cmocka_unit_test(small_eigenvalue_keeps_its_digits),
                                     cmocka_unit_test(solves_by_lu),
                                     cmocka_unit_test(lu_tells_singular),
                                     cmocka_unit_test(solves_by_cholesky)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
