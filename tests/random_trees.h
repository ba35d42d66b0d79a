// Random trees of bodies for tests: joints of all types between bodies anywhere, either side first, some frames moved by laws.
#ifndef PW_TEST_RANDOM_TREES_H
#define PW_TEST_RANDOM_TREES_H
#include "models.h"
#include "topology/topology.h"

enum { TREE_BODIES = 12 };

// A joint of the test: what it is made from.
typedef struct {
  PawlJointType type;
  uint32_t locked;  // of a lock
} TreeJoint;

static const TreeJoint SPACE_JOINTS[] = {{PAWL_JOINT_FIXED, 0},
                                         {PAWL_JOINT_REVOLUTE, 0},
                                         {PAWL_JOINT_PRISMATIC, 0},
                                         {PAWL_JOINT_CYLINDRICAL, 0},
                                         {PAWL_JOINT_SPHERICAL, 0},
                                         {PAWL_JOINT_PLANAR, 0},
                                         {PAWL_JOINT_POINT_ON_LINE, 0},
                                         {PAWL_JOINT_POINT_ON_PLANE, 0},
                                         {PAWL_JOINT_PARALLEL_AXES, 0},
                                         {PAWL_JOINT_CONSTANT_VELOCITY, 0},
                                         {PAWL_JOINT_UNIVERSAL, 0},
                                         {PAWL_JOINT_SCREW, 0},
                                         {PAWL_JOINT_ROD, 0},
                                         {PAWL_JOINT_GEAR_PAIR, 0},
                                         {PAWL_JOINT_LOCK, PAWL_LOCK_Y | PAWL_LOCK_RY | PAWL_LOCK_RZ},
                                         {PAWL_JOINT_LOCK, PAWL_LOCK_X | PAWL_LOCK_Z | PAWL_LOCK_RX | PAWL_LOCK_RZ},
                                         {PAWL_JOINT_LOCK, PAWL_LOCK_RX | PAWL_LOCK_RY | PAWL_LOCK_RZ},
                                         {PAWL_JOINT_LOCK, PAWL_LOCK_X | PAWL_LOCK_RY},
                                         {PAWL_JOINT_LOCK, PAWL_LOCK_X | PAWL_LOCK_Z}};
static const TreeJoint PLANE_JOINTS[] = {{PAWL_JOINT_FIXED, 0},
                                         {PAWL_JOINT_REVOLUTE, 0},
                                         {PAWL_JOINT_PRISMATIC, 0},
                                         {PAWL_JOINT_CYLINDRICAL, 0},
                                         {PAWL_JOINT_SPHERICAL, 0},
                                         {PAWL_JOINT_PLANAR, 0},
                                         {PAWL_JOINT_POINT_ON_LINE, 0},
                                         {PAWL_JOINT_POINT_ON_PLANE, 0},
                                         {PAWL_JOINT_PARALLEL_AXES, 0},
                                         {PAWL_JOINT_CONSTANT_VELOCITY, 0},
                                         {PAWL_JOINT_ROD, 0},
                                         {PAWL_JOINT_GEAR_PAIR, 0},
                                         {PAWL_JOINT_LOCK, PAWL_LOCK_X},
                                         {PAWL_JOINT_LOCK, PAWL_LOCK_Y | PAWL_LOCK_RX},
                                         {PAWL_JOINT_LOCK, PAWL_LOCK_X | PAWL_LOCK_Z | PAWL_LOCK_RY}};
enum {
  SPACE_JOINT_COUNT = sizeof SPACE_JOINTS / sizeof *SPACE_JOINTS,
  PLANE_JOINT_COUNT = sizeof PLANE_JOINTS / sizeof *PLANE_JOINTS
};

static inline bool chance(uint64_t *random, double part) {
  return pw_random_between(random, 0, 1) < part;
}

// In the plane any of the frame's axes (by `tip`) is up or down.
static inline PawlFrameId tree_frame(PawlModel *m, PawlBodyId body, bool planar, int tip, bool moves, uint64_t *random) {
  PawlFrameDef def = pawl_frame_def_default();
  PawlFrameId id = {0};
  def.body = body;
  for (int c = 0; c < (planar ? 2 : 3); c++) def.position[c] = any(random);
  any_quaternion(random, def.orientation);
  if (planar) {
    const double h = sqrt(0.5), up[5][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {h, h, 0, 0}, {h, 0, h, 0}, {h, -h, 0, 0}};
    double angle = 3 * any(random), turn[4] = {cos(angle / 2), 0, 0, sin(angle / 2)};
    pw_quat_multiply(turn, up[tip], def.orientation);
  }
  if (moves) {
    def.offset[0].expression = "0.3*sin(2*t)";
    def.offset[1].expression = "0.2*t^2 - 0.3*t";
    if (!planar) def.offset[2].expression = "0.1*cos(t)";
    def.angle.expression = "0.7*t + 0.4*t^3";
    double conj[4], z[3] = {0, 0, 1};
    pw_quat_conjugate(def.orientation, conj);
    for (int c = 0; c < 3; c++) def.angle_axis[c] = any(random);
    if (planar) pw_quat_rotate(conj, z, def.angle_axis);
  }
  assert_int_equal(pawl_model_add_frame(m, &def, NULL, &id), PAWL_OK);
  return id;
}

static inline PawlBodyId tree_body(PawlModel *m, const char *name, bool planar, uint64_t *random) {
  PawlBodyDef def = pawl_body_def_default();
  PawlBodyId id = {0};
  const double inertia[6] = {0.3, 0.35, 0.4, 0.02, planar ? 0 : -0.03, planar ? 0 : 0.04};
  def.name = name;
  def.mass = 1 + any(random) / 2;
  memcpy(def.inertia, inertia, sizeof inertia);
  for (int c = 0; c < (planar ? 2 : 3); c++) {
    def.position[c] = any(random);
    def.center[c] = any(random);
  }
  assert_int_equal(pawl_model_add_body(m, &def, NULL, &id), PAWL_OK);
  return id;
}

static inline void tree_joint(PawlModel *m, const char *name, TreeJoint made, PawlBodyId body1, PawlBodyId body2, bool planar,
                              bool moving, uint64_t *random) {
  PawlJointDef def = pawl_joint_def_default();
  int tip = (int)pw_random_between(random, 0, 5);
  def.name = name;
  def.type = made.type;
  def.locked = made.locked;
  def.frame[0] = tree_frame(m, body1, planar, tip, moving && chance(random, 0.5), random);
  def.frame[1] = tree_frame(m, body2, planar, tip, moving && chance(random, 0.5), random);
  if (made.type == PAWL_JOINT_SCREW) def.pitch = 0.4;
  if (made.type == PAWL_JOINT_ROD) def.length = 1.5;
  if (made.type == PAWL_JOINT_GEAR_PAIR) def.radius[0] = 0.5, def.radius[1] = 0.25;
  assert_int_equal(pawl_model_add_joint(m, &def, NULL, NULL), PAWL_OK);
}

// Bodies in an order that is not the tree's; every seventh one or so hangs on nothing.
static inline PawlMechanism *random_tree(bool planar, bool moving, uint64_t *random) {
  static const char *const name[TREE_BODIES] = {"b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11"};
  static const char *const joint[TREE_BODIES] = {"j0", "j1", "j2", "j3", "j4", "j5", "j6", "j7", "j8", "j9", "j10", "j11"};
  PawlModel *m = pawl_model_create();
  PawlBodyId body[TREE_BODIES];
  for (int i = 0; i < TREE_BODIES; i++) body[i] = tree_body(m, name[i], planar, random);
  for (int i = TREE_BODIES - 1; i >= 0; i--) {
    int count = planar ? PLANE_JOINT_COUNT : SPACE_JOINT_COUNT, other = (int)pw_random_between(random, i, TREE_BODIES);
    TreeJoint made = (planar ? PLANE_JOINTS : SPACE_JOINTS)[(int)pw_random_between(random, 0, count)];
    PawlBodyId parent = other == i ? pawl_model_ground(m) : body[other];
    if (chance(random, 0.15)) continue;
    bool first = chance(random, 0.5);
    tree_joint(m, joint[i], made, first ? body[i] : parent, first ? parent : body[i], planar, moving, random);
  }
  pawl_model_set_planar(m, planar ? PAWL_PLANAR_YES : PAWL_PLANAR_NO);
  PawlMechanism *k = build(m);
  assert_int_equal(pw_topology_analyse(k), PAWL_OK);
  assert_int_equal(k->planar, planar);
  return k;
}
#endif
