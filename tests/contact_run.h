// Runs a model text into a temporary folder and opens its result, for tests that look at events and touches.
#ifndef PW_TEST_CONTACT_RUN_H
#define PW_TEST_CONTACT_RUN_H
#include <unistd.h>

#include "check.h"
#include "pawl/run.h"
#include "result/folder.h"
#include "result/result.h"

typedef struct {
  PwResult *result;
  PawlRunInfo info;
} ContactRun;

// Runs a model into a result, which is there if the status is PAWL_OK; messages are printed. `overrides`: parameters,
// "name=value", NULL at the end, or NULL.
static inline PawlStatus start_model(const char *text, const char *const *overrides, ContactRun *run) {
  char folder[] = "/tmp/pawl-test-XXXXXX", path[64];
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  int count = 0;
  *run = (ContactRun){.info = {.size = sizeof run->info}};
  while (overrides && overrides[count]) count++;
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/result", folder);
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), overrides, count, messages, &model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(model, messages, &mechanism);
  if (status == PAWL_OK) {
    PawlRunOptions options = pawl_mechanism_run_options(mechanism);
    options.directory = path;
    status = pawl_run(mechanism, &options, messages, &run->info);
  }
  if (status == PAWL_OK) status = pw_result_open(path, messages, &run->result);
  for (int i = 0; i < pawl_messages_count(messages); i++) print_message("%s\n", pawl_messages_get(messages, i).text);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  pw_folder_remove(path, NULL);
  snprintf(path, sizeof path, "%s/result.partial", folder);
  pw_folder_remove(path, NULL);
  rmdir(folder);
  return status;
}

static inline void end_run(ContactRun *run) {
  pw_result_free(run->result);
  run->result = NULL;
}

// The same; a result that breaks a law of the audit is PAWL_ERR_DEVIATION.
static inline PawlStatus try_model(const char *text, const char *const *overrides, ContactRun *run) {
  PawlStatus status = start_model(text, overrides, run);
  if (status != PAWL_OK || run->info.audit_broken == 0) return status;
  end_run(run);
  return PAWL_ERR_DEVIATION;
}

static inline ContactRun run_model(const char *text, const char *const *overrides) {
  ContactRun run;
  assert_int_equal(try_model(text, overrides, &run), PAWL_OK);
  return run;
}

// A run that breaks one law of the audit: the test says why it does.
static inline ContactRun run_broken(const char *text, const char *const *overrides) {
  ContactRun run;
  assert_int_equal(start_model(text, overrides, &run), PAWL_OK);
  assert_int_equal(run.info.audit_broken, 1);
  return run;
}

// Runs a model that must fail with this status and a message that has these words.
static inline void check_fails(const char *text, PawlStatus expected, const char *words) {
  char folder[] = "/tmp/pawl-test-XXXXXX", path[64];
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/result", folder);
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  PawlRunInfo info = {.size = sizeof info};
  options.directory = path;
  assert_int_equal(pawl_run(mechanism, &options, messages, &info), expected);
  bool said = false;
  for (int i = 0; i < pawl_messages_count(messages); i++) said |= strstr(pawl_messages_get(messages, i).text, words) != NULL;
  assert_true(said);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  snprintf(path, sizeof path, "%s/result.partial", folder);
  pw_folder_remove(path, NULL);
  rmdir(folder);
}

static inline int32_t column(const ContactRun *run, const char *name) {
  int32_t found = pw_result_find_column(run->result, name);
  if (found < 0) fail_msg("there is no column '%s'", name);
  return found;
}

// Its value in the first row (`after`: the last one) of time t, or in the last row if t is NaN.
static inline double value_at(const ContactRun *run, const char *name, double t, bool after) {
  int64_t rows = pw_result_rows(run->result), row = isnan(t) ? rows - 1 : -1;
  for (int64_t r = 0; r < rows && !isnan(t); r++) {
    if (fabs(pw_result_value(run->result, r, 0) - t) < 1e-12 && (row < 0 || after)) row = r;
  }
  if (row < 0) fail_msg("there is no row at t = %.9g", t);
  return pw_result_value(run->result, row, column(run, name));
}

static inline double largest(const ContactRun *run, const char *name) {
  double most = 0;
  for (int64_t r = 0; r < pw_result_rows(run->result); r++) {
    double x = fabs(pw_result_value(run->result, r, column(run, name)));
    if (!(x <= most)) most = x;
  }
  return most;
}

// Event number `index` must be of this kind.
static inline PwResultEvent event_at(const ContactRun *run, int64_t index, const char *kind) {
  assert_true(index < pw_result_events(run->result));
  PwResultEvent event = pw_result_get_event(run->result, index);
  if (strcmp(event.kind, kind) != 0) fail_msg("event %d at t = %.9g is '%s', not '%s'", (int)index, event.t, event.kind, kind);
  return event;
}
#endif
