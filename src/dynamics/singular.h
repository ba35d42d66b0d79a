// The smallest singular value of scaled rows, by inverse iteration on a matrix S of their products, of which a function solves
// with it: z = S^-1 w, u = z/|z|, sigma^2 = z.w / z.z. What S is, how rows are scaled, and the right vector r are each
// formulation's own.
#ifndef PW_SINGULAR_H
#define PW_SINGULAR_H
#include "dynamics/formulation.h"

typedef struct {
  void *self;
  void (*solve)(void *self, const double *w, double *z);  // z = S^-1 w
  int32_t m;                                              // rows
  const int32_t *row;                                     // [m] of the mechanism
  double *w, *z;                                          // [m] scratch
  double product;                                         // then: z.w of the last pass
  double sign;                                            // then: of u against z of the last pass
  double along;                                           // then: u . (u before), never negative; 0: there was none
} PwSmallest;

// u, near the one given (zero: none), and sigma and row of *out; false: there is none to be had.
bool pw_singular_find(PwSmallest *s, double *u, PwSingularity *out);
// The side of the pair, `same`: r . (r before) in the metric of the masses. The same direction u, its r as before or turned
// round.
int32_t pw_singular_side(const PwSmallest *s, double same);
#endif
