#include "study/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double pw_quantiles[PW_QUANTILES] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
static const double WIDE = 1.959963984540054;  // deviations of a normal variable that leave 5 % outside

PwEstimate pw_wilson(int64_t met, int64_t samples) {
  if (samples == 0) return (PwEstimate){NAN, 0, 1};
  double n = (double)samples, p = (double)met / n, z = WIDE * WIDE / n;
  double middle = (p + z / 2) / (1 + z), half = WIDE / (1 + z) * sqrt(p * (1 - p) / n + z / (4 * n));
  return (PwEstimate){p, fmax(middle - half, 0), fmin(middle + half, 1)};
}

static int rising(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void pw_distribution(double *value, int64_t count, PwDistribution *out) {
  double sum = 0, square = 0, n = (double)count;
  out->count = count;
  for (int64_t i = 0; i < count; i++) sum += value[i];
  double mean = count ? sum / n : NAN;
  for (int64_t i = 0; i < count; i++) square += (value[i] - mean) * (value[i] - mean);
  out->deviation = count > 1 ? sqrt(square / (n - 1)) : NAN;
  double half = WIDE * out->deviation / sqrt(n);
  out->mean = (PwEstimate){mean, mean - half, mean + half};
  if (count) qsort(value, (size_t)count, sizeof *value, rising);
  out->least = count ? value[0] : NAN;
  out->largest = count ? value[count - 1] : NAN;
  for (int q = 0; q < PW_QUANTILES; q++) {
    double at = pw_quantiles[q] * (n - 1), part = at - floor(at);
    int64_t i = (int64_t)floor(at);
    out->quantile[q] = !count ? NAN : i + 1 < count ? value[i] + part * (value[i + 1] - value[i]) : value[count - 1];
  }
}

// ---- ranks

// Heap sort of places by value: the order is the same everywhere, and needs no memory.
static void sift(const double *value, int64_t *order, int64_t root, int64_t count) {
  for (int64_t child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && value[order[child]] < value[order[child + 1]]) child++;
    if (!(value[order[root]] < value[order[child]])) return;
    int64_t swap = order[root];
    order[root] = order[child];
    order[child] = swap;
  }
}

static void sort_places(const double *value, int64_t *order, int64_t count) {
  for (int64_t i = 0; i < count; i++) order[i] = i;
  for (int64_t i = count / 2 - 1; i >= 0; i--) sift(value, order, i, count);
  for (int64_t end = count - 1; end > 0; end--) {
    int64_t swap = order[0];
    order[0] = order[end];
    order[end] = swap;
    sift(value, order, 0, end);
  }
}

void pw_ranks(double *value, int64_t *order, int64_t count) {
  sort_places(value, order, count);
  for (int64_t i = 0, end; i < count; i = end) {
    double x = value[order[i]];
    for (end = i + 1; end < count && value[order[end]] == x;) end++;
    for (int64_t k = i; k < end; k++) value[order[k]] = (double)(i + end - 1) / 2;
  }
}

double pw_correlation(const double *a, const double *b, int64_t count) {
  double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
  for (int64_t i = 0; i < count; i++) ma += a[i], mb += b[i];
  ma /= (double)count, mb /= (double)count;
  for (int64_t i = 0; i < count; i++) {
    aa += (a[i] - ma) * (a[i] - ma);
    bb += (b[i] - mb) * (b[i] - mb);
    ab += (a[i] - ma) * (b[i] - mb);
  }
  return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : NAN;
}

// ---- from the records

// Samples that count: of blocks A and B alone, which are as the tolerances say; the others repeat their values.
static bool counts(const PawlStudy *s, int64_t number) {
  return !s->indices || (number - 1) % (s->varies + 2) < 2;
}

typedef struct {
  PwJournal *j;
  PwRecord record;
  double *value, *other;  // [samples] of a result; of a parameter
  int64_t *number;        // [samples] where they come from
  int64_t *order;         // [samples] scratch
} Work;

// The values of result r of the samples that count and have one.
static int64_t gather(Work *w, int32_t r) {
  int64_t count = 0;
  for (int64_t n = 1; n <= w->j->study->samples; n++) {
    if (!counts(w->j->study, n) || !pw_journal_read(w->j, n, &w->record) || !isfinite(w->record.result[r])) continue;
    w->value[count] = w->record.result[r];
    w->number[count++] = n;
  }
  return count;
}

static void find_ends(const Work *w, int64_t count, PwDistribution *d) {
  sort_places(w->value, w->order, count);
  d->ends = (int32_t)(count < PW_WORST ? count : PW_WORST);
  for (int32_t i = 0; i < d->ends; i++) {
    d->lowest[i] = w->number[w->order[i]];
    d->highest[i] = w->number[w->order[count - 1 - i]];
  }
}

static void correlate(Work *w, int64_t count, PwDistribution *d) {
  const PawlStudy *s = w->j->study;
  double value[PW_STUDY_VARIES];
  pw_ranks(w->value, w->order, count);
  for (int32_t k = 0; k < s->varies; k++) {
    for (int64_t i = 0; i < count; i++) {
      pw_design_values(s, w->number[i] - 1, value);
      w->other[i] = value[k];
    }
    pw_ranks(w->other, w->order, count);
    d->rank[k] = count > 1 ? pw_correlation(w->value, w->other, count) : NAN;
  }
}

// Blocks all of whose samples have the result.
static void split_variance(Work *w, int32_t r, PwDistribution *d) {
  const PawlStudy *s = w->j->study;
  int32_t length = s->varies + 2;
  for (int64_t b = 0; b < s->base; b++) {
    double *f = w->value + d->blocks * length;
    bool whole = true;
    for (int32_t i = 0; i < length && whole; i++) {
      whole = pw_journal_read(w->j, b * length + i + 1, &w->record) && isfinite(w->record.result[r]);
      if (whole) f[i] = w->record.result[r];
    }
    d->blocks += whole;
  }
  pw_indices(w->value, d->blocks, s->varies, s->seed, w->order, d->first, d->total);
}

static bool describe(Work *w, int32_t r, PwArena *arena, PwDistribution *d) {
  const PawlStudy *s = w->j->study;
  size_t varies = (size_t)s->varies;
  d->rank = pw_arena_array(arena, varies, sizeof *d->rank);
  if (s->indices) d->first = pw_arena_array(arena, 2 * varies, sizeof *d->first);
  if (!d->rank || (s->indices && !d->first)) return false;
  int64_t count = gather(w, r);
  find_ends(w, count, d);
  correlate(w, count, d);
  count = gather(w, r);
  pw_distribution(w->value, count, d);
  if (s->indices) d->total = d->first + varies, split_variance(w, r, d);
  return true;
}

static void count_yields(Work *w, PwStatistics *out) {
  const PawlStudy *s = w->j->study;
  for (int64_t n = 1; n <= s->samples; n++) {
    if (!counts(s, n) || !pw_journal_read(w->j, n, &w->record)) continue;
    bool all = w->record.status == PAWL_OK;
    for (int32_t i = 0; i < s->conditions; i++) {
      out->condition[i].samples++;
      out->condition[i].met += w->record.met[i];
      all &= w->record.met[i];
    }
    out->all.samples++;
    out->all.met += all;
  }
  out->all.share = pw_wilson(out->all.met, out->all.samples);
  for (int32_t i = 0; i < s->conditions; i++) {
    out->condition[i].share = pw_wilson(out->condition[i].met, out->condition[i].samples);
  }
}

PawlStatus pw_statistics(PwJournal *j, PwArena *arena, PwStatistics *out) {
  const PawlStudy *s = j->study;
  size_t samples = (size_t)s->samples;
  Work w = {.j = j};
  PwArena scratch = {0};
  *out = (PwStatistics){.result = pw_arena_array(arena, (size_t)s->results + 1, sizeof *out->result),
                        .condition = pw_arena_array(arena, (size_t)s->conditions + 1, sizeof *out->condition)};
  PawlStatus status = pw_record_create(s, &scratch, &w.record);
  w.value = malloc(samples * sizeof *w.value);
  w.other = malloc(samples * sizeof *w.other);
  w.number = malloc(samples * sizeof *w.number);
  w.order = malloc(samples * sizeof *w.order);
  bool ok = status == PAWL_OK && out->result && out->condition && w.value && w.other && w.number && w.order;
  for (int32_t r = 0; r < s->results && ok; r++) ok = describe(&w, r, arena, &out->result[r]);
  if (ok) count_yields(&w, out);
  free(w.value);
  free(w.other);
  free(w.number);
  free(w.order);
  pw_arena_free(&scratch);
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}
