// Loads of friction that slides. Its force is a part of the normal force of its touch, which the equations of motion give only
// together with it: with N0 the loads without any friction and S_ij the change of load i by the friction that a unit of load j
// brings about,
//
//   (1 - S) N = N0
//
// small, dense, not symmetric. det(1 - S) is 1 without friction; where it goes through zero the touches jam (Painleve).
#ifndef PW_LOADS_H
#define PW_LOADS_H
#include "contact/rows.h"

typedef struct {
  int32_t room;
  double *S;                        // [n * n]
  double *N;                        // [n]
  double *spare, *last, *x, *work;  // scratch: [n * n], [n]
  double *wrench;                   // [speeds of the mechanism]
  int32_t *pivot;                   // [n]
  double definite;                  // det(1 - S) at the last solve
} PwLoads;

// Forces of the acting touches, by rows, in PwActing under `force` on the bodies, of the motion that stands; `moving`: with what
// the motion itself asks for (biases, laws of t), else under the force alone.
typedef PawlStatus (*PwRespond)(void *self, const double *force, bool moving);

PawlStatus pw_loads_reserve(PwLoads *l, const PwActing *a);
void pw_loads_free(PwLoads *l);
// Adds the friction of all grips that slide to `force`, and its power to *power. PAWL_RETRY: there is no number for the loads.
PawlStatus pw_loads_add(PwLoads *l, PwActing *a, PwRespond respond, void *self, double *force, double *power);
#endif
