// The augmented formulation in whole runs. Expected values are those of multipliers at a tight tolerance, whose integrators and
// matrices it does not share, closed forms, and symmetry.
#include "check.h"
#include "pawl/pawl.h"
#include "simulate/simulation.h"

#define EXAMPLE(name) PAWL_SOURCE_DIR "/examples/" name "/" name ".yaml"

typedef struct {
  PawlMessages *messages;
  PawlModel *model;
  PawlMechanism *k;
  PawlSimulation *s;
} Run;

static void load(Run *run, const char *path, const char *text) {
  *run = (Run){.messages = pawl_messages_create()};
  PawlStatus status = text ? pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, run->messages, &run->model)
                           : pawl_model_load(path, NULL, 0, run->messages, &run->model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(run->model, run->messages, &run->k);
  if (status) fail_msg("%s", pawl_messages_get(run->messages, 0).text);
}

static void begin_with(Run *run, const char *path, const char *text, PawlFormulation in, double tolerance, double max_step,
                       double radius) {
  load(run, path, text);
  PawlRunOptions options = pawl_mechanism_run_options(run->k);
  options.formulation = in;
  options.method = in == PAWL_FORMULATION_AUGMENTED ? PAWL_METHOD_AUTO : PAWL_METHOD_DOP853;
  options.tolerance = tolerance;
  options.max_step = max_step;
  options.spectral_radius = radius;
  PawlStatus status = pawl_simulation_create(run->k, &options, run->messages, &run->s);
  if (status == PAWL_OK) status = pawl_simulation_assemble(run->s, run->messages);
  if (status) fail_msg("%s", pawl_messages_get(run->messages, 0).text);
}

static void begin(Run *run, const char *path, const char *text, PawlFormulation in, double tolerance, double max_step) {
  begin_with(run, path, text, in, tolerance, max_step, 1);
}

static void end(Run *run) {
  pawl_simulation_free(run->s);
  pawl_mechanism_free(run->k);
  pawl_model_free(run->model);
  pawl_messages_free(run->messages);
}

static void go_to(Run *run, double t) {
  PawlStatus status = pawl_simulation_advance(run->s, t, run->messages);
  if (status) fail_msg("%s", pawl_messages_get(run->messages, 0).text);
}

// ---- order

enum { POSITION, SPEED, MULTIPLIER, LEVELS };

// Largest differences of a's and b's samples.
static void differences(const Run *a, const Run *b, double out[LEVELS]) {
  int32_t nq = pw_position_count(a->k), nv = pw_speed_count(a->k);
  memset(out, 0, LEVELS * sizeof *out);
  for (int32_t i = 0; i < nq + nv; i++) {
    double *most = &out[i < nq ? POSITION : SPEED];
    *most = fmax(*most, fabs(a->s->sample[i] - b->s->sample[i]));
  }
  for (int32_t r = 0; r < a->k->rows; r++) {
    out[MULTIPLIER] = fmax(out[MULTIPLIER], fabs(a->s->lambda[r] - b->s->lambda[r]));
  }
}

// Steps of one length, halved twice: errors go down four times each.
static void check_order(const char *path, const char *text, double duration, int64_t steps, double radius) {
  Run exact;
  double error[3][LEVELS];
  begin(&exact, path, text, PAWL_FORMULATION_MULTIPLIERS, 1e-12, 0);
  go_to(&exact, duration);
  for (int i = 0; i < 3; i++) {
    Run run;
    begin_with(&run, path, text, PAWL_FORMULATION_AUGMENTED, 1e-2, duration / (double)(steps << i), radius);
    go_to(&run, duration);
    PawlRunInfo info = pawl_simulation_info(run.s);
    assert_true(info.steps >= steps << i && info.steps <= (steps << i) + 6);  // the first ones are shorter
    assert_string_equal(info.formulation, "augmented");
    assert_string_equal(info.method, "trapezoidal");
    assert_true(info.violation_position < 1e-12 && info.violation_speed < 1e-12);
    differences(&run, &exact, error[i]);
    end(&run);
  }
  for (int level = 0; level < LEVELS; level++) {
    for (int i = 0; i < 2; i++) {
      double order = log2(error[i][level] / error[i + 1][level]);
      print_message("level %d: %.2g and %.2g, order %.2f\n", level, error[i][level], error[i + 1][level], order);
      assert_true(order > 1.8 && order < 2.5);
    }
  }
  end(&exact);
}

// A slider-crank with a spring, let go.
#define SLIDER_CRANK                                                                              \
  "gravity: [0, -9.81]\n"                                                                         \
  "bodies:\n"                                                                                     \
  "  crank: {mass: 1, center: [0.25, 0], inertia: 0.03, frames: {tip: [0.5, 0]}}\n"               \
  "  rod: {mass: 2, center: [0.5, 0], inertia: 0.2, position: [0.5, 0], frames: {end: [1, 0]}}\n" \
  "  slider: {mass: 1, inertia: 0.1, position: [1.5, 0]}\n"                                       \
  "joints:\n"                                                                                     \
  "  main: {type: revolute, frames: [ground, crank]}\n"                                           \
  "  pin: {type: revolute, frames: [crank.tip, rod]}\n"                                           \
  "  wrist: {type: revolute, frames: [rod.end, slider]}\n"                                        \
  "  guide: {type: prismatic, between: [ground, slider], at: [0, 0], axis: x}\n"                  \
  "forces:\n"                                                                                     \
  "  k: {type: joint, coordinate: guide, stiffness: 20, damping: 0.5}\n"                          \
  "initial: {joints: {main: {position: 0.7, speed: 1, hold: true}}}\n"

static void test_order_two_of_a_slider_crank(void **state) {
  (void)state;
  check_order(NULL, SLIDER_CRANK, 1, 200, 1);
}

// In space: a top that precesses and nutates, and six bars in a loop, one of whose rows depends on the others.
static void test_order_two_in_space(void **state) {
  (void)state;
  check_order(EXAMPLE("heavy-top"), NULL, 0.1, 400, 1);
}

// Generalised-alpha is of order two for every spectral radius.
static void test_order_two_with_damping(void **state) {
  (void)state;
  check_order(NULL, SLIDER_CRANK, 1, 400, 0.6);
  check_order(NULL, SLIDER_CRANK, 1, 400, 0);
  check_order(EXAMPLE("heavy-top"), NULL, 0.1, 400, 0.6);
}

// An oscillation of 1.6 kHz under steps of 1 ms, five times too long to see it: with the radius 1 its energy stays (of the
// trapezoidal rule for a linear spring to rounding), with r each step leaves some r of its amplitude.
static double energy_left(double radius) {
  static const char text[] =
      "planar: true\n"
      "bodies: {block: {mass: 1, inertia: 1}, other: {mass: 1, inertia: 1, position: [1, 0]}}\n"
      "joints:\n"
      "  guide: {type: prismatic, between: [ground, block], at: [0, 0], axis: x}\n"
      "  pivot: {type: revolute, between: [ground, other], at: [0, 0]}\n"
      "forces: {k: {type: joint, coordinate: guide, stiffness: 1e8}}\n"
      "initial: {joints: {guide: {position: 1e-9, hold: true}, pivot: {speed: 1, hold: true}}}\n";
  Run run;
  double q, v;
  begin_with(&run, NULL, text, PAWL_FORMULATION_AUGMENTED, 1e-2, 1e-3, radius);
  go_to(&run, 0.5);
  assert_true(pawl_simulation_info(run.s).steps < 600);
  int32_t nq = pw_position_count(run.k);
  q = run.s->sample[0];
  v = run.s->sample[nq];
  end(&run);
  return (1e8 * q * q + v * v) / (1e8 * 1e-9 * 1e-9);
}

static void test_spectral_radius_damps(void **state) {
  (void)state;
  CHECK_CLOSE(energy_left(1), 1, 1e-6);
  CHECK_CLOSE(energy_left(0.8), 0, 1e-12);
  CHECK_CLOSE(energy_left(0), 0, 1e-12);
}

// ---- rows that depend on each other, singular positions

// Bricard's mechanism has a row too many; ten flat four-bars lose ten at once, twice a turn. Both by what multipliers has.
static void test_redundant_and_singular(void **state) {
  (void)state;
  static const struct {
    const char *example;
    double duration, tolerance, within;
  } cases[] = {{EXAMPLE("bricard"), 2, 1e-7, 1e-5}, {EXAMPLE("n-four-bar"), 3, 1e-7, 1e-3}};
  for (int i = 0; i < 2; i++) {
    Run exact, run;
    double error[LEVELS];
    begin(&exact, cases[i].example, NULL, PAWL_FORMULATION_MULTIPLIERS, 1e-11, 0);
    begin(&run, cases[i].example, NULL, PAWL_FORMULATION_AUGMENTED, cases[i].tolerance, 0);
    go_to(&exact, cases[i].duration);
    go_to(&run, cases[i].duration);
    differences(&run, &exact, error);
    print_message("%.2g, %.2g in %lld steps\n", error[POSITION], error[SPEED], (long long)pawl_simulation_info(run.s).steps);
    assert_true(error[POSITION] < cases[i].within && error[SPEED] < 10 * cases[i].within);
    assert_true(pawl_simulation_info(run.s).violation_position < 1e-9);
    assert_true(pawl_simulation_info(run.s).violation_speed < 1e-9);
    end(&run);
    end(&exact);
  }
}

// Steps whose accelerations are not held to the constraints end near a singular position: where the smallest singular value, as
// multipliers find it, is below 0.03.
static void test_faint_steps_are_near_singular_positions(void **state) {
  (void)state;
  Run run;
  PwFormulation *other;
  begin(&run, EXAMPLE("slider-crank-dead-point"), NULL, PAWL_FORMULATION_AUGMENTED, 1e-5, 0);
  assert_int_equal(pw_multipliers_create(run.k, 1e-10, &other), PAWL_OK);
  pw_formulation_set_discrete(other, &run.s->discrete);
  double *u = calloc((size_t)run.k->rows + 1, sizeof *u), *r = calloc((size_t)pw_state_size(run.k), sizeof *r), far = 0;
  int64_t faint = 0, firm = 0;
  while (run.s->to < 0.5) {
    PwSingularity near;
    assert_int_equal(pw_simulation_segment(run.s, 0.5, run.messages), PAWL_OK);
    assert_int_equal(pw_simulation_settle(run.s, run.messages), PAWL_OK);
    int64_t now = pawl_simulation_info(run.s).faint_steps;
    assert_int_equal(pw_formulation_singularity(other, run.s->to, run.s->y, u, r, &near), PAWL_OK);
    if (now > faint) far = fmax(far, near.sigma);
    firm += now == faint;
    faint = now;
  }
  print_message("%d faint steps, up to %.2g, and %d others\n", (int)faint, far, (int)firm);
  assert_true(faint > 0 && firm > faint && far < 0.03);
  PawlRunInfo info = pawl_simulation_info(run.s);
  assert_true(info.violation_position < 1e-9 && info.violation_speed < 1e-9 && info.violation_acceleration < 1e-5);
  free(u);
  free(r);
  pw_formulation_free(other);
  end(&run);
}

// A flat parallelogram whose speeds say how it goes on: as one, w^2 = w0^2 - 2 g sin(right) 2/(5/3); or with the left upright at
// rest and the coupler on the right one, as a pendulum of both, w^2 = w0^2 - 3 g sin(right).
#define FLAT                                                                                         \
  "gravity: [0, -9.81]\n"                                                                            \
  "bodies:\n"                                                                                        \
  "  left: {mass: 1, center: [0.5, 0], inertia: 1/12, frames: {tip: [1, 0]}}\n"                      \
  "  right: {mass: 1, center: [0.5, 0], inertia: 1/12, position: [1, 0], frames: {tip: [1, 0]}}\n"   \
  "  coupler: {mass: 1, center: [0.5, 0], inertia: 1/12, position: [1, 0], frames: {end: [1, 0]}}\n" \
  "joints:\n"                                                                                        \
  "  a: {type: revolute, frames: [ground, left]}\n"                                                  \
  "  b: {type: revolute, frames: [left.tip, coupler]}\n"                                             \
  "  c: {type: revolute, frames: [right.tip, coupler.end]}\n"                                        \
  "  d: {type: revolute, between: [ground, right], at: [1, 0]}\n"

static void check_branch(const char *text, double left, double pull) {
  Run run;
  begin(&run, NULL, text, PAWL_FORMULATION_AUGMENTED, 1e-6, 0);
  go_to(&run, 0.3);
  const double *q = run.s->sample, *v = q + pw_position_count(run.k);  // left, right, coupler: x, y, angle each
  CHECK_CLOSE(q[2], left * q[5], 1e-9);
  CHECK_CLOSE(v[5] * v[5], 9 - pull * sin(q[5]), 1e-3);
  assert_true(fabs(q[5]) > 0.2);
  end(&run);
}

static void check_start_refused(const char *text, PawlFormulation in, const char *says) {
  Run run;
  load(&run, NULL, text);
  PawlRunOptions options = pawl_mechanism_run_options(run.k);
  options.formulation = in;
  assert_int_equal(pawl_simulation_create(run.k, &options, run.messages, &run.s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(run.s, run.messages), PAWL_ERR_SINGULAR);
  assert_non_null(strstr(pawl_messages_get(run.messages, pawl_messages_count(run.messages) - 1).text, says));
  end(&run);
}

static void test_starts_in_a_singular_position(void **state) {
  (void)state;
  static const char AS_ONE[] = FLAT "initial: {joints: {a: {speed: 3, hold: true}, d: {speed: 3, hold: true}}}\n";
  static const char FOLDED[] = FLAT "initial: {joints: {a: {speed: 0, hold: true}, d: {speed: 3, hold: true}}}\n";
  static const char BETWEEN[] = FLAT "initial: {joints: {a: {speed: 3, hold: true}, d: {speed: 0, hold: true}}}\n";
  check_branch(AS_ONE, 1, 2 * 9.81 * 2 / (5.0 / 3));
  check_branch(FOLDED, 0, 3 * 9.81);
  check_start_refused(BETWEEN, PAWL_FORMULATION_AUGMENTED, "between the ways to go on");
  check_start_refused(FLAT, PAWL_FORMULATION_AUGMENTED, "no initial speed says how it goes on");
  check_start_refused(AS_ONE, PAWL_FORMULATION_MULTIPLIERS, "or take formulation augmented");
}

// A door on two hinges of which each would do: by symmetry each carries half of the weight, and they pull and push with the
// moment of the weight over their distance. The least sum of squares says the same; a single one, chosen, would not.
static const char DOOR[] =
    "gravity: [0, 0, -10]\n"
    "bodies:\n"
    "  door: {mass: 20, center: [0.4, 0, 0], inertia: [1.5, 2.5, 1]}\n"
    "joints:\n"
    "  low: {type: revolute, between: [ground, door], at: [0, 0, -0.5], axis: z}\n"
    "  high: {type: revolute, between: [ground, door], at: [0, 0, 0.5], axis: z}\n";

static void check_door(PawlFormulation in, const char *method) {
  Run run;
  double low[6], high[6];
  load(&run, NULL, DOOR);
  PawlRunOptions options = pawl_mechanism_run_options(run.k);
  options.formulation = in;
  options.reactions = in == PAWL_FORMULATION_AUGMENTED ? PAWL_REACTIONS_CHOSEN : PAWL_REACTIONS_LEAST;
  options.tolerance = 1e-6;
  assert_int_equal(pawl_simulation_create(run.k, &options, run.messages, &run.s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(run.s, run.messages), PAWL_OK);
  assert_true(run.k->redundancies == 5);
  for (int i = 0; i < 2; i++) {  // whatever came before
    go_to(&run, 0.1 * (i + 1));
    assert_string_equal(pawl_simulation_info(run.s).method, method);
    assert_int_equal(pawl_simulation_reaction(run.s, (PawlJointId){1}, low), PAWL_OK);
    assert_int_equal(pawl_simulation_reaction(run.s, (PawlJointId){2}, high), PAWL_OK);
    CHECK_CLOSE(low[2], 100, 1e-6);
    CHECK_CLOSE(high[2], 100, 1e-6);
    // forces -f and f, torques m: f + 2 m is the moment of the weight about the middle, 2 f^2 + 2 m^2/L^2 least with L the size
    double f = -80 / (1 + 4 * run.k->size * run.k->size), m = (-80 - f) / 2;
    CHECK_CLOSE(low[0], -f, 1e-6);
    CHECK_CLOSE(high[0], f, 1e-6);
    CHECK_CLOSE(low[4], m, 1e-6);
    CHECK_CLOSE(high[4], m, 1e-6);
  }
  end(&run);
}

static void test_reactions_of_redundant_joints_are_least(void **state) {
  (void)state;
  check_door(PAWL_FORMULATION_AUGMENTED, "trapezoidal");
  check_door(PAWL_FORMULATION_MULTIPLIERS, "dop853");
  check_door(PAWL_FORMULATION_CANONICAL, "dop853");
}

// Unless that is asked for, the exact formulations have the joint that comes last take nothing.
static void test_reactions_are_chosen(void **state) {
  (void)state;
  double low[6], high[6];
  for (int i = 0; i < 2; i++) {
    Run run;
    begin(&run, NULL, DOOR, i ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS, 1e-6, 0);
    assert_int_equal(pawl_simulation_reaction(run.s, (PawlJointId){1}, low), PAWL_OK);
    assert_int_equal(pawl_simulation_reaction(run.s, (PawlJointId){2}, high), PAWL_OK);
    CHECK_CLOSE(low[2], 200, 1e-6);
    for (int c = 0; c < 6; c++) CHECK_CLOSE(high[c], 0, 1e-6);
    end(&run);
  }
}

// ---- friction

static void on_event(void *user, const PawlEvent *event) {
  double *t = user;
  if (strcmp(event->kind, "sticks") == 0) *t = event->t;
}

// A particle on an incline comes to rest where its slip has no direction any more: examples/particle-on-incline has the instant
// in closed form. A step that passed it would slip for ever.
static void test_slip_ends_in_space(void **state) {
  (void)state;
  Run run;
  double sticks = 0;
  load(&run, EXAMPLE("particle-on-incline"), NULL);
  PawlRunOptions options = pawl_mechanism_run_options(run.k);
  options.formulation = PAWL_FORMULATION_AUGMENTED;
  options.tolerance = 1e-5;
  options.event = on_event;
  options.user = &sticks;
  PawlRunInfo info = pawl_run_info_default();
  assert_int_equal(pawl_run(run.k, &options, run.messages, &info), PAWL_OK);
  CHECK_CLOSE(sticks, 0.614120749038293, 2e-4);
  assert_true(info.steps < 500);
  end(&run);
}

// ---- what it cannot do

static void test_refused_by_name(void **state) {
  (void)state;
  static const struct {
    PawlMethod method;
    double penalty;
    const char *says;
  } cases[] = {{PAWL_METHOD_RADAU5, 1e7, "method radau5 does not go with formulation augmented"},
               {PAWL_METHOD_AUTO, 0, "penalty = 0, need 1000..1e+12"},
               {PAWL_METHOD_AUTO, NAN, "penalty = nan"},
               {PAWL_METHOD_AUTO, 1e13, "penalty = 1e+13"}};
  static const double RADII[] = {-0.1, 1.1, NAN};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Run run;
    load(&run, NULL, SLIDER_CRANK);
    PawlRunOptions options = pawl_mechanism_run_options(run.k);
    options.formulation = PAWL_FORMULATION_AUGMENTED;
    options.method = cases[i].method;
    options.penalty = cases[i].penalty;
    assert_int_equal(pawl_simulation_create(run.k, &options, run.messages, &run.s), PAWL_ERR_ARGUMENT);
    assert_non_null(strstr(pawl_messages_get(run.messages, pawl_messages_count(run.messages) - 1).text, cases[i].says));
    end(&run);
  }
  for (size_t i = 0; i < sizeof RADII / sizeof *RADII; i++) {
    Run run;
    load(&run, NULL, SLIDER_CRANK);
    PawlRunOptions options = pawl_mechanism_run_options(run.k);
    options.spectral_radius = RADII[i];
    assert_int_equal(pawl_simulation_create(run.k, &options, run.messages, &run.s), PAWL_ERR_ARGUMENT);
    assert_non_null(strstr(pawl_messages_get(run.messages, 0).text, "need 0..1"));
    end(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order_two_of_a_slider_crank),
      cmocka_unit_test(test_order_two_in_space),
      cmocka_unit_test(test_order_two_with_damping),
      cmocka_unit_test(test_spectral_radius_damps),
      cmocka_unit_test(test_redundant_and_singular),
      cmocka_unit_test(test_faint_steps_are_near_singular_positions),
      cmocka_unit_test(test_starts_in_a_singular_position),
      cmocka_unit_test(test_reactions_of_redundant_joints_are_least),
      cmocka_unit_test(test_reactions_are_chosen),
      cmocka_unit_test(test_slip_ends_in_space),
      cmocka_unit_test(test_refused_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
