// NURBS: exact rational surfaces against what they are, knot insertion, periodic nets against open ones, surfaces through points,
// and what is refused.
#include "geometry/space/nurbs.h"

#include "surfaces.h"

static void evaluate(const PwSurface *s, double u, double v, PwSurfacePoint *out) {
  double q[2] = {u, v};
  int32_t face = pw_surface_face(s, q);
  pw_surface_evaluate(s, face, q, out);
}

// ---- exact surfaces

// Distance from the tube's circle, normal from it, curvatures 1/r and cos/(R + r cos) (closed form of a torus).
static void rational_torus_is_a_torus(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurface s = rational_torus(1, 0.3, 0, 9, true, &arena);
  uint64_t seed = 1;
  assert_true(s.periodic[0] && s.periodic[1] && !s.pole[0][0] && s.rational);
  assert_int_equal(s.segments[0], 4);
  for (int k = 0; k < 500; k++) {
    PwSurfacePoint p;
    evaluate(&s, pw_random_between(&seed, 0, 4), pw_random_between(&seed, 0, 4), &p);
    double r = hypot(p.x[0], p.x[1]), out = r - 1, tube = hypot(out, p.x[2]), c = out / tube;
    CHECK_CLOSE(tube, 0.3, 1e-15);
    CHECK_CLOSE(p.n[0], c * p.x[0] / r, 1e-14);
    CHECK_CLOSE(p.n[2], p.x[2] / tube, 1e-14);
    double along = 1 / 0.3, across = c / (1 + 0.3 * c);
    CHECK_CLOSE(p.k[0] + p.k[2], along + across, 1e-12);
    CHECK_CLOSE(p.k[0] * p.k[2] - p.k[1] * p.k[1], along * across, 1e-12);
  }
  for (int32_t i = 0; i <= 4; i++) assert_int_equal(s.join[0][i], PW_JOIN_SMOOTH);
  int32_t next;
  assert_int_equal(pw_face_join(&s, 3 * 4 + 1, 0, 1, &next), PW_JOIN_SMOOTH);
  assert_int_equal(next, 1);  // round the seam
  pw_arena_free(&arena);
}
static void rational_sphere_is_a_sphere(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurface s = rational_sphere(0.8, &arena);
  uint64_t seed = 2;
  for (int k = 0; k < 1000; k++) {
    PwSurfacePoint p;
    double close = pow(10, -pw_random_between(&seed, 0, 12)), u = k % 2 ? close : 2 - close;
    evaluate(&s, u, pw_random_between(&seed, 0, 4), &p);
    CHECK_CLOSE(pw_norm(p.x), 0.8, 1e-15);
    for (int m = 0; m < 3; m++) CHECK_CLOSE(p.n[m], p.x[m] / 0.8, 1e-13);
    CHECK_CLOSE(p.k[0], 1.25, 1e-7);  // nearer to the pole than 1e-8 of the range its matrix is that of the pole
    CHECK_CLOSE(p.k[1], 0, 1e-7);
    CHECK_CLOSE(p.k[2], 1.25, 1e-7);
  }
  pw_arena_free(&arena);
}

// ---- knot insertion

enum { N = 6, M = 5 };

// Boehm: the net with one more row for a knot u in span k.
static void insert_row(const double *knot, int32_t p, int32_t k, double u, double from[N][M][4], double to[N + 1][M][4]) {
  for (int32_t i = 0; i <= N; i++) {
    double w = i <= k - p ? 1 : i > k ? 0 : (u - knot[i]) / (knot[i + p] - knot[i]);
    for (int j = 0; j < M; j++) {
      for (int m = 0; m < 4; m++) {
        to[i][j][m] = (i < N ? w * from[i][j][m] : 0) + (i > 0 && w < 1 ? (1 - w) * from[i - 1][j][m] : 0);
      }
    }
  }
}
static void knots_can_be_inserted(void **state) {
  (void)state;
  static const double knot[] = {0, 0, 0, 0, 0.3, 0.8, 1, 1, 1, 1};
  double finer[11], net[N][M][4], more[N + 1][M][4], point[2][(N + 1) * M * 3], weight[2][(N + 1) * M];
  uint64_t seed = 3;
  PwArena arena = {0};
  for (int i = 0; i < N * M; i++) {
    double *c = net[i / M][i % M], w = pw_random_between(&seed, 0.5, 2);
    c[0] = w * (i / M + pw_random_between(&seed, -0.2, 0.2));
    c[1] = w * (i % M + pw_random_between(&seed, -0.2, 0.2));
    c[2] = w * pw_random_between(&seed, -0.5, 0.5);
    c[3] = w;
  }
  for (int times = 1; times <= 3; times += 2) {  // once, and at a knot that becomes double
    double u = times == 1 ? 0.45 : 0.3;
    int32_t k = 4;
    for (int i = 0, j = 0; i < 11; i++) finer[i] = i == k + 1 ? u : knot[j++];
    insert_row(knot, 3, k, u, net, more);
    for (int i = 0; i < (N + 1) * M; i++) {
      for (int side = 0; side < 2; side++) {
        const double *c = side ? more[i / M][i % M] : net[i / M < N ? i / M : 0][i % M];
        weight[side][i] = c[3];
        for (int m = 0; m < 3; m++) point[side][3 * i + m] = c[m] / c[3];
      }
    }
    PwSurface s[2];
    for (int side = 0; side < 2; side++) {
      int32_t rows = side ? N + 1 : N;
      PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                          .nurbs = {.degree = {3, 2},
                                    .count = {rows, M},
                                    .knot = {side ? finer : knot},
                                    .knots = {side ? 11 : 10},
                                    .point = point[side],
                                    .weight = weight[side],
                                    .points = rows * M,
                                    .weights = rows * M}};
      s[side] = made(&def, &arena);
    }
    assert_int_equal(s[1].segments[0], times == 1 ? 1 : 2);  // curvature may jump at a double knot of a cubic
    for (int i = 0; i < 200; i++) {
      PwSurfacePoint a, b;
      double x = pw_random_between(&seed, 0, 1), y = pw_random_between(&seed, 0, 1);
      evaluate(&s[0], x, y, &a);
      evaluate(&s[1], x, y, &b);
      for (int m = 0; m < 3; m++) {
        CHECK_CLOSE(a.x[m], b.x[m], 1e-13);
        CHECK_CLOSE(a.dx[0][m], b.dx[0][m], 1e-12);
        CHECK_CLOSE(a.dn[1][m], b.dn[1][m], 1e-11);
        CHECK_CLOSE(a.k[m], b.k[m], 1e-11);
      }
    }
  }
  pw_arena_free(&arena);
}

// ---- periodic nets

// A periodic net is an open one with the first `degree` rows once more and the knots carried on.
static void periodic_nets_wrap(void **state) {
  (void)state;
  enum { ROWS = 9, P = 4 };
  double knot[ROWS + 1], open[ROWS + 2 * P + 1], point[(ROWS + P) * 3 * 3];
  PwArena arena = {0};
  for (int i = 0; i <= ROWS; i++) knot[i] = i + (i % 3 == 1 ? 0.2 : 0);
  for (int i = 0; i < ROWS + 2 * P + 1; i++) {
    int at = i - P, turns = at < 0 ? -1 : at / ROWS;
    open[i] = knot[at - turns * ROWS] + turns * (knot[ROWS] - knot[0]);
  }
  for (int i = 0; i < (ROWS + P) * 3; i++) {
    double a = 2 * PI * (i / 3 % ROWS) / ROWS;
    point[3 * i] = (1 + 0.2 * cos(2 * a)) * cos(a);
    point[3 * i + 1] = sin(a);
    point[3 * i + 2] = i % 3 + 0.1 * sin(a);
  }
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                      .nurbs = {.degree = {P, 2},
                                .count = {ROWS, 3},
                                .periodic = {true},
                                .knot = {knot},
                                .knots = {ROWS + 1},
                                .point = point,
                                .points = 3 * ROWS}};
  PwSurface round = made(&def, &arena);
  def.nurbs.periodic[0] = false;
  def.nurbs.count[0] = ROWS + P;
  def.nurbs.points = 3 * (ROWS + P);
  def.nurbs.knot[0] = open;
  def.nurbs.knots[0] = ROWS + 2 * P + 1;
  PwSurface cut = made(&def, &arena);
  assert_true(round.seamless[0] && !cut.periodic[0]);
  uint64_t seed = 4;
  for (int k = 0; k < 100; k++) {
    double u = pw_random_between(&seed, 0, 9), v = pw_random_between(&seed, 0, 1), q[2] = {u + 9 * (k % 5 - 2), v};
    PwSurfacePoint a, b;
    pw_surface_evaluate(&round, 0, q, &a);  // counts on
    evaluate(&cut, u, v, &b);
    for (int m = 0; m < 3; m++) {
      CHECK_CLOSE(a.x[m], b.x[m], 1e-13);
      CHECK_CLOSE(a.k[m], b.k[m], 1e-10);
    }
  }
  pw_arena_free(&arena);
}

// A kink is a border: the normal jumps at a knot that comes `degree` times.
static void kinks_are_borders(void **state) {
  (void)state;
  static const double point[5][2][3] = {
      {{0, 0, 0}, {0, 1, 0}}, {{1, 0, 0}, {1, 1, 0}}, {{2, 0, 0}, {2, 1, 0}}, {{3, 0, 1}, {3, 1, 1}}, {{4, 0, 1}, {4, 1, 1}}};
  static const double knot[] = {0, 0, 0, 1, 1, 2, 2, 2};
  PwArena arena = {0};
  PwSurfaceDef def = {
      .kind = PW_SURFACE_NURBS,
      .nurbs = {.degree = {2, 1}, .count = {5, 2}, .knot = {knot}, .knots = {8}, .point = point[0][0], .points = 10}};
  PwSurface s = made(&def, &arena);
  int32_t next;
  assert_int_equal(s.segments[0], 2);
  assert_int_equal(pw_face_join(&s, 0, 0, 1, &next), PW_JOIN_NONE);
  assert_int_equal(next, -1);
  pw_arena_free(&arena);
}

// ---- surfaces through points

static void height(double x, double y, double out[3]) {  // of degree 3 in each direction
  out[0] = x;
  out[1] = y;
  out[2] = 1 + x * x * x * y - 0.5 * x * y * y * y + 0.3 * x * x * y * y - y;
}
// The grid of a polynomial gives it back, everywhere.
static void polynomials_are_found(void **state) {
  (void)state;
  enum { ROWS = 9, COLUMNS = 7 };
  double point[ROWS][COLUMNS][3];
  PwArena arena = {0};
  for (int i = 0; i < ROWS; i++) {
    for (int j = 0; j < COLUMNS; j++) height(i / 8.0, j / 6.0, point[i][j]);
  }
  for (int degree = 3; degree <= 5; degree++) {
    PwGridDef grid = {.degree = {degree, degree}, .count = {ROWS, COLUMNS}, .uniform = {true, true}, .point = point[0][0]};
    PwGridFit fit;
    PwSurfaceProblem problem = {0};
    assert_int_equal(pw_nurbs_fit(&grid, &arena, &fit, &problem), PAWL_OK);
    CHECK_CLOSE(fit.error.at, 0, 1e-14);
    for (int d = 0; d < 2 && degree == 3; d++) CHECK_CLOSE(fit.error.between[d], 0, 1e-14);
    PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                        .nurbs = {.degree = {degree, degree},
                                  .count = {ROWS, COLUMNS},
                                  .knot = {fit.knot[0], fit.knot[1]},
                                  .knots = {fit.knots[0], fit.knots[1]},
                                  .point = fit.point,
                                  .points = ROWS * COLUMNS}};
    PwSurface s = made(&def, &arena);
    for (int k = 0; k < 50; k++) {
      double x[3];
      PwSurfacePoint p;
      evaluate(&s, k / 49.0, (k * 7 % 50) / 49.0, &p);
      height(k / 49.0, (k * 7 % 50) / 49.0, x);
      for (int m = 0; m < 3; m++) CHECK_CLOSE(p.x[m], x[m], 1e-13);
    }
  }
  pw_arena_free(&arena);
}
// A circular tube through n points: the error between them falls with the order degree + 1, and what is said of it is no less.
static double tube_error(int n, int degree, bool uneven, PwGridFit *fit) {
  PwArena arena = {0};
  double *point = pw_arena_array(&arena, (size_t)n * 12, sizeof *point), most = 0;
  for (int i = 0; i < n; i++) {
    double a = 2 * PI * i / n + (uneven ? 0.3 * sin(2 * PI * i / n) : 0);
    for (int j = 0; j < 4; j++) {
      point[3 * (4 * i + j)] = cos(a);
      point[3 * (4 * i + j) + 1] = sin(a);
      point[3 * (4 * i + j) + 2] = j;
    }
  }
  PwGridDef grid = {.degree = {degree, 3}, .count = {n, 4}, .periodic = {true}, .uniform = {!uneven, true}, .point = point};
  PwSurfaceProblem problem = {0};
  if (pw_nurbs_fit(&grid, &arena, fit, &problem)) fail_msg("%d points of degree %d: %s", n, degree, problem.text);
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                      .nurbs = {.degree = {degree, 3},
                                .count = {n, 4},
                                .periodic = {true},
                                .knot = {fit->knot[0], fit->knot[1]},
                                .knots = {fit->knots[0], fit->knots[1]},
                                .point = fit->point,
                                .points = 4 * n}};
  PwSurface s = made(&def, &arena);
  for (int k = 0; k < 2000; k++) {
    PwSurfacePoint p;
    evaluate(&s, s.range[0][0] + k / 2000.0, 0.37, &p);
    most = fmax(most, fabs(hypot(p.x[0], p.x[1]) - 1));
  }
  for (int i = 0; i < n; i++) {
    PwSurfacePoint p;
    evaluate(&s, fit->parameter[0][i], 1, &p);
    CHECK_CLOSE(p.x[0], point[12 * i], 1e-13);
  }
  pw_arena_free(&arena);
  return most;
}
static void errors_between_points_are_stated(void **state) {
  (void)state;
  for (int degree = 3; degree <= 5; degree++) {
    PwGridFit fit;
    double coarse = tube_error(24, degree, false, &fit), said = fit.error.between[0];
    CHECK_CLOSE(fit.error.at, 0, 1e-14);
    assert_true(isnan(fit.error.between[1]));  // four columns are too few
    assert_true(coarse <= said && said < 3 * pow(2, degree + 1) * coarse + 1e-15);
    double fine = tube_error(48, degree, false, &fit), order = log2(coarse / fine);
    CHECK_CLOSE(order, degree % 2 ? degree + 1 : degree + 2, 0.6);  // even degrees have one more on a circle
    coarse = tube_error(24, degree, true, &fit);
    assert_true(coarse <= fit.error.between[0] && fit.error.at < 1e-13);
  }
}

// ---- what is refused

static void refused(const PwNurbsDef *net, const char *text, int32_t row, int32_t column) {
  PwArena arena = {0};
  PwSurface s;
  PwSurfaceProblem problem = {0};
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS, .nurbs = *net};
  assert_int_equal(pw_surface_build(&def, &arena, &s, &problem), PAWL_ERR_INPUT);
  if (!strstr(problem.text, text)) fail_msg("'%s' is not in '%s'", text, problem.text);
  assert_int_equal(problem.row, row);
  assert_int_equal(problem.column, column);
  pw_arena_free(&arena);
}
static void bad_nets_are_named(void **state) {
  (void)state;
  double point[5][4][3], weight[20], knot[] = {0, 0, 0, 0, 0.5, 1, 1, 1, 1};
  for (int i = 0; i < 20; i++) {
    point[i / 4][i % 4][0] = i / 4, point[i / 4][i % 4][1] = i % 4, point[i / 4][i % 4][2] = 0.1 * (i % 3);
    weight[i] = 1;
  }
  const PwNurbsDef good = {.degree = {3, 3},
                           .count = {5, 4},
                           .knot = {knot},
                           .knots = {9},
                           .point = point[0][0],
                           .weight = weight,
                           .points = 20,
                           .weights = 20};
  PwNurbsDef d = good;
  d.degree[1] = 16;
  refused(&d, "degree 16 in v; the degree must be 1 to 15", -1, -1);
  d = good, d.degree[1] = 4;
  refused(&d, "4 columns of points; degree 4 in v needs at least 5", -1, -1);
  d = good, d.points = 19;
  refused(&d, "19 points; 5 rows of 4 need 20", -1, -1);
  d = good, d.weights = 21;
  refused(&d, "21 weights for 20 points", -1, -1);
  d = good, d.knots[0] = 8;
  refused(&d, "8 knots in u; 5 points of degree 3 need 9", -1, -1);
  d = good, knot[4] = -0.5;
  refused(&d, "knot 4 in u is -0.5, below the one before it, 0", -1, -1);
  knot[4] = NAN;
  refused(&d, "knot 4 in u is not a number", -1, -1);
  knot[4] = 0;
  refused(&d, "knot 4 in u, 0, comes 5 times; degree 3 allows 4", -1, -1);
  knot[4] = 1e-14;
  refused(&d, "knots 3 and 4 in u are nearly one", -1, -1);
  knot[4] = 0.5;
  weight[7] = 0;
  refused(&good, "the weight of point [1][3] is 0; weights must be above 0", 1, 3);
  weight[7] = -2;
  refused(&good, "the weight of point [1][3] is -2", 1, 3);
  weight[7] = 1e-12;
  refused(&good, "too little beside the largest", 1, 3);
  weight[7] = 1;
  point[2][1][1] = NAN;
  refused(&good, "point [2][1] is not a place", 2, 1);
  for (int i = 0; i < 20; i++) point[i / 4][i % 4][1] = point[i / 4][i % 4][2] = 0;
  refused(&good, "not smooth at its pole, u = 0", 0, 0);  // all columns are one
  for (int i = 0; i < 20; i++) point[i / 4][i % 4][0] = point[i / 4][i % 4][1] = i / 4 + i % 4;
  refused(&good, "there is no normal", -1, -1);
  for (int i = 0; i < 20; i++) point[i / 4][i % 4][0] = point[i / 4][i % 4][1] = 3;
  refused(&good, "all points of the net are one point", -1, -1);
}
static void bad_grids_are_named(void **state) {
  (void)state;
  double point[5][4][3];
  PwArena arena = {0};
  PwGridFit fit;
  PwSurfaceProblem problem = {0};
  for (int i = 0; i < 20; i++) point[i / 4][i % 4][0] = i / 4, point[i / 4][i % 4][1] = i % 4, point[i / 4][i % 4][2] = 0;
  PwGridDef grid = {.degree = {3, 4}, .count = {5, 4}, .point = point[0][0]};
  assert_int_equal(pw_nurbs_fit(&grid, &arena, &fit, &problem), PAWL_ERR_INPUT);
  assert_non_null(strstr(problem.text, "4 columns of points; degree 4 needs at least 5"));
  grid.degree[1] = 3;
  for (int j = 0; j < 4; j++) point[3][j][0] = point[2][j][0];
  assert_int_equal(pw_nurbs_fit(&grid, &arena, &fit, &problem), PAWL_ERR_INPUT);
  assert_non_null(strstr(problem.text, "rows 2 and 3 of points are the same"));
  point[4][1][2] = INFINITY;
  assert_int_equal(pw_nurbs_fit(&grid, &arena, &fit, &problem), PAWL_ERR_INPUT);
  assert_non_null(strstr(problem.text, "point [4][1] is not a place"));
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rational_torus_is_a_torus),
      cmocka_unit_test(rational_sphere_is_a_sphere),
      cmocka_unit_test(knots_can_be_inserted),
      cmocka_unit_test(periodic_nets_wrap),
      cmocka_unit_test(kinks_are_borders),
      cmocka_unit_test(polynomials_are_found),
      cmocka_unit_test(errors_between_points_are_stated),
      cmocka_unit_test(bad_nets_are_named),
      cmocka_unit_test(bad_grids_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
