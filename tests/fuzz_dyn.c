// Fuzz target of the reader of ACDMC files: any bytes give a model or complaints, never a crash, a leak or a long wait; a model
// can be written in both formats and read again, as YAML to the last bit.
#include "fuzz_read.h"

static void write_dyn(const PawlModel *model) {
  PawlModel *back = NULL;
  char *text = NULL;
  PawlStatus status = pawl_model_write_dyn(model, NULL, &text);
  if (status != PAWL_OK && status != PAWL_ERR_UNSUPPORTED) abort();
  if (text && pawl_model_parse("back.dyn", text, strlen(text), NULL, 0, NULL, &back) != PAWL_OK) abort();
  pawl_model_free(back);
  pawl_text_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  PawlModel *model = fuzz_read("fuzz.dyn", data, size);
  if (model) fuzz_write_yaml(model);
  if (model) write_dyn(model);
  pawl_model_free(model);
  return 0;
}
