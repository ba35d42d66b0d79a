// Laws that give no number (a root of a negative number, a division by zero, a callback's NaN): which one stops a run, and when.
#include <math.h>

#include "mechanics/motion.h"

// The first time in [t, t + span] at which a law of t has no value or derivative; infinity: none is seen. Looked at from near to
// far, so that one that ends just behind t is found.
static double fails_at(const PwLaw *law, const PwDiscrete *discrete, double t, double span) {
  static const double NEAREST = 1e-9;  // of the span
  if (!law->expr) return INFINITY;
  for (double part = 0; part <= 1.5; part = part > 0 ? 10 * part : NEAREST) {
    double jet[3];
    pw_law_jet(law, t + part * span, discrete, jet);
    if (!isfinite(jet[0]) || !isfinite(jet[1]) || !isfinite(jet[2])) return t + part * span;
  }
  return INFINITY;
}

static PawlStatus name_drive(const PawlMechanism *k, const PwDiscrete *discrete, double t, double span, PawlStatus status,
                             PawlMessages *messages) {
  for (int32_t i = 0; i < k->drives; i++) {
    const PwLaw *law = &k->row[k->drive[i].row].law;
    double at = fails_at(law, discrete, t, span);
    if (at == INFINITY) continue;
    return pw_fail(messages, status, law->place, "drive '%s': its law, or its speed or acceleration, is no number at t = %s",
                   k->drive[i].name, PW_SAY_TIME(k, at));
  }
  return PAWL_OK;
}

static PawlStatus name_frame(const PawlMechanism *k, const PwDiscrete *discrete, double t, double span, PawlStatus status,
                             PawlMessages *messages) {
  for (int32_t i = 0; i < k->frames; i++) {
    const PwFrame *f = &k->frame[i];
    const PwLaw *const law[] = {&f->offset[0], &f->offset[1], &f->offset[2], &f->angle};
    for (int c = 0; c < 4 && f->moves; c++) {
      double at = fails_at(law[c], discrete, t, span);
      if (at == INFINITY) continue;
      return pw_fail(messages, status, law[c]->place,
                     "frame '%s': its motion on its body, or the speed or acceleration of that, is no number at t = %s", f->name,
                     PW_SAY_TIME(k, at));
    }
  }
  return PAWL_OK;
}

PawlStatus pw_fail_no_number(const PawlMechanism *k, const PwDiscrete *discrete, const PwNoNumber *force, double t, double span,
                             PawlStatus status, PawlMessages *messages) {
  if (status == PAWL_ERR_CALLBACK) {
    return pw_fail(messages, status, PW_NOWHERE, "force '%s': its callback failed at t = %s", force->force,
                   PW_SAY_TIME(k, force->t));
  }
  if (force && force->force && force->t <= t + span && !force->law) {
    return pw_fail(messages, status, PW_NOWHERE, "force '%s': its callback gives no force (NaN, or PAWL_RETRY) at t = %s",
                   force->force, PW_SAY_TIME(k, force->t));
  }
  if (force && force->force && force->t <= t + span) {
    return pw_fail(messages, status, force->law->place, "force '%s': its law gives no number at t = %s", force->force,
                   PW_SAY_TIME(k, force->t));
  }
  PawlStatus named = name_drive(k, discrete, t, span, status, messages);
  return named ? named : name_frame(k, discrete, t, span, status, messages);
}
