// Fuzz target of the readers of result folders: any bytes as its files give a page's data and drawings, or complaints. An input
// is a list of files, each behind a line "=== NAME".
#include <string.h>

#include "fuzz_folder.h"
#include "fuzz_read.h"
#include "pawl/report.h"

// The first place of `word` in n bytes; NULL: none.
static const uint8_t *find(const uint8_t *data, size_t n, const char *word) {
  size_t length = strlen(word);
  for (size_t i = 0; i + length <= n; i++) {
    if (memcmp(data + i, word, length) == 0) return data + i;
  }
  return NULL;
}

static const char *const NAMES[] = {"result.csv", "motion.csv", "touches.csv", "events.csv",
                                    "run.json",   "scene.json", "modes.csv"};

// The part of the input behind its "=== NAME".
static void put_part(const char *folder, const char *name, const uint8_t *data, size_t size) {
  char line[40];
  int n = snprintf(line, sizeof line, "=== %s\n", name);
  const uint8_t *from = find(data, size, line);
  if (!from) {
    char path[FUZZ_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
    return;
  }
  from += n;
  const uint8_t *to = find(from, size - (size_t)(from - data), "=== ");
  fuzz_put(folder, name, from, (size_t)((to ? to : data + size) - from));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *folder = fuzz_folder();
  char *text = NULL, path[FUZZ_PATH];
  PawlMessages *messages = pawl_messages_create();
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) put_part(folder, NAMES[i], data, size);
  PawlStatus status = pawl_report_data(folder, messages, &text);
  if ((status == PAWL_OK) != (text != NULL)) abort();
  if (status != PAWL_OK && pawl_messages_errors(messages) == 0) abort();
  pawl_text_free(text);
  snprintf(path, sizeof path, "%s/fuzz.csv", folder);
  pawl_export_gltf(folder, path, messages);
  pawl_messages_free(messages);
  return 0;
}
