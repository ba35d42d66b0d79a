// Frusta: what they enclose, what is refused, the motion of touches of their cells against differences, and searches against
// distances of many places of their boundary.
#include "shell_motion.h"

static PwShell frustum_of(double lower, double upper, double length, PwArena *arena) {
  PwShell s;
  PwSurfaceProblem problem;
  if (pw_shell_frustum((double[]){lower, upper}, length, arena, &s, &problem) != PAWL_OK) fail_msg("%s", problem.text);
  return s;
}

static PwShell random_frustum(uint64_t *seed, PwArena *arena) {
  double r = pw_random_between(seed, 0.1, 0.6);
  return frustum_of(r, pw_random_bits(seed) % 2 ? r : pw_random_between(seed, 0.1, 0.6), pw_random_between(seed, 0.1, 1), arena);
}

static PwShell plane_of(double a, double b, PwArena *arena) {
  PwSurfaceDef def = {.kind = PW_SURFACE_PLANE, .range = {{-a, a}, {-b, b}}};
  PwSurface surface;
  PwSurfaceProblem problem = {.units = {0}};
  PwShell s;
  if (pw_surface_build(&def, arena, &surface, &problem) != PAWL_OK || pw_shell_of_surface(&surface, arena, &s)) fail();
  return s;
}

// A cylinder and a cone by their formulas: pi r^2 h, m r^2/2, m (3 r^2 + h^2)/12; a cone cut off near its tip: pi r^2 h/3, centre
// a quarter of its height above the base, 3 m r^2/10, 3 m (4 r^2 + h^2)/80.
static void volume_and_inertia_are_those_of_closed_forms(void **state) {
  (void)state;
  PwArena arena = {0};
  PwShell drum = frustum_of(0.3, 0.3, 0.8, &arena), cone = frustum_of(0.5, 0.5e-5, 2, &arena);
  double v, c[3], in[6], pi = acos(-1);
  pw_shell_measure(&drum, &v, c, in);
  CHECK_CLOSE(v, pi * 0.09 * 0.8, 1e-15);
  CHECK_CLOSE(c[2], 0, 1e-15);
  CHECK_CLOSE(in[0], v * (3 * 0.09 + 0.64) / 12, 1e-15);
  CHECK_CLOSE(in[2], v * 0.09 / 2, 1e-15);
  CHECK_CLOSE(drum.size, 1, 1e-15);
  CHECK_CLOSE(drum.radius, 0.5, 1e-15);
  pw_shell_measure(&cone, &v, c, in);
  CHECK_CLOSE(v, pi * 0.25 * 2 / 3, 1e-4);
  CHECK_CLOSE(c[2], -1 + 0.5, 1e-4);
  CHECK_CLOSE(in[1], v * 3 * (4 * 0.25 + 4) / 80, 1e-4);
  CHECK_CLOSE(in[2], v * 3 * 0.25 / 10, 1e-4);
  CHECK_CLOSE(pw_shell_depth(&drum, (double[]){0.1, 0, 0}), 0.2, 1e-15);
  CHECK_CLOSE(pw_shell_depth(&drum, (double[]){0, 0, 0.5}), -0.1, 1e-15);
  pw_arena_free(&arena);
}

static void what_is_no_frustum_is_refused(void **state) {
  (void)state;
  static const double bad[][3] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1e-7}, {1, 1e-7, 1}};
  for (int i = 0; i < 5; i++) {
    PwArena arena = {0};
    PwShell s;
    PwSurfaceProblem problem;
    assert_int_equal(pw_shell_frustum(bad[i], bad[i][2], &arena, &s, &problem), PAWL_ERR_INPUT);
    pw_arena_free(&arena);
  }
}

// Cells of a frustum against those of a plane, a ball and a solid that it has touches with.
static void motion_is_that_of_differences(void **state) {
  (void)state;
  uint64_t seed = 3;
  int kinds[3][5] = {{0}};
  for (int n = 0; n < 600; n++) {
    PwArena arena = {0};
    int with = n % 3, side = n / 3 % 2;
    ShellCase c;
    c.s[side] = random_frustum(&seed, &arena);
    c.s[1 - side] = with == 0   ? plane_of(3, 3, &arena)
                    : with == 1 ? ball_of(pw_random_between(&seed, 0.1, 0.5), &arena)
                                : random_shell(&seed, &arena);
    for (int k = 0; k < 2; k++) {
      const PwShell *s = &c.s[k];
      c.p[k] = random_pose(&seed, 1);
      for (int i = 0; i < 6; i++) c.v[k][i] = pw_random_between(&seed, -1, 1);
      c.cell[k] = (int32_t)(pw_random_bits(&seed) % (uint64_t)(s->faces + s->edges + s->vertices));
    }
    PwSurfaceTouch touch;
    if (touch_at(&c, 0, &touch) && touch.definite > 0.05 && touch.definite > 0.05 * touch.largest) {
      double foot = hypot(touch.x1[0] - c.p[0].x[0], touch.x1[1] - c.p[0].x[1]);
      if (foot < 1e-2) continue;
      check_motion(&c);
      check_places(&c);
      kinds[with][c.cell[side]]++;
    }
    pw_arena_free(&arena);
  }
  for (int rim = 3; rim < 5; rim++) assert_true(kinds[0][rim] > 5 && kinds[1][rim] > 5);
  for (int face = 0; face < 3; face++) assert_true(kinds[1][face] > 5 && kinds[2][face] > 5);
}

// The lowest of many places of both rims over a plane, which is a circle's lowest point: gap and touch are those.
static void a_plane_touches_the_lowest_place(void **state) {
  (void)state;
  enum { PLACES = 2000 };
  uint64_t seed = 7;
  PwSurfaceFoundList list = {0};
  for (int n = 0; n < 500; n++) {
    PwArena arena = {0};
    PwShell s = random_frustum(&seed, &arena), plane = plane_of(9, 9, &arena);
    PwPose3 p = random_pose(&seed, 0.4), still = pose_of((double[]){0, 0, 0}, (double[]){1, 0, 0, 0});
    double lowest = INFINITY;
    for (int i = 0; i < 2 * PLACES; i++) {
      double angle = 2 * acos(-1) * (i % PLACES) / PLACES, r = s.round.radius[i / PLACES], x[3];
      pw_place3(&p, (double[]){r * cos(angle), r * sin(angle), s.round.z[i / PLACES]}, x);
      lowest = fmin(lowest, x[2]);
    }
    p.x[2] += 0.05 - lowest;
    bool first = n % 2;
    assert_int_equal(first ? pw_shell_search(&s, &p, &plane, &still, 1, 1, 0.3, false, &list)
                           : pw_shell_search(&plane, &still, &s, &p, 1, 1, 0.3, false, &list),
                     PAWL_OK);
    double least = INFINITY;
    for (int32_t i = 0; i < list.count; i++) least = fmin(least, list.item[i].point.gap);
    CHECK_CLOSE(least, 0.05, 2e-6);
    CHECK_CLOSE(first ? pw_shell_separation(&s, &p, &plane, &still, NULL) : pw_shell_separation(&plane, &still, &s, &p, NULL),
                least, 1e-12);
    pw_arena_free(&arena);
  }
  pw_surface_found_free(&list);
}

// From a point outside to a frustum, in the plane through the axis: the nearest of three segments.
static double point_distance(const PwShell *s, const double own[3]) {
  const PwShellRound *f = &s->round;
  double x[3] = {hypot(own[0], own[1]), 0, own[2]},
         corner[4][3] = {{0, 0, f->z[0]}, {f->radius[0], 0, f->z[0]}, {f->radius[1], 0, f->z[1]}, {0, 0, f->z[1]}};
  double least = INFINITY;
  for (int i = 0; i < 3; i++) least = fmin(least, to_segment(x, corner[i], corner[i + 1]));
  return least;
}

static void a_ball_touches_the_nearest_cell(void **state) {
  (void)state;
  uint64_t seed = 9;
  int of[5] = {0};
  PwSurfaceFoundList list = {0};
  for (int n = 0; n < 2000; n++) {
    PwArena arena = {0};
    PwShell s = random_frustum(&seed, &arena), ball = ball_of(0.2, &arena);
    PwPose3 still = random_pose(&seed, 0.5), p = random_pose(&seed, 0.5);
    double c[3];
    for (int k = 0; k < 3; k++) c[k] = pw_random_between(&seed, -0.9, 0.9);
    pw_place3(&still, c, p.x);
    if (pw_shell_depth(&s, c) < -1e-3) {
      double gap = point_distance(&s, c) - 0.2;
      bool first = n % 2;
      assert_int_equal(first ? pw_shell_search(&ball, &p, &s, &still, 1, 1, 3, false, &list)
                             : pw_shell_search(&s, &still, &ball, &p, 1, 1, 3, false, &list),
                       PAWL_OK);
      assert_int_equal(list.count, 1);
      CHECK_CLOSE(list.item[0].point.gap, gap, 1e-12);
      CHECK_CLOSE(first ? pw_shell_separation(&ball, &p, &s, &still, NULL) : pw_shell_separation(&s, &still, &ball, &p, NULL),
                  gap, 1e-12);
      of[list.item[0].face[first]]++;
    }
    pw_arena_free(&arena);
  }
  for (int i = 0; i < 5; i++) assert_true(of[i] > 50);
  pw_surface_found_free(&list);
}

// Lying: both rims at once, also where it is a little tilted, so that they close at one instant.
static void a_lying_one_has_both_rims(void **state) {
  (void)state;
  PwArena arena = {0};
  PwShell s = frustum_of(0.1, 0.1, 0.4, &arena), plane = plane_of(9, 9, &arena);
  PwPose3 still = pose_of((double[]){0, 0, 0}, (double[]){1, 0, 0, 0});
  PwSurfaceFoundList list = {0};
  for (int n = -1; n <= 1; n++) {
    double half = (acos(-1) / 2 + 1e-3 * n) / 2;
    PwPose3 lies = pose_of((double[]){0, 0, 0.1 + 0.0002}, (double[]){cos(half), sin(half), 0, 0});
    assert_int_equal(pw_shell_search(&s, &lies, &plane, &still, 1, 1, 0.05, false, &list), PAWL_OK);
    assert_int_equal(list.count, 2);
    CHECK_CLOSE(fabs(list.item[0].point.gap - list.item[1].point.gap), n ? 0.4 * 1e-3 : 0, 1e-7);
  }
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}

// Standing, or leaning by less than 1e-7: three places of the lower rim, a third of it from each other, the first where it is
// highest; leaning more: its lowest place.
static void a_standing_one_has_three_places(void **state) {
  (void)state;
  PwArena arena = {0};
  PwShell s = frustum_of(0.1, 0.07, 0.4, &arena), plane = plane_of(9, 9, &arena);
  PwPose3 still = pose_of((double[]){0, 0, 0}, (double[]){1, 0, 0, 0});
  PwSurfaceFoundList list = {0};
  static const double leans[] = {0, 1e-9, 9e-8, 1.1e-7, 1e-3};
  for (int n = 0; n < 5; n++) {
    PwPose3 stands = pose_of((double[]){0.3, 0.2, 0.25}, (double[]){1, leans[n] / 2, 0, 0});  // highest towards y
    assert_int_equal(pw_shell_search(&s, &stands, &plane, &still, 1, 1, 0.1, false, &list), PAWL_OK);
    if (leans[n] > 1e-7) {
      assert_int_equal(list.count, 1);
      assert_int_equal(list.item[0].face[0], 3);
      CHECK_CLOSE(list.item[0].point.x1[1], 0.2 + 0.2 * sin(leans[n]) - 0.1 * cos(leans[n]), 1e-9);
      continue;
    }
    double most = -INFINITY, sum = 0, next = 0;
    assert_int_equal(list.count, 3);
    for (int i = 0; i < 3; i++) {
      const PwSurfaceTouch *t = &list.item[i].point, *u = &list.item[(i + 1) % 3].point;
      double lean;
      assert_true(pw_shell_is_seat(&s, &stands, &plane, &still, list.item[i].face, 0, &lean));
      CHECK_CLOSE(lean, leans[n], 1e-12);
      CHECK_CLOSE(t->gap, 0.05 + leans[n] * (t->x1[1] - 0.2), 1e-12);
      CHECK_CLOSE(hypot(t->x1[0] - 0.3, t->x1[1] - 0.2 - 0.2 * leans[n]), 0.1, 1e-12);
      CHECK_CLOSE(hypot(t->x1[0] - u->x1[0], t->x1[1] - u->x1[1]), 0.1 * sqrt(3), 1e-9);
      if (t->gap > most) most = t->gap, next = t->x1[1];
      sum += t->gap;
    }
    CHECK_CLOSE(sum / 3, 0.05, 1e-12);
    if (leans[n] > 0) CHECK_CLOSE(next, 0.3 + 0.2 * leans[n], 1e-9);
    CHECK_CLOSE(pw_shell_separation(&s, &stands, &plane, &still, NULL), 0.05, 2e-8);
  }
  int32_t cell = pw_shell_turn_seat(&s, s.faces + s.edges + PW_SHELL_SEATS, -1), index;  // the last place of the upper rim
  assert_int_equal(cell, pw_shell_cells(&s) - 1);
  assert_int_equal(pw_shell_cell(&s, cell, &index), PW_CELL_VERTEX);
  assert_int_equal(pw_shell_turn_seat(&s, cell, 1), s.faces + s.edges + PW_SHELL_SEATS);
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(volume_and_inertia_are_those_of_closed_forms),
                                     cmocka_unit_test(what_is_no_frustum_is_refused),
                                     cmocka_unit_test(motion_is_that_of_differences),
                                     cmocka_unit_test(a_plane_touches_the_lowest_place),
                                     cmocka_unit_test(a_ball_touches_the_nearest_cell),
                                     cmocka_unit_test(a_lying_one_has_both_rims),
                                     cmocka_unit_test(a_standing_one_has_three_places)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
