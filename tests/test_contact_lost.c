// Touches that could be lost: that cross an element's end at a gap of rounding, or end where the boundary bends the other way.
// What comes after is a body inside another, seen by closed forms of the shapes.
#include "contact_run.h"

static const double OVERLAP = 1e-9;  // m

// A tip is drawn over an arc of radius R by a sled with acceleration a, and on over the line that follows. It lifts where
// v^2 = g R, at the junction if a = g R/(2 x0): with a little more it is a rounding above the boundary there, falls and lands.
static void check_hill(double more, const char *tolerance, const char *formulation) {
  static const double R = 0.03, X0 = 0.013, G = 9.81;
  char text[2000];
  snprintf(
      text, sizeof text,
      "planar: true\ngravity: [0, -%.17g]\nbodies:\n"
      "  ground: {profiles: {hill: {start: [0.2, %.17g], chain: [{line: {to: [0, %.17g]}}, {arc: {center: [0, 0], to: [-%.17g, "
      "0]}}], closed: false}}}\n"
      "  sled: {mass: 0.2}\n  tip: {mass: 1.5, inertia: 1e-4, position: [-%.17g, %.17g], profiles: {s: {start: [0, 0], "
      "chain: [{line: {to: [0.004, 0.02]}}, {line: {to: [-0.006, 0.02]}}, {line: {to: [0, 0]}}]}}}\n"
      "joints:\n  along: {type: prismatic, between: [ground, sled], at: [0, 0], axis: x}\n"
      "  up: {type: prismatic, between: [sled, tip], at: [0, 0], axis: y}\n"
      "drives: {pull: {coordinate: along.travel, law: %.17g*t^2/2}}\n"
      "contacts: {c: {profiles: [ground.hill, tip.s], start: closed}}\n"
      "analysis: {duration: 0.08, step: 0.0005, tolerance: %s, formulation: %s}\noutput: [tip]\n",
      G, R, R, R, X0, sqrt(R * R - X0 * X0), (1 + more) * G * R / (2 * X0), tolerance, formulation);
  ContactRun run = run_model(text, NULL);
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double x = pw_result_value(run.result, r, column(&run, "tip.x")), y = pw_result_value(run.result, r, column(&run, "tip.y"));
    double hill = x < 0 ? sqrt(R * R - x * x) : R;
    if (!(y > hill - OVERLAP)) fail_msg("%g more, tolerance %s, %s: %.3g m inside", more, tolerance, formulation, hill - y);
  }
  CHECK_CLOSE(pw_result_value(run.result, pw_result_rows(run.result) - 1, 0), 0.08, 1e-12);
  end_run(&run);
}

static void test_touches_go_on_over_smooth_junctions(void **state) {
  (void)state;
  static const double more[] = {0, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4};
  static const char *const tolerance[] = {"1e-5", "1e-8", "1e-10"};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
    for (int k = 0; k < 3; k++) check_hill(more[i], tolerance[k], i % 2 ? "canonical" : "multipliers");
  }
}

// A lobed body, r(a) = r0 (1 + s cos(k a)), falls on a floor at an angle, in the turns from one lobe to the next touches are born
// and end in the hollows between.
static void check_lobes(int lobes, double swell, double angle, const char *tolerance, const char *formulation) {
  enum { POINTS = 64, SAMPLES = 2000 };
  static const double R0 = 0.1, TURN = 6.283185307179586476925;
  static char text[12000];
  int used = snprintf(text, sizeof text,
                      "planar: true\ngravity: [0, -9.81]\nbodies:\n  ground: {profiles: {floor: {start: [2, 0], chain: [{line: "
                      "{to: [-2, 0]}}], closed: false}}}\n  b: {mass: 1, inertia: 0.004, position: [0, 0.13], angle: %.17g, "
                      "profiles: {s: {chain: [{spline: {degree: 5, points: [",
                      angle);
  for (int i = 0; i < POINTS; i++) {
    double a = TURN * i / POINTS, r = R0 * (1 + swell * cos(lobes * a));
    used += snprintf(text + used, sizeof text - (size_t)used, "%s[%.17g, %.17g]", i ? ", " : "", r * cos(a), r * sin(a));
  }
  snprintf(text + used, sizeof text - (size_t)used,
           "]}}]}}}\ncontacts: {c: {profiles: [ground.floor, b.s], restitution: 0}}\n"
           "analysis: {duration: 0.6, step: 0.002, tolerance: %s, formulation: %s}\noutput: [b]\n",
           tolerance, formulation);
  ContactRun run = run_model(text, NULL);
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double y = pw_result_value(run.result, r, column(&run, "b.y")),
           turn = pw_result_value(run.result, r, column(&run, "b.angle"));
    double least = INFINITY;
    for (int i = 0; i < SAMPLES; i++) {
      double a = TURN * i / SAMPLES;
      least = fmin(least, y + R0 * (1 + swell * cos(lobes * a)) * sin(a + turn));
    }
    if (!(least > -1e-7)) fail_msg("%d lobes, %g, at %g: %.3g m inside", lobes, swell, angle, -least);  // the spline's own error
  }
  end_run(&run);
}

static void test_touches_that_end_at_inflections_are_found_again(void **state) {
  (void)state;
  check_lobes(3, 0.121, -0.167, "1e-5", "multipliers");
  check_lobes(3, 0.113, -2.352, "1e-6", "canonical");
  check_lobes(4, 0.066, 2.208, "1e-6", "multipliers");
  check_lobes(4, 0.094, 1.425, "1e-5", "multipliers");
  check_lobes(4, 0.08, -2.949, "1e-8", "multipliers");
}

// A disc that spins fast falls on a plate, x0 beside its middle, and stays (e = 0). The plate turns by w = J x0/I from there on,
// so that the disc, whose centre is h over the plate's middle line, is pressed on by m (w^2 h - 2 w^3 x0 t): so little that
// against its spin it counts as none. The touch closes all the same once it has sunk, and opens at t = h/(2 w x0).
static void test_a_touch_that_hardly_presses_closes(void **state) {
  (void)state;
  static const char *const formulations[] = {"multipliers", "canonical"};
  const double v = 10, m = 0.01, M = 3, I = 0.5, x0 = 0.3157463542971469, h = 1.1e-3, fall = (0.8014801580383125 - h) / v;
  const double J = v / (1 / m + 1 / M + x0 * x0 / I), w = J * x0 / I, opens = fall + h / (2 * w * x0);
  for (int f = 0; f < 2; f++) {
    char text[1000];
    snprintf(text, sizeof text,
             "planar: true\n"
             "bodies:\n"
             "  plate: {mass: 3, inertia: 0.5, profiles: {s: {start: [-1, -1e-3], chain: [{line: {to: [1, -1e-3]}}, {line: {to: "
             "[1, 1e-3]}}, {line: {to: [-1, 1e-3]}}, {line: {to: [-1, -1e-3]}}]}}}\n"
             "  d: {mass: 0.01, inertia: 1e-9, position: [-0.3157463542971469, 0.8014801580383125], profiles: {s: {circle: "
             "{radius: 1e-4}}}}\n"
             "contacts: {c: {bodies: [plate, d], restitution: 0}}\n"
             "initial: {bodies: {d: {velocity: [0, -10], angular_velocity: 10000}}}\n"
             "analysis: {formulation: %s, duration: 0.12, step: 6e-3}\n",
             formulations[f]);
    ContactRun run = run_model(text, NULL);
    CHECK_CLOSE(event_at(&run, 0, "impact").t, fall, 1e-12);
    event_at(&run, 1, "closes");
    CHECK_CLOSE(event_at(&run, 2, "opens").t, opens, 1e-5);
    end_run(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_touches_go_on_over_smooth_junctions),
                                     cmocka_unit_test(test_touches_that_end_at_inflections_are_found_again),
                                     cmocka_unit_test(test_a_touch_that_hardly_presses_closes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
