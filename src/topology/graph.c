#include "topology/graph.h"

#include <stdlib.h>
#include <string.h>

// Edges of each node, in order: start[b]..start[b+1] in list.
static PawlStatus adjacency(const PwGraph *g, PwArena *arena, int32_t **start, int32_t **list) {
  *start = pw_arena_array(arena, (size_t)g->nodes + 2, sizeof **start);
  *list = pw_arena_array(arena, (size_t)g->edges * 2 + 1, sizeof **list);
  int32_t *fill = pw_arena_array(arena, (size_t)g->nodes + 1, sizeof *fill);
  if (!*start || !*list || !fill) return PAWL_ERR_MEMORY;
  for (int32_t j = 0; j < g->edges; j++) {
    for (int side = 0; side < 2; side++) (*start)[g->edge[j][side] + 1]++;
  }
  for (int32_t b = 0; b < g->nodes; b++) (*start)[b + 1] += (*start)[b];
  for (int32_t j = 0; j < g->edges; j++) {
    for (int side = 0; side < 2; side++) {
      int32_t b = g->edge[j][side];
      (*list)[(*start)[b] + fill[b]++] = j;
    }
  }
  return PAWL_OK;
}

static void grow_tree(const PwGraph *g, const int32_t *start, const int32_t *list, PwTopology *t) {
  int32_t done = 0, found = 0;
  for (int32_t b = 0; b < g->nodes; b++) t->parent[b] = t->parent_joint[b] = t->depth[b] = -1;
  for (int32_t root = 0; root < g->nodes; root++) {
    if (t->depth[root] >= 0) continue;
    t->components++;
    t->depth[root] = 0;
    t->order[found++] = root;
    for (; done < found; done++) {
      int32_t b = t->order[done];
      for (int32_t i = start[b]; i < start[b + 1]; i++) {
        const int32_t *edge = g->edge[list[i]];
        int32_t other = edge[0] == b ? edge[1] : edge[0];
        if (t->depth[other] >= 0) continue;
        t->depth[other] = t->depth[b] + 1;
        t->parent[other] = b;
        t->parent_joint[other] = list[i];
        t->order[found++] = other;
      }
    }
  }
}

// The loop that chord j closes: along the chord, up the tree from its head, down again to its tail. `length` of it is known on
// the second call, with `out`.
static int32_t trace(const PwGraph *g, const PwTopology *t, int32_t j, int32_t length, int32_t *out) {
  int32_t ups = 0, downs = 0, tail = g->edge[j][0], head = g->edge[j][1];
  if (out) out[0] = j + 1;
  while (head != tail) {
    bool from_head = t->depth[head] >= t->depth[tail];
    int32_t body = from_head ? head : tail, joint = t->parent_joint[body];
    bool outward = g->edge[joint][1] == body;      // oriented parent -> body
    int32_t sign = from_head == outward ? -1 : 1;  // from the head we go up, to the tail we come down
    int32_t place = from_head ? 1 + ups++ : length - 1 - downs++;
    if (out) out[place] = sign * (joint + 1);
    if (from_head) {
      head = t->parent[head];
    } else {
      tail = t->parent[tail];
    }
  }
  return 1 + ups + downs;
}

static bool in_tree(const PwGraph *g, const PwTopology *t, int32_t j) {
  return t->parent_joint[g->edge[j][0]] == j || t->parent_joint[g->edge[j][1]] == j;
}

PawlStatus pw_graph_analyse(const PwGraph *g, PwArena *arena, PwTopology *t) {
  *t = (PwTopology){0};
  int32_t *start, *list, **const arrays[] = {&t->parent, &t->parent_joint, &t->depth, &t->order};
  for (int i = 0; i < 4; i++) {
    *arrays[i] = pw_arena_array(arena, (size_t)g->nodes, sizeof(int32_t));
    if (!*arrays[i]) return PAWL_ERR_MEMORY;
  }
  PawlStatus status = adjacency(g, arena, &start, &list);
  if (status) return status;
  grow_tree(g, start, list, t);
  t->chord = pw_arena_array(arena, (size_t)g->edges + 1, sizeof *t->chord);
  t->loop_start = pw_arena_array(arena, (size_t)g->edges + 2, sizeof *t->loop_start);
  if (!t->chord || !t->loop_start) return PAWL_ERR_MEMORY;
  for (int32_t j = 0; j < g->edges; j++) {
    if (in_tree(g, t, j)) continue;
    t->chord[t->chords] = j;
    t->loop_start[t->chords + 1] = t->loop_start[t->chords] + trace(g, t, j, 0, NULL);
    t->chords++;
  }
  t->loop_joints = t->loop_start[t->chords];
  t->loop_joint = pw_arena_array(arena, (size_t)t->loop_joints + 1, sizeof *t->loop_joint);
  if (!t->loop_joint) return PAWL_ERR_MEMORY;
  for (int32_t c = 0; c < t->chords; c++) {
    trace(g, t, t->chord[c], t->loop_start[c + 1] - t->loop_start[c], t->loop_joint + t->loop_start[c]);
  }
  return PAWL_OK;
}

void pw_graph_incidence(const PwGraph *g, int8_t *out) {
  memset(out, 0, (size_t)g->nodes * (size_t)g->edges);
  for (int32_t j = 0; j < g->edges; j++) {
    out[(size_t)g->edge[j][0] * (size_t)g->edges + (size_t)j] = -1;
    out[(size_t)g->edge[j][1] * (size_t)g->edges + (size_t)j] = 1;
  }
}

void pw_graph_loops(const PwGraph *g, const PwTopology *t, int8_t *out) {
  memset(out, 0, (size_t)t->chords * (size_t)g->edges);
  for (int32_t c = 0; c < t->chords; c++) {
    for (int32_t i = t->loop_start[c]; i < t->loop_start[c + 1]; i++) {
      int32_t joint = t->loop_joint[i];
      out[(size_t)c * (size_t)g->edges + (size_t)abs(joint) - 1] = joint > 0 ? 1 : -1;
    }
  }
}
