// Solids with flat faces from files and calls: shells of every kind in SI, written and read back, what is wrong with its place.
#include "check.h"

#include "compile/mechanism.h"
#include "geometry/space/shell.h"
#include "model/model.h"

static PawlModel *read_text(const char *text) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model);
  for (int k = 0; k < pawl_messages_count(messages); k++) print_error("%s\n", pawl_messages_get(messages, k).text);
  assert_int_equal(status, PAWL_OK);
  pawl_messages_free(messages);
  return model;
}

static const char ALL[] =
    "units: {length: mm}\n"
    "bodies:\n"
    "  a:\n"
    "    mass: 1\n"
    "    surfaces:\n"
    "      box: {box: {size: [100, 200, 300]}, at: [10, 0, 0], angle: 0.5}\n"
    "      wedge: {wedge: {size: [100, 200, 300]}}\n"
    "      prism: {prism: {points: [[0, 0], [100, 0], [100, 100], [50, 150], [0, 100]], length: 200}}\n"
    "      placed: {prism: {points: [[0, 0], [100, 0], [0, 100]]}, v: [0, 50]}\n"
    "      gem: {polyhedron: {points: [[0, 0, 0], [60, 0, 0], [0, 60, 0], [0, 0, 60]]}}\n"
    "      drum: {frustum: {radii: [20, 40], length: 30}}\n";

// Volumes by hand: 0.1 0.2 0.3; half of it; (0.01 + 0.0025) 0.2; 0.005 0.05; 0.06^3/6; pi (0.02^2 + 0.02 0.04 + 0.04^2) 0.03/3.
static void every_kind_is_read(void **state) {
  (void)state;
  static const struct {
    int faces, edges, vertices;
    double volume;
  } expected[] = {{6, 12, 8, 6e-3},  {5, 9, 6, 3e-3},   {7, 15, 10, 2.5e-3},
                  {5, 9, 6, 2.5e-4}, {4, 6, 4, 3.6e-5}, {3, 2, 0, 0.01 * 2.8e-3 * 3.14159265358979324}};
  PawlModel *model = read_text(ALL);
  PawlMessages *messages = pawl_messages_create();
  PawlMechanism *mechanism = NULL;
  assert_int_equal(pw_mechanism_build(model, messages, &mechanism), PAWL_OK);
  pawl_model_free(model);
  assert_int_equal(mechanism->surfaces, 6);
  for (int i = 0; i < 6; i++) {
    const PwShell *s = mechanism->skin[i].geometry.shell;
    double volume, center[3], inertia[6];
    assert_non_null(s);
    assert_ptr_equal(s, mechanism->skin[i].shell);
    pw_shell_measure(s, &volume, center, inertia);
    CHECK_CLOSE(volume, expected[i].volume, 1e-15);
    assert_true(s->faces == expected[i].faces && s->edges == expected[i].edges && s->vertices == expected[i].vertices);
  }
  const PwShell *wedge = mechanism->skin[1].shell;  // its sharp edge is the y axis
  for (int32_t i = 0; i < 2; i++) CHECK_CLOSE(fabs(wedge->point[i][0]) + fabs(wedge->point[i][2]), 0, 0);
  CHECK_CLOSE(mechanism->skin[3].shell->center[2], 0.025, 1e-16);
  pawl_mechanism_free(mechanism);
  pawl_messages_free(messages);
}

static void they_are_written_back(void **state) {
  (void)state;
  PawlModel *model = read_text(ALL), *again;
  PawlMessages *messages = pawl_messages_create();
  char *text = NULL;
  assert_int_equal(pawl_model_write_yaml(model, messages, &text), PAWL_OK);
  again = read_text(text);
  assert_true(model->hash == again->hash);
  assert_non_null(strstr(text, "box: {size: [100, 200, 300]}"));
  pawl_text_free(text);
  pawl_model_free(model);
  pawl_model_free(again);
  pawl_messages_free(messages);
}

#define IN(kind) "bodies: {a: {mass: 1, surfaces: {s: {" kind "}}}}\n"

static void what_differs_has_another_hash(void **state) {
  (void)state;
  static const char *const texts[] = {IN("box: {size: [1, 1, 1]}"),
                                      IN("box: {size: [1, 1, 2]}"),
                                      IN("wedge: {size: [1, 1, 1]}"),
                                      IN("prism: {points: [[0, 0], [1, 0], [0, 1]], length: 1}"),
                                      IN("prism: {points: [[0, 0], [1, 0], [0, 1]], length: 2}"),
                                      IN("prism: {points: [[0, 0], [1, 0], [0, 2]], length: 1}"),
                                      IN("polyhedron: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}"),
                                      IN("frustum: {radii: [1, 1], length: 1}"),
                                      IN("frustum: {radii: [1, 2], length: 1}"),
                                      IN("frustum: {radii: [1, 1], length: 2}")};
  enum { COUNT = sizeof texts / sizeof *texts };
  uint64_t hash[COUNT];
  for (int i = 0; i < COUNT; i++) {
    PawlModel *model = read_text(texts[i]);
    hash[i] = model->hash;
    for (int j = 0; j < i; j++) assert_true(hash[i] != hash[j]);
    pawl_model_free(model);
  }
}

// Columns are counted by hand; the kind begins in column 38.
static void what_is_wrong_is_said_with_its_place(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int column;
    const char *fragment;
  } cases[] = {
      {IN("box: {}"), 43, "'size' is missing"},
      {IN("box: {size: [1, 2]}"), 50, "'size' needs a list of 3 numbers, found 2"},
      {IN("box: {size: [1, 0, 1]}"), 43, "its size along y is 0 m, must be > 0"},
      {IN("box: {size: [1, 1, 1e-8]}"), 43, "points 1 and 5 are one"},
      {IN("box: {size: [1, 1, 1]}, inside: true"), 70, "a solid has its material inside"},
      {IN("box: {size: [1, 1, 1]}, u: [0, 1]"), 65, "u has no range to give: it follows from the size"},
      {IN("wedge: {size: [1, 1, .inf]}"), 59, "not a finite number"},
      {IN("prism: {points: [[0, 0], [1, 0], [0, 1]]}"), 45, "needs the range of its length, 'v: [from, to]'"},
      {IN("prism: {points: [[0, 0], [1, 0]], length: 1}"), 54, "'points' needs a list of 3 to 50 points, each of 2 lengths"},
      {IN("prism: {points: [[0, 0], [1, 0, 3], [0, 1]], length: 1}"), 63, "points[1]"},
      {IN("prism: {points: [[0, 0], [1, 0], [0, 1], [0.2, 0.2]], length: 1}"), 79, "point 4 is no vertex"},
      {IN("prism: {points: [[0, 0], [1, 0], [0, 1]], length: 0}"), 88, "'length' must be > 0"},
      {IN("polyhedron: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}"), 59, "needs a list of 4 to 100 points"},
      {IN("polyhedron: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}"), 50, "lie in one plane"},
      {IN("polyhedron: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0.5]]}"), 104, "point 5 is no vertex"},
      {IN("polyhedron: {points: 3}"), 59, "'points' needs a list"},
      {IN("polyhedron: {size: [1, 1, 1]}"), 51, "unknown key 'size'"},
      {IN("frustum: {radii: [1, 1]}"), 47, "'length' is missing"},
      {IN("frustum: {radii: [1], length: 1}"), 55, "'radii' needs a list of 2 numbers, found 1"},
      {IN("frustum: {radii: [1, 0], length: 1}"), 47, "its upper radius is 0 m, must be > 0"},
      {IN("frustum: {radii: [1, 1e-7], length: 1}"), 47, "its upper radius is 1e-07 m: a frustum has two rims"},
      {IN("frustum: {radii: [1, 1], length: -1}"), 47, "its length is -1 m, must be > 0"},
      {IN("frustum: {radii: [1, 1], length: 1}, u: [0, 1]"), 78, "u has no range to give: it follows from the radii"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    PawlMessages *messages = pawl_messages_create();
    PawlModel *model = NULL;
    assert_int_equal(pawl_model_parse("m.yaml", cases[i].text, strlen(cases[i].text), NULL, 0, messages, &model), PAWL_ERR_INPUT);
    PawlMessage m = pawl_messages_get(messages, 0);
    if (!strstr(m.text, cases[i].fragment) || m.column != cases[i].column || pawl_messages_errors(messages) != 1) {
      fail_msg("%s: %d:%d: %s", cases[i].text, m.line, m.column, m.text);
    }
    pawl_messages_free(messages);
  }
}

static void calls_are_checked_as_files_are(void **state) {
  (void)state;
  static const double flat[] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, high[] = {0, 0, 0, 1, 0, 0, 0, 1, 1};
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = pawl_model_create();
  PawlBodyDef body = pawl_body_def_default();
  body.name = "a";
  body.mass = 1;
  PawlSurfaceDef def = pawl_surface_def_default();
  assert_int_equal(pawl_model_add_body(model, &body, messages, &def.body), PAWL_OK);
  def.name = "a.s";
  def.type = PAWL_SURFACE_PRISM;
  def.range[1][0] = 0, def.range[1][1] = 1;
  assert_int_equal(pawl_model_add_surface(model, &def, messages, NULL), PAWL_ERR_INPUT);  // no points
  def.count[0] = 3, def.count[1] = 1;
  def.point = high;
  assert_int_equal(pawl_model_add_surface(model, &def, messages, NULL), PAWL_ERR_INPUT);
  assert_non_null(strstr(pawl_messages_get(messages, 1).text, "point 3 of a prism has z = 1 m, must be 0"));
  def.point = flat;
  def.radius[0] = 7;  // which a prism does not have
  assert_int_equal(pawl_model_add_surface(model, &def, messages, NULL), PAWL_OK);
  CHECK_CLOSE(model->surfaces.item[0].def.radius[0], 0, 0);
  assert_true(model->surfaces.item[0].def.point != flat);
  def.name = "a.t";
  def.type = (PawlSurfaceType)(PAWL_SURFACE_FRUSTUM + 1);
  assert_int_equal(pawl_model_add_surface(model, &def, messages, NULL), PAWL_ERR_ARGUMENT);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_is_read), cmocka_unit_test(they_are_written_back),
                                     cmocka_unit_test(what_differs_has_another_hash),
                                     cmocka_unit_test(what_is_wrong_is_said_with_its_place),
                                     cmocka_unit_test(calls_are_checked_as_files_are)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
