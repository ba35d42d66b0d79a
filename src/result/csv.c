#include "result/csv.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool needs_quotes(const char *text, size_t n) {
  if (n == 0) return false;
  return strpbrk(text, ",\"") || text[0] == ' ' || text[n - 1] == ' ';
}

static bool is_control(char c) {
  return (unsigned char)c < 32 || c == 127;
}

void pw_csv_add_text(PwText *out, const char *text) {
  size_t n = strlen(text);
  bool control_end = n > 0 && (is_control(text[0]) || is_control(text[n - 1]));
  bool quotes = control_end || needs_quotes(text, n);
  if (quotes) pw_text_add(out, "\"");
  for (size_t i = 0; i < n; i++) {
    char c = is_control(text[i]) ? ' ' : text[i];
    if (c == '"') pw_text_add(out, "\"");
    pw_text_add_bytes(out, &c, 1);
  }
  if (quotes) pw_text_add(out, "\"");
}

void pw_csv_add_number(PwText *out, double value) {
  char text[PW_DOUBLE_CHARS];
  pw_text_add_bytes(out, text, (size_t)pw_double_format(value, text));
}

void pw_csv_add_heading(PwText *out, const char *name, const char *unit) {
  PwText heading = {0};
  pw_text_add(&heading, name);
  if (unit[0]) {
    pw_text_add(&heading, " [");
    pw_text_add(&heading, unit);
    pw_text_add(&heading, "]");
  }
  if (heading.failed) {
    out->failed = true;
  } else {
    pw_csv_add_text(out, heading.data);
  }
  pw_text_free(&heading);
}

void pw_csv_split_heading(char *heading, const char **name, const char **unit) {
  size_t n = strlen(heading);
  *name = heading;
  *unit = "";
  if (n == 0 || heading[n - 1] != ']') return;
  for (size_t i = n - 1; i-- > 1;) {
    if (heading[i] != '[' || heading[i - 1] != ' ') continue;
    heading[i - 1] = heading[n - 1] = 0;
    *unit = heading + i + 1;
    return;
  }
}

static char *take_quoted(char **at) {
  char *field = *at, *in = *at + 1, *out = *at;
  for (;; in++) {
    if (*in == 0) {
      *at = in;
      return NULL;
    }
    if (*in == '"') {
      if (in[1] != '"') break;
      in++;
    }
    *out++ = *in;
  }
  in++;
  if (*in != ',' && *in != 0) {
    *at = in;
    return NULL;
  }
  *at = *in ? in + 1 : NULL;
  *out = 0;
  return field;
}

char *pw_csv_take(char **at) {
  if (**at == '"') return take_quoted(at);
  char *field = *at, *comma = strchr(field, ',');
  *at = comma ? comma + 1 : NULL;
  if (comma) *comma = 0;
  return field;
}

bool pw_csv_number(const char *text, double *out) {
  int n = pw_double_parse(text, out);
  if (n > 0) return text[n] == 0;
  if (strcmp(text, "nan") == 0) {
    *out = NAN;
  } else if (strcmp(text, "inf") == 0) {
    *out = INFINITY;
  } else if (strcmp(text, "-inf") == 0) {
    *out = -INFINITY;
  } else {
    return false;
  }
  return true;
}

// ---- lines

PwLines pw_lines_begin(int file, int64_t limit) {
  return (PwLines){.file = file, .limit = limit};
}

void pw_lines_free(PwLines *lines) {
  free(lines->buffer);
  *lines = (PwLines){0};
}

// Makes room at the end of the buffer and reads into it.
static PwLineStatus fill(PwLines *l) {
  if (l->end - l->begin > PW_CSV_LINE_MAX) return PW_LINE_TOO_LONG;
  if (l->begin > 0) memmove(l->buffer, l->buffer + l->begin, l->end - l->begin);
  l->end -= l->begin;
  l->begin = 0;
  if (l->end == l->capacity) {
    size_t capacity = l->capacity ? 2 * l->capacity : 1 << 16;
    char *buffer = realloc(l->buffer, capacity);
    if (!buffer) {
      errno = ENOMEM;
      return PW_LINE_FAILED;
    }
    l->buffer = buffer;
    l->capacity = capacity;
  }
  ssize_t n;
  do {
    n = read(l->file, l->buffer + l->end, l->capacity - l->end);
  } while (n < 0 && errno == EINTR);
  if (n < 0) return PW_LINE_FAILED;
  l->ended = n == 0;
  l->end += (size_t)n;
  l->total += n;
  return l->total > l->limit ? PW_LINE_TOO_MUCH : PW_LINE_OK;
}

PwLineStatus pw_lines_next(PwLines *l, char **text) {
  size_t seen = 0;
  for (;;) {
    char *from = l->buffer ? l->buffer + l->begin : NULL;
    size_t have = l->end - l->begin;
    char *end = have > seen ? memchr(from + seen, '\n', have - seen) : NULL;
    if (end) {
      size_t n = (size_t)(end - from);
      l->begin += n + 1;
      l->line++;
      if (n > PW_CSV_LINE_MAX) return PW_LINE_TOO_LONG;
      *end = 0;
      if (n > 0 && from[n - 1] == '\r') from[--n] = 0;
      *text = from;
      return strlen(from) == n ? PW_LINE_OK : PW_LINE_NOT_TEXT;
    }
    if (l->ended) return PW_LINE_END;
    seen = have;
    PwLineStatus status = fill(l);
    if (status == PW_LINE_TOO_LONG) l->line++;
    if (status != PW_LINE_OK) return status;
  }
}
