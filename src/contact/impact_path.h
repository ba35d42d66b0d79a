// Impact of one touch with Coulomb friction, followed along its impulse (Routh 1891; Keller 1986; Stronge 1990; Batlle 1996).
//
//   dv = W dP, the normal impulse P_n as clock
//   slips:  dP_t = -mu_kinetic v_t/|v_t| dP_n
//   where slip ends it sticks, dv_t = 0, if that takes |dP_t| <= mu_static dP_n; else it slides on in the one lasting direction
//   compression ends where v_n = 0; expansion ends by
//     Newton:  v_n = -e v_n-
//     Poisson: P_n of expansion = e P_n of compression
//     Stronge: work of the normal impulse in expansion = -e^2 times that in compression
//
// Where slip turns so that friction pulls the touch in once more, v_n may fall to 0 in expansion: a second compression begins,
// and impulses and works of both phases are summed up.
//
// In the plane the path is straight piece by piece, in closed form; in space power series of high order, to rounding.
//
// Energy is never gained: the path ends at the latest where the energy is what it was. Along the path dE = (v_n - mu |v_t|) dP_n,
// whose slope (1, -mu d) W (1, -mu d) is positive and never grows while d turns, stops or goes over to sticking. So E is convex
// in P_n and comes back to 0 once. By Stronge's law it does not get there as friction takes of what is left; by Poisson's neither
// (E'(P_c) <= 0 and the slope is no greater behind P_c than before it: E(P_c + x) <= E(P_c - x)); by Newton's it may.
#ifndef PW_IMPACT_PATH_H
#define PW_IMPACT_PATH_H
#include <stdbool.h>
#include <stdint.h>

#include "pawl/run.h"

typedef struct {
  int32_t tangents;  // rows beside the normal one: 0, 1 in the plane, 2 in space
  const double *W;   // (1 + tangents)^2, row by row, the normal row in front; symmetric, positive semidefinite
  // static >= kinetic >= 0. Both INFINITY: it rolls, that is an impulse brings v_t to zero at once and it never slides. Static
  // alone: once slip has ended it does not come back.
  double mu_static, mu_kinetic;
  double restitution;  // e >= 0
  PawlImpactLaw law;
  // Painleve: it slides with v_n = 0 (whatever `before` says), and friction pulls it in: W_nn - mu W_nt d < 0. The path is begun
  // by force and goes on until v_n is 0 again, without restitution. Where friction does not pull it in nothing happens.
  bool forced;
} PwImpactPathProblem;

typedef struct {
  double energy;  // change of kinetic energy by the impulses, friction's included: P . (v- + v+)/2 <= 0
  double factor;  // what restitution was multiplied by so that no energy is gained; 0: it sticks and nothing gives way any more
  bool stopped;   // slip came to its end, at least once
  bool reversed;  // slid on after that; in space along the one direction that lasts, wherever it points
  bool sticks;    // at the end; else it slides, or has no friction
  bool jammed;    // while it slid in compression, normal speed did not grow
} PwImpactPathReport;

// before: rates of the rows, a slip that is to count as none exactly 0; after, impulse: filled. A touch that does not approach
// keeps its speeds (unless `forced`). No allocation. PAWL_ERR_SINGULAR: nothing gives way, the approach (or, where it rolls, the
// slip) cannot be ended.
PawlStatus pw_impact_path(const PwImpactPathProblem *problem, const double *before, double *after, double *impulse,
                          PwImpactPathReport *report);
#endif
