// Counted angles: through full turns at any step size, and from starts beyond half a turn. Expected values by hand.
#include "mechanisms.h"
#include "pawl/pawl.h"

static PawlMechanism *parsed(const char *text) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model;
  PawlMechanism *k = NULL;
  PawlStatus status = pawl_model_parse("turns.yaml", text, strlen(text), NULL, 0, messages, &model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(model, messages, &k);
  if (status) fail_msg("%s", pawl_messages_count(messages) ? pawl_messages_get(messages, 0).text : "no message");
  pawl_model_free(model);
  pawl_messages_free(messages);
  return k;
}

static double value_at(const PawlMechanism *k, double t, double tolerance, PawlMethod method, const char *joint,
                       const char *name) {
  PawlRunOptions options = pawl_mechanism_run_options(k);
  PawlSimulation *s;
  double out[3];
  options.duration = t > 0 ? t : 1;
  options.tolerance = tolerance;
  options.method = method;
  assert_int_equal(pawl_simulation_create(k, &options, NULL, &s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(s, NULL), PAWL_OK);
  if (t > 0) assert_int_equal(pawl_simulation_advance(s, t, NULL), PAWL_OK);
  PawlCoordinate c = {pawl_mechanism_find_joint(k, joint), name};
  assert_int_equal(pawl_simulation_coordinate(s, c, out), PAWL_OK);
  pawl_simulation_free(s);
  return out[0];
}

// A free turn at 30 rad/s: 300 rad after 10 s, also with steps that would turn it by more than half a turn.
static void fast_turn_in_space(void **state) {
  (void)state;
  PawlMechanism *k = parsed(
      "planar: false\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\njoints: {r: {type: revolute, frames: [ground, a]}}\n"
      "initial: {joints: {r: {speed: 30}}}\n");
  const PawlMethod method[] = {PAWL_METHOD_DOPRI5, PAWL_METHOD_DOP853, PAWL_METHOD_RADAU5};
  for (int i = 0; i < 3; i++) CHECK_CLOSE(value_at(k, 10, 1e-3, method[i], "r", NULL), 300, 3);  // wrong counts are 2 pi off each
  CHECK_CLOSE(value_at(k, 10, 1e-10, PAWL_METHOD_DOP853, "r", NULL), 300, 1e-6);
  pawl_mechanism_free(k);
}

// A ring gear of radius 2 and a pinion of radius 1 under a constant torque: inertia 0.2 + 4 * 0.1, so A turns by t^2 / 1.2; the
// motion is a polynomial, which an integrator would pass in one step.
static void gear_pair_under_torque(void **state) {
  (void)state;
  PawlMechanism *k = parsed(
      "bodies: {a: {mass: 1, inertia: 0.2}, p: {mass: 1, inertia: 0.1, position: [1, 0]}}\njoints:\n"
      "  A: {type: revolute, frames: [ground, a]}\n  B: {type: revolute, between: [ground, p], at: [1, 0]}\n"
      "  G: {type: gear-pair, between: [a, p], at: [[0, 0], [1, 0]], radii: [-2, 1]}\n"
      "forces: {t: {type: torsion, coordinate: A, law: 1}}\n");
  CHECK_CLOSE(value_at(k, 5, 1e-10, PAWL_METHOD_AUTO, "A", NULL), 25 / 1.2, 1e-9);
  CHECK_CLOSE(value_at(k, 5, 1e-10, PAWL_METHOD_AUTO, "B", NULL), 50 / 1.2, 1e-9);
  pawl_mechanism_free(k);
}

static void starts_beyond_half_a_turn(void **state) {
  (void)state;
  PawlMechanism *k = parsed(
      "planar: false\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\njoints: {r: {type: revolute, frames: [ground, a]}}\n"
      "drives: {d: {coordinate: r, law: 40 + t}}\nanalysis: {type: kinematics}\n");
  CHECK_CLOSE(value_at(k, 1, 1e-8, PAWL_METHOD_AUTO, "r", NULL), 41, 1e-12);
  pawl_mechanism_free(k);
  const char *screw =
      "planar: false\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {s: {type: screw, frames: [ground, a], pitch: 0.3}}\ninitial: {joints: {s.%s}}\n";
  char text[400];
  snprintf(text, sizeof text, screw, "angle: 8");
  k = parsed(text);
  CHECK_CLOSE(value_at(k, 0, 1e-8, PAWL_METHOD_AUTO, "s", "travel"), 8 * 0.3 / (2 * acos(-1)), 1e-9);
  pawl_mechanism_free(k);
  snprintf(text, sizeof text, screw, "travel: 0.9");
  k = parsed(text);
  CHECK_CLOSE(value_at(k, 0, 1e-8, PAWL_METHOD_AUTO, "s", "angle"), 6 * acos(-1), 1e-6);  // three turns
  pawl_mechanism_free(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fast_turn_in_space),
      cmocka_unit_test(gear_pair_under_torque),
      cmocka_unit_test(starts_beyond_half_a_turn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
