#include "mechanics/reaction.h"

#include <string.h>

#include "numerics/vec.h"

// Adds a force f on a body at a point to wrench (about the ground's origin).
static void add_force(const double at[3], const double f[3], double wrench[6]) {
  double moment[3];
  pw_cross(at, f, moment);
  for (int i = 0; i < 3; i++) {
    wrench[i] += f[i];
    wrench[3 + i] += moment[i];
  }
}

// Adds what a force along a term's scalar does to `body`.
static void add_term_force(const PwMotion *m, const PwTerm *term, double force, int32_t body, double wrench[6]) {
  const PawlMechanism *k = m->mechanism;
  int32_t per = pw_speeds_per_body(k);
  for (int side = 0; side < 2; side++) {
    if (k->frame[k->scalar[term->scalar].frame[side]].body != body) continue;
    const double *jac = m->scalar[term->scalar].jac + side * per;
    double f[6] = {0}, at[3] = {0}, all = term->factor * force;
    if (k->planar) {
      f[0] = jac[0] * all;
      f[1] = jac[1] * all;
      f[5] = jac[2] * all;
    } else {
      for (int i = 0; i < 6; i++) f[i] = jac[i] * all;
    }
    if (body) memcpy(at, m->q + body * pw_coordinates_per_body(k), (k->planar ? 2 : 3) * sizeof *at);
    double moment[3];
    pw_cross(at, f, moment);
    for (int i = 0; i < 3; i++) {
      wrench[i] += f[i];
      wrench[3 + i] += f[3 + i] + moment[i];
    }
  }
}

// Adds the force of one row on `body` to wrench (about the ground's origin).
static void add_row_force(const PwMotion *m, const double *lambda, int32_t row, int32_t body, double wrench[6]) {
  const PawlMechanism *k = m->mechanism;
  for (int32_t t = k->row[row].term; t < k->row[row].term + k->row[row].terms; t++) {
    add_term_force(m, &k->term[t], lambda[row], body, wrench);
  }
}

// Of a joint by its own rows and drives alone.
static void row_reaction(const PwMotion *m, const double *lambda, int32_t joint, double wrench[6]) {
  const PawlMechanism *k = m->mechanism;
  const PwJoint *j = &k->joint[joint];
  memset(wrench, 0, 6 * sizeof *wrench);
  int32_t body = j->body[1] ? j->body[1] : j->body[0];  // a force on ground is minus that on the other body
  for (int32_t r = j->row; r < j->row + j->rows; r++) add_row_force(m, lambda, r, body, wrench);
  for (int32_t d = 0; d < k->drives; d++) {
    if (k->coordinate[k->drive[d].coordinate].joint == joint) add_row_force(m, lambda, k->drive[d].row, body, wrench);
  }
  double at[3] = {0}, moment[3];
  memcpy(at, k->planar ? m->frame2[j->frame[1]].p : m->frame[j->frame[1]].p, (k->planar ? 2 : 3) * sizeof *at);
  pw_cross(at, wrench, moment);
  for (int i = 0; i < 3; i++) wrench[3 + i] -= moment[i];
  for (int i = 0; i < 6 && !j->body[1]; i++) wrench[i] = -wrench[i];
}

// Point and direction of a coupler's line, ground axes.
static void place_line(const PwMotion *m, const PwCoupler *c, double at[3], double along[3]) {
  const PawlMechanism *k = m->mechanism;
  memset(at, 0, 3 * sizeof *at);
  if (k->planar) {
    const double *R = m->R + 2 * c->base, *q = m->q + 3 * c->base;
    at[0] = q[0] + R[0] * c->at[0] - R[1] * c->at[1];
    at[1] = q[1] + R[1] * c->at[0] + R[0] * c->at[1];
    along[0] = R[0] * c->along[0] - R[1] * c->along[1];
    along[1] = R[1] * c->along[0] + R[0] * c->along[1];
    along[2] = 0;
    return;
  }
  const double *R = m->R + 9 * c->base, *q = m->q + 7 * c->base;
  for (int i = 0; i < 3; i++) {
    at[i] = q[i] + R[3 * i] * c->at[0] + R[3 * i + 1] * c->at[1] + R[3 * i + 2] * c->at[2];
    along[i] = R[3 * i] * c->along[0] + R[3 * i + 1] * c->along[1] + R[3 * i + 2] * c->along[2];
  }
}

// The joint of one of a coupler's coordinates carries what the line's force does to the moving body and the coupler's row does
// not.
static void add_line(const PwMotion *m, const double *all, const PwCoupler *c, int side, double wrench[6]) {
  const PawlMechanism *k = m->mechanism;
  double at[3], along[3], carried[6] = {0}, lambda = all[c->row];
  place_line(m, c, at, along);
  for (int i = 0; i < 3; i++) along[i] *= (side ? 1 : -1) * c->gain * lambda;
  add_term_force(m, &k->term[k->row[c->row].term + side], lambda, c->moving[side], carried);
  add_force(at, along, carried);
  double sign = k->joint[c->joint[side]].body[1] == c->moving[side] ? 1 : -1;
  for (int i = 0; i < 6; i++) wrench[i] += sign * carried[i];
}

void pw_reaction(const PwMotion *m, const double *lambda, int32_t joint, double wrench[6]) {
  const PawlMechanism *k = m->mechanism;
  double at[3] = {0}, more[6] = {0}, moment[3];
  row_reaction(m, lambda, joint, wrench);
  for (int32_t c = 0; c < k->couplers; c++) {
    for (int side = 0; side < 2 && k->coupler[c].line; side++) {
      if (k->coupler[c].joint[side] == joint) add_line(m, lambda, &k->coupler[c], side, more);
    }
  }
  int32_t frame = k->joint[joint].frame[1];
  memcpy(at, k->planar ? m->frame2[frame].p : m->frame[frame].p, (k->planar ? 2 : 3) * sizeof *at);
  pw_cross(at, more, moment);
  for (int i = 0; i < 3; i++) {
    wrench[i] += more[i];
    wrench[3 + i] += more[3 + i] - moment[i];
  }
}
