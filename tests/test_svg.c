// SVG for papers: well-formed whatever names hold, axes with round numbers, marks and arrows where they belong.
#include <dirent.h>
#include <math.h>

#include "report/outline.h"
#include "report/svg.h"
#include "report_place.h"

// ---- well-formed

// Tags nest, attributes are quoted, nothing else has '<' or a bare '&'. Enough for what is written here, and needs no program.
static void check_nesting(const char *path, const char *text) {
  char stack[50][20];
  int depth = 0;
  for (const char *at = strstr(text, "?>") + 2; *at; at++) {
    if (*at == '&' && strncmp(at, "&lt;", 4) && strncmp(at, "&gt;", 4) && strncmp(at, "&amp;", 5) && strncmp(at, "&quot;", 6)) {
      fail_msg("%s: bare '&'", path);
    }
    if (*at != '<') continue;
    bool closing = at[1] == '/';
    const char *name = at + 1 + closing;
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz");
    char word[20];
    snprintf(word, sizeof word, "%.*s", (int)n, name);
    bool quoted = false;
    for (at = name + n; *at && (quoted || *at != '>'); at++) {
      if (*at == '"') quoted = !quoted;
      if (*at == '<') fail_msg("%s: '<' in a tag", path);
    }
    if (closing && (depth == 0 || strcmp(stack[--depth], word) != 0)) fail_msg("%s: </%s> closes another tag", path, word);
    if (!closing && at[-1] != '/') strcpy(stack[depth++], word);
    assert_true(depth < 50);
  }
  assert_int_equal(depth, 0);
}

static char *checked(const char *path) {
  char command[800], *text = get_text(path, NULL);
  assert_int_equal(strncmp(text, "<?xml version=\"1.0\"", 19), 0);
  assert_null(strstr(text, "nan"));
  assert_null(strstr(text, "inf"));
  check_nesting(path, text);
  snprintf(command, sizeof command, "if command -v xmllint >/dev/null; then xmllint --noout '%s'; fi", path);
  assert_int_equal(system(command), 0);
  return text;
}

static int count_of(const char *text, const char *part) {
  int count = 0;
  for (; (text = strstr(text, part)); text++) count++;
  return count;
}

static const char CAM[] =
    "name: 'a <b> & \"c\"'\nunits: {length: mm, mass: kg, time: ms, angle: deg, force: N}\ngravity: [0, -9.81 m/s^2]\nbodies:\n"
    "  cam: {mass: 1, inertia: 200 kg*mm^2, profiles: {disc: {circle: {center: [5, 0], radius: 20}}}}\n"
    "  follower:\n    mass: 0.1\n    inertia: 1 kg*mm^2\n    position: [0, 20]\n"
    "    profiles: {face: {start: [-30, 0], closed: false, chain: [{line: {to: [30, 0]}}]}}\n"
    "joints:\n  shaft: {type: revolute, between: [ground, cam], at: [0, 0]}\n"
    "  guide: {type: prismatic, between: [ground, follower], at: [0, 20], axis: y}\n"
    "drives: {turn: {coordinate: shaft.angle, law: 'if(t < 100, 1, 2)*0 + t'}}\n"
    "forces: {pull: {type: spring, between: [ground, follower], at: [[0, 60], [0, 20]], stiffness: 0.1, free_length: 60}}\n"
    "contacts: {rub: {profiles: [cam.disc, follower.face], start: closed}}\n"
    "analysis: {type: dynamics, duration: 300, step: 5}\n";

// ---- the files

static void draws_plots_and_instants(void **state) {
  Place *p = *state;
  put_text("cam.yaml", CAM);
  run_file(p, "cam.yaml", "cam");
  check_ok(p,
           pawl_report_svg("cam", NULL, "shaft.angle,guide.travel,guide.travel.rate", (const double[]){0, 150}, 2, p->messages));
  assert_int_equal(system("[ \"$(ls cam.svg | tr '\\n' ' ')\" = 'at-1.svg at-2.svg plot-1.svg plot-2.svg plot-3.svg ' ]"), 0);
  char *plot = checked("cam.svg/plot-1.svg");  // one unit each
  assert_non_null(strstr(plot, "shaft.angle [deg]"));
  assert_non_null(strstr(plot, "t [ms]"));
  assert_non_null(strstr(plot, "<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"));
  free(plot);
  char *drawing = checked("cam.svg/at-2.svg");
  assert_non_null(strstr(drawing, "t = 150 ms, largest force "));
  assert_int_equal(count_of(drawing, "fill=\"#c00000\"/>"), 1);                  // head of one arrow
  assert_int_equal(count_of(drawing, "<circle r=\"2.5\" fill=\"#c00000\""), 1);  // one closed touch
  assert_int_equal(count_of(drawing, "<circle r=\"4\""), 1);                     // one pin
  assert_int_equal(count_of(drawing, "<rect x=\"-7\""), 1);                      // one slide
  assert_int_equal(count_of(drawing, "fill-opacity"), 1);                        // the disc is filled, the open face not
  free(drawing);
}

// A disc on a pin that is outside it hangs on a bar; a slide whose frame is far away stands beside its body, a block.
static void ties_bodies_together(void **state) {
  Place *p = *state;
  put_text("two.yaml",
           "gravity: [0, -9.81]\nbodies:\n"
           "  bob: {mass: 1, inertia: 1, position: [0, -1], profiles: {disc: {circle: {radius: 0.1}}}}\n"
           "  wheel: {mass: 1, inertia: 1, position: [1, 0], profiles: {disc: {circle: {radius: 0.1}}}}\n"
           "  block: {mass: 1, position: [0.5, 0.5]}\n"
           "joints:\n  far: {type: revolute, between: [ground, bob], at: [0, 0]}\n"
           "  near: {type: revolute, between: [ground, wheel], at: [1, 0]}\n"
           "  guide: {type: prismatic, between: [ground, block], at: [0, 0.5], axis: x}\n"
           "analysis: {duration: 0.01}\n");
  run_file(p, "two.yaml", "two");
  check_ok(p, pawl_report_svg("two", NULL, NULL, NULL, 0, p->messages));
  char *drawing = checked("two.svg/at-1.svg");
  assert_int_equal(count_of(drawing, "stroke-width=\"3\""), 1);
  assert_int_equal(count_of(drawing, "<rect x=\"-16\""), 1);
  const char *guide = strstr(drawing, "<title>guide</title>"), *name = strstr(drawing, ">block</text>");
  assert_non_null(guide);
  assert_non_null(name);
  while (strncmp(guide, "translate(", 10) != 0) guide--;
  while (strncmp(name, "x=\"", 3) != 0) name--;
  assert_true(fabs(atof(guide + 10) - atof(name + 3)) < 60);  // the name stands at the body, its frame is 230 units away
  free(drawing);
}

// A plate with a hole and two discs beside it, one body: three filled paths, one of two rings, and nothing between them. The pin
// outside of all hangs on one bar.
static void profiles_stay_apart(void **state) {
  Place *p = *state;
  put_text("plate.yaml",
           "gravity: [0, -9.81]\nbodies:\n  plate:\n    mass: 1\n    inertia: 1\n    profiles:\n"
           "      rim: {circle: {center: [0, -1], radius: 0.4}}\n"
           "      hole: {circle: {center: [0, -1], radius: 0.2, clockwise: true}}\n"
           "      left: {circle: {center: [-1, -1], radius: 0.1}}\n"
           "      right: {circle: {center: [1, -1], radius: 0.1}}\n"
           "joints: {pin: {type: revolute, between: [ground, plate], at: [0, 0]}}\nanalysis: {duration: 0.01}\n");
  run_file(p, "plate.yaml", "plate");
  check_ok(p, pawl_report_svg("plate", NULL, NULL, NULL, 0, p->messages));
  char *drawing = checked("plate.svg/at-1.svg"), *rim = strstr(drawing, "fill-rule=\"evenodd\"");
  assert_int_equal(count_of(drawing, "fill-rule=\"evenodd\""), 3);
  assert_int_equal(count_of(drawing, "stroke-width=\"3\""), 1);
  *rim = 0;
  while (strncmp(rim, "<path", 5) != 0) rim--;
  assert_int_equal(count_of(rim, "Z"), 2);
  free(drawing);
}

// Two bodies with the same centre: their names lie beside each other.
static void names_do_not_cover_each_other(void **state) {
  Place *p = *state;
  put_text("same.yaml",
           "planar: true\nbodies:\n  first_long_name: {mass: 1, inertia: 1}\n  second_long_name: {mass: 1, inertia: 1}\n"
           "  off: {mass: 1, inertia: 1, position: [1, 1]}\nanalysis: {duration: 0.01}\n");
  run_file(p, "same.yaml", "same");
  check_ok(p, pawl_report_svg("same", NULL, NULL, NULL, 0, p->messages));
  char *drawing = checked("same.svg/at-1.svg"), *first = strstr(drawing, ">first_long_name</text>"),
       *second = strstr(drawing, ">second_long_name</text>");
  assert_non_null(first);
  assert_non_null(second);
  while (strncmp(first, "<text", 5) != 0) first--;
  while (strncmp(second, "<text", 5) != 0) second--;
  double x[2], y[2];
  assert_int_equal(sscanf(first, "<text x=\"%lf\" y=\"%lf\"", &x[0], &y[0]), 2);
  assert_int_equal(sscanf(second, "<text x=\"%lf\" y=\"%lf\"", &x[1], &y[1]), 2);
  assert_true(fabs(y[0] - y[1]) >= 10 || fabs(x[0] - x[1]) >= 80);
  free(drawing);
}

static void draws_by_default(void **state) {
  Place *p = *state;
  run_example(p, "heavy-top", "top");
  check_ok(p, pawl_report_svg("top", "drawings", NULL, NULL, 0, p->messages));
  free(checked("drawings/plot-1.svg"));
  free(checked("drawings/at-1.svg"));
  free(checked("drawings/at-2.svg"));
  char *energy = checked("drawings/plot-2.svg");
  assert_non_null(strstr(energy, "energy.balance"));
  free(energy);
}

static void refuses_what_is_not_there(void **state) {
  Place *p = *state;
  put_text("cam.yaml", CAM);
  run_file(p, "cam.yaml", "cam");
  check_refused(p, pawl_report_svg("cam", NULL, "shaft.angel", NULL, 0, p->messages), PAWL_ERR_ARGUMENT,
                "did you mean 'shaft.angle'");
  check_refused(p, pawl_report_svg("cam", NULL, "t,,t", NULL, 0, p->messages), PAWL_ERR_ARGUMENT, "no column ''");
  assert_false(exists("cam.svg"));
  put_text("file", "");
  check_refused(p, pawl_report_svg("cam", "file", NULL, NULL, 0, p->messages), PAWL_ERR_IO, "'file'");
  check_refused(p, pawl_report_svg("none", NULL, NULL, NULL, 0, p->messages), PAWL_ERR_INPUT, "no result in 'none'");
}

// ---- what lines show

// The path of the only line in a plot of a jump from 0 to 1 at t = 0.5 goes straight up there: two points of one x.
static void shows_jumps_and_gaps(void **state) {
  Place *p = *state;
  put_text("cam.yaml", CAM);
  run_file(p, "cam.yaml", "out");
  assert_int_equal(system("awk -F, 'NR == 1 {print $1 \",jump\"} NR > 1 {print $1 \",\" (NR < 30 ? 0 : NR == 40 ? \"nan\" : 1)}' "
                          "out/result.csv >new && mv new out/result.csv"),
                   0);
  check_ok(p, pawl_report_svg("out", NULL, "jump", NULL, 0, p->messages));
  char *plot = checked("out.svg/plot-1.svg");
  const char *line = strstr(plot, "stroke-width=\"1.5\"");
  while (line > plot && strncmp(line, "<path", 5) != 0) line--;
  char path[20000];
  snprintf(path, sizeof path, "%.*s", (int)strcspn(line, ">"), line);
  assert_int_equal(count_of(path, "M"), 2);  // broken once, at the value that is no number
  free(plot);
}

// ---- the examples' pictures

// Every folder of examples/ has NAME.svg, made by tools/pictures.sh, and a README that shows it.
static void examples_have_pictures(void **state) {
  (void)state;
  DIR *folder = opendir(PAWL_SOURCE_DIR "/examples");
  char *script = get_text(PAWL_SOURCE_DIR "/tools/pictures.sh", NULL);
  int count = 0;
  assert_non_null(folder);
  for (struct dirent *e; (e = readdir(folder));) {
    char path[600], link[300], word[300];
    if (e->d_name[0] == '.') continue;
    snprintf(path, sizeof path, PAWL_SOURCE_DIR "/examples/%s/%s.svg", e->d_name, e->d_name);
    free(checked(path));
    snprintf(path, sizeof path, PAWL_SOURCE_DIR "/examples/%s/README.md", e->d_name);
    snprintf(link, sizeof link, "](%s.svg)", e->d_name);
    char *readme = get_text(path, NULL);
    if (!strstr(readme, link)) fail_msg("%s does not show %s.svg", path, e->d_name);
    snprintf(word, sizeof word, " %s ", e->d_name);
    if (!strstr(script, word)) fail_msg("tools/pictures.sh does not make %s.svg", e->d_name);
    free(readme);
    count++;
  }
  closedir(folder);
  free(script);
  assert_true(count >= 30);
}

// ---- axes

static void check_ticks(double low, double high, int wanted, double first, double step, int count, const char *label,
                        const char *title) {
  PwTicks t = pw_ticks(low, high, wanted);
  PwText text = {0};
  CHECK_CLOSE(t.first, first, 1e-12 * fabs(step));
  CHECK_CLOSE(t.step, step, 1e-12 * step);
  assert_int_equal(t.count, count);
  pw_ticks_label(&t, 1, &text);
  assert_string_equal(text.data, label);
  text.length = 0;
  pw_ticks_title(&t, "F", "N", &text);
  assert_string_equal(text.data, title);
  pw_text_free(&text);
}

static void ticks_are_round(void **state) {
  (void)state;
  check_ticks(0, 10, 5, 0, 2, 6, "2", "F [N]");
  check_ticks(-0.13, 0.17, 6, -0.1, 0.05, 6,
              "\xe2\x88\x92"
              "0.05",
              "F [N]");
  check_ticks(0, 45000, 5, 0, 10000, 5, "10", "F [10\xc2\xb3 N]");
  check_ticks(0, 3e-5, 3, 0, 1e-5, 4, "10", "F [10\xe2\x81\xbb\xe2\x81\xb6 N]");
  check_ticks(7, 7, 5, 4, 2, 4, "6", "F [N]");  // a constant: 3.5 to 10.5
  PwTicks none = pw_ticks(INFINITY, -INFINITY, 5);
  assert_true(none.count > 0 && none.low < none.high);
}

// Superscripts and the middle dot by their code points.
static void units_as_printed(void **state) {
  (void)state;
  static const char *const PAIRS[][2] = {{"kg*cm/s^2",
                                          "kg\xc2\xb7"
                                          "cm/s\xc2\xb2"},
                                         {"s^-10", "s\xe2\x81\xbb\xc2\xb9\xe2\x81\xb0"},
                                         {"mm", "mm"},
                                         {"a^b^", "a^b^"}};
  for (int i = 0; i < 4; i++) {
    PwText text = {0};
    pw_svg_add_unit(&text, PAIRS[i][0]);
    assert_string_equal(text.data, PAIRS[i][1]);
    pw_text_free(&text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(units_as_printed),
      TEST(draws_plots_and_instants),
      TEST(draws_by_default),
      TEST(ties_bodies_together),
      TEST(profiles_stay_apart),
      TEST(names_do_not_cover_each_other),
      TEST(refuses_what_is_not_there),
      TEST(shows_jumps_and_gaps),
      cmocka_unit_test(examples_have_pictures),
      cmocka_unit_test(ticks_are_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
