#include "study/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

static const char NAME[] = "samples.bin";

// What a folder is known by: the same texts of study and model, and the same library.
typedef struct {
  char mark[8];
  uint64_t hash;
  int64_t record, samples;
  int32_t part, parts;
} Head;

typedef struct {
  uint64_t check;
  int64_t number;
  int32_t status, reserved;
  char message[PW_RECORD_MESSAGE];
} RecordHead;

enum { HEAD = 64 };

PawlStatus pw_record_create(const PawlStudy *s, PwArena *arena, PwRecord *out) {
  *out = (PwRecord){0};
  out->parameter = pw_arena_array(arena, (size_t)s->varies + 1, sizeof *out->parameter);
  out->result = pw_arena_array(arena, (size_t)s->results + 1, sizeof *out->result);
  out->met = pw_arena_array(arena, (size_t)s->conditions + 1, sizeof *out->met);
  return out->parameter && out->result && out->met ? PAWL_OK : PAWL_ERR_MEMORY;
}

static size_t record_size(const PawlStudy *s) {
  size_t numbers = sizeof(double) * ((size_t)s->varies + (size_t)s->results);
  return (sizeof(RecordHead) + numbers + (size_t)s->conditions + 7) / 8 * 8;
}

static uint64_t check_of(const unsigned char *bytes, size_t length) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 8; i < length; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

static Head head_of(const PwJournal *j) {
  Head head = {.mark = "pawlstu1",
               .hash = j->study->hash,
               .record = (int64_t)j->record,
               .samples = j->study->samples,
               .part = j->part,
               .parts = j->parts};
  return head;
}

static off_t place_of(const PwJournal *j, int64_t number) {
  return (off_t)HEAD + (off_t)(number - 1) / j->parts * (off_t)j->record;
}

static PawlStatus fail(const PwJournal *j, const char *verb, PawlMessages *messages) {
  return pw_folder_fail(messages, verb, j->paths.partial, NAME, errno);
}

// ---- records

static void pack(const PwJournal *j, const PwRecord *r) {
  const PawlStudy *s = j->study;
  unsigned char *at = j->bytes;
  RecordHead head = {.number = r->number, .status = r->status};
  memset(at, 0, j->record);
  memcpy(head.message, r->message, sizeof head.message);
  memcpy(at, &head, sizeof head);
  at += sizeof head;
  memcpy(at, r->parameter, (size_t)s->varies * sizeof(double));
  at += (size_t)s->varies * sizeof(double);
  memcpy(at, r->result, (size_t)s->results * sizeof(double));
  at += (size_t)s->results * sizeof(double);
  for (int32_t i = 0; i < s->conditions; i++) at[i] = r->met[i];
  uint64_t check = check_of(j->bytes, j->record);
  memcpy(j->bytes, &check, sizeof check);
}

static bool unpack(const PwJournal *j, int64_t number, PwRecord *r) {
  const PawlStudy *s = j->study;
  const unsigned char *at = j->bytes;
  RecordHead head;
  memcpy(&head, at, sizeof head);
  if (head.number != number || head.check != check_of(j->bytes, j->record)) return false;
  r->number = number;
  r->status = (PawlStatus)head.status;
  memcpy(r->message, head.message, sizeof r->message);
  r->message[sizeof r->message - 1] = 0;
  at += sizeof head;
  memcpy(r->parameter, at, (size_t)s->varies * sizeof(double));
  at += (size_t)s->varies * sizeof(double);
  memcpy(r->result, at, (size_t)s->results * sizeof(double));
  at += (size_t)s->results * sizeof(double);
  for (int32_t i = 0; i < s->conditions; i++) r->met[i] = at[i] != 0;
  return true;
}

bool pw_journal_read(PwJournal *j, int64_t number, PwRecord *out) {
  return pread(j->file, j->bytes, j->record, place_of(j, number)) == (ssize_t)j->record && unpack(j, number, out);
}

PawlStatus pw_journal_write(PwJournal *j, const PwRecord *record, PawlMessages *messages) {
  pack(j, record);
  size_t done = 0;
  while (done < j->record) {
    ssize_t n = pwrite(j->file, j->bytes + done, j->record - done, place_of(j, record->number) + (off_t)done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return fail(j, "write", messages);
    done += (size_t)n;
  }
  return PAWL_OK;
}

// ---- the folder

static PawlStatus busy(const PwJournal *j, PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                 "another study or run is writing into '%s': wait for it or choose another folder", j->paths.partial);
}

static PawlStatus create(PwJournal *j, PawlMessages *messages) {
  if (pw_folder_is_busy(j->paths.partial)) return busy(j, messages);
  PawlStatus status = pw_folder_remove(j->paths.partial, messages);
  if (status) return status;
  if (mkdir(j->paths.partial, 0777) != 0) {
    pw_folder_fail(messages, "create", j->paths.partial, NULL, errno);
    return PAWL_ERR_ARGUMENT;
  }
  j->folder = pw_folder_open(j->paths.partial);
  if (j->folder >= 0) j->file = openat(j->folder, NAME, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (j->file < 0) return fail(j, "create", messages);
  if (!pw_folder_lock(j->file)) return busy(j, messages);
  unsigned char bytes[HEAD] = {0};
  Head head = head_of(j);
  memcpy(bytes, &head, sizeof head);
  return pw_write_all(j->file, bytes, sizeof bytes) ? PAWL_OK : fail(j, "write", messages);
}

static PawlStatus check_head(const PwJournal *j, const char *folder, PawlMessages *messages) {
  Head expected = head_of(j), found;
  bool whole = pread(j->file, &found, sizeof found, 0) == (ssize_t)sizeof found;
  if (whole && memcmp(&expected, &found, sizeof found) == 0) return PAWL_OK;
  bool ours = whole && memcmp(expected.mark, found.mark, sizeof found.mark) == 0;
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                 ours
                     ? "'%s' belongs to another study: its file, its model or pawl has changed since; begin anew without --resume"
                     : "'%s' holds no samples of a study",
                 folder);
}

static PawlStatus resume_folder(PwJournal *j, PawlMessages *messages) {
  j->folder = pw_folder_open(j->paths.partial);
  if (j->folder < 0 && errno == ENOENT) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "there is no '%s' to go on with", j->paths.partial);
  }
  if (j->folder >= 0) j->file = openat(j->folder, NAME, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (j->file < 0) return fail(j, "open", messages);
  if (!pw_folder_lock(j->file)) return busy(j, messages);
  return check_head(j, j->paths.partial, messages);
}

static PawlStatus begin(const PawlStudy *s, const char *directory, int32_t part, int32_t parts, PawlMessages *messages,
                        PwJournal *out) {
  *out = (PwJournal){.study = s, .folder = -1, .file = -1, .part = part, .parts = parts, .record = record_size(s)};
  PwText name = {0};
  size_t n = strlen(directory);
  while (n > 1 && directory[n - 1] == '/') n--;
  pw_text_add_bytes(&name, directory, n);
  if (part) pw_text_format(&name, ".part-%d-of-%d", (int)part, (int)parts);
  if (!part) out->parts = 1;
  out->bytes = malloc(out->record);
  if (name.failed || !out->bytes) {
    pw_text_free(&name);
    return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  }
  out->name = name.data;
  return pw_folder_paths(out->name, messages, &out->paths);
}

PawlStatus pw_journal_open(const PawlStudy *s, const char *directory, int32_t part, int32_t parts, bool resume,
                           PawlMessages *messages, PwJournal *out) {
  PawlStatus status = begin(s, directory, part, parts, messages, out);
  if (status == PAWL_OK) status = pw_folder_check(out->paths.final, false, messages);
  if (status) return status;
  return resume ? resume_folder(out, messages) : create(out, messages);
}

PawlStatus pw_journal_open_part(const PawlStudy *s, const char *directory, int32_t part, int32_t parts, PawlMessages *messages,
                                PwJournal *out) {
  PawlStatus status = begin(s, directory, part, parts, messages, out);
  if (status) return status;
  out->folder = pw_folder_open(out->paths.final);
  if (out->folder >= 0) out->file = openat(out->folder, NAME, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (out->file < 0 && errno == ENOENT) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "part %d of %d is not there, or not complete: there is no '%s'",
                   (int)part, (int)parts, out->paths.final);
  }
  if (out->file < 0) return pw_folder_fail(messages, "open", out->paths.final, NAME, errno);
  return check_head(out, out->paths.final, messages);
}

PawlStatus pw_journal_file(PwJournal *j, const char *name, const char *text, size_t length, PawlMessages *messages) {
  if (pw_folder_write(j->folder, name, text, length, true)) return PAWL_OK;
  return pw_folder_fail(messages, "write", j->paths.partial, name, errno);
}

PawlStatus pw_journal_finish(PwJournal *j, bool keep, PawlMessages *messages) {
  if (!pw_folder_sync(j->folder)) return fail(j, "write", messages);
  if (!keep && unlinkat(j->folder, NAME, 0) != 0) return fail(j, "remove", messages);
  return pw_folder_swap(&j->paths, true, messages);
}

void pw_journal_close(PwJournal *j) {
  if (j->file >= 0) close(j->file);
  if (j->folder >= 0) close(j->folder);
  pw_folder_paths_free(&j->paths);
  free(j->bytes);
  free(j->name);
}
