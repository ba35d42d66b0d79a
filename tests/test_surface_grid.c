// Surfaces as grids for drawings: triangles near the surface, borders and kinks marked, no more points than allowed.
#include "geometry/space/surface_grid.h"

#include "surfaces.h"

static PwSurfaceGrid grid_of(const PwSurface *s, double tolerance, int32_t most, PwArena *arena) {
  PwSurfaceGrid g;
  assert_int_equal(pw_surface_grid(s, NULL, tolerance, most, arena, &g), PAWL_OK);
  assert_in_range(g.count[0] * g.count[1], 1, most);
  return g;
}

static const double *place(const PwSurfaceGrid *g, int32_t i, int32_t j) {
  return g->x[i * g->count[1] + j];
}

// ---- distances

static double distance_to_side(const double p[3], const double a[3], const double b[3]) {
  double d[3], r[3];
  for (int c = 0; c < 3; c++) d[c] = b[c] - a[c], r[c] = p[c] - a[c];
  double n = pw_dot(d, d), along = n > 0 ? fmin(fmax(pw_dot(r, d) / n, 0), 1) : 0;
  for (int c = 0; c < 3; c++) r[c] -= along * d[c];
  return pw_norm(r);
}

static double distance_to_triangle(const double p[3], const double *const t[3]) {
  double e[2][3], r[3], n[3], side[3];
  for (int c = 0; c < 3; c++) e[0][c] = t[1][c] - t[0][c], e[1][c] = t[2][c] - t[0][c], r[c] = p[c] - t[0][c];
  pw_cross(e[0], e[1], n);
  double best = fmin(distance_to_side(p, t[0], t[1]), fmin(distance_to_side(p, t[1], t[2]), distance_to_side(p, t[2], t[0])));
  bool inside = pw_norm(n) > 0;
  for (int k = 0; k < 3 && inside; k++) {
    double along[3], to[3];
    for (int c = 0; c < 3; c++) along[c] = t[(k + 1) % 3][c] - t[k][c], to[c] = p[c] - t[k][c];
    pw_cross(along, to, side);
    inside = pw_dot(side, n) >= 0;
  }
  return inside ? fabs(pw_dot(r, n)) / pw_norm(n) : best;
}

static int32_t interval(const PwSurfaceGrid *g, int d, double q) {
  int32_t i = 0;
  while (i + 2 < g->count[d] && g->q[d][i + 1] <= q) i++;
  return i;
}

// From a place of the surface to the triangles of its cell.
static double distance_to_grid(const PwSurface *s, const PwSurfaceGrid *g, const double at[2]) {
  double q[2] = {at[0], at[1]};
  PwSurfacePoint p;
  pw_surface_evaluate(s, pw_surface_face(s, q), q, &p);
  int32_t i = interval(g, 0, q[0]), j = interval(g, 1, q[1]), i2 = i + (g->count[0] > 1), j2 = j + (g->count[1] > 1);
  const double *c[4] = {place(g, i, j), place(g, i2, j), place(g, i2, j2), place(g, i, j2)};
  return fmin(distance_to_triangle(p.x, (const double *const[3]){c[0], c[1], c[2]}),
              distance_to_triangle(p.x, (const double *const[3]){c[0], c[2], c[3]}));
}

// ---- every kind

// Random places of a surface are no farther from the triangles than was asked for: the second path is the surface itself.
static void triangles_are_near(void **state) {
  (void)state;
  Collection c;
  uint64_t seed = 5;
  collect(&c);
  for (int i = 0; i < c.count; i++) {
    const PwSurface *s = &c.s[i];
    double tolerance = 1e-3 * (s->extent > 0 ? s->extent : 1), worst = 0;
    PwSurfaceGrid g = grid_of(s, tolerance, 20000, &c.arena);
    for (int n = 0; n < 3000; n++) {
      double q[2] = {pw_random_between(&seed, s->range[0][0], s->range[0][1]),
                     pw_random_between(&seed, s->range[1][0], s->range[1][1])};
      worst = fmax(worst, distance_to_grid(s, &g, q));
    }
    if (!(worst <= tolerance)) fail_msg("%s: %g of the tolerance", c.name[i], worst / tolerance);
  }
  pw_arena_free(&c.arena);
}

static void triangle_normal(const double *a, const double *b, const double *c, double out[3]) {
  double e[2][3];
  for (int k = 0; k < 3; k++) e[0][k] = b[k] - a[k], e[1][k] = c[k] - a[k];
  pw_cross(e[0], e[1], out);
}

// Twice the area of the triangles, each counted with the side on which the normals are: one sign for all of them.
static double signed_area(const PwSurfaceGrid *g) {
  double sum = 0, sign = 0;
  for (int32_t i = 0; i + 1 < g->count[0]; i++) {
    for (int32_t j = 0; j + 1 < g->count[1]; j++) {
      int32_t at[4] = {i * g->count[1] + j, (i + 1) * g->count[1] + j, (i + 1) * g->count[1] + j + 1, i * g->count[1] + j + 1};
      for (int half = 0; half < 2; half++) {
        int32_t corner[3] = {at[0], at[1 + half], at[2 + half]};
        double n[3], mean[3] = {0};
        triangle_normal(g->x[corner[0]], g->x[corner[1]], g->x[corner[2]], n);
        for (int k = 0; k < 9; k++) mean[k % 3] += g->n[corner[k / 3]][k % 3];
        double side = pw_dot(n, mean);
        if (pw_norm(n) < 1e-12) continue;
        assert_true(fabs(side) > 2 * pw_norm(n));  // the mean of three normals within 48 degrees of the triangle's
        if (sign == 0) sign = side;
        assert_true(side * sign > 0);
        sum += pw_norm(n) * (side > 0 ? 1 : -1);
      }
    }
  }
  return sum;
}

// Areas by their closed forms; the flipped ones have their normals on the other side.
static void areas_are_those_of_the_surface(void **state) {
  (void)state;
  Collection c;
  collect(&c);
  const struct {
    const char *name;
    double area;
  } known[] = {{"plane", 4.5},
               {"sphere", 4 * PI * 0.64},
               {"cylinder", 2 * PI * 0.4 * 3},
               {"torus", 4 * PI * PI * 0.3},
               {"rational torus", 4 * PI * PI * 0.3},
               {"rational sphere", 4 * PI * 0.64},
               {"turned pin", 2 * PI * 0.09 + 2 * PI * 0.3 * 0.6},
               {"extruded corners", 2 * (0.3 + 0.4 + 0.5)}};
  int found = 0;
  for (int i = 0; i < c.count; i++) {
    PwSurfaceGrid g = grid_of(&c.s[i], 1e-3 * (c.s[i].extent > 0 ? c.s[i].extent : 1), 4096, &c.arena);
    double area = fabs(signed_area(&g)) / 2;
    for (int n = 0; n < 8; n++) {
      if (strcmp(known[n].name, c.name[i]) != 0) continue;
      CHECK_CLOSE(area, known[n].area, 5e-3 * known[n].area);
      found++;
    }
  }
  assert_int_equal(found, 8);
  PwSurface in = simple(PW_SURFACE_SPHERE, 0.8, 0, 0, &c.arena);
  PwSurfaceDef flipped = {.kind = PW_SURFACE_SPHERE, .size = {0.8}, .flip = true};
  PwSurface out = made(&flipped, &c.arena);
  PwSurfaceGrid a = grid_of(&in, 1e-3, 4096, &c.arena), b = grid_of(&out, 1e-3, 4096, &c.arena);
  CHECK_CLOSE(signed_area(&a) + signed_area(&b), 0, 1e-12);
  pw_arena_free(&c.arena);
}

// ---- lines

static int32_t edges(const PwSurfaceGrid *g, int d) {
  int32_t count = 0;
  for (int32_t i = 0; i < g->count[d]; i++) count += g->edge[d][i];
  return count;
}

// Where a surface ends, where it has kinks, where it closes, and what is an edge or a point: known by construction.
static void lines_know_what_they_are(void **state) {
  (void)state;
  Collection c;
  collect(&c);
  const struct {
    const char *name;
    int32_t edges[2];
    bool closed[2];
  } known[] = {
      {"plane", {2, 2}, {false, false}},           {"sphere", {0, 0}, {false, true}},
      {"cylinder", {2, 0}, {false, true}},         {"torus", {0, 0}, {true, true}},
      {"turned pin", {1, 0}, {false, true}},        // a pole at the tip
      {"extruded corners", {7, 2}, {true, false}},  // three corners, elements between two lines of one place; the first twice
      {"periodic net", {0, 2}, {true, false}}};
  for (int n = 0; n < 7; n++) {
    int i = 0;
    while (strcmp(c.name[i], known[n].name) != 0) i++;
    PwSurfaceGrid g = grid_of(&c.s[i], 1e-3 * c.s[i].extent, 4096, &c.arena);
    for (int d = 0; d < 2; d++) {
      if (edges(&g, d) != known[n].edges[d]) fail_msg("%s: %d edges in direction %d", c.name[i], edges(&g, d), d);
      assert_int_equal(g.closed[d], known[n].closed[d]);
    }
  }
  for (int i = 0; i < c.count; i++) {
    bool point = strcmp(c.name[i], "point") == 0, edge = strcmp(c.name[i], "disc's edge") == 0;
    PwSurfaceGrid g = grid_of(&c.s[i], 1e-3, 4096, &c.arena);
    assert_int_equal(g.count[0] == 1, point || edge);
    assert_int_equal(g.count[1] == 1, point);
  }
  pw_arena_free(&c.arena);
}

// A kink of a net, a roof: each side of its ridge has lines with the normal of its own plane.
static void kinks_have_two_normals(void **state) {
  (void)state;
  PwArena arena = {0};
  static const double point[3][2][3] = {{{-1, 0, 0}, {-1, 2, 0}}, {{0, 0, 1}, {0, 2, 1}}, {{1, 0, 0}, {1, 2, 0}}};
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS, .nurbs = {.degree = {1, 1}, .count = {3, 2}, .point = point[0][0], .points = 6}};
  PwSurface s = made(&def, &arena);
  PwSurfaceGrid g = grid_of(&s, 1e-3, 4096, &arena);
  assert_int_equal(g.count[0], 4);
  assert_int_equal(g.count[1], 2);
  for (int32_t i = 0; i < 4; i++) {
    const double *x = place(&g, i, 1), *n = g.n[2 * i + 1];
    CHECK_CLOSE(x[0], i == 0 ? -1 : i == 3 ? 1 : 0, 1e-15);
    CHECK_CLOSE(fabs(n[0]), sqrt(0.5), 1e-12);
    assert_true(n[0] * n[2] * (i < 2 ? -1 : 1) > 0);
    assert_true(g.edge[0][i]);
  }
  pw_arena_free(&arena);
}

// A part of a surface ends where it was cut.
static void parts_end_where_cut(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurface s = ranged(PW_SURFACE_PLANE, 0, 0, -100, 100, -1, 2, &arena);
  PwSurfaceGrid g;
  const double range[2][2] = {{-3, 4}, {-1, 2}};
  assert_int_equal(pw_surface_grid(&s, range, 1e-3, 64, &arena, &g), PAWL_OK);
  CHECK_CLOSE(place(&g, 0, 0)[0], -3, 0);
  CHECK_CLOSE(place(&g, g.count[0] - 1, g.count[1] - 1)[0], 4, 0);
  CHECK_CLOSE(place(&g, g.count[0] - 1, g.count[1] - 1)[1], 2, 0);
  assert_true(g.edge[0][0] && g.edge[0][g.count[0] - 1] && g.edge[1][0] && g.edge[1][g.count[1] - 1]);
  pw_arena_free(&arena);
}

// Random nets of many kinks, with room for few points: never more than allowed, ends where the surface ends.
static void keeps_to_its_limit(void **state) {
  (void)state;
  enum { N = 30 };
  static double point[N][N][3];
  uint64_t seed = 3;
  PwArena arena = {0};
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      point[i][j][0] = i;
      point[i][j][1] = j;
      point[i][j][2] = pw_random_between(&seed, -0.3, 0.3);
    }
  }
  for (int degree = 1; degree <= 3; degree++) {
    PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                        .nurbs = {.degree = {degree, degree}, .count = {N, N}, .point = point[0][0], .points = N * N}};
    PwSurface s = made(&def, &arena);
    static const int32_t most[] = {PW_GRID_LEAST, 100, 300, 1000};
    for (int k = 0; k < 4; k++) {
      PwSurfaceGrid g = grid_of(&s, 1e-3, most[k], &arena);
      assert_true(g.count[0] * g.count[1] >= most[k] / 8);
      CHECK_CLOSE(place(&g, 0, 0)[0], 0, 1e-12);
      CHECK_CLOSE(place(&g, g.count[0] - 1, 0)[0], N - 1, 1e-12);
      CHECK_CLOSE(place(&g, 0, g.count[1] - 1)[1], N - 1, 1e-12);
    }
  }
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(triangles_are_near),       cmocka_unit_test(areas_are_those_of_the_surface),
      cmocka_unit_test(lines_know_what_they_are), cmocka_unit_test(kinks_have_two_normals),
      cmocka_unit_test(parts_end_where_cut),      cmocka_unit_test(keeps_to_its_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
