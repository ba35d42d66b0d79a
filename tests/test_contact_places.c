// Places of touches on boundaries: the curvilinear coordinates q1, q2, and the seam of a curve that closes on itself.
#include "contact_run.h"
#include "geometry/profile/profile.h"

// A ball flies over the floor and spins: its lowest point, at -pi/2 in ground axes, lies at -pi/2 - angle in its own, and the
// circle begins at 0. W96 counts from the first element, so q is that angle in turns, from 0 to 1.
static void test_open_circle(void **state) {
  (void)state;
  ContactRun run = run_model(
      "bodies:\n"
      "  ground: {profiles: {f: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
      "  ball: {mass: 1, inertia: 1e-3, position: [0, 0.11], profiles: {p: {circle: {radius: 0.1}}}}\n"
      "contacts: {c: {profiles: [ground.f, ball.p]}}\n"
      "initial: {bodies: {ball: {angular_velocity: -9}}}\n"
      "analysis: {duration: 2, step: 0.05}\n"
      "output: [c.1.q1, c.1.q2, ball.angle]\n",
      NULL);
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double q1 = pw_result_value(run.result, r, column(&run, "c.1.q1")),
           q2 = pw_result_value(run.result, r, column(&run, "c.1.q2"));
    double turns = (-acos(-1) / 2 - pw_result_value(run.result, r, column(&run, "ball.angle"))) / (2 * acos(-1));
    CHECK_CLOSE(q1, 0.5, 1e-12);
    assert_true(q2 >= 0 && q2 < 1);
    CHECK_CLOSE(q2 - turns, round(q2 - turns), 1e-9);
  }
  end_run(&run);
}

// A cam whose outline is a closed spline, driven once around under a roller. The spline through the same points, begun at another
// one, is the same curve with its seam elsewhere: the follower moves alike.
#define SPLINE_CAM(POINTS)                                                                     \
  "gravity: [0, -9.81]\n"                                                                      \
  "bodies:\n"                                                                                  \
  "  cam: {mass: 1, inertia: 1, profiles: {p: {chain: [{spline: {points: [" POINTS             \
  "]}}]}}}\n"                                                                                  \
  "  f: {mass: 1, inertia: 1, position: [0, 0.13], profiles: {r: {circle: {radius: 0.02}}}}\n" \
  "joints:\n"                                                                                  \
  "  a: {type: revolute, between: [ground, cam], at: [0, 0]}\n"                                \
  "  b: {type: prismatic, between: [ground, f], at: [0, 0], axis: y}\n"                        \
  "drives: {d: {coordinate: a, law: 1*t}}\n"                                                   \
  "contacts: {c: {profiles: [cam.p, f.r], sides: both}}\n"                                     \
  "analysis: {type: kinematics, duration: 6.2, step: 0.1}\n"                                   \
  "output: [f.y, c.1.q1]\n"

static void test_seam_of_spline(void **state) {
  (void)state;
  ContactRun a = run_model(SPLINE_CAM("[0.1, 0], [0.05, 0.1], [-0.08, 0.07], [-0.1, -0.03], [0.02, -0.1]"), NULL);
  ContactRun b = run_model(SPLINE_CAM("[-0.08, 0.07], [-0.1, -0.03], [0.02, -0.1], [0.1, 0], [0.05, 0.1]"), NULL);
  assert_int_equal(pw_result_events(a.result), 0);
  assert_int_equal(pw_result_events(b.result), 0);
  for (int i = 0; i < 62; i++) {
    double q = value_at(&a, "c.1.q1", 0.1 * i, false);
    assert_true(q >= 0 && q <= 1);
    CHECK_CLOSE(value_at(&a, "f.y", 0.1 * i, false), value_at(&b, "f.y", 0.1 * i, false), 1e-12);
  }
  end_run(&a);
  end_run(&b);
}

// r = 0.1 + 0.02 z (1 - z), z one turn: it closes on itself in a re-entrant kink, and becomes two elements, so that a touch has
// one to go on to.
static void test_kink_of_one_curve(void **state) {
  (void)state;
  const double terms[] = {0.1, 0, 0.02, 1, -0.02, 2};
  PawlElementDef def = pawl_element_def_default();
  PwArena arena = {0};
  PwProfile p;
  PwProfileProblem problem = {0};
  PwCurvePoint end, start;
  def.type = PAWL_ELEMENT_POLAR;
  def.center[0] = def.center[1] = 0;
  def.angle[0] = 0;
  def.angle[1] = 2 * acos(-1);
  def.scale = 2 * acos(-1);
  def.data = terms;
  def.count = 3;
  assert_int_equal(pw_profile_build(&def, 1, true, false, &arena, &p, &problem), PAWL_OK);
  assert_int_equal(p.elements, 2);
  assert_int_equal(p.after[0], PW_JOIN_SMOOTH);
  assert_int_equal(p.after[1], PW_JOIN_REENTRANT);
  pw_element_evaluate(&p.element[0], 1, &end);
  pw_element_evaluate(&p.element[1], 0, &start);
  CHECK_CLOSE(end.x[0], -0.105, 1e-15);
  CHECK_CLOSE(start.x[0], -0.105, 1e-15);
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_open_circle),
      cmocka_unit_test(test_seam_of_spline),
      cmocka_unit_test(test_kink_of_one_curve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
