// The touch on one pair of elements. Points and arcs are "round": a centre and a signed radius R (0 at a corner, negative where
// concave) with x = centre + R (outward normal), so that every pair with a round element needs its centre only.
//
//   round 1, round 2:  c1 - c2 = (g + R1 + R2) n;  definite > 0 picks n = sign(R1 R2) (c1 - c2)/|c1 - c2| (a corner has sign +)
//   round a, line b:   n_b is the line's normal,  g = (c_a - line) . n_b - R_a
//   round a, curve b:  (c_a - x_b(u)) . t_b = 0,  g = (c_a - x_b) . n_b - R_a                             Newton in u_b
//   line a, curve b:   t_b x t_a = 0, t_b = -t_a                                                          Newton in u_b
//   curve 1, curve 2:  (x1 - x2) . t2 = 0, t1 x t2 = 0, t1 = -t2                                          Newton in u1, u2
//
// with dt/ds = -K n, so the Jacobian needs curvatures and nothing else; its determinant is `definite`.
#include <float.h>
#include <math.h>

#include "geometry/plane/touch_plane.h"

enum { ITERATIONS = 40, HALVINGS = 12 };
static const double TRAVEL = 0.5 + 1e-3;  // in u from the start: from the middle of an element to its ends
static const double STEP = 0.25;          // in u at a time
static const double TURN = 0.5;           // rad of the tangent at a time
static const double NEAR = 1e-12;         // a step below this is taken by the Taylor series; its error is the square
static const double TWO_PI = 6.283185307179586476925;

// ---- what stands in the result for each form of element, at outward normal m (ground axes)

// u in the turn nearest to the given one.
static inline void set_round(int i, const PwElement *e, const PwPose2 *p, const double center[2], const double m[2], double u,
                             PwTouchPoint *out) {
  double radius = pw_round_radius(e), local[2], *x = i == 0 ? out->x1 : out->x2;
  pw_turn_in(p, m, local);
  double angle = radius < 0 ? atan2(-local[1], -local[0]) : atan2(local[1], local[0]);
  angle -= e->angle;
  angle += TWO_PI * rint((u * e->turn - angle) / TWO_PI);
  out->u[i] = angle / e->turn;
  x[0] = center[0] + radius * m[0];
  x[1] = center[1] + radius * m[1];
  out->corner[i] = e->kind == PW_EL_POINT;
  out->curvature[i] = out->corner[i] ? 0 : 1 / radius;
  out->speed[i] = out->corner[i] ? e->turn : fabs(radius * e->turn);
}
static inline void set_line(int i, const PwElement *e, const PwPose2 *p, const double x[2], PwTouchPoint *out) {
  double *to = i == 0 ? out->x1 : out->x2, local[2];
  to[0] = x[0];
  to[1] = x[1];
  pw_to_local(p, x, local);
  double along[2] = {e->end[0] - e->start[0], e->end[1] - e->start[1]}, d[2] = {local[0] - e->start[0], local[1] - e->start[1]};
  out->u[i] = pw_dot2(d, along) / (e->length * e->length);
  out->corner[i] = false;
  out->curvature[i] = 0;
  out->speed[i] = e->length;
}
static void set_curve(int i, const PwPose2 *p, double u, const PwCurvePoint *q, PwTouchPoint *out) {
  pw_to_ground(p, q->x, i == 0 ? out->x1 : out->x2);
  out->u[i] = u;
  out->corner[i] = false;
  out->curvature[i] = q->curvature;
  out->speed[i] = q->speed;
}
// The outward normal m of side i (ground axes) gives n.
static inline void set_normal(int i, const double m[2], PwTouchPoint *out) {
  out->n[0] = i == 0 ? -m[0] : m[0];
  out->n[1] = i == 0 ? -m[1] : m[1];
}
static PawlStatus finish(PwTouchPoint *out) {
  double k1 = out->curvature[0], k2 = out->curvature[1], g = out->gap;
  if (out->corner[0]) {
    out->definite = out->corner[1] ? g : 1 + g * k2;
  } else {
    out->definite = out->corner[1] ? 1 + g * k1 : k1 + k2 + g * k1 * k2;
  }
  return isfinite(g) && isfinite(out->definite) ? PAWL_OK : PAWL_RETRY;
}

// ---- closed forms

static PawlStatus round_round(const PwElement *const e[2], const PwPose2 *const p[2], const double u[2], PwTouchPoint *out) {
  double c1[2], c2[2];
  pw_to_ground(p[0], pw_round_center(e[0]), c1);
  pw_to_ground(p[1], pw_round_center(e[1]), c2);
  double d[2] = {c1[0] - c2[0], c1[1] - c2[1]}, size = sqrt(pw_dot2(d, d)), r1 = pw_round_radius(e[0]),
         r2 = pw_round_radius(e[1]);
  if (!(size > 0)) return PAWL_RETRY;  // concentric: no normal
  if ((r1 < 0) != (r2 < 0)) size = -size;
  out->n[0] = d[0] / size;
  out->n[1] = d[1] / size;
  out->gap = size - r1 - r2;
  double m1[2] = {-out->n[0], -out->n[1]};
  set_round(0, e[0], p[0], c1, m1, u[0], out);
  set_round(1, e[1], p[1], c2, out->n, u[1], out);
  return finish(out);
}
// a: round, at side ia; b: a line.
static PawlStatus round_line(int ia, const PwElement *const e[2], const PwPose2 *const p[2], const double u[2],
                             PwTouchPoint *out) {
  int ib = 1 - ia;
  const PwElement *a = e[ia], *b = e[ib];
  double c[2], start[2], normal[2] = {b->end[1] - b->start[1], b->start[0] - b->end[0]}, mb[2];
  pw_to_ground(p[ia], pw_round_center(a), c);
  pw_to_ground(p[ib], b->start, start);
  pw_turn_out(p[ib], normal, mb);
  mb[0] /= b->length;
  mb[1] /= b->length;
  double d[2] = {c[0] - start[0], c[1] - start[1]}, height = pw_dot2(d, mb), ma[2] = {-mb[0], -mb[1]};
  double foot[2] = {c[0] - height * mb[0], c[1] - height * mb[1]};
  out->gap = height - pw_round_radius(a);
  set_normal(ib, mb, out);
  set_round(ia, a, p[ia], c, ma, u[ia], out);
  set_line(ib, b, p[ib], foot, out);
  return finish(out);
}

// ---- Newton in one parameter

// What has to vanish on a curve: (center - x) . t, or t x along.
typedef struct {
  const PwElement *e;
  bool line;
  double center[2];  // in axes of the curve
  double along[2];   // unit tangent of the line, likewise
} Target;

// Newton's step in arc length and the residual's size; *f: the residual; *floor: what rounding leaves of it.
static double newton_step(const Target *w, const PwCurvePoint *q, double *f, double *floor) {
  if (w->line) {
    double cosine = pw_dot2(q->t, w->along);
    *f = pw_cross2(q->t, w->along);
    *floor = 2 * DBL_EPSILON;
    return *f / (q->curvature * cosine);
  }
  double d[2] = {w->center[0] - q->x[0], w->center[1] - q->x[1]}, height = d[0] * q->t[1] - d[1] * q->t[0];
  *f = pw_dot2(d, q->t);
  *floor = DBL_EPSILON * (fabs(w->center[0]) + fabs(w->center[1]) + fabs(q->x[0]) + fabs(q->x[1]));
  return *f / (1 + q->curvature * height);
}
// Takes the last step by the Taylor series, exact to rounding if it is short (if not, rounding made it: near a fold).
static void nudge(const PwElement *e, PwCurvePoint *q, double *u, double ds) {
  if (!(fabs(ds) <= NEAR * q->speed)) return;
  double turn = -q->curvature * ds, t[2] = {q->t[0], q->t[1]};
  q->x[0] += t[0] * ds;
  q->x[1] += t[1] * ds;
  q->t[0] += turn * t[1];
  q->t[1] -= turn * t[0];
  *u += ds / q->speed;
  PwCurvePoint there;  // curvature may change fast
  pw_element_evaluate(e, *u, &there);
  q->curvature = there.curvature;
  q->speed = there.speed;
}
// The fraction of a Newton step that stays within what the safeguards allow.
static double limited(double ds, const PwCurvePoint *q) {
  double du = fabs(ds) / q->speed, turn = fabs(ds * q->curvature), most = 1;
  if (du > STEP) most = STEP / du;
  if (turn * most > TURN) most = TURN / turn;
  return most;
}
static PawlStatus newton(const Target *w, double start, double *u, PwCurvePoint *q) {
  double f, floor_of_f;
  *u = start;
  pw_element_evaluate(w->e, *u, q);
  double ds = newton_step(w, q, &f, &floor_of_f);
  for (int i = 0; i < ITERATIONS && isfinite(ds); i++) {
    if (fabs(ds) <= NEAR * q->speed || fabs(f) <= floor_of_f) {
      if (w->line && pw_dot2(q->t, w->along) > 0) return PAWL_RETRY;
      nudge(w->e, q, u, ds);
      return PAWL_OK;
    }
    double part = limited(ds, q), to, f_new = 0, floor_new = 0, ds_new = 0;
    int halvings = 0;
    PwCurvePoint there;
    do {
      to = *u + part * ds / q->speed;
      pw_element_evaluate(w->e, to, &there);
      ds_new = newton_step(w, &there, &f_new, &floor_new);
      part *= 0.5;
    } while (!(fabs(f_new) < fabs(f)) && ++halvings < HALVINGS);
    if (halvings == HALVINGS) {
      // no decrease: within rounding that is the end of the way
      if (!(fabs(f) <= 64 * floor_of_f)) return PAWL_RETRY;
      nudge(w->e, q, u, ds);
      return PAWL_OK;
    }
    if (!(fabs(to - start) <= TRAVEL)) return PAWL_RETRY;
    *u = to;
    *q = there;
    ds = ds_new;
    f = f_new;
    floor_of_f = floor_new;
  }
  return PAWL_RETRY;
}
// Side ib is a curve; the other one round or a line.
static PawlStatus simple_curve(int ib, PwForm other, const PwElement *const e[2], const PwPose2 *const p[2], const double u[2],
                               PwTouchPoint *out) {
  int ia = 1 - ib;
  const PwElement *a = e[ia];
  Target w = {.e = e[ib], .line = other == PW_FORM_LINE};
  double c[2], ground[2], ub, mb[2];
  if (w.line) {
    double along[2] = {(a->end[0] - a->start[0]) / a->length, (a->end[1] - a->start[1]) / a->length};
    pw_to_ground(p[ia], a->start, c);
    pw_turn_out(p[ia], along, ground);
    pw_turn_in(p[ib], ground, w.along);
  } else {
    pw_to_ground(p[ia], pw_round_center(a), c);
    pw_to_local(p[ib], c, w.center);
  }
  PwCurvePoint q;
  PawlStatus status = newton(&w, u[ib], &ub, &q);
  if (status != PAWL_OK) return status;
  double normal[2] = {q.t[1], -q.t[0]};
  pw_turn_out(p[ib], normal, mb);
  set_curve(ib, p[ib], ub, &q, out);
  set_normal(ib, mb, out);
  const double *xb = ib == 0 ? out->x1 : out->x2;
  double d[2] = {c[0] - xb[0], c[1] - xb[1]}, height = pw_dot2(d, mb), ma[2] = {-mb[0], -mb[1]};
  if (w.line) {
    double foot[2] = {xb[0] + height * mb[0], xb[1] + height * mb[1]};
    out->gap = height;
    set_line(ia, a, p[ia], foot, out);
  } else {
    out->gap = height - pw_round_radius(a);
    set_round(ia, a, p[ia], c, ma, u[ia], out);
  }
  return finish(out);
}

// ---- Newton in two parameters

// A point on each curve, both in axes of curve 2, and Newton's step from there.
typedef struct {
  PwCurvePoint q[2];
  double f[2], ds[2], floor;
} Pair;

static void pair_at(const PwElement *const e[2], const PwPose2 *relative, const double u[2], Pair *s) {
  PwCurvePoint *a = &s->q[0], *b = &s->q[1];
  double t[2], x[2];
  pw_element_evaluate(e[0], u[0], a);
  pw_element_evaluate(e[1], u[1], b);
  pw_to_ground(relative, a->x, x);
  pw_turn_out(relative, a->t, t);
  for (int i = 0; i < 2; i++) {
    a->x[i] = x[i];
    a->t[i] = t[i];
  }
  double d[2] = {x[0] - b->x[0], x[1] - b->x[1]}, height = d[0] * b->t[1] - d[1] * b->t[0], cosine = pw_dot2(t, b->t);
  s->f[0] = pw_dot2(d, b->t);
  s->f[1] = pw_cross2(t, b->t);
  s->floor = DBL_EPSILON * (fabs(x[0]) + fabs(x[1]) + fabs(b->x[0]) + fabs(b->x[1]));
  // [cosine, -(1 + K2 height); -cosine K1, cosine K2] ds = -f
  double m12 = -(1 + b->curvature * height), m21 = -cosine * a->curvature, m22 = cosine * b->curvature;
  double determinant = cosine * m22 - m12 * m21;
  s->ds[0] = (-s->f[0] * m22 + s->f[1] * m12) / determinant;
  s->ds[1] = (-s->f[1] * cosine + s->f[0] * m21) / determinant;
}
static bool pair_done(const Pair *s, double factor) {
  bool near = fabs(s->ds[0]) <= NEAR * s->q[0].speed && fabs(s->ds[1]) <= NEAR * s->q[1].speed;
  return near || (fabs(s->f[0]) <= factor * s->floor && fabs(s->f[1]) <= 2 * factor * DBL_EPSILON);
}
// Newton's direction lowers any weighted norm of the residual; the weight makes the parts comparable.
static double pair_merit(const Pair *s, double length) {
  return s->f[0] * s->f[0] / (length * length) + s->f[1] * s->f[1];
}
static PawlStatus pair_newton(const PwElement *const e[2], const PwPose2 *relative, const double start[2], double u[2], Pair *s) {
  double length = e[0]->length + e[1]->length;
  for (int i = 0; i < 2; i++) u[i] = start[i];
  pair_at(e, relative, u, s);
  for (int i = 0; i < ITERATIONS && isfinite(s->ds[0]) && isfinite(s->ds[1]); i++) {
    if (pair_done(s, 1)) return PAWL_OK;
    double part = fmin(limited(s->ds[0], &s->q[0]), limited(s->ds[1], &s->q[1])), merit = pair_merit(s, length), to[2];
    int halvings = 0;
    Pair there;
    do {
      for (int k = 0; k < 2; k++) to[k] = u[k] + part * s->ds[k] / s->q[k].speed;
      pair_at(e, relative, to, &there);
      part *= 0.5;
    } while (!(pair_merit(&there, length) < merit) && ++halvings < HALVINGS);
    if (halvings == HALVINGS) return pair_done(s, 64) ? PAWL_OK : PAWL_RETRY;
    for (int k = 0; k < 2; k++) {
      if (!(fabs(to[k] - start[k]) <= TRAVEL)) return PAWL_RETRY;
      u[k] = to[k];
    }
    *s = there;
  }
  return PAWL_RETRY;
}
static PawlStatus curve_curve(const PwElement *const e[2], const PwPose2 *const p[2], const double start[2], PwTouchPoint *out) {
  PwPose2 relative = pw_relative_pose(p[0], p[1]);
  double u[2];
  Pair s;
  PawlStatus status = pair_newton(e, &relative, start, u, &s);
  if (status != PAWL_OK) return status;
  if (pw_dot2(s.q[0].t, s.q[1].t) > 0) return PAWL_RETRY;  // inside against outside
  for (int i = 0; i < 2; i++) {
    nudge(e[i], &s.q[i], &u[i], s.ds[i]);
    set_curve(i, p[1], u[i], &s.q[i], out);
  }
  double m[2] = {s.q[1].t[1], -s.q[1].t[0]}, d[2] = {s.q[0].x[0] - s.q[1].x[0], s.q[0].x[1] - s.q[1].x[1]};
  out->gap = pw_dot2(d, m);
  pw_turn_out(p[1], m, out->n);
  return finish(out);
}

PawlStatus pw_touch_solve(const PwElement *e1, const PwPose2 *p1, const PwElement *e2, const PwPose2 *p2, const double u[2],
                          PwTouchPoint *out) {
  const PwElement *const e[2] = {e1, e2};
  const PwPose2 *const p[2] = {p1, p2};
  PwForm f1 = pw_form_of(e1), f2 = pw_form_of(e2);
  if (f1 == PW_FORM_ROUND) {
    if (f2 == PW_FORM_ROUND) return round_round(e, p, u, out);
    return f2 == PW_FORM_LINE ? round_line(0, e, p, u, out) : simple_curve(1, PW_FORM_ROUND, e, p, u, out);
  }
  if (f1 == PW_FORM_LINE) {
    if (f2 == PW_FORM_ROUND) return round_line(1, e, p, u, out);
    return f2 == PW_FORM_LINE ? PAWL_RETRY : simple_curve(1, PW_FORM_LINE, e, p, u, out);
  }
  return f2 == PW_FORM_CURVE ? curve_curve(e, p, u, out) : simple_curve(0, f2, e, p, u, out);
}
