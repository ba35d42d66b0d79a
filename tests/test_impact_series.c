// Impacts that alternate between touches of a body come to an end together, and are told as one row, in both formulations.
#include <math.h>

#include "contact_run.h"

static const char *const FORMULATIONS[] = {"multipliers", "canonical"};

// The only `accumulates` of a run.
static PwResultEvent only_end(const ContactRun *run) {
  PwResultEvent found = {.t = NAN};
  int count = 0;
  for (int64_t i = 0; i < pw_result_events(run->result); i++) {
    PwResultEvent e = pw_result_get_event(run->result, i);
    if (strcmp(e.kind, "accumulates") == 0) found = e, count++;
  }
  assert_int_equal(count, 1);
  return found;
}

// A block that rocks from corner to corner under a force that turns with it has constant accelerations. Its corners are at
// (-p, -h) and (q, -h) from the centre of mass; about corner i with moment of inertia I_i it turns back within 2 w I_i/(F arm), a
// corner that lands sticks and leaves (I + m (h^2 - p q))/I_i of the angular speed w, so every cycle is the same part of the
// last.
static void test_a_block_that_rocks(void **state) {
  (void)state;
  const double m = 1, I = 0.08, p = 0.1, q = 0.15, h = 0.5, F = 10, tilt = 0.1;
  const double about_p = I + m * (p * p + h * h), about_q = I + m * (q * q + h * h), kept = I + m * (h * h - p * q);
  const double first = sqrt(2 * tilt * about_p / (F * p)), w = sqrt(2 * tilt * F * p / about_p);
  const double cycle = 2 * kept * w / (F * q) + 2 * kept * kept * w / (about_q * F * p);
  const double end = first + cycle / (1 - kept * kept / (about_p * about_q));
  for (int f = 0; f < 2; f++) {
    char text[2000];
    snprintf(text, sizeof text,
             "planar: true\n"
             "parameters: {p: 0.1, q: 0.15, h: 0.5, th: 0.1}\n"
             "bodies:\n"
             "  ground: {profiles: {floor: {start: [3, 0], closed: false, chain: [{line: {to: [-3, 0]}}]}}}\n"
             "  block: {mass: 1, inertia: 0.08, position: [p*cos(th) - h*sin(th), p*sin(th) + h*cos(th)], angle: th, profiles: "
             "{s: {start: [-p, -h], chain: [{line: {to: [q, -h]}}, {line: {to: [q, h]}}, {line: {to: [-p, h]}}, {line: {to: [-p, "
             "-h]}}]}}}\n"
             "contacts: {rest: {profiles: [block.s, ground.floor], friction: 1}}\n"
             "forces: {down: {type: force, body: block, components: [0, -10], follow: true}}\n"
             "analysis: {formulation: %s, tolerance: 1e-11, duration: 6, step: 0.5}\n",
             FORMULATIONS[f]);
    ContactRun run = run_model(text, NULL);
    CHECK_CLOSE(event_at(&run, 1, "impact").t, first, 1e-10);
    PwResultEvent last = only_end(&run);
    CHECK_CLOSE(last.value, end, 1e-9);
    assert_true(last.t < end);
    CHECK_CLOSE(value_at(&run, "block.angle", NAN, true), 0, 1e-12);
    end_run(&run);
  }
}

// The same, and as a box in space, at tolerances so loose that what friction brings about is not known to less than the last
// swings: it comes to rest once, at both corners, where it sticks, and no impulse pulls (which the audit of the run would find).
static void test_a_block_that_rocks_at_loose_tolerances(void **state) {
  (void)state;
  static const char BODIES[][700] = {
      "planar: true\n"
      "parameters: {th: 0.1}\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [3, 0], closed: false, chain: [{line: {to: [-3, 0]}}]}}}\n"
      "  block: {mass: 1, inertia: 0.08, position: [0.1*cos(th) - 0.5*sin(th), 0.1*sin(th) + 0.5*cos(th)], angle: th, profiles: "
      "{s: {start: [-0.1, -0.5], chain: [{line: {to: [0.1, -0.5]}}, {line: {to: [0.1, 0.5]}}, {line: {to: [-0.1, 0.5]}}, {line: "
      "{to: [-0.1, -0.5]}}]}}}\n"
      "contacts: {rest: {profiles: [block.s, ground.floor], friction: 1}}\n"
      "forces: {down: {type: force, body: block, components: [0, -10], follow: true}}\n",
      "planar: false\n"
      "parameters: {th: 0.1}\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {box: {size: [6, 6, 1]}, at: [0, 0, -0.5]}}}\n"
      "  block: {mass: 1, inertia: [0.08, 0.08, 0.08], position: [0.1*cos(th) - 0.5*sin(th), 0, 0.1*sin(th) + 0.5*cos(th)], "
      "quaternion: [cos(th/2), 0, -sin(th/2), 0], surfaces: {s: {box: {size: [0.2, 0.3, 1]}}}}\n"
      "contacts: {rest: {surfaces: [block.s, ground.floor], friction: 1}}\n"
      "forces: {down: {type: force, body: block, components: [0, 0, -10], follow: true}}\n"};
  const double m = 1, I = 0.08, p = 0.1, h = 0.5, F = 10, tilt = 0.1, about = I + m * (p * p + h * h);
  const double kept = (I + m * (h * h - p * p)) / about, first = sqrt(2 * tilt * about / (F * p));
  const double end = first + 2 * first * kept / (1 - kept);
  static const char *const TOLERANCES[] = {"1e-4", "1e-5", "2e-6", "1e-6"};
  for (int i = 0; i < 16; i++) {
    char text[2000];
    snprintf(text, sizeof text, "%sanalysis: {formulation: %s, tolerance: %s, duration: %.17g, step: 0.5, max_steps: 2000}\n",
             BODIES[i / 8], FORMULATIONS[i / 4 % 2], TOLERANCES[i % 4], end + 1);
    ContactRun run = run_model(text, NULL);
    int64_t events = pw_result_events(run.result);
    CHECK_CLOSE(pw_result_get_event(run.result, events - 1).t / end, 1, 1e-2);
    CHECK_CLOSE(value_at(&run, i < 8 ? "block.y" : "block.z", NAN, true), h, 1e-8);
    end_run(&run);
  }
}

// A beam on two feet in space, without friction, at two contacts: about a foot at p from the middle its small swings have the
// acceleration m g p/(I + m p^2), and a foot that lands leaves (I - m p^2)/(I + m p^2) of the speed.
static void test_a_beam_on_two_feet(void **state) {
  (void)state;
  const double m = 2, I = 0.5, p = 0.3, g = 9.81, tilt = 1e-3;
  const double about = I + m * p * p, kept = (I - m * p * p) / about, first = sqrt(2 * tilt * about / (m * g * p));
  const double end = first + 2 * first * kept / (1 - kept);
  for (int f = 0; f < 2; f++) {
    char text[2000];
    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  ground: {surfaces: {floor: {plane: {size: [4, 4]}}}}\n"
             "  beam: {mass: 2, inertia: [0.5, 0.5, 0.5], position: [0, 0, 0.1 + 0.3*sin(1e-3)], euler: {order: xyz, angles: [0, "
             "1e-3, 0]}, surfaces: "
             "{l: {sphere: {radius: 0.1}, at: [-0.3, 0, 0]}, r: {sphere: {radius: 0.1}, at: [0.3, 0, 0]}}}\n"
             "contacts: {left: {surfaces: [ground.floor, beam.l]}, right: {surfaces: [ground.floor, beam.r]}}\n"
             "analysis: {formulation: %s, tolerance: 1e-11, duration: 0.5, step: 0.1}\n",
             FORMULATIONS[f]);
    ContactRun run = run_model(text, NULL);
    PwResultEvent last = only_end(&run);
    CHECK_CLOSE(last.value / end, 1, 2 * tilt * tilt);
    end_run(&run);
  }
}

// A ball that bounces has a row of its own, and two corners that strike together are no row.
static void test_what_does_not_alternate(void **state) {
  (void)state;
  ContactRun run = run_model(
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [1, 0], closed: false, chain: [{line: {to: [-1, 0]}}]}}}\n"
      "  ball: {mass: 1, inertia: 0.004, position: [0, 0.5], profiles: {skin: {circle: {radius: 0.1}}}}\n"
      "contacts: {rub: {profiles: [ball.skin, ground.floor], restitution: 0.5}}\n"
      "analysis: {duration: 2, step: 0.5}\n",
      NULL);
  assert_non_null(strstr(only_end(&run).detail, "impacts of this touch"));
  end_run(&run);
  run = run_model(
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [1, 0], closed: false, chain: [{line: {to: [-1, 0]}}]}}}\n"
      "  box: {mass: 1, inertia: 0.004, position: [0, 0.5], profiles: {skin: {start: [-0.1, -0.1], chain: [{line: {to: [0.1, "
      "-0.1]}}, {line: {to: [0.1, 0.1]}}, {line: {to: [-0.1, 0.1]}}, {line: {to: [-0.1, -0.1]}}]}}}\n"
      "contacts: {rub: {profiles: [box.skin, ground.floor], restitution: 0.5}}\n"
      "analysis: {duration: 2, step: 0.5}\n",
      NULL);
  int count = 0;
  for (int64_t i = 0; i < pw_result_events(run.result); i++) {
    PwResultEvent e = pw_result_get_event(run.result, i);
    if (strcmp(e.kind, "accumulates") != 0) continue;
    assert_non_null(strstr(e.detail, "impacts of this touch"));
    CHECK_CLOSE(e.value, sqrt(0.8 / 9.81) * 3, 1e-10);
    count++;
  }
  assert_int_equal(count, 2);
  end_run(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_block_that_rocks),
      cmocka_unit_test(test_a_block_that_rocks_at_loose_tolerances),
      cmocka_unit_test(test_a_beam_on_two_feet),
      cmocka_unit_test(test_what_does_not_alternate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
