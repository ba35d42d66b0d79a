// Evaluation of profile elements: the innermost loop of every touch. No allocation, one switch.
//
// Each kind gives the curve itself: x, t, K and ds/du. An offset d then follows for all of them alike: with the outward normal
// n = (t_y, -t_x) and dn/ds = K t, the moved curve x + d n has the same t, ds scaled by 1 + d K, and the curvature K/(1 + d K).
#include "geometry/profile/curve.h"

#include <math.h>

static void evaluate_corner(const PwElement *e, double u, PwCurvePoint *out) {
  double a = e->angle + e->turn * u;
  out->x[0] = e->start[0];
  out->x[1] = e->start[1];
  out->t[0] = -sin(a);
  out->t[1] = cos(a);
  out->curvature = 0;
  out->speed = e->turn;
}

static void evaluate_line(const PwElement *e, double u, PwCurvePoint *out) {
  double dx = e->end[0] - e->start[0], dy = e->end[1] - e->start[1];
  out->x[0] = e->start[0] + u * dx;
  out->x[1] = e->start[1] + u * dy;
  out->t[0] = dx / e->length;
  out->t[1] = dy / e->length;
  out->curvature = 0;
  out->speed = e->length;
}

// The radius is signed, and so is the turn: the outward normal is (cos a, sin a) times their sign.
static void evaluate_arc(const PwElement *e, double u, PwCurvePoint *out) {
  double a = e->angle + e->turn * u, sign = e->radius > 0 ? 1 : -1;
  double nx = sign * cos(a), ny = sign * sin(a);
  out->x[0] = e->center[0] + e->radius * nx;
  out->x[1] = e->center[1] + e->radius * ny;
  out->t[0] = -ny;
  out->t[1] = nx;
  out->curvature = 1 / e->radius;
  out->speed = e->radius * e->turn;
}

static double natural_power(double z, int32_t n) {
  double p = 1;
  for (double factor = z; n > 0; n >>= 1, factor *= factor) {
    if (n & 1) p *= factor;
  }
  return p;
}

// z^n with whole n exactly as a product.
static double power(double z, double n) {
  int32_t whole = fabs(n) < 1024 ? (int32_t)n : 0;
  if (whole != n) return pow(z, n);
  return whole >= 0 ? natural_power(z, whole) : 1 / natural_power(z, -whole);
}

// One power per term, of the last derivative that is there; the others by multiplying with z again.
void pw_polar_radius(const PwElement *e, double theta, int32_t orders, double *r) {
  double z = (theta - e->origin) / e->scale, per = 1 / e->scale, factor[PW_POLAR_ORDERS];
  for (int32_t j = 0; j < orders; j++) r[j] = 0;
  for (int32_t k = 0; k < e->count; k++) {
    double n = e->data[2 * k + 1];
    int32_t last = 0;
    factor[0] = e->data[2 * k];
    while (last + 1 < orders && n != last) {  // a natural power is differentiated away in the end
      factor[last + 1] = factor[last] * (n - last) * per;
      last++;
    }
    double p = power(z, n - last);
    for (int32_t j = last; j >= 0; j--, p *= z) r[j] += factor[j] * p;
  }
}

static void evaluate_polar(const PwElement *e, double u, PwCurvePoint *out) {
  double theta = e->angle + e->turn * u, r[3], sign = e->turn > 0 ? 1 : -1;
  pw_polar_radius(e, theta, 3, r);
  double c = cos(theta), s = sin(theta), w2 = r[0] * r[0] + r[1] * r[1], w = sqrt(w2);
  out->x[0] = e->center[0] + r[0] * c;
  out->x[1] = e->center[1] + r[0] * s;
  out->t[0] = sign * (r[1] * c - r[0] * s) / w;
  out->t[1] = sign * (r[1] * s + r[0] * c) / w;
  out->curvature = sign * (r[0] * r[0] + 2 * r[1] * r[1] - r[0] * r[2]) / (w2 * w);
  out->speed = fabs(e->turn) * w;
}

// The roll angle f begins at `angle`; the tangent is the direction of the radius to the point where the string leaves the base
// circle, a = origin +- f, and ds = radius f df.
static void evaluate_involute(const PwElement *e, double u, PwCurvePoint *out) {
  double f = e->angle + e->turn * u, a = e->origin + e->scale * f, sign = e->turn > 0 ? 1 : -1;
  double c = cos(a), s = sin(a), pull = e->scale * f;
  out->x[0] = e->center[0] + e->radius * (c + pull * s);
  out->x[1] = e->center[1] + e->radius * (s - pull * c);
  out->t[0] = sign * c;
  out->t[1] = sign * s;
  out->curvature = sign * e->scale / (e->radius * f);
  out->speed = e->radius * f * fabs(e->turn);
}

// x = c + a cos f A + b sin f B with the semi-axes a = radius along A, the direction `origin`, and b = scale across it.
static void evaluate_ellipse(const PwElement *e, double u, PwCurvePoint *out) {
  double f = e->angle + e->turn * u, c = cos(f), s = sin(f), sign = e->turn > 0 ? 1 : -1;
  double co = cos(e->origin), so = sin(e->origin), x = e->radius * c, y = e->scale * s, dx = -e->radius * s, dy = e->scale * c;
  double w = hypot(dx, dy);
  out->x[0] = e->center[0] + co * x - so * y;
  out->x[1] = e->center[1] + so * x + co * y;
  out->t[0] = sign * (co * dx - so * dy) / w;
  out->t[1] = sign * (so * dx + co * dy) / w;
  out->curvature = sign * (e->radius / w) * (e->scale / w) / w;
  out->speed = fabs(e->turn) * w;
}

int32_t pw_spline_span(const PwElement *e, double parameter) {
  const double *knot = e->data;
  double end = e->origin + e->scale, v = fmin(fmax(parameter, e->origin), end);
  int32_t low = e->degree, high = e->count;  // knot[low] <= v always; the span wanted begins in low .. high - 1
  while (high - low > 1) {
    int32_t middle = (low + high) / 2;
    if (knot[middle] <= v && knot[middle] < end) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

// de Boor's triangle, stopped two rows before its tip for the second derivative and one row before it for the first.
static void evaluate_spline(const PwElement *e, double u, PwCurvePoint *out) {
  double v = e->origin + u * e->scale;
  int32_t p = e->degree, k = pw_spline_span(e, v);
  const double *t = e->data + k, *control = e->data + e->count + p + 1 + 2 * (k - p);
  double d[PW_SPLINE_DEGREE + 1][2], first[2] = {0}, second[2] = {0};
  for (int32_t i = 0; i <= p; i++) {
    d[i][0] = control[2 * i];
    d[i][1] = control[2 * i + 1];
  }
  for (int32_t row = 1; row <= p; row++) {
    for (int a = 0; a < 2; a++) {
      if (row == p - 1) {
        double slope1 = (d[p][a] - d[p - 1][a]) / (t[2] - t[0]), slope0 = (d[p - 1][a] - d[p - 2][a]) / (t[1] - t[-1]);
        second[a] = p * (p - 1) * (slope1 - slope0) / (t[1] - t[0]);
      }
      if (row == p) first[a] = p * (d[p][a] - d[p - 1][a]) / (t[1] - t[0]);
    }
    for (int32_t i = p; i >= row; i--) {
      double w = (v - t[i - p]) / (t[i + 1 - row] - t[i - p]);
      d[i][0] += (w - 1) * (d[i][0] - d[i - 1][0]);
      d[i][1] += (w - 1) * (d[i][1] - d[i - 1][1]);
    }
  }
  double w2 = first[0] * first[0] + first[1] * first[1], w = sqrt(w2);
  for (int a = 0; a < 2; a++) {
    out->x[a] = d[p][a];
    out->t[a] = first[a] / w;
  }
  out->curvature = (first[0] * second[1] - first[1] * second[0]) / (w2 * w);
  out->speed = e->scale * w;
}

// Moves a point by `du` along its circle of curvature, u by length.
static void go_on_along_circle(double du, PwCurvePoint *p) {
  double s = du * p->speed, half = p->curvature * s / 2, chord = half == 0 ? s : s * sin(half) / half;
  double c1 = cos(half), s1 = sin(half), tx = c1 * p->t[0] - s1 * p->t[1], ty = s1 * p->t[0] + c1 * p->t[1];
  p->x[0] += chord * tx;
  p->x[1] += chord * ty;
  p->t[0] = c1 * tx - s1 * ty;
  p->t[1] = s1 * tx + c1 * ty;
}

// Does the element's formula hold beyond its ends too?
static bool ends_with_its_range(const PwElement *e) {
  if (e->kind == PW_EL_INVOLUTE) return true;
  if (e->kind != PW_EL_POLAR) return false;
  for (int32_t k = 0; k < e->count; k++) {
    double n = e->data[2 * k + 1];
    if (n < 0 || n != floor(n)) return true;
  }
  return false;
}

static void evaluate_inside(const PwElement *e, double u, PwCurvePoint *out) {
  switch (e->kind) {
    case PW_EL_POINT:
      evaluate_corner(e, u, out);
      return;
    case PW_EL_LINE:
      evaluate_line(e, u, out);
      break;
    case PW_EL_ARC:
      evaluate_arc(e, u, out);
      break;
    case PW_EL_POLAR:
      evaluate_polar(e, u, out);
      break;
    case PW_EL_SPLINE:
      evaluate_spline(e, u, out);
      break;
    case PW_EL_INVOLUTE:
      evaluate_involute(e, u, out);
      break;
    case PW_EL_ELLIPSE:
      evaluate_ellipse(e, u, out);
      break;
  }
  if (e->offset != 0) {
    double stretch = 1 + e->offset * out->curvature;
    out->x[0] += e->offset * out->t[1];
    out->x[1] -= e->offset * out->t[0];
    out->curvature /= stretch;
    out->speed *= stretch;
  }
}

void pw_element_evaluate(const PwElement *e, double u, PwCurvePoint *out) {
  double inside = u < 0 ? 0 : u > 1 ? 1 : u;
  if (u != inside && e->periodic) inside = u -= floor(u);
  if (u == inside || !ends_with_its_range(e)) {
    evaluate_inside(e, u, out);
  } else {
    evaluate_inside(e, inside, out);
    go_on_along_circle(u - inside, out);
  }
}
