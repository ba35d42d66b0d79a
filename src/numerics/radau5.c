// Radau IIA method of order 5 for stiff equations: Hairer and Wanner 1996, IV.8. With Z_i = Y_i - y0 the stages solve
// A^-1 Z = h f(y0 + Z). W = T^-1 Z splits the simplified Newton iteration into one real and one complex system:
// (g/h I - J) and ((a + i b)/h I - J), g and a +- i b the eigenvalues of A^-1. Dense output is the collocation polynomial through
// y0 and the three stages, the last of which is y1.
#include <float.h>
#include <math.h>
#include <string.h>

#include "numerics/integrator_methods.h"

#define C pw_radau5_c
#define T pw_radau5_t
#define TI pw_radau5_ti
#define G pw_radau5_eigen[0]
#define RE pw_radau5_eigen[1]
#define IM pw_radau5_eigen[2]
#define E pw_radau5_e

const double pw_radau5_c[3] = {0.15505102572168219018, 0.64494897427831780982, 1};
const double pw_radau5_t[3][3] = {{9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
                                  {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
                                  {0.96604818261509293619, 1, 0}};
const double pw_radau5_ti[3][3] = {{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
                                   {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
                                   {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};
const double pw_radau5_eigen[3] = {3.6378342527444957322, 2.6810828736277521339, 3.0504301992474105694};
// Weights of Z in the error estimate: those of the embedded formula of order 3 that also uses y0'.
const double pw_radau5_e[3] = {-10.048809399827415562, 1.3821427331607488957, -0.33333333333333333333};

enum { Z1, Z2, Z3, W1, W2, W3, F1, F2, F3, STAGE, SCALE, VECTORS, ROWS = 3, ITERATIONS = 7 };
static const double SAFETY = 0.9, SHRINK = 0.2, GROW = 8;
static const double RATE_KEEPS_J = 0.001;        // an iteration this fast keeps its J
static const double KEEP_STEP = 1.2;             // growth that is not worth a factorisation
static const double LOG_ERROR_LEAST = -4.60517;  // log(0.01)

// The error estimate is of order 3, the solution of order 5: with tolerances of 0.1 rtol^(2/3) (the ratio atol/rtol kept) the
// error goes down in proportion to rtol.
static void reset(PwIntegrator *it) {
  double rtol = 0.1 * pow(it->rtol, 2.0 / 3);
  it->radau = (PwRadau){.rate_factor = 1, .rtol = rtol, .atol_factor = rtol / it->rtol};
}

static double rms(int32_t n, const double *restrict x, const double *restrict scale) {
  double sum = 0;
  for (int32_t i = 0; i < n; ++i) {
    double r = x[i] / scale[i];
    sum += r * r;
  }
  return n ? sqrt(sum / n) : 0;
}

static PawlStatus make_ready(PwIntegrator *it) {
  PwRadau *r = &it->radau;
  PawlStatus status;
  bool stale = !r->fresh && (it->after_rejection || r->rate > RATE_KEEPS_J);
  if (!r->linearised || stale) {
    ++it->stats.linearisations;
    r->h_factored = 0;
    r->linearised = false;
    if ((status = it->ode.linearise(it->ode.user, it->t0, it->y0)) != PAWL_OK) return status;
    r->linearised = r->fresh = true;
  }
  // Rounding of t1 - t0 is no reason to factor again: the right-hand sides use the true h.
  if (fabs(it->h - r->h_factored) <= 1e-9 * it->h) return PAWL_OK;
  ++it->stats.factorisations;
  r->h_factored = 0;
  status = it->ode.factor(it->ode.user, G / it->h, RE / it->h, IM / it->h);
  if (status == PAWL_ERR_SINGULAR) {
    it->shrink = 0.5;
    return PAWL_RETRY;
  }
  if (status == PAWL_OK) r->h_factored = it->h;
  return status;
}

static void weigh(double s, double *w, double *dw) {
  w[0] = s;
  dw[0] = 1;
  w[1] = s * (s - C[0]);
  dw[1] = 2 * s - C[0];
  w[2] = w[1] * (s - C[1]);
  dw[2] = dw[1] * (s - C[1]) + w[1];
}

// z[k] = sum_j m[k][j] w[j]
static void transform(int32_t n, const double m[3][3], const double *restrict w, double *restrict z) {
  for (int32_t i = 0; i < n; ++i) {
    double a = w[i], b = w[n + i], c = w[2 * n + i];
    z[i] = m[0][0] * a + m[0][1] * b + m[0][2] * c;
    z[n + i] = m[1][0] * a + m[1][1] * b + m[1][2] * c;
    z[2 * n + i] = m[2][0] * a + m[2][1] * b + m[2][2] * c;
  }
}

// The last step's polynomial, continued; 0 if there is none. Then the scale of all norms in this attempt.
static void guess_stages(PwIntegrator *it) {
  const int32_t n = it->n;
  const PwRadau *r = &it->radau;
  double *z = pw_work(it, Z1), *scale = pw_work(it, SCALE), end[3], w[3], dw[3];
  for (int32_t i = 0; i < n; ++i) scale[i] = r->atol_factor * it->atol[i] + r->rtol * fabs(it->y0[i]);
  if (r->h_rows == 0) {
    for (int32_t i = 0; i < 6 * n; ++i) z[i] = 0;
    return;
  }
  weigh(1, end, dw);
  for (int32_t k = 0; k < 3; ++k) {
    weigh(1 + C[k] * it->h / r->h_rows, w, dw);
    const double *row = it->rows;
    for (int32_t i = 0; i < n; ++i) {
      z[k * n + i] = (w[0] - end[0]) * row[i] + (w[1] - end[1]) * row[n + i] + (w[2] - end[2]) * row[2 * n + i];
    }
  }
  transform(n, TI, z, pw_work(it, W1));
}

// One simplified Newton step on W, and Z from it. *change: rms norm of the step.
static PawlStatus improve(PwIntegrator *it, double *change) {
  const int32_t n = it->n;
  const double h = it->h, g = G / h, re = RE / h, im = IM / h;
  double *restrict w = pw_work(it, W1), *restrict f = pw_work(it, F1), *stage = pw_work(it, STAGE);
  const double *z = pw_work(it, Z1), *scale = pw_work(it, SCALE);
  PawlStatus status;
  for (int32_t k = 0; k < 3; ++k) {
    for (int32_t i = 0; i < n; ++i) stage[i] = it->y0[i] + z[k * n + i];
    if ((status = pw_evaluate(it, k == 2 ? it->t1 : it->t0 + C[k] * h, stage, f + k * n)) != PAWL_OK) return status;
  }
  for (int32_t i = 0; i < n; ++i) {
    double a = f[i], b = f[n + i], c = f[2 * n + i];
    f[i] = TI[0][0] * a + TI[0][1] * b + TI[0][2] * c - g * w[i];
    f[n + i] = TI[1][0] * a + TI[1][1] * b + TI[1][2] * c - (re * w[n + i] - im * w[2 * n + i]);
    f[2 * n + i] = TI[2][0] * a + TI[2][1] * b + TI[2][2] * c - (re * w[2 * n + i] + im * w[n + i]);
  }
  if ((status = it->ode.solve(it->ode.user, f)) != PAWL_OK) return status;
  if ((status = it->ode.solve_complex(it->ode.user, f + n, f + 2 * n)) != PAWL_OK) return status;
  double sum = 0;
  for (int32_t k = 0; k < 3; ++k) {
    double part = rms(n, f + k * n, scale);
    sum += part * part;
  }
  *change = sqrt(sum / 3);
  for (int32_t i = 0; i < 3 * n; ++i) w[i] += f[i];
  transform(n, T, w, pw_work(it, Z1));
  return PAWL_OK;
}

// Iterates until the remaining error of W is below a fraction of the tolerance. PAWL_RETRY: it does not, or not soon enough.
static PawlStatus solve_stages(PwIntegrator *it) {
  PwRadau *r = &it->radau;
  const double goal = fmax(10 * DBL_EPSILON / r->rtol, fmin(0.03, sqrt(r->rtol)));
  double change = 0, change_before = 0, ratio_before = 0;
  r->rate_factor = pow(fmax(r->rate_factor, DBL_EPSILON), 0.8);
  r->rate = RATE_KEEPS_J;
  for (r->iterations = 1; r->iterations <= ITERATIONS; ++r->iterations) {
    ++it->stats.newton_iterations;
    PawlStatus status = improve(it, &change);
    if (status != PAWL_OK) return status;
    if (!isfinite(change)) return PAWL_RETRY;
    if (r->iterations > 1) {
      double ratio = change_before > 0 ? change / change_before : 0;
      r->rate = r->iterations == 2 ? ratio : sqrt(ratio * ratio_before);
      ratio_before = ratio;
      if (r->rate >= 0.99) {
        it->shrink = 0.5;
        return PAWL_RETRY;
      }
      r->rate_factor = r->rate / (1 - r->rate);
      // Where the iteration will stand after the last one allowed, in units of the goal.
      int32_t left = ITERATIONS - 1 - r->iterations;
      double outlook = r->rate_factor * change * pow(r->rate, left) / goal;
      if (left >= 0 && outlook >= 1) {
        it->shrink = 0.8 * pow(fmin(20, outlook), -1.0 / (4 + left));
        return PAWL_RETRY;
      }
    }
    if (r->rate_factor * change <= goal) return PAWL_OK;
    change_before = change;
  }
  it->shrink = 0.5;
  return PAWL_RETRY;
}

// (g/h I - J)^-1 (e Z / h + f) where f is y0', and when that does not pass (it is too large for large stiffness at the first step
// and after a rejection) f at y0 plus this very estimate.
static PawlStatus estimate(PwIntegrator *it, double *error) {
  const int32_t n = it->n;
  const double *z1 = pw_work(it, Z1), *z2 = pw_work(it, Z2), *z3 = pw_work(it, Z3);
  double *sum = pw_work(it, F2), *e = pw_work(it, F1), *f = pw_work(it, F3), *stage = pw_work(it, STAGE);
  double *scale = pw_work(it, SCALE);
  for (int32_t i = 0; i < n; ++i) {
    sum[i] = (E[0] * z1[i] + E[1] * z2[i] + E[2] * z3[i]) / it->h;
    e[i] = sum[i] + it->f0[i];
    scale[i] = it->radau.atol_factor * it->atol[i] + it->radau.rtol * fmax(fabs(it->y0[i]), fabs(it->y1[i]));
  }
  PawlStatus status = it->ode.solve(it->ode.user, e);
  if (status != PAWL_OK) return status;
  *error = fmax(rms(n, e, scale), 1e-10);
  if (*error <= 1 || !(it->after_rejection || it->memory.h_accepted == 0)) return PAWL_OK;
  for (int32_t i = 0; i < n; ++i) stage[i] = it->y0[i] + e[i];
  if ((status = pw_evaluate(it, it->t0, stage, f)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) e[i] = sum[i] + f[i];
  if ((status = it->ode.solve(it->ode.user, e)) != PAWL_OK) return status;
  *error = fmax(rms(n, e, scale), 1e-10);
  return PAWL_OK;
}

static PawlStatus attempt(PwIntegrator *it, double *error) {
  PawlStatus status = make_ready(it);
  if (status != PAWL_OK) return status;
  guess_stages(it);
  if ((status = solve_stages(it)) != PAWL_OK) return status;
  const double *z3 = pw_work(it, Z3);
  for (int32_t i = 0; i < it->n; ++i) it->y1[i] = it->y0[i] + z3[i];
  return estimate(it, error);
}

// Divided differences of the collocation polynomial, with the projected y1 for the last stage.
static PawlStatus prepare(PwIntegrator *it) {
  const int32_t n = it->n;
  const double *z1 = pw_work(it, Z1), *z2 = pw_work(it, Z2);
  double *row = it->rows;
  for (int32_t i = 0; i < n; ++i) {
    double d01 = z1[i] / C[0], d12 = (z2[i] - z1[i]) / (C[1] - C[0]), d23 = (it->y1[i] - it->y0[i] - z2[i]) / (1 - C[1]);
    double d012 = (d12 - d01) / C[1], d123 = (d23 - d12) / (1 - C[0]);
    row[i] = d01;
    row[n + i] = d012;
    row[2 * n + i] = d123 - d012;
  }
  return PAWL_OK;
}

// The rows are made at once: the next attempt starts from them after it has lost the stages.
static PawlStatus settle(PwIntegrator *it) {
  PawlStatus status = pw_evaluate_finite(it, it->t1, it->y1, it->f1);
  if (status != PAWL_OK) return status;
  prepare(it);
  it->rows_ready = true;
  it->radau.h_rows = it->h;
  it->radau.fresh = false;
  return PAWL_OK;
}

// Factor by the error alone; many iterations make it more careful.
static double plain_factor(const PwIntegrator *it, double log_error) {
  double care = SAFETY * fmin(1, (1.0 + 2 * ITERATIONS) / (it->radau.iterations + 2 * ITERATIONS));
  return fmax(SHRINK, fmin(GROW, care * exp(-0.25 * log_error)));
}

static double rejected(const PwIntegrator *it, double error) {
  return it->memory.h_accepted == 0 ? 0.1 : fmin(0.9, plain_factor(it, log(error)));
}

// The smaller of the plain factor and the predictive one of Gustafsson (1994), which continues the trend of the last two errors.
static double accepted(PwIntegrator *it, double error) {
  PwStepMemory *m = &it->memory;
  double log_error = log(error), factor = plain_factor(it, log_error);
  if (m->h_accepted > 0) {
    double predicted = SAFETY * it->h / m->h_accepted * exp(0.25 * (m->log_error - 2 * log_error));
    factor = fmin(factor, fmax(SHRINK, predicted));
  }
  m->h_accepted = it->h;
  m->log_error = fmax(log_error, LOG_ERROR_LEAST);
  if (it->after_rejection) factor = fmin(factor, 1);
  bool keep = it->radau.rate <= RATE_KEEPS_J && factor >= 1 && factor <= KEEP_STEP;
  return keep ? 1 : factor;
}

const PwMethodTable pw_radau5_method = {
    .vectors = VECTORS,
    .rows = ROWS,
    .order = 4,
    .reset = reset,
    .attempt = attempt,
    .settle = settle,
    .rejected = rejected,
    .accepted = accepted,
    .prepare = prepare,
    .weigh = weigh,
};
