// Outlines that are probably drawn the wrong way round.
#ifndef PW_OUTLINES_H
#define PW_OUTLINES_H
#include "model/mechanism.h"

// At the assembled position. Warns of holes (closed profiles drawn clockwise) without an outline around them, whose material has
// no end, if the other profile of a contact lies outside of them.
void pw_outlines_warn(const PawlMechanism *k, PawlMessages *messages);
#endif
