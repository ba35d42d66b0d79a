// The folder of a study while it goes on: DIR.partial with samples.bin, a record of the same length for each sample, at the place
// that belongs to its number. A record is there when its checksum is right: what is killed while it writes has lost this one, and
// nothing can be there twice.
#ifndef PW_JOURNAL_H
#define PW_JOURNAL_H
#include "result/folder.h"
#include "study/study.h"

typedef struct {
  const PawlStudy *study;
  PwFolderPaths paths;
  int folder, file;
  int32_t part, parts;
  size_t record;  // bytes
  unsigned char *bytes;
  char *name;  // of the folder, without .partial
} PwJournal;

// Which part of a study a sample belongs to, from 1.
static inline int32_t pw_journal_part(int64_t number, int32_t parts) {
  return (int32_t)((number - 1) % parts) + 1;
}

// Creates DIR.partial, or opens it to go on. A part has a folder of its own: DIR.part-3-of-16. `out` is to be closed in any case.
PawlStatus pw_journal_open(const PawlStudy *s, const char *directory, int32_t part, int32_t parts, bool resume,
                           PawlMessages *messages, PwJournal *out);
// A complete part, to be read.
PawlStatus pw_journal_open_part(const PawlStudy *s, const char *directory, int32_t part, int32_t parts, PawlMessages *messages,
                                PwJournal *out);
// False: there is none of this number.
bool pw_journal_read(PwJournal *j, int64_t number, PwRecord *out);
PawlStatus pw_journal_write(PwJournal *j, const PwRecord *record, PawlMessages *messages);
// Another file of the folder, written whole or not at all.
PawlStatus pw_journal_file(PwJournal *j, const char *name, const char *text, size_t length, PawlMessages *messages);
// Complete: DIR.partial becomes DIR; `keep`: with its records.
PawlStatus pw_journal_finish(PwJournal *j, bool keep, PawlMessages *messages);
void pw_journal_close(PwJournal *j);
#endif
