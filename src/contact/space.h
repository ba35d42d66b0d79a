// Touches of surfaces: the parts of touches.h that are different in space. Called by follow.c, find.c and touches.c.
#ifndef PW_SPACE_H
#define PW_SPACE_H
#include "contact/touches.h"
#include "geometry/space/surface_overlap.h"

PawlStatus pw_space_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
void pw_space_move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout);
void pw_space_remember(const PwMotion *m, const PwTouchMotion *motion, PwTouch *touch);
// Motion left of this reach.
double pw_space_margin(const PwTouches *t, const PwMotion *m, int32_t c, double reach);
double pw_space_reach(const PwTouches *t, int32_t c);
PawlStatus pw_space_look(PwTouches *t, const PwMotion *m, int32_t c, double least, PwSeen *out);
PawlStatus pw_space_search(PwTouches *t, const PwMotion *m, int32_t c, bool deep);
// Do the surfaces of a contact overlap, by places of theirs?
bool pw_space_overlap(const PwMotion *m, const PwContact *c, double tolerance, PwOverlap *out);

// The surface parameters, brought into their range where they go round.
void pw_space_coordinates(const PawlMechanism *k, const PwTouch *touch, const PwSurfaceTouch *p, int side, double *u, double *v);
// How far inside its face a touch is on one side and in one direction: > 0 inside, 0 at an end; INFINITY: there is none.
double pw_space_inside(const PawlMechanism *k, const PwTouch *touch, const PwSurfaceTouch *p, int side, int direction);
// The touch goes over the end of its face that it stands at. False: nothing follows there, a border or a kink.
bool pw_space_advance(const PawlMechanism *k, PwTouch *touch, int side, int direction);
// Rates and accelerations of u1 v1 u2 v2 by their own equations (parametric.h), at the state of `m` with accelerations a of the
// bodies. False: they have none there.
bool pw_space_parameters(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, const double *a, double rate[4],
                         double acceleration[4]);
// Does a touch at the end of its face move over it?
bool pw_space_leaves(const PawlMechanism *k, const PwTouch *touch, int side, int direction);
#endif
