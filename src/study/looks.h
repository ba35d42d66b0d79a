// What a study looks at: expressions over a run. max(rub.force) is a *fold* of a *term*: an expression of columns that is
// evaluated at every row, and folded to one number. Results and conditions are expressions of folds, parameters and results
// before them.
//
// Columns have the values that result.csv would have, in the units of the model's file.
#ifndef PW_LOOKS_H
#define PW_LOOKS_H
#include "analysis/run.h"
#include "expression/expression.h"
#include "model/model.h"

typedef enum {
  PW_FOLD_MAX,
  PW_FOLD_MIN,
  PW_FOLD_SPAN,      // max - min
  PW_FOLD_MEAN,      // over time
  PW_FOLD_RMS,       // over time
  PW_FOLD_INTEGRAL,  // over time
  PW_FOLD_FIRST,
  PW_FOLD_FINAL,
  PW_FOLD_AT,     // at an instant
  PW_FOLD_COUNT,  // of events
  PW_FOLD_TIME    // of an event
} PwFoldKind;

typedef struct {
  PwFoldKind kind;
  PwExpr *term;         // of columns, parameters; NULL: of events
  PwExpr *instant;      // AT: of parameters
  const char *subject;  // COUNT, TIME: whose event
  const char *event;    // its kind
  int64_t number;       // TIME: which of them, from 1
  double factor;        // of the value
  int32_t start, end;   // of the text that it replaces
} PwFold;

enum { PW_LOOKS_FOLDS = 500 };

// Variables of expressions, by number: columns, parameters of the model, folds, results.
enum { PW_LOOK_COLUMN = 0, PW_LOOK_PARAMETER = 1 << 20, PW_LOOK_FOLD = 2 << 20, PW_LOOK_RESULT = 3 << 20 };

typedef struct {
  int32_t columns;
  const char **column;  // their names
  int32_t folds;
  PwFold *fold;
  int32_t results, conditions;
  PwExpr **result, **condition;
  int32_t kinks, variables;  // the most that one of the expressions has
} PwLooks;

typedef struct {
  const char *name, *text;
  PwPlace place;  // of the text
} PwAsked;

// Compiles all of it for a model and its mechanism; complains with places. *out is to be freed whatever comes out; its lists live
// in the arena.
PawlStatus pw_looks_compile(const PawlModel *m, const PawlMechanism *k, const PwAsked *result, int32_t results,
                            const PwAsked *condition, int32_t conditions, PwArena *arena, PawlMessages *messages, PwLooks *out);
void pw_looks_free(PwLooks *looks);
// A number that may mention parameters of the model, in file units.
PawlStatus pw_looks_number(const PawlModel *m, const char *text, PwPlace place, PawlMessages *messages, double *out);

// ---- fold.c: what one run gives. One per worker; its memory is used again for every sample.

typedef struct {
  double value, integral, duration;  // so far; of what is a number
  double last, t;                    // the row before
  int64_t count;
} PwFoldState;

typedef struct {
  const PwLooks *looks;
  const PawlModel *model;  // with the sample's parameters
  PwFoldState *state;
  double *instant, *wanted;  // [folds] s; those of AT, rising
  int32_t wanteds;
  double *x, *result;  // scratch; [results]
  int32_t *branch;
  const double *row;  // columns of the row that is looked at
  const PwColumn *column;
  double time_unit;  // s
} PwFolding;

PawlStatus pw_folding_create(const PwLooks *looks, PwArena *arena, PwFolding *out);
// Before a run: which instants it is to be looked at.
void pw_folding_begin(PwFolding *f, const PawlModel *model);
void pw_folding_row(PwFolding *f, const PwRecorder *recorder, double t, bool extra);
void pw_folding_event(PwFolding *f, const PwEvent *event);
// After it.
void pw_folding_end(PwFolding *f, double *result, bool *met);
#endif
