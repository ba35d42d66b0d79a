#include "result/bundle.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char JSON[] = "compare.json", NEW[] = "compare.json.new", KEY[] = "pawl_compare";

struct PwBundle {
  PwFolderPaths paths;
  int folder;  // open DIR.partial
};

// ---- what is there

// A folder that a bundle may hold: a formulation's name, alone or with endings.
static bool is_part(const char *name) {
  static const char *const STEMS[] = {"multipliers", "canonical", "augmented"}, *const ENDS[] = {"", "-tight"};
  static const char *const STATES[] = {"", ".partial", ".old"};
  char known[64];
  for (int i = 0; i < 3 * 2 * 3; i++) {
    snprintf(known, sizeof known, "%s%s%s", STEMS[i / 6], ENDS[i / 3 % 2], STATES[i % 3]);
    if (strcmp(name, known) == 0) return true;
  }
  return false;
}

bool pw_bundle_is(const char *path) {
  struct stat info;
  if (lstat(path, &info) != 0 || !S_ISDIR(info.st_mode)) return false;
  int folder = pw_folder_open(path);
  bool is = folder >= 0 && pw_folder_has_key(folder, JSON, KEY);
  if (folder >= 0) close(folder);
  return is;
}

// Does `work` to every result folder of a bundle; complains about anything else that it holds.
static PawlStatus each_part(const char *path, PawlStatus (*work)(const char *part, PawlMessages *messages),
                            PawlMessages *messages) {
  DIR *stream = opendir(path);
  if (!stream) return pw_folder_fail(messages, "list", path, NULL, errno);
  PawlStatus status = PAWL_OK;
  for (struct dirent *entry; status == PAWL_OK && (entry = readdir(stream));) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, JSON) == 0 || strcmp(name, NEW) == 0) continue;
    char part[4096];
    int length = snprintf(part, sizeof part, "%s/%s", path, name);
    if (!is_part(name) || length >= (int)sizeof part) {
      status = pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                       "'%s' holds '%s', which is no part of a comparison: move it away or choose another folder", path, name);
    } else {
      status = work(part, messages);
    }
  }
  closedir(stream);
  return status;
}

static PawlStatus check_part(const char *part, PawlMessages *messages) {
  if (pw_folder_is_busy(part)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                   "another run is writing into '%s': wait for it or choose another folder", part);
  }
  return pw_folder_check(part, true, messages);
}

PawlStatus pw_bundle_check(const char *path, PawlMessages *messages) {
  return each_part(path, check_part, messages);
}

PawlStatus pw_bundle_remove(const char *path, PawlMessages *messages) {
  PawlStatus status = each_part(path, check_part, messages);
  if (status == PAWL_OK) status = each_part(path, pw_folder_remove, messages);
  int folder = status == PAWL_OK ? pw_folder_open(path) : -1;
  if (status) return status;
  bool gone = folder >= 0 && (unlinkat(folder, NEW, 0) == 0 || errno == ENOENT) && unlinkat(folder, JSON, 0) == 0;
  if (folder >= 0) close(folder);
  return gone && rmdir(path) == 0 ? PAWL_OK : pw_folder_fail(messages, "remove", path, NULL, errno);
}

// ---- writing

static void free_bundle(PwBundle *b) {
  if (b->folder >= 0) close(b->folder);
  pw_folder_paths_free(&b->paths);
  free(b);
}

static PawlStatus create_folder(PwBundle *b, PawlMessages *messages) {
  PawlStatus status = pw_folder_check(b->paths.final, false, messages);
  if (status == PAWL_OK && pw_folder_is_busy(b->paths.partial)) {
    status = pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                     "another run is writing into '%s': wait for it or choose another folder", b->paths.partial);
  }
  if (status == PAWL_OK) status = pw_folder_remove(b->paths.partial, messages);
  if (status) return status;
  if (mkdir(b->paths.partial, 0777) != 0) {
    pw_folder_fail(messages, "create", b->paths.partial, NULL, errno);
    return PAWL_ERR_ARGUMENT;
  }
  b->folder = pw_folder_open(b->paths.partial);
  return b->folder < 0 ? pw_folder_fail(messages, "open", b->paths.partial, NULL, errno) : PAWL_OK;
}

PawlStatus pw_bundle_create(const char *directory, PawlMessages *messages, PwBundle **out) {
  *out = NULL;
  PwBundle *b = calloc(1, sizeof *b);
  if (!b) return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  b->folder = -1;
  PawlStatus status = pw_folder_paths(directory, messages, &b->paths);
  if (status == PAWL_OK) status = create_folder(b, messages);
  if (status == PAWL_OK) {
    *out = b;
  } else {
    free_bundle(b);
  }
  return status;
}

const char *pw_bundle_path(const PwBundle *b) {
  return b->paths.partial;
}

PawlStatus pw_bundle_json(PwBundle *b, const char *text, PawlMessages *messages) {
  if (pw_folder_write(b->folder, JSON, text, strlen(text), true)) return PAWL_OK;
  return pw_folder_fail(messages, "write", b->paths.partial, JSON, errno);
}

PawlStatus pw_bundle_finish(PwBundle *b, PawlMessages *messages) {
  PawlStatus status = pw_folder_swap(&b->paths, true, messages);
  if (status) pw_message(messages, PAWL_NOTE, PW_NOWHERE, "the comparison is complete and stays in '%s'", b->paths.partial);
  free_bundle(b);
  return status;
}

void pw_bundle_abandon(PwBundle *b) {
  free_bundle(b);
}
