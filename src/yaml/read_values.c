// Single values of a model file: text, words, numbers with units, vectors, laws.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "model/pose.h"
#include "yaml/reader.h"

void pw_read_fail(PwReader *r, PwPlace place, const char *format, ...) {
  char text[1500];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (r->what && r->name) {
    pw_message(r->messages, PAWL_ERROR, place, "%s '%s': %s", r->what, r->name, text);
  } else {
    pw_message(r->messages, PAWL_ERROR, place, "%s%s%s", r->what ? r->what : "", r->what ? ": " : "", text);
  }
  r->failed = true;
}

void pw_read_no_memory(PwReader *r, PwPlace place) {
  pw_read_fail(r, place, "out of memory");
  r->no_memory = true;
}

bool pw_read_is_heard(const PwReader *r) {
  return r->messages && pawl_messages_errors(r->messages) < PW_MESSAGES_MAX;
}

const char *pw_read_hint(const PwReader *r, const char *word, const char *const *names, char *out) {
  const char *near = pw_read_is_heard(r) ? pw_suggest(word, names) : NULL;
  out[0] = 0;
  if (near) snprintf(out, 300, ", did you mean '%.250s'?", near);
  return out;
}

PwPlace pw_read_text_place(const PwNode *node) {
  PwPlace place = node->place;
  place.column += node->quoted;
  return place;
}

const char *pw_read_kind(const PwNode *node) {
  if (pw_node_is_empty(node)) return "nothing";
  return node->kind == PW_NODE_SCALAR ? "a single value" : node->kind == PW_NODE_LIST ? "a list" : "a mapping";
}

// `{law: max(a, b)}` without quotes is cut at the comma; the rest then looks like a key.
static bool cut_at_comma(const PwNode *map, int32_t k) {
  if (k == 0 || !pw_node_is_empty(map->item[k])) return false;
  for (int32_t j = k - 1; j >= 0 && j > k - 10; j--) {
    const PwNode *node = map->item[j];
    if (pw_node_is_empty(node)) continue;
    int open = 0;
    for (const char *s = node->kind == PW_NODE_SCALAR ? node->text : ""; *s; s++) open += (*s == '(') - (*s == ')');
    return open > 0;
  }
  return false;
}

// Keys that are known, but elsewhere: what to do instead.
static const char *remedy(const char *what, const char *key) {
  bool rubs = strcmp(key, "friction") == 0 || strcmp(key, "rolling") == 0;
  return what && strcmp(what, "stops") == 0 && rubs
             ? ": a stop has no friction, but a contact of profiles or surfaces may, and its joint"
             : NULL;
}

bool pw_read_keys(PwReader *r, const PwNode *node, const char *what, const char *const *keys) {
  const char *prefix = what ? what : "", *colon = what ? ": " : "";
  if (pw_node_is_empty(node)) return true;
  if (node->kind != PW_NODE_MAP) {
    pw_read_fail(r, node->place, "%s%sneeds a mapping (key: value), found %s", prefix, colon, pw_read_kind(node));
    return false;
  }
  bool good = true;
  for (int32_t k = 0; k < node->count; k++) {
    bool known = false;
    for (int j = 0; keys[j] && !known; j++) known = strcmp(keys[j], node->key[k]) == 0;
    if (known) continue;
    char hint[300];
    good = false;
    if (cut_at_comma(node, k)) {
      pw_read_fail(r, node->key_place[k], "%s%sunknown key '%.100s': inside { } an expression with commas needs quotes", prefix,
                   colon, node->key[k]);
    } else {
      const char *instead = remedy(what, node->key[k]);
      pw_read_fail(r, node->key_place[k], "%s%sunknown key '%.100s'%s", prefix, colon, node->key[k],
                   instead ? instead : pw_read_hint(r, node->key[k], keys, hint));
    }
  }
  return good;
}

bool pw_read_text(PwReader *r, const PwNode *node, const char *key, const char **out) {
  if (node->kind != PW_NODE_SCALAR || pw_node_is_empty(node)) {
    pw_read_fail(r, node->place, "'%s' needs a text, found %s", key, pw_read_kind(node));
    return false;
  }
  *out = node->text;
  return true;
}

bool pw_read_word(PwReader *r, const PwNode *node, const char *key, const char *const *words, int *out) {
  const char *text;
  if (!pw_read_text(r, node, key, &text)) return false;
  char hint[300], all[400] = "";
  for (int k = 0; words[k]; k++) {
    if (strcmp(words[k], text) == 0) {
      *out = k;
      return true;
    }
    size_t n = strlen(all);
    snprintf(all + n, sizeof all - n, "%s%s", k ? ", " : "", words[k]);
  }
  pw_read_hint(r, text, words, hint);
  pw_read_fail(r, node->place, "'%s' cannot be '%.100s'%s (one of %s)", key, text, hint, all);
  return false;
}

bool pw_read_bool(PwReader *r, const PwNode *node, const char *key, bool *out) {
  static const char *const words[] = {"false", "true", NULL};
  int value;
  if (!pw_read_word(r, node, key, words, &value)) return false;
  *out = value == 1;
  return true;
}

static bool is_not_finite(const char *text) {
  if (*text == '+' || *text == '-') text++;
  if (*text == '.') text++;
  return strcasecmp(text, "nan") == 0 || strcasecmp(text, "inf") == 0 || strcasecmp(text, "infinity") == 0;
}

static bool same_powers(const double a[4], const double b[4]) {
  for (int k = 0; k < 4; k++) {
    if (fabs(a[k] - b[k]) > 1e-6) return false;
  }
  return true;
}

// Dimensions of a number with a unit: must fit the field. A pitch may be a length or a length per angle.
static bool unit_fits(PwReader *r, const char *unit, PwPlace place, const char *key, PwDimension dimension, double *si) {
  int need[4];
  double have[4];
  if (!pw_unit_parse_real(unit, si, have)) return false;
  pw_units_exponents(dimension, need);
  if (same_powers(have, (const double[4]){need[0], need[1], need[2], need[3]})) return true;
  if (dimension == PW_DIM_LENGTH_PER_TURN && same_powers(have, (const double[4]){1, 0, 0, -1})) {
    *si *= 2 * 3.14159265358979323846;
    return true;
  }
  char name[64];
  pw_units_name(&r->model->units, dimension, name);
  pw_read_fail(r, place, "'%s' cannot be in '%.60s', %s%s%s", key, unit, *name ? "needs a unit like '" : "it has no unit", name,
               *name ? "'" : "");
  return false;
}

// 1: read, 0: complained about, -1: not of the form `number` or `number unit`.
static int simple_number(PwReader *r, const char *text, PwPlace place, const char *key, PwDimension dimension, double *out,
                         PwUnit *unit) {
  double number, si;
  int used = pw_double_parse(text, &number);
  if (!used) return -1;
  const char *rest = text + used + strspn(text + used, " \t");
  if (!*rest) {
    *out = dimension == PW_DIM_COUNT ? number : number * pw_units_factor(&r->model->units, dimension);
    return 1;
  }
  if (!pw_unit_parse_real(rest, &si, unit->power)) return -1;
  unit->kind = PW_UNIT_KNOWN;
  if (dimension == PW_DIM_COUNT) {
    si /= pw_units_factor_real(&r->model->units, unit->power);
  } else if (!unit_fits(r, rest, place, key, dimension, &si)) {
    return 0;
  }
  *out = number * si;
  return 1;
}

// Does what an expression measures fit the field? A pitch may be a length or a length per angle.
static bool fits_field(PwReader *r, const PwUnit *m, const char *text, PwPlace place, const char *key, PwDimension dimension) {
  int need[4];
  char like[64];
  if (dimension == PW_DIM_COUNT || dimension == PW_DIM_LENGTH_PER_TURN) return true;
  pw_units_exponents(dimension, need);
  pw_units_name(&r->model->units, dimension, like);
  return pw_read_unit_fits(r, m, text, place, key, (const double[4]){need[0], need[1], need[2], need[3]}, like);
}

// A constant expression, in file units.
static bool evaluate(PwReader *r, const char *text, PwPlace place, const char *key, double *out, PwUnit *unit) {
  PwExpr *expr = NULL;
  PwScope scope = r->scope;
  if (!pw_read_is_heard(r)) scope.names = NULL;
  PawlStatus status = pw_expr_compile(text, place, &scope, r->messages, &expr);
  if (status != PAWL_OK) {
    r->failed = true;
    r->no_memory |= status == PAWL_ERR_MEMORY;
    return false;
  }
  bool constant = pw_expr_is_constant(expr, out);
  if (!constant) pw_read_fail(r, place, "'%s' must be constant", key);
  bool good = constant && pw_read_units_agree(r, expr, text, place, unit);
  pw_expr_free(expr);
  return good;
}

bool pw_read_constant(PwReader *r, const char *text, PwPlace place, const char *key, PwDimension dimension, double *out,
                      PwUnit *unit) {
  double value = NAN;
  *unit = (PwUnit){.kind = PW_UNIT_PLAIN};
  int simple = is_not_finite(text) ? 1 : simple_number(r, text, place, key, dimension, &value, unit);
  if (simple == 0) return false;
  if (simple < 0) {
    if (!evaluate(r, text, place, key, &value, unit)) return false;
    if (!fits_field(r, unit, text, place, key, dimension)) return false;
    if (dimension != PW_DIM_COUNT) value *= pw_units_factor(&r->model->units, dimension);
  }
  if (!isfinite(value)) {
    pw_read_fail(r, place, "'%s' is not a finite number", key);
    return false;
  }
  *out = value;
  return true;
}

static bool is_scalar(PwReader *r, const PwNode *node, const char *key) {
  if (node->kind == PW_NODE_SCALAR && *node->text) return true;
  pw_read_fail(r, node->place, "'%s' needs a number or an expression, found %s", key, pw_read_kind(node));
  return false;
}

bool pw_read_number(PwReader *r, const PwNode *node, const char *key, PwDimension dimension, double *out) {
  PwUnit unit;
  return is_scalar(r, node, key) && pw_read_constant(r, node->text, pw_read_text_place(node), key, dimension, out, &unit);
}

bool pw_read_powers(PwReader *r, const PwNode *node, const char *key, const double powers[4], const char *like, double *out) {
  double number, si, have[4];
  if (!is_scalar(r, node, key)) return false;
  int used = pw_double_parse(node->text, &number);
  const char *rest = node->text + used + strspn(node->text + used, " \t");
  if (used && *rest && pw_unit_parse_real(rest, &si, have)) {
    *out = number * si;
    if (same_powers(have, powers)) return true;
    pw_read_fail(r, pw_read_text_place(node), "'%s' cannot be in '%.60s', needs a unit like '%s'", key, rest, like);
    return false;
  }
  PwUnit unit;
  PwPlace place = pw_read_text_place(node);
  if (!pw_read_constant(r, node->text, place, key, PW_DIM_COUNT, out, &unit)) return false;
  *out *= pw_units_factor_real(&r->model->units, powers);
  return pw_read_unit_fits(r, &unit, node->text, place, key, powers, like);
}

bool pw_read_plain_number(PwReader *r, const PwNode *node, const char *key, double *out) {
  return pw_read_number(r, node, key, PW_DIM_COUNT, out);
}

bool pw_read_field(PwReader *r, const PwNode *map, const char *key, PwDimension dimension, double *out) {
  const PwNode *node = pw_node_get(map, key);
  return !node || pw_read_number(r, node, key, dimension, out);
}

bool pw_read_whole(PwReader *r, const PwNode *node, const char *key, int32_t *out) {
  double value;
  if (!pw_read_number(r, node, key, PW_DIM_NONE, &value)) return false;
  if (value != floor(value) || fabs(value) > 1e6) {
    pw_read_fail(r, node->place, "'%s' must be a whole number%s", key, value == floor(value) ? " of at most a million" : "");
    return false;
  }
  *out = (int32_t)value;
  return true;
}

bool pw_read_whole_field(PwReader *r, const PwNode *map, const char *key, int32_t *out) {
  const PwNode *node = pw_node_get(map, key);
  return !node || pw_read_whole(r, node, key, out);
}

bool pw_read_is_none(const PwNode *node) {
  static const char *const words[] = {"", "~", "null", ".inf", "-.inf", "+.inf"};
  for (size_t k = 0; node->kind == PW_NODE_SCALAR && !node->quoted && k < sizeof words / sizeof *words; k++) {
    if (strcmp(node->text, words[k]) == 0) return true;
  }
  return false;
}

bool pw_read_list(PwReader *r, const PwNode *node, const char *key, PwDimension dimension, int count, double *out) {
  if (node->kind != PW_NODE_LIST || node->count != count) {
    char found[32];
    snprintf(found, sizeof found, "%d", (int)node->count);
    pw_read_fail(r, node->place, "'%s' needs a list of %d numbers, found %s", key, count,
                 node->kind == PW_NODE_LIST ? found : pw_read_kind(node));
    return false;
  }
  bool good = true;
  for (int k = 0; k < count; k++) good = pw_read_number(r, node->item[k], key, dimension, &out[k]) && good;
  return good;
}

bool pw_read_vector(PwReader *r, const PwNode *node, const char *key, PwDimension dimension, double out[3]) {
  if (node->kind != PW_NODE_LIST || node->count < 2 || node->count > 3) {
    char found[32];
    snprintf(found, sizeof found, "%d", (int)node->count);
    pw_read_fail(r, node->place, "'%s' needs a list of 2 or 3 numbers, found %s", key,
                 node->kind == PW_NODE_LIST ? found : pw_read_kind(node));
    return false;
  }
  out[2] = 0;
  return pw_read_list(r, node, key, dimension, (int)node->count, out);
}

bool pw_read_direction(PwReader *r, const PwNode *node, const char *key, double out[3]) {
  if (node->kind == PW_NODE_SCALAR && *node->text) {
    bool minus = node->text[0] == '-';
    const char *letter = node->text + minus;
    out[0] = out[1] = out[2] = 0;
    if (letter[0] >= 'x' && letter[0] <= 'z' && !letter[1]) {
      out[letter[0] - 'x'] = minus ? -1 : 1;
      return true;
    }
    pw_read_fail(r, node->place, "'%s' is one of x, y, z, -x, -y, -z or a list of numbers", key);
    return false;
  }
  if (!pw_read_vector(r, node, key, PW_DIM_COUNT, out)) return false;
  if (pw_direction(out)) return true;
  pw_read_fail(r, node->place, "'%s' has no direction", key);
  return false;
}

// Names that are no parameters count as variables here: what they are is found out when the mechanism is compiled.
static PwSymbolKind any_symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  PwReader *r = user;
  if (pw_names_get(&r->parameter_index, 0, name) >= 0) return r->scope.symbol(r, name, rate, place, reported, out);
  *out = (PwSymbol){.variable = 0, .scale = 1};
  return PW_SYMBOL_VARIABLE;
}

bool pw_read_law(PwReader *r, const PwNode *node, const char *key, PwDimension dimension, PawlScalar *out, PwPlace *place) {
  if (!is_scalar(r, node, key)) return false;
  *place = pw_read_text_place(node);
  *out = (PawlScalar){0, node->text};
  if (!is_not_finite(node->text)) {
    double value;
    PwUnit unit;
    int simple = simple_number(r, node->text, *place, key, dimension, &out->value, &unit);
    if (simple == 0) return false;
    if (simple < 0) {
      PwScope scope = r->scope;
      scope.symbol = any_symbol;
      PwExpr *expr = NULL;
      if (pw_expr_compile(node->text, *place, &scope, NULL, &expr) != PAWL_OK) return true;
      bool constant = pw_expr_is_constant(expr, &value), good = pw_read_units_agree(r, expr, node->text, *place, &unit);
      pw_expr_free(expr);
      if (!good || !fits_field(r, &unit, node->text, *place, key, dimension)) return false;
      if (!constant) return true;
      out->value = value * pw_units_factor(&r->model->units, dimension);
    }
    if (isfinite(out->value)) {
      out->expression = NULL;
      return true;
    }
  }
  pw_read_fail(r, *place, "'%s' is not a finite number", key);
  return false;
}

bool pw_read_laws(PwReader *r, const PwNode *node, const char *key, PwDimension dimension, PawlScalar out[3], PwPlace place[3]) {
  if (node->kind != PW_NODE_LIST || node->count < 2 || node->count > 3) {
    char found[32];
    snprintf(found, sizeof found, "%d", (int)node->count);
    pw_read_fail(r, node->place, "'%s' needs a list of 2 or 3 expressions, found %s", key,
                 node->kind == PW_NODE_LIST ? found : pw_read_kind(node));
    return false;
  }
  bool good = true;
  out[2] = (PawlScalar){0};
  place[2] = node->place;
  for (int k = 0; k < node->count; k++) good = pw_read_law(r, node->item[k], key, dimension, &out[k], &place[k]) && good;
  return good;
}
