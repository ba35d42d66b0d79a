// Tables: points written in the model file or in a file of numbers beside it.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/reader.h"

enum { COLUMNS_MAX = 1000 };

static bool add_point(PwPoints *p, double x, double y) {
  if (p->count == p->capacity) {
    int32_t capacity = p->capacity ? 2 * p->capacity : 64;
    double *more_x = realloc(p->x, (size_t)capacity * sizeof *more_x);
    if (more_x) p->x = more_x;
    double *more_y = realloc(p->y, (size_t)capacity * sizeof *more_y);
    if (more_y) p->y = more_y;
    if (!more_x || !more_y) return false;
    p->capacity = capacity;
  }
  p->x[p->count] = x;
  p->y[p->count++] = y;
  return true;
}

static bool is_separator(char c) {
  return c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\r';
}

// Numbers of one line in the two columns asked for. 1: both found; 0: empty or a comment; -1: not numbers.
static int parse_line(const char *s, const int column[2], double out[2]) {
  bool found[2] = {false, false};
  s += strspn(s, " \t\r");
  if (!*s || *s == '#') return 0;
  for (int k = 0; *s && k <= COLUMNS_MAX; k++) {
    double value;
    int used = pw_double_parse(s, &value);
    for (int j = 0; j < 2; j++) {
      if (column[j] != k) continue;
      if (!used || (s[used] && !is_separator(s[used])) || !isfinite(value)) return -1;
      out[j] = value;
      found[j] = true;
    }
    while (*s && !is_separator(*s)) s++;
    s += strspn(s, " \t\r");
    if (*s == ',' || *s == ';') s++;
    s += strspn(s, " \t\r");
  }
  return found[0] && found[1] ? 1 : -1;
}

// One line of names may come first; every other line holds numbers.
static bool parse_lines(PwReader *r, char *text, const char *path, const int column[2], PwPoints *points) {
  PwPlace place = {path, 0, 1};
  bool first = true;
  for (char *line = text, *next; line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    place.line++;
    double pair[2];
    int got = parse_line(line, column, pair);
    if (got < 0 && !first) {
      pw_read_fail(r, place, "no finite numbers in columns %d and %d of this line", column[0], column[1]);
      return false;
    }
    if (got != 0) first = false;
    if (got == 1 && !add_point(points, pair[0], pair[1])) {
      pw_read_fail(r, place, "out of memory");
      return false;
    }
  }
  return true;
}

static bool read_columns(PwReader *r, const PwNode *node, int column[2]) {
  double values[2];
  if (!pw_read_list(r, node, "columns", PW_DIM_NONE, 2, values)) return false;
  for (int k = 0; k < 2; k++) {
    if (values[k] != floor(values[k]) || values[k] < 0 || values[k] >= COLUMNS_MAX) {
      pw_read_fail(r, node->place, "'columns' are two whole numbers from 0 on");
      return false;
    }
    column[k] = (int)values[k];
  }
  return true;
}

bool pw_read_csv(PwReader *r, const PwNode *map, const PwNode *csv, PwPoints *points) {
  int column[2] = {0, 1};
  const PwNode *columns = pw_node_get(map, "columns");
  const char *name;
  if (columns && !read_columns(r, columns, column)) return false;
  if (!pw_read_text(r, csv, "csv", &name)) return false;
  const char *path = pw_read_path(r, name);
  char *text = NULL, *ended;
  size_t length = 0;
  if (!path || pw_file_read(path, true, csv->place, r->messages, &text, &length) != PAWL_OK) {
    r->failed = true;
    return false;
  }
  ended = realloc(text, length + 1);
  if (!ended || memchr(ended, 0, length)) {
    pw_read_fail(r, csv->place, "'%s' is not a text of numbers", name);
    free(ended ? ended : text);
    return false;
  }
  ended[length] = 0;
  bool good = parse_lines(r, ended, path, column, points);
  free(ended);
  return good;
}

static bool read_points(PwReader *r, const PwNode *map, PwPlace place, PwPoints *points) {
  const PwNode *x = pw_node_get(map, "x"), *y = pw_node_get(map, "y"), *columns = pw_node_get(map, "columns");
  if (!x || !y || x->kind != PW_NODE_LIST || y->kind != PW_NODE_LIST || x->count != y->count || columns) {
    pw_read_fail(r,
                 columns ? columns->place
                 : y     ? y->place
                         : place,
                 columns ? "'columns' goes with 'csv'" : "needs 'x' and 'y', two lists of equal length, or 'csv'");
    return false;
  }
  bool good = true;
  for (int32_t k = 0; k < x->count; k++) {
    double a = 0, b = 0;
    good = pw_read_plain_number(r, x->item[k], "x", &a) && good;
    good = pw_read_plain_number(r, y->item[k], "y", &b) && good;
    if (!add_point(points, a, b)) return false;
  }
  return good;
}

static void read_table(PwReader *r, const char *name, const PwNode *map, PwPlace place) {
  PawlTableDef def = pawl_table_def_default();
  PwPoints points = {0};
  int interpolation = def.interpolation, extension = def.extension;
  if (!pw_read_keys(r, map, NULL, pw_keys_table)) return;
  const PwNode *csv = pw_node_get(map, "csv"), *interpolate = pw_node_get(map, "interpolate"),
               *extend = pw_node_get(map, "extend");
  bool good = true;
  if (csv && (pw_node_get(map, "x") || pw_node_get(map, "y"))) {
    pw_read_fail(r, csv->place, "'csv' does not go with 'x' and 'y'");
    good = false;
  }
  if (interpolate) good = pw_read_word(r, interpolate, "interpolate", pw_words_interpolation, &interpolation) && good;
  if (extend) good = pw_read_word(r, extend, "extend", pw_words_extension, &extension) && good;
  if (good) good = csv ? pw_read_csv(r, map, csv, &points) : read_points(r, map, place, &points);
  def.name = name;
  def.count = points.count;
  def.x = points.x;
  def.y = points.y;
  def.interpolation = (PawlInterpolation)interpolation;
  def.extension = (PawlExtension)extension;
  if (good && pw_model_add_table(r->model, &def, place, r->messages) != PAWL_OK) r->failed = true;
  free(points.x);
  free(points.y);
}

void pw_read_tables(PwReader *r, const PwNode *node) {
  if (!pw_read_section(r, node, "tables")) return;
  for (int32_t k = 0; k < node->count; k++) {
    r->what = "table";
    r->name = node->key[k];
    read_table(r, node->key[k], node->item[k], node->key_place[k]);
  }
}
