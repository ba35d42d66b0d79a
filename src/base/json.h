// JSON by jansson, where its own functions leave a case open. What they return is NULL when out of memory.
#ifndef PW_JSON_H
#define PW_JSON_H
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

// A text that may be no UTF-8 (a file's name, a message with one): bytes that are none become U+FFFD. NULL becomes null.
json_t *pw_json_text(const char *text);
// What is not finite, which JSON does not have, becomes null.
json_t *pw_json_number(double value);
// Why a text could not be read; line and column count from 1.
typedef struct {
  bool no_memory;
  int line, column;
  char text[120];
} PwJsonError;
// Reads a text with a 0 behind its `length` bytes. A key that is there twice, a character 0 in a string, numbers beyond the range
// of int64_t or double and more than 100 levels are refused.
json_t *pw_json_read(const char *text, size_t length, PwJsonError *error);
// The text of a document, `indent` spaces for each level (0: on one line without spaces), reals with the fewest digits that read
// back, at most `digits`, up to PW_JSON_EXACT; NULL when out of memory; free().
enum { PW_JSON_EXACT = 17 };
char *pw_json_dump(const json_t *root, int indent, int digits);
// Pieces of a document without jansson, which costs ten times as much: a text in quotes (as pw_json_text has it), a number.
void pw_json_write_text(PwText *out, const char *text);
void pw_json_write_number(PwText *out, double value);
// Add an item and take its reference. Where that fails, or the item is NULL, the list or object is let go of and becomes NULL: a
// document that lacks something is never written.
void pw_json_append(json_t **list, json_t *item);
void pw_json_set(json_t **object, const char *key, json_t *value);
#endif
