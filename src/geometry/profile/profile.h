// A profile: a chain of elements in the plane, checked and made ready for search. Immutable once built.
//
// Convex kinks get a corner element of their own (numbered in the chain, as W96 does: q = element + u). Re-entrant kinks get
// none. Each curved element is cut into pieces whose tangent turns by little, whose curvature does not change sign and is
// monotone, and the pieces stand in a tree of bounding boxes with the range of their normals' angles: what the global search
// needs.
#ifndef PW_PROFILE_H
#define PW_PROFILE_H
#include "base/arena.h"
#include "geometry/profile/curve.h"
#include "pawl/model.h"

typedef struct {
  int32_t element;
  double u[2];             // range on the element
  double low[2], high[2];  // bounding box, guaranteed
  double normal[2];        // angles of the outward normal, rising: [from, to], to - from < pi
  double curvature[2];     // smallest and largest; unused for a corner
} PwPiece;

typedef struct {
  double low[2], high[2];
  double normal[2];     // [from, to]; to - from >= 2 pi: all directions
  int32_t left, right;  // children; leaf: left = -1 - piece
} PwPieceNode;

typedef enum { PW_JOIN_NONE, PW_JOIN_SMOOTH, PW_JOIN_CORNER, PW_JOIN_REENTRANT } PwJoin;

typedef struct PwProfile {
  int32_t elements;
  PwElement *element;
  PwJoin *after;  // [elements] how element i goes over into the next: NONE at the end of an open profile; CORNER: into or out of
                  // a corner element; SMOOTH: tangent continuous
  double (*beyond)[2];  // [elements] the length by which a touch may stand beyond a re-entrant end, u = 0 or 1, while the
                        // element's continuation lies inside the body; 0: that end is not re-entrant
  bool closed;
  bool hole;  // closed and drawn clockwise: the material is all around it
  int32_t pieces, nodes;
  PwPiece *piece;
  PwPieceNode *node;         // [0] is the root
  double center[2], radius;  // a circle around all of it
  double length;             // of the whole boundary
  double size;               // diameter: what lengths and tolerances are compared with
  int32_t others;            // boundaries of the same material in the same axes: of an outline its holes, of a hole its outline
  const struct PwProfile *const *other;  // and the other holes. None as built
} PwProfile;

// In which units the user is told of lengths and angles: SI per unit, and its name; all 0: m and rad.
typedef struct {
  double length, angle;
  const char *length_name, *angle_name;
} PwProfileUnits;

// What is wrong with a chain: index of the def (-1: the profile as a whole) and a sentence for the user, in these units.
typedef struct {
  int32_t def;
  char text[300];
  PwProfileUnits units;
} PwProfileProblem;

// Builds from the defs of a chain (SI). `closed`: the end must meet the start. `ends`: an open profile gets corner elements at
// its ends. PAWL_ERR_INPUT: *problem says why (gap between elements, zero length, self-intersection, a kink of half a turn, ...).
PawlStatus pw_profile_build(const PawlElementDef *def, int32_t count, bool closed, bool ends, PwArena *arena, PwProfile *out,
                            PwProfileProblem *problem);
// The boundary moved outwards by `distance` (inwards if negative): convex corners become arcs, concave ones are trimmed.
PawlStatus pw_profile_offset(const PwProfile *from, double distance, PwArena *arena, PwProfile *out, PwProfileProblem *problem);
// Moved rigidly: turned by the angle with cosine c and sine s, then shifted. In place.
void pw_profile_move(PwProfile *p, double c, double s, const double shift[2]);

// A circle, a point alone, a closed curve without a seam: u goes on counting, there is no end to pass.
static inline bool pw_profile_is_endless(const PwProfile *p) {
  return p->elements == 1 && p->element[0].periodic;
}
// The centre of a disc or a point, about which turning changes nothing; NULL: it is neither.
static inline const double *pw_profile_round(const PwProfile *p) {
  if (p->radius == 0) return p->center;
  bool disc = p->elements == 1 && p->closed && !p->hole && p->element[0].kind == PW_EL_ARC;
  return disc ? p->element[0].center : NULL;
}
// The area that a closed profile encloses: negative where it is drawn clockwise, which makes it a hole.
double pw_profile_area(const PwProfile *p);
// A straight way of the given length through a body, in the profile's axes: the distance to the first point where it crosses the
// boundary or one of the others of the material, or the length. Crossings up to `skip` are none: the start stands on the
// boundary; negative: all count. A part's end that is within `graze` beside the way is on it.
double pw_profile_way(const PwProfile *b, const double from[2], const double along[2], double length, double skip, double graze);

typedef enum { PW_OUTSIDE, PW_ON, PW_INSIDE } PwSide;
// Where is a point of the profile's axes in the material that the profile and its others bound: on a boundary (no farther from it
// than `near`), inside or outside? An open profile has no inside. Sure for every point that is on none by 1e-9 of the size.
PwSide pw_profile_side(const PwProfile *b, const double x[2], double near);
// The distance to the nearest boundary of the material, no more than `most`.
double pw_profile_clearance(const PwProfile *b, const double x[2], double most);
// Does the material end somewhere? A hole without an outline around it has material without end.
static inline bool pw_profile_is_bounded(const PwProfile *b) {
  return !b->hole || b->others > 0;
}
// Does a closed profile go around the point, whichever side its material is on?
bool pw_profile_encloses(const PwProfile *b, const double x[2]);
int32_t pw_profile_next(const PwProfile *p, int32_t element, int direction);  // -1: none (end of an open profile)
#endif
