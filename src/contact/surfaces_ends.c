// Ends of faces of surfaces, and touches that go over them.
#include <math.h>
#include <string.h>

#include "contact/going_on.h"
#include "contact/surfaces.h"

double pw_surfaces_face_left(const PawlMechanism *k, const PwTouch *touch, int side, int axis, double parameter) {
  const PwSurface *s = &pw_skin_of(k, touch->contact, side)->geometry;
  int32_t face = touch->on[side].element, segment = pw_face_segment(s, face, axis);
  const double *range = pw_face_range(s, face, axis), length = range[1] - range[0];
  double inside = INFINITY;
  if (s->seamless[axis] && s->segments[axis] == 1) return INFINITY;
  for (int end = 0; end < 2; end++) {
    bool pole = s->pole[axis][end] && segment == (end ? s->segments[axis] - 1 : 0);  // touches pass over it
    if (!pole) inside = (isinf(inside) ? 1 : inside) * (end ? range[1] - parameter : parameter - range[0]) / length;
  }
  return inside;
}

void pw_surfaces_ends(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion,
                      double g[PW_ENDS]) {
  (void)m;
  for (int way = 0; way < PW_ENDS; way++) {
    g[way] = pw_surfaces_face_left(t->k, touch, way / 2, way % 2, motion->space.q[way / 2][way % 2]);
  }
}

// One function tells of both ends of a parameter: the nearer one is meant.
PwEnd pw_surfaces_end_of(const PawlMechanism *k, const PwTouch *touch, int way) {
  int side = way / 2, axis = way % 2;
  const PwSurface *s = &pw_skin_of(k, touch->contact, side)->geometry;
  const double *range = pw_face_range(s, touch->on[side].element, axis), q = touch->on[side].u[axis];
  return (PwEnd){.side = side, .axis = axis, .last = q - range[0] > range[1] - q};
}

double pw_surfaces_inside(const PawlMechanism *k, const PwTouch *touch, int way) {
  return fmin(0.5, pw_surfaces_face_left(k, touch, way / 2, way % 2, touch->on[way / 2].u[way % 2]));
}

double pw_surfaces_firmness(const PwTouchMotion *motion, double length) {
  const PwSurfaceTouch *p = &motion->space;
  return p->definite * (p->rank[0] == 2 && p->rank[1] == 2 ? length : 1);
}

bool pw_surfaces_is_faint(const PawlMechanism *k, const PwTouchMotion *motion) {
  static const double HARDLY = 1e-3;  // of the largest curvature
  (void)k;
  return motion->space.definite < HARDLY * motion->space.largest;
}

bool pw_surfaces_advance(const PawlMechanism *k, PwTouch *touch, PwEnd end) {
  const PwSurface *s = &pw_skin_of(k, touch->contact, end.side)->geometry;
  PwTouchSide *on = &touch->on[end.side];
  int32_t next;
  PwJoin join = pw_face_join(s, on->element, end.axis, end.last, &next);
  if (next < 0 || join == PW_JOIN_NONE || join == PW_JOIN_REENTRANT) return false;
  on->element = next;
  on->u[end.axis] = pw_face_range(s, next, end.axis)[end.last ? 0 : 1];
  for (int side = 0; side < 2; side++) memset(touch->on[side].u_rate, 0, sizeof touch->on[side].u_rate);
  return true;
}

// Is this point on its faces, or where others go on from them?
static bool is_on_faces(const PawlMechanism *k, const PwTouch *touch, const PwSurfaceTouch *p) {
  static const double ROUNDING = 1e-12;
  bool inside = true;
  for (int way = 0; way < PW_ENDS; way++) {
    PwTouch next = *touch;
    for (int side = 0; side < 2; side++) memcpy(next.on[side].u, p->q[side], sizeof next.on[side].u);
    inside &= pw_surfaces_face_left(k, touch, way / 2, way % 2, p->q[way / 2][way % 2]) >= -ROUNDING ||
              pw_surfaces_advance(k, &next, pw_surfaces_end_of(k, &next, way));
  }
  return inside;
}

bool pw_surfaces_stands(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  if (pw_surfaces_place(m, touch, out)) return false;
  pw_surfaces_move(m, touch, out);
  return out->space.nearest && is_on_faces(m->mechanism, touch, &out->space);
}

bool pw_surfaces_is_on_corner(const PawlMechanism *k, const PwTouch *touch) {
  for (int side = 0; side < 2; side++) {
    const PwSurface *s = &pw_skin_of(k, touch->contact, side)->geometry;
    if (s->element && pw_element_is_corner(&s->element[pw_face_segment(s, touch->on[side].element, 0)])) return true;
  }
  return false;
}

bool pw_surfaces_is_on(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion) {
  static const double ROUNDING = 1e-9;
  for (int way = 0; way < PW_ENDS; way++) {
    if (pw_surfaces_face_left(k, touch, way / 2, way % 2, motion->space.q[way / 2][way % 2]) < -ROUNDING) return false;
  }
  return true;
}

bool pw_surfaces_is_outgoing(const PwTouches *t, const PwTouch *touch) {
  static const double END = 1e-9;
  for (int way = 0; way < PW_ENDS; way++) {
    PwTouch next = *touch;
    PwEnd end = pw_surfaces_end_of(t->k, touch, way);
    if (pw_surfaces_inside(t->k, touch, way) < END && pw_touch_moves_over(touch, end) && !pw_surfaces_advance(t->k, &next, end))
      return true;
  }
  return false;
}

PawlStatus pw_surfaces_cross(PwTouches *t, const PwMotion *m, int32_t index, PwEnd end, bool *gone) {
  PwTouch *touch = &t->touch[index];
  PawlStatus status = pw_surfaces_remember(m, touch);
  PwTouch next = *touch;
  PwTouchMotion motion;
  *gone = false;
  if (status) return status;
  if (pw_surfaces_advance(t->k, &next, end) && pw_surfaces_stands(m, &next, &motion)) {
    *touch = next;
    return pw_touches_tell_element(t, m, touch, &motion);
  }
  *gone = touch->state != PW_TOUCH_CLOSED;
  if (!*gone) touch->held_back = true, touch->end = end;
  return PAWL_OK;
}
