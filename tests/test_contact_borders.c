// Touches that come in over the border of a surface and leave over it, tangentially: the pin of a spherical Geneva drive without
// play (examples/spherical-geneva), in at odd multiples of a quarter turn, out half a turn later, the wheel a quarter further.
#include "contact_run.h"

static const char TEXT[] =
    "parameters: {R: 0.1, r: 0.005, w: 2, s: sqrt(0.5)}\n"
    "bodies:\n"
    "  crank: {mass: 0.2, inertia: [1e-4, 1e-4, 1e-4], surfaces: {pin: {sphere: {radius: r}, at: [R*s, 0, -R*s]}}}\n"
    "  wheel:\n"
    "    mass: 0.5\n"
    "    inertia: [2e-3, 2e-3, 2e-3]\n"
    "    surfaces:\n"
    "      c: {plane: {}, at: [s*r, -s*r, 0], axes: {z: [-s, s, 0], x: [-s, -s, 0]}, u: [0.066, 0.104], v: [0, 0.076]}\n"
    "      d: {plane: {}, at: [s*r, s*r, 0], axes: {z: [-s, -s, 0], x: [s, -s, 0]}, u: [0.066, 0.104], v: [0, 0.076]}\n"
    "joints:\n"
    "  shaft: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: -x}\n"
    "  axle: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: z}\n"
    "drives: {turn: {coordinate: shaft.angle, law: w*t}}\n"
    "contacts:\n"
    "  c: {surfaces: [crank.pin, wheel.c], sides: kept}\n"
    "  d: {surfaces: [crank.pin, wheel.d], sides: kept}\n"
    "output: [joints]\n"
    "analysis: {type: %s, formulation: %s, tolerance: %g, duration: 4*pi/w, step: 0.1}\n";

static void check_strokes(const char *type, const char *formulation, double tolerance) {
  static const double QUARTER = 0.785398163397448310;  // of a turn of the crank, s
  char text[sizeof TEXT + 100];
  snprintf(text, sizeof text, TEXT, type, formulation, tolerance);
  ContactRun run = run_model(text, NULL);
  int passed = 0;
  for (int64_t i = 0; i < pw_result_events(run.result); i++) {
    PwResultEvent event = pw_result_get_event(run.result, i);
    if (strcmp(event.kind, "drive") == 0) continue;  // with a touch that closes by an impact, of next to nothing
    CHECK_CLOSE(event.t, (2 * passed + 1) * QUARTER, 1e-6);
    assert_string_equal(event.subject, passed < 2 ? "d" : "c");
    assert_true((strcmp(event.kind, "leaves") == 0) == (passed % 2 == 1));
    passed++;
  }
  assert_int_equal(passed, 4);
  CHECK_CLOSE(value_at(&run, "axle.angle", NAN, true), 4 * QUARTER, 1e-7);
  if (run.info.searches > 1500) fail_msg("%s, %s, %g: %lld searches", type, formulation, tolerance, (long long)run.info.searches);
  end_run(&run);
}

static void strokes_at_every_tolerance(void **state) {
  (void)state;
  static const double tolerance[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 1e-12};
  for (size_t i = 0; i < sizeof tolerance / sizeof *tolerance; i++) {
    check_strokes("dynamics", "multipliers", tolerance[i]);
    check_strokes("dynamics", "canonical", tolerance[i]);
  }
}
static void strokes_of_kinematics(void **state) {
  (void)state;
  check_strokes("kinematics", "multipliers", 1e-6);
  check_strokes("kinematics", "canonical", 1e-10);
}

// A ball on a spring swings on a carriage that drives over the border of a plane, comes down by d below its face right behind the
// border and parts again, a = A w^2: within much less motion than lies between two searches there. It must have hit all the same,
// at A (1 + cos w t) = d, with sqrt(2 a d) but for d/A.
static const char GRAZE[] =
    "parameters: {A: 0.01, w: 200, d: 1e-6, v: 1, offset: %g, r: 0.1}\n"
    "bodies:\n"
    "  ground: {surfaces: {road: {plane: {}, u: [0, 1], v: [-0.5, 0.5]}}}\n"
    "  carriage: {mass: 1, inertia: [1, 1, 1], position: [offset - v*pi/w, 0, r + 2*A - d]}\n"
    "  ball: {mass: 1, inertia: [1, 1, 1], position: [offset - v*pi/w, 0, r + 2*A - d], surfaces: {skin: {sphere: {radius: "
    "r}}}}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, carriage], at: [offset - v*pi/w, 0, r], axis: x}\n"
    "  guide: {type: prismatic, between: [carriage, ball], at: [offset - v*pi/w, 0, r], axis: z}\n"
    "drives: {go: {coordinate: rail.travel, law: v*t}}\n"
    "forces: {spring: {type: joint, coordinate: guide.travel, stiffness: w^2, free_position: -A}}\n"
    "contacts: {c: {surfaces: [ball.skin, ground.road], restitution: 0.5}}\n"
    "output: [joints]\n"
    "analysis: {formulation: %s, tolerance: 1e-9, duration: 0.025, step: 0.005}\n";

static void grazes_behind_a_border(void **state) {
  (void)state;
  const double A = 0.01, w = 200, d = 1e-6;
  for (int i = 0; i < 40; i++) {
    char text[sizeof GRAZE + 100];
    snprintf(text, sizeof text, GRAZE, 1e-4 + 6e-5 * i, i % 2 ? "canonical" : "multipliers");
    ContactRun run = run_model(text, NULL);
    PwResultEvent e = event_at(&run, 0, "impact");
    CHECK_CLOSE(e.t, (acos(-1) - acos(1 - d / A)) / w, 1e-9);
    CHECK_CLOSE(e.speed_before, -w * sqrt(d * (2 * A - d)), 1e-7);
    end_run(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strokes_at_every_tolerance),
      cmocka_unit_test(strokes_of_kinematics),
      cmocka_unit_test(grazes_behind_a_border),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
