// What `pawl check` says, for reading. Numbers in the model's units.
#include <stdlib.h>
#include <string.h>

#include "analysis/check.h"
#include "model/words.h"

enum { SHOWN_REDUNDANCIES = 12, SHOWN_APART = 6 };  // what a reader can act on at once; the rest is summed up

static void quantity(PwText *out, const PawlMechanism *k, double si, PwDimension dimension) {
  char unit[64];
  pw_units_name(&k->units, dimension, unit);
  pw_text_format(out, "%.6g %s", si / pw_units_factor(&k->units, dimension), unit);
}

static void write_parts(const PawlMechanism *k, PwText *out) {
  pw_text_format(out, "bodies: %d\n", k->bodies - 1);
  for (int32_t i = 1; i < k->bodies; i++) {
    pw_text_format(out, "  %s: ", k->body[i].name);
    if (k->body[i].mass > 0) {
      quantity(out, k, k->body[i].mass, PW_DIM_MASS);
    } else {
      pw_text_add(out, "massless");
    }
    pw_text_add(out, "\n");
  }
  pw_text_format(out, "joints: %d\n", k->joints);
  for (int32_t j = 0; j < k->joints; j++) {
    const PwJoint *joint = &k->joint[j];
    pw_text_format(out, "  %s: %s, %s to %s", joint->name, pw_words_joint[joint->type], k->body[joint->body[0]].name,
                   k->body[joint->body[1]].name);
    for (int32_t c = joint->coordinate; c < joint->coordinate + joint->coordinates; c++) {
      pw_text_format(out, "%s%s", c == joint->coordinate ? ", coordinates " : " ", strrchr(k->coordinate[c].name, '.') + 1);
    }
    pw_text_add(out, "\n");
  }
}

static void write_actions(const PawlMechanism *k, PwText *out) {
  if (k->couplers) pw_text_format(out, "couplers: %d\n", k->couplers);
  for (int32_t i = 0; i < k->couplers; i++) {
    const PwRow *row = &k->row[k->coupler[i].row];
    pw_text_format(out, "  %s:", k->coupler[i].name);
    for (int32_t t = row->term; t < row->term + row->terms; t++) {
      for (int32_t c = 0; c < k->coordinates; c++) {
        if (k->coordinate[c].scalar == k->term[t].scalar) pw_text_format(out, " %s", k->coordinate[c].name);
      }
    }
    pw_text_add(out, "\n");
  }
  if (k->drives) pw_text_format(out, "drives: %d\n", k->drives);
  for (int32_t i = 0; i < k->drives; i++) {
    pw_text_format(out, "  %s: moves %s\n", k->drive[i].name, k->coordinate[k->drive[i].coordinate].name);
  }
  int32_t forces = pw_check_forces(k);
  const char *name, *type;
  if (forces) pw_text_add(out, "forces:\n");
  for (int32_t i = 0; i < forces; i++) {
    type = pw_check_force(k, i, &name);
    if (type) pw_text_format(out, "  %s: %s\n", name, type);
  }
}

// Bodies under `root`, each indented below its parent, in the order in which the tree was grown. The tree may be as deep as there
// are bodies, so it is walked along links instead of by recursion: first child, next sibling.
static PawlStatus write_tree(const PawlMechanism *k, PwText *out) {
  const PwTopology *t = &k->topology;
  int32_t *first = malloc((size_t)k->bodies * 2 * sizeof *first), *next = first ? first + k->bodies : NULL;
  if (!first) return PAWL_ERR_MEMORY;
  for (int32_t b = 0; b < 2 * k->bodies; b++) first[b] = -1;
  for (int32_t i = k->bodies - 1; i >= 0; i--) {
    int32_t b = t->order[i], parent = t->parent[b];
    if (parent < 0) continue;
    next[b] = first[parent];
    first[parent] = b;
  }
  pw_text_add(out, "tree:\n");
  for (int32_t root = 0; root < k->bodies; root++) {
    if (t->parent[root] >= 0) continue;
    for (int32_t b = root; b >= 0;) {
      pw_text_format(out, "%*s%s", 2 + 2 * t->depth[b], "", k->body[b].name);
      if (b != root) pw_text_format(out, " by %s", k->joint[t->parent_joint[b]].name);
      pw_text_add(out, b == root && root > 0 ? ", free\n" : "\n");
      int32_t to = first[b];
      for (; to < 0 && b != root; b = t->parent[b]) to = next[b];
      b = to;
    }
  }
  free(first);
  return PAWL_OK;
}

static PawlStatus write_loops(const PawlMechanism *k, PwText *out) {
  const PwTopology *t = &k->topology;
  int32_t *loop = malloc(((size_t)k->joints + 1) * sizeof *loop);
  if (!loop) return PAWL_ERR_MEMORY;
  pw_text_format(out, "chords: %d", t->chords);
  for (int32_t c = 0; c < t->chords; c++) pw_text_format(out, "%s%s", c ? " " : ": ", k->joint[t->chord[c]].name);
  pw_text_format(out, "\nindependent loops: %d\n", t->chords);
  for (int32_t c = 0; c < t->chords; c++) {
    int32_t n = pw_check_loop(k, c, loop);
    for (int32_t i = 0; i < n; i++) {
      pw_text_format(out, "%s%c%s", i ? " " : "  ", loop[i] > 0 ? '+' : '-', k->joint[abs(loop[i]) - 1].name);
    }
    pw_text_add(out, "\n");
  }
  free(loop);
  return PAWL_OK;
}

// "z, turning about x and y"
static void write_directions(const PwRedundancy *r, PwText *out) {
  bool begun = false;
  for (int32_t i = 0; i < r->count; i++) {
    if (r->direction[i][0] == 'r' && strlen(r->direction[i]) == 2) continue;
    pw_text_format(out, "%s%s", begun ? ", " : "", r->direction[i]);
    begun = true;
  }
  for (int32_t i = 0, turns = 0; i < r->count; i++) {
    if (r->direction[i][0] != 'r' || strlen(r->direction[i]) != 2) continue;
    pw_text_add(out, turns ? " and " : begun ? ", turning about " : "turning about ");
    pw_text_add(out, r->direction[i] + 1);
    turns++;
  }
}

static void write_redundancies(const PwCheck *c, PwText *out) {
  const PawlMechanism *k = c->k;
  const char *name;
  int32_t rest = k->redundancies;
  if (k->redundancies == 0) {
    pw_text_add(out, "redundancies: none\n");
    return;
  }
  pw_text_format(out, "redundancies: %d; the motion is not touched, but forces along them cannot be told\n", k->redundancies);
  for (int32_t i = 0; i < c->redundancies && i < SHOWN_REDUNDANCIES; i++) {
    const PwRedundancy *r = &c->redundancy[i];
    const char *kind = pw_check_subject(k, r->row, &name);
    pw_text_format(out, "  %s '%s'", kind, name);
    if (k->row[r->row].joint >= 0) {
      pw_text_format(out, ": %d %s redundant (", r->count, r->count == 1 ? "direction is" : "directions are");
      write_directions(r, out);
      pw_text_add(out, ")");
    } else {
      pw_text_add(out, " follows from the rest");
    }
    if (r->planar_loop) pw_text_format(out, ": it closes a planar loop of %d joints in space", r->planar_loop);
    if (r->advice) pw_text_format(out, "; %s", r->advice);
    if (r->planar_loop) pw_text_format(out, "%s declare planar: true if all moves in the plane z = 0", r->advice ? ", or" : ";");
    pw_text_add(out, "\n");
    rest -= r->count;
  }
  if (rest) pw_text_format(out, "  and %d more in %d other places\n", rest, c->redundancies - SHOWN_REDUNDANCIES);
}

static void write_start(const PwCheck *c, PwText *out) {
  const PawlMechanism *k = c->k;
  const char *name;
  pw_text_add(out, c->aparts ? "drawn apart (assembly closes it):\n" : "drawn closed\n");
  for (int32_t i = 0; i < c->aparts && i < SHOWN_APART; i++) {
    const PwApart *a = &c->apart[i];
    pw_text_format(out, "  %s ", pw_check_subject(k, a->row, &name));
    pw_text_format(out, "'%s': ", name);
    if (a->distance > 0) quantity(out, k, a->distance, PW_DIM_LENGTH);
    if (a->distance > 0 && a->angle > 0) pw_text_add(out, ", ");
    if (a->angle > 0) quantity(out, k, a->angle, PW_DIM_ANGLE);
    pw_text_add(out, "\n");
  }
  if (c->aparts > SHOWN_APART) pw_text_format(out, "  and %d smaller ones\n", c->aparts - SHOWN_APART);
  if (k->singular_start) {
    pw_text_add(out, "singular start: rank is lost there and the branch is not determined; start a little beside\n");
  }
  if (c->misseds) pw_text_add(out, "initial values not met:\n");
  for (int32_t i = 0; i < c->misseds; i++) {
    const PwMissed *m = &c->missed[i];
    pw_text_format(out, "  %s of '%s': off by ", m->speed ? "speed" : "position", m->name);
    quantity(out, k, m->miss,
             m->speed ? (m->angular ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED) : (m->angular ? PW_DIM_ANGLE : PW_DIM_LENGTH));
    pw_text_add(out, "\n");
  }
}

PawlStatus pw_check_write_text(const PwCheck *c, PwText *out) {
  const PawlMechanism *k = c->k;
  const PwUnits *u = &k->units;
  pw_text_format(out, "%s: %s, units %s %s %s %s %s\n", k->name, k->planar ? "planar" : "spatial", u->length_name, u->mass_name,
                 u->time_name, u->angle_name, u->force_name);
  write_parts(k, out);
  write_actions(k, out);
  pw_check_contacts_text(k, out);
  PawlStatus status = write_tree(k, out);
  if (status == PAWL_OK) status = write_loops(k, out);
  pw_text_format(out, "mobility: %d, %d driven, %d left free\n", k->mobility, c->driven, c->left);
  if (c->closed >= 0) pw_text_format(out, "touches closed at the start: %d, then %d left free\n", c->closed, c->closed_left);
  pw_text_format(out, "rows: %d, %d active\n", k->rows, k->active_rows);
  write_redundancies(c, out);
  write_start(c, out);
  pw_check_overlaps_text(c, out);
  pw_check_mesh_overlaps_text(c, out);
  if (c->matrices) pw_check_matrices_text(k, c->matrices, out);
  return status == PAWL_OK && out->failed ? PAWL_ERR_MEMORY : status;
}
