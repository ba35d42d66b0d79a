// Meshes in a model: read with their bodies, the mass that follows, written back, read again; calls and files are checked alike.
#include <jansson.h>

#include "check.h"
#include "mesh_files.h"
#include "model/model.h"
#include "place.h"

static PawlModel *read_model(const Place *p, const char *text) {
  PawlModel *model = NULL;
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, p->messages, &model);
  for (int k = 0; status && k < pawl_messages_count(p->messages); k++)
    print_error("%s\n", pawl_messages_get(p->messages, k).text);
  assert_int_equal(status, PAWL_OK);
  return model;
}

static void put_boxes(void) {
  put_box_binary("box.stl");
  put_mesh("box.obj", BOX_CORNERS "g box\n" BOX_FACES);
}

#define PLACED "at: [10, 20, -5], euler: {order: xyz, angles: [0.3, -0.7, 1.1]}"

// A box of 1 x 2 x 3 mm with its corner in the origin; as a shape it is centred.
static void mass_follows_as_from_a_shape(void **state) {
  const Place *p = *state;
  put_boxes();
  PawlModel *mesh = read_model(p,
                               "units: {length: mm, mass: g, force: N}\nbodies:\n"
                               "  a: {density: 2, meshes: {m: {file: box.stl, " PLACED
                               "}}, shape: {mesh: m}}\n"
                               "  b: {mass: 7, meshes: {m: {file: box.obj, group: box, unit: 2 mm}, other: {file: box.stl}},\n"
                               "      shape: [{mesh: b.m}, {sphere: {radius: 1}, at: [9, 9, 9]}]}\n");
  PawlModel *shape =
      read_model(p,
                 "units: {length: mm, mass: g, force: N}\nbodies:\n"
                 "  a: {density: 2, shape: {box: [1, 2, 3], at: [0.5, 1, 1.5]}}\n"
                 "  b: {mass: 7, shape: [{box: [2, 4, 6], at: [1, 2, 3]}, {sphere: {radius: 1}, at: [9, 9, 9]}]}\n");
  const PawlBodyDef *a = &mesh->bodies.item[1].def, *b = &mesh->bodies.item[2].def, *c = &shape->bodies.item[2].def;
  CHECK_CLOSE(a->mass, 0.012, 1e-15);
  CHECK_CLOSE(a->inertia[0] + a->inertia[1] + a->inertia[2], 12e-9 * 28 / 12,
              1e-22);  // the trace knows no turn: m 2 (1 + 4 + 9)/12
  CHECK_CLOSE(b->mass, 7e-3, 1e-17);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(b->center[i], c->center[i], 1e-16);
  for (int i = 0; i < 6; i++) CHECK_CLOSE(b->inertia[i], c->inertia[i], 1e-20);
  double volume, center[3], inertia[6];
  PawlMeshId id = pawl_model_find_mesh(mesh, "a.m");
  assert_int_equal(pawl_model_mesh_solid(mesh, id, &volume, center, inertia), PAWL_OK);
  CHECK_CLOSE(volume, 6e-9, 1e-23);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(center[i], a->center[i], 0);
  for (int i = 0; i < 6; i++) CHECK_CLOSE(2e6 * inertia[i], a->inertia[i], 1e-22);
  assert_int_equal(pawl_model_mesh_solid(mesh, (PawlMeshId){9}, &volume, center, inertia), PAWL_ERR_ARGUMENT);
  pawl_model_free(mesh);
  pawl_model_free(shape);
}

// One file is read once, however many bodies have it.
static void meshes_are_shared(void **state) {
  const Place *p = *state;
  put_boxes();
  PawlModel *model = read_model(p,
                                "bodies:\n  ground: {meshes: {m: {file: box.stl}}}\n"
                                "  a: {mass: 1, meshes: {m: {file: box.stl, at: [9, 0, 0]}, n: {file: box.stl, unit: mm}}}\n");
  assert_int_equal(model->meshes.count, 3);
  assert_ptr_equal(model->meshes.item[0].geometry, model->meshes.item[1].geometry);
  assert_int_equal(model->meshes.item[0].geometry->owners, 2);
  CHECK_CLOSE(model->meshes.item[2].geometry->high[2], 0.003, 1e-18);
  pawl_model_free(model);
}

static void they_are_written_back(void **state) {
  const Place *p = *state;
  put_boxes();
  PawlModel *model =
                read_model(p,
                           "units: {length: mm}\nbodies:\n"
                           "  a: {density: 2, shape: {mesh: m}, meshes: {m: {file: box.obj, group: box, unit: in, weld: 1e-5,\n"
                           "      " PLACED "}}}\n  ground: {meshes: {floor: {file: box.stl}}}\n"),
            *again;
  char *text = NULL;
  assert_int_equal(pawl_model_write_yaml(model, p->messages, &text), PAWL_OK);
  again = read_model(p, text);
  assert_true(model->hash == again->hash);
  assert_int_equal(again->meshes.count, 2);
  pawl_text_free(text);
  assert_int_equal(pw_model_text(model, &text), PAWL_OK);  // what a result keeps does not need the files
  assert_null(strstr(text, "box.stl"));
  pawl_text_free(text);
  pawl_model_free(model);
  pawl_model_free(again);
}

// The files may be gone by then.
static void a_parameter_leaves_them(void **state) {
  const Place *p = *state;
  put_boxes();
  PawlModel *model =
      read_model(p, "parameters: {d: 2}\nbodies: {a: {density: d, shape: {mesh: m}, meshes: {m: {file: box.stl}}}}\n");
  PawlMeshDef def = pawl_mesh_def_default();
  def.name = "a.added";
  def.file = "box.obj";
  def.body = pawl_model_find_body(model, "a");
  assert_int_equal(pawl_model_add_mesh(model, &def, p->messages, NULL), PAWL_OK);
  remove("box.stl");
  remove("box.obj");
  assert_int_equal(pawl_model_set_parameter(model, "d", 3, p->messages), PAWL_OK);
  CHECK_CLOSE(model->bodies.item[1].def.mass, 18, 1e-14);
  assert_int_equal(model->meshes.count, 2);
  pawl_model_free(model);
}

static void what_differs_has_another_hash(void **state) {
  const Place *p = *state;
  put_boxes();
  static const char *const texts[] = {"bodies: {a: {mass: 1}}\n",
                                      "bodies: {a: {mass: 1, meshes: {m: {file: box.stl}}}}\n",
                                      "bodies: {a: {mass: 1, meshes: {n: {file: box.stl}}}}\n",
                                      "bodies: {a: {mass: 1, meshes: {m: {file: box.stl, at: [1, 0]}}}}\n",
                                      "bodies: {a: {mass: 1, meshes: {m: {file: box.stl, angle: 1}}}}\n",
                                      "bodies: {a: {mass: 1, meshes: {m: {file: box.stl, unit: mm}}}}\n"};
  uint64_t hash[6];
  for (int i = 0; i < 6; i++) {
    PawlModel *model = read_model(p, texts[i]);
    hash[i] = model->hash;
    for (int j = 0; j < i; j++) assert_true(hash[i] != hash[j]);
    pawl_model_free(model);
  }
}

#define IN(mesh) "bodies: {a: {mass: 1, meshes: {m: {" mesh "}}}}\n"
#define SOLID(shape) "bodies: {a: {mass: 1, shape: " shape ", meshes: {m: {file: open.obj}, b: {file: box.stl}}}}\n"

// Columns are counted by hand.
static void what_is_wrong_is_said_with_its_place(void **state) {
  const Place *p = *state;
  put_boxes();
  put_mesh("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  put_mesh("twice.obj", BOX_CORNERS BOX_FACES
           "v 0.5 0.5 0.5\nv 1.5 0.5 0.5\nv 0.5 1.5 0.5\nv 0.5 0.5 1.5\nf 9 11 10\nf 9 10 12\nf 9 12 11\nf 10 11 12\n");
  static const struct {
    const char *text;
    int column;
    const char *fragment;
  } cases[] = {
      {IN("unit: mm"), 35, "'file' is missing"},
      {IN("file: none.stl"), 42, "cannot open 'none.stl'"},
      {IN("file: ."), 42, "its name must end in .stl or .obj"},
      {IN("file: box.stl, unit: kg"), 57, "'kg'"},
      {IN("file: box.stl, unit: 0"), 57, "its unit is 0 m, must be 1e-12 to 1e12"},
      {IN("file: box.stl, weld: -1"), 57, "the length to weld by is -1 m, must not be negative"},
      {IN("file: box.stl, group: x"), 42, "an STL file has no groups"},
      {IN("file: box.obj, group: bix"), 0, "has no group 'bix'"},
      {IN("file: box.stl, at: [1, 2, 1e20]"), 55, "at"},
      {IN("file: box.stl, color: red"), 51, "unknown key 'color'"},
      {SOLID("{mesh: m}"), 37, "the mesh 'a.m' is no solid: it is not closed"},
      {"bodies: {a: {density: 1, shape: {mesh: m}, meshes: {m: {file: twice.obj}}}}\n", 40, "its triangles cross each other"},
      {SOLID("{mesh: x}"), 37, "there is no mesh 'a.x'"},
      {SOLID("{mesh: b.b}"), 37, "'b.b' is on another body"},
      {SOLID("{mesh: b, at: [0, 0]}"), 40, "'at' does not go with 'mesh'"},
      {SOLID("{mesh: b, box: [1, 1, 1]}"), 40, "'box' does not go with 'mesh'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    PawlModel *model = NULL;
    pawl_messages_clear(p->messages);
    PawlStatus status = pawl_model_parse("m.yaml", cases[i].text, strlen(cases[i].text), NULL, 0, p->messages, &model);
    PawlMessage m = pawl_messages_get(p->messages, 0);
    if (status != PAWL_ERR_INPUT || !strstr(m.text, cases[i].fragment) || m.column != cases[i].column ||
        pawl_messages_errors(p->messages) != 1) {
      fail_msg("%s: %d:%d: %s", cases[i].text, m.line, m.column, m.text);
    }
  }
}

// The rod is 2 m long; the box 3, 3000 or 0.003 m. Without joints the mesh itself says how large the mechanism is.
static void a_wrong_unit_is_told(void **state) {
  const Place *p = *state;
  put_boxes();
#define ROD(unit) "bodies: {a: {mass: 1, inertia: 1, frames: {tip: [2, 0]}, meshes: {m: {file: box.stl" unit "}}}}\n"
  static const struct {
    const char *text, *said;
  } cases[] = {{ROD(""), NULL},
               {ROD(", unit: 3000 m"), "mesh 'a.m' is 9e+03 m long, the mechanism 2 m: is its 'unit' right?"},
               {ROD(", unit: 0.1 mm"), "mesh 'a.m' is 0.0003 m long"},
               {"bodies: {a: {density: 1, shape: {mesh: m}, meshes: {m: {file: box.stl, unit: 0.001 mm}}}}\n", NULL}};
  for (int i = 0; i < 4; i++) {
    PawlMechanism *mechanism = NULL;
    PawlModel *model = read_model(p, cases[i].text);
    assert_int_equal(pawl_mechanism_compile(model, p->messages, &mechanism), PAWL_OK);
    assert_int_equal(pawl_messages_count(p->messages), cases[i].said != NULL);
    if (cases[i].said && !strstr(pawl_messages_get(p->messages, 0).text, cases[i].said))
      fail_msg("%s", pawl_messages_get(p->messages, 0).text);
    pawl_messages_clear(p->messages);
    pawl_mechanism_free(mechanism);
    pawl_model_free(model);
  }
}

// What `pawl check` says, as text and as JSON.
static void check_tells_of_them(void **state) {
  const Place *p = *state;
  put_boxes();
  put_mesh("open.obj", BOX_CORNERS "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 1 1 2\n");
  PawlModel *model =
      read_model(p, "bodies: {a: {mass: 1, inertia: [1, 1, 1], meshes: {m: {file: box.stl}, n: {file: open.obj}}}}\n");
  PawlMechanism *mechanism = NULL;
  char *text = NULL, *json = NULL;
  PawlCheckOptions options = pawl_check_options_default();
  assert_int_equal(pawl_mechanism_compile(model, p->messages, &mechanism), PAWL_OK);
  assert_int_equal(pawl_check(mechanism, &options, p->messages, &text), PAWL_OK);
  options.json = true;
  assert_int_equal(pawl_check(mechanism, &options, p->messages, &json), PAWL_OK);
  static const char *const said[] = {
      "meshes: 2\n  a.m: box.stl, 12 triangles, 8 vertices, 1 part, closed, size 1 x 2 x 3 m, volume 6 m^3\n",
      "  a.n: open.obj, 10 triangles, 8 vertices, 1 part, not closed, size 1 x 2 x 3 m\n"
      "    1 triangle without three corners left out\n"
      "    4 edges with one triangle, the first from (0, 0, 0) to (0, 2, 0)\n"};
  for (int i = 0; i < 2; i++) {
    if (!strstr(text, said[i])) fail_msg("%s", text);
  }
  assert_non_null(strstr(json, "\"borders\": 4"));
  assert_non_null(strstr(json, "\"degenerate\": 1"));
  assert_non_null(strstr(json, "\"volume\": 6.0"));
  pawl_text_free(text);
  pawl_text_free(json);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
}

// Boxes of 1 x 2 x 3 m: b, turned by 180 degrees about x, stands with its corner in that of a, 0.5 x 0.5 x 0.25 deep; c is wholly
// in a, d stands on b's other side and only touches, e is in b but on the same body.
static void overlaps_are_told(void **state) {
  const Place *p = *state;
  put_boxes();
  PawlModel *model =
      read_model(p,
                 "bodies:\n"
                 "  a: {mass: 1, inertia: [1, 1, 1], meshes: {m: {file: box.stl}}}\n"
                 "  b: {mass: 1, inertia: [1, 1, 1], position: [0.5, 3.5, 5.75], euler: {order: xyz, angles: [180 deg, 0, 0]},\n"
                 "      meshes: {m: {file: box.stl}, e: {file: box.obj, unit: 0.1 m, at: [0.2, 0.2, 0.2]}}}\n"
                 "  c: {mass: 1, inertia: [1, 1, 1], position: [0.1, 0.1, 0.1], meshes: {m: {file: box.obj, unit: 0.1 m}}}\n"
                 "  ground: {meshes: {d: {file: box.obj, at: [0.5, 1.5, 5.75]}}}\n");
  PawlMechanism *mechanism = NULL;
  char *text = NULL, *json = NULL;
  PawlCheckOptions options = pawl_check_options_default();
  assert_int_equal(pawl_mechanism_compile(model, p->messages, &mechanism), PAWL_OK);
  assert_int_equal(pawl_check(mechanism, &options, p->messages, &text), PAWL_OK);
  options.json = true;
  assert_int_equal(pawl_check(mechanism, &options, p->messages, &json), PAWL_OK);
  const char *list = strstr(text, "meshes in each other at the start:\n");
  assert_non_null(list);
  static const char *const said[] = {"  a.m and b.m: ", "volume 0.0625 m^3\n",
                                     "  a.m and c.m: one wholly inside the other, volume 0.006 m^3\n"};
  for (int i = 0; i < 3; i++) {
    if (!strstr(list, said[i])) fail_msg("%s", list);
  }
  assert_null(strstr(list, "ground.d"));
  assert_null(strstr(list, "b.e"));
  // three faces of a box corner have the vector area of its diagonal plane: (0.5 0.25, 0.5 0.25, 0.5 0.5)
  json_error_t error;
  json_t *root = json_loads(json, 0, &error), *item = json_array_get(json_object_get(root, "mesh_overlaps"), 0);
  CHECK_CLOSE(json_number_value(json_object_get(item, "area")), sqrt(2 * 0.125 * 0.125 + 0.25 * 0.25), 1e-14);
  const json_t *normal = json_object_get(item, "normal");
  CHECK_CLOSE(json_number_value(json_array_get(normal, 2)), 0.25 / sqrt(2 * 0.125 * 0.125 + 0.25 * 0.25), 1e-14);
  json_decref(root);
  pawl_text_free(text);
  pawl_text_free(json);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
}

static void calls_are_checked_as_files_are(void **state) {
  const Place *p = *state;
  put_boxes();
  PawlModel *model = pawl_model_create();
  PawlMeshDef def = pawl_mesh_def_default();
  PawlMeshId id = {0};
  double volume, center[3], inertia[6];
  def.body = pawl_model_ground(model);
  def.name = "ground.m";
  assert_int_equal(pawl_model_add_mesh(model, &def, p->messages, &id), PAWL_ERR_ARGUMENT);  // no file
  def.file = "none.stl";
  assert_int_equal(pawl_model_add_mesh(model, &def, p->messages, &id), PAWL_ERR_IO);
  def.file = "box.stl";
  def.unit = NAN;
  assert_int_equal(pawl_model_add_mesh(model, &def, p->messages, &id), PAWL_ERR_INPUT);
  def.unit = 1;
  def.body.i = 2;
  assert_int_equal(pawl_model_add_mesh(model, &def, p->messages, &id), PAWL_ERR_ARGUMENT);
  def.body.i = 1;
  def.name = "other.m";
  assert_int_equal(pawl_model_add_mesh(model, &def, p->messages, &id), PAWL_ERR_INPUT);
  def.name = "ground.m";
  assert_int_equal(model->meshes.count, 0);
  assert_int_equal(pawl_model_add_mesh(model, &def, p->messages, &id), PAWL_OK);
  assert_int_equal(pawl_model_add_mesh(model, &def, p->messages, &id), PAWL_ERR_INPUT);  // the name is taken
  assert_int_equal(pawl_model_mesh_solid(model, id, &volume, center, inertia), PAWL_OK);
  CHECK_CLOSE(volume, 6, 1e-14);
  pawl_model_free(model);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, enter, leave)
  const struct CMUnitTest tests[] = {TEST(mass_follows_as_from_a_shape),
                                     TEST(meshes_are_shared),
                                     TEST(they_are_written_back),
                                     TEST(a_parameter_leaves_them),
                                     TEST(what_differs_has_another_hash),
                                     TEST(what_is_wrong_is_said_with_its_place),
                                     TEST(a_wrong_unit_is_told),
                                     TEST(check_tells_of_them),
                                     TEST(overlaps_are_told),
                                     TEST(calls_are_checked_as_files_are)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
