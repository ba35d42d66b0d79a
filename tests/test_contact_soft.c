// Contact by a force law in a run: when it begins and ends, with which speed and how deep. Closed forms where there are any;
// otherwise numbers computed beforehand by two integrators of high order.
#include "contact_run.h"

static const double NO = NAN;

// A ball of 1 kg runs at 2 m/s against a wall, without gravity: F = k d^1.5 (1 + q d'/v0), k = 1e6.
#define BALL(law, more)                                                                              \
  "planar: true\n"                                                                                   \
  "parameters: {eps: 0.5, k: 1e6}\n"                                                                 \
  "bodies:\n"                                                                                        \
  "  ground: {profiles: {wall: {start: [0, -1], chain: [{line: {to: [0, 1]}}], closed: false}}}\n"   \
  "  ball: {mass: 1, inertia: 1, position: [0.15, 0], profiles: {skin: {circle: {radius: 0.05}}}}\n" \
  "measures: {x: {type: position, frames: [ground, ball], axis: x}}\n"                               \
  "contacts: {soft: {profiles: [ball.skin, ground.wall], law: {stiffness: k, " law                   \
  "}}}\n"                                                                                            \
  "initial: {bodies: {ball: {velocity: [-2, 0], angular_velocity: 0}}}\n"                            \
  "analysis: {duration: 0.2, step: 0.01, tolerance: 1e-11" more "}\n"

// What the exact relation q (1 + r) = ln((1 + q)/(1 - q r)) gives for r, whatever stiffness, mass and speed are; published
// values for q = 3/2 (1 - eps), and the duration for eps = 0.5.
static void test_hunt_crossley(void **state) {
  (void)state;
  static const struct {
    const char *eps;
    double r;
  } cases[] = {{"eps=0.9", 0.909015741349202},
               {"eps=0.7", 0.767999789078476},
               {"eps=0.5", 0.662962200001546},
               {"eps=0", 0.487741256015349}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ContactRun run = run_model(BALL("type: hunt-crossley, restitution: eps", ""), (const char *[]){cases[i].eps, NULL});
    PwResultEvent on = event_at(&run, 0, "presses"), off = event_at(&run, 1, "opens");
    CHECK_CLOSE(on.t, 0.05, 1e-12);
    CHECK_CLOSE(on.speed_before, -2, 1e-12);
    CHECK_CLOSE(off.speed_before, 2 * cases[i].r, 1e-9);
    if (i == 2) CHECK_CLOSE(off.t - on.t, 0.0118019553001, 1e-11);
    CHECK_CLOSE(largest(&run, "energy.balance"), 0, 1e-9);
    assert_int_equal(pw_result_events(run.result), 2);
    end_run(&run);
  }
}

// The damping that is asked for by restitution: q is 3/4 (1 - eps^2), or the one of the exact relation, where the ball leaves
// with just that restitution.
static void test_damping_gives_the_restitution_asked_for(void **state) {
  (void)state;
  ContactRun run = run_model(BALL("type: exact-restitution, restitution: eps", ""), NULL);
  CHECK_CLOSE(event_at(&run, 1, "opens").speed_before, 1, 1e-9);
  end_run(&run);
  double r;
  assert_int_equal(pawl_restitution_from_damping(PAWL_RULE_EXACT, 0.75 * 0.75, &r), PAWL_OK);
  run = run_model(BALL("type: lankarani-nikravesh, restitution: eps", ""), NULL);
  CHECK_CLOSE(event_at(&run, 1, "opens").speed_before, 2 * r, 1e-9);
  end_run(&run);
  run = run_model(BALL("type: hertz", ""), NULL);
  CHECK_CLOSE(event_at(&run, 1, "opens").speed_before, 2, 1e-9);
  end_run(&run);
  // mu d' in place of q d'/v0: the same where mu = K q/v0
  run = run_model(BALL("type: hunt-crossley, damping: k*0.75/2", ""), NULL);
  CHECK_CLOSE(event_at(&run, 1, "opens").speed_before, 2 * 0.662962200001546, 1e-9);
  end_run(&run);
}

// d_max = (2.5 (m v0^2/k) (q - ln(1 + q))/q^2)^(1/2.5) where the ball stands still; the largest force is where F' = 0, that is
// (with u = d'/v0) 1.5 u = q k/m (d^2.5/v0^2), as d'' = -F/m.
static void test_the_deepest_point_is_that_of_the_law(void **state) {
  (void)state;
  double q = 0.75, depth = pow(2.5 * 4e-6 * (q - log(1 + q)) / (q * q), 0.4);
  CHECK_CLOSE(depth, 6.48340813589e-3, 1e-14);
  ContactRun run = run_model(BALL("type: hunt-crossley, restitution: eps", ", until: rate(x)"), NULL);
  CHECK_CLOSE(value_at(&run, "x", NO, true), 0.05 - depth, 1e-11);
  CHECK_CLOSE(value_at(&run, "soft.force", NO, true), 1e6 * pow(depth, 1.5), 1e-7);
  end_run(&run);
  run = run_model(BALL("type: hunt-crossley, restitution: eps", ", until: \"-1.5*rate(x)/2 - 0.75*k*max(0.05 - x, 0)^2.5/4\""),
                  NULL);
  CHECK_CLOSE(value_at(&run, "soft.force", NO, true), 595.983081961, 1e-6);
  end_run(&run);
}

#define DROPPED                                                                                                             \
  "planar: true\n"                                                                                                          \
  "parameters: {eps: 0.7}\n"                                                                                                \
  "gravity: [0, -9.81]\n"                                                                                                   \
  "bodies:\n"                                                                                                               \
  "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"                         \
  "  ball: {mass: 1, inertia: 1, position: [0, 0.25], profiles: {skin: {circle: {radius: 0.05}}}}\n"                        \
  "contacts: {soft: {profiles: [ground.floor, ball.skin], law: {type: hunt-crossley, stiffness: 1e6, restitution: eps}}}\n" \
  "analysis: {duration: 2, step: 0.1, tolerance: 1e-12}\n"

// A fall by 0.2 m takes sqrt(0.4/g) and ends with sqrt(0.4 g). The speed with which the ball leaves, gravity included, was
// computed beforehand. The law takes its factor anew at each contact: the second one begins with the speed that the first left.
static void test_a_dropped_ball_leaves_as_computed(void **state) {
  (void)state;
  ContactRun run = run_model(DROPPED, NULL);
  PwResultEvent on = event_at(&run, 0, "presses"), off = event_at(&run, 1, "opens"), next = event_at(&run, 2, "presses");
  CHECK_CLOSE(on.t, sqrt(0.4 / 9.81), 1e-11);
  CHECK_CLOSE(on.speed_before, -sqrt(0.4 * 9.81), 1e-11);
  CHECK_CLOSE(off.speed_before, 1.50151261122, 1e-9);
  CHECK_CLOSE(next.t - off.t, 2 * off.speed_before / 9.81, 1e-10);
  CHECK_CLOSE(next.speed_before, -off.speed_before, 1e-10);
  // the weight makes it a little less than 0.768; with the factor of the first contact it would be 0.82
  double ratio = event_at(&run, 3, "opens").speed_before / off.speed_before;
  assert_true(ratio < 0.767 && ratio > 0.74);
  CHECK_CLOSE(largest(&run, "energy.balance"), 0, 1e-9);
  end_run(&run);
}

// With eps = 0.5 the sixth contact never ends: the ball comes to rest on the floor, where k d^1.5 carries it.
static void test_sixth_contact(void **state) {
  (void)state;
  ContactRun run = run_model(DROPPED, (const char *[]){"eps=0.5", NULL});
  assert_int_equal(pw_result_events(run.result), 11);
  for (int64_t i = 0; i < 11; i++) event_at(&run, i, i % 2 ? "opens" : "presses");
  CHECK_CLOSE(value_at(&run, "soft.force", 2, true), 9.81, 1e-7);
  CHECK_CLOSE(value_at(&run, "ball.y", 2, true), 0.05 - pow(9.81e-6, 2.0 / 3), 1e-12);
  end_run(&run);
}

// A run from t = 0 or from the last state of `from`, into `to`; the state of the ball at its end.
static void run_part(const PawlMechanism *mechanism, double duration, const char *from, const char *to, double out[4]) {
  static const char *const name[] = {"ball.x", "ball.y", "ball.vx", "ball.vy"};
  PawlMessages *messages = pawl_messages_create();
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  ContactRun run = {.info = {.size = sizeof run.info}};
  options.duration = duration;
  options.from_result = from;
  options.directory = to;
  assert_int_equal(pawl_run(mechanism, &options, messages, &run.info), PAWL_OK);
  assert_int_equal(pawl_messages_count(messages), 0);
  assert_int_equal(pw_result_open(to, messages, &run.result), PAWL_OK);
  for (int i = 0; i < 4; i++) out[i] = value_at(&run, name[i], NAN, true);
  end_run(&run);
  pawl_messages_free(messages);
}

// Interrupted at `cut`, where `pressing` touches press, a run goes on from the result as it would have without.
static void check_goes_on(const char *text, double cut, double duration, int pressing) {
  char folder[] = "/tmp/pawl-test-XXXXXX", path[3][64];
  double whole[4], first[4], rest[4];
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  assert_non_null(mkdtemp(folder));
  for (int i = 0; i < 3; i++) snprintf(path[i], sizeof path[i], "%s/%d", folder, i);
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  run_part(mechanism, duration, NULL, path[0], whole);
  run_part(mechanism, cut, NULL, path[1], first);
  run_part(mechanism, duration - cut, path[1], path[2], rest);
  PwResult *result;
  assert_int_equal(pw_result_open(path[1], messages, &result), PAWL_OK);
  CHECK_CLOSE(pw_result_value(result, pw_result_rows(result) - 1, pw_result_find_column(result, "soft.touches")), pressing, 0);
  pw_result_free(result);
  for (int i = 0; i < 4; i++) CHECK_CLOSE(rest[i], whole[i], 1e-8);
  for (int i = 0; i < 3; i++) pw_folder_remove(path[i], NULL);
  rmdir(folder);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

// A ball presses both flanks of a groove, with its own speed at first contact each: both walls' laws know these speeds.
static void test_goes_on_pressed(void **state) {
  (void)state;
  check_goes_on(
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {groove: {start: [1, 2], chain: [{line: {to: [0, 0]}}, {line: {to: [-1, 1]}}], closed: false}}}\n"
      "  ball: {mass: 1, inertia: 1, position: [-0.05, 0.4], profiles: {skin: {circle: {radius: 0.1}}}}\n"
      "contacts: {soft: {profiles: [ball.skin, ground.groove], law: {type: hunt-crossley, stiffness: 1e5, restitution: 0.3}}}\n"
      "initial: {bodies: {ball: {velocity: [0.2, -2]}}}\n"
      "analysis: {duration: 0.3, step: 0.01, tolerance: 1e-11}\n"
      "output: [ball, soft]\n",
      0.13, 0.3, 2);
}

// The tip of a splinter of 20 degrees, leaning, is 8 mm deep when the run is cut: a search of overlaps sees no way out that leads
// straight into so sharp a corner, but the touch has been there.
static void test_goes_on_by_a_sharp_corner(void **state) {
  (void)state;
  check_goes_on(
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
      "  ball: {mass: 1, inertia: 0.002, center: [0.08, 0.014], position: [0, 0.06], angle: 35 deg, profiles: {skin: {\n"
      "    start: [0.12, 0], chain: [{line: {to: [0.1128, 0.041]}}, {line: {to: [0, 0]}}, {line: {to: [0.12, 0]}}]}}}\n"
      "contacts: {soft: {profiles: [ball.skin, ground.floor], law: {type: hunt-crossley, stiffness: 5e3, exponent: 1,\n"
      "  restitution: 0.6}}}\n"
      "analysis: {duration: 0.16, step: 0.01, tolerance: 1e-11}\n"
      "output: [ball, soft]\n",
      0.125, 0.16, 1);
}

#define CLOSED(analysis)                                                                                         \
  "planar: true\n"                                                                                               \
  "gravity: [0, -9.81]\n"                                                                                        \
  "bodies:\n"                                                                                                    \
  "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"              \
  "  ball: {mass: 1, inertia: 1, position: [0, 0.07], profiles: {skin: {circle: {radius: 0.05}}}}\n"             \
  "contacts: {soft: {profiles: [ball.skin, ground.floor], start: closed, law: {type: hertz, stiffness: 1e6}}}\n" \
  "measures: {y: {type: position, frames: [ground, ball], axis: y}}\n" analysis "\n"

// Declared closed, drawn 20 mm apart and falling: the run starts at a gap of zero without speed, and the law acts from there: the
// weight goes as deep as m g d = k d^2.5/2.5. Where statics or a result say how deep it presses, it starts there.
static void test_declared_closed_starts_at_a_gap_of_zero(void **state) {
  (void)state;
  ContactRun run = run_model(CLOSED("initial: {bodies: {ball: {velocity: [0, -1]}}}\n"
                                    "analysis: {duration: 0.2, tolerance: 1e-11, until: rate(y)}"),
                             NULL);
  CHECK_CLOSE(value_at(&run, "y", 0, false), 0.05, 1e-15);
  CHECK_CLOSE(value_at(&run, "ball.vy", 0, false), 0, 1e-15);
  CHECK_CLOSE(value_at(&run, "soft.force", 0, false), 0, 0);
  CHECK_CLOSE(value_at(&run, "y", NO, true), 0.05 - pow(2.5 * 9.81e-6, 2.0 / 3), 1e-12);
  end_run(&run);
  run = run_model(CLOSED("initial: {from: statics}\nanalysis: {duration: 0.01, tolerance: 1e-11}"), NULL);
  CHECK_CLOSE(value_at(&run, "soft.force", 0, false), 9.81, 1e-8);
  CHECK_CLOSE(value_at(&run, "y", 0, false), 0.05 - pow(9.81e-6, 2.0 / 3), 1e-12);
  end_run(&run);
  check_goes_on(CLOSED("analysis: {duration: 0.03, step: 0.01, tolerance: 1e-11}"), 0.01, 0.03, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_hunt_crossley),
                                     cmocka_unit_test(test_damping_gives_the_restitution_asked_for),
                                     cmocka_unit_test(test_the_deepest_point_is_that_of_the_law),
                                     cmocka_unit_test(test_a_dropped_ball_leaves_as_computed),
                                     cmocka_unit_test(test_sixth_contact),
                                     cmocka_unit_test(test_goes_on_pressed),
                                     cmocka_unit_test(test_goes_on_by_a_sharp_corner),
                                     cmocka_unit_test(test_declared_closed_starts_at_a_gap_of_zero)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
