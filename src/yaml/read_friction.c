// Friction and rolling of contacts; friction of joints.
#include <string.h>

#include "model/friction.h"
#include "yaml/reader.h"

// 'rolling' is a word beside 'friction' and a length inside it.
static bool is_word(PwReader *r, const PwNode *node, const char *key) {
  if (strcmp(key, "rolling") != 0 || node->kind != PW_NODE_SCALAR) return false;
  if (strcmp(node->text, "true") != 0 && strcmp(node->text, "false") != 0) return false;
  pw_read_fail(r, node->place,
               "'rolling' of friction is a length, the resistance to rolling: 'rolling: %s' stands beside 'friction'",
               node->text);
  return true;
}

static bool read_map(PwReader *r, const PwNode *map, PawlContactDef *def) {
  bool good = pw_read_keys(r, map, "friction", pw_keys_friction);
  const PwNode *displacement = pw_node_get(map, "displacement");
  bool slips = pw_node_get(map, "static") != NULL;
  if (displacement) good = pw_read_vector(r, displacement, "displacement", PW_DIM_LENGTH, def->displacement) && good;
  if (displacement && !slips) {
    pw_read_fail(r, displacement->place, "the 'displacement' of friction needs a 'static' coefficient, too");
    good = false;
  }
  for (int k = 0; k < PW_MODEL_FRICTION_FIELDS; k++) {
    const PwModelFrictionField *field = &pw_model_friction_fields[k];
    const PwNode *node = pw_node_get(map, field->key);
    double value;
    if (!node) continue;
    if (is_word(r, node, field->key) || !pw_read_number(r, node, field->key, field->dimension, &value)) {
      good = false;
      continue;
    }
    pw_model_friction_set(def, k, value);
    bool alone = strcmp(field->key, "viscous") == 0 || field->kind == PW_OF_TURNING;
    if (slips || alone) continue;
    pw_read_fail(r, node->place, "the '%s' of friction needs a 'static' coefficient, too", field->key);
    good = false;
  }
  return good;
}

static void fail_kind(PwReader *r, const PwNode *friction) {
  pw_read_fail(r, friction->place, "'friction' needs a number or a mapping (key: value), found %s", pw_read_kind(friction));
}

bool pw_read_friction(PwReader *r, const PwNode *map, PawlContactDef *def) {
  const PwNode *friction = pw_node_get(map, "friction"), *rolling = pw_node_get(map, "rolling");
  bool good = !rolling || pw_read_bool(r, rolling, "rolling", &def->rolling);
  if (!friction) return good;
  if (friction->kind == PW_NODE_MAP) return read_map(r, friction, def) && good;
  if (friction->kind == PW_NODE_SCALAR && !pw_node_is_empty(friction)) {
    return pw_read_number(r, friction, "friction", PW_DIM_NONE, &def->friction) && good;
  }
  fail_kind(r, friction);
  return false;
}

// ---- joints

static bool read_joint_map(PwReader *r, const PwNode *map, PawlJointDef *def) {
  bool good = pw_read_keys(r, map, "friction", pw_keys_joint_friction);
  for (int k = 0; k < PW_MODEL_JOINT_FRICTION_FIELDS; k++) {
    const PwModelJointFrictionField *field = &pw_model_joint_friction_fields[k];
    const PwNode *node = pw_node_get(map, field->key);
    double value;
    if (!node) continue;
    bool read = pw_read_number(r, node, field->key, field->dimension, &value);
    if (read) pw_model_joint_friction_set(def, k, value);
    good = read && good;
  }
  if (good && !pw_node_get(map, "static") && !pw_node_get(map, "viscous")) {
    pw_read_fail(r, map->place, "'friction' needs a 'static' coefficient, or 'viscous'");
    good = false;
  }
  return good;
}

bool pw_read_joint_friction(PwReader *r, const PwNode *map, PawlJointDef *def) {
  const PwNode *friction = pw_node_get(map, "friction");
  if (!friction) return true;
  if (friction->kind == PW_NODE_MAP) return read_joint_map(r, friction, def);
  if (friction->kind == PW_NODE_SCALAR && !pw_node_is_empty(friction)) {
    return pw_read_number(r, friction, "friction", PW_DIM_NONE, &def->friction);
  }
  fail_kind(r, friction);
  return false;
}
