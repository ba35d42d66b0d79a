#include "base/text.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"

static bool reserve(PwText *text, size_t more) {
  if (text->failed) return false;
  if (text->length + more + 1 <= text->capacity) return true;
  size_t capacity = (text->length + more + 1) * 2 + 64;
  char *data = realloc(text->data, capacity);
  if (!data) {
    text->failed = true;
    return false;
  }
  text->data = data;
  text->capacity = capacity;
  return true;
}

void pw_text_add_bytes(PwText *text, const char *bytes, size_t count) {
  if (!reserve(text, count)) return;
  memcpy(text->data + text->length, bytes, count);
  text->length += count;
  text->data[text->length] = 0;
}

void pw_text_add(PwText *text, const char *string) {
  pw_text_add_bytes(text, string, strlen(string));
}

void pw_text_format(PwText *text, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (n >= 0 && reserve(text, (size_t)n)) {
    vsnprintf(text->data + text->length, (size_t)n + 1, format, again);
    text->length += (size_t)n;
  }
  va_end(again);
}

void pw_text_free(PwText *text) {
  free(text->data);
  *text = (PwText){0};
}

// The locale's decimal point in `text` becomes '.'.
static void point(char *text) {
  const char *mark = localeconv()->decimal_point;
  if (strcmp(mark, ".") == 0) return;
  char *at = strstr(text, mark);
  if (!at) return;
  *at = '.';
  memmove(at + 1, at + strlen(mark), strlen(at + strlen(mark)) + 1);
}

size_t pw_utf8_length(const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  if (s[0] < 0x80) return 1;
  size_t n = s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
  for (size_t i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80) return 0;
  }
  if (n == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0))) return 0;
  if (n == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))) return 0;
  return n;
}

bool pw_is_utf8(const char *text) {
  for (size_t n; *text; text += n) {
    n = pw_utf8_length(text);
    if (!n) return false;
  }
  return true;
}

// By the C library: the shortest of three precisions that reads back.
static int format_slowly(double value, int most, char *out) {
  for (int digits = most < 15 ? most : 15; digits <= most; digits++) {
    snprintf(out, PW_DOUBLE_CHARS, "%.*g", digits, value);
    if (strtod(out, NULL) == value) break;
  }
  point(out);
  return (int)strlen(out);
}

static char *put(char *to, char filling, int count) {
  for (int i = 0; i < count; i++) *to++ = filling;
  return to;
}

static char *put_bytes(char *to, const char *from, int count) {
  for (int i = 0; i < count; i++) *to++ = from[i];
  return to;
}

static char *put_exponent(char *to, int exponent) {
  int size = exponent < 0 ? -exponent : exponent;
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  if (size >= 100) *to++ = (char)('0' + size / 100);
  *to++ = (char)('0' + size / 10 % 10);
  *to++ = (char)('0' + size % 10);
  return to;
}

// As %g prints them with as many digits as there are, at least 15.
static char *put_digits(char *to, PwDigits d) {
  char digit[24];
  int count = 0;
  for (uint64_t rest = d.digits; rest || !count; rest /= 10) digit[sizeof digit - (size_t)++count] = (char)('0' + rest % 10);
  const char *from = digit + sizeof digit - (size_t)count;
  int before = d.exponent + count;  // digits before the point, if that is where they stand
  if (before < -3 || before > (count > 15 ? count : 15)) {
    *to++ = *from;
    if (count > 1) *to++ = '.';
    return put_exponent(put_bytes(to, from + 1, count - 1), before - 1);
  }
  if (before <= 0) return put_bytes(put(put_bytes(to, "0.", 2), '0', -before), from, count);
  if (before >= count) return put(put_bytes(to, from, count), '0', before - count);
  to = put_bytes(to, from, before);
  *to++ = '.';
  return put_bytes(to, from + before, count - before);
}

// At most `most` digits, halves away from zero.
static PwDigits round_digits(PwDigits d, int most) {
  uint64_t limit = 1;
  for (int i = 0; i < most; i++) limit *= 10;
  int dropped = 0;
  while (d.digits >= limit) {
    dropped = (int)(d.digits % 10);
    d.digits /= 10;
    d.exponent++;
  }
  d.digits += dropped >= 5;
  while (d.digits && d.digits % 10 == 0) {
    d.digits /= 10;
    d.exponent++;
  }
  return d;
}

int pw_double_format(double value, char *out) {
  return pw_double_format_to(value, 17, out);
}

int pw_double_format_to(double value, int most, char *out) {
  PwDigits digits;
  if (isnan(value)) return (int)strlen(strcpy(out, "nan"));
  if (isinf(value)) return (int)strlen(strcpy(out, value > 0 ? "inf" : "-inf"));
  if (fabs(value) < 1e15 && value == (double)(int64_t)value) {
    digits = (PwDigits){(uint64_t)fabs(value), 0};
  } else if (!pw_digits_shortest(value, &digits)) {
    return format_slowly(value, most, out);
  }
  if (most < 17) digits = round_digits(digits, most);
  char *to = out;
  if (signbit(value)) *to++ = '-';
  to = put_digits(to, digits);
  *to = 0;
  return (int)(to - out);
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// A decimal number as it is written.
typedef struct {
  int length;  // characters; 0: there is no number
  bool negative;
  int digits;  // without zeros in front; only as many as go into 64 bits are all in `value`
  PwDigits value;
} Written;

// Goes on over digits at `at`. Returns where they end.
static const char *scan_digits(const char *at, Written *out) {
  uint64_t digits = out->value.digits;
  while (!digits && *at == '0') at++;
  const char *from = at;
  for (; is_digit(*at); at++) digits = 10 * digits + (uint64_t)(*at - '0');
  out->value.digits = digits;
  out->digits += (int)(at - from);
  return at;
}

// An exponent at `at`, if one is there, with its letter. Returns where it ends.
static const char *scan_exponent(const char *at, Written *out) {
  enum { MOST = 100000 };
  const char *s = at + 1;
  if (*at != 'e' && *at != 'E') return at;
  bool negative = *s == '-';
  s += *s == '+' || *s == '-';
  if (!is_digit(*s)) return at;
  int32_t exponent = 0;
  for (; is_digit(*s); s++) exponent = exponent < MOST ? 10 * exponent + (*s - '0') : exponent;
  out->value.exponent += negative ? -exponent : exponent;
  return s;
}

static Written scan_number(const char *text) {
  Written out = {.negative = *text == '-'};
  const char *from = text + (*text == '+' || *text == '-'), *at = scan_digits(from, &out);
  bool any = at > from;
  if (*at == '.') {
    from = at + 1;
    at = scan_digits(from, &out);
    out.value.exponent = (int32_t)(from - at);
    any |= at > from;
  }
  if (any) out.length = (int)(scan_exponent(at, &out) - text);
  return out;
}

// By the C library, of the first `n` characters; false: out of memory.
static bool parse_slowly(const char *text, int n, double *value) {
  char stack[128], *copy = stack;
  const char *mark = localeconv()->decimal_point;
  size_t extra = strlen(mark);
  if ((size_t)n + extra + 1 > sizeof stack) {
    copy = malloc((size_t)n + extra + 1);
    if (!copy) return false;
  }
  char *out = copy;
  for (int i = 0; i < n; i++) {
    if (text[i] == '.') {
      memcpy(out, mark, extra);
      out += extra;
    } else {
      *out++ = text[i];
    }
  }
  *out = 0;
  *value = strtod(copy, NULL);
  if (copy != stack) free(copy);
  return true;
}

int pw_double_parse(const char *text, double *value) {
  if (text[0] == '0' && (text[1] == ',' || text[1] == 0)) {  // as every third number of a table is
    *value = 0;
    return 1;
  }
  Written number = scan_number(text);
  enum { MOST = 19 };  // digits that go into 64 bits
  if (number.length && number.digits <= MOST && pw_digits_value(number.value, value)) {
    if (number.negative) *value = -*value;
    return number.length;
  }
  return number.length && parse_slowly(text, number.length, value) ? number.length : 0;
}

// Edit distance with neighbouring letters swapped counting one; words longer than 40 letters are far.
static int distance(const char *a, const char *b) {
  int n = (int)strlen(a), m = (int)strlen(b);
  if (n > 40 || m > 40) return 99;
  int d[42][42];
  for (int i = 0; i <= n; i++) d[i][0] = i;
  for (int j = 0; j <= m; j++) d[0][j] = j;
  for (int i = 1; i <= n; i++) {
    for (int j = 1; j <= m; j++) {
      int cost = tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]);
      int best = d[i - 1][j - 1] + cost;
      if (d[i - 1][j] + 1 < best) best = d[i - 1][j] + 1;
      if (d[i][j - 1] + 1 < best) best = d[i][j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < best) {
        best = d[i - 2][j - 2] + 1;
      }
      d[i][j] = best;
    }
  }
  return d[n][m];
}

const char *pw_suggest(const char *word, const char *const *names) {
  const char *best = NULL;
  int length = (int)strlen(word), limit = 1 + length / 4, least = (limit < length ? limit : length - 1) + 1;
  for (; *names; names++) {
    int d = distance(word, *names);
    if (d < least) {
      least = d;
      best = *names;
    }
  }
  return best;
}
