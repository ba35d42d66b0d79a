// The friction law with memory at one state, against closed forms and differences of itself.
#include "base/random.h"
#include "check.h"
#include "contact/stick_law.h"

static const PwFriction LAW = {
    .mu_static = 0.4, .mu_kinetic = 0.3, .stiffness = 2e5, .damping = 400, .stick = 0.01, .slide = 1e-3, .viscous = 5};

// At rest a spring, as far as the static coefficient goes; beyond it as large as that, as a vector.
static void test_at_rest_it_is_a_spring_up_to_its_limit(void **state) {
  (void)state;
  const double rest[2] = {0}, rim = pw_stick_rim(&LAW, 50), in[2] = {0.6 * rim, 0.7 * rim}, out[2] = {3 * rim, -4 * rim};
  PwStick stick;
  CHECK_CLOSE(rim, 1e-4, 1e-18);
  pw_stick_law(&LAW, 50, in, rest, &stick);
  CHECK_CLOSE(stick.force[0], -2e5 * in[0], 1e-12);
  CHECK_CLOSE(stick.force[1], -2e5 * in[1], 1e-12);
  pw_stick_law(&LAW, 50, out, rest, &stick);
  CHECK_CLOSE(stick.force[0], -0.6 * 20, 1e-12);
  CHECK_CLOSE(stick.force[1], 0.8 * 20, 1e-12);
}

// Sliding steadily, displaced to the rim along its slip, it is Stribeck's curve and the viscous part.
static void test_steady_sliding_is_stribecks_curve(void **state) {
  (void)state;
  static const double speeds[] = {1e-3, 4e-3, 0.01, 0.03, 1};
  for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
    double v = speeds[i], N = 50, along[2] = {0.6, -0.8}, slip[2], s[2], rate[2];
    double expected = (0.3 + 0.1 * exp(-(v / 0.01) * (v / 0.01))) * N + 5 * v;
    PwStick stick;
    for (int n = 0; n < 2; n++) slip[n] = v * along[n], s[n] = pw_stick_rim(&LAW, N) * along[n];
    pw_stick_law(&LAW, N, s, slip, &stick);
    for (int n = 0; n < 2; n++) CHECK_CLOSE(stick.force[n], -expected * along[n], 1e-12 * N);
    pw_stick_rate(s, slip, true, 0, rate);
    for (int n = 0; n < 2; n++) CHECK_CLOSE(rate[n], 0, 1e-15);
  }
}

// On the rim the displacement goes out as fast as the rim does and turns by the slip across it; inside it takes all of the slip.
static void test_rate_of_the_displacement(void **state) {
  (void)state;
  const double s[2] = {3e-5, 4e-5}, v[2] = {0.02, 0.01}, none[2] = {0}, along = (0.6 * 0.02 + 0.8 * 0.01);
  double rate[2];
  pw_stick_rate(s, v, false, 7, rate);
  CHECK_CLOSE(rate[0], v[0], 0);
  CHECK_CLOSE(rate[1], v[1], 0);
  CHECK_CLOSE(pw_stick_outward(s, v), along, 1e-17);
  pw_stick_rate(s, v, true, -0.003, rate);
  CHECK_CLOSE(0.6 * rate[0] + 0.8 * rate[1], -0.003, 1e-17);
  CHECK_CLOSE(0.8 * rate[0] - 0.6 * rate[1], 0.8 * v[0] - 0.6 * v[1], 1e-17);
  pw_stick_rate(none, v, true, 0.5, rate);  // it begins on the rim: along the slip
  CHECK_CLOSE(rate[0] * v[1] - rate[1] * v[0], 0, 1e-17);
  CHECK_CLOSE(hypot(rate[0], rate[1]), 0.5, 1e-15);
}

// Derivatives by displacement, slip and load against differences, inside and beyond the limit, slow and fast.
static void test_derivatives(void **state) {
  (void)state;
  uint64_t random = 7;
  for (int n = 0; n < 2000; n++) {
    double N = pw_random_between(&random, 10, 100), rim = pw_stick_rim(&LAW, N),
           fast = pow(10, pw_random_between(&random, -4, -1));
    double x[5] = {rim * pw_random_between(&random, -1.5, 1.5), rim * pw_random_between(&random, -1.5, 1.5),
                   fast * pw_random_between(&random, -1, 1), fast * pw_random_between(&random, -1, 1), N};
    const double step[5] = {1e-5 * rim, 1e-5 * rim, 1e-5 * fast, 1e-5 * fast, 1e-5 * N};
    double pull = hypot(LAW.stiffness * x[0] + LAW.damping * x[2], LAW.stiffness * x[1] + LAW.damping * x[3]);
    if (fabs(pull / (0.4 * N) - 1) < 1e-3 || fabs(hypot(x[2], x[3]) / 1e-3 - 1) < 1e-3) continue;  // kinks
    PwStick stick, side[2];
    pw_stick_law(&LAW, N, x, x + 2, &stick);
    for (int j = 0; j < 5; j++) {
      for (int k = 0; k < 2; k++) {
        double y[5];
        memcpy(y, x, sizeof y);
        y[j] += k ? -step[j] : step[j];
        pw_stick_law(&LAW, y[4], y, y + 2, &side[k]);
      }
      for (int i = 0; i < 2; i++) {
        double told = j < 2 ? stick.by_s[i][j] : j < 4 ? stick.by_v[i][j - 2] : stick.by_normal[i];
        CHECK_CLOSE(told * step[j], (side[0].force[i] - side[1].force[i]) / 2, 1e-8 * 0.4 * N);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_at_rest_it_is_a_spring_up_to_its_limit),
      cmocka_unit_test(test_steady_sliding_is_stribecks_curve),
      cmocka_unit_test(test_rate_of_the_displacement),
      cmocka_unit_test(test_derivatives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
