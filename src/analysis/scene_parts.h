// What the files that write scene.json share.
#ifndef PW_SCENE_PARTS_H
#define PW_SCENE_PARTS_H
#include <math.h>

#include "base/json.h"
#include "compile/mechanism.h"

// JSON knows no NaN; nothing that is drawn has one.
static inline json_t *pw_scene_number(double value) {
  return json_real(isfinite(value) ? value : 0);
}

static inline json_t *pw_scene_numbers(const double *value, int count) {
  json_t *list = json_array();
  for (int i = 0; i < count; i++) pw_json_append(&list, pw_scene_number(value[i]));
  return list;
}

static inline json_t *pw_scene_name(const char *text) {
  return pw_json_text(text ? text : "");
}

// The surfaces of a body.
json_t *pw_scene_surfaces(const PawlMechanism *k, int32_t body);
// Its meshes.
json_t *pw_scene_meshes(const PawlMechanism *k, int32_t body);
#endif
