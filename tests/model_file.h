// A model read from a text or a file, and its mechanism, for tests that look into them: one at a time, freed after each test.
#ifndef PW_TEST_MODEL_FILE_H
#define PW_TEST_MODEL_FILE_H
#include "check.h"
#include "compile/mechanism.h"
#include "model/model.h"

static PawlModel *model;
static PawlMessages *messages;
static PawlMechanism *mechanism;

static inline int setup(void **state) {
  (void)state;
  model = NULL;
  mechanism = NULL;
  messages = pawl_messages_create();
  return 0;
}

// What the last reading left; its messages too.
static inline void forget(void) {
  pawl_messages_clear(messages);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  mechanism = NULL;
  model = NULL;
}

static inline int teardown(void **state) {
  (void)state;
  forget();
  pawl_messages_free(messages);
  return 0;
}

static inline void show_messages(void) {
  for (int k = 0; k < pawl_messages_count(messages); k++) {
    PawlMessage m = pawl_messages_get(messages, k);
    print_error("%d:%d: %s\n", m.line, m.column, m.text);
  }
}

static inline void read_with(const char *text, const char *const *overrides, int count) {
  forget();
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), overrides, count, messages, &model);
  if (status != PAWL_OK) show_messages();
  assert_int_equal(status, PAWL_OK);
  assert_non_null(model);
}

static inline void read_text(const char *text) {
  read_with(text, NULL, 0);
}

static inline void compile(const char *text) {
  read_text(text);
  PawlStatus status = pw_mechanism_build(model, messages, &mechanism);
  if (status != PAWL_OK) show_messages();
  assert_int_equal(status, PAWL_OK);
}
#endif
