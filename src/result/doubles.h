// A table of numbers as they stand in memory, for readers that are programs: no digits are made, and none are read.
//
//   pawl doubles 1 COLUMNS\n
//   headings as in a CSV file, "name [unit]", separated by commas\n
//   rows: the byte 'r', COLUMNS times eight bytes (IEEE 754, little-endian), \n
//   end ROWS NUMBER NUMBER ...\n        how many rows there are, and numbers that the writer adds; missing while it writes
#ifndef PW_DOUBLES_H
#define PW_DOUBLES_H
#include "base/text.h"
#include "result/grid.h"

enum { PW_DOUBLES_NUMBERS = 3 };

// Adds the first two lines; headings: the CSV line with its end.
void pw_doubles_add_head(PwText *out, int32_t columns, const char *headings);
// Adds a row, or the end, without the \n that closes it.
void pw_doubles_add_row(PwText *out, const double *values, int32_t columns);
void pw_doubles_add_end(PwText *out, int64_t rows, const int64_t numbers[PW_DOUBLES_NUMBERS]);

typedef struct {
  bool there;                          // the table has been ended
  int64_t rows;                        // as its end says
  int64_t number[PW_DOUBLES_NUMBERS];  // of its end
} PwDoublesEnd;

// Reads a table from memory, which it writes into. Rows cut off at the end of the file are left out. A table that is none is
// complained of.
PawlStatus pw_doubles_read(char *data, size_t length, const char *path, PawlMessages *messages, PwGrid *out, PwDoublesEnd *end);
#endif
