// How far elements may be continued beyond re-entrant ends, closed forms of chords; what is inside; areas.
#include "base/arena.h"
#include "check.h"
#include "geometry/profile/profile.h"

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
  PwProfileProblem problem = {0};
  s->def[0].from[0] = x;
  s->def[0].from[1] = y;
  PawlStatus status = pw_profile_build(s->def, s->count, closed, false, &s->arena, &s->p, &problem);
  if (status) fail_msg("refused: %s", problem.text);
}

// A hill of radius R rises from the x axis by the angle a: the axis goes on as a chord of length 2 R sin(a), half of
// which counts; the hill's circle stays below the axis: 3 rad of it are looked at.
static void test_ways_through_a_hill(void **state) {
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
static void test_ways_below_a_bowl(void **state) {
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
static void test_ways_through_bars(void **state) {
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
static void test_points_are_inside_or_outside(void **state) {
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
      assert_int_equal(pw_profile_side(&s.p, x, 1e-12) == PW_INSIDE, r > 0.2 && r < 0.5 && x[1] > 0);
      if (r < 0.3) assert_int_equal(pw_profile_side(&hole.p, x, 1e-12), PW_OUTSIDE);
    }
  }
  const double on[3][2] = {{0.35, 0}, {0, 0.5}, {0, 0.2}};  // the boundary itself is not inside
  for (int i = 0; i < 3; i++) assert_int_equal(pw_profile_side(&s.p, on[i], 1e-12), PW_ON);
  pw_arena_free(&s.arena);
  pw_arena_free(&hole.arena);
}

static void build_circle(Setup *s, double x, double radius, bool clockwise) {
  s->def[0] = pawl_element_def_default();
  s->def[0].type = PAWL_ELEMENT_CIRCLE;
  s->def[0].center[0] = x;
  s->def[0].center[1] = 0;
  s->def[0].radius = radius;
  s->def[0].clockwise = clockwise;
  s->count = 1;
  build(s, NAN, NAN, true);
}

// A disc of radius 0.5 with two holes of radius 0.1: each boundary, with the others of its material, holds the same places; alone
// each encloses its own disc.
static void test_boundaries_of_one_material_hold_the_same(void **state) {
  (void)state;
  static const double at[] = {0, -0.25, 0.3}, radius[] = {0.5, 0.1, 0.1};
  Setup s[3] = {{{0}}};
  const PwProfile *other[3][2];
  for (int i = 0; i < 3; i++) {
    build_circle(&s[i], at[i], radius[i], i > 0);
    CHECK_CLOSE(pw_profile_area(&s[i].p), (i ? -1 : 1) * acos(-1) * radius[i] * radius[i], 1e-12);
    assert_int_equal(s[i].p.hole, i > 0);
    for (int k = 0; k < 2; k++) other[i][k] = &s[(i + 1 + k) % 3].p;
    s[i].p.other = other[i];
    s[i].p.others = 2;
  }
  for (int i = -30; i <= 30; i++) {
    for (int j = -30; j <= 30; j++) {
      const double x[2] = {0.02 * i + 1e-3, 0.02 * j + 2e-3};
      bool in[3];
      for (int k = 0; k < 3; k++) in[k] = hypot(x[0] - at[k], x[1]) < radius[k];
      for (int k = 0; k < 3; k++) {
        assert_int_equal(pw_profile_side(&s[k].p, x, 1e-12) == PW_INSIDE, in[0] && !in[1] && !in[2]);
        assert_int_equal(pw_profile_encloses(&s[k].p, x), in[k]);
      }
    }
  }
  CHECK_CLOSE(pw_profile_way(&s[0].p, (double[2]){0.5, 0}, (double[2]){-1, 0}, 2, 1e-9, 0), 0.1, 1e-12);
  for (int i = 0; i < 3; i++) pw_arena_free(&s[i].arena);
}

// Just inside and outside of a circle, nearer to it than its pieces bulge.
static void test_near_circle(void **state) {
  (void)state;
  Setup s = {0};
  build_circle(&s, 0.1, 0.5, false);
  for (int i = 0; i < 2000; i++) {
    double angle = 0.0123 * i, off = (i % 2 ? 1 : -1) * pow(10, -2 - i % 7), r = 0.5 + off;
    const double x[2] = {0.1 + r * cos(angle), r * sin(angle)};
    assert_int_equal(pw_profile_side(&s.p, x, 1e-9), off > 0 ? PW_OUTSIDE : PW_INSIDE);
    CHECK_CLOSE(pw_profile_clearance(&s.p, x, 1), fabs(off), 1e-14);
    assert_int_equal(pw_profile_side(&s.p, x, 1.1 * fabs(off)), PW_ON);
  }
  pw_arena_free(&s.arena);
}

// Areas by the polygon's formula, and of a half disc.
static void test_areas_are_those_of_the_formula(void **state) {
  (void)state;
  Setup s = {0}, half = {0};
  add(&s, PAWL_ELEMENT_LINE, 3, 0);
  add(&s, PAWL_ELEMENT_LINE, 3, 2);
  add(&s, PAWL_ELEMENT_LINE, 1, 1);
  add(&s, PAWL_ELEMENT_LINE, 1, 0);
  build(&s, 1, 0, true);
  CHECK_CLOSE(pw_profile_area(&s.p), 3, 1e-12);
  add(&half, PAWL_ELEMENT_LINE, -1, 5);
  add_arc(&half, 0, 5, 1, 5, true);
  build(&half, 1, 5, true);
  CHECK_CLOSE(pw_profile_area(&half.p), -acos(-1) / 2, 1e-9);
  pw_arena_free(&s.arena);
  pw_arena_free(&half.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ways_through_a_hill),
                                     cmocka_unit_test(test_ways_below_a_bowl),
                                     cmocka_unit_test(test_ways_through_bars),
                                     cmocka_unit_test(test_points_are_inside_or_outside),
                                     cmocka_unit_test(test_boundaries_of_one_material_hold_the_same),
                                     cmocka_unit_test(test_areas_are_those_of_the_formula),
                                     cmocka_unit_test(test_near_circle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
