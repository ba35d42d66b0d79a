// Opens a result folder for writing: a new one, or one to go on with.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/checkpoint.h"
#include "result/csv.h"
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

// First lines of the two tables.
static PawlStatus make_heads(const PwColumn *columns, int32_t count, const char *time_unit, PawlMessages *messages,
                             PwText heads[2]) {
  PawlStatus status = check_columns(columns, count, messages);
  if (status != PAWL_OK) return status;
  for (int32_t i = 0; i < count; i++) {
    if (i) pw_text_add(&heads[0], ",");
    pw_csv_add_heading(&heads[0], columns[i].name, columns[i].unit);
  }
  pw_text_add(&heads[0], "\n");
  pw_csv_add_heading(&heads[1], "t", time_unit);
  pw_text_add(&heads[1], ",kind,subject,detail,value\n");
  if (heads[0].failed || heads[1].failed) return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  if (heads[0].length > PW_CSV_LINE_MAX) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                   "the names of the result's columns take more than %d bytes; ask for fewer quantities under 'output'",
                   (int)PW_CSV_LINE_MAX);
  }
  return PAWL_OK;
}

void pw_result_free_writer(PwResultWriter *w) {
  pw_sheet_close(&w->rows);
  pw_sheet_close(&w->events);
  if (w->folder >= 0) close(w->folder);
  pw_folder_paths_free(&w->paths);
  free(w->scale);
  free(w);
}

// A writer with everything but its files; DIR and DIR.partial have been looked at.
static PawlStatus make_writer(const char *directory, const PwColumn *columns, int32_t count, double time_scale,
                              PawlMessages *messages, PwResultWriter **out) {
  PwResultWriter *w = calloc(1, sizeof *w);
  double *scale = malloc((size_t)count * sizeof *scale);
  if (!w || !scale) {
    free(w);
    free(scale);
    return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  }
  for (int32_t i = 0; i < count; i++) scale[i] = columns[i].scale;
  *w = (PwResultWriter){
      .folder = -1, .rows.file = -1, .events.file = -1, .scale = scale, .count = count, .time_scale = time_scale};
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

// A lock on result.csv marks a folder that is being written. File systems without locks go unguarded.
static bool is_busy(int file, short command) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(file, command, &lock) != 0) return errno == EACCES || errno == EAGAIN;
  return command == F_GETLK && lock.l_type != F_UNLCK;
}

static bool folder_is_busy(const char *path) {
  int folder = pw_folder_open(path);
  int file = folder < 0 ? -1 : pw_folder_open_file(folder, "result.csv");
  bool busy = file >= 0 && is_busy(file, F_GETLK);
  if (file >= 0) close(file);
  if (folder >= 0) close(folder);
  return busy;
}

static PawlStatus create_files(PwResultWriter *w, const PwText heads[2], PawlMessages *messages) {
  const char *partial = w->paths.partial;
  if (folder_is_busy(partial)) return refuse_busy(partial, messages);
  PawlStatus status = pw_folder_remove(partial, messages);
  if (status != PAWL_OK) return status;
  if (mkdir(partial, 0777) != 0) {
    pw_folder_fail(messages, "create", partial, NULL, errno);
    return PAWL_ERR_ARGUMENT;
  }
  w->folder = pw_folder_open(partial);
  if (w->folder < 0) return pw_folder_fail(messages, "open", partial, NULL, errno);
  if (!pw_sheet_create(&w->rows, w->folder, "result.csv", HOLD_BYTES)) {
    return pw_folder_fail(messages, "create", partial, "result.csv", errno);
  }
  if (is_busy(w->rows.file, F_SETLK)) return refuse_busy(partial, messages);
  if (!pw_sheet_create(&w->events, w->folder, "events.csv", 0)) {
    return pw_folder_fail(messages, "create", partial, "events.csv", errno);
  }
  PwSheet *table[2] = {&w->rows, &w->events};
  for (int i = 0; i < 2; i++) {  // the heads, so that a reader finds tables from the first moment on
    pw_text_add_bytes(&table[i]->text, heads[i].data, heads[i].length - 1);
    if (!pw_sheet_end_row(table[i]) || !pw_sheet_flush(table[i]))
      return pw_folder_fail(messages, "write to", partial, NULL, errno);
  }
  return PAWL_OK;
}

PawlStatus pw_result_create(const char *directory, const PwColumn *columns, int32_t count, const char *time_unit,
                            double time_scale, PawlMessages *messages, PwResultWriter **out) {
  PwText heads[2] = {0};
  PwResultWriter *w = NULL;
  PawlStatus status = make_heads(columns, count, time_unit, messages, heads);
  if (status == PAWL_OK) status = make_writer(directory, columns, count, time_scale, messages, &w);
  if (status == PAWL_OK) status = create_files(w, heads, messages);
  if (status == PAWL_OK) {
    *out = w;
  } else if (w) {
    pw_result_free_writer(w);
  }
  pw_text_free(&heads[0]);
  pw_text_free(&heads[1]);
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

static PawlStatus resume_table(PwResultWriter *w, PwSheet *table, const char *name, size_t hold, const char *head, int64_t length,
                               PawlMessages *messages) {
  const char *wrong = pw_sheet_resume(table, w->folder, name, hold, head, length);
  if (!wrong) return PAWL_OK;
  if (!wrong[0]) return pw_folder_fail(messages, "open", w->paths.partial, name, errno);
  return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "cannot go on with '%s/%s': %s; run without resuming", w->paths.partial,
                 name, wrong);
}

static PawlStatus resume_files(PwResultWriter *w, const PwText heads[2], PawlMessages *messages, void **bytes, size_t *length) {
  if (folder_is_busy(w->paths.partial)) return refuse_busy(w->paths.partial, messages);
  char *data = NULL;
  PwCheckpoint point;
  PawlStatus status = load_checkpoint(w, messages, &data, &point);
  if (status == PAWL_OK) {
    status = resume_table(w, &w->rows, "result.csv", HOLD_BYTES, heads[0].data, point.rows_length, messages);
  }
  if (status == PAWL_OK && is_busy(w->rows.file, F_SETLK)) status = refuse_busy(w->paths.partial, messages);
  if (status == PAWL_OK) status = resume_table(w, &w->events, "events.csv", 0, heads[1].data, point.events_length, messages);
  if (status == PAWL_OK) {  // the caller's bytes move to the front of the block that they were read into
    memmove(data, point.bytes, point.length);
    *bytes = data;
    *length = point.length;
  } else {
    free(data);
  }
  return status;
}

PawlStatus pw_result_resume(const char *directory, const PwColumn *columns, int32_t count, const char *time_unit,
                            double time_scale, PawlMessages *messages, PwResultWriter **out, void **bytes, size_t *length) {
  PwText heads[2] = {0};
  PwResultWriter *w = NULL;
  PawlStatus status = make_heads(columns, count, time_unit, messages, heads);
  if (status == PAWL_OK) status = make_writer(directory, columns, count, time_scale, messages, &w);
  if (status == PAWL_OK) status = resume_files(w, heads, messages, bytes, length);
  if (status == PAWL_OK) {
    *out = w;
  } else if (w) {
    pw_result_free_writer(w);
  }
  pw_text_free(&heads[0]);
  pw_text_free(&heads[1]);
  return status;
}
