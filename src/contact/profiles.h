// Touches of profiles: what the files of this pair share. contact/pair.h is their table.
#ifndef PW_PROFILES_H
#define PW_PROFILES_H
#include "contact/pair.h"

static inline const PwProfile *pw_profile_of(const PawlMechanism *k, int32_t contact, int side) {
  return &k->boundary[k->contact[contact].boundary[side]].geometry;
}
static inline const PwElement *pw_element_of(const PawlMechanism *k, const PwTouch *touch, int side) {
  return &pw_profile_of(k, touch->contact, side)->element[touch->on[side].element];
}
static inline bool pw_profiles_are_corners(const PawlMechanism *k, const PwTouch *touch) {
  return pw_element_is_corner(pw_element_of(k, touch, 0)) && pw_element_is_corner(pw_element_of(k, touch, 1));
}
// Two corners, given as placed: do they collide, or pass?
static inline bool pw_profiles_corners_meet(const PawlMechanism *k, const PwTouchMotion *m) {
  double x = m->point.x1[0] - m->point.x2[0], y = m->point.x1[1] - m->point.x2[1];
  return x * x + y * y < PW_CORNERS * k->size * PW_CORNERS * k->size;
}
PwPose2 pw_body_pose2(const PwMotion *m, int32_t body);

// What an end of a touch's element is.
typedef enum {
  PW_END_NONE,       // a circle
  PW_END_FLAT,       // a corner over a face where the next element is a face too: two flats never touch, their corners do. The
                     // corner goes on being watched beside its cone
  PW_END_REENTRANT,  // the continuation leads into the body: as long as it lies there an open touch goes on without harm
  PW_END_LAST,       // of an open profile
  PW_END_PASSES      // on to the next element
} PwTouchEnd;
PwTouchEnd pw_profiles_end(const PawlMechanism *k, const PwTouch *touch, PwEnd end);
// A corner is closed on the very end of a face that goes on in a curve, and the face beside the corner lies over that: as soon as
// it tilts it touches the curve. *behind: that touch, which no search finds before. `end` is flat.
bool pw_profiles_tilts_over(const PwMotion *m, const PwTouch *touch, PwEnd end, PwTouch *behind);
// The touch goes over its element's end. False: there it cannot go on, because nothing follows or the corner is re-entrant (*join
// says which).
bool pw_profiles_advance(const PawlMechanism *k, PwTouch *touch, PwEnd end, PwJoin *join);

// The functions of the table, by files.
// profiles_follow.c
PawlStatus pw_profiles_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
void pw_profiles_move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout);
void pw_profiles_jac_rate(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double out[12]);
void pw_profiles_hessian(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double H[144]);
PawlStatus pw_profiles_remember(const PwMotion *m, PwTouch *touch);
void pw_profiles_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out);
void pw_profiles_frame(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, bool moved, PwTouchFrame *out);
// profiles_ends.c
void pw_profiles_ends(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion,
                      double g[PW_ENDS]);
PwEnd pw_profiles_end_of(const PawlMechanism *k, const PwTouch *touch, int way);
double pw_profiles_inside(const PawlMechanism *k, const PwTouch *touch, int way);
double pw_profiles_firmness(const PwTouchMotion *motion, double length);
bool pw_profiles_is_faint(const PawlMechanism *k, const PwTouchMotion *motion);
bool pw_profiles_stands(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
bool pw_profiles_is_on_corner(const PawlMechanism *k, const PwTouch *touch);
bool pw_profiles_is_on(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion);
bool pw_profiles_is_outgoing(const PwTouches *t, const PwTouch *touch);
// profiles_cross.c
PawlStatus pw_profiles_cross(PwTouches *t, const PwMotion *m, int32_t index, PwEnd end, bool *gone);
bool pw_profiles_leave_corners(const PwMotion *m, PwTouch *touch);
bool pw_profiles_comes_to_corners(const PwMotion *m, const PwTouch *touch, PwEnd end, PwTouch *at);
PawlStatus pw_profiles_pass_corners(PwTouches *t, const PwMotion *m, const PwTouch *at);
bool pw_profiles_is_covered(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion);
// profiles_find.c
double pw_profiles_margin(const PawlMechanism *k, const PwContact *c);
void pw_profiles_note(const PwMotion *m, const PwContact *c, PwPairMemory *memory);
double pw_profiles_moved(const PawlMechanism *k, const PwMotion *m, const PwContact *c, const PwPairMemory *memory);
PawlStatus pw_profiles_find(PwTouches *t, const PwMotion *m, int32_t c, bool deep, int32_t *count);
bool pw_profiles_is_found_as(const PwTouches *t, const PwMotion *m, const PwTouch *touch, int32_t n);
void pw_profiles_find_again(const PwTouches *t, int32_t n, PwTouch *touch);
PawlStatus pw_profiles_adopt(PwTouches *t, const PwMotion *m, int32_t c, int32_t n, bool deep);
bool pw_profiles_may_stay(const PwTouches *t, const PwTouch *touch);
// profiles_overlap.c
bool pw_profiles_is_concentric(const PwMotion *m, const PwContact *c, PwOverlap *out);
bool pw_profiles_is_inside(const PwMotion *m, const PwContact *c, int side, double tolerance);
bool pw_profiles_is_hole_meant(const PwMotion *m, const PwContact *c);
int pw_profiles_open_side(const PawlMechanism *k, const PwContact *c);
bool pw_profiles_overlap_at(const PwMotion *m, const PwContact *c, double tolerance, PwOverlap *out);
bool pw_profiles_are_near(const PwMotion *m, const PwContact *c);
PawlStatus pw_profiles_look(PwTouches *t, const PwMotion *m, int32_t c, double shallow, PwSeen *out);
#endif
