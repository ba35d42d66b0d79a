// Real overlaps of two surfaces, and pairs of points that only look like one: expected from the geometry of spheres, ellipsoids,
// rings, bars and screws.
#include "geometry/space/surface_overlap.h"
#include "surfaces.h"

static PwPose3 at(double x, double y, double z) {
  return (PwPose3){{x, y, z}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}

static bool overlaps(const PwSurface *s1, PwPose3 p1, const PwSurface *s2, PwPose3 p2, const double x1[3], const double x2[3]) {
  PwSurfaceTouch touch = {.gap = -1};
  memcpy(touch.x1, x1, sizeof touch.x1);
  memcpy(touch.x2, x2, sizeof touch.x2);
  return pw_surface_overlaps(s1, &p1, s2, &p2, &touch);
}

static void test_a_ball_sinks_into_a_plate(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurface ball = simple(PW_SURFACE_SPHERE, 0.1, 0, 0, &arena), plate = simple(PW_SURFACE_ELLIPSOID, 2, 2, 0.2, &arena);
  // The ball sinks 0.01 into the plate: its lowest point and the plate's highest.
  assert_true(overlaps(&ball, at(0, 0, 0.29), &plate, at(0, 0, 0), (double[]){0, 0, 0.19}, (double[]){0, 0, 0.2}));
  // The ball hovers: its highest point and the plate's lowest have opposite normals, but the way between them leaves both.
  assert_false(overlaps(&ball, at(0, 0, 0.4), &plate, at(0, 0, 0), (double[]){0, 0, 0.5}, (double[]){0, 0, -0.2}));
  // The ball is inside, deeper than it is wide; the bodies may be named the other way round.
  assert_true(overlaps(&ball, at(0, 0, 0.05), &plate, at(0, 0, 0), (double[]){0, 0, -0.05}, (double[]){0, 0, 0.2}));
  assert_true(overlaps(&plate, at(0, 0, 0), &ball, at(0, 0, 0.05), (double[]){0, 0, 0.2}, (double[]){0, 0, -0.05}));
  // A point above the plate, and inside it.
  PwSurface tip = simple(PW_SURFACE_SPHERE, 0, 0, 0, &arena);
  assert_false(overlaps(&tip, at(0, 0, 0.4), &plate, at(0, 0, 0), (double[]){0, 0, 0.4}, (double[]){0, 0, -0.2}));
  assert_true(overlaps(&tip, at(0, 0, 0.1), &plate, at(0, 0, 0), (double[]){0, 0, 0.1}, (double[]){0, 0, 0.2}));
  // A ball beside a cylinder and into it by rounding, at eight places round it.
  PwSurface drum = ranged(PW_SURFACE_CYLINDER, 0.2, 0, -0.5, 0.5, 0, 6.283185307179586, &arena);
  for (int i = 0; i < 8; i++) {
    double c = cos(0.7 * i), s = sin(0.7 * i), near = nextafter(0.2, 0);
    assert_true(overlaps(&ball, at(0.3 * c, 0.3 * s, 0), &drum, at(0, 0, 0), (double[]){near * c, near * s, 0},
                         (double[]){0.2 * c, 0.2 * s, 0}));
  }
  // Moved and turned together it is the same.
  PwPose3 turned1 = {{1, 2 + 0.4, 3}, {1, 0, 0, 0, 0, 1, 0, -1, 0}}, turned2 = {{1, 2, 3}, {1, 0, 0, 0, 0, 1, 0, -1, 0}};
  assert_false(overlaps(&ball, turned1, &plate, turned2, (double[]){1, 2.5, 3}, (double[]){1, 1.8, 3}));
  pw_arena_free(&arena);
}

// Two thin rings side by side, in all directions: from the far side of a tube to the far side of another one the line goes
// through both, and none of its ends is in the other ring.
static void test_rings_side_by_side_do_not_overlap(void **state) {
  (void)state;
  PwArena arena = {0};
  for (int i = 0; i < 60; i++) {
    double tube = i % 2 ? 0.001 : 0.02, c = cos(0.1 * i), s = sin(0.1 * i);
    PwSurface ring = simple(PW_SURFACE_TORUS, 1, tube, 0, &arena);
    PwPose3 p1 = at(0, 0, 0), p2 = at(2.5 * c, 2.5 * s, 0);
    const double ends[2][2] = {{-1 - tube, 3.5 + tube}, {1 - tube, 1.5 + tube}};
    for (int k = 0; k < 2; k++) {
      double a = ends[k][0], b = ends[k][1];
      assert_false(overlaps(&ring, p1, &ring, p2, (double[]){a * c, a * s, 0}, (double[]){b * c, b * s, 0}));
    }
    assert_false(pw_surfaces_overlap(&ring, &p1, &ring, &p2, 1e-9, NULL));
  }
  pw_arena_free(&arena);
}

// Two round bars side by side that end in one plane, from far side to far side in it; and one bar inside the other.
static void test_ends_in_one_plane(void **state) {
  (void)state;
  PwArena arena = {0};
  PawlElementDef d = pawl_element_def_default();
  d.type = PAWL_ELEMENT_CIRCLE;
  d.radius = 0.1;
  PwProfile circle = profile_of(&d, 1, true, &arena);
  PwSurface bar = extruded(&circle, -0.3, 0.2, &arena);
  for (int i = 0; i < 20; i++) {
    double c = cos(0.3 * i), s = sin(0.3 * i);
    assert_false(overlaps(&bar, at(0, 0, 0), &bar, at(0.5 * c, 0.5 * s, 0), (double[]){-0.1 * c, -0.1 * s, 0.2},
                          (double[]){0.6 * c, 0.6 * s, 0.2}));
    assert_true(overlaps(&bar, at(0, 0, 0), &bar, at(0.05 * c, 0.05 * s, 0), (double[]){0.1 * c, 0.1 * s, 0},
                         (double[]){-0.05 * c, -0.05 * s, 0}));
  }
  pw_arena_free(&arena);
}

// A ball on a screw of three turns, and the turn above it: it is behind that one, but nearer to what it lies on.
static void test_a_ball_on_a_screw_does_not_overlap(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurface ball = simple(PW_SURFACE_SPHERE, 0.1, 0, 0, &arena),
            screw = ranged(PW_SURFACE_HELICOID, 0.5, 0, 0.5, 1.5, -9, 9, &arena);
  double up = 0.1 / cos(atan(0.5 / (2 * PI))), low = up - 0.1;  // about: the ball hovers a little
  assert_false(overlaps(&ball, at(1, 0, up), &screw, at(0, 0, 0), (double[]){1, 0, low}, (double[]){1, 0, 0.5}));
  assert_true(overlaps(&ball, at(1, 0, 0.05), &screw, at(0, 0, 0), (double[]){1, 0, -0.05}, (double[]){1, 0, 0}));
  pw_arena_free(&arena);
}

// A place beside a whole sphere, ellipsoid or torus is as far from it as it was moved along the normal: outwards any way, inwards
// less than the least radius of curvature; on the ellipsoid's axes as far as the shortest one says.
static void test_distance_from_whole_surfaces(void **state) {
  (void)state;
  PwArena arena = {0};
  static const PwSurfaceKind kinds[] = {PW_SURFACE_SPHERE, PW_SURFACE_ELLIPSOID, PW_SURFACE_TORUS};
  uint64_t seed = 5;
  for (int n = 0; n < 3000; n++) {
    PwSurfaceDef def = {.kind = kinds[n % 3], .flip = n % 2 == 1};
    for (int i = 0; i < 3; i++) def.size[i] = pw_random_between(&seed, 0.2, 2);
    if (n % 7 == 1) def.size[1] = def.size[2];
    if (def.kind == PW_SURFACE_TORUS) def.size[1] = def.size[0] * pw_random_between(&seed, 0.01, 0.9);
    double *a = def.size, least = fmin(a[0], fmin(a[1], a[2])), most = fmax(a[0], fmax(a[1], a[2])), distance, x[3],
           inside = def.kind == PW_SURFACE_ELLIPSOID ? least * least / most
                    : def.kind == PW_SURFACE_TORUS   ? a[1]
                                                     : a[0];
    PwSurface s = made(&def, &arena);
    PwSurfacePoint p;
    double q[2], off = n % 5 ? pw_random_between(&seed, 0, 2) : 1e-12;
    for (int d = 0; d < 2; d++) q[d] = pw_random_between(&seed, s.range[d][0], s.range[d][1]);
    if (n % 2) {
      off *= -0.49 * inside;
    } else if (def.kind == PW_SURFACE_TORUS) {
      off *= 0.49 * (a[0] - a[1]);  // not beyond the axis
    }
    pw_surface_evaluate(&s, pw_surface_face(&s, q), q, &p);
    for (int i = 0; i < 3; i++) x[i] = p.x[i] + s.sign * off * p.n[i];
    assert_true(pw_surface_whole_distance(&s, x, &distance));
    CHECK_CLOSE(distance, s.sign * off, 1e-14);
    if (def.kind != PW_SURFACE_ELLIPSOID) continue;
    assert_true(pw_surface_whole_distance(&s, (double[]){0, 0, 0}, &distance));
    CHECK_CLOSE(distance, -s.sign * least, 1e-15);
    // in the middle plane across z, where the feet are beside: at x/a^2 (1 - c^2/a^2), z/c^2
    if (!(a[2] < 0.9 * a[0] && a[2] < 0.9 * a[1])) continue;
    double at = 0.3 * (a[0] - a[2] * a[2] / a[0]), foot = at / (1 - pow(a[2] / a[0], 2)),
           up = a[2] * sqrt(1 - pow(foot / a[0], 2));
    for (int tiny = 0; tiny < 3; tiny++) {
      assert_true(pw_surface_whole_distance(&s, (double[]){at, 0, tiny * 1e-17}, &distance));
      CHECK_CLOSE(distance, -s.sign * hypot(at - foot, up), 1e-14);
    }
  }
  PwSurface half = ranged(PW_SURFACE_SPHERE, 1, 0, 0, 1.5, 0, 6.283185307179586, &arena),
            tip = simple(PW_SURFACE_SPHERE, 0, 0, 0, &arena);
  double none;
  assert_false(pw_surface_whole_distance(&half, (double[]){0, 0, 0}, &none));
  assert_false(pw_surface_whole_distance(&tip, (double[]){0, 0, 0}, &none));
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distance_from_whole_surfaces), cmocka_unit_test(test_a_ball_sinks_into_a_plate),
      cmocka_unit_test(test_rings_side_by_side_do_not_overlap), cmocka_unit_test(test_ends_in_one_plane),
      cmocka_unit_test(test_a_ball_on_a_screw_does_not_overlap)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
