// Problems with known solutions for the tests of the integrators, and the linear algebra that Radau asks its user for.
#ifndef PW_ODE_PROBLEMS_H
#define PW_ODE_PROBLEMS_H
#include "check.h"
#include "numerics/dense.h"
#include "numerics/integrator.h"

enum { N_MAX = 8 };

// A problem with its Jacobian (row-major), and the linear algebra that Radau asks for: the complex system as a real one twice
// as large.
typedef struct Problem Problem;
struct Problem {
  int32_t n;
  void (*f)(const Problem *p, double t, const double *y, double *dydt);
  void (*jacobian)(const Problem *p, const double *y, double *j);
  double y0[N_MAX];
  double a, b;              // parameters
  double retry_above;       // derivative gives PAWL_RETRY for y[0] above this (0: never) ...
  double nan_above;         // ... or not a number
  int32_t project_retries;  // so many calls of project fail
  int32_t projections, factor_failures;
  double j[N_MAX * N_MAX], real[N_MAX * N_MAX], complex[4 * N_MAX * N_MAX];
  int32_t pivot[N_MAX], pivot2[2 * N_MAX];
};

static inline PawlStatus derivative(void *user, double t, const double *y, double *dydt) {
  const Problem *p = user;
  p->f(p, t, y, dydt);
  if (p->retry_above && y[0] > p->retry_above) return PAWL_RETRY;
  if (p->nan_above && y[0] > p->nan_above) dydt[0] = NAN;
  return PAWL_OK;
}
static inline PawlStatus linearise(void *user, double t, const double *y) {
  Problem *p = user;
  (void)t;
  p->jacobian(p, y, p->j);
  return PAWL_OK;
}
static inline PawlStatus factor(void *user, double a, double b, double c) {
  Problem *p = user;
  const int32_t n = p->n, m = 2 * n;
  if (p->factor_failures > 0) {
    --p->factor_failures;
    return PAWL_ERR_SINGULAR;
  }
  memset(p->complex, 0, sizeof p->complex);
  for (int32_t i = 0; i < n; ++i) {
    for (int32_t k = 0; k < n; ++k) {
      double j = p->j[i * n + k];
      p->real[k * n + i] = (i == k ? a : 0) - j;
      p->complex[k * m + i] = p->complex[(n + k) * m + n + i] = (i == k ? b : 0) - j;
    }
    p->complex[(n + i) * m + i] = -c;
    p->complex[i * m + n + i] = c;
  }
  PawlStatus status = pw_lu_factor(p->real, n, p->pivot);
  return status == PAWL_OK ? pw_lu_factor(p->complex, m, p->pivot2) : status;
}
static inline PawlStatus solve(void *user, double *x) {
  Problem *p = user;
  pw_lu_solve(p->real, p->n, p->pivot, x);
  return PAWL_OK;
}
static inline PawlStatus solve_complex(void *user, double *re, double *im) {
  Problem *p = user;
  double x[2 * N_MAX];
  for (int32_t i = 0; i < p->n; ++i) {
    x[i] = re[i];
    x[p->n + i] = im[i];
  }
  pw_lu_solve(p->complex, 2 * p->n, p->pivot2, x);
  for (int32_t i = 0; i < p->n; ++i) {
    re[i] = x[i];
    im[i] = x[p->n + i];
  }
  return PAWL_OK;
}

static inline PwOde ode_of(Problem *p) {
  return (PwOde){.n = p->n,
                 .user = p,
                 .derivative = derivative,
                 .linearise = linearise,
                 .factor = factor,
                 .solve = solve,
                 .solve_complex = solve_complex};
}

static inline PwIntegrator *create(PwMethod method, const PwOde *ode, double rtol, double atol, double h_first, double h_max) {
  double tolerances[N_MAX];
  for (int32_t i = 0; i < N_MAX; ++i) tolerances[i] = atol;
  PwIntegratorOptions options = {.rtol = rtol, .atol = tolerances, .h_first = h_first, .h_max = h_max};
  PwIntegrator *it = NULL;
  assert_int_equal(pw_integrator_create(method, ode, &options, &it), PAWL_OK);
  return it;
}

static inline void run_to(PwIntegrator *it, double t_end) {
  while (pw_integrator_time(it) < t_end) assert_int_equal(pw_integrator_step(it, t_end), PAWL_OK);
  assert_true(pw_integrator_time(it) == t_end);
}

// y'' = -a^2 y
static inline void oscillator(const Problem *p, double t, const double *y, double *d) {
  (void)t;
  d[0] = y[1];
  d[1] = -p->a * p->a * y[0];
}
static inline void oscillator_jacobian(const Problem *p, const double *y, double *j) {
  (void)y;
  j[0] = j[3] = 0;
  j[1] = 1;
  j[2] = -p->a * p->a;
}
// y' = y (1 - y), y = 1 / (1 + (1/y0 - 1) exp(-t))
static inline void logistic(const Problem *p, double t, const double *y, double *d) {
  (void)p, (void)t;
  d[0] = y[0] * (1 - y[0]);
}
static inline void logistic_jacobian(const Problem *p, const double *y, double *j) {
  (void)p;
  j[0] = 1 - 2 * y[0];
}
// Two bodies, one of them fixed; period 2 pi.
static inline void kepler(const Problem *p, double t, const double *y, double *d) {
  (void)p, (void)t;
  double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * sqrt(r2);
  d[0] = y[2];
  d[1] = y[3];
  d[2] = -y[0] / r3;
  d[3] = -y[1] / r3;
}
// y' = a (y - cos(t)) - sin(t) and a second, decoupled y' = -y: y = (cos(t) + (y0 - 1) exp(a t), exp(-t)).
static inline void stiff_linear(const Problem *p, double t, const double *y, double *d) {
  d[0] = p->a * (y[0] - cos(t)) - sin(t);
  d[1] = -y[1];
}
static inline void stiff_linear_jacobian(const Problem *p, const double *y, double *j) {
  (void)y;
  j[0] = p->a;
  j[1] = j[2] = 0;
  j[3] = -1;
}
// Hairer's scaled van der Pol equation, a = 1e-6.
static inline void van_der_pol(const Problem *p, double t, const double *y, double *d) {
  (void)t;
  d[0] = y[1];
  d[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / p->a;
}
static inline void van_der_pol_jacobian(const Problem *p, const double *y, double *j) {
  j[0] = 0;
  j[1] = 1;
  j[2] = (-2 * y[0] * y[1] - 1) / p->a;
  j[3] = (1 - y[0] * y[0]) / p->a;
}
static inline void robertson(const Problem *p, double t, const double *y, double *d) {
  (void)p, (void)t;
  d[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
  d[2] = 3e7 * y[1] * y[1];
  d[1] = -d[0] - d[2];
}
static inline void robertson_jacobian(const Problem *p, const double *y, double *j) {
  (void)p;
  double rows[9] = {-0.04, 1e4 * y[2], 1e4 * y[1], 0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1], 0, 6e7 * y[1], 0};
  memcpy(j, rows, sizeof rows);
}

static inline Problem make_oscillator(double a) {
  return (Problem){.n = 2, .f = oscillator, .jacobian = oscillator_jacobian, .y0 = {1, 0}, .a = a};
}
static inline Problem make_logistic(void) {
  return (Problem){.n = 1, .f = logistic, .jacobian = logistic_jacobian, .y0 = {0.1}};
}
static inline double logistic_exact(double t) {
  return 1 / (1 + 9 * exp(-t));
}

// y' = (a + 1) t^a, y = t^(a + 1)
static inline void power(const Problem *p, double t, const double *y, double *d) {
  (void)y;
  d[0] = (p->a + 1) * (p->a > 0 ? pow(t, p->a) : 1);
}
static inline void power_jacobian(const Problem *p, const double *y, double *j) {
  (void)p, (void)y;
  j[0] = 0;
}
// Order conditions for quadrature: sum b c^(q-1) = 1/q.
static inline void check_quadrature(int32_t stages, const double *b, const double *c, int32_t order) {
  for (int32_t q = 1; q <= order; ++q) {
    double sum = 0;
    for (int32_t i = 0; i < stages; ++i) sum += b[i] * (q == 1 ? 1 : pow(c[i], q - 1));
    CHECK_CLOSE(sum, 1.0 / q, 2e-14);
  }
}
#endif
