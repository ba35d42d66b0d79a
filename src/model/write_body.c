// Bodies with their frames and profiles, as a model file has them.
#include <math.h>
#include <string.h>

#include "model/read_keys.h"
#include "model/write_yaml.h"

// Tips of a body: what stands after "body." in a name that files know.
static const char *after_dot(const char *name) {
  const char *dot = name ? strchr(name, '.') : NULL;
  return dot ? dot + 1 : NULL;
}

static void write_body_frames(PwWriter *w, PawlBodyId body) {
  bool first = true;
  for (int32_t k = 0; k < w->model->frames.count; k++) {
    const PawlFrameDef *f = &w->model->frames.item[k].def;
    if (f->body.i != body.i || !after_dot(f->name)) continue;
    if (first) pw_write_key(w, 4, "frames");
    first = false;
    pw_write_key(w, 6, after_dot(f->name));
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

// The first frame or profile that a file names on a body; the count of them if there is none.
static int32_t first_frame(const PawlModel *m, int32_t body) {
  int32_t k = 0;
  while (k < m->frames.count && (m->frames.item[k].def.body.i != body || !after_dot(m->frames.item[k].def.name))) k++;
  return k;
}

static int32_t first_profile(const PawlModel *m, int32_t body) {
  int32_t k = 0;
  while (k < m->profiles.count && m->profiles.item[k].def.body.i != body) k++;
  return k;
}

// Ground may stand anywhere among the bodies: here, if what it carries was added before what this body carries.
static bool ground_comes(const PawlModel *m, int32_t body) {
  int32_t frame = first_frame(m, body), profile = first_profile(m, body);
  return (frame < m->frames.count && first_frame(m, 1) < frame) || (profile < m->profiles.count && first_profile(m, 1) < profile);
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
}

void pw_write_bodies(PwWriter *w) {
  const PawlModel *m = w->model;
  bool ground = first_frame(m, 1) < m->frames.count || first_profile(m, 1) < m->profiles.count;
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

// ---- profiles

static void add_pair(PwWriter *w, const char *key, const double *pair, PwDimension dimension) {
  pw_text_format(&w->out, "%s: ", key);
  pw_write_list(w, pair, 2, dimension);
}

static void add_pairs(PwWriter *w, const char *key, const PawlElementDef *e, PwDimension second) {
  pw_text_format(&w->out, "%s: [", key);
  for (int32_t k = 0; k < e->count; k++) {
    pw_text_add(&w->out, k ? ", [" : "[");
    pw_write_number(w, e->data[2 * k], PW_DIM_LENGTH);
    pw_text_add(&w->out, ", ");
    pw_write_number(w, e->data[2 * k + 1], second);
    pw_text_add(&w->out, "]");
  }
  pw_text_add(&w->out, "]");
}

static void add_number(PwWriter *w, const char *key, double value, PwDimension dimension) {
  pw_text_format(&w->out, ", %s: ", key);
  pw_write_number(w, value, dimension);
}

static void write_arc(PwWriter *w, const PawlElementDef *e) {
  add_pair(w, "arc: {center", e->center, PW_DIM_LENGTH);
  if (!isnan(e->to[0])) {
    add_pair(w, ", to", e->to, PW_DIM_LENGTH);
  } else {
    add_number(w, "radius", e->radius, PW_DIM_LENGTH);
    add_pair(w, ", angles", e->angle, PW_DIM_ANGLE);
  }
}

static void write_element(PwWriter *w, const PawlElementDef *e) {
  switch (e->type) {
    case PAWL_ELEMENT_LINE:
      add_pair(w, "line: {to", e->to, PW_DIM_LENGTH);
      break;
    case PAWL_ELEMENT_ARC:
      write_arc(w, e);
      break;
    case PAWL_ELEMENT_POLAR:
      add_pair(w, "polar: {center", e->center, PW_DIM_LENGTH);
      add_pair(w, ", angles", e->angle, PW_DIM_ANGLE);
      add_number(w, "origin", e->origin, PW_DIM_ANGLE);
      add_number(w, "scale", e->scale, PW_DIM_ANGLE);
      add_pairs(w, ", terms", e, PW_DIM_NONE);
      break;
    case PAWL_ELEMENT_SPLINE:
    case PAWL_ELEMENT_BSPLINE:
      add_pairs(w, e->type == PAWL_ELEMENT_SPLINE ? "spline: {points" : "bspline: {control", e, PW_DIM_LENGTH);
      add_number(w, "degree", e->degree, PW_DIM_NONE);
      if (e->knot_count) {
        pw_text_add(&w->out, ", knots: ");
        pw_write_list(w, e->knots, e->knot_count, PW_DIM_NONE);
      }
      break;
    case PAWL_ELEMENT_INVOLUTE:
      add_pair(w, "involute: {center", e->center, PW_DIM_LENGTH);
      add_number(w, "radius", e->radius, PW_DIM_LENGTH);
      add_number(w, "origin", e->origin, PW_DIM_ANGLE);
      add_pair(w, ", angles", e->angle, PW_DIM_ANGLE);
      break;
    case PAWL_ELEMENT_CIRCLE:
    case PAWL_ELEMENT_POINT:
      break;  // alone in their profile, written there
  }
  if (e->clockwise) pw_text_add(&w->out, ", clockwise: true");
  pw_text_add(&w->out, "}");
}

static void write_chain(PwWriter *w, const PawlProfileDef *d) {
  if (!isnan(d->element[0].from[0])) {
    pw_write_key(w, 8, "start");
    pw_write_list(w, d->element[0].from, 2, PW_DIM_LENGTH);
  }
  pw_write_key(w, 8, "chain");
  for (int32_t k = 0; k < d->count; k++) {
    pw_text_add(&w->out, "\n          - ");
    write_element(w, &d->element[k]);
  }
  if (!d->closed) pw_write_word(w, 8, "closed", "false");
  if (d->end_points) pw_write_word(w, 8, "ends", pw_words_ends[1]);
}

static void write_profile(PwWriter *w, const PawlProfileDef *d) {
  const PawlElementDef *e = d->element;
  pw_write_vector(w, 8, "at", d->position, PW_DIM_LENGTH);
  pw_write_orientation(w, 8, d->orientation);
  if (d->offset_of.i) {
    pw_write_key(w, 8, "offset");
    pw_text_format(&w->out, "{profile: %s, by: ", w->model->profiles.item[d->offset_of.i - 1].def.name);
    pw_write_number(w, d->offset, PW_DIM_LENGTH);
    pw_text_add(&w->out, "}");
  } else if (e->type == PAWL_ELEMENT_CIRCLE) {
    pw_write_key(w, 8, "circle");
    add_pair(w, "{center", e->center, PW_DIM_LENGTH);
    add_number(w, "radius", e->radius, PW_DIM_LENGTH);
    pw_text_add(&w->out, e->clockwise ? ", clockwise: true}" : "}");
  } else if (e->type == PAWL_ELEMENT_POINT) {
    pw_write_key(w, 8, "point");
    pw_write_list(w, e->from, 2, PW_DIM_LENGTH);
  } else {
    write_chain(w, d);
  }
}

void pw_write_profiles(PwWriter *w, PawlBodyId body) {
  bool first = true;
  for (int32_t k = 0; k < w->model->profiles.count; k++) {
    const PawlProfileDef *d = &w->model->profiles.item[k].def;
    if (d->body.i != body.i) continue;
    if (first) pw_write_key(w, 4, "profiles");
    first = false;
    if (!after_dot(d->name)) {
      pw_write_fail(w, "profile '%s': a file names it body.profile", d->name);
      return;
    }
    pw_write_key(w, 6, after_dot(d->name));
    write_profile(w, d);
  }
}
