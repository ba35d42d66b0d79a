// Scalars, rows and forces of mechanics/: gradients, rates and biases against differences of the values, the complex build
// against the double one, the plane against space.
#include <complex.h>
#undef I

#include "models.h"

#define HALF 0.70710678118654752440  // sine of half of 90 degrees
enum { BODIES = 3, FRAMES = 8, SCALARS = 12 * 4 * FRAMES, ROWS = 64, NQ = 7 * BODIES, NV = 6 * BODIES };

// Frames with laws of t on even places; ground has frames too. In the plane the pairs (0, 1), (2, 3), (4, 5), (6, 7) have their
// z axes up, down, and in the plane.
static void add_frames(PawlModel *m, bool planar, uint64_t *random) {
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

static PawlModel *bodies(bool planar, PawlPlanar declared, uint64_t *random) {
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
static void all_scalars(PawlMechanism *k, PwScalar *scalar) {
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

static void prepare(Setting *s) {
  PawlMechanism *k = s->k;
  assert_int_equal(pw_motion_create(k, &s->arena, &s->m), PAWL_OK);
  assert_int_equal(pw_motion_create_z(k, &s->arena, &s->z), PAWL_OK);
  s->m.all = s->z.all = true;
  s->discrete.turn = pw_arena_array(&s->arena, (size_t)k->turns + 1, sizeof(double));
  s->discrete.branch = pw_arena_array(&s->arena, (size_t)k->kinks + 1, sizeof(int32_t));
}

static void leave(Setting *s) {
  pw_arena_free(&s->arena);
  pawl_mechanism_free(s->k);
}

static void pose(Setting *s, uint64_t *random) {
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

static void place(Setting *s, double t, const double *q, const double *v) {
  assert_int_equal(pw_motion_place(&s->m, t, q, &s->discrete), PAWL_OK);
  pw_motion_move(&s->m, v);
}

// q and v a time dt later, at constant accelerations: classical Runge-Kutta, small steps.
static void later(const Setting *s, double dt, double *q, double *v) {
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

static double gradient_along(const Setting *s, int32_t index, const double *x) {
  const PwScalar *scalar = &s->k->scalar[index];
  int32_t per = pw_speeds_per_body(s->k);
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    int32_t body = s->k->frame[scalar->frame[side]].body;
    for (int32_t i = 0; i < per && body > 0; i++) sum += s->m.scalar[index].jac[side * per + i] * x[(body - 1) * per + i];
  }
  return sum;
}

static bool is_speed(const Setting *s, int32_t index) {
  return s->k->scalar[index].kind == PW_S_SPEED;
}

static void check_close(const Setting *s, int32_t index, const char *what, double got, double expected, double tolerance) {
  const PwScalar *c = &s->k->scalar[index];
  if (!(fabs(got - expected) <= tolerance * (1 + fabs(expected)))) {
    fail_msg("%s of scalar kind %d axis %d frames %d %d: %.12g, expected %.12g", what, c->kind, c->axis, c->frame[0], c->frame[1],
             got, expected);
  }
}

// Counted angles may not jump between the two sides of a difference.
static void hold_turns(Setting *s) {
  place(s, s->t, s->q, s->v);
  for (int32_t i = 0; i < s->k->scalars; i++) {
    if (s->k->scalar[i].turn >= 0) s->discrete.turn[s->k->scalar[i].turn] = s->m.scalar[i].value;
  }
}

// The gradient against central differences of the value (of speeds: in the speeds).
static void check_gradients(Setting *s) {
  const double h = 1e-5;
  static double value[2][SCALARS];
  for (int32_t c = 0; c < pw_speed_count(s->k); c++) {
    for (int side = 0; side < 2; side++) {
      double unit[NV] = {0}, q[NQ], v[NV];
      memcpy(v, s->v, sizeof v);
      unit[c] = side ? -h : h;
      v[c] += unit[c];
      pw_position_add(s->k, s->q, unit, q);
      place(s, s->t, q, s->v);
      for (int32_t i = 0; i < s->k->scalars; i++) value[side][i] = s->m.scalar[i].value;
      place(s, s->t, s->q, v);
      for (int32_t i = 0; i < s->k->scalars; i++) {
        if (is_speed(s, i)) value[side][i] = s->m.scalar[i].value;
      }
    }
    place(s, s->t, s->q, s->v);
    double unit[NV] = {0};
    unit[c] = 1;
    for (int32_t i = 0; i < s->k->scalars; i++) {
      check_close(s, i, "gradient", gradient_along(s, i, unit), (value[0][i] - value[1][i]) / (2 * h), 1e-7);
    }
  }
}

// Seven values of each scalar and row around s->t along a motion at constant accelerations.
static void check_rates(Setting *s) {
  const double h = 2e-3;
  static double value[7][SCALARS], row[7][ROWS];
  double q[NQ], v[NV];
  for (int n = 0; n < 7; n++) {
    later(s, (n - 3) * h, q, v);
    place(s, s->t + (n - 3) * h, q, v);
    for (int32_t i = 0; i < s->k->scalars; i++) value[n][i] = s->m.scalar[i].value;
    for (int32_t r = 0; r < s->k->rows; r++) row[n][r] = pw_row_value(&s->m, r);
  }
  place(s, s->t, s->q, s->v);
#define FIRST(x, i) ((x[6][i] - x[0][i] - 9 * (x[5][i] - x[1][i]) + 45 * (x[4][i] - x[2][i])) / (60 * h))
#define SECOND(x, i) \
  ((2 * (x[6][i] + x[0][i]) - 27 * (x[5][i] + x[1][i]) + 270 * (x[4][i] + x[2][i]) - 490 * x[3][i]) / (180 * h * h))
  for (int32_t i = 0; i < s->k->scalars; i++) {
    if (is_speed(s, i)) continue;
    check_close(s, i, "rate", s->m.scalar[i].rate, FIRST(value, i), 1e-8);
    check_close(s, i, "bias", s->m.scalar[i].bias + gradient_along(s, i, s->a), SECOND(value, i), 1e-6);
  }
  for (int32_t r = 0; r < s->k->rows; r++) {
    const PwRow *is = &s->k->row[r];
    double ja = 0;
    for (int32_t t = is->term; t < is->term + is->terms; t++) {
      ja += s->k->term[t].factor * gradient_along(s, s->k->term[t].scalar, s->a);
    }
    CHECK_CLOSE(pw_row_rate(&s->m, r), FIRST(row, r), 1e-8);
    CHECK_CLOSE(pw_row_bias(&s->m, r) + ja, SECOND(row, r), 1e-6);
  }
}

// Speed measures: the value is the velocity difference, by differences of the positions in ground axes.
static void check_speeds(Setting *s) {
  place(s, s->t, s->q, s->v);
  for (int32_t i = 0; i < s->k->scalars; i++) {
    const PwScalar *c = &s->k->scalar[i];
    if (c->kind != PW_S_SPEED) continue;
    const PwFrameMotion *a = &s->m.frame[c->frame[0]];
    double sum = 0, d[3];
    for (int32_t j = i - 40; j < i; j++) {  // the GROUND scalars of the same pair of frames
      const PwScalar *g = j < 0 ? c : &s->k->scalar[j];
      if (g->kind == PW_S_GROUND && g->frame[0] == c->frame[0] && g->frame[1] == c->frame[1]) d[g->axis] = s->m.scalar[j].rate;
    }
    for (int x = 0; x < 3; x++) sum += c->axis == 3 ? d[x] * d[x] : a->R[3 * x + c->axis] * d[x];
    check_close(s, i, "speed", s->m.scalar[i].value, c->axis == 3 ? sqrt(sum) : sum, 1e-12);
  }
}

static void test_space(void **state) {
  (void)state;
  uint64_t random = 11;
  Setting s = {0};
  s.k = build(bodies(false, PAWL_PLANAR_NO, &random));
  assert_false(s.k->planar);
  all_scalars(s.k, s.scalar);
  prepare(&s);
  for (int n = 0; n < 4; n++) {
    pose(&s, &random);
    hold_turns(&s);
    check_gradients(&s);
    check_rates(&s);
    check_speeds(&s);
  }
  leave(&s);
}

// In space at t = 0 a few closed forms: two frames turned by 0.3 about z and 2 m apart along (1, 2, 2).
static void test_known_values(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  PawlBodyId body = add_body(m, "one", 1, 1, 1, 1, 0, 0, 0);
  add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
  add_frame(m, body, 2.0 / 3, 4.0 / 3, 4.0 / 3, 2, 0.3);
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  Setting s = {.k = build(m)};
  static const struct {
    PwScalarKind kind;
    int32_t axis;
    double value;
  } known[] = {{PW_S_GROUND, 1, 4.0 / 3},
               {PW_S_POSITION, 0, 2.0 / 3},
               {PW_S_TURN, 2, 0.29887626494719840},  // 2 sin(0.15)
               {PW_S_ANGLE, 2, 0.3},
               {PW_S_SQUARE, 0, -0.29552020666133955},  // -sin(0.3)
               {PW_S_DISTANCE, 0, 2},
               {PW_S_RADIAL, 0, 1.4907119849998598},   // sqrt(20)/3
               {PW_S_AZIMUTH, 0, 1.1071487177940905},  // atan 2
               {PW_S_BETWEEN, 0, 0.3}};
  enum { COUNT = sizeof known / sizeof *known };
  for (int i = 0; i < COUNT; i++) s.scalar[i] = (PwScalar){known[i].kind, {0, 1}, known[i].axis, -1, {0}, 1};
  s.k->scalar = s.scalar;
  s.k->scalars = COUNT;
  prepare(&s);
  drawn(s.k, s.q);
  place(&s, 0, s.q, s.v);
  for (int i = 0; i < COUNT; i++) check_close(&s, i, "value", s.m.scalar[i].value, known[i].value, 1e-14);
  leave(&s);
}

// The angles of a cross: turn about x of frame 1, then about y of the cross, must come back.
static void test_cross_angles(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  PawlBodyId body = add_body(m, "one", 1, 1, 1, 1, 0, 0, 0);
  add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
  add_frame(m, body, 0, 0, 0, 2, 0);
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  Setting s = {.k = build(m)};
  s.scalar[0] = (PwScalar){PW_S_CROSS1, {0, 1}, 0, -1, {0}, 1};
  s.scalar[1] = (PwScalar){PW_S_CROSS2, {0, 1}, 0, -1, {0}, 1};
  s.k->scalar = s.scalar;
  s.k->scalars = 2;
  prepare(&s);
  double first[4] = {cos(0.2), sin(0.2), 0, 0}, second[4] = {cos(-0.35), 0, sin(-0.35), 0};
  drawn(s.k, s.q);
  pw_quat_multiply(first, second, s.q + 3);
  place(&s, 0, s.q, s.v);
  CHECK_CLOSE(s.m.scalar[0].value, 0.4, 1e-14);
  CHECK_CLOSE(s.m.scalar[1].value, -0.7, 1e-14);
  leave(&s);
}

// ---- a mechanism with every joint and force that a plane can have; nothing is assembled, rows and forces are just functions

static PawlStatus pull(void *user, double t, const double pose[7], const double twist[6], double wrench[6], double *stiffness,
                       double *damping) {
  (void)user;
  for (int i = 0; i < 6; i++) {
    double k = i < 3 ? 4 + i : 0, c = 1 + 0.1 * i;
    wrench[i] = (i < 3 ? -k * (pose[i] - t) : 0) - c * twist[i];
    if (stiffness) stiffness[7 * i] = -k;
    if (damping) damping[7 * i] = -c;
  }
  return PAWL_OK;
}

static PawlFrameId frame(int32_t i) {
  return (PawlFrameId){i + 1};
}

static void add_joints(PawlModel *m) {
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

static void add_measures(PawlModel *m) {
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

static void add_force(PawlModel *m, PawlForceDef def, const char *name) {
  def.name = name;
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = pawl_model_add_force(m, &def, messages, NULL);
  for (int i = 0; i < pawl_messages_count(messages); i++) print_message("%s\n", pawl_messages_get(messages, i).text);
  pawl_messages_free(messages);
  assert_int_equal(status, PAWL_OK);
}

static PawlForceDef force_of(PawlForceType type, int32_t frame1, int32_t frame2) {
  PawlForceDef def = pawl_force_def_default();
  def.type = type;
  if (type != PAWL_FORCE_JOINT) def.frame[0] = frame(frame1);
  if (frame2 >= 0) def.frame[1] = frame(frame2);
  def.free_length = 0.4;
  return def;
}

// Forces that have a potential.
static void add_elastic(PawlModel *m, bool planar) {
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

static void add_others(PawlModel *m, bool planar) {
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

static PawlMechanism *full(bool planar, PawlPlanar declared, bool others, uint64_t seed) {
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

static void test_plane(void **state) {
  (void)state;
  uint64_t random = 5;
  Setting s = {.k = full(true, PAWL_PLANAR_YES, true, 3)};
  assert_true(s.k->planar);
  prepare(&s);
  for (int n = 0; n < 4; n++) {
    pose(&s, &random);
    hold_turns(&s);
    check_gradients(&s);
    check_rates(&s);
  }
  leave(&s);
}

// A planar state in space.
static void lift(const Setting *flat, Setting *s) {
  memset(s->q, 0, sizeof s->q);
  memset(s->v, 0, sizeof s->v);
  s->t = flat->t;
  for (int b = 0; b < BODIES; b++) {
    double *q = s->q + 7 * b, angle = flat->q[3 * b + 2];
    memcpy(q, flat->q + 3 * b, 2 * sizeof *q);
    memcpy(s->v + 6 * b, flat->v + 3 * b, 2 * sizeof *q);
    q[3] = cos(angle / 2);
    q[6] = sin(angle / 2);
    s->v[6 * b + 5] = flat->v[3 * b + 2];
  }
}

static int32_t same_scalar(const PawlMechanism *k, const PwScalar *wanted) {
  for (int32_t i = 0; i < k->scalars; i++) {
    const PwScalar *s = &k->scalar[i];
    if (s->kind == wanted->kind && s->axis == wanted->axis && !memcmp(s->frame, wanted->frame, sizeof s->frame)) return i;
  }
  fail_msg("scalar of the plane not found in space");
  return -1;
}

static void compare_with_space(const Setting *flat, const Setting *s) {
  static const int of[6] = {0, 1, 5, 6, 7, 11};
  for (int32_t i = 0; i < flat->k->scalars; i++) {
    int32_t j = same_scalar(s->k, &flat->k->scalar[i]);
    const PwScalarMotion *x = &flat->m.scalar[i], *y = &s->m.scalar[j];
    PwScalarKind kind = flat->k->scalar[i].kind;
    bool angle = kind == PW_S_ANGLE || kind == PW_S_AZIMUTH;
    // a lock's turn is 2 sin of half the turn, so its sign is that of the quaternion
    double sign = kind == PW_S_TURN && x->jac[5] * y->jac[11] < 0 ? -1 : 1;
    check_close(flat, i, "value", angle ? remainder(x->value - y->value, 2 * PI) : x->value - sign * y->value, 0, 1e-12);
    check_close(flat, i, "rate", x->rate, sign * y->rate, 1e-12);
    check_close(flat, i, "bias", x->bias, sign * y->bias, 1e-12);
    for (int c = 0; c < 6; c++) check_close(flat, i, "gradient", x->jac[c], sign * y->jac[of[c]], 1e-12);
  }
}

static void test_plane_against_space(void **state) {
  (void)state;
  uint64_t random = 7;
  Setting flat = {.k = full(true, PAWL_PLANAR_YES, true, 3)}, s = {.k = full(true, PAWL_PLANAR_NO, true, 3)};
  prepare(&flat);
  prepare(&s);
  for (int n = 0; n < 4; n++) {
    double force[NV], expected[NV];
    pose(&flat, &random);
    lift(&flat, &s);
    place(&flat, flat.t, flat.q, flat.v);
    for (int32_t i = 0; i < flat.k->scalars; i++) {  // the plane counts turns by itself
      int32_t turn = s.k->scalar[same_scalar(s.k, &flat.k->scalar[i])].turn;
      if (turn >= 0) s.discrete.turn[turn] = flat.m.scalar[i].value;
    }
    place(&s, s.t, s.q, s.v);
    compare_with_space(&flat, &s);
    assert_int_equal(pw_motion_forces(&flat.m, &flat.discrete, force), PAWL_OK);
    assert_int_equal(pw_motion_forces(&s.m, &s.discrete, expected), PAWL_OK);
    for (int b = 0; b < BODIES; b++) {
      for (int c = 0; c < 3; c++) CHECK_CLOSE(force[3 * b + c], expected[6 * b + (c == 2 ? 5 : c)], 1e-10);
    }
    CHECK_CLOSE(flat.m.power, s.m.power, 1e-10);
    CHECK_CLOSE(pw_motion_potential(&flat.m), pw_motion_potential(&s.m), 1e-10);
    CHECK_CLOSE(pw_motion_kinetic(&flat.m, flat.v), pw_motion_kinetic(&s.m, s.v), 1e-12);
  }
  leave(&flat);
  leave(&s);
}

// ---- forces

static void elastic_forces(PawlMechanism *k) {
  uint64_t random = 23;
  const double h = 1e-5;
  Setting s = {.k = k};
  prepare(&s);
  for (int n = 0; n < 4; n++) {
    double force[NV];
    pose(&s, &random);
    memset(s.v, 0, sizeof s.v);
    hold_turns(&s);
    place(&s, s.t, s.q, s.v);
    assert_int_equal(pw_motion_forces(&s.m, &s.discrete, force), PAWL_OK);
    for (int32_t c = 0; c < pw_speed_count(k); c++) {
      double unit[NV] = {0}, q[NQ], difference = 0;
      for (int side = 1; side >= -1; side -= 2) {
        unit[c] = side * h;
        pw_position_add(k, s.q, unit, q);
        place(&s, s.t, q, s.v);
        difference += side * pw_motion_potential(&s.m) / (2 * h);
      }
      CHECK_CLOSE(force[c], -difference, 1e-6);
    }
  }
  leave(&s);
}

// Elastic forces are minus the gradient of the potential energy.
static void test_elastic_forces(void **state) {
  (void)state;
  elastic_forces(full(false, PAWL_PLANAR_NO, false, 3));
  elastic_forces(full(true, PAWL_PLANAR_YES, false, 3));
}

static void power(PawlMechanism *k) {
  uint64_t random = 29;
  const double h = 2e-3;
  Setting s = {.k = k};
  prepare(&s);
  for (int n = 0; n < 4; n++) {
    double force[NV], q[NQ], v[NV], V[7][1], work = 0;
    pose(&s, &random);
    hold_turns(&s);
    for (int i = 0; i < 7; i++) {
      later(&s, (i - 3) * h, q, v);
      place(&s, s.t + (i - 3) * h, q, v);
      V[i][0] = pw_motion_potential(&s.m);
    }
    place(&s, s.t, s.q, s.v);
    assert_int_equal(pw_motion_forces(&s.m, &s.discrete, force), PAWL_OK);
    for (int32_t c = 0; c < pw_speed_count(k); c++) work += force[c] * s.v[c];  // d/dt of the kinetic energy
    CHECK_CLOSE(s.m.power, work + FIRST(V, 0), 1e-7);
  }
  leave(&s);
}

// `power` is what raises the sum of kinetic and potential energy, frames that move against springs included.
static void test_power(void **state) {
  (void)state;
  power(full(false, PAWL_PLANAR_NO, true, 3));
  power(full(true, PAWL_PLANAR_YES, true, 3));
}

// The same force as law and as numbers.
static void test_laws(void **state) {
  (void)state;
  double force[2][NV];
  for (int law = 0; law < 2; law++) {
    uint64_t random = 3;
    PawlModel *m = bodies(false, PAWL_PLANAR_NO, &random);
    add_joint(m, "pin", PAWL_JOINT_REVOLUTE, frame(0), frame(1));
    PawlForceDef def = force_of(PAWL_FORCE_SPRING, 1, 6);
    if (law) {
      def.law.expression = "3 + 5*(length - 0.4) + 2*rate";
    } else {
      def.preload = 3;
      def.stiffness = 5;
      def.damping = 2;
    }
    add_force(m, def, "spring");
    PawlForceDef joint = force_of(PAWL_FORCE_JOINT, 0, -1);
    joint.coordinate.joint = pawl_model_find_joint(m, "pin");
    if (law) {
      joint.law.expression = "-3*(position - 0.4) - 0.5*rate";
    } else {
      joint.stiffness = 3;
      joint.damping = 0.5;
    }
    add_force(m, joint, "joint");
    Setting s = {.k = build(m)};
    prepare(&s);
    pose(&s, &random);
    place(&s, s.t, s.q, s.v);
    assert_int_equal(pw_motion_forces(&s.m, &s.discrete, force[law]), PAWL_OK);
    leave(&s);
  }
  for (int c = 0; c < NV; c++) CHECK_CLOSE(force[1][c], force[0][c], 1e-12);
}

// A force along x of a frame that is turned by 90 degrees about z acts along y; its torque is about the centre of mass. The
// opposite acts at the same point on the other body.
static void test_following(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  PawlBodyId one = add_body(m, "one", 1, 1, 1, 1, 0, 0, 0), two = add_body(m, "two", 1, 1, 1, 1, 0, 3, 0);
  add_frame(m, one, 2, 0, 0, 2, PI / 2);
  add_frame(m, two, 0, 0, 0, 0, 0);
  PawlForceDef def = force_of(PAWL_FORCE_POINT, 0, 1);
  def.component[0].value = 5;
  def.follow = true;
  add_force(m, def, "push");
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  Setting s = {.k = build(m)};
  prepare(&s);
  drawn(s.k, s.q);
  place(&s, 0, s.q, s.v);
  double force[12], expected[12] = {0, 5, 0, 0, 0, 10, 0, -5, 0, 0, 0, -10};
  assert_int_equal(pw_motion_forces(&s.m, &s.discrete, force), PAWL_OK);
  for (int i = 0; i < 12; i++) CHECK_CLOSE(force[i], expected[i], 1e-14);
  leave(&s);
}

// A free body turning about no principal axis: the force is -w x (I w).
static void test_gyroscopic(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  add_body(m, "one", 2, 1, 2, 2.5, 0, 0, 0);
  add_frame(m, pawl_model_ground(m), 0, 0, 0, 0, 0);
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  Setting s = {.k = build(m)};
  prepare(&s);
  drawn(s.k, s.q);
  s.v[3] = 1, s.v[4] = 2, s.v[5] = 3;
  place(&s, 0, s.q, s.v);
  double force[6], expected[6] = {0, 0, 0, -(2 * 7.5 - 3 * 4), -(3 * 1 - 1 * 7.5), -(1 * 4 - 2 * 1)};
  assert_int_equal(pw_motion_forces(&s.m, &s.discrete, force), PAWL_OK);
  for (int i = 0; i < 6; i++) CHECK_CLOSE(force[i], expected[i], 1e-14);
  leave(&s);
}

// ---- the complex build

// A tiny step in the imaginary direction: of q along a small turn, of v along itself.
static void place_z(Setting *s, int32_t speed, bool turn, double complex *force) {
  const double tiny = 1e-30;
  double complex q[NQ], v[NV];
  double unit[NV] = {0}, rate[NQ];
  unit[speed] = tiny;
  pw_position_rate(s->k, s->q, unit, rate);
  for (int i = 0; i < NQ; i++) q[i] = CMPLX(s->q[i], turn && i < pw_position_count(s->k) ? rate[i] : 0);
  for (int i = 0; i < NV; i++) v[i] = CMPLX(s->v[i], turn ? 0 : unit[i]);
  assert_int_equal(pw_motion_place_z(&s->z, s->t, q, &s->discrete), PAWL_OK);
  pw_motion_move_z(&s->z, v);
  assert_int_equal(pw_motion_forces_z(&s->z, &s->discrete, force), PAWL_OK);
}

static void place_beside(Setting *s, int32_t speed, bool turn, double h, double *force) {
  double unit[NV] = {0}, q[NQ], v[NV];
  unit[speed] = h;
  memcpy(q, s->q, sizeof q);
  memcpy(v, s->v, sizeof v);
  if (turn) {
    pw_position_add(s->k, s->q, unit, q);
  } else {
    v[speed] += h;
  }
  place(s, s->t, q, v);
  assert_int_equal(pw_motion_forces(&s->m, &s->discrete, force), PAWL_OK);
}

static void check_complex(Setting *s, int32_t speed, bool turn) {
  const double h = 1e-5, tiny = 1e-30;
  static PwScalarMotion beside[2][SCALARS];
  double force[3][NV], rows[2][ROWS][3];
  double complex force_z[NV];
  for (int side = 0; side < 2; side++) {
    place_beside(s, speed, turn, side ? -h : h, force[side]);
    memcpy(beside[side], s->m.scalar, (size_t)s->k->scalars * sizeof **beside);
    for (int32_t r = 0; r < s->k->rows; r++) {
      double row[3] = {pw_row_value(&s->m, r), pw_row_rate(&s->m, r), pw_row_bias(&s->m, r)};
      memcpy(rows[side][r], row, sizeof row);
    }
  }
  place_beside(s, speed, turn, 0, force[2]);
  place_z(s, speed, turn, force_z);
#define COMPARE(what, z, exact, up, down)           \
  (check_close(s, i, what, creal(z), exact, 1e-13), \
   check_close(s, i, "change of " what, cimag(z) / tiny, ((up) - (down)) / (2 * h), 1e-6))
  for (int32_t i = 0; i < s->k->scalars; i++) {
    const PwScalarMotion_z *z = &s->z.scalar[i];
    const PwScalarMotion *x = &s->m.scalar[i], *up = &beside[0][i], *down = &beside[1][i];
    COMPARE("value", z->value, x->value, up->value, down->value);
    COMPARE("rate", z->rate, x->rate, up->rate, down->rate);
    COMPARE("bias", z->bias, x->bias, up->bias, down->bias);
    for (int c = 0; c < 12; c++) COMPARE("gradient", z->jac[c], x->jac[c], up->jac[c], down->jac[c]);
  }
  for (int32_t r = 0; r < s->k->rows; r++) {
    double complex z[3] = {pw_row_value_z(&s->z, r), pw_row_rate_z(&s->z, r), pw_row_bias_z(&s->z, r)};
    for (int i = 0; i < 3; i++) CHECK_CLOSE(cimag(z[i]) / tiny, (rows[0][r][i] - rows[1][r][i]) / (2 * h), 1e-6);
  }
  for (int32_t c = 0; c < pw_speed_count(s->k); c++) {
    CHECK_CLOSE(creal(force_z[c]), force[2][c], 1e-11);
    CHECK_CLOSE(cimag(force_z[c]) / tiny, (force[0][c] - force[1][c]) / (2 * h), 1e-5);
  }
}

static void complex_build(PawlMechanism *k, bool every_scalar) {
  uint64_t random = 31;
  Setting s = {.k = k};
  if (every_scalar) all_scalars(k, s.scalar);
  prepare(&s);
  for (int n = 0; n < 2; n++) {
    pose(&s, &random);
    hold_turns(&s);
    for (int32_t c = 0; c < pw_speed_count(k); c++) {
      check_complex(&s, c, true);
      check_complex(&s, c, false);
    }
  }
  leave(&s);
}

static void test_complex(void **state) {
  (void)state;
  uint64_t random = 3;
  complex_build(build(bodies(false, PAWL_PLANAR_NO, &random)), true);
  complex_build(full(false, PAWL_PLANAR_NO, true, 3), false);
  complex_build(full(true, PAWL_PLANAR_YES, true, 3), false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_space),
      cmocka_unit_test(test_known_values),
      cmocka_unit_test(test_cross_angles),
      cmocka_unit_test(test_plane),
      cmocka_unit_test(test_plane_against_space),
      cmocka_unit_test(test_elastic_forces),
      cmocka_unit_test(test_power),
      cmocka_unit_test(test_laws),
      cmocka_unit_test(test_following),
      cmocka_unit_test(test_gyroscopic),
      cmocka_unit_test(test_complex),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
