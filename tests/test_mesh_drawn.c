// Meshes in results: scene.json, and from there to drawings and exports, without the files that they came from.
#include "export_files.h"
#include "mesh_files.h"
#include "numerics/vec.h"
#include "report/mesh.h"
#include "report/source.h"

// A box of 1 x 2 x 3 mm, placed, and an open one of twice its size on ground.
static void make_folder(Place *p) {
  put_box_binary("box.stl");
  put_mesh("open.obj", BOX_CORNERS "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  put_text("m.yaml",
           "units: {length: mm, mass: g, force: N}\nbodies:\n"
           "  ground: {meshes: {tray: {file: open.obj, unit: 2 mm}}}\n"
           "  a: {density: 1, shape: {mesh: skin}, position: [9, 0, 0],\n"
           "      meshes: {skin: {file: box.stl, at: [5, 0, 0], axes: {x: y, y: -x}}}}\n"
           "analysis: {duration: 0.01}\n");
  run_file(p, "m.yaml", "out");
  remove("box.stl");
  remove("open.obj");
}

static double volume(const PwMesh *m) {  // by the divergence theorem
  double sum = 0;
  for (int32_t i = 0; i < m->faces; i++) {
    double cross[3];
    pw_cross(m->point[m->face[i].corner[1]], m->point[m->face[i].corner[2]], cross);
    sum += pw_dot(m->point[m->face[i].corner[0]], cross) / 6;
  }
  return sum;
}

static void the_scene_has_them(void **state) {
  Place *p = *state;
  PwSource s;
  make_folder(p);
  check_ok(p, pw_source_open("out", p->messages, &s));
  const PwSceneBody *a = &s.scene.body[1], *ground = &s.scene.body[0];
  assert_true(a->meshes == 1 && ground->meshes == 1 && a->profiles + a->surfaces + a->solids == 0);
  const PwSceneMesh *box = &a->mesh[0], *tray = &ground->mesh[0];
  assert_string_equal(box->name, "a.skin");
  assert_true(box->closed && !tray->closed);
  assert_true(box->points == 8 && box->triangles == 12 && tray->points == 8 && tray->triangles == 10);
  for (int32_t i = 0; i < 8; i++) {  // x of the file along y of the body, y against x; in single precision
    const double *x = BOX_POINT[i], placed[3] = {5e-3 - 1e-3 * x[1], 1e-3 * x[0], 1e-3 * x[2]};
    bool found = false;
    for (int32_t k = 0; k < 8; k++) {
      const double *q = box->point[k];
      found |= hypot(hypot(q[0] - placed[0], q[1] - placed[1]), q[2] - placed[2]) < 1e-9;
    }
    assert_true(found);
  }
  CHECK_CLOSE(tray->box.half[2], 3e-3, 1e-9);
  assert_int_equal(a->ends, 0);  // nothing but the mesh stands for the body
  pw_source_close(&s);
}

// Every side of the box is flat: its two triangles lie beside each other, and none has a neighbour round a corner.
static void corners_are_sharp(void **state) {
  Place *p = *state;
  PwSource s;
  PwMesh m;
  make_folder(p);
  check_ok(p, pw_source_open("out", p->messages, &s));
  assert_int_equal(pw_body_meshes(&s.scene.body[1]), 1);
  assert_true(pw_mesh_body(&s.scene.body[1], 0, 0, &s.arena, &m));
  assert_true(m.solid && m.faces == 12 && m.points == 36);
  CHECK_CLOSE(volume(&m), 6e-9, 1e-15);
  for (int32_t i = 0; i < m.faces; i++) {
    int32_t beside = -1, count = 0;
    for (int k = 0; k < 3; k++) {
      if (m.face[i].beside[k] < 0) continue;
      beside = m.face[i].beside[k];
      count++;
    }
    assert_int_equal(count, 1);
    CHECK_CLOSE(pw_dot(m.normal[m.face[i].corner[0]], m.normal[m.face[beside].corner[0]]), 1, 1e-6);
  }
  assert_true(pw_mesh_body(&s.scene.body[0], 0, 0, &s.arena, &m));
  assert_false(m.solid);
  pw_source_close(&s);
}

// A ball of 80 x 160 cells: round as a whole, with fewer faces on paper.
static void round_ones_are_smooth_and_small_on_paper(void **state) {
  (void)state;
  enum { ROWS = 80, COLUMNS = 160, POINTS = (ROWS - 1) * COLUMNS + 2 };
  static double point[POINTS][3];
  static int32_t triangle[2 * ROWS * COLUMNS][3];
  int32_t count = 0;
  PwArena arena = {0};
  PwMesh m;
  for (int i = 1; i < ROWS; i++) {
    for (int k = 0; k < COLUMNS; k++) {
      double up = 3.14159265358979 * i / ROWS, round = 2 * 3.14159265358979 * k / COLUMNS;
      memcpy(point[(i - 1) * COLUMNS + k], (double[3]){sin(up) * cos(round), sin(up) * sin(round), cos(up)}, sizeof *point);
    }
  }
  point[POINTS - 2][2] = 1;
  point[POINTS - 1][2] = -1;
  for (int k = 0; k < COLUMNS; k++) {
    int32_t next = (k + 1) % COLUMNS, last = (ROWS - 2) * COLUMNS;
    memcpy(triangle[count++], (int32_t[3]){POINTS - 2, k, next}, sizeof *triangle);
    memcpy(triangle[count++], (int32_t[3]){POINTS - 1, last + next, last + k}, sizeof *triangle);
    for (int i = 0; i < last; i += COLUMNS) {
      memcpy(triangle[count++], (int32_t[3]){i + k, i + COLUMNS + k, i + COLUMNS + next}, sizeof *triangle);
      memcpy(triangle[count++], (int32_t[3]){i + k, i + COLUMNS + next, i + next}, sizeof *triangle);
    }
  }
  PwSceneMesh ball = {
      .closed = true, .points = POINTS, .triangles = count, .point = point, .triangle = triangle, .box = {.half = {1, 1, 1}}};
  double known = 4 * 3.14159265358979 / 3;
  assert_true(pw_mesh_triangles(&ball, 0, &arena, &m));
  assert_true(m.faces == count && m.points == POINTS);
  CHECK_CLOSE(volume(&m), known, 2e-3 * known);
  for (int32_t i = 0; i < m.points; i++) CHECK_CLOSE(pw_dot(m.normal[i], m.point[i]), 1, 1e-3);
  assert_true(pw_mesh_triangles(&ball, 16, &arena, &m));
  assert_in_range(m.faces, 1000, 12000);
  CHECK_CLOSE(volume(&m), known, 0.02 * known);
  pw_arena_free(&arena);
}

static void exports_have_them(void **state) {
  Place *p = *state;
  size_t n, bytes;
  make_folder(p);
  check_ok(p, pawl_export_gltf("out", "out.gltf", p->messages));
  char *text = get_text("out.gltf", &n);
  json_error_t error;
  json_t *root = json_loadb(text, n, 0, &error);
  const char *uri = json_string_value(json_object_get(nth(root, "buffers", 0), "uri"));
  unsigned char *buffer = malloc(strlen(uri));
  size_t length = from_base64(strchr(uri, ',') + 1, buffer);
  for (json_int_t body = 0; body < 2; body++) {
    const json_t *mesh = nth(root, "meshes", integer(nth(root, "nodes", body), "mesh")), *primitive = nth(mesh, "primitives", 0);
    json_int_t corners;
    check_mesh(root, (const char *)buffer, length, primitive);
    data_of(root, (const char *)buffer, length, integer(primitive, "indices"), &corners);
    assert_int_equal(corners, body ? 36 : 30);
  }
  json_decref(root);
  free(buffer);
  free(text);
  check_ok(p, pawl_export_vtk("out", "vtk", p->messages));
  text = get_text("vtk/frame-000000.vtp", &n);
  assert_int_equal(attribute(text, "NumberOfPolys"), 22);
  array(text, n, "Points", &bytes);
  assert_int_equal(bytes, 12 * attribute(text, "NumberOfPoints"));
  free(text);
  check_ok(p, pawl_report_svg("out", "drawings", NULL, NULL, 0, p->messages));
  text = get_text("drawings/at-1.svg", &n);
  assert_non_null(strstr(text, "<g fill=\"currentColor\" stroke=\"currentColor\""));  // the group of faces
  free(text);
}

static void damaged_ones_are_refused(void **state) {
  Place *p = *state;
  static const struct {
    const char *command, *said;
  } cases[] = {{"s/\"meshes\":\\[{/\"meshes\":[7,{/", "'name' is missing"},
               {"s/\"point_count\":8/\"point_count\":9/", "'points' is missing"},
               {"s/\"point_count\":8/\"point_count\":-1/", "'point_count' is missing"},
               {"s/\"triangle_count\":1/\"triangle_count\":10/", "'triangles' is missing"},
               {"s/\"points\":\"..../\"points\":\"!!!!/", "'points' is missing"},
               {"s/\"points\":\"......../\"points\":\"AADA\\/wAA/", "'points' is missing"},          // NaN
               {"s/\"triangles\":\"......../\"triangles\":\"CAAAAAAA/", "'triangles' is missing"}};  // point 8 of 0 to 7
  make_folder(p);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char command[300];
    PwSource s;
    snprintf(command, sizeof command, "rm -rf bad && cp -R out bad && sed -i '%s' bad/scene.json", cases[i].command);
    assert_int_equal(system(command), 0);
    check_refused(p, pw_source_open("bad", p->messages, &s), PAWL_ERR_INPUT, cases[i].said);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST(the_scene_has_them), TEST(corners_are_sharp),
                                     cmocka_unit_test(round_ones_are_smooth_and_small_on_paper), TEST(exports_have_them),
                                     TEST(damaged_ones_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
