// The integrator around its methods: create, start, dense output, what it remembers. Hand-written because Debian's SUNDIALS runs
// ten times slower on our sizes (dependencies.md: 1319 against 145 ns per step at n = 2) and misses two roots in one step.
#include "numerics/integrator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/integrator_methods.h"

static bool options_are_valid(PwMethod method, const PwOde *ode, const PwIntegratorOptions *o) {
  if (!ode->derivative || ode->n < 0 || !(o->rtol > 0) || !(o->h_first >= 0) || !(o->h_max >= 0)) return false;
  if (method == PW_RADAU5 && !(ode->linearise && ode->factor && ode->solve && ode->solve_complex)) return false;
  if (method == PW_TRAPEZOIDAL && !(ode->advance && ode->error > 0)) return false;
  for (int32_t i = 0; i < ode->n; ++i) {
    if (!(o->atol[i] > 0)) return false;
  }
  return true;
}

static const PwMethodTable *find_method(PwMethod method) {
  switch (method) {
    case PW_DOPRI5:
      return &pw_dopri5_method;
    case PW_DOP853:
      return &pw_dop853_method;
    case PW_RADAU5:
      return &pw_radau5_method;
    case PW_TRAPEZOIDAL:
      return &pw_trapezoidal_method;
  }
  return NULL;
}

PawlStatus pw_integrator_create(PwMethod method, const PwOde *ode, const PwIntegratorOptions *options, PwIntegrator **out) {
  *out = NULL;
  const PwMethodTable *table = find_method(method);
  if (!table || !options_are_valid(method, ode, options)) return PAWL_ERR_ARGUMENT;
  const size_t n = (size_t)ode->n, vectors = (size_t)table->vectors + (size_t)table->rows + 5;
  PwIntegrator *it = calloc(1, sizeof *it);
  double *memory = calloc(n * vectors + 1, sizeof *memory);
  if (!it || !memory) {
    free(it);
    free(memory);
    return PAWL_ERR_MEMORY;
  }
  *it = (PwIntegrator){.method = table, .ode = *ode, .n = ode->n, .rtol = options->rtol};
  it->h_first = options->h_first;
  it->h_max = options->h_max > 0 ? options->h_max : INFINITY;
  it->atol = memory;
  it->y0 = it->atol + n;
  it->y1 = it->y0 + n;
  it->f0 = it->y1 + n;
  it->f1 = it->f0 + n;
  it->work = it->f1 + n;
  it->rows = it->work + n * (size_t)table->vectors;
  if (n) memcpy(it->atol, options->atol, n * sizeof *memory);
  *out = it;
  return PAWL_OK;
}

void pw_integrator_free(PwIntegrator *it) {
  if (!it) return;
  free(it->atol);
  free(it);
}

void pw_integrator_set_size(PwIntegrator *it, int32_t n) {
  it->n = it->ode.n = n;
}

bool pw_all_finite(int32_t n, const double *x) {
  double sum = 0;
  for (int32_t i = 0; i < n; ++i) sum += x[i] * 0;
  return sum == 0;
}

PawlStatus pw_evaluate_finite(PwIntegrator *it, double t, const double *y, double *dydt) {
  PawlStatus status = pw_evaluate(it, t, y, dydt);
  return status == PAWL_OK && !pw_all_finite(it->n, dydt) ? PAWL_RETRY : status;
}

double pw_integrator_norm(const PwIntegrator *it, const double *y, const double *e) {
  double sum = 0;
  for (int32_t i = 0; i < it->n; ++i) {
    double r = e[i] / (it->atol[i] + it->rtol * fabs(y[i]));
    sum += r * r;
  }
  return it->n ? sqrt(sum / it->n) : 0;
}

// First step from the sizes of y, y' and y'' (Hairer, Norsett and Wanner 1993, II.4): y'' by one explicit Euler step, which is
// left out where it cannot be evaluated.
static PawlStatus estimate_first_step(PwIntegrator *it, double *h) {
  double *y = pw_work(it, 0), *f = pw_work(it, 1);
  double d0 = pw_integrator_norm(it, it->y1, it->y1), d1 = pw_integrator_norm(it, it->y1, it->f1);
  double h0 = fmin(d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1, it->h_max);
  for (int32_t i = 0; i < it->n; ++i) y[i] = it->y1[i] + h0 * it->f1[i];
  PawlStatus status = pw_evaluate_finite(it, it->t1 + h0, y, f);
  if (status < 0) return status;
  if (status == PAWL_RETRY) {
    *h = h0;
    return PAWL_OK;
  }
  for (int32_t i = 0; i < it->n; ++i) f[i] = (f[i] - it->f1[i]) / h0;
  double d = fmax(d1, pw_integrator_norm(it, it->y1, f));
  double h1 = d <= 1e-15 ? fmax(1e-6, 1e-3 * h0) : pow(0.01 / d, 1 / it->method->order);
  *h = fmin(fmin(100 * h0, h1), it->h_max);
  return PAWL_OK;
}

PawlStatus pw_integrator_start(PwIntegrator *it, double t, const double *y, double h) {
  if (!isfinite(t) || !(h >= 0)) return PAWL_ERR_ARGUMENT;
  if (it->n) memmove(it->y1, y, (size_t)it->n * sizeof *y);
  it->t0 = it->t1 = t;
  it->h = 0;
  it->h_largest = 0;
  it->rows_ready = false;
  it->memory = (PwStepMemory){0};
  if (it->method->reset) it->method->reset(it);
  PawlStatus status = pw_evaluate(it, t, it->y1, it->f1);
  if (status < 0) return status;
  if (status == PAWL_RETRY) return PAWL_ERR_STEP;
  if (!pw_all_finite(it->n, it->f1) || !pw_all_finite(it->n, it->y1)) return PAWL_ERR_ARGUMENT;
  if (h == 0) h = it->h_first;
  if (h == 0 && (status = estimate_first_step(it, &h)) != PAWL_OK) return status;
  it->memory.h = fmin(h, it->h_max);
  return PAWL_OK;
}

double pw_integrator_time(const PwIntegrator *it) {
  return it->t1;
}
double pw_integrator_time_before(const PwIntegrator *it) {
  return it->t0;
}
double pw_integrator_next_step(const PwIntegrator *it) {
  return it->memory.h;
}
void pw_integrator_limit_next(PwIntegrator *it, double h) {
  if (h > 0 && h < it->memory.h) it->memory.h = h;
}
const double *pw_integrator_state(const PwIntegrator *it) {
  return it->y1;
}
const double *pw_integrator_derivative(const PwIntegrator *it) {
  return it->f1;
}
const PwIntegratorStats *pw_integrator_stats(const PwIntegrator *it) {
  return &it->stats;
}

static void copy_end(const PwIntegrator *it, const double *y, const double *f, double *y_out, double *f_out) {
  if (!it->n) return;
  memcpy(y_out, y, (size_t)it->n * sizeof *y);
  if (f_out) memcpy(f_out, f, (size_t)it->n * sizeof *f);
}

// Adds the sum of w_j row_j; the first three rows, which every method has, in one pass.
static void add_rows(const PwIntegrator *it, const double *w, double *restrict out) {
  const int32_t n = it->n;
  const double *restrict r0 = it->rows, *restrict r1 = r0 + n, *restrict r2 = r1 + n;
  for (int32_t i = 0; i < n; ++i) out[i] += w[0] * r0[i] + w[1] * r1[i] + w[2] * r2[i];
  for (int32_t j = 3; j < it->method->rows; ++j) {
    const double *restrict row = it->rows + (int64_t)j * n, weight = w[j];
    for (int32_t i = 0; i < n; ++i) out[i] += weight * row[i];
  }
}

PawlStatus pw_integrator_dense(PwIntegrator *it, double t, double *y, double *dydt) {
  // The ends are copied, not computed, so that they are met exactly.
  if (t == it->t1) {
    copy_end(it, it->y1, it->f1, y, dydt);
    return PAWL_OK;
  }
  if (it->h == 0) {
    for (int32_t i = 0; i < it->n; ++i) y[i] = it->y1[i] + (t - it->t1) * it->f1[i];
    if (dydt && it->n) memcpy(dydt, it->f1, (size_t)it->n * sizeof *dydt);
    return PAWL_OK;
  }
  if (t == it->t0) {
    copy_end(it, it->y0, it->f0, y, dydt);
    return PAWL_OK;
  }
  if (!it->rows_ready) {
    PawlStatus status = it->method->prepare(it);
    if (status != PAWL_OK) return status;
    it->rows_ready = true;
  }
  double w[PW_DENSE_ROWS], dw[PW_DENSE_ROWS];
  it->method->weigh((t - it->t0) / it->h, w, dw);
  copy_end(it, it->y0, NULL, y, NULL);
  add_rows(it, w, y);
  if (dydt) {
    for (int32_t i = 0; i < it->n; ++i) dydt[i] = 0;
    for (int32_t j = 0; j < it->method->rows; ++j) dw[j] /= it->h;
    add_rows(it, dw, dydt);
  }
  return PAWL_OK;
}

void pw_integrator_save(const PwIntegrator *it, double memory[PW_INTEGRATOR_MEMORY]) {
  for (int32_t k = 0; k < PW_INTEGRATOR_MEMORY; ++k) memory[k] = 0;
  memory[0] = it->memory.h;
  memory[1] = it->memory.log_error;
  memory[2] = it->memory.h_accepted;
}

void pw_integrator_restore(PwIntegrator *it, const double memory[PW_INTEGRATOR_MEMORY]) {
  it->memory = (PwStepMemory){.h = memory[0], .log_error = memory[1], .h_accepted = memory[2]};
}
