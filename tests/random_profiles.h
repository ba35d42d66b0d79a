// Random profiles for tests: polygons convex and star-shaped, with rounded or sharp tips and bottoms, circles and holes, polar
// curves, closed splines, chains with splines and involutes, open ones.
#ifndef PW_RANDOM_PROFILES_H
#define PW_RANDOM_PROFILES_H
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/random.h"
#include "geometry/profile/profile.h"

enum { RANDOM_MOST = 32 };
typedef enum {
  RANDOM_POLYGON,
  RANDOM_STAR,
  RANDOM_ROUNDED,       // convex polygon, some corners rounded
  RANDOM_ROUNDED_STAR,  // some tips and bottoms rounded
  RANDOM_CIRCLE,
  RANDOM_HOLE,
  RANDOM_POLAR,
  RANDOM_SPLINE,
  RANDOM_MIXED,  // star some of whose sides are splines
  RANDOM_FRAME,  // a polygonal hole
  RANDOM_OPEN,   // lines and arcs, open, with or without points at its ends
  RANDOM_TOOTH,  // two involutes, lines
  RANDOM_KINDS
} RandomKind;

typedef struct {
  PawlElementDef def[RANDOM_MOST];
  int32_t count;
  bool closed, ends;
  double data[2 * RANDOM_MOST][2];  // what the defs point at
  int32_t used;
} RandomProfile;

static inline PawlElementDef *random_def(RandomProfile *r, PawlElementType type) {
  PawlElementDef *d = &r->def[r->count++];
  *d = pawl_element_def_default();
  d->type = type;
  return d;
}
static inline void random_line(RandomProfile *r, const double a[2], const double b[2]) {
  PawlElementDef *d = random_def(r, PAWL_ELEMENT_LINE);
  memcpy(d->from, a, sizeof d->from);
  memcpy(d->to, b, sizeof d->to);
}
// A side that bulges: a spline through four points.
static inline void random_wave(RandomProfile *r, const double a[2], const double b[2], uint64_t *seed) {
  PawlElementDef *d = random_def(r, PAWL_ELEMENT_SPLINE);
  d->data = r->data[r->used];
  d->count = 4;
  for (int i = 0; i < 4; i++, r->used++) {
    double w = i / 3.0, out = i % 3 ? pw_random_between(seed, -0.06, 0.06) : 0;
    r->data[r->used][0] = a[0] + w * (b[0] - a[0]) + out * (b[1] - a[1]);
    r->data[r->used][1] = a[1] + w * (b[1] - a[1]) - out * (b[0] - a[0]);
  }
}
// From vertices to lines and fillets of the radii given (0: sharp), counter-clockwise; sides named in `wave` are splines.
static inline void random_chain(RandomProfile *r, double v[][2], const double *radius, int n, unsigned wave, uint64_t *seed) {
  double in[RANDOM_MOST][2], out[RANDOM_MOST][2];
  for (int i = 0; i < n; i++) {
    const double *p = v[(i + n - 1) % n], *q = v[i], *s = v[(i + 1) % n];
    double a = hypot(q[0] - p[0], q[1] - p[1]), b = hypot(s[0] - q[0], s[1] - q[1]);
    double t0[2] = {(q[0] - p[0]) / a, (q[1] - p[1]) / a}, t1[2] = {(s[0] - q[0]) / b, (s[1] - q[1]) / b};
    double turn = atan2(t0[0] * t1[1] - t0[1] * t1[0], t0[0] * t1[0] + t0[1] * t1[1]);
    double cut = fmin(radius[i] * fabs(tan(0.5 * turn)), 0.4 * fmin(a, b));
    if (cut < 1e-3) cut = 0;
    for (int k = 0; k < 2; k++) {
      in[i][k] = q[k] - cut * t0[k];
      out[i][k] = q[k] + cut * t1[k];
    }
  }
  for (int i = 0; i < n; i++) {
    const double *q = v[i];
    double cut = hypot(in[i][0] - q[0], in[i][1] - q[1]);
    if (cut > 1e-3) {
      double t0[2] = {(q[0] - in[i][0]) / cut, (q[1] - in[i][1]) / cut},
             t1[2] = {(out[i][0] - q[0]) / cut, (out[i][1] - q[1]) / cut};
      double turn = atan2(t0[0] * t1[1] - t0[1] * t1[0], t0[0] * t1[0] + t0[1] * t1[1]), size = cut / tan(0.5 * turn);
      PawlElementDef *d = random_def(r, PAWL_ELEMENT_ARC);
      d->center[0] = in[i][0] - size * t0[1];
      d->center[1] = in[i][1] + size * t0[0];
      memcpy(d->from, in[i], sizeof d->from);
      memcpy(d->to, out[i], sizeof d->to);
      d->clockwise = turn < 0;
    }
    if (wave >> i & 1) {
      random_wave(r, out[i], in[(i + 1) % n], seed);
    } else {
      random_line(r, out[i], in[(i + 1) % n]);
    }
  }
}
static inline void random_vertices(RandomProfile *r, RandomKind kind, uint64_t *seed) {
  bool star = kind == RANDOM_STAR || kind == RANDOM_ROUNDED_STAR || kind == RANDOM_MIXED;
  bool rounded = kind == RANDOM_ROUNDED || kind == RANDOM_ROUNDED_STAR || kind == RANDOM_MIXED;
  int n = 3 + (int)pw_random_between(seed, 0, 4);
  double v[RANDOM_MOST][2], radius[RANDOM_MOST];
  if (star) n *= 2;
  for (int i = 0; i < n; i++) {
    double a = 6.283185307179586 * (i + pw_random_between(seed, -0.2, 0.2)) / n;
    double size = star ? (i % 2 ? pw_random_between(seed, 0.4, 0.7) : pw_random_between(seed, 0.9, 1.2)) : 1;
    v[i][0] = size * cos(a);
    v[i][1] = size * sin(a);
    radius[i] = rounded && pw_random_between(seed, 0, 1) < 0.6 ? pw_random_between(seed, 0.02, 0.3) : 0;
  }
  if (kind == RANDOM_FRAME) {
    for (int i = 0; i < n / 2; i++) {
      for (int k = 0; k < 2; k++) {
        double swap = v[i][k];
        v[i][k] = 2 * v[n - 1 - i][k];
        v[n - 1 - i][k] = 2 * swap;
      }
    }
    if (n % 2) v[n / 2][0] *= 2, v[n / 2][1] *= 2;
  }
  random_chain(r, v, radius, n, kind == RANDOM_MIXED ? (unsigned)pw_random_bits(seed) & 0x5555u : 0, seed);
}
static inline void random_circle(RandomProfile *r, bool hole, uint64_t *seed) {
  PawlElementDef *d = random_def(r, PAWL_ELEMENT_CIRCLE);
  d->radius = hole ? pw_random_between(seed, 1, 2) : pw_random_between(seed, 0.2, 1);
  d->center[0] = pw_random_between(seed, -0.2, 0.2);
  d->clockwise = hole;
}
// r = c + b z^2 (1 - z)^2, z = theta/(2 pi): its value, slope and curvature agree at both ends.
static inline void random_polar(RandomProfile *r, uint64_t *seed) {
  PawlElementDef *d = random_def(r, PAWL_ELEMENT_POLAR);
  double c = pw_random_between(seed, 0.5, 1), b = pw_random_between(seed, -6, 10);
  const double term[4][2] = {{c, 0}, {b, 2}, {-2 * b, 3}, {b, 4}};
  memcpy(r->data, term, sizeof term);
  d->data = r->data[0];
  d->count = 4;
  d->angle[1] = d->scale = 6.283185307179586;
}
static inline void random_spline(RandomProfile *r, uint64_t *seed) {
  PawlElementDef *d = random_def(r, PAWL_ELEMENT_SPLINE);
  int n = 6 + (int)pw_random_between(seed, 0, 5);
  for (int i = 0; i < n; i++) {
    double a = 6.283185307179586 * i / n, size = pw_random_between(seed, 0.6, 1.1);
    r->data[i][0] = size * cos(a);
    r->data[i][1] = size * sin(a);
  }
  d->data = r->data[0];
  d->count = n;
}
static inline void random_open(RandomProfile *r, uint64_t *seed) {
  double a[2] = {-1, 0}, b[2] = {0, pw_random_between(seed, -0.4, 0.4)}, c[2] = {0.7, 0};
  random_line(r, c, b);
  random_line(r, b, a);
  PawlElementDef *d = random_def(r, PAWL_ELEMENT_ARC);
  d->clockwise = pw_random_between(seed, 0, 1) < 0.5;
  d->center[0] = -1;
  d->center[1] = d->clockwise ? 0.5 : -0.5;
  memcpy(d->from, a, sizeof a);
  d->to[0] = -1.5;
  d->to[1] = d->center[1];
  r->closed = false;
  r->ends = pw_random_between(seed, 0, 1) < 0.5;
}
// A tooth between two involutes of one base circle, closed through its centre.
static inline void random_tooth(RandomProfile *r, uint64_t *seed) {
  double half = pw_random_between(seed, 0.3, 0.4), f0 = 0.1, f1 = 0.6, end[2][2][2];
  for (int side = 0; side < 2; side++) {  // right flank unrolls clockwise-seen from -half to the tip, the left one mirrors it
    for (int k = 0; k < 2; k++) {
      double f = k ? f1 : f0, sign = side ? -1 : 1, a = -half + f;
      end[side][k][0] = cos(a) + f * sin(a);
      end[side][k][1] = sign * (sin(a) - f * cos(a));
    }
  }
  double hub[2] = {0, 0};
  random_line(r, hub, end[0][0]);
  for (int side = 0; side < 2; side++) {
    if (side) random_line(r, end[0][1], end[1][1]);
    PawlElementDef *d = random_def(r, PAWL_ELEMENT_INVOLUTE);
    d->radius = 1;
    d->origin = side ? half : -half;
    d->angle[0] = side ? f1 : f0;
    d->angle[1] = side ? f0 : f1;
    d->clockwise = side;
  }
  random_line(r, end[1][0], hub);
}
static inline PawlStatus random_profile(RandomKind kind, uint64_t *seed, PwArena *arena, PwProfile *out,
                                        PwProfileProblem *problem) {
  RandomProfile r = {.closed = true};
  switch (kind) {
    case RANDOM_CIRCLE:
    case RANDOM_HOLE:
      random_circle(&r, kind == RANDOM_HOLE, seed);
      break;
    case RANDOM_POLAR:
      random_polar(&r, seed);
      break;
    case RANDOM_SPLINE:
      random_spline(&r, seed);
      break;
    case RANDOM_OPEN:
      random_open(&r, seed);
      break;
    case RANDOM_TOOTH:
      random_tooth(&r, seed);
      break;
    default:
      random_vertices(&r, kind, seed);
  }
  return pw_profile_build(r.def, r.count, r.closed, r.ends, arena, out, problem);
}

// ---- closed profiles by hand

static inline void build_closed(const PawlElementDef *def, int32_t count, PwArena *arena, PwProfile *out) {
  PwProfileProblem problem = {0};
  if (pw_profile_build(def, count, true, false, arena, out, &problem)) fail_msg("%s", problem.text);
}
static inline void build_polygon(const double (*v)[2], int32_t count, PwArena *arena, PwProfile *out) {
  RandomProfile r = {0};
  for (int32_t i = 0; i < count; i++) random_line(&r, v[i], v[(i + 1) % count]);
  build_closed(r.def, r.count, arena, out);
}
static inline void build_circle(double radius, bool hole, PwArena *arena, PwProfile *out) {
  PawlElementDef d = pawl_element_def_default();
  d.type = PAWL_ELEMENT_CIRCLE;
  d.radius = radius;
  d.clockwise = hole;
  build_closed(&d, 1, arena, out);
}
#endif
