// Meshes of scene.json, checked.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "report/bytes.h"
#include "report/scene_read.h"

static const double FARTHEST = 1e30;  // m; single precision ends at 3e38

static int32_t read_count(PwSceneReader *r, const json_t *from, const char *key) {
  double count = pw_scene_get_number(r, json_object_get(from, key), key);
  bool good = count >= 1 && count <= 3e8 && count == floor(count);
  if (!good) pw_scene_complain(r, key);
  return good ? (int32_t)count : 0;
}

// 12 bytes for each of `count`; NULL after a complaint. free().
static unsigned char *read_bytes(PwSceneReader *r, const json_t *from, const char *key, int32_t count) {
  const json_t *text = json_object_get(from, key);
  size_t length = 12 * (size_t)count;
  if (r->status != PAWL_OK) return NULL;
  if (!json_is_string(text) || json_string_length(text) != 4 * ((length + 2) / 3)) {
    pw_scene_complain(r, key);
    return NULL;
  }
  unsigned char *bytes = malloc(length + 1);
  if (!bytes) {
    r->status = pw_fail(r->messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  } else if (!pw_base64_read(json_string_value(text), json_string_length(text), bytes, length)) {
    pw_scene_complain(r, key);
  }
  return bytes;
}

static void read_points(PwSceneReader *r, const json_t *from, PwSceneMesh *m) {
  unsigned char *bytes = read_bytes(r, from, "points", m->points);
  m->point = pw_scene_allocate(r, (size_t)m->points, sizeof *m->point);
  for (size_t i = 0; i < 3 * (size_t)m->points && r->status == PAWL_OK; i++) {
    float x = pw_get_float((const char *)bytes + 4 * i);
    if (!(fabsf(x) <= (float)FARTHEST)) pw_scene_complain(r, "points");
    m->point[i / 3][i % 3] = x;
  }
  free(bytes);
}

static void read_triangles(PwSceneReader *r, const json_t *from, PwSceneMesh *m) {
  unsigned char *bytes = read_bytes(r, from, "triangles", m->triangles);
  m->triangle = pw_scene_allocate(r, (size_t)m->triangles, sizeof *m->triangle);
  for (size_t i = 0; i < 3 * (size_t)m->triangles && r->status == PAWL_OK; i++) {
    const unsigned char *b = bytes + 4 * i;
    uint32_t corner = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    if (corner >= (uint32_t)m->points) pw_scene_complain(r, "triangles");
    m->triangle[i / 3][i % 3] = (int32_t)corner;
  }
  free(bytes);
}

static void read_mesh(PwSceneReader *r, const json_t *from, PwSceneMesh *m) {
  m->name = pw_scene_get_text(r, from, "name");
  m->closed = json_is_true(json_object_get(from, "closed"));
  m->points = read_count(r, from, "point_count");
  m->triangles = read_count(r, from, "triangle_count");
  read_points(r, from, m);
  read_triangles(r, from, m);
  if (r->status == PAWL_OK) m->box = pw_scene_box(m->point[0], (size_t)m->points);
}

void pw_scene_read_meshes(PwSceneReader *r, const json_t *from, PwSceneBody *b) {
  if (!json_object_get(from, "meshes")) return;
  b->mesh = pw_scene_get_list(r, from, "meshes", sizeof *b->mesh, &b->meshes);
  for (int32_t i = 0; i < b->meshes && r->status == PAWL_OK; i++) {
    read_mesh(r, pw_scene_get_item(from, "meshes", i), &b->mesh[i]);
  }
}
