// Fills a result folder. The first failure is kept: every later call returns it, and finish says it.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "result/checkpoint.h"
#include "result/csv.h"
#include "result/doubles.h"
#include "result/writer.h"

static PawlStatus keep(PwResultWriter *w, PawlStatus status, const char *name, const char *reason) {
  w->status = status;
  snprintf(w->error, sizeof w->error, "cannot write '%s/%s': %s", w->paths.partial, name, reason);
  return status;
}

static PawlStatus keep_errno(PwResultWriter *w, const char *name) {
  char reason[PW_REASON_CHARS];
  PawlStatus status = errno == ENOMEM ? PAWL_ERR_MEMORY : PAWL_ERR_IO;
  return keep(w, status, name, pw_folder_reason(errno, reason));
}

static void add_row(PwText *text, const double *values, const double *scale, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (i) pw_text_add_bytes(text, ",", 1);
    pw_csv_add_number(text, values[i] * scale[i]);
  }
}

// The row that stands in its text goes to the file with those before it when it is ended.
static bool is_full(const PwSheet *table) {
  return table->text.length + 1 >= table->hold;
}

PawlStatus pw_result_touch(PwResultWriter *w, const double *values) {
  if (w->status != PAWL_OK) return w->status;
  pw_csv_add_number(&w->touches.text, (double)w->row);
  pw_text_add_bytes(&w->touches.text, ",", 1);
  add_row(&w->touches.text, values, w->scale + w->count + w->motion_count, w->touch_count);
  return pw_sheet_end_row(&w->touches) ? PAWL_OK : keep_errno(w, "touches.csv");
}

PawlStatus pw_result_row(PwResultWriter *w, const double *values, const double *motion) {
  if (w->status != PAWL_OK) return w->status;
  add_row(&w->rows.text, values, w->scale, w->count);
  add_row(&w->motion.text, motion, w->scale + w->count, w->motion_count);
  w->row++;
  // touches first: who reads while this is written finds those of every row that is there
  if (w->touch_count && (is_full(&w->rows) || is_full(&w->motion)) && !pw_sheet_flush(&w->touches)) {
    return keep_errno(w, "touches.csv");
  }
  if (!pw_sheet_end_row(&w->rows)) return keep_errno(w, "result.csv");
  return pw_sheet_end_row(&w->motion) ? PAWL_OK : keep_errno(w, "motion.csv");
}

// A row of a table of doubles; a table without columns is not there.
static PawlStatus add_doubles(PwResultWriter *w, PwSheet *sheet, const char *name, const double *values, int32_t count) {
  if (w->status != PAWL_OK || count == 0) return w->status;
  pw_doubles_add_row(&sheet->text, values, count);
  return pw_sheet_end_row(sheet) ? PAWL_OK : keep_errno(w, name);
}

PawlStatus pw_result_audit(PwResultWriter *w, const double *values) {
  w->audit_rows++;
  return add_doubles(w, &w->audit, "audit.bin", values, w->audit_count);
}

PawlStatus pw_result_audit_touch(PwResultWriter *w, const double *values) {
  w->audit_touch_rows++;
  return add_doubles(w, &w->audit_touches, "audit_touches.bin", values, w->audit_touch_count);
}

PawlStatus pw_result_audit_end(PwResultWriter *w) {
  const int64_t numbers[PW_DOUBLES_NUMBERS] = {w->audit_touch_rows, w->row, w->event_rows};
  if (w->status != PAWL_OK || w->audit_count == 0) return w->status;
  pw_doubles_add_end(&w->audit.text, w->audit_rows, numbers);
  if (!pw_sheet_end_row(&w->audit)) return keep_errno(w, "audit.bin");
  if (w->audit_touch_count == 0) return PAWL_OK;
  pw_doubles_add_end(&w->audit_touches.text, w->audit_touch_rows, numbers);
  return pw_sheet_end_row(&w->audit_touches) ? PAWL_OK : keep_errno(w, "audit_touches.bin");
}

PawlStatus pw_result_event(PwResultWriter *w, const PwResultEvent *e) {
  if (w->status != PAWL_OK) return w->status;
  const double *scale = e->angular ? w->angular_scale : w->event_scale;
  w->event_rows++;
  PwText *text = &w->events.text;
  for (int i = 0; i < w->event_columns; i++) {
    const PwEventField *field = pw_event_field(i);
    const char *word = pw_event_text(e, i);
    double number = pw_event_number(e, i);
    if (i) pw_text_add(text, ",");
    if (word) pw_csv_add_text(text, word);
    bool empty = field->when != PW_EVENT_ALWAYS && (isnan(number) || (field->when == PW_EVENT_TOUCH && !e->body1));
    if (!field->is_text && !empty) pw_csv_add_number(text, number * scale[i]);
  }
  return pw_sheet_end_row(&w->events) ? PAWL_OK : keep_errno(w, "events.csv");
}

PawlStatus pw_result_file(PwResultWriter *w, const char *name, const char *text, size_t length) {
  if (w->status != PAWL_OK) return w->status;
  if (!pw_folder_knows(name)) return keep(w, PAWL_ERR_ARGUMENT, name, "it is not on the list of a result folder's files");
  return pw_folder_write(w->folder, name, text, length, false) ? PAWL_OK : keep_errno(w, name);
}

// Also after a failure, which it tells: the space for it is kept free, so that a full disk does not stop it.
PawlStatus pw_result_json(PwResultWriter *w, const char *text) {
  size_t length = strlen(text);
  bool failed = w->status != PAWL_OK;
  errno = 0;
  bool good = failed || pw_folder_json_has(text, length, "pawl_result");
  if (!good && errno == ENOMEM) return keep_errno(w, "run.json");
  if (!good) return keep(w, PAWL_ERR_ARGUMENT, "run.json", "it is no JSON with 'pawl_result'");
  bool written = pw_folder_write(w->folder, "run.json", text, length, false);
  w->given = written;
  if (failed) return w->status;
  return written ? PAWL_OK : keep_errno(w, "run.json");
}

void pw_result_reserve(PwResultWriter *w) {
  enum { RESERVE = 1 << 16 };  // messages are the longest part of it
  pw_folder_reserve(w->folder, "run.json", RESERVE);
}

// Touches first, as always.
PawlStatus pw_result_flush(PwResultWriter *w) {
  if (w->status != PAWL_OK) return w->status;
  if (w->touch_count && !pw_sheet_flush(&w->touches)) return keep_errno(w, "touches.csv");
  if (!pw_sheet_flush(&w->rows)) return keep_errno(w, "result.csv");
  if (!pw_sheet_flush(&w->motion)) return keep_errno(w, "motion.csv");
  if (!pw_sheet_flush(&w->events)) return keep_errno(w, "events.csv");
  if (w->audit_count && !pw_sheet_flush(&w->audit)) return keep_errno(w, "audit.bin");
  if (w->audit_touch_count && !pw_sheet_flush(&w->audit_touches)) return keep_errno(w, "audit_touches.bin");
  return PAWL_OK;
}

PawlStatus pw_result_checkpoint(PwResultWriter *w, const void *bytes, size_t length) {
  if (w->status != PAWL_OK) return w->status;
  if (length > PW_CHECKPOINT_MAX) return keep(w, PAWL_ERR_LIMIT, "checkpoint.bin", "it is over 1 GB");
  if (pw_result_flush(w) != PAWL_OK) return w->status;
  if (w->checkpoint && !pw_folder_sync(w->folder)) return keep_errno(w, "");
  PwCheckpoint point = {.rows_length = w->rows.length,
                        .motion_length = w->motion.length,
                        .events_length = w->events.length,
                        .touches_length = w->touches.length,
                        .rows = w->row,
                        .bytes = bytes,
                        .length = length,
                        .audit_length = w->audit.length,
                        .audit_touches_length = w->audit_touches.length,
                        .events = w->event_rows};
  size_t size;
  void *data = pw_checkpoint_pack(&point, &size);
  errno = ENOMEM;
  bool ok = data && pw_folder_write(w->folder, "checkpoint.bin", data, size, w->checkpoint);
  if (!ok) keep_errno(w, "checkpoint.bin");
  w->checkpoint = true;
  free(data);
  return w->status;
}

// All that was written, on disk and under its names.
static PawlStatus settle(PwResultWriter *w) {
  if (pw_result_flush(w) != PAWL_OK) return w->status;
  if (!w->given) return keep(w, PAWL_ERR_ARGUMENT, "run.json", "it was never given");
  return pw_folder_sync(w->folder) ? PAWL_OK : keep_errno(w, "");
}

PawlStatus pw_result_finish(PwResultWriter *w, PawlMessages *messages) {
  PawlStatus status = settle(w);
  if (status != PAWL_OK) {
    pw_fail(messages, status, PW_NOWHERE, "%s", w->error);
  } else {
    status = pw_folder_swap(&w->paths, true, messages);
    if (status != PAWL_OK) {
      pw_message(messages, PAWL_NOTE, PW_NOWHERE, "the result is complete and stays in '%s'", w->paths.partial);
    } else if (unlinkat(w->folder, "checkpoint.bin", 0) != 0 && errno != ENOENT) {
      status = pw_folder_fail(messages, "remove", w->paths.final, "checkpoint.bin", errno);
    }
  }
  pw_result_free_writer(w);
  return status;
}

void pw_result_abandon(PwResultWriter *w) {
  if (!w) return;
  if (w->touch_count) pw_sheet_flush(&w->touches);
  pw_sheet_flush(&w->rows);
  pw_sheet_flush(&w->motion);
  pw_sheet_flush(&w->events);
  if (w->audit_count) pw_sheet_flush(&w->audit);
  if (w->audit_touch_count) pw_sheet_flush(&w->audit_touches);
  pw_folder_sync(w->folder);
  pw_result_free_writer(w);
}

const char *pw_result_path(const PwResultWriter *w) {
  return w->paths.partial;
}

const char *pw_result_error(const PwResultWriter *w) {
  return w->error;
}
