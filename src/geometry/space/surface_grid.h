// A surface as a grid of points, for drawings: lines of constant u and of constant v, close enough that flat triangles will do.
#ifndef PW_SURFACE_GRID_H
#define PW_SURFACE_GRID_H
#include "geometry/space/surface.h"

typedef struct {
  int32_t count[2];         // lines of constant u, and of constant v; 1 where the surface is an edge or a point
  double *q[2];             // their parameters; twice the same at a kink, whose sides have normals of their own
  bool *edge[2];            // lines on a border or a kink
  bool closed[2];           // the last line lies on the first
  double (*x)[3], (*n)[3];  // [count[0]][count[1]] points and outward normals, in the surface's axes
} PwSurfaceGrid;

enum { PW_GRID_LEAST = 64 };  // of `most`

// Over `range` (NULL: all of it). Each cell has the corners (i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1) and is cut along the
// diagonal from its first. No triangle is farther than `tolerance` from the surface, as far as looks along the lines, at the
// quarters between others, and into the middles of the cells tell; where that takes more than `most` points, the tolerance is
// doubled until it does not.
PawlStatus pw_surface_grid(const PwSurface *s, const double range[2][2], double tolerance, int32_t most, PwArena *arena,
                           PwSurfaceGrid *out);
#endif
