// Profiles of a body, each in one of its forms.
#include "yaml/read_profile.h"

#include <string.h>

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

// One of the forms, NULL after a complaint. `closed`, `start`, ... belong to a chain.
static const char *find_form(PwReader *r, const PwNode *map, const char *const *forms) {
  static const char *const of_chain[] = {"start", "closed", "ends"};
  char all[100] = "";
  const char *form = NULL;
  bool good = true;
  for (int k = 0; forms[k]; k++) {
    strcat(strcat(all, k ? ", " : ""), forms[k]);
    if (!form && pw_node_get(map, forms[k])) form = forms[k];
  }
  if (!form) pw_read_fail(r, map->place, "needs one of %s", all);
  for (int k = 0; form && forms[k]; k++) {
    const PwNode *node = pw_node_get(map, forms[k]);
    if (!node || forms[k] == form) continue;
    pw_read_fail(r, node->place, "'%s' and '%s': a profile has one of %s", form, forms[k], all);
    good = false;
  }
  for (int k = 0; form && k < 3; k++) {
    const PwNode *node = pw_node_get(map, of_chain[k]);
    if (!node || strcmp(form, "chain") == 0) continue;
    pw_read_fail(r, node->place, "'%s' belongs to a 'chain'", of_chain[k]);
    good = false;
  }
  return good ? form : NULL;
}

bool pw_read_outline(PwReader *r, const PwNode *map, const char *const *forms, PawlElementDef *alone, PawlProfileDef *def) {
  r->model->source_element = NULL;
  const char *form = find_form(r, map, forms);
  if (!form) return false;
  const PwNode *node = pw_node_get(map, form);
  if (strcmp(form, "chain") == 0) return pw_read_chain(r, map, def);
  if (strcmp(form, "circle") == 0) {
    def->count = 1;
    def->element = alone;
    return read_circle(r, node, alone);
  }
  if (strcmp(form, "point") != 0) return true;
  def->count = 1;
  def->element = alone;
  alone->type = PAWL_ELEMENT_POINT;
  return pw_read_list(r, node, "point", PW_DIM_LENGTH, 2, alone->from);
}

static void read_profile(PwReader *r, PawlBodyId body, const char *body_name, const PwNode *map, PwPlace place) {
  PawlProfileDef def = pawl_profile_def_default();
  PawlElementDef alone = pawl_element_def_default();
  if (!pw_read_keys(r, map, NULL, pw_keys_profile)) return;
  static const char *const forms[] = {"chain", "circle", "point", "offset", "copy", "gear", "rack", NULL};
  const PwNode *at = pw_node_get(map, "at");
  bool good = !at || pw_read_vector(r, at, "at", PW_DIM_LENGTH, def.position);
  good = pw_read_orientation(r, map, def.orientation) && good;
  good = pw_read_outline(r, map, forms, &alone, &def) && good;
  good = pw_read_flag(r, map, "hidden", &def.hidden) && good;
  good = pw_read_flag(r, map, "construction", &def.construction) && good;
  if (good && !def.count) good = pw_read_made(r, map, body_name, &def);
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
      if (!pawl_model_find_profile(r->model, name).i) pw_names_put(&r->declared, PW_NAME_PROFILE, name, PW_READ_REFUSED);
    }
  }
}
