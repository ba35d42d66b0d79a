// Overlaps at the start of a run in places where ways run through corners, along faces and past tangent ends: depths by closed
// forms of where things are drawn.
#include "contact_run.h"

#define CHECK_RUNS(text)                     \
  do {                                       \
    ContactRun run_ = run_model(text, NULL); \
    end_run(&run_);                          \
  } while (0)

// The tip of a wedge of 17 degrees is drawn 4 mm below a floor: straight up from it is not in the wedge. A corner as sharp pokes
// 2 mm through the upper side of a frame.
static void test_sharp_corners(void **state) {
  (void)state;
  check_fails(
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
      "  w: {mass: 1, inertia: 0.001, position: [0.2, -0.004], angle: 60 deg, profiles: {s: {start: [0.2, 0], chain: [{line: "
      "{to: "
      "[0.19, 0.06]}}, {line: {to: [0, 0]}}, {line: {to: [0.2, 0]}}]}}}\n"
      "contacts: {c: {profiles: [ground.floor, w.s]}}\n"
      "analysis: {duration: 0.001}\n",
      PAWL_ERR_ASSEMBLY, "overlap by 0.004 m at the start, at (0.2, 0) m");
  check_fails(
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {frame: {start: [0, 0], chain: [{line: {to: [0, 1]}}, {line: {to: [1, 1]}}, {line: {to: [1, 0]}}, "
      "{line: {to: [0, 0]}}]}}}\n"
      "  b: {mass: 1, inertia: 0.01, position: [0.498, 0.997], profiles: {s: {start: [0, 0.005], chain: [{line: {to: [-0.3, "
      "-0.05]}}, {line: {to: [-0.28, -0.1]}}, {line: {to: [0, 0.005]}}]}}}\n"
      "contacts: {c: {profiles: [ground.frame, b.s]}}\n"
      "analysis: {duration: 0.001}\n",
      PAWL_ERR_ASSEMBLY, "overlap by 0.002 m at the start, at (0.498, 1) m");
}

// A corner of a block is straight below the middle of a bar's round end, 45 mm away: the way between them begins in the corner
// and passes where the round end begins. The same along the lower side of the block.
static void test_in_line(void **state) {
  (void)state;
  CHECK_RUNS(
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {block: {start: [0, 0], chain: [{line: {to: [0.03, 0]}}, {line: {to: [0.02, 0.01]}}, {line: {to: [0, "
      "0.01]}}, {line: {to: [0, 0]}}]}}}\n"
      "  bar: {mass: 1, inertia: 0.01, position: [0.03, 0.05], profiles: {o: {start: [-0.05, 0], chain: [{line: {to: [-0.05, "
      "-0.006]}}, {line: {to: [0, -0.005]}}, {arc: {center: [0, 0], to: [0, 0.005]}}, {line: {to: [-0.05, 0]}}]}}}\n"
      "contacts: {c: {profiles: [ground.block, bar.o]}}\n"
      "analysis: {duration: 0.001}\n");
}

#define BLOCKS(x, y, law)                                                                                                  \
  "planar: true\n"                                                                                                         \
  "bodies:\n"                                                                                                              \
  "  ground: {profiles: {a: {start: [-0.1, -0.1], chain: [{line: {to: [0.1, -0.1]}}, {line: {to: [0.1, 0]}}, {line: {to: " \
  "[-0.1, 0]}}, {line: {to: [-0.1, -0.1]}}]}}}\n"                                                                          \
  "  b: {mass: 1, inertia: 0.01, position: [" x ", " y                                                                     \
  "], profiles: {o: {start: [-0.1, 0], chain: [{line: {to: [0.1, 0]}}, "                                                   \
  "{line: {to: [0.1, 0.1]}}, {line: {to: [-0.1, 0.1]}}, {line: {to: [-0.1, 0]}}]}}}\n"                                     \
  "contacts: {c: {profiles: [ground.a, b.o]" law                                                                           \
  "}}\n"                                                                                                                   \
  "analysis: {duration: 1e-4}\n"                                                                                           \
  "output: [c]\n"

// Two blocks of one width: on each other, 3 mm in each other with their sides in line, beside each other, and corner on corner.
static void test_blocks_in_line_overlap_or_not(void **state) {
  (void)state;
  check_fails(BLOCKS("0", "-0.003", ""), PAWL_ERR_ASSEMBLY, "overlap by 0.003 m at the start, at (0.1, 0) m");
  check_fails(BLOCKS("0", "-0.1", ""), PAWL_ERR_ASSEMBLY, "overlap by 0.1 m at the start");  // one in place of the other
  CHECK_RUNS(BLOCKS("0", "0", ""));
  CHECK_RUNS(BLOCKS("0.2", "-0.05", ""));
  CHECK_RUNS(BLOCKS("-0.2", "-0.1", ""));
  CHECK_RUNS(BLOCKS("0.2", "0", ""));
}

// Pressed in by 0.1 mm with a law, a block stands on its two lower corners, K d^n each. From there ways lead out through the
// sides of the other block, too: they are none that anything came in by.
static void test_pressed_blocks_stand_on_their_corners(void **state) {
  (void)state;
  ContactRun run = run_model(BLOCKS("0.02", "-1e-4", ", law: {type: hertz, stiffness: 1e6, exponent: 1}"), NULL);
  CHECK_CLOSE(pw_result_value(run.result, 0, column(&run, "c.touches")), 2, 0);
  CHECK_CLOSE(pw_result_value(run.result, 0, column(&run, "c.force")), 2 * 1e6 * 1e-4, 1e-9);
  end_run(&run);
}

// A bead on the inside of a loop: it is in the hole, on its boundary, and nothing is drawn the wrong way round.
static void test_a_bead_in_a_loop_is_in_the_hole(void **state) {
  (void)state;
  static const char text[] =
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {loop: {circle: {center: [0, 0.3], radius: 0.3, clockwise: true}}}}\n"
      "  bead: {mass: 1, inertia: 1e-4, profiles: {tip: {point: [0, 0]}}}\n"
      "contacts: {c: {profiles: [ground.loop, bead.tip], start: closed}}\n"
      "analysis: {duration: 0.001}\n";
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  assert_int_equal(pawl_messages_count(messages), 0);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

static char *checked(const char *text, bool json) {
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  char *out = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, NULL, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, NULL, &mechanism), PAWL_OK);
  PawlCheckOptions options = pawl_check_options_default();
  options.json = json;
  assert_int_equal(pawl_check(mechanism, &options, NULL, &out), PAWL_OK);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  return out;
}
static void check_says(const char *text, const char *words, const char *json) {
  char *out = checked(text, false), *object = checked(text, true);
  if (!strstr(out, words)) fail_msg("no '%s' in\n%s", words, out);
  if (!strstr(object, json)) fail_msg("no '%s' in\n%s", json, object);
  pawl_text_free(out);
  pawl_text_free(object);
}
// `pawl check` tells of overlaps with depth and place: of blocks, by the way out; of a small star in the middle of a large one,
// by a place; of a joint beyond its limit; of balls in space; and of none.
static void test_check_tells_of_overlaps(void **state) {
  (void)state;
  char *none = checked(BLOCKS("0", "0", ""), false);
  assert_null(strstr(none, "overlaps"));
  pawl_text_free(none);
  check_says(
      "units: {length: mm}\n"
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {a: {circle: {radius: 10}}}}\n"
      "  b: {mass: 1, inertia: 1, position: [18, 0], profiles: {o: {circle: {radius: 10}}}}\n"
      "contacts: {c: {profiles: [ground.a, b.o]}}\n",
      "  c: ground and b, by 2 mm at (10, 0) mm\n", "\"depth\": 2.0");
  check_says(
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {star: {start: [1, 0], chain: [{line: {to: [0.2, 0.2]}}, {line: {to: [0, 1]}}, {line: {to: [-0.2, "
      "0.2]}}, {line: {to: [-1, 0]}}, {line: {to: [-0.2, -0.2]}}, {line: {to: [0, -1]}}, {line: {to: [0.2, -0.2]}}, {line: "
      "{to: [1, 0]}}]}}}\n"
      "  b: {mass: 1, inertia: 1, profiles: {tip: {point: [0, 0]}}}\n"
      "contacts: {c: {profiles: [ground.star, b.tip]}}\n",
      "  c: ground and b, by at least 0.282843 m at (0, 0) m\n", "\"at_least\": true");
  check_says(
      "planar: true\n"
      "bodies: {b: {mass: 1, inertia: 1, position: [0.3, 0]}}\n"
      "joints: {s: {type: prismatic, between: [ground, b], at: [0, 0], axis: x, limits: [0.4, 1]}}\n",
      "by 0.4 m\n", "\"overlaps\": [\n    {\n");
  check_says(
      "bodies:\n"
      "  ground: {surfaces: {a: {sphere: {radius: 1}}}}\n"
      "  b: {mass: 1, inertia: [1, 1, 1], position: [1.9, 0, 0], surfaces: {o: {sphere: {radius: 1}}}}\n"
      "contacts: {c: {surfaces: [ground.a, b.o]}}\n",
      "  c: ground and b, by 0.1 m at (1, 0, 0) m\n", "\"place\": [\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sharp_corners),
                                     cmocka_unit_test(test_in_line),
                                     cmocka_unit_test(test_blocks_in_line_overlap_or_not),
                                     cmocka_unit_test(test_pressed_blocks_stand_on_their_corners),
                                     cmocka_unit_test(test_a_bead_in_a_loop_is_in_the_hole),
                                     cmocka_unit_test(test_check_tells_of_overlaps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
