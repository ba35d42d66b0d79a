// All pairs of cells of two shells. They are convex, so that a pair of cells that carries is a face of their Minkowski
// difference: how far they are apart, or overlap, is the largest gap of such pairs.
//
// The reach: two bodies meet first with a vertex on a face or an edge on an edge. A pair of these that is not listed has the
// distance between its cells to go, or to turn until its normal comes into its cone, whichever is more.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/space/shell.h"
#include "geometry/space/surface_space.h"

static const double BESIDE = 0.2;     // sine of the angle beside a cone up to which a pair is watched, as a shadow
static const double ON = 1e-9;        // of the length: places so far beside a border are on it
static const double SAME = 1e-7;      // of the length: places so near are one
static const double PARALLEL = 1e-6;  // and normals; and the sine between edges that cross nowhere
static const double SHADOW = 1e-9;    // what is farther beside its cone is one

typedef struct {
  const PwShell *s[2];
  const PwPose3 *p[2];
  double length, low, margin, radius;
  bool doubles;
  PwSurfaceFoundList *out;
  PawlStatus status;
} Search;

static void reach(Search *w, double distance) {
  w->out->reach = fmin(w->out->reach, distance);
}

// The same place as one before it: vertex on vertex, where faces and edges end in one point. They may part at once.
static bool is_known(const Search *w, const PwSurfaceTouch *t) {
  for (int32_t i = 0; i < w->out->count; i++) {
    const PwSurfaceTouch *o = &w->out->item[i].point;
    double far = 0, turned = 0;
    for (int k = 0; k < 3; k++) {
      far = fmax(far, fmax(fabs(t->x1[k] - o->x1[k]), fabs(t->x2[k] - o->x2[k])));
      turned = fmax(turned, fabs(t->n[k] - o->n[k]));
    }
    if (far < SAME * w->length && turned < PARALLEL) return true;
  }
  return false;
}

static void list(Search *w, const int32_t cell[2], const PwSurfaceTouch *t, bool shadow) {
  PwSurfaceFoundList *list = w->out;
  if (!w->doubles && is_known(w, t)) {
    reach(w, 0);
    return;
  }
  if (list->count == list->capacity) {
    int32_t capacity = list->capacity ? 2 * list->capacity : 16;
    PwSurfaceFound *grown = realloc(list->item, (size_t)capacity * sizeof *grown);
    if (!grown) {
      w->status = PAWL_ERR_MEMORY;
      return;
    }
    list->item = grown;
    list->capacity = capacity;
    list->grown++;
  }
  list->item[list->count++] = (PwSurfaceFound){.face = {cell[0], cell[1]}, .point = *t, .border = {shadow, shadow}};
}

// A pair of cells that can carry. `across`: sine between edges, else 1: what is so far outside along one is so much farther away.
// `steady`: the part of its own motion that a body must make at least to turn the normal into its cone; 0: any.
static void look_at(Search *w, const int32_t cell[2], double across, double steady) {
  PwSurfaceTouch t;
  PwCellPlace place[2];
  if (pw_shell_solve(w->s[0], w->p[0], w->s[1], w->p[1], cell, &t)) return;
  double outside = 0, cone = INFINITY;
  for (int side = 0; side < 2; side++) {
    pw_shell_place(w->s[side], w->p[side], cell[side], &t, side, &place[side]);
    outside = fmax(outside, -place[side].inside);
    cone = fmin(cone, place[side].cone);
  }
  bool round = pw_shell_has_cone(w->s[0], w->s[1]);
  bool on = outside <= ON * w->length && cone >= (round ? -SHADOW : -BESIDE) && t.gap >= w->low;
  if (on && t.gap < w->margin) {
    list(w, cell, &t, cone < -SHADOW);
    return;
  }
  double ball = fmax(w->s[0]->ball, w->s[1]->ball);
  reach(w, fmax(fabs(hypot(t.gap + ball, outside * across) - ball), -cone * steady * w->radius));
}

static void look_at_vertices(Search *w, int side) {
  const PwShell *s = w->s[side], *other = w->s[1 - side];
  for (int32_t i = 0; i < s->vertices; i++) {
    for (int32_t f = 0; f < other->faces; f++) {
      int32_t cell[2];
      cell[side] = s->faces + s->edges + i;
      cell[1 - side] = f;
      look_at(w, cell, 1, 1);
    }
  }
}

// Distance of two edges, at least: of balls around them.
static double edge_distance(const Search *w, const PwShellEdge *a, const PwShellEdge *b) {
  const PwShellEdge *edge[2] = {a, b};
  double middle[2][3];
  for (int side = 0; side < 2; side++) {
    const double *from = w->s[side]->point[edge[side]->point[0]], half = edge[side]->length / 2;
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = from[k] + half * edge[side]->along[k];
    pw_place3(w->p[side], x, middle[side]);
  }
  double d[3] = {middle[0][0] - middle[1][0], middle[0][1] - middle[1][1], middle[0][2] - middle[1][2]};
  return pw_norm(d) - (a->length + b->length) / 2;
}

// Of two parallel ones: beside or behind each other.
static double parallel_distance(const Search *w, const PwShellEdge *a, const PwShellEdge *b) {
  double x[3], y[3], u[3], far;
  pw_place3(w->p[0], w->s[0]->point[a->point[0]], x);
  pw_place3(w->p[1], w->s[1]->point[b->point[0]], y);
  pw_turn3(w->p[0]->r, a->along, u);
  double d[3] = {y[0] - x[0], y[1] - x[1], y[2] - x[2]}, along = pw_dot(d, u),
         beside = sqrt(fmax(pw_dot(d, d) - along * along, 0));
  double w2[3];
  pw_turn3(w->p[1]->r, b->along, w2);
  double end = along + b->length * pw_dot(w2, u), low = fmin(along, end), high = fmax(along, end);
  far = fmax(0, fmax(low - a->length, -high));
  return hypot(far, beside);
}

static void look_at_edges(Search *w) {
  const PwShell *s1 = w->s[0], *s2 = w->s[1];
  for (int32_t i = 0; i < s1->edges; i++) {
    double u[3], v[3], across[3];
    pw_turn3(w->p[0]->r, s1->edge[i].along, u);
    for (int32_t j = 0; j < s2->edges; j++) {
      const PwShellEdge *a = &s1->edge[i], *b = &s2->edge[j];
      double apart = edge_distance(w, a, b);
      if (apart > w->margin) {
        reach(w, apart);
        continue;
      }
      pw_turn3(w->p[1]->r, b->along, v);
      pw_cross(u, v, across);
      double sine = pw_norm(across);
      if (sine < PARALLEL) {
        reach(w, parallel_distance(w, a, b));
      } else {
        look_at(w, (int32_t[2]){s1->faces + i, s2->faces + j}, sine, sine / 2);
      }
    }
  }
}

// A ball touches edges and vertices, too.
static void look_at_rest(Search *w) {
  for (int side = 0; side < 2; side++) {
    const PwShell *s = w->s[1 - side];
    if (!(w->s[side]->ball > 0)) continue;
    for (int32_t i = s->faces; i < s->faces + s->edges + s->vertices; i++) {
      int32_t cell[2];
      cell[side] = 0;
      cell[1 - side] = i;
      look_at(w, cell, 1, 0);
    }
  }
}

// ---- how far they are apart

typedef struct {
  double gap;
  double x[3];
} Best;

// The nearest point of shell `side` over each face of the other one.
static void try_faces(const Search *w, int side, Best *best) {
  const PwShell *s = w->s[side], *other = w->s[1 - side];
  for (int32_t f = 0; f < other->faces; f++) {
    const PwShellFace *face = &other->face[f];
    double n[3], x[3], nearest[3] = {0}, origin[3], least = INFINITY;
    pw_turn3(w->p[1 - side]->r, face->n, n);
    pw_turn3_back(w->p[side]->r, n, n);
    double at = face->at;
    for (int k = 0; k < 3; k++) origin[k] = w->p[side]->x[k] - w->p[1 - side]->x[k];
    double own[3];
    pw_turn3_back(w->p[1 - side]->r, origin, own);
    at -= pw_dot(face->n, own);
    for (int32_t i = 0; i < s->points; i++) {
      double height = pw_dot(n, s->point[i]) - s->ball - at;
      if (height < least) least = height, memcpy(nearest, s->point[i], sizeof nearest);
    }
    if (!(least > best->gap)) continue;
    best->gap = least;
    pw_place3(w->p[side], nearest, x);
    memcpy(best->x, x, sizeof x);
  }
}

static void try_edges(const Search *w, Best *best) {
  const PwShell *s1 = w->s[0], *s2 = w->s[1];
  for (int32_t i = 0; i < s1->edges; i++) {
    for (int32_t j = 0; j < s2->edges; j++) {
      PwSurfaceTouch t;
      PwCellPlace a, b;
      int32_t cell[2] = {s1->faces + i, s2->faces + j};
      if (pw_shell_solve(s1, w->p[0], s2, w->p[1], cell, &t) || !(t.gap > best->gap)) continue;
      pw_shell_place(s1, w->p[0], cell[0], &t, 0, &a);
      pw_shell_place(s2, w->p[1], cell[1], &t, 1, &b);
      if (a.cone < -SHADOW || b.cone < -SHADOW) continue;
      best->gap = t.gap;
      for (int k = 0; k < 3; k++) best->x[k] = (t.x1[k] + t.x2[k]) / 2;
    }
  }
}

// Over an open face: the deepest vertex whose foot is on it; none is: far away.
static Best over_open(const Search *w, int side) {
  const PwShell *s = w->s[side], *plane = w->s[1 - side];
  Best best = {INFINITY, {0}};
  for (int32_t i = 0; i < s->vertices; i++) {
    int32_t cell[2];
    PwSurfaceTouch t;
    PwCellPlace at;
    cell[side] = s->faces + s->edges + i;
    cell[1 - side] = 0;
    if (pw_shell_solve(w->s[0], w->p[0], w->s[1], w->p[1], cell, &t) || !(t.gap < best.gap)) continue;
    pw_shell_place(plane, w->p[1 - side], 0, &t, 1 - side, &at);
    if (at.inside < -ON * w->length) continue;
    best.gap = t.gap;
    for (int k = 0; k < 3; k++) best.x[k] = (t.x1[k] + t.x2[k]) / 2;
  }
  return best;
}

// A ball whose centre is outside is as far away as the nearest place of what it is beside.
static Best beside_ball(const Search *w, int side) {
  const PwShell *s = w->s[1 - side];
  Best best = {-INFINITY, {0}}, nearest = {INFINITY, {0}};
  try_faces(w, side, &best);
  for (int32_t i = 0; i < s->faces + s->edges + s->vertices; i++) {
    int32_t cell[2];
    PwSurfaceTouch t;
    PwCellPlace at;
    cell[side] = 0;
    cell[1 - side] = i;
    if (pw_shell_solve(w->s[0], w->p[0], w->s[1], w->p[1], cell, &t) || !(t.gap < nearest.gap)) continue;
    pw_shell_place(s, w->p[1 - side], i, &t, 1 - side, &at);
    if (at.inside < 0 || at.cone < 0 || t.gap < best.gap - ON * w->length) continue;
    nearest.gap = t.gap;
    for (int k = 0; k < 3; k++) nearest.x[k] = (t.x1[k] + t.x2[k]) / 2;
  }
  return best.gap > -w->s[side]->ball && isfinite(nearest.gap) ? nearest : best;
}

static Best find_best(const Search *w) {
  Best best = {-INFINITY, {0}};
  for (int side = 0; side < 2; side++) {
    if (w->s[1 - side]->open) return over_open(w, side);
    if (w->s[side]->ball > 0) return beside_ball(w, side);
  }
  try_faces(w, 0, &best);
  try_faces(w, 1, &best);
  try_edges(w, &best);
  return best;
}

double pw_shell_separation(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2, double at[3]) {
  const Search w = {.s = {s1, s2}, .p = {p1, p2}, .length = fmin(s1->size, s2->size)};
  Best best = find_best(&w);
  if (at) memcpy(at, best.x, sizeof best.x);
  return best.gap;
}

static int compare(const void *a, const void *b) {
  const PwSurfaceFound *f = a, *g = b;
  for (int side = 0; side < 2; side++) {
    if (f->face[side] != g->face[side]) return f->face[side] < g->face[side] ? -1 : 1;
  }
  return 0;
}

PawlStatus pw_shell_search(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2, double length,
                           double depth, double margin, bool doubles, PwSurfaceFoundList *out) {
  Search w = {.s = {s1, s2},
              .p = {p1, p2},
              .length = length,
              .margin = margin,
              .doubles = doubles,
              .radius = fmin(s1->radius, s2->radius),
              .out = out,
              .status = PAWL_OK};
  out->count = 0;
  out->reach = INFINITY;
  out->singular = PW_SINGULAR_NONE;
  w.low = s1->open || s2->open ? -depth : fmin(find_best(&w).gap, 0) - ON * length;
  look_at_vertices(&w, 0);
  look_at_vertices(&w, 1);
  look_at_edges(&w);
  look_at_rest(&w);
  if (out->count > 1) qsort(out->item, (size_t)out->count, sizeof *out->item, compare);
  return w.status;
}
