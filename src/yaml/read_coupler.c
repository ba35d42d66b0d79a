// Couplers: a linear relation as written, or gears, rack and belt written as one.
#include <math.h>
#include <string.h>

#include "yaml/reader.h"

typedef struct {
  PawlCoordinate *coordinate;
  double *factor;
  int32_t count;
} Terms;

static bool read_offset(PwReader *r, const PwNode *map, double scale, double *out) {
  double offset;
  const PwNode *node = pw_node_get(map, "offset");
  if (!node) return true;
  if (!pw_read_number(r, node, "offset", PW_DIM_COUNT, &offset)) return false;
  *out = offset * scale;
  return true;
}

// Factors are between numbers of the file. SI: each divided by its coordinate's unit, all times that of the first, so that the
// first factor stays as written.
static bool read_terms(PwReader *r, const PwNode *map, const PwNode *node, Terms *terms, double *offset) {
  if (node->kind != PW_NODE_MAP || node->count < 2) {
    pw_read_fail(r, node->place, "'terms' needs two or more 'joint.coordinate: factor'");
    return false;
  }
  terms->coordinate = pw_arena_array(&r->arena, (size_t)node->count, sizeof *terms->coordinate);
  terms->factor = pw_arena_array(&r->arena, (size_t)node->count, sizeof *terms->factor);
  if (!terms->coordinate || !terms->factor) return false;
  bool good = true;
  double first = 1;
  for (int32_t k = 0; k < node->count; k++) {
    bool read = pw_read_coordinate(r, node->key[k], node->key_place[k], NULL, &terms->coordinate[k]);
    good = pw_read_number(r, node->item[k], "factor", PW_DIM_COUNT, &terms->factor[k]) && read && good;
    if (!read) continue;
    double unit = pw_units_factor(&r->model->units, pw_coordinate_dimension(&terms->coordinate[k], false));
    if (k == 0) first = unit;
    terms->factor[k] *= first / unit;
  }
  terms->count = node->count;
  return read_offset(r, map, first, offset) && good;
}

static bool positive_pair(PwReader *r, const PwNode *map, const char *key, PwDimension dimension, double out[2]) {
  const PwNode *node = pw_node_get(map, key);
  if (!node) {
    pw_read_fail(r, map->place, "'%s' is missing", key);
    return false;
  }
  if (!pw_read_list(r, node, key, dimension, 2, out)) return false;
  if (out[0] > 0 && out[1] > 0) return true;
  pw_read_fail(r, node->place, "'%s' must be > 0", key);
  return false;
}

static bool read_joint_key(PwReader *r, const PwNode *map, const char *key, const char *usual, PawlCoordinate *out) {
  const PwNode *node = pw_node_get(map, key);
  const char *text;
  if (!node) {
    pw_read_fail(r, map->place, "'%s' is missing", key);
    return false;
  }
  return pw_read_text(r, node, key, &text) && pw_read_coordinate(r, text, node->place, usual, out);
}

static bool read_joint_pair(PwReader *r, const PwNode *map, PawlCoordinate out[2]) {
  const PwNode *node = pw_node_get(map, "joints");
  const char *text;
  if (!node || node->kind != PW_NODE_LIST || node->count != 2) {
    pw_read_fail(r, node ? node->place : map->place, "'joints' needs the names of two joints");
    return false;
  }
  bool good = true;
  for (int k = 0; k < 2; k++) {
    good = pw_read_text(r, node->item[k], "joints", &text) &&
           pw_read_coordinate(r, text, node->item[k]->place, "angle", &out[k]) && good;
  }
  return good;
}

// Turns of opposite sense add up to nothing (gears, crossed belt), turns of the same sense differ by nothing.
static bool read_wheels(PwReader *r, const PwNode *map, int type, Terms *terms) {
  bool gears = type == PW_COUPLER_GEARS, same_sense = !gears;
  const char *flag = gears ? "internal" : "crossed";
  const PwNode *node = pw_node_get(map, flag);
  bool value = false, good = read_joint_pair(r, map, terms->coordinate);
  good = (gears ? positive_pair(r, map, "teeth", PW_DIM_NONE, terms->factor)
                : positive_pair(r, map, "radii", PW_DIM_LENGTH, terms->factor)) &&
         good;
  if (node) good = pw_read_bool(r, node, flag, &value) && good;
  if (value) same_sense = !same_sense;
  if (same_sense) terms->factor[1] = -terms->factor[1];
  return good;
}

static bool read_rack(PwReader *r, const PwNode *map, Terms *terms) {
  bool good = read_joint_key(r, map, "pinion", "angle", &terms->coordinate[0]);
  good = read_joint_key(r, map, "rack", "travel", &terms->coordinate[1]) && good;
  if (!pw_node_get(map, "radius")) {
    pw_read_fail(r, map->place, "'radius' is missing");
    return false;
  }
  terms->factor[1] = -1;
  return pw_read_field(r, map, "radius", PW_DIM_LENGTH, &terms->factor[0]) && good;
}

// Which keys go with which type; without a type `terms` and `offset`.
static bool check_keys(PwReader *r, const PwNode *map, int type) {
  static const char *const of[][6] = {[PW_COUPLER_GEARS] = {"type", "joints", "teeth", "internal", "line"},
                                      [PW_COUPLER_RACK] = {"type", "pinion", "rack", "radius"},
                                      [PW_COUPLER_BELT] = {"type", "joints", "radii", "crossed", "line"},
                                      [PW_COUPLER_BELT + 1] = {"terms", "offset", "line"}};
  bool good = true;
  for (int32_t k = 0; k < map->count; k++) {
    bool found = false;
    for (int j = 0; of[type][j]; j++) found = found || strcmp(of[type][j], map->key[k]) == 0;
    if (!found)
      pw_read_fail(r, map->key_place[k], "'%s' does not go with %s%s", map->key[k], type > PW_COUPLER_BELT ? "'terms'" : "type ",
                   type > PW_COUPLER_BELT ? "" : pw_words_coupler[type]);
    good = good && found;
  }
  return good;
}

// Where the force acts, as drawn.
static bool read_line(PwReader *r, const PwNode *node, PawlCouplerDef *def) {
  if (!pw_read_keys(r, node, "line", pw_keys_coupler_line)) return false;
  const PwNode *at = pw_node_get(node, "at"), *along = pw_node_get(node, "along");
  if (!at || !along) {
    pw_read_fail(r, node->place, "'line' needs a point 'at' and a direction 'along'");
    return false;
  }
  def->line = PAWL_LINE_GIVEN;
  bool good = pw_read_vector(r, at, "at", PW_DIM_LENGTH, def->at);
  return pw_read_direction(r, along, "along", def->along) && good;
}

static void read_coupler(PwReader *r, const char *name, const PwNode *map, PwPlace place) {
  PawlCouplerDef def = pawl_coupler_def_default();
  PawlCoordinate coordinate[2];
  double factor[2] = {0};
  Terms terms = {coordinate, factor, 2};
  int type = PW_COUPLER_BELT + 1;
  if (!pw_read_keys(r, map, NULL, pw_keys_coupler)) return;
  const PwNode *type_node = pw_node_get(map, "type"), *terms_node = pw_node_get(map, "terms");
  if (!type_node && !terms_node) {
    pw_read_fail(r, place, "needs 'terms' or a 'type' (gears, rack, belt)");
    return;
  }
  if (type_node && !pw_read_word(r, type_node, "type", pw_words_coupler, &type)) return;
  if (!check_keys(r, map, type)) return;
  bool good = !type_node                ? read_terms(r, map, terms_node, &terms, &def.offset)
              : type == PW_COUPLER_RACK ? read_rack(r, map, &terms)
                                        : read_wheels(r, map, type, &terms);
  if (type_node && type == PW_COUPLER_RACK) def.line = PAWL_LINE_RACK;
  if (pw_node_get(map, "line")) good = read_line(r, pw_node_get(map, "line"), &def) && good;
  if (!good) return;
  def.name = name;
  def.count = terms.count;
  def.coordinate = terms.coordinate;
  def.factor = terms.factor;
  r->model->source = map;
  if (pw_model_add_coupler(r->model, &def, place, r->messages, NULL) != PAWL_OK) r->failed = true;
  r->model->source = NULL;
}

void pw_read_couplers(PwReader *r, const PwNode *node) {
  if (!pw_read_section(r, node, "couplers")) return;
  for (int32_t k = 0; k < node->count; k++) {
    if (pw_read_entry(r, node, k, "coupler", PW_NAME_COUPLER)) read_coupler(r, node->key[k], node->item[k], node->key_place[k]);
  }
}
