// Names in a model file that stand for something declared elsewhere, and frames given as drawn.
#include <stdlib.h>
#include <string.h>

#include "model/pose.h"
#include "yaml/reader.h"

enum { SUGGEST_MAX = 2000 };  // names looked through for a suggestion

bool pw_read_section(PwReader *r, const PwNode *node, const char *name) {
  r->what = name;
  r->name = NULL;
  if (node->kind == PW_NODE_MAP || pw_node_is_empty(node)) return true;
  pw_read_fail(r, node->place, "needs a mapping of names, found %s", pw_read_kind(node));
  return false;
}

bool pw_read_entry(PwReader *r, const PwNode *section, int32_t k, const char *what, PwNameKind kind) {
  r->what = what;
  r->name = section->key[k];
  if (pw_names_get(&r->declared, kind, r->name) >= 0) return false;
  if (!pw_names_put(&r->declared, kind, r->name, k)) pw_read_no_memory(r, section->key_place[k]);
  return true;
}

// Names of one kind that begin with `prefix`, for a suggestion; in the reader's memory.
static const char *const *names_of(PwReader *r, PwNameKind kind, const char *prefix) {
  const char **list = pw_arena_array(&r->arena, SUGGEST_MAX + 1, sizeof *list);
  int32_t count = 0;
  for (int32_t k = 0; list && k < r->declared.capacity && count < SUGGEST_MAX; k++) {
    const PwName *slot = &r->declared.slot[k];
    if (slot->name && slot->kind == (int32_t)kind && strncmp(slot->name, prefix, strlen(prefix)) == 0) list[count++] = slot->name;
  }
  return list;
}

static void complain_missing(PwReader *r, PwPlace place, const char *what, PwNameKind kind, const char *name,
                             const char *prefix) {
  char hint[300] = "";
  const char *const *names = pw_read_is_heard(r) ? names_of(r, kind, prefix) : NULL;
  if (names) pw_read_hint(r, name, names, hint);
  pw_read_fail(r, place, "there is no %s '%.100s'%s", what, name, hint);
}

static PawlBodyId find_body(PwReader *r, const char *name, PwPlace place) {
  PawlBodyId body = pawl_model_find_body(r->model, name);
  bool declared = pw_names_get(&r->declared, PW_NAME_BODY, name) >= 0;
  if (!body.i && !declared) complain_missing(r, place, "body", PW_NAME_BODY, name, "");
  if (!body.i) r->failed = true;
  return body;
}

PawlBodyId pw_read_body(PwReader *r, const PwNode *node, const char *key) {
  const char *name;
  return pw_read_text(r, node, key, &name) ? find_body(r, name, node->place) : (PawlBodyId){0};
}

// The frame at a body's origin has the body's name; it is made when first asked for.
static PawlFrameId origin_frame(PwReader *r, PawlBodyId body, const char *name, PwPlace place) {
  PawlFrameId frame = pawl_model_find_frame(r->model, name);
  if (frame.i) return frame;
  PawlFrameDef def = pawl_frame_def_default();
  def.name = name;
  def.body = body;
  if (pw_model_add_frame(r->model, &def, place, r->messages, &frame) != PAWL_OK) r->failed = true;
  return frame;
}

PawlFrameId pw_read_frame(PwReader *r, const PwNode *node, const char *key) {
  const char *name;
  PawlFrameId none = {0};
  if (node->kind == PW_NODE_MAP && strcmp(key, "body") != 0) return pw_read_unnamed_frame(r, node);
  if (!pw_read_text(r, node, key, &name)) return none;
  char *copy = pw_arena_string(&r->arena, name), *dot = copy ? strchr(copy, '.') : NULL;
  if (!copy) {
    pw_read_no_memory(r, node->place);
    return none;
  }
  if (dot) *dot = 0;
  PawlBodyId body = find_body(r, copy, node->place);
  if (!body.i) return none;
  if (!dot) return origin_frame(r, body, copy, node->place);
  PawlFrameId frame = pawl_model_find_frame(r->model, name);
  if (!frame.i && pw_names_get(&r->declared, PW_NAME_FRAME, name) < 0) {
    char *prefix = pw_arena_format(&r->arena, "%s.", copy);
    complain_missing(r, node->place, "frame", PW_NAME_FRAME, name, prefix ? prefix : "");
  }
  if (!frame.i) r->failed = true;
  return frame;
}

bool pw_read_declares(PwReader *r, PwNameKind kind, const char *body) {
  size_t length = strlen(body);
  for (int32_t k = 0; k < r->declared.capacity; k++) {
    const PwName *slot = &r->declared.slot[k];
    if (slot->name && slot->kind == (int32_t)kind && strncmp(slot->name, body, length) == 0 && slot->name[length] == '.')
      return true;
  }
  return false;
}

// Something on a body, "body.what"; 0 after a complaint, or without one if the file declares it and it was refused.
static int32_t read_part(PwReader *r, const PwNode *node, const char *key, PwNameKind kind, const char *what) {
  const char *name, *dot;
  if (!pw_read_text(r, node, key, &name)) return 0;
  dot = strchr(name, '.');
  if (!dot) {
    pw_read_fail(r, node->place, "'%s' needs names like body.%s, found '%.100s'", key, what, name);
    return 0;
  }
  const char *body = pw_arena_format(&r->arena, "%.*s", (int)(dot - name), name);
  if (!body) pw_read_no_memory(r, node->place);
  if (!body || !find_body(r, body, node->place).i) return 0;
  int32_t id = pw_names_get(&r->model->names, kind, name) + 1;
  if (!id && pw_names_get(&r->declared, kind, name) < 0) {
    const char *prefix = pw_arena_format(&r->arena, "%s.", body);
    complain_missing(r, node->place, what, kind, name, prefix ? prefix : "");
  }
  if (!id) r->failed = true;
  return id;
}

PawlProfileId pw_read_profile(PwReader *r, const PwNode *node, const char *key) {
  return (PawlProfileId){read_part(r, node, key, PW_NAME_PROFILE, "profile")};
}

PawlSurfaceId pw_read_surface(PwReader *r, const PwNode *node, const char *key) {
  return (PawlSurfaceId){read_part(r, node, key, PW_NAME_SURFACE, "surface")};
}

static bool has_coordinate(const PawlJointDef *joint, const char *name) {
  const char *const *names = pw_joint_coordinate_names(joint->type, joint->locked);
  for (int k = 0; name && names[k]; k++) {
    if (strcmp(names[k], name) == 0) return true;
  }
  return false;
}

bool pw_read_coordinate(PwReader *r, const char *text, PwPlace place, const char *usual, PawlCoordinate *out) {
  char *copy = pw_arena_string(&r->arena, text), *dot = copy ? strchr(copy, '.') : NULL;
  if (!copy) {
    pw_read_no_memory(r, place);
    return false;
  }
  if (dot) *dot = 0;
  *out = (PawlCoordinate){pawl_model_find_joint(r->model, copy), dot ? dot + 1 : NULL};
  if (!out->joint.i) {
    bool declared = pw_names_get(&r->declared, PW_NAME_JOINT, copy) >= 0;
    if (!declared) complain_missing(r, place, "joint", PW_NAME_JOINT, copy, "");
    r->failed = true;
    return false;
  }
  if (!dot && has_coordinate(&r->model->joints.item[out->joint.i - 1].def, usual)) out->name = usual;
  const PwNode *source = r->model->source;
  r->model->source = NULL;  // the place is known here
  char *who = r->name ? pw_arena_format(&r->arena, "%s '%s'", r->what, r->name) : NULL;
  PawlStatus status = pw_model_take_coordinate(r->model, who ? who : r->what, out, place, r->messages);
  r->model->source = source;
  if (status != PAWL_OK) r->failed = true;
  return status == PAWL_OK;
}

PwDimension pw_coordinate_dimension(const PawlCoordinate *coordinate, bool rate) {
  bool angle = pw_coordinate_is_angle(coordinate->name);
  if (rate) return angle ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED;
  return angle ? PW_DIM_ANGLE : PW_DIM_LENGTH;
}

PawlFrameId pw_read_drawn_frame(PwReader *r, PawlBodyId body, const double position[3], const double q[4], PwPlace place) {
  const PawlBodyDef *b = &r->model->bodies.item[body.i - 1].def;
  PawlFrameDef def = pawl_frame_def_default();
  double inverse[4], d[3];
  def.body = body;
  pw_quat_conjugate(b->orientation, inverse);
  for (int k = 0; k < 3; k++) d[k] = position[k] - b->position[k];
  pw_quat_rotate(inverse, d, def.position);
  pw_quat_multiply(inverse, q, def.orientation);
  PawlFrameId frame = {0};
  if (pw_model_add_frame(r->model, &def, place, r->messages, &frame) != PAWL_OK) r->failed = true;
  return frame;
}

static const double ground_x[3] = {1, 0, 0}, ground_y[3] = {0, 1, 0};

// The drawn orientation: `axis` becomes z, or one of the orientation forms; else ground's.
static bool read_drawn_orientation(PwReader *r, const PwNode *map, double q[4]) {
  static const char *const forms[] = {"angle", "euler", "quaternion", "axes"};
  const PwNode *node = pw_node_get(map, "axis");
  double axis[3];
  if (!node) return pw_read_orientation(r, map, q);
  for (int k = 0; k < 4; k++) {
    if (!pw_node_get(map, forms[k])) continue;
    pw_read_fail(r, node->place, "'axis' and '%s': give one of them", forms[k]);
    return false;
  }
  if (!pw_read_direction(r, node, "axis", axis)) return false;
  pw_quat_from_z(axis, ground_x, ground_y, q);
  return true;
}

// Universal: both frames have the normal of the shafts' plane as x (parallel shafts: as for any axis), z along their shaft.
static bool read_shafts(PwReader *r, const PwNode *map, double q[2][4]) {
  const PwNode *node = pw_node_get(map, "axes");
  double z[2][3], x[3], y[3];
  if (!node || node->kind != PW_NODE_LIST || node->count != 2) {
    pw_read_fail(r, node ? node->place : map->place,
                 "a universal joint needs 'axes: [shaft of the first body, shaft of the second]'");
    return false;
  }
  bool good = pw_read_direction(r, node->item[0], "axes", z[0]);
  good = pw_read_direction(r, node->item[1], "axes", z[1]) && good;
  if (!good) return false;
  pw_cross(z[0], z[1], x);
  if (pw_norm(x) < 1e-6) {
    pw_cross(z[0], ground_x, y);
    if (pw_norm(y) < 1e-6) pw_cross(z[0], ground_y, y);
    pw_cross(y, z[0], x);
  }
  pw_normalise(x);
  for (int k = 0; k < 2; k++) {
    double across[3];
    pw_cross(z[k], x, y);
    pw_normalise(y);
    pw_cross(y, z[k], across);
    pw_quat_from_axes(across, y, z[k], q[k]);
  }
  return true;
}

static bool read_pair_of_frames(PwReader *r, const PwNode *map, const PwNode *frames, PawlFrameId out[2]) {
  static const char *const drawn[] = {"between", "at", "axis", "angle", "euler", "quaternion", "axes"};
  bool good = true;
  for (int k = 0; k < 7; k++) {
    const PwNode *node = pw_node_get(map, drawn[k]);
    if (node) pw_read_fail(r, node->place, "'%s' does not go with 'frames', which say where they are", drawn[k]);
    good = good && !node;
  }
  if (frames->kind != PW_NODE_LIST || frames->count != 2) {
    pw_read_fail(r, frames->place, "'frames' needs two names, such as [crank.tip, rod.end]");
    return false;
  }
  for (int k = 0; k < 2; k++) out[k] = pw_read_frame(r, frames->item[k], "frames");
  return good && out[0].i && out[1].i;
}

static bool read_points(PwReader *r, const PwNode *at, bool two, double point[2][3]) {
  if (!two && at->kind == PW_NODE_LIST && at->count > 0 && at->item[0]->kind == PW_NODE_LIST) {
    pw_read_fail(r, at->place, "'at' needs one point here, such as [0, 0]");
    return false;
  }
  if (!two) {
    bool good = pw_read_vector(r, at, "at", PW_DIM_LENGTH, point[0]);
    memcpy(point[1], point[0], sizeof point[0]);
    return good;
  }
  if (at->kind != PW_NODE_LIST || at->count != 2 || at->item[0]->kind != PW_NODE_LIST) {
    pw_read_fail(r, at->place, "'at' needs two points here, such as [[0, 0], [1, 0]]");
    return false;
  }
  bool good = pw_read_vector(r, at->item[0], "at", PW_DIM_LENGTH, point[0]);
  return pw_read_vector(r, at->item[1], "at", PW_DIM_LENGTH, point[1]) && good;
}

bool pw_read_ends(PwReader *r, const PwNode *map, PwEnds ends, PawlFrameId out[2]) {
  const PwNode *frames = pw_node_get(map, "frames"), *between = pw_node_get(map, "between"), *at = pw_node_get(map, "at");
  if (frames) return read_pair_of_frames(r, map, frames, out);
  if (!between || !at) {
    pw_read_fail(r, map->place, "needs 'frames: [body.frame, body.frame]' or 'between: [body, body]' with 'at'");
    return false;
  }
  if (between->kind != PW_NODE_LIST || between->count != 2) {
    pw_read_fail(r, between->place, "'between' needs the names of two bodies");
    return false;
  }
  PawlBodyId body[2];
  double point[2][3], q[2][4] = {{1, 0, 0, 0}, {1, 0, 0, 0}};
  for (int k = 0; k < 2; k++) body[k] = pw_read_body(r, between->item[k], "between");
  bool good = body[0].i && body[1].i;
  good = read_points(r, at, ends == PW_ENDS_POINTS, point) && good;
  if (ends == PW_ENDS_SHAFTS) {
    good = read_shafts(r, map, q) && good;
  } else {
    good = read_drawn_orientation(r, map, q[0]) && good;
    memcpy(q[1], q[0], sizeof q[0]);
  }
  if (!good) return false;
  for (int k = 0; k < 2; k++) out[k] = pw_read_drawn_frame(r, body[k], point[k], q[k], at->place);
  return out[0].i && out[1].i;
}

const char *pw_read_path(PwReader *r, const char *path) {
  const char *file = r->file, *slash = file ? strrchr(file, '/') : NULL;
  if (path[0] == '/' || !slash) return pw_arena_string(&r->model->arena, path);
  return pw_arena_format(&r->model->arena, "%.*s/%s", (int)(slash - file), file, path);
}
