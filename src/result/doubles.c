#include "result/doubles.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pw_doubles_add_head(PwText *out, int32_t columns, const char *headings) {
  pw_text_format(out, "pawl doubles 1 %d\n", (int)columns);
  pw_text_add(out, headings);
}

// The lowest byte in front, whatever the machine has. Spelled out, so that compilers see one load or store where it has the same.
static void put(double value, char *to) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  to[0] = (char)(unsigned char)bits;
  to[1] = (char)(unsigned char)(bits >> 8);
  to[2] = (char)(unsigned char)(bits >> 16);
  to[3] = (char)(unsigned char)(bits >> 24);
  to[4] = (char)(unsigned char)(bits >> 32);
  to[5] = (char)(unsigned char)(bits >> 40);
  to[6] = (char)(unsigned char)(bits >> 48);
  to[7] = (char)(unsigned char)(bits >> 56);
}

static double take(const char *at) {
  const unsigned char *b = (const unsigned char *)at;
  uint64_t bits = (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 |
                  (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

void pw_doubles_add_row(PwText *out, const double *values, int32_t columns) {
  enum { BLOCK = 64 };
  char bytes[8 * BLOCK];
  pw_text_add_bytes(out, "r", 1);
  for (int32_t first = 0; first < columns; first += BLOCK) {
    int32_t count = columns - first < BLOCK ? columns - first : BLOCK;
    for (int32_t i = 0; i < count; i++) put(values[first + i], bytes + 8 * i);
    pw_text_add_bytes(out, bytes, 8 * (size_t)count);
  }
}

void pw_doubles_add_end(PwText *out, int64_t rows, const int64_t numbers[PW_DOUBLES_NUMBERS]) {
  pw_text_format(out, "end %" PRId64, rows);
  for (int i = 0; i < PW_DOUBLES_NUMBERS; i++) pw_text_format(out, " %" PRId64, numbers[i]);
}

// A whole number >= 0 after one blank; NULL: there is none.
static const char *take_count(const char *at, int64_t *out) {
  if (at[0] != ' ' || at[1] < '0' || at[1] > '9') return NULL;
  *out = 0;
  for (at++; *at >= '0' && *at <= '9'; at++) {
    if (*out > INT64_MAX / 10 - 1) return NULL;
    *out = 10 * *out + (*at - '0');
  }
  return at;
}

// The line that begins at *at, its end turned into a zero; NULL: there is no whole one, or it is no text.
static char *take_line(char **at, const char *end) {
  char *line = *at, *stop = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
  if (!stop || memchr(line, 0, (size_t)(stop - line))) return NULL;
  *stop = 0;
  *at = stop + 1;
  return line;
}

static PawlStatus read_head(PwTableFile *t, char **at, const char *end, PwGrid *out) {
  static const char FIRST[] = "pawl doubles 1";
  int64_t columns = 0;
  char *line = take_line(at, end);
  const char *rest = line && strncmp(line, FIRST, sizeof FIRST - 1) == 0 ? take_count(line + sizeof FIRST - 1, &columns) : NULL;
  t->line = line ? line : *at;
  t->lines.line = 1;
  if (!rest || *rest) return pw_table_complain(t, NULL, "it is no table of doubles");
  t->line = take_line(at, end);
  t->lines.line = 2;
  if (!t->line) return pw_table_complain(t, NULL, "the headings are missing");
  t->length = strlen(t->line);
  PawlStatus status = pw_grid_headings(out, t);
  if (status == PAWL_OK && out->columns != columns)
    status = pw_table_complain(t, NULL, "there are more headings than columns, or fewer");
  return status;
}

static void read_row(const char *at, double *out, int32_t columns) {
  for (int32_t i = 0; i < columns; i++) out[i] = take(at + 8 * i);
}

static bool read_end(char *at, const char *end, PwDoublesEnd *out) {
  char *line = take_line(&at, end);
  const char *rest = line && at == end && strncmp(line, "end", 3) == 0 ? take_count(line + 3, &out->rows) : NULL;
  for (int i = 0; i < PW_DOUBLES_NUMBERS && rest; i++) rest = take_count(rest, &out->number[i]);
  out->there = rest && !*rest;
  return out->there;
}

static PawlStatus read_all(PwTableFile *t, char *at, const char *end, PwGrid *out, PwDoublesEnd *last) {
  PawlStatus status = read_head(t, &at, end, out);
  if (status != PAWL_OK) return status;
  size_t row = 8 * (size_t)out->columns + 2, most = (size_t)(end - at) / row;
  out->value = malloc((most * (size_t)out->columns + 1) * sizeof *out->value);
  if (!out->value) return pw_table_out_of_memory(t->messages);
  for (; (size_t)(end - at) >= row && *at == 'r'; at += row) {
    if (at[row - 1] != '\n') return pw_table_complain(t, NULL, "a row has no end");
    read_row(at + 1, out->value + out->rows++ * out->columns, out->columns);
  }
  if (at == end || *at == 'r' || read_end(at, end, last)) return PAWL_OK;
  return pw_table_complain(t, NULL, "there is neither a row nor the end behind a row");
}

PawlStatus pw_doubles_read(char *data, size_t length, const char *path, PawlMessages *messages, PwGrid *out, PwDoublesEnd *end) {
  PwTableFile t = {.path = path, .messages = messages};
  *out = (PwGrid){0};
  *end = (PwDoublesEnd){0};
  PawlStatus status = read_all(&t, data, data + length, out, end);
  if (status != PAWL_OK) pw_grid_free(out);
  return status;
}
