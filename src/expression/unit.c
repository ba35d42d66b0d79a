#include "expression/unit.h"

#include <math.h>

static const double ROUNDING = 1e-6;  // of powers: thirds may come

bool pw_unit_is_some(const PwUnit *m) {
  bool has = false;
  for (int k = 0; k < 3; k++) has = has || fabs(m->power[k]) > ROUNDING;
  return m->kind == PW_UNIT_KNOWN && has;
}

bool pw_unit_fits(const PwUnit *m, const double power[4]) {
  bool fits = true;
  for (int k = 0; k < (m->made ? 3 : 4); k++) fits = fits && fabs(m->power[k] - power[k]) <= ROUNDING;
  return m->kind != PW_UNIT_KNOWN || fits;
}

PwUnit pw_unit_product(PwUnit a, PwUnit b, int sign) {
  bool known = a.kind == PW_UNIT_KNOWN || b.kind == PW_UNIT_KNOWN;
  bool plain = a.kind == PW_UNIT_PLAIN || b.kind == PW_UNIT_PLAIN;
  if (a.kind == PW_UNIT_OPEN || b.kind == PW_UNIT_OPEN) return (PwUnit){0};
  if (!known) return (PwUnit){.kind = plain ? PW_UNIT_PLAIN : PW_UNIT_RATIO};
  PwUnit out = {.kind = PW_UNIT_KNOWN, .soft = plain || a.soft || b.soft, .made = true};
  out.source = a.source ? a.source : b.source;
  for (int k = 0; k < 4; k++) out.power[k] = a.power[k] + sign * b.power[k];
  if (out.soft && !pw_unit_is_some(&out)) return (PwUnit){.kind = PW_UNIT_PLAIN};
  return out;
}

PwUnit pw_unit_power(PwUnit a, double exponent) {
  for (int k = 0; k < 4; k++) a.power[k] *= exponent;
  a.made = true;
  return a;
}

PwUnit pw_unit_sum(PwUnit a, PwUnit b, bool *clash) {
  *clash = false;
  if (a.kind != PW_UNIT_KNOWN && b.kind != PW_UNIT_KNOWN) return a.kind < b.kind ? a : b;
  if (a.kind != PW_UNIT_KNOWN) return b;
  if (b.kind != PW_UNIT_KNOWN) return a;
  PwUnit both = b;
  both.made = a.made || b.made;
  bool fits = pw_unit_fits(&both, a.power);
  if (!fits && a.soft && b.soft) return (PwUnit){0};
  *clash = !fits && !a.soft && !b.soft;
  return a.soft ? b : a;
}
