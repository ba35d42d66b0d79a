// Does a mesh cross itself? Pairs of triangles by the tree against itself, each decided by exact signs. Two triangles cross if
// each has corners strictly on both sides of the other's plane and they share a part of the line between these planes; touching
// in a point or along an edge is no crossing. In one plane they lie on each other if they share an area.
#include <stdlib.h>

#include "geometry/mesh/mesh_tree.h"
#include "numerics/predicates.h"
#include "numerics/vec.h"

typedef struct {
  const PwTriMesh *m;
  const PwMeshTree *tree;
  int32_t pair[2];
  bool found;
} Search;

typedef struct {
  const double *x[3];
  int32_t v[3];
} Triangle;

static Triangle triangle_of(const PwTriMesh *m, int32_t t, int first) {
  Triangle out;
  for (int k = 0; k < 3; k++) {
    out.v[k] = m->corner[t][(first + k) % 3];
    out.x[k] = m->vertex[out.v[k]];
  }
  return out;
}

static int side_of(const Triangle *t, const double x[3]) {
  return pw_orient3d(t->x[0], t->x[1], t->x[2], x);
}

static double least(const Triangle *t, int c) {
  double m = t->x[0][c] < t->x[1][c] ? t->x[0][c] : t->x[1][c];
  return t->x[2][c] < m ? t->x[2][c] : m;
}

static double most(const Triangle *t, int c) {
  double m = t->x[0][c] > t->x[1][c] ? t->x[0][c] : t->x[1][c];
  return t->x[2][c] > m ? t->x[2][c] : m;
}

// Without a box in common there is nothing else.
static bool are_near(const Triangle *a, const Triangle *b) {
  for (int c = 0; c < 3; c++) {
    if (least(a, c) > most(b, c) || least(b, c) > most(a, c)) return false;
  }
  return true;
}

// ---- in one plane

static void normal_of(const Triangle *t, double n[3]) {
  double a[3], b[3];
  for (int c = 0; c < 3; c++) {
    a[c] = t->x[1][c] - t->x[0][c];
    b[c] = t->x[2][c] - t->x[0][c];
  }
  pw_cross(a, b, n);
}

// An edge of `a` has all of `b` beyond it: nothing in common but a border at most.
static bool is_parted(const Triangle *a, const Triangle *b, int axis, int sense) {
  for (int k = 0; k < 3; k++) {
    double p[2], q[2];
    bool parts = true;
    for (int i = 0; i < 2; i++) {
      p[i] = a->x[k][(axis + 1 + i) % 3];
      q[i] = a->x[(k + 1) % 3][(axis + 1 + i) % 3];
    }
    for (int j = 0; j < 3 && parts; j++) {
      double r[2] = {b->x[j][(axis + 1) % 3], b->x[j][(axis + 2) % 3]};
      parts = sense * pw_orient2d(p, q, r) <= 0;
    }
    if (parts) return true;
  }
  return false;
}

// Faces that lie on each other with their outsides to different sides are bodies that touch, unless a mesh folds back there.
static bool lie_on_each_other(const Triangle *a, const Triangle *b, bool folded) {
  double n[3], m[3];
  normal_of(a, n);
  normal_of(b, m);
  int axis = fabs(n[1]) > fabs(n[0]) ? 1 : 0;
  if (fabs(n[2]) > fabs(n[axis])) axis = 2;
  if (n[axis] == 0 || m[axis] == 0) return false;
  int sense = n[axis] > 0 ? 1 : -1, other = m[axis] > 0 ? 1 : -1;
  if (!folded && sense != other) return false;
  return !is_parted(a, b, axis, sense) && !is_parted(b, a, axis, other);
}

// ---- crossing

static void swap_corners(Triangle *t) {
  const double *x = t->x[1];
  int32_t v = t->v[1];
  t->x[1] = t->x[2], t->v[1] = t->v[2];
  t->x[2] = x, t->v[2] = v;
}

static void turn_to(Triangle *t, int first) {
  Triangle was = *t;
  for (int k = 0; k < 3; k++) t->x[k] = was.x[(first + k) % 3], t->v[k] = was.v[(first + k) % 3];
}

// The corner that stands alone on its side comes first; false: none does strictly, the triangle does not go through the plane.
static bool stand_alone(const int side[3], int *alone) {
  int up = 0, down = 0;
  for (int k = 0; k < 3; k++) {
    up += side[k] > 0;
    down += side[k] < 0;
  }
  if (up == 0 || down == 0) return false;
  int wanted = up == 1 ? 1 : -1;
  for (*alone = 0; side[*alone] != wanted;) ++*alone;
  return true;
}

// After Guigue and Devillers 2003: with the corner that is alone first, and above the other's plane, the parts of the line
// between the planes overlap by the signs of two tetrahedra.
static bool cross_apart(Triangle a, Triangle b) {
  int of_a[3], of_b[3], i, j;
  for (int k = 0; k < 3; k++) of_a[k] = side_of(&b, a.x[k]);
  if (!stand_alone(of_a, &i)) return false;
  for (int k = 0; k < 3; k++) of_b[k] = side_of(&a, b.x[k]);
  if (!stand_alone(of_b, &j)) return false;
  turn_to(&a, i);
  turn_to(&b, j);
  if (of_a[i] < 0) swap_corners(&b);
  if (of_b[j] < 0) swap_corners(&a);
  return pw_orient3d(a.x[0], a.x[1], b.x[0], b.x[1]) < 0 && pw_orient3d(a.x[0], a.x[2], b.x[2], b.x[0]) < 0;
}

// With corner 0 in common: an edge opposite of it goes through the other triangle.
static bool pierces(const Triangle *edge, const Triangle *t) {
  const double *p = edge->x[1], *q = edge->x[2];
  if (side_of(t, p) * side_of(t, q) >= 0) return false;
  int s = pw_orient3d(p, q, t->x[0], t->x[1]), u = pw_orient3d(p, q, t->x[1], t->x[2]), w = pw_orient3d(p, q, t->x[2], t->x[0]);
  return s != 0 && s == w && u * s >= 0;
}

// Two triangles with corner 0 in common have nothing else if a plane through it, square to one of them along an edge, has the
// other one beyond it by more than rounding. That spares most pairs of a fan the exact signs.
static bool are_parted_at_corner(const Triangle *a, const Triangle *b) {
  static const double MARGIN = 1e-12, ROUNDING = 1e-15;
  double n[3], to[3][3], own[2][3], far = 0;
  normal_of(a, n);
  for (int c = 0; c < 3; c++) {
    far = fmax(far, fabs(a->x[0][c]));
    for (int k = 1; k < 3; k++) {
      own[k - 1][c] = a->x[k][c] - a->x[0][c];
      to[k][c] = b->x[k][c] - a->x[0][c];
    }
  }
  for (int k = 0; k < 2; k++) {
    double out[3], size;
    bool parted = true;
    pw_cross(own[k], n, out);
    if (pw_dot(out, own[1 - k]) > 0) {
      for (int c = 0; c < 3; c++) out[c] = -out[c];
    }
    size = pw_norm(out);
    for (int j = 1; j < 3; j++) parted = parted && pw_dot(out, to[j]) > size * (MARGIN * pw_norm(to[j]) + ROUNDING * far);
    if (parted) return true;
  }
  return false;
}

// A corner in common is in the plane, without a question.
static bool is_flat(const Triangle *t, const Triangle *other) {
  for (int k = 2; k >= 0; k--) {
    bool common = other->v[k] == t->v[0] || other->v[k] == t->v[1] || other->v[k] == t->v[2];
    if (!common && side_of(t, other->x[k]) != 0) return false;
  }
  return true;
}

static bool cross(const PwTriMesh *m, int32_t s, int32_t t) {
  int common = 0, i = 0, j = 0;
  for (int p = 0; p < 3; p++) {
    for (int q = 0; q < 3; q++) {
      if (m->corner[s][p] != m->corner[t][q]) continue;
      common++;
      i = p, j = q;
    }
  }
  Triangle a = triangle_of(m, s, i), b = triangle_of(m, t, j);
  if (!are_near(&a, &b)) return false;
  if (common == 1 && (are_parted_at_corner(&a, &b) || are_parted_at_corner(&b, &a))) return false;
  if (common > 2) return false;  // the same three, the other way round: no volume between them
  bool beside = m->beside[s][0] == t || m->beside[s][1] == t || m->beside[s][2] == t;
  if (is_flat(&a, &b)) return lie_on_each_other(&a, &b, beside);
  if (common == 2) return false;
  return common == 1 ? pierces(&a, &b) || pierces(&b, &a) : cross_apart(a, b);
}

// ---- the tree against itself

static bool meet(const PwMeshNode *a, const PwMeshNode *b) {
  for (int c = 0; c < 3; c++) {
    if (a->low[c] > b->high[c] || b->low[c] > a->high[c]) return false;
  }
  return true;
}

static void compare_leaves(Search *s, const PwMeshNode *a, const PwMeshNode *b) {
  for (int32_t i = 0; i < a->count && !s->found; i++) {
    for (int32_t k = a == b ? i + 1 : 0; k < b->count && !s->found; k++) {
      s->pair[0] = s->tree->order[a->first + i];
      s->pair[1] = s->tree->order[b->first + k];
      s->found = cross(s->m, s->pair[0], s->pair[1]);
    }
  }
}

static void search(Search *s, int32_t i, int32_t k) {
  const PwMeshNode *a = &s->tree->node[i], *b = &s->tree->node[k];
  if (s->found || !meet(a, b)) return;
  if (a->count && b->count) {
    compare_leaves(s, a, b);
  } else if (i == k) {
    search(s, i + 1, i + 1);
    search(s, a->first, a->first);
    search(s, i + 1, a->first);
  } else if (b->count || (!a->count && i < k)) {
    search(s, i + 1, k);
    search(s, a->first, k);
  } else {
    search(s, i, k + 1);
    search(s, i, b->first);
  }
}

PawlStatus pw_mesh_self_crossing(const PwTriMesh *mesh, bool *found, int32_t triangle[2]) {
  PwMeshTree tree;
  if (!pw_mesh_tree_create(mesh, &tree)) return PAWL_ERR_MEMORY;
  Search s = {.m = mesh, .tree = &tree};
  search(&s, 0, 0);
  *found = s.found;
  for (int k = 0; k < 2; k++) triangle[k] = s.pair[k];
  pw_mesh_tree_free(&tree);
  return PAWL_OK;
}
