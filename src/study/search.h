// Searches: for the border of a condition, and for the least value of a result.
#ifndef PW_SEARCH_H
#define PW_SEARCH_H
#include "study/crew.h"

typedef struct {
  // between two neighbours the condition changes
  double low, high;
  bool met;  // at `low`
  // the best sample
  int64_t number;
  double value, parameter[PW_STUDY_VARIES];
  bool narrow;  // as near as was asked for; else the samples were used up before
} PwSought;

PawlStatus pw_search_run(const PawlStudy *s, const PawlStudyOptions *options, PwJournal *journal, PawlMessages *messages,
                         PwTally *tally, PwSought *out);
#endif
