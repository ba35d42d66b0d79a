// Shapes of random heaps in the plane, by formulas of their own: the text of a profile, its outline, and how far a place is from
// it. Bodies overlap by as much as an outline's places lie inside the other.
#ifndef PW_TEST_HEAP_SHAPES_H
#define PW_TEST_HEAP_SHAPES_H
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "check.h"

enum { SHAPE_CORNERS = 14, SPLINE_POINTS = 128 };

typedef enum { SHAPE_STAR, SHAPE_STADIUM, SHAPE_LOBES, SHAPE_POLYGON, SHAPE_DISC, SHAPE_KINDS } ShapeKind;

typedef struct {
  ShapeKind kind;
  int corners, lobes;
  double x[SHAPE_CORNERS], y[SHAPE_CORNERS];
  double radius, half, swell;  // of a disc, a stadium's ends, the mean of lobes; half of a stadium's length; of the lobes
  double reach;                // of a circle around all of it
  double at[3];                // where it stands: x, y, angle
} Shape;

typedef struct {
  char *text;
  size_t room;
} ShapeText;

static inline void add_shape_text(ShapeText *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline void add_shape_text(ShapeText *t, const char *format, ...) {
  size_t used = strlen(t->text);
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(t->text + used, t->room - used, format, arguments);
  va_end(arguments);
  assert_true(length >= 0 && used + (size_t)length < t->room);
}

static inline int pick_of(uint64_t *random, int count) {
  return (int)pw_random_between(random, 0, count);
}

static inline Shape make_shape(uint64_t *random) {
  static const double TURN = 6.283185307179586476925;
  Shape s = {.kind = (ShapeKind)pick_of(random, SHAPE_KINDS), .radius = pw_random_between(random, 0.05, 0.13)};
  int tips = 4 + pick_of(random, 4);
  double dent = pw_random_between(random, 0.4, 0.7);
  bool star = s.kind == SHAPE_STAR;
  if (star) s.corners = 2 * tips;
  if (s.kind == SHAPE_POLYGON) s.corners = 3 + pick_of(random, 5);
  for (int i = 0; i < s.corners; i++) {
    double angle = TURN * (i + pw_random_between(random, -0.25, 0.25)) / s.corners,
           r = star && i % 2 ? dent * s.radius : s.radius;
    s.x[i] = r * cos(angle);
    s.y[i] = r * sin(angle);
  }
  s.lobes = 2 + pick_of(random, 2);
  s.swell = pw_random_between(random, 0.03, 0.16);
  s.reach = s.radius;
  if (s.kind == SHAPE_LOBES) {
    s.radius *= 0.8;
    s.reach = s.radius * (1 + s.swell);
  } else if (s.kind == SHAPE_STADIUM) {
    s.reach = s.radius;
    s.radius *= pw_random_between(random, 0.2, 0.5);
    s.half = s.reach - s.radius;
  }
  return s;
}

static inline void write_shape(const Shape *s, ShapeText *t) {
  if (s->kind == SHAPE_DISC) {
    add_shape_text(t, "circle: {radius: %.17g}", s->radius);
  } else if (s->kind == SHAPE_STADIUM) {
    double a = s->half, r = s->radius;
    add_shape_text(t, "start: [%.17g, %.17g], chain: [{line: {to: [%.17g, %.17g]}}, ", -a, -r, a, -r);
    add_shape_text(t, "{arc: {center: [%.17g, 0], to: [%.17g, %.17g]}}, {line: {to: [%.17g, %.17g]}}, ", a, a, r, -a, r);
    add_shape_text(t, "{arc: {center: [%.17g, 0], to: [%.17g, %.17g]}}]", -a, -a, -r);
  } else if (s->kind == SHAPE_LOBES) {
    add_shape_text(t, "chain: [{spline: {degree: 5, points: [");
    for (int i = 0; i < SPLINE_POINTS; i++) {
      double angle = 6.283185307179586476925 * i / SPLINE_POINTS, r = s->radius * (1 + s->swell * cos(s->lobes * angle));
      add_shape_text(t, "%s[%.17g, %.17g]", i ? ", " : "", r * cos(angle), r * sin(angle));
    }
    add_shape_text(t, "]}}]");
  } else {
    add_shape_text(t, "start: [%.17g, %.17g], chain: [", s->x[0], s->y[0]);
    for (int i = 1; i <= s->corners; i++) {
      add_shape_text(t, "%s{line: {to: [%.17g, %.17g]}}", i > 1 ? ", " : "", s->x[i % s->corners], s->y[i % s->corners]);
    }
    add_shape_text(t, "]");
  }
}

// How far a place (in the shape's axes) is from a polygon, inside: negative.
static inline double from_polygon(const Shape *s, double x, double y) {
  double least = INFINITY;
  bool inside = false;
  for (int i = 0, j = s->corners - 1; i < s->corners; j = i++) {
    double ex = s->x[j] - s->x[i], ey = s->y[j] - s->y[i], wx = x - s->x[i], wy = y - s->y[i];
    double part = fmax(0, fmin(1, (wx * ex + wy * ey) / (ex * ex + ey * ey)));
    least = fmin(least, hypot(wx - part * ex, wy - part * ey));
    if ((s->y[i] > y) != (s->y[j] > y) && x < s->x[i] + ex * (y - s->y[i]) / ey) inside = !inside;
  }
  return inside ? -least : least;
}

// The same from r(a) = radius (1 + swell cos(lobes a)): Newton for the foot, from the place's own angle.
static inline double from_lobes(const Shape *s, double x, double y) {
  double own = atan2(y, x), apart = hypot(x, y) - s->radius * (1 + s->swell * cos(s->lobes * own)), a = own;
  double k = s->lobes, dx = 0, dy = 0;
  if (fabs(apart) > 0.1 * s->radius) return apart;
  for (int i = 0; i < 8; i++) {
    double c = cos(a), n = sin(a), r = s->radius * (1 + s->swell * cos(k * a)), r1 = -s->radius * s->swell * k * sin(k * a),
           r2 = -s->radius * s->swell * k * k * cos(k * a);
    dx = r * c - x;
    dy = r * n - y;
    double tx = r1 * c - r * n, ty = r1 * n + r * c, f = dx * tx + dy * ty;
    double slope = tx * tx + ty * ty + dx * (r2 * c - 2 * r1 * n - r * c) + dy * (r2 * n + 2 * r1 * c - r * n);
    a -= fmax(-0.2, fmin(0.2, f / slope));
  }
  return apart < 0 ? -hypot(dx, dy) : hypot(dx, dy);
}

static inline double from_shape(const Shape *s, double x, double y) {
  if (s->kind == SHAPE_DISC) return hypot(x, y) - s->radius;
  if (s->kind == SHAPE_STADIUM) return hypot(fmax(fabs(x) - s->half, 0), y) - s->radius;
  return s->kind == SHAPE_LOBES ? from_lobes(s, x, y) : from_polygon(s, x, y);
}

// A place of the outline, p from 0 to outline_range; corners are at whole numbers.
static inline double outline_range(const Shape *s) {
  return s->corners ? s->corners : s->kind == SHAPE_STADIUM ? 4 : 1;
}
static inline void outline_at(const Shape *s, double p, double *x, double *y) {
  static const double TURN = 6.283185307179586476925;
  double range = outline_range(s), part, a = TURN * p;
  p -= range * floor(p / range);
  int i = (int)p % (int)range;
  part = p - i;
  if (s->corners) {
    int next = (i + 1) % s->corners;
    *x = s->x[i] + part * (s->x[next] - s->x[i]);
    *y = s->y[i] + part * (s->y[next] - s->y[i]);
  } else if (s->kind == SHAPE_STADIUM) {
    double side = i < 2 ? 1 : -1, turn = TURN / 2 * (part - 0.5);
    *x = i % 2 ? side * (s->half + s->radius * cos(turn)) : side * s->half * (2 * part - 1);
    *y = i % 2 ? side * s->radius * sin(turn) : -side * s->radius;
  } else {
    double r = s->kind == SHAPE_DISC ? s->radius : s->radius * (1 + s->swell * cos(s->lobes * a));
    *x = r * cos(a);
    *y = r * sin(a);
  }
}

static inline void to_ground(const Shape *s, double *x, double *y) {
  double c = cos(s->at[2]), n = sin(s->at[2]), lx = *x;
  *x = s->at[0] + c * lx - n * *y;
  *y = s->at[1] + n * lx + c * *y;
}

// How far outline place p of `a` is from b; b NULL: from the walls of a square box, half a side `half`.
static inline double apart_at(const Shape *a, const Shape *b, double half, double p) {
  double x, y;
  outline_at(a, p, &x, &y);
  to_ground(a, &x, &y);
  if (!b) return half - fmax(fabs(x), fabs(y));
  double c = cos(b->at[2]), n = sin(b->at[2]), dx = x - b->at[0], dy = y - b->at[1];
  return from_shape(b, c * dx + n * dy, c * dy - n * dx);
}

// Least distance over outline places from low to high, by golden sections.
static inline double least_between(const Shape *a, const Shape *b, double half, double low, double high) {
  double p = low + 0.381966011250105 * (high - low), q = high - 0.381966011250105 * (high - low);
  double at_p = apart_at(a, b, half, p), at_q = apart_at(a, b, half, q), least = fmin(at_p, at_q);
  for (int k = 0; k < 60; k++) {
    bool left = at_p < at_q;
    if (left) {
      high = q, q = p, at_q = at_p;
      p = low + 0.381966011250105 * (high - low);
    } else {
      low = p, p = q, at_p = at_q;
      q = high - 0.381966011250105 * (high - low);
    }
    double next = apart_at(a, b, half, left ? p : q);
    *(left ? &at_p : &at_q) = next;
    least = fmin(least, next);
  }
  return least;
}

// The deepest place of the outline of `a` in b: of samples, then between those beside the deepest ones. Places beside one that is
// farther out than it is to its neighbours are not in b.
static inline double deepest_in(const Shape *a, const Shape *b, double half) {
  enum { SAMPLES = 16 };
  double range = outline_range(a), step = (a->corners || a->kind == SHAPE_STADIUM ? 1.0 : range / 8) / SAMPLES, least = INFINITY;
  int count = (int)(range / step + 0.5);
  double here[SHAPE_CORNERS * SAMPLES], longest = 0, x[2] = {0}, y[2] = {0};
  for (int i = 0; i <= count; i++) {
    outline_at(a, i * step, &x[i % 2], &y[i % 2]);
    if (i > 0) longest = fmax(longest, hypot(x[0] - x[1], y[0] - y[1]));
    if (i < count) here[i] = apart_at(a, b, half, i * step);
  }
  for (int i = 0; i < count; i++) {
    least = fmin(least, here[i]);
    if (here[i] > 1.1 * longest || here[i] > here[(i + 1) % count] || here[i] > here[(i + count - 1) % count]) continue;
    least = fmin(least, least_between(a, b, half, (i - 1) * step, (i + 1) * step));
  }
  return -least;
}

// By how much it stands beyond the walls of the box.
static inline double leaves_box(const Shape *a, double half) {
  return half - fmax(fabs(a->at[0]), fabs(a->at[1])) > a->reach ? 0 : deepest_in(a, NULL, half);
}

// How deep they are in each other.
static inline double shapes_overlap(const Shape *a, const Shape *b) {
  if (hypot(a->at[0] - b->at[0], a->at[1] - b->at[1]) > a->reach + b->reach) return 0;
  return fmax(deepest_in(a, b, 0), deepest_in(b, a, 0));
}
#endif
