// Linear solves for the stiff integrator: against the derivative by differences where it is complete, and by the number of
// iterations that Radau needs with it.
#include "dynamics/formulation.h"
#include "models.h"
#include "numerics/dense.h"
#include "numerics/integrator.h"

enum { MOST = 64 };

typedef struct {
  PawlMechanism *k;
  PwFormulation *f;
  PwArena arena;
  PwDiscrete discrete;
  double y[MOST];
  int32_t n;
} Setting;

static Setting begin(PawlModel *m) {
  Setting s = {.k = build(m)};
  assert_int_equal(pw_multipliers_create(s.k, 1e-8, &s.f), PAWL_OK);
  assert_int_equal(pw_discrete_create(s.k, &s.arena, &s.discrete), PAWL_OK);
  s.n = pw_formulation_size(s.f);
  assert_true(s.n <= MOST);
  drawn(s.k, s.y);
  return s;
}

static void start(Setting *s) {
  pw_formulation_set_discrete(s->f, &s->discrete);
  assert_int_equal(pw_formulation_project(s->f, 0, s->y), PAWL_OK);
}

static void end(Setting *s) {
  pw_formulation_free(s->f);
  pw_arena_free(&s->arena);
  pawl_mechanism_free(s->k);
}

// Column-major df/dy by central differences; the work's row is left out, as the solver leaves it out.
static void differences(Setting *s, double *D) {
  const double h = 1e-6;
  double y[MOST], up[MOST], down[MOST];
  for (int32_t c = 0; c < s->n; c++) {
    memcpy(y, s->y, sizeof y);
    y[c] += h;
    assert_int_equal(pw_formulation_derivative(s->f, 0, y, up), PAWL_OK);
    y[c] -= 2 * h;
    assert_int_equal(pw_formulation_derivative(s->f, 0, y, down), PAWL_OK);
    for (int32_t r = 0; r < s->n; r++) D[c * s->n + r] = r + 1 < s->n ? (up[r] - down[r]) / (2 * h) : 0;
  }
}

static void check_solves(Setting *s, double a, double b, double c, double tolerance) {
  static double D[MOST * MOST];
  double r[2][MOST], x[2][MOST], scale = 0;
  uint64_t random = 17;
  differences(s, D);
  assert_int_equal(pw_formulation_linearise(s->f, 0, s->y), PAWL_OK);
  assert_int_equal(pw_formulation_factor(s->f, a, b, c), PAWL_OK);
  for (int32_t i = 0; i < s->n; i++) r[0][i] = x[0][i] = any(&random), r[1][i] = x[1][i] = any(&random);
  for (int32_t i = 0; i < s->n * s->n; i++) scale = fmax(scale, fabs(D[i]));
  assert_true(scale > 10);
  assert_int_equal(pw_formulation_backsolve(s->f, x[0]), PAWL_OK);
  for (int32_t i = 0; i < s->n; i++) {
    double left = a * x[0][i];
    for (int32_t j = 0; j < s->n; j++) left -= D[j * s->n + i] * x[0][j];
    CHECK_CLOSE(left, r[0][i], tolerance);
  }
  memcpy(x[0], r[0], sizeof x[0]);
  assert_int_equal(pw_formulation_backsolve_complex(s->f, x[0], x[1]), PAWL_OK);
  for (int32_t i = 0; i < s->n; i++) {
    double re = b * x[0][i] - c * x[1][i], im = b * x[1][i] + c * x[0][i];
    for (int32_t j = 0; j < s->n; j++) {
      re -= D[j * s->n + i] * x[0][j];
      im -= D[j * s->n + i] * x[1][j];
    }
    CHECK_CLOSE(re, r[0][i], tolerance);
    CHECK_CLOSE(im, r[1][i], tolerance);
  }
}

static PawlStatus hold(void *user, double t, const double pose[7], const double twist[6], double wrench[6], double *stiffness,
                       double *damping) {
  (void)user, (void)t;
  wrench[0] = -40 * pose[0] - 3 * twist[0] + 5 * pose[1];
  wrench[1] = -20 * pose[1];
  if (stiffness) stiffness[0] = -40, stiffness[1] = 5, stiffness[7] = -20;
  if (damping) damping[0] = -3;
  return PAWL_OK;
}

// Three masses that slide along x, with springs, dampers, laws across masses, a force by law and a callback: directions do not
// change, so the derivative is complete.
static PawlModel *slides(PawlPlanar planar) {
  PawlModel *m = pawl_model_create();
  static const char *const body[] = {"a", "b", "c"}, *const joint[] = {"ja", "jb", "jc"};
  PawlFrameId at[4];
  at[0] = add_frame(m, pawl_model_ground(m), 0, 0, 0, 1, PI / 2);
  for (int i = 0; i < 3; i++) {
    PawlBodyId id = add_body(m, body[i], 1 + i, 0.1, 0.2, 0.3, 1 + i, 0, 0);
    at[1 + i] = add_frame(m, id, 0, 0, 0, 1, PI / 2);
    add_joint(m, joint[i], PAWL_JOINT_PRISMATIC, at[i == 2 ? 2 : 0], at[1 + i]);
  }
  add_spring(m, "s1", at[0], at[1], 300, 5, 0.8);
  add_spring(m, "s2", at[1], at[3], 200, 7, 1.1);
  PawlForceDef def = pawl_force_def_default();
  def.name = "law";
  def.type = PAWL_FORCE_JOINT;
  def.coordinate.joint = pawl_model_find_joint(m, "jb");
  def.law.expression = "-50*position^2 - 4*rate + 30*ja.travel - 2*rate(jc.travel)";
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  def = pawl_force_def_default();
  def.name = "push";
  def.type = PAWL_FORCE_POINT;
  def.frame[0] = at[2];
  def.frame[1] = at[3];
  def.component[0].expression = "25*ja.travel - 3*rate(ja.travel)";
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  def = pawl_force_def_default();
  def.name = "hold";
  def.type = PAWL_FORCE_CALLBACK;
  def.frame[0] = at[3];
  def.function = hold;
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  pawl_model_set_planar(m, planar);
  return m;
}

static void test_solves_agree_with_dense_ones(void **state) {
  (void)state;
  for (int planar = 0; planar < 2; planar++) {
    Setting s = begin(slides(planar ? PAWL_PLANAR_YES : PAWL_PLANAR_NO));
    assert_int_equal(s.k->planar, planar);
    uint64_t random = 3;
    for (int32_t i = s.n - 1 - pw_speed_count(s.k); i + 1 < s.n; i++) s.y[i] = any(&random);
    start(&s);
    check_solves(&s, 3, 2, 5, 1e-5);
    check_solves(&s, 300, 200, 500, 1e-5);
    end(&s);
  }
}

// Two bodies that turn about one axis, with springs and dampers on their angles, at rest without load; and a free body on a
// bushing, relaxed.
static PawlModel *turning(PawlPlanar planar) {
  PawlModel *m = pawl_model_create();
  PawlBodyId one = add_body(m, "one", 2, 0.1, 0.2, 0.3, 0.5, 0, 0), two = add_body(m, "two", 3, 0.2, 0.3, 0.4, 0.5, 0.7, 0);
  PawlFrameId base = add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0), a = add_frame(m, one, -0.5, 0, 0, 2, 0);
  PawlFrameId b = add_frame(m, one, 0.5, 0, 0, 2, 0), c = add_frame(m, two, 0.5, -0.7, 0, 2, 0);
  add_joint_spring(m, "k1", add_joint(m, "j1", PAWL_JOINT_REVOLUTE, base, a), 100, 4);
  add_joint_spring(m, "k2", add_joint(m, "j2", PAWL_JOINT_REVOLUTE, b, c), 50, 2);
  PawlBodyId free = add_body(m, "free", 1, 0.1, 0.1, 0.1, 0, 3, 0);
  PawlForceDef def = pawl_force_def_default();
  def.name = "bushing";
  def.type = PAWL_FORCE_BUSHING;
  def.frame[0] = add_frame(m, pawl_model_ground(m), 0.3, 3.2, 0, 2, 0);
  def.frame[1] = add_frame(m, free, 0.3, 0.2, 0, 2, 0);
  for (int i = 0; i < 6; i++) def.bushing_stiffness[i] = 20 + i, def.bushing_damping[i] = 1 + i;
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  pawl_model_set_planar(m, planar);
  return m;
}

static void test_solves_with_turning_bodies_agree(void **state) {
  (void)state;
  for (int planar = 0; planar < 2; planar++) {
    Setting s = begin(turning(planar ? PAWL_PLANAR_YES : PAWL_PLANAR_NO));
    start(&s);
    check_solves(&s, 3, 2, 5, 1e-5);
    end(&s);
  }
}

// ---- with Radau

static PawlStatus derivative(void *user, double t, const double *y, double *dydt) {
  return pw_formulation_derivative(user, t, y, dydt);
}
static PawlStatus project(void *user, double t, double *y) {
  return pw_formulation_project(user, t, y);
}
static PawlStatus linearise(void *user, double t, const double *y) {
  return pw_formulation_linearise(user, t, y);
}
static PawlStatus factor(void *user, double a, double b, double c) {
  return pw_formulation_factor(user, a, b, c);
}
static PawlStatus backsolve(void *user, double *x) {
  return pw_formulation_backsolve(user, x);
}
static PawlStatus backsolve_complex(void *user, double *re, double *im) {
  return pw_formulation_backsolve_complex(user, re, im);
}

static PwIntegratorStats integrate(Setting *s, PwMethod method, double tolerance, double duration, double *y) {
  PwOde ode = {s->n, s->f, derivative, project, linearise, factor, backsolve, backsolve_complex};
  double atol[MOST];
  for (int32_t i = 0; i < s->n; i++) atol[i] = tolerance;
  PwIntegratorOptions options = {.rtol = tolerance, .atol = atol};
  PwIntegrator *it = NULL;
  assert_int_equal(pw_integrator_create(method, &ode, &options, &it), PAWL_OK);
  assert_int_equal(pw_integrator_start(it, 0, s->y, 0), PAWL_OK);
  while (pw_integrator_time(it) < duration) assert_int_equal(pw_integrator_step(it, duration), PAWL_OK);
  PwIntegratorStats stats = *pw_integrator_stats(it);
  memcpy(y, pw_integrator_state(it), (size_t)s->n * sizeof *y);
  pw_integrator_free(it);
  return stats;
}

// A flyball governor: a shaft that spins, two arms on it, a slider that stiff springs and dampers tie to the arms.
static PawlModel *governor(void) {
  PawlModel *m = pawl_model_create();
  double gravity[3] = {0, 0, -9.81};
  PawlBodyId shaft = add_body(m, "shaft", 200, 25, 25, 20, 0, 0, 0),
             slider = add_body(m, "slider", 15, 0.13, 0.13, 0.1, 0, 0, -0.5);
  pawl_model_set_gravity(m, gravity);
  PawlFrameId base = add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
  add_joint(m, "spin", PAWL_JOINT_REVOLUTE, base, add_frame(m, shaft, 0, 0, 0, 2, 0));
  add_joint(m, "slide", PAWL_JOINT_PRISMATIC, add_frame(m, shaft, 0, 0, -0.5, 2, 0), add_frame(m, slider, 0, 0, 0, 2, 0));
  for (int side = 0; side < 2; side++) {
    double x = side ? -1 : 1;  // arms hang 30 degrees out; the joint's axis is y
    PawlBodyId arm = add_body(m, side ? "left" : "right", 5, 0.5, 0.5, 0.01, x * 0.5, 0, -0.866);
    PawlFrameId up = add_frame(m, shaft, 0, 0, 0, 0, PI / 2), top = add_frame(m, arm, -x * 0.5, 0, 0.866, 0, PI / 2);
    add_joint(m, side ? "hinge2" : "hinge1", PAWL_JOINT_REVOLUTE, up, top);
    double length = hypot(0.25, 0.5 - 0.433);
    add_spring(m, side ? "rod2" : "rod1", add_frame(m, arm, -x * 0.25, 0, 0.433, 2, 0), add_frame(m, slider, 0, 0, 0, 2, 0), 8e5,
               4e4, length);
  }
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  return m;
}

// The explicit method serves as second path; it needs many more steps, because of the dampers (rate about 4e4/5 per second).
static void test_a_governor_agrees_with_the_explicit_method(void **state) {
  (void)state;
  Setting s = begin(governor());
  int32_t spin = pw_position_count(s.k) + 5;
  for (int b = 0; b < 4; b++) s.y[spin + 6 * b] = 2 * PI;
  for (int b = 2; b < 4; b++) s.y[spin + 6 * b - 4] = (b == 2 ? 1 : -1) * 2 * PI * 0.5;
  start(&s);
  double stiff[MOST], explicit[MOST];
  PwIntegratorStats radau = integrate(&s, PW_RADAU5, 1e-7, 0.5, stiff), dop = integrate(&s, PW_DOP853, 1e-9, 0.5, explicit);
  for (int32_t i = 0; i + 1 < s.n; i++) CHECK_CLOSE(stiff[i], explicit[i], 2e-5);
  assert_true(radau.steps * 5 < dop.steps);
  assert_true(radau.newton_iterations < 5 * (radau.steps + radau.rejected));
  end(&s);
}

// Results after `forget` depend on the state alone: a second linearisation gives the same bits.
static void test_what_follows_forget_depends_on_the_state_alone(void **state) {
  (void)state;
  Setting s = begin(turning(PAWL_PLANAR_NO));
  double x[2][MOST], y[MOST];
  start(&s);
  memcpy(y, s.y, sizeof y);
  for (int pass = 0; pass < 2; pass++) {
    uint64_t random = 1;
    pw_formulation_forget(s.f);
    assert_int_equal(pw_formulation_linearise(s.f, 0, s.y), PAWL_OK);
    assert_int_equal(pw_formulation_factor(s.f, 3, 2, 5), PAWL_OK);
    for (int32_t i = 0; i < s.n; i++) x[pass][i] = any(&random);
    assert_int_equal(pw_formulation_backsolve(s.f, x[pass]), PAWL_OK);
    y[1] += 0.3;  // another state in between
    assert_int_equal(pw_formulation_linearise(s.f, 0, y), PAWL_OK);
    assert_int_equal(pw_formulation_factor(s.f, 1e4, 2e4, 5e4), PAWL_OK);
  }
  assert_memory_equal(x[0], x[1], (size_t)s.n * sizeof **x);
  end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_solves_agree_with_dense_ones),
      cmocka_unit_test(test_solves_with_turning_bodies_agree),
      cmocka_unit_test(test_a_governor_agrees_with_the_explicit_method),
      cmocka_unit_test(test_what_follows_forget_depends_on_the_state_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
