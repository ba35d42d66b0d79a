// Islands: touches of which no force changes the rates of those in another one.
#ifndef PW_ISLANDS_H
#define PW_ISLANDS_H
#include "contact/complementarity.h"

// island [touches]: the least touch of the island that each is in; W by rows. Returns whether there is but one, or none.
bool pw_islands_find(const PwBlocks *blocks, const double *W, int32_t *island);
#endif
