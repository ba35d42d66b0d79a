// Touches of two profiles: pairs of points whose outward normals are opposite (at a corner: within its cone) and which are a
// nearest pair among their neighbours. Geometry only: poses in, points out.
//
//   n: unit normal from boundary 2 to boundary 1 (outward normal of 2, or minus that of 1 where 2 has a corner)
//   x1 - x2 = g n,   definite = K1 + K2 + g K1 K2 > 0   (one corner: 1 + g K;  two: g)
#ifndef PW_TOUCH_H
#define PW_TOUCH_H
#include "geometry/profile/profile.h"

typedef struct {
  double x, y, c, s;  // ground = (x, y) + [c -s; s c] local
} PwPose2;

typedef struct {
  double u[2];
  double x1[2], x2[2];  // ground axes
  double n[2];
  double gap;
  double curvature[2];  // 0 where there is a corner: look at corner[]
  bool corner[2];
  double speed[2];  // ds/du of the boundaries there (corner: turn)
  double definite;
} PwTouchPoint;

// The touch on one pair of elements, which may lie beyond their ends. Closed form for points, lines and arcs, of the two
// solutions that with definite > 0; u of a point or arc is taken in the turn nearest to the u given, so that a circle's u goes on
// counting. Else Newton from u, safeguarded; definite <= 0 is reported, not refused. PAWL_RETRY: not found near u (half an
// element at most), or there is none: two lines, concentric arcs.
PawlStatus pw_touch_solve(const PwElement *e1, const PwPose2 *p1, const PwElement *e2, const PwPose2 *p2, const double u[2],
                          PwTouchPoint *out);

typedef struct {
  int32_t element[2];
  PwTouchPoint point;
  bool shadow;  // not a touch by definition, but its gap (> 0) is worth watching: a corner or arc beside its cone over a nearly
                // parallel line, or a line whose foot is a little beyond its re-entrant end
} PwFound;

typedef struct {
  PwFound *item;
  int32_t count, capacity;  // grown by the search where there is not room enough
  int64_t grown;            // how often it was
  double reach;
  bool conforming;  // a pair of pieces could not be decided: the boundaries run along each other there
} PwFoundList;
// What the list and `reach` promise, for profiles that do not overlap: as long as no point of either profile has moved by more
// than `reach` as seen from the other, the bodies meet only where something listed closes, followed on its pair of elements,
// shadows too (a touch that leaves its elements or loses definite > 0 asks for a new search, or is handed over to the neighbour).
// reach is the margin, lowered to the least motion that lets a touch be born elsewhere and close.
void pw_found_free(PwFoundList *list);

// Every touch with -depth < gap < margin, by the definition above, each once: one on a smooth junction or on the edge of a cone
// counts for one of the two elements, and its u may lie beyond an end by what joining tolerates (2e-9 of the size, or rad).
// Sorted by element numbers, then u. No allocation if there is room.
PawlStatus pw_touch_search(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2, double depth,
                           double margin, PwFoundList *out);
// A lower bound of the distance of two profiles by their bounding circles; <= 0: near.
double pw_profile_distance(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2);
// Do the bodies really overlap between the two points of a touch with negative gap, so that the way between them leads out?
// `nearest`: only if one of the points is inside the other body and the other one is the nearest point of that body's boundary. A
// corner that has gone a little into a block is on many ways out of it, and one that is pressed by a law presses where it came
// in.
bool pw_touch_overlaps(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2, const PwFound *found,
                       bool nearest);
#endif
