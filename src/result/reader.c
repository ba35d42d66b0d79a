// Reads a result folder, also one that is still being written, was cut off, or was made to do harm.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "result/csv.h"
#include "result/folder.h"
#include "result/result.h"

#define TEXT_BYTES_MAX ((size_t)256 << 20)

struct PwResult {
  PwArena arena;  // texts
  int folder;
  char *path;
  PwGrid grid;  // result.csv
  const char *unit[PW_EVENT_FIELDS];
  int event_columns;
  PwResultEvent *event;
  int64_t events, events_capacity;
};

// ---- events.csv

static PawlStatus complain_of_headings(const PwTableFile *t, const char *field) {
  PwText text = {0};
  pw_text_add(&text, "the columns must be ");
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    const char *between = i == 0 ? "" : i == pw_event_columns(false) ? ", with friction also " : ", ";
    pw_text_format(&text, "%s%s", between, pw_event_field(i)->name);
  }
  pw_text_add(&text, "; if another version of pawl made this result, run it again");
  PawlStatus status = text.failed ? pw_table_out_of_memory(t->messages) : pw_table_complain(t, field, text.data);
  pw_text_free(&text);
  return status;
}

// All of them, or those of mechanisms without friction.
static PawlStatus check_event_headings(PwResult *r, PwTableFile *t) {
  PawlStatus status = pw_table_head(t);
  if (status != PAWL_OK) return status;
  char *at = t->line, *field = NULL;
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    const char *name, *unit;
    status = pw_table_field(t, &at, &field);
    if (status != PAWL_OK) return status;
    pw_csv_split_heading(field, &name, &unit);
    if (strcmp(name, pw_event_field(i)->name) != 0) break;
    r->unit[i] = pw_arena_string(&r->arena, unit);
    if (!r->unit[i]) return pw_table_out_of_memory(t->messages);
    r->event_columns = i + 1;
    if (!at && (r->event_columns == PW_EVENT_FIELDS || r->event_columns == pw_event_columns(false))) return PAWL_OK;
  }
  return complain_of_headings(t, field);
}

// The next field of a record.
static PawlStatus read_field(PwResult *r, PwTableFile *t, char **at, int field, PwResultEvent *out) {
  bool optional = pw_event_field(field)->when != PW_EVENT_ALWAYS;
  if (!pw_event_field(field)->is_text) {
    double number = NAN;
    PawlStatus status = pw_table_number(t, at, optional, &number);
    pw_event_set_number(out, field, number);
    return status;
  }
  char *word;
  PawlStatus status = pw_table_field(t, at, &word);
  if (status != PAWL_OK || (optional && !word[0])) return status;
  const char *kept = pw_arena_string(&r->arena, word);
  pw_event_set_text(out, field, kept);
  return kept ? PAWL_OK : pw_table_out_of_memory(t->messages);
}

static PawlStatus read_event(PwResult *r, PwTableFile *t) {
  PwResultEvent e = pw_event_blank();
  char *at = t->line;
  for (int i = 0; i < r->event_columns; i++) {
    PawlStatus status = read_field(r, t, &at, i, &e);
    if (status != PAWL_OK) return status;
  }
  PawlStatus status = pw_table_last(t, at);
  if (status != PAWL_OK) return status;
  PwResultEvent *events = pw_table_reserve(r->event, r->events, &r->events_capacity, sizeof e);
  if (!events) return pw_table_out_of_memory(t->messages);
  r->event = events;
  events[r->events++] = e;
  return PAWL_OK;
}

static PawlStatus read_events(PwResult *r, int file, PawlMessages *messages) {
  char *path = pw_arena_format(&r->arena, "%s/events.csv", r->path);
  if (!path) return pw_table_out_of_memory(messages);
  PwTableFile table = pw_table_begin(file, path, messages);
  PawlStatus status = check_event_headings(r, &table);
  for (bool end = false; status == PAWL_OK;) {
    status = pw_table_line(&table, &end);
    if (status != PAWL_OK || end) break;
    status = read_event(r, &table);
  }
  pw_table_end(&table);
  return status;
}

// ---- the folder

static PawlStatus read_grid(const PwResult *r, int file, const char *name, PawlMessages *messages, PwGrid *out) {
  PwArena arena = {0};
  char *path = pw_arena_format(&arena, "%s/%s", r->path, name);
  PawlStatus status = path ? pw_grid_read(file, path, messages, out) : pw_table_out_of_memory(messages);
  pw_arena_free(&arena);
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
  if (!r) return pw_table_out_of_memory(messages);
  int file[2];
  PawlStatus status;
  if (open_folder(r, directory, file)) {
    status = read_grid(r, file[0], "result.csv", messages, &r->grid);
    if (status == PAWL_OK) status = read_events(r, file[1], messages);
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
  pw_grid_free(&r->grid);
  free(r->event);
  pw_arena_free(&r->arena);
  free(r);
}

int32_t pw_result_columns(const PwResult *r) {
  return r->grid.columns;
}

const char *pw_result_column_name(const PwResult *r, int32_t column) {
  return r->grid.heading[column].name;
}

const char *pw_result_column_unit(const PwResult *r, int32_t column) {
  return r->grid.heading[column].unit;
}

int32_t pw_result_find_column(const PwResult *r, const char *name) {
  return pw_grid_find(&r->grid, name);
}

int64_t pw_result_rows(const PwResult *r) {
  return r->grid.rows;
}

double pw_result_value(const PwResult *r, int64_t row, int32_t column) {
  return pw_grid_value(&r->grid, row, column);
}

static PawlStatus read_table(const PwResult *r, const char *name, bool needed, PawlMessages *messages, PwGrid *out) {
  *out = (PwGrid){0};
  int file = pw_folder_open_file(r->folder, name);
  if (file < 0 && !needed && errno == ENOENT) return PAWL_OK;
  if (file < 0) {
    pw_folder_fail(messages, "read", r->path, name, errno);
    return PAWL_ERR_INPUT;
  }
  PawlStatus status = read_grid(r, file, name, messages, out);
  close(file);
  return status;
}

PawlStatus pw_result_read_motion(const PwResult *r, PawlMessages *messages, PwGrid *out) {
  return read_table(r, "motion.csv", true, messages, out);
}

PawlStatus pw_result_read_touches(const PwResult *r, PawlMessages *messages, PwGrid *out) {
  return read_table(r, "touches.csv", false, messages, out);
}

PawlStatus pw_result_read_modes(const PwResult *r, PawlMessages *messages, PwGrid *out) {
  return read_table(r, "modes.csv", false, messages, out);
}

const char *pw_result_folder(const PwResult *r) {
  return r->path;
}

int64_t pw_result_events(const PwResult *r) {
  return r->events;
}

PwResultEvent pw_result_get_event(const PwResult *r, int64_t index) {
  return r->event[index];
}

int pw_result_event_columns(const PwResult *r) {
  return r->event_columns;
}

const char *pw_result_event_unit(const PwResult *r, int field) {
  return r->unit[field];
}

char *pw_result_read_file(const PwResult *r, const char *name, size_t *length) {
  return strchr(name, '/') ? NULL : pw_folder_read(r->folder, name, TEXT_BYTES_MAX, length);
}
