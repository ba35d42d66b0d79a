// Random pairs of profiles that are easily mistaken: all of random_profiles.h, ratchet wheels, drawings on a grid with aligned
// edges, corners and tangent ends, plates with a hole; side by side, in each other, on each other, and a little apart or
// overlapping.
#ifndef PW_OVERLAP_PAIRS_H
#define PW_OVERLAP_PAIRS_H
#include "check.h"
#include "geometry/plane/overlap.h"
#include "random_profiles.h"

static const double GRID = 0.2;
enum { DRAWN_WHEEL = RANDOM_KINDS, DRAWN_STEPS, DRAWN_STAR, DRAWN_STADIUM, DRAWN_SLOT, DRAWN_PLATE, DRAWN_TIP, DRAWN_KINDS };

typedef struct {
  int kind;
  PwProfile p[2];  // of a plate: the outline and the hole
  const PwProfile *other[2];
  int which;  // of them is the one looked at
} Drawn;

static inline int random_int(uint64_t *seed, int low, int high) {
  return low + (int)(pw_random_bits(seed) % (uint64_t)(high - low + 1));
}
static inline void draw_wheel(RandomProfile *r, uint64_t *seed) {
  int n = random_int(seed, 5, 12);
  double tip = pw_random_between(seed, 0.9, 1.2), root = tip * pw_random_between(seed, 0.7, 0.9),
         lean = pw_random_between(seed, 0, 0.1);
  for (int i = 0; i < n; i++) {
    double a = 6.283185307179586 * i / n, b = 6.283185307179586 * (i + 1) / n;
    double p[3][2] = {{root * cos(a), root * sin(a)}, {tip * cos(a + lean), tip * sin(a + lean)}, {root * cos(b), root * sin(b)}};
    random_line(r, p[0], p[1]);
    random_line(r, p[1], p[2]);
  }
}
static inline void draw_polygon(RandomProfile *r, double v[][2], int n, bool clockwise) {
  for (int i = 0; i < n; i++) random_line(r, v[clockwise ? n - 1 - i : i], v[clockwise ? (2 * n - 2 - i) % n : (i + 1) % n]);
}
// Columns on the grid.
static inline void draw_steps(RandomProfile *r, uint64_t *seed) {
  double v[RANDOM_MOST][2];
  int n = 0, columns = random_int(seed, 2, 5), height[5];
  for (int i = 0; i < columns; i++) height[i] = random_int(seed, 1, 5);
  v[n][0] = v[n][1] = 0, n++;
  v[n][0] = columns * GRID, v[n][1] = 0, n++;
  for (int i = columns - 1; i >= 0; i--) {
    if (i == columns - 1 || height[i] != height[i + 1]) {
      v[n][0] = (i + 1) * GRID, v[n][1] = height[i] * GRID, n++;
    }
    if (i == 0 || height[i - 1] != height[i]) v[n][0] = i * GRID, v[n][1] = height[i] * GRID, n++;
  }
  draw_polygon(r, v, n, false);
}
// Corners on the grid around its middle; some of them are in line, or on one place, and refused.
static inline void draw_star(RandomProfile *r, uint64_t *seed) {
  double v[RANDOM_MOST][2];
  int n = random_int(seed, 3, 8);
  for (int i = 0; i < n; i++) {
    double a = 6.283185307179586 * i / n, size = pw_random_between(seed, 2, 6);
    v[i][0] = round(size * cos(a)) * GRID;
    v[i][1] = round(size * sin(a)) * GRID;
  }
  draw_polygon(r, v, n, false);
}
static inline void draw_arc(RandomProfile *r, double cx, double cy, double x0, double y0, double x1, double y1, bool clockwise) {
  PawlElementDef *d = random_def(r, PAWL_ELEMENT_ARC);
  d->center[0] = cx, d->center[1] = cy;
  d->from[0] = x0, d->from[1] = y0;
  d->to[0] = x1, d->to[1] = y1;
  d->clockwise = clockwise;
}
// Round ends of one or two units, tangent to the sides.
static inline void draw_stadium(RandomProfile *r, uint64_t *seed) {
  double w = random_int(seed, 1, 2) * GRID, h = random_int(seed, 1, 5) * GRID;
  random_line(r, (double[2]){w, 0}, (double[2]){w, h});
  draw_arc(r, 0, h, w, h, -w, h, false);
  random_line(r, (double[2]){-w, h}, (double[2]){-w, 0});
  draw_arc(r, 0, 0, -w, 0, w, 0, false);
}
// A block with a slot that has a round bottom.
static inline void draw_slot(RandomProfile *r, uint64_t *seed) {
  double w = random_int(seed, 1, 2) * GRID, h = random_int(seed, 1, 3) * GRID, out = w + random_int(seed, 1, 3) * GRID,
         low = -w - random_int(seed, 1, 2) * GRID;
  double v[6][2] = {{w, h}, {w, 0}, {-w, 0}, {-w, h}, {-out, h}, {-out, low}};
  random_line(r, v[0], v[1]);
  draw_arc(r, 0, 0, w, 0, -w, 0, true);
  for (int i = 2; i < 5; i++) random_line(r, v[i], v[i + 1]);
  random_line(r, v[5], (double[2]){out, low});
  random_line(r, (double[2]){out, low}, (double[2]){out, h});
  random_line(r, (double[2]){out, h}, v[0]);
}
static inline bool drawn_on_grid(int kind) {
  return kind >= DRAWN_STEPS && kind <= DRAWN_TIP;
}
static inline bool draw_plain(int kind, uint64_t *seed, PwArena *arena, PwProfile *out) {
  RandomProfile r = {.closed = true};
  PwProfileProblem problem = {0};
  if (kind < RANDOM_KINDS) return random_profile((RandomKind)kind, seed, arena, out, &problem) == PAWL_OK;
  if (kind == DRAWN_WHEEL) draw_wheel(&r, seed);
  if (kind == DRAWN_STEPS) draw_steps(&r, seed);
  if (kind == DRAWN_STAR) draw_star(&r, seed);
  if (kind == DRAWN_STADIUM) draw_stadium(&r, seed);
  if (kind == DRAWN_SLOT) draw_slot(&r, seed);
  if (kind == DRAWN_TIP) {
    PawlElementDef *d = random_def(&r, PAWL_ELEMENT_POINT);
    d->from[0] = random_int(seed, -2, 2) * GRID, d->from[1] = random_int(seed, -2, 2) * GRID;
    r.closed = false;
  }
  return pw_profile_build(r.def, r.count, r.closed, false, arena, out, &problem) == PAWL_OK;
}
static inline bool draw_plate(Drawn *d, uint64_t *seed, PwArena *arena) {
  RandomProfile r = {0}, hole = {0};
  PwProfileProblem problem = {0};
  double w = random_int(seed, 3, 6) * GRID, h = random_int(seed, 3, 6) * GRID;
  double v[4][2] = {{-w, -h}, {w, -h}, {w, h}, {-w, h}}, inner[4][2];
  draw_polygon(&r, v, 4, false);
  if (pw_random_bits(seed) % 2) {
    for (int i = 0; i < 8; i++) inner[i / 2][i % 2] = copysign(random_int(seed, 1, 2) * GRID, v[i / 2][i % 2]);
    inner[1][1] = inner[0][1], inner[2][0] = inner[1][0], inner[3][1] = inner[2][1], inner[3][0] = inner[0][0];
    draw_polygon(&hole, inner, 4, true);
  } else {
    PawlElementDef *c = random_def(&hole, PAWL_ELEMENT_CIRCLE);
    c->radius = random_int(seed, 1, 2) * GRID;
    c->clockwise = true;
  }
  if (pw_profile_build(r.def, r.count, true, false, arena, &d->p[0], &problem)) return false;
  if (pw_profile_build(hole.def, hole.count, true, false, arena, &d->p[1], &problem)) return false;
  for (int i = 0; i < 2; i++) {
    d->other[i] = &d->p[1 - i];
    d->p[i].other = &d->other[i];
    d->p[i].others = 1;
  }
  d->which = random_int(seed, 0, 1);
  return true;
}
static inline void draw(int kind, uint64_t *seed, PwArena *arena, Drawn *out) {
  *out = (Drawn){.kind = kind};
  while (!(kind == DRAWN_PLATE ? draw_plate(out, seed, arena) : draw_plain(kind, seed, arena, &out->p[0]))) {
  }
}

static inline PwPose2 pose_of(double x, double y, double angle) {
  return (PwPose2){x, y, cos(angle), sin(angle)};
}
// Moves body 1 along a way until it just touches body 2, then by a little more or less.
static inline void bring_near(const PwProfile *a, PwPose2 *p, const PwProfile *b, const PwPose2 *q, uint64_t *seed) {
  double size = fmax(a->size, b->size), angle = pw_random_between(seed, 0, 6.3), way[2] = {cos(angle), sin(angle)};
  PwPose2 start = *p;
  double low = 0, high = 3 * size;
  bool first = pw_profiles_overlap(a, p, b, q, 1e-12 * size, NULL);
  for (int i = 0; i < 45; i++) {
    double s = 0.5 * (low + high);
    *p = start;
    p->x += s * way[0], p->y += s * way[1];
    if (pw_profiles_overlap(a, p, b, q, 1e-12 * size, NULL) == first) {
      low = s;
    } else {
      high = s;
    }
  }
  double off = size * pow(10, -pw_random_between(seed, 1, 9.5)) * (pw_random_bits(seed) % 2 ? 1 : -1);
  p->x = start.x + (low + off) * way[0];
  p->y = start.y + (low + off) * way[1];
}
static inline void place_pair(const Drawn *a, const Drawn *b, uint64_t *seed, PwPose2 p[2]) {
  static const double RIGHT = 1.5707963267948966;
  const PwProfile *one = &a->p[a->which], *two = &b->p[b->which];
  double far = 0.5 * (one->size + two->size);
  if (drawn_on_grid(a->kind) && drawn_on_grid(b->kind) && pw_random_bits(seed) % 4) {
    for (int i = 0; i < 2; i++) {
      p[i] = pose_of(random_int(seed, -3, 3) * GRID, random_int(seed, -3, 3) * GRID, RIGHT * random_int(seed, 0, 3));
    }
    return;
  }
  for (int i = 0; i < 2; i++) {
    p[i] = pose_of(pw_random_between(seed, -far, far), pw_random_between(seed, -far, far), pw_random_between(seed, -3, 3));
  }
  if (pw_random_bits(seed) % 2) bring_near(one, &p[0], two, &p[1], seed);
}
#endif
