// What is drawn: what is material, outlines with holes, in lists of bodies too; holes without an outline; how deep bodies
// overlap.
#include "contact_run.h"

// A plate, fixed, 0.2 m square with a hole of radius 0.05 m, and a pin.
#define PLATE(PIN, MORE)                                                                                              \
  "gravity: [0, -9.81]\n"                                                                                             \
  "bodies:\n"                                                                                                         \
  "  plate:\n"                                                                                                        \
  "    mass: 1\n"                                                                                                     \
  "    inertia: 1e-3\n"                                                                                               \
  "    profiles:\n"                                                                                                   \
  "      rim: {start: [-0.1, -0.1], chain: [{line: {to: [0.1, -0.1]}}, {line: {to: [0.1, 0.1]}}, {line: {to: [-0.1, " \
  "0.1]}}, {line: {to: [-0.1, -0.1]}}]}\n"                                                                            \
  "      hole: {circle: {radius: 0.05, clockwise: true}}\n"                                                           \
  "  pin: {mass: 1, inertia: 1e-3, " PIN                                                                              \
  "}\n"                                                                                                               \
  "joints: {fix: {type: fixed, between: [ground, plate], at: [0, 0]}}\n"                                              \
  "contacts: {c: {bodies: [plate, pin]}}\n"                                                                           \
  "analysis: {duration: 0.2" MORE "}\n"
#define PIN(X, Y, R) "position: [" X ", " Y "], profiles: {p: {circle: {radius: " R "}}}"

static void check_fall(const char *text, const char *contact, double height) {
  ContactRun run = run_model(text, NULL);
  PwResultEvent event = event_at(&run, 0, "impact");
  CHECK_CLOSE(event.t, sqrt(2 * height / 9.81), 1e-9);
  assert_string_equal(event.subject, contact);
  assert_true(run.info.searches < 100);
  end_run(&run);
}

// In the hole, off its centre and in it, and above the plate: the pin falls on what is below it.
static void test_pin_in_hole(void **state) {
  (void)state;
  check_fall(PLATE(PIN("0", "0.01", "0.02"), ""), "c.plate.hole.pin", 0.04);
  check_fall(PLATE(PIN("0", "0", "0.02"), ""), "c.plate.hole.pin", 0.03);
  check_fall(PLATE(PIN("0", "0.15", "0.02"), ""), "c.plate.rim.pin", 0.03);
}

// The shortest way out: into the hole by |(0.045, 0.01)| + 0.02 - 0.05, over the rim by 0.1 - 0.075 + 0.01; all around the hole.
static void test_pin_in_plate(void **state) {
  (void)state;
  check_fails(PLATE(PIN("0.045", "0.01", "0.02"), ""), PAWL_ERR_ASSEMBLY,
              "contact 'c.plate.hole.pin': the bodies 'plate' and 'pin' overlap by 0.0160977 m");
  check_fails(PLATE(PIN("0.075", "0.01", "0.01"), ""), PAWL_ERR_ASSEMBLY,
              "contact 'c.plate.rim.pin': the bodies 'plate' and 'pin' overlap by 0.035 m at the start, at (0.1, 0.01) m");
  check_fails(PLATE(PIN("0", "0", "0.06"), ""), PAWL_ERR_ASSEMBLY, "overlap by 0.01 m all around (0, 0) m");
}

// --separate takes these ways: along the line from the hole's centre, and along x.
static void test_separate_moves_out_of_material(void **state) {
  (void)state;
  static const char *const text[] = {PLATE(PIN("0.045", "0.01", "0.02"), ""), PLATE(PIN("0.075", "0.01", "0.01"), "")};
  for (int i = 0; i < 2; i++) {
    PawlModel *model = NULL;
    PawlMechanism *mechanism = NULL;
    PawlSimulation *s = NULL;
    assert_int_equal(pawl_model_parse("m.yaml", text[i], strlen(text[i]), NULL, 0, NULL, &model), PAWL_OK);
    assert_int_equal(pawl_mechanism_compile(model, NULL, &mechanism), PAWL_OK);
    PawlRunOptions options = pawl_mechanism_run_options(mechanism);
    options.separate = true;
    assert_int_equal(pawl_simulation_create(mechanism, &options, NULL, &s), PAWL_OK);
    assert_int_equal(pawl_simulation_assemble(s, NULL), PAWL_OK);
    double p[7], r = hypot(0.045, 0.01);
    assert_int_equal(pawl_simulation_pose(s, pawl_mechanism_find_body(mechanism, "pin"), p), PAWL_OK);
    CHECK_CLOSE(p[0], i ? 0.11 : 0.03 * 0.045 / r, 1e-9);
    CHECK_CLOSE(p[1], i ? 0.01 : 0.03 * 0.01 / r, 1e-9);
    pawl_simulation_free(s);
    pawl_mechanism_free(mechanism);
    pawl_model_free(model);
  }
}

// Compiles; what is said must have these words, or be nothing.
static void check_remark(const char *text, const char *words) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  assert_int_equal(pawl_messages_count(messages), words ? 1 : 0);
  if (words) {
    PawlMessage m = pawl_messages_get(messages, 0);
    assert_int_equal(m.severity, PAWL_WARNING);
    assert_true(m.line > 0);
    if (!strstr(m.text, words)) fail_msg("said: %s", m.text);
  }
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

#define TWO(FIRST, SECOND)          \
  "planar: true\n"                  \
  "bodies:\n"                       \
  "  ground: {profiles: {a: " FIRST \
  "}}\n"                            \
  "  b:\n"                          \
  "    mass: 1\n"                   \
  "    inertia: 1\n"                \
  "    profiles:\n"                 \
  "      p: " SECOND                \
  "\n"                              \
  "contacts: {c: {bodies: [ground, b]}}\n"
#define FLOOR "{start: [1, -0.2], chain: [{line: {to: [-1, -0.2]}}], closed: false}"
#define SQUARE_CLOCKWISE                                                                                                       \
  "{start: [-0.1, -0.1], chain: [{line: {to: [-0.1, 0.1]}}, {line: {to: [0.1, 0.1]}}, {line: {to: [0.1, -0.1]}}, {line: {to: " \
  "[-0.1, -0.1]}}]}"

// An outline drawn clockwise is a hole. With what it meets inside of it that is meant: a housing. Else it is a mistake, also
// where both are drawn so, or the housing is around it.
static void test_wrong_way_round(void **state) {
  (void)state;
  check_remark(TWO(FLOOR, SQUARE_CLOCKWISE),
               "profile 'b.p' is drawn clockwise: a hole, with material all around it, where 'ground.a'");
  check_remark(TWO(FLOOR, "{circle: {radius: 0.1}}"), NULL);
  check_remark(TWO("{circle: {radius: 0.3, clockwise: true}}", "{circle: {radius: 0.1}}"), NULL);
  check_remark(TWO("{circle: {radius: 0.3, clockwise: true}}", "{circle: {radius: 0.3}}"), NULL);
  check_remark(TWO("{circle: {radius: 0.3, clockwise: true}}", SQUARE_CLOCKWISE), "profile 'b.p' is drawn clockwise");
  check_remark(TWO(SQUARE_CLOCKWISE, "{start: [0, 0], chain: [{line: {to: [0, 1]}}], closed: false}"), NULL);
}

// A hole in an outline of its body is one, wherever the other body is; one that crosses the outline is named.
static void test_holes_in_outlines(void **state) {
  (void)state;
  check_remark(PLATE(PIN("0", "0", "0.02"), ""), NULL);
  check_remark(PLATE(PIN("0", "0.3", "0.02"), ""), NULL);
  check_remark(TWO("{circle: {center: [0, 1], radius: 0.1}}",
                   "{circle: {radius: 0.1}}\n      q: {circle: {center: [0.1, 0], radius: 0.05, clockwise: true}}"),
               "profile 'b.q' is a hole, drawn clockwise, and lies only partly in the outline 'b.p'");
}

// Sizes that do not go together: a floor and a ball of 1e7 times less, and bodies that are drawn 1e9 times as far apart.
static void test_sizes_that_do_not_go_together_are_warned_of(void **state) {
  (void)state;
  check_remark(TWO("{start: [1e5, -1], chain: [{line: {to: [-1e5, -1]}}], closed: false}", "{circle: {radius: 0.01}}"),
               "e+06 times as large as 'b.p'");
  check_remark(TWO("{start: [1e4, -1], chain: [{line: {to: [-1e4, -1]}}], closed: false}", "{circle: {radius: 0.01}}"), NULL);
  check_remark(
      "planar: true\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 1, profiles: {p: {circle: {radius: 1}}}}\n"
      "  b: {mass: 1, inertia: 1, position: [2.5e9, 0], profiles: {p: {circle: {radius: 1}}}}\n"
      "contacts: {c: {bodies: [a, b]}}\n",
      "body 'b' is drawn farthest away, at (2.5e+09, 0) m");
}

// What starts inside an outline may be meant to be in a hole.
static void test_an_outline_meant_as_a_hole_is_hinted_at(void **state) {
  (void)state;
  check_fails(TWO("{circle: {radius: 0.3}}", "{circle: {center: [0.1, 0], radius: 0.1}}"), PAWL_ERR_ASSEMBLY,
              "overlap by 0.3 m at the start, at (0.3, 0) m; draw them apart (a hole is drawn clockwise)");
  // not so where it is partly outside, wherever it begins
  check_fails(TWO("{circle: {radius: 0.3}}", "{circle: {center: [-0.35, 0], radius: 0.1}}"), PAWL_ERR_ASSEMBLY,
              "overlap by 0.05 m at the start, at (-0.3, 0) m; draw them apart, or");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pin_in_hole),
      cmocka_unit_test(test_pin_in_plate),
      cmocka_unit_test(test_separate_moves_out_of_material),
      cmocka_unit_test(test_wrong_way_round),
      cmocka_unit_test(test_holes_in_outlines),
      cmocka_unit_test(test_an_outline_meant_as_a_hole_is_hinted_at),
      cmocka_unit_test(test_sizes_that_do_not_go_together_are_warned_of),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
