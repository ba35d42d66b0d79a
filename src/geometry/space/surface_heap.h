// Pairs on which a touch may be born, in the order of the motion that this takes at least.
#ifndef PW_SURFACE_HEAP_H
#define PW_SURFACE_HEAP_H
#include "geometry/space/surface_search.h"

typedef struct PwBirth {
  double motion, size;  // size 0: fine enough
  int32_t border;       // the side whose edges it is about; -1: a fold
  bool ends;            // an edge where something ends; else curvature jumps
  int32_t node[2];      // -1: a part
  PwPart3 part[2];
} PwBirth;

// What is beyond the reach is left out.
void pw_birth_push(PwSurfaceSearch *s, int32_t *count, const PwBirth *b);
void pw_birth_pop(PwSurfaceSearch *s, int32_t *count, PwBirth *out);
// Has enough been looked at? The pair has just been taken out.
bool pw_birth_enough(PwSurfaceSearch *s, const PwBirth *b);
// Is a pair of that size and motion fine enough?
bool pw_birth_is_fine(const PwSurfaceSearch *s, double size, double motion);

// min over low <= h <= high of max((h - offset)/2, |d - h n| - radius), where d has this length and `cosine` is the most that
// d . n/length can be (the least, if h is negative).
double pw_closing_motion(double length, double cosine, double radius, double offset, double low, double high);
#endif
