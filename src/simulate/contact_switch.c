// Switching functions of touches in a run: per contact the motion left until its next search (G_M), per touch those of
// contact/switching.h. Searches, and what happens to open touches at ends, do not touch the motion: they are soft, the integrator
// goes on over them.
#include <math.h>

#include "simulate/simulation.h"

int32_t pw_contact_switches(const PawlSimulation *s) {
  return pw_near_functions(&s->contact.touches) + PW_TOUCH_SWITCHES * s->contact.touches.count + pw_contact_friction_switches(s) +
         pw_bearings_switches(s) + pw_contact_displaced_switches(s);
}

static bool opens_by_force(const PawlSimulation *s, const PwTouch *touch) {
  return touch->state == PW_TOUCH_CLOSED && !pw_touch_is_two_sided(s->k, touch, s->contact.touches.kinematic);
}

bool pw_contact_needs_force(const PawlSimulation *s) {
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    if (opens_by_force(s, &s->contact.touches.touch[i])) return true;
  }
  return pw_contact_any_rubs(s) || pw_bearings_decide_any(s) || pw_contact_rim_needs_force(s);
}

// What holds closed touch i; it opens where that goes below zero.
static double hold(const PawlSimulation *s, int32_t i) {
  const PwContactWork *w = &s->contact;
  const PwTouch *touch = &w->touches.touch[i];
  if (opens_by_force(s, touch)) return w->force[i];
  return pw_contact_may_pull(s, touch) ? INFINITY : w->push[i] / w->touches.speed;
}

// Touch i at the state where the formulation stands, from its solution there if the touch acts in it.
static PawlStatus stand(PawlSimulation *s, int32_t i, const PwRowForces *solved) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  const PwTouch *touch = &s->contact.touches.touch[i];
  const PwTouchMotion *stands = solved ? pw_acting_touch(solved, i) : NULL;
  PwTouchMotion *out = &s->contact.motion[i];
  if (stands) {
    *out = *stands;
    return PAWL_OK;
  }
  PawlStatus status = pw_touch_place(motion, touch, out);
  if (status == PAWL_OK) pw_touch_move(motion, touch, out);
  return status;
}

// The formulation at (t, y), with the forces there if some function needs them: then *solved is `solution`'s, else NULL.
static PawlStatus solve(PawlSimulation *s, double t, const double *y, PwSolution *solution, const PwRowForces **solved) {
  PwContactWork *w = &s->contact;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = PAWL_OK;
  *solved = NULL;
  if (pw_contact_pushes(s, t, y, &status) && status) return status;
  if (!pw_switch_needs_force(s)) return pw_formulation_stand(s->formulation, t, y);
  status = pw_formulation_evaluate(s->formulation, t, y, solution);
  *solved = &solution->touch;
  for (int32_t i = 0; i < w->touches.count && status == PAWL_OK; i++) w->force[i] = pw_normal_force(&solution->touch, i);
  if (status == PAWL_OK && s->k->reads_friction) {
    pw_contact_read_rubbing(s, solution);
    pw_bearings_sample(s, solution);
  }
  if (status == PAWL_OK) pw_readings_take(s, &(PwForces){motion, solution->lambda, w->force});
  return status;
}

// Functions of touch i, after `solve`.
static PawlStatus evaluate_touch(PawlSimulation *s, int32_t i, const PwRowForces *solved, double *own) {
  PwContactWork *w = &s->contact;
  const PwTouch *touch = &w->touches.touch[i];
  PawlStatus status = stand(s, i, solved);
  if (status > 0 && pw_touch_is_open(touch)) {
    pw_touch_switches_gone(own);
    return PAWL_OK;
  }
  if (status) return status;
  pw_touch_switches(&w->touches, pw_formulation_motion(s->formulation), touch, &w->motion[i], hold(s, i), own);
  return PAWL_OK;
}

// Where loads of joints have no answer the functions of that are all that can be told.
static bool tell_unanswered(const PawlSimulation *s, PawlStatus failed, const PwSolution *solution, double *g) {
  int32_t others = pw_contact_switches(s) - pw_bearings_switches(s);
  if (!pw_bearings_unanswered(s, failed, solution, g + others)) return false;
  for (int32_t i = 0; i < others; i++) g[i] = INFINITY;
  return true;
}

// Motion left until search g is due.
static double search_left(const PawlSimulation *s, int32_t g) {
  const PwTouches *touches = &s->contact.touches;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t c = pw_near_search_of(touches, g);
  return c == PW_NEAR_LIST ? pw_near_left(touches, motion) : pw_touches_left(touches, motion, c);
}

PawlStatus pw_contact_evaluate(PawlSimulation *s, double t, const double *y, double *g) {
  PwContactWork *w = &s->contact;
  int32_t searches = pw_near_functions(&w->touches);
  const PwRowForces *solved;
  PwSolution solution = {.definite = 1};
  PawlStatus status = solve(s, t, y, &solution, &solved);
  if (tell_unanswered(s, status, &solution, g)) return PAWL_OK;
  if (status) return status;
  for (int32_t i = 0; i < searches; i++) g[i] = search_left(s, i);
  for (int32_t i = 0; i < w->touches.count; i++) {
    status = evaluate_touch(s, i, solved, g + searches + PW_TOUCH_SWITCHES * i);
    if (status) return status;
  }
  double *friction = g + searches + PW_TOUCH_SWITCHES * w->touches.count;
  if (pw_contact_any_rubs(s)) pw_contact_watch_friction(s, &solution, friction);
  if (s->k->bearings > 0) pw_bearings_watch(s, solved ? &solution : NULL, friction + pw_contact_friction_switches(s));
  if (pw_mechanism_has_displacement(s->k)) {
    double *displaced = friction + pw_contact_friction_switches(s) + pw_bearings_switches(s);
    pw_contact_watch_displaced(s, y, solved ? &solution : NULL, displaced);
  }
  return PAWL_OK;
}

PawlStatus pw_contact_evaluate_one(PawlSimulation *s, double t, const double *y, int32_t which, double *g) {
  const PwRowForces *solved;
  PwSolution solution = {.definite = 1};
  int32_t searches = pw_near_functions(&s->contact.touches), touch = (which - searches) / PW_TOUCH_SWITCHES;
  if (which >= searches && touch >= s->contact.touches.count) return pw_contact_evaluate(s, t, y, g);  // of friction
  PawlStatus status = solve(s, t, y, &solution, &solved);
  if (tell_unanswered(s, status, &solution, g)) return PAWL_OK;
  if (status) return status;
  if (which >= searches) return evaluate_touch(s, touch, solved, g + searches + PW_TOUCH_SWITCHES * touch);
  g[which] = search_left(s, which);
  return PAWL_OK;
}

const double *pw_contact_normal_forces(PawlSimulation *s, const PwSolution *solution) {
  PwContactWork *w = &s->contact;
  for (int32_t i = 0; i < w->touches.count; i++) w->work[i] = pw_normal_force(&solution->touch, i);
  return w->work;
}

PawlStatus pw_contact_take_static_forces(PawlSimulation *s, double t, const double *y) {
  PwContactWork *w = &s->contact;
  PwRowForces forces;
  PawlStatus status = pw_formulation_static_forces(s->formulation, t, y, &forces);
  for (int32_t i = 0; i < w->touches.count && status == PAWL_OK; i++) {
    if (w->touches.touch[i].state == PW_TOUCH_CLOSED) w->static_force[i] = pw_normal_force(&forces, i);
  }
  return status;
}

// Touch i, as it stands at a sample, is open and behind the other boundary: one that has been found at the end of the segment may
// not have been on its elements yet at a sample before.
static bool is_none_yet(const PawlSimulation *s, int32_t i) {
  const PwTouch *touch = &s->contact.touches.touch[i];
  PwTouchMotion m;
  if (!pw_touch_is_open(touch) || s->k->contact[touch->contact].soft || pw_pair_of(s->k, touch)->always) return false;
  return s->contact.motion[i].gap < 0 && !pw_touch_stands(pw_formulation_motion(s->formulation), touch, &m);
}

PawlStatus pw_contact_sample(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  for (int32_t i = 0; i < w->touches.count; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    PawlStatus status = stand(s, i, &s->solution.touch);
    if (status < 0 || (status && !pw_touch_is_open(touch))) return status;
    if (status || is_none_yet(s, i)) w->motion[i].gap = NAN;
    w->force[i] = pw_touch_is_open(touch) ? 0 : pw_normal_force(&s->solution.touch, i);
    if (touch->state == PW_TOUCH_PRESSED) w->static_force[i] = w->force[i];
  }
  pw_contact_read_rubbing(s, &s->solution);
  return PAWL_OK;
}

// How far below zero a gap is noticed, of the mechanism's size: rounding, and with closed touches how precisely trial states are
// projected onto them.
double pw_contact_rounding(const PawlSimulation *s) {
  static const double ROUNDING = 1e-13, STAGES = 2e-4;
  return ROUNDING + (pw_contact_needs_force(s) ? STAGES * fmin(s->options.tolerance, 1e-4) : 0);
}

void pw_contact_noise(const PawlSimulation *s, double *noise) {
  const PwContactWork *w = &s->contact;
  double rounding = pw_contact_rounding(s);
  int32_t searches = pw_near_functions(&w->touches);
  for (int32_t i = 0; i < searches; i++) noise[i] = 0;
  for (int32_t i = 0; i < w->touches.count; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    double none = pw_contact_may_pull(s, touch) ? PW_NO_FORCE * w->largest_force : 1e-9;
    pw_touch_noise(&w->touches, touch, rounding, none, noise + searches + PW_TOUCH_SWITCHES * i);
  }
  double *friction = noise + searches + PW_TOUCH_SWITCHES * w->touches.count;
  pw_contact_friction_noise(s, friction);
  pw_bearings_noise(s, friction + pw_contact_friction_switches(s));
  pw_contact_displaced_noise(s, friction + pw_contact_friction_switches(s) + pw_bearings_switches(s));
}

void pw_contact_slack(const PawlSimulation *s, double *slack) {
  const PwTouches *touches = &s->contact.touches;
  int32_t searches = pw_near_functions(touches);
  for (int32_t i = 0; i < pw_contact_switches(s); i++) {
    int32_t c = i < searches ? pw_near_search_of(touches, i) : -1;
    slack[i] = c == PW_NEAR_LIST ? pw_near_slack(touches) : c >= 0 ? pw_touches_slack(touches, c) : 0;
  }
}

bool pw_contact_is_soft(const PawlSimulation *s, int32_t g) {
  int32_t own = g - pw_near_functions(&s->contact.touches);
  if (own < 0) return true;
  if (own >= PW_TOUCH_SWITCHES * s->contact.touches.count) return false;
  return pw_touch_switch_is_soft(&s->contact.touches.touch[own / PW_TOUCH_SWITCHES], (PwTouchSwitch)(own % PW_TOUCH_SWITCHES));
}
