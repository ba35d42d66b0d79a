// Meshes of a model: their files are read at once, and what was repaired is told.
#include <stdio.h>
#include <string.h>

#include "model/check.h"
#include "model/mesh_file.h"
#include "model/meshes.h"

static bool is_same_text(const char *a, const char *b) {
  return a && b ? strcmp(a, b) == 0 : !a && !b;
}

PwTriMesh *pw_model_find_mesh_file(const PawlModel *m, const PawlMeshDef *def) {
  for (int32_t i = 0; i < m->meshes.count; i++) {
    const PawlMeshDef *d = &m->meshes.item[i].def;
    if (is_same_text(d->file, def->file) && is_same_text(d->group, def->group) && d->unit == def->unit && d->weld == def->weld) {
      return m->meshes.item[i].geometry;
    }
  }
  return NULL;
}

// ---- what was done to it

static void tell_count(int32_t count, const char *one, const char *many, char *text, size_t size) {
  size_t n = strlen(text);
  if (count > 0) snprintf(text + n, size - n, "%s%d %s", n ? ", " : "", (int)count, count == 1 ? one : many);
}

void pw_mesh_repairs(const PwTriMesh *m, char text[PW_MESH_REPAIRS]) {
  const PwMeshFindings *f = &m->found;
  text[0] = 0;
  tell_count(f->degenerate, "triangle without three corners left out", "triangles without three corners left out", text,
             PW_MESH_REPAIRS);
  tell_count(f->doubles, "double triangle left out", "double triangles left out", text, PW_MESH_REPAIRS);
  tell_count(f->turned, "triangle turned round", "triangles turned round", text, PW_MESH_REPAIRS);
  size_t n = strlen(text);
  if (f->inside_out) snprintf(text + n, PW_MESH_REPAIRS - n, ", as it was inside out");
}

// ---- in the model

PawlStatus pw_model_load_mesh(PawlModel *m, const PawlMeshDef *def, PwPlace place, PawlMessages *messages, PwTriMesh **out) {
  PwCheck c = {m, messages, place, "mesh", def->name, PAWL_OK};
  char repairs[PW_MESH_REPAIRS];
  *out = NULL;
  if (!def->file) pw_check_fail(&c, PAWL_ERR_ARGUMENT, NULL, "no file was given (NULL)");
  if (!(def->unit >= 1e-12 && def->unit <= 1e12)) {
    pw_check_fail(&c, PAWL_ERR_INPUT, "unit", "its unit is %g m, must be 1e-12 to 1e12", def->unit);
  }
  if (!(def->weld >= 0 && def->weld <= PW_LENGTH_MAX)) {
    pw_check_fail(&c, PAWL_ERR_INPUT, "weld", "the length to weld by is %g m, must not be negative", def->weld);
  }
  if (c.status != PAWL_OK) return c.status;
  PwTriMesh *ready = pw_model_find_mesh_file(m, def);
  if (ready) {
    *out = pw_trimesh_share(ready);
    return PAWL_OK;
  }
  PawlStatus status = pw_mesh_load(def->file, def->group, def->unit, def->weld, place, messages, out);
  if (status == PAWL_ERR_MEMORY) return pw_model_no_memory(m, place, messages);
  if (status != PAWL_OK) return status;
  pw_mesh_repairs(*out, repairs);
  if (repairs[0]) pw_message(messages, PAWL_NOTE, place, "mesh '%s': %s", def->name, repairs);
  return PAWL_OK;
}

static void check_def(PwCheck *c, PawlMeshDef *def) {
  pw_check_name(c, PW_NAME_MESH, &def->name);
  if (def->body.i < 1 || def->body.i > c->model->bodies.count) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "body id %d does not exist", (int)def->body.i);
    return;
  }
  pw_check_owner(c, def->name, def->body);
  pw_check_length(c, "at", def->position, 3);
  pw_check_quaternion(c, "quaternion", def->orientation);
  def->file = pw_check_string(c, def->file);
  def->group = pw_check_string(c, def->group);
}

PawlStatus pw_model_add_mesh(PawlModel *m, const PawlMeshDef *given, PwTriMesh *ready, PwPlace place, PawlMessages *messages,
                             PawlMeshId *out) {
  PwCheck c = {m, messages, place, "mesh", NULL, PAWL_OK};
  PawlMeshDef def = pawl_mesh_def_default();
  PwTriMesh *geometry = NULL;
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  check_def(&c, &def);
  if (c.status != PAWL_OK) return c.status;
  if (ready) {
    geometry = pw_trimesh_share(ready);
  } else {
    c.status = pw_model_load_mesh(m, &def, place, messages, &geometry);
  }
  if (c.status != PAWL_OK) return c.status;
  PwModelMesh *mesh = PW_LIST_ADD(m->meshes);
  if (!pw_check_register(&c, PW_NAME_MESH, def.name, &m->meshes.count, mesh)) {
    pw_trimesh_release(geometry);
    return c.status;
  }
  *mesh = (PwModelMesh){def, geometry, place};
  if (out) out->i = m->meshes.count;
  return PAWL_OK;
}

PawlStatus pawl_model_add_mesh(PawlModel *m, const PawlMeshDef *def, PawlMessages *messages, PawlMeshId *out) {
  return pw_model_add_mesh(m, def, NULL, PW_NOWHERE, messages, out);
}

// ---- what it encloses

const char *pw_mesh_no_solid(const PwTriMesh *m) {
  const PwMeshFindings *f = &m->found;
  if (f->crowded) return "it has edges with more than two triangles";
  if (f->borders) return "it is not closed";
  if (f->twisted) return "its triangles have no common sense: it has no outside";
  if (f->crosses) return "its triangles cross each other";
  return m->volume > 0 ? NULL : "it encloses no volume";
}

PwSolid pw_mesh_solid(const PwTriMesh *m) {
  PwSolid solid = {.mass = m->volume};
  memcpy(solid.center, m->center, sizeof solid.center);
  memcpy(solid.inertia, m->inertia, sizeof solid.inertia);
  return solid;
}

PawlStatus pawl_model_mesh_solid(const PawlModel *m, PawlMeshId id, double *volume, double center[3], double inertia[6]) {
  if (!volume || !center || !inertia || !pawl_model_mesh_name(m, id)) return PAWL_ERR_ARGUMENT;
  const PwModelMesh *mesh = &m->meshes.item[id.i - 1];
  if (pw_mesh_no_solid(mesh->geometry)) return PAWL_ERR_INPUT;
  PwSolid solid = pw_mesh_solid(mesh->geometry);
  pw_solid_move(&solid, mesh->def.position, mesh->def.orientation);
  *volume = solid.mass;
  memcpy(center, solid.center, sizeof solid.center);
  memcpy(inertia, solid.inertia, sizeof solid.inertia);
  return PAWL_OK;
}
