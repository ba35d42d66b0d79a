// Reads a result folder, also one that is still being written, was cut off, or was made to do harm: everything has a limit and a
// complaint names file, line and column.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "result/csv.h"
#include "result/folder.h"
#include "result/result.h"

#define FILE_BYTES_MAX ((int64_t)4 << 30)
#define TEXT_BYTES_MAX ((size_t)256 << 20)

typedef struct {
  const char *name, *unit;
} Heading;

struct PwResult {
  PwArena arena;  // texts
  int folder;
  char *path;
  Heading *heading;
  int32_t columns;
  double *value;  // rows x columns
  int64_t rows, rows_capacity;
  PwResultEvent *event;
  int64_t events, events_capacity;
};

// A table that is being read, for its complaints.
typedef struct {
  PwLines lines;
  char *line;        // being read; taking fields off it leaves zeros in it
  size_t length;     // of it
  const char *file;  // path of it
  PawlMessages *messages;
} Table;

static PawlStatus complain(const Table *t, const char *at, const char *text) {
  PwPlace place = {t->file, t->lines.line > INT32_MAX ? 0 : (int32_t)t->lines.line, at ? (int32_t)(at - t->line) + 1 : 0};
  return pw_fail(t->messages, PAWL_ERR_INPUT, place, "%s", text);
}

static PawlStatus out_of_memory(PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory for the result");
}

// The next line; *end if there is none.
static PawlStatus next_line(Table *t, bool *end) {
  *end = false;
  switch (pw_lines_next(&t->lines, &t->line)) {
    case PW_LINE_OK:
      t->length = strlen(t->line);
      return PAWL_OK;
    case PW_LINE_END:
      *end = true;
      return PAWL_OK;
    case PW_LINE_TOO_LONG:
      return complain(t, NULL, "this line is over 4 MB long");
    case PW_LINE_TOO_MUCH:
      return complain(t, NULL, "the file is over 4 GB long");
    case PW_LINE_NOT_TEXT:
      return complain(t, NULL, "this line is not text");
    case PW_LINE_FAILED:
      break;
  }
  if (errno == ENOMEM) return out_of_memory(t->messages);
  return pw_folder_fail(t->messages, "read", t->file, NULL, errno);
}

static PawlStatus next_field(const Table *t, char **at, char **field) {
  char *start = *at;
  if (!start) return complain(t, t->line + t->length, "fields are missing at the end of this line");
  *field = pw_csv_take(at);
  if (*field) return PAWL_OK;
  return complain(t, *at, **at ? "text after a closing quote" : "a quote is not closed");
}

static PawlStatus next_number(const Table *t, char **at, double *out) {
  char *field;
  PawlStatus status = next_field(t, at, &field);
  if (status != PAWL_OK || pw_csv_number(field, out)) return status;
  char text[100];
  snprintf(text, sizeof text, "expected a number, found '%.40s'", field);
  return complain(t, field, text);
}

// `data` with room for one more item of `size` bytes; NULL when out of memory, `data` is then still valid.
static void *reserve(void *data, int64_t count, int64_t *capacity, size_t size) {
  if (count < *capacity) return data;
  int64_t wanted = *capacity ? 2 * *capacity : 64;
  if ((uint64_t)wanted > SIZE_MAX / 2 / size) return NULL;
  void *bigger = realloc(data, (size_t)wanted * size);
  if (bigger) *capacity = wanted;
  return bigger;
}

// ---- result.csv

static PawlStatus read_headings(PwResult *r, Table *t) {
  bool end;
  PawlStatus status = next_line(t, &end);
  if (status != PAWL_OK) return status;
  if (end) return complain(t, NULL, "the file ends before its first line does");
  int32_t count = 1;
  for (const char *c = t->line; *c; c++) count += *c == ',' && count <= PW_CSV_COLUMNS_MAX;
  if (count > PW_CSV_COLUMNS_MAX) return complain(t, NULL, "more than 100000 columns");
  r->heading = calloc((size_t)count, sizeof *r->heading);
  if (!r->heading) return out_of_memory(t->messages);
  for (char *at = t->line, *field; at; r->columns++) {
    status = next_field(t, &at, &field);
    if (status != PAWL_OK) return status;
    char *copy = pw_arena_string(&r->arena, field);
    if (!copy) return out_of_memory(t->messages);
    pw_csv_split_heading(copy, &r->heading[r->columns].name, &r->heading[r->columns].unit);
    if (!r->heading[r->columns].name[0]) return complain(t, field, "a column has no name");
  }
  return PAWL_OK;
}

static PawlStatus read_rows(PwResult *r, Table *t) {
  PawlStatus status = read_headings(r, t);
  for (bool end = false; status == PAWL_OK;) {
    status = next_line(t, &end);
    if (status != PAWL_OK || end) break;
    double *value = reserve(r->value, r->rows, &r->rows_capacity, (size_t)r->columns * sizeof *value);
    if (!value) return out_of_memory(t->messages);
    r->value = value;
    double *row = value + r->rows * r->columns;
    char *at = t->line;
    for (int32_t i = 0; i < r->columns && status == PAWL_OK; i++) status = next_number(t, &at, &row[i]);
    if (status == PAWL_OK && at) status = complain(t, at, "more fields than columns");
    r->rows++;
  }
  return status;
}

// ---- events.csv

static PawlStatus check_event_headings(Table *t) {
  static const char *const NAMES[5] = {"t", "kind", "subject", "detail", "value"};
  bool end;
  PawlStatus status = next_line(t, &end);
  if (status != PAWL_OK) return status;
  if (end) return complain(t, NULL, "the file ends before its first line does");
  char *at = t->line, *field = NULL;
  for (int i = 0; i < 5; i++) {
    const char *name, *unit;
    status = next_field(t, &at, &field);
    if (status != PAWL_OK) return status;
    pw_csv_split_heading(field, &name, &unit);
    if (strcmp(name, NAMES[i]) != 0) break;
    if (i == 4 && !at) return PAWL_OK;
  }
  return complain(t, field, "the columns must be t, kind, subject, detail, value");
}

static PawlStatus read_event(PwResult *r, Table *t) {
  PwResultEvent event;
  const char **words[3] = {&event.kind, &event.subject, &event.detail};
  char *at = t->line, *field;
  PawlStatus status = next_number(t, &at, &event.t);
  for (int i = 0; i < 3 && status == PAWL_OK; i++) {
    status = next_field(t, &at, &field);
    if (status != PAWL_OK) break;
    *words[i] = pw_arena_string(&r->arena, field);
    if (!*words[i]) return out_of_memory(t->messages);
  }
  if (status == PAWL_OK) status = next_number(t, &at, &event.value);
  if (status == PAWL_OK && at) status = complain(t, at, "more fields than columns");
  if (status != PAWL_OK) return status;
  PwResultEvent *events = reserve(r->event, r->events, &r->events_capacity, sizeof event);
  if (!events) return out_of_memory(t->messages);
  r->event = events;
  events[r->events++] = event;
  return PAWL_OK;
}

static PawlStatus read_events(PwResult *r, Table *t) {
  PawlStatus status = check_event_headings(t);
  for (bool end = false; status == PAWL_OK;) {
    status = next_line(t, &end);
    if (status != PAWL_OK || end) break;
    status = read_event(r, t);
  }
  return status;
}

// ---- the folder

static PawlStatus read_table(PwResult *r, int file, const char *name, PawlStatus (*read)(PwResult *, Table *),
                             PawlMessages *messages) {
  char *path = pw_arena_format(&r->arena, "%s/%s", r->path, name);
  if (!path) return out_of_memory(messages);
  Table table = {.lines = pw_lines_begin(file, FILE_BYTES_MAX), .file = path, .messages = messages};
  PawlStatus status = read(r, &table);
  pw_lines_free(&table.lines);
  return status;
}

static void close_all(int folder, const int file[2]) {
  if (file[0] >= 0) close(file[0]);
  if (file[1] >= 0) close(file[1]);
  if (folder >= 0) close(folder);
}

// Opens one folder with both of its tables. *there tells whether the folder itself could be opened.
static bool open_one(PwResult *r, const char *directory, size_t n, const char *suffix, int file[2], bool *there) {
  r->path = pw_arena_format(&r->arena, "%.*s%s", (int)n, directory, suffix);
  r->folder = r->path ? pw_folder_open(r->path) : -1;
  *there = r->folder >= 0;
  file[0] = r->folder < 0 ? -1 : pw_folder_open_file(r->folder, "result.csv");
  file[1] = r->folder < 0 ? -1 : pw_folder_open_file(r->folder, "events.csv");
  if (file[0] >= 0 && file[1] >= 0) return true;
  close_all(r->folder, file);
  r->folder = -1;
  return false;
}

// Opens DIR, or DIR.partial if there is no DIR. A run may put its folder in DIR's place and remove the old one between two looks:
// a DIR that has lost its tables is looked at again before DIR.partial, which may belong to the next run. Once its files are
// open, a folder may be moved or removed without harm.
static bool open_folder(PwResult *r, const char *directory, int file[2]) {
  enum { LOOKS = 50 };
  size_t n = strlen(directory);
  bool there = true, partial;
  while (n > 1 && directory[n - 1] == '/') n--;
  if (n > INT32_MAX) return false;
  for (int look = 0; look < LOOKS; look++) {
    if (open_one(r, directory, n, "", file, &there)) return true;
    if (!there && open_one(r, directory, n, ".partial", file, &partial)) return true;
  }
  return open_one(r, directory, n, ".partial", file, &partial);
}

PawlStatus pw_result_open(const char *directory, PawlMessages *messages, PwResult **out) {
  PwResult *r = calloc(1, sizeof *r);
  if (!r) return out_of_memory(messages);
  int file[2];
  PawlStatus status;
  if (open_folder(r, directory, file)) {
    status = read_table(r, file[0], "result.csv", read_rows, messages);
    if (status == PAWL_OK) status = read_table(r, file[1], "events.csv", read_events, messages);
    close_all(-1, file);
  } else {
    r->folder = -1;
    status =
        pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE,
                "no result in '%s': neither it nor its .partial has a result.csv and an events.csv that can be read", directory);
  }
  if (status == PAWL_OK) {
    *out = r;
  } else {
    pw_result_free(r);
  }
  return status;
}

void pw_result_free(PwResult *r) {
  if (!r) return;
  if (r->folder >= 0) close(r->folder);
  free(r->heading);
  free(r->value);
  free(r->event);
  pw_arena_free(&r->arena);
  free(r);
}

int32_t pw_result_columns(const PwResult *r) {
  return r->columns;
}

const char *pw_result_column_name(const PwResult *r, int32_t column) {
  return r->heading[column].name;
}

const char *pw_result_column_unit(const PwResult *r, int32_t column) {
  return r->heading[column].unit;
}

int32_t pw_result_find_column(const PwResult *r, const char *name) {
  for (int32_t i = 0; i < r->columns; i++) {
    if (strcmp(r->heading[i].name, name) == 0) return i;
  }
  return -1;
}

int64_t pw_result_rows(const PwResult *r) {
  return r->rows;
}

double pw_result_value(const PwResult *r, int64_t row, int32_t column) {
  return r->value[row * r->columns + column];
}

int64_t pw_result_events(const PwResult *r) {
  return r->events;
}

PwResultEvent pw_result_get_event(const PwResult *r, int64_t index) {
  return r->event[index];
}

char *pw_result_read_file(const PwResult *r, const char *name, size_t *length) {
  return strchr(name, '/') ? NULL : pw_folder_read(r->folder, name, TEXT_BYTES_MAX, length);
}
