// Impacts that alternate between touches of a body (a block that rocks from corner to corner): in the end they come in ever
// shorter intervals, of which those of a cycle of two are each the same part q of those of the cycle before,
//
//   t0 > t1 > ... > t4    a = t0 - t2, b = t2 - t4, q = a/b < 1:    all have come at t0 + a q/(1 - q)
//
// While swings are large q is not yet constant, and when they are very short rounding changes it: the cycle counts that, with the
// one before it, moves the end least. One alone may do so by chance.
#include <math.h>
#include <stdio.h>

#include "simulate/simulation.h"

enum { ENOUGH = 8 };  // impacts that make a row

static void forget_end(PwImpactSeries *r) {
  r->told = r->limit = r->moved = r->moves = NAN;
}

// The end by the last two cycles.
static void find_end(PwImpactSeries *r) {
  static const double SAME = 0.01;  // of what is left: the row still has the same end
  double a = r->time[0] - r->time[2], b = r->time[2] - r->time[4];
  if (!(a < b)) {
    forget_end(r);
    return;
  }
  double end = r->time[0] + a * a / (b - a), moved = fabs(end - r->told), moves = moved > r->moved ? moved : r->moved;
  r->told = end;
  r->moved = moved;
  if (fabs(end - r->limit) <= SAME * (end - r->time[0]) && r->moves <= moves) return;
  r->limit = moves <= SAME * (end - r->time[0]) ? end : NAN;
  r->moves = moves;
}

static void count(PwImpactSeries *r, double t, double time, int32_t id) {
  bool together = r->count > 0 && r->instant == t, other = !together && r->count > 0 && r->touch[0] != id;
  r->count = together ? 0 : other ? r->count + 1 : 1;
  r->instant = t;
  r->touch[1] = r->touch[0];
  r->touch[0] = id;
  for (int i = PW_SERIES - 1; i > 0; i--) r->time[i] = r->time[i - 1];
  r->time[0] = time;
  if (r->count < PW_SERIES) forget_end(r);
  if (r->count >= PW_SERIES) find_end(r);
}

double pw_contact_struck_at(const PawlSimulation *s, double t, int32_t i) {
  const PwContactWork *w = &s->contact;
  double gap = w->gap[w->first[i]], rate = w->rate[w->first[i]];
  return rate < -pw_touches_still(&w->touches, w->touches.touch[w->candidate[i]].contact) ? t - gap / rate : t;
}

void pw_contact_count_impact(PawlSimulation *s, double t, int32_t i) {
  PwContactWork *w = &s->contact;
  const PwTouch *touch = &w->touches.touch[w->candidate[i]];
  const PwContact *c = &s->k->contact[touch->contact];
  for (int side = 0; side < 2; side++) {
    if (c->body[side] > 0) count(&w->touches.series[c->body[side]], t, pw_contact_struck_at(s, t, i), touch->id);
  }
}

// Both touches of the last cycle are closed now.
static bool rests(const PwTouches *touches, const PwImpactSeries *r) {
  for (int i = 0; i < 2; i++) {
    const PwTouch *touch = pw_touches_find(touches, r->touch[i]);
    if (!touch || touch->state != PW_TOUCH_CLOSED) return false;
  }
  return true;
}

static void tell(PwContactWork *w, const PwImpactSeries *r, const char *body) {
  const PwTouch *touch = pw_touches_find(&w->touches, r->touch[0]);
  PwEvent *e = pw_touches_tell(&w->touches, touch, &w->motion[touch - w->touches.touch], "accumulates");
  if (!e) return;
  e->record.value = r->limit;
  snprintf(e->detail, sizeof e->detail,
           "%d impacts that alternate between touches of '%s'; value: the time from which it is at rest", r->count, body);
}

void pw_contact_tell_series(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  const PwImpactSeries *told = NULL;
  for (int32_t b = 1; b < s->k->bodies; b++) {
    PwImpactSeries *r = &w->touches.series[b];
    if (r->count < PW_SERIES || !rests(&w->touches, r)) continue;
    bool same = told && told->touch[0] == r->touch[0];  // of two bodies that have struck each other
    if (r->count >= ENOUGH && isfinite(r->limit) && !same) tell(w, r, s->k->body[b].name);
    if (!same) told = r;
    r->count = 0;
  }
}
