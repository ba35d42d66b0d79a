#include "geometry/mesh/mesh_cut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/predicates.h"
#include "numerics/vec.h"

// ---- one edge, one triangle

enum { FAR = 2 };  // stands for a mesh of one vertex, which is behind all others

typedef struct {
  const double *x;
  int64_t number;
} Point;

static Point point_of(const PwMeshCut *c, int mesh, int32_t v) {
  return (Point){pw_cut_vertex(c, mesh, v), (int64_t)mesh << 32 | v};
}

static int side(Point a, Point b, Point c, Point d) {
  const double *const x[4] = {a.x, b.x, c.x, d.x};
  const int64_t number[4] = {a.number, b.number, c.number, d.number};
  return pw_orient3d_broken(x, number);
}

static int pierces(Point p, Point q, Point a, Point b, Point c) {
  int from = side(a, b, c, p), to = side(a, b, c, q);
  if (from == to) return 0;
  int first = side(p, q, a, b);
  return first == side(p, q, b, c) && first == side(p, q, c, a) ? from : 0;
}

int pw_cut_pierces(const PwMeshCut *c, int mesh, int32_t p, int32_t q, int32_t triangle) {
  const int32_t *t = c->tree[1 - mesh]->mesh->corner[triangle];
  return pierces(point_of(c, mesh, p), point_of(c, mesh, q), point_of(c, 1 - mesh, t[0]), point_of(c, 1 - mesh, t[1]),
                 point_of(c, 1 - mesh, t[2]));
}

// ---- where

// Distances from the plane of a triangle, each times the same.
static double distance(const double *a, const double *b, const double *c, const double *x) {
  double u[3], v[3], w[3], n[3];
  for (int i = 0; i < 3; i++) {
    u[i] = b[i] - a[i];
    v[i] = c[i] - a[i];
    w[i] = x[i] - a[i];
  }
  pw_cross(u, v, n);
  return pw_dot(n, w);
}

// The middle of what an edge in the plane of a triangle has in common with it.
static double middle_in_plane(const double *const t[3], const double *p, const double *q) {
  double u[3], v[3], n[3], from = 0, to = 1;
  for (int i = 0; i < 3; i++) {
    u[i] = t[1][i] - t[0][i];
    v[i] = t[2][i] - t[0][i];
  }
  pw_cross(u, v, n);
  for (int k = 0; k < 3; k++) {
    const double *a = t[k], *b = t[(k + 1) % 3];
    double along[3], in[3], dp[3], dq[3];
    for (int i = 0; i < 3; i++) {
      along[i] = b[i] - a[i];
      dp[i] = p[i] - a[i];
      dq[i] = q[i] - a[i];
    }
    pw_cross(n, along, in);
    double f = pw_dot(in, dp), g = pw_dot(in, dq);
    if (f < 0 && g > f) from = fmax(from, f / (f - g));
    if (g < 0 && f > g) to = fmin(to, f / (f - g));
  }
  return fmin(fmax((from + to) / 2, 0), 1);
}

static void place(const PwMeshCut *c, PwPiercing *found, int32_t p, int32_t q) {
  const int32_t *corner = c->tree[1 - found->of]->mesh->corner[found->triangle];
  const double *t[3], *from = pw_cut_vertex(c, found->of, p), *to = pw_cut_vertex(c, found->of, q);
  for (int k = 0; k < 3; k++) t[k] = pw_cut_vertex(c, 1 - found->of, corner[k]);
  double f = distance(t[0], t[1], t[2], from), g = distance(t[0], t[1], t[2], to), part = f / (f - g);
  found->part = f == g || !(part >= 0 && part <= 1) ? middle_in_plane(t, from, to) : part;
  for (int i = 0; i < 3; i++) found->x[i] = from[i] + found->part * (to[i] - from[i]);
}

// ---- all of them

static bool add(PwMeshCut *c, PwPiercing found, int32_t p, int32_t q) {
  if (c->piercings == c->room) {
    int32_t room = c->room ? 2 * c->room : 64;
    PwPiercing *more = c->room > INT32_MAX / 4 ? NULL : realloc(c->piercing, (size_t)room * sizeof *more);
    if (!more) return false;
    c->piercing = more;
    c->room = room;
  }
  place(c, &found, p, q);
  c->piercing[c->piercings++] = found;
  return true;
}

// Edges of a triangle of `mesh` that are its own, the lower of the two, against a triangle of the other.
static bool compare(PwMeshCut *c, int mesh, int32_t t, int32_t other) {
  const PwTriMesh *m = c->tree[mesh]->mesh;
  for (int k = 0; k < 3; k++) {
    int32_t p = m->corner[t][k], q = m->corner[t][(k + 1) % 3];
    if (m->beside[t][k] >= 0 && m->beside[t][k] < t) continue;
    int way = pw_cut_pierces(c, mesh, p, q, other);
    if (way && !add(c, (PwPiercing){.of = mesh, .edge = 3 * t + k, .triangle = other, .enters = way > 0}, p, q)) return false;
  }
  return true;
}

static bool have_common_box(const PwMeshCut *c, int32_t a, int32_t b) {
  const int32_t *s = c->tree[0]->mesh->corner[a], *t = c->tree[1]->mesh->corner[b];
  for (int i = 0; i < 3; i++) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
      const double x[2] = {pw_cut_vertex(c, 0, s[k])[i], pw_cut_vertex(c, 1, t[k])[i]};
      for (int m = 0; m < 2; m++) {
        if (x[m] < low[m]) low[m] = x[m];
        if (x[m] > high[m]) high[m] = x[m];
      }
    }
    if (low[0] > high[1] || low[1] > high[0]) return false;
  }
  return true;
}

// By the axes of both.
static bool boxes_meet(const PwMeshCut *c, const PwMeshNode *a, const PwMeshNode *b) {
  double apart[3], half_a[3], half_b[3], middle[3];
  for (int i = 0; i < 3; i++) {
    half_a[i] = ((double)a->high[i] - a->low[i]) / 2 + c->slack;
    half_b[i] = ((double)b->high[i] - b->low[i]) / 2;
    middle[i] = ((double)b->high[i] + b->low[i]) / 2;
  }
  for (int i = 0; i < 3; i++) {
    const double *r = c->axes + 3 * i;
    apart[i] = c->position[i] + pw_dot(r, middle) - ((double)a->high[i] + a->low[i]) / 2;
    if (fabs(apart[i]) > half_a[i] + fabs(r[0]) * half_b[0] + fabs(r[1]) * half_b[1] + fabs(r[2]) * half_b[2]) return false;
  }
  for (int k = 0; k < 3; k++) {
    double along = 0, reach = half_b[k];
    for (int i = 0; i < 3; i++) {
      along += c->axes[3 * i + k] * apart[i];
      reach += fabs(c->axes[3 * i + k]) * half_a[i];
    }
    if (fabs(along) > reach) return false;
  }
  return true;
}

static bool compare_leaves(PwMeshCut *c, const PwMeshNode *a, const PwMeshNode *b) {
  for (int32_t i = 0; i < a->count; i++) {
    for (int32_t k = 0; k < b->count; k++) {
      int32_t s = c->tree[0]->order[a->first + i], t = c->tree[1]->order[b->first + k];
      if (!have_common_box(c, s, t)) continue;
      if (!compare(c, 0, s, t) || !compare(c, 1, t, s)) return false;
    }
  }
  return true;
}

static double size_of(const PwMeshNode *n) {
  return fmax(fmax(n->high[0] - n->low[0], n->high[1] - n->low[1]), n->high[2] - n->low[2]);
}

// The larger one of two boxes is opened.
static bool descend(PwMeshCut *c, int32_t i, int32_t k) {
  const PwMeshNode *a = &c->tree[0]->node[i], *b = &c->tree[1]->node[k];
  if (!boxes_meet(c, a, b)) return true;
  if (a->count && b->count) return compare_leaves(c, a, b);
  if (b->count || (!a->count && size_of(a) >= size_of(b))) return descend(c, i + 1, k) && descend(c, a->first, k);
  return descend(c, i, k + 1) && descend(c, i, b->first);
}

static void set_place(PwMeshCut *c, const PwMeshTree *a, const PwMeshTree *b, const double position[3], const double axes[9]) {
  const PwTriMesh *m = a->mesh, *n = b->mesh;
  double reach = 0;
  *c = (PwMeshCut){.tree = {a, b}};
  memcpy(c->position, position, sizeof c->position);
  memcpy(c->axes, axes, sizeof c->axes);
  for (int i = 0; i < 3; i++) {
    reach = fmax(reach, fabs(position[i]) + fabs(m->low[i]) + fabs(m->high[i]) + fabs(n->low[i]) + fabs(n->high[i]));
  }
  c->slack = 1e-14 * reach;
}

bool pw_mesh_boxes_meet(const PwMeshTree *a, const PwMeshTree *b, const double position[3], const double axes[9]) {
  PwMeshCut c;
  set_place(&c, a, b, position, axes);
  return boxes_meet(&c, &a->node[0], &b->node[0]);
}

PawlStatus pw_mesh_cut(const PwMeshTree *a, const PwMeshTree *b, const double position[3], const double axes[9], PwMeshCut *c) {
  const PwTriMesh *m = b->mesh;
  set_place(c, a, b, position, axes);
  c->moved = malloc(((size_t)m->vertices + 1) * sizeof *c->moved);
  for (int32_t v = 0; v < m->vertices && c->moved; v++) {
    for (int i = 0; i < 3; i++) c->moved[v][i] = position[i] + pw_dot(axes + 3 * i, m->vertex[v]);
  }
  if (c->moved && descend(c, 0, 0)) return PAWL_OK;
  pw_mesh_cut_free(c);
  return PAWL_ERR_MEMORY;
}

void pw_mesh_cut_free(PwMeshCut *c) {
  free(c->moved);
  free(c->piercing);
  *c = (PwMeshCut){0};
}

// ---- inside

typedef struct {
  const PwMeshCut *c;
  int other;  // the mesh that may be around
  Point from, to;
  double start[3], way[3];  // the same in its own axes
  bool inside;
} Ray;

static bool ray_meets(const Ray *r, const PwMeshNode *n) {
  double from = 0, to = 1, slack = r->c->slack;
  for (int i = 0; i < 3; i++) {
    double low = n->low[i] - slack - r->start[i], high = n->high[i] + slack - r->start[i];
    if (r->way[i] == 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    double u = low / r->way[i], v = high / r->way[i];
    from = fmax(from, fmin(u, v));
    to = fmin(to, fmax(u, v));
  }
  return from <= to + 1e-9;
}

// Each triangle that is gone through changes the side.
static void follow(Ray *r, int32_t i) {
  const PwMeshTree *tree = r->c->tree[r->other];
  const PwMeshNode *n = &tree->node[i];
  if (!ray_meets(r, n)) return;
  if (!n->count) {
    follow(r, i + 1);
    follow(r, n->first);
  }
  for (int32_t k = 0; k < n->count; k++) {
    const int32_t *t = tree->mesh->corner[tree->order[n->first + k]];
    Point p[3];
    for (int j = 0; j < 3; j++) p[j] = point_of(r->c, r->other, t[j]);
    if (pierces(r->from, r->to, p[0], p[1], p[2])) r->inside = !r->inside;
  }
}

bool pw_cut_is_inside(const PwMeshCut *c, int mesh, int32_t v) {
  static const double WAY[3] = {1, 0.372, 0.591};
  const PwTriMesh *around = c->tree[1 - mesh]->mesh;
  Ray r = {.c = c, .other = 1 - mesh, .from = point_of(c, mesh, v)};
  double far[3], length = c->slack * 1e14, end[3];
  for (int i = 0; i < 3; i++) length += around->high[i] - around->low[i];
  for (int i = 0; i < 3; i++) far[i] = r.from.x[i] + 4 * length * WAY[i];
  r.to = (Point){far, (int64_t)FAR << 32};
  for (int i = 0; i < 3; i++) {
    r.start[i] = end[i] = 0;
    for (int k = 0; k < 3; k++) {
      double turn = mesh ? (i == k) : c->axes[3 * k + i], at = mesh ? 0 : c->position[k];
      r.start[i] += turn * (r.from.x[k] - at);
      end[i] += turn * (far[k] - at);
    }
    r.way[i] = end[i] - r.start[i];
  }
  follow(&r, 0);
  return r.inside;
}
