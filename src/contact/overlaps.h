// Bodies that overlap at the start of a run, by the touches that tell of it and by points of the bodies themselves.
//
// `m` is placed. After a search of all contacts, `deep`.
#ifndef PW_OVERLAPS_H
#define PW_OVERLAPS_H
#include "contact/pair.h"

static const double PW_DEEP = 1e-9;  // of the scale of a gap: an overlap, not rounding

// How deep touch i overlaps, of the scale of its gap; 0: not at all or, unless `any`, another one shows a shorter way out for its
// two bodies, and in another direction. *out: as it is placed.
double pw_touches_overlap(const PwTouches *t, const PwMotion *m, int32_t i, bool any, PwTouchMotion *out);
// The deepest overlap of a contact that no touch of its two bodies tells of.
bool pw_touches_hidden_overlap(const PwTouches *t, const PwMotion *m, int32_t contact, PwOverlap *out);

// An overlap of a contact at the start.
typedef struct PwStartOverlap {
  int32_t contact;
  double depth;   // how far it is out, m or rad
  bool at_least;  // by a point: no touch says more
  double x[3];    // where (a stop: nowhere)
} PwStartOverlap;
// The deepest one of a rigid contact, or one with a law that no touch tells of.
bool pw_touches_start_overlap(const PwTouches *t, const PwMotion *m, int32_t contact, PwStartOverlap *out);
#endif
