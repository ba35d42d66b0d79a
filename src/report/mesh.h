// Faces of surfaces and solids, for drawings and exports.
#ifndef PW_MESH_H
#define PW_MESH_H
#include "report/outline.h"

typedef struct {
  int32_t corner[4];  // points, counter-clockwise seen from outside; the last one of a triangle is -1
  int32_t beside[4];  // the face across the side from corner k to the next, where the surface goes on smoothly; -1: none
} PwFace;

typedef struct {
  int32_t points, faces;
  double (*point)[3], (*normal)[3];  // body axes; normals are unit and look out of the material
  PwFace *face;
  bool solid;  // it has no border: its inside is not seen
} PwMesh;

static inline int pw_face_corners(const PwFace *f) {
  return f->corner[3] < 0 ? 3 : 4;
}

// A surface, with no more than about `most` lines in each direction (0: all); those on borders and kinks stay. Without faces
// where it is an edge or a point. In the arena; false when out of memory.
bool pw_mesh_surface(const PwSceneSurface *s, int32_t most, PwArena *arena, PwMesh *out);
// Triangles; with `most`, corners are drawn together until there are about so many across, so that a drawing stays small.
bool pw_mesh_triangles(const PwSceneMesh *s, int32_t most, PwArena *arena, PwMesh *out);
// Surfaces, solids or meshes of a body, which has one kind of them.
static inline int32_t pw_body_meshes(const PwSceneBody *b) {
  return b->surfaces + b->solids + b->meshes;
}
bool pw_mesh_body(const PwSceneBody *b, int32_t i, int32_t most, PwArena *arena, PwMesh *out);
// An outline with its plane in the middle of the depth: two lids, where it has an inside, and a wall of flat faces.
bool pw_mesh_extrude(const PwOutline *o, double depth, PwArena *arena, PwMesh *out);
#endif
