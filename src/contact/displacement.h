// The elastic displacement along the surface of touches that a law presses and that have friction (stick_law.h): what it is at a
// state of the bodies, its force, its rate.
//
// Each such touch has numbers of its own at the end of a state y or z, in the order of the touches' ids: in the plane one, along
// the tangent; in space three, in axes of body 2, of which what lies in the tangent plane counts. They turn with the normal:
//
//   s' = v - n (s . (n' - w2 x n)) seen from body 2
//
// On the rim in space s turns with the slip over a way of R. Far above the speed at which it sticks (`fast`) that is quick, and
// the force does not depend on s: it stands along the slip and is not integrated.
//
// Force and slip are those at the middle of the touch's two points: the same place on both bodies, so that the two forces have no
// moment.
#ifndef PW_DISPLACEMENT_H
#define PW_DISPLACEMENT_H
#include "contact/friction.h"
#include "contact/stick_law.h"

enum { PW_DISPLACEMENT = 3 };  // the most numbers of a touch

typedef struct {
  int32_t touch;                 // in the list
  int32_t row;                   // its normal row in PwActing
  int32_t at;                    // the first of its numbers among those of the state
  PwTouchFrame frame;            // with the levers to the middle
  PwPairRow slip[PW_GRIP_ROWS];  // along the tangents
  double s[2], v[2];             // along them
  double normal, by_gap, by_rate;
  bool rim, fast;
  PwStick stick;
} PwDisplaced;

// Has a touch with this contact a displacement while it is pressed?
bool pw_contact_has_displacement(const PwContact *c);
bool pw_touch_is_displaced(const PawlMechanism *k, const PwTouch *touch);
bool pw_mechanism_has_displacement(const PawlMechanism *k);
// Friction of any kind, of touches closed or pressed.
bool pw_contact_rubs(const PwContact *c);
bool pw_touch_rubs(const PawlMechanism *k, const PwTouch *touch);
bool pw_mechanism_rubs(const PawlMechanism *k);
// Numbers of a touch, and of all that may be displaced at once.
static inline int32_t pw_displacement_numbers(const PawlMechanism *k) {
  return k->planar ? 1 : PW_DISPLACEMENT;
}
// Where the numbers of touch `index` begin; how many all touches have now.
int32_t pw_displacement_at(const PwTouches *t, int32_t index);
int32_t pw_displacement_count(const PwTouches *t);
// From the touches into a state's last numbers, and back.
void pw_displacement_give(const PwTouches *t, double *tail);
void pw_displacement_take(PwTouches *t, const double *tail);

// Frame and rows of out->touch at the state that it is placed and moved at.
void pw_displaced_move(const PwTouches *t, const PwMotion *m, const PwTouchMotion *motion, PwDisplaced *out);
// Then displacement, slip and forces, with the numbers of a state.
void pw_displaced_press(const PwTouches *t, const PwMotion *m, const PwTouchMotion *motion, const double *tail,
                        PwDisplaced *inout);
// R', with the acceleration of the gap; is that needed?
bool pw_displaced_needs_acceleration(const PwDisplaced *d);
double pw_displaced_rim_rate(const PwTouches *t, const PwDisplaced *d, const PwTouchMotion *motion, double acceleration);
// The rate of its numbers.
void pw_displaced_rate(const PwMotion *m, const PwDisplaced *d, double rim_rate, double out[PW_DISPLACEMENT]);
// Numbers of a state along the tangents, and back.
void pw_displaced_tangents(const PwMotion *m, const PwDisplaced *d, const double *numbers, double s[2]);
void pw_displaced_numbers(const PwMotion *m, const PwDisplaced *d, const double s[2], double *numbers);
// A vector in ground axes as numbers of a state: its part along the surface.
void pw_displaced_set(const PwMotion *m, const PwTouchFrame *frame, const double vector[3], double out[PW_DISPLACEMENT]);
// Does it slip so fast that on the rim it stands along the slip?
bool pw_displaced_is_fast(const PwTouches *t, const PwDisplaced *d);
// Positive as long as s stays where it is, inside or on the rim, and as long as the touch is fast, or is not; without unit.
enum { PW_DISPLACED_SWITCHES = 2 };
void pw_displaced_switch(const PwTouches *t, const PwDisplaced *d, double rim_rate, double g[PW_DISPLACED_SWITCHES]);
// The first of these has fired: from now on the touch is displaced on the rim, or inside it. False: s is not going over the rim,
// it was off by what the integration leaves. The second: it is fast from now on, or no more.
bool pw_displaced_cross(const PwTouches *t, const PwMotion *m, const PwDisplaced *d, double rim_rate, PwTouch *touch);
void pw_displaced_change_pace(const PwTouches *t, const PwMotion *m, const PwDisplaced *d, PwTouch *touch);
// A touch begins to be pressed, without displacement: what slips faster than the rim opens stands on it at once.
void pw_displacement_begin(PwTouches *t, const PwMotion *m, const PwTouchMotion *motion, PwTouch *touch);
#endif
