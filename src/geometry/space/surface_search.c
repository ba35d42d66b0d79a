// The global search: both trees of patches at once. A pair of nodes is left out if the boxes are farther apart than any touch
// wanted, if no two normals of theirs are opposite, or if the way from one to the other is not along a normal, even after the
// motion that `reach` speaks of.
#include "geometry/space/surface_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/space/surface_ball.h"
#include "geometry/space/surface_parts.h"

enum { BUDGET = 400000 };
static const double FAR = 1;        // of the margin: the longest reach asked for
static const double BALL_FAR = 8;   // likewise of a ball, where it costs little
static const double SAME = 1e-8;    // of the size: two such touches are one
static const double BORDER = 1e-9;  // likewise: a touch so near to a border stands on it

void pw_surface_found_free(PwSurfaceFoundList *list) {
  free(list->item);
  free(list->heap);
  *list = (PwSurfaceFoundList){0};
}

// ---- the list

static bool is_same(const PwSurfaceSearch *s, const PwSurfaceTouch *a, const PwSurfaceTouch *b) {
  double near = SAME * s->size;
  for (int m = 0; m < 3; m++) {
    if (fabs(a->x1[m] - b->x1[m]) > near || fabs(a->x2[m] - b->x2[m]) > near) return false;
  }
  return pw_dot(a->n, b->n) > 0.999;
}
static bool has_room(PwSurfaceSearch *s) {
  PwSurfaceFoundList *list = s->out;
  if (list->count < list->capacity) return true;
  int32_t capacity = 2 * list->capacity + 8;
  PwSurfaceFound *grown = realloc(list->item, (size_t)capacity * sizeof *grown);
  if (!grown) {
    s->status = PAWL_ERR_MEMORY;
    return false;
  }
  list->item = grown;
  list->capacity = capacity;
  list->grown++;
  return true;
}
// By how much the touch lies beyond its faces, in parameters of their width.
static double overshoot(const PwSurfaceSearch *s, const PwSurfaceFound *f) {
  double over = 0;
  for (int i = 0; i < 4; i++) {
    const double *range = pw_face_range(s->s[i / 2], f->face[i / 2], i % 2), q = f->point.q[i / 2][i % 2];
    if (!s->s[i / 2]->seamless[i % 2]) over += fmax(fmax(range[0] - q, q - range[1]), 0) / (range[1] - range[0]);
  }
  return over;
}
static bool is_at_border(const PwSurface *s, int32_t face, const double q[2]) {
  PwSurfacePoint p;
  pw_surface_evaluate(s, face, q, &p);
  for (int i = 0; i < 4; i++) {
    int d = i / 2, end = i % 2;
    int32_t next;
    if (s->seamless[d] || s->pole[d][end]) continue;
    pw_face_join(s, face, d, end, &next);
    double speed = p.rank < 2 && d == 0 ? pw_norm(p.dn[0]) * s->extent : pw_norm(p.dx[d]);
    if (next < 0 && fabs(q[d] - pw_face_range(s, face, d)[end]) * speed <= BORDER * s->extent) return true;
  }
  return false;
}
static int compare_found(const void *a, const void *b) {
  const PwSurfaceFound *x = a, *y = b;
  for (int i = 0; i < 2; i++) {
    if (x->face[i] != y->face[i]) return x->face[i] < y->face[i] ? -1 : 1;
  }
  for (int i = 0; i < 4; i++) {
    double p = x->point.q[i / 2][i % 2], q = y->point.q[i / 2][i % 2];
    if (p != q) return p < q ? -1 : 1;
  }
  return 0;
}
void pw_surface_list(PwSurfaceSearch *s, const int32_t face[2], const PwSurfaceTouch *t) {
  PwSurfaceFoundList *list = s->out;
  PwSurfaceFound found = {.face = {face[0], face[1]}, .point = *t};
  for (int i = 0; i < 2; i++) {
    for (int d = 0; d < 2; d++) {  // as it stands in the range
      const double *range = s->s[i]->range[d];
      double period = range[1] - range[0], *q = &found.point.q[i][d];
      if (s->s[i]->seamless[d]) *q -= period * floor((*q - range[0]) / period);
    }
    found.border[i] = is_at_border(s->s[i], face[i], found.point.q[i]);
  }
  for (int32_t i = 0; i < list->count; i++) {
    PwSurfaceFound *there = &list->item[i];
    if (!is_same(s, t, &there->point)) continue;
    double over = overshoot(s, &found), over_there = overshoot(s, there);
    if (over < over_there || (over == over_there && compare_found(&found, there) < 0)) *there = found;
    return;
  }
  if (has_room(s)) list->item[list->count++] = found;
}

// ---- the trees

typedef struct {
  double d[3];      // between the middles of the boxes, in axes of 2
  double radius;    // of both boxes' balls together
  double distance;  // between the boxes
} Apart;

static void measure(const PwSurfaceSearch *s, const PwPatchNode *m, const PwPatchNode *n, Apart *out) {
  double middle[3], h[3], r1 = 0, r2 = 0, square = 0;
  for (int k = 0; k < 3; k++) {
    middle[k] = 0.5 * (m->low[k] + m->high[k]);
    h[k] = 0.5 * (m->high[k] - m->low[k]);
    r1 += h[k] * h[k];
  }
  pw_place3(&s->relative, middle, middle);
  for (int k = 0; k < 3; k++) {
    const double *row = s->relative.r + 3 * k;
    double half = fabs(row[0]) * h[0] + fabs(row[1]) * h[1] + fabs(row[2]) * h[2], own = 0.5 * (n->high[k] - n->low[k]);
    out->d[k] = middle[k] - 0.5 * (n->low[k] + n->high[k]);
    double gap = fmax(fabs(out->d[k]) - half - own, 0);
    r2 += own * own;
    square += gap * gap;
  }
  out->radius = sqrt(r1) + sqrt(r2);
  out->distance = fmax(sqrt(square), pw_norm(out->d) - out->radius);
}
static double angle_between(const double a[3], const double b[3]) {
  double c[3];
  pw_cross(a, b, c);
  return atan2(pw_norm(c), pw_dot(a, b));
}
// Is the way between the boxes along a normal, forwards (a gap) or, if the boxes are near enough, backwards (an overlap)?
static bool is_along_normal(const PwSurfaceSearch *s, const Apart *apart, const PwPatchNode *n) {
  double length = pw_norm(apart->d);
  if (!(length > apart->radius)) return true;
  double angle = angle_between(apart->d, n->axis), slack = n->angle + asin(apart->radius / length) + 1e-9;
  bool gap = angle <= slack && apart->distance <= s->watch;
  return gap || (PW_PI - angle <= slack && apart->distance <= s->depth);
}
static double node_size(const PwPatchNode *n) {
  double size = n->angle;
  for (int k = 0; k < 3; k++) size += n->high[k] - n->low[k];
  return size;
}
static double mismatch(const PwSurfaceSearch *s, const PwPatchNode *m, const PwPatchNode *n) {
  double axis[3];
  pw_turn3(s->relative.r, m->axis, axis);
  for (int k = 0; k < 3; k++) axis[k] = -axis[k];
  return fmax(angle_between(axis, n->axis) - m->angle - n->angle, 0);
}
static void leaves(PwSurfaceSearch *s, const PwPatchNode *m, const PwPatchNode *n) {
  PwPartPair pair;
  pw_part_of_patch(s->s[0], -1 - m->left, &pair.part[0]);
  pw_part_of_patch(s->s[1], -1 - n->left, &pair.part[1]);
  for (int i = 0; i < 2; i++) pw_pair_enclose(s, &pair, i);
  pw_pair_measure(&pair);
  pw_surface_pair(s, &pair);
}
static void walk(PwSurfaceSearch *s, int32_t i, int32_t j) {
  const PwPatchNode *m = &s->s[0]->node[i], *n = &s->s[1]->node[j];
  Apart apart;
  s->out->nodes++;
  measure(s, m, n, &apart);
  if (apart.distance > fmax(s->depth, s->watch) || mismatch(s, m, n) > 1e-9 || !is_along_normal(s, &apart, n)) return;
  if (m->left < 0 && n->left < 0) {
    leaves(s, m, n);
  } else if (n->left < 0 || (m->left >= 0 && node_size(m) >= node_size(n))) {
    walk(s, m->left, j);
    walk(s, m->right, j);
  } else {
    walk(s, i, n->left);
    walk(s, i, n->right);
  }
}

// Closed and bent outwards everywhere: a convex body. Two of them have one nearest pair as long as they do not overlap, and it
// never folds: once listed, nothing else can close.
static bool is_convex(const PwSurface *s) {
  return fmin(s->node[0].least, s->node[0].edge_least) > 0;
}

// First the reach by births, because touches that are there already matter for it only up to that gap.
static void search(PwSurfaceSearch *s, bool ball, bool convex) {
  PwBall b;
  if (ball) pw_ball_set_up(s, &b);
  if (!convex && ball) pw_ball_births(&b);
  if (!convex && !ball) pw_surface_births(s);
  s->watch = fmax(s->margin, s->out->reach);
  if (s->status) return;
  if (ball) {
    pw_ball_set_up(s, &b);
    pw_ball_touches(&b);
  } else {
    walk(s, 0, 0);
  }
}

PawlStatus pw_surface_search(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2, double depth,
                             double margin, PwSurfaceFoundList *out) {
  PwSurfaceSearch s = {.s = {s1, s2},
                       .p = {p1, p2},
                       .relative = pw_relative_pose3(p1, p2),
                       .depth = depth,
                       .margin = margin,
                       .size = fmax(s1->extent, s2->extent),
                       .span = fmin(s1->span, s2->span),
                       .budget = BUDGET,
                       .out = out};
  memcpy(s.chord[1], s2->chord, sizeof s.chord[1]);
  for (int i = 0; i < 3; i++) pw_turn3(s.relative.r, s1->chord[i], s.chord[0][i]);
  bool convex = is_convex(s1) && is_convex(s2), ball = pw_is_ball(s1) || pw_is_ball(s2);
  out->count = 0;
  out->reach = convex ? margin : (ball ? BALL_FAR : FAR) * margin;
  out->singular = PW_SINGULAR_NONE;
  out->singular_gap = INFINITY;
  out->nodes = out->parts = out->births = 0;
  search(&s, ball, convex);
  if (convex && out->count == 1 && !out->singular) out->reach = INFINITY;
  if (s.status == PAWL_OK && out->count > 1) qsort(out->item, (size_t)out->count, sizeof *out->item, compare_found);
  return s.status;
}

double pw_surface_distance(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2) {
  double a[3], b[3];
  pw_place3(p1, s1->center, a);
  pw_place3(p2, s2->center, b);
  double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return pw_norm(d) - s1->radius - s2->radius;
}
