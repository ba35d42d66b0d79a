// Meshes of triangles as CAD programs write them: welded, checked, with neighbours and, where they are closed, what they enclose.
#ifndef PW_TRIMESH_H
#define PW_TRIMESH_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pawl/status.h"

enum { PW_TRIMESH_MOST = 300000000 };  // vertices, and triangles

// What was found in a file, and what was done about it.
typedef struct {
  int32_t degenerate;   // left out: two of their corners are one
  int32_t doubles;      // left out: the corners of one before, in the same sense
  int32_t turned;       // turned round to agree with their neighbours
  bool inside_out;      // all of them were turned round: the mesh enclosed a negative volume
  int32_t borders;      // edges that only one triangle has
  int32_t crowded;      // edges that more than two have
  int32_t twisted;      // edges whose two triangles cannot agree, whatever is turned
  int32_t flat;         // triangles without an area that are there
  int32_t parts;        // that hang together by edges
  bool crosses;         // a closed one: two of its triangles cross each other
  int32_t crossing[2];  // these
  int32_t border[2];    // vertices of the first of these edges
  int32_t crowd[2];     //
} PwMeshFindings;

// Immutable once it is made, and shared by those who hold it.
typedef struct {
  int32_t vertices, triangles;
  double (*vertex)[3];   // m, own axes
  int32_t (*corner)[3];  // counter-clockwise seen from outside
  int32_t (*beside)[3];  // the triangle across the edge from corner k to the next; -1: none, or more than one
  double low[3], high[3];
  double volume, center[3], inertia[6];  // of a closed one, of density 1, as PwSolid has them; else 0
  uint64_t hash;                         // of vertices and corners
  PwMeshFindings found;
  atomic_int owners;
} PwTriMesh;

static inline bool pw_trimesh_closed(const PwTriMesh *m) {
  return m->found.borders == 0 && m->found.crowded == 0 && m->found.twisted == 0;
}

PwTriMesh *pw_trimesh_share(PwTriMesh *mesh);  // one more owner
void pw_trimesh_release(PwTriMesh *mesh);      // one less; NULL is none

// ---- making one

typedef struct {
  double weld;  // vertices no farther than this from one before are that one; 0: where they are equal
  int32_t vertices, vertex_room, triangles, triangle_room;
  double (*vertex)[3];
  int32_t (*corner)[3];
  int32_t *next;             // of a vertex: the one before in its bucket, or -1
  int32_t *bucket, buckets;  // a power of two, or none yet
  PwMeshFindings found;
} PwMeshBuilder;

// A vertex, or the one that it is welded to. PAWL_ERR_MEMORY, or PAWL_ERR_UNSUPPORTED: there are too many.
PawlStatus pw_mesh_add_vertex(PwMeshBuilder *b, const double x[3], int32_t *out);
PawlStatus pw_mesh_add_triangle(PwMeshBuilder *b, int32_t i, int32_t j, int32_t k);
void pw_mesh_builder_free(PwMeshBuilder *b);
// Takes what was added; lengths are multiplied by `unit`. *out has one owner.
PawlStatus pw_mesh_finish(PwMeshBuilder *b, double unit, PwTriMesh **out);

// mesh_mass.c: `volume`, `center`, `inertia`, by the tetrahedra between the triangles and a point.
void pw_mesh_measure(PwTriMesh *mesh);
#endif
