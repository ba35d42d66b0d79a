// Surfaces by sampling, and solids that they bound by functions of the audit's own: what it knows of bodies in space.
#ifndef PW_AUDIT_SOLID_H
#define PW_AUDIT_SOLID_H
#include "base/arena.h"
#include "geometry/space/surface.h"
#include "pawl/model.h"

// Places all over one surface, in the axes of its body.
typedef struct {
  const PawlSurfaceDef *def;
  const PwSurface *shape;
  double R[9];    // of its axes on the body
  int32_t count;  // 0: not sampled yet
  double (*probe)[3], (*at)[2];
  double step[2];  // of the parameters
  double center[3], radius;
} PwCover;

// False: out of memory.
bool pw_cover_make(const PawlSurfaceDef *def, const PwSurface *shape, PwArena *arena, PwCover *out);
// The place of parameters q, which are brought into range, in the axes of the body.
void pw_cover_place(const PwCover *c, double q[2], double out[3]);

// Does a function tell what is inside the surface?
bool pw_solid_is_known(const PwCover *of);
// Material without end, or behind an open surface: what is inside as a whole may as well be on the far side.
bool pw_solid_is_open(const PwCover *of);
// How deep a place in the axes of the body is inside, at least; negative: outside.
double pw_solid_depth(const PwCover *of, const double x[3]);
// Does a ball around `x` stand over a plane as a whole, so that there is no way past its borders? Other surfaces: always.
bool pw_solid_is_under(const PwCover *of, const double x[3], double radius);
#endif
