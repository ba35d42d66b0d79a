// Profiles of a body, as a model file has them.
#include <math.h>

#include "model/words.h"
#include "yaml/write_yaml.h"

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
    case PAWL_ELEMENT_ELLIPSE:
      add_pair(w, "ellipse: {center", e->center, PW_DIM_LENGTH);
      add_pair(w, ", radii", (const double[]){e->radius, e->radius_across}, PW_DIM_LENGTH);
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

static void write_chain(PwWriter *w, int indent, const PawlProfileDef *d) {
  if (!isnan(d->element[0].from[0])) {
    pw_write_key(w, indent, "start");
    pw_write_list(w, d->element[0].from, 2, PW_DIM_LENGTH);
  }
  pw_write_key(w, indent, "chain");
  for (int32_t k = 0; k < d->count; k++) {
    pw_text_format(&w->out, "\n%*s- ", indent + 2, "");
    write_element(w, &d->element[k]);
  }
  if (!d->closed) pw_write_word(w, indent, "closed", "false");
  if (d->end_points) pw_write_word(w, indent, "ends", pw_words_ends[1]);
}

void pw_write_outline(PwWriter *w, int indent, const PawlProfileDef *d) {
  const PawlElementDef *e = d->element;
  if (e->type == PAWL_ELEMENT_CIRCLE) {
    pw_write_key(w, indent, "circle");
    add_pair(w, "{center", e->center, PW_DIM_LENGTH);
    add_number(w, "radius", e->radius, PW_DIM_LENGTH);
    pw_text_add(&w->out, e->clockwise ? ", clockwise: true}" : "}");
  } else if (e->type == PAWL_ELEMENT_POINT) {
    pw_write_key(w, indent, "point");
    pw_write_list(w, e->from, 2, PW_DIM_LENGTH);
  } else {
    write_chain(w, indent, d);
  }
}

static void write_profile(PwWriter *w, const PawlProfileDef *d) {
  pw_write_vector(w, 8, "at", d->position, PW_DIM_LENGTH);
  pw_write_orientation(w, 8, d->orientation);
  if (d->hidden) pw_write_word(w, 8, "hidden", "true");
  if (d->construction) pw_write_word(w, 8, "construction", "true");
  if (!d->offset_of.i) {
    pw_write_outline(w, 8, d);
    return;
  }
  pw_write_key(w, 8, "offset");
  pw_text_format(&w->out, "{profile: %s, by: ", w->model->profiles.item[d->offset_of.i - 1].def.name);
  pw_write_number(w, d->offset, PW_DIM_LENGTH);
  pw_text_add(&w->out, "}");
}

void pw_write_profiles(PwWriter *w, PawlBodyId body) {
  bool first = true;
  for (int32_t k = w->profiles.first[body.i]; k < w->model->profiles.count; k = w->profiles.next[k]) {
    const PawlProfileDef *d = &w->model->profiles.item[k].def;
    if (first) pw_write_key(w, 4, "profiles");
    first = false;
    if (!pw_write_own_name(d->name)) {
      pw_write_fail(w, "profile '%s': a file names it body.profile", d->name);
      return;
    }
    pw_write_key(w, 6, pw_write_own_name(d->name));
    write_profile(w, d);
  }
}
