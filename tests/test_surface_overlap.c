// Real overlaps of two surfaces, and pairs of points that only look like one: expected from the geometry of spheres and
// ellipsoids.
#include "geometry/surface_touch.h"
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

static void test_overlap(void **state) {
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_overlap)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
