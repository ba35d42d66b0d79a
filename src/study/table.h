// What a study leaves: study.csv, a row per sample in their order, and study.json.
#ifndef PW_STUDY_TABLE_H
#define PW_STUDY_TABLE_H
#include "study/crew.h"

PawlStatus pw_study_table(PwJournal *j, PawlMessages *messages);
PawlStatus pw_study_json(PwJournal *j, const PwTally *tally, PawlMessages *messages);
// ---- join.c: all parts of `directory` into a journal of the whole.
PawlStatus pw_study_join(const PawlStudy *s, PwJournal *to, const char *directory, PawlMessages *messages, PwTally *tally);
#endif
