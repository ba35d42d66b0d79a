// Contact at its limits: profiles without size, bodies drawn flush, impacts that rounding keeps alive.
#include "contact_run.h"
#include "simulate/simulation.h"

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

// A box moves up at v and turns by w: its lower right corner goes down first, gap = g + v t - r (sin(a - w t) - sin(a)), dips by
// 2.5 um for a ms and goes up for good. Nothing bends the flight, so the whole run is one step.
static double corner_gap(double t) {
  double r = hypot(0.05, 0.05), a = -acos(-1) / 4;
  return 1e-6 + 0.99 * t + r * (sin(a - 20 * t) - sin(a));
}

static void test_dip_in_long_step(void **state) {
  (void)state;
  ContactRun run = run_model(
      "bodies:\n"
      "  ground: {profiles: {f: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
      "  box:\n"
      "    mass: 1\n"
      "    inertia: 1e-3\n"
      "    position: [0, 0.050001]\n"
      "    profiles:\n"
      "      p: {start: [-0.05, 0], chain: [{line: {to: [0.05, -0.05]}}, {line: {to: [0.05, 0.05]}}, {line: {to: [-0.05, 0]}}]}\n"
      "contacts: {c: {profiles: [ground.f, box.p], restitution: 1}}\n"
      "initial: {bodies: {box: {velocity: [0, 0.99], angular_velocity: -20}}}\n"
      "analysis: {duration: 1, step: 0.5}\n",
      NULL);
  double low = 0, high = 5e-4;
  for (int i = 0; i < 60; i++) *(corner_gap(0.5 * (low + high)) > 0 ? &low : &high) = 0.5 * (low + high);
  CHECK_CLOSE(event_at(&run, 0, "impact").t, low, 1e-12);
  end_run(&run);
}

// A ball flies past a round bump and overlaps it by `depth` for a moment. The whole run is one step, and a search, which is due
// soon, comes before the place where the gap, seen from afar, seems to be least.
static void check_graze(double from, double depth) {
  char text[600];
  snprintf(text, sizeof text,
           "bodies:\n"
           "  ground: {profiles: {f: {circle: {radius: 0.05}}}}\n"
           "  ball: {mass: 1, inertia: 1e-3, position: [%.17g, %.17g], profiles: {p: {circle: {radius: 0.05}}}}\n"
           "contacts: {c: {profiles: [ground.f, ball.p], restitution: 1}}\n"
           "initial: {bodies: {ball: {velocity: [1, 0]}}}\n"
           "analysis: {duration: 3, step: 1}\n",
           -from, 0.1 - depth);
  ContactRun run = run_model(text, NULL);
  CHECK_CLOSE(event_at(&run, 0, "impact").t, from - sqrt(depth * (0.2 - depth)), 1e-9);
  end_run(&run);
}

static void test_graze_in_long_step(void **state) {
  (void)state;
  check_graze(0.5, 1e-4);
  check_graze(0.4194, 2.4e-8);
  check_graze(1.886, 7.6e-5);
  check_graze(0.5834, 5e-7);
}

// Bodies that come to lie flat on each other, slide over edges and tip. None may overlap, and searches must not come by the
// thousand. Each was a case that failed: a corner that leaves a face over another corner, an arc that ends beside a flat face, a
// way through the table that runs along its side, corners along a bowl.
static void check_pile(const char *text) {
  ContactRun run = run_model(text, NULL);
  for (int32_t c = 0; c < pw_result_columns(run.result); c++) {
    size_t length = strlen(pw_result_column_name(run.result, c));
    if (length < 4 || strcmp(pw_result_column_name(run.result, c) + length - 4, ".gap") != 0) continue;
    for (int64_t r = 0; r < pw_result_rows(run.result); r++) assert_false(pw_result_value(run.result, r, c) < -1e-9);
  }
  assert_true(largest(&run, "energy.balance") < 1e-6);
  assert_true(run.info.searches < 8000);
  end_run(&run);
}

static void test_piles_do_not_overlap(void **state) {
  (void)state;
  check_pile(
      "gravity: [0,-9.81]\n"
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {f: {start: [0.5,0.2], chain: [{line: {to: [0,0]}},{line: {to: [-0.5,0.2]}}], closed: false}}}\n"
      "  b0: {mass: 0.5, inertia: 0.001, position: [0.01,0.09], angle: 0, profiles: {p: {start: [-0.03,-0.018], chain: [{line: "
      "{to: [0.03,-0.018]}}, {line: {to: [0,0.03]}}, {line: {to: [-0.03,-0.018]}}]}}}\n"
      "  b1: {mass: 2, inertia: 0.001, position: [0.01,0.24], angle: 0, profiles: {p: {start: [-0.04,-0.04], chain: [{line: {to: "
      "[0.04,-0.04]}},{line: {to: [0.04,0.04]}},{line: {to: [-0.04,0.04]}},{line: {to: [-0.04,-0.04]}}]}}}\n"
      "  b2: {mass: 0.5, inertia: 0.0006, position: [-0.01,0.39], angle: 0, profiles: {p: {start: [-0.04,-0.02], chain: [{line: "
      "{to: [0.04,-0.02]}},{arc: {center: [0.04,0], to: [0.04,0.02]}},{line: {to: [-0.04,0.02]}},{arc: {center: [-0.04,0], to: "
      "[-0.04,-0.02]}}]}}}\n"
      "contacts: {c: {bodies: [ground, b0, b1, b2], restitution: 0.3}}\n"
      "initial: {bodies: {b0: {velocity: [0,-1], angular_velocity: 0}, b1: {velocity: [0,-1], angular_velocity: 0}, b2: "
      "{velocity: [0,0], angular_velocity: 1.9149}}}\n"
      "analysis: {duration: 1.2, step: 0.01, impact: poisson, impact_order: sequential}\n");
  check_pile(
      "gravity: [0,-9.81]\n"
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {f: {start: [-0.5,-0.01], chain: [{line: {to: [0.5,-0.01]}},{line: {to: [0.5,0.01]}},{line: {to: "
      "[-0.5,0.01]}},{line: {to: [-0.5,-0.01]}}]}}}\n"
      "  b0: {mass: 1, inertia: 0.0006, position: [0,0.09], angle: 0, profiles: {p: {start: [-0.04,-0.04], chain: [{line: {to: "
      "[0.04,-0.04]}}, {line: {to: [0.04,-0.0133333333]}}, {line: {to: [-0.0133333333,-0.0133333333]}}, {line: {to: "
      "[-0.0133333333,0.04]}}, {line: {to: [-0.04,0.04]}}, {line: {to: [-0.04,-0.04]}}]}}}\n"
      "  b1: {mass: 2, inertia: 0.0006, position: [-0.01,0.24], angle: 0.804081934, profiles: {p: {start: [-0.05,-0.02], chain: "
      "[{line: {to: [0.05,-0.02]}},{arc: {center: [0.05,0], to: [0.05,0.02]}},{line: {to: [-0.05,0.02]}},{arc: {center: "
      "[-0.05,0], to: [-0.05,-0.02]}}]}}}\n"
      "  b2: {mass: 2, inertia: 0.001, position: [0,0.39], angle: 0, profiles: {p: {start: [0.04,0], chain: [{line: {to: "
      "[0.02,0.0346410162]}}, {line: {to: [-0.02,0.0346410162]}}, {line: {to: [-0.04,4.8985872e-18]}}, {line: {to: "
      "[-0.02,-0.0346410162]}}, {line: {to: [0.02,-0.0346410162]}}, {line: {to: [0.04,0]}}]}}}\n"
      "contacts: {c: {bodies: [ground, b0, b1, b2], restitution: 0}}\n"
      "initial: {bodies: {b0: {velocity: [0,0], angular_velocity: 0}, b1: {velocity: [0,0], angular_velocity: 0}, b2: {velocity: "
      "[0,-1], angular_velocity: 1.25917}}}\n"
      "analysis: {duration: 1.2, step: 0.01, impact: poisson, impact_order: sequential}\n");
  check_pile(
      "gravity: [0,-9.81]\n"
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {f: {start: [-0.5,-0.01], chain: [{line: {to: [0.5,-0.01]}},{line: {to: [0.5,0.01]}},{line: {to: "
      "[-0.5,0.01]}},{line: {to: [-0.5,-0.01]}}]}}}\n"
      "  b0: {mass: 0.5, inertia: 0.0006, position: [0,0.09], angle: 0, profiles: {p: {start: [-0.05,-0.02], chain: [{line: {to: "
      "[0.05,-0.02]}},{arc: {center: [0.05,0], to: [0.05,0.02]}},{line: {to: [-0.05,0.02]}},{arc: {center: [-0.05,0], to: "
      "[-0.05,-0.02]}}]}}}\n"
      "  b1: {mass: 1, inertia: 0.0006, position: [0,0.24], angle: 0.785398163, profiles: {p: {start: [-0.05,-0.05], chain: "
      "[{line: {to: [0.05,-0.05]}}, {line: {to: [0.05,0.05]}}, {line: {to: [0.03,0.05]}}, {line: {to: [0.03,-0.025]}}, {line: "
      "{to: [-0.03,-0.025]}}, {line: {to: [-0.03,0.05]}}, {line: {to: [-0.05,0.05]}}, {line: {to: [-0.05,-0.05]}}]}}}\n"
      "contacts: {c: {bodies: [ground, b0, b1], restitution: 0.3}}\n"
      "initial: {bodies: {b0: {velocity: [-0.0755878,-1], angular_velocity: 0}, b1: {velocity: [0,-1], angular_velocity: 0}}}\n"
      "analysis: {duration: 1.2, step: 0.01, impact: newton, impact_order: simultaneous}\n");
  check_pile(
      "gravity: [0,-9.81]\n"
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {f: {start: [0.3,0.3], chain: [{arc: {center: [0,0.3], to: [-0.3,0.3], clockwise: true}}], closed: "
      "false}}}\n"
      "  b0: {mass: 0.5, inertia: 0.001, position: [-0.0041547287,0.09], angle: 0.785398163, profiles: {p: {start: "
      "[-0.05,-0.02], chain: [{line: {to: [0.05,-0.02]}},{arc: {center: [0.05,0], to: [0.05,0.02]}},{line: {to: "
      "[-0.05,0.02]}},{arc: {center: [-0.05,0], to: [-0.05,-0.02]}}]}}}\n"
      "  b1: {mass: 0.5, inertia: 0.001, position: [0.01,0.24], angle: -2.5680585, profiles: {p: {start: [-0.03,-0.03], chain: "
      "[{line: {to: [0.03,-0.03]}}, {line: {to: [0.03,0.03]}}, {line: {to: [0.018,0.03]}}, {line: {to: [0.018,-0.015]}}, {line: "
      "{to: [-0.018,-0.015]}}, {line: {to: [-0.018,0.03]}}, {line: {to: [-0.03,0.03]}}, {line: {to: [-0.03,-0.03]}}]}}}\n"
      "  b2: {mass: 1, inertia: 0.001, position: [0,0.39], angle: 0, profiles: {p: {start: [-0.04,-0.03], chain: [{line: {to: "
      "[0.04,-0.03]}},{line: {to: [0.04,0.03]}},{line: {to: [-0.04,0.03]}},{line: {to: [-0.04,-0.03]}}]}}}\n"
      "contacts: {c: {bodies: [ground, b0, b1, b2], restitution: 0.3}}\n"
      "initial: {bodies: {b0: {velocity: [0,0], angular_velocity: 0}, b1: {velocity: [0,0], angular_velocity: 0}, b2: {velocity: "
      "[0,-1], angular_velocity: 2.80582}}}\n"
      "analysis: {duration: 1.2, step: 0.01, impact: newton, impact_order: simultaneous}\n");
  check_pile(  // edges one above the other: corners that pass each other by 4e-10 m
      "gravity: [0,-9.81]\n"
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {f: {start: [-0.5,-0.01], chain: [{line: {to: [0.5,-0.01]}},{line: {to: [0.5,0.01]}},{line: {to: "
      "[-0.5,0.01]}},{line: {to: [-0.5,-0.01]}}]}}}\n"
      "  b1: {mass: 1, inertia: 6e-4, position: [0, 0.06], profiles: {p: {start: [-0.05,-0.04], chain: [{line: {to: "
      "[0.05,-0.04]}},{line: {to: [0.05,0.04]}},{line: {to: [-0.05,0.04]}},{line: {to: [-0.05,-0.04]}}]}}}\n"
      "  b2: {mass: 2, inertia: 6e-4, position: [0.01, 0.17], profiles: {p: {start: [-0.04,-0.05], chain: [{line: {to: "
      "[0.04,-0.05]}},{line: {to: [0.04,0.05]}},{line: {to: [-0.04,0.05]}},{line: {to: [-0.04,-0.05]}}]}}}\n"
      "  b3: {mass: 1, inertia: 6e-4, position: [-0.01, 0.28], angle: 0.1, profiles: {p: {start: [-0.05,-0.03], chain: [{line: "
      "{to: [0.05,-0.03]}},{line: {to: [0.05,0.03]}},{line: {to: [-0.05,0.03]}},{line: {to: [-0.05,-0.03]}}]}}}\n"
      "contacts: {c: {bodies: [ground, b1, b2, b3], restitution: 0.3}}\n"
      "analysis: {duration: 1.5, step: 0.005, impact: newton, impact_order: simultaneous}\n");
  check_pile(  // rebounds that keep each other going at 4 um/s
      "gravity: [0,-9.81]\n"
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {f: {start: [0.3,0.3], chain: [{arc: {center: [0,0.3], to: [-0.3,0.3], clockwise: true}}], closed: "
      "false}}}\n"
      "  b0: {mass: 2, inertia: 0.001, position: [0.0132488392,0.09], angle: 0.785398163, profiles: {p: {start: [-0.05,-0.04], "
      "chain: [{line: {to: [0.05,-0.04]}},{line: {to: [0.05,0.04]}},{line: {to: [-0.05,0.04]}},{line: {to: [-0.05,-0.04]}}]}}}\n"
      "  b1: {mass: 1, inertia: 0.0006, position: [-0.01,0.24], angle: 0, profiles: {p: {start: [-0.04,-0.05], chain: [{line: "
      "{to: [0.04,-0.05]}},{line: {to: [0.04,0.05]}},{line: {to: [-0.04,0.05]}},{line: {to: [-0.04,-0.05]}}]}}}\n"
      "contacts: {c: {bodies: [ground, b0, b1], restitution: 0.5}}\n"
      "initial: {bodies: {b0: {velocity: [0,-1], angular_velocity: 0}, b1: {velocity: [0,-1], angular_velocity: 2.30922}}}\n"
      "analysis: {duration: 1.2, step: 0.01, impact: poisson, impact_order: simultaneous}\n");
}

// A law with a kink every 0.1 us: 1e8 events lie ahead, and the run says so instead of going on.
static void test_too_many_events(void **state) {
  (void)state;
  check_fails(
      "bodies: {a: {mass: 1}}\n"
      "joints: {j: {type: prismatic, between: [ground, a], at: [0, 0], axis: x}}\n"
      "forces: {f: {type: joint, coordinate: j, law: \"mod(1e7*t, 1)\"}}\n"
      "analysis: {duration: 10}\n",
      PAWL_ERR_LIMIT, "events within");
}

// Circles about one centre overlap all around: two discs, and a pin in a hole that is too small by 10 mm.
static void test_circles_about_one_centre_are_refused(void **state) {
  (void)state;
#define ABOUT_ONE_CENTRE(HOLE)                                               \
  "planar: true\n"                                                           \
  "bodies:\n"                                                                \
  "  ground: {profiles: {f: {circle: {radius: 0.04" HOLE                     \
  "}}}}\n"                                                                   \
  "  b: {mass: 1, inertia: 1e-3, profiles: {p: {circle: {radius: 0.05}}}}\n" \
  "contacts: {c: {profiles: [ground.f, b.p]}}\n"
  check_fails(ABOUT_ONE_CENTRE(""), PAWL_ERR_ASSEMBLY, "overlap by 0.09 m all around (0, 0) m");
  check_fails(ABOUT_ONE_CENTRE(", clockwise: true"), PAWL_ERR_ASSEMBLY, "overlap by 0.01 m all around (0, 0) m");
}

// A body inside another one that it has no touch with: a tip in the middle of a disc, a tip and a pin in the middle of a star,
// whose flanks' feet lie beyond their re-entrant corners.
static void test_a_body_inside_another_is_refused(void **state) {
  (void)state;
#define IN_THE_MIDDLE(AROUND, INSIDE)                    \
  "planar: true\n"                                       \
  "bodies:\n"                                            \
  "  ground: {profiles: {f: {" AROUND                    \
  "}}}\n"                                                \
  "  b: {mass: 1, inertia: 1e-3, profiles: {p: {" INSIDE \
  "}}}\n"                                                \
  "contacts: {c: {profiles: [ground.f, b.p]}}\n"
#define STAR                                                                                                                  \
  "start: [4, 0], chain: [{line: {to: [1, 1]}}, {line: {to: [0, 4]}}, {line: {to: [-1, 1]}}, {line: {to: [-4, 0]}}, {line: {" \
  "to: [-1, -1]}}, {line: {to: [0, -4]}}, {line: {to: [1, -1]}}, {line: {to: [4, 0]}}]"
  check_fails(IN_THE_MIDDLE("circle: {radius: 0.04}", "point: [0, 0]"), PAWL_ERR_ASSEMBLY, "'b' is inside the body 'ground'");
  check_fails(IN_THE_MIDDLE(STAR, "point: [0, 0]"), PAWL_ERR_ASSEMBLY, "'b' is inside the body 'ground'");
  check_fails(IN_THE_MIDDLE(STAR, "circle: {radius: 0.1}"), PAWL_ERR_ASSEMBLY, "'b' is inside the body 'ground'");
}

// A tip falls on a box from 0.05 m above it, and is not taken for one that is 0.25 m above its lower face.
static void test_tip_over_box(void **state) {
  (void)state;
  ContactRun run = run_model(
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {f: {start: [-0.5, -0.1], chain: [{line: {to: [0.5, -0.1]}}, {line: {to: [0.5, 0.1]}}, {line: {to: "
      "[-0.5, 0.1]}}, {line: {to: [-0.5, -0.1]}}]}}}\n"
      "  b: {mass: 1, inertia: 0.01, position: [0, 0.15], profiles: {p: {point: [0, 0]}}}\n"
      "contacts: {c: {profiles: [ground.f, b.p]}}\n"
      "analysis: {duration: 0.2}\n",
      NULL);
  PwResultEvent impact = event_at(&run, 0, "impact");
  CHECK_CLOSE(impact.t, sqrt(2 * 0.05 / 9.81), 1e-9);
  CHECK_CLOSE(value_at(&run, "b.y", NAN, true), 0.1, 1e-12);
  end_run(&run);
}

// Fourteen hinged dominoes without restitution: in the end all lean on each other, flat side on flat side, and each side tips
// from one corner to the other until it rests. The energy balance holds, and no impact comes again and again.
static void test_dominoes_come_to_rest_on_each_other(void **state) {
  (void)state;
  enum { COUNT = 14 };
  static const char *const formulation[] = {"multipliers", "canonical"};
  for (int way = 0; way < 2; way++) {
    char text[8000];
    int length = snprintf(text, sizeof text, "gravity: [0, -9.81]\nbodies:\n");
#define ADD(...) length += snprintf(text + length, sizeof text - (size_t)length, __VA_ARGS__)
    for (int i = 0; i < COUNT; i++) {
      ADD("  d%d: {mass: 0.1, inertia: 4e-4, center: [0, 0.105], position: [%.2f, 0], profiles: {s: {start: [0.01, 0], chain: [\n"
          "    {line: {to: [0.01, 0.21]}}, {line: {to: [-0.01, 0.21]}}, {line: {to: [-0.01, 0]}}, {line: {to: [0.01, 0]}}]}}}\n",
          i, 0.11 * i);
    }
    ADD("joints:\n");
    for (int i = 0; i < COUNT; i++)
      ADD("  h%d: {type: revolute, between: [ground, d%d], at: [%.2f, 0]}\n", i, i, 0.11 * i + 0.01);
    ADD("contacts:\n");
    for (int i = 0; i + 1 < COUNT; i++) ADD("  c%d: {profiles: [d%d.s, d%d.s]}\n", i, i, i + 1);
    ADD("initial: {joints: {h0: {speed: -2.2}}}\nanalysis: {duration: 1.5, formulation: %s}\noutput: [joints, energy]\n",
        formulation[way]);
#undef ADD
    ContactRun run = run_model(text, NULL);
    assert_true(pw_result_events(run.result) < 1000);
    CHECK_CLOSE(largest(&run, "energy.balance"), 0, 1e-8);
    end_run(&run);
  }
}

// An impact that changes nothing counts, one that does begins anew.
static void test_futile_impacts(void **state) {
  (void)state;
  PwTouch touch = {0};
  for (int i = 0; i < 99; i++) assert_false(pw_touch_is_futile(&touch, -1e-3, -1e-3 + 1e-9 * i));
  assert_false(pw_touch_is_futile(&touch, -1e-3, 0));
  for (int i = 0; i < 99; i++) assert_false(pw_touch_is_futile(&touch, -1e-3, -1e-3));
  assert_true(pw_touch_is_futile(&touch, -1e-3, -1e-3));
}

// What is said of them.
static void test_futile_touch_is_named(void **state) {
  (void)state;
  static const char text[] =
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
      "  ball: {mass: 1, inertia: 1, position: [0, 0.3], profiles: {skin: {circle: {radius: 0.1}}}}\n"
      "contacts: {landing: {profiles: [ball.skin, ground.floor]}}\n";
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlSimulation *simulation = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  assert_int_equal(pawl_simulation_create(mechanism, &options, messages, &simulation), PAWL_OK);
  PwTouch touch = {.futile = 100, .rate = -1e-4, .gap = -1e-9};
  assert_int_equal(pw_contact_fail_futile(simulation, 0.5, &touch, messages), PAWL_ERR_LIMIT);
  const char *said = pawl_messages_get(messages, pawl_messages_count(messages) - 1).text;
  assert_non_null(strstr(said, "contact 'landing': at t = 0.5 s the last 100 impacts of a touch of 'ball' and 'ground'"));
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tip_in_notch),
      cmocka_unit_test(test_thin_pin),
      cmocka_unit_test(test_drawn_flush),
      cmocka_unit_test(test_rounding_rebounds),
      cmocka_unit_test(test_dip_in_long_step),
      cmocka_unit_test(test_graze_in_long_step),
      cmocka_unit_test(test_piles_do_not_overlap),
      cmocka_unit_test(test_too_many_events),
      cmocka_unit_test(test_circles_about_one_centre_are_refused),
      cmocka_unit_test(test_a_body_inside_another_is_refused),
      cmocka_unit_test(test_tip_over_box),
      cmocka_unit_test(test_dominoes_come_to_rest_on_each_other),
      cmocka_unit_test(test_futile_impacts),
      cmocka_unit_test(test_futile_touch_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
