// Singular positions at every tolerance: the N-four-bar (case A02) passes its flat position about 20 times in 20 s. All loops
// must stay parallelograms, and the error of the first top must be at most ten times that of the same integrator at the same
// tolerance on the exact reduction: inertia (N+1)/3 + N, potential g ((N+1)/2 + N) sin theta. The reference is that reduction at
// tolerance 1e-13.
#include "../bench/mechanisms.h"
#include "check.h"
#include "numerics/integrator.h"

enum { SAMPLES = 401 };  // 20 s every 0.05 s

typedef struct {
  double inertia, weight;
} Reduction;

static PawlStatus swing(void *user, double t, const double *y, double *dydt) {
  const Reduction *r = user;
  (void)t;
  dydt[0] = y[1];
  dydt[1] = -9.81 * r->weight * cos(y[0]) / r->inertia;
  return PAWL_OK;
}

// theta, theta' of the reduction at all samples.
static void reduce(int n, PwMethod method, double tolerance, double (*out)[2]) {
  Reduction r = {(n + 1) / 3.0 + n, (n + 1) / 2.0 + n};
  double atol[2] = {tolerance / 100, tolerance / 100}, y[2] = {acos(-1) / 2, -1};
  PwOde ode = {.n = 2, .user = &r, .derivative = swing};
  PwIntegratorOptions options = {.rtol = tolerance, .atol = atol};
  PwIntegrator *it;
  assert_int_equal(pw_integrator_create(method, &ode, &options, &it), PAWL_OK);
  assert_int_equal(pw_integrator_start(it, 0, y, 0), PAWL_OK);
  memcpy(out[0], y, sizeof y);
  for (int i = 1; i < SAMPLES; i++) {
    while (pw_integrator_time(it) < i * 0.05) assert_int_equal(pw_integrator_step(it, 20), PAWL_OK);
    assert_int_equal(pw_integrator_dense(it, i * 0.05, out[i], NULL), PAWL_OK);
  }
  pw_integrator_free(it);
}

// The published measure: rms over samples and x, y, vx, vy of the top of error / max(|reference|, 1e-3).
static double measure(double (*a)[2], double (*b)[2]) {
  double sum = 0;
  for (int i = 0; i < SAMPLES; i++) {
    double p[4] = {cos(a[i][0]), sin(a[i][0]), -sin(a[i][0]) * a[i][1], cos(a[i][0]) * a[i][1]};
    double q[4] = {cos(b[i][0]), sin(b[i][0]), -sin(b[i][0]) * b[i][1], cos(b[i][0]) * b[i][1]};
    for (int c = 0; c < 4; c++) {
      double relative = (p[c] - q[c]) / fmax(fabs(q[c]), 1e-3);
      sum += relative * relative;
    }
  }
  return sqrt(sum / (4 * SAMPLES));
}

// Runs the mechanism; returns the largest difference of a vertical's angle from the first one's.
static double run(const PawlMechanism *k, int n, double tolerance, double (*out)[2], PwMethod *method) {
  PawlRunOptions options = pawl_run_options_default();
  options.duration = 20;
  options.tolerance = tolerance;
  PawlSimulation *s;
  double spread = 0;
  assert_int_equal(pawl_simulation_create(k, &options, NULL, &s), PAWL_OK);
  for (int i = 0; i < SAMPLES; i++) {
    double first[3], other[3];
    assert_int_equal(pawl_simulation_advance(s, i * 0.05, NULL), PAWL_OK);
    for (int j = 0; j <= n; j++) {
      char name[32];
      snprintf(name, sizeof name, "g%d", j);
      PawlCoordinate c = {pawl_mechanism_find_joint(k, name), NULL};
      assert_int_equal(pawl_simulation_coordinate(s, c, j ? other : first), PAWL_OK);
      if (j) spread = fmax(spread, fabs(other[0] - first[0]));
    }
    out[i][0] = first[0] + acos(-1) / 2;
    out[i][1] = first[1];
  }
  *method = strcmp(pawl_simulation_info(s).method, "dopri5") ? PW_DOP853 : PW_DOPRI5;
  assert_true(pawl_simulation_info(s).violation_position < 1e-10);
  pawl_simulation_free(s);
  return spread;
}

static void sweep(int n, double loosest, double tightest) {
  static double exact[SAMPLES][2], reduced[SAMPLES][2], ours[SAMPLES][2];
  PawlModel *model;
  PawlMechanism *k;
  assert_int_equal(pw_four_bar_model(n, NULL, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, NULL, &k), PAWL_OK);
  reduce(n, PW_DOP853, 1e-13, exact);
  for (double tolerance = loosest; tolerance > 0.5 * tightest; tolerance /= 10) {
    PwMethod method;
    double spread = run(k, n, tolerance, ours, &method);
    reduce(n, method, tolerance, reduced);
    double error = measure(ours, exact), limit = 10 * measure(reduced, exact);
    print_message("N = %d, tolerance %.0e: error %.2e, limit %.2e, spread %.1e\n", n, tolerance, error, limit, spread);
    assert_true(spread < 1e-6);
    assert_true(error <= limit);
    if (tolerance < 2e-9) assert_true(error < 1e-3);  // the published "high" limit
  }
  pawl_mechanism_free(k);
  pawl_model_free(model);
}

#if defined(__SANITIZE_ADDRESS__)
static const int LARGE = 0;
#else
static const int LARGE = 1;
#endif

static void ten_loops(void **state) {
  (void)state;
  sweep(10, 1e-4, LARGE ? 1e-10 : 1e-6);
}

static void forty_loops(void **state) {
  (void)state;
  if (!LARGE) skip();
  sweep(40, 1e-4, 1e-10);
}

static void hundred_sixty_loops(void **state) {
  (void)state;
  if (!LARGE) skip();
  sweep(160, 1e-4, 1e-10);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ten_loops), cmocka_unit_test(forty_loops),
                                     cmocka_unit_test(hundred_sixty_loops)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
