#include "study/describe.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"

static json_t *varies(const PawlStudy *s) {
  static const char *const WORDS[] = {"list", "range", "uniform", "normal", "triangular", "table"};
  json_t *list = json_array();
  for (int32_t i = 0; i < s->varies; i++) {
    const PwVary *v = &s->vary[i];
    double low = v->low, high = v->high;
    for (int32_t k = 0; k < v->count && v->kind == PW_SPREAD_LIST; k++) {
      if (k == 0 || v->value[k] < low) low = v->value[k];
      if (k == 0 || v->value[k] > high) high = v->value[k];
    }
    pw_json_append(&list, json_pack("{s:o, s:s, s:f, s:f}", "name", pw_json_text(v->name), "spread", WORDS[v->kind], "low", low,
                                    "high", high));
  }
  return list;
}

static json_t *asked(const PwAsked *of, int32_t count) {
  json_t *list = json_array();
  for (int32_t i = 0; i < count; i++) {
    pw_json_append(&list, json_pack("{s:o, s:o}", "name", pw_json_text(of[i].name), "text", pw_json_text(of[i].text)));
  }
  return list;
}

// A number with its interval.
static json_t *estimate(PwEstimate e) {
  return json_pack("[o, o, o]", pw_json_number(e.value), pw_json_number(e.low), pw_json_number(e.high));
}

static json_t *numbers(const int64_t *of, int32_t count) {
  json_t *list = json_array();
  for (int32_t i = 0; i < count; i++) pw_json_append(&list, json_integer((json_int_t)of[i]));
  return list;
}

static json_t *quantiles(const PwDistribution *d) {
  json_t *list = json_array();
  for (int i = 0; i < PW_QUANTILES; i++) {
    pw_json_append(&list, json_pack("[f, o]", pw_quantiles[i], pw_json_number(d->quantile[i])));
  }
  return list;
}

// What each parameter does to a result.
static json_t *influences(const PawlStudy *s, const PwDistribution *d) {
  json_t *list = json_array();
  for (int32_t k = 0; k < s->varies; k++) {
    json_t *one = json_pack("{s:o, s:o}", "parameter", pw_json_text(s->vary[k].name), "rank", pw_json_number(d->rank[k]));
    if (d->first) pw_json_set(&one, "first", estimate(d->first[k]));
    if (d->total) pw_json_set(&one, "total", estimate(d->total[k]));
    pw_json_append(&list, one);
  }
  return list;
}

static json_t *distributions(const PawlStudy *s, const PwStatistics *of) {
  json_t *list = json_array();
  for (int32_t r = 0; r < s->results; r++) {
    const PwDistribution *d = &of->result[r];
    json_t *one =
        json_pack("{s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", pw_json_text(s->result[r].name), "count",
                  (json_int_t)d->count, "mean", estimate(d->mean), "deviation", pw_json_number(d->deviation), "least",
                  pw_json_number(d->least), "largest", pw_json_number(d->largest), "quantiles", quantiles(d), "lowest",
                  numbers(d->lowest, d->ends), "highest", numbers(d->highest, d->ends), "influence", influences(s, d));
    if (d->first) pw_json_set(&one, "blocks", json_integer((json_int_t)d->blocks));
    pw_json_append(&list, one);
  }
  return list;
}

static json_t *yield(const char *name, const PwYield *of) {
  return json_pack("{s:o, s:I, s:I, s:o}", "name", pw_json_text(name), "samples", (json_int_t)of->samples, "met",
                   (json_int_t)of->met, "share", estimate(of->share));
}

static json_t *yields(const PawlStudy *s, const PwStatistics *of) {
  json_t *list = json_array();
  for (int32_t i = 0; i < s->conditions; i++) pw_json_append(&list, yield(s->condition[i].name, &of->condition[i]));
  return list;
}

static json_t *border(const PawlStudy *s, const PwSought *found) {
  return json_pack("{s:o, s:f, s:f, s:b}", "parameter", pw_json_text(s->vary[0].name), "low", found->low, "high", found->high,
                   "met_at_low", found->met);
}

static json_t *best(const PawlStudy *s, const PwSought *found) {
  json_t *list = json_array();
  for (int32_t i = 0; i < s->varies; i++) {
    pw_json_append(&list, json_pack("[o, f]", pw_json_text(s->vary[i].name), found->parameter[i]));
  }
  return json_pack("{s:s, s:o, s:f, s:I, s:o, s:b, s:b}", "of", s->sign > 0 ? "least" : "most", "text",
                   pw_json_text(s->result[s->results - 1].text), "value", found->value, "sample", (json_int_t)found->number,
                   "parameters", list, "met", found->met, "narrow", found->narrow);
}

PawlStatus pw_study_json(PwJournal *j, const PwTally *tally, const PwStatistics *statistics, const PwSought *found,
                         PawlMessages *messages) {
  static const char *const KINDS[] = {"sweep", "tolerance", "search"}, *const DESIGNS[] = {"grid", "random", "latin", "sobol"};
  const PawlStudy *s = j->study;
  json_t *root =
      json_pack("{s:i, s:s, s:s, s:o, s:o, s:s, s:I, s:b, s:o, s:o, s:o, s:I, s:I, s:I}", "pawl_study", 1, "version",
                pawl_version(), "kind", KINDS[s->kind], "file", pw_json_text(s->file), "model", pw_json_text(s->model_path),
                "method", DESIGNS[s->design], "seed", (json_int_t)s->seed, "indices", s->indices, "vary", varies(s), "results",
                asked(s->result, s->results), "require", asked(s->condition, s->conditions), "samples",
                (json_int_t)tally->samples, "failed", (json_int_t)tally->failed, "met", (json_int_t)tally->met);
  if (statistics) {
    pw_json_set(&root, "distributions", distributions(s, statistics));
    pw_json_set(&root, "yield", yield("", &statistics->all));
    pw_json_set(&root, "conditions", yields(s, statistics));
  }
  if (found) pw_json_set(&root, s->sign != 0 ? "best" : "border", s->sign != 0 ? best(s, found) : border(s, found));
  if (j->part) pw_json_set(&root, "part", json_pack("[i, i]", (int)j->part, (int)j->parts));
  char *text = root ? pw_json_dump(root, 2, PW_JSON_EXACT) : NULL;
  PawlStatus status = text ? pw_journal_file(j, "study.json", text, strlen(text), messages)
                           : pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  json_decref(root);
  free(text);
  return status;
}

// ---- for people

static double number(const json_t *value) {
  return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *text(const json_t *object, const char *key) {
  const char *found = json_string_value(json_object_get(object, key));
  return found ? found : "";
}

static void add_estimate(PwText *out, const json_t *e, double factor, const char *unit) {
  pw_text_format(out, "%.4g%s (%.4g to %.4g)", factor * number(json_array_get(e, 0)), unit, factor * number(json_array_get(e, 1)),
                 factor * number(json_array_get(e, 2)));
}

static void add_yield(PwText *out, const char *name, const json_t *of) {
  pw_text_format(out, "%-20s", name);
  add_estimate(out, json_object_get(of, "share"), 100, " %");
  pw_text_add(out, "\n");
}

static void add_influences(PwText *out, const json_t *list) {
  size_t i;
  const json_t *one;
  json_array_foreach(list, i, one) {
    pw_text_format(out, "  %-18s", text(one, "parameter"));
    if (json_object_get(one, "first")) {
      add_estimate(out, json_object_get(one, "first"), 100, " %");
      pw_text_add(out, " alone, ");
      add_estimate(out, json_object_get(one, "total"), 100, " %");
      pw_text_add(out, " in all, ");
    }
    pw_text_format(out, "rank correlation %.3f\n", number(json_object_get(one, "rank")));
  }
}

static void add_distributions(PwText *out, const json_t *list) {
  size_t i;
  const json_t *one;
  json_array_foreach(list, i, one) {
    pw_text_format(out, "%-20s", text(one, "name"));
    add_estimate(out, json_object_get(one, "mean"), 1, "");
    pw_text_format(out, ", deviation %.4g, from %.4g to %.4g\n", number(json_object_get(one, "deviation")),
                   number(json_object_get(one, "least")), number(json_object_get(one, "largest")));
    add_influences(out, json_object_get(one, "influence"));
  }
}

static void add_border(PwText *out, const json_t *of) {
  char low[PW_DOUBLE_CHARS], high[PW_DOUBLE_CHARS];
  if (!of) return;
  pw_double_format(number(json_object_get(of, "low")), low);
  pw_double_format(number(json_object_get(of, "high")), high);
  pw_text_format(out, "%-20s%s from %s to %s, met %s it\n", "border", text(of, "parameter"), low, high,
                 json_is_true(json_object_get(of, "met_at_low")) ? "below" : "above");
}

static void add_best(PwText *out, const json_t *of) {
  size_t i;
  const json_t *one;
  char value[PW_DOUBLE_CHARS];
  if (!of) return;
  pw_double_format(number(json_object_get(of, "value")), value);
  pw_text_format(out, "%-20s%s, sample %lld%s%s\n", text(of, "of"), value,
                 (long long)json_integer_value(json_object_get(of, "sample")),
                 json_is_true(json_object_get(of, "met")) ? "" : ", which does not meet all conditions",
                 json_is_true(json_object_get(of, "narrow")) ? "" : "; the samples were used up before it was narrow enough");
  json_array_foreach(json_object_get(of, "parameters"), i, one) {
    const char *name = json_string_value(json_array_get(one, 0));
    pw_double_format(number(json_array_get(one, 1)), value);
    pw_text_format(out, "  %-18s%s\n", name ? name : "", value);
  }
}

static void add_all(PwText *out, const json_t *root) {
  size_t i;
  const json_t *one;
  add_border(out, json_object_get(root, "border"));
  add_best(out, json_object_get(root, "best"));
  add_distributions(out, json_object_get(root, "distributions"));
  json_array_foreach(json_object_get(root, "conditions"), i, one) add_yield(out, text(one, "name"), one);
  if (json_array_size(json_object_get(root, "conditions"))) add_yield(out, "yield", json_object_get(root, "yield"));
}

PawlStatus pawl_study_describe(const char *folder, PawlMessages *messages, char **out) {
  if (!folder || !out) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no folder was given (NULL)");
  *out = NULL;
  size_t length = 0;
  PwJsonError error = {0};
  int directory = pw_folder_open(folder);
  char *json = directory < 0 ? NULL : pw_folder_read(directory, "study.json", (size_t)256 << 20, &length);
  int reason = errno;
  if (directory >= 0) close(directory);
  if (!json) return pw_folder_fail(messages, "read", folder, "study.json", reason);
  json_t *root = pw_json_read(json, length, &error);
  PwText said = {0};
  pw_text_add(&said, "");
  if (json_object_get(root, "pawl_study")) add_all(&said, root);
  PawlStatus status = error.no_memory || said.failed ? pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory") : PAWL_OK;
  if (status == PAWL_OK && !json_object_get(root, "pawl_study")) {
    status = pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s/study.json' is not that of a study", folder);
  }
  json_decref(root);
  free(json);
  if (status) {
    pw_text_free(&said);
  } else {
    *out = said.data;
  }
  return status;
}
