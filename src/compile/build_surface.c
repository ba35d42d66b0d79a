// Surfaces become skins, each placed on its body.
#include <string.h>

#include "compile/build.h"
#include "numerics/vec.h"

static void build_skin(PwBuild *b, const PwModelSurface *source, PwSkin *skin) {
  PawlMechanism *k = b->k;
  const PawlSurfaceDef *def = &source->def;
  *skin = (PwSkin){.name = pw_arena_string(&k->arena, def->name), .body = def->body.i - 1, .type = def->type};
  skin->place = source->place;
  skin->place.file = pw_arena_string(&k->arena, source->place.file);
  for (int c = 0; c < 3; c++) skin->position[c] = def->position[c] - k->body[skin->body].center[c];
  pw_quat_matrix(def->orientation, skin->axes);
  skin->fit = source->fit;
  if (!skin->name || pw_surface_copy(&source->geometry, &k->arena, &skin->geometry) != PAWL_OK) b->failed = true;
}

void pw_build_surfaces(PwBuild *b) {
  PawlMechanism *k = b->k;
  k->surfaces = b->model->surfaces.count;
  k->skin = pw_arena_array(&k->arena, (size_t)k->surfaces + 1, sizeof *k->skin);
  if (!k->skin) b->failed = true;
  for (int32_t i = 0; i < k->surfaces && !b->failed; i++) build_skin(b, &b->model->surfaces.item[i], &k->skin[i]);
}
