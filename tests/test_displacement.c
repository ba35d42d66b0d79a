// Friction of contacts with a law in runs: closed forms, both formulations and methods, in the plane and in space.
#include "contact_run.h"

static const double G = 9.81, PI = 3.14159265358979323846;

#define METHOD(x) ", method: " x
#define CANONICAL ", formulation: canonical"
#define MULTIPLIERS ", formulation: multipliers"

// A block that does not turn on an incline, as examples/block-on-incline has it.
#define BLOCK_LAW(law, friction, more)                                                                                      \
  "planar: true\n"                                                                                                          \
  "parameters: {slope: 20*pi/180, m: 2, K: 1e7, kt: 2e5, h: 0.01, part: 0}\n"                                               \
  "gravity: [9.81*sin(slope), -9.81*cos(slope)]\n"                                                                          \
  "bodies:\n"                                                                                                               \
  "  ground: {profiles: {floor: {start: [2, 0], closed: false, chain: [{line: {to: [-2, 0]}}]}}}\n"                         \
  "  block: {mass: m, inertia: 1, position: [0, 0.1 - m*9.81*cos(slope)/K], profiles: {nose: {circle: {radius: 0.1}}}}\n"   \
  "joints: {guide: {type: lock, between: [ground, block], at: [0, 0.1], locked: [rz]}}\n"                                   \
  "contacts: {rest: {profiles: [block.nose, ground.floor], law: {stiffness: K, exponent: 1, " law "}, friction: {" friction \
  "}}}\n" more "output: [block, rest, energy]\n"
#define MEMORY "static: 0.4, kinetic: 0.3, stiffness: kt, damping: 400"
#define BLOCK(friction, more) BLOCK_LAW("type: hertz", friction, more)
#define RUN(more) "analysis: {duration: 0.5, step: 0.01, tolerance: 1e-10" more "}\n"
#define AT_REST "initial: {from: statics}\n"

// Statics finds the displacement that carries the load, F = k s, and the block stays where it is, whatever the method.
static void test_statics_finds_the_displacement(void **state) {
  (void)state;
  static const char *const models[] = {BLOCK(MEMORY, AT_REST RUN(MULTIPLIERS)), BLOCK(MEMORY, AT_REST RUN(CANONICAL)),
                                       BLOCK(MEMORY, AT_REST RUN(MULTIPLIERS METHOD("radau5"))),
                                       BLOCK(MEMORY, AT_REST RUN(CANONICAL METHOD("radau5")))};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    ContactRun run = run_model(models[i], NULL);
    double load = 2 * G * sin(20 * PI / 180);
    CHECK_CLOSE(value_at(&run, "block.x", 0, false), load / 2e5, 1e-16);
    CHECK_CLOSE(value_at(&run, "block.x", 0.5, true), load / 2e5, 1e-15);
    CHECK_CLOSE(value_at(&run, "rest.friction", 0.5, true), load, 1e-9);
    CHECK_CLOSE(value_at(&run, "rest.1.mode", 0.5, true), 1, 0);
    CHECK_CLOSE(largest(&run, "block.vx"), 0, 1e-11);
    end_run(&run);
  }
}

// It holds up to atan mu_s; above nothing holds it.
static void test_it_breaks_away_at_the_static_coefficient(void **state) {
  (void)state;
  ContactRun run = run_model(BLOCK(MEMORY, AT_REST RUN("")), (const char *[]){"slope=atan(0.4)*(1 - 1e-6)", NULL});
  CHECK_CLOSE(value_at(&run, "rest.friction", 0.5, true) / value_at(&run, "rest.force", 0.5, true), 0.4, 1e-6);
  CHECK_CLOSE(value_at(&run, "rest.1.mode", 0.5, true), 1, 0);
  end_run(&run);
  assert_int_equal(try_model(BLOCK(MEMORY, AT_REST RUN("")), (const char *[]){"slope=atan(0.4)*(1 + 1e-6)", NULL}, &run),
                   PAWL_ERR_STEP);
}

// A displacement that carries the load, given or not: with it the block holds, without it slides away though the cone would hold
// it (cases C2). One that friction cannot hold is shortened to what it can.
static void test_a_given_displacement(void **state) {
  (void)state;
  static const char *const parts[] = {"part=1", "part=0", "part=9"};
  for (int i = 0; i < 3; i++) {
    ContactRun run =
        run_model(BLOCK(MEMORY ", displacement: [part*m*9.81*sin(slope)/kt, 0]", RUN("")), (const char *[]){parts[i], NULL});
    double N = 2 * G * cos(20 * PI / 180), load = 2 * G * sin(20 * PI / 180);
    CHECK_CLOSE(value_at(&run, "rest.friction", 0, false), i == 0 ? load : i == 1 ? 0 : 0.4 * N, 1e-9);
    CHECK_CLOSE(value_at(&run, "rest.1.mode", 0.5, true), i == 1 ? 2 : 1, 0);
    if (i == 0) CHECK_CLOSE(largest(&run, "block.x"), 0, 1e-14);
    end_run(&run);
  }
}

// A smooth motion well inside the rim: with half the step of a method of order 5 the difference is 32 times less.
static void test_order_of_convergence(void **state) {
  (void)state;
  static const char *const steps[] = {"h=1e-3", "h=5e-4", "h=2.5e-4"};
  double v[3];
  for (int i = 0; i < 3; i++) {
    ContactRun run = run_model(BLOCK(MEMORY ", displacement: [0.95*m*9.81*sin(slope)/kt, 0]",
                                     "analysis: {duration: 0.01, step: 0.01, tolerance: 0.1, absolute: 0.1, method: dopri5, "
                                     "max_step: h}\n"),
                               (const char *[]){steps[i], NULL});
    v[i] = value_at(&run, "block.vx", 0.01, true);
    end_run(&run);
  }
  double ratio = (v[0] - v[1]) / (v[1] - v[2]);
  if (!(ratio > 25 && ratio < 45)) fail_msg("ratio %g", ratio);
}

// Thrown at a floor with slip that never ends: the impulse of friction is mu times that of the floor, whatever the law is damped
// by, and the rim that it stands on moves with the load.
static void test_an_oblique_impact(void **state) {
  (void)state;
#define THROWN(law, more)                                                                             \
  "planar: true\n"                                                                                    \
  "bodies:\n"                                                                                         \
  "  ground: {profiles: {floor: {start: [2, 0], closed: false, chain: [{line: {to: [-2, 0]}}]}}}\n"   \
  "  ball: {mass: 1, inertia: 1, position: [0, 0.051], profiles: {skin: {circle: {radius: 0.05}}}}\n" \
  "initial: {bodies: {ball: {velocity: [1, -2], angular_velocity: 0}}}\n"                             \
  "contacts: {hit: {profiles: [ball.skin, ground.floor], law: {stiffness: 1e6, " law                  \
  "}, friction: {static: 0.1, stiffness: 1e6, damping: 100}}}\n"                                      \
  "analysis: {duration: 0.02, step: 1e-4, tolerance: 1e-10" more "}\noutput: [ball, hit, energy]\n"
  static const char *const models[] = {
      THROWN("type: hertz", MULTIPLIERS),
      THROWN("type: hertz", CANONICAL),
      THROWN("type: hunt-crossley, restitution: 0.5", MULTIPLIERS),
      THROWN("type: hunt-crossley, restitution: 0.5", CANONICAL),
      THROWN("type: hunt-crossley, restitution: 0.5", MULTIPLIERS METHOD("radau5")),
  };
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    ContactRun run = run_model(models[i], NULL);
    double out = value_at(&run, "ball.vy", 0.02, true), P = 2 + out;
    CHECK_CLOSE(out, i < 2 ? 2 : 2 * 0.662962200001546, i == 4 ? 1e-5 : 1e-8);
    CHECK_CLOSE(value_at(&run, "ball.vx", 0.02, true), 1 - 0.1 * P, 1e-8);
    CHECK_CLOSE(value_at(&run, "ball.w", 0.02, true), -0.05 * 0.1 * P, 0.0015);  // the lever is shorter by half the depth
    CHECK_CLOSE(largest(&run, "energy.balance"), 0, i == 4 ? 1e-5 : 1e-9);
    end_run(&run);
  }
}

// A sphere thrown with a slip that it cannot keep: it sticks before it leaves, on a damped law, by a spring that gives back what
// it holds. Both formulations and methods agree; the audit finds every force inside its cone.
static void test_stick_within_an_impact(void **state) {
  (void)state;
#define STUCK(more)                                                                                                      \
  "gravity: [0, 0, 0]\n"                                                                                                 \
  "bodies:\n"                                                                                                            \
  "  ground: {surfaces: {table: {plane: {}, u: [-1, 1], v: [-1, 1]}}}\n"                                                 \
  "  ball: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0, 0.101], surfaces: {skin: {sphere: {radius: 0.1}}}}\n" \
  "initial: {bodies: {ball: {velocity: [0.3, 0.1, -2], angular_velocity: [1, 2, 5]}}}\n"                                 \
  "contacts: {hit: {surfaces: [ball.skin, ground.table], law: {type: hunt-crossley, stiffness: 1e6, restitution: 0.7}, " \
  "friction: {static: 0.06, kinetic: 0.04, stiffness: 5e5, damping: 50}}}\n"                                             \
  "analysis: {duration: 0.02, step: 2e-4, tolerance: 1e-11" more "}\noutput: [ball, hit, energy]\n"
  static const char *const models[] = {STUCK(MULTIPLIERS), STUCK(CANONICAL), STUCK(MULTIPLIERS METHOD("radau5")),
                                       STUCK(CANONICAL METHOD("radau5"))};
  static const char *const names[] = {"ball.vx", "ball.vy", "ball.vz", "ball.wx", "ball.wy", "ball.wz"};
  static const char *const kinds[] = {"presses", "sticks", "slips", "sticks", "slips", "opens"};
  double first[6], when[6];
  for (int i = 0; i < 4; i++) {
    ContactRun run = run_model(models[i], NULL);
    for (int n = 0; n < 6; n++) {
      double value = value_at(&run, names[n], 0.02, true);
      if (i == 0) first[n] = value;
      CHECK_CLOSE(value, first[n], i < 2 ? 1e-8 : 1e-5);
    }
    assert_int_equal(pw_result_events(run.result), 6);
    for (int n = 0; n < 6; n++) {
      double t = event_at(&run, n, kinds[n]).t;
      if (i == 0) when[n] = t;
      CHECK_CLOSE(t, when[n], i < 2 ? 1e-9 : 1e-6);
    }
    CHECK_CLOSE(largest(&run, "energy.balance"), 0, i < 2 ? 1e-9 : 1e-5);
    end_run(&run);
  }
}

// Launched across a slope (cases D8), as a ball that does not turn: a slip that turns, far above the speed at which it sticks, is
// ideal friction; the ball starts as deep as it is carried.
static void test_a_slip_that_turns(void **state) {
  (void)state;
#define ACROSS(more)                                                                                                            \
  "parameters: {a: 30*pi/180, m: 1, K: 1e7}\n"                                                                                  \
  "gravity: [0, 9.81*sin(a), -9.81*cos(a)]\n"                                                                                   \
  "bodies:\n"                                                                                                                   \
  "  ground: {surfaces: {slope: {plane: {}, u: [-1, 3], v: [-1, 3]}}}\n"                                                        \
  "  ball: {mass: m, inertia: [1, 1, 1], position: [0, 0, 0.1 - m*9.81*cos(a)/K], surfaces: {skin: {sphere: {radius: 0.1}}}}\n" \
  "joints: {guide: {type: lock, between: [ground, ball], at: [0, 0, 0.1], locked: [rx, ry, rz]}}\n"                             \
  "initial: {bodies: {ball: {velocity: [2, 0, 0]}}}\n"                                                                          \
  "contacts: {rub: {surfaces: [ball.skin, ground.slope], law: {type: hertz, stiffness: K, exponent: 1}, "                       \
  "friction: {static: 0.3, stiffness: 1e6, damping: 100}}}\n"                                                                   \
  "analysis: {duration: 1, step: 0.1, tolerance: 1e-10" more "}\noutput: [ball, rub, energy]\n"
  static const char *const models[] = {ACROSS(MULTIPLIERS METHOD("dop853")), ACROSS(CANONICAL METHOD("dop853"))};
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_model(models[i], NULL);
    CHECK_CLOSE(value_at(&run, "ball.x", 1, true), 1.102758297262, 1e-8);
    CHECK_CLOSE(value_at(&run, "ball.y", 1, true), 1.694049618691, 1e-8);
    CHECK_CLOSE(value_at(&run, "ball.vx", 1, true), 0.598775023359, 1e-8);
    CHECK_CLOSE(value_at(&run, "ball.vy", 1, true), 3.020063358071, 1e-8);
    CHECK_CLOSE(largest(&run, "energy.balance"), 0, 1e-9);
    end_run(&run);
  }
}

// Held on a table that turns: the displacement lies in axes of the table, and its force, m w^2 r, turns with it by a quarter.
static void test_a_displacement_turns_with_its_body(void **state) {
  (void)state;
#define TURNING(more)                                                                                                    \
  "parameters: {w: 2, m: 1, K: 1e7, kt: 1e6, r: 0.5}\n"                                                                  \
  "gravity: [0, 0, -9.81]\n"                                                                                             \
  "bodies:\n"                                                                                                            \
  "  table: {mass: 1, inertia: [1, 1, 1], surfaces: {top: {plane: {}, u: [-1, 1], v: [-1, 1]}}}\n"                       \
  "  ball: {mass: m, inertia: [1, 1, 1], position: [r, 0, 0.1 - m*9.81/K], surfaces: {skin: {sphere: {radius: 0.1}}}}\n" \
  "joints:\n"                                                                                                            \
  "  axle: {type: revolute, between: [ground, table], at: [0, 0, 0]}\n"                                                  \
  "  guide: {type: lock, between: [ground, ball], at: [r, 0, 0.1], locked: [rx, ry, rz]}\n"                              \
  "drives: {motor: {coordinate: axle.angle, law: w*t}}\n"                                                                \
  "initial: {bodies: {ball: {velocity: [0, w*r, 0]}}}\n"                                                                 \
  "contacts: {rub: {surfaces: [ball.skin, table.top], law: {type: hertz, stiffness: K, exponent: 1}, "                   \
  "friction: {static: 0.5, stiffness: kt, damping: 100, displacement: [m*w^2*r/kt, 0, 0]}}}\n"                           \
  "analysis: {duration: pi/4, step: pi/40, tolerance: 1e-10" more "}\noutput: [ball, rub, energy]\n"
  static const char *const models[] = {TURNING(MULTIPLIERS), TURNING(CANONICAL), TURNING(MULTIPLIERS METHOD("radau5"))};
  for (int i = 0; i < 3; i++) {
    ContactRun run = run_model(models[i], NULL);
    CHECK_CLOSE(value_at(&run, "rub.friction.x", NAN, true), 0, 1e-6);
    CHECK_CLOSE(value_at(&run, "rub.friction.y", NAN, true), -2, 1e-6);
    CHECK_CLOSE(value_at(&run, "ball.x", NAN, true), 0, 1e-7);
    CHECK_CLOSE(value_at(&run, "ball.y", NAN, true), 0.5, 1e-7);
    CHECK_CLOSE(largest(&run, "rub.1.slip"), 0, 1e-7);
    end_run(&run);
  }
}

// A sphere that slips (cases B10) rolls in the end: after that it is held, its slip is none. The lever of friction is shorter
// than its radius by half the depth.
static void test_a_slipping_sphere_rolls(void **state) {
  (void)state;
#define SPHERE(more)                                                                                           \
  "parameters: {r: 0.0285, m: 0.17, K: 1e9}\n"                                                                 \
  "gravity: [0, 0, -9.81]\n"                                                                                   \
  "bodies:\n"                                                                                                  \
  "  ground: {surfaces: {table: {plane: {}, u: [-0.2, 1.5], v: [-0.4, 0.2]}}}\n"                               \
  "  ball: {mass: m, inertia: [0.4*m*r^2, 0.4*m*r^2, 0.4*m*r^2], position: [0, 0, \"r - (m*9.81/K)^(2/3)\"], " \
  "surfaces: {skin: {sphere: {radius: r}}}}\n"                                                                 \
  "initial: {bodies: {ball: {velocity: [2, 0, 0], angular_velocity: [30, -40, 25]}}}\n"                        \
  "contacts: {rest: {surfaces: [ball.skin, ground.table], law: {type: hertz, stiffness: K}, "                  \
  "friction: {static: 0.2, stiffness: 1e6, damping: 20, stick: 1e-4}}}\n"                                      \
  "analysis: {duration: 0.6, step: 0.01, tolerance: 1e-9" more "}\noutput: [ball, rest, energy]\n"
  static const char *const models[] = {SPHERE(MULTIPLIERS METHOD("radau5")), SPHERE(CANONICAL METHOD("radau5"))};
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_model(models[i], NULL);
    CHECK_CLOSE(event_at(&run, 2, "sticks").t, 0.473907681164575, 2e-5);
    CHECK_CLOSE(value_at(&run, "ball.vx", 0.6, true), 1.102857142857143, 3e-5);
    CHECK_CLOSE(value_at(&run, "ball.vy", 0.6, true), -0.244285714285714, 3e-5);
    CHECK_CLOSE(value_at(&run, "ball.wy", 0.6, true), 38.696741854637, 2e-3);
    CHECK_CLOSE(value_at(&run, "rest.1.slip", 0.6, true), 0, 1e-9);
    CHECK_CLOSE(largest(&run, "energy.balance"), 0, 1e-9);
    end_run(&run);
  }
}

// Eigenvalues of a linearised model.
static void find_modes(const char *text, int count, double re[], double im[]) {
  char folder[] = "/tmp/pawl-test-XXXXXX", path[64];
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PwResult *result = NULL;
  size_t length;
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/result", folder);
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, NULL, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, NULL, &mechanism), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  options.directory = path;
  assert_int_equal(pawl_run(mechanism, &options, NULL, NULL), PAWL_OK);
  assert_int_equal(pw_result_open(path, NULL, &result), PAWL_OK);
  char *modes = pw_result_read_file(result, "modes.csv", &length), *line = modes;
  assert_non_null(modes);
  for (int i = 0; i < count; i++) {
    double mode;
    line = strchr(line, '\n') + 1;
    assert_int_equal(sscanf(line, "%lf,%lf,%lf", &mode, &re[i], &im[i]), 3);
  }
  free(modes);
  pw_result_free(result);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pw_folder_remove(path, NULL);
  rmdir(folder);
}

// About an equilibrium the displacement follows the position: x'' = -(kt x + c x')/m along the slope.
static void test_linearised_it_is_a_spring_and_a_damper(void **state) {
  (void)state;
  double re[2], im[2];
  find_modes(BLOCK(MEMORY, AT_REST "analysis: {type: linearise}\n"), 2, re, im);
  CHECK_CLOSE(re[0], -100, 1e-9);
  CHECK_CLOSE(im[0], 300, 1e-9);
  CHECK_CLOSE(re[1], 0, 1e-9);
  CHECK_CLOSE(im[1], sqrt(1e7 / 2), 1e-8);
  check_fails(BLOCK(MEMORY, "initial: {bodies: {block: {velocity: [1, 0]}}}\nanalysis: {type: linearise}\n"),
              PAWL_ERR_UNSUPPORTED, "contact 'rest' has a law and slips");
}

// In space, along both directions: m x'' = -k x - c x'.
static void test_linearised_in_space(void **state) {
  (void)state;
  double re[2], im[2];
  find_modes(
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {table: {plane: {}, u: [-1, 1], v: [-1, 1]}}}\n"
      "  ball: {mass: 1, inertia: [1e-2, 1e-2, 1e-2], position: [0, 0, 0.1], surfaces: {skin: {sphere: {radius: 0.1}}}}\n"
      "joints: {guide: {type: lock, between: [ground, ball], at: [0, 0, 0.1], locked: [rx, ry, rz]}}\n"
      "forces: {pull: {type: force, body: ball, components: [2, 1, 0]}}\n"
      "contacts: {rub: {surfaces: [ball.skin, ground.table], law: {type: hertz, stiffness: 1e6, exponent: 1}, "
      "friction: {static: 0.5, stiffness: 4e4, damping: 40}}}\n"
      "initial: {from: statics}\nanalysis: {type: linearise}\n",
      2, re, im);
  for (int i = 0; i < 2; i++) {
    CHECK_CLOSE(re[i], -20, 1e-7);
    CHECK_CLOSE(im[i], sqrt(4e4 - 400), 1e-7);
  }
}

// It slides on over the ends of elements, from one line of the floor to the next, with the displacement that it has: as on one
// line (cases C2).
static void test_it_goes_on_over_elements(void **state) {
  (void)state;
#define TIGHT(more) "analysis: {duration: 0.5, step: 0.01, tolerance: 1e-12" more "}\n"
  static const char *const models[] = {BLOCK(MEMORY, TIGHT(MULTIPLIERS)), BLOCK(MEMORY, TIGHT(CANONICAL))};
  for (int i = 0; i < 2; i++) {
    char text[4000];
    static const char *const line = "chain: [{line: {to: [-2, 0]}}]";
    const char *at = strstr(models[i], line);
    snprintf(text, sizeof text, "%.*schain: [{line: {to: [0.1, 0]}}, {line: {to: [1e-5, 0]}}, {line: {to: [-2, 0]}}]%s",
             (int)(at - models[i]), models[i], at + strlen(line));
    ContactRun run = run_model(text, (const char *[]){"slope=25*pi/180", NULL});
    CHECK_CLOSE(value_at(&run, "block.x", 0.5, true), 0.185648831256, 1e-11);
    int elements = 0;
    for (int64_t n = 0; n < pw_result_events(run.result); n++) {
      elements += strcmp(pw_result_get_event(run.result, n).kind, "element") == 0;
    }
    assert_int_equal(elements, 2);
    end_run(&run);
  }
}

// A run that starts from a result goes on with the displacement that it ended with, in the plane and in space.
static void test_a_run_goes_on_from_a_result(void **state) {
  (void)state;
  static const char *const models[] = {BLOCK(MEMORY, AT_REST RUN("")), TURNING(MULTIPLIERS)};
  for (int i = 0; i < 2; i++) {
    char folder[] = "/tmp/pawl-test-XXXXXX", path[64];
    PawlModel *model = NULL;
    PawlMechanism *mechanism = NULL;
    PawlContactSum sum = pawl_contact_sum_default();
    PawlSimulation *s;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/result", folder);
    assert_int_equal(pawl_model_parse("m.yaml", models[i], strlen(models[i]), NULL, 0, NULL, &model), PAWL_OK);
    assert_int_equal(pawl_mechanism_compile(model, NULL, &mechanism), PAWL_OK);
    PawlRunOptions options = pawl_mechanism_run_options(mechanism);
    options.directory = path;
    assert_int_equal(pawl_run(mechanism, &options, NULL, NULL), PAWL_OK);
    options.directory = NULL;
    options.from_statics = false;
    options.from_result = path;
    assert_int_equal(pawl_simulation_create(mechanism, &options, NULL, &s), PAWL_OK);
    assert_int_equal(pawl_simulation_assemble(s, NULL), PAWL_OK);
    assert_int_equal(pawl_simulation_contact(s, (PawlContactId){1}, &sum), PAWL_OK);
    CHECK_CLOSE(hypot(hypot(sum.friction[0], sum.friction[1]), sum.friction[2]), i == 0 ? 2 * G * sin(20 * PI / 180) : 2, 1e-6);
    pawl_simulation_free(s);
    pawl_mechanism_free(mechanism);
    pawl_model_free(model);
    pw_folder_remove(path, NULL);
    rmdir(folder);
  }
}

// A comb whose nine tips press at once needs as many slots; with them it stands, each tip with its part.
static void test_room_for_displacements(void **state) {
  (void)state;
  for (int slots = 2; slots <= 9; slots += 7) {
    char teeth[1000] = "", text[3000];
    for (int i = 0; i < 9; i++) {
      size_t length = strlen(teeth);
      snprintf(teeth + length, sizeof teeth - length, "{line: {to: [%d, -1]}}, {line: {to: [%d.5, 0]}}, ", i - 4, i - 4);
    }
    snprintf(
        text, sizeof text,
        "planar: true\ngravity: [1, -9.81]\nbodies:\n"
        "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"
        "  comb: {mass: 1, inertia: 1, position: [0, 1 - 1e-6], profiles: {teeth: {start: [-5, 1], chain: [{line: {to: [-5, "
        "0]}}, "
        "%s{line: {to: [6, 1]}}, {line: {to: [-5, 1]}}]}}}\n"
        "joints: {guide: {type: lock, between: [ground, comb], at: [0, 1], locked: [rz]}}\n"
        "contacts: {rest: {profiles: [comb.teeth, ground.floor], slots: %d, law: {type: hertz, stiffness: 1e6, exponent: 1}, "
        "friction: {static: 0.5, stiffness: 1e5, damping: 100}}}\n"
        "initial: {from: statics}\nanalysis: {duration: 0.01, step: 0.01}\noutput: [comb, rest]\n",
        teeth, slots);
    ContactRun run;
    if (slots == 2) {
      check_fails(text, PAWL_ERR_LIMIT, "give them more slots");
      continue;
    }
    run = run_model(text, NULL);
    for (int i = 1; i <= 9; i++) {
      char name[32];
      snprintf(name, sizeof name, "rest.%d.friction.x", i);
      CHECK_CLOSE(value_at(&run, name, 0.01, true), -1.0 / 9, 1e-9);
    }
    end_run(&run);
  }
}

// What is not offered with a law is refused by its name.
static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } cases[] = {
      {BLOCK(MEMORY ", rolling: 1e-3", RUN("")), "the 'rolling' of friction is not offered with a 'law'"},
      {BLOCK("viscous: 3", RUN("")), "friction that is 'viscous' alone is not offered"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ContactRun run;
    assert_int_equal(try_model(cases[i].text, NULL, &run), PAWL_ERR_INPUT);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_statics_finds_the_displacement),
      cmocka_unit_test(test_it_breaks_away_at_the_static_coefficient),
      cmocka_unit_test(test_a_given_displacement),
      cmocka_unit_test(test_order_of_convergence),
      cmocka_unit_test(test_an_oblique_impact),
      cmocka_unit_test(test_stick_within_an_impact),
      cmocka_unit_test(test_a_slip_that_turns),
      cmocka_unit_test(test_a_displacement_turns_with_its_body),
      cmocka_unit_test(test_a_slipping_sphere_rolls),
      cmocka_unit_test(test_linearised_it_is_a_spring_and_a_damper),
      cmocka_unit_test(test_linearised_in_space),
      cmocka_unit_test(test_it_goes_on_over_elements),
      cmocka_unit_test(test_a_run_goes_on_from_a_result),
      cmocka_unit_test(test_room_for_displacements),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
