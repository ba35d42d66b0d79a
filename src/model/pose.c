#include "model/pose.h"

void pw_quat_from_axes(const double x[3], const double y[3], const double z[3], double q[4]) {
  const double m[9] = {x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
  pw_quat_from_matrix(m, q);
}

void pw_quat_about(int axis, double angle, double q[4]) {
  q[0] = cos(angle / 2), q[1] = q[2] = q[3] = 0;
  q[1 + axis] = sin(angle / 2);
}

bool pw_direction(double a[3]) {
  double big = fmax(fabs(a[0]), fmax(fabs(a[1]), fabs(a[2])));  // so that no square overflows or vanishes
  if (!(big > 0) || !isfinite(big)) return false;
  if (big <= 1 && fabs(pw_norm(a) - 1) <= 1e-15) return true;  // done once, it changes nothing more
  for (int k = 0; k < 3; k++) a[k] /= big;
  return pw_normalise(a) > 0;
}

void pw_quat_from_z(const double axis[3], const double toward[3], const double other[3], double q[4]) {
  double x[3], y[3];
  pw_cross(axis, toward, y);
  if (pw_norm(y) < 1e-6) pw_cross(axis, other, y);
  pw_normalise(y);
  pw_cross(y, axis, x);
  pw_quat_from_axes(x, y, axis, q);
}
