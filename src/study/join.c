// Puts the parts of a study together: DIR.part-1-of-N, ..., DIR.part-N-of-N become DIR.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/table.h"

// N of the folders that are beside DIR; what is told if there are none, or of several numbers.
static PawlStatus count_parts(const char *directory, PawlMessages *messages, int32_t *out) {
  PwFolderPaths paths;
  PawlStatus status = pw_folder_paths(directory, messages, &paths);
  if (status) return status;
  char *slash = strrchr(paths.final, '/');
  const char *last = slash ? slash + 1 : paths.final;
  size_t n = strlen(last);
  if (slash) *slash = 0;
  DIR *stream = opendir(!slash ? "." : slash == paths.final ? "/" : paths.final);
  *out = 0;
  for (struct dirent *entry; stream && *out >= 0 && (entry = readdir(stream));) {
    int part, parts, used = 0;
    if (strncmp(entry->d_name, last, n) != 0) continue;
    const char *rest = entry->d_name + n;
    if (sscanf(rest, ".part-%d-of-%d%n", &part, &parts, &used) != 2 || rest[used] || parts < 1) continue;
    *out = *out && *out != parts ? -1 : parts;
  }
  if (stream) closedir(stream);
  pw_folder_paths_free(&paths);
  if (*out > 0) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                 *out ? "there are parts of '%s' of different numbers: remove those that do not belong to it"
                      : "there are no parts of '%s' to be joined: --part makes them",
                 directory);
}

static PawlStatus copy(PwJournal *to, PwJournal *from, int32_t part, int32_t parts, PwRecord *record, PwTally *tally,
                       PawlMessages *messages) {
  const PawlStudy *s = to->study;
  for (int64_t n = part; n <= s->samples; n += parts) {
    if (!pw_journal_read(from, n, record)) {
      return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s' has no sample %lld", from->paths.final, (long long)n);
    }
    PawlStatus status = pw_journal_write(to, record, messages);
    if (status) return status;
    pw_tally_count(tally, s, record);
  }
  return PAWL_OK;
}

PawlStatus pw_study_join(const PawlStudy *s, PwJournal *to, const char *directory, PawlMessages *messages, PwTally *tally) {
  int32_t parts = 0;
  PwArena arena = {0};
  PwRecord record;
  *tally = (PwTally){.samples = s->samples};
  PawlStatus status = pw_record_create(s, &arena, &record);
  if (status == PAWL_OK) status = count_parts(directory, messages, &parts);
  for (int32_t part = 1; part <= parts && status == PAWL_OK; part++) {
    PwJournal from;
    status = pw_journal_open_part(s, directory, part, parts, messages, &from);
    if (status == PAWL_OK) status = copy(to, &from, part, parts, &record, tally, messages);
    pw_journal_close(&from);
  }
  pw_arena_free(&arena);
  return status;
}
