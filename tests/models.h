// Short hands for building small models in tests.
#ifndef PW_TEST_MODELS_H
#define PW_TEST_MODELS_H
#include "base/random.h"
#include "check.h"
#include "mechanics/motion.h"
#include "numerics/vec.h"
#include "pawl/run.h"

static const double PI = 3.14159265358979323846;

static inline double any(uint64_t *random) {
  return pw_random_between(random, -1, 1);
}

static inline void any_quaternion(uint64_t *random, double q[4]) {
  for (int i = 0; i < 4; i++) q[i] = any(random);
  pw_quat_normalise(q);
}

// A body with its centre of mass in its origin.
static inline PawlBodyId add_body(PawlModel *m, const char *name, double mass, double ix, double iy, double iz, double x,
                                  double y, double z) {
  PawlBodyDef def = pawl_body_def_default();
  PawlBodyId id = {0};
  def.name = name;
  def.mass = mass;
  def.inertia[0] = ix;
  def.inertia[1] = iy;
  def.inertia[2] = iz;
  def.position[0] = x;
  def.position[1] = y;
  def.position[2] = z;
  assert_int_equal(pawl_model_add_body(m, &def, NULL, &id), PAWL_OK);
  return id;
}

// A frame turned by `angle` about `axis` (0 1 2) of its body.
static inline PawlFrameId add_frame(PawlModel *m, PawlBodyId body, double x, double y, double z, int axis, double angle) {
  PawlFrameDef def = pawl_frame_def_default();
  PawlFrameId id = {0};
  def.body = body;
  def.position[0] = x;
  def.position[1] = y;
  def.position[2] = z;
  def.orientation[0] = cos(angle / 2);
  def.orientation[1 + axis] = sin(angle / 2);
  assert_int_equal(pawl_model_add_frame(m, &def, NULL, &id), PAWL_OK);
  return id;
}

static inline PawlJointId add_joint(PawlModel *m, const char *name, PawlJointType type, PawlFrameId frame1, PawlFrameId frame2) {
  PawlJointDef def = pawl_joint_def_default();
  PawlJointId id = {0};
  def.name = name;
  def.type = type;
  def.frame[0] = frame1;
  def.frame[1] = frame2;
  assert_int_equal(pawl_model_add_joint(m, &def, NULL, &id), PAWL_OK);
  return id;
}

static inline void add_spring(PawlModel *m, const char *name, PawlFrameId frame1, PawlFrameId frame2, double stiffness,
                              double damping, double free_length) {
  PawlForceDef def = pawl_force_def_default();
  def.name = name;
  def.type = PAWL_FORCE_SPRING;
  def.frame[0] = frame1;
  def.frame[1] = frame2;
  def.stiffness = stiffness;
  def.damping = damping;
  def.free_length = free_length;
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
}

// A spring and damper on a joint's only coordinate, relaxed at zero.
static inline void add_joint_spring(PawlModel *m, const char *name, PawlJointId joint, double stiffness, double damping) {
  PawlForceDef def = pawl_force_def_default();
  def.name = name;
  def.type = PAWL_FORCE_JOINT;
  def.coordinate.joint = joint;
  def.stiffness = stiffness;
  def.damping = damping;
  def.free_length = 0;
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
}

// Compiles names into indices only: no assembly, no rank. Frees the model.
static inline PawlMechanism *build(PawlModel *model) {
  PawlMessages *messages = pawl_messages_create();
  PawlMechanism *k = NULL;
  PawlStatus status = pw_mechanism_build(model, messages, &k);
  for (int i = 0; i < pawl_messages_count(messages); i++) print_message("%s\n", pawl_messages_get(messages, i).text);
  assert_int_equal(status, PAWL_OK);
  pawl_messages_free(messages);
  pawl_model_free(model);
  if (!(k->size > 0)) k->size = 1;
  return k;
}

// Positions as drawn.
static inline void drawn(const PawlMechanism *k, double *q) {
  for (int32_t b = 1; b < k->bodies; b++) {
    double *out = q + pw_coordinates_per_body(k) * (b - 1);
    memcpy(out, k->body[b].drawn, (k->planar ? 2 : 7) * sizeof *out);
    if (k->planar) out[2] = k->body[b].drawn_angle;
  }
}
#endif
