// Overlaps of two closed surfaces against brute force: many places of each one in the implicit form of the other (spheres,
// ellipsoids, tori, and nets that are exactly these), the deepest followed downhill. None is missed that is deeper than 1e-9 of
// the size, by touches or by places, and what is told of is there. `test_overlap_surfaces PAIRS SEED` tries more.
#include "geometry/space/surface_overlap.h"
#include "random_surfaces.h"

#ifdef __SANITIZE_ADDRESS__  // slower
static long pairs = 20;
#else
static long pairs = 200;
#endif
static long first_seed = 1;

typedef enum { SPHERE, ELLIPSOID, TORUS, NET_SPHERE, NET_TORUS, CLOSED_KINDS } Closed;
enum { GRID_U = 40, GRID_V = 60, GRID = GRID_U * GRID_V };
typedef struct {
  Closed kind;
  double size[3], sign, width[2];  // of its parameters
  PwSurface s;
  double grid[GRID][3];  // places all over it
} Body;

static void grid_at(const Body *b, int i, double q[2]) {
  q[0] = b->s.range[0][0] + b->width[0] * (i / GRID_V + 0.5) / GRID_U;
  q[1] = b->s.range[1][0] + b->width[1] * (i % GRID_V) / GRID_V;
}
static void place_at(const Body *b, double q[2], double x[3]) {
  PwSurfacePoint p;
  pw_surface_evaluate(&b->s, pw_surface_face(&b->s, q), q, &p);
  memcpy(x, p.x, sizeof p.x);
}
static void random_body(Body *out, Closed kind, uint64_t *seed, PwArena *arena) {
  Body b = {.kind = kind, .size = {between(seed, 0.3, 1.2), between(seed, 0.3, 1.2), between(seed, 0.3, 1.2)}, .sign = 1};
  PwSurfaceDef def = {.kind = PW_SURFACE_SPHERE, .flip = pw_random_bits(seed) % 8 == 0};
  bool thin = pw_random_bits(seed) % 3 == 0;
  if (kind == TORUS || kind == NET_TORUS) b.size[0] += 0.5, b.size[1] *= thin && kind == TORUS ? 0.02 : 0.4;
  memcpy(def.size, b.size, sizeof def.size);
  if (kind == NET_SPHERE) {
    b.s = rational_sphere(b.size[0], arena);
  } else if (kind == NET_TORUS) {
    b.s = rational_torus(b.size[0], b.size[1], 0, 9, true, arena);
  } else {
    def.kind = kind == SPHERE ? PW_SURFACE_SPHERE : kind == ELLIPSOID ? PW_SURFACE_ELLIPSOID : PW_SURFACE_TORUS;
    if (def.flip) b.sign = -1;
    b.s = made(&def, arena);
  }
  for (int d = 0; d < 2; d++) b.width[d] = b.s.range[d][1] - b.s.range[d][0];
  for (int i = 0; i < GRID; i++) {
    double q[2];
    grid_at(&b, i, q);
    place_at(&b, q, b.grid[i]);
  }
  *out = b;
}
// > 0 inside: the distance to the surface, of an ellipsoid about that.
static double depth_in(const Body *b, const double x[3]) {
  double r = sqrt(x[0] * x[0] + x[1] * x[1]), depth;
  if (b->kind == TORUS || b->kind == NET_TORUS) {
    depth = b->size[1] - hypot(r - b->size[0], x[2]);
  } else if (b->kind == ELLIPSOID) {
    double f = 0, g = 0;
    for (int i = 0; i < 3; i++) f += pow(x[i] / b->size[i], 2), g += pow(x[i] / (b->size[i] * b->size[i]), 2);
    depth = (1 - f) / (2 * sqrt(g) + 1e-9);
  } else {
    depth = b->size[0] - hypot(r, x[2]);
  }
  return b->sign * depth;
}
static void seen_from(const PwPose3 *p, const double x[3], double out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = 0;
    for (int k = 0; k < 3; k++) out[i] += p->r[3 * k + i] * (x[k] - p->x[k]);
  }
}
static double depth_of(const double x[3], const PwPose3 *pa, const Body *b, const PwPose3 *pb) {
  double y[3], z[3];
  to_ground(pa, x, true, y);
  seen_from(pb, y, z);
  return depth_in(b, z);
}
// The deepest place of a in b: a grid, then from the best of it by ever smaller steps; `enough`: the first that is deeper than 0.
static double brute_depth(const Body *a, const PwPose3 *pa, const Body *b, const PwPose3 *pb, bool enough) {
  double best = -INFINITY, at[2] = {0};
  for (int i = 0; i < GRID && !(enough && best > 0); i++) {
    double depth = depth_of(a->grid[i], pa, b, pb);
    if (depth > best) best = depth, grid_at(a, i, at);
  }
  for (double step = 0.5 / GRID_U; step > 1e-10 && !(enough && best > 0);) {
    bool better = false;
    for (int i = 0; i < 8; i++) {
      double angle = 0.785398163397448 * i, x[3],
             q[2] = {at[0] + step * a->width[0] * cos(angle), at[1] + step * a->width[1] * sin(angle)};
      if (!a->s.periodic[0]) q[0] = fmin(fmax(q[0], a->s.range[0][0]), a->s.range[0][1]);
      place_at(a, q, x);
      double depth = depth_of(x, pa, b, pb);
      if (depth > best) best = depth, at[0] = q[0], at[1] = q[1], better = true;
    }
    if (!better) step *= 0.5;
  }
  return best;
}
static bool brute_overlap(const Body *a, const PwPose3 *pa, const Body *b, const PwPose3 *pb) {
  return brute_depth(a, pa, b, pb, true) > 0 || brute_depth(b, pb, a, pa, true) > 0;
}
// How deep by the touches, which must be there.
static double deepest_touch(const Body *a, const PwPose3 *pa, const Body *b, const PwPose3 *pb, PwSurfaceFoundList *list) {
  double deepest = 0, size = a->s.extent + b->s.extent;
  assert_int_equal(pw_surface_search(&a->s, pa, &b->s, pb, size, 0.05 * size, list), PAWL_OK);
  for (int32_t i = 0; i < list->count; i++) {
    const PwSurfaceTouch *t = &list->item[i].point;
    if (-t->gap > deepest && pw_surface_overlaps(&a->s, pa, &b->s, pb, t)) deepest = -t->gap;
  }
  return deepest;
}
// Moved along a way until they just touch, by brute force, then by a little more or less.
static void bring_near(const Body *a, PwPose3 *pa, const Body *b, const PwPose3 *pb, uint64_t *seed) {
  double size = fmax(a->s.extent, b->s.extent), q[4], m[9], low = 0, high = 2 * size, start[3];
  random_turn(seed, q);
  pw_quat_matrix(q, m);
  memcpy(start, pa->x, sizeof start);
  bool first = brute_overlap(a, pa, b, pb);
  for (int i = 0; i < 35; i++) {
    double way = 0.5 * (low + high);
    for (int k = 0; k < 3; k++) pa->x[k] = start[k] + way * m[k];
    if (brute_overlap(a, pa, b, pb) == first) {
      low = way;
    } else {
      high = way;
    }
  }
  double off = size * pow(10, -between(seed, 1, 8)) * (pw_random_bits(seed) % 2 ? 1 : -1);
  for (int k = 0; k < 3; k++) pa->x[k] = start[k] + (low + off) * m[k];
}

static void test_random_surfaces(void **state) {
  (void)state;
  static const Closed KIND[9] = {SPHERE, ELLIPSOID, TORUS, SPHERE, NET_SPHERE, ELLIPSOID, TORUS, ELLIPSOID, TORUS};
  PwSurfaceFoundList list = {0};
  long overlapping = 0, by_touch = 0, by_place = 0;
  for (long n = 0; n < pairs; n++) {
    uint64_t seed = (uint64_t)first_seed * 1000003u + (uint64_t)n;
    PwArena arena = {0};
    static Body b[2];
    random_body(&b[0], n % 40 == 7 ? NET_TORUS : KIND[n % 9], &seed, &arena);
    random_body(&b[1], KIND[n / 9 % 9], &seed, &arena);
    if (b[0].sign < 0 && b[1].sign < 0) random_body(&b[1], NET_SPHERE, &seed, &arena);
    PwPose3 p[2];
    random_poses(&b[0].s, &b[1].s, &seed, &p[0], &p[1]);
    if (n % 7 == 0) bring_near(&b[0], &p[0], &b[1], &p[1], &seed);
    double size = fmax(b[0].s.extent, b[1].s.extent);
    double depth = fmax(brute_depth(&b[0], &p[0], &b[1], &p[1], false), brute_depth(&b[1], &p[1], &b[0], &p[0], false));
    PwOverlap o = {0};
    bool looks = n % 5 == 0, place = pw_surfaces_overlap(&b[0].s, &p[0], &b[1].s, &p[1], 1e-10 * size, looks ? &o : NULL);
    double touch = deepest_touch(&b[0], &p[0], &b[1], &p[1], &list);
    overlapping += depth > 1e-9 * size;
    by_touch += touch > 0;
    by_place += place;
    if (depth > 1e-9 * size && !place && !(touch > 0))
      fail_msg("pair %ld, kinds %d %d: missed, %g of the size", n, b[0].kind, b[1].kind, depth / size);
    if (depth < -1e-9 * size && touch > 1e-9 * size)
      fail_msg("pair %ld, kinds %d %d: a touch invents %g, they are %g apart", n, b[0].kind, b[1].kind, touch, -depth);
    for (int i = 0; i < 2 && place && looks; i++) {
      double x[3];
      seen_from(&p[i], o.x, x);
      double there = depth_in(&b[i], x);
      if (i == o.side ? fabs(there) > 1e-9 * size : !(there > 0))
        fail_msg("pair %ld, kinds %d %d: invented, %g", n, b[0].kind, b[1].kind, there);
    }
    pw_arena_free(&arena);
  }
  pw_surface_found_free(&list);
  if (pairs > 200)
    printf(
        "%ld pairs of surfaces: %ld overlap by brute force, %ld told of by touches, %ld by places; none missed, none invented\n",
        pairs, overlapping, by_touch, by_place);
  if (pairs >= 200) assert_true(overlapping > pairs / 5 && overlapping < 9 * pairs / 10);
}

int main(int argc, char **argv) {
  if (argc > 1) pairs = atol(argv[1]);
  if (argc > 2) first_seed = atol(argv[2]);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_surfaces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
