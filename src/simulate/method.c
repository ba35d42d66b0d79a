// The rule by which `auto` chooses an integrator: numbers of the model and of the start only, never a clock.
//
// radau5 if something is stiff against the run, that is its rate r times the duration is above STIFF:
//   springs, joint forces, bushings: r = sqrt(k m) or c m, m the mobility along them that the constraints leave
//   force laws of contacts and elastic stops that carry load at the start: the same with the stiffness and damping of the law at
//     the depth where it carries that load, and with the spring and damper of its friction. A touch that is farther away than
//     NEAR, or that nothing presses, is met in short impacts if at all: those are no reason.
// Else dop853 for tolerances below 1e-5, dopri5 above.
#include <math.h>

#include "contact/law.h"
#include "simulate/simulation.h"

static const double STIFF = 3e4;
static const double NEAR = 1e-6;  // of the mechanism's size, or rad

static bool springs_are_stiff(PawlSimulation *s) {
  const PawlMechanism *k = s->k;
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    const PwScalarForce *f = &k->scalar_force[i];
    double mobility;
    if (f->has_law || pw_formulation_mobility(s->formulation, 0, s->y, f->scalar, &mobility)) continue;
    double rate = fmax(f->damping * mobility, sqrt(fmax(0, f->stiffness) * mobility));
    if (rate * s->options.duration > STIFF) return true;
  }
  return false;
}

// Rate of a touch that carries `load` by its law.
static double law_rate(const PwForceLaw *law, double v0, double load, double mobility) {
  double depth = pow(load / law->stiffness, 1 / law->exponent);
  double stiffness = law->exponent * law->stiffness * pow(depth, law->exponent - 1);
  double damping = isnan(law->damping) ? load * law->q / fmax(v0, law->floor) : law->damping * pow(depth, law->exponent);
  return fmax(sqrt(stiffness * mobility), (damping + law->viscous) * mobility);
}

// Of its friction, if there is any; along the surface mobility is taken to be as across it.
static double stick_rate(const PwContact *c, double mobility) {
  const PwFriction *f = &c->friction;
  return pw_contact_has_displacement(c) ? fmax(sqrt(f->stiffness * mobility), f->damping * mobility) : 0;
}

static bool contacts_are_stiff(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  const PawlMechanism *k = s->k;
  int32_t n = 0;
  for (int32_t i = 0; i < w->touches.count && !w->touches.kinematic; i++) {
    if (k->contact[w->touches.touch[i].contact].soft) w->candidate[n++] = i;
  }
  if (n == 0 || pw_contact_touch_space(s, 0, s->y, n)) {
    return false;
  }
  for (int32_t i = 0; i < n; i++) {
    const PwTouch *touch = &w->touches.touch[w->candidate[i]];
    const PwContact *c = &k->contact[touch->contact];
    int32_t normal = w->first[i], rows = w->first[n];
    double mobility = w->W[normal * rows + normal], depth = -w->gap[normal];
    if (!(depth > -NEAR * pw_gap_scale(k, touch->contact)) || !(mobility > 0)) continue;
    double now = touch->state == PW_TOUCH_PRESSED && depth > 0 ? c->law.stiffness * pow(depth, c->law.exponent) : 0;
    double load = now - w->acceleration[normal] / mobility;  // what the touch would have to carry to stay
    if (load > 0 && fmax(law_rate(&c->law, touch->v0, load, mobility), stick_rate(c, mobility)) * s->options.duration > STIFF)
      return true;
  }
  return false;
}

PwMethod pw_choose_method(PawlSimulation *s) {
  if (pw_formulation_advances(s->formulation) > 0 && s->options.analysis == PAWL_ANALYSIS_DYNAMICS) return PW_TRAPEZOIDAL;
  switch (s->options.method) {
    case PAWL_METHOD_DOPRI5:
      return PW_DOPRI5;
    case PAWL_METHOD_DOP853:
      return PW_DOP853;
    case PAWL_METHOD_RADAU5:
      return PW_RADAU5;
    case PAWL_METHOD_AUTO:
      break;
  }
  if (springs_are_stiff(s) || contacts_are_stiff(s)) return PW_RADAU5;
  return s->options.tolerance < 1e-5 ? PW_DOP853 : PW_DOPRI5;
}
