// Static equilibrium.
#ifndef PW_STATICS_H
#define PW_STATICS_H
#include "dynamics/formulation.h"

// Moves y (projected, at time t) to an equilibrium with zero speeds: F(q, 0) + J^T lambda = 0 on the constraints.
PawlStatus pw_statics(const PawlMechanism *k, PwFormulation *f, double t, double *y, const PwDiscrete *discrete, PawlMessages *messages);
#endif
