// Ordinary differential equations y' = f(t, y): explicit Runge-Kutta of order 5 (Dormand-Prince 1980) and 8 (Dormand-Prince,
// Hairer's DOP853), Radau IIA of order 5 (Hairer-Wanner 1996) for stiff ones, and the trapezoidal rule in steps that the
// equations make themselves; all with dense output. Knows nothing of bodies. No allocation after create.
#ifndef PW_INTEGRATOR_H
#define PW_INTEGRATOR_H
#include <stdbool.h>
#include <stdint.h>

#include "pawl/status.h"

typedef enum { PW_DOPRI5, PW_DOP853, PW_RADAU5, PW_TRAPEZOIDAL } PwMethod;

// A step of order 2 of the equations' own, from (t, y) with the derivative dydt over h to (t + h, y1), where the derivative is
// dy1dt. `lag`: what the method's own derivative has beyond dydt, zero where there was no step before; `lag1` the same at the
// end.
typedef struct {
  double t, h;
  const double *y, *dydt;
  double *y1, *dy1dt, *lag, *lag1;
} PwOwnStep;

typedef struct {
  int32_t n;
  void *user;
  // PAWL_RETRY: the trial state cannot be evaluated, the step is made smaller. Negative: the integration ends.
  PawlStatus (*derivative)(void *user, double t, const double *y, double *dydt);
  // Moves y onto the manifold that the solution lives on; called once at each accepted step end, before the derivative there is
  // used for the next step. f(t, y) must equal f(t, project(y)) up to the error of a step. NULL: none. PAWL_RETRY rejects the
  // step.
  PawlStatus (*project)(void *user, double t, double *y);
  // Radau only. linearise: remember J = df/dy at (t, y). factor: get ready to solve with (a I - J) and ((b + i c) I - J).
  // solve: in place. J may be approximate: it changes the convergence of the iteration, not its limit.
  PawlStatus (*linearise)(void *user, double t, const double *y);
  // PAWL_ERR_SINGULAR from factor is tried again with a smaller step.
  PawlStatus (*factor)(void *user, double a, double b, double c);
  PawlStatus (*solve)(void *user, double *x);
  PawlStatus (*solve_complex)(void *user, double *re, double *im);
  // Trapezoidal only: a step whose end needs no projection; its error over h^3 y'''. PAWL_RETRY: h is too long.
  PawlStatus (*advance)(void *user, const PwOwnStep *step);
  double error;
} PwOde;

typedef struct {
  double rtol;         // > 0
  const double *atol;  // per component, > 0; copied
  double h_first;      // for starts with h = 0; 0: estimated
  double h_max;        // 0: none
} PwIntegratorOptions;

typedef struct {
  int64_t steps, rejected, evaluations, linearisations, factorisations, newton_iterations;
} PwIntegratorStats;

typedef struct PwIntegrator PwIntegrator;

PawlStatus pw_integrator_create(PwMethod method, const PwOde *ode, const PwIntegratorOptions *options, PwIntegrator **out);
void pw_integrator_free(PwIntegrator *it);
// From the next start on the equations have n components: no more than they were created with, of which the first stay.
void pw_integrator_set_size(PwIntegrator *it, int32_t n);

// Starts, or starts again after an event. h = 0: estimate the first step; else try h first. PAWL_ERR_ARGUMENT: y or f there is
// not finite; PAWL_ERR_STEP: f cannot be evaluated there.
PawlStatus pw_integrator_start(PwIntegrator *it, double t, const double *y, double h);

// One accepted step that does not pass t_limit (> t) and ends exactly there if it gets there. Steps are stretched or halved
// towards t_limit so that no tiny last one remains; the proposal for the next step is not made smaller by that. PAWL_ERR_STEP: a
// step of 16 ulp of t, or of the largest step since the start, still fails. After a failure the state is that before the call.
PawlStatus pw_integrator_step(PwIntegrator *it, double t_limit);

// The last step again, to end at t instead: the state there is then as precise as a step's end, more than dense output. The
// proposal for the next step stays. PAWL_RETRY: not possible, the last step is as it was. PAWL_ERR_ARGUMENT: not an explicit
// method, or t is not behind the step's beginning.
PawlStatus pw_integrator_retake(PwIntegrator *it, double t);

double pw_integrator_time(const PwIntegrator *it);               // end of the last step
double pw_integrator_time_before(const PwIntegrator *it);        // its beginning
double pw_integrator_next_step(const PwIntegrator *it);          // size proposed for the next step
void pw_integrator_limit_next(PwIntegrator *it, double h);       // try no more than h next
const double *pw_integrator_state(const PwIntegrator *it);       // y at time()
const double *pw_integrator_derivative(const PwIntegrator *it);  // y' there
// Dense output inside the last step (a little outside is allowed); dydt may be NULL. Both ends are met exactly. The first call in
// a step of DOP853 calls f; PAWL_RETRY from there is handed on, and the integration may start again at the beginning of the step,
// which can always be had, with a smaller step.
PawlStatus pw_integrator_dense(PwIntegrator *it, double t, double *y, double *dydt);
// Weighted rms norm of an error e at state y with this integrator's tolerances: <= 1 is acceptable.
double pw_integrator_norm(const PwIntegrator *it, const double *y, const double *e);
const PwIntegratorStats *pw_integrator_stats(const PwIntegrator *it);

// What a restart at the end of a step must know to go on bit for bit as if it had not been stopped: start(t, y, h = 0) followed
// by restore. Both the uninterrupted and the resumed run call save, start, restore at a checkpoint.
enum { PW_INTEGRATOR_MEMORY = 8 };
void pw_integrator_save(const PwIntegrator *it, double memory[PW_INTEGRATOR_MEMORY]);
void pw_integrator_restore(PwIntegrator *it, const double memory[PW_INTEGRATOR_MEMORY]);
#endif
