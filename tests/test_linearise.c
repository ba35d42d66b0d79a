// Small motions against closed forms.
#include "analysis/linearise.h"
#include "models.h"

enum { MOST = 64 };

typedef struct {
  PawlMechanism *k;
  PwFormulation *f;
  PwArena arena;
  PwDiscrete discrete;
  double y[MOST];
  PwLinearisation l;
} Setting;

static Setting begin(PawlModel *m, PawlPlanar planar) {
  pawl_model_set_planar(m, planar);
  Setting s = {.k = build(m)};
  assert_int_equal(s.k->planar, planar == PAWL_PLANAR_YES);
  assert_int_equal(pw_multipliers_create(s.k, 1e-8, &s.f), PAWL_OK);
  assert_int_equal(pw_discrete_create(s.k, &s.arena, &s.discrete), PAWL_OK);
  assert_true(pw_formulation_size(s.f) <= MOST);
  drawn(s.k, s.y);
  return s;
}

// `remark`: words that must be said of the state; NULL: it is an equilibrium or its steady turning, and nothing is said.
static void linearise_with(Setting *s, const char *remark) {
  PawlMessages *messages = pawl_messages_create();
  pw_formulation_set_discrete(s->f, &s->discrete);
  assert_int_equal(pw_formulation_project(s->f, 0, s->y), PAWL_OK);
  assert_int_equal(pw_linearise(s->k, s->f, NULL, 0, s->y, &s->discrete, messages, &s->l), PAWL_OK);
  assert_int_equal(pawl_messages_count(messages), remark ? 1 : 0);
  if (remark) assert_non_null(strstr(pawl_messages_get(messages, 0).text, remark));
  pawl_messages_free(messages);
}

static void linearise(Setting *s) {
  linearise_with(s, NULL);
}

static void end(Setting *s) {
  pw_linearisation_free(&s->l);
  pw_formulation_free(s->f);
  pw_arena_free(&s->arena);
  pawl_mechanism_free(s->k);
}

static double *speeds(Setting *s) {
  return s->y + pw_position_count(s->k);
}

static void set_gravity(PawlModel *m, double x, double y, double z) {
  double gravity[3] = {x, y, z};
  pawl_model_set_gravity(m, gravity);
}

// A compound pendulum: mass 2, inertia 0.3, centre of mass 0.5 from its pin; it stands at `angle` from hanging.
static PawlModel *pendulum(double angle) {
  PawlModel *m = pawl_model_create();
  set_gravity(m, 0, -9.81, 0);
  PawlBodyId rod = add_body(m, "rod", 2, 0.1, 0.2, 0.3, 0.5 * sin(angle), -0.5 * cos(angle), 0);
  PawlFrameId pin = add_frame(m, rod, -0.5 * sin(angle), 0.5 * cos(angle), 0, 2, 0);
  add_joint(m, "pin", PAWL_JOINT_REVOLUTE, add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0), pin);
  return m;
}

// Hanging: w^2 = m g l / (I + m l^2). The shape: the rod's centre moves by l times its turn along x.
static void test_a_pendulum_has_its_frequency(void **state) {
  (void)state;
  double w = sqrt(2 * 9.81 * 0.5 / (0.3 + 2 * 0.25));
  for (int planar = 0; planar < 2; planar++) {
    Setting s = begin(pendulum(0), planar ? PAWL_PLANAR_YES : PAWL_PLANAR_NO);
    linearise(&s);
    assert_int_equal(s.l.freedoms, 1);
    assert_int_equal(s.l.modes, 1);
    CHECK_CLOSE(s.l.im[0], w, 1e-12);
    CHECK_CLOSE(s.l.re[0], 0, 1e-12);
    CHECK_CLOSE(s.l.frequency[0], w / (2 * PI), 1e-12);
    CHECK_CLOSE(s.l.damping[0], 0, 1e-12);
    int32_t turn = planar ? 2 : 5;
    CHECK_CLOSE(s.l.shape[2 * turn], 1, 1e-14);
    CHECK_CLOSE(s.l.shape[0], 0.5, 1e-12);
    CHECK_CLOSE(s.l.shape[2], 0, 1e-12);
    end(&s);
  }
}

// On its way, at any angle and speed: z'' = -(m g l cos(angle) / (I + m l^2)) z exactly, since the angle obeys
// angle'' = -(m g l / (I + m l^2)) sin(angle).
static void test_pendulum_moving(void **state) {
  (void)state;
  for (int planar = 0; planar < 2; planar++) {
    Setting s = begin(pendulum(1.1), planar ? PAWL_PLANAR_YES : PAWL_PLANAR_NO);
    speeds(&s)[planar ? 2 : 5] = 4;
    linearise_with(&s, "body 'rod' accelerates by 10.9 rad/s^2");   // m g l sin(1.1) / (I + m l^2)
    CHECK_CLOSE(speeds(&s)[planar ? 2 : 5], 4 * 0.3 / 0.8, 1e-12);  // its impulse kept: I 4 = (I + m l^2) w
    const double *A = s.l.A;
    CHECK_CLOSE(A[0], 0, 1e-12);
    CHECK_CLOSE(A[2], 1, 1e-12);
    CHECK_CLOSE(A[1], -2 * 9.81 * 0.5 * cos(1.1) / 0.8, 1e-11);
    CHECK_CLOSE(A[3], 0, 1e-11);
    end(&s);
  }
}

// Two equal masses on weightless rods of equal length: w^2 = (2 -+ sqrt 2) g / l.
static void test_double_pendulum(void **state) {
  (void)state;
  for (int planar = 0; planar < 2; planar++) {
    PawlModel *m = pawl_model_create();
    set_gravity(m, 0, -9.81, 0);
    double tiny = planar ? 0 : 1e-13;  // in space a body that turns needs some inertia
    PawlBodyId one = add_body(m, "one", 1, tiny, tiny, tiny, 0, -0.7, 0),
               two = add_body(m, "two", 1, tiny, tiny, tiny, 0, -1.4, 0);
    PawlFrameId top = add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
    add_joint(m, "j1", PAWL_JOINT_REVOLUTE, top, add_frame(m, one, 0, 0.7, 0, 2, 0));
    add_joint(m, "j2", PAWL_JOINT_REVOLUTE, add_frame(m, one, 0, 0, 0, 2, 0), add_frame(m, two, 0, 0.7, 0, 2, 0));
    Setting s = begin(m, planar ? PAWL_PLANAR_YES : PAWL_PLANAR_NO);
    linearise(&s);
    assert_int_equal(s.l.modes, 2);
    CHECK_CLOSE(s.l.im[0], sqrt((2 - sqrt(2)) * 9.81 / 0.7), 1e-8);
    CHECK_CLOSE(s.l.im[1], sqrt((2 + sqrt(2)) * 9.81 / 0.7), 1e-8);
    end(&s);
  }
}

static PawlModel *oscillator(double damping) {
  PawlModel *m = pawl_model_create();
  PawlBodyId body = add_body(m, "mass", 2, 1, 1, 1, 0, 0, 0);
  PawlFrameId base = add_frame(m, pawl_model_ground(m), 0, 0, 0, 1, PI / 2);
  add_joint_spring(m, "spring", add_joint(m, "slide", PAWL_JOINT_PRISMATIC, base, add_frame(m, body, 0, 0, 0, 1, PI / 2)), 50,
                   damping);
  return m;
}

// Mass, spring, damper: w0 = sqrt(k/m) = 5, damping ratio c / (2 m w0); above 1 two real eigenvalues.
static void test_an_oscillator_has_its_damping(void **state) {
  (void)state;
  Setting s = begin(oscillator(4), PAWL_PLANAR_YES);
  linearise(&s);
  assert_int_equal(s.l.modes, 1);
  CHECK_CLOSE(s.l.re[0], -1, 1e-12);
  CHECK_CLOSE(s.l.im[0], sqrt(24), 1e-12);
  CHECK_CLOSE(s.l.frequency[0], 5 / (2 * PI), 1e-12);
  CHECK_CLOSE(s.l.damping[0], 0.2, 1e-12);
  end(&s);
  s = begin(oscillator(40), PAWL_PLANAR_NO);
  linearise(&s);
  assert_int_equal(s.l.modes, 2);
  CHECK_CLOSE(s.l.re[0], -10 + sqrt(75), 1e-11);
  CHECK_CLOSE(s.l.re[1], -10 - sqrt(75), 1e-11);
  CHECK_CLOSE(s.l.im[0], 0, 0);
  CHECK_CLOSE(s.l.damping[1], 1, 1e-14);
  end(&s);
}

// A disc that spins with W on a bushing of stiffness k (shift) and kt (turn): tilting obeys, with x + i y,
// I1 s^2 - i I3 W s + kt = 0: whirl at (sqrt(I3^2 W^2 + 4 I1 kt) -+ I3 W) / (2 I1); shifting at sqrt(k/m), spinning at
// sqrt(kz/I3).
static void test_a_rotor_has_its_whirl(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  PawlBodyId disc = add_body(m, "disc", 2, 0.3, 0.3, 0.5, 0, 0, 0);
  PawlForceDef def = pawl_force_def_default();
  def.name = "bushing";
  def.type = PAWL_FORCE_BUSHING;
  def.frame[0] = add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
  def.frame[1] = add_frame(m, disc, 0, 0, 0, 2, 0);
  const double stiffness[6] = {800, 800, 1800, 600, 600, 0};
  memcpy(def.bushing_stiffness, stiffness, sizeof stiffness);
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  Setting s = begin(m, PAWL_PLANAR_NO);
  double W = 60, root = sqrt(0.25 * W * W + 4 * 0.3 * 600);
  speeds(&s)[5] = W;
  linearise(&s);
  assert_int_equal(s.l.freedoms, 6);
  // two zeros (free spin), whirl backward, shift, whirl forward
  const double expected[] = {0, 0, (root - 0.5 * W) / 0.6, 20, 20, 30, (root + 0.5 * W) / 0.6};
  assert_int_equal(s.l.modes, 7);
  for (int i = 0; i < 7; i++) {
    CHECK_CLOSE(2 * PI * s.l.frequency[i], expected[i], 1e-6);
    CHECK_CLOSE(s.l.re[i], 0, 1e-6);
  }
  end(&s);
}

// A sleeping top: I1 s^2 - i I3 W s - m g l = 0 with I1 about the tip; stable above W^2 = 4 I1 m g l / I3^2.
static PawlModel *top(void) {
  PawlModel *m = pawl_model_create();
  set_gravity(m, 0, 0, -9.81);
  PawlBodyId body = add_body(m, "top", 2, 0.03, 0.03, 0.05, 0, 0, 0.4);
  add_joint(m, "tip", PAWL_JOINT_SPHERICAL, add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0),
            add_frame(m, body, 0, 0, -0.4, 2, 0));
  return m;
}

static void test_a_top_has_its_nutation(void **state) {
  (void)state;
  double I1 = 0.03 + 2 * 0.16, I3 = 0.05, mgl = 2 * 9.81 * 0.4, W = 150, root = sqrt(I3 * I3 * W * W - 4 * I1 * mgl);
  Setting s = begin(top(), PAWL_PLANAR_NO);
  speeds(&s)[5] = W;
  linearise(&s);
  assert_int_equal(s.l.freedoms, 3);
  assert_int_equal(s.l.modes, 4);  // two zeros: the spin
  CHECK_CLOSE(s.l.im[2], (I3 * W - root) / (2 * I1), 1e-6);
  CHECK_CLOSE(s.l.im[3], (I3 * W + root) / (2 * I1), 1e-6);
  CHECK_CLOSE(s.l.re[3], 0, 1e-6);
  end(&s);
  s = begin(top(), PAWL_PLANAR_NO);
  linearise(&s);  // at rest it falls: s = sqrt(mgl / I1)
  CHECK_CLOSE(s.l.re[s.l.modes - 1] * s.l.re[s.l.modes - 1], mgl / I1, 1e-9);
  end(&s);
}

// A four-bar linkage with springs on its joints, as drawn in its relaxed position, without gravity.
static PawlModel *four_bar(void) {
  PawlModel *m = pawl_model_create();
  double p[4][2] = {{0, 0}, {0.3, 0.8}, {1.7, 1.1}, {1.5, 0}};
  static const char *const name[] = {"crank", "coupler", "rocker"}, *const joint[] = {"a", "b", "c", "d"};
  PawlFrameId before = add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
  for (int i = 0; i < 3; i++) {
    double hx = (p[i + 1][0] - p[i][0]) / 2, hy = (p[i + 1][1] - p[i][1]) / 2;
    PawlBodyId body = add_body(m, name[i], 1 + i, 0.1, 0.1, 0.1 + 0.05 * i, p[i][0] + hx, p[i][1] + hy, 0);
    PawlJointId id = add_joint(m, joint[i], PAWL_JOINT_REVOLUTE, before, add_frame(m, body, -hx, -hy, 0, 2, 0));
    add_joint_spring(m, i == 0 ? "ka" : i == 1 ? "kb" : "kc", id, 10 + i, 0);
    before = add_frame(m, body, hx, hy, 0, 2, 0);
  }
  add_joint(m, "d", PAWL_JOINT_REVOLUTE, add_frame(m, pawl_model_ground(m), 1.5, 0, 0, 2, 0), before);
  return m;
}

// One freedom, s the path along the constraints: w^2 = V''(s) / (v^T M v), v the direction with dq/ds = v; V'' by differences.
static void test_four_bar(void **state) {
  (void)state;
  Setting s = begin(four_bar(), PAWL_PLANAR_YES);
  linearise(&s);
  assert_int_equal(s.l.freedoms, 1);
  assert_int_equal(s.l.modes, 1);
  const double h = 1e-3, *U = s.l.U;
  double V[3], mass, y[MOST], middle[MOST], direction[9];
  memcpy(middle, s.y, sizeof middle);
  for (int i = 0; i < 3; i++) {
    memcpy(y, middle, sizeof y);
    for (int c = 0; c < 9; c++) y[c] += (i - 1) * h * U[c];
    assert_int_equal(pw_formulation_project(s.f, 0, y), PAWL_OK);
    PwSolution solution;
    assert_int_equal(pw_formulation_solve(s.f, 0, y, &solution), PAWL_OK);
    V[i] = pw_motion_potential(pw_formulation_motion(s.f));
  }
  memcpy(direction, U, sizeof direction);
  mass = 2 * pw_motion_kinetic(pw_formulation_motion(s.f), direction);
  double expected = sqrt((V[0] - 2 * V[1] + V[2]) / (h * h) / mass);
  CHECK_CLOSE(s.l.im[0], expected, 1e-5 * expected);
  assert_true(expected > 1);
  double plane = s.l.im[0];
  end(&s);
  // In space the four revolute joints have rows too many: of the last one only its place in the plane is kept.
  s = begin(four_bar(), PAWL_PLANAR_NO);
  const PwJoint *last = &s.k->joint[3];
  for (int32_t r = last->row; r < last->row + last->rows; r++) s.k->row[r].redundant = r - last->row >= 2;
  pw_formulation_free(s.f);
  assert_int_equal(pw_multipliers_create(s.k, 1e-8, &s.f), PAWL_OK);
  linearise(&s);
  assert_int_equal(s.l.modes, 1);
  CHECK_CLOSE(s.l.im[0], plane, 1e-10);
  end(&s);
}

// A pendulum at 0.3 rad is no equilibrium: it is accelerated by m g l sin(0.3) / (I + m l^2) = 3.6238 rad/s^2. Hanging or
// standing at rest it is one, and off by 1e-9 rad as good as one.
static void test_no_equilibrium(void **state) {
  (void)state;
  static const double angle[] = {0.3, 0, 1e-9, 3.14159265358979323846};
  for (int i = 0; i < 4; i++) {
    Setting s = begin(pendulum(angle[i]), PAWL_PLANAR_YES);
    linearise_with(&s, i == 0 ? "body 'rod' accelerates by 3.62 rad/s^2" : NULL);
    end(&s);
  }
}

// A bead on an arm that turns at 3 rad/s, 0.5 m from the axis, where its spring holds it: k 0.045 = m 9 0.5. The motion is
// steady; s^2 = 9 - k/m. With a weaker spring it is not: 9 0.5 - 99 0.045 = 0.045 m/s^2.
static void test_steady_turning(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    char text[512];
    PawlModel *m = NULL;
    snprintf(text, sizeof text,
             "bodies: {arm: {mass: 1, inertia: 1}, bead: {mass: 1, inertia: 0.01, position: [0.5, 0]}}\n"
             "joints:\n"
             "  pin: {type: revolute, between: [ground, arm], at: [0, 0]}\n"
             "  rail: {type: prismatic, between: [arm, bead], at: [0.5, 0], axis: x}\n"
             "drives: {turn: {coordinate: pin, law: 3*t}}\n"
             "forces: {hold: {type: joint, coordinate: rail, stiffness: %d, free_position: -0.045}}\n",
             i ? 99 : 100);
    assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, NULL, &m), PAWL_OK);
    Setting s = begin(m, PAWL_PLANAR_YES);
    linearise_with(&s, i ? "body 'bead' accelerates by 0.045 m/s^2" : NULL);
    assert_int_equal(s.l.modes, 1);
    CHECK_CLOSE(s.l.im[0], sqrt((i ? 99 : 100) - 9), 1e-9);
    end(&s);
  }
}

// The table has a heading and one line per mode, with as many fields as the heading.
static void test_the_table_has_a_line_per_mode(void **state) {
  (void)state;
  Setting s = begin(pendulum(0), PAWL_PLANAR_YES);
  PwText text = {0};
  linearise(&s);
  assert_int_equal(pw_linearisation_write(s.k, &s.l, &text), PAWL_OK);
  const char *heading =
      "mode,eigenvalue.re [1/s],eigenvalue.im [1/s],frequency [Hz],damping ratio,rod.vx.re,rod.vx.im,rod.vy.re,rod.vy.im,"
      "rod.wz.re,rod.wz.im\n1,";
  assert_int_equal(strncmp(text.data, heading, strlen(heading)), 0);
  int commas = 0;
  for (const char *c = strchr(text.data, '\n') + 1; *c; c++) commas += *c == ',';
  assert_int_equal(commas, 10);
  pw_text_free(&text);
  end(&s);
}

// More than 2000 speeds are refused.
static void test_large_mechanisms_are_refused(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  char name[16];
  for (int i = 0; i < 334; i++) {
    snprintf(name, sizeof name, "b%d", i);
    add_body(m, name, 1, 1, 1, 1, 0, 0, 0);
  }
  add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  PawlMechanism *k = build(m);
  PawlMessages *messages = pawl_messages_create();
  PwLinearisation l;
  assert_int_equal(pw_linearise(k, NULL, NULL, 0, NULL, NULL, messages, &l), PAWL_ERR_LIMIT);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text, "2004 speeds"));
  pw_linearisation_free(&l);
  pawl_messages_free(messages);
  pawl_mechanism_free(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_pendulum_has_its_frequency),
      cmocka_unit_test(test_pendulum_moving),
      cmocka_unit_test(test_double_pendulum),
      cmocka_unit_test(test_an_oscillator_has_its_damping),
      cmocka_unit_test(test_a_rotor_has_its_whirl),
      cmocka_unit_test(test_a_top_has_its_nutation),
      cmocka_unit_test(test_four_bar),
      cmocka_unit_test(test_no_equilibrium),
      cmocka_unit_test(test_steady_turning),
      cmocka_unit_test(test_the_table_has_a_line_per_mode),
      cmocka_unit_test(test_large_mechanisms_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
