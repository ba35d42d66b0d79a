// Steady motions: all that the equations see turns with one constant velocity Omega about the ground (a wheel that rolls in a
// circle, a top that precesses), and in axes that turn along nothing changes.
//
// With gravity Omega is along it, in the plane along z. It is the one that fits a = Omega x v best, for shifts and turns of all
// bodies; the motion is steady if it fits, and if a state that is later on the motion stays so: the direction (v, a) of the
// motion is one that A maps to nothing.
#ifndef PW_STEADY_H
#define PW_STEADY_H
#include "mechanics/motion.h"

typedef struct {
  const PawlMechanism *k;
  const double *U_q, *U_v;  // [speeds * p], [speeds * n]
  int32_t p, n;
  double *A;  // [(p + n)^2] in axes that turn along
} PwSteady;

PawlStatus pw_steady_turning(const PawlMechanism *k, const double *v, const double *a, double turning[3]);
// out += factor (turning x x), of shifts and turns of all bodies.
void pw_add_turned(const PawlMechanism *k, const double turning[3], double factor, const double *x, double *out);
// *steady: A says that the motion is. Then shifts of all bodies that the mechanism does not notice, which stay where they are in
// ground axes, are taken in these: they are zeros of A, and not a turning back with -Omega.
PawlStatus pw_steady_check(PwSteady *s, const double turning[3], const double *v, const double *a, bool *steady);
#endif
