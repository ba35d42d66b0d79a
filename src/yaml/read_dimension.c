// What expressions over parameters measure, as far as the units of the parameters tell.
//
//   sum     = [+-] product {(+|-) product}       products of other units than the field's are complained about
//   product = power {(*|/) power}                known if all its parts are
//   power   = (name | '(' sum ')') [^ digits]    known if it is a parameter with a unit
//
// Everything else (plain numbers, which may stand for anything in the file's units, calls, variables) leaves open what it
// measures. So nothing is refused that may be meant.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "yaml/reader.h"

typedef struct {
  PwReader *r;
  const char *at;
  const PwReadParameter *first;   // of the product being read: a parameter with a unit
  const PwReadParameter *misfit;  // of the first product that does not fit
  const char *begin;              // of that product
  int length;
  const double *need;  // NULL: not compared
  int depth;
} Sum;

static const PwReadUnit OPEN = {false, false, {0}};

static void skip_blanks(Sum *s) {
  s->at += strspn(s->at, " \t\r\n");
}

static bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// To the end of what cannot be told: the next + or - outside of brackets, or a closing one.
static PwReadUnit skip_product(Sum *s) {
  int depth = 0;
  for (; *s->at; s->at++) {
    bool exponent = (*s->at == '+' || *s->at == '-') && (s->at[-1] == 'e' || s->at[-1] == 'E' || strchr("*/^(", s->at[-1]));
    if (*s->at == '(') depth++;
    if (*s->at == ')' && depth-- == 0) break;
    if (depth == 0 && (*s->at == '+' || *s->at == '-') && !exponent) break;
    if (depth == 0 && strchr(",<>=&|!?:", *s->at)) break;
  }
  return OPEN;
}

static PwReadUnit read_sum(Sum *s);

static PwReadUnit read_parameter(Sum *s) {
  char name[100];
  size_t n = 0;
  while (is_name(s->at[n])) n++;
  if (n == 0 || n >= sizeof name || (s->at[0] >= '0' && s->at[0] <= '9') || s->at[0] == '.') return OPEN;
  memcpy(name, s->at, n);
  name[n] = 0;
  int32_t index = pw_names_get(&s->r->parameter_index, 0, name);
  if (index < 0) return OPEN;
  const PwReadParameter *p = &s->r->parameter[index];
  s->at += n;
  if (p->unit.known && !s->first) s->first = p;
  return p->unit;
}

static PwReadUnit read_power(Sum *s) {
  PwReadUnit unit = OPEN;
  skip_blanks(s);
  if (*s->at == '(' && s->depth < 50) {
    const double *need = s->need;
    s->need = NULL;  // only the whole is compared
    s->depth++;
    s->at++;
    unit = read_sum(s);
    s->depth--;
    s->need = need;
    if (*s->at != ')') return OPEN;
    s->at++;
  } else {
    unit = read_parameter(s);
  }
  skip_blanks(s);
  if (!unit.known || *s->at != '^') return unit;
  s->at++;
  skip_blanks(s);
  size_t n = strspn(s->at, "0123456789");
  if (n != 1 || is_name(s->at[1])) return OPEN;
  for (int k = 0; k < 4; k++) unit.power[k] *= *s->at - '0';
  unit.made = true;
  s->at++;
  skip_blanks(s);
  return unit;
}

static PwReadUnit read_product(Sum *s) {
  const PwReadUnit first = read_power(s);
  PwReadUnit all = first;
  while (all.known && (*s->at == '*' || *s->at == '/')) {
    double sign = *s->at++ == '*' ? 1 : -1;
    PwReadUnit next = read_power(s);
    all.known = next.known;
    all.made = true;
    for (int k = 0; k < 4; k++) all.power[k] += sign * next.power[k];
  }
  bool ends = !*s->at || strchr("+-)", *s->at);
  return all.known && ends ? all : skip_product(s);
}

// Powers of a product are told but for angles: radius times angle is a length.
static bool fits(const PwReadUnit *unit, const double need[4]) {
  for (int k = 0; k < (unit->made ? 3 : 4); k++) {
    if (fabs(unit->power[k] - need[k]) > 1e-6) return false;
  }
  return true;
}

// Known if one product is, and none is known to be something else.
static PwReadUnit read_sum(Sum *s) {
  PwReadUnit all = OPEN;
  bool clash = false;
  for (bool more = true; more;) {
    skip_blanks(s);
    while (*s->at == '+' || *s->at == '-') s->at += 1 + strspn(s->at + 1, " \t\r\n");
    const PwReadParameter *outer = s->first;
    const char *begin = s->at;
    s->first = NULL;
    PwReadUnit one = read_product(s);
    if (one.known && s->need && !s->misfit && s->first && !fits(&one, s->need)) {
      s->misfit = s->first;
      s->begin = begin;
      s->length = (int)(s->at - begin);
    }
    if (one.known) {
      clash = clash || (all.known && !fits(&one, all.power));
      all = one;
    }
    if (outer) s->first = outer;
    more = *s->at == '+' || *s->at == '-';
  }
  return clash || (*s->at && *s->at != ')') ? OPEN : all;
}

PwReadUnit pw_read_unit_of(PwReader *r, const char *text) {
  Sum s = {.r = r, .at = text};
  PwReadUnit unit = read_sum(&s);
  return *s.at ? OPEN : unit;
}

bool pw_read_unit_fits(PwReader *r, const char *text, PwPlace place, const char *key, const double need[4], const char *like) {
  Sum s = {.r = r, .at = text, .need = need};
  read_sum(&s);
  if (!s.misfit || *s.at) return true;
  while (s.length > 0 && strchr(" \t\r\n", s.begin[s.length - 1])) s.length--;
  const PwPlace *from = &s.misfit->place;
  char where[300];
  if (from->line > 0) {
    snprintf(where, sizeof where, "line %d", (int)from->line);
  } else {
    snprintf(where, sizeof where, "%.200s", from->file ? from->file : "");
  }
  pw_read_fail(r, place, "'%s' cannot be '%.*s': parameter '%.60s' (%s) is '%.60s', %s%s%s", key, s.length < 60 ? s.length : 60,
               s.begin, s.misfit->name, where, s.misfit->text, *like ? "needs a unit like '" : "but this has no unit", like,
               *like ? "'" : "");
  return false;
}
