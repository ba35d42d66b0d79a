// Surfaces that bench_surface measures with.
#ifndef PW_BENCH_SURFACE_CASES_H
#define PW_BENCH_SURFACE_CASES_H
#include "geometry/space/surface_touch.h"

PawlStatus pw_case_simple(PwSurfaceKind kind, double a, double b, double c, PwArena *arena, PwSurface *out);
PawlStatus pw_case_plane(double half, PwArena *arena, PwSurface *out);
// The cam from a motion law: 200 x 4 control points of degree 5 x 3, periodic, from examples/nurbs-cam/oscillating.csv.
PawlStatus pw_case_cam(const char *path, PwArena *arena, PwSurface *out);
// Over [-1, 1]^2, n x n points of degree 3 x 3, z = z0 + bend (x^2 + y^2)/2 within +-bump; weights 0.7 to 1.4.
PawlStatus pw_case_random(int32_t n, double bend, double bump, bool flip, uint64_t seed, PwArena *arena, PwSurface *out);
// Over [-1, 1]^2, n x n points of degree 3 x 3 near a wave: the same surface, the finer the larger n.
double pw_case_wave(double x, double y);
PawlStatus pw_case_sheet(int32_t n, PwArena *arena, PwSurface *out);
// The same bent upwards, its material above: it touches the sheet in few places.
PawlStatus pw_case_bowl(int32_t n, PwArena *arena, PwSurface *out);
#endif
