// Evaluation of NURBS: x = A/w with A = sum N_i(u) N_j(v) w_ij P_ij, w = sum N_i N_j w_ij; derivatives by Leibniz' rule on w x =
// A.
//
// At an edge whose control points are all one point P, a pole, every N_i but the first has the factor u - u0: about P as origin
// the way from it is computed with full relative precision. At the pole itself, with r the parameter towards it and p the other:
//
//   n along x_r x x_rp,   curvature -n . x_rr/|x_r|^2 in the direction x_r(p): three values of p give the matrix
#include "geometry/space/nurbs.h"

#include <math.h>

#include "geometry/space/surface_parts.h"

static const double AT_POLE = 1e-8;  // of the parameter's range

int32_t pw_nurbs_span(const double *knot, int32_t from, int32_t to, double u) {
  double part = (u - knot[from]) / (knot[to] - knot[from]);
  if (part >= 0 && part < 1) {  // right at once where knots are even
    int32_t guess = from + (int32_t)(part * (to - from));
    if (knot[guess] <= u && u < knot[guess + 1]) return guess;
  }
  int32_t low = from, high = to;  // knot[low] <= u, unless low is the first
  while (high - low > 1) {
    int32_t middle = (low + high) / 2;
    if (knot[middle] <= u && knot[middle] < knot[to]) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}
void pw_nurbs_inverses(const double *knot, int32_t degree, int32_t first, int32_t count, double *out) {
  for (int32_t i = first; i < first + count; i++) {
    for (int32_t d = 1; d <= degree; d++) *out++ = knot[i + d] > knot[i] ? 1 / (knot[i + d] - knot[i]) : 0;
  }
}

// Derivatives: from the basis of lower degree, raised by dN_i/du = d (N_i/(t_i+d - t_i) - N_i+1/(t_i+d+1 - t_i+1)).
static void raise(const double *inverse, int32_t degree, int32_t from, int32_t to, double *b) {
  for (int32_t d = from + 1; d <= to; d++) {
    const double *width = inverse + (degree - d) * degree + d - 1;
    double carried = 0, factor = d;
    for (int32_t j = 0; j < d; j++, width += degree) {  // function j of degree d - 1 is number k - d + 1 + j
      double share = factor * b[j] * *width;
      b[j] = carried - share;
      carried = share;
    }
    b[d] = carried;
  }
}
void pw_nurbs_basis(const double *knot, const double *inverse, int32_t degree, int32_t k, double u, int32_t order,
                    double out[PW_NURBS_ORDERS][PW_NURBS_DEGREE + 1]) {
  double b[PW_NURBS_DEGREE + 1];
  b[0] = 1;
  for (int32_t d = 0; d < degree; d++) {
    if (degree - d <= order) {
      for (int32_t j = 0; j <= d; j++) out[degree - d][j] = b[j];
    }
    const double *width = inverse + (degree - 1 - d) * degree + d, *right = knot + k + 1, *left = knot + k - d;
    double carried = 0;
    for (int32_t j = 0; j <= d; j++, width += degree) {
      double share = b[j] * *width;
      b[j] = carried + (right[j] - u) * share;
      carried = (u - left[j]) * share;
    }
    b[d + 1] = carried;
  }
  for (int32_t j = 0; j <= degree; j++) out[0][j] = b[j];
  for (int32_t i = 1; i <= order; i++) {
    if (i <= degree) {
      raise(inverse, degree, degree - i, degree, out[i]);
    } else {
      memset(out[i], 0, (size_t)(degree + 1) * sizeof *out[i]);
    }
  }
}

// ---- homogeneous sums

static double into_range(const PwSurface *s, int direction, double u) {
  const double *range = s->range[direction];
  if (!s->seamless[direction] || (u >= range[0] && u < range[1])) return u;
  double period = range[1] - range[0];
  return u - period * floor((u - range[0]) / period);
}
int32_t pw_nurbs_find_span(const PwSurface *s, int32_t face, int direction, double *u) {
  int32_t segment = pw_face_segment(s, face, direction);
  const int32_t *first = s->first[direction];
  *u = into_range(s, direction, *u);
  return pw_nurbs_span(s->knot[direction], first[segment], first[segment + 1], *u);
}
// out = sum of basis[i] c[i stride]; written out, so that the compiler takes two at once.
static inline void sum4(const double *c, int32_t stride, int32_t count, const double *basis, double out[4]) {
  double x = 0, y = 0, z = 0, w = 0;
  for (int32_t i = 0; i < count; i++, c += stride) {
    x += basis[i] * c[0];
    y += basis[i] * c[1];
    z += basis[i] * c[2];
    w += basis[i] * c[3];
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
}
static void move_row(const double *net, int32_t columns, const double origin[3], double out[PW_NURBS_DEGREE + 1][4]) {
  for (int32_t j = 0; j < columns; j++, net += 4) {
    for (int m = 0; m < 3; m++) out[j][m] = net[m] - origin[m] * net[3];
    out[j][3] = net[3];
  }
}
void pw_nurbs_sums(const PwSurface *s, int32_t face, const double q[2], int32_t order, const double *origin, PwNurbsSums *out) {
  double basis[2][PW_NURBS_ORDERS][PW_NURBS_DEGREE + 1], u[2] = {q[0], q[1]};
  double row[PW_NURBS_DEGREE + 1][PW_NURBS_ORDERS][4], moved[PW_NURBS_DEGREE + 1][4];
  int32_t p = s->degree[0], r = s->degree[1], k[2];
  for (int d = 0; d < 2; d++) {
    int32_t degree = s->degree[d];
    k[d] = pw_nurbs_find_span(s, face, d, &u[d]);
    pw_nurbs_basis(s->knot[d], s->inverse[d] + (k[d] - degree + 1) * degree, degree, k[d], u[d], order, basis[d]);
  }
  for (int32_t i = 0; i <= p; i++) {  // each row over its columns, then over the rows
    const double *net = s->net + 4 * ((size_t)(k[0] - p + i) * (size_t)s->count[1] + (size_t)(k[1] - r));
    if (origin) move_row(net, r + 1, origin, moved);
    for (int32_t b = 0; b <= order; b++) sum4(origin ? moved[0] : net, 4, r + 1, basis[1][b], row[i][b]);
  }
  for (int32_t a = 0; a <= order; a++) {
    for (int32_t b = 0; a + b <= order; b++) sum4(row[0][b], 4 * PW_NURBS_ORDERS, p + 1, basis[0][a], out->a[a][b]);
  }
}
// Up to the second derivatives.
static void divide(const PwNurbsSums *sums, double out[4][4][3]) {
  const double(*s)[PW_NURBS_ORDERS][4] = sums->a;
  double inverse = 1 / s[0][0][3], w[4][4];
  for (int i = 0; i <= 2; i++) {
    for (int j = 0; i + j <= 2; j++) w[i][j] = s[i][j][3] * inverse;
  }
  for (int m = 0; m < 3; m++) {
    double x = s[0][0][m] * inverse, u = s[1][0][m] * inverse - w[1][0] * x, v = s[0][1][m] * inverse - w[0][1] * x;
    out[0][0][m] = x;
    out[1][0][m] = u;
    out[0][1][m] = v;
    out[2][0][m] = s[2][0][m] * inverse - 2 * w[1][0] * u - w[2][0] * x;
    out[1][1][m] = s[1][1][m] * inverse - w[1][0] * v - w[0][1] * u - w[1][1] * x;
    out[0][2][m] = s[0][2][m] * inverse - 2 * w[0][1] * v - w[0][2] * x;
  }
}
static void divide_third(const PwNurbsSums *sums, double out[4][4][3]) {
  static const double choose[4][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
  for (int32_t i = 0; i <= 3; i++) {
    int32_t j = 3 - i;
    double x[3] = {sums->a[i][j][0], sums->a[i][j][1], sums->a[i][j][2]};
    for (int32_t a = 0; a <= i; a++) {
      for (int32_t b = a == 0 ? 1 : 0; b <= j; b++) {
        double factor = choose[i][a] * choose[j][b] * sums->a[a][b][3];
        for (int m = 0; m < 3; m++) x[m] -= factor * out[i - a][j - b][m];
      }
    }
    for (int m = 0; m < 3; m++) out[i][j][m] = x[m] / sums->a[0][0][3];
  }
}
// Second derivatives at least.
static void derivatives(const PwSurface *s, int32_t face, const double q[2], int32_t order, const double *origin,
                        double out[4][4][3]) {
  PwNurbsSums sums;
  if (order < 2) order = 2;
  pw_nurbs_sums(s, face, q, order, origin, &sums);
  if (s->rational) {
    divide(&sums, out);
    if (order == 3) divide_third(&sums, out);
    return;
  }
  for (int32_t i = 0; i <= order; i++) {
    for (int32_t j = 0; i + j <= order; j++) memcpy(out[i][j], sums.a[i][j], 3 * sizeof(double));
  }
}
void pw_nurbs_derivatives(const PwSurface *s, int32_t face, const double q[2], int32_t order, double out[4][4][3]) {
  derivatives(s, face, q, order, NULL, out);
}

// ---- points

static double distance_to_end(const PwSurface *s, const double q[2], int direction, int end) {
  const double *range = s->range[direction];
  return fabs(q[direction] - range[end]) / (range[1] - range[0]);
}
bool pw_nurbs_at_pole(const PwSurface *s, const double q[2], int *direction, int *end) {
  for (*direction = 0; *direction < 2; ++*direction) {
    for (*end = 0; *end < 2; ++*end) {
      if (s->pole[*direction][*end] && distance_to_end(s, q, *direction, *end) < AT_POLE) return true;
    }
  }
  return false;
}
// The pole on whose side q lies, as an origin; NULL: none.
static const double *nearest_pole(const PwSurface *s, const double q[2], double point[3]) {
  for (int d = 0; d < 2; d++) {
    if (!s->pole[d][0] && !s->pole[d][1]) continue;
    int end = distance_to_end(s, q, d, 0) < distance_to_end(s, q, d, 1) ? 0 : 1;
    if (!s->pole[d][end]) continue;
    const double *net = end == 0 ? s->net : s->net + 4 * ((size_t)s->count[0] * (size_t)s->count[1] - 1);
    for (int m = 0; m < 3; m++) point[m] = net[m] / net[3];
    return point;
  }
  return NULL;
}

// t1 along x_u, n along x_u x x_v.
static void ordinary_place(double d[4][4][3], PwSurfacePoint *out) {
  memcpy(out->dx[0], d[1][0], sizeof out->dx[0]);
  memcpy(out->dx[1], d[0][1], sizeof out->dx[1]);
  memcpy(out->t[0], d[1][0], sizeof out->t[0]);
  pw_cross(d[1][0], d[0][1], out->n);
  pw_normalise(out->n);
  pw_normalise(out->t[0]);
  pw_cross(out->n, out->t[0], out->t[1]);
  pw_point_bend(out, -pw_dot(out->n, d[2][0]), -pw_dot(out->n, d[1][1]), -pw_dot(out->n, d[0][2]));
}

// c . k c for three directions c gives k.
static void bend_from(double c[3][2], const double curvature[3], double k[3]) {
  double a[3][4];
  for (int i = 0; i < 3; i++) {
    a[i][0] = c[i][0] * c[i][0];
    a[i][1] = 2 * c[i][0] * c[i][1];
    a[i][2] = c[i][1] * c[i][1];
    a[i][3] = curvature[i];
  }
  for (int m = 0; m < 3; m++) {  // Cramer's rule
    double b[3][3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) b[i][j] = a[i][j == m ? 3 : j];
    }
    double whole[3], part[3], rows[3][3];
    for (int i = 0; i < 3; i++) memcpy(rows[i], a[i], 3 * sizeof(double));
    pw_cross(rows[1], rows[2], whole);
    pw_cross(b[1], b[2], part);
    k[m] = pw_dot(b[0], part) / pw_dot(rows[0], whole);
  }
}
static void pole_normal(double d[4][4][3], int r, int end, double n[3]) {
  double sign = (end == 0) == (r == 0) ? 1 : -1;
  pw_cross(r == 0 ? d[1][0] : d[0][1], d[1][1], n);
  for (int m = 0; m < 3; m++) n[m] *= sign;
  pw_normalise(n);
}
// Beside the pole only the curvature is that of the pole.
static void pole_place(const PwSurface *s, int32_t face, const double q[2], const double *origin, int r, int end,
                       PwSurfacePoint *out) {
  int p = 1 - r;
  double d[4][4][3], at[2], c[3][2], curvature[3], n[3];
  derivatives(s, face, q, 2, origin, d);
  memcpy(out->dx[0], d[1][0], sizeof out->dx[0]);
  memcpy(out->dx[1], d[0][1], sizeof out->dx[1]);
  pw_cross(out->dx[0], out->dx[1], out->n);
  at[r] = s->range[r][end];
  at[p] = q[p];
  derivatives(s, face, at, 2, origin, d);
  pole_normal(d, r, end, n);
  if (!(pw_normalise(out->n) > 0) || pw_dot(out->n, n) < 0.9) memcpy(out->n, n, sizeof n);
  memcpy(out->t[0], out->dx[r], sizeof out->t[0]);
  pw_normalise(out->t[0]);
  pw_cross(out->n, out->t[0], out->t[1]);
  for (int i = 0; i < 3; i++) {
    const double *range = s->range[p];
    at[p] = range[0] + (range[1] - range[0]) * i / 3;
    derivatives(s, pw_surface_face(s, at), at, 2, origin, d);
    const double *by_r = r == 0 ? d[1][0] : d[0][1], *by_rr = r == 0 ? d[2][0] : d[0][2];
    double size = pw_norm(by_r);
    for (int m = 0; m < 2; m++) c[i][m] = pw_dot(by_r, out->t[m]) / size;
    curvature[i] = -pw_dot(n, by_rr) / (size * size);
  }
  bend_from(c, curvature, out->k);
  pw_point_turn(out);
}

void pw_nurbs_evaluate(const PwSurface *s, int32_t face, const double q[2], PwSurfacePoint *out) {
  double d[4][4][3], pole[3];
  const double *origin = nearest_pole(s, q, pole);
  int direction, end;
  out->rank = 2;
  derivatives(s, face, q, 2, origin, d);
  for (int m = 0; m < 3; m++) out->x[m] = d[0][0][m] + (origin ? origin[m] : 0);
  if (origin && pw_nurbs_at_pole(s, q, &direction, &end)) {
    pole_place(s, face, q, origin, direction, end, out);
  } else {
    ordinary_place(d, out);
  }
}

// ---- steps near a pole

// How far the direction in which the surface leaves the pole at q is turned from `to`, in the tangent plane of `at`.
static double turn_from(const PwSurface *s, const PwSurfacePoint *at, int r, int end, double q[2], const double to[2],
                        double *speed) {
  double d[4][4][3], origin[3];
  derivatives(s, pw_surface_face(s, q), q, 1, nearest_pole(s, q, origin), d);
  const double *radial = r == 0 ? d[1][0] : d[0][1];
  double away = end ? -1 : 1, c[2] = {away * pw_dot(radial, at->t[0]), away * pw_dot(radial, at->t[1])};
  *speed = pw_norm(radial);
  return atan2(c[0] * to[1] - c[1] * to[0], c[0] * to[0] + c[1] * to[1]);
}
// A step that is long beside the way to the pole is taken in its tangent plane; the direction is looked for.
bool pw_nurbs_move(const PwSurface *s, const double q[2], const PwSurfacePoint *p, const double step[2], double out[2]) {
  enum { TRIES = 24, ITERATIONS = 8 };
  static const double LONG = 0.3;
  double pole[3], x[3], to[2];
  const double *origin = nearest_pole(s, q, pole);
  if (!origin) return false;
  for (int m = 0; m < 3; m++) x[m] = p->x[m] - origin[m];
  if (hypot(step[0], step[1]) < LONG * pw_norm(x)) return false;
  for (int k = 0; k < 2; k++) to[k] = pw_dot(x, p->t[k]) + step[k];
  int r = distance_to_end(s, q, 0, 0) < 0.5 ? (s->pole[0][0] ? 0 : 1) : s->pole[0][1] ? 0 : 1;
  int end = distance_to_end(s, q, r, 0) < 0.5 ? 0 : 1, other = 1 - r;
  double least = INFINITY, speed = 1, at[2], width = s->range[other][1] - s->range[other][0];
  at[r] = s->range[r][end];
  for (int i = 0; i <= TRIES; i++) {
    at[other] = s->range[other][0] + width * i / TRIES;
    double turn = fabs(turn_from(s, p, r, end, at, to, &speed));
    if (turn >= least) continue;
    least = turn;
    out[other] = at[other];
  }
  double before = out[other], f0, f1;  // secants
  at[other] = before;
  f0 = turn_from(s, p, r, end, at, to, &speed);
  out[other] += 0.1 * width / TRIES;
  for (int i = 0; i < ITERATIONS; i++) {
    at[other] = out[other];
    f1 = turn_from(s, p, r, end, at, to, &speed);
    double change = f1 == f0 ? 0 : -f1 * (out[other] - before) / (f1 - f0);
    before = out[other];
    f0 = f1;
    out[other] += fmin(fmax(change, -width / TRIES), width / TRIES);
  }
  if (!s->periodic[other]) out[other] = fmin(fmax(out[other], s->range[other][0]), s->range[other][1]);
  out[r] = s->range[r][end] + (end ? -1 : 1) * hypot(to[0], to[1]) / speed;
  return true;
}
