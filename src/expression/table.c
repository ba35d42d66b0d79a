// Tables: a cubic per piece, also for straight lines and for what lies outside, so that evaluation has no cases.
#include "expression/table.h"

#include <math.h>
#include <stdlib.h>

#define PIECE_LIMIT 1000000000  // a periodic table ends this many pieces from its first point, in NaN

struct PwTable {
  int32_t count;  // points
  PawlExtension extension;
  double period;
  double *x;           // count
  double (*cubic)[4];  // count + 1 pieces from -1 on: coefficients of powers of x minus the piece's base point
};

// Solves the tridiagonal system with `diagonal`, symmetric `off` (off[i] between i and i + 1) in place of `right`;
// overwrites `diagonal`. Diagonally dominant here, so no pivoting.
static void solve_tridiagonal(int32_t n, double *diagonal, const double *off, double *right) {
  for (int32_t i = 1; i < n; i++) {
    double factor = off[i - 1] / diagonal[i - 1];
    diagonal[i] -= factor * off[i - 1];
    right[i] -= factor * right[i - 1];
  }
  right[n - 1] /= diagonal[n - 1];
  for (int32_t i = n - 2; i >= 0; i--) right[i] = (right[i] - off[i] * right[i + 1]) / diagonal[i];
}

static double slope(const double *x, const double *y, int32_t i) {
  return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
}

// Second derivatives at the points of a spline with none at its ends. `work` holds 2 * count.
static void natural_curvatures(int32_t count, const double *x, const double *y, double *work, double *m) {
  double *diagonal = work, *off = work + count;
  for (int32_t i = 1; i + 1 < count; i++) {
    diagonal[i] = 2 * (x[i + 1] - x[i - 1]);
    off[i] = x[i + 1] - x[i];
    m[i] = 6 * (slope(x, y, i) - slope(x, y, i - 1));
  }
  m[0] = m[count - 1] = 0;
  solve_tridiagonal(count - 2, diagonal + 1, off + 1, m + 1);
}

// The same for a spline that closes on itself (y[0] = y[count - 1]). The corner entries of the matrix are taken out by a
// rank-one change (Sherman and Morrison 1950). `work` holds 4 * count.
static void periodic_curvatures(int32_t count, const double *x, const double *y, double *work, double *m) {
  int32_t n = count - 1;
  double *diagonal = work, *off = work + count, *z = work + 2 * count;
  double last = x[n] - x[n - 1];  // the corner entry
  for (int32_t i = 0; i < n; i++) {
    double before = i ? x[i] - x[i - 1] : last;
    off[i] = x[i + 1] - x[i];
    diagonal[i] = 2 * (before + off[i]);
    m[i] = 6 * (slope(x, y, i) - slope(x, y, i ? i - 1 : n - 1));
    z[i] = 0;
  }
  if (n == 2) {  // both neighbours of a point are the same one
    off[0] += last;
    solve_tridiagonal(2, diagonal, off, m);
  } else {
    double gamma = -diagonal[0];
    diagonal[0] -= gamma;
    diagonal[n - 1] -= last * last / gamma;
    z[0] = gamma;
    z[n - 1] = last;
    double *again = work + 3 * count;
    for (int32_t i = 0; i < n; i++) again[i] = diagonal[i];
    solve_tridiagonal(n, diagonal, off, m);
    solve_tridiagonal(n, again, off, z);
    double factor = (m[0] + last / gamma * m[n - 1]) / (1 + z[0] + last / gamma * z[n - 1]);
    for (int32_t i = 0; i < n; i++) m[i] -= factor * z[i];
  }
  m[n] = m[0];
}

// Fills the cubics from the points and their second derivatives m.
static void fill_cubics(PwTable *table, const double *y, const double *m) {
  int32_t n = table->count - 1;
  for (int32_t i = 0; i < n; i++) {
    double h = table->x[i + 1] - table->x[i], *c = table->cubic[i + 1];
    c[0] = y[i];
    c[1] = slope(table->x, y, i) - h * (2 * m[i] + m[i + 1]) / 6;
    c[2] = m[i] / 2;
    c[3] = (m[i + 1] - m[i]) / (6 * h);
  }
  bool extend = table->extension == PAWL_TABLE_EXTEND;
  const double *last = table->cubic[n];
  double h = table->x[n] - table->x[n - 1];
  double *before = table->cubic[0], *after = table->cubic[n + 1];
  before[0] = y[0];
  before[1] = extend ? table->cubic[1][1] : 0;
  after[0] = y[n];
  after[1] = extend ? last[1] + h * (2 * last[2] + h * 3 * last[3]) : 0;
  before[2] = before[3] = after[2] = after[3] = 0;
}

static PawlStatus check(const PawlTableDef *def, const char *name, PwPlace place, PawlMessages *messages) {
  bool spline = def->interpolation == PAWL_TABLE_SPLINE;
  if (!spline && def->interpolation != PAWL_TABLE_LINEAR) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, place, "table '%s': interpolation must be linear or spline", name);
  }
  if (def->extension < PAWL_TABLE_HOLD || def->extension > PAWL_TABLE_PERIODIC) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, place, "table '%s': extension must be hold, extend or periodic", name);
  }
  if (def->count < (spline ? 3 : 2) || !def->x || !def->y) {
    return pw_fail(messages, PAWL_ERR_INPUT, place, "table '%s': has %d points, needs at least %d", name,
                   def->count < 0 || !def->x || !def->y ? 0 : (int)def->count, spline ? 3 : 2);
  }
  double largest = 0;
  for (int32_t i = 0; i < def->count; i++) {
    if (!isfinite(def->x[i]) || !isfinite(def->y[i])) {
      return pw_fail(messages, PAWL_ERR_INPUT, place, "table '%s': point %d is not finite", name, (int)i + 1);
    }
    if (i && !(def->x[i] > def->x[i - 1])) {
      return pw_fail(messages, PAWL_ERR_INPUT, place, "table '%s': x must increase, but point %d has x = %.15g after %.15g", name,
                     (int)i + 1, def->x[i], def->x[i - 1]);
    }
    largest = fmax(largest, fabs(def->y[i]));
  }
  double first = def->y[0], last = def->y[def->count - 1];
  if (def->extension == PAWL_TABLE_PERIODIC && !(fabs(last - first) <= 1e-12 * largest)) {
    return pw_fail(messages, PAWL_ERR_INPUT, place, "table '%s': periodic, but its last y = %.15g differs from its first, %.15g",
                   name, last, first);
  }
  return PAWL_OK;
}

static bool all_finite(const PwTable *table) {
  for (int32_t i = 0; i <= table->count; i++) {
    for (int k = 0; k < 4; k++) {
      if (!isfinite(table->cubic[i][k])) return false;
    }
  }
  return isfinite(table->period);
}

PawlStatus pw_table_create(const PawlTableDef *def, PwPlace place, PawlMessages *messages, PwTable **out) {
  *out = NULL;
  const char *name = def->name ? def->name : "";
  PawlStatus status = check(def, name, place, messages);
  if (status != PAWL_OK) return status;
  size_t n = (size_t)def->count;
  PwTable *table = calloc(1, sizeof *table);
  double *work = calloc(6 * n, sizeof *work);
  if (table) {
    table->x = malloc(n * sizeof *table->x);
    table->cubic = calloc(n + 1, sizeof *table->cubic);
  }
  if (!table || !work || !table->x || !table->cubic) {
    free(work);
    pw_table_free(table);
    return pw_fail(messages, PAWL_ERR_MEMORY, place, "table '%s': out of memory", name);
  }
  table->count = def->count;
  table->extension = def->extension;
  double *y = work, *m = work + n;
  for (size_t i = 0; i < n; i++) {
    table->x[i] = def->x[i];
    y[i] = def->y[i];
  }
  table->period = table->x[n - 1] - table->x[0];
  bool periodic = def->extension == PAWL_TABLE_PERIODIC;
  if (periodic) y[n - 1] = y[0];
  if (def->interpolation == PAWL_TABLE_SPLINE) {
    (periodic ? periodic_curvatures : natural_curvatures)(def->count, table->x, y, work + 2 * n, m);
  }
  fill_cubics(table, y, m);
  free(work);
  if (!all_finite(table)) {
    pw_table_free(table);
    return pw_fail(messages, PAWL_ERR_INPUT, place, "table '%s': its slopes are too large for double precision", name);
  }
  *out = table;
  return PAWL_OK;
}

void pw_table_free(PwTable *table) {
  if (!table) return;
  free(table->x);
  free(table->cubic);
  free(table);
}

// Splits a piece of a periodic table into the period and the piece of the first period.
static int32_t period_of(const PwTable *table, int32_t *piece) {
  int32_t n = table->count - 1;
  int32_t period = *piece / n - (*piece % n < 0);
  *piece -= period * n;
  return period;
}

// The last point that is not above x: -1 .. count - 1. NaN gives -1.
static int32_t find_piece(const PwTable *table, double x) {
  int32_t low = -1, high = table->count;
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (table->x[middle] <= x) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

int32_t pw_table_piece(const PwTable *table, double x) {
  if (table->extension != PAWL_TABLE_PERIODIC) return find_piece(table, x);
  int32_t n = table->count - 1;
  double period = floor((x - table->x[0]) / table->period);
  if (!(fabs(period) * n < PIECE_LIMIT)) return x < 0 ? -PIECE_LIMIT : PIECE_LIMIT;
  int32_t piece = (int32_t)period * n + find_piece(table, x - period * table->period);
  // The ends of a piece are what counts: the division above may be off by a rounding.
  double low, high;
  pw_table_ends(table, piece, &low, &high);
  return x < low ? piece - 1 : x >= high ? piece + 1 : piece;
}

static bool is_beyond(const PwTable *table, int32_t piece) {
  return table->extension == PAWL_TABLE_PERIODIC && (piece >= PIECE_LIMIT || piece <= -PIECE_LIMIT);
}

// Where a piece of a periodic table begins: one formula for both sides of a junction, so that they agree to the last bit.
static double period_start(const PwTable *table, int32_t piece) {
  int32_t period = period_of(table, &piece);
  return table->x[piece] + period * table->period;
}

void pw_table_ends(const PwTable *table, int32_t piece, double *low, double *high) {
  *low = -INFINITY;
  *high = INFINITY;
  if (is_beyond(table, piece)) return;
  if (table->extension == PAWL_TABLE_PERIODIC) {
    *low = period_start(table, piece);
    *high = period_start(table, piece + 1);
  } else {
    if (piece >= 0) *low = table->x[piece];
    if (piece < table->count - 1) *high = table->x[piece + 1];
  }
}

void pw_table_evaluate(const PwTable *table, int32_t piece, double x, double out[4]) {
  if (is_beyond(table, piece)) {
    out[0] = out[1] = out[2] = out[3] = NAN;
    return;
  }
  if (table->extension == PAWL_TABLE_PERIODIC) x -= period_of(table, &piece) * table->period;
  const double *c = table->cubic[piece + 1];
  double d = x - table->x[piece < 0 ? 0 : piece];
  out[0] = c[0] + d * (c[1] + d * (c[2] + d * c[3]));
  out[1] = c[1] + d * (2 * c[2] + d * 3 * c[3]);
  out[2] = 2 * c[2] + d * 6 * c[3];
  out[3] = 6 * c[3];
}
