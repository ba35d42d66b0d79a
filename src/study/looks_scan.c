// Finds what a text asks of a run: max(x), final(x), x at t, count(rub.impact), ... Each is taken out, and a name of its own, _1,
// _2, ..., with blanks up to the same length, is put in its place, so that all complaints about the rest point where they should.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/mechanism.h"
#include "study/looks_build.h"

static const struct {
  const char *name;
  PwFoldKind kind;
} WORDS[] = {{"max", PW_FOLD_MAX},     {"min", PW_FOLD_MIN},           {"span", PW_FOLD_SPAN},    {"mean", PW_FOLD_MEAN},
             {"rms", PW_FOLD_RMS},     {"integral", PW_FOLD_INTEGRAL}, {"first", PW_FOLD_FIRST},  {"final", PW_FOLD_FINAL},
             {"count", PW_FOLD_COUNT}, {"time", PW_FOLD_TIME},         {"work", PW_FOLD_INTEGRAL}};
enum { WORDS_COUNT = sizeof WORDS / sizeof *WORDS, DEPTH = 100 };

static bool is_name(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.';
}

static int32_t skip_blanks(const char *text, int32_t at, int32_t end) {
  while (at < end && isspace((unsigned char)text[at])) at++;
  return at;
}

static bool is_word(const char *text, int32_t begin, int32_t end, const char *word) {
  return (int32_t)strlen(word) == end - begin && strncmp(text + begin, word, (size_t)(end - begin)) == 0;
}

// The ')' of the '(' at `open`, and how many commas are between them at this level; `end` if there is none.
static int32_t find_close(const char *text, int32_t open, int32_t end, int *commas) {
  int depth = 0;
  *commas = 0;
  for (int32_t i = open; i < end; i++) {
    depth += (text[i] == '(') - (text[i] == ')');
    *commas += depth == 1 && text[i] == ',';
    if (depth == 0) return i;
  }
  return end;
}

// The next fold, and its name in place of text[start, end), which is longer than any such name but may be shorter for "x at t".
static PwFold *put(PwLookBuild *b, char *text, int32_t start, int32_t end) {
  if (b->looks->folds == PW_LOOKS_FOLDS) {
    pw_look_fail(b, start, "more than %d values of a run are asked for", PW_LOOKS_FOLDS);
    return NULL;
  }
  PwFold *fold = &b->looks->fold[b->looks->folds++];
  char name[16];
  snprintf(name, sizeof name, "_%d", (int)b->looks->folds);
  *fold = (PwFold){.factor = 1, .start = start, .end = end};
  memset(text + start, ' ', (size_t)(end - start));
  memcpy(text + start, name, strlen(name));
  return fold;
}

static char *slice(PwLookBuild *b, const char *text, int32_t begin, int32_t end) {
  char *out = pw_arena_format(b->arena, "%.*s", (int)(end - begin), text + begin);
  b->failed |= !out;
  return out;
}

// "contact.kind", with ", number" behind it for a time.
static void scan_event(PwLookBuild *b, PwFoldKind kind, char *text, int32_t start, int32_t begin, int32_t end) {
  char *words = slice(b, text, begin, end);
  PwFold *fold = words ? put(b, text, start, end + 1) : NULL;
  if (!fold) return;
  fold->kind = kind;
  fold->number = 1;
  char *comma = strchr(words, ',');
  if (comma) {
    char *rest;
    long number = strtol(comma + 1, &rest, 10);
    bool whole = rest > comma + 1 && rest[strspn(rest, " ")] == 0 && number >= 1 && number <= 1000000000;
    if (kind == PW_FOLD_COUNT || !whole) {
      pw_look_fail(b, begin + (int32_t)(comma - words) + 1,
                   kind == PW_FOLD_COUNT ? "count takes 1 argument: count(contact.event)"
                                         : "time(contact.event, number) needs a whole number from 1");
    }
    fold->number = number;
    *comma = 0;
  }
  words += strspn(words, " ");
  for (size_t n = strlen(words); n > 0 && words[n - 1] == ' '; n--) words[n - 1] = 0;
  char *dot = strrchr(words, '.');
  if (!dot) {
    pw_look_fail(b, begin, "an event is named as contact.kind, such as rub.impact");
    return;
  }
  *dot = 0;
  fold->subject = words;
  fold->event = dot + 1;
  pw_look_event(b, fold, begin);
}

// The power of a drive, whose integral is its work; angles of the file in radians.
static char *power_of(PwLookBuild *b, const char *name, int32_t at, double *factor) {
  const PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->drives; i++) {
    if (strcmp(k->drive[i].name, name)) continue;
    const PwCoordinate *c = &k->coordinate[k->drive[i].coordinate];
    *factor = c->angular ? k->units.angle : 1;
    char *power = pw_arena_format(b->arena, "%s.force*rate(%s)", name, c->name);
    b->failed |= !power;
    return power;
  }
  pw_look_fail(b, at, "there is no drive called '%.100s' whose work could be told", name);
  return NULL;
}

static void scan_fold(PwLookBuild *b, int word, char *text, int32_t start, int32_t begin, int32_t end) {
  bool work = strcmp(WORDS[word].name, "work") == 0;
  char *inside = slice(b, text, begin, end);
  PwFold *fold = inside ? put(b, text, start, end + 1) : NULL;
  if (!fold) return;
  fold->kind = WORDS[word].kind;
  if (work) {
    inside += strspn(inside, " ");
    inside[strcspn(inside, " ")] = 0;
    inside = power_of(b, inside, begin, &fold->factor);
  }
  if (inside) fold->term = pw_look_term(b, inside, begin);
}

// "x at t" in text[begin, end), with the word at `at`.
static void scan_at(PwLookBuild *b, char *text, int32_t begin, int32_t at, int32_t end) {
  begin = skip_blanks(text, begin, at);
  char *x = slice(b, text, begin, at), *t = slice(b, text, at + 2, end);
  PwFold *fold = x && t && end - begin >= 5 ? put(b, text, begin, end) : NULL;
  if (!fold) {
    if (!b->failed) pw_look_fail(b, begin, "'at' needs a value before it and a time behind it: rub.force at 0.1");
    return;
  }
  fold->kind = PW_FOLD_AT;
  fold->term = pw_look_term(b, x, begin);
  fold->instant = pw_look_constant(b, t, at + 2);
}

static void scan(PwLookBuild *b, char *text, int32_t begin, int32_t end, int depth);

// A call or a name that begins at *at; *at goes behind it. True: it is the word "at".
static bool scan_name(PwLookBuild *b, char *text, int32_t *at, int32_t end, int depth) {
  int32_t begin = *at, stop = begin, open;
  while (stop < end && is_name(text[stop])) stop++;
  *at = stop;
  open = skip_blanks(text, stop, end);
  if (text[begin] == '_' && isdigit((unsigned char)text[begin + 1])) {
    pw_look_fail(b, begin, "a name of an underscore and a digit cannot stand here");
    return false;
  }
  if (open >= end || text[open] != '(') return is_word(text, begin, stop, "at");
  int commas;
  int32_t close = find_close(text, open, end, &commas);
  if (close == end) return false;  // the parser complains
  *at = close + 1;
  for (int i = 0; i < WORDS_COUNT; i++) {
    bool extreme = WORDS[i].kind <= PW_FOLD_MIN, event = WORDS[i].kind >= PW_FOLD_COUNT;
    if (!is_word(text, begin, stop, WORDS[i].name) || (extreme && commas)) continue;
    if (event) {
      scan_event(b, WORDS[i].kind, text, begin, open + 1, close);
    } else {
      scan_fold(b, i, text, begin, open + 1, close);
    }
    return false;
  }
  scan(b, text, open + 1, close, depth + 1);
  return false;
}

static bool is_logic(const char *text, int32_t begin, int32_t end) {
  return is_word(text, begin, end, "and") || is_word(text, begin, end, "or") || is_word(text, begin, end, "not");
}

// Pieces between commas, comparisons and words of logic: each may have one "at".
static void scan(PwLookBuild *b, char *text, int32_t begin, int32_t end, int depth) {
  int32_t piece = begin, at = -1;
  for (int32_t i = begin; i < end && depth < DEPTH && !b->failed;) {
    int32_t start = i;
    int commas;
    if (isalpha((unsigned char)text[i]) || text[i] == '_') {
      if (scan_name(b, text, &i, end, depth)) {
        at = start;
      } else if (is_logic(text, start, i)) {
        if (at >= 0) scan_at(b, text, piece, at, start);
        piece = i, at = -1;
      }
    } else if (is_name(text[i])) {
      while (i < end && is_name(text[i])) i++;  // a number, with a unit that hangs on it
    } else if (text[i] == '(') {
      int32_t close = find_close(text, i, end, &commas);
      scan(b, text, i + 1, close, depth + 1);
      i = close < end ? close + 1 : end;
    } else {
      if (strchr(",<>=!", text[i++])) {
        if (at >= 0) scan_at(b, text, piece, at, start);
        piece = i, at = -1;
      }
    }
  }
  if (at >= 0) scan_at(b, text, piece, at, end);
}

void pw_look_scan(PwLookBuild *b, char *text) {
  scan(b, text, 0, (int32_t)strlen(text), 0);
}
