// Profiles from files into models and mechanisms: every element kind, in SI, in the axes of the body from its centre of mass.
// Points expected on a boundary are worked out by hand from the texts.
#include <unistd.h>

#include "model_file.h"

static const double pi = 3.14159265358979323846;

static const PawlProfileDef *profile(const char *name) {
  PawlProfileId id = pawl_model_find_profile(model, name);
  assert_true(id.i > 0);
  return &model->profiles.item[id.i - 1].def;
}

static const PwProfile *geometry(const char *name) {
  for (int32_t i = 0; i < mechanism->boundaries; i++) {
    if (strcmp(mechanism->boundary[i].name, name) == 0) return &mechanism->boundary[i].geometry;
  }
  fail_msg("no boundary '%s'", name);
  return NULL;
}

// The place at u on element i of a boundary.
static void check_at(const char *name, int32_t i, double u, double x, double y) {
  const PwProfile *p = geometry(name);
  PwCurvePoint at;
  assert_true(i < p->elements);
  pw_element_evaluate(&p->element[i], u, &at);
  CHECK_CLOSE(at.x[0], x, 1e-12);
  CHECK_CLOSE(at.x[1], y, 1e-12);
}

#define HINGE "joints: {pin: {type: revolute, between: [ground, a], at: [0, 0]}}\n"

// P1: the cam of W96 4.4 in cm. Eight elements, as the case numbers them: arc, point, line, point, line, point, line, point.
static void cam_of_arcs_and_lines(void **state) {
  (void)state;
  compile(
      "units: {length: cm}\n"
      "bodies:\n"
      "  cam:\n"
      "    inertia: 1e6\n"
      "    profiles:\n"
      "      rim:\n"
      "        start: [15, -20]\n"
      "        chain:\n"
      "          - arc: {center: [15, 0], to: [15, 20]}\n"
      "          - line: {to: [-35, 10]}\n"
      "          - line: {by: [0, -20]}\n"
      "          - line: {to: [15, -20]}\n"
      "  follower:\n"
      "    mass: 0.15\n"
      "    position: [40, 0]\n"
      "    profiles: {nose: {start: [0, 5], chain: [{arc: {center: [0, 0], to: [0, -5]}}], closed: false}}\n"
      "joints:\n"
      "  shaft: {type: revolute, frames: [ground, cam]}\n"
      "  guide: {type: prismatic, between: [ground, follower], at: [0, 0], axis: x}\n"
      "contacts: {rub: {profiles: [cam.rim, follower.nose]}}\n");
  assert_true(mechanism->planar);
  static const PwElementKind kinds[] = {PW_EL_ARC,  PW_EL_POINT, PW_EL_LINE, PW_EL_POINT,
                                        PW_EL_LINE, PW_EL_POINT, PW_EL_LINE, PW_EL_POINT};
  const PwProfile *rim = geometry("cam.rim"), *nose = geometry("follower.nose");
  assert_int_equal(rim->elements, 8);
  for (int k = 0; k < 8; k++) assert_int_equal(rim->element[k].kind, kinds[k]);
  assert_true(rim->closed);
  check_at("cam.rim", 0, 0.5, 0.35, 0);  // A, q1 = 0.5
  check_at("cam.rim", 1, 0.5, 0.15, 0.2);
  check_at("cam.rim", 2, 1, -0.35, 0.1);
  check_at("cam.rim", 4, 0.5, -0.35, 0);
  check_at("cam.rim", 6, 0, -0.35, -0.1);
  assert_int_equal(nose->elements, 1);
  assert_false(nose->closed);
  check_at("follower.nose", 0, 0.5, -0.05, 0);
  CHECK_CLOSE(nose->element[0].radius, 0.05, 1e-16);
}

// P3: two arcs by their angles, open, which meet in a convex corner; the centre of mass is 1.25 under the pivot.
static void lever_of_two_arcs(void **state) {
  (void)state;
  compile(
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  L4: {mass: 1, position: [6, 0], profiles: {nose: {chain: [{arc: {center: [0, 0], radius: 1, angles: [90 deg, 270 "
      "deg]}}], "
      "closed: false}}}\n"
      "  L5:\n"
      "    mass: 2.5\n"
      "    inertia: 15\n"
      "    center: [0, -1.25]\n"
      "    position: [4.5, 4]\n"
      "    profiles:\n"
      "      flank:\n"
      "        closed: false\n"
      "        chain:\n"
      "          - arc: {center: [-1.5, -4.1], radius: 1.5, angles: [-60 deg, -asin(1/6)]}\n"
      "          - arc: {center: [-1.5, -4.6], radius: 1.5, angles: [asin(1/6), 60 deg]}\n"
      "joints:\n"
      "  P14: {type: prismatic, between: [ground, L4], at: [6, 0], axis: x}\n"
      "  R15: {type: revolute, between: [ground, L5], at: [4.5, 4]}\n"
      "contacts: {C45: {profiles: [L5.flank, L4.nose], rebound: 1e-3}}\n");
  const PwProfile *flank = geometry("L5.flank");
  assert_int_equal(flank->elements, 3);
  assert_int_equal(flank->element[1].kind, PW_EL_POINT);
  check_at("L5.flank", 1, 0, -1.5 + sqrt(2.1875), -4.35 + 1.25);
  check_at("L5.flank", 0, 0, -1.5 + 1.5 * cos(pi / 3), -4.1 - 1.5 * sin(pi / 3) + 1.25);
  check_at("L5.flank", 2, 1, -1.5 + 1.5 * cos(pi / 3), -4.6 + 1.5 * sin(pi / 3) + 1.25);
  check_at("L4.nose", 0, 0.5, -1, 0);
  CHECK_CLOSE(mechanism->contact[0].rebound, 1e-3, 0);
}

// Placed on the body: turned by 90 degrees, shifted, and seen from the centre of mass.
static void placed(void **state) {
  (void)state;
  compile(
      "units: {length: mm, angle: deg, force: N}\n"
      "bodies:\n"
      "  ground: {profiles: {wall: {start: [0, 1], chain: [{line: {to: [0, -1]}}], closed: false, ends: points}}}\n"
      "  a: {mass: 1, center: [1, 2], profiles: {p: {at: [10, 20], angle: 90, point: [3, 0]}, hole: {circle: {radius: 5, "
      "clockwise: "
      "true}}}}\n" HINGE);
  check_at("a.p", 0, 0.3, (10 - 1) * 1e-3, (20 + 3 - 2) * 1e-3);
  const PwProfile *hole = geometry("a.hole"), *wall = geometry("ground.wall");
  CHECK_CLOSE(hole->element[0].radius, -5e-3, 1e-17);
  CHECK_CLOSE(hole->element[0].center[0], -1e-3, 1e-17);
  CHECK_CLOSE(hole->element[0].center[1], -2e-3, 1e-17);
  assert_int_equal(wall->elements, 3);  // its ends are points
  check_at("ground.wall", 1, 0.5, 0, 0);
  assert_true(profile("ground.wall")->end_points && !profile("ground.wall")->closed);
}

// r = 60 - 10 z^2, z = (theta - 90 deg)/(90 deg): 50 at both ends, 60 between.
static void polar(void **state) {
  (void)state;
  compile(
      "units: {length: mm, angle: deg, force: N}\n"
      "bodies:\n"
      "  a: {profiles: {p: {chain: [{polar: {center: [1, 0], angles: [0, 180], origin: 90, scale: 90, terms: [[60, 0], [-10, "
      "2]]}}, "
      "{line: {by: [10, 0]}}], closed: false}}}\n" HINGE);
  check_at("a.p", 0, 0, 0.051, 0);
  check_at("a.p", 0, 0.5, 0.001, 0.06);
  check_at("a.p", 0, 1, -0.049, 0);
  double theta = pi / 4, r = 0.06 - 0.01 / 4;
  check_at("a.p", 0, 0.25, 0.001 + r * cos(theta), r * sin(theta));
  const PwProfile *p = geometry("a.p");
  CHECK_CLOSE(p->element[p->elements - 1].end[0], -0.039, 1e-15);  // `by` from the end of the formula
  const PawlElementDef *e = &profile("a.p")->element[0];
  CHECK_CLOSE(e->origin, pi / 2, 1e-15);
  CHECK_CLOSE(e->scale, pi / 2, 1e-15);
  CHECK_CLOSE(e->data[2], -0.01, 1e-17);
  CHECK_CLOSE(e->data[3], 2, 0);
}

// A spline goes through its points; a clamped B-spline begins and ends in its first and last control points.
static void splines(void **state) {
  (void)state;
  FILE *file = fopen("profile_points.csv", "w");
  assert_non_null(file);
  fputs("# x, y\nn, y, x\n1, 0, 0\n2, -1, 10\n3, 1, 20\n4, 0, 30\n", file);
  fclose(file);
  compile(
      "units: {length: mm, angle: deg, force: N}\n"
      "bodies:\n"
      "  a:\n"
      "    profiles:\n"
      "      s: {chain: [{spline: {points: [[0, 0], [10, -1], [20, 1], [30, 0]]}}], closed: false}\n"
      "      t: {chain: [{spline: {csv: profile_points.csv, columns: [2, 1]}}], closed: false}\n"
      "      b: {chain: [{bspline: {control: [[0, 0], [10, -4], [20, 4], [30, 0]], degree: 2, knots: [0, 0, 0, 1, 2, 2, 2]}}], "
      "closed: false}\n"
      "      loop: {chain: [{spline: {points: [[10, 0], [0, 10], [-10, 0], [0, -10]], degree: 3}}]}\n" HINGE);
  unlink("profile_points.csv");
  const char *const names[] = {"a.s", "a.t", "a.b"};
  for (int k = 0; k < 3; k++) {
    const PwProfile *p = geometry(names[k]);
    CHECK_CLOSE(p->element[0].start[0], 0, 1e-15);
    CHECK_CLOSE(p->element[p->elements - 1].end[0], 0.03, 1e-15);
  }
  for (int k = 0; k < 8; k++) {  // the file says the same
    CHECK_CLOSE(profile("a.s")->element[0].data[k], profile("a.t")->element[0].data[k], 0);
  }
  assert_int_equal(profile("a.b")->element[0].degree, 2);
  assert_int_equal(profile("a.b")->element[0].knot_count, 7);
  CHECK_CLOSE(profile("a.b")->element[0].knots[3], 1, 0);
  assert_true(geometry("a.loop")->closed);
  double length = geometry("a.loop")->length;
  assert_true(length > 0.0565 && length < 0.064);  // longer than the square through its points, near the circle
}

// At roll angle u the involute of a circle of radius r is at distance r sqrt(1 + u^2) from its centre.
static void involute(void **state) {
  (void)state;
  compile(
      "units: {angle: deg}\n"
      "bodies: {a: {profiles: {left: {chain: [{involute: {center: [1, 2], radius: 0.5, origin: 30, angles: [10, 60]}}], closed: "
      "false}, right: {chain: [{involute: {radius: 0.5, angles: [60, 10], clockwise: true}}], closed: false}}}}\n" HINGE);
  const PwElement *e = &geometry("a.left")->element[0];
  double u0 = pi / 18, u1 = pi / 3;
  CHECK_CLOSE(hypot(e->start[0] - 1, e->start[1] - 2), 0.5 * sqrt(1 + u0 * u0), 1e-14);
  CHECK_CLOSE(hypot(e->end[0] - 1, e->end[1] - 2), 0.5 * sqrt(1 + u1 * u1), 1e-14);
  double angle = pi / 6 + u1 - atan(u1);  // counter-clockwise of where it leaves the circle
  CHECK_CLOSE(atan2(e->end[1] - 2, e->end[0] - 1), angle, 1e-14);
  const PawlElementDef *right = &profile("a.right")->element[0];
  assert_true(right->clockwise);
  CHECK_CLOSE(right->angle[0], pi / 3, 1e-15);
}

// A disc of radius 20 moved out by 2 is one of 22; an offset may stand before what it is made from, and be offset again.
static void offsets(void **state) {
  (void)state;
  compile(
      "units: {length: mm, force: N}\n"
      "bodies:\n"
      "  a:\n"
      "    center: [1, 0]\n"
      "    profiles:\n"
      "      wide: {offset: {profile: disc, by: 2}}\n"
      "      wider: {offset: {profile: a.wide, by: 1 mm}}\n"
      "      disc: {at: [5, 0], circle: {radius: 20}}\n" HINGE);
  check_at("a.wide", 0, 0, 0.005 - 0.001 + 0.022, 0);
  check_at("a.wider", 0, 0, 0.005 - 0.001 + 0.023, 0);
}

// The same text gives the same hash; every number of a profile matters to it.
static void hashes(void **state) {
  (void)state;
  static const char *const texts[] = {
      "bodies: {a: {profiles: {p: {start: [1, 0], chain: [{arc: {center: [0, 0], to: [-1, 0]}}], closed: false}}}}\n",
      "bodies: {a: {profiles: {p: {start: [2, 0], chain: [{arc: {center: [0, 0], to: [-2, 0]}}], closed: false}}}}\n",
      "bodies: {a: {profiles: {q: {start: [1, 0], chain: [{arc: {center: [0, 0], to: [-1, 0]}}], closed: false}}}}\n",
      "bodies: {a: {profiles: {p: {start: [1, 0], chain: [{arc: {center: [0, 0], to: [-1, 0]}}], closed: false, ends: "
      "points}}}}\n",
      "bodies: {a: {profiles: {p: {start: [1, 0], chain: [{arc: {center: [0, 0], to: [-1, 0], clockwise: true}}], closed: "
      "false}}}}\n",
      "bodies: {a: {profiles: {p: {at: [1, 0], start: [1, 0], chain: [{arc: {center: [0, 0], to: [-1, 0]}}], closed: false}}}}\n",
      "bodies: {a: {profiles: {p: {circle: {radius: 1}}}}}\n",
      "bodies: {a: {profiles: {p: {circle: {radius: 2}}}}}\n",
      "bodies: {a: {profiles: {p: {circle: {radius: 1}}, q: {offset: {profile: p, by: 1}}}}}\n",
      "bodies: {a: {profiles: {p: {circle: {radius: 1}}, q: {offset: {profile: p, by: 2}}}}}\n",
      "bodies: {a: {profiles: {p: {chain: [{polar: {angles: [0, 1], terms: [[1, 0]]}}], closed: false}}}}\n",
      "bodies: {a: {profiles: {p: {chain: [{polar: {angles: [0, 1], terms: [[1, 0], [1, 1]]}}], closed: false}}}}\n",
      "bodies: {a: {profiles: {p: {chain: [{polar: {angles: [0, 1], terms: [[1, 0], [1, 1]], scale: 2}}], closed: false}}}}\n",
      "bodies: {a: {profiles: {p: {chain: [{bspline: {control: [[0, 0], [1, 0], [2, 1], [3, 1]], degree: 2}}], closed: "
      "false}}}}\n",
      "bodies: {a: {profiles: {p: {chain: [{bspline: {control: [[0, 0], [1, 0], [2, 1], [3, 1]], degree: 3}}], closed: "
      "false}}}}\n"};
  enum { COUNT = sizeof texts / sizeof *texts };
  uint64_t hash[COUNT];
  for (int k = 0; k < COUNT; k++) {
    read_text(texts[k]);
    hash[k] = model->hash;
    for (int j = 0; j < k; j++) assert_true(hash[j] != hash[k]);
    read_text(texts[k]);
    assert_true(hash[k] == model->hash);
  }
}

// Built in code: the caller's arrays are copied, and wrong ones refused without a trace.
static void in_code(void **state) {
  (void)state;
  model = pawl_model_create();
  double points[8] = {0, 0, 1, -0.1, 2, 0.1, 3, 0};
  PawlElementDef e = pawl_element_def_default();
  PawlProfileDef def = pawl_profile_def_default();
  PawlProfileId id;
  e.type = PAWL_ELEMENT_SPLINE;
  e.count = 4;
  e.data = points;
  def.name = "ground.s";
  def.body = pawl_model_ground(model);
  def.element = &e;
  def.count = 1;
  def.closed = false;
  assert_int_equal(pawl_model_add_profile(model, &def, messages, &id), PAWL_OK);
  points[2] = 7;
  CHECK_CLOSE(profile("ground.s")->element[0].data[2], 1, 0);
  assert_int_equal(pawl_model_add_profile(model, &def, messages, &id), PAWL_ERR_INPUT);  // the name is taken
  def.name = "a.s";
  assert_int_equal(pawl_model_add_profile(model, &def, messages, &id), PAWL_ERR_INPUT);  // not on that body
  def.name = "t";
  def.body.i = 9;
  assert_int_equal(pawl_model_add_profile(model, &def, messages, &id), PAWL_ERR_ARGUMENT);
  def.body = pawl_model_ground(model);
  points[2] = NAN;
  assert_int_equal(pawl_model_add_profile(model, &def, messages, &id), PAWL_ERR_INPUT);
  points[2] = 1;
  e.count = 1 << 30;
  assert_int_equal(pawl_model_add_profile(model, &def, messages, &id), PAWL_ERR_INPUT);
  e.count = 4;
  e.size = 3;
  assert_int_equal(pawl_model_add_profile(model, &def, messages, &id), PAWL_ERR_ARGUMENT);
  e.size = sizeof e;
  def.count = 0;
  assert_int_equal(pawl_model_add_profile(model, &def, messages, &id), PAWL_ERR_INPUT);
  def.offset_of.i = 7;
  assert_int_equal(pawl_model_add_profile(model, &def, messages, &id), PAWL_ERR_ARGUMENT);
  def.offset_of.i = 1;
  def.position[0] = 1;
  assert_int_equal(pawl_model_add_profile(model, &def, messages, &id), PAWL_ERR_INPUT);
  assert_int_equal(model->profiles.count, 1);
  assert_int_equal(pawl_model_find_profile(model, "t").i, 0);
}

#define READING(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {READING(cam_of_arcs_and_lines),
                                     READING(lever_of_two_arcs),
                                     READING(placed),
                                     READING(polar),
                                     READING(splines),
                                     READING(involute),
                                     READING(offsets),
                                     READING(hashes),
                                     READING(in_code)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
