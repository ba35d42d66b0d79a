// Initial values that the model holds, compared with a state. Read from the poses and speeds themselves, not from the rows by
// which assembly met them: a row that is set up wrongly is found, too.
#ifndef PW_HELD_H
#define PW_HELD_H
#include "mechanics/motion.h"

// PAWL_ERR_ASSEMBLY, with a message at the wish's place, for the first held value that is not met at (q, v); v NULL: positions
// alone. `motion` is placed anew there. `why`: what stands against it, as the end of a sentence.
PawlStatus pw_held_check(PwMotion *motion, double t, const double *q, const double *v, const PwDiscrete *discrete,
                         const char *why, PawlMessages *messages);
// Warns of initial speeds that are asked for and were given up on the way from the speeds `before` to v. `motion` is placed at q,
// with all scalars, and moved. `why`: what took them, as the end of a sentence.
void pw_held_tell_lost(PwMotion *motion, const double *q, const double *before, const double *v, const char *why,
                       PawlMessages *messages);
// Twist of a body's origin at (q, v): velocity, angular velocity; ground axes.
void pw_origin_twist(const PawlMechanism *k, int32_t body, const double *q, const double *v, double out[6]);
#endif
