// The reader of JSON, by recursive descent into jansson's values.
//
// Written here although jansson has one: that of 2.14 (Debian 12) does not check whether its buffer could grow. Of the 550
// allocations that it makes for a small run.json, each failing in turn, 2 give another document without a word (a text cut short)
// and 217 a complaint about the text. The values are jansson's all the same: making them is checked.
//
//   value   object | array | string | number | "true" | "false" | "null"
//   object  "{" [ string ":" value { "," string ":" value } ] "}"      a key twice is refused
//   array   "[" [ value { "," value } ] "]"
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"

enum { DEEPEST = 100 };  // levels; what pawl writes has less than ten

typedef struct {
  const char *text, *at, *end;
  int depth;
  PwJsonError *error;
} Reader;

// The first complaint counts. Always NULL, the value that is not there.
static json_t *fail(Reader *r, const char *at, const char *format, ...) PAWL_PRINTF(3, 4);
static json_t *fail(Reader *r, const char *at, const char *format, ...) {
  if (r->error->text[0]) return NULL;
  const char *line = r->text;
  r->error->line = 1;
  for (const char *c = r->text; c < at; c++) {
    if (*c != '\n') continue;
    r->error->line++;
    line = c + 1;
  }
  r->error->column = (int)(at - line) + 1;
  va_list args;
  va_start(args, format);
  vsnprintf(r->error->text, sizeof r->error->text, format, args);
  va_end(args);
  return NULL;
}

static json_t *no_memory(Reader *r) {
  r->error->no_memory = true;
  return fail(r, r->at, "out of memory");
}

static void skip_blanks(Reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n')) r->at++;
}

static bool take(Reader *r, char c) {
  skip_blanks(r);
  if (r->at == r->end || *r->at != c) return false;
  r->at++;
  return true;
}

// ---- strings

// Four hexadecimal digits; -1: there are none.
static long read_hex(const Reader *r, const char *at) {
  long value = 0;
  if (r->end - at < 4) return -1;
  for (int i = 0; i < 4; i++) {
    const char *digits = "0123456789abcdef", *digit = strchr(digits, at[i] | (at[i] >= 'A' ? 0x20 : 0));
    if (!at[i] || !digit) return -1;
    value = value * 16 + (digit - digits);
  }
  return value;
}

static void add_utf8(PwText *out, long code) {
  char bytes[4];
  size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const unsigned char FIRST[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t i = n; i-- > 1; code >>= 6) bytes[i] = (char)(0x80 | (code & 0x3f));
  bytes[0] = (char)(FIRST[n] | code);
  pw_text_add_bytes(out, bytes, n);
}

// \uXXXX, of which characters beyond U+FFFF have two; r->at is behind the u.
static bool read_code(Reader *r, PwText *out) {
  long code = read_hex(r, r->at);
  bool high = code >= 0xd800 && code < 0xdc00;
  if (high && r->end - r->at >= 6 && r->at[4] == '\\' && r->at[5] == 'u') {
    long low = read_hex(r, r->at + 6);
    code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : -1;
  }
  if (code <= 0 || (code >= 0xd800 && code < 0xe000)) {
    return fail(r, r->at, "'\\u' needs the four hexadecimal digits of a character");
  }
  r->at += code >= 0x10000 ? 10 : 4;
  add_utf8(out, code);
  return true;
}

static bool read_escape(Reader *r, PwText *out) {
  static const char LETTERS[] = "\"\\/bfnrt", MEANT[] = "\"\\/\b\f\n\r\t";
  char c = *r->at++;  // behind the last byte stands a 0
  const char *letter = c ? strchr(LETTERS, c) : NULL;
  if (c == 'u') return read_code(r, out);
  if (!letter) {
    return fail(r, r->at - 1, "this character cannot stand behind '\\'");
  }
  pw_text_add_bytes(out, MEANT + (letter - LETTERS), 1);
  return true;
}

// The end of the characters at `at` that stand for themselves in one byte each.
static const char *skip_plain(const char *at, const char *end) {
  while (at < end && (unsigned char)*at >= 0x20 && (unsigned char)*at < 0x80 && *at != '"' && *at != '\\') at++;
  return at;
}

// Into `out`, which is to be freed whatever happens.
static bool read_string(Reader *r, PwText *out) {
  const char *from = r->at - 1;  // its quote
  pw_text_add_bytes(out, "", 0);
  for (;;) {
    const char *plain = skip_plain(r->at, r->end);
    if (plain > r->at) pw_text_add_bytes(out, r->at, (size_t)(plain - r->at));
    r->at = plain;
    if (r->at >= r->end || *r->at == '"') break;
    size_t n = pw_utf8_length(r->at);
    if (*r->at == '\\') {
      r->at++;
      if (!read_escape(r, out)) return false;
    } else if (!n || (unsigned char)*r->at < 0x20) {
      return fail(r, r->at, n ? "a control character inside a string" : "bytes that are no UTF-8");
    } else {
      pw_text_add_bytes(out, r->at, n);
      r->at += n;
    }
  }
  if (r->at >= r->end) fail(r, from, "this string does not end");
  if (out->failed) no_memory(r);
  r->at++;
  return !r->error->text[0];
}

// ---- values

static const char *skip_digits(const char *at) {
  while (*at >= '0' && *at <= '9') at++;
  return at;
}

// The end of the number at `at`, NULL if there is none.
static const char *number_end(const char *at, bool *whole) {
  if (*at == '-') at++;
  const char *end = *at == '0' ? at + 1 : skip_digits(at);
  if (end == at) return NULL;
  *whole = *end != '.' && *end != 'e' && *end != 'E';
  if (*end == '.') {
    at = end + 1;
    end = skip_digits(at);
    if (end == at) return NULL;
  }
  if (*end == 'e' || *end == 'E') {
    at = end + 1 + (end[1] == '+' || end[1] == '-');
    end = skip_digits(at);
    if (end == at) return NULL;
  }
  return end;
}

static json_t *read_number(Reader *r) {
  bool whole;
  double value;
  const char *from = r->at, *end = number_end(from, &whole);
  if (!end) return fail(r, from, "a value is expected here");
  r->at = end;
  if (whole) {
    errno = 0;
    long long count = strtoll(from, NULL, 10);
    if (errno == ERANGE) return fail(r, from, "this whole number is too large");
    return json_integer(count);
  }
  if (!pw_double_parse(from, &value)) return no_memory(r);
  if (!isfinite(value)) return fail(r, from, "this number is too large");
  return json_real(value);
}

static json_t *read_value(Reader *r);

// A key with its colon, into `key`, which is to be freed whatever happens.
static bool read_key(Reader *r, const json_t *object, PwText *key) {
  if (!take(r, '"')) return fail(r, r->at, "a key in quotes is expected here");
  const char *from = r->at;
  if (!read_string(r, key)) return false;
  if (json_object_get(object, key->data)) return fail(r, from, "the key '%.60s' is there twice", key->data);
  return take(r, ':') || fail(r, r->at, "':' is expected here");
}

// Into the object, which is let go of where that fails.
static bool read_member(Reader *r, json_t **object) {
  PwText key = {0};
  json_t *value = read_key(r, *object, &key) ? read_value(r) : NULL;
  if (value) {
    pw_json_set(object, key.data, value);
    if (!*object) no_memory(r);
  }
  pw_text_free(&key);
  return value && *object;
}

static bool read_item(Reader *r, json_t **list) {
  json_t *value = read_value(r);
  if (!value) return false;
  pw_json_append(list, value);
  if (!*list) no_memory(r);
  return *list != NULL;
}

static json_t *read_list(Reader *r, json_t *list, char end, bool (*read)(Reader *, json_t **)) {
  if (!list || take(r, end)) return list;
  bool good;
  do good = read(r, &list);
  while (good && take(r, ','));
  if (good && take(r, end)) return list;
  fail(r, r->at, "',' or '%c' is expected here", end);
  json_decref(list);
  return NULL;
}

static json_t *read_word(Reader *r) {
  static const char *const WORDS[] = {"true", "false", "null"};
  for (int i = 0; i < 3; i++) {
    size_t n = strlen(WORDS[i]);
    if (strncmp(r->at, WORDS[i], n) != 0) continue;
    r->at += n;
    return i == 2 ? json_null() : json_boolean(i == 0);
  }
  return read_number(r);
}

static json_t *read_value(Reader *r) {
  PwText text = {0};
  json_t *value = NULL;
  if (++r->depth > DEEPEST) return fail(r, r->at, "nested deeper than %d levels", (int)DEEPEST);
  if (take(r, '{')) {
    value = read_list(r, json_object(), '}', read_member);
  } else if (take(r, '[')) {
    value = read_list(r, json_array(), ']', read_item);
  } else if (take(r, '"')) {
    value = read_string(r, &text) ? json_string_nocheck(text.data) : NULL;
  } else {
    value = read_word(r);
  }
  pw_text_free(&text);
  r->depth--;
  return value || r->error->text[0] ? value : no_memory(r);
}

json_t *pw_json_read(const char *text, size_t length, PwJsonError *error) {
  *error = (PwJsonError){0};
  Reader r = {.text = text, .at = text, .end = text + length, .error = error};
  json_t *root = read_value(&r);
  skip_blanks(&r);
  if (!root || r.at == r.end) return root;
  fail(&r, r.at, "more than one value");
  json_decref(root);
  return NULL;
}
