// The choice of `auto` where contacts have force laws.
#include "contact_run.h"

// A ball of 1 kg `gap` above a floor with F = K d^1.5.
#define BALL                                                                                                         \
  "parameters: {K: 1e10, gap: 0, T: 10, g: 10, e: 1}\n"                                                              \
  "gravity: [0, -g]\n"                                                                                               \
  "bodies:\n"                                                                                                        \
  "  ground: {profiles: {floor: {start: [1, 0], closed: false, chain: [{line: {to: [-1, 0]}}]}}}\n"                  \
  "  ball: {mass: 1, inertia: 0.004, position: [0, 0.1 + gap], profiles: {skin: {circle: {radius: 0.1}}}}\n"         \
  "contacts: {c: {profiles: [ball.skin, ground.floor], law: {type: hunt-crossley, stiffness: K, restitution: e}}}\n" \
  "analysis: {duration: T, step: T}\n"

#define SLIDE                                                                                                             \
  "parameters: {K: 1e10, gap: 0, T: 10, F: -10}\n"                                                                        \
  "bodies: {a: {mass: 4, inertia: 1}}\n"                                                                                  \
  "joints: {j: {type: prismatic, between: [ground, a], at: [0, 0], axis: x, limits: [-gap, ~], stops: {stiffness: K}}}\n" \
  "forces: {f: {type: force, body: a, components: [F, 0]}}\n"                                                             \
  "analysis: {duration: T, step: T}\n"

// The method is told without a run: the simulation is only assembled.
static const char *method_of(const char *text, const char *const *overrides) {
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlSimulation *simulation = NULL;
  int count = 0;
  while (overrides[count]) count++;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), overrides, count, NULL, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, NULL, &mechanism), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  assert_int_equal(pawl_simulation_create(mechanism, &options, NULL, &simulation), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(simulation, NULL), PAWL_OK);
  const char *method = pawl_simulation_info(simulation).method;
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  return method;
}

#define SET(...) ((const char *const[]){__VA_ARGS__, NULL})

// 10 N on K = 1e10: d = (1e-9)^(2/3) = 1e-6 m, k = 1.5e7 N/m, 3873 rad/s: the limit 3e4 lies at 7.75 s.
static void test_resting_ball(void **state) {
  (void)state;
  assert_string_equal(method_of(BALL, SET("T=7.8")), "radau5");
  assert_string_equal(method_of(BALL, SET("T=7.7")), "dop853");
  assert_string_equal(method_of(BALL, SET("gap=-1e-6")), "radau5");  // at rest in equilibrium
  assert_string_equal(method_of(BALL, SET("gap=1e-3")), "dop853");   // falls first
  assert_string_equal(method_of(BALL, SET("g=0")), "dop853");        // nothing presses it
  assert_string_equal(method_of(BALL, SET("g=-10")), "dop853");      // it is lifted
  assert_string_equal(method_of(BALL, SET("K=1e8")), "dop853");      // softer: 835 rad/s
  // damping at rest: q = 0.75, 10 N * q/(1 mm/s) = 7500 1/s against 1 kg: the limit lies at 4 s
  assert_string_equal(method_of(BALL, SET("e=0.5", "T=4.1")), "radau5");
  assert_string_equal(method_of(BALL, SET("e=0.5", "T=3.9")), "dop853");
}

// sqrt(1e10/4) = 5e4 rad/s, whatever the load: the limit lies at 0.6 s.
static void test_elastic_stop(void **state) {
  (void)state;
  assert_string_equal(method_of(SLIDE, SET("T=0.61")), "radau5");
  assert_string_equal(method_of(SLIDE, SET("T=0.59")), "dop853");
  assert_string_equal(method_of(SLIDE, SET("gap=0.1")), "dop853");
  assert_string_equal(method_of(SLIDE, SET("F=10")), "dop853");
}

// It does what it is chosen for: a ball let go on its floor rests at the depth that carries it.
static void test_long_rest(void **state) {
  (void)state;
  ContactRun run = run_model(BALL, (const char *const[]){"e=0.5", "T=100", NULL});
  assert_string_equal(run.info.method, "radau5");
  assert_true(run.info.steps < 2000);
  CHECK_CLOSE(value_at(&run, "c.force", NAN, true), 10, 1e-5);
  end_run(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_resting_ball),
      cmocka_unit_test(test_elastic_stop),
      cmocka_unit_test(test_long_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
