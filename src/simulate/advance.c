// The event loop: let the formulation advance, look for events on the dense output, settle what follows, go on.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dynamics/row_speed.h"
#include "simulate/simulation.h"

// The integrator's state on the open segment, not projected; dz may be NULL.
static PawlStatus dense(PawlSimulation *s, double t, double *z, double *dz) {
  if (s->pending != PW_PENDING_JUMP) return pw_integrator_dense(s->integrator, t, z, dz);
  pw_guard_dense(&s->guard, t, z, dz);
  return PAWL_OK;
}

// Rows that depend on each other, some of which move by laws, need not agree: `augmented` has them all.
static PawlStatus fail_contradiction(PawlSimulation *s, double t, PawlStatus status, PawlMessages *messages) {
  int32_t redundant = -1;
  bool moves = false;
  for (int32_t r = 0; r < s->k->rows && s->method == PW_TRAPEZOIDAL; r++) {
    if (s->k->row[r].redundant && redundant < 0) redundant = r;
    moves |= pw_row_moves(s->k, r);
  }
  if (redundant < 0 || !moves) return PAWL_OK;
  int32_t joint = s->k->row[redundant].joint;
  return pw_fail(messages, status, PW_NOWHERE,
                 "the run cannot go on at t = %s: '%s' holds what others hold, too, and where laws move some of them they "
                 "contradict each other: make them agree, or take formulation multipliers, which leaves such rows out",
                 PW_SAY_TIME(s->k, t), joint >= 0 ? s->k->joint[joint].name : "a coupler or drive");
}

// Says why a run cannot go on.
static PawlStatus explain(PawlSimulation *s, PawlStatus status, PawlMessages *messages) {
  double t = pw_integrator_time(s->integrator), position, speed;
  int32_t row = s->guard.now.row;
  const char *subject = row >= 0 && s->k->row[row].joint >= 0 ? s->k->joint[s->k->row[row].joint].name : "";
  PawlStatus law = pw_simulation_fail_law(s, t, status, messages);
  if (law) return law;
  PawlStatus lost = status == PAWL_ERR_STEP || status == PAWL_ERR_SINGULAR ? pw_contact_fail_lost(s, messages) : PAWL_OK;
  if (lost) return lost;
  PawlStatus contradicts = fail_contradiction(s, t, status, messages);
  if (contradicts) return contradicts;
  if (pw_formulation_expand(s->formulation, t, pw_integrator_state(s->integrator), s->trial) == PAWL_OK) {
    pw_formulation_violation(s->formulation, t, s->trial, &position, &speed, &row);
    PawlStatus stuck =
        status == PAWL_ERR_STEP || status == PAWL_ERR_SINGULAR ? pw_contact_fail_stuck(s, t, status, messages) : PAWL_OK;
    if (stuck) return stuck;
    PawlStatus jammed = pw_bearings_fail(s, t, s->trial, messages);
    if (jammed) return jammed;
  }
  return pw_fail(
      messages, status, PW_NOWHERE,
      "the run cannot go on at t = %s: %s. Smallest singular value of the constraints %.3g%s%s; try a looser tolerance, "
      "another method, or look at the mechanism there",
      PW_SAY_TIME(s->k, t), pawl_status_text(status), s->guard.now.sigma, *subject ? ", most in joint " : "", subject);
}

// A jump over a singular position, if it is due.
static PawlStatus jump(PawlSimulation *s, bool *due) {
  double to;
  PawlStatus status = pw_guard_jump(&s->guard, s->formulation, s->integrator, &to, due);
  if (status || !*due) return status;
  s->from = pw_integrator_time(s->integrator);
  s->to = to;
  s->pending = PW_PENDING_JUMP;
  s->open = true;
  return PAWL_OK;
}

// One step of the integrator, watched by the guard; a step over an unnoticed singular position is taken again.
static PawlStatus guarded_step(PawlSimulation *s, double t_limit) {
  for (int attempt = 0; attempt < 60; attempt++) {
    double limit = fmin(pw_guard_limit(&s->guard), s->turn_limit), t = pw_integrator_time(s->integrator);
    if (isfinite(limit)) pw_integrator_limit_next(s->integrator, limit);
    pw_formulation_set_plain(s->formulation,
                             s->method != PW_RADAU5 && pw_guard_is_far(&s->guard, pw_integrator_next_step(s->integrator)));
    PawlStatus status = pw_integrator_step(s->integrator, t_limit);
    if (status || s->method == PW_TRAPEZOIDAL) return status;  // whose matrix no singular position troubles
    bool redo;
    status = pw_guard_watch(&s->guard, s->formulation, s->integrator, &redo);
    if (status < 0) return status;
    if (status == PAWL_OK && !redo) return PAWL_OK;
    double h = (pw_integrator_time(s->integrator) - t) / 4;
    status = pw_integrator_dense(s->integrator, t, s->z, NULL);  // the beginning of the step can always be had
    if (status < 0) return status;
    pw_guard_reset(&s->guard);
    status = pw_integrator_start(s->integrator, t, s->z, h);
    if (status) return status < 0 ? status : PAWL_ERR_SINGULAR;
  }
  return PAWL_ERR_SINGULAR;
}

static PawlStatus check_steps(const PawlSimulation *s, PawlMessages *messages) {
  const PwIntegratorStats *stats = pw_integrator_stats(s->integrator);
  if (stats->steps + stats->rejected < s->options.max_steps) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_LIMIT, PW_NOWHERE, "max_steps = %lld steps are used up at t = %s",
                 (long long)s->options.max_steps, PW_SAY_TIME(s->k, pw_integrator_time(s->integrator)));
}

// A step of the integrator, or a jump.
static PawlStatus step(PawlSimulation *s, double t_limit, bool *jumped, PawlMessages *messages) {
  pw_formulation_no_number(s->formulation)->force = NULL;
  PawlStatus status = jump(s, jumped);
  if (status == PAWL_OK && *jumped) return PAWL_OK;  // a small part of a step; the end of the run may lie inside it
  if (status == PAWL_OK) status = guarded_step(s, t_limit);
  if (status) return explain(s, status, messages);
  s->from = pw_integrator_time_before(s->integrator);
  return PAWL_OK;
}

// Kinematics without a position to go on to: a closed touch is dropped, and the run goes on from where it is. PAWL_RETRY: it
// cannot.
static PawlStatus drop_touch(PawlSimulation *s, PawlMessages *messages) {
  double t = pw_integrator_time(s->integrator);
  if (pw_formulation_expand(s->formulation, t, pw_integrator_state(s->integrator), s->y)) return PAWL_RETRY;
  PawlStatus status = pw_contact_drop(s, t, s->y, messages);
  if (status) return status;
  pw_guard_reset(&s->guard);
  return pw_simulation_start(s, t, s->y, 0, messages) ? PAWL_RETRY : PAWL_OK;
}

// Loads of what slides grow without bound where det(1 - S) goes to zero ahead of the root, and those of joints come to an end: no
// step leads there. They are no answer then, and the touches, or the joints, jam: an event where the run has come to. False: it
// is not that, or was tried.
static bool end_in_jam(PawlSimulation *s) {
  double t = pw_integrator_time(s->integrator);
  bool touches = pw_contact_any_slides(s), joints = pw_bearings_any_slides(s);
  if (s->contact.touches.kinematic || !(touches || joints) || s->to != t || s->contact.unbounded_at == t) return false;
  s->contact.unbounded = touches;
  s->contact.bearing_unbounded = joints;
  s->contact.unbounded_at = t;
  s->pending = PW_PENDING_EVENT;
  s->open = false;
  s->from = t;
  return true;
}

// The step again, to end at the event: dense output inside a step is less precise than its end, unless projection alone tells the
// state. If that does not succeed, the event stays where it was found.
static PawlStatus refine_event(PawlSimulation *s, const PwSwitching *switching, double *root) {
  static const double BEHIND = 1e-4;  // of the step: dense output is as precise as the end within it
  double from = pw_integrator_time_before(s->integrator), end = pw_integrator_time(s->integrator), part = BEHIND * (end - from);
  double refined;
  int32_t count;
  bool projected = s->determined && pw_switch_needs_force(s);  // functions are evaluated on the constraints, which tell all
  if (s->method == PW_RADAU5 || projected || *root + part >= end) return PAWL_OK;
  PawlStatus status = pw_integrator_retake(s->integrator, *root + part);
  if (status) return status < 0 ? status : PAWL_OK;
  status = pw_locate_again(s->locator, s->integrator, switching, s->noise, fmax(*root - part, s->from), *root + part, &refined,
                           s->root, &count);
  if (status == PAWL_OK && count > 0) {
    s->roots = count;
    *root = refined;
    return PAWL_OK;
  }
  return status < 0 ? status : pw_integrator_retake(s->integrator, end);
}

// Gaps and their rates at a time of the segment, in s->contact.motion.
static PawlStatus look(PawlSimulation *s, double t) {
  PawlStatus status = pw_integrator_dense(s->integrator, t, s->z, NULL);
  return status ? status : pw_switch_evaluate(s, t, s->z, s->gap);
}

// A function of an open touch that is negative where the segment begins, so that no root will tell: the touch is gone, or beyond
// an end that it should have passed. -1: there is none. Values as `look` left them.
static int32_t find_stray(const PawlSimulation *s) {
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    const PwTouch *touch = &s->contact.touches.touch[i];
    int32_t own = pw_switch_hold_of(s, i);
    int first = touch->shadow || pw_touch_is_corners(s->k, touch) ? PW_SWITCH_FOLD : PW_SWITCH_END;
    for (int f = first; f <= PW_SWITCH_FOLD && pw_touch_is_open(touch); f++) {
      if (s->gap[own + f] < -s->noise[own + f]) return own + f;
    }
  }
  return -1;
}

// How much of the segment to look at first. In free flight a step may be long: a touch that is about to close at its very
// beginning, or that has just rebounded, may close and part again between two samples of the whole.
// *stray: see above.
static PawlStatus first_look(PawlSimulation *s, double *part, int32_t *stray) {
  static const double AHEAD = 2, SOON = 1e-6;  // of the time until a gap closes; of the segment
  static const double NEAR = 1e-9;             // of the scale of a gap: that of a touch that has just rebounded
  static const double STRAY = 1e-3;            // of the segment: there a touch that is gone is searched for
  PwContactWork *w = &s->contact;
  bool open = false, rebounds = false;
  *part = s->to - s->from;
  *stray = -1;
  for (int32_t i = 0; i < w->touches.count && !open; i++) open = w->touches.touch[i].state == PW_TOUCH_OPEN;
  PawlStatus status = open ? look(s, s->from) : PAWL_OK;
  if (status || !open) return status < 0 ? status : PAWL_OK;
  double soon = SOON * *part;
  *stray = find_stray(s);
  if (*stray >= 0) *part *= STRAY;
  for (int32_t i = 0; i < w->touches.count; i++) {
    double gap = fmax(w->motion[i].gap, 0), rate = w->motion[i].rate;
    if (w->touches.touch[i].state != PW_TOUCH_OPEN) continue;
    if (rate < 0) *part = fmin(*part, AHEAD * fmax(gap / -rate, soon));
    rebounds |= rate >= 0 && gap < NEAR * pw_gap_scale(s->k, w->touches.touch[i].contact);
    w->work[i] = rate;
  }
  status = rebounds ? look(s, s->from + soon) : PAWL_OK;
  for (int32_t i = 0; i < w->touches.count && rebounds && status == PAWL_OK; i++) {
    double rate = w->work[i], acceleration = (w->motion[i].rate - rate) / soon;
    if (w->touches.touch[i].state != PW_TOUCH_OPEN || !(rate >= 0 && acceleration < 0)) continue;
    *part = fmin(*part, AHEAD * fmax(rate / -acceleration, soon));
  }
  return status < 0 ? status : PAWL_OK;
}

// Do loads of what slides have an answer at t?
static bool is_answered(PawlSimulation *s, double t) {
  PwSolution solution;
  return pw_integrator_dense(s->integrator, t, s->z, NULL) == PAWL_OK &&
         pw_formulation_expand(s->formulation, t, s->z, s->trial) == PAWL_OK &&
         pw_formulation_evaluate(s->formulation, t, s->trial, &solution) <= PAWL_OK;
}

// A root at which loads have come to an end may lie just behind their last answer. Where the segment begins they have one.
static double last_answered(PawlSimulation *s, double root) {
  static const double LEAST = 1e-12;  // of the segment
  double back = LEAST * (root - s->from), t = root;
  while (t > s->from && !is_answered(s, t)) {
    t = fmax(s->from, root - back);
    back *= 4;
  }
  return t;
}

// The first event on the segment, if there is one: the segment ends there.
static PawlStatus find_event(PawlSimulation *s) {
  static const double GROWTH = 4;
  PwSwitching switching = {pw_switch_count(s), s, pw_switch_evaluate, pw_switch_evaluate_one, s->slack};
  if (switching.n == 0) return PAWL_OK;
  double root, from = s->from, part;
  pw_switch_noise(s);
  pw_switch_slack(s);
  int32_t stray;
  PawlStatus status = pw_switch_orient(s);
  if (status == PAWL_OK) status = first_look(s, &part, &stray);
  while (status == PAWL_OK && from < s->to && s->roots == 0) {
    double to = s->to - from > 2 * part ? from + part : s->to;
    status = (from == s->from ? pw_locate : pw_locate_on)(s->locator, s->integrator, &switching, s->noise, from, to, &root,
                                                          s->root, &s->roots);
    if (status == PAWL_OK && s->roots == 0 && stray >= 0) s->root[s->roots++] = stray, root = to;
    from = to;
    part *= GROWTH;
  }
  if (status || s->roots == 0) return status;
  if (!pw_switch_is_soft(s)) status = refine_event(s, &switching, &root);
  s->to = pw_bearings_any_slides(s) ? last_answered(s, root) : root;
  s->pending = pw_switch_is_soft(s) ? PW_PENDING_SOFT : PW_PENDING_EVENT;
  return status;
}

// The same where the dense output cannot be had, because loads of what slides have no answer inside the step: of a shorter one.
static PawlStatus find_event_sooner(PawlSimulation *s, PawlStatus status) {
  enum { HALVINGS = 40 };
  double from = pw_integrator_time_before(s->integrator), end = pw_integrator_time(s->integrator);
  for (int i = 0; i < HALVINGS && status > 0 && s->from == from; i++) {
    end = from + 0.5 * (end - from);
    status = pw_integrator_retake(s->integrator, end);
    s->to = pw_integrator_time(s->integrator);
    if (status == PAWL_OK) status = find_event(s);
  }
  return status;
}

// y of the dense output at t, positions as s->z has them. Where closed touches are about to hold the same (a body comes to fit
// exactly between two walls) speeds are those of the dense output itself: it has them from where the touches still told.
static PawlStatus expand_dense(PawlSimulation *s, double t, double *y) {
  if (!pw_formulation_is_faint(s->formulation, t, s->z)) return pw_formulation_expand(s->formulation, t, s->z, y);
  PawlStatus status = pw_integrator_dense(s->integrator, t, s->ddz, s->dz);
  return status ? status : pw_formulation_expand_moving(s->formulation, t, s->z, s->dz, s->dz, y, s->acceleration);
}

// The state at an event inside the step, on the constraints.
static PawlStatus event_state(PawlSimulation *s, double *y) {
  PawlStatus status = pw_integrator_dense(s->integrator, s->to, s->z, NULL);
  if (status == PAWL_OK) status = pw_formulation_correct(s->formulation, s->to, s->z);
  return status == PAWL_OK ? expand_dense(s, s->to, y) : status;
}

// The state at the end of the segment, on the constraints.
static PawlStatus end_state(PawlSimulation *s, double *y) {
  if (s->pending == PW_PENDING_EVENT || s->pending == PW_PENDING_SOFT) return event_state(s, y);
  const double *z = s->pending == PW_PENDING_NONE ? pw_integrator_state(s->integrator) : s->guard.landing;
  return pw_formulation_expand(s->formulation, s->to, z, y);
}

// Values that are sampled at the end of the segment. Laws that act on the motion jump by them: an event.
static PawlStatus read_samples(PawlSimulation *s, PawlMessages *messages) {
  bool jumps;
  if (!pw_samples_are_due(s, s->to)) return PAWL_OK;
  PawlStatus status = end_state(s, s->trial);
  if (status) return explain(s, status < 0 ? status : PAWL_ERR_SINGULAR, messages);
  status = pw_samples_read(s, s->to, s->trial, &jumps, messages);
  if (jumps && (s->pending == PW_PENDING_NONE || s->pending == PW_PENDING_SOFT)) s->pending = PW_PENDING_EVENT;
  return status;
}

PawlStatus pw_simulation_segment(PawlSimulation *s, double t_limit, PawlMessages *messages) {
  bool jumped = false;
  s->roots = 0;
  pw_near_list_searches(&s->contact.touches);
  t_limit = fmin(t_limit, pw_samples_next(s));
  if (s->to < pw_integrator_time(s->integrator)) {  // a soft event cut the step: its rest
    s->from = s->to;
  } else {
    bool told = !s->contact.touches.kinematic && !pw_contact_any_slides(s) && !pw_bearings_any_slides(s);
    PawlStatus status = check_steps(s, messages);
    if (status) return status;
    status = step(s, t_limit, &jumped, told ? messages : NULL);
    if (status && s->contact.touches.kinematic) {
      PawlStatus dropped = status < 0 ? drop_touch(s, messages) : PAWL_RETRY;
      return dropped <= 0 ? dropped : explain(s, status, messages);
    }
    if ((status == PAWL_ERR_STEP || status == PAWL_ERR_SINGULAR) && end_in_jam(s)) return PAWL_OK;
    if (status && !told) status = explain(s, status, messages);
    if (status) return status;
    if (jumped) return read_samples(s, messages);
  }
  s->to = pw_integrator_time(s->integrator);
  s->pending = PW_PENDING_NONE;
  s->open = true;
  PawlStatus status = find_event(s);
  if (status > 0 && s->method != PW_RADAU5 && pw_bearings_any_slides(s)) status = find_event_sooner(s, status);
  if (status) return explain(s, status < 0 ? status : PAWL_ERR_SINGULAR, messages);
  status = pw_contact_look_back(s, messages);
  return status ? status : read_samples(s, messages);
}

static void tell_passage(PawlSimulation *s) {
  s->info.singular_passages++;
  double crossing = s->from + s->guard.distance;
  int32_t row = s->guard.now.row;
  bool joint = row >= 0 && s->k->row[row].joint >= 0;
  PwEvent event = pw_event_make(crossing, "singular", joint ? s->k->joint[s->k->row[row].joint].name : "constraints");
  event.record.value = s->guard.now.sigma;
  snprintf(event.detail, sizeof event.detail, "rank lost for an instant; passed on the branch of the motion");
  pw_simulation_emit(s, &event);
}

static PawlStatus settle_jump(PawlSimulation *s, PawlMessages *messages) {
  double h = s->guard.reference / 4;
  if (!s->guard.missed) tell_passage(s);
  pw_guard_reset(&s->guard);
  return pw_simulation_start(s, s->to, s->y, h, messages);
}

// Counts the turns at the settled state, and limits the next step so that no counted angle can turn by more than MOST_TURN in it:
// beyond half a turn it would be taken for another count.
PawlStatus pw_simulation_count_turns(PawlSimulation *s) {
  static const double MOST_TURN = 2.5;
  const PawlMechanism *k = s->k;
  s->turn_limit = INFINITY;
  if (k->turns == 0) return PAWL_OK;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PwSolution solution;
  motion->all = true;
  PawlStatus status = pw_formulation_stand(s->formulation, s->to, s->y);
  if (status == PAWL_OK) pw_discrete_count_turns(motion, &s->discrete);
  if (status == PAWL_OK) status = pw_formulation_solve(s->formulation, s->to, s->y, &solution);
  motion->all = false;
  int32_t per = pw_speeds_per_body(k);
  for (int32_t i = 0; i < k->scalars && status == PAWL_OK; i++) {
    const PwScalarMotion *m = &motion->scalar[i];
    if (k->scalar[i].turn < 0) continue;
    double rate = fabs(m->rate), acceleration = m->bias;
    for (int side = 0; side < 2; side++) {
      int32_t body = k->frame[k->scalar[i].frame[side]].body;
      for (int32_t c = 0; c < per && body; c++) {
        acceleration += m->jac[side * per + c] * solution.acceleration[(body - 1) * per + c];
      }
    }
    double most = 2 * MOST_TURN / (rate + sqrt(rate * rate + 2 * MOST_TURN * fabs(acceleration)));
    if (most < s->turn_limit) s->turn_limit = most;
  }
  return status;
}

// Events that follow each other without progress: a law that switches back and forth.
static PawlStatus check_progress(PawlSimulation *s, PawlMessages *messages) {
  double oldest = s->recent[s->instants % PW_RECENT];
  s->recent[s->instants++ % PW_RECENT] = s->to;
  if (s->instants % PW_MANY == 0) {
    double since = s->to - s->many_from;
    s->many_from = s->to;
    if (since < 1e-3 * s->options.duration) {
      return pw_fail(messages, PAWL_ERR_LIMIT, PW_NOWHERE,
                     "%d events within %s at t = %s, the last one at '%s': the run would not end; a larger 'rebound' or less "
                     "restitution helps where touches strike each other in turn",
                     PW_MANY, PW_SAY(s->k, since, PW_DIM_TIME, 2), PW_SAY_TIME(s->k, s->to),
                     s->last_subject ? s->last_subject : "a law");
    }
  }
  if (s->instants <= PW_RECENT || s->to - oldest > 1e-9 * s->options.duration) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_LIMIT, PW_NOWHERE,
                 "%d events within %s at t = %s: '%s' switches back and forth without progress; make its law smooth there",
                 PW_RECENT, PW_SAY(s->k, s->to - oldest, PW_DIM_TIME, 2), PW_SAY_TIME(s->k, s->to),
                 s->last_subject ? s->last_subject : "a law");
}

// The state at the end of the segment into s->y.
static PawlStatus take_end(PawlSimulation *s, PawlMessages *messages) {
  PawlStatus status = end_state(s, s->y);
  if (status) return explain(s, status < 0 ? status : PAWL_ERR_SINGULAR, messages);
  return s->pending == PW_PENDING_JUMP ? settle_jump(s, messages) : PAWL_OK;
}

// Another choice of coordinates, if the formulation's has worn out: nothing moves by it, the integrator starts anew.
static PawlStatus renew(PawlSimulation *s, PawlMessages *messages) {
  const double *z = pw_integrator_state(s->integrator);
  if (!pw_formulation_is_worn(s->formulation, s->to, z, s->guard.reference > 0)) return PAWL_OK;
  pw_guard_reset(&s->guard);
  PawlStatus status = pw_simulation_start(s, s->to, s->y, pw_integrator_next_step(s->integrator), messages);
  if (status) return status;
  PwEvent event = pw_event_make(s->to, "coordinates", NULL);
  const char *first = pw_formulation_describe(s->formulation, event.detail, sizeof event.detail);
  if (!first) return PAWL_OK;
  event.record.subject = first;
  event.aside = true;
  pw_simulation_emit(s, &event);
  return PAWL_OK;
}

// The end of the segment becomes the state: s->y. *due: something follows there.
static PawlStatus arrive(PawlSimulation *s, bool *due, PawlMessages *messages) {
  PwTouches *touches = &s->contact.touches;
  bool stepped = s->pending == PW_PENDING_NONE, passed = stepped || s->pending == PW_PENDING_JUMP;
  bool inside = s->pending == PW_PENDING_SOFT && s->to < pw_integrator_time(s->integrator);  // of a step, which goes on
  *due = !passed;
  PawlStatus status = take_end(s, messages);
  if (status) return status;
  s->open = false;
  pw_contact_take_displacements(s);
  status = pw_contact_watch(s, s->to, s->y, messages);
  if (status == PAWL_OK && !inside) status = pw_simulation_count_turns(s);
  if (status || !passed) return status;
  status = pw_contact_remember(s, s->to, s->y);
  if (status == PAWL_OK && s->samples_due && stepped) status = pw_switch_sample(s, s->to, s->y);
  if (status || s->ended) return status;
  *due = s->samples_due ||
         (s->k->contacts > 0 && (touches->changed || pw_touches_is_due(touches, pw_formulation_motion(s->formulation))));
  if (!*due) return stepped ? renew(s, messages) : PAWL_OK;
  s->roots = 0;  // a search that was missed on the way is made up for, or what one found goes into effect
  s->pending = s->samples_due ? PW_PENDING_EVENT : PW_PENDING_SOFT;
  return PAWL_OK;
}

// What is pending at s->y goes into effect. A soft event that turns out to be hard is taken back, and pending as such.
static PawlStatus apply(PawlSimulation *s, PawlMessages *messages) {
  PwTouches *touches = &s->contact.touches;
  bool soft = s->pending == PW_PENDING_SOFT, restart = false;
  if (soft) pw_touches_keep(touches);
  PawlStatus status = pw_switch_apply(s, s->to, s->y, &restart, messages);
  if (status == PAWL_OK && soft && touches->urgent) {
    pw_touches_take_back(touches);
    s->pending = PW_PENDING_EVENT;
    return pw_simulation_count_turns(s);
  }
  pw_touches_accept(touches);
  s->pending = PW_PENDING_NONE;
  if (status == PAWL_OK && !soft) status = check_progress(s, messages);
  if (status || s->ended || !restart) return status;
  pw_guard_reset(&s->guard);
  return pw_simulation_start(s, s->to, s->y, pw_integrator_next_step(s->integrator), messages);
}

PawlStatus pw_simulation_settle_soft(PawlSimulation *s, PawlMessages *messages) {
  bool due = false;
  PawlStatus status = s->open && s->pending != PW_PENDING_EVENT ? arrive(s, &due, messages) : PAWL_OK;
  if (status == PAWL_OK && due && s->pending == PW_PENDING_SOFT) status = apply(s, messages);
  return status > 0 ? explain(s, PAWL_ERR_SINGULAR, messages) : status;
}

PawlStatus pw_simulation_settle(PawlSimulation *s, PawlMessages *messages) {
  bool due;
  PawlStatus status = pw_simulation_settle_soft(s, messages);
  if (status || s->pending != PW_PENDING_EVENT) return status;
  if (s->open) status = arrive(s, &due, messages);
  if (status == PAWL_OK) status = apply(s, messages);
  return status > 0 ? explain(s, PAWL_ERR_SINGULAR, messages) : status;
}

// The integrator's state with its first and second derivative, the latter by differences of the former.
static PawlStatus dense_moving(PawlSimulation *s, double t) {
  static const double PART = 1e-4;  // of the segment
  double h = PART * (s->to - s->from);
  int32_t n = pw_formulation_size(s->formulation);
  PawlStatus status = dense(s, t + h, s->z, s->dz);
  for (int32_t i = 0; i < n; i++) s->ddz[i] = s->dz[i] / (2 * h);
  if (status == PAWL_OK) status = dense(s, t - h, s->z, s->dz);
  for (int32_t i = 0; i < n; i++) s->ddz[i] -= s->dz[i] / (2 * h);
  return status == PAWL_OK ? dense(s, t, s->z, s->dz) : status;
}

// A sample where the constraints may have no rank, inside a jump or on a singular position that was stepped over without one:
// there is nothing to project onto, or projection would leave the branch (it moves the state by many times the tolerance). State
// and accelerations are those of the dense output then; only what the constraints say firmly is corrected.
static PawlStatus sample_firmly(PawlSimulation *s, double t) {
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = dense_moving(s, t);
  if (status == PAWL_OK) {
    status = pw_formulation_expand_moving(s->formulation, t, s->z, s->dz, s->ddz, s->sample, s->acceleration);
  }
  if (status == PAWL_OK && s->pending == PW_PENDING_JUMP) status = pw_guard_multipliers(&s->guard, s->formulation, t, s->lambda);
  if (status == PAWL_OK) status = pw_formulation_project_firmly(s->formulation, t, s->sample);
  if (status) return status;
  motion->all = true;
  status = pw_formulation_stand(s->formulation, t, s->sample);
  motion->all = false;
  s->t = t;
  s->info.samples++;
  PwForces forces = pw_forces_sampled(s);
  if (status == PAWL_OK) pw_readings_take(s, &forces);
  return status;
}

// The integrator's state at t of the segment onto the constraints: s->z. *firm: that is not possible. On a jump it is as it is.
static PawlStatus sample_dense(PawlSimulation *s, double t, bool *firm) {
  static const double MOST_MOVE = 30;  // of the tolerance
  bool loops = s->k->topology.chords > 0;
  double *moved = s->dz;
  *firm = false;
  PawlStatus status = dense(s, t, s->z, NULL);
  if (status || s->pending == PW_PENDING_JUMP) return status;
  memcpy(moved, s->z, (size_t)s->guard.n * sizeof *moved);
  status = pw_formulation_correct(s->formulation, t, s->z);
  for (int32_t i = 0; i < s->guard.n; i++) moved[i] -= s->z[i];
  *firm = loops && (status || pw_integrator_norm(s->integrator, s->z, moved) > MOST_MOVE);
  return *firm ? PAWL_OK : status;
}

PawlStatus pw_simulation_sample(PawlSimulation *s, double t, PawlMessages *messages) {
  bool firm = s->pending == PW_PENDING_JUMP && t < s->to;
  PawlStatus status = PAWL_OK;
  if (!s->open) {
    memcpy(s->sample, s->y, (size_t)pw_state_size(s->k) * sizeof *s->y);
  } else {
    if (!firm) status = sample_dense(s, t, &firm);
    if (status == PAWL_OK && !firm) status = expand_dense(s, t, s->sample);
    if (status == PAWL_OK && firm) status = sample_firmly(s, t);
    if (status) return explain(s, status < 0 ? status : PAWL_ERR_SINGULAR, messages);
  }
  bool corrected = s->open && s->pending != PW_PENDING_JUMP;
  if (!firm) status = (corrected ? pw_simulation_sample_corrected : pw_simulation_sample_at)(s, t, s->sample, messages);
  s->firm |= firm;
  return status ? status : pw_contact_watch(s, t, NULL, messages);
}
