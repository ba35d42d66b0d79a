// Shapes that conform: a line touch is refused by name, a play of 1e-5 of the radius is simulated.
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "pawl/pawl.h"

static PawlStatus run(double radius, double *y, char *first, size_t size) {
  char text[1024];
  snprintf(text, sizeof text,
           "pawl: 1\n"
           "planar: true\n"
           "gravity: [0, -9.81, 0]\n"
           "bodies:\n"
           "  ground: {profiles: {hole: {circle: {radius: 0.01, clockwise: true}}}}\n"
           "  pin: {mass: 1, inertia: [1e-4, 1e-4, 1e-4], profiles: {rim: {circle: {radius: %.17g}}}}\n"
           "contacts: {fit: {profiles: [pin.rim, ground.hole]}}\n"
           "analysis: {duration: 0.1}\n",
           radius);
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlSimulation *simulation = NULL;
  assert_int_equal(pawl_model_parse("fit.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  assert_int_equal(pawl_simulation_create(mechanism, &options, messages, &simulation), PAWL_OK);
  PawlStatus status = pawl_simulation_advance(simulation, 0.1, messages);
  if (status == PAWL_OK) {
    double pose[7];
    assert_int_equal(pawl_simulation_pose(simulation, pawl_mechanism_find_body(mechanism, "pin"), pose), PAWL_OK);
    *y = pose[1];
  } else {
    snprintf(first, size, "%s", pawl_messages_get(messages, 0).text);
  }
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  return status;
}

static void test_line_touch(void **state) {
  (void)state;
  double y = 0;
  char text[400] = "";
  assert_int_equal(run(0.01, &y, text, sizeof text), PAWL_ERR_SINGULAR);
  if (!strstr(text, "lie on each other along a line")) fail_msg("'%s' does not say what is wrong", text);
}

// The pin lies at the bottom of the hole, lower than its centre by the play.
static void test_little_play(void **state) {
  (void)state;
  double y = 0;
  char text[400] = "";
  assert_int_equal(run(0.0099999, &y, text, sizeof text), PAWL_OK);
  CHECK_CLOSE(y, -1e-7, 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_line_touch), cmocka_unit_test(test_little_play)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
