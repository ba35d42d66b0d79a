// Profiles: chains as the reference cases list them, closed forms, ranges and boxes against dense samples.
#include "base/random.h"
#include "profile_setup.h"

// P1: W96's cam of an arc, lines and corners, numbered as there.
static void cam_of_arcs_and_lines(void **state) {
  (void)state;
  Setup s = {0};
  PawlElementDef *arc = add(&s, PAWL_ELEMENT_ARC);
  arc->center[0] = arc->from[0] = arc->to[0] = 15;
  arc->from[1] = -20;
  arc->to[1] = 20;
  add_line(&s, -35, 10);
  add_line(&s, -35, -10);
  add_line(&s, 15, -20);
  build(&s, true, false);
  check_kinds(&s.p, "APLPLPLP");
  check_profile(&s.p);
  for (int32_t i = 0; i < 8; i++) assert_int_equal(s.p.after[i], PW_JOIN_CORNER);
  CHECK_CLOSE(s.p.element[1].start[1], 20, 0);
  CHECK_CLOSE(s.p.element[7].start[1], -20, 0);
  CHECK_CLOSE(s.p.element[0].turn, pi, 1e-15);
  CHECK_CLOSE(s.p.length, 20 * pi + 2 * hypot(50, 10) + 20, 1e-12);
  CHECK_CLOSE(s.p.element[3].turn, atan2(50, 10), 1e-15);  // corner D: from the flank to the short side
  assert_int_equal(s.p.element[2].source, 1);
  assert_int_equal(s.p.element[3].source, -1);
  pw_arena_free(&s.arena);
}

// P3: the contour of L5: arc, point, arc; open.
static void rocker_of_two_arcs(void **state) {
  (void)state;
  for (int ends = 0; ends < 2; ends++) {
    Setup s = {0};
    add_arc(&s, -1.5, -4.1, 1.5, -pi / 3, -asin(1.0 / 6), false);
    add_arc(&s, -1.5, -4.6, 1.5, asin(1.0 / 6), pi / 3, false);
    build(&s, false, ends);
    check_kinds(&s.p, ends ? "PAPAP" : "APA");
    check_profile(&s.p);
    const PwElement *corner = &s.p.element[1 + ends];
    CHECK_CLOSE(corner->start[0], -1.5 + sqrt(2.1875), 1e-15);
    CHECK_CLOSE(corner->start[1], -4.35, 1e-15);
    CHECK_CLOSE(corner->turn, 2 * asin(1.0 / 6), 1e-15);
    assert_int_equal(s.p.after[0], PW_JOIN_CORNER);
    assert_int_equal(s.p.after[2 + 2 * ends], PW_JOIN_NONE);
    assert_int_equal(pw_profile_next(&s.p, s.p.elements - 1, 1), -1);
    assert_int_equal(pw_profile_next(&s.p, 0, -1), -1);
    if (ends) {  // half a turn at each end, so that it ends (begins) with the normal of its neighbour
      CHECK_CLOSE(s.p.element[0].turn, pi, 0);
      CHECK_CLOSE(remainder(s.p.element[0].angle + pi - -pi / 3, 2 * pi), 0, 1e-15);
      CHECK_CLOSE(remainder(s.p.element[4].angle - pi / 3, 2 * pi), 0, 1e-15);
    }
    pw_arena_free(&s.arena);
  }
}

static void circles_and_a_tip(void **state) {
  (void)state;
  for (int hole = 0; hole < 2; hole++) {
    Setup s = {0};
    PawlElementDef *def = add(&s, PAWL_ELEMENT_CIRCLE);
    def->center[0] = 3;
    def->radius = 0.5;
    def->clockwise = hole;
    build(&s, true, false);
    check_kinds(&s.p, "A");
    check_profile(&s.p);
    CHECK_CLOSE(s.p.length, pi, 1e-15);
    CHECK_CLOSE(s.p.piece[0].curvature[0], hole ? -2 : 2, 0);
    assert_int_equal(s.p.after[0], PW_JOIN_SMOOTH);
    assert_int_equal(pw_profile_next(&s.p, 0, 1), 0);
    CHECK_CLOSE(s.p.node[0].normal[1] - s.p.node[0].normal[0], 2 * pi, 1e-9);
    pw_arena_free(&s.arena);
  }
  Setup s = {0};
  add(&s, PAWL_ELEMENT_POINT);
  begin_at(&s, 1, 2);
  build(&s, true, false);
  check_kinds(&s.p, "P");
  assert_int_equal(s.p.pieces, 4);
  CHECK_CLOSE(s.p.element[0].turn, 2 * pi, 0);
  CHECK_CLOSE(s.p.center[1], 2, 1e-15);
  pw_arena_free(&s.arena);
}

// An L: five convex corners and one re-entrant kink, which gets no element. With a rounded end: a smooth junction.
static void re_entrant_kinks_get_no_element(void **state) {
  (void)state;
  Setup s = {0};
  const double x[] = {2, 0, 2, 1, 1, 1, 1, 3, 0, 3, 0, 0};
  for (int k = 0; k < 6; k++) add_line(&s, x[2 * k], x[2 * k + 1]);
  build(&s, true, false);
  check_kinds(&s.p, "LPLPLLPLPLP");
  check_profile(&s.p);
  assert_int_equal(s.p.after[4], PW_JOIN_REENTRANT);
  CHECK_CLOSE(s.p.length, 10, 1e-15);
  pw_arena_free(&s.arena);
  Setup slot = {0};
  add_line(&slot, 3, 0);
  add_arc(&slot, 3, 1, 1, -pi / 2, pi / 2, false);
  add_line(&slot, 0, 2);
  add_arc(&slot, 0, 1, 1, pi / 2, 3 * pi / 2, false);
  build(&slot, true, false);
  check_kinds(&slot.p, "LALA");
  for (int32_t i = 0; i < 4; i++) assert_int_equal(slot.p.after[i], PW_JOIN_SMOOTH);
  CHECK_CLOSE(slot.p.length, 6 + 2 * pi, 1e-14);
  check_profile(&slot.p);
  pw_arena_free(&slot.arena);
}

// P2: W96's cam of polynomials. Its junctions are smooth (the reference case says so: one tangent, curvature may jump); the
// largest and the smallest curvature by differences of the tangent over a fine grid, independent of the pieces.
static void cam_of_polynomials(void **state) {
  (void)state;
  Setup s = {0};
  add_polynomial_cam(&s);
  build(&s, true, false);
  check_kinds(&s.p, "QQQQQQ");
  for (int32_t i = 0; i < 6; i++) assert_int_equal(s.p.after[i], PW_JOIN_SMOOTH);
  check_profile(&s.p);
  const PwElement *e = &s.p.element[3];
  double most = -INFINITY, least = INFINITY, h = 1e-5;
  for (int k = 1; k < 20000; k++) {
    PwCurvePoint a, b;
    pw_element_evaluate(e, k / 20000.0 - h, &a);
    pw_element_evaluate(e, k / 20000.0 + h, &b);
    double turn = asin(a.t[0] * b.t[1] - a.t[1] * b.t[0]), way = hypot(b.x[0] - a.x[0], b.x[1] - a.x[1]);
    most = fmax(most, turn / way);
    least = fmin(least, turn / way);
  }
  assert_true(least < -1);  // it has concave parts
  double high = -INFINITY, low = INFINITY;
  for (int32_t i = 0; i < s.p.pieces; i++) {
    if (s.p.piece[i].element != 3) continue;
    high = fmax(high, s.p.piece[i].curvature[1]);
    low = fmin(low, s.p.piece[i].curvature[0]);
    assert_true(s.p.piece[i].curvature[0] > -1e-9 || s.p.piece[i].curvature[1] < 1e-9);  // one sign
  }
  CHECK_CLOSE(high, most, 1e-5 * most);  // tight, too
  CHECK_CLOSE(low, least, -1e-5 * least);
  assert_true(s.p.pieces < 80);
  pw_arena_free(&s.arena);
}

// Points of the ellipse x^2/4 + y^2 = 1: curvature a/b^2 = 2 at the vertex where the spline begins, length 8 E(3/4); the higher
// degree comes nearer.
static void spline_through_an_ellipse(void **state) {
  (void)state;
  double points[2 * 80];
  for (int k = 0; k < 80; k++) {
    points[2 * k] = 2 * cos(2 * pi * k / 80);
    points[2 * k + 1] = sin(2 * pi * k / 80);
  }
  double worst[2];
  for (int d = 0; d < 2; d++) {
    Setup s = {0};
    add_points(&s, PAWL_ELEMENT_SPLINE, 3 + 2 * d, 80, points);
    build(&s, true, false);
    check_kinds(&s.p, "S");
    check_profile(&s.p);
    assert_int_equal(s.p.after[0], PW_JOIN_SMOOTH);
    worst[d] = 0;
    for (int k = 0; k <= 1000; k++) {
      PwCurvePoint x;
      pw_element_evaluate(&s.p.element[0], k / 1000.0, &x);
      worst[d] = fmax(worst[d], fabs(x.x[0] * x.x[0] / 4 + x.x[1] * x.x[1] - 1));
    }
    PwCurvePoint at;
    pw_element_evaluate(&s.p.element[0], 0, &at);
    CHECK_CLOSE(at.x[0], 2, 1e-13);
    CHECK_CLOSE(at.curvature, 2, d ? 1e-3 : 2e-2);
    CHECK_CLOSE(s.p.length, 9.688448220547675, d ? 1e-7 : 1e-5);  // 8 E(3/4)
    pw_arena_free(&s.arena);
  }
  assert_true(worst[0] < 5e-6 && worst[1] < worst[0] / 10);
}

// Points of a circle: the error goes with the (degree + 1)th power of their distance, up to the ends (natural ends would keep it
// at the second).
static void open_splines(void **state) {
  (void)state;
  for (int32_t degree = 3; degree <= 9; degree += 2) {
    double error[2];
    for (int fine = 0; fine < 2; fine++) {
      int32_t n = fine ? 41 : 21;
      double points[2 * 41];
      for (int32_t k = 0; k < n; k++) {
        double a = 1.5 * k / (n - 1);
        points[2 * k] = cos(a);
        points[2 * k + 1] = sin(a);
      }
      Setup s = {0};
      add_points(&s, PAWL_ELEMENT_SPLINE, degree, n, points);
      build(&s, false, false);
      check_kinds(&s.p, "S");
      check_profile(&s.p);
      CHECK_CLOSE(s.p.element[0].end[0], cos(1.5), 1e-14);
      error[fine] = 0;
      for (int k = 0; k <= 500; k++) {
        PwCurvePoint x;
        pw_element_evaluate(&s.p.element[0], k / 500.0, &x);
        error[fine] = fmax(error[fine], fabs(hypot(x.x[0], x.x[1]) - 1));
      }
      pw_arena_free(&s.arena);
    }
    // half the spacing: 2^-(degree + 1) of the error, ends included; down to rounding
    assert_true(error[1] < error[0] / pow(2, degree) || error[1] < 1e-14);
  }
}

// Clamped: begins and ends at its end points. Degree 2: the curvature jumps at each knot, so each span is an element. Knots of
// their own: a knot as often as the degree makes a corner.
static void b_splines(void **state) {
  (void)state;
  const double control[] = {0, 0, 1, -0.5, 2, 0, 2, 1, 1, 1.5, 0, 1.2};
  Setup s = {0};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 6, control);
  add_line(&s, 0, 0);
  build(&s, true, false);
  check_kinds(&s.p, "SPLP");
  check_profile(&s.p);
  CHECK_CLOSE(s.p.element[0].end[1], 1.2, 1e-15);
  pw_arena_free(&s.arena);

  s = (Setup){0};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 6, control);
  build(&s, true, false);
  check_kinds(&s.p, "S");
  check_profile(&s.p);
  CHECK_CLOSE(s.p.element[0].start[0], (0 + 4 * 1 + 2) / 6.0, 1e-15);  // uniform cubic: weights 1/6, 4/6, 1/6
  pw_arena_free(&s.arena);

  s = (Setup){0};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 6, control);
  build(&s, true, false);
  check_kinds(&s.p, "SSSSSS");
  for (int32_t i = 0; i < 6; i++) assert_int_equal(s.p.after[i], PW_JOIN_SMOOTH);
  check_profile(&s.p);
  pw_arena_free(&s.arena);

  const double bent[] = {0, 0, 0.5, 0, 1, 0, 1, 0.5, 1, 1}, knots[] = {0, 0, 0, 1, 1, 2, 2, 2};
  s = (Setup){0};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 5, bent);
  s.def[0].knots = knots;
  s.def[0].knot_count = 8;
  build(&s, false, false);
  check_kinds(&s.p, "SPS");
  check_profile(&s.p);
  CHECK_CLOSE(s.p.element[1].turn, pi / 2, 1e-15);
  CHECK_CLOSE(s.p.length, 2, 1e-14);
  pw_arena_free(&s.arena);
}

// A gear's tooth: out on the flank unrolled counter-clockwise, over the tip, in on the other flank. Length rb (f1^2 - f0^2)/2.
static void a_tooth_has_its_length(void **state) {
  (void)state;
  double rb = 0.04, f0 = 0.05, f1 = 0.55, half = 0.15;
  Setup s = {0};
  for (int side = 0; side < 2; side++) {
    if (side) add_line(&s, NAN, NAN);
    PawlElementDef *def = add(&s, PAWL_ELEMENT_INVOLUTE);
    def->radius = rb;
    def->origin = side ? half : -half;
    def->angle[side] = f0;
    def->angle[1 - side] = f1;
    def->clockwise = side;
  }
  double tip = -half + f1 - atan(f1), out = rb * sqrt(1 + f1 * f1);  // polar angle and radius where the flanks end
  s.def[1].to[0] = out * cos(-tip);
  s.def[1].to[1] = out * sin(-tip);
  build(&s, false, true);
  check_kinds(&s.p, "PIPLPIP");
  check_profile(&s.p);
  CHECK_CLOSE(s.p.element[1].length, rb * (f1 * f1 - f0 * f0) / 2, 1e-17);
  CHECK_CLOSE(s.p.element[5].length, rb * (f1 * f1 - f0 * f0) / 2, 1e-17);
  CHECK_CLOSE(s.p.element[1].end[1], out * sin(tip), 1e-16);
  for (int32_t i = 0; i < s.p.pieces; i++) {
    const PwPiece *c = &s.p.piece[i];
    if (c->element != 1) continue;
    CHECK_CLOSE(c->curvature[1], 1 / (rb * (f0 + (f1 - f0) * c->u[0])), 1e-8);
    CHECK_CLOSE(c->curvature[0], 1 / (rb * (f0 + (f1 - f0) * c->u[1])), 1e-8);
  }
  pw_arena_free(&s.arena);
}

// A moved profile against its own points moved; one with every kind of element, corners in a spline included.
static void moved_profiles_have_moved_points(void **state) {
  (void)state;
  const double points[] = {3, 1, 2.4, 1.2, 2.2, 1.6, 2.1, 2}, control[] = {2.1, 2, 2.1, 2.5, 1.5, 2.5, 1.5, 3, 1, 3};
  const double knots[] = {0, 0, 0, 1, 1, 2, 2, 2}, spiral[] = {3, 0, -2, 1};
  Setup s = {0}, o;
  add_line(&s, 3, 0);
  begin_at(&s, 1, -0.5);
  add_arc(&s, 3, 0.5, 0.5, -pi / 2, pi / 2, false);
  add_points(&s, PAWL_ELEMENT_SPLINE, 3, 4, points);
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 5, control);
  s.def[3].knots = knots;
  s.def[3].knot_count = 8;
  PawlElementDef *polar = add(&s, PAWL_ELEMENT_POLAR);
  polar->center[0] = 1;
  polar->angle[0] = polar->origin = pi / 2;
  polar->angle[1] = pi;
  polar->scale = pi / 2;
  polar->count = 2;
  polar->data = spiral;
  PawlElementDef *involute = add(&s, PAWL_ELEMENT_INVOLUTE);
  involute->radius = 0.2;
  involute->angle[0] = 0.3;
  involute->angle[1] = 1;
  involute->origin = -1.5;
  involute->center[0] = 0 - 0.2 * (cos(-1.2) + 0.3 * sin(-1.2));
  involute->center[1] = 0 - 0.2 * (sin(-1.2) - 0.3 * cos(-1.2));
  build(&s, false, true);
  check_profile(&s.p);
  PwCurvePoint *was = malloc(11 * (size_t)s.p.elements * sizeof *was), now;
  for (int32_t i = 0; i < s.p.elements; i++) {
    for (int k = 0; k <= 10; k++) pw_element_evaluate(&s.p.element[i], k / 10.0, &was[11 * i + k]);
  }
  offset(&s, 0.01, &o);  // has its own copy of everything
  double far = o.p.element[4].end[0], c = cos(2.2), sn = sin(2.2);
  pw_profile_move(&s.p, c, sn, (const double[]){5, -3});
  check_profile(&s.p);
  for (int32_t i = 0; i < s.p.elements; i++) {
    for (int k = 0; k <= 10; k++) {
      const PwCurvePoint *w = &was[11 * i + k];
      pw_element_evaluate(&s.p.element[i], k / 10.0, &now);
      CHECK_CLOSE(now.x[0], 5 + c * w->x[0] - sn * w->x[1], 1e-14);
      CHECK_CLOSE(now.x[1], -3 + sn * w->x[0] + c * w->x[1], 1e-14);
      CHECK_CLOSE(now.t[0], c * w->t[0] - sn * w->t[1], 1e-13);
      CHECK_CLOSE(now.curvature, w->curvature, 1e-10);
    }
  }
  CHECK_CLOSE(o.p.element[4].end[0], far, 0);
  check_profile(&o.p);
  free(was);
  pw_arena_free(&o.arena);
  pw_arena_free(&s.arena);
}

// Rough closed splines and arcs of random polynomials: whatever is not refused keeps what pieces promise.
static void random_curves(void **state) {
  (void)state;
  uint64_t seed = 7;
  int32_t built = 0;
  for (int trial = 0; trial < 60; trial++) {
    Setup s = {0};
    double points[2 * 30], terms[10] = {1, 0};
    int32_t n = 10 + (int32_t)(20 * pw_random_between(&seed, 0, 1));
    for (int32_t k = 0; k < n; k++) {
      double a = 2 * pi * (k + 0.5 * pw_random_between(&seed, 0, 1)) / n, r = 0.8 + 0.4 * pw_random_between(&seed, 0, 1);
      points[2 * k] = 3 + r * cos(a);
      points[2 * k + 1] = r * sin(a);
    }
    for (int k = 1; k < 5; k++) {
      terms[2 * k] = 0.3 * (pw_random_between(&seed, 0, 1) - 0.5);
      terms[2 * k + 1] = k % 2 ? floor(18 * pw_random_between(&seed, 0, 1)) : 5 * pw_random_between(&seed, 0, 1);
    }
    if (trial % 3 == 0) add_points(&s, PAWL_ELEMENT_BSPLINE, 2 + trial / 3 % 8, n, points);
    if (trial % 3 == 1) add_points(&s, PAWL_ELEMENT_SPLINE, 3 + trial / 3 % 2 * 2, n, points);
    if (trial % 3 == 2) add_polar(&s, 10, 100, 5, 100, 5, terms);
    if (try_build(&s, trial % 3 < 2, false) == PAWL_OK) {
      check_profile(&s.p);
      built++;
    }
    pw_arena_free(&s.arena);
  }
  assert_true(built > 50);
}

// Whole, as parts, as a hole, slender: the length by the arithmetic-geometric mean (Gauss), the area pi a b.
static void ellipses(void **state) {
  (void)state;
  static const double across[] = {0.3, 2, 0.7, 1e-4, 5e3};
  for (int k = 0; k < 10; k++) {
    Setup s = {0};
    PawlElementDef *def = add(&s, PAWL_ELEMENT_ELLIPSE);
    double a = 0.7, b = across[k / 2], x = 1, y = b / a, sum = 1 - (1 - y * y) / 2, power = 1;
    def->center[0] = 0.2, def->center[1] = -0.1, def->origin = 0.4 * k, def->radius = a, def->radius_across = b;
    def->angle[0] = 0.3 * k - 1, def->angle[1] = def->angle[0] + 2 * pi, def->clockwise = k % 2;
    while (fabs(x - y) > 1e-12 * x) {
      double next = (x + y) / 2;
      y = sqrt(x * y);
      x = next;
      power *= 2;
      sum -= power / 2 * (x * x - y * y);
    }
    build(&s, true, false);
    check_kinds(&s.p, "E");
    assert_true(s.p.element[0].periodic && s.p.hole == (k % 2 == 1));
    if (k < 6) check_profile(&s.p);
    CHECK_CLOSE(s.p.length, 2 * pi * a * sum / x, 3e-11 * s.p.length);
    CHECK_CLOSE(pw_profile_area(&s.p), (k % 2 ? -1 : 1) * pi * a * b, 1e-11 * s.p.size * s.p.size);
    pw_profile_move(&s.p, 0.6, 0.8, (const double[]){1, 2});
    if (k < 6) check_profile(&s.p);
    pw_arena_free(&s.arena);
  }
}

// A lens of two ellipse arcs, one of them hollow towards the other.
static void arcs_of_ellipses(void **state) {
  (void)state;
  Setup s = {0};
  double f = asin(0.75), a = 2 / cos(f);  // the lower one passes the vertices of the upper one
  for (int k = 0; k < 2; k++) {
    PawlElementDef *def = add(&s, PAWL_ELEMENT_ELLIPSE);
    def->center[1] = -1.5 * k;
    def->radius = k ? a : 2, def->radius_across = k ? 2 : 1;
    def->angle[0] = k ? pi - f : 0, def->angle[1] = k ? f : pi;
    def->clockwise = k;
  }
  build(&s, true, false);
  check_kinds(&s.p, "EPEP");
  check_profile(&s.p);
  CHECK_CLOSE(pw_profile_area(&s.p), pi * 2 * 1 / 2 - 2 * a / 2 * (pi - 2 * f - sin(pi - 2 * f)), 1e-12);
  Setup moved;
  offset(&s, 0.05, &moved);
  check_profile(&moved.p);
  pw_arena_free(&moved.arena);
  pw_arena_free(&s.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cam_of_arcs_and_lines),
      cmocka_unit_test(rocker_of_two_arcs),
      cmocka_unit_test(circles_and_a_tip),
      cmocka_unit_test(re_entrant_kinks_get_no_element),
      cmocka_unit_test(cam_of_polynomials),
      cmocka_unit_test(spline_through_an_ellipse),
      cmocka_unit_test(open_splines),
      cmocka_unit_test(b_splines),
      cmocka_unit_test(a_tooth_has_its_length),
      cmocka_unit_test(moved_profiles_have_moved_points),
      cmocka_unit_test(ellipses),
      cmocka_unit_test(arcs_of_ellipses),
      cmocka_unit_test(random_curves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
