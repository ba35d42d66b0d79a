// Kinematic runs with contact: it closes by interference, goes from element to element, leaves or is dropped; force in its static
// and dynamic part; an oval pin in an oval hole. Expected times and positions are closed forms.
#include "contact_run.h"

// A pin of radius 0.2 on a crank of 1 m pushes a lever of 2.3 m from below; the lever points from (3, 0) to the crank's centre.
#define SLIP(ends, sides)                                                                                 \
  "bodies:\n"                                                                                             \
  "  crank: {mass: 1, inertia: 1, angle: -1, profiles: {pin: {circle: {center: [1, 0], radius: 0.2}}}}\n" \
  "  lever:\n"                                                                                            \
  "    mass: 1\n"                                                                                         \
  "    inertia: 1\n"                                                                                      \
  "    position: [3, 0]\n"                                                                                \
  "    profiles: {face: {start: [-2.3, 0], chain: [{line: {to: [0, 0]}}], closed: false, ends: " ends     \
  "}}\n"                                                                                                  \
  "joints:\n"                                                                                             \
  "  shaft: {type: revolute, frames: [ground, crank]}\n"                                                  \
  "  hinge: {type: revolute, between: [ground, lever], at: [3, 0]}\n"                                     \
  "drives: {motor: {coordinate: shaft, law: t - 1}}\n"                                                    \
  "contacts: {push: {profiles: [crank.pin, lever.face], sides: " sides                                    \
  "}}\n"                                                                                                  \
  "analysis: {type: kinematics, duration: 2.5, step: 0.1, tolerance: 1e-10}\n"

// Lever's angle on its face: the pin's centre c lies below it by asin(r/|c - P|), seen from the hinge P.
static double on_face(double t) {
  double x = cos(t - 1) - 3, y = sin(t - 1);
  return -atan2(y, -x) - asin(0.2 / hypot(x, y));
}

// On the tip: the triangle of hinge, tip and pin's centre with the sides 2.3, 0.2 and |c - P|.
static double on_tip(double t) {
  double x = cos(t - 1) - 3, y = sin(t - 1), d = hypot(x, y);
  return -atan2(y, -x) - acos((2.3 * 2.3 + d * d - 0.04) / (4.6 * d));
}

// The pin meets the face where sin(phi) = -0.2, goes over to the tip where |c - P|^2 = 2.3^2 + 0.2^2, and where
// |c - P| = 2.3 + 0.2 lever and pin are stretched: farther away no position keeps the touch, which pulls as well.
static void test_a_touch_without_a_position_is_dropped(void **state) {
  (void)state;
  ContactRun run = run_model(SLIP("points", "kept"), NULL);
  CHECK_CLOSE(largest(&run, "energy.balance"), 0, 1e-4);  // speeds have no bound before it is dropped
  PwResultEvent closes = event_at(&run, 0, "closes"), next = event_at(&run, 1, "element"), dropped = event_at(&run, 2, "dropped");
  assert_int_equal(pw_result_events(run.result), 3);
  CHECK_CLOSE(closes.t, 1 - asin(0.2), 1e-10);
  CHECK_CLOSE(closes.speed_before, -cos(asin(0.2)), 1e-10);  // dc/dt square to the face
  CHECK_CLOSE(next.t, 1 + acos((10 - 2.3 * 2.3 - 0.04) / 6), 1e-10);
  CHECK_CLOSE(next.q2, 1, 1e-9);  // elements of the face: tip 0, line 1, root 2
  CHECK_CLOSE(dropped.t, 1 + acos((10 - 2.5 * 2.5) / 6), 1e-8);
  for (int i = 0; i <= 25; i++) {
    double t = 0.1 * i, angle = value_at(&run, "hinge.angle", t, false);
    if (t < closes.t) CHECK_CLOSE(angle, 0, 1e-15);
    if (t > closes.t && t < next.t) CHECK_CLOSE(angle, on_face(t), 1e-12);
    if (t > next.t && t < dropped.t) CHECK_CLOSE(angle, on_tip(t), 1e-12);
    if (t > dropped.t) CHECK_CLOSE(angle, -atan2(sin(dropped.t - 1), 3 - cos(dropped.t - 1)), 1e-4);  // it stays
    if (t > dropped.t) assert_true(value_at(&run, "hinge.angle.rate", t, false) == 0);
  }
  end_run(&run);
}

// A touch that can only push leaves the tip where it would pull: where the pin's speed, square to the crank, is square to the
// line from its centre to the tip, so that the tip is 1.2 m from the crank's centre. The lever stays there, and is said to be
// free.
static void test_a_touch_that_can_only_push_leaves_the_tip(void **state) {
  (void)state;
  ContactRun run = run_model(SLIP("points", "one"), NULL);
  PwResultEvent next = event_at(&run, 1, "element"), leaves = event_at(&run, 2, "leaves");
  double phi = acos((1.2 * 1.2 + 9 - 2.3 * 2.3) / 7.2), angle = -atan2(1.2 * sin(phi), 3 - 1.2 * cos(phi));
  assert_int_equal(pw_result_events(run.result), 3);
  CHECK_CLOSE(leaves.t, 1 + phi, 1e-9);
  assert_string_equal(leaves.detail, "'lever' is free");
  CHECK_CLOSE(value_at(&run, "hinge.angle", leaves.t, true), angle, 1e-12);
  for (int i = 0; i <= 25; i++) {
    double t = 0.1 * i;
    if (t > next.t && t < leaves.t) CHECK_CLOSE(value_at(&run, "hinge.angle", t, false), on_tip(t), 1e-12);
    if (t > leaves.t) CHECK_CLOSE(value_at(&run, "hinge.angle", t, false), angle, 1e-12);
  }
  end_run(&run);
}

// Without a point at the lever's end the touch leaves there, and the lever stays.
static void test_a_touch_leaves_at_an_open_end(void **state) {
  (void)state;
  ContactRun run =
      run_broken(SLIP("none", "one"), NULL);  // the lever stays, and the pin goes through its end, which does not touch
  PwResultEvent leaves = event_at(&run, 1, "leaves");
  assert_int_equal(pw_result_events(run.result), 2);
  CHECK_CLOSE(event_at(&run, 0, "closes").t, 1 - asin(0.2), 1e-10);
  CHECK_CLOSE(leaves.t, 1 + acos((10 - 2.3 * 2.3 - 0.04) / 6), 1e-10);
  CHECK_CLOSE(value_at(&run, "hinge.angle", 2.5, true), on_face(leaves.t), 1e-10);
  CHECK_CLOSE(largest(&run, "energy.balance"), 0, 1e-9);  // with what the motor does where speeds jump
  end_run(&run);
}

// A disc of radius 0.03 turns about a point 0.01 beside its centre and lifts a roller of radius 0.01 along y, against gravity and
// a spring.
#define CAM                                                                                       \
  "parameters: {w: 20}\n"                                                                         \
  "gravity: [0, -9.81]\n"                                                                         \
  "bodies:\n"                                                                                     \
  "  cam: {mass: 1, inertia: 1, profiles: {disc: {circle: {center: [0.01, 0], radius: 0.03}}}}\n" \
  "  follower: {mass: 0.4, position: [0, 0.04], profiles: {roller: {circle: {radius: 0.01}}}}\n"  \
  "joints:\n"                                                                                     \
  "  shaft: {type: revolute, frames: [ground, cam]}\n"                                            \
  "  guide: {type: prismatic, between: [ground, follower], at: [0, 0], axis: y}\n"                \
  "drives: {motor: {coordinate: shaft, law: w*t}}\n"                                              \
  "forces: {spring: {type: joint, coordinate: guide, law: -30 - 500*position}}\n"                 \
  "contacts: {rub: {profiles: [follower.roller, cam.disc], start: closed}}\n"

// y = e sin + S, S = sqrt(L^2 - e^2 cos^2) with L = 0.04; pressure angle cos = S/L. The guide's position is y - 0.04.
static void check_parts(const ContactRun *run) {
  double e = 0.01, L = 0.04, w = 20, m = 0.4;
  for (int i = 0; i <= 40; i++) {
    double t = 0.01 * i, phi = w * t, S = sqrt(L * L - e * e * cos(phi) * cos(phi)), S1 = e * e * w * sin(2 * phi) / (2 * S);
    double S2 = e * e * w * w * cos(2 * phi) / S - S1 * S1 / S, y = e * sin(phi) + S, y2 = -e * w * w * sin(phi) + S2;
    double fixed = (30 + 500 * (y - L) + m * 9.81) * L / S, moving = m * y2 * L / S;
    CHECK_CLOSE(value_at(run, "guide.travel", t, false), y - L, 1e-14);
    CHECK_CLOSE(value_at(run, "guide.travel.acceleration", t, false), y2, 1e-10);
    CHECK_CLOSE(value_at(run, "rub.static", t, false), fixed, 1e-10);
    CHECK_CLOSE(value_at(run, "rub.dynamic", t, false), moving, 1e-10);
    CHECK_CLOSE(value_at(run, "rub.force", t, false), fixed + moving, 1e-10);
  }
}

static void test_parts_of_force(void **state) {
  (void)state;
  ContactRun run = run_model(CAM "analysis: {type: kinematics, duration: 0.4, step: 0.01}\n", NULL);
  check_parts(&run);
  end_run(&run);
  run = run_model(CAM "analysis: {type: dynamics, duration: 0.4, step: 0.01}\n", NULL);
  check_parts(&run);
  assert_int_equal(pw_result_events(run.result), 0);
  end_run(&run);
}

// A chain of one spline through n points of an ellipse about (x, 0); `turn` -1: clockwise.
static int add_ellipse(char *text, size_t room, int n, int degree, double x, double a, double b, int turn) {
  static const double pi = 3.14159265358979323846;
  int length = snprintf(text, room, "chain: [{spline: {degree: %d, points: [", degree);
  for (int i = 0; i < n; i++) {
    double angle = turn * 2 * pi * i / n;
    length +=
        snprintf(text + length, room - (size_t)length, "%s[%.17g, %.17g]", i ? ", " : "", x + a * cos(angle), b * sin(angle));
  }
  return length + snprintf(text + length, room - (size_t)length, "]}}]");
}

// A four-bar, crank 0.10, coupler 0.30, rocker 0.25, ground 0.30 m, driven at 8 rad/s: the coupler's pin is an ellipse with the
// axes 10 and 9.8 mm, the rocker's hole one with 13 and 12 mm.
static ContactRun run_oval(int n, int degree) {
  enum { ROOM = 60000 };
  char *text = malloc(ROOM);
  assert_non_null(text);
  int length = snprintf(text, ROOM,
                        "gravity: [0, -9.81]\n"
                        "bodies:\n"
                        "  crank: {mass: 0.5, center: [0.05, 0], inertia: 0.5*0.01/12, angle: 0.5, frames: {tip: [0.1, 0]}}\n"
                        "  coupler:\n"
                        "    mass: 1\n"
                        "    center: [0.15, 0]\n"
                        "    inertia: 0.09/12\n"
                        "    position: [0.1*cos(0.5), 0.1*sin(0.5)]\n"
                        "    angle: 0.7288121810519088\n"
                        "    profiles: {pin: {");
  length += add_ellipse(text + length, ROOM - (size_t)length, n, degree, 0.3, 0.01, 0.0098, 1);
  length += snprintf(text + length, ROOM - (size_t)length,
                     "}}\n"
                     "  rocker:\n"
                     "    mass: 0.8\n"
                     "    center: [0.125, 0]\n"
                     "    inertia: 0.8*0.0625/12\n"
                     "    position: [0.3, 0]\n"
                     "    angle: 1.5235557809362799\n"
                     "    profiles: {hole: {");
  length += add_ellipse(text + length, ROOM - (size_t)length, n, degree, 0.25, 0.013, 0.012, -1);
  snprintf(text + length, ROOM - (size_t)length,
           "}}\n"
           "joints:\n"
           "  main: {type: revolute, frames: [ground, crank]}\n"
           "  knee: {type: revolute, frames: [crank.tip, coupler]}\n"
           "  foot: {type: revolute, between: [ground, rocker], at: [0.3, 0]}\n"
           "drives: {motor: {coordinate: main, law: 0.5 + 8*t}}\n"
           "contacts: {play: {profiles: [coupler.pin, rocker.hole], start: closed}}\n"
           "initial: {joints: {knee: {speed: -11.19081861404148}, foot: {speed: -1.01701398183875}}}\n"
           "analysis: {duration: 0.2, step: 0.02, tolerance: 1e-11}\n");
  ContactRun run = run_model(text, NULL);
  free(text);
  return run;
}

// The touch does no work, so what the motor gives and gravity takes is all the energy there is; and the motion is that of the
// ellipses, however they are approximated.
static void test_oval_pin(void **state) {
  (void)state;
  ContactRun run = run_oval(96, 5), other = run_oval(128, 7);
  CHECK_CLOSE(largest(&run, "energy.balance"), 0, 1e-9);
  CHECK_CLOSE(largest(&run, "play.gap"), 0, 1e-14);
  for (int i = 0; i <= 10; i++) {
    double t = 0.02 * i;
    CHECK_CLOSE(value_at(&run, "rocker.angle", t, false), value_at(&other, "rocker.angle", t, false), 1e-9);
    CHECK_CLOSE(value_at(&run, "play.force", t, false), value_at(&other, "play.force", t, false), 5e-5);  // of up to 23 N
  }
  end_run(&run);
  end_run(&other);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_touch_without_a_position_is_dropped),
                                     cmocka_unit_test(test_a_touch_that_can_only_push_leaves_the_tip),
                                     cmocka_unit_test(test_a_touch_leaves_at_an_open_end), cmocka_unit_test(test_parts_of_force),
                                     cmocka_unit_test(test_oval_pin)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
