// What a run with contact keeps: no allocation once its touches are known, and the same bytes after an interruption; in both
// formulations.
#include "allocations.h"
#include "compile/mechanism.h"
#include "contact_run.h"

static PawlMechanism *load(const char *path, const char *const *overrides, int count) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlStatus status = pawl_model_load(path, overrides, count, messages, &model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(model, messages, &mechanism);
  for (int i = 0; i < pawl_messages_count(messages); i++) print_message("%s\n", pawl_messages_get(messages, i).text);
  assert_int_equal(status, PAWL_OK);
  pawl_model_free(model);
  pawl_messages_free(messages);
  return mechanism;
}

static const PawlFormulation formulation[] = {PAWL_FORMULATION_MULTIPLIERS, PAWL_FORMULATION_CANONICAL,
                                              PAWL_FORMULATION_AUGMENTED};

#define EXAMPLE(name) PAWL_SOURCE_DIR "/examples/" name "/" name ".yaml"
#define BLOCK PAWL_SOURCE_DIR "/examples/block-on-incline/block-with-law.yaml"
#define DATA(name) PAWL_SOURCE_DIR "/tests/data/" name ".yaml"

// Steps of order 2 are shorter by far: a looser tolerance will do.
static PawlRunOptions options_in(const PawlMechanism *mechanism, PawlFormulation in) {
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  options.formulation = in;
  if (in == PAWL_FORMULATION_AUGMENTED) options.tolerance = 1e-6;
  return options;
}

// A periodic case advanced turn by turn: none between the second turn and the tenth.
static void check_turns(PawlFormulation in, const char *path, const char *const *overrides, int count, double turn,
                        int64_t impacts) {
  PawlMechanism *mechanism = load(path, overrides, count);
  PawlRunOptions options = options_in(mechanism, in);
  PawlSimulation *s;
  PawlRunInfo first = pawl_run_info_default(), info = first;
  int64_t before = 0;
  assert_int_equal(pawl_simulation_create(mechanism, &options, NULL, &s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(s, NULL), PAWL_OK);
  for (int i = 1; i <= 10; i++) {
    assert_int_equal(pawl_simulation_advance(s, i * turn, NULL), PAWL_OK);
    if (i == 2) {
      first = pawl_simulation_info(s);
      before = allocations;
    }
  }
  assert_int_equal(allocations, before);
  assert_true(before > 0);  // the wrappers are linked
  info = pawl_simulation_info(s);
  assert_int_equal(info.grown, first.grown);
  assert_int_equal(info.impacts - first.impacts, impacts);
  assert_true(info.searches > first.searches);
  pawl_simulation_free(s);
  pawl_mechanism_free(mechanism);
}

// A block that swings on its displacement and breaks away: none after that.
static void test_no_allocation_with_displacements(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    PawlMechanism *mechanism = load(BLOCK, NULL, 0);
    PawlRunOptions options = options_in(mechanism, formulation[i]);
    PawlSimulation *s;
    int64_t before = 0;
    assert_int_equal(pawl_simulation_create(mechanism, &options, NULL, &s), PAWL_OK);
    assert_int_equal(pawl_simulation_assemble(s, NULL), PAWL_OK);
    for (int n = 1; n <= 40; n++) {
      assert_int_equal(pawl_simulation_advance(s, 5e-4 * n, NULL), PAWL_OK);
      if (n == 2) before = allocations;
    }
    assert_int_equal(allocations, before);
    assert_int_equal(pawl_simulation_info(s).events, 2);  // presses, slips
    pawl_simulation_free(s);
    pawl_mechanism_free(mechanism);
  }
}

static void test_no_allocation(void **state) {
  (void)state;
  double pi = acos(-1);
  for (int i = 0; i < 3; i++) {
    check_turns(formulation[i], EXAMPLE("disc-cam"), (const char *[]){"w=220"}, 1, 2 * pi / 220, 8);
    check_turns(formulation[i], EXAMPLE("globoidal-cam"), (const char *[]){"w=160"}, 1, 2 * pi / 160, 16);
    check_turns(formulation[i], EXAMPLE("cam-arcs-lines"), (const char *[]){"k=0.35"}, 1, 4 * pi, 16);
  }
}

// Rolling through the pole of a bowl, and round in it with spin; sticking and sliding in turn on a belt.
static void test_no_allocation_with_friction(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    check_turns(formulation[i], EXAMPLE("ball-in-bowl"), NULL, 0, 1.697887833367714, 0);
    check_turns(formulation[i], EXAMPLE("ball-in-bowl"), (const char *[]){"vy=0.8", "wn=20"}, 2, 0.5, 0);
    check_turns(formulation[i], EXAMPLE("block-on-belt"), (const char *[]){"length=3"}, 1, 0.731759786068493, 0);
  }
}

// ---- interrupted and resumed

typedef struct {
  double at;  // cancels behind this time; NaN: never
} Cancel;

static bool cancel(void *user, double t, double fraction) {
  (void)fraction;
  return t > ((Cancel *)user)->at;
}

static PawlStatus run_into(const PawlMechanism *mechanism, PawlFormulation in, const char *folder, double cancel_at,
                           bool resume) {
  PawlRunOptions options = options_in(mechanism, in);
  if (in == PAWL_FORMULATION_AUGMENTED) options.tolerance = 1e-5;
  Cancel when = {cancel_at};
  options.directory = folder;
  options.resume = resume;
  options.checkpoint_steps = 7;
  options.progress = cancel;
  options.user = &when;
  return pawl_run(mechanism, &options, NULL, NULL);
}

static char *read_whole(const char *folder, const char *name, size_t *length) {
  PwResult *result;
  assert_int_equal(pw_result_open(folder, NULL, &result), PAWL_OK);
  char *text = pw_result_read_file(result, name, length);
  pw_result_free(result);
  assert_non_null(text);
  return text;
}

static void check_resume(PawlFormulation in, const char *path, const char *const *overrides, int count, const double *stops,
                         int n) {
  char folder[] = "/tmp/pawl-test-XXXXXX", whole[64], cut[64];
  static const char *const files[] = {"result.csv", "events.csv",  "motion.csv",       "audit.bin",
                                      "model.yaml", "touches.csv", "audit_touches.bin"};
  PawlMechanism *mechanism = load(path, overrides, count);
  assert_non_null(mkdtemp(folder));
  snprintf(whole, sizeof whole, "%s/whole", folder);
  snprintf(cut, sizeof cut, "%s/cut", folder);
  assert_int_equal(run_into(mechanism, in, whole, NAN, false), PAWL_OK);
  for (int i = 0; i < n; i++) assert_int_equal(run_into(mechanism, in, cut, stops[i], i > 0), PAWL_ERR_CANCELLED);
  assert_int_equal(run_into(mechanism, in, cut, NAN, true), PAWL_OK);
  for (int i = 0; i < (mechanism->contacts ? 7 : 5); i++) {
    size_t a, b;
    char *first = read_whole(whole, files[i], &a), *second = read_whole(cut, files[i], &b);
    assert_int_equal(a, b);
    assert_memory_equal(first, second, a);
    free(first);
    free(second);
  }
  pw_folder_remove(whole, NULL);
  pw_folder_remove(cut, NULL);
  rmdir(folder);
  pawl_mechanism_free(mechanism);
}

// In flight, on the cam, in space too, between bounces, while it rocks, pressed by a force law, displaced along the surface;
// where canonical goes over to other coordinates, between singular positions, and with lists of bodies.
static void test_resumed_runs_with_contact_keep_their_bytes(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    check_resume(formulation[i], EXAMPLE("disc-cam"), (const char *[]){"w=220"}, 1, (const double[]){0.01, 0.05, 0.2}, 3);
    check_resume(formulation[i], EXAMPLE("cam-arcs-lines"), (const char *[]){"k=0.35"}, 1, (const double[]){5.6, 7.1, 9}, 3);
    check_resume(formulation[i], EXAMPLE("bouncing-ball"), NULL, 0, (const double[]){1, 3.9, 4.062}, 3);
    check_resume(formulation[i], EXAMPLE("rocking-block"), NULL, 0, (const double[]){4, 10.4, 10.5168}, 3);
    check_resume(formulation[i], EXAMPLE("newtons-cradle"), NULL, 0, (const double[]){0.1, 0.305, 0.312}, 3);
    check_resume(formulation[i], EXAMPLE("four-bar-clearance"), NULL, 0, (const double[]){0.3, 0.53, 0.6}, 3);
    check_resume(formulation[i], EXAMPLE("globoidal-cam"), (const char *[]){"w=160"}, 1, (const double[]){0.005, 0.015, 0.03}, 3);
    check_resume(formulation[i], BLOCK, NULL, 0, (const double[]){0.003, 0.1, 0.3}, 3);
    check_resume(formulation[i], BLOCK, (const char *[]){"slope=0.3", "loaded=0.5"}, 2, (const double[]){0.003, 0.02, 0.3}, 3);
    check_resume(formulation[i], DATA("sphere-with-law"), NULL, 0, (const double[]){0.05, 0.4738, 0.4744}, 3);
    check_resume(formulation[i], EXAMPLE("tumbling-box"), (const char *[]){"mu=0.4", "e=0.3"}, 2, (const double[]){0.26, 0.6, 2},
                 3);
    check_resume(formulation[i], EXAMPLE("sliding-cube"), NULL, 0, (const double[]){0.2, 0.46, 0.52}, 3);
    check_resume(formulation[i], EXAMPLE("spherical-pendulum"), NULL, 0, (const double[]){0.4, 0.5, 1}, 3);
    check_resume(formulation[i], EXAMPLE("slider-crank-dead-point"), NULL, 0, (const double[]){0.2, 0.5}, 2);
    check_resume(formulation[i], DATA("gas"), NULL, 0, (const double[]){0.2, 0.5, 0.8}, 3);
    check_resume(formulation[i], DATA("gas-in-space"), NULL, 0, (const double[]){0.1, 0.2, 0.3}, 3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_no_allocation),
      cmocka_unit_test(test_no_allocation_with_friction),
      cmocka_unit_test(test_no_allocation_with_displacements),
      cmocka_unit_test(test_resumed_runs_with_contact_keep_their_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
