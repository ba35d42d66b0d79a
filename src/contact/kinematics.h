// Motion of one touch in the plane (design: contact kinematics), for any gap, corners included.
//
// t = z x n; c_i from the origin (centre of mass) of body i to x_i; V_i, w_i speeds of the bodies.
//
//   dg/dt = n . (V1 - V2) = jac . (v1, w1, v2, w2)
//   (K1 + K2 + g K1 K2) r2 = (w1 - w2) + K1 s - g K1 w2,  eta = w2 + K2 r2,  r1 = r2 - s + g eta        (curvatures)
//   (C1 + C2 + g) eta = s + C1 w1 + C2 w2,  r1 = C1 (w1 - eta),  r2 = C2 (eta - w2)                     (corners: C = 0)
//   d2g/dt2 = jac . a + bias,
//   bias = n . (-w1^2 c1 + w2^2 c2) + 2 s eta - g eta^2 - r1 (w1 - eta) - r2 (eta - w2)
//   n' = eta t,  c_i' = w_i z x c_i + r_i t,  so for jac = (n, c1 x n, -n, -c2 x n):  (c_i x n)' = (eta - w_i) n . c_i - r_i
#ifndef PW_KINEMATICS_H
#define PW_KINEMATICS_H
#include "geometry/plane/touch.h"

typedef struct {
  double jac[6];  // d(gap) by (x1, y1, angle1, x2, y2, angle2)
  double rate;    // dg/dt
  double bias;    // d2g/dt2 at zero accelerations
  double slip;    // s
  double eta;     // turning speed of the normal
  double r[2];    // speed of the touch over each boundary, along t = z x n
  double u_rate[2];
} PwTouchSpeed;

// origin[i]: position of body i's origin; v[i]: its speeds (vx, vy, w).
void pw_touch_jacobian(const PwTouchPoint *p, const double *origin1, const double *origin2, double jac[6]);
void pw_touch_speed(const PwTouchPoint *p, const double *origin1, const double *origin2, const double *v1, const double *v2,
                    PwTouchSpeed *out);
// d(jac)/dt, from the motion of the touch: jac' . v = bias.
void pw_touch_jacobian_rate(const PwTouchPoint *p, const double *origin1, const double *origin2, const double *v1,
                            const double *v2, const PwTouchSpeed *speed, double out[6]);
// Second derivatives of the gap in the six coordinates (symmetric, row-major): bias is v . H v.
void pw_touch_hessian(const PwTouchPoint *p, const double *origin1, const double *origin2, double H[36]);
#endif
