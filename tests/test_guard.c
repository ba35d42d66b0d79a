// Singular positions are passed on the branch of the motion: flat N-four-bar, slider-crank with equal links at its dead point.
// Both have exact reductions to one angle; its solution is the reference, and its error with the same integrator the measure.
#include "mechanisms.h"
#include "numerics/integrator.h"
#include "simulate/simulation.h"

typedef PawlStatus (*Reduction)(void *user, double t, const double *y, double *dydt);

enum { SAMPLES = 400 };
static const double DURATION = 20;

// Solves a reduction; y at the sample times into `out`.
static void solve(Reduction f, void *user, const double start[2], PwMethod method, double tolerance, double duration,
                  double (*out)[2]) {
  double atol[2] = {tolerance / 100, tolerance / 100};
  PwOde ode = {.n = 2, .user = user, .derivative = f};
  PwIntegratorOptions options = {.rtol = tolerance, .atol = atol};
  PwIntegrator *it;
  assert_int_equal(pw_integrator_create(method, &ode, &options, &it), PAWL_OK);
  assert_int_equal(pw_integrator_start(it, 0, start, 0), PAWL_OK);
  memcpy(out[0], start, sizeof out[0]);
  for (int i = 1; i <= SAMPLES; i++) {
    double t = i * duration / SAMPLES;
    while (pw_integrator_time(it) < t) assert_int_equal(pw_integrator_step(it, duration), PAWL_OK);
    assert_int_equal(pw_integrator_dense(it, t, out[i], NULL), PAWL_OK);
  }
  pw_integrator_free(it);
}

// How often the angle passes `offset` plus a multiple of pi. Angles turn by less than half a turn between samples.
static int passages(double (*y)[2], double offset) {
  int count = 0;
  for (int i = 1; i <= SAMPLES; i++) count += floor((y[i][0] - offset) / PI) != floor((y[i - 1][0] - offset) / PI);
  return count;
}

// ---- N-four-bar

typedef struct {
  PawlMechanism *k;
  PawlJointId foot[8];
} FourBars;

static FourBars four_bars(int n) {
  FourBars f = {0};
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), before = {0};
  for (int i = 0; i <= n; i++) {
    char name[4][16];
    for (int c = 0; c < 4; c++) snprintf(name[c], sizeof name[c], "%c%d", "vhab"[c], i);
    PawlBodyId vertical = rod_between(m, name[0], i, 0, i, 1);
    f.foot[i] = pin(m, name[0], ground, vertical, i, 0);
    if (i > 0) {
      PawlBodyId horizontal = rod_between(m, name[1], i - 1, 1, i, 1);
      pin(m, name[2], before, horizontal, i - 1, 1);
      pin(m, name[3], vertical, horizontal, i, 1);
    }
    before = vertical;
  }
  wish(m, f.foot[0], NAN, -1, false);
  f.k = compile(m);
  return f;
}

// Angle of the verticals: inertia (n+1)/3 + n, potential g ((n+1)/2 + n) sin.
static PawlStatus four_bar_reduction(void *user, double t, const double *y, double *dydt) {
  double n = *(int *)user;
  (void)t;
  dydt[0] = y[1];
  dydt[1] = -G * ((n + 1) / 2 + n) * cos(y[0]) / ((n + 1) / 3 + n);
  return PAWL_OK;
}

// rms over samples and x, y, vx, vy of the first top of error / max(|reference|, 1e-3)
static double top_error(double (*y)[2], double (*reference)[2]) {
  double sum = 0;
  for (int i = 0; i <= SAMPLES; i++) {
    const double *a = y[i], *b = reference[i];
    double top[4] = {cos(a[0]), sin(a[0]), -sin(a[0]) * a[1], cos(a[0]) * a[1]};
    double ref[4] = {cos(b[0]), sin(b[0]), -sin(b[0]) * b[1], cos(b[0]) * b[1]};
    for (int c = 0; c < 4; c++) sum += pow((top[c] - ref[c]) / fmax(fabs(ref[c]), 1e-3), 2);
  }
  return sqrt(sum / (4 * (SAMPLES + 1)));
}

static void parallelograms_stay(void **state) {
  (void)state;
  static double reference[SAMPLES + 1][2], reduced[SAMPLES + 1][2], y[SAMPLES + 1][2];
  int n = 4;
  const double start[2] = {PI / 2, -1};
  FourBars f = four_bars(n);
  solve(four_bar_reduction, &n, start, PW_DOP853, 1e-14, DURATION, reference);
  int flat = passages(reference, 0);
  assert_true(flat > 15);
  for (double tolerance = 1e-4; tolerance > 0.5e-10; tolerance /= 10) {
    PawlSimulation *s = simulate(f.k, DURATION, tolerance);
    double spread = 0;
    for (int i = 0; i <= SAMPLES; i++) {
      if (i) advance(s, i * DURATION / SAMPLES);
      y[i][0] = PI / 2 + coordinate(s, f.foot[0], 0);
      y[i][1] = coordinate(s, f.foot[0], 1);
      for (int j = 1; j <= n; j++) spread = fmax(spread, fabs(coordinate(s, f.foot[j], 0) + PI / 2 - y[i][0]));
    }
    solve(four_bar_reduction, &n, start, s->method, tolerance, DURATION, reduced);
    PawlRunInfo info = pawl_simulation_info(s);
    double error = top_error(y, reference), least = top_error(reduced, reference);
    CHECK_CLOSE(spread, 0, 1e-6);
    assert_int_equal(info.singular_passages, passages(y, 0));
    CHECK_CLOSE(error, 0, 10 * least);
    if (tolerance < 2e-9) {
      assert_int_equal(info.singular_passages, flat);
      CHECK_CLOSE(error, 0, 1e-3);  // the published limit "high"
    }
    pawl_simulation_free(s);
  }
  pawl_mechanism_free(f.k);
}

// ---- slider-crank with equal links: the slider passes the crank's bearing, where the links could as well turn together

// Crank at angle a, rod mirrored: (2/3 + 2 sin^2 a) a'' + 2 sin a cos a a'^2 + g cos a = 0.
static PawlStatus slider_crank_reduction(void *user, double t, const double *y, double *dydt) {
  double s = sin(y[0]), c = cos(y[0]);
  (void)user;
  (void)t;
  dydt[0] = y[1];
  dydt[1] = -(2 * s * c * y[1] * y[1] + G * c) / (2.0 / 3 + 2 * s * s);
  return PAWL_OK;
}

static void dead_point(void **state) {
  (void)state;
  static double reference[SAMPLES + 1][2];
  const double duration = 10, a = PI / 4, start[2] = {a, 4 / (2 * sin(a))};
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), crank = rod_between(m, "crank", 0, 0, cos(a), sin(a));
  PawlBodyId rod = rod_between(m, "rod", cos(a), sin(a), 2 * cos(a), 0), slider = body_at(m, "slider", 0, 0, 2 * cos(a), 0);
  PawlJointId bearing = pin(m, "bearing", ground, crank, 0, 0);
  pin(m, "knee", crank, rod, cos(a), sin(a));
  pin(m, "wrist", rod, slider, 2 * cos(a), 0);
  PawlJointId guide = slide(m, "guide", ground, slider, 2 * cos(a), 0, 0);
  wish(m, guide, NAN, -4, true);
  PawlMechanism *k = compile(m);
  solve(slider_crank_reduction, NULL, start, PW_DOP853, 1e-14, duration, reference);
  int dead = passages(reference, PI / 2);
  assert_true(dead > 8);
  for (double tolerance = 1e-4; tolerance > 0.5e-10; tolerance /= 100) {
    PawlSimulation *s = simulate(k, duration, tolerance);
    double error = 0, mirror = 0;
    for (int i = 0; i <= SAMPLES; i++) {
      if (i) advance(s, i * duration / SAMPLES);
      double x = 2 * cos(a) + coordinate(s, guide, 0), angle = a + coordinate(s, bearing, 0);
      error = fmax(error, fabs(x - 2 * cos(reference[i][0])));
      mirror = fmax(mirror, fabs(x - 2 * cos(angle)));
    }
    CHECK_CLOSE(mirror, 0, 1e-8);
    CHECK_CLOSE(error, 0, 3000 * tolerance);
    assert_int_equal(pawl_simulation_info(s).singular_passages, dead);
    pawl_simulation_free(s);
  }
  pawl_mechanism_free(k);
}

// Where nothing is singular the guard stays out of the way: a four-bar with unequal links, turning fully.
static void regular_motion_is_left_alone(void **state) {
  (void)state;
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), crank = rod_between(m, "crank", 0, 0, 0, 1);
  PawlBodyId rod = rod_between(m, "rod", 0, 1, 3, 2), rocker = rod_between(m, "rocker", 2.5, 0, 3, 2);
  PawlJointId a = pin(m, "a", ground, crank, 0, 0);
  pin(m, "b", crank, rod, 0, 1);
  pin(m, "c", rod, rocker, 3, 2);
  pin(m, "d", ground, rocker, 2.5, 0);
  wish(m, a, NAN, 10, true);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = simulate(k, 5, 1e-8);
  advance(s, 5);
  PawlRunInfo info = pawl_simulation_info(s);
  assert_true(fabs(coordinate(s, a, 0)) > 2 * PI);
  assert_int_equal(info.singular_passages, 0);
  assert_true(info.energy_drift < 1e-6);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parallelograms_stay),
      cmocka_unit_test(dead_point),
      cmocka_unit_test(regular_motion_is_left_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
