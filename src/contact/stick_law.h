// Friction of a touch that a law presses, with memory: its two surfaces are tied by a spring and a damper along the surface, as
// far as friction can hold them. s is the elastic displacement, v the slip, N the normal force, all along the surface.
//
//   R = mu_s N/k_t, the rim
//   s' = v; on the rim the part of it outward is R' instead
//   F  = kappa F_stick + (1 - kappa) F_slide - viscous v,   kappa = exp(-(|v|/v_stick)^2)
//   F_stick = -k_t s - c_t v, no longer than mu_s N
//   F_slide = -mu_d N dir(v),   dir(v) = v/|v|, below v_d: v/v_d (3/2 - |v|^2/(2 v_d^2))
//
// On the rim |s| = R, and s turns with the slip. At rest inside it s does not change, and neither does F: nothing creeps. Steady
// sliding is Stribeck's curve from mu_s to mu_d.
#ifndef PW_STICK_LAW_H
#define PW_STICK_LAW_H
#include "compile/mechanism.h"

// The force, on what slips with v, and its derivatives: force[i] by component j.
typedef struct {
  double force[2], by_s[2][2], by_v[2][2], by_normal[2];
} PwStick;

double pw_stick_rim(const PwFriction *f, double normal);
void pw_stick_law(const PwFriction *f, double normal, const double s[2], const double v[2], PwStick *out);
// s' with R' = rim_rate; `rim`: s stands on the rim.
void pw_stick_rate(const double s[2], const double v[2], bool rim, double rim_rate, double out[2]);
// How fast the slip goes outward over the rim at s: against R' it says whether s stays there.
double pw_stick_outward(const double s[2], const double v[2]);
#endif
