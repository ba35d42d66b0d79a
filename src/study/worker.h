// Runs samples, one after the other: a model of its own, whose text is read again with other parameters, and memory that is kept.
#ifndef PW_WORKER_H
#define PW_WORKER_H
#include <stdatomic.h>

#include "study/study.h"

typedef struct {
  const PawlStudy *study;
  PawlModel *model;
  PwArena arena;
  PwFolding folding;
  PawlMessages *messages;  // of the sample in hand
  const char **name;       // of what varies
  const atomic_bool *stop;
  const PawlStudyOptions *options;  // whose progress is asked while a sample runs, and its tally; NULL: nobody is
  const struct PwTally *tally;
} PwWorker;

PawlStatus pw_worker_create(const PawlStudy *s, const atomic_bool *stop, PwWorker *out);
void pw_worker_free(PwWorker *w);
// One sample with these values, into the record: its number and its parameters are there already. A failure of the sample is the
// record's; what is returned is the study's: PAWL_OK, PAWL_ERR_MEMORY, PAWL_ERR_CANCELLED.
PawlStatus pw_worker_run(PwWorker *w, PwRecord *record);
#endif
