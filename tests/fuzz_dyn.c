// Fuzz target of the reader of ACDMC files: any bytes give a model or complaints, never a crash, a leak or a long wait.
#include <stdint.h>
#include <stdlib.h>

#include "pawl/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  if (!messages) return 0;
  PawlStatus status = pawl_model_parse("fuzz.dyn", (const char *)data, size, NULL, 0, messages, &model);
  // A model without a word of complaint, or complaints without a model.
  if ((status == PAWL_OK) != (model != NULL) || (status == PAWL_OK) != (pawl_messages_errors(messages) == 0)) abort();
  pawl_model_free(model);
  pawl_messages_free(messages);
  return 0;
}
