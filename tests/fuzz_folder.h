// A folder of its own for a fuzz target that reads files, removed when the program ends in good order.
#ifndef PW_TEST_FUZZ_FOLDER_H
#define PW_TEST_FUZZ_FOLDER_H
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FUZZ_PATH = 300 };

static char fuzz_folder_name[FUZZ_PATH - 100];

static inline void fuzz_folder_remove(void) {
  static const char *const NAMES[] = {"fuzz.csv",    "fuzz.stl",   "fuzz.obj", "result.csv", "motion.csv",
                                      "touches.csv", "events.csv", "run.json", "scene.json", "modes.csv"};
  char path[FUZZ_PATH];
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
    snprintf(path, sizeof path, "%s/%s", fuzz_folder_name, NAMES[i]);
    unlink(path);
  }
  rmdir(fuzz_folder_name);
}

// In memory where the system has a folder for that.
static inline const char *fuzz_folder(void) {
  if (fuzz_folder_name[0]) return fuzz_folder_name;
  snprintf(fuzz_folder_name, sizeof fuzz_folder_name, "%s/pawl-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  if (!mkdtemp(fuzz_folder_name)) abort();
  atexit(fuzz_folder_remove);
  return fuzz_folder_name;
}

static inline void fuzz_put(const char *folder, const char *name, const void *data, size_t size) {
  char path[FUZZ_PATH];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || write(file, data, size) != (ssize_t)size) abort();
  close(file);
}
#endif
