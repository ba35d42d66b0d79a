// Heaps that went wrong, in both formulations: each runs to its end and keeps all laws of the audit, energy among them.
#include "contact/touches.h"
#include "contact_run.h"

// A floor and two walls, each a profile of its own, 100 mm apart.
#define BOX                                                                                                                    \
  "units: {length: mm, angle: deg, force: N}\n"                                                                                \
  "planar: true\n"                                                                                                             \
  "bodies:\n"                                                                                                                  \
  "  ground: {profiles: {b: {start: [-20, -20], chain: [{line: {to: [120, -20]}}, {line: {to: [120, 0]}}, {line: {to: [-20,\n" \
  "    0]}}, {line: {to: [-20, -20]}}]}, l: {start: [-20, 0], chain: [{line: {to: [0, 0]}}, {line: {to: [0, 300]}}, {line:\n"  \
  "    {to: [-20, 300]}}, {line: {to: [-20, 0]}}]}, r: {start: [100, 0], chain: [{line: {to: [120, 0]}}, {line: {to: [120,\n"  \
  "    300]}}, {line: {to: [100, 300]}}, {line: {to: [100, 0]}}]}}}\n"
#define TRIANGLE \
  "profiles: {p: {start: [-20, -10], chain: [{line: {to: [20, -10]}}, {line: {to: [0, 25]}}, {line: {to: [-20, -10]}}]}}"
#define BOX_OF(r)                                                                                         \
  "profiles: {p: {start: [-" r ", -" r "], chain: [{line: {to: [" r ", -" r "]}}, {line: {to: [" r ", " r \
  "]}}, {line: {to: [-" r ", " r "]}}, {line: {to: [-" r ", -" r "]}}]}}"
#define HOOK                                                                                                          \
  "profiles: {p: {start: [-20, -20], chain: [{line: {to: [20, -20]}}, {line: {to: [20, 10]}}, {line: {to: [10,\n"     \
  "    10]}}, {line: {to: [10, -10]}}, {line: {to: [-10, -10]}}, {line: {to: [-10, 20]}}, {line: {to: [-20, 20]}},\n" \
  "    {line: {to: [-20, -20]}}]}}"

static void check(const char *text) {
  static const char *const FORMULATIONS[] = {"multipliers", "canonical"};
  for (size_t i = 0; i < sizeof FORMULATIONS / sizeof *FORMULATIONS; i++) {
    char model[8000];
    assert_true(snprintf(model, sizeof model, "%sformulation: %s}\n", text, FORMULATIONS[i]) < (int)sizeof model);
    ContactRun run = run_model(model, NULL);
    end_run(&run);
  }
}

// A corner stands in the corner of floor and wall and turns there. Two corners at one place went on to an element beside, where
// there was a touch already: it was there twice, and closed twice. One of the two was dropped without an event, the formulation
// chose other coordinates, and the momenta were taken for those: a speed of 812 deg/s was gone.
static void test_touch_twice(void **state) {
  (void)state;
  check(BOX "  b0: {mass: 0.5, inertia: 100, position: [30, 30], angle: 90, " TRIANGLE "}\n"
            "  b1: {mass: 2, center: [2, 0], inertia: 400, position: [50, 90], angle: 30, " HOOK "}\n"
            "  b2: {mass: 2, center: [2, 0], inertia: 400, position: [45, 150], " BOX_OF("15") "}\n"
            "gravity: [0, -9810]\n"
            "contacts: {k: {bodies: [ground, b0, b1, b2], restitution: 0}}\n"
            "analysis: {duration: 0.6, step: 5 ms, impact: newton, ");
}

// What is soft leaves all touches that act as they are: else it is found out.
static void test_acting_otherwise(void **state) {
  (void)state;
  PwTouch touch[4] = {{.id = 1}, {.id = 2, .state = PW_TOUCH_CLOSED}, {.id = 3, .state = PW_TOUCH_CLOSED}}, kept[4];
  PwTouches t = {.touch = touch, .kept = kept, .count = 3, .capacity = 4};
  pw_touches_keep(&t);
  assert_false(pw_touches_act_otherwise(&t));
  pw_touches_remove(&t, 0);
  assert_false(pw_touches_act_otherwise(&t));
  pw_touches_remove(&t, 1);
  assert_true(pw_touches_act_otherwise(&t));
  pw_touches_take_back(&t);
  pw_touches_keep(&t);
  t.touch[0].state = PW_TOUCH_PRESSED;
  assert_true(pw_touches_act_otherwise(&t));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_touch_twice),
      cmocka_unit_test(test_acting_otherwise),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
