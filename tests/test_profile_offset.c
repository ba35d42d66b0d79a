// Profiles moved outwards and inwards: lengths by closed forms, points by their distance from the original.
#include "profile_setup.h"

static void offset_refused(Setup *s, double distance, const char *words) {
  Setup out = {0};
  assert_int_equal(pw_profile_offset(&s->p, distance, &out.arena, &out.p, &out.problem), PAWL_ERR_INPUT);
  if (!strstr(out.problem.text, words)) fail_msg("\"%s\" does not say \"%s\"", out.problem.text, words);
  pw_arena_free(&out.arena);
}

// Length of a boundary with turn 2 pi moved by d, nothing cut off: + 2 pi d (Steiner). Each kink on the cut side takes off
// 2 tan(half its angle) - its angle, times |d|.
static void offsets_of_an_l(void **state) {
  (void)state;
  Setup s = {0}, o;
  const double x[] = {2, 0, 2, 1, 1, 1, 1, 3, 0, 3, 0, 0};
  for (int k = 0; k < 6; k++) add_line(&s, x[2 * k], x[2 * k + 1]);
  build(&s, true, false);
  offset(&s, 0.25, &o);
  check_kinds(&o.p, "LALALLALALA");
  check_profile(&o.p);
  CHECK_CLOSE(o.p.length, 10 + 0.25 * (2 * pi - (2 - pi / 2)), 1e-14);
  CHECK_CLOSE(o.p.element[4].end[0], 1.25, 1e-15);
  CHECK_CLOSE(o.p.element[4].end[1], 1.25, 1e-15);
  pw_arena_free(&o.arena);
  offset(&s, -0.25, &o);
  check_kinds(&o.p, "LPLPLALPLPLP");
  check_profile(&o.p);
  CHECK_CLOSE(o.p.length, 10 - 0.25 * (2 * pi + 5 * (2 - pi / 2)), 1e-14);
  CHECK_CLOSE(o.p.element[5].radius, -0.25, 0);
  pw_arena_free(&o.arena);
  offset(&s, 0, &o);
  CHECK_CLOSE(o.p.length, 10, 1e-15);
  pw_arena_free(&o.arena);
  offset_refused(&s, -0.6, "nothing is left of element[1]");
  offset_refused(&s, -3, "offset by less");
  offset_refused(&s, NAN, "must be a number");
  pw_arena_free(&s.arena);
}

// Against the definition: every point of the moved boundary is `distance` away from the nearest point of the original, outside
// or inside.
static void check_distance(const PwProfile *from, const PwProfile *to, double distance) {
  for (int32_t i = 0; i < to->elements; i++) {
    for (int k = 0; k <= 10; k++) {
      PwCurvePoint x, y;
      double nearest = INFINITY;
      pw_element_evaluate(&to->element[i], k / 10.0, &x);
      for (int32_t j = 0; j < from->elements; j++) {
        for (int m = 0; m <= 400; m++) {
          pw_element_evaluate(&from->element[j], m / 400.0, &y);
          nearest = fmin(nearest, hypot(x.x[0] - y.x[0], x.x[1] - y.x[1]));
        }
      }
      CHECK_CLOSE(nearest, fabs(distance), 0.003 * fabs(distance));
    }
  }
}

static void offsets_of_curves(void **state) {
  (void)state;
  Setup s = {0}, o, back;
  add_polynomial_cam(&s);
  build(&s, true, false);
  for (int sign = -1; sign <= 1; sign += 2) {
    double d = 0.004 * sign;
    offset(&s, d, &o);
    check_kinds(&o.p, "QQQQQQ");
    check_profile(&o.p);
    CHECK_CLOSE(o.p.length, s.p.length + 2 * pi * d, 1e-12);
    check_distance(&s.p, &o.p, d);
    offset(&o, -d, &back);
    CHECK_CLOSE(back.p.length, s.p.length, 1e-12);
    pw_arena_free(&back.arena);
    pw_arena_free(&o.arena);
  }
  offset_refused(&s, 0.3, "folds near");
  pw_arena_free(&s.arena);

  // a lens of two arcs with a notch: corners and a re-entrant kink between curves
  s = (Setup){0};
  add_arc(&s, 0, 0, 1, -pi / 2, 0, false);
  add_arc(&s, 1, 0.5, 0.5, -pi / 2, -pi, true);
  add_line(&s, 0.5, 1);
  add_line(&s, -0.5, 1);
  add_line(&s, 0, -1);
  build(&s, true, false);
  check_profile(&s.p);
  for (int sign = -1; sign <= 1; sign += 2) {
    offset(&s, 0.1 * sign, &o);
    check_profile(&o.p);
    check_distance(&s.p, &o.p, 0.1 * sign);
    pw_arena_free(&o.arena);
  }
  offset_refused(&s, 0.5, "vanishes");
  pw_arena_free(&s.arena);

  s = (Setup){0};  // a heart: a re-entrant kink between two curves
  double meet = acos(5.0 / 6);
  add_line(&s, 1.1, 0);
  add_arc(&s, 0.5, 0, 0.6, 0, pi - meet, false);
  add_arc(&s, -0.5, 0, 0.6, meet, pi, false);
  add_line(&s, 0, -1);
  build(&s, true, false);
  check_kinds(&s.p, "LPAAPLP");
  assert_int_equal(s.p.after[2], PW_JOIN_REENTRANT);
  for (int sign = -1; sign <= 1; sign += 2) {
    offset(&s, 0.1 * sign, &o);
    check_kinds(&o.p, sign > 0 ? "LAAAALA" : "LPAAAPLP");
    check_profile(&o.p);
    check_distance(&s.p, &o.p, 0.1 * sign);
    // the arcs have grown to 0.7: they cross where that one meets the axis
    if (sign > 0) CHECK_CLOSE(o.p.element[2].end[1], sqrt(0.49 - 0.25), 1e-14);
    pw_arena_free(&o.arena);
  }
  offset_refused(&s, -0.6, "vanishes");
  offset(&s, -0.45, &o);  // much is cut off
  check_kinds(&o.p, "LPAAAPLP");
  check_distance(&s.p, &o.p, 0.45);
  pw_arena_free(&o.arena);
  offset_refused(&s, -0.55, "offset by less");
  pw_arena_free(&s.arena);
}

static void offsets_of_open_ones(void **state) {
  (void)state;
  Setup s = {0}, o;
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  build(&s, false, true);
  offset(&s, 0.1, &o);
  check_kinds(&o.p, "ALA");
  check_profile(&o.p);
  CHECK_CLOSE(o.p.length, 1 + 0.2 * pi, 1e-15);
  CHECK_CLOSE(o.p.element[1].start[1], -0.1, 1e-15);
  pw_arena_free(&o.arena);
  offset(&s, -0.1, &o);
  check_kinds(&o.p, "PLP");
  CHECK_CLOSE(o.p.element[1].start[1], 0.1, 1e-15);
  pw_arena_free(&o.arena);
  pw_arena_free(&s.arena);
  s = (Setup){0};
  add(&s, PAWL_ELEMENT_POINT);
  begin_at(&s, 1, 2);
  build(&s, true, false);
  offset(&s, 0.1, &o);
  check_kinds(&o.p, "A");
  check_profile(&o.p);
  CHECK_CLOSE(o.p.length, 0.2 * pi, 1e-15);
  pw_arena_free(&o.arena);
  offset_refused(&s, -0.1, "only be moved outwards");
  pw_arena_free(&s.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(offsets_of_an_l),
      cmocka_unit_test(offsets_of_curves),
      cmocka_unit_test(offsets_of_open_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
