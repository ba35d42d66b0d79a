// Values of the fields of an ACDMC file: texts, numbers, words, poses.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "dyn/dyn.h"
#include "numerics/vec.h"

PwDynField *pw_dyn_find(const PwDynEntity *e, PwDynKey key) {
  for (PwDynField *f = e->field; f; f = f->next) {
    if (f->key == key) return f;
  }
  return NULL;
}

const char *pw_dyn_spelling(PwDynKey key, PwDynKind kind) {
  for (const PwDynWord *w = pw_dyn_words; w->text; w++) {
    if (w->key == key && w->kinds & 1u << kind) return w->text;
  }
  return "?";
}

// The field, if it is there or was complained about as missing.
static const PwDynField *needed(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy) {
  const PwDynField *field = pw_dyn_find(e, key);
  if (!field && remedy) pw_dyn_fail(d, e, e->place, "'%s' is missing: %s", pw_dyn_spelling(key, e->kind), remedy);
  return field;
}

const char *pw_dyn_text(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy) {
  const PwDynField *field = needed(d, e, key, remedy);
  if (!field) return NULL;
  if (!field->line) pw_dyn_fail(d, e, field->place, "'%s' has no value", field->word);
  return field->line ? field->line->text : NULL;
}

int32_t pw_dyn_list(PwDyn *d, const PwDynEntity *e, const PwDynField *field, int32_t most, double *out) {
  int32_t count = 0;
  for (const PwDynLine *line = field->line; line; line = line->next) {
    for (const char *s = line->text + strspn(line->text, " \t"); *s; s += strspn(s, " \t")) {
      double value;
      PwPlace place = line->place;
      place.column += (int32_t)(s - line->text);
      int used = pw_double_parse(s, &value);
      if (!used || (s[used] && !isspace((unsigned char)s[used])) || !isfinite(value)) {
        pw_dyn_fail(d, e, place, "'%s' has '%.*s', which is not a number", field->word, (int)strcspn(s, " \t"), s);
        return -1;
      }
      if (count == most) {
        pw_dyn_fail(d, e, place, "'%s' has more than %d numbers", field->word, (int)most);
        return -1;
      }
      out[count++] = value;
      s += used;
    }
  }
  return count;
}

bool pw_dyn_numbers(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy, int32_t count, double *out) {
  const PwDynField *field = needed(d, e, key, remedy);
  if (!field) return !remedy;
  int32_t found = pw_dyn_list(d, e, field, count, out);
  if (found >= 0 && found < count)
    pw_dyn_fail(d, e, field->place, "'%s' needs %d numbers, has %d", field->word, (int)count, (int)found);
  return found == count;
}

bool pw_dyn_choice(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy, const char *const *words, int *out) {
  const char *text = pw_dyn_text(d, e, key, remedy);
  char all[300] = "";
  if (!text) return !remedy && !pw_dyn_find(e, key);
  for (int k = 0; words[k]; k++) {
    if (strcasecmp(words[k], text) == 0) {
      *out = k / 2;
      return true;
    }
    size_t n = strlen(all);
    if (k % 2 == 0 || strcmp(words[k], words[k - 1]) != 0) snprintf(all + n, sizeof all - n, "%s%s", n ? ", " : "", words[k]);
  }
  const PwDynField *field = pw_dyn_find(e, key);
  pw_dyn_fail(d, e, field->line->place, "'%s' cannot be '%.60s' (one of %s)", field->word, text, all);
  return false;
}

bool pw_dyn_flag(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy, bool *out) {
  static const char *const words[] = {"FALSE", "FALSE", "TRUE", "TRUE", NULL};
  int value = *out;
  bool good = pw_dyn_choice(d, e, key, remedy, words, &value);
  *out = value == 1;
  return good;
}

double pw_dyn_unit(const PwDyn *d, PwDimension dimension) {
  return pw_units_factor(&d->model->units, dimension);
}

// Columns of unit length, square to each other, right-handed.
static bool is_rotation(const double m[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      double dot = m[i] * m[j] + m[3 + i] * m[3 + j] + m[6 + i] * m[6 + j];
      if (!(fabs(dot - (i == j)) <= 1e-6)) return false;
    }
  }
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]) > 0;
}

bool pw_dyn_pose(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy, PwDynPose *out) {
  const PwDynField *field = needed(d, e, key, remedy);
  double n[16];
  *out = (PwDynPose){.q = {1}};
  if (!field) return !remedy;
  int32_t count = pw_dyn_list(d, e, field, 16, n);
  if (count < 0) return false;
  if (count != 12 && count != 16) {
    pw_dyn_fail(d, e, field->place, "'%s' needs 12 numbers, three rows of four, has %d", field->word, (int)count);
    return false;
  }
  if (count == 16 && (n[12] != 0 || n[13] != 0 || n[14] != 0 || n[15] != 1)) {
    pw_dyn_fail(d, e, field->place, "'%s': a fourth row must be 0 0 0 1", field->word);
    return false;
  }
  const double m[9] = {n[0], n[1], n[2], n[4], n[5], n[6], n[8], n[9], n[10]};
  if (!is_rotation(m)) {
    pw_dyn_fail(d, e, field->place, "'%s': its first three columns are no axes (unit length, square, right-handed)", field->word);
    return false;
  }
  pw_quat_from_matrix(m, out->q);
  pw_quat_normalise(out->q);
  for (int k = 0; k < 3; k++) out->p[k] = n[4 * k + 3] * pw_dyn_unit(d, PW_DIM_LENGTH);
  return true;
}

PwDynPose pw_dyn_compose(const PwDynPose *a, const PwDynPose *b) {
  PwDynPose out;
  pw_quat_rotate(a->q, b->p, out.p);
  for (int k = 0; k < 3; k++) out.p[k] += a->p[k];
  pw_quat_multiply(a->q, b->q, out.q);
  return out;
}

PwDynPose pw_dyn_inverse(const PwDynPose *a) {
  PwDynPose out;
  double minus[3] = {-a->p[0], -a->p[1], -a->p[2]};
  pw_quat_conjugate(a->q, out.q);
  pw_quat_rotate(out.q, minus, out.p);
  return out;
}

const char *pw_dyn_model_name(PwDyn *d, const char *kind, const char *name) {
  bool word = isalpha((unsigned char)*name) || *name == '_';
  char *copy = pw_arena_format(&d->arena, "%s%.100s", word ? "" : kind, name);
  for (char *s = copy; s && *s; s++) {
    if (!isalnum((unsigned char)*s)) *s = '_';
  }
  return copy ? copy : "?";
}
