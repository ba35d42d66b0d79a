// study.json, and what is read from it again for people.
#ifndef PW_DESCRIBE_H
#define PW_DESCRIBE_H
#include "study/crew.h"
#include "study/search.h"
#include "study/statistics.h"

// `statistics`, `found` NULL: there are none.
PawlStatus pw_study_json(PwJournal *j, const PwTally *tally, const PwStatistics *statistics, const PwSought *found,
                         PawlMessages *messages);
#endif
