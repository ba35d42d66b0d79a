// Dependent and independent speeds against what defines them, for random closures: C K = 0, C (K f + k) + c = 0, M = K^T M_tree K
// by plain products, C_d^T mu = g_d; and the promises of the choice.
#include "dynamics/canonical_reduction.h"

#include "base/random.h"
#include "check.h"

enum { N = 9, ROWS = 3, TOUCHES = 3, M = ROWS + TOUCHES };

typedef struct {
  PwReduction s;
  double C[M * N];  // row by row
  double tree[N * N], inertia[N];
  int32_t start[N + 1], speed[N * N];  // of the half of it
  double half[N * N];
  bool wished[N];
} Setting;

// A mass matrix of one block, or of blocks of `block` speeds, of very different inertia.
static void make_mass(Setting *e, uint64_t *random, int block) {
  double L[N * N] = {0};
  int32_t entries = 0;
  for (int i = 0; i < N; i++) {
    for (int j = i / block * block; j <= i; j++) L[i * N + j] = pw_random_between(random, -1, 1) * pow(10, i % 4 - 2);
    L[i * N + i] += 3 * pow(10, i % 4 - 2);
  }
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      for (int k = 0; k < N; k++) e->tree[i * N + j] += L[i * N + k] * L[j * N + k];
    }
    e->inertia[i] = sqrt(e->tree[i * N + i]);
    e->s.branch[i] = i / block * block;
    for (int j = i / block * block; j <= i; j++) {
      e->speed[entries] = j;
      e->half[entries++] = e->tree[i * N + j];
    }
    e->start[i + 1] = entries;
  }
}

// Closures of `m` (the last ones touches) over N speeds; what `may` (NULL: anything) says.
static Setting begin(int32_t m, int32_t rows, const bool *may) {
  Setting e = {.s = {.m = 0}};
  assert_int_equal(pw_reduction_reserve(&e.s, m, N, m * N), PAWL_OK);
  e.s.m = m;
  e.s.rows = rows;
  for (int32_t a = 0; a < m; a++) {
    e.s.start[a + 1] = e.s.start[a];
    for (int j = 0; j < N; j++) {
      if (!may || may[a * N + j]) e.s.column[e.s.start[a + 1]++] = j;
    }
  }
  return e;
}

// Gives e->C to the reduction.
static void set_closures(Setting *e) {
  for (int32_t a = 0; a < e->s.m; a++) {
    for (int32_t i = e->s.start[a]; i < e->s.start[a + 1]; i++) e->s.C[i] = e->C[a * N + e->s.column[i]];
  }
}

// Random closures between all speeds, which are of one block.
static Setting begin_full(uint64_t *random, int32_t m, int32_t rows) {
  Setting e = begin(m, rows, NULL);
  make_mass(&e, random, N);
  for (int32_t i = 0; i < m * N; i++) e.C[i] = pw_random_between(random, -1, 1) < -0.3 ? 0 : pw_random_between(random, -1, 1);
  set_closures(&e);
  return e;
}

// Largest entry of C u + c over the closures.
static double open_by(const Setting *e, const double *u, const double *c) {
  double most = 0;
  for (int32_t a = 0; a < e->s.m; a++) {
    double sum = c ? c[a] : 0;
    for (int j = 0; j < N; j++) sum += e->C[a * N + j] * u[j];
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
  assert_int_equal(pw_reduction_mass(s, &(PwTreeMass){e->start, e->speed, e->half}), PAWL_OK);
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
    for (int j = 0; j < N; j++) c[a] -= e->C[a * N + j] * u[j];
  }
  memset(u, 0, sizeof u);
  pw_reduction_close(s, c, u);
  CHECK_CLOSE(open_by(e, u, c), 0, 1e-11);
  pw_reduction_multipliers(s, g, mu);
  for (int32_t i = 0; i < s->r; i++) {
    double sum = 0;
    for (int32_t a = 0; a < s->m; a++) sum += mu[a] * e->C[a * N + s->speed[i]];
    CHECK_CLOSE(sum, g[s->speed[i]], 1e-11);
  }
}

static void test_random_closures_are_reduced(void **state) {
  (void)state;
  uint64_t random = 5;
  for (int trial = 0; trial < 200; trial++) {
    Setting e = begin_full(&random, M, trial % 2 ? ROWS : M);
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
    Setting e = begin_full(&random, M, ROWS);
    for (int j = 0; j < N; j++) {
      e.C[4 * N + j] = 2 * e.C[3 * N + j] - e.C[0 * N + j];  // touches 1 and 2 with a row
      e.C[5 * N + j] = e.C[1 * N + j] + e.C[2 * N + j];      // a touch that rows imply
    }
    set_closures(&e);
    assert_int_equal(pw_reduction_choose(&e.s, e.inertia, e.wished), PAWL_OK);
    assert_int_equal(e.s.r, ROWS + 1);
    check_reduction(&e, &random);
    for (int j = 0; j < N; j++) e.C[2 * N + j] = 0;
    set_closures(&e);
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
    bool may[M * N] = {false};
    for (int a = 0; a < M; a++) {
      for (int j = a; j < a + 3; j++) may[a * N + j] = true;
    }
    Setting e = begin(M, M, may);
    make_mass(&e, &random, N);
    for (int pass = 0; pass < 5; pass++) {
      for (int i = 0; i < M * N; i++) e.C[i] = may[i] ? pw_random_between(&random, 0.5, 1) : 0;
      if (pass == 2) e.C[e.s.in_force[0] * N + e.s.speed[0]] = 0;
      if (pass == 3) {  // no rank at all: as if it had not been
        for (int j = 0; j < N; j++) e.C[e.s.in_force[trial % M] * N + j] = trial % 2 ? NAN : 0;
        set_closures(&e);
        assert_int_equal(pw_reduction_eliminate(&e.s), PAWL_ERR_SINGULAR);
        continue;
      }
      set_closures(&e);
      PawlStatus status = pass ? pw_reduction_eliminate(&e.s) : pw_reduction_choose(&e.s, e.inertia, e.wished);
      if (pass == 2 && status == PAWL_ERR_SINGULAR) continue;  // that pivot was the only one
      assert_int_equal(status, PAWL_OK);
      double wear = pw_reduction_wear(&e.s, e.inertia, e.wished);
      if (wear < 1e3) check_reduction(&e, &random);
    }
    pw_reduction_free(&e.s);
  }
}

// Three branches of three speeds, each with a closure of its own, and touches that tie two of them: three groups, or two. The
// widest has as many speeds as are independent there.
static void test_groups_are_eliminated_apart(void **state) {
  (void)state;
  uint64_t random = 8;
  for (int trial = 0; trial < 60; trial++) {
    bool may[M * N] = {false}, tied = trial % 2;
    int32_t m = tied ? 4 : 3;
    for (int a = 0; a < 3; a++) {
      for (int j = 0; j < 3; j++) may[a * N + 3 * a + j] = true;
    }
    may[3 * N] = may[3 * N + 1] = may[3 * N + 7] = true;
    Setting e = begin(m, 3, may);
    make_mass(&e, &random, 3);
    for (int i = 0; i < m * N; i++) e.C[i] = may[i] ? pw_random_between(&random, 0.5, 1) * (trial % 3 ? 1 : -1) : 0;
    set_closures(&e);
    assert_int_equal(pw_reduction_choose(&e.s, e.inertia, e.wished), PAWL_OK);
    assert_int_equal(e.s.r, m);
    assert_int_equal(e.s.groups, tied ? 2 : 3);
    assert_int_equal(e.s.widest, tied ? 3 : 2);
    check_reduction(&e, &random);
    pw_reduction_free(&e.s);
  }
}

// Many speeds, of which each closure has a few: C K = 0, C (K f + k) + c = 0, and C_d^T mu = g_d, after values have changed, too.
// Rows that say the same as others have no rank.
static void test_many_speeds(void **state) {
  (void)state;
  enum { SPEEDS = 150, CLOSURES = 140, WIDE = 4 };
  uint64_t random = 9;
  PwReduction s = {0};
  double inertia[SPEEDS], u[SPEEDS], x[SPEEDS], c[CLOSURES], mu[CLOSURES];
  bool wished[SPEEDS] = {false};
  assert_int_equal(pw_reduction_reserve(&s, CLOSURES, SPEEDS, CLOSURES * WIDE), PAWL_OK);
  s.m = s.rows = CLOSURES;
  for (int j = 0; j < SPEEDS; j++) inertia[j] = pow(10, j % 3 - 1);
  for (int a = 0; a < CLOSURES; a++) {
    s.start[a + 1] = WIDE * (a + 1);
    for (int i = 0; i < WIDE; i++) s.column[WIDE * a + i] = (a * 37 + i * i * 5) % SPEEDS;
  }
  for (int pass = 0; pass < 4; pass++) {
    for (int e = 0; e < CLOSURES * WIDE; e++) s.C[e] = pw_random_between(&random, -1, 1);
    PawlStatus status = pass % 2 ? pw_reduction_eliminate(&s) : pw_reduction_choose(&s, inertia, wished);
    assert_int_equal(status, PAWL_OK);
    assert_int_equal(s.r, CLOSURES);
    if (pass % 2 == 0) assert_true(pw_reduction_wear(&s, inertia, wished) <= 1.25);
    double size = 1 + pw_reduction_wear(&s, inertia, wished);
    for (int j = 0; j < SPEEDS - CLOSURES; j++) x[j] = pw_random_between(&random, -1, 1);
    for (int a = 0; a < CLOSURES; a++) c[a] = pw_random_between(&random, -1, 1);
    pw_reduction_spread(&s, x, u);
    pw_reduction_close(&s, c, u);
    for (int a = 0; a < CLOSURES; a++) {
      for (int e = WIDE * a; e < WIDE * (a + 1); e++) c[a] += s.C[e] * u[s.column[e]];
      CHECK_CLOSE(c[a], 0, 1e-9 * size);
    }
    for (int j = 0; j < SPEEDS; j++) u[j] = pw_random_between(&random, -1, 1);
    pw_reduction_multipliers(&s, u, mu);
    memset(x, 0, sizeof x);
    for (int a = 0; a < CLOSURES; a++) {
      for (int e = WIDE * a; e < WIDE * (a + 1); e++) x[s.column[e]] += s.C[e] * mu[a];
    }
    for (int i = 0; i < s.r; i++) CHECK_CLOSE(x[s.speed[i]], u[s.speed[i]], 1e-9 * size);
  }
  for (int i = 0; i < WIDE; i++) {
    s.column[WIDE + i] = s.column[i];
    s.C[WIDE + i] = 2 * s.C[i];
  }
  assert_int_equal(pw_reduction_choose(&s, inertia, wished), PAWL_ERR_SINGULAR);
  pw_reduction_free(&s);
}

// u_1 = 20 u_0 in measured speeds: the faster one is independent by choice, the slower one by wish; not if it is far too slow.
static void test_wished_speeds_are_independent(void **state) {
  (void)state;
  PwReduction s = {0};
  assert_int_equal(pw_reduction_reserve(&s, 1, 2, 2), PAWL_OK);
  s.m = s.rows = 1;
  s.start[1] = 2;
  s.column[1] = 1;
  const double ratio[] = {20, 20, 1e4}, inertia[] = {1, 1};
  const int32_t independent[] = {1, 0, 1};
  for (int i = 0; i < 3; i++) {
    bool wished[2] = {i > 0, false};
    s.C[0] = ratio[i];
    s.C[1] = -1;
    assert_int_equal(pw_reduction_choose(&s, inertia, wished), PAWL_OK);
    assert_int_equal(s.speed[1], independent[i]);
  }
  // the choice wears as its pivot does, and is better again after an exchange
  s.C[0] = 0.1;
  bool none[2] = {false};
  assert_int_equal(pw_reduction_eliminate(&s), PAWL_OK);
  CHECK_CLOSE(pw_reduction_wear(&s, inertia, none), 10, 1e-12);
  assert_int_equal(pw_reduction_choose(&s, inertia, none), PAWL_OK);
  assert_int_equal(s.speed[1], 0);
  CHECK_CLOSE(pw_reduction_wear(&s, inertia, none), 0.1, 1e-12);
  // a choice outlives that room is made for more closures
  assert_int_equal(pw_reduction_reserve(&s, 4, 2, 8), PAWL_OK);
  assert_int_equal(s.r, 1);
  assert_int_equal(s.speed[1], 0);
  pw_reduction_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_closures_are_reduced),
                                     cmocka_unit_test(test_implied_touches_are_left_out),
                                     cmocka_unit_test(test_the_order_of_elimination_holds),
                                     cmocka_unit_test(test_groups_are_eliminated_apart),
                                     cmocka_unit_test(test_many_speeds),
                                     cmocka_unit_test(test_wished_speeds_are_independent)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
