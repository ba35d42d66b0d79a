// The initial state's wishes as extra rows on a copy of the mechanism; soft, or hard where they are held.
#ifndef PW_WISHES_H
#define PW_WISHES_H
#include "mechanics/motion.h"

// What a wish row belongs to.
typedef struct {
  const char *name;  // of a coordinate or a body
  PwPlace place;
} PwWishLabel;

typedef struct {
  PawlMechanism k;  // shares everything with the original but its rows, terms, scalars and frames
  PwArena arena;
  PwDiscrete discrete;
  int32_t first;       // its first wish row
  int32_t parts;       // portions in which far wishes are approached
  bool positions;      // rows of positions: they, and the drives' rows, are aimed at
  double *from, *to;   // [rows] constants of the rows aimed at
  double *speed;       // [rows] wanted rates
  PwWishLabel *label;  // [rows] of wish rows
} PwWishes;

// Rows for positions (none if `wanted` is false), for speeds.
PawlStatus pw_wishes_create(const PawlMechanism *k, bool wanted, const PwDiscrete *discrete, double t, const double *q,
                            PwWishes *out);
PawlStatus pw_wishes_create_speeds(const PawlMechanism *k, const PwDiscrete *discrete, const double *q, PwWishes *out);
void pw_wishes_aim(PwWishes *w, double part);
// A held value may say what the joints say already (a pinned body held as drawn): such rows are taken out, judged at q.
PawlStatus pw_wishes_drop_dependent(PwWishes *w, double t, const double *q);
// For speeds: a body with a wish for its velocity alone shall not turn. That counts less than any wish: their rates at `motion`
// (moved) are held as they are, and the turns of such bodies become wishes in their place. False: there is no such body.
bool pw_wishes_leave_unturned(PwWishes *w, const PwMotion *motion, const double *q);
// What wish row r is missed by (m, rad or per second); 0 if by no more than 1e-6 of the mechanism's size.
double pw_wishes_miss(const PwWishes *w, const PwMotion *motion, bool speeds, int32_t r);
void pw_wishes_release(PwWishes *w, bool release);  // soft ones count no more, or again
// Warns of every wish that is missed.
void pw_wishes_report(const PwWishes *w, const PwMotion *motion, bool speeds, PawlMessages *messages);
void pw_wishes_free(PwWishes *w);
#endif
