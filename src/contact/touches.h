// The touches of a simulation: which there are, on which elements, open, closed or pressed. Discrete state: it changes only at
// accepted instants (simulate/); evaluation takes it const. Joint stops are touches too, with a scalar as gap.
//
// What a touch of profiles, of surfaces or of a stop does is told by the table of its pair (pair.h); here are the words that all
// of them have, and the list.
#ifndef PW_TOUCHES_H
#define PW_TOUCHES_H
#include "base/order.h"
#include "contact/event.h"
#include "contact/kinematics.h"
#include "contact/space_kinematics.h"
#include "mechanics/motion.h"

typedef enum {
  PW_TOUCH_OPEN,
  PW_TOUCH_CLOSED,  // a constraint row
  PW_TOUCH_PRESSED  // a force law acts
} PwTouchState;

// Of the mechanism's size. Two corners never overlap, they pass each other: nearer than this they collide, along the line between
// them. Such a touch is never held closed: if they still press, the element beside a corner that lies best across takes its
// place.
static const double PW_CORNERS = 1e-9;
static const double PW_TOUCHING = 1e-11;  // of the scale of a gap: one that counts as zero when events are settled

// Where a touch is on one of its two boundaries.
typedef struct {
  int32_t element;         // of a profile; of a surface its face
  double u[2], u_rate[2];  // parameters there and their rates; a profile has the first one only, 0 to 1 along the element
} PwTouchSide;

// An end of what a touch stands on.
typedef struct {
  int32_t side;  // which boundary: 0 or 1
  int32_t axis;  // which of its parameters; profiles: 0
  int32_t last;  // 0: where the parameter begins, 1: where it ends
} PwEnd;

// Of a profile's element or along a surface's parameter: the way that leads over the end.
static inline int pw_end_direction(PwEnd end) {
  return end.last ? 1 : -1;
}

// What of the motion at a closed touch friction acts on (friction.h).
typedef enum { PW_GRIP_SLIP, PW_GRIP_ROLL, PW_GRIP_SPIN, PW_GRIPS } PwGrip;

typedef struct {
  bool slides;      // a force of the size of its limit acts against its rate; else it sticks, and its rate is held at zero
  bool frozen;      // slides along `along`, whatever its rate: that is too slow to tell, or one row has only a sign
  bool begins;      // slides slowly: along the rate that it will have a time `ahead` later
  bool yields;      // slides by its force, but others hold its rate at zero
  bool fired;       // its force has just reached its limit
  bool reached;     // a touch that shares with it has, which is at its limit together with it
  bool yielded;     // it has yielded since it sticks, and that was told
  double along[3];  // slides: unit direction, in ground axes; of one row its sign
  double ahead;     // begins
} PwTouchGrip;

enum { PW_SERIES = 5 };  // impacts that two cycles of two begin and end with

// A closed touch with friction just before an instant that something follows at; NAN: not known.
typedef struct {
  double force, friction, slip;
} PwTouchBefore;

typedef struct {
  int32_t contact;
  int32_t id;                           // its own, as long as it lives
  PwTouchSide on[2];                    // where it was at time t: where local solves start from
  double t, gap, rate, definite, n[2];  // then
  PwTouchState state;
  bool held_back;              // closed and at an end that it cannot pass, this one:
  PwEnd end;                   //
  bool shadow;                 // a corner over a nearly parallel face: watched, not (yet) a touch
  double force;                // of a closed one, when it was last decided or an event came
  double shares;               // of a closed one, when it was last decided: friction is shared by it until the next decision
  bool fired;                  // its force has just reached zero
  PwTouchGrip grip[PW_GRIPS];  // closed: its friction
  bool based;                  // closed: its forces are those of the last decision and a share of what has changed since:
  double base[2][3];           // force and torque on body 1 then, ground axes
  PwTouchBefore before;        // for its events
  int32_t load;                // closed, acting both ways, with friction: sign of its force
  int32_t jams;                // how often friction has jammed it (Painleve), and when last:
  double jam;
  double v0;                // speed at first contact, for its law
  double displacement[3];   // pressed, with friction: along its surface (displacement.h), as of the last settled instant
  bool rim;                 // that is as long as friction can hold it
  bool fast;                // and slips so fast that the displacement is along the slip, whatever it was
  int32_t slot;             // output slot of its contact; -1: none
  int32_t bounces;          // impacts in a row
  double bounce, interval;  // time of the last one, time between the last two
  double mark;              // speed of an earlier one, to see whether they die out
  bool stale;               // they do not: no rebound as long as they are slow
  int32_t futile;           // impacts in a row that left its speed as it was
} PwTouch;

// Friction of a joint (mechanics/bearing.h), as it is from the last decision on.
typedef struct {
  PwTouchGrip grip;  // `along`: in the bearing's rows
  bool decided;      // something is decided of it in this run
  double load;       // then
  double force[3];   // then, along its rows: of what slides
  bool given;        // while a decision is made: it slides with that force, whatever its load
  double side[2];    // of a guide in the plane: the signs of the forces at its ends
  bool passed[2];    // the force there goes through zero: its sign is the other one from now on
  int32_t jams;      // how often it has jammed, and when last:
  double jam;
} PwBearingState;

// Impacts in a row at one body, each at another touch than the one before it (a block that rocks): by ever shorter intervals they
// come to an end, which every cycle of two tells by its geometric series.
typedef struct {
  int32_t count;
  int32_t touch[2];        // ids of the last one and the one before
  double instant;          // of the last one
  double time[PW_SERIES];  // of the last ones, the last in front, without what a gap is noticed late by
  double told, moved;      // the end by the last cycle, and how far that moved it; NAN: none yet
  double limit, moves;     // the end by the cycle that with the one before moved it least, and how far
} PwImpactSeries;

// Where the two bodies of a contact stood against each other at the last search, and how far they may move until the next.
typedef struct {
  double pose[12];  // body 1 seen from body 2, as the pair has it: x y cos sin, or position and rotation
  double reach;     // motion until the next search
  double sure;      // motion in which nothing closes that is not listed; may be less
  double along;     // gap of a line or face along which all is equally near; INFINITY: there is none
} PwPairMemory;

// The same as it was before a search.
typedef struct {
  int32_t contact;
  PwPairMemory memory;
} PwKeptPair;

// A contact that is looked at (near.h).
typedef struct {
  int32_t contact;
  int32_t touch;         // scratch: its first touch
  double need;           // what its reach must be for its search to hold as long as the list
  PwPairMemory pair;     // its last search; all 0: it is to be searched
  PwPairMemory watched;  // where the watch last saw no overlap; reach 0: nowhere yet
} PwNear;
typedef struct PwField PwField;

// A touch for people; NAN where it has none of it.
typedef struct {
  double x[3];       // middle of its two points
  double x1[3];      // the one on boundary 1
  double n[3];       // unit normal that pushes body 1
  double q[2];       // coordinates on the two boundaries; surfaces: u
  double across[2];  // surfaces: v
} PwTouchView;

// A closed touch as friction sees it, in ground axes (in the plane with z = 0).
typedef struct {
  int32_t tangents;  // 1 in the plane, 2 in space
  int32_t body[2];
  double n[3], t[2][3];        // normal from 2 to 1, tangents
  double arm[2][3];            // from the bodies' centres of mass to its places
  double roam[2][3], turn[3];  // velocity of the touch over each boundary, rate of n; if it is moved
} PwTouchFrame;

// An overlap as the watch sees it; depth 0: there is none.
typedef struct {
  double depth;
  double x[3];  // ground axes
} PwSeen;

typedef struct {
  const PawlMechanism *k;
  PwTouch *touch;
  int32_t count, capacity;
  PwNear *near, *near_spare;       // [nears] in the order of the contacts
  int32_t nears, near_capacity;    //
  int32_t *searches_of;            // [searched] contacts whose searches have a switching function
  int32_t searched;                //
  PwField *field;                  // what the list is found by; NULL: all contacts are in it
  PwFoundList found;               // scratch of searches, of profiles and
  PwSurfaceFoundList space_found;  // of surfaces
  PwBearingState *bearing;         // [bearings of the mechanism]
  PwImpactSeries *series;          // [bodies]
  int32_t last_id;
  bool conforming;  // the last search: the boundaries lie on each other along a part of them, which is no touch but a line
  int64_t searches, grown;
  bool late;       // of any contact: a search may find what has closed since the last one
  bool kinematic;  // the run is: touches that are closed act both ways
  double speed;    // typical speed of the run: what rest and rebounds are measured by
  bool urgent;     // touches are closed already, or may rest: decide at once
  bool changed;    // touches came or went since the formulation was told
  PwEvent *event;  // [events] that wait, in their order
  int32_t events, event_capacity;
  int32_t *next;          // [count] scratch: the next touch of the same contact, -1
  PwTouch *kept;          // [kept_count] the list as pw_touches_keep found it
  PwKeptPair *kept_pair;  // [kept_pairs] of the contacts searched since then
  int32_t kept_count, kept_last_id, kept_events, kept_pairs;
  bool keeping;
} PwTouches;

// Geometry and motion of one touch at a given state of the bodies.
typedef struct {
  double gap, rate, bias;  // gap'' = jac . a + bias
  double jac[12];          // of the speeds of body 1, then of body 2 (3 or 6 each)
  PwTouchPoint point;      // profiles only
  PwTouchSpeed speed;
  PwSurfaceTouch space;  // surfaces only
  PwSpaceSpeed space_speed;
#ifndef NDEBUG
  int32_t stage;  // order.h
#endif
} PwTouchMotion;

// The friction of a joint before anything is decided of it: it slides, and has no force where it does not move.
static inline void pw_bearing_loosen(PwBearingState *b) {
  *b = (PwBearingState){.grip = {.slides = true}};
}

// ---- the list

PawlStatus pw_touches_create(const PawlMechanism *k, PwTouches *out);  // stops are there from the beginning
void pw_touches_free(PwTouches *t);
PawlStatus pw_touches_reserve(PwTouches *t, int32_t count);
// Adds a touch with an id of its own, at the state of `m`.
PawlStatus pw_touches_add(PwTouches *t, const PwMotion *m, PwTouch touch);
void pw_touches_remove(PwTouches *t, int32_t index);
void pw_touches_clear(PwTouches *t);  // all but stops
// What follows may be taken back: the list, events that wait and the memory of searches are kept until pw_touches_accept, or
// become again what they were by pw_touches_take_back.
void pw_touches_keep(PwTouches *t);
void pw_touches_accept(PwTouches *t);
void pw_touches_take_back(PwTouches *t);
// Do other touches act than when the list was kept? Then the motion changes, and what has been integrated ends there.
bool pw_touches_act_otherwise(const PwTouches *t);
PwTouch *pw_touches_find(const PwTouches *t, int32_t id);  // NULL: gone
// Is there a touch of the same contact on the same elements already?
bool pw_touches_is_listed(const PwTouches *t, const PwTouch *touch);
// The pressed touch of contact `c` that has `rank` others before it along the boundaries; -1: there is none.
int32_t pw_touches_pressed(const PwTouches *t, int32_t c, int32_t rank);
// Gives output slots: closed and pressed touches first, then the nearest; a touch keeps the slot that it has.
void pw_touches_assign_slots(PwTouches *t, const PwTouchMotion *motion);

// An event of a touch, as it is before it; NULL: there is no room for it.
PwEvent *pw_touches_tell(PwTouches *t, const PwTouch *touch, const PwTouchMotion *m, const char *kind);

// Never opens: by request, or because the run is kinematic.
bool pw_touch_is_two_sided(const PawlMechanism *k, const PwTouch *touch, bool kinematic);
static inline bool pw_touch_is_open(const PwTouch *touch) {
  return touch->state == PW_TOUCH_OPEN;
}
// Speeds of a gap that count as none, against rounding and the integrator's tolerance.
static inline double pw_touches_still(const PwTouches *t, int32_t contact) {
  return pw_gap_speed(t->k, contact, 1e-9 * t->speed);
}
#endif
