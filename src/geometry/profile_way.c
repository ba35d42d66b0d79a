// Straight ways through a profile: where they cross its boundary; how far elements may be continued inside the body.
#include <math.h>

#include "geometry/profile_parts.h"

typedef struct {
  const PwProfile *b;
  double from[2], along[2], length;
  double skip;   // crossings nearer to the start are none: it stands on the boundary; negative: all count
  double graze;  // a part's end so near beside the way is on it
  double first;  // the way to the first crossing
  double slope;  // there: > 0 if the way leaves the body; 0 at a part's end, or if there is none
} Way;

typedef struct {
  double u, side, slope;  // distance to the left of the way, and how it changes along the boundary
  double s;               // along the way
} Mark;

static void mark_at(const Way *w, const PwElement *e, double u, Mark *out) {
  PwCurvePoint q;
  pw_element_evaluate(e, u, &q);
  double d[2] = {q.x[0] - w->from[0], q.x[1] - w->from[1]};
  out->u = u;
  out->side = pw_cross2(w->along, d);
  out->slope = pw_cross2(w->along, q.t);
  out->s = pw_dot2(w->along, d);
}
// Bisects between two marks on the value that changes its sign (the side, or its slope).
static Mark between(const Way *w, const PwElement *e, Mark a, Mark b, bool slope) {
  for (int i = 0; i < 60 && fabs(b.u - a.u) > 1e-14; i++) {
    Mark middle;
    mark_at(w, e, 0.5 * (a.u + b.u), &middle);
    double v = slope ? middle.slope : middle.side, va = slope ? a.slope : a.side;
    if ((v > 0) == (va > 0)) {
      a = middle;
    } else {
      b = middle;
    }
  }
  return b;
}
static void take_crossing(Way *w, double s, double slope) {
  if (!(s < w->first)) return;
  w->first = s;
  w->slope = slope;
}
// A way that grazes the end of a part may run along it, or leave there: it counts as crossed.
static void graze_end(Way *w, const Mark *end) {
  if (fabs(end->side) <= w->graze && end->s > fmax(w->skip, 0)) take_crossing(w, end->s, 0);
}
static void cross_part(Way *w, const PwElement *e, const Mark *a, const Mark *b) {
  graze_end(w, a);
  graze_end(w, b);
  if ((a->side > 0) == (b->side > 0)) return;
  Mark at = {.s = a->s + (b->s - a->s) * a->side / (a->side - b->side), .slope = a->slope};
  if (e->kind != PW_EL_LINE) at = between(w, e, *a, *b, false);
  if (at.s >= 0 && at.s > w->skip) take_crossing(w, at.s, at.slope);
}
// On a piece the tangent turns one way by less than pi: it is along the way once at most.
static void cross_piece(Way *w, const PwPiece *piece) {
  const PwElement *e = &w->b->element[piece->element];
  if (pw_element_is_corner(e)) return;
  Mark a, b;
  mark_at(w, e, piece->u[0], &a);
  mark_at(w, e, piece->u[1], &b);
  if ((a.slope > 0) == (b.slope > 0)) {
    cross_part(w, e, &a, &b);
  } else {
    Mark turning = between(w, e, a, b, true);
    cross_part(w, e, &a, &turning);
    cross_part(w, e, &turning, &b);
  }
}
static void cross_node(Way *w, int32_t i) {
  const PwPieceNode *n = &w->b->node[i];
  double d[2] = {0.5 * (n->low[0] + n->high[0]) - w->from[0], 0.5 * (n->low[1] + n->high[1]) - w->from[1]};
  double half[2] = {0.5 * (n->high[0] - n->low[0]), 0.5 * (n->high[1] - n->low[1])}, *t = w->along;
  double s = pw_dot2(d, t), reach = fabs(t[0]) * half[0] + fabs(t[1]) * half[1];
  if (fabs(pw_cross2(t, d)) > fabs(t[1]) * half[0] + fabs(t[0]) * half[1] + w->graze || s + reach < 0 || s - reach > w->first)
    return;
  if (n->left < 0) {
    cross_piece(w, &w->b->piece[-1 - n->left]);
  } else {
    cross_node(w, n->left);
    cross_node(w, n->right);
  }
}
// All boundaries of the material.
static void cross_all(Way *w, const PwProfile *b) {
  cross_node(w, 0);
  for (int32_t i = 0; i < b->others; i++) {
    w->b = b->other[i];
    cross_node(w, 0);
  }
}
double pw_profile_way(const PwProfile *b, const double from[2], const double along[2], double length, double skip, double graze) {
  Way w = {.b = b, .from = {from[0], from[1]}, .along = {along[0], along[1]}, .length = length, .skip = skip, .graze = graze};
  w.first = length;
  cross_all(&w, b);
  return w.first;
}

// No point of the profile is farther away.
static double size_from(const PwProfile *b, const double x[2]) {
  return b->size + hypot(x[0] - b->center[0], x[1] - b->center[1]);
}

// Do ways in all directions first cross a boundary with a slope of this sign?
static bool is_within(const PwProfile *b, const double x[2], bool all, double sign) {
  enum { WAYS = 7 };
  double size = size_from(b, x);
  for (int32_t i = 0; i < b->others && all; i++) size = fmax(size, size_from(b->other[i], x));
  for (int i = 0; i < WAYS; i++) {
    double angle = 0.3 + 2 * PW_PI * i / WAYS;
    Way w = {.b = b, .from = {x[0], x[1]}, .along = {cos(angle), sin(angle)}, .length = size, .skip = -1, .first = size};
    if (all) {
      cross_all(&w, b);
    } else {
      cross_node(&w, 0);
    }
    if (!(sign * w.slope > 0)) return false;
  }
  return true;
}

bool pw_profile_holds(const PwProfile *b, const double x[2]) {
  return is_within(b, x, true, 1);
}

bool pw_profile_encloses(const PwProfile *b, const double x[2]) {
  return b->closed && (is_within(b, x, false, 1) || is_within(b, x, false, -1));
}

// The length of an element's continuation beyond one of its ends (0 or 1) until it comes out of the body, no longer than `most`;
// a curved one by chords, short at first: shallow kinks have short ways.
static double continuation(const PwProfile *p, const PwElement *e, int end, double most) {
  static const double FIRST = 1e-6, GROWTH = 1.2, START = 1e-9;  // the first chord, of the size; the kink itself, likewise
  PwCurvePoint at, to;
  pw_element_evaluate(e, end, &at);
  double gone = 0, step = e->kind == PW_EL_LINE ? most : FIRST * p->size, outwards = end ? 1 : -1;
  while (gone < most) {
    pw_element_evaluate(e, end + outwards * (gone + step) / at.speed, &to);
    double along[2] = {to.x[0] - at.x[0], to.x[1] - at.x[1]}, length = hypot(along[0], along[1]);
    along[0] /= length;
    along[1] /= length;
    double first = pw_profile_way(p, at.x, along, length, gone > 0 ? 0 : START * p->size, 0);
    if (first < length) return gone + first;
    gone += step;
    step *= GROWTH;
    to.speed = at.speed;
    at = to;
  }
  return most;
}

void pw_profile_continue(PwProfile *p) {
  static const double PART = 0.5, LEAST = 1e-9;  // of the way inside; of the size
  for (int32_t i = 0; i < p->elements; i++) {
    const PwElement *e = &p->element[i];
    double most = e->kind == PW_EL_LINE  ? 2 * p->size
                  : e->kind == PW_EL_ARC ? 3 * fabs(e->radius)
                                         : 0.1 * e->length;  // a formula may lead anywhere behind its end
    for (int end = 0; end < 2; end++) {
      int32_t next = pw_profile_next(p, i, end ? 1 : -1), before = end ? i : next;
      bool reentrant = next >= 0 && p->after[before] == PW_JOIN_REENTRANT;
      p->beyond[i][end] = reentrant ? fmax(PART * continuation(p, e, end, most), LEAST * p->size) : 0;
    }
  }
}
