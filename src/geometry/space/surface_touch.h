// Touches of two surfaces: pairs of points whose outward normals are opposite and which are a nearest pair among their
// neighbours. Geometry only: poses in, points out.
//
// x1 - x2 = g n, n = outward normal of 2 = -that of 1. Along each boundary coordinates c in the common tangent plane move point
// and outward normal by A c and B c: smooth A = 1, B = K (curvatures); an edge along e: A = e e^T, B = f f^T + k e e^T with f
// across e; a point: A = 0, B = 1. In these
//
//   N(g) = B1 A2 + A1 B2 + g B1 B2        (smooth: K1 + K2 + g K1 K2)
//
// A touch is a nearest pair if N(0) is positive and N stays regular from there to g; if g < 0 and both sides are smooth it is
// one, too, if both eigenvalues of N(g) are positive (bodies that do not fit).
#ifndef PW_SURFACE_TOUCH_H
#define PW_SURFACE_TOUCH_H
#include "geometry/space/surface.h"

typedef struct {
  double x[3], r[9];  // ground = x + r local, r row-major
} PwPose3;

typedef struct {
  double q[2][2];       // [side] parameters
  double x1[3], x2[3];  // ground axes
  double n[3];          // from 2 to 1
  double t[2][3];       // common tangents, t1 x t2 = n
  double gap;
  int32_t rank[2];          // 2 smooth, 1 an edge, 0 a point
  double a[2][4], b[2][4];  // [side] A and B in t, row-major
  double definite;          // det N(gap) over `largest`: its smaller eigenvalue; 0 where the touch ends or splits
  double largest;           // size of the larger eigenvalue of N(gap)
  bool nearest;             // by the definition above
} PwSurfaceTouch;

// The touch near q on a pair of faces, beyond whose ends it may lie. Closed forms for a sphere and a plane, sphere, cylinder,
// cone or torus and for a plane and a quadric or torus: of the two solutions the nearest pair; else Newton from q, safeguarded.
// `nearest` is reported, not demanded. PAWL_RETRY: none is found near q, or N is singular there.
PawlStatus pw_surface_solve(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2, const int32_t face[2],
                            const double q[2][2], PwSurfaceTouch *out);

typedef enum {
  PW_SINGULAR_NONE,
  PW_SINGULAR_LINE,  // one eigenvalue of N is 0: the surfaces lie along each other in one direction, or a touch is just born or
                     // ends
  PW_SINGULAR_FACE   // both are
} PwSingular;

typedef struct {
  int32_t face[2];
  PwSurfaceTouch point;
  bool border[2];  // that side stands on a border or kink of its surface, or within 1e-9 of the extent of it
} PwSurfaceFound;

struct PwBirth;

typedef struct {
  PwSurfaceFound *item;
  int32_t count, capacity;  // grown by the search where there is not room enough
  int64_t grown;            // how often it was
  double reach;             // INFINITY: nothing else can ever close, as between convex bodies
  PwSingular singular;      // a pair of parts could not be decided, by this: the surfaces conform there
  double singular_gap;      // the least gap there, if bodies can have come to it; INFINITY: they cannot
  double at[2][3];          // where one is, on each surface (ground axes)
  int64_t nodes, parts;     // pairs that the last search for touches looked at, of nodes of the trees and of parts of patches
  int64_t births;           // pairs that it looked at for the reach
  struct PwBirth *heap;     // room for them
} PwSurfaceFoundList;
// What the list and `reach` promise, for surfaces that do not overlap: as long as they have not moved by more than `reach`, they
// meet only where something listed closes, followed from face to face (a touch that reaches a border or loses `nearest` asks for
// a new search).
// How far is that, if surface 1 stood at `was` in axes of surface 2 and stands at `is` now? No point of one of them has moved by
// more as seen from the other; turns about the axis of a surface of revolution and about the centre of a sphere, which change
// nothing, are left out.
double pw_surface_moved(const PwSurface *s1, const PwSurface *s2, const PwPose3 *was, const PwPose3 *is);
void pw_surface_found_free(PwSurfaceFoundList *list);

// Every touch with -depth < gap < margin, each once; one on a join of faces counts for one of them. Sorted by faces, then q. No
// allocation if there is room.
PawlStatus pw_surface_search(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2, double depth,
                             double margin, PwSurfaceFoundList *out);
// A lower bound of the distance of two surfaces by their enclosing balls; <= 0: near.
double pw_surface_distance(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2);
// Do the bodies really overlap between the two points of a touch with negative gap? One of them is then inside the other body.
bool pw_surface_overlaps(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2,
                         const PwSurfaceTouch *touch);
#endif
