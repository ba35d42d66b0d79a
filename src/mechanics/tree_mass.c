// Mass matrix of a tree by composite bodies: all that hangs on a link, taken as one rigid body.
//
// Composite about the child's centre of mass: mass m, first moment h, inertia I. Moved with a column S = (s, w) its momentum is
// (m s + w x h, I w + h x s); M_kj is that of S_k times S_j, for the columns of the link and of those towards ground, where the
// momentum is carried over l. Composites are added up inwards: h + m l; I + (the terms of a shift by l).
#include <string.h>

#include "mechanics/tree_parts.h"

static void set(const PwTree *tree, double *M, int32_t k, int32_t j, double value) {
  M[(size_t)k * (size_t)tree->speeds + (size_t)j] = value;
  M[(size_t)j * (size_t)tree->speeds + (size_t)k] = value;
}

// ---- in the plane: m, h_x, h_y, I

static void column2(const PwTree *tree, int32_t index, const double *C, int32_t k, double *M) {
  const PwLink *link = &tree->link[index];
  const double *S = tree->S + 3 * k;
  double f[3] = {C[0] * S[0] - C[2] * S[2], C[0] * S[1] + C[1] * S[2], C[3] * S[2] + C[1] * S[1] - C[2] * S[0]};
  for (int32_t j = link->u; j <= k; j++) {
    const double *T = tree->S + 3 * j;
    set(tree, M, k, j, T[0] * f[0] + T[1] * f[1] + T[2] * f[2]);
  }
  while (link->parent) {
    const double *l = tree->plane[index].l;
    f[2] += l[0] * f[1] - l[1] * f[0];
    index = tree->link_of[link->parent];
    link = &tree->link[index];
    for (int32_t j = link->u; j < link->u + link->speeds; j++) {
      const double *T = tree->S + 3 * j;
      set(tree, M, k, j, T[0] * f[0] + T[1] * f[1] + T[2] * f[2]);
    }
  }
}

static void mass2(const PwTree *tree, double *M) {
  double *composite = tree->work;
  for (int32_t b = 1; b < tree->k->bodies; b++) {
    double *C = composite + 4 * b;
    C[0] = tree->k->body[b].mass;
    C[1] = C[2] = 0;
    C[3] = tree->k->body[b].inertia[2];
  }
  for (int32_t i = tree->links - 1; i >= 0; i--) {
    const PwLink *link = &tree->link[i];
    const double *C = composite + 4 * link->body, *l = tree->plane[i].l;
    for (int32_t k = link->u; k < link->u + link->speeds; k++) column2(tree, i, C, k, M);
    if (!link->parent) continue;
    double *to = composite + 4 * link->parent;
    to[0] += C[0];
    to[1] += C[1] + C[0] * l[0];
    to[2] += C[2] + C[0] * l[1];
    to[3] += C[3] + 2 * (C[1] * l[0] + C[2] * l[1]) + C[0] * (l[0] * l[0] + l[1] * l[1]);
  }
}

// ---- in space: m, h, I (xx yy zz xy xz yz)

static void momentum(const double *C, const double *S, double f[6]) {
  const double *h = C + 1, *I = C + 4, *w = S + 3;
  double hs[3], wh[3];
  pw_cross(h, S, hs);
  pw_cross(w, h, wh);
  for (int c = 0; c < 3; c++) f[c] = C[0] * S[c] + wh[c];
  f[3] = I[0] * w[0] + I[3] * w[1] + I[4] * w[2] + hs[0];
  f[4] = I[3] * w[0] + I[1] * w[1] + I[5] * w[2] + hs[1];
  f[5] = I[4] * w[0] + I[5] * w[1] + I[2] * w[2] + hs[2];
}

static inline double product(const double *S, const double *f) {
  return pw_dot(S, f) + pw_dot(S + 3, f + 3);
}

static void column3(const PwTree *tree, int32_t index, const double *C, int32_t k, double *M) {
  const PwLink *link = &tree->link[index];
  double f[6], lf[3];
  momentum(C, tree->S + 6 * k, f);
  for (int32_t j = link->u; j <= k; j++) set(tree, M, k, j, product(tree->S + 6 * j, f));
  while (link->parent) {
    pw_cross(tree->space[index].l, f, lf);
    for (int c = 0; c < 3; c++) f[3 + c] += lf[c];
    index = tree->link_of[link->parent];
    link = &tree->link[index];
    for (int32_t j = link->u; j < link->u + link->speeds; j++) set(tree, M, k, j, product(tree->S + 6 * j, f));
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

static void mass3(const PwTree *tree, double *M) {
  double *composite = tree->work;
  for (int32_t b = 1; b < tree->k->bodies; b++) {
    double *C = composite + 10 * b;
    C[0] = tree->k->body[b].mass;
    C[1] = C[2] = C[3] = 0;
    own_inertia(tree->R + 9 * b, tree->k->body[b].inertia, C + 4);
  }
  for (int32_t i = tree->links - 1; i >= 0; i--) {
    const PwLink *link = &tree->link[i];
    const double *C = composite + 10 * link->body;
    for (int32_t k = link->u; k < link->u + link->speeds; k++) column3(tree, i, C, k, M);
    if (link->parent) add_composite(C, tree->space[i].l, composite + 10 * link->parent);
  }
}

void pw_tree_mass(const PwTree *tree, double *M) {
  memset(M, 0, (size_t)tree->speeds * (size_t)tree->speeds * sizeof *M);
  if (tree->k->planar) {
    mass2(tree, M);
  } else {
    mass3(tree, M);
  }
}
