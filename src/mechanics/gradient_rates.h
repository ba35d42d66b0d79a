// Rates of gradients along the motion, after pw_motion_place and pw_motion_move.
//
//   jac = (-g, u1 - c1 x g, g, u2 + c2 x g)      g: gradient in V2 - V1 of the frames; u_i: in W_i; c_i: lever of frame i
//   c_i' = w_i x c_i + vrel_i = V_i - v_i,  (axis of frame i)' = W_i x axis,  d' = V2 - V1
//   s''  = jac . a + bias;  bias = jac' . v where no frame moves on its body
#ifndef PW_GRADIENT_RATES_H
#define PW_GRADIENT_RATES_H
#include "mechanics/motion.h"

// d(jac)/dt of a scalar (planar: 6 numbers). It needs no accelerations, but for one kind that no row has: for the size of a speed
// those of the bodies are taken as zero.
void pw_scalar_jac_rate(const PwMotion *m, int32_t scalar, double out[12]);
// Derivatives of jac by the positions of the two bodies (a shift and a turn of each), row by row; not symmetric in space: turns
// do not commute. Of scalars that are no speed, at the state last placed.
void pw_scalar_hessian(const PwMotion *m, int32_t scalar, double H[144]);
// force += lambda * J_row, and force += lambda * dJ_row/dt.
void pw_row_add_jac(const PwMotion *m, int32_t row, double lambda, double *force);
void pw_row_add_jac_rate(const PwMotion *m, int32_t row, double lambda, double *force);
#endif
