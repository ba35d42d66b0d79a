// Slips in space that begin gently, against the equations of a particle integrated here, in both formulations.
#include <math.h>

#include "contact_run.h"

static const char *const FORMULATIONS[] = {"multipliers", "canonical"};

// A particle of 1 kg on a floor, mu = 0.5, g = 10, is pulled by a force F = first + growth t, which turns. With the speed v of
// its slip and its angle a behind the force
//
//   v' = F cos a - 5,    a' = turning - F sin(a)/v
//
// which turns v within v/F: where v is small at once.
typedef struct {
  double first, growth, turning;
} Pull;

// From v, a and the place at a time to those at t: position, velocity.
static void slip(const Pull *p, double from, const double start[4], double t, double out[4]) {
  const double limit = 5;
  double s[4], now = from;  // v, a, x, y
  for (int i = 0; i < 4; i++) s[i] = start[i];
  while (now < t) {
    double h = fmin(fmin(0.2 * s[0] / (p->first + p->growth * now), 1e-4), t - now), k[4][4], at[4];
    for (int stage = 0; stage < 4; stage++) {
      double c = stage == 0 ? 0 : stage == 3 ? 1 : 0.5, time = now + c * h, F = p->first + p->growth * time;
      for (int i = 0; i < 4; i++) at[i] = s[i] + (stage > 0 ? c * h * k[stage - 1][i] : 0);
      k[stage][0] = F * cos(at[1]) - limit;
      k[stage][1] = p->turning - F * sin(at[1]) / at[0];
      k[stage][2] = at[0] * cos(p->turning * time - at[1]);
      k[stage][3] = at[0] * sin(p->turning * time - at[1]);
    }
    for (int i = 0; i < 4; i++) s[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    now += h;
  }
  out[0] = s[2];
  out[1] = s[3];
  out[2] = s[0] * cos(p->turning * t - s[1]);
  out[3] = s[0] * sin(p->turning * t - s[1]);
}

static ContactRun pull(const Pull *p, double speed, double duration, const char *formulation) {
  char text[2000];
  snprintf(text, sizeof text,
           "gravity: [0, 0, -10]\n"
           "bodies:\n"
           "  ground: {surfaces: {table: {plane: {size: [8, 8]}}}}\n"
           "  particle: {mass: 1, inertia: [0.001, 0.001, 0.001], position: [0, 0, 0.05], surfaces: {skin: {sphere: {radius: "
           "0.05}}}}\n"
           "parameters: {F0: %.17g, F1: %.17g, w: %.17g}\n"
           "joints: {guide: {type: lock, frames: [ground, particle], locked: [rx, ry, rz]}}\n"
           "initial: {bodies: {particle: {velocity: [%.17g, 0, 0]}}}\n"
           "forces: {pull: {type: force, body: particle, components: ['(F0 + F1*t)*cos(w*t)', '(F0 + F1*t)*sin(w*t)', 0]}}\n"
           "contacts: {rub: {surfaces: [particle.skin, ground.table], friction: 0.5, start: closed}}\n"
           "analysis: {formulation: %s, tolerance: 1e-11, duration: %.17g, step: 0.01}\n"
           "output: [particle, rub, energy]\n",
           p->first, p->growth, p->turning, speed, formulation, duration);
  return run_model(text, NULL);
}

static void check_place(const ContactRun *run, const double place[4], double within) {
  CHECK_CLOSE(value_at(run, "particle.x", NAN, true), place[0], within);
  CHECK_CLOSE(value_at(run, "particle.y", NAN, true), place[1], within);
  CHECK_CLOSE(value_at(run, "particle.vx", NAN, true), place[2], within);
  CHECK_CLOSE(value_at(run, "particle.vy", NAN, true), place[3], within);
}

// From rest, F = 10 t: it slips from t = 0.5 on, at first with a = 3 v/F. Its direction turns in a time much shorter than what
// happens else: thousands of steps, if they had to follow it.
static void test_a_pulled_particle(void **state) {
  (void)state;
  static const Pull p = {0, 10, 3};
  const double start[4] = {5e-8, 3 * 5e-8 / 5, 0, 0};
  double out[4];
  slip(&p, 0.5 + 1e-4, start, 1, out);
  for (int f = 0; f < 2; f++) {
    ContactRun run = pull(&p, 0, 1, FORMULATIONS[f]);
    CHECK_CLOSE(event_at(&run, pw_result_events(run.result) - 1, "slips").t, 0.5, 1e-12);
    check_place(&run, out, 1e-10);
    assert_true(run.info.steps < 1500);  // 20000 where they do
    end_run(&run);
  }
}

// F = 3 + 2 t slows the particle down to 3e-8 m/s at about t = 1, where friction and force balance, and then carries it away: the
// same, although the slip never ends.
static void test_a_slip_that_nearly_ends(void **state) {
  (void)state;
  static const Pull p = {3, 2, 0.5};
  const double speed = 1.0032604449, start[4] = {speed, 0, 0, 0};
  double out[4];
  slip(&p, 0, start, 1.5, out);
  for (int f = 0; f < 2; f++) {
    ContactRun run = pull(&p, speed, 1.5, FORMULATIONS[f]);
    assert_int_equal(pw_result_events(run.result), 0);
    check_place(&run, out, 1e-9);
    assert_true(run.info.steps < 5000);  // 15000 where its direction is followed
    end_run(&run);
  }
}

// A ball of 1 kg that slides, v = 2, in the direction (0.8, 0.6), without turning at first: nothing drives its slip, which ends
// at 2/7 v/(mu g). Until then friction is mu N against it, in the row before the end, too, where of the slip only rounding is
// left.
static void test_a_slip_that_ends(void **state) {
  (void)state;
  static const double MU = 0.25, G = 10, SPEED = 2, ALONG[2] = {0.8, 0.6};
  char text[1000];
  for (int f = 0; f < 2; f++) {
    snprintf(
        text, sizeof text,
        "gravity: [0, 0, -10]\n"
        "bodies:\n"
        "  ground: {surfaces: {table: {plane: {size: [8, 8]}}}}\n"
        "  ball: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0, 0, 0.1], surfaces: {skin: {sphere: {radius: 0.1}}}}\n"
        "initial: {bodies: {ball: {velocity: [1.6, 1.2, 0]}}}\n"
        "contacts: {rub: {surfaces: [ball.skin, ground.table], friction: 0.25, start: closed}}\n"
        "analysis: {formulation: %s, tolerance: 1e-10, duration: 0.5, step: 0.05}\n"
        "output: [ball, rub]\n",
        FORMULATIONS[f]);
    ContactRun run = run_model(text, NULL);
    double end = event_at(&run, pw_result_events(run.result) - 1, "sticks").t;
    CHECK_CLOSE(end, 2.0 / 7 * SPEED / (MU * G), 1e-9);
    CHECK_CLOSE(value_at(&run, "rub.friction.x", end, false), -MU * G * ALONG[0], 1e-4);  // as its slip was when slow
    CHECK_CLOSE(value_at(&run, "rub.friction.y", end, false), -MU * G * ALONG[1], 1e-4);
    CHECK_CLOSE(value_at(&run, "rub.friction.x", end, true), 0, 1e-9);
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_pulled_particle), cmocka_unit_test(test_a_slip_that_nearly_ends),
                                     cmocka_unit_test(test_a_slip_that_ends), cmocka_unit_test(test_steps_used_up)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
