// The canonical formulation against the multipliers formulation at equal states, which is a second way to compute everything that
// both have: accelerations, multipliers, forces of touches, their space, projections. States are those of the examples' own runs.
// p' is checked against differences of the momenta along the motion that the accelerations tell.
#include <glob.h>

#include "check.h"
#include "pawl/pawl.h"
#include "simulate/simulation.h"

enum { SAMPLES = 12, MOST_TOUCHES = 40 };
static const double CLOSE = 1e-9;  // of the largest

typedef struct {
  const char *path;
  PawlMessages *messages;
  PawlModel *model;
  PawlMechanism *k;
  PawlSimulation *s;   // in multipliers
  PwFormulation *f;    // canonical
  double *y, *z, *dz;  // scratch
} Setting;

// text NULL: a file.
static bool begin(Setting *e, const char *path, const char *text) {
  *e = (Setting){.path = path, .messages = pawl_messages_create()};
  PawlStatus status = text ? pawl_model_parse(path, text, strlen(text), NULL, 0, e->messages, &e->model)
                           : pawl_model_load(path, NULL, 0, e->messages, &e->model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(e->model, e->messages, &e->k);
  for (int i = 0; i < pawl_messages_count(e->messages); i++) print_message("%s\n", pawl_messages_get(e->messages, i).text);
  assert_int_equal(status, PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(e->k);
  options.formulation = PAWL_FORMULATION_MULTIPLIERS;
  options.tolerance = fmin(options.tolerance, 1e-8);
  if (options.analysis != PAWL_ANALYSIS_DYNAMICS && options.analysis != PAWL_ANALYSIS_KINEMATICS) return false;
  assert_int_equal(pawl_simulation_create(e->k, &options, e->messages, &e->s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(e->s, e->messages), PAWL_OK);
  assert_int_equal(pw_canonical_create(e->k, 1e-10, &e->f), PAWL_OK);
  pw_formulation_set_discrete(e->f, &e->s->discrete);
  size_t n = (size_t)pw_state_size(e->k) + (size_t)pw_formulation_size(e->f);
  e->y = calloc(5 * n, sizeof *e->y);
  assert_non_null(e->y);
  e->z = e->y + 3 * n;
  e->dz = e->z + n;
  return true;
}

static void end(Setting *e) {
  free(e->y);
  pw_formulation_free(e->f);
  pawl_simulation_free(e->s);
  pawl_mechanism_free(e->k);
  pawl_model_free(e->model);
  pawl_messages_free(e->messages);
}

static double largest(const double *x, int32_t n) {
  double size = 0;
  for (int32_t i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
  return size;
}

#define CHECK_VECTOR(e, what, a, b, n, size) check_vector(e, what, a, b, n, size, __LINE__)
static void check_vector(const Setting *e, const char *what, const double *a, const double *b, int32_t n, double size, int line) {
  for (int32_t i = 0; i < n; i++) {
    if (!(fabs(a[i] - b[i]) <= size)) {
      fail_msg("%s, t = %g, line %d: %s %d: %.15g, expected %.15g within %g", e->path, e->s->t, line, what, i, a[i], b[i], size);
    }
  }
}

// Accelerations, multipliers, power, forces of touches and their static parts.
static void compare_solutions(Setting *e) {
  const PawlMechanism *k = e->k;
  const PwTouches *touches = &e->s->contact.touches;
  int32_t nv = pw_speed_count(k);
  PwSolution a, b;
  assert_int_equal(pw_formulation_solve(e->s->formulation, e->s->t, e->s->sample, &a), PAWL_OK);
  assert_int_equal(pw_formulation_solve(e->f, e->s->t, e->s->sample, &b), PAWL_OK);
  CHECK_VECTOR(e, "speed", b.v, a.v, nv, CLOSE * (1e-3 + largest(a.v, nv)));
  double fastest = largest(a.v, nv),
         rounding = 1e-13 * fastest * fastest;  // of terms with the square of speeds, which may cancel
  CHECK_VECTOR(e, "acceleration", b.acceleration, a.acceleration, nv, CLOSE * (0.01 + largest(a.acceleration, nv)) + rounding);
  double force = largest(a.lambda, k->rows);
  for (int32_t i = 1; i < k->bodies; i++) force = fmax(force, 1e-3 * k->body[i].mass * 9.81);  // nothing is loaded: weights
  for (int32_t i = 0; i < touches->count; i++) {
    if (touches->touch[i].state != PW_TOUCH_OPEN) force = fmax(force, fabs(pw_normal_force(&a.touch, i)));
  }
  CHECK_VECTOR(e, "multiplier", b.lambda, a.lambda, k->rows, CLOSE * force);
  CHECK_VECTOR(e, "power", &b.power, &a.power, 1, CLOSE * force * (1e-3 + largest(a.v, nv)));
  if (k->contacts == 0 || touches->count > MOST_TOUCHES) return;
  for (int32_t i = 0; i < touches->count; i++) {
    if (touches->touch[i].state == PW_TOUCH_OPEN) continue;
    double one = pw_normal_force(&a.touch, i), other = pw_normal_force(&b.touch, i);
    CHECK_VECTOR(e, "force of touch", &other, &one, 1, CLOSE * force);
  }
  assert_int_equal(pw_formulation_static_forces(e->s->formulation, e->s->t, e->s->sample, &a.touch), PAWL_OK);
  assert_int_equal(pw_formulation_static_forces(e->f, e->s->t, e->s->sample, &b.touch), PAWL_OK);
  for (int32_t i = 0; i < touches->count; i++) {
    double one = pw_normal_force(&a.touch, i), other = pw_normal_force(&b.touch, i);
    if (touches->touch[i].state == PW_TOUCH_CLOSED) CHECK_VECTOR(e, "static force", &other, &one, 1, CLOSE * force);
  }
}

// z and back; dz against what the bodies do: y along the motion by differences.
static void check_derivative(Setting *e) {
  int32_t nq = pw_position_count(e->k), nv = pw_speed_count(e->k), n = pw_formulation_size(e->f), ny = pw_state_size(e->k);
  double t = e->s->t, *up = e->y + ny, *down = up + ny, fastest = largest(e->s->sample + nq, nv);
  PwSolution solution;
  assert_int_equal(pw_formulation_reduce(e->f, t, e->s->sample, e->z), PAWL_OK);
  assert_int_equal(pw_formulation_expand(e->f, t, e->z, e->y), PAWL_OK);
  CHECK_VECTOR(e, "y of z", e->y, e->s->sample, ny, 1e-11 * (1 + largest(e->s->sample, ny)));
  assert_int_equal(pw_formulation_derivative(e->f, t, e->z, e->dz), PAWL_OK);
  assert_int_equal(pw_formulation_solve(e->s->formulation, t, e->s->sample, &solution), PAWL_OK);
  double a = largest(solution.acceleration, nv), h = 1e-5 * fmin(1, 1 / (fastest + sqrt(a) + 1e-3));
  CHECK_VECTOR(e, "power", &e->dz[pw_formulation_base(e->f) - 1], &solution.power, 1,
               1e-8 * (1e-3 + fabs(solution.power) + largest(solution.lambda, e->k->rows) * fastest));
  if (e->s->contact.touches.kinematic) return;
  for (int side = 0; side < 2; side++) {
    double *out = side ? down : up, step = side ? -h : h;
    for (int32_t i = 0; i < n; i++) e->z[i] += (side ? 2 : 1) * step * e->dz[i];
    assert_int_equal(pw_formulation_expand(e->f, t + step, e->z, out), PAWL_OK);
  }
  for (int32_t i = 0; i < nv; i++) up[nq + i] = (up[nq + i] - down[nq + i]) / (2 * h);
  CHECK_VECTOR(e, "acceleration by differences", up + nq, solution.acceleration, nv, 1e-5 * (1e-2 + a + fastest * fastest));
}

// W and accelerations of all touches with all of them open, and what unit impulses do.
static void compare_touch_spaces(Setting *e) {
  const PwTouches *touches = &e->s->contact.touches;
  int32_t n = 0, list[MOST_TOUCHES], nq = pw_position_count(e->k), nv = pw_speed_count(e->k);
  for (int32_t i = 0; i < touches->count && n < 4; i++) {
    if (touches->touch[i].state != PW_TOUCH_OPEN || touches->touch[i].gap < 0.1 * e->k->size) list[n++] = i;
  }
  if (n == 0) return;
  double W[2][16], gap[2][4], rate[2][4], acceleration[2][4], impulse[4] = {1, -0.5, 0.25, 2}, *rows[2];
  PwPairRow row[4 * PW_TOUCH_ROWS];
  int32_t first[5];
  for (int i = 0; i < 2; i++) {
    PwFormulation *f = i ? e->f : e->s->formulation;
    double *y = e->y + i * pw_state_size(e->k);
    rows[i] = calloc((size_t)e->k->rows + 1, sizeof *rows[i]);
    assert_non_null(rows[i]);
    memcpy(y, e->s->sample, (size_t)pw_state_size(e->k) * sizeof *y);
    PwMotion *motion = pw_formulation_motion(f);
    assert_int_equal(pw_motion_place(motion, e->s->t, y, &e->s->discrete), PAWL_OK);
    pw_motion_move(motion, y + nq);
    assert_int_equal(pw_touches_rows(touches, motion, PW_ROWS_NORMAL, n, list, row, first), PAWL_OK);
    assert_int_equal(first[n], n);
    for (int32_t j = 0; j < n; j++) gap[i][j] = row[j].value, rate[i][j] = row[j].rate;
    if (pw_formulation_touch_space(f, e->s->t, y, n, row, W[i], acceleration[i])) fail();
    pw_formulation_apply_impulses(f, y, n, impulse, rows[i]);
  }
  const double *a = e->y, *b = e->y + pw_state_size(e->k);
  CHECK_VECTOR(e, "W", W[1], W[0], n * n, CLOSE * largest(W[0], n * n));
  CHECK_VECTOR(e, "gap", gap[1], gap[0], n, CLOSE * e->k->size);
  CHECK_VECTOR(e, "gap rate", rate[1], rate[0], n, CLOSE * (1e-3 + largest(rate[0], n)));
  CHECK_VECTOR(e, "gap acceleration", acceleration[1], acceleration[0], n, CLOSE * (1e-3 + 10 * largest(acceleration[0], n)));
  CHECK_VECTOR(e, "speed after impulses", b + nq, a + nq, nv, CLOSE * largest(a + nq, nv));
  CHECK_VECTOR(e, "row's impulse", rows[1], rows[0], e->k->rows, CLOSE * largest(rows[0], e->k->rows));
  free(rows[0]);
  free(rows[1]);
}

// Speeds that miss the constraints, onto them; what a force along a spring moves.
static void compare_projections(Setting *e) {
  int32_t nq = pw_position_count(e->k), nv = pw_speed_count(e->k), ny = pw_state_size(e->k);
  for (int kick = 0; kick < 2; kick++) {
    for (int i = 0; i < 2; i++) {
      PwFormulation *f = i ? e->f : e->s->formulation;
      double *y = e->y + i * ny;
      memcpy(y, e->s->sample, (size_t)ny * sizeof *y);
      for (int32_t j = 0; j < nv; j++) y[nq + j] += 0.1 * sin(1 + 3 * j);
      assert_int_equal(kick ? pw_formulation_kick(f, e->s->t, y) : pw_formulation_project(f, e->s->t, y), PAWL_OK);
    }
    CHECK_VECTOR(e, "projected position", e->y + ny, e->y, nq, 1e-12 * (1 + largest(e->y, nq)));
    CHECK_VECTOR(e, "projected speed", e->y + ny + nq, e->y + nq, nv, CLOSE * (1 + largest(e->y + nq, nv)));
  }
  for (int32_t i = 0; i < e->k->scalar_forces; i++) {
    double a, b;
    int32_t scalar = e->k->scalar_force[i].scalar;
    assert_int_equal(pw_formulation_mobility(e->s->formulation, e->s->t, e->s->sample, scalar, &a), PAWL_OK);
    assert_int_equal(pw_formulation_mobility(e->f, e->s->t, e->s->sample, scalar, &b), PAWL_OK);
    CHECK_CLOSE(b, a, 1e-9 * (1 + a));
  }
}

// What is on the constraints stays as it is where only what is firm is corrected.
static void check_firm_projection(Setting *e) {
  int32_t nq = pw_position_count(e->k), nv = pw_speed_count(e->k), ny = pw_state_size(e->k);
  if (e->s->contact.touches.kinematic) return;
  assert_int_equal(pw_formulation_reduce(e->f, e->s->t, e->s->sample, e->z), PAWL_OK);
  memcpy(e->y, e->s->sample, (size_t)ny * sizeof *e->y);
  assert_int_equal(pw_formulation_project_firmly(e->f, e->s->t, e->y), PAWL_OK);
  CHECK_VECTOR(e, "firmly projected position", e->y, e->s->sample, nq, 1e-10 * (1 + largest(e->y, nq)));
  CHECK_VECTOR(e, "firmly projected speed", e->y + nq, e->s->sample + nq, nv, CLOSE * (1 + largest(e->s->sample + nq, nv)));
}

// Smallest singular value and its rate at z, from the pair u, r on.
static PwSingularity follow_sigma(Setting *e, double t, const double *z, double *u, double *r) {
  PwSingularity out;
  for (int pass = 0; pass < 20; pass++) {
    assert_int_equal(pw_formulation_singularity(e->f, t, z, u, r, &out), PAWL_OK);
  }
  return out;
}

// The rate of the smallest singular value against its differences along the motion. The pair is found to some per cent only.
static void check_sigma_rate(Setting *e) {
  int32_t n = pw_formulation_size(e->f);
  double t = e->s->t, *u = calloc((size_t)(e->k->rows + n + 1), sizeof *u), *r = u + e->k->rows, sigma[2];
  double fastest = 1 + largest(e->s->sample + pw_position_count(e->k), pw_speed_count(e->k)), h = 1e-3 / fastest;
  assert_non_null(u);
  assert_int_equal(pw_formulation_reduce(e->f, t, e->s->sample, e->z), PAWL_OK);
  assert_int_equal(pw_formulation_derivative(e->f, t, e->z, e->dz), PAWL_OK);
  PwSingularity now = follow_sigma(e, t, e->z, u, r);
  for (int side = 0; side < 2 && isfinite(now.sigma); side++) {
    for (int32_t i = 0; i < n; i++) e->z[i] += (side ? -2 * h : h) * e->dz[i];
    sigma[side] = follow_sigma(e, side ? t - h : t + h, e->z, u, r).sigma;
  }
  if (isfinite(now.sigma)) {
    CHECK_CLOSE(now.rate, (sigma[0] - sigma[1]) / (2 * h), 0.1 * fabs(now.rate) + 0.03 * now.sigma * fastest);
  }
  free(u);
}

static void compare_along(const char *path, const char *text) {
  Setting e;
  if (begin(&e, path, text)) {
    for (int i = 0; i <= SAMPLES; i++) {
      double t = e.s->options.duration * i / SAMPLES;
      assert_int_equal(pawl_simulation_advance(e.s, t, e.messages), PAWL_OK);
      PwSingularity near;
      assert_int_equal(pw_formulation_set_touches(e.f, &e.s->contact.touches, e.s->contact.touches.kinematic), PAWL_OK);
      memset(e.z, 0, (size_t)pw_state_size(e.k) * sizeof *e.z);
      memset(e.dz, 0, (size_t)pw_state_size(e.k) * sizeof *e.dz);
      if (pw_formulation_singularity(e.s->formulation, e.s->t, e.s->sample, e.z, e.dz, &near) || near.sigma < 1e-3) continue;
      compare_solutions(&e);
      compare_projections(&e);
      compare_touch_spaces(&e);
      check_firm_projection(&e);
      check_sigma_rate(&e);
      check_derivative(&e);
    }
  }
  end(&e);
}

// Moving frames of tree and chord, a drive and a coupler by law, spring, damper, stop, applied force that follows, in the plane.
static const char PLANE[] =
    "parameters: {w: 3}\n"
    "bodies:\n"
    "  ground: {frames: {a: {at: [0, 0], offset: [\"0.02*sin(3*t)\", 0]}, b: {at: [2, 0], offset: [0, \"0.03*cos(2*t)\"], turn: "
    "\"0.2*t\"}}}\n"
    "  crank: {mass: 1, inertia: 0.02, position: [0.2, 0.2], frames: {a: [-0.2, -0.2], b: [0.3, 0.4], c: [0, 0.1]}}\n"
    "  coupler: {mass: 2, inertia: 0.3, position: [1.2, 1], frames: {a: [-0.7, -0.4], b: [0.8, 0.3]}}\n"
    "  rocker: {mass: 1.5, inertia: 0.2, position: [2, 0.6], frames: {a: [0, 0.7], b: {at: [0, -0.6], turn: \"-0.3*t\"}}}\n"
    "  slide: {mass: 0.5, inertia: 0.01, position: [-1, 0], frames: {a: [0, 0]}}\n"
    "  wheel: {mass: 0.7, inertia: 0.03, position: [-1, 0.5], frames: {a: [0, -0.5]}}\n"
    "joints:\n"
    "  o: {type: revolute, frames: [ground.a, crank.a]}\n"
    "  ab: {type: revolute, frames: [coupler.a, crank.b]}\n"
    "  bc: {type: revolute, frames: [coupler.b, rocker.a]}\n"
    "  c: {type: revolute, frames: [rocker.b, ground.b]}\n"
    "  rail: {type: prismatic, between: [ground, slide], at: [-1, 0], axis: x, limits: [-0.2, 0.1]}\n"
    "  hub: {type: revolute, frames: [slide.a, wheel.a]}\n"
    "couplers:\n"
    "  gear: {terms: {hub.angle: 1, o.angle: -2}}\n"
    "forces:\n"
    "  spring: {type: spring, frames: [crank.c, rocker.a], stiffness: 40, damping: 0.5, free_length: 1}\n"
    "  pull: {type: force, frame: coupler.b, components: [1, \"2*sin(t)\", 0], follow: true}\n"
    "  soft: {type: joint, coordinate: rail.travel, stiffness: 30, damping: 0.4}\n"
    "gravity: [0, -9.81, 0]\n"
    "analysis: {type: dynamics, duration: 1.5}\n";

// The same in space: ball, cross, screw, cylinder, constant velocity, rod, gears; a loop with moving frames and a drive.
static const char SPACE[] =
    "planar: false\n"
    "bodies:\n"
    "  ground: {frames: {a: {at: [0, 0, 0], turn: \"0.3*sin(t)\", about: [0, 0.6, 0.8], offset: [0, 0, "
    "\"0.05*sin(2*t)\"]}}}\n"
    "  crank: {mass: 1, inertia: [0.02, 0.03, 0.04], position: [0.2, 0.1, 0], frames: {a: [-0.2, -0.1, 0], b: [0.3, 0.2, 0.1]}}\n"
    "  link: {mass: 2, inertia: [0.1, 0.3, 0.25], position: [1, 0.5, 0.4]}\n"
    "  rocker: {mass: 1.5, inertia: [0.2, 0.1, 0.15], position: [1.6, 0.3, 0.5]}\n"
    "  nut: {mass: 0.4, inertia: [0.01, 0.02, 0.015], position: [-0.5, 0.2, 0.3]}\n"
    "  bob: {mass: 0.6, inertia: [0.02, 0.01, 0.015], position: [-0.5, 0.9, 0.4]}\n"
    "  free: {mass: 0.3, inertia: [0.003, 0.002, 0.004], position: [-1, 1, 1]}\n"
    "  ball: {mass: 0.5, inertia: [0.02, 0.01, 0.015], position: [0.3, -0.6, 0.4]}\n"
    "joints:\n"
    "  o: {type: revolute, frames: [ground.a, crank.a]}\n"
    "  p: {type: spherical, between: [crank, link], at: [0.5, 0.3, 0.1]}\n"
    "  q: {type: universal, between: [rocker, link], at: [1.5, 0.7, 0.6], axes: [[1, 0, 0], [0, 1, 0.2]]}\n"
    "  r: {type: cylindrical, between: [ground, rocker], at: [1.7, 0, 0.4], axis: [0.1, 0.2, 1]}\n"
    "  s: {type: screw, between: [crank, nut], at: [-0.4, 0.1, 0.2], axis: [1, 0.5, 0], pitch: 0.3}\n"
    "  v: {type: constant-velocity, between: [nut, bob], at: [-0.5, 0.6, 0.3]}\n"
    "  d: {type: rod, between: [bob, free], at: [[-0.5, 1, 0.4], [-1, 1, 1]]}\n"
    "  l: {type: point-on-line, between: [ball, crank], at: [0.3, -0.3, 0.2], axis: [0.3, 1, 0]}\n"
    "drives:\n"
    "  push: {coordinate: r.travel, law: \"0.1*sin(2*t)\"}\n"
    "forces:\n"
    "  spring: {type: spring, between: [ground, free], at: [[0, 2, 0], [-1, 1, 1]], stiffness: 5, damping: 0.1, free_length: 1}\n"
    "  turn: {type: joint, coordinate: s.angle, stiffness: 3, damping: 0.1}\n"
    "gravity: [0, -2, -9]\n"
    "analysis: {type: dynamics, duration: 0.6}\n";

// A plate on three pins: the forces are shared by the least norm.
static const char PINS[] =
    "planar: true\n"
    "gravity: [0, -10]\n"
    "bodies:\n"
    "  ground:\n"
    "    profiles:\n"
    "      left: {circle: {center: [-1, -0.1], radius: 0.1}}\n"
    "      middle: {circle: {center: [0.25, -0.1], radius: 0.1}}\n"
    "      right: {circle: {center: [1, -0.1], radius: 0.1}}\n"
    "  plate:\n"
    "    mass: 6\n"
    "    center: [0.5, 0.1]\n"
    "    inertia: 3\n"
    "    profiles: {under: {start: [-3, 0], chain: [{line: {to: [3, 0]}}], closed: false}}\n"
    "contacts:\n"
    "  a: {profiles: [plate.under, ground.left]}\n"
    "  b: {profiles: [plate.under, ground.middle]}\n"
    "  c: {profiles: [plate.under, ground.right]}\n"
    "forces: {push: {type: force, body: plate, components: [\"3*sin(t)\", 0, 0]}}\n"
    "analysis: {duration: 0.5}\n";

static void test_both_formulations_agree_along_a_motion(void **state) {
  (void)state;
  compare_along("plane", PLANE);
  compare_along("space", SPACE);
  compare_along("pins", PINS);
}

static void test_both_formulations_agree_on_all_examples(void **state) {
  (void)state;
  glob_t found;
  assert_int_equal(glob(PAWL_SOURCE_DIR "/examples/*/*.yaml", 0, NULL, &found), 0);
  int compared = 0;
  for (size_t i = 0; i < found.gl_pathc; i++) {
    if (strstr(found.gl_pathv[i], "expected.yaml")) continue;
    compare_along(found.gl_pathv[i], NULL);
    compared++;
  }
  globfree(&found);
  assert_true(compared > 30);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_both_formulations_agree_along_a_motion),
                                     cmocka_unit_test(test_both_formulations_agree_on_all_examples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
