// The least value of a result inside bounds, by the simplex of Nelder and Mead (1965) with the coefficients of Gao and Han
// (2012), begun again where it has come to rest until that changes nothing. It needs no derivatives and bears what runs with
// contact have: kinks, small jumps, samples without a result. Samples are put in order: without a result they are the worst, then
// by how many conditions are not met, then by the value.
#include <limits.h>
#include <math.h>
#include <string.h>

#include "study/search_internal.h"

enum { RESTARTS = 10, MOST = PW_SEARCH_PARAMETERS };
static const double STEP = 0.1;  // of the first simplex, of the ranges; a half of it in later ones

typedef struct {
  double u[MOST];  // places in the ranges, 0 to 1
  double value;
  int32_t unmet;  // conditions; INT32_MAX: there is no value
  int64_t number;
} Point;

typedef struct {
  PwSearch *search;
  int32_t n;
  Point corner[MOST + 1];  // best first
  double centre[MOST];     // of all but the worst
} Simplex;

static bool better(const Point *a, const Point *b) {
  return a->unmet != b->unmet ? a->unmet < b->unmet : a->value < b->value;
}

static PawlStatus look(Simplex *x, const double *u, Point *out) {
  PwSearch *f = x->search;
  const PawlStudy *s = f->study;
  double value[MOST];
  for (int32_t i = 0; i < x->n; i++) {
    out->u[i] = fmin(fmax(u[i], 0), 1);
    value[i] = s->vary[i].low + out->u[i] * (s->vary[i].high - s->vary[i].low);
  }
  PawlStatus status = pw_search_evaluate(f, value);
  out->number = f->record.number;
  out->value = s->sign * f->record.result[s->results - 1];
  out->unmet = 0;
  for (int32_t i = 0; i < s->conditions; i++) out->unmet += !f->record.met[i];
  if (f->record.status || !isfinite(out->value)) out->unmet = INT32_MAX, out->value = 0;
  return status;
}

static void put(Simplex *x, const Point *p) {
  int32_t i = x->n;
  for (; i > 0 && better(p, &x->corner[i - 1]); i--) x->corner[i] = x->corner[i - 1];
  x->corner[i] = *p;
}

static void order(Simplex *x) {
  for (int32_t i = 1; i <= x->n; i++) {
    Point p = x->corner[i];
    int32_t k = i;
    for (; k > 0 && better(&p, &x->corner[k - 1]); k--) x->corner[k] = x->corner[k - 1];
    x->corner[k] = p;
  }
}

static PawlStatus begin(Simplex *x, const Point *from, double step) {
  PawlStatus status = PAWL_OK;
  x->corner[0] = *from;
  for (int32_t i = 0; i < x->n && status == PAWL_OK; i++) {
    double u[MOST];
    memcpy(u, from->u, sizeof u);
    u[i] += u[i] + step > 1 ? -step : step;
    status = look(x, u, &x->corner[i + 1]);
  }
  if (status == PAWL_OK) order(x);
  return status;
}

static double size(const Simplex *x) {
  double largest = 0;
  for (int32_t k = 1; k <= x->n; k++) {
    for (int32_t i = 0; i < x->n; i++) largest = fmax(largest, fabs(x->corner[k].u[i] - x->corner[0].u[i]));
  }
  return largest;
}

// The place that lies `factor` times the way from the worst corner to the centre, beyond the centre.
static PawlStatus along(Simplex *x, double factor, Point *out) {
  double u[MOST];
  for (int32_t i = 0; i < x->n; i++) u[i] = x->centre[i] + factor * (x->centre[i] - x->corner[x->n].u[i]);
  return look(x, u, out);
}

static PawlStatus shrink(Simplex *x, double factor) {
  PawlStatus status = PAWL_OK;
  for (int32_t k = 1; k <= x->n && status == PAWL_OK; k++) {
    double u[MOST];
    for (int32_t i = 0; i < x->n; i++) u[i] = x->corner[0].u[i] + factor * (x->corner[k].u[i] - x->corner[0].u[i]);
    status = look(x, u, &x->corner[k]);
  }
  order(x);
  return status;
}

static PawlStatus step(Simplex *x) {
  int32_t n = x->n;
  double expand = n > 1 ? 1 + 2.0 / n : 2, contract = n > 1 ? 0.75 - 0.5 / n : 0.5, less = n > 1 ? 1 - 1.0 / n : 0.5;
  Point reflected, other;
  for (int32_t i = 0; i < n; i++) {
    x->centre[i] = 0;
    for (int32_t k = 0; k < n; k++) x->centre[i] += x->corner[k].u[i] / n;
  }
  PawlStatus status = along(x, 1, &reflected);
  if (status) return status;
  if (better(&reflected, &x->corner[0])) {
    status = along(x, expand, &other);
    put(x, status == PAWL_OK && better(&other, &reflected) ? &other : &reflected);
    return status;
  }
  if (better(&reflected, &x->corner[n - 1])) {
    put(x, &reflected);
    return PAWL_OK;
  }
  bool outside = better(&reflected, &x->corner[n]);
  status = along(x, outside ? contract : -contract, &other);
  if (status) return status;
  if (better(&other, outside ? &reflected : &x->corner[n])) {
    put(x, &other);
    return PAWL_OK;
  }
  return shrink(x, less);
}

// From the model's own values where they are inside the bounds.
static PawlStatus first(Simplex *x, Point *out) {
  const PawlStudy *s = x->search->study;
  double u[MOST];
  for (int32_t i = 0; i < x->n; i++) {
    double own = s->model->parameters.item[pawl_model_find_parameter(s->model, s->vary[i].name).i - 1].value;
    u[i] = own >= s->vary[i].low && own <= s->vary[i].high ? (own - s->vary[i].low) / (s->vary[i].high - s->vary[i].low) : 0.5;
  }
  return look(x, u, out);
}

PawlStatus pw_search_least(PwSearch *f, PwSought *out) {
  const PawlStudy *s = f->study;
  Simplex x = {.search = f, .n = s->varies};
  Point best;
  PawlStatus status = first(&x, &best);
  for (int i = 0; i < RESTARTS && status == PAWL_OK; i++) {
    Point before = best;
    status = begin(&x, &best, i == 0 ? STEP : STEP / 2 * (i % 2 ? -1 : 1));
    while (status == PAWL_OK && size(&x) > s->within) status = step(&x);
    for (int32_t k = 0; k <= x.n; k++) {
      if (x.corner[k].number && better(&x.corner[k], &best)) best = x.corner[k];
    }
    double moved = 0;
    for (int32_t k = 0; k < x.n; k++) moved = fmax(moved, fabs(best.u[k] - before.u[k]));
    if (status == PAWL_OK && i > 0 && moved <= 10 * s->within) out->narrow = true;
    if (out->narrow) break;
  }
  if (status == PAWL_RETRY) status = PAWL_OK;  // the samples are used up
  if (status) return status;
  if (best.unmet == INT32_MAX) {
    return pw_fail(f->messages, PAWL_ERR_INPUT, s->place, "none of the %lld samples has a result", (long long)f->tally->done);
  }
  out->number = best.number;
  out->value = s->sign * best.value;
  out->met = best.unmet == 0;
  for (int32_t i = 0; i < x.n; i++) {
    out->parameter[i] = s->vary[i].low + best.u[i] * (s->vary[i].high - s->vary[i].low);
  }
  return PAWL_OK;
}
