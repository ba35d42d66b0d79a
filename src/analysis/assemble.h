// Assembly: positions and speeds that meet all rows and, as nearly as they allow, the wishes of the initial state.
#ifndef PW_ASSEMBLE_H
#define PW_ASSEMBLE_H
#include "mechanics/motion.h"

// q: in the start, out the result. With `wishes` the mechanism's initial positions are sought too, held ones exactly.
// Turn references are brought up to date. Complaints name the rows that cannot be met.
PawlStatus pw_assemble_positions(const PawlMechanism *k, double t, PwDiscrete *discrete, bool wishes, double *q,
                                 PawlMessages *messages);
// v: out. q must be assembled.
PawlStatus pw_assemble_speeds(const PawlMechanism *k, double t, const PwDiscrete *discrete, const double *q, double *v,
                              PawlMessages *messages);
// "joint 'a'", "coupler 'g'", "drive 'm'" of a row, for messages.
const char *pw_row_name(const PawlMechanism *k, int32_t row, char out[128]);
#endif
