// Joints, couplers and drives.
#include <string.h>

#include "model/friction.h"
#include "yaml/reader.h"

// Keys that only some types of joint have.
static bool key_fits(const char *key, PawlJointType type) {
  if (strcmp(key, "locked") == 0) return type == PAWL_JOINT_LOCK;
  if (strcmp(key, "pitch") == 0) return type == PAWL_JOINT_SCREW;
  if (strcmp(key, "length") == 0) return type == PAWL_JOINT_ROD;
  if (strcmp(key, "radii") == 0) return type == PAWL_JOINT_GEAR_PAIR;
  if (strcmp(key, "friction") == 0) return pw_joint_may_rub(type);
  if (type == PAWL_JOINT_UNIVERSAL) {
    return strcmp(key, "axis") && strcmp(key, "angle") && strcmp(key, "euler") && strcmp(key, "quaternion");
  }
  return true;
}

static bool check_keys(PwReader *r, const PwNode *map, PawlJointType type) {
  bool good = true;
  for (int32_t k = 0; k < map->count; k++) {
    const char *key = map->key[k];
    if (!key_fits(key, type)) {
      pw_read_fail(r, map->key_place[k], "'%s' does not belong to a %s joint", key, pw_words_joint[type]);
      good = false;
    }
  }
  return good;
}

static bool read_locked(PwReader *r, const PwNode *node, uint32_t *locked) {
  if (node->kind != PW_NODE_LIST) {
    pw_read_fail(r, node->place, "'locked' is a list of x, y, z, rx, ry, rz");
    return false;
  }
  for (int32_t k = 0; k < node->count; k++) {
    int bit;
    if (!pw_read_word(r, node->item[k], "locked", pw_words_lock, &bit)) return false;
    *locked |= 1u << bit;
  }
  return true;
}

static bool read_numbers(PwReader *r, const PwNode *map, PawlJointDef *def) {
  const PwNode *locked = pw_node_get(map, "locked"), *radii = pw_node_get(map, "radii");
  bool good = pw_read_field(r, map, "pitch", PW_DIM_LENGTH_PER_TURN, &def->pitch);
  good = pw_read_field(r, map, "length", PW_DIM_LENGTH, &def->length) && good;
  if (locked) good = read_locked(r, locked, &def->locked) && good;
  if (radii) good = pw_read_list(r, radii, "radii", PW_DIM_LENGTH, 2, def->radius) && good;
  return pw_read_joint_friction(r, map, def) && good;
}

static void read_joint(PwReader *r, const char *name, const PwNode *node, PwPlace place) {
  PawlJointDef def = pawl_joint_def_default();
  int type;
  bool good = pw_read_keys(r, node, NULL, pw_keys_joint);
  const PwNode *type_node = pw_node_get(node, "type");
  if (!type_node) {
    if (good) pw_read_fail(r, place, "needs a 'type'");
    return;
  }
  if (!pw_read_word(r, type_node, "type", pw_words_joint, &type)) return;
  def.name = name;
  def.type = (PawlJointType)type;
  good = check_keys(r, node, def.type) && good;
  if (!good) return;
  bool points = def.type == PAWL_JOINT_ROD || def.type == PAWL_JOINT_GEAR_PAIR;
  PwEnds ends = points ? PW_ENDS_POINTS : def.type == PAWL_JOINT_UNIVERSAL ? PW_ENDS_SHAFTS : PW_ENDS_POSE;
  good = read_numbers(r, node, &def);
  good = pw_read_ends(r, node, ends, def.frame) && good;
  if (!good) return;
  r->model->source = node;
  PawlJointId joint;
  if (pw_model_add_joint(r->model, &def, place, r->messages, &joint) == PAWL_OK) {
    pw_read_limits(r, node, joint);
  } else {
    r->failed = true;
  }
  r->model->source = NULL;
}

void pw_read_joints(PwReader *r, const PwNode *node) {
  if (!pw_read_section(r, node, "joints")) return;
  for (int32_t k = 0; k < node->count; k++) {
    if (pw_read_entry(r, node, k, "joint", PW_NAME_JOINT)) read_joint(r, node->key[k], node->item[k], node->key_place[k]);
  }
}

void pw_read_drives(PwReader *r, const PwNode *node) {
  if (!pw_read_section(r, node, "drives")) return;
  for (int32_t k = 0; k < node->count; k++) {
    const PwNode *map = node->item[k];
    const char *text;
    if (!pw_read_entry(r, node, k, "drive", PW_NAME_DRIVE) || !pw_read_keys(r, map, NULL, pw_keys_drive)) continue;
    const PwNode *coordinate = pw_node_get(map, "coordinate"), *law = pw_node_get(map, "law");
    if (!coordinate || !law) {
      pw_read_fail(r, node->key_place[k], "needs 'coordinate' and 'law'");
      continue;
    }
    PawlDriveDef def = pawl_drive_def_default();
    PwPlace law_place;
    if (!pw_read_text(r, coordinate, "coordinate", &text) ||
        !pw_read_coordinate(r, text, coordinate->place, NULL, &def.coordinate) ||
        !pw_read_law(r, law, "law", pw_coordinate_dimension(&def.coordinate, false), &def.law, &law_place)) {
      continue;
    }
    def.name = node->key[k];
    PawlDriveId id;
    r->model->source = map;
    if (pw_model_add_drive(r->model, &def, node->key_place[k], r->messages, &id) == PAWL_OK) {
      r->model->drives.item[id.i - 1].law_place = law_place;
    } else {
      r->failed = true;
    }
    r->model->source = NULL;
  }
}
