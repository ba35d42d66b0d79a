#include "contact/switching.h"

#include <math.h>

#include "contact/law.h"

void pw_touch_switches(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double hold,
                       double g[PW_TOUCH_SWITCHES]) {
  const PwPair *pair = pw_pair_of(t->k, touch);
  PW_NEED_STAGE(motion, PW_STAGE_MOVED, PW_STAGE_MOVED);
  g[PW_SWITCH_LAW] = INFINITY;
  if (pw_touch_is_open(touch)) {
    g[PW_SWITCH_HOLD] = motion->gap;
  } else if (touch->state == PW_TOUCH_PRESSED) {
    g[PW_SWITCH_HOLD] = -motion->gap;
    g[PW_SWITCH_LAW] = pw_force_law_factor(&t->k->contact[touch->contact].law, touch->v0, motion->gap, motion->rate);
  } else {
    g[PW_SWITCH_HOLD] = hold;
  }
  pair->ends(t, m, touch, motion, g + PW_SWITCH_END);
  g[PW_SWITCH_FOLD] = pair->firmness(motion, t->k->size);
}

void pw_touch_switches_gone(double g[PW_TOUCH_SWITCHES]) {
  for (int f = 0; f < PW_TOUCH_SWITCHES; f++) g[f] = f == PW_SWITCH_FOLD ? -1 : INFINITY;
}

// A gap that starts on the wrong side of zero by as little as projection may have moved it counts as zero there: a touch that
// rebounds must not be taken for one that has been passed already.
static double gap_noise(const PwTouches *t, const PwTouch *touch, double rounding) {
  static const double MOVED = 1e-6;
  double size = pw_gap_scale(t->k, touch->contact);
  double wrong = touch->state == PW_TOUCH_PRESSED ? touch->gap : -touch->gap;
  return rounding * size + (wrong > 0 && wrong < MOVED * size ? wrong : 0);
}

// The same for points on elements. A touch beside its end goes as far again before that is noticed: a search may find it there
// again and again.
static double place_noise(double inside) {
  static const double ROUNDING = 1e-10, MOVED = 1e-6;
  double wrong = fmax(-inside, inside - 1);
  return ROUNDING + (wrong > 0 && wrong < MOVED ? 2 * wrong : 0);
}

void pw_touch_noise(const PwTouches *t, const PwTouch *touch, double rounding, double hold, double noise[PW_TOUCH_SWITCHES]) {
  const PwPair *pair = pw_pair_of(t->k, touch);
  noise[PW_SWITCH_HOLD] = touch->state == PW_TOUCH_CLOSED ? hold : gap_noise(t, touch, rounding);
  for (int way = 0; way < PW_ENDS; way++) noise[PW_SWITCH_END + way] = place_noise(pair->inside(t->k, touch, way));
  noise[PW_SWITCH_FOLD] = noise[PW_SWITCH_LAW] = 1e-12;
}

bool pw_touch_switch_is_soft(const PwTouch *touch, PwTouchSwitch function) {
  return pw_touch_is_open(touch) && function != PW_SWITCH_HOLD;
}
