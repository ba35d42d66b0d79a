// DIR.partial takes DIR's place. Linux can exchange two names in one step (renameat2); strict C17 and POSIX declare neither it
// nor syscall, so the latter is declared here. Elsewhere the old result steps aside first; a reader then finds DIR.partial.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/folder.h"

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#if defined(SYS_renameat2)
long syscall(long number, ...);
enum { EXCHANGE = 2 };  // RENAME_EXCHANGE

static bool exchange_names(const char *a, const char *b) {
  return syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, (unsigned)EXCHANGE) == 0;
}
#else
static bool exchange_names(const char *a, const char *b) {
  (void)a, (void)b;
  return false;
}
#endif

// The names are on disk once the parent folder is; a file system that cannot do this loses nothing by it.
static void sync_parent(const char *path) {
  char parent[4096];
  const char *slash = strrchr(path, '/');
  size_t n = slash ? (size_t)(slash - path) : 0;
  if (n >= sizeof parent) return;
  memcpy(parent, path, n);
  strcpy(parent + n, slash ? "/" : ".");
  int fd = pw_folder_open(parent);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

// The new result is in place whatever becomes of the old one.
static void remove_old(const char *path, PawlMessages *messages) {
  if (pw_folder_remove(path, NULL) == PAWL_OK) return;
  pw_message(messages, PAWL_WARNING, PW_NOWHERE, "the previous result could not be removed and is left as '%s'", path);
}

static PawlStatus step_aside(const PwFolderPaths *p, PawlMessages *messages) {
  PawlStatus status = pw_folder_remove(p->aside, messages);
  if (status != PAWL_OK) return status;
  if (rename(p->final, p->aside) != 0) return pw_folder_fail(messages, "rename", p->final, NULL, errno);
  if (rename(p->partial, p->final) != 0) {
    status = pw_folder_fail(messages, "rename", p->partial, NULL, errno);
    if (rename(p->aside, p->final) != 0) {
      pw_message(messages, PAWL_WARNING, PW_NOWHERE, "the previous result is now '%s'", p->aside);
    }
    return status;
  }
  return PAWL_OK;
}

PawlStatus pw_folder_swap(const PwFolderPaths *p, bool exchange, PawlMessages *messages) {
  PawlStatus status = pw_folder_check(p->final, false, messages);
  if (status != PAWL_OK) return status;
  const char *old = NULL;
  if (rename(p->partial, p->final) != 0) {  // goes through if DIR is not there, or empty
    if (errno != ENOTEMPTY && errno != EEXIST) return pw_folder_fail(messages, "rename", p->partial, NULL, errno);
    if (exchange && exchange_names(p->partial, p->final)) {
      old = p->partial;
    } else {
      status = step_aside(p, messages);
      if (status != PAWL_OK) return status;
      old = p->aside;
    }
  }
  sync_parent(p->final);
  if (old) remove_old(old, messages);
  return PAWL_OK;
}
