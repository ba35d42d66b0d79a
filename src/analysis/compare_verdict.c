// Formulations against each other, kind by kind, beside what tightening alone changes.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/compare.h"

static const double LIMIT = 1e-7, TIMES = 10;
static const double BEFORE = 1e-3;  // of the duration: where tightening changes the events, the comparison ends so much before

enum { ASKED, TIGHTER, FIRST, SECOND, PAIRS };  // pairs of results: formulations at either tolerance; tightening of each

typedef struct {
  PwQuantities *q;
  const PwCompared *compared;
  PwArena arena;
  PwAlignment rows[PAIRS];
  PwDifference *difference[PAIRS];  // [quantities]; zero where there is one formulation only
  bool two;
  PawlCompareFunction report;
  void *user;
  PwVerdict *out;
} Work;

static const PwResult *result_of(const PwCompared *c, int pair, int side) {
  return pair < FIRST ? c->result[side][pair] : c->result[pair - FIRST][side];
}

static bool is_used(const Work *w, int pair) {
  return w->two || pair == FIRST;
}

static PawlStatus align(Work *w, int pair, double until) {
  pw_align_free(&w->rows[pair]);
  const PwCompared *c = w->compared;
  const PwResult *told = c->augmented && pair != FIRST ? c->result[0][pair == TIGHTER] : NULL;
  return pw_align(result_of(c, pair, 0), result_of(c, pair, 1), told, until, &w->rows[pair]);
}

// Tightening first: where it changes the events, nothing behind can be compared.
static PawlStatus align_all(Work *w) {
  w->out->end = INFINITY;
  for (int pair = FIRST; pair < PAIRS; pair++) {
    PawlStatus status = is_used(w, pair) ? align(w, pair, INFINITY) : PAWL_OK;
    if (status) return status;
    if (!is_used(w, pair) || w->rows[pair].end >= w->out->end) continue;
    w->out->end = w->rows[pair].end;
    snprintf(w->out->differs, sizeof w->out->differs, "%s", w->rows[pair].differs);
  }
  double until = w->out->end - BEFORE * w->compared->duration * w->q->recorder.column[0].scale;
  for (int pair = 0; pair < PAIRS; pair++) {
    bool again = pair < FIRST || isfinite(until);
    PawlStatus status = is_used(w, pair) && again ? align(w, pair, until) : PAWL_OK;
    if (status) return status;
  }
  return PAWL_OK;
}

// How much of the run lies before the place where tightening changes the events.
static double share_of(const Work *w) {
  const PwResult *r = w->compared->result[0][0];
  int64_t rows = pw_result_rows(r);
  double last = rows > 0 ? pw_result_value(r, rows - 1, 0) : 0;
  double end = w->out->end - BEFORE * w->compared->duration * w->q->recorder.column[0].scale;
  return last > 0 ? fmin(fmax(end / last, 0), 1) : 1;
}

static PawlStatus compare_all(Work *w) {
  for (int pair = 0; pair < PAIRS; pair++) {
    w->difference[pair] = pw_arena_array(&w->arena, (size_t)w->q->count, sizeof *w->difference[pair]);
    if (!w->difference[pair]) return PAWL_ERR_MEMORY;
    if (!is_used(w, pair)) continue;
    pw_quantities_compare(w->q, result_of(w->compared, pair, 0), result_of(w->compared, pair, 1), &w->rows[pair],
                          w->difference[pair]);
  }
  return PAWL_OK;
}

static void report(Work *w, PawlCompareItem *item) {
  item->size = sizeof *item;
  item->formulation[0] = w->compared->name[0];
  item->formulation[1] = w->compared->name[1];
  item->compared = w->out->share;
  for (int i = 0; i < 2; i++) item->tolerance[i] = item->formulation[i] ? w->compared->tolerance[i] : NAN;
  item->ok = !(item->difference > item->limit) && !(item->tighter > item->limit);
  w->out->deviates |= !item->ok;
  if (w->report) w->report(w->user, item);
}

static PawlCompareItem item_of(const Work *w, int32_t i) {
  const PwDifference *asked = &w->difference[ASKED][i], *tighter = &w->difference[TIGHTER][i];
  const PwDifference *first = &w->difference[FIRST][i], *second = &w->difference[SECOND][i];
  const PwDifference *worse = asked->value >= tighter->value ? asked : tighter;
  double tightening = fmax(first->value, second->value);
  return (PawlCompareItem){.quantity = pw_quantities_kind_name((PwQuantityKind)w->q->kind[i]),
                           .column = pw_quantities_name(w->q, i),
                           .difference = w->two ? asked->value : NAN,
                           .tighter = w->two ? tighter->value : NAN,
                           .tightening = tightening,
                           .limit = fmax(LIMIT, TIMES * tightening),
                           .t = w->two ? worse->t : first->t};
}

// How near an item is to its limit; with one formulation, how much tightening changes.
static double weight(const PawlCompareItem *item) {
  return isnan(item->difference) ? item->tightening : fmax(item->difference, item->tighter) / item->limit;
}

static void report_kind(Work *w, PwQuantityKind kind) {
  PawlCompareItem worst = {0};
  for (int32_t i = 0; i < w->q->count; i++) {
    if (w->q->kind[i] != (int32_t)kind) continue;
    PawlCompareItem item = item_of(w, i);
    if (kind <= PW_Q_ANGLES) w->out->motion = fmax(w->out->motion, item.tightening);
    if (!worst.quantity || weight(&item) > weight(&worst)) worst = item;
  }
  if (worst.quantity) report(w, &worst);
}

// A time of the results.
static double seconds(const Work *w, double t) {
  return t / w->q->recorder.column[0].scale;
}

// The same events in the same order, at either tolerance.
static void report_events(Work *w) {
  const PwAlignment *asked = &w->rows[ASKED], *tighter = &w->rows[TIGHTER];
  const PwAlignment *worse = asked->differs ? asked : tighter;
  PawlCompareItem item = {.quantity = "events",
                          .column = worse->differs ? worse->differs : "",
                          .difference = asked->differs ? INFINITY : 0,
                          .tighter = tighter->differs ? INFINITY : 0,
                          .t = worse->differs ? seconds(w, worse->end) : 0};
  report(w, &item);
}

PawlStatus pw_compare(PwQuantities *quantities, const PwCompared *compared, PawlCompareFunction function, void *user,
                      PwVerdict *out) {
  *out = (PwVerdict){0};
  Work w = {.q = quantities, .compared = compared, .two = compared->name[1], .report = function, .user = user, .out = out};
  pw_quantities_scale(quantities, compared->result[0][1], compared->duration);
  PawlStatus status = align_all(&w);
  if (status == PAWL_OK) status = compare_all(&w);
  if (status == PAWL_OK) out->share = share_of(&w);
  for (int kind = 0; status == PAWL_OK && kind < PW_Q_KINDS; kind++) report_kind(&w, (PwQuantityKind)kind);
  if (status == PAWL_OK && w.two) report_events(&w);
  out->deviates |= w.two && !compared->augmented && status == PAWL_OK && out->share < PW_LEAST_SHARE;
  out->end = seconds(&w, out->end);
  for (int pair = 0; pair < PAIRS; pair++) pw_align_free(&w.rows[pair]);
  pw_arena_free(&w.arena);
  return status;
}
