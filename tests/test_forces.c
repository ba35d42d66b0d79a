// Forces of mechanics/ against energies, laws and closed forms, and the complex build of scalars, rows and forces against the
// double one.
#include "full_mechanism.h"

static void elastic_forces(PawlMechanism *k) {
  uint64_t random = 23;
  const double h = 1e-5;
  Setting s = {.k = k};
  prepare(&s);
  for (int n = 0; n < 4; n++) {
    double force[NV];
    pose(&s, &random);
    memset(s.v, 0, sizeof s.v);
    hold_turns(&s);
    place(&s, s.t, s.q, s.v);
    assert_int_equal(pw_motion_forces(&s.m, &s.discrete, force), PAWL_OK);
    for (int32_t c = 0; c < pw_speed_count(k); c++) {
      double unit[NV] = {0}, q[NQ], difference = 0;
      for (int side = 1; side >= -1; side -= 2) {
        unit[c] = side * h;
        pw_position_add(k, s.q, unit, q);
        place(&s, s.t, q, s.v);
        difference += side * pw_motion_potential(&s.m) / (2 * h);
      }
      CHECK_CLOSE(force[c], -difference, 1e-6);
    }
  }
  leave(&s);
}

// Elastic forces are minus the gradient of the potential energy.
static void test_elastic_forces(void **state) {
  (void)state;
  elastic_forces(full(false, PAWL_PLANAR_NO, false, 3));
  elastic_forces(full(true, PAWL_PLANAR_YES, false, 3));
}

static void power(PawlMechanism *k) {
  uint64_t random = 29;
  const double h = 2e-3;
  Setting s = {.k = k};
  prepare(&s);
  for (int n = 0; n < 4; n++) {
    double force[NV], q[NQ], v[NV], V[7][1], work = 0;
    pose(&s, &random);
    hold_turns(&s);
    for (int i = 0; i < 7; i++) {
      later(&s, (i - 3) * h, q, v);
      place(&s, s.t + (i - 3) * h, q, v);
      V[i][0] = pw_motion_potential(&s.m);
    }
    place(&s, s.t, s.q, s.v);
    assert_int_equal(pw_motion_forces(&s.m, &s.discrete, force), PAWL_OK);
    for (int32_t c = 0; c < pw_speed_count(k); c++) work += force[c] * s.v[c];  // d/dt of the kinetic energy
    CHECK_CLOSE(s.m.power, work + FIRST(V, 0), 1e-7);
  }
  leave(&s);
}

// `power` is what raises the sum of kinetic and potential energy, frames that move against springs included.
static void test_power_raises_the_energy(void **state) {
  (void)state;
  power(full(false, PAWL_PLANAR_NO, true, 3));
  power(full(true, PAWL_PLANAR_YES, true, 3));
}

// The same force as law and as numbers.
static void test_laws_act_as_numbers_do(void **state) {
  (void)state;
  double force[2][NV];
  for (int law = 0; law < 2; law++) {
    uint64_t random = 3;
    PawlModel *m = bodies(false, PAWL_PLANAR_NO, &random);
    add_joint(m, "pin", PAWL_JOINT_REVOLUTE, frame(0), frame(1));
    PawlForceDef def = force_of(PAWL_FORCE_SPRING, 1, 6);
    if (law) {
      def.law.expression = "3 + 5*(length - 0.4) + 2*rate";
    } else {
      def.preload = 3;
      def.stiffness = 5;
      def.damping = 2;
    }
    add_force(m, def, "spring");
    PawlForceDef joint = force_of(PAWL_FORCE_JOINT, 0, -1);
    joint.coordinate.joint = pawl_model_find_joint(m, "pin");
    if (law) {
      joint.law.expression = "-3*(position - 0.4) - 0.5*rate";
    } else {
      joint.stiffness = 3;
      joint.damping = 0.5;
    }
    add_force(m, joint, "joint");
    Setting s = {.k = build(m)};
    prepare(&s);
    pose(&s, &random);
    place(&s, s.t, s.q, s.v);
    assert_int_equal(pw_motion_forces(&s.m, &s.discrete, force[law]), PAWL_OK);
    leave(&s);
  }
  for (int c = 0; c < NV; c++) CHECK_CLOSE(force[1][c], force[0][c], 1e-12);
}

// A force along x of a frame that is turned by 90 degrees about z acts along y; its torque is about the centre of mass. The
// opposite acts at the same point on the other body.
static void test_following_forces_turn_with_their_frame(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  PawlBodyId one = add_body(m, "one", 1, 1, 1, 1, 0, 0, 0), two = add_body(m, "two", 1, 1, 1, 1, 0, 3, 0);
  add_frame(m, one, 2, 0, 0, 2, PI / 2);
  add_frame(m, two, 0, 0, 0, 0, 0);
  PawlForceDef def = force_of(PAWL_FORCE_POINT, 0, 1);
  def.component[0].value = 5;
  def.follow = true;
  add_force(m, def, "push");
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  Setting s = {.k = build(m)};
  prepare(&s);
  drawn(s.k, s.q);
  place(&s, 0, s.q, s.v);
  double force[12], expected[12] = {0, 5, 0, 0, 0, 10, 0, -5, 0, 0, 0, -10};
  assert_int_equal(pw_motion_forces(&s.m, &s.discrete, force), PAWL_OK);
  for (int i = 0; i < 12; i++) CHECK_CLOSE(force[i], expected[i], 1e-14);
  leave(&s);
}

// A free body turning about no principal axis: the force is -w x (I w).
static void test_free_bodies_have_gyroscopic_torques(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  add_body(m, "one", 2, 1, 2, 2.5, 0, 0, 0);
  add_frame(m, pawl_model_ground(m), 0, 0, 0, 0, 0);
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  Setting s = {.k = build(m)};
  prepare(&s);
  drawn(s.k, s.q);
  s.v[3] = 1, s.v[4] = 2, s.v[5] = 3;
  place(&s, 0, s.q, s.v);
  double force[6], expected[6] = {0, 0, 0, -(2 * 7.5 - 3 * 4), -(3 * 1 - 1 * 7.5), -(1 * 4 - 2 * 1)};
  assert_int_equal(pw_motion_forces(&s.m, &s.discrete, force), PAWL_OK);
  for (int i = 0; i < 6; i++) CHECK_CLOSE(force[i], expected[i], 1e-14);
  leave(&s);
}

// ---- the complex build

// A tiny step in the imaginary direction: of q along a small turn, of v along itself.
static void place_z(Setting *s, int32_t speed, bool turn, double complex *force) {
  const double tiny = 1e-30;
  double complex q[NQ], v[NV];
  double unit[NV] = {0}, rate[NQ];
  unit[speed] = tiny;
  pw_position_rate(s->k, s->q, unit, rate);
  for (int i = 0; i < NQ; i++) q[i] = CMPLX(s->q[i], turn && i < pw_position_count(s->k) ? rate[i] : 0);
  for (int i = 0; i < NV; i++) v[i] = CMPLX(s->v[i], turn ? 0 : unit[i]);
  assert_int_equal(pw_motion_place_z(&s->z, s->t, q, &s->discrete), PAWL_OK);
  pw_motion_move_z(&s->z, v);
  assert_int_equal(pw_motion_forces_z(&s->z, &s->discrete, force), PAWL_OK);
}

static void place_beside(Setting *s, int32_t speed, bool turn, double h, double *force) {
  double unit[NV] = {0}, q[NQ], v[NV];
  unit[speed] = h;
  memcpy(q, s->q, sizeof q);
  memcpy(v, s->v, sizeof v);
  if (turn) {
    pw_position_add(s->k, s->q, unit, q);
  } else {
    v[speed] += h;
  }
  place(s, s->t, q, v);
  assert_int_equal(pw_motion_forces(&s->m, &s->discrete, force), PAWL_OK);
}

static void check_complex(Setting *s, int32_t speed, bool turn) {
  const double h = 1e-5, tiny = 1e-30;
  static PwScalarMotion beside[2][SCALARS];
  double force[3][NV], rows[2][ROWS][3];
  double complex force_z[NV];
  for (int side = 0; side < 2; side++) {
    place_beside(s, speed, turn, side ? -h : h, force[side]);
    memcpy(beside[side], s->m.scalar, (size_t)s->k->scalars * sizeof **beside);
    for (int32_t r = 0; r < s->k->rows; r++) {
      double row[3] = {pw_row_value(&s->m, r), pw_row_rate(&s->m, r), pw_row_bias(&s->m, r)};
      memcpy(rows[side][r], row, sizeof row);
    }
  }
  place_beside(s, speed, turn, 0, force[2]);
  place_z(s, speed, turn, force_z);
#define COMPARE(what, z, exact, up, down)           \
  (check_close(s, i, what, creal(z), exact, 1e-13), \
   check_close(s, i, "change of " what, cimag(z) / tiny, ((up) - (down)) / (2 * h), 1e-6))
  for (int32_t i = 0; i < s->k->scalars; i++) {
    const PwScalarMotion_z *z = &s->z.scalar[i];
    const PwScalarMotion *x = &s->m.scalar[i], *up = &beside[0][i], *down = &beside[1][i];
    COMPARE("value", z->value, x->value, up->value, down->value);
    COMPARE("rate", z->rate, x->rate, up->rate, down->rate);
    COMPARE("bias", z->bias, x->bias, up->bias, down->bias);
    for (int c = 0; c < 12; c++) COMPARE("gradient", z->jac[c], x->jac[c], up->jac[c], down->jac[c]);
  }
  for (int32_t r = 0; r < s->k->rows; r++) {
    double complex z[3] = {pw_row_value_z(&s->z, r), pw_row_rate_z(&s->z, r), pw_row_bias_z(&s->z, r)};
    for (int i = 0; i < 3; i++) CHECK_CLOSE(cimag(z[i]) / tiny, (rows[0][r][i] - rows[1][r][i]) / (2 * h), 1e-6);
  }
  for (int32_t c = 0; c < pw_speed_count(s->k); c++) {
    CHECK_CLOSE(creal(force_z[c]), force[2][c], 1e-11);
    CHECK_CLOSE(cimag(force_z[c]) / tiny, (force[0][c] - force[1][c]) / (2 * h), 1e-5);
  }
}

static void complex_build(PawlMechanism *k, bool every_scalar) {
  uint64_t random = 31;
  Setting s = {.k = k};
  if (every_scalar) all_scalars(k, s.scalar);
  prepare(&s);
  for (int n = 0; n < 2; n++) {
    pose(&s, &random);
    hold_turns(&s);
    for (int32_t c = 0; c < pw_speed_count(k); c++) {
      check_complex(&s, c, true);
      check_complex(&s, c, false);
    }
  }
  leave(&s);
}

static void test_complex_forces_have_the_real_ones_derivatives(void **state) {
  (void)state;
  uint64_t random = 3;
  complex_build(build(bodies(false, PAWL_PLANAR_NO, &random)), true);
  complex_build(full(false, PAWL_PLANAR_NO, true, 3), false);
  complex_build(full(true, PAWL_PLANAR_YES, true, 3), false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_elastic_forces),
      cmocka_unit_test(test_power_raises_the_energy),
      cmocka_unit_test(test_laws_act_as_numbers_do),
      cmocka_unit_test(test_following_forces_turn_with_their_frame),
      cmocka_unit_test(test_free_bodies_have_gyroscopic_torques),
      cmocka_unit_test(test_complex_forces_have_the_real_ones_derivatives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
