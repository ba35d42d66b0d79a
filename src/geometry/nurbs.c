// Evaluation of NURBS: x = A/w with A = sum N_i(u) N_j(v) w_ij P_ij, w = sum N_i N_j w_ij; derivatives by Leibniz' rule on w x =
// A.
//
// At an edge whose control points are all one point P, a pole, every N_i but the first has the factor u - u0: about P as origin
// the way from it is computed with full relative precision. At the pole itself, with r the parameter towards it and p the other:
//
//   n along x_r x x_rp,   curvature -n . x_rr/|x_r|^2 in the direction x_r(p): three values of p give the matrix
#include "geometry/nurbs.h"

#include <math.h>

#include "geometry/surface_parts.h"

static const double AT_POLE = 1e-8;  // of the parameter's range

int32_t pw_nurbs_span(const double *knot, int32_t from, int32_t to, double u) {
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

// Derivatives: from the basis of lower degree, raised by dN_i/du = d (N_i/(t_i+d - t_i) - N_i+1/(t_i+d+1 - t_i+1)).
static void raise(const double *knot, int32_t k, int32_t from, int32_t to, double *b) {
  for (int32_t d = from + 1; d <= to; d++) {
    double carried = 0;
    for (int32_t j = 0; j < d; j++) {  // function j of degree d - 1 is number k - d + 1 + j
      double share = d * b[j] / (knot[k + 1 + j] - knot[k + 1 + j - d]);
      b[j] = carried - share;
      carried = share;
    }
    b[d] = carried;
  }
}
void pw_nurbs_basis(const double *knot, int32_t degree, int32_t k, double u, int32_t order,
                    double out[PW_NURBS_ORDERS][PW_NURBS_DEGREE + 1]) {
  double b[PW_NURBS_DEGREE + 1] = {1};
  for (int32_t d = 0; d <= degree; d++) {
    if (degree - d <= order) memcpy(out[degree - d], b, (size_t)(d + 1) * sizeof *b);
    double carried = 0;
    for (int32_t j = 0; j <= d && d < degree; j++) {
      double right = knot[k + 1 + j], left = knot[k + j - d], share = b[j] / (right - left);
      b[j] = carried + (right - u) * share;
      carried = (u - left) * share;
    }
    if (d < degree) b[d + 1] = carried;
  }
  for (int32_t i = 1; i <= order; i++) {
    if (i <= degree) {
      raise(knot, k, degree - i, degree, out[i]);
    } else {
      memset(out[i], 0, (size_t)(degree + 1) * sizeof *out[i]);
    }
  }
}

// ---- homogeneous sums

static double into_range(const PwSurface *s, int direction, double u) {
  const double *range = s->range[direction];
  if (!s->seamless[direction]) return u;
  double period = range[1] - range[0];
  return u - period * floor((u - range[0]) / period);
}
int32_t pw_nurbs_find_span(const PwSurface *s, int32_t face, int direction, double *u) {
  int32_t segment = pw_face_segment(s, face, direction);
  const int32_t *first = s->first[direction];
  *u = into_range(s, direction, *u);
  return pw_nurbs_span(s->knot[direction], first[segment], first[segment + 1], *u);
}
void pw_nurbs_sums(const PwSurface *s, int32_t face, const double q[2], int32_t order, const double *origin, PwNurbsSums *out) {
  double basis[2][PW_NURBS_ORDERS][PW_NURBS_DEGREE + 1], u[2] = {q[0], q[1]};
  int32_t p = s->degree[0], r = s->degree[1], k[2];
  for (int d = 0; d < 2; d++) {
    k[d] = pw_nurbs_find_span(s, face, d, &u[d]);
    pw_nurbs_basis(s->knot[d], s->degree[d], k[d], u[d], order, basis[d]);
  }
  memset(out, 0, sizeof *out);
  for (int32_t i = 0; i <= p; i++) {
    const double *net = s->net + 4 * ((size_t)(k[0] - p + i) * (size_t)s->count[1] + (size_t)(k[1] - r));
    double row[4][4] = {{0}};
    for (int32_t j = 0; j <= r; j++, net += 4) {
      double c[4] = {net[0], net[1], net[2], net[3]};
      for (int m = 0; m < 3 && origin; m++) c[m] -= origin[m] * c[3];
      for (int32_t b = 0; b <= order; b++) {
        for (int m = 0; m < 4; m++) row[b][m] += basis[1][b][j] * c[m];
      }
    }
    for (int32_t a = 0; a <= order; a++) {
      for (int32_t b = 0; a + b <= order; b++) {
        for (int m = 0; m < 4; m++) out->a[a][b][m] += basis[0][a][i] * row[b][m];
      }
    }
  }
}
static void divide(const PwNurbsSums *sums, int32_t order, double out[4][4][3]) {
  static const double choose[4][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
  double w = sums->a[0][0][3];
  for (int32_t i = 0; i <= order; i++) {
    for (int32_t j = 0; i + j <= order; j++) {
      double x[3] = {sums->a[i][j][0], sums->a[i][j][1], sums->a[i][j][2]};
      for (int32_t a = 0; a <= i; a++) {
        for (int32_t b = a == 0 ? 1 : 0; b <= j; b++) {
          double factor = choose[i][a] * choose[j][b] * sums->a[a][b][3];
          for (int m = 0; m < 3; m++) x[m] -= factor * out[i - a][j - b][m];
        }
      }
      for (int m = 0; m < 3; m++) out[i][j][m] = x[m] / w;
    }
  }
}
static void derivatives(const PwSurface *s, int32_t face, const double q[2], int32_t order, const double *origin,
                        double out[4][4][3]) {
  PwNurbsSums sums;
  pw_nurbs_sums(s, face, q, order, origin, &sums);
  if (s->rational) {
    divide(&sums, order, out);
    return;
  }
  for (int32_t i = 0; i <= order; i++) {
    for (int32_t j = 0; i + j <= order; j++) memcpy(out[i][j], sums.a[i][j], 3 * sizeof(double));
  }
}
void pw_nurbs_derivatives(const PwSurface *s, int32_t face, const double q[2], int32_t order, double out[4][4][3]) {
  derivatives(s, face, q, order, NULL, out);
}

// ---- places

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

// How far the direction of the surface at the pole, at parameter p, is turned from `to`, in the tangent plane of `at`.
static double turn_from(const PwSurface *s, const PwSurfacePoint *at, int r, double q[2], const double to[2], double *speed) {
  double d[4][4][3], origin[3];
  derivatives(s, pw_surface_face(s, q), q, 1, nearest_pole(s, q, origin), d);
  const double *radial = r == 0 ? d[1][0] : d[0][1];
  double c[2] = {pw_dot(radial, at->t[0]), pw_dot(radial, at->t[1])};
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
    double turn = fabs(turn_from(s, p, r, at, to, &speed));
    if (turn >= least) continue;
    least = turn;
    out[other] = at[other];
  }
  double before = out[other], f0, f1;  // secants
  at[other] = before;
  f0 = turn_from(s, p, r, at, to, &speed);
  out[other] += 0.1 * width / TRIES;
  for (int i = 0; i < ITERATIONS; i++) {
    at[other] = out[other];
    f1 = turn_from(s, p, r, at, to, &speed);
    double change = f1 == f0 ? 0 : -f1 * (out[other] - before) / (f1 - f0);
    before = out[other];
    f0 = f1;
    out[other] += fmin(fmax(change, -width / TRIES), width / TRIES);
  }
  if (!s->periodic[other]) out[other] = fmin(fmax(out[other], s->range[other][0]), s->range[other][1]);
  out[r] = s->range[r][end] + (end ? -1 : 1) * hypot(to[0], to[1]) / speed;
  return true;
}
