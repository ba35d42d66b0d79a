// Fuzz target of expected.yaml: any bytes are read as the expectations of a model, or complained about, and what is read is
// compared with a result that is there.
#include "analysis/verify.h"
#include "fuzz_folder.h"
#include "fuzz_read.h"
#include "result/folder.h"

static const char MODEL[] =
    "planar: true\n"
    "parameters: {k: 2}\n"
    "gravity: [0, -9.81]\n"
    "bodies: {stone: {mass: 1, inertia: 1}}\n"
    "analysis: {duration: 0.1, step: 0.01}\n";

static PwResult *result;
static PawlRunInfo info = {.size = sizeof info};

static void give_back(void) {
  pw_result_free(result);
}

static PawlModel *read_model(void) {
  return fuzz_read("fuzz.yaml", (const uint8_t *)MODEL, sizeof MODEL - 1);
}

static void prepare(void) {
  char path[FUZZ_PATH];
  PawlModel *model = read_model();
  PawlMechanism *mechanism = NULL;
  if (!model || pawl_mechanism_compile(model, NULL, &mechanism) != PAWL_OK) abort();
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  snprintf(path, sizeof path, "%s/result", fuzz_folder());
  options.directory = path;
  if (pawl_run(mechanism, &options, NULL, &info) != PAWL_OK || pw_result_open(path, NULL, &result) != PAWL_OK) abort();
  pw_folder_remove(path, NULL);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  atexit(give_back);
}

static PwSymbolKind find(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  (void)user, (void)place, (void)reported;
  *out = (PwSymbol){.constant = 2};
  return !rate && strcmp(name, "k") == 0 ? PW_SYMBOL_CONSTANT : PW_SYMBOL_UNKNOWN;
}

static bool unit(void *user, const char *text, double *factor) {
  int exponents[4];
  return pw_units_convert(&((PawlModel *)user)->units, text, factor, exponents);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!result) prepare();
  PawlMessages *messages = pawl_messages_create();
  PwReader r = {.model = read_model(), .messages = messages, .file = "expected.yaml"};
  PwExpected expected = {0};
  const PwNode *root = NULL;
  const char **overrides;
  int count;
  r.scope = (PwScope){r.model, find, unit, NULL, 1};
  PawlStatus status = pw_node_parse("expected.yaml", (const char *)data, size, &r.arena, messages, &root);
  if (status == PAWL_OK && root && root->kind == PW_NODE_MAP && pw_expected_overrides(&r, root, &overrides, &count)) {
    pw_expected_read(&r, root, fuzz_folder(), true, &expected);
    PwVerification comparison = {.expected = &expected, .reader = &r, .result = result, .info = &info};
    if (!r.failed) pw_verify_compare(&comparison);
    pw_expected_free(&expected);
  }
  pw_names_free(&r.declared);
  pw_arena_free(&r.arena);
  pawl_model_free(r.model);
  pawl_messages_free(messages);
  return 0;
}
