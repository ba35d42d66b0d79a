#include "mechanics/bearing.h"

#include <math.h>
#include <string.h>

#include "mechanics/gradient_rates.h"
#include "mechanics/reaction.h"
#include "model/friction.h"
#include "numerics/vec.h"

static const PwJoint *joint_of(const PawlMechanism *k, int32_t b) {
  return &k->joint[k->bearing[b].joint];
}

// ---- rows

// Row n of a spherical joint, about a ground axis; in the plane about z.
static void place_turn(const PawlMechanism *k, int32_t b, int32_t n, PwPairRow *row) {
  int32_t per = pw_speeds_per_body(k), at = k->planar ? 2 : 3 + n;
  memset(row->jac, 0, sizeof row->jac);
  row->jac[at] = -k->bearing[b].radius;
  row->jac[per + at] = k->bearing[b].radius;
}

void pw_bearing_place(const PwMotion *m, int32_t b, PwPairRow *row) {
  const PawlMechanism *k = m->mechanism;
  const PwBearing *bearing = &k->bearing[b];
  for (int32_t n = 0; n < bearing->rows; n++, row++) {
    row->body[0] = joint_of(k, b)->body[0];
    row->body[1] = joint_of(k, b)->body[1];
    row->value = 0;
    if (bearing->scalar[0] < 0) {
      place_turn(k, b, n, row);
      continue;
    }
    const double *jac = m->scalar[bearing->scalar[n]].jac;
    for (int32_t i = 0; i < 2 * pw_speeds_per_body(k); i++) row->jac[i] = bearing->arm[n] * jac[i];
  }
}

void pw_bearing_move(const PwMotion *m, int32_t b, PwPairRow *row) {
  const PawlMechanism *k = m->mechanism;
  const PwBearing *bearing = &k->bearing[b];
  int32_t per = pw_speeds_per_body(k);
  for (int32_t n = 0; n < bearing->rows; n++, row++) {
    if (bearing->scalar[0] >= 0) {
      row->rate = bearing->arm[n] * m->scalar[bearing->scalar[n]].rate;
      row->bias = bearing->arm[n] * m->scalar[bearing->scalar[n]].bias;
      continue;
    }
    row->rate = row->bias = 0;
    for (int side = 0; side < 2; side++) {
      for (int32_t i = 0; i < per; i++) row->rate += row->jac[side * per + i] * m->v[per * row->body[side] + i];
    }
  }
}

void pw_bearing_jac_rate(const PwMotion *m, int32_t b, int32_t n, double out[12]) {
  const PwBearing *bearing = &m->mechanism->bearing[b];
  memset(out, 0, 12 * sizeof *out);
  if (bearing->scalar[0] < 0) return;
  pw_scalar_jac_rate(m, bearing->scalar[n], out);
  for (int32_t i = 0; i < 2 * pw_speeds_per_body(m->mechanism); i++) out[i] *= bearing->arm[n];
}

// ---- loads

int32_t pw_bearing_ends(const PawlMechanism *k, int32_t b) {
  return pw_joint_is_guide(joint_of(k, b)->type) ? 2 : 1;
}

// Unit vector along the axis of a joint in space, or of a guide in the plane; 0: the joint has none there.
static void find_axis(const PwMotion *m, int32_t b, double out[3]) {
  const PawlMechanism *k = m->mechanism;
  const PwBearing *bearing = &k->bearing[b];
  memset(out, 0, 3 * sizeof *out);
  if (bearing->scalar[0] < 0 || (k->planar && !pw_joint_is_guide(joint_of(k, b)->type))) return;
  const double *jac = m->scalar[bearing->scalar[0]].jac + pw_speeds_per_body(k);
  bool turns = pw_scalar_angular(k->scalar[bearing->scalar[0]].kind);
  for (int i = 0; i < (k->planar ? 2 : 3); i++) out[i] = jac[i + (turns ? 3 : 0)];
}

static void take_across(const double axis[3], double v[3]) {
  double along = pw_dot(axis, v);
  for (int i = 0; i < 3; i++) v[i] -= along * axis[i];
}

void pw_bearing_forces(const PwMotion *m, int32_t b, const double *lambda, double end[PW_BEARING_ENDS][3]) {
  double wrench[6], axis[3], across[3];
  pw_reaction(m, lambda, m->mechanism->bearing[b].joint, wrench);
  find_axis(m, b, axis);
  take_across(axis, wrench);
  if (pw_bearing_ends(m->mechanism, b) == 1) {
    memcpy(end[0], wrench, sizeof end[0]);
    memset(end[1], 0, sizeof end[1]);
    return;
  }
  pw_cross(wrench + 3, axis, across);
  for (int i = 0; i < 3; i++) {
    double couple = across[i] / m->mechanism->bearing[b].length;
    end[0][i] = wrench[i] / 2 + couple;
    end[1][i] = wrench[i] / 2 - couple;
  }
}

bool pw_bearing_side(const PwMotion *m, int32_t b, const double end[3], double *out) {
  double axis[3];
  *out = 0;
  if (!m->mechanism->planar || pw_bearing_ends(m->mechanism, b) == 1) return false;
  find_axis(m, b, axis);
  *out = -axis[1] * end[0] + axis[0] * end[1];
  return true;
}

double pw_bearing_load(const PwMotion *m, int32_t b, double end[PW_BEARING_ENDS][3], const double side[PW_BEARING_ENDS]) {
  double load = 0, signed_force;
  for (int32_t e = 0; e < pw_bearing_ends(m->mechanism, b); e++) {
    bool sided = side[e] != 0 && pw_bearing_side(m, b, end[e], &signed_force);
    load += sided ? side[e] * signed_force : pw_norm(end[e]);
  }
  return load;
}

double pw_bearing_load_change(const PwMotion *m, int32_t b, double end[PW_BEARING_ENDS][3], const double side[PW_BEARING_ENDS],
                              double change[PW_BEARING_ENDS][3]) {
  double sum = 0, signed_force;
  for (int32_t e = 0; e < pw_bearing_ends(m->mechanism, b); e++) {
    bool sided = side[e] != 0 && pw_bearing_side(m, b, change[e], &signed_force);
    double size = pw_norm(end[e]);
    if (sided) sum += side[e] * signed_force;
    if (!sided && size > 0) sum += pw_dot(end[e], change[e]) / size;
  }
  return sum;
}

double pw_bearing_kinetic(const PwBearing *bearing, double speed) {
  if (!(bearing->stribeck > 0)) return bearing->mu_kinetic;
  double x = speed / bearing->stribeck;
  return bearing->mu_kinetic + (bearing->mu_static - bearing->mu_kinetic) * exp(-x * x);
}

double pw_bearing_viscous(const PwBearing *bearing, double speed) {
  return bearing->viscous * speed;
}
