// An ACDMC file cut into entities and fields. The format is a list of lines "KEY : value", some keys with numbers in the lines
// below; hand-written, because it is nobody else's.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "dyn/dyn.h"

enum { LINE_MAX_CHARS = 20000, LINES_MAX = 20000, KEY_CHARS = 64 };

void pw_dyn_fail(PwDyn *d, const PwDynEntity *e, PwPlace place, const char *format, ...) {
  char text[1200];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  d->failed = true;
  if (!e) {
    pw_message(d->messages, PAWL_ERROR, place, "%s", text);
  } else if (e->kind == PW_DYN_PART) {
    pw_message(d->messages, PAWL_ERROR, place, "SURF '%.60s', curve %d: %s", e->owner->name, (int)e->number, text);
  } else {
    pw_message(d->messages, PAWL_ERROR, place, "%s '%.60s': %s", pw_dyn_kind_names[e->kind], e->name, text);
  }
}

void pw_dyn_no_memory(PwDyn *d, PwPlace place) {
  pw_dyn_fail(d, NULL, place, "out of memory");
  d->model->no_memory = true;
}

// Capitals, single blanks, none at the ends; too long a text is cut, as no key is that long.
static void normalise(const char *text, size_t length, char out[KEY_CHARS]) {
  size_t n = 0;
  for (size_t k = 0; k < length && n < KEY_CHARS - 2; k++) {
    unsigned char c = (unsigned char)text[k];
    if (!isspace(c)) {
      out[n++] = (char)toupper(c);
    } else if (n && out[n - 1] != ' ') {
      out[n++] = ' ';
    }
  }
  while (n && out[n - 1] == ' ') n--;
  out[n] = 0;
}

static const PwDynWord *find_word(const char *key, PwDynKind kind) {
  for (const PwDynWord *w = pw_dyn_words; w->text; w++) {
    if (w->kinds & 1u << kind && strcmp(w->text, key) == 0) return w;
  }
  return NULL;
}

typedef struct {
  PwDyn *d;
  PwDynEntity *entity;  // the one being filled; NULL: none yet
  PwDynEntity *link;    // the last one
  PwDynField *field;    // that may go on in the next line
  PwPlace place;        // of the line
  int32_t lines;
  bool skip;  // numbers that follow belong to a key that was complained about
  bool full;  // out of memory, or too much
} Lexer;

static void *take(Lexer *x, size_t size) {
  void *block = x->full ? NULL : pw_arena_alloc(&x->d->arena, size);
  if (!block && !x->full) pw_dyn_no_memory(x->d, x->place);
  if (!block) x->full = true;
  return block;
}

static char *take_text(Lexer *x, const char *text, size_t length) {
  char *copy = take(x, length + 1);
  if (copy) memcpy(copy, text, length);
  return copy;
}

static PwDynEntity *begin(Lexer *x, PwDynKind kind, PwDynEntity *owner) {
  PwDynEntity *e = take(x, sizeof *e);
  if (!e) return NULL;
  *e = (PwDynEntity){.kind = kind, .name = "?", .place = x->place, .owner = owner};
  if (x->d->last) {
    x->d->last->next = e;
  } else {
    x->d->first = e;
  }
  return x->entity = x->d->last = e;
}

static void begin_entity(Lexer *x, const char *value) {
  static const char *const names[] = {"MACH", "MECH", "LINK", "SURF", "PAIR", "OCLI", "OCPA", "LOOP", NULL};
  static const PwDynKind kinds[] = {PW_DYN_MACH, PW_DYN_MACH, PW_DYN_LINK, PW_DYN_SURF,
                                    PW_DYN_PAIR, PW_DYN_OCLI, PW_DYN_OCPA, PW_DYN_LOOP};
  char word[KEY_CHARS];
  normalise(value, strlen(value), word);
  x->entity = NULL;
  x->field = NULL;
  x->skip = false;
  for (int k = 0; names[k]; k++) {
    if (strcmp(names[k], word) != 0) continue;
    PwDynEntity *e = begin(x, kinds[k], kinds[k] == PW_DYN_SURF ? x->link : NULL);
    if (kinds[k] == PW_DYN_LINK) x->link = e;
    if (e && kinds[k] == PW_DYN_SURF && !e->owner)
      pw_dyn_fail(x->d, e, x->place, "comes before any LINK: a surface follows its link");
    return;
  }
  const char *near = pw_suggest(word, names);
  pw_dyn_fail(x->d, NULL, x->place, "there is no entity '%.60s'%s%s%s", word, near ? ", did you mean '" : "", near ? near : "",
              near ? "'?" : "");
}

static void add_line(Lexer *x, PwDynField *field, const char *text, size_t length, PwPlace place) {
  PwDynLine *line = take(x, sizeof *line);
  char *copy = take_text(x, text, length);
  if (!line || !copy) return;
  *line = (PwDynLine){copy, place, NULL};
  if (field->last) {
    field->last->next = line;
  } else {
    field->line = line;
  }
  field->last = line;
}

static PwDynField *add_field(Lexer *x, PwDynEntity *e, const PwDynWord *word) {
  PwDynField *field = take(x, sizeof *field);
  if (!field) return NULL;
  *field = (PwDynField){.key = word->key, .word = word->text, .place = x->place};
  if (e->last) {
    e->last->next = field;
  } else {
    e->field = field;
  }
  return e->last = field;
}

static void complain_key(Lexer *x, const char *key) {
  const char *names[100];
  int count = 0;
  PwDynEntity *e = x->entity;
  for (const PwDynWord *w = pw_dyn_words; w->text; w++) {
    bool fits = w->kinds & 1u << e->kind || (e->kind == PW_DYN_SURF && w->kinds & 1u << PW_DYN_PART);
    if (fits && count < (int)(sizeof names / sizeof *names) - 1) names[count++] = w->text;
  }
  names[count] = NULL;
  const char *near = pw_suggest(key, names);
  pw_dyn_fail(x->d, e, x->place, "unknown key '%.60s'%s%s%s", key, near ? ", did you mean '" : "", near ? near : "",
              near ? "'?" : "");
}

// A curve begins with its type; the keys after its last one (FIN) may be those of the surface again.
static const PwDynWord *word_here(Lexer *x, const char *key) {
  PwDynEntity *e = x->entity, *surf = e->kind == PW_DYN_PART ? e->owner : e;
  const PwDynWord *word = surf->kind == PW_DYN_SURF ? find_word(key, PW_DYN_PART) : NULL;
  if (word && word->key == PW_DYN_TYPE) {
    int32_t number = e->kind == PW_DYN_PART ? e->number + 1 : 1;
    PwDynEntity *part = begin(x, PW_DYN_PART, surf);
    if (part) part->number = number;
    return word;
  }
  return find_word(key, e->kind);
}

static void add_key(Lexer *x, const char *key, const char *value, size_t length, PwPlace value_place) {
  x->field = NULL;
  x->skip = true;
  if (!x->entity) {
    if (!x->d->failed) pw_dyn_fail(x->d, NULL, x->place, "'%.60s' comes before any 'ENTITY : ...'", key);
    return;
  }
  const PwDynWord *word = word_here(x, key);
  if (!word) {
    complain_key(x, key);
    return;
  }
  PwDynEntity *e = x->entity;
  PwDynField *before = word->key == PW_DYN_RECLOOP || word->key == PW_DYN_STATE ? NULL : pw_dyn_find(e, word->key);
  if (before) {
    pw_dyn_fail(x->d, e, x->place, "'%s' stands here twice, before in line %d%s", word->text, (int)before->place.line,
                word->key == PW_DYN_POSITION && !pw_dyn_find(e, PW_DYN_VELOCITY) ? ": is this one INITIAL VELOCITY?" : "");
  }
  PwDynField unused = {0}, *field = before || word->key == PW_DYN_STATE ? &unused : add_field(x, e, word);
  if (!field) return;
  x->skip = word->rows && field == &unused;
  if (field == &unused) return;
  if (length) add_line(x, field, value, length, value_place);
  if (word->rows) x->field = field;
  if (word->key == PW_DYN_NAME && field->line) e->name = field->line->text;
}

// A line without a colon: a key alone, or what belongs to the key above.
static void add_bare(Lexer *x, const char *text, size_t length) {
  char key[KEY_CHARS];
  normalise(text, length, key);
  if (x->entity && !(x->field && x->field->key == PW_DYN_RECLOOP) && find_word(key, x->entity->kind)) {
    add_key(x, key, "", 0, x->place);
  } else if (x->field) {
    add_line(x, x->field, text, length, x->place);
  } else if (x->skip) {
    return;
  } else if (x->entity) {
    pw_dyn_fail(x->d, x->entity, x->place, "'%.60s' is neither 'KEY : value' nor a line of numbers after a key that has some",
                key);
  } else if (!x->d->failed) {
    pw_dyn_fail(x->d, NULL, x->place, "'%.60s' comes before any 'ENTITY : ...'", key);
  }
}

static void add_text_line(Lexer *x, const char *text, size_t length) {
  size_t start = 0;
  while (length && isspace((unsigned char)text[length - 1])) length--;
  while (start < length && isspace((unsigned char)text[start])) start++;
  if (start == length || text[start] == '#') return;
  x->place.column = (int32_t)start + 1;
  if (length > LINE_MAX_CHARS || memchr(text, 0, length) || ++x->lines > LINES_MAX) {
    pw_dyn_fail(x->d, NULL, x->place, "%s",
                length > LINE_MAX_CHARS ? "the line has more than 20000 characters"
                : x->lines > LINES_MAX  ? "the file has more than 20000 lines"
                                        : "the line has a zero byte: this is no text");
    x->full = true;
    return;
  }
  const char *colon = memchr(text + start, ':', length - start);
  if (!colon) {
    add_bare(x, text + start, length - start);
    return;
  }
  char key[KEY_CHARS];
  const char *value = colon + 1, *end = text + length;
  while (value < end && isspace((unsigned char)*value)) value++;
  normalise(text + start, (size_t)(colon - text) - start, key);
  PwPlace value_place = {x->place.file, x->place.line, (int32_t)(value - text) + 1};
  if (strcmp(key, "ENTITY") == 0 || strcmp(key, "ENTITE") == 0) {
    char *copy = take_text(x, value, (size_t)(end - value));
    if (copy) begin_entity(x, copy);
  } else {
    add_key(x, key, value, (size_t)(end - value), value_place);
  }
}

bool pw_dyn_lex(PwDyn *d, const char *text, size_t length) {
  Lexer x = {.d = d, .place = {d->file, 0, 0}};
  while (length && !x.full) {
    const char *end = memchr(text, '\n', length);
    size_t n = end ? (size_t)(end - text) : length;
    x.place.line++;
    add_text_line(&x, text, n);
    text += n + (end != NULL);
    length -= n + (end != NULL);
  }
  return !x.full;
}

// ---- values from outside the file

static PwDynEntity *find_entity(PwDyn *d, const char *kind, const char *name) {
  for (PwDynEntity *e = d->first; e; e = e->next) {
    if (e->kind != PW_DYN_PART && strcmp(pw_dyn_kind_names[e->kind], kind) == 0 &&
        (e->kind == PW_DYN_MACH ? !*name : strcmp(e->name, name) == 0))
      return e;
  }
  return NULL;
}

// "23.4": curve 4 of surface 23.
static PwDynEntity *find_part(PwDyn *d, char *name) {
  char *dot = strrchr(name, '.');
  if (!dot) return NULL;
  *dot = 0;
  PwDynEntity *surf = find_entity(d, "SURF", name);
  for (PwDynEntity *e = surf ? surf->next : NULL; e && e->kind == PW_DYN_PART; e = e->next) {
    if (e->number == atoi(dot + 1)) return e;
  }
  *dot = '.';
  return NULL;
}

void pw_dyn_override(PwDyn *d, const char *text) {
  PwPlace place = {"--set", 0, 0};
  char key[KEY_CHARS], *copy = pw_arena_string(&d->arena, text), *equals = copy ? strchr(copy, '=') : NULL;
  if (!copy || !equals) {
    pw_dyn_fail(d, NULL, place, "'%.60s' is not of the form OCPA.name.KEY=value", text);
    return;
  }
  *equals = 0;
  char *first = strchr(copy, '.'), *last = strrchr(copy, '.');
  PwDynEntity *e = NULL;
  if (first) {
    normalise(last + 1, strlen(last + 1), key);
    *first = *last = 0;
    char *name = first == last ? last : first + 1;  // "MACH.TIME" has none
    e = find_entity(d, copy, name);
    if (!e && strcmp(copy, "SURF") == 0) e = find_part(d, name);
  }
  if (!e) {
    pw_dyn_fail(d, NULL, place, "'%.60s' names nothing in the file: write MACH.KEY, KIND.name.KEY or SURF.name.number.KEY", text);
    return;
  }
  const PwDynWord *word = find_word(key, e->kind);
  Lexer x = {.d = d, .entity = e, .place = place};
  if (!word || word->key == PW_DYN_NAME || word->key == PW_DYN_RECLOOP) {
    pw_dyn_fail(d, e, place, "'%.60s' cannot be set", key);
    return;
  }
  PwDynField *field = pw_dyn_find(e, word->key);
  if (field) {
    field->line = field->last = NULL;
    field->place = place;
  } else {
    field = add_field(&x, e, word);
  }
  if (field) add_line(&x, field, equals + 1, strlen(equals + 1), place);
}
