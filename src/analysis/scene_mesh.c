// Meshes in scene.json: points and triangles as numbers of four bytes, in base64.
#include <stdlib.h>
#include <string.h>

#include "analysis/scene_parts.h"
#include "base/base64.h"
#include "numerics/vec.h"

static void put(unsigned char *at, uint32_t bits) {
  for (int i = 0; i < 4; i++) at[i] = (unsigned char)(bits >> 8 * i);
}

static json_t *text_of(unsigned char *bytes, size_t count) {
  PwText text = {0};
  if (bytes) pw_add_base64(&text, bytes, count);
  json_t *out = bytes && !text.failed ? json_stringn_nocheck(text.data ? text.data : "", text.length) : NULL;
  pw_text_free(&text);
  free(bytes);
  return out;
}

// In axes of the body, from its origin.
static json_t *points(const PawlMechanism *k, const PwBodyMesh *mesh) {
  const PwTriMesh *m = mesh->geometry;
  size_t count = 12 * (size_t)m->vertices;
  unsigned char *bytes = malloc(count + 1);
  for (int32_t v = 0; v < m->vertices && bytes; v++) {
    for (int c = 0; c < 3; c++) {
      float x = (float)(k->body[mesh->body].center[c] + mesh->position[c] + pw_dot(mesh->axes + 3 * c, m->vertex[v]));
      uint32_t bits;
      memcpy(&bits, &x, sizeof bits);
      put(bytes + 12 * (size_t)v + 4 * c, bits);
    }
  }
  return text_of(bytes, count);
}

static json_t *triangles(const PwTriMesh *m) {
  size_t count = 12 * (size_t)m->triangles;
  unsigned char *bytes = malloc(count + 1);
  for (int32_t t = 0; t < m->triangles && bytes; t++) {
    for (int k = 0; k < 3; k++) put(bytes + 12 * (size_t)t + 4 * k, (uint32_t)m->corner[t][k]);
  }
  return text_of(bytes, count);
}

json_t *pw_scene_meshes(const PawlMechanism *k, int32_t body) {
  json_t *list = json_array();
  for (int32_t i = 0; i < k->meshes; i++) {
    const PwTriMesh *m = k->mesh[i].geometry;
    if (k->mesh[i].body != body) continue;
    pw_json_append(&list, json_pack("{s:o, s:b, s:i, s:i, s:o, s:o}", "name", pw_scene_name(k->mesh[i].name), "closed",
                                    (int)pw_trimesh_closed(m), "point_count", (int)m->vertices, "triangle_count",
                                    (int)m->triangles, "points", points(k, &k->mesh[i]), "triangles", triangles(m)));
  }
  return list;
}
