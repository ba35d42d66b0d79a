// Forces in output, `until` and measures, and values that laws read by sampled(): against closed forms, in both formulations.
#include "contact_run.h"

static const char *const FORMULATIONS[] = {"multipliers", "canonical"};
enum { TEXT = 3000 };

// A model text with the formulation put into its %s.
static ContactRun run_in(const char *format, int formulation) {
  char text[TEXT];
  snprintf(text, sizeof text, format, FORMULATIONS[formulation]);
  return run_model(text, NULL);
}

// ---- until

// A point mass that falls from the horizontal on a rod: the rod pulls with 3 m g sin(angle).
static void test_until_reaction(void **state) {
  (void)state;
  static const char *const untils[] = {"load - 30", "hypot(pin.fx, pin.fy) - 30", "max(abs(pin.fx)*2/sqrt(3), 0) - 30"};
  for (int i = 0; i < 6; i++) {
    char text[TEXT];
    snprintf(text, sizeof text,
             "gravity: [0, -10]\n"
             "bodies: {bob: {mass: 2, position: [1, 0], frames: {pin: [-1, 0]}}}\n"
             "joints: {pin: {type: revolute, frames: [ground, bob.pin]}}\n"
             "measures:\n"
             "  half: {type: expression, value: \"hypot(pin.fx, pin.fy)/2\"}\n"
             "  load: {type: expression, value: 2*half}\n"
             "analysis: {duration: 5, until: \"%s\", tolerance: 1e-11, formulation: %s}\n",
             untils[i / 2], FORMULATIONS[i % 2]);
    ContactRun run = run_model(text, NULL);
    double angle = value_at(&run, "pin.angle", NAN, true);
    CHECK_CLOSE(value_at(&run, "load", NAN, true), 60 * sin(-angle), 1e-9);
    if (i < 4) CHECK_CLOSE(angle, -asin(0.5), 1e-9);
    // |fx| = 3 m g sin cos of the angle: 3 m g/2 sin(2 angle) = 30 sqrt(3)/2 at sin(2 angle) = sqrt(3)/2
    if (i >= 4) CHECK_CLOSE(angle, -asin(sqrt(3) / 2) / 2, 1e-9);
    event_at(&run, pw_result_events(run.result) - 1, "until");
    end_run(&run);
  }
}

// A mass on a spring, let go where the spring is free: its tension is m g (1 - cos w t).
static void test_until_spring(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_in(
        "gravity: [0, -10]\n"
        "bodies: {top: {mass: 2, position: [0, -1]}}\n"
        "joints: {guide: {type: prismatic, between: [ground, top], at: [0, -1], axis: y}}\n"
        "forces: {coil: {type: spring, frames: [ground, top], stiffness: 50}}\n"
        "analysis: {duration: 5, until: coil.force - 30, tolerance: 1e-11, formulation: %s}\n",
        i);
    CHECK_CLOSE(value_at(&run, "t", NAN, true), 2 * acos(-1) / 3 / 5, 1e-9);
    CHECK_CLOSE(value_at(&run, "coil.force", NAN, true), 30, 1e-8);
    end_run(&run);
  }
}

// The force of a contact jumps where it closes: `until` ends the run at that very instant. Then as it grows with a law of t.
static void test_until_contact(void **state) {
  (void)state;
  static const char MODEL[] =
      "planar: true\n"
      "gravity: [0, -10]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
      "  ball: {mass: 1, inertia: 0.001, position: [0, 0.25], profiles: {skin: {circle: {radius: 0.05}}}}\n"
      "contacts: {rest: {profiles: [ground.floor, ball.skin]}}\n"
      "forces: {push: {type: force, body: ball, components: [0, \"-max(t - 0.5, 0)*20\"]}}\n"
      "analysis: {duration: 2, tolerance: 1e-10, until: rest.force - %s, formulation: %s}\n";
  for (int i = 0; i < 4; i++) {
    char text[TEXT];
    snprintf(text, sizeof text, MODEL, i / 2 ? "14" : "5", FORMULATIONS[i % 2]);
    ContactRun run = run_model(text, NULL);
    CHECK_CLOSE(value_at(&run, "t", NAN, true), i / 2 ? 0.7 : 0.2, 1e-9);
    CHECK_CLOSE(value_at(&run, "rest.force", NAN, true), i / 2 ? 14 : 10, 1e-8);
    end_run(&run);
  }
}

// ---- output

// A torque on a pinion that moves a rack: both are accelerated, the rack by the coupler alone. A joint force and a bushing
// beside.
static void test_columns_have_the_forces_by_hand(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_in(
        "units: {length: mm, angle: deg, force: N}\n"
        "bodies:\n"
        "  wheel: {mass: 1, inertia: 2000}\n"
        "  rack: {mass: 3, position: [0, 20]}\n"
        "  soft: {mass: 1, inertia: 1000, position: [200, 0]}\n"
        "joints:\n"
        "  axle: {type: revolute, frames: [ground, wheel]}\n"
        "  slide: {type: prismatic, between: [ground, rack], at: [0, 20], axis: x}\n"
        "couplers: {teeth: {type: rack, pinion: axle, rack: slide, radius: 20}}\n"
        "forces:\n"
        "  motor: {type: joint, coordinate: axle, law: \"100 + 50*t\"}\n"
        "  bush: {type: bushing, between: [ground, soft], at: [200, 0], stiffness: [2, 3, 0, 0, 0, 0.5]}\n"
        "  load: {type: force, body: soft, components: [1 + 3*t, 0]}\n"
        "analysis: {duration: 0.1, formulation: %s}\n"
        "planar: true\n",
        i);
    // torque 0.105 N m at the end; inertia 2e-3 kg m^2 + 3 kg (20 mm)^2
    double angular = 0.105 / (2e-3 + 3 * 0.02 * 0.02), force = 3 * 0.02 * angular;
    CHECK_CLOSE(value_at(&run, "motor.force", NAN, true), 105, 1e-9);
    CHECK_CLOSE(value_at(&run, "teeth.slide.travel.force", NAN, true), force, 1e-9);
    CHECK_CLOSE(value_at(&run, "teeth.axle.angle.force", NAN, true), -20 * force, 1e-8);
    double x = value_at(&run, "soft.x", NAN, true) - 200;
    assert_true(x > 1e-3);
    CHECK_CLOSE(value_at(&run, "bush.fx", NAN, true), -2 * x, 1e-9);
    CHECK_CLOSE(value_at(&run, "bush.tz", NAN, true), 0, 1e-12);
    end_run(&run);
  }
}

// ---- sampled

// A ball presses on a floor by its weight, 10 N, and by half of what 20 N exceed the floor's force by, as last read:
// N(n + 1) = 10 + (20 - N(n))/2, at first with nothing read yet.
static void test_sampled_force(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_in(
        "planar: true\n"
        "gravity: [0, -10]\n"
        "bodies:\n"
        "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
        "  ball: {mass: 1, inertia: 0.001, position: [0, 0.05], profiles: {skin: {circle: {radius: 0.05}}}}\n"
        "contacts: {rest: {profiles: [ground.floor, ball.skin]}}\n"
        "forces: {press: {type: force, body: ball, components: [0, \"-(20 - sampled(rest.force, 100 ms))/2\"]}}\n"
        "analysis: {duration: 1, step: 0.05, formulation: %s}\n",
        i);
    double force = 20;  // read at 0, with the sampled value 0 in the law
    for (int n = 0; n <= 10; n++) {
      PwResultEvent event = event_at(&run, 1 + n, "sampled");
      CHECK_CLOSE(event.t, 0.1 * n, 1e-12);
      CHECK_CLOSE(event.value, force, 1e-10);
      assert_string_equal(event.subject, "press");
      if (n > 0) CHECK_CLOSE(value_at(&run, "rest.force", 0.1 * n, false), force, 1e-9);
      force = 10 + (20 - force) / 2;
      CHECK_CLOSE(value_at(&run, "rest.force", 0.1 * n, true), force, 1e-9);
    }
    assert_int_equal(pw_result_events(run.result), 12);
    end_run(&run);
  }
}

// x'' = -4 x(read every 0.1) - 2 v(read every 0.3): between two readings a parabola. Instants of both periods fall together but
// for rounding; a measure and a coordinate are read.
static void test_sampled_state(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_in(
        "bodies: {car: {mass: 1, position: [1, 0]}}\n"
        "joints: {guide: {type: prismatic, between: [ground, car], at: [1, 0], axis: x}}\n"
        "measures: {place: {type: position, frames: [ground, car], axis: x}}\n"
        "forces:\n"
        "  hold: {type: joint, coordinate: guide, law: \"-4*sampled(place, 0.1) - 2*sampled(rate(guide), 0.3)\"}\n"
        "analysis: {duration: 2, step: 0.1, formulation: %s}\n",
        i);
    double x = 1, v = 0, read = 0;
    for (int n = 0; n <= 20; n++) {
      CHECK_CLOSE(value_at(&run, "place", 0.1 * n, true), x, 1e-9);
      if (n % 3 == 0) read = v;
      double a = -4 * x - 2 * read;
      CHECK_CLOSE(value_at(&run, "hold.force", 0.1 * n, true), a, 1e-8);
      x += 0.1 * v + 0.005 * a;
      v += 0.1 * a;
    }
    assert_true(run.info.events < 2 * 21 + 1);
    end_run(&run);
  }
}

// Where only `until` reads, nothing jumps and no event is told: the run ends at the first multiple behind the crossing.
static void test_sampled_until(void **state) {
  (void)state;
  ContactRun run = run_model(
      "bodies: {car: {mass: 1}}\n"
      "joints: {guide: {type: prismatic, between: [ground, car], at: [0, 0], axis: x}}\n"
      "initial: {joints: {guide: {speed: 1}}}\n"
      "analysis: {duration: 2, until: \"if(sampled(guide, 0.1) > 0.55, -1, 1)\"}\n",
      NULL);
  CHECK_CLOSE(value_at(&run, "t", NAN, true), 0.6, 1e-12);
  assert_int_equal(pw_result_events(run.result), 1);
  end_run(&run);
}

// A drive that starts when a force is read above its limit: the spring is pulled by another drive with 10 N/s.
static void test_sampled_drive(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_in(
        "bodies: {a: {mass: 1, position: [1, 0]}, b: {mass: 1, position: [2, 0]}}\n"
        "joints:\n"
        "  first: {type: prismatic, between: [ground, a], at: [1, 0], axis: x}\n"
        "  second: {type: prismatic, between: [ground, b], at: [2, 0], axis: x}\n"
        "forces: {coil: {type: spring, frames: [a, b], stiffness: 100}}\n"
        "drives:\n"
        "  pull: {coordinate: second, law: 0.1*t}\n"
        "  follow: {coordinate: first, law: \"if(sampled(pull.force, 0.25) > 6, 0.2*(t - 0.75), 0)\"}\n"
        "analysis: {type: kinematics, duration: 0.95, step: 0.25, formulation: %s}\n",
        i);
    CHECK_CLOSE(value_at(&run, "first.travel", 0.75, true), 0, 1e-12);
    CHECK_CLOSE(value_at(&run, "first.travel.rate", 0.75, false), 0, 1e-12);
    CHECK_CLOSE(value_at(&run, "first.travel.rate", 0.75, true), 0.2, 1e-12);
    CHECK_CLOSE(value_at(&run, "pull.force", NAN, true), 100 * (0.095 - 0.04), 1e-9);
    end_run(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_until_reaction), cmocka_unit_test(test_until_spring),
      cmocka_unit_test(test_until_contact),  cmocka_unit_test(test_columns_have_the_forces_by_hand),
      cmocka_unit_test(test_sampled_force),  cmocka_unit_test(test_sampled_state),
      cmocka_unit_test(test_sampled_until),  cmocka_unit_test(test_sampled_drive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
