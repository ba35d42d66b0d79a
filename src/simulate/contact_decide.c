// What follows from an event for the touches: impacts, then which of them stay closed.
//
//   candidates: closed touches, and open ones whose gap is zero
//   1. a drive's kick: speeds onto the joints' rows
//   2. impact, if a candidate approaches (contact/impact.h)
//   3. of those at rest: gap'' = W lambda + gap''_free >= 0, lambda >= 0, one of them zero; lambda > 0 (or two-sided) closes
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numerics/vec.h"
#include "simulate/simulation.h"

int32_t pw_contact_list_candidates(PawlSimulation *s, const PwMotion *motion) {
  PwContactWork *w = &s->contact;
  int32_t n = 0;
  for (int32_t i = 0; i < w->touches.count; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    const PwContact *c = &s->k->contact[touch->contact];
    if (c->soft || pw_touch_place(motion, touch, &w->motion[i])) continue;
    bool touching = pw_touch_is_touching(s->k, touch, &w->motion[i]);
    bool covered = touching && pw_pair_of(s->k, touch)->is_covered(&w->touches, motion, touch, &w->motion[i]);
    if (touch->state != PW_TOUCH_CLOSED && (!touching || covered)) continue;
    w->two_sided[n] =
        pw_touch_is_two_sided(s->k, touch, false) && (touch->state == PW_TOUCH_CLOSED || c->sides == PAWL_SIDES_BOTH);
    w->candidate[n++] = i;
  }
  return n;
}

// `joints`: with what these do by friction.
static PawlStatus take_space(PawlSimulation *s, double t, const double *y, PwRowChoice choice, bool joints, int32_t n) {
  PwContactWork *w = &s->contact;
  PawlStatus status = pw_formulation_stand(s->formulation, t, y);
  if (status) return status;
  status = pw_touches_rows(&w->touches, pw_formulation_motion(s->formulation), choice, n, w->candidate, w->row, w->first);
  if (status) return status;
  for (int32_t i = 0; i < w->first[n]; i++) {
    w->gap[i] = w->row[i].value;
    w->rate[i] = w->row[i].rate;
  }
  int32_t more = joints ? pw_bearings_rows(s, w->row + w->first[n]) : 0;
  status = pw_formulation_touch_space(s->formulation, t, y, w->first[n] + more, w->row, w->W, w->acceleration);
  if (status == PAWL_OK && more > 0) pw_bearings_reduce(s, n);
  return status;
}

PawlStatus pw_contact_touch_space(PawlSimulation *s, double t, const double *y, int32_t n) {
  return take_space(s, t, y, s->contact.cone ? PW_ROWS_ALL : PW_ROWS_NORMAL, false, n);
}

PawlStatus pw_contact_force_space(PawlSimulation *s, double t, const double *y, int32_t n) {
  return take_space(s, t, y, s->contact.cone ? PW_ROWS_ALL : PW_ROWS_NORMAL, pw_bearings_decide_any(s), n);
}

PawlStatus pw_contact_normal_space(PawlSimulation *s, double t, const double *y, int32_t n) {
  return take_space(s, t, y, PW_ROWS_NORMAL, false, n);
}

PawlStatus pw_contact_held_space(PawlSimulation *s, double t, const double *y, int32_t n) {
  return take_space(s, t, y, s->contact.cone ? PW_ROWS_HELD : PW_ROWS_NORMAL, false, n);
}

PawlStatus pw_contact_project(PawlSimulation *s, double t, double *y) {
  PwTouches *touches = &s->contact.touches;
  PawlStatus status = pw_formulation_set_touches(s->formulation, touches, touches->kinematic);
  return status ? status : pw_formulation_project(s->formulation, t, y);
}

void pw_contact_keep(PwContactWork *w, int32_t i, int32_t to) {
  w->two_sided[to] = w->two_sided[i];
  w->candidate[to] = w->candidate[i];
}

bool pw_contact_leave_corners(PawlSimulation *s, int32_t i, bool presses) {
  PwContactWork *w = &s->contact;
  PwTouch *touch = &w->touches.touch[w->candidate[i]];
  if (!pw_touch_is_corners(s->k, touch)) return false;
  w->again |= presses && pw_pair_of(s->k, touch)->leave_corners(pw_formulation_motion(s->formulation), touch);
  return true;
}

// The speed up to which candidate i of n rests. Touches that strike each other in turn are thrown as fast as bodies get by
// falling through a rounding, with whatever acceleration there is among them: that of bodies which fall together is none, and
// that of two corners is the turning of the line between them. Where a loose tolerance makes rounding large, it is no more than
// one fall or what is slow: to bring to rest what is not would take impulses that pull.
static double resting_speed(const PawlSimulation *s, int32_t n, int32_t i) {
  static const double FALLS = 10, FALL = 2, SLOW = 1e-4;  // the last one of the typical speed
  const PwContactWork *w = &s->contact;
  int32_t contact = w->touches.touch[w->candidate[i]].contact;
  double scale = pw_gap_scale(s->k, contact),
         speed = fmax(pw_contact_rebound_of(s, i), pw_touches_still(&s->contact.touches, contact)), most = 0;
  if (w->strict) return pw_touches_still(&s->contact.touches, contact);
  if (n == 1) return speed;
  for (int32_t j = 0; j < n; j++) {
    if (pw_touch_is_corners(s->k, &w->touches.touch[w->candidate[j]])) continue;
    most = fmax(most, fabs(w->acceleration[w->first[j]]) / pw_gap_scale(s->k, w->touches.touch[w->candidate[j]].contact));
  }
  double fall = sqrt(pw_contact_rounding(s) * most), slow = fmax(SLOW * s->contact.touches.speed / s->k->size, FALL * fall);
  return fmax(speed, scale * fmin(FALLS * fall, slow));
}

// Keeps of the candidates those at rest; the others open, or rebound.
static int32_t keep_resting(PawlSimulation *s, double t, int32_t n) {
  PwContactWork *w = &s->contact;
  int32_t kept = 0;
  for (int32_t i = 0; i < n; i++) {
    PwTouch *touch = &w->touches.touch[w->candidate[i]];
    double after = w->after[w->first[i]];
    bool rests = after <= resting_speed(s, n, i);
    if (!rests && !w->two_sided[i] && touch->state == PW_TOUCH_OPEN) pw_contact_count_bounce(s, t, i);
    if (pw_contact_leave_corners(s, i, rests)) continue;
    if (!rests && !w->two_sided[i]) {
      if (touch->state == PW_TOUCH_CLOSED) pw_touches_tell(&s->contact.touches, touch, &w->motion[w->candidate[i]], "opens");
      touch->state = PW_TOUCH_OPEN;
      continue;
    }
    w->rested |= fabs(after) > pw_touches_still(&s->contact.touches, touch->contact);
    pw_contact_keep(w, i, kept++);
  }
  return kept;
}

static bool has_event(const PwContactWork *w, int32_t id) {
  for (int32_t i = 0; i < w->touches.events; i++) {
    if (w->touches.event[i].touch == id && strcmp(w->touches.event[i].record.kind, "impact") == 0) return true;
  }
  return false;
}

// A touch that bounced several times comes to rest: when it would have without the rebound tolerance.
static void tell_accumulation(PawlSimulation *s, double t, int32_t index) {
  const PwTouch *touch = &s->contact.touches.touch[index];
  double last = t - touch->bounce, ratio = last / touch->interval;
  if (touch->bounces < 3 || !(touch->interval > 0) || !(ratio < 1)) return;
  PwEvent *e = pw_touches_tell(&s->contact.touches, touch, &s->contact.motion[index], "accumulates");
  if (!e) return;
  e->record.value = t + last * ratio / (1 - ratio);
  snprintf(e->detail, sizeof e->detail, "%d impacts of this touch; value: the time from which it is at rest", touch->bounces + 1);
}

void pw_contact_settle(PawlSimulation *s, double t, int32_t i, bool closes, double rate, double force) {
  PwContactWork *w = &s->contact;
  int32_t index = w->candidate[i];
  PwTouch *touch = &w->touches.touch[index];
  if (!closes) {
    if (touch->state == PW_TOUCH_CLOSED) pw_touches_tell(&s->contact.touches, touch, &w->motion[index], "opens");
    touch->state = PW_TOUCH_OPEN;
    touch->force = 0;
    return;
  }
  if (touch->state == PW_TOUCH_OPEN) {
    tell_accumulation(s, t, index);
    if (!has_event(w, touch->id)) {
      PwEvent *e = pw_touches_tell(&s->contact.touches, touch, &w->motion[index], "closes");
      if (e) e->record.speed_before = rate, e->record.speed_after = 0;
    }
  }
  if (touch->state == PW_TOUCH_OPEN) {
    pw_contact_loosen(s, touch);
    touch->before = (PwTouchBefore){NAN, NAN, NAN};
  }
  touch->state = PW_TOUCH_CLOSED;
  touch->shadow = false;
  touch->bounces = 0;
  touch->force = touch->shares = force;
  w->largest_force = fmax(w->largest_force, fabs(force));
}

// A drive's speed jumps: impulses of the constraints act, the M-orthogonal projection of the speeds is their solution.
static PawlStatus kick_speeds(PawlSimulation *s, double t, double *y) {
  PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t nq = pw_position_count(s->k), nv = pw_speed_count(s->k);
  double before = pw_motion_kinetic(motion, y + nq);
  PawlStatus status = pw_formulation_kick(s->formulation, t, y);
  if (status) return status;
  double work = pw_motion_kinetic(motion, y + nq) - before;
  y[nq + nv] += work;
  PwEvent event = pw_event_make(t, "impact", "drive");
  event.record.value = work;
  event.value_unit = pw_units_factor(&s->k->units, PW_DIM_ENERGY);
  snprintf(event.detail, sizeof event.detail, "a drive's speed jumps; value: the work done");
  pw_simulation_emit(s, &event);
  return PAWL_OK;
}

// Does an open touch at gap zero approach at (t, y)?
static bool any_approaches(PawlSimulation *s, double t, const double *y) {
  PwMotion *motion = pw_formulation_motion(s->formulation);
  if (pw_formulation_stand(s->formulation, t, y)) return false;
  int32_t n = pw_contact_list_candidates(s, motion);
  for (int32_t i = 0; i < n; i++) {
    const PwTouch *touch = &s->contact.touches.touch[s->contact.candidate[i]];
    PwTouchMotion *m = &s->contact.motion[s->contact.candidate[i]];
    pw_touch_move(motion, touch, m);
    if (touch->state == PW_TOUCH_OPEN && m->rate < -pw_touches_still(&s->contact.touches, touch->contact)) return true;
  }
  return false;
}

// Closed touches that part so slowly that they count as resting are brought to rest, by impulses that the log tells like all
// others: *n touches, those of pw_contact_list_closed, with w->rate before and w->impulse, by rows.
static PawlStatus bring_to_rest(PawlSimulation *s, double t, double *y, int32_t *n) {
  PwContactWork *w = &s->contact;
  int32_t rank;
  double residual;
  bool any = false;
  *n = w->rested ? pw_contact_list_closed(w) : 0;
  if (*n == 0) return PAWL_OK;
  PawlStatus status = pw_contact_held_space(s, t, y, *n);
  for (int32_t i = 0; i < *n && status == PAWL_OK; i++) {
    any |= fabs(w->rate[w->first[i]]) > pw_touches_still(&s->contact.touches, w->touches.touch[w->candidate[i]].contact);
  }
  if (!any) *n = 0;
  if (*n == 0) return status;
  int32_t rows = w->first[*n];
  status = pw_least_norm(w->lcp, rows, w->W, w->rate, w->impulse, &rank, &residual);
  if (status == PAWL_OK) pw_formulation_apply_impulses(s->formulation, y, rows, w->impulse, w->row_impulse);
  return status;
}

// Did the touch of an event push along the same line as it does now? Corners that collide go on as a touch of an element beside.
static bool is_along(const PawlSimulation *s, const PwEvent *e, int32_t index) {
  static const double SAME = 1e-9;  // of the size, or rad
  const PwResultEvent *r = &e->record;
  PwTouchView view;
  pw_touch_view(s->k, &s->contact.touches.touch[index], &s->contact.motion[index], &view);
  double turn[3], arm[3] = {view.x[0] - r->x, view.x[1] - r->y, view.x[2] - r->z}, across[3];
  pw_cross(view.n, e->normal, turn);
  pw_cross(view.n, arm, across);
  return !pw_contact_form(&s->k->contact[e->contact.i - 1])->located ||
         (pw_dot(view.n, e->normal) > 0 && pw_norm(turn) < SAME && pw_norm(across) < SAME * s->k->size);
}

// The event of this instant that a touch's further impulse belongs to, or a new one.
static PwEvent *event_of_rest(PawlSimulation *s, int32_t index, double rate, double impulse) {
  PwContactWork *w = &s->contact;
  const PwTouch *touch = &w->touches.touch[index];
  for (int32_t i = w->touches.events - 1; i >= 0; i--) {
    PwEvent *e = &w->touches.event[i];
    if (e->touch != touch->id || !is_along(s, e, index)) continue;
    if (strcmp(e->record.kind, "closes") == 0 || strcmp(e->record.kind, "rests") == 0) return e;
    if (strcmp(e->record.kind, "impact") == 0 && e->record.impulse + impulse > 0) return e;
  }
  PwEvent *e = pw_touches_tell(&s->contact.touches, touch, &w->motion[index], "rests");
  if (e) e->record.speed_before = rate;
  return e;
}

// Impulse of candidate i in all its rows, as one of forces.
static double block_impulse(const PawlSimulation *s, int32_t i) {
  const PwContactWork *w = &s->contact;
  double size = 0;
  for (int32_t r = w->first[i]; r < w->first[i + 1]; r++) {
    bool friction = r > w->first[i];
    size = hypot(size, w->impulse[r] / (friction && w->row[r].angular ? s->k->size : 1));
  }
  return size;
}

// The impulses that bring_to_rest applied to n touches.
static void tell_rest(PawlSimulation *s, int32_t n) {
  static const double ROUNDING = 1e-12;  // of the largest of them
  PwContactWork *w = &s->contact;
  double largest = 0;
  if (n > 0) pw_contact_list_closed(w);
  for (int32_t i = 0; i < s->k->rows && n > 0; i++) w->row_total[i] += w->row_impulse[i];
  for (int32_t i = 0; i < n; i++) largest = fmax(largest, block_impulse(s, i));
  for (int32_t i = 0; i < n; i++) {
    double impulse = w->impulse[w->first[i]];
    if (!(block_impulse(s, i) > ROUNDING * largest)) continue;
    PwEvent *e = event_of_rest(s, w->candidate[i], w->rate[w->first[i]], impulse);
    if (!e) continue;
    e->record.impulse = impulse + (isnan(e->record.impulse) ? 0 : e->record.impulse);
    e->record.speed_after = 0;
    pw_contact_tell_slip(s, i, NULL, NULL, w->impulse + w->first[i], e);
    pw_contact_tell_friction(s, i, e);
  }
}

// Speeds onto the closed touches. Those that part so slowly that they count as resting are held by it; if another touch would
// approach then (a flat side that tips from one corner to the other), they part after all: y stays, and all is decided again.
static PawlStatus project(PawlSimulation *s, double t, double *y) {
  PwContactWork *w = &s->contact;
  int32_t nq = pw_position_count(s->k), nv = pw_speed_count(s->k);
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  double rebounding = pw_motion_kinetic(motion, y + nq);
  int32_t n;
  memcpy(s->released, y, (size_t)pw_state_size(s->k) * sizeof *y);
  PawlStatus status = bring_to_rest(s, t, y, &n);
  if (status == PAWL_OK) status = pw_formulation_project(s->formulation, t, y);
  if (status) return status;
  if (!w->strict && any_approaches(s, t, y)) {
    w->strict = w->again = true;
    memcpy(y, s->released, (size_t)pw_state_size(s->k) * sizeof *y);
    return PAWL_OK;
  }
  y[nq + nv] += pw_motion_kinetic(motion, y + nq) - rebounding;
  tell_rest(s, n);
  w->again |= n > 0 && w->cone;  // what slides, and which way, was decided by the speeds before
  return PAWL_OK;
}

// Touches that may be others are put where the forces of this round act; all is decided again then.
static void rearrange(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  for (int32_t i = 0; i < w->touches.count; i++) {
    int32_t c = w->touches.touch[i].contact;
    const PwPair *pair = pw_pair(s->k, c);
    if (pair->rearrange && (i == 0 || w->touches.touch[i - 1].contact != c)) {
      w->again |= pair->rearrange(&w->touches, motion, c);
    }
  }
}

// One round: impact, complementarity, and the formulation told of it. Corners that went on to an element beside in the round
// before may be a touch of the list by that.
static PawlStatus decide_once(PawlSimulation *s, double t, double *y, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_formulation_stand(s->formulation, t, y);
  if (status) return status;
  pw_touches_drop_all_doubles(&w->touches);
  for (int32_t i = 0; i < w->touches.count; i++) w->touches.touch[i].based = false;
  int32_t n = pw_contact_list_candidates(s, motion);
  if (n > 0) status = pw_contact_touch_space(s, t, y, n);
  if (n > 0 && status == PAWL_OK) status = pw_contact_collide(s, t, y, n, messages);
  if (n > 0 && status == PAWL_OK) n = keep_resting(s, t, n);
  if (n > 0 && status == PAWL_OK) status = pw_contact_balance(s, t, y, n, messages);
  if (status > 0 && w->again) return PAWL_OK;
  if (status == PAWL_OK && n > 0) rearrange(s);
  for (int32_t i = 0; i < w->touches.count; i++) w->touches.touch[i].fired = false;
  w->touches.urgent = w->touches.changed = false;
  if (status == PAWL_OK) status = pw_bearings_decide(s, t, y, messages);
  if (status == PAWL_OK) status = pw_formulation_set_touches(s->formulation, &w->touches, false);
  if (status == PAWL_OK) status = project(s, t, y);
  if (status == PAWL_OK && !w->again) status = pw_contact_check_pulls(s, t, y, &w->again);
  return status == PAWL_OK && !w->again ? pw_contact_check_cones(s, t, y) : status;
}

PawlStatus pw_contact_decide(PawlSimulation *s, double t, double *y, bool kick, PawlMessages *messages) {
  enum { ROUNDS = 20 };
  bool again = true;
  s->contact.crossed = s->contact.strict = s->contact.unshared = s->contact.redundant = false;
  pw_bearings_begin(s);
  pw_contact_reach_together(s);
  PawlStatus status = pw_contact_give_displacements(s, y, messages);
  if (status == PAWL_OK && kick) status = kick_speeds(s, t, y);
  for (int round = 0; round < ROUNDS && again && status == PAWL_OK; round++) {
    s->contact.again = false;
    status = (s->contact.touches.kinematic ? pw_contact_decide_kinematic : decide_once)(s, t, y, messages);
    if (status == PAWL_OK) status = pw_contact_drop_leaving(s, t, y, &again, messages);
    again |= s->contact.again;
  }
  for (int32_t i = 0; i < s->contact.touches.count; i++) s->contact.touches.touch[i].fired = false;
  s->contact.unbounded = false;
  if (status == PAWL_OK) status = pw_contact_check_futile(s, t, messages);
  if (status == PAWL_OK && !again) status = pw_contact_tell_after(s, t, y);
  if (status == PAWL_OK) status = pw_bearings_end(s, t, y, again, messages);
  if (status == PAWL_OK && !again) pw_contact_tell_series(s);
  pw_contact_give_slots(s);
  pw_contact_flush(s, t);
  pw_contact_warn_free(s, t, messages);
  return status;
}

// Emits what waited, with the force of each touch as it is now.
void pw_contact_flush(PawlSimulation *s, double t) {
  PwTouches *touches = &s->contact.touches;
  for (int32_t i = 0; i < touches->events; i++) {
    PwEvent *e = &touches->event[i];
    const PwTouch *touch = pw_touches_find(touches, e->touch);
    e->record.t = t;
    if (touch && touch->state == PW_TOUCH_CLOSED && isnan(e->record.force)) e->record.force = touch->force;
    pw_simulation_emit(s, e);
  }
  touches->events = 0;
}
