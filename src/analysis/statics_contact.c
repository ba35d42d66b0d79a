#include "analysis/statics_contact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statics.h"

enum { RESTS = 400, SEGMENTS = 20000 };
static const double FAR = 1000;  // sizes of the mechanism: who has come so far is held by nothing

static void stop(PawlSimulation *s) {
  memset(s->y + pw_position_count(s->k), 0, ((size_t)pw_speed_count(s->k) + 1) * sizeof *s->y);
}

static double kinetic(PawlSimulation *s) {
  PwMotion *motion = pw_formulation_motion(s->formulation);
  if (pw_motion_place(motion, s->to, s->y, &s->discrete)) return 0;
  return pw_motion_kinetic(motion, s->y + pw_position_count(s->k));
}

// A body that has left `start` for good; 0: none has.
static int32_t find_lost(const PawlSimulation *s, const double *start) {
  int32_t per = pw_coordinates_per_body(s->k), linear = s->k->planar ? 2 : 3;
  for (int32_t b = 1; b < s->k->bodies; b++) {
    double square = 0;
    for (int32_t i = 0; i < linear; i++) {
      double moved = s->y[per * (b - 1) + i] - start[per * (b - 1) + i];
      square += moved * moved;
    }
    if (square > FAR * FAR * s->k->size * s->k->size) return b;
  }
  return 0;
}

// Moves until the kinetic energy has passed a peak, and stops there.
static PawlStatus relax(PawlSimulation *s, const double *start, PawlMessages *messages) {
  PawlStatus status = pw_simulation_start(s, s->to, s->y, 0, messages);
  double peak = 0;
  for (int i = 0; i < SEGMENTS && status == PAWL_OK; i++) {
    status = pw_simulation_segment(s, INFINITY, messages);
    if (status == PAWL_OK) status = pw_simulation_settle(s, messages);
    int32_t lost = find_lost(s, start);
    if (status == PAWL_OK && lost) {
      return pw_fail(messages, PAWL_ERR_STEP, PW_NOWHERE,
                     "statics: nothing holds body '%s': on its way to an equilibrium it has come %g times the mechanism's size "
                     "away from its start",
                     s->k->body[lost].name, FAR);
    }
    double now = kinetic(s);
    if (now < peak) break;
    peak = now;
  }
  if (status) return status;
  stop(s);
  return pw_contact_decide(s, s->to, s->y, false, messages);
}

// Is all friction of a closed touch within its limits, without slip? What slides at rest has the force of its limit, which is
// right only where the others hold it (it yields).
static bool grips_hold(const PawlSimulation *s, int32_t index, const PwRowForces *f) {
  static const double OVER = 1e-9;
  const PwTouch *touch = &s->contact.touches.touch[index];
  const PwContact *c = &s->k->contact[touch->contact];
  for (int g = 0; g < PW_GRIPS && pw_contact_has_friction(c); g++) {
    const PwTouchGrip *grip = &touch->grip[g];
    double force[PW_GRIP_ROWS], limit = pw_grip_static(c, (PwGrip)g) * fabs(pw_normal_force(f, index));
    if (!pw_contact_has_grip(s->k, c, (PwGrip)g)) continue;
    if (grip->slides && !grip->yields && limit > 0) return false;
    if (grip->slides || !pw_grip_force(f, index, (PwGrip)g, force)) continue;
    if (hypot(force[0], force[1]) > (1 + OVER) * limit) return false;
  }
  return true;
}

// Does the state in s->y stand: does no touch pull, is friction within its limits, does nothing overlap?
static bool stands(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  PwSolution solution;
  if (pw_formulation_solve(s->formulation, s->to, s->y, &solution)) return false;
  double largest = 0, least = 0;
  for (int32_t i = 0; i < w->touches.count; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    PwTouchMotion m;
    if (pw_touch_place(pw_formulation_motion(s->formulation), touch, &m)) return false;
    if (pw_touch_is_open(touch) && m.gap < -1e-9 * pw_gap_scale(s->k, touch->contact)) return false;
    if (touch->state == PW_TOUCH_PRESSED && m.gap > 0) return false;
    if (touch->state != PW_TOUCH_CLOSED) continue;
    if (!pw_pair_of(s->k, touch)->is_on(s->k, touch, &m) || !grips_hold(s, i, &solution.touch)) return false;
    double force = pw_normal_force(&solution.touch, i);
    largest = fmax(largest, force);
    if (!pw_touch_is_two_sided(s->k, touch, false)) least = fmin(least, force);
  }
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  for (int32_t i = 0; i < w->touches.nears; i++) {
    if (pw_touches_left(&w->touches, motion, w->touches.near[i].contact) < 0) return false;
  }
  if (pw_near_left(&w->touches, motion) < 0) return false;
  return least >= -1e-9 * largest && pw_bearings_hold(s, &solution);
}

// Newton with the touches of the moment. *found: its answer stands and is in s->y; else s->y is as before.
static PawlStatus polish(PawlSimulation *s, bool *found, PawlMessages *messages) {
  size_t bytes = (size_t)pw_state_size(s->k) * sizeof *s->y;
  memcpy(s->sample, s->y, bytes);
  PawlStatus status = pw_statics(s->k, s->formulation, &s->contact.touches, s->to, s->y, &s->discrete, messages);
  *found = status == PAWL_OK && stands(s);
  if (!*found) memcpy(s->y, s->sample, bytes);
  if (*found) pw_contact_take_displacements(s);
  return status == PAWL_ERR_MEMORY || status == PAWL_ERR_LIMIT ? status : PAWL_OK;
}

static PawlStatus find_equilibrium(PawlSimulation *s, const double *start, PawlMessages *messages) {
  bool found = false;
  PawlStatus status = PAWL_OK;
  for (int rest = 0; rest < RESTS && status == PAWL_OK && !found; rest++) {
    status = polish(s, &found, NULL);
    if (status == PAWL_OK && !found) status = relax(s, start, messages);
  }
  if (status || found) return status;
  return pw_fail(messages, PAWL_ERR_STEP, PW_NOWHERE,
                 "statics: no equilibrium was found in which no touch pulls%s; is anything there to hold the bodies?",
                 pw_mechanism_has_friction(s->k) || s->k->bearings ? " and all friction is within its limits" : "");
}

PawlStatus pw_statics_contact(PawlSimulation *s, PawlMessages *messages) {
  if (!pw_mechanism_decides(s->k)) return pw_statics(s->k, s->formulation, NULL, 0, s->y, &s->discrete, messages);
  size_t bytes = (size_t)pw_state_size(s->k) * sizeof *s->y;
  double *start = malloc(bytes);
  if (!start) return PAWL_ERR_MEMORY;
  memcpy(start, s->y, bytes);
  PawlRunInfo info = s->info;
  s->silent = true;  // what happens on the way is not part of the run
  s->discrete.still = true;
  s->discrete.still_t = 0;
  stop(s);
  PawlStatus status = pw_contact_start(s, messages);
  if (status == PAWL_OK) status = find_equilibrium(s, start, messages);
  if (status == PAWL_OK) status = pw_contact_keep_displacements(s);
  free(start);
  s->discrete.still = false;
  s->silent = false;
  s->info = info;
  s->from = s->to = 0;
  memset(s->discrete.named_count, 0, (size_t)s->k->nameds * sizeof *s->discrete.named_count);
  pw_guard_reset(&s->guard);
  return status;
}
