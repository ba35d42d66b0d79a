// Continuous contact laws: force, derivatives, energy.
#include "contact/law.h"

#include <math.h>

// Damping per d' relative to the stiffness: q/v0 or mu/K.
static double relative_damping(const PwForceLaw *law, double v0) {
  return isnan(law->damping) ? law->q / fmax(v0, law->floor) : law->damping / law->stiffness;
}

// A power of the overlap, without pow() for the elastic stops' exponent.
static double power(double d, double exponent) {
  return exponent == 1 ? d : pow(d, exponent);
}

void pw_force_law(const PwForceLaw *law, double v0, double gap, double rate, double *force, double *by_gap, double *by_rate) {
  *force = *by_gap = *by_rate = 0;
  if (!(gap < 0)) return;
  double d = -gap, damping = relative_damping(law, v0), factor = 1 - damping * rate;
  double elastic = law->stiffness * power(d, law->exponent), f = elastic * factor - law->viscous * rate;
  if (f <= 0) return;
  *force = f;
  *by_gap = -law->exponent * elastic / d * factor;
  *by_rate = -elastic * damping - law->viscous;
}

double pw_force_law_factor(const PwForceLaw *law, double v0, double gap, double rate) {
  double factor = 1 - relative_damping(law, v0) * rate;
  if (law->viscous == 0) return factor;
  return law->stiffness * power(fmax(-gap, 0), law->exponent) * factor - law->viscous * rate;
}

double pw_force_law_energy(const PwForceLaw *law, double gap) {
  if (!(gap < 0)) return 0;
  return law->stiffness * power(-gap, law->exponent + 1) / (law->exponent + 1);
}
