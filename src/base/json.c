#include "base/json.h"

#include <math.h>

#include "base/text.h"

json_t *pw_json_text(const char *text) {
  if (!text) return json_null();
  if (pw_is_utf8(text)) return json_string_nocheck(text);
  PwText made = {0};
  for (size_t n; *text; text += n ? n : 1) {
    n = pw_utf8_length(text);
    pw_text_add_bytes(&made, n ? text : "\xef\xbf\xbd", n ? n : 3);
  }
  json_t *out = made.failed ? NULL : json_string_nocheck(made.data);
  pw_text_free(&made);
  return out;
}

json_t *pw_json_number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static int add_bytes(const char *bytes, size_t count, void *text) {
  pw_text_add_bytes(text, bytes, count);
  return 0;
}

char *pw_json_dump(const json_t *root, size_t flags) {
  PwText text = {0};
  if (root && json_dump_callback(root, add_bytes, &text, flags) == 0 && !text.failed) return text.data;
  pw_text_free(&text);
  return NULL;
}

static void drop(json_t **container) {
  json_decref(*container);
  *container = NULL;
}

void pw_json_append(json_t **list, json_t *item) {
  if (json_array_append_new(*list, item) != 0) drop(list);
}

void pw_json_set(json_t **object, const char *key, json_t *value) {
  if (json_object_set_new(*object, key, value) != 0) drop(object);
}
