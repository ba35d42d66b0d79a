// Searches of shells against all pairs of their cells by formulas of the test's own: none lost, none double; the reach keeps its
// promise; depths of overlaps are those of all directions.
#include "shells.h"

static const double MARGIN = 0.3;

static bool is_same_cells(const PwSurfaceFound *f, const int32_t cell[2]) {
  return f->face[0] == cell[0] && f->face[1] == cell[1];
}

static void check_doubles(const PwSurfaceFoundList *list) {
  for (int32_t i = 0; i < list->count; i++) {
    for (int32_t j = 0; j < i; j++) {
      const PwSurfaceFound *a = &list->item[i], *b = &list->item[j];
      double far = 0;
      for (int k = 0; k < 3; k++) far = fmax(far, fabs(a->point.x1[k] - b->point.x1[k]) + fabs(a->point.n[k] - b->point.n[k]));
      assert_true(far > 1e-8);
      assert_false(is_same_cells(a, b->face));
    }
  }
}

// Nearest pairs of two bodies apart: the nearest of all cells, if it is one that can carry, is listed, and nothing nearer is.
static bool check_apart(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2,
                        const PwSurfaceFoundList *list) {
  int32_t cell[2];
  double second, nearest = brute_distance(s1, p1, s2, p2, cell, &second);
  PwSurfaceTouch t;
  bool found = false;
  for (int32_t i = 0; i < list->count; i++) {
    const PwSurfaceFound *f = &list->item[i];
    found |= is_same_cells(f, cell) && fabs(f->point.gap - nearest) < 1e-12;
    if (f->border[0]) continue;
    assert_true(f->point.gap > nearest - 1e-12);
    CHECK_CLOSE(cell_distance(s1, p1, s2, p2, f->face), f->point.gap, 1e-9);
  }
  if (nearest > MARGIN - 1e-9 || pw_shell_solve(s1, p1, s2, p2, cell, &t)) return false;
  if (fabs(t.gap - nearest) > 1e-10 || second - nearest < 1e-9) return false;  // vertex on edge or vertex: no touch
  if (!found) fail_msg("the touch of cells %d and %d with gap %g is not listed", (int)cell[0], (int)cell[1], nearest);
  return true;
}

static void no_touch_is_lost_in_random_poses(void **state) {
  (void)state;
  uint64_t seed = 5;
  int carried = 0, apart = 0, poses = CHECK_SANITIZED ? 1000 : 10000;
  PwSurfaceFoundList list = {0};
  PwArena arena = {0};
  PwShell s1 = {0}, s2 = {0};
  for (int n = 0; n < poses; n++) {
    if (n % 100 == 0) {
      pw_arena_free(&arena);
      s1 = random_shell(&seed, &arena), s2 = random_shell(&seed, &arena);
    }
    PwPose3 p1 = random_pose(&seed, 0.9), p2 = random_pose(&seed, 0.9);
    double gap = pw_shell_separation(&s1, &p1, &s2, &p2, NULL);
    assert_int_equal(pw_shell_search(&s1, &p1, &s2, &p2, 1, 1, MARGIN, false, &list), PAWL_OK);
    check_doubles(&list);
    if (!(gap > 0)) continue;
    apart++;
    carried += check_apart(&s1, &p1, &s2, &p2, &list);
  }
  if (carried < poses / 50) fail_msg("%d of %d apart, %d with a touch", apart, poses, carried);
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}

// Pose p1 of a shell moved towards a place, by `shift`, and turned about an axis through its centre.
static PwPose3 moved_towards(const PwShell *s, const PwPose3 *p, const double to[3], double shift, const double axis[3],
                             double angle) {
  double q[4] = {cos(angle / 2)}, r[9], center[3], middle[3], way[3];
  PwPose3 out;
  for (int k = 0; k < 3; k++) q[1 + k] = sin(angle / 2) * axis[k];
  pw_quat_matrix(q, r);
  for (int i = 0; i < 9; i++) {
    out.r[i] = 0;
    for (int k = 0; k < 3; k++) out.r[i] += r[i / 3 * 3 + k] * p->r[3 * k + i % 3];
  }
  pw_place3(p, s->center, middle);
  pw_turn3(out.r, s->center, center);
  for (int k = 0; k < 3; k++) way[k] = to[k] - middle[k];
  pw_normalise(way);
  for (int k = 0; k < 3; k++) out.x[k] = middle[k] - center[k] + shift * way[k];
  return out;
}

// A motion that the reach of the search allows, towards the other body and round its own centre. True: they meet on it, which a
// touch of the list must tell.
static bool meets_within(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2,
                         const PwSurfaceFoundList *list, uint64_t *seed) {
  enum { STEPS = 20 };
  double reach = fmin(list->reach, 2), turns = pw_random_between(seed, 0, 1) * reach, axis[3], to[3];
  for (int k = 0; k < 3; k++) axis[k] = pw_random_between(seed, -1, 1);
  pw_normalise(axis);
  pw_place3(p2, s2->center, to);
  for (int i = 1; i <= STEPS; i++) {
    double part = (double)i / STEPS;
    PwPose3 moved = moved_towards(s1, p1, to, part * (reach - turns), axis, part * turns / s1->radius);
    if (pw_shell_separation(s1, &moved, s2, p2, NULL) > 0) continue;
    for (int32_t j = 0; j < list->count; j++) {
      PwSurfaceTouch t;
      if (pw_shell_solve(s1, &moved, s2, p2, list->item[j].face, &t) == PAWL_OK && t.gap < 0.1) return true;
    }
    fail_msg("the bodies meet within the reach %g, and nothing that is listed tells of it", reach);
  }
  return false;
}

static void nothing_closes_within_the_reach(void **state) {
  (void)state;
  uint64_t seed = 17;
  int closed = 0;
  PwSurfaceFoundList list = {0};
  for (int n = 0; n < (CHECK_SANITIZED ? 300 : 3000); n++) {
    PwArena arena = {0};
    PwShell s1 = random_shell(&seed, &arena), s2 = random_shell(&seed, &arena);
    PwPose3 p1 = random_pose(&seed, 0.7), p2 = random_pose(&seed, 0.7);
    double gap = pw_shell_separation(&s1, &p1, &s2, &p2, NULL);
    if (gap > 0 && gap < 0.25) {
      assert_int_equal(pw_shell_search(&s1, &p1, &s2, &p2, 1, 1, MARGIN, false, &list), PAWL_OK);
      closed += meets_within(&s1, &p1, &s2, &p2, &list, &seed);
    }
    pw_arena_free(&arena);
  }
  assert_true(closed > (CHECK_SANITIZED ? 1 : 10));
  pw_surface_found_free(&list);
}

static double support(const PwShell *s, const PwPose3 *pose, const double n[3]) {
  double most = -INFINITY;
  for (int32_t i = 0; i < s->points; i++) {
    double x[3];
    place_point(s, pose, i, x);
    most = fmax(most, pw_dot(n, x));
  }
  return most;
}

// No direction parts overlapping bodies by a shorter way than the one that is told.
static void check_shortest(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2, double gap,
                           uint64_t *seed) {
  for (int i = 0; i < 200; i++) {
    double u[3], back[3];
    for (int k = 0; k < 3; k++) u[k] = pw_random_between(seed, -1, 1);
    pw_normalise(u);
    for (int k = 0; k < 3; k++) back[k] = -u[k];
    assert_true(support(s1, p1, back) + support(s2, p2, u) >= -gap - 1e-12);
  }
}

static void depth_is_the_shortest_way_out(void **state) {
  (void)state;
  uint64_t seed = 23;
  PwSurfaceFoundList list = {0};
  for (int n = 0; n < 300; n++) {
    PwArena arena = {0};
    PwShell s1 = random_shell(&seed, &arena), s2 = random_shell(&seed, &arena);
    PwPose3 p1 = random_pose(&seed, 0.3), p2 = random_pose(&seed, 0.3);
    double gap = pw_shell_separation(&s1, &p1, &s2, &p2, NULL);
    bool told = gap >= 0;
    assert_int_equal(pw_shell_search(&s1, &p1, &s2, &p2, 1, 10, MARGIN, false, &list), PAWL_OK);
    if (gap < 0) check_shortest(&s1, &p1, &s2, &p2, gap, &seed);
    for (int32_t i = 0; i < list.count && gap < 0; i++) {
      const PwSurfaceTouch *t = &list.item[i].point;
      double back[3] = {-t->n[0], -t->n[1], -t->n[2]};
      if (fabs(t->gap - gap) > 1e-12) continue;
      told = true;
      CHECK_CLOSE(support(&s1, &p1, back) + support(&s2, &p2, t->n), -gap, 1e-12);
    }
    if (!told) fail_msg("case %d: an overlap of %g has no touch", n, -gap);
    pw_arena_free(&arena);
  }
  pw_surface_found_free(&list);
}

// A box flat on a larger one: its four corners, all at once, also where it is a little tilted; turned on an equal one: the eight
// crossings; drawn on an equal one: four.
static void flat_faces_have_the_corners_of_what_they_share(void **state) {
  (void)state;
  PwArena arena = {0};
  PwShell box = box_of(1, 1, 1, &arena), table = box_of(5, 5, 1, &arena);
  PwSurfaceFoundList list = {0};
  const PwPose3 below = pose_of((double[]){0, 0, -0.5}, (double[]){1, 0, 0, 0});
  static const struct {
    bool equal;
    double turn, tilt, shift;
    int32_t count;
  } cases[] = {{false, 0, 0, 0, 4}, {false, 0.3, 0, 0, 4}, {false, 0.3, 1e-3, 0, 4}, {true, 0.3, 0, 0, 8},
               {true, 0, 0, 0, 4},  {true, 0, 0, 0.2, 4},  {false, 0, 0, 2.3, 4},    {true, 0.3, 0, 0.05, 8}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    PwPose3 on =
        pose_of((double[]){cases[i].shift, 0, 0.5}, (double[]){cos(cases[i].turn / 2), cases[i].tilt, 0, sin(cases[i].turn / 2)});
    assert_int_equal(pw_shell_search(&box, &on, cases[i].equal ? &box : &table, &below, 5, 1, MARGIN, false, &list), PAWL_OK);
    if (list.count != cases[i].count) fail_msg("case %d: %d touches", (int)i, (int)list.count);
    for (int32_t k = 0; k < list.count; k++) CHECK_CLOSE(list.item[k].point.n[2], 1, 1e-5);
  }
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}

// A ball has one touch with a solid that it is beside: as far away as the nearest point of it, by clamping to a box.
static void a_ball_touches_the_nearest_cell(void **state) {
  (void)state;
  uint64_t seed = 31;
  int of[3] = {0};
  PwArena arena = {0};
  PwShell box = box_of(1, 0.8, 0.6, &arena), ball = ball_of(0.2, &arena);
  PwSurfaceFoundList list = {0};
  static const double half[3] = {0.5, 0.4, 0.3};
  for (int n = 0; n < 2000; n++) {
    PwPose3 still = random_pose(&seed, 0.5), p = random_pose(&seed, 0.5);
    double c[3], square = 0;
    for (int k = 0; k < 3; k++) {
      c[k] = pw_random_between(&seed, -0.9, 0.9);
      square += pow(fmax(fabs(c[k]) - half[k], 0), 2);
    }
    pw_place3(&still, c, p.x);
    if (square == 0) continue;
    double gap = sqrt(square) - 0.2;
    bool first = n % 2;
    assert_int_equal(first ? pw_shell_search(&ball, &p, &box, &still, 1, 1, 1, false, &list)
                           : pw_shell_search(&box, &still, &ball, &p, 1, 1, 1, false, &list),
                     PAWL_OK);
    assert_int_equal(list.count, 1);
    CHECK_CLOSE(list.item[0].point.gap, gap, 1e-12);
    CHECK_CLOSE(first ? pw_shell_separation(&ball, &p, &box, &still, NULL) : pw_shell_separation(&box, &still, &ball, &p, NULL),
                gap, 1e-12);
    int32_t index;
    of[pw_shell_cell(&box, list.item[0].face[first], &index)]++;
  }
  assert_true(of[0] > 50 && of[1] > 50 && of[2] > 50);
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_touch_is_lost_in_random_poses), cmocka_unit_test(nothing_closes_within_the_reach),
      cmocka_unit_test(depth_is_the_shortest_way_out), cmocka_unit_test(flat_faces_have_the_corners_of_what_they_share),
      cmocka_unit_test(a_ball_touches_the_nearest_cell)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
