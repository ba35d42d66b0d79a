// Contact of surfaces in dynamic, static and kinematic runs against closed forms, in both formulations: impacts, opening, several
// touches, edges and tips, borders, overlaps.
#include "contact_run.h"

static const double NO = NAN;
static const char *const FORMULATIONS[] = {"multipliers", "canonical"};

static void write_model(char text[4000], const char *formulation, const char *model, const char *analysis) {
  snprintf(text, 4000, "%s\nanalysis: {formulation: %s, tolerance: 1e-11, %s}\n", model, formulation, analysis);
}
static ContactRun run_in(const char *formulation, const char *model, const char *analysis) {
  char text[4000];
  write_model(text, formulation, model, analysis);
  return run_model(text, NULL);
}

// A ball falls on a plane from 1 m with e = 0.8: impacts at sqrt(2h/g) (1 + 2e + 2e^2 + ...), at rest from their sum on.
static void test_a_ball_bounces_and_rests(void **state) {
  (void)state;
  const char *model =
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [4, 4]}}}}\n"
      "  ball: {mass: 2, inertia: [1e-2, 1e-2, 1e-2], position: [0.3, 0.2, 1.1], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
      "contacts: {c: {surfaces: [ground.floor, ball.s], restitution: 0.8}}\n"
      "output: [ball, c, energy]";
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], model, "duration: 6, step: 0.5");
    double first = sqrt(2 / 9.81), speed = sqrt(2 * 9.81), t = first;
    for (int i = 0; i < 8; i++) {
      PwResultEvent e = event_at(&run, i, "impact");
      CHECK_CLOSE(e.t, t, 1e-10);
      CHECK_CLOSE(e.speed_before, -speed, 1e-9);
      CHECK_CLOSE(e.speed_after, 0.8 * speed, 1e-9);
      CHECK_CLOSE(e.impulse, 2 * 1.8 * speed, 1e-9);
      CHECK_CLOSE(e.x, 0.3, 1e-12);
      CHECK_CLOSE(e.y, 0.2, 1e-12);
      CHECK_CLOSE(e.z, 0, 1e-12);
      speed *= 0.8;
      t += 2 * speed / 9.81;
    }
    bool accumulates = false;
    for (int64_t i = 0; i < pw_result_events(run.result); i++) {
      PwResultEvent e = pw_result_get_event(run.result, i);
      if (strcmp(e.kind, "accumulates") != 0) continue;
      accumulates = true;
      CHECK_CLOSE(e.value, 4.063712768871579, 1e-9);
    }
    assert_true(accumulates);
    CHECK_CLOSE(value_at(&run, "ball.z", NO, true), 0.1, 1e-12);
    CHECK_CLOSE(value_at(&run, "c.force", NO, true), 2 * 9.81, 1e-9);
    end_run(&run);
  }
}

// A ball comes to rest between two planes at 45 degrees: each carries m g/sqrt(2); it goes on along the groove.
static void test_a_ball_rests_in_a_groove(void **state) {
  (void)state;
  const char *model =
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground:\n"
      "    surfaces:\n"
      "      left: {plane: {size: [2, 2]}, axes: {z: [1, 0, 1], y: y}}\n"
      "      right: {plane: {size: [2, 2]}, axes: {z: [-1, 0, 1], y: y}}\n"
      "  ball: {mass: 2, inertia: [8e-3, 8e-3, 8e-3], position: [0.05, 0, 0.3], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
      "contacts:\n"
      "  l: {surfaces: [ground.left, ball.s], restitution: 0.5}\n"
      "  r: {surfaces: [ground.right, ball.s], restitution: 0.5}\n"
      "initial: {bodies: {ball: {velocity: [0, 0.3, 0]}}}\n"
      "output: [ball, l, r]";
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], model, "duration: 1.5, step: 0.5");
    // the gap of the right wall is (z - x)/sqrt(2) - 0.1 and falls with g/sqrt(2)
    CHECK_CLOSE(event_at(&run, 0, "impact").t, sqrt(2 * (0.25 / sqrt(2) - 0.1) * sqrt(2) / 9.81), 1e-10);
    CHECK_CLOSE(value_at(&run, "l.force", NO, true), 2 * 9.81 / sqrt(2), 1e-8);
    CHECK_CLOSE(value_at(&run, "r.force", NO, true), 2 * 9.81 / sqrt(2), 1e-8);
    CHECK_CLOSE(value_at(&run, "ball.x", NO, true), 0, 1e-10);
    CHECK_CLOSE(value_at(&run, "ball.z", NO, true), 0.1 * sqrt(2), 1e-10);
    CHECK_CLOSE(value_at(&run, "ball.y", NO, true), 0.45, 1e-10);
    end_run(&run);
  }
}

// A table on four feet, its mass above the middle: each carries a quarter, which is the least-norm choice, and is said.
static void test_four_feet_share_the_weight(void **state) {
  (void)state;
  const char *model =
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [4, 4]}}}}\n"
      "  table:\n"
      "    mass: 2\n"
      "    inertia: [0.08, 0.08, 0.08]\n"
      "    position: [0, 0, 0.5]\n"
      "    surfaces:\n"
      "      a: {sphere: {radius: 0.05}, at: [0.3, 0.3, -0.4]}\n"
      "      b: {sphere: {radius: 0.05}, at: [-0.3, 0.3, -0.4]}\n"
      "      c: {sphere: {radius: 0.05}, at: [0.3, -0.3, -0.4]}\n"
      "      d: {sphere: {radius: 0.05}, at: [-0.3, -0.3, -0.4]}\n"
      "contacts: {feet: {bodies: [ground, table]}}\n"
      "output: [table, feet.ground.table.a, feet.ground.table.b, feet.ground.table.c, feet.ground.table.d]";
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], model, "duration: 1, step: 0.5");
    CHECK_CLOSE(event_at(&run, 0, "shares").t, sqrt(2 * 0.05 / 9.81), 1e-10);
    for (int i = 1; i < 5; i++) CHECK_CLOSE(event_at(&run, i, "impact").impulse, 2 * 9.81 * sqrt(2 * 0.05 / 9.81) / 4, 1e-9);
    for (int i = 0; i < 4; i++) {
      char name[40];
      snprintf(name, sizeof name, "feet.ground.table.%c.force", 'a' + i);
      CHECK_CLOSE(value_at(&run, name, NO, true), 2 * 9.81 / 4, 1e-9);
    }
    CHECK_CLOSE(value_at(&run, "table.z", NO, true), 0.45, 1e-11);
    end_run(&run);
  }
}

// A ball rolls off the border of a plane that has no edge element: an event that says so, free fall from there on.
static void test_a_ball_leaves_over_a_border(void **state) {
  (void)state;
  const char *model =
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [1, 1]}}}}\n"
      "  ball: {mass: 2, inertia: [8e-3, 8e-3, 8e-3], position: [0, 0, 0.1], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
      "contacts: {c: {surfaces: [ground.floor, ball.s], start: closed}}\n"
      "initial: {bodies: {ball: {velocity: [1, 0.2, 0]}}}\n"
      "output: [ball, c]";
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], model, "duration: 1, step: 0.5");
    PwResultEvent e = event_at(&run, 0, "leaves");
    CHECK_CLOSE(e.t, 0.5, 1e-9);
    assert_non_null(strstr(e.detail, "border"));
    CHECK_CLOSE(e.x, 0.5, 1e-9);
    CHECK_CLOSE(e.y, 0.1, 1e-9);
    CHECK_CLOSE(e.force_before, 2 * 9.81, 1e-8);
    assert_int_equal(pw_result_events(run.result), 1);
    CHECK_CLOSE(value_at(&run, "ball.z", NO, true), 0.1 - 9.81 / 2 * 0.25, 1e-8);
    if (run.info.searches > 100) fail_msg("%lld searches", (long long)run.info.searches);
    end_run(&run);
  }
}

// Half a ball, turned from a quarter of a circle, spins on a plane about its centre at w = 2 rad/s. The touch starts at 0.3 rad
// from the pole, goes over it, and at a right angle on the other side it leaves over the border.
static void test_over_pole(void **state) {
  (void)state;
  const char *model =
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [1, 1]}}}}\n"
      "  half:\n"
      "    mass: 2\n"
      "    inertia: [8e-3, 8e-3, 8e-3]\n"
      "    position: [0, 0, 0.1]\n"
      "    axes: {z: [-sin(0.3), 0, cos(0.3)], y: y}\n"
      "    surfaces: {s: {revolution: {start: [0, -0.1], chain: [{arc: {center: [0, 0], to: [0.1, 0]}}], closed: false}}}\n"
      "contacts: {c: {surfaces: [ground.floor, half.s], start: closed}}\n"
      "initial: {bodies: {half: {angular_velocity: [0, 2, 0]}}}\n"
      "output: [half, c]";
  for (int f = 0; f < 2; f++) {
    char text[4000];
    write_model(text, FORMULATIONS[f], model, "duration: 1, step: 0.05");
    ContactRun run = run_broken(text, NULL);  // the border carries nothing: the half goes through the floor
    double end = (0.3 + 1.5707963267948966) / 2;
    PwResultEvent e = event_at(&run, 0, "leaves");
    CHECK_CLOSE(e.t, end, 1e-9);
    CHECK_CLOSE(e.q2, 1, 1e-8);
    assert_int_equal(pw_result_events(run.result), 1);
    for (int i = 0; i < 18; i++) {  // a right angle is 1
      CHECK_CLOSE(value_at(&run, "c.1.u2", 0.05 * i, true), fabs(0.3 - 2 * 0.05 * i) / 1.5707963267948966, 1e-8);
    }
    CHECK_CLOSE(value_at(&run, "half.z", NO, true), 0.1 - 9.81 / 2 * (1 - end) * (1 - end), 1e-8);
    end_run(&run);
  }
}

// A slender rod stands with its tip, a point, on a plane and is let go at the angle a from upright:
//   m (l sin a w)^2 / 2 + J w^2 / 2 = m g l (cos a0 - cos a),  at rest N = m g / (1 + m l^2 sin^2 a / J)
static void test_a_rod_falls_on_its_tip(void **state) {
  (void)state;
  const char *model =
      "parameters: {a: pi/6, l: 0.5}\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [4, 4]}}}}\n"
      "  rod:\n"
      "    mass: 2\n"
      "    inertia: [0.16, 0.16, 0.001]\n"
      "    position: [0, 0, l*cos(a)]\n"
      "    axes: {z: [sin(a), 0, cos(a)], y: y}\n"
      "    surfaces: {tip: {sphere: {radius: 0}, at: [0, 0, -l]}}\n"
      "contacts: {c: {surfaces: [ground.floor, rod.tip], start: closed}}\n"
      "output: [rod, c]";
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], model, "duration: 0.3, step: 0.1");
    double a0 = acos(-1) / 6, z = value_at(&run, "rod.z", NO, true), c = z / 0.5, s = sqrt(1 - c * c);
    double w = sqrt(2 * 2 * 9.81 * 0.5 * (cos(a0) - c) / (2 * 0.25 * s * s + 0.16));
    CHECK_CLOSE(value_at(&run, "c.force", 0, false), 2 * 9.81 / (1 + 2 * 0.25 * 0.25 / 0.16), 1e-10);
    CHECK_CLOSE(value_at(&run, "rod.wy", NO, true), w, 1e-9);
    CHECK_CLOSE(value_at(&run, "rod.x", NO, true), 0, 1e-10);
    end_run(&run);
  }
}

// The edge of a hoop, tilted by a, on a plane: let go from rest N = m g / (1 + m (r cos a)^2 / A) with A across its axis;
// spinning it keeps its energy and stays on the plane.
static void test_a_hoop_stands_on_its_edge(void **state) {
  (void)state;
  const char *model =
      "parameters: {a: 0.3, r: 0.2, w: 0}\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [4, 4]}}}}\n"
      "  hoop:\n"
      "    mass: 1\n"
      "    inertia: [0.01, 0.01, 0.02]\n"
      "    position: [0, 0, r*sin(a)]\n"
      "    axes: {z: [sin(a), 0, cos(a)], y: y}\n"
      "    surfaces: {rim: {torus: {radius: r, tube: 0}}}\n"
      "contacts: {c: {surfaces: [ground.floor, hoop.rim], start: closed}}\n"
      "initial: {bodies: {hoop: {angular_velocity: [0, 0, w]}}}\n"
      "output: [hoop, c, energy]";
  for (int f = 0; f < 2; f++) {
    char spins[2000];
    ContactRun run = run_in(FORMULATIONS[f], model, "duration: 0.02, step: 0.01");
    double arm = 0.2 * cos(0.3);
    CHECK_CLOSE(value_at(&run, "c.force", 0, false), 9.81 / (1 + arm * arm / 0.01), 1e-10);
    end_run(&run);
    snprintf(spins, sizeof spins, "%s", model);
    memcpy(strstr(spins, "w: 0"), "w: 9", 4);
    run = run_in(FORMULATIONS[f], spins, "duration: 0.3, step: 0.01");
    assert_true(largest(&run, "energy.balance") < 1e-9);
    assert_true(largest(&run, "c.gap") < 1e-12);
    if (run.info.searches > 1000) fail_msg("%lld searches", (long long)run.info.searches);
    end_run(&run);
  }
}

static void test_what_cannot_start_is_refused(void **state) {
  (void)state;
  check_fails(
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [4, 4]}}}}\n"
      "  ball: {mass: 2, inertia: [8e-3, 8e-3, 8e-3], position: [0.5, 0.25, 0.07], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
      "contacts: {c: {surfaces: [ground.floor, ball.s]}}\n"
      "analysis: {duration: 1, step: 0.5}\n",
      PAWL_ERR_ASSEMBLY, "overlap by 0.03 m at the start, at (0.5, 0.25, 0) m");
  check_fails(
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [4, 4]}}}}\n"
      "  drum: {mass: 2, inertia: [8e-3, 8e-3, 8e-3], position: [0, 0, 0.15], surfaces: {s: {cylinder: {radius: 0.1, length: "
      "0.2}, axes: "
      "{z: x, y: y}}}}\n"
      "contacts: {c: {surfaces: [ground.floor, drum.s]}}\n"
      "analysis: {duration: 1, step: 0.5}\n",
      PAWL_ERR_SINGULAR, "lie on each other along a line or a face");
  // a puck rests on its edge, its axis 0.3 rad from upright, and falls flat
  check_fails(
      "gravity: [0, 0, -10]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [2, 2]}}}}\n"
      "  puck:\n"
      "    mass: 1\n"
      "    inertia: [0.1, 0.1, 0.1]\n"
      "    position: [0, 0, 0.05*cos(0.3) + 0.1*sin(0.3)]\n"
      "    axes: {z: [sin(0.3), 0, cos(0.3)], y: y}\n"
      "    surfaces: {s: {revolution: {start: [0, -0.05], chain: [{line: {to: [0.1, -0.05]}}, {line: {to: [0.1, 0.05]}}, {line: "
      "{to: "
      "[0, 0.05]}}], closed: false}}}\n"
      "contacts: {c: {surfaces: [ground.floor, puck.s], start: closed}}\n"
      "analysis: {duration: 1, step: 0.5}\n",
      PAWL_ERR_SINGULAR, "'ground.floor' and 'puck.s' lie on each other along a line or a face");
}

// A roof: its ridge is a kink of the net, which carries no touch, and a warning says so; a valley needs none.
static void test_kinks_of_nets_are_warned_of(void **state) {
  (void)state;
  static const double heights[] = {0.5, -0.5};
  for (int i = 0; i < 2; i++) {
    char text[1000];
    PawlMessages *messages = pawl_messages_create();
    PawlModel *model = NULL;
    PawlMechanism *mechanism = NULL;
    bool said = false;
    snprintf(
        text, sizeof text,
        "bodies:\n"
        "  ground: {surfaces: {roof: {nurbs: {degree: 1, control: [[[-1, -1, 0], [-1, 1, 0]], [[0, -1, %g], [0, 1, %g]], [[1, "
        "-1, 0], [1, 1, 0]]]}}}}\n"
        "  ball: {mass: 2, inertia: [8e-3, 8e-3, 8e-3], position: [0.5, 0, 2], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
        "contacts: {c: {surfaces: [ground.roof, ball.s]}}\n"
        "analysis: {duration: 1, step: 0.5}\n",
        heights[i], heights[i]);
    assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
    assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
    for (int n = 0; n < pawl_messages_count(messages); n++) {
      said |= strstr(pawl_messages_get(messages, n).text, "the net of surface 'ground.roof' has a kink at u = 0.5") != NULL;
    }
    assert_int_equal(said, heights[i] > 0);
    pawl_mechanism_free(mechanism);
    pawl_model_free(model);
    pawl_messages_free(messages);
  }
}

// A block, an extruded square, with a face parallel to a plane: near it it moves on, on it the two lie on each other. Falling by
// 0.2 m takes sqrt(0.4/g) = 0.20193 s.
#define BLOCK                                                                                                               \
  "bodies:\n"                                                                                                               \
  "  ground: {surfaces: {floor: {plane: {size: [4, 4]}}}}\n"                                                                \
  "  block:\n"                                                                                                              \
  "    mass: 1\n"                                                                                                           \
  "    inertia: [0.01, 0.01, 0.01]\n"                                                                                       \
  "    position: [0, 0, height]\n"                                                                                          \
  "    surfaces: {s: {extrusion: {start: [-0.1, -0.1], closed: true, chain: [{line: {to: [0.1, -0.1]}}, {line: {to: [0.1, " \
  "0.1]}}, "                                                                                                                \
  "{line: {to: [-0.1, 0.1]}}, {line: {to: [-0.1, -0.1]}}], length: 0.2}, axes: {z: x, x: y}}}\n"                            \
  "contacts: {c: {surfaces: [ground.floor, block.s]}}\n"
static void test_parallel_faces(void **state) {
  (void)state;
  ContactRun run = run_model("parameters: {height: 0.11}\n" BLOCK
                             "initial: {bodies: {block: {velocity: [1, 0, 0]}}}\n"
                             "analysis: {duration: 1, step: 0.5}\n"
                             "output: [block]",
                             NULL);
  CHECK_CLOSE(value_at(&run, "block.x", NO, true), 1, 1e-10);
  CHECK_CLOSE(value_at(&run, "block.z", NO, true), 0.11, 1e-10);
  end_run(&run);
  check_fails("parameters: {height: 0.3}\ngravity: [0, 0, -9.81]\n" BLOCK "analysis: {duration: 1, step: 0.5}\n",
              PAWL_ERR_SINGULAR, "contact 'c': at t = 0.20");
}

// A ball on a slope falls into the bottom of a bowl: statics finds it there, and what the bowl carries.
static void test_statics_finds_the_bottom_of_a_bowl(void **state) {
  (void)state;
  ContactRun run = run_model(
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {bowl: {paraboloid: {radii: [0.4, 0.7], size: [0.8, 0.8]}}}}\n"
      "  ball: {mass: 2, inertia: [8e-3, 8e-3, 8e-3], position: [0.1, 0.05, 0.2], surfaces: {s: {sphere: {radius: 0.05}}}}\n"
      "contacts: {c: {surfaces: [ground.bowl, ball.s]}}\n"
      "analysis: {type: statics}\n"
      "output: [ball, c]",
      NULL);
  CHECK_CLOSE(value_at(&run, "ball.x", NO, true), 0, 1e-7);
  CHECK_CLOSE(value_at(&run, "ball.y", NO, true), 0, 1e-7);
  CHECK_CLOSE(value_at(&run, "ball.z", NO, true), 0.05, 1e-10);
  CHECK_CLOSE(value_at(&run, "c.force", NO, true), 2 * 9.81, 1e-8);
  end_run(&run);
}

// A ball dropped by 0.2 m on a plane with the law of Hunt and Crossley: case C1, as for profiles.
static void test_a_ball_rebounds_by_hunt_and_crossley(void **state) {
  (void)state;
  const char *model =
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [1, 1]}}}}\n"
      "  ball: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], position: [0, 0, 0.25], surfaces: {s: {sphere: {radius: 0.05}}}}\n"
      "contacts: {soft: {surfaces: [ground.floor, ball.s], law: {type: hunt-crossley, stiffness: 1e6, restitution: 0.7}}}";
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], model, "duration: 0.6, step: 0.1");
    CHECK_CLOSE(event_at(&run, 0, "presses").t, 0.201927510938, 1e-10);
    CHECK_CLOSE(event_at(&run, 0, "presses").speed_before, -1.98090888231, 1e-9);
    CHECK_CLOSE(event_at(&run, 1, "opens").speed_before, 1.50151261122, 1e-8);
    end_run(&run);
  }
}

// A ball drawn into a floor and a wall by 0.03 m: the least motion takes it out of both.
static void test_separate_takes_a_ball_out_of_both(void **state) {
  (void)state;
  const char *text =
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [4, 4]}}, wall: {plane: {size: [4, 4]}, axes: {z: x, y: y}}}}\n"
      "  ball: {mass: 2, inertia: [8e-3, 8e-3, 8e-3], position: [0.07, 0.25, 0.07], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
      "contacts: {c: {bodies: [ground, ball]}}\n"
      "analysis: {duration: 1}\n";
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlSimulation *simulation = NULL;
  double pose[7];
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  options.separate = true;
  assert_int_equal(pawl_simulation_create(mechanism, &options, messages, &simulation), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(simulation, messages), PAWL_OK);
  assert_int_equal(pawl_simulation_pose(simulation, pawl_mechanism_find_body(mechanism, "ball"), pose), PAWL_OK);
  CHECK_CLOSE(pose[0], 0.1, 1e-9);
  CHECK_CLOSE(pose[1], 0.25, 1e-9);
  CHECK_CLOSE(pose[2], 0.1, 1e-9);
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_ball_bounces_and_rests),
                                     cmocka_unit_test(test_a_ball_rests_in_a_groove),
                                     cmocka_unit_test(test_four_feet_share_the_weight),
                                     cmocka_unit_test(test_a_ball_leaves_over_a_border),
                                     cmocka_unit_test(test_over_pole),
                                     cmocka_unit_test(test_a_rod_falls_on_its_tip),
                                     cmocka_unit_test(test_a_hoop_stands_on_its_edge),
                                     cmocka_unit_test(test_what_cannot_start_is_refused),
                                     cmocka_unit_test(test_kinks_of_nets_are_warned_of),
                                     cmocka_unit_test(test_parallel_faces),
                                     cmocka_unit_test(test_statics_finds_the_bottom_of_a_bowl),
                                     cmocka_unit_test(test_a_ball_rebounds_by_hunt_and_crossley),
                                     cmocka_unit_test(test_separate_takes_a_ball_out_of_both)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
