// Which joints with friction stick, and which slide: one whose slip ends slides back if its own friction does not keep it from
// that; all others that do not move stick at first; the one that is furthest beyond its limit slides, until none is. Where others
// hold a joint that is at its limit it yields, and so does one that the position holds (a dead centre) until it moves. Where
// joints slide and no load answers, one of them jams: an impulse ends its slip.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numerics/vec.h"
#include "simulate/bearing_parts.h"

static const double OVER = 1e-9;  // of a limit

bool pw_bearings_decide_any(const PawlSimulation *s) {
  return s->k->bearings > 0 && s->options.analysis != PAWL_ANALYSIS_KINEMATICS;
}

bool pw_bearings_any_slides(const PawlSimulation *s) {
  bool any = false;
  for (int32_t b = 0; b < s->k->bearings && pw_bearings_decide_any(s); b++) {
    const PwTouchGrip *grip = &s->contact.touches.bearing[b].grip;
    any |= grip->slides && !grip->yields && s->k->bearing[b].mu_static > 0;
  }
  return any;
}

void pw_bearings_loosen(PawlSimulation *s) {
  for (int32_t b = 0; b < s->k->bearings; b++) pw_bearing_loosen(&s->contact.touches.bearing[b]);
}

static const char *name_of(const PawlSimulation *s, int32_t b) {
  return s->k->joint[s->k->bearing[b].joint].name;
}

static PawlStatus fail(const PawlSimulation *s, double t, int32_t b, const char *what, PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_SINGULAR, s->k->joint[s->k->bearing[b].joint].place,
                 "joint '%s': at t = %s %s (coefficient %.4g): give it less friction%s", name_of(s, b), PW_SAY_TIME(s->k, t),
                 what, s->k->bearing[b].mu_static, s->k->bearing[b].length > 0 ? ", or a longer guide" : "");
}

static const double AGAIN = 1e-9, SHORT = 1e-4;  // of the duration: at one instant, in a row

// Has a joint jammed no longer ago than a part of the duration?
static bool has_jammed(const PawlSimulation *s, double t, double part) {
  bool any = false;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    const PwBearingState *state = &s->contact.touches.bearing[b];
    any |= state->jams > 0 && t - state->jam <= part * s->options.duration;
  }
  return any;
}

PawlStatus pw_bearings_fail(PawlSimulation *s, double t, const double *y, PawlMessages *messages) {
  static const double NEAR = 0.3;  // of det(1 - S)
  PwSolution solution = {.definite = 1};
  int32_t most = -1;
  for (int32_t b = 0; b < s->k->bearings && pw_bearings_decide_any(s); b++) {
    const PwBearingState *state = &s->contact.touches.bearing[b];
    if (state->grip.slides && (most < 0 || state->load > s->contact.touches.bearing[most].load)) most = b;
  }
  if (most < 0) return PAWL_OK;
  PawlStatus status = pw_formulation_evaluate(s->formulation, t, y, &solution);
  bool near = status > 0 || (status == PAWL_OK && solution.definite < NEAR) || has_jammed(s, t, SHORT);
  if (status < 0 || !near) return PAWL_OK;
  return fail(s, t, most,
              "its load and those of other joints that slide come to an end or grow without bound, rigid bodies jam there",
              messages);
}

// ---- one joint

void pw_bearing_take_slip(const PawlSimulation *s, int32_t b, const double *acceleration, PwBearingSlip *out) {
  static const double ROUNDING = 1e-9, NONE = 1e-11;  // of its parts; of the typical acceleration
  const PwTouches *touches = &s->contact.touches;
  const PwMotion *m = pw_formulation_motion(s->formulation);
  PwPairRow row[PW_BEARING_ROWS] = {0};
  *out = (PwBearingSlip){.noise = NONE * touches->speed * touches->speed / s->k->size};
  pw_bearing_place(m, b, row);
  pw_bearing_move(m, b, row);
  for (int32_t n = 0; n < s->k->bearing[b].rows; n++) {
    out->rate[n] = row[n].rate;
    out->speed = hypot(out->speed, row[n].rate);
    if (!acceleration) continue;
    out->acceleration[n] = row[n].bias + pw_pair_along(s->k, row[n].body, row[n].jac, acceleration);
    double size = fabs(row[n].bias);
    int32_t per = pw_speeds_per_body(s->k);
    for (int side = 0; side < 2; side++) {
      for (int32_t i = 0; i < per && row[n].body[side] > 0; i++) {
        size += fabs(row[n].jac[side * per + i] * acceleration[per * (row[n].body[side] - 1) + i]);
      }
    }
    out->noise = fmax(out->noise, ROUNDING * size);
  }
}

static double along(const PwBearingState *state, const double *v) {
  return pw_dot(state->grip.along, v);
}

static double limit_of(const PawlSimulation *s, int32_t b) {
  return s->k->bearing[b].mu_static * s->contact.touches.bearing[b].load;
}

// ---- rounds

// All as they are by their rates alone.
static void choose_first(PawlSimulation *s, PwBearingChoice *choice) {
  double still = pw_bearing_still(&s->contact.touches);
  for (int32_t b = 0; b < s->k->bearings; b++) {
    const PwBearing *bearing = &s->k->bearing[b];
    PwBearingState *state = &s->contact.touches.bearing[b];
    PwTouchGrip before = state->grip;
    PwBearingSlip slip;
    pw_bearing_take_slip(s, b, NULL, &slip);
    bool moves = slip.speed > still, holds = bearing->mu_static > 0;
    choice[b].moves = moves;
    state->grip = (PwTouchGrip){.slides = moves || !holds,
                                .frozen = bearing->rows == 1 && (moves || !holds),
                                .fired = before.fired,
                                .yielded = before.yielded};
    for (int32_t n = 0; n < bearing->rows && moves; n++) state->grip.along[n] = slip.rate[n] / slip.speed;
    if (!moves && !holds && bearing->rows == 1) state->grip.along[0] = 1;
    state->side[0] = state->side[1] = 0;
    if (choice[b].idle && !moves) state->grip.slides = state->grip.yields = state->grip.frozen = choice[b].started = true;
  }
}

// Joints of one row that no force of their own can move.
static PawlStatus find_idle(PawlSimulation *s, double t, const double *y, PwBearingChoice *choice) {
  static const double NONE = 1e-12;  // of what free bodies would give: a millionth of the way
  PwContactWork *w = &s->contact;
  int32_t rows = pw_bearings_rows(s, w->row), at = 0;
  PawlStatus status = pw_formulation_touch_space(s->formulation, t, y, rows, w->row, w->W, w->acceleration);
  if (status) return status;
  for (int32_t b = 0; b < s->k->bearings; at += s->k->bearing[b].rows, b++) {
    double response = pw_pair_free_response(s->k, w->row[at].body, w->row[at].jac);
    choice[b] = (PwBearingChoice){.part = 1, .idle = s->k->bearing[b].rows == 1 && !(w->W[at * rows + at] > NONE * response)};
  }
  return pw_formulation_stand(s->formulation, t, y);
}

PawlStatus pw_bearings_solve(PawlSimulation *s, double t, const double *y, PwSolution *out) {
  PwTouches *touches = &s->contact.touches;
  PawlStatus status = pw_formulation_set_touches(s->formulation, touches, false);
  if (status == PAWL_OK) status = pw_formulation_solve(s->formulation, t, y, out);
  if (status == PAWL_ERR_SINGULAR) status = PAWL_RETRY;
  bool slides = false;
  for (int32_t b = 0; b < s->k->bearings; b++) slides |= touches->bearing[b].grip.slides;
  if (status == PAWL_OK && slides && !(out->definite > PW_BEARING_JAM)) return PAWL_RETRY;
  for (int32_t b = 0; b < s->k->bearings && status == PAWL_OK; b++) {
    PwBearingValues values;
    pw_bearings_read(s, out, b, &values);
    touches->bearing[b].load = values.load;
    memcpy(touches->bearing[b].force, values.force, sizeof values.force);
  }
  return status;
}

// The joint that sticks furthest beyond its limit, or cannot be held; -1: none. *direction: which way it would slide.
static int32_t find_worst(const PawlSimulation *s, const PwSolution *solution, double direction[PW_BEARING_ROWS]) {
  double most = 1 + OVER;
  int32_t worst = -1;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    const PwBearingState *state = &s->contact.touches.bearing[b];
    if (state->grip.slides) continue;
    PwBearingSlip slip;
    pw_bearing_take_slip(s, b, solution->acceleration, &slip);
    double pulled = pw_norm(slip.acceleration), force = pw_norm(state->force), limit = limit_of(s, b);
    bool torn = pulled > slip.noise;
    double ratio = torn ? INFINITY : force > 0 ? force / limit * (state->grip.fired ? 1 + 2 * OVER : 1) : 0;
    if (!(ratio > most)) continue;
    most = ratio;
    worst = b;
    for (int n = 0; n < PW_BEARING_ROWS; n++) direction[n] = torn ? slip.acceleration[n] / pulled : -state->force[n] / force;
    if (torn) break;
  }
  return worst;
}

// Joint b slides from rest; or yields, if nothing moves there without its friction, either.
static PawlStatus let_slide(PawlSimulation *s, double t, const double *y, int32_t b, const double *direction,
                            PwBearingChoice *choice) {
  PwBearingState *state = &s->contact.touches.bearing[b];
  PwSolution solution;
  PwBearingSlip slip;
  double load = state->load;
  state->grip = (PwTouchGrip){.slides = true, .frozen = true, .fired = state->grip.fired, .yielded = state->grip.yielded};
  PawlStatus status = pw_bearings_solve(s, t, y, &solution);
  if (status == PAWL_OK) pw_bearing_take_slip(s, b, solution.acceleration, &slip);
  bool held = status == PAWL_OK && pw_norm(slip.acceleration) <= slip.noise;
  state->grip.yields = held;
  state->grip.yielded |= held;
  memcpy(state->grip.along, direction, PW_BEARING_ROWS * sizeof *direction);
  state->load = load;
  choice->started = true;
  choice->flips++;
  return status > 0 ? PAWL_OK : status;
}

// The direction of a slip in several rows goes towards its acceleration, a part of the way, which is halved where it overshot.
// Returns the way that is left.
static double turn(PwBearingChoice *choice, double *along, const double *acceleration, double size) {
  double left = 0, back = 0, length = 0;
  for (int n = 0; n < PW_BEARING_ROWS; n++) {
    double change = acceleration[n] / size - along[n];
    left = fmax(left, fabs(change));
    back += change * choice->turn[n];
    choice->turn[n] = change;
  }
  choice->part = back < 0 ? 0.5 * choice->part : fmin(1, 1.5 * choice->part);
  for (int n = 0; n < PW_BEARING_ROWS; n++) {
    along[n] += choice->part * choice->turn[n];
    length = hypot(length, along[n]);
  }
  for (int n = 0; n < PW_BEARING_ROWS && length > 0; n++) along[n] /= length;
  return left;
}

// Of joints that slide from rest: along their accelerations. *changed: a direction, one that yields no more, or goes back and
// sticks.
static void follow_started(PawlSimulation *s, const PwSolution *solution, PwBearingChoice *choice, bool *changed) {
  static const double SAME = 1e-11;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    PwBearingState *state = &s->contact.touches.bearing[b];
    PwBearingSlip slip;
    if (!choice[b].started || !state->grip.slides) continue;
    pw_bearing_take_slip(s, b, solution->acceleration, &slip);
    double size = pw_norm(slip.acceleration), forward = along(state, slip.acceleration);
    if (size <= slip.noise) continue;
    *changed |= state->grip.yields;  // those that held it do not any more
    state->grip.yields = false;
    if (pw_norm(state->grip.along) == 0) memcpy(state->grip.along, slip.acceleration, sizeof slip.acceleration);
    if (s->k->bearing[b].rows == 1) {
      if (forward >= 0 || state->grip.fired) continue;
      *changed = true;
      if (!choice[b].reversed) {  // what held it told the wrong way: it could not be held at all
        state->grip.along[0] = -state->grip.along[0];
        choice[b].reversed = true;
        continue;
      }
      state->grip.slides = state->grip.frozen = choice[b].started = false;
      continue;
    }
    *changed |= turn(&choice[b], state->grip.along, slip.acceleration, size) > SAME;
  }
}

// Joints whose slip ends go back if they can do so against their own friction: then nothing could have held them. In a linkage
// that moves, the row of a joint that turns round holds nothing, and the force that it takes to stick means nothing.
static PawlStatus turn_round(PawlSimulation *s, double t, const double *y, PwBearingChoice *choice) {
  PwTouches *touches = &s->contact.touches;
  int32_t turning = 0, left = 0;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    const PwTouchGrip *before = &s->contact.bearing_before[b].grip;
    PwTouchGrip *grip = &touches->bearing[b].grip;
    bool turns = s->k->bearing[b].rows == 1 && s->contact.bearing_before[b].decided && before->slides && !before->yields;
    if (!turns || choice[b].moves || !(s->k->bearing[b].mu_static > 0)) continue;
    *grip = (PwTouchGrip){.slides = true, .frozen = true, .along = {-before->along[0]}, .yielded = before->yielded};
    choice[b].started = choice[b].reversed = true;
    turning++;
  }
  for (left = turning; turning > 0; turning = left) {
    PwSolution solution;
    PawlStatus status = pw_bearings_solve(s, t, y, &solution);
    if (status < 0) return status;
    left = 0;
    for (int32_t b = 0; b < s->k->bearings; b++) {
      PwTouchGrip *grip = &touches->bearing[b].grip;
      PwBearingSlip slip;
      if (!choice[b].reversed) continue;
      pw_bearing_take_slip(s, b, status == PAWL_OK ? solution.acceleration : NULL, &slip);
      if (status == PAWL_OK && along(&touches->bearing[b], slip.acceleration) > slip.noise) {
        left++;
        continue;
      }
      choice[b].started = choice[b].reversed = false;
      *grip = (PwTouchGrip){.yielded = grip->yielded};
      if (choice[b].idle) grip->slides = grip->yields = grip->frozen = choice[b].started = true;
    }
    if (left == turning) break;
  }
  return PAWL_OK;
}

// Joints of a loop move together or not at all, and friction that holds them may be shared in many ways. So the other way round
// first: all that rest begin to slide, along their accelerations without friction. If all of them do so against static friction
// they slide; else they stick at first.
static PawlStatus slide_together(PawlSimulation *s, double t, const double *y, PwBearingChoice *choice) {
  PwTouches *touches = &s->contact.touches;
  PwSolution solution;
  int32_t resting = 0;
  bool all = true;
  for (int32_t b = 0; b < s->k->bearings; b++) resting += !touches->bearing[b].grip.slides;
  for (int32_t b = 0; b < s->k->bearings && resting > 1; b++) {
    choice[b].together = !touches->bearing[b].grip.slides;
    if (choice[b].together) touches->bearing[b].grip.slides = touches->bearing[b].grip.yields = true;
  }
  for (int pass = 0; pass < 2 && resting > 1 && all; pass++) {
    PawlStatus status = pw_bearings_solve(s, t, y, &solution);
    if (status < 0) return status;
    all = status == PAWL_OK;
    for (int32_t b = 0; b < s->k->bearings && all; b++) {
      PwBearingState *state = &touches->bearing[b];
      PwBearingSlip slip;
      if (!choice[b].together) continue;
      pw_bearing_take_slip(s, b, solution.acceleration, &slip);
      double size = pw_norm(slip.acceleration);
      all = pass ? along(state, slip.acceleration) > slip.noise : size > slip.noise;
      for (int n = 0; n < PW_BEARING_ROWS && pass == 0 && all; n++) state->grip.along[n] = slip.acceleration[n] / size;
    }
  }
  for (int32_t b = 0; b < s->k->bearings && resting > 1; b++) {
    PwTouchGrip *grip = &touches->bearing[b].grip;
    if (!choice[b].together) continue;
    choice[b].started = grip->slides = grip->frozen = all;
    grip->yields = false;
  }
  return PAWL_OK;
}

// ---- jams

static void stop_slip(PwBearingState *state) {
  state->grip = (PwTouchGrip){.yielded = state->grip.yielded};
}

// The joint whose slip must end, of those that move: without it there is an answer; else the first. -1: none moves.
static int32_t find_jammed(PawlSimulation *s, double t, const double *y, const PwBearingChoice *choice) {
  int32_t first = -1;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    PwBearingState *state = &s->contact.touches.bearing[b], before = *state;
    PwSolution solution;
    if (!choice[b].moves || !state->grip.slides) continue;
    if (first < 0) first = b;
    stop_slip(state);
    bool answers = pw_bearings_solve(s, t, y, &solution) == PAWL_OK;
    *state = before;
    if (answers) return b;
  }
  return first;
}

// The slip of joint b ends, and those that do not move hold, too, while that happens; `all`: every slip ends.
static void stop_slips(PawlSimulation *s, double t, int32_t b, bool all, const PwBearingChoice *choice) {
  for (int32_t i = 0; i < s->k->bearings; i++) {
    PwBearingState *state = &s->contact.touches.bearing[i];
    bool ends = choice[i].moves && (i == b || all);
    if (!(s->k->bearing[i].mu_static > 0) || (choice[i].moves && !ends)) continue;
    stop_slip(state);
    if (!ends) continue;
    state->jams = t - state->jam <= SHORT * s->options.duration ? state->jams + 1 : 1;
    state->jam = t;
  }
}

static void tell_jam(PawlSimulation *s, double t, int32_t b, double slip, double lost) {
  PwEvent event = pw_event_make(t, "jams", name_of(s, b));
  event.record.slip_before = slip;
  event.record.slip_after = 0;
  snprintf(event.detail, sizeof event.detail, "friction locks the joint while it slides; energy %s",
           PW_SAY(s->k, lost, PW_DIM_ENERGY, 9));
  pw_simulation_emit(s, &event);
}

// An impulse ends the slip of a joint; where another one has jammed at this instant, the slips of all.
static PawlStatus jam(PawlSimulation *s, double t, double *y, PwBearingChoice *choice, PawlMessages *messages) {
  enum { MOST = 50 };
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t b = find_jammed(s, t, y, choice), nq = pw_position_count(s->k), nv = pw_speed_count(s->k);
  bool all = has_jammed(s, t, AGAIN);
  if (b < 0) {
    for (b = 0; b + 1 < s->k->bearings && !choice[b].started; b++) continue;
    return fail(s, t, b, "friction can neither hold it nor let it slide", messages);
  }
  if (s->contact.touches.bearing[b].jams >= MOST) {
    return fail(s, t, b, "it jams again and again by friction, rigid bodies have no answer there", messages);
  }
  PawlStatus status = pw_formulation_stand(s->formulation, t, y);
  for (int32_t i = 0; i < s->k->bearings && status == PAWL_OK; i++) {
    PwBearingSlip slip;
    pw_bearing_take_slip(s, i, NULL, &slip);
    choice[i].speed = slip.speed;
  }
  if (status) return status;
  stop_slips(s, t, b, all, choice);
  double before = pw_motion_kinetic(motion, y + nq);
  status = pw_formulation_set_touches(s->formulation, &s->contact.touches, false);
  if (status == PAWL_OK) status = pw_formulation_project(s->formulation, t, y);
  if (status == PAWL_OK) status = pw_formulation_stand(s->formulation, t, y);
  if (status) return status;
  double lost = pw_motion_kinetic(motion, y + nq) - before;
  y[nq + nv] += lost;
  for (int32_t i = 0; i < s->k->bearings; i++) {
    if (choice[i].moves && (i == b || all)) tell_jam(s, t, i, choice[i].speed, lost);
  }
  s->contact.again = true;
  return PAWL_RETRY;
}

// Where there is no answer with the joints that stick, they may slide beside those that move: along their accelerations without
// friction. False: none sticks, or that has no answer either.
static bool let_all_slide(PawlSimulation *s, double t, const double *y, PwBearingChoice *choice) {
  PwSolution solution;
  bool any = false;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    PwTouchGrip *grip = &s->contact.touches.bearing[b].grip;
    if (grip->slides || choice[b].flips > 0) continue;
    *grip = (PwTouchGrip){.slides = true, .frozen = true, .yielded = grip->yielded};
    choice[b].started = any = true;
    choice[b].flips++;
  }
  if (!any || pw_bearings_solve(s, t, y, &solution) != PAWL_OK) return false;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    PwTouchGrip *grip = &s->contact.touches.bearing[b].grip;
    PwBearingSlip slip;
    pw_bearing_take_slip(s, b, solution.acceleration, &slip);
    double size = pw_norm(slip.acceleration);
    for (int n = 0; n < PW_BEARING_ROWS && choice[b].started && size > 0; n++) grip->along[n] = slip.acceleration[n] / size;
  }
  return true;
}

// ---- the decision

// The choice by iteration between loads and forces, once in a decision. False: that has been tried, or leads nowhere.
static bool settle(PawlSimulation *s, double t, const double *y, PwBearingChoice *choice, bool *settled) {
  bool first = !*settled;
  *settled = true;
  return first && pw_bearings_settle(s, t, y, choice) == PAWL_OK;
}

// From the choice by rates alone to one that stands.
static PawlStatus decide(PawlSimulation *s, double t, double *y, PwBearingChoice *choice, PawlMessages *messages) {
  int32_t rounds = 300 + 10 * s->k->bearings;
  enum { FLIPS = 5 };
  bool settled = false;
  PawlStatus first = find_idle(s, t, y, choice);
  if (first) return first;
  choose_first(s, choice);
  first = turn_round(s, t, y, choice);
  if (first == PAWL_OK) first = slide_together(s, t, y, choice);
  if (first) return first;
  if (s->contact.bearing_unbounded) {
    s->contact.bearing_unbounded = false;
    return jam(s, t, y, choice, messages);
  }
  for (int32_t round = 0; round < rounds; round++) {
    PwSolution solution;
    double direction[PW_BEARING_ROWS];
    bool changed = false;
    if (round == rounds / 2) settle(s, t, y, choice, &settled);
    PawlStatus status = pw_bearings_solve(s, t, y, &solution);
    if (status > 0 && let_all_slide(s, t, y, choice)) continue;
    if (status > 0 && settle(s, t, y, choice, &settled)) continue;
    if (status > 0) return jam(s, t, y, choice, messages);
    if (status) return status;
    follow_started(s, &solution, choice, &changed);
    if (changed) continue;
    int32_t worst = find_worst(s, &solution, direction);
    if (worst < 0) return PAWL_OK;
    if (choice[worst].flips >= FLIPS && settle(s, t, y, choice, &settled)) continue;
    if (choice[worst].flips >= FLIPS) return fail(s, t, worst, "friction can neither hold it nor let it slide", messages);
    status = let_slide(s, t, y, worst, direction, &choice[worst]);
    if (status) return status;
  }
  int32_t last = 0;
  for (int32_t b = 0; b < s->k->bearings; b++) last = choice[b].started ? b : last;
  return fail(s, t, last, "no direction was found that friction lets it slide in", messages);
}

// Signs of the forces at the ends of guides that slide in the plane. One that goes through zero has there what rounding leaves
// of it: the way that it goes tells.
static void take_sides(PawlSimulation *s, const PwSolution *solution) {
  static const double NOTHING = 1e-6;  // of the largest load
  const PwMotion *m = pw_formulation_motion(s->formulation);
  double largest = s->contact.largest_force;
  for (int32_t b = 0; b < s->k->bearings; b++) largest = fmax(largest, s->contact.touches.bearing[b].load);
  for (int32_t b = 0; b < s->k->bearings; b++) {
    PwBearingState *state = &s->contact.touches.bearing[b];
    double end[PW_BEARING_ENDS][3], force;
    pw_bearing_forces(m, b, solution->lambda, end);
    for (int e = 0; e < PW_BEARING_ENDS; e++) {
      const PwBearingState *before = &s->contact.bearing_before[b];
      bool sided = state->grip.slides && pw_bearing_side(m, b, end[e], &force);
      bool passes = before->passed[e] && before->side[e] != 0 && fabs(force) < NOTHING * largest;
      state->side[e] = !sided ? 0 : passes ? -before->side[e] : force < 0 ? -1 : 1;
    }
  }
}

// Do touches have to be decided anew, because joints do something else now?
static bool acts_otherwise(const PawlSimulation *s) {
  static const double SAME = 1e-7;  // of the largest force
  const PwContactWork *w = &s->contact;
  double most = w->largest_force, change = 0;
  bool otherwise = false;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    const PwBearingState *now = &w->touches.bearing[b], *was = &w->bearing_last[b];
    most = fmax(most, fabs(now->load));
    otherwise |= now->grip.slides != was->grip.slides;
    for (int n = 0; n < PW_BEARING_ROWS && now->grip.slides; n++) change = fmax(change, fabs(now->force[n] - was->force[n]));
  }
  return otherwise || change > SAME * most;
}

PawlStatus pw_bearings_decide(PawlSimulation *s, double t, double *y, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  PwSolution solution;
  PwBearingChoice *choice = w->bearing_choice;
  size_t bytes = (size_t)s->k->bearings * sizeof *w->touches.bearing;
  if (!pw_bearings_decide_any(s)) return PAWL_OK;
  memcpy(w->bearing_last, w->touches.bearing, bytes);
  PawlStatus status = pw_formulation_stand(s->formulation, t, y);
  if (status == PAWL_OK) status = decide(s, t, y, choice, messages);
  if (status > 0) return PAWL_OK;  // one has jammed: all is decided anew
  if (status == PAWL_OK) status = pw_bearings_solve(s, t, y, &solution);
  if (status > 0) return fail(s, t, 0, "its loads and those of other joints have no answer", messages);
  if (status) return status;
  take_sides(s, &solution);
  for (int32_t i = 0; i < w->touches.count; i++) {
    if (pw_touch_is_open(&w->touches.touch[i])) continue;
    if (acts_otherwise(s)) w->again = w->bearing_again = true;
    break;
  }
  return PAWL_OK;
}

// ---- the rounds

void pw_bearings_keep_before(PawlSimulation *s, const PwSolution *solution) {
  for (int32_t b = 0; b < s->k->bearings && pw_bearings_decide_any(s); b++) {
    PwBearingState *state = &s->contact.touches.bearing[b];
    PwBearingValues values;
    pw_bearings_read(s, solution, b, &values);
    state->load = values.load;
    memcpy(state->force, values.force, sizeof values.force);
  }
}

void pw_bearings_begin(PawlSimulation *s) {
  if (!pw_bearings_decide_any(s)) return;
  memcpy(s->contact.bearing_before, s->contact.touches.bearing, (size_t)s->k->bearings * sizeof *s->contact.bearing_before);
}

static bool shifts(const PwBearingState *before, const PwBearingState *now, int end) {
  return before->side[end] * now->side[end] < 0;
}

// What has become of a joint, NULL: nothing that is told.
static const char *tell_kind(const PwBearingState *before, const PwBearingState *now, int32_t rows) {
  const PwTouchGrip *was = &before->grip, *is = &now->grip;
  bool slid = was->slides && !was->yields, slides = is->slides && !is->yields;
  bool turned = rows == 1 && was->along[0] * is->along[0] < 0;
  if (is->yields && !was->yielded) return "yields";
  if (slid != slides || (slides && turned)) return slides ? "slips" : "sticks";
  return shifts(before, now, 0) || shifts(before, now, 1) ? "shifts" : NULL;
}

PawlStatus pw_bearings_end(PawlSimulation *s, double t, const double *y, bool again, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  bool unsettled = again && w->bearing_again;
  w->bearing_again = false;
  if (!pw_bearings_decide_any(s)) return PAWL_OK;
  PawlStatus status = pw_formulation_stand(s->formulation, t, y);
  for (int32_t b = 0; b < s->k->bearings && status == PAWL_OK; b++) {
    PwBearingState *now = &w->touches.bearing[b];
    const PwBearingState *before = &w->bearing_before[b];
    if (unsettled) return fail(s, t, b, "its friction and the touches beside it find no common answer", messages);
    const char *kind = now->decided ? tell_kind(before, now, s->k->bearing[b].rows) : NULL;
    now->decided = true;
    now->grip.fired = now->passed[0] = now->passed[1] = false;
    if (!now->grip.slides) now->grip.yielded = false;
    if (!kind) continue;
    PwBearingSlip slip;
    pw_bearing_take_slip(s, b, NULL, &slip);
    PwEvent event = pw_event_make(t, kind, name_of(s, b));
    event.record.value = now->load;
    event.value_unit = pw_units_factor(&s->k->units, PW_DIM_FORCE);
    event.record.friction_before = pw_norm(before->force);
    event.record.friction = pw_norm(now->force);
    event.record.slip_after = slip.speed;
    bool both = shifts(before, now, 0) && shifts(before, now, 1);
    const char *ends = both ? "both ends of the guide" : shifts(before, now, 0) ? "end 1 of the guide" : "end 2 of the guide";
    bool moved = strcmp(kind, "shifts") == 0;
    snprintf(event.detail, sizeof event.detail, "%s%svalue: the load", moved ? ends : "", moved ? "; " : "");
    pw_simulation_emit(s, &event);
  }
  return status;
}

// ---- beside touches

int32_t pw_bearings_rows(const PawlSimulation *s, PwPairRow *row) {
  const PwMotion *m = pw_formulation_motion(s->formulation);
  int32_t count = 0;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    for (int32_t n = 0; n < s->k->bearing[b].rows; n++) {
      row[count + n] = (PwPairRow){.touch = -1, .bearing = b, .component = n, .level = PW_LEVEL_SPEED};
    }
    pw_bearing_place(m, b, row + count);
    pw_bearing_move(m, b, row + count);
    count += s->k->bearing[b].rows;
  }
  return count;
}

// Takes row p, which is held, out of all others.
static void take_out(PwContactWork *w, int32_t all, int32_t p, double own) {
  static const double LEAST = 1e-8;
  double pivot = w->W[p * all + p];
  if (!(pivot > LEAST * own)) return;
  for (int32_t i = 0; i < all; i++) {
    double factor = i == p ? 0 : w->W[i * all + p] / pivot;
    for (int32_t j = 0; j < all && factor != 0; j++) w->W[i * all + j] -= factor * w->W[p * all + j];
    w->acceleration[i] -= factor * w->acceleration[p];
  }
}

void pw_bearings_reduce(PawlSimulation *s, int32_t n) {
  PwContactWork *w = &s->contact;
  int32_t rows = w->first[n], all = rows;
  for (int32_t b = 0; b < s->k->bearings; b++) all += s->k->bearing[b].rows;
  for (int32_t p = rows; p < all; p++) {
    const PwBearingState *state = &w->touches.bearing[w->row[p].bearing];
    for (int32_t i = 0; i < all && state->grip.slides; i++) {
      w->acceleration[i] += w->W[i * all + p] * state->force[w->row[p].component];
    }
    w->work[p] = w->W[p * all + p];
  }
  for (int32_t p = rows; p < all; p++) {
    if (!w->touches.bearing[w->row[p].bearing].grip.slides) take_out(w, all, p, w->work[p]);
  }
  for (int32_t i = 1; i < rows; i++) {
    for (int32_t j = 0; j < rows; j++) w->W[i * rows + j] = w->W[i * all + j];
  }
}
