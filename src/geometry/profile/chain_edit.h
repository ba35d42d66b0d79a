// Elements of a chain before a profile is built of them: moved, reflected, their kinks rounded or cut off. All places are
// absolute; a line, and an arc with `to`, begins where the element before ends.
#ifndef PW_CHAIN_EDIT_H
#define PW_CHAIN_EDIT_H
#include "base/arena.h"
#include "pawl/model.h"

// Turned by `angle` about `about`, then shifted. Lists of points are copied.
PawlStatus pw_chain_move(PawlElementDef *e, const double about[2], double angle, const double shift[2], PwArena *arena);

// The other way round and reflected in the line through `through` with direction angle `along`: what is on the left stays there.
// `start`: where the element begins, for those that do not say it.
PawlStatus pw_chain_reflect(PawlElementDef *e, const double start[2], const double through[2], double along, PwArena *arena);

// Where an element begins, if it says so by itself, and where it ends: NaN where that cannot be said (the element is refused when
// a profile is built).
PawlStatus pw_chain_ends(const PawlElementDef *e, double start[2], double end[2]);

typedef enum {
  PW_BLEND_DONE,
  PW_BLEND_KIND,    // only lines and arcs can be blended
  PW_BLEND_SMOOTH,  // there is no kink
  PW_BLEND_LARGE    // it does not fit on the two elements
} PwBlended;

// The kink between `a`, which begins at *start, and `b` is rounded by an arc of radius `size`, or cut off at the distance `size`
// along both (`cut`): a and b are shortened, *between is what comes between them. *b_start: where b begins then.
PwBlended pw_chain_blend(PawlElementDef *a, const double start[2], PawlElementDef *b, double size, bool cut,
                         PawlElementDef *between, double b_start[2]);
#endif
