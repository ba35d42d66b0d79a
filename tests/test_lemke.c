// Lemke's method: answers are held against the conditions; that there is one follows from the kind of matrix.
#include "numerics/lemke.h"

#include "base/random.h"
#include "check.h"

enum { MOST = 40 };

typedef struct {
  int32_t n;
  double M[MOST * MOST], q[MOST];
} Problem;

static bool solve(const Problem *p, uint64_t seed, double *z) {
  double table[MOST * (MOST + 2)];
  int32_t name[2 * MOST + 1], wide = p->n + 2;
  for (int32_t i = 0; i < p->n; i++) {
    for (int32_t j = 0; j < p->n; j++) table[i * wide + j] = p->M[i * p->n + j];
    table[i * wide + p->n] = pw_random_between(&seed, 0.5, 1.5);
    table[i * wide + p->n + 1] = p->q[i];
  }
  return pw_lemke(table, p->n, name, z);
}

static void check(const Problem *p, const double *z, double within) {
  for (int32_t i = 0; i < p->n; i++) {
    double w = p->q[i];
    for (int32_t j = 0; j < p->n; j++) w += p->M[i * p->n + j] * z[j];
    assert_true(z[i] >= 0);
    assert_true(w >= -within);
    CHECK_CLOSE(z[i] > within ? w : 0, 0, within);
  }
}

// Semidefinite with a skew part, of full and of less rank; q = M x + y, x and y >= 0, so that there is an answer. Whole numbers
// make ties.
static void test_monotone(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int trial = 0; trial < 600; trial++) {
    bool whole = trial % 2;
    Problem p = {.n = 1 + (int32_t)pw_random_between(&seed, 0, MOST)};
    double G[MOST * MOST], z[MOST], skew[MOST * MOST];
    int32_t wide = trial % 3 ? p.n : (p.n + 1) / 2;
    for (int32_t i = 0; i < p.n * p.n; i++) {
      double x = pw_random_between(&seed, -1, 1);
      G[i] = whole ? round(x) : x;
      skew[i] = trial % 5 ? pw_random_between(&seed, -1, 1) : 0;
    }
    for (int32_t i = 0; i < p.n * p.n; i++) {
      int32_t row = i / p.n, column = i % p.n;
      p.M[i] = skew[row * p.n + column] - skew[column * p.n + row];
      for (int32_t k = 0; k < wide; k++) p.M[i] += G[row * p.n + k] * G[column * p.n + k];
    }
    for (int32_t j = 0; j < p.n; j++) {
      double x = round(pw_random_between(&seed, -2, 2));
      for (int32_t i = 0; i < p.n; i++) p.q[i] += x > 0 ? p.M[i * p.n + j] * x : i == j ? -x : 0;
    }
    assert_true(solve(&p, (uint64_t)trial, z));
    check(&p, z, 1e-7);
  }
}

// By hand: M = (2 1; 1 2), q = (-5, -6) has z = (4/3, 7/3); without need of any z it is zero; and M = -1 with q = -1 has none.
static void test_single(void **state) {
  (void)state;
  double z[2];
  Problem two = {.n = 2, .M = {2, 1, 1, 2}, .q = {-5, -6}}, rests = {.n = 2, .M = {2, 1, 1, 2}, .q = {0, 6}},
          none = {.n = 1, .M = {-1}, .q = {-1}};
  assert_true(solve(&two, 1, z));
  CHECK_CLOSE(z[0], 4 / 3., 1e-15);
  CHECK_CLOSE(z[1], 7 / 3., 1e-15);
  assert_true(solve(&rests, 1, z));
  assert_true(z[0] == 0 && z[1] == 0);
  assert_false(solve(&none, 1, z));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_monotone),
      cmocka_unit_test(test_single),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
