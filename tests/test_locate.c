// Event location: roots of switching functions on the dense output.
#include <float.h>

#include "base/random.h"
#include "check.h"
#include "numerics/locate.h"

enum { N_MAX = 8 };
static const double PI = 3.14159265358979323846;

static PawlStatus no_motion(void *user, double t, const double *y, double *dydt) {
  (void)user, (void)t, (void)y;
  dydt[0] = 0;
  return PAWL_OK;
}
static PawlStatus oscillator(void *user, double t, const double *y, double *dydt) {
  (void)user, (void)t;
  dydt[0] = y[1];
  dydt[1] = -y[0];
  return PAWL_OK;
}
static PawlStatus free_fall(void *user, double t, const double *y, double *dydt) {
  (void)user, (void)t;
  dydt[0] = y[1];
  dydt[1] = -9.81;
  return PAWL_OK;
}

static PwIntegrator *create(PwMethod method, int32_t n, PawlStatus (*f)(void *, double, const double *, double *),
                            double tolerance) {
  double atol[2] = {tolerance, tolerance};
  PwOde ode = {.n = n, .derivative = f};
  PwIntegratorOptions options = {.rtol = tolerance, .atol = atol};
  PwIntegrator *it;
  assert_int_equal(pw_integrator_create(method, &ode, &options, &it), PAWL_OK);
  return it;
}

// Functions of time alone, with the number of calls: the step [from, to] is that of a state at rest.
typedef struct Clock {
  double (*g[N_MAX])(const struct Clock *c, double t);
  double a, b, level;
  int32_t calls;
  PwIntegrator *it;
  PwLocator *locator;
  PwSwitching switching;
} Clock;

static PawlStatus evaluate_clock(void *user, double t, const double *y, double *g) {
  Clock *c = user;
  (void)y;
  ++c->calls;
  for (int32_t k = 0; k < c->switching.n; ++k) g[k] = c->g[k](c, t);
  return PAWL_OK;
}

static void open_clock(Clock *c, int32_t n, double from, double to) {
  double y = 0;
  c->it = create(PW_DOPRI5, 1, no_motion, 1e-6);
  assert_int_equal(pw_integrator_start(c->it, from, &y, to - from), PAWL_OK);
  assert_int_equal(pw_integrator_step(c->it, to), PAWL_OK);
  assert_true(pw_integrator_time(c->it) == to);
  assert_int_equal(pw_locator_create(n, 1, &c->locator), PAWL_OK);
  c->switching = (PwSwitching){.n = n, .user = c, .evaluate = evaluate_clock};
}
static void close_clock(Clock *c) {
  pw_locator_free(c->locator);
  pw_integrator_free(c->it);
}
static int32_t locate(Clock *c, const double *noise, double from, double to, double *t, int32_t *which) {
  int32_t count = -1;
  c->calls = 0;
  assert_int_equal(pw_locate(c->locator, c->it, &c->switching, noise, from, to, t, which, &count), PAWL_OK);
  return count;
}

// Shapes that are below zero between a and b.
static double parabola(const Clock *c, double t) {
  return (t - c->a) * (t - c->b);
}
static double skewed(const Clock *c, double t) {
  return (t - c->a) * (t - c->b) * (2 + sin(3 * t));
}
static double cosine(const Clock *c, double t) {
  return cos(2 * (c->b - c->a)) - cos(4 * (t - 0.5 * (c->a + c->b)));
}

// Widths from 1e-3 to 0.3 of the step anywhere in it: the first root is found to a few ulp, and the second is no event.
static void dips_between_samples_are_found(void **state) {
  (void)state;
  uint64_t random = 7;
  double (*const shapes[3])(const Clock *, double) = {parabola, skewed, cosine};
  int32_t most = 0;
  for (int32_t trial = 0; trial < 3000; ++trial) {
    double width = 1e-3 * pow(300, pw_random_between(&random, 0, 1)), start = trial % 2 ? 3 : 0, t;
    Clock c = {.g = {shapes[trial % 3]}};
    c.a = start + pw_random_between(&random, 1e-4, 0.9999 - width);
    c.b = c.a + width;
    open_clock(&c, 1, start, start + 1);
    int32_t which[1];
    if (locate(&c, NULL, start, start + 1, &t, which) != 1) fail_msg("missed %.17g .. %.17g, shape %d", c.a, c.b, trial % 3);
    most = c.calls > most ? c.calls : most;
    // Position of the root: the function's own rounding divided by its slope, and the bracket.
    double rounding = (trial % 3 == 2 ? 4 : 1) * DBL_EPSILON / width + 8 * DBL_EPSILON * (start + 1);
    CHECK_CLOSE(t, c.a, rounding);
    assert_true(c.g[0](&c, t) <= 0);
    double after;
    assert_int_equal(locate(&c, NULL, t, start + 1, &after, which), 0);
    close_clock(&c);
  }
  assert_true(most < 70);
}

// A minimum that stays above zero is no event, however close; and a step without a root near costs its samples only: nine, or
// five if the function is farther from zero than half of its variation.
static double graze(const Clock *c, double t) {
  return (t - c->a) * (t - c->a) + c->level;
}
static void minima_above_zero_are_no_events(void **state) {
  (void)state;
  uint64_t random = 11;
  for (int32_t trial = 0; trial < 300; ++trial) {
    Clock c = {.g = {graze}, .a = pw_random_between(&random, -0.1, 1.1), .level = 0.9 * pow(10, -(trial % 14))};
    open_clock(&c, 1, 0, 1);
    double t;
    int32_t which[1];
    assert_int_equal(locate(&c, NULL, 0, 1, &t, which), 0);
    assert_true(c.calls <= 9 + 60);
    if (c.level > 0.7) assert_int_equal(c.calls, 5);  // varies by 1.21 at most
    if (c.level < 0.1) assert_true(c.calls >= 9);     // by 0.25 at least
    close_clock(&c);
  }
}

static double line_a(const Clock *c, double t) {
  return c->a - t;
}
static double cube_a(const Clock *c, double t) {
  return pow(c->a, 3) - pow(t, 3);
}
static double root_a(const Clock *c, double t) {
  return 1e6 * (sqrt(c->a) - sqrt(t));
}
static double line_b(const Clock *c, double t) {
  return c->b - t;
}
static double rising_a(const Clock *c, double t) {
  return t - c->a;
}
static double inactive(const Clock *c, double t) {
  (void)c, (void)t;
  return INFINITY;
}
static double inactive_late(const Clock *c, double t) {
  return t > c->a ? INFINITY : 1;
}

// Functions with one root, computed differently, are named together; later, rising and inactive ones are not.
static void simultaneous_roots_are_named_together(void **state) {
  (void)state;
  uint64_t random = 3;
  for (int32_t trial = 0; trial < 200; ++trial) {
    Clock c = {.g = {line_b, line_a, inactive, cube_a, rising_a, root_a, inactive_late}};
    c.a = pw_random_between(&random, 0.01, 0.98);
    c.b = c.a + 1e-9;
    open_clock(&c, 7, 0, 1);
    double t;
    int32_t which[7];
    assert_int_equal(locate(&c, NULL, 0, 1, &t, which), 3);
    assert_int_equal(which[0], 1);
    assert_int_equal(which[1], 3);
    assert_int_equal(which[2], 5);
    assert_true(t >= c.a);
    CHECK_CLOSE(t, c.a, 16 * DBL_EPSILON);
    close_clock(&c);
  }
}

// The earliest counts, whether it is a dip or a change of sign, in whatever order the functions stand.
static double early_dip(const Clock *c, double t) {
  return (t - c->a) * (t - c->a - 2e-3);
}
static void earliest_of_dip_and_crossing(void **state) {
  (void)state;
  uint64_t random = 5;
  for (int32_t trial = 0; trial < 400; ++trial) {
    Clock c = {.g = {line_b, early_dip}, .a = pw_random_between(&random, 0.06, 0.99)};
    c.b = c.a + pw_random_between(&random, -0.05, 0.05);
    if (trial % 2) {
      c.g[0] = early_dip;
      c.g[1] = line_b;
    }
    open_clock(&c, 2, 0, 1);
    double t, expected = fmin(c.a, c.b);
    int32_t which[2];
    assert_int_equal(locate(&c, NULL, 0, 1, &t, which), 1);
    CHECK_CLOSE(t, expected, 1e-12);
    assert_true(c.g[which[0]] == (c.a < c.b ? early_dip : line_b));
    close_clock(&c);
  }
}

static double zero_then_up_then_down(const Clock *c, double t) {
  return t * (c->a - t);
}
static double zero_then_down(const Clock *c, double t) {
  return -c->a * t;
}
static double negative_then_hump(const Clock *c, double t) {
  return 0.1 - (t - c->a) * (t - c->a);
}
static double wiggle(const Clock *c, double t) {
  return c->level * sin(20 * t) + fmax(0, t - c->a);
}
static void functions_that_start_at_zero(void **state) {
  (void)state;
  double t, noise = 1e-9;
  int32_t which[1];
  // Leaves zero and comes back, late, early, and within the first sample's distance.
  for (double a = 1; a > 1e-6; a *= 0.3) {
    Clock c = {.g = {zero_then_up_then_down}, .a = 0.9 * a};
    open_clock(&c, 1, 0, 1);
    assert_int_equal(locate(&c, NULL, 0, 1, &t, which), 1);
    CHECK_CLOSE(t, c.a, 1e-15);
    assert_int_equal(locate(&c, &noise, 0, 1, &t, which), 1);
    CHECK_CLOSE(t, c.a, c.a * c.a > 20 * noise ? 1e-15 : 2 * noise / c.a);  // well above the noise: as if there were none
    close_clock(&c);
  }
  // Goes negative at once: an event where it leaves the noise.
  Clock down = {.g = {zero_then_down}, .a = 2};
  open_clock(&down, 1, 0, 1);
  assert_int_equal(locate(&down, &noise, 0, 1, &t, which), 1);
  CHECK_CLOSE(t, 0.5e-9, 1e-15);
  // Negative by less than the noise is no event.
  noise = 3;
  assert_int_equal(locate(&down, &noise, 0, 1, &t, which), 0);
  close_clock(&down);
  // Noise about zero before it rises; but what was above it is watched without it.
  Clock noisy = {.g = {wiggle}, .a = 0.5, .level = 1e-12};
  noise = 1e-10;
  open_clock(&noisy, 1, 0, 1);
  assert_int_equal(locate(&noisy, &noise, 0, 1, &t, which), 0);
  assert_int_equal(locate(&noisy, NULL, 0, 1, &t, which), 1);
  close_clock(&noisy);
  // Negative at first: armed by being positive, then an event.
  Clock hump = {.g = {negative_then_hump}, .a = 0.5};
  open_clock(&hump, 1, 0, 1);
  assert_int_equal(locate(&hump, NULL, 0, 1, &t, which), 1);
  CHECK_CLOSE(t, 0.5 + sqrt(0.1), 1e-15);
  assert_int_equal(locate(&hump, NULL, 0, 0.5, &t, which), 0);
  close_clock(&hump);
}

// A root exactly at an end of the interval belongs to what comes after it.
static void roots_at_the_ends(void **state) {
  (void)state;
  Clock c = {.g = {line_a}, .a = 0.5};
  double t;
  int32_t which[1];
  open_clock(&c, 1, 0, 1);
  assert_int_equal(locate(&c, NULL, 0, 0.5, &t, which), 0);
  assert_int_equal(locate(&c, NULL, 0.5, 1, &t, which), 1);
  CHECK_CLOSE(t, 0.5, 4e-15);
  assert_int_equal(locate(&c, NULL, 0.6, 1, &t, which), 0);
  assert_int_equal(locate(&c, NULL, 0.4, 1, &t, which), 1);
  CHECK_CLOSE(t, 0.5, 4e-15);
  assert_int_equal(locate(&c, NULL, 0.5, 0.5, &t, which), 0);
  close_clock(&c);
}

static double not_a_number(const Clock *c, double t) {
  return t > c->a ? NAN : 1;
}
static PawlStatus failing(void *user, double t, const double *y, double *g) {
  (void)user, (void)y;
  g[0] = 1;
  return t > 0.5 ? PAWL_ERR_CANCELLED : PAWL_OK;
}
static void failures_are_handed_on(void **state) {
  (void)state;
  Clock c = {.g = {not_a_number}, .a = 0.5};
  double t;
  int32_t which[1], count;
  open_clock(&c, 1, 0, 1);
  assert_int_equal(pw_locate(c.locator, c.it, &c.switching, NULL, 0, 1, &t, which, &count), PAWL_ERR_CALLBACK);
  assert_int_equal(count, 0);
  PwSwitching bad = {.n = 1, .evaluate = failing};
  assert_int_equal(pw_locate(c.locator, c.it, &bad, NULL, 0, 1, &t, which, &count), PAWL_ERR_CANCELLED);
  bad.n = 2;  // more than the locator was made for
  assert_int_equal(pw_locate(c.locator, c.it, &bad, NULL, 0, 1, &t, which, &count), PAWL_ERR_ARGUMENT);
  bad.n = 0;
  assert_int_equal(pw_locate(c.locator, c.it, &bad, NULL, 0, 1, &t, which, &count), PAWL_OK);
  PwLocator *none;
  assert_int_equal(pw_locator_create(-1, 1, &none), PAWL_ERR_ARGUMENT);
  assert_null(none);
  pw_locator_free(NULL);
  close_clock(&c);
}

// Two roots 2e-3 apart inside one step of the oscillator y = cos(t): below cos(1e-3) - ... around pi, where the dense output's
// own error moves them by error / slope.
static PawlStatus near_the_bottom(void *user, double t, const double *y, double *g) {
  (void)user, (void)t;
  g[0] = y[0] + cos(1e-3);
  return PAWL_OK;
}
static void two_roots_in_one_step(void **state) {
  (void)state;
  for (int32_t m = 0; m < 2; ++m) {
    PwIntegrator *it = create(m ? PW_DOP853 : PW_DOPRI5, 2, oscillator, 1e-11);
    PwLocator *locator;
    assert_int_equal(pw_locator_create(1, 2, &locator), PAWL_OK);
    PwSwitching switching = {.n = 1, .evaluate = near_the_bottom};
    double y[2] = {1, 0}, t = 0;
    int32_t which[1], count = 0;
    assert_int_equal(pw_integrator_start(it, 0, y, 0), PAWL_OK);
    while (!count && pw_integrator_time(it) < 4) {
      assert_int_equal(pw_integrator_step(it, 4), PAWL_OK);
      double from = pw_integrator_time_before(it), to = pw_integrator_time(it);
      assert_int_equal(pw_locate(locator, it, &switching, NULL, from, to, &t, which, &count), PAWL_OK);
      if (count) assert_true(to > PI + 1e-3);  // both roots in this step, otherwise this tests nothing
    }
    assert_int_equal(count, 1);
    CHECK_CLOSE(t, PI - 1e-3, 1e-7);
    pw_locator_free(locator);
    pw_integrator_free(it);
  }
}

// Dropped from 1 with restitution 0.8: impacts at t0 (1 + 2 sum 0.8^k), t0 = sqrt(2 / g). The dense output is exact for
// parabolas.
static PawlStatus height(void *user, double t, const double *y, double *g) {
  (void)user, (void)t;
  g[0] = y[0];
  return PAWL_OK;
}
static void bouncing_ball(void **state) {
  (void)state;
  for (int32_t m = 0; m < 2; ++m) {
    PwIntegrator *it = create(m ? PW_DOP853 : PW_DOPRI5, 2, free_fall, 1e-10);
    PwLocator *locator;
    assert_int_equal(pw_locator_create(1, 2, &locator), PAWL_OK);
    PwSwitching switching = {.n = 1, .evaluate = height};
    double y[2] = {1, 0}, t = 0, t0 = sqrt(2 / 9.81), expected = t0, part = 1, noise = 1e-14;
    int32_t which[1], count, bounces = 0;
    assert_int_equal(pw_integrator_start(it, 0, y, 0), PAWL_OK);
    while (bounces < 25) {
      assert_int_equal(pw_integrator_step(it, 10), PAWL_OK);
      double from = pw_integrator_time_before(it), to = pw_integrator_time(it);
      assert_int_equal(pw_locate(locator, it, &switching, &noise, from, to, &t, which, &count), PAWL_OK);
      if (!count) continue;
      CHECK_CLOSE(t, expected, 1e-12);
      ++bounces;
      part *= 0.8;
      expected += 2 * t0 * part;
      assert_int_equal(pw_integrator_dense(it, t, y, NULL), PAWL_OK);
      assert_true(y[0] <= 0 && y[0] > -1e-14);
      y[1] *= -0.8;
      assert_int_equal(pw_integrator_start(it, t, y, 0), PAWL_OK);
    }
    pw_locator_free(locator);
    pw_integrator_free(it);
  }
}

// An oscillator's zeros: pi/2, then, watched the other way round, 3 pi/2 ...
static PawlStatus both_ways(void *user, double t, const double *y, double *g) {
  (void)user, (void)t;
  g[0] = y[0];
  g[1] = -y[0];
  return PAWL_OK;
}
static void zeros_of_the_oscillator(void **state) {
  (void)state;
  PwIntegrator *it = create(PW_DOP853, 2, oscillator, 1e-11);
  PwLocator *locator;
  assert_int_equal(pw_locator_create(2, 2, &locator), PAWL_OK);
  PwSwitching switching = {.n = 2, .evaluate = both_ways};
  double y[2] = {1, 0};
  assert_int_equal(pw_integrator_start(it, 0, y, 0), PAWL_OK);
  int32_t seen = 0;
  while (seen < 20) {
    assert_int_equal(pw_integrator_step(it, 100), PAWL_OK);
    double t, from = pw_integrator_time_before(it);
    int32_t which[2], count;
    // More than one root in the rest of the step: look again behind the one found.
    for (;;) {
      assert_int_equal(pw_locate(locator, it, &switching, NULL, from, pw_integrator_time(it), &t, which, &count), PAWL_OK);
      if (!count) break;
      assert_int_equal(count, 1);
      assert_int_equal(which[0], seen % 2);
      CHECK_CLOSE(t, (seen + 0.5) * PI, 1e-9);
      ++seen;
      from = t;
    }
  }
  pw_locator_free(locator);
  pw_integrator_free(it);
}

// Falls through zero at b - level.
static double falling(const Clock *c, double t) {
  return c->b - c->level - t;
}

// Where a function has slack, its root may be passed by as much; that of another one in between is still the first.
static void roots_with_slack_may_be_passed(void **state) {
  (void)state;
  Clock c = {.g = {falling, falling}, .b = 0.4}, strict = c;
  double t;
  int32_t which[2];
  open_clock(&c, 1, 0, 1);
  open_clock(&strict, 1, 0, 1);
  c.switching.slack = (const double[]){0.05, 0};
  assert_int_equal(locate(&c, NULL, 0, 1, &t, which), 1);
  assert_true(t >= 0.4 && t <= 0.45);
  assert_int_equal(locate(&strict, NULL, 0, 1, &t, which), 1);
  CHECK_CLOSE(t, 0.4, 1e-14);
  assert_true(c.calls < strict.calls);
  assert_true(c.calls <= 9);  // five samples do: those between them are not taken
  close_clock(&strict);
  close_clock(&c);

  Clock two = {.g = {falling, cosine}, .a = 0.401, .b = 0.6};
  open_clock(&two, 2, 0, 1);
  two.switching.slack = (const double[]){0.5, 0};
  two.level = 0.2;
  assert_int_equal(locate(&two, NULL, 0, 1, &t, which), 2);
  assert_int_equal(which[1], 1);
  CHECK_CLOSE(t, 0.401, 1e-14);
  close_clock(&two);

  Clock dip = {.g = {parabola}, .a = 0.54, .b = 0.56};  // between two of these samples
  open_clock(&dip, 1, 0, 1);
  dip.switching.slack = (const double[]){1e-6};
  assert_int_equal(locate(&dip, NULL, 0, 1, &t, which), 1);
  CHECK_CLOSE(t, 0.54, 1e-4);
  close_clock(&dip);
}

// A root between the ends is found again where it is now; one that is no longer between them is not.
static void found_again(void **state) {
  (void)state;
  Clock c = {.g = {falling, parabola}, .a = 0.5, .b = 0.6};
  double t;
  int32_t which[2], count;
  open_clock(&c, 2, 0, 1);
  assert_int_equal(locate(&c, NULL, 0, 1, &t, which), 1);
  CHECK_CLOSE(t, 0.5, 1e-14);
  c.a += 1e-5;
  assert_int_equal(pw_locate_again(c.locator, c.it, &c.switching, NULL, t - 1e-4, t + 1e-4, &t, which, &count), PAWL_OK);
  assert_int_equal(count, 1);
  assert_int_equal(which[0], 1);
  CHECK_CLOSE(t, 0.50001, 1e-14);
  c.a = 0.5;  // before the interval
  assert_int_equal(pw_locate_again(c.locator, c.it, &c.switching, NULL, 0.5001, 0.502, &t, which, &count), PAWL_OK);
  assert_int_equal(count, 0);
  assert_int_equal(pw_locate_again(c.locator, c.it, &c.switching, NULL, 0.4, 0.49, &t, which, &count), PAWL_OK);
  assert_int_equal(count, 0);
  c.b = c.a = 0.5;  // both at once; a double root is none
  assert_int_equal(pw_locate_again(c.locator, c.it, &c.switching, NULL, 0.4, 0.55, &t, which, &count), PAWL_OK);
  assert_int_equal(count, 1);
  assert_int_equal(which[0], 0);
  CHECK_CLOSE(t, 0.5, 1e-14);
  close_clock(&c);
}

// Values that differ by `level` when they are asked for again, as those of a state that is projected anew do.
static double trembling(const Clock *c, double t) {
  return c->a - t + (c->calls * 7 % 5 < 2 ? c->level : -c->level);
}
static void values_that_tremble(void **state) {
  (void)state;
  static const double noise = 1e-10;
  double t;
  int32_t which[1], count;
  // The root is named even if its function, asked again there, is a little above zero.
  for (int32_t i = 0; i < 200; ++i) {
    Clock c = {.g = {trembling}, .a = 0.1 + 0.004 * i, .level = noise};
    open_clock(&c, 1, 0, 1);
    assert_int_equal(locate(&c, &noise, 0, 1, &t, which), 1);
    CHECK_CLOSE(t, c.a, 3 * noise);
    close_clock(&c);
  }
  // An interval that ends where the function is zero, and the one that follows: the crossing is on one of the two. Taken as a new
  // start, the second would take a function below its noise for one that has always been negative.
  for (int32_t i = 0; i < 200; ++i) {
    double end = 0.5 + (i - 100) * 3e-12;
    Clock c = {.g = {trembling}, .a = 0.5, .level = 3 * noise};
    open_clock(&c, 1, 0, 1);
    count = locate(&c, &noise, 0, end, &t, which);
    if (count == 0) assert_int_equal(pw_locate_on(c.locator, c.it, &c.switching, &noise, end, 1, &t, which, &count), PAWL_OK);
    assert_int_equal(count, 1);
    CHECK_CLOSE(t, 0.5, 5 * noise);
    close_clock(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dips_between_samples_are_found),
      cmocka_unit_test(minima_above_zero_are_no_events),
      cmocka_unit_test(simultaneous_roots_are_named_together),
      cmocka_unit_test(earliest_of_dip_and_crossing),
      cmocka_unit_test(functions_that_start_at_zero),
      cmocka_unit_test(roots_at_the_ends),
      cmocka_unit_test(failures_are_handed_on),
      cmocka_unit_test(two_roots_in_one_step),
      cmocka_unit_test(bouncing_ball),
      cmocka_unit_test(zeros_of_the_oscillator),
      cmocka_unit_test(roots_with_slack_may_be_passed),
      cmocka_unit_test(found_again),
      cmocka_unit_test(values_that_tremble),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
