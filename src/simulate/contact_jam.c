// Painleve's states. Friction of a touch that slides may pull the bodies together by more than its normal force pushes them apart
// (W_nn - mu W_nt d < 0): then forces that are in balance need not exist, or there are several.
//
//   none:    the touch jams. An impulse without collision ends its slip, or lets it part: its path is begun by force
//            (contact/impact_path.h); beside others that hold the same bodies they take part in it
//   several: the one without force is taken, the touch opens
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/simulation.h"

// The one touch without an answer, a grip of it that slips known; -1: they are several, or it does not slip.
static int32_t find_single(const PwContactWork *w) {
  int32_t count = 0, slip = -1;
  for (int32_t i = 0; i < w->candidates; i++) count += w->closes[i];
  for (int32_t p = 0; p < w->grips && count == 1; p++) {
    if (w->closes[w->grip[p].touch] && w->grip[p].slides && w->grip_of[p] == PW_GRIP_SLIP) slip = p;
  }
  return slip;
}

static PawlStatus fail_again(const PawlSimulation *s, double t, const PwTouch *touch, PawlMessages *messages) {
  const PwContact *c = &s->k->contact[touch->contact];
  return pw_fail(messages, PAWL_ERR_SINGULAR, c->place,
                 "contact '%s': at t = %s '%s' and '%s' jam again and again by friction (coefficient %.4g): rigid bodies have no "
                 "answer there; give the contact a 'law', or less friction",
                 c->name, PW_SAY_TIME(s->k, t), s->k->body[c->body[0]].name, s->k->body[c->body[1]].name, c->friction.mu_kinetic);
}

static void tell_jam(PawlSimulation *s, int32_t i, const double *before, const double *after, const double *impulse,
                     double energy) {
  PwContactWork *w = &s->contact;
  int32_t index = w->candidate[i];
  PwEvent *e = pw_touches_tell(&w->touches, &w->touches.touch[index], &w->motion[index], "jams");
  if (!e) return;
  pw_contact_tell_slip(s, i, before, after, impulse, e);
  pw_contact_tell_friction(s, i, e);
  e->record.speed_before = before[0];
  e->record.speed_after = after[0];
  e->record.impulse = impulse[0];
  snprintf(e->detail, sizeof e->detail, "impulse without collision; energy %s", PW_SAY(s->k, energy, PW_DIM_ENERGY, 9));
}

// ---- the impulse

static bool jams_again(const PawlSimulation *s, double t, const PwTouch *touch) {
  static const double AGAIN = 1e-9;  // of the duration
  return touch->jams > 0 && t - touch->jam <= AGAIN * s->options.duration;
}

static void mark(PwTouch *touch, double t) {
  touch->jams++;
  touch->jam = t;
}

// w->impulse of `all` rows onto the speeds.
static void apply(PawlSimulation *s, double *y, int32_t all) {
  PwContactWork *w = &s->contact;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t nq = pw_position_count(s->k), nv = pw_speed_count(s->k);
  double kinetic = pw_motion_kinetic(motion, y + nq);
  pw_formulation_apply_impulses(s->formulation, y, all, w->impulse, w->row_impulse);
  for (int32_t i = 0; i < s->k->rows; i++) w->row_total[i] += w->row_impulse[i];
  y[nq + nv] += pw_motion_kinetic(motion, y + nq) - kinetic;
  s->info.impacts++;
  w->again = true;
}

// One touch, along its path.
static PawlStatus jam_single(PawlSimulation *s, double t, double *y, int32_t n, int32_t slip, PawlMessages *messages) {
  enum { MOST = 1 + PW_GRIP_ROWS };
  PwContactWork *w = &s->contact;
  const PwConeGrip *g = &w->grip[slip];
  int32_t index = w->candidate[g->touch], normal = w->first[g->touch], rows = 1 + g->rows, all = w->first[n];
  PwTouch *touch = &w->touches.touch[index];
  if (jams_again(s, t, touch)) return fail_again(s, t, touch, messages);
  double W[MOST * MOST], before[MOST], after[MOST], impulse[MOST];
  for (int32_t i = 0; i < rows; i++) {
    before[i] = i == 0 ? 0 : w->rate[normal + i];
    for (int32_t j = 0; j < rows; j++) W[i * rows + j] = w->W[(normal + i) * all + normal + j];
  }
  PwImpactPathProblem problem = {.tangents = g->rows,
                                 .W = W,
                                 .mu_static = pw_grip_static(&s->k->contact[touch->contact], PW_GRIP_SLIP),
                                 .mu_kinetic = g->coefficient,
                                 .forced = true};
  PwImpactPathReport report;
  PawlStatus status = pw_impact_path(&problem, before, after, impulse, &report);
  if (status) return status;
  for (int32_t r = 0; r < all; r++) w->impulse[r] = r >= normal && r < normal + rows ? impulse[r - normal] : 0;
  apply(s, y, all);
  tell_jam(s, g->touch, before, after, impulse, report.energy);
  mark(touch, t);
  return PAWL_RETRY;
}

// ---- of several touches
//
// Speeds after a short time h are those of the cone problem on end speeds with b = v + h a, which always has an answer (Stewart,
// Convergence of a time-stepping scheme for rigid-body dynamics and resolution of Painleve's problem, 1998). Where forces in
// balance exist, its impulses go to nothing with h; where they do not, impulses are left: those of the jam.

static double slip_of(const PwContactWork *w, int32_t p, const double *rate) {
  double sum = 0;
  for (int32_t n = 0; n < w->grip[p].rows; n++) sum = hypot(sum, rate[w->grip[p].first + n]);
  return sum;
}

// b by the slips that there are, and accelerations for a time h. Touches that have an answer part as fast as told, and so stay
// out.
static void take_speeds(PwContactWork *w, double h, double fast) {
  for (int32_t r = 0; r < w->first[w->candidates]; r++) w->work[r] = h * w->acceleration[r];
  for (int32_t i = 0; i < w->candidates; i++) {
    if (!w->closes[i]) w->work[w->first[i]] = fast;
  }
  for (int32_t p = 0; p < w->grips; p++) {
    const PwConeGrip *g = &w->grip[p];
    bool slid = g->along[0] != 0 || g->along[1] != 0 || g->along[2] != 0;
    for (int32_t n = 0; n < g->rows && slid; n++) w->work[g->first + n] += w->rate[g->first + n];
  }
}

// A time in which the slowest slip of those without an answer hardly changes; 0: none of them slips. *fastest: slip.
static double short_time(const PwContactWork *w, double *fastest) {
  static const double OF_SLOWEST = 1e-4, OF_FASTEST = 1e-9;
  double slowest = INFINITY, most = 0;
  *fastest = 0;
  for (int32_t p = 0; p < w->grips; p++) {
    const PwConeGrip *g = &w->grip[p];
    if (!w->closes[g->touch] || !g->slides) continue;
    slowest = fmin(slowest, slip_of(w, p, w->rate));
    *fastest = fmax(*fastest, slip_of(w, p, w->rate));
  }
  for (int32_t i = 0; i < w->candidates; i++) {
    for (int32_t r = w->first[i]; r < w->first[i + 1] && w->closes[i]; r++) most = fmax(most, fabs(w->acceleration[r]));
  }
  return *fastest > 0 && most > 0 ? fmax(OF_SLOWEST * slowest, OF_FASTEST * *fastest) / most : 0;
}

// Impulses of all rows by b in w->work, from w->impulse if told so; *ended: a slip has changed by as much as it was.
static PawlStatus solve_speeds(PawlSimulation *s, double speed, bool from, bool *ended) {
  static const double CHANGED = 0.5;
  PwContactWork *w = &s->contact;
  PwConeReport report;
  PwConeProblem problem = {.blocks = {w->candidates, w->first},
                           .grips = w->grips,
                           .grip = w->grip,
                           .W = w->W,
                           .b = w->work,
                           .two_sided = w->two_sided,
                           .start = from ? w->impulse : NULL,
                           .scale = speed};
  PawlStatus status = pw_cone_solve(w->cone, &problem, w->lambda, w->after, w->mode, w->was_closed, &report);
  *ended = false;
  for (int32_t p = 0; p < w->grips && status == PAWL_OK; p++) {
    const PwConeGrip *g = &w->grip[p];
    double along = 0, slip = slip_of(w, p, w->rate);
    for (int32_t n = 0; n < g->rows; n++) along += g->along[n] * w->after[g->first + n];
    *ended |=
        w->closes[g->touch] && slip > 0 && along < CHANGED * slip && g->along[0] * g->along[0] + g->along[1] * g->along[1] > 0;
  }
  return status;
}

// Does candidate i take an impulse that is more than rounding?
static bool takes_part(const PwContactWork *w, int32_t i) {
  static const double ROUNDING = 1e-12;  // of the largest
  double largest = 0, own = 0;
  for (int32_t r = 0; r < w->first[w->candidates]; r++) largest = fmax(largest, fabs(w->impulse[r]));
  for (int32_t r = w->first[i]; r < w->first[i + 1]; r++) own = fmax(own, fabs(w->impulse[r]));
  return own > ROUNDING * largest;
}

// A slip that the impulse has ended.
static bool has_jammed(const PwContactWork *w, int32_t p) {
  const PwConeGrip *g = &w->grip[p];
  bool slid = g->along[0] != 0 || g->along[1] != 0, ends = slip_of(w, p, w->after) <= pw_grip_still(&w->touches, w->grip_of[p]);
  double along = 0;
  for (int32_t n = 0; n < g->rows; n++) along += g->along[n] * w->after[g->first + n];
  return slid && w->grip_of[p] == PW_GRIP_SLIP && w->impulse[w->first[g->touch]] > 0 && (ends || along <= 0);
}

// All that take part are told; those that slid, and whose slips have ended, are marked. NULL, or one of them that does so again.
static const PwTouch *tell_together(PawlSimulation *s, double t) {
  PwContactWork *w = &s->contact;
  const PwTouch *again = NULL;
  double energy = 0;
  for (int32_t r = 0; r < w->first[w->candidates]; r++) energy += 0.5 * w->impulse[r] * (w->rate[r] + w->after[r]);
  for (int32_t i = 0; i < w->candidates; i++) {
    int32_t normal = w->first[i];
    if (takes_part(w, i)) tell_jam(s, i, w->rate + normal, w->after + normal, w->impulse + normal, energy);
  }
  for (int32_t p = 0; p < w->grips; p++) {
    if (!has_jammed(w, p)) continue;
    PwTouch *touch = &w->touches.touch[w->candidate[w->grip[p].touch]];
    if (jams_again(s, t, touch)) again = touch;
    mark(touch, t);
  }
  return again;
}

static PawlStatus jam_together(PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  double fastest, h = short_time(w, &fastest);
  int32_t all = w->first[n];
  bool ended;
  if (!(h > 0)) return PAWL_ERR_SINGULAR;
  for (int32_t p = 0; p < w->grips; p++) w->grip[p].slides = false;
  take_speeds(w, h, fastest);
  PawlStatus status = solve_speeds(s, fastest, false, &ended);
  if (status || !ended) return status ? status : PAWL_ERR_SINGULAR;
  memcpy(w->impulse, w->lambda, (size_t)all * sizeof *w->lambda);
  take_speeds(w, 0, fastest);
  status = solve_speeds(s, fastest, true, &ended);
  if (status == PAWL_OK && ended) memcpy(w->impulse, w->lambda, (size_t)all * sizeof *w->lambda);
  for (int32_t i = 0; i < n; i++) {
    for (int32_t r = w->first[i]; r < w->first[i + 1]; r++) w->impulse[r] = w->closes[i] ? w->impulse[r] : 0;
  }
  for (int32_t r = 0; r < all; r++) {
    w->after[r] = w->rate[r];
    for (int32_t k = 0; k < all; k++) w->after[r] += w->W[r * all + k] * w->impulse[k];
  }
  const PwTouch *again = tell_together(s, t);
  if (again) return fail_again(s, t, again, messages);
  apply(s, y, all);
  return PAWL_RETRY;
}

// Touches that part so slowly that they count as resting are no part of a jam: without them all is decided anew.
static bool let_part(PwContactWork *w) {
  bool any = false;
  for (int32_t i = 0; i < w->candidates && !w->strict; i++) {
    int32_t contact = w->touches.touch[w->candidate[i]].contact;
    any |= w->closes[i] && w->rate[w->first[i]] > pw_touches_still(&w->touches, contact);
  }
  if (any) w->strict = w->again = true;
  return any;
}

PawlStatus pw_contact_jam(PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages) {
  if (let_part(&s->contact)) return PAWL_RETRY;
  int32_t single = find_single(&s->contact);
  return single >= 0 ? jam_single(s, t, y, n, single, messages) : jam_together(s, t, y, n, messages);
}

PawlStatus pw_contact_jam_unbounded(PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  for (int32_t i = 0; i < n; i++) w->closes[i] = w->lambda[w->first[i]] != 0;
  return jam_together(s, t, y, n, messages);
}

void pw_contact_tell_indeterminate(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  if (w->grips == 0 || !w->cone_report.many) return;
  for (int32_t p = 0; p < w->grips; p++) {
    int32_t i = w->grip[p].touch, index = w->candidate[i];
    if (!w->grip[p].slides || w->grip_of[p] != PW_GRIP_SLIP || w->lambda[w->first[i]] > 0) continue;
    PwEvent *e = pw_touches_tell(&w->touches, &w->touches.touch[index], &w->motion[index], "indeterminate");
    if (e) snprintf(e->detail, sizeof e->detail, "several answers of forces with friction: the one without force is taken");
  }
}
