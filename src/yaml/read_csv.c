// Files of numbers that a model names: columns parted by comma, semicolon or blanks, one line of titles at most, comments with #.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "yaml/reader.h"

enum { ASKED_MAX = 8 };

typedef struct {
  PwReader *r;
  const int *column;
  int least;
  int32_t capacity;  // lines
  PwPlace place;     // of the line that is read
  PwCsv *out;
} Lines;

static bool is_separator(char c) {
  return c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\r';
}

// Numbers of one line in the columns asked for; returns how many of these it has. 0: empty or a comment; -1: not numbers.
static int parse_line(const Lines *w, const char *s, int asked, double *out) {
  bool found[ASKED_MAX] = {false};
  s += strspn(s, " \t\r");
  if (!*s || *s == '#') return 0;
  for (int k = 0; *s && k <= PW_COLUMNS_MAX; k++) {
    double value;
    int used = pw_double_parse(s, &value);
    for (int j = 0; j < asked; j++) {
      if (w->column[j] != k) continue;
      if (!used || (s[used] && !is_separator(s[used])) || !isfinite(value)) return -1;
      out[j] = value;
      found[j] = true;
    }
    while (*s && !is_separator(*s)) s++;
    s += strspn(s, " \t\r");
    if (*s == ',' || *s == ';') s++;
    s += strspn(s, " \t\r");
  }
  int count = 0;
  while (count < asked && found[count]) count++;
  return count < w->least ? -1 : count;
}

static bool add_line(Lines *w, const double *values) {
  PwCsv *csv = w->out;
  if (csv->count == w->capacity) {
    int32_t capacity = w->capacity ? 2 * w->capacity : 64;
    double *more = realloc(csv->value, (size_t)capacity * (size_t)csv->columns * sizeof *more);
    if (more) csv->value = more;
    int32_t *lines = realloc(csv->line, (size_t)capacity * sizeof *lines);
    if (lines) csv->line = lines;
    if (!more || !lines) {
      pw_read_no_memory(w->r, w->place);
      return false;
    }
    w->capacity = capacity;
  }
  memcpy(csv->value + (size_t)csv->count * (size_t)csv->columns, values, (size_t)csv->columns * sizeof *values);
  csv->line[csv->count++] = w->place.line;
  return true;
}

static void complain(const Lines *w, int got) {
  char names[ASKED_MAX * 16] = "";
  if (got > 0) {
    pw_read_fail(w->r, w->place, "this line has %d numbers, those before it have %d", got, (int)w->out->columns);
    return;
  }
  for (int j = 0; j < w->least; j++) {
    size_t n = strlen(names);
    snprintf(names + n, sizeof names - n, "%s%d", j == 0 ? "" : j + 1 < w->least ? ", " : " and ", w->column[j]);
  }
  pw_read_fail(w->r, w->place, "no finite numbers in columns %s of this line", names);
}

// One line of names may come first; every other line holds numbers.
static bool parse_lines(Lines *w, char *text, int asked) {
  bool first = true;
  for (char *line = text, *next; line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    w->place.line++;
    double values[ASKED_MAX];
    int got = parse_line(w, line, asked, values);
    if (got > 0 && !w->out->count) w->out->columns = got;
    if (got < 0 ? !first : got > 0 && got != w->out->columns) {
      complain(w, got);
      return false;
    }
    if (got != 0) first = false;
    if (got > 0 && !add_line(w, values)) return false;
  }
  return true;
}

// The text of a file beside the model, ended by a zero, to be cut into lines; free(). The model keeps it as it is, so that it can
// be read again without the file.
static PawlStatus read_beside(PwReader *r, const char *path, PwPlace place, char **out, size_t *length) {
  const PwOriginFile *kept = pw_origin_find_file(r->model, path);
  if (!kept) {
    char *text = NULL;
    PawlStatus status = pw_file_read(path, true, place, r->messages, &text, length);
    if (status) return status;
    kept = pw_origin_keep_file(r->model, path, text, *length);
    free(text);
  }
  *out = kept ? malloc(kept->length + 1) : NULL;
  if (!*out) return PAWL_ERR_MEMORY;
  memcpy(*out, kept->text, kept->length);
  (*out)[ *length = kept->length] = 0;
  return PAWL_OK;
}

bool pw_read_csv(PwReader *r, const PwNode *csv, const int *column, int least, int asked, PwCsv *out) {
  const char *name;
  *out = (PwCsv){0};
  if (!pw_read_text(r, csv, "csv", &name)) return false;
  char *text = NULL;
  size_t length = 0;
  out->path = pw_read_path(r, name);
  PawlStatus status = out->path ? read_beside(r, out->path, csv->place, &text, &length) : PAWL_ERR_MEMORY;
  if (status != PAWL_OK) {
    r->failed = true;
    r->no_memory |= status == PAWL_ERR_MEMORY;
    return false;
  }
  bool good = !memchr(text, 0, length);
  if (!good) pw_read_fail(r, csv->place, "'%s' is not a text of numbers", name);
  good = good && parse_lines(&(Lines){r, column, least, 0, {out->path, 0, 1}, out}, text, asked);
  free(text);
  return good;
}

bool pw_read_csv_pairs(PwReader *r, const PwNode *map, const PwNode *csv, PwCsv *out) {
  int column[2] = {0, 1};
  double values[2];
  const PwNode *columns = pw_node_get(map, "columns");
  *out = (PwCsv){0};
  if (columns && !pw_read_list(r, columns, "columns", PW_DIM_NONE, 2, values)) return false;
  for (int k = 0; columns && k < 2; k++) {
    if (values[k] != floor(values[k]) || values[k] < 0 || values[k] >= PW_COLUMNS_MAX) {
      pw_read_fail(r, columns->place, "'columns' are two whole numbers from 0 on");
      return false;
    }
    column[k] = (int)values[k];
  }
  return pw_read_csv(r, csv, column, 2, 2, out);
}

void pw_csv_free(PwCsv *csv) {
  free(csv->value);
  free(csv->line);
  *csv = (PwCsv){0};
}
