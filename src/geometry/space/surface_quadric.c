// Planes and paraboloids as graphs, spheres and ellipsoids as stretched unit spheres: evaluation in closed form.
//
//   graph   z = (c1 u^2 + c2 v^2)/2;  w n = (-c1 u, -c2 v, 1);  second fundamental form -(c1, 0, c2)/w
//   round   x = D y, |y| = 1;  n = D^-1 y/w, w = |D^-1 y|;  dn = P D^-2 dx/w, so that k = t^T D^-2 t/w: right at the poles, too
#include <math.h>

#include "geometry/space/surface_parts.h"

void pw_graph_evaluate(const PwSurface *s, const double q[2], PwSurfacePoint *out) {
  double c1 = s->size[0], c2 = s->size[1], a = c1 * q[0], b = c2 * q[1], w = sqrt(1 + a * a + b * b);
  *out = (PwSurfacePoint){
      .x = {q[0], q[1], 0.5 * (a * q[0] + b * q[1])}, .n = {-a / w, -b / w, 1 / w}, .rank = 2, .dx = {{1, 0, a}, {0, 1, b}}};
  for (int k = 0; k < 3; k++) out->t[0][k] = out->dx[0][k] / sqrt(1 + a * a);
  pw_cross(out->n, out->t[0], out->t[1]);
  pw_point_bend(out, -c1 / w, 0, -c2 / w);
}

void pw_graph_derivatives(const PwSurface *s, const double q[2], double out[4][4][3]) {
  memset(out, 0, 16 * sizeof out[0][0]);
  double x[3] = {q[0], q[1], 0.5 * (s->size[0] * q[0] * q[0] + s->size[1] * q[1] * q[1])};
  memcpy(out[0][0], x, sizeof x);
  out[1][0][0] = out[0][1][1] = 1;
  out[1][0][2] = s->size[0] * q[0];
  out[0][1][2] = s->size[1] * q[1];
  out[2][0][2] = s->size[0];
  out[0][2][2] = s->size[1];
}

void pw_round_evaluate(const PwSurface *s, const double q[2], PwSurfacePoint *out) {
  double cu = cos(q[0]), su = sin(q[0]), cv = cos(q[1]), sv = sin(q[1]);
  const double y[3] = {cu * cv, cu * sv, su}, by_u[3] = {-su * cv, -su * sv, cu}, by_v[3] = {-cu * sv, cu * cv, 0};
  *out = (PwSurfacePoint){.rank = s->size[0] > 0 ? 2 : 0};
  for (int k = 0; k < 3; k++) {
    out->x[k] = s->size[k] * y[k];
    out->dx[0][k] = s->size[k] * by_u[k];
    out->dx[1][k] = s->size[k] * by_v[k];
    out->n[k] = s->kind == PW_SURFACE_SPHERE ? y[k] : y[k] / s->size[k];
    out->t[0][k] = s->kind == PW_SURFACE_SPHERE ? by_u[k] : out->dx[0][k];
  }
  double w = s->kind == PW_SURFACE_SPHERE ? s->size[0] : pw_normalise(out->n), g[2][3];
  pw_normalise(out->t[0]);
  pw_cross(out->n, out->t[0], out->t[1]);
  if (s->kind == PW_SURFACE_SPHERE) {
    out->k[0] = out->k[2] = out->rank ? 1 / w : 0;
    memcpy(out->dn[0], by_u, sizeof by_u);
    memcpy(out->dn[1], by_v, sizeof by_v);
    return;
  }
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 3; k++) g[i][k] = out->t[i][k] / (s->size[k] * s->size[k] * w);
  }
  out->k[0] = pw_dot(g[0], out->t[0]);
  out->k[1] = pw_dot(g[0], out->t[1]);
  out->k[2] = pw_dot(g[1], out->t[1]);
  pw_point_turn(out);
}

void pw_round_derivatives(const PwSurface *s, const double q[2], double out[4][4][3]) {
  double cu = cos(q[0]), su = sin(q[0]), cv = cos(q[1]), sv = sin(q[1]);
  const double of_u[2][4] = {{cu, -su, -cu, su}, {su, cu, -su, -cu}};  // cos and sin and their derivatives
  const double of_v[2][4] = {{cv, -sv, -cv, sv}, {sv, cv, -sv, -cv}};
  for (int i = 0; i < 4; i++) {
    for (int j = 0; i + j < 4; j++) {
      out[i][j][0] = s->size[0] * of_u[0][i] * of_v[0][j];
      out[i][j][1] = s->size[1] * of_u[0][i] * of_v[1][j];
      out[i][j][2] = j ? 0 : s->size[2] * of_u[1][i];
    }
  }
}

// The step is taken in space and brought back onto the unit sphere.
void pw_round_move(const PwSurface *s, const double q[2], const PwSurfacePoint *p, const double step[2], double out[2]) {
  double cu = cos(q[0]), y[3] = {cu * cos(q[1]), cu * sin(q[1]), sin(q[0])};
  for (int k = 0; k < 3; k++) y[k] += (step[0] * p->t[0][k] + step[1] * p->t[1][k]) / (p->rank ? s->size[k] : 1);
  double r = hypot(y[0], y[1]);
  out[0] = atan2(y[2], r);
  out[1] = r > 0 ? atan2(y[1], y[0]) : q[1];
  out[1] += 2 * PW_PI * rint((q[1] - out[1]) / (2 * PW_PI));
}
