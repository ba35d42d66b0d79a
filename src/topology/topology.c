#include "topology/topology.h"

PawlStatus pw_topology_graph(const PawlMechanism *k, bool contacts, PwArena *arena, PwGraph *out) {
  int32_t edges = k->joints, (*edge)[2] = pw_arena_array(arena, (size_t)k->joints + (size_t)k->contacts + 1, sizeof *edge);
  if (!edge) return PAWL_ERR_MEMORY;
  for (int32_t j = 0; j < k->joints; j++) {
    for (int side = 0; side < 2; side++) edge[j][side] = k->joint[j].body[side];
  }
  for (int32_t c = 0; contacts && c < k->contacts; c++) {
    if (pw_contact_is_stop(&k->contact[c])) continue;  // a stop is part of its joint
    for (int side = 0; side < 2; side++) edge[edges][side] = k->contact[c].body[side];
    edges++;
  }
  *out = (PwGraph){k->bodies, edges, (const int32_t(*)[2])edge};
  return PAWL_OK;
}

PawlStatus pw_topology_analyse(PawlMechanism *k) {
  PwGraph g;
  PawlStatus status = pw_topology_graph(k, false, &k->arena, &g);
  return status ? status : pw_graph_analyse(&g, &k->arena, &k->topology);
}
