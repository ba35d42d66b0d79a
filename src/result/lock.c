// Locks of open file descriptions: unlike those of POSIX they hold inside one process, too, and are not lost when another
// descriptor of the file is closed. Where a system does not have them, those of POSIX must do.
#define _GNU_SOURCE  // F_OFD_SETLK
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "result/folder.h"

#ifdef F_OFD_SETLK
enum { SET = F_OFD_SETLK, GET = F_OFD_GETLK };
#else
enum { SET = F_SETLK, GET = F_GETLK };
#endif

static bool is_locked(int file, int command) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(file, command, &lock) != 0) return errno == EACCES || errno == EAGAIN;
  return command == GET && lock.l_type != F_UNLCK;
}

bool pw_folder_lock(int file) {
  return !is_locked(file, SET);
}

static bool is_busy(int folder, const char *name) {
  int file = pw_folder_open_file(folder, name);
  bool busy = file >= 0 && is_locked(file, GET);
  if (file >= 0) close(file);
  return busy;
}

bool pw_folder_is_busy(const char *path) {
  int folder = pw_folder_open(path);
  bool busy = folder >= 0 && (is_busy(folder, "result.csv") || is_busy(folder, "samples.bin"));
  if (folder >= 0) close(folder);
  return busy;
}
