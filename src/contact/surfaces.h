// Touches of surfaces: what the files of this pair share. contact/pair.h is their table.
#ifndef PW_SURFACES_H
#define PW_SURFACES_H
#include "contact/pair.h"

static inline const PwSkin *pw_skin_of(const PawlMechanism *k, int32_t contact, int side) {
  return &k->skin[k->contact[contact].skin[side]];
}
// Of a body; of a surface on its body; a b: of what stands at b on something that stands at a.
PwPose3 pw_body_pose3(const PwMotion *m, int32_t body);
PwPose3 pw_skin_pose(const PwMotion *m, const PwSkin *skin);
PwPose3 pw_compose3(const PwPose3 *a, const PwPose3 *b);

// How far inside its face a touch with this parameter is on one side: > 0 inside, 0 at an end; INFINITY: there is none.
double pw_surfaces_face_left(const PawlMechanism *k, const PwTouch *touch, int side, int axis, double parameter);
// The touch goes over this end of its face. False: nothing follows there, a border or a kink.
bool pw_surfaces_advance(const PawlMechanism *k, PwTouch *touch, PwEnd end);

// The functions of the table, by files.
// surfaces_follow.c
PawlStatus pw_surfaces_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
void pw_surfaces_move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout);
void pw_surfaces_jac_rate(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double out[12]);
void pw_surfaces_hessian(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double H[144]);
PawlStatus pw_surfaces_remember(const PwMotion *m, PwTouch *touch);
void pw_surfaces_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out);
void pw_surfaces_frame(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, bool moved, PwTouchFrame *out);
bool pw_surfaces_parameters(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, const double *a, double rate[4],
                            double acceleration[4]);
// surfaces_ends.c
void pw_surfaces_ends(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion,
                      double g[PW_ENDS]);
PwEnd pw_surfaces_end_of(const PawlMechanism *k, const PwTouch *touch, int way);
double pw_surfaces_inside(const PawlMechanism *k, const PwTouch *touch, int way);
double pw_surfaces_firmness(const PwTouchMotion *motion, double length);
bool pw_surfaces_is_faint(const PawlMechanism *k, const PwTouchMotion *motion);
bool pw_surfaces_stands(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
bool pw_surfaces_is_on_corner(const PawlMechanism *k, const PwTouch *touch);
bool pw_surfaces_is_on(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion);
PawlStatus pw_surfaces_cross(PwTouches *t, const PwMotion *m, int32_t index, PwEnd end, bool *gone);
bool pw_surfaces_is_outgoing(const PwTouches *t, const PwTouch *touch);
// surfaces_find.c
double pw_surfaces_margin(const PawlMechanism *k, const PwContact *c);
void pw_surfaces_note(const PwMotion *m, const PwContact *c, PwPairMemory *memory);
double pw_surfaces_moved(const PawlMechanism *k, const PwMotion *m, const PwContact *c, const PwPairMemory *memory);
PawlStatus pw_surfaces_find(PwTouches *t, const PwMotion *m, int32_t c, bool deep, int32_t *count);
bool pw_surfaces_is_found_as(const PwTouches *t, const PwMotion *m, const PwTouch *touch, int32_t n);
PawlStatus pw_surfaces_adopt(PwTouches *t, const PwMotion *m, int32_t c, int32_t n, bool deep);
bool pw_surfaces_overlap_at(const PwMotion *m, const PwContact *c, double tolerance, PwOverlap *out);
bool pw_surfaces_are_near(const PwMotion *m, const PwContact *c);
PawlStatus pw_surfaces_look(PwTouches *t, const PwMotion *m, int32_t c, double shallow, PwSeen *out);
#endif
