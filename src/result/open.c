// Opens a result folder for writing: a new one, or one to go on with.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/checkpoint.h"
#include "result/csv.h"
#include "result/doubles.h"
#include "result/writer.h"

enum { HOLD_BYTES = 1 << 16 };  // rows gather up to this; events are written at once

static bool is_plain(const char *text) {
  for (; *text; text++) {
    if ((unsigned char)*text < 32 || *text == 127 || *text == '[' || *text == ']') return false;
  }
  return true;
}

static PawlStatus check_columns(const PwColumn *columns, int32_t count, PawlMessages *messages) {
  if (count < 1 || count > PW_CSV_COLUMNS_MAX) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                   "a result of %d columns: 1 to %d are possible; ask for fewer quantities under 'output'", (int)count,
                   (int)PW_CSV_COLUMNS_MAX);
  }
  for (int32_t i = 0; i < count; i++) {
    if (columns[i].name[0] && is_plain(columns[i].name) && is_plain(columns[i].unit)) continue;
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                   "column %d of the result has no name, or '[', ']' or a line end in it", (int)i + 1);
  }
  return PAWL_OK;
}

enum { ROWS, MOTION, EVENTS, TOUCHES, AUDIT, AUDIT_TOUCHES, TABLES };
static const char *const NAMES[TABLES] = {"result.csv",  "motion.csv", "events.csv",
                                          "touches.csv", "audit.bin",  "audit_touches.bin"};
static const size_t HOLDS[TABLES] = {HOLD_BYTES, HOLD_BYTES, 0, SIZE_MAX, HOLD_BYTES, HOLD_BYTES};  // touches: with their rows

static void add_head(PwText *head, const PwColumn *column, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (i) pw_text_add(head, ",");
    pw_csv_add_heading(head, column[i].name, column[i].unit);
  }
  pw_text_add(head, "\n");
}

// Of a table of doubles; one without columns is not there.
static void add_doubles_head(PwText *head, const PwColumn *column, int32_t count) {
  PwText headings = {0};
  if (count == 0) return;
  add_head(&headings, column, count);
  if (!headings.failed) pw_doubles_add_head(head, count, headings.data);
  head->failed |= headings.failed;
  pw_text_free(&headings);
}

// A column of events.csv with its unit, where it has one; `angular`: with the scale of angular events.
static PwColumn event_column(const PwResultLayout *l, int field, bool angular) {
  const PwEventField *f = pw_event_field(field);
  if (f->unit == PW_FIELD_PLAIN || f->unit >= PW_FIELD_UNITS) return (PwColumn){f->name, "", 1};
  const PwFieldScale *unit = &l->event[f->unit];
  return (PwColumn){f->name, unit->unit, angular ? unit->angular : unit->scale};
}

// First lines of the tables.
static PawlStatus make_heads(const PwResultLayout *l, PawlMessages *messages, PwText heads[TABLES]) {
  PawlStatus status = check_columns(l->column, l->count, messages);
  if (status == PAWL_OK) status = check_columns(l->motion, l->motion_count, messages);
  if (status == PAWL_OK && l->audit_count) status = check_columns(l->audit, l->audit_count, messages);
  if (status != PAWL_OK) return status;
  PwColumn events[PW_EVENT_FIELDS];
  int count = pw_event_columns(l->friction);
  for (int i = 0; i < count; i++) events[i] = event_column(l, i, false);
  add_head(&heads[ROWS], l->column, l->count);
  add_head(&heads[MOTION], l->motion, l->motion_count);
  add_head(&heads[EVENTS], events, count);
  if (l->touch_count) {
    pw_text_add(&heads[TOUCHES], "row,");
    add_head(&heads[TOUCHES], l->touch, l->touch_count);
  }
  add_doubles_head(&heads[AUDIT], l->audit, l->audit_count);
  add_doubles_head(&heads[AUDIT_TOUCHES], l->audit_touch, l->audit_touch_count);
  bool failed = false;
  for (int i = 0; i < TABLES; i++) failed |= heads[i].failed;
  if (failed) {
    return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  }
  if (heads[ROWS].length > PW_CSV_LINE_MAX || heads[MOTION].length > PW_CSV_LINE_MAX || heads[AUDIT].length > PW_CSV_LINE_MAX) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                   "the names of the result's columns take more than %d bytes; ask for fewer quantities under 'output'",
                   (int)PW_CSV_LINE_MAX);
  }
  return PAWL_OK;
}

static void free_heads(PwText heads[TABLES]) {
  for (int i = 0; i < TABLES; i++) pw_text_free(&heads[i]);
}

static PwSheet *table_of(PwResultWriter *w, int table) {
  PwSheet *const sheets[TABLES] = {&w->rows, &w->motion, &w->events, &w->touches, &w->audit, &w->audit_touches};
  return sheets[table];
}

void pw_result_free_writer(PwResultWriter *w) {
  for (int i = 0; i < TABLES; i++) pw_sheet_close(table_of(w, i));
  if (w->folder >= 0) close(w->folder);
  pw_folder_paths_free(&w->paths);
  free(w->scale);
  free(w);
}

static void set_scales(PwResultWriter *w, const PwResultLayout *l) {
  for (int32_t i = 0; i < l->count; i++) w->scale[i] = l->column[i].scale;
  for (int32_t i = 0; i < l->motion_count; i++) w->scale[l->count + i] = l->motion[i].scale;
  for (int32_t i = 0; i < l->touch_count; i++) w->scale[l->count + l->motion_count + i] = l->touch[i].scale;
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    w->event_scale[i] = event_column(l, i, false).scale;
    w->angular_scale[i] = event_column(l, i, true).scale;
  }
}

// A writer with everything but its files; DIR and DIR.partial have been looked at.
static PawlStatus make_writer(const char *directory, const PwResultLayout *layout, PawlMessages *messages, PwResultWriter **out) {
  PwResultWriter *w = calloc(1, sizeof *w);
  size_t columns = (size_t)layout->count + (size_t)layout->motion_count + (size_t)layout->touch_count;
  double *scale = malloc(columns * sizeof *scale);
  if (!w || !scale) {
    free(w);
    free(scale);
    return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  }
  *w = (PwResultWriter){.folder = -1,
                        .scale = scale,
                        .count = layout->count,
                        .motion_count = layout->motion_count,
                        .touch_count = layout->touch_count,
                        .audit_count = layout->audit_count,
                        .audit_touch_count = layout->audit_touch_count,
                        .event_columns = pw_event_columns(layout->friction)};
  for (int i = 0; i < TABLES; i++) table_of(w, i)->file = -1;
  set_scales(w, layout);
  PawlStatus status = pw_folder_paths(directory, messages, &w->paths);
  if (status == PAWL_OK) status = pw_folder_check(w->paths.final, false, messages);
  if (status == PAWL_OK) status = pw_folder_check(w->paths.partial, true, messages);
  if (status == PAWL_OK) {
    *out = w;
  } else {
    pw_result_free_writer(w);
  }
  return status;
}

static PawlStatus refuse_busy(const char *partial, PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                 "another run is writing into '%s': wait for it or choose another result folder", partial);
}

static PawlStatus create_files(PwResultWriter *w, const PwText heads[TABLES], PawlMessages *messages) {
  const char *partial = w->paths.partial;
  if (pw_folder_is_busy(partial)) return refuse_busy(partial, messages);
  PawlStatus status = pw_folder_remove(partial, messages);
  if (status != PAWL_OK) return status;
  if (mkdir(partial, 0777) != 0) {
    pw_folder_fail(messages, "create", partial, NULL, errno);
    return PAWL_ERR_ARGUMENT;
  }
  w->folder = pw_folder_open(partial);
  if (w->folder < 0) return pw_folder_fail(messages, "open", partial, NULL, errno);
  for (int i = 0; i < TABLES; i++) {  // with their heads, so that a reader finds tables from the first moment on
    PwSheet *table = table_of(w, i);
    if (!heads[i].length) continue;  // the run has none
    if (!pw_sheet_create(table, w->folder, NAMES[i], HOLDS[i])) {
      return pw_folder_fail(messages, "create", partial, NAMES[i], errno);
    }
    if (i == ROWS && !pw_folder_lock(table->file)) return refuse_busy(partial, messages);
    pw_text_add_bytes(&table->text, heads[i].data, heads[i].length - 1);
    if (!pw_sheet_end_row(table) || !pw_sheet_flush(table)) return pw_folder_fail(messages, "write to", partial, NULL, errno);
  }
  return PAWL_OK;
}

PawlStatus pw_result_create(const char *directory, const PwResultLayout *layout, PawlMessages *messages, PwResultWriter **out) {
  PwText heads[TABLES] = {0};
  PwResultWriter *w = NULL;
  PawlStatus status = make_heads(layout, messages, heads);
  if (status == PAWL_OK) status = make_writer(directory, layout, messages, &w);
  if (status == PAWL_OK) status = create_files(w, heads, messages);
  if (status == PAWL_OK) {
    *out = w;
  } else if (w) {
    pw_result_free_writer(w);
  }
  free_heads(heads);
  return status;
}

static PawlStatus load_checkpoint(PwResultWriter *w, PawlMessages *messages, char **data, PwCheckpoint *out) {
  const char *partial = w->paths.partial;
  w->folder = pw_folder_open(partial);
  size_t length;
  errno = ENOENT;
  *data = w->folder < 0
              ? NULL
              : pw_folder_read(w->folder, "checkpoint.bin", PW_CHECKPOINT_HEAD + PW_CHECKPOINT_MAX + PW_CHECKPOINT_TAIL, &length);
  if (!*data && errno == ENOENT) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                   "there is nothing to resume: '%s/checkpoint.bin' does not exist; run without resuming", partial);
  }
  if (!*data) return pw_folder_fail(messages, "read", partial, "checkpoint.bin", errno);
  const char *wrong = pw_checkpoint_unpack(*data, length, out);
  if (!wrong) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s/checkpoint.bin' is damaged: %s; run without resuming", partial,
                 wrong);
}

static PawlStatus resume_table(PwResultWriter *w, int i, const char *head, int64_t length, PawlMessages *messages) {
  const char *wrong = pw_sheet_resume(table_of(w, i), w->folder, NAMES[i], HOLDS[i], head, length);
  if (!wrong) return PAWL_OK;
  if (!wrong[0]) return pw_folder_fail(messages, "open", w->paths.partial, NAMES[i], errno);
  return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "cannot go on with '%s/%s': %s; run without resuming", w->paths.partial,
                 NAMES[i], wrong);
}

// Rows of a table of doubles of this length.
static int64_t rows_of(const PwText *head, int32_t columns, int64_t length) {
  int64_t rows = length - (int64_t)head->length;
  return columns > 0 && rows > 0 ? rows / (8 * (int64_t)columns + 2) : 0;
}

static PawlStatus resume_files(PwResultWriter *w, const PwText heads[TABLES], PawlMessages *messages, void **bytes,
                               size_t *length) {
  if (pw_folder_is_busy(w->paths.partial)) return refuse_busy(w->paths.partial, messages);
  char *data = NULL;
  PwCheckpoint point = {0};
  PawlStatus status = load_checkpoint(w, messages, &data, &point);
  int64_t lengths[TABLES] = {point.rows_length,    point.motion_length, point.events_length,
                             point.touches_length, point.audit_length,  point.audit_touches_length};
  w->row = point.rows;
  w->event_rows = point.events;
  w->checkpoint = true;
  w->audit_rows = rows_of(&heads[AUDIT], w->audit_count, point.audit_length);
  w->audit_touch_rows = rows_of(&heads[AUDIT_TOUCHES], w->audit_touch_count, point.audit_touches_length);
  for (int i = 0; i < TABLES && status == PAWL_OK; i++) {
    if (!heads[i].length) continue;
    status = resume_table(w, i, heads[i].data, lengths[i], messages);
    if (status == PAWL_OK && i == ROWS && !pw_folder_lock(w->rows.file)) status = refuse_busy(w->paths.partial, messages);
  }
  if (status == PAWL_OK) {  // the caller's bytes move to the front of the block that they were read into
    memmove(data, point.bytes, point.length);
    *bytes = data;
    *length = point.length;
  } else {
    free(data);
  }
  return status;
}

PawlStatus pw_result_resume(const char *directory, const PwResultLayout *layout, PawlMessages *messages, PwResultWriter **out,
                            void **bytes, size_t *length) {
  PwText heads[TABLES] = {0};
  PwResultWriter *w = NULL;
  PawlStatus status = make_heads(layout, messages, heads);
  if (status == PAWL_OK) status = make_writer(directory, layout, messages, &w);
  if (status == PAWL_OK) status = resume_files(w, heads, messages, bytes, length);
  if (status == PAWL_OK) {
    *out = w;
  } else if (w) {
    pw_result_free_writer(w);
  }
  free_heads(heads);
  return status;
}
