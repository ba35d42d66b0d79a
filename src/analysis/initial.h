// The initial state of a simulation.
#ifndef PW_INITIAL_H
#define PW_INITIAL_H
#include "simulate/simulation.h"

// s->y and s->discrete at t = 0: assembled positions, wished speeds; or the end of another run; or static equilibrium.
PawlStatus pw_initial_state(PawlSimulation *s, PawlMessages *messages);
#endif
