// Files for other programs: glTF and VTK by the rules of their formats, with the numbers of the folder; CSV; outlines.
#include "export_files.h"
#include "report/outline.h"
#include "result/result.h"

static const char CAM[] =
    "name: cam\nunits: {length: mm, mass: kg, time: ms, angle: deg, force: N}\ngravity: [0, -9.81 m/s^2]\nbodies:\n"
    "  cam: {mass: 1, inertia: 200 kg*mm^2, profiles: {disc: {circle: {center: [5, 0], radius: 20}}}}\n"
    "  follower:\n    mass: 0.1\n    inertia: 1 kg*mm^2\n    position: [0, 20]\n"
    "    profiles: {face: {start: [-30, 0], closed: false, chain: [{line: {to: [30, 0]}}]}}\n"
    "  bob: {mass: 1, inertia: 100 kg*mm^2, position: [50, 0], center: [0, -20]}\n"
    "joints:\n  shaft: {type: revolute, between: [ground, cam], at: [0, 0]}\n"
    "  guide: {type: prismatic, between: [ground, follower], at: [0, 20], axis: y}\n"
    "  pivot: {type: revolute, between: [ground, bob], at: [50, 0]}\n"
    "drives: {turn: {coordinate: shaft.angle, law: 'if(t < 100, 1, 2)*0 + t'}}\n"
    "forces: {push: {type: joint, coordinate: guide.travel, preload: 10}}\n"
    "contacts: {rub: {profiles: [cam.disc, follower.face], start: closed}}\n"
    "analysis: {type: dynamics, duration: 300, step: 5}\n";

static void make(Place *p) {
  put_text("cam.yaml", CAM);
  run_file(p, "cam.yaml", "out");
}

// ---- glTF

// Times rise; translations and rotations are those of motion.csv at these times, in single precision.
static void check_animation(Place *p, const json_t *root, const char *buffer, size_t length) {
  PwResult *r;
  PwGrid motion;
  check_ok(p, pw_result_open("out", p->messages, &r));
  check_ok(p, pw_result_read_motion(r, p->messages, &motion));
  const json_t *animation = nth(root, "animations", 0), *channels = json_object_get(animation, "channels");
  assert_int_equal(json_array_size(channels), 6);
  for (size_t c = 0; c < 6; c++) {
    const json_t *channel = json_array_get(channels, c), *target = json_object_get(channel, "target");
    const json_t *sampler = nth(animation, "samplers", integer(channel, "sampler"));
    bool turn = strcmp(json_string_value(json_object_get(target, "path")), "rotation") == 0;
    json_int_t body = integer(target, "node"), times, values;
    assert_int_equal(body, c / 2 + 1);
    const char *t = data_of(root, buffer, length, integer(sampler, "input"), &times);
    const char *v = data_of(root, buffer, length, integer(sampler, "output"), &values);
    assert_int_equal(times, values);
    check_bounds(root, t, integer(sampler, "input"), times, 1);
    int64_t row = 0;
    for (json_int_t i = 0; i < times; i++) {
      double time = pw_get_float(t + 4 * i);
      assert_true(i == 0 || time > pw_get_float(t + 4 * i - 4));
      while (row + 1 < motion.rows && (float)pw_grid_value(&motion, row + 1, 0) <= (float)time) row++;  // of two rows the last
      const double *q = &motion.value[row * motion.columns + 1 + 3 * (body - 1)];
      if (turn) {
        CHECK_CLOSE(pw_get_float(v + 16 * i + 8), sin(q[2] / 2), 1e-7);
        CHECK_CLOSE(pw_get_float(v + 16 * i + 12), cos(q[2] / 2), 1e-7);
      } else {
        CHECK_CLOSE(pw_get_float(v + 12 * i), q[0], 1e-8);
        CHECK_CLOSE(pw_get_float(v + 12 * i + 4), q[1], 1e-8);
      }
    }
    assert_int_equal(row, motion.rows - 1);
    assert_int_equal(times, motion.rows - pw_result_events(r));  // one row per event is its double
  }
  pw_grid_free(&motion);
  pw_result_free(r);
}

static void check_gltf(Place *p, const json_t *root, const char *buffer, size_t length) {
  assert_string_equal(json_string_value(json_object_get(json_object_get(root, "asset"), "version")), "2.0");
  assert_int_equal(integer(nth(root, "buffers", 0), "byteLength"), length);
  const json_t *top = nth(root, "nodes", json_integer_value(nth(nth(root, "scenes", 0), "nodes", 0)));
  assert_int_equal(json_array_size(json_object_get(top, "children")), 4);
  static const char *const NAMES[] = {"ground", "cam", "follower", "bob"};
  for (int i = 0; i < 4; i++) {
    const json_t *node = nth(root, "nodes", json_integer_value(nth(top, "children", i)));
    assert_string_equal(json_string_value(json_object_get(node, "name")), NAMES[i]);
    if (i == 0) continue;
    const json_t *mesh = nth(root, "meshes", integer(node, "mesh"));
    assert_int_equal(json_array_size(json_object_get(mesh, "primitives")), 1);
    const json_t *primitive = nth(mesh, "primitives", 0);
    assert_int_equal(integer(primitive, "mode"), i == 3 ? 1 : 4);  // bob has no profile: lines
    check_mesh(root, buffer, length, primitive);
  }
  check_animation(p, root, buffer, length);
}

static void writes_gltf(void **state) {
  Place *p = *state;
  size_t n;
  make(p);
  check_ok(p, pawl_export_gltf("out", "cam.gltf", p->messages));
  char *text = get_text("cam.gltf", &n);
  json_t *root = parse_json(text, n);
  const char *uri = json_string_value(json_object_get(nth(root, "buffers", 0), "uri")),
             *head = "data:application/octet-stream;base64,";
  assert_int_equal(strncmp(uri, head, strlen(head)), 0);
  unsigned char *buffer = malloc(strlen(uri));
  size_t length = from_base64(uri + strlen(head), buffer);
  check_gltf(p, root, (const char *)buffer, length);

  // the binary form holds the same
  check_ok(p, pawl_export_gltf("out", "cam.glb", p->messages));
  size_t size;
  char *binary = get_text("cam.glb", &size);
  assert_memory_equal(binary, "glTF\2\0\0\0", 8);
  assert_int_equal(u32_at(binary + 8), size);
  size_t json_length = u32_at(binary + 12);
  assert_int_equal(json_length % 4, 0);
  assert_memory_equal(binary + 16, "JSON", 4);
  json_t *second = parse_json(binary + 20, json_length);
  const char *chunk = binary + 20 + json_length;
  assert_memory_equal(chunk + 4, "BIN\0", 4);
  assert_int_equal(20 + json_length + 8 + u32_at(chunk), size);
  assert_memory_equal(chunk + 8, buffer, length);
  check_gltf(p, second, chunk + 8, length);
  json_decref(second);
  json_decref(root);
  free(binary);
  free(buffer);
  free(text);
}

static void gltf_of_a_space_mechanism_and_of_one_state(void **state) {
  Place *p = *state;
  size_t n;
  run_example(p, "heavy-top", "top");
  check_ok(p, pawl_export_gltf("top", "top.gltf", p->messages));
  run_example(p, "four-bar-statics", "still");
  check_ok(p, pawl_export_gltf("still", "still.gltf", p->messages));
  for (int i = 0; i < 2; i++) {
    char *text = get_text(i ? "still.gltf" : "top.gltf", &n);
    json_t *root = parse_json(text, n);
    assert_int_equal(json_object_get(root, "animations") != NULL, !i);  // one state does not move
    json_decref(root);
    free(text);
  }
}

// ---- VTK

static void writes_vtk(void **state) {
  Place *p = *state;
  size_t length, bytes;
  make(p);
  check_ok(p, pawl_export_vtk("out", "series/", p->messages));
  char *series = get_text("series/series.pvd", NULL);
  assert_non_null(strstr(series, "<DataSet timestep=\"0.005\" part=\"0\" file=\"frame-000001.vtp\"/>"));
  free(series);
  char *text = get_text("series/frame-000001.vtp", &length);
  unsigned points = attribute(text, "NumberOfPoints"), verts = attribute(text, "NumberOfVerts");
  unsigned cells = verts + attribute(text, "NumberOfLines") + attribute(text, "NumberOfPolys");
  assert_int_equal(verts, 1);                             // one touch
  assert_int_equal(attribute(text, "NumberOfLines"), 3);  // disc, face, bob's line
  const char *x = array(text, length, "Points", &bytes);
  assert_int_equal(bytes, points * 12);
  const char *force = array(text, length, "force", &bytes);
  assert_int_equal(bytes, points * 12);
  array(text, length, "body", &bytes);
  assert_int_equal(bytes, cells * 4);
  const char *touch = array(text, length, "connectivity", &bytes);  // the first cells are vertices
  assert_int_equal(bytes, 4);
  uint32_t v = u32_at(touch);
  assert_true(v < points);
  // closed form: the disc's centre has turned by 5 degrees, the face touches straight above it and pushes down
  double a = 5 * 0.017453292519943295, speed = 1000 * 0.017453292519943295;
  CHECK_CLOSE(pw_get_float(x + 12 * v), 0.005 * cos(a), 1e-8);
  CHECK_CLOSE(pw_get_float(x + 12 * v + 4), 0.02 + 0.005 * sin(a), 1e-8);
  CHECK_CLOSE(pw_get_float(force + 12 * v + 4), -(10 + 0.1 * (9.81 - 0.005 * speed * speed * sin(a))), 1e-5);
  CHECK_CLOSE(pw_get_float(force), 0, 0);
  free(text);
}

// ---- CSV

static void writes_csv(void **state) {
  Place *p = *state;
  make(p);
  check_ok(p, pawl_export_csv("out", "all.csv", NULL, p->messages));
  assert_int_equal(system("cmp all.csv out/result.csv"), 0);
  check_ok(p, pawl_export_csv("out", "some.csv", "guide.travel,shaft.angle", p->messages));
  assert_int_equal(system("head -n 1 some.csv | grep -qx 't .ms.,guide.travel .mm.,shaft.angle .deg.'"), 0);
  assert_int_equal(system("[ $(wc -l <some.csv) = $(wc -l <out/result.csv) ]"), 0);
  check_ok(p, pawl_export_csv("out", "order.csv", "guide.travel,t", p->messages));
  assert_int_equal(system("head -n 1 order.csv | grep -qx 'guide.travel .mm.,t .ms.'"), 0);
  check_refused(p, pawl_export_csv("out", "no.csv", "guide.trafel", p->messages), PAWL_ERR_ARGUMENT,
                "did you mean 'guide.travel'");
  assert_false(exists("no.csv"));
}

static void refuses_what_cannot_be_written(void **state) {
  Place *p = *state;
  make(p);
  check_refused(p, pawl_export_gltf("out", "none/a.gltf", p->messages), PAWL_ERR_IO, "none/a.gltf");
  check_refused(p, pawl_export_vtk("out", "none/a", p->messages), PAWL_ERR_IO, "none/a");
  check_refused(p, pawl_export_csv("out", "out", NULL, p->messages), PAWL_ERR_ARGUMENT, "'out' is no file");
  check_refused(p, pawl_export_gltf("nowhere", "a.gltf", p->messages), PAWL_ERR_INPUT, "nowhere");
  check_refused(p, pawl_export_vtk("nowhere", "a", p->messages), PAWL_ERR_INPUT, "nowhere");
  check_refused(p, pawl_export_csv("nowhere", "a.csv", NULL, p->messages), PAWL_ERR_INPUT, "nowhere");
}

// ---- outlines

// The triangles of an outline cover its area: shoelace formula, the second path. A comb, a star and a spiral are far from convex.
static void triangles_cover_the_outline(void **state) {
  (void)state;
  static double point[400];
  for (int shape = 0; shape < 3; shape++) {
    int n = 0;
    if (shape == 0) {
      for (int i = 0; i < 20; i++) point[2 * n] = i, point[2 * n++ + 1] = 0;
      for (int i = 19; i >= 0; i--) point[2 * n] = i + 0.1, point[2 * n++ + 1] = i % 2 ? 10 : 1;
    } else if (shape == 1) {
      for (int i = 0; i < 40; i++) {
        double a = i * 0.15707963267948966, r = i % 2 ? 1 : 5;
        point[2 * n] = r * cos(a), point[2 * n++ + 1] = r * sin(a);
      }
    } else {
      for (int i = 0; i < 100; i++)
        point[2 * n] = (2 + 0.1 * i) * cos(0.1 * i), point[2 * n++ + 1] = (2 + 0.1 * i) * sin(0.1 * i);
      for (int i = 99; i >= 0; i--)
        point[2 * n] = (1.8 + 0.1 * i) * cos(0.1 * i), point[2 * n++ + 1] = (1.8 + 0.1 * i) * sin(0.1 * i);
    }
    for (int reversed = 0; reversed < 2; reversed++) {
      PwArena arena = {0};
      PwSceneElement element = {"line", n, point};
      PwSceneProfile profile = {"a", true, 1, &element};
      PwOutline o;
      double sum = 0;
      assert_true(pw_outline_make(&profile, &arena, &o));
      double area = pw_outline_area(&profile);
      assert_int_equal(area > 0, !reversed);
      assert_int_equal(o.triangles > 0, !reversed);  // a boundary of a hole is not filled
      for (int32_t i = 0; i < o.triangles; i++) {
        const double *a = o.point[o.triangle[i][0]], *b = o.point[o.triangle[i][1]], *c = o.point[o.triangle[i][2]];
        double part = ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
        assert_true(part > 0);
        sum += part;
      }
      CHECK_CLOSE(sum, reversed ? 0 : area, 1e-9 * fabs(area));
      pw_arena_free(&arena);
      for (int i = 0; i < n / 2; i++) {
        for (int k = 0; k < 2; k++) {
          double swap = point[2 * i + k];
          point[2 * i + k] = point[2 * (n - 1 - i) + k];
          point[2 * (n - 1 - i) + k] = swap;
        }
      }
    }
  }
}

// Triangles leave out the holes of a solid, and a solid inside a hole has its own: areas of discs by the shoelace formula. The
// plate has 16 holes side by side, so that cuts to them go past each other; one of them holds a smaller disc with a hole.
static void triangles_leave_out_holes(void **state) {
  (void)state;
  enum { N = 24, HOLES = 16, DISCS = HOLES + 3 };
  static double point[DISCS][2 * N];
  PwSceneElement element[DISCS];
  PwSceneProfile profile[DISCS];
  double area[DISCS];
  for (int i = 0; i < DISCS; i++) {
    bool plate = i == 0, hole = i > 0 && i != HOLES + 1;
    double radius = plate ? 10 : i <= HOLES ? 1 : i == HOLES + 1 ? 0.8 : 0.3;
    double x = plate ? 0 : 3 * ((i - 1) % HOLES % 4) - 4.5, y = plate ? 0 : 3 * ((i - 1) % HOLES / 4) - 4.5;
    for (int k = 0; k < N; k++) {
      double a = (hole ? -k : k) * 0.2617993877991494;
      point[i][2 * k] = (i > HOLES ? -4.5 : x) + radius * cos(a);
      point[i][2 * k + 1] = (i > HOLES ? -4.5 : y) + radius * sin(a);
    }
    element[i] = (PwSceneElement){"line", N, point[i]};
    profile[i] = (PwSceneProfile){"disc", true, 1, &element[i]};
    area[i] = pw_outline_area(&profile[i]);
  }
  PwSceneBody body = {.name = "plate", .profiles = DISCS, .profile = profile};
  for (int i = 0; i < DISCS; i++) {
    PwArena arena = {0};
    PwOutline o;
    double expected = i == 0 ? area[0] + HOLES * area[1] : i == HOLES + 1 ? area[i] + area[i + 1] : 0, sum = 0;
    assert_int_equal(pw_outline_home(&body, i), i == 0 || i == HOLES + 1 ? -1 : i == HOLES + 2 ? HOLES + 1 : 0);
    assert_true(pw_outline_body(&body, i, &arena, &o));
    for (int32_t t = 0; t < o.triangles; t++) {
      const double *a = o.point[o.triangle[t][0]], *b = o.point[o.triangle[t][1]], *c = o.point[o.triangle[t][2]];
      sum += ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
      for (int j = 1; j <= HOLES && i == 0; j++) {
        assert_false(pw_outline_contains(&profile[j], (double[2]){(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3}));
      }
    }
    CHECK_CLOSE(sum, expected, 1e-9 * area[0]);
    pw_arena_free(&arena);
  }
}

// ---- springs and times

// Two bobs on a spring that fly apart, turning; two laws switch a nanosecond one after the other.
static const char BOBS[] =
    "planar: true\n"
    "bodies:\n"
    "  a: {mass: 1, inertia: 1, position: [0, 0], frames: {tip: [0.1, 0]}}\n"
    "  b: {mass: 1, inertia: 1, position: [1, 1], frames: {tip: [0, 0.2]}}\n"
    "forces:\n"
    "  coil: {type: spring, frames: [a.tip, b.tip], stiffness: 10}\n"
    "  push: {type: force, frame: a.tip, components: ['if(t < 0.45, 1, 2) + if(t < 0.450000001, 1, 2)', 0]}\n"
    "initial: {bodies: {a: {angular_velocity: 3}, b: {velocity: [2, -1], angular_velocity: -7}}}\n"
    "analysis: {duration: 1, step: 0.1}\n";

// The ends of the spring at a row of motion.csv, by the poses there.
static void spring_ends(const PwGrid *motion, int64_t row, double end[2][2]) {
  static const double tip[2][2] = {{0.1, 0}, {0, 0.2}};
  for (int k = 0; k < 2; k++) {
    const double *q = &motion->value[row * motion->columns + 1 + 3 * k];
    end[k][0] = q[0] + cos(q[2]) * tip[k][0] - sin(q[2]) * tip[k][1];
    end[k][1] = q[1] + sin(q[2]) * tip[k][0] + cos(q[2]) * tip[k][1];
  }
}

// Values of a channel of the spring's node, the third one.
static const char *spring_channel(const json_t *root, const char *buffer, size_t length, const char *path, json_int_t *count) {
  const json_t *animation = nth(root, "animations", 0), *channels = json_object_get(animation, "channels");
  for (size_t c = 0; c < json_array_size(channels); c++) {
    const json_t *channel = json_array_get(channels, c), *target = json_object_get(channel, "target");
    if (integer(target, "node") != 3 || strcmp(json_string_value(json_object_get(target, "path")), path) != 0) continue;
    return data_of(root, buffer, length, integer(nth(animation, "samplers", integer(channel, "sampler")), "output"), count);
  }
  fail_msg("no channel '%s'", path);
  return NULL;
}

// The node of the spring takes (0, 0) and (1, 0) to its ends: x = translation + rotation * scale. Single precision knows one time
// of two that are a nanosecond apart.
static void check_gltf_spring(const PwGrid *motion, int64_t times) {
  size_t size;
  char *binary = get_text("bobs.glb", &size);
  size_t json_length = u32_at(binary + 12), length = u32_at(binary + 20 + json_length);
  const char *buffer = binary + 28 + json_length;
  json_t *root = parse_json(binary + 20, json_length);
  json_int_t count[3];
  assert_string_equal(json_string_value(json_object_get(nth(root, "nodes", 3), "name")), "coil");
  const char *x = spring_channel(root, buffer, length, "translation", &count[0]);
  const char *q = spring_channel(root, buffer, length, "rotation", &count[1]);
  const char *s = spring_channel(root, buffer, length, "scale", &count[2]);
  for (int i = 0; i < 3; i++) assert_int_equal(count[i], times - 1);
  double before[2] = {0, 1}, end[2][2];
  for (int64_t i = 0, row = 0; i < count[0]; i++, row++) {
    while (row + 1 < motion->rows && (float)pw_grid_value(motion, row + 1, 0) <= (float)pw_grid_value(motion, row, 0)) row++;
    spring_ends(motion, row, end);
    double z = pw_get_float(q + 16 * i + 8), w = pw_get_float(q + 16 * i + 12), stretch = pw_get_float(s + 12 * i);
    CHECK_CLOSE(pw_get_float(x + 12 * i), end[0][0], 1e-6);
    CHECK_CLOSE(pw_get_float(x + 12 * i + 4), end[0][1], 1e-6);
    CHECK_CLOSE(end[0][0] + stretch * (w * w - z * z), end[1][0], 1e-6);
    CHECK_CLOSE(end[0][1] + stretch * 2 * w * z, end[1][1], 1e-6);
    assert_true(z * before[0] + w * before[1] > 0);  // between two frames it turns the short way
    before[0] = z;
    before[1] = w;
  }
  json_decref(root);
  free(binary);
}

// The last line is the spring, and there is a frame for every time.
static void check_vtk_spring(const PwGrid *motion, int64_t times) {
  char path[60];
  size_t length, bytes;
  snprintf(path, sizeof path, "bobs/frame-%06d.vtp", (int)times);
  assert_int_not_equal(access(path, F_OK), 0);
  snprintf(path, sizeof path, "bobs/frame-%06d.vtp", (int)times - 1);
  char *text = get_text(path, &length);
  double end[2][2];
  spring_ends(motion, motion->rows - 1, end);
  const char *x = array(text, length, "Points", &bytes) + bytes - 24;
  for (int k = 0; k < 2; k++) {
    CHECK_CLOSE(pw_get_float(x + 12 * k), end[k][0], 1e-6);
    CHECK_CLOSE(pw_get_float(x + 12 * k + 4), end[k][1], 1e-6);
  }
  const char *body = array(text, length, "body", &bytes);
  assert_int_equal(u32_at(body + bytes - 4), (uint32_t)-2);
  free(text);
}

static void springs_and_times(void **state) {
  Place *p = *state;
  PwResult *r;
  PwGrid motion;
  put_text("bobs.yaml", BOBS);
  run_file(p, "bobs.yaml", "out");
  check_ok(p, pawl_export_gltf("out", "bobs.glb", p->messages));
  check_ok(p, pawl_export_vtk("out", "bobs", p->messages));
  check_ok(p, pw_result_open("out", p->messages, &r));
  check_ok(p, pw_result_read_motion(r, p->messages, &motion));
  int64_t times = 1;
  for (int64_t i = 1; i < motion.rows; i++) times += pw_grid_value(&motion, i, 0) > pw_grid_value(&motion, i - 1, 0);
  assert_int_equal(times, 13);  // 11 rows by the step, and the two switches
  check_gltf_spring(&motion, times);
  check_vtk_spring(&motion, times);
  pw_grid_free(&motion);
  pw_result_free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(writes_gltf),
      TEST(gltf_of_a_space_mechanism_and_of_one_state),
      TEST(writes_vtk),
      TEST(springs_and_times),
      TEST(writes_csv),
      TEST(refuses_what_cannot_be_written),
      cmocka_unit_test(triangles_cover_the_outline),
      cmocka_unit_test(triangles_leave_out_holes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
