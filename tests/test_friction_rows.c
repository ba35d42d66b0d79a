// Rows of friction: slip, rolling and spin at touches of profiles and surfaces, corners, edges and points included, both bodies
// moving. Rates are what the speeds of the two places say; gradients, biases and rates of gradients against differences along a
// motion in which the two places move together (G89 eq. 15), and G89's planar cases.
#include "motion_setting.h"
#include "numerics/vec.h"

enum { POSES = 6 };

// A touch at a time of the motion; false: it has no place there.
static bool place(Setting *e, double dt, const PwTouch *touch, PwTouchMotion *motion, PwTouchFrame *frame) {
  stand_at(e, dt);
  if (pw_touch_place(e->m, touch, motion)) return false;
  pw_touch_move(e->m, touch, motion);
  pw_pair_of(e->k, touch)->frame(e->m, touch, motion, true, frame);
  return true;
}

// w of a body, and the speed of the place at the end of an arm.
static void speeds(const Setting *e, int32_t body, const double *arm, double w[3], double V[3]) {
  int32_t per = pw_speeds_per_body(e->k);
  const double *v = e->m->v + per * body;
  for (int i = 0; i < 3; i++) w[i] = e->k->planar ? (i == 2 ? v[2] : 0) : v[3 + i];
  pw_cross(w, arm, V);
  for (int i = 0; i < (e->k->planar ? 2 : 3); i++) V[i] += v[i];
}

// The rate of a grip as a vector: V1 - V2 for the slip, w1 - w2 for the others; and from its rows, the normal part left out.
static void rate_vector(const Setting *e, const PwTouchFrame *f, PwGrip grip, double out[3]) {
  double w[2][3], V[2][3];
  for (int side = 0; side < 2; side++) speeds(e, f->body[side], f->arm[side], w[side], V[side]);
  for (int i = 0; i < 3; i++) out[i] = grip == PW_GRIP_SLIP ? V[0][i] - V[1][i] : w[0][i] - w[1][i];
}

static const double *axis(const Setting *e, const PwTouchFrame *f, PwGrip grip, int32_t n) {
  static const double Z[3] = {0, 0, 1};
  if (grip == PW_GRIP_SPIN) return f->n;
  return grip == PW_GRIP_ROLL && e->k->planar ? Z : f->t[n];
}

// Makes the rate of a grip zero, all of it, by the speeds of one body that moves.
static bool stop(Setting *e, const PwTouchFrame *f, PwGrip grip) {
  int side = f->body[0] > 0 ? 0 : 1;
  int32_t body = f->body[side], per = pw_speeds_per_body(e->k);
  double rate[3], sign = side ? 1 : -1;
  if (body == 0) return false;
  rate_vector(e, f, grip, rate);
  double *v = e->v + per * (body - 1);
  for (int i = 0; i < 3; i++) {
    if (grip == PW_GRIP_SLIP && i < (e->k->planar ? 2 : 3)) v[i] += sign * rate[i];
    if (grip != PW_GRIP_SLIP && !e->k->planar) v[3 + i] += sign * rate[i];
    if (grip != PW_GRIP_SLIP && e->k->planar && i == 2) v[2] += sign * rate[i];
  }
  return true;
}

static void check(const Setting *e, const char *what, double got, double expected, double size) {
  if (!(fabs(got - expected) <= 3e-7 * size))
    fail_msg("%s: %s is %.12g, expected %.12g within %g", e->name, what, got, expected, 3e-7 * size);
}

// One grip of a touch. Rates by the speeds of its places; then, where these move together, jac . a + bias against differences.
static bool check_grip(Setting *e, const PwTouch *touch, PwGrip grip) {
  static const double H = 1e-5;
  int32_t rows = pw_grip_rows(e->k, grip), per = pw_speeds_per_body(e->k);
  PwPairRow row[PW_GRIP_ROWS] = {0};
  PwTouchMotion motion;
  PwTouchFrame frame;
  double rate[5][3];
  if (!place(e, 0, touch, &motion, &frame)) return false;
  pw_grip_place(e->k, &frame, grip, row);
  pw_grip_move(e->m, &frame, grip, row);
  rate_vector(e, &frame, grip, rate[0]);
  for (int32_t n = 0; n < rows; n++) check(e, "rate", row[n].rate, pw_dot(rate[0], axis(e, &frame, grip, n)), 1e-5 * e->k->size);
  if (!stop(e, &frame, grip)) return false;
  for (int i = 0; i < 5; i++) {
    if (!place(e, (i - 2) * H, touch, &motion, &frame)) return false;
    rate_vector(e, &frame, grip, rate[i]);
  }
  place(e, 0, touch, &motion, &frame);
  pw_grip_place(e->k, &frame, grip, row);
  pw_grip_move(e->m, &frame, grip, row);
  for (int32_t n = 0; n < rows; n++) {
    double acceleration = 0, change[12], moving = 0;
    for (int i = 0; i < 3; i++) {
      acceleration += (8 * (rate[3][i] - rate[1][i]) - (rate[4][i] - rate[0][i])) / (12 * H) * axis(e, &frame, grip, n)[i];
    }
    double along = pw_pair_along(e->k, row[n].body, row[n].jac, e->a) + row[n].bias;
    check(e, "acceleration", along, acceleration, e->k->size + fabs(row[n].bias) + fabs(along));
    pw_grip_jac_rate(e->m, &row[n], &frame, grip, n, change);
    for (int side = 0; side < 2; side++) {
      for (int32_t c = 0; c < per; c++) moving += change[side * per + c] * e->m->v[per * row[n].body[side] + c];
    }
    check(e, "jac' v", moving, row[n].bias, e->k->size + fabs(row[n].bias));
  }
  return true;
}

static void test_grips_of_examples(void **state) {
  (void)state;
  static const char *const files[] = {"cam-polynomial/cam-polynomial.yaml",
                                      "cam-arcs-lines-free/cam-arcs-lines-free.yaml",
                                      "sear-trigger/sear-trigger.yaml",
                                      "ball-joint-clearance/ball-joint-oval.yaml",
                                      "four-bar-clearance-space/four-bar-clearance-oval.yaml",
                                      "globoidal-cam/globoidal-cam.yaml",
                                      "nurbs-cam/nurbs-cam.yaml",
                                      "wheel-set/wheel-set.yaml"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    uint64_t seed = 15 + i;
    Setting e;
    int tried = 0;
    begin(&e, files[i], NULL);
    for (int n = 0; n < POSES * PW_GRIPS; n++) {
      for (int32_t j = 0; j < e.s->contact.touches.count; j++) {
        const PwTouch *touch = &e.s->contact.touches.touch[j];
        if (!pw_pair_of(e.k, touch)->frame || pw_touch_is_corners(e.k, touch)) continue;
        pose(&e, n < PW_GRIPS ? 0 : 1e-3, &seed);
        tried += check_grip(&e, touch, (PwGrip)(n % PW_GRIPS));
      }
    }
    if (tried < POSES) fail_msg("%s: %d grips compared", files[i], tried);
    end(&e);
  }
}

// A point, a thin disc's edge and a sphere on surfaces: no example has them all.
static const char *const EDGES =
    "pawl: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  dish: {mass: 3, inertia: [0.2, 0.3, 0.4], surfaces: {bowl: {paraboloid: {radii: [0.8, -1.4]}, u: [-1, 1], v: [-1, 1]}}}\n"
    "  disc: {mass: 1, inertia: [0.01, 0.01, 0.02], position: [0.1, 0.05, 0.2], axes: {x: [1, 0.2, 0.1], z: [0.1, 1, 0.3]},\n"
    "         surfaces: {rim: {torus: {radius: 0.15, tube: 0}}}}\n"
    "  tip: {mass: 1, inertia: [0.01, 0.01, 0.02], position: [-0.3, 0.2, 0.1], surfaces: {point: {sphere: {radius: 0}}}}\n"
    "  ball: {mass: 1, inertia: [0.01, 0.02, 0.03], position: [0.3, -0.2, 0.2], surfaces: {skin: {sphere: {radius: 0.1}}}}\n"
    "contacts:\n"
    "  a: {surfaces: [disc.rim, dish.bowl]}\n"
    "  b: {surfaces: [tip.point, dish.bowl]}\n"
    "  c: {surfaces: [ball.skin, dish.bowl]}\n"
    "analysis: {duration: 1, step: 0.1}\n";

static void test_grips_of_edges_and_points(void **state) {
  (void)state;
  uint64_t seed = 3;
  Setting e;
  int tried = 0;
  begin(&e, "edges", EDGES);
  for (int n = 0; n < 10 * PW_GRIPS; n++) {
    for (int32_t j = 0; j < e.s->contact.touches.count; j++) {
      pose(&e, 1e-2, &seed);
      tried += check_grip(&e, &e.s->contact.touches.touch[j], (PwGrip)(n % PW_GRIPS));
    }
  }
  assert_true(tried >= 60);
  end(&e);
}

// ---- G89, section 2: cylinders in the plane

static const char *const CYLINDERS =
    "pawl: 1\n"
    "planar: true\n"
    "bodies:\n"
    "  small: {mass: 1, inertia: 0.1, position: [0, 0.3], profiles: {skin: {circle: {radius: 0.3}}}}\n"
    "  big: {mass: 1, inertia: 0.1, position: [0, -0.7], profiles: {skin: {circle: {radius: 0.7}}}}\n"
    "  block: {mass: 1, inertia: 0.1, position: [0, -5], profiles: {top: {start: [9, 5], closed: false, chain: [{line: {to: [-9, "
    "5]}}]}}}\n"
    "contacts:\n"
    "  round: {profiles: [small.skin, big.skin], start: closed}\n"
    "  flat: {profiles: [small.skin, block.top], start: closed}\n"
    "analysis: {duration: 1, step: 0.1}\n";

// Speeds v of body `body` of the plane.
static void set(Setting *e, int32_t body, double vx, double vy, double w) {
  double *v = e->v + 3 * (body - 1);
  v[0] = vx, v[1] = vy, v[2] = w;
}

static const PwTouch *touch_of(const Setting *e, int32_t contact) {
  for (int32_t i = 0; i < e->s->contact.touches.count; i++) {
    if (e->s->contact.touches.touch[i].contact == contact) return &e->s->contact.touches.touch[i];
  }
  fail_msg("no touch of contact %d", (int)contact);
  return NULL;
}

// Touch of contact c with the speeds set.
static void stand(Setting *e, int32_t c, PwTouchMotion *motion, PwTouchFrame *frame, PwPairRow *row) {
  memcpy(e->q, e->s->y, (size_t)pw_position_count(e->k) * sizeof *e->q);
  e->t = e->s->t;
  assert_true(place(e, 0, touch_of(e, c), motion, frame));
  *row = (PwPairRow){0};
  pw_grip_place(e->k, frame, PW_GRIP_SLIP, row);
  pw_grip_move(e->m, frame, PW_GRIP_SLIP, row);
}

static void test_cylinder_rolls_on_a_block(void **state) {  // 2.1: v_c = R (w1 - w2), in a frame that turns with the block
  (void)state;
  Setting e;
  PwTouchMotion motion;
  PwTouchFrame f;
  PwPairRow row;
  begin(&e, "2.1", CYLINDERS);
  double w1 = 1.7, w2 = -0.6, R = 0.3;
  // the touch is at the origin, and both bodies move there with (0.4, 0.1): V = v + w z x c
  set(&e, 1, 0.4 + w1 * -R, 0.1, w1);
  set(&e, 3, 0.4 + w2 * 5, 0.1, w2);
  stand(&e, 1, &motion, &f, &row);
  double t = f.t[0][0];  // +-x
  CHECK_CLOSE(row.rate, 0, 1e-14);
  CHECK_CLOSE(-f.roam[0][0], R * (w1 - w2), 1e-14);
  CHECK_CLOSE(-f.roam[1][0], R * (w1 - w2), 1e-14);
  // eq. 17: w2 x [(w1 - w2) x c1] + w1 x (w2 x c1) against w2 x (w2 x c2), c1 = (0, -R), c2 = (0, 5), along x: none of them
  CHECK_CLOSE(row.bias * t, 0, 1e-13);
  end(&e);
}

static void test_cylinder_rolls_on_a_cylinder(void **state) {  // 2.2: v_c = r R/(r + R) w1 x n, the big one fixed
  (void)state;
  Setting e;
  PwTouchMotion motion;
  PwTouchFrame f;
  PwPairRow row;
  begin(&e, "2.2", CYLINDERS);
  double w1 = 2.3, r = 0.3, R = 0.7;
  set(&e, 1, -w1 * r, 0, w1);  // r1' = r (w1 x n), n = +y
  set(&e, 2, 0, 0, 0);
  stand(&e, 0, &motion, &f, &row);
  CHECK_CLOSE(row.rate, 0, 1e-14);
  CHECK_CLOSE(f.roam[0][0], -w1 * r * R / (r + R), 1e-14);
  CHECK_CLOSE(f.roam[1][0], -w1 * r * R / (r + R), 1e-14);
  CHECK_CLOSE(motion.bias, r * r * w1 * w1 / (r + R) * 1, 1e-13);  // r1'' along n is minus that
  CHECK_CLOSE(row.bias, 0, 1e-13);
  end(&e);
}

static void test_same_point_slides_over_a_cylinder(
    void **state) {  // 2.3: a_s = v_s' t - v_s^2/R n at the same point of the small one
  (void)state;
  Setting e;
  PwTouchMotion motion;
  PwTouchFrame f;
  PwPairRow row;
  begin(&e, "2.3", CYLINDERS);
  double vs = -0.9, slow = 0.4, r = 0.3, R = 0.7, w1 = vs / R * -1;  // towards -x the small one turns counter-clockwise
  set(&e, 1, (R + r) / R * vs, 0, w1);
  set(&e, 2, 0, 0, 0);
  memset(e.a, 0, (size_t)pw_speed_count(e.k) * sizeof *e.a);
  e.a[0] = (R + r) / R * slow;
  e.a[1] = -(R + r) * vs * vs / (R * R);
  e.a[2] = -slow / R;
  stand(&e, 0, &motion, &f, &row);
  CHECK_CLOSE(row.rate * f.t[0][0], vs, 1e-14);
  CHECK_CLOSE(f.roam[0][0], 0, 1e-14);  // of the small one always the same point
  CHECK_CLOSE(f.roam[1][0], vs, 1e-14);
  double along = pw_pair_along(e.k, row.body, row.jac, e.a) + row.bias;
  CHECK_CLOSE(along * f.t[0][0], slow, 1e-13);
  double across = pw_pair_along(e.k, f.body, motion.jac, e.a) + motion.bias;
  CHECK_CLOSE(across, 0, 1e-13);  // it stays in touch
  end(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grips_of_examples),
      cmocka_unit_test(test_grips_of_edges_and_points),
      cmocka_unit_test(test_cylinder_rolls_on_a_block),
      cmocka_unit_test(test_cylinder_rolls_on_a_cylinder),
      cmocka_unit_test(test_same_point_slides_over_a_cylinder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
