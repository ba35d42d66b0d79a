#include "base/json.h"

#include <math.h>
#include <string.h>

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

// ---- is a text JSON? Without an allocation.

typedef struct {
  const char *at, *end;
  int depth;
} Scan;

static void skip_blanks(Scan *s) {
  while (s->at < s->end && strchr(" \t\r\n", *s->at) && *s->at) s->at++;
}

static bool take(Scan *s, char c) {
  skip_blanks(s);
  if (s->at == s->end || *s->at != c) return false;
  s->at++;
  return true;
}

static bool scan_string(Scan *s) {
  if (!take(s, '"')) return false;
  for (; s->at < s->end && *s->at != '"'; s->at++) {
    if (*s->at == '\\' && ++s->at == s->end) return false;
  }
  return s->at++ < s->end;
}

static bool scan_value(Scan *s);

static bool scan_list(Scan *s, char end, bool object) {
  if (take(s, end)) return true;
  do {
    if (object && !(scan_string(s) && take(s, ':'))) return false;
    if (!scan_value(s)) return false;
  } while (take(s, ','));
  return take(s, end);
}

static bool scan_value(Scan *s) {
  enum { DEEPEST = 2000 };
  skip_blanks(s);
  if (s->at == s->end || ++s->depth > DEEPEST) return false;
  bool good;
  if (*s->at == '"') {
    good = scan_string(s);
  } else if (*s->at == '{' || *s->at == '[') {
    char open = *s->at++;
    good = scan_list(s, open == '{' ? '}' : ']', open == '{');
  } else {
    const char *from = s->at;
    while (s->at < s->end && *s->at && strchr("+-.0123456789eEtrufalsn", *s->at)) s->at++;
    good = s->at > from;
  }
  s->depth--;
  return good;
}

json_t *pw_json_load(const char *text, size_t length, size_t flags, json_error_t *error, bool *no_memory) {
  *no_memory = false;
  error->text[0] = 0;
  json_t *root = json_loadb(text, length, flags, error);
  if (root) return root;
  enum json_error_code code = error->text[0] ? json_error_code(error) : json_error_out_of_memory;
  Scan scan = {text, text + length, 0};
  bool syntax = code == json_error_invalid_syntax || code == json_error_premature_end_of_input || code == json_error_unknown;
  *no_memory = code == json_error_out_of_memory;
  if (syntax && scan_value(&scan)) {
    skip_blanks(&scan);
    *no_memory = scan.at == scan.end;
  }
  return NULL;
}
