// Curvatures of pairs of parts: what is known of N = K1 + K2 + g K1 K2 without knowing the touch.
#include <math.h>

#include "geometry/space/surface_search.h"

// In tangents t, by way of their components along the cell's own.
static void in_tangents(const PwCell *c, const double t[2][3], double out[3]) {
  double a[2][2];
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 2; k++) a[i][k] = pw_dot(t[i], c->t[k]);
  }
  for (int i = 0; i < 3; i++) {
    const double *p = a[i == 2 ? 1 : 0], *q = a[i == 0 ? 0 : 1];
    out[i] = c->k[0] * p[0] * q[0] + c->k[1] * (p[0] * q[1] + p[1] * q[0]) + c->k[2] * p[1] * q[1];
  }
}
static void eigenvalues(const double k[3], double out[2]) {
  double mean = 0.5 * (k[0] + k[2]), half = hypot(0.5 * (k[0] - k[2]), k[1]);
  out[0] = mean - half;
  out[1] = mean + half;
}
static double size_of(const double k[3]) {
  double e[2];
  eigenvalues(k, e);
  return fmax(fabs(e[0]), fabs(e[1]));
}
static double unevenness(const double k[3]) {
  return 2 * hypot(0.5 * (k[0] - k[2]), k[1]);
}
// Tangent planes are not quite the same: the components along each other's tangents lose cos^2 of the tilt, and the way over the
// plane of the touch turns them by the area between the three normals. Both are of second order: 1.5 tilt^2 is more.
bool pw_pair_bend(const PwCell *a, const PwCell *b, PwPairBend *out) {
  if (a->rank < 2 || b->rank < 2) return false;
  double cross[3], sum[3], rest[3], e[2];
  in_tangents(a, b->t, out->k1);
  for (int i = 0; i < 3; i++) {
    out->k2[i] = b->k[i];
    sum[i] = out->k1[i] + out->k2[i];
    rest[i] = out->k1[i] - out->k2[i];
  }
  pw_cross(a->n, b->n, cross);
  double tilt = atan2(pw_norm(cross), -pw_dot(a->n, b->n)) + 1.05 * (pw_cell_turn(a) + pw_cell_turn(b));
  double stray[2] = {pw_cell_bend(a), pw_cell_bend(b)};
  out->off = stray[0] + stray[1] + size_of(a->k) * 1.5 * tilt * tilt;
  out->uneven = fmin(unevenness(a->k) + 2 * stray[0], unevenness(b->k) + 2 * stray[1]);
  if (isnan(out->off)) out->off = INFINITY;
  eigenvalues(sum, e);
  out->sum = e[0];
  out->difference = size_of(rest);
  return true;
}
