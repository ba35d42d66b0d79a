// LOOP sections of an ACDMC file against the graph of its links and pairs. They are what the other program found, so that nothing
// is built from them: each must be a way along the pairs that comes back to its start, and all of them together a full set of
// independent loops, of which there are pairs - links + parts (contacts, open or closed, count as pairs).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dyn/dyn.h"

enum { MATRIX_MAX = 4000000 };  // numbers of the loop matrix: independence is not checked beyond

static int32_t find_pair(const PwDynMechanism *m, const char *name) {
  for (int32_t k = 0; k < m->pairs.count; k++) {
    if (strcmp(m->pairs.item[k].entity->name, name) == 0) return k;
  }
  return -1;
}

static const char *link_name(const PwDynMechanism *m, int32_t link) {
  return m->links.item[link].entity->name;
}

// Fixed links are one.
static int32_t node_of(const PwDynMechanism *m, int32_t link) {
  int32_t k = 0;
  if (!m->links.item[link].fixed) return link;
  while (!m->links.item[k].fixed) k++;
  return k;
}

// One step of a loop: the pair forwards (TRUE) or backwards, from the link where the way has come to. -1 after a complaint.
static int32_t step(PwDynMechanism *m, const PwDynEntity *e, const PwDynField *field, int32_t *at, int *sign) {
  PwDyn *d = m->d;
  const PwDynLine *flag = field->line, *name = flag ? flag->next : NULL;
  bool forward = flag && strcmp(flag->text, "TRUE") == 0;
  if (!flag || (!forward && strcmp(flag->text, "FALSE") != 0)) {
    pw_dyn_fail(d, e, field->place, "'RECLOOP' is TRUE or FALSE");
    return -1;
  }
  if (!name || name->next) {
    pw_dyn_fail(d, e, field->place, "'RECLOOP' needs the name of one pair in the line below");
    return -1;
  }
  int32_t pair = find_pair(m, name->text);
  if (pair < 0) {
    pw_dyn_fail(d, e, name->place, "there is no PAIR '%.60s'", name->text);
    return -1;
  }
  const int32_t *link = m->pairs.item[pair].link;
  if (link[0] < 0 || link[1] < 0) return -1;  // complained about
  int32_t from = node_of(m, link[forward ? 0 : 1]), to = node_of(m, link[forward ? 1 : 0]);
  if (*at >= 0 && from != *at) {
    pw_dyn_fail(d, e, name->place,
                "the loop is at link '%.60s', from where pair '%.60s' %s does not lead on (it goes from '%.60s' to '%.60s')",
                link_name(m, *at), name->text, forward ? "forwards" : "backwards", link_name(m, from), link_name(m, to));
    return -1;
  }
  *at = to;
  *sign = forward ? 1 : -1;
  return pair;
}

// Fills a row of the loop matrix; false after a complaint.
static bool read_loop(PwDynMechanism *m, const PwDynEntity *e, double *row, bool *closed) {
  static const char *const words[] = {"OPEN", "OPEN", "CLOSED", "CLOSED", NULL};
  PwDyn *d = m->d;
  int chain = 1, sign;
  int32_t at = -1, start = -1, count = 0;
  double number = 0;
  bool good = pw_dyn_choice(d, e, PW_DYN_CHAIN, "write CLOSED or OPEN", words, &chain);
  good = pw_dyn_numbers(d, e, PW_DYN_NUM, "the number of its pairs", 1, &number) && good;
  *closed = chain == 1;
  for (const PwDynField *f = e->field; f && good; f = f->next) {
    if (f->key != PW_DYN_RECLOOP) continue;
    int32_t pair = step(m, e, f, &at, &sign);
    if (pair < 0) return false;
    if (count++ == 0) start = node_of(m, m->pairs.item[pair].link[sign > 0 ? 0 : 1]);
    row[pair] += sign;
  }
  if (!good) return false;
  if (count != number) {
    pw_dyn_fail(d, e, pw_dyn_find(e, PW_DYN_NUM)->place, "'NUMPAIR' is %g, but %d pairs follow", number, (int)count);
    return false;
  }
  if (*closed == (start == at)) return true;
  pw_dyn_fail(d, e, e->place,
              *closed ? "is called CLOSED, but goes from link '%.60s' to '%.60s'"
                      : "is called OPEN, but comes back to link '%.60s' (%.60s)",
              count ? link_name(m, start) : "?", count ? link_name(m, at) : "?");
  return false;
}

// Adds the row to an echelon form; false: it depends on those before. Loop matrices have entries -1, 0, 1 in all minors, so that
// this is exact.
static bool is_independent(double *matrix, int32_t rows, int32_t columns) {
  double *row = matrix + (size_t)rows * (size_t)columns;
  for (int32_t r = 0; r < rows; r++) {
    const double *other = matrix + (size_t)r * (size_t)columns;
    int32_t pivot = 0;
    while (other[pivot] == 0) pivot++;
    double factor = row[pivot] / other[pivot];
    for (int32_t k = pivot; k < columns && factor != 0; k++) row[k] -= factor * other[k];
  }
  for (int32_t k = 0; k < columns; k++) {
    if (row[k] != 0) return true;
  }
  return false;
}

// Links that hang together count as one part.
static int32_t count_parts(const PwDynMechanism *m, int32_t *part) {
  int32_t parts = 0;
  for (int32_t k = 0; k < m->links.count; k++) part[k] = node_of(m, k);
  for (int32_t p = 0; p < m->pairs.count; p++) {
    int32_t a = part[m->pairs.item[p].link[0]], b = part[m->pairs.item[p].link[1]];
    for (int32_t k = 0; k < m->links.count && a != b; k++) {
      if (part[k] == a) part[k] = b;
    }
  }
  for (int32_t k = 0; k < m->links.count; k++) parts += part[k] == k;
  return parts;
}

static void check_count(PwDynMechanism *m, const PwDynEntity *last, int32_t loops) {
  PwDyn *d = m->d;
  int32_t *part = pw_arena_array(&d->arena, (size_t)m->links.count + 1, sizeof *part),
          nodes = m->links.count - m->fixed + (m->fixed > 0);
  for (int32_t p = 0; p < m->pairs.count; p++) {
    if (m->pairs.item[p].link[0] < 0 || m->pairs.item[p].link[1] < 0) return;
  }
  if (!part) {
    pw_dyn_no_memory(d, last->place);
    return;
  }
  int32_t need = m->pairs.count - nodes + count_parts(m, part);
  if (loops == need) return;
  pw_dyn_fail(d, last, last->place, "the file has %d closed loop%s, its links and pairs have %d independent ones: %s", (int)loops,
              loops == 1 ? "" : "s", (int)need,
              loops < need ? "add the others, or leave LOOP out" : "take away what follows from others");
}

void pw_dyn_check_loops(PwDynMechanism *m) {
  PwDyn *d = m->d;
  const PwDynEntity *last = NULL;
  int32_t entities = 0, rows = 0;
  bool good = true;
  for (const PwDynEntity *e = d->first; e; e = e->next) entities += e->kind == PW_DYN_LOOP;
  if (!entities || !m->pairs.count || (int64_t)entities * m->pairs.count > MATRIX_MAX) {
    if (entities && m->pairs.count)
      pw_dyn_fail(d, NULL, (PwPlace){d->file, 1, 1}, "more loops and pairs than can be checked: leave LOOP out");
    return;
  }
  double *matrix = calloc((size_t)entities * (size_t)m->pairs.count, sizeof *matrix);
  for (const PwDynEntity *e = d->first; e && matrix; e = e->next) {
    double *row = matrix + (size_t)rows * (size_t)m->pairs.count;
    bool closed;
    if (e->kind != PW_DYN_LOOP) continue;
    memset(row, 0, (size_t)m->pairs.count * sizeof *row);
    if (!read_loop(m, e, row, &closed)) {
      good = false;
    } else if (closed && !is_independent(matrix, rows, m->pairs.count)) {
      pw_dyn_fail(d, e, e->place, "follows from the loops before it");
      good = false;
    } else if (closed) {
      rows++;
      last = e;
    }
  }
  if (!matrix) pw_dyn_no_memory(d, (PwPlace){d->file, 1, 1});
  if (good && last) check_count(m, last, rows);
  free(matrix);
}
