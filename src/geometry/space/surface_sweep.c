// Surfaces that a plane curve sweeps: turned about the z axis while it moves along it by h per rad, or moved straight along z.
//
// Turned: at the angle v with the directions e_r, e_v, e_z, the curve's (r, z), unit tangent t, outward normal m = (t_z, -t_r)
// and curvature K, by arc length and v:
//
//   x_v = r e_v + h e_z,   w n = r m + h t_r e_v,   w^2 = r^2 + h^2 t_r^2
//   second fundamental form  L = K r/w,   M = -h t_r^2/w,   N = r^2 t_z/w
//
// With h = 0: curvatures K along the curve and t_z/r across it. Where the curve meets the axis squarely, r = 0 is a pole: t_z/r
// is the mean of K from the axis to there. A corner of the curve becomes an edge.
#include <math.h>

#include "geometry/space/surface_parts.h"

static const double NEAR_POLE = 1e-4;  // of the extent: r below this loses digits of t_z/r

static const double *range_of(const PwSurface *s, int32_t face, const double q[2], double *u) {
  const double *range = pw_face_range(s, face, 0);
  *u = (q[0] - range[0]) / (range[1] - range[0]);
  return range;
}

// The mean of K between the pole beside u and u, by Simpson's rule.
static double mean_curvature(const PwElement *e, double u, double k) {
  PwCurvePoint at, middle;
  double pole = u < 0.5 ? 0 : 1;
  pw_element_evaluate(e, pole, &at);
  pw_element_evaluate(e, 0.5 * (pole + u), &middle);
  return (at.curvature + 4 * middle.curvature + k) / 6;
}
static bool is_near_pole(const PwSurface *s, int32_t face, double u, double r) {
  if (!(fabs(r) < NEAR_POLE * s->extent)) return false;
  int32_t segment = pw_face_segment(s, face, 0);
  return u < 0.5 ? segment == 0 && s->pole[0][0] : segment == s->segments[0] - 1 && s->pole[0][1];
}

// A screw: by the fundamental forms.
static void evaluate_screw(const PwCurvePoint *c, double h, const double across[3], PwSurfacePoint *out) {
  double r = c->x[0], tr = c->t[0], tz = c->t[1], w = sqrt(r * r + h * h * tr * tr);
  for (int k = 0; k < 3; k++) out->n[k] = (r * out->n[k] + h * tr * across[k]) / w;
  out->dx[1][2] += h;
  pw_cross(out->n, out->t[0], out->t[1]);
  pw_point_bend(out, c->curvature * r / w * c->speed * c->speed, -h * tr * tr / w * c->speed, r * r * tz / w);
}

void pw_sweep_evaluate(const PwSurface *s, int32_t face, const double q[2], PwSurfacePoint *out) {
  const PwElement *e = &s->element[pw_face_segment(s, face, 0)];
  PwCurvePoint c;
  double u, h = s->size[2], cv = cos(q[1]), sv = sin(q[1]);
  const double *range = range_of(s, face, q, &u);
  pw_element_evaluate(e, u, &c);
  c.speed /= range[1] - range[0];
  double r = c.x[0], tr = c.t[0], tz = c.t[1];
  const double across[3] = {-sv, cv, 0};
  bool edge = pw_element_is_corner(e);
  *out = (PwSurfacePoint){.x = {r * cv, r * sv, c.x[1] + h * q[1]},
                          .n = {tz * cv, tz * sv, -tr},
                          .t = {{tr * cv, tr * sv, tz}},
                          .rank = edge ? 1 : 2};
  for (int k = 0; k < 3; k++) {
    out->dx[0][k] = edge ? 0 : c.speed * out->t[0][k];
    out->dx[1][k] = r * across[k];
  }
  if (h != 0) {
    evaluate_screw(&c, h, across, out);
    return;
  }
  double round = is_near_pole(s, face, u, r) ? mean_curvature(e, u, c.curvature) : tz / r;
  pw_cross(out->n, out->t[0], out->t[1]);
  out->k[0] = c.curvature;
  out->k[2] = round;
  for (int k = 0; k < 3; k++) {
    out->dn[0][k] = (edge ? 1 : c.curvature) * c.speed * out->t[0][k];
    out->dn[1][k] = tz * across[k];
  }
}

static void curve_derivatives(const PwSurface *s, int32_t face, const double q[2], double d[PW_CURVE_ORDERS][2]) {
  double u, factor = 1;
  const double *range = range_of(s, face, q, &u);
  pw_element_derivatives(&s->element[pw_face_segment(s, face, 0)], u, d);
  for (int i = 0; i < PW_CURVE_ORDERS; i++, factor /= range[1] - range[0]) {
    for (int a = 0; a < 2; a++) d[i][a] *= factor;
  }
}
void pw_sweep_derivatives(const PwSurface *s, int32_t face, const double q[2], double out[4][4][3]) {
  double d[PW_CURVE_ORDERS][2], cv = cos(q[1]), sv = sin(q[1]), h = s->size[2];
  const double turned[2][4] = {{cv, -sv, -cv, sv}, {sv, cv, -sv, -cv}};
  curve_derivatives(s, face, q, d);
  for (int i = 0; i < 4; i++) {
    for (int j = 0; i + j < 4; j++) {
      out[i][j][0] = d[i][0] * turned[0][j];
      out[i][j][1] = d[i][0] * turned[1][j];
      out[i][j][2] = j ? 0 : d[i][1];
    }
  }
  out[0][0][2] += h * q[1];
  out[0][1][2] += h;
}

// Near a pole the step is taken in the plane across the axis.
bool pw_sweep_move(const PwSurface *s, int32_t face, const double q[2], const PwSurfacePoint *p, const double step[2],
                   double out[2]) {
  static const double NEAR = 0.1;  // of r: a step across that is longer changes the direction of the curve
  const double *range = pw_face_range(s, face, 0);
  double u = (q[0] - range[0]) / (range[1] - range[0]), r = hypot(p->x[0], p->x[1]);
  int32_t segment = pw_face_segment(s, face, 0);
  int end = u < 0.5 ? 0 : 1;
  if (p->rank < 2 || !s->pole[0][end] || segment != (end ? s->segments[0] - 1 : 0)) return false;
  if (fabs(step[1]) < NEAR * r && fabs(step[0]) < r) return false;
  double x = pw_row(p->x, p->t, step, 0), y = pw_row(p->x, p->t, step, 1), to = hypot(x, y);
  double along = p->t[0][0] * cos(q[1]) + p->t[0][1] * sin(q[1]), speed = pw_norm(p->dx[0]);
  if (fabs(along) < 0.3) return false;  // not near, after all
  out[0] = q[0] + (to - r) / (along * speed);
  out[1] = to > 0 ? atan2(y, x) : q[1];
  out[1] += 2 * PW_PI * rint((q[1] - out[1]) / (2 * PW_PI));
  return true;
}

void pw_extrusion_evaluate(const PwSurface *s, int32_t face, const double q[2], PwSurfacePoint *out) {
  const PwElement *e = &s->element[pw_face_segment(s, face, 0)];
  PwCurvePoint c;
  double u;
  const double *range = range_of(s, face, q, &u);
  pw_element_evaluate(e, u, &c);
  c.speed /= range[1] - range[0];
  bool edge = pw_element_is_corner(e);
  *out = (PwSurfacePoint){.x = {c.x[0], c.x[1], q[1]},
                          .n = {c.t[1], -c.t[0], 0},
                          .t = {{c.t[0], c.t[1], 0}, {0, 0, 1}},
                          .rank = edge ? 1 : 2,
                          .k = {c.curvature, 0, 0},
                          .dx = {{0, 0, 0}, {0, 0, 1}}};
  for (int k = 0; k < 2; k++) {
    out->dx[0][k] = edge ? 0 : c.speed * c.t[k];
    out->dn[0][k] = (edge ? 1 : c.curvature) * c.speed * c.t[k];
  }
}
void pw_extrusion_derivatives(const PwSurface *s, int32_t face, const double q[2], double out[4][4][3]) {
  double d[PW_CURVE_ORDERS][2];
  curve_derivatives(s, face, q, d);
  memset(out, 0, 16 * sizeof out[0][0]);
  for (int i = 0; i < PW_CURVE_ORDERS; i++) memcpy(out[i][0], d[i], sizeof d[i]);
  out[0][0][2] = q[1];
  out[0][1][2] = 1;
}
