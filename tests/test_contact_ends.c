// Touches at ends of elements: re-entrant kinks and ends of open profiles.
#include "contact_run.h"

// A plate carries a flat and behind a re-entrant kink of 0.1 rad a hill of radius R; a roller of radius r on it is lifted, over
// the kink and back. Closed form: its centre is at height r over the flat or at R + r from the hill's centre, whichever is
// higher; beyond the hill's top there is no flat. The flat's continuation comes out of the hill 0.02 m behind the kink.
static void check_hill(const char *radius, const char *law) {
  static const double R = 0.1, a = 0.1;
  char set_radius[32], set_law[32];
  snprintf(set_radius, sizeof set_radius, "r=%s", radius);
  snprintf(set_law, sizeof set_law, "w=%s", law);
  ContactRun run = run_model(
      "parameters: {r: 0.01, w: 6, R: 0.1, a: 0.1}\n"
      "bodies:\n"
      "  plate: {mass: 1, inertia: 1, profiles: {top: {start: [1 + R*sin(a) + R*sin(0.6), R*cos(0.6) - R*cos(a)], chain: "
      "[{arc: {center: [1 + R*sin(a), -R*cos(a)], to: [1, 0]}}, {line: {to: [0.7, 0]}}], closed: false}}}\n"
      "  roller: {mass: 0.1, inertia: 1, position: [0.96, r], profiles: {rim: {circle: {radius: r}}}}\n"
      "joints:\n"
      "  p: {type: prismatic, between: [ground, plate], at: [0, 0], axis: x}\n"
      "  f: {type: prismatic, between: [ground, roller], at: [0, 0], axis: y}\n"
      "drives: {d: {coordinate: p, law: \"0.04*cos(w*t) - 0.04\"}}\n"
      "forces: {s: {type: joint, coordinate: f, stiffness: 100, free_position: -0.1}}\n"
      "contacts: {c: {profiles: [plate.top, roller.rim], start: closed}}\n"
      "analysis: {duration: 2*pi/w, step: 0.01/w, tolerance: 1e-9}\n"
      "output: [p, roller, c]\n",
      (const char *[]){set_radius, set_law, NULL});
  double r = atof(radius);
  for (int64_t i = 0; i < pw_result_rows(run.result); i++) {
    double x = -0.04 - pw_result_value(run.result, i, column(&run, "p.travel")) - R * sin(a);
    double y = sqrt((R + r) * (R + r) - x * x) - R * cos(a);
    if (x < 0) y = fmax(y, r);
    CHECK_CLOSE(pw_result_value(run.result, i, column(&run, "roller.y")), y, 1e-9);
    assert_true(pw_result_value(run.result, i, column(&run, "c.force")) > 0);
  }
  end_run(&run);
}

static void test_a_disc_goes_over_a_hill(void **state) {
  (void)state;
  check_hill("0.003", "6");
  check_hill("0.01", "6");
  check_hill("0.01", "2");
  check_hill("0.05", "6");
}

// A ball slides off a line whose end carries no touch, and falls from there: a parabola. Beside the end the reach of a search is
// in proportion to how far the ball has gone, so that some searches are enough.
static void test_off_the_end(void **state) {
  (void)state;
  ContactRun run = run_model(
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
      "  b: {mass: 1, inertia: 0.001, position: [0, 0.05], profiles: {s: {circle: {radius: 0.05}}}}\n"
      "contacts: {c: {profiles: [ground.floor, b.s]}}\n"
      "initial: {bodies: {b: {velocity: [2, 0]}}}\n"
      "analysis: {duration: 1, step: 0.05}\n",
      NULL);
  PwResultEvent leaves = event_at(&run, 1, "leaves");
  CHECK_CLOSE(leaves.t, 0.5, 1e-12);
  CHECK_CLOSE(value_at(&run, "b.y", NAN, true), 0.05 - 9.81 * 0.25 / 2, 1e-9);
  assert_true(run.info.searches < 200);
  end_run(&run);
}

// A plank lies with its last corner on the very end of a flat, and with all the rest over a round that goes on from there. It
// tips over the round: the face beside the corner touches it, at the radius from its centre, and the corner comes off the flat.
static void test_a_face_tilts_over_a_round(void **state) {
  (void)state;
  static const char *const formulations[] = {"multipliers", "canonical"};
  for (int i = 0; i < 2; i++) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "gravity: [0, -10]\n"
        "bodies:\n"
        "  ground: {profiles: {top: {start: [1, 0], chain: [{line: {to: [0, 0]}}, {arc: {center: [0, -0.5], to: [-0.5, "
        "-0.5]}}], closed: false}}}\n"
        "  plank: {mass: 2, inertia: 0.5, center: [-0.5, 0.1], profiles: {skin: {start: [-1, 0], chain: [{line: {to: [0, 0]}}, "
        "{line: {to: [0, 0.2]}}, {line: {to: [-1, 0.2]}}, {line: {to: [-1, 0]}}]}}}\n"
        "contacts: {c: {profiles: [ground.top, plank.skin]}}\n"
        "analysis: {duration: 0.2, step: 0.02, tolerance: 1e-10, formulation: %s}\n",
        formulations[i]);
    ContactRun run = run_model(text, NULL);
    double angle = value_at(&run, "plank.angle", NAN, true), x = -value_at(&run, "plank.x", NAN, true),
           y = -0.5 - value_at(&run, "plank.y", NAN, true);
    assert_true(angle > 0.1);
    CHECK_CLOSE(sin(angle) * x - cos(angle) * y, 0.5, 1e-10);
    CHECK_CLOSE(largest(&run, "energy.balance"), 0, 1e-8);
    end_run(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_disc_goes_over_a_hill), cmocka_unit_test(test_off_the_end),
                                     cmocka_unit_test(test_a_face_tilts_over_a_round)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
