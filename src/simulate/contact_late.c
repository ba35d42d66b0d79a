// Searches come so often that none is late (contact/find.c, contact/space.c), but where that would be without end: near a border,
// or where boundaries nearly lie on each other. Then a search may find a touch that overlaps: it has closed, or come in over a
// border, since the last one. When, the dense output tells, and there the segment ends.
#include <math.h>

#include "simulate/simulation.h"

// The motion at t, on the constraints.
static PawlStatus place(PawlSimulation *s, double t) {
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_integrator_dense(s->integrator, t, s->z, NULL);
  if (status == PAWL_OK) status = pw_formulation_correct(s->formulation, t, s->z);
  if (status == PAWL_OK) status = pw_formulation_expand(s->formulation, t, s->z, s->trial);
  if (status == PAWL_OK) status = pw_motion_place(motion, t, s->trial, &s->discrete);
  if (status == PAWL_OK) pw_motion_move(motion, s->trial + pw_position_count(s->k));
  return status;
}

// Followed backwards, a touch may run into another one, which it was born from.
static bool is_double(const PawlSimulation *s, int32_t index, const PwTouchMotion *m) {
  static const double SAME = 1e-6;
  const PwTouches *t = &s->contact.touches;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwTouchView own, other;
  pw_touch_view(s->k, &t->touch[index], m, &own);
  for (int32_t i = 0; i < t->count; i++) {
    PwTouchMotion n;
    if (i == index || t->touch[i].contact != t->touch[index].contact || pw_touch_place(motion, &t->touch[i], &n)) continue;
    pw_touch_view(s->k, &t->touch[i], &n, &other);
    double far = fmax(fmax(fabs(own.x[0] - other.x[0]), fabs(own.x[1] - other.x[1])), fabs(own.x[2] - other.x[2]));
    if (far < SAME * s->k->size) return true;
  }
  return false;
}

// Is there a touch at t that has closed?
static bool has_closed(PawlSimulation *s, int32_t index, double t) {
  const PwTouch *touch = &s->contact.touches.touch[index];
  PwTouchMotion m;
  if (place(s, t) || !pw_contact_stands(s, pw_formulation_motion(s->formulation), touch, &m)) return false;
  return m.gap < PW_TOUCHING / 2 * s->k->size && !is_double(s, index, &m);
}

// When a touch that has closed at the end of the segment did so. False: before its start, or nothing tells.
static bool find_start(PawlSimulation *s, int32_t index, double *t) {
  double before = s->from;
  *t = s->to;
  if (!has_closed(s, index, *t) || has_closed(s, index, before)) return false;
  for (int i = 0; i < 100; i++) {
    double middle = before + (*t - before) / 2;
    if (!(middle > before && middle < *t)) break;
    *(has_closed(s, index, middle) ? t : &before) = middle;
  }
  return true;
}

// A touch that stands closed at t: too deep to have just come?
static PawlStatus check_depth(PawlSimulation *s, int32_t index, double t, PawlMessages *messages) {
  const PwTouch *touch = &s->contact.touches.touch[index];
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwTouchMotion m;
  if (s->k->contact[touch->contact].soft || place(s, t) || pw_touch_place(motion, touch, &m)) return PAWL_OK;
  s->contact.urgent |= m.gap <= PW_TOUCHING * s->k->size;
  return m.gap < -PW_LATE * s->k->size ? pw_contact_fail_late(s, motion, touch, messages) : PAWL_OK;
}

// The contacts whose searches end the segment are searched there. PAWL_RETRY: something else ends it, too.
static PawlStatus search(PawlSimulation *s, PawlMessages *messages) {
  for (int32_t n = 0; n < s->roots; n++) {
    if (pw_switch_search_of(s, s->root[n]) < 0) return PAWL_RETRY;
  }
  PawlStatus status = place(s, s->to);
  for (int32_t n = 0; n < s->roots && status == PAWL_OK; n++) {
    status = pw_contact_search(s, pw_formulation_motion(s->formulation), pw_switch_search_of(s, s->root[n]), messages);
  }
  return status ? status : pw_formulation_set_touches(s->formulation, &s->contact.touches, s->contact.kinematic);
}

PawlStatus pw_contact_look_back(PawlSimulation *s, PawlMessages *messages) {
  const PwTouches *touches = &s->contact.touches;
  int32_t last = touches->last_id, first = -1;
  double t, start = INFINITY;
  PawlStatus status = s->pending == PW_PENDING_SOFT ? search(s, messages) : PAWL_RETRY;
  if (status) return status < 0 ? status : PAWL_OK;
  s->roots = 0;
  for (int32_t i = 0; i < touches->count && status == PAWL_OK; i++) {
    if (touches->touch[i].id <= last) continue;
    if (!find_start(s, i, &t)) {
      status = check_depth(s, i, s->to, messages);
    } else if (t < start) {
      start = t;
      first = i;
    }
  }
  if (status || first < 0) return status;
  s->to = start;
  s->pending = PW_PENDING_EVENT;
  s->root[s->roots++] = pw_switch_gap_of(s, first);
  return check_depth(s, first, start, messages);
}
