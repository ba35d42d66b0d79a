// Kinematic runs in which touches take over from each other, contradict each other, and go over corners. All expectations are
// closed forms.
#include "contact_run.h"

// Three pushers on the left side of a slide, its face at x = 0; their discs of 0.25 m begin 1.75 m before it.
#define PUSHER(n, y) "  p" n ": {mass: 1, inertia: 0.1, profiles: {disc: {circle: {center: [-2, " y "], radius: 0.25}}}}\n"
#define SLIDE(laws, rest) \
  "bodies:\n"                                                                                                             \
  "  s: {mass: 1, inertia: 0.1, profiles: {face: {start: [0, 3], chain: [{line: {to: [0, -1]}}, {line: {to: [8, -1]}}, " \
  "{line: {to: [8, 3]}}, {line: {to: [0, 3]}}]}}}\n" PUSHER("0", "0") PUSHER("1", "1") PUSHER("2", "2")                   \
  "joints:\n"                                                                                                             \
  "  S: {type: prismatic, between: [ground, s], at: [0, 0], axis: x}\n"                                                   \
  "  P0: {type: prismatic, between: [ground, p0], at: [0, 0], axis: x}\n"                                                 \
  "  P1: {type: prismatic, between: [ground, p1], at: [0, 0], axis: x}\n"                                                 \
  "  P2: {type: prismatic, between: [ground, p2], at: [0, 0], axis: x}\n"                                                 \
  "contacts:\n"                                                                                                           \
  "  c0: {profiles: [s.face, p0.disc]}\n"                                                                                 \
  "  c1: {profiles: [s.face, p1.disc]}\n"                                                                                 \
  "  c2: {profiles: [s.face, p2.disc]}\n"                                                                                 \
  "drives:\n" laws "analysis: {type: kinematics, duration: 4, step: 0.02" rest "}\noutput: [S, c0, c1, c2, energy]\n"

// Where the farthest pusher is, and which it is.
static double farthest(double t, int *which) {
  double x[3] = {2 * sin(t), -0.5 + 1.9 * sin(2.5 * t - 1), 0.3 + 1.5 * sin(1.3 * t + 4)};
  *which = 0;
  for (int i = 1; i < 3; i++) {
    if (x[i] > x[*which]) *which = i;
  }
  return x[*which] - 1.75;
}

// From the first touch on the slide is where the farthest pusher is: a closed touch follows its pusher forth and back, and one
// that comes nearer takes over.
static void test_the_farthest_pusher_has_the_slide(void **state) {
  (void)state;
  ContactRun run = run_model(SLIDE("  d0: {coordinate: P0, law: 2*sin(t)}\n"
                                   "  d1: {coordinate: P1, law: -0.5 + 1.9*sin(2.5*t - 1)}\n"
                                   "  d2: {coordinate: P2, law: 0.3 + 1.5*sin(1.3*t + 4)}\n",
                                   ""),
                             NULL);
  PwResultEvent closes = event_at(&run, 0, "closes");
  CHECK_CLOSE(closes.t, asin(0.875), 1e-9);
  int which, before = 0, changes = 0;
  for (int i = 0; i <= 10000; i++) {
    farthest(closes.t + (4 - closes.t) * i / 10000, &which);
    changes += which != before;
    before = which;
  }
  assert_true(changes >= 3);
  assert_int_equal(pw_result_events(run.result), 1 + 2 * changes);
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double t = pw_result_value(run.result, r, 0), x = pw_result_value(run.result, r, column(&run, "S.travel"));
    CHECK_CLOSE(x, t < closes.t ? 0 : farthest(t, &which), 1e-12);
  }
  end_run(&run);
}

// Pushers 0 and 1 run together and push together; from t = 2 on pusher 1 goes on by 0.3 (t - 2)^n less or more. At second order
// the accelerations tell at once which of them opens, at third order the positions do, when rounding no longer hides them.
static void check_parting(const char *law, int order, double sign) {
  char text[4000];
  snprintf(text, sizeof text,
           SLIDE("  d0: {coordinate: P0, law: 2*t}\n"
                 "  d1: {coordinate: P1, law: \"%s\"}\n"
                 "  d2: {coordinate: P2, law: 0}\n",
                 ""),
           law);
  ContactRun run = run_model(text, NULL);
  event_at(&run, 0, "shares");
  CHECK_CLOSE(event_at(&run, 1, "closes").t, 0.875, 1e-12);
  CHECK_CLOSE(event_at(&run, 2, "closes").t, 0.875, 1e-12);
  PwResultEvent parts = event_at(&run, 4, order == 2 ? "opens" : "dropped");
  CHECK_CLOSE(parts.t, 2, order == 2 ? 1e-12 : 2e-3);
  assert_string_equal(parts.subject, sign > 0 ? "c0" : "c1");
  assert_int_equal(pw_result_events(run.result), 5);
  for (int i = 0; i <= 20; i++) {
    double t = 2 + 0.1 * i, ahead = fmax(0, 0.3 * sign * pow(0.1 * i, order));
    CHECK_CLOSE(value_at(&run, "S.travel", t, true), 2 * t + ahead - 1.75, 1e-9);
  }
  end_run(&run);
}

static void test_pushers_that_part_open(void **state) {
  (void)state;
  check_parting("2*t + 0.3*max(t - 2, 0)^2", 2, 1);
  check_parting("2*t - 0.3*max(t - 2, 0)^2", 2, -1);
  check_parting("2*t + 0.3*max(t - 2, 0)^3", 3, 1);
  check_parting("2*t - 0.3*max(t - 2, 0)^3", 3, -1);
}

// A disc between two others that are driven together: at 0.714 s nothing can give way. The run says so, also where the speeds are
// equal at first and only the accelerations press.
#define BETWEEN(left, right)                                                               \
  "bodies:\n"                                                                              \
  "  s: {mass: 1, inertia: 1, profiles: {e: {circle: {radius: 0.5}}}}\n"                   \
  "  a: {mass: 1, inertia: 1, profiles: {e: {circle: {center: [-1, 0], radius: 0.25}}}}\n" \
  "  b: {mass: 1, inertia: 1, profiles: {e: {circle: {center: [1, 0], radius: 0.25}}}}\n"  \
  "joints:\n"                                                                              \
  "  S: {type: prismatic, between: [ground, s], at: [0, 0], axis: x}\n"                    \
  "  A: {type: prismatic, between: [ground, a], at: [0, 0], axis: x}\n"                    \
  "  B: {type: prismatic, between: [ground, b], at: [0, 0], axis: x}\n"                    \
  "contacts: {ca: {profiles: [s.e, a.e]}, cb: {profiles: [s.e, b.e]}}\n"                   \
  "drives: {da: {coordinate: A, law: " left "}, db: {coordinate: B, law: " right           \
  "}}\n"                                                                                   \
  "analysis: {type: kinematics, duration: 2, step: 0.1}\n"

static void test_pushers_from_both_sides_jam(void **state) {
  (void)state;
  check_fails(BETWEEN("0.5*t", "-0.2*t"), PAWL_ERR_SINGULAR, "contact 'cb': at t = 0.714285714 s drives or joints press");
  check_fails(BETWEEN("0.25 + t", "-0.25 + t - t^2"), PAWL_ERR_SINGULAR, "at t = 0 s drives or joints press");
  ContactRun run = run_model(BETWEEN("0.25 + t", "-0.25 + t + t^2"), NULL);
  CHECK_CLOSE(value_at(&run, "s.x", NAN, true), 2, 1e-14);
  end_run(&run);
}

// Four flanks of two involute gears, base circles 30 and 45 mm, teeth 24 and 16 degrees apart: two pairs at a time push, then
// one. The ratio is that of the base circles, and the forces of the torque of 5 N mm are together 5/45 N. Where a flank ends its
// tip would push less and opens.
static void check_gears(const char *ends) {
  static const double pi = 3.14159265358979323846;
  char text[6000];
  double apart = 75 / cos(pi / 9), along = 75 * tan(pi / 9), second = 160 + (along - 30 * pi / 12) / 45 * 180 / pi;
  int length = snprintf(text, sizeof text, "units: {length: mm, mass: kg, angle: deg, force: N}\nbodies:\n");
  for (int gear = 1; gear <= 2; gear++) {
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "  g%d:\n    mass: %d\n    inertia: 500\n    position: [%.17g, 0]\n    profiles:\n", gear, gear,
                       gear == 1 ? 0 : apart);
    for (int i = 0; i < 4; i++) {
      length +=
          snprintf(text + length, sizeof text - (size_t)length,
                   "      f%d: {chain: [{involute: {radius: %d, origin: %.17g, angles: [%s], clockwise: true}}], "
                   "closed: false, ends: %s}\n",
                   i, gear == 1 ? 30 : 45, gear == 1 ? -5 - 24.0 * i : second + 16 * i, gear == 1 ? "42, 5" : "32, 2", ends);
    }
  }
  snprintf(text + length, sizeof text - (size_t)length,
           "joints:\n"
           "  A: {type: revolute, frames: [ground, g1]}\n"
           "  B: {type: revolute, between: [ground, g2], at: [%.17g, 0]}\n"
           "contacts:\n"
           "  c0: {profiles: [g1.f0, g2.f0], start: closed}\n"
           "  c1: {profiles: [g1.f1, g2.f1]}\n"
           "  c2: {profiles: [g1.f2, g2.f2]}\n"
           "  c3: {profiles: [g1.f3, g2.f3]}\n"
           "drives: {motor: {coordinate: A, law: 200*t}}\n"
           "forces: {load: {type: torque, body: g2, torque: 5}}\n"
           "analysis: {type: kinematics, duration: 0.49, step: 0.01}\n",
           apart);
  ContactRun run = run_model(text, NULL);
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double t = pw_result_value(run.result, r, 0), force = 0;
    for (int i = 0; i < 4; i++) {
      char name[24];
      snprintf(name, sizeof name, "c%d.force", i);
      force += pw_result_value(run.result, r, column(&run, name));
    }
    CHECK_CLOSE(pw_result_value(run.result, r, column(&run, "B.angle")), -200 * t * 30 / 45, 1e-11);
    CHECK_CLOSE(force, 5.0 / 45, 1e-12);
  }
  end_run(&run);
}

static void test_teeth_take_over_from_each_other(void **state) {
  (void)state;
  check_gears("points");
  check_gears("none");
}

// A knife-edged follower on a cam whose radius has a convex corner at 90 degrees and a re-entrant one at 270: the follower's
// distance is the radius under it at all times, over both.
static double radius_at(double angle) {
  static const double pi = 3.14159265358979323846;
  double x = (angle - 2 * pi * floor((angle + pi / 2) / (2 * pi))) * 2 / pi, sign = x > 1 ? -1 : 1;
  if (x > 1) x -= 2;
  return 0.05 + sign * (0.01 * x - 0.006 * pow(x, 3) + 0.002 * pow(x, 5));
}

static void test_a_knife_edge_follows_corners(void **state) {
  (void)state;
  for (int way = 0; way < 2; way++) {
    char text[2000];
    snprintf(
        text, sizeof text,
        "bodies:\n"
        "  cam:\n"
        "    mass: 1\n"
        "    inertia: 0.01\n"
        "    profiles:\n"
        "      rim:\n"
        "        chain:\n"
        "          - polar: {angles: [-90 deg, 90 deg], origin: 0, scale: 90 deg, terms: [[0.05, 0], [0.01, 1], [-0.006, 3], "
        "[0.002, 5]]}\n"
        "          - polar: {angles: [90 deg, 270 deg], origin: 180 deg, scale: 90 deg, terms: [[0.05, 0], [-0.01, 1], "
        "[0.006, 3], [-0.002, 5]]}\n"
        "  f: {mass: 0.5, inertia: 0.001, position: [0.05, 0], profiles: {tip: {point: [0, 0]}}}\n"
        "joints:\n"
        "  C: {type: revolute, frames: [ground, cam]}\n"
        "  F: {type: prismatic, between: [ground, f], at: [0, 0], axis: x}\n"
        "contacts: {c: {profiles: [cam.rim, f.tip], start: closed}}\n"
        "drives: {d: {coordinate: C, law: %d*t}}\n"
        "analysis: {type: kinematics, duration: 1.3, step: 0.02}\n"
        "output: [f, c]\n",
        way ? 10 : -10);
    ContactRun run = run_model(text, NULL);
    assert_int_equal(pw_result_events(run.result), 6);  // twice over the corner, twice two at the re-entrant one
    for (int i = 0; i <= 65; i++) CHECK_CLOSE(value_at(&run, "f.x", 0.02 * i, true), radius_at((way ? -0.2 : 0.2) * i), 1e-14);
    end_run(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_farthest_pusher_has_the_slide), cmocka_unit_test(test_pushers_that_part_open),
      cmocka_unit_test(test_pushers_from_both_sides_jam), cmocka_unit_test(test_teeth_take_over_from_each_other),
      cmocka_unit_test(test_a_knife_edge_follows_corners)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
