#include "geometry/mesh/mesh_tree.h"

#include <math.h>
#include <stdlib.h>

static void cover(const PwTriMesh *m, const int32_t *order, int32_t count, double low[3], double high[3]) {
  for (int c = 0; c < 3; c++) low[c] = INFINITY, high[c] = -INFINITY;
  for (int32_t i = 0; i < count; i++) {
    for (int k = 0; k < 3; k++) {
      const double *x = m->vertex[m->corner[order[i]][k]];
      for (int c = 0; c < 3; c++) {
        if (x[c] < low[c]) low[c] = x[c];
        if (x[c] > high[c]) high[c] = x[c];
      }
    }
  }
}

static float outwards(double x, double to) {
  float f = (float)x;
  return (to < 0 ? f > x : f < x) ? nextafterf(f, to < 0 ? -INFINITY : INFINITY) : f;
}

// Three times the middle of a triangle along an axis.
static double middle(const PwTriMesh *m, int32_t t, int axis) {
  const int32_t *c = m->corner[t];
  return m->vertex[c[0]][axis] + m->vertex[c[1]][axis] + m->vertex[c[2]][axis];
}

// The half of the triangles with the lower middles to the front (quickselect; ties by number, so that the tree is one).
static bool is_before(const PwTriMesh *m, int axis, int32_t a, int32_t b) {
  double x = middle(m, a, axis), y = middle(m, b, axis);
  return x != y ? x < y : a < b;
}

static void halve(const PwTriMesh *m, int32_t *order, int32_t count, int axis) {
  int32_t low = 0, high = count - 1, wanted = count / 2;
  while (low < high) {
    int32_t pivot = order[low + (high - low) / 2], i = low, j = high;
    while (i <= j) {
      while (is_before(m, axis, order[i], pivot)) i++;
      while (is_before(m, axis, pivot, order[j])) j--;
      if (i > j) break;
      int32_t swap = order[i];
      order[i++] = order[j];
      order[j--] = swap;
    }
    if (wanted <= j) {
      high = j;
    } else if (wanted >= i) {
      low = i;
    } else {
      break;
    }
  }
}

// Halves go to both sides, so that the depth is that of the logarithm.
static int32_t build(PwMeshTree *t, int32_t first, int32_t count) {
  int32_t own = t->nodes++, axis = 0;
  double low[3], high[3];
  cover(t->mesh, t->order + first, count, low, high);
  for (int c = 0; c < 3; c++) {
    t->node[own].low[c] = outwards(low[c], -1);
    t->node[own].high[c] = outwards(high[c], 1);
    if (high[c] - low[c] > high[axis] - low[axis]) axis = c;
  }
  if (count <= PW_MESH_LEAF) {
    t->node[own].first = first;
    t->node[own].count = count;
    return own;
  }
  halve(t->mesh, t->order + first, count, axis);
  build(t, first, count / 2);
  t->node[own].count = 0;
  t->node[own].first = build(t, first + count / 2, count - count / 2);
  return own;
}

bool pw_mesh_tree_create(const PwTriMesh *mesh, PwMeshTree *t) {
  *t = (PwMeshTree){.mesh = mesh};
  t->order = malloc(((size_t)mesh->triangles + 1) * sizeof *t->order);
  t->node = malloc(((size_t)mesh->triangles + 1) * sizeof *t->node);  // a leaf has two triangles at least
  if (!t->order || !t->node) {
    pw_mesh_tree_free(t);
    return false;
  }
  for (int32_t i = 0; i < mesh->triangles; i++) t->order[i] = i;
  build(t, 0, mesh->triangles);
  return true;
}

void pw_mesh_tree_free(PwMeshTree *t) {
  free(t->order);
  free(t->node);
  *t = (PwMeshTree){0};
}
