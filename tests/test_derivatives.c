// Derivatives of the equations of motion, against central differences of the same expressions in double.
#include "analysis/derivatives.h"
#include "contact/law.h"
#include "dynamics/kkt.h"
#include "models.h"

enum { MOST = 32, ROWS = 32 };

typedef struct {
  PawlMechanism *k;
  PwArena arena;
  PwMotion motion;
  PwKkt kkt;
  PwDerivatives d;
  PwDiscrete discrete;
  PwTouches touches;
  double q[MOST], v[MOST], a[MOST], lambda[ROWS], t;
} Setting;

// Joints of several kinds, moving frames, springs, dampers, a law, a following force; nothing is assembled.
static PawlModel *model(bool planar) {
  PawlModel *m = pawl_model_create();
  double gravity[3] = {1, -9.81, planar ? 0 : 3};
  pawl_model_set_gravity(m, gravity);
  PawlBodyId one = add_body(m, "one", 2, 0.1, 0.2, 0.3, 0.5, 0, 0), two = add_body(m, "two", 3, 0.2, 0.3, 0.4, 0.5, 0.7, 0);
  PawlFrameDef moving = pawl_frame_def_default();
  PawlFrameId base, a = add_frame(m, one, -0.5, 0.1, 0, 2, 0), b = add_frame(m, one, 0.5, 0, 0, 2, 0.3);
  moving.body = pawl_model_ground(m);
  moving.offset[0].expression = "0.1*sin(3*t)";
  moving.angle.expression = "0.2*t^2";
  assert_int_equal(pawl_model_add_frame(m, &moving, NULL, &base), PAWL_OK);
  PawlFrameId c = add_frame(m, two, 0.5, -0.7, 0, 2, 0.2), e = add_frame(m, two, 0.2, 0.3, 0, 0, PI / 2);
  PawlJointId pin = add_joint(m, "pin", PAWL_JOINT_REVOLUTE, base, a);
  add_joint(m, "slide", PAWL_JOINT_PRISMATIC, add_frame(m, one, 0.2, 0.1, 0, 0, PI / 2), e);
  add_joint_spring(m, "twist", pin, 20, 3);
  add_spring(m, "spring", b, c, 50, 4, 0.3);
  PawlForceDef def = pawl_force_def_default();
  def.name = "push";
  def.type = PAWL_FORCE_POINT;
  def.frame[0] = c;
  def.frame[1] = b;
  def.follow = true;
  def.component[0].expression = "3*pin^2 + rate(pin)*slide";
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  pawl_model_set_planar(m, planar ? PAWL_PLANAR_YES : PAWL_PLANAR_NO);
  return m;
}

static void residuals(Setting *s, const double *q, const double *v, double *R, double *G, double *rate) {
  double force[MOST];
  assert_int_equal(pw_motion_place(&s->motion, s->t, q, &s->discrete), PAWL_OK);
  pw_motion_move(&s->motion, v);
  assert_int_equal(pw_motion_forces(&s->motion, &s->discrete, force), PAWL_OK);
  pw_mass_multiply(&s->motion, s->a, R);
  for (int32_t i = 0; i < s->kkt.nv; i++) R[i] -= force[i];
  for (int32_t e = 0; e < s->kkt.entries; e++) {  // R -= J^T lambda
    const PwKktEntry *entry = &s->kkt.entry[e];
    double jac = entry->factor * s->motion.scalar[entry->scalar].jac[entry->component];
    R[entry->column] -= jac * s->lambda[s->kkt.row[entry->row]];
  }
  pw_kkt_multiply(&s->kkt, &s->motion, s->a, G);
  for (int32_t i = 0, r = s->kkt.m; i < s->touches.count; i++) {  // stops: closed ones are rows behind these, pressed ones forces
    const PwTouch *touch = &s->touches.touch[i];
    const PwContact *c = &s->k->contact[touch->contact];
    PwTouchMotion m;
    double F = s->lambda[s->k->rows + i], by_gap, by_rate;
    assert_int_equal(pw_touch_place(&s->motion, touch, &m), PAWL_OK);
    pw_touch_move(&s->motion, touch, &m);
    if (touch->state == PW_TOUCH_PRESSED) pw_force_law(&c->law, 0, m.gap, m.rate, &F, &by_gap, &by_rate);
    pw_pair_add(s->k, c->body, m.jac, -F, R);
    if (touch->state != PW_TOUCH_CLOSED) continue;
    G[r] = pw_pair_along(s->k, c->body, m.jac, s->a) + m.bias;
    rate[r++] = m.rate;
  }
  for (int32_t r = 0; r < s->kkt.m; r++) {
    G[r] += pw_row_bias(&s->motion, s->kkt.row[r]);
    rate[r] = pw_row_rate(&s->motion, s->kkt.row[r]);
  }
}

static void check_column(Setting *s, int32_t c, bool position) {
  const double h = 1e-5;
  double R[2][MOST], G[2][ROWS], rate[2][ROWS];
  int32_t nv = s->d.nv, m = s->d.m;
  for (int side = 0; side < 2; side++) {
    double unit[MOST] = {0}, q[MOST], v[MOST];
    unit[c] = side ? -h : h;
    memcpy(q, s->q, sizeof q);
    memcpy(v, s->v, sizeof v);
    if (position) {
      pw_position_add(s->k, s->q, unit, q);
    } else {
      v[c] += unit[c];
    }
    residuals(s, q, v, R[side], G[side], rate[side]);
  }
  for (int32_t i = 0; i < nv; i++) {
    CHECK_CLOSE((position ? s->d.Rq : s->d.Rv)[c * nv + i], (R[0][i] - R[1][i]) / (2 * h), 2e-6);
  }
  for (int32_t r = 0; r < m; r++) {
    CHECK_CLOSE((position ? s->d.Gq : s->d.Gv)[c * m + r], (G[0][r] - G[1][r]) / (2 * h), 2e-6);
    CHECK_CLOSE((position ? s->d.B : s->d.J)[c * m + r], (rate[0][r] - rate[1][r]) / (2 * h), 2e-6);
  }
}

static void check_values(Setting *s) {
  double R[MOST], G[ROWS], rate[ROWS];
  residuals(s, s->q, s->v, R, G, rate);
  for (int32_t i = 0; i < s->d.nv; i++) CHECK_CLOSE(s->d.R[i], R[i], 1e-11);
  for (int32_t r = 0; r < s->d.m; r++) CHECK_CLOSE(s->d.G[r], G[r], 1e-11);
}

static void add_limit(PawlModel *m, const char *joint, double stiffness) {
  PawlLimitDef def = pawl_limit_def_default();
  def.coordinate.joint = pawl_model_find_joint(m, joint);
  def.lower = 100;  // pressed whatever the pose
  def.stiffness = stiffness;
  assert_int_equal(pawl_model_add_limit(m, &def, NULL), PAWL_OK);
}

static void derivatives(bool planar, bool stops) {
  PawlModel *source = model(planar);
  if (stops) add_limit(source, "slide", 0);
  if (stops) add_limit(source, "pin", 2);
  Setting s = {.k = build(source), .t = 0.7};
  uint64_t random = 41;
  s.k->row[1].redundant = true;  // one row left out
  assert_int_equal(pw_motion_create(s.k, &s.arena, &s.motion), PAWL_OK);
  assert_int_equal(pw_kkt_create(s.k, &s.arena, &s.kkt), PAWL_OK);
  assert_int_equal(pw_touches_create(s.k, &s.touches), PAWL_OK);
  if (stops) s.touches.touch[0].state = PW_TOUCH_CLOSED, s.touches.touch[1].state = PW_TOUCH_PRESSED;
  assert_int_equal(pw_derivatives_create(s.k, &s.touches, &s.arena, &s.d), PAWL_OK);
  assert_int_equal(pw_discrete_create(s.k, &s.arena, &s.discrete), PAWL_OK);
  assert_true(s.d.own == s.kkt.m && s.d.own == s.k->rows - 1 && s.d.m == s.d.own + stops && s.d.m > 2);
  for (int pass = 0; pass < 3; pass++) {
    double move[MOST];
    drawn(s.k, s.q);
    for (int i = 0; i < s.d.nv; i++) move[i] = any(&random), s.v[i] = any(&random), s.a[i] = any(&random);
    for (int r = 0; r < s.k->rows + stops; r++) s.lambda[r] = r == 1 ? 0 : 5 * any(&random);
    pw_position_add(s.k, s.q, move, s.q);
    assert_int_equal(pw_derivatives_evaluate(&s.d, s.t, s.q, s.v, s.a, s.lambda, &s.discrete), PAWL_OK);
    check_values(&s);
    for (int32_t c = 0; c < s.d.nv; c++) {
      check_column(&s, c, true);
      check_column(&s, c, false);
    }
  }
  pw_derivatives_free(&s.d);
  pw_touches_free(&s.touches);
  pw_kkt_free(&s.kkt);
  pw_arena_free(&s.arena);
  pawl_mechanism_free(s.k);
}

static void test_derivatives_agree_with_differences(void **state) {
  (void)state;
  derivatives(false, false);
  derivatives(true, false);
}

// A closed stop of the slide and an elastic one of the pin, which a frame that moves by a law carries.
static void test_those_of_stops_do_so_in_motion(void **state) {
  (void)state;
  derivatives(false, true);
  derivatives(true, true);
}

// J U = 0, U^T U = 1, J J^+ = 1 and U^T J^+ = 0; the number of freedoms of two bodies with a pin and a slide is two.
static void test_the_tangent_space_is_orthonormal_and_free(void **state) {
  (void)state;
  for (int planar = 0; planar < 2; planar++) {
    Setting s = {.k = build(model(planar))};
    PwTangent tangent;
    double c[MOST * MOST];
    assert_int_equal(pw_derivatives_create(s.k, NULL, &s.arena, &s.d), PAWL_OK);
    assert_int_equal(pw_discrete_create(s.k, &s.arena, &s.discrete), PAWL_OK);
    drawn(s.k, s.q);
    assert_int_equal(pw_derivatives_evaluate(&s.d, 0, s.q, s.v, s.a, s.lambda, &s.discrete), PAWL_OK);
    assert_int_equal(pw_tangent_find(&s.d, &s.arena, &tangent), PAWL_OK);
    int32_t nv = s.d.nv, m = s.d.m, f = tangent.freedoms;
    assert_int_equal(f, 2);
    pw_multiply(s.d.J, tangent.U, m, nv, f, c);
    for (int32_t i = 0; i < m * f; i++) CHECK_CLOSE(c[i], 0, 1e-13);
    pw_multiply_transposed(tangent.U, tangent.U, f, nv, f, c);
    for (int32_t i = 0; i < f * f; i++) CHECK_CLOSE(c[i], i % (f + 1) == 0, 1e-13);
    pw_multiply(s.d.J, tangent.inverse, m, nv, m, c);
    for (int32_t i = 0; i < m * m; i++) CHECK_CLOSE(c[i], i % (m + 1) == 0, 1e-12);
    pw_multiply_transposed(tangent.U, tangent.inverse, f, nv, m, c);
    for (int32_t i = 0; i < f * m; i++) CHECK_CLOSE(c[i], 0, 1e-13);
    pw_arena_free(&s.arena);
    pawl_mechanism_free(s.k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_derivatives_agree_with_differences),
                                     cmocka_unit_test(test_those_of_stops_do_so_in_motion),
                                     cmocka_unit_test(test_the_tangent_space_is_orthonormal_and_free)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
