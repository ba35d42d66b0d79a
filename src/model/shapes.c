// Integrals over solids: closed forms, for the outline Green's theorem edge by edge (exact for a polygon).
#include "model/shapes.h"

#include <math.h>

#include "numerics/vec.h"

#define PI 3.14159265358979323846

PwSolid pw_solid_box(const double s[3]) {
  double m = s[0] * s[1] * s[2], x = s[0] * s[0], y = s[1] * s[1], z = s[2] * s[2];
  return (PwSolid){m, {0}, {m * (y + z) / 12, m * (x + z) / 12, m * (x + y) / 12}};
}

PwSolid pw_solid_cylinder(double radius, double length, int axis) {
  double m = PI * radius * radius * length, along = m * radius * radius / 2;
  double across = m * (3 * radius * radius + length * length) / 12;
  PwSolid solid = {m, {0}, {across, across, across}};
  solid.inertia[axis] = along;
  return solid;
}

PwSolid pw_solid_sphere(double radius) {
  double m = 4 * PI / 3 * radius * radius * radius, i = 2 * m * radius * radius / 5;
  return (PwSolid){m, {0}, {i, i, i}};
}

// Moments of the area about the first point, where they are small, then moved to the centre.
PwSolid pw_solid_outline(const double (*point)[2], int32_t count, double depth) {
  double area = 0, sx = 0, sy = 0, xx = 0, yy = 0, xy = 0;
  const double *o = point[0];
  for (int32_t k = 0; k < count; k++) {
    const double *p = point[k], *q = point[(k + 1) % count];
    double a = p[0] - o[0], b = p[1] - o[1], c = q[0] - o[0], d = q[1] - o[1], w = a * d - c * b;
    area += w / 2;
    sx += w * (a + c) / 6;
    sy += w * (b + d) / 6;
    xx += w * (a * a + a * c + c * c) / 12;
    yy += w * (b * b + b * d + d * d) / 12;
    xy += w * (a * d + 2 * a * b + 2 * c * d + c * b) / 24;
  }
  double x = sx / area, y = sy / area, m = fabs(area) * depth, sign = area < 0 ? -depth : depth;
  xx = sign * (xx - x * sx);
  yy = sign * (yy - y * sy);
  xy = sign * (xy - x * sy);
  double thick = m * depth * depth / 12;
  return (PwSolid){m, {o[0] + x, o[1] + y, 0}, {yy + thick, xx + thick, xx + yy, -xy, 0, 0}};
}

void pw_solid_move(PwSolid *solid, const double shift[3], const double q[4]) {
  static const int at[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  double r[9], turned[6] = {0};
  pw_quat_matrix(q, r);
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) turned[at[i][j]] += r[3 * i + k] * solid->inertia[at[k][l]] * r[3 * j + l];
      }
    }
  }
  for (int k = 0; k < 6; k++) solid->inertia[k] = turned[k];
  double center[3];
  pw_quat_rotate(q, solid->center, center);
  for (int k = 0; k < 3; k++) solid->center[k] = center[k] + shift[k];
}

void pw_solid_add(PwSolid *sum, const PwSolid *other) {
  double mass = sum->mass + other->mass, share = mass > 0 ? other->mass / mass : 0, d[3];
  double reduced = sum->mass * share;  // both parts together about their common centre
  for (int k = 0; k < 3; k++) d[k] = other->center[k] - sum->center[k];
  double square = pw_dot(d, d);
  for (int k = 0; k < 3; k++) sum->inertia[k] += other->inertia[k] + reduced * (square - d[k] * d[k]);
  sum->inertia[3] += other->inertia[3] - reduced * d[0] * d[1];
  sum->inertia[4] += other->inertia[4] - reduced * d[0] * d[2];
  sum->inertia[5] += other->inertia[5] - reduced * d[1] * d[2];
  for (int k = 0; k < 3; k++) sum->center[k] += share * d[k];
  sum->mass = mass;
}

void pw_solid_scale(PwSolid *solid, double factor) {
  solid->mass *= factor;
  for (int k = 0; k < 6; k++) solid->inertia[k] *= factor;
}

// Which side of the line p q the point r is on: sign of the area.
static double side(const double *p, const double *q, const double *r) {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

bool pw_outline_crosses(const double (*point)[2], int32_t count, int32_t pair[2]) {
  for (int32_t i = 0; i < count; i++) {
    const double *a = point[i], *b = point[(i + 1) % count];
    for (int32_t j = i + 2; j < count; j++) {
      if (i == 0 && j == count - 1) continue;  // neighbours around the end
      const double *c = point[j], *d = point[(j + 1) % count];
      if (fmax(a[0], b[0]) < fmin(c[0], d[0]) || fmax(c[0], d[0]) < fmin(a[0], b[0])) continue;
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) {
        pair[0] = i;
        pair[1] = j;
        return true;
      }
    }
  }
  return false;
}
