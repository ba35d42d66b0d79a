// Derivatives of profile elements by u. In complex numbers z = x + i y:
//
//   arc        z = c + R e^(ia)                    a = angle + turn u
//   polar      z = c + r e^(ia)                    z^(k) = sum_j C(k, j) r^(j) i^(k-j) e^(ia)
//   involute   z = c + R (1 - i s f) e^(ia)        a = origin + s f;  dz/df = R f e^(ia)
//   ellipse    z = c + (a cos f + i b sin f) e^(i tilt)
//
// An offset d adds d n, n = -i z'/|z'|, by power series.
#include <math.h>
#include <string.h>

#include "geometry/profile/curve.h"

enum { TERMS = PW_CURVE_ORDERS + 1 };  // an offset needs one derivative more

void pw_spline_derivatives(const PwElement *e, int32_t k, double v, double d[][2]) {
  int32_t p = e->degree;
  const double *t = e->data, *control = e->data + e->count + p + 1 + 2 * (k - p);
  double q[PW_SPLINE_DEGREE + 1], b[PW_SPLINE_DEGREE + 1];
  for (int a = 0; a < 2; a++) {
    for (int32_t i = 0; i <= p; i++) q[i] = control[2 * i + a];
    for (int32_t j = 0; j <= p; j++) {
      int32_t degree = p - j;
      for (int32_t i = 0; i <= degree; i++) b[i] = q[i];
      for (int32_t row = 1; row <= degree; row++) {
        for (int32_t i = degree; i >= row; i--) {
          double w = (v - t[k - degree + i]) / (t[k + i + 1 - row] - t[k - degree + i]);
          b[i] += (w - 1) * (b[i] - b[i - 1]);
        }
      }
      d[j][a] = b[degree];
      for (int32_t i = 0; i < degree; i++)
        q[i] = degree * (q[i + 1] - q[i]) / (t[k - degree + i + degree + 1] - t[k - degree + i + 1]);
    }
  }
}

static void corner(const PwElement *e, double d[TERMS][2]) {
  for (int k = 0; k < TERMS; k++) {
    d[k][0] = k ? 0 : e->start[0];
    d[k][1] = k ? 0 : e->start[1];
  }
}
static void line(const PwElement *e, double u, double d[TERMS][2]) {
  for (int a = 0; a < 2; a++) {
    double along = e->end[a] - e->start[a];
    d[0][a] = e->start[a] + u * along;
    d[1][a] = along;
    for (int k = 2; k < TERMS; k++) d[k][a] = 0;
  }
}
// d = (re + i im) e^(ia) times a real factor.
static void turned(double re, double im, double a, double factor, double d[2]) {
  double c = cos(a), s = sin(a);
  d[0] = factor * (re * c - im * s);
  d[1] = factor * (re * s + im * c);
}
static void arc(const PwElement *e, double u, double d[TERMS][2]) {
  static const double power[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};  // of i
  double a = e->angle + e->turn * u, factor = fabs(e->radius);
  for (int k = 0; k < TERMS; k++, factor *= e->turn) turned(power[k % 4][0], power[k % 4][1], a, factor, d[k]);
}
static void polar(const PwElement *e, double u, double d[TERMS][2]) {
  static const double choose[TERMS][TERMS] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
  static const double power[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  double theta = e->angle + e->turn * u, r[PW_POLAR_ORDERS], factor = 1;
  pw_polar_radius(e, theta, TERMS, r);
  for (int k = 0; k < TERMS; k++, factor *= e->turn) {
    double re = 0, im = 0;
    for (int j = 0; j <= k; j++) {
      re += choose[k][j] * r[j] * power[(k - j) % 4][0];
      im += choose[k][j] * r[j] * power[(k - j) % 4][1];
    }
    turned(re, im, theta, factor, d[k]);
  }
}
static void involute(const PwElement *e, double u, double d[TERMS][2]) {
  double f = e->angle + e->turn * u, s = e->scale, a = e->origin + s * f, factor = e->radius;
  double re[TERMS] = {1, f, 1, -f, -3}, im[TERMS] = {-s * f, 0, s * f, 2 * s, -s * f};
  for (int k = 0; k < TERMS; k++, factor *= e->turn) turned(re[k], im[k], a, factor, d[k]);
}
static void ellipse(const PwElement *e, double u, double d[TERMS][2]) {
  double f = e->angle + e->turn * u, c = cos(f), s = sin(f), factor = 1;
  double re[4] = {c, -s, -c, s}, im[4] = {s, c, -s, -c};
  for (int k = 0; k < TERMS; k++, factor *= e->turn) {
    turned(e->radius * re[k % 4], e->scale * im[k % 4], e->origin, factor, d[k]);
  }
}
static void spline(const PwElement *e, double u, double d[TERMS][2]) {
  double v = e->origin + u * e->scale, all[PW_SPLINE_DEGREE + 1][2], factor = 1;
  pw_spline_derivatives(e, pw_spline_span(e, v), v, all);
  for (int k = 0; k < TERMS; k++, factor *= e->scale) {
    for (int a = 0; a < 2; a++) d[k][a] = k <= e->degree ? factor * all[k][a] : 0;
  }
}

// Taylor coefficients of z' are c, of |z'|^2 are s, of 1/|z'| are w.
static void add_offset(double offset, double d[TERMS][2]) {
  static const double factorial[TERMS] = {1, 1, 2, 6, 24};
  double c[PW_CURVE_ORDERS][2], s[PW_CURVE_ORDERS], w[PW_CURVE_ORDERS];
  for (int k = 0; k < PW_CURVE_ORDERS; k++) {
    for (int a = 0; a < 2; a++) c[k][a] = d[k + 1][a] / factorial[k];
    s[k] = 0;
    for (int j = 0; j <= k; j++) s[k] += c[j][0] * c[k - j][0] + c[j][1] * c[k - j][1];
  }
  for (int k = 0; k < PW_CURVE_ORDERS; k++) {  // s w' = -w s'/2, coefficient by coefficient
    w[k] = k ? 0 : 1 / sqrt(s[0]);
    for (int j = 1; j <= k; j++) w[k] += (-0.5 * j - (k - j)) * s[j] * w[k - j] / (k * s[0]);
  }
  for (int k = 0; k < PW_CURVE_ORDERS; k++) {
    for (int j = 0; j <= k; j++) {
      d[k][0] += offset * factorial[k] * w[k - j] * c[j][1];
      d[k][1] -= offset * factorial[k] * w[k - j] * c[j][0];
    }
  }
}

void pw_element_derivatives(const PwElement *e, double u, double d[PW_CURVE_ORDERS][2]) {
  double all[TERMS][2];
  switch (e->kind) {
    case PW_EL_POINT:
      corner(e, all);
      break;
    case PW_EL_LINE:
      line(e, u, all);
      break;
    case PW_EL_ARC:
      arc(e, u, all);
      break;
    case PW_EL_POLAR:
      polar(e, u, all);
      break;
    case PW_EL_SPLINE:
      spline(e, u, all);
      break;
    case PW_EL_INVOLUTE:
      involute(e, u, all);
      break;
    case PW_EL_ELLIPSE:
      ellipse(e, u, all);
      break;
  }
  bool centred = e->kind == PW_EL_ARC || e->kind == PW_EL_POLAR || e->kind == PW_EL_INVOLUTE || e->kind == PW_EL_ELLIPSE;
  for (int a = 0; a < 2 && centred; a++) all[0][a] += e->center[a];
  if (e->offset != 0 && e->kind != PW_EL_POINT) add_offset(e->offset, all);
  memcpy(d, all, PW_CURVE_ORDERS * sizeof *d);
}
