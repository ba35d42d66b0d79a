// J of a tree in passes over its links: J u from ground outwards, J^T force and J'^T force inwards, one row along two paths.
//
// J of a child is that of its parent, carried over l, and the link's own columns S. Inwards, with F = (f, n) the sum of forces
// from a link on outwards, about the child's centre of mass:
//   (J^T F)_k = S_k . F,                       n_p += n + l x f
//   (J'^T F)_k = S_k' . F + S_k . (0, g),      g_p += g + l' x f
// J'^T F + J^T R goes in one pass: g is added to the torques of R.
#include <string.h>

#include "mechanics/tree_parts.h"

// ---- in the plane

static void apply2(const PwTree *tree, const double *u, double *v) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    const double *l = tree->plane[i].l, *S = tree->S + 3 * link->u, *at = v + 3 * link->parent;
    double *out = v + 3 * link->body;
    out[0] = at[0] - at[2] * l[1];
    out[1] = at[1] + at[2] * l[0];
    out[2] = at[2];
    for (int32_t n = link->u; n < link->u + link->speeds; n++, S += 3) {
      for (int c = 0; c < 3; c++) out[c] += S[c] * u[n];
    }
  }
}

static inline double product2(const double *S, const double *F) {
  return S[0] * F[0] + S[1] * F[1] + S[2] * F[2];
}

static void gather2(const PwTree *tree, double *F, double *Q) {
  for (int32_t i = tree->links - 1; i >= 0; i--) {
    const PwLink *link = &tree->link[i];
    const double *l = tree->plane[i].l, *f = F + 3 * link->body;
    double *to = F + 3 * link->parent;
    for (int32_t n = link->u; n < link->u + link->speeds; n++) Q[n] = product2(tree->S + 3 * n, f);
    to[0] += f[0];
    to[1] += f[1];
    to[2] += f[2] + l[0] * f[1] - l[1] * f[0];
  }
}

// R: forces, and the turning part g that the rates of the levers give to F.
static void gather_moving2(const PwTree *tree, double *F, double *R, double *Q) {
  for (int32_t i = tree->links - 1; i >= 0; i--) {
    const PwLink *link = &tree->link[i];
    const double *l = tree->plane[i].l, *dl = tree->plane[i].dl, *f = F + 3 * link->body, *r = R + 3 * link->body;
    double *to = F + 3 * link->parent, *to_r = R + 3 * link->parent;
    for (int32_t n = link->u; n < link->u + link->speeds; n++) {
      Q[n] = product2(tree->dS + 3 * n, f) + product2(tree->S + 3 * n, r);
    }
    to[0] += f[0];
    to[1] += f[1];
    to[2] += f[2] + l[0] * f[1] - l[1] * f[0];
    to_r[0] += r[0];
    to_r[1] += r[1];
    to_r[2] += r[2] + l[0] * r[1] - l[1] * r[0] + dl[0] * f[1] - dl[1] * f[0];
  }
}

// Row entries of the link of `body`; then F as its parent feels it.
static inline int32_t step2(const PwTree *tree, int32_t body, double *F, double *row) {
  int32_t i = tree->link_of[body];
  const PwLink *link = &tree->link[i];
  const double *l = tree->plane[i].l;
  for (int32_t n = link->u; n < link->u + link->speeds; n++) row[n] += product2(tree->S + 3 * n, F);
  F[2] += l[0] * F[1] - l[1] * F[0];
  return link->parent;
}

// The two forces go towards ground, the deeper one first, and as one from where they meet, unless only what they do up to there
// is asked for.
static void row2(const PwTree *tree, int32_t a, int32_t b, const double *jac, double factor, bool relative, double *row) {
  double F[3] = {factor * jac[0], factor * jac[1], factor * jac[2]};
  double G[3] = {factor * jac[3], factor * jac[4], factor * jac[5]};
  while (a != b) {
    if (tree->depth[b] > tree->depth[a]) {
      b = step2(tree, b, G, row);
    } else {
      a = step2(tree, a, F, row);
    }
  }
  for (int c = 0; c < 3; c++) F[c] += G[c];
  while (a && !relative) a = step2(tree, a, F, row);
}

// ---- in space

static inline void add_cross(const double a[3], const double b[3], double out[3]) {
  double c[3];
  pw_cross(a, b, c);
  for (int i = 0; i < 3; i++) out[i] += c[i];
}

static inline double product(const double *S, const double *F) {
  return pw_dot(S, F) + pw_dot(S + 3, F + 3);
}

static void apply3(const PwTree *tree, const double *u, double *v) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    const double *S = tree->S + 6 * link->u, *at = v + 6 * link->parent;
    double *out = v + 6 * link->body;
    memcpy(out, at, 6 * sizeof *out);
    add_cross(at + 3, tree->space[i].l, out);
    for (int32_t n = link->u; n < link->u + link->speeds; n++, S += 6) {
      for (int c = 0; c < 6; c++) out[c] += S[c] * u[n];
    }
  }
}

static void gather3(const PwTree *tree, double *F, double *Q) {
  for (int32_t i = tree->links - 1; i >= 0; i--) {
    const PwLink *link = &tree->link[i];
    const double *f = F + 6 * link->body;
    double *to = F + 6 * link->parent;
    for (int32_t n = link->u; n < link->u + link->speeds; n++) Q[n] = product(tree->S + 6 * n, f);
    for (int c = 0; c < 6; c++) to[c] += f[c];
    add_cross(tree->space[i].l, f, to + 3);
  }
}

static void gather_moving3(const PwTree *tree, double *F, double *R, double *Q) {
  for (int32_t i = tree->links - 1; i >= 0; i--) {
    const PwLink *link = &tree->link[i];
    const double *f = F + 6 * link->body, *r = R + 6 * link->body;
    double *to = F + 6 * link->parent, *to_r = R + 6 * link->parent;
    for (int32_t n = link->u; n < link->u + link->speeds; n++) Q[n] = product(tree->dS + 6 * n, f) + product(tree->S + 6 * n, r);
    for (int c = 0; c < 6; c++) {
      to[c] += f[c];
      to_r[c] += r[c];
    }
    add_cross(tree->space[i].l, f, to + 3);
    add_cross(tree->space[i].l, r, to_r + 3);
    add_cross(tree->space[i].dl, f, to_r + 3);
  }
}

static int32_t step3(const PwTree *tree, int32_t body, double *F, double *row) {
  const PwLink *link = &tree->link[tree->link_of[body]];
  for (int32_t n = link->u; n < link->u + link->speeds; n++) row[n] += product(tree->S + 6 * n, F);
  add_cross(tree->space[tree->link_of[body]].l, F, F + 3);
  return link->parent;
}

static void row3(const PwTree *tree, int32_t a, int32_t b, const double *jac, double factor, bool relative, double *row) {
  double F[6], G[6];
  for (int c = 0; c < 6; c++) {
    F[c] = factor * jac[c];
    G[c] = factor * jac[6 + c];
  }
  while (a != b) {
    if (tree->depth[b] > tree->depth[a]) {
      b = step3(tree, b, G, row);
    } else {
      a = step3(tree, a, F, row);
    }
  }
  for (int c = 0; c < 6; c++) F[c] += G[c];
  while (a && !relative) a = step3(tree, a, F, row);
}

// ---- both

void pw_tree_apply(const PwTree *tree, const double *u, double *v) {
  size_t per = (size_t)pw_speeds_per_body(tree->k), n = (size_t)pw_speed_count(tree->k);
  double *work = tree->work;
  memset(work, 0, per * sizeof *work);
  if (tree->k->planar) {
    apply2(tree, u, work);
  } else {
    apply3(tree, u, work);
  }
  memcpy(v, work + per, n * sizeof *v);
}

void pw_tree_gather(const PwTree *tree, const double *force, double *Q) {
  size_t per = (size_t)pw_speeds_per_body(tree->k), n = (size_t)pw_speed_count(tree->k);
  double *F = tree->work;
  memset(F, 0, per * sizeof *F);
  memcpy(F + per, force, n * sizeof *F);
  if (tree->k->planar) {
    gather2(tree, F, Q);
  } else {
    gather3(tree, F, Q);
  }
}

void pw_tree_gather_moving(const PwTree *tree, const double *momentum, const double *force, double *Q) {
  size_t per = (size_t)pw_speeds_per_body(tree->k), n = (size_t)pw_speed_count(tree->k);
  double *F = tree->work, *R = F + per * (size_t)tree->k->bodies;
  memset(F, 0, per * sizeof *F);
  memset(R, 0, per * sizeof *R);
  memcpy(F + per, momentum, n * sizeof *F);
  memcpy(R + per, force, n * sizeof *R);
  if (tree->k->planar) {
    gather_moving2(tree, F, R, Q);
  } else {
    gather_moving3(tree, F, R, Q);
  }
}

static void add_row(const PwTree *tree, const int32_t body[2], const double *jac, double factor, bool relative, double *row) {
  if (tree->k->planar) {
    row2(tree, body[0], body[1], jac, factor, relative, row);
  } else {
    row3(tree, body[0], body[1], jac, factor, relative, row);
  }
}

void pw_tree_add_row(const PwTree *tree, const int32_t body[2], const double *jac, double factor, double *row) {
  add_row(tree, body, jac, factor, false, row);
}

void pw_tree_add_relative_row(const PwTree *tree, const int32_t body[2], const double *jac, double factor, double *row) {
  add_row(tree, body, jac, factor, true, row);
}

void pw_tree_row(const PwTree *tree, const int32_t body[2], const double *jac, double *row) {
  for (int32_t n = 0; n < tree->speeds; n++) row[n] = 0;
  add_row(tree, body, jac, 1, false, row);
}

void pw_tree_add_point(const PwTree *tree, int32_t body, int32_t stop, const double point[2], double factor, const int32_t *place,
                       double *x, double *y) {
  while (body != stop) {
    const PwLink *link = &tree->link[tree->link_of[body]];
    const double *q = tree->q + 3 * body, *S = tree->S + 3 * link->u;
    double lx = point[0] - q[0], ly = point[1] - q[1];
    for (int32_t n = 0; n < link->speeds; n++, S += 3, place++) {
      x[*place] += factor * (S[0] - S[2] * ly);
      y[*place] += factor * (S[1] + S[2] * lx);
    }
    body = link->parent;
  }
}
