// What the files of the search share. The way of a search: both trees at once (touch_search.c) down to pairs of pieces; the
// touches on such a pair (touch_leaf.c); what may be born on it (touch_birth.c).
#ifndef PW_TOUCH_SEARCH_H
#define PW_TOUCH_SEARCH_H
#include "geometry/plane/touch_plane.h"

typedef struct {
  const PwProfile *b[2];
  const PwPose2 *p[2];
  PwPose2 relative;  // profile 1 in axes of profile 2
  double turn;       // its angle
  double depth, margin;
  double size;  // of both together
  double extent[2];
  double span;  // two points of either profile are so far apart: a turn by a moves some point by span sin(a/2) at least
  double band;  // the turn that moves some point by the margin
  PwFoundList *out;
  PawlStatus status;
} PwTouchSearch;

static inline const PwElement *pw_search_element(const PwTouchSearch *s, int side, const PwPiece *piece) {
  return &s->b[side]->element[piece->element];
}
// A piece bends one way, but its range of curvature may cross 0 by a tolerance.
static inline bool pw_piece_is_convex(const PwPiece *piece) {
  return piece->curvature[0] + piece->curvature[1] > 0;
}
// By how much the ranges of outward normals of a (on profile 1) and b (on 2) miss being opposite; 0: they do not.
double pw_search_mismatch(const PwTouchSearch *s, const double normal1[2], const double normal2[2]);
// Adds what is not there yet.
void pw_search_add(PwTouchSearch *s, const PwPiece *a, const PwPiece *b, const PwTouchPoint *point, bool shadow);
// No touch that is not listed has gap 0 before this much motion.
static inline void pw_search_lower_reach(PwTouchSearch *s, double motion) {
  if (!(motion >= s->out->reach)) s->out->reach = motion > 0 ? motion : 0;
}
static inline bool pw_search_in_range(const PwTouchSearch *s, const PwTouchPoint *t) {
  return t->gap > -s->depth && t->gap < s->margin && t->definite > 0;
}
// Does the touch lie on the element of the piece? Beyond a joined end what joining tolerates counts too.
bool pw_search_inside(const PwTouchSearch *s, int side, const PwPiece *piece, const PwTouchPoint *t);

// Where on a part with monotone tangent is the outward normal m, or the nearest one? Returns u.
double pw_search_invert_normal(const PwElement *e, const double part[2], bool convex, const double m[2], PwCurvePoint *q);

// Adds the touches on a pair of pieces (points, lines and arcs: on their elements). Returns whether there are any.
bool pw_search_leaf(PwTouchSearch *s, const PwPiece *a, const PwPiece *b);
// Lowers the reach, or lists a shadow, where a touch may be born on the pair of pieces. `listed`: there is one already.
void pw_search_births(PwTouchSearch *s, const PwPiece *a, const PwPiece *b, bool listed);
#endif
