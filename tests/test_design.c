// Which values the samples of a study have: designs and distributions.
#include "check.h"
#include "study/study.h"

static PwVary UNIT = {.name = "x", .kind = PW_SPREAD_UNIFORM, .low = 0, .high = 1};

static PawlStudy study_of(PwVary *vary, int32_t varies, PwDesignKind design, int64_t count) {
  return (PawlStudy){.vary = vary, .varies = varies, .design = design, .base = count, .samples = count, .seed = 1};
}

// Numbers of an independent program (splitmix64 in integers of any size): the same on every machine.
static void same_everywhere(void **state) {
  (void)state;
  PawlStudy s = study_of(&UNIT, 1, PW_DESIGN_RANDOM, 100000);
  assert_true(pw_design_unit(&s, 0, 0) == 0.6935121390102293);
  assert_true(pw_design_unit(&s, 12345, 3) == 0.48192664861272905);
  s.seed = 77;
  assert_true(pw_design_unit(&s, 99999, 1) == 0.5885205148404645);
  assert_true(pw_sobol(5, 0, 1) == 0.41547390361221426);
  assert_true(pw_sobol(1000, 0, 9) == 0.5826222153209742);
}

static void latin_is_one_in_each_row(void **state) {
  (void)state;
  enum { COUNT = 1000 };
  PawlStudy s = study_of(&UNIT, 1, PW_DESIGN_LATIN, COUNT);
  for (int d = 0; d < 5; d++) {
    bool hit[COUNT] = {false};
    int inverted = 0;
    double before = 0;
    for (int64_t i = 0; i < COUNT; i++) {
      double u = pw_design_unit(&s, i, d);
      int row = (int)(u * COUNT);
      assert_true(u > 0 && u < 1 && !hit[row]);
      hit[row] = true;
      inverted += u < before;
      before = u;
    }
    assert_in_range(inverted, 400, 600);  // it is mixed
  }
}

enum { BITS = 10, POINTS = 1 << BITS };
static double point[PW_STUDY_DIMENSIONS][POINTS];

// Every box of 2^-a by 2^-b has its share of the points.
static bool even(const double *x, const double *y, int a, int b) {
  static int count[POINTS];
  memset(count, 0, sizeof count);
  for (int i = 0; i < POINTS; i++) count[(int)ldexp(x[i], a) << b | (int)ldexp(y[i], b)]++;
  for (int k = 0; k < 1 << (a + b); k++) {
    if (count[k] != POINTS >> (a + b)) return false;
  }
  return true;
}

// Of a pair of dimensions: boxes of 2^t points have their share (Niederreiter 1987).
static int quality(const double *x, const double *y) {
  for (int t = 0; t < BITS; t++) {
    bool all = true;
    for (int a = 0; a <= BITS - t && all; a++) all = even(x, y, a, BITS - t - a);
    if (all) return t;
  }
  return BITS;
}

// Scrambled: each dimension has one point in each of as many parts, pairs are even, and another seed has other points.
static void sobol_is_even(void **state) {
  (void)state;
  int worst = 0, sum = 0;
  for (int d = 0; d < PW_STUDY_DIMENSIONS; d++) {
    for (int i = 0; i < POINTS; i++) point[d][i] = pw_sobol(i, d, 5);
    assert_true(even(point[d], point[d], BITS, 0));
  }
  assert_int_equal(quality(point[0], point[1]), 0);
  for (int d = 1; d < PW_STUDY_DIMENSIONS; d++) {
    for (int k = 0; k < d; k++) {
      int t = quality(point[k], point[d]);
      worst = t > worst ? t : worst;
      sum += t;
    }
  }
  assert_in_range(worst, 0, 5);
  assert_in_range(sum, 0, 5 * PW_STUDY_DIMENSIONS * (PW_STUDY_DIMENSIONS - 1) / 4);  // 2.5 each
  assert_true(pw_sobol(3, 2, 5) != pw_sobol(3, 2, 6));
}

// Blocks for shares of the variance: A, B, and A with one parameter of B.
static void blocks(void **state) {
  (void)state;
  PwVary vary[3] = {UNIT, UNIT, UNIT};
  PawlStudy s = study_of(vary, 3, PW_DESIGN_SOBOL, 8);
  s.indices = true;
  s.samples = 8 * 5;
  double a[3], b[3], mixed[3];
  pw_design_values(&s, 10, a);
  pw_design_values(&s, 11, b);
  for (int i = 0; i < 3; i++) {
    assert_true(a[i] == pw_sobol(2, i, 1) && b[i] == pw_sobol(2, 3 + i, 1));
    pw_design_values(&s, 12 + i, mixed);
    for (int k = 0; k < 3; k++) assert_true(mixed[k] == (k == i ? b[k] : a[k]));
  }
}

// ---- distributions

// Tabulated by Abramowitz and Stegun (1964), 26.5 and 26.1; and its own inverse far out.
static void normal(void **state) {
  (void)state;
  CHECK_CLOSE(pw_normal_at(0.975), 1.959963984540054, 1e-14);
  CHECK_CLOSE(pw_normal_at(0.5), 0, 1e-16);
  CHECK_CLOSE(pw_normal_at(0.001), -3.090232306167813, 1e-14);
  for (double x = -8; x < 8; x += 0.173) {
    double share = pw_normal_below(x), back = pw_normal_at(share);
    CHECK_CLOSE(back, x, 1e-13 + (x > 0 ? 3e-16 / (exp(-x * x / 2) / 2.5) : 0));
  }
}

static void shares(void **state) {
  (void)state;
  PwVary triangle = {.kind = PW_SPREAD_TRIANGULAR, .low = 2, .high = 6, .middle = 3};
  static const double points[] = {2, 0, 3, 0.5, 6, 0}, below[] = {0, 0.25, 1};
  PwVary table = {.kind = PW_SPREAD_TABLE, .count = 3, .value = points, .below = below, .low = 2, .high = 6};
  PwVary cut = {.kind = PW_SPREAD_NORMAL, .low = -1, .high = 2, .middle = 0, .sigma = 1};
  double whole = pw_normal_below(2) - pw_normal_below(-1);
  for (double u = 0.001; u < 1; u += 0.0371) {
    double x = pw_spread_value(&triangle, u);
    double share = x < 3 ? (x - 2) * (x - 2) / 4 : 1 - (6 - x) * (6 - x) / 12;
    CHECK_CLOSE(share, u, 1e-14);
    CHECK_CLOSE((pw_normal_below(pw_spread_value(&cut, u)) - pw_normal_below(-1)) / whole, u, 1e-14);
    CHECK_CLOSE(pw_spread_value(&table, u), x, 1e-13);  // the same by points
  }
  static const double list[] = {5, 7, 11};
  PwVary of = {.kind = PW_SPREAD_LIST, .count = 3, .value = list};
  assert_true(pw_spread_value(&of, 0.1) == 5 && pw_spread_value(&of, 0.5) == 7 && pw_spread_value(&of, 0.9999) == 11);
}

// Normal variables with a correlation of 0.8: theirs is 0.8 within four times its deviation, (1 - r^2) / sqrt(n).
static void correlated(void **state) {
  (void)state;
  enum { COUNT = 4000 };
  PwVary wide = {.kind = PW_SPREAD_NORMAL, .low = -9, .high = 9, .sigma = 1};
  PwVary vary[2] = {wide, wide};
  double factor[4] = {1, 0, 0.8, 0.6}, sum[2] = {0}, square[2] = {0}, product = 0;
  PawlStudy s = study_of(vary, 2, PW_DESIGN_RANDOM, COUNT);
  s.correlation = factor;
  for (int64_t i = 0; i < COUNT; i++) {
    double x[2];
    pw_design_values(&s, i, x);
    for (int k = 0; k < 2; k++) sum[k] += x[k], square[k] += x[k] * x[k];
    product += x[0] * x[1];
  }
  double mean[2] = {sum[0] / COUNT, sum[1] / COUNT};
  double deviation = sqrt((square[0] / COUNT - mean[0] * mean[0]) * (square[1] / COUNT - mean[1] * mean[1]));
  CHECK_CLOSE((product / COUNT - mean[0] * mean[1]) / deviation, 0.8, 4 * 0.36 / sqrt(COUNT));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_everywhere), cmocka_unit_test(latin_is_one_in_each_row),
                                     cmocka_unit_test(sobol_is_even),   cmocka_unit_test(blocks),
                                     cmocka_unit_test(normal),          cmocka_unit_test(shares),
                                     cmocka_unit_test(correlated)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
