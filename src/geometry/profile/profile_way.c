// Straight ways through a profile: where they cross its boundary; how far elements may be continued inside the body.
#include <math.h>

#include "geometry/profile/profile_parts.h"

typedef struct {
  const PwProfile *b;
  double from[2], along[2], length;
  double skip;   // crossings nearer to the start are none: it stands on the boundary; negative: all count
  double graze;  // a part's end so near beside the way is on it
  double first;  // the way to the first crossing
} Way;

PwMark pw_mark_at(const double from[2], const double along[2], const PwElement *e, double u) {
  PwCurvePoint q;
  pw_element_evaluate(e, u, &q);
  double d[2] = {q.x[0] - from[0], q.x[1] - from[1]};
  return (PwMark){.u = u, .s = pw_dot2(along, d), .side = pw_cross2(along, d), .slope = pw_cross2(along, q.t)};
}
PwMark pw_mark_between(const double from[2], const double along[2], const PwElement *e, PwMark a, PwMark b, bool slope) {
  for (int i = 0; i < 60 && fabs(b.u - a.u) > 1e-14; i++) {
    PwMark middle = pw_mark_at(from, along, e, 0.5 * (a.u + b.u));
    double v = slope ? middle.slope : middle.side, va = slope ? a.slope : a.side;
    if ((v > 0) == (va > 0)) {
      a = middle;
    } else {
      b = middle;
    }
  }
  return b;
}
// A way that grazes the end of a part may run along it, or leave there: it counts as crossed.
static void graze_end(Way *w, const PwMark *end) {
  if (fabs(end->side) <= w->graze && end->s > fmax(w->skip, 0)) w->first = fmin(w->first, end->s);
}
static void cross_part(Way *w, const PwElement *e, const PwMark *a, const PwMark *b) {
  graze_end(w, a);
  graze_end(w, b);
  if ((a->side > 0) == (b->side > 0)) return;
  PwMark at = {.s = a->s + (b->s - a->s) * a->side / (a->side - b->side)};
  if (e->kind != PW_EL_LINE) at = pw_mark_between(w->from, w->along, e, *a, *b, false);
  if (at.s >= 0 && at.s > w->skip) w->first = fmin(w->first, at.s);
}
// On a piece the tangent turns one way by less than pi: it is along the way once at most.
static void cross_piece(Way *w, const PwPiece *piece) {
  const PwElement *e = &w->b->element[piece->element];
  if (pw_element_is_corner(e)) return;
  PwMark a = pw_mark_at(w->from, w->along, e, piece->u[0]), b = pw_mark_at(w->from, w->along, e, piece->u[1]);
  if ((a.slope > 0) == (b.slope > 0)) {
    cross_part(w, e, &a, &b);
  } else {
    PwMark turning = pw_mark_between(w->from, w->along, e, a, b, true);
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
