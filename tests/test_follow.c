// Motion of a touch of every pair of elements, and of a stop: rates of the gradient against differences of the gradient of the
// touch placed anew along a motion at constant accelerations, and against the bias.
#include "contact/pair.h"
#include "elements.h"
#include "full_mechanism.h"

// Two free bodies in the plane; boundaries and contact are put in by hand.
typedef struct {
  Setting s;
  PwBoundary boundary[2];
  PwContact contact;
  PwTouch touch;
} Pair;

static void prepare_pair(Pair *p) {
  PawlModel *m = pawl_model_create();
  add_body(m, "one", 1, 1, 1, 1, 0, 0, 0);
  add_body(m, "two", 1, 1, 1, 1, 0, 0, 0);
  add_frame(m, pawl_model_ground(m), 0, 0, 0, 0, 0);
  pawl_model_set_planar(m, PAWL_PLANAR_YES);
  *p = (Pair){.s = {.k = build(m)}, .contact = {.kind = PW_CONTACT_PROFILES, .boundary = {0, 1}, .body = {1, 2}, .scalar = -1}};
  p->s.k->boundary = p->boundary;
  p->s.k->contact = &p->contact;
  prepare(&p->s);
}

// Both bodies move at random; element 1 touches element 2 somewhere at the time 0. Returns `definite`.
static double put_pair(Pair *p, PwElement *e1, PwElement *e2, uint64_t *seed) {
  double gap = pw_random_between(seed, -0.2, 0.4), turn = PI * any(seed);
  PwElement *e[2] = {e1, e2};
  PwPose2 p1, p2 = {3 * any(seed), 3 * any(seed), cos(turn), sin(turn)};
  p->touch = (PwTouch){.t = 0};
  for (int side = 0; side < 2; side++) {
    p->boundary[side].geometry = (PwProfile){.elements = 1, .element = e[side], .size = 10};
    p->touch.on[side].u[0] = pw_random_between(seed, 0.1, 0.9);
  }
  const double u[2] = {p->touch.on[0].u[0], p->touch.on[1].u[0]};
  double definite = put(e1, &p1, e2, &p2, u, gap), q[6] = {p1.x, p1.y, atan2(p1.s, p1.c), p2.x, p2.y, turn};
  memcpy(p->s.q, q, sizeof q);
  for (int i = 0; i < 6; i++) {
    p->s.v[i] = any(seed);
    p->s.a[i] = any(seed);
  }
  return definite;
}

static void follow(Setting *s, const PwTouch *touch, double dt, PwTouchMotion *out) {
  double q[NQ], v[NV];
  later(s, dt, q, v);
  place(s, s->t + dt, q, v);
  assert_int_equal(pw_touch_place(&s->m, touch, out), PAWL_OK);
  pw_touch_move(&s->m, touch, out);
}

// Compares the gradient's rate with differences; `what` for the message. Returns jac' . v at the middle.
static double check_rate(Setting *s, const PwTouch *touch, const char *what) {
  const double h = 1e-4;  // small, for the knots of splines
  const int32_t per = pw_speeds_per_body(s->k), *body = s->k->contact[touch->contact].body;
  double jac[7][12], rate[12], size = 1;
  PwTouchMotion motion;
  for (int n = 0; n < 7; n++) {
    follow(s, touch, (n - 3) * h, &motion);
    memcpy(jac[n], motion.jac, sizeof jac[n]);
  }
  follow(s, touch, 0, &motion);
  pw_touch_jac_rate(&s->m, touch, &motion, rate);
  for (int32_t i = 0; i < 2 * per; i++) size += fabs(rate[i]);
  for (int32_t i = 0; i < 2 * per; i++) {
    if (body[i / per] && !(fabs(rate[i] - FIRST(jac, i)) <= 1e-9 * size * size)) {
      fail_msg("%s: rate %d of the gradient is %.12g, by differences %.12g", what, i, rate[i], FIRST(jac, i));
    }
  }
  return pw_pair_along(s->k, body, rate, s->v);
}

static void test_touches_of_profiles_follow_their_rates(void **state) {
  (void)state;
  PwArena arena = {0};
  PwElement element[KINDS];
  uint64_t seed = 41;
  static Pair p;
  prepare_pair(&p);
  for (int i = 0; i < KINDS; i++) element[i] = element_of(i, &arena);
  for (int i = 0; i < KINDS * KINDS; i++) {
    int k1 = i / KINDS, k2 = i % KINDS, tried = 0;
    char what[64];
    snprintf(what, sizeof what, "%s-%s", element_name[k1], element_name[k2]);
    for (int n = 0; n < 400 && tried < 10 && !never_definite(k1, k2); n++) {
      if (put_pair(&p, &element[k1], &element[k2], &seed) < 0.05) continue;
      PwTouchMotion motion;
      double along = check_rate(&p.s, &p.touch, what);
      follow(&p.s, &p.touch, 0, &motion);
      CHECK_CLOSE(along, motion.bias, 1e-12 * (1 + fabs(motion.bias)));
      tried++;
    }
    if (tried < 3 && !never_definite(k1, k2)) fail_msg("%s: %d touches made", what, tried);
  }
  leave(&p.s);
  pw_arena_free(&arena);
}

// Two corners whose direction is remembered: it stays, and only the levers turn.
static void test_fixed_direction(void **state) {
  (void)state;
  PwArena arena = {0};
  PwElement corner = element_of(POINT, &arena);
  uint64_t seed = 43;
  static Pair p;
  prepare_pair(&p);
  for (int n = 0; n < 10; n++) {
    PwTouchMotion motion;
    if (put_pair(&p, &corner, &corner, &seed) < 0.2) continue;
    follow(&p.s, &p.touch, 0, &motion);
    p.touch.n[0] = motion.point.n[0];
    p.touch.n[1] = motion.point.n[1];
    check_rate(&p.s, &p.touch, "corners");
  }
  leave(&p.s);
  pw_arena_free(&arena);
}

static void check_stops(PawlMechanism *k) {
  static Setting s;
  uint64_t random = 47;
  PwContact contact = {.kind = PW_CONTACT_STOP, .boundary = {-1, -1}, .sign = -1, .bound = 0.3};
  s = (Setting){.k = k};
  k->contact = &contact;
  prepare(&s);
  pose(&s, &random);
  hold_turns(&s);
  for (contact.scalar = 0; contact.scalar < k->scalars; contact.scalar++) {
    if (!is_speed(&s, contact.scalar)) check_rate(&s, &(PwTouch){.contact = 0}, "stop");
  }
  leave(&s);
}

static void test_stops_follow_their_rates(void **state) {
  (void)state;
  check_stops(full(false, PAWL_PLANAR_NO, true, 3));
  check_stops(full(true, PAWL_PLANAR_YES, true, 3));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_touches_of_profiles_follow_their_rates),
                                     cmocka_unit_test(test_fixed_direction), cmocka_unit_test(test_stops_follow_their_rates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
