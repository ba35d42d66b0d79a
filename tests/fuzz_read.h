// What the fuzz targets of the readers share: bytes into a model or complaints, and a model written and read again.
#ifndef PW_TEST_FUZZ_READ_H
#define PW_TEST_FUZZ_READ_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A model without a word of complaint, or complaints without a model: NULL. The name says the format.
static inline PawlModel *fuzz_read(const char *name, const uint8_t *data, size_t size) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  if (!messages) return NULL;
  PawlStatus status = pawl_model_parse(name, (const char *)data, size, NULL, 0, messages, &model);
  if ((status == PAWL_OK) != (model != NULL) || (status == PAWL_OK) != (pawl_messages_errors(messages) == 0)) abort();
  pawl_messages_free(messages);
  return model;
}

// As YAML it is the same to the last bit.
static inline void fuzz_write_yaml(const PawlModel *model) {
  PawlModel *back = NULL;
  char *text = NULL;
  if (pawl_model_write_yaml(model, NULL, &text) != PAWL_OK) abort();
  if (pawl_model_parse("back.yaml", text, strlen(text), NULL, 0, NULL, &back) != PAWL_OK || back->hash != model->hash) abort();
  pawl_model_free(back);
  pawl_text_free(text);
}
#endif
