// What follows at an instant for touches that come to ends, leave or are searched for again (contact/going_on.h), and searches.
#include <math.h>

#include "contact/law.h"
#include "simulate/simulation.h"

PawlStatus pw_contact_remember(PawlSimulation *s, double t, const double *y) {
  if (s->contact.touches.count == 0) return PAWL_OK;
  PawlStatus status = pw_formulation_stand(s->formulation, t, y);
  return status ? status : pw_touches_remember(&s->contact.touches, pw_formulation_motion(s->formulation));
}

void pw_contact_give_slots(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  for (int32_t i = 0; i < w->touches.count; i++) {
    if (pw_touch_place(motion, &w->touches.touch[i], &w->motion[i])) w->motion[i].gap = INFINITY;
  }
  pw_touches_assign_slots(&w->touches, w->motion);
}

PawlStatus pw_contact_search(PawlSimulation *s, const PwMotion *motion, int32_t c, PawlMessages *messages) {
  PwTouches *touches = &s->contact.touches;
  int32_t last = touches->last_id;
  touches->changed = true;
  PawlStatus status = pw_touches_search(touches, motion, c, false);
  if (status) return status;
  if (touches->conforming) return pw_contact_fail_conforming(s, c, motion->t, messages);
  pw_touches_drop_outgoing(touches, c, last);
  return pw_contact_reserve(s);
}

// After a search: touches that are closed already (flat on flat, born at a fold), and those that should have been seen before.
static PawlStatus check_found(PawlSimulation *s, const PwMotion *motion, int32_t c, int32_t last_id, PawlMessages *messages) {
  PwTouches *touches = &s->contact.touches;
  for (int32_t i = 0; i < touches->count; i++) {
    const PwTouch *touch = &touches->touch[i];
    PwTouchMotion m;
    if (touch->contact != c || touch->id <= last_id || s->k->contact[c].soft || pw_touch_place(motion, touch, &m)) continue;
    if (m.gap > PW_TOUCHING * pw_gap_scale(s->k, c)) continue;
    touches->urgent = true;
    if (m.gap < -PW_LATE * pw_gap_scale(s->k, c)) return pw_contact_fail_late(s, motion, touch, messages);
  }
  return PAWL_OK;
}

// `ended`: a touch of the contact has ended between its ends.
static PawlStatus search_again(PawlSimulation *s, const PwMotion *motion, int32_t c, bool ended, PawlMessages *messages) {
  int32_t last = s->contact.touches.last_id;
  PawlStatus status = pw_contact_search(s, motion, c, messages);
  if (status == PAWL_OK && ended) pw_touches_drop_fading(&s->contact.touches, motion, c, last);
  return status ? status : check_found(s, motion, c, last, messages);
}

PawlStatus pw_contact_drop_leaving(PawlSimulation *s, double t, const double *y, bool *any, PawlMessages *messages) {
  PwTouches *touches = &s->contact.touches;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_contact_remember(s, t, y);
  *any = false;
  for (int32_t i = touches->count - 1; i >= 0 && status == PAWL_OK; i--) {
    PwTouch *touch = &touches->touch[i], at;
    const PwPair *pair = pw_pair_of(s->k, touch);
    int32_t c = touch->contact;
    bool leaves = pw_touch_has_left(touch), corners = leaves && pair->comes_to_corners(motion, touch, touch->end, &at);
    touch->held_back = false;
    if (!leaves) continue;
    *any = true;
    char detail[PW_FREE_TEXT];
    pw_touches_leave(touches, motion, i, pw_contact_find_free(s, t, y, i, detail) ? detail : NULL);
    if (corners) status = pair->pass_corners(touches, motion, &at);
    if (status == PAWL_OK) status = search_again(s, motion, c, false, messages);
    i = touches->count;
  }
  return status;
}

PawlStatus pw_contact_press_overlapping(PawlSimulation *s, double t, const double *y) {
  PawlStatus status = pw_formulation_stand(s->formulation, t, y);
  if (status == PAWL_OK) pw_touches_press_overlapping(&s->contact.touches, pw_formulation_motion(s->formulation));
  return status;
}

// A part of the shortest time in which a pressed touch turns round: for a mass 1/W at speed v the depth goes as far as
// K d^(n+1)/(n+1) = v^2/(2W), in about d/v. A longer first step may jump over the press: stages far inside throw the later ones
// out to where no force acts, and the error estimate sees nothing.
double pw_contact_first_step(PawlSimulation *s, double t, const double *y) {
  static const double PART = 0.1;
  PwContactWork *w = &s->contact;
  int32_t n = 0;
  for (int32_t i = 0; i < w->touches.count && !w->touches.kinematic; i++) {
    if (w->touches.touch[i].state == PW_TOUCH_PRESSED) w->candidate[n++] = i;
  }
  double least = INFINITY;
  if (n == 0 || pw_contact_touch_space(s, t, y, n)) {
    return least;
  }
  for (int32_t i = 0; i < n; i++) {
    const PwForceLaw *law = &s->k->contact[w->touches.touch[w->candidate[i]].contact].law;
    int32_t normal = w->first[i];
    double inverse = w->W[normal * w->first[n] + normal], rate = w->rate[normal];
    double energy = rate * rate / (2 * inverse) + pw_force_law_energy(law, w->gap[normal]);
    double depth = pow((law->exponent + 1) * energy / law->stiffness, 1 / (law->exponent + 1));
    if (energy > 0) least = fmin(least, PART * depth / sqrt(2 * inverse * energy));
  }
  return least;
}

PawlStatus pw_contact_take_forces(PawlSimulation *s, double t, const double *y, bool before) {
  PwSolution solution;
  bool any = false;
  for (int32_t i = 0; i < s->contact.touches.count && !any; i++) any = s->contact.touches.touch[i].state == PW_TOUCH_CLOSED;
  if (!any && !pw_bearings_decide_any(s)) return PAWL_OK;
  PawlStatus status = pw_formulation_solve(s->formulation, t, y, &solution);
  for (int32_t i = 0; i < s->contact.touches.count && status == PAWL_OK; i++) {
    PwTouch *touch = &s->contact.touches.touch[i];
    if (touch->state == PW_TOUCH_CLOSED) touch->force = pw_normal_force(&solution.touch, i);
  }
  if (status == PAWL_OK && before) pw_contact_keep_before(s, &solution);
  if (status == PAWL_OK && before) pw_bearings_keep_before(s, &solution);
  return status;
}

// The contact, or the list of contacts, that function g of contact is the search of; -1: it is another one.
static int32_t search_of(const PawlSimulation *s, int32_t g) {
  const PwTouches *touches = &s->contact.touches;
  return g >= 0 && g < pw_near_functions(touches) ? pw_near_search_of(touches, g) : -1;
}

PawlStatus pw_contact_follow(PawlSimulation *s, double t, const double *y, int32_t roots, int32_t first, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_formulation_stand(s->formulation, t, y);
  if (status) return status;
  int32_t searches = pw_near_functions(&w->touches), functions = PW_TOUCH_SWITCHES * w->touches.count;  // behind: of friction
  for (int32_t i = 0; i < w->touches.count; i++) w->candidate[i] = w->touches.touch[i].id;  // indices move when touches go
  for (int32_t n = 0; n < roots && status == PAWL_OK; n++) {
    int32_t g = s->root[n] - first - searches;
    int32_t joints = functions + pw_contact_friction_switches(s);
    if (g >= joints + pw_bearings_switches(s)) {
      status = pw_contact_follow_displaced(s, t, y, g - joints - pw_bearings_switches(s));
    } else if (g >= joints) {
      pw_bearings_follow(s, g - joints);
    } else if (g >= functions) {
      pw_contact_follow_friction(s, g - functions);
    }
  }
  bool list = pw_near_left(&w->touches, motion) <= 0;  // as for searches
  for (int32_t n = 0; n < roots; n++) list |= search_of(s, s->root[n] - first) == PW_NEAR_LIST;
  if (list && status >= 0) status = pw_near_find(&w->touches, motion, false);
  for (int32_t i = 0; i < w->touches.nears && status >= 0; i++) {
    int32_t c = w->touches.near[i].contact;
    bool search = pw_touches_left(&w->touches, motion, c) <= 0;  // also if another event came before its own
    bool ended = false, followed = false;
    search |= list && !pw_near_is_covered(&w->touches.near[i]);
    for (int32_t n = 0; n < roots && status >= 0; n++) {
      int32_t g = s->root[n] - first - searches;
      search |= search_of(s, s->root[n] - first) == c;  // its own, which may have been found a rounding before its zero
      const PwTouch *touch = g < 0 || g >= functions ? NULL : pw_touches_find(&w->touches, w->candidate[g / PW_TOUCH_SWITCHES]);
      PwTouchSwitch function = (PwTouchSwitch)(g % PW_TOUCH_SWITCHES);
      if (!touch || touch->contact != c) continue;
      status = pw_touches_follow(&w->touches, motion, touch->id, function, &search);
      ended |= function == PW_SWITCH_FOLD;
      followed = true;
    }
    if (followed || search) pw_touches_drop_doubles(&w->touches, c);
    if (!search || status < 0) continue;
    status = search_again(s, motion, c, ended, messages);
  }
  if (status < 0) return status;
  for (int32_t i = 0; i < w->touches.count; i++) {
    PwTouch *touch = &w->touches.touch[i];
    if (pw_touch_remember(motion, touch) < 0) return PAWL_ERR_MEMORY;
    if (!pw_touch_is_through(&w->touches, touch)) continue;
    w->touches.urgent = true;
    if (touch->gap < -PW_LATE * pw_gap_scale(s->k, touch->contact)) return pw_contact_fail_late(s, motion, touch, messages);
  }
  return pw_contact_reserve(s);
}
