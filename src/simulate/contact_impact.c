// Impacts of touches: restitution and what counts as rest, the solve (contact/impact.h), its events, and impacts that change
// nothing.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/simulation.h"

double pw_contact_rebound(const PawlSimulation *s, int32_t contact) {
  static const double REBOUND = 1e-6;  // of the typical speed
  const PwContact *c = &s->k->contact[contact];
  if (!isnan(c->rebound)) return c->rebound;
  return pw_gap_speed(s->k, contact, REBOUND * s->contact.touches.speed);
}

// So many rebounds with restitution e take a speed down to an eighth.
static int32_t fading_period(double e) {
  return (int32_t)fmin(fmax(2 / (1 - e), 16), 1e6);
}

// Slow impacts in a row that do not die out: rounding, or what happens at other touches, makes up for what each takes away. From
// then on the touch does not rebound from slow ones.
static bool is_stale(const PawlSimulation *s, PwTouch *touch, double speed) {
  static const double SLOW = 1e-4, HALF = 0.5;  // of the typical speed; of the speed at the mark
  const PwContact *c = &s->k->contact[touch->contact];
  bool slow = speed < pw_gap_speed(s->k, touch->contact, SLOW * s->contact.touches.speed);
  bool looks = touch->bounces > 0 && touch->bounces % fading_period(c->restitution) == 0;
  touch->stale = slow && (touch->stale || (looks && speed > HALF * touch->mark));
  return touch->stale;
}

void pw_contact_count_bounce(PawlSimulation *s, double t, int32_t i) {
  const PwContactWork *w = &s->contact;
  PwTouch *touch = &s->contact.touches.touch[w->candidate[i]];
  double speed = -w->rate[w->first[i]], at = pw_contact_struck_at(s, t, i);
  if (!(speed > pw_touches_still(&w->touches, touch->contact))) return;
  if (touch->bounces % fading_period(s->k->contact[touch->contact].restitution) == 0) touch->mark = speed;
  if (touch->bounces > 0) touch->interval = at - touch->bounce;
  touch->bounces++;
  touch->bounce = at;
}

void pw_contact_tell_friction(const PawlSimulation *s, int32_t i, PwEvent *e) {
  const PwContactWork *w = &s->contact;
  int32_t linear = s->k->planar ? 2 : 3;
  for (int32_t r = w->first[i] + 1; r < w->first[i + 1]; r++) {
    const double *along = w->row[r].jac + (w->row[r].angular ? linear : 0);  // of body 1
    for (int32_t n = 0; n < linear && !w->row[r].angular; n++) e->friction[n] += w->impulse[r] * along[n];
    for (int32_t n = s->k->planar ? 2 : 0; n < 3 && w->row[r].angular; n++) e->twist[n] += w->impulse[r] * *along++;
  }
}

// Does the touch of candidate i take an impulse, in any of its rows?
static bool takes_impulse(const PwContactWork *w, int32_t i) {
  bool any = false;
  for (int32_t r = w->first[i]; r < w->first[i + 1]; r++) any |= w->impulse[r] != 0;
  return any;
}

static void queue_impacts(PawlSimulation *s, double t, int32_t n, const PwImpactReport *report) {
  PwContactWork *w = &s->contact;
  for (int32_t i = 0; i < n; i++) {
    PwTouch *touch = &w->touches.touch[w->candidate[i]];
    int32_t normal = w->first[i];
    if (!takes_impulse(w, i)) continue;
    if (touch->state == PW_TOUCH_OPEN && w->rate[normal] < 0) pw_contact_count_impact(s, t, i);
    PwEvent *e = pw_touches_tell(&s->contact.touches, touch, &w->motion[w->candidate[i]], "impact");
    if (!e) continue;
    e->record.force_before = e->record.friction_before = NAN;
    pw_contact_tell_slip(s, i, w->rate + normal, w->after + normal, w->impulse + normal, e);
    e->record.speed_before = w->rate[normal];
    e->record.speed_after = w->after[normal];
    e->record.impulse = w->impulse[normal];
    pw_contact_tell_friction(s, i, e);
    int length = snprintf(e->detail, sizeof e->detail, "energy %s", PW_SAY(s->k, report->energy, PW_DIM_ENERGY, 9));
    if (report->solves > 1) {
      length += snprintf(e->detail + length, sizeof e->detail - (size_t)length, "; solved %d times", report->solves);
    }
    if (report->factor < 1) {
      snprintf(e->detail + length, sizeof e->detail - (size_t)length, "; restitution lowered, times %.6g", report->factor);
    }
  }
}

// An impulse of a row as one of forces: of torques, at an arm of the mechanism's size.
static double linear_impulse(const PawlSimulation *s, int32_t row) {
  return fabs(s->contact.row_impulse[row]) * pw_scale(s->k, s->k->row[row].angular) / s->k->size;
}

// Drives take impulses, too: the log gives them, unless they are rounding of those that joints take.
static void emit_drive_impulses(PawlSimulation *s, double t) {
  static const double ROUNDING = 1e-12;
  const PawlMechanism *k = s->k;
  double largest = 0;
  for (int32_t row = 0; row < k->rows; row++) largest = fmax(largest, linear_impulse(s, row));
  for (int32_t i = 0; i < k->drives; i++) {
    double impulse = s->contact.row_impulse[k->drive[i].row];
    if (!(linear_impulse(s, k->drive[i].row) > ROUNDING * largest)) continue;
    PwDimension force = k->coordinate[k->drive[i].coordinate].angular ? PW_DIM_TORQUE : PW_DIM_FORCE;
    double unit = pw_units_factor(&k->units, force) * pw_units_factor(&k->units, PW_DIM_TIME);
    PwEvent event = pw_event_make(t, "drive", k->drive[i].name);
    event.record.value = impulse;
    event.value_unit = unit;
    snprintf(event.detail, sizeof event.detail, "impulse of the drive at an impact");
    pw_simulation_emit(s, &event);
  }
}

// A flight ends a rounding below the surface, and what the bodies gain by falling so far keeps impacts going at
// v^2 = e^2 (v^2 + 2 a rounding): twice that speed is none. (Of two corners the acceleration is the turning of the line between
// them.)
double pw_contact_rebound_of(const PawlSimulation *s, int32_t i) {
  static const double LEAST_LOSS = 0.01;  // e near 1 loses next to nothing anyway
  const PwContactWork *w = &s->contact;
  const PwTouch *touch = &w->touches.touch[w->candidate[i]];
  int32_t contact = touch->contact;
  if (pw_touch_is_corners(s->k, touch)) return pw_contact_rebound(s, contact);
  double e = s->k->contact[contact].restitution, scale = pw_gap_scale(s->k, contact);
  double fall = 2 * pw_contact_rounding(s) * scale * fabs(w->acceleration[w->first[i]]);
  return fmax(pw_contact_rebound(s, contact), 2 * e * sqrt(fall / fmax(1 - e * e, LEAST_LOSS)));
}

double pw_contact_body_speed(const PawlSimulation *s, const double *y, int32_t n) {
  const PwContactWork *w = &s->contact;
  int32_t per = pw_speeds_per_body(s->k), linear = s->k->planar ? 2 : 3;
  double most = 0;
  for (int32_t i = 0; i < 2 * n; i++) {
    int32_t body = s->k->contact[w->touches.touch[w->candidate[i / 2]].contact].body[i % 2];
    const double *v = y + pw_position_count(s->k) + per * (body - 1);
    double moves = 0, turns = 0;
    for (int32_t c = 0; c < per && body > 0; c++) *(c < linear ? &moves : &turns) += v[c] * v[c];
    most = fmax(most, fmax(sqrt(moves), sqrt(turns) * s->k->size));
  }
  return most;
}

// A single touch whose only friction is that of its slip?
static bool is_path(const PawlSimulation *s, int32_t n) {
  const PwContactWork *w = &s->contact;
  if (!w->cone || n != 1 || w->two_sided[0]) return false;
  const PwContact *c = &s->k->contact[w->touches.touch[w->candidate[0]].contact];
  return pw_contact_has_grip(s->k, c, PW_GRIP_SLIP) && w->first[1] == 1 + pw_grip_rows(s->k, PW_GRIP_SLIP);
}

// Such a touch is followed along its impulse.
static PawlStatus follow_impulse(PawlSimulation *s, PwImpactReport *report) {
  PwContactWork *w = &s->contact;
  const PwContact *c = &s->k->contact[w->touches.touch[w->candidate[0]].contact];
  int32_t rows = w->first[1];
  bool slow = -w->rate[0] * w->restitution[0] < w->work[0];
  double before[PW_TOUCH_ROWS], slip = pw_grip_speed(s->k, PW_GRIP_SLIP, &w->row[1]);
  for (int32_t r = 0; r < rows; r++) before[r] = r > 0 && slip <= pw_grip_still(&w->touches, PW_GRIP_SLIP) ? 0 : w->rate[r];
  PwImpactPathProblem problem = {.tangents = rows - 1,
                                 .W = w->W,
                                 .mu_static = pw_grip_static(c, PW_GRIP_SLIP),
                                 .mu_kinetic = c->friction.rolling ? INFINITY : pw_grip_kinetic(c, PW_GRIP_SLIP, slip),
                                 .restitution = slow ? 0 : w->restitution[0],
                                 .law = s->options.impact};
  PwImpactPathReport path;
  PawlStatus status = pw_impact_path(&problem, before, w->after, w->impulse, &path);
  *report = (PwImpactReport){.solves = 1, .factor = path.factor, .energy = path.energy};
  return status;
}

PawlStatus pw_contact_collide(PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  bool any = false;
  for (int32_t r = 0; r < w->first[n]; r++) {
    w->after[r] = w->rate[r];
    w->impulse[r] = 0;
  }
  for (int32_t i = 0; i < n; i++) {
    PwTouch *touch = &w->touches.touch[w->candidate[i]];
    double rate = w->rate[w->first[i]], limit = pw_touches_still(&s->contact.touches, touch->contact);
    w->restitution[i] = s->k->contact[touch->contact].restitution;
    w->work[i] = fmax(pw_contact_rebound_of(s, i), rate < -limit && is_stale(s, touch, -rate) ? -rate : 0);
    any |= rate < -limit || (w->two_sided[i] && fabs(rate) > limit);
  }
  if (!any) return PAWL_OK;
  PwImpactProblem problem = {.blocks = {n, w->first},
                             .W = w->W,
                             .restitution = w->restitution,
                             .rebound = w->work,
                             .two_sided = w->two_sided,
                             .rest = 1e-9 * w->touches.speed,
                             .speed = pw_contact_body_speed(s, y, n),
                             .law = s->options.impact,
                             .sequential = s->options.impact_order == PAWL_IMPACT_SEQUENTIAL,
                             .grips = pw_contact_list_grips(s, n),
                             .grip = w->grip};
  PwImpactReport report;
  PawlStatus status =
      is_path(s, n) ? follow_impulse(s, &report) : pw_impact_solve(w->impact, &problem, w->rate, w->after, w->impulse, &report);
  if (status) return pw_contact_fail_decision(s, t, status, n, w->rate, messages);
  PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t nq = pw_position_count(s->k), nv = pw_speed_count(s->k);
  double before = pw_motion_kinetic(motion, y + nq);
  pw_formulation_apply_impulses(s->formulation, y, w->first[n], w->impulse, w->row_impulse);
  for (int32_t i = 0; i < s->k->rows; i++) w->row_total[i] += w->row_impulse[i];
  y[nq + nv] += pw_motion_kinetic(motion, y + nq) - before;
  queue_impacts(s, t, n, &report);
  emit_drive_impulses(s, t);
  s->info.impacts++;
  return PAWL_OK;
}

bool pw_touch_is_futile(PwTouch *touch, double before, double after) {
  static const double SAME = 0.5;  // of the approach is left
  enum { MOST = 100 };
  touch->futile = after < SAME * before ? touch->futile + 1 : 0;
  return touch->futile >= MOST;
}

PawlStatus pw_contact_check_futile(PawlSimulation *s, double t, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  for (int32_t i = 0; i < w->touches.events; i++) {
    const PwEvent *e = &w->touches.event[i];
    PwTouch *touch = strcmp(e->record.kind, "impact") == 0 ? pw_touches_find(&w->touches, e->touch) : NULL;
    if (!touch || !(e->record.speed_before < -pw_touches_still(&s->contact.touches, e->contact.i - 1))) continue;
    if (pw_touch_is_futile(touch, e->record.speed_before, touch->rate)) return pw_contact_fail_futile(s, t, touch, messages);
  }
  return PAWL_OK;
}
