// Whole runs in the canonical formulation: the change of independent coordinates, wishes for them, radau5. Expected values are
// those of the multipliers formulation, which shares neither coordinates nor equations with it.
#include "check.h"
#include "pawl/pawl.h"
#include "simulate/simulation.h"

#define EXAMPLE(name) PAWL_SOURCE_DIR "/examples/" name "/" name ".yaml"

typedef struct {
  PawlMessages *messages;
  PawlModel *model;
  PawlMechanism *k;
  PawlSimulation *s;
  int changes;  // of coordinates
  char subject[64], detail[160];
} Run;

static void on_event(void *user, const PawlEvent *event) {
  Run *run = user;
  if (strcmp(event->kind, "coordinates")) return;
  run->changes++;
  snprintf(run->subject, sizeof run->subject, "%s", event->subject);
  snprintf(run->detail, sizeof run->detail, "%s", event->detail);
}

static PawlStatus begin(Run *run, const char *path, const char *text, PawlFormulation in, PawlMethod method, double tolerance) {
  *run = (Run){.messages = pawl_messages_create()};
  PawlStatus status = text ? pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, run->messages, &run->model)
                           : pawl_model_load(path, NULL, 0, run->messages, &run->model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(run->model, run->messages, &run->k);
  assert_int_equal(status, PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(run->k);
  options.formulation = in;
  options.method = method;
  options.tolerance = tolerance;
  options.event = on_event;
  options.user = run;
  status = pawl_simulation_create(run->k, &options, run->messages, &run->s);
  return status ? status : pawl_simulation_assemble(run->s, run->messages);
}

static void end(Run *run) {
  pawl_simulation_free(run->s);
  pawl_mechanism_free(run->k);
  pawl_model_free(run->model);
  pawl_messages_free(run->messages);
}

static double distance(const Run *a, const Run *b) {
  double most = 0;
  for (int32_t i = 0; i < pw_state_size(a->k) - 1; i++) most = fmax(most, fabs(a->s->sample[i] - b->s->sample[i]));
  return most;
}

// A bob on a rod goes round level: x, dependent at first, stands still after a quarter of a turn and gives way to z, which stays.
// The motion does not notice.
static void test_independent_coordinates_change_unnoticed(void **state) {
  (void)state;
  Run a, b;
  assert_int_equal(begin(&a, EXAMPLE("spherical-pendulum"), NULL, PAWL_FORMULATION_MULTIPLIERS, PAWL_METHOD_DOP853, 1e-11),
                   PAWL_OK);
  assert_int_equal(begin(&b, EXAMPLE("spherical-pendulum"), NULL, PAWL_FORMULATION_CANONICAL, PAWL_METHOD_DOP853, 1e-11),
                   PAWL_OK);
  int told = 0;
  for (int i = 1; i <= 40; i++) {
    assert_int_equal(pawl_simulation_advance(a.s, 0.1 * i, NULL), PAWL_OK);
    assert_int_equal(pawl_simulation_advance(b.s, 0.1 * i, NULL), PAWL_OK);
    CHECK_CLOSE(distance(&a, &b), 0, 1e-8);
    if (b.changes == told) continue;
    told = b.changes;
    assert_non_null(strstr(b.detail, b.subject));
    assert_non_null(strstr(b.detail, "independent: "));
    double z[64], y[64];  // the choice that stands says the same of the bodies
    assert_int_equal(pw_formulation_reduce(b.s->formulation, b.s->to, b.s->y, z), PAWL_OK);
    assert_int_equal(pw_formulation_expand(b.s->formulation, b.s->to, z, y), PAWL_OK);
    for (int32_t j = 0; j < pw_state_size(b.k); j++) CHECK_CLOSE(y[j], b.s->y[j], 1e-12 * (1 + fabs(y[j])));
  }
  assert_int_equal(b.changes, 1);
  assert_string_equal(b.subject, "rod.x");
  end(&a);
  end(&b);
}

#define FOUR_BAR(more)                                                                                       \
  "bodies:\n"                                                                                                \
  "  crank: {mass: 1, inertia: 0.02, position: [0.2, 0.2]}\n"                                                \
  "  coupler: {mass: 2, inertia: 0.3, position: [1.2, 1]}\n"                                                 \
  "  rocker: {mass: 1.5, inertia: 0.2, position: [2, 0.6]}\n"                                                \
  "joints:\n"                                                                                                \
  "  o: {type: revolute, between: [ground, crank], at: [0, 0]}\n"                                            \
  "  ab: {type: revolute, between: [crank, coupler], at: [0.5, 0.6]}\n"                                      \
  "  bc: {type: revolute, between: [coupler, rocker], at: [2, 1.3]}\n"                                       \
  "  c: {type: revolute, between: [ground, rocker], at: [2.2, 0]}\n"                                         \
  "gravity: [0, -9.81, 0]\n"                                                                                 \
  "forces: {spring: {type: joint, coordinate: c.angle, stiffness: 4000, damping: 30, free_position: 0.1}}\n" \
  "analysis: {type: dynamics, duration: 1, " more "}\n"

// Each of the tree's coordinates can be independent. One of the chord cannot.
static void test_wished_coordinates_are_independent(void **state) {
  (void)state;
  static const struct {
    const char *text, *expected;
  } wish[] = {{FOUR_BAR("independent: [o.angle]"), "independent: o.angle"},
              {FOUR_BAR("independent: [ab.angle]"), "independent: ab.angle"},
              {FOUR_BAR("independent: [c.angle]"), "independent: c.angle"}};
  Run run;
  char text[160];
  for (int i = 0; i < 3; i++) {
    assert_int_equal(begin(&run, NULL, wish[i].text, PAWL_FORMULATION_CANONICAL, PAWL_METHOD_AUTO, 1e-8), PAWL_OK);
    pw_formulation_describe(run.s->formulation, text, sizeof text);
    assert_string_equal(text, wish[i].expected);
    end(&run);
  }
  PawlStatus status = begin(&run, NULL, FOUR_BAR("independent: [bc.angle]"), PAWL_FORMULATION_CANONICAL, PAWL_METHOD_AUTO, 1e-8);
  assert_int_equal(status, PAWL_ERR_INPUT);
  assert_non_null(strstr(pawl_messages_get(run.messages, pawl_messages_count(run.messages) - 1).text, "closes a loop"));
  end(&run);
}

// A stiff spring: radau5 with the dense derivative against the explicit method of the other formulation; far fewer steps.
static void test_stiff_springs_need_few_steps(void **state) {
  (void)state;
  Run a, b;
  assert_int_equal(begin(&a, NULL, FOUR_BAR("step: 0.1"), PAWL_FORMULATION_MULTIPLIERS, PAWL_METHOD_DOP853, 1e-11), PAWL_OK);
  assert_int_equal(begin(&b, NULL, FOUR_BAR("step: 0.1"), PAWL_FORMULATION_CANONICAL, PAWL_METHOD_RADAU5, 1e-9), PAWL_OK);
  for (int i = 1; i <= 5; i++) {
    assert_int_equal(pawl_simulation_advance(a.s, 0.2 * i, NULL), PAWL_OK);
    assert_int_equal(pawl_simulation_advance(b.s, 0.2 * i, NULL), PAWL_OK);
    CHECK_CLOSE(distance(&a, &b), 0, 1e-6);
  }
  assert_string_equal(pawl_simulation_info(b.s).method, "radau5");
  assert_true(pawl_simulation_info(b.s).steps < 2000);
  end(&a);
  end(&b);
}

// The rod swings through the arm's pin: its row in the tree's speeds becomes short and long again, and the arm whips round. No
// rank is lost, and nothing of it may be taken for a singular position.
static void test_short_rows_keep_their_rank(void **state) {
  (void)state;
  static const char text[] =
      "gravity: [0, -9.81]\n"
      "planar: true\n"
      "bodies:\n"
      "  arm: {mass: 0.77, center: [0.05, 0.01], inertia: 0.114, position: [-0.16, 0.29], angle: 0.0755}\n"
      "  plate: {mass: 1.9, center: [-0.13, -0.01], inertia: 0.33, position: [0.86, -0.37], angle: 0.9466}\n"
      "joints:\n"
      "  pin: {type: revolute, frames: [{body: ground, at: [-0.43, 0.36]}, {body: arm, at: [-0.26, 0.09]}]}\n"
      "  shift: {type: lock, frames: [{body: ground, at: [0.73, -0.01], angle: 0.9466}, {body: plate, at: [0.14, 0.51]}],"
      " locked: [rz]}\n"
      "  rod: {type: rod, frames: [{body: plate, at: [0.35, 0.74]}, {body: arm, at: [1.53, 0.14]}]}\n"
      "initial:\n"
      "  joints: {pin: {speed: 0.730152330075018}}\n"
      "analysis: {type: dynamics, duration: 1}\n";
  Run a, b;
  assert_int_equal(begin(&a, NULL, text, PAWL_FORMULATION_MULTIPLIERS, PAWL_METHOD_DOP853, 1e-11), PAWL_OK);
  assert_int_equal(pawl_simulation_advance(a.s, 1, NULL), PAWL_OK);
  for (double tolerance = 1e-5; tolerance > 1e-10; tolerance /= 10) {
    assert_int_equal(begin(&b, NULL, text, PAWL_FORMULATION_CANONICAL, PAWL_METHOD_DOP853, tolerance), PAWL_OK);
    assert_int_equal(pawl_simulation_advance(b.s, 1, NULL), PAWL_OK);
    CHECK_CLOSE(distance(&a, &b), 0, 1e5 * tolerance);
    assert_int_equal(pawl_simulation_info(b.s).singular_passages, 0);
    end(&b);
  }
  end(&a);
}

// `loops` parallelograms in a row that hang on one pin, with a freedom each and that of the pin; `more`: lines of the file.
static void write_ladder(char *text, size_t size, int loops, const char *more) {
  size_t n = (size_t)snprintf(text, size, "gravity: [0, -9.81, 0]\nbodies:\n  v0: {mass: 1, inertia: 0.1, center: [0, 0.5]}\n");
  for (int i = 0; i < loops; i++) {
    n += (size_t)snprintf(text + n, size - n,
                          "  t%d: {mass: 1, inertia: 0.1, center: [%g, 1]}\n  u%d: {mass: 1, inertia: 0.1, center: [%g, 0]}\n"
                          "  v%d: {mass: 1, inertia: 0.1, center: [%d, 0.5]}\n",
                          i, i + 0.5, i, i + 0.5, i + 1, i + 1);
  }
  n += (size_t)snprintf(text + n, size - n, "joints:\n  g: {type: revolute, between: [ground, v0], at: [0, 1]}\n");
  for (int i = 0; i < loops; i++) {
    for (int side = 0; side < 2; side++) {
      char bar = side ? 'u' : 't';
      n += (size_t)snprintf(text + n, size - n,
                            "  a%c%d: {type: revolute, between: [v%d, %c%d], at: [%d, %d]}\n"
                            "  b%c%d: {type: revolute, between: [%c%d, v%d], at: [%d, %d]}\n",
                            bar, i, i, bar, i, i, 1 - side, bar, i, bar, i, i + 1, i + 1, 1 - side);
    }
  }
  snprintf(text + n, size - n, "%sanalysis: {duration: 0.3, step: 0.1}\n", more);
}

// Rows of loops that hang on moving bodies end at these, so that they are short: the same motion as with multipliers.
static void test_loops_on_moving_bodies(void **state) {
  (void)state;
  static char text[20000];
  Run a, b;
  write_ladder(text, sizeof text, 6, "");
  assert_int_equal(begin(&a, NULL, text, PAWL_FORMULATION_MULTIPLIERS, PAWL_METHOD_DOP853, 1e-11), PAWL_OK);
  assert_int_equal(begin(&b, NULL, text, PAWL_FORMULATION_CANONICAL, PAWL_METHOD_DOP853, 1e-11), PAWL_OK);
  for (int i = 1; i <= 3; i++) {
    assert_int_equal(pawl_simulation_advance(a.s, 0.1 * i, NULL), PAWL_OK);
    assert_int_equal(pawl_simulation_advance(b.s, 0.1 * i, NULL), PAWL_OK);
    CHECK_CLOSE(distance(&a, &b), 0, 1e-8);
  }
  end(&a);
  end(&b);
}

// The rule of `auto`.
static void test_auto_goes_by_loops_and_freedoms(void **state) {
  (void)state;
  static char text[20000];
  static const struct {
    int loops;
    const char *more, *expected;
  } chosen[] = {{8, "", "canonical"},
                {9, "", "multipliers"},  // with ten freedoms
                {8, "forces: {spring: {type: joint, coordinate: g.angle, stiffness: 1}}\n", "canonical"}};
  Run run;
  for (int i = 0; i < 3; i++) {
    write_ladder(text, sizeof text, chosen[i].loops, chosen[i].more);
    assert_int_equal(begin(&run, NULL, text, PAWL_FORMULATION_AUTO, PAWL_METHOD_AUTO, 1e-8), PAWL_OK);
    assert_string_equal(run.s->info.formulation, chosen[i].expected);
    end(&run);
  }
  static const struct {
    const char *path;
    PawlMethod method;
    const char *expected;
  } example[] = {{EXAMPLE("n-four-bar-40"), PAWL_METHOD_AUTO, "canonical"},  // one freedom
                 {EXAMPLE("n-four-bar-40"), PAWL_METHOD_RADAU5, "multipliers"},
                 {EXAMPLE("disc-cam"), PAWL_METHOD_AUTO, "multipliers"}};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(begin(&run, example[i].path, NULL, PAWL_FORMULATION_AUTO, example[i].method, 1e-8), PAWL_OK);
    assert_string_equal(run.s->info.formulation, example[i].expected);
    end(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_independent_coordinates_change_unnoticed),
                                     cmocka_unit_test(test_wished_coordinates_are_independent),
                                     cmocka_unit_test(test_stiff_springs_need_few_steps),
                                     cmocka_unit_test(test_short_rows_keep_their_rank),
                                     cmocka_unit_test(test_loops_on_moving_bodies),
                                     cmocka_unit_test(test_auto_goes_by_loops_and_freedoms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
