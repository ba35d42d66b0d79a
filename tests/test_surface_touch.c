// The touch on one pair of faces: closed forms against what is known and against Newton, Newton against random perturbations,
// what is singular, and motion followed step by step.
#include "geometry/space/surface_solve.h"
#include "random_surfaces.h"

static PawlStatus solve(const PwSurface *a, PwPose3 pa, const PwSurface *b, PwPose3 pb, double u1, double v1, double u2,
                        double v2, PwSurfaceTouch *out) {
  const int32_t face[2] = {0, 0};
  const double q[2][2] = {{u1, v1}, {u2, v2}};
  return pw_surface_solve(a, &pa, b, &pb, face, q, out);
}

// Centre lines and radii: gaps by hand.
static void closed_forms(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurface ball = simple(PW_SURFACE_SPHERE, 0.2, 0, 0, &arena), big = simple(PW_SURFACE_SPHERE, 0.5, 0, 0, &arena);
  PwSurface plane = ranged(PW_SURFACE_PLANE, 0, 0, -1, 1, -1, 1, &arena), tip = simple(PW_SURFACE_SPHERE, 0, 0, 0, &arena);
  PwSurface cylinder = ranged(PW_SURFACE_CYLINDER, 0.3, 0, -1, 1, 0, 0, &arena);
  PwSurface cone = ranged(PW_SURFACE_CONE, 0.4, 0, 0.1, 2, 0, 0, &arena), torus = simple(PW_SURFACE_TORUS, 1, 0.3, 0, &arena);
  PwSurfaceDef hole_def = {.kind = PW_SURFACE_SPHERE, .size = {0.5}, .flip = true};
  PwSurface hole = made(&hole_def, &arena), bowl = ranged(PW_SURFACE_PARABOLOID, 0.4, 0.7, -1, 1, -1, 1, &arena);
  PwSurface egg = simple(PW_SURFACE_ELLIPSOID, 0.3, 0.5, 0.8, &arena);
  PwSurfaceTouch t;
  assert_int_equal(solve(&ball, pose_at(0.3, -0.2, 0.25), &plane, pose_at(0, 0, 0), 0, 0, 0, 0, &t), PAWL_OK);
  CHECK_CLOSE(t.gap, 0.05, 1e-15);
  CHECK_CLOSE(t.q[1][0], 0.3, 1e-15);
  CHECK_CLOSE(t.n[2], 1, 1e-15);
  CHECK_CLOSE(t.definite, 5, 1e-12);
  assert_true(t.nearest);
  assert_int_equal(solve(&plane, pose_at(0, 0, 0), &ball, pose_at(0.3, -0.2, 0.15), 0, 0, 0, 0, &t), PAWL_OK);
  CHECK_CLOSE(t.gap, -0.05, 1e-15);
  CHECK_CLOSE(t.n[2], -1, 1e-15);
  assert_int_equal(solve(&ball, pose_at(0.6, 0, 0.8), &big, pose_at(0, 0, 0), 0, 0, 0, 0, &t), PAWL_OK);
  CHECK_CLOSE(t.gap, 0.3, 1e-15);
  CHECK_CLOSE(t.definite, 5 + 2 + 0.3 * 10, 1e-12);
  assert_int_equal(solve(&ball, pose_at(0.06, 0, 0.08), &hole, pose_at(0, 0, 0), 0, 0, 0, 0, &t), PAWL_OK);
  CHECK_CLOSE(t.gap, 0.5 - 0.2 - 0.1, 1e-15);
  CHECK_CLOSE(t.n[2], -0.8, 1e-15);  // from the hole's wall to the ball
  assert_true(t.nearest);
  assert_int_equal(solve(&ball, pose_at(0.3, 0.4, 0.7), &cylinder, pose_at(0, 0, 0), 0, 0, 0, 0, &t), PAWL_OK);
  CHECK_CLOSE(t.gap, 0.5 - 0.3 - 0.2, 1e-15);
  CHECK_CLOSE(t.q[1][0], 0.7, 1e-15);
  assert_int_equal(solve(&tip, pose_at(0.8, 0.6, 1.2), &cone, pose_at(0, 0, 0), 0, 0, 1, 0, &t), PAWL_OK);
  CHECK_CLOSE(t.gap, cos(0.4) * 1 - sin(0.4) * 1.2, 1e-14);
  assert_int_equal(t.rank[0], 0);
  assert_int_equal(solve(&ball, pose_at(1.5, 0, 0.6), &torus, pose_at(0, 0, 0), 0, 0, 1, 0, &t), PAWL_OK);
  CHECK_CLOSE(t.gap, hypot(0.5, 0.6) - 0.5, 1e-15);
  assert_int_equal(solve(&plane, pose_at(0, 0, -1), &torus, pose_at(0, 0, 0), 0, 0, -1, 0, &t), PAWL_RETRY);  // along a circle
  assert_int_equal(solve(&plane, pose_at(0, 0, -1), &cylinder, pose_at(0, 0, 0), 0, 0, 0, 0, &t), PAWL_RETRY);
  // an ellipsoid over a plane turned by the pose: support function sqrt(sum (a_i m_i)^2)
  PwPose3 tilted = {{0, 0, 0}, {0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6}};
  assert_int_equal(solve(&egg, (PwPose3){{0, 0, 1}, {0}}, &plane, pose_at(0, 0, 0), 0, 0, 0, 0, &t), PAWL_RETRY);  // no pose
  tilted.x[2] = 1;
  assert_int_equal(solve(&egg, tilted, &plane, pose_at(0, 0, 0), 0, 0, 0, 0, &t), PAWL_OK);
  CHECK_CLOSE(t.gap, 1 - sqrt(pow(0.3 * 0.48, 2) + pow(0.5 * 0.64, 2) + pow(0.8 * 0.6, 2)), 1e-15);
  // a plane from below against the bowl's outside is never opposite to its inside
  PwSurfaceDef lid_def = {.kind = PW_SURFACE_PLANE, .range = {{-1, 1}, {-1, 1}}, .flip = true};
  PwSurface lid = made(&lid_def, &arena);
  assert_int_equal(solve(&bowl, pose_at(0, 0, 0), &lid, pose_at(0, 0, 0.5), 0.1, 0.1, 0, 0, &t), PAWL_OK);
  CHECK_CLOSE(t.gap, 0.5, 1e-15);
  assert_false(t.nearest);  // it is the farthest pair
  pw_arena_free(&arena);
}

// Where there is a closed form, Newton finds the same.
static void newton_agrees(void **state) {
  (void)state;
  static const int kinds[] = {0, 1, 2, 3, 4, 5, 6};
  int same = 0;
  for (int n = 0; n < 400; n++) {
    uint64_t seed = (uint64_t)n;
    PwArena arena = {0};
    PwSurface a = random_surface(n % 2 ? 2 : 0, &seed, &arena), b = random_surface(kinds[n % 7], &seed, &arena);
    PwPose3 p1, p2;
    PwSurfaceTouch x, y;
    const int32_t face[2] = {0, 0};
    double q[2][2] = {{0.1, 0.2}, {0, 0}};
    for (int d = 0; d < 2; d++) q[1][d] = between(&seed, b.range[d][0], b.range[d][1]);
    random_poses(&a, &b, &seed, &p1, &p2);
    bool closed = pw_surface_solve(&a, &p1, &b, &p2, face, q, &x) == PAWL_OK;
    if (closed && pw_surface_newton(&a, &p1, &b, &p2, face, x.q, &y) == PAWL_OK) {
      CHECK_CLOSE(x.gap, y.gap, 1e-13);
      CHECK_CLOSE(distance(x.x1, y.x1) + distance(x.x2, y.x2), 0, 1e-11);
      CHECK_CLOSE(x.definite, y.definite, 1e-9 * fabs(x.largest));
      same++;
    }
    pw_arena_free(&arena);
  }
  assert_true(same > 200);
}

// The definition itself: no pair of places nearby is nearer; and the touch is where it says to 1e-12.
static void no_neighbours_are_nearer(void **state) {
  (void)state;
  int checked = 0, edges = 0;
  Pool pool;
  fill_pool(&pool, 1);
  for (int n = 0; n < 3000; n++) {
    uint64_t seed = (uint64_t)(7 * n + 1);
    PwSurface s[2];
    pick_pair(&pool, n, &seed, s);
    PwPose3 p[2];
    PwSurfaceTouch t;
    double q[2][2];
    int32_t face[2];
    for (int i = 0; i < 4; i++) q[i / 2][i % 2] = between(&seed, s[i / 2].range[i % 2][0], s[i / 2].range[i % 2][1]);
    for (int i = 0; i < 2; i++) face[i] = pw_surface_face(&s[i], q[i]);
    random_poses(&s[0], &s[1], &seed, &p[0], &p[1]);
    if (pw_surface_solve(&s[0], &p[0], &s[1], &p[1], face, q, &t) == PAWL_OK && t.gap > 0.01) {
      for (int m = 0; m < 3; m++) CHECK_CLOSE(t.x1[m] - t.x2[m], t.gap * t.n[m], 1e-12);
      bool nearer = false;
      for (int k = 0; k < 200; k++) {
        double x[2][3], size = 1e-3 * fmin(1, t.gap), way[3], much = between(&seed, 0, 2);
        for (int m = 0; m < 3; m++) way[m] = between(&seed, -size, size);
        for (int i = 0; i < 2; i++) {  // every second time both go the same way, one farther than the other
          PwSurfacePoint at;
          pw_surface_evaluate(&s[i], face[i], t.q[i], &at);
          double step[2] = {between(&seed, -size, size), between(&seed, -size, size)}, to[2];
          for (int d = 0; d < 2 && k % 2; d++) {
            step[d] = 0;
            for (int m = 0; m < 3; m++) step[d] += (i ? much : 1) * way[m] * pw_dot(p[i].r + 3 * m, at.t[d]);
          }
          pw_surface_move(&s[i], face[i], t.q[i], &at, step, to);
          pw_surface_evaluate(&s[i], face[i], to, &at);
          for (int m = 0; m < 3; m++) x[i][m] = p[i].x[m] + pw_dot(p[i].r + 3 * m, at.x);
        }
        nearer = nearer || distance(x[0], x[1]) < t.gap - 1e-12;
      }
      bool clear = t.definite > 0.05 * t.largest && t.largest > 0.05;
      if (t.nearest && nearer) fail_msg("pair %d: a neighbour is nearer than %g, definite %g", n, t.gap, t.definite);
      if (!t.nearest && !nearer && clear) fail_msg("pair %d: no neighbour is nearer, definite %g", n, t.definite);
      checked++;
      edges += t.rank[0] + t.rank[1] < 4;
    }
  }
  pw_arena_free(&pool.arena);
  print_message("%d touches, %d of edges and points\n", checked, edges);
  assert_true(checked > 300 && edges > 50);
}

// Rate of the touch along both surfaces against differences: the matrices that contact needs (design's equations of motion of the
// touch, bodies at rest but for a shift of 1 by dx): A1 c1 + dx = A2 c2 + g dn, B1 c1 = -dn, B2 c2 = dn.
static void the_ways_are_those_of_motion(void **state) {
  (void)state;
  int checked = 0;
  Pool pool;
  fill_pool(&pool, 2);
  for (int n = 0; n < 2000; n++) {
    uint64_t seed = (uint64_t)(13 * n + 5);
    PwSurface s[2];
    pick_pair(&pool, n, &seed, s);
    PwPose3 p[2], moved;
    PwSurfaceTouch t, after, before;
    double q[2][2], shift[3], h = 1e-5;
    int32_t face[2];
    for (int i = 0; i < 4; i++) q[i / 2][i % 2] = between(&seed, s[i / 2].range[i % 2][0], s[i / 2].range[i % 2][1]);
    for (int i = 0; i < 2; i++) face[i] = pw_surface_face(&s[i], q[i]);
    random_poses(&s[0], &s[1], &seed, &p[0], &p[1]);
    for (int m = 0; m < 3; m++) shift[m] = between(&seed, -1, 1);
    bool good = pw_surface_solve(&s[0], &p[0], &s[1], &p[1], face, q, &t) == PAWL_OK && t.nearest && t.definite > 0.1 * t.largest;
    moved = p[0];
    for (int m = 0; m < 3; m++) moved.x[m] += h * shift[m];
    good = good && pw_surface_solve(&s[0], &moved, &s[1], &p[1], face, t.q, &after) == PAWL_OK;
    for (int m = 0; m < 3; m++) moved.x[m] -= 2 * h * shift[m];
    good = good && pw_surface_solve(&s[0], &moved, &s[1], &p[1], face, t.q, &before) == PAWL_OK;
    if (good && distance(after.x1, before.x1) < 1e-3) {
      double dn[2], r2[2], r1[2], scale = 1 + 1 / t.definite;
      for (int k = 0; k < 2; k++) {
        double d1[3], d2[3], turn[3];
        for (int m = 0; m < 3; m++) {
          d1[m] = (after.x1[m] - before.x1[m]) / (2 * h) - shift[m];
          d2[m] = (after.x2[m] - before.x2[m]) / (2 * h);
          turn[m] = (after.n[m] - before.n[m]) / (2 * h);
        }
        r1[k] = pw_dot(d1, t.t[k]);
        r2[k] = pw_dot(d2, t.t[k]);
        dn[k] = pw_dot(turn, t.t[k]);
      }
      CHECK_CLOSE((after.gap - before.gap) / (2 * h), pw_dot(shift, t.n), 1e-6 * scale * scale);
      for (int k = 0; k < 2; k++) {
        // smooth: B c = K r. An edge, a point: r = A c only
        if (t.rank[0] == 2) CHECK_CLOSE(t.b[0][2 * k] * r1[0] + t.b[0][2 * k + 1] * r1[1], -dn[k], 1e-5 * scale * scale);
        if (t.rank[1] == 2) CHECK_CLOSE(t.b[1][2 * k] * r2[0] + t.b[1][2 * k + 1] * r2[1], dn[k], 1e-5 * scale * scale);
        CHECK_CLOSE(r1[k] + pw_dot(shift, t.t[k]), r2[k] + t.gap * dn[k], 1e-6 * scale * scale);
        if (t.rank[1] < 2) {
          double own = t.a[1][2 * k] * r2[0] + t.a[1][2 * k + 1] * r2[1];  // A is the projection on what there is of ways
          CHECK_CLOSE(own, r2[k], 1e-6 * scale * scale);
        }
      }
      checked++;
    }
  }
  pw_arena_free(&pool.arena);
  print_message("%d touches moved\n", checked);
  assert_true(checked > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(closed_forms),
      cmocka_unit_test(newton_agrees),
      cmocka_unit_test(no_neighbours_are_nearer),
      cmocka_unit_test(the_ways_are_those_of_motion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
