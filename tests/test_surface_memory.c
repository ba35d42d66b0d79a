// Searches and solutions of touches of surfaces make room once: no allocation after that. Counted by wrappers of the allocator.
#include "allocations.h"
#include "random_surfaces.h"

// Searches and solves every touch found again from beside it; how many there were.
static int32_t search_and_solve(const Pair *w, PwSurfaceFoundList *list) {
  assert_int_equal(pw_surface_search(w->s[0], w->p[0], w->s[1], w->p[1], 0.3, 0.3, list), PAWL_OK);
  for (int32_t i = 0; i < list->count; i++) {
    const PwSurfaceFound *f = &list->item[i];
    PwSurfaceTouch touch;
    double q[2][2];
    for (int k = 0; k < 4; k++) q[k / 2][k % 2] = f->point.q[k / 2][k % 2] + 1e-3;
    PawlStatus status = pw_surface_solve(w->s[0], w->p[0], w->s[1], w->p[1], f->face, (const double(*)[2])q, &touch);
    assert_true(status == PAWL_OK || status == PAWL_RETRY);
  }
  return list->count;
}

// One list for pairs of all kinds, gone through twice: what the first round needed is there in the second.
static void all_kinds_share_one_list(void **state) {
  (void)state;
  Pool *pool = malloc(sizeof *pool);
  PwSurfaceFoundList list = {0};
  fill_pool(pool, 8);
  int64_t before = 0, grown = 0;
  int32_t touches = 0;
  for (int round = 0; round < 2; round++) {
    before = allocations;
    grown = list.grown;
    for (int n = 0; n < RANDOM_SURFACES * RANDOM_SURFACES; n++) {
      if (n % RANDOM_SURFACES > n / RANDOM_SURFACES) continue;
      uint64_t seed = (uint64_t)n;
      PwSurface s[2];
      PwPose3 p[2];
      pick_pair(pool, n, &seed, s);
      random_poses(&s[0], &s[1], &seed, &p[0], &p[1]);
      Pair w = {{&s[0], &s[1]}, {&p[0], &p[1]}};
      touches += search_and_solve(&w, &list);
    }
    if (round == 0) assert_true(allocations > before);  // the wrappers are linked, and there was no room
  }
  assert_int_equal(allocations, before);
  assert_int_equal(list.grown, grown);
  assert_true(touches > 100);
  pw_surface_found_free(&list);
  pw_arena_free(&pool->arena);
  free(pool);
}

// A net that wanders over another: the first search makes room for all that follow.
static void a_motion_needs_the_first_search_only(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurfaceFoundList list = {0};
  PwSurface net = wavy_net(&arena), ball = rational_sphere(0.1, &arena);
  int64_t first = 0;
  int32_t touches = 0;
  for (int i = 0; i < 100; i++) {
    PwPose3 fixed = {{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}}, over = fixed;
    over.x[0] = 0.6 + 0.3 * sin(0.1 * i);
    over.x[1] = 0.5 + 0.3 * cos(0.13 * i);
    over.x[2] = 0.2;
    Pair w = {{&ball, &net}, {&over, &fixed}};
    touches += search_and_solve(&w, &list);
    if (i == 0) first = allocations;
  }
  assert_int_equal(allocations, first);
  assert_true(touches >= 100);
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_kinds_share_one_list),
      cmocka_unit_test(a_motion_needs_the_first_search_only),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
