// Parameters of a model file: in any order, over each other, replaced by what the caller sets.
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/check.h"
#include "yaml/reader.h"

enum {
  DEPTH_MAX = 200,    // of parameters that need a later one; each level costs stack
  SUGGEST_MAX = 2000  // names looked through for a suggestion
};

static bool convert_unit(void *user, const char *unit, double *factor) {
  int exponents[4];
  return pw_units_convert(&((PwReader *)user)->model->units, unit, factor, exponents);
}

// "a -> b -> a", from where the circle begins.
static void complain_circle(PwReader *r, int32_t from) {
  PwText text = {0};
  int32_t k = 0;
  while (r->open[k] != from) k++;
  for (int32_t j = k; j < r->opened && j < k + 20; j++) {
    pw_text_format(&text, "%.60s -> ", r->parameter[r->open[j]].name);
  }
  if (r->opened > k + 20) pw_text_add(&text, "... -> ");
  r->name = NULL;
  pw_read_fail(r, r->parameter[from].place, "each needs the next in a circle: %s%.60s", text.data ? text.data : "",
               r->parameter[from].name);
  pw_text_free(&text);
}

static void find_powers(void *user, const char *unit, double power[4]) {
  double si;
  (void)user;
  pw_unit_parse_real(unit, &si, power);
}

static bool evaluate(PwReader *r, int32_t index) {
  PwReadParameter *p = &r->parameter[index];
  if (p->state >= 2) return p->state == 2;
  if (p->state == 1) {
    complain_circle(r, index);
    return false;
  }
  const char *what = r->what, *name = r->name;
  r->what = "parameter";
  r->name = p->name;
  bool good = false;
  if (r->opened == DEPTH_MAX) {
    pw_read_fail(r, p->place, "more than 200 parameters wait for each other; put what others need first");
  } else {
    p->state = 1;
    r->open[r->opened++] = index;
    good = pw_read_constant(r, p->text, p->place, "value", PW_DIM_COUNT, &p->value, &p->unit);
    r->opened--;
    p->unit.source = p->unit.kind == PW_UNIT_KNOWN ? index + 1 : 0;
  }
  p->state = good ? 2 : 3;
  r->what = what;
  r->name = name;
  return good;
}

static PwSymbolKind find_symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  PwReader *r = user;
  int32_t index = rate ? -1 : pw_names_get(&r->parameter_index, 0, name);
  if (index >= 0 && evaluate(r, index)) {
    *out = (PwSymbol){.constant = r->parameter[index].value, .unit = r->parameter[index].unit};
    return PW_SYMBOL_CONSTANT;
  }
  if (index >= 0) {
    *reported = true;
  } else if (strcmp(name, "t") == 0) {
    pw_read_fail(r, place, "this number must be constant, 't' changes");
    *reported = true;
  }
  return PW_SYMBOL_UNKNOWN;
}

static bool collect(PwReader *r, const PwNode *node) {
  size_t count = node ? (size_t)node->count : 0;
  r->parameter = pw_arena_array(&r->arena, count + 1, sizeof *r->parameter);
  r->parameter_names = pw_arena_array(&r->arena, count + 1, sizeof *r->parameter_names);
  r->open = pw_arena_array(&r->arena, DEPTH_MAX, sizeof *r->open);
  if (!r->parameter || !r->parameter_names || !r->open) return false;
  for (int32_t k = 0; k < (int32_t)count; k++) {
    if (!pw_read_entry(r, node, k, "parameter", PW_NAME_SYMBOL)) continue;
    PwReadParameter *p = &r->parameter[r->parameters];
    p->name = node->key[k];
    p->text = node->item[k]->kind == PW_NODE_SCALAR ? node->item[k]->text : "";
    p->place = pw_read_text_place(node->item[k]);
    if (!*p->text) {
      pw_read_fail(r, p->place, "needs a number or an expression, found %s", pw_read_kind(node->item[k]));
      p->state = 3;
    }
    if (r->parameters < SUGGEST_MAX) r->parameter_names[r->parameters] = p->name;
    if (!pw_names_put(&r->parameter_index, 0, p->name, r->parameters++)) return false;
  }
  return true;
}

static bool override(PwReader *r, const char *text) {
  const char *equal = strchr(text, '=');
  PwPlace place = {pw_arena_format(&r->model->arena, "--set %.200s", text), 0, 0};
  char *name = pw_arena_string(&r->arena, text);
  if (!name || !place.file) return false;
  r->what = r->name = NULL;
  if (!equal || equal == text || !equal[1]) {
    pw_read_fail(r, place, "needs the form name=value");
    return true;
  }
  name[equal - text] = 0;
  int32_t index = pw_names_get(&r->parameter_index, 0, name);
  if (index < 0) {
    char hint[300];
    pw_read_fail(r, place, "the model has no parameter '%.100s'%s", name, pw_read_hint(r, name, r->parameter_names, hint));
    return true;
  }
  r->parameter[index].text = name + (equal - text) + 1;
  r->parameter[index].place = place;
  r->parameter[index].state = 0;
  return true;
}

bool pw_read_parameters(PwReader *r, const PwNode *node, const char *const *overrides, int count) {
  if (node && !pw_read_section(r, node, "parameters")) node = NULL;
  if (!collect(r, node)) return false;
  r->scope = (PwScope){.user = r,
                       .symbol = find_symbol,
                       .unit = convert_unit,
                       .names = r->parameter_names,
                       .radians = r->model->units.angle,
                       .powers = find_powers};
  for (int k = 0; k < count; k++) {
    if (!override(r, overrides[k])) return false;
  }
  for (int32_t k = 0; k < r->parameters; k++) {
    PwReadParameter *p = &r->parameter[k];
    if (!evaluate(r, k)) continue;
    if (pw_model_add_parameter(r->model, p->name, p->value, p->place, r->messages, NULL) != PAWL_OK) r->failed = true;
  }
  r->what = r->name = NULL;
  return true;
}

void pw_read_parameters_free(PwReader *r) {
  pw_names_free(&r->parameter_index);
}
