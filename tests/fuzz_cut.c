// Fuzz target of meshes that cut each other: any bytes as two soups of triangles between points of a small grid, where faces,
// edges and corners lie on each other all the time. Closed ones must have regions.
#include <stdint.h>
#include <stdlib.h>

#include "geometry/mesh/mesh_cut.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CORNERS_MOST = 3 * 60 };

static PwTriMesh *soup(const uint8_t *data, size_t size) {
  PwMeshBuilder builder = {0};
  PwTriMesh *m = NULL;
  int32_t v[3] = {0};
  for (size_t i = 0; i < size && i < CORNERS_MOST; i++) {
    double x[3] = {data[i] % 5, data[i] / 5 % 5, data[i] / 25 % 5};
    if (pw_mesh_add_vertex(&builder, x, &v[i % 3]) != PAWL_OK) abort();
    if (i % 3 == 2 && pw_mesh_add_triangle(&builder, v[0], v[1], v[2]) != PAWL_OK) abort();
  }
  if (!builder.triangles) {
    pw_mesh_builder_free(&builder);
    return NULL;
  }
  if (pw_mesh_finish(&builder, 1, &m) != PAWL_OK) abort();
  return m;
}

static void cut(const PwTriMesh *a, const PwTriMesh *b) {
  static const double still[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, none[3] = {0};
  PwMeshTree tree[2];
  PwMeshCut c;
  PwMeshRegion *region;
  int32_t count;
  if (!pw_mesh_tree_create(a, &tree[0]) || !pw_mesh_tree_create(b, &tree[1])) abort();
  if (pw_mesh_cut(&tree[0], &tree[1], none, still, &c) != PAWL_OK) abort();
  PawlStatus status = pw_mesh_regions(&c, &region, &count);
  bool closed = pw_trimesh_closed(a) && pw_trimesh_closed(b);
  if ((status == PAWL_OK) != closed) abort();
  free(region);
  pw_mesh_cut_free(&c);
  for (int k = 0; k < 2; k++) pw_mesh_tree_free(&tree[k]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t half = size / 2;
  PwTriMesh *a = soup(data, half), *b = soup(data + half, size - half);
  if (a && b) cut(a, b);
  pw_trimesh_release(a);
  pw_trimesh_release(b);
  return 0;
}
