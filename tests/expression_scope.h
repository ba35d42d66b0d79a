// The scope that the tests of expressions share: variables x y z, `s` in thousandths, rate(x), constants k = 2.5 and none = 0,
// a table `cam`, a few units; and a compile call that must succeed.
#ifndef PW_TEST_EXPRESSION_SCOPE_H
#define PW_TEST_EXPRESSION_SCOPE_H
#include "check.h"
#include "expression/expression.h"

enum { VARIABLE_X, VARIABLE_Y, VARIABLE_Z, VARIABLE_S, VARIABLE_RATE };

static PwSymbolKind scope_symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  static const char *const variables[] = {"x", "y", "z", "s"};
  if (rate) {
    if (strcmp(name, "x") != 0) return PW_SYMBOL_UNKNOWN;
    out->variable = VARIABLE_RATE;
    out->scale = 1;
    return PW_SYMBOL_VARIABLE;
  }
  for (int i = 0; i < 4; i++) {
    if (strcmp(name, variables[i]) != 0) continue;
    out->variable = i;
    out->scale = i == VARIABLE_S ? 1000 : 1;
    return PW_SYMBOL_VARIABLE;
  }
  if (strcmp(name, "crank.angle") == 0 || strcmp(name, "k") == 0 || strcmp(name, "none") == 0) {
    out->constant = name[0] == 'c' ? 30 : name[0] == 'k' ? 2.5 : 0;
    return PW_SYMBOL_CONSTANT;
  }
  if (strcmp(name, "cam") == 0 && user) {
    out->table = user;
    return PW_SYMBOL_TABLE;
  }
  if (strcmp(name, "forbidden") == 0) {
    *reported = true;
    pw_message(NULL, PAWL_ERROR, place, "dropped");
  }
  return PW_SYMBOL_UNKNOWN;
}

// Factors into millimetre, newton, degree, second.
static bool scope_unit(void *user, const char *unit, double *factor) {
  static const struct {
    const char *name;
    double factor;
  } units[] = {{"mm", 1}, {"cm", 10},    {"m", 1000},     {"N", 1},      {"N/mm", 1},    {"N/cm", 0.1},   {"deg", 1},
               {"s", 1},  {"m/s", 1000}, {"m/s^2", 1000}, {"cm^2", 100}, {"cm^-1", 0.1}, {"kg*m^2", 1e6}, {"1/s", 1}};
  (void)user;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (strcmp(unit, units[i].name) == 0) {
      *factor = units[i].factor;
      return true;
    }
  }
  return false;
}

static inline PwScope test_scope(const PwTable *table, double radians) {
  static const char *const names[] = {"x", "y", "z", "s", "k", "none", "crank.angle", "cam", NULL};
  return (PwScope){.user = (void *)table, .symbol = scope_symbol, .unit = scope_unit, .names = names, .radians = radians};
}

static inline PwExpr *compile_with(const PwScope *scope, const char *text) {
  PwExpr *expr = NULL;
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = pw_expr_compile(text, PW_NOWHERE, scope, messages, &expr);
  if (status != PAWL_OK) fail_msg("'%s': %s", text, pawl_messages_get(messages, 0).text);
  assert_int_equal(pawl_messages_count(messages), 0);
  pawl_messages_free(messages);
  return expr;
}

static inline PwExpr *compile(const char *text) {
  PwScope scope = test_scope(NULL, 1);
  return compile_with(&scope, text);
}

// The values of the mentioned variables, from the values of all of them.
static inline void gather(const PwExpr *expr, const double *all, double *x) {
  int32_t count;
  const int32_t *variables = pw_expr_variables(expr, &count);
  for (int32_t i = 0; i < count; i++) x[i] = all[variables[i]];
}
#endif
