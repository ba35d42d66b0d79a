// Documents are written here, not by jansson: it prints reals by snprintf, 17 digits of each (0.1 becomes 0.10000000000000001),
// 5000 instructions where libquadmath is loaded; three documents of a small run were 2.2 of its 34 million instructions.
#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

// Bytes that are no UTF-8 are U+FFFD.
static PwText repaired(const char *text) {
  PwText made = {0};
  for (size_t n; *text; text += n ? n : 1) {
    n = pw_utf8_length(text);
    pw_text_add_bytes(&made, n ? text : "\xef\xbf\xbd", n ? n : 3);
  }
  return made;
}

json_t *pw_json_text(const char *text) {
  if (!text) return json_null();
  if (pw_is_utf8(text)) return json_string_nocheck(text);
  PwText made = repaired(text);
  json_t *out = made.failed ? NULL : json_string_nocheck(made.data);
  pw_text_free(&made);
  return out;
}

json_t *pw_json_number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

// How a document is written: jansson's flags for indentation and for digits of numbers.
typedef struct {
  PwText text;
  size_t indent;  // 0: without any space
  int digits;     // of a real, at most
} Writing;

static void write_line(Writing *w, int depth) {
  static const char SPACES[] = "                                ";
  if (!w->indent) return;
  pw_text_add_bytes(&w->text, "\n", 1);
  for (size_t left = w->indent * (size_t)depth, n; left > 0; left -= n) {
    n = left < sizeof SPACES ? left : sizeof SPACES - 1;
    pw_text_add_bytes(&w->text, SPACES, n);
  }
}

static void write_text(PwText *out, const char *text, size_t length) {
  static const char LETTERS[] = "btnvfr";  // of 8 to 13; \v is none of JSON's
  pw_text_add_bytes(out, "\"", 1);
  for (size_t from = 0, at = 0; at <= length; at++) {
    unsigned char c = at < length ? (unsigned char)text[at] : 0;
    if (at < length && c >= 0x20 && c != '"' && c != '\\') continue;
    pw_text_add_bytes(out, text + from, at - from);
    from = at + 1;
    if (at == length) break;
    if (c >= 0x20) {
      pw_text_add_bytes(out, c == '"' ? "\\\"" : "\\\\", 2);
    } else if (c >= 8 && c <= 13 && c != 11) {
      pw_text_add_bytes(out, (const char[]){'\\', LETTERS[c - 8]}, 2);
    } else {
      pw_text_format(out, "\\u%04X", c);
    }
  }
  pw_text_add_bytes(out, "\"", 1);
}

// With a point or an exponent, so that it reads back as a real.
static void write_real(Writing *w, double value) {
  char digits[PW_DOUBLE_CHARS];
  int n = pw_double_format_to(value, w->digits, digits);
  pw_text_add_bytes(&w->text, digits, (size_t)n);
  if (!strpbrk(digits, ".e")) pw_text_add_bytes(&w->text, ".0", 2);
}

void pw_json_write_text(PwText *out, const char *text) {
  if (!pw_is_utf8(text)) {
    PwText made = repaired(text);
    write_text(out, made.failed ? "" : made.data, made.length);
    out->failed |= made.failed;
    pw_text_free(&made);
  } else {
    write_text(out, text, strlen(text));
  }
}

void pw_json_write_number(PwText *out, double value) {
  Writing w = {.text = *out, .digits = PW_JSON_EXACT};
  if (isfinite(value)) {
    write_real(&w, value);
  } else {
    pw_text_add(&w.text, "null");
  }
  *out = w.text;
}

static void write_value(Writing *w, const json_t *value, int depth);

static void write_list(Writing *w, const json_t *list, int depth) {
  size_t i;
  json_t *item;
  pw_text_add_bytes(&w->text, "[", 1);
  json_array_foreach(list, i, item) {
    if (i > 0) pw_text_add_bytes(&w->text, ",", 1);
    write_line(w, depth + 1);
    write_value(w, item, depth + 1);
  }
  if (json_array_size(list) > 0) write_line(w, depth);
  pw_text_add_bytes(&w->text, "]", 1);
}

static void write_object(Writing *w, json_t *object, int depth) {
  const char *key;
  json_t *value;
  bool first = true;
  pw_text_add_bytes(&w->text, "{", 1);
  json_object_foreach(object, key, value) {
    if (!first) pw_text_add_bytes(&w->text, ",", 1);
    first = false;
    write_line(w, depth + 1);
    write_text(&w->text, key, strlen(key));
    pw_text_add_bytes(&w->text, ": ", w->indent ? 2 : 1);
    write_value(w, value, depth + 1);
  }
  if (!first) write_line(w, depth);
  pw_text_add_bytes(&w->text, "}", 1);
}

static void write_value(Writing *w, const json_t *value, int depth) {
  switch (json_typeof(value)) {
    case JSON_OBJECT:
      write_object(w, (json_t *)value, depth);
      break;  // its iterators are not const
    case JSON_ARRAY:
      write_list(w, value, depth);
      break;
    case JSON_STRING:
      write_text(&w->text, json_string_value(value), json_string_length(value));
      break;
    case JSON_INTEGER:
      pw_text_format(&w->text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
      break;
    case JSON_REAL:
      write_real(w, json_real_value(value));
      break;
    case JSON_TRUE:
      pw_text_add(&w->text, "true");
      break;
    case JSON_FALSE:
      pw_text_add(&w->text, "false");
      break;
    case JSON_NULL:
      pw_text_add(&w->text, "null");
      break;
  }
}

char *pw_json_dump(const json_t *root, int indent, int digits) {
  Writing w = {.indent = (size_t)indent, .digits = digits};
  if (root) write_value(&w, root, 0);
  if (root && !w.text.failed) return w.text.data;
  pw_text_free(&w.text);
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
