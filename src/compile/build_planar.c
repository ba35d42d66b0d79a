// Is a mechanism planar? It is if every body is tied to ground through joints that hold it in the plane z = 0, and nothing that
// acts or is measured leaves that plane. Where profiles touch, bodies need not be held: it is enough that no joint turns or
// shifts them out of the plane.
#include <math.h>
#include <stdlib.h>

#include "compile/build.h"

static const double SMALL = 1e-12;

static bool along_z(const double R[9], int axis) {
  return fabs(fabs(R[6 + axis]) - 1) < 1e-9;
}
static bool in_plane(const double R[9], int axis) {
  return fabs(R[6 + axis]) < 1e-9;
}

static bool flat_body(const PwBody *body, bool declared) {
  const double *q = body->drawn + 3;
  if (fabs(q[1]) > SMALL || fabs(q[2]) > SMALL) return false;
  return declared || (fabs(body->drawn[2]) < SMALL && fabs(body->inertia[4]) < SMALL && fabs(body->inertia[5]) < SMALL);
}

static bool flat_frame(const PwFrame *f, bool declared) {
  bool axis = along_z(f->axes, 0) || along_z(f->axes, 1) || along_z(f->axes, 2);
  if (!axis) return false;
  if (f->moves) {
    double up = 0;
    for (int i = 0; i < 3; i++) up += f->axes[6 + i] * f->angle_axis[i];
    bool turns = f->angle.expr || f->angle.constant != 0;
    if (turns && fabs(fabs(up) - 1) > 1e-9) return false;
    if (f->offset[2].expr && !declared) return false;
  }
  return declared || fabs(f->position[2]) < SMALL;
}

// Does the joint hold body 2 in the plane if body 1 is in it?
static bool holds_flat(const PwBuild *b, int32_t j) {
  const PwJoint *joint = &b->k->joint[j];
  const double *R = b->k->frame[joint->frame[0]].axes;
  switch (joint->type) {
    case PAWL_JOINT_FIXED:
      return true;
    case PAWL_JOINT_REVOLUTE:
    case PAWL_JOINT_PLANAR:
    case PAWL_JOINT_GEAR_PAIR:
      return along_z(R, 2);
    case PAWL_JOINT_PRISMATIC:
      return in_plane(R, 2);
    case PAWL_JOINT_LOCK: {
      uint32_t mask = b->model->joints.item[j].def.locked;
      for (int i = 0; i < 3; i++) {
        bool up = along_z(R, i);
        if (up && !(mask & (1u << i))) return false;
        if (!up && !(mask & (8u << i))) return false;
      }
      return true;
    }
    default:
      return false;
  }
}

// Every body reached from ground through joints that hold it flat?
static bool all_held(PwBuild *b, const char **reason, PwPlace *place) {
  const PawlMechanism *k = b->k;
  bool *held = calloc((size_t)k->bodies, sizeof *held);
  if (!held) {
    b->failed = b->no_memory = true;
    return false;
  }
  held[0] = true;
  for (bool more = true; more;) {
    more = false;
    for (int32_t j = 0; j < k->joints; j++) {
      int32_t p = k->joint[j].body[0], q = k->joint[j].body[1];
      if (held[p] == held[q] || !holds_flat(b, j)) continue;
      held[p] = held[q] = more = true;
    }
  }
  bool ok = true;
  for (int32_t i = 1; i < k->bodies && ok; i++) {
    if (held[i]) continue;
    ok = false;
    *reason = "a body is not held in the plane by its joints";
    *place = k->body[i].place;
  }
  free(held);
  return ok;
}

// Does the joint leave the plane to bodies that may leave it anyhow? Seen in the plane it acts as it does in space.
static bool fits_flat(const PwBuild *b, int32_t j) {
  const PwJoint *joint = &b->k->joint[j];
  const double *R = b->k->frame[joint->frame[0]].axes;
  switch (joint->type) {
    case PAWL_JOINT_SPHERICAL:
    case PAWL_JOINT_ROD:
      return true;
    case PAWL_JOINT_CYLINDRICAL:
    case PAWL_JOINT_PARALLEL_AXES:
      return along_z(R, 2);
    case PAWL_JOINT_POINT_ON_LINE:
    case PAWL_JOINT_POINT_ON_PLANE:
      return in_plane(R, 2);
    default:
      return holds_flat(b, j);
  }
}

static bool all_fit(const PwBuild *b, const char **reason, PwPlace *place) {
  for (int32_t j = 0; j < b->k->joints; j++) {
    if (fits_flat(b, j)) continue;
    *reason = "a joint moves its bodies out of the plane";
    *place = b->k->joint[j].place;
    return false;
  }
  return true;
}

static bool flat_forces(const PwBuild *b) {
  const PawlModel *m = b->model;
  for (int32_t i = 0; i < m->forces.count; i++) {
    const PawlForceDef *f = &m->forces.item[i].def;
    if (f->type == PAWL_FORCE_CALLBACK || f->type == PAWL_FORCE_BUSHING) return false;
    if (f->type != PAWL_FORCE_POINT && f->type != PAWL_FORCE_TORQUE) continue;
    for (int c = 0; c < 3; c++) {
      bool in = f->type == PAWL_FORCE_POINT ? c < 2 : c == 2;
      if (!in && (f->component[c].expression || f->component[c].value != 0)) return false;
    }
  }
  for (int32_t i = 0; i < m->measures.count; i++) {
    const PawlMeasureDef *d = &m->measures.item[i].def;
    if (d->type == PAWL_MEASURE_EXPRESSION) continue;
    const double *R = b->k->frame[d->frame[0].i - 1].axes;
    bool component = (d->type == PAWL_MEASURE_POSITION || d->type == PAWL_MEASURE_SPEED) && d->axis < 3;
    if (component && !in_plane(R, d->axis)) return false;
    if (d->type == PAWL_MEASURE_ANGLE && !along_z(R, d->axis)) return false;
  }
  return true;
}

static bool flat_wishes(const PwBuild *b, PwPlace *place) {
  for (int32_t i = 0; i < b->model->initial_bodies.count; i++) {
    const PawlInitialBody *d = &b->model->initial_bodies.item[i].def;
    const double out[3] = {d->velocity[2], d->angular_velocity[0], d->angular_velocity[1]};
    *place = b->model->initial_bodies.item[i].place;
    for (int c = 0; c < 3; c++) {
      if (!isnan(out[c]) && out[c] != 0) return false;
    }
  }
  return true;
}

bool pw_build_is_planar(PwBuild *b, bool declared, const char **reason, PwPlace *place) {
  const PawlMechanism *k = b->k;
  *reason = "surfaces touch in space";
  for (int32_t i = 0; i < b->model->contacts.count; i++) {
    *place = b->model->contacts.item[i].place;
    if (b->model->contacts.item[i].def.surface[0].i) return false;
  }
  *place = PW_NOWHERE;
  *reason = "a body is drawn turned out of the plane z = 0";
  for (int32_t i = 1; i < k->bodies; i++) {
    *place = k->body[i].place;
    if (!flat_body(&k->body[i], declared)) return false;
  }
  *reason = "a frame has no axis along z, or moves out of the plane";
  for (int32_t i = 0; i < k->frames; i++) {
    *place = b->model->frames.item[i].place;
    if (!flat_frame(&k->frame[i], declared)) return false;
  }
  *reason = "a universal or screw joint leaves the plane";
  for (int32_t j = 0; j < k->joints; j++) {
    *place = k->joint[j].place;
    if (k->joint[j].type == PAWL_JOINT_UNIVERSAL || k->joint[j].type == PAWL_JOINT_SCREW) return false;
  }
  if (declared) return true;
  *reason = "an initial velocity leaves the plane";
  if (!flat_wishes(b, place)) return false;
  *place = PW_NOWHERE;
  *reason = "something acts or is measured out of the plane";
  if (k->gravity[2] != 0 || !flat_forces(b)) return false;
  return all_held(b, reason, place) || (b->model->contacts.count && all_fit(b, reason, place));
}
