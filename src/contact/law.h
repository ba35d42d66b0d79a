// Continuous contact laws: normal force of a touch that overlaps by d = -gap with d' = -gap rate.
//
//   F = K d^n (1 + q d'/v0)  with q from the coefficient of restitution e and v0 the speed at first contact (Hunt-Crossley 1975,
//                            Lankarani-Nikravesh 1990), or
//   F = d^n (K + mu d')      with a given mu;  plus c d' at an elastic stop;  F >= 0.
//
// q and e: the exact relation q (1 + e) = ln((1 + q)/(1 - q e)) holds for every K, n, mass and speed; the published ones
// approximate it near e = 1: hunt-crossley q = 3/2 (1 - e), lankarani-nikravesh q = 3/4 (1 - e^2).
#ifndef PW_CONTACT_LAW_H
#define PW_CONTACT_LAW_H
#include "compile/mechanism.h"

// Force and its derivatives in the gap and its rate; all zero where gap >= 0 or the damping would pull (F clamped at 0).
void pw_force_law(const PwForceLaw *law, double v0, double gap, double rate, double *force, double *by_gap, double *by_rate);
// A function that is negative where the law would pull and goes through zero where it begins to: 1 + q d'/v0 (or its like for
// mu), which does not depend on the gap; with a damper c the force before it is clamped.
double pw_force_law_factor(const PwForceLaw *law, double v0, double gap, double rate);
// Energy stored by the elastic part at this gap.
double pw_force_law_energy(const PwForceLaw *law, double gap);
#endif
