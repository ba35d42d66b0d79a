// How far elements may be continued beyond re-entrant ends: closed forms of chords.
#include "base/arena.h"
#include "check.h"
#include "geometry/profile.h"

enum { MOST = 8 };
typedef struct {
  PwArena arena;
  PwProfile p;
  PawlElementDef def[MOST];
  int32_t count;
} Setup;

static PawlElementDef *add(Setup *s, PawlElementType type, double x, double y) {
  PawlElementDef *def = &s->def[s->count++];
  *def = pawl_element_def_default();
  def->type = type;
  def->to[0] = x;
  def->to[1] = y;
  return def;
}
static void add_arc(Setup *s, double cx, double cy, double x, double y, bool clockwise) {
  PawlElementDef *def = add(s, PAWL_ELEMENT_ARC, x, y);
  def->center[0] = cx;
  def->center[1] = cy;
  def->clockwise = clockwise;
}
static void build(Setup *s, double x, double y, bool closed) {
  PwProfileProblem problem;
  s->def[0].from[0] = x;
  s->def[0].from[1] = y;
  PawlStatus status = pw_profile_build(s->def, s->count, closed, false, &s->arena, &s->p, &problem);
  if (status) fail_msg("refused: %s", problem.text);
}

// A hill of radius R rises from the x axis by the angle a: the axis goes on as a chord of length 2 R sin(a), half of
// which counts; the hill's circle stays below the axis: 3 rad of it are looked at.
static void test_hill(void **state) {
  (void)state;
  static const double R = 0.1, angle[] = {1e-3, 0.1, 0.7};
  for (int i = 0; i < 3; i++) {
    double a = angle[i], cx = 1 + R * sin(a), cy = -R * cos(a);
    Setup s = {0};
    add_arc(&s, cx, cy, 1, 0, false);
    add(&s, PAWL_ELEMENT_LINE, 0.5, 0);
    build(&s, cx + R * sin(1), cy + R * cos(1), false);
    assert_int_equal(s.p.after[0], PW_JOIN_REENTRANT);
    CHECK_CLOSE(s.p.beyond[1][0], R * sin(a), 1e-9);
    CHECK_CLOSE(s.p.beyond[0][1], 1.5 * R, 1e-12);
    assert_true(s.p.beyond[0][0] == 0 && s.p.beyond[1][1] == 0);
    pw_arena_free(&s.arena);
  }
}

// A bowl of radius R ends at a ramp that is steeper by the angle a: its circle goes on below the ramp along an arc of 2 a R.
// Below the bowl the ramp goes on for ever: no longer than the profile matters.
static void test_bowl(void **state) {
  (void)state;
  static const double R = 0.2, a = 0.05;
  Setup s = {0};
  add(&s, PAWL_ELEMENT_LINE, 0, 0);
  add_arc(&s, 0, R, -R * sin(0.5), R - R * cos(0.5), true);
  build(&s, 0.3 * cos(a), 0.3 * sin(a), false);
  assert_int_equal(s.p.after[0], PW_JOIN_REENTRANT);
  CHECK_CLOSE(s.p.beyond[1][0] / (a * R), 1, 0.02);  // by chords
  CHECK_CLOSE(s.p.beyond[0][1], s.p.size, 1e-12);
  pw_arena_free(&s.arena);
}

// An L of two bars 0.04 and 0.06 thick: the floor goes on through the wall, the wall through the floor.
static void test_bars(void **state) {
  (void)state;
  Setup s = {0};
  add(&s, PAWL_ELEMENT_LINE, 0.5, -0.06);
  add(&s, PAWL_ELEMENT_LINE, 0.5, 0.3);
  add(&s, PAWL_ELEMENT_LINE, 0.46, 0.3);
  add(&s, PAWL_ELEMENT_LINE, 0.46, 0);
  add(&s, PAWL_ELEMENT_LINE, 0, 0);
  add(&s, PAWL_ELEMENT_LINE, 0, -0.06);
  build(&s, 0, -0.06, true);
  int32_t wall = 0;
  while (s.p.after[wall] != PW_JOIN_REENTRANT) wall++;
  CHECK_CLOSE(s.p.beyond[wall][1], 0.03, 1e-12);
  CHECK_CLOSE(s.p.beyond[wall + 1][0], 0.02, 1e-12);
  pw_arena_free(&s.arena);
}

// Places in and around a ring sector of radii 0.2 and 0.5, and a hole, whose body lies around it.
static void test_holds(void **state) {
  (void)state;
  Setup s = {0}, hole = {0};
  add_arc(&s, 0, 0, -0.5, 0, false);
  add(&s, PAWL_ELEMENT_LINE, -0.2, 0);
  add_arc(&s, 0, 0, 0.2, 0, true);
  add(&s, PAWL_ELEMENT_LINE, 0.5, 0);
  build(&s, 0.5, 0, true);
  hole.def[0] = pawl_element_def_default();
  hole.def[0].type = PAWL_ELEMENT_CIRCLE;
  hole.def[0].radius = 0.3;
  hole.def[0].clockwise = true;
  hole.count = 1;
  build(&hole, NAN, NAN, true);
  for (int i = -30; i <= 30; i++) {
    for (int j = -30; j <= 30; j++) {
      const double x[2] = {0.02 * i + 1e-3, 0.02 * j + 2e-3};
      double r = hypot(x[0], x[1]);
      assert_int_equal(pw_profile_holds(&s.p, x), r > 0.2 && r < 0.5 && x[1] > 0);
      if (r < 0.3) assert_false(pw_profile_holds(&hole.p, x));
    }
  }
  const double on[3][2] = {{0.35, 0}, {0, 0.5}, {0, 0.2}};  // the boundary itself is not inside
  for (int i = 0; i < 3; i++) assert_false(pw_profile_holds(&s.p, on[i]));
  pw_arena_free(&s.arena);
  pw_arena_free(&hole.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_hill), cmocka_unit_test(test_bowl), cmocka_unit_test(test_bars),
                                     cmocka_unit_test(test_holds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
