// Overlaps at the start, refused or moved apart: by closed forms (the least motion in the metric of M), and random boxes, whose
// overlap is measured along the normals of their sides.
#include "base/random.h"
#include "check.h"
#include "pawl/run.h"

enum { BOXES = 10 };

// Starts a model; `words` must be said. Poses of the bodies b0, b1, ... into x (x, y, angle).
static PawlStatus start(const char *text, bool separate, const char *words, int32_t bodies, double (*x)[3]) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlSimulation *simulation = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  options.separate = separate;
  assert_int_equal(pawl_simulation_create(mechanism, &options, messages, &simulation), PAWL_OK);
  PawlStatus status = pawl_simulation_assemble(simulation, messages);
  bool said = false;
  for (int i = 0; i < pawl_messages_count(messages); i++) said |= strstr(pawl_messages_get(messages, i).text, words) != NULL;
  if (!said) fail_msg("nothing like '%s' was said", words);
  for (int32_t b = 0; status == PAWL_OK && b < bodies; b++) {
    char name[16];
    double pose[7];
    snprintf(name, sizeof name, "b%d", (int)b);
    assert_int_equal(pawl_simulation_pose(simulation, pawl_mechanism_find_body(mechanism, name), pose), PAWL_OK);
    x[b][0] = pose[0];
    x[b][1] = pose[1];
    x[b][2] = 2 * atan2(pose[6], pose[3]);
  }
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  return status;
}

#define DISCS                                                                                 \
  "planar: true\n"                                                                            \
  "bodies:\n"                                                                                 \
  "  b0: {mass: 1, inertia: 1, profiles: {o: {circle: {radius: 0.5}}}}\n"                     \
  "  b1: {mass: 3, inertia: 1, position: [0.8, 0], profiles: {o: {circle: {radius: 0.5}}}}\n" \
  "contacts: {c: {profiles: [b0.o, b1.o]}}\n"

// Two discs of 1 and 3 kg overlap by 0.2: they move by 3/4 and 1/4 of that. Held by pins they cannot.
static void test_discs_move_apart_by_their_masses(void **state) {
  (void)state;
  double x[2][3];
  assert_int_equal(start(DISCS, true, "body 'b0' was moved by 0.15 m and turned by 0 rad", 2, x), PAWL_OK);
  CHECK_CLOSE(x[0][0], -0.15, 1e-12);
  CHECK_CLOSE(x[1][0], 0.85, 1e-12);
  CHECK_CLOSE(fabs(x[0][1]) + fabs(x[1][1]) + fabs(x[0][2]) + fabs(x[1][2]), 0, 1e-12);
  assert_int_equal(start(DISCS, false, "overlap by 0.2 m at the start, at (0.5, 0) m; draw them apart", 0, x), PAWL_ERR_ASSEMBLY);
  assert_int_equal(start(DISCS "joints:\n"
                               "  j0: {type: revolute, frames: [ground, b0]}\n"
                               "  j1: {type: revolute, between: [ground, b1], at: [0.8, 0]}\n",
                         true, ", --separate cannot", 0, x),
                   PAWL_ERR_ASSEMBLY);
}

typedef struct {
  double half[2], pose[3];
} Box;

static void corner_of(const Box *b, int i, double out[2]) {
  double u = (i == 1 || i == 2 ? 1 : -1) * b->half[0], v = (i > 1 ? 1 : -1) * b->half[1], c = cos(b->pose[2]),
         s = sin(b->pose[2]);
  out[0] = b->pose[0] + c * u - s * v;
  out[1] = b->pose[1] + s * u + c * v;
}
// Depth of the overlap of two boxes: the least over the normals of all sides.
static double depth_of(const Box *a, const Box *b) {
  double least = INFINITY;
  for (int side = 0; side < 8; side++) {
    const Box *one = side < 4 ? a : b, *two = side < 4 ? b : a;
    double angle = one->pose[2] + 0.5 * 3.14159265358979323846 * (side % 4), n[2] = {cos(angle), sin(angle)}, reach = INFINITY;
    for (int i = 0; i < 4; i++) {
      double x[2];
      corner_of(two, i, x);
      reach = fmin(reach, n[0] * (x[0] - one->pose[0]) + n[1] * (x[1] - one->pose[1]));
    }
    least = fmin(least, one->half[side % 2] - reach);
  }
  return least;
}

static void test_random_boxes_move_apart(void **state) {
  (void)state;
  uint64_t random = 5;
  for (int round = 0; round < 20; round++) {
    char text[4000];
    Box box[BOXES];
    double x[BOXES][3];
    int length = snprintf(text, sizeof text, "planar: true\nbodies:\n");
    for (int i = 0; i < BOXES; i++) {
      box[i] = (Box){{pw_random_between(&random, 0.1, 0.3), pw_random_between(&random, 0.05, 0.2)},
                     {pw_random_between(&random, 0, 1), pw_random_between(&random, 0, 1), pw_random_between(&random, -3, 3)}};
      double w = box[i].half[0], h = box[i].half[1], *p = box[i].pose;
      length +=
          snprintf(text + length, sizeof text - (size_t)length,
                   "  b%d: {mass: 1, inertia: 0.02, position: [%.17g, %.17g], angle: %.17g, profiles: {o: {start: [%.17g, "
                   "%.17g], chain: [{line: {by: [%.17g, 0]}}, {line: {by: [0, %.17g]}}, {line: {by: [%.17g, 0]}}, {line: {to: "
                   "[%.17g, %.17g]}}]}}}\n",
                   i, p[0], p[1], p[2], -w, -h, 2 * w, 2 * h, -2 * w, -w, -h);
    }
    snprintf(text + length, sizeof text - (size_t)length, "contacts: {c: {bodies: [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9]}}\n");
    assert_int_equal(start(text, true, "so that nothing overlaps", BOXES, x), PAWL_OK);
    for (int i = 0; i < BOXES; i++) memcpy(box[i].pose, x[i], sizeof x[i]);
    for (int i = 0; i < BOXES * BOXES; i++) {
      double depth = i / BOXES < i % BOXES ? depth_of(&box[i / BOXES], &box[i % BOXES]) : 0;
      if (depth > 3e-9) fail_msg("round %d: boxes %d and %d overlap by %g", round, i / BOXES, i % BOXES, depth);
    }
  }
}

// A box in the corner of an L, into the wall and deeper into the floor: once it is out of the wall, which a rounding decides, it
// is still in the floor. It ends where both are left.
static void test_a_box_leaves_both_sides_of_a_corner(void **state) {
  (void)state;
  for (int i = 0; i < 20; i++) {
    char text[1000];
    double x[1][3];
    snprintf(
        text, sizeof text,
        "planar: true\n"
        "bodies:\n"
        "  ground: {profiles: {l: {start: [-0.1, -0.1], chain: [{line: {to: [1, -0.1]}}, {line: {to: [1, 0]}}, {line: {to: [0, "
        "0]}}, {line: {to: [0, 1]}}, {line: {to: [-0.1, 1]}}, {line: {to: [-0.1, -0.1]}}]}}}\n"
        "  b0: {mass: 1, inertia: 0.01, position: [%.17g, %.17g], profiles: {o: {start: [0, 0], chain: [{line: {to: [0.3, "
        "0]}}, {line: {to: [0.3, 0.2]}}, {line: {to: [0, 0.2]}}, {line: {to: [0, 0]}}]}}}\n"
        "contacts: {c: {profiles: [ground.l, b0.o]}}\n",
        -0.003 - 1e-4 * i / 3, -0.005 - 1e-4 * i / 7);
    assert_int_equal(start(text, true, "so that nothing overlaps", 1, x), PAWL_OK);
    assert_true(x[0][0] > -1e-9 && x[0][1] > -1e-9);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_discs_move_apart_by_their_masses),
                                     cmocka_unit_test(test_random_boxes_move_apart),
                                     cmocka_unit_test(test_a_box_leaves_both_sides_of_a_corner)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
