// A result folder on disk: its names, whether it is ours, reading, atomic writing, removing and taking DIR's place.
// Functions that return int or bool leave the reason in errno.
#ifndef PW_FOLDER_H
#define PW_FOLDER_H
#include <stdbool.h>
#include <stddef.h>

#include "base/messages.h"

typedef struct {
  char *final;    // DIR, without trailing slashes
  char *partial;  // DIR.partial
  char *aside;    // DIR.old: where the old result waits while the file system cannot exchange two names
} PwFolderPaths;

PawlStatus pw_folder_paths(const char *directory, PawlMessages *messages, PwFolderPaths *out);
void pw_folder_paths_free(PwFolderPaths *paths);

// True if a result folder may hold a file of this name. Only such files are ever written or removed.
bool pw_folder_knows(const char *name);

// PAWL_OK if `path` does not exist, is empty, or is ours and holds nothing else: it may be replaced. Otherwise says why not. Ours
// is a folder whose run.json has "pawl_result", or whose study.json has "pawl_study"; with `partial` also one that holds
// result.csv, checkpoint.bin or samples.bin; and a bundle of results (bundle.h).
PawlStatus pw_folder_check(const char *path, bool partial, PawlMessages *messages);
// Checks with `partial` and removes; nothing happens if it does not exist.
PawlStatus pw_folder_remove(const char *path, PawlMessages *messages);

// DIR.partial becomes DIR; an older result of ours gives way. With `exchange` in one step where the file system can, else by way
// of DIR.old. On failure everything is as before.
PawlStatus pw_folder_swap(const PwFolderPaths *paths, bool exchange, PawlMessages *messages);

// Marks a folder as being written, by a lock on its result.csv, or the samples.bin of a study; false if another run has, of this
// process or another. File systems without locks go unguarded (lock.c).
bool pw_folder_lock(int file);
bool pw_folder_is_busy(const char *path);

int pw_folder_open(const char *path);  // -1: errno
// Opens a regular file of the folder for reading; -1: errno. Pipes and devices are refused without waiting for them.
int pw_folder_open_file(int folder, const char *name);
// The whole file, with a terminating 0 after its `length` bytes; NULL: errno (EFBIG if it is longer than `limit`). free().
char *pw_folder_read(int folder, const char *name, size_t limit, size_t *length);
// Written whole or not at all, for everybody who reads it: a new file that takes the name. With `on_disk` it is there before it
// does, and so after a power failure, too.
bool pw_folder_write(int folder, const char *name, const void *bytes, size_t length, bool on_disk);
// All that was written into the folder is on disk: in one call for its file system where there is such (Linux), which costs as
// much as one file, else file by file.
bool pw_folder_sync(int folder);
// Space for a file that must be written even when the disk is full: the name under which pw_folder_write makes it.
void pw_folder_reserve(int folder, const char *name, size_t length);
// All bytes, whatever the number of calls that takes.
bool pw_write_all(int file, const void *bytes, size_t length);
// True if a JSON text has this key. errno = ENOMEM where memory for it was missing.
bool pw_folder_json_has(const char *text, size_t length, const char *key);
// True if a JSON file of the folder has this key.
bool pw_folder_has_key(int folder, const char *name, const char *key);

// PAWL_ERR_IO with "cannot `verb` `folder`/`name`: reason", reason from `error` (an errno); `name` may be NULL.
PawlStatus pw_folder_fail(PawlMessages *messages, const char *verb, const char *folder, const char *name, int error);
// The reason for an errno; `out` is filled and returned.
#define PW_REASON_CHARS 128
const char *pw_folder_reason(int error, char out[PW_REASON_CHARS]);
#endif
