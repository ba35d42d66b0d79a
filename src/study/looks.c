// Compiles what a study looks at.
#include "study/looks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "compile/mechanism.h"
#include "study/looks_build.h"

void pw_look_fail(PwLookBuild *b, int32_t at, const char *format, ...) {
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  PwPlace place = b->place;
  place.column += at;
  b->refused = true;
  pw_message(b->messages, PAWL_ERROR, place, "%s: %s", b->what, text);
}

// ---- names

static PwSymbolKind variable(PwSymbol *out, int32_t number) {
  *out = (PwSymbol){.variable = number, .scale = 1};
  return PW_SYMBOL_VARIABLE;
}

static PwSymbolKind parameter(const PwLookBuild *b, const char *name, PwSymbol *out) {
  PawlParameterId id = pawl_model_find_parameter(b->model, name);
  return id.i ? variable(out, PW_LOOK_PARAMETER + id.i - 1) : PW_SYMBOL_UNKNOWN;
}

static bool is_fold(const char *name) {
  return name[0] == '_' && name[1] >= '0' && name[1] <= '9';
}

static bool is_column(PwLookBuild *b, const char *name) {
  PwRecorder one;
  PawlStatus status = pw_recorder_named(b->k, &name, 1, b->arena, &one);
  b->failed |= status == PAWL_ERR_MEMORY;
  return status == PAWL_OK && one.column[0].name;
}

static bool grow_columns(PwLookBuild *b) {
  int32_t room = 2 * b->column_room + 16;
  const char **column = pw_arena_array(b->arena, (size_t)room, sizeof *column);
  b->failed |= !column;
  if (!column) return false;
  if (b->looks->columns) memcpy(column, b->looks->column, (size_t)b->looks->columns * sizeof *column);
  b->looks->column = column;
  b->column_room = room;
  return true;
}

static PwSymbolKind column_symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  PwLookBuild *b = user;
  const char *full = rate ? pw_arena_format(b->arena, "%s.rate", name) : pw_arena_string(b->arena, name);
  if (is_fold(name)) {
    pw_message(b->messages, PAWL_ERROR, place, "%s: a value of the whole run cannot stand inside another one", b->what);
    *reported = b->refused = true;
    return PW_SYMBOL_UNKNOWN;
  }
  for (int32_t i = 0; full && i < b->looks->columns; i++) {
    if (strcmp(b->looks->column[i], full) == 0) return variable(out, PW_LOOK_COLUMN + i);
  }
  if (full && is_column(b, full)) {
    if (b->looks->columns == b->column_room && !grow_columns(b)) return PW_SYMBOL_UNKNOWN;
    b->looks->column[b->looks->columns] = full;
    return variable(out, PW_LOOK_COLUMN + b->looks->columns++);
  }
  b->failed |= !full;
  return rate ? PW_SYMBOL_UNKNOWN : parameter(b, name, out);
}

static PwSymbolKind constant_symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  (void)place, (void)reported;
  return rate ? PW_SYMBOL_UNKNOWN : parameter(user, name, out);
}

static PwSymbolKind value_symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  PwLookBuild *b = user;
  if (!rate && is_fold(name)) return variable(out, PW_LOOK_FOLD + atoi(name + 1) - 1);
  for (int32_t i = 0; !rate && i < b->known; i++) {
    if (strcmp(b->asked[i].name, name) == 0) return variable(out, PW_LOOK_RESULT + i);
  }
  PwSymbolKind kind = rate ? PW_SYMBOL_UNKNOWN : parameter(b, name, out);
  if (kind == PW_SYMBOL_UNKNOWN && (rate || is_column(b, name))) {
    pw_message(b->messages, PAWL_ERROR, place,
               "%s: '%s%s' changes over the run: say which value is meant, such as max(%s), final(%s) or %s at 0.1", b->what,
               name, rate ? ".rate" : "", name, name, name);
    *reported = b->refused = true;
  }
  return kind;
}

static bool convert_unit(void *user, const char *unit, double *factor) {
  int exponents[4];
  return pw_units_convert(&((PwLookBuild *)user)->model->units, unit, factor, exponents);
}

// ---- expressions

typedef PwSymbolKind (*Symbols)(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out);

static PwExpr *compile(PwLookBuild *b, Symbols symbols, const char *text, int32_t at) {
  PwScope scope = {.user = b, .symbol = symbols, .unit = convert_unit, .radians = b->model->units.angle};
  if (symbols == column_symbol) scope.names = pw_recorder_names(b->k, b->arena);
  PwExpr *expr = NULL;
  PwPlace place = b->place;
  place.column += at;
  PawlStatus status = pw_expr_compile(text, place, &scope, b->messages, &expr);
  b->failed |= status == PAWL_ERR_MEMORY;
  b->refused |= status != PAWL_OK;
  if (!expr) return NULL;
  int32_t variables, kinks = pw_expr_kinks(expr);
  pw_expr_variables(expr, &variables);
  if (kinks > b->looks->kinks) b->looks->kinks = kinks;
  if (variables > b->looks->variables) b->looks->variables = variables;
  return expr;
}

PwExpr *pw_look_term(PwLookBuild *b, const char *text, int32_t at) {
  return compile(b, column_symbol, text, at);
}

PwExpr *pw_look_constant(PwLookBuild *b, const char *text, int32_t at) {
  return compile(b, constant_symbol, text, at);
}

void pw_look_event(PwLookBuild *b, const PwFold *fold, int32_t at) {
  const PawlMechanism *k = b->k;
  bool subject = false, kind = false;
  for (int32_t i = 0; i < k->contacts && !subject; i++) subject = strcmp(k->contact[i].name, fold->subject) == 0;
  for (int32_t i = 0; i < k->joints && !subject; i++) subject = strcmp(k->joint[i].name, fold->subject) == 0;
  for (int i = 0; pw_named_events[i]; i++) kind |= strcmp(pw_named_events[i], fold->event) == 0;
  if (!subject) {
    pw_look_fail(b, at, "there is no contact called '%.100s' whose events could be counted", fold->subject);
  } else if (!kind) {
    const char *near = pw_suggest(fold->event, pw_named_events);
    pw_look_fail(b, at, "there is no event '%.100s'%s%s%s", fold->event, near ? ", did you mean '" : "", near ? near : "",
                 near ? "'?" : "");
  }
}

// A condition is a number to the compiler: if(condition, 1, 0).
static PwExpr *look(PwLookBuild *b, const PwAsked *asked, bool condition) {
  char *text = pw_arena_string(b->arena, asked->text);
  b->place = asked->place;
  b->what = pw_arena_format(b->arena, "%s '%s'", condition ? "condition" : "result", asked->name);
  b->failed |= !text || !b->what;
  if (b->failed) return NULL;
  bool before = b->refused;
  b->refused = false;
  pw_look_scan(b, text);
  PwExpr *expr = NULL;
  if (!b->refused && !b->failed && condition) {
    char *number = pw_arena_format(b->arena, "if(%s, 1, 0)", text);
    expr = number ? compile(b, value_symbol, number, -3) : NULL;
    b->failed |= !number;
  } else if (!b->refused && !b->failed) {
    expr = compile(b, value_symbol, text, 0);
  }
  b->refused |= before;
  return expr;
}

PawlStatus pw_looks_compile(const PawlModel *m, const PawlMechanism *k, const PwAsked *result, int32_t results,
                            const PwAsked *condition, int32_t conditions, PwArena *arena, PawlMessages *messages, PwLooks *out) {
  PwLookBuild b = {.model = m, .k = k, .arena = arena, .messages = messages, .looks = out, .asked = result};
  *out = (PwLooks){0};
  out->fold = pw_arena_array(arena, PW_LOOKS_FOLDS, sizeof *out->fold);
  out->result = pw_arena_array(arena, (size_t)results + 1, sizeof *out->result);
  out->condition = pw_arena_array(arena, (size_t)conditions + 1, sizeof *out->condition);
  b.failed = !out->fold || !out->result || !out->condition;
  for (int32_t i = 0; i < results && !b.failed; i++) {
    out->result[out->results++] = look(&b, &result[i], false);
    b.known++;
  }
  for (int32_t i = 0; i < conditions && !b.failed; i++) out->condition[out->conditions++] = look(&b, &condition[i], true);
  if (b.failed) return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  return b.refused ? PAWL_ERR_INPUT : PAWL_OK;
}

void pw_looks_free(PwLooks *looks) {
  for (int32_t i = 0; i < looks->folds; i++) {
    pw_expr_free(looks->fold[i].term);
    pw_expr_free(looks->fold[i].instant);
  }
  for (int32_t i = 0; i < looks->results; i++) pw_expr_free(looks->result[i]);
  for (int32_t i = 0; i < looks->conditions; i++) pw_expr_free(looks->condition[i]);
  *looks = (PwLooks){0};
}

// ---- a number of the study's file

static PwSymbolKind known_symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  const PwLookBuild *b = user;
  PawlParameterId id = pawl_model_find_parameter(b->model, name);
  (void)place, (void)reported;
  if (rate || !id.i) return PW_SYMBOL_UNKNOWN;
  *out = (PwSymbol){.constant = b->model->parameters.item[id.i - 1].value, .scale = 1};
  return PW_SYMBOL_CONSTANT;
}

PawlStatus pw_looks_number(const PawlModel *m, const char *text, PwPlace place, PawlMessages *messages, double *out) {
  PwLookBuild b = {.model = m};
  PwScope scope = {.user = &b, .symbol = known_symbol, .unit = convert_unit, .radians = m->units.angle};
  PwExpr *expr = NULL;
  PawlStatus status = pw_expr_compile(text, place, &scope, messages, &expr);
  if (status == PAWL_OK) pw_expr_is_constant(expr, out);
  pw_expr_free(expr);
  return status;
}
