// The touches of a simulation: which there are, on which elements, open, closed or pressed. Discrete state: it changes only at
// accepted instants (simulate/); evaluation takes it const. Joint stops are touches too, with a scalar as gap.
#ifndef PW_TOUCHES_H
#define PW_TOUCHES_H
#include "contact/kinematics.h"
#include "contact/space_kinematics.h"
#include "mechanics/motion.h"

typedef enum {
  PW_TOUCH_OPEN,
  PW_TOUCH_CLOSED,  // a constraint row
  PW_TOUCH_PRESSED  // a force law acts
} PwTouchState;

// Two corners never overlap, they pass each other: nearer than this, of the mechanism's size, they collide, along the line
// between them. Such a touch is never held closed: if they still press, the element beside a corner that lies best across takes
// its place.
static const double PW_CORNERS = 1e-9;

typedef struct {
  int32_t contact;
  int32_t element[2];                // of the two profiles
  double t, u[2], u_rate[2];         // where it was at time t: where local solves start from
  double q[2][2], q_rate[2][2];      // the same on surfaces, whose `element` is a face
  double gap, rate, definite, n[2];  // then
  PwTouchState state;
  int32_t place[2],
      trail[2][2];          // closed, by sides: elements gone on since then, + or -; from where to where it has been on them
  bool left;                // closed, and gone on to a corner that it has not been on before: there it pushes, and does not pull
  int32_t leaving;          // closed and at an end that it cannot pass: (side + 1) * direction; 0: none
  bool shadow;              // a corner over a nearly parallel face: watched, not (yet) a touch
  int32_t id;               // its own, as long as it lives
  double force;             // of a closed one, when it was last decided or an event came
  bool fired;               // its force has just reached zero
  double v0;                // speed at first contact, for its law
  int32_t slot;             // output slot of its contact; -1: none
  int32_t bounces;          // impacts in a row
  double bounce, interval;  // time of the last one, time between the last two
  double mark;              // speed of an earlier one, to see whether they die out
  bool stale;               // they do not: no rebound as long as they are slow
  int32_t futile;           // impacts in a row that left its speed as it was
} PwTouch;

// Where the two bodies of a contact stood against each other at the last search, and how far they may move until the next.
typedef struct {
  double x, y, c, s;                // body 1 seen from body 2
  double position[3], rotation[9];  // the same in space
  double reach;                     // motion until the next search
  double sure;                      // motion in which nothing closes that is not listed; may be less
  double along;                     // gap of a line or face along which all is equally near; INFINITY: there is none
} PwPairMemory;

// An overlap as the watch sees it; depth 0: there is none.
typedef struct {
  double depth;
  double x[3];  // ground axes
} PwSeen;

typedef struct {
  const PawlMechanism *k;
  PwTouch *touch;
  int32_t count, capacity;
  PwPairMemory *pair;     // [contacts]
  PwPairMemory *watched;  // [contacts] where the watch last saw no overlap; reach 0: nowhere yet
  PwFoundList found;      // scratch of searches
  PwSurfaceFoundList space_found;
  int32_t last_id;
  bool conforming;  // the last search: the boundaries lie on each other along a part of them, which is no touch but a line
  int64_t searches, grown;
} PwTouches;

// Geometry and motion of one touch at a given state of the bodies.
typedef struct {
  int32_t body[2];
  double gap, rate, bias;  // gap'' = jac . a + bias
  double jac[12];          // of the speeds of body 1, then of body 2 (3 or 6 each)
  PwTouchPoint point;      // profiles only
  PwTouchSpeed speed;
  PwSurfaceTouch space;  // surfaces only
  PwSpaceSpeed space_speed;
} PwTouchMotion;

// A touch for people; NAN where it has none of it.
typedef struct {
  double x[3];       // middle of its two points
  double n[3];       // unit normal that pushes body 1
  double q[2];       // coordinates on the two boundaries; surfaces: u
  double across[2];  // surfaces: v
} PwTouchView;

PawlStatus pw_touches_create(const PawlMechanism *k, PwTouches *out);  // stops are there from the beginning
void pw_touches_free(PwTouches *t);
PawlStatus pw_touches_reserve(PwTouches *t, int32_t count);
static inline bool pw_touch_is_stop(const PawlMechanism *k, const PwTouch *touch) {
  return k->contact[touch->contact].kind == PW_CONTACT_STOP;
}
static inline bool pw_touch_is_corners(const PawlMechanism *k, const PwTouch *touch) {
  const PwContact *c = &k->contact[touch->contact];
  return c->kind == PW_CONTACT_PROFILES &&
         pw_element_is_corner(&k->boundary[c->boundary[0]].geometry.element[touch->element[0]]) &&
         pw_element_is_corner(&k->boundary[c->boundary[1]].geometry.element[touch->element[1]]);
}
// Two corners, given as placed: do they collide, or pass?
static inline bool pw_touch_corners_meet(const PawlMechanism *k, const PwTouchMotion *m) {
  double x = m->point.x1[0] - m->point.x2[0], y = m->point.x1[1] - m->point.x2[1];
  return x * x + y * y < PW_CORNERS * k->size * PW_CORNERS * k->size;
}
// Never opens: by request, or because the run is kinematic.
bool pw_touch_is_two_sided(const PawlMechanism *k, const PwTouch *touch, bool kinematic);

// ---- following: geometry and motion of one touch at the state that `m` is placed (and moved) at

// PAWL_RETRY: no touch near the place where it was.
PawlStatus pw_touch_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
void pw_touch_move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout);
// d(jac)/dt along the motion, after move. For profiles jac' . v = bias, but for two corners along a remembered direction: jac
// keeps it, bias belongs to their distance.
void pw_touch_jac_rate(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double out[12]);
// Curvilinear coordinate of a place of the touch on boundary `side`, as W96 has it: the number of the element plus the part of it
// that lies behind, 0 to 1. A touch that is watched beyond an end of its element stands at the end.
double pw_touch_coordinate(const PawlMechanism *k, const PwTouch *touch, const PwTouchPoint *point, int side);
void pw_touch_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out);
// Remembers place and rates at the state of `m` as the touch's own.
PawlStatus pw_touch_remember(const PwMotion *m, PwTouch *touch);

// ---- finding

PwPose2 pw_body_pose2(const PwMotion *m, int32_t body);
// Motion left until contact `c` must be searched again.
double pw_touches_margin(const PwTouches *t, const PwMotion *m, int32_t c);
// Can nothing that is not listed have closed since the search of contact `c`? If not, see simulate/contact_late.c.
bool pw_touches_is_sure(const PwTouches *t, const PwMotion *m, int32_t c);
// How far below zero that may fall until it is searched.
double pw_touches_slack(const PwTouches *t, int32_t c);
// Gaps up to this are found by a search of contact `c`.
double pw_touches_reach(const PwTouches *t, int32_t c);
// Searches one contact: new touches are added (open), open ones that are gone are removed, closed and pressed ones stay. `deep`:
// overlaps of any depth are found, as a start needs it; else those within the margin.
PawlStatus pw_touches_search(PwTouches *t, const PwMotion *m, int32_t c, bool deep);
// The watch: the deepest overlap of the bodies of contact `c` as they stand, whatever touches are listed, if it is deeper than
// `shallow`; looked for if they have moved by more than `least` since there was none.
PawlStatus pw_touches_look(PwTouches *t, const PwMotion *m, int32_t c, double least, double shallow, PwSeen *out);
void pw_touches_remove(PwTouches *t, int32_t index);
PwTouch *pw_touches_find(const PwTouches *t, int32_t id);  // NULL: gone
// The pressed touch of contact `c` that has `rank` others before it along the boundaries; -1: there is none.
int32_t pw_touches_pressed(const PwTouches *t, int32_t c, int32_t rank);
// What an end (direction -1: u = 0, +1: u = 1) of a touch's element on one side is.
typedef enum {
  PW_END_NONE,       // a circle
  PW_END_FLAT,       // a corner over a face where the next element is a face too: two flats never touch, their corners do. The
                     // corner goes on being watched beside its cone
  PW_END_REENTRANT,  // the continuation leads into the body: as long as it lies there an open touch goes on without harm
  PW_END_LAST,       // of an open profile
  PW_END_PASSES      // on to the next element
} PwTouchEnd;
PwTouchEnd pw_touch_end(const PawlMechanism *k, const PwTouch *touch, int side, int direction);
// The touch goes over its element's end on one side (direction +1: u = 1). False: there it cannot go on, because nothing follows
// or the corner is re-entrant (*join says which).
bool pw_touch_advance(const PawlMechanism *k, PwTouch *touch, int side, int direction, PwJoin *join);
// Gives output slots: closed and pressed touches first, then the nearest; a touch keeps the slot that it has.
void pw_touches_assign_slots(PwTouches *t, const PwTouchMotion *motion);
#endif
