// What the files of surfaces share.
#ifndef PW_SURFACE_PARTS_H
#define PW_SURFACE_PARTS_H
#include <string.h>

#include "geometry/profile/profile_parts.h"
#include "geometry/space/surface.h"
#include "numerics/vec.h"

// Of the size: what is one point.
#define PW_SURFACE_SAME 1e-9

// Writes the sentence; always PAWL_ERR_INPUT.
PawlStatus pw_surface_refuse(PwSurfaceProblem *problem, int32_t row, int32_t column, const char *format, ...) PAWL_PRINTF(4, 5);
PawlStatus pw_nurbs_build(const PwNurbsDef *def, PwArena *arena, PwSurface *s, PwSurfaceProblem *problem);
// Patches, tree and all that follows from them.
PawlStatus pw_surface_cut(PwArena *arena, PwSurface *s, PwSurfaceProblem *problem);

// Ball, extent, span and chords, once the tree is there.
void pw_surface_measure(PwSurface *s);

// One evaluation per way of being made; n and k without the sign of a flip.
void pw_graph_evaluate(const PwSurface *s, const double q[2], PwSurfacePoint *out);
void pw_round_evaluate(const PwSurface *s, const double q[2], PwSurfacePoint *out);
void pw_sweep_evaluate(const PwSurface *s, int32_t face, const double q[2], PwSurfacePoint *out);
void pw_extrusion_evaluate(const PwSurface *s, int32_t face, const double q[2], PwSurfacePoint *out);
void pw_nurbs_evaluate(const PwSurface *s, int32_t face, const double q[2], PwSurfacePoint *out);

void pw_graph_derivatives(const PwSurface *s, const double q[2], double out[4][4][3]);
void pw_round_derivatives(const PwSurface *s, const double q[2], double out[4][4][3]);
void pw_sweep_derivatives(const PwSurface *s, int32_t face, const double q[2], double out[4][4][3]);
void pw_extrusion_derivatives(const PwSurface *s, int32_t face, const double q[2], double out[4][4][3]);
void pw_nurbs_derivatives(const PwSurface *s, int32_t face, const double q[2], int32_t order, double out[4][4][3]);

void pw_round_move(const PwSurface *s, const double q[2], const PwSurfacePoint *p, const double step[2], double out[2]);
bool pw_sweep_move(const PwSurface *s, int32_t face, const double q[2], const PwSurfacePoint *p, const double step[2],
                   double out[2]);  // false: it is an ordinary point
bool pw_nurbs_move(const PwSurface *s, const double q[2], const PwSurfacePoint *p, const double step[2], double out[2]);

// k from the second fundamental form (L M N by u and v, > 0 where convex) and dx in t; then dn. For rank 2 away from poles.
void pw_point_bend(PwSurfacePoint *p, double l, double m, double n);
// dn = t k t^T dx.
void pw_point_turn(PwSurfacePoint *p);

static inline bool pw_is_round(const PwSurface *s) {
  return s->kind == PW_SURFACE_SPHERE || s->kind == PW_SURFACE_ELLIPSOID;
}
static inline bool pw_is_graph(const PwSurface *s) {
  return s->kind == PW_SURFACE_PLANE || s->kind == PW_SURFACE_PARABOLOID;
}
static inline double pw_row(const double a[3], const double t[2][3], const double c[2], int k) {
  return a[k] + c[0] * t[0][k] + c[1] * t[1][k];
}
#endif
