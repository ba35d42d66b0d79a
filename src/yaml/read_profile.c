// Profiles of a body: chains of elements, circles, points, offsets.
#include "yaml/read_profile.h"

#include <math.h>
#include <string.h>

enum { REFUSED = INT32_MAX };  // value of a declared profile that was complained about

static bool read_chain(PwReader *r, const PwNode *map, const PwNode *node, PawlProfileDef *def) {
  const PwNode *start = pw_node_get(map, "start"), *ends = pw_node_get(map, "ends");
  PwReadChain chain = {.start = {NAN, NAN}};
  int word = 0;
  bool good = pw_read_flag(r, map, "closed", &def->closed);
  if (ends) good = pw_read_word(r, ends, "ends", pw_words_ends, &word) && good;
  def->end_points = word == 1;
  if (start) good = pw_read_list(r, start, "start", PW_DIM_LENGTH, 2, chain.start) && good;
  if (node->kind != PW_NODE_LIST || node->count < 1) {
    pw_read_fail(r, node->place, "'chain' needs a list of elements, found %s", pw_read_kind(node));
    return false;
  }
  chain.def = pw_arena_array(&r->arena, (size_t)node->count, sizeof *chain.def);
  if (!chain.def) return pw_read_out_of_memory(r, node);
  for (int32_t k = 0; k < node->count; k++) {
    good = pw_read_element(r, node->item[k], &chain) && good;
    chain.count++;
  }
  if (!good) return false;
  PawlElementDef *first = &chain.def[0];
  if (!start && !isnan(first->to[0])) {  // a line, or an arc to a point
    pw_read_fail(r, node->item[0]->place, "the first element needs to know where it begins: give 'start: [x, y]'");
    return false;
  }
  memcpy(first->from, chain.start, sizeof first->from);
  def->count = chain.count;
  def->element = chain.def;
  return true;
}

static bool read_circle(PwReader *r, const PwNode *node, PawlElementDef *e) {
  if (!pw_read_keys(r, node, "circle", pw_keys_circle)) return false;
  const PwNode *radius = pw_read_needed(r, node, "radius");
  bool good = radius && pw_read_number(r, radius, "radius", PW_DIM_LENGTH, &e->radius);
  good = pw_read_center(r, node, e->center) && good;
  e->type = PAWL_ELEMENT_CIRCLE;
  return pw_read_flag(r, node, "clockwise", &e->clockwise) && good;
}

bool pw_read_own(PwReader *r, const PwNode *node, const char *key, const char *body_name, PwNode *full) {
  const char *name;
  if (!pw_read_text(r, node, key, &name)) return false;
  const char *dot = strchr(name, '.');
  *full = *node;
  if (dot && (strlen(body_name) != (size_t)(dot - name) || strncmp(name, body_name, strlen(body_name)) != 0)) {
    pw_read_fail(r, node->place, "'%.100s' is on another body", name);
    return false;
  }
  if (!dot) full->text = pw_arena_format(&r->arena, "%s.%s", body_name, name);
  return full->text || pw_read_out_of_memory(r, node);
}

static bool read_offset(PwReader *r, const PwNode *node, const char *body_name, PawlProfileDef *def) {
  if (!pw_read_keys(r, node, "offset", pw_keys_offset)) return false;
  const PwNode *profile = pw_read_needed(r, node, "profile"), *by = pw_read_needed(r, node, "by");
  PwNode full;
  if (!profile || !by || !pw_read_own(r, profile, "profile", body_name, &full)) return false;
  int32_t state = pw_names_get(&r->declared, PW_NAME_PROFILE, full.text);
  if (state >= 0 && state != REFUSED && !pawl_model_find_profile(r->model, full.text).i) {
    pw_read_fail(r, profile->place,
                 strcmp(full.text, r->name) == 0 ? "'%.100s' is an offset of itself"
                                                 : "'%.100s' is an offset that comes later: put it first",
                 full.text);
  }
  def->offset_of = pw_read_profile(r, &full, "profile");
  return pw_read_number(r, by, "by", PW_DIM_LENGTH, &def->offset) && def->offset_of.i;
}

// `closed`, `start`, ... belong to a chain.
static bool check_form(PwReader *r, const PwNode *map, const char *fourth, const char *form) {
  const char *const keys[] = {"chain", "circle", "point", fourth};
  static const char *const of_chain[] = {"start", "closed", "ends"};
  bool good = true;
  for (int k = 0; k < 4; k++) {
    const PwNode *node = pw_node_get(map, keys[k]);
    if (!node || strcmp(keys[k], form) == 0) continue;
    pw_read_fail(r, node->place, "'%s' and '%s': a profile has one of chain, circle, point, %s", form, keys[k], fourth);
    good = false;
  }
  for (int k = 0; k < 3; k++) {
    const PwNode *node = pw_node_get(map, of_chain[k]);
    if (!node || strcmp(form, "chain") == 0) continue;
    pw_read_fail(r, node->place, "'%s' belongs to a 'chain'", of_chain[k]);
    good = false;
  }
  return good;
}

bool pw_read_outline(PwReader *r, const PwNode *map, const char *fourth, PawlElementDef *alone, PawlProfileDef *def) {
  const PwNode *chain = pw_node_get(map, "chain"), *circle = pw_node_get(map, "circle"), *point = pw_node_get(map, "point");
  const PwNode *other = pw_node_get(map, fourth);
  if (!chain && !circle && !point && !other) {
    pw_read_fail(r, map->place, "needs one of chain, circle, point, %s", fourth);
    return false;
  }
  if (!check_form(r, map, fourth, chain ? "chain" : circle ? "circle" : point ? "point" : fourth)) return false;
  if (chain) return read_chain(r, map, chain, def);
  if (other) return true;
  def->count = 1;
  def->element = alone;
  if (circle) return read_circle(r, circle, alone);
  alone->type = PAWL_ELEMENT_POINT;
  return pw_read_list(r, point, "point", PW_DIM_LENGTH, 2, alone->from);
}

static void read_profile(PwReader *r, PawlBodyId body, const char *body_name, const PwNode *map, PwPlace place) {
  PawlProfileDef def = pawl_profile_def_default();
  PawlElementDef alone = pawl_element_def_default();
  if (!pw_read_keys(r, map, NULL, pw_keys_profile)) return;
  const PwNode *at = pw_node_get(map, "at"), *offset = pw_node_get(map, "offset");
  bool good = !at || pw_read_vector(r, at, "at", PW_DIM_LENGTH, def.position);
  good = pw_read_orientation(r, map, def.orientation) && good;
  good = pw_read_outline(r, map, "offset", &alone, &def) && good;
  good = pw_read_flag(r, map, "hidden", &def.hidden) && good;
  good = pw_read_flag(r, map, "construction", &def.construction) && good;
  if (offset && !def.count) good = read_offset(r, offset, body_name, &def) && good;
  if (!good || !body.i) return;
  def.name = r->name;
  def.body = body;
  r->model->source = map;
  if (pw_model_add_profile(r->model, &def, place, r->messages, NULL) != PAWL_OK) r->failed = true;
  r->model->source = NULL;
}

void pw_read_profiles(PwReader *r, PawlBodyId body, const char *body_name, const PwNode *profiles) {
  if (!pw_read_section(r, profiles, "profiles")) return;
  for (int pass = 0; pass < 3; pass++) {  // names, then what stands for itself, then offsets of it
    for (int32_t k = 0; k < profiles->count; k++) {
      const char *name = pw_arena_format(&r->arena, "%s.%s", body_name, profiles->key[k]);
      bool offset = pw_node_get(profiles->item[k], "offset") != NULL;
      if (!name || (pass == 0 && !pw_names_put(&r->declared, PW_NAME_PROFILE, name, k))) {
        pw_read_no_memory(r, profiles->key_place[k]);
        return;
      }
      r->what = "profile";
      r->name = name;
      bool taken = pawl_model_find_profile(r->model, name).i != 0;  // a duplicate key, reported by then
      if (pass != (offset ? 2 : 1) || taken) continue;
      read_profile(r, body, body_name, profiles->item[k], profiles->key_place[k]);
      if (!pawl_model_find_profile(r->model, name).i) pw_names_put(&r->declared, PW_NAME_PROFILE, name, REFUSED);
    }
  }
}
