// The graph of bodies and joints: spanning tree from ground, chords, one independent loop per chord (W96 2.2.2).
#ifndef PW_TOPOLOGY_H
#define PW_TOPOLOGY_H
#include "model/mechanism.h"

// Fills mechanism->topology. The tree is grown breadth first in file order, so that loops come out short.
PawlStatus pw_topology_analyse(PawlMechanism *k);
#endif
