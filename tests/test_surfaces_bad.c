// What is wrong with a surface is said with file, line, column and index, one complaint each. Places are counted by hand: every
// case stands in the third line of its text, from column 13 on.
#include "check.h"

#include <unistd.h>

#include "pawl/model.h"

#define BEFORE                                                                                                               \
  "bodies:\n"                                                                                                                \
  "  a: {mass: 1, frames: {f: [0, 0], m: {at: [0, 0], offset: [t, 0]}}, profiles: {p: {circle: {radius: 1}}}, surfaces: {\n" \
  "        s: {"
#define AFTER "}}}\n  b: {mass: 1, frames: {g: [0, 0]}, profiles: {p: {circle: {radius: 1}}}}\n"

typedef struct {
  const char *text;
  int column;
  const char *fragment;
} Case;

static void expect_one(PawlMessages *messages, const char *file, int line, int column, const char *fragment, const char *text) {
  PawlMessage m = pawl_messages_get(messages, 0);
  if (pawl_messages_errors(messages) == 1 && m.line == line && m.column == column && strstr(m.text, fragment) &&
      strcmp(m.file, file) == 0)
    return;
  for (int k = 0; k < pawl_messages_count(messages); k++) {
    m = pawl_messages_get(messages, k);
    print_error("  %s:%d:%d: %s\n", m.file, m.line, m.column, m.text);
  }
  fail_msg("should be %s:%d:%d: ... %s ... for\n%s", file, line, column, fragment, text);
}

static void run_cases(const Case *cases, size_t count) {
  for (size_t k = 0; k < count; k++) {
    char text[4000];
    PawlMessages *messages = pawl_messages_create();
    PawlModel *model = NULL;
    snprintf(text, sizeof text, "%s%s%s", BEFORE, cases[k].text, AFTER);
    PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model);
    if (status != PAWL_ERR_INPUT) fail_msg("status %d for\n%s", (int)status, text);
    expect_one(messages, "m.yaml", 3, cases[k].column, cases[k].fragment, cases[k].text);
    assert_null(model);
    pawl_messages_free(messages);
  }
}
#define RUN(cases) run_cases(cases, sizeof cases / sizeof *cases)

static void wrong_kinds_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"", 9, "needs its kind, such as 'sphere: {radius: 1}'"},
      {"sphere: {radius: 1}, cone: {angle: 1}", 40, "'sphere' and 'cone': a surface is of one kind"},
      {"sphere: 1", 21, "sphere: needs a mapping"},
      {"sphere: {}", 21, "'radius' is missing"},
      {"sphere: {raduis: 1}", 22, "unknown key 'raduis', did you mean 'radius'?"},
      {"sphere: {radius: -1}", 21, "the radius is -1"},
      {"sphere: {radius: .nan}", 30, "'radius' is not a finite number"},
      {"sphere: {radius: 1}, inside: perhaps", 42, "'inside' cannot be 'perhaps'"},
      {"ellipsoid: {half_axes: [1, 2]}", 36, "'half_axes' needs a list of 3 numbers, found 2"},
      {"ellipsoid: {half_axes: [1, 2, 0]}", 24, "the third half axis is 0"},
      {"cylinder: {radius: 1, length: 0}", 43, "'length' must be > 0"},
      {"cylinder: {radius: 0, length: 1}", 23, "the radius is 0"},
      {"cone: {angle: 2}, u: [1, 2]", 19, "the angle of the cone is 2 rad"},
      {"cone: {angle: 0.5}, u: [0, 2]", 19, "its tip, at 0, is no part of it"},
      {"torus: {radius: 1, tube: 2}", 20, "reaches its axis"},
      {"plane: {size: 3}", 27, "'size' needs two lengths, along x and y"},
      {"plane: {size: [3, -1]}", 31, "'size' must be > 0"},
      {"paraboloid: {radii: 1, size: [1, 1]}", 33, "'radii' needs two lengths"},
      {"paraboloid: {radii: [1, 0], size: [1, 1]}", 25, "radius 2 of the paraboloid is 0"},
      {"helicoid: {pitch: 0}, u: [0, 1], v: [0, 1]", 23, "the height per turn is 0"},
      {"helicoid: {pitch: 1}, u: [0, 1], v: [0, 6.3e8]", 23, "it winds round 1e+08 times; at most 1000 are taken"},
  };
  RUN(cases);
}

static void wrong_ranges_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"cylinder: {radius: 1}", 23, "needs the range of its height, 'u: [from, to]'"},
      {"plane: {}, u: [0, 1]", 20, "needs the range of its y, 'v: [from, to]'"},
      {"extrusion: {profile: p}", 24, "needs the range of its length, 'v: [from, to]'"},
      {"revolution: {start: [1, 0], chain: [{line: {to: [2, 0]}}], closed: false, pitch: 1}", 25, "needs the range of its angle"},
      {"cylinder: {radius: 1, length: 2}, u: [0, 1]", 50, "'u' and the length of its kind say the same"},
      {"cylinder: {radius: 1}, u: [1, 1]", 39, "the range of its height is 1 to 1"},
      {"cylinder: {radius: 1}, u: [2, 1]", 39, "it must rise"},
      {"cylinder: {radius: 1}, u: 2", 39, "'u' needs a list of 2 numbers"},
      {"sphere: {radius: 1}, u: [0, 3]", 21, "at most -pi/2 to pi/2"},
      {"sphere: {radius: 1}, v: [0, 7]", 21, "at most a turn"},
      {"extrusion: {profile: p, length: 1}, u: [0, 1]", 52, "u has no range to give: it follows from the profile"},
      {"nurbs: {degree: 1, control: [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]]}, v: [0, 1]", 95,
       "v has no range to give: it follows from the knots"},
  };
  RUN(cases);
}

static void two_ways_to_stand_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"sphere: {radius: 1}, frame: f, at: [0, 0]", 48, "'frame' and 'at': give one of them"},
      {"sphere: {radius: 1}, frame: f, angle: 1", 51, "'frame' and 'angle'"},
      {"sphere: {radius: 1}, frame: h", 41, "there is no frame 'a.h'"},
      {"sphere: {radius: 1}, frame: b.g", 41, "'b.g' is on another body"},
      {"sphere: {radius: 1}, frame: m", 41, "the frame 'a.m' moves on its body"},
      {"sphere: {radius: 1}, frame: {at: [0, 0]}", 41, "'frame' needs a text"},
      {"sphere: {radius: 1}, quaternion: [1, 1, 0, 0]", 46, "quaternion has length"},
  };
  RUN(cases);
}

static void wrong_sweeps_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"revolution: {}", 25, "needs one of chain, circle, point, profile"},
      {"revolution: {profile: q}", 35, "there is no profile 'a.q'"},
      {"revolution: {profile: b.p}", 35, "'b.p' is on another body"},
      {"revolution: {profile: p, circle: {radius: 1}}", 35, "'circle' and 'profile': a profile has one of"},
      {"revolution: {profile: p, closed: false}", 46, "'closed' belongs to a 'chain'"},
      {"revolution: {profile: p}", 25, "element[0] of the profile crosses the axis"},
      {"revolution: {start: [1, 0], chain: [{line: {to: [2, 0]}}, {line: {to: [2, 0]}}], closed: false}", 71, "element[1]"},
      {"revolution: {start: [1, 0], chain: [{line: {to: [2, 0]}}]}", 49, "gap of 1 m"},
      {"revolution: {start: [1, 0], chain: [{lime: {to: [2, 0]}}]}", 50, "unknown key 'lime'"},
      {"revolution: {start: [1, 0], chain: [{line: {to: [2, 0]}}], ends: points}", 78, "a closed profile has no ends"},
      {"revolution: {start: [0, 0], chain: [{line: {to: [1, 1]}}], closed: false}", 25, "meets the axis at an angle"},
      {"extrusion: {circle: {radius: -1}, length: 1}", 33, "radius"},
  };
  RUN(cases);
}

// Two rows of three and three rows of two: control points are counted [row][column], knots from 0.
#define NET "control: [[[0, 0, 0], [1, 0, 0]], [[0, 1, 0], [1, 1, 0]], [[0, 2, 0], [1, 2, 1]]]"

static void wrong_nets_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"nurbs: {}", 20, "needs 'control', or 'csv' with its 'count'"},
      {"nurbs: {degree: [2, 1], " NET ", count: [3, 2]}", 127, "'count' goes with 'csv'"},
      {"nurbs: {degree: [2, 1], control: 3}", 46, "'control' needs a list of rows, each a list of points"},
      {"nurbs: {degree: [2, 1], control: [[]]}", 47, "control[0] needs a list of points"},
      {"nurbs: {degree: [1, 1], control: [[[0, 0, 0], [1, 0, 0]], [[0, 1, 0]]]}", 71, "control[1] has 1 points, need 2"},
      {"nurbs: {degree: [1, 1], control: [[[0, 0, 0], [1, 0, 0]], [[0, 1, 0], [1, 1]]]}", 83,
       "'control[1][1]' needs a list of 3 numbers, found 2"},
      {"nurbs: {degree: [1, 1], control: [[[0, 0, 0], [1, 0, 0]], [[0, 1, 0], [1, .nan, 0]]]}", 87,
       "'control[1][1]' is not a finite number"},
      {"nurbs: {degree: [3, 1], " NET "}", 20, "3 rows of points; degree 3 in u needs at least 4"},
      {"nurbs: {degree: [2, 16], " NET "}", 20, "degree 16 in v; the degree must be 1 to 15"},
      {"nurbs: {degree: [2, 1, 1], " NET "}", 29, "'degree' is one value, or a list of two"},
      {"nurbs: {degree: [2, 1.5], " NET "}", 33, "'degree' must be a whole number"},
      {"nurbs: {degree: [2, 1], periodic: [true, 1], " NET "}", 54, "'periodic' cannot be '1'"},
      {"nurbs: {degree: [2, 1], knots: 3, " NET "}", 44, "'knots' needs two lists of numbers"},
      {"nurbs: {degree: [2, 1], knots: [[0, 0, 0, 1, 1], ~], " NET "}", 45, "5 knots in u; 3 points of degree 2 need 6"},
      {"nurbs: {degree: [2, 1], knots: [~, []], " NET "}", 48, "knots[1] needs a list of numbers"},
      {"nurbs: {degree: [2, 1], knots: [[0, 0, 0, 1, 1, 0.5], ~], " NET "}", 61, "knot 5 in u is 0.5, below the one before it"},
      {"nurbs: {degree: [2, 1], knots: [[0, 0, 0, 0, 1, 1], ~], " NET "}", 55,
       "knot 3 in u, 0, comes 4 times; degree 2 allows 3"},
      {"nurbs: {degree: [2, 1], knots: [[0, 0, 0, .nan, 1, 1], ~], " NET "}", 55, "'knots[0][3]' is not a finite number"},
      {"nurbs: {degree: [2, 1], weights: [[1, 1], [1, 0], [1, 1]], " NET "}", 59, "the weight of point [1][1] is 0"},
      {"nurbs: {degree: [2, 1], weights: [[1, 1], [-1, 1], [1, 1]], " NET "}", 56, "the weight of point [1][0] is -1"},
      {"nurbs: {degree: [2, 1], weights: [[1, 1], [1, 1e-12], [1, 1]], " NET "}", 59, "too little beside the largest"},
      {"nurbs: {degree: [2, 1], weights: [[1, 1], [1], [1, 1]], " NET "}", 55, "weights[1] has 1 numbers, need 2"},
      {"nurbs: {degree: [2, 1], weights: [[1, 1], [1, 1]], " NET "}", 46, "'weights' has 2 rows, the points have 3"},
      {"nurbs: {degree: [2, 1], weights: [[1, 1], [1, .inf], [1, 1]], " NET "}", 59, "'weights[1][1]' is not a finite number"},
      // degenerate faces
      {"nurbs: {degree: 1, control: [[[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0]]]}", 20,
       "all points of the net are one point"},
      {"nurbs: {degree: 1, control: [[[0, 0, 0], [1, 0, 0]], [[2, 0, 0], [3, 0, 0]]]}", 20, "there is no normal"},
      {"nurbs: {degree: 1, control: [[[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [1, 0, 0]]]}", 43, "are one point each"},
      // hardly one: the search for its patches ends soon
      {"nurbs: {degree: [2, 1], control: [[[1, 0, 0], [1, 0, 5]], [[0, 1, 0], [0, 1, 5]], [[-1, 0, 0], [-1, 1e8, 5]]]}", 20,
       "the surface is too finely bent"},
  };
  RUN(cases);
}

static void wrong_grids_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"grid: {degree: 1}", 19, "needs 'points', or 'csv' with its 'count'"},
      {"grid: {weights: [[1]], points: [[[0, 0, 0]]]}", 20, "unknown key 'weights'"},
      {"grid: {degree: 1, points: [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0]]]}", 64, "points[1] has 1 points, need 2"},
      {"grid: {degree: 3, points: [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]]}", 19,
       "2 rows of points; degree 3 needs at least 4"},
      {"grid: {degree: 1, points: [[[0, 0, 0], [0, 1, 0]], [[0, 0, 0], [0, 1, 0]]]}", 41, "rows 0 and 1 of points are the same"},
      {"grid: {degree: 1, uniform: 2, points: [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]]}", 40, "'uniform' cannot be '2'"},
  };
  RUN(cases);
}

// ---- files of points

static char folder[] = "/tmp/pawl_surfaces_XXXXXX";

static void expect_csv(const char *keys, const char *csv, const char *file, int line, int column, const char *fragment) {
  char path[200], text[1000], where[200];
  snprintf(path, sizeof path, "%s/net.csv", folder);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(csv, out);
  fclose(out);
  snprintf(path, sizeof path, "%s/m.yaml", folder);
  snprintf(where, sizeof where, "%s/%s", folder, file);
  snprintf(text, sizeof text, "%snurbs: {degree: 1, csv: net.csv, %s}%s", BEFORE, keys, AFTER);
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  assert_int_equal(pawl_model_parse(path, text, strlen(text), NULL, 0, messages, &model), PAWL_ERR_INPUT);
  expect_one(messages, where, line, column, fragment, csv);
  pawl_messages_free(messages);
}

static void wrong_files_are_refused(void **state) {
  (void)state;
  assert_non_null(mkdtemp(folder));
  const char *good = "0,0,0\n0,1,0\n1,0,0\n1,1,0\n";
  expect_csv("periodic: false", good, "m.yaml", 3, 20, "'count' is missing");
  expect_csv("count: 4", good, "m.yaml", 3, 53, "'count' needs the numbers of rows and columns");
  expect_csv("count: [2, 0]", good, "m.yaml", 3, 57, "'count' must be above 0");
  expect_csv("count: [2, 3]", good, "net.csv", 4, 1, "the file ends after 4 points; 2 rows of 3 need 6");
  expect_csv("count: [1, 3]", good, "net.csv", 4, 1, "here are more points than 1 rows of 3, which need 3; the file has 4");
  expect_csv("count: [2, 2]", "", "net.csv", 1, 1, "the file ends after 0 points");
  expect_csv("count: [2, 2]", "x,y,z\n0,0,0\n0,1\n1,0,0\n1,1,0\n", "net.csv", 3, 1, "no finite numbers in columns 0, 1 and 2");
  expect_csv("count: [2, 2]", "0,0,0\n0,nan,0\n1,0,0\n1,1,0\n", "net.csv", 2, 1, "no finite numbers in columns 0, 1 and 2");
  expect_csv("count: [2, 2]", "0,0,0\n0,1,0,1\n1,0,0\n1,1,0\n", "net.csv", 2, 1,
             "this line has 4 numbers, those before it have 3");
  expect_csv("count: [2, 2]", "\n0,0,0,1,1\n", "net.csv", 2, 1, "5 numbers in a line, which needs x, y, z or x, y, z, weight");
  expect_csv("count: [2, 2], weights: [[1, 1], [1, 1]]", "0,0,0,1\n0,1,0,1\n1,0,0,1\n1,1,0,1\n", "m.yaml", 3, 70,
             "the file of points has weights already");
  expect_csv("count: [2, 2]", "# net\n0,0,0,1\n0,1,0,1\n1,0,0,0\n1,1,0,1\n", "net.csv", 4, 1, "the weight of point [1][0] is 0");
  expect_csv("count: [2, 2], weights: [[1, 1], [1, 0]]", good, "m.yaml", 3, 83, "the weight of point [1][1] is 0");
  expect_csv("count: [2, 2], knots: [[0, 0, 1], ~]", good, "m.yaml", 3, 69, "3 knots in u");
  expect_csv("count: [2, 2]", "0,0,0\n0,0,0\n0,0,0\n1,1,0\n", "net.csv", 1, 1, "are one point each");
  char path[200];
  snprintf(path, sizeof path, "%s/net.csv", folder);
  remove(path);
  rmdir(folder);
}

// ---- contacts

#define TWO                                                                                                         \
  "bodies:\n"                                                                                                       \
  "  a: {mass: 1, surfaces: {s: {sphere: {radius: 1}}, q: {sphere: {radius: 1}}}}\n"                                \
  "  b: {mass: 1, surfaces: {s: {sphere: {radius: 1}}, bad: {sphere: {}}}, profiles: {p: {circle: {radius: 1}}}}\n" \
  "  c: {mass: 1}\n"                                                                                                \
  "contacts: {"

static void wrong_contacts_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"k: {surfaces: [a.s, b.t]}", 32, "there is no surface 'b.t', did you mean 'b.s'?"},
      {"k: {surfaces: [a.s, b]}", 32, "'surfaces' needs names like body.surface, found 'b'"},
      {"k: {surfaces: [a.s, z.s]}", 32, "there is no body 'z'"},
      {"k: {surfaces: [a.s, b.p]}", 32, "there is no surface 'b.p'"},
      {"k: {surfaces: a.s}", 26, "'surfaces' needs two names"},
      {"k: {surfaces: [a.s, a.s]}", 26, "surface 'a.s' cannot touch itself"},
      {"k: {surfaces: [a.s, a.q]}", 26, "both surfaces are on body a"},
      {"k: {surfaces: [a.s, b.s]}, l: {surfaces: [b.s, a.s]}", 53, "'b.s' and 'a.s' have the contact 'k' already"},
      {"k: {surfaces: [a.s, b.s], profiles: [a.s, b.p]}", 12, "needs 'profiles: [body.profile, body.profile]' or"},
      {"k: {bodies: [a, b, c]}", 31, "body 'c' has no surface that could touch"},
      {"k: {surfaces: [a.s, b.s], restitution: 2}", 51, "restitution is 2, must be 0 to 1"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[2000];
    PawlMessages *messages = pawl_messages_create();
    PawlModel *model = NULL;
    snprintf(text, sizeof text, "%s%s}\n", TWO, cases[k].text);
    assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_ERR_INPUT);
    assert_int_equal(pawl_messages_errors(messages), 2);  // the sphere without radius, and this
    PawlMessage m = pawl_messages_get(messages, 1);
    if (m.line != 5 || m.column != cases[k].column || !strstr(m.text, cases[k].fragment)) {
      fail_msg("%d:%d: %s\nfor %s", m.line, m.column, m.text, cases[k].text);
    }
    pawl_messages_free(messages);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_kinds_are_refused),       cmocka_unit_test(wrong_ranges_are_refused),
      cmocka_unit_test(two_ways_to_stand_are_refused), cmocka_unit_test(wrong_sweeps_are_refused),
      cmocka_unit_test(wrong_nets_are_refused),        cmocka_unit_test(wrong_grids_are_refused),
      cmocka_unit_test(wrong_files_are_refused),       cmocka_unit_test(wrong_contacts_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
