// Cylinders and cones with caps and sharp rims in runs, against closed forms and in both formulations: lying on their rims, a
// coin on its edge, a ball over a rim, force laws, what is refused.
#include "contact_run.h"

static const double NO = NAN;
static const char *const FORMULATIONS[] = {"multipliers", "canonical"};

static ContactRun run_in(const char *formulation, const char *model, const char *analysis, const char *const *set) {
  char text[4000];
  snprintf(text, sizeof text, "%s\nanalysis: {formulation: %s, tolerance: 1e-11, %s}\n", model, formulation, analysis);
  return run_model(text, set);
}

static int count_events(const ContactRun *run, const char *kind) {
  int count = 0;
  for (int64_t i = 0; i < pw_result_events(run->result); i++) {
    count += strcmp(pw_result_get_event(run->result, i).kind, kind) == 0;
  }
  return count;
}

// A cylinder R = 0.05, 0.2 long, 2 kg, whose axis is y; gravity leans by `slope` towards x.
#define LIES                                                                                          \
  "parameters: {slope: 0, mu: 0, e: 0, h: 0, tilt: 0}\n"                                              \
  "gravity: [9.81*sin(slope), 0, -9.81*cos(slope)]\n"                                                 \
  "bodies:\n"                                                                                         \
  "  ground: {surfaces: {table: {plane: {size: [40, 40]}}}}\n"                                        \
  "  roll:\n"                                                                                         \
  "    mass: 2\n"                                                                                     \
  "    inertia: [2*(3*0.05^2 + 0.2^2)/12, 2*(3*0.05^2 + 0.2^2)/12, 2*0.05^2/2]\n"                     \
  "    position: [0, 0, 0.05*cos(tilt) + 0.1*sin(tilt) + h]\n"                                        \
  "    axes: {z: [0, cos(tilt), sin(tilt)], x: x}\n"                                                  \
  "    surfaces: {skin: {frustum: {radii: [0.05, 0.05], length: 0.2}}}\n"                             \
  "contacts: {lies: {surfaces: [roll.skin, ground.table], friction: mu, restitution: e, slots: 2}}\n" \
  "output: [roll, lies, energy]"

// It is carried by its rims, half of the weight each, and rolls with 2/3 g sin.
static void a_cylinder_rolls_on_its_rims(void **state) {
  (void)state;
  static const char *const set[] = {"slope=0.2", "mu=0.3", NULL};
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], LIES, "duration: 1, step: 0.1", set);
    CHECK_CLOSE(value_at(&run, "roll.x", NO, true), 9.81 * sin(0.2) / 3, 1e-10);
    CHECK_CLOSE(value_at(&run, "lies.touches", NO, true), 2, 0);
    CHECK_CLOSE(value_at(&run, "lies.1.force", NO, true), 9.81 * cos(0.2), 1e-9);
    CHECK_CLOSE(value_at(&run, "lies.2.force", NO, true), 9.81 * cos(0.2), 1e-9);
    CHECK_CLOSE(value_at(&run, "lies.1.u1", NO, true), 3, 0);
    CHECK_CLOSE(value_at(&run, "lies.2.u1", NO, true), 4, 0);
    CHECK_CLOSE(value_at(&run, "roll.z", NO, true), 0.05, 1e-13);
    end_run(&run);
  }
}

// Falling flat both rims strike at sqrt(2h/g), at once; tilted first one, with the impulse of a rod: m v (1 + e)/(1 +
// (l/2)^2/k^2), the lever of the lower rim being l/2 cos - R sin and k^2 = I/m.
static void it_falls_on_both_rims_or_on_one(void **state) {
  (void)state;
  static const char *const flat[] = {"h=0.1", "e=0.5", NULL}, *const tilted[] = {"h=0.1", "e=0.5", "tilt=0.1", NULL};
  double v = sqrt(2 * 9.81 * 0.1), lever = 0.1 * cos(0.1) - 0.05 * sin(0.1), square = (3 * 0.0025 + 0.04) / 12;
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], LIES, "duration: 0.15, step: 0.05", flat);
    for (int i = 0; i < 2; i++) {
      PwResultEvent e = event_at(&run, i, "impact");
      CHECK_CLOSE(e.t, v / 9.81, 1e-11);
      CHECK_CLOSE(e.impulse, 1.5 * v, 1e-9);
    }
    end_run(&run);
    run = run_in(FORMULATIONS[f], LIES, "duration: 0.15, step: 0.05", tilted);
    PwResultEvent e = event_at(&run, 0, "impact");
    CHECK_CLOSE(e.t, v / 9.81, 1e-11);
    CHECK_CLOSE(e.q1, 3, 0);
    CHECK_CLOSE(e.impulse, 2 * 1.5 * v / (1 + lever * lever / square), 1e-9);
    end_run(&run);
  }
}

// Case E1: the centre of a coin that rolls round on its rim stays, and its axis goes round with phi'. The same with and without
// friction.
static void a_coin_rolls_steadily_on_its_rim(void **state) {
  (void)state;
  const char *model =
      "parameters: {R: 0.0125, h: 0.001, m: 0.01, lean: 1.2, mu: 0, A: m*(R^2/4 + h^2/3), C: m*R^2/2,\n"
      "             wd: sqrt(m*9.81*(R*sin(lean) - h*cos(lean))/(A*tan(lean) - C*h/R)), wa: wd*h/R}\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {table: {plane: {size: [1, 1]}}}}\n"
      "  coin: {mass: m, inertia: [A, A, C], position: [0, 0, R*cos(lean) + h*sin(lean)],\n"
      "         axes: {z: [0, cos(lean), sin(lean)], x: x}, frames: {pole: [0, 0, 1]},\n"
      "         surfaces: {s: {frustum: {radii: [R, R], length: 2*h}}}}\n"
      "initial: {bodies: {coin: {velocity: [0, 0, 0], angular_velocity: [0, wa*cos(lean) - wd*sin(lean), wa*sin(lean) + "
      "wd*cos(lean)]}}}\n"
      "contacts: {c: {surfaces: [coin.s, ground.table], friction: mu}}\n"
      "output: [coin, c, energy]";
  static const struct {
    const char *lean, *friction;
    double turns, energy;
  } cases[] = {{"lean=1.2", "mu=0", 94.17999813509856, 7.680960605824184e-4},
               {"lean=1.4", "mu=0.3", 136.2665762362113, 4.121003475027351e-4}};
  for (int i = 0; i < 2; i++) {
    const char *const set[] = {cases[i].lean, cases[i].friction, NULL};
    for (int f = 0; f < 2; f++) {
      ContactRun run = run_in(FORMULATIONS[f], model, "duration: 0.2, step: 0.002", set);
      CHECK_CLOSE(hypot(value_at(&run, "coin.x", NO, true), value_at(&run, "coin.y", NO, true)), 0, 1e-12);
      double phi = atan2(value_at(&run, "coin.wx", NO, true), -value_at(&run, "coin.wy", NO, true));
      CHECK_CLOSE(remainder(phi - cases[i].turns * 0.2, 2 * acos(-1)), 0, 1e-8);
      double energy = value_at(&run, "energy.kinetic", NO, true) + value_at(&run, "energy.potential", NO, true);
      CHECK_CLOSE(energy, cases[i].energy, 1e-15);
      end_run(&run);
    }
  }
}

// A ball rolls over the rim of a fixed drum, straight outwards: cap, rim, off at cos = (10 + 7 v0^2/(g r))/17 as from any edge.
static void a_ball_rolls_over_a_rim(void **state) {
  (void)state;
  const char *model =
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {drum: {frustum: {radii: [0.7, 0.5], length: 1}, at: [-0.5, 0, -0.5]}}}\n"
      "  ball: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [-0.02, 0, 0.1], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
      "initial: {bodies: {ball: {velocity: [1e-2, 0, 0], angular_velocity: [0, 0.1, 0]}}}\n"
      "contacts: {c: {surfaces: [ball.s, ground.drum], rolling: true}}\n"
      "output: [ball, c, energy]";
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], model, "duration: 2.8, step: 0.02", NULL);
    double over = 0, leaves = 0;
    for (int64_t i = 0; i < pw_result_events(run.result); i++) {
      PwResultEvent e = pw_result_get_event(run.result, i);
      if (strcmp(e.kind, "element") == 0 && over == 0) over = e.t;
      if (strcmp(e.kind, "opens") == 0 && leaves == 0) leaves = e.t;
    }
    CHECK_CLOSE(over, 2, 1e-9);
    double square = pow(value_at(&run, "ball.vx", leaves, false), 2) + pow(value_at(&run, "ball.vz", leaves, false), 2);
    CHECK_CLOSE(square / (9.81 * 0.1), (10 + 7 * 1e-4 / (9.81 * 0.1)) / 17, 1e-6);
    end_run(&run);
  }
}

// With a law of exponent 1 both rims press: the cylinder sinks by m g/(2 K).
static void a_law_presses_at_both_rims(void **state) {
  (void)state;
  const char *model =
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {table: {plane: {size: [4, 4]}}}}\n"
      "  roll: {mass: 2, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0.05 - 2*9.81/2e4], axes: {z: y, x: x},\n"
      "         surfaces: {s: {frustum: {radii: [0.05, 0.05], length: 0.2}}}}\n"
      "contacts: {c: {surfaces: [roll.s, ground.table], law: {type: hertz, stiffness: 1e4, exponent: 1}, slots: 2}}\n"
      "output: [roll, c]";
  ContactRun run = run_in("auto", model, "duration: 0.2, step: 0.1", NULL);
  CHECK_CLOSE(value_at(&run, "c.force", NO, true), 2 * 9.81, 1e-6);
  CHECK_CLOSE(value_at(&run, "roll.z", NO, true), 0.05 - 2 * 9.81 / 2e4, 1e-10);
  end_run(&run);
}

// A frustum tumbles, with friction and restitution, and comes to lie on both rims: its axis leans by the slope of its side.
static void a_frustum_comes_to_lie(void **state) {
  (void)state;
  const char *model =
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {t: {plane: {size: [9, 9]}}}}\n"
      "  can: {mass: 1, inertia: [0.003, 0.003, 0.002], position: [0, 0, 0.5], axes: {z: [0.3, 0.5, 0.8], x: [0.8, 0, -0.3]},\n"
      "        surfaces: {s: {frustum: {radii: [0.1, 0.06], length: 0.3}}}}\n"
      "initial: {bodies: {can: {angular_velocity: [1, 2, 3]}}}\n"
      "contacts: {c: {surfaces: [can.s, ground.t], friction: 0.3, restitution: 0.3}}\n"
      "analysis: {duration: 1.5, step: 0.05, tolerance: 1e-9}\n"
      "output: [can, c, energy]";
  ContactRun run = run_model(model, NULL);
  CHECK_CLOSE(value_at(&run, "c.touches", NO, true), 2, 0);
  CHECK_CLOSE(value_at(&run, "can.z", NO, true), 0.08 * cos(atan(0.04 / 0.3)), 1e-9);
  assert_true(count_events(&run, "impact") > 5 && count_events(&run, "accumulates") > 0);
  assert_true(largest(&run, "energy.balance") < 1e-9);
  end_run(&run);
}

// A can of 2 kg, R = 0.1, 0.3 high, on its cap; pulled at its top, and loaded there, towards `dir`.
#define STANDS                                                                                 \
  "parameters: {push: 0, load: 0, dir: 0, at: 0, h: 0, e: 0}\n"                                \
  "gravity: [0, 0, -9.81]\n"                                                                   \
  "bodies:\n"                                                                                  \
  "  ground: {surfaces: {table: {plane: {size: [9, 9]}}}}\n"                                   \
  "  can: {mass: 2, inertia: [0.02, 0.02, 0.01], position: [0, 0, 0.15 + h],\n"                \
  "        frames: {top: [0, 0, 0.15], beside: [at*cos(dir), at*sin(dir), 0.15]},\n"           \
  "        surfaces: {s: {frustum: {radii: [0.1, 0.1], length: 0.3}}}}\n"                      \
  "forces:\n"                                                                                  \
  "  pull: {type: force, frame: can.top, components: [push*t*cos(dir), push*t*sin(dir), 0]}\n" \
  "  weight: {type: force, frame: can.beside, components: [0, 0, -load]}\n"                    \
  "contacts: {c: {surfaces: [can.s, ground.table], friction: 1, restitution: e, slots: 3}}\n"  \
  "output: [can, c, energy]"

// Three places carry it, a third of the weight each; it falls flat on all of them at once. A load beside the axis, in whatever
// direction: none of them pulls as long as it is above the cap, though it may be outside of the first three.
static void a_can_stands_on_three_places(void **state) {
  (void)state;
  static const char *const slot[] = {"c.1.force", "c.2.force", "c.3.force"};
  static const char *const fall[] = {"h=0.1", "e=0.5", NULL};
  for (int f = 0; f < 2; f++) {
    ContactRun run = run_in(FORMULATIONS[f], STANDS, "duration: 0.2, step: 0.1", NULL);
    for (int i = 0; i < 3; i++) CHECK_CLOSE(value_at(&run, slot[i], NO, true), 2 * 9.81 / 3, 1e-9);
    CHECK_CLOSE(value_at(&run, "can.z", NO, true), 0.15, 1e-14);
    CHECK_CLOSE(value_at(&run, "c.1.u1", NO, true), 3, 0);
    end_run(&run);
    run = run_in(FORMULATIONS[f], STANDS, "duration: 0.2, step: 0.1", fall);
    for (int i = 0; i < 3; i++) {
      PwResultEvent e = event_at(&run, i, "impact");
      CHECK_CLOSE(e.t, sqrt(2 * 0.1 / 9.81), 1e-11);
      CHECK_CLOSE(e.impulse, 2 * 1.5 * sqrt(2 * 0.1 * 9.81) / 3, 1e-9);
    }
    end_run(&run);
    for (int n = 0; n < 3; n++) {
      char dir[32];
      snprintf(dir, sizeof dir, "dir=%d*pi/3 + 0.1", 2 * n + 1);
      const char *const set[] = {"load=200", "at=0.095", dir, NULL};
      run = run_in(FORMULATIONS[f], STANDS, "duration: 0.2, step: 0.1", set);
      double sum = 0;
      for (int i = 0; i < 3; i++) {
        double force = value_at(&run, slot[i], NO, true);
        assert_true(force > 0);
        sum += force;
      }
      CHECK_CLOSE(sum, 2 * 9.81 + 200, 1e-8);
      CHECK_CLOSE(value_at(&run, "can.wx", NO, true), 0, 1e-12);
      end_run(&run);
    }
  }
}

// Pulled with 20 N/s it tips over the rim when the moment is that of its weight, at t = m g R/(20 h), in whatever direction; the
// three places are turned towards it before. Then the rim takes over.
static void it_tips_over_its_rim_in_every_direction(void **state) {
  (void)state;
  for (int n = 0; n < 4; n++) {
    char dir[32];
    snprintf(dir, sizeof dir, "dir=%g", 0.55 * n);
    const char *const set[] = {"push=20", dir, NULL};
    ContactRun run = run_in(FORMULATIONS[n % 2], STANDS, "duration: 0.4, step: 0.02", set);
    double first = INFINITY, x = value_at(&run, "can.wx", NO, true), y = value_at(&run, "can.wy", NO, true);
    for (int64_t i = 0; i < pw_result_events(run.result); i++) {
      PwResultEvent e = pw_result_get_event(run.result, i);
      if (strcmp(e.kind, "opens") == 0) first = fmin(first, e.t);
    }
    CHECK_CLOSE(first, 2 * 9.81 * 0.1 / (20 * 0.3), 1e-5);
    CHECK_CLOSE(remainder(atan2(-x, y) - 0.55 * n, 2 * acos(-1)), 0, 1e-3);  // it turns about the tangent there
    CHECK_CLOSE(value_at(&run, "c.touches", NO, true), 1, 0);
    assert_true(hypot(x, y) > 0.1);
    end_run(&run);
  }
}

// With rolling resistance alone a coin spins down until it lies flat, is seated, and keeps its angular momentum about the
// vertical: A wd cos + C wa sin = C w. What is left of the energy is that of this turning.
static void a_coin_spins_down_and_is_seated(void **state) {
  (void)state;
  const char *model =
      "parameters: {R: 0.0125, h: 0.001, m: 0.01, lean: 1.2, A: m*(R^2/4 + h^2/3), C: m*R^2/2,\n"
      "             wd: sqrt(m*9.81*(R*sin(lean) - h*cos(lean))/(A*tan(lean) - C*h/R)), wa: wd*h/R}\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {table: {plane: {size: [1, 1]}}}}\n"
      "  coin: {mass: m, inertia: [A, A, C], position: [0, 0, R*cos(lean) + h*sin(lean)],\n"
      "         axes: {z: [0, cos(lean), sin(lean)], x: x}, surfaces: {s: {frustum: {radii: [R, R], length: 2*h}}}}\n"
      "initial: {bodies: {coin: {velocity: [0, 0, 0], angular_velocity: [0, wa*cos(lean) - wd*sin(lean), wa*sin(lean) + "
      "wd*cos(lean)]}}}\n"
      "contacts: {c: {surfaces: [coin.s, ground.table], friction: {rolling: 2e-4}, slots: 3}}\n"
      "analysis: {formulation: multipliers, duration: 2.2, step: 0.002, tolerance: 1e-9}\n"
      "output: [coin, c, energy]";
  ContactRun run = run_model(model, NULL);
  double R = 0.0125, h = 0.001, m = 0.01, g = 9.81, A = m * (R * R / 4 + h * h / 3), C = m * R * R / 2;
  double wd = sqrt(m * g * (R * sin(1.2) - h * cos(1.2)) / (A * tan(1.2) - C * h / R)), wa = wd * h / R;
  double w = (A * wd * cos(1.2) + C * wa * sin(1.2)) / C;
  CHECK_CLOSE(value_at(&run, "coin.wz", NO, true), w, 1e-6);
  CHECK_CLOSE(value_at(&run, "coin.z", NO, true), h, 1e-13);
  CHECK_CLOSE(value_at(&run, "c.touches", NO, true), 3, 0);
  CHECK_CLOSE(value_at(&run, "energy.kinetic", NO, true), C * w * w / 2, 1e-11);
  assert_int_equal(count_events(&run, "closes"), 1);
  assert_true(count_events(&run, "impact") >= 3 && count_events(&run, "leaves") >= 1);
  end_run(&run);
}

#define BESIDE(z, axis, surface)                                                        \
  "gravity: [0, 0, -9.81]\n"                                                            \
  "bodies:\n"                                                                           \
  "  ground: {surfaces: {t: {" surface                                                  \
  "}}}\n"                                                                               \
  "  can: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, " z "], axes: {z: " axis \
  ", x: x}, surfaces: {s: {frustum: {radii: [0.2, 0.2], length: 0.4}}}}\n"              \
  "contacts: {c: {surfaces: [can.s, ground.t]}}\n"                                      \
  "analysis: {duration: 1, step: 1}\n"

static void overlaps_are_refused_with_their_depth(void **state) {
  (void)state;
  check_fails(BESIDE("0.15", "y", "plane: {size: [9, 9]}"), PAWL_ERR_ASSEMBLY, "overlap by 0.05 m at the start");
  check_fails(BESIDE("0.35", "y", "sphere: {radius: 0.2}"), PAWL_ERR_ASSEMBLY, "overlap by 0.05 m at the start");
  check_fails(BESIDE("0.35", "z", "sphere: {radius: 0.2}"), PAWL_ERR_ASSEMBLY, "overlap by 0.05 m at the start");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_cylinder_rolls_on_its_rims),
                                     cmocka_unit_test(it_falls_on_both_rims_or_on_one),
                                     cmocka_unit_test(a_coin_rolls_steadily_on_its_rim),
                                     cmocka_unit_test(a_ball_rolls_over_a_rim),
                                     cmocka_unit_test(a_law_presses_at_both_rims),
                                     cmocka_unit_test(a_frustum_comes_to_lie),
                                     cmocka_unit_test(a_coin_spins_down_and_is_seated),
                                     cmocka_unit_test(a_can_stands_on_three_places),
                                     cmocka_unit_test(it_tips_over_its_rim_in_every_direction),
                                     cmocka_unit_test(overlaps_are_refused_with_their_depth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
