// One accepted step of the integrator: attempts of falling size until one is good, its end at t_limit, the size of the next.
#include <float.h>
#include <math.h>

#include "numerics/integrator_methods.h"

enum { SMALLEST_ULP = 16 };
static const double STRETCH = 1.01;             // a step may grow by this to end at t_limit
static const double SAFETY = 0.9;               // of the size that the error estimate asks for
static const double SHRINK = 0.2, GROW = 6;     // limits of one change
static const double DAMPING = 0.04;             // share of the error before: the integral part
static const double LOG_ERROR_LEAST = -9.2103;  // log(1e-4)

double pw_explicit_rejected(const PwIntegrator *it, double error) {
  return fmax(SHRINK, fmin(0.9, SAFETY * pow(error, -1 / it->method->order)));
}

double pw_explicit_accepted(PwIntegrator *it, double error) {
  double log_error = log(error), exponent = 1 / it->method->order - 0.75 * DAMPING;
  double factor = SAFETY * exp(DAMPING * it->memory.log_error - exponent * log_error);
  it->memory.log_error = fmax(log_error, LOG_ERROR_LEAST);
  return fmax(SHRINK, fmin(it->after_rejection ? 1 : GROW, factor));
}

void pw_explicit_weigh(int32_t rows, double s, double *w, double *dw) {
  double product = 1, slope = 0;
  for (int32_t j = 0; j < rows; ++j) {
    double factor = j % 2 ? 1 - s : s, sign = j % 2 ? -1 : 1;
    slope = slope * factor + product * sign;
    product *= factor;
    w[j] = product;
    dw[j] = slope;
  }
}

void pw_explicit_rows(PwIntegrator *it) {
  const int32_t n = it->n;
  const double h = it->h;
  const double *restrict y0 = it->y0, *restrict y1 = it->y1, *restrict f0 = it->f0, *restrict f1 = it->f1;
  double *restrict r0 = it->rows, *restrict r1 = r0 + n, *restrict r2 = r1 + n;
  for (int32_t i = 0; i < n; ++i) {
    r0[i] = y1[i] - y0[i];
    r1[i] = h * f0[i] - r0[i];
    r2[i] = r0[i] - h * f1[i] - r1[i];
  }
}

// Sets t1 and h from a wish: ends exactly at t_limit, or leaves at least half of the wish for the step after.
// True: the step is smaller than wished because of t_limit.
static bool choose_end(PwIntegrator *it, double t_limit, double wish) {
  double rest = t_limit - it->t0;
  if (rest <= STRETCH * wish) {
    it->t1 = t_limit;
    it->h = rest;
    return rest < wish;
  }
  bool halved = rest < 2 * wish;
  it->t1 = it->t0 + (halved ? 0.5 * rest : wish);
  it->h = it->t1 - it->t0;
  return halved;
}

// The method's attempt, then projection and the derivative at the end if the error is acceptable.
static PawlStatus attempt(PwIntegrator *it, double *error) {
  it->shrink = 0.25;
  PawlStatus status = it->method->attempt(it, error);
  if (status != PAWL_OK) return status;
  if (!isfinite(*error)) return PAWL_RETRY;
  if (*error > 1) return PAWL_OK;
  if (it->ode.project && (status = it->ode.project(it->ode.user, it->t1, it->y1)) != PAWL_OK) {
    it->shrink = 0.5;
    return status;
  }
  if (!pw_all_finite(it->n, it->y1)) return PAWL_RETRY;
  return it->method->settle(it);
}

// A step that t_limit cut short says little about the size of a whole one: what was proposed stays at least.
static void propose_next(PwIntegrator *it, double error, double wish, bool cut) {
  PwStepMemory before = it->memory;
  double next = it->h * it->method->accepted(it, error);
  if (cut && next < wish) {
    it->memory = before;
    next = wish;
  }
  it->memory.h = fmin(next, it->h_max);
}

static PawlStatus advance(PwIntegrator *it, double t_limit) {
  double wish = it->memory.h;
  it->after_rejection = false;
  for (;;) {
    double least = fmax(SMALLEST_ULP * DBL_EPSILON * fmax(fabs(it->t0), it->h_largest), DBL_MIN / DBL_EPSILON);
    if (wish < least) {
      if (it->after_rejection) return PAWL_ERR_STEP;
      wish = least;
    }
    bool cut = choose_end(it, t_limit, wish);
    if (!it->after_rejection) it->h_largest = fmax(it->h_largest, it->h);
    double error = 0;
    PawlStatus status = attempt(it, &error);
    if (status < 0) return status;
    if (status == PAWL_OK && error <= 1) {
      propose_next(it, error, wish, cut);
      ++it->stats.steps;
      return PAWL_OK;
    }
    ++it->stats.rejected;
    wish = it->h * (status == PAWL_OK ? it->method->rejected(it, error) : it->shrink);
    it->after_rejection = true;
  }
}

static void swap_ends(PwIntegrator *it) {
  double *y = it->y0, *f = it->f0;
  it->y0 = it->y1;
  it->f0 = it->f1;
  it->y1 = y;
  it->f1 = f;
}

PawlStatus pw_integrator_step(PwIntegrator *it, double t_limit) {
  if (!(t_limit > it->t1) || !(it->memory.h > 0)) return PAWL_ERR_ARGUMENT;
  swap_ends(it);
  it->t0 = it->t1;
  it->rows_ready = false;
  PawlStatus status = advance(it, t_limit);
  if (status != PAWL_OK) {
    // The state is as before the call; there is no last step any more.
    swap_ends(it);
    it->t1 = it->t0;
    it->h = 0;
  }
  return status;
}

static PawlStatus attempt_to(PwIntegrator *it, double t) {
  double error;
  it->t1 = t;
  it->h = t - it->t0;
  it->rows_ready = false;
  PawlStatus status = attempt(it, &error);
  return status == PAWL_OK && error > 1 ? PAWL_RETRY : status;
}

PawlStatus pw_integrator_retake(PwIntegrator *it, double t) {
  double end = it->t1;
  if (it->method->reset || !(t > it->t0)) return PAWL_ERR_ARGUMENT;
  PawlStatus status = attempt_to(it, t);
  if (status == PAWL_OK) return status;
  PawlStatus again = attempt_to(it, end);  // what has been possible once: the same stages, bit for bit
  if (again != PAWL_OK) return again < 0 ? again : PAWL_ERR_STEP;
  return status;
}
