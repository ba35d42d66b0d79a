#include <math.h>
#include <string.h>

#include "numerics/vec.h"
#include "simulate/simulation.h"

enum { HOLD, FREEZE, SIDE, PER_BEARING = SIDE + PW_BEARING_ENDS };

int32_t pw_bearing_of(const PawlMechanism *k, int32_t joint) {
  for (int32_t b = 0; b < k->bearings; b++) {
    if (k->bearing[b].joint == joint) return b;
  }
  return -1;
}

// One number for what friction does: of a turn a torque about the axis, along the axis a force; of several rows its size, of a
// ball joint as a torque.
static double as_told(const PwBearing *bearing, const double force[PW_BEARING_ROWS]) {
  if (bearing->rows == 1) return force[0] * (bearing->scalar[0] < 0 ? bearing->radius : bearing->arm[0]);
  return pw_norm(force) * (bearing->scalar[0] < 0 ? bearing->radius : 1);
}

void pw_bearings_read(const PawlSimulation *s, const PwSolution *solution, int32_t b, PwBearingValues *out) {
  static const double NO_SIDES[PW_BEARING_ENDS] = {0};
  const PwMotion *m = pw_formulation_motion(s->formulation);
  const PwTouchGrip *grip = &s->contact.touches.bearing[b].grip;
  const PwSliding *slide = pw_bearing_force(&solution->touch, b, out->force);
  double end[PW_BEARING_ENDS][3];
  out->mode = grip->slides ? (grip->yields ? PAWL_FRICTION_YIELDS : PAWL_FRICTION_SLIDES) : PAWL_FRICTION_STICKS;
  if (slide) {
    out->load = slide->load;
  } else {
    pw_bearing_forces(m, b, solution->lambda, end);
    out->load = pw_bearing_load(m, b, end, NO_SIDES) + s->k->bearing[b].preload;
  }
  out->friction = as_told(&s->k->bearing[b], out->force);
}

void pw_bearings_sample(PawlSimulation *s, const PwSolution *solution) {
  for (int32_t b = 0; b < s->k->bearings; b++) pw_bearings_read(s, solution, b, &s->contact.bearing_values[b]);
}

// ---- switching functions

int32_t pw_bearings_switches(const PawlSimulation *s) {
  return s->k->bearings ? PER_BEARING * s->k->bearings + 1 : 0;
}

static void watch_slide(const PawlSimulation *s, const PwSolution *solution, const PwSliding *slide, double g[PER_BEARING]) {
  const PwMotion *m = pw_formulation_motion(s->formulation);
  const PwBearing *bearing = &s->k->bearing[slide->bearing];
  const PwBearingState *state = &s->contact.touches.bearing[slide->bearing];
  double still = pw_bearing_still(&s->contact.touches), end[PW_BEARING_ENDS][3], force;
  if (!(bearing->mu_static > 0)) return;
  pw_bearing_forces(m, slide->bearing, solution->lambda, end);
  for (int e = 0; e < PW_BEARING_ENDS; e++) {
    if (state->side[e] == 0 || !pw_bearing_side(m, slide->bearing, end[e], &force)) continue;
    g[SIDE + e] = state->side[e] * force / (fabs(slide->load) + 1e-300);
  }
  if (state->grip.yields) {  // it is held by others, and tells when it is not any more
    g[FREEZE] = 4 - slide->rate / still;
    return;
  }
  if (bearing->rows == 1 || state->grip.frozen) g[HOLD] = slide->speed / still;
  if (bearing->rows > 1) g[FREEZE] = state->grip.frozen ? 2 - slide->rate / still : slide->rate / still - 1;
}

void pw_bearings_watch(const PawlSimulation *s, const PwSolution *solution, double *g) {
  static const double NOTHING = 1e-12;  // of the largest force
  double largest = s->contact.largest_force;
  int32_t count = PER_BEARING * s->k->bearings;
  for (int32_t i = 0; i <= count; i++) g[i] = INFINITY;
  if (!pw_bearings_decide_any(s)) return;
  for (int32_t b = 0; b < s->k->bearings; b++) largest = fmax(largest, s->contact.touches.bearing[b].load);
  for (int32_t b = 0; b < s->k->bearings; b++) {
    double force[PW_BEARING_ROWS];
    const PwSliding *slide = pw_bearing_force(&solution->touch, b, force);
    if (slide) {
      watch_slide(s, solution, slide, g + PER_BEARING * b);
      continue;
    }
    PwBearingValues values;
    pw_bearings_read(s, solution, b, &values);
    double limit = s->k->bearing[b].mu_static * values.load, size = pw_norm(force);
    if (limit + size > NOTHING * largest) g[PER_BEARING * b + HOLD] = (limit - size) / (limit + size);
  }
  g[count] = solution->definite - PW_BEARING_JAM;
}

bool pw_bearings_unanswered(const PawlSimulation *s, PawlStatus failed, const PwSolution *solution, double *g) {
  int32_t count = PER_BEARING * s->k->bearings;
  if (failed <= 0 || count == 0 || solution->definite != 0) return false;
  for (int32_t i = 0; i < count; i++) g[i] = INFINITY;
  g[count] = -PW_BEARING_JAM;
  return true;
}

void pw_bearings_noise(const PawlSimulation *s, double *noise) {
  static const double FORCE = 1e-13, SPEED = 1e-3, LOADS = 1e-12;  // of the sum, of a speed that is still
  int32_t count = PER_BEARING * s->k->bearings;
  for (int32_t i = 0; i < count; i++) {
    int function = i % PER_BEARING;
    bool speed = function == FREEZE || (function == HOLD && s->contact.touches.bearing[i / PER_BEARING].grip.slides);
    noise[i] = speed ? SPEED : FORCE;
  }
  if (count) noise[count] = LOADS;
}

void pw_bearings_follow(PawlSimulation *s, int32_t own) {
  int32_t function = own % PER_BEARING;
  if (own >= PER_BEARING * s->k->bearings) return;
  PwBearingState *state = &s->contact.touches.bearing[own / PER_BEARING];
  if (function == HOLD) state->grip.fired = !state->grip.slides;
  if (function >= SIDE) state->passed[function - SIDE] = true;
}

bool pw_bearings_hold(const PawlSimulation *s, const PwSolution *solution) {
  static const double OVER = 1e-9;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    const PwTouchGrip *grip = &s->contact.touches.bearing[b].grip;
    PwBearingValues values;
    pw_bearings_read(s, solution, b, &values);
    double limit = s->k->bearing[b].mu_static * values.load;
    if (grip->slides && !grip->yields && limit > 0) return false;
    if (!grip->slides && pw_norm(values.force) > (1 + OVER) * limit) return false;
  }
  return true;
}
