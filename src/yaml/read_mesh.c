// Meshes of a body: a file, its unit, what is welded, and a place.
#include "yaml/read_mesh.h"

#include <string.h>

#include "model/meshes.h"
#include "yaml/read_profile.h"

// A unit of length, or a length.
static bool read_unit(PwReader *r, const PwNode *node, double *out) {
  int powers[4];
  double si;
  if (node->kind == PW_NODE_SCALAR && pw_unit_parse(node->text, &si, powers) && powers[0] == 1 && !powers[1] && !powers[2] &&
      !powers[3]) {
    *out = si;
    return true;
  }
  return pw_read_number(r, node, "unit", PW_DIM_LENGTH, out);
}

static bool read_def(PwReader *r, const PwNode *map, PawlMeshDef *def) {
  const PwNode *file, *group = pw_node_get(map, "group"), *unit = pw_node_get(map, "unit"), *at = pw_node_get(map, "at");
  const char *path;
  if (!pw_read_keys(r, map, NULL, pw_keys_mesh) || !(file = pw_read_needed(r, map, "file"))) return false;
  def->unit = r->model->units.length;
  bool good = pw_read_text(r, file, "file", &path);
  good = (!group || pw_read_text(r, group, "group", &def->group)) && good;
  good = (!unit || read_unit(r, unit, &def->unit)) && good;
  good = pw_read_field(r, map, "weld", PW_DIM_LENGTH, &def->weld) && good;
  good = (!at || pw_read_vector(r, at, "at", PW_DIM_LENGTH, def->position)) && good;
  good = pw_read_orientation(r, map, def->orientation) && good;
  def->file = good ? pw_read_path(r, path) : NULL;
  if (good && !def->file) pw_read_no_memory(r, file->place);
  return good && def->file;
}

// What a model that is read again had of it, or its file.
static void load(PwReader *r, PwReadMesh *mesh) {
  PwTriMesh *ready = r->before ? pw_model_find_mesh_file(r->before, &mesh->def) : NULL;
  const PwNode *file = pw_node_get(mesh->node, "file");
  if (ready) {
    mesh->geometry = pw_trimesh_share(ready);
    return;
  }
  r->model->source = mesh->node;
  if (pw_model_load_mesh(r->model, &mesh->def, file->place, r->messages, &mesh->geometry) != PAWL_OK) r->failed = true;
  r->model->source = NULL;
}

void pw_read_mesh_files(PwReader *r, const char *body_name, const PwNode *meshes, PwReadMeshes *out) {
  *out = (PwReadMeshes){.body_name = body_name};
  if (!meshes || !pw_read_section(r, meshes, "meshes") || meshes->kind != PW_NODE_MAP) return;
  out->item = pw_arena_array(&r->arena, (size_t)meshes->count + 1, sizeof *out->item);
  if (!out->item) pw_read_no_memory(r, meshes->place);
  for (int32_t k = 0; out->item && k < meshes->count; k++) {
    PwReadMesh *mesh = &out->item[out->count];
    *mesh = (PwReadMesh){pawl_mesh_def_default(), meshes->item[k], meshes->key_place[k], NULL};
    const char *name = mesh->def.name = pw_arena_format(&r->arena, "%s.%s", body_name, meshes->key[k]);
    if (!name || (pw_names_get(&r->declared, PW_NAME_MESH, name) < 0 && !pw_names_put(&r->declared, PW_NAME_MESH, name, k))) {
      pw_read_no_memory(r, meshes->key_place[k]);
      return;
    }
    if (pw_names_get(&r->declared, PW_NAME_MESH, name) != k) continue;  // a duplicate key, reported by then
    r->what = "mesh";
    r->name = name;
    out->count++;
    if (read_def(r, mesh->node, &mesh->def)) load(r, mesh);
  }
}

void pw_read_add_meshes(PwReader *r, PawlBodyId body, const PwReadMeshes *meshes) {
  for (int32_t k = 0; k < meshes->count && body.i; k++) {
    const PwReadMesh *mesh = &meshes->item[k];
    PawlMeshDef def = mesh->def;
    if (!mesh->geometry) continue;
    def.body = body;
    r->model->source = mesh->node;
    if (pw_model_add_mesh(r->model, &def, mesh->geometry, mesh->place, r->messages, NULL) != PAWL_OK) r->failed = true;
    r->model->source = NULL;
  }
}

void pw_read_meshes_free(PwReadMeshes *meshes) {
  for (int32_t k = 0; k < meshes->count; k++) pw_trimesh_release(meshes->item[k].geometry);
  *meshes = (PwReadMeshes){0};
}

static const PwReadMesh *find(const PwReadMeshes *meshes, const char *name) {
  for (int32_t k = 0; k < meshes->count; k++) {
    if (strcmp(meshes->item[k].def.name, name) == 0) return &meshes->item[k];
  }
  return NULL;
}

bool pw_read_mesh_solid(PwReader *r, const PwNode *node, const PwReadMeshes *meshes, PwSolid *out) {
  PwNode full;
  if (!pw_read_own(r, node, "mesh", meshes->body_name, &full)) return false;
  const PwReadMesh *mesh = find(meshes, full.text);
  if (!mesh) {
    pw_read_fail(r, node->place, "there is no mesh '%.100s'", full.text);
    return false;
  }
  const char *problem = mesh->geometry ? pw_mesh_no_solid(mesh->geometry) : NULL;
  if (problem) pw_read_fail(r, node->place, "the mesh '%.100s' is no solid: %s", full.text, problem);
  if (problem || !mesh->geometry) return false;
  *out = pw_mesh_solid(mesh->geometry);
  pw_solid_move(out, mesh->def.position, mesh->def.orientation);
  return true;
}
