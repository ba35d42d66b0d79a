#include "report/scene_read.h"

#include <math.h>

void pw_scene_complain(PwSceneReader *r, const char *key) {
  if (r->status != PAWL_OK) return;
  r->status =
      pw_fail(r->messages, PAWL_ERR_INPUT, (PwPlace){r->path, 0, 0}, "damaged: '%s' is missing or not what it must be", key);
}

void *pw_scene_allocate(PwSceneReader *r, size_t count, size_t size) {
  void *data = r->status == PAWL_OK ? pw_arena_array(r->arena, count ? count : 1, size) : NULL;
  if (!data && r->status == PAWL_OK) r->status = pw_fail(r->messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  return data;
}

const char *pw_scene_get_text(PwSceneReader *r, const json_t *object, const char *key) {
  const char *value = json_string_value(json_object_get(object, key));
  if (!value) pw_scene_complain(r, key);
  return value ? value : "";
}

double pw_scene_get_number(PwSceneReader *r, const json_t *value, const char *what) {
  if (!json_is_number(value)) pw_scene_complain(r, what);
  return json_number_value(value);
}

void pw_scene_get_numbers(PwSceneReader *r, const json_t *list, const char *what, double *out, size_t count) {
  if (json_array_size(list) != count) pw_scene_complain(r, what);
  for (size_t i = 0; i < count; i++) out[i] = r->status == PAWL_OK ? pw_scene_get_number(r, json_array_get(list, i), what) : 0;
}

void *pw_scene_get_list(PwSceneReader *r, const json_t *object, const char *key, size_t size, int32_t *count) {
  const json_t *array = json_object_get(object, key);
  if (!json_is_array(array) || json_array_size(array) > 10000000) pw_scene_complain(r, key);
  *count = r->status == PAWL_OK ? (int32_t)json_array_size(array) : 0;
  return pw_scene_allocate(r, (size_t)*count, size);
}

const json_t *pw_scene_get_item(const json_t *object, const char *key, int32_t i) {
  return json_array_get(json_object_get(object, key), (size_t)i);
}

PwSceneBox pw_scene_box(const double *point, size_t count) {
  PwSceneBox box;
  for (size_t c = 0; c < 3; c++) {
    double low = point[c], high = low;
    for (size_t i = 1; i < count; i++) {
      low = fmin(low, point[3 * i + c]);
      high = fmax(high, point[3 * i + c]);
    }
    box.center[c] = (low + high) / 2;
    box.half[c] = (high - low) / 2;
  }
  return box;
}
