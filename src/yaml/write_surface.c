// Surfaces of a body, as a model file has them.
#include <math.h>

#include "model/surfaces.h"
#include "model/words.h"
#include "yaml/write_yaml.h"

static void add_number(PwWriter *w, const char *key, double value, PwDimension dimension) {
  pw_text_format(&w->out, "%s: ", key);
  pw_write_number(w, value, dimension);
}

static void write_radii(PwWriter *w, const double radius[2]) {
  for (int k = 0; k < 2; k++) {
    pw_text_add(&w->out, k ? ", " : "{radii: [");
    if (isinf(radius[k])) {
      pw_text_add(&w->out, "~");
    } else {
      pw_write_number(w, radius[k], PW_DIM_LENGTH);
    }
  }
  pw_text_add(&w->out, "]}");
}

// Kinds that a few numbers describe.
static void write_numbers(PwWriter *w, const PawlSurfaceDef *d) {
  if (d->type == PAWL_SURFACE_PARABOLOID) {
    write_radii(w, d->radius);
    return;
  }
  pw_text_add(&w->out, "{");
  if (d->type == PAWL_SURFACE_ELLIPSOID) {
    pw_text_add(&w->out, "half_axes: ");
    pw_write_list(w, d->radius, 3, PW_DIM_LENGTH);
  } else if (pw_surface_fields(d->type)->radii) {
    add_number(w, "radius", d->radius[0], PW_DIM_LENGTH);
  }
  if (d->type == PAWL_SURFACE_TORUS) add_number(w, ", tube", d->radius[1], PW_DIM_LENGTH);
  if (d->type == PAWL_SURFACE_CONE) add_number(w, "angle", d->angle, PW_DIM_ANGLE);
  if (d->type == PAWL_SURFACE_HELICOID) add_number(w, "pitch", d->pitch, PW_DIM_LENGTH_PER_TURN);
  pw_text_add(&w->out, "}");
}

static void write_swept(PwWriter *w, const PawlSurfaceDef *d) {
  PawlProfileDef outline = pawl_profile_def_default();
  if (d->profile.i) {
    pw_write_word(w, 10, "profile", w->model->profiles.item[d->profile.i - 1].def.name);
  } else {
    outline.count = d->element_count;
    outline.element = d->element;
    outline.closed = d->closed;
    outline.end_points = d->end_points;
    pw_write_outline(w, 10, &outline);
  }
  pw_write_field(w, 10, "pitch", d->pitch, 0, PW_DIM_LENGTH_PER_TURN);
}

static void write_flags(PwWriter *w, const char *key, const bool flag[2]) {
  if (!flag[0] && !flag[1]) return;
  pw_write_key(w, 10, key);
  pw_text_format(&w->out, "[%s, %s]", flag[0] ? "true" : "false", flag[1] ? "true" : "false");
}

static void write_knots(PwWriter *w, const PawlSurfaceDef *d) {
  if (!d->knot_count[0] && !d->knot_count[1]) return;
  pw_write_key(w, 10, "knots");
  for (int k = 0; k < 2; k++) {
    pw_text_add(&w->out, k ? ", " : "[");
    if (d->knot_count[k]) {
      pw_write_list(w, d->knots[k], d->knot_count[k], PW_DIM_NONE);
    } else {
      pw_text_add(&w->out, "~");
    }
  }
  pw_text_add(&w->out, "]");
}

static void write_net(PwWriter *w, const PawlSurfaceDef *d) {
  const double *point = d->point, *weight = d->weight;
  pw_write_key(w, 10, "degree");
  pw_text_format(&w->out, "[%d, %d]", (int)d->degree[0], (int)d->degree[1]);
  write_flags(w, "periodic", d->periodic);
  write_flags(w, "uniform", d->uniform);
  write_knots(w, d);
  pw_write_key(w, 10, d->type == PAWL_SURFACE_GRID ? "points" : "control");
  for (int32_t i = 0; i < d->count[0]; i++) {
    pw_text_add(&w->out, "\n            - [");
    for (int32_t j = 0; j < d->count[1]; j++, point += 3) {
      if (j) pw_text_add(&w->out, ", ");
      pw_write_list(w, point, 3, PW_DIM_LENGTH);
    }
    pw_text_add(&w->out, "]");
  }
  if (weight) pw_write_key(w, 10, "weights");
  for (int32_t i = 0; weight && i < d->count[0]; i++, weight += d->count[1]) {
    pw_text_add(&w->out, "\n            - ");
    pw_write_list(w, weight, d->count[1], PW_DIM_NONE);
  }
}

static void write_solid(PwWriter *w, const PawlSurfaceDef *d) {
  if (d->type == PAWL_SURFACE_FRUSTUM) {
    pw_text_add(&w->out, "{radii: ");
    pw_write_list(w, d->radius, 2, PW_DIM_LENGTH);
    add_number(w, ", length", d->radius[2], PW_DIM_LENGTH);
    pw_text_add(&w->out, "}");
    return;
  }
  if (!pw_surface_fields(d->type)->points) {
    pw_text_add(&w->out, "{size: ");
    pw_write_list(w, d->radius, 3, PW_DIM_LENGTH);
    pw_text_add(&w->out, "}");
    return;
  }
  pw_write_key(w, 10, "points");
  for (int32_t i = 0; i < d->count[0]; i++) {
    pw_text_add(&w->out, "\n            - ");
    pw_write_list(w, d->point + 3 * i, d->type == PAWL_SURFACE_PRISM ? 2 : 3, PW_DIM_LENGTH);
  }
}

static void write_surface(PwWriter *w, const PawlSurfaceDef *d) {
  const PwSurfaceFields *f = pw_surface_fields(d->type);
  static const char *const direction[2] = {"u", "v"};
  pw_write_vector(w, 8, "at", d->position, PW_DIM_LENGTH);
  pw_write_orientation(w, 8, d->orientation);
  if (d->inside) pw_write_word(w, 8, "inside", "true");
  for (int k = 0; k < 2; k++) {
    if (isnan(d->range[k][0])) continue;
    pw_write_key(w, 8, direction[k]);
    pw_write_list(w, d->range[k], 2, f->dimension[k]);
  }
  pw_write_key(w, 8, pw_words_surface[d->type]);
  if (f->profile) {
    write_swept(w, d);
  } else if (f->net) {
    write_net(w, d);
  } else if (f->solid) {
    write_solid(w, d);
  } else {
    write_numbers(w, d);
  }
}

void pw_write_surfaces(PwWriter *w, PawlBodyId body) {
  bool first = true;
  for (int32_t k = w->surfaces.first[body.i]; k < w->model->surfaces.count; k = w->surfaces.next[k]) {
    const PawlSurfaceDef *d = &w->model->surfaces.item[k].def;
    if (first) pw_write_key(w, 4, "surfaces");
    first = false;
    if (!pw_write_own_name(d->name)) {
      pw_write_fail(w, "surface '%s': a file names it body.surface", d->name);
      return;
    }
    pw_write_key(w, 6, pw_write_own_name(d->name));
    write_surface(w, d);
  }
}
