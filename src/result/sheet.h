// A table that grows by whole rows: they gather in memory and reach the file together, and a write that fails is taken back, so
// that the file never ends in half a row of ours. Functions that return bool leave the reason in errno.
#ifndef PW_SHEET_H
#define PW_SHEET_H
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

typedef struct {
  int file;        // -1: not open
  int64_t length;  // of the file, whole rows
  size_t hold;     // bytes that gather before they are written
  size_t row;      // where the row that is being added begins in `text`
  PwText text;     // rows not yet written
} PwSheet;

bool pw_sheet_create(PwSheet *table, int folder, const char *name, size_t hold);
// Opens an existing table and cuts it back to `length`, which must be the end of a row; it must begin with `head`.
// Returns NULL, or what is wrong ("" : see errno).
const char *pw_sheet_resume(PwSheet *table, int folder, const char *name, size_t hold, const char *head, int64_t length);
bool pw_sheet_end_row(PwSheet *table);  // the row added to `text` is complete
bool pw_sheet_flush(PwSheet *table);
bool pw_sheet_close(PwSheet *table);
#endif
