// Kinematic runs: touches close by interference, take over from each other, and are dropped where no position keeps them.
//
//   1. gap speeds: those of the least speeds that joints, drives and closed touches ask for (contact/takeover.h)
//   2. of those that rest then: gap accelerations, in the same way
//
// What is decided here knows the normal rows of touches alone. Those that roll hold their slip, too, as long as they are closed;
// other friction moves nothing here, and is reported.
//
// contact_decide.c has the rounds, the candidates and what is told of them for both kinds of runs. What follows is another job
// than the decision of a dynamic run: there speeds are state, which impacts change, and forces say what is held
// (contact_balance.c); here speeds follow from the rows, closed touches may pull, and one is exchanged for another where both
// cannot be kept (contact/takeover.h). `let_go` is of touches that a corner can only push; of those that pull because they share
// a force, contact_balance.c drops one.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/simulation.h"

// Kinematics: speeds follow from the rows and may jump where a touch closes or goes over a corner; the drives do that work.
static PawlStatus settle(PawlSimulation *s, double t, double *y, double kinetic) {
  int32_t nq = pw_position_count(s->k), nv = pw_speed_count(s->k);
  PawlStatus status = pw_contact_take_forces(s, t, y, false);
  if (status == PAWL_OK) status = pw_formulation_stand(s->formulation, t, y);
  y[nq + nv] += pw_motion_kinetic(pw_formulation_motion(s->formulation), y + nq) - kinetic;
  return status;
}

// W of a row whose bodies no joint holds.
static double free_inertia(const PawlSimulation *s, const PwPairRow *row) {
  int32_t per = pw_speeds_per_body(s->k), linear = s->k->planar ? 2 : 3;
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    const PwBody *body = &s->k->body[row->body[side]];
    double turning = fmax(body->inertia[0], fmax(body->inertia[1], body->inertia[2]));
    for (int32_t i = 0; i < per && row->body[side] > 0; i++) {
      double mass = i < linear ? body->mass : turning, jac = row->jac[side * per + i];
      if (mass > 0) sum += jac * jac / mass;
    }
  }
  return sum;
}

// All candidates but corners.
static int32_t leave_corners(PawlSimulation *s, int32_t n) {
  PwContactWork *w = &s->contact;
  int32_t kept = 0;
  for (int32_t i = 0; i < n; i++) {
    bool presses = w->rate[i] < pw_touches_still(&w->touches, w->touches.touch[w->candidate[i]].contact);
    if (pw_contact_leave_corners(s, i, presses)) continue;
    w->after[kept] = w->rate[i];
    pw_contact_keep(w, i, kept++);
  }
  return kept;
}

// Gap speeds with no touch closed, in w->rate, and W.
static PawlStatus free_speeds(PawlSimulation *s, double t, const double *y, int32_t n) {
  memcpy(s->released, y, (size_t)pw_state_size(s->k) * sizeof *y);
  PawlStatus status = pw_formulation_kick(s->formulation, t, s->released);
  return status ? status : pw_contact_normal_space(s, t, s->released, n);
}

int32_t pw_contact_list_closed(PwContactWork *w) {
  int32_t n = 0;
  for (int32_t i = 0; i < w->touches.count; i++) {
    if (w->touches.touch[i].state == PW_TOUCH_CLOSED) w->candidate[n++] = i;
  }
  return n;
}

bool pw_contact_may_pull(const PawlSimulation *s, const PwTouch *touch) {
  return !s->contact.touches.kinematic || touch->state != PW_TOUCH_CLOSED || pw_touch_is_two_sided(s->k, touch, false) ||
         !pw_pair_of(s->k, touch)->is_on_corner(s->k, touch);
}

bool pw_contact_pushes(PawlSimulation *s, double t, const double *y, PawlStatus *status) {
  PwContactWork *w = &s->contact;
  int32_t rank;
  double residual;
  bool any = false;
  for (int32_t i = 0; i < w->touches.count && !any; i++) any = !pw_contact_may_pull(s, &w->touches.touch[i]);
  if (!any) return false;
  int32_t n = pw_contact_list_closed(w);
  *status = free_speeds(s, t, y, n);
  if (*status == PAWL_OK) *status = pw_least_norm(w->lcp, n, w->W, w->rate, w->lambda, &rank, &residual);
  for (int32_t i = 0; i < n && *status == PAWL_OK; i++) w->push[w->candidate[i]] = w->lambda[i] * w->W[i * n + i];
  return true;
}

// A unit impulse on touch `index` with those that keep the other closed touches closed: w->impulse, of *n candidates. False: they
// leave nothing that gives way.
static bool give_way(PawlSimulation *s, double t, const double *y, int32_t index, int32_t *n) {
  static const double LEAST = 1e-8;
  PwContactWork *w = &s->contact;
  int32_t others = 0, rank;
  double residual;
  for (int32_t i = 0; i < w->touches.count; i++) {
    if (w->touches.touch[i].state == PW_TOUCH_CLOSED && i != index) w->candidate[others++] = i;
  }
  w->candidate[others] = index;
  *n = others + 1;
  if (pw_contact_normal_space(s, t, y, *n)) return false;
  memcpy(w->work, w->W + others * *n, (size_t)*n * sizeof *w->work);
  for (int32_t i = 0; i < others; i++) memmove(w->W + i * others, w->W + i * *n, (size_t)others * sizeof *w->W);
  if (pw_least_norm(w->lcp, others, w->W, w->work, w->impulse, &rank, &residual)) return false;
  double mobility = w->work[others];
  for (int32_t i = 0; i < others; i++) mobility += w->work[i] * w->impulse[i];
  w->impulse[others] = 1;
  return mobility > LEAST * w->work[others];
}

bool pw_contact_find_free(PawlSimulation *s, double t, const double *y, int32_t index, char text[PW_FREE_TEXT]) {
  PwContactWork *w = &s->contact;
  const PwContact *c = &s->k->contact[w->touches.touch[index].contact];
  int32_t per = pw_speeds_per_body(s->k), nq = pw_position_count(s->k), n;
  double most = 0;
  w->freed = NULL;
  if (!w->touches.kinematic || !give_way(s, t, y, index, &n)) return false;
  memcpy(s->released, y, (size_t)pw_state_size(s->k) * sizeof *y);
  pw_formulation_apply_impulses(s->formulation, s->released, n, w->impulse, w->row_impulse);
  for (int side = 0; side < 2; side++) {  // the one that gives way to the touch
    double moved = 0;
    int32_t first = nq + per * (c->body[side] - 1);
    for (int32_t i = 0; i < per && c->body[side] > 0; i++) moved = fmax(moved, fabs(s->released[first + i] - y[first + i]));
    if (!(moved > most)) continue;
    most = moved;
    w->freed = s->k->body[c->body[side]].name;
    w->freed_contact = w->touches.touch[index].contact;
  }
  if (w->freed) snprintf(text, PW_FREE_TEXT, "'%.60s' is free", w->freed);
  return w->freed != NULL;
}

void pw_contact_warn_free(PawlSimulation *s, double t, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  if (w->freed && !w->told_free) {
    const PwContact *c = &s->k->contact[w->freed_contact];
    pw_message(messages, PAWL_WARNING, c->place,
               "contact '%s': its touch leaves at t = %s, and body '%s' is free from there on: in a kinematic run it stands "
               "still until it is pushed",
               c->name, PW_SAY_TIME(s->k, t), w->freed);
  }
  w->told_free |= w->freed != NULL;
  w->freed = NULL;
}

// Touches that have left their elements and would pull from here on are let go. They stand at gap zero still, and are marked so
// that this instant does not close them again.
static PawlStatus let_go(PawlSimulation *s, double t, const double *y) {
  PwContactWork *w = &s->contact;
  PawlStatus status = PAWL_OK;
  if (!pw_contact_pushes(s, t, y, &status) || status) return status;
  for (int32_t i = 0; i < w->touches.count; i++) {
    PwTouch *touch = &w->touches.touch[i];
    double none = pw_touches_still(&w->touches, touch->contact);
    char text[PW_FREE_TEXT];
    if (pw_contact_may_pull(s, touch) || w->push[i] > (touch->fired ? none : -none)) continue;
    status = pw_touch_place(pw_formulation_motion(s->formulation), touch, &w->motion[i]);
    if (status) return status;
    bool frees = pw_contact_find_free(s, t, y, i, text);
    PwEvent *e = pw_touches_tell(&w->touches, touch, &w->motion[i], "leaves");
    if (e && frees) memcpy(e->detail, text, sizeof text);
    touch->state = PW_TOUCH_OPEN;
    touch->fired = true;
  }
  return PAWL_OK;
}

// Candidates but those that were just let go.
static int32_t list_candidates(PawlSimulation *s, const PwMotion *motion) {
  PwContactWork *w = &s->contact;
  int32_t n = pw_contact_list_candidates(s, motion), kept = 0;
  for (int32_t i = 0; i < n; i++) {
    const PwTouch *touch = &w->touches.touch[w->candidate[i]];
    if (touch->state == PW_TOUCH_OPEN && touch->fired) continue;
    pw_contact_keep(w, i, kept++);
  }
  return kept;
}

// Candidate i of n would overlap, and those closed touches that its row depends on cannot give way to it.
static PawlStatus fail_jammed(const PawlSimulation *s, double t, int32_t n, int32_t i, PawlMessages *messages) {
  static const double NONE = 1e-6;  // of the largest part
  const PwContactWork *w = &s->contact;
  const PwContact *c = &s->k->contact[w->touches.touch[w->candidate[i]].contact];
  char jam[PW_JAM_TEXT];
  double largest = 0;
  for (int32_t j = 0; j < n; j++) {
    w->work[j] = w->takeover[j].in ? fabs(w->W[i * n + j]) * sqrt(w->takeover[j].diagonal) : 0;
    largest = fmax(largest, w->work[j]);
  }
  for (int32_t j = 0; j < n; j++) w->closes[j] = j == i || w->work[j] > NONE * largest;
  pw_contact_name_jam(s, n, w->closes, jam);
  return pw_fail(messages, PAWL_ERR_SINGULAR, c->place,
                 "contact '%s': at t = %s drives or joints press the bodies together and none can give way: the mechanism "
                 "jams at %s",
                 c->name, PW_SAY_TIME(s->k, t), jam);
}

// Speeds: which candidates rest on each other. Closed ones become rows, without a word so far.
static PawlStatus choose_by_speeds(PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages) {
  static const double NONE = 1e-12;  // of the W that the bodies have when nothing holds them
  static const double SLOW = 1e-3;   // of the typical speed: a jam that accelerations may undo
  PwContactWork *w = &s->contact;
  int32_t jammed;
  PawlStatus status = free_speeds(s, t, y, n);
  if (status) return status;
  for (int32_t i = 0; i < n; i++) {
    const PwTouch *touch = &w->touches.touch[w->candidate[i]];
    w->takeover[i] = (PwTakeover){.closed = touch->state == PW_TOUCH_CLOSED,
                                  .two_sided = w->two_sided[i],
                                  .none = pw_touches_still(&s->contact.touches, touch->contact),
                                  .slow = SLOW * w->touches.speed,
                                  .least = NONE * free_inertia(s, &w->row[w->first[i]])};
  }
  pw_takeover(n, w->W, w->rate, w->takeover, &jammed);
  return jammed < 0 ? PAWL_OK : fail_jammed(s, t, n, jammed, messages);
}

// A candidate that approaches, slowly, and that nothing gives way to is no jam if it comes to rest within a rounding of its gap:
// a pin that goes into a slot of its own width meets the corners of the mouth a rounding before it stands between the walls.
static bool is_braked(const PawlSimulation *s, int32_t i) {
  const PwContactWork *w = &s->contact;
  double rounding = PW_TOUCHING * pw_gap_scale(s->k, w->touches.touch[w->candidate[i]].contact);
  return w->acceleration[i] > 0 && w->rate[i] * w->rate[i] <= 2 * w->acceleration[i] * rounding;
}

// Accelerations of the candidates that rest, and of those that wait for it: w->closes.
static PawlStatus choose_by_accelerations(PawlSimulation *s, double t, const double *y, int32_t n, PawlMessages *messages) {
  static const double NONE = 1e-9;  // of the accelerations at hand, and of what typical speeds give
  PwContactWork *w = &s->contact;
  int32_t jammed;
  PawlStatus status = pw_contact_normal_space(s, t, y, n);
  double scale = w->touches.speed * w->touches.speed / (s->k->size * s->k->size);
  if (status) return status;
  for (int32_t i = 0; i < n; i++) {
    scale = fmax(scale, fabs(w->acceleration[i]) / pw_gap_scale(s->k, w->touches.touch[w->candidate[i]].contact));
  }
  for (int32_t i = 0; i < n; i++) {
    w->takeover[i].none = NONE * scale * pw_gap_scale(s->k, w->touches.touch[w->candidate[i]].contact);
    w->takeover[i].slow = 0;
  }
  pw_takeover(n, w->W, w->acceleration, w->takeover, &jammed);
  for (int32_t i = 0; i < n && jammed < 0; i++) {
    if (w->closes[i] && !is_braked(s, i)) jammed = i;
  }
  return jammed < 0 ? PAWL_OK : fail_jammed(s, t, n, jammed, messages);
}

// Candidates that were chosen by their speeds become rows, the others open; what is left, with those that wait, is decided by
// accelerations.
static int32_t keep_chosen(PawlSimulation *s, double t, int32_t n) {
  PwContactWork *w = &s->contact;
  int32_t kept = 0;
  for (int32_t i = 0; i < n; i++) {
    PwTouch *touch = &w->touches.touch[w->candidate[i]];
    bool closed = touch->state == PW_TOUCH_CLOSED, waits = w->takeover[i].waits;
    if (!w->takeover[i].closed && !waits) {
      pw_contact_settle(s, t, i, false, 0, 0);
      continue;
    }
    w->takeover[kept] = w->takeover[i];
    w->takeover[kept].closed = !waits && (closed || w->after[i] < -pw_touches_still(&s->contact.touches, touch->contact));
    w->after[kept] = w->after[i];
    w->was_closed[kept] = closed;
    w->closes[kept] = waits;
    pw_contact_keep(w, i, kept++);
    touch->state = waits ? PW_TOUCH_OPEN : PW_TOUCH_CLOSED;
    if (!waits) pw_contact_loosen(s, touch);
  }
  return kept;
}

// The outcome into the touches, with events.
static void settle_candidates(PawlSimulation *s, double t, int32_t n) {
  PwContactWork *w = &s->contact;
  for (int32_t i = 0; i < n; i++) {
    w->touches.touch[w->candidate[i]].state = w->was_closed[i] ? PW_TOUCH_CLOSED : PW_TOUCH_OPEN;
    pw_contact_settle(s, t, i, w->takeover[i].closed, w->after[i], 0);
  }
}

// Are there more closed touches than freedoms?
static PawlStatus tell_shared(PawlSimulation *s, double t, const double *y) {
  PwContactWork *w = &s->contact;
  int32_t n = pw_contact_list_closed(w);
  if (n < 2 || w->shared) return PAWL_OK;
  PawlStatus status = pw_contact_normal_space(s, t, y, n);
  for (int32_t i = 0; i < n; i++) w->lambda[i] = w->touches.touch[w->candidate[i]].force;
  if (status == PAWL_OK) pw_contact_tell_shared(s, t, n, w->lambda);
  return status;
}

PawlStatus pw_contact_decide_kinematic(PawlSimulation *s, double t, double *y, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_formulation_stand(s->formulation, t, y);
  if (status) return status;
  double kinetic = pw_motion_kinetic(motion, y + pw_position_count(s->k));
  status = let_go(s, t, y);
  if (status == PAWL_OK) status = pw_formulation_stand(s->formulation, t, y);
  if (status) return status;
  int32_t n = list_candidates(s, motion);
  if (n > 0) status = pw_contact_normal_space(s, t, y, n);
  if (status == PAWL_OK) n = leave_corners(s, n);
  if (status == PAWL_OK && n > 0) status = choose_by_speeds(s, t, y, n, messages);
  if (status) return status;
  n = keep_chosen(s, t, n);
  if (n > 0) status = pw_contact_project(s, t, y);
  if (n > 0 && status == PAWL_OK) status = choose_by_accelerations(s, t, y, n, messages);
  settle_candidates(s, t, n);
  w->touches.urgent = w->touches.changed = false;
  if (status == PAWL_OK) status = pw_contact_project(s, t, y);
  if (status == PAWL_OK) status = settle(s, t, y, kinetic);
  return status == PAWL_OK ? tell_shared(s, t, y) : status;
}

// Which of the n closed touches, all of the candidates, to give up. Where rows contradict each other: by their gaps, as by
// speeds. Where they lose their hold (a lever that is stretched): the one that the mechanism can least give way to.
static int32_t choose_dropped(PawlSimulation *s, int32_t n) {
  static const double NONE = 1e-13;  // of the size: gaps that rounding leaves
  PwContactWork *w = &s->contact;
  int32_t jammed, stiffest = 0;
  bool any = false;
  for (int32_t i = 0; i < n; i++) {
    const PwTouch *touch = &w->touches.touch[w->candidate[i]];
    w->takeover[i] = (PwTakeover){.closed = true,
                                  .two_sided = pw_touch_is_two_sided(s->k, touch, false),
                                  .none = NONE * pw_gap_scale(s->k, touch->contact)};
    if (w->W[i * n + i] < w->W[stiffest * n + stiffest]) stiffest = i;
  }
  pw_takeover(n, w->W, w->gap, w->takeover, &jammed);
  for (int32_t i = 0; i < n; i++) any |= !w->takeover[i].closed;
  if (!any) w->takeover[stiffest].closed = false;
  return jammed;
}

// Where no position is left the speeds have no bound on the way there, and nor has what the drives do: of their work is known
// only what the energy before and after tells.
static void book_work(const PawlSimulation *s, double *y) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t nq = pw_position_count(s->k), nv = pw_speed_count(s->k);
  y[nq + nv] = pw_motion_kinetic(motion, y + nq) + pw_motion_potential(motion) - s->energy0;
}

PawlStatus pw_contact_drop(PawlSimulation *s, double t, double *y, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t n = pw_contact_list_closed(w);
  if (n == 0 || pw_contact_normal_space(s, t, y, n)) return PAWL_RETRY;
  int32_t jammed = choose_dropped(s, n);
  if (jammed >= 0) return fail_jammed(s, t, n, jammed, messages);
  for (int32_t i = 0; i < n; i++) w->touches.touch[w->candidate[i]].fired = !w->takeover[i].closed;
  for (int32_t i = 0; i < w->touches.count; i++) {
    PwTouch *touch = &w->touches.touch[i];
    char text[PW_FREE_TEXT];
    if (!touch->fired) continue;
    touch->fired = false;
    bool frees = pw_contact_find_free(s, t, y, i, text);
    if (pw_touch_place(motion, touch, &w->motion[i])) return PAWL_RETRY;
    PwEvent *e = pw_touches_tell(&w->touches, touch, &w->motion[i], "dropped");
    if (e && frees) memcpy(e->detail, text, sizeof text);
    touch->state = PW_TOUCH_OPEN;
  }
  pw_contact_flush(s, t);
  pw_contact_warn_free(s, t, messages);
  if (pw_contact_project(s, t, y) || settle(s, t, y, 0) || pw_formulation_stand(s->formulation, t, y)) return PAWL_RETRY;
  book_work(s, y);
  return PAWL_OK;
}
