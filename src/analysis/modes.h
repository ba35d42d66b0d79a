// Eigenvalues of a state matrix, and the shapes of the motions that belong to them.
#ifndef PW_MODES_H
#define PW_MODES_H
#include "analysis/linearise.h"

// From l->A and l->U, into l.
PawlStatus pw_modes_find(PwLinearisation *l);
#endif
