// Splits the text of an expression into tokens, reads units, and reports errors with their place.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "expression/parser.h"

// Letters and digits as in ASCII, whatever the locale.
static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

PwPlace pw_parser_place(const PwParser *p, int32_t at) {
  PwPlace place = p->place;
  if (!p->inlined) place.column = (place.column > 0 ? place.column : 1) + at;
  return place;
}

static void report(PwParser *p, int32_t at, const char *format, va_list args) {
  if (p->stopped) return;
  char text[600];
  vsnprintf(text, sizeof text, format, args);
  if (p->status == PAWL_OK) p->status = PAWL_ERR_INPUT;
  pw_message(p->messages, PAWL_ERROR, pw_parser_place(p, at), "%s", text);
}

void pw_parser_error(PwParser *p, int32_t at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(p, at, format, args);
  va_end(args);
}

void pw_parser_stop(PwParser *p, int32_t at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(p, at, format, args);
  va_end(args);
  p->stopped = true;
  p->token.kind = PW_TOKEN_END;
}

void pw_parser_unexpected(PwParser *p, const char *expected) {
  const PwToken *t = &p->token;
  if (t->kind == PW_TOKEN_END) {
    pw_parser_stop(p, t->start, "expected %s, but the expression ends here", expected);
  } else {
    pw_parser_stop(p, t->start, "expected %s, found '%.*s'", expected, t->length < 60 ? (int)t->length : 60, p->text + t->start);
  }
}

// Length of the name at `s`: dots are part of it if a letter or a digit follows (rub.1.q1).
static int32_t name_length(const char *s) {
  int32_t n = 0;
  if (!is_letter(s[0])) return 0;
  while (is_letter(s[n]) || is_digit(s[n]) || (s[n] == '.' && (is_letter(s[n + 1]) || is_digit(s[n + 1])))) n++;
  return n;
}

static void read_name(PwParser *p, int32_t length) {
  if (length >= PW_NAME_MAX) {
    pw_parser_stop(p, p->token.start, "a name is longer than %d characters", PW_NAME_MAX - 1);
    return;
  }
  p->token.kind = PW_TOKEN_NAME;
  p->token.length = length;
  memcpy(p->token.name, p->text + p->token.start, (size_t)length);
  p->token.name[length] = 0;
}

static void read_symbol(PwParser *p, const char *s) {
  static const struct {
    char text[3];
    int symbol;
  } pairs[] = {{"<=", PW_LESS_EQUAL}, {">=", PW_GREATER_EQUAL}, {"==", PW_EQUAL_EQUAL}, {"!=", PW_NOT_EQUAL}};
  PwToken *t = &p->token;
  t->kind = PW_TOKEN_SYMBOL;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    if (s[0] == pairs[i].text[0] && s[1] == pairs[i].text[1]) {
      t->symbol = pairs[i].symbol;
      t->length = 2;
      return;
    }
  }
  t->symbol = (unsigned char)s[0];
  t->length = 1;
  if (strchr("+-*/^(),<>", s[0])) return;
  if (s[0] == '=') {
    pw_parser_stop(p, t->start, "a single '=' means nothing here: compare with '=='");
  } else if (s[0] > 32 && s[0] < 127) {
    pw_parser_stop(p, t->start, "unexpected character '%c'", s[0]);
  } else {
    pw_parser_stop(p, t->start, "unexpected character with the code %d", (unsigned char)s[0]);
  }
}

// Reads the token at an offset or behind blanks there.
static void read_token(PwParser *p, int32_t at) {
  while (is_blank(p->text[at])) at++;
  const char *s = p->text + at;
  PwToken *t = &p->token;
  t->start = at;
  t->length = 0;
  if (p->stopped || !*s) {
    t->kind = PW_TOKEN_END;
  } else if (is_letter(*s)) {
    read_name(p, name_length(s));
  } else if (is_digit(*s) || (*s == '.' && is_digit(s[1]))) {
    t->kind = PW_TOKEN_NUMBER;
    t->length = pw_double_parse(s, &t->number);
    if (!t->length) {
      p->status = PAWL_ERR_MEMORY;
      pw_parser_stop(p, at, "out of memory");
    } else if (!(t->number <= 1.7976931348623157e308)) {
      pw_parser_stop(p, at, "this number is too large");
    }
  } else {
    read_symbol(p, s);
  }
}

void pw_token_next(PwParser *p) {
  read_token(p, p->token.start + p->token.length);
}

bool pw_token_is(const PwParser *p, int symbol) {
  return p->token.kind == PW_TOKEN_SYMBOL && p->token.symbol == symbol;
}

bool pw_token_accept(PwParser *p, int symbol) {
  if (!pw_token_is(p, symbol)) return false;
  pw_token_next(p);
  return true;
}

bool pw_token_is_word(const PwParser *p, const char *word) {
  return p->token.kind == PW_TOKEN_NAME && strcmp(p->token.name, word) == 0;
}

// One step further in the unit at `s` that has `n` characters so far: a power, or '*' or '/' and a name. 0: none.
static int32_t unit_step(const char *s, int32_t n) {
  if (s[n] == '^') {
    int32_t digits = n + 1 + (s[n + 1] == '-');
    if (!is_digit(s[digits])) return 0;
    while (is_digit(s[digits])) digits++;
    return digits - n;
  }
  int32_t length = s[n] == '*' || s[n] == '/' ? name_length(s + n + 1) : 0;
  return length ? length + 1 : 0;
}

// The longest run at `s` that is a unit; 0: none. `first` is the length of its first word.
static int32_t longest_unit(const PwParser *p, const char *s, int32_t first, double *factor, PwUnit *measured) {
  char unit[PW_NAME_MAX];
  int32_t longest = 0;
  double f;
  for (int32_t n = first, more = 1; more && n < PW_NAME_MAX; n += more) {
    memcpy(unit, s, (size_t)n);
    unit[n] = 0;
    if (p->scope->unit && p->scope->unit(p->scope->user, unit, &f)) {
      longest = n;
      *factor = f;
      if (p->scope->powers) p->scope->powers(p->scope->user, unit, measured->power);
    }
    more = unit_step(s, n);
  }
  if (p->scope->powers && longest) measured->kind = PW_UNIT_KNOWN;
  return longest;
}

double pw_token_unit(PwParser *p, PwUnit *unit) {
  PwToken number = p->token;
  double factor = 1;
  *unit = (PwUnit){.kind = p->scope->powers ? PW_UNIT_PLAIN : PW_UNIT_OPEN};
  int32_t at = number.start + number.length;
  while (is_blank(p->text[at])) at++;
  const char *s = p->text + at;
  bool inverse = s[0] == '1' && s[1] == '/' && is_letter(s[2]) && at > number.start + number.length;  // 5 1/s
  pw_token_next(p);
  if (p->token.kind != PW_TOKEN_NAME && !inverse) return factor;
  if (pw_token_is_word(p, "and") || pw_token_is_word(p, "or") || pw_token_is_word(p, "not")) return factor;
  int32_t first = inverse ? 2 + name_length(s + 2) : p->token.length;
  int32_t length = longest_unit(p, s, first, &factor, unit);
  if (!length) {
    void (*complain)(PwParser *, int32_t, const char *, ...) = s[first] == '(' ? pw_parser_stop : pw_parser_error;
    complain(p, at, "unknown unit '%.*s', for a product write %.*s*%.*s", (int)first, s, (int)number.length,
             p->text + number.start, (int)first, s);
    length = first;
  } else if (s[length] == '^' && !is_letter(s[length + 1])) {  // it would be taken for a power of the number
    pw_parser_stop(p, at + length, "'%.*s' goes on with a power that no unit has (1 to 9); one of the number is (%.*s %.*s)^...",
                   (int)length, s, (int)number.length, p->text + number.start, (int)length, s);
    return factor;
  }
  read_token(p, at + length);
  return factor;
}

void pw_parser_close(PwParser *p, int32_t open) {
  if (pw_token_accept(p, ')')) return;
  if (p->token.kind == PW_TOKEN_END) {
    pw_parser_stop(p, open, "this '(' is not closed");
  } else {
    pw_parser_unexpected(p, "an operator or ')'");
  }
}
