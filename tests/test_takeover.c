// Which touches take over from which: one freedom by hand, and random rows of it, whose answer is an interval.
#include "base/random.h"
#include "check.h"
#include "contact/takeover.h"

enum { N_MAX = 6 };

// Rows g_i of n touches on `freedoms` coordinates of unit mass: W = g g^T.
static void fill(int32_t n, int32_t freedoms, const double *g, double *W) {
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < n; j++) {
      W[i * n + j] = 0;
      for (int32_t k = 0; k < freedoms; k++) W[i * n + j] += g[i * freedoms + k] * g[j * freedoms + k];
    }
  }
}

static int32_t take_over(int32_t n, int32_t freedoms, const double *g, const double *speed, PwTakeover *touch) {
  double W[N_MAX * N_MAX], b[N_MAX];
  int32_t jammed;
  fill(n, freedoms, g, W);
  for (int32_t i = 0; i < n; i++) {
    b[i] = speed[i];
    touch[i].none = 1e-12;
    touch[i].least = 1e-12;
  }
  pw_takeover(n, W, b, touch, &jammed);
  return jammed;
}

// A slide between pushers at speeds 1 and 2 from one side: the faster one pushes, whichever was first. From both sides: jammed,
// and so it is if the first may not open.
static void test_the_faster_pusher_has_the_slide(void **state) {
  (void)state;
  PwTakeover touch[2] = {{.closed = true}, {.closed = false}};
  assert_int_equal(take_over(2, 1, (double[]){1, 1}, (double[]){-1, -2}, touch), -1);
  assert_true(!touch[0].closed && touch[1].closed);
  touch[0] = (PwTakeover){.closed = true}, touch[1] = (PwTakeover){0};
  assert_int_equal(take_over(2, 1, (double[]){1, 3}, (double[]){-2, -3}, touch), -1);
  assert_true(touch[0].closed && !touch[1].closed);
  touch[0] = (PwTakeover){.closed = true}, touch[1] = (PwTakeover){0};
  assert_int_equal(take_over(2, 1, (double[]){1, -1}, (double[]){-1, -2}, touch), 1);
  touch[0] = (PwTakeover){.closed = true, .two_sided = true}, touch[1] = (PwTakeover){0};
  assert_int_equal(take_over(2, 1, (double[]){1, 1}, (double[]){-1, -2}, touch), 1);
  touch[0] = (PwTakeover){.closed = true}, touch[1] = (PwTakeover){.closed = true};  // both at one speed stay
  assert_int_equal(take_over(2, 1, (double[]){1, 1}, (double[]){-1, -1}, touch), -1);
  assert_true(touch[0].closed && touch[1].closed);
}

// Pushed from both sides with 1 and -1 + 1e-6: a touch that may be slow waits, open, for accelerations; one that may not jams.
static void test_what_may_be_slow_waits(void **state) {
  (void)state;
  PwTakeover touch[2] = {{.closed = true, .slow = 1e-5}, {.slow = 1e-5}};
  assert_int_equal(take_over(2, 1, (double[]){1, -1}, (double[]){-1, 1 - 1e-6}, touch), -1);
  assert_true(touch[0].closed && !touch[0].waits && !touch[1].closed && touch[1].waits);
  touch[0] = (PwTakeover){.closed = true, .slow = 1e-7}, touch[1] = (PwTakeover){.slow = 1e-7};
  assert_int_equal(take_over(2, 1, (double[]){1, -1}, (double[]){-1, 1 - 1e-6}, touch), 1);
  assert_true(!touch[1].waits);
}

// Closed touches keep what they hold even where they pull, as long as nothing contradicts them; and a touch without any freedom
// is left alone unless it would overlap.
static void test_closed_touches_may_pull(void **state) {
  (void)state;
  PwTakeover touch[2] = {{.closed = true}, {.closed = false}};
  assert_int_equal(take_over(2, 2, (double[]){1, 0, 1, 1}, (double[]){1, -1}, touch), -1);
  assert_true(touch[0].closed && touch[1].closed);
  touch[0] = (PwTakeover){0}, touch[1] = (PwTakeover){0};
  assert_int_equal(take_over(2, 1, (double[]){1, 0}, (double[]){-1, 0}, touch), -1);
  assert_true(touch[0].closed && !touch[1].closed);
  touch[0] = (PwTakeover){0}, touch[1] = (PwTakeover){0};
  assert_int_equal(take_over(2, 1, (double[]){1, 0}, (double[]){-1, -1}, touch), 1);
}

// Two freedoms: x and y pushed at speed 1, so both impulses are 1. A third touch pushes along (1, 2) and would overlap by 1: its
// gap has the shares 1 and 2 in theirs, so y, with the least ratio 1/2, opens. (With x open instead, y's impulse were -1.)
static void test_the_least_ratio_gives_way(void **state) {
  (void)state;
  PwTakeover touch[3] = {{.closed = true}, {.closed = true}, {.closed = false}};
  assert_int_equal(take_over(3, 2, (double[]){1, 0, 0, 1, 1, 2}, (double[]){-1, -1, -4}, touch), -1);
  assert_true(touch[0].closed && !touch[1].closed && touch[2].closed);
}

// One freedom x: touch i wants x >= -b_i/g_i or <=, by the sign of g_i. Jammed if and only if these contradict each other; else x
// is where the closed ones are, and no touch overlaps there.
static void check_interval(int32_t n, const double *g, const double *b, const PwTakeover *touch, int32_t jammed) {
  double lower = -INFINITY, upper = INFINITY, x = 0;
  for (int32_t i = 0; i < n; i++) {
    if (g[i] > 0) lower = fmax(lower, -b[i] / g[i]);
    if (g[i] < 0) upper = fmin(upper, -b[i] / g[i]);
  }
  assert_int_equal(jammed >= 0, lower > upper + 1e-9);
  for (int32_t i = 0; i < n && jammed < 0; i++) {
    if (touch[i].closed) x = -b[i] / g[i];
  }
  for (int32_t i = 0; i < n && jammed < 0; i++) {
    assert_true(g[i] * x + b[i] > -1e-9);
    if (touch[i].closed) CHECK_CLOSE(g[i] * x + b[i], 0, 1e-9);
  }
}

static void test_random_takeovers_meet_the_conditions(void **state) {
  (void)state;
  uint64_t random = 7;
  int32_t jams = 0;
  for (int round = 0; round < 3000; round++) {
    int32_t n = 1 + (int32_t)(pw_random_bits(&random) % N_MAX);
    double g[N_MAX], b[N_MAX];
    bool both = pw_random_between(&random, 0, 1) < 0.5;
    PwTakeover touch[N_MAX] = {0};
    for (int32_t i = 0; i < n; i++) {
      g[i] = pw_random_between(&random, 0.1, 1.1);
      if (both && pw_random_between(&random, 0, 1) < 0.3) g[i] = -g[i];
      b[i] = pw_random_between(&random, -1, 1);
      touch[i].closed = pw_random_between(&random, 0, 1) < 0.3;
    }
    int32_t jammed = take_over(n, 1, g, b, touch);
    check_interval(n, g, b, touch, jammed);
    jams += jammed >= 0;
  }
  assert_true(jams > 100 && jams < 2000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_faster_pusher_has_the_slide), cmocka_unit_test(test_what_may_be_slow_waits),
      cmocka_unit_test(test_closed_touches_may_pull), cmocka_unit_test(test_the_least_ratio_gives_way),
      cmocka_unit_test(test_random_takeovers_meet_the_conditions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
