// Kinematics of one touch. Reference: the touch itself in closed form (arcs of any sign of curvature, corners as arcs of radius
// 0, lines) on two bodies that move along smooth curves, differentiated numerically with an eighth-order stencil.
#include "base/random.h"
#include "check.h"
#include "contact/kinematics.h"

enum { GAP, ANGLE, PATH_1, PATH_2, TERMS };  // PATH: distance along the boundary's travel; at a corner the angle of its normal

// A boundary of a body: an arc of signed radius about a point of the body (0: a corner there), or a line through the point.
typedef struct {
  bool line;
  double point[2];
  double radius;
  double direction;  // line: angle of its outward normal in body axes
  double per_u;      // ds/du, or the angle per u of a corner
} Shape;

typedef struct {
  Shape shape[2];
  double start[6], first[6], size[6], frequency[6], phase[6];  // coordinates of the bodies as functions of time
} Pair;

static void coordinates(const Pair *p, double t, double q[6], double v[6], double a[6]) {
  for (int i = 0; i < 6; i++) {
    double w = p->frequency[i], angle = w * t + p->phase[i];
    q[i] = p->start[i] + p->first[i] * t + p->size[i] * sin(angle);
    v[i] = p->first[i] + p->size[i] * w * cos(angle);
    a[i] = -p->size[i] * w * w * sin(angle);
  }
}

static void to_ground(const double *q, const double *local, double out[2]) {
  out[0] = q[0] + cos(q[2]) * local[0] - sin(q[2]) * local[1];
  out[1] = q[1] + sin(q[2]) * local[0] + cos(q[2]) * local[1];
}

static double definite_of(const Pair *p, double gap) {
  bool corner[2];
  double k[2];
  for (int i = 0; i < 2; i++) {
    corner[i] = !p->shape[i].line && p->shape[i].radius == 0;
    k[i] = p->shape[i].line || corner[i] ? 0 : 1 / p->shape[i].radius;
  }
  if (corner[0] && corner[1]) return gap;
  if (corner[0] || corner[1]) return 1 + gap * (k[0] + k[1]);
  return k[0] + k[1] + gap * k[0] * k[1];
}

// The touch at given coordinates, and the terms whose rates are compared; the normal's angle is taken within half a turn of
// `near`.
static void solve(const Pair *p, const double q[6], double near, PwTouchPoint *out, double terms[TERMS]) {
  const Shape *s1 = &p->shape[0], *s2 = &p->shape[1];
  double m1[2], m2[2], n[2];
  to_ground(q, s1->point, m1);
  to_ground(q + 3, s2->point, m2);
  double dx = m1[0] - m2[0], dy = m1[1] - m2[1];
  if (s2->line || s1->line) {
    double angle = s2->line ? q[5] + s2->direction : q[2] + s1->direction + acos(-1);
    n[0] = cos(angle);
    n[1] = sin(angle);
  } else {
    // the nearest pair lies on the line of the centres; inside a concave arc on its far side
    double sign = s1->radius < 0 || s2->radius < 0 ? -1 : 1;
    n[0] = sign * dx / hypot(dx, dy);
    n[1] = sign * dy / hypot(dx, dy);
  }
  double r1 = s1->line ? 0 : s1->radius, r2 = s2->line ? 0 : s2->radius, distance = dx * n[0] + dy * n[1];
  double slide = -n[1] * dx + n[0] * dy;  // along t, from m2 to m1
  *out = (PwTouchPoint){.n = {n[0], n[1]}, .gap = distance - r1 - r2};
  for (int i = 0; i < 2; i++) {
    double t[2] = {-n[1], n[0]};
    out->x1[i] = m1[i] - r1 * n[i] - (s1->line ? slide * t[i] : 0);
    out->x2[i] = m2[i] + r2 * n[i] + (s2->line ? slide * t[i] : 0);
    const Shape *s = &p->shape[i];
    out->corner[i] = !s->line && s->radius == 0;
    out->curvature[i] = s->line || out->corner[i] ? 0 : 1 / s->radius;
    out->speed[i] = s->per_u;
  }
  out->definite = definite_of(p, out->gap);
  double angle = near + remainder(atan2(n[1], n[0]) - near, 2 * acos(-1));
  double per1 = out->corner[0] ? 1 : r1, per2 = out->corner[1] ? 1 : r2;
  terms[GAP] = out->gap;
  terms[ANGLE] = angle;
  terms[PATH_1] = s1->line ? slide : per1 * (angle - q[2]);
  terms[PATH_2] = s2->line ? slide : per2 * (angle - q[5]);
}

// First and second derivative of all terms at t = 0, error of order h^8.
static void differentiate(const Pair *p, double rate[TERMS], double *gap_acceleration) {
  static const double first[5] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  static const double second[5] = {-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};
  double h = 0.01, near = 0;
  memset(rate, 0, sizeof(double) * TERMS);
  *gap_acceleration = 0;
  for (int k = -4; k <= 4; k++) {
    double q[6], v[6], a[6], terms[TERMS];
    PwTouchPoint at;
    coordinates(p, k * h, q, v, a);
    solve(p, q, near, &at, terms);
    near = terms[ANGLE];
    for (int i = 0; i < TERMS; i++) rate[i] += (k < 0 ? -1 : 1) * first[abs(k)] * terms[i] / h;
    *gap_acceleration += second[abs(k)] * terms[GAP] / (h * h);
  }
}

static double dot6(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += a[i] * b[i];
  return sum;
}

// Within 1e-7 of the size of the terms or better.
static void check_speed(const Pair *p, const double q[6], const double v[6], const double a[6]) {
  double terms[TERMS], rate[TERMS], acceleration;
  PwTouchPoint at;
  PwTouchSpeed got;
  solve(p, q, 0, &at, terms);
  differentiate(p, rate, &acceleration);
  pw_touch_speed(&at, q, q + 3, v, v + 3, &got);
  double size = 1 + fabs(got.bias) + fabs(got.eta) + fabs(got.r[0]) + fabs(got.r[1]) + fabs(got.slip);
  CHECK_CLOSE(got.rate, rate[GAP], 1e-9 * size);
  CHECK_CLOSE(got.eta, rate[ANGLE], 1e-8 * size);
  CHECK_CLOSE(dot6(got.jac, a) + got.bias, acceleration, 1e-7 * size);
  CHECK_CLOSE(got.r[0], at.corner[0] ? 0 : -rate[PATH_1], 1e-8 * size);
  CHECK_CLOSE(got.r[1], at.corner[1] ? 0 : rate[PATH_2], 1e-8 * size);
  CHECK_CLOSE(got.u_rate[0], rate[PATH_1] / p->shape[0].per_u, 1e-8 * size);
  CHECK_CLOSE(got.u_rate[1], rate[PATH_2] / p->shape[1].per_u, 1e-8 * size);
  // the same by another way: the points' speeds differ by the slip
  CHECK_CLOSE(got.r[1] - got.r[0], got.slip - at.gap * got.eta, 1e-12 * size);
}

static void jacobian_at(const Pair *p, const double q[6], double jac[6]) {
  double terms[TERMS];
  PwTouchPoint at;
  solve(p, q, 0, &at, terms);
  pw_touch_jacobian(&at, q, q + 3, jac);
}

// Second derivatives against differences (fourth order) of the jacobian of the touch solved anew; the bias against v . H v.
static void check_hessian(const Pair *p, const double q[6], const double v[6]) {
  double H[36], terms[TERMS], h = 1e-3;
  PwTouchPoint at;
  PwTouchSpeed speed;
  solve(p, q, 0, &at, terms);
  pw_touch_hessian(&at, q, q + 3, H);
  pw_touch_speed(&at, q, q + 3, v, v + 3, &speed);
  double largest = 1, form = 0, form_size = 1;
  for (int i = 0; i < 36; i++) {
    double term = v[i / 6] * H[i] * v[i % 6];
    largest = fmax(largest, fabs(H[i]));
    form += term;
    form_size += fabs(term);
    assert_true(H[i] == H[6 * (i % 6) + i / 6]);
  }
  CHECK_CLOSE(speed.bias, form, 1e-13 * form_size);
  for (int j = 0; j < 6; j++) {
    double near[2][6], far[2][6];
    for (int k = 0; k < 2; k++) {
      double moved[6];
      memcpy(moved, q, sizeof moved);
      moved[j] = q[j] + (k ? h : -h);
      jacobian_at(p, moved, near[k]);
      moved[j] = q[j] + (k ? 2 * h : -2 * h);
      jacobian_at(p, moved, far[k]);
    }
    for (int i = 0; i < 6; i++) {
      double difference = (8 * (near[1][i] - near[0][i]) - (far[1][i] - far[0][i])) / (12 * h);
      CHECK_CLOSE(H[6 * i + j], difference, 1e-7 * largest * largest);
    }
  }
}

typedef enum { CONVEX, CONCAVE, CORNER, LINE } Kind;

static Pair random_pair(Kind first, Kind second, uint64_t *seed) {
  Kind kind[2] = {first, second};
  Pair p = {0};
  for (int i = 0; i < 2; i++) {
    Shape *s = &p.shape[i];
    s->line = kind[i] == LINE;
    for (int k = 0; k < 2; k++) s->point[k] = pw_random_between(seed, -1, 1);
    if (kind[i] == CONVEX) s->radius = pw_random_between(seed, 0.2, 1.5);
    if (kind[i] == CONCAVE) s->radius = pw_random_between(seed, -6, -3);
    s->direction = pw_random_between(seed, -3, 3);
    s->per_u = pw_random_between(seed, 0.5, 2);
  }
  for (int i = 0; i < 6; i++) {
    p.start[i] = pw_random_between(seed, -2, 2);
    p.first[i] = pw_random_between(seed, -1, 1);
    p.size[i] = pw_random_between(seed, -0.5, 0.5);
    p.frequency[i] = pw_random_between(seed, 0.5, 2);
    p.phase[i] = pw_random_between(seed, -3, 3);
  }
  return p;
}

// Gap of either sign, but not so near to where the touch ends that differences say nothing.
static void check_kinds(Kind first, Kind second) {
  uint64_t seed = 1 + 4 * (uint64_t)first + (uint64_t)second;
  int open = 0, overlapping = 0;
  bool corners = first == CORNER && second == CORNER;  // their gap is a distance
  for (int i = 0; i < 4000 && (open < 40 || overlapping < (corners ? 0 : 40)); i++) {
    Pair p = random_pair(first, second, &seed);
    double q[6], v[6], a[6], terms[TERMS];
    PwTouchPoint at;
    coordinates(&p, 0, q, v, a);
    solve(&p, q, 0, &at, terms);
    double distance = hypot(at.x1[0] - at.x2[0], at.x1[1] - at.x2[1]);
    CHECK_CLOSE(distance, fabs(at.gap), 1e-12);
    double radius[2] = {p.shape[0].radius, p.shape[1].radius};
    if (first != LINE && second != LINE && fabs(at.gap + radius[0] + radius[1]) < 1) continue;
    if (at.definite <= 0) continue;
    at.gap > 0 ? open++ : overlapping++;
    check_speed(&p, q, v, a);
    check_hessian(&p, q, v);
  }
  assert_true(open >= 20);
  assert_true(corners || overlapping >= 20);
}

static void test_smooth_pairs(void **state) {
  (void)state;
  check_kinds(CONVEX, CONVEX);
  check_kinds(CONVEX, CONCAVE);
  check_kinds(CONCAVE, CONVEX);
  check_kinds(CONVEX, LINE);
  check_kinds(LINE, CONVEX);
}

static void test_corners_against_curves_agree_with_differences(void **state) {
  (void)state;
  check_kinds(CORNER, CONVEX);
  check_kinds(CONVEX, CORNER);
  check_kinds(CORNER, CONCAVE);
  check_kinds(CONCAVE, CORNER);
  check_kinds(CORNER, LINE);
  check_kinds(LINE, CORNER);
  check_kinds(CORNER, CORNER);
}

// A wheel of radius R that rolls on the ground's line: no slip, the touch moves with the wheel's centre, the normal stands still
// and the gap has no acceleration of its own.
static void test_rolling_wheel(void **state) {
  (void)state;
  PwTouchPoint at = {.n = {0, 1}, .x1 = {3, 0}, .x2 = {3, 0}, .curvature = {1 / 0.5, 0}, .speed = {1, 2}, .definite = 2};
  double center[2] = {3, 0.5}, ground[2] = {0, 0}, wheel[3] = {0.5 * 4, 0, -4}, still[3] = {0};
  PwTouchSpeed got;
  pw_touch_speed(&at, center, ground, wheel, still, &got);
  CHECK_CLOSE(got.rate, 0, 1e-15);
  CHECK_CLOSE(got.slip, 0, 1e-15);
  CHECK_CLOSE(got.eta, 0, 1e-15);
  CHECK_CLOSE(got.bias, 0, 1e-15);
  // t = z x n = (-1, 0): the touch runs to the right, over both boundaries
  CHECK_CLOSE(got.r[0], -2, 1e-15);
  CHECK_CLOSE(got.r[1], -2, 1e-15);
  CHECK_CLOSE(got.u_rate[0], 2, 1e-15);
  CHECK_CLOSE(got.u_rate[1], -1, 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_smooth_pairs),
      cmocka_unit_test(test_corners_against_curves_agree_with_differences),
      cmocka_unit_test(test_rolling_wheel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
