// Linear complementarity for a small symmetric positive semidefinite matrix, by an active set on the equal problem: the least of
// z.Az/2 + b.z over z >= 0. The energy falls strictly with every change of the set, so that no set comes twice and no rule
// against cycling is needed, as Lemke's and Murty's pivots do; the columns in the set stay independent by themselves, and a
// column that depends on them while its w is negative is a direction of descent: it ends at a bound, or the problem has no
// solution.
//
// Least norm: with N the null space of A among the unknowns whose w is zero, every answer is z + N y. The shortest one that is
// nowhere negative is again a problem of this kind: z = N N^T l + (z - N N^T z) >= 0, l >= 0, z.l = 0, and z is its w. Where A
// has a low rank (a plate on many pins) N N^T is 1 less the same of a basis of what is square to N, which has fewer vectors.
//
// Written here: LAPACK has no such problem, and Siconos, which has, brings 47 packages of 146 MB (dependencies.md).
#include "contact/complementarity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double NEGATIVE = 1e-12;    // of the scale: w counts as negative
static const double NOISE = 1e-13;       // of the terms that w is the sum of
static const double DEPENDENT = 1e-12;   // of its diagonal: a column's part outside those in the set counts as none
static const double SHARE = 1e-10;       // the same where forces are shared: a little less than independent gives huge forces
static const double NO_INERTIA = 1e-15;  // of the largest diagonal: a row counts as zero
static const double NO_CHANGE = 1e-7;    // of the largest: a component of a direction counts as zero; W has its square

struct PwLcp {
  int32_t most;
  int32_t count;                      // of the set
  int32_t *set, *rest;                // [most] members; those that depend on them
  bool *member, *banned, *candidate;  // [most]
  double *factor;                     // [most x most] L of the set's rows and columns, row by row
  double *basis;                      // [most x most] orthonormal vectors, one per row, of the null space, or
  bool across;                        // of what is square to it among the candidates;
  int32_t vectors;                    // how many
  double *projector;                  // [most x most] onto the null space, one-sided unknowns only
  double *row, *solution, *size;      // [most]
  double *kept, *sub_b, *sub_z, *sub_w;
  double *normal_A, *normal_b, *normal_z, *normal_w;  // of the first rows of blocks, [most x most], [most]
  double memory[];
};

typedef struct {
  int32_t n;
  const double *A, *b;
  const bool *two_sided;
  double scale;
  double zero;  // diagonals up to here count as zero
} Problem;

PawlStatus pw_lcp_create(int32_t most, PwLcp **out) {
  *out = NULL;
  if (most < 0) return PAWL_ERR_ARGUMENT;
  size_t n = most > 0 ? (size_t)most : 1, doubles = 4 * n * n + 10 * n;
  PwLcp *s = malloc(sizeof *s + doubles * sizeof(double) + 2 * n * sizeof(int32_t) + 3 * n * sizeof(bool));
  if (!s) return PAWL_ERR_MEMORY;
  s->most = most;
  double **matrix[] = {&s->factor, &s->basis, &s->projector, &s->normal_A};
  double **vector[] = {&s->row,   &s->solution, &s->size,     &s->kept,     &s->sub_b,
                       &s->sub_z, &s->sub_w,    &s->normal_b, &s->normal_z, &s->normal_w};
  double *next = s->memory;
  for (int i = 0; i < 4; i++, next += n * n) *matrix[i] = next;
  for (int i = 0; i < 10; i++, next += n) *vector[i] = next;
  s->set = (int32_t *)next;
  s->rest = s->set + n;
  s->member = (bool *)(s->rest + n);
  s->banned = s->member + n;
  s->candidate = s->banned + n;
  *out = s;
  return PAWL_OK;
}

void pw_lcp_free(PwLcp *lcp) {
  free(lcp);
}

static bool is_two_sided(const Problem *p, int32_t i) {
  return p->two_sided && p->two_sided[i];
}
static double element(const Problem *p, int32_t i, int32_t j) {
  return p->A[(size_t)i * (size_t)p->n + (size_t)j];
}
static double *row_of(const PwLcp *s, double *matrix, int32_t i) {
  return matrix + (size_t)i * (size_t)s->most;
}

// ---- the set and its Cholesky factor, one row per member ----

// Row of the factor that index j would get behind the first `count` members; returns the square of its diagonal: what is left of
// A_jj outside their span.
static double factor_row(const PwLcp *s, const Problem *p, int32_t count, int32_t j, double *row) {
  double left = element(p, j, j);
  for (int32_t i = 0; i < count; i++) {
    const double *l = row_of(s, s->factor, i);
    double sum = element(p, j, s->set[i]);
    for (int32_t k = 0; k < i; k++) sum -= l[k] * row[k];
    row[i] = sum / l[i];
    left -= row[i] * row[i];
  }
  return left;
}

static bool is_independent(const Problem *p, int32_t j, double left, double tolerance) {
  double diagonal = element(p, j, j);
  return diagonal > p->zero && left > tolerance * diagonal;
}

static void append(PwLcp *s, const Problem *p, int32_t j) {
  double *row = row_of(s, s->factor, s->count);
  row[s->count] = sqrt(factor_row(s, p, s->count, j, row));
  s->set[s->count++] = j;
  s->member[j] = true;
}

// Rows behind the one that goes are made again: with fewer before them their diagonals can only grow.
static void take_out(PwLcp *s, const Problem *p, int32_t at) {
  int32_t count = s->count;
  s->member[s->set[at]] = false;
  s->count = at;
  for (int32_t i = at + 1; i < count; i++) append(s, p, s->set[i]);
}

static void clear_set(PwLcp *s, const Problem *p) {
  s->count = 0;
  memset(s->member, 0, sizeof(bool) * (size_t)p->n);
}

// L^T x = x, in place.
static void solve_back(const PwLcp *s, double *x) {
  for (int32_t i = s->count; i-- > 0;) {
    const double *l = row_of(s, s->factor, i);
    x[i] /= l[i];
    for (int32_t k = 0; k < i; k++) x[k] -= l[k] * x[i];
  }
}

// solution = -A_set^-1 b_set.
static void solve_set(PwLcp *s, const Problem *p) {
  double *x = s->solution;
  for (int32_t i = 0; i < s->count; i++) {
    const double *l = row_of(s, s->factor, i);
    double sum = -p->b[s->set[i]];
    for (int32_t k = 0; k < i; k++) sum -= l[k] * x[k];
    x[i] = sum / l[i];
  }
  solve_back(s, x);
}

// ---- the active set ----

// w = A z + b, and the size of the terms that it is the sum of.
static void evaluate(PwLcp *s, const Problem *p, const double *z, double *w) {
  for (int32_t i = 0; i < p->n; i++) {
    double sum = p->b[i], size = fabs(p->b[i]);
    for (int32_t j = 0; j < p->n; j++) {
      double term = element(p, i, j) * z[j];
      sum += term;
      size += fabs(term);
    }
    w[i] = sum;
    s->size[i] = size;
  }
}

// The one-sided index that is most violated, measured in energy so that units do not matter; -1: none.
static int32_t most_violated(const PwLcp *s, const Problem *p, const double *w) {
  int32_t best = -1;
  double most = 0;
  for (int32_t i = 0; i < p->n; i++) {
    if (s->member[i] || s->banned[i] || is_two_sided(p, i)) continue;
    if (!(w[i] < -(NEGATIVE * p->scale + NOISE * s->size[i]))) continue;
    double diagonal = element(p, i, i), gain = diagonal > p->zero ? w[i] * w[i] / diagonal : INFINITY;
    if (best < 0 || gain > most) {
      best = i;
      most = gain;
    }
  }
  return best;
}

// Rows that depend on each other contradict each other by rounding, and this is more than that of w: W has squares of angles, so
// that rows which point a little off each other's span cannot be told from those that do not, and w differs by that angle times
// the speeds. A body that comes to fit between two walls stands where its touches are opposite only up to the root of a rounding,
// for gaps are square there. `left`: what the factor has left of row j, which is the sum of s->row times the set's.
static double unresolved(const PwLcp *s, const Problem *p, int32_t j, double left) {
  static const double ROUNDING = 1e-15;
  double diagonal = element(p, j, j), sum = 1;
  if (!(diagonal > p->zero)) return 0;
  for (int32_t i = 0; i < s->count; i++) sum += fabs(s->row[i]) * sqrt(element(p, s->set[i], s->set[i]) / diagonal);
  return sqrt(fmax(left / diagonal, ROUNDING)) * sum;
}

// Index j depends on the set, by s->row: z_j grows and the set gives way, without inertia, until one of it is at its bound and
// makes room.
static PawlStatus exchange(PwLcp *s, const Problem *p, int32_t j, double *z) {
  double *change = s->row, largest = 0, step = INFINITY;
  int32_t at = -1;
  for (int32_t i = 0; i < s->count; i++) largest = fmax(largest, fabs(change[i]));
  for (int32_t i = 0; i < s->count; i++) {
    int32_t k = s->set[i];
    if (is_two_sided(p, k) || change[i] <= NO_CHANGE * largest) continue;
    if (z[k] / change[i] < step) {
      step = z[k] / change[i];
      at = i;
    }
  }
  if (at < 0) return PAWL_ERR_SINGULAR;
  for (int32_t i = 0; i < s->count; i++) {
    int32_t k = s->set[i];
    z[k] -= step * change[i];
    if (!is_two_sided(p, k)) z[k] = fmax(z[k], 0);
  }
  z[j] = step;
  z[s->set[at]] = 0;
  take_out(s, p, at);
  append(s, p, j);
  return PAWL_OK;
}

// From z towards the least of the set's own problem; members that reach their bound on the way leave.
static void settle(PwLcp *s, const Problem *p, double *z) {
  for (;;) {
    solve_set(s, p);
    double part = 1;
    for (int32_t i = 0; i < s->count; i++) {
      double from = z[s->set[i]], to = s->solution[i];
      if (!is_two_sided(p, s->set[i]) && to <= 0) part = fmin(part, from > to ? from / (from - to) : 0);
    }
    bool left = false;
    for (int32_t i = s->count; i-- > 0;) {
      int32_t k = s->set[i];
      double from = z[k], to = s->solution[i];
      z[k] = from + part * (to - from);
      if (is_two_sided(p, k) || to > 0 || (from > to && from / (from - to) > part)) continue;
      z[k] = 0;
      take_out(s, p, i);
      left = true;
    }
    if (!left) return;
  }
}

// z, w and the set; z is one of the answers where A is singular.
static PawlStatus find_set(PwLcp *s, const Problem *p, double *z, double *w) {
  memset(z, 0, sizeof(double) * (size_t)p->n);
  memset(s->banned, 0, sizeof(bool) * (size_t)p->n);
  clear_set(s, p);
  for (int32_t i = 0; i < p->n; i++) {
    if (is_two_sided(p, i) && is_independent(p, i, factor_row(s, p, s->count, i, s->row), DEPENDENT)) append(s, p, i);
  }
  settle(s, p, z);
  for (int32_t round = 0; round < 30 * (p->n + 1); round++) {
    evaluate(s, p, z, w);
    int32_t j = most_violated(s, p, w);
    if (j < 0) return PAWL_OK;
    double left = factor_row(s, p, s->count, j, s->row);
    if (is_independent(p, j, left, DEPENDENT)) {
      append(s, p, j);
      solve_set(s, p);
      // round-off says negative, the set's solution says no: believe the solution
      s->banned[j] = s->solution[s->count - 1] <= 0;
      if (s->banned[j]) {
        take_out(s, p, s->count - 1);
        continue;
      }
    } else {
      solve_back(s, s->row);
      // the set answers for j as well, up to round-off that a set near to dependent has magnified
      s->banned[j] = w[j] >= -fmax(SHARE, unresolved(s, p, j, left)) * (p->scale + s->size[j]);
      if (s->banned[j]) continue;
      if (exchange(s, p, j, z) != PAWL_OK) return PAWL_ERR_SINGULAR;
    }
    settle(s, p, z);
    memset(s->banned, 0, sizeof(bool) * (size_t)p->n);
  }
  return PAWL_ERR_LIMIT;
}

// ---- least norm ----

// The candidates' rows of the factor, and what is left of their diagonals, go on with the last member of the set.
static void extend_rows(PwLcp *s, const Problem *p, double *rows, double *left) {
  int32_t at = s->count - 1;
  const double *l = row_of(s, s->factor, at);
  for (int32_t i = 0; i < p->n; i++) {
    if (!s->candidate[i] || s->member[i]) continue;
    double *row = row_of(s, rows, i), sum = element(p, i, s->set[at]);
    for (int32_t k = 0; k < at; k++) sum -= l[k] * row[k];
    row[at] = sum / l[at];
    left[i] -= row[at] * row[at];
  }
}

// The set becomes a largest independent one among the candidates, the most independent first; `rest` the other candidates, whose
// rows of the factor are left in the projector's place.
static int32_t pick_basis(PwLcp *s, const Problem *p) {
  double *rows = s->projector, *left = s->row;  // nobody else's as yet
  clear_set(s, p);
  for (int32_t i = 0; i < p->n; i++) left[i] = element(p, i, i);
  for (;;) {
    int32_t best = -1;
    double most = SHARE;
    for (int32_t i = 0; i < p->n; i++) {
      if (!s->candidate[i] || s->member[i] || !is_independent(p, i, left[i], most)) continue;
      most = left[i] / element(p, i, i);
      best = i;
    }
    if (best < 0) break;
    double *row = row_of(s, s->factor, s->count);
    memcpy(row, row_of(s, rows, best), (size_t)s->count * sizeof *row);
    row[s->count] = sqrt(left[best]);
    s->set[s->count++] = best;
    s->member[best] = true;
    extend_rows(s, p, rows, left);
  }
  int32_t rest = 0;
  for (int32_t i = 0; i < p->n; i++) {
    if (s->candidate[i] && !s->member[i]) s->rest[rest++] = i;
  }
  return rest;
}

static double dot(const double *a, const double *b, int32_t n) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// x without its part along the first `count` vectors of the basis.
static void project_out(const PwLcp *s, int32_t n, int32_t count, double *x) {
  for (int32_t k = 0; k < count; k++) {
    const double *q = row_of(s, s->basis, k);
    double part = dot(q, x, n);
    for (int32_t i = 0; i < n; i++) x[i] -= part * q[i];
  }
}

// Vector k of the basis is made orthonormal to those before it; twice, for round-off.
static void make_orthonormal(PwLcp *s, int32_t n, int32_t k) {
  double *q = row_of(s, s->basis, k);
  for (int twice = 0; twice < 2; twice++) project_out(s, n, k, q);
  double length = sqrt(dot(q, q, n));
  for (int32_t i = 0; i < n; i++) q[i] /= length;
}

// After pick_basis, a basis of the null space: a vector per dependent index (itself, less its combination of the set). Where
// there are many more of these than members of the set, of what is square to it: a vector per member, what it gives to each
// candidate.
static void fill_basis(PwLcp *s, const Problem *p, int32_t dependent) {
  enum { MANY = 3 };
  s->across = dependent > MANY * s->count;
  s->vectors = s->across ? s->count : dependent;
  for (int32_t k = 0; k < s->vectors; k++) memset(row_of(s, s->basis, k), 0, sizeof(double) * (size_t)p->n);
  for (int32_t k = 0; k < s->count && s->across; k++) row_of(s, s->basis, k)[s->set[k]] = 1;
  for (int32_t k = 0; k < dependent; k++) {
    memcpy(s->row, row_of(s, s->projector, s->rest[k]), (size_t)s->count * sizeof *s->row);
    solve_back(s, s->row);
    if (s->across) {
      for (int32_t i = 0; i < s->count; i++) row_of(s, s->basis, i)[s->rest[k]] = s->row[i];
      continue;
    }
    double *q = row_of(s, s->basis, k);
    q[s->rest[k]] = 1;
    for (int32_t i = 0; i < s->count; i++) q[s->set[i]] = -s->row[i];
    make_orthonormal(s, p->n, k);
  }
  for (int32_t k = 0; k < s->vectors && s->across; k++) make_orthonormal(s, p->n, k);
}

// x without its part in the null space.
static void shorten(PwLcp *s, int32_t n, double *x) {
  if (!s->across) {
    for (int twice = 0; twice < 2; twice++) project_out(s, n, s->vectors, x);
    return;
  }
  memcpy(s->row, x, sizeof(double) * (size_t)n);
  project_out(s, n, s->vectors, s->row);
  for (int32_t i = 0; i < n; i++) x[i] -= s->row[i];
}

// Element of the projector onto the null space, of candidates.
static double null_element(const PwLcp *s, int32_t i, int32_t j) {
  double sum = 0;
  for (int32_t k = 0; k < s->vectors; k++) {
    const double *q = row_of(s, s->basis, k);
    sum += q[i] * q[j];
  }
  return s->across ? (i == j) - sum : sum;
}

// z is the shortest answer but negative somewhere: the shortest that is not, by the problem in the null space.
static PawlStatus lift(PwLcp *s, const Problem *p, double *z) {
  int32_t m = 0;
  double scale = 0;
  for (int32_t i = 0; i < p->n; i++) {
    if (!s->candidate[i] || is_two_sided(p, i)) continue;
    s->rest[m] = i;
    s->sub_b[m++] = z[i];
  }
  for (int32_t i = 0; i < p->n; i++) scale = fmax(scale, fabs(s->kept[i]));
  for (int32_t i = 0; i < m; i++) {
    for (int32_t j = 0; j < m; j++) {
      s->projector[(size_t)i * (size_t)m + (size_t)j] = null_element(s, s->rest[i], s->rest[j]);
    }
  }
  Problem sub = {.n = m, .A = s->projector, .b = s->sub_b, .scale = scale, .zero = NO_INERTIA};
  PawlStatus status = find_set(s, &sub, s->sub_z, s->sub_w);
  if (status != PAWL_OK) return status;
  for (int32_t k = 0; k < s->vectors; k++) {
    const double *q = row_of(s, s->basis, k);
    double part = 0;
    for (int32_t i = 0; i < m; i++) part += q[s->rest[i]] * s->sub_z[i];
    for (int32_t i = 0; i < p->n; i++) z[i] += s->across ? -part * q[i] : part * q[i];
  }
  for (int32_t i = 0; i < m && s->across; i++) z[s->rest[i]] += s->sub_z[i];
  for (int32_t i = 0; i < m; i++) {
    double *own = &z[s->rest[i]];
    *own = s->sub_z[i] > 0 ? 0 : fmax(*own, 0);
  }
  return PAWL_OK;
}

// Replaces z by the shortest answer; keeps it where that would disturb w by more than round-off.
static void share(PwLcp *s, const Problem *p, double *z, const double *w) {
  int32_t candidates = 0;
  for (int32_t i = 0; i < p->n; i++) {
    s->candidate[i] = is_two_sided(p, i) || z[i] > 0 || w[i] <= SHARE * (p->scale + s->size[i]);
    candidates += s->candidate[i];
  }
  if (candidates == 0) return;
  int32_t null_count = pick_basis(s, p);
  if (null_count == 0) return;
  fill_basis(s, p, null_count);
  memcpy(s->kept, z, sizeof(double) * (size_t)p->n);
  shorten(s, p->n, z);
  bool negative = false;
  for (int32_t i = 0; i < p->n; i++) negative = negative || (z[i] < 0 && !is_two_sided(p, i));
  bool good = !negative || lift(s, p, z) == PAWL_OK;
  evaluate(s, p, z, s->sub_w);
  for (int32_t i = 0; i < p->n; i++) {
    good = good && (!s->candidate[i] || fabs(s->sub_w[i]) <= 2 * SHARE * (p->scale + s->size[i]));
  }
  if (!good) memcpy(z, s->kept, sizeof(double) * (size_t)p->n);
}

// ---- interface ----

static bool make_problem(const PwLcp *lcp, int32_t n, const double *A, const double *b, Problem *p) {
  if (n < 0 || n > lcp->most) return false;
  *p = (Problem){.n = n, .A = A, .b = b};
  for (int32_t i = 0; i < n; i++) {
    if (!isfinite(b[i])) return false;
    for (int32_t j = 0; j < n; j++) {
      if (!isfinite(element(p, i, j))) return false;
    }
    p->zero = fmax(p->zero, NO_INERTIA * element(p, i, i));
  }
  return true;
}

static PawlStatus solve_rows(PwLcp *lcp, int32_t n, const double *A, const double *b, const bool *two_sided, double scale,
                             double *z, double *w) {
  Problem p;
  if (!make_problem(lcp, n, A, b, &p)) return PAWL_ERR_ARGUMENT;
  p.two_sided = two_sided;
  p.scale = scale;
  PawlStatus status = find_set(lcp, &p, z, w);
  if (status != PAWL_OK) return status;
  for (int32_t i = 0; i < n; i++) {
    if (is_two_sided(&p, i) && fabs(w[i]) > SHARE * (scale + lcp->size[i])) return PAWL_ERR_SINGULAR;
  }
  share(lcp, &p, z, w);
  for (int32_t i = 0; i < n; i++) w[i] = is_two_sided(&p, i) || z[i] > 0 ? 0 : fmax(w[i], 0);
  return PAWL_OK;
}

PawlStatus pw_lcp_solve(PwLcp *lcp, const PwBlocks *blocks, const double *A, const double *b, const bool *two_sided, double scale,
                        double *z, double *w) {
  int32_t n = blocks->count, rows = blocks->first[n];
  if (rows == n) return solve_rows(lcp, n, A, b, two_sided, scale, z, w);
  if (rows > lcp->most) return PAWL_ERR_ARGUMENT;
  for (int32_t i = 0; i < n; i++) {
    lcp->normal_b[i] = b[blocks->first[i]];
    for (int32_t j = 0; j < n; j++) {
      lcp->normal_A[i * n + j] = A[(size_t)blocks->first[i] * (size_t)rows + (size_t)blocks->first[j]];
    }
  }
  PawlStatus status = solve_rows(lcp, n, lcp->normal_A, lcp->normal_b, two_sided, scale, lcp->normal_z, lcp->normal_w);
  if (status != PAWL_OK) return status;
  memset(z, 0, sizeof(double) * (size_t)rows);
  for (int32_t i = 0; i < n; i++) z[blocks->first[i]] = lcp->normal_z[i];
  for (int32_t i = 0; i < rows; i++) {
    w[i] = b[i];
    for (int32_t j = 0; j < rows; j++) w[i] += A[(size_t)i * (size_t)rows + (size_t)j] * z[j];
  }
  for (int32_t i = 0; i < n; i++) w[blocks->first[i]] = lcp->normal_w[i];
  return PAWL_OK;
}

// By the set and the basis that stand.
static void answer(PwLcp *lcp, const Problem *p, double *z) {
  memset(z, 0, sizeof(double) * (size_t)p->n);
  solve_set(lcp, p);
  for (int32_t i = 0; i < lcp->count; i++) z[lcp->set[i]] = lcp->solution[i];
  shorten(lcp, p->n, z);
}

PawlStatus pw_least_norm(PwLcp *lcp, int32_t n, const double *A, const double *b, double *z, int32_t *rank, double *residual) {
  Problem p;
  if (!make_problem(lcp, n, A, b, &p)) return PAWL_ERR_ARGUMENT;
  for (int32_t i = 0; i < n; i++) lcp->candidate[i] = true;
  int32_t null_count = pick_basis(lcp, &p);
  *rank = lcp->count;
  fill_basis(lcp, &p, null_count);
  answer(lcp, &p, z);
  *residual = 0;
  evaluate(lcp, &p, z, lcp->sub_w);
  for (int32_t i = 0; i < n; i++) *residual = fmax(*residual, fabs(lcp->sub_w[i]));
  return PAWL_OK;
}

PawlStatus pw_least_norm_again(PwLcp *lcp, int32_t n, const double *b, double *z) {
  Problem p = {.n = n, .b = b};
  for (int32_t i = 0; i < n; i++) {
    if (!isfinite(b[i])) return PAWL_ERR_ARGUMENT;
  }
  answer(lcp, &p, z);
  return PAWL_OK;
}
