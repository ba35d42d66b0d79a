// Joints, couplers and drives of a model, and the joint coordinates that they speak of.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/check.h"

// By free x, y, z (bits 0..2) and free turn about z alone (bit 3).
static const char *const lock_names[16][5] = {{NULL},
                                              {"x"},
                                              {"y"},
                                              {"x", "y"},
                                              {"z"},
                                              {"x", "z"},
                                              {"y", "z"},
                                              {"x", "y", "z"},
                                              {"angle"},
                                              {"x", "angle"},
                                              {"y", "angle"},
                                              {"x", "y", "angle"},
                                              {"z", "angle"},
                                              {"x", "z", "angle"},
                                              {"y", "z", "angle"},
                                              {"x", "y", "z", "angle"}};

static const char *const joint_names[][5] = {
    [PAWL_JOINT_FIXED] = {NULL},
    [PAWL_JOINT_REVOLUTE] = {"angle"},
    [PAWL_JOINT_PRISMATIC] = {"travel"},
    [PAWL_JOINT_CYLINDRICAL] = {"angle", "travel"},
    [PAWL_JOINT_SPHERICAL] = {NULL},
    [PAWL_JOINT_PLANAR] = {"x", "y", "angle"},
    [PAWL_JOINT_POINT_ON_LINE] = {"travel"},
    [PAWL_JOINT_POINT_ON_PLANE] = {"x", "y"},
    [PAWL_JOINT_PARALLEL_AXES] = {"x", "y", "z", "angle"},
    [PAWL_JOINT_CONSTANT_VELOCITY] = {NULL},
    [PAWL_JOINT_UNIVERSAL] = {"angle1", "angle2"},
    [PAWL_JOINT_SCREW] = {"angle", "travel"},
    [PAWL_JOINT_ROD] = {NULL},
    [PAWL_JOINT_GEAR_PAIR] = {"angle"},
};
enum { LAST_TYPE = PAWL_JOINT_GEAR_PAIR };
_Static_assert(sizeof joint_names / sizeof *joint_names == LAST_TYPE + 1, "every type of joint has names of its coordinates");

const char *const *pw_joint_coordinate_names(PawlJointType type, uint32_t locked) {
  if (type != PAWL_JOINT_LOCK) return joint_names[type];
  uint32_t turn = locked & (PAWL_LOCK_RX | PAWL_LOCK_RY | PAWL_LOCK_RZ);
  return lock_names[(~locked & 7u) | (turn == (PAWL_LOCK_RX | PAWL_LOCK_RY) ? 8u : 0u)];
}

bool pw_coordinate_is_angle(const char *name) {
  return strncmp(name, "angle", 5) == 0;
}

static void check_rod(PwCheck *c, const PawlJointDef *def) {
  if (!isnan(def->length)) {
    if (!(def->length > 0) || isinf(def->length)) {
      pw_check_fail(c, PAWL_ERR_INPUT, "length", "length is %s, must be > 0", PW_SAY(c->model, def->length, PW_DIM_LENGTH, 6));
    }
    return;
  }
  double p[2][3], q[4], d = 0;
  for (int k = 0; k < 2; k++) pw_model_drawn_pose(c->model, def->frame[k], p[k], q);
  for (int k = 0; k < 3; k++) d += (p[1][k] - p[0][k]) * (p[1][k] - p[0][k]);
  if (d == 0) pw_check_fail(c, PAWL_ERR_INPUT, NULL, "the ends are drawn at one point: a rod needs a length");
}

static void check_gears(PwCheck *c, const double r[2]) {
  pw_check_length(c, "radii", r, 2);
  if (r[0] == 0 || !(r[1] > 0) || (r[0] < 0 && !(-r[0] > r[1]))) {
    pw_check_fail(c, PAWL_ERR_INPUT, "radii", "radii %s and %s: both > 0, or the first negative and larger for a ring gear",
                  PW_SAY(c->model, r[0], PW_DIM_LENGTH, 6), PW_SAY(c->model, r[1], PW_DIM_LENGTH, 6));
  }
}

// What belongs to one type of joint is given there and nowhere else.
static void check_joint(PwCheck *c, const PawlJointDef *def) {
  bool lock = def->type == PAWL_JOINT_LOCK, screw = def->type == PAWL_JOINT_SCREW, gears = def->type == PAWL_JOINT_GEAR_PAIR;
  if (lock && (def->locked == 0 || def->locked > 63)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "locked", "must lock one to six of x, y, z, rx, ry, rz");
  }
  if (!lock && def->locked) pw_check_fail(c, PAWL_ERR_INPUT, "locked", "'locked' belongs to a lock");
  if (screw && (def->pitch == 0 || !isfinite(def->pitch))) {
    pw_check_fail(c, PAWL_ERR_INPUT, "pitch", "a screw needs a pitch that is finite and not 0");
  }
  if (!screw && def->pitch != 0) pw_check_fail(c, PAWL_ERR_INPUT, "pitch", "'pitch' belongs to a screw");
  if (def->type == PAWL_JOINT_ROD) check_rod(c, def);
  if (def->type != PAWL_JOINT_ROD && !isnan(def->length)) pw_check_fail(c, PAWL_ERR_INPUT, "length", "'length' belongs to a rod");
  if (gears) check_gears(c, def->radius);
  if (!gears && (def->radius[0] != 0 || def->radius[1] != 0)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "radii", "radii belong to a gear pair");
  }
  pw_check_joint_friction(c, def);
}

PawlStatus pw_model_add_joint(PawlModel *m, const PawlJointDef *given, PwPlace place, PawlMessages *messages, PawlJointId *out) {
  PwCheck c = {m, messages, place, "joint", NULL, PAWL_OK};
  PawlJointDef def = pawl_joint_def_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  pw_check_shared_name(&c, PW_NAME_JOINT, &def.name);
  if ((int)def.type < PAWL_JOINT_LOCK || (int)def.type > LAST_TYPE) {
    pw_check_fail(&c, PAWL_ERR_ARGUMENT, "type", "there is no joint type %d", (int)def.type);
  } else if (pw_check_frames(&c, def.frame)) {
    check_joint(&c, &def);
  }
  if (c.status != PAWL_OK) return c.status;
  PwModelJoint *joint = PW_LIST_ADD(m->joints);
  if (!pw_check_register(&c, PW_NAME_JOINT, def.name, &m->joints.count, joint)) return c.status;
  *joint = (PwModelJoint){def, place};
  if (out) out->i = m->joints.count;
  return PAWL_OK;
}

static void list_names(const char *const *names, char *out, size_t size) {
  out[0] = 0;
  for (int k = 0; names[k]; k++) {
    size_t n = strlen(out);
    snprintf(out + n, size - n, "%s%s", k ? ", " : "", names[k]);
  }
}

static void check_coordinate(PwCheck *c, PawlCoordinate *coordinate) {
  if (coordinate->joint.i < 1 || coordinate->joint.i > c->model->joints.count) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, "coordinate", "joint id %d does not exist", (int)coordinate->joint.i);
    return;
  }
  const PawlJointDef *joint = &c->model->joints.item[coordinate->joint.i - 1].def;
  const char *const *names = pw_joint_coordinate_names(joint->type, joint->locked);
  char all[64];
  list_names(names, all, sizeof all);
  if (!names[0]) {
    pw_check_fail(c, PAWL_ERR_INPUT, "coordinate", "joint '%s' has no coordinate", joint->name);
  } else if (!coordinate->name && names[1]) {
    pw_check_fail(c, PAWL_ERR_INPUT, "coordinate", "joint '%s' has the coordinates %s: say which", joint->name, all);
  } else if (!coordinate->name) {
    coordinate->name = names[0];
  } else {
    for (int k = 0; names[k]; k++) {
      if (strcmp(names[k], coordinate->name) != 0) continue;
      coordinate->name = names[k];  // constant text: needs no copy
      return;
    }
    pw_check_fail(c, PAWL_ERR_INPUT, "coordinate", "joint '%s' has no coordinate '%s', only %s", joint->name, coordinate->name,
                  all);
  }
}

PawlStatus pw_model_take_coordinate(PawlModel *m, const char *what, PawlCoordinate *coordinate, PwPlace place,
                                    PawlMessages *messages) {
  PwCheck c = {m, messages, place, what, NULL, PAWL_OK};
  check_coordinate(&c, coordinate);
  return c.status;
}

// Constant names are compared by value: the same coordinate in two places.
static bool same(const PawlCoordinate *a, const PawlCoordinate *b) {
  return a->joint.i == b->joint.i && strcmp(a->name, b->name) == 0;
}

static void check_terms(PwCheck *c, PawlCoordinate *coordinate, const double *factor, int32_t count) {
  for (int32_t k = 0; k < count; k++) {
    check_coordinate(c, &coordinate[k]);
    if (!isfinite(factor[k]) || factor[k] == 0) {
      pw_check_fail(c, PAWL_ERR_INPUT, "terms", "factor %d must be finite and not 0", (int)k + 1);
    }
    for (int32_t j = 0; c->status == PAWL_OK && j < k; j++) {
      if (!same(&coordinate[j], &coordinate[k])) continue;
      pw_check_fail(c, PAWL_ERR_INPUT, "terms", "coordinate %s.%s stands here twice",
                    c->model->joints.item[coordinate[k].joint.i - 1].def.name, coordinate[k].name);
    }
  }
}

static void check_line(PwCheck *c, const PawlCouplerDef *def) {
  bool finite = true, along = false;
  if ((int)def->line < PAWL_LINE_NONE || def->line > PAWL_LINE_GIVEN) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, "line", "there is no line %d", (int)def->line);
  } else if (def->line != PAWL_LINE_NONE && def->count != 2) {
    pw_check_fail(c, PAWL_ERR_INPUT, "line", "a line of action goes with two terms; there are %d", (int)def->count);
  }
  for (int i = 0; i < 3; i++) finite &= isfinite(def->at[i]) && isfinite(def->along[i]), along |= def->along[i] != 0;
  if (def->line == PAWL_LINE_GIVEN && !(finite && along)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "line", "a line of action needs a point and a direction");
  }
}

PawlStatus pw_model_add_coupler(PawlModel *m, const PawlCouplerDef *given, PwPlace place, PawlMessages *messages,
                                PawlCouplerId *out) {
  PwCheck c = {m, messages, place, "coupler", NULL, PAWL_OK};
  PawlCouplerDef def = pawl_coupler_def_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  pw_check_shared_name(&c, PW_NAME_COUPLER, &def.name);
  if (isinf(def.offset)) pw_check_fail(&c, PAWL_ERR_INPUT, "offset", "offset is not a finite number");
  if (def.count < 2 || def.count > 1000 || !def.coordinate || !def.factor) {
    pw_check_fail(&c, PAWL_ERR_INPUT, "terms", "needs 2 to 1000 terms");
    return c.status;
  }
  check_line(&c, &def);
  size_t n = (size_t)def.count;
  PawlCoordinate *coordinate = pw_arena_array(&m->arena, n, sizeof *coordinate);
  double *factor = pw_arena_array(&m->arena, n, sizeof *factor);
  if (!coordinate || !factor) return pw_model_no_memory(m, place, messages);
  memcpy(coordinate, def.coordinate, n * sizeof *coordinate);
  memcpy(factor, def.factor, n * sizeof *factor);
  check_terms(&c, coordinate, factor, def.count);
  if (c.status != PAWL_OK) return c.status;
  def.coordinate = coordinate;
  def.factor = factor;
  PwModelCoupler *coupler = PW_LIST_ADD(m->couplers);
  if (!pw_check_register(&c, PW_NAME_COUPLER, def.name, &m->couplers.count, coupler)) return c.status;
  *coupler = (PwModelCoupler){def, place};
  if (out) out->i = m->couplers.count;
  return PAWL_OK;
}

static void check_driven_once(PwCheck *c, const PawlCoordinate *coordinate) {
  for (int32_t k = 0; k < c->model->drives.count; k++) {
    const PawlDriveDef *other = &c->model->drives.item[k].def;
    if (!same(&other->coordinate, coordinate)) continue;
    pw_check_fail(c, PAWL_ERR_INPUT, "coordinate", "coordinate %s.%s is driven already, by '%s'",
                  c->model->joints.item[coordinate->joint.i - 1].def.name, coordinate->name, other->name);
    return;
  }
}

PawlStatus pw_model_add_drive(PawlModel *m, const PawlDriveDef *given, PwPlace place, PawlMessages *messages, PawlDriveId *out) {
  PwCheck c = {m, messages, place, "drive", NULL, PAWL_OK};
  PawlDriveDef def = pawl_drive_def_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  c.name = def.name;
  check_coordinate(&c, &def.coordinate);
  if (c.status == PAWL_OK) check_driven_once(&c, &def.coordinate);
  char unnamed[512];
  if (c.status == PAWL_OK && !def.name) {
    snprintf(unnamed, sizeof unnamed, "%s.%s", m->joints.item[def.coordinate.joint.i - 1].def.name, def.coordinate.name);
    def.name = unnamed;
  }
  if (def.name) pw_check_name(&c, PW_NAME_DRIVE, &def.name);
  pw_check_scalar(&c, "law", &def.law);
  if (c.status != PAWL_OK) return c.status;
  PwModelDrive *drive = PW_LIST_ADD(m->drives);
  if (!pw_check_register(&c, PW_NAME_DRIVE, def.name, &m->drives.count, drive)) return c.status;
  *drive = (PwModelDrive){def, place, place};
  if (out) out->i = m->drives.count;
  return PAWL_OK;
}

PawlStatus pawl_model_add_joint(PawlModel *m, const PawlJointDef *def, PawlMessages *messages, PawlJointId *out) {
  return pw_model_add_joint(m, def, PW_NOWHERE, messages, out);
}

PawlStatus pawl_model_add_coupler(PawlModel *m, const PawlCouplerDef *def, PawlMessages *messages, PawlCouplerId *out) {
  return pw_model_add_coupler(m, def, PW_NOWHERE, messages, out);
}

PawlStatus pawl_model_add_drive(PawlModel *m, const PawlDriveDef *def, PawlMessages *messages, PawlDriveId *out) {
  return pw_model_add_drive(m, def, PW_NOWHERE, messages, out);
}
