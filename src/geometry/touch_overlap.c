// Questions about two profiles as a whole: how far apart, and do they overlap where a touch has a negative gap?
#include <math.h>

#include "geometry/touch_plane.h"

double pw_profile_distance(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2) {
  double c1[2], c2[2];
  pw_to_ground(p1, b1->center, c1);
  pw_to_ground(p2, b2->center, c2);
  return hypot(c1[0] - c2[0], c1[1] - c2[1]) - b1->radius - b2->radius;
}

// A straight way through a profile, in its axes, and the nearest place from its start where it crosses the boundary.
typedef struct {
  const PwProfile *b;
  double from[2], along[2], length;
  double skip;   // crossings nearer to the start are none: it stands on the boundary; negative: all count
  double graze;  // a part's end so near beside the way is on it
  double first;  // the way to the first crossing
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
// A way that grazes the end of a part may run along it, or leave there: it counts as crossed.
static void graze_end(Way *w, const Mark *end) {
  if (fabs(end->side) <= w->graze && end->s > fmax(w->skip, 0) && end->s < w->first) w->first = end->s;
}
static void cross_part(Way *w, const PwElement *e, const Mark *a, const Mark *b) {
  graze_end(w, a);
  graze_end(w, b);
  if ((a->side > 0) == (b->side > 0) || (a->s < 0 && b->s < 0) || (a->s > w->length && b->s > w->length)) return;
  double s = e->kind == PW_EL_LINE ? a->s + (b->s - a->s) * a->side / (a->side - b->side) : between(w, e, *a, *b, false).s;
  if (s >= 0 && s > w->skip && s < w->first) w->first = s;
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
static double first_crossing(const PwProfile *b, const PwPose2 *p, const double from[2], const double along[2], double length,
                             double skip, double graze) {
  Way w = {.b = b, .length = length, .skip = skip, .graze = graze, .first = length};
  pw_to_local(p, from, w.from);
  pw_turn_in(p, along, w.along);
  cross_node(&w, 0);
  return w.first;
}
// Does a boundary pass beside the place, within `aside` across n?
static bool is_beside(const PwProfile *b, const PwPose2 *p, const double at[2], const double n[2], double aside) {
  double across[2] = {-n[1], n[0]}, other[2] = {n[1], -n[0]};
  return first_crossing(b, p, at, across, aside, -1, 0) < aside || first_crossing(b, p, at, other, aside, -1, 0) < aside;
}

// Does the way from a corner lead into the body? A sharp corner has more normals than directions inwards.
static bool leads_in(const PwElement *e, const PwPose2 *p, const double along[2]) {
  if (!pw_element_is_corner(e) || e->turn > 6) return true;  // a profile that is a point has no inside
  double d[2];
  pw_turn_in(p, along, d);
  for (int end = 0; end < 2; end++) {
    double angle = e->angle + end * e->turn;
    if (!(d[0] * cos(angle) + d[1] * sin(angle) < 0)) return false;
  }
  return true;
}

bool pw_touch_overlaps(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2, const PwFound *found) {
  const PwTouchPoint *touch = &found->point;
  double length = -touch->gap, back[2] = {-touch->n[0], -touch->n[1]}, size = fmin(b1->size, b2->size);
  double graze = 3e-9 * fmax(b1->size, b2->size);  // a touch is taken for one so far beside its element
  if (!(length > 0)) return false;
  if (length <= 1e-6 * size) return true;  // so little is an overlap of these very elements; the ways may run along faces there
  if (!leads_in(&b1->element[found->element[0]], p1, touch->n) || !leads_in(&b2->element[found->element[1]], p2, back))
    return false;
  // into body 1 from x1, into body 2 from x2: they overlap if the two ways meet inside both
  double in1 = first_crossing(b1, p1, touch->x1, touch->n, length, 1e-9 * length + 1e-12 * b1->size, graze);
  double in2 = first_crossing(b2, p2, touch->x2, back, length, 1e-9 * length + 1e-12 * b2->size, graze);
  if (!(in1 + in2 > length + graze)) return false;  // bodies that lie on each other meet there by a rounding
  // where faces lie on each other the way may run along both, inside by rounding only
  double where = 0.5 * (in1 + length - in2), aside = fmin(0.25 * length, 1e-6 * size);
  double at[2] = {touch->x1[0] + where * touch->n[0], touch->x1[1] + where * touch->n[1]};
  return !is_beside(b1, p1, at, touch->n, aside) && !is_beside(b2, p2, at, touch->n, aside);
}
