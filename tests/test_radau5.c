// Radau IIA: its coefficients, stiff problems with published or closed-form solutions, reuse of the linearisation.
#include "check.h"
#include "numerics/integrator_methods.h"
#include "ode_problems.h"

// T^-1 A^-1 T is the real eigenvalue and the rotated pair; A from collocation: sum_j a_ij c_j^(q-1) = c_i^q / q.
static void radau_coefficients_split_the_method(void **state) {
  (void)state;
  const double *c = pw_radau5_c, s6 = sqrt(6);
  const double a[3][3] = {{(88 - 7 * s6) / 360, (296 - 169 * s6) / 1800, (-2 + 3 * s6) / 225},
                          {(296 + 169 * s6) / 1800, (88 + 7 * s6) / 360, (-2 - 3 * s6) / 225},
                          {(16 - s6) / 36, (16 + s6) / 36, 1.0 / 9}};
  for (int32_t i = 0; i < 3; ++i) {
    for (int32_t q = 1; q <= 3; ++q) {
      double sum = 0;
      for (int32_t j = 0; j < 3; ++j) sum += a[i][j] * pow(c[j], q - 1);
      CHECK_CLOSE(sum, pow(c[i], q) / q, 1e-15);
    }
  }
  check_quadrature(3, a[2], c, 5);
  // The error estimate h y0' + e Z vanishes for y = t, t^2, t^3.
  for (int32_t q = 1; q <= 3; ++q) {
    double sum = q == 1;
    for (int32_t j = 0; j < 3; ++j) sum += pw_radau5_e[j] * pow(c[j], q);
    CHECK_CLOSE(sum, 0, 1e-14);
  }
  // A T M = T with M = T^-1 A^-1 T.
  const double *e = pw_radau5_eigen, m[3][3] = {{e[0], 0, 0}, {0, e[1], -e[2]}, {0, e[2], e[1]}};
  for (int32_t i = 0; i < 3; ++i) {
    for (int32_t j = 0; j < 3; ++j) {
      double product = 0, unit = 0;
      for (int32_t k = 0; k < 3; ++k) {
        unit += pw_radau5_t[i][k] * pw_radau5_ti[k][j];
        for (int32_t l = 0; l < 3; ++l) product += a[i][k] * pw_radau5_t[k][l] * m[l][j];
      }
      CHECK_CLOSE(unit, i == j, 1e-14);
      CHECK_CLOSE(product, pw_radau5_t[i][j], 1e-14);
    }
  }
}

// Exact: cos(t) after a transient exp(-1e6 t); 1e6 times the slowest rate would cost an explicit method 1e6 steps.
static void stiff_linear_exact(void **state) {
  (void)state;
  Problem p = {.n = 2, .f = stiff_linear, .jacobian = stiff_linear_jacobian, .y0 = {2, 1}, .a = -1e6};
  PwOde ode = ode_of(&p);
  PwIntegrator *it = create(PW_RADAU5, &ode, 1e-8, 1e-8, 0, 0);
  assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
  double largest = 0;
  while (pw_integrator_time(it) < 10) {
    assert_int_equal(pw_integrator_step(it, 10), PAWL_OK);
    double t = pw_integrator_time(it);
    const double *y = pw_integrator_state(it);
    largest = fmax(largest, fmax(fabs(y[0] - cos(t) - exp(-1e6 * t)), fabs(y[1] - exp(-t))));
    double middle = 0.5 * (t + pw_integrator_time_before(it)), inside[2];
    assert_int_equal(pw_integrator_dense(it, middle, inside, NULL), PAWL_OK);
    CHECK_CLOSE(inside[1], exp(-middle), 1e-5);
  }
  assert_true(largest < 1e-7);
  const PwIntegratorStats *stats = pw_integrator_stats(it);
  assert_true(stats->steps < 300);
  // The equation is linear: J is made once and kept, and not every step is worth a factorisation.
  assert_true(stats->linearisations <= 1 + stats->rejected);
  assert_true(stats->factorisations < stats->steps);
  pw_integrator_free(it);
}

// Published: test set for initial value problems, VDPOL with eps = 1e-6, t = 2.
static void van_der_pol_published(void **state) {
  (void)state;
  for (int32_t digits = 5; digits <= 9; digits += 2) {
    Problem p = {.n = 2, .f = van_der_pol, .jacobian = van_der_pol_jacobian, .y0 = {2, 0}, .a = 1e-6};
    PwOde ode = ode_of(&p);
    double tolerance = pow(10, -digits);
    PwIntegrator *it = create(PW_RADAU5, &ode, tolerance, tolerance, 0, 0);
    assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
    run_to(it, 2);
    CHECK_CLOSE(pw_integrator_state(it)[0], 1.706167732170483, 30 * tolerance);
    CHECK_CLOSE(pw_integrator_state(it)[1], -0.8928097010247975, 30 * tolerance);
    // Starting values from the last step's polynomial save one iteration in three.
    assert_true(pw_integrator_stats(it)->steps < 2000);
    assert_true(pw_integrator_stats(it)->newton_iterations < 3 * pw_integrator_stats(it)->steps);
    pw_integrator_free(it);
  }
}

// J 4 times too large or too small slows the iteration down or makes it diverge at large steps; the solution stays the same.
static void wrong_jacobian(const Problem *p, const double *y, double *j) {
  stiff_linear_jacobian(p, y, j);
  j[0] *= p->b;
}
static void wrong_jacobian_costs_steps_only(void **state) {
  (void)state;
  for (int32_t k = 0; k < 3; ++k) {
    const double times[3] = {4, 0.25, 0};
    Problem p = {.n = 2, .f = stiff_linear, .jacobian = wrong_jacobian, .y0 = {2, 1}, .a = -1000, .b = times[k]};
    PwOde ode = ode_of(&p);
    PwIntegrator *it = create(PW_RADAU5, &ode, 1e-7, 1e-7, 0, 0);
    assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
    run_to(it, 1);
    CHECK_CLOSE(pw_integrator_state(it)[0], cos(1), 1e-6);
    CHECK_CLOSE(pw_integrator_state(it)[1], exp(-1), 1e-6);
    assert_true(pw_integrator_stats(it)->newton_iterations > 2 * pw_integrator_stats(it)->steps);
    pw_integrator_free(it);
  }
}

// Published to six digits (Robertson 1966; Hairer and Wanner): y(40).
static void robertson_published(void **state) {
  (void)state;
  Problem p = {.n = 3, .f = robertson, .jacobian = robertson_jacobian, .y0 = {1, 0, 0}};
  PwOde ode = ode_of(&p);
  PwIntegrator *it = create(PW_RADAU5, &ode, 1e-8, 1e-12, 0, 0);
  assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
  run_to(it, 40);
  const double *y = pw_integrator_state(it);
  CHECK_CLOSE(y[0], 0.7158270688, 1e-8);
  CHECK_CLOSE(y[1], 0.9185534765e-5, 1e-12);
  CHECK_CLOSE(y[2], 0.2841637457, 1e-8);
  assert_true(pw_integrator_stats(it)->steps < 300);
  run_to(it, 4e10);
  CHECK_CLOSE(pw_integrator_state(it)[0] + pw_integrator_state(it)[1] + pw_integrator_state(it)[2], 1, 1e-9);
  pw_integrator_free(it);
}

// A singular matrix at one step size is not the end.
static void singular_factor_is_tried_smaller(void **state) {
  (void)state;
  Problem p = make_oscillator(1);
  p.factor_failures = 1;
  PwOde ode = ode_of(&p);
  PwIntegrator *it = create(PW_RADAU5, &ode, 1e-6, 1e-6, 0, 0);
  assert_int_equal(pw_integrator_start(it, 0, p.y0, 0.02), PAWL_OK);
  assert_int_equal(pw_integrator_step(it, 1), PAWL_OK);
  assert_true(pw_integrator_time(it) == 0.01);
  pw_integrator_free(it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(radau_coefficients_split_the_method),
      cmocka_unit_test(stiff_linear_exact),
      cmocka_unit_test(van_der_pol_published),
      cmocka_unit_test(wrong_jacobian_costs_steps_only),
      cmocka_unit_test(robertson_published),
      cmocka_unit_test(singular_factor_is_tried_smaller),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
