// Messages come in the units of the file: millimetres, milliseconds and degrees here. Expected numbers by hand: discs of radius
// 10 mm whose centres are 15 mm apart overlap by 5 mm; a joint drawn 30 degrees beyond its stop.
#include "base/random.h"
#include "model_file.h"
#include "pawl/run.h"

#define UNITS "planar: true\nunits: {length: mm, time: ms, angle: deg, force: N}\n"

// The message about a model that is refused when it is read.
static void check_refused(const char *text, const char *part) {
  forget();
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_ERR_INPUT);
  bool said = false;
  for (int i = 0; i < pawl_messages_count(messages); i++) said |= strstr(pawl_messages_get(messages, i).text, part) != NULL;
  if (!said) show_messages();
  if (!said) fail_msg("nothing holds '%s'", part);
}

#define PROFILE(p) UNITS "bodies: {b: {mass: 1, inertia: 1, profiles: {p: {" p "}}}}\n"
#define SURFACE(s) \
  "units: {length: mm, angle: deg, force: N}\nbodies: {b: {mass: 1, inertia: [1, 1, 1], surfaces: {s: {" s "}}}}\n"

// What is wrong with profiles and surfaces, by hand.
static void shapes(void **state) {
  (void)state;
  check_refused(PROFILE("start: [0, 0], chain: [{line: {to: [10, 0]}}, {arc: {center: [10, 6], radius: 4, angles: [-90, 0]}}], "
                        "closed: false"),
                "gap of 2 mm: element[0] ends at (10, 0) mm, element[1] begins at (10, 2) mm");
  check_refused(PROFILE("start: [0, 0], chain: [{line: {to: [3, 0]}}], closed: true"), "gap of 3 mm");
  check_refused(PROFILE("chain: [{spline: {points: [[1, 2], [1, 2], [4, 4], [5, 6]]}}], closed: false"), "the same, (1, 2) mm");
  check_refused(PROFILE("start: [1, 0], chain: [{arc: {center: [0, 0], to: [0, 2]}}], closed: false"),
                "its ends (1, 0) mm and (0, 2) mm are 1 mm and 2 mm from its centre");
  check_refused(PROFILE("start: [9, 9], chain: [{arc: {center: [0, 0], radius: 4, angles: [0, 90]}}], closed: false"),
                "said to begin at (9, 9) mm, but its formula begins at (4, 0) mm");
  check_refused(PROFILE("chain: [{polar: {angles: [0, 90], terms: [[-5, 0]]}}], closed: false"),
                "its radius is -5 mm at theta = 0 deg");
  check_refused(
      PROFILE("start: [0, 0], chain: [{line: {to: [4, 4]}}, {line: {to: [4, 0]}}, {line: {to: [0, 4]}}, {line: {to: [0, 0]}}]"),
      "meet at (2, 2) mm");
  check_refused(PROFILE("circle: {radius: 5}}, q: {offset: {profile: p, by: -7}"),
                "moved by -7 mm, the arc element[0] of radius 5 mm");
  check_refused(SURFACE("sphere: {radius: -3}"), "the radius is -3 mm");
  check_refused(SURFACE("cone: {angle: 100}, u: [1, 2]"), "the angle of the cone is 100 deg");
  check_refused(SURFACE("torus: {radius: 3, tube: 4}"), "the torus of radius 3 mm with a tube of 4 mm");
  check_refused(UNITS
                "bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1}}\n"
                "joints: {j: {type: gear-pair, frames: [a, b], radii: [1, -2]}}\n",
                "radii 1 mm and -2 mm");
}

// Arcs whose ends are given, at random places and in the origin, in every unit of length.
static void arcs_in_units(void **state) {
  (void)state;
  static const char *const UNIT[] = {"m", "mm", "cm", "um", "km", "in", "ft"};
  uint64_t random = 3;
  for (int i = 0; i < 280; i++) {
    char text[600];
    double r = pw_random_between(&random, 0.1, 100), angle = i % 5 == 0 ? 0 : pw_random_between(&random, -3, 3);
    double x = i % 4 < 2 ? r * cos(angle) : pw_random_between(&random, -1000, 1000), y = i % 4 < 2 ? r * sin(angle) : x / 3;
    if (i % 4 == 1) x = -x, y = -y;
    snprintf(
        text, sizeof text,
        "planar: true\nunits: {length: %s, force: N}\nbodies: {b: {mass: 1, inertia: 1, profiles: {p: {start: [%.17g, %.17g], "
        "chain: [{arc: {center: [%.17g, %.17g], to: [%.17g, %.17g]}}, {line: {to: [%.17g, %.17g]}}]}}}}\n",
        UNIT[i / 40], x - r * cos(angle), y - r * sin(angle), x, y, x + r * cos(angle), y + r * sin(angle), x - r * cos(angle),
        y - r * sin(angle));
    read_text(text);
  }
}

// The last message of a run that is refused or stops.
static const char *said(const char *text) {
  PawlSimulation *s = NULL;
  read_text(text);
  PawlStatus status = pawl_mechanism_compile(model, messages, &mechanism);
  if (status == PAWL_OK) {
    PawlRunOptions options = pawl_mechanism_run_options(mechanism);
    status = pawl_simulation_create(mechanism, &options, messages, &s);
    if (status == PAWL_OK) status = pawl_simulation_advance(s, options.duration, messages);
  }
  pawl_simulation_free(s);
  assert_int_not_equal(status, PAWL_OK);
  return pawl_messages_get(messages, pawl_messages_count(messages) - 1).text;
}

static void check_said(const char *text, const char *part) {
  const char *message = said(text);
  if (!strstr(message, part)) fail_msg("'%s' does not hold '%s'", message, part);
}

static void lengths_and_angles(void **state) {
  (void)state;
  check_said(UNITS
             "bodies:\n"
             "  ground: {profiles: {disc: {circle: {radius: 10}}}}\n"
             "  b: {mass: 1, inertia: 1, position: [15, 0], profiles: {disc: {circle: {radius: 10}}}}\n"
             "contacts: {c: {profiles: [ground.disc, b.disc]}}\n",
             "overlap by 5 mm at the start, at (");
  check_said(UNITS
             "bodies: {b: {mass: 1, inertia: 1, angle: 70}}\n"
             "joints: {pin: {type: revolute, frames: [ground, b], limits: [~, 40]}}\n",
             "the joint starts 30 deg beyond this limit");
  check_said(UNITS
             "bodies: {b: {mass: 1, inertia: 1}}\n"
             "joints: {p: {type: revolute, frames: [ground, b]},\n"
             "  q: {type: revolute, frames: [{body: ground, at: [20, 0]}, {body: b, at: [17, 0]}]}}\n",
             "by 3 mm");
}

static void times_are_told_in_the_files_units(void **state) {
  (void)state;
  check_said(UNITS
             "gravity: [0, -0.00981]\n"
             "bodies: {b: {mass: 1, inertia: 1, center: [10, 0]}}\n"
             "joints: {pin: {type: revolute, frames: [ground, b]}}\n"
             "drives: {d: {coordinate: pin, law: \"sqrt(250 - t)\"}}\n"
             "analysis: {duration: 1000}\n",
             " ms");
  check_said(UNITS  // a drive that jumps by 30 degrees at 100 ms
             "bodies: {b: {mass: 1, inertia: 1}}\n"
             "joints: {pin: {type: revolute, frames: [ground, b]}}\n"
             "drives: {d: {coordinate: pin, law: \"if(t < 100, 0, 30)\"}}\n"
             "analysis: {duration: 1000}\n",
             "jumps in position by 30 at t = 100 ms");
  const char *message = said(UNITS
                             "gravity: [0, -0.00981]\n"
                             "bodies: {b: {mass: 1, inertia: 1, center: [10, 0]}}\n"
                             "joints: {pin: {type: revolute, frames: [ground, b]}}\n"
                             "analysis: {duration: 100000, max_steps: 20}\n");
  const char *at = strstr(message, "max_steps = 20 steps are used up at t = ");
  assert_non_null(at);
  char *end;
  double t = strtod(at + strlen("max_steps = 20 steps are used up at t = "), &end);
  assert_true(t > 1);  // a pendulum of 10 mm swings in 200 ms, so twenty steps last longer than one
  assert_string_equal(end, " ms");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(lengths_and_angles, setup, teardown),
      cmocka_unit_test_setup_teardown(times_are_told_in_the_files_units, setup, teardown),
      cmocka_unit_test_setup_teardown(shapes, setup, teardown),
      cmocka_unit_test_setup_teardown(arcs_in_units, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
