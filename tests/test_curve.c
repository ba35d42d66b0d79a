// Evaluation of elements: closed forms, and every derivative against differences of the position, inside and a little outside.
#include "geometry/profile/curve.h"

#include "check.h"

static const double pi = 3.14159265358979323846;

// Differences of fourth order: error about h^4 f^(5)/30 and rounding 1e-16/h, both far below the tolerances here.
static void check_derivatives(const PwElement *e, double u, double tolerance) {
  static const double weight[2] = {8.0 / 12, -1.0 / 12};
  double h = 1e-4, dx[2] = {0, 0}, dt[2] = {0, 0};
  PwCurvePoint at, near;
  pw_element_evaluate(e, u, &at);
  for (int k = 0; k < 2; k++) {
    for (int side = -1; side <= 1; side += 2) {
      pw_element_evaluate(e, u + side * (k + 1) * h, &near);
      for (int a = 0; a < 2; a++) {
        dx[a] += side * weight[k] * near.x[a] / h;
        dt[a] += side * weight[k] * near.t[a] / h;
      }
    }
  }
  CHECK_CLOSE(hypot(at.t[0], at.t[1]), 1, 1e-14);
  assert_true(at.speed > 0);
  bool corner = pw_element_is_corner(e);
  double turning = corner ? at.speed : at.curvature * at.speed, travel = corner ? 0 : at.speed;
  CHECK_CLOSE(dx[0], travel * at.t[0], tolerance);
  CHECK_CLOSE(dx[1], travel * at.t[1], tolerance);
  CHECK_CLOSE(dt[0], -turning * at.t[1], tolerance);  // dt/du = K ds/du times the normal to the left
  CHECK_CLOSE(dt[1], turning * at.t[0], tolerance);
}

// With and without an offset; the offset curve is that of a second path: the point moved along its normal.
static void check_element(PwElement e, double distance, double tolerance) {
  for (int side = -1; side <= 1; side++) {
    for (int i = -1; i <= 11; i++) {
      double u = 0.03 + i * 0.094;  // not at the ends, where an extension has a jump in its third derivative
      if (fabs(u) < 0.003 || fabs(u - 1) < 0.003) u += 0.006;
      PwElement moved = e;
      moved.offset = distance * side;
      check_derivatives(&moved, u, tolerance);
      PwCurvePoint a, b;
      pw_element_evaluate(&e, u, &a);
      pw_element_evaluate(&moved, u, &b);
      if (e.kind == PW_EL_POINT || u < 0 || u > 1) continue;
      CHECK_CLOSE(b.x[0], a.x[0] + moved.offset * a.t[1], 1e-15);
      CHECK_CLOSE(b.x[1], a.x[1] - moved.offset * a.t[0], 1e-15);
      CHECK_CLOSE(b.curvature * (1 + moved.offset * a.curvature), a.curvature, 1e-13);
    }
  }
}

static PwElement arc(double radius, double angle, double turn) {
  return (PwElement){.kind = PW_EL_ARC, .center = {0.3, -0.2}, .radius = radius, .angle = angle, .turn = turn};
}

static void arcs_corners_and_lines(void **state) {
  (void)state;
  check_element(arc(0.7, 0.4, 1.9), 0.03, 1e-10);
  check_element(arc(-0.7, 0.4, -1.9), 0.03, 1e-10);
  PwCurvePoint p;
  PwElement hole = arc(-0.7, 0, -pi);
  pw_element_evaluate(&hole, 0, &p);  // material outside: the outward normal (t_y, -t_x) points to the centre
  CHECK_CLOSE(p.x[0], 1.0, 1e-15);
  CHECK_CLOSE(p.t[1], -1, 1e-15);
  CHECK_CLOSE(p.curvature, -1 / 0.7, 1e-15);
  CHECK_CLOSE(p.speed, 0.7 * pi, 1e-15);
  PwElement corner = {.kind = PW_EL_POINT, .start = {1, 2}, .angle = -pi / 2, .turn = pi / 2};
  check_element(corner, 0.03, 1e-10);
  pw_element_evaluate(&corner, 1, &p);  // normal along +x, tangent along +y
  CHECK_CLOSE(p.t[0], 0, 1e-15);
  CHECK_CLOSE(p.t[1], 1, 1e-15);
  PwElement line = {.kind = PW_EL_LINE, .start = {1, 2}, .end = {4, 6}, .length = 5};
  check_element(line, 0.03, 1e-11);
  pw_element_evaluate(&line, 0.5, &p);
  CHECK_CLOSE(p.x[0], 2.5, 0);
  CHECK_CLOSE(p.x[1], 4, 0);
  CHECK_CLOSE(p.t[0], 0.6, 1e-16);
  CHECK_CLOSE(p.curvature, 0, 0);
}

// The ramp of a cam's polynomial (whole exponents), and one with a fraction and a negative exponent.
static void polar_elements_agree_with_their_formula(void **state) {
  (void)state;
  const double flank[] = {60.71484375e-3, 0, -14.0625e-3, 2, 7.734375e-3, 12, -4.13671875e-3, 16};
  PwElement e = {.kind = PW_EL_POLAR, .angle = 105 * pi / 180, .turn = 150 * pi / 180, .origin = pi, .scale = 75 * pi / 180};
  e.count = 4;
  e.data = flank;
  e.center[0] = 0.01;
  check_element(e, 0.002, 1e-7);
  e.angle = 255 * pi / 180;
  e.turn = -e.turn;
  check_element(e, 0.002, 1e-7);
  const double odd[] = {1, 0, 0.2, 1.5, 0.1, -1, 0.05, 1, 0.03, 3};
  PwElement f = {.kind = PW_EL_POLAR, .angle = 0.5, .turn = 1, .origin = 0, .scale = 0.8, .count = 5, .data = odd};
  check_element(f, 0.03, 1e-9);
  PwCurvePoint p;
  pw_element_evaluate(&f, 0.3, &p);
  CHECK_CLOSE(hypot(p.x[0], p.x[1]), 1 + 0.2 * pow(1, 1.5) + 0.1 + 0.05 + 0.03, 1e-15);
  pw_element_evaluate(&f, -0.6, &p);  // the argument would be negative
  assert_true(isfinite(p.x[0]) && isfinite(p.curvature));
  const double circle[] = {0.7, 0};
  PwElement g = {.kind = PW_EL_POLAR, .turn = 2 * pi, .scale = 1, .count = 1, .data = circle};
  pw_element_evaluate(&g, 0.35, &p);
  CHECK_CLOSE(p.curvature, 1 / 0.7, 1e-14);
  const double parabola[] = {0.3, 0,   0.2,
                             1,   0.1, 2};  // exponents 1 and 2 at the argument 0, by hand: r = 0.3, r' = 0.2, r'' = 0.2
  PwElement h = {.kind = PW_EL_POLAR, .turn = 1, .scale = 1, .count = 3, .data = parabola};
  pw_element_evaluate(&h, 0, &p);
  CHECK_CLOSE(p.curvature, (0.09 + 0.08 - 0.06) / pow(0.13, 1.5), 1e-14);
}

static void involutes_agree_with_their_formula(void **state) {
  (void)state;
  for (int hand = -1; hand <= 1; hand += 2) {
    PwElement e = {.kind = PW_EL_INVOLUTE, .radius = 0.4, .angle = 0.2, .turn = 0.9, .origin = 0.3, .scale = hand};
    e.center[1] = 0.1;
    check_element(e, 0.03, 1e-9);
    PwElement back = {.kind = PW_EL_INVOLUTE, .radius = 0.4, .angle = 1.1, .turn = -0.9, .origin = 0.3, .scale = hand};
    back.center[1] = 0.1;
    check_element(back, 0.03, 1e-9);
    PwCurvePoint p, q;
    for (int i = 0; i <= 10; i++) {
      double u = i / 10.0, roll = 0.2 + 0.9 * u;
      pw_element_evaluate(&e, u, &p);
      CHECK_CLOSE(p.curvature, hand / (0.4 * roll), 1e-13);
      // distance from the centre: the string is a leg of a right triangle
      CHECK_CLOSE(hypot(p.x[0], p.x[1] - 0.1), 0.4 * sqrt(1 + roll * roll), 1e-15);
      pw_element_evaluate(&back, 1 - u, &q);
      CHECK_CLOSE(q.x[0], p.x[0], 1e-15);
      CHECK_CLOSE(q.curvature, -p.curvature, 1e-13);
    }
  }
}

// Degrees 2 to 5 and 9, knots uneven. The cubic with its controls on a line reproduces v itself (Marsden 1970): x = v.
static void splines_agree_with_differences(void **state) {
  (void)state;
  static const int degrees[] = {2, 3, 4, 5, 9};
  for (int d = 0; d < 5; d++) {
    int32_t p = degrees[d], count = p + 4;
    double data[60];
    for (int32_t i = 0; i < count + p + 1; i++) {
      double inner[] = {0.2, 0.5, 0.8};
      data[i] = i <= p ? 0 : i >= count ? 1.4 : inner[i - p - 1];
    }
    double *control = data + count + p + 1;
    for (int32_t i = 0; i < count; i++) {
      control[2 * i] = 0;
      for (int32_t j = 1; j <= p; j++) control[2 * i] += data[i + j] / p;
      control[2 * i + 1] = 0.1 * sin(2.0 * i);
    }
    PwElement e = {.kind = PW_EL_SPLINE, .degree = p, .count = count, .origin = 0, .scale = 1.4, .data = data};
    for (int i = -2; i <= 22; i++) {
      double u = i / 20.0 + 0.004;
      for (int k = 0; k < 3; k++) {  // away from the knots
        double knot = data[p + 1 + k] / 1.4;
        if (fabs(u - knot) < 0.003) u += 0.006;
      }
      check_derivatives(&e, u, 1e-6);
      PwCurvePoint at;
      pw_element_evaluate(&e, u, &at);
      CHECK_CLOSE(at.x[0], 1.4 * u, 1e-12);
      CHECK_CLOSE(at.speed * at.t[0], 1.4, 1e-12);
    }
  }
}

// A part of a spline is the same curve; beyond the part's end its own last span goes on.
static void part_of_a_spline(void **state) {
  (void)state;
  const double data[] = {0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 0, 0, 1, 0.5, 1, 1.5, 2, 2, 3, 0, 4, 0.4};
  PwElement whole = {.kind = PW_EL_SPLINE, .degree = 3, .count = 6, .origin = 0, .scale = 3, .data = data}, part = whole;
  part.origin = 1;
  part.scale = 1;
  PwCurvePoint a, b;
  pw_element_evaluate(&whole, 1.7 / 3, &a);
  pw_element_evaluate(&part, 0.7, &b);
  CHECK_CLOSE(a.x[0], b.x[0], 1e-15);
  CHECK_CLOSE(a.curvature, b.curvature, 1e-13);
  CHECK_CLOSE(a.speed, 3 * b.speed, 1e-14);
  assert_int_equal(pw_spline_span(&part, 2), 4);
  assert_int_equal(pw_spline_span(&part, 0.5), 4);
  assert_int_equal(pw_spline_span(&whole, 3.1), 5);
  assert_int_equal(pw_spline_span(&whole, -0.1), 3);
  assert_int_equal(pw_spline_span(&whole, 1), 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arcs_corners_and_lines),
      cmocka_unit_test(polar_elements_agree_with_their_formula),
      cmocka_unit_test(involutes_agree_with_their_formula),
      cmocka_unit_test(splines_agree_with_differences),
      cmocka_unit_test(part_of_a_spline),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
