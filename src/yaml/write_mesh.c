// Meshes of a body, as a model file has them: the files stay where they are.
#include "yaml/write_yaml.h"

static void write_mesh(PwWriter *w, const PawlMeshDef *d) {
  pw_write_key(w, 8, "file");
  pw_write_path(w, d->file);
  if (d->group) {
    pw_write_key(w, 8, "group");
    pw_write_text(w, d->group);
  }
  pw_write_field(w, 8, "unit", d->unit, w->model->units.length, PW_DIM_LENGTH);
  pw_write_field(w, 8, "weld", d->weld, 0, PW_DIM_LENGTH);
  pw_write_vector(w, 8, "at", d->position, PW_DIM_LENGTH);
  pw_write_orientation(w, 8, d->orientation);
}

void pw_write_meshes(PwWriter *w, PawlBodyId body) {
  bool first = true;
  for (int32_t k = w->meshes.first[body.i]; k < w->model->meshes.count; k = w->meshes.next[k]) {
    const PawlMeshDef *d = &w->model->meshes.item[k].def;
    if (first) pw_write_key(w, 4, "meshes");
    first = false;
    if (!pw_write_own_name(d->name)) {
      pw_write_fail(w, "mesh '%s': a file names it body.mesh", d->name);
      return;
    }
    pw_write_key(w, 6, pw_write_own_name(d->name));
    write_mesh(w, d);
  }
}
