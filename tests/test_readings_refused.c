// What is refused about forces in expressions and sampled(), by name, with place and remedy; and runs that are resumed.
#include "contact_run.h"

#define HEAD                                                                   \
  "bodies: {a: {mass: 1, position: [1, 0]}, b: {mass: 1, position: [2, 0]}}\n" \
  "joints:\n"                                                                  \
  "  first: {type: prismatic, between: [ground, a], at: [1, 0], axis: x}\n"    \
  "  second: {type: prismatic, between: [ground, b], at: [2, 0], axis: x}\n"   \
  "couplers: {tie: {terms: {first: 1, second: 1}}}\n"

static void check_refused(const char *text, int line, int column, const char *words) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  bool said = false;
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(model, messages, &mechanism);
  assert_int_equal(status, PAWL_ERR_INPUT);
  for (int i = 0; i < pawl_messages_count(messages); i++) {
    PawlMessage m = pawl_messages_get(messages, i);
    said |= strstr(m.text, words) && m.line == line && m.column == column;
    if (!said) print_message("%d:%d: %s\n", m.line, m.column, m.text);
  }
  assert_true(said);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

static void test_laws_that_act_may_read_no_force(void **state) {
  (void)state;
  check_refused(HEAD "forces:\n  f: {type: joint, coordinate: first,\n    law: 2*tie.first.travel.force}\n", 8, 12,
                "'tie.first.travel.force' is a force, which depends on this law: a law that acts on the motion reads it as "
                "sampled(tie.first.travel.force, dt)");
  check_refused(
      HEAD
      "measures:\n  m: {type: expression, value: second.fy}\nforces:\n  f: {type: force, body: a,\n    components: [1 + m, 0]}\n",
      10, 22, "sampled(second.fy, dt)");
  check_refused(
      HEAD
      "drives:\n  d: {coordinate: first,\n    law: f.force*t}\nforces:\n  f: {type: joint, coordinate: first, stiffness: 1}\n",
      8, 10, "'f.force' is a force");
  check_refused(HEAD "analysis: {until: third.force}\n", 6, 19, "unknown name 'third.force'");
  check_refused(HEAD "analysis: {until: first.fz}\n", 6, 19, "unknown name 'first.fz'");  // there is none in the plane
  check_refused(HEAD
                "drives: {f: {coordinate: first, law: t}}\nforces: {f: {type: joint, coordinate: first, stiffness: 1}}\n"
                "analysis: {until: f.force}\noutput: [joints]\n",
                8, 19, "'f.force' may mean 2 things");
}

static void test_wrong_samples_are_refused(void **state) {
  (void)state;
  check_refused(HEAD "analysis: {until: \"sampled(first, -1)\"}\n", 6, 35, "must be positive");
  check_refused(HEAD "analysis: {until: \"sampled(first, first)\"}\n", 6, 35, "must be constant");
  check_refused(HEAD "analysis: {until: sampled(first)}\n", 6, 19, "sampled takes 2 arguments");
  check_refused(HEAD "analysis: {until: \"sampled(1 + sampled(first, 1), 1)\"}\n", 6, 40, "cannot be sampled again");
  check_refused(HEAD "analysis: {until: \"sampled(fist, 1)\"}\n", 6, 28, "unknown name 'fist'");
  check_refused(HEAD "gravity: [\"sampled(first, 1)\", 0]\n", 6, 12, "'sampled' cannot be used here");
}

static void test_measures_that_read_measures_are_refused(void **state) {
  (void)state;
  check_refused(HEAD "measures:\n  m: {type: expression, value: 2*n}\n  n: {type: expression, value: first}\n", 7, 34,
                "a measure may mention those above it; 'n' is not");
  check_refused(HEAD "measures:\n  m: {type: expression, value: first}\nanalysis: {until: rate(m)}\n", 8, 24, "has no rate");
  check_refused(HEAD "measures:\n  m: {type: expression}\n", 7, 3, "needs a 'value'");
  check_refused(HEAD "measures:\n  m: {type: expression, value: first, axis: x}\n", 7, 45, "does not go with type expression");
  check_refused(HEAD "measures:\n  m: {type: distance, frames: [a, b], value: first}\n", 7, 46, "goes with type expression only");
  // a frame's law comes before measures have names
  check_refused(
      "bodies:\n  a: {mass: 1, frames: {f: {at: [0, 0], offset: [2*foo, 0]}}}\n"
      "measures: {m: {type: distance, frames: [ground, a.f]}}\n",
      2, 52, "unknown name 'foo'");
}

// There is no time in statics and linearisation; a value that becomes infinite is named; names of columns must differ.
static void test_analyses_without_time_refuse_samples(void **state) {
  (void)state;
  static const char LAW[] = "forces: {f: {type: joint, coordinate: first, law: \"1 - sampled(first - 1, 0.1)\"}}\n";
  char text[1000];
  snprintf(text, sizeof text, HEAD "%sanalysis: {type: statics}\n", LAW);
  check_fails(text, PAWL_ERR_INPUT, "statics cannot follow sampled(first - 1, ...)");
  snprintf(text, sizeof text, HEAD "%sinitial: {from: statics}\n", LAW);
  check_fails(text, PAWL_ERR_INPUT, "statics cannot follow sampled(first - 1, ...)");
  snprintf(text, sizeof text, HEAD "%sanalysis: {type: linearise}\n", LAW);
  check_fails(text, PAWL_ERR_INPUT, "linearising cannot follow sampled(first - 1, ...)");
  check_fails(HEAD "forces: {f: {type: joint, coordinate: first, law: \"sampled(1/t, 0.1)\"}}\n", PAWL_ERR_INPUT,
              "sampled(1/t, ...) has no finite value at t = 0 s");
  check_fails(HEAD "forces: {f: {type: joint, coordinate: first, law: \"sampled(t, 1e-12)\"}}\n", PAWL_ERR_INPUT,
              "more than 1e+09 times");
}

// ---- interrupted and resumed

static bool cancel(void *user, double t, double fraction) {
  (void)fraction;
  return t > *(double *)user;
}

static PawlStatus run_into(const PawlMechanism *mechanism, PawlFormulation in, const char *folder, double at, bool resume) {
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  options.directory = folder;
  options.resume = resume;
  options.formulation = in;
  options.checkpoint_steps = 3;
  options.progress = cancel;
  options.user = &at;
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

// A ball on a floor that a law lifts and presses by what it has read of the floor's force.
static void test_resumed_runs_keep_what_was_sampled(void **state) {
  (void)state;
  static const char MODEL[] =
      "planar: true\n"
      "gravity: [0, -10]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
      "  ball: {mass: 1, inertia: 0.001, position: [0, 0.06], profiles: {skin: {circle: {radius: 0.05}}}}\n"
      "contacts: {rest: {profiles: [ground.floor, ball.skin], restitution: 0.3}}\n"
      "measures: {h: {type: position, frames: [ground, ball], axis: y}}\n"
      "forces:\n"
      "  lift: {type: force, body: ball, components: [0, \"if(sampled(rest.force, 0.03) > 5, 14, 3) + sampled(h, 0.05)\"]}\n"
      "analysis: {duration: 1, step: 0.07}\n";
  static const char *const files[] = {"result.csv", "events.csv", "motion.csv", "touches.csv"};
  static const double stops[] = {0.1, 0.33, 0.71};
  char folder[] = "/tmp/pawl-test-XXXXXX", whole[64], cut[64];
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", MODEL, strlen(MODEL), NULL, 0, NULL, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, NULL, &mechanism), PAWL_OK);
  assert_non_null(mkdtemp(folder));
  snprintf(whole, sizeof whole, "%s/whole", folder);
  snprintf(cut, sizeof cut, "%s/cut", folder);
  for (PawlFormulation in = PAWL_FORMULATION_MULTIPLIERS; in <= PAWL_FORMULATION_CANONICAL; in++) {
    assert_int_equal(run_into(mechanism, in, whole, INFINITY, false), PAWL_OK);
    for (int i = 0; i < 3; i++) assert_int_equal(run_into(mechanism, in, cut, stops[i], i > 0), PAWL_ERR_CANCELLED);
    assert_int_equal(run_into(mechanism, in, cut, INFINITY, true), PAWL_OK);
    for (int i = 0; i < 4; i++) {
      size_t a, b;
      char *first = read_whole(whole, files[i], &a), *second = read_whole(cut, files[i], &b);
      if (i == 1) assert_true(strstr(first, "sampled,lift") && strstr(first, "branch,lift") == NULL);
      assert_int_equal(a, b);
      assert_memory_equal(first, second, a);
      free(first);
      free(second);
    }
    pw_folder_remove(whole, NULL);
    pw_folder_remove(cut, NULL);
  }
  rmdir(folder);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_laws_that_act_may_read_no_force),         cmocka_unit_test(test_wrong_samples_are_refused),
      cmocka_unit_test(test_measures_that_read_measures_are_refused), cmocka_unit_test(test_analyses_without_time_refuse_samples),
      cmocka_unit_test(test_resumed_runs_keep_what_was_sampled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
