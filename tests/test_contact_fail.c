// What is said when touches stop a run.
#include "contact_run.h"

// A ball on an arm swings over the left end of a floor and comes back from below.
static void test_around_an_end(void **state) {
  (void)state;
  check_fails(
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [0.5, 0], chain: [{line: {to: [0, 0]}}], closed: false}}}\n"
      "  arm: {mass: 1, inertia: 0.1, position: [-0.1, 0], profiles: {ball: {circle: {center: [0.3, 0.06], radius: 0.05}}}}\n"
      "joints: {pin: {type: revolute, between: [ground, arm], at: [-0.1, 0]}}\n"
      "contacts: {c: {profiles: [ground.floor, arm.ball]}}\n"
      "initial: {joints: {pin: {speed: 6}}}\n"
      "analysis: {duration: 2}\n",
      PAWL_ERR_STEP, "behind the open profile 'ground.floor'");
}

// A lens between two walls that it fits exactly: turning, its thickness grows by 2 (R - b) w^2 t^2/2 whatever it does else, b
// half its thickness, R the radius of its faces. No joint and no drive is to blame.
#define LENS(BODY, JOINT)                                                                                            \
  "bodies:\n"                                                                                                        \
  "  ground:\n"                                                                                                      \
  "    profiles:\n"                                                                                                  \
  "      low: {start: [1, -0.05], chain: [{line: {to: [-1, -0.05]}}], closed: false}\n"                              \
  "      high: {start: [-1, 0.05], chain: [{line: {to: [1, 0.05]}}], closed: false}\n"                               \
  "  lens:\n"                                                                                                        \
  "    mass: 1\n"                                                                                                    \
  "    inertia: 1e-3\n"                                                                                              \
  "    profiles: {p: {start: [sqrt(0.0175), 0], chain: [{arc: {center: [0, -0.15], to: [-sqrt(0.0175), 0]}}, {arc: " \
  "{center: [0, 0.15], to: [sqrt(0.0175), 0]}}]}}\n" JOINT                                                           \
  "contacts: {c: {bodies: [ground, lens]}}\n"                                                                        \
  "initial: {" BODY                                                                                                  \
  "}\n"                                                                                                              \
  "analysis: {duration: 0.1}\n"

static void test_a_wedged_body_is_named(void **state) {
  (void)state;
  check_fails(LENS("bodies: {lens: {angular_velocity: 1}}", ""), PAWL_ERR_SINGULAR,
              "contact 'c.ground.low.lens': at t = 0 s the bodies 'ground' and 'lens' are wedged");
  check_fails(LENS("joints: {pin: {speed: 1}}", "joints: {pin: {type: revolute, between: [ground, lens], at: [0, 0]}}\n"),
              PAWL_ERR_SINGULAR, "contact 'c.ground.low.lens': at t = 0 s drives or joints press");
}

// A driven pusher wedges a roller between two walls that come together: radius 0.06 fits where the walls, 0.11 - 0.09 x from the
// middle, sloping by atan(0.09), leave it. All three touches block, none alone.
#define WEDGE(TYPE)                                                                                       \
  "bodies:\n"                                                                                             \
  "  ground: {profiles: {low: {start: [1, -0.02], chain: [{line: {to: [-1, -0.2]}}], closed: false},\n"   \
  "    high: {start: [-1, 0.2], chain: [{line: {to: [1, 0.02]}}], closed: false}}}\n"                     \
  "  pusher: {mass: 1, inertia: 0.01, position: [-0.5, 0], profiles: {p: {circle: {radius: 0.02}}}}\n"    \
  "  roller: {mass: 1, inertia: 0.01, position: [-0.3, 0.01], profiles: {p: {circle: {radius: 0.06}}}}\n" \
  "joints: {s: {type: prismatic, between: [ground, pusher], at: [-0.5, 0], axis: x}}\n"                   \
  "drives: {d: {coordinate: s, law: 0.5*t}}\n"                                                            \
  "contacts: {push: {profiles: [pusher.p, roller.p]}, low: {profiles: [roller.p, ground.low]},\n"         \
  "  high: {profiles: [roller.p, ground.high]}, far: {profiles: [pusher.p, ground.low]}}\n"               \
  "analysis: {duration: 3, type: " TYPE "}\n"

static void test_jam_names_touches(void **state) {
  (void)state;
  static const char *const word[] = {"the mechanism jams at ", "'push' of 'pusher' and 'roller' near (0.492861, ",
                                     "'low' of 'roller' and 'ground' near (0.558239, -0.0597585) m",
                                     "'high' of 'roller' and 'ground' near (0.558239, 0.0597585) m"};
  for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
    check_fails(WEDGE("dynamics"), PAWL_ERR_SINGULAR, word[i]);
    check_fails(WEDGE("kinematics"), PAWL_ERR_SINGULAR, word[i]);
  }
}

// A rod whose tip a wall holds on both sides is pulled until it is stretched: at 0.2 t = 0.4 (1 - cos 0.6) no position follows.
static void test_jam_without_position(void **state) {
  (void)state;
  check_fails(
      "parameters: {x: 0.48 - 0.4*cos(0.6)}\n"
      "bodies:\n"
      "  ground: {profiles: {wall: {start: [0.5, 0.5], chain: [{line: {to: [0.5, -0.5]}}], closed: false}}}\n"
      "  slide: {mass: 1, inertia: 0.01, position: [x, 0]}\n"
      "  rod: {mass: 1, inertia: 0.01, center: [0.2, 0], angle: 0.6, position: [x, 0], profiles: {tip: {circle: {center: [0.4, "
      "0],\n"
      "    radius: 0.02}}}}\n"
      "joints:\n"
      "  s: {type: prismatic, between: [ground, slide], at: [x, 0], axis: x}\n"
      "  p: {type: revolute, between: [slide, rod], at: [x, 0]}\n"
      "drives: {d: {coordinate: s, law: -0.2*t}}\n"
      "contacts: {held: {profiles: [rod.tip, ground.wall], sides: both}}\n"
      "analysis: {duration: 1}\n",
      PAWL_ERR_STEP, "at t = 0.34932877 s the mechanism jams: ");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_around_an_end),
      cmocka_unit_test(test_a_wedged_body_is_named),
      cmocka_unit_test(test_jam_names_touches),
      cmocka_unit_test(test_jam_without_position),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
