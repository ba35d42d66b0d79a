// JSON by jansson, where its own functions leave a case open. What they return is NULL when out of memory.
#ifndef PW_JSON_H
#define PW_JSON_H
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// A text that may be no UTF-8 (a file's name, a message with one): bytes that are none become U+FFFD. NULL becomes null.
json_t *pw_json_text(const char *text);
// What is not finite, which JSON does not have, becomes null.
json_t *pw_json_number(double value);
// Reads a text. jansson calls memory that it does not get a mistake in the text: *no_memory tells the two apart.
json_t *pw_json_load(const char *text, size_t length, size_t flags, json_error_t *error, bool *no_memory);
// The text of a document; NULL when out of memory; free(). (json_dumps leaves out what it has no memory for.)
char *pw_json_dump(const json_t *root, size_t flags);
// Add an item and take its reference. Where that fails, or the item is NULL, the list or object is let go of and becomes NULL: a
// document that lacks something is never written.
void pw_json_append(json_t **list, json_t *item);
void pw_json_set(json_t **object, const char *key, json_t *value);
#endif
