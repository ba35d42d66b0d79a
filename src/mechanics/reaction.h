// What a joint carries, by the multipliers of the rows.
#ifndef PW_REACTION_H
#define PW_REACTION_H
#include "mechanics/motion.h"

// Force and moment on the body of frame 2 at that frame's origin, ground axes: of the joint's rows, of drives of its coordinates,
// and of couplers whose line of action its bearing carries. `m` stands at the state of lambda [rows].
void pw_reaction(const PwMotion *m, const double *lambda, int32_t joint, double wrench[6]);
#endif
