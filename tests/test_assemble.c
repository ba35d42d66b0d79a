// Assembly: wishes near and far, held, unreachable; badly drawn and impossible mechanisms. Expected positions are the closed
// forms of the slider-crank: x = r cos a + sqrt(l^2 - r^2 sin^2 a).
#include "mechanisms.h"

static const double R = 0.5, L = 1.5;

typedef struct {
  PawlModel *m;
  PawlJointId main, knee, wrist, guide;
  PawlBodyId crank, rod, slider;
} SliderCrank;

// Drawn with the crank at `angle`; coordinates count from there.
static SliderCrank slider_crank(double angle) {
  SliderCrank s = {.m = new_model(0, -G)};
  double x = R * cos(angle), y = R * sin(angle), end = x + sqrt(L * L - y * y);
  PawlBodyId ground = pawl_model_ground(s.m);
  s.crank = rod_between(s.m, "crank", 0, 0, x, y);
  s.rod = rod_between(s.m, "rod", x, y, end, 0);
  s.slider = body_at(s.m, "slider", 1, 0.1, end, 0);
  s.main = pin(s.m, "main", ground, s.crank, 0, 0);
  s.knee = pin(s.m, "knee", s.crank, s.rod, x, y);
  s.wrist = pin(s.m, "wrist", s.rod, s.slider, end, 0);
  s.guide = slide(s.m, "guide", ground, s.slider, end, 0, 0);
  return s;
}

// Travel of the guide when the crank, drawn at `drawn`, has turned by `turn`.
static double travel(double drawn, double turn) {
  double a = drawn + turn;
  return R * cos(a) + sqrt(L * L - pow(R * sin(a), 2)) - R * cos(drawn) - sqrt(L * L - pow(R * sin(drawn), 2));
}

static void check_turn(double turn) {
  SliderCrank s = slider_crank(0.3);
  wish(s.m, s.main, turn, NAN, false);
  PawlMechanism *k = compile(s.m);
  PawlSimulation *sim = simulate(k, 1, 1e-8);
  CHECK_CLOSE(coordinate(sim, s.main, 0), turn, 1e-9);
  CHECK_CLOSE(coordinate(sim, s.guide, 0), travel(0.3, turn), 1e-9);
  pawl_simulation_free(sim);
  pawl_mechanism_free(k);
}

// Far wishes go round in portions: the rod stays on its side of the guide, full turns are counted.
static void wishes_near_and_far(void **state) {
  (void)state;
  check_turn(0.05);
  check_turn(-1.2);
  check_turn(2.9);
  check_turn(7);
  check_turn(-20);
}

static void as_drawn_without_wishes(void **state) {
  (void)state;
  SliderCrank s = slider_crank(0.3);
  PawlMechanism *k = compile(s.m);
  PawlSimulation *sim = simulate(k, 1, 1e-8);
  CHECK_CLOSE(coordinate(sim, s.main, 0), 0, 1e-14);
  CHECK_CLOSE(coordinate(sim, s.guide, 0), 0, 1e-14);
  CHECK_CLOSE(coordinate(sim, s.main, 1), 0, 0);
  pawl_simulation_free(sim);
  pawl_mechanism_free(k);
}

// The crank is held, so the guide's wish gives way, and the user is told by how much.
static void held_wins_over_wished(void **state) {
  (void)state;
  char text[4000], number[32];
  SliderCrank s = slider_crank(0.3);
  PawlMechanism *k;
  wish(s.m, s.main, 1, NAN, true);
  wish(s.m, s.guide, -0.1, NAN, false);
  assert_int_equal(try_compile(s.m, text, &k), PAWL_OK);
  PawlSimulation *sim = simulate(k, 1, 1e-8);
  CHECK_CLOSE(coordinate(sim, s.main, 0), 1, 1e-12);
  CHECK_CLOSE(coordinate(sim, s.guide, 0), travel(0.3, 1), 1e-12);
  assert_non_null(strstr(text, "'guide.travel'"));
  assert_null(strstr(text, "'main.angle'"));
  snprintf(number, sizeof number, "off by %.4g m", travel(0.3, 1) + 0.1);
  assert_non_null(strstr(text, number));
  pawl_simulation_free(sim);
  pawl_mechanism_free(k);
}

// The slider gets no farther than R + L: there it stays, 0.2 short of what was wished.
static void unreachable_is_reported(void **state) {
  (void)state;
  char text[4000];
  SliderCrank s = slider_crank(0.8);
  double most = R + L - (R * cos(0.8) + sqrt(L * L - pow(R * sin(0.8), 2)));
  PawlMechanism *k;
  wish(s.m, s.guide, most + 0.2, NAN, false);
  assert_int_equal(try_compile(s.m, text, &k), PAWL_OK);
  PawlSimulation *sim = simulate(k, 1, 1e-8);
  CHECK_CLOSE(coordinate(sim, s.guide, 0), most, 1e-6);
  CHECK_CLOSE(coordinate(sim, s.main, 0), -0.8, 1e-3);
  assert_non_null(strstr(text, "the initial position of 'guide.travel' cannot be met: it is off by -0.2 m"));
  pawl_simulation_free(sim);
  pawl_mechanism_free(k);
}

static void held_and_unreachable_is_refused(void **state) {
  (void)state;
  char text[4000];
  SliderCrank s = slider_crank(0.8);
  PawlMechanism *k;
  wish(s.m, s.guide, 5, NAN, true);
  assert_int_equal(try_compile(s.m, text, &k), PAWL_ERR_ASSEMBLY);
  assert_null(k);
  assert_non_null(strstr(text, "cannot be assembled"));
}

// Crank speed w: slider speed -r w (sin a + r sin a cos a / sqrt(l^2 - r^2 sin^2 a)).
static void speeds_follow(void **state) {
  (void)state;
  double a = 0.9, w = 3, root = sqrt(L * L - pow(R * sin(a), 2));
  double v = -R * w * (sin(a) + R * sin(a) * cos(a) / root);
  SliderCrank s = slider_crank(a);
  wish(s.m, s.main, NAN, w, true);
  PawlMechanism *k = compile(s.m);
  PawlSimulation *sim = simulate(k, 1, 1e-8);
  CHECK_CLOSE(coordinate(sim, s.main, 1), w, 1e-11);
  CHECK_CLOSE(coordinate(sim, s.guide, 1), v, 1e-11);
  pawl_simulation_free(sim);
  pawl_mechanism_free(k);

  s = slider_crank(a);  // the same by the slider's velocity
  PawlInitialBody def = pawl_initial_body_default();
  def.body = s.slider;
  def.velocity[0] = v;
  assert_int_equal(pawl_model_set_initial_body(s.m, &def, NULL), PAWL_OK);
  k = compile(s.m);
  sim = simulate(k, 1, 1e-8);
  CHECK_CLOSE(coordinate(sim, s.main, 1), w, 1e-5);  // a wish, met as nearly as its softness lets it
  pawl_simulation_free(sim);
  pawl_mechanism_free(k);
}

// Two pins on one shaft of freedom: wishes 1 and 2 for speeds that must be equal meet in the middle; both held is refused.
static void speeds_that_exclude_each_other(void **state) {
  (void)state;
  for (int hold = 0; hold < 2; hold++) {
    PawlModel *m = new_model(0, 0);
    PawlBodyId ground = pawl_model_ground(m), c1 = rod_between(m, "c1", 0, 0, 0, 1), c2 = rod_between(m, "c2", 2, 0, 2, 1);
    PawlBodyId top = rod_between(m, "top", 0, 1, 2, 1);
    PawlJointId f1 = pin(m, "f1", ground, c1, 0, 0), f2 = pin(m, "f2", ground, c2, 2, 0);
    PawlMessages *messages = pawl_messages_create();
    PawlRunOptions options = pawl_run_options_default();
    PawlSimulation *s;
    pin(m, "h1", c1, top, 0, 1);
    pin(m, "h2", c2, top, 2, 1);
    wish(m, f1, NAN, 1, hold);
    wish(m, f2, NAN, 2, hold);
    PawlMechanism *k = compile(m);
    assert_int_equal(pawl_simulation_create(k, &options, messages, &s), PAWL_OK);
    assert_int_equal(pawl_simulation_assemble(s, messages), hold ? PAWL_ERR_ASSEMBLY : PAWL_OK);
    if (!hold) {
      CHECK_CLOSE(coordinate(s, f1, 1), 1.5, 1e-5);
      CHECK_CLOSE(coordinate(s, f2, 1), 1.5, 1e-5);
      assert_int_equal(pawl_messages_count(messages), 2);
      assert_non_null(strstr(pawl_messages_get(messages, 0).text, "the initial speed of 'f1.angle' cannot be met"));
    } else {
      assert_int_equal(pawl_messages_errors(messages), 1);
      assert_non_null(strstr(pawl_messages_get(messages, 0).text, "speed of 'f2.angle' is held"));
    }
    pawl_simulation_free(s);
    pawl_mechanism_free(k);
    pawl_messages_free(messages);
  }
}

// A body held as drawn: the others come to it. The rocker stands at its drawn 0.2 rad although the crank is drawn off by 0.3.
static void held_pose(void **state) {
  (void)state;
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), c1 = rod_between(m, "c1", 0, 0, 0, 1);
  PawlBodyId c2 = rod_between(m, "c2", 2, 0, 2 + sin(0.2), cos(0.2)), top = rod_between(m, "top", 0, 1, 2, 1);
  PawlJointId f1 = pin(m, "f1", ground, c1, 0, 0);
  pin(m, "f2", ground, c2, 2, 0);
  pin(m, "h1", c1, top, 0, 1);
  add_joint(m, "h2", PAWL_JOINT_REVOLUTE, add_frame(m, c2, 2 + sin(0.2), cos(0.2), 0, 2, 0), add_frame(m, top, 2, 1, 0, 2, 0));
  PawlInitialBody def = pawl_initial_body_default();
  def.body = c2;
  def.hold_pose = true;
  assert_int_equal(pawl_model_set_initial_body(m, &def, NULL), PAWL_OK);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = simulate(k, 1, 1e-8);
  double pose[7];
  assert_int_equal(pawl_simulation_pose(s, c2, pose), PAWL_OK);
  CHECK_CLOSE(pose[0], 0, 1e-11);
  CHECK_CLOSE(pose[6], 0, 1e-11);
  CHECK_CLOSE(coordinate(s, f1, 0), -0.2, 1e-10);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// All bodies drawn unturned in one heap at the origin, in space, wishes for the crank: after assembly every joint is closed.
static void badly_drawn(void **state) {
  (void)state;
  PawlModel *m = new_model(0, -G);
  assert_int_equal(pawl_model_set_planar(m, PAWL_PLANAR_NO), PAWL_OK);
  PawlBodyId ground = pawl_model_ground(m), crank = add_body(m, "crank", 1, 1, 1, 1, 0, 0, 0);
  PawlBodyId rod = add_body(m, "rod", 1, 1, 1, 1, 0, 0, 0), slider = add_body(m, "slider", 1, 1, 1, 1, 0, 0, 0);
  PawlJointId main =
      add_joint(m, "main", PAWL_JOINT_REVOLUTE, add_frame(m, ground, 0, 0, 0, 2, 0), add_frame(m, crank, 0, 0, 0, 2, 0));
  add_joint(m, "knee", PAWL_JOINT_SPHERICAL, add_frame(m, crank, R, 0, 0, 2, 0), add_frame(m, rod, 0, 0, 0, 2, 0));
  add_joint(m, "wrist", PAWL_JOINT_REVOLUTE, add_frame(m, rod, L, 0, 0, 2, 0), add_frame(m, slider, 0, 0, 0, 2, 0));
  PawlJointId guide = add_joint(m, "guide", PAWL_JOINT_CYLINDRICAL, add_frame(m, ground, 0, 0, 0, 1, PI / 2),
                                add_frame(m, slider, 0, 0, 0, 1, PI / 2));
  wish(m, main, 0.7, NAN, false);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = simulate(k, 1, 1e-8);
  double out[3], pose[7];
  assert_int_equal(pawl_simulation_coordinate(s, (PawlCoordinate){guide, "travel"}, out), PAWL_OK);
  CHECK_CLOSE(coordinate(s, main, 0), 0.7, 1e-9);
  CHECK_CLOSE(out[0], R * cos(0.7) + sqrt(L * L - pow(R * sin(0.7), 2)), 1e-9);
  assert_int_equal(pawl_simulation_pose(s, rod, pose), PAWL_OK);
  CHECK_CLOSE(pose[0], R * cos(0.7), 1e-9);
  CHECK_CLOSE(pose[1], R * sin(0.7), 1e-9);
  CHECK_CLOSE(pose[2], 0, 1e-9);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// The rod is too short by 1.2 for the two cranks to reach each other; what stays open is at its ends or behind them.
static void impossible_names_the_joints(void **state) {
  (void)state;
  char text[4000];
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), c1 = rod_between(m, "c1", 0, 0, 0, 1), c2 = rod_between(m, "c2", 4.2, 0, 4.2, 1);
  PawlBodyId rod = rod_between(m, "rod", 0, 1, 1, 1);
  PawlMechanism *k;
  pin(m, "f1", ground, c1, 0, 0);
  pin(m, "f2", ground, c2, 4.2, 0);
  pin(m, "h1", c1, rod, 0, 1);
  add_joint(m, "h2", PAWL_JOINT_REVOLUTE, add_frame(m, c2, 4.2, 1, 0, 2, 0), add_frame(m, rod, 1, 1, 0, 2, 0));
  assert_int_equal(try_compile(m, text, &k), PAWL_ERR_ASSEMBLY);
  assert_null(k);
  assert_non_null(strstr(text, "the mechanism cannot be assembled"));
  assert_non_null(strstr(text, "joint 'h2' stays open by"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wishes_near_and_far),
      cmocka_unit_test(as_drawn_without_wishes),
      cmocka_unit_test(held_wins_over_wished),
      cmocka_unit_test(unreachable_is_reported),
      cmocka_unit_test(held_and_unreachable_is_refused),
      cmocka_unit_test(speeds_follow),
      cmocka_unit_test(speeds_that_exclude_each_other),
      cmocka_unit_test(held_pose),
      cmocka_unit_test(badly_drawn),
      cmocka_unit_test(impossible_names_the_joints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
