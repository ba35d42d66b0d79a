// What the integrator's common part (integrator.c, integrator_step.c) and its methods (dopri5.c, dop853.c, radau5.c,
// trapezoidal.c) share. Everything that is said about one attempt: it goes from (t0, y0, f0) over h to (t1, y1).
#ifndef PW_INTEGRATOR_METHODS_H
#define PW_INTEGRATOR_METHODS_H
#include "numerics/integrator.h"

enum { PW_DENSE_ROWS = 7 };  // most that a method needs

typedef struct {
  int32_t vectors;                  // work vectors
  int32_t rows;                     // vectors of dense output: y(t0 + s h) = y0 + sum of weight_j(s) row_j
  double order;                     // of the error estimate in h, for the first step and the step control
  void (*reset)(PwIntegrator *it);  // forget all that was; NULL: nothing
  // Fills y1 and *error (rms norm, <= 1 is acceptable; not finite: not usable). PAWL_RETRY: go on with it->shrink * h.
  PawlStatus (*attempt)(PwIntegrator *it, double *error);
  // After y1 was found good and was projected: fills f1.
  PawlStatus (*settle)(PwIntegrator *it);
  double (*rejected)(const PwIntegrator *it, double error);  // factor from h to the next attempt
  double (*accepted)(PwIntegrator *it, double error);        // factor from h to the next step; brings it->memory up to date
  PawlStatus (*prepare)(PwIntegrator *it);                   // fills the rows of dense output
  void (*weigh)(double s, double *w, double *dw);            // their weights, and d/ds of these
} PwMethodTable;

// All that the size of the next step depends on besides the state. Kept over save and restore.
typedef struct {
  double h;           // proposal for the next step
  double log_error;   // of the last accepted step, bounded from below
  double h_accepted;  // Radau: size of that step; 0: none yet
  // trapezoidal, not kept over save and restore: size of the last accepted step, and of the one before the step from t_before
  double h_last, h_before, t_before;
} PwStepMemory;

typedef struct {
  double h_factored;         // step size for which factor() was called; 0: none
  double h_rows;             // step size of the collocation polynomial in the rows; 0: none, no starting values
  double rate;               // latest estimate of the iteration's convergence rate
  double rate_factor;        // rate / (1 - rate) carried to the next iteration
  int32_t iterations;        // in the last attempt
  bool linearised;           // there is a J
  bool fresh;                // J belongs to y0
  double rtol, atol_factor;  // tolerances for an estimate of order 3, see radau5.c
} PwRadau;

struct PwIntegrator {
  const PwMethodTable *method;
  PwOde ode;
  int32_t n;
  double rtol, h_first, h_max;
  double *atol;
  double t0, t1, h;           // last step; h = 0: none since the start
  double *y0, *y1, *f0, *f1;  // at its ends
  double *work;               // method->vectors vectors
  double *rows;               // method->rows vectors
  bool rows_ready;
  bool after_rejection;  // the attempt before this one, in the same step, was rejected
  double shrink;         // set by an attempt that returns PAWL_RETRY
  double h_largest;      // largest step tried first since the start
  PwStepMemory memory;
  PwRadau radau;
  PwIntegratorStats stats;
};

extern const PwMethodTable pw_dopri5_method, pw_dop853_method, pw_radau5_method, pw_trapezoidal_method;

// Published coefficients, in the open for the tests of their order conditions.
extern const double pw_dopri5_c[7], pw_dopri5_a[7][6], pw_dopri5_e[7], pw_dopri5_d[7];
extern const double pw_dop853_c[16], pw_dop853_a[16][15], pw_dop853_e3[12], pw_dop853_e5[12], pw_dop853_d[4][16];
extern const double pw_radau5_c[3], pw_radau5_t[3][3], pw_radau5_ti[3][3], pw_radau5_eigen[3], pw_radau5_e[3];

static inline double *pw_work(const PwIntegrator *it, int32_t k) {
  return it->work + (int64_t)k * it->n;
}
static inline PawlStatus pw_evaluate(PwIntegrator *it, double t, const double *y, double *dydt) {
  ++it->stats.evaluations;
  return it->ode.derivative(it->ode.user, t, y, dydt);
}
// False if any of x is infinite or not a number.
bool pw_all_finite(int32_t n, const double *x);
// y' of a trial point; PAWL_RETRY also when it is not finite.
PawlStatus pw_evaluate_finite(PwIntegrator *it, double t, const double *y, double *dydt);

// Proportional-integral step control of the explicit methods (Gustafsson 1991).
double pw_explicit_rejected(const PwIntegrator *it, double error);
double pw_explicit_accepted(PwIntegrator *it, double error);
// Weights s, s(1-s), s^2(1-s), s^2(1-s)^2, ... of the explicit methods' dense output, and their first three rows: the cubic
// through y and f at both ends.
void pw_explicit_weigh(int32_t rows, double s, double *w, double *dw);
void pw_explicit_rows(PwIntegrator *it);
#endif
