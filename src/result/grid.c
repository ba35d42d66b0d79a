#include "result/grid.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/folder.h"

#define FILE_BYTES_MAX ((int64_t)4 << 30)

// ---- lines and fields

PwTableFile pw_table_begin(int file, const char *path, PawlMessages *messages) {
  return (PwTableFile){.lines = pw_lines_begin(file, FILE_BYTES_MAX), .path = path, .messages = messages};
}

void pw_table_end(PwTableFile *t) {
  pw_lines_free(&t->lines);
}

PawlStatus pw_table_complain(const PwTableFile *t, const char *at, const char *text) {
  PwPlace place = {t->path, t->lines.line > INT32_MAX ? 0 : (int32_t)t->lines.line, at ? (int32_t)(at - t->line) + 1 : 0};
  return pw_fail(t->messages, PAWL_ERR_INPUT, place, "%s", text);
}

PawlStatus pw_table_out_of_memory(PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory for the result");
}

PawlStatus pw_table_line(PwTableFile *t, bool *end) {
  *end = false;
  switch (pw_lines_next(&t->lines, &t->line)) {
    case PW_LINE_OK:
      t->length = strlen(t->line);
      return PAWL_OK;
    case PW_LINE_END:
      *end = true;
      return PAWL_OK;
    case PW_LINE_TOO_LONG:
      return pw_table_complain(t, NULL, "this line is over 32 MB long");
    case PW_LINE_TOO_MUCH:
      return pw_table_complain(t, NULL, "the file is over 4 GB long");
    case PW_LINE_NOT_TEXT:
      return pw_table_complain(t, NULL, "this line is not text");
    case PW_LINE_FAILED:
      break;
  }
  if (errno == ENOMEM) return pw_table_out_of_memory(t->messages);
  return pw_folder_fail(t->messages, "read", t->path, NULL, errno);
}

PawlStatus pw_table_head(PwTableFile *t) {
  bool end;
  PawlStatus status = pw_table_line(t, &end);
  return status == PAWL_OK && end ? pw_table_complain(t, NULL, "the file ends before its first line does") : status;
}

PawlStatus pw_table_field(const PwTableFile *t, char **at, char **field) {
  if (!*at) return pw_table_complain(t, t->line + t->length, "fields are missing at the end of this line");
  *field = pw_csv_take(at);
  if (*field) return PAWL_OK;
  return pw_table_complain(t, *at, **at ? "text after a closing quote" : "a quote is not closed");
}

// A number that stands there as such, up to its comma or the end.
static bool take_plain(char **at, double *out) {
  int n = *at ? pw_double_parse(*at, out) : 0;
  if (!n || ((*at)[n] && (*at)[n] != ',')) return false;
  *at = (*at)[n] ? *at + n + 1 : NULL;
  return true;
}

PawlStatus pw_table_number(const PwTableFile *t, char **at, bool optional, double *out) {
  char *field;
  if (take_plain(at, out)) return PAWL_OK;
  PawlStatus status = pw_table_field(t, at, &field);
  if (status != PAWL_OK) return status;
  if (optional && !field[0]) {
    *out = NAN;
    return PAWL_OK;
  }
  if (pw_csv_number(field, out)) return PAWL_OK;
  char text[100];
  snprintf(text, sizeof text, "expected a number, found '%.40s'", field);
  return pw_table_complain(t, field, text);
}

PawlStatus pw_table_last(const PwTableFile *t, const char *at) {
  return at ? pw_table_complain(t, at, "more fields than columns") : PAWL_OK;
}

void *pw_table_reserve(void *data, int64_t count, int64_t *capacity, size_t size) {
  if (count < *capacity) return data;
  int64_t wanted = *capacity ? 2 * *capacity : 64;
  if ((uint64_t)wanted > SIZE_MAX / 2 / size) return NULL;
  void *bigger = realloc(data, (size_t)wanted * size);
  if (bigger) *capacity = wanted;
  return bigger;
}

// ---- tables of numbers

PawlStatus pw_grid_headings(PwGrid *g, const PwTableFile *t) {
  int32_t count = 1;
  for (const char *c = t->line; *c; c++) count += *c == ',' && count <= PW_CSV_COLUMNS_MAX;
  if (count > PW_CSV_COLUMNS_MAX) return pw_table_complain(t, NULL, "more than 1000000 columns");
  g->heading = calloc((size_t)count, sizeof *g->heading);
  if (!g->heading) return pw_table_out_of_memory(t->messages);
  for (char *at = t->line, *field; at; g->columns++) {
    PawlStatus status = pw_table_field(t, &at, &field);
    if (status != PAWL_OK) return status;
    char *copy = pw_arena_string(&g->arena, field);
    if (!copy) return pw_table_out_of_memory(t->messages);
    pw_csv_split_heading(copy, &g->heading[g->columns].name, &g->heading[g->columns].unit);
    const char *name = g->heading[g->columns].name;
    if (!name[0]) return pw_table_complain(t, field, "a column has no name");
    if (pw_names_get(&g->names, 0, name) < 0 && !pw_names_put(&g->names, 0, name, g->columns)) {
      return pw_table_out_of_memory(t->messages);
    }
  }
  return PAWL_OK;
}

static PawlStatus read_rows(PwGrid *g, PwTableFile *t) {
  PawlStatus status = pw_table_head(t);
  if (status == PAWL_OK) status = pw_grid_headings(g, t);
  for (bool end = false; status == PAWL_OK;) {
    status = pw_table_line(t, &end);
    if (status != PAWL_OK || end) break;
    double *value = pw_table_reserve(g->value, g->rows, &g->capacity, (size_t)g->columns * sizeof *value);
    if (!value) return pw_table_out_of_memory(t->messages);
    g->value = value;
    double *row = value + g->rows * g->columns;
    char *at = t->line;
    for (int32_t i = 0; i < g->columns && status == PAWL_OK; i++) status = pw_table_number(t, &at, false, &row[i]);
    if (status == PAWL_OK) status = pw_table_last(t, at);
    g->rows++;
  }
  return status;
}

PawlStatus pw_grid_read(int file, const char *path, PawlMessages *messages, PwGrid *out) {
  *out = (PwGrid){0};
  PwTableFile table = pw_table_begin(file, path, messages);
  PawlStatus status = read_rows(out, &table);
  pw_table_end(&table);
  if (status != PAWL_OK) pw_grid_free(out);
  return status;
}

void pw_grid_free(PwGrid *g) {
  free(g->heading);
  free(g->value);
  pw_names_free(&g->names);
  pw_arena_free(&g->arena);
  *g = (PwGrid){0};
}

int32_t pw_grid_find(const PwGrid *g, const char *name) {
  return pw_names_get(&g->names, 0, name);
}
