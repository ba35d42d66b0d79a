// Stops of joint coordinates: touches whose gap is a scalar. They are always listed, have no ends, and need no search.
#include <math.h>

#include "contact/pair.h"
#include "mechanics/gradient_rates.h"

static PawlStatus place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  const PwContact *c = &m->mechanism->contact[touch->contact];
  const PwScalarMotion *s = &m->scalar[c->scalar];
  int32_t per = pw_speeds_per_body(m->mechanism);
  out->gap = c->sign * (s->value - c->bound);
  for (int32_t i = 0; i < 2 * per; i++) out->jac[i] = c->sign * s->jac[i];
  PW_SET_STAGE(out, PW_STAGE_PLACED);
  return PAWL_OK;
}

static void move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout) {
  const PwContact *c = &m->mechanism->contact[touch->contact];
  PW_NEED_STAGE(inout, PW_STAGE_PLACED, PW_STAGE_MOVED);
  assert(m->moved);
  inout->rate = c->sign * m->scalar[c->scalar].rate;
  inout->bias = c->sign * m->scalar[c->scalar].bias;
  PW_SET_STAGE(inout, PW_STAGE_MOVED);
}

static void jac_rate(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double out[12]) {
  const PwContact *c = &m->mechanism->contact[touch->contact];
  (void)motion;
  pw_scalar_jac_rate(m, c->scalar, out);
  for (int32_t i = 0; i < 2 * pw_speeds_per_body(m->mechanism); i++) out[i] *= c->sign;
}

static void hessian(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double H[144]) {
  const PwContact *c = &m->mechanism->contact[touch->contact];
  int32_t wide = 2 * pw_speeds_per_body(m->mechanism);
  (void)motion;
  pw_scalar_hessian(m, c->scalar, H);
  for (int32_t i = 0; i < wide * wide; i++) H[i] *= c->sign;
}

static bool stepped(const PwMotion_z *m, const PwTouch *touch, double complex *rate, double complex *bias) {
  const PwContact *c = &m->mechanism->contact[touch->contact];
  *rate = c->sign * m->scalar[c->scalar].rate;
  *bias = c->sign * m->scalar[c->scalar].bias;
  return true;
}

static PawlStatus remember(const PwMotion *m, PwTouch *touch) {
  PwTouchMotion motion;
  place(m, touch, &motion);
  move(m, touch, &motion);
  touch->gap = motion.gap;
  touch->rate = motion.rate;
  return PAWL_OK;
}

static void view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out) {
  (void)k, (void)touch, (void)motion;
  *out = (PwTouchView){{NAN, NAN, NAN}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, {NAN, NAN}, {NAN, NAN}};
}

static bool has_no_parameters(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, const double *a,
                              double rate[4], double acceleration[4]) {
  (void)m, (void)touch, (void)motion, (void)a, (void)rate, (void)acceleration;
  return false;
}

static void has_no_ends(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion,
                        double g[PW_ENDS]) {
  (void)t, (void)m, (void)touch, (void)motion;
  for (int way = 0; way < PW_ENDS; way++) g[way] = INFINITY;
}

static double is_inside(const PawlMechanism *k, const PwTouch *touch, int way) {
  (void)k, (void)touch, (void)way;
  return 0.5;
}

static double is_firm(const PwTouchMotion *motion, double length) {
  (void)motion, (void)length;
  return INFINITY;
}

static bool is_not_faint(const PawlMechanism *k, const PwTouchMotion *motion) {
  (void)k, (void)motion;
  return false;
}

static bool stands(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  place(m, touch, out);
  move(m, touch, out);
  return true;
}

static bool is_on(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion) {
  (void)k, (void)touch, (void)motion;
  return true;
}

static double has_no_margin(const PawlMechanism *k, const PwContact *c) {
  (void)k, (void)c;
  return 0;
}

static double has_not_moved(const PawlMechanism *k, const PwMotion *m, const PwContact *c, const PwPairMemory *memory) {
  (void)k, (void)m, (void)c, (void)memory;
  return 0;
}

static bool are_apart(const PwMotion *m, const PwContact *c) {
  (void)m, (void)c;
  return false;
}

// A stop that is passed is told by its touch, at once.
static bool has_no_overlap(const PwMotion *m, const PwContact *c, double tolerance, PwOverlap *out) {
  (void)m, (void)c, (void)tolerance, (void)out;
  return false;
}

const PwPair pw_pair_stops = {.always = true,
                              .place = place,
                              .move = move,
                              .jac_rate = jac_rate,
                              .hessian = hessian,
                              .stepped = stepped,
                              .remember = remember,
                              .view = view,
                              .parameters = has_no_parameters,
                              .ends = has_no_ends,
                              .inside = is_inside,
                              .firmness = is_firm,
                              .is_faint = is_not_faint,
                              .stands = stands,
                              .is_on_corner = pw_pair_is_no_corner,
                              .is_on = is_on,
                              .leaves = "",
                              .is_corners = pw_pair_is_no_corner,
                              .is_covered = pw_pair_is_not_covered,
                              .margin = has_no_margin,
                              .moved = has_not_moved,
                              .overlap = has_no_overlap,
                              .are_near = are_apart,
                              .is_concentric = pw_pair_is_not_concentric,
                              .open_side = pw_pair_has_no_open_side};
