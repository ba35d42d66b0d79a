// A search for touches in a run, and what is left out or refused of what it finds.
#include <math.h>
#include <string.h>

#include "contact/space.h"
#include "simulate/simulation.h"

PawlStatus pw_contact_check_found(PawlSimulation *s, const PwMotion *motion, int32_t c, int32_t last_id, PawlMessages *messages) {
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    const PwTouch *touch = &s->contact.touches.touch[i];
    PwTouchMotion m;
    if (touch->contact != c || touch->id <= last_id || s->k->contact[c].soft || pw_touch_place(motion, touch, &m)) continue;
    if (m.gap > PW_TOUCHING * s->k->size) continue;
    s->contact.urgent = true;
    if (m.gap < -PW_LATE * s->k->size) return pw_contact_fail_late(s, motion, touch, messages);
  }
  return PAWL_OK;
}

// Is there nothing behind this end that can carry a touch with `other`? Two corners never rest on each other.
static bool is_last(const PwProfile *p, int32_t from, int direction, const PwElement *other) {
  int32_t next = pw_profile_next(p, from, direction);
  return next < 0 || (pw_element_is_corner(&p->element[next]) && pw_element_is_corner(other));
}

// Is a touch of surfaces at the border, and on its way over it?
static bool is_leaving_face(const PawlSimulation *s, const PwTouch *touch, int side, int direction) {
  static const double END = 1e-9;
  PwSurfaceTouch p;
  PwTouch next = *touch;
  memcpy(p.q, touch->q, sizeof p.q);
  return pw_space_inside(s->k, touch, &p, side, direction) < END && pw_space_leaves(s->k, touch, side, direction) &&
         !pw_space_advance(s->k, &next, side, direction);
}

// A search may find again what has just left over the end of a profile or a corner, a rounding beside it: such touches go, and
// the next search comes soon.
static void drop_outgoing(PawlSimulation *s, int32_t c, int32_t last_id) {
  static const double END = 1e-9, SOON = 1e-4, CLOSE = 1e-6;  // of an element; of the reach of a search; of the size
  PwTouches *touches = &s->contact.touches;
  for (int32_t i = touches->count - 1; i >= 0; i--) {
    const PwTouch *touch = &touches->touch[i];
    bool leaves = false;
    if (touch->contact != c || touch->id <= last_id || touch->gap > CLOSE * s->k->size) continue;
    bool surfaces = touches->k->contact[c].kind == PW_CONTACT_SURFACES;
    for (int way = 0; way < 4 && surfaces; way++) leaves |= is_leaving_face(s, touch, way / 2, way % 2);
    for (int side = 0; side < 2 && !surfaces; side++) {
      const int32_t *boundary = touches->k->contact[c].boundary, from = touch->element[side];
      const PwProfile *p = &touches->k->boundary[boundary[side]].geometry;
      const PwElement *other = &touches->k->boundary[boundary[1 - side]].geometry.element[touch->element[1 - side]];
      double speed = touch->u_rate[side] * fmax(p->element[from].length, 1e-3 * p->size), rest = 1e-9 * s->contact.speed;
      leaves |= touch->u[side] < END && speed < -rest && is_last(p, from, -1, other);
      leaves |= touch->u[side] > 1 - END && speed > rest && is_last(p, from, 1, other);
    }
    if (!leaves) continue;
    pw_touches_remove(touches, i);
    touches->pair[c].reach = fmin(touches->pair[c].reach, SOON * pw_touches_reach(touches, c));
  }
}

// How far a touch is from its end, where neighbouring places become as near: about 1 far from it, 0 there.
static double firmness(const PawlSimulation *s, const PwTouch *touch, const PwTouchMotion *m) {
  const PwContact *c = &s->k->contact[touch->contact];
  bool smooth = c->kind == PW_CONTACT_SURFACES ? m->space.rank[0] == 2 && m->space.rank[1] == 2
                                               : !m->point.corner[0] && !m->point.corner[1];
  double definite = c->kind == PW_CONTACT_SURFACES ? m->space.definite : m->point.definite;
  return definite * (smooth ? pw_touches_reach(&s->contact.touches, touch->contact) : 1);
}

void pw_contact_drop_fading(PawlSimulation *s, const PwMotion *motion, int32_t c, int32_t last_id) {
  static const double FADING = 1e-3, SOON = 1e-4, CLOSE = 1e-5;  // of a firm touch; of the reach of a search; of the size
  PwTouches *touches = &s->contact.touches;
  for (int32_t i = touches->count - 1; i >= 0; i--) {
    const PwTouch *touch = &touches->touch[i];
    PwTouchMotion m;
    if (touch->contact != c || touch->id <= last_id || pw_touch_is_corners(s->k, touch) || touch->gap < CLOSE * s->k->size)
      continue;
    if (pw_touch_place(motion, touch, &m) == PAWL_OK && firmness(s, touch, &m) > FADING) continue;
    touches->pair[c].reach = fmin(touches->pair[c].reach, fmin(SOON * pw_touches_reach(touches, c), touch->gap / 2));
    pw_touches_remove(touches, i);
  }
}

PawlStatus pw_contact_search(PawlSimulation *s, const PwMotion *motion, int32_t c, PawlMessages *messages) {
  int32_t last = s->contact.touches.last_id;
  s->contact.changed = true;
  PawlStatus status = pw_touches_search(&s->contact.touches, motion, c, false);
  if (status) return status;
  if (s->contact.touches.conforming) return pw_contact_fail_conforming(s, c, motion->t, messages);
  drop_outgoing(s, c, last);
  return pw_contact_reserve(s);
}
