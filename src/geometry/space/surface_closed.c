// Touches in closed form: a sphere or a plane against surfaces on which the points below a point, or with a given normal, are
// known. Of several the nearest pairs come first, then what is nearer to where one looks for it.
#include <math.h>
#include <string.h>

#include "geometry/space/surface_parts.h"
#include "geometry/space/surface_solve.h"

enum { POINTS = 4 };

static double near_turn(double angle, double start) {
  return angle + 2 * PW_PI * rint((start - angle) / (2 * PW_PI));
}
static void set_place(double u, double v, bool round, const double start[2], double q[2]) {
  q[0] = round ? near_turn(u, start[0]) : u;
  q[1] = near_turn(v, start[1]);
}

// Where is c on a normal of the surface? 0: everywhere along a line, or not known.
static int points_below(const PwSurface *s, const double c[3], const double start[2], double q[POINTS][2]) {
  double r = hypot(c[0], c[1]), v = atan2(c[1], c[0]), far = sqrt(r * r + c[2] * c[2]), little = 1e-12 * s->extent;
  switch (s->kind) {
    case PW_SURFACE_PLANE:
      q[0][0] = c[0];
      q[0][1] = c[1];
      return 1;
    case PW_SURFACE_SPHERE:
      if (!(far > little)) return 0;
      set_place(atan2(c[2], r), v, false, start, q[0]);
      set_place(atan2(-c[2], r), v + PW_PI, false, start, q[1]);
      return 2;
    case PW_SURFACE_CYLINDER:
      if (!(r > little)) return 0;
      set_place(c[2], v, false, start, q[0]);
      set_place(c[2], v + PW_PI, false, start, q[1]);
      return 2;
    case PW_SURFACE_CONE: {
      const PwElement *e = s->element;
      double tr = (e->end[0] - e->start[0]) / e->length, tz = (e->end[1] - e->start[1]) / e->length;
      if (!(r > little)) return 0;
      set_place(tz * (tr * r + tz * c[2]), v, false, start, q[0]);
      set_place(tz * (-tr * r + tz * c[2]), v + PW_PI, false, start, q[1]);
      return 2;
    }
    case PW_SURFACE_TORUS:
      if (!(r > little) || s->element->kind == PW_EL_POINT) return 0;
      for (int k = 0; k < 4; k++) {
        double out = (k / 2 ? -r : r) - s->element->center[0];
        if (!(hypot(out, c[2]) > little)) return 0;
        set_place(atan2(c[2], out) + (k % 2 ? PW_PI : 0), v + (k / 2 ? PW_PI : 0), true, start, q[k]);
      }
      return 4;
    default:
      return 0;
  }
}
// Where has the surface this outward normal? 0: along lines, or not known.
static int points_with_normal(const PwSurface *s, const double n[3], const double start[2], double q[POINTS][2]) {
  double m[3] = {s->sign * n[0], s->sign * n[1], s->sign * n[2]}, y[3], r = hypot(m[0], m[1]);
  switch (s->kind) {
    case PW_SURFACE_SPHERE:
    case PW_SURFACE_ELLIPSOID:
      for (int k = 0; k < 3; k++) y[k] = m[k] * (s->size[0] > 0 ? s->size[k] : 1);
      set_place(atan2(y[2], hypot(y[0], y[1])), hypot(y[0], y[1]) > 0 ? atan2(y[1], y[0]) : start[1], false, start, q[0]);
      return 1;
    case PW_SURFACE_PARABOLOID:
      if (!(m[2] > 0) || s->size[0] == 0 || s->size[1] == 0) return 0;
      q[0][0] = -m[0] / (m[2] * s->size[0]);
      q[0][1] = -m[1] / (m[2] * s->size[1]);
      return 1;
    case PW_SURFACE_TORUS:
      if (!(r > 1e-12)) return 0;
      for (int k = 0; k < 2; k++) {
        double v = atan2(m[1], m[0]);
        set_place(atan2(m[2], k ? -r : r), k ? v + PW_PI : v, true, start, q[k]);
      }
      return 2;
    default:
      return 0;
  }
}
// The point on a sphere with an outward normal, or on a plane below a point; both in its axes.
static void follow(const PwSurface *s, const double n[3], const double x[3], const double start[2], double q[2]) {
  double all[POINTS][2];
  if (s->kind == PW_SURFACE_PLANE) {
    q[0] = x[0];
    q[1] = x[1];
    return;
  }
  points_with_normal(s, n, start, all);
  memcpy(q, all[0], sizeof all[0]);
}

typedef struct {
  const PwSurface *s[2];
  PwPose3 relative;  // surface 1 in axes of surface 2
  const PwPose3 *pose;
  const int32_t *face;
  const double (*start)[2];
} Pair;

static void to_axes_of(const Pair *w, int side, const double a[3], bool point, double out[3]) {  // from those of the other side
  double d[3] = {a[0], a[1], a[2]};
  if (side == 1) {
    pw_turn3(w->relative.r, d, out);
    for (int k = 0; k < 3 && point; k++) out[k] += w->relative.x[k];
    return;
  }
  for (int k = 0; k < 3 && point; k++) d[k] -= w->relative.x[k];
  pw_turn3_back(w->relative.r, d, out);
}
// The pair with its point on the curved side at `at`, where that is p[curved].
static void finish(const Pair *w, int curved, const double at[2], PwSurfacePoint p[2], PwSurfaceTouch *out) {
  int other = 1 - curved;
  double n[3], x[3];
  for (int k = 0; k < 3; k++) n[k] = -p[curved].n[k];
  to_axes_of(w, other, n, false, n);
  to_axes_of(w, other, p[curved].x, true, x);
  memcpy(out->q[curved], at, sizeof out->q[curved]);
  follow(w->s[other], n, x, w->start[other], out->q[other]);
  pw_surface_evaluate(w->s[other], w->face[other], out->q[other], &p[other]);
  double *vectors[] = {p[0].n, p[0].t[0], p[0].t[1]};
  to_axes_of(w, 1, p[0].x, true, p[0].x);
  for (int i = 0; i < 3; i++) to_axes_of(w, 1, vectors[i], false, vectors[i]);
  pw_touch_finish(p, w->pose, out);
}
// The points from which pairs follow, on the curved side. 0: there is no closed form for this pair, or no single point.
static int find_points(const Pair *w, int curved, double q[POINTS][2]) {
  const PwSurface *other = w->s[1 - curved];
  double at[3] = {0, 0, 0};
  if (other->kind == PW_SURFACE_SPHERE) {
    to_axes_of(w, curved, at, true, at);
    return points_below(w->s[curved], at, w->start[curved], q);
  }
  if (other->kind != PW_SURFACE_PLANE) return 0;
  at[2] = -other->sign;
  to_axes_of(w, curved, at, false, at);
  return points_with_normal(w->s[curved], at, w->start[curved], q);
}
static double way_between(const PwSurfacePoint *a, const PwSurfacePoint *b) {
  double d[3] = {a->x[0] - b->x[0], a->x[1] - b->x[1], a->x[2] - b->x[2]};
  return pw_norm(d);
}
// The one not yet taken that is nearest; -1: none is.
static int nearest_of(int count, const double way[POINTS], const bool taken[POINTS]) {
  int best = -1;
  for (int i = 0; i < count; i++) {
    if (!taken[i] && way[i] < INFINITY && (best < 0 || way[i] < way[best])) best = i;
  }
  return best;
}
// A pair that is no nearest one counts as 4 extents farther. Pairs are made in the order of their ways, and only as long as one
// may be the best: mostly that is the first.
static bool solve_closed(const Pair *w, int curved, PwSurfaceTouch *out) {
  const PwSurface *s = w->s[curved];
  double q[POINTS][2], way[POINTS], least = INFINITY;
  PwSurfacePoint start, point[POINTS];
  bool taken[POINTS] = {false};
  int count = find_points(w, curved, q), best = -1, i;
  if (count > 1) pw_surface_evaluate(s, w->face[curved], w->start[curved], &start);
  for (i = 0; i < count; i++) {
    pw_surface_evaluate(s, w->face[curved], q[i], &point[i]);
    way[i] = count > 1 ? way_between(&start, &point[i]) : 0;  // of one there is no choice
  }
  while ((i = nearest_of(count, way, taken)) >= 0 && way[i] <= least) {
    PwSurfaceTouch t;
    PwSurfacePoint p[2];
    p[curved] = point[i];
    finish(w, curved, q[i], p, &t);
    taken[i] = true;
    double all = way[i] + (t.nearest ? 0 : 4 * s->extent);
    if (!(all < least || (all == least && i < best))) continue;
    least = all;
    best = i;
    *out = t;
  }
  return best >= 0;
}

PawlStatus pw_surface_solve(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2, const int32_t face[2],
                            const double q[2][2], PwSurfaceTouch *out) {
  Pair w = {.s = {s1, s2}, .relative = pw_relative_pose3(p1, p2), .pose = p2, .face = face, .start = q};
  for (int curved = 0; curved < 2; curved++) {
    if (solve_closed(&w, curved, out)) return pw_touch_is_regular(out) ? PAWL_OK : PAWL_RETRY;
  }
  return pw_surface_newton(s1, p1, s2, p2, face, q, out);
}
