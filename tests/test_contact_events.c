// Numbers that events carry: forces before, gaps, and values in the units of the model file.
#include <math.h>

#include "contact_run.h"

// The time at rest of a ball that bounces, sqrt(2h/g)(1 + e)/(1 - e), in the file's milliseconds.
static void test_accumulates_in_file_units(void **state) {
  (void)state;
  ContactRun run = run_model(
      "planar: true\n"
      "units: {length: mm, mass: kg, time: ms, force: N}\n"
      "gravity: [0, -0.00981]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [1000, 0], closed: false, chain: [{line: {to: [-1000, 0]}}]}}}\n"
      "  ball: {mass: 1, inertia: 4000, position: [0, 300], profiles: {skin: {circle: {radius: 100}}}}\n"
      "contacts: {rub: {profiles: [ball.skin, ground.floor], restitution: 0.5}}\n"
      "analysis: {duration: 1000, step: 100}\n",
      NULL);
  int64_t n = pw_result_events(run.result);
  CHECK_CLOSE(event_at(&run, n - 1, "accumulates").value, 1000 * sqrt(0.4 / 9.81) * 3, 1e-6);
  assert_true(isnan(event_at(&run, 0, "impact").value));
  assert_true(isnan(event_at(&run, 0, "impact").force_before));
  end_run(&run);
}

// A pusher driven at 1 m/s meets a ball of 2 kg at rest, e = 1: it leaves at 2 m/s, and the drive gives it 4 N s.
static void test_drive_impulse_in_file_units(void **state) {
  (void)state;
  ContactRun run = run_model(
      "planar: true\n"
      "units: {length: mm, mass: kg, time: ms, force: N}\n"
      "bodies:\n"
      "  pusher: {mass: 1, inertia: 4000, profiles: {skin: {circle: {radius: 100}}}}\n"
      "  ball: {mass: 2, inertia: 4000, position: [300, 0], profiles: {skin: {circle: {radius: 100}}}}\n"
      "joints: {guide: {type: prismatic, between: [ground, pusher], at: [0, 0], axis: x}}\n"
      "drives: {push: {coordinate: guide, law: t}}\n"
      "contacts: {hit: {profiles: [ball.skin, pusher.skin], restitution: 1}}\n"
      "analysis: {duration: 200, step: 50}\n",
      NULL);
  PwResultEvent hit = event_at(&run, 0, "drive");
  CHECK_CLOSE(hit.t, 100, 1e-9);
  CHECK_CLOSE(hit.value, 4000, 1e-6);
  CHECK_CLOSE(event_at(&run, 1, "impact").impulse, 4000, 1e-6);
  end_run(&run);
}

// A ball of 1 kg on the floor, lifted by 5 N, then by 20 N: the floor gave 10 - 5 N up to the switch.
static void test_force_before_a_switch(void **state) {
  (void)state;
  ContactRun run = run_model(
      "planar: true\n"
      "gravity: [0, -10]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [1, 0], closed: false, chain: [{line: {to: [-1, 0]}}]}}}\n"
      "  ball: {mass: 1, inertia: 0.004, position: [0, 0.1], profiles: {skin: {circle: {radius: 0.1}}}}\n"
      "contacts: {rub: {profiles: [ball.skin, ground.floor]}}\n"
      "forces: {lift: {type: force, body: ball, components: [0, 'if(t < 0.3, 5 + 10*t, 20)']}}\n"
      "analysis: {duration: 0.5, step: 0.1}\n",
      NULL);
  event_at(&run, 0, "closes");
  event_at(&run, 1, "branch");
  PwResultEvent opens = event_at(&run, 2, "opens");
  CHECK_CLOSE(opens.t, 0.3, 1e-9);
  CHECK_CLOSE(opens.force_before, 2, 1e-8);
  assert_true(isnan(opens.force) && isnan(opens.gap) && isnan(opens.value));
  end_run(&run);
}

// A ball falls by 1 m, and the run ends at the impact: two rows of that time, with the speed before and after, v = sqrt(2 g h)
// and 0.8 of it. A run that ends between events has one row there.
static void test_until_at_impact(void **state) {
  (void)state;
#define BALL(UNTIL)                                                                                 \
  "planar: true\n"                                                                                  \
  "gravity: [0, -9.81]\n"                                                                           \
  "bodies:\n"                                                                                       \
  "  ground: {profiles: {floor: {start: [5, 0], chain: [{line: {to: [-5, 0]}}], closed: false}}}\n" \
  "  b: {mass: 1, inertia: 0.001, position: [0, 1.05], profiles: {s: {circle: {radius: 0.05}}}}\n"  \
  "measures: {h: {type: position, frames: [ground, b], axis: y}}\n"                                 \
  "contacts: {c: {profiles: [ground.floor, b.s], restitution: 0.8}}\n"                              \
  "analysis: {duration: 20, step: 0.05, until: " UNTIL "}\n"
  ContactRun run = run_model(BALL("c.impact.count - 0.5"), NULL);
  double speed = sqrt(2 * 9.81), end = sqrt(2 / 9.81);
  CHECK_CLOSE(pw_result_value(run.result, pw_result_rows(run.result) - 1, 0), end, 1e-9);
  CHECK_CLOSE(value_at(&run, "b.vy", pw_result_value(run.result, pw_result_rows(run.result) - 1, 0), false), -speed, 1e-9);
  CHECK_CLOSE(value_at(&run, "b.vy", NAN, true), 0.8 * speed, 1e-9);
  end_run(&run);
  run = run_model(BALL("h - 0.5"), NULL);
  int64_t rows = pw_result_rows(run.result);
  CHECK_CLOSE(pw_result_value(run.result, rows - 1, 0), sqrt(2 * 0.55 / 9.81), 1e-9);
  assert_true(pw_result_value(run.result, rows - 2, 0) < pw_result_value(run.result, rows - 1, 0));
  end_run(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_until_at_impact),
      cmocka_unit_test(test_accumulates_in_file_units),
      cmocka_unit_test(test_drive_impulse_in_file_units),
      cmocka_unit_test(test_force_before_a_switch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
