// Switching functions of touches: positive as long as nothing happens.
#ifndef PW_SWITCHING_H
#define PW_SWITCHING_H
#include "contact/pair.h"

// Per touch, in this order.
typedef enum {
  PW_SWITCH_HOLD,                            // open: gap (G_I); closed: what holds it, its force (G_F); pressed: overlap
  PW_SWITCH_END,                             // PW_ENDS of them: ends of its elements (G_T)
  PW_SWITCH_FOLD = PW_SWITCH_END + PW_ENDS,  // where it ends or splits between them (G_K)
  PW_SWITCH_LAW,                             // pressed: factor of the law, which must not pull
  PW_TOUCH_SWITCHES
} PwTouchSwitch;

// Values for a touch placed and moved at the state of `m`. `hold`: of a closed one, what holds it; INFINITY: it does not open.
void pw_touch_switches(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double hold,
                       double g[PW_TOUCH_SWITCHES]);
// Of an open touch that could not be placed: it is gone, and searched for.
void pw_touch_switches_gone(double g[PW_TOUCH_SWITCHES]);
// What counts as zero where a function starts, for the touch as remembered. `rounding`: of the scale of gaps; `hold`: of what
// holds a closed one.
void pw_touch_noise(const PwTouches *t, const PwTouch *touch, double rounding, double hold, double noise[PW_TOUCH_SWITCHES]);
// Is it soft: does what follows leave the motion as it is?
bool pw_touch_switch_is_soft(const PwTouch *touch, PwTouchSwitch function);
#endif
