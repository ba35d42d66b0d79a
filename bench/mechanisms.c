// Pendulum, Andrews' squeezing mechanism, the N-four-bar mechanism, the disc cam. All but the first and the cam's follower are
// drawn in place: body axes are ground's.
#include "mechanisms.h"

#include <stdio.h>

#include "cam.h"
#include "problems.h"

typedef struct {
  PawlModel *model;
  PawlMessages *messages;
  PawlStatus status;  // the first failure; later calls then do nothing
} Build;

static Build begin(PawlMessages *messages, PawlModel **out) {
  Build b = {pawl_model_create(), messages, PAWL_OK};
  if (!b.model) b.status = PAWL_ERR_MEMORY;
  *out = b.model;
  return b;
}

static PawlBodyId add_body(Build *b, const char *name, double x, double y, double mass, double inertia) {
  PawlBodyDef def = pawl_body_def_default();
  PawlBodyId id = {0};
  def.name = name;
  def.mass = mass;
  def.center[0] = x;
  def.center[1] = y;
  for (int i = 0; i < 3; i++) def.inertia[i] = inertia;
  if (!b->status) b->status = pawl_model_add_body(b->model, &def, b->messages, &id);
  return id;
}

static PawlFrameId add_frame(Build *b, PawlBodyId body, double x, double y) {
  PawlFrameDef def = pawl_frame_def_default();
  PawlFrameId id = {0};
  def.body = body;
  def.position[0] = x;
  def.position[1] = y;
  if (!b->status) b->status = pawl_model_add_frame(b->model, &def, b->messages, &id);
  return id;
}

static PawlJointId add_revolute(Build *b, const char *name, PawlBodyId body1, PawlBodyId body2, double x, double y) {
  PawlJointDef def = pawl_joint_def_default();
  PawlJointId id = {0};
  def.name = name;
  def.type = PAWL_JOINT_REVOLUTE;
  def.frame[0] = add_frame(b, body1, x, y);
  def.frame[1] = add_frame(b, body2, x, y);
  if (!b->status) b->status = pawl_model_add_joint(b->model, &def, b->messages, &id);
  return id;
}

static void set_gravity(Build *b) {
  const double gravity[3] = {0, -PW_GRAVITY, 0};
  if (!b->status) b->status = pawl_model_set_gravity(b->model, gravity);
}

PawlStatus pw_pendulum_model(PawlMessages *messages, PawlModel **out) {
  Build b = begin(messages, out);
  set_gravity(&b);
  PawlBodyDef def = pawl_body_def_default();
  PawlBodyId point = {0};
  def.name = "point";
  def.mass = 1;
  def.position[0] = 1;
  if (!b.status) b.status = pawl_model_add_body(b.model, &def, messages, &point);
  if (b.status) return b.status;
  PawlJointDef pivot = pawl_joint_def_default();
  pivot.name = "pivot";
  pivot.type = PAWL_JOINT_REVOLUTE;
  pivot.frame[0] = add_frame(&b, pawl_model_ground(b.model), 0, 0);
  pivot.frame[1] = add_frame(&b, point, -1, 0);
  return b.status ? b.status : pawl_model_add_joint(b.model, &pivot, messages, NULL);
}

PawlStatus pw_andrews_model(PawlMessages *messages, PawlModel **out) {
  Build b = begin(messages, out);
  if (b.status) return b.status;
  PawlBodyId body[PW_ANDREWS_BODIES], ground = pawl_model_ground(b.model);
  for (int i = 0; i < PW_ANDREWS_BODIES; i++) {
    const PwAndrewsBody *a = &pw_andrews_body[i];
    body[i] = add_body(&b, a->name, a->x, a->y, a->mass, a->inertia);
  }
  for (int i = 0; i < PW_ANDREWS_JOINTS; i++) {
    const PwAndrewsJoint *j = &pw_andrews_joint[i];
    PawlBodyId first = j->body[0] == PW_ANDREWS_GROUND ? ground : body[j->body[0]];
    add_revolute(&b, j->name, first, body[j->body[1]], j->x, j->y);
  }
  PawlForceDef spring = pawl_force_def_default();
  spring.name = "spring";
  spring.type = PAWL_FORCE_SPRING;
  spring.frame[0] = add_frame(&b, ground, pw_andrews_c[0], pw_andrews_c[1]);
  spring.frame[1] = add_frame(&b, body[PW_BED], pw_andrews_d[0], pw_andrews_d[1]);
  spring.stiffness = PW_ANDREWS_STIFFNESS;
  spring.free_length = PW_ANDREWS_FREE_LENGTH;
  if (!b.status) b.status = pawl_model_add_force(b.model, &spring, messages, NULL);
  PawlForceDef torque = pawl_force_def_default();
  torque.name = "motor";
  torque.type = PAWL_FORCE_TORQUE;
  torque.frame[0] = add_frame(&b, body[PW_OF], 0, 0);
  torque.component[2].value = PW_ANDREWS_TORQUE;
  return b.status ? b.status : pawl_model_add_force(b.model, &torque, messages, NULL);
}

PawlStatus pw_four_bar_model(int n, PawlMessages *messages, PawlModel **out) {
  Build b = begin(messages, out);
  set_gravity(&b);
  if (b.status) return b.status;
  PawlBodyId before = {0};
  for (int i = 0; i <= n; i++) {  // vertical i, and the horizontal between it and the one before
    char name[32];
    snprintf(name, sizeof name, "v%d", i);
    PawlBodyId vertical = add_body(&b, name, i, 0.5, 1, PW_FOUR_BAR_INERTIA);
    snprintf(name, sizeof name, "g%d", i);
    PawlJointId pin = add_revolute(&b, name, pawl_model_ground(b.model), vertical, i, 0);
    if (i == 0) {
      PawlInitialCoordinate start = pawl_initial_coordinate_default();
      start.coordinate.joint = pin;
      start.speed = PW_FOUR_BAR_RATE;
      if (!b.status) b.status = pawl_model_set_initial_coordinate(b.model, &start, messages);
    } else {
      snprintf(name, sizeof name, "h%d", i - 1);
      PawlBodyId horizontal = add_body(&b, name, i - 0.5, 1, 1, PW_FOUR_BAR_INERTIA);
      snprintf(name, sizeof name, "a%d", i - 1);
      add_revolute(&b, name, before, horizontal, i - 1, 1);
      snprintf(name, sizeof name, "b%d", i - 1);
      add_revolute(&b, name, horizontal, vertical, i, 1);
    }
    before = vertical;
  }
  return b.status;
}

// The follower's guide, and the spring that presses it down.
static void add_guide(Build *b, PawlBodyId follower) {
  PawlJointDef guide = pawl_joint_def_default();
  guide.name = "guide";
  guide.type = PAWL_JOINT_LOCK;
  guide.locked = PAWL_LOCK_X | PAWL_LOCK_Z | PAWL_LOCK_RX | PAWL_LOCK_RY | PAWL_LOCK_RZ;
  guide.frame[0] = add_frame(b, pawl_model_ground(b->model), 0, PW_CAM_RADIUS);
  guide.frame[1] = add_frame(b, follower, 0, 0);
  PawlForceDef spring = pawl_force_def_default();
  spring.name = "spring";
  spring.type = PAWL_FORCE_JOINT;
  spring.coordinate.name = "y";
  spring.stiffness = PW_CAM_STIFFNESS;
  spring.preload = PW_CAM_PRELOAD;
  if (!b->status) b->status = pawl_model_add_joint(b->model, &guide, b->messages, &spring.coordinate.joint);
  if (!b->status) b->status = pawl_model_add_force(b->model, &spring, b->messages, NULL);
}

static void add_cam_contact(Build *b, PawlBodyId cam, PawlBodyId follower) {
  PawlElementDef circle = pawl_element_def_default(), line = pawl_element_def_default();
  circle.type = PAWL_ELEMENT_CIRCLE;
  circle.center[0] = PW_CAM_ECCENTRICITY;
  circle.radius = PW_CAM_RADIUS;
  line.type = PAWL_ELEMENT_LINE;
  line.from[0] = -PW_CAM_HALF_WIDTH;
  line.to[0] = PW_CAM_HALF_WIDTH;
  line.from[1] = line.to[1] = 0;
  PawlProfileDef disc = pawl_profile_def_default(), face = pawl_profile_def_default();
  disc.name = "disc";
  disc.body = cam;
  face.name = "face";
  face.body = follower;
  disc.count = face.count = 1;
  disc.element = &circle;
  face.element = &line;
  face.closed = false;
  PawlContactDef contact = pawl_contact_def_default();
  contact.name = "rub";
  contact.start_closed = true;
  if (!b->status) b->status = pawl_model_add_profile(b->model, &disc, b->messages, &contact.profile[0]);
  if (!b->status) b->status = pawl_model_add_profile(b->model, &face, b->messages, &contact.profile[1]);
  if (!b->status) b->status = pawl_model_add_contact(b->model, &contact, b->messages, NULL);
}

// The disc's centre kept in a level slot of the follower: moves it as the touch does while that is closed.
static void add_yoke(Build *b, PawlBodyId cam, PawlBodyId follower) {
  PawlJointDef yoke = pawl_joint_def_default();
  yoke.name = "yoke";
  yoke.type = PAWL_JOINT_LOCK;
  yoke.locked = PAWL_LOCK_Y;
  yoke.frame[0] = add_frame(b, follower, 0, -PW_CAM_RADIUS);
  yoke.frame[1] = add_frame(b, cam, PW_CAM_ECCENTRICITY, 0);
  if (!b->status) b->status = pawl_model_add_joint(b->model, &yoke, b->messages, NULL);
}

PawlStatus pw_cam_model(double w, PwCamPair pair, PawlMessages *messages, PawlModel **out) {
  Build b = begin(messages, out);
  set_gravity(&b);
  PawlBodyDef def = pawl_body_def_default();
  PawlBodyId follower = {0};
  def.name = "follower";
  def.mass = PW_CAM_MASS;
  for (int i = 0; i < 3; i++) def.inertia[i] = 1e-6;  // never turns
  def.position[1] = PW_CAM_RADIUS;
  PawlBodyId cam = add_body(&b, "cam", 0, 0, PW_CAM_DISC_MASS, 2e-4);
  if (!b.status) b.status = pawl_model_add_body(b.model, &def, messages, &follower);
  if (b.status) return b.status;
  char law[40];
  snprintf(law, sizeof law, "%.17g*t", w);
  PawlDriveDef drive = pawl_drive_def_default();
  drive.coordinate.joint = add_revolute(&b, "shaft", pawl_model_ground(b.model), cam, 0, 0);
  drive.law.expression = law;
  if (!b.status) b.status = pawl_model_add_drive(b.model, &drive, messages, NULL);
  add_guide(&b, follower);
  if (pair == PW_CAM_TOUCH) add_cam_contact(&b, cam, follower);
  if (pair == PW_CAM_YOKE) add_yoke(&b, cam, follower);
  return b.status;
}
