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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_ball_sinks_into_a_plate), cmocka_unit_test(test_rings_side_by_side_do_not_overlap),
      cmocka_unit_test(test_ends_in_one_plane), cmocka_unit_test(test_a_ball_on_a_screw_does_not_overlap)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
