// Dense algebra against closed forms and against itself by a second path.
#include "numerics/dense.h"

#include "base/random.h"
#include "check.h"

// Columns (1,2,2), 2 x the first, (0,1,1), the sum of the first and the third: rank 2. The longest column is taken first.
static void finds_rank_and_independent_columns(void **state) {
  (void)state;
  double a[] = {1, 2, 2, 2, 4, 4, 0, 1, 1, 1, 3, 3};
  int32_t rank, pivot[4];
  assert_int_equal(pw_dense_rank(a, 3, 4, 1e-12, &rank, pivot), PAWL_OK);
  assert_int_equal(rank, 2);
  assert_int_equal(pivot[0], 1);  // length 6, against sqrt(19), 3 and sqrt(2)
  assert_true(pivot[1] == 2 || pivot[1] == 3);
  int seen = 0;
  for (int j = 0; j < 4; j++) seen |= 1 << pivot[j];
  assert_int_equal(seen, 15);
}

// diag(1, 1e-6): the tolerance decides.
static void rank_depends_on_tolerance(void **state) {
  (void)state;
  const double tolerance[] = {1e-5, 1e-7};
  for (int k = 0; k < 2; k++) {
    double a[] = {1e-6, 0, 0, 1};
    int32_t rank, pivot[2];
    assert_int_equal(pw_dense_rank(a, 2, 2, tolerance[k], &rank, pivot), PAWL_OK);
    assert_int_equal(rank, k + 1);
    assert_int_equal(pivot[0], 1);
  }
}

static void rank_of_nothing(void **state) {
  (void)state;
  double zero[6] = {0}, bad[] = {1, NAN}, endless[] = {1, INFINITY};
  int32_t rank = 9, pivot[3];
  assert_int_equal(pw_dense_rank(zero, 2, 3, 0, &rank, pivot), PAWL_OK);
  assert_int_equal(rank, 0);
  assert_int_equal(pw_dense_rank(zero, 0, 3, 1e-9, &rank, pivot), PAWL_OK);
  assert_int_equal(rank, 0);
  for (int j = 0; j < 3; j++) assert_int_equal(pivot[j], j);
  assert_int_equal(pw_dense_rank(bad, 2, 1, 1e-9, &rank, pivot), PAWL_ERR_ARGUMENT);
  assert_int_equal(pw_dense_rank(endless, 2, 1, 1e-9, &rank, pivot), PAWL_ERR_ARGUMENT);
}

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

// A line through (0,1), (1,3), (2,5.3), (3,6.7): by the normal equations slope 1.94, intercept 1.09.
static void fits_a_line(void **state) {
  (void)state;
  double a[] = {1, 1, 1, 1, 0, 1, 2, 3}, b[] = {1, 3, 5.3, 6.7};
  int32_t rank;
  assert_int_equal(pw_dense_least_squares(a, 4, 2, 1e-12, b, &rank), PAWL_OK);
  assert_int_equal(rank, 2);
  CHECK_CLOSE(b[0], 1.09, 1e-14);
  CHECK_CLOSE(b[1], 1.94, 1e-14);
}

// 3 x + 4 y = 10, once given and once twice: the shortest solution is 10 (3, 4) / 25.
static void takes_the_shortest_solution(void **state) {
  (void)state;
  double wide[] = {3, 4}, twice[] = {3, 3, 4, 4}, b[] = {10, -7}, c[] = {10, 10};
  int32_t rank;
  assert_int_equal(pw_dense_least_squares(wide, 1, 2, 1e-12, b, &rank), PAWL_OK);
  assert_int_equal(rank, 1);
  assert_int_equal(pw_dense_least_squares(twice, 2, 2, 1e-12, c, &rank), PAWL_OK);
  assert_int_equal(rank, 1);
  CHECK_CLOSE(b[0], 1.2, 1e-14);
  CHECK_CLOSE(b[1], 1.6, 1e-14);
  CHECK_CLOSE(c[0], 1.2, 1e-14);
  CHECK_CLOSE(c[1], 1.6, 1e-14);
}

static void least_squares_of_nothing(void **state) {
  (void)state;
  double a[] = {1}, b[] = {5, 5}, bad[] = {NAN};
  int32_t rank = 9;
  assert_int_equal(pw_dense_least_squares(a, 0, 2, 1e-12, b, &rank), PAWL_OK);
  assert_int_equal(rank, 0);
  CHECK_CLOSE(b[0], 0, 0);
  CHECK_CLOSE(b[1], 0, 0);
  assert_int_equal(pw_dense_least_squares(bad, 1, 1, 1e-12, b, &rank), PAWL_ERR_ARGUMENT);
  assert_int_equal(pw_dense_least_squares(a, 1, 1, 1e-12, bad, &rank), PAWL_ERR_ARGUMENT);
  assert_int_equal(pw_dense_least_squares(a, 1, 1, NAN, b, &rank), PAWL_ERR_ARGUMENT);
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

// A = diag(6, 1), B = diag(2, 0): one eigenvalue 3, one infinite (beta = 0).
static void general_eigenvalues(void **state) {
  (void)state;
  double a[] = {6, 0, 0, 1}, b[] = {2, 0, 0, 0}, re[2], im[2], beta[2], v[4];
  assert_int_equal(pw_dense_eigen_general(a, b, 2, re, im, beta, v), PAWL_OK);
  int finite = beta[0] == 0;
  CHECK_CLOSE(re[finite] / beta[finite], 3, 1e-14);
  CHECK_CLOSE(im[finite], 0, 0);
  CHECK_CLOSE(beta[!finite], 0, 1e-15);
  CHECK_CLOSE(v[2 * finite + 1], 0, 1e-15);  // its vector is the first axis
  double nan = NAN, one = 1;
  assert_int_equal(pw_dense_eigen_general(&one, &nan, 1, re, im, beta, NULL), PAWL_ERR_ARGUMENT);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_rank_and_independent_columns),
      cmocka_unit_test(rank_depends_on_tolerance),
      cmocka_unit_test(rank_of_nothing),
      cmocka_unit_test(singular_values),
      cmocka_unit_test(singular_vectors_of_a_row),
      cmocka_unit_test(fits_a_line),
      cmocka_unit_test(takes_the_shortest_solution),
      cmocka_unit_test(least_squares_of_nothing),
      cmocka_unit_test(eigenvalues_of_an_oscillator),
      cmocka_unit_test(general_eigenvalues),
      cmocka_unit_test(eigenvalues_of_three_by_three),
      cmocka_unit_test(invariants_of_three_by_three),
      cmocka_unit_test(small_eigenvalue_keeps_its_digits),
      cmocka_unit_test(solves_by_lu),
      cmocka_unit_test(lu_tells_singular),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
