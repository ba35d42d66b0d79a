// A table of reference values beside expected.yaml against the rows of a result. Both have the same times: nothing is
// interpolated.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/verify.h"
#include "result/csv.h"

typedef struct {
  const char *file;
  char *text;  // fields point into it
  int32_t columns;
  char **name;
  int64_t rows;
  double *value;  // [rows][columns]
} Reference;

static void reference_free(Reference *f) {
  free(f->text);
  free(f->name);
  free(f->value);
}

static int32_t count_fields(const char *line) {
  int32_t n = 1;
  for (; *line; line++) n += *line == ',';
  return n;
}

// The next line that is neither empty nor a remark; NULL at the end. *number is its number.
static char *next_line(char **at, int32_t *number) {
  while (*at && **at) {
    char *line = *at, *end = strchr(line, '\n');
    *at = end ? end + 1 : NULL;
    (*number)++;
    if (end) *end = 0;
    if (end && end > line && end[-1] == '\r') end[-1] = 0;
    if (*line && *line != '#') return line;
  }
  return NULL;
}

static PawlStatus read_titles(Reference *f, char *line, PwPlace place, PawlMessages *messages) {
  f->name = calloc((size_t)count_fields(line), sizeof *f->name);
  if (!f->name) return PAWL_ERR_MEMORY;
  while (line) {
    const char *name, *unit;
    char *field = pw_csv_take(&line);
    if (!field) return pw_fail(messages, PAWL_ERR_INPUT, place, "a quote is not closed");
    pw_csv_split_heading(field, &name, &unit);
    f->name[f->columns++] = field;
  }
  return PAWL_OK;
}

static PawlStatus read_row(Reference *f, char *line, PwPlace place, PawlMessages *messages) {
  double *row = f->value + f->rows * f->columns;
  int32_t n = 0;
  while (line) {
    char *field = pw_csv_take(&line);
    if (!field || n == f->columns || !pw_csv_number(field, &row[n])) {
      return pw_fail(messages, PAWL_ERR_INPUT, place, "needs %d numbers parted by commas", (int)f->columns);
    }
    n++;
  }
  if (n != f->columns) return pw_fail(messages, PAWL_ERR_INPUT, place, "needs %d numbers parted by commas", (int)f->columns);
  f->rows++;
  return PAWL_OK;
}

static PawlStatus reference_read(const PwExpectTable *table, PawlMessages *messages, Reference *f) {
  size_t length, lines = 1;
  *f = (Reference){.file = table->path};
  PawlStatus status = pw_file_read(table->path, true, table->place, messages, &f->text, &length);
  if (status) return status;
  char *text = realloc(f->text, length + 1);
  if (!text) return PAWL_ERR_MEMORY;
  f->text = text;
  text[length] = 0;
  PwPlace place = {table->path, 0, 0};
  if (strlen(f->text) != length) return pw_fail(messages, PAWL_ERR_INPUT, place, "is not a text");
  for (size_t k = 0; k < length; k++) lines += f->text[k] == '\n';
  char *at = f->text, *line = next_line(&at, &place.line);
  if (!line) return pw_fail(messages, PAWL_ERR_INPUT, place, "the table is empty");
  status = read_titles(f, line, place, messages);
  if (status) return status;
  f->value = malloc(lines * (size_t)f->columns * sizeof *f->value);
  if (!f->value) return PAWL_ERR_MEMORY;
  while (status == PAWL_OK && (line = next_line(&at, &place.line))) status = read_row(f, line, place, messages);
  if (status == PAWL_OK && !f->rows) return pw_fail(messages, PAWL_ERR_INPUT, place, "the table has no rows");
  return status;
}

static PawlStatus find(const Reference *f, const char *name, PwPlace place, PawlMessages *messages, int32_t *out) {
  for (*out = 0; *out < f->columns; (*out)++) {
    if (strcmp(f->name[*out], name) == 0) return PAWL_OK;
  }
  return pw_fail(messages, PAWL_ERR_INPUT, place, "the table '%s' has no column '%s'", f->file, name);
}

// first[k]: the first row of the result at the time of the table's row k; PAWL_ERR_INPUT if there is none.
static PawlStatus match(const PwVerification *v, const PwExpectTable *table, const Reference *f, int32_t time, int64_t *first) {
  int64_t row = 0, rows = pw_result_rows(v->result);
  for (int64_t k = 0; k < f->rows; k++) {
    double t = f->value[k * f->columns + time];
    if (k > 0 && t < f->value[(k - 1) * f->columns + time]) row = 0;
    while (row < rows && pw_result_value(v->result, row, 0) < t &&
           !pw_verify_same_time(v, pw_result_value(v->result, row, 0), t)) {
      row++;
    }
    if (row == rows || !pw_verify_same_time(v, pw_result_value(v->result, row, 0), t)) {
      return pw_fail(v->reader->messages, PAWL_ERR_INPUT, table->place,
                     "the result has no row at t = %.9g of the table; choose the step so that one falls on it", t);
    }
    first[k] = row;
  }
  return PAWL_OK;
}

// At an event the result has two rows of one time, before and after, or three if an output time falls on it. A table that has it
// once is compared with all; one that has it more often from the first to the last.
static int64_t rows_of(const PwVerification *v, const Reference *f, int32_t time, const int64_t *first, int64_t k,
                       int64_t *from) {
  int64_t rows = pw_result_rows(v->result), n = 1, before = 0, after = 0;
  double t = f->value[k * f->columns + time];
  while (first[k] + n < rows && pw_verify_same_time(v, pw_result_value(v->result, first[k] + n, 0), t)) n++;
  while (k > before && first[k - before - 1] == first[k]) before++;
  while (k + after + 1 < f->rows && first[k + after + 1] == first[k]) after++;
  *from = first[k];
  if (before + after == 0) return n;
  *from += before * (n - 1) / (before + after);
  return 1;
}

static PawlStatus compare(PwVerification *v, const PwExpectTable *table, const Reference *f, int32_t time, const int64_t *first,
                          const PwExpectColumn *e) {
  int32_t column;
  PwQuantity quantity = {0};
  PawlStatus status = find(f, e->column, e->quantity.place, v->reader->messages, &column);
  if (status == PAWL_OK) status = pw_quantity_compile(v, &e->quantity, &quantity);
  double largest = -1, where = 0, sum = 0;
  int64_t count = 0;
  for (int64_t k = 0; status == PAWL_OK && k < f->rows; k++) {
    double is = f->value[k * f->columns + column], scale = isnan(table->floor) ? 1 : fmax(fabs(is), table->floor);
    int64_t from, n = rows_of(v, f, time, first, k, &from);
    for (int64_t row = from; row < from + n; row++) {
      double deviation = fabs(pw_quantity_value(v, &quantity, row) - is) / scale;
      sum += deviation * deviation;
      count++;
      if (isnan(largest) || deviation <= largest) continue;
      largest = deviation;
      where = pw_result_value(v->result, row, 0);
    }
  }
  pw_quantity_free(&quantity);
  if (status) return status;
  pw_verify_report(v, e->quantity.text, table->rms ? sqrt(sum / (double)count) : largest, e->within, where);
  return PAWL_OK;
}

PawlStatus pw_verify_table(PwVerification *v, const PwExpectTable *table) {
  Reference f;
  int32_t time = 0;
  PawlStatus status = reference_read(table, v->reader->messages, &f);
  if (status == PAWL_OK) status = find(&f, table->time, table->place, v->reader->messages, &time);
  int64_t *first = status == PAWL_OK ? malloc((size_t)f.rows * sizeof *first) : NULL;
  if (status == PAWL_OK && !first) status = PAWL_ERR_MEMORY;
  if (status == PAWL_OK) status = match(v, table, &f, time, first);
  for (int32_t k = 0; status == PAWL_OK && k < table->columns.count; k++) {
    status = compare(v, table, &f, time, first, &table->columns.item[k]);
  }
  free(first);
  reference_free(&f);
  return status;
}
