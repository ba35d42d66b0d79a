// Impulses that bring touches to rest which part too slowly to count: the log has them, and the momentum of an impact is closed.
#include "contact_run.h"

// A ball of 1 kg falls by 0.2 m onto the end of a beam that overhangs its right support by a quarter of their distance. The left
// end would be thrown up, more slowly than `rebound`: all comes to rest. The ball takes J = m sqrt(2 g h), the right support
// carries 5/4 J and the left one -J/4, by the moments about the supports.
static const char MODEL[] =
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  ground: {profiles: {left: {circle: {radius: 0.05, center: [-1, -0.05]}}, right: {circle: {radius: 0.05, center: [0, "
    "-0.05]}}}}\n"
    "  beam:\n"
    "    mass: 2\n"
    "    inertia: 0.3\n"
    "    center: [-0.5, 0.05]\n"
    "    profiles: {p: {start: [-1.2, 0], closed: true, chain: [{line: {to: [0.4, 0]}}, {line: {to: [0.4, 0.1]}}, {line: {to: "
    "[-1.2, 0.1]}}, {line: {to: [-1.2, 0]}}]}}\n"
    "  ball: {mass: 1, inertia: 0.004, position: [0.25, 0.4], profiles: {p: {circle: {radius: 0.1}}}}\n"
    "output: [beam, ball]\n"
    "contacts:\n"
    "  left: {profiles: [ground.left, beam.p], rebound: 10}\n"
    "  right: {profiles: [ground.right, beam.p], rebound: 10}\n";

static double impulse_of(const ContactRun *run, const char *contact) {
  double sum = 0;
  for (int64_t i = 0; i < pw_result_events(run->result); i++) {
    PwResultEvent e = pw_result_get_event(run->result, i);
    if (strcmp(e.subject, contact) == 0 && !isnan(e.impulse)) sum += e.impulse;
  }
  return sum;
}

static void test_impulses_that_bring_to_rest_are_told(void **state) {
  (void)state;
  static const char *const FORMULATIONS[] = {"multipliers", "canonical"};
  for (int f = 0; f < 2; f++) {
    char text[2000];
    snprintf(text, sizeof text,
             "%s  top: {profiles: [beam.p, ball.p], rebound: 10}\n"
             "analysis: {formulation: %s, tolerance: 1e-10, duration: 0.21, step: 0.01}\n",
             MODEL, FORMULATIONS[f]);
    ContactRun run = run_model(text, NULL);
    double j = sqrt(2 * 9.81 * 0.2);
    CHECK_CLOSE(impulse_of(&run, "top"), j, 1e-9);
    CHECK_CLOSE(impulse_of(&run, "right"), 1.25 * j, 1e-9);
    CHECK_CLOSE(impulse_of(&run, "left"), -0.25 * j, 1e-9);
    assert_int_equal(run.info.audit_broken, 0);
    end_run(&run);
  }
}

// The same with a ball that rebounds by half. The left end of the beam is thrown up and brought to rest at the same instant: then
// the ball does not part from the beam as fast as the impact alone let it. About the right support, without friction, the beam
// has I = 0.3 + 2 * 0.5^2; its place under the ball, at a = 0.25, is struck down at a^2 J / I, the ball up at u = J / m - v, and
// they part at u + a^2 J / I = v / 2. Bringing the beam to rest leaves u. The audit takes that for right.
static void test_what_rebounds_while_another_rests_is_told(void **state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text,
           "%s  top: {profiles: [beam.p, ball.p], restitution: 0.5}\n"
           "analysis: {tolerance: 1e-10, duration: 0.21, step: 0.01}\n",
           MODEL);
  ContactRun run = run_model(text, NULL);
  double v = sqrt(2 * 9.81 * 0.2), j = 1.5 * v / (1 + 0.25 * 0.25 / 0.8);
  CHECK_CLOSE(impulse_of(&run, "top"), j, 1e-9);
  CHECK_CLOSE(value_at(&run, "ball.vy", v / 9.81, true), j - v, 1e-9);
  assert_int_equal(run.info.audit_broken, 0);
  end_run(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_impulses_that_bring_to_rest_are_told),
                                     cmocka_unit_test(test_what_rebounds_while_another_rests_is_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
