// Columns of numbers as text that a page can carry: quantised, differenced, split into byte planes, deflated, base64. The format
// is written down in docs/report.md.
#ifndef PW_ENCODE_H
#define PW_ENCODE_H
#include <stdint.h>

#include "base/text.h"

typedef enum {
  PW_ENCODE_F8,     // exact doubles
  PW_ENCODE_VALUE,  // `q` or `f4`, whichever fits
  PW_ENCODE_PLACE   // the same, rounded down so that whole parts, the numbers of elements, stay as they are
} PwEncoding;

typedef struct PwEncoder PwEncoder;
PwEncoder *pw_encoder_create(int64_t rows);  // for columns of so many values; NULL when out of memory
void pw_encoder_free(PwEncoder *encoder);
// Room for one column's values, for the caller to fill in.
double *pw_encoder_values(PwEncoder *encoder);
// Adds {"type": ..., "bytes": ...} to `out`; `bits` of resolution, 12 to 20. False when out of memory.
bool pw_encode(PwEncoder *encoder, PwEncoding encoding, int bits, PwText *out);

#endif
