// Displacements of pressed touches with friction in a run: where they are when touches change, when they come to the rim and
// leave it, where they start.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/vec.h"
#include "simulate/simulation.h"

static double *tail_of(const PawlSimulation *s, double *y) {
  return y + pw_state_base(s->k);
}

PawlStatus pw_contact_give_displacements(PawlSimulation *s, double *y, PawlMessages *messages) {
  PwTouches *touches = &s->contact.touches;
  if (!pw_mechanism_has_displacement(s->k)) return PAWL_OK;
  PawlStatus status = pw_formulation_set_touches(s->formulation, touches, touches->kinematic);
  if (status == PAWL_ERR_LIMIT) {
    return pw_fail(messages, status, PW_NOWHERE,
                   "more than %d touches of contacts with friction and a law press at once: there is room for as many as these "
                   "contacts have 'slots', and for 8 of each: give them more slots",
                   s->k->displaced);
  }
  if (status == PAWL_OK) pw_displacement_give(touches, tail_of(s, y));
  return status;
}

void pw_contact_take_displacements(PawlSimulation *s) {
  if (pw_mechanism_has_displacement(s->k)) pw_displacement_take(&s->contact.touches, tail_of(s, s->y));
}

// ---- switching functions

int32_t pw_contact_displaced_switches(const PawlSimulation *s) {
  return PW_DISPLACED_SWITCHES * (pw_displacement_count(&s->contact.touches) / pw_displacement_numbers(s->k));
}

static bool is_damped(const PwForceLaw *law) {
  return !(law->damping == 0) || law->q > 0 || law->viscous > 0;
}

bool pw_contact_rim_needs_force(const PawlSimulation *s) {
  bool needs = false;
  for (int32_t i = 0; i < s->contact.touches.count && pw_mechanism_has_displacement(s->k); i++) {
    const PwTouch *touch = &s->contact.touches.touch[i];
    needs |= touch->rim && !touch->fast && pw_touch_is_displaced(s->k, touch) && is_damped(&s->k->contact[touch->contact].law);
  }
  return needs;
}

// Acceleration of a touch's gap by those of the bodies.
static double gap_acceleration(const PawlSimulation *s, const PwTouch *touch, const PwTouchMotion *motion, const double *a) {
  return pw_pair_along(s->k, s->k->contact[touch->contact].body, motion->jac, a) + motion->bias;
}

void pw_contact_watch_displaced(const PawlSimulation *s, const double *y, const PwSolution *solution, double *g) {
  const PwTouches *touches = &s->contact.touches;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  for (int32_t i = 0; i < touches->count; i++) {
    const PwTouch *touch = &touches->touch[i];
    const PwTouchMotion *m = &s->contact.motion[i];
    if (!pw_touch_is_displaced(s->k, touch)) continue;
    PwDisplaced d = {.touch = i, .at = pw_displacement_at(touches, i)};
    pw_displaced_move(touches, motion, m, &d);
    pw_displaced_press(touches, motion, m, y + pw_state_base(s->k), &d);
    double acceleration = solution ? gap_acceleration(s, touch, m, solution->acceleration) : 0;
    pw_displaced_switch(touches, &d, pw_displaced_rim_rate(touches, &d, m, acceleration), g);
    g += PW_DISPLACED_SWITCHES;
  }
}

void pw_contact_displaced_noise(const PawlSimulation *s, double *noise) {
  static const double NOISE = 1e-12, RIM = 1e-7;  // s leaves the rim along it, and is as precise as the integration
  const PwTouches *touches = &s->contact.touches;
  for (int32_t i = 0; i < touches->count && pw_mechanism_has_displacement(s->k); i++) {
    if (!pw_touch_is_displaced(s->k, &touches->touch[i])) continue;
    noise[0] = touches->touch[i].rim ? NOISE : RIM;
    noise[1] = NOISE;
    noise += PW_DISPLACED_SWITCHES;
  }
}

// Friction as it is with the displacement that the touch has.
static PawlStatus take(const PawlSimulation *s, int32_t index, PwTouchMotion *m, PwDisplaced *out) {
  const PwTouches *touches = &s->contact.touches;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  const PwTouch *touch = &touches->touch[index];
  PawlStatus status = pw_touch_place(motion, touch, m);
  if (status) return status;
  pw_touch_move(motion, touch, m);
  *out = (PwDisplaced){.touch = index};
  pw_displaced_move(touches, motion, m, out);
  pw_displaced_press(touches, motion, m, touch->displacement, out);
  return PAWL_OK;
}

// What it slips with, as events tell it.
static double slip_of(const PawlSimulation *s, const PwDisplaced *d) {
  double slip[3] = {0};
  for (int32_t n = 0; n < d->frame.tangents; n++) {
    for (int i = 0; i < 3; i++) slip[i] += d->v[n] * d->frame.t[n][i];
  }
  return pw_rubbing_along(s->k, d->frame.n, slip);
}

static void tell(PawlSimulation *s, int32_t index, const PwTouchMotion *m, const PwDisplaced *d) {
  PwTouches *touches = &s->contact.touches;
  const PwTouch *touch = &touches->touch[index];
  PwEvent *e = pw_touches_tell(touches, touch, m, touch->rim ? "slips" : "sticks");
  if (!e) return;
  e->record.force_before = e->record.force = d->normal;
  e->record.friction_before = e->record.friction = hypot(d->stick.force[0], d->stick.force[1]);
  e->record.slip_before = e->record.slip_after = slip_of(s, d);
}

// R' at (t, y), the instant of an event.
static PawlStatus rim_rate(PawlSimulation *s, double t, const double *y, const PwDisplaced *d, const PwTouchMotion *m,
                           double *out) {
  PwSolution solution;
  double acceleration = 0;
  if (d->by_rate != 0) {
    PawlStatus status = pw_formulation_solve(s->formulation, t, y, &solution);
    if (status) return status;
    acceleration = gap_acceleration(s, &s->contact.touches.touch[d->touch], m, solution.acceleration);
  }
  *out = pw_displaced_rim_rate(&s->contact.touches, d, m, acceleration);
  return PAWL_OK;
}

PawlStatus pw_contact_follow_displaced(PawlSimulation *s, double t, const double *y, int32_t own) {
  PwTouches *touches = &s->contact.touches;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  for (int32_t i = 0; i < touches->count; i++) {
    PwTouchMotion m;
    PwDisplaced d;
    double rate = 0;
    if (!pw_touch_is_displaced(s->k, &touches->touch[i])) continue;
    own -= PW_DISPLACED_SWITCHES;
    if (own >= 0) continue;
    PawlStatus status = take(s, i, &m, &d);
    touches->changed = true;
    if (status == PAWL_OK && own == -1) {
      pw_displaced_change_pace(touches, motion, &d, &touches->touch[i]);
      return PAWL_OK;
    }
    if (status == PAWL_OK) status = rim_rate(s, t, y, &d, &m, &rate);
    if (status == PAWL_OK && pw_displaced_cross(touches, motion, &d, rate, &touches->touch[i])) tell(s, i, &m, &d);
    return status < 0 ? status : PAWL_OK;
  }
  return PAWL_OK;
}

// ---- the start

// The displacement that the model gives for the contact of a touch.
static void take_given(const PawlSimulation *s, const PwDisplaced *d, PwTouch *touch) {
  const PwFriction *f = &s->k->contact[touch->contact].friction;
  if (pw_norm(f->displacement) > 0)
    pw_displaced_set(pw_formulation_motion(s->formulation), &d->frame, f->displacement, touch->displacement);
}

// No longer than friction can hold it; true: it was.
static bool shorten(const PawlSimulation *s, PwTouch *touch, double *most) {
  static const double ROUNDING = 1e-9;
  PwTouchMotion m;
  PwDisplaced d;
  if (take(s, (int32_t)(touch - s->contact.touches.touch), &m, &d)) return false;
  double rim = pw_stick_rim(&s->k->contact[touch->contact].friction, d.normal), length = hypot(d.s[0], d.s[1]);
  *most = rim;
  touch->rim |= length > 0 && length >= rim * (1 - ROUNDING) && pw_stick_outward(d.s, d.v) > 0;
  touch->fast = touch->rim && pw_displaced_is_fast(&s->contact.touches, &d);
  if (!(length > rim)) return false;
  for (int i = 0; i < PW_DISPLACEMENT; i++) touch->displacement[i] *= rim / length;
  return length > rim * (1 + ROUNDING);
}

PawlStatus pw_contact_start_displacements(PawlSimulation *s, PawlMessages *messages) {
  PwTouches *touches = &s->contact.touches;
  if (!pw_mechanism_has_displacement(s->k)) return PAWL_OK;
  PawlStatus status = pw_formulation_stand(s->formulation, 0, s->y);
  for (int32_t i = 0; i < touches->count && status == PAWL_OK; i++) {
    PwTouch *touch = &touches->touch[i];
    PwTouchMotion m;
    PwDisplaced d;
    double most;
    if (!pw_touch_is_displaced(s->k, touch) || take(s, i, &m, &d)) continue;
    if (s->contact.presses == 0) take_given(s, &d, touch);
    if (!shorten(s, touch, &most)) continue;
    pw_message(messages, PAWL_WARNING, s->k->contact[touch->contact].place,
               "contact '%s': the displacement at the start is more than friction can hold and is shortened to %s",
               s->k->contact[touch->contact].name, PW_SAY(s->k, most, PW_DIM_LENGTH, 9));
  }
  return status;
}

PawlStatus pw_contact_keep_displacements(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  w->presses = 0;
  if (!pw_mechanism_has_displacement(s->k) || w->touches.count == 0) return PAWL_OK;
  PawlStatus status = pw_formulation_stand(s->formulation, s->to, s->y);
  for (int32_t i = 0; i < w->touches.count && status == PAWL_OK; i++) {
    double most;
    if (pw_touch_is_displaced(s->k, &w->touches.touch[i])) shorten(s, &w->touches.touch[i], &most);
  }
  if (status) return status;
  pw_displacement_give(&w->touches, tail_of(s, s->y));
  PwRecalled *press = realloc(w->press, (size_t)w->touches.count * sizeof *press);
  if (!press) return PAWL_ERR_MEMORY;
  w->press = press;
  for (int32_t near = 0; near < w->touches.nears; near++) {
    int32_t c = w->touches.near[near].contact;
    for (int32_t rank = 0, i; (i = pw_touches_pressed(&w->touches, c, rank)) >= 0; rank++) {
      const PwTouch *touch = &w->touches.touch[i];
      PwRecalled *kept = &w->press[w->presses++];
      *kept = (PwRecalled){.contact = c, .v0 = touch->v0, .on = {touch->on[0], touch->on[1]}};
      memcpy(kept->displacement, touch->displacement, sizeof kept->displacement);
    }
  }
  return PAWL_OK;
}
