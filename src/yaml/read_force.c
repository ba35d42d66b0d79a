// Forces and measures.
#include <string.h>

#include "yaml/reader.h"

// Keys by type of force; `type` goes with all.
static const char *const force_keys[][14] = {
    [PW_WORD_SPRING] = {"frames", "between", "at", "stiffness", "damping", "free_length", "preload", "law"},
    [PW_WORD_JOINT] = {"coordinate", "stiffness", "damping", "free_position", "preload", "law"},
    [PW_WORD_DAMPER] = {"coordinate", "damping"},
    [PW_WORD_TORSION] = {"coordinate", "stiffness", "damping", "free_position", "preload", "law"},
    [PW_WORD_BUSHING] = {"frames", "between", "at", "axis", "angle", "euler", "quaternion", "axes", "stiffness", "damping"},
    [PW_WORD_FORCE] = {"frame", "body", "at", "components", "follow", "reaction"},
    [PW_WORD_TORQUE] = {"frame", "body", "components", "torque", "follow", "reaction"},
};

static bool check_keys(PwReader *r, const PwNode *map, int type) {
  bool good = true;
  for (int32_t k = 0; k < map->count; k++) {
    bool found = strcmp(map->key[k], "type") == 0;
    for (int j = 0; force_keys[type][j]; j++) found = found || strcmp(force_keys[type][j], map->key[k]) == 0;
    if (!found)
      pw_read_fail(r, map->key_place[k], "'%s' does not belong to a force of type %s", map->key[k], pw_words_force[type]);
    good = good && found;
  }
  return good;
}

// The law of a force is kept as text even if it is constant, because a def's law counts only as an expression.
static bool read_force_law(PwReader *r, const PwNode *map, PawlForceDef *def, PwPlace *place) {
  const PwNode *node = pw_node_get(map, "law");
  if (!node) return true;
  if (!pw_read_text(r, node, "law", &def->law.expression)) return false;
  *place = pw_read_text_place(node);
  return true;
}

static bool read_spring(PwReader *r, const PwNode *map, PawlForceDef *def, PwModelForce *places) {
  def->type = PAWL_FORCE_SPRING;
  bool good = pw_read_ends(r, map, PW_ENDS_POINTS, def->frame);
  good = pw_read_field(r, map, "stiffness", PW_DIM_STIFFNESS, &def->stiffness) && good;
  good = pw_read_field(r, map, "damping", PW_DIM_DAMPING, &def->damping) && good;
  good = pw_read_field(r, map, "free_length", PW_DIM_LENGTH, &def->free_length) && good;
  good = pw_read_field(r, map, "preload", PW_DIM_FORCE, &def->preload) && good;
  return read_force_law(r, map, def, &places->law_place) && good;
}

static bool read_joint_force(PwReader *r, const PwNode *map, PawlForceDef *def, PwModelForce *places) {
  const PwNode *node = pw_node_get(map, "coordinate");
  const char *text;
  def->type = PAWL_FORCE_JOINT;
  if (!node) {
    pw_read_fail(r, map->place, "needs a 'coordinate'");
    return false;
  }
  if (!pw_read_text(r, node, "coordinate", &text) || !pw_read_coordinate(r, text, node->place, NULL, &def->coordinate))
    return false;
  bool turn = pw_coordinate_is_angle(def->coordinate.name);
  bool good = pw_read_field(r, map, "stiffness", turn ? PW_DIM_ANGULAR_STIFFNESS : PW_DIM_STIFFNESS, &def->stiffness);
  good = pw_read_field(r, map, "damping", turn ? PW_DIM_ANGULAR_DAMPING : PW_DIM_DAMPING, &def->damping) && good;
  good = pw_read_field(r, map, "free_position", turn ? PW_DIM_ANGLE : PW_DIM_LENGTH, &def->free_length) && good;
  good = pw_read_field(r, map, "preload", turn ? PW_DIM_TORQUE : PW_DIM_FORCE, &def->preload) && good;
  return read_force_law(r, map, def, &places->law_place) && good;
}

// Three numbers for the directions, three for the turns, in their own units.
static bool read_six(PwReader *r, const PwNode *map, const char *key, PwDimension shift, PwDimension turn, double out[6]) {
  const PwNode *node = pw_node_get(map, key);
  if (!node) return true;
  if (node->kind != PW_NODE_LIST || node->count != 6) {
    pw_read_fail(r, node->place, "'%s' needs six numbers: x, y, z and about x, y, z", key);
    return false;
  }
  bool good = true;
  for (int k = 0; k < 6; k++) good = pw_read_number(r, node->item[k], key, k < 3 ? shift : turn, &out[k]) && good;
  return good;
}

static bool read_bushing(PwReader *r, const PwNode *map, PawlForceDef *def) {
  def->type = PAWL_FORCE_BUSHING;
  bool good = pw_read_ends(r, map, PW_ENDS_POSE, def->frame);
  good = read_six(r, map, "stiffness", PW_DIM_STIFFNESS, PW_DIM_ANGULAR_STIFFNESS, def->bushing_stiffness) && good;
  return read_six(r, map, "damping", PW_DIM_DAMPING, PW_DIM_ANGULAR_DAMPING, def->bushing_damping) && good;
}

// Where a force or torque acts: a frame, a body's origin, or a drawn point of a body.
static bool read_target(PwReader *r, const PwNode *map, PawlFrameId *out) {
  const PwNode *frame = pw_node_get(map, "frame"), *body = pw_node_get(map, "body"), *at = pw_node_get(map, "at");
  if (!frame == !body) {
    pw_read_fail(r, map->place, "needs 'frame' or 'body', one of them");
    return false;
  }
  if (frame && at) {
    pw_read_fail(r, at->place, "'at' does not go with 'frame', which says where it is");
    return false;
  }
  if (frame || !at) {
    *out = pw_read_frame(r, frame ? frame : body, frame ? "frame" : "body");
    return out->i != 0;
  }
  PawlBodyId id = pw_read_body(r, body, "body");
  double point[3];
  if (!pw_read_vector(r, at, "at", PW_DIM_LENGTH, point) || !id.i) return false;
  *out = pw_read_drawn_frame(r, id, point, (const double[4]){1, 0, 0, 0}, at->place);
  return out->i != 0;
}

static bool read_components(PwReader *r, const PwNode *map, PwDimension dimension, PawlForceDef *def, PwModelForce *places) {
  const PwNode *components = pw_node_get(map, "components"), *torque = pw_node_get(map, "torque");
  if (!components == !torque) {
    pw_read_fail(r, map->place, dimension == PW_DIM_FORCE ? "needs 'components'" : "needs 'components' or 'torque', one of them");
    return false;
  }
  if (torque) return pw_read_law(r, torque, "torque", dimension, &def->component[2], &places->component_place[2]);
  return pw_read_laws(r, components, "components", dimension, def->component, places->component_place);
}

static bool read_applied(PwReader *r, const PwNode *map, bool torque, PawlForceDef *def, PwModelForce *places) {
  const PwNode *follow = pw_node_get(map, "follow"), *reaction = pw_node_get(map, "reaction");
  def->type = torque ? PAWL_FORCE_TORQUE : PAWL_FORCE_POINT;
  bool good = read_target(r, map, &def->frame[0]);
  good = read_components(r, map, torque ? PW_DIM_TORQUE : PW_DIM_FORCE, def, places) && good;
  if (follow) good = pw_read_bool(r, follow, "follow", &def->follow) && good;
  if (reaction) {
    def->frame[1] = pw_read_frame(r, reaction, "reaction");
    good = good && def->frame[1].i;
  }
  return good;
}

static bool read_by_type(PwReader *r, const PwNode *map, int type, PawlForceDef *def, PwModelForce *places) {
  switch ((PwForceWord)type) {
    case PW_WORD_SPRING:
      return read_spring(r, map, def, places);
    case PW_WORD_JOINT:
    case PW_WORD_DAMPER:
    case PW_WORD_TORSION:
      return read_joint_force(r, map, def, places);
    case PW_WORD_BUSHING:
      return read_bushing(r, map, def);
    case PW_WORD_FORCE:
      return read_applied(r, map, false, def, places);
    case PW_WORD_TORQUE:
      return read_applied(r, map, true, def, places);
  }
  return false;
}

static void read_force(PwReader *r, const char *name, const PwNode *map, PwPlace place) {
  PawlForceDef def = pawl_force_def_default();
  PwModelForce places = {.law_place = place, .component_place = {place, place, place}};
  PawlForceId id;
  int type;
  bool good = pw_read_keys(r, map, NULL, pw_keys_force);
  const PwNode *type_node = pw_node_get(map, "type");
  if (!type_node) {
    if (good) pw_read_fail(r, place, "needs a 'type'");
    return;
  }
  if (!pw_read_word(r, type_node, "type", pw_words_force, &type) || !good) return;
  if (!check_keys(r, map, type) || !read_by_type(r, map, type, &def, &places)) return;
  def.name = name;
  r->model->source = map;
  if (pw_model_add_force(r->model, &def, place, r->messages, &id) == PAWL_OK) {
    PwModelForce *stored = &r->model->forces.item[id.i - 1];
    stored->law_place = places.law_place;
    memcpy(stored->component_place, places.component_place, sizeof places.component_place);
  } else {
    r->failed = true;
  }
  r->model->source = NULL;
}

void pw_read_forces(PwReader *r, const PwNode *node) {
  if (!pw_read_section(r, node, "forces")) return;
  for (int32_t k = 0; k < node->count; k++) {
    if (pw_read_entry(r, node, k, "force", PW_NAME_FORCE)) read_force(r, node->key[k], node->item[k], node->key_place[k]);
  }
}

// What the frames are for is in the expression.
static void read_expression(PwReader *r, const char *name, const PwNode *map, PwPlace place) {
  static const char *const others[] = {"frames", "axis"};
  PawlMeasureDef def = pawl_measure_def_default();
  const PwNode *value = pw_node_get(map, "value");
  for (int k = 0; k < 2; k++) {
    const PwNode *node = pw_node_get(map, others[k]);
    if (node) pw_read_fail(r, node->place, "'%s' does not go with type expression", others[k]);
  }
  if (!value) pw_read_fail(r, place, "a measure of type expression needs a 'value'");
  if (!value || !pw_read_text(r, value, "value", &def.expression)) return;
  PawlMeasureId id;
  def.name = name;
  def.type = PAWL_MEASURE_EXPRESSION;
  r->model->source = map;
  if (pw_model_add_measure(r->model, &def, place, r->messages, &id) == PAWL_OK) {
    r->model->measures.item[id.i - 1].expression_place = pw_read_text_place(value);
  } else {
    r->failed = true;
  }
  r->model->source = NULL;
}

static void read_measure(PwReader *r, const char *name, const PwNode *map, PwPlace place) {
  PawlMeasureDef def = pawl_measure_def_default();
  int type, axis = 2;
  if (!pw_read_keys(r, map, NULL, pw_keys_measure)) return;
  const PwNode *type_node = pw_node_get(map, "type"), *frames = pw_node_get(map, "frames"), *axis_node = pw_node_get(map, "axis");
  if (type_node && type_node->kind == PW_NODE_SCALAR && strcmp(type_node->text, "expression") == 0) {
    read_expression(r, name, map, place);
    return;
  }
  if (pw_node_get(map, "value")) pw_read_fail(r, pw_node_get(map, "value")->place, "'value' goes with type expression only");
  if (!type_node || !frames) {
    pw_read_fail(r, place, "needs 'type' and 'frames'");
    return;
  }
  bool good = pw_read_word(r, type_node, "type", pw_words_measure, &type);
  if (!good) return;
  if (type == PAWL_MEASURE_SPEED) axis = 3;
  if (axis_node) good = pw_read_word(r, axis_node, "axis", pw_words_axis, &axis);
  if (type == PAWL_MEASURE_POSITION && !axis_node) {
    pw_read_fail(r, place, "a position needs an 'axis'");
    good = false;
  } else if (good && axis_node && (type == PAWL_MEASURE_DISTANCE || (axis == 3 && type != PAWL_MEASURE_SPEED))) {
    pw_read_fail(r, axis_node->place, "'axis' cannot be '%s' for a measure of type %s", axis_node->text, pw_words_measure[type]);
    good = false;
  }
  if (frames->kind != PW_NODE_LIST || frames->count != 2) {
    pw_read_fail(r, frames->place, "'frames' needs two names, such as [ground, crank.tip]");
    return;
  }
  for (int k = 0; k < 2; k++) def.frame[k] = pw_read_frame(r, frames->item[k], "frames");
  if (!good || !def.frame[0].i || !def.frame[1].i) return;
  def.name = name;
  def.type = (PawlMeasureType)type;
  def.axis = axis;
  r->model->source = map;
  if (pw_model_add_measure(r->model, &def, place, r->messages, NULL) != PAWL_OK) r->failed = true;
  r->model->source = NULL;
}

void pw_read_measures(PwReader *r, const PwNode *node) {
  if (!pw_read_section(r, node, "measures")) return;
  for (int32_t k = 0; k < node->count; k++) {
    r->what = "measure";
    r->name = node->key[k];
    read_measure(r, node->key[k], node->item[k], node->key_place[k]);
  }
}
