#include "contact/pair.h"

#include <math.h>

const PwPair *pw_pair(const PawlMechanism *k, int32_t contact) {
  static const PwPair *const table[] = {[PW_CONTACT_PROFILES] = &pw_pair_profiles,
                                        [PW_CONTACT_STOP] = &pw_pair_stops,
                                        [PW_CONTACT_SURFACES] = &pw_pair_surfaces,
                                        [PW_CONTACT_SHELLS] = &pw_pair_shells};
  return table[k->contact[contact].kind];
}

double pw_pair_margin(double size1, double size2, double whole) {
  static const double MARGIN = 0.15,
                      SMALL = 0.1;  // of the smaller one; of the larger one: it counts as no smaller, tips slide far
  double large = fmax(size1, size2);
  return MARGIN * (large > 0 ? fmax(fmin(size1, size2), SMALL * large) : whole);
}

bool pw_pair_is_not_stepped(const PwMotion_z *m, const PwTouch *touch, double complex *rate, double complex *bias) {
  (void)m, (void)touch, (void)rate, (void)bias;
  return false;
}

bool pw_pair_is_no_corner(const PawlMechanism *k, const PwTouch *touch) {
  (void)k, (void)touch;
  return false;
}

bool pw_pair_is_not_covered(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion) {
  (void)t, (void)m, (void)touch, (void)motion;
  return false;
}

bool pw_pair_is_not_concentric(const PwMotion *m, const PwContact *c, PwOverlap *out) {
  (void)m, (void)c, (void)out;
  return false;
}

int pw_pair_has_no_open_side(const PawlMechanism *k, const PwContact *c) {
  (void)k, (void)c;
  return -1;
}

PawlStatus pw_touch_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  return pw_pair_of(m->mechanism, touch)->place(m, touch, out);
}

void pw_touch_move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout) {
  pw_pair_of(m->mechanism, touch)->move(m, touch, inout);
}

void pw_touch_jac_rate(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double out[12]) {
  PW_NEED_STAGE(motion, PW_STAGE_MOVED, PW_STAGE_MOVED);
  pw_pair_of(m->mechanism, touch)->jac_rate(m, touch, motion, out);
}

void pw_touch_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out) {
  PW_NEED_STAGE(motion, PW_STAGE_PLACED, PW_STAGE_MOVED);
  pw_pair_of(k, touch)->view(k, touch, motion, out);
}

PawlStatus pw_touch_remember(const PwMotion *m, PwTouch *touch) {
  assert(m->moved);
  return pw_pair_of(m->mechanism, touch)->remember(m, touch);
}

bool pw_touch_stands(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  return pw_pair_of(m->mechanism, touch)->stands(m, touch, out);
}

bool pw_touch_moves_over(const PwTouch *touch, PwEnd end) {
  return pw_end_direction(end) * touch->on[end.side].u_rate[end.axis] > 0;
}

bool pw_touch_is_corners(const PawlMechanism *k, const PwTouch *touch) {
  return pw_pair_of(k, touch)->is_corners(k, touch);
}

bool pw_touch_is_touching(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion) {
  if (pw_touch_is_corners(k, touch)) return pw_pair_of(k, touch)->corners_meet(k, motion);
  return motion->gap <= PW_TOUCHING * pw_gap_scale(k, touch->contact);
}
