#include "dynamics/newton.h"

#include <math.h>

PawlStatus pw_newton(const PwNewton *newton, double tolerance, bool *fresh) {
  double before = INFINITY, limit = fmax(100 * tolerance, 1e-11);
  for (int iteration = 0; iteration < 25; iteration++) {
    PawlStatus status = newton->place(newton->self);
    if (status) return status;
    double residual = newton->residual(newton->self);
    if (!isfinite(residual)) return PAWL_RETRY;
    bool rounding = residual > 0.5 * before && residual <= limit;
    if (residual <= tolerance || rounding) return PAWL_OK;
    if (residual > 2 * before && iteration > 4) return PAWL_RETRY;
    if (!*fresh || residual > 0.02 * before) {
      status = newton->factor(newton->self);
      if (status) return status;
      *fresh = true;
    }
    before = residual;
    newton->step(newton->self);
  }
  return PAWL_RETRY;
}
