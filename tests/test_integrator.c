// Integrators: order conditions of the coefficients, observed orders, closed-form solutions, step control, save and restore.
#include "check.h"
#include "numerics/integrator.h"
#include "numerics/integrator_methods.h"
#include "ode_problems.h"

static const double PI = 3.14159265358979323846;
static const PwMethod METHODS[3] = {PW_DOPRI5, PW_DOP853, PW_RADAU5};

// Row sums: sum_j a_ij = c_i.
static void check_rows(int32_t stages, int32_t width, const double *a, const double *c) {
  for (int32_t i = 0; i < stages; ++i) {
    double sum = 0;
    for (int32_t j = 0; j < (i < width ? i : width); ++j) sum += a[i * width + j];
    CHECK_CLOSE(sum, c[i], 1e-14);
  }
}
// sum b_i c_i^p sum_j a_ij c_j^q = 1 / ((q + 1) (p + q + 2)) for p + q + 2 <= order: trees with one branch.
static void check_trees(int32_t stages, int32_t width, const double *a, const double *b, const double *c, int32_t order) {
  for (int32_t p = 0; p <= order - 2; ++p) {
    for (int32_t q = 0; p + q + 2 <= order; ++q) {
      double sum = 0;
      for (int32_t i = 0; i < stages; ++i) {
        double inner = 0;
        for (int32_t j = 0; j < i; ++j) inner += a[i * width + j] * (q ? pow(c[j], q) : 1);
        sum += b[i] * (p ? pow(c[i], p) : 1) * inner;
      }
      CHECK_CLOSE(sum, 1.0 / ((q + 1) * (p + q + 2)), 1e-13);
    }
  }
}

static void explicit_coefficients_fulfil_order_conditions(void **state) {
  (void)state;
  check_rows(7, 6, &pw_dopri5_a[0][0], pw_dopri5_c);
  check_quadrature(6, pw_dopri5_a[6], pw_dopri5_c, 5);
  check_trees(6, 6, &pw_dopri5_a[0][0], pw_dopri5_a[6], pw_dopri5_c, 5);
  check_rows(16, 15, &pw_dop853_a[0][0], pw_dop853_c);
  check_quadrature(12, pw_dop853_a[12], pw_dop853_c, 8);
  check_trees(12, 15, &pw_dop853_a[0][0], pw_dop853_a[12], pw_dop853_c, 8);
}

// An embedded formula of order q differs from the solution by weights whose moments 0..q-1 vanish, and those of order q not.
static void error_weights_have_their_orders(void **state) {
  (void)state;
  const struct {
    const double *e, *c;
    int32_t stages, order;
  } cases[] = {{pw_dopri5_e, pw_dopri5_c, 7, 4}, {pw_dop853_e3, pw_dop853_c, 12, 3}, {pw_dop853_e5, pw_dop853_c, 12, 5}};
  for (size_t k = 0; k < 3; ++k) {
    for (int32_t q = 0; q <= cases[k].order; ++q) {
      double sum = 0;
      for (int32_t i = 0; i < cases[k].stages; ++i) sum += cases[k].e[i] * (q ? pow(cases[k].c[i], q) : 1);
      if (q < cases[k].order) {
        CHECK_CLOSE(sum, 0, 2e-14);
      } else {
        assert_true(fabs(sum) > 1e-5);
      }
    }
  }
}

// Dense output of y' = (q + 1) t^q from 0 with h = 1 must be s^(q+1) as long as its order allows: this fixes all weights'
// moments.
static void dense_output_is_exact_for_powers(void **state) {
  (void)state;
  const int32_t degree[3] = {4, 7, 3};
  for (int32_t m = 0; m < 3; ++m) {
    for (int32_t q = 0; q < degree[m]; ++q) {
      Problem p = {.n = 1, .f = power, .jacobian = power_jacobian, .a = q};
      PwOde ode = ode_of(&p);
      PwIntegrator *it = create(METHODS[m], &ode, 1, 10, 1, 0);
      assert_int_equal(pw_integrator_start(it, 0, p.y0, 1), PAWL_OK);
      assert_int_equal(pw_integrator_step(it, 1), PAWL_OK);
      assert_true(pw_integrator_time(it) == 1);
      for (double s = 0; s <= 1.2; s += 0.15) {
        double y, d;
        assert_int_equal(pw_integrator_dense(it, s, &y, &d), PAWL_OK);
        CHECK_CLOSE(y, pow(s, q + 1), 1e-12);
        CHECK_CLOSE(d, (q + 1) * (q ? pow(s, q) : 1), 2e-11);
      }
      pw_integrator_free(it);
    }
  }
}

// Largest error with steps of fixed size: tolerances that accept everything. These would also loosen Radau's iteration, so Radau
// gets a linear problem, where the first iteration is exact.
static double fixed_step_error(PwMethod method, double h, int32_t steps, double *dense_error) {
  bool linear = method == PW_RADAU5;
  Problem p = {.n = 2, .f = stiff_linear, .jacobian = stiff_linear_jacobian, .y0 = {2, 1}, .a = -1};
  if (!linear) p = make_logistic();
  PwOde ode = ode_of(&p);
  PwIntegrator *it = create(method, &ode, 1e-3, 1e3, h, h);
  assert_int_equal(pw_integrator_start(it, 0, p.y0, h), PAWL_OK);
  double error = *dense_error = 0;
  for (int32_t i = 1; i <= steps; ++i) {
    assert_int_equal(pw_integrator_step(it, i * h), PAWL_OK);
    for (int32_t k = 1; k <= 10; ++k) {
      double t = pw_integrator_time_before(it) + 0.1 * k * h, y[2];
      if (k == 10) t = pw_integrator_time(it);
      assert_int_equal(pw_integrator_dense(it, t, y, NULL), PAWL_OK);
      double off = fabs(y[0] - (linear ? cos(t) + exp(-t) : logistic_exact(t)));
      if (k == 10) {
        error = fmax(error, off);
      } else {
        *dense_error = fmax(*dense_error, off);
      }
    }
  }
  assert_int_equal(pw_integrator_stats(it)->steps, steps);
  pw_integrator_free(it);
  return error;
}

// Halving the step divides the error by 2^order. Dense output is one order below (DOPRI5, DOP853: local error h^5, h^8;
// collocation: h^4).
static void observed_orders(void **state) {
  (void)state;
  const double order[3] = {5, 8, 5}, dense_order[3] = {4, 7, 4}, h[3] = {0.25, 1, 0.25};
  for (int32_t m = 0; m < 3; ++m) {
    double coarse_dense, fine_dense;
    int32_t steps = (int32_t)(8 / h[m]);
    double coarse = fixed_step_error(METHODS[m], h[m], steps, &coarse_dense);
    double fine = fixed_step_error(METHODS[m], h[m] / 2, 2 * steps, &fine_dense);
    double seen = log2(coarse / fine), seen_dense = log2(coarse_dense / fine_dense);
    if (seen < order[m] - 0.5 || seen > order[m] + 1.5) fail_msg("method %d: order %g, %g then %g", m, seen, coarse, fine);
    if (seen_dense < dense_order[m] - 0.4 || seen_dense > order[m] + 0.7) fail_msg("method %d: dense order %g", m, seen_dense);
  }
}

// With error control the error follows the tolerance. Oscillator over 10 periods, closed form.
static void error_follows_tolerance(void **state) {
  (void)state;
  for (int32_t m = 0; m < 3; ++m) {
    for (int32_t digits = 4; digits <= 10; digits += 3) {
      Problem p = make_oscillator(1);
      PwOde ode = ode_of(&p);
      double tolerance = pow(10, -digits);
      PwIntegrator *it = create(METHODS[m], &ode, tolerance, tolerance, 0, 0);
      assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
      run_to(it, 62);
      double error = hypot(pw_integrator_state(it)[0] - cos(62), pw_integrator_state(it)[1] + sin(62));
      if (!(error < 200 * tolerance && error > 1e-4 * tolerance)) fail_msg("method %d at %g: error %g", m, tolerance, error);
      pw_integrator_free(it);
    }
  }
}

// Eccentricity 0.6, ten revolutions: back at the start, energy -1/2. Steps: the work that Hairer's codes need for such an error
// is about 50 (order 8) to 200 (order 5) steps a revolution at 1e-10.
static void kepler_comes_back(void **state) {
  (void)state;
  for (int32_t m = 0; m < 2; ++m) {
    for (int32_t digits = 10; digits <= 12; digits += 2) {
      Problem p = {.n = 4, .f = kepler, .y0 = {0.4, 0, 0, 2}};  // 1 - e; sqrt((1 + e) / (1 - e))
      PwOde ode = ode_of(&p);
      double tolerance = pow(10, -digits);
      PwIntegrator *it = create(METHODS[m], &ode, tolerance, tolerance, 0, 0);
      assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
      run_to(it, 20 * PI);
      const double *y = pw_integrator_state(it);
      for (int32_t i = 0; i < 4; ++i) CHECK_CLOSE(y[i], p.y0[i], 2e4 * tolerance);
      double energy = 0.5 * (y[2] * y[2] + y[3] * y[3]) - 1 / hypot(y[0], y[1]);
      CHECK_CLOSE(energy, -0.5, 50 * tolerance);
      const PwIntegratorStats *stats = pw_integrator_stats(it);
      if (digits == 10) assert_true(stats->steps < (m ? 600 : 2400));
      assert_true(stats->rejected < stats->steps / 4);
      pw_integrator_free(it);
    }
  }
}

// Motion on the unit circle; f depends on the direction of y only, as the contract of project asks.
static void circle(const Problem *p, double t, const double *y, double *d) {
  (void)p;
  double r = hypot(y[0], y[1]), speed = 1 + 0.5 * sin(t);
  d[0] = -speed * y[1] / r;
  d[1] = speed * y[0] / r;
}
static void circle_jacobian(const Problem *p, const double *y, double *j) {
  (void)p;
  double r = hypot(y[0], y[1]), r3 = r * r * r;
  j[0] = y[0] * y[1] / r3;
  j[1] = -y[0] * y[0] / r3;
  j[2] = y[1] * y[1] / r3;
  j[3] = -y[0] * y[1] / r3;
}
static PawlStatus project(void *user, double t, double *y) {
  Problem *p = user;
  (void)t;
  ++p->projections;
  if (p->project_retries > 0) {
    --p->project_retries;
    return PAWL_RETRY;
  }
  double r = hypot(y[0], y[1]);
  y[0] /= r;
  y[1] /= r;
  return PAWL_OK;
}

// Exact angle t + (1 - cos t) / 2. Both ends of the dense output are the states to the last bit.
static double circle_error(PwMethod method, double tolerance, Problem *p) {
  PwOde ode = ode_of(p);
  ode.project = project;
  PwIntegrator *it = create(method, &ode, tolerance, tolerance, 0, 0);
  assert_int_equal(pw_integrator_start(it, 0, p->y0, 0), PAWL_OK);
  while (pw_integrator_time(it) < 10) {
    double before[2], y[2], t0 = pw_integrator_time(it);
    memcpy(before, pw_integrator_state(it), sizeof before);
    assert_int_equal(pw_integrator_step(it, 10), PAWL_OK);
    const double *now = pw_integrator_state(it);
    CHECK_CLOSE(hypot(now[0], now[1]), 1, 4e-16);
    assert_true(pw_integrator_time_before(it) == t0);
    assert_int_equal(pw_integrator_dense(it, t0, y, NULL), PAWL_OK);
    assert_memory_equal(y, before, sizeof y);
    assert_int_equal(pw_integrator_dense(it, pw_integrator_time(it), y, NULL), PAWL_OK);
    assert_memory_equal(y, now, sizeof y);
    // Near the ends it is continuous there.
    double near = pw_integrator_time(it) - 1e-12;
    assert_int_equal(pw_integrator_dense(it, near, y, NULL), PAWL_OK);
    CHECK_CLOSE(y[0], now[0], 1e-11);
    CHECK_CLOSE(y[1], now[1], 1e-11);
  }
  double angle = 10 + 0.5 * (1 - cos(10)),
         error = hypot(pw_integrator_state(it)[0] - cos(angle), pw_integrator_state(it)[1] - sin(angle));
  pw_integrator_free(it);
  return error;
}

static void projection_keeps_the_manifold(void **state) {
  (void)state;
  for (int32_t m = 0; m < 3; ++m) {
    Problem p = {.n = 2, .f = circle, .jacobian = circle_jacobian, .y0 = {1, 0}};
    double coarse = circle_error(METHODS[m], 1e-6, &p), fine = circle_error(METHODS[m], 1e-10, &p);
    if (!(coarse < 1e-4 && fine < 1e-8 && fine < 1e-2 * coarse)) fail_msg("method %d: %g, then %g", m, coarse, fine);
  }
}

static void refused_projection_halves_the_step(void **state) {
  (void)state;
  for (int32_t m = 0; m < 3; ++m) {
    Problem p = {.n = 2, .f = circle, .jacobian = circle_jacobian, .y0 = {1, 0}, .project_retries = 2};
    PwOde ode = ode_of(&p);
    ode.project = project;
    PwIntegrator *it = create(METHODS[m], &ode, 1e-3, 1e-3, 0, 0);
    assert_int_equal(pw_integrator_start(it, 0, p.y0, 0.04), PAWL_OK);
    assert_int_equal(pw_integrator_step(it, 10), PAWL_OK);
    assert_true(pw_integrator_time(it) == 0.01);
    assert_int_equal(pw_integrator_stats(it)->rejected, 2);
    assert_int_equal(p.projections, 3);
    assert_true(pw_integrator_next_step(it) <= 0.01);
    pw_integrator_free(it);
  }
}

// y' = 1 with a wall at y = 2 that derivative refuses: the solution creeps up to it and stops with PAWL_ERR_STEP, the state
// intact.
static void ramp(const Problem *p, double t, const double *y, double *d) {
  (void)p, (void)t, (void)y;
  d[0] = 1;
}
static void creep_to_wall(PwMethod method, Problem *p, double t_start) {
  PwOde ode = ode_of(p);
  PwIntegrator *it = create(method, &ode, 1e-6, 1e-6, 0, 0);
  assert_int_equal(pw_integrator_start(it, t_start, p->y0, 0.3), PAWL_OK);
  PawlStatus status;
  int32_t steps = 0;
  while ((status = pw_integrator_step(it, 10)) == PAWL_OK && ++steps < 1000) continue;
  assert_int_equal(status, PAWL_ERR_STEP);
  assert_true(pw_integrator_stats(it)->rejected > 0);
  double wall = t_start + 2 - p->y0[0], y = pw_integrator_state(it)[0];
  CHECK_CLOSE(pw_integrator_time(it), wall, 1e-13);
  CHECK_CLOSE(y, 2, 1e-13);
  // After the failure there is no last step, only the state.
  double dense;
  assert_int_equal(pw_integrator_dense(it, pw_integrator_time(it), &dense, NULL), PAWL_OK);
  assert_true(dense == y);
  assert_true(pw_integrator_time_before(it) == pw_integrator_time(it));
  pw_integrator_free(it);
}
static void trial_states_that_fail(void **state) {
  (void)state;
  for (int32_t m = 0; m < 3; ++m) {
    Problem retry = {.n = 1, .f = ramp, .jacobian = power_jacobian, .y0 = {1}, .retry_above = 2};
    creep_to_wall(METHODS[m], &retry, 0);
    creep_to_wall(METHODS[m], &retry, -1);  // the wall is at t = 0, where ulps of t give no limit
    Problem nan = {.n = 1, .f = ramp, .jacobian = power_jacobian, .y0 = {1}, .nan_above = 2};
    creep_to_wall(METHODS[m], &nan, 0);
  }
}

static void bad_starts_are_refused(void **state) {
  (void)state;
  for (int32_t m = 0; m < 3; ++m) {
    Problem p = make_logistic();
    PwOde ode = ode_of(&p);
    PwIntegrator *it = create(METHODS[m], &ode, 1e-6, 1e-6, 0, 0);
    double not_finite = NAN;
    assert_int_equal(pw_integrator_step(it, 1), PAWL_ERR_ARGUMENT);  // not started
    assert_int_equal(pw_integrator_start(it, 0, &not_finite, 0), PAWL_ERR_ARGUMENT);
    assert_int_equal(pw_integrator_start(it, NAN, p.y0, 0), PAWL_ERR_ARGUMENT);
    assert_int_equal(pw_integrator_start(it, 0, p.y0, -1), PAWL_ERR_ARGUMENT);
    p.nan_above = 0.05;
    assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_ERR_ARGUMENT);
    p.nan_above = 0;
    p.retry_above = 0.05;
    assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_ERR_STEP);
    p.retry_above = 0;
    assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
    assert_int_equal(pw_integrator_step(it, 0), PAWL_ERR_ARGUMENT);
    pw_integrator_free(it);
  }
}

static void bad_options_are_refused(void **state) {
  (void)state;
  Problem p = make_logistic();
  double atol = 1e-6, bad_atol = 0;
  const PwOde good = ode_of(&p);
  PwIntegrator *it;
  const PwIntegratorOptions options[5] = {{.rtol = 0, .atol = &atol},
                                          {.rtol = NAN, .atol = &atol},
                                          {.rtol = 1e-6, .atol = &bad_atol},
                                          {.rtol = 1e-6, .atol = &atol, .h_first = -1},
                                          {.rtol = 1e-6, .atol = &atol, .h_max = NAN}};
  for (int32_t k = 0; k < 5; ++k) assert_int_equal(pw_integrator_create(PW_DOPRI5, &good, &options[k], &it), PAWL_ERR_ARGUMENT);
  const PwIntegratorOptions fine = {.rtol = 1e-6, .atol = &atol};
  PwOde ode = good;
  ode.derivative = NULL;
  assert_int_equal(pw_integrator_create(PW_DOPRI5, &ode, &fine, &it), PAWL_ERR_ARGUMENT);
  ode = good;
  ode.solve_complex = NULL;
  assert_int_equal(pw_integrator_create(PW_RADAU5, &ode, &fine, &it), PAWL_ERR_ARGUMENT);
  assert_null(it);
  assert_int_equal(pw_integrator_create((PwMethod)99, &good, &fine, &it), PAWL_ERR_ARGUMENT);
  pw_integrator_free(NULL);
}

static PawlStatus failing_derivative(void *user, double t, const double *y, double *dydt) {
  (void)user, (void)y;
  dydt[0] = 1;
  return t > 0.05 ? PAWL_ERR_CALLBACK : PAWL_OK;
}
static void final_errors_end_the_step(void **state) {
  (void)state;
  for (int32_t m = 0; m < 3; ++m) {
    Problem p = {.n = 1, .f = ramp, .jacobian = power_jacobian};
    PwOde ode = ode_of(&p);
    ode.derivative = failing_derivative;
    PwIntegrator *it = create(METHODS[m], &ode, 1e-6, 1e-6, 0, 0);
    assert_int_equal(pw_integrator_start(it, 0, p.y0, 0.2), PAWL_OK);
    assert_int_equal(pw_integrator_step(it, 1), PAWL_ERR_CALLBACK);
    assert_true(pw_integrator_time(it) == 0 && pw_integrator_state(it)[0] == 0);
    pw_integrator_free(it);
  }
}

// Limits are met to the bit, leave no sliver, and do not make the steps after them smaller.
static void limits_are_met_exactly(void **state) {
  (void)state;
  for (int32_t m = 0; m < 3; ++m) {
    Problem p = make_oscillator(1);
    PwOde ode = ode_of(&p);
    PwIntegrator *it = create(METHODS[m], &ode, 1e-6, 1e-6, 0, 0);
    assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
    run_to(it, 5);
    // Far more often than the step size asks for.
    for (int32_t k = 1; k <= 50; ++k) {
      double limit = 5 + 0.001 * k, before = pw_integrator_next_step(it);
      double memory[PW_INTEGRATOR_MEMORY], after[PW_INTEGRATOR_MEMORY];
      pw_integrator_save(it, memory);
      assert_int_equal(pw_integrator_step(it, limit), PAWL_OK);
      assert_true(pw_integrator_time(it) == limit);
      assert_true(pw_integrator_next_step(it) >= before);
      pw_integrator_save(it, after);
      if (after[0] == before) assert_memory_equal(after, memory, sizeof memory);
    }
    // Between one and two steps away: two equal ones.
    double h = pw_integrator_next_step(it), t = pw_integrator_time(it);
    assert_int_equal(pw_integrator_step(it, t + 1.05 * h), PAWL_OK);
    CHECK_CLOSE(pw_integrator_time(it) - t, 0.525 * h, 1e-12);
    assert_true(pw_integrator_next_step(it) >= h);
    assert_int_equal(pw_integrator_step(it, t + 1.05 * h), PAWL_OK);
    assert_true(pw_integrator_time(it) == t + 1.05 * h);
    // One ulp away is a legal step, too.
    double next = nextafter(pw_integrator_time(it), INFINITY);
    assert_int_equal(pw_integrator_step(it, next), PAWL_OK);
    assert_true(pw_integrator_time(it) == next);
    assert_true(pw_integrator_next_step(it) >= h);
    pw_integrator_limit_next(it, 0.125 * h);
    assert_int_equal(pw_integrator_step(it, 100), PAWL_OK);
    CHECK_CLOSE(pw_integrator_time(it) - next, 0.125 * h, 1e-12);
    CHECK_CLOSE(pw_integrator_state(it)[0], cos(pw_integrator_time(it)), 1e-4);
    pw_integrator_free(it);
  }
}

static void largest_and_first_step_are_kept(void **state) {
  (void)state;
  Problem p = make_oscillator(1);
  PwOde ode = ode_of(&p);
  PwIntegrator *it = create(PW_DOP853, &ode, 1e-3, 1e-3, 0.01, 0.02);
  assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
  assert_int_equal(pw_integrator_stats(it)->evaluations, 1);  // nothing to estimate
  assert_int_equal(pw_integrator_step(it, 1), PAWL_OK);
  assert_true(pw_integrator_time(it) == 0.01);
  while (pw_integrator_time(it) < 1) {
    assert_int_equal(pw_integrator_step(it, 1), PAWL_OK);
    assert_true(pw_integrator_time(it) - pw_integrator_time_before(it) <= 0.02 * 1.0101);
  }
  pw_integrator_free(it);
}

// The first step is a fair part of an oscillator's period, and not refused more than twice.
static void first_step_scales_with_the_problem(void **state) {
  (void)state;
  for (int32_t m = 0; m < 2; ++m) {
    for (double a = 1e-2; a < 1e5; a *= 10) {
      Problem p = make_oscillator(a);
      PwOde ode = ode_of(&p);
      double atol[2] = {1e-8, 1e-8 * a};
      PwIntegratorOptions options = {.rtol = 1e-8, .atol = atol};
      PwIntegrator *it;
      assert_int_equal(pw_integrator_create(METHODS[m], &ode, &options, &it), PAWL_OK);
      assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
      double h = pw_integrator_next_step(it) * a;
      if (!(h > 1e-4 && h < 1)) fail_msg("first step %g / %g", h, a);
      assert_int_equal(pw_integrator_step(it, 1e9), PAWL_OK);
      assert_true(pw_integrator_stats(it)->rejected <= 2);
      pw_integrator_free(it);
    }
  }
}

// Where the point that the estimate looks at cannot be evaluated, it does without; a first step below 16 ulp of t is raised to
// that.
static void first_step_in_tight_places(void **state) {
  (void)state;
  Problem p = {.n = 1, .f = ramp, .y0 = {1}, .retry_above = 1};
  PwOde ode = ode_of(&p);
  PwIntegrator *it = create(PW_DOPRI5, &ode, 1e-6, 1e-6, 0, 0);
  assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
  CHECK_CLOSE(pw_integrator_next_step(it), 0.01, 1e-12);  // a hundredth of y / y'
  p.retry_above = 0;
  assert_int_equal(pw_integrator_start(it, 1, p.y0, 1e-30), PAWL_OK);
  assert_int_equal(pw_integrator_step(it, 2), PAWL_OK);
  assert_true(pw_integrator_time(it) == 1 + 16 * 0x1p-52);
  pw_integrator_free(it);
}

// No state at all: time goes on.
static PawlStatus nothing(void *user, double t, const double *y, double *dydt) {
  (void)user, (void)t, (void)y, (void)dydt;
  return PAWL_OK;
}
static void no_state_is_legal(void **state) {
  (void)state;
  for (int32_t m = 0; m < 3; ++m) {
    Problem p = {.n = 0};
    PwOde ode = ode_of(&p);
    ode.derivative = nothing;
    if (METHODS[m] == PW_RADAU5) continue;  // the test's linear algebra has no empty matrices
    PwIntegrator *it = create(METHODS[m], &ode, 1e-6, 1e-6, 0, 0);
    assert_int_equal(pw_integrator_start(it, 0, p.y0, 0), PAWL_OK);
    run_to(it, 100);
    assert_true(pw_integrator_stats(it)->steps < 30);
    pw_integrator_free(it);
  }
}

// A dense output that DOP853 makes only when asked costs three evaluations, once a step, and none at the ends.
static void dense_stages_are_lazy(void **state) {
  (void)state;
  Problem p = make_oscillator(1);
  PwOde ode = ode_of(&p);
  PwIntegrator *it = create(PW_DOP853, &ode, 1e-8, 1e-8, 0, 0);
  const PwIntegratorStats *stats = pw_integrator_stats(it);
  assert_int_equal(pw_integrator_start(it, 0, p.y0, 0.1), PAWL_OK);
  for (int32_t k = 0; k < 3; ++k) {
    int64_t before = stats->evaluations;
    assert_int_equal(pw_integrator_step(it, 10), PAWL_OK);
    assert_int_equal(stats->evaluations - before, 12);
    double y[2], d[2], t0 = pw_integrator_time_before(it), t1 = pw_integrator_time(it);
    assert_int_equal(pw_integrator_dense(it, t0, y, d), PAWL_OK);
    assert_int_equal(pw_integrator_dense(it, t1, y, d), PAWL_OK);
    assert_int_equal(stats->evaluations - before, 12);
    for (double s = 0.1; s < 1; s += 0.2) {
      double t = t0 + s * (t1 - t0);
      assert_int_equal(pw_integrator_dense(it, t, y, d), PAWL_OK);
      CHECK_CLOSE(y[0], cos(t), 1e-8);
      CHECK_CLOSE(d[0], -sin(t), 1e-7);
    }
    assert_int_equal(stats->evaluations - before, 15);
  }
  pw_integrator_free(it);
}

// What a dense stage cannot evaluate is handed on; the beginning of the step can be had all the same, and later all of it.
static void dense_stage_that_fails(void **state) {
  (void)state;
  Problem p = make_oscillator(1);
  PwOde ode = ode_of(&p);
  PwIntegrator *it = create(PW_DOP853, &ode, 1e-8, 1e-8, 0, 0);
  assert_int_equal(pw_integrator_start(it, 0, p.y0, 0.1), PAWL_OK);
  assert_int_equal(pw_integrator_step(it, 1), PAWL_OK);
  double y[2];
  p.retry_above = 0.5;
  assert_int_equal(pw_integrator_dense(it, 0.05, y, NULL), PAWL_RETRY);
  p.retry_above = 0;
  p.nan_above = 0.5;
  assert_int_equal(pw_integrator_dense(it, 0.05, y, NULL), PAWL_RETRY);
  assert_int_equal(pw_integrator_dense(it, 0, y, NULL), PAWL_OK);
  assert_true(y[0] == 1 && y[1] == 0);
  p.nan_above = 0;
  assert_int_equal(pw_integrator_dense(it, 0.05, y, NULL), PAWL_OK);
  CHECK_CLOSE(y[0], cos(0.05), 1e-10);
  pw_integrator_free(it);
}

// Before the first step dense output is the tangent.
static void dense_before_the_first_step(void **state) {
  (void)state;
  Problem p = make_oscillator(1);
  PwOde ode = ode_of(&p);
  PwIntegrator *it = create(PW_DOPRI5, &ode, 1e-8, 1e-8, 0, 0);
  double y[2], d[2], y0[2] = {3, 4};
  assert_int_equal(pw_integrator_start(it, 2, y0, 0), PAWL_OK);
  assert_int_equal(pw_integrator_dense(it, 2.5, y, d), PAWL_OK);
  CHECK_CLOSE(y[0], 5, 1e-15);
  CHECK_CLOSE(y[1], 2.5, 1e-15);
  CHECK_CLOSE(d[1], -3, 0);
  pw_integrator_free(it);
}

// An explicit method that saves, starts and restores goes on as if it had not: all that it remembers is in what was saved.
static void restart_of_explicit_methods_changes_nothing(void **state) {
  (void)state;
  for (int32_t m = 0; m < 2; ++m) {
    Problem p = {.n = 4, .f = kepler, .y0 = {0.4, 0, 0, 2}};
    PwOde ode = ode_of(&p);
    PwIntegrator *one = create(METHODS[m], &ode, 1e-7, 1e-7, 0, 0), *two = create(METHODS[m], &ode, 1e-7, 1e-7, 0, 0);
    assert_int_equal(pw_integrator_start(one, 0, p.y0, 0), PAWL_OK);
    assert_int_equal(pw_integrator_start(two, 0, p.y0, 0), PAWL_OK);
    while (pw_integrator_time(one) < 10) {
      double memory[PW_INTEGRATOR_MEMORY];
      assert_int_equal(pw_integrator_step(one, 10), PAWL_OK);
      assert_int_equal(pw_integrator_step(two, 10), PAWL_OK);
      assert_memory_equal(pw_integrator_state(one), pw_integrator_state(two), 4 * sizeof(double));
      pw_integrator_save(two, memory);
      assert_int_equal(pw_integrator_start(two, pw_integrator_time(two), pw_integrator_state(two), 0), PAWL_OK);
      pw_integrator_restore(two, memory);
    }
    pw_integrator_free(one);
    pw_integrator_free(two);
  }
}

// Runs to the checkpoint, saves, starts and restores there; then on to the end. A second integrator that only knows what was
// saved must give the same bits, at the end and all along.
static void resumed_runs_are_identical(void **state) {
  (void)state;
  for (int32_t m = 0; m < 3; ++m) {
    Problem p = {.n = 2, .f = van_der_pol, .jacobian = van_der_pol_jacobian, .y0 = {2, -0.66}, .a = 0.1}, q = p;
    PwOde ode = ode_of(&p), other = ode_of(&q);
    PwIntegrator *one = create(METHODS[m], &ode, 1e-7, 1e-7, 0, 0), *two = create(METHODS[m], &other, 1e-7, 1e-7, 0, 0);
    assert_int_equal(pw_integrator_start(one, 0, p.y0, 0), PAWL_OK);
    for (int32_t k = 0; k < 37; ++k) assert_int_equal(pw_integrator_step(one, 5), PAWL_OK);
    double memory[PW_INTEGRATOR_MEMORY], y[2], t = pw_integrator_time(one), h = pw_integrator_next_step(one);
    pw_integrator_save(one, memory);
    memcpy(y, pw_integrator_state(one), sizeof y);
    assert_int_equal(pw_integrator_start(one, t, pw_integrator_state(one), 0), PAWL_OK);
    pw_integrator_restore(one, memory);
    assert_true(pw_integrator_next_step(one) == h);
    assert_int_equal(pw_integrator_start(two, t, y, 0), PAWL_OK);
    assert_true(pw_integrator_next_step(two) != h);  // otherwise restore would not be tested
    pw_integrator_restore(two, memory);
    assert_true(t < 4);
    while (pw_integrator_time(one) < 5) {
      double a[2], b[2];
      assert_int_equal(pw_integrator_step(one, 5), PAWL_OK);
      assert_int_equal(pw_integrator_step(two, 5), PAWL_OK);
      assert_true(pw_integrator_time(one) == pw_integrator_time(two));
      double middle = 0.5 * (pw_integrator_time(one) + pw_integrator_time_before(one));
      assert_int_equal(pw_integrator_dense(one, middle, a, NULL), PAWL_OK);
      assert_int_equal(pw_integrator_dense(two, middle, b, NULL), PAWL_OK);
      assert_memory_equal(a, b, sizeof a);
      assert_memory_equal(pw_integrator_state(one), pw_integrator_state(two), sizeof y);
      assert_memory_equal(pw_integrator_derivative(one), pw_integrator_derivative(two), sizeof y);
    }
    pw_integrator_free(one);
    pw_integrator_free(two);
  }
}

static void norm_is_rms_of_scaled_errors(void **state) {
  (void)state;
  Problem p = make_oscillator(1);
  PwOde ode = ode_of(&p);
  double atol[2] = {1, 2}, y[2] = {10, -20}, e[2] = {3, 4};
  PwIntegratorOptions options = {.rtol = 0.1, .atol = atol};
  PwIntegrator *it;
  assert_int_equal(pw_integrator_create(PW_DOPRI5, &ode, &options, &it), PAWL_OK);
  CHECK_CLOSE(pw_integrator_norm(it, y, e), sqrt((1.5 * 1.5 + 1) / 2), 1e-15);  // scales 2 and 4
  pw_integrator_free(it);
}

static PawlStatus project_or_not(void *user, double t, double *y) {
  Problem *p = user;
  (void)t;
  (void)y;
  return p->project_retries-- > 0 ? PAWL_RETRY : PAWL_OK;
}

// A step taken again ends where a step of that size from the same beginning ends, and can go back to where it ended before; what
// cannot be evaluated on the way leaves it as it was.
static void retaken_steps(void **state) {
  (void)state;
  for (int32_t m = 0; m < 2; ++m) {
    Problem p = make_oscillator(1);
    PwOde ode = ode_of(&p);
    PwIntegrator *one = create(METHODS[m], &ode, 1e-6, 1e-6, 0, 0), *two = create(METHODS[m], &ode, 1e-6, 1e-6, 0, 0);
    double before[2], y[2], dense[2];
    assert_int_equal(pw_integrator_start(one, 0, p.y0, 0.5), PAWL_OK);
    assert_int_equal(pw_integrator_start(two, 0, p.y0, 0.125), PAWL_OK);
    assert_int_equal(pw_integrator_step(one, 0.25), PAWL_OK);
    assert_int_equal(pw_integrator_step(two, 0.125), PAWL_OK);
    double next = pw_integrator_next_step(one);
    memcpy(before, pw_integrator_state(one), sizeof before);
    assert_int_equal(pw_integrator_dense(one, 0.125, dense, NULL), PAWL_OK);
    assert_int_equal(pw_integrator_retake(one, 0.125), PAWL_OK);
    assert_true(pw_integrator_time(one) == 0.125 && pw_integrator_time_before(one) == 0);
    assert_memory_equal(pw_integrator_state(one), pw_integrator_state(two), sizeof before);
    assert_true(fabs(pw_integrator_state(one)[0] - cos(0.125)) < 0.5 * fabs(dense[0] - cos(0.125)));
    assert_int_equal(pw_integrator_dense(one, 0.0625, y, NULL), PAWL_OK);
    CHECK_CLOSE(y[0], cos(0.0625), 1e-8);
    assert_int_equal(pw_integrator_retake(one, 0.25), PAWL_OK);
    assert_memory_equal(pw_integrator_state(one), before, sizeof before);
    assert_true(pw_integrator_next_step(one) == next);
    assert_int_equal(pw_integrator_retake(one, 0), PAWL_ERR_ARGUMENT);
    p.retry_above = 0.5;
    assert_int_equal(pw_integrator_retake(one, 0.125), PAWL_ERR_STEP);
    pw_integrator_free(one);
    pw_integrator_free(two);
  }
  Problem p = make_oscillator(1);
  PwOde ode = ode_of(&p);
  ode.project = project_or_not;
  PwIntegrator *it = create(PW_DOP853, &ode, 1e-6, 1e-6, 0, 0);
  assert_int_equal(pw_integrator_start(it, 0, p.y0, 0.25), PAWL_OK);
  assert_int_equal(pw_integrator_step(it, 0.25), PAWL_OK);
  double before[2];
  memcpy(before, pw_integrator_state(it), sizeof before);
  p.project_retries = 1;
  assert_int_equal(pw_integrator_retake(it, 0.125), PAWL_RETRY);
  assert_true(pw_integrator_time(it) == 0.25);
  assert_memory_equal(pw_integrator_state(it), before, sizeof before);
  pw_integrator_free(it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(explicit_coefficients_fulfil_order_conditions),
      cmocka_unit_test(error_weights_have_their_orders),
      cmocka_unit_test(dense_output_is_exact_for_powers),
      cmocka_unit_test(observed_orders),
      cmocka_unit_test(error_follows_tolerance),
      cmocka_unit_test(kepler_comes_back),
      cmocka_unit_test(projection_keeps_the_manifold),
      cmocka_unit_test(refused_projection_halves_the_step),
      cmocka_unit_test(trial_states_that_fail),
      cmocka_unit_test(bad_starts_are_refused),
      cmocka_unit_test(bad_options_are_refused),
      cmocka_unit_test(final_errors_end_the_step),
      cmocka_unit_test(limits_are_met_exactly),
      cmocka_unit_test(largest_and_first_step_are_kept),
      cmocka_unit_test(first_step_scales_with_the_problem),
      cmocka_unit_test(first_step_in_tight_places),
      cmocka_unit_test(no_state_is_legal),
      cmocka_unit_test(dense_stages_are_lazy),
      cmocka_unit_test(dense_stage_that_fails),
      cmocka_unit_test(dense_before_the_first_step),
      cmocka_unit_test(restart_of_explicit_methods_changes_nothing),
      cmocka_unit_test(resumed_runs_are_identical),
      cmocka_unit_test(norm_is_rms_of_scaled_errors),
      cmocka_unit_test(retaken_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
