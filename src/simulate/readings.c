// Forces that expressions and output name: of joints, drives, contacts, springs and couplers.
#include "simulate/readings.h"

#include <math.h>
#include <string.h>

#include "numerics/vec.h"
#include "simulate/simulation.h"

PwForces pw_forces_sampled(const PawlSimulation *s) {
  return (PwForces){pw_formulation_motion(s->formulation), s->lambda, s->contact.force};
}

// Adds the force of one row on `body` to wrench (about the ground's origin).
static void add_row_force(const PwForces *forces, int32_t row, int32_t body, double wrench[6]) {
  const PwMotion *m = forces->motion;
  const PawlMechanism *k = m->mechanism;
  int32_t per = pw_speeds_per_body(k);
  for (int32_t t = k->row[row].term; t < k->row[row].term + k->row[row].terms; t++) {
    const PwTerm *term = &k->term[t];
    for (int side = 0; side < 2; side++) {
      if (k->frame[k->scalar[term->scalar].frame[side]].body != body) continue;
      const double *jac = m->scalar[term->scalar].jac + side * per;
      double force = term->factor * forces->lambda[row], f[6] = {0}, moment[3];
      if (k->planar) {
        f[0] = jac[0] * force;
        f[1] = jac[1] * force;
        f[5] = jac[2] * force;
      } else {
        for (int i = 0; i < 6; i++) f[i] = jac[i] * force;
      }
      double at[3] = {0};
      if (body) memcpy(at, m->q + body * pw_coordinates_per_body(k), (k->planar ? 2 : 3) * sizeof *at);
      pw_cross(at, f, moment);
      for (int i = 0; i < 3; i++) {
        wrench[i] += f[i];
        wrench[3 + i] += f[3 + i] + moment[i];
      }
    }
  }
}

void pw_forces_reaction(const PwForces *forces, int32_t joint, double wrench[6]) {
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

static double reading_value(const PawlSimulation *s, const PwForces *forces, const PwReading *r) {
  switch (r->kind) {
    case PW_READING_REACTION: {
      double wrench[6];
      pw_forces_reaction(forces, r->index, wrench);
      return wrench[r->component];
    }
    case PW_READING_DRIVE:
      return forces->lambda[s->k->drive[r->index].row];
    case PW_READING_CONTACT:
      return contact_force(&s->contact.touches, forces->touch_force, r->index);
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

double pw_readings_law(const PawlSimulation *s, const PwLaw *law) {
  double x[64], rate[64];
  if (!law->expr) return law->constant;
  pw_law_variables(pw_formulation_motion(s->formulation), law, x, rate);
  if (law->kinks) pw_expr_choose(law->expr, x, rate, s->reading_branch);
  return pw_expr_value(law->expr, x, s->reading_branch);
}
