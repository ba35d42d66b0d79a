// Joints become rows of scalars: the lock of T03 with directions freed where that is the joint, own rows for the others.
#include <math.h>
#include <string.h>

#include "compile/build.h"
#include "model/friction.h"
#include "numerics/vec.h"

bool pw_scalar_angular(PwScalarKind kind) {
  return kind != PW_S_GROUND && kind != PW_S_POSITION && kind != PW_S_DISTANCE && kind != PW_S_RADIAL && kind != PW_S_SPEED;
}

static bool counted(PwScalarKind kind) {
  return kind == PW_S_ANGLE || kind == PW_S_CROSS1 || kind == PW_S_CROSS2 || kind == PW_S_AZIMUTH;
}

// Fills the planar data of a scalar; false if it is always zero in the plane.
static bool plane_scalar(const PwBuild *b, PwScalar *s) {
  const PwFrame *f = &b->k->frame[s->frame[0]], *g = &b->k->frame[s->frame[1]];
  int axis = s->kind == PW_S_ANGLE || s->kind == PW_S_AZIMUTH || s->kind == PW_S_BETWEEN ? 2 : s->axis;
  const double *R = f->axes;
  s->sign = 1;
  switch (s->kind) {
    case PW_S_GROUND:
      return s->axis < 2;
    case PW_S_POSITION:
    case PW_S_SPEED:
      if (axis == 3) return true;
      s->plane_axis[0] = R[axis];
      s->plane_axis[1] = R[3 + axis];
      return fabs(R[6 + axis]) < 0.5;
    case PW_S_DISTANCE:
    case PW_S_RADIAL:
      return true;
    case PW_S_AZIMUTH:
      s->sign = R[8] > 0 ? 1 : -1;
      s->plane_axis[0] = R[0];
      s->plane_axis[1] = R[3];
      return fabs(R[8]) > 0.5;
    default: {
      double conj[4], r[4];
      pw_quat_conjugate(f->orientation, conj);
      pw_quat_multiply(conj, g->orientation, r);
      s->sign = R[6 + axis] > 0 ? 1 : -1;
      s->plane_axis[0] = 2 * atan2(r[1 + axis], r[0]);
      return fabs(R[6 + axis]) > 0.5;
    }
  }
}

int32_t pw_build_scalar(PwBuild *b, PwScalarKind kind, int32_t frame1, int32_t frame2, int32_t axis) {
  PwScalar s = {.kind = kind, .frame = {frame1, frame2}, .axis = axis, .turn = -1};
  if (b->k->planar && !plane_scalar(b, &s)) return -1;
  if (counted(kind) && !(b->k->planar && kind == PW_S_ANGLE)) s.turn = b->k->turns++;
  PwScalar *slot = PW_LIST_ADD(b->scalar);
  if (!slot) {
    b->failed = true;
    return -1;
  }
  *slot = s;
  return b->scalar.count - 1;
}

PwRow *pw_build_row(PwBuild *b, int32_t scalar, double factor, double constant, bool angular) {
  PwRow *row = PW_LIST_ADD(b->row);
  if (!row) {
    b->failed = true;
    return NULL;
  }
  *row = (PwRow){.term = b->term.count,
                 .joint = -1,
                 .coupler = -1,
                 .drive = -1,
                 .angular = angular,
                 .law = {.constant = constant, .scale = 1}};
  if (scalar >= 0) {
    PwTerm *term = PW_LIST_ADD(b->term);
    if (term) {
      *term = (PwTerm){scalar, factor};
      row->terms = 1;
    }
    b->failed |= !term;
  }
  return row;
}

static void joint_row(PwBuild *b, int32_t j, PwScalarKind kind, int32_t axis, double constant) {
  const PwJoint *joint = &b->k->joint[j];
  int32_t scalar = pw_build_scalar(b, kind, joint->frame[0], joint->frame[1], axis);
  if (scalar < 0) return;
  PwRow *row = pw_build_row(b, scalar, 1, constant, pw_scalar_angular(kind));
  if (row) row->joint = j;
}

// Row scalar1 - factor * scalar2 = constant.
static void ratio_row(PwBuild *b, int32_t j, PwScalarKind kind1, int32_t axis1, PwScalarKind kind2, double factor,
                      double constant) {
  const PwJoint *joint = &b->k->joint[j];
  int32_t s1 = pw_build_scalar(b, kind1, joint->frame[0], joint->frame[1], axis1);
  int32_t s2 = pw_build_scalar(b, kind2, joint->frame[0], joint->frame[1], 2);
  if (s1 < 0 || s2 < 0) return;
  PwRow *row = pw_build_row(b, s1, 1, constant, pw_scalar_angular(kind1));
  PwTerm *term = PW_LIST_ADD(b->term);
  if (!row || !term) {
    b->failed = true;
    return;
  }
  *term = (PwTerm){s2, -factor};
  row->terms = 2;
  row->joint = j;
}

static uint32_t lock_mask(const PawlJointDef *def) {
  enum { X = PAWL_LOCK_X, Y = PAWL_LOCK_Y, Z = PAWL_LOCK_Z, RX = PAWL_LOCK_RX, RY = PAWL_LOCK_RY, RZ = PAWL_LOCK_RZ };
  switch (def->type) {
    case PAWL_JOINT_LOCK:
      return def->locked;
    case PAWL_JOINT_FIXED:
      return X | Y | Z | RX | RY | RZ;
    case PAWL_JOINT_REVOLUTE:
      return X | Y | Z | RX | RY;
    case PAWL_JOINT_PRISMATIC:
      return X | Y | RX | RY | RZ;
    case PAWL_JOINT_CYLINDRICAL:
    case PAWL_JOINT_SCREW:
      return X | Y | RX | RY;
    case PAWL_JOINT_SPHERICAL:
    case PAWL_JOINT_UNIVERSAL:
      return X | Y | Z;
    case PAWL_JOINT_PLANAR:
    case PAWL_JOINT_GEAR_PAIR:
      return Z | RX | RY;
    case PAWL_JOINT_POINT_ON_LINE:
      return X | Y;
    case PAWL_JOINT_POINT_ON_PLANE:
      return Z;
    case PAWL_JOINT_PARALLEL_AXES:
      return RX | RY;
    case PAWL_JOINT_CONSTANT_VELOCITY:
      return X | Y | Z | RZ;
    case PAWL_JOINT_ROD:
      return 0;
  }
  return 0;
}

static void lock_rows(PwBuild *b, int32_t j, uint32_t mask) {
  bool pinned = (mask & 7) == 7;  // ground axes serve as well then, and make the emptier rows
  for (int i = 0; i < 3; i++) {
    if (mask & (1u << i)) joint_row(b, j, pinned ? PW_S_GROUND : PW_S_POSITION, i, 0);
  }
  for (int i = 0; i < 3; i++) {
    if (mask & (8u << i)) joint_row(b, j, PW_S_TURN, i, 0);
  }
}

static void coordinates(PwBuild *b, int32_t j, const PawlJointDef *def) {
  PwJoint *joint = &b->k->joint[j];
  joint->coordinate = b->coordinate.count;
  for (const char *const *name = pw_joint_coordinate_names(def->type, def->locked); *name; name++) {
    PwScalarKind kind = PW_S_POSITION;
    int axis = 2;
    if (strcmp(*name, "angle") == 0) kind = def->type == PAWL_JOINT_GEAR_PAIR ? PW_S_AZIMUTH : PW_S_ANGLE;
    if (strcmp(*name, "angle1") == 0) kind = PW_S_CROSS1;
    if (strcmp(*name, "angle2") == 0) kind = PW_S_CROSS2;
    if (strcmp(*name, "x") == 0) axis = 0;
    if (strcmp(*name, "y") == 0) axis = 1;
    int32_t scalar = pw_build_scalar(b, kind, joint->frame[0], joint->frame[1], axis);
    if (scalar < 0) continue;  // out of the plane
    PwCoordinate *q = PW_LIST_ADD(b->coordinate);
    char *full = pw_arena_format(&b->k->arena, "%s.%s", joint->name, *name);
    if (!q || !full) {
      b->failed = true;
      return;
    }
    *q = (PwCoordinate){full, scalar, j, pw_scalar_angular(kind)};
    joint->coordinates++;
  }
}

// Slip along the axis and about it, as the joint leaves them free.
static void list_slips(const PwBuild *b, const PwJoint *joint, PwBearing *bearing) {
  bearing->scalar[0] = bearing->scalar[1] = -1;
  if (joint->type == PAWL_JOINT_SPHERICAL) {
    bearing->rows = b->k->planar ? 1 : PW_BEARING_ROWS;
    return;
  }
  for (int32_t i = 0; i < joint->coordinates && i < 2; i++) {
    const PwCoordinate *c = &b->k->coordinate[joint->coordinate + i];
    bearing->scalar[bearing->rows] = c->scalar;
    bearing->arm[bearing->rows++] = c->angular ? bearing->radius : 1;
  }
}

void pw_build_bearings(PwBuild *b) {
  PawlMechanism *k = b->k;
  k->bearing = pw_arena_array(&k->arena, (size_t)k->joints + 1, sizeof *k->bearing);
  if (!k->bearing) b->failed = true;
  for (int32_t j = 0; j < k->joints && k->bearing; j++) {
    const PawlJointDef *def = &b->model->joints.item[j].def;
    if (!(def->friction > 0) && !(def->viscous > 0)) continue;
    PwBearing bearing = {.joint = j,
                         .radius = def->friction_radius,
                         .length = def->friction_length,
                         .preload = def->preload,
                         .mu_static = def->friction,
                         .mu_kinetic = pw_model_joint_friction_kinetic(def),
                         .stribeck = def->stribeck,
                         .viscous = def->viscous};
    list_slips(b, &k->joint[j], &bearing);
    if (bearing.rows > 0) k->bearing[k->bearings++] = bearing;
  }
}

void pw_build_joint(PwBuild *b, int32_t j) {
  const PawlJointDef *def = &b->model->joints.item[j].def;
  PwJoint *joint = &b->k->joint[j];
  joint->row = b->row.count;
  lock_rows(b, j, lock_mask(def));
  if (def->type == PAWL_JOINT_UNIVERSAL) joint_row(b, j, PW_S_SQUARE, 0, 0);
  if (def->type == PAWL_JOINT_ROD) joint_row(b, j, PW_S_DISTANCE, 0, def->length);
  if (def->type == PAWL_JOINT_SCREW) ratio_row(b, j, PW_S_POSITION, 2, PW_S_ANGLE, def->pitch / 6.283185307179586476925, 0);
  if (def->type == PAWL_JOINT_GEAR_PAIR) {
    joint_row(b, j, PW_S_RADIAL, 0, fabs(def->radius[0] + def->radius[1]));
    ratio_row(b, j, PW_S_ANGLE, 0, PW_S_AZIMUTH, 1 + def->radius[0] / def->radius[1], NAN);  // NaN: as drawn
  }
  joint->rows = b->row.count - joint->row;
  coordinates(b, j, def);
}
