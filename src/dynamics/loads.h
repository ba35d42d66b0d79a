// Loads of friction that slides. Its force is a part of the normal force of its touch, which the equations of motion give only
// together with it: with N0 the loads without any friction and S_ij the change of load i by the friction that a unit of load j
// brings about,
//
//   (1 - S) N = N0
//
// small, dense, not symmetric. det(1 - S) is 1 without friction; where it goes through zero the touches jam (Painleve). The load
// of a joint is no linear function of the others, but sizes of forces that are (mechanics/bearing.h): with joints that slide it
// is Newton's method on N = load(N), from the loads of the last decision, with its matrix in place of 1 - S; where that leads
// nowhere the loads without friction are followed while friction grows.
#ifndef PW_LOADS_H
#define PW_LOADS_H
#include "dynamics/beginnings.h"

typedef struct {
  int32_t room;
  double *S;                             // [n * n]
  double *N;                             // [n]
  double *spare, *last, *x, *work;       // scratch: [n * n], [n]
  double *wrench;                        // [speeds of the mechanism]
  double (*end)[PW_BEARING_ENDS][3];     // [n] forces of joints that slide without friction of limits,
  double (*change)[PW_BEARING_ENDS][3];  // [n * n] and by a unit of each load
  double (*now)[PW_BEARING_ENDS][3];     // [n] with the loads tried
  int32_t *pivot;                        // [n]
  PwBeginnings begin;                    // in space
  double definite;                       // det(1 - S) at the last solve
} PwLoads;

// Forces of the acting touches, by rows, in PwActing under `force` on the bodies, of the motion that stands; `moving`: with what
// the motion itself asks for (biases, laws of t), else under the force alone. Where joints slide, multipliers of all rows, too.
typedef PawlStatus (*PwRespond)(void *self, const double *force, bool moving);

PawlStatus pw_loads_reserve(PwLoads *l, const PwActing *a);
void pw_loads_free(PwLoads *l);
// Adds the friction of all that slides to `force`, and its power to *power. PAWL_RETRY: there is no number for the loads. `m`:
// the motion that stands; lambda, acceleration: the multipliers that `respond` leaves, and how the bodies are accelerated.
PawlStatus pw_loads_add(PwLoads *l, PwActing *a, const PwMotion *m, const double *lambda, const double *acceleration,
                        PwRespond respond, void *self, double *force, double *power);
// Does a joint slide?
bool pw_loads_has_joints(const PwActing *a);
#endif
