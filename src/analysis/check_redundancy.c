// Redundant rows by joint, with words for their directions and the joint that would do without them.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/check.h"
#include "model/words.h"

// Axis `axis` of a frame in ground axes.
static void frame_axis(const PwMotion *motion, int32_t frame, int axis, double out[3]) {
  const PawlMechanism *k = motion->mechanism;
  if (!k->planar) {
    for (int i = 0; i < 3; i++) out[i] = motion->frame[frame].R[3 * i + axis];
    return;
  }
  const double *a = k->frame[frame].axes, *cs = motion->frame2[frame].cs;
  out[0] = cs[0] * a[axis] - cs[1] * a[3 + axis];
  out[1] = cs[1] * a[axis] + cs[0] * a[3 + axis];
  out[2] = a[6 + axis];
}

static bool is_ground_row(const PawlMechanism *k, int32_t r) {
  return k->row[r].terms == 1 && k->scalar[k->term[k->row[r].term].scalar].kind == PW_S_GROUND;
}

// Axis of frame 1 that a row along a ground axis is parallel to; -1: none.
static int parallel_axis(const PwMotion *motion, int32_t r) {
  const PawlMechanism *k = motion->mechanism;
  const PwScalar *s = &k->scalar[k->term[k->row[r].term].scalar];
  for (int axis = 0; axis < 3; axis++) {
    double a[3];
    frame_axis(motion, s->frame[0], axis, a);
    if (fabs(a[s->axis]) > 1 - 1e-9) return axis;
  }
  return -1;
}

// Pinned joints have rows along ground's axes. Their redundant ones can be called by the joint's own axes if each is parallel to
// one, or if all are redundant.
static bool own_axes(const PwMotion *motion, const PwJoint *joint, bool *all) {
  const PawlMechanism *k = motion->mechanism;
  bool parallel = true;
  *all = true;
  for (int32_t r = joint->row; r < joint->row + joint->rows; r++) {
    if (!is_ground_row(k, r)) continue;
    *all = *all && k->row[r].redundant;
    parallel = parallel && (!k->row[r].redundant || parallel_axis(motion, r) >= 0);
  }
  return parallel || *all;
}

// Bit of the lock (0..5: x y z rx ry rz of frame 1) that a redundant row of a joint is; -1: it is none.
static int lock_bit(const PwMotion *motion, int32_t r) {
  const PawlMechanism *k = motion->mechanism;
  const PwScalar *s = &k->scalar[k->term[k->row[r].term].scalar];
  bool all;
  if (k->row[r].terms != 1) return -1;
  if (s->kind == PW_S_POSITION) return s->axis;
  if (s->kind == PW_S_TURN) return 3 + s->axis;
  if (s->kind != PW_S_GROUND || !own_axes(motion, &k->joint[k->row[r].joint], &all)) return -1;
  return all ? s->axis : parallel_axis(motion, r);
}

static const char *direction(const PwMotion *motion, int32_t r) {
  const PawlMechanism *k = motion->mechanism;
  static const char *const ground[] = {"ground x", "ground y", "ground z"};
  int bit = lock_bit(motion, r);
  if (bit >= 0) return pw_words_lock[bit];
  const PwScalar *s = &k->scalar[k->term[k->row[r].term].scalar];
  if (k->row[r].terms > 1) return k->joint[k->row[r].joint].type == PAWL_JOINT_SCREW ? "pitch" : "rolling";
  switch (s->kind) {
    case PW_S_GROUND:
      return ground[s->axis];
    case PW_S_SQUARE:
      return "square axes";
    case PW_S_RADIAL:
      return "centre distance";
    default:
      return "length";
  }
}

// Is the loop that joint j closes made of revolute and prismatic joints that move in one plane? Its length then, else 0.
static int32_t planar_loop(const PwMotion *motion, int32_t j) {
  const PawlMechanism *k = motion->mechanism;
  const PwTopology *t = &k->topology;
  double normal[3] = {0}, axis[3];
  int32_t c = 0;
  while (c < t->chords && t->chord[c] != j) c++;
  if (k->planar || c == t->chords) return 0;
  for (int pass = 0; pass < 2; pass++) {  // revolute joints give the normal
    for (int32_t i = t->loop_start[c]; i < t->loop_start[c + 1]; i++) {
      const PwJoint *joint = &k->joint[abs(t->loop_joint[i]) - 1];
      bool turns = joint->type == PAWL_JOINT_REVOLUTE;
      if (!turns && joint->type != PAWL_JOINT_PRISMATIC) return 0;
      frame_axis(motion, joint->frame[0], 2, axis);
      if (pass == 0 && turns) memcpy(normal, axis, sizeof axis);
      double along = fabs(normal[0] * axis[0] + normal[1] * axis[1] + normal[2] * axis[2]);
      if (pass == 1 && (turns ? along < 1 - 1e-9 : along > 1e-9)) return 0;
    }
  }
  return normal[0] != 0 || normal[1] != 0 || normal[2] != 0 ? t->loop_start[c + 1] - t->loop_start[c] : 0;
}

// The joint type that locks just these directions; NULL: only `lock` does.
static const char *type_of_lock(unsigned mask) {
  static const struct {
    unsigned mask;
    PawlJointType type;
  } table[] = {{0x1f, PAWL_JOINT_REVOLUTE},       {0x3b, PAWL_JOINT_PRISMATIC},     {0x1b, PAWL_JOINT_CYLINDRICAL},
               {0x07, PAWL_JOINT_SPHERICAL},      {0x1c, PAWL_JOINT_PLANAR},        {0x03, PAWL_JOINT_POINT_ON_LINE},
               {0x04, PAWL_JOINT_POINT_ON_PLANE}, {0x18, PAWL_JOINT_PARALLEL_AXES}, {0x27, PAWL_JOINT_CONSTANT_VELOCITY}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (table[i].mask == mask) return pw_words_joint[table[i].type];
  }
  return NULL;
}

// Directions that joint j still locks without its redundant rows; false if its rows are no lock.
static bool kept_lock(const PwMotion *motion, int32_t j, unsigned *keep) {
  const PawlMechanism *k = motion->mechanism;
  const PwJoint *joint = &k->joint[j];
  unsigned redundant = 0;
  *keep = 0;
  for (int32_t r = joint->row; r < joint->row + joint->rows; r++) {
    bool ground = is_ground_row(k, r);
    int bit = lock_bit(motion, r);
    for (int axis = 0; axis < 3 && ground; axis++) {  // a pinned joint locks all its axes, however ground's lie to them
      if (!k->planar || fabs(k->frame[joint->frame[0]].axes[6 + axis]) < 0.5) *keep |= 1u << axis;
    }
    if (bit < 0 && (!ground || k->row[r].redundant)) return false;
    if (!ground) *keep |= 1u << bit;
    if (k->row[r].redundant) redundant |= 1u << bit;
  }
  *keep &= ~redundant;
  return true;
}

// Names the joint without the redundant rows: a type, or a lock; NULL if its rows are no lock.
static const char *replacement(PwArena *arena, const PwMotion *motion, int32_t j) {
  unsigned keep;
  char list[32] = "";
  if (!kept_lock(motion, j, &keep)) return NULL;
  if (keep == 0) return "leave it out";
  const char *type = motion->mechanism->planar ? NULL : type_of_lock(keep);
  if (type) return pw_arena_format(arena, "make it %s", type);
  for (int bit = 0; bit < 6; bit++) {
    if (!(keep & (1u << bit))) continue;
    if (*list) strcat(list, ", ");
    strcat(list, pw_words_lock[bit]);
  }
  return pw_arena_format(arena, "make it a lock of [%s]", list);
}

PawlStatus pw_check_redundancies(PwCheck *c, const PwMotion *motion) {
  const PawlMechanism *k = c->k;
  int32_t joint = -1;
  c->redundancy = pw_arena_array(&c->arena, (size_t)k->redundancies + 1, sizeof *c->redundancy);
  if (!c->redundancy) return PAWL_ERR_MEMORY;
  for (int32_t r = 0; r < k->rows; r++) {
    const PwRow *row = &k->row[r];
    if (!row->redundant) continue;
    if (row->joint < 0 || row->joint != joint) {
      c->redundancy[c->redundancies++] = (PwRedundancy){.row = r};
      if (row->joint >= 0) c->redundancy[c->redundancies - 1].planar_loop = planar_loop(motion, row->joint);
      c->redundancy[c->redundancies - 1].advice = row->joint < 0 ? "leave it out" : replacement(&c->arena, motion, row->joint);
    }
    joint = row->joint;
    PwRedundancy *to = &c->redundancy[c->redundancies - 1];
    if (row->joint >= 0) to->direction[to->count] = direction(motion, r);
    to->count++;
  }
  return PAWL_OK;
}
