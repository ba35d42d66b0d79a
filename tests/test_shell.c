// Shells: cells of hulls, what is refused, what they enclose, and the motion of touches of every pair of cells against
// differences.
#include "shell_motion.h"

static void cells_are_those_of_euler(void **state) {
  (void)state;
  PwArena arena = {0};
  static const int prism[] = {3, 4, 5, 12, 50};
  PwShell box = box_of(1, 2, 3, &arena);
  assert_int_equal(box.faces, 6);
  assert_int_equal(box.edges, 12);
  assert_int_equal(box.vertices, 8);
  CHECK_CLOSE(box.size, sqrt(14), 1e-15);
  CHECK_CLOSE(box.radius, sqrt(14) / 2, 1e-15);
  for (int i = 0; i < 5; i++) {
    PwShell s = prism_of(prism[i], 1, 0.7, &arena);
    assert_int_equal(s.faces, prism[i] + 2);
    assert_int_equal(s.edges, 3 * prism[i]);
  }
  for (int32_t e = 0; e < box.edges; e++) {  // the faces of an edge lie on its sides, and it leads along both
    const PwShellEdge *edge = &box.edge[e];
    for (int k = 0; k < 2; k++) {
      CHECK_CLOSE(pw_dot(edge->into[k], edge->along), 0, 1e-15);
      CHECK_CLOSE(pw_dot(edge->into[k], box.face[edge->face[k]].n), 0, 1e-15);
      CHECK_CLOSE(pw_dot(edge->into[k], box.face[edge->face[1 - k]].n), -1, 1e-15);
    }
  }
  pw_arena_free(&arena);
}

static void refuses(const Point *point, int32_t count, int32_t row, const char *fragment) {
  PwArena arena = {0};
  PwShell s;
  PwSurfaceProblem problem = {.row = -2};
  assert_int_equal(pw_shell_hull((const double(*)[3])point, count, &arena, &s, &problem), PAWL_ERR_INPUT);
  if (!strstr(problem.text, fragment) || problem.row != row) fail_msg("row %d: %s", (int)problem.row, problem.text);
  pw_arena_free(&arena);
}

static void what_is_no_solid_is_refused(void **state) {
  (void)state;
  static const Point few[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  static const Point flat[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 3, 0}};
  static const Point line[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  static const Point twice[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 1e-8}};
  static const Point inside[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.2, 0.2, 0.2}};
  static const Point in_face[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.2, 0.2, 0}};
  static const Point on_edge[] = {{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static const Point bent[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0.6, -1e-5}};
  static const Point nan[] = {{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}, {0, 0, 1}};
  refuses(few, 3, -1, "has 3 points, need 4 to 100");
  refuses(flat, 5, -1, "lie in one plane");
  refuses(line, 4, -1, "lie in one plane");
  refuses(twice, 5, 4, "points 3 and 5 are one");
  refuses(inside, 5, 4, "point 5 is no vertex");
  refuses(in_face, 5, 4, "point 5 is no vertex");
  refuses(on_edge, 5, 1, "point 2 is no vertex");
  refuses(bent, 5, 0, "turn by less than 0.001 rad");
  refuses(nan, 4, 2, "point 3 is no place");
}

// Closed forms: a box, and a tetrahedron with edges a along the axes (V = a^3/6, I about its centre a^2 V 3/40 and products
// a^2 V (1/80)); a prism against sums of thin columns would be less precise than its own formula m r^2/4 (1 + ...).
static void volume_and_inertia_are_those_of_closed_forms(void **state) {
  (void)state;
  PwArena arena = {0};
  static const Point corner[] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
  double v, c[3], in[6];
  PwShell box = box_of(1, 2, 3, &arena), tetrahedron = hull_of(corner, 4, &arena);
  pw_shell_measure(&box, &v, c, in);
  CHECK_CLOSE(v, 6, 1e-14);
  CHECK_CLOSE(in[0], 6.0 * (4 + 9) / 12, 1e-14);
  CHECK_CLOSE(in[1], 6.0 * (1 + 9) / 12, 1e-14);
  CHECK_CLOSE(in[2], 6.0 * (1 + 4) / 12, 1e-14);
  for (int k = 0; k < 3; k++) CHECK_CLOSE(fabs(c[k]) + fabs(in[3 + k]), 0, 1e-14);
  pw_shell_measure(&tetrahedron, &v, c, in);
  CHECK_CLOSE(v, 8.0 / 6, 1e-14);
  for (int k = 0; k < 3; k++) {
    CHECK_CLOSE(c[k], 0.5, 1e-14);
    CHECK_CLOSE(in[k], 4 * v * 3 / 40, 1e-14);
    CHECK_CLOSE(in[3 + k], 4 * v / 80, 1e-14);
  }
  pw_arena_free(&arena);
}

static void depth_is_that_of_the_nearest_face(void **state) {
  (void)state;
  PwArena arena = {0};
  PwShell box = box_of(1, 2, 3, &arena);
  CHECK_CLOSE(pw_shell_depth(&box, (double[]){0.1, 0, 0}), 0.4, 1e-15);
  CHECK_CLOSE(pw_shell_depth(&box, (double[]){0, 0, 1.7}), -0.2, 1e-15);
  pw_arena_free(&arena);
}

static void motion_is_that_of_differences(void **state) {
  (void)state;
  uint64_t seed = 11;
  int kinds[3][3] = {{0}}, checked = 0;
  for (int n = 0; n < 300; n++) {
    PwArena arena = {0};
    bool round = n % 3 == 0;
    ShellCase c = {.s = {random_shell(&seed, &arena), random_shell(&seed, &arena)}};
    if (round) c.s[n / 3 % 2] = ball_of(pw_random_between(&seed, 0.1, 0.5), &arena);
    for (int side = 0; side < 2; side++) {
      c.p[side] = random_pose(&seed, 1);
      for (int k = 0; k < 6; k++) c.v[side][k] = pw_random_between(&seed, -1, 1);
      int32_t cells = c.s[side].faces + c.s[side].edges + c.s[side].vertices, index;
      c.cell[side] = (int32_t)(pw_random_bits(&seed) % (uint64_t)cells);
      if (side == 0 && !round && pw_shell_cell(&c.s[0], c.cell[0], &index) == PW_CELL_FACE) c.cell[0] = cells - 1;
    }
    int32_t index[2];
    PwCellKind a = pw_shell_cell(&c.s[0], c.cell[0], &index[0]), b = pw_shell_cell(&c.s[1], c.cell[1], &index[1]);
    PwSurfaceTouch touch;
    if (touch_at(&c, 0, &touch) && fabs(touch.definite) > 0.05 * touch.largest && fabs(touch.gap) > -2) {
      check_motion(&c);
      check_places(&c);
      kinds[a][b]++, checked++;
    }
    pw_arena_free(&arena);
  }
  assert_true(kinds[PW_CELL_VERTEX][PW_CELL_FACE] > 5 && kinds[PW_CELL_EDGE][PW_CELL_EDGE] > 5 && checked > 60);
  assert_true(kinds[PW_CELL_VERTEX][PW_CELL_EDGE] > 5 && kinds[PW_CELL_FACE][PW_CELL_VERTEX] > 5);
}

// Edges of sharp bodies, in their fans or watched beside them: as long as a touch does not end its gap goes on as they turn, by
// no more than what a point moves. (The side of the normal was that of the second edge alone: gaps jumped to their negative.)
static void gaps_of_sharp_edges_do_not_jump(void **state) {
  (void)state;
  static const double TURN = 0.02;
  static const Point blade[] = {{0, -1, 0}, {0, 1, 0}, {1, -1, 0.03}, {1, 1, 0.03}, {1, -1, -0.03}, {1, 1, -0.03}};
  uint64_t seed = 41;
  int checked = 0;
  PwArena arena = {0};
  PwShell s = hull_of(blade, 6, &arena);
  for (int n = 0; n < 300; n++) {
    double q[4], turned[3], most = TURN * 6;
    for (int k = 0; k < 3; k++) turned[k] = pw_random_between(&seed, -1, 1);
    pw_normalise(turned);
    for (int k = 0; k < 4; k++) q[k] = k < 1 ? cos(TURN / 2) : sin(TURN / 2) * turned[k - 1];
    PwPose3 p1 = random_pose(&seed, 0.3), p2 = random_pose(&seed, 0.3), turn = pose_of((double[]){0, 0, 0}, q), moved = p1;
    for (int i = 0; i < 9; i++) {
      moved.r[i] = 0;
      for (int k = 0; k < 3; k++) moved.r[i] += turn.r[i / 3 * 3 + k] * p1.r[3 * k + i % 3];
    }
    for (int32_t e = 0; e < s.edges * s.edges; e++) {
      const int32_t cell[2] = {s.faces + e / s.edges, s.faces + e % s.edges};
      PwSurfaceTouch was, is;
      PwCellPlace at[2];
      if (pw_shell_solve(&s, &p1, &s, &p2, cell, &was) || pw_shell_solve(&s, &moved, &s, &p2, cell, &is)) continue;
      pw_shell_place(&s, &p1, cell[0], &was, 0, &at[0]);
      pw_shell_place(&s, &p2, cell[1], &was, 1, &at[1]);
      if (!(was.definite > TURN) || was.largest < 0.5 || fmin(at[0].inside, at[1].inside) < 0) continue;
      assert_true(fabs(is.gap - was.gap) < most);
      checked++;
    }
  }
  assert_true(checked > 100);
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cells_are_those_of_euler),
                                     cmocka_unit_test(what_is_no_solid_is_refused),
                                     cmocka_unit_test(volume_and_inertia_are_those_of_closed_forms),
                                     cmocka_unit_test(depth_is_that_of_the_nearest_face),
                                     cmocka_unit_test(motion_is_that_of_differences),
                                     cmocka_unit_test(gaps_of_sharp_edges_do_not_jump)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
