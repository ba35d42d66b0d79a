// Vertices in one place become one, by hashing the place; triangles that lose a corner by it are left out.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/mesh/trimesh.h"

// Room for one more of `size` bytes; false when out of memory.
static bool grow(void **list, int32_t count, int32_t *room, size_t size) {
  if (count < *room) return true;
  int32_t more = *room ? (*room > PW_TRIMESH_MOST / 2 ? PW_TRIMESH_MOST : 2 * *room) : 64;
  void *grown = realloc(*list, (size_t)more * size);
  if (!grown) return false;
  *list = grown;
  *room = more;
  return true;
}

static uint64_t mix(uint64_t h, double x) {
  uint64_t bits;
  x += 0.0;  // -0 is 0
  memcpy(&bits, &x, sizeof bits);
  h = (h ^ bits) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

// The bucket of a place, or, with a length to weld by, of the cell of that size which lies `step` cells from the place's own.
static uint64_t hash_of(const PwMeshBuilder *b, const double x[3], const int step[3]) {
  uint64_t h = 0x243f6a8885a308d3u;
  for (int c = 0; c < 3; c++) h = mix(h, b->weld > 0 ? floor(x[c] / b->weld) + step[c] : x[c]);
  return h ^ h >> 32;
}

static const int HERE[3] = {0};

static int32_t *bucket_of(const PwMeshBuilder *b, const double x[3], const int step[3]) {
  return &b->bucket[hash_of(b, x, step) & (uint64_t)(b->buckets - 1)];
}

static void enter(PwMeshBuilder *b, int32_t i) {
  int32_t *at = bucket_of(b, b->vertex[i], HERE);
  b->next[i] = *at;
  *at = i;
}

static bool more_buckets(PwMeshBuilder *b) {
  int32_t count = b->buckets ? 2 * b->buckets : 128;
  int32_t *bucket = malloc((size_t)count * sizeof *bucket);
  if (!bucket) return false;
  free(b->bucket);
  b->bucket = bucket;
  b->buckets = count;
  for (int32_t i = 0; i < count; i++) bucket[i] = -1;
  for (int32_t i = 0; i < b->vertices; i++) enter(b, i);
  return true;
}

static bool is_same(const PwMeshBuilder *b, const double x[3], const double y[3]) {
  if (!(b->weld > 0)) return x[0] == y[0] && x[1] == y[1] && x[2] == y[2];
  double d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= b->weld * b->weld;
}

// The first vertex that x may be; -1: none.
static int32_t find(const PwMeshBuilder *b, const double x[3]) {
  int32_t best = -1, cells = b->weld > 0 ? 27 : 1;
  for (int32_t n = 0; n < cells; n++) {
    int step[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
    for (int32_t i = *bucket_of(b, x, cells > 1 ? step : HERE); i >= 0; i = b->next[i]) {
      if ((best < 0 || i < best) && is_same(b, b->vertex[i], x)) best = i;
    }
  }
  return best;
}

static bool room_for_vertex(PwMeshBuilder *b) {
  int32_t room = b->vertex_room;
  if (!grow((void **)&b->vertex, b->vertices, &b->vertex_room, sizeof *b->vertex)) return false;
  if (b->vertex_room == room) return true;
  int32_t *next = realloc(b->next, (size_t)b->vertex_room * sizeof *next);
  if (next) b->next = next;
  if (!next) b->vertex_room = room;
  return next != NULL;
}

PawlStatus pw_mesh_add_vertex(PwMeshBuilder *b, const double x[3], int32_t *out) {
  if (b->vertices >= b->buckets && !more_buckets(b)) return PAWL_ERR_MEMORY;
  *out = find(b, x);
  if (*out >= 0) return PAWL_OK;
  if (b->vertices == PW_TRIMESH_MOST) return PAWL_ERR_UNSUPPORTED;
  if (!room_for_vertex(b)) return PAWL_ERR_MEMORY;
  for (int c = 0; c < 3; c++) b->vertex[b->vertices][c] = x[c] + 0.0;
  enter(b, *out = b->vertices++);
  return PAWL_OK;
}

PawlStatus pw_mesh_add_triangle(PwMeshBuilder *b, int32_t i, int32_t j, int32_t k) {
  if (i == j || j == k || k == i) {
    b->found.degenerate++;
    return b->found.degenerate < PW_TRIMESH_MOST ? PAWL_OK : PAWL_ERR_UNSUPPORTED;
  }
  if (b->triangles == PW_TRIMESH_MOST) return PAWL_ERR_UNSUPPORTED;
  if (!grow((void **)&b->corner, b->triangles, &b->triangle_room, sizeof *b->corner)) return PAWL_ERR_MEMORY;
  int32_t *c = b->corner[b->triangles++];
  c[0] = i, c[1] = j, c[2] = k;
  return PAWL_OK;
}

void pw_mesh_builder_free(PwMeshBuilder *b) {
  free(b->vertex);
  free(b->corner);
  free(b->next);
  free(b->bucket);
  *b = (PwMeshBuilder){0};
}
