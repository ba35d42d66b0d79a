// Static equilibrium with contacts, by relaxation in a time of its own and Newton at the end.
//
// Which touches are closed at the equilibrium is not known beforehand. The mechanism moves under its forces from rest, with laws
// of t standing still and plastic impacts, through the same event loop as dynamics; whenever its kinetic energy has passed a
// peak, it is stopped (kinetic damping: Cundall 1976). So it falls from one rest to the next with less energy each time and finds
// its touches on the way. In between, Newton (statics.h) is tried with the touches closed at that moment; its answer counts if no
// touch pulls and nothing overlaps.
#ifndef PW_STATICS_CONTACT_H
#define PW_STATICS_CONTACT_H
#include "simulate/simulation.h"

// From s->y, assembled; leaves the equilibrium there and the touches as they are in it.
PawlStatus pw_statics_contact(PawlSimulation *s, PawlMessages *messages);
#endif
