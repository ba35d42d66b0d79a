// Kinematic runs in space: a touch that can only push goes on round an edge, and leaves where it would pull.
#include "contact_run.h"

static const double NO = NAN;

// A ball of radius 0.1 moves up at x = 0.9 with 1 m/s and turns a lever, a bar from the pivot to x = 1 and 0.1 thick. It slides
// to the edge (1, -0.05) and pushes there until the edge is beside its centre, at (0.8, y) with y^2 = 1 + 0.05^2 - 0.8^2, and its
// way is along the common tangent. From there on it would pull the lever back: the lever stays.
static const char MODEL[] =
    "bodies:\n"
    "  ground: {}\n"
    "  lever:\n"
    "    mass: 1\n"
    "    inertia: [0.1, 0.1, 0.1]\n"
    "    center: [0.5, 0, 0]\n"
    "    surfaces: {s: {extrusion: {start: [0, -0.05], closed: true, chain: [{line: {to: [1, -0.05]}}, {line: {to: [1, 0.05]}}, "
    "{line: {to: [0, 0.05]}}, {line: {to: [0, -0.05]}}], length: 0.6}}}\n"
    "  ball: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.9, -0.2, 0], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
    "joints:\n"
    "  pivot: {type: revolute, frames: [ground, lever]}\n"
    "  guide: {type: prismatic, between: [ground, ball], at: [0.9, -0.2, 0], axis: y}\n"
    "drives: {up: {coordinate: guide.travel, law: t}}\n"
    "contacts: {c: {surfaces: [lever.s, ball.s]}}\n"
    "output: [pivot, guide]\n"
    "analysis: {type: kinematics, duration: 1, step: 0.05}\n";

static void test_a_lever_is_let_go_at_its_edge(void **state) {
  (void)state;
  ContactRun run = run_model(MODEL, NULL);
  double y = sqrt(1.0025 - 0.64), angle = atan2(y, 0.8) + atan(0.05);
  bool left = false;
  for (int64_t i = 0; i < pw_result_events(run.result); i++) {
    PwResultEvent e = pw_result_get_event(run.result, i);
    if (strcmp(e.kind, "leaves") != 0) continue;
    left = true;
    CHECK_CLOSE(e.t, y + 0.2, 1e-7);
    assert_non_null(strstr(e.detail, "'lever' is free"));
  }
  assert_true(left);
  CHECK_CLOSE(value_at(&run, "pivot.angle", NO, true), angle, 1e-7);
  end_run(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_lever_is_let_go_at_its_edge)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
