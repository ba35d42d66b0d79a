// Forces that expressions and output name: of joints, drives, contacts, springs and couplers.
#include "simulate/readings.h"

#include <math.h>
#include <string.h>

#include "mechanics/reaction.h"
#include "numerics/vec.h"
#include "simulate/simulation.h"

PwForces pw_forces_sampled(const PawlSimulation *s) {
  return (PwForces){pw_formulation_motion(s->formulation), s->lambda, s->contact.force};
}

void pw_forces_bearing(const PwForces *forces, int32_t joint, double wrench[6]) {
  pw_reaction(forces->motion, forces->lambda, joint, wrench);
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
    case PW_READING_RUBBING:
      return s->contact.bearing_values[r->index].friction;
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
  if (s->k->reads_friction) pw_bearings_sample(s, solution);
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
