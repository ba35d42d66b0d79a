// Impact of touches: numbers in (touch-space inertia W = G M^-1 G^T, gap speeds before), impulses out.
//
//   v+ = v- + W P
//   Newton:  v+ + e v- >= 0, P >= 0, P . (v+ + e v-) = 0
//   Poisson: compression v_c = v- + W P_c, v_c >= 0 _|_ P_c >= 0; expansion P = P_c + e P_c + R, v+ >= 0 _|_ R >= 0
//   sequential: one touch at a time, the fastest approach first, until none approaches
//
// A solve includes the touches that approach or rest; one that separates is left out, and if it approaches afterwards, all is
// solved again (counted, limited: a body jammed between others that would rebound without end comes to rest). Energy is never
// gained: the coefficients are lowered together by a common factor until it is not. In the sequential order what approaches
// slower than the rest speed is solved at once, with e = 0.
//
// Islands (islands.h) are solved each by itself, with a factor of its own; the report has the most solves, the least factor, and
// the sum of energies.
//
// W, speeds and impulses go by rows, in blocks of touches. Impulses act along the first row of each block, its normal, and along
// the rows of grips, if there are such, by friction (impact_rows.h); speeds of all other rows follow from them. With friction
// energy need not be continuous in that factor; 0 always keeps it: then the change is P . v+ - P W P/2, and P . v+ <= 0.
#ifndef PW_IMPACT_H
#define PW_IMPACT_H
#include "contact/cone.h"
#include "pawl/run.h"

typedef struct {
  PwBlocks blocks;
  const double *W;            // rows x rows
  const double *restitution;  // per touch
  const double *rebound;      // per touch: one that would be slower is none, e = 0; may be NULL
  const bool *two_sided;      // speed after is zero whatever the sign of the impulse; may be NULL
  double rest;                // |speed| below this rests: it takes part with e = 0
  double speed;               // of the bodies: gap speeds are differences of such speeds, and their rounding is measured by it
  PawlImpactLaw law;
  bool sequential;
  int32_t grips;           // 0: no friction
  const PwConeGrip *grip;  // in the order of their touches; end speeds decide what slides, `slides` and `along` are not looked at
} PwImpactProblem;

typedef struct {
  int32_t solves;  // at this instant; 1001: they would not have ended, so that the last one took in all touches with e = 0
  double factor;   // what the coefficients were multiplied by; 1: nothing; 0: also where Newton's law contradicts itself
  double energy;   // change of kinetic energy by the impulses, friction included: sum P (v- + v+)/2 <= 0
  bool redundant;  // W has no full rank among the touches that took part: impulses are shared by least norm
} PwImpactReport;

typedef struct PwImpact PwImpact;
PawlStatus pw_impact_create(int32_t most, PwImpact **out);  // rows
void pw_impact_free(PwImpact *impact);
// before: speeds of the rows; after, impulse: filled. No allocation. PAWL_ERR_SINGULAR: drives press bodies together that cannot
// give way, or a cone problem of grips has no answer that is found (contact/cone.h).
PawlStatus pw_impact_solve(PwImpact *impact, const PwImpactProblem *problem, const double *before, double *after, double *impulse,
                           PwImpactReport *report);
#endif
