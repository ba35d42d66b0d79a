#include "dynamics/canonical_reduction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST = 3e-6;     // of its length: what must be left of a touch's row for it to be in force
static const double EXCHANGE = 1.25;  // entries of B above this make C_d better by an exchange
static const double WISHED = 1e-2;    // of the best pivot: one that leaves a wished speed independent

void pw_reduction_free(PwReduction *s) {
  void *const owned[] = {s->start, s->column, s->C,     s->branch, s->in_force, s->speed,    s->dependent, s->weight,
                         s->unit,  s->first,  s->block, s->group,  s->left,     s->right_of, s->right,     s->right_row,
                         s->B,     s->M,      s->value, s->work,   s->place,    s->list};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
  pw_elimination_free(s->factors);
  pw_pivoting_free(&s->pivoting);
  *s = (PwReduction){0};
}

// *list gets room for `count` members, what is in it stays.
static bool grow(void *list, size_t before, size_t count, size_t size) {
  void *old, *new = calloc(count + 1, size);
  memcpy(&old, list, sizeof old);
  if (!new) return false;
  if (old) memcpy(new, old, before * size);
  free(old);
  memcpy(list, &new, sizeof new);
  return true;
}
#define GROW(member, before, count) grow(&s->member, before, count, sizeof *s->member)

static bool grow_entries(PwReduction *s, size_t before, size_t now) {
  return GROW(column, before, now) && GROW(C, before, now) && GROW(left, before, now) && GROW(right, before, now) &&
         GROW(right_row, before, now) && GROW(value, before, now);
}

static bool grow_closures(PwReduction *s, size_t before, size_t now) {
  return GROW(start, before + 1, now + 1) && GROW(in_force, before, now) && GROW(weight, before, now) &&
         GROW(place, 0, 2 * (now + (size_t)s->n) + 2);
}

static bool make_speeds(PwReduction *s) {
  size_t n = (size_t)s->n;
  return GROW(branch, 0, n) && GROW(speed, 0, n) && GROW(dependent, 0, n) && GROW(unit, 0, n) && GROW(first, 0, n + 2) &&
         GROW(block, 0, n + 1) && GROW(group, 0, n) && GROW(right_of, 0, n + 1);
}

// A scratch or result list of `count` members.
static bool renew(void *list, size_t count, size_t size, size_t *room) {
  void *old;
  memcpy(&old, list, sizeof old);
  if (old && count <= *room) return true;
  *room = count;
  return grow(list, 0, count, size);
}
#define RENEW(member, count) renew(&s->member, count, sizeof *s->member, &s->member##_room)

// Room for B, M and the work on them.
static PawlStatus make_room(PwReduction *s, size_t r, size_t widest, size_t masses) {
  size_t work = (size_t)s->n * (widest + 1);
  bool ok = RENEW(B, r * widest) && RENEW(M, masses) && RENEW(work, work > (size_t)s->room ? work : (size_t)s->room);
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}

PawlStatus pw_reduction_reserve(PwReduction *s, int32_t m, int32_t n, int32_t entries) {
  enum { SMALL = 64 };  // mechanisms with so many speeds have room for every choice from the start
  if (s->speed && m <= s->room && entries <= s->entry_room) return PAWL_OK;
  int32_t closures = m > s->room ? m : s->room;
  s->n = n;
  bool ok = s->speed || make_speeds(s);
  ok = ok && grow_closures(s, (size_t)s->room, (size_t)closures);
  if (ok && (entries > s->entry_room || !s->C)) ok = grow_entries(s, (size_t)s->entry_room, (size_t)entries);
  if (!ok) return PAWL_ERR_MEMORY;
  s->room = closures;
  if (entries > s->entry_room) s->entry_room = entries;
  size_t most = (size_t)(closures < n ? closures : n), wide = (size_t)n;
  if (n > SMALL) return PAWL_OK;
  PawlStatus status = make_room(s, most, wide, wide * wide);
  if (status == PAWL_OK) status = pw_pivoting_begin(&s->pivoting, closures, n, entries);
  return status == PAWL_OK && !RENEW(list, 4 * most * most + 8 * most + 8) ? PAWL_ERR_MEMORY : status;
}

double pw_reduction_measure(const PwReduction *s, int32_t a) {
  double sum = 0;
  for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) {
    double part = s->C[e] / s->unit[s->column[e]];
    sum += part * part;
  }
  return sqrt(sum);
}

// ---- groups

static int32_t find(int32_t *parent, int32_t j) {
  while (parent[j] != j) j = parent[j] = parent[parent[j]];
  return j;
}

// parent: speeds that are tied have the same root.
static void tie_speeds(const PwReduction *s, int32_t *parent) {
  memcpy(parent, s->branch, (size_t)s->n * sizeof *parent);
  for (int32_t i = 0; i < s->r; i++) {
    int32_t a = s->in_force[i];
    for (int32_t e = s->start[a] + 1; e < s->start[a + 1]; e++) {
      parent[find(parent, s->column[e])] = find(parent, s->column[e - 1]);
    }
  }
}

// Groups are counted by their first independent speeds.
static void number_groups(PwReduction *s, int32_t *parent, int32_t *number) {
  memset(s->first, 0, ((size_t)s->n + 2) * sizeof *s->first);
  for (int32_t j = 0; j < s->n; j++) number[j] = -1;
  s->groups = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t j = 0; j < s->n; j++) {
      int32_t root = find(parent, j);
      if (s->dependent[j] == (pass == 0)) continue;
      if (number[root] < 0) number[root] = pass == 0 ? s->groups++ : s->groups;
      s->group[j] = number[root];
      if (pass == 0) s->first[number[root] + 1]++;
    }
  }
}

// The order of the independent speeds, and room for what is to come.
static PawlStatus group_speeds(PwReduction *s) {
  int32_t *next = s->place, masses = 0;
  tie_speeds(s, s->place);
  number_groups(s, s->place, s->place + s->n);
  s->widest = 0;
  for (int32_t g = 0; g < s->groups; g++) {
    int32_t width = s->first[g + 1];
    s->block[g] = masses;
    masses += width * width;
    if (width > s->widest) s->widest = width;
    s->first[g + 1] += s->first[g];
    next[g] = s->first[g];
  }
  s->first[s->groups + 1] = s->first[s->groups];
  for (int32_t j = 0; j < s->n; j++) {
    if (!s->dependent[j]) s->speed[s->r + next[s->group[j]]++] = j;
  }
  return make_room(s, (size_t)s->r, (size_t)s->widest, (size_t)masses);
}

// ---- the choice

// Measured rows of length 1. Rows of touches that the tree holds by itself are zero: what is left of them is rounding.
static PawlStatus lay_out(PwReduction *s) {
  static const double HELD = 1e-13;  // of the longest
  PwPivoting *p = &s->pivoting;
  double longest = 0;
  for (int32_t a = 0; a < s->m; a++) longest = fmax(longest, pw_reduction_measure(s, a));
  PawlStatus status = pw_pivoting_begin(p, s->m, s->n, s->start[s->m]);
  for (int32_t a = 0; a < s->m && status == PAWL_OK; a++) {
    double length = pw_reduction_measure(s, a), scale = length > 0 ? 1 / length : 1;
    if (a >= s->rows && !(length > HELD * longest)) scale = 0;
    for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) {
      pw_pivoting_add(p, a, s->column[e], scale * (s->C[e] / s->unit[s->column[e]]));
    }
  }
  return status;
}

// The largest entry of a row in columns that are not dependent yet; -1: none. Wished columns count only where nothing else is of
// a size.
static int32_t find_largest(const PwReduction *s, const bool *wished, int32_t row, double *size) {
  const PwPivoting *p = &s->pivoting;
  int32_t best = -1;
  *size = 0;
  for (int32_t e = p->row[row]; e >= 0; e = p->entry[e].next_in_row) {
    int32_t column = p->entry[e].column;
    double counted = fabs(p->entry[e].value) * (wished[column] ? WISHED : 1);
    if (s->dependent[column] || !(counted >= *size) || !(counted > 0)) continue;
    if (counted == *size && column > p->entry[best].column) continue;
    *size = counted;
    best = e;
  }
  return best;
}

// Of the rows [from, to) that are not in force yet the one with the largest entry; -1: none is left of a size.
static int32_t find_row(const PwReduction *s, const double *size, int32_t from, int32_t to) {
  int32_t best = -1;
  for (int32_t a = from; a < to; a++) {
    if (s->pivoting.wide[a] >= 0 && size[a] > (best < 0 ? 0 : size[best])) best = a;
  }
  return best;
}

// Pivots from the rows [from, to), each larger than `least`, until none is left.
static PawlStatus take_pivots(PwReduction *s, const bool *wished, int32_t from, int32_t to, double least) {
  PwPivoting *p = &s->pivoting;
  double *size = s->work;
  int32_t *largest = s->place;
  for (int32_t a = from; a < to; a++) largest[a] = find_largest(s, wished, a, &size[a]);
  while (s->r < s->n) {
    int32_t row = find_row(s, size, from, to);
    if (row < 0 || !(fabs(p->entry[largest[row]].value) > least)) break;
    int32_t column = p->entry[largest[row]].column;
    PawlStatus status = pw_pivoting_take(p, largest[row]);
    if (status) return status;
    s->in_force[s->r] = row;
    s->speed[s->r++] = column;
    s->dependent[column] = true;
    for (int32_t e = p->column[column]; e >= 0; e = p->entry[e].next_in_column) {
      int32_t a = p->entry[e].row;
      if (a >= from && a < to && p->wide[a] >= 0) largest[a] = find_largest(s, wished, a, &size[a]);
    }
  }
  return PAWL_OK;
}

// The entry of B that is most above EXCHANGE: the places of its two speeds; false: there is none.
static bool find_exchange(const PwReduction *s, const double *inertia, const bool *wished, int32_t *out, int32_t *in) {
  double worst = EXCHANGE;
  for (int32_t i = 0; i < s->r; i++) {
    const double *B = s->B + (size_t)i * (size_t)s->widest;
    int32_t to = s->speed[i], g = s->group[to];
    for (int32_t j = s->first[g]; j < s->first[g + 1]; j++) {
      int32_t from = s->speed[s->r + j];
      double size = fabs(B[j - s->first[g]]) * inertia[to] / inertia[from] * (wished[from] ? WISHED : 1);
      if (!(size > worst)) continue;
      worst = size;
      *out = i;
      *in = from;
    }
  }
  return worst > EXCHANGE;
}

// Exchanges pairs until B is small.
static PawlStatus improve(PwReduction *s, const double *inertia, const bool *wished) {
  enum { MOST = 50 };
  for (int pass = 0; pass < MOST; pass++) {
    int32_t out = 0, in = 0;
    PawlStatus status = group_speeds(s);
    if (status == PAWL_OK) status = pw_reduction_order(s);
    if (status == PAWL_OK) status = pw_reduction_eliminate(s);
    if (status || !find_exchange(s, inertia, wished, &out, &in)) return status;
    s->dependent[s->speed[out]] = false;
    s->dependent[in] = true;
    s->speed[out] = in;
  }
  return PAWL_OK;
}

PawlStatus pw_reduction_choose(PwReduction *s, const double *inertia, const bool *wished) {
  s->chosen = false;
  memcpy(s->unit, inertia, (size_t)s->n * sizeof *s->unit);
  memset(s->dependent, 0, (size_t)s->n * sizeof *s->dependent);
  s->r = 0;
  PawlStatus status = make_room(s, 0, 0, 0);
  if (status == PAWL_OK) status = lay_out(s);
  if (status == PAWL_OK) status = take_pivots(s, wished, 0, s->rows, 0);
  if (status == PAWL_OK && s->r < s->rows) status = PAWL_ERR_SINGULAR;
  if (status == PAWL_OK) status = take_pivots(s, wished, s->rows, s->m, LEAST);
  if (status == PAWL_OK) status = improve(s, inertia, wished);
  s->chosen = status == PAWL_OK;
  return status;
}

double pw_reduction_firmness(const PwReduction *s) {
  double least = 1;
  for (int32_t i = 0; i < s->r; i++) {
    if (s->in_force[i] < s->rows) continue;
    least = fmin(least, fabs(pw_elimination_pivot(s->factors, i)) * s->weight[i] / s->unit[s->speed[i]]);
  }
  return least;
}

double pw_reduction_wear(const PwReduction *s, const double *inertia, const bool *wished) {
  double worst = 0;
  for (int32_t i = 0; i < s->r; i++) {
    const double *B = s->B + (size_t)i * (size_t)s->widest;
    int32_t to = s->speed[i], g = s->group[to];
    for (int32_t j = s->first[g]; j < s->first[g + 1]; j++) {
      int32_t from = s->speed[s->r + j];
      worst = fmax(worst, fabs(B[j - s->first[g]]) * inertia[to] / inertia[from] * (wished[from] ? WISHED : 1));
    }
  }
  return worst;
}
