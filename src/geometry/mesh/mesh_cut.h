// Where two placed meshes cut each other, and the regions that they have in common.
//
// A piercing is an edge of one mesh with a triangle of the other that it goes through, decided by five exact signs, whose ties
// are broken by the numbers of the vertices. So every two triangles that cut each other have two piercings, coplanar and grazing
// ones included, and between closed meshes they join into closed contours.
#ifndef PW_MESH_CUT_H
#define PW_MESH_CUT_H
#include "geometry/mesh/mesh_tree.h"

typedef struct {
  int32_t of;        // the mesh that the edge is of, 0 or 1
  int32_t edge;      // 3 triangle + side, of the lower of its two triangles
  int32_t triangle;  // of the other mesh
  bool enters;       // along the edge, as that triangle has it, it goes into the other mesh
  double part;       // of the way along it
  double x[3];       // axes of mesh 0
} PwPiercing;

typedef struct {
  const PwMeshTree *tree[2];
  double position[3], axes[9];  // of mesh 1 in axes of mesh 0; columns: its x y z (row-major 3x3)
  double (*moved)[3];           // vertices of mesh 1 in axes of mesh 0, each rounded once
  double slack;                 // what rounding may have moved them by
  PwPiercing *piercing;
  int32_t piercings, room;
} PwMeshCut;

// Do the boxes around two placed meshes meet?
bool pw_mesh_boxes_meet(const PwMeshTree *a, const PwMeshTree *b, const double position[3], const double axes[9]);
PawlStatus pw_mesh_cut(const PwMeshTree *a, const PwMeshTree *b, const double position[3], const double axes[9], PwMeshCut *out);
void pw_mesh_cut_free(PwMeshCut *cut);

static inline const double *pw_cut_vertex(const PwMeshCut *c, int mesh, int32_t v) {
  return mesh ? c->moved[v] : c->tree[0]->mesh->vertex[v];
}
// Of an edge of a mesh and a triangle of the other one: -1 it leaves through it, 1 it enters, 0 it does not go through.
int pw_cut_pierces(const PwMeshCut *c, int mesh, int32_t p, int32_t q, int32_t triangle);
// Is a vertex of `mesh` inside the other one, which is closed?
bool pw_cut_is_inside(const PwMeshCut *c, int mesh, int32_t v);

// What two closed meshes have in common, in one piece.
typedef struct {
  int32_t contours;  // that their surfaces have in common; 0: a part of one is wholly inside the other
  double area[3];    // vector area of the patch of mesh 0 inside mesh 1, which the patch of mesh 1 has against it; axes of mesh 0
  double normal[3];  // along it; 0 where there is no contour
  double point[3];   // middle of the area
  double volume;
  double depth;  // how far the two patches lie apart along the normal
} PwMeshRegion;

// free() what *out points at. PAWL_ERR_UNSUPPORTED: a mesh is not closed, or their numbers are too large for exact signs.
PawlStatus pw_mesh_regions(const PwMeshCut *cut, PwMeshRegion **out, int32_t *count);
#endif
