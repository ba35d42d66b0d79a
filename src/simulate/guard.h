// Singular positions: the constraints lose rank for an instant and two branches meet (a flat four-bar, a dead point). Momentum
// decides which one is taken.
//
// sigma, the smallest singular value of J M^-1/2, goes through zero there with a finite rate; D = sigma / |d sigma/dt| is the
// time left. A regular step would put stages on the singular position, where the branches cannot be told apart. So steps are
// shortened towards it (each at most half of D), the derivative is recorded on the way (ends and midpoints), and at D = D_jump
// the motion, which is smooth along its own branch, is continued over the singular position, half as far beyond it, by the
// polynomial through the recorded derivatives (Adams-Bashforth on uneven points). There the branches are apart by far more than
// the polynomial's error, which is estimated and held below the tolerance (D_jump is halved until it is), so that projection
// meets the right one.
#ifndef PW_GUARD_H
#define PW_GUARD_H
#include "dynamics/formulation.h"
#include "numerics/integrator.h"

enum { PW_GUARD_NODES = 9 };

typedef struct {
  int32_t n, positions, rows;  // of the integrator's state z; of these; of the mechanism
  int32_t body_positions, speeds;
  bool *turning;      // [speeds] of bodies on loops
  double turn_limit;  // largest step by their turning
  bool midpoints;     // of steps are recorded too; not with Radau, whose dense output is of lower order
  double *u, *r;      // singular pair, followed
  PwSingularity now;
  bool known;           // distance was measured since the last start
  double distance;      // D at the last step's end; infinity: moving away
  double before;        // D at its beginning
  double reference;     // step size when the approach began; 0: not near
  double jump;          // D_jump
  bool missed;          // the jump went past a singular position, not over one: rank was not lost
  double estimate;      // error of the jump last tried
  int32_t nodes, base;  // recorded points; the one that the jump starts from
  double t[PW_GUARD_NODES];
  double *z[PW_GUARD_NODES], *dzdt[PW_GUARD_NODES];
  double *lambda[PW_GUARD_NODES];  // multipliers, of those that were asked for
  bool solved[PW_GUARD_NODES];
  double *predicted, *second;
  double *y;        // scratch: of the bodies
  double *landing;  // end of the jump
} PwGuard;

PawlStatus pw_guard_create(const PawlMechanism *k, const PwFormulation *f, PwArena *arena, PwGuard *g);
void pw_guard_reset(PwGuard *g);  // after an event, a start: forget what was recorded
// Looks at the state at the end of a step (from, to, next step size h). *redo: a singular position was stepped over without
// notice; the step must be taken again, smaller. Records points of an approach.
PawlStatus pw_guard_watch(PwGuard *g, PwFormulation *f, PwIntegrator *it, bool *redo);
// Far enough for steps of size h whose stages are not projected.
bool pw_guard_is_far(const PwGuard *g, double h);
// The most that the next step may be; infinity if nothing is near.
double pw_guard_limit(const PwGuard *g);
// *due: the jump is made; *to is its end and g->landing the state there, on the constraints, error below the tolerance.
// PAWL_ERR_SINGULAR: no way on.
PawlStatus pw_guard_jump(PwGuard *g, PwFormulation *f, const PwIntegrator *it, double *to, bool *due);
// State (and derivative) at t on the jump.
void pw_guard_dense(const PwGuard *g, double t, double *z, double *dzdt);
// Multipliers there.
PawlStatus pw_guard_multipliers(PwGuard *g, PwFormulation *f, double t, double *lambda);
#endif
