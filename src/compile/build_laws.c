// Compiling expressions: what their names mean, and the branches of their kinks.
#include <string.h>

#include "compile/build.h"

typedef struct {
  PwBuild *b;
  PwLawKind kind;
} Context;

static PwSymbolKind variable(PwSymbol *out, int32_t number, double scale) {
  out->variable = number;
  out->scale = scale;
  return PW_SYMBOL_VARIABLE;
}

static PwSymbolKind refuse(PwBuild *b, PwPlace place, const char *name, bool *reported) {
  pw_message(b->messages, PAWL_ERROR, place, "'%s' cannot be used here: this must be an expression of t and parameters only",
             name);
  *reported = true;
  return PW_SYMBOL_UNKNOWN;
}

// A measure that is an expression: its text stands for it.
static PwSymbolKind text_symbol(Context *c, const PwMeasure *m, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  if (rate) {
    pw_message(c->b->messages, PAWL_ERROR, place, "rate(%s): a measure of type expression has no rate", m->name);
  } else if (!m->tried) {
    pw_message(c->b->messages, PAWL_ERROR, place, "a measure may mention those above it; '%s' is not", m->name);
  }
  *reported = rate || !m->compiled;  // else what is wrong with it has been said
  if (*reported) return PW_SYMBOL_UNKNOWN;
  out->text = m->text;
  return PW_SYMBOL_TEXT;
}

// A joint coordinate ("joint.angle", or "joint" if it has one), or a measure.
static PwSymbolKind state_symbol(Context *c, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  PawlMechanism *k = c->b->k;
  double time = pw_units_factor(&k->units, PW_DIM_TIME);
  int32_t scalar = -1;
  double unit = 1;
  for (int32_t i = 0; i < k->coordinates && scalar < 0; i++) {
    const PwCoordinate *q = &k->coordinate[i];
    bool alone = k->joint[q->joint].coordinates == 1 && strcmp(k->joint[q->joint].name, name) == 0;
    if (!alone && strcmp(q->name, name)) continue;
    scalar = q->scalar;
    unit = pw_units_factor(&k->units, q->angular ? PW_DIM_ANGLE : PW_DIM_LENGTH);
  }
  for (int32_t i = 0; i < k->measures && scalar < 0; i++) {
    if (!k->measure[i].name || strcmp(k->measure[i].name, name)) continue;  // frames come before measures
    if (k->measure[i].text) return text_symbol(c, &k->measure[i], rate, place, reported, out);
    scalar = k->measure[i].scalar;
    unit = pw_units_factor(&k->units, k->measure[i].dimension);
    if (rate && k->measure[i].dimension == PW_DIM_SPEED) {
      pw_message(c->b->messages, PAWL_ERROR, place, "rate(%s): a speed has no rate", name);
      *reported = true;
      return PW_SYMBOL_UNKNOWN;
    }
  }
  if (scalar < 0) return PW_SYMBOL_UNKNOWN;
  if (c->kind == PW_LAW_TIME) return refuse(c->b, place, name, reported);
  return variable(out, PW_VAR_SCALAR + 2 * scalar + rate, (rate ? time : 1) / unit);
}

const char *const pw_named_events[] = {"impact",  "closes", "opens", "element", "leaves", "presses",       "accumulates",
                                       "dropped", "sticks", "slips", "yields",  "jams",   "indeterminate", NULL};

// Index of a named event, added if it is new; -1 when out of memory.
static int32_t add_named(PwBuild *b, const char *subject, size_t length, const char *kind, PwPlace place) {
  for (int32_t i = 0; i < b->named.count; i++) {
    const PwNamed *n = &b->named.item[i];
    if (n->kind == kind && strlen(n->subject) == length && strncmp(n->subject, subject, length) == 0) return i;
  }
  PwNamed *added = PW_LIST_ADD(b->named);
  char *copy = pw_arena_alloc(&b->k->arena, length + 1);
  if (!added || !copy) return -1;
  memcpy(copy, subject, length);
  copy[length] = 0;
  place.file = pw_arena_string(&b->k->arena, place.file);
  *added = (PwNamed){copy, kind, -1, place};
  return b->named.count - 1;
}

// "contact.kind.count", "contact.kind.since": how often an event of a contact happened, and how long ago.
static PwSymbolKind named_symbol(Context *c, const char *name, PwPlace place, PwSymbol *out) {
  const char *last = strrchr(name, '.'), *kind = last;
  bool since = last && strcmp(last, ".since") == 0;
  if (!last || (!since && strcmp(last, ".count"))) return PW_SYMBOL_UNKNOWN;
  while (kind > name && kind[-1] != '.') kind--;
  if (kind == name) return PW_SYMBOL_UNKNOWN;
  for (int which = 0; pw_named_events[which]; which++) {
    if (strlen(pw_named_events[which]) != (size_t)(last - kind) || strncmp(pw_named_events[which], kind, (size_t)(last - kind)))
      continue;
    int32_t index = add_named(c->b, name, (size_t)(kind - 1 - name), pw_named_events[which], place);
    if (index < 0) return PW_SYMBOL_UNKNOWN;
    return variable(out, PW_VAR_NAMED + 2 * index + since, since ? 1 / pw_units_factor(&c->b->k->units, PW_DIM_TIME) : 1);
  }
  return PW_SYMBOL_UNKNOWN;
}

void pw_build_named(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < b->named.count; i++) {
    PwNamed *n = &b->named.item[i];
    for (int32_t c = 0; c < k->contacts; c++) {
      if (strcmp(k->contact[c].name, n->subject) == 0) n->contact = c;
    }
    if (n->contact >= 0) continue;
    pw_message(b->messages, PAWL_ERROR, n->place, "there is no contact called '%s' whose event '%s' could be counted", n->subject,
               n->kind);
    b->failed = true;
  }
}

static PwSymbolKind own_symbol(Context *c, const char *name, PwSymbol *out) {
  const PwUnits *units = &c->b->k->units;
  double unit = pw_units_factor(units, c->kind == PW_LAW_ANGLE ? PW_DIM_ANGLE : PW_DIM_LENGTH);
  if (strcmp(name, c->kind == PW_LAW_SPRING ? "length" : "position") == 0) return variable(out, PW_VAR_OWN, 1 / unit);
  if (strcmp(name, "rate") == 0) return variable(out, PW_VAR_OWN_RATE, pw_units_factor(units, PW_DIM_TIME) / unit);
  return PW_SYMBOL_UNKNOWN;
}

static PwSymbolKind symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  Context *c = user;
  const PawlModel *model = c->b->model;
  if (strcmp(name, "t") == 0 && !rate) return variable(out, PW_VAR_T, 1 / pw_units_factor(&model->units, PW_DIM_TIME));
  if (!rate && (c->kind == PW_LAW_SPRING || c->kind == PW_LAW_TRAVEL || c->kind == PW_LAW_ANGLE)) {
    PwSymbolKind own = own_symbol(c, name, out);
    if (own) return own;
  }
  for (int32_t i = 0; i < model->parameters.count && !rate; i++) {
    if (strcmp(model->parameters.item[i].name, name)) continue;
    out->constant = model->parameters.item[i].value;
    return PW_SYMBOL_CONSTANT;
  }
  for (int32_t i = 0; i < model->tables.count && !rate; i++) {
    if (strcmp(model->tables.item[i].def.name, name)) continue;
    out->table = c->b->k->table[i];
    return PW_SYMBOL_TABLE;
  }
  PwSymbolKind event = rate ? PW_SYMBOL_UNKNOWN : named_symbol(c, name, place, out);
  if (event) return event;
  PwSymbolKind state = state_symbol(c, name, rate, place, reported, out);
  if (state || *reported) return state;
  if (rate) return PW_SYMBOL_UNKNOWN;
  return pw_build_reading(c->b, name, c->kind != PW_LAW_WATCH && c->kind != PW_LAW_SAMPLED, place, out);
}

static bool sampled(void *user, const char *text, PwPlace place, double period, PwSymbol *out) {
  Context *c = user;
  if (c->kind != PW_LAW_SAMPLED) return pw_build_sample(c->b, text, place, period, out);
  pw_message(c->b->messages, PAWL_ERROR, place, "sampled(%s, ...) cannot be sampled again", text);
  return false;
}

static bool unit(void *user, const char *text, double *factor) {
  int exponents[4];
  return pw_units_convert(&((Context *)user)->b->k->units, text, factor, exponents);
}

PawlStatus pw_build_names(PwBuild *b) {
  const PawlModel *m = b->model;
  size_t count = (size_t)(m->parameters.count + m->tables.count + b->k->coordinates + b->k->joints + b->k->measures) + 2, n = 0;
  b->names = pw_arena_array(&b->k->arena, count, sizeof *b->names);
  if (!b->names) return PAWL_ERR_MEMORY;
  b->names[n++] = "t";
  for (int32_t i = 0; i < m->parameters.count; i++) b->names[n++] = m->parameters.item[i].name;
  for (int32_t i = 0; i < m->tables.count; i++) b->names[n++] = m->tables.item[i].def.name;
  for (int32_t i = 0; i < b->k->coordinates; i++) b->names[n++] = b->k->coordinate[i].name;
  for (int32_t i = 0; i < b->k->joints; i++) b->names[n++] = b->k->joint[i].name;
  for (int32_t i = 0; i < b->k->measures; i++) b->names[n++] = b->k->measure[i].name;
  return PAWL_OK;
}

void pw_build_law(PwBuild *b, const PawlScalar *scalar, PwPlace place, PwLawKind kind, PwDimension dimension, PwLaw *out) {
  *out = (PwLaw){.constant = scalar->value, .scale = 1, .own = -1, .place = place};
  if (!scalar->expression) return;
  out->place.file = pw_arena_string(&b->k->arena, place.file);  // the model may be gone when a run complains
  Context context = {b, kind};
  PwScope scope = {&context, symbol, unit, b->names, pw_units_factor(&b->k->units, PW_DIM_ANGLE), sampled};
  out->scale = pw_units_factor(&b->k->units, dimension);
  PawlStatus status = pw_expr_compile(scalar->expression, place, &scope, b->messages, &out->expr);
  if (status) {
    b->failed = true;
    b->no_memory |= status == PAWL_ERR_MEMORY;
    return;
  }
  double value;
  if (pw_expr_is_constant(out->expr, &value)) {
    pw_expr_free(out->expr);
    out->expr = NULL;
    out->constant = value * out->scale;
    return;
  }
  PwExpr **kept = PW_LIST_ADD(b->expr);
  if (!kept) {
    pw_expr_free(out->expr);
    out->expr = NULL;
    b->failed = b->no_memory = true;
    return;
  }
  *kept = out->expr;
  int32_t count;
  const int32_t *variables = pw_expr_variables(out->expr, &count);
  if (count > 64) {
    pw_message(b->messages, PAWL_ERROR, place, "the expression mentions %d variables; at most 64 are allowed", count);
    b->failed = true;
  }
  out->count = count;
  out->variable = variables;
  out->kinks = pw_expr_kinks(out->expr);
}

static void add_law(PwBuild *b, PwLaw *law) {
  if (!law->expr) return;
  law->kink = b->k->kinks;
  b->k->kinks += law->kinks;
  const PwLaw **slot = PW_LIST_ADD(b->law);
  if (slot) *slot = law;
  b->failed |= !slot;
}

PawlStatus pw_build_kinks(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->frames; i++) {
    for (int c = 0; c < 3; c++) add_law(b, &k->frame[i].offset[c]);
    add_law(b, &k->frame[i].angle);
  }
  for (int32_t i = 0; i < k->rows; i++) add_law(b, &k->row[i].law);
  for (int32_t i = 0; i < k->scalar_forces; i++) add_law(b, &k->scalar_force[i].law);
  for (int32_t i = 0; i < k->applieds; i++) {
    for (int c = 0; c < 3; c++) add_law(b, &k->applied[i].component[c]);
  }
  add_law(b, &k->until);
  return b->failed ? PAWL_ERR_INPUT : PAWL_OK;
}
