// Touches of profiles that go over ends of elements: to the next one, around corners, into re-entrant ones.
#include <math.h>

#include "contact/going_on.h"
#include "contact/profiles.h"

// A second touch on the element behind a re-entrant corner. *known: there is one already.
static PawlStatus join_reentrant(PwTouches *t, const PwMotion *m, const PwTouch *old, PwEnd end, bool *known) {
  const PwProfile *p = pw_profile_of(t->k, old->contact, end.side);
  PwTouch touch = {.contact = old->contact, .t = m->t, .slot = -1};
  touch.on[end.side].element = pw_profile_next(p, old->on[end.side].element, pw_end_direction(end));
  touch.on[1 - end.side].element = old->on[1 - end.side].element;
  touch.on[end.side].u[0] = end.last ? 0 : 1;
  touch.on[1 - end.side].u[0] = old->on[1 - end.side].u[0];
  PwTouchMotion motion;
  *known = pw_touches_is_listed(t, &touch);
  if (*known || pw_profiles_place(m, &touch, &motion)) return PAWL_OK;
  return pw_touches_add(t, m, touch);
}

// Two corners at distance zero are no row. In a kinematic run the touch keeps closed all the same: it goes over both at once, to
// the element behind the one that it came to, or to one beside the other.
static bool go_over_corners(const PwMotion *m, PwTouch *touch, PwEnd end) {
  const PwEnd way[3] = {end, {.side = 1 - end.side, .last = 0}, {.side = 1 - end.side, .last = 1}};
  for (int i = 0; i < 3; i++) {
    PwTouch next = *touch;
    PwTouchMotion motion;
    PwJoin join;
    if (!pw_profiles_advance(m->mechanism, &next, way[i], &join) || !pw_profiles_stands(m, &next, &motion)) continue;
    *touch = next;
    return true;
  }
  return false;
}

// A corner that is watched beside its cone, over a face that it is nearly parallel to, comes to the end of that face: of the two
// corners that meet there, the other one stands on the element beside the first.
static void leave_cone(const PwMotion *m, PwTouch *touch) {
  PwTouchMotion motion;
  if (pw_profiles_place(m, touch, &motion)) return;
  for (int side = 0; side < 2; side++) {
    double u = motion.point.u[side];
    PwTouch next = *touch;
    PwTouchMotion there;
    PwJoin join;
    if ((u >= 0 && u <= 1) || !pw_profiles_advance(m->mechanism, &next, (PwEnd){.side = side, .last = u > 1}, &join)) continue;
    if (!pw_profiles_stands(m, &next, &there) || !(there.point.u[side] > 0 && there.point.u[side] < 1)) continue;
    *touch = next;
    return;
  }
}

// The touch that a face has with the curve over which it tilts; the corner beside it stays closed until it is decided.
static PawlStatus tilt_over(PwTouches *t, const PwMotion *m, const PwTouch *touch, PwEnd end) {
  PwTouchMotion motion;
  PwTouch behind;
  if (!pw_profiles_tilts_over(m, touch, end, &behind)) return PAWL_OK;
  behind = (PwTouch){.contact = touch->contact, .t = m->t, .slot = -1, .on = {behind.on[0], behind.on[1]}};
  return pw_profiles_stands(m, &behind, &motion) && !pw_touches_is_listed(t, &behind) ? pw_touches_add(t, m, behind) : PAWL_OK;
}

PawlStatus pw_profiles_cross(PwTouches *t, const PwMotion *m, int32_t index, PwEnd end, bool *gone) {
  PwTouch *touch = &t->touch[index], next = *touch;
  PwTouchMotion motion;
  PwJoin join;
  *gone = false;
  if (pw_profiles_end(t->k, touch, end) == PW_END_FLAT) return tilt_over(t, m, touch, end);
  bool goes = pw_profiles_advance(t->k, &next, end, &join), closed = touch->state == PW_TOUCH_CLOSED;
  if (goes && closed && pw_profiles_are_corners(t->k, &next)) {  // corner on corner is not held
    goes = t->kinematic && go_over_corners(m, &next, end);
  }
  if (goes && !closed && pw_profiles_are_corners(t->k, &next)) leave_cone(m, &next);
  if (goes && pw_profiles_stands(m, &next, &motion)) {
    *touch = next;
    return pw_touches_tell_element(t, m, touch, &motion);
  }
  if (join == PW_JOIN_REENTRANT && !pw_touch_is_open(touch)) {
    bool known;
    PawlStatus status = join_reentrant(t, m, touch, end, &known);  // `touch` may have moved
    *gone = known && !closed;
    return status;
  }
  *gone = !closed;
  if (closed) touch->held_back = true, touch->end = end;  // what else happens at this instant may keep it there
  return PAWL_OK;
}

PawlStatus pw_profiles_pass_corners(PwTouches *t, const PwMotion *m, const PwTouch *at) {
  double rest = 1e-9 * t->speed;
  for (int way = 0; way < PW_ENDS; way++) {
    PwEnd end = pw_profiles_end_of(t->k, at, way);
    PwTouch next = {.contact = at->contact, .t = m->t, .slot = -1};
    PwTouchMotion motion;
    PwJoin join;
    for (int side = 0; side < 2; side++) next.on[side].element = at->on[side].element;
    next.on[1 - end.side].u[0] = 0.5;
    if (!pw_profiles_advance(t->k, &next, end, &join) || !pw_profiles_stands(m, &next, &motion)) continue;
    double length = pw_element_of(t->k, &next, end.side)->length;
    bool comes = pw_end_direction(end) * motion.speed.u_rate[end.side] * length >= -rest;
    if (fabs(motion.gap) > PW_CORNERS * t->k->size || !comes || pw_touches_is_listed(t, &next)) continue;
    PawlStatus status = pw_touches_add(t, m, next);
    if (status) return status;
  }
  return PAWL_OK;
}

bool pw_profiles_comes_to_corners(const PwMotion *m, const PwTouch *touch, PwEnd end, PwTouch *at) {
  const PawlMechanism *k = m->mechanism;
  PwTouchMotion motion;
  PwJoin join;
  *at = *touch;
  if (pw_profiles_place(m, touch, &motion)) return false;
  if (pw_profiles_are_corners(k, touch)) return pw_profiles_corners_meet(k, &motion);
  return fabs(motion.gap) < PW_CORNERS * k->size && pw_profiles_advance(k, at, end, &join) && pw_profiles_are_corners(k, at);
}

bool pw_profiles_leave_corners(const PwMotion *m, PwTouch *touch) {
  static const double ACROSS = 0.1;  // least cosine between the line of the corners and the new normal
  PwTouchMotion now, motion;
  PwTouch best = *touch;
  double most = ACROSS;
  if (pw_profiles_place(m, touch, &now)) return false;
  for (int way = 0; way < PW_ENDS; way++) {
    PwTouch next = *touch;
    PwJoin join;
    if (!pw_profiles_advance(m->mechanism, &next, pw_profiles_end_of(m->mechanism, touch, way), &join)) continue;
    if (pw_profiles_place(m, &next, &motion)) continue;
    double cosine = motion.point.n[0] * now.point.n[0] + motion.point.n[1] * now.point.n[1];
    if (!(motion.point.definite > 0) || fabs(motion.gap) > 4 * PW_CORNERS * m->mechanism->size || !(cosine > most)) continue;
    most = cosine;
    best = next;
  }
  if (most == ACROSS) return false;
  *touch = best;
  return pw_profiles_remember(m, touch) == PAWL_OK;
}

// Then that one is the touch: the corner's own speed is another, by what it lacks to its cone.
static bool is_beside_cone(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion) {
  for (int side = 0; side < 2; side++) {
    double u = motion->point.u[side];
    if (!motion->point.corner[side] || (u >= 0 && u <= 1)) continue;
    int32_t next = pw_profile_next(pw_profile_of(t->k, touch->contact, side), touch->on[side].element, u > 1 ? 1 : -1);
    for (int32_t i = 0; i < t->count; i++) {
      const PwTouch *other = &t->touch[i];
      PwTouchMotion at;
      bool beside = other->contact == touch->contact && other->on[side].element == next &&
                    other->on[1 - side].element == touch->on[1 - side].element;
      if (beside && pw_profiles_place(m, other, &at) == PAWL_OK && at.gap <= PW_TOUCHING * t->k->size) return true;
    }
  }
  return false;
}

// A corner stands deeper behind an element than it is away from the end of that one, where there is a corner, too: what holds
// these two apart is the closed touch of the other corner on an element beside the first. Where that does not drive it further
// in, this one is but the far side of it.
static bool is_far_side(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion) {
  static const double ROUNDING = 1e-13;  // of the size
  double depth = -motion->gap;
  PwTouchMotion moved = *motion;
  pw_profiles_move(m, touch, &moved);
  if (moved.rate < -pw_touches_still(t, touch->contact)) return false;
  for (int side = 0; side < 2 && depth > ROUNDING * t->k->size; side++) {
    if (motion->point.corner[side] || !motion->point.corner[1 - side]) continue;
    const PwProfile *own = pw_profile_of(t->k, touch->contact, side), *other = pw_profile_of(t->k, touch->contact, 1 - side);
    int direction = motion->point.u[side] > 0.5 ? 1 : -1;
    double left = (direction > 0 ? 1 - motion->point.u[side] : motion->point.u[side]) * motion->point.speed[side];
    int32_t end = pw_profile_next(own, touch->on[side].element, direction), corner = touch->on[1 - side].element;
    if (left > depth || end < 0 || !pw_element_is_corner(&own->element[end])) continue;
    for (int32_t i = 0; i < t->count; i++) {
      const PwTouch *near = &t->touch[i];
      PwTouchMotion at;
      int32_t on = near->on[1 - side].element;
      bool pair = near->contact == touch->contact && near->state == PW_TOUCH_CLOSED && near->on[side].element == end &&
                  (on == pw_profile_next(other, corner, 1) || on == pw_profile_next(other, corner, -1));
      if (pair && pw_profiles_place(m, near, &at) == PAWL_OK && fabs(at.gap) < depth / 2) return true;
    }
  }
  return false;
}

bool pw_profiles_is_covered(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion) {
  return pw_touch_is_open(touch) && (is_beside_cone(t, m, touch, motion) || is_far_side(t, m, touch, motion));
}
