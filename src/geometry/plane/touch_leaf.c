// The touches on one pair of pieces. Points, lines and arcs have at most one, in closed form. On a curve the touches are zeros of
// one function of one parameter, and where `definite` has one sign that function is monotone: at most one touch, there if the
// values at the ends differ in sign. The range of `definite` over a part follows from the curvatures at its ends (they are
// monotone on a piece); where it is not decided, the part is halved.
//
//   round (centre c, radius R) and curve:  f(u) = (c - x) . t,     df/ds = -(1 + K h),      h = (c - x) . n
//   line and curve:                        f(u) = t x along,       df/ds = K at t = -along
//   curve 1 and curve 2, by the angle a of the common normal: f(a) = (x1 - x2) . t2,  df/da = -(R1 + R2 + h),  h = (x1 - x2) . n
#include <math.h>

#include "geometry/plane/touch_search.h"

enum { LEVELS = 40, BISECTIONS = 60, BUDGET = 4000 };
static const double PI = 3.141592653589793238463;
static const double SLACK = 1e-9;  // in u: what Newton may add to a bracket
static const double END = 2e-9;    // of the size, or rad: a zero so near beyond an end is tried; doubles are weeded out later

static const double anywhere[2][2] = {{-INFINITY, INFINITY}, {-INFINITY, INFINITY}};

typedef struct {
  PwTouchSearch *s;
  const PwPiece *piece[2];
  int32_t budget;  // parts that may still be looked at: conforming curves never decide
  bool found;
} Leaf;

static bool within(double u, const double range[2]) {
  return u >= range[0] - SLACK && u <= range[1] + SLACK;
}

// Solves from u; takes the result if it lies in the part. Returns false if it does not.
static bool try_from(Leaf *w, const double u[2], const double part[2][2]) {
  PwTouchSearch *s = w->s;
  PwTouchPoint t;
  const PwElement *e1 = pw_search_element(s, 0, w->piece[0]), *e2 = pw_search_element(s, 1, w->piece[1]);
  if (pw_touch_solve(e1, s->p[0], e2, s->p[1], u, &t) != PAWL_OK) return false;
  for (int i = 0; i < 2; i++) {
    if (!within(t.u[i], part[i])) return false;
  }
  if (pw_search_in_range(s, &t) && pw_search_inside(s, 0, w->piece[0], &t) && pw_search_inside(s, 1, w->piece[1], &t)) {
    pw_search_add(s, w->piece[0], w->piece[1], &t, false);
    w->found = true;
  }
  return true;
}

// ---- one parameter: side ib is a curve, the other one round or a line

typedef struct {
  Leaf *leaf;
  int ib;
  const PwElement *e;
  bool line;
  double center[2], along[2];  // in axes of the curve
  double radius, sign;         // of the round element: + for a corner
} Simple;

typedef struct {
  double u;
  PwCurvePoint q;
  double f, h;
} Point;

static void point_at(const Simple *w, double u, Point *out) {
  out->u = u;
  pw_element_evaluate(w->e, u, &out->q);
  double d[2] = {w->center[0] - out->q.x[0], w->center[1] - out->q.x[1]};
  out->f = w->line ? pw_cross2(out->q.t, w->along) : pw_dot2(d, out->q.t);
  out->h = d[0] * out->q.t[1] - d[1] * out->q.t[0];
}
// One zero lies between a and b: closes in until Newton finds it.
static void take_simple(const Simple *w, Point a, Point b) {
  Leaf *leaf = w->leaf;
  int ib = w->ib, ia = 1 - ib;
  double u[2], part[2][2];
  part[ib][0] = a.u;
  part[ib][1] = b.u;
  part[ia][0] = -INFINITY;  // whether it lies on the other piece is for the other piece to say
  part[ia][1] = INFINITY;
  u[ia] = 0.5;
  for (int i = 0; i < BISECTIONS; i++) {
    double secant = a.u + (b.u - a.u) * fabs(a.f) / (fabs(a.f) + fabs(b.f)), to = i % 2 ? 0.5 * (a.u + b.u) : secant;
    Point middle;
    u[ib] = isfinite(to) ? to : a.u;
    if (try_from(leaf, u, part)) return;
    point_at(w, u[ib], &middle);
    if ((middle.f > 0) == (a.f > 0)) {
      a = middle;
    } else {
      b = middle;
    }
  }
}
static void try_end(const Simple *w, double at) {
  double u[2];
  u[w->ib] = at;
  u[1 - w->ib] = 0.5;
  try_from(w->leaf, u, anywhere);
}
// A part on which f falls (or rises): takes the zero if there is one.
static void settle_simple(const Simple *w, const Point *a, const Point *b, bool falls, double tolerance) {
  if (falls ? a->f >= 0 && b->f <= 0 : a->f <= 0 && b->f >= 0) {
    take_simple(w, *a, *b);
  } else if (fabs(a->f) <= tolerance) {
    try_end(w, a->u);
  } else if (fabs(b->f) <= tolerance) {
    try_end(w, b->u);
  }
}
static void leave_undecided(Leaf *w, double distance) {
  w->s->out->conforming = true;
  pw_search_lower_reach(w->s, distance);
}
// A bound of the length of a part; its tangent turns one way, by less than pi.
static double part_length(const PwCurvePoint *a, const PwCurvePoint *b) {
  double d[2] = {b->x[0] - a->x[0], b->x[1] - a->x[1]}, cosine = fmax(pw_dot2(a->t, b->t), -1);
  return sqrt(pw_dot2(d, d)) / fmax(sqrt(0.5 * (1 + cosine)), 1e-3);
}
static void halve_round(const Simple *w, const Point *a, const Point *b, int level) {
  PwTouchSearch *s = w->leaf->s;
  double length = part_length(&a->q, &b->q), far = fmax(s->depth, s->margin);
  double near_end = fmin(hypot(a->f, a->h), hypot(b->f, b->h)), far_end = fmax(hypot(a->f, a->h), hypot(b->f, b->h));
  double nearest = near_end - 0.5 * length, farthest = far_end + 0.5 * length;
  if (nearest > fabs(w->radius) + far || farthest < fabs(w->radius) - far) return;
  double k[2] = {fmin(a->q.curvature, b->q.curvature), fmax(a->q.curvature, b->q.curvature)};
  double k_most = fmax(fabs(k[0]), fabs(k[1])), f_most = fmax(fabs(a->f), fabs(b->f)) + (1 + k_most * farthest) * length;
  f_most = fmin(f_most, farthest);
  double turn = fabs(atan2(pw_cross2(a->q.t, b->q.t), pw_dot2(a->q.t, b->q.t))), stray = 0.5 * turn * f_most;
  double h[2] = {fmin(a->h, b->h) - stray, fmax(a->h, b->h) + stray}, low = INFINITY, high = -INFINITY;
  for (int i = 0; i < 4; i++) {
    double v = 1 + k[i & 1] * h[i >> 1];
    low = fmin(low, v);
    high = fmax(high, v);
  }
  if (w->sign > 0 ? high <= 0 : low >= 0) return;
  if (w->sign > 0 ? low > 0 : high < 0) {
    settle_simple(w, a, b, w->sign > 0, END * s->size);
    return;
  }
  if (fmax(fabs(a->f), fabs(b->f)) > (1 + k_most * farthest) * length) return;
  if (level == LEVELS || --w->leaf->budget < 0) {
    try_end(w, 0.5 * (a->u + b->u));
    leave_undecided(w->leaf, fmax(nearest - fabs(w->radius), fabs(w->radius) - farthest));
    return;
  }
  Point middle;
  point_at(w, 0.5 * (a->u + b->u), &middle);
  halve_round(w, a, &middle, level + 1);
  halve_round(w, &middle, b, level + 1);
}
static void simple_leaf(Leaf *leaf, int ib) {
  PwTouchSearch *s = leaf->s;
  int ia = 1 - ib;
  const PwPiece *piece = leaf->piece[ib];
  const PwElement *a = pw_search_element(s, ia, leaf->piece[ia]);
  Simple w = {.leaf = leaf, .ib = ib, .e = pw_search_element(s, ib, piece), .line = pw_form_of(a) == PW_FORM_LINE, .sign = 1};
  double ground[2];
  if (w.line) {
    double along[2] = {(a->end[0] - a->start[0]) / a->length, (a->end[1] - a->start[1]) / a->length};
    pw_turn_out(s->p[ia], along, ground);
    pw_turn_in(s->p[ib], ground, w.along);
  } else {
    w.radius = pw_round_radius(a);
    w.sign = w.radius < 0 ? -1 : 1;
    pw_to_ground(s->p[ia], pw_round_center(a), ground);
    pw_to_local(s->p[ib], ground, w.center);
  }
  Point from, to;
  point_at(&w, piece->u[0], &from);
  point_at(&w, piece->u[1], &to);
  if (!w.line) {
    halve_round(&w, &from, &to, 0);
  } else if (pw_piece_is_convex(piece)) {
    // opposite normals are in the pieces' ranges, so the zero is not that of equal ones
    settle_simple(&w, &from, &to, false, END);
  }
}

// ---- two parameters, both followed by the angle of the common normal

typedef struct {
  double u[2];
  PwCurvePoint q[2];  // in axes of profile 2
  double angle, f, h;
} Both;

double pw_search_invert_normal(const PwElement *e, const double part[2], bool convex, const double m[2], PwCurvePoint *q) {
  double low = part[0], high = part[1], u = 0.5 * (low + high);
  for (int i = 0; i < BISECTIONS; i++) {
    pw_element_evaluate(e, u, q);
    double sine = q->t[1] * m[1] + q->t[0] * m[0], cosine = q->t[1] * m[0] - q->t[0] * m[1];  // from n to m
    double angle = atan2(sine, cosine), step = angle / (q->curvature * q->speed);
    if ((angle > 0) == convex) {
      low = u;
    } else {
      high = u;
    }
    if (fabs(angle) < 1e-15 || high - low < 1e-15) break;
    double next = u + step;
    if (fabs(step) < 1e-15) break;
    u = next > low && next < high ? next : 0.5 * (low + high);
  }
  return u;
}
static void both_at(const Leaf *w, double angle, const double part[2][2], Both *out) {
  const PwTouchSearch *s = w->s;
  double m2[2] = {cos(angle), sin(angle)}, m1[2] = {-m2[0], -m2[1]}, local[2], x[2];
  pw_turn_in(&s->relative, m1, local);
  const double *m[2] = {local, m2};
  for (int i = 0; i < 2; i++) {
    const PwPiece *piece = w->piece[i];
    out->u[i] = pw_search_invert_normal(pw_search_element(s, i, piece), part[i], pw_piece_is_convex(piece), m[i], &out->q[i]);
  }
  pw_to_ground(&s->relative, out->q[0].x, x);
  for (int k = 0; k < 2; k++) out->q[0].x[k] = x[k];
  double d[2] = {x[0] - out->q[1].x[0], x[1] - out->q[1].x[1]};
  out->angle = angle;
  out->f = d[1] * m2[0] - d[0] * m2[1];
  out->h = pw_dot2(d, m2);
}
static void order_parts(const Both *a, const Both *b, double part[2][2]) {
  for (int i = 0; i < 2; i++) {
    part[i][0] = fmin(a->u[i], b->u[i]);
    part[i][1] = fmax(a->u[i], b->u[i]);
  }
}
static void take_both(Leaf *w, Both a, Both b) {
  double part[2][2];
  order_parts(&a, &b, part);
  for (int i = 0; i < BISECTIONS; i++) {
    double weight = fabs(a.f) / (fabs(a.f) + fabs(b.f)), inner[2][2];
    Both middle;
    if (i % 2 || !isfinite(weight)) weight = 0.5;
    order_parts(&a, &b, inner);
    both_at(w, a.angle + (b.angle - a.angle) * weight, inner, &middle);
    if (try_from(w, middle.u, part)) return;
    if ((middle.f > 0) == (a.f > 0)) {
      a = middle;
    } else {
      b = middle;
    }
  }
}
static void settle_both(Leaf *w, const Both *a, const Both *b, bool falls) {
  double tolerance = END * w->s->size;
  if (falls ? a->f >= 0 && b->f <= 0 : a->f <= 0 && b->f >= 0) {
    take_both(w, *a, *b);
  } else if (fabs(a->f) <= tolerance) {
    try_from(w, a->u, anywhere);
  } else if (fabs(b->f) <= tolerance) {
    try_from(w, b->u, anywhere);
  }
}
static void halve_both(Leaf *w, const Both *a, const Both *b, int level) {
  PwTouchSearch *s = w->s;
  double far = fmax(s->depth, s->margin), cosine = fmax(cos(0.5 * (b->angle - a->angle)), 1e-3), length = 0;
  for (int i = 0; i < 2; i++) length += hypot(b->q[i].x[0] - a->q[i].x[0], b->q[i].x[1] - a->q[i].x[1]) / cosine;
  double da = hypot(a->f, a->h), db = hypot(b->f, b->h), farthest = fmax(da, db) + 0.5 * length;
  if (fmin(da, db) - 0.5 * length > far) return;
  double turn = b->angle - a->angle, f_most = fmin(fmax(fabs(a->f), fabs(b->f)) + length + turn * farthest, farthest);
  double stray = 0.5 * turn * f_most, h[2] = {fmin(a->h, b->h) - stray, fmax(a->h, b->h) + stray}, low = INFINITY,
         high = -INFINITY;
  if (h[0] > s->margin || h[1] < -s->depth) return;
  for (int i = 0; i < 8; i++) {
    double k1 = (i & 1 ? a : b)->q[0].curvature, k2 = (i & 2 ? a : b)->q[1].curvature, v = k1 + k2 + h[i >> 2] * k1 * k2;
    low = fmin(low, v);
    high = fmax(high, v);
  }
  if (high <= 0) return;
  if (low > 0) {
    bool falls = pw_piece_is_convex(w->piece[0]) == pw_piece_is_convex(w->piece[1]);
    settle_both(w, a, b, falls);
    return;
  }
  if (fmax(fabs(a->f), fabs(b->f)) > length + turn * farthest) return;
  double part[2][2];
  Both middle;
  if (level == LEVELS || --w->budget < 0) {
    try_from(w, a->u, anywhere);
    leave_undecided(w, fmin(da, db) - 0.5 * length);
    return;
  }
  order_parts(a, b, part);
  both_at(w, 0.5 * (a->angle + b->angle), part, &middle);
  halve_both(w, a, &middle, level + 1);
  halve_both(w, &middle, b, level + 1);
}
static bool is_flat(const PwPiece *piece, double size) {
  return fmax(fabs(piece->curvature[0]), fabs(piece->curvature[1])) * size < 1e-9;
}
static void both_leaf(Leaf *w) {
  PwTouchSearch *s = w->s;
  const PwPiece *p1 = w->piece[0], *p2 = w->piece[1];
  // where the normals' ranges meet, as angles of n in axes of 2
  double a1 = p1->normal[0] + s->turn + PI, b1 = p1->normal[1] + s->turn + PI, a2 = p2->normal[0], b2 = p2->normal[1];
  double shift = 2 * PI * rint((0.5 * (a2 + b2) - 0.5 * (a1 + b1)) / (2 * PI));
  double from = fmax(a1 + shift, a2), to = fmin(b1 + shift, b2);
  double part[2][2] = {{p1->u[0], p1->u[1]}, {p2->u[0], p2->u[1]}};
  if (from > to) from = to = 0.5 * (from + to);
  Both a, b;
  both_at(w, from, part, &a);
  both_at(w, to, part, &b);
  if (is_flat(p1, s->size) || is_flat(p2, s->size)) {
    // straight as far as numbers go: like a line; two such have no touch
    if (!is_flat(p1, s->size) || !is_flat(p2, s->size)) try_from(w, a.u, part);
    return;
  }
  halve_both(w, &a, &b, 0);
}

// Points, lines and arcs: one candidate on the whole elements.
static void closed_leaf(Leaf *w) {
  PwTouchSearch *s = w->s;
  const PwElement *e1 = pw_search_element(s, 0, w->piece[0]), *e2 = pw_search_element(s, 1, w->piece[1]);
  const double u[2] = {0.5, 0.5};
  if (try_from(w, u, anywhere) || e1->kind == PW_EL_LINE || e2->kind == PW_EL_LINE) return;
  double distance = fabs(pw_round_radius(e1) + pw_round_radius(e2));  // concentric arcs
  if (distance < fmax(s->depth, s->margin)) leave_undecided(w, distance);
}

bool pw_search_leaf(PwTouchSearch *s, const PwPiece *a, const PwPiece *b) {
  Leaf w = {.s = s, .piece = {a, b}, .budget = BUDGET};
  PwForm f1 = pw_form_of(pw_search_element(s, 0, a)), f2 = pw_form_of(pw_search_element(s, 1, b));
  if (f1 != PW_FORM_CURVE && f2 != PW_FORM_CURVE) {
    closed_leaf(&w);
  } else if (f1 == PW_FORM_CURVE && f2 == PW_FORM_CURVE) {
    both_leaf(&w);
  } else {
    simple_leaf(&w, f1 == PW_FORM_CURVE ? 0 : 1);
  }
  return w.found;
}
