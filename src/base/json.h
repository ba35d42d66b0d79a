// JSON by jansson, where its own functions leave a case open. What they return is NULL when out of memory.
#ifndef PW_JSON_H
#define PW_JSON_H
#include <jansson.h>

// A text that may be no UTF-8 (a file's name, a message with one): bytes that are none become U+FFFD. NULL becomes null.
json_t *pw_json_text(const char *text);
// What is not finite, which JSON does not have, becomes null.
json_t *pw_json_number(double value);
#endif
