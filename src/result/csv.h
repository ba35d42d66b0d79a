// CSV as pawl writes it: one record per line, whatever its texts hold; fields quoted where they must be; numbers by
// pw_double_format. The limits hold for writing and for reading, so that what was written can be read.
#ifndef PW_CSV_H
#define PW_CSV_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum { PW_CSV_COLUMNS_MAX = 1000000, PW_CSV_LINE_MAX = 32 << 20 };  // a row of all columns is at most 25 MB

// Quoted if it holds a comma, a quote or outer blanks; control characters become blanks.
void pw_csv_add_text(PwText *out, const char *text);
void pw_csv_add_number(PwText *out, double value);
// name [unit], or name if the unit is empty.
void pw_csv_add_heading(PwText *out, const char *name, const char *unit);
// Splits a heading in place; the unit is "" if there is none.
void pw_csv_split_heading(char *heading, const char **name, const char **unit);

// Takes the next field off the record at *at, unquoting it in place, and moves *at behind its comma, or sets it to NULL after the
// last one. Returns NULL if a quote is not closed or followed by text; *at then points there.
char *pw_csv_take(char **at);
// The whole text as a number, nan, inf or -inf.
bool pw_csv_number(const char *text, double *out);

// Lines of a file, one after another, without their ends.
typedef struct {
  int file;
  char *buffer;
  size_t begin, end, capacity;
  int64_t line;   // number of the last one, from 1
  int64_t total;  // bytes read so far
  int64_t limit;  // of the file, bytes
  bool ended;     // nothing more to read
} PwLines;

typedef enum {
  PW_LINE_OK,
  PW_LINE_END,       // no further line; an unterminated last one is left out
  PW_LINE_TOO_LONG,  // longer than PW_CSV_LINE_MAX
  PW_LINE_TOO_MUCH,  // file longer than its limit
  PW_LINE_NOT_TEXT,  // holds a zero byte
  PW_LINE_FAILED     // reading or memory: errno
} PwLineStatus;

PwLines pw_lines_begin(int file, int64_t limit);
PwLineStatus pw_lines_next(PwLines *lines, char **text);  // terminated, may be changed, valid until the next call
void pw_lines_free(PwLines *lines);                       // the file stays open
#endif
