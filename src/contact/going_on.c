#include "contact/going_on.h"

#include <math.h>
#include <stdio.h>

#include "contact/displacement.h"
#include "contact/near.h"

PawlStatus pw_touches_remember(PwTouches *t, const PwMotion *m) {
  for (int32_t i = 0; i < t->count; i++) {
    PawlStatus status = pw_touch_remember(m, &t->touch[i]);
    if (status < 0) return status;
  }
  return PAWL_OK;
}

bool pw_touch_is_through(const PwTouches *t, const PwTouch *touch) {
  return pw_touch_is_open(touch) && !t->k->contact[touch->contact].soft &&
         touch->gap < -PW_TOUCHING * pw_gap_scale(t->k, touch->contact) && touch->rate < -pw_touches_still(t, touch->contact) &&
         !pw_touch_is_corners(t->k, touch);
}

bool pw_touches_is_due(const PwTouches *t, const PwMotion *m) {
  if (pw_near_left(t, m) <= 0) return true;
  for (int32_t i = 0; i < t->nears; i++) {
    if (pw_touches_left(t, m, t->near[i].contact) <= 0) return true;
  }
  for (int32_t i = 0; i < t->count; i++) {
    if (pw_touch_is_through(t, &t->touch[i])) return true;
  }
  return false;
}

// What stands at a gap of rounding and does not part, or has come in, may have come to rest: accelerations decide.
static bool may_rest(const PwTouches *t, const PwTouch *touch, const PwTouchMotion *motion) {
  double touching = PW_TOUCHING * pw_gap_scale(t->k, touch->contact);
  if (!pw_touch_is_open(touch) || t->k->contact[touch->contact].soft || motion->gap > touching) return false;
  return motion->gap < -touching || motion->rate <= pw_touches_still(t, touch->contact);
}

PawlStatus pw_touches_tell_element(PwTouches *t, const PwMotion *m, PwTouch *touch, const PwTouchMotion *motion) {
  t->urgent |= may_rest(t, touch, motion);
  PwEvent *e = pw_touches_tell(t, touch, motion, "element");
  if (e && touch->state != PW_TOUCH_CLOSED) e->record.gap = motion->gap;
  return pw_touch_remember(m, touch);
}

static bool are_one(const PwTouch *a, const PwTouch *b) {
  static const double SAME = 1e-6;  // of an element, or of a surface's parameter
  bool same = true;
  for (int side = 0; side < 2; side++) {
    const PwTouchSide *p = &a->on[side], *q = &b->on[side];
    same = same && p->element == q->element && fabs(p->u[0] - q->u[0]) < SAME && fabs(p->u[1] - q->u[1]) < SAME;
  }
  return same;
}

void pw_touches_drop_doubles(PwTouches *t, int32_t c) {
  for (int32_t i = t->count - 1; i > 0; i--) {
    const PwTouch *a = &t->touch[i];
    for (int32_t j = 0; j < i && a->contact == c; j++) {
      if (t->touch[j].contact != c || !are_one(a, &t->touch[j])) continue;
      if (!pw_touch_is_open(a)) t->touch[j] = *a;
      pw_touches_remove(t, i);
      break;
    }
  }
}

void pw_touches_drop_all_doubles(PwTouches *t) {
  pw_near_chain(t);
  for (int32_t i = t->count - 1; i > 0; i--) {  // what goes is behind the one that stays: the chains in front of it hold
    const PwTouch *a = &t->touch[i];
    int32_t j = pw_near_get(t, a->contact)->touch;
    while (j < i && !are_one(a, &t->touch[j])) j = t->next[j];
    if (j >= i) continue;
    if (!pw_touch_is_open(a)) t->touch[j] = *a;
    pw_touches_remove(t, i);
  }
}

bool pw_touch_has_left(const PwTouch *touch) {
  return touch->held_back && touch->state == PW_TOUCH_CLOSED && pw_touch_moves_over(touch, touch->end);
}

void pw_touches_leave(PwTouches *t, const PwMotion *m, int32_t index, const char *detail) {
  const PwTouch *touch = &t->touch[index];
  PwTouchMotion motion;
  if (!pw_touch_is_open(touch) && pw_touch_place(m, touch, &motion) == PAWL_OK) {
    pw_touch_move(m, touch, &motion);
    PwEvent *e = pw_touches_tell(t, touch, &motion, "leaves");
    if (e) snprintf(e->detail, sizeof e->detail, "%s", detail ? detail : pw_pair_of(t->k, touch)->leaves);
  }
  pw_touches_remove(t, index);
}

// A soft contact begins or ends to press; its law takes the speed at first contact.
static void press(PwTouches *t, const PwMotion *m, PwTouch *touch, bool presses) {
  PwTouchMotion motion;
  if (pw_touch_place(m, touch, &motion)) return;
  pw_touch_move(m, touch, &motion);
  touch->state = presses ? PW_TOUCH_PRESSED : PW_TOUCH_OPEN;
  touch->v0 = presses ? fmax(-motion.rate, 0) : 0;
  if (presses) pw_displacement_begin(t, m, &motion, touch);
  PwEvent *e = pw_touches_tell(t, touch, &motion, presses ? "presses" : "opens");
  if (e) e->record.speed_before = motion.rate;
  t->changed = true;
}

void pw_touches_press_overlapping(PwTouches *t, const PwMotion *m) {
  for (int32_t i = 0; i < t->count; i++) {
    PwTouch *touch = &t->touch[i];
    PwTouchMotion motion;
    if (!t->k->contact[touch->contact].soft || pw_touch_place(m, touch, &motion) || !(motion.gap < 0)) continue;
    if (pw_touch_is_open(touch)) press(t, m, touch, true);
  }
}

// A touch that closes at an element's end collides there first, as it is; where it goes is seen afterwards. One that parts, or
// slides along at a gap of rounding, goes on.
static bool closes_now(const PwTouches *t, const PwMotion *m, const PwTouch *touch) {
  PwTouchMotion motion;
  if (t->k->contact[touch->contact].soft || pw_touch_place(m, touch, &motion)) return false;
  pw_touch_move(m, touch, &motion);
  double still = pw_touch_is_corners(t->k, touch) ? 0 : pw_touches_still(t, touch->contact);
  return pw_touch_is_touching(t->k, touch, &motion) && motion.rate < -still;
}

// Have two corners passed beside each other, too far apart to collide?
static bool has_passed(const PwTouches *t, const PwMotion *m, const PwTouch *touch) {
  PwTouchMotion motion;
  if (!pw_touch_is_open(touch) || !pw_touch_is_corners(t->k, touch) || pw_touch_place(m, touch, &motion)) return false;
  return motion.gap <= 0 && !pw_touch_is_touching(t->k, touch, &motion);
}

PawlStatus pw_touches_follow(PwTouches *t, const PwMotion *m, int32_t id, PwTouchSwitch function, bool *search) {
  assert(m->moved);
  PwTouch *touch = pw_touches_find(t, id);
  const PwPair *pair = pw_pair_of(t->k, touch);
  bool holds = function == PW_SWITCH_HOLD, gone = function == PW_SWITCH_FOLD || (holds && has_passed(t, m, touch));
  if (holds && t->k->contact[touch->contact].soft) press(t, m, touch, pw_touch_is_open(touch));
  if (holds && touch->state == PW_TOUCH_CLOSED) touch->fired = true;
  if (!gone && (holds || function == PW_SWITCH_LAW)) return PAWL_OK;
  int32_t index = (int32_t)(touch - t->touch);
  bool shadow = touch->shadow;  // once it has gone on nothing watches the pair that it was on
  t->changed = true;
  if (!gone && pw_touch_is_open(touch) && closes_now(t, m, touch)) {
    t->urgent = true;
    return PAWL_OK;
  }
  PwTouch at;
  bool corners = false;
  PawlStatus status = PAWL_OK;
  if (!gone) {
    PwEnd end = pair->end_of(t->k, touch, function - PW_SWITCH_END);
    corners = pw_touch_is_open(touch) && pair->comes_to_corners(m, touch, end, &at);
    if (!corners) status = pair->cross(t, m, index, end, &gone);
  }
  if (status < 0) return status;
  if (gone || corners) pw_touches_leave(t, m, index, NULL);
  *search |= gone || corners || shadow;
  return corners ? pair->pass_corners(t, m, &at) : PAWL_OK;
}
