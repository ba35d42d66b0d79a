// Fuzz target of the model reader and writer: any bytes give a model or complaints, never a crash, a leak or a long wait; and a
// model that is written and read again is the same.
#include "fuzz_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  PawlModel *model = fuzz_read("fuzz.yaml", data, size);
  if (model) fuzz_write_yaml(model);
  pawl_model_free(model);
  return 0;
}
