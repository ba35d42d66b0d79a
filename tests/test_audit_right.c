// Results that are right, and that the audit took for wrong: run_model fails where a law is broken. What is known of the motion
// is a closed form each.
#include "contact_run.h"

#define CART(LAW)                        \
  "planar: true\n"                       \
  "bodies: {b: {mass: 2, inertia: 1}}\n" \
  "joints: {s: {type: prismatic, between: [ground, b], at: [0, 0], axis: x}}\n" LAW "analysis: {duration: 0.9, step: 0.1}\n"

// A force that switches at an output time, 0.3 s, which the run finds a rounding later: x = (t - 0.3)^2/4 for 1 N on 2 kg.
static void test_switch_at_output_time(void **state) {
  (void)state;
  static const char *const laws[] = {"step(t, 0.3)", "if(t < 0.3, 0, 1)", "(sign(t - 0.3) + 1)/2"};
  for (int i = 0; i < 3; i++) {
    char text[600];
    snprintf(text, sizeof text, CART("forces: {f: {type: force, body: b, components: ['%s', 0]}}\n"), laws[i]);
    ContactRun run = run_model(text, NULL);
    CHECK_CLOSE(value_at(&run, "b.x", 0.9, true), 0.09, 1e-9);
    end_run(&run);
  }
}

// A drive whose speed jumps at an output time.
static void test_drive_that_starts(void **state) {
  (void)state;
  static const char *const laws[] = {"max(0, t - 0.3)", "motion(t, 0.3, 0, linear, 0.6, 0.6)"};
  for (int i = 0; i < 2; i++) {
    char text[600];
    snprintf(text, sizeof text, CART("drives: {d: {coordinate: s, law: '%s'}}\n"), laws[i]);
    ContactRun run = run_model(text, NULL);
    CHECK_CLOSE(value_at(&run, "b.x", 0.9, true), 0.6, 1e-12);
    end_run(&run);
  }
}

// An offset lies where the profile lies which it is made from: a ball that falls past it touches nothing, another one lands on
// it.
static void test_placed_offset(void **state) {
  (void)state;
#define RIM(PLACE, X)                                                                                     \
  "gravity: [0, -10]\n"                                                                                   \
  "bodies:\n"                                                                                             \
  "  ground: {profiles: {rim: {" PLACE                                                                    \
  ", start: [0.8, -0.2], chain: [{line: {to: [1.2, -0.2]}}, {line: {to: [1.2, 0.2]}}, {line: {to: [0.8, " \
  "0.2]}}, {line: {to: [0.8, -0.2]}}]}, w: {offset: {profile: rim, by: 0.1}}}}\n"                         \
  "  f: {mass: 1, inertia: 1, position: [" X                                                              \
  ", 0.85], profiles: {n: {circle: {radius: 0.05}}}}\n"                                                   \
  "contacts: {c: {profiles: [ground.w, f.n]}}\n"                                                          \
  "analysis: {duration: 0.4, step: 0.01}\n"
  ContactRun run = run_model(RIM("at: [1, 0]", "1"), NULL);
  CHECK_CLOSE(value_at(&run, "f.y", 0.4, true), 0.85 - 0.8, 1e-9);
  end_run(&run);
  run = run_model(RIM("angle: 90 deg", "1"), NULL);
  CHECK_CLOSE(value_at(&run, "f.y", 0.4, true), 0.85 - 0.8, 1e-9);
  end_run(&run);
  run = run_model(RIM("at: [1, 0]", "2"), NULL);  // on top of it, at 0.3 + 0.05, after a fall of 0.5 m
  CHECK_CLOSE(event_at(&run, 0, "impact").t, sqrt(0.1), 1e-9);
  CHECK_CLOSE(value_at(&run, "f.y", 0.4, true), 0.35, 1e-9);
  end_run(&run);
}

// Kinematics: a follower that nothing holds stands still under its weight until the cam, an eccentric disc, comes to it.
static void test_standing_free(void **state) {
  (void)state;
  ContactRun run = run_model(
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 1, profiles: {c: {circle: {center: [0.2, 0], radius: 0.5}}}}\n"
      "  f: {mass: 1, inertia: 1, position: [0, 0.6], profiles: {n: {circle: {radius: 0.05}}}}\n"
      "joints:\n"
      "  s: {type: revolute, frames: [ground, a]}\n"
      "  g: {type: prismatic, between: [ground, f], at: [0, 0.6], axis: y}\n"
      "drives: {d: {coordinate: s, law: t}}\n"
      "contacts: {c: {profiles: [a.c, f.n]}}\n"
      "analysis: {type: kinematics, duration: 1.5, step: 0.01}\n",
      NULL);
  CHECK_CLOSE(value_at(&run, "f.y", 0.1, true), 0.6, 1e-15);
  double t = 1.5, y = 0.2 * sin(t) + sqrt(0.55 * 0.55 - 0.04 * cos(t) * cos(t));
  CHECK_CLOSE(value_at(&run, "f.y", t, true), y, 1e-9);
  assert_true(run.info.audit_open > 0);  // and says that it stood there
  end_run(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_switch_at_output_time),
      cmocka_unit_test(test_drive_that_starts),
      cmocka_unit_test(test_placed_offset),
      cmocka_unit_test(test_standing_free),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
