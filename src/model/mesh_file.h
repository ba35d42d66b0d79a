// Meshes from files: STL, text and binary, and OBJ. A file is read in pieces, and what it says of itself is held against its size
// before anything is allocated, so that memory is bounded by the file.
#ifndef PW_MESH_FILE_H
#define PW_MESH_FILE_H
#include "base/messages.h"
#include "geometry/mesh/trimesh.h"

// The mesh in the file at `path`, whose name ends in .stl or .obj; what one in it is (m), vertices not farther apart than `weld`
// (m) as one. `group` (may be NULL): of an OBJ file only the faces of that group or object. `place` is where the model names the
// file. Complaints about what is in it name its line or byte.
PawlStatus pw_mesh_load(const char *path, const char *group, double unit, double weld, PwPlace place, PawlMessages *messages,
                        PwTriMesh **out);
#endif
