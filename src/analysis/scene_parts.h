// What the files that write scene.json share.
#ifndef PW_SCENE_PARTS_H
#define PW_SCENE_PARTS_H
#include <jansson.h>
#include <math.h>

#include "model/mechanism.h"

// JSON knows no NaN; nothing that is drawn has one.
static inline json_t *pw_scene_number(double value) {
  return json_real(isfinite(value) ? value : 0);
}

static inline json_t *pw_scene_numbers(const double *value, int count) {
  json_t *list = json_array();
  for (int i = 0; i < count; i++) json_array_append_new(list, pw_scene_number(value[i]));
  return list;
}

// Names that a caller of the C interface gave may be no UTF-8.
static inline json_t *pw_scene_name(const char *text) {
  json_t *name = json_string(text ? text : "");
  return name ? name : json_string("?");
}

// The surfaces of a body; NULL: it has none.
json_t *pw_scene_surfaces(const PawlMechanism *k, int32_t body);
#endif
