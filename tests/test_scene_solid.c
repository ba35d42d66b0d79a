// Shapes and gears of bodies that have no profiles and surfaces: sizes and places by closed forms, in space and in the plane.
#include "numerics/vec.h"
#include "report/mesh.h"
#include "report/source.h"
#include "report_place.h"

static const double PI = 3.141592653589793238463;

static const char SHAPES[] =
    "units: {length: mm, angle: deg, force: N}\nplanar: %s\nbodies:\n"
    "  box: {mass: 1, shape: {box: [10, 20, 30], at: [1, 2, 3], angle: 30}}\n"
    "  rod: {mass: 1, shape: {cylinder: {radius: 4, length: 50, axis: x}}}\n"
    "  ball: {mass: 1, shape: {sphere: {radius: 7}, at: [50, 0]}}\n"
    "  plate: {mass: 1, shape: {outline: [[0, 40], [60, 0], [0, 0]], depth: 4}}\n"
    "  two: {mass: 1, shape: [{box: [10, 10, 10]}, {box: [10, 10, 10], at: [20, 0]}]}\n"
    "analysis: {duration: 0.01}\n";

static void open_shapes(Place *p, const char *planar, PwSource *s) {
  char text[2000];
  snprintf(text, sizeof text, SHAPES, planar);
  put_text("shapes.yaml", text);
  run_file(p, "shapes.yaml", "out");
  check_ok(p, pw_source_open("out", p->messages, s));
}

// Volume and its centre, by the divergence theorem.
static double volume(const PwMesh *m, double center[3]) {
  double sum = 0;
  center[0] = center[1] = center[2] = 0;
  for (int32_t i = 0; i < m->faces; i++) {
    for (int k = 2; k < pw_face_corners(&m->face[i]); k++) {
      const double *a = m->point[m->face[i].corner[0]], *b = m->point[m->face[i].corner[k - 1]],
                   *c = m->point[m->face[i].corner[k]];
      double cross[3];
      pw_cross(b, c, cross);
      double part = pw_dot(a, cross) / 6;
      sum += part;
      for (int n = 0; n < 3; n++) center[n] += part * (a[n] + b[n] + c[n]) / 4;
    }
  }
  for (int n = 0; n < 3; n++) center[n] /= sum;
  return sum;
}

static void shapes_in_space(void **state) {
  Place *p = *state;
  PwSource s;
  open_shapes(p, "false", &s);
  const double cm[5] = {10 * 20 * 30, PI * 16 * 50, 4 * PI / 3 * 343, 0.5 * 60 * 40 * 4, 1000};
  const double at[5][3] = {{1, 2, 3}, {0, 0, 0}, {50, 0, 0}, {20, 40 / 3.0, 0}, {0, 0, 0}};
  for (int i = 0; i < 5; i++) {
    const PwSceneBody *b = &s.scene.body[i + 1];
    double center[3];
    PwMesh m;
    assert_int_equal(pw_body_meshes(b), i == 4 ? 2 : 1);
    assert_int_equal(b->profiles, 0);
    assert_int_equal(b->ends, 0);
    assert_true(pw_mesh_body(b, 0, 0, &s.arena, &m));
    assert_true(m.solid);
    CHECK_CLOSE(volume(&m, center), 1e-9 * cm[i], 0.03e-9 * cm[i]);
    for (int c = 0; c < 3; c++) CHECK_CLOSE(center[c], 1e-3 * at[i][c], 1e-6);
    for (int32_t n = 0; n < m.points; n++) CHECK_CLOSE(pw_norm(m.normal[n]), 1, 1e-12);
  }
  const PwSceneBox *box = &s.scene.body[1].solid[0].box;  // 10 x 20 turned by 30 degrees
  CHECK_CLOSE(box->half[0], 1e-3 * (5 * cos(PI / 6) + 10 * sin(PI / 6)), 1e-12);
  CHECK_CLOSE(box->half[2], 0.015, 1e-12);
  box = &s.scene.body[3].solid[0].box;
  CHECK_CLOSE(box->center[0], 0.05, 1e-12);
  CHECK_CLOSE(box->half[1], 0.007, 1e-12);
  pw_source_close(&s);
}

// From the front: a turned box is a turned rectangle, a lying cylinder a rectangle, a sphere a circle.
static void shapes_in_the_plane(void **state) {
  Place *p = *state;
  PwSource s;
  open_shapes(p, "true", &s);
  const double mm[4] = {10 * 20, 8 * 50, PI * 49, 0.5 * 60 * 40};
  for (int i = 0; i < 4; i++) {
    const PwSceneBody *b = &s.scene.body[i + 1];
    assert_int_equal(b->profiles, 1);
    assert_int_equal(pw_body_meshes(b), 0);
    assert_true(b->profile[0].closed);
    CHECK_CLOSE(pw_outline_area(&b->profile[0]), 1e-6 * mm[i], 0.005e-6 * mm[i]);
  }
  const double *corner = s.scene.body[1].profile[0].element[0].point;  // (-5, -10) turned by 30 degrees about (1, 2)
  CHECK_CLOSE(corner[0], 1e-3 * (1 - 5 * cos(PI / 6) + 10 * sin(PI / 6)), 1e-12);
  CHECK_CLOSE(corner[1], 1e-3 * (2 - 5 * sin(PI / 6) - 10 * cos(PI / 6)), 1e-12);
  assert_int_equal(s.scene.body[5].profiles, 2);
  pw_source_close(&s);
}

// Sun 30, planet 20, ring 70 mm: the planet meshes with both and is one disc with a mark; the ring is the boundary of a hole.
static void gears_are_discs(void **state) {
  Place *p = *state;
  PwSource s;
  for (int planar = 0; planar < 2; planar++) {
    char text[800];
    snprintf(
        text, sizeof text,
        "units: {length: mm, angle: deg, force: N}\nplanar: %s\nbodies:\n  sun: {mass: 1, inertia: [100, 100, 100, 0, 0, 0]}\n"
        "  planet: {mass: 1, inertia: [100, 100, 100, 0, 0, 0], position: [50, 0]}\n"
        "joints:\n  main: {type: revolute, between: [ground, sun], at: [0, 0]}\n"
        "  mesh: {type: gear-pair, frames: [sun, planet], radii: [30, 20]}\n"
        "  outer: {type: gear-pair, frames: [ground, planet], radii: [-70, 20]}\nanalysis: {duration: 0.01}\n",
        planar ? "true" : "false");
    put_text("gears.yaml", text);
    run_file(p, "gears.yaml", "out");
    check_ok(p, pw_source_open("out", p->messages, &s));
    const double radius[3] = {-70, 30, 20};
    for (int i = 0; i < 3; i++) {
      const PwSceneBody *b = &s.scene.body[i];
      const PwSceneProfile *rim = planar ? &b->profile[0] : &b->solid[0].outline;
      assert_int_equal(b->profiles, planar ? (i ? 2 : 1) : 0);
      assert_int_equal(b->solids, planar ? 0 : 1);
      CHECK_CLOSE(pw_outline_area(rim), 1e-6 * PI * radius[i] * fabs(radius[i]), 0.01e-6 * PI * radius[i] * radius[i]);
      if (planar && i) assert_true(pw_outline_area(&b->profile[1]) < 0);
    }
    pw_source_close(&s);
  }
}

static void refuses_damaged_shapes(void **state) {
  Place *p = *state;
  PwSource s;
  const struct {
    const char *command, *said;
  } cases[] = {{"sed -i 's/\"shapes\":\\[/\"shapes\":7,\"x\":[/' out/scene.json", "'shapes' is missing"},
               {"sed -i 's/\"sides\":\\[[^,]*,/\"sides\":[/' out/scene.json", "'sides' is missing"},
               {"sed -i 's/\"radius\":[^,]*/\"radius\":-1/' out/scene.json", "'radius' is missing"},
               {"sed -i 's/\"depth\":[^,]*/\"depth\":\"a\"/' out/scene.json", "'depth' is missing"},
               {"sed -i 's/\"points\":\\[[^,]*,/\"points\":[/' out/scene.json", "'points' is missing"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    open_shapes(p, "false", &s);
    pw_source_close(&s);
    assert_int_equal(system(cases[i].command), 0);
    check_refused(p, pw_source_open("out", p->messages, &s), PAWL_ERR_INPUT, cases[i].said);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST(shapes_in_space), TEST(shapes_in_the_plane), TEST(gears_are_discs),
                                     TEST(refuses_damaged_shapes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
