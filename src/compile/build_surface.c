// Surfaces become skins, each placed on its body.
#include <string.h>

#include "compile/build.h"
#include "geometry/space/shell.h"
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
  skin->shell = skin->geometry.shell;
}

bool pw_build_shell(PwBuild *b, int32_t surface) {
  PwSkin *skin = &b->k->skin[surface];
  PwShell *shell = skin->shell ? NULL : pw_arena_array(&b->k->arena, 1, sizeof *shell);
  if (skin->shell) return true;
  PawlStatus status = shell ? pw_shell_of_surface(&skin->geometry, &b->k->arena, shell) : PAWL_ERR_MEMORY;
  if (status == PAWL_ERR_MEMORY) b->failed = true;
  if (status == PAWL_OK) skin->shell = shell;
  return status != PAWL_ERR_UNSUPPORTED;
}

void pw_build_surfaces(PwBuild *b) {
  PawlMechanism *k = b->k;
  k->surfaces = b->model->surfaces.count;
  k->skin = pw_arena_array(&k->arena, (size_t)k->surfaces + 1, sizeof *k->skin);
  if (!k->skin) b->failed = true;
  for (int32_t i = 0; i < k->surfaces && !b->failed; i++) build_skin(b, &b->model->surfaces.item[i], &k->skin[i]);
}
