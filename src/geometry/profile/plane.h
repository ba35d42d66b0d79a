// Vectors in the plane, in line.
#ifndef PW_PLANE_H
#define PW_PLANE_H

static inline double pw_dot2(const double a[2], const double b[2]) {
  return a[0] * b[0] + a[1] * b[1];
}
static inline double pw_cross2(const double a[2], const double b[2]) {
  return a[0] * b[1] - a[1] * b[0];
}
#endif
