// pawl_verify: runs the model of a folder and compares with what its expected.yaml says. Results go to a temporary folder.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/verify.h"
#include "base/sized.h"
#include "base/text.h"
#include "result/folder.h"

typedef struct {
  const char *folder;  // without trailing slashes
  const char *model;   // path of NAME.yaml: of runs that name no other
  const char *result;  // where results go
  PawlFormulation formulation;
  PawlVerifyFunction report;
  void *user;
  PawlMessages *messages;
  bool deviates;
} Verify;

// ---- parameters, as the reader wants them

static PwSymbolKind find_parameter(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  const PawlModel *m = user;
  (void)place;
  (void)reported;
  for (int32_t k = 0; !rate && k < m->parameters.count; k++) {
    if (strcmp(m->parameters.item[k].name, name) != 0) continue;
    *out = (PwSymbol){.constant = m->parameters.item[k].value};
    return PW_SYMBOL_CONSTANT;
  }
  return PW_SYMBOL_UNKNOWN;
}

static bool convert_unit(void *user, const char *unit, double *factor) {
  int exponents[4];
  return pw_units_convert(&((const PawlModel *)user)->units, unit, factor, exponents);
}

// ---- one run

static PawlStatus compare_run(Verify *v, PwReader *r, const PwExpected *expected, const PawlRunInfo *info) {
  PwResult *result = NULL;
  PawlStatus status = pw_result_open(v->result, v->messages, &result);
  if (status) return status;
  PwVerification comparison = {
      .expected = expected, .reader = r, .result = result, .info = info, .report = v->report, .user = v->user};
  status = pw_verify_compare(&comparison);
  if (status == PAWL_ERR_MEMORY) pw_message(v->messages, PAWL_ERROR, PW_NOWHERE, "out of memory");
  v->deviates |= comparison.deviates;
  pw_result_free(result);
  return status;
}

// The model file of a run: its own, relative to the folder, or that of the folder. NULL after a complaint.
static const char *model_path(const Verify *v, PwReader *r, const PwNode *run) {
  const PwNode *own = pw_node_get(run, "model");
  const char *name, *path;
  if (!own) return v->model;
  if (!pw_read_text(r, own, "model", &name)) return NULL;
  path = name[0] == '/' ? name : pw_arena_format(&r->arena, "%s/%s", v->folder, name);
  if (!path) pw_read_no_memory(r, own->place);
  return path;
}

// `r` has no model yet. Only reads, if `check` is set.
static PawlStatus verify_run(Verify *v, PwReader *r, const PwNode *node, bool single, bool check) {
  const char **overrides;
  int count;
  PwExpected expected = {0};
  PawlMechanism *mechanism = NULL;
  const char *model = model_path(v, r, node);
  if (!model || !pw_expected_overrides(r, node, &overrides, &count)) return r->no_memory ? PAWL_ERR_MEMORY : PAWL_ERR_INPUT;
  // what the model's reader has to say was said when it was read for the check
  PawlStatus status = pawl_model_load(model, overrides, count, check ? v->messages : NULL, &r->model);
  if (status) return status;
  r->scope = (PwScope){r->model, find_parameter, convert_unit, NULL, r->model->units.angle};
  pw_expected_read(r, node, v->folder, single, &expected);
  if (r->failed) status = r->no_memory || r->arena.full ? PAWL_ERR_MEMORY : PAWL_ERR_INPUT;
  if (status == PAWL_OK && !check) {
    PawlRunInfo info = {.size = sizeof info};
    status = pawl_mechanism_compile(r->model, v->messages, &mechanism);
    if (status == PAWL_OK) {
      PawlRunOptions options = pawl_mechanism_run_options(mechanism);
      options.directory = v->result;
      if (v->formulation != PAWL_FORMULATION_AUTO) options.formulation = v->formulation;
      status = pawl_run(mechanism, &options, v->messages, &info);
    }
    if (status == PAWL_OK && info.audit_broken) {
      const PawlVerifyItem item = {
          .size = sizeof item, .quantity = "laws broken (pawl audit)", .deviation = info.audit_broken, .t = info.t};
      if (v->report) v->report(v->user, &item);
      v->deviates = true;
    }
    if (status == PAWL_OK) status = compare_run(v, r, &expected, &info);
  }
  pawl_mechanism_free(mechanism);
  pw_expected_free(&expected);
  pawl_model_free(r->model);
  r->model = NULL;
  return status;
}

static PawlStatus verify_runs(Verify *v, const PwNode *root) {
  static const char *const keys[] = {"runs", NULL};
  const PwNode *runs = pw_node_get(root, "runs");
  PwReader r = {.messages = v->messages};
  PawlStatus first = PAWL_OK;
  if (runs) pw_read_keys(&r, root, NULL, keys);
  if (runs && (runs->kind != PW_NODE_LIST || runs->count == 0)) pw_read_fail(&r, runs->place, "'runs' needs a list of runs");
  int32_t count = r.failed ? 0 : runs ? runs->count : 1;
  if (r.failed) first = PAWL_ERR_INPUT;
  for (int pass = 0; pass < 2 && first == PAWL_OK; pass++) {  // everything is read before anything runs
    for (int32_t k = 0; k < count; k++) {
      PawlStatus status = verify_run(v, &r, runs ? runs->item[k] : root, !runs, pass == 0);
      if (status && first == PAWL_OK) first = status;
    }
  }
  pw_arena_free(&r.arena);
  return first;
}

// ---- the folder

// Without the slashes at its end; "." and the like by their real name, as the model is named after the folder.
static char *folder_path(const char *folder) {
  size_t n = strlen(folder);
  while (n > 1 && folder[n - 1] == '/') n--;
  char *path = strndup(folder, n);
  if (!path) return NULL;
  const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
  if (*last && strcmp(last, ".") != 0 && strcmp(last, "..") != 0) return path;
  char *real = realpath(path, NULL);
  if (!real) return path;
  free(path);
  return real;
}

static PawlStatus read_expected(Verify *v, PwArena *arena, const PwNode **out) {
  const char *path = pw_arena_format(arena, "%s/expected.yaml", v->folder);
  char *text = NULL;
  size_t length;
  if (!path) return pw_fail(v->messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  PawlStatus status = pw_file_read(path, true, (PwPlace){path, 0, 0}, v->messages, &text, &length);
  if (status == PAWL_OK) status = pw_node_parse(path, text, length, arena, v->messages, out);
  free(text);
  return status;
}

static PawlStatus verify_with(Verify *v, PwArena *arena, char *temporary) {
  const char *slash = strrchr(v->folder, '/');
  v->model = pw_arena_format(arena, "%s/%s.yaml", v->folder, slash ? slash + 1 : v->folder);
  char *result = pw_arena_format(arena, "%s/result", temporary),
       *partial = pw_arena_format(arena, "%s/result.partial", temporary);
  if (!v->model || !result || !partial) return pw_fail(v->messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  const PwNode *root;
  PawlStatus status = read_expected(v, arena, &root);
  if (status) return status;
  if (!mkdtemp(temporary)) {
    char reason[PW_REASON_CHARS];
    return pw_fail(v->messages, PAWL_ERR_IO, PW_NOWHERE, "cannot make a temporary folder '%s': %s", temporary,
                   pw_folder_reason(errno, reason));
  }
  memcpy(result, temporary, strlen(temporary));  // with the letters that mkdtemp chose
  memcpy(partial, temporary, strlen(temporary));
  v->result = result;
  status = verify_runs(v, root);
  pw_folder_remove(v->result, NULL);
  pw_folder_remove(partial, NULL);
  rmdir(temporary);
  return status ? status : v->deviates ? PAWL_ERR_DEVIATION : PAWL_OK;
}

PW_SIZED_INIT(PawlVerifyOptions, pawl_verify_options, {.formulation = PAWL_FORMULATION_AUTO})

PawlStatus pawl_verify(const char *folder, const PawlVerifyOptions *given, PawlVerifyFunction report, void *user,
                       PawlMessages *messages) {
  PawlVerifyOptions options = pawl_verify_options_default();
  char problem[PW_SIZED_CHARS];
  if (!folder || !*folder) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no folder was given");
  if (given && !pw_sized_take(given, &options, sizeof options, problem)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "options: %s", problem);
  }
  PawlFormulation formulation = options.formulation;
  if ((int)formulation < PAWL_FORMULATION_AUTO || formulation > PAWL_FORMULATION_AUGMENTED) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "formulation = %d: there is none of this number", (int)formulation);
  }
  const char *parent = getenv("TMPDIR");
  PwArena arena = {0};
  char *path = folder_path(folder),
       *temporary = pw_arena_format(&arena, "%s/pawl-verify-XXXXXX", parent && *parent ? parent : "/tmp");
  Verify v = {.folder = path, .formulation = formulation, .report = report, .user = user, .messages = messages};
  PawlStatus status =
      path && temporary ? verify_with(&v, &arena, temporary) : pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  pw_arena_free(&arena);
  free(path);
  return status;
}
