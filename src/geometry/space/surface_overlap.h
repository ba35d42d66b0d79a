// Overlaps of surfaces, as in the plane (overlap.h) decided by points.
#ifndef PW_SURFACE_OVERLAP_H
#define PW_SURFACE_OVERLAP_H
#include "geometry/plane/overlap.h"
#include "geometry/space/surface_touch.h"

// A surface without borders has an inside.
bool pw_surface_is_closed(const PwSurface *s);
// Where is a point of a surface's axes: on the surface (no farther from it than `near`), behind it or in front of it? Behind is
// inside. What is nearest to a border, an edge or a point is in front. *distance: to the surface, too large by 2 % at most.
PwSide pw_surface_side(const PwSurface *s, const double x[3], double near, double *distance);
// Whole spheres, ellipsoids and tori: how far a point of their axes is from them, behind them negative. false: it is another one.
bool pw_surface_whole_distance(const PwSurface *s, const double x[3], double *distance);
// Do two surfaces overlap? By points of each one in the other, if that is closed; an overlap that is shallow beside the patches
// between them has a touch that tells of it (surface_touch.h).
bool pw_surfaces_overlap(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2, double tolerance,
                         PwOverlap *out);
// Is one of them wholly inside the other, which is closed? By one point of each, so that it costs little; true also if that point
// alone is inside.
bool pw_surfaces_within(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2, double tolerance,
                        PwOverlap *out);
#endif
