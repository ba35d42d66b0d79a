// What the searches share.
#ifndef PW_SEARCH_INTERNAL_H
#define PW_SEARCH_INTERNAL_H
#include "study/search.h"
#include "study/worker.h"

typedef struct {
  const PawlStudy *study;
  const PawlStudyOptions *options;
  PwJournal *journal;
  PawlMessages *messages;
  PwWorker worker;
  PwRecord record;  // of the last sample
  PwTally *tally;
  atomic_bool stop;
} PwSearch;

// The next sample, with these values: run, or found in the journal; it is then in f->record. PAWL_RETRY: there may be no more.
PawlStatus pw_search_evaluate(PwSearch *f, const double *value);
// ---- search_least.c
PawlStatus pw_search_least(PwSearch *f, PwSought *out);
#endif
