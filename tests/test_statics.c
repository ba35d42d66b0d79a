// Static equilibrium against closed forms and an independent search for the least energy.
#include "analysis/statics.h"
#include "models.h"

enum { MOST = 64 };

typedef struct {
  PawlMechanism *k;
  PwFormulation *f;
  PwArena arena;
  PwDiscrete discrete;
  PawlMessages *messages;
  double y[MOST];
} Setting;

static Setting begin(PawlModel *m, bool planar) {
  pawl_model_set_planar(m, planar ? PAWL_PLANAR_YES : PAWL_PLANAR_NO);
  Setting s = {.k = build(m), .messages = pawl_messages_create()};
  assert_int_equal(pw_multipliers_create(s.k, 1e-8, &s.f), PAWL_OK);
  assert_int_equal(pw_discrete_create(s.k, &s.arena, &s.discrete), PAWL_OK);
  assert_true(pw_formulation_size(s.f) <= MOST);
  drawn(s.k, s.y);
  return s;
}

// Projects and seeks; the result must be on the constraints and at rest.
static PawlStatus seek(Setting *s) {
  int32_t row;
  double position, speed;
  pw_formulation_set_discrete(s->f, &s->discrete);
  assert_int_equal(pw_formulation_project(s->f, 0, s->y), PAWL_OK);
  PawlStatus status = pw_statics(s->k, s->f, NULL, 0, s->y, &s->discrete, s->messages);
  if (status) return status;
  assert_int_equal(pw_formulation_violation(s->f, 0, s->y, &position, &speed, &row), PAWL_OK);
  CHECK_CLOSE(position, 0, 1e-13);
  PwSolution solution;
  assert_int_equal(pw_formulation_solve(s->f, 0, s->y, &solution), PAWL_OK);
  for (int32_t i = 0; i < pw_speed_count(s->k); i++) {
    CHECK_CLOSE(solution.v[i], 0, 0);
    CHECK_CLOSE(solution.acceleration[i], 0, 1e-7);
  }
  return PAWL_OK;
}

static void end(Setting *s) {
  pawl_messages_free(s->messages);
  pw_formulation_free(s->f);
  pw_arena_free(&s->arena);
  pawl_mechanism_free(s->k);
}

static void set_gravity(PawlModel *m, double x, double y, double z) {
  double gravity[3] = {x, y, z};
  pawl_model_set_gravity(m, gravity);
}

static PawlModel *pendulum(double angle) {
  PawlModel *m = pawl_model_create();
  set_gravity(m, 0, -9.81, 0);
  PawlBodyId rod = add_body(m, "rod", 2, 0.1, 0.2, 0.3, 0.5 * sin(angle), -0.5 * cos(angle), 0);
  PawlFrameId pin = add_frame(m, rod, -0.5 * sin(angle), 0.5 * cos(angle), 0, 2, 0);
  add_joint(m, "pin", PAWL_JOINT_REVOLUTE, add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0), pin);
  return m;
}

// A pendulum hangs in the end, from wherever it starts but from upright, which is an equilibrium that is not stable.
static void test_a_pendulum_hangs_in_the_end(void **state) {
  (void)state;
  for (int planar = 0; planar < 2; planar++) {
    static const double from[] = {0.3, 2, -2.8, 3.1};
    for (int i = 0; i < 4; i++) {
      Setting s = begin(pendulum(from[i]), planar);
      assert_int_equal(seek(&s), PAWL_OK);
      CHECK_CLOSE(s.y[0], 0, 1e-9);
      CHECK_CLOSE(s.y[1], -0.5, 1e-12);
      assert_int_equal(pawl_messages_count(s.messages), 0);
      end(&s);
    }
    Setting s = begin(pendulum(PI), planar);
    assert_int_equal(seek(&s), PAWL_OK);
    CHECK_CLOSE(s.y[1], 0.5, 1e-12);
    assert_int_equal(pawl_messages_count(s.messages), 1);
    assert_non_null(strstr(pawl_messages_get(s.messages, 0).text, "not stable"));
    end(&s);
  }
}

// A mass between two springs in line: k1 (x - 1) = k2 (3 - x - 1) along the slide; with its weight along the slide, too:
// (k1 + k2) x = k1 + 2 k2 + m g.
static void test_two_springs(void **state) {
  (void)state;
  for (int planar = 0; planar < 2; planar++) {
    for (int weight = 0; weight < 2; weight++) {
      PawlModel *m = pawl_model_create();
      if (weight) set_gravity(m, 9.81, 0, 0);
      PawlBodyId body = add_body(m, "mass", 2, 1, 1, 1, 2.7, 0, 0);
      PawlFrameId left = add_frame(m, pawl_model_ground(m), 0, 0, 0, 1, PI / 2), on = add_frame(m, body, 0, 0, 0, 1, PI / 2);
      PawlFrameId right = add_frame(m, pawl_model_ground(m), 3, 0, 0, 1, PI / 2);
      add_joint(m, "slide", PAWL_JOINT_PRISMATIC, left, on);
      add_spring(m, "s1", left, on, 300, 0, 1);
      add_spring(m, "s2", right, on, 500, 3, 1);
      Setting s = begin(m, planar);
      assert_int_equal(seek(&s), PAWL_OK);
      CHECK_CLOSE(s.y[0], (300 + 2 * 500 + weight * 2 * 9.81) / 800, 1e-12);
      CHECK_CLOSE(s.y[1], 0, 1e-13);
      end(&s);
    }
  }
}

// A free mass hung from two points by springs: symmetric, height h below with 2 k (l - l0) h / l = m g.
static void test_a_mass_hangs_from_two_springs(void **state) {
  (void)state;
  for (int planar = 0; planar < 2; planar++) {
    PawlModel *m = pawl_model_create();
    set_gravity(m, 0, -9.81, 0);
    PawlBodyId body = add_body(m, "mass", 3, 0.1, 0.1, 0.1, 0.3, 0.9, 0);
    for (int side = 0; side < 2; side++) {
      add_spring(m, side ? "s2" : "s1", add_frame(m, pawl_model_ground(m), side ? 1 : -1, 0, 0, 2, 0),
                 add_frame(m, body, 0, 0, 0, 2, 0), 200, 0, 1.1);
    }
    Setting s = begin(m, planar);
    assert_int_equal(seek(&s), PAWL_OK);
    double low = 0, high = 3;
    for (int i = 0; i < 60; i++) {
      double h = (low + high) / 2, l = sqrt(1 + h * h);
      *(2 * 200 * (l - 1.1) * h / l < 3 * 9.81 ? &low : &high) = h;
    }
    CHECK_CLOSE(s.y[0], 0, 1e-9);
    CHECK_CLOSE(s.y[1], -low, 1e-9);
    if (planar) CHECK_CLOSE(s.y[2], 0, 1e-9);  // nothing turns it: it stays as it was
    end(&s);
  }
}

// Energy of the four-bar below at the crank angle x: joints by intersection of circles.
static double bar_energy(double x) {
  double a = 1, b = 1.5, c = 1.2, d = 1.8, bx = a * cos(x), by = a * sin(x), rx = d - bx, ry = -by, r = hypot(rx, ry);
  double along = (b * b - c * c + r * r) / (2 * r), up = sqrt(b * b - along * along);
  double cx = bx + along * rx / r - up * ry / r, cy = by + along * ry / r + up * rx / r;
  double stretch = hypot(cx - 0.2, cy - 2.5) - 0.5, twist = x - 0.4;
  return 9.81 * (1 * by / 2 + 2 * (by + cy) / 2 + 3 * cy / 2) + 80 * stretch * stretch / 2 + 5 * twist * twist / 2;
}

static void add_bar(PawlModel *m, const char *name, double mass, double x1, double y1, double x2, double y2, PawlFrameId *ends) {
  double hx = (x2 - x1) / 2, hy = (y2 - y1) / 2;
  PawlBodyId body = add_body(m, name, mass, 0.1, 0.1, 0.1, x1 + hx, y1 + hy, 0);
  ends[0] = add_frame(m, body, -hx, -hy, 0, 2, 0);
  ends[1] = add_frame(m, body, hx, hy, 0, 2, 0);
}

// Four-bar with a spring at the coupler's end and one on the crank, drawn at crank angle 1.3.
static void test_four_bar(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  set_gravity(m, 0, -9.81, 0);
  double a = 1, b = 1.5, c = 1.2, d = 1.8, x = 1.3, bx = a * cos(x), by = a * sin(x), rx = d - bx, ry = -by, r = hypot(rx, ry);
  double along = (b * b - c * c + r * r) / (2 * r), up = sqrt(b * b - along * along);
  double cx = bx + along * rx / r - up * ry / r, cy = by + along * ry / r + up * rx / r;
  PawlFrameId crank[2], coupler[2], rocker[2], base = add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
  add_bar(m, "crank", 1, 0, 0, bx, by, crank);
  add_bar(m, "coupler", 2, bx, by, cx, cy, coupler);
  add_bar(m, "rocker", 3, cx, cy, d, 0, rocker);
  PawlJointId pin = add_joint(m, "a", PAWL_JOINT_REVOLUTE, base, crank[0]);
  add_joint(m, "b", PAWL_JOINT_REVOLUTE, crank[1], coupler[0]);
  add_joint(m, "c", PAWL_JOINT_REVOLUTE, coupler[1], rocker[0]);
  add_joint(m, "d", PAWL_JOINT_REVOLUTE, rocker[1], add_frame(m, pawl_model_ground(m), d, 0, 0, 2, 0));
  add_spring(m, "spring", add_frame(m, pawl_model_ground(m), 0.2, 2.5, 0, 2, 0), coupler[1], 80, 0, 0.5);
  PawlForceDef def = pawl_force_def_default();
  def.name = "twist";
  def.type = PAWL_FORCE_JOINT;
  def.coordinate.joint = pin;
  def.stiffness = 5;
  def.free_length = 0.4 - x;  // the coordinate is zero as drawn
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  Setting s = begin(m, true);
  assert_int_equal(seek(&s), PAWL_OK);
  double found = atan2(s.y[1], s.y[0]), best = found;  // the crank's middle
  for (double step = 1e-2; step > 1e-9; step /= 2) {   // downhill from there by the independent energy
    while (bar_energy(best + step) < bar_energy(best)) best += step;
    while (bar_energy(best - step) < bar_energy(best)) best -= step;
  }
  CHECK_CLOSE(found, best, 1e-6);
  assert_true(fabs(found - x) > 0.05);
  end(&s);
}

// What nothing holds stays: a slider without springs beside a pendulum that falls into place.
static void test_what_nothing_holds_stays(void **state) {
  (void)state;
  for (int planar = 0; planar < 2; planar++) {
    PawlModel *m = pendulum(1);
    PawlBodyId body = add_body(m, "slider", 5, 1, 1, 1, 4, 0, 0);
    add_joint(m, "slide", PAWL_JOINT_PRISMATIC, add_frame(m, pawl_model_ground(m), 0, 0, 0, 1, PI / 2),
              add_frame(m, body, 0, 0, 0, 1, PI / 2));
    Setting s = begin(m, planar);
    assert_int_equal(seek(&s), PAWL_OK);
    CHECK_CLOSE(s.y[1], -0.5, 1e-12);
    CHECK_CLOSE(s.y[planar ? 3 : 7], 4, 1e-9);
    assert_int_equal(pawl_messages_count(s.messages), 0);
    end(&s);
  }
}

// A one-sided spring that is open at first: the mass falls on it. 1000 (-x - 0.5) = 2 g.
static void test_one_sided_springs_are_met(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  set_gravity(m, -9.81, 0, 0);
  PawlBodyId body = add_body(m, "mass", 2, 1, 1, 1, 1, 0, 0);
  PawlJointId slide = add_joint(m, "slide", PAWL_JOINT_PRISMATIC, add_frame(m, pawl_model_ground(m), 0, 0, 0, 1, PI / 2),
                                add_frame(m, body, 0, 0, 0, 1, PI / 2));
  PawlForceDef def = pawl_force_def_default();
  def.name = "stop";
  def.type = PAWL_FORCE_JOINT;
  def.coordinate.joint = slide;
  def.law.expression = "1000*max(0, -0.5 - position)";
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  Setting s = begin(m, true);
  pw_formulation_set_discrete(s.f, &s.discrete);
  PwMotion *motion = pw_formulation_motion(s.f);
  double rest[3] = {0};
  assert_int_equal(pw_motion_place(motion, 0, s.y, &s.discrete), PAWL_OK);
  pw_motion_move(motion, rest);
  pw_discrete_choose(motion, &s.discrete);
  assert_int_equal(seek(&s), PAWL_OK);
  CHECK_CLOSE(s.y[0], -0.5 - 2 * 9.81 / 1000, 1e-12);
  end(&s);
}

// Nothing holds it: named.
static void test_what_has_no_equilibrium_is_named(void **state) {
  (void)state;
  PawlModel *m = pendulum(1);
  add_body(m, "stone", 1, 1, 1, 1, 3, 0, 0);
  Setting s = begin(m, true);
  assert_int_equal(seek(&s), PAWL_ERR_STEP);
  assert_int_equal(pawl_messages_errors(s.messages), 1);
  assert_non_null(strstr(pawl_messages_get(s.messages, 0).text, "'stone'"));
  end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_pendulum_hangs_in_the_end),      cmocka_unit_test(test_two_springs),
      cmocka_unit_test(test_a_mass_hangs_from_two_springs),    cmocka_unit_test(test_four_bar),
      cmocka_unit_test(test_what_nothing_holds_stays),         cmocka_unit_test(test_one_sided_springs_are_met),
      cmocka_unit_test(test_what_has_no_equilibrium_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
