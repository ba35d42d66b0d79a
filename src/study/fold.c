// What one run gives: folds of terms over its rows, counts and times of events, then results and conditions.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/looks.h"

PawlStatus pw_folding_create(const PwLooks *looks, PwArena *arena, PwFolding *out) {
  size_t folds = (size_t)looks->folds + 1;
  *out = (PwFolding){.looks = looks};
  out->state = pw_arena_array(arena, folds, sizeof *out->state);
  out->instant = pw_arena_array(arena, folds, sizeof *out->instant);
  out->wanted = pw_arena_array(arena, folds, sizeof *out->wanted);
  out->result = pw_arena_array(arena, (size_t)looks->results + 1, sizeof *out->result);
  out->x = pw_arena_array(arena, (size_t)looks->variables + 1, sizeof *out->x);
  out->branch = pw_arena_array(arena, (size_t)looks->kinks + 1, sizeof *out->branch);
  return arena->full ? PAWL_ERR_MEMORY : PAWL_OK;
}

static double variable(const PwFolding *f, int32_t number) {
  if (number >= PW_LOOK_RESULT) return f->result[number - PW_LOOK_RESULT];
  if (number >= PW_LOOK_FOLD) return f->state[number - PW_LOOK_FOLD].value;
  if (number >= PW_LOOK_PARAMETER) return f->model->parameters.item[number - PW_LOOK_PARAMETER].value;
  return f->row[number] * f->column[number].scale;
}

// NaN where something that is mentioned has no value.
static double evaluate(PwFolding *f, const PwExpr *expr) {
  int32_t count;
  const int32_t *mentioned = pw_expr_variables(expr, &count);
  for (int32_t i = 0; i < count; i++) {
    f->x[i] = variable(f, mentioned[i]);
    if (isnan(f->x[i])) return NAN;
  }
  if (pw_expr_kinks(expr)) pw_expr_choose(expr, f->x, NULL, f->branch);
  return pw_expr_value(expr, f->x, f->branch);
}

static int rising(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void pw_folding_begin(PwFolding *f, const PawlModel *model) {
  f->model = model;
  f->time_unit = model->units.time;
  f->wanteds = 0;
  for (int32_t i = 0; i < f->looks->folds; i++) {
    const PwFold *fold = &f->looks->fold[i];
    f->state[i] = (PwFoldState){.value = fold->kind == PW_FOLD_COUNT ? 0 : NAN, .last = NAN};
    if (fold->kind != PW_FOLD_AT) continue;
    f->instant[i] = evaluate(f, fold->instant) * f->time_unit;
    if (f->instant[i] >= 0) f->wanted[f->wanteds++] = f->instant[i];
  }
  if (f->wanteds) qsort(f->wanted, (size_t)f->wanteds, sizeof *f->wanted, rising);
}

// Integrals go straight from row to row, also of a square; where the value jumps there are two rows at one instant.
static void integrate(PwFoldState *s, PwFoldKind kind, double x, double t) {
  if (!isnan(s->last) && !isnan(x)) {
    double a = s->last, step = t - s->t;
    s->duration += step;
    s->integral += step * (kind == PW_FOLD_RMS ? (a * a + a * x + x * x) / 3 : (a + x) / 2);
    s->value = kind == PW_FOLD_INTEGRAL ? s->integral : s->duration > 0 ? s->integral / s->duration : s->value;
    if (kind == PW_FOLD_RMS && s->duration > 0) s->value = sqrt(s->value);
  } else if (isnan(s->value) && !isnan(x)) {
    s->value = kind == PW_FOLD_INTEGRAL ? 0 : kind == PW_FOLD_RMS ? fabs(x) : x;  // of a single row
  }
}

// Rows without a value are left out.
static void fold_row(PwFoldState *s, PwFoldKind kind, double x, double t) {
  switch (kind) {
    case PW_FOLD_MAX:
      s->value = fmax(s->value, x);
      break;
    case PW_FOLD_MIN:
      s->value = fmin(s->value, x);
      break;
    case PW_FOLD_SPAN:  // `integral`: the least, `duration`: the largest
      s->integral = s->count ? fmin(s->integral, x) : x;
      s->duration = s->count ? fmax(s->duration, x) : x;
      s->count += !isnan(x);
      s->value = s->count ? s->duration - s->integral : NAN;
      break;
    case PW_FOLD_FIRST:
      if (s->count++ == 0) s->value = x;
      break;
    case PW_FOLD_FINAL:
      s->value = x;
      break;
    default:
      integrate(s, kind, x, t);
      break;
  }
  s->last = x;
  s->t = t;
}

void pw_folding_row(PwFolding *f, const PwRecorder *recorder, double t, bool extra) {
  f->row = recorder->values;
  f->column = recorder->column;
  for (int32_t i = 0; i < f->looks->folds; i++) {
    const PwFold *fold = &f->looks->fold[i];
    if (fold->kind == PW_FOLD_AT) {  // at an event: what is there behind it
      if (fabs(t - f->instant[i]) <= 16 * DBL_EPSILON * t) f->state[i].value = evaluate(f, fold->term);
    } else if (fold->term && !extra) {
      fold_row(&f->state[i], fold->kind, fold->factor * evaluate(f, fold->term), t / f->time_unit);
    }
  }
}

void pw_folding_event(PwFolding *f, const PwEvent *event) {
  for (int32_t i = 0; i < f->looks->folds; i++) {
    const PwFold *fold = &f->looks->fold[i];
    PwFoldState *s = &f->state[i];
    if (fold->term || strcmp(event->record.subject, fold->subject) || strcmp(event->record.kind, fold->event)) continue;
    s->count++;
    if (fold->kind == PW_FOLD_COUNT) s->value = (double)s->count;
    if (fold->kind == PW_FOLD_TIME && s->count == fold->number) s->value = event->record.t / f->time_unit;
  }
}

void pw_folding_end(PwFolding *f, double *result, bool *met) {
  for (int32_t i = 0; i < f->looks->results; i++) result[i] = f->result[i] = evaluate(f, f->looks->result[i]);
  for (int32_t i = 0; i < f->looks->conditions; i++) met[i] = evaluate(f, f->looks->condition[i]) == 1;
}
