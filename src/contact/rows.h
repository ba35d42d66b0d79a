// Rows of touches, made here and nowhere else: how many a touch has, and what they are at a state of the bodies. A touch has that
// of its gap along the normal, and those of its friction that sticks (friction.h). What slides has a force for each unit of the
// touch's normal force, and no row. Joints with friction have rows where they stick, and such forces (mechanics/bearing.h).
#ifndef PW_CONTACT_ROWS_H
#define PW_CONTACT_ROWS_H
#include "contact/displacement.h"
#include "contact/friction.h"
#include "mechanics/bearing.h"

enum { PW_TOUCH_ROWS = 1 + PW_FRICTION_ROWS };  // the most that a touch has; pw_touch_most_rows: in a mechanism

// ---- the touches that act

// A grip of a closed touch that slides, or a joint with friction that does: its friction acts along one direction of its rows.
enum { PW_SLIDING_ROWS = PW_BEARING_ROWS };
typedef struct {
  int32_t of;       // the touch, by its place in PwActing
  int32_t touch;    // and in the list; -1: a joint's
  int32_t bearing;  // this one
  PwGrip grip;      // of a touch
  int32_t normal;   // of a touch: row of its load
  double sign;      // of the load: 1; where the touch acts both ways that of the normal force
  int32_t body[2];
  double direction[PW_SLIDING_ROWS];
  double jac[12];  // of a unit force along it
  bool begins;     // then its direction is found together with the loads (dynamics/beginnings.h), from
  double ahead;    //
  PwPairRow row[PW_GRIP_ROWS];
  double speed;    // along it
  double rate;     // whatever its direction
  double limit;    // of the load
  double viscous;  // force on top
  double load;     // by the last solve
  double force;    // against it, by the last solve
} PwSliding;

// The closed touches, whose rows are constraints, and the pressed ones, whose rows carry what a law says. Rows of positions come
// first, so that a matrix of all rows has theirs in its upper left corner; then those of speeds, of touches and of joints with
// friction that stick, then those of pressed touches.
typedef struct {
  const PwTouches *touches;
  int32_t room;                 // touches that there is room for
  int32_t closed, count;        // touches: closed ones in front, all
  int32_t *touch;               // [count] their indices in the list
  PwTouchMotion *motion;        // [count]
  int32_t position_rows, rows;  // of closed touches: rows of positions, and these with those of speeds
  int32_t all;                  // rows of pressed touches, too
  PwPairRow *row;               // [all]
  int32_t *of;                  // [all] whose of these a row is: the index in `touch` and `motion`
  double *force;                // [all] by the last solve
  int32_t slidings;             // grips of closed touches that slide
  PwSliding *sliding;           // [slidings]
  int32_t *normal;              // [room] of PwRowForces
  int32_t displaced;            // pressed touches with friction
  PwDisplaced *displacement;    // [displaced]
  int32_t tail;                 // numbers of their displacements in a state, these:
  double *number;               // [tail] of the state at hand
#ifndef NDEBUG
  int32_t stage;  // order.h
#endif
} PwActing;

// Forces by rows, as a formulation found them, and where the touches stood then: `acting` after a solve.
typedef struct {
  const double *force;
  const int32_t *normal;        // [touches of the list] the normal row of each; -1: it does not act
  const int32_t *of;            // [rows] of PwActing, as the next
  const PwTouchMotion *motion;  // placed and moved at the state of the forces
  const PwActing *acting;
} PwRowForces;

// Normal force of a touch; 0: it does not act.
static inline double pw_normal_force(const PwRowForces *f, int32_t touch) {
  return f->normal[touch] < 0 ? 0 : f->force[f->normal[touch]];
}

// Place and motion of a touch at the state of the forces; NULL: it does not act.
static inline const PwTouchMotion *pw_acting_touch(const PwRowForces *f, int32_t touch) {
  return f->normal[touch] < 0 ? NULL : &f->motion[f->of[f->normal[touch]]];
}

// Force of a grip, along its rows, on body 1; of a pressed touch its friction. False: it has none.
bool pw_grip_force(const PwRowForces *f, int32_t touch, PwGrip grip, double out[PW_GRIP_ROWS]);
// Friction of a pressed touch by the last press; NULL: it has none.
const PwDisplaced *pw_acting_displaced(const PwActing *a, int32_t touch);
// Force of a joint's friction along its rows, which pushes its slip up; returns what slides, NULL: it sticks.
const PwSliding *pw_bearing_force(const PwRowForces *f, int32_t bearing, double out[PW_BEARING_ROWS]);

// The most rows, and grips that slide, that there may be with this many touches.
int32_t pw_acting_most_rows(const PawlMechanism *k, int32_t touches);
int32_t pw_acting_most_slidings(const PawlMechanism *k, int32_t touches);

void pw_acting_free(PwActing *a);
// Lists what is closed and pressed; grows if the list of touches has. Rows know whose they are and their bodies from here on.
PawlStatus pw_acting_list(PwActing *a, const PwTouches *touches);
// Gradients and values of all rows, at the place of `m`; PAWL_RETRY: there is no touch.
PawlStatus pw_acting_place(PwActing *a, const PwMotion *m);
// Rates and biases, after place.
void pw_acting_move(PwActing *a, const PwMotion *m);
// d(jac)/dt of a row along the motion, after move.
void pw_acting_jac_rate(const PwActing *a, const PwMotion *m, int32_t row, double out[12]);
// Derivatives of jac of a row by the positions of its bodies, after place, and what it is after a complex step: of PwPair.
void pw_acting_hessian(const PwActing *a, const PwMotion *m, int32_t row, double H[144]);
bool pw_acting_stepped(const PwActing *a, const PwMotion_z *m, int32_t row, double complex *rate, double complex *bias);
// Place and motion of the touch that a row belongs to.
static inline const PwTouchMotion *pw_acting_motion(const PwActing *a, int32_t row) {
  return &a->motion[a->of[row]];
}
// The displacements of the state at hand: the last numbers of a y or z.
void pw_acting_load(PwActing *a, const double *tail);
// Adds the forces of the pressed touches, their friction included, which it remembers; returns their power on the bodies.
double pw_acting_press(PwActing *a, const PwMotion *m, double *force);
// The rates of the displacements, after press; are accelerations of the bodies needed for them? If not, they may be NULL.
bool pw_acting_needs_acceleration(const PwActing *a);
void pw_acting_displace(const PwActing *a, const PwMotion *m, const double *acceleration, double *rate);
// Where sticking touches share as they did at the last decision (PwTouch.based): adds those forces to `force`, and afterwards to
// the forces of rows, which are then what the motion asks for beside them.
void pw_acting_push_base(const PwActing *a, double *force);
void pw_acting_take_base(PwActing *a);
// Force and torque that a row's force is of: [0] or [1], along this axis.
int pw_row_axis(const PawlMechanism *k, const PwPairRow *row, double axis[3]);
// A direction in its rows for a grip that begins to slide.
void pw_sliding_turn(PwSliding *s, const double direction[PW_GRIP_ROWS]);
// Adds to `wrench` the friction of a grip that slides, under a load of 1; then under a load, with all of it, which it remembers:
// returns its power.
void pw_sliding_unit(const PawlMechanism *k, const PwSliding *s, double *wrench);
double pw_sliding_push(const PawlMechanism *k, PwSliding *s, double load, double *force);
static inline PwRowForces pw_acting_forces(const PwActing *a) {
  return (PwRowForces){a->force, a->normal, a->of, a->motion, a};
}

// ---- any touches

// Which rows of touches: their normals; also those of their grips that stick, as of closed ones; those of all their grips.
typedef enum { PW_ROWS_NORMAL, PW_ROWS_HELD, PW_ROWS_ALL } PwRowChoice;

// The rows of `n` touches of the list, open or not, at the state that `m` is placed and moved at; first [n + 1]: of PwBlocks.
PawlStatus pw_touches_rows(const PwTouches *t, const PwMotion *m, PwRowChoice choice, int32_t n, const int32_t *touch,
                           PwPairRow *row, int32_t *first);
#endif
