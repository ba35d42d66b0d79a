// Mass matrix of a tree by composite bodies: all that hangs on a link, taken as one rigid body.
//
// Composite about the child's centre of mass: mass m, first moment h, inertia I. Moved with a column S = (s, w) its momentum is
// (m s + w x h, I w + h x s); M_kj is that of S_k times S_j, for the columns of the link and of those towards ground, where the
// momentum is carried over l. Composites are added up inwards: h + m l; I + (the terms of a shift by l).
#include <string.h>

#include "mechanics/tree_parts.h"

// ---- in the plane: m, h_x, h_y, I

static void momentum2(const double *C, const double *S, double f[3]) {
  f[0] = C[0] * S[0] - C[2] * S[2];
  f[1] = C[0] * S[1] + C[1] * S[2];
  f[2] = C[3] * S[2] + C[1] * S[1] - C[2] * S[0];
}

static inline double product2(const double *S, const double *f) {
  return S[0] * f[0] + S[1] * f[1] + S[2] * f[2];
}

static void row2(const PwTree *tree, int32_t index, const double *C, int32_t k, double *M) {
  const PwLink *link = &tree->link[index];
  double f[3];
  momentum2(C, tree->S + 3 * k, f);
  for (int32_t j = link->u; j <= k; j++) *M++ = product2(tree->S + 3 * j, f);
  while (link->parent) {
    const double *l = tree->plane[index].l;
    f[2] += l[0] * f[1] - l[1] * f[0];
    index = tree->link_of[link->parent];
    link = &tree->link[index];
    for (int32_t j = link->u; j < link->u + link->speeds; j++) *M++ = product2(tree->S + 3 * j, f);
  }
}

static void compose2(const PwTree *tree) {
  for (int32_t b = 1; b < tree->k->bodies; b++) {
    double *C = tree->work + 4 * b;
    C[0] = tree->k->body[b].mass;
    C[1] = C[2] = 0;
    C[3] = tree->k->body[b].inertia[2];
  }
  for (int32_t i = tree->links - 1; i >= 0; i--) {
    const PwLink *link = &tree->link[i];
    const double *C = tree->work + 4 * link->body, *l = tree->plane[i].l;
    double *to = tree->work + 4 * link->parent;
    if (!link->parent) continue;
    to[0] += C[0];
    to[1] += C[1] + C[0] * l[0];
    to[2] += C[2] + C[0] * l[1];
    to[3] += C[3] + 2 * (C[1] * l[0] + C[2] * l[1]) + C[0] * (l[0] * l[0] + l[1] * l[1]);
  }
}

// ---- in space: m, h, I (xx yy zz xy xz yz)

static void momentum3(const double *C, const double *S, double f[6]) {
  const double *h = C + 1, *I = C + 4, *w = S + 3;
  double hs[3], wh[3];
  pw_cross(h, S, hs);
  pw_cross(w, h, wh);
  for (int c = 0; c < 3; c++) f[c] = C[0] * S[c] + wh[c];
  f[3] = I[0] * w[0] + I[3] * w[1] + I[4] * w[2] + hs[0];
  f[4] = I[3] * w[0] + I[1] * w[1] + I[5] * w[2] + hs[1];
  f[5] = I[4] * w[0] + I[5] * w[1] + I[2] * w[2] + hs[2];
}

static inline double product3(const double *S, const double *f) {
  return pw_dot(S, f) + pw_dot(S + 3, f + 3);
}

static void row3(const PwTree *tree, int32_t index, const double *C, int32_t k, double *M) {
  const PwLink *link = &tree->link[index];
  double f[6], lf[3];
  momentum3(C, tree->S + 6 * k, f);
  for (int32_t j = link->u; j <= k; j++) *M++ = product3(tree->S + 6 * j, f);
  while (link->parent) {
    pw_cross(tree->space[index].l, f, lf);
    for (int c = 0; c < 3; c++) f[3 + c] += lf[c];
    index = tree->link_of[link->parent];
    link = &tree->link[index];
    for (int32_t j = link->u; j < link->u + link->speeds; j++) *M++ = product3(tree->S + 6 * j, f);
  }
}

static const int ROW[6] = {0, 1, 2, 0, 0, 1}, COLUMN[6] = {0, 1, 2, 1, 2, 2};

// Inertia of a body in ground axes.
static void own_inertia(const double R[9], const double J[6], double out[6]) {
  const double full[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
  double half[9];
  for (int i = 0; i < 3; i++) pw_matrix_rotate(full, R + 3 * i, half + 3 * i);
  for (int c = 0; c < 6; c++) out[c] = pw_dot(half + 3 * ROW[c], R + 3 * COLUMN[c]);
}

// Adds a composite, seen from a point that it lies l away from.
static void add_composite(const double *C, const double l[3], double *to) {
  const double *h = C + 1;
  double round = 2 * pw_dot(h, l) + C[0] * pw_dot(l, l);
  to[0] += C[0];
  for (int c = 0; c < 3; c++) to[1 + c] += h[c] + C[0] * l[c];
  for (int c = 0; c < 6; c++) {
    int a = ROW[c], b = COLUMN[c];
    to[4 + c] += C[4 + c] + (a == b ? round : 0) - h[a] * l[b] - l[a] * h[b] - C[0] * l[a] * l[b];
  }
}

static void compose3(const PwTree *tree) {
  for (int32_t b = 1; b < tree->k->bodies; b++) {
    double *C = tree->work + 10 * b;
    C[0] = tree->k->body[b].mass;
    C[1] = C[2] = C[3] = 0;
    own_inertia(tree->R + 9 * b, tree->k->body[b].inertia, C + 4);
  }
  for (int32_t i = tree->links - 1; i >= 0; i--) {
    const PwLink *link = &tree->link[i];
    if (link->parent) add_composite(tree->work + 10 * link->body, tree->space[i].l, tree->work + 10 * link->parent);
  }
}

// ---- both

PawlStatus pw_tree_list_mass(const PwTree *tree, PwArena *arena, PwTreeMass *M) {
  int32_t *length = pw_arena_array(arena, (size_t)tree->links + 1, sizeof *length);  // speeds of a link and those towards ground
  M->start = pw_arena_array(arena, (size_t)tree->speeds + 1, sizeof *M->start);
  if (!length || !M->start) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    int32_t before = link->parent ? length[tree->link_of[link->parent]] : 0;
    length[i] = before + link->speeds;
    for (int32_t n = 0; n < link->speeds; n++) M->start[link->u + n + 1] = M->start[link->u + n] + before + n + 1;
  }
  size_t entries = (size_t)M->start[tree->speeds] + 1;
  M->speed = pw_arena_array(arena, entries, sizeof *M->speed);
  M->value = pw_arena_array(arena, entries, sizeof *M->value);
  if (!M->speed || !M->value) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < tree->links; i++) {
    for (int32_t k = tree->link[i].u; k < tree->link[i].u + tree->link[i].speeds; k++) {
      const PwLink *link = &tree->link[i];
      int32_t *to = M->speed + M->start[k];
      for (int32_t j = link->u; j <= k; j++) *to++ = j;
      while (link->parent) {
        link = &tree->link[tree->link_of[link->parent]];
        for (int32_t j = link->u; j < link->u + link->speeds; j++) *to++ = j;
      }
    }
  }
  return PAWL_OK;
}

void pw_tree_mass(const PwTree *tree, PwTreeMass *M) {
  bool planar = tree->k->planar;
  (planar ? compose2 : compose3)(tree);
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    const double *C = tree->work + (planar ? 4 : 10) * link->body;
    for (int32_t k = link->u; k < link->u + link->speeds; k++) (planar ? row2 : row3)(tree, i, C, k, M->value + M->start[k]);
  }
}

void pw_tree_inertia(const PwTree *tree, double *diagonal) {
  double f[6];
  (tree->k->planar ? compose2 : compose3)(tree);
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    for (int32_t k = link->u; k < link->u + link->speeds; k++) {
      if (tree->k->planar) {
        momentum2(tree->work + 4 * link->body, tree->S + 3 * k, f);
        diagonal[k] = product2(tree->S + 3 * k, f);
      } else {
        momentum3(tree->work + 10 * link->body, tree->S + 6 * k, f);
        diagonal[k] = product3(tree->S + 6 * k, f);
      }
    }
  }
}
