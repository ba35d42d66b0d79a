// Signs of determinants: against whole numbers, which are exact in 64 and 128 bits, where rounding alone would not tell.
#include "base/random.h"
#include "check.h"
#include "numerics/predicates.h"

enum { TRIES = 20000 };

static int64_t whole(uint64_t *seed, int64_t most) {
  return (int64_t)floor(pw_random_between(seed, -(double)most, (double)most + 1));
}

static int sign_of(__int128 x) {
  return (x > 0) - (x < 0);
}

static int exact3(int64_t x[4][3]) {
  __int128 d[3][3];
  for (int i = 0; i < 3; i++) {
    for (int c = 0; c < 3; c++) d[i][c] = x[i + 1][c] - x[0][c];
  }
  return sign_of((d[0][1] * d[1][2] - d[0][2] * d[1][1]) * d[2][0] + (d[0][2] * d[1][0] - d[0][0] * d[1][2]) * d[2][1] +
                 (d[0][0] * d[1][1] - d[0][1] * d[1][0]) * d[2][2]);
}

// Points nearly in one plane: sums of two directions, and now and then one step beside. Products have up to 120 bits.
static void planes_in_space(void **state) {
  (void)state;
  uint64_t seed = 3;
  int count[3] = {0};
  for (int i = 0; i < TRIES; i++) {
    int64_t u[3], v[3], x[4][3];
    double y[4][3];
    int64_t most = i % 2 ? 1 << 30 : 1 << 10;
    for (int c = 0; c < 3; c++) u[c] = whole(&seed, most), v[c] = whole(&seed, most);
    for (int k = 0; k < 4; k++) {
      int64_t s = whole(&seed, 100), t = whole(&seed, 100);
      for (int c = 0; c < 3; c++) x[k][c] = s * u[c] + t * v[c] + (k == 3 && c == 0 ? whole(&seed, 1) : 0);
      for (int c = 0; c < 3; c++) y[k][c] = ldexp((double)x[k][c], -20);
    }
    int expected = exact3(x);
    assert_int_equal(pw_orient3d(y[0], y[1], y[2], y[3]), expected);
    assert_int_equal(pw_orient3d(y[1], y[0], y[2], y[3]), -expected);
    assert_int_equal(pw_orient3d(y[3], y[2], y[1], y[0]), expected);
    count[expected + 1]++;
  }
  for (int k = 0; k < 3; k++) assert_true(count[k] > TRIES / 20);
}

static void lines_in_the_plane(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int i = 0; i < TRIES; i++) {
    int64_t u[2] = {whole(&seed, 1 << 30), whole(&seed, 1 << 30)}, x[3][2];
    double y[3][2];
    for (int k = 0; k < 3; k++) {
      int64_t s = whole(&seed, 1000);
      for (int c = 0; c < 2; c++) x[k][c] = s * u[c] + (k == 2 ? whole(&seed, 1) : 0);
      for (int c = 0; c < 2; c++) y[k][c] = (double)x[k][c];
    }
    __int128 det = (__int128)(x[1][0] - x[0][0]) * (x[2][1] - x[0][1]) - (__int128)(x[1][1] - x[0][1]) * (x[2][0] - x[0][0]);
    assert_int_equal(pw_orient2d(y[0], y[1], y[2]), sign_of(det));
  }
}

// By hand: 0.1 + 0.2 is more than 0.3 in doubles, by one bit of the last place.
static void the_last_bit_counts(void **state) {
  (void)state;
  double a[3] = {0, 0, 0}, b[3] = {1, 0, 1}, c[3] = {0, 1, 1}, d[3] = {0.1, 0.2, 0.3};  // plane z = x + y
  assert_int_equal(pw_orient3d(a, b, c, d), -1);  // 0.1 + 0.2 as reals of these doubles is 0.3000000000000000166, 0.3 is below
  d[2] = 0.1 + 0.2;
  assert_int_equal(pw_orient3d(a, b, c, d), 1);
  assert_int_equal(pw_orient3d(a, b, c, a), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(planes_in_space), cmocka_unit_test(lines_in_the_plane),
                                     cmocka_unit_test(the_last_bit_counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
