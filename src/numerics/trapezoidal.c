// Steps of order 2 that the equations make themselves (PwOde.advance). The error is a part of h^3 times the third derivative of
// y, of the trapezoidal rule 1/12, by y' at three instants: where the step before began, and both ends of this one; in the first
// step after a start by the middle of its own cubic. What a method's own derivative has beyond y' is of order h, and carried on
// in proportion to the length of the steps. Dense output is the cubic through y and y' at both ends.
#include <math.h>
#include <string.h>

#include "numerics/integrator_methods.h"

enum { SCRATCH, MIDDLE, BEFORE, LAG, LAG_END, LAG_NOW, VECTORS, ROWS = 3 };

// The third derivative of component i.
static double third(const PwIntegrator *it, int32_t i) {
  double h = it->h, before = it->memory.h_before;
  double ahead = (it->f1[i] - it->f0[i]) / h, behind = (it->f0[i] - pw_work(it, BEFORE)[i]) / before;
  return 2 * (ahead - behind) / (h + before);
}

// y' in the middle of the step.
static PawlStatus evaluate_middle(PwIntegrator *it) {
  double *y = pw_work(it, SCRATCH);
  for (int32_t i = 0; i < it->n; i++) y[i] = (it->y0[i] + it->y1[i]) / 2 + it->h / 8 * (it->f0[i] - it->f1[i]);
  return pw_evaluate_finite(it, it->t0 + it->h / 2, y, pw_work(it, MIDDLE));
}

// y' where the step before began, which that one has left in f1, and its lag: once per step.
static void remember(PwIntegrator *it) {
  PwStepMemory *m = &it->memory;
  if (m->h_last > 0 && m->t_before != it->t0) {
    memcpy(pw_work(it, BEFORE), it->f1, (size_t)it->n * sizeof(double));
    memcpy(pw_work(it, LAG), pw_work(it, LAG_END), (size_t)it->n * sizeof(double));
    m->h_before = m->h_last;
  }
  m->t_before = it->t0;
}

static PawlStatus attempt(PwIntegrator *it, double *error) {
  double *e = pw_work(it, SCRATCH);
  const double *middle = pw_work(it, MIDDLE);
  remember(it);
  bool first = !(it->memory.h_before > 0);
  PwOwnStep step = {it->t0, it->h, it->y0, it->f0, it->y1, it->f1, pw_work(it, LAG_NOW), pw_work(it, LAG_END)};
  for (int32_t i = 0; i < it->n; i++) step.lag[i] = first ? 0 : it->h / it->memory.h_before * pw_work(it, LAG)[i];
  ++it->stats.evaluations;
  PawlStatus status = it->ode.advance(it->ode.user, &step);
  if (status == PAWL_OK && !(pw_all_finite(it->n, it->y1) && pw_all_finite(it->n, it->f1))) status = PAWL_RETRY;
  if (status == PAWL_OK && first) status = evaluate_middle(it);
  if (status) return status;
  for (int32_t i = 0; i < it->n; i++) {
    e[i] = it->ode.error * (first ? 4 * it->h * (it->f0[i] - 2 * middle[i] + it->f1[i]) : it->h * it->h * it->h * third(it, i));
  }
  *error = pw_integrator_norm(it, it->y1, e);
  return PAWL_OK;
}

// Everything is there since the attempt.
static PawlStatus settle(PwIntegrator *it) {
  it->memory.h_last = it->h;
  return PAWL_OK;
}

// A free flight has no error at all.
static double accepted(PwIntegrator *it, double error) {
  static const double LEAST = 1e-12;
  return pw_explicit_accepted(it, fmax(error, LEAST));
}

static PawlStatus prepare(PwIntegrator *it) {
  pw_explicit_rows(it);
  return PAWL_OK;
}

static void weigh(double s, double *w, double *dw) {
  pw_explicit_weigh(ROWS, s, w, dw);
}

const PwMethodTable pw_trapezoidal_method = {
    .vectors = VECTORS,
    .rows = ROWS,
    .order = 3,
    .attempt = attempt,
    .settle = settle,
    .rejected = pw_explicit_rejected,
    .accepted = accepted,
    .prepare = prepare,
    .weigh = weigh,
};
