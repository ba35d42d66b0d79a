// Enclosures of curvature and speed over a range of u, by interval arithmetic: what makes the pieces' ranges guaranteed and not
// sampled. The highest derivative is enclosed term by term; each lower one by the mean value theorem about the middle m,
// f(v) in f(m) + [-h, h] f'(range), so that the width of an enclosure shrinks with that of the range. Rounding is not directed:
// results are widened by far more than it.
#include <math.h>

#include "geometry/profile/profile_parts.h"

static const double widening = 1e-13;  // relative

static PwRange point(double x) {
  return (PwRange){x, x};
}
static PwRange hull2(double a, double b) {
  return (PwRange){fmin(a, b), fmax(a, b)};
}
static PwRange plus(PwRange a, PwRange b) {
  return (PwRange){a.low + b.low, a.high + b.high};
}
static PwRange minus(PwRange a, PwRange b) {
  return (PwRange){a.low - b.high, a.high - b.low};
}
static PwRange times(PwRange a, PwRange b) {
  double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
  return (PwRange){fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s))};
}
static PwRange scaled(PwRange a, double factor) {
  return hull2(a.low * factor, a.high * factor);
}
static PwRange square(PwRange a) {
  double p = a.low * a.low, q = a.high * a.high;
  return (PwRange){a.low <= 0 && a.high >= 0 ? 0 : fmin(p, q), fmax(p, q)};
}
static PwRange widened(PwRange a) {
  double by = widening * fmax(fabs(a.low), fabs(a.high));
  return (PwRange){a.low - by, a.high + by};
}
static PwRange about(double middle, double h, PwRange slope) {
  double by = h * fmax(fabs(slope.low), fabs(slope.high));
  return (PwRange){middle - by, middle + by};
}

// z^n over a range: monotone on either side of 0 (a range that holds 0 has natural n only).
static PwRange range_of_power(PwRange z, double n) {
  PwRange p = hull2(pow(z.low, n), pow(z.high, n));
  if (z.low < 0 && z.high > 0 && n > 0) p.low = fmin(p.low, 0);
  return p;
}

// Enclosures of r and its first three derivatives in theta.
static void polar_ranges(const PwElement *e, const double theta[2], PwRange r[4]) {
  enum { TOP = PW_POLAR_ORDERS - 1 };
  double middle = (theta[0] + theta[1]) / 2, h = fabs(theta[1] - theta[0]) / 2, at[PW_POLAR_ORDERS];
  PwRange z = hull2((theta[0] - e->origin) / e->scale, (theta[1] - e->origin) / e->scale), range = {0, 0};
  for (int32_t k = 0; k < e->count; k++) {
    double n = e->data[2 * k + 1], factor = e->data[2 * k];
    for (int32_t j = 0; j < TOP; j++) factor *= (n - j) / e->scale;
    if (factor != 0) range = plus(range, scaled(range_of_power(z, n - TOP), factor));
  }
  pw_polar_radius(e, middle, PW_POLAR_ORDERS, at);
  for (int32_t j = TOP - 1; j >= 0; j--) {
    range = about(at[j], h, range);
    if (j < 4) r[j] = range;
  }
}

// K = N/w^3 with w^2 = S; dK/dv = N'/w^3 - 3 N S'/(2 w^5), all in the parameter v with dv = `rate` du; ds = w dv.
static void assemble(PwRange n, PwRange dn, PwRange s, PwRange half_ds, double rate, PwBounds *out) {
  s = widened(s);
  if (!(s.low > 0)) {
    *out = (PwBounds){.speed = {0, fabs(rate) * sqrt(fmax(s.high, 0))}};
    return;
  }
  PwRange w = {sqrt(s.low), sqrt(s.high)}, w3 = {1 / (s.high * w.high), 1 / (s.low * w.low)};
  PwRange w5 = {w3.low / s.high, w3.high / s.low};
  out->curvature = widened(times(n, w3));
  out->slope = widened(scaled(minus(times(dn, w3), scaled(times(times(n, half_ds), w5), 3)), rate));
  out->speed = widened(scaled(w, fabs(rate)));
  out->stretch = widened(scaled(times(half_ds, (PwRange){1 / w.high, 1 / w.low}), rate * rate));
}

static void polar_bounds(const PwElement *e, const double u[2], PwBounds *out) {
  double theta[2] = {e->angle + e->turn * u[0], e->angle + e->turn * u[1]}, sign = e->turn > 0 ? 1 : -1;
  PwRange r[4];
  polar_ranges(e, theta, r);
  PwRange n = plus(square(r[0]), minus(scaled(square(r[1]), 2), times(r[0], r[2])));
  PwRange dn = plus(times(r[1], plus(scaled(r[0], 2), scaled(r[2], 3))), scaled(times(r[0], r[3]), -1));
  PwRange s = plus(square(r[0]), square(r[1])), half_ds = times(r[1], plus(r[0], r[2]));
  assemble(scaled(n, sign), scaled(dn, sign), s, half_ds, e->turn, out);
}

static void spline_bounds(const PwElement *e, const double u[2], PwBounds *out) {
  double v[2] = {e->origin + e->scale * u[0], e->origin + e->scale * u[1]}, middle = (v[0] + v[1]) / 2, h = fabs(v[1] - v[0]) / 2;
  double d[PW_SPLINE_DEGREE + 1][2];
  PwRange x[4][2] = {{{0, 0}}};
  pw_spline_derivatives(e, pw_spline_span(e, middle), middle, d);
  double w = hypot(d[1][0], d[1][1]), c = w > 0 ? d[1][0] / w : 1, sn = w > 0 ? d[1][1] / w : 0;
  for (int32_t j = 1; j <= e->degree; j++) {  // along and across the tangent: across it there is little to enclose
    double along = c * d[j][0] + sn * d[j][1];
    d[j][1] = c * d[j][1] - sn * d[j][0];
    d[j][0] = along;
  }
  for (int a = 0; a < 2; a++) {
    PwRange range = point(d[e->degree][a]);
    for (int32_t j = e->degree; j >= 1; j--) {
      if (j < e->degree) range = about(d[j][a], h, range);
      if (j < 4) x[j][a] = range;
    }
  }
  PwRange n = minus(times(x[1][0], x[2][1]), times(x[1][1], x[2][0]));
  PwRange dn = minus(times(x[1][0], x[3][1]), times(x[1][1], x[3][0]));
  PwRange s = plus(square(x[1][0]), square(x[1][1])), half_ds = plus(times(x[1][0], x[2][0]), times(x[1][1], x[2][1]));
  assemble(n, dn, s, half_ds, e->scale, out);
}

void pw_element_bounds(const PwElement *e, const double u[2], PwBounds *out) {
  if (e->kind == PW_EL_POLAR) {
    polar_bounds(e, u, out);
  } else {
    spline_bounds(e, u, out);
  }
  if (!(out->speed.low > 0)) return;
  PwElement plain = *e;  // a second enclosure of K, about its middle value; both hold
  plain.offset = 0;
  PwCurvePoint at;
  pw_element_evaluate(&plain, (u[0] + u[1]) / 2, &at);
  PwRange second = widened(about(at.curvature, (u[1] - u[0]) / 2, out->slope));
  out->curvature.low = fmax(out->curvature.low, second.low);
  out->curvature.high = fmin(out->curvature.high, second.high);
}
