// Where a touch that is not there yet may be born, and how much motion that and the closing of its gap take at least.
//
//   fold      `definite` passes 0 at some gap g0 > 0: only a convex part in a concave one, g0 = |R2| - R1, has it. The gap then
//             has to go from g0 to 0: motion >= g0.
//   end       a touch comes in over the end of a piece beyond which there can be none: a re-entrant kink, an open end, or a
//             neighbour that is too little curved (the corner of a box whose face lies along a line). The distance from that end
//             to the other piece bounds the motion from below. So does its way f along the tangent there to the point o on the
//             other piece with the opposite normal: that is 0 when a touch comes in. A motion by m changes it by no more than
//             m + R a if it is the other profile that moves, m + (R + |o - end|) a if it is this one, R the largest radius of
//             curvature of the piece, a <= pi m/extent the turn of what moves. Of a round piece o is the centre: then R counts
//             in the former only, and not for a whole circle, whose turn is no motion.
//
// Both need the pieces' normals opposite first: a turn by a moves some point by span sin(a/2). A touch that comes in from a
// neighbour where it was possible already is no birth: it is listed there, or born there.
#include <math.h>

#include "geometry/plane/touch_search.h"

static const double PI = 3.141592653589793238463;
static const double SHADOW = 0.2;  // rad outside a corner

typedef struct {
  double k[2];  // range of curvature
  bool corner;
} Bend;

static double straighten(const PwTouchSearch *s, double k) {
  return fabs(k) * s->size < 1e-9 ? 0 : k;
}
static Bend bend_of(const PwTouchSearch *s, int side, const PwPiece *piece) {
  double low = straighten(s, piece->curvature[0]), high = straighten(s, piece->curvature[1]);
  return (Bend){{low, high}, pw_element_is_corner(pw_search_element(s, side, piece))};
}
// Can there be a touch of gap 0 at all?
static bool can_touch(const Bend *a, const Bend *b) {
  return a->corner || b->corner || a->k[1] + b->k[1] > 0;
}
// The least gap at which a touch may fold; INFINITY: none does.
static double fold_gap(const Bend *a, const Bend *b) {
  double least = INFINITY;
  for (int i = 0; i < 2; i++) {
    const Bend *convex = i ? b : a, *concave = i ? a : b;
    if (concave->corner || !(concave->k[0] < 0) || (!convex->corner && !(convex->k[1] > 0))) continue;
    double inner = convex->corner ? 0 : convex->k[0] > 0 ? 1 / convex->k[0] : INFINITY;
    least = fmin(least, fmax(-1 / concave->k[0] - inner, 0));
  }
  return least;
}

// ---- distances, in axes of profile 2

typedef struct {
  PwCurvePoint end[2];
  double bulge;              // no point of the piece is farther from its chord
  double center[2], radius;  // of an arc; else radius 0
} Hull;

static void hull_of(const PwTouchSearch *s, int side, const PwPiece *piece, Hull *out) {
  for (int i = 0; i < 2; i++) {
    PwCurvePoint *q = &out->end[i];
    pw_element_evaluate(pw_search_element(s, side, piece), piece->u[i], q);
    if (side == 0) {
      double x[2];
      pw_to_ground(&s->relative, q->x, x);
      q->x[0] = x[0];
      q->x[1] = x[1];
    }
  }
  double turn = pw_element_is_corner(pw_search_element(s, side, piece)) ? 0 : piece->normal[1] - piece->normal[0];
  double chord = hypot(out->end[1].x[0] - out->end[0].x[0], out->end[1].x[1] - out->end[0].x[1]);
  out->bulge = 0.5 * chord * tan(0.5 * fmin(turn, 3));
  const PwElement *e = pw_search_element(s, side, piece);
  out->radius = e->kind == PW_EL_ARC ? fabs(pw_round_radius(e)) : 0;
  if (out->radius == 0) return;
  out->center[0] = e->center[0];
  out->center[1] = e->center[1];
  if (side == 0) pw_to_ground(&s->relative, e->center, out->center);
}
static double point_distance(const double x[2], const Hull *h) {
  const double *a = h->end[0].x, *b = h->end[1].x;
  double along[2] = {b[0] - a[0], b[1] - a[1]}, d[2] = {x[0] - a[0], x[1] - a[1]}, square = pw_dot2(along, along);
  double at = square > 0 ? fmin(fmax(pw_dot2(d, along) / square, 0), 1) : 0;
  return fmax(hypot(d[0] - at * along[0], d[1] - at * along[1]) - h->bulge, 0);
}
// The same for a point alone: an arc is not nearer than its circle.
static double end_distance(const double x[2], const Hull *h) {
  double distance = point_distance(x, h);
  if (h->radius == 0) return distance;
  return fmax(distance, fabs(hypot(x[0] - h->center[0], x[1] - h->center[1]) - h->radius));
}
static double hull_distance(const Hull *a, const Hull *b) {
  const double *a0 = a->end[0].x, *a1 = a->end[1].x, *b0 = b->end[0].x, *b1 = b->end[1].x;
  double da[2] = {a1[0] - a0[0], a1[1] - a0[1]}, db[2] = {b1[0] - b0[0], b1[1] - b0[1]};
  double r0[2] = {b0[0] - a0[0], b0[1] - a0[1]}, r1[2] = {b1[0] - a0[0], b1[1] - a0[1]};
  double q0[2] = {a0[0] - b0[0], a0[1] - b0[1]}, q1[2] = {a1[0] - b0[0], a1[1] - b0[1]};
  bool crossing = pw_cross2(da, r0) * pw_cross2(da, r1) < 0 && pw_cross2(db, q0) * pw_cross2(db, q1) < 0;
  if (crossing) return 0;
  double one = fmin(point_distance(a0, b), point_distance(a1, b)) - a->bulge;
  double two = fmin(point_distance(b0, a), point_distance(b1, a)) - b->bulge;
  return fmax(fmin(one, two), 0);
}

// ---- folds

// One half of a piece: on it curvature and normal go one way.
static PwPiece half_of(const PwTouchSearch *s, int side, const PwPiece *piece, int which) {
  static const double PAD = 1e-9;  // rad, and of the curvature
  PwCurvePoint from, to;
  PwPiece half = *piece;
  double middle = 0.5 * (piece->normal[0] + piece->normal[1]);
  half.u[1 - which] = 0.5 * (piece->u[0] + piece->u[1]);
  pw_element_evaluate(pw_search_element(s, side, piece), half.u[0], &from);
  pw_element_evaluate(pw_search_element(s, side, piece), half.u[1], &to);
  const PwCurvePoint *cut = which ? &from : &to;
  double angle = middle + remainder(atan2(-cut->t[0], cut->t[1]) - middle, 6.283185307179586476925);
  bool upper = pw_piece_is_convex(piece) ? which : !which;
  half.normal[upper ? 0 : 1] = upper ? angle - PAD : angle + PAD;
  half.curvature[0] = fmin(from.curvature, to.curvature) * (1 - copysign(PAD, fmin(from.curvature, to.curvature)));
  half.curvature[1] = fmax(from.curvature, to.curvature) * (1 + copysign(PAD, fmax(from.curvature, to.curvature)));
  return half;
}
// Least motion before a touch may have been born at a fold and closed. A curve that is nearly as curved as the one it lies in
// folds somewhere, but mostly not where the two are near to each other: pieces are halved until that shows.
static void lower_by_fold(PwTouchSearch *s, const PwPiece *const piece[2], int level) {
  enum { LEVELS = 14 };
  static const double ENOUGH = 0.1;  // of the margin
  const Bend bend[2] = {bend_of(s, 0, piece[0]), bend_of(s, 1, piece[1])};
  double turning = s->span * sin(0.5 * pw_search_mismatch(s, piece[0]->normal, piece[1]->normal));
  double fold = can_touch(&bend[0], &bend[1]) ? fold_gap(&bend[0], &bend[1]) : INFINITY;
  if (fmax(fold, turning) >= s->out->reach) return;
  Hull hull[2];
  hull_of(s, 0, piece[0], &hull[0]);
  hull_of(s, 1, piece[1], &hull[1]);
  double motion = fmax(fmax(fold, turning), hull_distance(&hull[0], &hull[1]));
  int side = bend[0].corner || hull[1].bulge > hull[0].bulge;
  if (motion > ENOUGH * s->margin || level == LEVELS || bend[side].corner) {
    pw_search_lower_reach(s, motion);
    return;
  }
  for (int which = 0; which < 2; which++) {
    PwPiece half = half_of(s, side, piece[side], which);
    const PwPiece *const parts[2] = {side ? piece[0] : &half, side ? &half : piece[1]};
    lower_by_fold(s, parts, level + 1);
  }
}

// ---- ends

// Can no touch come in over this end (0 or 1) of the piece from its neighbour on the same profile?
static bool ends_here(const PwTouchSearch *s, int side, const PwPiece *piece, int end, const Bend *other) {
  const PwProfile *b = s->b[side];
  const PwElement *e = pw_search_element(s, side, piece);
  PwCurvePoint q;
  if (piece->u[end] != end) {  // inside the element only the sign of curvature changes
    if (pw_element_is_corner(e)) return false;
    pw_element_evaluate(e, piece->u[end], &q);
    return fabs(q.curvature) * s->size < 1e-6 && !other->corner && other->k[1] <= 0;
  }
  int32_t next = pw_profile_next(b, piece->element, end ? 1 : -1), before = end ? piece->element : next;
  if (next < 0 || b->after[before] == PW_JOIN_NONE || b->after[before] == PW_JOIN_REENTRANT) return true;
  const PwElement *neighbour = &b->element[next];
  pw_element_evaluate(neighbour, end ? 0 : 1, &q);
  double k = straighten(s, q.curvature);
  Bend bend = {{k, k}, pw_element_is_corner(neighbour)};
  return !can_touch(&bend, other);
}
static double normal_at(const PwTouchSearch *s, int side, const PwPiece *piece, int end) {
  bool rises = pw_element_is_corner(pw_search_element(s, side, piece)) || pw_piece_is_convex(piece);
  return piece->normal[rises ? end : 1 - end];
}
// Least motion that brings a point x of profile `side` with the normal `at` onto a piece of the other one, as far as it is below
// `least`. A piece that is much bent is halved: its chord and bulge say little of how far away it is.
static double place_motion(const PwTouchSearch *s, int side, const double x[2], double at, const PwPiece *piece, double least,
                           int level) {
  enum { LEVELS = 12 };
  static const double BENT = 0.2;  // bulge, of the motion
  const double single[2] = {at, at}, *other = piece->normal;
  double mismatch = pw_search_mismatch(s, side == 0 ? single : other, side == 0 ? other : single);
  double motion = s->span * sin(0.5 * mismatch);
  Hull hull;
  if (motion >= least) return motion;
  hull_of(s, 1 - side, piece, &hull);
  motion = fmax(motion, end_distance(x, &hull));
  if (motion >= least || hull.bulge <= BENT * motion || hull.radius > 0 || level == LEVELS) return motion;
  for (int which = 0; which < 2; which++) {
    PwPiece half = half_of(s, 1 - side, piece, which);
    least = fmin(least, place_motion(s, side, x, at, &half, least, level + 1));
  }
  return least;
}
// The bound by f.
static double foot_motion(const PwTouchSearch *s, int side, const double end[2], double normal, const PwPiece *other,
                          const Hull *hull) {
  const PwElement *e = pw_search_element(s, 1 - side, other);
  const PwProfile *b = s->b[1 - side];
  PwForm form = pw_form_of(e);
  double radius = hull->radius, bend = 0, turn = side == 0 ? s->turn : -s->turn;
  const double *o = hull->radius > 0 ? hull->center : hull->end[0].x;
  double opposite[2] = {-cos(normal + turn), -sin(normal + turn)}, x[2];  // in axes of the other profile
  PwCurvePoint q;
  if (form == PW_FORM_LINE || !(s->extent[side] > 0)) return 0;
  if (form == PW_FORM_CURVE) {
    if (other->curvature[0] * other->curvature[1] <= 0) return 0;
    bend = radius = 1 / fmin(fabs(other->curvature[0]), fabs(other->curvature[1]));
    pw_search_invert_normal(e, other->u, pw_piece_is_convex(other), opposite, &q);
    x[0] = q.x[0];
    x[1] = q.x[1];
    if (side == 1) pw_to_ground(&s->relative, q.x, x);
    o = x;
  }
  double angle = side == 0 ? normal + s->turn : normal, d[2] = {o[0] - end[0], o[1] - end[1]};
  double f = fabs(d[1] * cos(angle) - d[0] * sin(angle)), far = hypot(d[0], d[1]);
  bool circle = b->elements == 1 && b->closed && e->kind == PW_EL_ARC;
  double other_moves = 1 + (circle || radius == 0 ? 0 : PI * radius / s->extent[1 - side]);
  return f / fmax(other_moves, 1 + PI * (bend + far) / s->extent[side]);
}
// Least motion before a touch may have come in over an end of the pieces and closed, as far as it is below the reach.
static double end_motion(const PwTouchSearch *s, const PwPiece *const piece[2], const Bend bend[2]) {
  double least = s->out->reach;
  Hull hull[2];
  for (int side = 0; side < 2; side++) hull_of(s, side, piece[side], &hull[side]);
  for (int side = 0; side < 2; side++) {
    for (int end = 0; end < 2; end++) {
      double at = normal_at(s, side, piece[side], end);
      double motion = place_motion(s, side, hull[side].end[end].x, at, piece[1 - side], least, 0);
      if (!(motion < least) || !ends_here(s, side, piece[side], end, &bend[1 - side])) continue;
      motion = fmax(motion, foot_motion(s, side, hull[side].end[end].x, at, piece[1 - side], &hull[1 - side]));
      least = fmin(least, motion);
    }
  }
  return least;
}

// ---- shadows

static double outside(const PwTouchPoint *t, int side) {
  double u = t->u[side];
  return u < 0 ? -u : u > 1 ? u - 1 : 0;
}
static bool is_before_kink(const PwTouchSearch *s, int side, const PwPiece *piece, const PwTouchPoint *t) {
  return outside(t, side) * t->speed[side] <= s->b[side]->beyond[piece->element][t->u[side] > 1];
}
// A corner or arc against a line: its gap can be watched although it is no touch.
static bool add_shadow(PwTouchSearch *s, const PwPiece *const piece[2], const PwTouchPoint *t) {
  const PwElement *e[2] = {pw_search_element(s, 0, piece[0]), pw_search_element(s, 1, piece[1])};
  int line = e[0]->kind == PW_EL_LINE ? 0 : 1, rounded = 1 - line;
  if (e[line]->kind != PW_EL_LINE || !(t->definite > 0 && t->gap > -1e-9 * s->size && t->gap < s->margin)) return false;
  double foot = outside(t, line), angle = outside(t, rounded) * fabs(e[rounded]->turn);
  bool leaning = foot == 0 && angle <= SHADOW, before = angle == 0 && is_before_kink(s, line, piece[line], t);
  if (leaning || before) pw_search_add(s, piece[0], piece[1], t, true);
  return leaning || before;
}

void pw_search_births(PwTouchSearch *s, const PwPiece *a, const PwPiece *b, bool listed) {
  const PwPiece *const piece[2] = {a, b};
  const PwElement *e1 = pw_search_element(s, 0, a), *e2 = pw_search_element(s, 1, b);
  const Bend bend[2] = {bend_of(s, 0, a), bend_of(s, 1, b)};
  if (!can_touch(&bend[0], &bend[1])) return;
  if (s->span * sin(0.5 * pw_search_mismatch(s, a->normal, b->normal)) >= s->out->reach) return;
  bool closed = pw_form_of(e1) != PW_FORM_CURVE && pw_form_of(e2) != PW_FORM_CURVE, solved = false;
  PwTouchPoint t;
  if (closed) {  // there is one touch on a pair of such elements and no more
    const double u[2] = {0.5, 0.5};
    solved = !listed && pw_touch_solve(e1, s->p[0], e2, s->p[1], u, &t) == PAWL_OK;
    // one that stands a rounding beside its elements may be out of the leaf's tolerance: it is not listed then
    if (listed || (solved && pw_search_in_range(s, &t) && outside(&t, 0) == 0 && outside(&t, 1) == 0)) return;
  }
  lower_by_fold(s, piece, 0);
  if (listed) return;
  double motion = end_motion(s, piece, bend);
  if (motion < s->out->reach && !(solved && add_shadow(s, piece, &t))) pw_search_lower_reach(s, motion);
}
