// A graph of bodies and oriented joints: spanning tree, chords and independent loops by a direct search from the root (W96
// 2.2.2.3), and the matrices of W96 2.2.2.2.
#ifndef PW_GRAPH_H
#define PW_GRAPH_H
#include "compile/mechanism.h"

typedef struct {
  int32_t nodes, edges;
  const int32_t (*edge)[2];  // from, to
} PwGraph;

// Fills `out`, in `arena`. The tree is grown breadth first in the order of the edges, generation by generation; each part that
// does not hang on node 0 has its first node for a root.
PawlStatus pw_graph_analyse(const PwGraph *g, PwArena *arena, PwTopology *out);
// nodes x edges, row by row: -1 where an edge begins, +1 where it ends.
void pw_graph_incidence(const PwGraph *g, int8_t *out);
// loops x edges, row by row: +1 along the loop, -1 against it; a loop goes along its chord.
void pw_graph_loops(const PwGraph *g, const PwTopology *t, int8_t *out);
#endif
