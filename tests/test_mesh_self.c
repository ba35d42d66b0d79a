// Meshes that cross themselves: pairs of triangles against all six edges of each, and bodies of which it is known by hand.
#include "base/random.h"
#include "check.h"
#include "geometry/mesh/mesh_tree.h"
#include "numerics/predicates.h"

static PwMeshBuilder builder;

static void add_box(const double at[3], const double size[3]) {
  static const int face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  int32_t v[8];
  for (int i = 0; i < 8; i++) {
    int right = i % 4 == 1 || i % 4 == 2, back = i % 4 > 1, up = i > 3;
    double x[3] = {at[0] + right * size[0], at[1] + back * size[1], at[2] + up * size[2]};
    assert_int_equal(pw_mesh_add_vertex(&builder, x, &v[i]), PAWL_OK);
  }
  for (int f = 0; f < 6; f++) {
    for (int k = 0; k < 2; k++)
      assert_int_equal(pw_mesh_add_triangle(&builder, v[face[f][0]], v[face[f][k + 1]], v[face[f][k + 2]]), PAWL_OK);
  }
}

static bool crosses(void) {
  PwTriMesh *m;
  bool found = false;
  int32_t pair[2];
  assert_int_equal(pw_mesh_finish(&builder, 1, &m), PAWL_OK);
  assert_int_equal(pw_mesh_self_crossing(m, &found, pair), PAWL_OK);
  if (found) assert_true(pair[0] != pair[1] && pair[0] < m->triangles && pair[1] < m->triangles);
  pw_trimesh_release(m);
  return found;
}

static bool pierces(double (*t)[3], double (*u)[3]) {  // an edge of t the triangle u, strictly
  for (int k = 0; k < 3; k++) {
    const double *p = t[k], *q = t[(k + 1) % 3];
    if (pw_orient3d(u[0], u[1], u[2], p) * pw_orient3d(u[0], u[1], u[2], q) >= 0) continue;
    int s = pw_orient3d(p, q, u[0], u[1]);
    if (s && s == pw_orient3d(p, q, u[1], u[2]) && s == pw_orient3d(p, q, u[2], u[0])) return true;
  }
  return false;
}

// In general position two triangles cross if an edge of one goes through the other.
static void pairs_of_triangles(void **state) {
  (void)state;
  uint64_t seed = 11;
  int count = 0;
  for (int i = 0; i < 20000; i++) {
    double x[6][3];
    int32_t v[6];
    bool shared = i % 4 == 3;  // a corner in common
    for (int k = 0; k < 6; k++) {
      for (int c = 0; c < 3; c++) x[k][c] = shared && k == 3 ? x[0][c] : pw_random_between(&seed, -1, 1);
      assert_int_equal(pw_mesh_add_vertex(&builder, x[k], &v[k]), PAWL_OK);
    }
    for (int k = 0; k < 6; k += 3) assert_int_equal(pw_mesh_add_triangle(&builder, v[k], v[k + 1], v[k + 2]), PAWL_OK);
    bool expected = pierces(x, x + 3) || pierces(x + 3, x);
    assert_int_equal(crosses(), expected);
    count += expected;
  }
  assert_in_range(count, 1000, 10000);
}

static void bodies_known_by_hand(void **state) {
  (void)state;
  static const struct {
    double at[3], size[3];
    bool crosses;
  } cases[] = {
      {{5, 0, 0}, {1, 1, 1}, false},                // apart
      {{2, 0, 0}, {2, 2, 2}, false},                // face on face
      {{2, 0.5, 0.5}, {1, 1, 1}, false},            // a smaller face in it
      {{2, 2, 0}, {1, 1, 1}, false},                // edge on edge
      {{2, 2, 2}, {1, 1, 1}, false},                // corner on corner
      {{0.5, 0.5, 0.5}, {1, 1, 1}, false},          // wholly inside
      {{1, 0.5, 0.5}, {2, 1, 1}, true},             // through a face
      {{1, 0, 0}, {2, 2, 2}, true},                 // along it: faces lie on each other, all edges do, none goes through
      {{1, 1, 1}, {2, 2, 2}, true},                 // corner in corner
      {{0.5, 0.5, 0}, {1, 1, 1}, true},             // inside, but the bottoms lie on each other
      {{1.99999999999, 0.5, 0.5}, {1, 1, 1}, true}  // by a hair
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    add_box((double[3]){0, 0, 0}, (double[3]){2, 2, 2});
    assert_false(crosses());
    add_box((double[3]){0, 0, 0}, (double[3]){2, 2, 2});
    add_box(cases[i].at, cases[i].size);
    if (crosses() != cases[i].crosses) fail_msg("case %d", (int)i);
  }
}

// Two triangles at an edge: open like a book, flat, and folded onto each other.
static void a_fold_is_found(void **state) {
  (void)state;
  static const double far[3][3] = {{0.3, -1, 0.5}, {0.3, -1, 0}, {0.3, 0.5, 0}};
  for (int i = 0; i < 3; i++) {
    const double x[4][3] = {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {far[i][0], far[i][1], far[i][2]}};
    int32_t v[4];
    for (int k = 0; k < 4; k++) assert_int_equal(pw_mesh_add_vertex(&builder, x[k], &v[k]), PAWL_OK);
    assert_int_equal(pw_mesh_add_triangle(&builder, v[0], v[1], v[2]), PAWL_OK);
    assert_int_equal(pw_mesh_add_triangle(&builder, v[1], v[0], v[3]), PAWL_OK);
    assert_int_equal(crosses(), i == 2);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_of_triangles), cmocka_unit_test(bodies_known_by_hand),
                                     cmocka_unit_test(a_fold_is_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
