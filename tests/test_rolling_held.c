// Rolling touches beside joints that hold the same, angles of wheels that go on rolling, and a touch that begins to slip.
#include <math.h>

#include "contact_run.h"

static const char *const FORMULATIONS[] = {"multipliers", "canonical"};

static double value(const ContactRun *run, int64_t row, const char *name) {
  return pw_result_value(run->result, row, column(run, name));
}

// A wheel on a cart that a joint guides along x: joint and touch both hold y. Closed form: it rolls on, hub.angle = x/r, the
// guide carries nothing across. `contact`: what the contact says beside its surfaces.
static void check_cart(const char *formulation, const char *contact) {
  char text[2000];
  ContactRun run;
  snprintf(text, sizeof text,
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  ground: {surfaces: {road: {plane: {}, u: [-1, 70], v: [-1, 1]}}}\n"
           "  cart: {mass: 10, inertia: [1, 1, 1], position: [0, 0, 0.3]}\n"
           "  wheel: {mass: 1, inertia: [0.05, 0.09, 0.05], position: [0, 0, 0.3],\n"
           "          surfaces: {rim: {torus: {radius: 0.3, tube: 0}, axes: {z: y, x: x}}}}\n"
           "joints:\n"
           "  guide: {type: lock, between: [ground, cart], at: [0, 0, 0.3], locked: [y, rx, ry, rz]}\n"
           "  hub: {type: revolute, between: [cart, wheel], at: [0, 0, 0.3], axis: y}\n"
           "initial: {bodies: {cart: {velocity: [30, 0, 0]}, wheel: {velocity: [30, 0, 0], angular_velocity: [0, 100, 0]}}}\n"
           "contacts: {road: {surfaces: [wheel.rim, ground.road], %s start: closed}}\n"
           "analysis: {duration: 2, step: 0.1, tolerance: 1e-10, formulation: %s}\n"
           "output: [hub, guide, road]\n",
           contact, formulation);
  assert_int_equal(start_model(text, NULL, &run), PAWL_OK);
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double t = value(&run, r, "t");
    CHECK_CLOSE(value(&run, r, "guide.x"), 30 * t, 1e-8);
    CHECK_CLOSE(value(&run, r, "hub.angle"), 100 * t, 1e-5);  // also its full turns
    CHECK_CLOSE(value(&run, r, "hub.angle.rate"), 100, 1e-9);
    CHECK_CLOSE(value(&run, r, "guide.fy"), 0, 1e-9);
    CHECK_CLOSE(value(&run, r, "road.force"), 11 * 9.81, 1e-8);
  }
  end_run(&run);
}

static void test_guided_wheel(void **state) {
  (void)state;
  for (int f = 0; f < 2; f++) {
    check_cart(FORMULATIONS[f], "rolling: true,");
    check_cart(FORMULATIONS[f], "friction: 0.3,");
    check_cart(FORMULATIONS[f], "");  // turns are counted whatever searches there are
  }
}

// A disc at rest on the level, pushed by a force that grows, 20 N/s: with friction 0.3 it rolls until F/3 = 0.3 m g, then slips.
static void test_slips_at_limit(void **state) {
  (void)state;
  for (int f = 0; f < 2; f++) {
    char text[1000];
    ContactRun run;
    int slips = 0;
    snprintf(text, sizeof text,
             "planar: true\n"
             "gravity: [0, -10]\n"
             "bodies:\n"
             "  ground: {profiles: {floor: {start: [9, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
             "  disc: {mass: 2, inertia: 0.01, position: [0, 0.1], profiles: {skin: {circle: {radius: 0.1}}}}\n"
             "forces: {push: {type: force, body: disc, components: [20*t, 0]}}\n"
             "contacts: {c: {profiles: [disc.skin, ground.floor], friction: 0.3, start: closed}}\n"
             "analysis: {duration: 1.2, step: 0.1, tolerance: 1e-10, formulation: %s}\n",
             FORMULATIONS[f]);
    assert_int_equal(start_model(text, NULL, &run), PAWL_OK);
    for (int64_t e = 0; e < pw_result_events(run.result); e++) {
      PwResultEvent event = pw_result_get_event(run.result, e);
      if (strcmp(event.kind, "slips") != 0) continue;
      slips++;
      CHECK_CLOSE(event.t, 0.9, 1e-9);
    }
    assert_int_equal(slips, 1);
    int64_t last = pw_result_rows(run.result) - 1;
    CHECK_CLOSE(value(&run, last, "disc.vx"), 20 * 0.81 / 6 + (10 * (1.44 - 0.81) / 2 - 3 * 0.3), 1e-8);
    CHECK_CLOSE(value(&run, last, "disc.w"), -(20 * 0.81 / 6 / 0.1 + 60 * 0.3), 1e-7);
    end_run(&run);
  }
}

// A wheel that joints hold in place rolls inside a fixed ring that it fits exactly: on a driven arm, or as a planet between the
// ring and a driven sun. Closed form: no slip where they touch.
static void check_planet(const char *formulation, bool sun) {
  char text[2000];
  ContactRun run;
  snprintf(text, sizeof text,
           "planar: true\n"
           "bodies:\n"
           "  ground: {profiles: {ring: {circle: {radius: 0.4, clockwise: true}}}}\n"
           "  arm: {mass: 1, inertia: 0.1}\n"
           "  wheel: {mass: 1, inertia: 0.005, position: [0.3, 0], profiles: {rim: {circle: {radius: 0.1}}}}\n"
           "%s"
           "joints:\n"
           "  axle: {type: revolute, between: [ground, arm], at: [0, 0]}\n"
           "  pin: {type: revolute, between: [arm, wheel], at: [0.3, 0]}\n"
           "%s"
           "drives: {go: {coordinate: %s, law: 6*t + sin(t)}}\n"
           "contacts:\n"
           "  c: {profiles: [ground.ring, wheel.rim], rolling: true, sides: both}\n"
           "%s"
           "analysis: {duration: 0.5, step: 0.05, formulation: %s}\n"
           "output: [axle, wheel, c]\n",
           sun ? "  sun: {mass: 1, inertia: 0.02, profiles: {rim: {circle: {radius: 0.2}}}}\n" : "",
           sun ? "  turn: {type: revolute, between: [ground, sun], at: [0, 0]}\n" : "", sun ? "turn" : "axle",
           sun ? "  i: {profiles: [sun.rim, wheel.rim], rolling: true, sides: both}\n" : "", formulation);
  assert_int_equal(start_model(text, NULL, &run), PAWL_OK);
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double t = value(&run, r, "t"), driven = 6 * t + sin(t), arm = sun ? driven / 3 : driven;
    CHECK_CLOSE(value(&run, r, "axle.angle"), arm, 1e-8);
    CHECK_CLOSE(value(&run, r, "axle.angle.rate"), (6 + cos(t)) / (sun ? 3 : 1), 1e-8);
    CHECK_CLOSE(value(&run, r, "wheel.angle"), -3 * arm, 1e-7);
    CHECK_CLOSE(value(&run, r, "wheel.x"), 0.3 * cos(arm), 1e-9);
  }
  end_run(&run);
}

static void test_planets(void **state) {
  (void)state;
  for (int f = 0; f < 2; f++) {
    check_planet(FORMULATIONS[f], false);
    check_planet(FORMULATIONS[f], true);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_guided_wheel), cmocka_unit_test(test_slips_at_limit),
                                     cmocka_unit_test(test_planets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
