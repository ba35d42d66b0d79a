// The hash of a model: FNV-1a, 64 bits (Fowler, Noll, Vo 1991), over what its defs say.
#include <string.h>

#include "model/friction.h"
#include "model/model.h"

static void add_bytes(uint64_t *h, const void *bytes, size_t count) {
  const unsigned char *b = bytes;
  for (size_t k = 0; k < count; k++) *h = (*h ^ b[k]) * 1099511628211u;
}

static void add_int(uint64_t *h, int64_t value) {
  add_bytes(h, &value, sizeof value);
}

static void add_doubles(uint64_t *h, const double *values, int32_t count) {
  for (int32_t k = 0; k < count; k++) {
    double value = values[k] == 0 ? 0 : values[k];  // -0 is 0
    add_bytes(h, &value, sizeof value);
  }
}

static void add_string(uint64_t *h, const char *text) {
  add_int(h, text ? (int64_t)strlen(text) : -1);
  if (text) add_bytes(h, text, strlen(text));
}

static void add_scalar(uint64_t *h, const PawlScalar *s) {
  add_doubles(h, &s->value, 1);
  add_string(h, s->expression);
}

static void add_coordinate(uint64_t *h, const PawlCoordinate *c) {
  add_int(h, c->joint.i);
  add_string(h, c->name);
}

static void add_symbols(uint64_t *h, const PawlModel *m) {
  const PwUnits *u = &m->units;
  add_doubles(h, (const double[]){u->length, u->mass, u->time, u->angle, u->force}, 5);
  add_doubles(h, m->gravity, 3);
  add_int(h, m->planar);
  add_string(h, m->until);
  add_int(h, m->parameters.count);
  for (int32_t k = 0; k < m->parameters.count; k++) {
    add_string(h, m->parameters.item[k].name);
    add_doubles(h, &m->parameters.item[k].value, 1);
  }
  add_int(h, m->tables.count);
  for (int32_t k = 0; k < m->tables.count; k++) {
    const PawlTableDef *d = &m->tables.item[k].def;
    add_string(h, d->name);
    add_int(h, d->count);
    add_doubles(h, d->x, d->count);
    add_doubles(h, d->y, d->count);
    add_int(h, d->interpolation);
    add_int(h, d->extension);
  }
}

static void add_bodies(uint64_t *h, const PawlModel *m) {
  add_int(h, m->bodies.count);
  for (int32_t k = 0; k < m->bodies.count; k++) {
    const PawlBodyDef *d = &m->bodies.item[k].def;
    add_string(h, d->name);
    add_doubles(h, &d->mass, 1);
    add_doubles(h, d->center, 3);
    add_doubles(h, d->inertia, 6);
    add_doubles(h, d->position, 3);
    add_doubles(h, d->orientation, 4);
  }
  add_int(h, m->frames.count);
  for (int32_t k = 0; k < m->frames.count; k++) {
    const PawlFrameDef *d = &m->frames.item[k].def;
    add_string(h, d->name);
    add_int(h, d->body.i);
    add_doubles(h, d->position, 3);
    add_doubles(h, d->orientation, 4);
    for (int j = 0; j < 3; j++) add_scalar(h, &d->offset[j]);
    add_scalar(h, &d->angle);
    add_doubles(h, d->angle_axis, 3);
  }
}

static void add_joints(uint64_t *h, const PawlModel *m) {
  add_int(h, m->joints.count);
  for (int32_t k = 0; k < m->joints.count; k++) {
    const PawlJointDef *d = &m->joints.item[k].def;
    add_string(h, d->name);
    add_int(h, d->type);
    for (int j = 0; j < 2; j++) add_int(h, d->frame[j].i);
    add_int(h, d->locked);
    add_doubles(h, &d->pitch, 1);
    add_doubles(h, &d->length, 1);
    add_doubles(h, d->radius, 2);
    if (pw_model_joint_friction_is_none(d)) continue;  // the hash that it always had
    for (int n = 0; n < PW_MODEL_JOINT_FRICTION_FIELDS; n++)
      add_doubles(h, (const double[]){pw_model_joint_friction_get(d, n)}, 1);
  }
  add_int(h, m->couplers.count);
  for (int32_t k = 0; k < m->couplers.count; k++) {
    const PawlCouplerDef *d = &m->couplers.item[k].def;
    add_string(h, d->name);
    add_int(h, d->count);
    for (int32_t j = 0; j < d->count; j++) add_coordinate(h, &d->coordinate[j]);
    add_doubles(h, d->factor, d->count);
    add_doubles(h, &d->offset, 1);
    add_int(h, d->line);
    add_doubles(h, d->at, 3);
    add_doubles(h, d->along, 3);
  }
  add_int(h, m->drives.count);
  for (int32_t k = 0; k < m->drives.count; k++) {
    const PawlDriveDef *d = &m->drives.item[k].def;
    add_string(h, d->name);
    add_coordinate(h, &d->coordinate);
    add_scalar(h, &d->law);
  }
}

static void add_forces(uint64_t *h, const PawlModel *m) {
  add_int(h, m->forces.count);
  for (int32_t k = 0; k < m->forces.count; k++) {
    const PawlForceDef *d = &m->forces.item[k].def;
    add_string(h, d->name);
    add_int(h, d->type);
    for (int j = 0; j < 2; j++) add_int(h, d->frame[j].i);
    add_coordinate(h, &d->coordinate);
    add_doubles(h, (const double[]){d->stiffness, d->damping, d->free_length, d->preload}, 4);
    add_doubles(h, d->bushing_stiffness, 6);
    add_doubles(h, d->bushing_damping, 6);
    add_scalar(h, &d->law);
    for (int j = 0; j < 3; j++) add_scalar(h, &d->component[j]);
    add_int(h, d->follow);
  }
}

static void add_element(uint64_t *h, const PawlElementDef *d) {
  add_int(h, d->type);
  add_doubles(h, (const double[]){d->from[0], d->from[1], d->to[0], d->to[1], d->center[0], d->center[1], d->radius}, 7);
  add_doubles(h, (const double[]){d->angle[0], d->angle[1], d->origin, d->scale}, 4);
  add_int(h, d->clockwise);
  add_int(h, d->count);
  add_doubles(h, d->data, 2 * d->count);
  add_int(h, d->degree);
  add_int(h, d->knot_count);
  add_doubles(h, d->knots, d->knot_count);
  if (d->type == PAWL_ELEMENT_ELLIPSE) add_doubles(h, &d->radius_across, 1);  // the others keep the hash that they always had
}

static void add_profiles(uint64_t *h, const PawlModel *m) {
  add_int(h, m->profiles.count);
  for (int32_t k = 0; k < m->profiles.count; k++) {
    const PawlProfileDef *d = &m->profiles.item[k].def;
    add_string(h, d->name);
    add_int(h, d->body.i);
    add_doubles(h, d->position, 3);
    add_doubles(h, d->orientation, 4);
    add_int(h, d->count);
    for (int32_t j = 0; j < d->count; j++) add_element(h, &d->element[j]);
    add_int(h, d->closed + 2 * d->end_points + 4 * d->hidden + 8 * d->construction);
    add_int(h, d->offset_of.i);
    add_doubles(h, &d->offset, 1);
  }
}

// A model without surfaces has the hash that it always had.
static void add_surfaces(uint64_t *h, const PawlModel *m) {
  if (m->surfaces.count) add_int(h, m->surfaces.count);
  for (int32_t k = 0; k < m->surfaces.count; k++) {
    const PawlSurfaceDef *d = &m->surfaces.item[k].def;
    int32_t points = d->count[0] * d->count[1];
    add_string(h, d->name);
    add_int(h, d->body.i);
    add_int(h, d->type);
    add_doubles(h, d->position, 3);
    add_doubles(h, d->orientation, 4);
    add_int(h, d->inside);
    add_doubles(h, d->radius, 3);
    add_doubles(h, (const double[]){d->angle, d->pitch}, 2);
    add_doubles(h, d->range[0], 4);
    add_int(h, d->profile.i);
    add_int(h, d->element_count);
    for (int32_t j = 0; j < d->element_count; j++) add_element(h, &d->element[j]);
    add_int(h, d->closed + 2 * d->end_points);
    for (int j = 0; j < 2; j++) {
      add_int(h, d->count[j]);
      add_int(h, d->degree[j]);
      add_int(h, d->periodic[j] + 2 * d->uniform[j]);
      add_int(h, d->knot_count[j]);
      add_doubles(h, d->knots[j], d->knot_count[j]);
    }
    add_doubles(h, d->point, 3 * points);
    add_int(h, d->weight != NULL);
    if (d->weight) add_doubles(h, d->weight, points);
  }
}

// The triangles count, not the file that they came from. A model without meshes has the hash that it always had.
static void add_meshes(uint64_t *h, const PawlModel *m) {
  if (m->meshes.count) add_int(h, m->meshes.count);
  for (int32_t k = 0; k < m->meshes.count; k++) {
    const PawlMeshDef *d = &m->meshes.item[k].def;
    add_string(h, d->name);
    add_int(h, d->body.i);
    add_bytes(h, &m->meshes.item[k].geometry->hash, sizeof(uint64_t));
    add_doubles(h, d->position, 3);
    add_doubles(h, d->orientation, 4);
  }
}

// A contact without friction has the hash that it always had.
static void add_friction(uint64_t *h, const PawlContactDef *d) {
  if (pw_model_friction_is_none(d)) return;
  add_int(h, d->rolling);
  for (int k = 0; k < PW_MODEL_FRICTION_FIELDS; k++) add_doubles(h, (const double[]){pw_model_friction_get(d, k)}, 1);
  if (pw_model_friction_is_displaced(d)) add_doubles(h, d->displacement, 3);
}

static void add_contacts(uint64_t *h, const PawlModel *m) {
  add_int(h, m->contacts.count);
  for (int32_t k = 0; k < m->contacts.count; k++) {
    const PawlContactDef *d = &m->contacts.item[k].def;
    add_string(h, d->name);
    for (int j = 0; j < 2; j++) add_int(h, d->surface[j].i ? -d->surface[j].i : d->profile[j].i);
    add_int(h, d->sides);
    add_int(h, d->law);
    add_doubles(h, (const double[]){d->restitution, d->rebound, d->stiffness, d->exponent, d->damping}, 5);
    add_int(h, d->start_closed);
    add_int(h, d->slots);
    add_friction(h, d);
  }
  add_int(h, m->limits.count);
  for (int32_t k = 0; k < m->limits.count; k++) {
    const PawlLimitDef *d = &m->limits.item[k].def;
    add_coordinate(h, &d->coordinate);
    add_doubles(h, (const double[]){d->lower, d->upper, d->restitution, d->rebound, d->stiffness, d->damping}, 6);
  }
}

static void add_rest(uint64_t *h, const PawlModel *m) {
  add_int(h, m->measures.count);
  for (int32_t k = 0; k < m->measures.count; k++) {
    const PawlMeasureDef *d = &m->measures.item[k].def;
    add_string(h, d->name);
    add_int(h, d->type);
    for (int j = 0; j < 2; j++) add_int(h, d->frame[j].i);
    add_int(h, d->axis);
    if (d->expression) add_string(h, d->expression);
  }
  add_int(h, m->initial_coordinates.count);
  for (int32_t k = 0; k < m->initial_coordinates.count; k++) {
    const PawlInitialCoordinate *d = &m->initial_coordinates.item[k].def;
    add_coordinate(h, &d->coordinate);
    add_doubles(h, (const double[]){d->position, d->speed}, 2);
    add_int(h, d->hold_position + 2 * d->hold_speed);
  }
  add_int(h, m->initial_bodies.count);
  for (int32_t k = 0; k < m->initial_bodies.count; k++) {
    const PawlInitialBody *d = &m->initial_bodies.item[k].def;
    add_int(h, d->body.i);
    add_doubles(h, d->velocity, 3);
    add_doubles(h, d->angular_velocity, 3);
    add_int(h, d->hold_pose + 2 * d->hold_velocity);
  }
  add_int(h, m->outputs.count);
  for (int32_t k = 0; k < m->outputs.count; k++) add_string(h, m->outputs.item[k].text);
}

uint64_t pw_model_hash(const PawlModel *m) {
  uint64_t h = 14695981039346656037u;
  add_symbols(&h, m);
  add_bodies(&h, m);
  add_joints(&h, m);
  add_forces(&h, m);
  add_profiles(&h, m);
  add_surfaces(&h, m);
  add_meshes(&h, m);
  add_contacts(&h, m);
  add_rest(&h, m);
  return h;
}
