// Fuzz target of the model reader and writer: any bytes give a model or complaints, never a crash, a leak or a long wait; and a
// model that is written and read again is the same.
#include <stdint.h>
#include <stdlib.h>

#include <string.h>

#include "model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_and_read(const PawlModel *model) {
  PawlModel *back = NULL;
  char *text = NULL;
  if (pawl_model_write_yaml(model, NULL, &text) != PAWL_OK) abort();
  if (pawl_model_parse("back.yaml", text, strlen(text), NULL, 0, NULL, &back) != PAWL_OK || back->hash != model->hash) abort();
  pawl_model_free(back);
  pawl_text_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  if (!messages) return 0;
  PawlStatus status = pawl_model_parse("fuzz.yaml", (const char *)data, size, NULL, 0, messages, &model);
  // A model without a word of complaint, or complaints without a model.
  if ((status == PAWL_OK) != (model != NULL) || (status == PAWL_OK) != (pawl_messages_errors(messages) == 0)) abort();
  if (model) write_and_read(model);
  pawl_model_free(model);
  pawl_messages_free(messages);
  return 0;
}
