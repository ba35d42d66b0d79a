// What meshes of a model are asked for: what they enclose, and what was done to them when they were read.
#ifndef PW_MESHES_H
#define PW_MESHES_H
#include "model/model.h"

// Why a mesh has no volume, for a message; NULL: it has one.
const char *pw_mesh_no_solid(const PwTriMesh *mesh);
// Of density 1, in its own axes; it has a volume.
PwSolid pw_mesh_solid(const PwTriMesh *mesh);
// What was left out or turned, in words; empty: nothing.
enum { PW_MESH_REPAIRS = 300 };
void pw_mesh_repairs(const PwTriMesh *mesh, char text[PW_MESH_REPAIRS]);
#endif
