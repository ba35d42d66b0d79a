// Chosen columns of result.csv, numbers as they are written there; t comes first, chosen or not.
#include "pawl/report.h"
#include "report/output.h"
#include "report/source.h"
#include "result/csv.h"
#include "result/result.h"

static PawlStatus all_columns(PwSource *s, PawlMessages *messages, int32_t **out, int32_t *count) {
  *count = pw_result_columns(s->result);
  *out = pw_arena_array(&s->arena, (size_t)*count, sizeof **out);
  if (!*out) return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  for (int32_t i = 0; i < *count; i++) (*out)[i] = i;
  return PAWL_OK;
}

PawlStatus pawl_export_csv(const char *directory, const char *file, const char *columns, PawlMessages *messages) {
  if (!directory || !file) return pw_output_fail_null(messages);
  PwSource s = {0};
  PawlStatus status = pw_result_open(directory, messages, &s.result);
  if (status != PAWL_OK) return status;
  int32_t *column = NULL, count = 0;
  status = columns ? pw_source_columns(&s, columns, messages, &column, &count) : all_columns(&s, messages, &column, &count);
  if (status == PAWL_OK) {
    PwText text = {0};
    bool timed = false;
    for (int32_t i = 0; i < count; i++) timed = timed || column[i] == 0;
    for (int64_t row = -1; row < pw_result_rows(s.result); row++) {
      for (int32_t i = timed ? 0 : -1; i < count; i++) {
        int32_t c = i < 0 ? 0 : column[i];
        if (i > (timed ? 0 : -1)) pw_text_add(&text, ",");
        if (row < 0) {
          pw_csv_add_heading(&text, pw_result_column_name(s.result, c), pw_result_column_unit(s.result, c));
        } else {
          pw_csv_add_number(&text, pw_result_value(s.result, row, c));
        }
      }
      pw_text_add(&text, "\n");
    }
    status = pw_output_text(file, &text, messages);
  }
  pw_source_close(&s);
  return status;
}
