// What the files of shells share: how a side of a touch is filled in, and cells of frusta (shell_round.c).
#ifndef PW_SHELL_ROUND_H
#define PW_SHELL_ROUND_H
#include "geometry/space/shell.h"
#include "geometry/space/surface_parts.h"
#include "geometry/space/surface_space.h"

// ---- shell_touch.c: A and B of a side: smooth with curvature k; a vertex or ball; an edge. Then tangents, the first along a
// direction, and a ball about c with the outward normal of the other side.
void pw_cell_smooth(PwSurfaceTouch *out, int side, double k);
void pw_cell_vertex(PwSurfaceTouch *out, int side, double ball);
void pw_cell_edge(PwSurfaceTouch *out, int side, const double along[3]);
void pw_cell_tangents(PwSurfaceTouch *out, const double along[3]);
void pw_cell_round(PwSurfaceTouch *out, int side, double ball, const double c[3], const double foot[3], double height);
// Edge or vertex at `foot` on side 1 - side, ball about c on `side`: normal, places and gap.
PawlStatus pw_cell_ball(const double c[3], const double foot[3], double ball, int side, PwSurfaceTouch *out);

// ---- shell_round.c: PAWL_RETRY where the other cell stands on the axis

void pw_frustum_measure(const PwShell *s, double *volume, double center[3], double inertia[6]);
double pw_frustum_depth(const PwShell *s, const double x[3]);
// The side of s under a vertex or ball at c on `side`; its rim beside a ball; its rim, on `side`, over a flat face: *lean: the
// sine between the face and the cap.
PawlStatus pw_frustum_side(const PwShell *s, const PwPose3 *pose, const double c[3], double ball, int side, PwSurfaceTouch *out);
PawlStatus pw_frustum_ball(const PwShell *s, const PwPose3 *pose, int32_t rim, const double c[3], double ball, int side,
                           PwSurfaceTouch *out);
PawlStatus pw_frustum_face(const PwShell *s, const PwPose3 *pose, int32_t rim, const PwShell *flat, const PwPose3 *at,
                           int32_t face, int side, PwSurfaceTouch *out);
double pw_frustum_angle(int32_t vertex);  // of a place of a rim
// Of a point and outward normal in its axes.
void pw_frustum_place(const PwShell *s, const PwPose3 *pose, PwCellKind kind, int32_t index, const double x[3],
                      const double normal[3], PwCellPlace *out);
#endif
