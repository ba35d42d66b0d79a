// Dependent and independent speeds against what defines them, for random closures: C K = 0, C (K f + k) + c = 0, M = K^T M_tree K
// by plain products, C_d^T mu = g_d; and the promises of the choice.
#include "dynamics/canonical_reduction.h"

#include "base/random.h"
#include "check.h"

enum { N = 9, ROWS = 3, TOUCHES = 3, M = ROWS + TOUCHES };

typedef struct {
  PwReduction s;
  double tree[N * N], inertia[N];
  bool wished[N];
} Setting;

// Random closures of `m` (the last ones touches) over N speeds of very different inertia.
static Setting begin(uint64_t *random, int32_t m, int32_t rows) {
  Setting e = {.s = {.m = 0}};
  assert_int_equal(pw_reduction_reserve(&e.s, m, N), PAWL_OK);
  e.s.m = m;
  e.s.rows = rows;
  memset(e.s.may, 1, (size_t)(m * N));
  double L[N * N] = {0};
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++) L[i * N + j] = pw_random_between(random, -1, 1) * pow(10, i % 4 - 2);
    L[i * N + i] += 3 * pow(10, i % 4 - 2);
  }
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      for (int k = 0; k < N; k++) e.tree[i * N + j] += L[i * N + k] * L[j * N + k];
    }
  }
  for (int i = 0; i < N; i++) e.inertia[i] = sqrt(e.tree[i * N + i]);
  for (int32_t i = 0; i < m * N; i++) e.s.C[i] = pw_random_between(random, -1, 1) < -0.3 ? 0 : pw_random_between(random, -1, 1);
  return e;
}

// Largest entry of C u + c over the closures.
static double open_by(const Setting *e, const double *u, const double *c) {
  double most = 0;
  for (int32_t a = 0; a < e->s.m; a++) {
    double sum = c ? c[a] : 0;
    for (int j = 0; j < N; j++) sum += e->s.C[a * N + j] * u[j];
    most = fmax(most, fabs(sum));
  }
  return most;
}

static void check_reduction(Setting *e, uint64_t *random) {
  PwReduction *s = &e->s;
  int32_t d = N - s->r;
  double K[N][N], x[N], y[N], c[M], g[N], mu[M], u[N];
  for (int32_t i = 0; i < d; i++) {  // columns of K
    memset(x, 0, sizeof x);
    x[i] = 1;
    pw_reduction_spread(s, x, K[i]);
    CHECK_CLOSE(K[i][s->speed[s->r + i]], 1, 0);
    CHECK_CLOSE(open_by(e, K[i], NULL), 0, 1e-12);
  }
  for (int j = 0; j < N; j++) g[j] = pw_random_between(random, -1, 1);
  pw_reduction_gather(s, g, x);
  for (int32_t i = 0; i < d; i++) {
    double sum = 0;
    for (int j = 0; j < N; j++) sum += K[i][j] * g[j];
    CHECK_CLOSE(x[i], sum, 1e-12);
  }
  assert_int_equal(pw_reduction_mass(s, e->tree), PAWL_OK);
  for (int32_t i = 0; i < d; i++) {  // M y = K^T M_tree K x for y = e_i
    memset(y, 0, sizeof y);
    for (int a = 0; a < N; a++) {
      for (int b = 0; b < N; b++) {
        for (int32_t k = 0; k < d; k++) y[k] += K[k][a] * e->tree[a * N + b] * K[i][b];
      }
    }
    pw_reduction_solve(s, y);
    for (int32_t k = 0; k < d; k++) CHECK_CLOSE(y[k], k == i, 1e-8);
  }
  for (int j = 0; j < N; j++) u[j] = pw_random_between(random, -1, 1);
  for (int32_t a = 0; a < s->m; a++) {  // rates that can be met: those of some u
    c[a] = 0;
    for (int j = 0; j < N; j++) c[a] -= s->C[a * N + j] * u[j];
  }
  memset(u, 0, sizeof u);
  pw_reduction_close(s, c, u);
  CHECK_CLOSE(open_by(e, u, c), 0, 1e-11);
  pw_reduction_multipliers(s, g, mu);
  for (int32_t i = 0; i < s->r; i++) {
    double sum = 0;
    for (int32_t a = 0; a < s->m; a++) sum += mu[a] * s->C[a * N + s->speed[i]];
    CHECK_CLOSE(sum, g[s->speed[i]], 1e-11);
  }
}

static void test_random_closures_are_reduced(void **state) {
  (void)state;
  uint64_t random = 5;
  for (int trial = 0; trial < 200; trial++) {
    Setting e = begin(&random, M, trial % 2 ? ROWS : M);
    assert_int_equal(pw_reduction_choose(&e.s, e.inertia, e.wished), PAWL_OK);
    assert_int_equal(e.s.r, M);
    assert_true(pw_reduction_wear(&e.s, e.inertia, e.wished) <= 1.25);
    check_reduction(&e, &random);
    pw_reduction_free(&e.s);
  }
}

// Touches that others imply are not in force; rows that do are an error.
static void test_implied_touches_are_left_out(void **state) {
  (void)state;
  uint64_t random = 6;
  for (int trial = 0; trial < 50; trial++) {
    Setting e = begin(&random, M, ROWS);
    for (int j = 0; j < N; j++) {
      e.s.C[4 * N + j] = 2 * e.s.C[3 * N + j] - e.s.C[0 * N + j];  // touches 1 and 2 with a row
      e.s.C[5 * N + j] = e.s.C[1 * N + j] + e.s.C[2 * N + j];      // a touch that rows imply
    }
    assert_int_equal(pw_reduction_choose(&e.s, e.inertia, e.wished), PAWL_OK);
    assert_int_equal(e.s.r, ROWS + 1);
    check_reduction(&e, &random);
    for (int j = 0; j < N; j++) e.s.C[2 * N + j] = 0;
    assert_int_equal(pw_reduction_choose(&e.s, e.inertia, e.wished), PAWL_ERR_SINGULAR);
    pw_reduction_free(&e.s);
  }
}

// Closures that touch few speeds each. The order of elimination holds as values change, and gives way to another where a pivot
// vanishes. Closures without rank leave the order as it was.
static void test_the_order_of_elimination_holds(void **state) {
  (void)state;
  uint64_t random = 7;
  for (int trial = 0; trial < 100; trial++) {
    Setting e = begin(&random, M, M);
    memset(e.s.may, 0, M * N);
    for (int a = 0; a < M; a++) {
      for (int j = a; j < a + 3; j++) e.s.may[a * N + j] = true;
    }
    for (int pass = 0; pass < 5; pass++) {
      for (int i = 0; i < M * N; i++) e.s.C[i] = e.s.may[i] ? pw_random_between(&random, 0.5, 1) : 0;
      if (pass == 2) e.s.C[e.s.in_force[0] * N + e.s.speed[0]] = 0;
      if (pass == 3) {  // no rank at all: as if it had not been
        for (int j = 0; j < N; j++) e.s.C[e.s.in_force[trial % M] * N + j] = trial % 2 ? NAN : 0;
        assert_int_equal(pw_reduction_eliminate(&e.s), PAWL_ERR_SINGULAR);
        continue;
      }
      PawlStatus status = pass ? pw_reduction_eliminate(&e.s) : pw_reduction_choose(&e.s, e.inertia, e.wished);
      if (pass == 2 && status == PAWL_ERR_SINGULAR) continue;  // that pivot was the only one
      assert_int_equal(status, PAWL_OK);
      assert_true(e.s.cell_of[M] < 2 * M * N / 3);
      double wear = pw_reduction_wear(&e.s, e.inertia, e.wished);
      if (wear < 1e3) check_reduction(&e, &random);
    }
    pw_reduction_free(&e.s);
  }
}

// u_1 = 20 u_0 in measured speeds: the faster one is independent by choice, the slower one by wish; not if it is far too slow.
static void test_wished_speeds_are_independent(void **state) {
  (void)state;
  Setting e = {.s = {.m = 0}};
  assert_int_equal(pw_reduction_reserve(&e.s, 1, 2), PAWL_OK);
  e.s.m = e.s.rows = 1;
  e.s.may[0] = e.s.may[1] = true;
  const double ratio[] = {20, 20, 1e4}, inertia[] = {1, 1};
  const int32_t independent[] = {1, 0, 1};
  for (int i = 0; i < 3; i++) {
    bool wished[2] = {i > 0, false};
    e.s.C[0] = ratio[i];
    e.s.C[1] = -1;
    assert_int_equal(pw_reduction_choose(&e.s, inertia, wished), PAWL_OK);
    assert_int_equal(e.s.speed[1], independent[i]);
  }
  // the choice wears as its pivot does, and is better again after an exchange
  e.s.C[0] = 0.1;
  bool none[2] = {false};
  assert_int_equal(pw_reduction_eliminate(&e.s), PAWL_OK);
  CHECK_CLOSE(pw_reduction_wear(&e.s, inertia, none), 10, 1e-12);
  assert_int_equal(pw_reduction_choose(&e.s, inertia, none), PAWL_OK);
  assert_int_equal(e.s.speed[1], 0);
  CHECK_CLOSE(pw_reduction_wear(&e.s, inertia, none), 0.1, 1e-12);
  // a choice outlives that room is made for more closures
  assert_int_equal(pw_reduction_reserve(&e.s, 4, 2), PAWL_OK);
  assert_int_equal(e.s.r, 1);
  assert_int_equal(e.s.speed[1], 0);
  pw_reduction_free(&e.s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_closures_are_reduced), cmocka_unit_test(test_implied_touches_are_left_out),
      cmocka_unit_test(test_the_order_of_elimination_holds), cmocka_unit_test(test_wished_speeds_are_independent)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
