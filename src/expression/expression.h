// Expressions: compiled once, then evaluated as values, as values with gradient, or as jets in t.
//
// All numbers inside an expression are in the units of the model's file. A variable arrives in SI and is multiplied
// by its symbol's scale on loading; the result is in file units, the caller scales it.
//
// Kinks. abs, sign, min, max, if, comparisons, tables, motion laws, mod, floor are smooth only piecewise. Each such place is one
// kink; its branch (an integer) says which piece is in force. Evaluation never looks at which piece the arguments are in: it
// follows `branch`, so trial stages stay smooth. Two switching functions per kink tell when the piece ends.
#ifndef PW_EXPRESSION_H
#define PW_EXPRESSION_H
#include <stdbool.h>
#include <stdint.h>

#include "base/messages.h"
#include "base/place.h"
#include "expression/table.h"
#include "expression/unit.h"

typedef struct PwExpr PwExpr;

typedef enum { PW_SYMBOL_UNKNOWN, PW_SYMBOL_CONSTANT, PW_SYMBOL_VARIABLE, PW_SYMBOL_TABLE, PW_SYMBOL_TEXT } PwSymbolKind;

typedef struct {
  double constant;       // CONSTANT: value in file units
  int32_t variable;      // VARIABLE: the caller's number for it, >= 0
  double scale;          // VARIABLE: file units per SI unit
  const PwTable *table;  // TABLE: outlives the expression
  const char *text;      // TEXT: an expression that the name stands for, known to be right
  PwUnit unit;           // CONSTANT, VARIABLE: what it measures
} PwSymbol;

// What names mean. `t` is a variable like any other: the caller resolves it.
typedef struct {
  void *user;
  // `name` may be dotted (crank.angle). `rate` is true inside rate(...).
  // May itself report why a name cannot be used here (then set *reported).
  PwSymbolKind (*symbol)(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out);
  // Factor from a unit ("N/mm", "deg") to the file's unit of the same kind; false if unknown.
  bool (*unit)(void *user, const char *unit, double *factor);
  const char *const *names;  // NULL-terminated, for suggestions; may be NULL
  double radians;            // radians per angle unit of the file: sin(x) is sin(radians * x), atan gives file angles
  // sampled(text, period): the variable that holds its value; false after a complaint. NULL: there are none here.
  bool (*sampled)(void *user, const char *text, PwPlace place, double period, PwSymbol *out);
  // Powers of length, mass, time, angle of a unit that is known. NULL: units of expressions are not followed.
  void (*powers)(void *user, const char *unit, double power[4]);
} PwScope;

// Limits: text up to 64 kB, 100 levels of nesting, 4096 operations. Evaluation keeps its scratch on the C stack (at most 100 kB,
// as much of it touched as the expression is long), so one expression serves any number of threads.
//
// Compiles `text`; complaints go to messages, at place.column plus the offset of the word concerned.
PawlStatus pw_expr_compile(const char *text, PwPlace place, const PwScope *scope, PawlMessages *messages, PwExpr **out);
void pw_expr_free(PwExpr *expr);

// The variables mentioned, each once, as the caller's numbers; x[k] below is the value of variable k of this list.
const int32_t *pw_expr_variables(const PwExpr *expr, int32_t *count);

// Without variables (and then without open branches): the constant it folds to.
bool pw_expr_is_constant(const PwExpr *expr, double *value);

// A place where units do not go together: two parts that are added or compared, or an argument (`function`) that needs none.
typedef struct {
  PwUnit part[2];        // of a function one
  const char *function;  // NULL: two parts
  int32_t at;            // in the text
} PwMisfit;
// What it measures. *misfit: the first of these, NULL if there is none.
PwUnit pw_expr_unit(const PwExpr *expr, const PwMisfit **misfit);

int32_t pw_expr_kinks(const PwExpr *expr);

// Chooses the branches that the arguments are in now; on a boundary the piece that `direction` (d x/dt, may be NULL) leads into.
void pw_expr_choose(const PwExpr *expr, const double *x, const double *direction, int32_t *branch);

// g[2k], g[2k+1] >= 0 while kink k is on its branch: distance to its lower and upper end (+infinity where there is none, and for
// a kink inside a part of an `if`, `and`, `or` that is not in force).
void pw_expr_switches(const PwExpr *expr, const double *x, const int32_t *branch, double *g);

// Takes kink k over its lower (side 0) or upper (side 1) end at the place x, and chooses anew the branches that follow from it:
// of kinks whose argument may have jumped with it and of kinks in a part of an `if` that comes into force. Kinks that do not
// depend on k stay as they are. Several ends may be reached at once: ask for the switches again before crossing another.
void pw_expr_cross(const PwExpr *expr, int32_t kink, int side, const double *x, const double *direction, int32_t *branch);

// A result that is not finite is returned as it is (NaN, infinity); callers treat it as PAWL_RETRY.
double pw_expr_value(const PwExpr *expr, const double *x, const int32_t *branch);
double pw_expr_gradient(const PwExpr *expr, const double *x, const int32_t *branch, double *gradient);

// jet[0..2]: value and first and second derivative along x(s) given as jets: xjet[3*k + 0..2].
// For an expression of t alone: xjet = {t, 1, 0}.
void pw_expr_jet(const PwExpr *expr, const double *xjet, const int32_t *branch, double jet[3]);
#endif
