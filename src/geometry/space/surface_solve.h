// What the files of the local solution share: Newton (surface_solve.c) and closed forms (surface_closed.c).
#ifndef PW_SURFACE_SOLVE_H
#define PW_SURFACE_SOLVE_H
#include "geometry/space/surface_space.h"

// Newton alone, whatever the kinds.
PawlStatus pw_surface_newton(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2,
                             const int32_t face[2], const double q[2][2], PwSurfaceTouch *out);
// All but q, from the two points in axes of `pose`.
void pw_touch_finish(const PwSurfacePoint p[2], const PwPose3 *pose, PwSurfaceTouch *out);
// `definite`, `largest` and `nearest` from all else.
void pw_touch_judge(PwSurfaceTouch *t);
// Is there a touch, and not a line of them?
bool pw_touch_is_regular(const PwSurfaceTouch *t);
#endif
