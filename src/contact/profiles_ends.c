// Ends of elements of profiles, and whether a touch stands on its own.
#include <math.h>

#include "contact/profiles.h"

PwEnd pw_profiles_end_of(const PawlMechanism *k, const PwTouch *touch, int way) {
  (void)k, (void)touch;
  return (PwEnd){.side = way / 2, .last = way % 2};
}

double pw_profiles_inside(const PawlMechanism *k, const PwTouch *touch, int way) {
  (void)k;
  return touch->on[way / 2].u[0];
}

PwTouchEnd pw_profiles_end(const PawlMechanism *k, const PwTouch *touch, PwEnd end) {
  const PwProfile *p = pw_profile_of(k, touch->contact, end.side);
  const PwElement *facing = pw_element_of(k, touch, 1 - end.side);
  int32_t from = touch->on[end.side].element, next = pw_profile_next(p, from, pw_end_direction(end));
  if (pw_profile_is_endless(p)) return PW_END_NONE;
  if (next < 0) return PW_END_LAST;
  if (p->after[end.last ? from : next] == PW_JOIN_REENTRANT) return PW_END_REENTRANT;
  bool flat = pw_element_is_corner(&p->element[from]) && facing->kind == PW_EL_LINE && p->element[next].kind == PW_EL_LINE;
  return flat ? PW_END_FLAT : PW_END_PASSES;
}

bool pw_profiles_advance(const PawlMechanism *k, PwTouch *touch, PwEnd end, PwJoin *join) {
  const PwProfile *p = pw_profile_of(k, touch->contact, end.side);
  int32_t from = touch->on[end.side].element, next = pw_profile_next(p, from, pw_end_direction(end));
  *join = next < 0 ? PW_JOIN_NONE : p->after[end.last ? from : next];
  if (*join == PW_JOIN_NONE || *join == PW_JOIN_REENTRANT) return false;
  touch->on[end.side].element = next;
  touch->on[end.side].u[0] = end.last ? 0 : 1;
  touch->on[0].u_rate[0] = touch->on[1].u_rate[0] = 0;
  return true;
}

// Is there a touch behind this re-entrant end already?
static bool is_joined(const PwTouches *t, const PwTouch *touch, PwEnd end) {
  PwTouch behind = *touch;
  behind.on[end.side].element =
      pw_profile_next(pw_profile_of(t->k, touch->contact, end.side), touch->on[end.side].element, pw_end_direction(end));
  return pw_touches_is_listed(t, &behind);
}

// How far beyond a re-entrant end, in u, something follows: at the end for a touch that carries, unless there is one behind it
// already; else where the element's continuation would come out of the body again.
static double allowance(const PwTouches *t, const PwTouch *touch, const PwTouchPoint *p, PwEnd end) {
  const PwProfile *b = pw_profile_of(t->k, touch->contact, end.side);
  if (!pw_touch_is_open(touch) && !is_joined(t, touch, end)) return 0;
  return touch->state == PW_TOUCH_CLOSED ? INFINITY : b->beyond[touch->on[end.side].element][end.last] / p->speed[end.side];
}

// The way along a straight element out of one of its ends, in axes of the ground.
static void way_out(const PwMotion *m, int32_t body, const PwElement *e, bool last, double out[2]) {
  PwPose2 pose = pw_body_pose2(m, body);
  double sign = last ? 1 : -1, x = sign * (e->end[0] - e->start[0]), y = sign * (e->end[1] - e->start[1]);
  out[0] = pose.c * x - pose.s * y;
  out[1] = pose.s * x + pose.c * y;
}

bool pw_profiles_tilts_over(const PwMotion *m, const PwTouch *touch, PwEnd end, PwTouch *behind) {
  static const double AT_END = 1e-9;  // of the size
  const PawlMechanism *k = m->mechanism;
  const PwContact *c = &k->contact[touch->contact];
  int other = 1 - end.side;
  const PwElement *face = pw_element_of(k, touch, other);
  double u = touch->on[other].u[0], along[2], out[2];  // where it was last settled: within a step it slides on
  PwEnd beyond = {.side = other, .last = u > 0.5};
  PwJoin join;
  if (touch->state != PW_TOUCH_CLOSED || fabs(u - beyond.last) * face->length > AT_END * k->size) return false;
  *behind = *touch;
  if (!pw_profiles_advance(k, behind, beyond, &join) || join != PW_JOIN_SMOOTH) return false;
  if (pw_element_of(k, behind, other)->kind == PW_EL_LINE || !pw_profiles_advance(k, behind, end, &join)) return false;
  way_out(m, c->body[other], face, beyond.last, out);
  way_out(m, c->body[end.side], pw_element_of(k, behind, end.side), end.last, along);
  return along[0] * out[0] + along[1] * out[1] > 0;
}

// Two corners: where the direction between them leaves a cone, by lengths, which are smooth also when they pass each other.
static void cone_ends(const PwMotion *m, const PwTouch *touch, const PwTouchPoint *p, double g[PW_ENDS]) {
  const PawlMechanism *k = m->mechanism;
  for (int side = 0; side < 2; side++) {
    const PwElement *e = pw_element_of(k, touch, side);
    PwPose2 pose = pw_body_pose2(m, k->contact[touch->contact].body[side]);
    double sign = side ? 1 : -1, x = sign * (p->x1[0] - p->x2[0]), y = sign * (p->x1[1] - p->x2[1]);
    double d[2] = {(pose.c * x + pose.s * y) / k->size, (pose.c * y - pose.s * x) / k->size};  // outwards, in body axes
    double from = e->angle, to = e->angle + e->turn;
    bool endless = e->turn > 6;
    g[2 * side] = endless ? INFINITY : cos(from) * d[1] - sin(from) * d[0];
    g[2 * side + 1] = endless ? INFINITY : d[0] * sin(to) - d[1] * cos(to);
  }
}

void pw_profiles_ends(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion,
                      double g[PW_ENDS]) {
  const PwTouchPoint *p = &motion->point;
  if (pw_profiles_are_corners(t->k, touch)) {
    cone_ends(m, touch, p, g);
    return;
  }
  for (int way = 0; way < PW_ENDS; way++) {
    PwEnd at = pw_profiles_end_of(t->k, touch, way);
    PwTouchEnd end = pw_profiles_end(t->k, touch, at);
    PwTouch behind;
    bool tilts = end == PW_END_FLAT && pw_profiles_tilts_over(m, touch, at, &behind) && !pw_touches_is_listed(t, &behind);
    double beyond = end == PW_END_LAST || end == PW_END_PASSES || tilts ? 0
                    : end == PW_END_REENTRANT                           ? allowance(t, touch, p, at)
                                                                        : INFINITY;
    g[way] = beyond + (at.last ? 1 - p->u[at.side] : p->u[at.side]);
  }
}

// Two corners have no end of this kind: they are always the nearest.
double pw_profiles_firmness(const PwTouchMotion *motion, double length) {
  const PwTouchPoint *p = &motion->point;
  if (p->corner[0] && p->corner[1]) return INFINITY;
  return p->definite * (p->corner[0] || p->corner[1] ? 1 : length);
}

bool pw_profiles_is_faint(const PawlMechanism *k, const PwTouchMotion *motion) {
  static const double HARDLY = 1e-3;  // per size
  return motion->point.definite < HARDLY / k->size;
}

// How far beside its element a point is, in u; at a corner as much as rounding of the points turns the normal counts as none.
static double beside(const PawlMechanism *k, const PwTouchPoint *p, int side) {
  double over = fmax(-p->u[side], p->u[side] - 1);
  bool rounding = p->corner[side] && over * p->speed[side] * fabs(p->gap) < 1e-9 * k->size && over * p->speed[side] < 0.1;
  return rounding ? 0 : over;
}

bool pw_profiles_stands(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  static const double BESIDE = 1e-6;  // of an element: how far beside its ends a touch may stand right after a change
  if (pw_profiles_place(m, touch, out)) return false;
  bool inside = beside(m->mechanism, &out->point, 0) < BESIDE && beside(m->mechanism, &out->point, 1) < BESIDE;
  pw_profiles_move(m, touch, out);
  return inside && out->point.definite > 0;
}

bool pw_profiles_is_on_corner(const PawlMechanism *k, const PwTouch *touch) {
  for (int side = 0; side < 2; side++) {
    if (pw_element_is_corner(pw_element_of(k, touch, side)) && !pw_profile_is_endless(pw_profile_of(k, touch->contact, side)))
      return true;
  }
  return false;
}

bool pw_profiles_is_on(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion) {
  static const double ROUNDING = 1e-9;
  for (int side = 0; side < 2; side++) {
    double u = motion->point.u[side];
    if (pw_profile_is_endless(pw_profile_of(k, touch->contact, side))) continue;
    if (u < -ROUNDING || u > 1 + ROUNDING) return false;
  }
  return true;
}

// Is there nothing behind this end that can carry a touch with `other`? Two corners never rest on each other.
static bool is_last(const PwProfile *p, int32_t from, int direction, const PwElement *other) {
  int32_t next = pw_profile_next(p, from, direction);
  return next < 0 || (pw_element_is_corner(&p->element[next]) && pw_element_is_corner(other));
}

bool pw_profiles_is_outgoing(const PwTouches *t, const PwTouch *touch) {
  static const double END = 1e-8;  // of an element
  for (int side = 0; side < 2; side++) {
    const PwProfile *p = pw_profile_of(t->k, touch->contact, side);
    const PwElement *other = pw_element_of(t->k, touch, 1 - side);
    const PwTouchSide *on = &touch->on[side];
    double speed = on->u_rate[0] * fmax(p->element[on->element].length, 1e-3 * p->size), rest = 1e-9 * t->speed;
    if (on->u[0] < END && speed < -rest && is_last(p, on->element, -1, other)) return true;
    if (on->u[0] > 1 - END && speed > rest && is_last(p, on->element, 1, other)) return true;
  }
  return false;
}
