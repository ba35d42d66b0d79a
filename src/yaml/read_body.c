// Bodies and their frames.
#include <stdio.h>
#include <string.h>

#include "model/pose.h"
#include "yaml/read_mesh.h"

static bool read_inertia(PwReader *r, const PwNode *node, double out[6]) {
  if (node->kind == PW_NODE_LIST && (node->count == 3 || node->count == 6)) {
    return pw_read_list(r, node, "inertia", PW_DIM_INERTIA, (int)node->count, out);
  }
  if (node->kind != PW_NODE_SCALAR) {
    pw_read_fail(r, node->place, "'inertia' is zz, [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]");
    return false;
  }
  bool good = pw_read_number(r, node, "inertia", PW_DIM_INERTIA, &out[2]);
  out[0] = out[1] = out[2] / 2;  // a flat body in its x, y plane: the other two matter only where it leaves the plane
  return good;
}

static bool read_mass(PwReader *r, const PwNode *map, const PwReadMeshes *meshes, PawlBodyDef *def, PwModelBody *looks) {
  const PwNode *shape = pw_node_get(map, "shape"), *center = pw_node_get(map, "center"), *inertia = pw_node_get(map, "inertia");
  const PwNode *density = pw_node_get(map, "density");
  bool good = pw_read_field(r, map, "mass", PW_DIM_MASS, &def->mass);
  if (shape && (center || inertia)) {
    pw_read_fail(r, center ? center->place : inertia->place, "'%s' follows from 'shape': give one of them",
                 center ? "center" : "inertia");
    return false;
  }
  if (density && !shape) {
    pw_read_fail(r, density->place, "'density' needs a 'shape'");
    return false;
  }
  if (shape) return pw_read_shapes(r, map, meshes, def, &looks->shape, &looks->shapes) && good;
  if (center) good = pw_read_vector(r, center, "center", PW_DIM_LENGTH, def->center) && good;
  if (inertia) good = read_inertia(r, inertia, def->inertia) && good;
  return good;
}

static bool read_frame_laws(PwReader *r, const PwNode *map, PawlFrameDef *def, PwModelFrame *places) {
  const PwNode *offset = pw_node_get(map, "offset"), *turn = pw_node_get(map, "turn"), *about = pw_node_get(map, "about");
  if (r->plain) return true;
  bool good = true;
  if (offset) good = pw_read_laws(r, offset, "offset", PW_DIM_LENGTH, def->offset, places->offset_place);
  if (turn) good = pw_read_law(r, turn, "turn", PW_DIM_ANGLE, &def->angle, &places->angle_place) && good;
  if (about) good = pw_read_direction(r, about, "about", def->angle_axis) && good;
  if (about && !turn) {
    pw_read_fail(r, about->place, "'about' needs a 'turn'");
    good = false;
  }
  return good;
}

// A point, or a mapping with only these keys.
static bool read_frame_def(PwReader *r, const PwNode *node, const char *const *keys, PawlFrameDef *def, PwModelFrame *places) {
  if (node->kind == PW_NODE_LIST) return pw_read_vector(r, node, "at", PW_DIM_LENGTH, def->position);
  const PwNode *at = pw_node_get(node, "at");
  bool good = pw_read_keys(r, node, NULL, keys);
  if (good && at) good = pw_read_vector(r, at, "at", PW_DIM_LENGTH, def->position);
  good = good && pw_read_orientation(r, node, def->orientation);
  return good && read_frame_laws(r, node, def, places);
}

static PawlFrameId add_frame(PwReader *r, const PawlFrameDef *def, const PwModelFrame *places, const PwNode *node,
                             PwPlace place) {
  PawlFrameId frame = {0};
  r->model->source = node;
  if (pw_model_add_frame(r->model, def, place, r->messages, &frame) == PAWL_OK) {
    PwModelFrame *stored = &r->model->frames.item[frame.i - 1];
    memcpy(stored->offset_place, places->offset_place, sizeof places->offset_place);
    stored->angle_place = places->angle_place;
  } else {
    r->failed = true;
  }
  r->model->source = NULL;
  return frame;
}

static void read_frame(PwReader *r, PawlBodyId body, const char *name, const PwNode *node, PwPlace place) {
  PawlFrameDef def = pawl_frame_def_default();
  PwModelFrame places = {.offset_place = {place, place, place}, .angle_place = place};
  if (!read_frame_def(r, node, pw_keys_frame, &def, &places) || !body.i) return;
  def.name = name;
  def.body = body;
  add_frame(r, &def, &places, node, place);
}

PawlFrameId pw_read_unnamed_frame(PwReader *r, const PwNode *map) {
  PawlFrameDef def = pawl_frame_def_default();
  PwPlace place = map->place;
  PwModelFrame places = {.offset_place = {place, place, place}, .angle_place = place};
  const PwNode *body = pw_node_get(map, "body");
  if (!body) pw_read_fail(r, place, "a frame given in place needs its 'body'");
  bool good = read_frame_def(r, map, pw_keys_unnamed_frame, &def, &places) && body;
  if (body) def.body = pw_read_body(r, body, "body");
  const PwNode *source = r->model->source;
  PawlFrameId frame = good && def.body.i ? add_frame(r, &def, &places, map, place) : (PawlFrameId){0};
  r->model->source = source;
  return frame;
}

// `body` is null if the body was refused; its frames are looked at all the same.
static void read_frames(PwReader *r, PawlBodyId body, const char *body_name, const PwNode *frames) {
  if (!pw_read_section(r, frames, "frames")) return;
  for (int32_t k = 0; k < frames->count; k++) {
    const char *name = pw_arena_format(&r->arena, "%s.%s", body_name, frames->key[k]);
    if (!name || !pw_names_put(&r->declared, PW_NAME_FRAME, name, k)) {
      pw_read_no_memory(r, frames->key_place[k]);
      return;
    }
    r->what = "frame";
    r->name = name;
    bool taken = pawl_model_find_frame(r->model, name).i != 0;  // a duplicate key, reported by then
    if (!taken) read_frame(r, body, name, frames->item[k], frames->key_place[k]);
  }
}

static PawlBodyId read_body(PwReader *r, const char *name, const PwNode *node, const PwReadMeshes *meshes, PwPlace place) {
  PawlBodyDef def = pawl_body_def_default();
  PawlBodyId body = {0};
  def.name = name;
  pw_read_keys(r, node, NULL, pw_keys_body);  // an unknown key does not keep the known ones from being checked
  PwModelBody looks = {0};
  bool good = read_mass(r, node, meshes, &def, &looks);
  const PwNode *position = pw_node_get(node, "position");
  if (position) good = pw_read_vector(r, position, "position", PW_DIM_LENGTH, def.position) && good;
  good = pw_read_orientation(r, node, def.orientation) && good;
  if (!good) return body;
  r->model->source = node;
  if (pw_model_add_body(r->model, &def, place, r->messages, &body) != PAWL_OK) r->failed = true;
  r->model->source = NULL;
  if (!body.i) return body;
  r->model->bodies.item[body.i - 1].shapes = looks.shapes;
  r->model->bodies.item[body.i - 1].shape = looks.shape;
  return body;
}

static PawlBodyId read_ground(PwReader *r, const PwNode *node) {
  for (int32_t k = 0; node->kind == PW_NODE_MAP && k < node->count; k++) {
    int known = 0;
    while (pw_keys_ground[known] && strcmp(node->key[k], pw_keys_ground[known]) != 0) known++;
    if (pw_keys_ground[known]) continue;
    pw_read_fail(r, node->key_place[k], "'%.100s': ground carries frames, profiles, surfaces and meshes only", node->key[k]);
  }
  return pawl_model_ground(r->model);
}

void pw_read_bodies(PwReader *r, const PwNode *node) {
  if (!pw_names_put(&r->declared, PW_NAME_BODY, "ground", -2)) pw_read_no_memory(r, PW_NOWHERE);
  if (!node || !pw_read_section(r, node, "bodies")) return;
  for (int32_t k = 0; k < node->count; k++) {
    const char *name = node->key[k];
    bool ground = strcmp(name, "ground") == 0;
    if (!pw_read_entry(r, node, k, "body", PW_NAME_BODY)) continue;
    if (node->item[k]->kind != PW_NODE_MAP && !pw_node_is_empty(node->item[k])) {
      pw_read_fail(r, node->item[k]->place, "needs a mapping (key: value), found %s", pw_read_kind(node->item[k]));
      continue;
    }
    PwReadMeshes meshes;
    pw_read_mesh_files(r, name, pw_node_get(node->item[k], "meshes"), &meshes);
    r->what = "body";
    r->name = name;
    PawlBodyId body = ground ? read_ground(r, node->item[k]) : read_body(r, name, node->item[k], &meshes, node->key_place[k]);
    const PwNode *frames = pw_node_get(node->item[k], "frames");
    const PwNode *profiles = pw_node_get(node->item[k], "profiles"), *surfaces = pw_node_get(node->item[k], "surfaces");
    if (frames) read_frames(r, body, name, frames);
    if (profiles) pw_read_profiles(r, body, name, profiles);
    if (surfaces) pw_read_surfaces(r, body, name, surfaces);
    pw_read_add_meshes(r, body, &meshes);
    pw_read_meshes_free(&meshes);
  }
}
