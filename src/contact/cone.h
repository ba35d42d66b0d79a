// The cone problem: forces of all touches of an instant with friction.
//
//   u = W l + b          rates of the rows (accelerations or speeds): b without these forces, W = G M^-1 G^T
//   one-sided touch      N = given + z, z >= 0, u_n >= 0, z u_n = 0
//   two-sided touch      u_n = 0, N of any sign; its load is |N|
//   grip of a touch      |f| <= coefficient * load; where u_grip is not zero, f = -coefficient * load * u_grip/|u_grip|
//   grip that rolls      (coefficient INFINITY) u_grip = 0 where the touch carries force, else f = 0
//   grip that slides     (its slip is not zero and along known) f = -coefficient * load * along, whatever u_grip is
//
// Rows are in blocks of touches, the normal row of each in front; a further row belongs to one grip, or to none: nothing acts
// along it. Cones are round. All grips of a touch share its load.
//
// u need not be unique where coefficients are large, and where grips slide there may be no answer or several (Painleve); l is
// not, where rows depend on each other: then normal forces are shared by least norm and the others in proportion to their limits,
// as far as the cones allow.
#ifndef PW_CONE_H
#define PW_CONE_H
#include "contact/complementarity.h"

enum { PW_CONE_GRIP_ROWS = 3 };

typedef struct {
  int32_t touch;
  int32_t first, rows;  // 1 to PW_CONE_GRIP_ROWS
  double coefficient;   // >= 0; INFINITY: never slides
  bool slides;          // its direction is known
  double along[PW_CONE_GRIP_ROWS];
} PwConeGrip;

typedef struct {
  PwBlocks blocks;
  int32_t grips;
  const PwConeGrip *grip;  // in the order of their touches
  const double *W, *b;     // rows x rows, rows
  const bool *two_sided;   // per touch; may be NULL
  const double *given;     // per touch: normal force >= 0 that acts whatever happens; may be NULL
  const double *start;     // per row: forces to begin with, as those of the last instant; may be NULL
  double scale;            // a size of u that counts as zero when multiplied by 1e-12
} PwConeProblem;

typedef enum {
  PW_CONE_STICKS,  // u_grip = 0
  PW_CONE_SLIDES,  // known to slide, or u_grip is not zero: its force points against it
  PW_CONE_OPEN     // its touch carries no force, given ones included
} PwConeMode;

typedef struct {
  int32_t sweeps;     // over all touches; 0: Newton from `start` went through, or all modes were tried at once
  int32_t tried;      // combinations of modes tried one by one; 0: there was no need
  double residual;    // the largest that u is off by
  bool many;          // grips slide, and there are several answers: the one with the fewest forces at these was taken
  bool inconsistent;  // grips slide or roll, and there is no answer, though there is one without friction
} PwConeReport;

typedef struct PwCone PwCone;  // scratch memory for up to a number of rows and grips
PawlStatus pw_cone_create(int32_t most_rows, int32_t most_grips, PwCone **out);
void pw_cone_free(PwCone *cone);
// By rows lambda (of normal rows N, given forces included) and after (u); mode by grips; closed by touches: it carries force, or
// is two-sided. No allocation. Every condition holds to 1e-12 of the scale and 1e-13 of the terms that u is the sum of,
// or, where rows depend on each other and rounding of b contradicts that, to 1e-10 and 1e-11.
// PAWL_ERR_SINGULAR: no answer exists or none is found; closed then tells the touches of the islands (touches that are coupled by
// W, each of which is solved by itself) where that is so; PAWL_ERR_ARGUMENT: more rows or grips than there is room for, grips out
// of order, or a number that cannot be. Where answers are tried one by one (several slides that may jam; sweeps that do not
// settle) there may be six touches in an island, and 50000 combinations of modes.
PawlStatus pw_cone_solve(PwCone *cone, const PwConeProblem *problem, double *lambda, double *after, PwConeMode *mode,
                         bool *closed, PwConeReport *report);
#endif
