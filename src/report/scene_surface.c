// Surfaces of scene.json, checked.
#include <math.h>
#include <string.h>

#include "numerics/vec.h"
#include "report/scene_read.h"

enum { POINTS_MOST = 1000000 };
static const double FARTHEST = 1e30;  // m; single precision ends at 3e38

static void read_edges(PwSceneReader *r, const json_t *list, int32_t count, bool *edge) {
  size_t n = json_array_size(list);
  if (!json_is_array(list)) pw_scene_complain(r, "edges");
  for (size_t i = 0; i < n && r->status == PAWL_OK; i++) {
    double line = pw_scene_get_number(r, json_array_get(list, i), "edges");
    if (line >= 0 && line < count) {
      edge[(int32_t)line] = true;
    } else {
      pw_scene_complain(r, "edges");
    }
  }
}

static void read_lines(PwSceneReader *r, const json_t *from, PwSceneSurface *s) {
  static const char *const KEYS[2] = {"u", "v"};
  const json_t *closed = json_object_get(from, "closed"), *edges = json_object_get(from, "edges");
  if (json_array_size(closed) != 2) pw_scene_complain(r, "closed");
  if (json_array_size(edges) != 2) pw_scene_complain(r, "edges");
  for (int d = 0; d < 2 && r->status == PAWL_OK; d++) {
    size_t count = json_array_size(json_object_get(from, KEYS[d]));
    if (count < 1 || count > POINTS_MOST) pw_scene_complain(r, KEYS[d]);
    s->count[d] = (int32_t)count;
    s->closed[d] = json_is_true(json_array_get(closed, (size_t)d));
    s->edge[d] = pw_scene_allocate(r, count, sizeof *s->edge[d]);
    if (s->edge[d]) read_edges(r, json_array_get(edges, (size_t)d), s->count[d], s->edge[d]);
  }
}

static double *read_vectors(PwSceneReader *r, const json_t *from, const char *key, size_t count) {
  double *out = pw_scene_allocate(r, 3 * count, sizeof *out);
  if (!out) return NULL;
  pw_scene_get_numbers(r, json_object_get(from, key), key, out, 3 * count);
  for (size_t i = 0; i < 3 * count; i++) {
    if (!(fabs(out[i]) <= FARTHEST)) pw_scene_complain(r, key);
  }
  return out;
}

static void read_surface(PwSceneReader *r, const json_t *from, PwSceneSurface *s) {
  s->name = pw_scene_get_text(r, from, "name");
  s->plane = strcmp(pw_scene_get_text(r, from, "kind"), "plane") == 0;
  read_lines(r, from, s);
  int64_t count = (int64_t)s->count[0] * s->count[1];
  if (count > POINTS_MOST) pw_scene_complain(r, "points");
  if (r->status != PAWL_OK) return;
  s->point = read_vectors(r, from, "points", (size_t)count);
  s->normal = read_vectors(r, from, "normals", (size_t)count);
  for (int64_t i = 0; i < count && r->status == PAWL_OK; i++) {
    if (!(pw_normalise(s->normal + 3 * i) > 0.5)) pw_scene_complain(r, "normals");
  }
  if (r->status == PAWL_OK) s->box = pw_scene_box(s->point, (size_t)count);
}

void pw_scene_read_surfaces(PwSceneReader *r, const json_t *from, PwSceneBody *b) {
  if (!json_object_get(from, "surfaces")) return;
  b->surface = pw_scene_get_list(r, from, "surfaces", sizeof *b->surface, &b->surfaces);
  for (int32_t i = 0; i < b->surfaces && r->status == PAWL_OK; i++) {
    read_surface(r, pw_scene_get_item(from, "surfaces", i), &b->surface[i]);
  }
}
