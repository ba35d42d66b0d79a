// One solve of an impact with friction: two phases of the cone problem on end speeds (Glocker, Pfeiffer 1995), over the rows of
// the touches that take part.
//
//   Newton:  conditions of the cones on (v+_n + e v-_n, v+_t)
//   Poisson: compression P_c, with the conditions on v_c = v- + W P_c; expansion P_e, its normal impulses at least e P_c and its
//            friction in the cones of those, with the conditions on v+ = v_c + W P_e; P = P_c + P_e
#ifndef PW_IMPACT_ROWS_H
#define PW_IMPACT_ROWS_H
#include "contact/cone.h"
#include "contact/impact.h"

typedef struct {
  int32_t most;
  PwCone *cone;
  int32_t n, rows, grips;  // of touches that take part: their normal rows and those of grips
  int32_t *row, *first;    // [most] their rows of the whole; [most + 1] blocks
  PwConeGrip *grip;        // [most]
  PwConeMode *mode;        // [most] scratch
  bool *closed;            // [most] scratch
  double *W;               // [most x most]
  double *v, *P, *after;   // [most] speeds before; impulses, speeds after
  double *b, *R, *given;   // [most] scratch
} PwImpactRows;

PawlStatus pw_impact_rows_create(int32_t most, PwImpactRows *out);  // rows of all touches
void pw_impact_rows_free(PwImpactRows *r);
// Are the grips in the order of their touches, their rows apart, behind the normal row and in its block?
bool pw_impact_rows_are_right(const PwImpactProblem *p);
// index: the touches, in their order; v: speeds of all rows.
void pw_impact_rows_take(PwImpactRows *r, const PwImpactProblem *p, const int32_t *index, int32_t count, const double *v);
// P and after; by touches that take part `e` (times `factor`) and `two_sided`. speed: the size of speeds.
PawlStatus pw_impact_rows_apply(PwImpactRows *r, PawlImpactLaw law, const double *e, double factor, const bool *two_sided,
                                double speed);
#endif
