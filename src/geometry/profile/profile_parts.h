// What the files that build a profile share. The way of a chain: elements from defs (profile_elements.c, profile_spline.c) or
// from another profile (profile_offset.c), joined (profile_chain.c), cut into pieces (profile_pieces.c with the bounds of
// profile_bounds.c), checked for crossings (profile_crossing.c), the tree on top (profile_tree.c), ways inside the body
// (profile_way.c). Then: on which side of it is a point (profile_side.c)?
#ifndef PW_PROFILE_PARTS_H
#define PW_PROFILE_PARTS_H
#include <math.h>

#include "geometry/profile/plane.h"
#include "geometry/profile/profile.h"

#define PW_PI 3.14159265358979323846

// Of the profile's size: a gap that is no gap, an element without length.
#define PW_PROFILE_GAP 1e-9
// Of the profile's size: what boxes are widened by, far above rounding.
#define PW_PROFILE_PAD 1e-12
// Relative, and of 1/size: what ranges of curvature are widened by. Splines of degree 9 are evaluated with errors of 1e-12.
#define PW_PROFILE_CURVATURE_PAD 1e-11
// rad: a tangent that turns by less goes on smoothly.
#define PW_PROFILE_KINK 1e-9
// What is beyond these is refused, so that any profile is built or refused at once: turns of one polar or involute element; m,
// its size; halvings while its elements are cut, and again while crossings are looked for.
#define PW_PROFILE_TURNS 100
#define PW_PROFILE_LARGEST 1e15
enum { PW_PROFILE_HALVINGS = 1 << 18 };

typedef struct {
  PwArena *arena;
  PwProfileProblem *problem;
  bool closed, ends;
  double size;  // about the diameter
  int32_t count, capacity;
  PwElement *element;
  PwJoin *after;  // once joined
} PwChain;

// Writes the sentence; always PAWL_ERR_INPUT.
PawlStatus pw_chain_refuse(PwChain *chain, int32_t def, const char *format, ...) PAWL_PRINTF(3, 4);
// A length, an angle, a place in the units of the problem, for its sentence. They return `out`.
enum { PW_TOLD = 96 };
const char *pw_chain_length(const PwChain *chain, double x, int digits, char out[PW_TOLD]);
const char *pw_chain_angle(const PwChain *chain, double x, char out[PW_TOLD]);
const char *pw_chain_place(const PwChain *chain, const double x[2], char out[PW_TOLD]);
#define PW_TELL_LENGTH(chain, x) pw_chain_length(chain, x, 9, (char[PW_TOLD]){0})
#define PW_TELL_ABOUT(chain, x) pw_chain_length(chain, x, 3, (char[PW_TOLD]){0})
#define PW_TELL_ANGLE(chain, x) pw_chain_angle(chain, x, (char[PW_TOLD]){0})
#define PW_TELL_PLACE(chain, x) pw_chain_place(chain, x, (char[PW_TOLD]){0})
PawlStatus pw_chain_add(PwChain *chain, const PwElement *e);
// The elements of def i (splines with kinks or jumps of curvature become several). `from`: where the def before it ends, or NULL.
PawlStatus pw_chain_add_def(PwChain *chain, const PawlElementDef *def, int32_t i, int32_t count, const double from[2]);
PawlStatus pw_chain_add_spline(PwChain *chain, const PawlElementDef *def, int32_t i, bool periodic);
// Closes small gaps, finds kinks, puts corners in, fills `after`.
PawlStatus pw_chain_join(PwChain *chain);
// From joined elements to the profile: lengths, pieces, tree; refuses what crosses itself.
PawlStatus pw_chain_finish(PwChain *chain, PwProfile *out);

typedef struct {
  double low, high;
} PwRange;

// Enclosures over u[0] .. u[1] of a polar or spline element without its offset (a spline: inside one span).
typedef struct {
  PwRange curvature, slope;  // K and dK/du
  PwRange speed;             // ds/du; low <= 0: it may stand still there, and the others mean nothing
  PwRange stretch;           // of the speed, by u
} PwBounds;
void pw_element_bounds(const PwElement *e, const double u[2], PwBounds *out);

PawlStatus pw_profile_cut(PwChain *chain, PwProfile *p);        // pieces and lengths, without boxes
PawlStatus pw_profile_crossings(PwChain *chain, PwProfile *p);  // refuses them
void pw_profile_enclose(PwProfile *p);                          // boxes of the pieces, tree, circle
void pw_profile_continue(PwProfile *p);                         // fills `beyond`

// A part of an element between two of its points, whose tangent's angles lie in [from, to], to - from < pi.
typedef struct {
  double start[2], end[2];
  double from, to;
  bool left, right;  // may it bend left, right
} PwPart;
// Corners of a convex shape around the part, in order; 2 to 4 of them.
int32_t pw_part_hull(const PwPart *part, double hull[4][2]);
void pw_piece_part(const PwProfile *p, const PwPiece *piece, PwPart *out);
// A part and where on an element it is, to be halved.
typedef struct {
  const PwElement *e;
  double u[2];
  PwPart part;
  double size;  // of its chord
} PwBit;
PwBit pw_bit_of_piece(const PwProfile *p, const PwPiece *piece);
PwBit pw_bit_half(const PwBit *b, int which);  // first (0) or second half
// Are the hulls farther apart than the margin?
bool pw_parts_apart(const PwPart *a, const PwPart *b, double margin);

// A straight line against an element: a point of it as seen from the line.
typedef struct {
  double u;
  double s;            // along the line
  double side, slope;  // distance to its left, and how that changes along the element
} PwMark;
PwMark pw_mark_at(const double from[2], const double along[2], const PwElement *e, double u);
// Between two marks, where the value that changes its sign is zero: the side, or its slope.
PwMark pw_mark_between(const double from[2], const double along[2], const PwElement *e, PwMark a, PwMark b, bool slope);

void pw_element_ends(PwElement *e);  // fills start and end from the formula
// The part of an element from u[0] to u[1]. Not for corners.
PwElement pw_element_part(const PwElement *e, const double u[2]);
static inline void pw_normal(const double t[2], double n[2]) {
  n[0] = t[1];
  n[1] = -t[0];
}
// The signed angle by which a must turn to point along b, in (-pi, pi].
static inline double pw_turn(const double a[2], const double b[2]) {
  return atan2(pw_cross2(a, b), pw_dot2(a, b));
}
#endif
