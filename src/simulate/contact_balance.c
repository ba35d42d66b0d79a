// Which of the touches that rest are closed: complementarity of accelerations and forces.
//
//   gap'' = W lambda + gap''_free >= 0, lambda >= 0, one of them zero; lambda > 0 (or two-sided) closes
//
// A fit without play has touches on opposite walls at gap zero. One of them carries; where its force reaches zero the other takes
// over at that instant.
#include <math.h>
#include <stdio.h>

#include "simulate/simulation.h"

void pw_contact_tell_shared(PawlSimulation *s, double t, int32_t n, const double *lambda) {
  PwContactWork *w = &s->contact;
  int32_t rank;
  double residual;
  int32_t rows = w->first[n], first = 0;
  for (int32_t r = 0; r < rows; r++) w->work[r] = 0;
  if (w->shared || pw_least_norm(w->lcp, rows, w->W, w->work, w->restitution, &rank, &residual) || rank == rows) return;
  while (first < n - 1 && !(lambda[w->first[first]] > 0)) first++;
  w->shared = true;
  PwEvent event = pw_event_make(t, "shares", s->k->contact[w->touches.touch[w->candidate[first]].contact].name);
  event.record.value = rows - rank;
  char more[32] = "";  // than one row each
  if (rows != n) snprintf(more, sizeof more, " with %d rows", rows);
  snprintf(event.detail, sizeof event.detail, "%d touches%s, %d independent: forces shared by the least-norm choice", n, more,
           rank);
  pw_simulation_emit(s, &event);
}

// W of rows r and q of n candidates.
static double *between(const PwContactWork *w, int32_t n, int32_t r, int32_t q) {
  return &w->W[r * w->first[n] + q];
}

static void keep_diagonal(PwContactWork *w, int32_t n) {
  for (int32_t r = 0; r < w->first[n]; r++) w->work[r] = *between(w, n, r, r);
}

// Does row r add to those taken out of W? Else what is left of it is rounding. work: the diagonal of W as it was.
static bool adds(const PwContactWork *w, int32_t n, int32_t r) {
  static const double LEAST = 1e-8;
  return *between(w, n, r, r) > LEAST * w->work[r];
}

// Takes it out of the others (an elimination step); false: it adds nothing to those taken out before.
static bool take_out(PwContactWork *w, int32_t n, int32_t r) {
  double pivot = *between(w, n, r, r);
  if (!adds(w, n, r)) return false;
  for (int32_t i = 0; i < w->first[n]; i++) {
    double factor = i == r ? 0 : *between(w, n, i, r) / pivot;
    for (int32_t j = 0; j < w->first[n]; j++) *between(w, n, i, j) -= factor * *between(w, n, r, j);
  }
  return true;
}

// A scale of accelerations, given in 1/s^2, as one of the gap of candidate i; the largest of n of them.
static double gap_scale(const PawlSimulation *s, double scale, int32_t i) {
  return scale * pw_gap_scale(s->k, s->contact.touches.touch[s->contact.candidate[i]].contact);
}

static double largest_scale(const PawlSimulation *s, double scale, int32_t n) {
  double most = 0;
  for (int32_t i = 0; i < n; i++) most = fmax(most, gap_scale(s, scale, i));
  return most;
}

// The same of all rows that candidate i holds: its normal, and those of its grips that stick by the last cone problem.
static bool take_out_held(PwContactWork *w, int32_t n, int32_t i) {
  bool all = take_out(w, n, w->first[i]);
  for (int32_t p = 0; p < w->grips; p++) {
    const PwConeGrip *g = &w->grip[p];
    for (int32_t r = g->first; r < g->first + g->rows && g->touch == i && w->mode[p] == PW_CONE_STICKS; r++)
      all = take_out(w, n, r) && all;
  }
  return all;
}

// The force of candidate i has reached zero, and it opens. Where an idle one holds the same from the other side (a pin in a slot
// of its own width) the force goes over to that one at this instant: with either of them closed the motion is the same. Returns
// it, or -1. W: with the rows taken out that stay closed.
static int32_t find_opposite(const PawlSimulation *s, int32_t n, int32_t i, double scale) {
  static const double SAME = 1 - 1e-8, PASSED = 1e-9;  // of the scale: where a force goes over
  const PwContactWork *w = &s->contact;
  int32_t row = w->first[i];
  double own = *between(w, n, row, row);
  if (!adds(w, n, row)) return -1;
  for (int32_t j = 0; j < n; j++) {
    double cross = *between(w, n, row, w->first[j]), other = *between(w, n, w->first[j], w->first[j]);
    bool free = w->touches.touch[w->candidate[j]].state == PW_TOUCH_OPEN && w->lambda[w->first[j]] == 0 &&
                w->after[w->first[j]] <= PASSED * gap_scale(s, scale, j);
    if (free && adds(w, n, w->first[j]) && cross < 0 && cross * cross > SAME * own * other) return j;
  }
  return -1;
}

// Has the force of candidate i reached zero?
static bool is_gone(const PwContactWork *w, int32_t i) {
  return w->touches.touch[w->candidate[i]].fired && !w->two_sided[i] &&
         !(w->lambda[w->first[i]] > PW_NO_FORCE * w->largest_force);
}

// Does candidate i carry force? One that is open does not close by the rounding of what others carry: it would hold what another
// one that opens now has held, and pull.
static bool carries(const PwContactWork *w, int32_t i) {
  static const double ROUNDING = 1e-13;  // of the largest force
  bool open = pw_touch_is_open(&w->touches.touch[w->candidate[i]]);
  return w->lambda[w->first[i]] > (open ? ROUNDING * w->largest_force : 0);
}

static PawlStatus solve(PawlSimulation *s, double t, const double *y, int32_t n, double scale) {
  PawlStatus status = pw_contact_force_space(s, t, y, n);
  if (status) return status;
  return pw_contact_forces(s, n, largest_scale(s, scale, n));
}

static bool pulls(const PwContactWork *w, int32_t index) {
  const PwTouch *touch = &w->touches.touch[index];
  return touch->state == PW_TOUCH_CLOSED && touch->force < -PW_NO_FORCE * w->largest_force;
}

// A closed candidate that pulls by the forces that the run goes on with, though these here push; -1: none does. Where touches
// hold the same, both are right, and shared in another way.
static int32_t find_pulling(const PwContactWork *w, int32_t n) {
  for (int32_t i = 0; i < n; i++) {
    if (pulls(w, w->candidate[i]) && !w->two_sided[i] && w->lambda[w->first[i]] > 0) return i;
  }
  return -1;
}

PawlStatus pw_contact_check_pulls(PawlSimulation *s, double t, const double *y, bool *again) {
  PwContactWork *w = &s->contact;
  if (!(w->redundant || w->rested) || w->unshared) return PAWL_OK;
  PawlStatus status = pw_contact_take_forces(s, t, y, false);
  for (int32_t i = 0; i < w->touches.count && status == PAWL_OK; i++) {
    *again |= pulls(w, i) && !pw_touch_is_two_sided(s->k, &w->touches.touch[i], false);
  }
  return status < 0 ? status : PAWL_OK;
}

// Do the other candidates that carry force hold all that i holds? W is spent.
static bool is_held(PwContactWork *w, int32_t n, int32_t i) {
  keep_diagonal(w, n);
  for (int32_t k = 0; k < n; k++) {
    if (k != i && w->lambda[w->first[k]] > 0) take_out_held(w, n, k);
  }
  return !adds(w, n, w->first[i]);
}

// Grips that stick by the last cone problem, but for those of one touch.
static int32_t count_sticking(const PwContactWork *w, int32_t but) {
  int32_t count = 0;
  for (int32_t p = 0; p < w->grips; p++) count += w->grip[p].touch != but && w->mode[p] == PW_CONE_STICKS;
  return count;
}

// Drops a candidate that pulls and whose share the others take without giving way. *n becomes less by one, or stays; W,
// lambda and after are those of the n.
static PawlStatus drop_pulling(PawlSimulation *s, double t, const double *y, double scale, int32_t *n) {
  static const double IDLE = 1e-12;  // of the scale
  PwContactWork *w = &s->contact;
  int32_t i = find_pulling(w, *n), last = *n - 1;
  if (i < 0) return PAWL_OK;
  int32_t sticking = count_sticking(w, i);
  bool go = is_held(w, *n, i);
  for (int32_t k = 0; k < *n; k++) w->closes[k] = w->lambda[w->first[k]] > 0;
  w->closes[i] = w->closes[last];
  int32_t candidate = w->candidate[i];
  w->candidate[i] = w->candidate[last];
  w->candidate[last] = candidate;
  bool two_sided = w->two_sided[last];
  w->two_sided[last] = w->two_sided[i];
  w->two_sided[i] = two_sided;
  PawlStatus status = go ? solve(s, t, y, last, scale) : PAWL_OK;
  for (int32_t k = 0; k < last && go && status == PAWL_OK; k++)
    go = !w->closes[k] || w->after[w->first[k]] <= IDLE * gap_scale(s, scale, k);
  if (status == PAWL_OK) go = go && count_sticking(w, -1) >= sticking;  // else they do not hold what it held
  if (status < 0) return status;
  w->unshared = status || !go;
  if (w->unshared) return solve(s, t, y, *n, scale);
  w->touches.touch[w->candidate[last]].force = 0;  // its share meant nothing
  pw_contact_settle(s, t, last, false, 0, 0);
  *n = last;
  return PAWL_OK;
}

// Is candidate i, open, below zero by more than rounding? So little accelerates it that this counts as none, and yet it sinks.
static bool has_sunk(const PawlSimulation *s, int32_t i) {
  static const double SUNK = 1e-10, ROUNDINGS = 2;  // of the scale of gaps; of what a gap may be noticed late by
  const PwContactWork *w = &s->contact;
  const PwTouch *touch = &w->touches.touch[w->candidate[i]];
  double sunk = fmax(SUNK, ROUNDINGS * pw_contact_rounding(s)) * pw_gap_scale(s->k, touch->contact);
  return pw_touch_is_open(touch) && w->gap[w->first[i]] < -sunk && w->rate[w->first[i]] <= 0;
}

// Which of the resting candidates stay closed: those that carry force, and of those that carry none closed ones, and ones that
// have sunk, whose rows add to them. The others hold nothing that is not held already (a body that fits between two walls), and
// with them closed the forces would not be determined.
static void close_carrying(PawlSimulation *s, double t, int32_t n, double scale) {
  static const double IDLE = 1e-12;  // of the scale: accelerations that are none
  PwContactWork *w = &s->contact;
  bool *closes = w->closes;
  w->redundant = false;
  keep_diagonal(w, n);
  for (int32_t i = 0; i < n; i++) {
    closes[i] = w->two_sided[i] || (carries(w, i) && !is_gone(w, i));
    if (closes[i]) w->redundant |= !take_out_held(w, n, i);
  }
  for (int32_t i = 0; i < n; i++) {
    bool was = w->touches.touch[w->candidate[i]].state == PW_TOUCH_CLOSED,
         idle = w->lambda[w->first[i]] == 0 && w->after[w->first[i]] <= IDLE * gap_scale(s, scale, i);
    bool holds = (was && !is_gone(w, i)) || has_sunk(s, i);
    closes[i] = closes[i] || (holds && idle && take_out(w, n, w->first[i]));
  }
  for (int32_t i = 0; i < n; i++) {
    int32_t opposite = is_gone(w, i) ? find_opposite(s, n, i, scale) : -1;
    if (opposite < 0 || closes[opposite]) continue;
    closes[opposite] = true;
    take_out(w, n, w->first[opposite]);
  }
  for (int32_t i = 0; i < n; i++) {
    pw_contact_settle(s, t, i, closes[i], w->rate[w->first[i]], w->lambda[w->first[i]]);
  }
}

// Of two touches that come to the ends of their elements at one instant (a cam of constant width between two faces) rounding
// finds one first, and curvatures of before and after do not go together. Those of the candidates that stand at such an end cross
// it, too. *any: there were such.
static PawlStatus cross_together(PawlSimulation *s, double t, const double *y, int32_t n, bool *any, PawlMessages *messages) {
  static const double AT = 1e-8;  // of an element
  PwContactWork *w = &s->contact;
  int32_t roots = 0;
  PawlStatus status = pw_contact_evaluate(s, t, y, s->gap);
  for (int32_t i = 0; i < n && status == PAWL_OK; i++) {
    const PwTouch *touch = &w->touches.touch[w->candidate[i]];
    int32_t first = pw_near_functions(&w->touches) + PW_TOUCH_SWITCHES * w->candidate[i];
    for (int way = 0; way < PW_ENDS; way++) {
      int32_t g = first + PW_SWITCH_END + way;
      if (!(s->gap[g] < AT)) continue;
      if (pw_touch_moves_over(touch, pw_pair_of(s->k, touch)->end_of(s->k, touch, way))) s->root[roots++] = g;
    }
  }
  *any = roots > 0;
  return status || roots == 0 ? status : pw_contact_follow(s, t, y, roots, 0, messages);
}

// Where det(1 - S) is zero and a touch that slides would hardly close without force either, its force is zero over zero: the one
// that is none is taken, as where there are several.
static void leave_open(PawlSimulation *s, double scale) {
  static const double NONE = 1e-6;  // of the scale: accelerations
  PwContactWork *w = &s->contact;
  for (int32_t p = 0; p < w->grips; p++) {
    int32_t i = w->grip[p].touch, row = w->first[i];
    if (!w->grip[p].slides || w->two_sided[i] || !(fabs(w->acceleration[row]) <= NONE * gap_scale(s, scale, i))) continue;
    for (int32_t r = row; r < w->first[i + 1]; r++) w->lambda[r] = 0;
    w->touches.touch[w->candidate[i]].fired = true;
  }
}

PawlStatus pw_contact_balance(PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages) {
  static const double RESTED = 1e3;
  PwContactWork *w = &s->contact;
  PawlStatus status = pw_contact_force_space(s, t, y, n);
  double speed = fmax(pw_contact_body_speed(s, y, n), w->touches.speed) / s->k->size, scale = speed * speed;
  if (status) return status;
  for (int32_t i = 0; i < n; i++) {  // where a force reverses, accelerations are rounding of what it was
    double most = fmax(fabs(w->acceleration[w->first[i]]), *between(w, n, w->first[i], w->first[i]) * w->largest_force);
    scale = fmax(scale, most / gap_scale(s, 1, i));
  }
  status = pw_contact_forces(s, n, largest_scale(s, scale, n));
  // What counts as resting still has speeds, by whose squares rows that depend on each other contradict themselves.
  if (status == PAWL_ERR_SINGULAR && w->rested) status = pw_contact_forces(s, n, largest_scale(s, RESTED * scale, n));
  if (status == PAWL_ERR_SINGULAR && !w->crossed) {
    PawlStatus crossed = cross_together(s, t, y, n, &w->crossed, messages);
    w->again |= w->crossed;
    if (crossed < 0 || w->crossed) return crossed < 0 ? crossed : PAWL_RETRY;
  }
  if (status == PAWL_ERR_SINGULAR && w->cone_report.inconsistent) {
    if (pw_bearings_decide_any(s)) status = pw_contact_touch_space(s, t, y, n);  // joints take no part in impulses
    if (status < 0 && status != PAWL_ERR_SINGULAR) return status;
    PawlStatus jammed = pw_contact_jam(s, t, y, n, messages);
    if (jammed != PAWL_ERR_SINGULAR) return jammed;
  }
  if (status == PAWL_OK && w->unbounded) {
    w->unbounded = false;
    PawlStatus jammed = pw_contact_jam_unbounded(s, t, y, n, messages);
    if (jammed != PAWL_ERR_SINGULAR) return jammed;
    status = solve(s, t, y, n, scale);
    if (status == PAWL_OK) leave_open(s, scale);
  }
  if (status == PAWL_OK) status = drop_pulling(s, t, y, scale, &n);
  if (status) return pw_contact_fail_decision(s, t, status, n, w->acceleration, messages);
  pw_contact_tell_shared(s, t, n, w->lambda);
  pw_contact_tell_indeterminate(s);
  close_carrying(s, t, n, scale);
  return pw_contact_set_grips(s);
}
