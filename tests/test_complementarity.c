// Linear complementarity against brute force over all sets, the pseudo-inverse by singular values, and statics by hand.
#include "blocks.h"
#include "numerics/dense.h"

enum { N_MAX = 6 };

typedef struct {
  int32_t n;
  double A[N_MAX * N_MAX], b[N_MAX];
  bool two_sided[N_MAX];
} Problem;

// z = -pinv(A) b over the members of a bit set, by singular values.
static void pseudo_solve(const Problem *p, unsigned set, double *z) {
  double a[N_MAX * N_MAX], s[N_MAX], u[N_MAX * N_MAX], vt[N_MAX * N_MAX];
  int32_t index[N_MAX], m = 0;
  memset(z, 0, sizeof(double) * N_MAX);
  for (int32_t i = 0; i < p->n; i++) {
    if (set >> i & 1) index[m++] = i;
  }
  if (m == 0) return;
  for (int32_t i = 0; i < m; i++) {
    for (int32_t j = 0; j < m; j++) a[i + m * j] = p->A[index[i] * p->n + index[j]];
  }
  assert_int_equal(pw_dense_svd(a, m, m, s, u, vt), PAWL_OK);
  for (int32_t k = 0; k < m && s[k] > 1e-9 * s[0]; k++) {
    double part = 0;
    for (int32_t i = 0; i < m; i++) part -= u[i + m * k] * p->b[index[i]];
    for (int32_t i = 0; i < m; i++) z[index[i]] += vt[k + m * i] * part / s[k];
  }
}

static void evaluate(const Problem *p, const double *z, double *w) {
  for (int32_t i = 0; i < p->n; i++) {
    w[i] = p->b[i];
    for (int32_t j = 0; j < p->n; j++) w[i] += p->A[i * p->n + j] * z[j];
  }
}

static double norm(const double *z, int32_t n) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += z[i] * z[i];
  return sqrt(sum);
}

// The shortest of all valid answers; false: there is none.
static bool brute_force(const Problem *p, double *z, double *w) {
  double best = INFINITY;
  for (unsigned set = 0; set < 1u << p->n; set++) {
    double z_set[N_MAX], w_set[N_MAX];
    bool valid = true;
    for (int32_t i = 0; i < p->n; i++) valid = valid && (!p->two_sided[i] || set >> i & 1);
    if (!valid) continue;
    pseudo_solve(p, set, z_set);
    evaluate(p, z_set, w_set);
    for (int32_t i = 0; i < p->n; i++) {
      valid = valid && (set >> i & 1 ? fabs(w_set[i]) < 1e-8 : w_set[i] > -1e-8);
      valid = valid && (p->two_sided[i] || z_set[i] > -1e-8);
    }
    if (!valid || norm(z_set, p->n) >= best) continue;
    best = norm(z_set, p->n);
    memcpy(z, z_set, sizeof z_set);
    memcpy(w, w_set, sizeof w_set);
  }
  return best < INFINITY;
}

static PawlStatus solve(PwLcp *lcp, int32_t n, const double *A, const double *b, const bool *two_sided, double scale, double *z,
                        double *w) {
  PwBlocks blocks = one_row_each(n);
  return pw_lcp_solve(lcp, &blocks, A, b, two_sided, scale, z, w);
}

typedef enum { REAL, WHOLE, TWO_SIDED, OUT_OF_RANGE, WALLS } Sort;

// A = G G^T with G of `rank` columns; whole numbers make ties, doubled and opposite rows.
static Problem random_problem(Sort sort, int32_t n, int32_t rank, uint64_t *seed) {
  Problem p = {.n = n};
  double G[N_MAX][N_MAX], c[N_MAX];
  for (int32_t k = 0; k < rank; k++) {
    for (int32_t i = 0; i < n; i++) {
      double x = pw_random_between(seed, -2.5, 2.5);
      G[i][k] = sort == REAL ? x : round(x);
    }
    double x = pw_random_between(seed, -3, 3);
    c[k] = sort == REAL ? x : round(x);
  }
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < n; j++) {
      for (int32_t k = 0; k < rank; k++) p.A[i * n + j] += G[i][k] * G[j][k];
    }
    for (int32_t k = 0; k < rank; k++) p.b[i] += G[i][k] * c[k];
    if (sort == OUT_OF_RANGE) p.b[i] += round(pw_random_between(seed, -1, 1.5));
    p.two_sided[i] = (sort == TWO_SIDED || sort == OUT_OF_RANGE) && pw_random_between(seed, 0, 1) < 0.3;
  }
  return p;
}

// The same where every second row is the opposite of the one before it, as of a body that fits between two walls, and all carries
// rounding: of the matrix, and of accelerations that cancel.
static Problem random_walls(int32_t n, int32_t rank, uint64_t *seed) {
  Problem p = random_problem(REAL, n, rank, seed);
  for (int32_t i = 1; i < n; i += 2) {
    double ratio = pow(2, round(pw_random_between(seed, -1.5, 1.5)));
    for (int32_t j = 0; j < n; j++) p.A[i * n + j] = -ratio * p.A[(i - 1) * n + j];
    for (int32_t j = 0; j < n; j++) p.A[j * n + i] = -ratio * p.A[j * n + i - 1];
    p.b[i] = -ratio * p.b[i - 1] + pw_random_between(seed, -3e-13, 3e-13);
  }
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j <= i; j++) p.A[i * n + j] = p.A[j * n + i] *= 1 + pw_random_between(seed, -4e-16, 4e-16);
  }
  return p;
}

// Returns whether the problem has a solution.
static bool compare(PwLcp *lcp, const Problem *p) {
  double z[N_MAX], w[N_MAX], z_all[N_MAX], w_all[N_MAX];
  bool solvable = brute_force(p, z_all, w_all);
  PawlStatus status = solve(lcp, p->n, p->A, p->b, p->two_sided, 1, z, w);
  assert_int_equal(status, solvable ? PAWL_OK : PAWL_ERR_SINGULAR);
  if (!solvable) return false;
  for (int32_t i = 0; i < p->n; i++) {
    assert_true(p->two_sided[i] ? w[i] == 0 : w[i] >= 0 && z[i] >= 0 && w[i] * z[i] == 0);
    double size = 1 + norm(z_all, p->n);
    CHECK_CLOSE(w[i], w_all[i], 1e-8 * size);
    CHECK_CLOSE(z[i], z_all[i], 1e-6 * size);
  }
  return true;
}

static void check_many(Sort sort, int32_t count, int32_t least_solvable, int32_t least_unsolvable) {
  PwLcp *lcp;
  uint64_t seed = 17 + (uint64_t)sort;
  int32_t solvable = 0;
  assert_int_equal(pw_lcp_create(N_MAX, &lcp), PAWL_OK);
  for (int32_t i = 0; i < count; i++) {
    int32_t n = i % 16 == 0 ? N_MAX : 1 + i % 5, rank = (int32_t)pw_random_between(&seed, 0, n + 1);
    Problem p = sort == WALLS ? random_walls(n, rank, &seed) : random_problem(sort, n, rank, &seed);
    solvable += compare(lcp, &p);
  }
  assert_true(solvable >= least_solvable);
  assert_true(count - solvable >= least_unsolvable);
  pw_lcp_free(lcp);
}

static void test_random_real(void **state) {
  (void)state;
  check_many(REAL, 1500, 1500, 0);
}
static void test_random_whole(void **state) {
  (void)state;
  check_many(WHOLE, 2500, 2500, 0);
}
static void test_random_two_sided(void **state) {
  (void)state;
  check_many(TWO_SIDED, 1500, 1500, 0);
}
static void test_random_walls(void **state) {
  (void)state;
  check_many(WALLS, 2500, 2500, 0);
}
static void test_random_unsolvable(void **state) {
  (void)state;
  check_many(OUT_OF_RANGE, 1500, 300, 300);
}

// Two that random problems found, one in 50 000: the share of two-sided unknowns beside a one-sided one that carries nothing, and
// a dependent row beside a set near to dependent, whose w is round-off of forces near 1000.
static void test_cases_that_random_problems_found(void **state) {
  (void)state;
  Problem idle = {.n = 3, .A = {5, -2, 2, -2, 1, -1, 2, -1, 1}, .b = {-6, 3, -3}, .two_sided = {false, true, true}};
  Problem near = {.n = 4,
                  .A = {0.74547978378770363, -0.39971787045031221, -2.3224755903715804, -0.0080034052274314815,
                        -0.39971787045031221, 1.7315726040261843, 1.2335967084176547, 2.5273130253892133, -2.3224755903715804,
                        1.2335967084176547, 7.2355550249113154, 0.0054970586755547224, -0.0080034052274314815, 2.5273130253892133,
                        0.0054970586755547224, 4.1956009948775215},
                  .b = {0.84694779248575691, 2.6853081441272266, -2.6627756276191104, 5.2114467273457379}};
  PwLcp *lcp;
  assert_int_equal(pw_lcp_create(N_MAX, &lcp), PAWL_OK);
  assert_true(compare(lcp, &idle));
  assert_true(compare(lcp, &near));
  pw_lcp_free(lcp);
}

// A plate with mass 1 and radii of inertia 1 (about x) and 1 (about y) on pins at (x, y); a load of 1 down at (lx, ly):
// w is the pins' acceleration, z their force.
static void plate(int32_t n, const double (*pin)[2], double lx, double ly, double *z) {
  PwLcp *lcp;
  double A[N_MAX * N_MAX], b[N_MAX], w[N_MAX];
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < n; j++) A[i * n + j] = 1 + pin[i][0] * pin[j][0] + pin[i][1] * pin[j][1];
    b[i] = -(1 + pin[i][0] * lx + pin[i][1] * ly);
  }
  assert_int_equal(pw_lcp_create(n, &lcp), PAWL_OK);
  assert_int_equal(solve(lcp, n, A, b, NULL, 1, z, w), PAWL_OK);
  pw_lcp_free(lcp);
}

// A bar on three pins at -1, 0, 1: two equations, sum z = 1 and z3 - z1 = l. Least norm: z = 1/3 + l x/2, as long as z1 >= 0
// (l <= 2/3); beyond, pin 1 carries nothing and the other two are given by the moments: z2 = 1 - l, z3 = l.
static void test_plate_on_three_pins(void **state) {
  (void)state;
  static const double pin[3][2] = {{-1, 0}, {0, 0}, {1, 0}};
  double z[3];
  plate(3, pin, 0, 0, z);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(z[i], 1.0 / 3, 1e-14);
  plate(3, pin, 0.5, 0, z);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(z[i], 1.0 / 3 + 0.25 * (i - 1), 1e-14);
  plate(3, pin, 0.8, 0, z);
  assert_true(z[0] == 0);
  CHECK_CLOSE(z[1], 0.2, 1e-14);
  CHECK_CLOSE(z[2], 0.8, 1e-14);
}

// A square plate on four corners: one null vector (1, -1, 1, -1)/2, so the least norm is that of the plane 1/4 + a x + b y.
static void test_plate_on_four_pins(void **state) {
  (void)state;
  static const double pin[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  double z[4];
  plate(4, pin, 0.3, 0.1, z);
  for (int i = 0; i < 4; i++) CHECK_CLOSE(z[i], 0.25 * (1 + 0.3 * pin[i][0] + 0.1 * pin[i][1]), 1e-14);
  // load at (0.9, 0.9): the plane would pull at (-1, -1); without it z2 + z3 + z4 = 1, z2 + z3 - z4 = -z2 + z3 + z4 = 0.9
  plate(4, pin, 0.9, 0.9, z);
  assert_true(z[0] == 0);
  CHECK_CLOSE(z[1], 0.05, 1e-14);
  CHECK_CLOSE(z[2], 0.9, 1e-14);
  CHECK_CLOSE(z[3], 0.05, 1e-14);
}

// A bar on forty pins between -1 and 1, loaded at l: two equations, sum z = 1 and sum x z = l. The shortest answer that is
// nowhere negative is max(0, a + b x) (its multipliers are a and b): all on one line for small l, none at the far pins beyond.
static void test_bar_on_many_pins(void **state) {
  (void)state;
  enum { PINS = 40 };
  static const double load[] = {0, 0.2, 0.5, 0.9};
  PwLcp *lcp;
  double x[PINS], A[PINS * PINS], b[PINS], z[PINS], w[PINS];
  assert_int_equal(pw_lcp_create(PINS, &lcp), PAWL_OK);
  for (int32_t i = 0; i < PINS; i++) x[i] = -1 + 2.0 * i / (PINS - 1);
  for (int k = 0; k < 4; k++) {
    double sum = 0, moment = 0;
    int32_t first = PINS;
    for (int32_t i = 0; i < PINS; i++) {  // mass 1, inertia 1/3
      b[i] = -(1 + 3 * load[k] * x[i]);
      for (int32_t j = 0; j < PINS; j++) A[PINS * i + j] = 1 + 3 * x[i] * x[j];
    }
    assert_int_equal(solve(lcp, PINS, A, b, NULL, 1, z, w), PAWL_OK);
    for (int32_t i = PINS - 1; i >= 0; i--) {
      if (z[i] > 0) first = i;
      sum += z[i];
      moment += x[i] * z[i];
    }
    CHECK_CLOSE(sum, 1, 1e-12);
    CHECK_CLOSE(moment, load[k], 1e-12);
    assert_true((first > 0) == (load[k] > 0.4) && first < PINS - 1);
    double slope = (z[PINS - 1] - z[first]) / (x[PINS - 1] - x[first]);
    for (int32_t i = 0; i < PINS; i++) CHECK_CLOSE(z[i], fmax(0, z[PINS - 1] + slope * (x[i] - 1)), 1e-12);
  }
  pw_lcp_free(lcp);
}

// A disc pressed into three supports whose normals stand at 45, 90 and 135 degrees: no two of them are redundant, all three are.
// Least norm of z2 + (z1 + z3)/sqrt(2) = 1, z1 = z3: z = (1/sqrt(2), 1, 1/sqrt(2))/2.
static void test_joint_redundancy(void **state) {
  (void)state;
  double h = sqrt(0.5), A[9] = {1, h, 0, h, 1, h, 0, h, 1}, b[3] = {-h, -1, -h}, z[3], w[3];
  PwLcp *lcp;
  assert_int_equal(pw_lcp_create(3, &lcp), PAWL_OK);
  assert_int_equal(solve(lcp, 3, A, b, NULL, 1, z, w), PAWL_OK);
  CHECK_CLOSE(z[0], h / 2, 1e-14);
  CHECK_CLOSE(z[1], 0.5, 1e-14);
  CHECK_CLOSE(z[2], h / 2, 1e-14);
  pw_lcp_free(lcp);
}

// The inertia of redundant touches comes from solves with round-off: forces must not feel it.
static void test_noisy_redundancy(void **state) {
  (void)state;
  uint64_t seed = 5;
  PwLcp *lcp;
  assert_int_equal(pw_lcp_create(4, &lcp), PAWL_OK);
  static const double x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1};
  for (int trial = 0; trial < 500; trial++) {
    double A[16], b[4], z[4], w[4];
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j <= i; j++) {
        A[4 * i + j] = A[4 * j + i] = (1 + x[i] * x[j] + y[i] * y[j]) * (1 + pw_random_between(&seed, -1e-13, 1e-13));
      }
      b[i] = -(1 + 0.3 * x[i] + 0.1 * y[i]) * (1 + pw_random_between(&seed, -1e-13, 1e-13));
    }
    assert_int_equal(solve(lcp, 4, A, b, NULL, 1, z, w), PAWL_OK);
    for (int i = 0; i < 4; i++) CHECK_CLOSE(z[i], 0.25 * (1 + 0.3 * x[i] + 0.1 * y[i]), 1e-10);
  }
  pw_lcp_free(lcp);
}

// Units must not matter: unknowns scaled by up to 1e3 either way give the same answer, scaled (regular matrices).
static void test_units_do_not_matter(void **state) {
  (void)state;
  uint64_t seed = 8;
  PwLcp *lcp;
  assert_int_equal(pw_lcp_create(N_MAX, &lcp), PAWL_OK);
  for (int trial = 0; trial < 300; trial++) {
    Problem p = random_problem(REAL, 5, 5, &seed), scaled = p;
    double d[N_MAX], z[N_MAX], w[N_MAX], z_scaled[N_MAX], w_scaled[N_MAX];
    for (int i = 0; i < 5; i++) d[i] = pow(10, pw_random_between(&seed, -3, 3));
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) scaled.A[5 * i + j] *= d[i] * d[j];
      scaled.b[i] *= d[i];
    }
    assert_int_equal(solve(lcp, 5, p.A, p.b, NULL, 1, z, w), PAWL_OK);
    assert_int_equal(solve(lcp, 5, scaled.A, scaled.b, NULL, 1e-3, z_scaled, w_scaled), PAWL_OK);
    double size = 1 + norm(z, 5);
    for (int i = 0; i < 5; i++) {
      CHECK_CLOSE(z_scaled[i] * d[i], z[i], 1e-7 * size * size);
      CHECK_CLOSE(w_scaled[i] / d[i], w[i], 1e-7 * size * size);
    }
  }
  pw_lcp_free(lcp);
}

// A row without inertia that is asked to give way has no solution; one that is not is no matter.
static void test_no_inertia(void **state) {
  (void)state;
  double A[4] = {1, 0, 0, 1e-18}, b[2] = {-1, -1}, good[2] = {-1, 1}, z[2], w[2];
  bool two_sided[2] = {false, true};
  PwLcp *lcp;
  assert_int_equal(pw_lcp_create(2, &lcp), PAWL_OK);
  assert_int_equal(solve(lcp, 2, A, b, NULL, 1, z, w), PAWL_ERR_SINGULAR);
  assert_int_equal(solve(lcp, 2, A, good, NULL, 1, z, w), PAWL_OK);
  CHECK_CLOSE(z[0], 1, 1e-15);
  CHECK_CLOSE(w[1], 1, 1e-15);
  assert_int_equal(solve(lcp, 2, A, good, two_sided, 1, z, w), PAWL_ERR_SINGULAR);
  pw_lcp_free(lcp);
}

static void test_bad_arguments(void **state) {
  (void)state;
  double A[1] = {1}, b[1] = {NAN}, z[1], w[1];
  PwLcp *lcp;
  assert_int_equal(pw_lcp_create(-1, &lcp), PAWL_ERR_ARGUMENT);
  assert_int_equal(pw_lcp_create(1, &lcp), PAWL_OK);
  assert_int_equal(solve(lcp, 1, A, b, NULL, 1, z, w), PAWL_ERR_ARGUMENT);
  assert_int_equal(solve(lcp, 2, A, b, NULL, 1, z, w), PAWL_ERR_ARGUMENT);
  assert_int_equal(solve(lcp, 0, A, b, NULL, 1, z, w), PAWL_OK);
  pw_lcp_free(lcp);
  pw_lcp_free(NULL);
}

// Against the pseudo-inverse; b in the range of A leaves nothing over, b outside does.
static void test_least_norm(void **state) {
  (void)state;
  uint64_t seed = 23;
  PwLcp *lcp;
  assert_int_equal(pw_lcp_create(N_MAX, &lcp), PAWL_OK);
  for (int trial = 0; trial < 500; trial++) {
    int32_t n = 1 + trial % N_MAX, rank = (int32_t)pw_random_between(&seed, 0, n + 1), got_rank;
    Problem p = random_problem(REAL, n, rank, &seed);
    double z[N_MAX], expected[N_MAX], residual;
    pseudo_solve(&p, (1u << n) - 1, expected);
    assert_int_equal(pw_least_norm(lcp, n, p.A, p.b, z, &got_rank, &residual), PAWL_OK);
    assert_int_equal(got_rank, rank);
    double size = 1 + norm(expected, n);
    CHECK_CLOSE(residual, 0, 1e-9 * size);
    for (int32_t i = 0; i < n; i++) CHECK_CLOSE(z[i], expected[i], 1e-6 * size);
    for (int32_t i = 0; i < n; i++) p.b[i] = -2 * p.b[i];
    assert_int_equal(pw_least_norm_again(lcp, n, p.b, z), PAWL_OK);
    for (int32_t i = 0; i < n; i++) CHECK_CLOSE(z[i], -2 * expected[i], 2e-6 * size);
    p.b[n - 1] = NAN;
    assert_int_equal(pw_least_norm_again(lcp, n, p.b, z), PAWL_ERR_ARGUMENT);
  }
  double A[4] = {1, 1, 1, 1}, b[2] = {-1, -3}, z[2], residual;
  int32_t rank;
  assert_int_equal(pw_least_norm(lcp, 2, A, b, z, &rank, &residual), PAWL_OK);
  assert_int_equal(rank, 1);
  assert_true(residual >= 1);  // the best that any z can do
  pw_lcp_free(lcp);
}

// A pile of touches: larger than anything brute force can do, so the conditions themselves are checked.
static void test_a_pile_of_touches_meets_the_conditions(void **state) {
  (void)state;
  enum { LARGE = 60 };
  static double A[LARGE * LARGE], G[LARGE][20], b[LARGE], z[LARGE], w[LARGE];
  uint64_t seed = 99;
  PwLcp *lcp;
  assert_int_equal(pw_lcp_create(LARGE, &lcp), PAWL_OK);
  for (int trial = 0; trial < 5; trial++) {
    double c[20];
    for (int k = 0; k < 20; k++) {
      c[k] = pw_random_between(&seed, -1, 1);
      for (int i = 0; i < LARGE; i++) G[i][k] = pw_random_between(&seed, -1, 1);
    }
    for (int i = 0; i < LARGE; i++) {
      b[i] = 0;
      for (int k = 0; k < 20; k++) b[i] += G[i][k] * c[k];
      for (int j = 0; j < LARGE; j++) {
        A[LARGE * i + j] = 0;
        for (int k = 0; k < 20; k++) A[LARGE * i + j] += G[i][k] * G[j][k];
      }
    }
    assert_int_equal(solve(lcp, LARGE, A, b, NULL, 1, z, w), PAWL_OK);
    for (int i = 0; i < LARGE; i++) {
      double sum = b[i], size = 1;
      for (int j = 0; j < LARGE; j++) {
        sum += A[LARGE * i + j] * z[j];
        size += fabs(A[LARGE * i + j] * z[j]);
      }
      CHECK_CLOSE(w[i], sum, 1e-10 * size);
      assert_true(z[i] >= 0 && w[i] >= 0 && z[i] * w[i] == 0);
    }
  }
  pw_lcp_free(lcp);
}

// Further rows of a block carry nothing: its first rows have the answer that they have by themselves, z of the others is 0, and w
// is A z + b.
static void test_further_rows_of_a_block_carry_nothing(void **state) {
  (void)state;
  enum { MOST_ROWS = 12 };
  uint64_t seed = 61;
  PwLcp *lcp;
  int32_t longer = 0;
  assert_int_equal(pw_lcp_create(MOST_ROWS, &lcp), PAWL_OK);
  for (int round = 0; round < 500; round++) {
    int32_t n = 1 + round % 4, first[5];
    PwBlocks blocks = random_blocks(n, first, &seed);
    int32_t rows = first[n];
    double A[MOST_ROWS * MOST_ROWS], b[MOST_ROWS], z[MOST_ROWS], w[MOST_ROWS], normal_A[16], normal_b[4], normal_z[4],
        normal_w[4];
    bool two_sided[4];
    random_inertia(rows, 6, A, &seed);
    for (int32_t i = 0; i < rows; i++) b[i] = pw_random_between(&seed, -1, 1);
    for (int32_t i = 0; i < n; i++) {
      two_sided[i] = pw_random_between(&seed, 0, 1) < 0.2;
      normal_b[i] = b[first[i]];
      for (int32_t j = 0; j < n; j++) normal_A[i * n + j] = A[first[i] * rows + first[j]];
    }
    assert_int_equal(pw_lcp_solve(lcp, &blocks, A, b, two_sided, 1, z, w), PAWL_OK);
    assert_int_equal(solve(lcp, n, normal_A, normal_b, two_sided, 1, normal_z, normal_w), PAWL_OK);
    longer += rows > n;
    for (int32_t i = 0, block = 0; i < rows; i++) {
      bool normal = block < n && first[block] == i;
      double sum = b[i];
      for (int32_t j = 0; j < rows; j++) sum += A[i * rows + j] * z[j];
      CHECK_CLOSE(w[i], sum, 1e-11);
      CHECK_CLOSE(z[i], normal ? normal_z[block] : 0, 0);
      if (normal) CHECK_CLOSE(w[i], normal_w[block], 0);
      block += normal;
    }
  }
  assert_true(longer > 300);
  int32_t first[2] = {0, MOST_ROWS + 1};
  assert_int_equal(pw_lcp_solve(lcp, &(PwBlocks){1, first}, NULL, NULL, NULL, 1, NULL, NULL), PAWL_ERR_ARGUMENT);
  pw_lcp_free(lcp);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_real),
      cmocka_unit_test(test_random_whole),
      cmocka_unit_test(test_random_two_sided),
      cmocka_unit_test(test_random_walls),
      cmocka_unit_test(test_random_unsolvable),
      cmocka_unit_test(test_cases_that_random_problems_found),
      cmocka_unit_test(test_plate_on_three_pins),
      cmocka_unit_test(test_plate_on_four_pins),
      cmocka_unit_test(test_bar_on_many_pins),
      cmocka_unit_test(test_joint_redundancy),
      cmocka_unit_test(test_noisy_redundancy),
      cmocka_unit_test(test_units_do_not_matter),
      cmocka_unit_test(test_no_inertia),
      cmocka_unit_test(test_bad_arguments),
      cmocka_unit_test(test_least_norm),
      cmocka_unit_test(test_a_pile_of_touches_meets_the_conditions),
      cmocka_unit_test(test_further_rows_of_a_block_carry_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
