// Motion of one touch in space (design: contact kinematics), for any gap; edges and points included.
//
// T = [t1 t2] a basis of the tangent plane, t1 x t2 = n; c_i from the centre of mass of body i to x_i; V_i, w_i the bodies'
// speeds; s = T^T (V1 - V2) the slip, o_i = T^T (w_i x n), eta = T^T dn/dt, r_i the velocity of the touch over boundary i:
//
// where c_i are coordinates along boundary i that move its point by A_i c_i and its outward normal by B_i c_i (surface_touch.h;
// on a smooth one A = 1, B = K, so that c = r):
//
//   B1 c1 = o1 - eta,   B2 c2 = eta - o2,   r_i = A_i c_i,   r2 - r1 = s - g eta
//   dg/dt   = n . (V1 - V2) = jac . (v1, w1, v2, w2)
//   d2g/dt2 = jac . a + bias
//   bias    = n . (w1 x (w1 x c1) - w2 x (w2 x c2)) + 2 s . eta - g eta . eta - r1 . (o1 - eta) - r2 . (eta - o2)
#ifndef PW_SPACE_KINEMATICS_H
#define PW_SPACE_KINEMATICS_H
#include "geometry/space/surface_touch.h"

typedef struct {
  double rate;     // dg/dt
  double bias;     // d2g/dt2 at zero accelerations
  double slip[2];  // s
  double eta[2];   // turning of the normal
  double r[2][2];  // velocity of the touch over each boundary, in T
  double c[2][2];  // rates of the coordinates c
} PwSpaceSpeed;

// origin: positions of the bodies' centres of mass; v: their speeds (3 and 3).
void pw_space_jacobian(const PwSurfaceTouch *p, const double *origin1, const double *origin2, double jac[12]);
void pw_space_speed(const PwSurfaceTouch *p, const double *origin1, const double *origin2, const double *v1, const double *v2,
                    PwSpaceSpeed *out);
// d(jac)/dt along the motion.
void pw_space_jacobian_rate(const PwSurfaceTouch *p, const double *origin1, const double *origin2, const double *v1,
                            const double *v2, const PwSpaceSpeed *speed, double out[12]);
// Derivative of jac by the twelve positions (a shift and a turn of each body), row by row; not symmetric: turns do not commute.
void pw_space_hessian(const PwSurfaceTouch *p, const double *origin1, const double *origin2, double H[144]);
#endif
