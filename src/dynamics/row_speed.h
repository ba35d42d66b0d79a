// Rows along the speeds of the bodies.
#ifndef PW_ROW_SPEED_H
#define PW_ROW_SPEED_H
#include "mechanics/motion.h"

// J x of a row; x: a vector of all bodies' speeds, without ground's.
double pw_row_along(const PwMotion *m, int32_t row, const double *x);
// J v of a row at the motion's own speeds: its power on the bodies is lambda J v. Zero on the constraints unless its law or a
// frame of it moves.
double pw_row_speed(const PwMotion *m, int32_t row);
// Can it be other than zero?
bool pw_row_moves(const PawlMechanism *k, int32_t row);
#endif
