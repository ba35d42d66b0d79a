// Impact of touches: laws of Newton and Poisson over all touches at once, or one touch after the other; energy and second solves.
#include "contact/impact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/impact_rows.h"
#include "contact/islands.h"

static const int32_t MOST_SOLVES = 1000, LAST_SOLVES = 3;
static const double SMALL =
    1e-2;  // of the fastest speed: no solve is measured by less, as its speeds carry the others' round-off
// Of the fastest speed, of gaps or bodies: slower approach is none. Of the energy moved: less gain is none.
static const double NOISE = 1e-12;

struct PwImpact {
  int32_t most;
  PwLcp *lcp;
  PwImpactRows rows;  // with friction: W, impulses and speeds of all rows of those that take part
  int32_t *index;     // [most] the touches that take part
  int32_t *each;      // [most + 1] of blocks of one row, which they are by themselves
  int32_t *island;    // [most] of all touches, and the one that is solved for
  int32_t at;
  bool *two_sided;            // [most] of those
  double *W;                  // [most x most] of those
  double *v, *e, *b, *z, *w;  // [most] of those: speeds before, coefficients, a problem and its solution
  double *P, *after;          // [most] of those
  double *left;               // [most] approach that the last solve took for round-off, by touches of the problem
  double memory[];
};

// One solve.
typedef struct {
  int32_t n;
  PawlImpactLaw law;
  double speed;   // the size of speeds, for tolerances
  double energy;  // change
  double moved;   // sum of the sizes of its terms, on top of `before`, the same of the earlier solves
  double before;
  bool rubs;  // with friction
} Round;

PawlStatus pw_impact_create(int32_t most, PwImpact **out) {
  *out = NULL;
  if (most < 0) return PAWL_ERR_ARGUMENT;
  size_t n = most > 0 ? (size_t)most : 1, doubles = n * n + 8 * n;
  PwImpact *s = malloc(sizeof *s + doubles * sizeof(double) + (3 * n + 1) * sizeof(int32_t) + n * sizeof(bool));
  if (!s) return PAWL_ERR_MEMORY;
  PawlStatus status = pw_lcp_create(most, &s->lcp);
  if (status == PAWL_OK) {
    status = pw_impact_rows_create(most, &s->rows);
    if (status != PAWL_OK) pw_lcp_free(s->lcp);
  }
  if (status != PAWL_OK) {
    free(s);
    return status;
  }
  s->most = most;
  s->W = s->memory;
  double **vector[] = {&s->v, &s->e, &s->b, &s->z, &s->w, &s->P, &s->after, &s->left}, *next = s->memory + n * n;
  for (int i = 0; i < 8; i++, next += n) *vector[i] = next;
  s->index = (int32_t *)next;
  s->each = s->index + n;
  for (size_t i = 0; i <= n; i++) s->each[i] = (int32_t)i;
  s->island = s->each + n + 1;
  s->two_sided = (bool *)(s->island + n);
  *out = s;
  return PAWL_OK;
}

void pw_impact_free(PwImpact *impact) {
  if (!impact) return;
  pw_lcp_free(impact->lcp);
  pw_impact_rows_free(&impact->rows);
  free(impact);
}

// The normal row of a touch.
static int32_t normal(const PwImpactProblem *p, int32_t touch) {
  return p->blocks.first[touch];
}

static int32_t rows_of(const PwImpactProblem *p) {
  return p->blocks.first[p->blocks.count];
}

// ---- one solve: the touches that take part, by themselves ----

static void take(PwImpact *s, const PwImpactProblem *p, const double *v, int32_t count, double fastest, Round *r) {
  *r = (Round){.n = count, .law = p->law, .speed = fmax(SMALL * fastest, p->speed), .before = r->before, .rubs = p->grips > 0};
  for (int32_t i = 0; i < count; i++) {
    int32_t k = s->index[i];
    const double *W = p->W + (size_t)normal(p, k) * (size_t)rows_of(p);
    s->v[i] = v[normal(p, k)];
    r->speed = fmax(r->speed, fabs(s->v[i]));
    s->two_sided[i] = p->two_sided && p->two_sided[k];
    bool slow = s->v[i] >= -p->rest || (p->rebound && -s->v[i] * p->restitution[k] < p->rebound[k]);
    s->e[i] = s->two_sided[i] || slow ? 0 : p->restitution[k];
    for (int32_t j = 0; j < count; j++) s->W[(size_t)i * (size_t)count + (size_t)j] = W[normal(p, s->index[j])];
  }
  if (r->rubs) pw_impact_rows_take(&s->rows, p, s->index, count, v);
}

static PawlStatus solve_normals(PwImpact *s, const Round *r, const double *b, double *z, double *w) {
  return pw_lcp_solve(s->lcp, &(PwBlocks){r->n, s->each}, s->W, b, s->two_sided, r->speed, z, w);
}

// P and after by Newton's law with all coefficients times `factor`.
static PawlStatus apply_newton(PwImpact *s, const Round *r, double factor) {
  for (int32_t i = 0; i < r->n; i++) s->b[i] = (1 + factor * s->e[i]) * s->v[i];
  PawlStatus status = solve_normals(s, r, s->b, s->P, s->w);
  if (status != PAWL_OK) return status;
  for (int32_t i = 0; i < r->n; i++) s->after[i] = s->w[i] - factor * s->e[i] * s->v[i];
  return PAWL_OK;
}

// The same by Poisson's: compression, then the returned impulse and what more it takes that none approaches.
static PawlStatus apply_poisson(PwImpact *s, const Round *r, double factor) {
  PawlStatus status = solve_normals(s, r, s->v, s->P, s->w);
  if (status != PAWL_OK) return status;
  for (int32_t i = 0; i < r->n; i++) {
    s->b[i] = s->w[i];
    for (int32_t j = 0; j < r->n; j++) s->b[i] += s->W[(size_t)i * (size_t)r->n + (size_t)j] * factor * s->e[j] * s->P[j];
  }
  status = solve_normals(s, r, s->b, s->z, s->after);
  if (status != PAWL_OK) return status;
  for (int32_t i = 0; i < r->n; i++) s->P[i] += factor * s->e[i] * s->P[i] + s->z[i];
  return PAWL_OK;
}

static PawlStatus apply_rows(PwImpact *s, Round *r, double factor) {
  const PwImpactRows *rows = &s->rows;
  PawlStatus status = pw_impact_rows_apply(&s->rows, r->law, s->e, factor, s->two_sided, r->speed);
  r->energy = 0;
  r->moved = r->before;
  for (int32_t i = 0; status == PAWL_OK && i < rows->rows; i++) {
    r->energy += 0.5 * rows->P[i] * (rows->v[i] + rows->after[i]);
    r->moved += 0.5 * fabs(rows->P[i]) * (fabs(rows->v[i]) + fabs(rows->after[i]));
  }
  return status;
}

static PawlStatus apply(PwImpact *s, Round *r, double factor) {
  if (r->rubs) return apply_rows(s, r, factor);
  PawlStatus status = r->law == PAWL_IMPACT_NEWTON ? apply_newton(s, r, factor) : apply_poisson(s, r, factor);
  r->energy = 0;
  r->moved = r->before;
  for (int32_t i = 0; status == PAWL_OK && i < r->n; i++) {
    r->energy += 0.5 * s->P[i] * (s->v[i] + s->after[i]);
    r->moved += 0.5 * fabs(s->P[i]) * (fabs(s->v[i]) + fabs(s->after[i]));
  }
  return status;
}

// Lowers the coefficients together to where the energy stays the same. Without any restitution it is lost, and it is continuous
// in the factor, so there is such a value; false position, the end that stands still halved.
static PawlStatus lower(PwImpact *s, Round *r, double *factor) {
  double low = 0, high = 1, at_high = r->energy;
  PawlStatus status = apply(s, r, 0);
  double at_low = r->energy;
  for (int i = 0; i < 200 && status == PAWL_OK; i++) {
    double middle = at_low < at_high ? low - at_low * (high - low) / (at_high - at_low) : 0.5 * (low + high);
    *factor = middle;
    status = apply(s, r, middle);
    if (fabs(r->energy) <= NOISE * r->moved) return status;
    if (!(middle > low && middle < high)) break;
    if (r->energy > 0) {
      high = middle;
      at_high = r->energy;
      at_low *= 0.5;
    } else {
      low = middle;
      at_low = r->energy;
      at_high *= 0.5;
    }
  }
  *factor = low;
  return status == PAWL_OK ? apply(s, r, low) : status;
}

// The same with friction, where the energy may jump: halving, from a factor that keeps it to one that does not. A factor whose
// problem has no answer is one of these: Newton's law asks for speeds that rows which depend on each other cannot have. One below
// a few thousandths is none.
static PawlStatus halve(PwImpact *s, Round *r, double *factor) {
  double low = 0, high = 1;
  for (int i = 0; i < 40 && (low > 0 || i < 8); i++) {
    double middle = 0.5 * (low + high);
    PawlStatus status = apply(s, r, middle);
    if (status != PAWL_OK && status != PAWL_ERR_SINGULAR) return status;
    *(status == PAWL_OK && r->energy <= NOISE * r->moved ? &low : &high) = middle;
  }
  *factor = low;
  return apply(s, r, low);
}

// ---- all solves of one instant ----
//
// Islands have nothing to do with each other: each has its own solves, and its own factor.

static bool is_here(const PwImpact *s, int32_t touch) {
  return s->island[touch] == s->at;
}

// Those that approach or rest, or part no faster than a limit.
static int32_t pick_all(PwImpact *s, const PwImpactProblem *p, const double *v, double limit) {
  int32_t count = 0;
  for (int32_t i = 0; i < p->blocks.count; i++) {
    if (is_here(s, i) && ((p->two_sided && p->two_sided[i]) || v[normal(p, i)] <= limit)) s->index[count++] = i;
  }
  return count;
}

// The one that approaches fastest, with the two-sided ones, which act at all times. What is slower than the rest speed would go
// on forever in ever smaller impacts: it is solved at once.
static int32_t pick_one(PwImpact *s, const PwImpactProblem *p, const double *v, double limit) {
  int32_t count = 0, fastest = -1;
  for (int32_t i = 0; i < p->blocks.count; i++) {
    double speed = v[normal(p, i)];
    if (!is_here(s, i)) continue;
    if (p->two_sided && p->two_sided[i]) {
      s->index[count++] = i;
    } else if (speed < -limit && (fastest < 0 || speed < v[normal(p, fastest)])) {
      fastest = i;
    }
  }
  if (fastest < 0) return pick_all(s, p, v, limit);
  s->index[count++] = fastest;
  return count;
}

static bool is_over(const PwImpact *s, const PwImpactProblem *p, const double *v, double least) {
  for (int32_t i = 0; i < p->blocks.count; i++) {
    double speed = v[normal(p, i)];
    if (!is_here(s, i)) continue;
    if (speed < -fmax(least, s->left[i]) || (p->two_sided && p->two_sided[i] && speed > least)) return false;
  }
  return true;
}

// Adds the impulses of a solve. Speeds are made anew from all of them, so that round-off does not add up over many solves.
// Touches that hold bodies from two sides approach each other by as much as their normals are not quite opposite: what the solve
// left of that no other one can take away.
static void spread(PwImpact *s, const PwImpactProblem *p, int32_t count, const double *before, double *v, double *impulse) {
  int32_t rows = rows_of(p);
  for (int32_t j = 0; j < count && p->grips == 0; j++) impulse[normal(p, s->index[j])] += s->P[j];
  for (int32_t j = 0; j < s->rows.rows && p->grips > 0; j++) impulse[s->rows.row[j]] += s->rows.P[j];
  for (int32_t i = 0; i < rows; i++) {
    v[i] = before[i];
    for (int32_t j = 0; j < rows; j++) v[i] += p->W[(size_t)i * (size_t)rows + (size_t)j] * impulse[j];
  }
  for (int32_t i = 0; i < p->blocks.count; i++) s->left[i] = is_here(s, i) ? 0 : s->left[i];
  for (int32_t j = 0; j < count; j++) s->left[s->index[j]] = fmax(s->after[j] - v[normal(p, s->index[j])], 0);
}

// Fewer independent rows than rows with inertia.
static PawlStatus find_redundancy(PwImpact *s, const Round *r, bool *redundant) {
  int32_t rank, moving = 0, count = r->rubs ? s->rows.rows : r->n;
  double residual, largest = 0;
  const double *W = r->rubs ? s->rows.W : s->W, *v = r->rubs ? s->rows.v : s->v;
  PawlStatus status = pw_least_norm(s->lcp, count, W, v, s->z, &rank, &residual);
  for (int32_t i = 0; i < count; i++) largest = fmax(largest, W[(size_t)i * (size_t)(count + 1)]);
  for (int32_t i = 0; i < count; i++) moving += W[(size_t)i * (size_t)(count + 1)] > 1e-15 * largest;
  if (status == PAWL_OK && rank < moving) *redundant = true;
  return status;
}

// One solve without gain.
//
// Where every e <= 1 the laws themselves see to that. Poisson's: with K the cone of speeds at which none approaches, v+ is the
// projection on K of v_c + (returned impulse), so |v+| = k . that for a unit k in K, and since k . (impulse of any touch) >= 0,
// this is at most k . (v_c + all of the compression's impulse), whose length is that of v-. Newton's moves sum P v- (1 - e)/2: it
// gains, or contradicts itself, only by touches that part within the rest speed and are pushed back; then they stay out. What is
// left to lower are coefficients above 1, and a touch that shall rebound beside a two-sided one that shall stop at the same
// instant on the same bodies: then none rebounds.
static PawlStatus solve_once(PwImpact *s, const PwImpactProblem *p, const double *v, double fastest, Round *r, double *factor) {
  double least = NOISE * fmax(fastest, p->speed), limit = fmax(p->rest, least);
  *factor = 1;
  for (;;) {
    int32_t count = p->sequential ? pick_one(s, p, v, limit) : pick_all(s, p, v, limit);
    take(s, p, v, count, fastest, r);
    PawlStatus status = apply(s, r, 1);
    if (status == PAWL_OK && r->energy <= NOISE * r->moved) return PAWL_OK;
    if (limit == least) {
      *factor = 0;
      if (r->rubs) return halve(s, r, factor);
      return status == PAWL_OK ? lower(s, r, factor) : apply(s, r, 0);
    }
    limit = least;
  }
}

// A body jammed between others may rebound without end: a last solve takes in all touches, after which none approaches.
static PawlStatus solve_last(PwImpact *s, const PwImpactProblem *p, const double *v, double fastest, Round *r, double *factor) {
  take(s, p, v, pick_all(s, p, v, INFINITY), fastest, r);
  *factor = 0;
  return apply(s, r, 0);
}

// The island s->at; adds to after and impulse.
static PawlStatus solve_island(PwImpact *s, const PwImpactProblem *p, const double *before, double fastest, double *after,
                               double *impulse, PwImpactReport *report) {
  double least = NOISE * fmax(fastest, p->speed);
  Round r = {0};
  *report = (PwImpactReport){.factor = 1};
  // what the last solves leave is round-off of impulses that wedge bodies against each other
  while (!is_over(s, p, after, least) && report->solves < MOST_SOLVES + LAST_SOLVES) {
    double factor;
    PawlStatus status = (report->solves < MOST_SOLVES ? solve_once : solve_last)(s, p, after, fastest, &r, &factor);
    if (status == PAWL_OK) status = find_redundancy(s, &r, &report->redundant);
    if (status != PAWL_OK) return status;
    report->solves++;
    report->factor = fmin(report->factor, factor);
    report->energy += r.energy;
    r.before = r.moved;
    spread(s, p, r.n, before, after, impulse);
  }
  return PAWL_OK;
}

static PawlStatus solve_islands(PwImpact *s, const PwImpactProblem *p, const double *before, double fastest, double *after,
                                double *impulse, PwImpactReport *report) {
  pw_islands_find(&p->blocks, p->W, s->island);
  for (s->at = 0; s->at < p->blocks.count; s->at++) {
    PwImpactReport own;
    if (s->island[s->at] != s->at) continue;
    PawlStatus status = solve_island(s, p, before, fastest, after, impulse, &own);
    if (status != PAWL_OK) return status;
    report->solves = own.solves > report->solves ? own.solves : report->solves;
    report->factor = fmin(report->factor, own.factor);
    report->energy += own.energy;
    report->redundant = report->redundant || own.redundant;
  }
  return PAWL_OK;
}

// Speeds that are rounding become none.
static void clear_small(const PwImpact *s, const PwImpactProblem *p, double least, double *after) {
  for (int32_t i = 0; i < p->blocks.count; i++) {
    double *speed = &after[normal(p, i)];
    if (fabs(*speed) <= least || (*speed < 0 && -*speed <= s->left[i])) *speed = 0;
  }
  for (int32_t k = 0; k < p->grips; k++) {
    const PwConeGrip *grip = &p->grip[k];
    for (int32_t i = grip->first; i < grip->first + grip->rows; i++) after[i] = fabs(after[i]) <= least ? 0 : after[i];
  }
}

PawlStatus pw_impact_solve(PwImpact *impact, const PwImpactProblem *problem, const double *before, double *after, double *impulse,
                           PwImpactReport *report) {
  int32_t n = problem->blocks.count, rows = rows_of(problem);
  if (n < 0 || rows > impact->most || !pw_impact_rows_are_right(problem)) return PAWL_ERR_ARGUMENT;
  *report = (PwImpactReport){.factor = 1};
  double fastest = 0;
  for (int32_t i = 0; i < rows; i++) {
    if (!isfinite(before[i])) return PAWL_ERR_ARGUMENT;
    after[i] = before[i];
    impulse[i] = 0;
  }
  for (int32_t i = 0; i < n; i++) {
    fastest = fmax(fastest, fabs(before[normal(problem, i)]));
    impact->left[i] = 0;
  }
  for (int32_t i = 0; i < rows && problem->grips > 0; i++) fastest = fmax(fastest, fabs(before[i]));
  PawlStatus status = solve_islands(impact, problem, before, fastest, after, impulse, report);
  if (status == PAWL_OK && report->solves > 0) clear_small(impact, problem, NOISE * fmax(fastest, problem->speed), after);
  return status;
}
