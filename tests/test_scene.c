// motion.csv, touches.csv and scene.json: what pages and exports are made from.
#include "numerics/vec.h"
#include "report_place.h"
#include "result/result.h"

// A crank whose origin, centre of mass and joint are three places, in millimetres and degrees, and a body in space.
static const char PLANE[] =
    "name: 'plain </script> \"name\"'\nunits: {length: mm, angle: deg, time: ms}\ngravity: [0, -9.81 m/s^2]\n"
    "bodies:\n  crank: {mass: 1, inertia: 1000 kg*mm^2, center: [30, 5], position: [10, 20], frames: {tip: [60, 0]}}\n"
    "joints:\n  main: {type: revolute, between: [ground, crank], at: [10, 20]}\n"
    "analysis: {type: dynamics, duration: 400, step: 2}\n";

// A disc of radius 20 mm about (5, 0) mm lifts a flat follower.
static const char CAM[] =
    "units: {length: m, mass: kg, time: s, angle: rad}\ngravity: [0, -9.81]\nbodies:\n"
    "  cam: {mass: 1, inertia: 2e-4, center: [0.001, 0.002], profiles: {disc: {circle: {center: [0.005, 0], radius: 0.02}}}}\n"
    "  follower:\n    mass: 0.1\n    inertia: 1e-6\n    position: [0, 0.02]\n"
    "    profiles: {face: {start: [-0.03, 0], closed: false, chain: [{line: {to: [0.03, 0]}}]}}\n"
    "joints:\n  shaft: {type: revolute, between: [ground, cam], at: [0, 0]}\n"
    "  guide: {type: prismatic, between: [ground, follower], at: [0, 0.02], axis: y}\n"
    "drives: {turn: {coordinate: shaft.angle, law: 20*t}}\n"
    "contacts: {rub: {profiles: [cam.disc, follower.face], start: closed, slots: 2}}\n"
    "analysis: {type: dynamics, duration: 0.3, step: 0.005}\n";

static json_t *scene_of(const char *folder) {
  char path[200];
  size_t length;
  snprintf(path, sizeof path, "%s/scene.json", folder);
  char *text = get_text(path, &length);
  json_t *scene = parse_json(text, length);
  free(text);
  return scene;
}

static double number_at(const json_t *list, size_t i) {
  return json_number_value(json_array_get(list, i));
}

static const json_t *item(const json_t *object, const char *key, size_t i) {
  return json_array_get(json_object_get(object, key), i);
}

// ---- motion.csv

// Second path: the same poses in result.csv, in the units of the file.
static void compare_poses(Place *p, const char *folder, const char *const *name, int count, double length, double angle) {
  PwResult *r;
  PwGrid motion;
  double moved = 0;
  check_ok(p, pw_result_open(folder, p->messages, &r));
  check_ok(p, pw_result_read_motion(r, p->messages, &motion));
  assert_true(motion.rows > 50);
  assert_int_equal(motion.rows, pw_result_rows(r));
  assert_string_equal(motion.heading[0].unit, "s");
  for (int n = 0; n < count; n++) {
    int32_t a = pw_result_find_column(r, name[n]), b = pw_grid_find(&motion, name[n]);
    if (a < 0 || b < 0) fail_msg("no column '%s'", name[n]);
    const char *part = strrchr(name[n], '.');
    double si = strlen(part) == 2 ? length : strcmp(part, ".angle") == 0 ? angle : 1;
    for (int64_t i = 0; i < motion.rows; i++) {
      CHECK_CLOSE(pw_grid_value(&motion, i, b), si * pw_result_value(r, i, a), 1e-14);
      moved = fmax(moved, fabs(pw_grid_value(&motion, i, b) - pw_grid_value(&motion, 0, b)));
    }
  }
  assert_true(moved > 0.005);
  pw_grid_free(&motion);
  pw_result_free(r);
}

static void motion_repeats_the_bodies(void **state) {
  Place *p = *state;
  put_text("plane.yaml", PLANE);
  run_file(p, "plane.yaml", "plane");
  compare_poses(p, "plane", (const char *const[]){"crank.x", "crank.y", "crank.angle"}, 3, 1e-3, 0.017453292519943295);
  run_example(p, "heavy-top", "space");
  compare_poses(p, "space", (const char *const[]){"top.x", "top.y", "top.z", "top.qw", "top.qx", "top.qy", "top.qz"}, 7, 1, 1);
}

// What `output` leaves out of result.csv is in motion.csv.
static void motion_does_not_depend_on_output(void **state) {
  Place *p = *state;
  char text[2000];
  snprintf(text, sizeof text, "%soutput: [energy]\n", PLANE);
  put_text("plane.yaml", PLANE);
  put_text("less.yaml", text);
  run_file(p, "plane.yaml", "plane");
  run_file(p, "less.yaml", "less");
  assert_int_equal(system("cmp plane/motion.csv less/motion.csv"), 0);
  assert_int_not_equal(system("cmp -s plane/result.csv less/result.csv"), 0);
}

// ---- a run that is broken off and goes on

static bool stop_half_way(void *user, double t, double fraction) {
  (void)t;
  return fraction > *(double *)user;
}

static void resumes_to_the_same_bytes(void **state) {
  Place *p = *state;
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  put_text("plane.yaml", PLANE);
  check_ok(p, pawl_model_load("plane.yaml", NULL, 0, p->messages, &model));
  check_ok(p, pawl_mechanism_compile(model, p->messages, &k));
  PawlRunOptions options = pawl_mechanism_run_options(k);
  double stop = 2;
  options.checkpoint_steps = 3;
  options.progress = stop_half_way;
  options.user = &stop;
  options.directory = "whole";
  check_ok(p, pawl_run(k, &options, p->messages, NULL));
  options.directory = "cut";
  stop = 0.6;
  assert_int_equal(pawl_run(k, &options, p->messages, NULL), PAWL_ERR_CANCELLED);
  assert_true(exists("cut.partial/scene.json"));
  assert_true(exists("cut.partial/motion.csv"));
  assert_int_equal(system("printf 'half a ro' >>cut.partial/motion.csv"), 0);
  stop = 2;
  options.resume = true;
  check_ok(p, pawl_run(k, &options, p->messages, NULL));
  assert_int_equal(system("for f in result.csv motion.csv events.csv scene.json; do cmp whole/$f cut/$f || exit 1; done"), 0);
  pawl_mechanism_free(k);
  pawl_model_free(model);
}

// ---- scene.json

static void scene_has_what_was_modelled(void **state) {
  Place *p = *state;
  put_text("plane.yaml", PLANE);
  run_file(p, "plane.yaml", "plane");
  json_t *scene = scene_of("plane");
  assert_int_equal(json_integer_value(json_object_get(scene, "pawl_scene")), 1);
  assert_string_equal(json_string_value(json_object_get(scene, "name")), "plain </script> \"name\"");
  assert_true(json_is_true(json_object_get(scene, "planar")));
  const json_t *units = json_object_get(scene, "units");
  assert_string_equal(json_string_value(json_object_get(json_object_get(units, "length"), "name")), "mm");
  CHECK_CLOSE(json_number_value(json_object_get(json_object_get(units, "angle"), "si")), 0.017453292519943295, 1e-16);
  assert_string_equal(json_string_value(json_object_get(item(scene, "bodies", 0), "name")), "ground");
  CHECK_CLOSE(number_at(json_object_get(item(scene, "bodies", 1), "center"), 0), 0.03, 1e-15);
  const json_t *joint = item(scene, "joints", 0);
  assert_string_equal(json_string_value(json_object_get(joint, "type")), "revolute");
  assert_int_equal(number_at(json_object_get(joint, "bodies"), 0), 0);
  assert_int_equal(number_at(json_object_get(joint, "bodies"), 1), 1);
  CHECK_CLOSE(number_at(json_object_get(item(joint, "frames", 0), "position"), 1), 0.02, 1e-15);
  CHECK_CLOSE(number_at(json_object_get(item(joint, "frames", 1), "position"), 0), 0, 1e-15);  // from the origin, not the centre
  const json_t *frame = item(scene, "frames", 0);
  assert_string_equal(json_string_value(json_object_get(frame, "name")), "crank.tip");
  CHECK_CLOSE(number_at(json_object_get(frame, "position"), 0), 0.06, 1e-15);
  json_decref(scene);
}

// Every point is on the disc, every chord's middle within 1e-4 of its
// size inside it.
static void profiles_follow_their_curves(void **state) {
  Place *p = *state;
  put_text("cam.yaml", CAM);
  run_file(p, "cam.yaml", "cam");
  json_t *scene = scene_of("cam");
  const json_t *profile = item(item(scene, "bodies", 1), "profiles", 0);
  assert_string_equal(json_string_value(json_object_get(profile, "name")), "cam.disc");
  assert_true(json_is_true(json_object_get(profile, "closed")));
  const json_t *element = item(profile, "elements", 0), *points = json_object_get(element, "points");
  assert_string_equal(json_string_value(json_object_get(element, "kind")), "arc");
  size_t n = json_array_size(points) / 2;
  assert_in_range(n, 100, 600);
  double worst = 0;
  for (size_t i = 0; i < n; i++) {
    double x = number_at(points, 2 * i), y = number_at(points, 2 * i + 1);
    CHECK_CLOSE(hypot(x - 0.005, y), 0.02, 1e-8);
    if (i + 1 < n) {
      double mx = (x + number_at(points, 2 * i + 2)) / 2, my = (y + number_at(points, 2 * i + 3)) / 2;
      worst = fmax(worst, 0.02 - hypot(mx - 0.005, my));
    }
  }
  assert_true(worst > 0 && worst < 1e-4 * 0.04);
  CHECK_CLOSE(number_at(points, 0), number_at(points, 2 * n - 2), 1e-8);  // closed
  const json_t *contact = item(scene, "contacts", 0);
  assert_string_equal(json_string_value(json_array_get(json_object_get(contact, "profiles"), 0)), "cam.disc");
  assert_int_equal(json_integer_value(json_object_get(contact, "slots")), 2);
  json_decref(scene);
}

// The flat face touches the disc straight above its centre, which turns about (0, 0): closed form.
static void touches_has_the_touches(void **state) {
  Place *p = *state;
  PwResult *r;
  PwGrid motion, touches;
  put_text("cam.yaml", CAM);
  run_file(p, "cam.yaml", "cam");
  check_ok(p, pw_result_open("cam", p->messages, &r));
  check_ok(p, pw_result_read_motion(r, p->messages, &motion));
  check_ok(p, pw_result_read_touches(r, p->messages, &touches));
  static const char *const NAMES[11] = {"row", "contact", "slot", "state", "x", "y", "nx", "ny", "force", "q1", "q2"};
  assert_int_equal(touches.columns, 11);
  for (int i = 0; i < 11; i++) assert_string_equal(touches.heading[i].name, NAMES[i]);
  assert_int_equal(touches.rows, motion.rows);
  for (int64_t i = 0; i < motion.rows; i++) {
    double a = 20 * pw_grid_value(&motion, i, 0);
    assert_int_equal(pw_grid_value(&touches, i, 0), i);
    assert_int_equal(pw_grid_value(&touches, i, 1), 0);
    assert_int_equal(pw_grid_value(&touches, i, 2), 1);
    assert_int_equal(pw_grid_value(&touches, i, 3), 2);
    CHECK_CLOSE(pw_grid_value(&touches, i, 4), 0.005 * cos(a), 1e-9);
    CHECK_CLOSE(pw_grid_value(&touches, i, 5), 0.02 + 0.005 * sin(a), 1e-9);
    CHECK_CLOSE(pw_grid_value(&touches, i, 6), 0, 1e-9);
    CHECK_CLOSE(pw_grid_value(&touches, i, 7), -1, 1e-9);  // the follower pushes the cam, body 1, down
    CHECK_CLOSE(pw_grid_value(&touches, i, 8), 0.1 * (9.81 - 0.005 * 400 * sin(a)), 1e-6);
    CHECK_CLOSE(pw_grid_value(&touches, i, 10), 0.5 + 0.005 * cos(a) / 0.06, 1e-6);
  }
  pw_grid_free(&motion);
  pw_grid_free(&touches);
  pw_result_free(r);
}

// A stop in space is told of as a touch in space: state and force, no places. The block falls on the lower stop and lies there
// with its weight; on the upper stop it never is.
static void touches_has_stops_in_space(void **state) {
  Place *p = *state;
  PwResult *r;
  PwGrid motion, touches;
  char *data = NULL;
  put_text("stop.yaml",
           "planar: false\ngravity: [0, 0, -9.81]\nbodies: {block: {mass: 2, inertia: [1, 1, 1]}}\n"
           "joints:\n  guide: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: z, limits: {travel: [-0.1, 1]}}\n"
           "analysis: {type: dynamics, duration: 0.5, step: 0.01}\n");
  run_file(p, "stop.yaml", "stop");
  check_ok(p, pw_result_open("stop", p->messages, &r));
  check_ok(p, pw_result_read_motion(r, p->messages, &motion));
  check_ok(p, pw_result_read_touches(r, p->messages, &touches));
  assert_int_equal(motion.columns, 1 + 7 + 3);
  static const char *const NAMES[15] = {"row", "contact", "slot",  "state", "x",  "y",  "z", "nx",
                                        "ny",  "nz",      "force", "u1",    "v1", "u2", "v2"};
  assert_int_equal(touches.columns, 15);
  for (int i = 0; i < 15; i++) assert_string_equal(touches.heading[i].name, NAMES[i]);
  int64_t last = -1;
  for (int64_t i = 0; i < touches.rows; i++) {
    if (pw_grid_value(&touches, i, 0) == (double)(motion.rows - 1) && pw_grid_value(&touches, i, 1) == 0) last = i;
  }
  assert_true(last >= 0);
  assert_int_equal(pw_grid_value(&touches, last, 3), 2);
  CHECK_CLOSE(pw_grid_value(&touches, last, 10), 2 * 9.81, 1e-9);
  assert_true(isnan(pw_grid_value(&touches, last, 11)));
  check_ok(p, pawl_report_data("stop", p->messages, &data));
  pawl_text_free(data);
  pw_grid_free(&motion);
  pw_grid_free(&touches);
  pw_result_free(r);
}

static void check_numbers(const json_t *object, const char *key, const double *expected, size_t count) {
  const json_t *list = json_object_get(object, key);
  assert_int_equal(json_array_size(list), count);
  for (size_t i = 0; i < count; i++) CHECK_CLOSE(number_at(list, i), expected[i], 1e-15);
}

// Shapes in SI and body axes: z of a cylinder along x after a turn about y by 90 deg, and with its own turn about z before that
// along y; a list keeps its order. Radii of gears with their sign.
static void scene_has_shapes_and_radii(void **state) {
  Place *p = *state;
  put_text("shapes.yaml",
           "units: {length: mm, angle: deg, force: N}\nbodies:\n"
           "  a:\n    mass: 1\n    shape:\n      - {box: [10, 20, 30], at: [1, 2, 3]}\n"
           "      - {cylinder: {radius: 4, length: 50, axis: x}, angle: 90}\n      - {sphere: {radius: 7}}\n"
           "  b: {mass: 1, shape: {outline: [[0, 0], [60, 0], [0, 40]], depth: 4}, position: [50, 0]}\n"
           "joints:\n  main: {type: revolute, between: [ground, a], at: [0, 0]}\n"
           "  mesh: {type: gear-pair, frames: [a, b], radii: [30, 20]}\n  outer: {type: gear-pair, frames: [ground, b], radii: "
           "[-70, 20]}\n"
           "analysis: {duration: 0.01}\n");
  run_file(p, "shapes.yaml", "shapes");
  json_t *scene = scene_of("shapes");
  const double up[3] = {0, 0, 1}, q[4] = {1, 0, 0, 0};
  assert_null(json_object_get(item(scene, "bodies", 0), "shapes"));
  const json_t *a = item(scene, "bodies", 1), *b = item(scene, "bodies", 2), *box = item(a, "shapes", 0);
  assert_int_equal(json_array_size(json_object_get(a, "shapes")), 3);
  assert_string_equal(json_string_value(json_object_get(box, "kind")), "box");
  check_numbers(box, "sides", (double[]){0.01, 0.02, 0.03}, 3);
  check_numbers(box, "position", (double[]){0.001, 0.002, 0.003}, 3);
  check_numbers(box, "quaternion", q, 4);
  const json_t *cylinder = item(a, "shapes", 1), *turn = json_object_get(cylinder, "quaternion");
  double orientation[4], axis[3];
  for (size_t i = 0; i < 4; i++) orientation[i] = number_at(turn, i);
  pw_quat_rotate(orientation, up, axis);
  CHECK_CLOSE(fabs(axis[1]), 1, 1e-15);
  CHECK_CLOSE(json_number_value(json_object_get(cylinder, "radius")), 0.004, 1e-15);
  CHECK_CLOSE(json_number_value(json_object_get(cylinder, "length")), 0.05, 1e-15);
  CHECK_CLOSE(json_number_value(json_object_get(item(a, "shapes", 2), "radius")), 0.007, 1e-15);
  check_numbers(item(b, "shapes", 0), "points", (double[]){0, 0, 0.06, 0, 0, 0.04}, 6);
  CHECK_CLOSE(json_number_value(json_object_get(item(b, "shapes", 0), "depth")), 0.004, 1e-15);
  assert_null(json_object_get(item(scene, "joints", 0), "radii"));
  check_numbers(item(scene, "joints", 1), "radii", (double[]){0.03, 0.02}, 2);
  check_numbers(item(scene, "joints", 2), "radii", (double[]){-0.07, 0.02}, 2);
  json_decref(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(motion_repeats_the_bodies),   TEST(motion_does_not_depend_on_output), TEST(resumes_to_the_same_bytes),
      TEST(scene_has_what_was_modelled), TEST(profiles_follow_their_curves),     TEST(touches_has_the_touches),
      TEST(touches_has_stops_in_space),  TEST(scene_has_shapes_and_radii),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
