// Scalars and rows of mechanics/: gradients, rates and biases against differences of the values, the plane against space.
#include "full_mechanism.h"

// The gradient against central differences of the value (of speeds: in the speeds).
static void check_gradients(Setting *s) {
  const double h = 1e-5;
  static double value[2][SCALARS];
  for (int32_t c = 0; c < pw_speed_count(s->k); c++) {
    for (int side = 0; side < 2; side++) {
      double unit[NV] = {0}, q[NQ], v[NV];
      memcpy(v, s->v, sizeof v);
      unit[c] = side ? -h : h;
      v[c] += unit[c];
      pw_position_add(s->k, s->q, unit, q);
      place(s, s->t, q, s->v);
      for (int32_t i = 0; i < s->k->scalars; i++) value[side][i] = s->m.scalar[i].value;
      place(s, s->t, s->q, v);
      for (int32_t i = 0; i < s->k->scalars; i++) {
        if (is_speed(s, i)) value[side][i] = s->m.scalar[i].value;
      }
    }
    place(s, s->t, s->q, s->v);
    double unit[NV] = {0};
    unit[c] = 1;
    for (int32_t i = 0; i < s->k->scalars; i++) {
      check_close(s, i, "gradient", gradient_along(s, i, unit), (value[0][i] - value[1][i]) / (2 * h), 1e-7);
    }
  }
}

// Seven values of each scalar and row around s->t along a motion at constant accelerations.
static void check_rates(Setting *s) {
  const double h = 2e-3;
  static double value[7][SCALARS], row[7][ROWS];
  double q[NQ], v[NV];
  for (int n = 0; n < 7; n++) {
    later(s, (n - 3) * h, q, v);
    place(s, s->t + (n - 3) * h, q, v);
    for (int32_t i = 0; i < s->k->scalars; i++) value[n][i] = s->m.scalar[i].value;
    for (int32_t r = 0; r < s->k->rows; r++) row[n][r] = pw_row_value(&s->m, r);
  }
  place(s, s->t, s->q, s->v);
  for (int32_t i = 0; i < s->k->scalars; i++) {
    if (is_speed(s, i)) continue;
    check_close(s, i, "rate", s->m.scalar[i].rate, FIRST(value, i), 1e-8);
    check_close(s, i, "bias", s->m.scalar[i].bias + gradient_along(s, i, s->a), SECOND(value, i), 1e-6);
  }
  for (int32_t r = 0; r < s->k->rows; r++) {
    const PwRow *is = &s->k->row[r];
    double ja = 0;
    for (int32_t t = is->term; t < is->term + is->terms; t++) {
      ja += s->k->term[t].factor * gradient_along(s, s->k->term[t].scalar, s->a);
    }
    CHECK_CLOSE(pw_row_rate(&s->m, r), FIRST(row, r), 1e-8);
    CHECK_CLOSE(pw_row_bias(&s->m, r) + ja, SECOND(row, r), 1e-6);
  }
}

// Speed measures: the value is the velocity difference, by differences of the positions in ground axes.
static void check_speeds(Setting *s) {
  place(s, s->t, s->q, s->v);
  for (int32_t i = 0; i < s->k->scalars; i++) {
    const PwScalar *c = &s->k->scalar[i];
    if (c->kind != PW_S_SPEED) continue;
    const PwFrameMotion *a = &s->m.frame[c->frame[0]];
    double sum = 0, d[3];
    for (int32_t j = i - 40; j < i; j++) {  // the GROUND scalars of the same pair of frames
      const PwScalar *g = j < 0 ? c : &s->k->scalar[j];
      if (g->kind == PW_S_GROUND && g->frame[0] == c->frame[0] && g->frame[1] == c->frame[1]) d[g->axis] = s->m.scalar[j].rate;
    }
    for (int x = 0; x < 3; x++) sum += c->axis == 3 ? d[x] * d[x] : a->R[3 * x + c->axis] * d[x];
    check_close(s, i, "speed", s->m.scalar[i].value, c->axis == 3 ? sqrt(sum) : sum, 1e-12);
  }
}

static void test_scalars_in_space_agree_with_differences(void **state) {
  (void)state;
  uint64_t random = 11;
  Setting s = {0};
  s.k = build(bodies(false, PAWL_PLANAR_NO, &random));
  assert_false(s.k->planar);
  all_scalars(s.k, s.scalar);
  prepare(&s);
  for (int n = 0; n < 4; n++) {
    pose(&s, &random);
    hold_turns(&s);
    check_gradients(&s);
    check_rates(&s);
    check_speeds(&s);
  }
  leave(&s);
}

// In space at t = 0 a few closed forms: two frames turned by 0.3 about z and 2 m apart along (1, 2, 2).
static void test_known_values(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  PawlBodyId body = add_body(m, "one", 1, 1, 1, 1, 0, 0, 0);
  add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
  add_frame(m, body, 2.0 / 3, 4.0 / 3, 4.0 / 3, 2, 0.3);
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  Setting s = {.k = build(m)};
  static const struct {
    PwScalarKind kind;
    int32_t axis;
    double value;
  } known[] = {{PW_S_GROUND, 1, 4.0 / 3},
               {PW_S_POSITION, 0, 2.0 / 3},
               {PW_S_TURN, 2, 0.29887626494719840},  // 2 sin(0.15)
               {PW_S_ANGLE, 2, 0.3},
               {PW_S_SQUARE, 0, -0.29552020666133955},  // -sin(0.3)
               {PW_S_DISTANCE, 0, 2},
               {PW_S_RADIAL, 0, 1.4907119849998598},   // sqrt(20)/3
               {PW_S_AZIMUTH, 0, 1.1071487177940905},  // atan 2
               {PW_S_BETWEEN, 0, 0.3}};
  enum { COUNT = sizeof known / sizeof *known };
  for (int i = 0; i < COUNT; i++) s.scalar[i] = (PwScalar){known[i].kind, {0, 1}, known[i].axis, -1, {0}, 1};
  s.k->scalar = s.scalar;
  s.k->scalars = COUNT;
  prepare(&s);
  drawn(s.k, s.q);
  place(&s, 0, s.q, s.v);
  for (int i = 0; i < COUNT; i++) check_close(&s, i, "value", s.m.scalar[i].value, known[i].value, 1e-14);
  leave(&s);
}

// The angles of a cross: turn about x of frame 1, then about y of the cross, must come back.
static void test_cross_angles(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  PawlBodyId body = add_body(m, "one", 1, 1, 1, 1, 0, 0, 0);
  add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
  add_frame(m, body, 0, 0, 0, 2, 0);
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  Setting s = {.k = build(m)};
  s.scalar[0] = (PwScalar){PW_S_CROSS1, {0, 1}, 0, -1, {0}, 1};
  s.scalar[1] = (PwScalar){PW_S_CROSS2, {0, 1}, 0, -1, {0}, 1};
  s.k->scalar = s.scalar;
  s.k->scalars = 2;
  prepare(&s);
  double first[4] = {cos(0.2), sin(0.2), 0, 0}, second[4] = {cos(-0.35), 0, sin(-0.35), 0};
  drawn(s.k, s.q);
  pw_quat_multiply(first, second, s.q + 3);
  place(&s, 0, s.q, s.v);
  CHECK_CLOSE(s.m.scalar[0].value, 0.4, 1e-14);
  CHECK_CLOSE(s.m.scalar[1].value, -0.7, 1e-14);
  leave(&s);
}

static void test_scalars_in_the_plane_agree_with_space(void **state) {
  (void)state;
  uint64_t random = 5;
  Setting s = {.k = full(true, PAWL_PLANAR_YES, true, 3)};
  assert_true(s.k->planar);
  prepare(&s);
  for (int n = 0; n < 4; n++) {
    pose(&s, &random);
    hold_turns(&s);
    check_gradients(&s);
    check_rates(&s);
  }
  leave(&s);
}

// A planar state in space.
static void lift(const Setting *flat, Setting *s) {
  memset(s->q, 0, sizeof s->q);
  memset(s->v, 0, sizeof s->v);
  s->t = flat->t;
  for (int b = 0; b < BODIES; b++) {
    double *q = s->q + 7 * b, angle = flat->q[3 * b + 2];
    memcpy(q, flat->q + 3 * b, 2 * sizeof *q);
    memcpy(s->v + 6 * b, flat->v + 3 * b, 2 * sizeof *q);
    q[3] = cos(angle / 2);
    q[6] = sin(angle / 2);
    s->v[6 * b + 5] = flat->v[3 * b + 2];
  }
}

static int32_t same_scalar(const PawlMechanism *k, const PwScalar *wanted) {
  for (int32_t i = 0; i < k->scalars; i++) {
    const PwScalar *s = &k->scalar[i];
    if (s->kind == wanted->kind && s->axis == wanted->axis && !memcmp(s->frame, wanted->frame, sizeof s->frame)) return i;
  }
  fail_msg("scalar of the plane not found in space");
  return -1;
}

static void compare_with_space(const Setting *flat, const Setting *s) {
  static const int of[6] = {0, 1, 5, 6, 7, 11};
  for (int32_t i = 0; i < flat->k->scalars; i++) {
    int32_t j = same_scalar(s->k, &flat->k->scalar[i]);
    const PwScalarMotion *x = &flat->m.scalar[i], *y = &s->m.scalar[j];
    PwScalarKind kind = flat->k->scalar[i].kind;
    bool angle = kind == PW_S_ANGLE || kind == PW_S_AZIMUTH;
    // a lock's turn is 2 sin of half the turn, so its sign is that of the quaternion
    double sign = kind == PW_S_TURN && x->jac[5] * y->jac[11] < 0 ? -1 : 1;
    check_close(flat, i, "value", angle ? remainder(x->value - y->value, 2 * PI) : x->value - sign * y->value, 0, 1e-12);
    check_close(flat, i, "rate", x->rate, sign * y->rate, 1e-12);
    check_close(flat, i, "bias", x->bias, sign * y->bias, 1e-12);
    for (int c = 0; c < 6; c++) check_close(flat, i, "gradient", x->jac[c], sign * y->jac[of[c]], 1e-12);
  }
}

static void test_plane_against_space(void **state) {
  (void)state;
  uint64_t random = 7;
  Setting flat = {.k = full(true, PAWL_PLANAR_YES, true, 3)}, s = {.k = full(true, PAWL_PLANAR_NO, true, 3)};
  prepare(&flat);
  prepare(&s);
  for (int n = 0; n < 4; n++) {
    double force[NV], expected[NV];
    pose(&flat, &random);
    lift(&flat, &s);
    place(&flat, flat.t, flat.q, flat.v);
    for (int32_t i = 0; i < flat.k->scalars; i++) {  // the plane counts turns by itself
      int32_t turn = s.k->scalar[same_scalar(s.k, &flat.k->scalar[i])].turn;
      if (turn >= 0) s.discrete.turn[turn] = flat.m.scalar[i].value;
    }
    place(&s, s.t, s.q, s.v);
    compare_with_space(&flat, &s);
    assert_int_equal(pw_motion_forces(&flat.m, &flat.discrete, force), PAWL_OK);
    assert_int_equal(pw_motion_forces(&s.m, &s.discrete, expected), PAWL_OK);
    for (int b = 0; b < BODIES; b++) {
      for (int c = 0; c < 3; c++) CHECK_CLOSE(force[3 * b + c], expected[6 * b + (c == 2 ? 5 : c)], 1e-10);
    }
    CHECK_CLOSE(flat.m.power, s.m.power, 1e-10);
    CHECK_CLOSE(pw_motion_potential(&flat.m), pw_motion_potential(&s.m), 1e-10);
    CHECK_CLOSE(pw_motion_kinetic(&flat.m, flat.v), pw_motion_kinetic(&s.m, s.v), 1e-12);
  }
  leave(&flat);
  leave(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scalars_in_space_agree_with_differences),
      cmocka_unit_test(test_known_values),
      cmocka_unit_test(test_cross_angles),
      cmocka_unit_test(test_scalars_in_the_plane_agree_with_space),
      cmocka_unit_test(test_plane_against_space),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
