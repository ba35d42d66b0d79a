// Threads that run the samples of a study, each with a worker of its own.
#ifndef PW_CREW_H
#define PW_CREW_H
#include "study/journal.h"

typedef struct PwTally {
  int64_t samples, done, now, failed, met;
  int32_t threads;
} PwTally;

// Tells the caller's function of a sample, if there is one.
void pw_tell_sample(const PawlStudyOptions *options, const PwRecord *record);
void pw_tally_count(PwTally *tally, const PawlStudy *s, const PwRecord *record);

// Runs every sample of the journal's part that has no record in it; `journal` NULL: all of them, and none is kept.
PawlStatus pw_crew_run(const PawlStudy *s, const PawlStudyOptions *options, PwJournal *journal, PawlMessages *messages,
                       PwTally *out);
#endif
