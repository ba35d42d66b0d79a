// Surfaces and touches in space: scene.json, and from there to pages, drawings and exports.
#include "export_files.h"
#include "report/mesh.h"
#include "report/source.h"
#include "report/svg.h"
#include "surface_folder.h"

static json_t *scene_of(const char *folder) {
  char path[200];
  size_t length;
  snprintf(path, sizeof path, "%s/scene.json", folder);
  char *text = get_text(path, &length);
  json_t *scene = parse_json(text, length);
  free(text);
  return scene;
}

static const json_t *surface_of(const json_t *scene, json_int_t body, json_int_t i) {
  return nth(nth(scene, "bodies", body), "surfaces", i);
}

static double number_at(const json_t *list, size_t i) {
  return json_number_value(json_array_get(list, i));
}

// ---- scene.json

// By closed forms, in body axes from the body's origin: a ball about its origin, a turned ring 0.5 above, a floor that is cut at
// five sizes of the mechanism.
static void scene_has_surfaces(void **state) {
  (void)state;
  make_surface_folder("out");
  json_t *scene = scene_of("out");
  const json_t *ball = surface_of(scene, 1, 0), *points = json_object_get(ball, "points"),
               *normals = json_object_get(ball, "normals");
  size_t nu = json_array_size(json_object_get(ball, "u")), nv = json_array_size(json_object_get(ball, "v"));
  assert_string_equal(json_string_value(json_object_get(ball, "name")), "ball.skin");
  assert_string_equal(json_string_value(json_object_get(ball, "kind")), "sphere");
  assert_int_equal(json_array_size(points), 3 * nu * nv);
  assert_int_equal(json_array_size(normals), 3 * nu * nv);
  for (size_t i = 0; i < nu * nv; i++) {
    double x[3], r = 0;
    for (size_t c = 0; c < 3; c++) x[c] = number_at(points, 3 * i + c), r += x[c] * x[c];
    CHECK_CLOSE(sqrt(r), 0.1, 1e-6);
    for (size_t c = 0; c < 3; c++) CHECK_CLOSE(number_at(normals, 3 * i + c), x[c] / 0.1, 1e-4);
  }
  points = json_object_get(surface_of(scene, 2, 0), "points");
  double low = INFINITY, high = 0;
  for (size_t i = 0; i < json_array_size(points); i += 3) {
    double r = hypot(number_at(points, i), number_at(points, i + 2) - 0.5);
    CHECK_CLOSE(fabs(number_at(points, i + 1)), 0.05, 1e-6);
    low = fmin(low, r);
    high = fmax(high, r);
  }
  CHECK_CLOSE(low, 0.1, 1e-6);
  CHECK_CLOSE(high, 0.2, 1e-6);
  points = json_object_get(surface_of(scene, 0, 0), "points");
  CHECK_CLOSE(number_at(points, 0), -1, 1e-12);
  CHECK_CLOSE(number_at(points, json_array_size(points) - 3), 3, 1e-12);
  CHECK_CLOSE(number_at(points, json_array_size(points) - 2), 1, 1e-12);
  const json_t *contact = nth(scene, "contacts", 0);
  assert_string_equal(json_string_value(nth(contact, "surfaces", 0)), "ball.skin");
  assert_string_equal(json_string_value(nth(contact, "surfaces", 1)), "ground.floor");
  assert_null(json_object_get(contact, "joint"));
  json_decref(scene);
}

// Ten surfaces, of which none can be drawn as well as it should be with the points there are, stay below 3 MB; a hundred, too.
static void scene_stays_small(void **state) {
  (void)state;
  enum { MANY = 100, N = 30 };
  static PwSkin skin[MANY];
  static double point[N][N][3];
  PwArena arena = {0};
  uint64_t seed = 1;
  for (int i = 0; i < N * N; i++) {
    point[i / N][i % N][0] = i / N;
    point[i / N][i % N][1] = i % N;
    point[i / N][i % N][2] = pw_random_between(&seed, -0.3, 0.3);
  }
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                      .nurbs = {.degree = {3, 3}, .count = {N, N}, .point = point[0][0], .points = N * N}};
  PwSurface rough = made(&def, &arena);
  PwBody body = {.name = "ground"};
  for (int i = 0; i < MANY; i++) skin[i] = skin_of("rough", 0, PAWL_SURFACE_NURBS, rough);
  for (int32_t count = 10; count <= MANY; count += 90) {
    PawlMechanism k = {
        .name = "", .units = pw_units_si(), .size = 0.01, .bodies = 1, .body = &body, .surfaces = count, .skin = skin};
    char *text = pw_scene_text(&k);
    assert_non_null(text);
    assert_in_range(strlen(text), 500000, 3000000);
    free(text);
  }
  pw_arena_free(&arena);
}

// ---- damaged ones

static void edit(const char *command) {
  assert_int_equal(system("rm -rf bad && cp -R out bad"), 0);
  assert_int_equal(system(command), 0);
}

static void refuses_damaged_surfaces(void **state) {
  Place *p = *state;
  const struct {
    const char *command, *said;
  } cases[] = {
      {"sed -i 's/\"surfaces\":\\[{/\"surfaces\":[7,{/' bad/scene.json", "'name' is missing"},
      {"sed -i 's/\"surfaces\":\\[{/\"surfaces\":7,\"x\":[{/' bad/scene.json", "'surfaces' is missing"},
      {"sed -i 's/\"u\":\\[/\"u\":[0,/' bad/scene.json", "'points' is missing"},
      {"sed -i 's/\"v\":\\[/\"v\":7,\"x\":[/' bad/scene.json", "'v' is missing"},
      {"sed -i 's/\"closed\":\\[/\"closed\":[true,/' bad/scene.json", "'closed' is missing"},
      {"sed -i 's/\"edges\":\\[\\[/\"edges\":[[100000,/' bad/scene.json", "'edges' is missing"},
      {"sed -i 's/\"edges\":\\[\\[/\"edges\":[[-1,/' bad/scene.json", "'edges' is missing"},
      {"sed -i 's/\"edges\":\\[\\[/\"edges\":[\"a\",[/' bad/scene.json", "'edges' is missing"},
      {"sed -i 's/\"points\":\\[[^,]*,/\"points\":[1e40,/' bad/scene.json", "'points' is missing"},
      {"sed -i 's/\"points\":\\[[^,]*,/\"points\":[null,/' bad/scene.json", "'points' is missing"},
      {"sed -i 's/\"normals\":\\[[^,]*,[^,]*,[^,]*/\"normals\":[0,0,0/' bad/scene.json", "'normals' is missing"},
      {"sed -i 's/\"normals\":\\[[^,]*,/\"normals\":[/' bad/scene.json", "'normals' is missing"},
      {"sed -i 's/\"slots\":1/\"slots\":0/' bad/scene.json", "there is no such slot"},
      {"cut -d, -f1-11 out/motion.csv >bad/motion.csv", "columns are not those"},
      {"cut -d, -f1-11 out/touches.csv >bad/touches.csv", "columns are not those of touches"},
      {"sed -i '4s/^2,0/2,1/' bad/touches.csv", "there is no such contact"},
      {"sed -i '4s/^2/0/' bad/touches.csv", "its rows are not in order"},
      {"sed -i '4s/^2,0,1,2/2,0,1,x/' bad/touches.csv", "bad/touches.csv"},
  };
  make_surface_folder("out");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = NULL;
    edit(cases[i].command);
    check_refused(p, pawl_report_data("bad", p->messages, &text), PAWL_ERR_INPUT, cases[i].said);
  }
}

// ---- meshes

static double volume(const PwMesh *m) {  // by the divergence theorem
  double sum = 0;
  for (int32_t i = 0; i < m->faces; i++) {
    for (int k = 2; k < pw_face_corners(&m->face[i]); k++) {
      const int32_t *c = m->face[i].corner;
      double cross[3];
      pw_cross(m->point[c[k - 1]], m->point[c[k]], cross);
      sum += pw_dot(m->point[c[0]], cross) / 6;
    }
  }
  return sum;
}

// Every smooth side is a side of both its faces, from the other end.
static void check_beside(const PwMesh *m) {
  for (int32_t i = 0; i < m->faces; i++) {
    for (int k = 0; k < pw_face_corners(&m->face[i]); k++) {
      int32_t other = m->face[i].beside[k], found = 0;
      if (other < 0 || other == i) continue;
      assert_in_range(other, 0, m->faces - 1);
      for (int n = 0; n < pw_face_corners(&m->face[other]); n++) found += m->face[other].beside[n] == i;
      assert_true(found >= 1);
    }
  }
}

static void meshes_are_closed_and_look_out(void **state) {
  Place *p = *state;
  PwSource s;
  make_surface_folder("out");
  check_ok(p, pw_source_open("out", p->messages, &s));
  const double known[] = {4.0 / 3 * PI * 1e-3, 0.1 * PI * (0.04 - 0.01)};  // ball, ring
  for (int i = 0; i < 2; i++) {
    const PwSceneSurface *surface = &s.scene.body[1 + i].surface[0];
    for (int32_t most = 0; most <= 12; most += 12) {
      PwMesh m;
      assert_true(pw_mesh_surface(surface, most, &s.arena, &m));
      assert_true(m.solid);
      CHECK_CLOSE(volume(&m), known[i], (most ? 0.15 : 0.01) * known[i]);
      if (most) assert_in_range(m.points, 40, 22 * 22);
      check_beside(&m);
    }
  }
  PwMesh m;
  assert_true(pw_mesh_surface(&s.scene.body[0].surface[0], 0, &s.arena, &m));
  assert_false(m.solid);
  assert_true(pw_mesh_surface(&s.scene.body[2].surface[2], 0, &s.arena, &m));  // an edge
  assert_int_equal(m.faces, 0);
  PwOutline square = {.points = 4,
                      .all = 4,
                      .after = (int32_t[4]){1, 2, 3, 0},
                      .point = (double[4][2]){{0, 0}, {2, 0}, {2, 1}, {0, 1}},
                      .triangles = 2,
                      .triangle = (int32_t[2][3]){{0, 1, 2}, {0, 2, 3}},
                      .closed = true};
  assert_true(pw_mesh_extrude(&square, 0.5, &s.arena, &m));
  CHECK_CLOSE(volume(&m), 1, 1e-12);
  assert_true(m.solid);
  check_beside(&m);
  pw_source_close(&s);
}

// ---- exports

static void gltf_has_meshes(void **state) {
  Place *p = *state;
  size_t n;
  make_surface_folder("out");
  check_ok(p, pawl_export_gltf("out", "out.gltf", p->messages));
  char *text = get_text("out.gltf", &n);
  json_t *root = parse_json(text, n);
  const char *uri = json_string_value(json_object_get(nth(root, "buffers", 0), "uri"));
  unsigned char *buffer = malloc(strlen(uri));
  size_t length = from_base64(strchr(uri, ',') + 1, buffer);
  static const int PRIMITIVES[] = {1, 1, 3};
  for (json_int_t body = 0; body < 3; body++) {
    const json_t *mesh = nth(root, "meshes", integer(nth(root, "nodes", body), "mesh"));
    assert_int_equal(json_array_size(json_object_get(mesh, "primitives")), PRIMITIVES[body]);
    for (int i = 0; i < PRIMITIVES[body]; i++) {
      const json_t *primitive = nth(mesh, "primitives", i);
      assert_int_equal(integer(primitive, "mode"), i == 2 ? 3 : 4);  // the edge of the disc is a line
      check_mesh(root, (const char *)buffer, length, primitive);
    }
  }
  json_decref(root);
  free(buffer);
  free(text);
}

static void vtk_has_polygons_and_touches(void **state) {
  Place *p = *state;
  size_t length, bytes;
  make_surface_folder("out");
  check_ok(p, pawl_export_vtk("out", "series", p->messages));
  char *text = get_text("series/frame-000010.vtp", &length);
  unsigned points = attribute(text, "NumberOfPoints");
  assert_int_equal(attribute(text, "NumberOfVerts"), 1);
  assert_int_equal(attribute(text, "NumberOfLines"), 1);  // the edge of the disc
  assert_true(attribute(text, "NumberOfPolys") > 1000);
  const char *x = array(text, length, "Points", &bytes), *force = array(text, length, "force", &bytes);
  uint32_t touch = u32_at(array(text, length, "connectivity", &bytes));
  assert_true(touch < points);
  CHECK_CLOSE(pw_get_float(x + 12 * touch), ball_x(10), 1e-7);
  CHECK_CLOSE(pw_get_float(x + 12 * touch + 8), 0, 0);
  CHECK_CLOSE(pw_get_float(force + 12 * touch + 8), 10, 0);
  int on_ball = 0;
  for (unsigned i = 0; i < points; i++) {
    double d[3] = {pw_get_float(x + 12 * i) - ball_x(10), pw_get_float(x + 12 * i + 4), pw_get_float(x + 12 * i + 8) - 0.1};
    on_ball += fabs(pw_norm(d) - 0.1) < 1e-5;
  }
  assert_true(on_ball > 500);  // moved with its body
  free(text);
}

// ---- drawings

static double after(const char *text, const char *key) {
  const char *at = strstr(text, key);
  if (!at) fail_msg("no %s", key);
  return strtod(at + strlen(key), NULL);
}

// Seen from (1, 1, 1): up on paper is z, by sqrt(2/3); the arrow of the largest force, a sixth of the drawing long, is seen so,
// too.
static void svg_has_surfaces_and_touches(void **state) {
  Place *p = *state;
  make_surface_folder("out");
  check_ok(p, pawl_report_svg("out", NULL, NULL, (const double[]){0, 1}, 2, p->messages));
  double x[2], y[2];
  for (int i = 0; i < 2; i++) {
    char *text = get_text(i ? "out.svg/at-2.svg" : "out.svg/at-1.svg", NULL);
    assert_null(strstr(text, "nan"));
    assert_in_range(strlen(text), 20000, 100000);
    const char *touch = strstr(text, "<circle r=\"2.5\" fill=\"#c00000\"");
    assert_non_null(touch);
    x[i] = after(touch, "cx=\"");
    y[i] = after(touch, "cy=\"");
    const char *arrow = strstr(text, "stroke=\"#c00000\" stroke-width=\"1.5\"/>");
    assert_non_null(arrow);
    while (strncmp(arrow, "<path d=\"M", 10) != 0) arrow--;
    double from[2], to[2];
    assert_int_equal(sscanf(arrow, "<path d=\"M%lf %lfL%lf %lf", &from[0], &from[1], &to[0], &to[1]), 4);
    CHECK_CLOSE(from[0], x[i], 0.011);
    CHECK_CLOSE(to[0], from[0], 0.011);
    CHECK_CLOSE(from[1] - to[1], after(text, "viewBox=\"0 0 ") / 6 * sqrt(2.0 / 3), 0.02);
    free(text);
  }
  // along x by 0.5 m: to the left and down
  CHECK_CLOSE((y[1] - y[0]) / (x[0] - x[1]), (1 / sqrt(6)) / (1 / sqrt(2)), 1e-3);
}

// A band of two lines, 101 points in each: up on paper the far upper border reaches (2 z - x - y)/sqrt(6) = (2*0.5 +
// sqrt(2))/sqrt(6), the near lower one as far down, at x = y.
static void svg_has_room_for_both_borders(void **state) {
  (void)state;
  enum { N = 101 };
  static double point[N][2][3];
  for (int i = 0; i < 2 * N; i++) {
    double angle = 6.283185307179586 * (i / 2) / (N - 1) + 0.7853981633974483, *x = point[i / 2][i % 2];
    x[0] = cos(angle), x[1] = sin(angle), x[2] = i % 2 ? 0.5 : -0.5;
  }
  PwSceneSurface band = {.count = {N, 2}, .point = point[0][0]};
  PwSceneBody ground = {.surfaces = 1, .surface = &band};
  PwSource s = {.rows = 1, .scene = {.bodies = 1, .body = &ground}};
  PwSvgView v = pw_svg_view(&s);
  CHECK_CLOSE(v.high[1], (1 + sqrt(2)) / sqrt(6), 0.02);
  CHECK_CLOSE(v.low[1], -(1 + sqrt(2)) / sqrt(6), 0.02);
}

// ---- the page

static void page_has_surfaces_and_touches(void **state) {
  Place *p = *state;
  char *text = NULL;
  make_surface_folder("out");
  check_ok(p, pawl_report_data("out", p->messages, &text));
  json_t *data = parse_json(text, strlen(text)), *scene = scene_of("out");
  assert_true(json_equal(json_object_get(data, "scene"), scene));
  assert_int_equal(json_array_size(json_object_get(data, "motion")), 26);
  double value[ROWS];
  decode(json_object_get(nth(data, "motion", 15), "data"), ROWS, value);
  for (int i = 0; i < ROWS; i++) CHECK_CLOSE(value[i], ball_x(i), 1e-6);
  json_decref(scene);
  json_decref(data);
  pawl_text_free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(scene_has_surfaces),
      TEST(scene_stays_small),
      TEST(refuses_damaged_surfaces),
      TEST(meshes_are_closed_and_look_out),
      TEST(gltf_has_meshes),
      TEST(vtk_has_polygons_and_touches),
      TEST(svg_has_surfaces_and_touches),
      TEST(svg_has_room_for_both_borders),
      TEST(page_has_surfaces_and_touches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
