#include "study/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "result/csv.h"
#include "result/sheet.h"

enum { HOLD = 1 << 18 };

static const char *status_word(PawlStatus status) {
  switch (status) {
    case PAWL_OK:
      return "done";
    case PAWL_ERR_INPUT:
    case PAWL_ERR_ARGUMENT:
      return "refused";
    case PAWL_ERR_ASSEMBLY:
      return "not assembled";
    default:
      return "stopped";
  }
}

static void add_heading(PwText *text, const PawlStudy *s) {
  pw_text_add(text, "sample");
  for (int32_t i = 0; i < s->varies; i++) pw_text_add(text, ","), pw_csv_add_text(text, s->vary[i].name);
  for (int32_t i = 0; i < s->results; i++) pw_text_add(text, ","), pw_csv_add_text(text, s->result[i].name);
  for (int32_t i = 0; i < s->conditions; i++) pw_text_add(text, ","), pw_csv_add_text(text, s->condition[i].name);
  pw_text_add(text, ",status,message");
}

static void add_row(PwText *text, const PawlStudy *s, const PwRecord *r) {
  pw_text_format(text, "%lld", (long long)r->number);
  for (int32_t i = 0; i < s->varies; i++) pw_text_add(text, ","), pw_csv_add_number(text, r->parameter[i]);
  for (int32_t i = 0; i < s->results; i++) pw_text_add(text, ","), pw_csv_add_number(text, r->result[i]);
  for (int32_t i = 0; i < s->conditions; i++) pw_text_add(text, r->met[i] ? ",1" : ",0");
  pw_text_format(text, ",%s,", status_word(r->status));
  pw_csv_add_text(text, r->message);
}

PawlStatus pw_study_table(PwJournal *j, PawlMessages *messages) {
  const PawlStudy *s = j->study;
  PwArena arena = {0};
  PwRecord record;
  PwSheet sheet = {.file = -1};
  PawlStatus status = pw_record_create(s, &arena, &record);
  bool ok = status == PAWL_OK && pw_sheet_create(&sheet, j->folder, "study.csv", HOLD);
  if (ok) add_heading(&sheet.text, s);
  ok = ok && pw_sheet_end_row(&sheet);
  for (int64_t n = 1; n <= s->samples && ok; n++) {
    if (!pw_journal_read(j, n, &record)) continue;
    add_row(&sheet.text, s, &record);
    ok = pw_sheet_end_row(&sheet);
  }
  ok = ok && pw_sheet_flush(&sheet);
  int error = errno;
  if (sheet.file >= 0) ok = pw_sheet_close(&sheet) && ok;
  if (status == PAWL_OK && !ok) status = pw_folder_fail(messages, "write", j->paths.partial, "study.csv", error);
  pw_arena_free(&arena);
  return status;
}

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

PawlStatus pw_study_json(PwJournal *j, const PwTally *tally, PawlMessages *messages) {
  static const char *const KINDS[] = {"sweep", "tolerance"}, *const DESIGNS[] = {"grid", "random", "latin", "sobol"};
  const PawlStudy *s = j->study;
  json_t *root =
      json_pack("{s:i, s:s, s:s, s:o, s:o, s:s, s:I, s:b, s:o, s:o, s:o, s:I, s:I, s:I}", "pawl_study", 1, "version",
                pawl_version(), "kind", KINDS[s->kind], "file", pw_json_text(s->file), "model", pw_json_text(s->model_path),
                "method", DESIGNS[s->design], "seed", (json_int_t)s->seed, "indices", s->indices, "vary", varies(s), "results",
                asked(s->result, s->results), "require", asked(s->condition, s->conditions), "samples",
                (json_int_t)tally->samples, "failed", (json_int_t)tally->failed, "met", (json_int_t)tally->met);
  if (j->part) pw_json_set(&root, "part", json_pack("[i, i]", (int)j->part, (int)j->parts));
  char *text = root ? pw_json_dump(root, 2, PW_JSON_EXACT) : NULL;
  PawlStatus status = text ? pw_journal_file(j, "study.json", text, strlen(text), messages)
                           : pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  json_decref(root);
  free(text);
  return status;
}
