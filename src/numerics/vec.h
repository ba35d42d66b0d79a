// Vectors in space, unit quaternions (w x y z) and 3x3 matrices (row-major), in line.
#ifndef PW_VEC_H
#define PW_VEC_H
#include <math.h>
#include <stdbool.h>

static inline double pw_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static inline void pw_cross(const double a[3], const double b[3], double out[3]) {
  double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
static inline double pw_norm(const double a[3]) {
  return sqrt(pw_dot(a, a));
}
// Scales a to length 1; returns the old length (0: unchanged).
static inline double pw_normalise(double a[3]) {
  double n = pw_norm(a);
  if (n > 0) {
    for (int i = 0; i < 3; i++) a[i] /= n;
  }
  return n;
}
// No turn at all: a small one may have q[0] = 1, too.
static inline bool pw_quat_is_none(const double q[4]) {
  return q[1] == 0 && q[2] == 0 && q[3] == 0;
}
static inline void pw_quat_multiply(const double a[4], const double b[4], double out[4]) {
  double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  out[0] = w;
  out[1] = x;
  out[2] = y;
  out[3] = z;
}
static inline void pw_quat_conjugate(const double a[4], double out[4]) {
  out[0] = a[0];
  for (int i = 1; i < 4; i++) out[i] = -a[i];
}
static inline void pw_quat_normalise(double q[4]) {
  double n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; i++) q[i] /= n;
}
static inline void pw_quat_matrix(const double q[4], double m[9]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];
  m[0] = w * w + x * x - y * y - z * z;
  m[1] = 2 * (x * y - w * z);
  m[2] = 2 * (x * z + w * y);
  m[3] = 2 * (x * y + w * z);
  m[4] = w * w - x * x + y * y - z * z;
  m[5] = 2 * (y * z - w * x);
  m[6] = 2 * (x * z - w * y);
  m[7] = 2 * (y * z + w * x);
  m[8] = w * w - x * x - y * y + z * z;
}
static inline void pw_quat_rotate(const double q[4], const double v[3], double out[3]) {
  double m[9], a[3] = {v[0], v[1], v[2]};
  pw_quat_matrix(q, m);
  for (int i = 0; i < 3; i++) out[i] = m[3 * i] * a[0] + m[3 * i + 1] * a[1] + m[3 * i + 2] * a[2];
}
// q turned by the rotation vector v (ground axes): exp(v) q.
static inline void pw_quat_turn(double q[4], const double v[3]) {
  double angle = pw_norm(v), s = angle > 1e-8 ? sin(angle / 2) / angle : 0.5 - angle * angle / 48;
  double r[4] = {cos(angle / 2), s * v[0], s * v[1], s * v[2]}, out[4];
  pw_quat_multiply(r, q, out);
  pw_quat_normalise(out);
  for (int i = 0; i < 4; i++) q[i] = out[i];
}
// Quaternion of a rotation matrix (row-major).
static inline void pw_quat_from_matrix(const double m[9], double q[4]) {
  double trace = m[0] + m[4] + m[8];
  if (trace > 0) {
    double s = 2 * sqrt(trace + 1);
    q[0] = s / 4, q[1] = (m[7] - m[5]) / s, q[2] = (m[2] - m[6]) / s, q[3] = (m[3] - m[1]) / s;
  } else {
    int i = m[4] > m[0] ? 1 : 0;
    if (m[8] > m[4 * i]) i = 2;
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double s = 2 * sqrt(1 + m[4 * i] - m[4 * j] - m[4 * k]);
    q[0] = (m[3 * k + j] - m[3 * j + k]) / s;
    q[1 + i] = s / 4;
    q[1 + j] = (m[3 * j + i] + m[3 * i + j]) / s;
    q[1 + k] = (m[3 * k + i] + m[3 * i + k]) / s;
  }
  pw_quat_normalise(q);
}
#endif
