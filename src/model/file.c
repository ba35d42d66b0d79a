// Reading a whole input file within the size limit.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/node.h"

// Reads until the end; a stream may be longer than it said, so the limit is watched here as well.
static PawlStatus read_all(int fd, const char *path, PwPlace place, PawlMessages *messages, char **text, size_t *length) {
  size_t capacity = 1 << 16, used = 0;
  char *data = malloc(capacity);
  while (data) {
    ssize_t n = read(fd, data + used, capacity - used);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      free(data);
      return pw_fail(messages, PAWL_ERR_IO, place, "cannot read '%s': %s", path, strerror(errno));
    }
    used += (size_t)n;
    if (n == 0 || used > PW_NODE_MAX_BYTES) break;
    if (used < capacity) continue;
    char *more = realloc(data, capacity *= 2);
    if (!more) free(data);
    data = more;
  }
  if (!data) return pw_fail(messages, PAWL_ERR_MEMORY, place, "out of memory");
  if (used > PW_NODE_MAX_BYTES) {
    free(data);
    return pw_fail(messages, PAWL_ERR_INPUT, place, "'%s' has more than 16 MB", path);
  }
  *text = data;
  *length = used;
  return PAWL_OK;
}

PawlStatus pw_file_read(const char *path, bool regular, PwPlace place, PawlMessages *messages, char **text, size_t *length) {
  int fd = open(path, O_RDONLY | (regular ? O_NONBLOCK : 0));  // a pipe must not block where only a file will do
  if (fd < 0) return pw_fail(messages, PAWL_ERR_IO, place, "cannot open '%s': %s", path, strerror(errno));
  struct stat info;
  PawlStatus status;
  if (fstat(fd, &info) != 0) {
    status = pw_fail(messages, PAWL_ERR_IO, place, "cannot read '%s': %s", path, strerror(errno));
  } else if (S_ISDIR(info.st_mode)) {
    status = pw_fail(messages, PAWL_ERR_IO, place, "'%s' is a folder, not a file", path);
  } else if (regular && !S_ISREG(info.st_mode)) {
    status = pw_fail(messages, PAWL_ERR_IO, place, "'%s' is not a regular file", path);
  } else if (S_ISREG(info.st_mode) && info.st_size > PW_NODE_MAX_BYTES) {
    status = pw_fail(messages, PAWL_ERR_INPUT, place, "'%s' has %lld MB, at most 16 MB are read", path,
                     (long long)(info.st_size >> 20));
  } else {
    status = read_all(fd, path, place, messages, text, length);
  }
  close(fd);
  return status;
}
