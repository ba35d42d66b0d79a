// What friction does at touches, for output, expressions and events.
#include <math.h>
#include <string.h>

#include "numerics/vec.h"
#include "simulate/simulation.h"

static const PwContact *contact_of(const PawlSimulation *s, const PwTouch *touch) {
  return &s->k->contact[touch->contact];
}

// Adds what goes along a row's axis: of a grip that is no slip, about it.
static void add_along(const PawlMechanism *k, const PwPairRow *row, double value, double out[3]) {
  const double *axis = row->jac + (row->angular && !k->planar ? 3 : 0);
  if (k->planar && row->angular) {
    out[2] += value * row->jac[2];
    return;
  }
  for (int i = 0; i < (k->planar ? 2 : 3); i++) out[i] += value * axis[i];
}

// Rate of a row's rate, with accelerations of the bodies.
static double row_acceleration(const PawlMechanism *k, const PwPairRow *row, const double *acceleration) {
  int32_t per = pw_speeds_per_body(k);
  double sum = row->bias;
  for (int side = 0; side < 2; side++) {
    for (int32_t i = 0; i < per && row->body[side] > 0; i++) {
      sum += row->jac[side * per + i] * acceleration[per * (row->body[side] - 1) + i];
    }
  }
  return sum;
}

static void read_touch(PawlSimulation *s, int32_t index, const PwSolution *solution, PwRubbing *out) {
  const PawlMechanism *k = s->k;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  const PwTouchMotion *stands = pw_acting_touch(&solution->touch, index);
  PwTouchFrame frame;
  pw_pair_of(k, &s->contact.touches.touch[index])->frame(motion, &s->contact.touches.touch[index], stands, true, &frame);
  memcpy(out->roam, frame.roam, sizeof out->roam);
  const PwDisplaced *displaced = pw_acting_displaced(solution->touch.acting, index);
  if (displaced) frame = displaced->frame;
  for (int g = 0; g < PW_GRIPS; g++) {
    PwPairRow row[PW_GRIP_ROWS] = {0};
    double force[PW_GRIP_ROWS];
    bool acts = pw_grip_force(&solution->touch, index, (PwGrip)g, force);
    if (g != PW_GRIP_SLIP && !acts) continue;
    pw_grip_place(k, &frame, (PwGrip)g, row);
    pw_grip_move(motion, &frame, (PwGrip)g, row);
    for (int32_t n = 0; n < pw_grip_rows(k, (PwGrip)g); n++) {
      if (acts) add_along(k, &row[n], force[n], g == PW_GRIP_SLIP ? out->force : out->torque);
      if (g != PW_GRIP_SLIP) continue;
      add_along(k, &row[n], row[n].rate, out->slip);
      add_along(k, &row[n], row_acceleration(k, &row[n], solution->acceleration), out->acceleration);
    }
  }
}

void pw_contact_read_rubbing(PawlSimulation *s, const PwSolution *solution) {
  PwContactWork *w = &s->contact;
  for (int32_t i = 0; i < w->touches.count && w->rubbing; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    w->rubbing[i] = (PwRubbing){0};
    if (!pw_touch_rubs(s->k, touch)) continue;
    if (pw_acting_touch(&solution->touch, i)) read_touch(s, i, solution, &w->rubbing[i]);
  }
}

double pw_rubbing_along(const PawlMechanism *k, const double n[3], const double vector[3]) {
  return k->planar ? -n[1] * vector[0] + n[0] * vector[1] : pw_norm(vector);
}

// ---- events

static double slip_of(const PawlSimulation *s, int32_t index, const PwTouchMotion *m) {
  PwTouchView view;
  pw_touch_view(s->k, &s->contact.touches.touch[index], m, &view);
  return pw_rubbing_along(s->k, view.n, s->contact.rubbing[index].slip);
}

void pw_contact_keep_before(PawlSimulation *s, const PwSolution *solution) {
  PwContactWork *w = &s->contact;
  if (!w->rubbing) return;
  pw_contact_read_rubbing(s, solution);
  for (int32_t i = 0; i < w->touches.count; i++) {
    PwTouch *touch = &w->touches.touch[i];
    if (touch->state != PW_TOUCH_CLOSED || !pw_contact_has_friction(contact_of(s, touch))) continue;
    const PwTouchMotion *stands = pw_acting_touch(&solution->touch, i);
    if (!stands) continue;
    touch->before = (PwTouchBefore){touch->force, pw_norm(w->rubbing[i].force), slip_of(s, i, stands)};
  }
}

PawlStatus pw_contact_tell_after(PawlSimulation *s, double t, const double *y) {
  PwContactWork *w = &s->contact;
  PwSolution solution;
  if (!w->cone || w->touches.events == 0) return PAWL_OK;
  PawlStatus status = pw_formulation_solve(s->formulation, t, y, &solution);
  if (status) return status < 0 ? status : PAWL_OK;
  pw_contact_read_rubbing(s, &solution);
  for (int32_t i = 0; i < w->touches.events; i++) {
    PwEvent *e = &w->touches.event[i];
    const PwTouch *touch = pw_touches_find(&w->touches, e->touch);
    if (!touch || touch->state != PW_TOUCH_CLOSED || !pw_contact_has_friction(contact_of(s, touch))) continue;
    int32_t index = (int32_t)(touch - w->touches.touch);
    const PwTouchMotion *stands = pw_acting_touch(&solution.touch, index);
    if (!stands) continue;
    e->record.force = pw_normal_force(&solution.touch, index);
    e->record.friction = pw_norm(w->rubbing[index].force);
    if (isnan(e->record.slip_after)) e->record.slip_after = slip_of(s, index, stands);
  }
  return PAWL_OK;
}

// Length of the slip in its rows; of one row with its sign.
static double slip_speed(const double *speed, int32_t rows) {
  return rows == 1 ? speed[0] : hypot(speed[0], speed[1]);
}

void pw_contact_tell_slip(const PawlSimulation *s, int32_t i, const double *before, const double *after, const double *impulse,
                          PwEvent *e) {
  const PwContactWork *w = &s->contact;
  const PwPairRow *normal = &w->row[w->first[i]];
  PwResultEvent *r = &e->record;
  int32_t rows = pw_grip_rows(s->k, PW_GRIP_SLIP), held = w->first[i + 1] - w->first[i];
  double push[3] = {0};
  if (held < 1 + rows || normal[1].component != pw_grip_component(s->k, PW_GRIP_SLIP)) return;
  for (int32_t n = 1; n <= rows; n++) add_along(s->k, &normal[n], impulse[n], push);
  if (isnan(r->friction_impulse_x)) r->friction_impulse_x = r->friction_impulse_y = r->friction_impulse_z = 0;
  r->friction_impulse_x += push[0];
  r->friction_impulse_y += push[1];
  r->friction_impulse_z += push[2];
  if (before) r->slip_before = slip_speed(before + 1, rows);
  if (after) r->slip_after = slip_speed(after + 1, rows);
}
