// The global search: both trees of pieces at once. A pair of nodes is left out if the boxes are farther apart than any touch
// wanted, or if no two normals of theirs are opposite, even after the motion that `reach` speaks of.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/plane/touch_search.h"

static const double PI = 3.141592653589793238463;
static const double JOINED = 2e-9;  // rad and of the size: what a chain may miss at a smooth joint, and a little more
static const double EDGE = 1e-12;   // likewise at a re-entrant kink and at an open end
static const double SAME = 1e-8;    // of the size: two such touches on neighbouring elements are one

void pw_found_free(PwFoundList *list) {
  free(list->item);
  *list = (PwFoundList){0};
}

double pw_search_mismatch(const PwTouchSearch *s, const double normal1[2], const double normal2[2]) {
  double apart = 0.5 * (normal1[0] + normal1[1]) + s->turn + PI - 0.5 * (normal2[0] + normal2[1]);
  double half = 0.5 * (normal1[1] - normal1[0] + normal2[1] - normal2[0]);
  double away = fabs(apart - 2 * PI * rint(apart / (2 * PI))) - half;
  return away > 0 ? away : 0;
}

// ---- the list

static double overshoot(const PwTouchPoint *t, int side) {
  double u = t->u[side];
  return (u < 0 ? -u : u > 1 ? u - 1 : 0) * t->speed[side];
}
bool pw_search_inside(const PwTouchSearch *s, int side, const PwPiece *piece, const PwTouchPoint *t) {
  const PwProfile *b = s->b[side];
  double u = t->u[side], over = overshoot(t, side);
  if (over == 0) return true;
  int32_t before = u < 0 ? pw_profile_next(b, piece->element, -1) : piece->element;
  PwJoin join = before < 0 ? PW_JOIN_NONE : b->after[before];
  double tolerance = join == PW_JOIN_SMOOTH || join == PW_JOIN_CORNER ? JOINED : EDGE;
  if (t->corner[side]) return over <= tolerance;
  double bend = fabs(t->curvature[side]);  // a line cannot miss a direction
  return over <= tolerance * s->size || (bend * s->size > 1e-6 && over * bend <= tolerance);
}
static bool is_same(const PwTouchSearch *s, const PwTouchPoint *a, const PwTouchPoint *b) {
  double near = SAME * s->size;
  for (int k = 0; k < 2; k++) {
    if (fabs(a->x1[k] - b->x1[k]) > near || fabs(a->x2[k] - b->x2[k]) > near) return false;
  }
  return pw_dot2(a->n, b->n) > 0.999;
}
static bool has_room(PwTouchSearch *s) {
  PwFoundList *list = s->out;
  if (list->count < list->capacity) return true;
  int32_t capacity = 2 * list->capacity + 8;
  PwFound *grown = realloc(list->item, (size_t)capacity * sizeof *grown);
  if (!grown) {
    s->status = PAWL_ERR_MEMORY;
    return false;
  }
  list->item = grown;
  list->capacity = capacity;
  list->grown++;
  return true;
}
// Of two that are one, the one that lies less beyond its elements stays; then that with the lower numbers.
static bool is_better(const PwFound *a, const PwFound *b) {
  double over_a = overshoot(&a->point, 0) + overshoot(&a->point, 1), over_b = overshoot(&b->point, 0) + overshoot(&b->point, 1);
  if (a->shadow != b->shadow) return b->shadow;
  if (over_a != over_b) return over_a < over_b;
  if (a->element[0] != b->element[0]) return a->element[0] < b->element[0];
  return a->element[1] < b->element[1];
}
void pw_search_add(PwTouchSearch *s, const PwPiece *a, const PwPiece *b, const PwTouchPoint *point, bool shadow) {
  PwFoundList *list = s->out;
  PwFound found = {.element = {a->element, b->element}, .point = *point, .shadow = shadow};
  for (int32_t i = 0; i < list->count; i++) {
    PwFound *there = &list->item[i];
    if (!is_same(s, point, &there->point)) continue;
    if (is_better(&found, there)) *there = found;
    return;
  }
  if (has_room(s)) list->item[list->count++] = found;
}
static int compare_found(const void *a, const void *b) {
  const PwFound *x = a, *y = b;
  for (int i = 0; i < 2; i++) {
    if (x->element[i] != y->element[i]) return x->element[i] < y->element[i] ? -1 : 1;
  }
  for (int i = 0; i < 2; i++) {
    if (x->point.u[i] != y->point.u[i]) return x->point.u[i] < y->point.u[i] ? -1 : 1;
  }
  return 0;
}

// ---- the trees

static double box_distance(const PwTouchSearch *s, const double low1[2], const double high1[2], const double low2[2],
                           const double high2[2]) {
  double middle[2] = {0.5 * (low1[0] + high1[0]), 0.5 * (low1[1] + high1[1])}, at[2];
  double h[2] = {0.5 * (high1[0] - low1[0]), 0.5 * (high1[1] - low1[1])}, c = fabs(s->relative.c), n = fabs(s->relative.s);
  double half[2] = {c * h[0] + n * h[1], n * h[0] + c * h[1]}, apart[2];
  pw_to_ground(&s->relative, middle, at);
  for (int k = 0; k < 2; k++) {
    double gap = fabs(at[k] - 0.5 * (low2[k] + high2[k])) - half[k] - 0.5 * (high2[k] - low2[k]);
    apart[k] = gap > 0 ? gap : 0;
  }
  return sqrt(apart[0] * apart[0] + apart[1] * apart[1]);
}
static double node_size(const PwPieceNode *n) {
  return n->high[0] - n->low[0] + n->high[1] - n->low[1] + n->normal[1] - n->normal[0];
}
static void walk(PwTouchSearch *s, int32_t i, int32_t j) {
  const PwPieceNode *m = &s->b[0]->node[i], *n = &s->b[1]->node[j];
  double distance = box_distance(s, m->low, m->high, n->low, n->high);
  if (distance > fmax(s->depth, s->margin)) return;
  double mismatch = pw_search_mismatch(s, m->normal, n->normal);
  bool opposite = mismatch <= JOINED, born = distance < s->out->reach && mismatch < s->band;
  if (!opposite && !born) return;
  if (m->left < 0 && n->left < 0) {
    const PwPiece *a = &s->b[0]->piece[-1 - m->left], *b = &s->b[1]->piece[-1 - n->left];
    bool listed = opposite && pw_search_leaf(s, a, b);
    if (born) pw_search_births(s, a, b, listed);
  } else if (n->left < 0 || (m->left >= 0 && node_size(m) >= node_size(n))) {
    walk(s, m->left, j);
    walk(s, m->right, j);
  } else {
    walk(s, i, n->left);
    walk(s, i, n->right);
  }
}
static double extent(const PwProfile *b) {
  return fmax(b->node[0].high[0] - b->node[0].low[0], b->node[0].high[1] - b->node[0].low[1]);
}

PawlStatus pw_touch_search(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2, double depth,
                           double margin, PwFoundList *out) {
  PwTouchSearch s = {.b = {b1, b2}, .p = {p1, p2}, .relative = pw_relative_pose(p1, p2), .depth = depth, .margin = margin};
  s.turn = atan2(s.relative.s, s.relative.c);
  s.size = fmax(b1->size, b2->size);
  s.extent[0] = 0.99 * extent(b1);  // the boxes are a little wider than what they hold
  s.extent[1] = 0.99 * extent(b2);
  s.span = fmin(s.extent[0], s.extent[1]);
  s.band = margin < s.span ? 2 * asin(margin / s.span) : PI;
  s.out = out;
  out->count = 0;
  out->reach = margin;
  out->conforming = false;
  walk(&s, 0, 0);
  if (s.status == PAWL_OK && out->count > 1) qsort(out->item, (size_t)out->count, sizeof *out->item, compare_found);
  return s.status;
}
