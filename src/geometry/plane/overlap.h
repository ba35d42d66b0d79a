// Do two bodies overlap? Decided by points: one on the boundary of a body that is inside the other one, or one inside both. Every
// overlap that is told of has such a point, so none is invented. Between the points where boundaries cross each other every
// stretch of either boundary is looked at, so none is missed but what is shallower than the tolerance. No allocation.
//
// Bodies apart cost a look at their boxes, bodies that touch about what a search costs.
#ifndef PW_OVERLAP_H
#define PW_OVERLAP_H
#include "geometry/plane/touch.h"

typedef struct {
  double x[3];   // ground axes; of profiles two coordinates. On one of the boundaries and inside the other body, or inside both
  double depth;  // its distance from the other boundary (from both, if it is inside both): the bodies overlap by this at least
  int side;      // 0: on the boundary of body 1, inside body 2; 1: the other way round; 2: inside both
} PwOverlap;

// Materials: of a hole what is around it, as far as the outline around that goes; other boundaries of the same material count. An
// open profile has no inside, but may be inside another body. Only the two boundaries are gone along: where others of the bodies
// overlap, the pairs that these make tell. *out (may be NULL, which is faster): the deepest point looked at.
// `tolerance`, a length > 0: what is not deeper is no overlap; 1e-9 of the sizes is what drawings can tell.
bool pw_profiles_overlap(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2, double tolerance,
                         PwOverlap *out);
#endif
