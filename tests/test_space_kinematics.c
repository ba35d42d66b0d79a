// Motion of touches in space: rate and acceleration of the gap, and the rate of its gradient, against differences of the closest
// distance along a motion, for random pairs of surfaces, open, closed and overlapping, edges and points included.
#include "contact/parametric.h"
#include "contact/space_kinematics.h"
#include "surfaces.h"

typedef struct {
  double x[3], R[9], v[3], w[3], a[3], alpha[3];
} Body;

static double between(uint64_t *random, double size) {
  return pw_random_between(random, -size, size);
}

static void turn(const double angle[3], double R[9]) {
  double size = pw_norm(angle), s = size > 0 ? sin(size / 2) / size : 0.5;
  const double q[4] = {cos(size / 2), s * angle[0], s * angle[1], s * angle[2]};
  pw_quat_matrix(q, R);
}

// Pose at time t: shift and rotation vector to second order, whose angular acceleration at t = 0 is alpha.
static PwPose3 pose_at(const Body *b, double t) {
  PwPose3 pose;
  double angle[3], R[9];
  for (int i = 0; i < 3; i++) {
    pose.x[i] = b->x[i] + t * b->v[i] + t * t / 2 * b->a[i];
    angle[i] = t * b->w[i] + t * t / 2 * b->alpha[i];
  }
  turn(angle, R);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      pose.r[3 * i + j] = R[3 * i] * b->R[j] + R[3 * i + 1] * b->R[3 + j] + R[3 * i + 2] * b->R[6 + j];
    }
  }
  return pose;
}

static Body random_body(uint64_t *random) {
  Body b;
  double angle[3];
  for (int i = 0; i < 3; i++) {
    b.x[i] = between(random, 1);
    b.v[i] = between(random, 1);
    b.w[i] = between(random, 1);
    b.a[i] = between(random, 1);
    b.alpha[i] = between(random, 1);
    angle[i] = between(random, 2);
  }
  turn(angle, b.R);
  return b;
}

// Body 2 so that the places q of the two surfaces are opposite each other at this gap, turned about the normal by `twist`.
static void bring_together(const PwSurface *s1, Body *b1, const PwSurface *s2, Body *b2, const int32_t face[2],
                           const double q[2][2], double gap, double twist) {
  PwSurfacePoint p1, p2;
  double axes1[9], axes2[9], spun[3][3], n1[3], x1[3];
  pw_surface_evaluate(s1, face[0], q[0], &p1);
  pw_surface_evaluate(s2, face[1], q[1], &p2);
  for (int i = 0; i < 3; i++) {
    n1[i] = pw_dot(b1->R + 3 * i, p1.n);
    x1[i] = b1->x[i] + pw_dot(b1->R + 3 * i, p1.x);
    axes1[i] = pw_dot(b1->R + 3 * i, p1.t[0]);
  }
  pw_cross(n1, axes1, axes1 + 3);
  for (int i = 0; i < 3; i++) {  // where t1, t2, n of surface 2 are to point to
    spun[0][i] = cos(twist) * axes1[i] + sin(twist) * axes1[3 + i];
    spun[2][i] = -n1[i];
  }
  pw_cross(spun[2], spun[0], spun[1]);
  for (int i = 0; i < 3; i++) {
    axes2[i] = p2.t[0][i];
    axes2[3 + i] = p2.t[1][i];
    axes2[6 + i] = p2.n[i];
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) b2->R[3 * i + j] = spun[0][i] * axes2[j] + spun[1][i] * axes2[3 + j] + spun[2][i] * axes2[6 + j];
  }
  for (int i = 0; i < 3; i++) b2->x[i] = x1[i] + gap * n1[i] - pw_dot(b2->R + 3 * i, p2.x);
}

// Seven-point differences of the gap and of its gradient.
static bool differences(const PwSurface *s1, const Body *b1, const PwSurface *s2, const Body *b2, const int32_t face[2],
                        const double q[2][2], double h, double *rate, double *acceleration, double jac_rate[12]) {
  static const double first[] = {-1 / 60., 3 / 20., -3 / 4., 0, 3 / 4., -3 / 20., 1 / 60.},
                      second[] = {1 / 90., -3 / 20., 3 / 2., -49 / 18., 3 / 2., -3 / 20., 1 / 90.};
  *rate = *acceleration = 0;
  memset(jac_rate, 0, 12 * sizeof *jac_rate);
  for (int i = 0; i < 7; i++) {
    double t = (i - 3) * h, jac[12];
    PwPose3 p1 = pose_at(b1, t), p2 = pose_at(b2, t);
    PwSurfaceTouch touch;
    if (pw_surface_solve(s1, &p1, s2, &p2, face, q, &touch)) return false;
    pw_space_jacobian(&touch, p1.x, p2.x, jac);
    *rate += first[i] / h * touch.gap;
    *acceleration += second[i] / (h * h) * touch.gap;
    for (int k = 0; k < 12; k++) jac_rate[k] += first[i] / h * jac[k];
  }
  return true;
}

// Parameters' rates and accelerations by their own equations, against differences of the parameters.
static void check_parameters(const PwSurface *s1, const Body *b1, const PwSurface *s2, const Body *b2, const int32_t face[2],
                             const PwSurfaceTouch *touch, const double *v1, const double *v2, double h, double size) {
  static const double first[] = {-1 / 60., 3 / 20., -3 / 4., 0, 3 / 4., -3 / 20., 1 / 60.},
                      second[] = {1 / 90., -3 / 20., 3 / 2., -49 / 18., 3 / 2., -3 / 20., 1 / 90.};
  double rate[2][2], acceleration[2][2], d1[2][2] = {{0}}, d2[2][2] = {{0}}, a[2][6];
  for (int i = 0; i < 3; i++) {
    a[0][i] = b1->a[i], a[0][3 + i] = b1->alpha[i];
    a[1][i] = b2->a[i], a[1][3 + i] = b2->alpha[i];
  }
  const PwCarrier carrier[2] = {{s1, pose_at(b1, 0), face[0], {touch->q[0][0], touch->q[0][1]}, b1->x, v1, a[0]},
                                {s2, pose_at(b2, 0), face[1], {touch->q[1][0], touch->q[1][1]}, b2->x, v2, a[1]}};
  const double q[2][2] = {{touch->q[0][0], touch->q[0][1]}, {touch->q[1][0], touch->q[1][1]}};
  if (touch->rank[0] < 2 || touch->rank[1] < 2) return;
  assert_true(pw_parametric_motion(carrier, rate, acceleration));
  for (int i = 0; i < 7; i++) {
    PwPose3 p1 = pose_at(b1, (i - 3) * h), p2 = pose_at(b2, (i - 3) * h);
    PwSurfaceTouch at;
    assert_int_equal(pw_surface_solve(s1, &p1, s2, &p2, face, q, &at), PAWL_OK);
    for (int k = 0; k < 4; k++) {
      d1[k / 2][k % 2] += first[i] / h * at.q[k / 2][k % 2];
      d2[k / 2][k % 2] += second[i] / (h * h) * at.q[k / 2][k % 2];
    }
  }
  for (int k = 0; k < 4; k++) {
    double large = 1 + fabs(d1[k / 2][k % 2]) + fabs(d2[k / 2][k % 2]);
    CHECK_CLOSE(rate[k / 2][k % 2], d1[k / 2][k % 2], 1e-7 * size * large);
    CHECK_CLOSE(acceleration[k / 2][k % 2], d2[k / 2][k % 2], 1e-5 * size * large);
  }
}

static bool check_pair(const PwSurface *s1, const PwSurface *s2, double gap, uint64_t *random) {
  Body b1 = random_body(random), b2 = random_body(random);
  int32_t face[2];
  double q[2][2];
  for (int side = 0; side < 2; side++) {
    const PwSurface *s = side ? s2 : s1;
    for (int i = 0; i < 2; i++) {
      double room = s->range[i][1] - s->range[i][0];
      q[side][i] = s->range[i][0] + room * pw_random_between(random, 0.1, 0.9);
    }
    face[side] = pw_surface_face(s, q[side]);
  }
  bring_together(s1, &b1, s2, &b2, face, (const double(*)[2])q, gap, between(random, 3));
  PwPose3 p1 = pose_at(&b1, 0), p2 = pose_at(&b2, 0);
  PwSurfaceTouch touch;
  if (pw_surface_solve(s1, &p1, s2, &p2, face, (const double(*)[2])q, &touch)) return false;
  if (!touch.nearest || touch.definite < 0.2 * touch.largest || fabs(touch.gap - gap) > 1e-9) return false;
  double rate, acceleration, jac_rate[12], jac[12], ours[12], v1[6], v2[6], a = 0;
  for (int i = 0; i < 3; i++) {
    v1[i] = b1.v[i], v1[3 + i] = b1.w[i];
    v2[i] = b2.v[i], v2[3 + i] = b2.w[i];
  }
  PwSpaceSpeed speed;
  pw_space_jacobian(&touch, b1.x, b2.x, jac);
  pw_space_speed(&touch, b1.x, b2.x, v1, v2, &speed);
  pw_space_jacobian_rate(&touch, b1.x, b2.x, v1, v2, &speed, ours);
  for (int i = 0; i < 3; i++) {
    a += jac[i] * b1.a[i] + jac[3 + i] * b1.alpha[i] + jac[6 + i] * b2.a[i] + jac[9 + i] * b2.alpha[i];
  }
  double size = 1 + fabs(speed.bias), along = 0;
  for (int side = 0; side < 2; side++) size += fabs(speed.r[side][0]) + fabs(speed.r[side][1]);
  double h = 2e-3 / size;  // the faster the touch moves, the sooner higher derivatives count
  if (!differences(s1, &b1, s2, &b2, face, (const double(*)[2])q, h, &rate, &acceleration, jac_rate)) return false;
  CHECK_CLOSE(speed.rate, rate, 1e-8 * size);
  CHECK_CLOSE(a + speed.bias, acceleration, 1e-6 * size);
  for (int i = 0; i < 12; i++) {
    CHECK_CLOSE(ours[i], jac_rate[i], 1e-6 * size);
    along += ours[i] * (i < 6 ? v1[i] : v2[i - 6]);
  }
  CHECK_CLOSE(along, speed.bias, 1e-11 * size * size);  // jac' v is the bias
  check_parameters(s1, &b1, s2, &b2, face, &touch, v1, v2, h, size);
  return true;
}

static void test_pairs_of_surfaces_agree_with_differences(void **state) {
  (void)state;
  static const double gaps[] = {0, 0.1, -0.02};
  PwArena arena = {0};
  PwSurface s[] = {
      ranged(PW_SURFACE_PLANE, 0, 0, -2, 2, -2, 2, &arena),
      simple(PW_SURFACE_SPHERE, 0.5, 0, 0, &arena),
      simple(PW_SURFACE_SPHERE, 0, 0, 0, &arena),  // a point
      simple(PW_SURFACE_ELLIPSOID, 0.7, 0.5, 0.4, &arena),
      ranged(PW_SURFACE_PARABOLOID, 0.8, 1.4, -0.5, 0.5, -0.5, 0.5, &arena),
      ranged(PW_SURFACE_CYLINDER, 0.4, 0, -1, 1, 0, 0, &arena),
      simple(PW_SURFACE_TORUS, 0.8, 0.3, 0, &arena),
      simple(PW_SURFACE_TORUS, 0.8, 0, 0, &arena),  // an edge
  };
  enum { KINDS = sizeof s / sizeof *s, TRIES = 400, LEAST = 3 };
  uint64_t random = 7;
  int checked[KINDS][KINDS] = {{0}}, all = 0;
  for (int i = 0; i < TRIES * KINDS * KINDS; i++) {
    int a = i % KINDS, b = i / KINDS % KINDS;
    if (checked[a][b] < 2 * LEAST && check_pair(&s[a], &s[b], gaps[i / KINDS / KINDS % 3], &random)) checked[a][b]++, all++;
  }
  // Two planes never touch in one place, nor do a plane and a cylinder or two cylinders side by side; the others must have been
  // tried.
  assert_true(all > 200);
  for (int a = 1; a < KINDS; a++) assert_true(checked[a][1] >= LEAST && checked[1][a] >= LEAST && checked[3][a] >= LEAST);
  assert_true(checked[2][0] >= LEAST && checked[3][0] >= LEAST && checked[7][1] >= LEAST && checked[7][4] >= LEAST);
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs_of_surfaces_agree_with_differences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
