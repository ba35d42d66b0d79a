// Slips in space that begin gently, against the equations of a particle integrated here, in both formulations.
#include <math.h>

#include "contact_run.h"

static const char *const FORMULATIONS[] = {"multipliers", "canonical"};

// A particle of 1 kg on a floor, mu = 0.5, g = 10, is pulled by F = 10 t, which turns with 3 rad/s: it slips from t = 0.5 on.
// With the speed v of the slip and its angle a behind the force
//
//   v' = F cos a - 5,    a' = 3 - F sin(a)/v
//
// which turns v within v/F: at first within none, where a = 3 v/F. Out: position, velocity at t.
static void slip(double t, double out[4]) {
  const double from = 0.5 + 1e-4, turning = 3, limit = 5;
  double s[4] = {5e-8, turning * 5e-8 / 5, 0, 0}, now = from;  // v, a, x, y
  while (now < t) {
    double h = fmin(fmin(0.02 * s[0] / (10 * now), 1e-4), t - now), k[4][4], at[4];
    for (int stage = 0; stage < 4; stage++) {
      double c = stage == 0 ? 0 : stage == 3 ? 1 : 0.5, time = now + c * h, F = 10 * time;
      for (int i = 0; i < 4; i++) at[i] = s[i] + (stage > 0 ? c * h * k[stage - 1][i] : 0);
      k[stage][0] = F * cos(at[1]) - limit;
      k[stage][1] = turning - F * sin(at[1]) / at[0];
      k[stage][2] = at[0] * cos(turning * time - at[1]);
      k[stage][3] = at[0] * sin(turning * time - at[1]);
    }
    for (int i = 0; i < 4; i++) s[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    now += h;
  }
  out[0] = s[2];
  out[1] = s[3];
  out[2] = s[0] * cos(turning * t - s[1]);
  out[3] = s[0] * sin(turning * t - s[1]);
}

// Its direction turns at once, in a time much shorter than what happens else: thousands of steps, if they had to follow it.
static void test_a_pulled_particle(void **state) {
  (void)state;
  double out[4];
  slip(1, out);
  for (int f = 0; f < 2; f++) {
    char text[2000];
    snprintf(text, sizeof text,
             "gravity: [0, 0, -10]\n"
             "bodies:\n"
             "  ground: {surfaces: {table: {plane: {size: [8, 8]}}}}\n"
             "  particle: {mass: 1, inertia: [0.001, 0.001, 0.001], position: [0, 0, 0.05], surfaces: {skin: {sphere: {radius: "
             "0.05}}}}\n"
             "joints: {guide: {type: lock, frames: [ground, particle], locked: [rx, ry, rz]}}\n"
             "forces: {pull: {type: force, body: particle, components: ['10*t*cos(3*t)', '10*t*sin(3*t)', 0]}}\n"
             "contacts: {rub: {surfaces: [particle.skin, ground.table], friction: 0.5, start: closed}}\n"
             "analysis: {formulation: %s, tolerance: 1e-11, duration: 1, step: 0.01}\n"
             "output: [particle, rub, energy]\n",
             FORMULATIONS[f]);
    ContactRun run = run_model(text, NULL);
    CHECK_CLOSE(event_at(&run, pw_result_events(run.result) - 1, "slips").t, 0.5, 1e-12);
    CHECK_CLOSE(value_at(&run, "particle.x", NAN, true), out[0], 1e-10);
    CHECK_CLOSE(value_at(&run, "particle.y", NAN, true), out[1], 1e-10);
    CHECK_CLOSE(value_at(&run, "particle.vx", NAN, true), out[2], 1e-10);
    CHECK_CLOSE(value_at(&run, "particle.vy", NAN, true), out[3], 1e-10);
    assert_true(run.info.steps < 1500);  // 20000 where they do
    end_run(&run);
  }
}

// What stops a run while something slides is told as anywhere else.
static void test_steps_used_up(void **state) {
  (void)state;
  check_fails(
      "gravity: [0, 0, -10]\n"
      "bodies:\n"
      "  ground: {surfaces: {table: {plane: {size: [8, 8]}}}}\n"
      "  particle: {mass: 1, inertia: [0.001, 0.001, 0.001], position: [0, 0, 0.05], surfaces: {skin: {sphere: {radius: "
      "0.05}}}}\n"
      "initial: {bodies: {particle: {velocity: [2, 0, 0]}}}\n"
      "contacts: {rub: {surfaces: [particle.skin, ground.table], friction: 0.1, start: closed}}\n"
      "analysis: {duration: 0.3, max_step: 0.01, max_steps: 5}\n",
      PAWL_ERR_LIMIT, "max_steps = 5 steps are used up");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_pulled_particle), cmocka_unit_test(test_steps_used_up)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
