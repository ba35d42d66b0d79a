// Contacts between two profiles or surfaces or among bodies, and the limits of joint coordinates.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "yaml/reader.h"

enum { MEMBERS_MAX = 1500 };  // profiles or surfaces of one list of bodies: a million pairs

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

static bool read_settings(PwReader *r, const PwNode *map, PawlContactDef *def) {
  const PwNode *restitution = pw_node_get(map, "restitution"), *law = pw_node_get(map, "law");
  const PwNode *sides = pw_node_get(map, "sides"), *start = pw_node_get(map, "start");
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
  good = pw_read_whole_field(r, map, "slots", &def->slots) && good;
  if (law) good = read_law(r, law, def) && good;
  return pw_read_friction(r, map, def) && good;
}

// ---- who touches whom

static bool add_contact(PwReader *r, const PwNode *map, const PawlContactDef *def, PwPlace place) {
  r->model->source = map;
  bool good = pw_model_add_contact(r->model, def, place, r->messages, NULL) == PAWL_OK;
  r->model->source = NULL;
  if (!good) r->failed = true;
  return good;
}

static void read_pair(PwReader *r, const char *name, const PwNode *map, const char *key, PwPlace place) {
  const PwNode *node = pw_node_get(map, key);
  bool surfaces = strcmp(key, "surfaces") == 0;
  PawlContactDef def = pawl_contact_def_default();
  bool good = read_settings(r, map, &def);
  if (node->kind != PW_NODE_LIST || node->count != 2) {
    pw_read_fail(r, node->place, "'%s' needs two names, such as [cam.rim, follower.nose]", key);
    return;
  }
  for (int k = 0; k < 2; k++) {
    if (surfaces) {
      def.surface[k] = pw_read_surface(r, node->item[k], key);
    } else {
      def.profile[k] = pw_read_profile(r, node->item[k], key);
    }
    good = good && (surfaces ? def.surface[k].i : def.profile[k].i);
  }
  if (!good) return;
  def.name = name;
  add_contact(r, map, &def, place);
}

typedef struct {
  int32_t id, body;
  const char *name;  // "a", or "a.rim" where body a has several
} Member;

typedef struct {
  bool surfaces;  // else profiles
  Member *item;
  int32_t count;
} Members;

// Is there one more profile or surface of this body? *next: where to look for it.
static bool find_member(const PawlModel *m, bool surfaces, int32_t body, int32_t *next, Member *out) {
  for (int32_t count = surfaces ? m->surfaces.count : m->profiles.count; *next < count;) {
    int32_t k = (*next)++;
    int32_t owner = surfaces ? m->surfaces.item[k].def.body.i : m->profiles.item[k].def.body.i;
    *out = (Member){k + 1, owner, surfaces ? m->surfaces.item[k].def.name : m->profiles.item[k].def.name};
    if (owner == body && (surfaces || !m->profiles.item[k].def.construction)) return true;
  }
  return false;
}

// The profiles or surfaces of one body; false after a complaint.
static bool add_members(PwReader *r, const PwNode *node, PawlBodyId body, Members *members) {
  int32_t first = members->count, next = 0;
  for (int32_t k = 0; k < first; k++) {
    if (members->item[k].body != body.i) continue;
    pw_read_fail(r, node->place, "body '%s' stands here twice", node->text);
    return false;
  }
  while (members->count < MEMBERS_MAX &&
         find_member(r->model, members->surfaces, body.i, &next, &members->item[members->count])) {
    members->count++;
  }
  if (members->count == first + 1) members->item[first].name = r->model->bodies.item[body.i - 1].def.name;
  if (members->count > first || pw_read_declares(r, members->surfaces ? PW_NAME_SURFACE : PW_NAME_PROFILE, node->text))
    return true;
  pw_read_fail(r, node->place, "body '%s' has no %s that could touch", node->text, members->surfaces ? "surface" : "profile");
  return false;
}

// Surfaces touch where a body of the list has any, unless the model says that it is planar.
static bool has_surfaces(PwReader *r, const PwNode *node) {
  for (int32_t k = 0; k < node->count && r->model->planar != PAWL_PLANAR_YES; k++) {
    const PwNode *name = node->item[k];
    if (name->kind == PW_NODE_SCALAR && pw_read_declares(r, PW_NAME_SURFACE, name->text)) return true;
  }
  return false;
}

static bool read_members(PwReader *r, const PwNode *node, Members *members) {
  bool good = true;
  if (node->kind != PW_NODE_LIST || node->count < 2) {
    pw_read_fail(r, node->place, "'bodies' needs the names of two bodies or more");
    return false;
  }
  members->surfaces = has_surfaces(r, node);
  members->item = pw_arena_array(&r->arena, MEMBERS_MAX, sizeof *members->item);
  if (!members->item) {
    pw_read_no_memory(r, node->place);
    return false;
  }
  for (int32_t k = 0; k < node->count && members->count < MEMBERS_MAX; k++) {
    PawlBodyId body = pw_read_body(r, node->item[k], "bodies");
    good = body.i && add_members(r, node->item[k], body, members) && good;
  }
  if (members->count < MEMBERS_MAX) return good;
  pw_read_fail(r, node->place, "these bodies have %d %s or more: name fewer", MEMBERS_MAX,
               members->surfaces ? "surfaces" : "profiles");
  return false;
}

// Takes down what list the contacts from `first` on belong to.
static bool keep_list(PwReader *r, const char *name, const Members *members, int32_t first) {
  PawlModel *m = r->model;
  int32_t *member = pw_arena_array(&m->arena, (size_t)members->count + 1, sizeof *member);
  const char *kept = pw_arena_string(&m->arena, name);
  PwModelContactList *list = member && kept ? PW_LIST_ADD(m->contact_lists) : NULL;
  if (!list) return false;
  for (int32_t i = 0; i < members->count; i++) member[i] = members->item[i].id;
  *list = (PwModelContactList){kept, members->surfaces, member, members->count, first, m->contacts.count - first};
  return true;
}

// A pair that has a contact of its own (one of the first `own`) is left to it. What is refused for one is refused for all.
static void read_group(PwReader *r, const char *name, const PwNode *map, int32_t own, PwPlace place) {
  PawlContactDef def = pawl_contact_def_default();
  Members members = {0};
  bool good = read_settings(r, map, &def);
  good = read_members(r, pw_node_get(map, "bodies"), &members) && good;
  int32_t first = r->model->contacts.count;
  for (int32_t i = 0; good && i < members.count; i++) {
    for (int32_t j = i + 1; good && j < members.count; j++) {
      const Member *a = &members.item[i], *b = &members.item[j];
      int32_t other = pw_model_find_pair(r->model, members.surfaces, a->id, b->id);
      if (a->body == b->body || (other >= 0 && other < own)) continue;
      if (members.surfaces) {
        def.surface[0].i = a->id, def.surface[1].i = b->id;
      } else {
        def.profile[0].i = a->id, def.profile[1].i = b->id;
      }
      def.name = pw_arena_format(&r->arena, "%s.%s.%s", name, a->name, b->name);
      good = add_contact(r, map, &def, place);
    }
  }
  if (good && r->model->contacts.count > first && !keep_list(r, name, &members, first)) pw_read_no_memory(r, place);
}

static void read_contact(PwReader *r, const PwNode *section, int32_t k, int pass, int32_t own) {
  const PwNode *map = section->item[k];
  PwPlace place = section->key_place[k];
  bool profiles = pw_node_get(map, "profiles") != NULL, surfaces = pw_node_get(map, "surfaces") != NULL;
  bool group = pw_node_get(map, "bodies") != NULL;
  r->what = "contact";
  r->name = section->key[k];
  if (pass == 1) {
    if (group && !profiles && !surfaces) read_group(r, r->name, map, own, place);
    return;
  }
  if (!pw_read_entry(r, section, k, "contact", PW_NAME_CONTACT)) return;
  bool known = pw_read_keys(r, map, NULL, pw_keys_contact), one = profiles + surfaces + group == 1;
  if (known && !one) {
    pw_read_fail(r, place,
                 "needs 'profiles: [body.profile, body.profile]' or 'bodies: [body, body, ...]', or 'surfaces: [body.surface, "
                 "body.surface]'");
  }
  if (one && !group) read_pair(r, r->name, map, profiles ? "profiles" : "surfaces", place);
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

static bool read_range(PwReader *r, const PwNode *node, PwDimension dimension, PawlLimitDef *def) {
  if (node->kind != PW_NODE_LIST || node->count != 2) {
    pw_read_fail(r, node->place, "'limits' needs [lower, upper], with ~ for none, found %s", pw_read_kind(node));
    return false;
  }
  bool good = pw_read_is_none(node->item[0]) || pw_read_number(r, node->item[0], "limits", dimension, &def->lower);
  return (pw_read_is_none(node->item[1]) || pw_read_number(r, node->item[1], "limits", dimension, &def->upper)) && good;
}

static bool read_stops(PwReader *r, const PwNode *node, bool angular, PawlLimitDef *def) {
  if (!pw_read_keys(r, node, "stops", pw_keys_stops)) return false;
  const PwNode *restitution = pw_node_get(node, "restitution");
  bool good = pw_read_field(r, node, "rebound", angular ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED, &def->rebound);
  good = pw_read_field(r, node, "stiffness", angular ? PW_DIM_ANGULAR_STIFFNESS : PW_DIM_STIFFNESS, &def->stiffness) && good;
  good = pw_read_field(r, node, "damping", angular ? PW_DIM_ANGULAR_DAMPING : PW_DIM_DAMPING, &def->damping) && good;
  return (!restitution || pw_read_number(r, restitution, "restitution", PW_DIM_NONE, &def->restitution)) && good;
}

static void read_limit(PwReader *r, const PwNode *range, const PwNode *stops, PawlCoordinate coordinate, PwPlace place) {
  PawlLimitDef def = pawl_limit_def_default();
  def.coordinate = coordinate;
  bool good = read_range(r, range, pw_coordinate_dimension(&coordinate, false), &def);
  if (stops) good = read_stops(r, stops, pw_coordinate_is_angle(coordinate.name), &def) && good;
  if (good && pw_model_add_limit(r->model, &def, place, r->messages) != PAWL_OK) r->failed = true;
}

// Stops for all limits of a joint, or by coordinate: then each must have limits.
static bool stops_by_coordinate(PwReader *r, const PwNode *limits, const PwNode *stops) {
  bool some = false;
  for (int32_t k = 0; stops && stops->kind == PW_NODE_MAP && k < stops->count; k++) {
    some = some || pw_node_get(limits, stops->key[k]);
  }
  for (int32_t k = 0; some && k < stops->count; k++) {
    if (pw_node_get(limits, stops->key[k])) continue;
    pw_read_fail(r, stops->key_place[k], "stops by coordinate: '%.60s' has no limits", stops->key[k]);
  }
  return some;
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
  bool own = stops_by_coordinate(r, limits, stops);
  for (int32_t k = 0; k < limits->count; k++) {
    char *full = pw_arena_format(&r->arena, "%s.%s", def->name, limits->key[k]);
    const PwNode *of_this = own ? pw_node_get(stops, limits->key[k]) : stops;
    if (!full) pw_read_no_memory(r, limits->place);
    if (full && pw_read_coordinate(r, full, limits->key_place[k], NULL, &coordinate)) {
      read_limit(r, limits->item[k], of_this, coordinate, limits->key_place[k]);
    }
  }
}
