// Overlaps of two profiles against brute force (overlap_brute.h): none is missed that is deeper than 1e-9 of the size, and what
// is told of has a place in both bodies. `test_overlap PAIRS SEED FIRST` tries more, those from FIRST on.
#include "overlap_brute.h"
#include "overlap_pairs.h"

#ifdef __SANITIZE_ADDRESS__  // slower
static long pairs = 200;
#else
static long pairs = 1000;
#endif
static long first_seed = 1;
static long overlapping, told, touched;
static long first_pair;

static void describe(long n, const Drawn *a, const Drawn *b, const PwPose2 p[2], const char *what, double number) {
  fail_msg("pair %ld (kinds %d and %d, sizes %.6g and %.6g, seed %ld): %s, %.17g; poses %.17g %.17g %.17g, %.17g %.17g %.17g", n,
           a->kind, b->kind, a->p[0].size, b->p[0].size, first_seed, what, number, p[0].x, p[0].y, atan2(p[0].s, p[0].c), p[1].x,
           p[1].y, atan2(p[1].s, p[1].c));
}
// The place told of, by brute force: how deep is it in both bodies? NaN: not inside.
static double depth_there(const Drawn *d[2], const PwPose2 p[2], double size, const PwOverlap *o) {
  double least = INFINITY;
  for (int i = 0; i < 2; i++) {
    const PwProfile *b = &d[i]->p[d[i]->which];
    double x[2];
    brute_local(&p[i], o->x, x);
    double far = brute_distance(b, x);
    if (o->side == i) {
      if (!(far < 1e-12 * size)) return NAN;  // on this boundary
    } else if (brute_inside(b, x)) {
      least = fmin(least, far);
    } else {
      return NAN;
    }
  }
  return least;
}
// By brute force: is a place of a touch's way, or just beside it, in both bodies? These may overlap although the two boundaries
// compared do not tell: of two plates in each other, the outline of the first may lie around the second, whose hole lies in the
// first one's hole.
static bool is_in_both(const Drawn *d[2], const PwPose2 p[2], double size, const PwTouchPoint *touch) {
  enum { STEPS = 1000 };
  for (int i = 1; i < 3 * STEPS; i++) {
    double s = -touch->gap * (i / 3) / STEPS, aside = (i % 3 - 1) * 1e-6 * size, local[2];
    double x[2] = {touch->x1[0] + s * touch->n[0] - aside * touch->n[1], touch->x1[1] + s * touch->n[1] + aside * touch->n[0]};
    bool both = true;
    for (int k = 0; k < 2 && both; k++) {
      const PwProfile *b = &d[k]->p[d[k]->which];
      brute_local(&p[k], x, local);
      both = brute_inside(b, local) && brute_distance(b, local) > 1e-9 * size;
    }
    if (both) return true;
  }
  return false;
}
// The deepest touch that is taken for an overlap; its gap is 0 if there is none.
static PwTouchPoint deepest_touch(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2,
                                  PwFoundList *list) {
  PwTouchPoint deepest = {.gap = 0};
  assert_int_equal(pw_touch_search(b1, p1, b2, p2, b1->size + b2->size, 0.1 * fmax(b1->size, b2->size), list), PAWL_OK);
  for (int32_t i = 0; i < list->count; i++) {
    const PwFound *f = &list->item[i];
    if (f->point.gap < deepest.gap && pw_touch_overlaps(b1, p1, b2, p2, f, false)) deepest = f->point;
  }
  return deepest;
}
static void test_random_pairs(void **state) {
  (void)state;
  PwArena arena = {0};
  PwFoundList list = {0};
  for (long n = first_pair; n < pairs; n++) {
    uint64_t seed = (uint64_t)first_seed * 1000000007u + (uint64_t)n;
    Drawn a, b;
    const Drawn *both[2] = {&a, &b};
    PwPose2 p[2];
    draw((int)(n % DRAWN_KINDS), &seed, &arena, &a);
    draw((int)(n / DRAWN_KINDS % DRAWN_KINDS), &seed, &arena, &b);
    place_pair(&a, &b, &seed, p);
    const PwProfile *one = &a.p[a.which], *two = &b.p[b.which];
    double size = fmax(one->size, two->size);
    PwOverlap o;
    bool found = pw_profiles_overlap(one, &p[0], two, &p[1], 1e-10 * size, &o);
    if (found != pw_profiles_overlap(one, &p[0], two, &p[1], 1e-10 * size, NULL)) describe(n, &a, &b, p, "twice not the same", 0);
    double depth = brute_overlap(one, &p[0], two, &p[1]);
    overlapping += depth > 1e-9 * size;
    told += found;
    if (depth > 1e-9 * size && !found) describe(n, &a, &b, p, "missed, of the size", depth / size);
    PwTouchPoint touch = deepest_touch(one, &p[0], two, &p[1], &list);
    touched += touch.gap < 0;
    if (one->closed && two->closed && !found && touch.gap < -1e-9 * size && !is_in_both(both, p, size, &touch)) {
      describe(n, &a, &b, p, "a touch invents one", -touch.gap / size);
    }
    if (found) {  // brute force may find a place of the boundary that is not quite the nearest
      double there = depth_there(both, p, size, &o);
      if (!(there > 1e-11 * size)) describe(n, &a, &b, p, "invented", there / size);
      if (!(o.depth < there + 1e-9 * size)) describe(n, &a, &b, p, "its depth is not that", (o.depth - there) / size);
    }
    pw_arena_free(&arena);
    arena = (PwArena){0};
  }
  if (pairs > 1000)
    printf("%ld pairs of profiles: %ld overlap by brute force, %ld told of, %ld by touches; none missed, none invented\n",
           pairs - first_pair, overlapping, told, touched);
  pw_found_free(&list);
  if (pairs >= 1000 && !first_pair) assert_true(overlapping > pairs / 5 && overlapping < 4 * pairs / 5);
}

int main(int argc, char **argv) {
  if (argc > 1) pairs = atol(argv[1]);
  if (argc > 2) first_seed = atol(argv[2]);
  if (argc > 3) first_pair = atol(argv[3]);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_pairs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
