// Touches that go from element to element, come to an end, leave, or begin and cease to press.
//
// `m` is placed and moved. What happens is told as events of `t`, which wait until their outcome is known.
#ifndef PW_GOING_ON_H
#define PW_GOING_ON_H
#include "contact/switching.h"

// Parameters and rates of all touches at the state of `m`.
PawlStatus pw_touches_remember(PwTouches *t, const PwMotion *m);
// Is a search due at the state of `m`, or has an open touch gone through since it was remembered?
bool pw_touches_is_due(const PwTouches *t, const PwMotion *m);
// An open touch that has gone through: another event came at the same instant, and roundings differ.
bool pw_touch_is_through(const PwTouches *t, const PwTouch *touch);
// What one of a touch's switching functions asks for; *search: its contact must be searched.
PawlStatus pw_touches_follow(PwTouches *t, const PwMotion *m, int32_t id, PwTouchSwitch function, bool *search);
// Removes touches of contact c that another one has come to: on the same elements at the same point.
void pw_touches_drop_doubles(PwTouches *t, int32_t c);
void pw_touches_drop_all_doubles(PwTouches *t);  // of all contacts
// A closed touch that was held back at an end, as remembered: has it gone over it?
bool pw_touch_has_left(const PwTouch *touch);
// A touch goes. `detail`: what more is to be said of it; NULL: what its pair says.
void pw_touches_leave(PwTouches *t, const PwMotion *m, int32_t index, const char *detail);
// Contacts with a force law: those that overlap press.
void pw_touches_press_overlapping(PwTouches *t, const PwMotion *m);

// For pairs: the touch, which has gone on and stands as `motion` says, tells of it and is remembered.
PawlStatus pw_touches_tell_element(PwTouches *t, const PwMotion *m, PwTouch *touch, const PwTouchMotion *motion);
#endif
