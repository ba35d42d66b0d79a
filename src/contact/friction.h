// Friction at closed touches, in grips: which a contact has, their rows at a state of the bodies, and their limits.
//
//   grip   rate                   rows in space, in the plane    limit of its force, load N
//   slip   T^T (V1 - V2)          2, 1                           mu N; none where the contact rolls
//   roll   T^T (w1 - w2)          2, 1 (w1 - w2)                 roll N, a torque
//   spin   n . (w1 - w2)          1, 0                           spin N, a torque
//
// V_i = v_i + w_i x c_i are the speeds of the two places of the touch as they move with their bodies. A grip that sticks holds
// its rate at zero by rows of speeds, with c_i' = w_i x c_i + T r_i (G89 eq. 15):
//
//   slip   jac (t, c1 x t, -t, -c2 x t)     rate' = jac . a + t . (w1 x c1' - w2 x c2')
//   roll   jac (0, t, 0, -t)                rate' = jac . a - (t . eta) n . (w1 - w2)
//   spin   jac (0, n, 0, -n)                rate' = jac . a + eta . (w1 - w2)
//
// with t held in ground axes: where the rates of all its rows are zero, turning them into each other changes nothing. A grip that
// slides has a force of the size of its limit against its rate; of the slip
//
//   mu(s) = kinetic + (static - kinetic) exp(-(s/stribeck)^2),   and viscous s on top of mu N
#ifndef PW_FRICTION_H
#define PW_FRICTION_H
#include "contact/pair.h"
#include "mechanics/pair_row.h"

enum { PW_GRIP_ROWS = 2, PW_FRICTION_ROWS = 5 };  // the most of a grip, and of a touch

bool pw_contact_has_friction(const PwContact *c);
bool pw_contact_has_grip(const PawlMechanism *k, const PwContact *c, PwGrip grip);
// Does any contact have friction?
bool pw_mechanism_has_friction(const PawlMechanism *k);
// Rows of a grip, whatever the contact, and the number of its first one among those of a touch.
int32_t pw_grip_rows(const PawlMechanism *k, PwGrip grip);
int32_t pw_grip_component(const PawlMechanism *k, PwGrip grip);
// Rows of a touch of this contact where all its grips stick, its normal included; the most of any contact.
int32_t pw_contact_most_rows(const PawlMechanism *k, const PwContact *c);
int32_t pw_touch_most_rows(const PawlMechanism *k);
// What is asked of all contacts is noted once, in a mechanism that has been built.
void pw_friction_note(PawlMechanism *k);

// What the load is multiplied by where a grip sticks: INFINITY: it never slides; 0: it never sticks.
double pw_grip_static(const PwContact *c, PwGrip grip);
// The same where it slides at this speed, and the force that comes on top.
double pw_grip_kinetic(const PwContact *c, PwGrip grip, double speed);
double pw_grip_viscous(const PwContact *c, PwGrip grip, double speed);

// Bodies and gradients of the rows of a grip, [pw_grip_rows]; then rates and biases.
void pw_grip_place(const PawlMechanism *k, const PwTouchFrame *frame, PwGrip grip, PwPairRow *row);
void pw_grip_move(const PwMotion *m, const PwTouchFrame *frame, PwGrip grip, PwPairRow *row);
// d(jac)/dt of row `n` of a grip.
void pw_grip_jac_rate(const PwMotion *m, const PwPairRow *row, const PwTouchFrame *frame, PwGrip grip, int32_t n, double out[12]);
// Length of the rates of a grip's rows.
double pw_grip_speed(const PawlMechanism *k, PwGrip grip, const PwPairRow *row);
// The direction in its rows along which a grip slides; *speed: its rate along it.
void pw_grip_direction(const PawlMechanism *k, const PwTouchGrip *state, const PwTouchFrame *frame, PwGrip grip,
                       const PwPairRow *row, double direction[PW_GRIP_ROWS], double *speed);
// The other way round: from now on the grip slides along this.
void pw_grip_set_direction(const PawlMechanism *k, const PwTouchFrame *frame, PwGrip grip, const double direction[PW_GRIP_ROWS],
                           PwTouchGrip *state);
// Speeds of a grip that count as none; of the slip in a joint.
double pw_grip_still(const PwTouches *t, PwGrip grip);
// A rate up to which a grip of several rows begins to slide. Friction turns so slow a rate within a time of rate/acceleration by
// friction, which explicit methods would have to follow.
double pw_grip_slow(const PwTouches *t, PwGrip grip);
double pw_bearing_still(const PwTouches *t);
#endif
