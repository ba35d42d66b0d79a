// Mechanisms in the plane, drawn in place: every body's origin is ground's, so that points of bodies are given where they are
// drawn.
#ifndef PW_TEST_MECHANISMS_H
#define PW_TEST_MECHANISMS_H
#include "models.h"

static const double G = 9.81;

// Compiles and frees the model; all that was said in `text`.
static inline PawlStatus try_compile(PawlModel *m, char text[4000], PawlMechanism **out) {
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = pawl_mechanism_compile(m, messages, out);
  text[0] = 0;
  for (int i = 0; i < pawl_messages_count(messages); i++) {
    strncat(text, pawl_messages_get(messages, i).text, 4000 - strlen(text) - 2);
    strcat(text, "\n");
  }
  pawl_messages_free(messages);
  pawl_model_free(m);
  return status;
}

static inline PawlMechanism *compile(PawlModel *m) {
  char text[4000];
  PawlMechanism *k = NULL;
  PawlStatus status = try_compile(m, text, &k);
  if (status) fail_msg("%d: %s", status, text);
  return k;
}

static inline PawlModel *new_model(double gx, double gy) {
  PawlModel *m = pawl_model_create();
  double gravity[3] = {gx, gy, 0};
  assert_non_null(m);
  assert_int_equal(pawl_model_set_gravity(m, gravity), PAWL_OK);
  return m;
}

// A body with its centre of mass at (x, y).
static inline PawlBodyId body_at(PawlModel *m, const char *name, double mass, double inertia, double x, double y) {
  PawlBodyDef def = pawl_body_def_default();
  PawlBodyId id = {0};
  def.name = name;
  def.mass = mass;
  def.inertia[0] = def.inertia[1] = def.inertia[2] = inertia;
  def.center[0] = x;
  def.center[1] = y;
  assert_int_equal(pawl_model_add_body(m, &def, NULL, &id), PAWL_OK);
  return id;
}

// A uniform rod of 1 kg per metre between two points.
static inline PawlBodyId rod_between(PawlModel *m, const char *name, double x1, double y1, double x2, double y2) {
  double length = hypot(x2 - x1, y2 - y1);
  return body_at(m, name, length, length * length * length / 12, (x1 + x2) / 2, (y1 + y2) / 2);
}

static inline PawlJointId pin(PawlModel *m, const char *name, PawlBodyId body1, PawlBodyId body2, double x, double y) {
  return add_joint(m, name, PAWL_JOINT_REVOLUTE, add_frame(m, body1, x, y, 0, 2, 0), add_frame(m, body2, x, y, 0, 2, 0));
}

// A frame at (x, y) whose z axis lies in the plane, at `angle` to x.
static inline PawlFrameId lying_frame(PawlModel *m, PawlBodyId body, double x, double y, double angle) {
  PawlFrameDef def = pawl_frame_def_default();
  PawlFrameId id = {0};
  double turn[4] = {cos(angle / 2), 0, 0, sin(angle / 2)}, tip[4] = {sqrt(0.5), 0, sqrt(0.5), 0};
  def.body = body;
  def.position[0] = x;
  def.position[1] = y;
  pw_quat_multiply(turn, tip, def.orientation);
  assert_int_equal(pawl_model_add_frame(m, &def, NULL, &id), PAWL_OK);
  return id;
}

static inline PawlJointId slide(PawlModel *m, const char *name, PawlBodyId body1, PawlBodyId body2, double x, double y,
                                double angle) {
  return add_joint(m, name, PAWL_JOINT_PRISMATIC, lying_frame(m, body1, x, y, angle), lying_frame(m, body2, x, y, angle));
}

static inline PawlDriveId drive(PawlModel *m, PawlJointId joint, const char *coordinate, const char *law) {
  PawlDriveDef def = pawl_drive_def_default();
  PawlDriveId id = {0};
  def.coordinate = (PawlCoordinate){joint, coordinate};
  def.law.expression = law;
  assert_int_equal(pawl_model_add_drive(m, &def, NULL, &id), PAWL_OK);
  return id;
}

// Wishes for a joint's only coordinate; NaN: none.
static inline void wish(PawlModel *m, PawlJointId joint, double position, double speed, bool hold) {
  PawlInitialCoordinate def = pawl_initial_coordinate_default();
  def.coordinate.joint = joint;
  def.position = position;
  def.speed = speed;
  def.hold_position = hold && !isnan(position);
  def.hold_speed = hold && !isnan(speed);
  assert_int_equal(pawl_model_set_initial_coordinate(m, &def, NULL), PAWL_OK);
}

static inline PawlSimulation *simulate(const PawlMechanism *k, double duration, double tolerance) {
  PawlMessages *messages = pawl_messages_create();
  PawlRunOptions options = pawl_run_options_default();
  PawlSimulation *s = NULL;
  options.duration = duration;
  options.tolerance = tolerance;
  PawlStatus status = pawl_simulation_create(k, &options, messages, &s);
  if (status == PAWL_OK) status = pawl_simulation_assemble(s, messages);
  if (status) fail_msg("%d: %s", status, pawl_messages_count(messages) ? pawl_messages_get(messages, 0).text : "");
  pawl_messages_free(messages);
  return s;
}

static inline void advance(PawlSimulation *s, double t) {
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = pawl_simulation_advance(s, t, messages);
  if (status) fail_msg("%d: %s", status, pawl_messages_count(messages) ? pawl_messages_get(messages, 0).text : "");
  pawl_messages_free(messages);
}

// Value (0), speed (1) or acceleration (2) of a joint's only coordinate.
static inline double coordinate(const PawlSimulation *s, PawlJointId joint, int derivative) {
  double out[3];
  assert_int_equal(pawl_simulation_coordinate(s, (PawlCoordinate){joint, NULL}, out), PAWL_OK);
  return out[derivative];
}
#endif
