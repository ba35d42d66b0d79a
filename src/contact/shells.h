// Touches of shells (geometry/space/shell.h): what the files of this pair share. contact/pair.h is their table. Motion, rows and
// frames are those of surfaces.
#ifndef PW_SHELLS_H
#define PW_SHELLS_H
#include "contact/surfaces.h"
#include "geometry/space/shell.h"

static inline const PwShell *pw_shell_of(const PawlMechanism *k, int32_t contact, int side) {
  return pw_skin_of(k, contact, side)->shell;
}
// All touches with gaps up to `margin`, into t->space_found. `doubles`: all pairs of cells that stand at one place.
PawlStatus pw_shells_list(PwTouches *t, const PwMotion *m, int32_t c, bool deep, double margin, bool doubles);
// Where side `side` of a touch, as placed, is on its cell: inside it by length[0] (of the mechanism's size), of its cone by
// length[1] (a cosine), and how that changes; 1 where there is no end.
void pw_shells_left(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, int side, double left[2],
                    double rate[2]);

// The functions of the table, by files.
// shells_follow.c
PawlStatus pw_shells_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
PawlStatus pw_shells_remember(const PwMotion *m, PwTouch *touch);
void pw_shells_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out);
// shells_ends.c
void pw_shells_ends(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double g[PW_ENDS]);
PwEnd pw_shells_end_of(const PawlMechanism *k, const PwTouch *touch, int way);
double pw_shells_inside(const PawlMechanism *k, const PwTouch *touch, int way);
bool pw_shells_stands(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out);
bool pw_shells_is_on_corner(const PawlMechanism *k, const PwTouch *touch);
bool pw_shells_is_on(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion);
PawlStatus pw_shells_cross(PwTouches *t, const PwMotion *m, int32_t index, PwEnd end, bool *gone);
bool pw_shells_is_outgoing(const PwTouches *t, const PwTouch *touch);
// shells_seat.c
bool pw_shells_rearrange(PwTouches *t, const PwMotion *m, int32_t c);
// shells_find.c
double pw_shells_margin(const PawlMechanism *k, const PwContact *c);
double pw_shells_moved(const PawlMechanism *k, const PwMotion *m, const PwContact *c, const PwPairMemory *memory);
PawlStatus pw_shells_find(PwTouches *t, const PwMotion *m, int32_t c, bool deep, int32_t *count);
bool pw_shells_is_found_as(const PwTouches *t, const PwMotion *m, const PwTouch *touch, int32_t n);
void pw_shells_find_again(const PwTouches *t, int32_t n, PwTouch *touch);
PawlStatus pw_shells_adopt(PwTouches *t, const PwMotion *m, int32_t c, int32_t n, bool deep);
bool pw_shells_overlap_at(const PwMotion *m, const PwContact *c, double tolerance, PwOverlap *out);
bool pw_shells_are_near(const PwMotion *m, const PwContact *c);
PawlStatus pw_shells_look(PwTouches *t, const PwMotion *m, int32_t c, double shallow, PwSeen *out);
#endif
