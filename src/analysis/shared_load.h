// Friction of a joint goes by its reaction: where redundant constraints leave that open, so is the friction.
#ifndef PW_SHARED_LOAD_H
#define PW_SHARED_LOAD_H
#include "mechanics/motion.h"

// Warns of each such joint, at the place where `motion` stands.
PawlStatus pw_warn_shared_loads(PawlMechanism *k, const PwMotion *motion, PawlMessages *messages);
#endif
