// Explicit Runge-Kutta method of order 5 with an error estimate of order 4 and dense output of order 4: Dormand and Prince 1980,
// dense output of Shampine 1986 in the form of Hairer, Norsett and Wanner 1993. The last stage is the first of the next step.
#include <math.h>

#include "numerics/integrator_methods.h"

#define C pw_dopri5_c
#define A pw_dopri5_a
#define E pw_dopri5_e
#define D pw_dopri5_d

const double pw_dopri5_c[7] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
const double pw_dopri5_a[7][6] = {{0},
                                  {1.0 / 5},
                                  {3.0 / 40, 9.0 / 40},
                                  {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                  {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                  {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                  {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
const double pw_dopri5_e[7] = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
const double pw_dopri5_d[7] = {-12715105075.0 / 11282082432,  0,
                               87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                               701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                               69997945.0 / 29380423};

enum { K2, K3, K4, K5, K6, STAGE, VECTORS, ROWS = 4 };

// Stages 2 to 6.
static PawlStatus inner_stages(PwIntegrator *it) {
  const int32_t n = it->n;
  const double h = it->h, t = it->t0;
  const double *restrict y = it->y0, *restrict k1 = it->f0;
  double *restrict k2 = pw_work(it, K2), *restrict k3 = pw_work(it, K3), *restrict k4 = pw_work(it, K4);
  double *restrict k5 = pw_work(it, K5), *restrict s = pw_work(it, STAGE);
  PawlStatus status;

  for (int32_t i = 0; i < n; ++i) s[i] = y[i] + h * (A[1][0] * k1[i]);
  if ((status = pw_evaluate(it, t + C[1] * h, s, k2)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) s[i] = y[i] + h * (A[2][0] * k1[i] + A[2][1] * k2[i]);
  if ((status = pw_evaluate(it, t + C[2] * h, s, k3)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) s[i] = y[i] + h * (A[3][0] * k1[i] + A[3][1] * k2[i] + A[3][2] * k3[i]);
  if ((status = pw_evaluate(it, t + C[3] * h, s, k4)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[4][0] * k1[i] + A[4][1] * k2[i] + A[4][2] * k3[i] + A[4][3] * k4[i]);
  }
  if ((status = pw_evaluate(it, t + C[4] * h, s, k5)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[5][0] * k1[i] + A[5][1] * k2[i] + A[5][2] * k3[i] + A[5][3] * k4[i] + A[5][4] * k5[i]);
  }
  return pw_evaluate(it, it->t1, s, pw_work(it, K6));
}

static PawlStatus attempt(PwIntegrator *it, double *error) {
  PawlStatus status = inner_stages(it);
  if (status != PAWL_OK) return status;
  const int32_t n = it->n;
  const double h = it->h, rtol = it->rtol;
  const double *restrict y = it->y0, *restrict k1 = it->f0, *restrict k3 = pw_work(it, K3), *restrict k4 = pw_work(it, K4);
  const double *restrict k5 = pw_work(it, K5), *restrict k6 = pw_work(it, K6), *restrict atol = it->atol;
  double *restrict y1 = it->y1, *restrict k7 = it->f1;

  for (int32_t i = 0; i < n; ++i) {
    y1[i] = y[i] + h * (A[6][0] * k1[i] + A[6][2] * k3[i] + A[6][3] * k4[i] + A[6][4] * k5[i] + A[6][5] * k6[i]);
  }
  if ((status = pw_evaluate(it, it->t1, y1, k7)) != PAWL_OK) return status;
  double sum = 0;
  for (int32_t i = 0; i < n; ++i) {
    double e = h * (E[0] * k1[i] + E[2] * k3[i] + E[3] * k4[i] + E[4] * k5[i] + E[5] * k6[i] + E[6] * k7[i]);
    double a = fabs(y[i]), b = fabs(y1[i]);
    double r = e / (atol[i] + rtol * (a > b ? a : b));
    sum += r * r;
  }
  *error = n ? sqrt(sum / n) : 0;
  return PAWL_OK;
}

// Stage 7 is f1, and stays it after the projection.
static PawlStatus settle(PwIntegrator *it) {
  return pw_all_finite(it->n, it->f1) ? PAWL_OK : PAWL_RETRY;
}

static PawlStatus prepare(PwIntegrator *it) {
  const int32_t n = it->n;
  const double h = it->h;
  const double *restrict k1 = it->f0, *restrict k3 = pw_work(it, K3), *restrict k4 = pw_work(it, K4);
  const double *restrict k5 = pw_work(it, K5), *restrict k6 = pw_work(it, K6), *restrict k7 = it->f1;
  double *restrict r = it->rows + (int64_t)3 * n;
  pw_explicit_rows(it);
  for (int32_t i = 0; i < n; ++i) {
    r[i] = h * (D[0] * k1[i] + D[2] * k3[i] + D[3] * k4[i] + D[4] * k5[i] + D[5] * k6[i] + D[6] * k7[i]);
  }
  return PAWL_OK;
}

static void weigh(double s, double *w, double *dw) {
  pw_explicit_weigh(ROWS, s, w, dw);
}

const PwMethodTable pw_dopri5_method = {
    .vectors = VECTORS,
    .rows = ROWS,
    .order = 5,
    .attempt = attempt,
    .settle = settle,
    .rejected = pw_explicit_rejected,
    .accepted = pw_explicit_accepted,
    .prepare = prepare,
    .weigh = weigh,
};
