#include "study/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
