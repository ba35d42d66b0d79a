// Bounds of the second derivatives of point and normal, kind by kind.
//
// Where a normal is known as n = m/|m|, |m| >= w:  |n_ij| <= |m_ij|/w + c |m_i| |m_j|/w^2,  c = sqrt(4/3), because the second
// derivative of m/|m| along a and b is -(1/w^2) ((n.b) a' + (n.a) b' + (a'.b') n) with a', b' the parts across n.
#include <math.h>

#include "geometry/space/surface_cell.h"
#include "geometry/space/surface_parts.h"

static const double UNIT = 1.1547005383792517;  // sqrt(4/3)

void pw_bound_normal(const double m1[2], const double m2[3], double w, double bound[3]) {
  bound[0] = m2[0] / w + UNIT * m1[0] * m1[0] / (w * w);
  bound[1] = m2[1] / w + UNIT * m1[0] * m1[1] / (w * w);
  bound[2] = m2[2] / w + UNIT * m1[1] * m1[1] / (w * w);
}
static double least_of(const double q[2]) {
  return q[0] <= 0 && q[1] >= 0 ? 0 : fmin(fabs(q[0]), fabs(q[1]));
}
static double most_of(const double q[2]) {
  return fmax(fabs(q[0]), fabs(q[1]));
}

static void graph_bounds(const PwSurface *s, const double q[2][2], double bound[6]) {
  double c[2] = {fabs(s->size[0]), fabs(s->size[1])}, a = c[0] * least_of(q[0]), b = c[1] * least_of(q[1]);
  const double m2[3] = {0, 0, 0};
  bound[0] = c[0];
  bound[1] = 0;
  bound[2] = c[1];
  pw_bound_normal(c, m2, sqrt(1 + a * a + b * b), bound + 3);
}

// Largest |cos| between two angles.
static double most_cosine(double from, double to) {
  return floor(to / PW_PI) != floor(from / PW_PI) ? 1 : fmax(fabs(cos(from)), fabs(cos(to)));
}
// x = D y, m = D^-1 y. Of m_uu = -m nothing is across m, of m_vv = -m + (0, 0, m3) = -(m1, m2, 0) no more than m3.
static void round_bounds(const PwSurface *s, const double q[2][2], double bound[6]) {
  double a = s->size[0], b = s->size[1], c = s->size[2], cu = cos(least_of(q[0])), su = sin(most_of(q[0]));
  if (s->kind == PW_SURFACE_SPHERE) {
    const double y[3] = {1, su, cu};
    for (int i = 0; i < 6; i++) bound[i] = (i < 3 ? a : 1) * y[i % 3];
    return;
  }
  double cv = most_cosine(q[1][0], q[1][1]), sv = most_cosine(q[1][0] - 0.5 * PW_PI, q[1][1] - 0.5 * PW_PI);
  double wide = fmax(a, b), sharp = 1 / fmin(a, b), along = fmin(hypot(a * cv, b * sv), wide);
  double across = fmin(hypot(sv / a, cv / b), sharp);
  bound[0] = hypot(along * cu, c * su);
  bound[1] = fmin(hypot(a * sv, b * cv), wide) * su;
  bound[2] = along * cu;
  double u = 0.5 * (q[0][0] + q[0][1]), v = 0.5 * (q[1][0] + q[1][1]);
  double m[3] = {cos(u) * cos(v) / a, cos(u) * sin(v) / b, sin(u) / c}, least = 1 / fmax(wide, c);
  double out = fmin(hypot(cv / a, sv / b), sharp), m1[2] = {hypot(out * su, cu / c), across * cu};
  double m2[3] = {0, across * su, fmin(out * cu, su / c)};
  double stray = 0.5 * ((q[0][1] - q[0][0]) * m1[0] + (q[1][1] - q[1][0]) * m1[1]);
  pw_bound_normal(m1, m2, fmax(least, pw_norm(m) - stray), bound + 3);
}

// ---- swept curves

// Largest absolute values over a part of an element: K, dK/du, ds/du, d2s/du2, and of the turning ds/du K and its derivative.
typedef struct {
  double k, dk, s, ds, turn, dturn;
  double r, middle_r;         // first coordinate: largest, and at the middle
  double t[2];                // components of the tangent
  PwRange curvature, across;  // along the curve; t_z/r
} Bend;

static double most(PwRange r) {
  return fmax(fabs(r.low), fabs(r.high));
}
// The least and the largest ds/df of an ellipse between two eccentric angles: at their ends, or at a vertex between.
static void ellipse_speeds(const PwElement *e, double f0, double f1, double *least, double *most) {
  double end0 = hypot(e->radius * sin(f0), e->scale * cos(f0)), end1 = hypot(e->radius * sin(f1), e->scale * cos(f1));
  *least = fmin(end0, end1);
  *most = fmax(end0, end1);
  for (double quarter = ceil(f0 / (PW_PI / 2)); quarter * (PW_PI / 2) < f1; quarter++) {
    double w = fmod(quarter, 2) == 0 ? e->scale : e->radius;
    *least = fmin(*least, w);
    *most = fmax(*most, w);
  }
}
static void plain_bounds(const PwElement *e, const double u[2], PwBounds *out) {
  *out = (PwBounds){.speed = {e->length, e->length}};
  if (e->kind == PW_EL_ARC) {
    double k = 1 / e->radius, speed = e->radius * e->turn;
    out->curvature = (PwRange){k, k};
    out->speed = (PwRange){speed, speed};
  } else if (e->kind == PW_EL_INVOLUTE) {  // K = +-1/(R f), ds = R f df
    double f0 = e->angle + e->turn * u[0], f1 = e->angle + e->turn * u[1], low = fmin(f0, f1), high = fmax(f0, f1);
    double turn = fabs(e->turn), k0 = 1 / (e->radius * high), k1 = 1 / (e->radius * low), slope = turn * k1 / low;
    bool convex = (e->turn > 0) == (e->scale > 0);
    out->curvature = convex ? (PwRange){k0, k1} : (PwRange){-k1, -k0};
    out->slope = (PwRange){-slope, slope};
    out->speed = (PwRange){e->radius * low * turn, e->radius * high * turn};
    out->stretch = (PwRange){-e->radius * turn * turn, e->radius * turn * turn};
  } else if (e->kind == PW_EL_ELLIPSE) {  // K = a b/w^3, w^2 = a^2 s^2 + b^2 c^2, dw/df = (a^2 - b^2) s c/w
    double f0 = e->angle + e->turn * u[0], f1 = e->angle + e->turn * u[1], turn = fabs(e->turn), w0, w1;
    ellipse_speeds(e, fmin(f0, f1), fmax(f0, f1), &w0, &w1);
    double a = e->radius, b = e->scale, growth = 0.5 * fabs((a - b) * (a + b)) / w0 * turn, k0 = a / w1 * b / w1 / w1,
           k1 = a / w0 * b / w0 / w0;
    out->curvature = e->turn > 0 ? (PwRange){k0, k1} : (PwRange){-k1, -k0};
    out->slope = (PwRange){-3 * k1 / w0 * growth, 3 * k1 / w0 * growth};
    out->speed = (PwRange){w0 * turn, w1 * turn};
    out->stretch = (PwRange){-growth * turn, growth * turn};
  } else if (e->kind == PW_EL_POLAR || e->kind == PW_EL_SPLINE) {
    pw_element_bounds(e, u, out);
  }
}
// t_z/r where t turns by a and r changes by b at most
static void bound_across(const double t[2], double a, double r, double b, PwRange *out) {
  double change = fabs(t[0]) * a + 0.5 * a * a, low = fmax(t[1] - change, -1), high = fmin(t[1] + change, 1);
  if (!(r > b)) {
    *out = (PwRange){-INFINITY, INFINITY};
  } else {
    *out = (PwRange){low / (low < 0 ? r - b : r + b), high / (high > 0 ? r - b : r + b)};
  }
}
// scale: du of the surface per u of the element.
static bool bend_of(const PwElement *e, const double u[2], double scale, Bend *out) {
  PwCurvePoint c;
  pw_element_evaluate(e, 0.5 * (u[0] + u[1]), &c);
  double half = 0.5 * (u[1] - u[0]) * scale;
  *out = (Bend){.r = fabs(c.x[0]), .middle_r = c.x[0], .t = {1, 1}};
  if (pw_element_is_corner(e)) {
    out->turn = fabs(e->turn) / scale;
    bound_across(c.t, half * out->turn, c.x[0], 0, &out->across);
    return true;
  }
  PwBounds b;
  plain_bounds(e, u, &b);
  if (!(b.speed.low > 0)) return false;
  double low = fmin(1 + e->offset * b.curvature.low, 1 + e->offset * b.curvature.high);
  double high = fmax(1 + e->offset * b.curvature.low, 1 + e->offset * b.curvature.high);
  if (!(low > 0)) return false;
  out->curvature.low = b.curvature.low / (1 + e->offset * b.curvature.low);
  out->curvature.high = b.curvature.high / (1 + e->offset * b.curvature.high);
  out->k = most(b.curvature) / low;
  out->dk = most(b.slope) / (low * low) / scale;
  out->s = b.speed.high * high / scale;
  out->ds = (most(b.stretch) * high + b.speed.high * fabs(e->offset) * most(b.slope)) / (scale * scale);
  out->turn = out->k * out->s;
  out->dturn = out->dk * out->s + out->k * out->ds;
  for (int i = 0; i < 2; i++) out->t[i] = fmin(1, fabs(c.t[i]) + half * out->turn);
  bound_across(c.t, half * out->turn, c.x[0], half * out->s * out->t[0], &out->across);
  out->r += half * out->s * out->t[0];
  return true;
}
static bool bend_over(const PwSurface *s, int32_t face, const double q[2][2], Bend *out) {
  const double *range = pw_face_range(s, face, 0);
  double scale = range[1] - range[0], u[2] = {(q[0][0] - range[0]) / scale, (q[0][1] - range[0]) / scale};
  return bend_of(&s->element[pw_face_segment(s, face, 0)], u, scale, out);
}
// w n = r m + h t_r e_v as in surface_sweep.c; its parts turn at the rate of the curve.
static bool screw_normal(const PwSurface *s, int32_t face, const double q[2][2], const Bend *b, double bound[3]) {
  double h = fabs(s->size[2]), width = 0.5 * (q[0][1] - q[0][0]), middle[2] = {0.5 * (q[0][0] + q[0][1]), q[1][0]};
  double swing = b->dturn + b->turn * b->turn, r2 = b->ds + b->turn * b->s;
  double m1[2] = {b->s + (b->r + h) * b->turn, b->r + h};
  double m2[3] = {r2 + 2 * b->s * b->turn + (b->r + h) * swing, m1[0], m1[1]};
  PwSurfacePoint p;
  pw_sweep_evaluate(s, face, middle, &p);
  double tr = hypot(p.t[0][0], p.t[0][1]), w = hypot(b->middle_r, h * tr) - width * m1[0];
  if (!(w > 0)) return false;
  pw_bound_normal(m1, m2, w, bound);
  return true;
}
static bool sweep_bounds(const PwSurface *s, int32_t face, const double q[2][2], double bound[6]) {
  Bend b;
  if (!bend_over(s, face, q, &b)) return false;
  bool extruded = s->kind == PW_SURFACE_EXTRUSION;
  bound[0] = b.ds + b.turn * b.s;
  bound[1] = extruded ? 0 : b.s * b.t[0];
  bound[2] = extruded ? 0 : b.r;
  bound[3] = b.dturn + b.turn * b.turn;
  bound[4] = extruded ? 0 : b.turn * b.t[0];
  bound[5] = extruded ? 0 : b.t[1];
  return s->size[2] == 0 || extruded ? true : screw_normal(s, face, q, &b, bound + 3);
}

bool pw_surface_bounds(const PwSurface *s, int32_t face, const double q[2][2], double bound[6]) {
  bool good = true;
  if (pw_is_graph(s)) {
    graph_bounds(s, q, bound);
  } else if (pw_is_round(s)) {
    round_bounds(s, q, bound);
  } else if (s->kind == PW_SURFACE_NURBS) {
    good = pw_nurbs_bounds(s, face, q, bound);
  } else {
    good = sweep_bounds(s, face, q, bound);
  }
  for (int i = 0; i < 6; i++) bound[i] *= 1 + 1e-9;  // far above rounding
  return good && isfinite(bound[0] + bound[1] + bound[2] + bound[3] + bound[4] + bound[5]);
}

// ---- poles

// x = D w/|w| with w = (a, b, +-1), p = (D a, D b) the point in the tangent plane; D^2 (w/|w|) is at most UNIT.
static void round_pole(const PwSurface *s, const double q[2], int end, double bound[6]) {
  const double *d = s->size;
  double big = fmax(d[0], fmax(d[1], d[2])), small = fmin(d[0], d[1]), least = fmin(small, d[2]);
  double across = tan(end ? 0.5 * PW_PI - q[0] : q[1] + 0.5 * PW_PI), wide = fmax(d[0], d[1]);
  double m1[2] = {1 / least, 1 / least}, m2[3] = {UNIT / least, UNIT / least, UNIT / least}, n2[3] = {UNIT, UNIT, UNIT};
  if (s->kind == PW_SURFACE_ELLIPSOID) pw_bound_normal(m1, m2, fmax(1 / big, 1 / d[2] - wide / small * across / least), n2);
  if (big == 0) {  // a single point: that in the tangent plane is that of the normal
    bound[0] = across;
    bound[1] = 0;
    bound[2] = UNIT * across;
    return;
  }
  bound[0] = wide * across;
  bound[1] = big * UNIT / (small * small) * bound[0];
  bound[2] = n2[0] / (small * small) * bound[0];
}
// The curve turns by a from the axis on, so that slopes are at most tan a; curvatures across are means of those along.
static void sweep_pole(const PwSurface *s, int32_t face, const double q[2][2], double bound[6]) {
  Bend b;
  double length = q[0][1] - q[0][0];
  bound[0] = bound[1] = bound[2] = INFINITY;
  if (!bend_over(s, face, q, &b)) return;
  double turn = b.turn * length, change = b.dk * length;
  if (!(turn < 1)) return;
  bound[0] = b.s * length;
  bound[1] = tan(turn);
  bound[2] = change + b.k * tan(turn);
}
// From points on the far edge: how far normals and curvatures are from those of the pole.
static void nurbs_pole(const PwSurface *s, int32_t face, const double q[2][2], int direction, int end, double bound[6]) {
  enum { SAMPLES = 24 };
  int other = 1 - direction;
  double at[2];
  PwSurfacePoint pole, p;
  at[direction] = s->range[direction][end];
  at[other] = q[other][0];
  pw_surface_evaluate(s, face, at, &pole);
  bound[0] = bound[1] = bound[2] = 0;
  for (int i = 0; i < 2 * SAMPLES; i++) {
    double part = i < SAMPLES ? 1 : 0.5, bend = 0;
    at[direction] = q[direction][end] + part * (q[direction][1 - end] - q[direction][end]);
    at[other] = q[other][0] + (q[other][1] - q[other][0]) * (i % SAMPLES + 0.5) / SAMPLES;
    pw_surface_evaluate(s, pw_surface_face(s, at), at, &p);
    double away[3] = {p.x[0] - pole.x[0], p.x[1] - pole.x[1], p.x[2] - pole.x[2]}, turn[3];
    pw_cross(p.n, pole.n, turn);
    for (int k = 0; k < 3; k++) {  // the matrices as tensors in space, column by column
      double a[3], b[3], column = 0;
      for (int m = 0; m < 2; m++) {
        a[m] = p.k[m] * p.t[0][k] + p.k[m + 1] * p.t[1][k];
        b[m] = pole.k[m] * pole.t[0][k] + pole.k[m + 1] * pole.t[1][k];
      }
      for (int j = 0; j < 3; j++) {
        double d = a[0] * p.t[0][j] + a[1] * p.t[1][j] - b[0] * pole.t[0][j] - b[1] * pole.t[1][j];
        column += d * d;
      }
      bend += column;
    }
    double slope = pw_dot(p.n, pole.n) > 0 ? pw_norm(turn) / pw_dot(p.n, pole.n) : INFINITY, k = hypot(pole.k[0], pole.k[2]);
    bound[0] = fmax(bound[0], 1.05 * pw_norm(away));
    bound[1] = fmax(bound[1], 2 * slope / part);
    bound[2] = fmax(bound[2], 2 * (sqrt(bend) + (k + fabs(pole.k[1])) * slope) / part);
  }
}

void pw_pole_bounds(const PwSurface *s, int32_t face, const double q[2][2], int pole, double bound[6]) {
  int direction = (pole - 1) / 2, end = (pole - 1) % 2;
  memset(bound, 0, 6 * sizeof *bound);
  if (pw_is_round(s)) {
    round_pole(s, q[0], end, bound);
  } else if (s->kind == PW_SURFACE_NURBS) {
    nurbs_pole(s, face, q, direction, end, bound);
  } else {
    sweep_pole(s, face, q, bound);
  }
}

// ---- curvatures

// Of a graph whose bends have one sign: between those of its two parabolas, the flatter one at its steepest.
static bool graph_bend(const PwSurface *s, const double q[2][2], double bend[2]) {
  double c1 = s->size[0], c2 = s->size[1], a = c1 * most_of(q[0]), b = c2 * most_of(q[1]), w2 = 1 + a * a + b * b;
  double flat = fmin(fabs(c1), fabs(c2)) / (w2 * sqrt(w2)), round = fmax(fabs(c1), fabs(c2));
  bool bowl = c1 + c2 > 0;
  bend[0] = bowl ? -round : flat;
  bend[1] = bowl ? -flat : round;
  return c1 * c2 >= 0;
}
static bool round_bend(const PwSurface *s, double bend[2]) {
  double big = fmax(s->size[0], fmax(s->size[1], s->size[2])), small = fmin(s->size[0], fmin(s->size[1], s->size[2]));
  bend[0] = small / (big * big);  // k = t D^-2 t/|D^-1 y|
  bend[1] = big / (small * small);
  return big > 0;
}
// k = t D^-2 t/w, w^2 = y D^-2 y. With D^-2 = diag(e + f, e - f, g), that of a unit vector a is  e + (g - e) a3^2 + f (a1^2 -
// a2^2). A turn by x changes a3 of a tangent by no more than |n3| x + x^2/2, and the last term by 2 |f| x.
static double round_stray(const PwSurface *s, const double q[2][2], double turn) {
  if (s->kind == PW_SURFACE_SPHERE) return 0;
  double inverse[3], middle[2] = {0.5 * (q[0][0] + q[0][1]), 0.5 * (q[1][0] + q[1][1])}, high = sin(most_of(q[0]));
  for (int i = 0; i < 3; i++) inverse[i] = 1 / (s->size[i] * s->size[i]);
  double e = 0.5 * (inverse[0] + inverse[1]), f = 0.5 * fabs(inverse[0] - inverse[1]), g = fabs(inverse[2] - e),
         u = sin(middle[0]);
  double y[3] = {cos(middle[0]) * cos(middle[1]), cos(middle[0]) * sin(middle[1]), u}, w2 = 0;
  for (int i = 0; i < 3; i++) w2 += y[i] * y[i] * inverse[i];
  double way = 0.5 * (q[0][1] - q[0][0] + (q[1][1] - q[1][0]) * cos(least_of(q[0]))), low = sin(least_of(q[0]));
  double change = g * fmax(high * high - u * u, u * u - low * low) + 2 * f * way;  // of w^2
  double n3 = fmin(fabs(u) / (s->size[2] * sqrt(w2)) + turn, 1), x = fmin(1.05 * turn, 1);
  double least = fmax(w2 - change, fmin(inverse[0], fmin(inverse[1], inverse[2]))),
         most = fmax(inverse[0], fmax(inverse[1], inverse[2]));
  double ratio = fmax(1 / sqrt(least) - 1 / sqrt(w2), 1 / sqrt(w2) - 1 / sqrt(w2 + change));
  return (2 * g * (n3 * x + 0.5 * x * x) + 2 * f * x) / sqrt(least) + most * ratio;
}
static void sweep_bend(const PwSurface *s, const Bend *b, bool pole, bool edge, double bend[2]) {
  PwRange across = s->kind == PW_SURFACE_EXTRUSION ? (PwRange){0, 0} : pole ? b->curvature : b->across;
  bend[0] = edge ? across.low : fmin(across.low, b->curvature.low);
  bend[1] = edge ? across.high : fmax(across.high, b->curvature.high);
}
// K = k_t t t^T + k_v e e^T with e round the axis: both change by no more than their ranges are wide, and seen along the normal e
// turns by |t_r| for each rad of v, and by the area that normals cover.
static double sweep_stray(const PwSurface *s, int32_t face, const double q[2][2], double turn) {
  Bend b;
  bool extruded = s->kind == PW_SURFACE_EXTRUSION;
  if (s->size[2] != 0 || !bend_over(s, face, q, &b)) return INFINITY;
  PwRange k = b.curvature, across = extruded ? (PwRange){0, 0} : b.across;
  double apart = fmax(k.high, across.high) - fmin(k.low, across.low);
  double about = extruded ? 0 : 0.5 * (q[1][1] - q[1][0]) * b.t[0] + turn * turn;
  double stray = fmax(k.high - k.low, across.high - across.low) + apart * fmin(about, 1);
  return isnan(stray) ? INFINITY : stray;
}
double pw_surface_stray(const PwSurface *s, int32_t face, const double q[2][2], double turn) {
  if (s->kind == PW_SURFACE_PLANE) return 0;
  if (pw_is_round(s)) return round_stray(s, q, turn);
  return s->element && !pw_element_is_corner(&s->element[pw_face_segment(s, face, 0)]) ? sweep_stray(s, face, q, turn) : INFINITY;
}
bool pw_surface_bend(const PwSurface *s, int32_t face, const double q[2][2], int pole, double bend[2]) {
  bool known = true;
  Bend b;
  if (pw_is_graph(s)) {
    known = graph_bend(s, q, bend);
  } else if (pw_is_round(s)) {
    known = round_bend(s, bend);
  } else if (s->kind == PW_SURFACE_NURBS || s->size[2] != 0) {
    known = false;
  } else {
    bool edge = pw_element_is_corner(&s->element[pw_face_segment(s, face, 0)]);
    known = bend_over(s, face, q, &b);
    if (known) sweep_bend(s, &b, pole != 0, edge, bend);
  }
  if (!known || !(s->sign < 0)) return known;
  double held = -bend[0];
  bend[0] = -bend[1];
  bend[1] = held;
  return true;
}
