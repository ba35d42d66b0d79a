// Meshes, each placed on its body; the triangles are shared with the model.
#include "compile/build.h"
#include "numerics/vec.h"

static void build_mesh(PwBuild *b, const PwModelMesh *source, PwBodyMesh *mesh) {
  PawlMechanism *k = b->k;
  const PawlMeshDef *def = &source->def;
  *mesh = (PwBodyMesh){.name = pw_arena_string(&k->arena, def->name),
                       .file = pw_arena_string(&k->arena, def->file),
                       .body = def->body.i - 1,
                       .geometry = pw_trimesh_share(source->geometry),
                       .place = pw_build_place(b, source->place)};
  for (int c = 0; c < 3; c++) mesh->position[c] = def->position[c] - k->body[mesh->body].center[c];
  pw_quat_matrix(def->orientation, mesh->axes);
  b->failed |= !mesh->name || !mesh->file;
}

void pw_build_meshes(PwBuild *b) {
  PawlMechanism *k = b->k;
  k->mesh = pw_arena_array(&k->arena, (size_t)b->model->meshes.count + 1, sizeof *k->mesh);
  b->failed |= !k->mesh;
  for (int32_t i = 0; i < b->model->meshes.count && !b->failed; i++) {
    k->meshes++;
    build_mesh(b, &b->model->meshes.item[i], &k->mesh[i]);
  }
}
