// What the files share that compile what a study looks at.
#ifndef PW_LOOKS_BUILD_H
#define PW_LOOKS_BUILD_H
#include "base/names.h"
#include "study/looks.h"

typedef struct {
  const PawlModel *model;
  const PawlMechanism *k;
  PwArena *arena;
  PawlMessages *messages;
  PwLooks *looks;
  const PwAsked *asked;  // results so far, by their names
  int32_t known;         // how many of them may be mentioned
  PwPlace place;         // of the text in hand
  const char *what;      // "result 'peak'"
  int32_t column_room;
  bool refused, failed;  // something was complained about; out of memory
} PwLookBuild;

// A complaint about the text in hand, at an offset.
void pw_look_fail(PwLookBuild *b, int32_t at, const char *format, ...) PAWL_PRINTF(3, 4);
// Expressions of columns; of parameters alone. NULL after a complaint.
PwExpr *pw_look_term(PwLookBuild *b, const char *text, int32_t at);
PwExpr *pw_look_constant(PwLookBuild *b, const char *text, int32_t at);
// Is there such an event, of such a contact?
void pw_look_event(PwLookBuild *b, const PwFold *fold, int32_t at);

// ---- looks_scan.c: takes the folds out of a text.
void pw_look_scan(PwLookBuild *b, char *text);
#endif
