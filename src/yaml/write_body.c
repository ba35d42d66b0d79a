// Bodies with their frames, as a model file has them.
#include <stdlib.h>
#include <string.h>

#include "yaml/write_yaml.h"

const char *pw_write_own_name(const char *name) {
  const char *dot = name ? strchr(name, '.') : NULL;
  return dot ? dot + 1 : NULL;
}

static void write_body_frames(PwWriter *w, PawlBodyId body) {
  bool first = true;
  for (int32_t k = w->frames.first[body.i]; k < w->model->frames.count; k = w->frames.next[k]) {
    const PawlFrameDef *f = &w->model->frames.item[k].def;
    if (first) pw_write_key(w, 4, "frames");
    first = false;
    pw_write_key(w, 6, pw_write_own_name(f->name));
    pw_write_frame_map(w, f, NULL);
  }
}

static void write_mass(PwWriter *w, const PawlBodyDef *d) {
  const double *i = d->inertia;
  bool any = false;
  for (int k = 0; k < 6; k++) any = any || i[k] != 0;
  pw_write_field(w, 4, "mass", d->mass, 0, PW_DIM_MASS);
  pw_write_vector(w, 4, "center", d->center, PW_DIM_LENGTH);
  if (!any) return;
  pw_write_key(w, 4, "inertia");
  bool products = i[3] != 0 || i[4] != 0 || i[5] != 0;
  if (!products && i[0] == i[2] / 2 && i[1] == i[2] / 2) {
    pw_write_number(w, i[2], PW_DIM_INERTIA);
  } else {
    pw_write_list(w, i, products ? 6 : 3, PW_DIM_INERTIA);
  }
}

// Ground may stand anywhere among the bodies: here, if what it carries was added before what this body carries.
static bool ground_comes(const PwWriter *w, int32_t body) {
  const PawlModel *m = w->model;
  int32_t frame = w->frames.first[body], profile = w->profiles.first[body], surface = w->surfaces.first[body],
          mesh = w->meshes.first[body];
  return (frame < m->frames.count && w->frames.first[1] < frame) ||
         (profile < m->profiles.count && w->profiles.first[1] < profile) ||
         (surface < m->surfaces.count && w->surfaces.first[1] < surface) || (mesh < m->meshes.count && w->meshes.first[1] < mesh);
}

static void write_body(PwWriter *w, int32_t body) {
  const PawlBodyDef *d = &w->model->bodies.item[body - 1].def;
  pw_write_key(w, 2, d->name);
  if (body > 1) {
    write_mass(w, d);
    pw_write_vector(w, 4, "position", d->position, PW_DIM_LENGTH);
    pw_write_orientation(w, 4, d->orientation);
  }
  write_body_frames(w, (PawlBodyId){body});
  pw_write_profiles(w, (PawlBodyId){body});
  pw_write_surfaces(w, (PawlBodyId){body});
  pw_write_meshes(w, (PawlBodyId){body});
}

static bool carried_create(int32_t bodies, int32_t count, PwCarried *c) {
  c->first = malloc(((size_t)bodies + 1) * sizeof *c->first);
  c->next = malloc(((size_t)count + 1) * sizeof *c->next);
  for (int32_t body = 0; body <= bodies && c->first; body++) c->first[body] = count;
  return c->first && c->next;
}

static void carry(PwCarried *c, int32_t body, int32_t k) {
  c->next[k] = c->first[body];
  c->first[body] = k;
}

static void carried_free(PwCarried *c) {
  free(c->first);
  free(c->next);
}

static bool list_carried(PwWriter *w) {
  const PawlModel *m = w->model;
  bool ok = carried_create(m->bodies.count, m->frames.count, &w->frames);
  ok = carried_create(m->bodies.count, m->profiles.count, &w->profiles) && ok;
  ok = carried_create(m->bodies.count, m->surfaces.count, &w->surfaces) && ok;
  ok = carried_create(m->bodies.count, m->meshes.count, &w->meshes) && ok;
  for (int32_t k = m->frames.count - 1; k >= 0 && ok; k--) {
    const PawlFrameDef *d = &m->frames.item[k].def;
    if (pw_write_own_name(d->name)) carry(&w->frames, d->body.i, k);
  }
  for (int32_t k = m->profiles.count - 1; k >= 0 && ok; k--) carry(&w->profiles, m->profiles.item[k].def.body.i, k);
  for (int32_t k = m->surfaces.count - 1; k >= 0 && ok; k--) carry(&w->surfaces, m->surfaces.item[k].def.body.i, k);
  for (int32_t k = m->meshes.count - 1; k >= 0 && ok && !w->for_audit; k--) carry(&w->meshes, m->meshes.item[k].def.body.i, k);
  return ok;
}

static void write_bodies(PwWriter *w) {
  const PawlModel *m = w->model;
  bool ground = w->frames.first[1] < m->frames.count || w->profiles.first[1] < m->profiles.count ||
                w->surfaces.first[1] < m->surfaces.count || w->meshes.first[1] < m->meshes.count;
  if (m->bodies.count == 1 && !ground) return;
  pw_text_add(&w->out, "\nbodies:");
  for (int32_t body = 2; body <= m->bodies.count; body++) {
    if (ground && ground_comes(w, body)) {
      write_body(w, 1);
      ground = false;
    }
    write_body(w, body);
  }
  if (ground) write_body(w, 1);
}

void pw_write_bodies(PwWriter *w) {
  if (list_carried(w)) {
    write_bodies(w);
  } else {
    w->out.failed = true;
  }
  carried_free(&w->frames);
  carried_free(&w->profiles);
  carried_free(&w->surfaces);
  carried_free(&w->meshes);
}
