// What `pawl check --json` says. Keys stay as they are once published; numbers in the model's units.
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/check.h"
#include "base/json.h"
#include "model/words.h"

static double in_units(const PawlMechanism *k, double si, PwDimension dimension) {
  return si / pw_units_factor(&k->units, dimension);
}

static json_t *units(const PwUnits *u) {
  return json_pack("{s:s, s:s, s:s, s:s, s:s}", "length", u->length_name, "mass", u->mass_name, "time", u->time_name, "angle",
                   u->angle_name, "force", u->force_name);
}

static json_t *bodies(const PawlMechanism *k) {
  json_t *out = json_array();
  for (int32_t i = 1; i < k->bodies; i++) {
    pw_json_append(&out, json_pack("{s:s, s:f}", "name", k->body[i].name, "mass", in_units(k, k->body[i].mass, PW_DIM_MASS)));
  }
  return out;
}

static json_t *joints(const PawlMechanism *k) {
  json_t *out = json_array();
  for (int32_t j = 0; j < k->joints; j++) {
    const PwJoint *joint = &k->joint[j];
    json_t *names = json_array();
    for (int32_t c = joint->coordinate; c < joint->coordinate + joint->coordinates; c++) {
      pw_json_append(&names, json_string(strrchr(k->coordinate[c].name, '.') + 1));
    }
    pw_json_append(
        &out, json_pack("{s:s, s:s, s:[s, s], s:o, s:i}", "name", joint->name, "type", pw_words_joint[joint->type], "bodies",
                        k->body[joint->body[0]].name, k->body[joint->body[1]].name, "coordinates", names, "rows", joint->rows));
  }
  return out;
}

static json_t *couplers(const PawlMechanism *k) {
  json_t *out = json_array();
  for (int32_t i = 0; i < k->couplers; i++) {
    const PwRow *row = &k->row[k->coupler[i].row];
    json_t *names = json_array();
    for (int32_t t = row->term; t < row->term + row->terms; t++) {
      for (int32_t c = 0; c < k->coordinates; c++) {
        if (k->coordinate[c].scalar == k->term[t].scalar) pw_json_append(&names, json_string(k->coordinate[c].name));
      }
    }
    pw_json_append(&out, json_pack("{s:s, s:o}", "name", k->coupler[i].name, "coordinates", names));
  }
  return out;
}

static json_t *drives(const PawlMechanism *k) {
  json_t *out = json_array();
  for (int32_t i = 0; i < k->drives; i++) {
    pw_json_append(&out,
                   json_pack("{s:s, s:s}", "name", k->drive[i].name, "coordinate", k->coordinate[k->drive[i].coordinate].name));
  }
  return out;
}

static json_t *forces(const PawlMechanism *k) {
  json_t *out = json_array();
  for (int32_t i = 0; i < pw_check_forces(k); i++) {
    const char *name, *type = pw_check_force(k, i, &name);
    if (type) pw_json_append(&out, json_pack("{s:s, s:s}", "name", name, "type", type));
  }
  return out;
}

static json_t *tree(const PawlMechanism *k) {
  const PwTopology *t = &k->topology;
  json_t *out = json_array();
  for (int32_t i = 1; i < k->bodies; i++) {
    int32_t b = t->order[i];
    if (t->parent[b] < 0) {
      pw_json_append(&out, json_pack("{s:s, s:n, s:n}", "body", k->body[b].name, "parent", "joint"));
    } else {
      pw_json_append(&out, json_pack("{s:s, s:s, s:s}", "body", k->body[b].name, "parent", k->body[t->parent[b]].name, "joint",
                                     k->joint[t->parent_joint[b]].name));
    }
  }
  return out;
}

// Each loop as ["+a", "+b", "-c"]; NULL when out of memory.
static json_t *loops(const PawlMechanism *k) {
  json_t *out = json_array();
  int32_t *loop = malloc(((size_t)k->joints + 1) * sizeof *loop);
  for (int32_t c = 0; c < k->topology.chords && loop; c++) {
    json_t *way = json_array();
    int32_t n = pw_check_loop(k, c, loop);
    for (int32_t i = 0; i < n; i++) {
      pw_json_append(&way, json_sprintf("%c%s", loop[i] > 0 ? '+' : '-', k->joint[abs(loop[i]) - 1].name));
    }
    pw_json_append(&out, json_pack("{s:s, s:o}", "chord", k->joint[k->topology.chord[c]].name, "joints", way));
  }
  if (!loop) json_decref(out);
  free(loop);
  return loop ? out : NULL;
}

static json_t *redundancies(const PwCheck *check) {
  json_t *out = json_array();
  for (int32_t i = 0; i < check->redundancies; i++) {
    const PwRedundancy *r = &check->redundancy[i];
    const char *name, *kind = pw_check_subject(check->k, r->row, &name);
    json_t *directions = json_array();
    for (int32_t d = 0; d < r->count && r->direction[d]; d++) pw_json_append(&directions, json_string(r->direction[d]));
    pw_json_append(&out, json_pack("{s:s, s:s, s:i, s:o, s:s?}", "kind", kind, "name", name, "count", r->count, "directions",
                                   directions, "advice", r->advice));
  }
  return out;
}

static json_t *apart(const PwCheck *check) {
  json_t *out = json_array();
  for (int32_t i = 0; i < check->aparts; i++) {
    const PwApart *a = &check->apart[i];
    const char *name, *kind = pw_check_subject(check->k, a->row, &name);
    pw_json_append(
        &out, json_pack("{s:s, s:s, s:f, s:f}", "kind", kind, "name", name, "distance",
                        in_units(check->k, a->distance, PW_DIM_LENGTH), "angle", in_units(check->k, a->angle, PW_DIM_ANGLE)));
  }
  return out;
}

static json_t *missed(const PwCheck *check) {
  json_t *out = json_array();
  for (int32_t i = 0; i < check->misseds; i++) {
    const PwMissed *m = &check->missed[i];
    PwDimension dimension = m->speed     ? (m->angular ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED)
                            : m->angular ? PW_DIM_ANGLE
                                         : PW_DIM_LENGTH;
    pw_json_append(&out, json_pack("{s:s, s:s, s:f}", "name", m->name, "what", m->speed ? "speed" : "position", "off",
                                   in_units(check->k, m->miss, dimension)));
  }
  return out;
}

static json_t *chords(const PawlMechanism *k) {
  json_t *out = json_array();
  for (int32_t c = 0; c < k->topology.chords; c++) pw_json_append(&out, json_string(k->joint[k->topology.chord[c]].name));
  return out;
}

PawlStatus pw_check_write_json(const PwCheck *check, PwText *out) {
  const PawlMechanism *k = check->k;
  json_t *root = json_pack("{s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:o, s:o, s:o}", "name", k->name, "planar", k->planar,
                           "units", units(&k->units), "bodies", bodies(k), "joints", joints(k), "couplers", couplers(k), "drives",
                           drives(k), "forces", forces(k), "components", k->topology.components, "tree", tree(k), "chords",
                           chords(k), "loops", loops(k));
  json_t *more = json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:o, s:b, s:o, s:o}", "mobility", k->mobility, "driven", check->driven,
                           "freedoms_left", check->left, "rows", k->rows, "active_rows", k->active_rows, "redundant_rows",
                           k->redundancies, "redundancies", redundancies(check), "singular_start", k->singular_start,
                           "drawn_apart", apart(check), "initial_missed", missed(check));
  bool ok = root && more && json_object_update(root, more) == 0;
  ok = ok && json_object_set_new(root, "profiles", pw_check_profiles_json(k)) == 0;
  ok = ok && json_object_set_new(root, "surfaces", pw_check_surfaces_json(k)) == 0;
  ok = ok && json_object_set_new(root, "meshes", pw_check_meshes_json(k)) == 0;
  ok = ok && json_object_set_new(root, "mesh_overlaps", pw_check_mesh_overlaps_json(check)) == 0;
  ok = ok && json_object_set_new(root, "contacts", pw_check_contacts_json(k)) == 0;
  if (ok && check->overlaps >= 0) ok = json_object_set_new(root, "overlaps", pw_check_overlaps_json(check)) == 0;
  if (ok && check->matrices) ok = json_object_set_new(root, "matrices", pw_check_matrices_json(k, check->matrices)) == 0;
  if (ok && check->closed >= 0) {
    ok = json_object_set_new(root, "closed_touches", json_integer(check->closed)) == 0 &&
         json_object_set_new(root, "freedoms_left_closed", json_integer(check->closed_left)) == 0;
  }
  char *dump = ok ? pw_json_dump(root, 2, 15) : NULL;
  if (dump) {
    pw_text_add(out, dump);
    pw_text_add(out, "\n");
  }
  ok = dump && !out->failed;
  free(dump);
  json_decref(more);
  json_decref(root);
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}
