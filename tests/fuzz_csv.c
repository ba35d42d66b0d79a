// Fuzz target of the reader of number files: any bytes as the points of a spline and of a grid and as the rows of a table give a
// model or complaints.
#include <stdio.h>

#include "fuzz_folder.h"
#include "fuzz_read.h"

static const char MODEL[] =
    "tables: {f: {csv: fuzz.csv, interpolate: linear}}\n"
    "bodies:\n"
    "  a: {mass: 1, inertia: [1, 1, 1], profiles: {s: {chain: [{spline: {csv: fuzz.csv}}], closed: false}}}\n"
    "  b: {mass: 1, inertia: [1, 1, 1], surfaces: {s: {grid: {csv: fuzz.csv, count: [3, 4]}}}}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *folder = fuzz_folder();
  char name[FUZZ_PATH];
  fuzz_put(folder, "fuzz.csv", data, size);
  snprintf(name, sizeof name, "%s/fuzz.yaml", folder);
  pawl_model_free(fuzz_read(name, (const uint8_t *)MODEL, sizeof MODEL - 1));
  return 0;
}
