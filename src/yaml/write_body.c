// Bodies with their frames, as a model file has them.
#include <string.h>

#include "yaml/write_yaml.h"

const char *pw_write_own_name(const char *name) {
  const char *dot = name ? strchr(name, '.') : NULL;
  return dot ? dot + 1 : NULL;
}

static void write_body_frames(PwWriter *w, PawlBodyId body) {
  bool first = true;
  for (int32_t k = 0; k < w->model->frames.count; k++) {
    const PawlFrameDef *f = &w->model->frames.item[k].def;
    if (f->body.i != body.i || !pw_write_own_name(f->name)) continue;
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

// The first frame, profile or surface that a file names on a body; the count of them if there is none.
static int32_t first_frame(const PawlModel *m, int32_t body) {
  int32_t k = 0;
  while (k < m->frames.count && (m->frames.item[k].def.body.i != body || !pw_write_own_name(m->frames.item[k].def.name))) k++;
  return k;
}

static int32_t first_profile(const PawlModel *m, int32_t body) {
  int32_t k = 0;
  while (k < m->profiles.count && m->profiles.item[k].def.body.i != body) k++;
  return k;
}

static int32_t first_surface(const PawlModel *m, int32_t body) {
  int32_t k = 0;
  while (k < m->surfaces.count && m->surfaces.item[k].def.body.i != body) k++;
  return k;
}

// Ground may stand anywhere among the bodies: here, if what it carries was added before what this body carries.
static bool ground_comes(const PawlModel *m, int32_t body) {
  int32_t frame = first_frame(m, body), profile = first_profile(m, body), surface = first_surface(m, body);
  return (frame < m->frames.count && first_frame(m, 1) < frame) ||
         (profile < m->profiles.count && first_profile(m, 1) < profile) ||
         (surface < m->surfaces.count && first_surface(m, 1) < surface);
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
}

void pw_write_bodies(PwWriter *w) {
  const PawlModel *m = w->model;
  bool ground =
      first_frame(m, 1) < m->frames.count || first_profile(m, 1) < m->profiles.count || first_surface(m, 1) < m->surfaces.count;
  if (m->bodies.count == 1 && !ground) return;
  pw_text_add(&w->out, "\nbodies:");
  for (int32_t body = 2; body <= m->bodies.count; body++) {
    if (ground && ground_comes(m, body)) {
      write_body(w, 1);
      ground = false;
    }
    write_body(w, body);
  }
  if (ground) write_body(w, 1);
}
