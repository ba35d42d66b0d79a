#include "contact/friction.h"

#include <math.h>
#include <string.h>

#include "numerics/vec.h"

bool pw_contact_has_grip(const PawlMechanism *k, const PwContact *c, PwGrip grip) {
  const PwFriction *f = &c->friction;
  if (c->soft || pw_contact_is_stop(c)) return false;
  if (grip == PW_GRIP_SLIP) return f->rolling || f->mu_static > 0 || f->viscous > 0;
  return grip == PW_GRIP_ROLL ? f->roll > 0 : f->spin > 0 && !k->planar;
}

bool pw_contact_has_friction(const PwContact *c) {
  const PwFriction *f = &c->friction;
  return !c->soft && (f->rolling || f->mu_static > 0 || f->viscous > 0 || f->roll > 0 || f->spin > 0);
}

bool pw_mechanism_has_friction(const PawlMechanism *k) {
  return k->rough;
}

int32_t pw_grip_rows(const PawlMechanism *k, PwGrip grip) {
  if (grip == PW_GRIP_SPIN) return k->planar ? 0 : 1;
  return k->planar ? 1 : 2;
}

int32_t pw_grip_component(const PawlMechanism *k, PwGrip grip) {
  int32_t first = 1;
  for (int p = 0; p < (int)grip; p++) first += pw_grip_rows(k, (PwGrip)p);
  return first;
}

int32_t pw_contact_most_rows(const PawlMechanism *k, const PwContact *c) {
  int32_t rows = 1;
  for (int p = 0; p < PW_GRIPS; p++) rows += pw_contact_has_grip(k, c, (PwGrip)p) ? pw_grip_rows(k, (PwGrip)p) : 0;
  return rows;
}

int32_t pw_touch_most_rows(const PawlMechanism *k) {
  return k->touch_rows > 1 ? k->touch_rows : 1;  // its normal, at least
}

void pw_friction_note(PawlMechanism *k) {
  k->touch_rows = 1;
  for (int32_t c = 0; c < k->contacts; c++) {
    int32_t rows = pw_contact_most_rows(k, &k->contact[c]);
    k->touch_rows = rows > k->touch_rows ? rows : k->touch_rows;
    k->rough |= pw_contact_has_friction(&k->contact[c]);
  }
}

// ---- limits

double pw_grip_static(const PwContact *c, PwGrip grip) {
  const PwFriction *f = &c->friction;
  if (grip == PW_GRIP_SLIP) return f->rolling ? INFINITY : f->mu_static;
  return grip == PW_GRIP_ROLL ? f->roll : f->spin;
}

double pw_grip_kinetic(const PwContact *c, PwGrip grip, double speed) {
  const PwFriction *f = &c->friction;
  if (grip != PW_GRIP_SLIP) return grip == PW_GRIP_ROLL ? f->roll : f->spin;
  if (!(f->stribeck > 0)) return f->mu_kinetic;
  double x = speed / f->stribeck;
  return f->mu_kinetic + (f->mu_static - f->mu_kinetic) * exp(-x * x);
}

double pw_grip_viscous(const PwContact *c, PwGrip grip, double speed) {
  return grip == PW_GRIP_SLIP ? c->friction.viscous * speed : 0;
}

double pw_bearing_still(const PwTouches *t) {
  return pw_grip_still(t, PW_GRIP_SLIP);
}

double pw_grip_still(const PwTouches *t, PwGrip grip) {
  static const double STILL = 1e-9;  // of the typical speed, as of gaps
  return STILL * (grip == PW_GRIP_SLIP ? t->speed : t->speed / t->k->size);
}

double pw_grip_slow(const PwTouches *t, PwGrip grip) {
  static const double SLOW = 5e3;
  return SLOW * pw_grip_still(t, grip);
}

// ---- rows

// The axis of row n of a grip.
static const double *axis_of(const PawlMechanism *k, const PwTouchFrame *frame, PwGrip grip, int32_t n) {
  static const double out_of_plane[3] = {0, 0, 1};
  if (grip == PW_GRIP_SLIP) return frame->t[n];
  if (k->planar) return out_of_plane;
  return grip == PW_GRIP_ROLL ? frame->t[n] : frame->n;
}

// jac of one side: a force along `push` and a torque, both may be NULL.
static void fill_side(const PawlMechanism *k, const double *push, const double *torque, double sign, double *jac) {
  int32_t linear = k->planar ? 2 : 3;
  for (int32_t i = 0; i < linear; i++) jac[i] = push ? sign * push[i] : 0;
  if (k->planar) {
    jac[2] = torque ? sign * torque[2] : 0;
  } else {
    for (int32_t i = 0; i < 3; i++) jac[3 + i] = torque ? sign * torque[i] : 0;
  }
}

void pw_grip_place(const PawlMechanism *k, const PwTouchFrame *frame, PwGrip grip, PwPairRow *row) {
  int32_t per = pw_speeds_per_body(k);
  for (int32_t n = 0; n < pw_grip_rows(k, grip); n++, row++) {
    const double *axis = axis_of(k, frame, grip, n);
    bool slip = grip == PW_GRIP_SLIP;
    row->angular = !slip;
    row->level = PW_LEVEL_SPEED;
    row->value = 0;
    for (int side = 0; side < 2; side++) {
      double moment[3];
      row->body[side] = frame->body[side];
      pw_cross(frame->arm[side], axis, moment);
      fill_side(k, slip ? axis : NULL, slip ? moment : axis, side ? -1 : 1, row->jac + side * per);
    }
  }
}

static void turning_of(const PwMotion *m, int32_t body, double w[3]) {
  const PawlMechanism *k = m->mechanism;
  const double *v = m->v + pw_speeds_per_body(k) * body;
  for (int i = 0; i < 3; i++) w[i] = k->planar ? (i == 2 ? v[2] : 0) : v[3 + i];
}

// c_i', the rate of the lever.
static void lever_rate(const double *w, const double *arm, const double *roam, double out[3]) {
  pw_cross(w, arm, out);
  for (int i = 0; i < 3; i++) out[i] += roam[i];
}

void pw_grip_move(const PwMotion *m, const PwTouchFrame *frame, PwGrip grip, PwPairRow *row) {
  const PawlMechanism *k = m->mechanism;
  int32_t per = pw_speeds_per_body(k);
  double w[2][3], centre[3] = {0}, turns[3];
  for (int side = 0; side < 2; side++) {
    double moved[3], bends[3], sign = side ? -1 : 1;
    turning_of(m, row->body[side], w[side]);
    lever_rate(w[side], frame->arm[side], frame->roam[side], moved);
    pw_cross(w[side], moved, bends);
    for (int i = 0; i < 3; i++) centre[i] += sign * bends[i];
  }
  for (int i = 0; i < 3; i++) turns[i] = w[0][i] - w[1][i];
  for (int32_t n = 0; n < pw_grip_rows(k, grip); n++, row++) {
    const double *axis = axis_of(k, frame, grip, n);
    row->rate = 0;
    for (int side = 0; side < 2; side++) {
      for (int32_t i = 0; i < per; i++) row->rate += row->jac[side * per + i] * m->v[per * row->body[side] + i];
    }
    if (grip == PW_GRIP_SLIP) {
      row->bias = pw_dot(axis, centre);
    } else if (k->planar) {
      row->bias = 0;
    } else {
      row->bias = grip == PW_GRIP_SPIN ? pw_dot(frame->turn, turns) : -pw_dot(axis, frame->turn) * pw_dot(frame->n, turns);
    }
  }
}

void pw_grip_jac_rate(const PwMotion *m, const PwPairRow *row, const PwTouchFrame *frame, PwGrip grip, int32_t n,
                      double out[12]) {
  const PawlMechanism *k = m->mechanism;
  int32_t per = pw_speeds_per_body(k);
  const double *axis = axis_of(k, frame, grip, n);
  memset(out, 0, 12 * sizeof *out);
  if (grip != PW_GRIP_SLIP && k->planar) return;
  for (int side = 0; side < 2; side++) {
    double w[3], moved[3], moment[3], sign = side ? -1 : 1;
    if (grip == PW_GRIP_SLIP) {
      turning_of(m, row->body[side], w);
      lever_rate(w, frame->arm[side], frame->roam[side], moved);
      pw_cross(moved, axis, moment);
      fill_side(k, NULL, moment, sign, out + side * per);
    } else {
      double along = -pw_dot(axis, frame->turn), change[3];  // of t: along n, so that it stays in the plane
      for (int i = 0; i < 3; i++) change[i] = grip == PW_GRIP_SPIN ? frame->turn[i] : along * frame->n[i];
      fill_side(k, NULL, change, sign, out + side * per);
    }
  }
}

// ---- directions

double pw_grip_speed(const PawlMechanism *k, PwGrip grip, const PwPairRow *row) {
  double square = 0;
  for (int32_t n = 0; n < pw_grip_rows(k, grip); n++) square += row[n].rate * row[n].rate;
  return sqrt(square);
}

void pw_grip_direction(const PawlMechanism *k, const PwTouchGrip *state, const PwTouchFrame *frame, PwGrip grip,
                       const PwPairRow *row, double direction[PW_GRIP_ROWS], double *speed) {
  int32_t rows = pw_grip_rows(k, grip);
  double length = 0;
  for (int32_t n = 0; n < rows; n++) {
    bool told = state->frozen || state->begins || state->yields;
    if (!told) {
      direction[n] = row[n].rate;
    } else {
      direction[n] = rows == 1 ? state->along[0] : pw_dot(axis_of(k, frame, grip, n), state->along);
    }
    length += direction[n] * direction[n];
  }
  length = sqrt(length);
  *speed = 0;
  for (int32_t n = 0; n < rows; n++) {
    direction[n] = length > 0 ? direction[n] / length : n == 0;
    *speed += direction[n] * row[n].rate;
  }
}

void pw_grip_set_direction(const PawlMechanism *k, const PwTouchFrame *frame, PwGrip grip, const double direction[PW_GRIP_ROWS],
                           PwTouchGrip *state) {
  int32_t rows = pw_grip_rows(k, grip);
  memset(state->along, 0, sizeof state->along);
  if (rows == 1) {
    state->along[0] = direction[0] < 0 ? -1 : 1;
    return;
  }
  for (int32_t n = 0; n < rows; n++) {
    for (int i = 0; i < 3; i++) state->along[i] += direction[n] * axis_of(k, frame, grip, n)[i];
  }
}
