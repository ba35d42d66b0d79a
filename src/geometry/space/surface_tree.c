// From a surface to patches with guaranteed bounds, and the tree on top of them.
//
// The parameters' rectangle is cut at all points where derivatives jump, then every part is halved until its normals are within a
// narrow cone and its derivatives change by little. Around a pole stays a part of its own, small enough for the bounds there.
#include <math.h>
#include <stdlib.h>

#include "geometry/space/surface_cell.h"
#include "geometry/space/surface_parts.h"

enum { LEVELS = 48, PATCHES = 1 << 20 };
// Most patches of a net, and more for each of its spans: bounds cost more there, and only nets that are nearly degenerate need so
// many.
enum { NET_PATCHES = 1 << 14, SPAN_PATCHES = 1 << 7 };
static const double NARROW = 0.35;     // rad: deviation of a patch's normals
static const double STEADY = 0.4;      // of the first derivatives: their change over a patch
static const double PAD = 1e-12;       // of the extent: what boxes are widened by
static const double POLE_SLOPE = 0.3;  // likewise around a pole
static const double NET_POLE_SLOPE = 0.05;

typedef struct {
  PwSurface *s;
  PwSurfaceProblem *problem;
  double *at[2];  // where the rectangle is cut first
  int32_t cuts[2];
  PwPatch *patch;
  PwPatchNode *node;
  int32_t patch_capacity, node_capacity;
  int32_t most;  // patches
  PawlStatus status;
} Tree;

// ---- lists

static int32_t new_patch(Tree *w) {
  PwSurface *s = w->s;
  if (s->patches == w->most) {
    w->status = pw_surface_refuse(w->problem, -1, -1, "more than %d patches are needed: the surface is too finely bent", w->most);
    return -1;
  }
  if (s->patches == w->patch_capacity) {
    int32_t capacity = 2 * w->patch_capacity + 16;
    PwPatch *grown = realloc(w->patch, (size_t)capacity * sizeof *grown);
    if (!grown) {
      w->status = PAWL_ERR_MEMORY;
      return -1;
    }
    w->patch = s->patch = grown;
    w->patch_capacity = capacity;
  }
  return s->patches++;
}
static int32_t new_node(Tree *w) {
  PwSurface *s = w->s;
  if (s->nodes == w->node_capacity) {
    int32_t capacity = 2 * w->node_capacity + 16;
    PwPatchNode *grown = realloc(w->node, (size_t)capacity * sizeof *grown);
    if (!grown) {
      w->status = PAWL_ERR_MEMORY;
      return -1;
    }
    w->node = grown;
    w->node_capacity = capacity;
  }
  return s->nodes++;
}

// ---- cones

static double angle_between(const double a[3], const double b[3]) {
  double c[3];
  pw_cross(a, b, c);
  return atan2(pw_norm(c), pw_dot(a, b));
}
static void merge_cones(const PwPatchNode *a, const PwPatchNode *b, PwPatchNode *out) {
  double apart = angle_between(a->axis, b->axis), axis[3];
  const PwPatchNode *wide = a->angle >= b->angle ? a : b, *narrow = wide == a ? b : a;
  memcpy(out->axis, wide->axis, sizeof out->axis);
  out->angle = wide->angle;
  if (apart + narrow->angle <= wide->angle) return;
  double angle = 0.5 * (apart + a->angle + b->angle), turn = angle - wide->angle;  // of the axis, towards the narrow one
  out->angle = PW_PI;
  if (angle >= PW_PI || apart > 3.1) return;
  for (int m = 0; m < 3; m++) axis[m] = (sin(apart - turn) * wide->axis[m] + sin(turn) * narrow->axis[m]) / sin(apart);
  pw_normalise(axis);
  memcpy(out->axis, axis, sizeof axis);
  out->angle = fmax(angle_between(axis, a->axis) + a->angle, angle_between(axis, b->axis) + b->angle) + 1e-12;
}
static void enclose_node(Tree *w, int32_t i) {
  PwPatchNode *n = &w->node[i];
  const PwPatchNode *a = &w->node[n->left], *b = &w->node[n->right];
  for (int m = 0; m < 3; m++) {
    n->low[m] = fmin(a->low[m], b->low[m]);
    n->high[m] = fmax(a->high[m], b->high[m]);
  }
  merge_cones(a, b, n);
}
static void widen(PwPatchNode *n, const double low[3], const double high[3], double least) {
  for (int m = 0; m < 3; m++) {
    n->edge_low[m] = fmin(n->edge_low[m], low[m]);
    n->edge_high[m] = fmax(n->edge_high[m], high[m]);
  }
  n->edge_least = fmin(n->edge_least, least);
}
static void enclose_edges(const PwSurface *s, PwPatchNode *n) {
  int32_t patch = -1 - n->left;
  for (int k = 0; k < 4; k++) {
    PwPart3 part;
    PwCell c;
    double low[3], high[3], pad = PAD * s->extent;
    if (!pw_part_of_edge(s, patch, k / 2, k % 2, &part)) continue;
    pw_cell_enclose(s, &part, &c);
    for (int m = 0; m < 3; m++) {
      double half = fabs(c.dx[0][m]) + fabs(c.dx[1][m]) + c.rx + pad;
      low[m] = c.x[m] - half;
      high[m] = c.x[m] + half;
    }
    widen(n, low, high, s->patch[patch].least[k / 2][k % 2]);
  }
}
static void enclose_below(const PwSurface *s, int32_t i) {
  PwPatchNode *n = &s->node[i];
  for (int m = 0; m < 3; m++) {
    n->edge_low[m] = INFINITY;
    n->edge_high[m] = -INFINITY;
  }
  n->edge_least = INFINITY;
  if (n->left < 0) {
    n->least = s->patch[-1 - n->left].bend[0];
    enclose_edges(s, n);
    return;
  }
  n->least = INFINITY;
  for (int k = 0; k < 2; k++) {
    int32_t child = k ? n->right : n->left;
    enclose_below(s, child);
    n->least = fmin(n->least, s->node[child].least);
    widen(n, s->node[child].edge_low, s->node[child].edge_high, s->node[child].edge_least);
  }
}

// ---- patches

static int32_t leaf(Tree *w, int32_t patch, const PwCell *c) {
  int32_t i = new_node(w);
  if (i < 0) return -1;
  PwPatch *p = &w->s->patch[patch];
  double bend[2];
  pw_cell_range(c, p->bend);
  if (pw_surface_bend(w->s, p->face, p->q, p->pole, bend)) {
    p->bend[0] = fmax(p->bend[0], bend[0]);
    p->bend[1] = fmin(p->bend[1], bend[1]);
  }
  PwPatchNode *n = &w->node[i];
  double turn = fmin(pw_cell_turn(c), 2), pad = PAD * w->s->extent;
  n->left = -1 - patch;
  n->right = -1;
  n->angle = 2 * asin(0.5 * turn) + 1e-12;
  memcpy(n->axis, c->n, sizeof n->axis);
  for (int m = 0; m < 3; m++) {
    double half = fabs(c->dx[0][m]) + fabs(c->dx[1][m]) + c->rx + pad;
    n->low[m] = c->x[m] - half;
    n->high[m] = c->x[m] + half;
  }
  return i;
}
// How much each direction contributes to what is not narrow or steady enough: above 1, it is too much.
static double restlessness(const PwCell *c, const PwPatch *p, double by[2]) {
  double h[2], worst = 0;
  for (int d = 0; d < 2; d++) h[d] = 0.5 * (p->q[d][1] - p->q[d][0]);
  for (int d = 0; d < 2; d++) by[d] = (pw_norm(c->dn[d]) + c->rdn[d]) / NARROW;
  for (int i = 0; i < 2; i++) {
    double size = pw_norm(c->dx[i]);
    if (size == 0) continue;  // an edge, a point
    double change[2] = {h[0] * p->bound[i] * h[i] / size, h[1] * p->bound[i + 1] * h[i] / size};
    for (int d = 0; d < 2; d++) by[d] += change[d] / STEADY;
    worst = fmax(worst, (change[0] + change[1]) / STEADY);
  }
  return fmax(worst, pw_cell_turn(c) / NARROW);
}
static int32_t join_nodes(Tree *w, int32_t left, int32_t right) {
  int32_t i = left < 0 || right < 0 ? -1 : new_node(w);
  if (i < 0) return -1;
  w->node[i].left = left;
  w->node[i].right = right;
  enclose_node(w, i);
  return i;
}
static int32_t refine(Tree *w, int32_t face, const double q[2][2], int level) {
  PwSurface *s = w->s;
  PwPatch p = {.face = face};
  PwPart3 part = {.face = face};
  PwCell c;
  double by[2] = {1, 1}, worst = INFINITY;
  memcpy(p.q, q, sizeof p.q);
  memcpy(part.q, q, sizeof part.q);
  if (pw_surface_bounds(s, face, q, p.bound)) {
    memcpy(part.bound, p.bound, sizeof p.bound);
    pw_cell_enclose(s, &part, &c);
    worst = restlessness(&c, &p, by);
  } else {  // the longer way
    double at[2] = {0.5 * (q[0][0] + q[0][1]), 0.5 * (q[1][0] + q[1][1])};
    PwSurfacePoint point;
    pw_surface_evaluate(s, face, at, &point);
    for (int d = 0; d < 2; d++) by[d] = pw_norm(point.dx[d]) * (q[d][1] - q[d][0]);
  }
  if (worst <= 1) {
    int32_t i = new_patch(w);
    if (i < 0) return -1;
    s->patch[i] = p;
    return leaf(w, i, &c);
  }
  if (level == LEVELS) {
    w->status = pw_surface_refuse(w->problem, -1, -1, "there is no normal, or one that turns at once, near u = %.9g, v = %.9g",
                                  0.5 * (q[0][0] + q[0][1]), 0.5 * (q[1][0] + q[1][1]));
    return -1;
  }
  int d = by[0] >= by[1] ? 0 : 1;
  double middle = 0.5 * (q[d][0] + q[d][1]), half[2][2][2];
  for (int k = 0; k < 2; k++) {
    memcpy(half[k], q, sizeof half[k]);
    half[k][d][1 - k] = middle;
  }
  int32_t left = refine(w, face, half[0], level + 1);
  return left < 0 ? -1 : join_nodes(w, left, refine(w, face, half[1], level + 1));
}

// ---- the rectangle

static int32_t face_at(const PwSurface *s, const double q[2][2]) {
  double middle[2] = {0.5 * (q[0][0] + q[0][1]), 0.5 * (q[1][0] + q[1][1])};
  return pw_surface_face(s, middle);
}
// Cuts from[0] .. to[0] and from[1] .. to[1].
static int32_t divide(Tree *w, const int32_t from[2], const int32_t to[2]) {
  double q[2][2];
  for (int d = 0; d < 2; d++) {
    q[d][0] = w->at[d][from[d]];
    q[d][1] = w->at[d][to[d]];
  }
  int32_t n[2] = {to[0] - from[0], to[1] - from[1]}, face = face_at(w->s, q);
  if (n[0] == 1 && n[1] == 1) return refine(w, face, q, 0);
  int d = n[0] == 1 ? 1 : 0;
  if (n[0] > 1 && n[1] > 1) {
    double middle[2] = {0.5 * (q[0][0] + q[0][1]), 0.5 * (q[1][0] + q[1][1])};
    PwSurfacePoint p;
    pw_surface_evaluate(w->s, face, middle, &p);
    d = pw_norm(p.dx[0]) * (q[0][1] - q[0][0]) >= pw_norm(p.dx[1]) * (q[1][1] - q[1][0]) ? 0 : 1;
  }
  int32_t middle = (from[d] + to[d]) / 2, first_to[2] = {to[0], to[1]}, second_from[2] = {from[0], from[1]};
  first_to[d] = second_from[d] = middle;
  int32_t left = divide(w, from, first_to);
  return left < 0 ? -1 : join_nodes(w, left, divide(w, second_from, to));
}

// Shrinks the part around a pole until its bounds are good; it then ends where the first cut is put.
static int32_t pole_leaf(Tree *w, int d, int end) {
  PwSurface *s = w->s;
  PwPatch p = {.pole = (int8_t)(1 + 2 * d + end)};
  PwCell c;
  double *edge = end ? &w->at[d][w->cuts[d] - 2] : &w->at[d][1], first = s->range[d][end];
  double slope = s->kind == PW_SURFACE_NURBS ? NET_POLE_SLOPE : POLE_SLOPE;
  memcpy(p.q, s->range, sizeof p.q);
  p.q[d][1 - end] = *edge;
  double middle[2];
  middle[d] = 0.5 * (p.q[d][0] + p.q[d][1]);
  middle[1 - d] = p.q[1 - d][0];
  p.face = pw_surface_face(s, middle);
  int32_t i = new_patch(w);
  if (i < 0) return -1;
  for (int level = 0; level < LEVELS; level++, *edge = 0.5 * (*edge + first)) {
    p.q[d][1 - end] = *edge;
    pw_pole_bounds(s, p.face, p.q, p.pole, p.bound);
    s->patch[i] = p;
    if (!(p.bound[1] <= slope)) continue;
    PwPart3 part;
    pw_part_of_patch(s, i, &part);
    pw_cell_enclose(s, &part, &c);
    if (pw_cell_turn(&c) <= slope) return leaf(w, i, &c);
  }
  w->status = pw_surface_refuse(w->problem, end ? s->count[0] - 1 : 0, 0, "the surface is not smooth at its pole, %s = %.9g",
                                d ? "v" : "u", first);
  return -1;
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}
// Knots of splines and nets inside the range; room for what poles need.
static PawlStatus list_cuts(Tree *w, int d) {
  PwSurface *s = w->s;
  size_t most = (size_t)s->segments[d] + 4, count = 0;
  bool net = s->kind == PW_SURFACE_NURBS;
  if (net) most += (size_t)(s->count[d] + s->degree[d] + 1);
  for (int32_t i = 0; i < s->segments[0] && s->element && d == 0; i++) most += (size_t)s->element[i].count;
  double *at = w->at[d] = malloc(most * sizeof *at);
  if (!at) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i <= s->segments[d]; i++) at[count++] = s->cut[d][i];
  for (int32_t k = s->degree[d] + 1; net && k < s->count[d]; k++) at[count++] = s->knot[d][k];
  for (int32_t i = 0; i < s->segments[0] && s->element && d == 0; i++) {
    const PwElement *e = &s->element[i];
    for (int32_t k = e->degree + 1; e->kind == PW_EL_SPLINE && k < e->count; k++) {
      double u = (e->data[k] - e->origin) / e->scale;
      if (u > 1e-9 && u < 1 - 1e-9) at[count++] = s->cut[0][i] + u * (s->cut[0][i + 1] - s->cut[0][i]);
    }
  }
  bool between = s->pole[d][0] && s->pole[d][1];
  if (between) at[count++] = 0.5 * (s->range[d][0] + s->range[d][1]);
  qsort(at, count, sizeof *at, compare_doubles);
  size_t kept = 1;
  for (size_t k = 1; k < count; k++) {
    if (at[k] > at[kept - 1]) at[kept++] = at[k];
  }
  w->cuts[d] = (int32_t)kept;
  return PAWL_OK;
}
// A cut of its own for the part around each pole, first at the nearest cut.
static void cut_at_poles(Tree *w, int d) {
  double *at = w->at[d];
  for (int end = 0; end < 2; end++) {
    if (!w->s->pole[d][end]) continue;
    int32_t n = w->cuts[d]++, to = end ? n - 1 : 1;
    memmove(at + to + 1, at + to, (size_t)(n - to) * sizeof *at);
    at[to] = 0.5 * (at[to + 1] + at[to - 1]);
  }
}

static int32_t build_root(Tree *w) {
  const PwSurface *s = w->s;
  int32_t from[2] = {0, 0}, to[2] = {w->cuts[0] - 1, w->cuts[1] - 1}, root = -1, pole[2] = {-1, -1};
  for (int d = 0; d < 2; d++) {
    cut_at_poles(w, d);
    to[d] = w->cuts[d] - 1;
    for (int end = 0; end < 2; end++) {
      if (!s->pole[d][end]) continue;
      pole[end] = pole_leaf(w, d, end);
      if (pole[end] < 0) return -1;
      if (end) {
        to[d]--;
      } else {
        from[d]++;
      }
    }
  }
  root = divide(w, from, to);
  for (int end = 0; end < 2; end++) {
    if (pole[end] >= 0) root = join_nodes(w, root, pole[end]);
  }
  return root;
}

// ---- what follows

// The root comes first.
static void store(Tree *w, int32_t root) {
  PwPatchNode *n = w->node, first = n[0];
  n[0] = n[root];
  n[root] = first;
  for (int32_t i = 0; i < w->s->nodes; i++) {
    if (n[i].left < 0) continue;
    int32_t *child[2] = {&n[i].left, &n[i].right};
    for (int k = 0; k < 2; k++) *child[k] = *child[k] == 0 ? root : *child[k] == root ? 0 : *child[k];
  }
}
// What stands in `least` of a patch.
static double least_at(const PwSurface *s, const PwPatch *p, int d, int end) {
  int32_t next;
  const double *range = pw_face_range(s, p->face, d);
  if (p->pole == 1 + 2 * d + end) return INFINITY;
  if (p->q[d][end] != range[end] || (s->seamless[d] && s->segments[d] == 1)) return INFINITY;
  PwJoin join = pw_face_join(s, p->face, d, end, &next);
  return next < 0 || join == PW_JOIN_REENTRANT ? -INFINITY : p->bend[0];
}

static int32_t most_patches(const Tree *w) {
  if (w->s->kind != PW_SURFACE_NURBS) return PATCHES;
  int64_t most = NET_PATCHES + SPAN_PATCHES * (int64_t)w->cuts[0] * w->cuts[1];
  return most < PATCHES ? (int32_t)most : PATCHES;
}

PawlStatus pw_surface_cut(PwArena *arena, PwSurface *s, PwSurfaceProblem *problem) {
  Tree w = {.s = s, .problem = problem};
  if ((s->pole[0][0] || s->pole[0][1]) && (s->pole[1][0] || s->pole[1][1])) {
    return pw_surface_refuse(problem, 0, 0, "two edges of the net that meet are one point each");
  }
  w.status = list_cuts(&w, 0);
  if (!w.status) w.status = list_cuts(&w, 1);
  w.most = most_patches(&w);
  int32_t root = w.status ? -1 : build_root(&w);
  if (root >= 0) {
    store(&w, root);
    s->patch = pw_arena_array(arena, (size_t)s->patches, sizeof *s->patch);
    s->node = pw_arena_array(arena, (size_t)s->nodes, sizeof *s->node);
    if (!s->patch || !s->node) w.status = PAWL_ERR_MEMORY;
  }
  if (!w.status) {
    memcpy(s->patch, w.patch, (size_t)s->patches * sizeof *s->patch);
    memcpy(s->node, w.node, (size_t)s->nodes * sizeof *s->node);
    for (int32_t i = 0; i < 4 * s->patches; i++) {
      PwPatch *p = &s->patch[i / 4];
      p->least[i % 4 / 2][i % 2] = least_at(s, p, i % 4 / 2, i % 2);
    }
    pw_surface_measure(s);
    enclose_below(s, 0);
  }
  free(w.at[0]);
  free(w.at[1]);
  free(w.patch);
  free(w.node);
  return w.status;
}
