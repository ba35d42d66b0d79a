// Surfaces by sampling, solids that they bound by functions of the audit's own, and what is behind all others: what it knows of
// bodies in space.
#ifndef PW_AUDIT_SOLID_H
#define PW_AUDIT_SOLID_H
#include "base/arena.h"
#include "geometry/space/surface.h"
#include "pawl/model.h"

// Points all over one surface, in the axes of its body.
typedef struct {
  const PawlSurfaceDef *def;
  const PwSurface *shape;
  double R[9];    // of its axes on the body
  int32_t count;  // 0: not sampled yet
  double (*probe)[3], (*at)[2];
  double (*normal)[3];  // of the probes, where they are in cells; zero: it has none
  double step[2];       // of the parameters
  int32_t columns;      // probes along v, which follow each other
  double center[3], radius;
  double low[3], cell;  // probes by cells: pw_behind_make
  int32_t cells[3];
  int32_t *first, *item;  // NULL: they were not asked for
} PwCover;

// False: out of memory.
bool pw_cover_make(const PawlSurfaceDef *def, const PwSurface *shape, PwArena *arena, PwCover *out);
// The point of parameters q, which are brought into range, in the axes of the body.
void pw_cover_place(const PwCover *c, double q[2], double out[3]);

// The surface itself there, in its own axes; and a point on the body in these.
void pw_cover_point(const PwCover *c, double q[2], PwSurfacePoint *out);
void pw_cover_own(const PwCover *c, const double x[3], double out[3]);

// Is there material behind the surface? A point and an edge have none.
bool pw_solid_is_known(const PwCover *of);
// Material without end, or behind an open surface: what is inside as a whole may as well be on the far side.
bool pw_solid_is_open(const PwCover *of);
// How deep a point in the axes of the body is inside, at least; negative: outside.
double pw_solid_depth(const PwCover *of, const double x[3]);
// The same without the exact foot on a surface behind which the point is: good to the square of the distance between probes.
double pw_solid_guess(const PwCover *of, const double x[3]);
// Does a ball around `x` stand over a plane as a whole, so that there is no way past its borders? Other surfaces: always.
bool pw_solid_is_under(const PwCover *of, const double x[3], double radius);
// ---- behind.c: feet of places, and surfaces whose solid no function tells

// How far a place is from the surface, in the axes of the body, at least, and the outward normal there; zero: there is none, at a
// border, an edge or a pole. False: it is not known how far.
bool pw_cover_foot(const PwCover *of, const double x[3], double normal[3], double *distance);

bool pw_behind_make(PwCover *cover, PwArena *arena);  // false: out of memory
// How deep a point is behind the surface; -INFINITY: it does not stand over it, or not within a probe's distance or two.
double pw_behind_depth(const PwCover *of, const double x[3]);
double pw_behind_guess(const PwCover *of, const double x[3]);
#endif
