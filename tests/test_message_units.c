// Messages come in the units of the file: millimetres, milliseconds and degrees here. Expected numbers by hand: discs of radius
// 10 mm whose centres are 15 mm apart overlap by 5 mm; a joint drawn 30 degrees beyond its stop.
#include "model_file.h"
#include "pawl/run.h"

#define UNITS "planar: true\nunits: {length: mm, time: ms, angle: deg, force: N}\n"

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
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
