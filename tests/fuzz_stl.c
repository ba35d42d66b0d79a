// Fuzz target of the reader of STL files: any bytes as the mesh of a body and as its mass give a model or complaints.
#include <stdio.h>

#include "fuzz_folder.h"
#include "fuzz_read.h"

static const char MODEL[] =
    "bodies:\n"
    "  a: {mass: 1, meshes: {m: {file: fuzz.stl}}}\n"
    "  b: {density: 1, shape: {mesh: m}, meshes: {m: {file: fuzz.stl, weld: 0.1}}}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *folder = fuzz_folder();
  char name[FUZZ_PATH];
  fuzz_put(folder, "fuzz.stl", data, size);
  snprintf(name, sizeof name, "%s/fuzz.yaml", folder);
  pawl_model_free(fuzz_read(name, (const uint8_t *)MODEL, sizeof MODEL - 1));
  return 0;
}
