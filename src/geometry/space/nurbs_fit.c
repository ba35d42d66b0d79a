// Surfaces through grids of points: splines through all lines of points in one direction, then through their control points in
// the other one. The parameters are common to all lines of a direction.
#include <math.h>
#include <stdlib.h>

#include "geometry/space/nurbs.h"
#include "geometry/space/surface_parts.h"
#include "numerics/sparse.h"

static const char *const line_name[2] = {"row", "column"};

// Splines through n points each, at the parameters v.
typedef struct {
  int32_t degree, n;
  bool periodic;
  const double *v;  // [n], periodic: [n + 1]
  double *knot;     // full: [count + degree + 1], count = n, periodic: n + degree
} Line;

static int32_t full_count(const Line *l) {
  return l->periodic ? l->n + l->degree : l->n;
}

// ---- parameters and knots

static const double *grid_point(const PwGridDef *def, int d, int32_t k, int32_t line) {
  size_t at = d == 0 ? (size_t)k * (size_t)def->count[1] + (size_t)line : (size_t)line * (size_t)def->count[1] + (size_t)k;
  return def->point + 3 * at;
}
static double step_between(const PwGridDef *def, int d, int32_t k, int32_t line) {
  const double *a = grid_point(def, d, k, line), *b = grid_point(def, d, (k + 1) % def->count[d], line);
  double r[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  return pw_norm(r);
}
// Chord lengths, each line scaled to 1; a line that is one point says nothing.
static PawlStatus make_parameters(const PwGridDef *def, int d, double *v, PwSurfaceProblem *problem) {
  int32_t n = def->count[d], steps = def->periodic[d] ? n : n - 1, lines = def->count[1 - d];
  double whole = 0;
  v[0] = 0;
  for (int32_t k = 0; k < steps; k++) v[k + 1] = def->uniform[d] ? (double)(k + 1) / steps : 0;
  if (def->uniform[d]) return PAWL_OK;
  for (int32_t line = 0; line < lines; line++) {
    double length = 0;
    for (int32_t k = 0; k < steps; k++) length += step_between(def, d, k, line);
    for (int32_t k = 0; k < steps && length > 0; k++) v[k + 1] += step_between(def, d, k, line) / length;
  }
  for (int32_t k = 0; k < steps; k++) whole += v[k + 1];
  for (int32_t k = 0; k < steps; k++) {
    if (!(v[k + 1] > 1e-9 * whole)) {
      return pw_surface_refuse(problem, d == 0 ? k : 0, d == 0 ? 0 : k, "%ss %d and %d of points are the same; leave one out",
                               line_name[d], k, (k + 1) % n);
    }
  }
  for (int32_t k = 0; k < steps; k++) v[k + 1] = v[k] + v[k + 1] / whole;
  v[steps] = 1;
  return PAWL_OK;
}
static double periodic_value(const double *v, int32_t n, int32_t at) {
  int32_t turns = at < 0 ? -((n - 1 - at) / n) : at / n;
  return v[at - turns * n] + turns * (v[n] - v[0]);
}
// Knot number `at` of one period, or of the inside of an open direction: at a point or between two.
static double knot_at(const Line *l, int32_t at) {
  int32_t p = l->degree;
  if (l->periodic) {
    if (p % 2) return periodic_value(l->v, l->n, at);
    return 0.5 * (periodic_value(l->v, l->n, at) + periodic_value(l->v, l->n, at + 1));
  }
  return p % 2 ? l->v[at - 1 + (p + 1) / 2] : 0.5 * (l->v[at - 1 + p / 2] + l->v[at + p / 2]);
}
static void make_knots(Line *l) {
  int32_t p = l->degree, count = full_count(l);
  for (int32_t k = 0; k < count + p + 1; k++) {
    if (l->periodic) {
      l->knot[k] = knot_at(l, k - p);
    } else {
      l->knot[k] = k <= p ? l->v[0] : k >= count ? l->v[l->n - 1] : knot_at(l, k - p);
    }
  }
}

// ---- interpolation

static int32_t row_of(const Line *l, double v, double basis[PW_NURBS_ORDERS][PW_NURBS_DEGREE + 1]) {
  int32_t count = full_count(l);
  double from = l->knot[l->degree], to = l->knot[count], inverse[PW_NURBS_DEGREE * PW_NURBS_DEGREE];
  if (l->periodic) v -= (to - from) * floor((v - from) / (to - from));
  int32_t k = pw_nurbs_span(l->knot, l->degree, count, v);
  pw_nurbs_inverses(l->knot, l->degree, k - l->degree + 1, l->degree, inverse);
  pw_nurbs_basis(l->knot, inverse, l->degree, k, v, 0, basis);
  return k - l->degree;
}
// The equation of point k stands where its largest entry is on the diagonal: pivots near it would else be small.
static int32_t equation_of(const Line *l, int32_t k) {
  int32_t shift = !l->periodic ? 0 : l->degree % 2 ? (l->degree - 1) / 2 : l->degree / 2 - 1;
  return (k + shift) % l->n;
}
static PawlStatus factor(const Line *l, PwSparse **out) {
  int32_t width = l->degree + 1, entries = l->n * width;
  int32_t *row = malloc(3 * (size_t)entries * sizeof *row), *column = row + entries, *slot = column + entries;
  double *value = malloc((size_t)entries * sizeof *value);
  PawlStatus status = row && value ? PAWL_OK : PAWL_ERR_MEMORY;
  for (int32_t k = 0; k < l->n && !status; k++) {
    double basis[PW_NURBS_ORDERS][PW_NURBS_DEGREE + 1];
    int32_t first = row_of(l, l->v[k], basis);
    for (int32_t j = 0; j < width; j++) {
      row[k * width + j] = equation_of(l, k);
      column[k * width + j] = (first + j) % l->n;
      value[k * width + j] = basis[0][j];
    }
  }
  if (!status) status = pw_sparse_create(l->n, entries, row, column, false, slot, out);
  if (!status) {
    double *a = pw_sparse_values(*out);
    memset(a, 0, (size_t)pw_sparse_nonzeros(*out) * sizeof *a);
    for (int32_t k = 0; k < entries; k++) a[slot[k]] += value[k];
    status = pw_sparse_factor(*out);
  }
  free(row);
  free(value);
  return status;
}
// All lines of a direction: points in, control points out, in place.
static PawlStatus interpolate(const PwGridDef *def, int d, const Line *l, double *net) {
  PwSparse *sparse = NULL;
  double *side = malloc((size_t)l->n * sizeof *side);
  PawlStatus status = side ? factor(l, &sparse) : PAWL_ERR_MEMORY;
  size_t stride = d == 0 ? 3 * (size_t)def->count[1] : 3, step = d == 0 ? 3 : 3 * (size_t)def->count[1];
  for (int32_t line = 0; line < 3 * def->count[1 - d] && !status; line++) {
    double *at = net + (size_t)(line / 3) * step + line % 3;  // one coordinate of one line
    for (int32_t k = 0; k < l->n; k++) side[equation_of(l, k)] = at[(size_t)k * stride];
    pw_sparse_solve(sparse, side);
    for (int32_t k = 0; k < l->n; k++) at[(size_t)k * stride] = side[k];
  }
  pw_sparse_free(sparse);
  free(side);
  return status;
}

// ---- errors

static double error_at_points(const PwGridDef *def, const Line l[2], const double *net) {
  double most = 0;
  for (int32_t i = 0; i < def->count[0]; i++) {
    for (int32_t j = 0; j < def->count[1]; j++) {
      double basis[2][PW_NURBS_ORDERS][PW_NURBS_DEGREE + 1], x[3];
      int32_t first[2] = {row_of(&l[0], l[0].v[i], basis[0]), row_of(&l[1], l[1].v[j], basis[1])};
      memcpy(x, grid_point(def, 0, i, j), sizeof x);
      for (int32_t a = 0; a <= l[0].degree; a++) {
        for (int32_t b = 0; b <= l[1].degree; b++) {
          size_t at = (size_t)((first[0] + a) % l[0].n) * (size_t)l[1].n + (size_t)((first[1] + b) % l[1].n);
          for (size_t m = 0; m < 3; m++) x[m] -= basis[0][0][a] * basis[1][0][b] * net[3 * at + m];
        }
      }
      most = fmax(most, pw_norm(x));
    }
  }
  return most;
}
// The half of a line's points that are kept: every second one, and the last of an open line.
static int32_t kept_point(const Line *all, int32_t k) {
  return 2 * k < all->n ? 2 * k : all->n - 1;
}
static double error_of_line(const PwGridDef *def, int d, int32_t line, const Line *all, const Line *half, PwSparse *sparse,
                            double *control) {
  double most = 0;
  int32_t kept = half->n;
  for (int m = 0; m < 3; m++) {
    double *side = control + m * kept;
    for (int32_t k = 0; k < kept; k++) side[equation_of(half, k)] = grid_point(def, d, kept_point(all, k), line)[m];
    pw_sparse_solve(sparse, side);
  }
  for (int32_t k = 1; k < all->n; k += 2) {
    double basis[PW_NURBS_ORDERS][PW_NURBS_DEGREE + 1], error[3];
    int32_t first = row_of(half, all->v[k], basis);
    memcpy(error, grid_point(def, d, k, line), sizeof error);
    for (int32_t j = 0; j <= all->degree; j++) {
      for (int m = 0; m < 3; m++) error[m] -= basis[0][j] * control[m * kept + (first + j) % kept];
    }
    most = fmax(most, pw_norm(error));
  }
  return most;
}
static PawlStatus error_between(const PwGridDef *def, int d, const Line *all, double *most) {
  int32_t kept = (all->n + 1) / 2 + (!all->periodic && all->n % 2 == 0 ? 1 : 0);
  *most = NAN;
  if (kept < all->degree + 1 || kept == all->n || (all->periodic && all->n % 2)) return PAWL_OK;
  Line half = *all;
  PwSparse *sparse = NULL;
  size_t knots = (size_t)kept + 2 * (size_t)all->degree + 1;
  double *v = malloc(((size_t)kept + 1 + knots + 3 * (size_t)kept) * sizeof *v);
  if (!v) return PAWL_ERR_MEMORY;
  half.n = kept;
  half.v = v;
  half.knot = v + kept + 1;
  for (int32_t k = 0; k < kept; k++) v[k] = all->v[kept_point(all, k)];
  v[kept] = all->periodic ? all->v[all->n] : 0;
  make_knots(&half);
  PawlStatus status = factor(&half, &sparse);
  for (int32_t line = 0; line < def->count[1 - d] && !status; line++) {
    *most = fmax(*most, error_of_line(def, d, line, all, &half, sparse, half.knot + knots));
  }
  pw_sparse_free(sparse);
  free(v);
  return status;
}

// ---- all of it

static PawlStatus check_grid(const PwGridDef *def, PwSurfaceProblem *problem) {
  for (int d = 0; d < 2; d++) {
    int32_t p = def->degree[d], n = def->count[d];
    if (p < 1 || p > PW_NURBS_DEGREE) {
      return pw_surface_refuse(problem, -1, -1, "degree %d; it must be 1 to %d", p, PW_NURBS_DEGREE);
    }
    if (n < p + 1 || n > 1 << 20) {
      return pw_surface_refuse(problem, -1, -1, "%d %ss of points; degree %d needs at least %d", n, line_name[d], p, p + 1);
    }
  }
  int64_t points = (int64_t)def->count[0] * def->count[1];
  if (points > 1 << 24) return pw_surface_refuse(problem, -1, -1, "%lld points are too many", (long long)points);
  for (int32_t i = 0; i < points; i++) {
    const double *x = def->point + 3 * (size_t)i;
    int32_t row = i / def->count[1], column = i % def->count[1];
    if (isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2])) continue;
    return pw_surface_refuse(problem, row, column, "point [%d][%d] is not a place", row, column);
  }
  return PAWL_OK;
}
static PawlStatus fit_direction(const PwGridDef *def, PwArena *arena, int d, Line *l, PwGridFit *out, PwSurfaceProblem *problem) {
  int32_t n = def->count[d];
  double *v = out->parameter[d] = pw_arena_array(arena, (size_t)n + 1, sizeof *v);
  *l = (Line){.degree = def->degree[d], .n = n, .periodic = def->periodic[d], .v = v};
  l->knot = pw_arena_array(arena, (size_t)n + 2 * (size_t)l->degree + 1, sizeof *l->knot);
  if (!v || !l->knot) return PAWL_ERR_MEMORY;
  PawlStatus status = make_parameters(def, d, v, problem);
  if (status) return status;
  make_knots(l);
  out->knot[d] = l->periodic ? l->knot + l->degree : l->knot;
  out->knots[d] = l->periodic ? n + 1 : n + l->degree + 1;
  status = interpolate(def, d, l, out->point);
  if (status == PAWL_ERR_SINGULAR) {
    return pw_surface_refuse(problem, -1, -1, "the %ss of points are too unevenly spaced for degree %d", line_name[d], l->degree);
  }
  return status;
}

PawlStatus pw_nurbs_fit(const PwGridDef *def, PwArena *arena, PwGridFit *out, PwSurfaceProblem *problem) {
  *out = (PwGridFit){0};
  *problem = (PwSurfaceProblem){.row = -1, .column = -1, .units = problem->units};
  Line line[2];
  PawlStatus status = check_grid(def, problem);
  if (status) return status;
  size_t bytes = 3 * (size_t)def->count[0] * (size_t)def->count[1] * sizeof *out->point;
  out->point = pw_arena_alloc(arena, bytes);
  if (!out->point) return PAWL_ERR_MEMORY;
  memcpy(out->point, def->point, bytes);
  for (int d = 0; d < 2 && !status; d++) status = fit_direction(def, arena, d, &line[d], out, problem);
  for (int d = 0; d < 2 && !status; d++) status = error_between(def, d, &line[d], &out->error.between[d]);
  if (status) return status;
  out->error.at = error_at_points(def, line, out->point);
  return PAWL_OK;
}
