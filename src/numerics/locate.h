// Finds when a switching function turns negative inside the last step of an integrator. Looks at the ends and at the extrema of
// the dense output, so that two roots in one step are not missed.
#ifndef PW_LOCATE_H
#define PW_LOCATE_H
#include "numerics/integrator.h"

typedef struct {
  int32_t n;
  void *user;
  // All n functions at t, y (dense output, not projected).
  PawlStatus (*evaluate)(void *user, double t, const double *y, double *g);
  // The same of g[k] alone, to the last bit; what else it does to g does not matter. NULL: there is no quicker way than all.
  PawlStatus (*evaluate_one)(void *user, double t, const double *y, int32_t k, double *g);
  const double *slack;  // a root is found well enough where its function is not below minus this; NULL: 0 for all
} PwSwitching;

typedef struct PwLocator PwLocator;  // scratch memory, made for at most n_max functions and states of size n_state
PawlStatus pw_locator_create(int32_t n_max, int32_t n_state, PwLocator **out);
void pw_locator_free(PwLocator *locator);

// Earliest t in (t_from, t_to] of the last step (t_from may be its beginning) at which a function that was > 0, or was 0 and
// rose, turns negative. *count = 0: none. Else *t_root is on the far side of the root (g <= 0) by no more than a few ulp of the
// step's later end (or by its slack), and which[0..*count) names, in rising order, every function whose root is the same instant
// within the precision of a root. A function that is 0 at t_from (within noise[k]; noise may be NULL: 0) counts as on
// its positive side at first and as crossing if it goes below -noise[k]; one below -noise[k] at t_from does not count before it
// was positive. A function may be +INFINITY: not active. Not a number: PAWL_ERR_CALLBACK.
PawlStatus pw_locate(PwLocator *locator, PwIntegrator *it, const PwSwitching *switching, const double *noise, double t_from,
                     double t_to, double *t_root, int32_t *which, int32_t *count);
// The same on an interval that follows on the last one: a function that was positive there has not lost its sign where
// that one ended, however near to zero it was.
PawlStatus pw_locate_on(PwLocator *locator, PwIntegrator *it, const PwSwitching *switching, const double *noise, double t_from,
                        double t_to, double *t_root, int32_t *which, int32_t *count);
// The root that pw_locate found last, when the step was taken again and its end is a little behind it: looked for by the signs at
// t_from and t_to alone. *count = 0: it is not there, `which` stays as it is.
PawlStatus pw_locate_again(PwLocator *locator, PwIntegrator *it, const PwSwitching *switching, const double *noise, double t_from,
                           double t_to, double *t_root, int32_t *which, int32_t *count);
#endif
