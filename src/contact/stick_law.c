#include "contact/stick_law.h"

#include <math.h>
#include <string.h>

double pw_stick_rim(const PwFriction *f, double normal) {
  return f->mu_static * normal / f->stiffness;
}

// F_stick.
static void stick(const PwFriction *f, double normal, const double s[2], const double v[2], PwStick *out) {
  double pull[2], limit = f->mu_static * normal;
  for (int i = 0; i < 2; i++) pull[i] = -f->stiffness * s[i] - f->damping * v[i];
  double length = hypot(pull[0], pull[1]);
  bool over = length > limit;
  for (int i = 0; i < 2; i++) {
    double along = over ? pull[i] / length : 0;
    out->force[i] = over ? limit * along : pull[i];
    out->by_normal[i] = f->mu_static * along;
    for (int j = 0; j < 2; j++) {
      double change = over ? limit / length * ((i == j) - along * pull[j] / length) : (double)(i == j);
      out->by_s[i][j] = -f->stiffness * change;
      out->by_v[i][j] = -f->damping * change;
    }
  }
}

// F_slide.
static void slide(const PwFriction *f, double normal, const double v[2], double speed, PwStick *out) {
  double x = speed / f->slide, limit = f->mu_kinetic * normal;
  bool slow = x < 1;
  double size = slow ? (1.5 - x * x / 2) / f->slide : 1 / speed;                              // dir(v) = size v
  double bend = slow ? -1 / (f->slide * f->slide * f->slide) : -1 / (speed * speed * speed);  // d(size)/d(speed)/speed
  for (int i = 0; i < 2; i++) {
    out->force[i] = -limit * size * v[i];
    out->by_normal[i] = -f->mu_kinetic * size * v[i];
    for (int j = 0; j < 2; j++) out->by_v[i][j] = -limit * (size * (i == j) + bend * v[i] * v[j]);
  }
}

void pw_stick_law(const PwFriction *f, double normal, const double s[2], const double v[2], PwStick *out) {
  PwStick held = {0}, slid = {0};
  double speed = hypot(v[0], v[1]), x = speed / f->stick, kappa = exp(-x * x);
  stick(f, normal, s, v, &held);
  slide(f, normal, v, speed, &slid);
  for (int i = 0; i < 2; i++) {
    out->force[i] = kappa * held.force[i] + (1 - kappa) * slid.force[i] - f->viscous * v[i];
    out->by_normal[i] = kappa * held.by_normal[i] + (1 - kappa) * slid.by_normal[i];
    for (int j = 0; j < 2; j++) {
      double fades = -2 * v[j] / (f->stick * f->stick) * kappa;  // d(kappa)/dv
      out->by_s[i][j] = kappa * held.by_s[i][j];
      out->by_v[i][j] = kappa * held.by_v[i][j] + (1 - kappa) * slid.by_v[i][j] + fades * (held.force[i] - slid.force[i]) -
                        f->viscous * (i == j);
    }
  }
}

// The direction that s stands in; where it has none, that of the slip.
static void outward(const double s[2], const double v[2], double out[2]) {
  double length = hypot(s[0], s[1]), speed = hypot(v[0], v[1]);
  for (int i = 0; i < 2; i++) out[i] = length > 0 ? s[i] / length : speed > 0 ? v[i] / speed : 0;
}

double pw_stick_outward(const double s[2], const double v[2]) {
  double u[2];
  outward(s, v, u);
  return u[0] * v[0] + u[1] * v[1];
}

void pw_stick_rate(const double s[2], const double v[2], bool rim, double rim_rate, double out[2]) {
  double u[2], over = 0;
  outward(s, v, u);
  if (rim) over = u[0] * v[0] + u[1] * v[1] - rim_rate;
  for (int i = 0; i < 2; i++) out[i] = v[i] - over * u[i];
}
