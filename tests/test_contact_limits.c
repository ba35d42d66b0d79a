// Contact at its limits: profiles without size, bodies drawn flush, impacts that rounding keeps alive.
#include "contact_run.h"

// A tip (size 0) falls by h on a slope a, slides down into a re-entrant corner and up the next slope b. Without restitution the
// speed across is lost at each: sqrt(2 g h) cos(a), then v sin(a + b) with v^2 = 2 g h sin(a)^2 + 2 g 0.21.
static void test_tip_in_notch(void **state) {
  (void)state;
  ContactRun run = run_model(
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {v: {start: [0.5, 0.1], chain: [{line: {to: [0, 0]}}, {line: {to: [-0.5, 0.3]}}], closed: false}}}\n"
      "  tip: {mass: 1, inertia: 1e-3, position: [-0.35, 0.32], profiles: {p: {point: [0, 0]}}}\n"
      "contacts: {c: {profiles: [ground.v, tip.p]}}\n"
      "analysis: {duration: 0.5, step: 0.01}\n",
      NULL);
  double g = 9.81, h = 0.11, a = atan(0.6), b = atan(0.2), v = sqrt(2 * g * (h * sin(a) * sin(a) + 0.21));
  PwResultEvent first = event_at(&run, 0, "impact"), second = event_at(&run, 1, "impact");
  CHECK_CLOSE(first.speed_before, -sqrt(2 * g * h) * cos(a), 1e-9);
  CHECK_CLOSE(second.speed_before, -v * sin(a + b), 1e-9);
  CHECK_CLOSE(second.x, 0, 1e-9);
  assert_true(run.info.searches < 300);
  end_run(&run);
}

// A thin pin slides 4 m down a slope: as many searches as for a thick one.
static void test_thin_pin(void **state) {
  (void)state;
  ContactRun run = run_model(
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {f: {start: [5, -2], chain: [{line: {to: [-5, 2]}}], closed: false}}}\n"
      "  pin: {mass: 1, inertia: 1e-3, position: [-4, 1.601], profiles: {p: {circle: {radius: 1e-6}}}}\n"
      "contacts: {c: {profiles: [ground.f, pin.p]}}\n"
      "analysis: {duration: 1.5, step: 0.01}\n",
      NULL);
  CHECK_CLOSE(value_at(&run, "c.force", NAN, true), 9.81 * cos(atan(0.4)), 1e-9);
  assert_true(run.info.searches < 100);
  end_run(&run);
}

// A box drawn to lie on another, to rounding, is no overlap: its weight lies on two corners, at 0.04 m left and right of its
// centre.
static void test_drawn_flush(void **state) {
  (void)state;
  ContactRun run = run_model(
      "gravity: [0, -10]\n"
      "bodies:\n"
      "  ground:\n"
      "    profiles:\n"
      "      f: {start: [-0.05, -0.04], chain: [{line: {to: [0.05, -0.04]}}, {line: {to: [0.05, 0.04]}}, {line: {to: [-0.05, "
      "0.04]}}, {line: {to: [-0.05, -0.04]}}]}\n"
      "  box:\n"
      "    mass: 2\n"
      "    inertia: 6e-4\n"
      "    position: [0.01, 0.09]\n"
      "    profiles:\n"
      "      p: {start: [-0.04, -0.05], chain: [{line: {to: [0.04, -0.05]}}, {line: {to: [0.04, 0.05]}}, {line: {to: [-0.04, "
      "0.05]}}, {line: {to: [-0.04, -0.05]}}]}\n"
      "contacts: {c: {profiles: [ground.f, box.p]}}\n"
      "analysis: {duration: 0.1, step: 0.01}\n",
      NULL);
  CHECK_CLOSE(value_at(&run, "c.1.force", NAN, true), 10, 1e-9);
  CHECK_CLOSE(value_at(&run, "c.2.force", NAN, true), 10, 1e-9);
  CHECK_CLOSE(value_at(&run, "box.y", NAN, true), 0.09, 1e-12);
  end_run(&run);
}

// A ball of 1 g with a rebound tolerance far below what rounding allows: an impact at speed v begins a flight of height
// v^2/(2 g), and a gap is noticed 1e-13 of the size below zero. The ball comes to rest all the same, with 1 - e^2 lost each time.
static void test_rounding_rebounds(void **state) {
  (void)state;
  ContactRun run = run_model(
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {f: {start: [5, 0], chain: [{line: {to: [-5, 0]}}], closed: false}}}\n"
      "  ball: {mass: 1e-3, inertia: 1e-6, position: [0, 0.2], profiles: {p: {circle: {radius: 0.1}}}}\n"
      "contacts: {c: {profiles: [ground.f, ball.p], restitution: 0.5, rebound: 1e-12}}\n"
      "analysis: {duration: 1, step: 0.1}\n",
      NULL);
  double end = sqrt(2 * 0.1 / 9.81) * (1 + 0.5) / (1 - 0.5);  // of infinitely many impacts
  int64_t last = pw_result_events(run.result) - 1;
  CHECK_CLOSE(event_at(&run, last, "accumulates").value, end, 1e-6);
  assert_true(run.info.impacts < 40);
  CHECK_CLOSE(value_at(&run, "c.force", NAN, true), 9.81e-3, 1e-12);
  CHECK_CLOSE(value_at(&run, "ball.y", NAN, true), 0.1, 1e-9);
  end_run(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tip_in_notch),
      cmocka_unit_test(test_thin_pin),
      cmocka_unit_test(test_drawn_flush),
      cmocka_unit_test(test_rounding_rebounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
