// On which side of a boundary is a point? Near it by the distance to its elements. Elsewhere by a straight way from it to far
// away: how often that crosses the boundary from right to left, less how often the other way round, is how often the boundary
// goes around the point. A way that passes an end of a piece, or touches the boundary along itself, might count it twice or not
// at all: it is in doubt, and another one is tried.
#include <math.h>

#include "geometry/profile/profile_parts.h"

enum { WAYS = 16 };

typedef struct {
  const PwProfile *b;
  double from[2], along[2];
  double graze;   // what passes the way so near is in doubt
  int32_t turns;  // crossings from right to left less those from left to right
  bool doubt;
} Way;

static void cross_part(Way *w, const PwElement *e, const PwMark *a, const PwMark *b) {
  double chord = fabs(a->s - b->s) + fabs(a->side - b->side), s = a->s;  // the part bulges by less
  if ((a->side > 0) == (b->side > 0) || fmax(a->s, b->s) < -chord) return;
  if (fmin(a->s, b->s) <= chord) {
    s += (b->s - a->s) * a->side / (a->side - b->side);
    if (e->kind != PW_EL_LINE) s = pw_mark_between(w->from, w->along, e, *a, *b, false).s;
  }
  if (s > 0) w->turns += b->side > a->side ? 1 : -1;
}
static void doubt_near(Way *w, const PwMark *m) {
  w->doubt |= fabs(m->side) <= w->graze && m->s >= -w->graze;
}
// On a piece the tangent turns one way by less than pi: it is along the way once at most.
static void cross_piece(Way *w, const PwPiece *piece) {
  const PwElement *e = &w->b->element[piece->element];
  if (pw_element_is_corner(e)) return;
  PwMark a = pw_mark_at(w->from, w->along, e, piece->u[0]), b = pw_mark_at(w->from, w->along, e, piece->u[1]);
  doubt_near(w, &a);
  doubt_near(w, &b);
  if ((a.slope > 0) == (b.slope > 0)) {
    cross_part(w, e, &a, &b);
    return;
  }
  PwMark turning = pw_mark_between(w->from, w->along, e, a, b, true);
  doubt_near(w, &turning);
  cross_part(w, e, &a, &turning);
  cross_part(w, e, &turning, &b);
}
static void cross_node(Way *w, int32_t i) {
  const PwPieceNode *n = &w->b->node[i];
  double d[2] = {0.5 * (n->low[0] + n->high[0]) - w->from[0], 0.5 * (n->low[1] + n->high[1]) - w->from[1]};
  double half[2] = {0.5 * (n->high[0] - n->low[0]), 0.5 * (n->high[1] - n->low[1])}, *t = w->along;
  double reach = fabs(t[0]) * half[0] + fabs(t[1]) * half[1], wide = fabs(t[1]) * half[0] + fabs(t[0]) * half[1];
  if (w->doubt || fabs(pw_cross2(t, d)) > wide + w->graze || pw_dot2(d, t) + reach < -w->graze) return;
  if (n->left < 0) {
    cross_piece(w, &w->b->piece[-1 - n->left]);
  } else {
    cross_node(w, n->left);
    cross_node(w, n->right);
  }
}

// How often does a closed profile go around a point that is not on it? By the first way without doubt; where there is none, by
// what most of them say.
static int32_t turns_around(const PwProfile *b, const double x[2]) {
  static const double GRAZE = 2e-9, GOLDEN = 2.399963229728653;  // of the size: twice what joining tolerates; rad
  const PwPieceNode *root = &b->node[0];
  if (x[0] < root->low[0] || x[0] > root->high[0] || x[1] < root->low[1] || x[1] > root->high[1]) return 0;
  int32_t around = 0;
  for (int i = 0; i < 2 * WAYS; i++) {
    double angle = 0.3 + GOLDEN * i;
    Way w = {.b = b, .from = {x[0], x[1]}, .along = {cos(angle), sin(angle)}, .graze = i < WAYS ? GRAZE * b->size : 0};
    cross_node(&w, 0);
    if (i < WAYS && !w.doubt) return w.turns;
    if (i >= WAYS) around += w.turns;
  }
  return 2 * around > WAYS ? 1 : 2 * around < -WAYS ? -1 : 0;
}

// ---- distances

static double piece_distance(const PwProfile *b, const PwPiece *piece, const double x[2]) {
  const PwElement *e = &b->element[piece->element];
  PwCurvePoint end[2], foot;
  double near = INFINITY, ahead[2];  // how far x is ahead of an end
  for (int i = 0; i < 2; i++) {
    pw_element_evaluate(e, piece->u[i], &end[i]);
    double d[2] = {x[0] - end[i].x[0], x[1] - end[i].x[1]};
    near = fmin(near, hypot(d[0], d[1]));
    ahead[i] = pw_dot2(d, end[i].t);
  }
  if (pw_element_is_corner(e) || !(ahead[0] > 0 && ahead[1] < 0)) return near;
  if (e->kind == PW_EL_LINE && e->offset == 0) {
    double d[2] = {x[0] - end[0].x[0], x[1] - end[0].x[1]};
    return fabs(pw_cross2(end[0].t, d));
  }
  if (e->kind == PW_EL_ARC && e->offset == 0) return fabs(hypot(x[0] - e->center[0], x[1] - e->center[1]) - fabs(e->radius));
  double u[2] = {piece->u[0], piece->u[1]};
  for (int i = 0; i < 50; i++) {
    double middle = 0.5 * (u[0] + u[1]);
    pw_element_evaluate(e, middle, &foot);
    double d[2] = {x[0] - foot.x[0], x[1] - foot.x[1]};
    near = fmin(near, hypot(d[0], d[1]));
    u[pw_dot2(d, foot.t) > 0 ? 0 : 1] = middle;
  }
  return near;
}
static double box_distance(const PwPieceNode *n, const double x[2]) {
  double d[2];
  for (int k = 0; k < 2; k++) d[k] = fmax(fmax(n->low[k] - x[k], x[k] - n->high[k]), 0);
  return hypot(d[0], d[1]);
}
static double node_distance(const PwProfile *b, int32_t i, const double x[2], double most) {
  const PwPieceNode *n = &b->node[i];
  if (!(box_distance(n, x) < most)) return most;
  if (n->left < 0) return fmin(most, piece_distance(b, &b->piece[-1 - n->left], x));
  bool left = box_distance(&b->node[n->left], x) <= box_distance(&b->node[n->right], x);
  most = node_distance(b, left ? n->left : n->right, x, most);
  return node_distance(b, left ? n->right : n->left, x, most);
}

double pw_profile_clearance(const PwProfile *b, const double x[2], double most) {
  most = node_distance(b, 0, x, most);
  for (int32_t i = 0; i < b->others; i++) most = node_distance(b->other[i], 0, x, most);
  return most;
}

PwSide pw_profile_side(const PwProfile *b, const double x[2], double near) {
  if (pw_profile_clearance(b, x, 2 * near) <= near) return PW_ON;
  if (!b->closed) return PW_OUTSIDE;
  bool inside = b->hole + turns_around(b, x) > 0;
  for (int32_t i = 0; i < b->others && inside; i++) inside = b->other[i]->hole + turns_around(b->other[i], x) > 0;
  return inside ? PW_INSIDE : PW_OUTSIDE;
}

bool pw_profile_encloses(const PwProfile *b, const double x[2]) {
  return b->closed && turns_around(b, x) != 0;
}
