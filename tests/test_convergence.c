// Order of convergence of runs with rolling and with sliding touches: steps of one length, halved twice; dopri5 must show its
// order, 5, in both formulations, through projection, rows of touches and forces of friction.
#include <math.h>

#include "check.h"
#include "pawl/pawl.h"

typedef struct {
  const char *example, *override, *body;
  double duration, end[2];  // x, y of the body then
  double step;              // the longest
} Case;

static const PawlFormulation FORMULATION[] = {PAWL_FORMULATION_MULTIPLIERS, PAWL_FORMULATION_CANONICAL};

// How far the body is from where it should be.
static double error_of(const PawlMechanism *mechanism, const Case *c, PawlFormulation formulation, int64_t steps) {
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  PawlSimulation *s;
  double pose[7];
  options.method = PAWL_METHOD_DOPRI5;
  options.formulation = formulation;
  options.tolerance = 1e-2;  // asks for longer steps
  options.max_step = c->duration / (double)steps;
  assert_int_equal(pawl_simulation_create(mechanism, &options, NULL, &s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(s, NULL), PAWL_OK);
  assert_int_equal(pawl_simulation_advance(s, c->duration, NULL), PAWL_OK);
  assert_int_equal(pawl_simulation_pose(s, pawl_mechanism_find_body(mechanism, c->body), pose), PAWL_OK);
  int64_t taken = pawl_simulation_info(s).steps;
  assert_true(taken >= steps && taken <= steps + 3);  // the first one is shorter
  pawl_simulation_free(s);
  return hypot(pose[0] - c->end[0], pose[1] - c->end[1]);
}

static void check_order(const Case *c) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlStatus status = pawl_model_load(c->example, &c->override, c->override ? 1 : 0, messages, &model);
  if (!status) status = pawl_mechanism_compile(model, messages, &mechanism);
  assert_int_equal(status, PAWL_OK);
  for (int f = 0; f < 2; f++) {
    int64_t steps = llround(c->duration / c->step);
    double error[3];
    for (int i = 0; i < 3; i++) error[i] = error_of(mechanism, c, FORMULATION[f], steps << i);
    for (int i = 0; i < 2; i++) {
      double order = log2(error[i] / error[i + 1]);
      print_message("%s: %.2g and %.2g m, order %.2f\n", c->body, error[i], error[i + 1], order);
      assert_true(order > 4.5);
    }
  }
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

// A thin disc rolls, nutating. End: examples/rolling-disc/README.md, two integrators of high order on the equations of the disc;
// the centre is R (sin theta sin phi, -sin theta cos phi) from the touch.
static void test_rolling(void **state) {
  (void)state;
  double R = 0.2, phi = 5.315103970846089, theta = 0.271399619496443;
  check_order(&(Case){PAWL_SOURCE_DIR "/examples/rolling-disc/rolling-disc.yaml",
                      NULL,
                      "disc",
                      3,
                      {1.013232114212114 + R * sin(theta) * sin(phi), -0.357662084982697 - R * sin(theta) * cos(phi)},
                      0.05});
}

// A particle slides over an incline, its slip turns. End: case D8, 12 decimals.
static void test_sliding(void **state) {
  (void)state;
  check_order(&(Case){PAWL_SOURCE_DIR "/examples/particle-on-incline/particle-on-incline.yaml",
                      "mu=0.3",
                      "particle",
                      1,
                      {1.102758297262, 1.694049618691},
                      0.1});
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rolling), cmocka_unit_test(test_sliding)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
