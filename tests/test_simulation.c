// The C interface: built in code, stepped, read. Expected values are closed forms; what they follow from stands at each test.
#include "mechanisms.h"

// A point of mass m on a massless arm of length l, pinned at the origin, drawn along x; in the plane or in space.
static PawlModel *pendulum(PawlPlanar planar, PawlJointId *hinge, PawlBodyId *bob) {
  PawlModel *m = new_model(0, -G);
  *bob = body_at(m, "bob", 2, 0.5, 1.5, 0);
  *hinge = pin(m, "hinge", pawl_model_ground(m), *bob, 0, 0);
  assert_int_equal(pawl_model_set_planar(m, planar), PAWL_OK);
  return m;
}

static void check_vector(const double *a, const double *b, int n, double tolerance) {
  for (int i = 0; i < n; i++) CHECK_CLOSE(a[i], b[i], tolerance);
}

// At an angle a with speed w: (I + m l^2) w' = -m g l cos a; the centre's acceleration is l w' along the turn and l w^2 inwards;
// the pin gives m (a_c - g).
static void pendulum_read_out(void **state) {
  (void)state;
  for (int space = 0; space < 2; space++) {
    PawlJointId hinge;
    PawlBodyId bob;
    PawlModel *m = pendulum(space ? PAWL_PLANAR_NO : PAWL_PLANAR_AUTO, &hinge, &bob);
    double a = 0.7, w = 2, mass = 2, l = 1.5, turn = -mass * G * l * cos(a) / (0.5 + mass * l * l);
    wish(m, hinge, a, w, true);
    PawlMechanism *k = compile(m);
    PawlSimulation *s = simulate(k, 1, 1e-8);
    double pose[7], twist[6], acceleration[6], wrench[6], center[2];
    assert_int_equal(pawl_simulation_pose(s, bob, pose), PAWL_OK);
    assert_int_equal(pawl_simulation_twist(s, bob, twist), PAWL_OK);
    assert_int_equal(pawl_simulation_acceleration(s, bob, acceleration), PAWL_OK);
    assert_int_equal(pawl_simulation_reaction(s, hinge, wrench), PAWL_OK);
    check_vector(pose, (double[]){0, 0, 0, cos(a / 2), 0, 0, sin(a / 2)}, 7, 1e-12);  // the body's origin is in the pin
    check_vector(twist, (double[]){0, 0, 0, 0, 0, w}, 6, 1e-11);
    check_vector(acceleration, (double[]){0, 0, 0, 0, 0, turn}, 6, 1e-10);
    center[0] = -l * (w * w * cos(a) + turn * sin(a));
    center[1] = -l * (w * w * sin(a) - turn * cos(a));
    check_vector(wrench, (double[]){mass * center[0], mass * (center[1] + G), 0, 0, 0, 0}, 6, 1e-9);
    CHECK_CLOSE(coordinate(s, hinge, 0), a, 1e-12);
    CHECK_CLOSE(coordinate(s, hinge, 1), w, 1e-11);
    CHECK_CLOSE(coordinate(s, hinge, 2), turn, 1e-10);
    pawl_simulation_free(s);
    pawl_mechanism_free(k);
  }
}

// Energy is kept, time is met exactly, and the way through small stretches ends where one stretch ends.
static void stretches_end_where_one_does(void **state) {
  (void)state;
  PawlJointId hinge;
  PawlBodyId bob;
  PawlMechanism *k = compile(pendulum(PAWL_PLANAR_AUTO, &hinge, &bob));
  PawlSimulation *one = simulate(k, 2, 1e-10), *many = simulate(k, 2, 1e-10);
  double kinetic, potential, work, start;
  assert_int_equal(pawl_simulation_energy(one, &kinetic, &start, &work), PAWL_OK);
  CHECK_CLOSE(kinetic, 0, 0);
  advance(one, 2);
  for (int i = 1; i <= 40; i++) {
    advance(many, i * 0.05);
    CHECK_CLOSE(pawl_simulation_time(many), i * 0.05, 0);
  }
  CHECK_CLOSE(coordinate(one, hinge, 0), coordinate(many, hinge, 0), 1e-14);
  assert_int_equal(pawl_simulation_energy(many, &kinetic, &potential, &work), PAWL_OK);
  assert_true(kinetic > 1);
  CHECK_CLOSE(kinetic + potential, start, 1e-8);
  CHECK_CLOSE(work, 0, 1e-12);
  PawlRunInfo info = pawl_simulation_info(many);
  assert_true(info.steps > 3 && info.evaluations > info.steps);
  assert_string_equal(info.method, "dop853");
  assert_string_equal(info.formulation, "canonical");                             // what auto is for it
  assert_int_equal(pawl_simulation_advance(many, 0.1, NULL), PAWL_ERR_ARGUMENT);  // time does not run back
  pawl_simulation_free(one);
  pawl_simulation_free(many);
  pawl_mechanism_free(k);
}

static void bad_ids(void **state) {
  (void)state;
  PawlJointId hinge;
  PawlBodyId bob;
  PawlMechanism *k = compile(pendulum(PAWL_PLANAR_AUTO, &hinge, &bob));
  PawlSimulation *s = simulate(k, 1, 1e-8);
  double out[7];
  assert_int_equal(pawl_simulation_pose(s, (PawlBodyId){0}, out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_twist(s, (PawlBodyId){9}, out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_acceleration(s, (PawlBodyId){-1}, out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_reaction(s, (PawlJointId){2}, out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_coordinate(s, (PawlCoordinate){hinge, "travel"}, out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_measure(s, (PawlMeasureId){1}, out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_drive_force(s, (PawlDriveId){1}, out), PAWL_ERR_ARGUMENT);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

static void bad_options(void **state) {
  (void)state;
  PawlJointId hinge;
  PawlBodyId bob;
  PawlMechanism *k = compile(pendulum(PAWL_PLANAR_AUTO, &hinge, &bob));
  PawlRunOptions good = pawl_run_options_default(), bad[9];
  PawlSimulation *s;
  for (int i = 0; i < 9; i++) bad[i] = good;
  bad[0].size++;
  bad[1].duration = 0;
  bad[2].duration = NAN;
  bad[3].tolerance = 0.2;
  bad[4].max_step = -1;
  bad[5].max_steps = 0;
  bad[6].absolute = NAN;
  bad[7].size = 0;
  bad[8].formulation = (PawlFormulation)4;
  for (int i = 0; i < 9; i++) {
    assert_int_equal(pawl_simulation_create(k, &bad[i], NULL, &s), PAWL_ERR_ARGUMENT);
    assert_null(s);
  }
  // a caller built against an older library, whose options ended after the tolerance: the rest is the default
  good.size = offsetof(PawlRunOptions, absolute);
  good.max_steps = 0;
  assert_int_equal(pawl_simulation_create(k, &good, NULL, &s), PAWL_OK);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// A driven crank, phi = 0.3 + 2 t + 0.5 t^2, with an eccentric mass: torque (I + m l^2) phi'' + m g l cos phi.
static void driven_crank(void **state) {
  (void)state;
  PawlJointId hinge;
  PawlBodyId bob;
  for (int kinematics = 0; kinematics < 2; kinematics++) {
    PawlModel *m = pendulum(PAWL_PLANAR_AUTO, &hinge, &bob);
    PawlDriveId motor = drive(m, hinge, NULL, "0.3 + 2*t + 0.5*t^2");
    PawlMechanism *k = compile(m);
    PawlRunOptions options = pawl_run_options_default();
    PawlSimulation *s;
    options.analysis = kinematics ? PAWL_ANALYSIS_KINEMATICS : PAWL_ANALYSIS_DYNAMICS;
    assert_int_equal(pawl_simulation_create(k, &options, NULL, &s), PAWL_OK);
    for (double t = 0; t < 0.95; t += 0.3) {
      double phi = 0.3 + 2 * t + 0.5 * t * t, w = 2 + t, torque, wrench[6], mass = 2, l = 1.5;
      advance(s, t);
      assert_int_equal(pawl_simulation_drive_force(s, motor, &torque), PAWL_OK);
      assert_int_equal(pawl_simulation_reaction(s, hinge, wrench), PAWL_OK);
      CHECK_CLOSE(coordinate(s, hinge, 0), phi, 1e-12);
      CHECK_CLOSE(coordinate(s, hinge, 1), w, 1e-11);
      CHECK_CLOSE(coordinate(s, hinge, 2), 1, 1e-10);
      CHECK_CLOSE(torque, 0.5 + mass * l * l + mass * G * l * cos(phi), 1e-9);
      CHECK_CLOSE(wrench[0], mass * l * (-w * w * cos(phi) - sin(phi)), 1e-9);
      CHECK_CLOSE(wrench[1], mass * (l * (-w * w * sin(phi) + cos(phi)) + G), 1e-9);
      CHECK_CLOSE(wrench[5], torque, 1e-9);  // drives included
    }
    pawl_simulation_free(s);
    pawl_mechanism_free(k);
  }
}

// Two hinges hold a door of weight W whose centre is b beside their line: horizontal pull W b / (distance of the hinges), the
// lower one pushing. One hinge carries everything upwards and the other is free to slide along its axis, so that nothing is
// redundant.
static void door_hinges(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  double gravity[3] = {0, 0, -G}, mass = 4, b = 0.5, apart = 1.6;
  assert_int_equal(pawl_model_set_gravity(m, gravity), PAWL_OK);
  PawlBodyId ground = pawl_model_ground(m), door = add_body(m, "door", mass, 1, 1, 1, b, 0, 1);
  PawlJointId low =
      add_joint(m, "low", PAWL_JOINT_SPHERICAL, add_frame(m, ground, 0, 0, 0, 2, 0), add_frame(m, door, -b, 0, -1, 2, 0));
  PawlJointId high = add_joint(m, "high", PAWL_JOINT_POINT_ON_LINE, add_frame(m, ground, 0, 0, apart, 2, 0),
                               add_frame(m, door, -b, 0, apart - 1, 2, 0));
  PawlMechanism *k = compile(m);
  PawlSimulation *s = simulate(k, 1, 1e-8);
  double wrench[6], pull = mass * G * b / apart;
  assert_int_equal(k->redundancies, 0);
  assert_int_equal(k->mobility, 1);
  assert_int_equal(pawl_simulation_reaction(s, low, wrench), PAWL_OK);
  check_vector(wrench, (double[]){pull, 0, mass * G, 0, 0, 0}, 6, 1e-9);
  assert_int_equal(pawl_simulation_reaction(s, high, wrench), PAWL_OK);
  check_vector(wrench, (double[]){-pull, 0, 0, 0, 0, 0}, 6, 1e-9);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// A nut on a vertical screw with pitch p runs down by itself: z'' = -g m / (m + I (2 pi / p)^2); ground takes the torque I
// angle''.
static void a_nut_runs_down_its_screw(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  double gravity[3] = {0, 0, -G}, mass = 3, inertia = 0.02, p = 0.4, ratio = 2 * PI / p;
  assert_int_equal(pawl_model_set_gravity(m, gravity), PAWL_OK);
  PawlBodyId ground = pawl_model_ground(m), nut = add_body(m, "nut", mass, 0.03, 0.03, inertia, 0, 0, 0);
  PawlJointDef def = pawl_joint_def_default();
  PawlJointId joint;
  def.name = "thread";
  def.type = PAWL_JOINT_SCREW;
  def.frame[0] = add_frame(m, ground, 0, 0, 0, 2, 0);
  def.frame[1] = add_frame(m, nut, 0, 0, 0, 2, 0);
  def.pitch = p;
  assert_int_equal(pawl_model_add_joint(m, &def, NULL, &joint), PAWL_OK);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = simulate(k, 2, 1e-10);
  double down = -G * mass / (mass + inertia * ratio * ratio), travel[3], angle[3], wrench[6];
  for (int i = 0; i <= 4; i++) {
    double t = 0.5 * i;
    advance(s, t);
    assert_int_equal(pawl_simulation_coordinate(s, (PawlCoordinate){joint, "travel"}, travel), PAWL_OK);
    assert_int_equal(pawl_simulation_coordinate(s, (PawlCoordinate){joint, "angle"}, angle), PAWL_OK);
    assert_int_equal(pawl_simulation_reaction(s, joint, wrench), PAWL_OK);
    CHECK_CLOSE(travel[0], down * t * t / 2, 1e-8);
    CHECK_CLOSE(travel[2], down, 1e-9);
    CHECK_CLOSE(angle[0], ratio * down * t * t / 2, 1e-7);  // several turns, counted
    check_vector(wrench, (double[]){0, 0, mass * (down + G), 0, 0, inertia * ratio * down}, 6, 1e-7);
  }
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

typedef struct {
  double stiffness;
  int calls, backward, fail_after, retry_above;  // backward: calls at an earlier time than the one before
  double last;
  PawlStatus failure;
} Spring;

// A linear spring to the origin, as a user would write it.
static PawlStatus spring_force(void *user, double t, const double pose[7], const double twist[6], double wrench[6],
                               double *stiffness, double *damping) {
  Spring *s = user;
  (void)twist;
  (void)damping;
  s->calls++;
  s->backward += t < s->last;
  s->last = t;
  if (s->fail_after && t > s->fail_after * 0.1) return s->failure;
  for (int i = 0; i < 3; i++) wrench[i] = -s->stiffness * pose[i];
  for (int i = 0; i < 3 && stiffness; i++) stiffness[7 * i] = -s->stiffness;
  return PAWL_OK;
}

// A point in space on that spring: x = cos(w t), y = v/w sin(w t).
static PawlMechanism *oscillator(Spring *spring, PawlBodyId *ball) {
  PawlModel *m = new_model(0, 0);
  *ball = add_body(m, "ball", 1, 1, 1, 1, 1, 0, 0);
  PawlForceDef def = pawl_force_def_default();
  def.name = "user";
  def.type = PAWL_FORCE_CALLBACK;
  def.frame[0] = add_frame(m, *ball, 0, 0, 0, 2, 0);
  def.function = spring_force;
  def.user = spring;
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  PawlInitialBody initial = pawl_initial_body_default();
  initial.body = *ball;
  initial.velocity[1] = 3;
  initial.hold_velocity = true;
  assert_int_equal(pawl_model_set_initial_body(m, &initial, NULL), PAWL_OK);
  return compile(m);
}

static void callback_force(void **state) {
  (void)state;
  static const PawlMethod methods[] = {PAWL_METHOD_DOPRI5, PAWL_METHOD_DOP853, PAWL_METHOD_RADAU5};
  for (int i = 0; i < 3; i++) {
    Spring spring = {.stiffness = 16};
    PawlBodyId ball;
    PawlMechanism *k = oscillator(&spring, &ball);
    PawlRunOptions options = pawl_run_options_default();
    PawlSimulation *s;
    double pose[7], t = 2, w = 4;
    options.method = methods[i];
    options.tolerance = 1e-9;
    options.duration = 2;
    assert_int_equal(pawl_simulation_create(k, &options, NULL, &s), PAWL_OK);
    advance(s, t);
    assert_int_equal(pawl_simulation_pose(s, ball, pose), PAWL_OK);
    CHECK_CLOSE(pose[0], cos(w * t), 2e-8);
    CHECK_CLOSE(pose[1], 3 / w * sin(w * t), 2e-8);
    assert_true(spring.calls > 20);
    assert_true(spring.backward > 0);  // trial states come out of order
    pawl_simulation_free(s);
    pawl_mechanism_free(k);
  }
}

// It ends the run with its own status and is named; what was reached before stays readable.
static void callback_fails(void **state) {
  (void)state;
  static const PawlStatus given[] = {PAWL_ERR_CALLBACK, PAWL_RETRY};
  for (int i = 0; i < 2; i++) {
    Spring spring = {.stiffness = 16, .fail_after = 5, .failure = given[i]};
    PawlBodyId ball;
    PawlMechanism *k = oscillator(&spring, &ball);
    PawlSimulation *s = simulate(k, 2, 1e-8);
    PawlMessages *messages = pawl_messages_create();
    PawlStatus status = pawl_simulation_advance(s, 2, messages);
    assert_true(status < 0);
    if (i == 0) {
      assert_int_equal(status, PAWL_ERR_CALLBACK);
    } else {
      assert_int_equal(status, PAWL_ERR_STEP);  // smaller steps go up to the wall at 0.5 s and not beyond
      assert_true(strstr(pawl_messages_get(messages, 0).text, "t = 0.5 ") ||
                  strstr(pawl_messages_get(messages, 0).text, "t = 0.4999"));
    }
    assert_int_equal(pawl_messages_errors(messages), 1);
    pawl_messages_free(messages);
    pawl_simulation_free(s);
    pawl_mechanism_free(k);
  }
}

// A state that cannot be evaluated far outside (a step too large) is avoided by smaller steps: a force defined for |x| <= 1.02
// only, of a motion that stays within 1.
static PawlStatus walled_force(void *user, double t, const double pose[7], const double twist[6], double wrench[6],
                               double *stiffness, double *damping) {
  if (fabs(pose[0]) > 1.02) {
    ((Spring *)user)->retry_above++;
    return PAWL_RETRY;
  }
  return spring_force(user, t, pose, twist, wrench, stiffness, damping);
}

static void callback_asks_for_smaller_steps(void **state) {
  (void)state;
  Spring spring = {.stiffness = 16};
  PawlModel *m = new_model(0, 0);
  PawlBodyId ball = add_body(m, "ball", 1, 1, 1, 1, 1, 0, 0);
  PawlForceDef def = pawl_force_def_default();
  def.name = "user";
  def.type = PAWL_FORCE_CALLBACK;
  def.frame[0] = add_frame(m, ball, 0, 0, 0, 2, 0);
  def.function = walled_force;
  def.user = &spring;
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  PawlMechanism *k = compile(m);
  PawlRunOptions options = pawl_run_options_default();
  PawlSimulation *s;
  double pose[7];
  options.method = PAWL_METHOD_DOPRI5;
  options.formulation = PAWL_FORMULATION_MULTIPLIERS;
  options.tolerance = 1e-3;  // loose, so that trial states leave the range
  options.duration = 6;
  assert_int_equal(pawl_simulation_create(k, &options, NULL, &s), PAWL_OK);
  advance(s, 6);
  assert_int_equal(pawl_simulation_pose(s, ball, pose), PAWL_OK);
  CHECK_CLOSE(pose[0], cos(24), 0.1);
  assert_true(spring.retry_above > 0);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// Reading measures: distance, position, angle, speed of two pins of a turning arm.
static void measures_are_those_of_the_pose(void **state) {
  (void)state;
  PawlJointId hinge;
  PawlBodyId bob;
  PawlModel *m = pendulum(PAWL_PLANAR_AUTO, &hinge, &bob);
  PawlFrameId post = add_frame(m, pawl_model_ground(m), 0, 2, 0, 2, 0), tip = add_frame(m, bob, 1.5, 0, 0, 2, 0);
  static const PawlMeasureType types[] = {PAWL_MEASURE_DISTANCE, PAWL_MEASURE_POSITION, PAWL_MEASURE_ANGLE, PAWL_MEASURE_SPEED,
                                          PAWL_MEASURE_SPEED};
  static const int axes[] = {0, 1, 2, 0, 3};
  static const char *const names[] = {"d", "y", "a", "vx", "v"};
  double a = 0.4, w = 3, l = 1.5, expected[] = {hypot(l * cos(a), l * sin(a) - 2), l * sin(a) - 2, a, -l * w * sin(a), l * w};
  PawlMeasureId id[5];
  for (int i = 0; i < 5; i++) {
    PawlMeasureDef def = pawl_measure_def_default();
    def.name = names[i];
    def.type = types[i];
    def.axis = axes[i];
    def.frame[0] = post;
    def.frame[1] = tip;
    assert_int_equal(pawl_model_add_measure(m, &def, NULL, &id[i]), PAWL_OK);
  }
  wish(m, hinge, a, w, true);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = simulate(k, 1, 1e-8);
  for (int i = 0; i < 5; i++) {
    double value;
    assert_int_equal(pawl_simulation_measure(s, id[i], &value), PAWL_OK);
    CHECK_CLOSE(value, expected[i], 1e-10);
  }
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

static bool cancel_halfway(void *user, double t, double fraction) {
  double *seen = user;
  CHECK_CLOSE(fraction, t / 5, 1e-12);
  *seen = t;
  return t > 2.5;
}

static void progress_cancels_a_run(void **state) {
  (void)state;
  PawlJointId hinge;
  PawlBodyId bob;
  PawlMechanism *k = compile(pendulum(PAWL_PLANAR_AUTO, &hinge, &bob));
  PawlRunOptions options = pawl_run_options_default();
  PawlRunInfo info = {.size = sizeof info};
  double seen = -1;
  options.duration = 5;
  options.progress = cancel_halfway;
  options.user = &seen;
  assert_int_equal(pawl_run(k, &options, NULL, &info), PAWL_ERR_CANCELLED);
  assert_true(seen > 2.5 && seen < 5);
  options.progress = NULL;
  assert_int_equal(pawl_run(k, &options, NULL, &info), PAWL_OK);
  CHECK_CLOSE(info.t, 5, 0);
  assert_int_equal(info.samples, 201);  // duration/200 by default, both ends
  assert_true(info.energy_drift < 1e-6);
  pawl_mechanism_free(k);
}

// A body that two strained springs hold, hardly moves, and has no weight: its drift is measured by what the springs hold (or,
// where they hold nothing, by masses that go through the size in the duration), not by a kinetic energy far below rounding.
static void drift_of_a_body_at_rest(void **state) {
  (void)state;
  for (int strained = 0; strained < 2; strained++) {
    char text[600];
    snprintf(text, sizeof text,
             "planar: true\n"
             "bodies: {a: {mass: 2, inertia: 0.1, position: [0.3, 0.1]}}\n"
             "forces:\n"
             "  s: {type: spring, frames: [ground, a], stiffness: 1e5%s}\n"
             "  t: {type: spring, frames: [{body: ground, at: [0.6, 0.2]}, a], stiffness: 1e5%s}\n"
             "initial: {bodies: {a: {velocity: [1e-12, 2e-12]}}}\n",
             strained ? ", free_length: 0.2" : "", strained ? ", free_length: 0.2" : "");
    PawlModel *m = NULL;
    PawlMechanism *k = NULL;
    PawlRunOptions options = pawl_run_options_default();
    PawlRunInfo info = {.size = sizeof info};
    options.duration = 10;
    assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, NULL, &m), PAWL_OK);
    assert_int_equal(pawl_mechanism_compile(m, NULL, &k), PAWL_OK);
    assert_int_equal(pawl_run(k, &options, NULL, &info), PAWL_OK);
    assert_true(info.energy_drift < 1e-10);
    pawl_mechanism_free(k);
    pawl_model_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum_read_out),
      cmocka_unit_test(stretches_end_where_one_does),
      cmocka_unit_test(bad_ids),
      cmocka_unit_test(bad_options),
      cmocka_unit_test(driven_crank),
      cmocka_unit_test(door_hinges),
      cmocka_unit_test(a_nut_runs_down_its_screw),
      cmocka_unit_test(callback_force),
      cmocka_unit_test(callback_fails),
      cmocka_unit_test(callback_asks_for_smaller_steps),
      cmocka_unit_test(measures_are_those_of_the_pose),
      cmocka_unit_test(progress_cancels_a_run),
      cmocka_unit_test(drift_of_a_body_at_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
