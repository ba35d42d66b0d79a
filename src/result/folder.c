// What a result folder is, and what may be done to one that is already there. Deletion is by a list of names and never recursive,
// so that a wrong -o costs a user nothing.
#include "result/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "base/json.h"
#include "base/text.h"
#include "result/bundle.h"

#if defined(SYS_syncfs)
long syscall(long number, ...);  // neither it nor syncfs is declared by strict C17 and POSIX
#endif

static const char *const KNOWN[] = {
    "result.csv",        "motion.csv", "touches.csv", "events.csv", "run.json",          "scene.json",
    "checkpoint.bin",    "state.csv",  "modes.csv",   "audit.csv",  "audit_touches.csv", "audit.bin",
    "audit_touches.bin", "model.yaml", "study.csv",   "study.json", "samples.bin",       NULL};
static const char NEW[] = ".new";  // suffix of a file that is being written

bool pw_folder_knows(const char *name) {
  for (int i = 0; KNOWN[i]; i++) {
    if (strcmp(name, KNOWN[i]) == 0) return true;
  }
  return false;
}

// Known, or left over by a crash while a known one was written.
static bool is_ours(const char *name) {
  for (int i = 0; KNOWN[i]; i++) {
    size_t n = strlen(KNOWN[i]);
    if (strncmp(name, KNOWN[i], n) == 0 && (name[n] == 0 || strcmp(name + n, NEW) == 0)) return true;
  }
  return false;
}

static char *join(const char *stem, size_t length, const char *suffix) {
  size_t n = strlen(suffix);
  char *text = malloc(length + n + 1);
  if (!text) return NULL;
  memcpy(text, stem, length);
  memcpy(text + length, suffix, n + 1);
  return text;
}

PawlStatus pw_folder_paths(const char *directory, PawlMessages *messages, PwFolderPaths *out) {
  *out = (PwFolderPaths){0};
  size_t n = directory ? strlen(directory) : 0, begin;
  while (n > 0 && directory[n - 1] == '/') n--;
  for (begin = n; begin > 0 && directory[begin - 1] != '/';) begin--;
  const char *last = directory ? directory + begin : "";
  size_t length = n - begin;
  if (length == 0 || (length == 1 && last[0] == '.') || (length == 2 && last[0] == '.' && last[1] == '.')) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                   "'%s' cannot be a result folder: give the folder a name of its own, for example 'out'",
                   directory ? directory : "");
  }
  out->final = join(directory, n, "");
  out->partial = join(directory, n, ".partial");
  out->aside = join(directory, n, ".old");
  if (out->final && out->partial && out->aside) return PAWL_OK;
  pw_folder_paths_free(out);
  return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
}

void pw_folder_paths_free(PwFolderPaths *paths) {
  free(paths->final);
  free(paths->partial);
  free(paths->aside);
  *paths = (PwFolderPaths){0};
}

const char *pw_folder_reason(int error, char out[PW_REASON_CHARS]) {
  if (error == ENOMEM) return strcpy(out, "out of memory");
  if (strerror_r(error, out, PW_REASON_CHARS) != 0) snprintf(out, PW_REASON_CHARS, "error %d", error);
  return out;
}

PawlStatus pw_folder_fail(PawlMessages *messages, const char *verb, const char *folder, const char *name, int error) {
  char reason[PW_REASON_CHARS];
  return pw_fail(messages, error == ENOMEM ? PAWL_ERR_MEMORY : PAWL_ERR_IO, PW_NOWHERE, "cannot %s '%s%s%s': %s", verb, folder,
                 name ? "/" : "", name ? name : "", pw_folder_reason(error, reason));
}

// ---- what is there

typedef struct {
  bool any, table;     // holds something; holds result.csv, checkpoint.bin or samples.bin
  char stranger[256];  // a name that is not ours, "" if there is none
} Content;

static bool look(DIR *stream, Content *out) {
  *out = (Content){0};
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(stream);
    if (!entry) return errno == 0;
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    out->any = true;
    struct stat info;
    bool folder = fstatat(dirfd(stream), name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode);
    if (folder || !is_ours(name)) {
      if (!out->stranger[0]) snprintf(out->stranger, sizeof out->stranger, "%s", name);
    } else if (strcmp(name, "result.csv") == 0 || strcmp(name, "checkpoint.bin") == 0 || strcmp(name, "samples.bin") == 0) {
      out->table = true;
    }
  }
}

bool pw_folder_json_has(const char *text, size_t length, const char *key) {
  PwJsonError error;
  json_t *root = pw_json_read(text, length, &error);
  if (error.no_memory) errno = ENOMEM;
  bool has = json_object_get(root, key) != NULL;
  json_decref(root);
  return has;
}

bool pw_folder_has_key(int folder, const char *name, const char *key) {
  size_t length;
  char *text = pw_folder_read(folder, name, (size_t)256 << 20, &length);
  bool has = text && pw_folder_json_has(text, length, key);
  free(text);
  return has;
}

// Opens `path` if it is there and may be replaced or removed; *out is NULL if it is not there.
static PawlStatus open_replaceable(const char *path, bool partial, PawlMessages *messages, DIR **out) {
  *out = NULL;
  struct stat info;
  if (lstat(path, &info) != 0) return errno == ENOENT ? PAWL_OK : pw_folder_fail(messages, "look at", path, NULL, errno);
  if (!S_ISDIR(info.st_mode)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "'%s' is %s: choose another result folder or remove it", path,
                   S_ISLNK(info.st_mode) ? "a symbolic link" : "not a folder");
  }
  int fd = pw_folder_open(path);
  DIR *stream = fd < 0 ? NULL : fdopendir(fd);
  Content content;
  if (!stream || !look(stream, &content)) {
    PawlStatus status = pw_folder_fail(messages, "list", path, NULL, errno);
    if (stream) closedir(stream);
    if (!stream && fd >= 0) close(fd);
    return status;
  }
  bool ours = !content.any || (partial && content.table) || pw_folder_has_key(fd, "run.json", "pawl_result") ||
              pw_folder_has_key(fd, "study.json", "pawl_study");
  if (ours && !content.stranger[0]) {
    *out = stream;
    return PAWL_OK;
  }
  closedir(stream);
  if (ours) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                   "'%s' holds '%s', which is no file of a result: move it away or choose another result folder", path,
                   content.stranger);
  }
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                 "'%s' exists and is no result folder of pawl: choose another result folder or remove it", path);
}

PawlStatus pw_folder_check(const char *path, bool partial, PawlMessages *messages) {
  DIR *stream;
  if (pw_bundle_is(path)) return pw_bundle_check(path, messages);
  PawlStatus status = open_replaceable(path, partial, messages, &stream);
  if (stream) closedir(stream);
  return status;
}

PawlStatus pw_folder_remove(const char *path, PawlMessages *messages) {
  DIR *stream;
  if (pw_bundle_is(path)) return pw_bundle_remove(path, messages);
  PawlStatus status = open_replaceable(path, true, messages, &stream);
  if (!stream) return status;
  for (int i = 0; KNOWN[i] && status == PAWL_OK; i++) {
    for (int k = 0; k < 2; k++) {
      char name[64];
      snprintf(name, sizeof name, "%s%s", KNOWN[i], k ? NEW : "");
      if (unlinkat(dirfd(stream), name, 0) == 0 || errno == ENOENT) continue;
      status = pw_folder_fail(messages, "remove", path, name, errno);
    }
  }
  closedir(stream);
  if (status == PAWL_OK && rmdir(path) != 0) status = pw_folder_fail(messages, "remove", path, NULL, errno);
  return status;
}

// ---- files

int pw_folder_open(const char *path) {
  return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int pw_folder_open_file(int folder, const char *name) {
  int fd = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  struct stat info;
  if (fd < 0) return -1;
  if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) return fd;
  close(fd);
  errno = EINVAL;
  return -1;
}

char *pw_folder_read(int folder, const char *name, size_t limit, size_t *length) {
  int fd = pw_folder_open_file(folder, name);
  if (fd < 0) return NULL;
  PwText text = {0};
  char block[1 << 14];
  int error = 0;
  for (;;) {
    ssize_t n = read(fd, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) error = errno;
    if (n <= 0) break;
    if (text.length + (size_t)n > limit) error = EFBIG;
    if (error) break;
    pw_text_add_bytes(&text, block, (size_t)n);
  }
  close(fd);
  if (!text.data && !error) pw_text_add(&text, "");
  if (text.failed) error = ENOMEM;
  if (error) {
    pw_text_free(&text);
    errno = error;
    return NULL;
  }
  *length = text.length;
  return text.data;
}

bool pw_write_all(int file, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0) {
    ssize_t n = write(file, at, length);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    at += n;
    length -= (size_t)n;
  }
  return true;
}

void pw_folder_reserve(int folder, const char *name, size_t length) {
  char temporary[64];
  snprintf(temporary, sizeof temporary, "%s%s", name, NEW);
  int fd = openat(folder, temporary, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (fd < 0) return;
  if (posix_fallocate(fd, 0, (off_t)length) != 0) unlinkat(folder, temporary, 0);
  close(fd);
}

bool pw_folder_write(int folder, const char *name, const void *bytes, size_t length, bool on_disk) {
  char temporary[64];
  snprintf(temporary, sizeof temporary, "%s%s", name, NEW);
  int fd = openat(folder, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (fd < 0) return false;
  bool ok = pw_write_all(fd, bytes, length) && (!on_disk || fdatasync(fd) == 0);
  int error = errno;
  if (close(fd) != 0 && ok) {
    ok = false;
    error = errno;
  }
  if (ok && renameat(folder, temporary, folder, name) == 0) return true;
  if (ok) error = errno;
  unlinkat(folder, temporary, 0);
  errno = error;
  return false;
}

static bool sync_files(int folder) {
  for (int i = 0; KNOWN[i]; i++) {
    int fd = pw_folder_open_file(folder, KNOWN[i]);
    if (fd < 0 && errno == ENOENT) continue;
    bool ok = fd >= 0 && fsync(fd) == 0;
    int error = errno;
    if (fd >= 0) close(fd);
    errno = error;
    if (!ok) return false;
  }
  return fsync(folder) == 0;
}

bool pw_folder_sync(int folder) {
#if defined(SYS_syncfs)
  if (syscall(SYS_syncfs, folder) == 0) return true;
  if (errno != ENOSYS && errno != EPERM) return false;
#endif
  return sync_files(folder);
}
