// A folder of its own for each test, which is the working folder while it runs.
#ifndef PW_TEST_PLACE_H
#define PW_TEST_PLACE_H
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "pawl/pawl.h"

typedef struct {
  char home[64];  // the working folder is inside it while a test runs
  int back;
  PawlMessages *messages;
} Place;

static inline int enter(void **state) {
  Place *p = calloc(1, sizeof *p);
  strcpy(p->home, "/tmp/pawl-test-XXXXXX");
  p->back = open(".", O_RDONLY);
  p->messages = pawl_messages_create();
  *state = p;
  return p->back < 0 || !mkdtemp(p->home) || chdir(p->home) != 0;
}

static inline int leave(void **state) {
  Place *p = *state;
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", p->home);
  int bad = fchdir(p->back) != 0 || system(command) != 0;
  close(p->back);
  pawl_messages_free(p->messages);
  free(p);
  return bad;
}

static inline bool exists(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0;
}
#endif
