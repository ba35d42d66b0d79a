// A model's life, its lists and its names.
#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/messages.h"
#include "base/text.h"
#include "numerics/vec.h"

bool pw_list_grow(void **item, int32_t *count, int32_t *capacity, size_t size) {
  if (*count == *capacity) {
    if (*capacity > INT32_MAX / 2 || (size_t)*capacity > SIZE_MAX / 4 / size) return false;
    int32_t more = *capacity ? 2 * *capacity : 8;
    void *grown = realloc(*item, (size_t)more * size);
    if (!grown) return false;
    *item = grown;
    *capacity = more;
  }
  memset((char *)*item + (size_t)*count * size, 0, size);
  ++*count;
  return true;
}

static bool start(PawlModel *m) {
  m->units = pw_units_si();
  m->run = pawl_run_options_default();
  PwModelBody *ground = PW_LIST_ADD(m->bodies);
  if (!ground || !pw_names_put(&m->names, PW_NAME_BODY, "ground", 0)) return false;
  ground->def = pawl_body_def_default();
  ground->def.name = "ground";
  return true;
}

PawlModel *pawl_model_create(void) {
  PawlModel *m = calloc(1, sizeof *m);
  if (m && !start(m)) {
    pawl_model_free(m);
    return NULL;
  }
  return m;
}

void pawl_model_free(PawlModel *m) {
  if (!m) return;
  free(m->parameters.item);
  free(m->tables.item);
  free(m->bodies.item);
  free(m->frames.item);
  free(m->joints.item);
  free(m->couplers.item);
  free(m->drives.item);
  free(m->forces.item);
  free(m->measures.item);
  free(m->profiles.item);
  free(m->surfaces.item);
  for (int32_t i = 0; i < m->meshes.count; i++) pw_trimesh_release(m->meshes.item[i].geometry);
  free(m->meshes.item);
  free(m->contacts.item);
  free(m->contact_lists.item);
  free(m->limits.item);
  free(m->initial_coordinates.item);
  free(m->initial_bodies.item);
  free(m->outputs.item);
  free(m->plots.item);
  free(m->origin.files.item);
  pw_names_free(&m->names);
  pw_arena_free(&m->arena);
  free(m);
}

PawlStatus pw_model_no_memory(PawlModel *m, PwPlace place, PawlMessages *messages) {
  m->no_memory = true;
  return pw_fail(messages, PAWL_ERR_MEMORY, place, "out of memory");
}

PawlStatus pawl_model_set_name(PawlModel *m, const char *name) {
  if (!m || (name && !pw_is_utf8(name))) return PAWL_ERR_ARGUMENT;
  char *copy = pw_arena_string(&m->arena, name);
  if (name && !copy) return PAWL_ERR_MEMORY;
  m->name = copy;
  m->set |= PW_SET_NAME;
  return PAWL_OK;
}

PawlStatus pawl_model_set_until(PawlModel *m, const char *expression) {
  if (!m) return PAWL_ERR_ARGUMENT;
  char *copy = pw_arena_string(&m->arena, expression);
  if (expression && !copy) return PAWL_ERR_MEMORY;
  m->until = copy;
  m->until_place = PW_NOWHERE;
  m->set |= PW_SET_UNTIL;
  return PAWL_OK;
}

PawlStatus pawl_model_set_gravity(PawlModel *m, const double gravity[3]) {
  if (!m || !gravity) return PAWL_ERR_ARGUMENT;
  for (int k = 0; k < 3; k++) {
    if (!isfinite(gravity[k])) return PAWL_ERR_ARGUMENT;
  }
  memcpy(m->gravity, gravity, sizeof m->gravity);
  m->set |= PW_SET_GRAVITY;
  return PAWL_OK;
}

PawlStatus pawl_model_set_planar(PawlModel *m, PawlPlanar planar) {
  if (!m) return PAWL_ERR_ARGUMENT;
  if (planar != PAWL_PLANAR_AUTO && planar != PAWL_PLANAR_YES && planar != PAWL_PLANAR_NO) return PAWL_ERR_ARGUMENT;
  m->planar = planar;
  m->set |= PW_SET_PLANAR;
  return PAWL_OK;
}

void pw_model_drawn_pose(const PawlModel *m, PawlFrameId frame, double position[3], double orientation[4]) {
  const PawlFrameDef *f = &m->frames.item[frame.i - 1].def;
  const PawlBodyDef *b = &m->bodies.item[f->body.i - 1].def;
  double shift[3];
  pw_quat_rotate(b->orientation, f->position, shift);
  for (int k = 0; k < 3; k++) position[k] = b->position[k] + shift[k];
  pw_quat_multiply(b->orientation, f->orientation, orientation);
}
