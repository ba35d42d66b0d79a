// Boxes over the triangles of a mesh, in its own axes.
#ifndef PW_MESH_TREE_H
#define PW_MESH_TREE_H
#include "geometry/mesh/trimesh.h"

enum { PW_MESH_LEAF = 4 };  // triangles of a leaf, at most

typedef struct {
  float low[3], high[3];  // rounded outwards
  int32_t first,
      count;  // of a leaf: its triangles in `order`; else 0, and `first` is its second child: the first one is the next
} PwMeshNode;

typedef struct {
  const PwTriMesh *mesh;
  PwMeshNode *node;
  int32_t nodes, *order;
} PwMeshTree;

bool pw_mesh_tree_create(const PwTriMesh *mesh, PwMeshTree *out);  // false when out of memory
void pw_mesh_tree_free(PwMeshTree *tree);

// mesh_self.c: the first triangles found that cross each other, or lie on each other in one plane with the same side out; false:
// there are none. What only touches does not count.
PawlStatus pw_mesh_self_crossing(const PwTriMesh *mesh, bool *found, int32_t triangle[2]);
#endif
