// Roots of switching functions along the dense output. Every function is sampled on equal parts of the interval; in each part the
// signs at its ends, and where these are positive the tangents there, say whether a root may hide. A dip is followed to its
// minimum until that is below zero or surely above. Roots are narrowed with ITP (Oliveira and Takahashi 2021), which
// needs few evaluations on smooth functions and never many more than bisection; they are of the one function alone where it can
// be had without the others.
#include "numerics/locate.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 8, SAMPLES = PARTS + 1, MINIMISER_STEPS = 60 };
static const double MINIMISER_WIDTH = 1e-9;  // of a part
static const double NEAR = 0.5;              // variations over the interval
static const double BENT = 2;                // second differences; between samples a parabola dips by an eighth of one
static const double PRECISION = 2;           // width of the last bracket in ulp of the step's end

typedef enum { PASSIVE, FRESH, ARMED } Mode;  // negative at first; about 0 at first; was positive

struct PwLocator {
  int32_t n_max, n_state;
  double *y;        // n_state
  double *g;        // values at the latest point
  double *g_best;   // values at the earliest root found so far
  double *samples;  // SAMPLES * n, all functions of one sample together
  Mode *mode;
  bool *near;  // it may be zero somewhere, judged by every second sample
};

// One location.
typedef struct {
  PwLocator *locator;
  PwIntegrator *it;
  const PwSwitching *switching;
  const double *noise;
  double precision;
  bool ends_only;  // no dips: only the signs at the ends count
  int32_t stride;  // samples that a part counts
} Location;

// A point of one function raised by its threshold: a root is where v turns negative.
typedef struct {
  double t, v;
} Point;

PawlStatus pw_locator_create(int32_t n_max, int32_t n_state, PwLocator **out) {
  *out = NULL;
  if (n_max < 0 || n_state < 0) return PAWL_ERR_ARGUMENT;
  size_t n = (size_t)n_max, doubles = (size_t)n_state + n * (2 + SAMPLES);
  PwLocator *locator = calloc(1, sizeof *locator);
  double *memory = calloc(doubles + 1, sizeof *memory);
  Mode *mode = calloc(n + 1, sizeof *mode);
  bool *near = calloc(n + 1, sizeof *near);
  if (!locator || !memory || !mode || !near) {
    free(locator);
    free(memory);
    free(mode);
    free(near);
    return PAWL_ERR_MEMORY;
  }
  *locator = (PwLocator){.n_max = n_max, .n_state = n_state, .y = memory, .mode = mode, .near = near};
  locator->g = locator->y + n_state;
  locator->g_best = locator->g + n;
  locator->samples = locator->g_best + n;
  *out = locator;
  return PAWL_OK;
}

void pw_locator_free(PwLocator *locator) {
  if (!locator) return;
  free(locator->y);
  free(locator->mode);
  free(locator->near);
  free(locator);
}

static PawlStatus evaluate(const Location *s, double t, double *g) {
  const PwSwitching *w = s->switching;
  PawlStatus status = pw_integrator_dense(s->it, t, s->locator->y, NULL);
  if (status == PAWL_OK) status = w->evaluate(w->user, t, s->locator->y, g);
  for (int32_t k = 0; status == PAWL_OK && k < w->n; ++k) {
    if (isnan(g[k])) status = PAWL_ERR_CALLBACK;
  }
  return status;
}

static double noise_of(const Location *s, int32_t k) {
  return s->noise ? s->noise[k] : 0;
}

static double slack_of(const Location *s, int32_t k) {
  return s->switching->slack ? s->switching->slack[k] : 0;
}

// What is added to a function so that its root is where the sum turns negative.
static double threshold(const Location *s, int32_t k) {
  return s->locator->mode[k] == FRESH ? noise_of(s, k) : 0;
}

static PawlStatus evaluate_one(const Location *s, int32_t k, Point *p) {
  const PwSwitching *w = s->switching;
  double *g = s->locator->g;
  PawlStatus status = PAWL_OK;
  if (w->evaluate_one) {
    status = pw_integrator_dense(s->it, p->t, s->locator->y, NULL);
    if (status == PAWL_OK) status = w->evaluate_one(w->user, p->t, s->locator->y, k, g);
    if (status == PAWL_OK && isnan(g[k])) status = PAWL_ERR_CALLBACK;
  } else {
    status = evaluate(s, p->t, g);
  }
  p->v = g[k] + threshold(s, k);
  return status;
}

// Narrows a.v >= 0 > b.v until b is close behind the root, or within the function's slack.
static PawlStatus narrow(const Location *s, int32_t k, Point a, Point *b) {
  const double width = b->t - a.t, half = 0.5 * s->precision;
  double reach = half * exp2(ceil(fmax(0, log2(width / s->precision))) + 1);
  const double slack = slack_of(s, k);
  while (b->t - a.t > s->precision && !(slack > 0 && b->v >= -slack)) {
    double middle = a.t + 0.5 * (b->t - a.t), radius = fmax(0, reach - 0.5 * (b->t - a.t)), t = middle;
    // The secant's point, pushed towards the middle so that both ends move, and not farther from the middle than bisection
    // allows.
    double secant = a.v > 0 && isfinite(a.v) && isfinite(b->v) ? a.t + (b->t - a.t) * (a.v / (a.v - b->v)) : middle;
    double gap = middle - secant, push = fmax(0.2 * (b->t - a.t) * (b->t - a.t) / width, 0.5 * half);
    if (push < fabs(gap)) t = secant + copysign(push, gap);
    if (fabs(t - middle) > radius) t = middle - copysign(radius, gap);
    if (!(t > a.t && t < b->t)) t = middle;
    if (!(t > a.t && t < b->t)) break;
    Point p = {.t = t};
    PawlStatus status = evaluate_one(s, k, &p);
    if (status != PAWL_OK) return status;
    if (p.v < 0) {
      *b = p;
    } else {
      a = p;
    }
    reach *= 0.5;
  }
  return PAWL_OK;
}

// Three best points of a minimisation, and the ends of where the minimum is.
typedef struct {
  double low, high;
  Point best, second, third;
  double step, step_before;
} Valley;

// Next point: the vertex of the parabola through the three points, or a golden section where that goes astray (Brent 1973).
static double next_point(Valley *v, double tolerance) {
  double x = v->best.t, middle = 0.5 * (v->low + v->high);
  double r = (x - v->second.t) * (v->best.v - v->third.v), q = (x - v->third.t) * (v->best.v - v->second.v);
  double p = (x - v->third.t) * q - (x - v->second.t) * r, divisor = 2 * (q - r), before = v->step_before;
  if (divisor > 0) p = -p;
  divisor = fabs(divisor);
  v->step_before = v->step;
  if (isfinite(p) && fabs(p) < fabs(0.5 * divisor * before) && p > divisor * (v->low - x) && p < divisor * (v->high - x)) {
    v->step = p / divisor;
    double t = x + v->step;
    if (t - v->low < 2 * tolerance || v->high - t < 2 * tolerance) v->step = copysign(tolerance, middle - x);
  } else {
    v->step_before = x < middle ? v->high - x : v->low - x;
    v->step = 0.3819660112501051 * v->step_before;
  }
  return x + (fabs(v->step) >= tolerance ? v->step : copysign(tolerance, v->step));
}

static void take_point(Valley *v, Point p) {
  if (p.v <= v->best.v) {
    *(p.t < v->best.t ? &v->high : &v->low) = v->best.t;
    v->third = v->second;
    v->second = v->best;
    v->best = p;
    return;
  }
  *(p.t < v->best.t ? &v->low : &v->high) = p.t;
  if (p.v <= v->second.v || v->second.t == v->best.t) {
    v->third = v->second;
    v->second = p;
  } else if (p.v <= v->third.v || v->third.t == v->best.t || v->third.t == v->second.t) {
    v->third = p;
  }
}

// The best of three points in the order of t, and where the minimum is then.
static Valley make_valley(Point a, Point p, Point b) {
  Valley v = {.low = a.t, .high = b.t, .best = p, .second = a.v < b.v ? a : b, .third = a.v < b.v ? b : a};
  if (v.second.v < p.v) {
    v.best = v.second;
    v.second = v.third.v < p.v ? v.third : p;
    v.third = v.second.t == p.t ? v.third : p;
    if (v.best.t < p.t) {
      v.high = p.t;
    } else {
      v.low = p.t;
    }
  }
  v.step = v.step_before = 0.5 * (b.t - a.t);
  return v;
}

// Follows function k down between a and b from t = start; stops at the first value below zero, or when the values around the
// lowest one are so much alike that none can be. *found: *low is below zero.
static PawlStatus find_negative(const Location *s, int32_t k, Point a, Point b, double start, Point *low, bool *found) {
  const double tolerance = fmax(MINIMISER_WIDTH * (b.t - a.t), s->precision);
  Point p = {.t = start};
  PawlStatus status = evaluate_one(s, k, &p);
  Valley v = make_valley(a, p, b);
  for (int32_t steps = 0; status == PAWL_OK && v.best.v >= 0 && steps < MINIMISER_STEPS; ++steps) {
    if (fabs(v.best.t - 0.5 * (v.low + v.high)) <= 2 * tolerance - 0.5 * (v.high - v.low)) break;
    if (steps >= 4 && v.best.v > 4 * (v.third.v - v.best.v)) break;
    p.t = next_point(&v, tolerance);
    status = evaluate_one(s, k, &p);
    take_point(&v, p);
  }
  *found = v.best.v < 0;
  *low = v.best;
  return status;
}

// Slope of function k at sample i in units of a part, and how far it may be off: from five samples, compared with three.
static double slope(const Location *s, int32_t k, int32_t i, double *error) {
  static const double FIVE[5][5] = {
      {-25, 48, -36, 16, -3}, {-3, -10, 18, -6, 1}, {1, -8, 0, 8, -1}, {-1, 6, -18, 10, 3}, {3, -16, 36, -48, 25}};
  const int32_t n = s->switching->n, first = i < 2 ? 0 : (i > PARTS - 2 ? PARTS - 4 : i - 2);
  const double *g = s->locator->samples + k;
  double five = 0, three;
  for (int32_t j = 0; j < 5; ++j) five += FIVE[i - first][j] * g[(first + j) * n] / 12;
  if (i == 0) {
    three = -1.5 * g[0] + 2 * g[n] - 0.5 * g[2 * n];
  } else if (i == PARTS) {
    three = 1.5 * g[i * n] - 2 * g[(i - 1) * n] + 0.5 * g[(i - 2) * n];
  } else {
    three = 0.5 * (g[(i + 1) * n] - g[(i - 1) * n]);
  }
  *error = fabs(five - three);
  return five;
}

// Where in 0..1 the cubic with these values and slopes at 0 and 1 is lowest; the middle if that is not inside.
static double cubic_minimum(double left, double right, double down, double up) {
  double c = 3 * (right - left) - 2 * down - up, d = 2 * (left - right) + down + up, root = sqrt(c * c - 3 * d * down);
  double x = -down / (c + root);  // root of down + 2 c x + 3 d x^2 with a rising slope
  return x > 0 && x < 1 ? x : 0.5;
}

// Whether function k, not negative at the ends of part i, may be so inside: a convex function lies above its tangents at the
// ends. *where: fraction of the part at which it is probably lowest.
static bool may_dip(const Location *s, int32_t k, int32_t i, double left, double right, double *where) {
  double error_left, error_right;
  double down = slope(s, k, i, &error_left), up = slope(s, k, i + 1, &error_right);
  *where = 0.5;
  if (!isfinite(left) || !isfinite(right)) return false;
  if (!isfinite(down) || !isfinite(up)) return true;
  *where = cubic_minimum(left, right, down, up);
  down -= error_left;
  up += error_right;
  if (down >= 0 || up <= 0) return false;
  double x = (right - up - left) / (down - up);
  if (!(x > 0 && x < 1)) return fmin(left, right) <= 0.5 * fmax(-down, up);
  return left + down * x <= 0;
}

// A function about zero at first that rose above its noise before it fell below it again, all inside one part: its root is where
// it crosses zero, not where it leaves the noise.
static PawlStatus narrow_rise(const Location *s, int32_t k, Point a, Point *b) {
  enum { LOOKS = 4 };
  const double noise = noise_of(s, k), t_end = b->t;
  if (s->locator->mode[k] != FRESH) return PAWL_OK;
  for (int32_t i = LOOKS - 1; i > 0; --i) {
    Point p = {.t = a.t + (t_end - a.t) * i / LOOKS};
    PawlStatus status = evaluate_one(s, k, &p);
    if (status != PAWL_OK) return status;
    if (!(p.v > 2 * noise) || !(p.t > a.t && p.t < t_end)) continue;
    s->locator->mode[k] = ARMED;
    p.v -= noise;
    b->v -= noise;
    return narrow(s, k, p, b);
  }
  return PAWL_OK;
}

// Lowest and highest sample of function k, every `step`-th.
static void range(const Location *s, int32_t k, int32_t step, double *low, double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  for (int32_t i = 0; i < SAMPLES; i += step) {
    *low = fmin(*low, s->locator->samples[i * s->switching->n + k]);
    *high = fmax(*high, s->locator->samples[i * s->switching->n + k]);
  }
}

// First root of function k in part i between a and b, if there is one: b moves to its far side. The part ends at t_end; b is
// there or at an earlier root of another function.
static PawlStatus locate_in_part(const Location *s, int32_t k, int32_t i, double t_end, Point a, Point *b, bool *found) {
  *found = b->v < 0;
  if (!*found && (s->ends_only || !s->locator->near[k])) return PAWL_OK;
  if (!*found) {
    double right = s->locator->samples[(i + 1) * s->switching->n + k] + threshold(s, k), where;
    if (!(right >= 0) || !may_dip(s, k, i, a.v, right, &where)) return PAWL_OK;
    double start = a.t + where * (t_end - a.t);
    if (!(start > a.t && start < b->t)) return PAWL_OK;
    Point low;
    PawlStatus status = find_negative(s, k, a, *b, start, &low, found);
    if (status != PAWL_OK || !*found) return status;
    *b = low;
  }
  PawlStatus status = narrow(s, k, a, b);
  return status == PAWL_OK ? narrow_rise(s, k, a, b) : status;
}

// Earliest root over all functions in the part that begins with sample i, from t to t_end. *first: the function, -1 if there is
// none; g_best is filled.
static PawlStatus locate_functions(const Location *s, int32_t i, double t, double t_end, double *t_root, int32_t *first) {
  PwLocator *l = s->locator;
  const int32_t n = s->switching->n;
  const double *g = l->samples + i * n;
  *first = -1;
  *t_root = t_end;
  memcpy(l->g_best, g + s->stride * n, (size_t)n * sizeof *g);
  for (int32_t k = 0; k < n; ++k) {
    if (l->mode[k] == PASSIVE) continue;
    Point a = {t, g[k] + threshold(s, k)}, b = {*t_root, l->g_best[k] + threshold(s, k)};
    bool found;
    PawlStatus status = locate_in_part(s, k, i, t_end, a, &b, &found);
    if (status != PAWL_OK) return status;
    if (!found) continue;
    *first = k;
    *t_root = b.t;
    if ((status = evaluate(s, b.t, l->g_best)) != PAWL_OK) return status;
  }
  return PAWL_OK;
}

// Goes a little behind the root, so that functions whose roots differ by rounding are found together.
static PawlStatus collect(const Location *s, int32_t first, double t_to, double *t_root, int32_t *which, int32_t *count) {
  PwLocator *l = s->locator;
  double t = fmin(*t_root + s->precision, t_to);
  PawlStatus status = evaluate(s, t, l->g);
  if (status != PAWL_OK) return status;
  const double *g = l->g_best;
  if (l->g[first] + threshold(s, first) < 0) {
    g = l->g;
    *t_root = t;
  }
  *count = 0;
  for (int32_t k = 0; k < s->switching->n; ++k) {
    bool negative = l->mode[k] != PASSIVE && g[k] + threshold(s, k) < 0;
    if (negative || k == first) which[(*count)++] = k;  // evaluated again, `first` may be off by its noise
  }
  return PAWL_OK;
}

// Whether function k may be zero somewhere, judged by every second sample: one that is farther from zero than it varies, and than
// it bends, is not. Most functions of most steps are such, and of the others' steps, too.
static bool is_near(const Location *s, int32_t k) {
  const int32_t n = s->switching->n;
  double low, high, bend = 0;
  range(s, k, 2, &low, &high);
  for (int32_t i = 2; i < PARTS; i += 2) {
    const double *g = s->locator->samples + i * n + k;
    bend = fmax(bend, fabs(g[-2 * n] - 2 * g[0] + g[2 * n]));
  }
  double far = fmax(NEAR * (high - low), BENT * bend);
  return low != INFINITY && !(low > far || high < -far - noise_of(s, k));
}

// Does function k only fall, from one of the samples taken to the next, until it is negative?
static bool falls(const Location *s, int32_t k) {
  const int32_t n = s->switching->n;
  const double *g = s->locator->samples + k;
  for (int32_t i = 2; i < SAMPLES && g[(i - 2) * n] >= 0; i += 2) {
    if (!(g[i * n] < g[(i - 2) * n])) return false;
  }
  return true;
}

// Which functions may be zero: none; only such as have slack and fall, so that the samples taken tell enough; others.
typedef enum { NONE_NEAR, FALLING_NEAR, SOME_NEAR } Nearness;
static Nearness nearness_of(const Location *s) {
  Nearness all = NONE_NEAR;
  for (int32_t k = 0; k < s->switching->n; ++k) {
    s->locator->near[k] = is_near(s, k);
    if (!s->locator->near[k] || all == SOME_NEAR) continue;
    all = slack_of(s, k) > 0 && falls(s, k) ? FALLING_NEAR : SOME_NEAR;
  }
  return all;
}

// Every second sample, the last one first: what belongs to the step's end is still at hand there.
static PawlStatus take_samples(const Location *s, const double *t, int32_t last) {
  for (int32_t i = last; i >= 0; i -= 2) {
    PawlStatus status = evaluate(s, t[i], s->locator->samples + i * s->switching->n);
    if (status != PAWL_OK) return status;
  }
  return PAWL_OK;
}

static void set_modes(const Location *s) {
  for (int32_t k = 0; k < s->switching->n; ++k) {
    double g = s->locator->samples[k], noise = noise_of(s, k);
    s->locator->mode[k] = g > noise ? ARMED : (g >= -noise ? FRESH : PASSIVE);
  }
}

static void update_modes(const Location *s, int32_t sample) {
  for (int32_t k = 0; k < s->switching->n; ++k) {
    if (s->locator->samples[sample * s->switching->n + k] > noise_of(s, k)) s->locator->mode[k] = ARMED;
  }
}

static PawlStatus locate(PwLocator *locator, PwIntegrator *it, const PwSwitching *switching, const double *noise, bool goes_on,
                         double t_from, double t_to, double *t_root, int32_t *which, int32_t *count) {
  *count = 0;
  if (switching->n > locator->n_max) return PAWL_ERR_ARGUMENT;
  if (switching->n <= 0 || !(t_to > t_from)) return PAWL_OK;
  Location s = {.locator = locator, .it = it, .switching = switching, .noise = noise, .stride = 1};
  s.precision = PRECISION * DBL_EPSILON * fmax(fabs(t_from), fabs(t_to));
  double t[SAMPLES];
  for (int32_t i = 0; i < SAMPLES; ++i) t[i] = i < PARTS ? t_from + (t_to - t_from) * i / PARTS : t_to;
  PawlStatus status = take_samples(&s, t, PARTS);
  if (status == PAWL_OK && !goes_on) set_modes(&s);
  if (status == PAWL_OK && goes_on) update_modes(&s, 0);
  if (status != PAWL_OK) return status;
  Nearness nearness = nearness_of(&s);
  if (nearness == NONE_NEAR) {
    update_modes(&s, PARTS);
    return PAWL_OK;
  }
  s.ends_only = nearness == FALLING_NEAR;
  s.stride = s.ends_only ? 2 : 1;
  if (!s.ends_only) status = take_samples(&s, t, PARTS - 1);
  for (int32_t i = 0; i < PARTS && status == PAWL_OK; i += s.stride) {
    int32_t first;
    status = locate_functions(&s, i, t[i], t[i + s.stride], t_root, &first);
    if (status != PAWL_OK) return status;
    if (first >= 0) return collect(&s, first, t[PARTS], t_root, which, count);
    update_modes(&s, i + s.stride);
  }
  return status;
}

PawlStatus pw_locate(PwLocator *locator, PwIntegrator *it, const PwSwitching *switching, const double *noise, double t_from,
                     double t_to, double *t_root, int32_t *which, int32_t *count) {
  return locate(locator, it, switching, noise, false, t_from, t_to, t_root, which, count);
}

PawlStatus pw_locate_on(PwLocator *locator, PwIntegrator *it, const PwSwitching *switching, const double *noise, double t_from,
                        double t_to, double *t_root, int32_t *which, int32_t *count) {
  return locate(locator, it, switching, noise, true, t_from, t_to, t_root, which, count);
}

PawlStatus pw_locate_again(PwLocator *locator, PwIntegrator *it, const PwSwitching *switching, const double *noise, double t_from,
                           double t_to, double *t_root, int32_t *which, int32_t *count) {
  const int32_t n = switching->n;
  Location s = {.locator = locator, .it = it, .switching = switching, .noise = noise, .ends_only = true, .stride = 1};
  s.precision = PRECISION * DBL_EPSILON * fmax(fabs(t_from), fabs(t_to));
  *count = 0;
  PawlStatus status = evaluate(&s, t_to, locator->samples + n);
  if (status == PAWL_OK) status = evaluate(&s, t_from, locator->samples);
  if (status != PAWL_OK) return status;
  for (int32_t k = 0; k < n; ++k) {
    bool strict = locator->mode[k] != PASSIVE && slack_of(&s, k) == 0;
    if (strict && locator->samples[k] + threshold(&s, k) < 0) return PAWL_OK;
  }
  int32_t first;
  double root;
  status = locate_functions(&s, 0, t_from, t_to, &root, &first);
  if (status != PAWL_OK || first < 0) return status;
  *t_root = root;
  return collect(&s, first, t_to, t_root, which, count);
}
