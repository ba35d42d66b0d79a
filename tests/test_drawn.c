// Drawings of models: as they would start, or as they are drawn where that cannot be, with what is wrong. Expected are counts of
// marks and lines, and places by the drawing's own scale: discs of radius 1 whose centres are 1.5 apart overlap between x = 0.5
// and 1.
#include "pawl/report.h"
#include "report_place.h"

#define DISCS                                                                                           \
  "planar: true\n"                                                                                      \
  "bodies:\n"                                                                                           \
  "  ground: {profiles: {disc: {circle: {radius: 1}}, far: {circle: {center: [4.5, 0], radius: 1}}}}\n" \
  "  b: {mass: 1, inertia: 1, position: [1.5, 0], profiles: {disc: {circle: {radius: 1}}}}\n"

static char *drawn(Place *p, const char *text) {
  put_text("m.yaml", text);
  check_ok(p, pawl_report_model("m.yaml", NULL, 0, NULL, p->messages));
  return get_text("m.yaml.svg", NULL);
}

static int count_of(const char *text, const char *part) {
  int count = 0;
  for (; (text = strstr(text, part)); text++) count++;
  return count;
}

static const char RING[] = "<circle r=\"9\" stroke=\"#c00000\" stroke-width=\"2.5\" cx=\"";

static void overlaps_are_marked(void **state) {
  Place *p = *state;
  char *text = drawn(p, DISCS "contacts:\n  c: {profiles: [ground.disc, b.disc]}\n  d: {profiles: [ground.far, b.disc]}\n");
  assert_int_equal(count_of(text, RING), 1);
  assert_int_equal(count_of(text, "as it would start"), 1);
  assert_int_equal(count_of(text, ">line 6: contact 'c': the bodies 'ground' and 'b' overlap by 0.5 m at the start"), 1);
  // from x = -1 on the left border to 5.5 on the right one
  double width = atof(strstr(text, "viewBox=\"0 0 ") + 13), cx = atof(strstr(text, RING) + strlen(RING)), margin = 36;
  double wide = fmin(width, 640) - 2 * margin, x = -1 + 6.5 * (cx - margin) / wide;
  assert_true(x > 0.49 && x < 1.01);
  free(text);
  pawl_messages_clear(p->messages);
  // with a law they may
  text = drawn(p, DISCS "contacts: {c: {profiles: [ground.disc, b.disc], law: {type: hertz, stiffness: 1000}}}\n");
  assert_int_equal(count_of(text, RING), 0);
  assert_int_equal(count_of(text, ">line "), 0);
  free(text);
}

// Balls of radius 1 whose centres are 1.5 apart along z.
static void overlaps_in_space_are_marked(void **state) {
  Place *p = *state;
  char *text = drawn(p,
                     "planar: false\n"
                     "bodies:\n"
                     "  ground: {surfaces: {ball: {sphere: {radius: 1}}}}\n"
                     "  b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 1.5], surfaces: {ball: {sphere: {radius: 1}}}}\n"
                     "contacts: {c: {surfaces: [ground.ball, b.ball]}}\n");
  assert_int_equal(count_of(text, RING), 1);
  assert_int_equal(count_of(text, "overlap by 0.5 m at the start"), 1);
  free(text);
}

// Two arms of 1 on pins that are 5 apart cannot be joined; many complaints are cut.
static void what_cannot_be_assembled_is_drawn(void **state) {
  Place *p = *state;
  char *text = drawn(
      p,
      "planar: true\n"
      "bodies: {a: {mass: 1, angle: 0.4, frames: {e: [1, 0]}}, b: {mass: 1, position: [5, 0.5], angle: 2, frames: {e: [1, 0]}}}\n"
      "joints:\n"
      "  p: {type: revolute, frames: [ground, a]}\n"
      "  q: {type: revolute, frames: [{body: ground, at: [5, 0.5]}, b]}\n"
      "  r: {type: revolute, frames: [a.e, b.e]}\n");
  assert_int_equal(count_of(text, ">as drawn<"), 1);
  assert_true(count_of(text, ">the mechanism cannot be assembled at t = 0 s:<") == 1);
  assert_true(count_of(text, ">line ") > 0);
  assert_int_equal(count_of(text, "<title>r</title>"), 1);
  free(text);
}

static void what_is_right_has_no_notes(void **state) {
  Place *p = *state;
  char *text = drawn(p, DISCS "contacts: {c: {profiles: [ground.far, b.disc]}}\n");
  assert_int_equal(pawl_messages_count(p->messages), 0);
  assert_int_equal(count_of(text, RING) + count_of(text, ">line "), 0);
  free(text);
}

// A file that is refused is drawn as far as it could be read: outlines with the complaint below.
static void what_is_refused_is_drawn(void **state) {
  Place *p = *state;
  static const struct {
    const char *text, *note;
  } CASES[] = {
      {"parameters: {F0: 250 mm}\njoints: {s: {type: prismatic, between: [ground, b], at: [0, 0], axis: x}}\n"
       "forces: {f: {type: joint, coordinate: s, preload: -F0}}\n",
       "force 'f': 'preload' cannot be 'F0'"},
      {"contacts: {c: {profiles: [ground.far, b.disk]}}\n", ">line 5: "},
      {"joints: {s: {type: prismatic, between: [ground, b], at: [0, 0], axis: x}}\ndrives: {d: {coordinate: s, law: a*t}}\n",
       "unknown name 'a'"},
      {"joints: {j: {type: revolut, frames: [ground, b]}}\n", "did you mean 'revolute'"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    char text[1000];
    snprintf(text, sizeof text, DISCS "%s", CASES[i].text);
    char *svg = drawn(p, text);
    assert_true(pawl_messages_count(p->messages) > 0);
    assert_int_equal(count_of(svg, "as far as it could be read"), 1);
    assert_int_equal(count_of(svg, ">line "), 1);
    if (!strstr(svg, CASES[i].note)) fail_msg("no '%s' in the drawing: %s", CASES[i].note, strstr(svg, ">line "));
    assert_true(count_of(svg, "<path") >= 3);  // the three discs
    free(svg);
    pawl_messages_clear(p->messages);
  }
}

// The example, whose third pair is made one of an unknown type: its cam and its follower are drawn all the same.
static void refused_acdmc_files_are_drawn(void **state) {
  Place *p = *state;
  char text[8000];
  FILE *file = fopen(PAWL_SOURCE_DIR "/examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn", "r");
  assert_non_null(file);
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = 0;
  char *type = strstr(text, "PRISMATIQUE");
  assert_non_null(type);
  memcpy(type, "WOBBLE     ", 11);
  put_text("m.dyn", text);
  check_ok(p, pawl_report_model("m.dyn", NULL, 0, "m.svg", p->messages));
  char *svg = get_text("m.svg", NULL);
  assert_int_equal(count_of(svg, "as far as it could be read"), 1);
  assert_int_equal(count_of(svg, ">line 140: PAIR"), 1);
  assert_true(count_of(svg, "<path") >= 2);
  free(svg);
}

static void what_cannot_be_read_cannot_be_drawn(void **state) {
  Place *p = *state;
  put_text("m.yaml", "bodies: {b: {mass: 1}\n");
  check_refused(p, pawl_report_model("m.yaml", NULL, 0, NULL, p->messages), PAWL_ERR_INPUT, "m.yaml");
  assert_int_equal(access("m.yaml.svg", F_OK), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(overlaps_are_marked),           TEST(overlaps_in_space_are_marked), TEST(what_cannot_be_assembled_is_drawn),
      TEST(what_is_right_has_no_notes),    TEST(what_is_refused_is_drawn),     TEST(what_cannot_be_read_cannot_be_drawn),
      TEST(refused_acdmc_files_are_drawn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
