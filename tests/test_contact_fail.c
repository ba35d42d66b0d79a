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

static void test_wedged(void **state) {
  (void)state;
  check_fails(LENS("bodies: {lens: {angular_velocity: 1}}", ""), PAWL_ERR_SINGULAR,
              "contact 'c.ground.low.lens': at t = 0 s the bodies 'ground' and 'lens' are wedged");
  check_fails(LENS("joints: {pin: {speed: 1}}", "joints: {pin: {type: revolute, between: [ground, lens], at: [0, 0]}}\n"),
              PAWL_ERR_SINGULAR, "contact 'c.ground.low.lens': at t = 0 s drives or joints press");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_around_an_end),
      cmocka_unit_test(test_wedged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
