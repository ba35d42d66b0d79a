// What the files that decide on friction of joints share.
#ifndef PW_BEARING_PARTS_H
#define PW_BEARING_PARTS_H
#include "simulate/simulation.h"

typedef struct {
  double rate[PW_BEARING_ROWS], speed;          // of its slip
  double acceleration[PW_BEARING_ROWS], noise;  // with the accelerations of a solution, and their rounding
} PwBearingSlip;

// Of joint b where the mechanism stands; acceleration NULL: its rates alone.
void pw_bearing_take_slip(const PawlSimulation *s, int32_t b, const double *acceleration, PwBearingSlip *out);
// Accelerations, forces and loads with the choice as it is. PAWL_RETRY: there are none.
PawlStatus pw_bearings_solve(PawlSimulation *s, double t, const double *y, PwSolution *out);
// Joints that do not move stick or begin to slide as iteration between their loads and the friction that these allow comes to.
// PAWL_RETRY: to nothing; all is as before.
PawlStatus pw_bearings_settle(PawlSimulation *s, double t, const double *y, PwBearingChoice *choice);
#endif
