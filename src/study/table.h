// study.csv: a row per sample, in their order.
#ifndef PW_STUDY_TABLE_H
#define PW_STUDY_TABLE_H
#include "study/crew.h"

PawlStatus pw_study_table(PwJournal *j, PawlMessages *messages);
// ---- join.c: all parts of `directory` into a journal of the whole.
PawlStatus pw_study_join(const PawlStudy *s, PwJournal *to, const char *directory, PawlMessages *messages, PwTally *tally);
#endif
