// How the rows of closed touches, and the friction of what slides, change with one position or one speed of the bodies.
//
// Central differences of the very expressions that a run uses, with steps halved again and again and extrapolated to step zero
// (Ridders 1982). Each number is taken where two extrapolations agree best. The touch is followed to its place at every step, so
// all that changes along the boundaries is in them, third derivatives of surfaces, edges and points included. As steps begin at
// 1/32 (of a radian, of the shortest lever) and need not become small, rounding stays below 1e-12 of the largest number.
#ifndef PW_TOUCH_CHANGE_H
#define PW_TOUCH_CHANGE_H
#include "contact/rows.h"
#include "mechanics/motion.h"

typedef struct {
  double jac[12], rate, bias;
} PwRowChange;

typedef struct {
  PwActing *acting;  // stands anywhere afterwards
  PwMotion *motion;  // what it is placed by
  int32_t size;      // numbers of a sample
  double *q, *v, *step;
  double *sample[2];       // at both ends of a step
  double *level[2];        // [LEVELS][size] extrapolations with the last step, and with the one before
  double *value, *error;   // [size] best so far
  double *number, *drift;  // [acting->tail] friction of pressed touches as numbers of a state, and how these change
  // what the last call found
  PwRowChange *row;      // [acting->rows] not of stops
  double (*wrench)[12];  // [acting->slidings] on their bodies, at fixed loads
  double (*pull)[12];    // [acting->displaced] on their bodies, of the force that they have, which turns with the surfaces
} PwTouchChange;

// Must be created anew when other touches act.
PawlStatus pw_touch_change_create(PwActing *acting, PwMotion *motion, PwArena *arena, PwTouchChange *out);
// Size of the friction of what slides: by the forces of the rows, of a joint by its load at the last decision.
double pw_touch_change_friction(const PwActing *a, const PwSliding *s, const double *force);
// By speed number `by`, or by the shift or turn that it is the rate of. force: of the rows, as far as friction needs it.
PawlStatus pw_touch_change_by_position(PwTouchChange *c, double t, const double *q, const double *v, const double *force,
                                       const PwDiscrete *discrete, int32_t by);
PawlStatus pw_touch_change_by_speed(PwTouchChange *c, double t, const double *q, const double *v, const double *force,
                                    const PwDiscrete *discrete, int32_t by);
#endif
