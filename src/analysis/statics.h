// Static equilibrium.
#ifndef PW_STATICS_H
#define PW_STATICS_H
#include "dynamics/formulation.h"

// Moves y (projected, at time t) to an equilibrium with zero speeds: F(q, 0) + J^T lambda = 0 on the constraints. Goes downhill
// in energy, so that it ends in a stable equilibrium wherever it does not start in another one; what no force holds stays where
// it is. An equilibrium that is not stable is reported by a warning. Turns and branches in `discrete` follow the motion.
// PAWL_ERR_LIMIT: too large for dense algebra. PAWL_ERR_STEP: none found.
// touches: NULL, or those that the formulation has. Closed ones are constraints, whatever the sign of their force.
PawlStatus pw_statics(const PawlMechanism *k, PwFormulation *f, const PwTouches *touches, double t, double *y,
                      PwDiscrete *discrete, PawlMessages *messages);
#endif
