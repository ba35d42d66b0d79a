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
static const double SLOPES = 1e-12;   // sine from which a face has a highest place

// An edge as it stands, in ground axes.
typedef struct {
  double from[3], middle[3], along[3], into[2][3];
} Edge;

typedef struct {
  const PwShell *s[2];
  const PwPose3 *p[2];
  double length, low, margin, radius;
  bool doubles;
  PwSurfaceFoundList *out;
  PawlStatus status;
  double point[2][PW_SHELL_POINTS][3], normal[2][PW_SHELL_FACES][3], at[2][PW_SHELL_FACES];  // as they stand
  Edge edge[2][PW_SHELL_EDGES];
} Search;

static void stand(Search *w) {
  for (int side = 0; side < 2; side++) {
    const PwShell *s = w->s[side];
    const PwPose3 *p = w->p[side];
    for (int32_t i = 0; i < s->points; i++) pw_place3(p, s->point[i], w->point[side][i]);
    for (int32_t f = 0; f < s->faces; f++) {
      pw_turn3(p->r, s->face[f].n, w->normal[side][f]);
      w->at[side][f] = s->face[f].at + pw_dot(w->normal[side][f], p->x);
    }
    for (int32_t i = 0; i < s->edges && !s->is_round; i++) {
      const PwShellEdge *e = &s->edge[i];
      Edge *to = &w->edge[side][i];
      memcpy(to->from, w->point[side][e->point[0]], sizeof to->from);
      pw_turn3(p->r, e->along, to->along);
      for (int k = 0; k < 3; k++) to->middle[k] = to->from[k] + e->length / 2 * to->along[k];
      for (int k = 0; k < 2; k++) pw_turn3(p->r, e->into[k], to->into[k]);
    }
  }
}

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

// What is farther than the reach as it is so far, and than the margin, changes neither.
static bool is_idle(const Search *w, double apart) {
  return apart >= w->out->reach && apart >= w->margin;
}

static void look_at_vertices(Search *w, int side) {
  const PwShell *s = w->s[side], *other = w->s[1 - side];
  for (int32_t i = 0; i < s->vertices; i++) {
    for (int32_t f = 0; f < other->faces; f++) {
      int32_t cell[2];
      if (other->is_round) {
        cell[side] = s->faces + s->edges + i;
        cell[1 - side] = f;
        look_at(w, cell, 1, s->ball > 0 ? 0 : 1);
        continue;
      }
      double height = pw_dot(w->normal[1 - side][f], w->point[side][i]) - w->at[1 - side][f] - s->ball;
      if (is_idle(w, height) || (height < w->low && -height >= w->out->reach)) continue;
      cell[side] = s->faces + s->edges + i;
      cell[1 - side] = f;
      look_at(w, cell, 1, 1);
    }
  }
}

// Distance of two edges, at least: of balls around them.
static double edge_distance(const PwShellEdge *a, const Edge *x, const PwShellEdge *b, const Edge *y) {
  double d[3] = {x->middle[0] - y->middle[0], x->middle[1] - y->middle[1], x->middle[2] - y->middle[2]};
  return pw_norm(d) - (a->length + b->length) / 2;
}

// Of two parallel ones: beside or behind each other.
static double parallel_distance(const PwShellEdge *a, const Edge *x, const PwShellEdge *b, const Edge *y) {
  double d[3] = {y->from[0] - x->from[0], y->from[1] - x->from[1], y->from[2] - x->from[2]}, along = pw_dot(d, x->along);
  double beside = sqrt(fmax(pw_dot(d, d) - along * along, 0)), end = along + b->length * pw_dot(y->along, x->along);
  return hypot(fmax(0, fmax(fmin(along, end) - a->length, -fmax(along, end))), beside);
}

// Two edges that cross: the sine between them, the gap along the normal that is more inside both fans, and how far that is inside
// both fans. False: they are parallel.
static bool cross_edges(const Edge *x, const Edge *y, double *sine, double *gap, double *cone) {
  double n[3], d[3] = {x->from[0] - y->from[0], x->from[1] - y->from[1], x->from[2] - y->from[2]};
  pw_cross(x->along, y->along, n);
  *sine = pw_norm(n);
  if (*sine < PARALLEL) return false;
  double least = INFINITY, most = -INFINITY;
  for (int k = 0; k < 4; k++) {
    double inside = k < 2 ? pw_dot(n, x->into[k]) : -pw_dot(n, y->into[k - 2]);
    least = fmin(least, inside);
    most = fmax(most, inside);
  }
  *gap = (least + most < 0 ? -1 : 1) * pw_dot(n, d) / *sine;
  *cone = fmax(least, -most) / *sine;
  return true;
}

static void look_at_edges(Search *w) {
  const PwShell *s1 = w->s[0], *s2 = w->s[1];
  for (int32_t i = 0; i < s1->edges && !s1->is_round && !s2->is_round; i++) {
    for (int32_t j = 0; j < s2->edges; j++) {
      const PwShellEdge *a = &s1->edge[i], *b = &s2->edge[j];
      const Edge *x = &w->edge[0][i], *y = &w->edge[1][j];
      double apart = edge_distance(a, x, b, y), sine, gap, cone;
      if (is_idle(w, apart)) continue;
      if (!cross_edges(x, y, &sine, &gap, &cone)) {
        reach(w, parallel_distance(a, x, b, y));
        continue;
      }
      bool beside = cone < -BESIDE || gap < w->low || gap >= w->margin;  // it will not be listed
      if (beside && fmax(fabs(gap), -cone * sine / 2 * w->radius) >= w->out->reach) continue;
      look_at(w, (int32_t[2]){s1->faces + i, s2->faces + j}, sine, sine / 2);
    }
  }
}

// A rim that lies flat over a face: three places of it, one where it is highest.
static void look_at_flat(Search *w, int side, int32_t rim, int32_t face) {
  const PwShell *s = w->s[side];
  double own[3], x[3];
  const double middle[3] = {0, 0, s->round.z[rim]};
  pw_place3(w->p[side], middle, x);
  double gap = pw_dot(w->normal[1 - side][face], x) - w->at[1 - side][face];
  if (pw_dot(w->normal[1 - side][face], w->normal[side][rim]) > 0) return;
  pw_turn3_back(w->p[side]->r, w->normal[1 - side][face], own);
  double highest = hypot(own[0], own[1]) > SLOPES ? atan2(own[1], own[0]) / (2 * acos(-1)) : 0;
  int32_t first = (int32_t)lround(highest * PW_SHELL_SEATS);
  reach(w, fabs(gap));
  for (int32_t i = 0; i < 3 && gap < w->margin && gap >= w->low - PW_SHELL_SEAT * s->size; i++) {
    int32_t cell[2];
    PwSurfaceTouch t;
    PwCellPlace at;
    cell[side] = pw_shell_turn_seat(s, s->faces + s->edges + rim * PW_SHELL_SEATS, first + i * (PW_SHELL_SEATS / 3));
    cell[1 - side] = face;
    if (pw_shell_solve(w->s[0], w->p[0], w->s[1], w->p[1], cell, &t)) continue;
    pw_shell_place(w->s[1 - side], w->p[1 - side], face, &t, 1 - side, &at);
    if (at.inside >= -ON * w->length) list(w, cell, &t, false);
  }
}

// Rims over flat faces. A rim that lies flat has its lowest place anywhere; what it is above is no matter.
static void look_at_rims(Search *w, int side) {
  const PwShell *s = w->s[side], *other = w->s[1 - side];
  for (int32_t i = 0; i < 2 * other->faces && s->is_round; i++) {
    int32_t cell[2];
    double lean;
    cell[side] = s->faces + i % 2;
    cell[1 - side] = i / 2;
    pw_shell_is_seat(w->s[0], w->p[0], w->s[1], w->p[1], cell, side, &lean);
    if (lean < PW_SHELL_SEAT) {
      look_at_flat(w, side, i % 2, i / 2);
    } else {
      look_at(w, cell, 0, 1);
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
  for (int32_t f = 0; f < w->s[1 - side]->faces; f++) {
    double least = INFINITY;
    int32_t nearest = 0;
    for (int32_t i = 0; i < w->s[side]->points && least > best->gap; i++) {
      double height = pw_dot(w->normal[1 - side][f], w->point[side][i]) - w->at[1 - side][f] - w->s[side]->ball;
      if (height < least) least = height, nearest = i;
    }
    if (!(least > best->gap)) continue;
    best->gap = least;
    memcpy(best->x, w->point[side][nearest], sizeof best->x);
  }
}

static void try_edges(const Search *w, Best *best) {
  for (int32_t i = 0; i < w->s[0]->edges; i++) {
    for (int32_t j = 0; j < w->s[1]->edges; j++) {
      const Edge *x = &w->edge[0][i], *y = &w->edge[1][j];
      double sine, gap, cone;
      PwSurfaceTouch t;
      const int32_t cell[2] = {w->s[0]->faces + i, w->s[1]->faces + j};
      if (!cross_edges(x, y, &sine, &gap, &cone) || cone < -SHADOW || !(gap > best->gap)) continue;
      best->gap = gap;
      if (pw_shell_solve(w->s[0], w->p[0], w->s[1], w->p[1], cell, &t)) continue;
      for (int k = 0; k < 3; k++) best->x[k] = (t.x1[k] + t.x2[k]) / 2;
    }
  }
}

// Over an open face: the deepest vertex, or place of a rim, whose foot is on it; none is: far away.
static Best over_open(const Search *w, int side) {
  const PwShell *s = w->s[side], *plane = w->s[1 - side];
  Best best = {INFINITY, {0}};
  for (int32_t i = s->is_round ? s->faces : s->faces + s->edges; i < s->faces + s->edges + s->vertices; i++) {
    int32_t cell[2];
    PwSurfaceTouch t;
    PwCellPlace at;
    double lean = INFINITY;
    cell[side] = i;
    cell[1 - side] = 0;
    if (s->is_round) pw_shell_is_seat(w->s[0], w->p[0], w->s[1], w->p[1], cell, side, &lean);
    if (lean < PW_SHELL_SEAT) cell[side] = s->faces + s->edges + (i - s->faces) * PW_SHELL_SEATS;
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
  if (s->is_round) {
    const double *c = w->point[side][0],
                 d[3] = {c[0] - w->p[1 - side]->x[0], c[1] - w->p[1 - side]->x[1], c[2] - w->p[1 - side]->x[2]};
    double own[3];
    pw_turn3_back(w->p[1 - side]->r, d, own);
    best.gap = -pw_shell_depth(s, own) - w->s[side]->ball;
    memcpy(best.x, c, sizeof best.x);
  } else {
    try_faces(w, side, &best);
  }
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
  Search w;
  w.s[0] = s1, w.s[1] = s2;
  w.p[0] = p1, w.p[1] = p2;
  w.length = fmin(s1->size, s2->size);
  stand(&w);
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
  Search w;
  w.s[0] = s1, w.s[1] = s2;
  w.p[0] = p1, w.p[1] = p2;
  w.length = length;
  w.margin = margin;
  w.radius = fmin(s1->radius, s2->radius);
  w.doubles = doubles;
  w.out = out;
  w.status = PAWL_OK;
  stand(&w);
  out->count = 0;
  out->reach = INFINITY;
  out->singular = PW_SINGULAR_NONE;
  w.low = s1->open || s2->open ? -depth : fmin(find_best(&w).gap, 0) - ON * length;
  look_at_vertices(&w, 0);
  look_at_vertices(&w, 1);
  look_at_edges(&w);
  look_at_rims(&w, 0);
  look_at_rims(&w, 1);
  look_at_rest(&w);
  if (out->count > 1) qsort(out->item, (size_t)out->count, sizeof *out->item, compare);
  return w.status;
}
