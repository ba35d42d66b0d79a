// Touches on one pair of elements. The expected touch is made, not searched: a place on each element and a gap are chosen, and
// the bodies are put so that the touch is there.
#include "elements.h"

static const double PI = 3.141592653589793238463;

static double distance(const PwElement *e1, const PwPose2 *p1, const PwElement *e2, const PwPose2 *p2, double u1, double u2) {
  double x1[2], x2[2], n[2], k;
  at(e1, p1, u1, x1, n, &k);
  at(e2, p2, u2, x2, n, &k);
  return hypot(x1[0] - x2[0], x1[1] - x2[1]);
}

// By second differences of the distance in arc lengths: det(H) g for two smooth boundaries, H g beside a corner.
static double definite_by_differences(const PwElement *e1, const PwPose2 *p1, const PwElement *e2, const PwPose2 *p2,
                                      const PwTouchPoint *t) {
  double h = 3e-4, h1 = h / t->speed[0], h2 = h / t->speed[1], u1 = t->u[0], u2 = t->u[1], d[3][3];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) d[i][j] = distance(e1, p1, e2, p2, u1 + (i - 1) * h1, u2 + (j - 1) * h2);
  }
  double a = (d[2][1] - 2 * d[1][1] + d[0][1]) / (h * h), b = (d[1][2] - 2 * d[1][1] + d[1][0]) / (h * h);
  double c = (d[2][2] - d[2][0] - d[0][2] + d[0][0]) / (4 * h * h), g = t->gap;
  if (t->corner[0] && t->corner[1]) return d[1][1];
  return t->corner[0] ? b * g : t->corner[1] ? a * g : (a * b - c * c) * g;
}

static void check_made(int k1, int k2, const PwElement *e1, const PwElement *e2, uint64_t *seed, int *tried) {
  double turn = pw_random_between(seed, -PI, PI), u[2] = {pw_random_between(seed, 0.1, 0.9), pw_random_between(seed, 0.1, 0.9)};
  PwPose2 p2 = {pw_random_between(seed, -3, 3), pw_random_between(seed, -3, 3), cos(turn), sin(turn)}, p1;
  double gap = pw_random_between(seed, -0.2, 0.4), definite = put(e1, &p1, e2, &p2, u, gap);
  if (definite < 0.05) return;
  (*tried)++;
  PwTouchPoint t, again;
  double start[2] = {u[0] + pw_random_between(seed, -0.03, 0.03), u[1] + pw_random_between(seed, -0.03, 0.03)};
  if (pw_touch_solve(e1, &p1, e2, &p2, start, &t))
    fail_msg("%s-%s: not found, definite %g", element_name[k1], element_name[k2], definite);
  double x1[2], x2[2], n1[2], n2[2], k;
  at(e1, &p1, u[0], x1, n1, &k);
  CHECK_CLOSE(t.curvature[0], pw_element_is_corner(e1) ? 0 : k, 1e-10 * (1 + fabs(k)));
  at(e2, &p2, u[1], x2, n2, &k);
  CHECK_CLOSE(t.curvature[1], pw_element_is_corner(e2) ? 0 : k, 1e-10 * (1 + fabs(k)));
  for (int i = 0; i < 2; i++) {
    CHECK_CLOSE(t.u[i], u[i], 1e-12 / fmin(1, definite));
    CHECK_CLOSE(t.x1[i], x1[i], 1e-12 / fmin(1, definite));
    CHECK_CLOSE(t.x2[i], x2[i], 1e-12 / fmin(1, definite));
    CHECK_CLOSE(t.n[i], n2[i], 1e-12 / fmin(1, definite));
  }
  CHECK_CLOSE(t.gap, gap, 4e-15);
  CHECK_CLOSE(t.definite, definite, 1e-10);
  PwCurvePoint q1, q2;
  pw_element_evaluate(e1, u[0], &q1);
  pw_element_evaluate(e2, u[1], &q2);
  CHECK_CLOSE(t.speed[0], q1.speed, 1e-10);
  CHECK_CLOSE(t.speed[1], q2.speed, 1e-10);
  // from the answer itself: nothing moves
  assert_int_equal(pw_touch_solve(e1, &p1, e2, &p2, t.u, &again), PAWL_OK);
  for (int i = 0; i < 2; i++) CHECK_CLOSE(again.u[i], t.u[i], 1e-14 / fmin(1, definite));
  if (gap < 0.05) return;
  double scale = (1 + fabs(t.curvature[0])) * (1 + fabs(t.curvature[1])) / (gap * gap);
  CHECK_CLOSE(definite_by_differences(e1, &p1, e2, &p2, &t), definite, 1e-5 * scale);
  for (int i = -4; i <= 4; i++) {  // nearest among its neighbours
    for (int j = -4; j <= 4; j++) {
      double d = distance(e1, &p1, e2, &p2, t.u[0] + 2e-3 * i / t.speed[0], t.u[1] + 2e-3 * j / t.speed[1]);
      if (!(d >= t.gap - 1e-14)) fail_msg("%s-%s: %.17g nearer than %.17g", element_name[k1], element_name[k2], d, t.gap);
    }
  }
}

// All pairs of W96 table 2.4-1 (23: point, line, arc, circle, polynomial without point-point and line-line) are among these.
static void test_made_touches(void **state) {
  (void)state;
  PwArena arena = {0};
  PwElement element[KINDS];
  uint64_t seed = 7;
  for (int i = 0; i < KINDS; i++) element[i] = element_of(i, &arena);
  for (int i = 0; i < KINDS; i++) {
    for (int j = 0; j < KINDS; j++) {
      int tried = 0;
      if (never_definite(i, j)) continue;
      for (int k = 0; k < 400 && tried < 40; k++) check_made(i, j, &element[i], &element[j], &seed, &tried);
      if (tried < 3) fail_msg("%s-%s: %d touches made", element_name[i], element_name[j], tried);
    }
  }
  pw_arena_free(&arena);
}

// Lines and arcs go on beyond their ends; a circle's u goes on counting.
static void test_beyond_ends(void **state) {
  (void)state;
  PwArena arena = {0};
  PwElement line = element_of(LINE, &arena), arc = element_of(ARC, &arena), circle = element_of(CIRCLE, &arena);
  PwPose2 p1, p2 = {0.1, 0.2, cos(0.3), sin(0.3)};
  PwTouchPoint t;
  double u[2] = {1.07, -0.04}, start[2] = {0.9, 0.1};
  put(&arc, &p1, &line, &p2, u, 0.05);
  assert_int_equal(pw_touch_solve(&arc, &p1, &line, &p2, start, &t), PAWL_OK);
  CHECK_CLOSE(t.u[0], 1.07, 1e-14);
  CHECK_CLOSE(t.u[1], -0.04, 1e-14);
  for (int turn = -2; turn <= 2; turn++) {
    double v[2] = {0.3, 0.5}, from[2] = {0.3 + turn + 0.4, 0.5};
    put(&circle, &p1, &line, &p2, v, 0.05);
    assert_int_equal(pw_touch_solve(&circle, &p1, &line, &p2, from, &t), PAWL_OK);
    CHECK_CLOSE(t.u[0], 0.3 + turn, 1e-14);
  }
  pw_arena_free(&arena);
}

static void test_no_touch(void **state) {
  (void)state;
  PwArena arena = {0};
  PwElement line = element_of(LINE, &arena), circle = element_of(CIRCLE, &arena), hole = element_of(HOLE, &arena);
  PwElement spline = element_of(SPLINE, &arena), polar = element_of(POLAR, &arena);
  PwPose2 p = {0, 0, 1, 0}, turned = {0, 0, -1, 0};
  PwTouchPoint t;
  double u[2] = {0.5, 0.5};
  assert_int_equal(pw_touch_solve(&line, &p, &line, &turned, u, &t), PAWL_RETRY);
  assert_int_equal(pw_touch_solve(&circle, &p, &hole, &p, u, &t), PAWL_RETRY);  // concentric
  assert_int_equal(pw_touch_solve(&line, &p, &spline, &p, u, &t), PAWL_RETRY);  // normals nearly equal, not opposite
  assert_int_equal(pw_touch_solve(&spline, &p, &spline, &p, u, &t), PAWL_RETRY);
  // far from the start: the touch is made at u2 = 0.95, sought from -0.2
  double far[2] = {0.5, 0.95}, start[2] = {0.5, -0.2};
  put(&line, &turned, &polar, &p, far, 0.1);
  assert_int_equal(pw_touch_solve(&line, &turned, &polar, &p, start, &t), PAWL_RETRY);
  pw_arena_free(&arena);
}

// A concave arc against a line is no touch, and says so.
static void test_not_definite(void **state) {
  (void)state;
  PwArena arena = {0};
  PwElement line = element_of(LINE, &arena), concave = element_of(CONCAVE, &arena);
  PwPose2 p1, p2 = {0.1, 0.2, cos(0.3), sin(0.3)};
  PwTouchPoint t;
  double u[2] = {0.4, 0.5};
  put(&concave, &p1, &line, &p2, u, 0.05);
  assert_int_equal(pw_touch_solve(&concave, &p1, &line, &p2, u, &t), PAWL_OK);
  CHECK_CLOSE(t.definite, -1 / 2.3, 1e-15);
  CHECK_CLOSE(t.gap, 0.05, 1e-15);
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_made_touches), cmocka_unit_test(test_beyond_ends),
                                     cmocka_unit_test(test_no_touch), cmocka_unit_test(test_not_definite)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
