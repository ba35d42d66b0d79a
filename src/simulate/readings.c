// Forces that expressions and output name: of joints, drives, contacts, springs and couplers.
#include "simulate/readings.h"

#include <math.h>
#include <string.h>

#include "numerics/vec.h"
#include "simulate/simulation.h"

PwForces pw_forces_sampled(const PawlSimulation *s) {
  return (PwForces){pw_formulation_motion(s->formulation), s->lambda, s->contact.force};
}

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
static void add_row_force(const PwForces *forces, int32_t row, int32_t body, double wrench[6]) {
  const PawlMechanism *k = forces->motion->mechanism;
  for (int32_t t = k->row[row].term; t < k->row[row].term + k->row[row].terms; t++) {
    add_term_force(forces->motion, &k->term[t], forces->lambda[row], body, wrench);
  }
}

// Of a joint by its own rows and drives alone.
static void row_reaction(const PwForces *forces, int32_t joint, double wrench[6]) {
  const PwMotion *m = forces->motion;
  const PawlMechanism *k = m->mechanism;
  const PwJoint *j = &k->joint[joint];
  memset(wrench, 0, 6 * sizeof *wrench);
  int32_t body = j->body[1] ? j->body[1] : j->body[0];  // a force on ground is minus that on the other body
  for (int32_t r = j->row; r < j->row + j->rows; r++) add_row_force(forces, r, body, wrench);
  for (int32_t d = 0; d < k->drives; d++) {
    if (k->coordinate[k->drive[d].coordinate].joint == joint) add_row_force(forces, k->drive[d].row, body, wrench);
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
static void add_line(const PwForces *forces, const PwCoupler *c, int side, double wrench[6]) {
  const PwMotion *m = forces->motion;
  const PawlMechanism *k = m->mechanism;
  double at[3], along[3], carried[6] = {0}, lambda = forces->lambda[c->row];
  place_line(m, c, at, along);
  for (int i = 0; i < 3; i++) along[i] *= (side ? 1 : -1) * c->gain * lambda;
  add_term_force(m, &k->term[k->row[c->row].term + side], lambda, c->moving[side], carried);
  add_force(at, along, carried);
  double sign = k->joint[c->joint[side]].body[1] == c->moving[side] ? 1 : -1;
  for (int i = 0; i < 6; i++) wrench[i] += sign * carried[i];
}

void pw_forces_bearing(const PwForces *forces, int32_t joint, double wrench[6]) {
  const PwMotion *m = forces->motion;
  const PawlMechanism *k = m->mechanism;
  double at[3] = {0}, more[6] = {0}, moment[3];
  row_reaction(forces, joint, wrench);
  for (int32_t c = 0; c < k->couplers; c++) {
    for (int side = 0; side < 2 && k->coupler[c].line; side++) {
      if (k->coupler[c].joint[side] == joint) add_line(forces, &k->coupler[c], side, more);
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

double pw_forces_along(const PwForces *forces, int32_t scalar_force) {
  const PwScalarForce *f = &forces->motion->mechanism->scalar_force[scalar_force];
  double elastic, other;
  if (pw_scalar_force(forces->motion, f, forces->motion->discrete, &elastic, &other)) return NAN;
  return f->law_sign < 0 ? -(elastic + other) : elastic + other;
}

double pw_forces_coupler(const PwForces *forces, int32_t coupler, int32_t term) {
  const PawlMechanism *k = forces->motion->mechanism;
  int32_t row = k->coupler[coupler].row;
  return k->term[k->row[row].term + term].factor * forces->lambda[row];
}

static double contact_force(const PwTouches *touches, const double *force, int32_t contact) {
  double sum = 0;
  for (int32_t i = 0; i < touches->count; i++) {
    if (touches->touch[i].contact == contact && touches->touch[i].state != PW_TOUCH_OPEN) sum += force[i];
  }
  return sum;
}

static double contact_friction(const PwContactWork *w, int32_t contact) {
  double sum[3] = {0};
  for (int32_t i = 0; i < w->touches.count && w->rubbing; i++) {
    for (int n = 0; n < 3 && w->touches.touch[i].contact == contact; n++) sum[n] += w->rubbing[i].force[n];
  }
  return pw_norm(sum);
}

static double reading_value(const PawlSimulation *s, const PwForces *forces, const PwReading *r) {
  switch (r->kind) {
    case PW_READING_REACTION: {
      double wrench[6];
      pw_forces_bearing(forces, r->index, wrench);
      return wrench[r->component];
    }
    case PW_READING_DRIVE:
      return forces->lambda[s->k->drive[r->index].row];
    case PW_READING_CONTACT:
      return contact_force(&s->contact.touches, forces->touch_force, r->index);
    case PW_READING_FRICTION:
      return contact_friction(&s->contact, r->index);
    case PW_READING_FORCE:
      return pw_forces_along(forces, r->index);
    case PW_READING_COUPLER:
      return pw_forces_coupler(forces, r->index, r->component);
    case PW_READING_UNKNOWN:
      break;
  }
  return NAN;
}

void pw_readings_take(PawlSimulation *s, const PwForces *forces) {
  for (int32_t i = 0; i < s->k->readings; i++) {
    s->reading[i] = reading_value(s, forces, &s->k->reading[i]) / s->k->reading[i].unit;
  }
}

void pw_readings_solved(PawlSimulation *s, const PwSolution *solution) {
  if (s->k->reads_friction) pw_contact_read_rubbing(s, solution);
  const double *normal = pw_contact_normal_forces(s, solution);
  pw_readings_take(s, &(PwForces){pw_formulation_motion(s->formulation), solution->lambda, normal});
}

double pw_readings_law(const PawlSimulation *s, const PwLaw *law) {
  double x[64], rate[64];
  if (!law->expr) return law->constant;
  pw_law_variables(pw_formulation_motion(s->formulation), law, x, rate);
  if (law->kinks) pw_expr_choose(law->expr, x, rate, s->reading_branch);
  return pw_expr_value(law->expr, x, s->reading_branch);
}
