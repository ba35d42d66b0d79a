// What a kind of pair can do: one table each for profiles, surfaces and stops.
//
// All that depends on the kind of boundary is behind these functions; who follows, searches, decides or records touches calls
// them through pw_pair and does not ask for the kind. A new kind of boundary is a table (pair.c lists them).
//
// `m` stands at a state, placed and moved; a PwTouchMotion is what `place` (and `move`) gave there. A table has every function
// that may be called of its touches: stops, which have no ends and are never searched for, leave out what comes after those.
#ifndef PW_PAIR_H
#define PW_PAIR_H
#include "contact/touches.h"
#include "geometry/space/surface_overlap.h"

enum { PW_ENDS = 4 };  // functions that tell of ends, per touch

typedef struct {
  bool always;  // a contact has one touch, which is listed from the beginning and is never searched for
  bool late;    // a search may find what has closed since the last one (simulate/contact_late.c)

  // ---- one touch

  // Geometry at the state of `m`. PAWL_RETRY: no touch near where it was.
  PawlStatus (*place)(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
  // Its motion, after place.
  void (*move)(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout);
  // d(jac)/dt along the motion, after move.
  void (*jac_rate)(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double out[12]);
  // Derivatives of jac by the positions of the two bodies (a shift and a turn of each), row by row, after place.
  void (*hessian)(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double H[144]);
  // Rate and bias with their changes by a complex step (mechanics/motion.h). False: they are only known as the Hessian has them,
  // which leaves out how curvature changes along the boundaries.
  bool (*stepped)(const PwMotion_z *m, const PwTouch *touch, double complex *rate, double complex *bias);
  // Parameters and rates become the touch's own.
  PawlStatus (*remember)(const PwMotion *m, PwTouch *touch);
  void (*view)(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out);
  // Its tangents and levers, as placed, and how it moves, if it is moved. NULL: there is no friction.
  void (*frame)(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, bool moved, PwTouchFrame *out);
  // Rates and accelerations of u1 v1 u2 v2, with accelerations `a` of the bodies. False: they have none.
  bool (*parameters)(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, const double *a, double rate[4],
                     double acceleration[4]);

  // ---- its ends

  // Values that are positive as long as the touch is on its elements, or nothing follows from leaving them; INFINITY: no end.
  void (*ends)(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double g[PW_ENDS]);
  // The end that function `way` of these tells of, for the touch as remembered.
  PwEnd (*end_of)(const PawlMechanism *k, const PwTouch *touch, int way);
  // How far inside its element the touch was when it was remembered, as `way` counts it; beyond the end: negative.
  double (*inside)(const PawlMechanism *k, const PwTouch *touch, int way);
  // How far it is from ending where neighbouring points become as near, 0: there; curvatures are measured by `length`.
  double (*firmness)(const PwTouchMotion *motion, double length);
  // Is that so little that the boundaries nearly lie on each other?
  bool (*is_faint)(const PawlMechanism *k, const PwTouchMotion *motion);
  // Is there a touch where it was, on its elements? Places and moves it.
  bool (*stands)(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
  // Does it stand on a corner or an edge between elements, which it may go round? A point alone is none.
  bool (*is_on_corner)(const PawlMechanism *k, const PwTouch *touch);
  // Is it on its elements, as placed, but for rounding?
  bool (*is_on)(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion);

  // ---- going on

  // A touch that is at an end goes over it; or is held back there, or another one joins it. *gone: it does not go on, and leaves.
  PawlStatus (*cross)(PwTouches *t, const PwMotion *m, int32_t index, PwEnd end, bool *gone);
  // Is a touch that a search has just found on its way out over an end where nothing follows?
  bool (*is_outgoing)(const PwTouches *t, const PwTouch *touch);
  const char *leaves;  // what is said of a touch that does

  // ---- two corners, which are never a row: they collide, or pass each other

  bool (*is_corners)(const PawlMechanism *k, const PwTouch *touch);
  // What follows is only asked for where touches may be corners. Do they collide, as placed, or pass?
  bool (*corners_meet)(const PawlMechanism *k, const PwTouchMotion *motion);
  // Corners that press: onto the element beside one of them that lies best across. False: none does.
  bool (*leave_corners)(const PwMotion *m, PwTouch *touch);
  // Does the touch come to two corners at distance zero over this end? *at: these.
  bool (*comes_to_corners)(const PwMotion *m, const PwTouch *touch, PwEnd end, PwTouch *at);
  // Such corners, which do not collide: touches that go on from them are added.
  PawlStatus (*pass_corners)(PwTouches *t, const PwMotion *m, const PwTouch *at);
  // Is a corner that is watched beside its cone where a touch of the element next to it stands? Or has it come in behind an
  // element at its end, where another touch holds the two apart?
  bool (*is_covered)(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion);

  // ---- places that may be others

  // Some of the closed touches of a contact may as well be others, and those listed do not carry as forces of the last decision
  // are: they become such. NULL: there are none.
  bool (*rearrange)(PwTouches *t, const PwMotion *m, int32_t c);

  // ---- finding

  // Gaps up to this are found by a search.
  double (*margin)(const PawlMechanism *k, const PwContact *c);
  // Notes how the bodies stand against each other, and by how much any point of the boundaries has moved at most since then.
  void (*note)(const PwMotion *m, const PwContact *c, PwPairMemory *memory);
  double (*moved)(const PawlMechanism *k, const PwMotion *m, const PwContact *c, const PwPairMemory *memory);
  // Lists what there is as scratch of `t` and how far that reaches in its memory of the pair; *count: how many.
  PawlStatus (*find)(PwTouches *t, const PwMotion *m, int32_t c, bool deep, int32_t *count);
  // Is number n of these the touch?
  bool (*is_found_as)(const PwTouches *t, const PwMotion *m, const PwTouch *touch, int32_t n);
  // It is, and was listed before.
  void (*find_again)(const PwTouches *t, int32_t n, PwTouch *touch);
  // Number n becomes a touch, if it is one.
  PawlStatus (*adopt)(PwTouches *t, const PwMotion *m, int32_t c, int32_t n, bool deep);
  // May an open touch that was not found stay, because only rounding says that it is gone?
  bool (*may_stay)(const PwTouches *t, const PwTouch *touch);

  // ---- the bodies themselves, whatever touches are listed

  // Do they overlap deeper than `tolerance`, by points inside? *out: the deepest one.
  bool (*overlap)(const PwMotion *m, const PwContact *c, double tolerance, PwOverlap *out);
  bool (*are_near)(const PwMotion *m, const PwContact *c);  // if not, they are apart
  bool many_ways;  // touches of an overlap are ways out of it, of which the shortest counts
  // Round boundaries about one centre overlap all around, and no touch tells of it. *out: by how much, negative: they do not.
  bool (*is_concentric)(const PwMotion *m, const PwContact *c, PwOverlap *out);
  // Is all of the boundary on `side` in the other body, as far as some of its points tell?
  bool (*is_inside)(const PwMotion *m, const PwContact *c, int side, double tolerance);
  // Is one of them inside an outline that may be meant as a hole?
  bool (*is_hole_meant)(const PwMotion *m, const PwContact *c);
  // The side that is open, so that all behind it is material; -1: there is none.
  int (*open_side)(const PawlMechanism *k, const PwContact *c);
  // The same for the watch, quick where they do not: what is deeper than `shallow`.
  PawlStatus (*look)(PwTouches *t, const PwMotion *m, int32_t c, double shallow, PwSeen *out);
} PwPair;

extern const PwPair pw_pair_profiles, pw_pair_surfaces, pw_pair_shells, pw_pair_stops;
const PwPair *pw_pair(const PawlMechanism *k, int32_t contact);

// The margin of boundaries of these sizes; both are 0: of points in a mechanism of size `whole`. And of it: overlaps up to this
// are noticed on the way.
double pw_pair_margin(double size1, double size2, double whole);
static const double PW_PAIR_DEPTH = 3;

// Functions of tables whose pairs have no such thing.
bool pw_pair_is_not_stepped(const PwMotion_z *m, const PwTouch *touch, double complex *rate, double complex *bias);
bool pw_pair_is_no_corner(const PawlMechanism *k, const PwTouch *touch);
bool pw_pair_is_not_covered(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion);
bool pw_pair_is_not_concentric(const PwMotion *m, const PwContact *c, PwOverlap *out);
int pw_pair_has_no_open_side(const PawlMechanism *k, const PwContact *c);

// ---- one touch, by its pair

static inline const PwPair *pw_pair_of(const PawlMechanism *k, const PwTouch *touch) {
  return pw_pair(k, touch->contact);
}
PawlStatus pw_touch_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
void pw_touch_move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout);
void pw_touch_jac_rate(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double out[12]);
void pw_touch_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out);
PawlStatus pw_touch_remember(const PwMotion *m, PwTouch *touch);
bool pw_touch_stands(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
bool pw_touch_is_corners(const PawlMechanism *k, const PwTouch *touch);
// Is the gap of the touch, as placed, zero but for rounding?
bool pw_touch_is_touching(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion);
// Does the touch, as remembered, move over this end?
bool pw_touch_moves_over(const PwTouch *touch, PwEnd end);

// ---- finding

// Gaps up to this are found by a search of contact `c`.
double pw_touches_margin(const PwTouches *t, int32_t c);
// Motion left until contact `c` must be searched again; how far below zero that may fall until it is.
double pw_touches_left(const PwTouches *t, const PwMotion *m, int32_t c);
double pw_touches_slack(const PwTouches *t, int32_t c);
// Can nothing that is not listed have closed since the search of contact `c`? If not, see simulate/contact_late.c.
bool pw_touches_is_sure(const PwTouches *t, const PwMotion *m, int32_t c);
// Searches one contact: new touches are added (open), open ones that are gone are removed, closed and pressed ones stay. `deep`:
// overlaps of any depth are found, as a start needs it; else those within the margin.
PawlStatus pw_touches_search(PwTouches *t, const PwMotion *m, int32_t c, bool deep);
// After a search in a run. A search may find again what has just left, a rounding beside the end, or what has ended, a rounding
// before it: such touches go, and the next search comes soon. last_id: of the touches before.
void pw_touches_drop_outgoing(PwTouches *t, int32_t c, int32_t last_id);
void pw_touches_drop_fading(PwTouches *t, const PwMotion *m, int32_t c, int32_t last_id);
// The watch: the deepest overlap of the bodies of a contact as they stand, whatever touches are listed, if it is deeper than
// `shallow`; looked for if they have moved by more than `least` since there was none.
PawlStatus pw_touches_look(PwTouches *t, const PwMotion *m, PwNear *near, double least, double shallow, PwSeen *out);
#endif
