// Whether two profiles overlap, by brute force and by nothing that the decision under test uses but the evaluation of elements:
// both boundaries by many places, distances by the nearest of them, refined; sides by the angle that the boundary turns by as
// seen from a place, on ever shorter parts.
#ifndef PW_OVERLAP_BRUTE_H
#define PW_OVERLAP_BRUTE_H
#include "check.h"
#include "geometry/plane/touch.h"
#include "geometry/profile/profile.h"

enum { BRUTE_PLACES = 32, BRUTE_LINE = 12 };  // per element

static inline void brute_ground(const PwPose2 *p, const double a[2], double out[2]) {
  double x = p->x + p->c * a[0] - p->s * a[1], y = p->y + p->s * a[0] + p->c * a[1];
  out[0] = x;
  out[1] = y;
}
static inline void brute_local(const PwPose2 *p, const double a[2], double out[2]) {
  double x = a[0] - p->x, y = a[1] - p->y;
  out[0] = p->c * x + p->s * y;
  out[1] = p->c * y - p->s * x;
}
static inline void brute_place(const PwElement *e, double u, double out[2]) {
  PwCurvePoint q;
  pw_element_evaluate(e, u, &q);
  out[0] = q.x[0];
  out[1] = q.x[1];
}
static inline double brute_far(const PwElement *e, double u, const double x[2]) {
  double y[2];
  brute_place(e, u, y);
  return hypot(x[0] - y[0], x[1] - y[1]);
}
// The least of f = distance to x over an element: the nearest of many places, then golden sections beside it.
static inline double brute_element_distance(const PwElement *e, const double x[2]) {
  if (e->kind == PW_EL_POINT) return brute_far(e, 0, x);
  if (e->kind == PW_EL_LINE) {
    double d[2] = {e->end[0] - e->start[0], e->end[1] - e->start[1]}, v[2] = {x[0] - e->start[0], x[1] - e->start[1]};
    double w = (d[0] * v[0] + d[1] * v[1]) / (d[0] * d[0] + d[1] * d[1]);
    w = fmin(fmax(w, 0), 1);
    return hypot(v[0] - w * d[0], v[1] - w * d[1]);
  }
  int best = 0;
  double least = INFINITY;
  for (int i = 0; i <= BRUTE_PLACES; i++) {
    double far = brute_far(e, (double)i / BRUTE_PLACES, x);
    if (far < least) least = far, best = i;
  }
  double low = (best - 1.0) / BRUTE_PLACES, high = (best + 1.0) / BRUTE_PLACES;
  if (!e->periodic) low = fmax(low, 0), high = fmin(high, 1);
  for (int i = 0; i < 60; i++) {
    double third = 0.381966011250105 * (high - low), a = low + third, b = high - third;
    if (brute_far(e, a, x) < brute_far(e, b, x)) {
      high = b;
    } else {
      low = a;
    }
  }
  return fmin(least, brute_far(e, 0.5 * (low + high), x));
}
static inline double brute_profile_distance(const PwProfile *p, const double x[2]) {
  double least = INFINITY;
  for (int32_t i = 0; i < p->elements; i++) least = fmin(least, brute_element_distance(&p->element[i], x));
  return least;
}
// The angle from a to b as seen from x.
static inline double brute_angle(const double a[2], const double b[2], const double x[2]) {
  double p[2] = {a[0] - x[0], a[1] - x[1]}, q[2] = {b[0] - x[0], b[1] - x[1]};
  return atan2(p[0] * q[1] - p[1] * q[0], p[0] * q[0] + p[1] * q[1]);
}
// The angle by which an element turns around x between two places: halved until the part is short beside its distance.
static inline double brute_turn(const PwElement *e, double u0, const double a[2], double u1, const double b[2], const double x[2],
                                int depth) {
  double far = fmin(hypot(a[0] - x[0], a[1] - x[1]), hypot(b[0] - x[0], b[1] - x[1])), size = hypot(b[0] - a[0], b[1] - a[1]);
  if (depth > 60 || e->kind == PW_EL_LINE || (depth > 4 && size < 0.5 * far)) return brute_angle(a, b, x);
  double m[2], u = 0.5 * (u0 + u1);
  brute_place(e, u, m);
  return brute_turn(e, u0, a, u, m, x, depth + 1) + brute_turn(e, u, m, u1, b, x, depth + 1);
}
static inline bool brute_is_in(const PwProfile *p, const double x[2]) {
  double sum = 0, area = 0, last[2] = {0, 0};
  for (int32_t i = 0; i < p->elements; i++) {
    const PwElement *e = &p->element[i];
    double a[2], b[2];
    if (e->kind == PW_EL_POINT) continue;
    brute_place(e, 0, a);
    brute_place(e, 1, b);
    sum += brute_turn(e, 0, a, 1, b, x, 0);
    int n = e->kind == PW_EL_LINE ? 1 : BRUTE_PLACES;
    for (int k = 0; k <= n; k++) {  // the polygon's area says which way round it is drawn
      brute_place(e, (double)k / n, b);
      if (k > 0) area += last[0] * b[1] - last[1] * b[0];
      memcpy(last, b, sizeof last);
    }
  }
  int turns = (int)lround(sum / 6.283185307179586);
  return area > 0 ? turns > 0 : turns == 0;
}
// In the material of a profile and the others that bound it.
static inline bool brute_inside(const PwProfile *p, const double x[2]) {
  bool inside = p->closed && p->length > 0 && brute_is_in(p, x);  // a tip has no inside
  for (int32_t i = 0; i < p->others && inside; i++) inside = brute_is_in(p->other[i], x);
  return inside;
}
static inline double brute_distance(const PwProfile *p, const double x[2]) {
  double least = brute_profile_distance(p, x);
  for (int32_t i = 0; i < p->others; i++) least = fmin(least, brute_profile_distance(p->other[i], x));
  return least;
}

typedef struct {
  const PwProfile *a, *b;
  const PwPose2 *pa, *pb;
  double depth, x[2];  // the deepest place, ground axes
} Brute;

// Signed distance of a place of a to the material of b, > 0 inside; `known`: 1 inside, 0 outside, -1 not known.
static inline double brute_depth(Brute *s, const double at[2], int known) {
  double x[2], y[2];
  brute_ground(s->pa, at, x);
  brute_local(s->pb, x, y);
  double far = brute_distance(s->b, y), depth = (known >= 0 ? known : brute_inside(s->b, y)) ? far : -far;
  if (depth > s->depth) {
    s->depth = depth;
    memcpy(s->x, x, sizeof x);
  }
  return depth;
}
// The deepest place of an element: many, and golden sections beside those that are near the other boundary.
static inline void brute_element(Brute *s, const PwElement *e) {
  int n = e->kind == PW_EL_POINT ? 0 : e->kind == PW_EL_LINE ? BRUTE_LINE : BRUTE_PLACES, known = -1;
  double depth[BRUTE_PLACES + 1], step = 0, at[2], last[2] = {0, 0};
  for (int i = 0; i <= n; i++) {
    brute_place(e, n ? (double)i / n : 0, at);
    double way = i ? hypot(at[0] - last[0], at[1] - last[1]) : 0;
    bool same = i > 0 && fabs(depth[i - 1]) > 2 * way;  // no boundary between the two
    known = same ? depth[i - 1] > 0 : -1;
    depth[i] = brute_depth(s, at, known);
    step = fmax(step, way);
    memcpy(last, at, sizeof last);
  }
  for (int i = 0; i <= n && n; i++) {
    bool peak = (i == 0 || depth[i] >= depth[i - 1]) && (i == n || depth[i] >= depth[i + 1]);
    if (!peak || fabs(depth[i]) > 2 * step) continue;
    double low = (i - 1.0) / n, high = (i + 1.0) / n, f[2];
    if (!e->periodic) low = fmax(low, 0), high = fmin(high, 1);
    for (int k = 0; k < 45; k++) {
      double third = 0.381966011250105 * (high - low), u[2] = {low + third, high - third};
      for (int j = 0; j < 2; j++) {
        brute_place(e, u[j], at);
        f[j] = brute_depth(s, at, -1);
      }
      if (f[0] > f[1]) {
        high = u[1];
      } else {
        low = u[0];
      }
    }
  }
}
// Places behind the boundary of a, inside it, and in b, where the two boundaries lie on each other. (Where they do not, a place
// behind is in b because another of b's boundaries passes between: that one's pair has the overlap.)
static inline void brute_behind(Brute *s, const PwElement *e) {
  for (int i = 0; i < 3 && e->kind != PW_EL_POINT && s->a->closed; i++) {
    PwCurvePoint q;
    pw_element_evaluate(e, 0.2 + 0.3 * i, &q);
    double off = 0.01 * s->a->size, z[2] = {q.x[0] - off * q.t[1], q.x[1] + off * q.t[0]}, x[2], y[2];
    brute_ground(s->pa, q.x, x);
    brute_local(s->pb, x, y);
    if (brute_distance(s->b, y) > 1e-9 * fmax(s->a->size, s->b->size)) continue;
    if (brute_distance(s->a, z) < 1e-4 * s->a->size || !brute_inside(s->a, z)) continue;
    brute_ground(s->pa, z, x);
    brute_local(s->pb, x, y);
    if (brute_distance(s->b, y) > 1e-4 * s->b->size && brute_inside(s->b, y)) s->depth = fmax(s->depth, 1e-4 * s->a->size);
  }
}
// How deep do they overlap at most? <= 0: not at all.
static inline double brute_overlap(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2) {
  double deepest = -INFINITY;
  for (int side = 0; side < 2; side++) {
    Brute s = {.a = side ? b2 : b1, .b = side ? b1 : b2, .pa = side ? p2 : p1, .pb = side ? p1 : p2, .depth = -INFINITY};
    for (int32_t i = 0; i < s.a->elements && s.b->closed; i++) {
      brute_element(&s, &s.a->element[i]);
      brute_behind(&s, &s.a->element[i]);
    }
    deepest = fmax(deepest, s.depth);
  }
  return deepest;
}
#endif
