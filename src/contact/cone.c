// The cone problem: sweeps over the touches from the forces at the start, each touch by itself (its normal force, then every grip
// projected onto its disc), and from time to time Newton on the equations of the modes found (cone_newton.c), which goes through
// when the modes are right; where it does not, modes are changed one by one (cone_pivot.c). Sweeps alone may be slow where
// touches share what they hold; Newton alone may go round in circles far from the answer. Where a few sweeps do not lead there,
// Lemke's method on pyramids does (cone_lemke.c), and further sweeps are for what even that leaves.
//
// Where sliding may jam, sweeps would find one answer or none and not know: then all modes are tried (cone_modes.c).
#include "contact/cone.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/cone_work.h"

static const double ZERO = 1e-12;        // of the scale
static const double NOISE = 1e-13;       // of the terms that u is the sum of
static const double LOOSE = 100;         // times both: where rows depend on each other and rounding of b contradicts that
static const double NO_INERTIA = 1e-15;  // of the largest diagonal: a row counts as zero
static const int32_t FIRST_SWEEPS = 3, MOST_SWEEPS = 1000, LAST_SWEEPS = 6000, LEMKES = 6;

static void place(PwCone *c, size_t n, size_t m) {
  double **vector[] = {&c->given, &c->step, &c->l,    &c->u,         &c->size, &c->sign,   &c->rhs,
                       &c->x,     &c->work, &c->kept, &c->row_scale, &c->best, &c->best_u, &c->guess};
  double *next = c->memory;
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++, next += n) *vector[i] = next;
  c->C = next;
  c->A = c->C + n * n;
  c->grip = (PwWorkGrip *)(c->A + n * n);
  c->first_grip = (int32_t *)(c->grip + m);
  c->unknown = c->first_grip + n;
  c->owner = c->unknown + n;
  c->pivot = c->owner + n;
  c->two_sided = (bool *)(c->pivot + n);
  c->closed = c->two_sided + n;
}

PawlStatus pw_cone_create(int32_t most_rows, int32_t most_grips, PwCone **out) {
  *out = NULL;
  if (most_rows < 0 || most_grips < 0) return PAWL_ERR_ARGUMENT;
  size_t n = (size_t)most_rows + 1, m = (size_t)most_grips + 1, doubles = 2 * n * n + 14 * n;
  PwCone *c = malloc(sizeof *c + doubles * sizeof(double) + m * sizeof(PwWorkGrip) + 4 * n * sizeof(int32_t) + 2 * n);
  if (!c) return PAWL_ERR_MEMORY;
  *c = (PwCone){.most = most_rows, .most_grips = most_grips};
  PawlStatus status = pw_lcp_create(most_rows, &c->lcp);
  if (status == PAWL_OK) status = pw_cone_islands_create(most_rows, most_grips, &c->islands);
  if (status == PAWL_OK) status = pw_cone_lemke_create(most_rows, &c->lemke);
  if (status != PAWL_OK) {
    pw_cone_free(c);
    return status;
  }
  place(c, n, m);
  *out = c;
  return PAWL_OK;
}

void pw_cone_free(PwCone *cone) {
  if (!cone) return;
  pw_cone_lemke_free(cone->lemke);
  pw_cone_islands_free(cone->islands);
  pw_lcp_free(cone->lcp);
  free(cone);
}

// ---- the problem ----

static double inertia(const PwCone *c, int32_t i, int32_t j) {
  return c->W[(size_t)i * (size_t)c->rows + (size_t)j];
}

static bool is_grip_right(const PwConeProblem *p, int32_t k) {
  const PwConeGrip *a = &p->grip[k];
  if (a->touch < 0 || a->touch >= p->blocks.count || (k > 0 && a->touch < a[-1].touch)) return false;
  if (a->rows < 1 || a->rows > PW_CONE_GRIP_ROWS || !(a->coefficient >= 0)) return false;
  if (a->slides && isinf(a->coefficient)) return false;
  for (int32_t i = 0; a->slides && i < a->rows; i++) {
    if (!isfinite(a->along[i])) return false;
  }
  return a->first > p->blocks.first[a->touch] && a->first + a->rows <= p->blocks.first[a->touch + 1];
}

bool pw_cone_is_right(const PwCone *c, const PwConeProblem *p) {
  if (p->blocks.count < 0 || p->blocks.first[p->blocks.count] > c->most || p->grips < 0 || p->grips > c->most_grips) return false;
  int32_t rows = p->blocks.first[p->blocks.count];
  for (int32_t i = 0; i < rows; i++) {
    if (!isfinite(p->b[i]) || (p->start && !isfinite(p->start[i]))) return false;
    for (int32_t j = 0; j < rows; j++) {
      if (!isfinite(p->W[(size_t)i * (size_t)rows + (size_t)j])) return false;
    }
  }
  for (int32_t i = 0; i < p->blocks.count; i++) {
    if (p->given && !(p->given[i] >= 0 && isfinite(p->given[i]))) return false;
  }
  for (int32_t k = 0; k < p->grips; k++) {
    if (!is_grip_right(p, k)) return false;
  }
  return true;
}

// A step from u to f with which a projection comes nearer: one over (a bound of) the largest eigenvalue of the grip's inertia; 0
// without inertia.
static double find_step(const PwCone *c, int32_t first, int32_t rows) {
  double a = inertia(c, first, first);
  if (rows == 2) {
    double d = inertia(c, first + 1, first + 1), e = inertia(c, first, first + 1);
    a = 0.5 * (a + d) + sqrt(0.25 * (a - d) * (a - d) + e * e);
  } else {
    for (int32_t i = 1; i < rows; i++) a += inertia(c, first + i, first + i);
  }
  return a > c->zero ? 1 / a : 0;
}

// Nothing can change the rate of a grip without inertia: it slides if it does by itself.
static void find_way_by_itself(const PwCone *c, PwWorkGrip *w) {
  double sum = 0;
  for (int32_t i = 0; i < w->rows; i++) sum += c->b[w->first + i] * c->b[w->first + i];
  if (!(sqrt(sum) > ZERO * c->scale)) return;
  for (int32_t i = 0; i < w->rows; i++) w->way[i] = -c->b[w->first + i] / sqrt(sum);
}

static void take_grip(const PwCone *c, const PwConeGrip *a, PwWorkGrip *w) {
  *w = (PwWorkGrip){.touch = a->touch, .first = a->first, .rows = a->rows, .coefficient = a->coefficient};
  w->step = find_step(c, a->first, a->rows);
  for (int32_t i = 0; a->slides && i < a->rows; i++) w->way[i] = -a->along[i];
  if (isinf(a->coefficient)) {
    w->kind = PW_PART_ROLLS;
    w->coefficient = 0;
  } else if (a->slides || a->coefficient == 0 || w->step == 0) {
    w->kind = PW_PART_KNOWN;
    if (!a->slides) find_way_by_itself(c, w);
  }
}

static void take_problem(PwCone *c, const PwConeProblem *p) {
  c->n = p->blocks.count;
  c->rows = p->blocks.first[c->n];
  c->grips = p->grips;
  c->W = p->W;
  c->b = p->b;
  c->first = p->blocks.first;
  c->scale = p->scale;
  c->allowed = 1;
  double largest = 0;
  for (int32_t i = 0; i < c->rows; i++) largest = fmax(largest, inertia(c, i, i));
  c->zero = NO_INERTIA * largest;
  for (int32_t i = 0; i < c->rows; i++) {
    double own = inertia(c, i, i) > c->zero ? inertia(c, i, i) : largest;
    c->row_scale[i] = own > 0 ? 1 / sqrt(own) : 1;
    c->l[i] = p->start ? p->start[i] : 0;
  }
  for (int32_t k = 0; k < c->grips; k++) take_grip(c, &p->grip[k], &c->grip[k]);
  for (int32_t i = 0, k = 0; i <= c->n; i++) {
    while (k < c->grips && c->grip[k].touch < i) k++;
    c->first_grip[i] = k;
  }
  for (int32_t i = 0; i < c->n; i++) {
    double *N = &c->l[c->first[i]];
    c->given[i] = p->given ? p->given[i] : 0;
    c->two_sided[i] = p->two_sided && p->two_sided[i];
    c->step[i] = find_step(c, c->first[i], 1);
    if (!c->two_sided[i] || c->step[i] == 0) *N = c->step[i] == 0 ? c->given[i] : fmax(*N, c->given[i]);
  }
}

// ---- the point ----

void pw_cone_evaluate(PwCone *c) {
  for (int32_t i = 0; i < c->rows; i++) {
    const double *W = c->W + (size_t)i * (size_t)c->rows;
    double sum = c->b[i], size = fabs(c->b[i]);
    for (int32_t j = 0; j < c->rows; j++) {
      double term = W[j] * c->l[j];
      sum += term;
      size += fabs(term);
    }
    c->u[i] = sum;
    c->size[i] = size;
  }
}

double pw_cone_tolerance(const PwCone *c, int32_t row) {
  return ZERO * c->scale + NOISE * c->size[row];
}

// What u_n, or the force where it is less, is off by.
static double normal_error(const PwCone *c, int32_t i) {
  int32_t row = c->first[i];
  double u = c->u[row];
  if (c->two_sided[i]) {  // its grips were reckoned with the sign
    bool other = c->first_grip[i] < c->first_grip[i + 1] && c->sign[i] * c->l[row] < 0;
    return other && c->step[i] > 0 ? fmax(fabs(u), fabs(c->l[row]) / c->step[i]) : fabs(u);
  }
  if (c->step[i] == 0) return fmax(-u, 0);
  return fabs(fmin(u, (c->l[row] - c->given[i]) / c->step[i]));
}

static double length(const double *v, int32_t n) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += v[i] * v[i];
  return sqrt(sum);
}

// The distance of a grip's force from where its rate projects it to, as a rate.
static double grip_error(const PwCone *c, const PwWorkGrip *w) {
  double t[PW_CONE_GRIP_ROWS], sum = 0, limit = w->coefficient * pw_cone_load(c, w->touch);
  const double *f = c->l + w->first, *u = c->u + w->first;
  bool sticks = w->kind == PW_PART_ROLLS && w->state == PW_PART_STICKS;
  if (w->step == 0) return sticks ? length(u, w->rows) : 0;
  for (int32_t i = 0; i < w->rows; i++) {
    t[i] = f[i] - w->step * u[i];
    sum += t[i] * t[i];
  }
  double share = sticks || sum <= limit * limit ? 1 : limit / sqrt(sum);
  for (int32_t i = 0; i < w->rows; i++) t[i] = (f[i] - share * t[i]) / w->step;
  return length(t, w->rows);
}

double pw_cone_normal_violation(const PwCone *c, int32_t touch) {
  return normal_error(c, touch) / pw_cone_tolerance(c, c->first[touch]);
}

double pw_cone_grip_violation(const PwCone *c, int32_t k) {
  const PwWorkGrip *w = &c->grip[k];
  double allowed = 0;
  if (w->kind == PW_PART_KNOWN) return 0;
  for (int32_t i = 0; i < w->rows; i++) allowed = fmax(allowed, pw_cone_tolerance(c, w->first + i));
  return grip_error(c, w) / allowed;
}

double pw_cone_violation(const PwCone *c) {
  double most = 0;
  for (int32_t i = 0; i < c->n; i++) {
    double error = pw_cone_normal_violation(c, i);
    if (!(error <= most)) most = error;
  }
  for (int32_t k = 0; k < c->grips; k++) {
    double error = pw_cone_grip_violation(c, k);
    if (!(error <= most)) most = error;
  }
  return most;
}

// ---- sweeps ----

static double rate(const PwCone *c, int32_t row) {
  const double *W = c->W + (size_t)row * (size_t)c->rows;
  double sum = c->b[row];
  for (int32_t j = 0; j < c->rows; j++) sum += W[j] * c->l[j];
  return sum;
}

// A touch's normal force changes, and with it those of its grips that slide.
static void sweep_normal(PwCone *c, int32_t i) {
  int32_t row = c->first[i];
  double own = inertia(c, row, row), *N = &c->l[row], sign = c->two_sided[i] && *N < 0 ? -1 : 1;
  if (c->step[i] == 0) return;
  for (int32_t k = c->first_grip[i]; k < c->first_grip[i + 1]; k++) {
    const PwWorkGrip *w = &c->grip[k];
    if (w->kind != PW_PART_KNOWN) continue;
    for (int32_t a = 0; a < w->rows; a++) own += sign * w->coefficient * w->way[a] * inertia(c, row, w->first + a);
  }
  *N -= rate(c, row) / (own > c->zero ? own : inertia(c, row, row));
  if (!c->two_sided[i]) *N = fmax(*N, c->given[i]);
}

static void sweep_grip(PwCone *c, PwWorkGrip *w) {
  double *f = c->l + w->first, load = pw_cone_load(c, w->touch), limit = w->coefficient * load, sum = 0, t[PW_CONE_GRIP_ROWS];
  if (w->kind == PW_PART_KNOWN) {
    for (int32_t a = 0; a < w->rows; a++) f[a] = limit * w->way[a];
    return;
  }
  for (int32_t a = 0; a < w->rows; a++) {
    t[a] = f[a] - w->step * rate(c, w->first + a);
    sum += t[a] * t[a];
  }
  double share = sum <= limit * limit ? 1 : limit / sqrt(sum);
  if (w->kind == PW_PART_ROLLS) {
    share = load > 0;
    w->state = load > 0 ? PW_PART_STICKS : PW_PART_BOUND;
  }
  for (int32_t a = 0; a < w->rows; a++) f[a] = share * t[a];
}

static void sweep(PwCone *c) {
  for (int32_t i = 0; i < c->n; i++) {
    sweep_normal(c, i);
    for (int32_t k = c->first_grip[i]; k < c->first_grip[i + 1]; k++) sweep_grip(c, &c->grip[k]);
  }
}

static void copy(const PwCone *c, double *to, const double *from) {
  memcpy(to, from, sizeof(double) * (size_t)c->rows);
}

// Newton from the point; where it does not go through, the point is as before.
static bool try_newton(PwCone *c) {
  copy(c, c->kept, c->l);
  if (pw_cone_newton(c)) return true;
  copy(c, c->l, c->kept);
  if (pw_cone_pivot(c)) return true;
  copy(c, c->l, c->kept);
  return false;
}

// Newton after more and more sweeps: of `most`, which counts those done before.
static bool settle(PwCone *c, int32_t most, PwConeReport *report) {
  int32_t next = FIRST_SWEEPS;
  while (next <= report->sweeps) next *= 2;
  for (; report->sweeps < most; next *= 2) {
    for (; report->sweeps < next && report->sweeps < most; report->sweeps++) sweep(c);
    if (try_newton(c)) return true;
  }
  return false;
}

// Newton from where Lemke's method ends; in space its pyramids turn with the slips that it finds.
static bool try_lemke(PwCone *c) {
  copy(c, c->guess, c->l);
  for (int32_t attempt = 0; attempt < LEMKES; attempt++) {
    if (!pw_cone_lemke(c, attempt)) continue;
    copy(c, c->kept, c->l);
    if (pw_cone_pivot(c)) return true;
    copy(c, c->l, c->kept);
    if (pw_cone_newton(c)) return true;
    copy(c, c->l, c->kept);
  }
  copy(c, c->l, c->guess);
  return false;
}

// Is there an answer without friction? If not, there is none with it: normal forces that hold each other, and so do nothing, do
// so beside friction, too, and they do work on b that nothing can take back.
static bool has_frictionless(PwCone *c) {
  for (int32_t i = 0; i < c->rows; i++) {
    c->guess[i] = c->b[i];
    for (int32_t k = 0; k < c->n; k++) c->guess[i] += inertia(c, i, c->first[k]) * c->given[k];
  }
  PwBlocks blocks = {c->n, c->first};
  return pw_lcp_solve(c->lcp, &blocks, c->W, c->guess, c->two_sided, c->scale, c->x, c->rhs) == PAWL_OK;
}

// In one row all combinations of modes are certain; with directions to be found they are not, and sweeps that take long to get
// near the answer may still be on their way.
static bool find(PwCone *c, bool started, PwConeReport *report) {
  bool jams = pw_cone_may_jam(c);
  if (jams && c->n <= PW_CONE_TRIED_TOUCHES) return pw_cone_try_all(c, true, report);
  if ((started && try_newton(c)) || settle(c, FIRST_SWEEPS, report)) return true;
  if (!has_frictionless(c)) return false;
  if (try_lemke(c)) return true;
  if (settle(c, MOST_SWEEPS, report)) return true;
  c->allowed = LOOSE;
  if (try_newton(c) || pw_cone_try_all(c, false, report)) return true;
  return (pw_cone_has_ways(c) || c->n > PW_CONE_TRIED_TOUCHES) && settle(c, LAST_SWEEPS, report);
}

// ---- the answer ----

// Forces that are none within what is allowed become none, so that a touch without load is open.
static void clear_small(PwCone *c) {
  for (int32_t i = 0; i < c->n; i++) {
    int32_t row = c->first[i];
    if (c->two_sided[i]) continue;
    c->l[row] = fmax(c->l[row], c->given[i]);
    bool small = c->given[i] == 0 && c->l[row] <= c->step[i] * pw_cone_tolerance(c, row);
    for (int32_t k = c->first_grip[i]; k < c->first_grip[i + 1]; k++) {
      const PwWorkGrip *w = &c->grip[k];
      for (int32_t a = 0; a < w->rows && small && w->kind != PW_PART_KNOWN; a++) {
        small = fabs(c->l[w->first + a]) <= w->step * pw_cone_tolerance(c, w->first + a);
      }
    }
    for (int32_t r = row; r < c->first[i + 1] && small; r++) c->l[r] = 0;
  }
}

static PwConeMode tell_mode(const PwCone *c, const PwConeGrip *a, double *after) {
  double sum = 0, allowed = 0;
  if (!(pw_cone_load(c, a->touch) > 0)) return PW_CONE_OPEN;
  if (a->slides) return PW_CONE_SLIDES;
  for (int32_t i = a->first; i < a->first + a->rows; i++) {
    sum += c->u[i] * c->u[i];
    allowed = fmax(allowed, pw_cone_tolerance(c, i));
  }
  if (sqrt(sum) > allowed && !isinf(a->coefficient)) return PW_CONE_SLIDES;
  for (int32_t i = a->first; i < a->first + a->rows; i++) after[i] = 0;
  return PW_CONE_STICKS;
}

static void tell(PwCone *c, const PwConeProblem *p, double *lambda, double *after, PwConeMode *mode, bool *closed,
                 PwConeReport *report) {
  clear_small(c);
  pw_cone_evaluate(c);
  for (int32_t i = 0; i < c->n; i++) report->residual = fmax(report->residual, normal_error(c, i));
  for (int32_t k = 0; k < c->grips; k++) {
    if (c->grip[k].kind != PW_PART_KNOWN) report->residual = fmax(report->residual, grip_error(c, &c->grip[k]));
  }
  copy(c, lambda, c->l);
  copy(c, after, c->u);
  for (int32_t k = 0; k < c->grips; k++) mode[k] = tell_mode(c, &p->grip[k], after);
  for (int32_t i = 0; i < c->n; i++) {
    int32_t row = c->first[i];
    closed[i] = c->two_sided[i] || c->l[row] > 0;
    after[row] = c->two_sided[i] || c->l[row] > c->given[i] ? 0 : fmax(c->u[row], 0);
  }
}

// Grips slide or roll.
static bool is_bound(const PwConeProblem *p) {
  for (int32_t k = 0; k < p->grips; k++) {
    if (p->grip[k].slides || isinf(p->grip[k].coefficient)) return true;
  }
  return false;
}

PawlStatus pw_cone_solve_island(PwCone *c, const PwConeProblem *p, double *lambda, double *after, PwConeMode *mode, bool *closed,
                                PwConeReport *report) {
  take_problem(c, p);
  if (!find(c, p->start, report)) {
    report->inconsistent = is_bound(p) && has_frictionless(c);
    return PAWL_ERR_SINGULAR;
  }
  pw_cone_share(c);
  tell(c, p, lambda, after, mode, closed, report);
  return PAWL_OK;
}
