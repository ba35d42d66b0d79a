// Friction of joints against closed forms; every run is audited, in both formulations.
#include "contact_run.h"

static const char *const FORMULATIONS[] = {"multipliers", "canonical"};

static void assert_near(double value, double expected, double within) {
  if (!(fabs(value - expected) <= within)) fail_msg("%.17g instead of %.17g, within %g", value, expected, within);
}

// The last value of a column.
static double last(const ContactRun *run, const char *name) {
  return value_at(run, name, NAN, false);
}

static ContactRun run_in(const char *formulation, const char *text) {
  char full[4096];
  snprintf(full, sizeof full, "%s, formulation: %s}\n", text, formulation);
  return run_model(full, NULL);
}

// An oscillator with constant friction by the preload loses 4 F/k of its amplitude each period: 1.05 m with F/k = 0.1 m turns at
// -0.85, 0.65, -0.45, 0.25, -0.05 m and stays there, where the spring pulls with half the limit, after 5 half periods.
static void test_guide_oscillator(void **state) {
  (void)state;
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f],
                            "planar: true\ngravity: [0, 0]\nbodies: {mass: {mass: 1, inertia: 0.01}}\n"
                            "joints: {guide: {type: prismatic, between: [ground, mass], at: [0, 0], axis: x, friction: "
                            "{static: 0.2, length: 0.1, preload: 5}}}\n"
                            "forces: {spring: {type: joint, coordinate: guide.travel, stiffness: 10}}\n"
                            "initial: {joints: {guide: {position: 1.05}}}\n"
                            "analysis: {duration: 8, step: 0.1, tolerance: 1e-10");
    assert_near(last(&run, "guide.travel"), -0.05, 1e-9);
    assert_near(last(&run, "guide.friction"), -0.5, 1e-8);
    assert_near(last(&run, "guide.mode"), 1, 0);
    assert_near(last(&run, "guide.load"), 5, 1e-12);
    end_run(&run);
  }
}

// The same law for a torsion spring and a pin in space: M = mu r F = 0.05 N m, k = 1: 4 M/k = 0.2 each period, 0.73 -> 0.03.
static void test_pin_oscillator(void **state) {
  (void)state;
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f],
                            "gravity: [0, 0, 0]\nbodies: {disc: {mass: 1, inertia: [0.01, 0.01, 0.01]}}\n"
                            "joints: {pin: {type: revolute, between: [ground, disc], at: [0, 0, 0], axis: z, friction: "
                            "{static: 0.2, radius: 0.05, preload: 5}}}\n"
                            "forces: {spring: {type: joint, coordinate: pin.angle, stiffness: 1}}\n"
                            "initial: {joints: {pin: {position: 0.73}}}\nunits: {angle: rad}\n"
                            "analysis: {duration: 5, step: 0.05, tolerance: 1e-10");
    assert_near(fabs(last(&run, "pin.angle")), 0.03, 1e-9);
    assert_near(fabs(last(&run, "pin.friction")), 0.03, 1e-9);
    end_run(&run);
  }
}

// A shaft loaded by its weight: deceleration mu r m g/I = 14.715 rad/s^2, it stops after w0^2/(2*14.715) rad and stays.
static void test_shaft(void **state) {
  (void)state;
  for (int f = 0; f < 2; f++) {
    ContactRun run =
        run_in(FORMULATIONS[f],
               "units: {angle: rad}\ngravity: [0, -9.81, 0]\nbodies: {disc: {mass: 3, inertia: [0.02, 0.02, 0.02]}}\n"
               "joints: {pin: {type: revolute, between: [ground, disc], at: [0, 0, 0], axis: z, friction: "
               "{static: 0.2, radius: 0.05}}}\n"
               "initial: {joints: {pin: {speed: 20}}}\n"
               "analysis: {duration: 2, step: 0.05, tolerance: 1e-10");
    assert_near(last(&run, "pin.angle"), 400 / (2 * 14.715), 1e-11);
    assert_near(last(&run, "pin.load"), 29.43, 1e-11);
    end_run(&run);
  }
}

// A block in a guide at 0.95 of its angle for an hour, and at 1.05 of it, where it slides with g (sin - mu cos).
static void test_incline(void **state) {
  (void)state;
  static const char TEXT[] =
      "planar: true\nparameters: {s: 0.95*atan(0.3)}\ngravity: [9.81*sin(s), -9.81*cos(s)]\n"
      "bodies: {block: {mass: 2, inertia: 0.01}}\n"
      "joints: {guide: {type: prismatic, between: [ground, block], at: [0, 0], axis: x, friction: {static: 0.3, length: 0.1}}}\n"
      "analysis: {duration: 3600, step: 10, tolerance: 1e-8}\n";
  ContactRun run = run_model(TEXT, NULL);
  assert_near(last(&run, "guide.travel"), 0, 1e-12);
  assert_true(run.info.steps < 1000);
  end_run(&run);
  run = run_model(TEXT, (const char *const[]){"s=1.05*atan(0.3)", NULL});
  double s = 1.05 * atan(0.3), a = 9.81 * (sin(s) - 0.3 * cos(s));
  assert_near(last(&run, "guide.travel") / (a * 3600 * 3600 / 2), 1, 1e-10);
  end_run(&run);
}

// A four-bar with friction in all its pins: they stick and slide together. Both formulations come to rest at one place, and every
// law of the audit holds on the way.
static void test_loop(void **state) {
  (void)state;
  double at[2];
  for (int f = 0; f < 2; f++) {
    ContactRun run =
        run_in(FORMULATIONS[f],
               "units: {angle: rad}\nplanar: true\ngravity: [0, -9.81]\n"
               "bodies:\n"
               "  crank: {mass: 1, inertia: 0.01, position: [0, 0.15]}\n"
               "  coupler: {mass: 2, inertia: 0.05, position: [0.25, 0.35]}\n"
               "  rocker: {mass: 1.5, inertia: 0.03, position: [0.5, 0.2]}\n"
               "joints:\n"
               "  a: {type: revolute, between: [ground, crank], at: [0, 0], friction: {static: 0.6, radius: 0.02}}\n"
               "  b: {type: revolute, between: [crank, coupler], at: [0, 0.3], friction: {static: 0.6, radius: 0.02}}\n"
               "  c: {type: revolute, between: [coupler, rocker], at: [0.5, 0.4], friction: {static: 0.6, radius: 0.02}}\n"
               "  d: {type: revolute, between: [ground, rocker], at: [0.5, 0], friction: {static: 0.6, radius: 0.02}}\n"
               "initial: {joints: {a: {position: 0.4}}}\n"
               "analysis: {duration: 5, step: 0.1, tolerance: 1e-10");
    at[f] = last(&run, "a.angle");
    assert_near(last(&run, "a.angle.rate"), 0, 1e-14);
    end_run(&run);
  }
  assert_near(at[0], at[1], 1e-9);
}

// A box on a cart in a guide with a stop: friction at touches and in a joint, and an impact at which the joint takes no impulse.
// Cart and box slide together with 0.2*g, hit the stop (at 0.3 m, restitution 0.5): the cart returns with half its speed, the box
// goes on. Then the guide has 0.2*3*g against the cart, and the box 0.3*g to the right: 2 a = (0.2*3 + 0.3) g.
static void test_beside_touches(void **state) {
  (void)state;
  const double g = 9.81;
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(
        FORMULATIONS[f],
        "planar: true\ngravity: [0, -9.81]\n"
        "bodies:\n"
        "  box: {mass: 1, inertia: 0.01, position: [0, 0.05], profiles: {o: {start: [-0.05, -0.05], chain: [{line: {to: [0.05, "
        "-0.05]}}, {line: {to: [0.05, 0.05]}}, {line: {to: [-0.05, 0.05]}}, {line: {to: [-0.05, -0.05]}}]}}}\n"
        "  cart: {mass: 2, inertia: 0.1, position: [0, -0.02], profiles: {top: {start: [1, 0.02], closed: false, chain: [{line: "
        "{to: [-1, 0.02]}}]}}}\n"
        "joints: {guide: {type: prismatic, between: [ground, cart], at: [0, -0.02], axis: x, limits: [-1, 0.3], stops: "
        "{restitution: 0.5}, friction: {static: 0.2, length: 0.5}}}\n"
        "contacts: {rest: {profiles: [box.o, cart.top], friction: 0.3, slots: 4}}\n"
        "initial: {bodies: {box: {velocity: [1.5, 0]}, cart: {velocity: [1.5, 0]}}}\n"
        "analysis: {duration: 2, step: 0.02, tolerance: 1e-10");
    double v = sqrt(1.5 * 1.5 - 2 * 0.2 * g * 0.3), back = v / 2, a = 0.45 * g;
    assert_near(last(&run, "guide.travel"), 0.3 - back * back / (2 * a), 1e-11);
    assert_near(last(&run, "box.x"), 0.3 + v * v / (2 * 0.3 * g), 1e-10);
    end_run(&run);
  }
}

// Statics: a lever with friction in its pin stays where it is within the limit.
static void test_statics(void **state) {
  (void)state;
  ContactRun run = run_model(
      "units: {angle: rad}\nplanar: true\ngravity: [0, -9.81]\nbodies: {bar: {mass: 1, inertia: 0.01, position: [0.005, -0.5]}}\n"
      "joints: {pin: {type: revolute, between: [ground, bar], at: [0, 0], friction: {static: 0.3, radius: 0.02}}}\n"
      "analysis: {type: statics}\n",
      NULL);
  assert_near(last(&run, "pin.angle"), 0, 1e-12);
  assert_near(last(&run, "pin.friction"), 0.005 * 9.81, 1e-12);
  end_run(&run);
}

// Kinematics: friction is told, against the rate of the drive: torque mu r load.
static void test_kinematics(void **state) {
  (void)state;
  ContactRun run = run_model(
      "units: {angle: rad}\nplanar: true\ngravity: [0, -9.81]\nbodies: {bar: {mass: 1, inertia: 0.01}}\n"
      "joints: {pin: {type: revolute, between: [ground, bar], at: [0, 0], friction: {static: 0.3, radius: 0.02}}}\n"
      "drives: {turn: {coordinate: pin.angle, law: 2*t}}\n"
      "analysis: {type: kinematics, duration: 1, step: 0.1}\n",
      NULL);
  assert_near(last(&run, "pin.friction"), -0.3 * 0.02 * 9.81, 1e-12);
  assert_near(last(&run, "turn.force"), 0.3 * 0.02 * 9.81, 1e-12);
  end_run(&run);
}

// What is refused, by a part of what is said.
// Least and largest value of a column.
static double least(const ContactRun *run, const char *name, double sign) {
  double out = INFINITY;
  int at = column(run, name);
  for (int64_t r = 0; r < pw_result_rows(run->result); r++) out = fmin(out, sign * pw_result_value(run->result, r, at));
  return sign * out;
}

// A rod on a crank's pin slides through a block that turns on a pin; the forces at the ends of its guide change their sides many
// times. Angles by an independent program in plain Python (Newton and Euler's equations, Runge-Kutta of order 4).
static void test_ends_change_sides(void **state) {
  (void)state;
  static const struct { double speed, mu, angle; } cases[] = {{27, 0.05, 30.5398395}, {20, 0.1, 23.2561846}};
  for (int i = 0; i < 4; i++) {
    char text[2000];
    snprintf(text, sizeof text,
             "gravity: [0, -9.81]\nbodies:\n"
             "  crank: {mass: 1, center: [0.05, 0], inertia: 0.002, angle: pi/2}\n"
             "  rod: {mass: 1, center: [0.1, 0], inertia: 0.005, position: [0, 0.1], angle: -atan(0.1/0.3)}\n"
             "  block: {mass: 0.5, inertia: 0.001, position: [0.3, 0]}\n"
             "joints:\n"
             "  main: {type: revolute, between: [ground, crank], at: [0, 0]}\n"
             "  pin: {type: revolute, between: [crank, rod], at: [0, 0.1]}\n"
             "  pivot: {type: revolute, between: [ground, block], at: [0.3, 0]}\n"
             "  guide: {type: prismatic, between: [rod, block], at: [0.3, 0], axis: [0.3, -0.1],\n"
             "          friction: {static: %g, length: 0.1}}\n"
             "initial: {joints: {main: {speed: %g}}}\n"
             "analysis: {duration: 1, step: 0.002, tolerance: 1e-10",
             cases[i / 2].mu, cases[i / 2].speed);
    ContactRun run = run_in(FORMULATIONS[i % 2], text);
    assert_near(last(&run, "main.angle"), cases[i / 2].angle, 1e-7);
    assert_true(least(&run, "guide.load", 1) > 0);
    end_run(&run);
  }
}

// A slider-crank that turns, with friction in every joint: two of its pins turn round in every turn, where nothing could hold
// them. Nothing sticks, and the formulations agree.
static void test_pins_turn_round(void **state) {
  (void)state;
  static const char TEXT[] =
      "gravity: [0, 0]\nplanar: true\nbodies:\n"
      "  crank: {mass: 1.7, inertia: 0.0125, position: [0.05, 0]}\n"
      "  rod: {mass: 1.6, inertia: 0.0087, position: [0.2, 0.01]}\n"
      "  slider: {mass: 1.8, inertia: 0.009, position: [0.37, 0]}\n"
      "joints:\n"
      "  main: {type: revolute, between: [ground, crank], at: [0, 0], friction: {static: 0.03, radius: 0.0135, preload: 2.4}}\n"
      "  pin: {type: revolute, between: [crank, rod], at: [0.1, 0.01], friction: {static: 0.02, radius: 0.02}}\n"
      "  wrist: {type: revolute, between: [rod, slider], at: [0.36, 0.03], friction: {static: 0.09, radius: 0.008, viscous: 2}}\n"
      "  guide: {type: prismatic, between: [ground, slider], at: [0.4, 0.02], axis: [1, 0.2], friction: {static: 0.06, "
      "length: 0.3}}\n"
      "initial: {joints: {main: {speed: 17}}}\n"
      "analysis: {duration: 2, step: 0.01, tolerance: 1e-9";
  double angle[2], load[2];
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], TEXT);
    angle[f] = last(&run, "main.angle");
    load[f] = least(&run, "wrist.load", -1);
    assert_true(angle[f] > 10);
    for (int64_t e = 0; e < pw_result_events(run.result); e++) {
      const char *kind = pw_result_get_event(run.result, e).kind;
      if (strcmp(kind, "slips") != 0 && strcmp(kind, "shifts") != 0) fail_msg("an event '%s'", kind);
    }
    end_run(&run);
  }
  assert_near(angle[0], angle[1], 1e-6);
  assert_near(load[0], load[1], 1e-5 * load[1]);
}

// A slider-crank stretched at rest: no force of its guide can hold or drive anything, and it falls through its dead centre.
// Agreement of the formulations, and the audit.
static void test_dead_centre(void **state) {
  (void)state;
  static const char *const FRICTION[] = {", friction: {static: 0.2, radius: 0.01}", ""};
  for (int i = 0; i < 2; i++) {
    double angle[2];
    for (int f = 0; f < 2; f++) {
      char text[2000];
      snprintf(
          text, sizeof text,
          "gravity: [0, -9.81]\nbodies:\n"
          "  crank: {mass: 1, center: [0.05, 0], inertia: 0.002}\n"
          "  rod: {mass: 1, center: [0.15, 0], inertia: 0.01, position: [0.1, 0]}\n"
          "  slider: {mass: 0.5, inertia: 0.001, position: [0.4, 0], center: [0.02, 0.01]}\n"
          "joints:\n"
          "  main: {type: revolute, between: [ground, crank], at: [0, 0]%s}\n"
          "  pin: {type: revolute, between: [crank, rod], at: [0.1, 0]%s}\n"
          "  wrist: {type: revolute, between: [rod, slider], at: [0.4, 0]%s}\n"
          "  guide: {type: prismatic, between: [ground, slider], at: [0.38, 0], axis: x, friction: {static: 0.2, length: 0.1}}\n"
          "analysis: {duration: 1, step: 0.01, tolerance: 1e-9",
          FRICTION[i], FRICTION[i], FRICTION[i]);
      ContactRun run = run_in(FORMULATIONS[f], text);
      angle[f] = last(&run, "main.angle");
      assert_true(fabs(angle[f]) > 0.5);
      end_run(&run);
    }
    assert_near(angle[0], angle[1], 1e-7);
  }
}

static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *joint, *said;
  } cases[] = {
      {"type: revolute, friction: 0.2", "needs a 'radius'"},
      {"type: revolute, friction: {static: 0.2, radius: 0}", "needs a 'radius'"},
      {"type: revolute, friction: {static: 0.2, radius: 0.1, length: 1}", "'length' of friction does not belong"},
      {"type: prismatic, friction: 0.2", "needs a 'length'"},
      {"type: prismatic, friction: {static: 0.2, length: 0.1, radius: 1}", "'radius' of friction does not belong"},
      {"type: revolute, friction: {static: -0.2, radius: 0.1}", "static coefficient of friction is -0.2"},
      {"type: revolute, friction: {static: 0.2, kinetic: 0.3, radius: 0.1}", "kinetic coefficient of friction is 0.3"},
      {"type: revolute, friction: {static: 0.2, radius: 0.1, preload: -1}", "preload of friction is -1"},
      {"type: revolute, friction: {radius: 0.1}", "needs a 'static' coefficient"},
      {"type: fixed, friction: 0.2", "'friction' does not belong to a fixed joint"},
      {"type: revolute, friction: {static: 0.2, radius: 0.1, spin: 1}", "unknown key 'spin'"},
      {"type: revolute, friction: [0.2]", "needs a number or a mapping"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    PawlMessages *messages = pawl_messages_create();
    PawlModel *model = NULL;
    snprintf(text, sizeof text, "bodies: {b: {mass: 1}}\njoints: {j: {between: [ground, b], at: [0, 0, 0], %s}}\n",
             cases[i].joint);
    assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_ERR_INPUT);
    PawlMessage m = pawl_messages_get(messages, 0);
    if (!strstr(m.text, cases[i].said) || m.line != 2) fail_msg("'%s' instead of '%s'", m.text, cases[i].said);
    pawl_model_free(model);
    pawl_messages_free(messages);
  }
}

// Which warnings a model gives that have these words.
static int warnings_with(const char *text, const char *words) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  int count = 0;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  for (int i = 0; i < pawl_messages_count(messages); i++) count += strstr(pawl_messages_get(messages, i).text, words) != NULL;
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  return count;
}

// A shaft in two bearings: how they share its weight is open, for both of them, whichever has the redundant rows. Of a planar
// parallelogram in space only what does not rub is open: forces along the pins and moments across them.
static void test_load_is_open(void **state) {
  (void)state;
  static const char *const shaft =
      "bodies: {b: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0]}}\njoints:\n"
      "  one: {type: revolute, between: [ground, b], at: [0, 0, -1], axis: z, friction: {static: 0.2, radius: 0.01}}\n"
      "  two: {type: revolute, between: [ground, b], at: [0, 0, 1], axis: z, friction: {static: 0.2, radius: 0.01}}\n";
  static const char *const four_bar =
      "bodies:\n  a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.5, 0]}\n"
      "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 1, 0]}\n"
      "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [2.2, 0.6, 0]}\njoints:\n"
      "  p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z, friction: {static: 0.2, radius: 0.01}}\n"
      "  q: {type: revolute, between: [a, b], at: [0, 1, 0], axis: z, friction: {static: 0.2, radius: 0.01}}\n"
      "  r: {type: revolute, between: [b, c], at: [2, 1.2, 0], axis: z, friction: {static: 0.2, radius: 0.01}}\n"
      "  s: {type: revolute, between: [c, ground], at: [2.4, 0, 0], axis: z, friction: {static: 0.2, radius: 0.01}}\n"
      "planar: false\n";
  assert_int_equal(warnings_with(shaft, "its load is not unique: 5 constraints"), 2);
  assert_int_equal(warnings_with(shaft, "joint 'one' has friction"), 1);
  assert_int_equal(warnings_with(four_bar, "its load is not unique"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_guide_oscillator),
      cmocka_unit_test(test_pin_oscillator),
      cmocka_unit_test(test_shaft),
      cmocka_unit_test(test_incline),
      cmocka_unit_test(test_loop),
      cmocka_unit_test(test_beside_touches),
      cmocka_unit_test(test_statics),
      cmocka_unit_test(test_kinematics),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_load_is_open),
      cmocka_unit_test(test_ends_change_sides),
      cmocka_unit_test(test_pins_turn_round),
      cmocka_unit_test(test_dead_centre),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
