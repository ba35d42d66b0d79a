#include "contact/parametric.h"

#include <math.h>
#include <string.h>

#include "numerics/dense.h"
#include "numerics/vec.h"

// A vector that depends on the parameters of its surface, in ground axes.
typedef struct {
  double x[3], by[2][3], twice[3][3];  // value; by u, v; by uu, uv, vv
  double rate[3];                      // its rate
  double rest[3];                      // its second derivative where the parameters' own are zero
} Vector;

// x and its two tangents on one side.
typedef struct {
  Vector point, tangent[2];
} Side;

static void rotate(const double *R, const double *a, double *out) {
  for (int i = 0; i < 3; i++) out[i] = pw_dot(R + 3 * i, a);
}

// The vector whose derivatives by u and v stand in D from (i, j) on.
static Vector vector_at(const PwPose3 *pose, double D[4][4][3], int i, int j) {
  Vector v;
  rotate(pose->r, D[i][j], v.x);
  rotate(pose->r, D[i + 1][j], v.by[0]);
  rotate(pose->r, D[i][j + 1], v.by[1]);
  rotate(pose->r, D[i + 2][j], v.twice[0]);
  rotate(pose->r, D[i + 1][j + 1], v.twice[1]);
  rotate(pose->r, D[i][j + 2], v.twice[2]);
  return v;
}

// Moves a vector with its body and along its surface; lever: what turns (a point: from the body's origin).
static void move(Vector *v, const double *lever, const double *w, const double *alpha, const double rate[2]) {
  double along[3], wl[3], wwl[3], al[3], wa[3];
  for (int i = 0; i < 3; i++) along[i] = v->by[0][i] * rate[0] + v->by[1][i] * rate[1];
  pw_cross(w, lever, wl);
  pw_cross(w, wl, wwl);
  pw_cross(alpha, lever, al);
  pw_cross(w, along, wa);
  for (int i = 0; i < 3; i++) {
    double bend =
        v->twice[0][i] * rate[0] * rate[0] + 2 * v->twice[1][i] * rate[0] * rate[1] + v->twice[2][i] * rate[1] * rate[1];
    v->rate[i] = wl[i] + along[i];
    v->rest[i] = al[i] + wwl[i] + 2 * wa[i] + bend;
  }
}

static void evaluate(const PwCarrier *c, Side *s) {
  double D[4][4][3];
  pw_surface_derivatives(c->surface, c->face, c->q, 3, D);
  s->point = vector_at(&c->pose, D, 0, 0);
  s->tangent[0] = vector_at(&c->pose, D, 1, 0);
  s->tangent[1] = vector_at(&c->pose, D, 0, 1);
  for (int i = 0; i < 3; i++) s->point.x[i] += c->pose.x[i];
}

static void move_side(const PwCarrier *c, const double rate[2], Side *s) {
  double lever[3];
  for (int i = 0; i < 3; i++) lever[i] = s->point.x[i] - c->origin[i];
  move(&s->point, lever, c->v + 3, c->a + 3, rate);
  for (int i = 0; i < 3; i++) {
    s->point.rate[i] += c->v[i];
    s->point.rest[i] += c->a[i];
  }
  for (int k = 0; k < 2; k++) move(&s->tangent[k], s->tangent[k].x, c->v + 3, c->a + 3, rate);
}

// A . (B x C)
static double triple(const double *a, const double *b, const double *c) {
  double bc[3];
  pw_cross(b, c, bc);
  return pw_dot(a, bc);
}

// Derivatives of F1, F2, H1, H2 by the four parameters (u1 v1 u2 v2), column by column.
static void fill_matrix(const Side s[2], double M[16]) {
  const Side *one = &s[0], *two = &s[1];
  double d[3];
  for (int i = 0; i < 3; i++) d[i] = one->point.x[i] - two->point.x[i];
  for (int a = 0; a < 2; a++) {
    const double *ta = two->tangent[a].x;
    for (int j = 0; j < 2; j++) {
      M[4 * j + a] = pw_dot(ta, one->point.by[j]);
      M[4 * (2 + j) + a] = pw_dot(two->tangent[a].by[j], d) - pw_dot(ta, two->point.by[j]);
      M[4 * j + 2 + a] =
          triple(ta, one->tangent[0].by[j], one->tangent[1].x) + triple(ta, one->tangent[0].x, one->tangent[1].by[j]);
      M[4 * (2 + j) + 2 + a] = triple(two->tangent[a].by[j], one->tangent[0].x, one->tangent[1].x);
    }
  }
}

// What the bodies' motion alone (parameters standing still) changes F and H by; with `second`, what is left of their second
// derivatives when the parameters' accelerations are zero.
static void right_side(const Side s[2], bool second, double r[4]) {
  const Side *one = &s[0], *two = &s[1];
  const Vector *p = &one->tangent[0], *q = &one->tangent[1];
  double d[3], d1[3], d2[3];
  for (int i = 0; i < 3; i++) {
    d[i] = one->point.x[i] - two->point.x[i];
    d1[i] = one->point.rate[i] - two->point.rate[i];
    d2[i] = one->point.rest[i] - two->point.rest[i];
  }
  for (int a = 0; a < 2; a++) {
    const Vector *t = &two->tangent[a];
    if (!second) {
      r[a] = pw_dot(t->rate, d) + pw_dot(t->x, d1);
      r[2 + a] = triple(t->rate, p->x, q->x) + triple(t->x, p->rate, q->x) + triple(t->x, p->x, q->rate);
      continue;
    }
    r[a] = pw_dot(t->rest, d) + 2 * pw_dot(t->rate, d1) + pw_dot(t->x, d2);
    r[2 + a] = triple(t->rest, p->x, q->x) + triple(t->x, p->rest, q->x) + triple(t->x, p->x, q->rest) +
               2 * (triple(t->rate, p->rate, q->x) + triple(t->rate, p->x, q->rate) + triple(t->x, p->rate, q->rate));
  }
}

// Do both parameters move the touch, and in two directions?
static bool is_regular(const PwCarrier *c, const Side *s) {
  static const double LEAST = 1e-9;
  double area[3], length[2];
  for (int i = 0; i < 2; i++) {
    const double *range = c->surface->range[i];
    length[i] = pw_norm(s->tangent[i].x);
    if (!(length[i] * (range[1] - range[0]) > LEAST * c->surface->extent)) return false;
  }
  pw_cross(s->tangent[0].x, s->tangent[1].x, area);
  return pw_norm(area) > LEAST * length[0] * length[1];
}

bool pw_parametric_motion(const PwCarrier carrier[2], double rate[2][2], double acceleration[2][2]) {
  static const double still[2] = {0, 0};
  Side s[2];
  double LU[16], r[4];
  int32_t pivot[4];
  for (int i = 0; i < 2; i++) {
    evaluate(&carrier[i], &s[i]);
    if (!is_regular(&carrier[i], &s[i])) return false;
    move_side(&carrier[i], still, &s[i]);
  }
  fill_matrix(s, LU);
  if (pw_lu_factor(LU, 4, pivot)) return false;
  right_side(s, false, r);
  for (int i = 0; i < 4; i++) r[i] = -r[i];
  pw_lu_solve(LU, 4, pivot, r);
  memcpy(rate, r, sizeof r);
  for (int i = 0; i < 2; i++) move_side(&carrier[i], rate[i], &s[i]);
  right_side(s, true, r);
  for (int i = 0; i < 4; i++) r[i] = -r[i];
  pw_lu_solve(LU, 4, pivot, r);
  memcpy(acceleration, r, sizeof r);
  return isfinite(r[0] + r[1] + r[2] + r[3]);
}
