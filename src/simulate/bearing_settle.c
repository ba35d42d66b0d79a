// Which joints that rest begin to slide, and where to, by iteration: forces of friction inside given limits are one convex
// problem (those that do not hold a joint act against its acceleration), and their loads give the limits of the next. It begins
// with limits that hold everything. Limits that come from loads are bounded where nothing moves, so that there always is an
// answer there, though not always one that single changes of what sticks lead to.
#include <math.h>
#include <string.h>

#include "numerics/vec.h"
#include "simulate/bearing_parts.h"

// Takes part: its friction is not told by its slip, and can do something.
static bool rests(const PawlSimulation *s, const PwBearingChoice *choice, int32_t b) {
  return !choice[b].moves && !choice[b].idle && s->k->bearing[b].mu_static > 0;
}

// Accelerations and loads with the forces of what rests.
static PawlStatus probe(PawlSimulation *s, double t, const double *y, PwBearingChoice *choice) {
  PwSolution solution;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    if (rests(s, choice, b)) memcpy(s->contact.touches.bearing[b].force, choice[b].force, sizeof choice[b].force);
  }
  PawlStatus status = pw_bearings_solve(s, t, y, &solution);
  for (int32_t b = 0; b < s->k->bearings && status == PAWL_OK; b++) {
    PwBearingSlip slip;
    if (!rests(s, choice, b)) continue;
    pw_bearing_take_slip(s, b, solution.acceleration, &slip);
    memcpy(choice[b].acceleration, slip.acceleration, sizeof slip.acceleration);
  }
  return status;
}

static int32_t rows_of(const PawlSimulation *s) {
  int32_t rows = 0;
  for (int32_t b = 0; b < s->k->bearings; b++) rows += s->k->bearing[b].rows;
  return rows;
}

// w->W: accelerations by unit forces of what rests, on top of those without any in w->acceleration. Loads of what moves answer,
// too; forces are small beside these.
static PawlStatus respond(PawlSimulation *s, double t, const double *y, PwBearingChoice *choice) {
  static const double SMALL = 1e-3;
  PwContactWork *w = &s->contact;
  int32_t all = rows_of(s), column = 0;
  double unit = 0;
  for (int32_t b = 0; b < s->k->bearings; b++) memset(choice[b].force, 0, sizeof choice[b].force);
  PawlStatus status = probe(s, t, y, choice);
  for (int32_t b = 0, at = 0; b < s->k->bearings; at += s->k->bearing[b].rows, b++) {
    unit = fmax(unit, SMALL * w->touches.bearing[b].load);
    for (int32_t n = 0; n < s->k->bearing[b].rows; n++) w->acceleration[at + n] = choice[b].acceleration[n];
  }
  if (unit == 0) unit = SMALL;
  for (int32_t b = 0; b < s->k->bearings && status == PAWL_OK; b++) {
    for (int32_t n = 0; n < s->k->bearing[b].rows && status == PAWL_OK; n++, column++) {
      if (!rests(s, choice, b)) continue;
      choice[b].force[n] = unit;
      status = probe(s, t, y, choice);
      choice[b].force[n] = 0;
      for (int32_t c = 0, at = 0; c < s->k->bearings; at += s->k->bearing[c].rows, c++) {
        for (int32_t i = 0; i < s->k->bearing[c].rows; i++) {
          w->W[(at + i) * all + column] = (choice[c].acceleration[i] - w->acceleration[at + i]) / unit;
        }
      }
    }
  }
  return status;
}

// What the forces as they are do not account for: what moves answers to them by the size of its own load, which is no straight
// line.
static void correct(PawlSimulation *s, const PwBearingChoice *choice) {
  PwContactWork *w = &s->contact;
  int32_t all = rows_of(s);
  for (int32_t b = 0, at = 0; b < s->k->bearings; b++) {
    for (int32_t n = 0; n < s->k->bearing[b].rows; n++, at++) {
      double by_forces = 0;
      for (int32_t c = 0, i = 0; c < s->k->bearings; c++) {
        for (int32_t k = 0; k < s->k->bearing[c].rows; k++, i++) {
          if (rests(s, choice, c)) by_forces += w->W[at * all + i] * choice[c].force[k];
        }
      }
      w->acceleration[at] = choice[b].acceleration[n] - by_forces;
    }
  }
}

// Forces of joint b by a step against its acceleration, into its limit. Returns the change.
static double step_inside(const PawlSimulation *s, PwBearingChoice *choice, int32_t b, int32_t at, int32_t all) {
  const PwContactWork *w = &s->contact;
  int32_t rows = s->k->bearing[b].rows;
  double trace = 0, size = 0, change = 0, next[PW_BEARING_ROWS] = {0};
  for (int32_t n = 0; n < rows; n++) trace += w->W[(at + n) * all + at + n];
  if (!(trace > 0)) return 0;
  for (int32_t n = 0; n < rows; n++) {
    double acceleration = w->acceleration[at + n];
    for (int32_t c = 0, i = 0; c < s->k->bearings; c++) {
      for (int32_t k = 0; k < s->k->bearing[c].rows; k++, i++) {
        if (rests(s, choice, c)) acceleration += w->W[(at + n) * all + i] * choice[c].force[k];
      }
    }
    next[n] = choice[b].force[n] - acceleration / trace;
    size = hypot(size, next[n]);
  }
  for (int32_t n = 0; n < rows; n++) {
    if (size > choice[b].limit) next[n] *= choice[b].limit / size;
    change = hypot(change, next[n] - choice[b].force[n]);
    choice[b].force[n] = next[n];
  }
  return change;
}

// Forces within the limits as they are.
static void find_forces(const PawlSimulation *s, PwBearingChoice *choice) {
  enum { SWEEPS = 3000 };
  static const double SMALL = 1e-14;
  int32_t all = rows_of(s);
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double change = 0, size = 0;
    for (int32_t b = 0, at = 0; b < s->k->bearings; at += s->k->bearing[b].rows, b++) {
      if (!rests(s, choice, b)) continue;
      change = fmax(change, step_inside(s, choice, b, at, all));
      size = fmax(size, pw_norm(choice[b].force));
    }
    if (change <= SMALL * size) return;
  }
}

// How far the limits are from those by the loads, of the largest.
static double off_by(const PawlSimulation *s, const PwBearingChoice *choice) {
  double off = 0, most = 0;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    double limit = choice[b].coefficient * s->contact.touches.bearing[b].load;
    if (!rests(s, choice, b)) continue;
    off = fmax(off, fabs(limit - choice[b].limit));
    most = fmax(most, limit);
  }
  return most > 0 ? off / most : 0;
}

// From limits as they are, which may be none.
static PawlStatus iterate(PawlSimulation *s, double t, const double *y, PwBearingChoice *choice) {
  enum { STEPS = 300 };
  static const double SMALL = 1e-12, ENOUGH = 1e-5, LEAST = 0.02;
  double part = 1, last = INFINITY, off = INFINITY;
  for (int step = 0; step < STEPS; step++) {
    find_forces(s, choice);
    PawlStatus status = probe(s, t, y, choice);
    if (status) return status;
    correct(s, choice);
    off = off_by(s, choice);
    if (off <= SMALL) return PAWL_OK;
    part = off > last ? fmax(LEAST, 0.5 * part) : fmin(1, 1.2 * part);
    for (int32_t b = 0; b < s->k->bearings; b++) {
      double limit = choice[b].coefficient * s->contact.touches.bearing[b].load;
      choice[b].limit = isinf(choice[b].limit) ? limit : choice[b].limit + part * (limit - choice[b].limit);
    }
    last = off;
  }
  return off <= ENOUGH ? PAWL_OK : PAWL_RETRY;
}

// Does joint b accelerate, at its limit?
static bool goes(const PawlSimulation *s, const PwBearingChoice *choice, int32_t b, double direction[PW_BEARING_ROWS]) {
  static const double AT = 1 - 1e-6, SMALL = 1e-5;
  double size = 0, most = 0, force = pw_norm(choice[b].force);
  for (int32_t c = 0; c < s->k->bearings; c++) {
    if (rests(s, choice, c)) most = fmax(most, pw_norm(choice[c].acceleration));
  }
  size = pw_norm(choice[b].acceleration);
  if (force < AT * choice[b].limit || !(size > SMALL * most) || !(force > 0)) return false;
  for (int n = 0; n < PW_BEARING_ROWS; n++) direction[n] = -choice[b].force[n] / force;
  return true;
}

// Of those that begin to slide the coefficient of what moves. False: all have it.
static bool lower(const PawlSimulation *s, PwBearingChoice *choice) {
  bool any = false;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    double kinetic = pw_bearing_kinetic(&s->k->bearing[b], 0), direction[PW_BEARING_ROWS];
    if (!rests(s, choice, b) || !(kinetic < choice[b].coefficient) || !goes(s, choice, b, direction)) continue;
    choice[b].coefficient = kinetic;
    any = true;
  }
  return any;
}

static void take(PawlSimulation *s, PwBearingChoice *choice) {
  for (int32_t b = 0; b < s->k->bearings; b++) {
    PwBearingState *state = &s->contact.touches.bearing[b];
    double direction[PW_BEARING_ROWS] = {0};
    if (!rests(s, choice, b)) continue;
    bool slides = goes(s, choice, b, direction);
    state->grip = (PwTouchGrip){.slides = slides, .frozen = slides, .yielded = state->grip.yielded};
    memcpy(state->grip.along, direction, sizeof direction);
    choice[b].started = choice[b].reversed = slides;
    choice[b].part = 1;
    memset(choice[b].turn, 0, sizeof choice[b].turn);
  }
}

PawlStatus pw_bearings_settle(PawlSimulation *s, double t, const double *y, PwBearingChoice *choice) {
  PwBearingState *state = s->contact.touches.bearing;
  PwContactWork *w = &s->contact;
  memcpy(w->bearing_kept, state, (size_t)s->k->bearings * sizeof *state);
  for (int32_t b = 0; b < s->k->bearings; b++) {
    choice[b].limit = INFINITY;
    choice[b].coefficient = s->k->bearing[b].mu_static;
    if (!rests(s, choice, b)) continue;
    state[b].given = true;
    state[b].grip = (PwTouchGrip){.slides = true, .yielded = state[b].grip.yielded};
  }
  PawlStatus status = respond(s, t, y, choice);
  if (status == PAWL_OK) status = iterate(s, t, y, choice);
  while (status == PAWL_OK && lower(s, choice)) status = iterate(s, t, y, choice);
  for (int32_t b = 0; b < s->k->bearings; b++) state[b].given = false;
  if (status == PAWL_OK) take(s, choice);
  if (status) memcpy(state, w->bearing_kept, (size_t)s->k->bearings * sizeof *state);
  return status;
}
