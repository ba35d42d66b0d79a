#include "report/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/folder.h"

PawlStatus pw_output_fail_null(PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "a folder, a file or the place for the answer is missing (NULL)");
}

char *pw_output_beside(const char *path, const char *suffix) {
  size_t n = strlen(path), m = strlen(suffix);
  while (n > 1 && path[n - 1] == '/') n--;
  char *text = malloc(n + m + 1);
  if (!text) return NULL;
  memcpy(text, path, n);
  memcpy(text + n, suffix, m + 1);
  return text;
}

static PawlStatus out_of_memory(PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
}

// A name that is a folder, pipe or device is not replaced by a file.
static PawlStatus check_place(const char *path, PawlMessages *messages) {
  struct stat info;
  if (!path[0]) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "the file to write has no name");
  if (stat(path, &info) != 0 || S_ISREG(info.st_mode)) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "'%s' is no file: choose another name", path);
}

// A new file beside `path`; its name goes to *temporary. -1: errno.
static int create_beside(const char *path, char **temporary) {
  enum { TRIES = 100 };  // what a crash left behind under our process number
  int fd = -1;
  for (int i = 0; i < TRIES && fd < 0; i++) {
    char suffix[60];
    snprintf(suffix, sizeof suffix, ".%ld-%d.new", (long)getpid(), i);
    free(*temporary);
    *temporary = pw_output_beside(path, suffix);
    errno = ENOMEM;
    fd = *temporary ? open(*temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666) : -1;
    if (fd < 0 && errno != EEXIST) break;
  }
  return fd;
}

PawlStatus pw_output_file(const char *path, const void *bytes, size_t length, PawlMessages *messages) {
  PawlStatus status = check_place(path, messages);
  if (status != PAWL_OK) return status;
  char *temporary = NULL;
  int fd = create_beside(path, &temporary), error = errno;
  bool ok = fd >= 0;
  if (ok) {
    ok = pw_write_all(fd, bytes, length);  // not synced to disk: what a report writes can be made again
    if (!ok) error = errno;
    if (close(fd) != 0 && ok) ok = false, error = errno;
    if (ok && rename(temporary, path) != 0) ok = false, error = errno;
    if (!ok) unlink(temporary);
  }
  free(temporary);
  return ok ? PAWL_OK : pw_folder_fail(messages, "write", path, NULL, error);
}

PawlStatus pw_output_text(const char *path, PwText *text, PawlMessages *messages) {
  PawlStatus status = text->failed ? out_of_memory(messages) : pw_output_file(path, text->data, text->length, messages);
  pw_text_free(text);
  return status;
}

PawlStatus pw_output_folder(const char *path, PawlMessages *messages) {
  struct stat info;
  if (mkdir(path, 0777) == 0) return PAWL_OK;
  int error = errno;
  if (error == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return PAWL_OK;
  return pw_folder_fail(messages, "create", path, NULL, error);
}
