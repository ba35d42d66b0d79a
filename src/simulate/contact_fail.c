// What is said when touches stop a run.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/simulation.h"

// The side, an open one, behind which the other body stands so deep that it cannot have come through it since the last search
// (that is due when the bodies have moved by the reach): it came around an end. -1: there is none.
static int came_behind(const PawlSimulation *s, const PwTouch *touch, double gap) {
  bool deep = -gap > pw_touches_margin(&s->contact.touches, touch->contact);
  return deep ? pw_pair_of(s->k, touch)->open_side(s->k, &s->k->contact[touch->contact]) : -1;
}

void pw_contact_point_text(const PawlSimulation *s, const double *x, char out[PW_POINT_TEXT]) {
  const PwUnits *u = &s->k->units;
  if (s->k->planar) {
    snprintf(out, PW_POINT_TEXT, "(%.6g, %.6g) %s", x[0] / u->length, x[1] / u->length, u->length_name);
  } else {
    snprintf(out, PW_POINT_TEXT, "(%.6g, %.6g, %.6g) %s", x[0] / u->length, x[1] / u->length, x[2] / u->length, u->length_name);
  }
}

PawlStatus pw_contact_fail_late(const PawlSimulation *s, const PwMotion *motion, const PwTouch *touch, PawlMessages *messages) {
  const PwContact *c = &s->k->contact[touch->contact];
  PwTouchMotion m;
  if (!pw_contact_form(c)->located || pw_touch_place(motion, touch, &m)) {
    return pw_fail(messages, PAWL_ERR_STEP, c->place, "'%s': an overlap of %s was found too late, at t = %s; give a max_step",
                   c->name, PW_SAY(s->k, -touch->gap, pw_gap_dimension(c), 3), PW_SAY_TIME(s->k, motion->t));
  }
  PwTouchView view;
  char point[PW_POINT_TEXT];
  pw_touch_view(s->k, touch, &m, &view);
  pw_contact_point_text(s, view.x, point);
  int behind = came_behind(s, touch, m.gap);
  if (behind >= 0) {
    return pw_fail(messages, PAWL_ERR_STEP, c->place,
                   "contact '%s': at t = %s body '%s' stands %s behind the open profile '%s', near %s, q1 = %.6g, "
                   "q2 = %.6g: it came around an end, and behind an open profile all is material; draw the outline closed",
                   c->name, PW_SAY_TIME(s->k, motion->t), s->k->body[c->body[1 - behind]].name,
                   PW_SAY(s->k, -m.gap, PW_DIM_LENGTH, 3), pw_contact_form(c)->name(s->k, c, behind), point, view.q[0],
                   view.q[1]);
  }
  return pw_fail(messages, PAWL_ERR_STEP, c->place,
                 "contact '%s': an overlap of %s was found too late, at t = %s near %s, q1 = %.6g, q2 = %.6g; give a max_step",
                 c->name, PW_SAY(s->k, -m.gap, PW_DIM_LENGTH, 3), PW_SAY_TIME(s->k, motion->t), point, view.q[0], view.q[1]);
}

PawlStatus pw_contact_fail_inside(const PawlSimulation *s, double t, int32_t c, const PwSeen *seen, PawlMessages *messages) {
  static const double PART = 0.1;  // of the step that did not see it
  const PwContact *contact = &s->k->contact[c];
  double step = PART * (pw_integrator_time(s->integrator) - pw_integrator_time_before(s->integrator));
  char point[PW_POINT_TEXT];
  pw_contact_point_text(s, seen->x, point);
  int open = pw_pair(s->k, c)->open_side(s->k, contact);
  if (open >= 0) {
    return pw_fail(messages, PAWL_ERR_STEP, contact->place,
                   "contact '%s': at t = %s body '%s' reaches %s behind the open profile '%s', near %s: it came around an "
                   "end, where all is material, or no touch told of it; draw the outline closed, or give a max_step",
                   contact->name, PW_SAY_TIME(s->k, t), s->k->body[contact->body[1 - open]].name,
                   PW_SAY(s->k, seen->depth, PW_DIM_LENGTH, 3), pw_contact_form(contact)->name(s->k, contact, open), point);
  }
  return pw_fail(messages, PAWL_ERR_STEP, contact->place,
                 "contact '%s': at t = %s the bodies '%s' and '%s' are inside each other, by %s near %s, and no touch told "
                 "of it: what was computed is wrong from a little before; max_step: %s or a tighter tolerance helps",
                 contact->name, PW_SAY_TIME(s->k, t), s->k->body[contact->body[0]].name, s->k->body[contact->body[1]].name,
                 PW_SAY(s->k, seen->depth, PW_DIM_LENGTH, 3), point, PW_SAY(s->k, step, PW_DIM_TIME, 1));
}

PawlStatus pw_contact_fail_conforming(const PawlSimulation *s, int32_t c, double t, PawlMessages *messages) {
  const PwContact *contact = &s->k->contact[c];
  return pw_fail(messages, PAWL_ERR_SINGULAR, contact->place,
                 "contact '%s': at t = %s '%s' and '%s' lie on each other along a line or a face (equal curvatures, no play), "
                 "and where the force acts is not determined; give them a little play or different curvatures",
                 contact->name, PW_SAY_TIME(s->k, t), pw_contact_form(contact)->name(s->k, contact, 0),
                 pw_contact_form(contact)->name(s->k, contact, 1));
}

// The closed touch that cannot be followed at t, or hardly: curvatures are nearly equal there. NULL: all can.
static const PwTouch *find_lost(PawlSimulation *s, double t) {
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_integrator_dense(s->integrator, t, s->z, NULL);
  if (status == PAWL_OK) status = pw_formulation_expand(s->formulation, t, s->z, s->trial);
  if (status == PAWL_OK) status = pw_formulation_stand(s->formulation, t, s->trial);
  for (int32_t i = 0; i < s->contact.touches.count && status == PAWL_OK; i++) {
    const PwTouch *touch = &s->contact.touches.touch[i];
    PwTouchMotion m;
    if (touch->state != PW_TOUCH_CLOSED) continue;
    if (pw_touch_place(motion, touch, &m) || pw_pair_of(s->k, touch)->is_faint(s->k, &m)) return touch;
  }
  return NULL;
}

PawlStatus pw_contact_fail_lost(PawlSimulation *s, PawlMessages *messages) {
  double good = pw_integrator_time_before(s->integrator), t = pw_integrator_time(s->integrator);
  const PwTouch *lost = find_lost(s, t);
  if (!lost) return PAWL_OK;
  for (int i = 0; i < 40; i++) {
    double middle = good + (t - good) / 2;
    const PwTouch *found = find_lost(s, middle);
    if (found) lost = found;
    *(found ? &t : &good) = middle;
  }
  return pw_contact_fail_conforming(s, lost->contact, t, messages);
}

PawlStatus pw_contact_fail_futile(const PawlSimulation *s, double t, const PwTouch *touch, PawlMessages *messages) {
  const PwContact *c = &s->k->contact[touch->contact];
  return pw_fail(messages, PAWL_ERR_LIMIT, c->place,
                 "contact '%s': at t = %s the last %d impacts of a touch of '%s' and '%s' (approach %s, gap %s) have left "
                 "its speed as it was: the run would not go on; another tolerance or a max_step may lead around it",
                 c->name, PW_SAY_TIME(s->k, t), touch->futile, s->k->body[c->body[0]].name, s->k->body[c->body[1]].name,
                 PW_SAY(s->k, -touch->rate, pw_gap_rate_dimension(c), 3), PW_SAY(s->k, touch->gap, pw_gap_dimension(c), 3));
}

// Does a joint or a drive hold this body?
static bool is_held(const PawlMechanism *k, int32_t body) {
  for (int32_t i = 0; i < k->joints; i++) {
    if (body > 0 && (k->joint[i].body[0] == body || k->joint[i].body[1] == body)) return true;
  }
  return false;
}

// One of the touches of a jam, behind those before it: contact, bodies, point.
static void add_touch(const PawlSimulation *s, const PwTouch *touch, char text[PW_JAM_TEXT]) {
  const PwContact *c = &s->k->contact[touch->contact];
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  size_t length = strlen(text);
  PwTouchMotion m;
  PwTouchView view = {.x = {NAN}};
  char point[PW_POINT_TEXT];
  if (pw_touch_place(motion, touch, &m) == PAWL_OK) pw_touch_view(s->k, touch, &m, &view);
  snprintf(text + length, PW_JAM_TEXT - length, "%s'%s' of '%s' and '%s'", length ? "; " : "", c->name,
           s->k->body[c->body[0]].name, s->k->body[c->body[1]].name);
  if (isnan(view.x[0])) return;
  pw_contact_point_text(s, view.x, point);
  length = strlen(text);
  snprintf(text + length, PW_JAM_TEXT - length, " near %s", point);
}

void pw_contact_name_jam(const PawlSimulation *s, int32_t n, const bool *blocks, char text[PW_JAM_TEXT]) {
  text[0] = 0;
  for (int32_t i = 0; i < n; i++) {
    if (blocks[i]) add_touch(s, &s->contact.touches.touch[s->contact.candidate[i]], text);
  }
}

// Which of the n candidates block together: without any one of them, its gap taken as wide open, there would be an answer.
static bool find_blocking(PawlSimulation *s, int32_t n, const double *approach, bool *blocks) {
  static const double FAR = 1e30;
  PwContactWork *w = &s->contact;
  double scale = 0;
  bool any = false;
  memcpy(w->work, approach, (size_t)w->first[n] * sizeof *w->work);
  for (int32_t i = 0; i < n; i++) scale = fmax(scale, fabs(approach[w->first[i]]));
  for (int32_t i = 0; i < n; i++) {
    int32_t normal = w->first[i];
    bool two_sided = w->two_sided[i];
    w->work[normal] = FAR;
    w->two_sided[i] = false;
    blocks[i] =
        pw_lcp_solve(w->lcp, &(PwBlocks){n, w->first}, w->W, w->work, w->two_sided, scale, w->lambda, w->impulse) == PAWL_OK;
    any |= blocks[i];
    if (!blocks[i]) continue;
    w->work[normal] = approach[normal];
    w->two_sided[i] = two_sided;
  }
  return any;
}

PawlStatus pw_contact_fail_decision(PawlSimulation *s, double t, PawlStatus status, int32_t n, const double *approach,
                                    PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  int32_t first = 0;
  bool held = false;
  char jam[PW_JAM_TEXT];
  for (int32_t i = n - 1; i >= 0; i--) {
    const PwContact *c = &s->k->contact[w->touches.touch[w->candidate[i]].contact];
    if (approach[w->first[i]] < 0 || approach[w->first[first]] >= 0) first = i;
    held |= is_held(s->k, c->body[0]) || is_held(s->k, c->body[1]);
  }
  const PwContact *c = &s->k->contact[w->touches.touch[w->candidate[first]].contact];
  if (status != PAWL_ERR_SINGULAR) {
    return pw_fail(messages, status, c->place,
                   "contact '%s': the impact at t = %s has no solution (too many touches open and close in turn)", c->name,
                   PW_SAY_TIME(s->k, t));
  }
  if (!find_blocking(s, n, approach, w->closes)) {
    for (int32_t i = 0; i < n; i++) w->closes[i] = true;
  }
  pw_contact_name_jam(s, n, w->closes, jam);
  if (held) {
    return pw_fail(messages, status, c->place,
                   "contact '%s': at t = %s drives or joints press the bodies together and none can give way: the mechanism "
                   "jams at %s",
                   c->name, PW_SAY_TIME(s->k, t), jam);
  }
  return pw_fail(messages, status, c->place,
                 "contact '%s': at t = %s the bodies '%s' and '%s' are wedged: as they turn, no motion keeps all %d touches "
                 "from closing (%s); a fit without play wants a little play",
                 c->name, PW_SAY_TIME(s->k, t), s->k->body[c->body[0]].name, s->k->body[c->body[1]].name, (int)n, jam);
}

PawlStatus pw_contact_fail_stuck(PawlSimulation *s, double t, PawlStatus status, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  char jam[PW_JAM_TEXT] = "";
  const PwContact *first = NULL;
  if (!s->determined || s->k->contacts == 0 || pw_formulation_stand(s->formulation, t, s->trial)) return PAWL_OK;
  for (int32_t i = 0; i < w->touches.count; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    if (touch->state != PW_TOUCH_CLOSED) continue;
    add_touch(s, touch, jam);
    if (!first) first = &s->k->contact[touch->contact];
  }
  if (!first) return PAWL_OK;
  return pw_fail(messages, status, first->place,
                 "at t = %s the mechanism jams: its joints and drives and the touches that are closed leave nothing free, and "
                 "there is no position to go on to; they are %s",
                 PW_SAY_TIME(s->k, t), jam);
}
