// Touches on one pair of elements. The expected touch is made, not searched: a place on each element and a gap are chosen, and
// the bodies are put so that the touch is there.
#include "base/arena.h"
#include "base/random.h"
#include "check.h"
#include "geometry/touch.h"

static const double PI = 3.141592653589793238463;
enum { POINT, LINE, ARC, CONCAVE, CIRCLE, HOLE, POLAR, SPLINE, INVOLUTE, OFFSET_POLAR, OFFSET_SPLINE, KINDS };
static const char *const name[KINDS] = {"point", "line",   "arc",      "concave arc",  "circle",       "hole",
                                        "polar", "spline", "involute", "offset polar", "offset spline"};

static PwElement element_of(int kind, PwArena *arena) {
  static const double terms[] = {1.0, 0, 0.4, 1, -0.15, 2.5}, points[] = {0, 0, 1, 0.1, 2, 0.6, 2.5, 1.5, 2.4, 2.6};
  PawlElementDef d = pawl_element_def_default();
  switch (kind) {
    case POINT:
      return (PwElement){.kind = PW_EL_POINT, .start = {0.3, -0.2}, .end = {0.3, -0.2}, .angle = 0.4, .turn = 1.7};
    case LINE:
      d.type = PAWL_ELEMENT_LINE;
      d.from[0] = -0.5, d.from[1] = 0.1, d.to[0] = 1.1, d.to[1] = 0.9;
      break;
    case ARC:
    case CONCAVE:
      d.type = PAWL_ELEMENT_ARC;
      d.center[0] = 0.2, d.center[1] = 0.3, d.radius = kind == ARC ? 0.7 : 2.3;
      d.angle[0] = kind == ARC ? 0.5 : 2.9, d.angle[1] = kind == ARC ? 2.9 : 0.5;
      d.clockwise = kind == CONCAVE;
      break;
    case CIRCLE:
    case HOLE:
      d.type = PAWL_ELEMENT_CIRCLE;
      d.center[0] = -0.1, d.center[1] = 0.2, d.radius = kind == CIRCLE ? 0.6 : 1.9;
      d.clockwise = kind == HOLE;
      break;
    case POLAR:
    case OFFSET_POLAR:
      d.type = PAWL_ELEMENT_POLAR;
      d.count = 3, d.data = terms, d.angle[0] = 0.3, d.angle[1] = 2.2, d.scale = 1.1;
      break;
    case SPLINE:
    case OFFSET_SPLINE:
      d.type = PAWL_ELEMENT_SPLINE;
      d.count = 5, d.data = points;
      break;
    default:
      d.type = PAWL_ELEMENT_INVOLUTE;
      d.radius = 0.8, d.origin = 0.3, d.angle[0] = 0.4, d.angle[1] = 1.4;
  }
  PwProfile profile;
  PwProfileProblem problem = {0};
  if (pw_profile_build(&d, 1, kind == CIRCLE || kind == HOLE, false, arena, &profile, &problem)) fail_msg("%s", problem.text);
  PwElement e = profile.element[0];
  if (kind == OFFSET_POLAR || kind == OFFSET_SPLINE) e.offset = 0.05;
  return e;
}

static void at(const PwElement *e, const PwPose2 *p, double u, double x[2], double n[2], double *k) {
  PwCurvePoint q;
  pw_element_evaluate(e, u, &q);
  x[0] = p->x + p->c * q.x[0] - p->s * q.x[1];
  x[1] = p->y + p->s * q.x[0] + p->c * q.x[1];
  n[0] = p->c * q.t[1] + p->s * q.t[0];
  n[1] = p->s * q.t[1] - p->c * q.t[0];
  *k = q.curvature;
}

// Puts element 1 so that it touches 2 at u with this gap. Returns `definite` by its definition.
static double put(const PwElement *e1, PwPose2 *p1, const PwElement *e2, const PwPose2 *p2, const double u[2], double gap) {
  double x2[2], n2[2], x1[2], n1[2], k1, k2;
  at(e2, p2, u[1], x2, n2, &k2);
  *p1 = (PwPose2){0, 0, 1, 0};
  at(e1, p1, u[0], x1, n1, &k1);
  p1->c = -(n1[0] * n2[0] + n1[1] * n2[1]);
  p1->s = -(n1[0] * n2[1] - n1[1] * n2[0]);
  at(e1, p1, u[0], x1, n1, &k1);
  p1->x = x2[0] + gap * n2[0] - x1[0];
  p1->y = x2[1] + gap * n2[1] - x1[1];
  bool c1 = pw_element_is_corner(e1), c2 = pw_element_is_corner(e2);
  return c1 && c2 ? gap : c1 ? 1 + gap * k2 : c2 ? 1 + gap * k1 : k1 + k2 + gap * k1 * k2;
}

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
  if (pw_touch_solve(e1, &p1, e2, &p2, start, &t)) fail_msg("%s-%s: not found, definite %g", name[k1], name[k2], definite);
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
      if (!(d >= t.gap - 1e-14)) fail_msg("%s-%s: %.17g nearer than %.17g", name[k1], name[k2], d, t.gap);
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
      bool hollow1 = i == CONCAVE || i == HOLE, hollow2 = j == CONCAVE || j == HOLE;
      if ((i == LINE && j == LINE) || (hollow1 && (hollow2 || j == LINE)) || (hollow2 && i == LINE)) continue;  // never definite
      for (int k = 0; k < 400 && tried < 40; k++) check_made(i, j, &element[i], &element[j], &seed, &tried);
      if (tried < 3) fail_msg("%s-%s: %d touches made", name[i], name[j], tried);
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
