// The global search of touches against brute force: both boundaries cut into many short parts; on every pair of parts that have a
// common normal, (x1 - x2) . t is computed at the ends of the common range of normals. A change of sign there is a pair of
// opposite normals on one line, and its direction says whether it is a nearest one (df/dangle = -(R1 + R2 + g)).
#include "base/arena.h"
#include "check.h"
#include "geometry/plane/touch.h"
#include "random_profiles.h"

static const double PI = 3.141592653589793238463;
enum { PARTS = 1200, BRUTE = 400 };

// ---- brute force

typedef struct {
  int32_t element;
  double u[2], x[2][2], normal[2];  // at both ends; ground axes, normals go on without jumps of 2 pi
  double bend;                      // sign of the radius: 0 for a line
} Part;

typedef struct {
  int32_t element[2];
  double u[2], x1[2], x2[2], gap;
  bool matched;
} Brute;

static int32_t cut(const PwProfile *b, const PwPose2 *p, double step, Part *out) {
  int32_t count = 0;
  double turn = atan2(p->s, p->c);
  for (int32_t i = 0; i < b->pieces; i++) {
    const PwPiece *piece = &b->piece[i];
    const PwElement *e = &b->element[piece->element];
    bool corner = pw_element_is_corner(e);
    double bend = corner ? 1 : piece->curvature[0] + piece->curvature[1];
    // by turn, and where the curve is nearly straight by length
    double turns = (piece->normal[1] - piece->normal[0]) / step, lengths = (piece->u[1] - piece->u[0]) * e->length / step;
    int32_t parts = corner || e->kind == PW_EL_LINE ? 1 : (int32_t)ceil(e->kind == PW_EL_ARC ? turns : fmax(turns, lengths));
    for (int32_t k = 0; k < parts; k++) {
      Part *part = &out[count++];
      assert_true(count <= PARTS);
      part->element = piece->element;
      part->bend = e->kind == PW_EL_LINE ? 0 : bend > 0 ? 1 : -1;
      for (int end = 0; end < 2; end++) {
        PwCurvePoint q;
        part->u[end] = piece->u[0] + (piece->u[1] - piece->u[0]) * (k + end) / parts;
        pw_element_evaluate(e, part->u[end], &q);
        part->x[end][0] = p->x + p->c * q.x[0] - p->s * q.x[1];
        part->x[end][1] = p->y + p->s * q.x[0] + p->c * q.x[1];
        double angle = atan2(-q.t[0], q.t[1]) + turn, near = end ? part->normal[0] : piece->normal[0];
        if (corner) angle = e->angle + e->turn * part->u[end] + turn;
        if (!corner) angle -= 2 * PI * rint((angle - near) / (2 * PI));
        part->normal[end] = angle;
      }
    }
  }
  return count;
}
// Place and u on a part where its normal has this angle.
static double interpolate(const Part *part, double angle, double x[2]) {
  double w = (angle - part->normal[0]) / (part->normal[1] - part->normal[0]);
  for (int k = 0; k < 2; k++) x[k] = part->x[0][k] + w * (part->x[1][k] - part->x[0][k]);
  return part->u[0] + w * (part->u[1] - part->u[0]);
}
static void add_brute(const Part *a, const Part *b, const double u[2], const double x1[2], const double x2[2], double gap,
                      Brute *out, int32_t *count) {
  Brute *to = &out[(*count)++];
  assert_true(*count <= BRUTE);
  *to = (Brute){{a->element, b->element}, {u[0], u[1]}, {x1[0], x1[1]}, {x2[0], x2[1]}, gap, false};
}
// side: which of the two is the line.
static void brute_line(const Part *a, const Part *b, int side, double shift, Brute *out, int32_t *count) {
  const Part *line = side ? b : a, *other = side ? a : b;
  double angle = line->normal[0] + (side ? -PI - shift : PI + shift), x[2], foot[2], u[2];
  double low = fmin(other->normal[0], other->normal[1]), high = fmax(other->normal[0], other->normal[1]);
  if (!(angle >= low && angle < high) || other->bend < 0) return;
  u[1 - side] = interpolate(other, angle, x);
  double n[2] = {cos(line->normal[0]), sin(line->normal[0])}, d[2] = {x[0] - line->x[0][0], x[1] - line->x[0][1]};
  double along[2] = {line->x[1][0] - line->x[0][0], line->x[1][1] - line->x[0][1]}, gap = d[0] * n[0] + d[1] * n[1];
  u[side] = (d[0] * along[0] + d[1] * along[1]) / (along[0] * along[0] + along[1] * along[1]);
  if (u[side] < 0 || u[side] >= 1) return;
  for (int k = 0; k < 2; k++) foot[k] = x[k] - gap * n[k];
  add_brute(a, b, u, side ? x : foot, side ? foot : x, gap, out, count);
}
static double residual(const Part *a, const Part *b, double angle, double shift, double u[2], double x1[2], double x2[2],
                       double *gap) {
  u[0] = interpolate(a, angle - PI - shift, x1);
  u[1] = interpolate(b, angle, x2);
  double d[2] = {x1[0] - x2[0], x1[1] - x2[1]};
  *gap = d[0] * cos(angle) + d[1] * sin(angle);
  return d[1] * cos(angle) - d[0] * sin(angle);
}
static void brute_pair(const Part *a, const Part *b, Brute *out, int32_t *count) {
  double middle = 0.5 * (a->normal[0] + a->normal[1]) + PI - 0.5 * (b->normal[0] + b->normal[1]);
  double half = 0.5 * (fabs(a->normal[1] - a->normal[0]) + fabs(b->normal[1] - b->normal[0]));
  double turns = rint(middle / (2 * PI)), shift = -2 * PI * turns;
  if (fabs(middle + shift) > half || (a->bend == 0 && b->bend == 0)) return;
  if (a->bend == 0 || b->bend == 0) {
    brute_line(a, b, a->bend == 0 ? 0 : 1, shift, out, count);
    return;
  }
  double low = fmax(fmin(a->normal[0], a->normal[1]) + PI + shift, fmin(b->normal[0], b->normal[1]));
  double high = fmin(fmax(a->normal[0], a->normal[1]) + PI + shift, fmax(b->normal[0], b->normal[1]));
  double u[2], x1[2], x2[2], gap, f0 = residual(a, b, low, shift, u, x1, x2, &gap);
  double f1 = residual(a, b, high, shift, u, x1, x2, &gap), sign = a->bend * b->bend;
  if (!(sign * f0 >= 0 && sign * f1 < 0)) return;
  for (int i = 0; i < 30; i++) {
    double angle = 0.5 * (low + high);
    if (sign * residual(a, b, angle, shift, u, x1, x2, &gap) >= 0) {
      low = angle;
    } else {
      high = angle;
    }
  }
  add_brute(a, b, u, x1, x2, gap, out, count);
}

// ---- comparison

typedef struct {
  int64_t touches, marginal, negative, pairs;
  PwFoundList found;
} Tally;

static void check_definition(const PwProfile *b[2], const PwPose2 p[2], const PwFound *f) {
  const PwTouchPoint *t = &f->point;
  for (int i = 0; i < 2; i++) {
    PwCurvePoint q;
    const double *x = i ? t->x2 : t->x1, sign = i ? 1 : -1;
    pw_element_evaluate(&b[i]->element[f->element[i]], t->u[i], &q);
    CHECK_CLOSE(p[i].x + p[i].c * q.x[0] - p[i].s * q.x[1], x[0], 1e-12);
    CHECK_CLOSE(p[i].y + p[i].s * q.x[0] + p[i].c * q.x[1], x[1], 1e-12);
    CHECK_CLOSE(sign * (p[i].c * q.t[1] + p[i].s * q.t[0]), t->n[0], 1e-11 / fmin(t->definite, 1));
    CHECK_CLOSE(sign * (p[i].s * q.t[1] - p[i].c * q.t[0]), t->n[1], 1e-11 / fmin(t->definite, 1));
    CHECK_CLOSE(t->x1[i] - t->x2[i], t->gap * t->n[i], 1e-12);
    CHECK_CLOSE(t->u[i], 0.5, 0.5 + 1e-8);
  }
  assert_true(t->definite > 0);
}
// Just where touches may end: at an end of an element?
static bool is_at_edge(const double u[2]) {
  return fabs(u[0] - rint(u[0])) < 1e-2 || fabs(u[1] - rint(u[1])) < 1e-2;
}
// A short part can hide two zeros of a fold, and its chord misses a limit by its height.
static bool is_marginal(const Tally *tally, double gap, double depth, double margin, const double x1[2], const double x2[2]) {
  if (fabs(gap + depth) < 3e-3 || fabs(gap - margin) < 3e-3) return true;
  for (int32_t i = 0; i < tally->found.count; i++) {
    const PwTouchPoint *t = &tally->found.item[i].point;
    bool near = hypot(t->x1[0] - x1[0], t->x1[1] - x1[1]) < 0.1 && hypot(t->x2[0] - x2[0], t->x2[1] - x2[1]) < 0.1;
    if (near && t->definite < 0.2) return true;
  }
  return false;
}
static void compare(Tally *tally, const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2, double depth,
                    double margin) {
  static Part part1[PARTS], part2[PARTS];
  static Brute brute[BRUTE];
  const PwProfile *b[2] = {b1, b2};
  const PwPose2 p[2] = {*p1, *p2};
  int32_t n1 = cut(b1, p1, 0.05, part1), n2 = cut(b2, p2, 0.05, part2), count = 0;
  for (int32_t i = 0; i < n1; i++) {
    for (int32_t j = 0; j < n2; j++) brute_pair(&part1[i], &part2[j], brute, &count);
  }
  assert_int_equal(pw_touch_search(b1, p1, b2, p2, depth, margin, &tally->found), PAWL_OK);
  tally->pairs++;
  for (int32_t i = 0; i < tally->found.count; i++) {
    const PwFound *f = &tally->found.item[i];
    const PwTouchPoint *t = &f->point;
    if (f->shadow) continue;
    check_definition(b, p, f);
    Brute *match = NULL;
    for (int32_t k = 0; k < count; k++) {
      Brute *w = &brute[k];
      bool near =
          hypot(t->x1[0] - w->x1[0], t->x1[1] - w->x1[1]) < 0.03 && hypot(t->x2[0] - w->x2[0], t->x2[1] - w->x2[1]) < 0.03;
      if (near && !w->matched && (!match || fabs(w->gap - t->gap) < fabs(match->gap - t->gap))) match = w;
    }
    tally->touches++;
    tally->negative += t->gap < 0;
    if (match) {
      match->matched = true;
      CHECK_CLOSE(t->gap, match->gap, 2e-3);
    } else if (is_at_edge(t->u) || is_marginal(tally, t->gap, depth, margin, t->x1, t->x2)) {
      tally->marginal++;
    } else {
      fail_msg("pair %d: extra touch on %d, %d at u %g %g, gap %g definite %g", (int)tally->pairs, f->element[0], f->element[1],
               t->u[0], t->u[1], t->gap, t->definite);
    }
  }
  for (int32_t k = 0; k < count; k++) {
    const Brute *w = &brute[k];
    if (w->matched || w->gap <= -depth || w->gap >= margin) continue;
    if (!is_at_edge(w->u) && !is_marginal(tally, w->gap, depth, margin, w->x1, w->x2)) {
      fail_msg("pair %d: missed a touch on %d, %d at u %g %g, gap %g", (int)tally->pairs, w->element[0], w->element[1], w->u[0],
               w->u[1], w->gap);
    }
    tally->marginal++;
  }
}

// ---- tests

enum { POOL = 240 };
typedef struct {
  PwArena arena;
  PwProfile profile[POOL];
} Pool;

static void fill(Pool *pool, uint64_t seed) {
  *pool = (Pool){0};
  for (int32_t i = 0; i < POOL; i++) {
    PwProfileProblem problem = {0};
    PawlStatus status = PAWL_ERR_INPUT;
    for (int k = 0; k < 20 && status; k++) {
      status = random_profile((RandomKind)(i % RANDOM_KINDS), &seed, &pool->arena, &pool->profile[i], &problem);
    }
    if (status) fail_msg("profile %d: %s", i, problem.text);
  }
}
static PwPose2 random_pose(uint64_t *seed, double reach) {
  double turn = pw_random_between(seed, -PI, PI);
  return (PwPose2){pw_random_between(seed, -reach, reach), pw_random_between(seed, -reach, reach), cos(turn), sin(turn)};
}

static void test_random_pairs(void **state) {
  (void)state;
  Pool *pool = malloc(sizeof *pool);
  Tally tally = {0};
  uint64_t seed = 5;
  fill(pool, 3);
  for (int i = 0; i < 10000; i++) {
    const PwProfile *b1 = &pool->profile[pw_random_bits(&seed) % POOL], *b2 = &pool->profile[pw_random_bits(&seed) % POOL];
    PwPose2 p1 = random_pose(&seed, 1.5), p2 = random_pose(&seed, 0.5);
    compare(&tally, b1, &p1, b2, &p2, pw_random_between(&seed, 0.1, 1.5), pw_random_between(&seed, 0.1, 1.5));
  }
  assert_true(tally.touches > 10000 && tally.negative > 5000);
  assert_true(tally.marginal * 1000 < tally.touches);
  pw_found_free(&tally.found);
  pw_arena_free(&pool->arena);
  free(pool);
}

// A star with sharp and rounded tips and bottoms turns once beside, against and inside others.
static void test_turning_stars(void **state) {
  (void)state;
  PwArena arena = {0};
  PwProfile star[3];
  PwProfileProblem problem = {0};
  Tally tally = {0};
  uint64_t seed = 11;
  static const RandomKind kind[] = {RANDOM_STAR, RANDOM_ROUNDED_STAR, RANDOM_FRAME};
  for (int i = 0; i < 3; i++) assert_int_equal(random_profile(kind[i], &seed, &arena, &star[i], &problem), PAWL_OK);
  for (int i = 0; i < 360; i++) {
    double a = 2 * PI * (i + 0.37) / 360;
    PwPose2 turning = {0, 0, cos(a), sin(a)}, beside = {2.1, 0, 1, 0}, against = {1.5, 0.2, 1, 0}, around = {0.1, 0, 1, 0};
    compare(&tally, &star[0], &turning, &star[1], &beside, 0.5, 0.5);
    compare(&tally, &star[1], &turning, &star[0], &against, 0.5, 0.5);
    compare(&tally, &star[1], &turning, &star[2], &around, 0.5, 0.8);
    compare(&tally, &star[2], &around, &star[0], &turning, 0.5, 0.8);
  }
  assert_true(tally.touches > 3500 && tally.marginal * 1000 < tally.touches);
  pw_found_free(&tally.found);
  pw_arena_free(&arena);
}

// ---- a second opinion that knows distances only: nearest pairs of two dense samplings, followed downhill

enum { DENSE = 200 };
typedef struct {
  const PwProfile *b;
  const PwPose2 *p;
} Side;

// The place at `way` of the profile's length from its start, by elements of equal weight (corners left out).
static void place(const Side *s, double way, double x[2]) {
  int32_t smooth = 0, i = -1;
  for (int32_t k = 0; k < s->b->elements; k++) smooth += !pw_element_is_corner(&s->b->element[k]);
  double at = s->b->closed ? (way - floor(way)) * smooth : fmin(fmax(way, 0), 1) * smooth;
  int32_t skip = (int32_t)at < smooth ? (int32_t)at : smooth - 1;
  do i++;
  while (pw_element_is_corner(&s->b->element[i]) || skip-- > 0);
  PwCurvePoint q;
  pw_element_evaluate(&s->b->element[i], at - floor(at), &q);
  x[0] = s->p->x + s->p->c * q.x[0] - s->p->s * q.x[1];
  x[1] = s->p->y + s->p->s * q.x[0] + s->p->c * q.x[1];
}
static double between(const Side side[2], const double way[2], double x1[2], double x2[2]) {
  place(&side[0], way[0], x1);
  place(&side[1], way[1], x2);
  return hypot(x1[0] - x2[0], x1[1] - x2[1]);
}
static double go_downhill(const Side side[2], double way[2], double x1[2], double x2[2]) {
  double best = between(side, way, x1, x2), step = 1.0 / DENSE;
  while (step > 1e-7) {
    bool moved = false;
    for (int k = 0; k < 16; k++) {
      double a = 2 * PI * k / 16, to[2] = {way[0] + step * cos(a), way[1] + step * sin(a)}, d = between(side, to, x1, x2);
      if (d < best) {
        best = d;
        way[0] = to[0];
        way[1] = to[1];
        moved = true;
      }
    }
    if (!moved) step *= 0.5;
  }
  return between(side, way, x1, x2);
}
static bool is_listed(const PwFoundList *found, const double x1[2], const double x2[2]) {
  for (int32_t i = 0; i < found->count; i++) {
    const PwTouchPoint *t = &found->item[i].point;
    if (hypot(t->x1[0] - x1[0], t->x1[1] - x1[1]) < 1e-3 && hypot(t->x2[0] - x2[0], t->x2[1] - x2[1]) < 1e-3) return true;
  }
  return false;
}
// Is the place in the material, by the sampling's corners?
static bool is_in_material(const double (*x)[2], const double at[2]) {
  bool odd = false;
  double area = 0;
  for (int i = 0, k = DENSE - 1; i < DENSE; k = i++) {
    area += x[k][0] * x[i][1] - x[k][1] * x[i][0];
    if ((x[i][1] > at[1]) == (x[k][1] > at[1])) continue;
    if (at[0] < x[i][0] + (x[k][0] - x[i][0]) * (at[1] - x[i][1]) / (x[k][1] - x[i][1])) odd = !odd;
  }
  return odd == (area > 0);
}
// Bodies in each other have nearest pairs of boundary points that are no touches: the way between them is in the material.
static bool faces(const double (*x)[2], const double from[2], const double to[2]) {
  double at[2] = {from[0] + 0.05 * (to[0] - from[0]), from[1] + 0.05 * (to[1] - from[1])};
  return !is_in_material(x, at);
}
static void check_minima(const Side side[2], double margin, PwFoundList *found, int *minima) {
  static double x[2][DENSE][2], d[DENSE][DENSE];
  for (int s = 0; s < 2; s++) {
    for (int i = 0; i < DENSE; i++) place(&side[s], (i + 0.5) / DENSE, x[s][i]);
  }
  for (int i = 0; i < DENSE; i++) {
    for (int j = 0; j < DENSE; j++) d[i][j] = hypot(x[0][i][0] - x[1][j][0], x[0][i][1] - x[1][j][1]);
  }
  assert_int_equal(pw_touch_search(side[0].b, side[0].p, side[1].b, side[1].p, 0, margin, found), PAWL_OK);
  for (int i = 0; i < DENSE; i++) {
    for (int j = 0; j < DENSE; j++) {
      int up = (i + 1) % DENSE, down = (i + DENSE - 1) % DENSE, right = (j + 1) % DENSE, left = (j + DENSE - 1) % DENSE;
      double least = fmin(fmin(d[up][j], d[down][j]), fmin(d[i][right], d[i][left]));
      least = fmin(least, fmin(fmin(d[up][right], d[up][left]), fmin(d[down][right], d[down][left])));
      if (d[i][j] >= least || d[i][j] > margin) continue;
      double way[2] = {(i + 0.5) / DENSE, (j + 0.5) / DENSE}, x1[2], x2[2], gap = go_downhill(side, way, x1, x2);
      if (gap < 0.05 || gap > margin - 1e-3) continue;  // a crossing, or beyond the margin
      if (!faces((const double(*)[2])x[0], x1, x2) || !faces((const double(*)[2])x[1], x2, x1)) continue;
      (*minima)++;
      if (!is_listed(found, x1, x2)) fail_msg("a nearest pair of distance %g at %g, %g is missed", gap, x1[0], x1[1]);
    }
  }
}
static void test_minima_of_distance(void **state) {
  (void)state;
  Pool *pool = malloc(sizeof *pool);
  PwFoundList found = {0};
  uint64_t seed = 21;
  int minima = 0;
  fill(pool, 3);
  for (int i = 0; i < 120; i++) {
    const PwProfile *b[2] = {&pool->profile[pw_random_bits(&seed) % POOL], &pool->profile[pw_random_bits(&seed) % POOL]};
    if (!b[0]->closed || !b[1]->closed) continue;  // open ends without points stop the way downhill
    PwPose2 p[2] = {random_pose(&seed, 2.5), random_pose(&seed, 0.5)};
    Side side[2] = {{b[0], &p[0]}, {b[1], &p[1]}};
    check_minima(side, 1.5, &found, &minima);
  }
  assert_true(minima > 40);
  pw_found_free(&found);
  pw_arena_free(&pool->arena);
  free(pool);
}

// ---- what the list and its reach promise: less motion than the reach, and nothing overlaps that is not listed

static bool cross(const Part *a, const Part *b) {
  const double *a0 = a->x[0], *a1 = a->x[1], *b0 = b->x[0], *b1 = b->x[1];
  double da[2] = {a1[0] - a0[0], a1[1] - a0[1]}, db[2] = {b1[0] - b0[0], b1[1] - b0[1]};
  double s0 = da[0] * (b0[1] - a0[1]) - da[1] * (b0[0] - a0[0]), s1 = da[0] * (b1[1] - a0[1]) - da[1] * (b1[0] - a0[0]);
  double r0 = db[0] * (a0[1] - b0[1]) - db[1] * (a0[0] - b0[0]), r1 = db[0] * (a1[1] - b0[1]) - db[1] * (a1[0] - b0[0]);
  return s0 * s1 < 0 && r0 * r1 < 0;
}
static bool boundaries_cross(const Side side[2]) {
  static Part part1[PARTS], part2[PARTS];
  int32_t n1 = cut(side[0].b, side[0].p, 0.1, part1), n2 = cut(side[1].b, side[1].p, 0.1, part2);
  for (int32_t i = 0; i < n1; i++) {
    for (int32_t j = 0; j < n2; j++) {
      if (cross(&part1[i], &part2[j])) return true;
    }
  }
  return false;
}
static bool are_apart(const Side side[2]) {
  static double x[2][DENSE][2];
  for (int s = 0; s < 2; s++) {
    for (int i = 0; i < DENSE; i++) place(&side[s], (i + 0.5) / DENSE, x[s][i]);
  }
  bool in1 = is_in_material((const double(*)[2])x[0], x[1][0]), in2 = is_in_material((const double(*)[2])x[1], x[0][0]);
  return !in1 && !in2 && !boundaries_cross(side);
}
// How deep does the overlap go, by the touches that are there?
static double deepest(const Side side[2], PwFoundList *found) {
  double least = 0;
  assert_int_equal(pw_touch_search(side[0].b, side[0].p, side[1].b, side[1].p, 0.5, 0, found), PAWL_OK);
  for (int32_t i = 0; i < found->count; i++) {
    const PwTouchPoint *t = &found->item[i].point;
    if (t->gap < least && pw_touch_overlaps(side[0].b, side[0].p, side[1].b, side[1].p, &found->item[i], false)) least = t->gap;
  }
  return -least;
}
// A turn about a random point and a shift, in steps; no point of profile 1 moves by more than `motion`.
static PwPose2 moved(const PwProfile *b, const PwPose2 *p, const double way[3], double part) {
  double a = way[2] * part, c = cos(a), s = sin(a);
  double x = p->c * b->center[0] - p->s * b->center[1], y = p->s * b->center[0] + p->c * b->center[1];
  PwPose2 out = {0, 0, p->c * c - p->s * s, p->s * c + p->c * s};
  out.x = p->x + x + part * way[0] - (out.c * b->center[0] - out.s * b->center[1]);
  out.y = p->y + y + part * way[1] - (out.s * b->center[0] + out.c * b->center[1]);
  return out;
}
// Follows the list; false if one of it has closed, ended or split: that is when a simulation searches again.
static bool follow(const Side side[2], PwFoundList *list) {
  for (int32_t i = 0; i < list->count; i++) {
    PwFound *f = &list->item[i];
    PwTouchPoint t;
    const PwElement *e1 = &side[0].b->element[f->element[0]], *e2 = &side[1].b->element[f->element[1]];
    if (pw_touch_solve(e1, side[0].p, e2, side[1].p, f->point.u, &t) != PAWL_OK || t.gap <= 0 || t.definite <= 0) return false;
    if (!f->shadow && !(fabs(t.u[0] - 0.5) <= 0.5 && fabs(t.u[1] - 0.5) <= 0.5)) return false;
    f->point = t;
  }
  return true;
}
// Shifts profile 1 until the nearest touch has this gap.
static void bring_near(const Side side[2], PwPose2 *p1, double gap, PwFoundList *list) {
  int32_t best = -1;
  assert_int_equal(pw_touch_search(side[0].b, p1, side[1].b, side[1].p, 0, 2, list), PAWL_OK);
  for (int32_t i = 0; i < list->count; i++) {
    if (!list->item[i].shadow && (best < 0 || list->item[i].point.gap < list->item[best].point.gap)) best = i;
  }
  if (best < 0) return;
  const PwTouchPoint *t = &list->item[best].point;
  p1->x -= (t->gap - gap) * t->n[0];
  p1->y -= (t->gap - gap) * t->n[1];
}
static void test_nothing_closes_within_the_reach(void **state) {
  (void)state;
  enum { STEPS = 8 };
  Pool *pool = malloc(sizeof *pool);
  PwFoundList list = {0}, scratch = {0};
  uint64_t seed = 31;
  int whole = 0, lowered = 0;
  fill(pool, 9);
  for (int i = 0; i < 4000; i++) {
    const PwProfile *b1 = &pool->profile[pw_random_bits(&seed) % POOL], *b2 = &pool->profile[pw_random_bits(&seed) % POOL];
    PwPose2 p1 = random_pose(&seed, 1.8), p2 = {0, 0, 1, 0};
    Side side[2] = {{b1, &p1}, {b2, &p2}};
    bring_near(side, &p1, pw_random_between(&seed, 0.001, 0.1), &list);
    PwPose2 start = p1;
    if (!b1->closed || !b2->closed || !are_apart(side) || deepest(side, &scratch) > 0) continue;
    double margin = pw_random_between(&seed, 0.1, 0.8);
    assert_int_equal(pw_touch_search(b1, &p1, b2, &p2, 0, margin, &list), PAWL_OK);
    double share = pw_random_between(&seed, 0, 1), motion = 0.999 * list.reach, at = pw_random_between(&seed, -PI, PI);
    double sign = pw_random_between(&seed, -1, 1) < 0 ? -1 : 1;
    double way[3] = {share * motion * cos(at), share * motion * sin(at), 0};
    way[2] = sign * 2 * asin(fmin(0.5 * (1 - share) * motion / b1->radius, 1));
    lowered += list.reach < margin;
    int step = 0;
    for (step = 1; step <= STEPS; step++) {
      p1 = moved(b1, &start, way, (double)step / STEPS);
      if (!follow(side, &list)) break;
      if (boundaries_cross(side) && deepest(side, &scratch) > 1e-3) {
        fail_msg("trial %d: reach %g of %g, overlap %g after %d of %d steps", i, list.reach, margin, deepest(side, &scratch),
                 step, STEPS);
      }
    }
    whole += step > STEPS;
  }
  assert_true(whole > 500 && lowered > 300);
  pw_found_free(&list);
  pw_found_free(&scratch);
  pw_arena_free(&pool->arena);
  free(pool);
}

// ---- touches that come in over the ends of open profiles

enum { OPEN = 5 };
static void build_open(PwArena *arena, PwProfile out[OPEN]) {
  static const double points[10] = {0.9, 0, 0.5, 0.35, 0, 0.45, -0.4, 0.4, -0.8, 0.1};
  PawlElementDef def[OPEN];
  PwProfileProblem problem = {0};
  for (int i = 0; i < OPEN; i++) def[i] = pawl_element_def_default();
  def[0].type = PAWL_ELEMENT_LINE;
  def[0].from[0] = 0.6;
  def[0].to[0] = -0.6;
  def[0].from[1] = def[0].to[1] = 0;
  def[1].type = def[2].type = PAWL_ELEMENT_ARC;
  def[1].radius = 0.5;
  def[1].angle[1] = 2;
  def[2].radius = 1.5;
  def[2].angle[0] = 1;
  def[2].clockwise = true;
  def[3].type = PAWL_ELEMENT_SPLINE;
  def[3].count = 5;
  def[3].data = points;
  def[4].type = PAWL_ELEMENT_INVOLUTE;
  def[4].radius = 0.4;
  def[4].angle[0] = 0.3;
  def[4].angle[1] = 1.5;
  for (int i = 0; i < OPEN; i++) {
    if (pw_profile_build(&def[i], 1, false, false, arena, &out[i], &problem)) fail_msg("%d: %s", i, problem.text);
  }
}
// The pose of profile 1 in which its place u1 lies on place u2 of profile 2, normals opposite.
static PwPose2 laid_on(const PwElement *e1, double u1, const PwElement *e2, double u2) {
  PwCurvePoint a, b;
  pw_element_evaluate(e1, u1, &a);
  pw_element_evaluate(e2, u2, &b);
  double turn = atan2(b.t[1], b.t[0]) + PI - atan2(a.t[1], a.t[0]), c = cos(turn), s = sin(turn);
  return (PwPose2){b.x[0] - c * a.x[0] + s * a.x[1], b.x[1] - s * a.x[0] - c * a.x[1], c, s};
}
// What a simulation measures: how far the points of the circle around a profile move.
static double motion_of(const PwProfile *b, PwPose2 from, PwPose2 to) {
  bool circle = b->elements == 1 && b->closed;
  const double *center = circle ? b->element[0].center : b->center;
  double dc = to.c - from.c, ds = to.s - from.s, x = to.x - from.x + dc * center[0] - ds * center[1];
  double y = to.y - from.y + ds * center[0] + dc * center[1];
  return hypot(x, y) + (circle ? 0 : hypot(dc, ds) * b->radius);
}
static PwPose2 inverse(PwPose2 p) {
  return (PwPose2){-p.c * p.x - p.s * p.y, p.s * p.x - p.c * p.y, p.c, -p.s};
}
// Back from a closed touch near an end to a place where there is none: the search there must not promise a reach that is longer
// than the way to the touch, as either body sees it. And the promise is worth something: beside an end, too, it is in proportion
// to the way.
static void test_births_at_ends(void **state) {
  (void)state;
  PwArena arena = {0};
  PwProfile open[OPEN], ball;
  PwFoundList found = {0};
  uint64_t seed = 77;
  int tried = 0, tight = 0;
  build_open(&arena, open);
  build_circle(0.3, false, &arena, &ball);
  for (int i = 0; i < 40000; i++) {
    const PwProfile *b2 = &open[pw_random_bits(&seed) % OPEN];
    const PwProfile *b1 = pw_random_bits(&seed) % 6 == 5 ? &ball : &open[pw_random_bits(&seed) % OPEN];
    double size = pow(10, pw_random_between(&seed, -4, -0.5)), u = pw_random_between(&seed, 0, size), margin = 0.5;
    PwPose2 to = laid_on(&b1->element[0], pw_random_between(&seed, 0, 1), &b2->element[0], i % 2 ? u : 1 - u);
    PwPose2 p2 = {0, 0, 1, 0}, from;
    double way[3] = {pw_random_between(&seed, -size, size), pw_random_between(&seed, -size, size),
                     pw_random_between(&seed, -size, size)};
    from = moved(b1, &to, way, 1);
    assert_int_equal(pw_touch_search(b1, &to, b2, &p2, 1e-9, margin, &found), PAWL_OK);
    bool closed = found.count > 0 && fabs(found.item[0].point.gap) < 1e-9 && !found.item[0].shadow;
    assert_int_equal(pw_touch_search(b1, &from, b2, &p2, 3, margin, &found), PAWL_OK);
    if (!closed || found.count > 0) continue;
    double motion = fmin(motion_of(b1, from, to), motion_of(b2, inverse(from), inverse(to)));
    if (found.reach > motion) fail_msg("trial %d: reach %g, but a touch closes after %g", i, found.reach, motion);
    tried++;
    tight += found.reach > 0.01 * motion;
  }
  assert_true(tried > 1000 && tight > 0.9 * tried);
  pw_found_free(&found);
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_pairs), cmocka_unit_test(test_turning_stars), cmocka_unit_test(test_minima_of_distance),
      cmocka_unit_test(test_nothing_closes_within_the_reach), cmocka_unit_test(test_births_at_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
