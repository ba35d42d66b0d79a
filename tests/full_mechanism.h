// A mechanism for the tests of mechanics/: every joint and force that a plane can have, frames with laws of t, and the state that
// its tests work on. Nothing is assembled: rows and forces are just functions.
#ifndef PW_TEST_FULL_MECHANISM_H
#define PW_TEST_FULL_MECHANISM_H
#include <complex.h>
#undef I

#include "models.h"

#define HALF 0.70710678118654752440  // sine of half of 90 degrees
enum { BODIES = 3, FRAMES = 8, SCALARS = 12 * 4 * FRAMES, ROWS = 64, NQ = 7 * BODIES, NV = 6 * BODIES };

// Frames with laws of t on even places; ground has frames too. In the plane the pairs (0, 1), (2, 3), (4, 5), (6, 7) have their
// z axes up, down, and in the plane.
static inline void add_frames(PawlModel *m, bool planar, uint64_t *random) {
  for (int i = 0; i < FRAMES; i++) {
    PawlFrameDef def = pawl_frame_def_default();
    def.body.i = 1 + i % (BODIES + 1);
    for (int c = 0; c < (planar ? 2 : 3); c++) def.position[c] = any(random);
    any_quaternion(random, def.orientation);
    if (planar) {
      static const double up[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {HALF, HALF, 0, 0}, {HALF, 0, HALF, 0}};
      double turn[4] = {cos(0.3 * i), 0, 0, sin(0.3 * i)};
      pw_quat_multiply(turn, up[i / 2], def.orientation);
    }
    if (i % 2 == 0) {
      def.offset[0].expression = "0.3*sin(2*t)";
      def.offset[1].expression = "0.2*t^2";
      if (!planar) def.offset[2].expression = "0.1*cos(t)";
      def.angle.expression = "0.7*t + 0.4*t^3";
      double axis[3] = {any(random), any(random), any(random)}, z[3] = {0, 0, 1};
      double conj[4];
      pw_quat_conjugate(def.orientation, conj);
      if (planar) pw_quat_rotate(conj, z, axis);
      memcpy(def.angle_axis, axis, sizeof axis);
    }
    assert_int_equal(pawl_model_add_frame(m, &def, NULL, NULL), PAWL_OK);
  }
}

static inline PawlModel *bodies(bool planar, PawlPlanar declared, uint64_t *random) {
  PawlModel *m = pawl_model_create();
  const char *const name[BODIES] = {"one", "two", "three"};
  for (int i = 0; i < BODIES; i++) {
    PawlBodyDef def = pawl_body_def_default();
    double inertia[6] = {0.3, 0.35, 0.4, 0.02, planar ? 0 : -0.03, planar ? 0 : 0.04};
    def.name = name[i];
    def.mass = 1 + i;
    memcpy(def.inertia, inertia, sizeof inertia);
    for (int c = 0; c < (planar ? 2 : 3); c++) {
      def.position[c] = 2 * any(random);
      def.center[c] = any(random) / 2;
    }
    assert_int_equal(pawl_model_add_body(m, &def, NULL, NULL), PAWL_OK);
  }
  add_frames(m, planar, random);
  pawl_model_set_planar(m, declared);
  return m;
}

// Every kind and axis between several pairs of frames, in place of the mechanism's own.
static inline void all_scalars(PawlMechanism *k, PwScalar *scalar) {
  int32_t n = 0;
  k->turns = 0;
  for (int pair = 0; pair < FRAMES; pair++) {
    for (int kind = PW_S_GROUND; kind <= PW_S_SPEED; kind++) {
      for (int axis = 0; axis < 4; axis++) {
        if (axis == 3 && kind != PW_S_SPEED) continue;
        PwScalar s = {kind, {pair, (pair + 1 + pair % 2 * 2) % FRAMES}, axis, -1, {0}, 1};
        bool counted = kind == PW_S_ANGLE || kind == PW_S_CROSS1 || kind == PW_S_CROSS2 || kind == PW_S_AZIMUTH;
        if (counted) s.turn = k->turns++;
        scalar[n++] = s;
      }
    }
  }
  k->scalar = scalar;
  k->scalars = n;
}

typedef struct {
  PawlMechanism *k;
  PwArena arena;
  PwMotion m;
  PwMotion_z z;
  PwDiscrete discrete;
  PwScalar scalar[SCALARS];
  double q[NQ], v[NV], a[NV], t;
} Setting;

static inline void prepare(Setting *s) {
  PawlMechanism *k = s->k;
  assert_int_equal(pw_motion_create(k, &s->arena, &s->m), PAWL_OK);
  assert_int_equal(pw_motion_create_z(k, &s->arena, &s->z), PAWL_OK);
  s->m.all = s->z.all = true;
  s->discrete.turn = pw_arena_array(&s->arena, (size_t)k->turns + 1, sizeof(double));
  s->discrete.branch = pw_arena_array(&s->arena, (size_t)k->kinks + 1, sizeof(int32_t));
}

static inline void leave(Setting *s) {
  pw_arena_free(&s->arena);
  pawl_mechanism_free(s->k);
}

static inline void pose(Setting *s, uint64_t *random) {
  drawn(s->k, s->q);
  double turn[NV];
  for (int i = 0; i < pw_speed_count(s->k); i++) {
    turn[i] = 2 * any(random);
    s->v[i] = any(random);
    s->a[i] = any(random);
  }
  pw_position_add(s->k, s->q, turn, s->q);
  s->t = any(random);
}

static inline void place(Setting *s, double t, const double *q, const double *v) {
  assert_int_equal(pw_motion_place(&s->m, t, q, &s->discrete), PAWL_OK);
  pw_motion_move(&s->m, v);
}

// q and v a time dt later, at constant accelerations: classical Runge-Kutta, small steps.
static inline void later(const Setting *s, double dt, double *q, double *v) {
  const PawlMechanism *k = s->k;
  int32_t nq = pw_position_count(k), nv = pw_speed_count(k), steps = 20;
  double h = dt / steps, k1[NQ], k2[NQ], k3[NQ], k4[NQ], x[NQ], w[NV];
  memcpy(q, s->q, sizeof s->q);
  memcpy(v, s->v, sizeof s->v);
  for (int32_t n = 0; n < steps; n++) {
    pw_position_rate(k, q, v, k1);
    for (int32_t i = 0; i < nv; i++) w[i] = v[i] + h / 2 * s->a[i];
    for (int32_t i = 0; i < nq; i++) x[i] = q[i] + h / 2 * k1[i];
    pw_position_rate(k, x, w, k2);
    for (int32_t i = 0; i < nq; i++) x[i] = q[i] + h / 2 * k2[i];
    pw_position_rate(k, x, w, k3);
    for (int32_t i = 0; i < nv; i++) v[i] += h * s->a[i];
    for (int32_t i = 0; i < nq; i++) x[i] = q[i] + h * k3[i];
    pw_position_rate(k, x, v, k4);
    for (int32_t i = 0; i < nq; i++) q[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  for (int32_t b = 0; b < k->bodies - 1 && !k->planar; b++) pw_quat_normalise(q + 7 * b + 3);
}

static inline double gradient_along(const Setting *s, int32_t index, const double *x) {
  const PwScalar *scalar = &s->k->scalar[index];
  int32_t per = pw_speeds_per_body(s->k);
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    int32_t body = s->k->frame[scalar->frame[side]].body;
    for (int32_t i = 0; i < per && body > 0; i++) sum += s->m.scalar[index].jac[side * per + i] * x[(body - 1) * per + i];
  }
  return sum;
}

static inline bool is_speed(const Setting *s, int32_t index) {
  return s->k->scalar[index].kind == PW_S_SPEED;
}

static inline void check_close(const Setting *s, int32_t index, const char *what, double got, double expected, double tolerance) {
  const PwScalar *c = &s->k->scalar[index];
  if (!(fabs(got - expected) <= tolerance * (1 + fabs(expected)))) {
    fail_msg("%s of scalar kind %d axis %d frames %d %d: %.12g, expected %.12g", what, c->kind, c->axis, c->frame[0], c->frame[1],
             got, expected);
  }
}

// Counted angles may not jump between the two sides of a difference.
static inline void hold_turns(Setting *s) {
  place(s, s->t, s->q, s->v);
  for (int32_t i = 0; i < s->k->scalars; i++) {
    if (s->k->scalar[i].turn >= 0) s->discrete.turn[s->k->scalar[i].turn] = s->m.scalar[i].value;
  }
}

// First and second derivative at the middle of seven values x[0..6][i], h apart.
#define FIRST(x, i) ((x[6][i] - x[0][i] - 9 * (x[5][i] - x[1][i]) + 45 * (x[4][i] - x[2][i])) / (60 * h))
#define SECOND(x, i) \
  ((2 * (x[6][i] + x[0][i]) - 27 * (x[5][i] + x[1][i]) + 270 * (x[4][i] + x[2][i]) - 490 * x[3][i]) / (180 * h * h))

static inline PawlStatus pull(void *user, double t, const double pose[7], const double twist[6], double wrench[6],
                              double *stiffness, double *damping) {
  (void)user;
  for (int i = 0; i < 6; i++) {
    double k = i < 3 ? 4 + i : 0, c = 1 + 0.1 * i;
    wrench[i] = (i < 3 ? -k * (pose[i] - t) : 0) - c * twist[i];
    if (stiffness) stiffness[7 * i] = -k;
    if (damping) damping[7 * i] = -c;
  }
  return PAWL_OK;
}

static inline PawlFrameId frame(int32_t i) {
  return (PawlFrameId){i + 1};
}

static inline void add_joints(PawlModel *m) {
  PawlJointId revolute = add_joint(m, "pin", PAWL_JOINT_REVOLUTE, frame(0), frame(1));
  PawlJointId slide = add_joint(m, "slide", PAWL_JOINT_PRISMATIC, frame(4), frame(5));
  add_joint(m, "slide2", PAWL_JOINT_PRISMATIC, frame(7), frame(6));
  add_joint(m, "table", PAWL_JOINT_PLANAR, frame(2), frame(3));
  PawlJointDef def = pawl_joint_def_default();
  def.name = "rod";
  def.type = PAWL_JOINT_ROD;
  def.frame[0] = frame(1);
  def.frame[1] = frame(2);
  def.length = 1.5;
  assert_int_equal(pawl_model_add_joint(m, &def, NULL, NULL), PAWL_OK);
  def = pawl_joint_def_default();
  def.name = "gears";
  def.type = PAWL_JOINT_GEAR_PAIR;
  def.frame[0] = frame(3);
  def.frame[1] = frame(2);
  def.radius[0] = 0.5;
  def.radius[1] = 0.25;
  assert_int_equal(pawl_model_add_joint(m, &def, NULL, NULL), PAWL_OK);
  PawlDriveDef drive = pawl_drive_def_default();
  drive.coordinate.joint = revolute;
  drive.law.expression = "sin(3*t)";
  assert_int_equal(pawl_model_add_drive(m, &drive, NULL, NULL), PAWL_OK);
  PawlCouplerDef coupler = pawl_coupler_def_default();
  PawlCoordinate both[2] = {{revolute, NULL}, {slide, NULL}};
  coupler.name = "rack";
  coupler.count = 2;
  coupler.coordinate = both;
  coupler.factor = (const double[]){0.3, -2};
  coupler.offset = 0.1;
  assert_int_equal(pawl_model_add_coupler(m, &coupler, NULL, NULL), PAWL_OK);
}

static inline void add_measures(PawlModel *m) {
  static const PawlMeasureType type[] = {PAWL_MEASURE_DISTANCE, PAWL_MEASURE_POSITION, PAWL_MEASURE_ANGLE, PAWL_MEASURE_SPEED,
                                         PAWL_MEASURE_SPEED};
  static const char *const name[] = {"far", "aside", "turned", "fast", "size"};
  static const int32_t axis[] = {0, 1, 2, 0, 3};
  for (int i = 0; i < 5; i++) {
    PawlMeasureDef def = pawl_measure_def_default();
    def.name = name[i];
    def.type = type[i];
    def.frame[0] = frame(2);
    def.frame[1] = frame(i == 2 ? 3 : 1);
    def.axis = axis[i];
    assert_int_equal(pawl_model_add_measure(m, &def, NULL, NULL), PAWL_OK);
  }
}

static inline void add_force(PawlModel *m, PawlForceDef def, const char *name) {
  def.name = name;
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = pawl_model_add_force(m, &def, messages, NULL);
  for (int i = 0; i < pawl_messages_count(messages); i++) print_message("%s\n", pawl_messages_get(messages, i).text);
  pawl_messages_free(messages);
  assert_int_equal(status, PAWL_OK);
}

static inline PawlForceDef force_of(PawlForceType type, int32_t frame1, int32_t frame2) {
  PawlForceDef def = pawl_force_def_default();
  def.type = type;
  if (type != PAWL_FORCE_JOINT) def.frame[0] = frame(frame1);
  if (frame2 >= 0) def.frame[1] = frame(frame2);
  def.free_length = 0.4;
  return def;
}

// Forces that have a potential.
static inline void add_elastic(PawlModel *m, bool planar) {
  PawlForceDef def = force_of(PAWL_FORCE_SPRING, 1, 6);
  def.stiffness = 30;
  def.preload = 2;
  add_force(m, def, "spring");
  def = force_of(PAWL_FORCE_JOINT, 0, -1);
  def.coordinate = (PawlCoordinate){pawl_model_find_joint(m, "slide"), "travel"};
  def.stiffness = 7;
  def.preload = -1;
  add_force(m, def, "travel");
  def.coordinate = (PawlCoordinate){pawl_model_find_joint(m, "pin"), "angle"};
  add_force(m, def, "angle");
  def = force_of(PAWL_FORCE_BUSHING, 0, 5);
  for (int i = 0; i < 6; i++) def.bushing_stiffness[i] = 3 + i;
  if (planar) def.frame[1] = frame(1);
  add_force(m, def, "bushing");
}

static inline void add_others(PawlModel *m, bool planar) {
  PawlForceDef def = force_of(PAWL_FORCE_SPRING, 5, 2);
  def.law.expression = "2*length^2 + 0.3*rate*t + sin(far) + rate(pin.angle) + fast";
  add_force(m, def, "law");
  def = force_of(PAWL_FORCE_JOINT, 0, -1);
  def.coordinate = (PawlCoordinate){pawl_model_find_joint(m, "pin"), "angle"};
  def.law.expression = "-0.5*rate^3 + position*aside";
  add_force(m, def, "motor");
  def = force_of(PAWL_FORCE_BUSHING, 2, 3);
  for (int i = 0; i < 6; i++) def.bushing_damping[i] = 1 + i;
  add_force(m, def, "damping");
  def = force_of(PAWL_FORCE_POINT, 4, 1);
  def.component[0].expression = "t + size";
  def.component[1].value = -2;
  if (!planar) def.component[2].expression = "rate(far)";
  add_force(m, def, "point");
  for (int c = 0; c < 3; c++) def.component[c] = (PawlScalar){c == 2 ? 0 : 1.5, NULL};
  def.follow = true;
  def.frame[0] = frame(2);
  add_force(m, def, "following");
  def = force_of(PAWL_FORCE_TORQUE, 3, 2);
  def.component[2].expression = "rate(turned) + t";
  add_force(m, def, "torque");
  def.follow = true;
  add_force(m, def, "torque2");
  if (planar) return;  // a callback has forces out of the plane
  def = force_of(PAWL_FORCE_CALLBACK, 2, -1);
  def.function = pull;
  add_force(m, def, "callback");
  def.frame[0] = frame(3);
  add_force(m, def, "callback2");
}

static inline PawlMechanism *full(bool planar, PawlPlanar declared, bool others, uint64_t seed) {
  PawlModel *m = bodies(planar, declared, &seed);
  double gravity[3] = {1, -9.81, planar ? 0 : 2};
  pawl_model_set_gravity(m, gravity);
  add_joints(m);
  add_measures(m);
  add_elastic(m, planar);
  if (others) add_others(m, planar);
  PawlMechanism *k = build(m);
  for (int32_t r = 0; r < k->rows; r++) {
    if (isnan(k->row[r].law.constant)) k->row[r].law.constant = 0;  // as drawn
  }
  assert_true(k->rows < ROWS && k->scalars < SCALARS);
  return k;
}
#endif
