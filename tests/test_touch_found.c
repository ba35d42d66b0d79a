// What the global search of touches lists, case by case: junctions, corners and their shadows, conforming arcs, overlaps, ends.
#include "base/arena.h"
#include "check.h"
#include "geometry/plane/touch.h"
#include "random_profiles.h"

static const double PI = 3.141592653589793238463;

static const double square[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

// On a smooth junction, on the edge of a cone, at the start of a circle: found once.
static void test_found_once(void **state) {
  (void)state;
  PwArena arena = {0};
  RandomProfile r = {0};
  double radius[4] = {0.5, 0.5, 0.5, 0.5}, v[4][2];
  uint64_t seed = 1;
  memcpy(v, square, sizeof v);
  PwProfile rounded, sharp, circle;
  random_chain(&r, v, radius, 4, 0, &seed);
  build_closed(r.def, r.count, &arena, &rounded);
  build_polygon(square, 4, &arena, &sharp);
  build_circle(0.5, false, &arena, &circle);
  PwFoundList found = {0};
  for (int turn = 0; turn < 16; turn++) {
    double a = turn * PI / 8;  // the circle starts in every direction, at the contact and elsewhere
    for (int i = 0; i < 4; i++) {
      PwPose2 p2 = {0, 0, 1, 0}, p1 = {i % 2 ? 1.6 : 0.5, i % 2 ? 0.5 : 1.6, cos(a), sin(a)};
      if (i > 1) p1 = i % 2 ? (PwPose2){1.6, -1, cos(a), sin(a)} : (PwPose2){1, -1.6, cos(a), sin(a)};
      const PwProfile *b2 = i < 2 ? &rounded : &sharp;
      assert_int_equal(pw_touch_search(&circle, &p1, b2, &p2, 0.2, 0.2, &found), PAWL_OK);
      assert_int_equal(found.count, 1);
      CHECK_CLOSE(found.item[0].point.gap, 0.1, 1e-14);
      assert_int_equal(pw_touch_search(b2, &p2, &circle, &p1, 0.2, 0.2, &found), PAWL_OK);
      assert_int_equal(found.count, 1);
      CHECK_CLOSE(found.item[0].point.gap, 0.1, 1e-14);
    }
  }
  pw_found_free(&found);
  pw_arena_free(&arena);
}

// How far apart boundaries are is known however much a piece is bent. The end of an open line, 0.02 over a wheel that is one
// polar curve and 0.02 beside the line of its centre: nothing can happen before the end has come down. An ellipse of 1 and 0.99
// in a hole of 1.005, near it with its tip: the radii are equal near its flat side (1.010 there, 0.980 at the tip), but that is
// 0.015 away.
static void test_far_bends(void **state) {
  (void)state;
  enum { POINTS = 48 };
  static double points[POINTS][2];
  PwArena arena = {0};
  PwFoundList found = {0};
  PwProfileProblem problem = {0};
  PwProfile wheel, line, ellipse, hole;
  double term[1][2] = {{1, 0}};
  PawlElementDef d = pawl_element_def_default();
  d.type = PAWL_ELEMENT_POLAR;
  d.angle[1] = 2 * PI;
  d.data = term[0];
  d.count = 1;
  build_closed(&d, 1, &arena, &wheel);
  RandomProfile r = {0};
  random_line(&r, (double[2]){0.02, 1.02}, (double[2]){0.62, 1.02});
  assert_int_equal(pw_profile_build(r.def, r.count, false, false, &arena, &line, &problem), PAWL_OK);
  PwPose2 there = {0, 0, 1, 0};
  assert_int_equal(pw_touch_search(&line, &there, &wheel, &there, 0.1, 0.1, &found), PAWL_OK);
  assert_int_equal(found.count, 0);
  assert_true(found.reach > 0.015 && found.reach < 0.0203);
  d = pawl_element_def_default();
  d.type = PAWL_ELEMENT_SPLINE;
  for (int i = 0; i < POINTS; i++) {
    points[i][0] = cos(2 * PI * i / POINTS);
    points[i][1] = 0.99 * sin(2 * PI * i / POINTS);
  }
  d.data = points[0];
  d.count = POINTS;
  build_closed(&d, 1, &arena, &ellipse);
  build_circle(1.005, true, &arena, &hole);
  PwPose2 right = {0.004, 0, 1, 0};
  assert_int_equal(pw_touch_search(&ellipse, &right, &hole, &there, 0.008, 0.008, &found), PAWL_OK);
  assert_int_equal(found.count, 1);
  CHECK_CLOSE(found.item[0].point.gap, 0.001, 1e-6);
  assert_true(found.reach > 8e-4);
  pw_found_free(&found);
  pw_arena_free(&arena);
}

// No allocation while there is room; every one counted.
static void test_nothing_is_allocated_while_there_is_room(void **state) {
  (void)state;
  PwArena arena = {0};
  PwProfile star, frame;
  PwProfileProblem problem = {0};
  uint64_t seed = 11;
  assert_int_equal(random_profile(RANDOM_STAR, &seed, &arena, &star, &problem), PAWL_OK);
  assert_int_equal(random_profile(RANDOM_FRAME, &seed, &arena, &frame, &problem), PAWL_OK);
  PwFoundList found = {0};
  int32_t most = 0;
  for (int turn = 0; turn < 2; turn++) {
    int64_t grown = found.grown;
    PwFound *item = found.item;
    for (int i = 0; i < 90; i++) {
      PwPose2 p1 = {0, 0, cos(2 * PI * i / 90), sin(2 * PI * i / 90)}, p2 = {0.1, 0, 1, 0};
      assert_int_equal(pw_touch_search(&star, &p1, &frame, &p2, 1, 2, &found), PAWL_OK);
      if (found.count > most) most = found.count;
    }
    if (turn == 0) {
      assert_true(found.grown > 0);
    } else {
      assert_int_equal(found.grown, grown);
      assert_ptr_equal(found.item, item);
    }
  }
  assert_true(most > 8 && most <= found.capacity);
  pw_found_free(&found);
  assert_null(found.item);
  pw_arena_free(&arena);
}

// A box over a plane, nearly parallel: the higher corner is listed as a shadow. A ball before a ramp: the ramp's line too.
static void test_corners_over_parallel_faces_are_shadows(void **state) {
  (void)state;
  PwArena arena = {0};
  PwProfile box, ground, ramp, ball;
  static const double plane[4][2] = {{-9, -4}, {9, -4}, {9, 0}, {-9, 0}};
  static const double cut_out[7][2] = {{-9, -4}, {9, -4}, {9, 2}, {4, 2}, {0, 0}, {-8, 0}, {-9, 0}};
  build_polygon(square, 4, &arena, &box);
  build_polygon(plane, 4, &arena, &ground);
  build_polygon(cut_out, 7, &arena, &ramp);
  build_circle(0.5, false, &arena, &ball);
  PwFoundList found = {0};
  double tilt = 0.05, height = cos(tilt) + sin(tilt) + 0.01;
  PwPose2 p1 = {0, height, cos(tilt), sin(tilt)}, p2 = {0, 0, 1, 0};
  assert_int_equal(pw_touch_search(&box, &p1, &ground, &p2, 0.3, 0.3, &found), PAWL_OK);
  assert_int_equal(found.count, 2);
  int shadow = found.item[0].shadow ? 0 : 1;
  assert_true(found.item[shadow].shadow && !found.item[1 - shadow].shadow);
  CHECK_CLOSE(found.item[1 - shadow].point.gap, 0.01, 1e-14);
  CHECK_CLOSE(found.item[shadow].point.gap, 0.01 + 2 * sin(tilt), 1e-14);
  assert_true(found.reach > 0.2);
  // the ball rests on the floor before the ramp (0, 0)-(4, 2): its foot there is beyond the re-entrant end
  PwPose2 resting = {-0.6, 0.5, 1, 0};
  assert_int_equal(pw_touch_search(&ball, &resting, &ramp, &p2, 0.3, 0.3, &found), PAWL_OK);
  assert_int_equal(found.count, 2);
  shadow = found.item[0].shadow ? 0 : 1;
  CHECK_CLOSE(found.item[1 - shadow].point.gap, 0, 1e-15);
  CHECK_CLOSE(found.item[shadow].point.gap, (0.6 * 2 + 0.5 * 4) / hypot(4, 2) - 0.5, 1e-14);
  CHECK_CLOSE(found.reach, 0.3, 0);
  pw_found_free(&found);
  pw_arena_free(&arena);
}

// A pin in a hole: one touch; concentric: none can be told from another. Reach is the clearance: r_hole - r_pin.
static void test_a_pin_in_a_hole_has_one_touch(void **state) {
  (void)state;
  PwArena arena = {0};
  PwProfile pin, hole;
  build_circle(1, false, &arena, &pin);
  build_circle(1.25, true, &arena, &hole);
  PwFoundList found = {0};
  PwPose2 p1 = {0.1, 0, 1, 0}, p2 = {0, 0, 0.6, 0.8};
  assert_int_equal(pw_touch_search(&pin, &p1, &hole, &p2, 0.5, 0.5, &found), PAWL_OK);
  assert_int_equal(found.count, 1);
  assert_false(found.conforming);
  CHECK_CLOSE(found.item[0].point.gap, 0.15, 1e-15);
  p1.x = 0;
  assert_int_equal(pw_touch_search(&pin, &p1, &hole, &p2, 0.5, 0.5, &found), PAWL_OK);
  assert_int_equal(found.count, 0);
  assert_true(found.conforming);
  CHECK_CLOSE(found.reach, 0.25, 1e-15);
  pw_found_free(&found);
  pw_arena_free(&arena);
}

// Two plates: a negative gap of their outer faces is an overlap only if they really are in each other.
static void test_only_real_overlaps_count(void **state) {
  (void)state;
  PwArena arena = {0};
  PwProfile plate, ball;
  static const double v[4][2] = {{-1, 0}, {1, 0}, {1, 0.2}, {-1, 0.2}};
  build_polygon(v, 4, &arena, &plate);
  build_circle(0.5, false, &arena, &ball);
  PwFoundList found = {0};
  for (int deep = 0; deep < 2; deep++) {  // the plate's top is 0.1 above the ball's bottom; or it is 0.3 under the ball's bottom
    double depth = deep ? 1.5 : 0.1;
    PwPose2 p1 = {0.2, deep ? -0.8 : 0.4, 1, 0}, p2 = {0, 0, 1, 0};
    int hits = 0, real = 0;
    assert_int_equal(pw_touch_search(&plate, &p1, &ball, &p2, 2, 0.5, &found), PAWL_OK);
    for (int32_t i = 0; i < found.count; i++) {
      if (found.item[i].point.n[1] < 0.9) continue;  // the plate's lower face against the ball's top
      hits++;
      CHECK_CLOSE(found.item[i].point.gap, deep ? -1.3 : -0.1, 1e-15);
      real += pw_touch_overlaps(&plate, &p1, &ball, &p2, &found.item[i], false);
      assert_int_equal(pw_touch_overlaps(&plate, &p1, &ball, &p2, &found.item[i], false), !deep);
    }
    assert_true(hits == 1 && real == !deep && depth > 0);
  }
  PwPose2 far = {3, 4, 1, 0}, origin = {0, 0, 1, 0};
  CHECK_CLOSE(pw_profile_distance(&ball, &far, &ball, &origin), 3.75, 0.25);  // a lower bound of 4
  pw_found_free(&found);
  pw_arena_free(&arena);
}

// A square whose lower side lies on the upper right corner of another, and its own lower left corner has come as near to that as
// `over`, tilted so little that it is only `lift` above the other's upper side. All of it is on one side of a line through the
// corner, and all of the other on the other side. But its corner is beside the other's right side, continued a little.
static void test_corner_over_corner(void **state) {
  (void)state;
  PwArena arena = {0};
  PwProfile box;
  static const double v[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  build_polygon(v, 4, &arena, &box);
  PwFoundList found = {0};
  int beside = 0;
  for (double over = 1e-3; over > 1e-8; over /= 1.5) {
    for (double lift = 1e-11; lift < 3e-9; lift *= 1.5) {
      double angle = -asin(fmin(lift / over, 1));
      if (lift > 0.1 * over) continue;
      PwPose2 p1 = {1 - over * cos(angle), 1 + lift, cos(angle), sin(angle)}, p2 = {0, 0, 1, 0};
      assert_int_equal(pw_touch_search(&box, &p1, &box, &p2, 0.5, 0.5, &found), PAWL_OK);
      for (int32_t i = 0; i < found.count; i++) {
        if (found.item[i].point.gap > -1e-9) continue;
        beside++;
        assert_false(pw_touch_overlaps(&box, &p1, &box, &p2, &found.item[i], false));
      }
    }
  }
  assert_true(beside > 0);
  pw_found_free(&found);
  pw_arena_free(&arena);
}

// A point beside a plate or inside it: every touch with a negative gap counts if the point is inside (then its depths are the
// distances from the four faces), none if it is not. Either may be the first profile.
static void test_touches_of_a_tip_count_inside(void **state) {
  (void)state;
  PwArena arena = {0};
  PwProfile plate, tip;
  PwProfileProblem problem = {0};
  static const double v[4][2] = {{-1, 0}, {1, 0}, {1, 0.2}, {-1, 0.2}};
  PawlElementDef point = pawl_element_def_default();
  point.type = PAWL_ELEMENT_POINT;
  point.from[0] = point.from[1] = 0;
  build_polygon(v, 4, &arena, &plate);
  assert_int_equal(pw_profile_build(&point, 1, true, false, &arena, &tip, &problem), PAWL_OK);
  PwFoundList found = {0};
  static const double at[5][3] = {{0.3, 0.25, 0}, {0.3, 0.2, 0}, {0.3, 0.15, 4}, {1.1, 0.1, 0}, {-0.9, 0.01, 4}};  // x, y, depths
  for (int i = 0; i < 10; i++) {
    const double *x = at[i / 2];
    bool first = i % 2;
    PwPose2 p1 = {x[0], x[1], 0.6, 0.8}, p2 = {0, 0, 1, 0};
    const PwProfile *b1 = first ? &tip : &plate, *b2 = first ? &plate : &tip;
    const PwPose2 *q1 = first ? &p1 : &p2, *q2 = first ? &p2 : &p1;
    assert_int_equal(pw_touch_search(b1, q1, b2, q2, 3, 0.5, &found), PAWL_OK);
    int deep = 0;
    double sum = 0;
    for (int32_t n = 0; n < found.count; n++) {
      if (found.item[n].point.gap > -1e-12 || !pw_touch_overlaps(b1, q1, b2, q2, &found.item[n], false)) continue;
      deep++;
      sum -= found.item[n].point.gap;
    }
    assert_int_equal(deep, (int)x[2]);
    if (deep) CHECK_CLOSE(sum, 2.2, 1e-12);
  }
  pw_found_free(&found);
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_touches_of_a_tip_count_inside),
                                     cmocka_unit_test(test_found_once),
                                     cmocka_unit_test(test_nothing_is_allocated_while_there_is_room),
                                     cmocka_unit_test(test_corners_over_parallel_faces_are_shadows),
                                     cmocka_unit_test(test_a_pin_in_a_hole_has_one_touch),
                                     cmocka_unit_test(test_only_real_overlaps_count),
                                     cmocka_unit_test(test_far_bends),
                                     cmocka_unit_test(test_corner_over_corner)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
