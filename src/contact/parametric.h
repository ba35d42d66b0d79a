// The touch of two smooth surfaces in their own parameters (T03 eq. 23 and 28): speeds and accelerations of (u, v) on each, from
// the motion of the bodies. A second way to the motion of a touch, and an output; the equations of motion do without it.
//
// With x_i(u, v) in ground axes, d = x1 - x2, N1 = x1_u x x1_v, for the tangents x2_a of surface 2:
//
//   F_a = x2_a . d = 0,   H_a = N1 . x2_a = 0        differentiated once for the speeds, twice for the accelerations
//
// where the derivative of a vector X fixed to body i at (u, v) = q is X' = w x X + X_j q_j', and
// X'' = alpha x X + w x (w x X) + 2 w x X_j q_j' + X_jk q_j' q_k' + X_j q_j''.
#ifndef PW_PARAMETRIC_H
#define PW_PARAMETRIC_H
#include "geometry/space/surface_touch.h"

// A body that carries a surface: where and how it moves.
typedef struct {
  const PwSurface *surface;
  PwPose3 pose;  // of the surface
  int32_t face;
  double q[2];           // the touch on it
  const double *origin;  // of the body: its centre of mass
  const double *v;       // its speeds, 3 and 3
  const double *a;       // its accelerations, 3 and 3
} PwCarrier;

// False: a parameter has no meaning there (an edge, a point, a pole, a touch that ends).
bool pw_parametric_motion(const PwCarrier carrier[2], double rate[2][2], double acceleration[2][2]);
#endif
