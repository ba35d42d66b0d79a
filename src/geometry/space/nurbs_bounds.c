// Bounds of second derivatives of a NURBS over a part of one span.
//
// The third derivatives of (A, w) lie in the hulls of their own control points. Each lower derivative follows from its value in
// the middle by the mean value theorem. About the middle as origin, x = A/w by Leibniz' rule, all in absolute values:
//
//   w x_ij = A_ij - sum C(i, a) C(j, b) w_ab x_(i-a)(j-b)
//
// and m = x_u x x_v from the derivatives of x up to the third.
#include <math.h>

#include "geometry/space/nurbs.h"
#include "geometry/space/surface_cell.h"
#include "geometry/space/surface_parts.h"

enum { N = PW_NURBS_DEGREE + 1 };

typedef struct {
  int32_t rows, columns;
  double c[N][N][4];
} Local;

// The control points of the derivative: order is that of the result in this direction; first: the span's first control point.
static void differentiate(const double *knot, int32_t degree, int32_t first, int32_t order, int direction, Local *w) {
  int32_t *count = direction == 0 ? &w->rows : &w->columns;
  if (*count == 0) return;
  --*count;
  for (int32_t i = 0; i < w->rows; i++) {
    for (int32_t j = 0; j < w->columns; j++) {
      int32_t a = first + (direction == 0 ? i : j);
      double factor = (degree - order + 1) / (knot[a + degree + 1] - knot[a + order]);
      const double *next = direction == 0 ? w->c[i + 1][j] : w->c[i][j + 1];
      for (int m = 0; m < 4; m++) w->c[i][j][m] = factor * (next[m] - w->c[i][j][m]);
    }
  }
}
static void largest(const Local *w, double *a, double *weight) {
  *a = *weight = 0;
  for (int32_t i = 0; i < w->rows; i++) {
    for (int32_t j = 0; j < w->columns; j++) {
      *a = fmax(*a, pw_norm(w->c[i][j]));
      *weight = fmax(*weight, fabs(w->c[i][j][3]));
    }
  }
}

typedef struct {
  double a[4][4], w[4][4];  // largest absolute values of the derivatives of A and w
  double least;             // of w
  double x[4][4];           // of x
} Sizes;

// Only what is in use: most nets are of a low degree.
static void copy_local(const Local *from, Local *to) {
  to->rows = from->rows;
  to->columns = from->columns;
  for (int32_t i = 0; i < from->rows; i++) memcpy(to->c[i], from->c[i], (size_t)from->columns * sizeof from->c[i][0]);
}
static void third_derivatives(const PwSurface *s, const int32_t k[2], const double origin[3], Sizes *out) {
  int32_t first[2] = {k[0] - s->degree[0], k[1] - s->degree[1]};
  Local net, w;
  net.rows = s->degree[0] + 1;
  net.columns = s->degree[1] + 1;
  out->least = INFINITY;
  for (int32_t i = 0; i < net.rows; i++) {
    for (int32_t j = 0; j < net.columns; j++) {
      const double *c = s->net + 4 * ((size_t)(first[0] + i) * (size_t)s->count[1] + (size_t)(first[1] + j));
      for (int m = 0; m < 3; m++) net.c[i][j][m] = c[m] - origin[m] * c[3];
      net.c[i][j][3] = c[3];
      out->least = fmin(out->least, c[3]);
    }
  }
  for (int i = 0; i <= 3; i++) {
    copy_local(&net, &w);
    for (int n = 1; n <= i; n++) differentiate(s->knot[0], s->degree[0], first[0], n, 0, &w);
    for (int n = 1; n <= 3 - i; n++) differentiate(s->knot[1], s->degree[1], first[1], n, 1, &w);
    largest(&w, &out->a[i][3 - i], &out->w[i][3 - i]);
  }
}
// From the middle: f_ij <= |f_ij| + h_u f_(i+1)j + h_v f_i(j+1).
static void lower_derivatives(const PwNurbsSums *middle, const double h[2], Sizes *out) {
  for (int order = 2; order >= 0; order--) {
    for (int i = 0; i <= order; i++) {
      int j = order - i;
      const double *c = middle->a[i][j];
      out->a[i][j] = pw_norm(c) + h[0] * out->a[i + 1][j] + h[1] * out->a[i][j + 1];
      out->w[i][j] = fabs(c[3]) + h[0] * out->w[i + 1][j] + h[1] * out->w[i][j + 1];
    }
  }
  out->least = fmax(out->least, middle->a[0][0][3] - h[0] * out->w[1][0] - h[1] * out->w[0][1]);
}
static void quotients(Sizes *z) {
  static const double choose[4][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
  for (int i = 0; i < 4; i++) {
    for (int j = 0; i + j < 4; j++) {
      double x = z->a[i][j];
      for (int a = 0; a <= i; a++) {
        for (int b = a == 0 ? 1 : 0; b <= j; b++) x += choose[i][a] * choose[j][b] * z->w[a][b] * z->x[i - a][j - b];
      }
      z->x[i][j] = x / z->least;
    }
  }
}
// First and second derivatives once more, from the exact ones in the middle.
static void sharpen(const double d[4][4][3], const double h[2], Sizes *z) {
  for (int order = 2; order >= 1; order--) {
    for (int i = 0; i <= order; i++) {
      int j = order - i;
      z->x[i][j] = fmin(z->x[i][j], pw_norm(d[i][j]) + h[0] * z->x[i + 1][j] + h[1] * z->x[i][j + 1]);
    }
  }
}

bool pw_nurbs_bounds(const PwSurface *s, int32_t face, const double q[2][2], double bound[6]) {
  double middle[2], h[2], u[2], d[4][4][3], n[3];
  int32_t k[2];
  Sizes z = {0};
  for (int i = 0; i < 2; i++) {
    u[i] = middle[i] = 0.5 * (q[i][0] + q[i][1]);
    h[i] = 0.5 * (q[i][1] - q[i][0]);
    k[i] = pw_nurbs_find_span(s, face, i, &u[i]);
  }
  pw_nurbs_derivatives(s, face, middle, 2, d);
  third_derivatives(s, k, d[0][0], &z);
  PwNurbsSums sums;
  pw_nurbs_sums(s, face, middle, 2, d[0][0], &sums);
  lower_derivatives(&sums, h, &z);
  if (!s->rational) memset(z.w, 0, sizeof z.w);
  quotients(&z);
  sharpen(d, h, &z);
  double(*x)[4] = z.x, m1[2], m2[3], by_u[3], by_v[3], more[3];
  m2[0] = x[3][0] * x[0][1] + 2 * x[2][0] * x[1][1] + x[1][0] * x[2][1];
  m2[1] = x[2][1] * x[0][1] + x[2][0] * x[0][2] + x[1][0] * x[1][2];
  m2[2] = x[1][2] * x[0][1] + 2 * x[1][1] * x[0][2] + x[1][0] * x[0][3];
  pw_cross(d[1][0], d[0][1], n);
  pw_cross(d[2][0], d[0][1], by_u);
  pw_cross(d[1][0], d[1][1], more);
  for (int i = 0; i < 3; i++) by_u[i] += more[i];
  pw_cross(d[1][1], d[0][1], by_v);
  pw_cross(d[1][0], d[0][2], more);
  for (int i = 0; i < 3; i++) by_v[i] += more[i];
  m1[0] = pw_norm(by_u) + h[0] * m2[0] + h[1] * m2[1];
  m1[1] = pw_norm(by_v) + h[0] * m2[1] + h[1] * m2[2];
  double least = pw_norm(n) - h[0] * m1[0] - h[1] * m1[1];
  if (!(least > 0)) return false;
  bound[0] = x[2][0];
  bound[1] = x[1][1];
  bound[2] = x[0][2];
  pw_bound_normal(m1, m2, least, bound + 3);
  return true;
}
