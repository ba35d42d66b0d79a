// Growing text, and numbers as text independent of the locale.
#ifndef PW_TEXT_H
#define PW_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include "pawl/status.h"

typedef struct {
  char *data;  // always terminated once anything was added; free with pw_text_free
  size_t length, capacity;
  bool failed;  // out of memory happened; later additions are ignored
} PwText;

void pw_text_add(PwText *text, const char *string);
void pw_text_add_bytes(PwText *text, const char *bytes, size_t count);
void pw_text_format(PwText *text, const char *format, ...) PAWL_PRINTF(2, 3);
void pw_text_free(PwText *text);

// Bytes of the UTF-8 sequence at `text`, 0 if it is none: overlong forms, surrogates and what lies beyond U+10FFFF are none.
size_t pw_utf8_length(const char *text);
bool pw_is_utf8(const char *text);

// Shortest of %.15g, %.16g, %.17g that reads back as `value`; a point whatever the locale; "nan", "inf", "-inf".
// `out` holds at least PW_DOUBLE_CHARS. Returns the length.
#define PW_DOUBLE_CHARS 32
int pw_double_format(double value, char *out);
// The same rounded to `most` digits, 1 to 17.
int pw_double_format_to(double value, int most, char *out);

// Reads a decimal number (no hex, no inf, no nan) at `text`; returns the number of characters used, 0 if none.
int pw_double_parse(const char *text, double *value);

// The entry of `names` (NULL-terminated) nearest to `word` by edit distance, or NULL if none is near.
const char *pw_suggest(const char *word, const char *const *names);
#endif
