// The graph of a mechanism's bodies and joints: spanning tree from ground, chords, one independent loop per chord (W96 2.2.2).
#ifndef PW_TOPOLOGY_H
#define PW_TOPOLOGY_H
#include "topology/graph.h"

// Bodies are nodes, joints edges from body 1 to body 2; with `contacts` contacts follow them as further joints, so that the graph
// stays the same whether they are open or closed.
PawlStatus pw_topology_graph(const PawlMechanism *k, bool contacts, PwArena *arena, PwGraph *out);

// Fills mechanism->topology. The tree is grown breadth first in file order, so that loops come out short.
PawlStatus pw_topology_analyse(PawlMechanism *k);
#endif
