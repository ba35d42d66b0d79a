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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_hill), cmocka_unit_test(test_bowl), cmocka_unit_test(test_bars)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
