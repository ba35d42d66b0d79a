// Files of studies that are refused, each with its place and what is wrong.
#include "study/reader.h"
#include "study_place.h"

#include <jansson.h>

// Parts that are right; a case replaces some of them.
#define HEAD "study: sweep\nmodel: model.yaml\n"
#define VARY "vary: {A: [1, 2]}\n"
#define RESULTS "results: {x: final(t)}\n"

typedef struct {
  const char *text, *said;
  int line, column;
} Case;

static const Case cases[] = {
    {"- 1\n", "a study is a mapping", 1, 1},
    {"model: model.yaml\n", "needs 'study', its kind: sweep, tolerance or search", 1, 1},
    {"study: swep\nmodel: model.yaml\n" VARY RESULTS, "did you mean 'sweep'?", 1, 8},
    {"study: sweep\n" VARY RESULTS, "needs 'model'", 1, 1},
    {"study: sweep\nmodel: none.yaml\n" VARY RESULTS, "its model 'none.yaml' cannot be read", 2, 8},
    {HEAD VARY RESULTS "resuls: {}\n", "unknown key 'resuls', did you mean 'results'?", 5, 1},
    {HEAD RESULTS, "needs 1 to 100 parameters of the model that vary", 1, 1},
    {HEAD "vary: {B: [1]}\n" RESULTS, "the model has no parameter 'B'", 3, 8},
    {HEAD "vary: {A: 3}\n" RESULTS, "needs a list of values", 3, 11},
    {HEAD "vary: {A: []}\n" RESULTS, "'values' needs a list of numbers", 3, 11},
    {HEAD "vary: {A: [1, q]}\n" RESULTS, "unknown name 'q'", 3, 15},
    {HEAD "vary: {A: [1, 2 kgx]}\n" RESULTS, "unknown unit", 3, 17},
    {HEAD "vary: {A: {from: 2, to: 1, count: 3}}\n" RESULTS, "go from the smaller number to the larger one, not from 2 to 1", 3,
     18},
    {HEAD "vary: {A: {from: 2}}\n" RESULTS, "a range needs 'from' and 'to'", 3, 11},
    {HEAD "vary: {A: {from: 1, to: 2, count: 0}}\n" RESULTS, "'count' needs a whole number from 1 to 100000000, not 0", 3, 35},
    {HEAD "vary: {A: {from: 1, to: 2, count: 1000000000000}}\n" RESULTS, "not 1000000000000", 3, 35},
    {HEAD "vary: {A: {from: 1, to: 2, count: 2.5}}\n" RESULTS, "not 2.5", 3, 35},
    {HEAD "vary: {A: {from: 1, to: 2}}\n" RESULTS, "a grid needs a list or a range with a 'count' for 'A'", 3, 8},
    {HEAD "vary: {A: {from: 1, to: 2, tolerance: 3}}\n" RESULTS, "'from' does not go with 'tolerance'", 3, 12},
    {HEAD "vary: {A: {from: 1, to: 2, count: 99999999}, w: [1, 2]}\n" RESULTS, "the grid has more than 100000000 samples", 3, 46},
    {HEAD "vary: {A: {tolerance: [0.2, -0.1]}}\n" RESULTS, "not from 0.2 to -0.1", 3, 23},
    {HEAD "vary: {A: {tolerance: 0}}\n" RESULTS, "the limits of a tolerance", 3, 23},
    {HEAD "vary: {A: {tolerance: 1, sigma: 1}}\n" RESULTS, "'sigma' goes with distribution normal", 3, 33},
    {HEAD "vary: {A: {tolerance: 1, distribution: normal, sigma: -1}}\n" RESULTS, "'sigma' must be positive", 3, 55},
    {HEAD "vary: {A: {tolerance: [8, 9], distribution: normal, sigma: 1}}\n" RESULTS, "leave nothing of the normal", 3, 11},
    {HEAD "vary: {A: {tolerance: [1, 2], distribution: triangular}}\n" RESULTS, "the peak of a triangular distribution", 3, 11},
    {HEAD "vary: {A: {table: [[1, 2]]}}\n" RESULTS, "'table' needs a list of 2 to", 3, 19},
    {HEAD "vary: {A: {table: [[1, 2], [0, 1]]}}\n" RESULTS, "values of a table", 3, 29},
    {HEAD "vary: {A: {table: [[1, 2], [3, -1]]}}\n" RESULTS, "a density cannot be negative", 3, 32},
    {HEAD "vary: {A: {table: [[1, 0], [3, 0]]}}\n" RESULTS, "cannot all be zero", 3, 19},
    {HEAD "vary: {A: {tolerance: 1}}\nsampling: {method: latin}\n" RESULTS, "needs 'count', how many samples", 4, 11},
    {HEAD "vary: {A: {tolerance: 1}}\nsampling: {method: latin, count: 0}\n" RESULTS, "'count' needs a whole number", 4, 34},
    {HEAD "vary: {A: {tolerance: 1}}\nsampling: {method: latin, count: 5, seed: -1}\n" RESULTS, "'seed' needs a whole number", 4,
     43},
    {HEAD VARY "sampling: {method: grid, count: 5}\n" RESULTS, "does not go with a grid", 4, 33},
    {HEAD VARY "sampling: {indices: true}\n" RESULTS, "does not go with a grid", 4, 21},
    {"study: tolerance\nmodel: model.yaml\n" VARY "sampling: {method: grid}\n" RESULTS, "is sampled by random, latin or sobol", 4,
     20},
    {HEAD VARY "sampling: {count: 50000000, indices: true}\n" RESULTS, "with 'indices' these are 150000000 samples", 4, 38},
    {HEAD "vary: {A: [1, 2], w: [1, 2]}\nsampling: {count: 5}\ncorrelation: {of: [A, w], matrix: [[1, 2], [2, 1]]}\n" RESULTS,
     "a correlation is between -1 and 1", 5, 40},
    {HEAD "vary: {A: [1, 2], w: [1, 2]}\nsampling: {count: 5}\ncorrelation: {of: [A, w], matrix: [[1, 0.5], [0.4, 1]]}\n" RESULTS,
     "the matrix must be symmetric", 5, 47},
    {HEAD
     "vary: {A: [1, 2], w: [1, 2]}\nsampling: {count: 5}\ncorrelation: {of: [A, w], matrix: [[0.9, 0.5], [0.5, 1]]}\n" RESULTS,
     "correlation with itself is 1", 5, 37},
    {HEAD "vary: {A: [1, 2], w: [1, 2]}\nsampling: {count: 5}\ncorrelation: {of: [A, m], matrix: [[1, 0.5], [0.5, 1]]}\n" RESULTS,
     "'m' does not vary", 5, 23},
    {HEAD "vary: {A: [1, 2], w: [1, 2]}\nsampling: {count: 5}\ncorrelation: {of: [A, w], matrix: [[1, 0.5]]}\n" RESULTS,
     "as many rows of as many numbers", 5, 14},
    {HEAD "vary: {A: [1, 2], w: [1, 2], m: [1, 2]}\nsampling: {count: 5}\n"
          "correlation: {of: [A, w, m], matrix: [[1, 0.9, -0.9], [0.9, 1, 0.9], [-0.9, 0.9, 1]]}\n" RESULTS,
     "this is no correlation", 5, 38},
    {HEAD "vary: {A: [1, 2], w: [1, 2]}\nsampling: {count: 5, indices: true}\n"
          "correlation: {of: [A, w], matrix: [[1, 0.5], [0.5, 1]]}\n" RESULTS,
     "are those of independent parameters", 4, 31},
    {HEAD VARY, "needs 'results' or 'require'", 1, 1},
    {HEAD VARY "results: {x: slide.travel}\n", "changes over the run: say which value is meant, such as max(slide.travel)", 4,
     14},
    {HEAD VARY "results: {x: max(slide.travl)}\n", "unknown name 'slide.travl', did you mean 'slide.travel'?", 4, 18},
    {HEAD VARY "results: {x: 2*max(slide.travel) + q}\n", "unknown name 'q'", 4, 36},
    {HEAD VARY "results: {x: max(final(t))}\n", "unknown function 'final'", 4, 18},
    {HEAD VARY "results: {x: max(t) at 3}\n", "a value of the whole run cannot stand inside another one", 4, 14},
    {HEAD VARY "results: {x: t at t}\n", "unknown name 't'", 4, 19},
    {HEAD VARY "results: {x: count(go)}\n", "an event is named as contact.kind", 4, 20},
    {HEAD VARY "results: {x: count(go.impact)}\n", "there is no contact called 'go'", 4, 20},
    {HEAD VARY "results: {x: count(slide.impct)}\n", "there is no event 'impct', did you mean 'impact'?", 4, 20},
    {HEAD VARY "results: {x: 'time(slide.impact, 0)'}\n", "needs a whole number from 1", 4, 33},
    {HEAD VARY "results: {x: work(slide)}\n", "there is no drive called 'slide'", 4, 19},
    {HEAD VARY "results: {x: _1 + 2}\n", "a name of an underscore and a digit", 4, 14},
    {HEAD VARY "results: {x: max(t}\n", "", 4, 0},
    {HEAD VARY "results: {x: [1]}\n", "'expression' needs a text", 4, 14},
    {HEAD VARY "results: 3\n", "names with an expression each", 4, 10},
    {HEAD VARY "require: {x: final(t)}\n", "a condition such as x > 0 is expected here", 4, 14},
    {HEAD VARY "require: {x: final(t) < q}\n", "unknown name 'q'", 4, 25},
    {HEAD VARY RESULTS "border: 1 > 0\n", "'border' goes with 'study: search'", 5, 1},
    {"study: search\nmodel: model.yaml\n" VARY RESULTS, "a search needs 'border', a condition, or 'least' or 'most'", 1, 1},
    {"study: search\nmodel: model.yaml\n" VARY "border: final(t) > 0\n", "a search varies 'A' over a range without a 'count'", 3,
     8},
    {"study: search\nmodel: model.yaml\nvary: {A: {from: 1, to: 2}, w: {from: 1, to: 2}}\nborder: final(t) > 0\n",
     "a search for a border varies one parameter", 3, 29},
    {"study: search\nmodel: model.yaml\nvary: {A: {from: 1, to: 2}}\nborder: final(t) > 0\nleast: final(t)\n",
     "a search is for one of 'border', 'least' and 'most'", 4, 9},
    {"study: search\nmodel: model.yaml\nvary: {A: {from: 1, to: 2}}\nborder: final(t)\n", "a condition such as x > 0", 4, 9},
    {"study: search\nmodel: model.yaml\nvary: {A: {from: 1, to: 2}}\nborder: final(t) > 0\nwithin: -1\n",
     "'within' cannot be negative", 5, 9},
    {"study: search\nmodel: model.yaml\nvary: {A: {from: 1, to: 2}}\nborder: final(t) > 0\nsamples: 5\n",
     "'samples' goes with 'least' and 'most'", 5, 10},
    {"study: search\nmodel: model.yaml\nvary: {A: {from: 1, to: 2}}\nleast: final(t)\nsamples: 0\n",
     "'samples' needs a whole number", 5, 10},
    {"study: search\nmodel: model.yaml\nvary: {A: {from: 1, to: 2}}\nleast: final(t)\nsampling: {count: 3}\n",
     "'sampling' does not go with a search", 5, 1},
    {HEAD VARY "results: {x: final(t) > 1}\n", "a number is expected here", 4, 23},
};

static void refused(void **state) {
  Place *p = *state;
  put_text("model.yaml", BLOCK);
  for (const Case *c = cases; c < cases + sizeof cases / sizeof *cases; c++) {
    PawlStudy *study = NULL;
    put_text("study.yaml", c->text);
    pawl_messages_clear(p->messages);
    PawlStatus status = pawl_study_load("study.yaml", p->messages, &study);
    if (status != PAWL_ERR_INPUT || study) fail_msg("%s: status %d", c->text, status);
    bool found = false;
    for (int i = 0; i < pawl_messages_count(p->messages) && !found; i++) {
      PawlMessage m = pawl_messages_get(p->messages, i);
      found = strstr(m.text, c->said) && m.line == c->line && (m.column == c->column || !c->column);
    }
    PawlMessage m = pawl_messages_get(p->messages, 0);
    if (!found) fail_msg("%sexpected %d:%d: %s\ngot %d:%d: %s", c->text, c->line, c->column, c->said, m.line, m.column, m.text);
  }
}

static void no_file(void **state) {
  Place *p = *state;
  PawlStudy *study = NULL;
  assert_int_equal(pawl_study_load("none.yaml", p->messages, &study), PAWL_ERR_IO);
  assert_null(study);
}

// Numbers may have units and mention the model's parameters; the model is meant from the study's folder.
static void numbers(void **state) {
  Place *p = *state;
  mkdir("sub", 0700);
  put_text("model.yaml", BLOCK);
  put_text("sub/study.yaml",
           "study: tolerance\nmodel: ../model.yaml\n"
           "vary: {A: {tolerance: [-50 mm, A/5], distribution: triangular}, m: [2*m, 3000 g]}\n"
           "sampling: {method: latin, count: 4}\n" RESULTS);
  PawlStudy *study = NULL;
  assert_int_equal(pawl_study_load("sub/study.yaml", p->messages, &study), PAWL_OK);
  assert_int_equal(pawl_study_kind(study), PAWL_STUDY_TOLERANCE);
  assert_int_equal(pawl_study_samples(study), 4);
  for (int64_t n = 1; n <= 4; n++) {
    double value[2];
    assert_int_equal(pawl_study_values(study, n, value), PAWL_OK);
    assert_true(value[0] > 0.45 && value[0] < 0.6);
    assert_true(value[1] == 4 || value[1] == 3);
  }
  pawl_study_free(study);
}

// The schema and the reader know the same keys.
static void same_keys(json_t *const *forms, size_t count, const char *const *keys) {
  size_t known = 0, listed = 0;
  for (size_t i = 0; i < count; i++) listed += json_object_size(json_object_get(forms[i], "properties"));
  for (; keys[known]; known++) {
    bool found = false;
    for (size_t i = 0; i < count; i++) found |= json_object_get(json_object_get(forms[i], "properties"), keys[known]) != NULL;
    if (!found) fail_msg("the schema lacks '%s'", keys[known]);
  }
  assert_int_equal(listed, known);
}

static void schema(void **state) {
  (void)state;
  json_error_t error;
  json_t *root = json_load_file(PAWL_SOURCE_DIR "/docs/study.schema.json", JSON_REJECT_DUPLICATES, &error);
  if (!root) fail_msg("schema line %d: %s", error.line, error.text);
  json_t *properties = json_object_get(root, "properties"), *forms[4];
  json_t *spreads = json_object_get(json_object_get(json_object_get(root, "$defs"), "spread"), "oneOf");
  json_t *sampling = json_object_get(properties, "sampling"), *correlation = json_object_get(properties, "correlation");
  for (size_t i = 0; i < 4; i++) forms[i] = json_array_get(spreads, i + 1);  // behind the plain list
  same_keys(&root, 1, pw_study_keys);
  same_keys(&sampling, 1, pw_study_keys_sampling);
  same_keys(&correlation, 1, pw_study_keys_correlation);
  same_keys(forms, 4, pw_study_keys_spread);
  json_decref(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST(refused), TEST(no_file), TEST(numbers), cmocka_unit_test(schema)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
