// Profiles of a body: chains of elements, circles, points, offsets.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/reader.h"

enum { REFUSED = INT32_MAX };  // value of a declared profile that was complained about

// Where a chain stands: the end of its last element, NaN before the first.
typedef struct {
  PawlElementDef *def;
  int32_t count;
  double start[2];
} Chain;

static const PwNode *needed(PwReader *r, const PwNode *map, const char *key) {
  const PwNode *node = pw_node_get(map, key);
  if (!node) pw_read_fail(r, map->place, "'%s' is missing", key);
  return node;
}

static bool read_pair(PwReader *r, const PwNode *map, const char *key, PwDimension dimension, double out[2]) {
  const PwNode *node = needed(r, map, key);
  return node && pw_read_list(r, node, key, dimension, 2, out);
}

static bool read_flag(PwReader *r, const PwNode *map, const char *key, bool *out) {
  const PwNode *node = pw_node_get(map, key);
  return !node || pw_read_bool(r, node, key, out);
}

static bool read_center(PwReader *r, const PwNode *map, double out[2]) {
  const PwNode *node = pw_node_get(map, "center");
  return !node || pw_read_list(r, node, "center", PW_DIM_LENGTH, 2, out);
}

// A list of pairs of numbers, in the reader's memory.
static bool read_pairs(PwReader *r, const PwNode *node, const char *key, const PwDimension dimension[2], PawlElementDef *e) {
  if (node->kind != PW_NODE_LIST || node->count < 1) {
    pw_read_fail(r, node->place, "'%s' needs a list of pairs, such as [[1, 0], [2, 3]], found %s", key, pw_read_kind(node));
    return false;
  }
  double *data = pw_arena_array(&r->arena, 2 * (size_t)node->count, sizeof *data);
  bool good = data != NULL;
  if (!data) pw_read_fail(r, node->place, "out of memory");
  for (int32_t k = 0; data && k < node->count; k++) {
    const PwNode *pair = node->item[k];
    if (pair->kind != PW_NODE_LIST || pair->count != 2) {
      pw_read_fail(r, pair->place, "'%s' needs pairs of numbers, found %s", key, pw_read_kind(pair));
      return false;
    }
    for (int j = 0; j < 2; j++) good = pw_read_number(r, pair->item[j], key, dimension[j], &data[2 * k + j]) && good;
  }
  e->data = data;
  e->count = node->count;
  return good;
}

static bool read_whole(PwReader *r, const PwNode *map, const char *key, int32_t *out) {
  const PwNode *node = pw_node_get(map, key);
  double value;
  if (!node) return true;
  if (!pw_read_number(r, node, key, PW_DIM_NONE, &value)) return false;
  if (value != floor(value) || fabs(value) > 1e6) {
    pw_read_fail(r, node->place, "'%s' must be a whole number", key);
    return false;
  }
  *out = (int32_t)value;
  return true;
}

// ---- elements

// Where an element ends, whatever it is.
static bool end_of(const PawlElementDef *e, double out[2]) {
  if (!isnan(e->to[0])) {
    memcpy(out, e->to, sizeof e->to);
    return true;
  }
  PwArena arena = {0};
  PwProfile profile;
  PwProfileProblem problem;
  bool good = pw_profile_build(e, 1, false, false, &arena, &profile, &problem) == PAWL_OK;
  if (good) memcpy(out, profile.element[profile.elements - 1].end, sizeof e->to);
  pw_arena_free(&arena);
  return good;
}

static bool read_line(PwReader *r, const PwNode *map, const Chain *chain, PawlElementDef *e) {
  const PwNode *to = pw_node_get(map, "to"), *by = pw_node_get(map, "by");
  if (!to == !by) {
    pw_read_fail(r, map->place, "a line needs 'to: [x, y]' or 'by: [dx, dy]'");
    return false;
  }
  if (to) return pw_read_list(r, to, "to", PW_DIM_LENGTH, 2, e->to);
  double from[2];
  memcpy(from, chain->start, sizeof from);
  if (!pw_read_list(r, by, "by", PW_DIM_LENGTH, 2, e->to)) return false;
  if (chain->count && !end_of(&chain->def[chain->count - 1], from)) {
    pw_read_fail(r, map->place, "'by' needs to know where the element before ends: give 'to'");
    return false;
  }
  for (int k = 0; k < 2; k++) e->to[k] += from[k];  // a first element without a start is found out later
  if (isnan(from[0])) e->to[0] = e->to[1] = 0;
  return true;
}

static bool read_arc(PwReader *r, const PwNode *map, const Chain *chain, PawlElementDef *e) {
  (void)chain;
  const PwNode *to = pw_node_get(map, "to"), *radius = pw_node_get(map, "radius"), *angles = pw_node_get(map, "angles");
  bool good = read_pair(r, map, "center", PW_DIM_LENGTH, e->center);
  good = read_flag(r, map, "clockwise", &e->clockwise) && good;
  if (to ? radius || angles : !radius || !angles) {
    pw_read_fail(r, map->place, "an arc needs 'to', or 'radius' and 'angles'");
    return false;
  }
  if (to) return pw_read_list(r, to, "to", PW_DIM_LENGTH, 2, e->to) && good;
  good = pw_read_number(r, radius, "radius", PW_DIM_LENGTH, &e->radius) && good;
  if (good && !(e->radius > 0)) {
    pw_read_fail(r, radius->place, "'radius' must be > 0; a concave arc is 'clockwise: true'");
    return false;
  }
  return pw_read_list(r, angles, "angles", PW_DIM_ANGLE, 2, e->angle) && good;
}

static bool read_polar(PwReader *r, const PwNode *map, const Chain *chain, PawlElementDef *e) {
  static const PwDimension dimension[2] = {PW_DIM_LENGTH, PW_DIM_NONE};
  (void)chain;
  const PwNode *terms = needed(r, map, "terms");
  bool good = terms && read_pairs(r, terms, "terms", dimension, e);
  good = read_pair(r, map, "angles", PW_DIM_ANGLE, e->angle) && good;
  good = read_center(r, map, e->center) && good;
  good = pw_read_field(r, map, "origin", PW_DIM_ANGLE, &e->origin) && good;
  return pw_read_field(r, map, "scale", PW_DIM_ANGLE, &e->scale) && good;
}

static bool read_csv_points(PwReader *r, const PwNode *map, const PwNode *csv, PawlElementDef *e) {
  PwPoints points = {0};
  bool good = pw_read_csv(r, map, csv, &points);
  double unit = pw_units_factor(&r->model->units, PW_DIM_LENGTH);
  double *data = good ? pw_arena_array(&r->arena, 2 * (size_t)points.count + 1, sizeof *data) : NULL;
  if (good && !data) pw_read_fail(r, csv->place, "out of memory");
  for (int32_t k = 0; data && k < points.count; k++) {
    data[2 * k] = points.x[k] * unit;
    data[2 * k + 1] = points.y[k] * unit;
  }
  e->data = data;
  e->count = points.count;
  free(points.x);
  free(points.y);
  return data != NULL;
}

static const PwDimension point_dimension[2] = {PW_DIM_LENGTH, PW_DIM_LENGTH};

static bool read_spline(PwReader *r, const PwNode *map, const Chain *chain, PawlElementDef *e) {
  (void)chain;
  const PwNode *points = pw_node_get(map, "points"), *csv = pw_node_get(map, "csv"), *columns = pw_node_get(map, "columns");
  bool good = read_whole(r, map, "degree", &e->degree);
  if (!points == !csv || (points && columns)) {
    pw_read_fail(r, map->place, "a spline needs 'points', or 'csv' with its 'columns'");
    return false;
  }
  return (csv ? read_csv_points(r, map, csv, e) : read_pairs(r, points, "points", point_dimension, e)) && good;
}

static bool read_bspline(PwReader *r, const PwNode *map, const Chain *chain, PawlElementDef *e) {
  (void)chain;
  const PwNode *control = needed(r, map, "control"), *knots = pw_node_get(map, "knots");
  bool good = read_whole(r, map, "degree", &e->degree);
  good = control && read_pairs(r, control, "control", point_dimension, e) && good;
  if (!knots) return good;
  if (knots->kind != PW_NODE_LIST || knots->count < 1) {
    pw_read_fail(r, knots->place, "'knots' needs a list of numbers, found %s", pw_read_kind(knots));
    return false;
  }
  double *values = pw_arena_array(&r->arena, (size_t)knots->count, sizeof *values);
  if (!values) return false;
  e->knots = values;
  e->knot_count = knots->count;
  return pw_read_list(r, knots, "knots", PW_DIM_NONE, (int)knots->count, values) && good;
}

static bool read_involute(PwReader *r, const PwNode *map, const Chain *chain, PawlElementDef *e) {
  (void)chain;
  const PwNode *radius = needed(r, map, "radius");
  bool good = radius && pw_read_number(r, radius, "radius", PW_DIM_LENGTH, &e->radius);
  good = read_pair(r, map, "angles", PW_DIM_ANGLE, e->angle) && good;
  good = read_center(r, map, e->center) && good;
  good = pw_read_field(r, map, "origin", PW_DIM_ANGLE, &e->origin) && good;
  return read_flag(r, map, "clockwise", &e->clockwise) && good;
}

// In the order of pw_keys_element.
static const struct {
  PawlElementType type;
  const char *const *keys;
  bool (*read)(PwReader *r, const PwNode *map, const Chain *chain, PawlElementDef *e);
} elements[] = {{PAWL_ELEMENT_LINE, pw_keys_line, read_line},          {PAWL_ELEMENT_ARC, pw_keys_arc, read_arc},
                {PAWL_ELEMENT_POLAR, pw_keys_polar, read_polar},       {PAWL_ELEMENT_SPLINE, pw_keys_spline, read_spline},
                {PAWL_ELEMENT_BSPLINE, pw_keys_bspline, read_bspline}, {PAWL_ELEMENT_INVOLUTE, pw_keys_involute, read_involute}};

static bool read_element(PwReader *r, const PwNode *node, Chain *chain) {
  PawlElementDef *e = &chain->def[chain->count];
  *e = pawl_element_def_default();
  if (!pw_read_keys(r, node, "element", pw_keys_element)) return false;
  if (node->count != 1) {
    pw_read_fail(r, node->place,
                 "an element is one of line, arc, polar, spline, bspline, involute, such as 'line: {to: [1, 2]}'");
    return false;
  }
  int which = 0;
  while (strcmp(pw_keys_element[which], node->key[0]) != 0) which++;
  const PwNode *map = node->item[0];
  e->type = elements[which].type;
  if (!pw_read_keys(r, map, node->key[0], elements[which].keys)) return false;
  return elements[which].read(r, map, chain, e);
}

// ---- forms of a profile

static bool read_chain(PwReader *r, const PwNode *map, const PwNode *node, PawlProfileDef *def) {
  const PwNode *start = pw_node_get(map, "start"), *ends = pw_node_get(map, "ends");
  Chain chain = {.start = {NAN, NAN}};
  int word = 0;
  bool good = read_flag(r, map, "closed", &def->closed);
  if (ends) good = pw_read_word(r, ends, "ends", pw_words_ends, &word) && good;
  def->end_points = word == 1;
  if (start) good = pw_read_list(r, start, "start", PW_DIM_LENGTH, 2, chain.start) && good;
  if (node->kind != PW_NODE_LIST || node->count < 1) {
    pw_read_fail(r, node->place, "'chain' needs a list of elements, found %s", pw_read_kind(node));
    return false;
  }
  chain.def = pw_arena_array(&r->arena, (size_t)node->count, sizeof *chain.def);
  if (!chain.def) return false;
  for (int32_t k = 0; k < node->count; k++) {
    good = read_element(r, node->item[k], &chain) && good;
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
  const PwNode *radius = needed(r, node, "radius");
  bool good = radius && pw_read_number(r, radius, "radius", PW_DIM_LENGTH, &e->radius);
  good = read_center(r, node, e->center) && good;
  e->type = PAWL_ELEMENT_CIRCLE;
  return read_flag(r, node, "clockwise", &e->clockwise) && good;
}

static bool read_offset(PwReader *r, const PwNode *node, const char *body_name, PawlProfileDef *def) {
  if (!pw_read_keys(r, node, "offset", pw_keys_offset)) return false;
  const PwNode *profile = needed(r, node, "profile"), *by = needed(r, node, "by");
  const char *name;
  if (!profile || !by || !pw_read_text(r, profile, "profile", &name)) return false;
  PwNode full = *profile;
  if (!strchr(name, '.')) full.text = pw_arena_format(&r->arena, "%s.%s", body_name, name);
  if (!full.text) return false;
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
static bool check_form(PwReader *r, const PwNode *map, const char *form) {
  static const char *const keys[] = {"chain", "circle", "point", "offset"}, *const of_chain[] = {"start", "closed", "ends"};
  bool good = true;
  for (int k = 0; k < 4; k++) {
    const PwNode *node = pw_node_get(map, keys[k]);
    if (!node || strcmp(keys[k], form) == 0) continue;
    pw_read_fail(r, node->place, "'%s' and '%s': a profile has one of chain, circle, point, offset", form, keys[k]);
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

static bool read_form(PwReader *r, const PwNode *map, const char *body_name, PawlElementDef *alone, PawlProfileDef *def) {
  const PwNode *chain = pw_node_get(map, "chain"), *circle = pw_node_get(map, "circle"), *point = pw_node_get(map, "point");
  const PwNode *offset = pw_node_get(map, "offset");
  if (!chain && !circle && !point && !offset) {
    pw_read_fail(r, map->place, "needs one of chain, circle, point, offset");
    return false;
  }
  if (!check_form(r, map, chain ? "chain" : circle ? "circle" : point ? "point" : "offset")) return false;
  if (chain) return read_chain(r, map, chain, def);
  if (offset) return read_offset(r, offset, body_name, def);
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
  const PwNode *at = pw_node_get(map, "at");
  bool good = !at || pw_read_vector(r, at, "at", PW_DIM_LENGTH, def.position);
  good = pw_read_orientation(r, map, def.orientation) && good;
  good = read_form(r, map, body_name, &alone, &def) && good;
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
        pw_read_fail(r, profiles->key_place[k], "out of memory");
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
