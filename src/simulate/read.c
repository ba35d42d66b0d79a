// What can be read from a simulation: poses, twists, coordinates, reactions, energies at the last sample.
#include <math.h>
#include <string.h>

#include "numerics/vec.h"
#include "simulate/simulation.h"

static const PwMotion *motion_of(const PawlSimulation *s) {
  return pw_formulation_motion(s->formulation);
}

static bool is_body(const PawlSimulation *s, PawlBodyId body) {
  return s && body.i >= 1 && body.i <= s->k->bodies;
}

PawlStatus pawl_simulation_pose(const PawlSimulation *s, PawlBodyId body, double pose[7]) {
  if (!is_body(s, body) || !pose) return PAWL_ERR_ARGUMENT;
  const PawlMechanism *k = s->k;
  int32_t b = body.i - 1;
  memset(pose, 0, 7 * sizeof *pose);
  pose[3] = 1;
  if (b == 0) return PAWL_OK;
  const double *q = s->sample + (b - 1) * pw_coordinates_per_body(k);
  if (k->planar) {
    pose[0] = q[0];
    pose[1] = q[1];
    pose[3] = cos(q[2] / 2);
    pose[6] = sin(q[2] / 2);
  } else {
    memcpy(pose, q, 7 * sizeof *pose);
  }
  double c[3];
  pw_quat_rotate(pose + 3, k->body[b].center, c);
  for (int i = 0; i < 3; i++) pose[i] -= c[i];
  return PAWL_OK;
}

// Velocity-like six numbers of the centre of mass, spatial layout.
static void spatial(const PawlMechanism *k, const double *v, int32_t b, double out[6]) {
  memset(out, 0, 6 * sizeof *out);
  if (b == 0) return;
  v += (b - 1) * pw_speeds_per_body(k);
  if (k->planar) {
    out[0] = v[0];
    out[1] = v[1];
    out[5] = v[2];
  } else {
    memcpy(out, v, 6 * sizeof *out);
  }
}

void pw_sample_body(const PawlSimulation *s, int32_t b, double pose[7], double twist[6], double acceleration[6]) {
  double c[3], wc[3], wwc[3], ac[3];
  pawl_simulation_pose(s, (PawlBodyId){b + 1}, pose);
  spatial(s->k, s->sample + pw_position_count(s->k), b, twist);
  spatial(s->k, s->acceleration, b, acceleration);
  if (b == 0) return;
  pw_quat_rotate(pose + 3, s->k->body[b].center, c);
  pw_cross(twist + 3, c, wc);
  pw_cross(twist + 3, wc, wwc);
  pw_cross(acceleration + 3, c, ac);
  for (int i = 0; i < 3; i++) {
    twist[i] -= wc[i];
    acceleration[i] -= ac[i] + wwc[i];
  }
}

PawlStatus pawl_simulation_twist(const PawlSimulation *s, PawlBodyId body, double twist[6]) {
  double pose[7], acceleration[6];
  if (!is_body(s, body) || !twist) return PAWL_ERR_ARGUMENT;
  pw_sample_body(s, body.i - 1, pose, twist, acceleration);
  return PAWL_OK;
}

PawlStatus pawl_simulation_acceleration(const PawlSimulation *s, PawlBodyId body, double acceleration[6]) {
  double pose[7], twist[6];
  if (!is_body(s, body) || !acceleration) return PAWL_ERR_ARGUMENT;
  pw_sample_body(s, body.i - 1, pose, twist, acceleration);
  return PAWL_OK;
}

void pw_read_scalar(const PawlSimulation *s, int32_t scalar, double out[3]) {
  const PawlMechanism *k = s->k;
  const PwScalarMotion *m = &motion_of(s)->scalar[scalar];
  int32_t per = pw_speeds_per_body(k);
  out[0] = m->value;
  out[1] = m->rate;
  out[2] = m->bias;
  for (int side = 0; side < 2; side++) {
    int32_t b = k->frame[k->scalar[scalar].frame[side]].body;
    for (int32_t i = 0; i < per && b; i++) out[2] += m->jac[side * per + i] * s->acceleration[(b - 1) * per + i];
  }
}

const PwCoordinate *pw_find_coordinate(const PawlMechanism *k, PawlCoordinate c) {
  if (c.joint.i < 1 || c.joint.i > k->joints) return NULL;
  const PwJoint *joint = &k->joint[c.joint.i - 1];
  for (int32_t i = joint->coordinate; i < joint->coordinate + joint->coordinates; i++) {
    bool match = c.name ? strcmp(strrchr(k->coordinate[i].name, '.') + 1, c.name) == 0 : joint->coordinates == 1;
    if (match) return &k->coordinate[i];
  }
  return NULL;
}

PawlStatus pawl_simulation_coordinate(const PawlSimulation *s, PawlCoordinate c, double out[3]) {
  const PwCoordinate *coordinate = s && out ? pw_find_coordinate(s->k, c) : NULL;
  if (!coordinate) return PAWL_ERR_ARGUMENT;
  pw_read_scalar(s, coordinate->scalar, out);
  return PAWL_OK;
}

PawlStatus pawl_simulation_measure(const PawlSimulation *s, PawlMeasureId measure, double *out) {
  if (!s || !out || measure.i < 1 || measure.i > s->k->measures) return PAWL_ERR_ARGUMENT;
  const PwMeasure *m = &s->k->measure[measure.i - 1];
  *out = m->scalar < 0 ? pw_readings_law(s, &m->law) : motion_of(s)->scalar[m->scalar].value;
  return PAWL_OK;
}

PawlStatus pawl_simulation_reaction(const PawlSimulation *s, PawlJointId joint, double wrench[6]) {
  if (!s || !wrench || joint.i < 1 || joint.i > s->k->joints) return PAWL_ERR_ARGUMENT;
  PwForces forces = pw_forces_sampled(s);
  pw_forces_bearing(&forces, joint.i - 1, wrench);
  return PAWL_OK;
}

PawlStatus pawl_simulation_drive_force(const PawlSimulation *s, PawlDriveId drive, double *out) {
  if (!s || !out || drive.i < 1 || drive.i > s->k->drives) return PAWL_ERR_ARGUMENT;
  *out = s->lambda[s->k->drive[drive.i - 1].row];
  return PAWL_OK;
}

PawlStatus pawl_simulation_coupler_force(const PawlSimulation *s, PawlCouplerId coupler, int32_t term, double *out) {
  if (!s || !out || coupler.i < 1 || coupler.i > s->k->couplers) return PAWL_ERR_ARGUMENT;
  if (term < 0 || term >= s->k->coupler[coupler.i - 1].coordinates) return PAWL_ERR_ARGUMENT;
  PwForces forces = pw_forces_sampled(s);
  *out = pw_forces_coupler(&forces, coupler.i - 1, term);
  return PAWL_OK;
}

PawlStatus pawl_simulation_force(const PawlSimulation *s, PawlForceId force, double out[6]) {
  const char *name = s ? pawl_mechanism_force_name(s->k, force) : NULL;
  if (!name || !out) return PAWL_ERR_ARGUMENT;
  PwForces forces = pw_forces_sampled(s);
  bool along = false;
  memset(out, 0, 6 * sizeof *out);
  for (int32_t i = 0; i < s->k->scalar_forces; i++) {
    const PwScalarForce *f = &s->k->scalar_force[i];
    if (strcmp(f->name, name) != 0) continue;
    const PwScalar *scalar = &s->k->scalar[f->scalar];
    bool bushing = f->law_sign == 0;
    out[bushing ? 3 * pw_scalar_angular(scalar->kind) + scalar->axis : 0] = pw_forces_along(&forces, i);
    along = true;
  }
  return along ? PAWL_OK : PAWL_ERR_UNSUPPORTED;
}

PawlStatus pawl_simulation_energy(const PawlSimulation *s, double *kinetic, double *potential, double *work) {
  if (!s || !kinetic || !potential || !work) return PAWL_ERR_ARGUMENT;
  int32_t nq = pw_position_count(s->k);
  *kinetic = pw_motion_kinetic(motion_of(s), s->sample + nq);
  *potential = pw_motion_potential(motion_of(s));
  *work = s->sample[nq + pw_speed_count(s->k)];
  return PAWL_OK;
}
