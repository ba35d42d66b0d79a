// The shortest of the best answers, against the pseudo-inverse by singular values (LAPACK).
#include "base/random.h"
#include "check.h"
#include "numerics/dense.h"
#include "numerics/shortest.h"

enum { MOST = 9 };

static void pseudo_solve(double *a, int32_t m, int32_t n, const double *b, double *x) {
  double s[MOST], u[MOST * MOST], vt[MOST * MOST];
  assert_int_equal(pw_dense_svd(a, m, n, s, u, vt), PAWL_OK);
  for (int32_t j = 0; j < n; j++) x[j] = 0;
  for (int32_t k = 0; k < (m < n ? m : n) && s[k] > 1e-10 * s[0]; k++) {
    double part = 0;
    for (int32_t i = 0; i < m; i++) part += u[i + m * k] * b[i];
    for (int32_t j = 0; j < n; j++) x[j] += vt[k + n * j] * part / s[k];
  }
}

// A = B C of every shape and rank; b in its range or not.
static void test_pseudo_inverse(void **state) {
  (void)state;
  uint64_t seed = 5;
  int32_t deficient = 0;
  for (int trial = 0; trial < 3000; trial++) {
    int32_t m = 1 + (int32_t)pw_random_between(&seed, 0, MOST), n = 1 + (int32_t)pw_random_between(&seed, 0, MOST);
    int32_t least = m < n ? m : n, rank = (int32_t)pw_random_between(&seed, 0, least + 1), pivot[MOST];
    double B[MOST][MOST], C[MOST][MOST], a[MOST * MOST], copy[MOST * MOST], b[MOST], b_copy[MOST], x[MOST], expected[MOST],
        work[MOST];
    for (int i = 0; i < MOST; i++) {
      for (int j = 0; j < MOST; j++) {
        B[i][j] = pw_random_between(&seed, -1, 1);
        C[i][j] = pw_random_between(&seed, -1, 1);
      }
      b[i] = pw_random_between(&seed, -1, 1);
    }
    for (int32_t i = 0; i < m; i++) {
      for (int32_t j = 0; j < n; j++) {
        a[i + m * j] = 0;
        for (int32_t k = 0; k < rank; k++) a[i + m * j] += B[i][k] * C[k][j];
      }
    }
    memcpy(copy, a, sizeof a);
    memcpy(b_copy, b, sizeof b);
    assert_int_equal(pw_shortest_solve(a, m, n, b, 1e-10, x, work, pivot), rank);
    deficient += rank < least;
    if (rank == 0) {
      for (int32_t j = 0; j < n; j++) CHECK_CLOSE(x[j], 0, 0);
      continue;
    }
    pseudo_solve(copy, m, n, b_copy, expected);
    double size = 1;
    for (int32_t j = 0; j < n; j++) size = fmax(size, fabs(expected[j]));
    for (int32_t j = 0; j < n; j++) CHECK_CLOSE(x[j], expected[j], 1e-9 * size * size);
  }
  assert_true(deficient > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pseudo_inverse)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
