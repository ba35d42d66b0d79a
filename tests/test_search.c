// Searches: the border of a condition, and the least value of a result, against closed forms.
#include "study_place.h"

#include <jansson.h>
#include <sys/wait.h>

// Rosenbrock's valley (1960) in a and b, a parabola in c.
static const char BOWL[] =
    "parameters: {a: 0.2, b: 0.3, c: 1, m: 1}\n"
    "bodies: {block: {mass: m, inertia: 1}}\n"
    "joints: {slide: {type: prismatic, between: [ground, block], at: [0, 0], axis: x}}\n"
    "measures: {f: {type: expression, value: \"100*(b - a^2)^2 + (1 - a)^2 + (c - 0.5)^2\"}}\n"
    "analysis: {type: assemble}\n";

static json_t *result(const char *key) {
  json_t *root = json_load_file("out/study.json", 0, NULL), *found = json_incref(json_object_get(root, key));
  json_decref(root);
  assert_non_null(found);
  return found;
}

static double number(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  assert_true(json_is_number(value));
  return json_number_value(value);
}

static double parameter(const json_t *best, size_t i) {
  return json_number_value(json_array_get(json_array_get(json_object_get(best, "parameters"), i), 1));
}

static PawlStudyInfo search(Place *p, const char *model, const char *text, PawlStatus expected) {
  PawlStudy *study = load(p, model, text);
  PawlStudyOptions options = into("out", 1);
  PawlStudyInfo info = run(p, study, &options, expected);
  pawl_study_free(study);
  return info;
}

// The follower floats from the speed on at which m e w^2 is its weight and the spring's force at the top.
static void speed_of_floating(void **state) {
  Place *p = *state;
  char text[500];
  snprintf(text, sizeof text,
           "study: search\nmodel: %s/examples/disc-cam/disc-cam.yaml\nvary: {w: {from: 150, to: 220}}\n"
           "border: count(rub.opens) > 0\nwithin: 1e-8\n",
           PAWL_SOURCE_DIR);
  PawlStudyInfo info = search(p, BLOCK, text, PAWL_OK);
  json_t *border = result("border");
  double closed = sqrt((0.1 * 9.81 + 10 + 1000 * 0.005) / (0.1 * 0.005)), low = number(border, "low"),
         high = number(border, "high");
  assert_true(high - low <= 1e-8);
  CHECK_CLOSE((low + high) / 2 / closed, 1, 1e-9);
  assert_true(json_is_false(json_object_get(border, "met_at_low")));
  assert_in_range(info.done, 30, 40);
  json_decref(border);
  char *said = NULL;
  assert_int_equal(pawl_study_describe("out", p->messages, &said), PAWL_OK);
  assert_memory_equal(said, "border              w from 178.7791934", 38);
  pawl_text_free(said);
}

// Without 'within': as near as numbers can be. Met below, and on the model's side of failures, which do not meet it.
static void to_the_last_bit(void **state) {
  Place *p = *state;
  search(p, BOWL, "study: search\nmodel: model.yaml\nvary: {m: {from: -1, to: 2}}\nborder: final(f) > 0\n", PAWL_OK);
  json_t *border = result("border");
  assert_true(json_is_false(json_object_get(border, "met_at_low")));
  assert_true(number(border, "high") == nextafter(number(border, "low"), 1));
  CHECK_CLOSE(number(border, "low"), 0, 1e-15);  // a mass must be positive
  json_decref(border);
  search(p, BOWL, "study: search\nmodel: model.yaml\nvary: {c: {from: 0.5, to: 3}}\nborder: final(f) < 10\n", PAWL_OK);
  border = result("border");
  assert_true(json_is_true(json_object_get(border, "met_at_low")));
  double rest = 100 * 0.26 * 0.26 + 0.64;
  CHECK_CLOSE(number(border, "low"), 0.5 + sqrt(10 - rest), 1e-14);
  json_decref(border);
}

static void no_border(void **state) {
  Place *p = *state;
  search(p, BOWL, "study: search\nmodel: model.yaml\nvary: {c: {from: 1, to: 2}}\nborder: final(f) > 0\n", PAWL_ERR_INPUT);
  said(p, "border: the condition is met at both ends of 'c', 1 and 2");
  assert_int_equal(pawl_messages_get(p->messages, 0).line, 4);
  search(p, BOWL, "study: search\nmodel: model.yaml\nvary: {c: {from: 1, to: 2}}\nborder: final(f) < 0\n", PAWL_ERR_INPUT);
  said(p, "the condition is not met at both ends");
}

static void least(void **state) {
  Place *p = *state;
  PawlStudyInfo info = search(p, BOWL,
                              "study: search\nmodel: model.yaml\nresults: {f: final(f)}\nleast: f\nwithin: 1e-7\n"
                              "vary: {a: {from: -2, to: 2}, b: {from: -2, to: 3}, c: {from: 0, to: 2}}\n",
                              PAWL_OK);
  json_t *best = result("best");
  CHECK_CLOSE(parameter(best, 0), 1, 1e-5);
  CHECK_CLOSE(parameter(best, 1), 1, 1e-5);
  CHECK_CLOSE(parameter(best, 2), 0.5, 1e-5);
  CHECK_CLOSE(number(best, "value"), 0, 1e-10);
  assert_true(json_is_true(json_object_get(best, "narrow")));
  assert_in_range(info.done, 100, 900);
  assert_in_range((int)number(best, "sample"), 1, info.done);
  json_decref(best);
}

// On a bound of a, and on the border of a condition of c; what is largest; and a range whose half has no results.
static void bounds_and_conditions(void **state) {
  Place *p = *state;
  search(p, BOWL,
         "study: search\nmodel: model.yaml\nleast: final(f)\nwithin: 1e-7\nrequire: {more: c > 0.7}\n"
         "vary: {a: {from: -2, to: 0.5}, b: {from: -2, to: 3}, c: {from: 0, to: 2}}\n",
         PAWL_OK);
  json_t *best = result("best");
  CHECK_CLOSE(parameter(best, 0), 0.5, 1e-6);
  CHECK_CLOSE(parameter(best, 1), 0.25, 1e-4);
  CHECK_CLOSE(parameter(best, 2), 0.7, 1e-4);
  CHECK_CLOSE(number(best, "value"), 0.25 + 0.04, 1e-4);
  assert_true(json_is_true(json_object_get(best, "met")));
  json_decref(best);
  search(p, BOWL, "study: search\nmodel: model.yaml\nmost: -final(f)\nvary: {c: {from: 0, to: 2}}\n", PAWL_OK);
  best = result("best");
  CHECK_CLOSE(parameter(best, 0), 0.5, 1e-5);
  CHECK_CLOSE(number(best, "value"), -(100 * 0.26 * 0.26 + 0.64), 1e-10);
  json_decref(best);
  search(p, BOWL, "study: search\nmodel: model.yaml\nleast: final(f) + (m + 1)^2\nvary: {m: {from: -2, to: 2}}\n", PAWL_OK);
  best = result("best");
  CHECK_CLOSE(parameter(best, 0), 0, 1e-3);
  json_decref(best);
}

static void used_up(void **state) {
  Place *p = *state;
  PawlStudyInfo info = search(p, BOWL,
                              "study: search\nmodel: model.yaml\nleast: final(f)\nsamples: 20\n"
                              "vary: {a: {from: -2, to: 2}, b: {from: -2, to: 3}}\n",
                              PAWL_OK);
  assert_int_equal(info.done, 20);
  json_t *best = result("best");
  assert_true(json_is_false(json_object_get(best, "narrow")));
  json_decref(best);
  search(p, BOWL, "study: search\nmodel: model.yaml\nleast: final(f)\nvary: {m: {from: -2, to: -1}}\n", PAWL_ERR_INPUT);
  said(p, "has a result");
}

static void kill_after_five(void *user, const PawlStudySample *sample) {
  (void)user;
  if (sample->number == 5) raise(9);
}

static void killed_and_resumed(void **state) {
  Place *p = *state;
  PawlStudy *study = load(p, BOWL, "study: search\nmodel: model.yaml\nleast: final(f)\nvary: {c: {from: 0, to: 2}}\n");
  PawlStudyOptions options = into("whole", 1);
  PawlStudyInfo whole = run(p, study, &options, PAWL_OK);
  pid_t child = fork();
  if (child == 0) {
    options = into("out", 1);
    options.sample = kill_after_five;
    pawl_study_run(study, &options, NULL, NULL);
    _exit(1);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status));
  options = into("out", 1);
  options.resume = true;
  PawlStudyInfo info = run(p, study, &options, PAWL_OK);
  assert_int_equal(info.done, whole.done);
  assert_int_equal(info.now, whole.done - 5);
  same_files("whole/study.csv", "out/study.csv");
  same_files("whole/study.json", "out/study.json");
  double value[1];
  PawlModel *model = NULL;
  assert_int_equal(pawl_study_values(study, 1, value), PAWL_ERR_UNSUPPORTED);
  assert_int_equal(pawl_study_model(study, 1, p->messages, &model), PAWL_ERR_UNSUPPORTED);
  options = into("out", 1);
  options.part = 1, options.parts = 2;
  run(p, study, &options, PAWL_ERR_ARGUMENT);
  pawl_study_free(study);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST(speed_of_floating),     TEST(to_the_last_bit), TEST(no_border),         TEST(least),
                                     TEST(bounds_and_conditions), TEST(used_up),         TEST(killed_and_resumed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
