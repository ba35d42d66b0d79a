// Solids with flat faces among the surfaces of a model: from their defs to shells.
#ifndef PW_MODEL_SOLIDS_H
#define PW_MODEL_SOLIDS_H
#include "geometry/space/shell.h"
#include "model/model.h"

// The boundary of a box, wedge, prism or polyhedron as a surface, in its own axes.
PawlStatus pw_solid_surface(const PawlSurfaceDef *def, PwArena *arena, PwSurface *out, PwSurfaceProblem *problem);
#endif
