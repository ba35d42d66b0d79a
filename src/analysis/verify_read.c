// Reading expected.yaml with the reader of model files: the same numbers, units and complaints.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/verify.h"

static const char *const keys_run[] = {"name",  "model",  "set",   "run",  "values", "limits",
                                       "table", "events", "modes", "info", NULL};
static const char *const keys_single[] = {"model", "set", "run", "values", "limits", "table", "events", "modes", "info", NULL};
static const char *const keys_value[] = {"quantity", "at", "is", "within", NULL};
static const char *const keys_limit[] = {"quantity", "max", "from", "to", NULL};
static const char *const keys_table[] = {"file", "time", "columns", "within", "floor", "measure", NULL};
static const char *const keys_event[] = {"kind", "subject", "number", "at", "within"};  // and numbers of events.csv
static const char *const keys_field[] = {"is", "within", NULL};
static const char *const keys_mode[] = {"mode", "quantity", "is", "within", NULL};
static const char *const keys_info[] = {"is", "max", "min", NULL};

bool pw_expected_overrides(PwReader *r, const PwNode *run, const char ***texts, int *count) {
  const PwNode *set = pw_node_get(run, "set");
  *texts = NULL;
  *count = 0;
  if (!set) return true;
  r->what = "set";
  if (!pw_read_section(r, set, "set")) return false;
  *texts = pw_arena_array(&r->arena, (size_t)set->count + 1, sizeof **texts);
  for (int32_t k = 0; *texts && k < set->count; k++) {
    const char *text;
    if (!pw_read_text(r, set->item[k], set->key[k], &text)) return false;
    (*texts)[k] = pw_arena_format(&r->arena, "%s=%s", set->key[k], text);
    if (!(*texts)[k]) *texts = NULL;
  }
  if (!*texts) pw_read_no_memory(r, set->place);
  *count = set->count;
  return *texts != NULL;
}

// ---- fields

static bool need(PwReader *r, const PwNode *map, const char *key, const PwNode **out) {
  *out = pw_node_get(map, key);
  if (!*out) pw_read_fail(r, map->place, "'%s' is missing", key);
  return *out != NULL;
}

static bool need_text(PwReader *r, const PwNode *map, const char *key, PwExpectText *out) {
  const PwNode *node;
  if (!need(r, map, key, &node) || !pw_read_text(r, node, key, &out->text)) return false;
  out->place = pw_read_text_place(node);
  return true;
}

static bool optional_number(PwReader *r, const PwNode *map, const char *key, double *out) {
  const PwNode *node = pw_node_get(map, key);
  return !node || pw_read_plain_number(r, node, key, out);
}

static bool within(PwReader *r, const PwNode *node, double *out) {
  if (!pw_read_plain_number(r, node, "within", out)) return false;
  if (*out >= 0) return true;
  pw_read_fail(r, node->place, "'within' must not be negative");
  return false;
}

static bool need_within(PwReader *r, const PwNode *map, double *out) {
  const PwNode *node;
  return need(r, map, "within", &node) && within(r, node, out);
}

// ---- items

static bool read_value(PwReader *r, const PwNode *node, PwExpectValue *out) {
  const PwNode *at = pw_node_get(node, "at");
  bool good = need_text(r, node, "quantity", &out->quantity);
  good = need_text(r, node, "is", &out->is) && good;
  good = need_within(r, node, &out->within) && good;
  out->at = NAN;
  out->at_end = at && at->kind == PW_NODE_SCALAR && strcmp(at->text, "end") == 0;
  if (at && !out->at_end) good = pw_read_plain_number(r, at, "at", &out->at) && good;
  return good;
}

static bool read_limit(PwReader *r, const PwNode *node, PwExpectLimit *out) {
  *out = (PwExpectLimit){.max = NAN, .from = -INFINITY, .to = INFINITY};
  bool good = need_text(r, node, "quantity", &out->quantity);
  good = optional_number(r, node, "max", &out->max) && good;
  good = optional_number(r, node, "from", &out->from) && good;
  good = optional_number(r, node, "to", &out->to) && good;
  if (good && isnan(out->max) && isinf(out->from) && isinf(out->to)) {
    pw_read_fail(r, node->place, "needs 'max', 'from' or 'to'");
    return false;
  }
  return good;
}

// The numbers of an event's touch: `impulse: {is: 2.5, within: 1e-6}`.
static bool read_event_fields(PwReader *r, const PwNode *node, PwExpectEvent *out) {
  bool good = true;
  for (int field = 0; field < PW_EVENT_FIELDS; field++) {
    const PwNode *item = pw_event_field(field)->is_text ? NULL : pw_node_get(node, pw_event_field(field)->name), *is;
    out->is[field] = NAN;
    if (!item) continue;
    if (!pw_read_keys(r, item, NULL, keys_field)) {
      good = false;
      continue;
    }
    good = need(r, item, "is", &is) && pw_read_plain_number(r, is, "is", &out->is[field]) && good;
    good = need_within(r, item, &out->limit[field]) && good;
  }
  return good;
}

static bool read_event(PwReader *r, const PwNode *node, PwExpectEvent *out) {
  const PwNode *kind, *subject = pw_node_get(node, "subject"), *number = pw_node_get(node, "number");
  *out = (PwExpectEvent){.at = NAN};
  bool good = need(r, node, "kind", &kind) && pw_read_text(r, kind, "kind", &out->kind);
  if (subject) good = pw_read_text(r, subject, "subject", &out->subject) && good;
  good = optional_number(r, node, "at", &out->at) && good;
  if (number) good = pw_read_whole(r, number, "number", &out->number) && good;
  if (number && good && out->number < 1) {
    pw_read_fail(r, number->place, "'number' is a whole number from 1");
    good = false;
  }
  good = read_event_fields(r, node, out) && good;
  if (good && !isnan(out->at)) good = need_within(r, node, &out->within);
  return good;
}

static bool read_mode(PwReader *r, const PwNode *node, PwExpectMode *out) {
  const PwNode *mode, *is;
  PwExpectText quantity;
  double number = 0;
  bool good = need(r, node, "mode", &mode) && pw_read_plain_number(r, mode, "mode", &number);
  if (good && !(number >= 1 && number <= 1e6 && number == floor(number))) {
    pw_read_fail(r, mode->place, "'mode' is a whole number from 1");
    good = false;
  }
  good = need_text(r, node, "quantity", &quantity) && good;
  good = need(r, node, "is", &is) && pw_read_plain_number(r, is, "is", &out->is) && good;
  good = need_within(r, node, &out->within) && good;
  if (!good) return false;
  out->mode = (int32_t)number;
  out->quantity = quantity.text;
  out->place = quantity.place;
  return true;
}

static bool read_columns(PwReader *r, const PwNode *node, const PwNode *limits, PwExpectTable *out) {
  if (node->kind != PW_NODE_MAP || node->count == 0) {
    pw_read_fail(r, node->place, "'columns' maps quantities to columns of the table");
    return false;
  }
  bool single = limits->kind == PW_NODE_SCALAR, good = true;
  double limit = 0;
  if (single && !within(r, limits, &limit)) return false;
  for (int32_t k = 0; !single && k < limits->count; k++) {
    if (limits->kind == PW_NODE_MAP && pw_node_get(node, limits->key[k])) continue;
    pw_read_fail(r, limits->place, "'within' is one number or one for each key of 'columns'");
    return false;
  }
  for (int32_t k = 0; k < node->count; k++) {
    PwExpectColumn column = {.quantity = {node->key[k], node->key_place[k]}, .within = limit};
    good = pw_read_text(r, node->item[k], node->key[k], &column.column) && good;
    const PwNode *own = single ? NULL : pw_node_get(limits, node->key[k]);
    if (own) good = within(r, own, &column.within) && good;
    if (!own && !single) {
      pw_read_fail(r, limits->place, "'within' has nothing for '%s'", node->key[k]);
      good = false;
    }
    PwExpectColumn *item = PW_LIST_ADD(out->columns);
    if (item) *item = column;
    if (!item) pw_read_no_memory(r, node->place);
    good = item && good;
  }
  return good;
}

static bool read_table(PwReader *r, const PwNode *node, PwExpectTable *out) {
  static const char *const words[] = {"max", "rms", NULL};
  const PwNode *file, *columns, *limits, *time = pw_node_get(node, "time"), *measure = pw_node_get(node, "measure");
  const char *path;
  int word = 0;
  *out = (PwExpectTable){.time = "t", .floor = NAN, .place = node->place};
  bool good = need(r, node, "file", &file) && pw_read_text(r, file, "file", &path);
  if (good) {
    out->place = file->place;
    out->path = path[0] == '/' ? path : pw_arena_format(&r->arena, "%s/%s", r->file, path);
    if (!out->path) pw_read_no_memory(r, file->place);
  }
  if (time) good = pw_read_text(r, time, "time", &out->time) && good;
  if (measure) good = pw_read_word(r, measure, "measure", words, &word) && good;
  good = optional_number(r, node, "floor", &out->floor) && good;
  if (good && !isnan(out->floor) && !(out->floor > 0)) {
    pw_read_fail(r, node->place, "'floor' must be > 0");
    good = false;
  }
  good = need(r, node, "columns", &columns) && need(r, node, "within", &limits) && read_columns(r, columns, limits, out) && good;
  out->rms = word == 1;
  return good && out->path;
}

static bool read_info(PwReader *r, const PwNode *node, PwExpectInfo *out) {
  out->is = NAN;
  out->from = -INFINITY;
  out->to = INFINITY;
  bool good = optional_number(r, node, "is", &out->is);
  good = optional_number(r, node, "max", &out->to) && good;
  good = optional_number(r, node, "min", &out->from) && good;
  if (good && isnan(out->is) && isinf(out->from) && isinf(out->to)) {
    pw_read_fail(r, node->place, "needs 'is', 'max' or 'min'");
    return false;
  }
  return good;
}

// ---- lists of them

// One mapping counts as a list of one. False after a complaint.
static bool items(PwReader *r, const PwNode *run, const char *key, const PwNode *const **out, int32_t *count) {
  int32_t at = -1;
  for (int32_t k = 0; run->kind == PW_NODE_MAP && k < run->count; k++) {
    if (strcmp(run->key[k], key) == 0) at = k;
  }
  r->what = key;
  *count = 0;
  if (at < 0 || pw_node_is_empty(run->item[at])) return true;
  const PwNode *node = run->item[at];
  if (node->kind == PW_NODE_SCALAR) {
    pw_read_fail(r, node->place, "needs a list, found %s", pw_read_kind(node));
    return false;
  }
  *out = (const PwNode *const *)(node->kind == PW_NODE_LIST ? node->item : &run->item[at]);
  *count = node->kind == PW_NODE_LIST ? node->count : 1;
  return true;
}

// Reads every item of `key` by `read` into the list `field`. An item refused half way stays in the list, for its memory.
#define READ_ITEMS(key, keys, field, read)                                                 \
  for (int32_t k = items(r, run, key, &node, &count) ? 0 : count; k < count; k++) {        \
    void *item = PW_LIST_ADD(out->field);                                                  \
    if (!item) {                                                                           \
      pw_read_no_memory(r, node[k]->place);                                                \
    } else if (node[k]->kind != PW_NODE_MAP) {                                             \
      pw_read_fail(r, node[k]->place, "needs a mapping, found %s", pw_read_kind(node[k])); \
    } else {                                                                               \
      pw_read_keys(r, node[k], NULL, keys);                                                \
      read(r, node[k], item);                                                              \
    }                                                                                      \
  }

// What an event may be asked for; `at` stands for its time.
enum { EVENT_KEYS = sizeof keys_event / sizeof *keys_event };
static void list_event_keys(const char *out[EVENT_KEYS + PW_EVENT_FIELDS + 1]) {
  int n = EVENT_KEYS;
  memcpy(out, keys_event, sizeof keys_event);
  for (int field = PW_EVENT_AT_t + 1; field < PW_EVENT_FIELDS; field++) {
    if (!pw_event_field(field)->is_text) out[n++] = pw_event_field(field)->name;
  }
  out[n] = NULL;
}

static void read_infos(PwReader *r, const PwNode *run, PwExpected *out) {
  const PwNode *info = pw_node_get(run, "info");
  r->what = "info";
  if (!info || !pw_read_keys(r, info, NULL, pw_verify_info_names)) return;
  for (int32_t k = 0; k < info->count; k++) {
    PwExpectInfo *item = PW_LIST_ADD(out->info);
    if (!item) {
      pw_read_no_memory(r, info->place);
      return;
    }
    while (strcmp(pw_verify_info_names[item->field], info->key[k]) != 0) item->field++;
    if (pw_read_keys(r, info->item[k], NULL, keys_info)) read_info(r, info->item[k], item);
  }
}

void pw_expected_read(PwReader *r, const PwNode *run, const char *folder, bool single, PwExpected *out) {
  const PwNode *const *node = NULL, *options = pw_node_get(run, "run"), *name = pw_node_get(run, "name");
  const char *event_keys[EVENT_KEYS + PW_EVENT_FIELDS + 1];
  int32_t count = 0;
  r->what = NULL;
  r->name = NULL;
  r->file = folder;
  pw_read_keys(r, run, single ? NULL : "runs", single ? keys_single : keys_run);
  if (run->kind != PW_NODE_MAP) {
    if (pw_node_is_empty(run)) pw_read_fail(r, run->place, "nothing is expected");
    return;
  }
  if (!single && !name) pw_read_fail(r, run->place, "runs: 'name' is missing");
  if (!single && name) pw_read_text(r, name, "name", &out->name);
  if (options) pw_read_analysis(r, options);
  READ_ITEMS("values", keys_value, values, read_value)
  READ_ITEMS("limits", keys_limit, limits, read_limit)
  READ_ITEMS("table", keys_table, tables, read_table)
  list_event_keys(event_keys);
  READ_ITEMS("events", event_keys, events, read_event)
  READ_ITEMS("modes", keys_mode, modes, read_mode)
  read_infos(r, run, out);
  r->what = NULL;
  if (!r->failed &&
      !(out->values.count + out->limits.count + out->tables.count + out->events.count + out->modes.count + out->info.count)) {
    pw_read_fail(r, run->place, "nothing is expected");
  }
}

void pw_expected_free(PwExpected *e) {
  for (int32_t k = 0; k < e->tables.count; k++) free(e->tables.item[k].columns.item);
  free(e->values.item);
  free(e->limits.item);
  free(e->tables.item);
  free(e->events.item);
  free(e->modes.item);
  free(e->info.item);
  *e = (PwExpected){0};
}
