// Newton's iteration of positions onto rows: the loop, which both formulations share. Each brings what it does in one step.
#ifndef PW_NEWTON_H
#define PW_NEWTON_H
#include <stdbool.h>

#include "pawl/status.h"

typedef struct {
  void *self;
  PawlStatus (*place)(void *self);   // everything at the positions as they are now
  double (*residual)(void *self);    // the largest there, relative; what `step` takes back
  PawlStatus (*factor)(void *self);  // the matrix there
  void (*step)(void *self);          // positions move by the residuals and the matrix at hand
} PwNewton;

// A matrix is kept as long as it converges well. *fresh: there is one at hand, of a state near by; then: one was made or used.
// Leaves everything placed at the result. PAWL_RETRY: it does not converge.
PawlStatus pw_newton(const PwNewton *newton, double tolerance, bool *fresh);
#endif
