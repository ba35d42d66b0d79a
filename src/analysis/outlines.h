// Profiles and meshes that are probably not meant as they are: the wrong way round, or of sizes that do not go together.
#ifndef PW_OUTLINES_H
#define PW_OUTLINES_H
#include "compile/mechanism.h"

// At the assembled position. Warns of holes (closed profiles drawn clockwise) without an outline around them, whose material has
// no end, if the other profile of a contact lies outside of them.
void pw_outlines_warn(const PawlMechanism *k, PawlMessages *messages);
// Warns of profiles that are too small beside what they may touch, or beside the whole mechanism: tolerances go with the larger.
void pw_sizes_warn(const PawlMechanism *k, PawlMessages *messages);
// The longest side of the box around a mesh, in its own axes.
double pw_mesh_length(const PwBodyMesh *mesh);
// Warns of meshes that are a thousand times larger or smaller than the mechanism.
void pw_meshes_warn(const PawlMechanism *k, PawlMessages *messages);
#endif
