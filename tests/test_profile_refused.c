// Chains that are refused, each with its sentence, and those that are near to it but are not.
#include "base/random.h"
#include "profile_setup.h"

static void refused_chains(void **state) {
  (void)state;
  Setup s = {0};
  refused(&s, true, -1, "no elements");
  add_line(&s, 1, 0);
  refused(&s, false, 0, "begins nowhere");
  add_line(&s, NAN, 0);
  begin_at(&s, 0, 0);
  refused(&s, false, 0, "ends nowhere");
  add_line(&s, 1, INFINITY);
  begin_at(&s, 0, 0);
  refused(&s, false, 0, "ends nowhere");
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add_line(&s, 1, 1);
  s.def[1].from[0] = 1.001;
  s.def[1].from[1] = 0;
  refused(&s, false, 1, "ends at (1, 0) m, element[1] begins at (1.001, 0) m");
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add_line(&s, 1, 1);
  refused(&s, true, 0, "not closed");
  add_line(&s, 1, 0);
  add_line(&s, 1, 0);
  add_line(&s, 1, 1);
  add_line(&s, 0, 0);
  refused(&s, true, 1, "has no length at (1, 0)");
  add_line(&s, 1, 0);
  add_line(&s, 0.5, 0);
  add_line(&s, 0, 0);
  refused(&s, true, 1, "turns back on element[0] at (1, 0)");
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add_line(&s, 1, 1);
  add_line(&s, 0, 0);
  refused(&s, false, -1, "its ends meet");
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  s.def[0].type = (PawlElementType)99;
  refused(&s, false, 0, "no known type");
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add(&s, PAWL_ELEMENT_POINT);
  refused(&s, false, 1, "stands alone");
  add(&s, PAWL_ELEMENT_POINT);
  refused(&s, true, 0, "needs its place");
  add_line(&s, 1.7e308, 1.7e308);
  begin_at(&s, -1.7e308, 0);
  refused(&s, false, -1, "not all finite");
  const double doubled[] = {1, 0, 1, 0, 1, 1, 2, 2, 3, 2};
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 5, doubled);
  refused(&s, false, 0, "has no tangent where they join at (1, 0)");
}

// A gap below the tolerance is closed: the line's end is set on the next element's start.
static void tiny_gaps_are_closed(void **state) {
  (void)state;
  Setup s = {0};
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add_line(&s, 1, 1);
  s.def[1].from[0] = 1 + 5e-10;
  s.def[1].from[1] = 0;
  build(&s, false, false);
  CHECK_CLOSE(hypot(s.p.element[0].end[0] - s.p.element[2].start[0], s.p.element[0].end[1] - s.p.element[2].start[1]), 0, 0);
  pw_arena_free(&s.arena);
}

static void refused_arcs(void **state) {
  (void)state;
  Setup s = {0};
  add_arc(&s, 0, 0, -1, 0, 1, false);
  refused(&s, false, 0, "radius must be > 0");
  add_arc(&s, 0, 0, 1, 1, 1, false);
  refused(&s, false, 0, "no length");
  add_arc(&s, 0, 0, 1, 0, 7, false);
  refused(&s, false, 0, "more than once round");
  add_arc(&s, NAN, 0, 1, 0, 7, false);
  refused(&s, false, 0, "centre is not a place");
  add_arc(&s, 0, 0, 1, NAN, 7, false);
  refused(&s, false, 0, "angles are not numbers");
  add_arc(&s, 0, 0, 0, 0, 0, false);
  s.def[0].to[0] = s.def[0].to[1] = 1;
  refused(&s, false, 0, "begins nowhere");
  add_arc(&s, 0, 0, 0, 0, 0, false);
  begin_at(&s, 1, 0);
  s.def[0].to[0] = s.def[0].to[1] = 1;
  refused(&s, false, 0, "equally far");
  add_arc(&s, 0, 0, 2, 0, 0, false);
  begin_at(&s, 1, 0);
  s.def[0].to[0] = 0;
  s.def[0].to[1] = 1;
  refused(&s, false, 0, "its radius says 2");
  add_arc(&s, 0, 0, 0, 0, 0, false);
  begin_at(&s, 1, 0);
  s.def[0].to[0] = 1;
  s.def[0].to[1] = 0;
  refused(&s, true, 0, "say circle");
  add_arc(&s, 0, 0, 0, 0, 0, false);
  begin_at(&s, 1, 0);
  s.def[0].to[0] = INFINITY;
  refused(&s, true, 0, "not a place");
  add_arc(&s, 0, 0, 1, 0, 1, false);
  begin_at(&s, 2, 0);
  refused(&s, false, 0, "said to begin at (2, 0) m, but its formula begins at (1, 0) m");
  add(&s, PAWL_ELEMENT_CIRCLE);
  refused(&s, true, 0, "radius must be > 0");
  add(&s, PAWL_ELEMENT_CIRCLE)->radius = 1;
  refused(&s, false, 0, "a circle is closed");
  add(&s, PAWL_ELEMENT_CIRCLE)->radius = 1;
  add(&s, PAWL_ELEMENT_CIRCLE)->radius = 1;
  refused(&s, true, 0, "stands alone");
  add(&s, PAWL_ELEMENT_CIRCLE)->radius = 1;
  s.def[0].center[1] = NAN;
  refused(&s, true, 0, "centre is not a place");
}

static void refused_curves(void **state) {
  (void)state;
  Setup s = {0};
  const double wild[] = {1, 0.5}, pole[] = {1, -1}, none[] = {NAN, 1}, negative[] = {-1, 0};
  add_polar(&s, -10, 10, 0, 1, 1, wild);
  refused(&s, false, 0, "needs a positive");
  add_polar(&s, -10, 10, 0, 1, 1, pole);
  refused(&s, false, 0, "passes 0");
  add_polar(&s, -10, 10, 0, 1, 1, none);
  refused(&s, false, 0, "not a pair of numbers");
  add_polar(&s, -10, 10, 0, 1, 1, negative);
  refused(&s, false, 0, "must not be negative");
  add_polar(&s, -10, 10, 0, 1, 0, negative);
  refused(&s, false, 0, "no terms");
  add_polar(&s, -10, 10, 0, 0, 1, base);
  refused(&s, false, 0, "scale is 0");
  add_polar(&s, 10, 10, 0, 1, 1, base);
  refused(&s, false, 0, "no length");
  add_polar(&s, 10, NAN, 0, 1, 1, base);
  refused(&s, false, 0, "must be numbers");
  add(&s, PAWL_ELEMENT_INVOLUTE);
  refused(&s, false, 0, "radius > 0");
  PawlElementDef *def = add(&s, PAWL_ELEMENT_INVOLUTE);
  def->radius = def->angle[1] = 1;
  refused(&s, false, 0, "must be > 0");
  def = add(&s, PAWL_ELEMENT_INVOLUTE);
  def->radius = def->angle[0] = def->angle[1] = 1;
  refused(&s, false, 0, "no length");
}

static void refused_splines(void **state) {
  (void)state;
  Setup s = {0};
  double p[] = {0, 0, 1, 0, 1, 1, 0, 1, 0, 0}, knots[] = {0, 0, 0, 1, 0.5, 2, 2, 2};
  add_points(&s, PAWL_ELEMENT_SPLINE, 4, 5, p);
  refused(&s, true, 0, "3, 5, 7 or 9");
  add_points(&s, PAWL_ELEMENT_BSPLINE, 1, 5, p);
  refused(&s, true, 0, "2 to 9");
  add_points(&s, PAWL_ELEMENT_BSPLINE, 11, 5, p);
  refused(&s, true, 0, "2 to 9");
  add_points(&s, PAWL_ELEMENT_SPLINE, 5, 5, p);
  refused(&s, true, 0, "needs at least 6 points; it has 5");
  add_points(&s, PAWL_ELEMENT_SPLINE, 3, 5, NULL);
  refused(&s, true, 0, "needs at least");
  add_points(&s, PAWL_ELEMENT_SPLINE, 3, 5, p);
  refused(&s, true, 0, "points 4 and 0 are the same");
  p[5] = NAN;
  add_points(&s, PAWL_ELEMENT_SPLINE, 3, 5, p);
  refused(&s, true, 0, "point 2 is not a place");
  p[5] = 1;
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 5, p);
  s.def[0].knots = knots;
  s.def[0].knot_count = 7;
  refused(&s, true, 0, "need 8");
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 5, p);
  s.def[0].knots = knots;
  s.def[0].knot_count = 8;
  refused(&s, true, 0, "knot 4 is 0.5");
  double flat[] = {0, 0, 0, 0, 0, 0, 1, 1}, broken[] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 5, p);
  s.def[0].knots = flat;
  s.def[0].knot_count = 8;
  refused(&s, false, 0, "no length");
  double uneven[28];
  for (int k = 0; k < 14; k++) {
    uneven[2 * k] = k < 8 ? k * 2e-5 : 1 + (k - 8) * 2e-5;
    uneven[2 * k + 1] = k * 2e-6;
  }
  add_points(&s, PAWL_ELEMENT_SPLINE, 9, 14, uneven);
  refused(&s, false, 0, "too unevenly spaced for degree 9");
  const double six[] = {0, 0, 1, 0, 1, 1, 0, 1, -1, 1, -1, 0};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 6, six);
  s.def[0].knots = broken;
  s.def[0].knot_count = 9;
  refused(&s, false, 0, "breaks at its knot 1");
  const double cusp[] = {0, 0, 1, 1, 0, 1, 1, 0};  // Bezier's cubic with a cusp in its middle
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 4, cusp);
  refused(&s, false, 0, "cusp at (0.5, 0.75)");
  const double lump[] = {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0};  // four equal points: it stands still
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 6, lump);
  refused(&s, false, 0, "stands still or has a cusp at (1, 1)");
}

static void refused_crossings(void **state) {
  (void)state;
  Setup s = {0};
  add_line(&s, 1, 1);  // a bow tie
  add_line(&s, 1, 0);
  add_line(&s, 0, 1);
  add_line(&s, 0, 0);
  refused(&s, true, 2, "element[0] and element[2] meet at");
  const double loop[] = {0, 0, 3, 2, -2, 2, 1, 0};  // a cubic with a loop
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 4, loop);
  refused(&s, false, 0, "element[0] meets itself at (0.5,");
  const double x[] = {3, 0, 3, 2, 2, 2};  // a line that touches an arc
  for (int k = 0; k < 3; k++) add_line(&s, x[2 * k], x[2 * k + 1]);
  add_arc(&s, 1, 2, 1, 0, -pi, true);
  const double y[] = {-1, 2, -1, 1, 1.5, 1, 0, 0};
  for (int k = 0; k < 4; k++) add_line(&s, y[2 * k], y[2 * k + 1]);
  refused(&s, true, 6, "element[3] and element[6] meet at");
  add_line(&s, 2, 0);  // two notches whose tips meet
  add_line(&s, 1, 1);
  add_line(&s, 2, 2);
  add_line(&s, 0, 2);
  add_line(&s, 1, 1);
  add_line(&s, 0, 0);
  refused(&s, true, 4, "meet at (1, 1)");
  double p = 1.9 * pi, q = p - 0.1;  // neighbours that meet again: the line goes back through the arc's last piece
  add_arc(&s, 0, 0, 1, 0, p, false);
  add_line(&s, 2 * cos(q) - cos(p), 2 * sin(q) - sin(p));
  refused(&s, false, 1, "element[0] and element[1] meet at (0.915454973, -0.402420418)");
  add_arc(&s, 0, 0, 1, 0, p, false);  // and one whose line ends on the arc's beginning, within rounding
  add_line(&s, 3 - 2 * cos(p), -2 * sin(p));
  refused(&s, false, 1, "meet at (1,");
}

// What could not be built in reasonable time or memory is refused before it is tried: each of these takes well under a second.
static void refused_at_once(void **state) {
  (void)state;
  Setup s = {0};
  const double ring[] = {1, 0}, steep[] = {1, 0, 0.1, 60};
  add_polar(&s, 0, 360 * 1e7, 0, 1, 1, ring);
  refused(&s, false, 0, "polar element[0] winds round 1e+07 times; at most 100");
  add_polar(&s, 0, 359, 0, 57, 2, steep);
  refused(&s, false, -1, "m large: none beyond 1e+15 m is taken");
  PawlElementDef *def = add(&s, PAWL_ELEMENT_INVOLUTE);
  def->radius = 0.01;
  def->angle[0] = 1;
  def->angle[1] = 1 + 2 * pi * 5e9;
  refused(&s, false, 0, "involute element[0] winds round 5e+09 times");
  // there and back along an arc, 4e-11 apart: bits of it as short as sqrt(4e-11) would have to be compared
  add_arc(&s, 0, 0, 1, 0, 3, false);
  add_line(&s, 0.9 * cos(3.1), 0.9 * sin(3.1));
  add_line(&s, (1 - 4e-11) * cos(2.9), (1 - 4e-11) * sin(2.9));
  add_arc(&s, 0, 0, 1 - 4e-11, 2.9, 0.5, true);
  refused(&s, false, 3, "run along each other at (");
}

// What is near but apart is not refused: two long sides a millionth of their length apart, curved ones too; a lens of two pieces.
static void narrow_but_apart(void **state) {
  (void)state;
  Setup s = {0};
  add_line(&s, 1, 0.3);
  begin_at(&s, 0, 0);
  add_line(&s, 1 - 1e-6, 0.3 + 1e-6);
  add_line(&s, 0, 1e-6);
  build(&s, false, false);
  pw_arena_free(&s.arena);
  s = (Setup){0};
  add_arc(&s, 0, 0, 1, 0, 3, false);
  add_line(&s, (1 - 1e-6) * cos(3), (1 - 1e-6) * sin(3));
  add_arc(&s, 0, 0, 1 - 1e-6, 3, 0, true);
  build(&s, false, false);
  pw_arena_free(&s.arena);
  s = (Setup){0};
  double c = cos(0.1), h = sin(0.1);
  add_arc(&s, 0, 0, 1, -0.1, 0.1, false);
  add_arc(&s, 2 * c, 0, 1, pi - 0.1, pi + 0.1, false);
  build(&s, true, false);
  check_kinds(&s.p, "APAP");
  assert_int_equal(s.p.pieces, 6);
  CHECK_CLOSE(s.p.element[1].start[1], h, 1e-15);
  check_profile(&s.p);
  pw_arena_free(&s.arena);
}

// An arc and a line back, of any size and at any place, also with an end or the centre in the origin: accepted where the ends are
// those of the arc but for rounding, refused where they are beside it by a millionth of its size.
static void arcs_anywhere(void **state) {
  (void)state;
  uint64_t random = 11;
  for (int i = 0; i < 6000; i++) {
    Setup s = {0};
    double r = pow(10, pw_random_between(&random, -7, 7)), from = pw_random_between(&random, -pi, pi);
    double turn = pw_random_between(&random, 0.1, 6), away = r * pow(10, pw_random_between(&random, -3, 4));
    double at[2][2] = {{r * cos(from), r * sin(from)}, {r * cos(from + turn), r * sin(from + turn)}};
    double center[2] = {away * cos(turn), away * sin(turn)};
    if (i % 4 == 1) center[0] = -at[0][0], center[1] = -at[0][1];
    if (i % 4 == 2) center[0] = -at[1][0], center[1] = -at[1][1];
    if (i % 4 == 3) center[0] = center[1] = 0;
    double beside = i % 3 == 2 ? 1e-6 * r : 0;
    bool angles = i % 2 == 0;  // else the ends alone, which must be equally far
    add_arc(&s, center[0], center[1], angles ? r : 0, from, from + turn, false);
    begin_at(&s, center[0] + at[0][0] + beside * cos(from), center[1] + at[0][1] + beside * sin(from));
    if (!angles) s.def[0].to[0] = center[0] + at[1][0], s.def[0].to[1] = center[1] + at[1][1];
    if (!angles && i % 12 < 6) s.def[0].radius = r;
    if (beside > 0) {
      refused(&s, false, 0, angles ? "said to begin at" : "equally far");
      continue;
    }
    build(&s, false, false);
    CHECK_CLOSE(s.p.element[0].radius, r, 1e-9 * r);
    pw_arena_free(&s.arena);
  }
}

static void ellipses(void **state) {
  (void)state;
  Setup s = {0};
  static const double wrong[][4] = {{0, 1, 0, 1}, {1, -1, 0, 1}, {1, 1e-10, 0, 1},   {1, NAN, 0, 1},
                                    {1, 1, 2, 2}, {1, 1, 0, 7},  {1, 1, 0, INFINITY}};
  static const char *const words[] = {"radii", "radii", "1e9", "radii", "equal", "more than once", "numbers"};
  for (int k = 0; k < 7; k++) {
    PawlElementDef *def = add(&s, PAWL_ELEMENT_ELLIPSE);
    def->radius = wrong[k][0], def->radius_across = wrong[k][1], def->angle[0] = wrong[k][2], def->angle[1] = wrong[k][3];
    refused(&s, false, 0, words[k]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refused_chains),    cmocka_unit_test(tiny_gaps_are_closed), cmocka_unit_test(refused_arcs),
      cmocka_unit_test(arcs_anywhere),     cmocka_unit_test(refused_curves),       cmocka_unit_test(refused_splines),
      cmocka_unit_test(refused_crossings), cmocka_unit_test(narrow_but_apart),     cmocka_unit_test(ellipses),
      cmocka_unit_test(refused_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
