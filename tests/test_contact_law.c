// Continuous contact laws: derivatives against differences, and impacts integrated here (classical Runge-Kutta, small steps)
// against the exact restitution, indentation, force and duration of the laws.
#include "base/random.h"
#include "check.h"
#include "contact/law.h"

static PwForceLaw by_factor(double stiffness, double exponent, double q) {
  return (PwForceLaw){.stiffness = stiffness, .exponent = exponent, .damping = NAN, .q = q, .floor = 1e-6};
}

static double force_of(const PwForceLaw *law, double v0, double gap, double rate) {
  double f, by_gap, by_rate;
  pw_force_law(law, v0, gap, rate, &f, &by_gap, &by_rate);
  return f;
}

static void test_derivatives_of_the_law_agree_with_differences(void **state) {
  (void)state;
  uint64_t seed = 3;
  int clamped = 0;
  for (int i = 0; i < 1000; i++) {
    PwForceLaw law = by_factor(pw_random_between(&seed, 1, 1e3), pw_random_between(&seed, 1, 2), pw_random_between(&seed, 0, 1));
    if (i % 3 == 1) law.damping = pw_random_between(&seed, 0, 1e3);
    if (i % 3 == 2) law = (PwForceLaw){.stiffness = 100, .exponent = 1, .damping = 0, .viscous = pw_random_between(&seed, 0, 50)};
    double v0 = pw_random_between(&seed, 0.5, 2), gap = -pw_random_between(&seed, 0.1, 1), rate = pw_random_between(&seed, -3, 3);
    double f, by_gap, by_rate, h = 1e-5, factor = pw_force_law_factor(&law, v0, gap, rate);
    pw_force_law(&law, v0, gap, rate, &f, &by_gap, &by_rate);
    assert_true((f > 0) == (factor > 0));
    if (factor <= 0) {
      clamped++;
      assert_true(f == 0 && by_gap == 0 && by_rate == 0);
    } else if (fabs(factor) > 1e-3) {
      double size = law.stiffness + fabs(f);
      CHECK_CLOSE(by_gap, (force_of(&law, v0, gap + h, rate) - force_of(&law, v0, gap - h, rate)) / (2 * h), 1e-6 * size);
      CHECK_CLOSE(by_rate, (force_of(&law, v0, gap, rate + h) - force_of(&law, v0, gap, rate - h)) / (2 * h), 1e-6 * size);
    }
  }
  assert_true(clamped > 100);
}

// By hand: 8 * 0.25^1.5 = 1; with d' = 2: (1 + 0.5*2/4) = 1.25; with mu = 16: 0.125 * (8 + 32) = 5; stop: 100*0.02 + 3*0.1 = 2.3.
static void test_forces_are_those_by_hand(void **state) {
  (void)state;
  PwForceLaw law = by_factor(8, 1.5, 0.5), stop = {.stiffness = 100, .exponent = 1, .viscous = 3};
  CHECK_CLOSE(force_of(&law, 4, -0.25, 0), 1, 1e-15);
  CHECK_CLOSE(force_of(&law, 4, -0.25, -2), 1.25, 1e-15);
  law.damping = 16;
  CHECK_CLOSE(force_of(&law, 4, -0.25, -2), 5, 1e-14);
  CHECK_CLOSE(force_of(&stop, 4, -0.02, -0.1), 2.3, 1e-14);
  CHECK_CLOSE(force_of(&stop, 4, -0.02, 0.7), 0, 0);  // 2 - 2.1 would pull
  CHECK_CLOSE(pw_force_law_factor(&stop, 4, -0.02, 0.7), -0.1, 1e-15);
  CHECK_CLOSE(force_of(&law, 4, 0, -2), 0, 0);
  CHECK_CLOSE(force_of(&law, 4, 0.1, -2), 0, 0);
}

// A touch that starts at rest has no v0: the floor stands in for it.
static void test_the_floor_stands_in_for_no_speed(void **state) {
  (void)state;
  PwForceLaw law = by_factor(8, 1.5, 0.5);
  law.floor = 0.1;
  CHECK_CLOSE(force_of(&law, 0, -0.25, -0.01), 1 + 0.5 * 0.01 / 0.1, 1e-15);
}

// Force is minus the slope of the stored energy where nothing is damped.
static void test_force_is_the_slope_of_the_energy(void **state) {
  (void)state;
  for (int i = 0; i < 20; i++) {
    PwForceLaw law = by_factor(50, 1 + 0.1 * i, 0);
    double gap = -0.3, h = 1e-5;
    double slope = (pw_force_law_energy(&law, gap + h) - pw_force_law_energy(&law, gap - h)) / (2 * h);
    CHECK_CLOSE(force_of(&law, 1, gap, 0.7), -slope, 1e-7);
    CHECK_CLOSE(pw_force_law_energy(&law, 0.1), 0, 0);
  }
}

// ---- impacts ----

typedef struct Impact {
  const PwForceLaw *law;
  double v0, mass, gravity;
  void (*derivative)(const struct Impact *impact, const double y[4], double out[4]);
  double (*gap)(const double y[4]);
  double (*rate)(const double y[4]);
} Impact;

static void rk4(const Impact *im, double h, double y[4]) {
  double k[4][4], at[4];
  im->derivative(im, y, k[0]);
  for (int s = 1; s < 4; s++) {
    for (int i = 0; i < 4; i++) at[i] = y[i] + (s == 3 ? h : h / 2) * k[s - 1][i];
    im->derivative(im, at, k[s]);
  }
  for (int i = 0; i < 4; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

// Goes on from y until the gap crosses zero and puts y there, by secant steps; returns the time that it took.
static double to_crossing(const Impact *im, double h, double y[4]) {
  double t = 0, before = im->gap(y);
  do {
    before = im->gap(y);
    rk4(im, h, y);
    t += h;
    assert_true(t < 1e7 * h);
  } while (t < 10 * h || (im->gap(y) > 0) == (before > 0));
  for (int i = 0; i < 6; i++) {
    double back = -im->gap(y) / im->rate(y);
    rk4(im, back, y);
    t += back;
  }
  return t;
}

typedef struct {
  double depth, force, duration, after;
} Outcome;

// Through one contact: y enters at gap 0 and leaves there. Largest values from the parabola through three neighbouring samples.
static Outcome collide(const Impact *im, double h, double y[4]) {
  Outcome out = {0};
  double start[4], d[3] = {0}, f[3] = {0};
  memcpy(start, y, sizeof start);
  for (int step = 0; step == 0 || im->gap(y) < 0; step++) {
    rk4(im, h, y);
    for (int i = 0; i < 2; i++) d[i] = d[i + 1], f[i] = f[i + 1];
    d[2] = -im->gap(y);
    f[2] = force_of(im->law, im->v0, im->gap(y), im->rate(y));
    double bend_d = 2 * d[1] - d[0] - d[2], bend_f = 2 * f[1] - f[0] - f[2];
    if (d[1] >= d[0] && d[1] > d[2]) out.depth = d[1] + (d[2] - d[0]) * (d[2] - d[0]) / (8 * bend_d);
    if (f[1] >= f[0] && f[1] > f[2]) out.force = f[1] + (f[2] - f[0]) * (f[2] - f[0]) / (8 * bend_f);
  }
  memcpy(y, start, sizeof start);
  out.duration = to_crossing(im, h, y);
  out.after = im->rate(y);
  return out;
}

static double first_of(const double y[4]) {
  return y[0];
}
static double second_of(const double y[4]) {
  return y[1];
}
static void mass_on_wall(const Impact *im, const double y[4], double out[4]) {
  out[0] = y[1];
  out[1] = force_of(im->law, im->v0, y[0], y[1]) / im->mass - im->gravity;
  out[2] = out[3] = 0;
}

// Case C1: the true restitution for q = 3/2 (1 - eps), and depth, force and duration at eps = 0.5.
static void test_hunt_crossley(void **state) {
  (void)state;
  static const double eps[] = {0.9, 0.7, 0.5, 0},
                      e[] = {0.909015741349202, 0.767999789078476, 0.662962200001546, 0.487741256015349};
  for (int i = 0; i < 4; i++) {
    PwForceLaw law = by_factor(1e6, 1.5, 1.5 * (1 - eps[i]));
    Impact im = {.law = &law, .v0 = 2, .mass = 1, .derivative = mass_on_wall, .gap = first_of, .rate = second_of};
    double y[4] = {0, -2, 0, 0};
    Outcome got = collide(&im, 4e-7, y);
    CHECK_CLOSE(got.after / 2, e[i], 1e-10);
    if (i != 2) continue;
    CHECK_CLOSE(got.depth, 6.48340813589e-3, 1e-13);
    CHECK_CLOSE(got.force, 595.983081961, 1e-8);
    CHECK_CLOSE(got.duration, 0.0118019553001, 1e-12);
  }
}

// Case C1: the damping factors that give restitution 0.9 and 0.5, whatever stiffness, exponent, mass and speed.
static void test_wanted_restitution(void **state) {
  (void)state;
  static const double q[] = {0.16648195068531, 1.4327505332714}, e[] = {0.9, 0.5};
  for (int i = 0; i < 2; i++) {
    PwForceLaw law = by_factor(3e4, 1.2, q[i]);
    Impact im = {.law = &law, .v0 = 0.3, .mass = 7, .derivative = mass_on_wall, .gap = first_of, .rate = second_of};
    double y[4] = {0, -0.3, 0, 0};
    CHECK_CLOSE(collide(&im, 5e-6, y).after / 0.3, e[i], 1e-9);
  }
}

// No force at all: a flight must not feel the law in the step that goes beyond the crossing.
static PwForceLaw none(void) {
  return by_factor(0, 1, 0);
}

// Case C1: a sphere dropped from a gap of 0.2 with gravity, eps = 0.7.
static void test_dropped_sphere(void **state) {
  (void)state;
  PwForceLaw law = by_factor(1e6, 1.5, 0.45), flight = none();
  Impact im = {.law = &flight, .mass = 1, .gravity = 9.81, .derivative = mass_on_wall, .gap = first_of, .rate = second_of};
  double y[4] = {0.2, 0, 0, 0};
  CHECK_CLOSE(to_crossing(&im, 1e-3, y), 0.201927510938, 1e-12);
  CHECK_CLOSE(y[1], -1.98090888231, 1e-11);
  im.law = &law;
  im.v0 = -y[1];
  CHECK_CLOSE(collide(&im, 4e-7, y).after, 1.50151261122, 1e-8);
}

// Case P4: two equal pendulums; y = angles and their speeds.
static double pendulum_gap(const double y[4]) {
  return hypot(0.2 + sin(y[1]) - sin(y[0]), cos(y[0]) - cos(y[1])) - 0.2;
}
static double pendulum_rate(const double y[4]) {
  double dx = 0.2 + sin(y[1]) - sin(y[0]), dy = cos(y[0]) - cos(y[1]);
  double vx = cos(y[1]) * y[3] - cos(y[0]) * y[2], vy = sin(y[1]) * y[3] - sin(y[0]) * y[2];
  return (dx * vx + dy * vy) / hypot(dx, dy);
}
static void pendulums(const Impact *im, const double y[4], double out[4]) {
  double dx = 0.2 + sin(y[1]) - sin(y[0]), dy = cos(y[0]) - cos(y[1]), length = hypot(dx, dy);
  double f = force_of(im->law, im->v0, pendulum_gap(y), pendulum_rate(y)), inertia = 1.005;
  out[0] = y[2];
  out[1] = y[3];
  out[2] = (-9.81 * sin(y[0]) - f * (dx * cos(y[0]) + dy * sin(y[0])) / length) / inertia;
  out[3] = (-9.81 * sin(y[1]) + f * (dx * cos(y[1]) + dy * sin(y[1])) / length) / inertia;
}

static void test_two_pendulums(void **state) {
  (void)state;
  PwForceLaw law = {.stiffness = 2.3e10, .exponent = 1.5, .damping = 2.5e11}, flight = none();
  Impact im = {.law = &flight, .derivative = pendulums, .gap = pendulum_gap, .rate = pendulum_rate};
  double y[4] = {-0.008, 0, 0, 0};
  CHECK_CLOSE(to_crossing(&im, 1e-3, y), 0.5027709096, 1e-10);
  double before = pendulum_rate(y);
  CHECK_CLOSE(before, -0.02499426106, 1e-11);
  im.law = &law;
  Outcome got = collide(&im, 2e-8, y);
  CHECK_CLOSE(got.duration, 3.733759738e-4, 1e-12);
  CHECK_CLOSE(got.depth, 2.913477022e-6, 1e-14);
  CHECK_CLOSE(got.force, 117.2941531, 1e-6);
  CHECK_CLOSE(got.after, 0.02115250849, 1e-10);
  CHECK_CLOSE(-got.after / before, 0.8462946129, 1e-8);
}

// An elastic stop, by the damped oscillator's closed form: d = v/w e^(-a t) sin(w t) with a = c/(2 m), w^2 = K/m - a^2. The force
// is clamped from where the acceleration is zero; the speed there is kept.
static void test_elastic_stop(void **state) {
  (void)state;
  double K = 1e4, m = 2, c = 60, v = 1.5;
  PwForceLaw law = {.stiffness = K, .exponent = 1, .damping = NAN, .viscous = c, .floor = 1e-6};
  double a = c / (2 * m), w = sqrt(K / m - a * a), h = 1e-6;
  // d'' = 0: (a^2 - w^2) sin - 2 a w cos = 0
  double phase = acos(-1) - atan2(2 * a * w, w * w - a * a), t = phase / w;
  double leaves = v / w * exp(-a * t) * (w * cos(phase) - a * sin(phase));
  Impact im = {.law = &law, .v0 = v, .mass = m, .derivative = mass_on_wall, .gap = first_of, .rate = second_of};
  double y[4] = {-1e-300, -v, 0, 0};
  while (y[0] < 0) rk4(&im, h, y);
  CHECK_CLOSE(y[1], -leaves, 1e-7 * v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_derivatives_of_the_law_agree_with_differences),
      cmocka_unit_test(test_forces_are_those_by_hand),
      cmocka_unit_test(test_the_floor_stands_in_for_no_speed),
      cmocka_unit_test(test_force_is_the_slope_of_the_energy),
      cmocka_unit_test(test_hunt_crossley),
      cmocka_unit_test(test_wanted_restitution),
      cmocka_unit_test(test_dropped_sphere),
      cmocka_unit_test(test_two_pendulums),
      cmocka_unit_test(test_elastic_stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
