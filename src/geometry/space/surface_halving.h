// What the two searches by halving have in common: of pairs of parts (surface_pair.c), and of parts of one surface against a
// sphere (surface_ball.c), which has half the coordinates and enclosures of its own.
#ifndef PW_SURFACE_HALVING_H
#define PW_SURFACE_HALVING_H
#include <math.h>

#include "geometry/space/surface_parts.h"
#include "geometry/space/surface_search.h"

enum { PW_HALVING_CHORDS = 40 };                  // steps
static const double PW_HALVING_ROUNDING = 1e-12;  // of the size, or rad
static const double PW_HALVING_TILT = 0.1;        // how much of a product of three tangents is left, about
static const double PW_HALVING_TINY = 1e-6;       // rad or of the size: parts are not halved further

// How wide a part is along coordinate i: rad, or of the size.
static inline double pw_cell_width(const PwCell *c, int i, double size) {
  return fmax(pw_norm(c->dn[i]) + c->rdn[i], pw_norm(c->dx[i]) / size);
}
// Cuts coordinate i of a part, so wide, down to where zeros can be: within `sum` of `at`, -1 to 1. False: that is worth nothing.
static inline bool pw_part_cut(PwPart3 *part, int i, double width, double at, double sum) {
  static const double PAD = 1e-3, WORTH = 0.7;  // of a part: it is cut down if no more is left
  static const double SMALL = 1e-4;             // narrower ones are not cut down further
  double low = fmax(at - sum - PAD, -1), high = fmin(at + sum + PAD, 1), *q = part->q[i];
  if (part->pole || !(high - low < 2 * WORTH) || width < SMALL) return false;
  double middle = 0.5 * (q[0] + q[1]), half = 0.5 * (q[1] - q[0]);
  if (low > -1) q[0] = middle + half * low;
  if (high < 1) q[1] = middle + half * high;
  return true;
}
// A step of c, kept in -1 to 1; by how much it changes at most so far, and what steps are asked for.
static inline void pw_chord_step(double *c, double step, double *change, double *rest) {
  double to = fmin(fmax(*c + step, -1), 1);
  *change = fmax(*change, fabs(to - *c));
  *rest = fmax(*rest, fabs(step));
  *c = to;
}
// Of parts too small to be halved: a firm touch found since there were `before` decides them. Else what was found is taken back,
// the surfaces conform, and no more than `left` further parts are looked at. *first: nothing was known of that before.
static inline bool pw_search_conforms(PwSurfaceSearch *s, int32_t before, int32_t left, bool *first) {
  static const double SINGULAR = 1e-7;  // an eigenvalue of N so small beside the other one is none
  PwSurfaceFoundList *out = s->out;
  if (out->count > before && out->item[before].point.definite > SINGULAR * out->item[before].point.largest) return false;
  out->count = before;
  *first = !out->singular;
  if (*first) s->budget = s->budget < left ? s->budget : left;
  return true;
}
// How small are parts made whose gaps are from `low` to `high`, once surfaces are known to conform somewhere?
static inline double pw_search_finest(const PwSurfaceSearch *s, double low, double high) {
  static const double COARSE = 0.1;  // where they do, as far as is known
  return pw_singular_is_known(s, low, high) ? COARSE : PW_HALVING_TINY;
}
#endif
