// Reading meshes: their files come before the body, whose mass may follow from them.
#ifndef PW_READ_MESH_H
#define PW_READ_MESH_H
#include "yaml/reader.h"

typedef struct {
  PawlMeshDef def;
  const PwNode *node;
  PwPlace place;
  PwTriMesh *geometry;  // NULL: refused
} PwReadMesh;

struct PwReadMeshes {
  const char *body_name;
  PwReadMesh *item;
  int32_t count;
};

// `meshes` of a body: their files are read, and what is wrong is said. To be freed whatever happens.
void pw_read_mesh_files(PwReader *r, const char *body_name, const PwNode *meshes, PwReadMeshes *out);
// They become the body's; that is null if it was refused.
void pw_read_add_meshes(PwReader *r, PawlBodyId body, const PwReadMeshes *meshes);
void pw_read_meshes_free(PwReadMeshes *meshes);
// The solid that a mesh of the body encloses, placed on it, of density 1; false after a complaint.
bool pw_read_mesh_solid(PwReader *r, const PwNode *name, const PwReadMeshes *meshes, PwSolid *out);
#endif
