// What joints carry where a coupler's force has a line of action: racks, ropes, belts, gears. Expected values are free bodies cut
// by hand; the motion must not depend on the line.
#include "contact_run.h"

static const char *const FORMULATIONS[] = {"multipliers", "canonical"};
enum { TEXT = 3000 };

static ContactRun run_in(const char *format, int formulation) {
  char text[TEXT];
  snprintf(text, sizeof text, format, FORMULATIONS[formulation]);
  return run_model(text, NULL);
}

static double last(const ContactRun *run, const char *name) {
  return value_at(run, name, NAN, true);
}

// A torque of 1.2 N m turns a pinion, which pushes a rack of 3 kg below it to the right: the bearing takes the tooth force that
// the rack gives back, the guide, 20 mm below the teeth, its moment and that of the rack's inertia.
static void test_bearings_of_a_rack_take_the_tooth_force(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++) {
    char text[TEXT];
    snprintf(text, sizeof text,
             "units: {length: mm, force: N}\n"
             "bodies: {wheel: {mass: 1, inertia: 800}, rack: {mass: 3, inertia: 1, position: [0, -60]}}\n"
             "joints:\n"
             "  axle: {type: revolute, frames: [ground, wheel]}\n"
             "  slide: {type: prismatic, between: %s, at: [0, -40], axis: %s}\n"
             "couplers: {teeth: {type: rack, pinion: axle, rack: slide, radius: 20}}\n"
             "forces: {motor: {type: joint, coordinate: axle, law: 1200}}\n"
             "analysis: {duration: 0.1, formulation: %s}\n",
             i / 2 ? "[rack, ground]" : "[ground, rack]", i / 2 ? "-x" : "x", FORMULATIONS[i % 2]);
    ContactRun run = run_model(text, NULL);
    double a = 1.2 * 0.02 / (800e-6 + 3 * 0.02 * 0.02), force = 3 * a;  // m/s^2, N
    CHECK_CLOSE(last(&run, "slide.travel.acceleration"), 1e3 * a, 1e-6);
    CHECK_CLOSE(last(&run, "axle.fx"), force, 1e-8);
    CHECK_CLOSE(last(&run, "axle.fy"), 0, 1e-9);
    CHECK_CLOSE(last(&run, "axle.tz"), 0, 1e-8);
    // about the rack's centre: the teeth push 40 mm above it, so that the guide must turn it back; frame 2 is 20 mm above it
    double turned = i / 2 ? -1 : 1;
    CHECK_CLOSE(last(&run, "slide.fx"), 0, 1e-8);
    CHECK_CLOSE(last(&run, "slide.tz"), turned * 40 * force, 1e-6);
    CHECK_CLOSE(last(&run, "teeth.axle.angle.force"), -20 * force, 1e-6);
    end_run(&run);
  }
}

// A drum of 0.2 m holds a load of 5 kg on a rope, itself 2 kg: its bearing carries both. In space, the drum's axis along y, and
// on a carriage that drives off with 1 m/s^2: the same in its axes, and the carriage carries all.
static void test_a_drum_carries_its_rope(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_in(
        "gravity: [0, 0, -10]\n"
        "planar: false\n"
        "bodies:\n"
        "  car: {mass: 10, inertia: [1, 1, 1]}\n"
        "  drum: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [0, 0, 3]}\n"
        "  load: {mass: 5, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 1]}\n"
        "joints:\n"
        "  rail: {type: prismatic, between: [ground, car], at: [0, 0, 0], axis: y}\n"
        "  axle: {type: revolute, between: [car, drum], at: [0, 0, 3], axis: y}\n"
        "  guide: {type: prismatic, between: [car, load], at: [0.5, 0, 1], axis: z}\n"
        "couplers: {rope: {type: rack, pinion: axle, rack: guide, radius: 0.2}}\n"
        "drives: {winch: {coordinate: axle, law: t^2}, trolley: {coordinate: rail, law: t^2/2}}\n"
        "analysis: {duration: 0.5, formulation: %s}\n",
        i);
    // travel = 0.2 angle: the load goes up with 0.4 m/s^2; its rope is on the side where the drum goes up, x = -0.2
    double rope = 5 * 10.4;
    CHECK_CLOSE(last(&run, "axle.fz"), 2 * 10 + rope, 1e-8);
    CHECK_CLOSE(last(&run, "axle.fx"), 0, 1e-8);
    CHECK_CLOSE(last(&run, "axle.fy"), 2, 1e-8);
    CHECK_CLOSE(last(&run, "axle.ty"), 0.1 * 2 + 0.2 * rope, 1e-8);  // the winch: what the rope asks for, and its own inertia
    CHECK_CLOSE(last(&run, "guide.fz"), 0, 1e-8);
    CHECK_CLOSE(last(&run, "guide.fy"), 5, 1e-8);
    CHECK_CLOSE(last(&run, "guide.ty"), -0.7 * rope, 1e-8);  // the rope pulls 0.7 m beside the load: its moment is +0.7 rope
    CHECK_CLOSE(last(&run, "rail.fz"), 17 * 10 + 5 * 0.4, 1e-8);
    end_run(&run);
  }
}

// Gears of 20 and 40 mm with a pressure angle of 20 deg; a brake of 3 N m on the second, turned at constant speed.
static void test_gears_push_along_the_pressure_angle(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_in(
        "units: {length: mm, angle: deg, force: N}\n"
        "bodies: {small: {mass: 1, inertia: 100}, large: {mass: 2, inertia: 900, position: [60, 0]}}\n"
        "joints:\n"
        "  a: {type: revolute, frames: [ground, small]}\n"
        "  b: {type: revolute, between: [ground, large], at: [60, 0]}\n"
        "couplers: {mesh: {type: gears, joints: [a, b], teeth: [20, 40], line: {at: [20, 0], along: [sin(20), cos(20)]}}}\n"
        "drives: {motor: {coordinate: a, law: 90*t}}\n"
        "forces: {brake: {type: joint, coordinate: b, law: 3000}}\n"
        "analysis: {duration: 0.1, formulation: %s}\n",
        i);
    // the small gear goes up at the pitch point and pushes the large one up: f r cos 20 = 3 N m; each is pushed out of the way
    double c = cos(acos(-1) / 9), force = 3000 / 40.0 / c, radial = force * sin(acos(-1) / 9);
    CHECK_CLOSE(last(&run, "b.fy"), -force * c, 1e-8);
    CHECK_CLOSE(last(&run, "b.fx"), -radial, 1e-8);
    CHECK_CLOSE(last(&run, "b.tz"), 0, 1e-7);
    CHECK_CLOSE(last(&run, "a.fy"), force * c, 1e-8);
    CHECK_CLOSE(last(&run, "a.fx"), radial, 1e-8);
    CHECK_CLOSE(last(&run, "a.tz"), last(&run, "motor.force"), 1e-7);
    end_run(&run);
  }
}

// Terms without a line act on the coordinates alone, as before.
static void test_without_line(void **state) {
  (void)state;
  ContactRun run = run_in(
      "bodies: {wheel: {mass: 1, inertia: 1}, rack: {mass: 3, position: [0, -0.6]}}\n"
      "joints:\n"
      "  axle: {type: revolute, frames: [ground, wheel]}\n"
      "  slide: {type: prismatic, between: [ground, rack], at: [0, -0.4], axis: x}\n"
      "couplers: {teeth: {terms: {axle: 0.2, slide: -1}}}\n"
      "forces: {motor: {type: joint, coordinate: axle, law: 1}}\n"
      "analysis: {duration: 0.1, formulation: %s}\n",
      0);
  CHECK_CLOSE(last(&run, "axle.fx"), 0, 1e-12);
  assert_true(last(&run, "teeth.slide.travel.force") > 0.1);
  end_run(&run);
}

static void check_refused(const char *line, const char *words) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  char text[TEXT];
  bool said = false;
  snprintf(text, sizeof text,
           "bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1, position: [3, 0]}, c: {mass: 1, position: [5, 0]}}\n"
           "joints:\n"
           "  ja: {type: revolute, frames: [ground, a]}\n"
           "  jb: {type: revolute, between: [ground, b], at: [3, 0]}\n"
           "  jc: {type: prismatic, between: [b, c], at: [5, 0], axis: x}\n"
           "couplers: {k: %s}\n",
           line);
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(model, messages, &mechanism);
  assert_int_equal(status, PAWL_ERR_INPUT);
  for (int i = 0; i < pawl_messages_count(messages); i++) said |= strstr(pawl_messages_get(messages, i).text, words) != NULL;
  for (int i = 0; i < pawl_messages_count(messages) && !said; i++) print_message("%s\n", pawl_messages_get(messages, i).text);
  assert_true(said);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

static void test_lines_against_the_factors_are_refused(void **state) {
  (void)state;
  check_refused("{type: belt, joints: [ja, jb], radii: [1, 1], line: {at: [0, 1], along: [1, 0.2]}}",
                "do not go with the factors");
  check_refused("{type: belt, joints: [ja, jb], radii: [1, 1], line: {at: [0, 1], along: z}}", "leaves the plane");
  check_refused("{terms: {ja: 1, jc: 1}, line: {at: [0, 1], along: x}}", "no body in common");
  check_refused("{terms: {ja: 1, jb: 1, jc: 1}, line: {at: [0, 1], along: x}}", "goes with two terms");
  check_refused("{type: belt, joints: [ja, jb], radii: [1, 1], line: {at: [0, 1]}}", "a direction 'along'");
  check_refused("{type: rack, pinion: ja, rack: jc, radius: 1, line: {at: [0, 1], along: x}}",
                "'line' does not go with type rack");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bearings_of_a_rack_take_the_tooth_force), cmocka_unit_test(test_a_drum_carries_its_rope),
      cmocka_unit_test(test_gears_push_along_the_pressure_angle),     cmocka_unit_test(test_without_line),
      cmocka_unit_test(test_lines_against_the_factors_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
