#include "random_mechanism.h"

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "numerics/vec.h"

enum { BODIES = 6, JOINTS = 16, COORDINATES = 40 };
static const double PI = 3.14159265358979323846;

typedef struct {
  double position[3], orientation[4];  // in ground
} Pose;

typedef struct {
  PawlModel *model;
  PawlMessages *messages;
  PawlStatus status;  // of the first call that failed
  uint64_t random;
  bool plane;
  int bodies;  // with ground
  PawlBodyId body[BODIES + 1];
  Pose pose[BODIES + 1];
  int loops;     // at most
  int freedoms;  // speeds less rows
  int joints;
  int coordinates;  // that can be driven, coupled, sprung
  PawlCoordinate coordinate[COORDINATES];
  double drawn[COORDINATES];  // their values
  bool angular[COORDINATES], taken[COORDINATES];
} Maker;

// ---- numbers

static double between(Maker *m, double low, double high) {
  return pw_random_between(&m->random, low, high);
}

static double any(Maker *m) {
  return between(m, -1, 1);
}

static int below(Maker *m, int count) {
  return (int)(pw_random_bits(&m->random) >> 33) % count;
}

static bool chance(Maker *m, double part) {
  return between(m, 0, 1) < part;
}

static void about(int axis, double angle, double q[4]) {
  for (int i = 0; i < 4; i++) q[i] = 0;
  q[0] = cos(angle / 2);
  q[1 + axis] = sin(angle / 2);
}

static void any_turn(Maker *m, double q[4]) {
  for (int i = 0; i < 4; i++) q[i] = any(m);
  pw_quat_normalise(q);
}

static void keep(Maker *m, PawlStatus status) {
  if (m->status == PAWL_OK) m->status = status;
}

// ---- bodies and frames

static void any_pose(Maker *m, Pose *p) {
  for (int i = 0; i < 3; i++) p->position[i] = m->plane && i == 2 ? 0 : any(m);
  if (m->plane) {
    about(2, PI * any(m), p->orientation);
  } else {
    any_turn(m, p->orientation);
  }
}

static void add_body(Maker *m) {
  int n = m->bodies++;
  char name[16];
  PawlBodyDef def = pawl_body_def_default();
  snprintf(name, sizeof name, "b%d", n);
  def.name = name;
  def.mass = between(m, 0.5, 2);
  double a = between(m, 0.01, 0.1), b = between(m, 0.01, 0.1), c = between(m, 0.01, 0.1);  // of a box, squares of its sides
  def.inertia[0] = def.mass * (b + c);
  def.inertia[1] = def.mass * (a + c);
  def.inertia[2] = def.mass * (a + b);
  for (int i = 0; i < (m->plane ? 2 : 3); i++) def.center[i] = 0.2 * any(m);
  any_pose(m, &m->pose[n]);
  for (int i = 0; i < 3; i++) def.position[i] = m->pose[n].position[i];
  for (int i = 0; i < 4; i++) def.orientation[i] = m->pose[n].orientation[i];
  keep(m, pawl_model_add_body(m->model, &def, m->messages, &m->body[n]));
  m->freedoms += m->plane ? 3 : 6;
}

// A frame on body n that stands at `at` in ground; it may sway a little.
static PawlFrameId add_frame(Maker *m, int n, const Pose *at, bool moves) {
  PawlFrameDef def = pawl_frame_def_default();
  PawlFrameId id = {0};
  double inverse[4], d[3];
  char sway[60];
  def.body = m->body[n];
  pw_quat_conjugate(m->pose[n].orientation, inverse);
  for (int i = 0; i < 3; i++) d[i] = at->position[i] - m->pose[n].position[i];
  pw_quat_rotate(inverse, d, def.position);
  pw_quat_multiply(inverse, at->orientation, def.orientation);
  if (moves) {
    snprintf(sway, sizeof sway, "%.3f*sin(%.3f*t)", m->loops ? 0.005 : 0.05, between(m, 1, 6));  // loops may come to a dead end
    def.offset[below(m, 2)].expression = sway;
  }
  keep(m, pawl_model_add_frame(m->model, &def, m->messages, &id));
  return id;
}

// Any place near a body, on it.
static PawlFrameId add_spot(Maker *m, int n) {
  Pose p;
  any_pose(m, &p);
  for (int i = 0; i < 3; i++) p.position[i] = m->pose[n].position[i] + 0.5 * (p.position[i] - m->pose[n].position[i]);
  return add_frame(m, n, &p, false);
}

// ---- joints

static uint32_t mask_of(PawlJointType type, uint32_t locked) {
  static const uint32_t MASKS[] = {[PAWL_JOINT_FIXED] = 077,
                                   [PAWL_JOINT_REVOLUTE] = 037,
                                   [PAWL_JOINT_PRISMATIC] = 073,
                                   [PAWL_JOINT_CYLINDRICAL] = 033,
                                   [PAWL_JOINT_SPHERICAL] = 007,
                                   [PAWL_JOINT_PLANAR] = 034,
                                   [PAWL_JOINT_POINT_ON_LINE] = 003,
                                   [PAWL_JOINT_POINT_ON_PLANE] = 004,
                                   [PAWL_JOINT_PARALLEL_AXES] = 030,
                                   [PAWL_JOINT_CONSTANT_VELOCITY] = 047,
                                   [PAWL_JOINT_UNIVERSAL] = 007,
                                   [PAWL_JOINT_SCREW] = 033,
                                   [PAWL_JOINT_ROD] = 0,
                                   [PAWL_JOINT_GEAR_PAIR] = 034};
  return type == PAWL_JOINT_LOCK ? locked : MASKS[type];
}

static int count_bits(uint32_t bits) {
  int count = 0;
  for (; bits; bits &= bits - 1) count++;
  return count;
}

// Directions of frame 1 that lie in the plane, as a mask of locks; `up` is its axis that points along ground's z.
static uint32_t flat_directions(int up) {
  return (7u & ~(1u << up)) | 8u << up;
}

static int count_rows(const Maker *m, PawlJointType type, uint32_t locked, int up) {
  uint32_t mask = mask_of(type, locked);
  int extra = type == PAWL_JOINT_UNIVERSAL || type == PAWL_JOINT_SCREW || type == PAWL_JOINT_ROD ? 1 : 0;
  if (type == PAWL_JOINT_GEAR_PAIR) extra = 2;
  return count_bits(m->plane ? mask & flat_directions(up) : mask) + extra;
}

// A shift and turn of frame 2 in frame 1 that the joint leaves free.
static void any_displacement(Maker *m, const PawlJointDef *def, int up, double d[3], double q[4]) {
  uint32_t free = ~mask_of(def->type, def->locked) & (m->plane ? flat_directions(up) : 077);
  double other[4], axis[3] = {0}, angle = between(m, -1.2, 1.2);
  for (int i = 0; i < 3; i++) d[i] = free & 1u << i ? 0.4 * any(m) : 0;
  about(0, 0, q);
  if (def->type == PAWL_JOINT_UNIVERSAL) {
    about(0, angle, q);
    about(1, 0.8 * any(m), other);
    pw_quat_multiply(q, other, q);
    return;
  }
  for (int i = 0; i < 3; i++) axis[i] = free & 8u << i ? 0.2 + between(m, 0, 1) : 0;  // quaternion without the locked directions
  if (pw_normalise(axis) > 0) {
    q[0] = cos(angle / 2);
    for (int i = 0; i < 3; i++) q[1 + i] = sin(angle / 2) * axis[i];
  }
  if (def->type == PAWL_JOINT_SCREW) d[2] = def->pitch * angle / (2 * PI);
  if (def->type == PAWL_JOINT_GEAR_PAIR) {
    double direction = PI * any(m), length = def->radius[0] + def->radius[1];
    d[0] = length * cos(direction);
    d[1] = length * sin(direction);
  }
}

static void add_coordinate(Maker *m, PawlJointId joint, const char *name, double drawn, bool angular) {
  int n = m->coordinates;
  if (n == COORDINATES) return;
  m->coordinate[n] = (PawlCoordinate){joint, name};
  m->drawn[n] = drawn;
  m->angular[n] = angular;
  m->coordinates++;
}

// Those of translations that are free, and of the one turn about z that is.
static void add_coordinates(Maker *m, const PawlJointDef *def, PawlJointId id, int up, const double d[3], const double q[4]) {
  static const char *const axes[] = {"x", "y", "z"};
  uint32_t mask = mask_of(def->type, def->locked), flat = m->plane ? flat_directions(up) : 077, free = ~mask & flat;
  double angle = 2 * atan2(q[3], q[0]);
  bool travels =
      def->type == PAWL_JOINT_PRISMATIC || def->type == PAWL_JOINT_CYLINDRICAL || def->type == PAWL_JOINT_POINT_ON_LINE;
  if (def->type == PAWL_JOINT_ROD || def->type == PAWL_JOINT_GEAR_PAIR || def->type == PAWL_JOINT_UNIVERSAL) return;
  if (def->type == PAWL_JOINT_SCREW) {
    add_coordinate(m, id, "angle", angle, true);
    return;
  }
  if (travels) add_coordinate(m, id, "travel", d[2], false);
  for (int i = 0; i < 3 && !travels; i++) {
    if (free & 1u << i) add_coordinate(m, id, axes[i], d[i], false);
  }
  if ((mask & 070) == 030 && (!m->plane || up == 2)) add_coordinate(m, id, "angle", angle, true);
}

static void choose_type(Maker *m, PawlJointDef *def) {
  static const PawlJointType PLANE[] = {
      PAWL_JOINT_REVOLUTE,      PAWL_JOINT_REVOLUTE,  PAWL_JOINT_REVOLUTE,      PAWL_JOINT_PRISMATIC,      PAWL_JOINT_PRISMATIC,
      PAWL_JOINT_POINT_ON_LINE, PAWL_JOINT_ROD,       PAWL_JOINT_PLANAR,        PAWL_JOINT_GEAR_PAIR,      PAWL_JOINT_LOCK,
      PAWL_JOINT_FIXED,         PAWL_JOINT_SPHERICAL, PAWL_JOINT_PARALLEL_AXES, PAWL_JOINT_POINT_ON_PLANE, PAWL_JOINT_REVOLUTE};
  enum { PLANES = sizeof PLANE / sizeof *PLANE };
  def->type = m->plane ? PLANE[below(m, PLANES)] : (PawlJointType)below(m, PAWL_JOINT_GEAR_PAIR + 1);
  if (def->type == PAWL_JOINT_FIXED && chance(m, 0.7)) def->type = PAWL_JOINT_REVOLUTE;
  if (def->type == PAWL_JOINT_LOCK) def->locked = 1 + (uint32_t)below(m, 076);
  if (def->type == PAWL_JOINT_SCREW) def->pitch = between(m, 0.1, 0.5);
  if (def->type == PAWL_JOINT_GEAR_PAIR) {
    def->radius[0] = between(m, 0.2, 0.5);
    def->radius[1] = between(m, 0.2, 0.5);
  }
}

// In the plane the axis of a joint points along z, or lies in it with y along z.
static int choose_orientation(Maker *m, PawlJointType type, double q[4]) {
  bool lies = type == PAWL_JOINT_PRISMATIC || type == PAWL_JOINT_POINT_ON_LINE || type == PAWL_JOINT_POINT_ON_PLANE;
  double turn[4], tilt[4];
  if (!m->plane) {
    any_turn(m, q);
    return 2;
  }
  about(2, PI * any(m), turn);
  about(0, lies ? PI / 2 : 0, tilt);  // y to z, z to -y
  pw_quat_multiply(turn, tilt, q);
  return lies ? 1 : 2;
}

// A joint between bodies a and b, if at least `left` freedoms stay.
static bool add_joint(Maker *m, int a, int b, int left) {
  PawlJointDef def = pawl_joint_def_default();
  PawlJointId id = {0};
  Pose p, second;
  double d[3], q[4];
  char name[16];
  choose_type(m, &def);
  any_pose(m, &p);
  int up = choose_orientation(m, def.type, p.orientation), rows = count_rows(m, def.type, def.locked, up);
  if (m->freedoms - rows < left) return false;
  for (int i = 0; i < 3; i++) p.position[i] = 0.4 * p.position[i] + 0.5 * (m->pose[a].position[i] + m->pose[b].position[i]);
  any_displacement(m, &def, up, d, q);
  pw_quat_multiply(p.orientation, q, second.orientation);
  pw_quat_rotate(p.orientation, d, second.position);
  for (int i = 0; i < 3; i++) second.position[i] += p.position[i];
  if (def.type == PAWL_JOINT_ROD) second.position[0] += 0.7;
  snprintf(name, sizeof name, "j%d", m->joints++);
  def.name = name;
  def.frame[0] = add_frame(m, a, &p, chance(m, 0.1));
  def.frame[1] = add_frame(m, b, &second, false);
  keep(m, pawl_model_add_joint(m->model, &def, m->messages, &id));
  m->freedoms -= rows;
  add_coordinates(m, &def, id, up, d, q);
  return true;
}

// ---- what moves it

static void add_drive(Maker *m) {
  int n = m->coordinates ? below(m, m->coordinates) : 0;
  if (m->coordinates == 0 || m->taken[n] || m->freedoms < 2) return;
  PawlDriveDef def = pawl_drive_def_default();
  PawlDriveId id;
  char law[80];
  snprintf(law, sizeof law, "%.17g + %.3f*(1 - cos(%.3f*t))", m->drawn[n], 0.2 * any(m), between(m, 1, 6));
  def.coordinate = m->coordinate[n];
  def.law.expression = law;
  keep(m, pawl_model_add_drive(m->model, &def, m->messages, &id));
  m->taken[n] = true;
  m->freedoms--;
}

// Two coordinates of one kind; what they are together stays as drawn.
static void add_coupler(Maker *m) {
  if (m->coordinates < 2 || m->freedoms < 2) return;
  int a = below(m, m->coordinates), b = below(m, m->coordinates);
  if (a == b || m->taken[a] || m->taken[b] || m->angular[a] != m->angular[b]) return;
  PawlCouplerDef def = pawl_coupler_def_default();
  PawlCouplerId id;
  const PawlCoordinate pair[2] = {m->coordinate[a], m->coordinate[b]};
  const double factor[2] = {1, between(m, -2, -0.5)};
  def.name = "gears";
  def.count = 2;
  def.coordinate = pair;
  def.factor = factor;
  keep(m, pawl_model_add_coupler(m->model, &def, m->messages, &id));
  m->taken[a] = m->taken[b] = true;
  m->freedoms--;
}

// Stops on both sides of where a coordinate is drawn.
static void add_limit(Maker *m) {
  int n = m->coordinates ? below(m, m->coordinates) : 0;
  if (m->coordinates == 0 || m->taken[n]) return;
  PawlLimitDef def = pawl_limit_def_default();
  def.coordinate = m->coordinate[n];
  def.lower = m->drawn[n] - between(m, 0.02, 0.3);
  def.upper = m->drawn[n] + between(m, 0.02, 0.3);
  if (chance(m, 0.3)) {
    def.stiffness = between(m, 100, 1000);
  } else {
    def.restitution = between(m, 0, 0.8);
  }
  keep(m, pawl_model_add_limit(m->model, &def, m->messages));
}

static void add_joint_spring(Maker *m, PawlForceDef *def) {
  int n = below(m, m->coordinates);
  def->type = PAWL_FORCE_JOINT;
  def->coordinate = m->coordinate[n];
  def->stiffness = between(m, 1, 20);
  def->damping = between(m, 0, 1);
}

static void add_force(Maker *m, int number) {
  PawlForceDef def = pawl_force_def_default();
  PawlForceId id;
  char name[16], law[2][40];
  int a = 1 + below(m, m->bodies - 1), b = below(m, m->bodies), kind = below(m, 6);
  snprintf(name, sizeof name, "f%d", number);
  def.name = name;
  if (a == b) b = 0;
  def.frame[0] = add_spot(m, a);
  if (kind < 3) {
    def.type = PAWL_FORCE_SPRING;
    def.frame[1] = add_spot(m, b);
    def.stiffness = between(m, 10, 100);
    def.damping = between(m, 0, 3);
  } else if (kind == 3 && m->coordinates) {
    add_joint_spring(m, &def);
  } else if (kind == 4) {
    def.type = PAWL_FORCE_BUSHING;
    def.frame[1] = add_spot(m, b);
    for (int i = 0; i < 6; i++) def.bushing_stiffness[i] = between(m, 0, 20), def.bushing_damping[i] = between(m, 0, 0.5);
  } else {
    def.type = chance(m, 0.5) ? PAWL_FORCE_POINT : PAWL_FORCE_TORQUE;
    def.follow = chance(m, 0.5);
    snprintf(law[0], sizeof law[0], "%.3f*sin(%.3f*t)", 5 * any(m), between(m, 1, 8));
    snprintf(law[1], sizeof law[1], "%.3f", 2 * any(m));
    int first = m->plane && def.type == PAWL_FORCE_TORQUE ? 2 : below(m, 2);
    def.component[first].expression = law[0];
    if (!m->plane) def.component[(first + 1) % 3].expression = law[1];
  }
  keep(m, pawl_model_add_force(m->model, &def, m->messages, &id));
}

static void add_speeds(Maker *m) {
  for (int n = 1; n < m->bodies; n++) {
    PawlInitialBody def = pawl_initial_body_default();
    def.body = m->body[n];
    for (int i = 0; i < 3; i++) {
      def.velocity[i] = m->plane && i == 2 ? 0 : any(m);
      def.angular_velocity[i] = m->plane && i < 2 ? 0 : 2 * any(m);
    }
    keep(m, pawl_model_set_initial_body(m->model, &def, m->messages));
  }
}

static void make(Maker *m, bool driven) {
  m->body[0] = pawl_model_ground(m->model);
  m->pose[0] = (Pose){.orientation = {1, 0, 0, 0}};
  m->bodies = 1;
  m->plane = chance(m, 0.5);
  keep(m, pawl_model_set_planar(m->model, m->plane ? PAWL_PLANAR_YES : PAWL_PLANAR_NO));
  if (chance(m, 0.8)) keep(m, pawl_model_set_gravity(m->model, (const double[]){0, -9.81, 0}));
  int bodies = 1 + below(m, BODIES), forces = below(m, 4);
  m->loops = bodies > 1 ? below(m, 4) : 0;
  for (int n = 1; n <= bodies; n++) add_body(m);
  for (int n = 1; n <= bodies; n++) {
    int parent = below(m, n);
    bool turned = chance(m, 0.3);
    if (chance(m, 0.9)) add_joint(m, turned ? n : parent, turned ? parent : n, 1);
  }
  for (int n = 0; n < m->loops; n++) {
    int a = below(m, bodies + 1), b = below(m, bodies + 1);
    if (a != b) add_joint(m, a, b, 1);
  }
  for (int n = 0; n < forces; n++) add_force(m, n);
  add_speeds(m);
  if (chance(m, 0.25)) add_limit(m);
  if (driven && chance(m, 0.3)) add_coupler(m);
  if (driven && chance(m, 0.4)) add_drive(m);
}

static PawlStatus make_model(uint64_t seed, bool driven, PawlMessages *messages, PawlModel **out) {
  Maker m = {.model = pawl_model_create(), .messages = messages, .random = seed};
  char name[40];
  *out = m.model;
  if (!m.model) return PAWL_ERR_MEMORY;
  snprintf(name, sizeof name, "random-%llu", (unsigned long long)seed);
  keep(&m, pawl_model_set_name(m.model, name));
  make(&m, driven);
  return m.status;
}

// A drive or coupler on a coordinate that a loop determines already is refused: such a mechanism goes without.
PawlStatus pw_random_mechanism(uint64_t seed, PawlMessages *messages, PawlModel **model, PawlMechanism **out) {
  *out = NULL;
  PawlStatus status = make_model(seed, true, messages, model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(*model, NULL, out);
  if (status != PAWL_ERR_INPUT) return status;
  pawl_model_free(*model);
  status = make_model(seed, false, messages, model);
  return status == PAWL_OK ? pawl_mechanism_compile(*model, messages, out) : status;
}
