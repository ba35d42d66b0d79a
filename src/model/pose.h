// Orientations as a drawing gives them.
#ifndef PW_POSE_H
#define PW_POSE_H
#include <stdbool.h>

#include "numerics/vec.h"

// From three axes of a frame, square to each other and of length 1.
void pw_quat_from_axes(const double x[3], const double y[3], const double z[3], double q[4]);
// A turn about x (0), y (1) or z (2).
void pw_quat_about(int axis, double angle, double q[4]);
// Scales to length 1; false if there is no direction.
bool pw_direction(double a[3]);

// The frame whose z is `axis` (length 1) and whose x is `toward` made square to it; where that is along z, `other` instead.
void pw_quat_from_z(const double axis[3], const double toward[3], const double other[3], double q[4]);
#endif
