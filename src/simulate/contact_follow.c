// Touches that go from element to element, end, or are searched for again.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/law.h"
#include "contact/space.h"
#include "simulate/simulation.h"

static const double BESIDE = 1e-6;  // of an element: how far beside its ends a touch may stand right after a change

PawlStatus pw_contact_remember(PawlSimulation *s, double t, const double *y) {
  PwTouches *touches = &s->contact.touches;
  if (touches->count == 0) return PAWL_OK;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_motion_place(motion, t, y, &s->discrete);
  if (status) return status;
  pw_motion_move(motion, y + pw_position_count(s->k));
  for (int32_t i = 0; i < touches->count; i++) {
    status = pw_touch_remember(motion, &touches->touch[i]);
    if (status < 0) return status;
  }
  return PAWL_OK;
}

// An open touch that has gone through: another event came at the same instant, and roundings differ.
static bool is_through(const PawlSimulation *s, const PwTouch *touch) {
  const PwContact *c = &s->k->contact[touch->contact];
  double size = c->angular ? 1 : s->k->size;
  return touch->state == PW_TOUCH_OPEN && !c->soft && touch->gap < -PW_TOUCHING * size &&
         touch->rate < -1e-9 * s->contact.speed / (c->angular ? s->k->size : 1) && !pw_touch_is_corners(s->k, touch);
}

bool pw_contact_is_due(const PawlSimulation *s) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  for (int32_t c = 0; c < s->k->contacts; c++) {
    if (pw_touches_margin(&s->contact.touches, motion, c) <= 0) return true;
  }
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    if (is_through(s, &s->contact.touches.touch[i])) return true;
  }
  return false;
}

void pw_contact_give_slots(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  for (int32_t i = 0; i < w->touches.count; i++) {
    if (pw_touch_place(motion, &w->touches.touch[i], &w->motion[i])) w->motion[i].gap = INFINITY;
  }
  pw_touches_assign_slots(&w->touches, w->motion);
}

// How far beside its element a place is, in u; at a corner as much as rounding of the places turns the normal counts as none.
static double beside(const PawlSimulation *s, const PwTouchPoint *p, int side) {
  double over = fmax(-p->u[side], p->u[side] - 1);
  bool rounding = p->corner[side] && over * p->speed[side] * fabs(p->gap) < 1e-9 * s->k->size && over * p->speed[side] < 0.1;
  return rounding ? 0 : over;
}

// Is this place on its faces, or where others go on from them?
static bool is_on_faces(const PawlSimulation *s, const PwTouch *touch, const PwSurfaceTouch *p) {
  bool inside = true;
  for (int way = 0; way < 4; way++) {
    PwTouch next = *touch;
    memcpy(next.q, p->q, sizeof next.q);
    inside &= pw_space_inside(s->k, touch, p, way / 2, way % 2) >= -1e-12 || pw_space_advance(s->k, &next, way / 2, way % 2);
  }
  return inside;
}

bool pw_contact_stands(const PawlSimulation *s, const PwMotion *motion, const PwTouch *touch, PwTouchMotion *out) {
  if (pw_touch_place(motion, touch, out)) return false;
  if (s->k->contact[touch->contact].kind == PW_CONTACT_SURFACES) {
    pw_touch_move(motion, touch, out);
    return out->space.nearest && is_on_faces(s, touch, &out->space);
  }
  bool inside = beside(s, &out->point, 0) < BESIDE && beside(s, &out->point, 1) < BESIDE;
  pw_touch_move(motion, touch, out);
  return inside && out->point.definite > 0;
}

// Is there a touch on these elements already?
static bool is_listed(const PwTouches *touches, const PwTouch *touch) {
  for (int32_t i = 0; i < touches->count; i++) {
    const PwTouch *known = &touches->touch[i];
    if (known->contact == touch->contact && known->element[0] == touch->element[0] && known->element[1] == touch->element[1])
      return true;
  }
  return false;
}

static PawlStatus add_touch(PwTouches *touches, const PwMotion *motion, PwTouch touch) {
  PawlStatus status = pw_touches_reserve(touches, touches->count + 1);
  if (status) return status;
  touch.id = ++touches->last_id;
  touches->touch[touches->count++] = touch;
  return pw_touch_remember(motion, &touches->touch[touches->count - 1]);
}

// A second touch on the element behind a re-entrant corner. *known: there is one already.
static PawlStatus join_reentrant(PawlSimulation *s, const PwMotion *motion, const PwTouch *old, int side, int direction,
                                 bool *known) {
  PwTouches *touches = &s->contact.touches;
  const PwProfile *p = &s->k->boundary[s->k->contact[old->contact].boundary[side]].geometry;
  PwTouch touch = {.contact = old->contact, .t = motion->t, .slot = -1};
  touch.element[side] = pw_profile_next(p, old->element[side], direction);
  touch.element[1 - side] = old->element[1 - side];
  touch.u[side] = direction > 0 ? 0 : 1;
  touch.u[1 - side] = old->u[1 - side];
  PwTouchMotion m;
  *known = is_listed(touches, &touch);
  if (*known || pw_touch_place(motion, &touch, &m)) return PAWL_OK;
  return add_touch(touches, motion, touch);
}

// Removes touches that another one has come to: on the same elements at the same place.
static void drop_doubles(PwTouches *touches, int32_t c) {
  for (int32_t i = touches->count - 1; i > 0; i--) {
    const PwTouch *a = &touches->touch[i];
    for (int32_t j = 0; j < i && a->contact == c; j++) {
      PwTouch *b = &touches->touch[j];
      bool same = b->contact == c && a->element[0] == b->element[0] && a->element[1] == b->element[1] &&
                  fabs(a->u[0] - b->u[0]) < BESIDE && fabs(a->u[1] - b->u[1]) < BESIDE;
      for (int side = 0; side < 2; side++) {
        same = same && fabs(a->q[side][0] - b->q[side][0]) < BESIDE && fabs(a->q[side][1] - b->q[side][1]) < BESIDE;
      }
      if (!same) continue;
      if (a->state != PW_TOUCH_OPEN) *b = *a;
      pw_touches_remove(touches, i);
      break;
    }
  }
}

// Two corners at distance zero are no row. In a kinematic run the touch keeps closed all the same: it goes over both at once, to
// the element behind the one that it came to, or to one beside the other.
static bool go_over_corners(const PawlSimulation *s, const PwMotion *motion, PwTouch *touch, int side, int direction) {
  const int way[3][2] = {{side, direction}, {1 - side, -1}, {1 - side, 1}};
  for (int i = 0; i < 3; i++) {
    PwTouch next = *touch;
    PwTouchMotion m;
    PwJoin join;
    if (!pw_touch_advance(s->k, &next, way[i][0], way[i][1], &join) || !pw_contact_stands(s, motion, &next, &m)) continue;
    *touch = next;
    return true;
  }
  return false;
}

// What stands at a gap of rounding and does not part, or has come in, may have come to rest: accelerations decide.
static bool may_rest(const PawlSimulation *s, const PwTouch *touch, const PwTouchMotion *m) {
  double touching = PW_TOUCHING * s->k->size;
  if (touch->state != PW_TOUCH_OPEN || s->k->contact[touch->contact].soft || m->gap > touching) return false;
  return m->gap < -touching || m->rate <= pw_contact_still(s, touch->contact);
}

// A touch has gone on. Kinematics keeps it closed where it pulls as long as it is on the elements along which it came; a corner
// belongs to these when it has been passed.
static void follow_trail(PwTouch *touch, int side, int direction, bool corner) {
  int32_t *trail = touch->trail[side], place = touch->place[side] += direction;
  bool beyond = place < trail[0] || place > trail[1];
  touch->left = touch->state == PW_TOUCH_CLOSED && beyond && corner;
  if (beyond && !corner) trail[direction > 0] = place;
}

// One touch goes over an element's end. *gone: it does not go on there.
static PawlStatus cross_end(PawlSimulation *s, const PwMotion *motion, int32_t index, int side, int direction, bool *gone) {
  PwTouch *touch = &s->contact.touches.touch[index], next = *touch;
  PwTouchMotion m;
  PwJoin join;
  *gone = false;
  bool goes = pw_touch_advance(s->k, &next, side, direction, &join);
  if (goes && touch->state == PW_TOUCH_CLOSED && pw_touch_is_corners(s->k, &next)) {  // corner on corner is not held
    goes = s->contact.kinematic && go_over_corners(s, motion, &next, side, direction);
  }
  if (goes && pw_contact_stands(s, motion, &next, &m)) {
    *touch = next;
    bool closed = touch->state == PW_TOUCH_CLOSED;
    follow_trail(touch, side, direction, m.point.corner[side]);
    s->contact.urgent |= may_rest(s, touch, &m);
    PwContactEvent *e = pw_contact_queue(s, touch, &m, "element");
    if (e && !closed) e->gap = m.gap;
    return pw_touch_remember(motion, touch);
  }
  if (join == PW_JOIN_REENTRANT && touch->state != PW_TOUCH_OPEN) {
    bool known, closed = touch->state == PW_TOUCH_CLOSED;  // `touch` may move
    PawlStatus status = join_reentrant(s, motion, touch, side, direction, &known);
    *gone = known && !closed;
    return status;
  }
  *gone = touch->state != PW_TOUCH_CLOSED;
  if (!*gone) touch->leaving = (side + 1) * direction;  // what else happens at this instant may keep it there
  return PAWL_OK;
}

// Two corners at distance zero, `at`, that do not collide: where the bodies move on to each other, a corner comes over the face
// beside the other one. At this instant it stands at that face's end, where rounding decides whether a search finds it.
static PawlStatus pass_corner(PawlSimulation *s, const PwMotion *motion, const PwTouch *at) {
  PwTouches *touches = &s->contact.touches;
  double rest = 1e-9 * s->contact.speed;
  for (int way = 0; way < 4; way++) {
    int side = way / 2, direction = way % 2 ? 1 : -1;
    PwTouch next = {.contact = at->contact, .element = {at->element[0], at->element[1]}, .t = motion->t, .slot = -1};
    PwTouchMotion m;
    PwJoin join;
    next.u[1 - side] = 0.5;
    if (!pw_touch_advance(s->k, &next, side, direction, &join) || !pw_contact_stands(s, motion, &next, &m)) continue;
    double length = s->k->boundary[s->k->contact[at->contact].boundary[side]].geometry.element[next.element[side]].length;
    bool comes = direction * m.speed.u_rate[side] * length >= -rest;
    if (fabs(m.gap) > PW_CORNERS * s->k->size || !comes || is_listed(touches, &next)) continue;
    PawlStatus status = add_touch(touches, motion, next);
    if (status) return status;
  }
  return PAWL_OK;
}

// Does the touch come to two corners at distance zero over this end? *at: these.
static bool comes_to_corners(const PawlSimulation *s, const PwMotion *motion, const PwTouch *touch, int side, int direction,
                             PwTouch *at) {
  PwTouchMotion m;
  PwJoin join;
  *at = *touch;
  if (s->k->contact[touch->contact].kind != PW_CONTACT_PROFILES || pw_touch_place(motion, touch, &m)) return false;
  if (pw_touch_is_corners(s->k, touch)) return pw_touch_corners_meet(s->k, &m);
  return fabs(m.gap) < PW_CORNERS * s->k->size && pw_touch_advance(s->k, at, side, direction, &join) &&
         pw_touch_is_corners(s->k, at);
}

// One touch of surfaces goes over the end of a face. *gone: nothing follows there.
static PawlStatus cross_face(PawlSimulation *s, const PwMotion *motion, int32_t index, int side, int direction, bool *gone) {
  PwTouch *touch = &s->contact.touches.touch[index];
  PawlStatus status = pw_touch_remember(motion, touch);
  PwTouch next = *touch;
  PwTouchMotion m;
  *gone = false;
  if (status) return status;
  const PwSurface *surface = &s->k->skin[s->k->contact[touch->contact].skin[side]].geometry;
  const double *range = pw_face_range(surface, touch->element[side], direction), q = touch->q[side][direction];
  if (pw_space_advance(s->k, &next, side, direction) && pw_contact_stands(s, motion, &next, &m)) {
    *touch = next;
    if (direction == 0)
      follow_trail(touch, side, q - range[0] > range[1] - q ? 1 : -1, m.space.rank[side] < 2);  // edges go along v
    s->contact.urgent |= may_rest(s, touch, &m);
    PwContactEvent *e = pw_contact_queue(s, touch, &m, "element");
    if (e && touch->state != PW_TOUCH_CLOSED) e->gap = m.gap;
    return pw_touch_remember(motion, touch);
  }
  *gone = touch->state != PW_TOUCH_CLOSED;
  if (!*gone) touch->leaving = 1 + 2 * side + direction;
  return PAWL_OK;
}

// Has a closed touch that stood at an end which it cannot pass gone over it?
static bool has_left(const PawlSimulation *s, const PwTouch *touch) {
  if (!touch->leaving || touch->state != PW_TOUCH_CLOSED) return false;
  if (s->k->contact[touch->contact].kind == PW_CONTACT_SURFACES) {
    return pw_space_leaves(s->k, touch, (touch->leaving - 1) / 2, (touch->leaving - 1) % 2);
  }
  return (touch->leaving > 0 ? 1 : -1) * touch->u_rate[abs(touch->leaving) - 1] > 0;
}

static void leave(PawlSimulation *s, const PwMotion *motion, int32_t index) {
  const PwTouch *touch = &s->contact.touches.touch[index];
  PwTouchMotion m;
  if (touch->state != PW_TOUCH_OPEN && pw_touch_place(motion, touch, &m) == PAWL_OK) {
    pw_touch_move(motion, touch, &m);
    PwContactEvent *e = pw_contact_queue(s, touch, &m, "leaves");
    if (e && s->k->contact[touch->contact].kind == PW_CONTACT_SURFACES) {
      snprintf(e->detail, sizeof e->detail, "over the border of a surface");
    }
    if (e && s->contact.freed) pw_contact_say_free(s, e);
  }
  pw_touches_remove(&s->contact.touches, index);
}

bool pw_contact_leave_corner(PawlSimulation *s, PwTouch *touch) {
  static const double ACROSS = 0.1;  // least cosine between the line of the corners and the new normal
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwTouchMotion now, m;
  PwTouch best = *touch;
  double most = ACROSS;
  if (pw_touch_place(motion, touch, &now)) return false;
  for (int way = 0; way < 4; way++) {
    int side = way / 2, direction = way % 2 ? 1 : -1;
    PwTouch next = *touch;
    PwJoin join;
    if (!pw_touch_advance(s->k, &next, side, direction, &join) || pw_touch_place(motion, &next, &m)) continue;
    double cosine = m.point.n[0] * now.point.n[0] + m.point.n[1] * now.point.n[1];
    if (!(m.point.definite > 0) || fabs(m.gap) > 4 * PW_CORNERS * s->k->size || !(cosine > most)) continue;
    most = cosine;
    best = next;
  }
  if (most == ACROSS) return false;
  *touch = best;
  return pw_touch_remember(motion, touch) == PAWL_OK;
}

static PawlStatus search_again(PawlSimulation *s, const PwMotion *motion, int32_t c, bool ended, PawlMessages *messages) {
  int32_t last = s->contact.touches.last_id;
  PawlStatus status = pw_contact_search(s, motion, c, messages);
  if (status == PAWL_OK && ended) pw_contact_drop_fading(s, motion, c, last);
  return status ? status : pw_contact_check_found(s, motion, c, last, messages);
}

PawlStatus pw_contact_drop_leaving(PawlSimulation *s, double t, const double *y, bool *any, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_contact_remember(s, t, y);
  *any = false;
  for (int32_t i = w->touches.count - 1; i >= 0 && status == PAWL_OK; i--) {
    PwTouch *touch = &w->touches.touch[i];
    int side = abs(touch->leaving) - 1;
    bool leaves = has_left(s, touch);
    int32_t c = touch->contact;
    PwTouch at;
    bool corners = leaves && comes_to_corners(s, motion, touch, side, touch->leaving > 0 ? 1 : -1, &at);
    touch->leaving = 0;
    if (!leaves) continue;
    *any = true;
    pw_contact_find_free(s, t, y, i);
    leave(s, motion, i);
    if (corners) status = pass_corner(s, motion, &at);
    if (status == PAWL_OK) status = search_again(s, motion, c, false, messages);
    i = w->touches.count;
  }
  return status;
}

// A soft contact begins or ends to press; its law takes the speed at first contact.
static void press(PawlSimulation *s, const PwMotion *motion, PwTouch *touch, bool presses) {
  PwTouchMotion m;
  if (pw_touch_place(motion, touch, &m)) return;
  pw_touch_move(motion, touch, &m);
  touch->state = presses ? PW_TOUCH_PRESSED : PW_TOUCH_OPEN;
  touch->v0 = presses ? fmax(-m.rate, 0) : 0;
  PwContactEvent *e = pw_contact_queue(s, touch, &m, presses ? "presses" : "opens");
  if (e) e->speed_before = m.rate;
  s->contact.changed = true;
}

PawlStatus pw_contact_press_overlapping(PawlSimulation *s, double t, const double *y) {
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_motion_place(motion, t, y, &s->discrete);
  if (status) return status;
  pw_motion_move(motion, y + pw_position_count(s->k));
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    PwTouch *touch = &s->contact.touches.touch[i];
    PwTouchMotion m;
    if (!s->k->contact[touch->contact].soft || pw_touch_place(motion, touch, &m) || !(m.gap < 0)) continue;
    if (touch->state == PW_TOUCH_OPEN) press(s, motion, touch, true);
  }
  return PAWL_OK;
}

// A part of the shortest time in which a pressed touch turns round: for a mass 1/W at speed v the depth goes as far as
// K d^(n+1)/(n+1) = v^2/(2W), in about d/v. A longer first step may jump over the press: stages far inside throw the later ones
// out to where no force acts, and the error estimate sees nothing.
double pw_contact_first_step(PawlSimulation *s, double t, const double *y) {
  static const double PART = 0.1;
  PwContactWork *w = &s->contact;
  int32_t n = 0;
  for (int32_t i = 0; i < w->touches.count && !w->kinematic; i++) {
    if (w->touches.touch[i].state == PW_TOUCH_PRESSED) w->candidate[n++] = i;
  }
  double least = INFINITY;
  if (n == 0 || pw_formulation_touch_space(s->formulation, t, y, w->candidate, n, w->W, w->gap, w->rate, w->acceleration)) {
    return least;
  }
  for (int32_t i = 0; i < n; i++) {
    const PwForceLaw *law = &s->k->contact[w->touches.touch[w->candidate[i]].contact].law;
    double inverse = w->W[i * n + i], energy = w->rate[i] * w->rate[i] / (2 * inverse) + pw_force_law_energy(law, w->gap[i]);
    double depth = pow((law->exponent + 1) * energy / law->stiffness, 1 / (law->exponent + 1));
    if (energy > 0) least = fmin(least, PART * depth / sqrt(2 * inverse * energy));
  }
  return least;
}

// A touch that closes at an element's end collides there first, as it is; where it goes is seen afterwards. One that parts, or
// slides along at a gap of rounding, goes on.
static bool closes_now(const PawlSimulation *s, const PwMotion *motion, const PwTouch *touch) {
  PwTouchMotion m;
  if (s->k->contact[touch->contact].soft || pw_touch_place(motion, touch, &m)) return false;
  pw_touch_move(motion, touch, &m);
  if (pw_touch_is_corners(s->k, touch)) return pw_touch_corners_meet(s->k, &m) && m.rate < 0;
  return m.gap <= PW_TOUCHING * s->k->size && m.rate < -pw_contact_still(s, touch->contact);
}

// Have two corners passed beside each other, too far apart to collide?
static bool has_passed(const PawlSimulation *s, const PwMotion *motion, const PwTouch *touch) {
  PwTouchMotion m;
  if (touch->state != PW_TOUCH_OPEN || !pw_touch_is_corners(s->k, touch) || pw_touch_place(motion, touch, &m)) return false;
  return m.gap <= 0 && !pw_touch_corners_meet(s->k, &m);
}

// What one touch's function asks for; *search: its contact must be searched.
static PawlStatus follow_touch(PawlSimulation *s, const PwMotion *motion, int32_t id, int function, bool *search) {
  PwTouch *touch = pw_touches_find(&s->contact.touches, id);
  bool gone = function == 5 || (function == 0 && has_passed(s, motion, touch));
  if (function == 0 && s->k->contact[touch->contact].soft) press(s, motion, touch, touch->state == PW_TOUCH_OPEN);
  if (function == 0 && touch->state == PW_TOUCH_CLOSED) touch->fired = true;
  if (!gone && (function == 0 || function == 6)) return PAWL_OK;
  int32_t index = (int32_t)(touch - s->contact.touches.touch);
  s->contact.changed = true;
  if (!gone && touch->state == PW_TOUCH_OPEN && closes_now(s, motion, touch)) {
    s->contact.urgent = true;
    return PAWL_OK;
  }
  int side = function > 2, direction = function % 2 ? -1 : 1;
  PwTouch at;
  bool corners = !gone && touch->state == PW_TOUCH_OPEN && comes_to_corners(s, motion, touch, side, direction, &at);
  bool surfaces = s->k->contact[touch->contact].kind == PW_CONTACT_SURFACES;
  PawlStatus status = PAWL_OK;
  if (!gone && surfaces) status = cross_face(s, motion, index, side, (function - 1) % 2, &gone);
  if (!gone && !surfaces && !corners) status = cross_end(s, motion, index, side, direction, &gone);
  if (status < 0) return status;
  if (gone || corners) leave(s, motion, index);
  *search |= gone || corners;
  return corners ? pass_corner(s, motion, &at) : PAWL_OK;
}

PawlStatus pw_contact_take_forces(PawlSimulation *s, double t, const double *y) {
  PwSolution solution;
  bool any = false;
  for (int32_t i = 0; i < s->contact.touches.count && !any; i++) any = s->contact.touches.touch[i].state == PW_TOUCH_CLOSED;
  if (!any) return PAWL_OK;
  PawlStatus status = pw_formulation_solve(s->formulation, t, y, &solution);
  for (int32_t i = 0; i < s->contact.touches.count && status == PAWL_OK; i++) {
    PwTouch *touch = &s->contact.touches.touch[i];
    if (touch->state == PW_TOUCH_CLOSED) touch->force = solution.touch_force[i];
  }
  return status;
}

PawlStatus pw_contact_follow(PawlSimulation *s, double t, const double *y, const int32_t *root, int32_t roots,
                             PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_motion_place(motion, t, y, &s->discrete);
  if (status) return status;
  pw_motion_move(motion, y + pw_position_count(s->k));
  for (int32_t i = 0; i < w->touches.count; i++) w->candidate[i] = w->touches.touch[i].id;  // indices move when touches go
  for (int32_t c = 0; c < s->k->contacts && status >= 0; c++) {
    bool search = pw_touches_margin(&w->touches, motion, c) <= 0;  // also if another event came before its own
    bool ended = false;
    for (int32_t n = 0; n < roots && status >= 0; n++) {
      int32_t g = root[n] - s->k->contacts;
      const PwTouch *touch = g < 0 ? NULL : pw_touches_find(&w->touches, w->candidate[g / PW_TOUCH_SWITCHES]);
      if (!touch || touch->contact != c) continue;
      status = follow_touch(s, motion, touch->id, g % PW_TOUCH_SWITCHES, &search);
      ended |= g % PW_TOUCH_SWITCHES == 5;
    }
    drop_doubles(&w->touches, c);
    if (!search || status < 0) continue;
    status = search_again(s, motion, c, ended, messages);
  }
  if (status < 0) return status;
  for (int32_t i = 0; i < w->touches.count; i++) {
    PwTouch *touch = &w->touches.touch[i];
    if (pw_touch_remember(motion, touch) < 0) return PAWL_ERR_MEMORY;
    if (!is_through(s, touch)) continue;
    w->urgent = true;
    double size = s->k->contact[touch->contact].angular ? 1 : s->k->size;
    if (touch->gap < -PW_LATE * size) return pw_contact_fail_late(s, motion, touch, messages);
  }
  return pw_contact_reserve(s);
}
