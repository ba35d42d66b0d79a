// The incidence matrix and the loop matrix of a mechanism (W96 2.2.2.2), contacts as joints of the graph if asked for.
#include <stdlib.h>
#include <string.h>

#include "analysis/check.h"
#include "base/json.h"
#include "topology/topology.h"

enum { ENTRIES_MAX = 4000000 };  // of one matrix

PawlStatus pw_check_matrices(const PawlMechanism *k, bool contacts, PwArena *arena, PwCheckMatrices *out) {
  PwGraph *g = &out->graph;
  PawlStatus status = pw_topology_graph(k, contacts, arena, g);
  if (status == PAWL_OK) status = pw_graph_analyse(g, arena, &out->topology);
  if (status) return status;
  if ((int64_t)g->nodes * g->edges > ENTRIES_MAX) return PAWL_ERR_LIMIT;  // there are fewer loops than edges
  if ((int64_t)out->topology.chords * g->edges > ENTRIES_MAX) return PAWL_ERR_LIMIT;
  size_t edges = (size_t)g->edges;
  out->incidence = pw_arena_array(arena, (size_t)g->nodes * edges + 1, 1);
  out->loops = pw_arena_array(arena, (size_t)out->topology.chords * edges + 1, 1);
  out->name = pw_arena_array(arena, edges + 1, sizeof *out->name);
  if (!out->incidence || !out->loops || !out->name) return PAWL_ERR_MEMORY;
  pw_graph_incidence(g, out->incidence);
  pw_graph_loops(g, &out->topology, out->loops);
  for (int32_t j = 0; j < k->joints; j++) out->name[j] = k->joint[j].name;
  for (int32_t c = 0, j = k->joints; j < g->edges; c++) {
    if (!pw_contact_is_stop(&k->contact[c])) out->name[j++] = k->contact[c].name;
  }
  return PAWL_OK;
}

// ---- text

static int width_of(const char *name) {
  int n = (int)strlen(name);
  return n > 2 ? n : 2;
}

static void write_head(const PwCheckMatrices *m, int first, PwText *out) {
  pw_text_format(out, "  %-*s", first, "");
  for (int32_t j = 0; j < m->graph.edges; j++) pw_text_format(out, " %*s", width_of(m->name[j]), m->name[j]);
  pw_text_add(out, "\n");
}

static void write_row(const PwCheckMatrices *m, const char *name, int first, const int8_t *row, PwText *out) {
  pw_text_format(out, "  %-*s", first, name);
  for (int32_t j = 0; j < m->graph.edges; j++) {
    pw_text_format(out, " %*s", width_of(m->name[j]), row[j] > 0 ? "+1" : row[j] < 0 ? "-1" : "0");
  }
  pw_text_add(out, "\n");
}

static int32_t degree(const PwCheckMatrices *m, int32_t body) {
  int32_t count = 0;
  for (int32_t j = 0; j < m->graph.edges; j++) count += m->incidence[(size_t)body * (size_t)m->graph.edges + (size_t)j] != 0;
  return count;
}

// Bodies on one joint only are the ends of open chains.
static void write_ends(const PawlMechanism *k, const PwCheckMatrices *m, int32_t joints, const char *title, PwText *out) {
  bool begun = false;
  for (int32_t b = 1; b < k->bodies; b++) {
    if (degree(m, b) != joints) continue;
    pw_text_format(out, "%s %s", begun ? "" : title, k->body[b].name);
    begun = true;
  }
  if (begun) pw_text_add(out, "\n");
}

void pw_check_matrices_text(const PawlMechanism *k, const PwCheckMatrices *m, PwText *out) {
  int first = 0;
  size_t edges = (size_t)m->graph.edges;
  for (int32_t b = 0; b < k->bodies; b++) first = width_of(k->body[b].name) > first ? width_of(k->body[b].name) : first;
  for (int32_t c = 0; c < m->topology.chords; c++) {
    int n = width_of(m->name[m->topology.chord[c]]);
    first = n > first ? n : first;
  }
  pw_text_add(out, "incidence matrix, -1 where a joint begins, +1 where it ends:\n");
  write_head(m, first, out);
  for (int32_t b = 0; b < k->bodies; b++) write_row(m, k->body[b].name, first, m->incidence + (size_t)b * edges, out);
  pw_text_format(out, "loop matrix, +1 along the loop, -1 against it%s:\n",
                 m->topology.chords ? ", by chord" : ": there is no loop");
  if (m->topology.chords) write_head(m, first, out);
  for (int32_t c = 0; c < m->topology.chords; c++) {
    write_row(m, m->name[m->topology.chord[c]], first, m->loops + (size_t)c * edges, out);
  }
  write_ends(k, m, 1, "ends of open chains:", out);
  write_ends(k, m, 0, "free bodies:", out);
}

// ---- JSON

static json_t *rows(const int8_t *entries, int32_t count, int32_t columns) {
  json_t *out = json_array();
  for (int32_t r = 0; r < count; r++) {
    json_t *row = json_array();
    for (int32_t j = 0; j < columns; j++) pw_json_append(&row, json_integer(entries[(size_t)r * (size_t)columns + (size_t)j]));
    pw_json_append(&out, row);
  }
  return out;
}

json_t *pw_check_matrices_json(const PawlMechanism *k, const PwCheckMatrices *m) {
  json_t *bodies = json_array(), *joints = json_array(), *chords = json_array(), *tree = json_array();
  for (int32_t b = 0; b < k->bodies; b++) pw_json_append(&bodies, json_string(k->body[b].name));
  for (int32_t j = 0; j < m->graph.edges; j++) pw_json_append(&joints, json_string(m->name[j]));
  for (int32_t c = 0; c < m->topology.chords; c++) pw_json_append(&chords, json_string(m->name[m->topology.chord[c]]));
  for (int32_t i = 0; i < k->bodies; i++) {
    int32_t joint = m->topology.parent_joint[m->topology.order[i]];
    if (joint >= 0) pw_json_append(&tree, json_string(m->name[joint]));
  }
  return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "bodies", bodies, "joints", joints, "tree", tree, "chords", chords,
                   "incidence", rows(m->incidence, k->bodies, m->graph.edges), "loops",
                   rows(m->loops, m->topology.chords, m->graph.edges));
}
