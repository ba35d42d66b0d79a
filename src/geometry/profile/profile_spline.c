// Splines through points and B-splines, as elements with knots and control points.
//
// A spline through points has its parameter by chord length and its knots at the points. Open: not-a-knot ends (for degree p the
// (p-1)/2 inner points next to each end carry no knot), so that it reproduces a polynomial of its degree; closed: periodic.
// A B-spline without knots has uniform ones, clamped at the ends or periodic. Where the multiplicity of a knot lets the curvature
// jump or the tangent kink, the spline is cut: there begins a new element.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/profile/profile_parts.h"
#include "numerics/sparse.h"

static PawlStatus check_points(PwChain *chain, const PawlElementDef *def, int32_t i) {
  const char *name = def->type == PAWL_ELEMENT_SPLINE ? "spline" : "B-spline";
  bool through = def->type == PAWL_ELEMENT_SPLINE;
  if (def->degree < 2 || def->degree > PW_SPLINE_DEGREE || (through && def->degree % 2 == 0)) {
    return pw_chain_refuse(chain, i, "%s element[%d] of degree %d; the degree must be %s", name, i, def->degree,
                           through ? "3, 5, 7 or 9" : "2 to 9");
  }
  if (def->count < def->degree + 1 || !def->data) {
    return pw_chain_refuse(chain, i, "%s element[%d] of degree %d needs at least %d points; it has %d", name, i, def->degree,
                           def->degree + 1, def->count);
  }
  for (int32_t k = 0; k < 2 * def->count; k++) {
    if (!isfinite(def->data[k])) return pw_chain_refuse(chain, i, "%s element[%d]: point %d is not a place", name, i, k / 2);
  }
  return PAWL_OK;
}

// A part of the spline from one value of the parameter to another.
static PawlStatus add_part(PwChain *chain, const PwElement *whole, double from, double to) {
  PwElement e = *whole;
  e.origin = from;
  e.scale = to - from;
  pw_element_ends(&e);
  return pw_chain_add(chain, &e);
}

static PawlStatus add_parts(PwChain *chain, const PwElement *whole) {
  const double *knot = whole->data;
  double from = knot[whole->degree];
  for (int32_t k = whole->degree + 1; k < whole->count;) {
    int32_t times = 1;
    while (k + times < whole->count && knot[k + times] == knot[k]) times++;
    bool inside = knot[k] > knot[whole->degree] && knot[k] < knot[whole->count];
    if (inside && times > whole->degree) {
      return pw_chain_refuse(chain, whole->source,
                             "B-spline element[%d] breaks at its knot %.9g, which comes %d times; at most %d", whole->source,
                             knot[k], times, whole->degree);
    }
    if (inside && times >= whole->degree - 1) {
      PawlStatus status = add_part(chain, whole, from, knot[k]);
      if (status) return status;
      from = knot[k];
    }
    k += times;
  }
  return add_part(chain, whole, from, knot[whole->count]);
}

static double *new_data(PwChain *chain, int32_t degree, int32_t count, PwElement *e, int32_t source) {
  double *data = pw_arena_array(chain->arena, 3 * (size_t)count + (size_t)degree + 1, sizeof *data);
  *e = (PwElement){.kind = PW_EL_SPLINE, .degree = degree, .count = count, .data = data, .source = source};
  return data;
}

static PawlStatus check_knots(PwChain *chain, const PawlElementDef *def, int32_t i) {
  int32_t needed = def->count + def->degree + 1;
  if (def->knot_count != needed || !def->knots) {
    return pw_chain_refuse(chain, i, "B-spline element[%d] has %d knots; %d points of degree %d need %d", i, def->knot_count,
                           def->count, def->degree, needed);
  }
  for (int32_t k = 0; k < needed; k++) {
    if (!isfinite(def->knots[k]) || (k && def->knots[k] < def->knots[k - 1])) {
      return pw_chain_refuse(chain, i, "B-spline element[%d]: knot %d is %g; knots must be numbers that never fall", i, k,
                             def->knots[k]);
    }
  }
  if (!(def->knots[def->count] > def->knots[def->degree])) {
    return pw_chain_refuse(chain, i, "B-spline element[%d]: its inner knots are all equal, it has no length", i);
  }
  return PAWL_OK;
}

static PawlStatus add_bspline(PwChain *chain, const PawlElementDef *def, int32_t i, bool periodic) {
  int32_t p = def->degree, wrapped = periodic && !def->knot_count ? p : 0, count = def->count + wrapped;
  PawlStatus status = def->knot_count ? check_knots(chain, def, i) : PAWL_OK;
  if (status) return status;
  PwElement e;
  double *data = new_data(chain, p, count, &e, i), *control = data + count + p + 1;
  if (!data) return PAWL_ERR_MEMORY;
  for (int32_t k = 0; k < count + p + 1; k++) {
    data[k] = def->knot_count ? def->knots[k] : wrapped ? k - p : fmin(fmax(k - p, 0), count - p);
  }
  for (int32_t k = 0; k < 2 * count; k++) control[k] = def->data[k % (2 * def->count)];
  return add_parts(chain, &e);
}

// Chord length from point to point; `closed`: one more value, for the way back to the first point.
static PawlStatus chord_parameters(PwChain *chain, const PawlElementDef *def, int32_t i, bool closed, double *v) {
  double whole = 0;
  int32_t n = def->count;
  v[0] = 0;
  for (int32_t k = 0; k < (closed ? n : n - 1); k++) {
    const double *a = def->data + 2 * k, *b = def->data + 2 * ((k + 1) % n);
    v[k + 1] = v[k] + hypot(b[0] - a[0], b[1] - a[1]);
    whole = v[k + 1];
  }
  for (int32_t k = 0; k < (closed ? n : n - 1); k++) {
    if (v[k + 1] - v[k] > PW_PROFILE_GAP * whole) continue;
    const double *a = def->data + 2 * k;
    return pw_chain_refuse(chain, i, "spline element[%d]: points %d and %d are the same, %s; leave one out", i, k, (k + 1) % n,
                           PW_TELL_PLACE(chain, a));
  }
  return PAWL_OK;
}

// The degree + 1 basis functions that are not zero in span k, at v (Cox 1972, de Boor 1972).
static void basis(const double *knot, int32_t degree, int32_t k, double v, double *out) {
  out[0] = 1;
  for (int32_t d = 1; d <= degree; d++) {
    double carried = 0;
    for (int32_t r = 0; r < d; r++) {
      double right = knot[k + r + 1], left = knot[k + r + 1 - d], share = out[r] / (right - left);
      out[r] = carried + (right - v) * share;
      carried = (v - left) * share;
    }
    out[d] = carried;
  }
}

// Control points such that the spline passes the points at the parameters v. In a periodic spline those beyond the first n
// repeat.
static PawlStatus interpolate(const PawlElementDef *def, const PwElement *e, const double *v, double *control) {
  int32_t n = def->count, p = e->degree, entries = n * (p + 1);
  int32_t *row = malloc(3 * (size_t)entries * sizeof *row), *column = row + entries, *slot = column + entries;
  double *value = malloc(((size_t)entries + (size_t)n) * sizeof *value), *side = value + entries;
  PwSparse *sparse = NULL;
  PawlStatus status = row && value ? PAWL_OK : PAWL_ERR_MEMORY;
  for (int32_t k = 0; k < n && !status; k++) {
    int32_t span = pw_spline_span(e, v[k]);
    basis(e->data, p, span, v[k], value + k * (p + 1));
    for (int32_t j = 0; j <= p; j++) {
      row[k * (p + 1) + j] = k;
      column[k * (p + 1) + j] = (span - p + j) % n;
    }
  }
  if (!status) status = pw_sparse_create(n, entries, row, column, false, slot, &sparse);
  if (!status) {
    double *a = pw_sparse_values(sparse);
    memset(a, 0, (size_t)pw_sparse_nonzeros(sparse) * sizeof *a);
    for (int32_t k = 0; k < entries; k++) a[slot[k]] += value[k];
    status = pw_sparse_factor(sparse);
  }
  for (int axis = 0; axis < 2 && !status; axis++) {
    for (int32_t k = 0; k < n; k++) side[k] = def->data[2 * k + axis];
    pw_sparse_solve(sparse, side);
    for (int32_t k = 0; k < e->count; k++) control[2 * k + axis] = side[k % n];
  }
  pw_sparse_free(sparse);
  free(value);
  free(row);
  return status;
}

static PawlStatus add_through_points(PwChain *chain, const PawlElementDef *def, int32_t i, bool periodic) {
  int32_t n = def->count, p = def->degree, count = periodic ? n + p : n;
  PwElement e;
  double *data = new_data(chain, p, count, &e, i);
  double *v = pw_arena_array(chain->arena, (size_t)n + 1, sizeof *v);
  if (!data || !v) return PAWL_ERR_MEMORY;
  PawlStatus status = chord_parameters(chain, def, i, periodic, v);
  if (status) return status;
  for (int32_t k = 0; k < count + p + 1; k++) {
    int32_t at = k - p;  // periodic: the knots repeat with the period v[n]
    if (periodic) {
      int32_t turns = at < 0 ? -1 : at >= n ? at / n : 0;
      data[k] = v[at - turns * n] + turns * v[n];
    } else {
      data[k] = k <= p ? 0 : k >= n ? v[n - 1] : v[at - 1 + (p + 1) / 2];
    }
  }
  e.origin = data[p];
  e.scale = data[count] - data[p];
  status = interpolate(def, &e, v, data + count + p + 1);
  if (status == PAWL_ERR_SINGULAR) {
    return pw_chain_refuse(chain, i, "spline element[%d]: its points are too unevenly spaced for degree %d", i, p);
  }
  return status ? status : add_part(chain, &e, data[p], data[count]);
}

PawlStatus pw_chain_add_spline(PwChain *chain, const PawlElementDef *def, int32_t i, bool periodic) {
  PawlStatus status = check_points(chain, def, i);
  if (status) return status;
  return def->type == PAWL_ELEMENT_SPLINE ? add_through_points(chain, def, i, periodic) : add_bspline(chain, def, i, periodic);
}
