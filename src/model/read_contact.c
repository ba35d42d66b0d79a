// Contacts between two profiles or among bodies, and the limits of joint coordinates.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/reader.h"

enum { PAIRS_MAX = 10000 };  // that one list of bodies may make

// ---- settings of a contact

// Powers of length, mass, time, angle of force * time^s / length^n, and how such a unit looks in the file's units.
static void law_unit(PwReader *r, double n, int s, double powers[4], char like[96]) {
  const PwUnits *u = &r->model->units;
  powers[0] = 1 - n;
  powers[1] = 1;
  powers[2] = s - 2;
  powers[3] = 0;
  snprintf(like, 96, "%s%s%s/%s^%.6g", u->force_name, s ? "*" : "", s ? u->time_name : "", u->length_name, n);
}

static bool read_law(PwReader *r, const PwNode *map, PawlContactDef *def) {
  const PwNode *type = pw_node_get(map, "type"), *stiffness = pw_node_get(map, "stiffness");
  const PwNode *damping = pw_node_get(map, "damping"), *restitution = pw_node_get(map, "restitution");
  double powers[4];
  char like[96];
  int word;
  if (!pw_read_keys(r, map, "law", pw_keys_law)) return false;
  if (!type || !stiffness) {
    pw_read_fail(r, map->place, "a law needs 'type' and 'stiffness'");
    return false;
  }
  bool good = pw_read_word(r, type, "type", pw_words_law, &word);
  good = pw_read_field(r, map, "exponent", PW_DIM_NONE, &def->exponent) && good;
  if (!good) return false;
  def->law = (PawlContactLaw)(word + 1);
  law_unit(r, def->exponent, 0, powers, like);
  good = pw_read_powers(r, stiffness, "stiffness", powers, like, &def->stiffness);
  law_unit(r, def->exponent + 1, 1, powers, like);
  if (damping) good = pw_read_powers(r, damping, "damping", powers, like, &def->damping) && good;
  if (restitution) good = pw_read_number(r, restitution, "restitution", PW_DIM_NONE, &def->restitution) && good;
  if (damping && restitution) {
    pw_read_fail(r, damping->place, "'damping' and 'restitution' say the same: give one of them");
    good = false;
  } else if (!damping && !restitution && def->law != PAWL_CONTACT_HERTZ) {
    pw_read_fail(r, map->place, "the law %s needs a 'restitution'%s", pw_words_law[word],
                 def->law == PAWL_CONTACT_HUNT_CROSSLEY ? " or a 'damping'" : "");
    good = false;
  }
  return good;
}

static bool read_slots(PwReader *r, const PwNode *node, int32_t *out) {
  double value;
  if (!pw_read_number(r, node, "slots", PW_DIM_NONE, &value)) return false;
  if (value != floor(value) || fabs(value) > 1e6) {
    pw_read_fail(r, node->place, "'slots' must be a whole number");
    return false;
  }
  *out = (int32_t)value;
  return true;
}

static bool read_settings(PwReader *r, const PwNode *map, PawlContactDef *def) {
  const PwNode *restitution = pw_node_get(map, "restitution"), *law = pw_node_get(map, "law");
  const PwNode *sides = pw_node_get(map, "sides"), *start = pw_node_get(map, "start"), *slots = pw_node_get(map, "slots");
  int word;
  bool good = pw_read_field(r, map, "rebound", PW_DIM_SPEED, &def->rebound);
  if (restitution) good = pw_read_number(r, restitution, "restitution", PW_DIM_NONE, &def->restitution) && good;
  if (restitution && law) {
    pw_read_fail(r, restitution->place, "a contact with a 'law' has its 'restitution' there");
    good = false;
  }
  if (sides && pw_read_word(r, sides, "sides", pw_words_sides, &word)) {
    def->sides = (PawlSides)word;
  } else if (sides) {
    good = false;
  }
  if (start && pw_read_word(r, start, "start", pw_words_start, &word)) {
    def->start_closed = word == 1;
  } else if (start) {
    good = false;
  }
  if (slots) good = read_slots(r, slots, &def->slots) && good;
  if (law) good = read_law(r, law, def) && good;
  return good;
}

// ---- who touches whom

static void add_contact(PwReader *r, const PwNode *map, const PawlContactDef *def, PwPlace place) {
  r->model->source = map;
  if (pw_model_add_contact(r->model, def, place, r->messages, NULL) != PAWL_OK) r->failed = true;
  r->model->source = NULL;
}

static void read_pair(PwReader *r, const char *name, const PwNode *map, PwPlace place) {
  const PwNode *node = pw_node_get(map, "profiles");
  PawlContactDef def = pawl_contact_def_default();
  bool good = read_settings(r, map, &def);
  if (node->kind != PW_NODE_LIST || node->count != 2) {
    pw_read_fail(r, node->place, "'profiles' needs two names, such as [cam.rim, follower.nose]");
    return;
  }
  for (int k = 0; k < 2; k++) def.profile[k] = pw_read_profile(r, node->item[k], "profiles");
  if (!good || !def.profile[0].i || !def.profile[1].i) return;
  def.name = name;
  add_contact(r, map, &def, place);
}

static int32_t count_profiles(const PwReader *r, PawlBodyId body) {
  int32_t count = 0;
  for (int32_t k = 0; k < r->model->profiles.count; k++) count += r->model->profiles.item[k].def.body.i == body.i;
  return count;
}

// "a", or "a.rim" where body a has several profiles.
static const char *side_name(const PwReader *r, PawlProfileId id) {
  const PawlProfileDef *def = &r->model->profiles.item[id.i - 1].def;
  return count_profiles(r, def->body) > 1 ? def->name : r->model->bodies.item[def->body.i - 1].def.name;
}

// A pair that has a contact of its own is left to it.
static void touch_pair(PwReader *r, const char *name, const PwNode *map, PawlContactDef *def, int32_t own, PwPlace place) {
  int32_t other = pw_model_find_pair(r->model, def->profile[0], def->profile[1]);
  if (other >= 0 && other < own) return;
  def->name = pw_arena_format(&r->arena, "%s.%s.%s", name, side_name(r, def->profile[0]), side_name(r, def->profile[1]));
  if (def->name) add_contact(r, map, def, place);
  if (!def->name) pw_read_fail(r, place, "out of memory");
}

static void touch_bodies(PwReader *r, const char *name, const PwNode *map, PawlContactDef *def, PawlBodyId a, PawlBodyId b,
                         int32_t own, PwPlace place) {
  const PawlModel *m = r->model;
  for (int32_t i = 0; i < m->profiles.count; i++) {
    if (m->profiles.item[i].def.body.i != a.i) continue;
    for (int32_t j = 0; j < m->profiles.count; j++) {
      if (m->profiles.item[j].def.body.i != b.i) continue;
      def->profile[0].i = i + 1;
      def->profile[1].i = j + 1;
      touch_pair(r, name, map, def, own, place);
    }
  }
}

static bool read_members(PwReader *r, const PwNode *node, PawlBodyId *body) {
  bool good = true;
  int64_t profiles = 0;
  for (int32_t k = 0; k < node->count; k++) {
    body[k] = pw_read_body(r, node->item[k], "bodies");
    if (!body[k].i) {
      good = false;
      continue;
    }
    int32_t count = count_profiles(r, body[k]);
    profiles += count;
    if (!count && !pw_read_declares(r, PW_NAME_PROFILE, node->item[k]->text)) {
      pw_read_fail(r, node->item[k]->place, "body '%s' has no profile that could touch", node->item[k]->text);
      good = false;
    }
    for (int32_t j = 0; j < k; j++) {
      if (body[j].i != body[k].i) continue;
      pw_read_fail(r, node->item[k]->place, "body '%s' stands here twice", node->item[k]->text);
      good = false;
    }
  }
  if (profiles * profiles <= 2 * PAIRS_MAX) return good;
  pw_read_fail(r, node->place, "these bodies have %d profiles, more than %d pairs: name fewer", (int)profiles, PAIRS_MAX);
  return false;
}

static void read_group(PwReader *r, const char *name, const PwNode *map, int32_t own, PwPlace place) {
  const PwNode *node = pw_node_get(map, "bodies");
  PawlContactDef def = pawl_contact_def_default();
  bool good = read_settings(r, map, &def);
  if (node->kind != PW_NODE_LIST || node->count < 2 || node->count > 1000) {
    pw_read_fail(r, node->place, "'bodies' needs the names of two bodies or more");
    return;
  }
  PawlBodyId *body = pw_arena_array(&r->arena, (size_t)node->count, sizeof *body);
  if (!body || !read_members(r, node, body) || !good) return;
  for (int32_t i = 0; i < node->count; i++) {
    for (int32_t j = i + 1; j < node->count; j++) touch_bodies(r, name, map, &def, body[i], body[j], own, place);
  }
}

static void read_contact(PwReader *r, const PwNode *section, int32_t k, int pass, int32_t own) {
  const PwNode *map = section->item[k];
  PwPlace place = section->key_place[k];
  bool pair = pw_node_get(map, "profiles") != NULL, group = pw_node_get(map, "bodies") != NULL;
  r->what = "contact";
  r->name = section->key[k];
  if (pass == 1) {
    if (group && !pair) read_group(r, r->name, map, own, place);
    return;
  }
  if (!pw_read_entry(r, section, k, "contact", PW_NAME_CONTACT)) return;
  if (pw_read_keys(r, map, NULL, pw_keys_contact) && pair == group) {
    pw_read_fail(r, place, "needs 'profiles: [body.profile, body.profile]' or 'bodies: [body, body, ...]'");
  }
  if (pair && !group) read_pair(r, r->name, map, place);
}

void pw_read_contacts(PwReader *r, const PwNode *node) {
  int32_t own = 0;
  if (!pw_read_section(r, node, "contacts")) return;
  for (int pass = 0; pass < 2; pass++) {  // pairs, then lists of bodies, which leave out what is there
    for (int32_t k = 0; k < node->count; k++) read_contact(r, node, k, pass, own);
    own = r->model->contacts.count;
  }
}

// ---- limits

// ~, .inf, -.inf or nothing: no limit on this side.
static bool is_none(const PwNode *node) {
  static const char *const words[] = {"", "~", "null", ".inf", "-.inf", "+.inf"};
  for (size_t k = 0; node->kind == PW_NODE_SCALAR && !node->quoted && k < sizeof words / sizeof *words; k++) {
    if (strcmp(node->text, words[k]) == 0) return true;
  }
  return false;
}

static bool read_range(PwReader *r, const PwNode *node, PwDimension dimension, PawlLimitDef *def) {
  if (node->kind != PW_NODE_LIST || node->count != 2) {
    pw_read_fail(r, node->place, "'limits' needs [lower, upper], with ~ for none, found %s", pw_read_kind(node));
    return false;
  }
  bool good = is_none(node->item[0]) || pw_read_number(r, node->item[0], "limits", dimension, &def->lower);
  return (is_none(node->item[1]) || pw_read_number(r, node->item[1], "limits", dimension, &def->upper)) && good;
}

static bool read_stops(PwReader *r, const PwNode *node, bool angular, PawlLimitDef *def) {
  if (!pw_read_keys(r, node, "stops", pw_keys_stops)) return false;
  const PwNode *restitution = pw_node_get(node, "restitution");
  bool good = pw_read_field(r, node, "rebound", angular ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED, &def->rebound);
  good = pw_read_field(r, node, "stiffness", angular ? PW_DIM_ANGULAR_STIFFNESS : PW_DIM_STIFFNESS, &def->stiffness) && good;
  good = pw_read_field(r, node, "damping", angular ? PW_DIM_ANGULAR_DAMPING : PW_DIM_DAMPING, &def->damping) && good;
  return (!restitution || pw_read_number(r, restitution, "restitution", PW_DIM_NONE, &def->restitution)) && good;
}

// Stops of one coordinate may stand under its name where a joint has several.
static void read_limit(PwReader *r, const PwNode *range, const PwNode *stops, PawlCoordinate coordinate, PwPlace place) {
  PawlLimitDef def = pawl_limit_def_default();
  bool angular = pw_coordinate_is_angle(coordinate.name);
  def.coordinate = coordinate;
  bool good = read_range(r, range, pw_coordinate_dimension(&coordinate, false), &def);
  const PwNode *own = stops ? pw_node_get(stops, coordinate.name) : NULL;
  if (stops) good = read_stops(r, own ? own : stops, angular, &def) && good;
  if (good && pw_model_add_limit(r->model, &def, place, r->messages) != PAWL_OK) r->failed = true;
}

void pw_read_limits(PwReader *r, const PwNode *map, PawlJointId joint) {
  const PwNode *limits = pw_node_get(map, "limits"), *stops = pw_node_get(map, "stops");
  const PawlJointDef *def = &r->model->joints.item[joint.i - 1].def;
  PawlCoordinate coordinate;
  if (!limits && stops) pw_read_fail(r, stops->place, "'stops' need 'limits'");
  if (!limits) return;
  if (limits->kind != PW_NODE_MAP) {
    if (pw_read_coordinate(r, def->name, limits->place, NULL, &coordinate))
      read_limit(r, limits, stops, coordinate, limits->place);
    return;
  }
  for (int32_t k = 0; k < limits->count; k++) {
    char *full = pw_arena_format(&r->arena, "%s.%s", def->name, limits->key[k]);
    if (full && pw_read_coordinate(r, full, limits->key_place[k], NULL, &coordinate)) {
      read_limit(r, limits->item[k], stops, coordinate, limits->key_place[k]);
    }
  }
}
