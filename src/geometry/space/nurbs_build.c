// Control nets from their defs: checked, wrapped where they are periodic, cut into faces where curvature may jump.
#include <math.h>

#include "geometry/space/nurbs.h"
#include "geometry/space/surface_parts.h"

static const char *const direction_name[2] = {"u", "v"};
static const char *const line_name[2] = {"rows", "columns"};

typedef struct {
  const PwNurbsDef *def;
  PwArena *arena;
  PwSurface *s;
  PwSurfaceProblem *problem;
} Net;

// ---- checks

// The problem just named is not about a point.
static PawlStatus about(const Net *w, PwNetPart part) {
  w->problem->part = part;
  return PAWL_ERR_INPUT;
}

static PawlStatus check_counts(const Net *w) {
  const PwNurbsDef *def = w->def;
  for (int d = 0; d < 2; d++) {
    int32_t p = def->degree[d], n = def->count[d];
    if (p < 1 || p > PW_NURBS_DEGREE) {
      return pw_surface_refuse(w->problem, -1, -1, "degree %d in %s; the degree must be 1 to %d", p, direction_name[d],
                               PW_NURBS_DEGREE);
    }
    if (n < p + 1 || n > 1 << 20) {
      return pw_surface_refuse(w->problem, -1, -1, "%d %s of points; degree %d in %s needs at least %d", n, line_name[d], p,
                               direction_name[d], p + 1);
    }
  }
  int64_t needed = (int64_t)def->count[0] * def->count[1];
  if (needed > 1 << 24) return pw_surface_refuse(w->problem, -1, -1, "%lld points are too many", (long long)needed);
  if (!def->point || def->points != needed) {
    return pw_surface_refuse(w->problem, -1, -1, "%d points; %d rows of %d need %lld", def->point ? def->points : 0,
                             def->count[0], def->count[1], (long long)needed);
  }
  if (def->weight && def->weights != needed) {
    return pw_surface_refuse(w->problem, -1, -1, "%d weights for %lld points", def->weights, (long long)needed);
  }
  return PAWL_OK;
}

static PawlStatus check_numbers(const Net *w) {
  const PwNurbsDef *def = w->def;
  double largest = 0;
  for (int32_t i = 0; def->weight && i < def->weights; i++) largest = fmax(largest, def->weight[i]);
  for (int32_t i = 0; i < def->points; i++) {
    int32_t row = i / def->count[1], column = i % def->count[1];
    const double *x = def->point + 3 * (size_t)i;
    if (!isfinite(x[0]) || !isfinite(x[1]) || !isfinite(x[2])) {
      return pw_surface_refuse(w->problem, row, column, "point [%d][%d] is not a place", row, column);
    }
    double weight = def->weight ? def->weight[i] : 1;
    if (!(weight > 0) || !isfinite(weight)) {
      pw_surface_refuse(w->problem, row, column, "the weight of point [%d][%d] is %g; weights must be above 0", row, column,
                        weight);
      return about(w, PW_NET_WEIGHT);
    }
    if (weight < 1e-9 * largest) {
      pw_surface_refuse(w->problem, row, column, "the weight of point [%d][%d] is %g, too little beside the largest, %g", row,
                        column, weight, largest);
      return about(w, PW_NET_WEIGHT);
    }
  }
  return PAWL_OK;
}

static PawlStatus check_knots(const Net *w, int d) {
  const PwNurbsDef *def = w->def;
  const double *knot = def->knot[d];
  const char *name = direction_name[d];
  int32_t n = def->count[d], p = def->degree[d], needed = def->periodic[d] ? n + 1 : n + p + 1, times = 1;
  w->problem->direction = d;
  w->problem->knot = -1;
  if (def->knots[d] != needed) {
    return pw_surface_refuse(w->problem, -1, -1, "%d knots in %s; %d points of degree %d%s need %d", def->knots[d], name, n, p,
                             def->periodic[d] ? ", periodic," : "", needed);
  }
  for (int32_t i = 0; i < needed; i++) {
    w->problem->knot = i;
    if (!isfinite(knot[i])) return pw_surface_refuse(w->problem, -1, -1, "knot %d in %s is not a number", i, name);
    if (i == 0) continue;
    if (knot[i] < knot[i - 1]) {
      return pw_surface_refuse(w->problem, -1, -1, "knot %d in %s is %.9g, below the one before it, %.9g", i, name, knot[i],
                               knot[i - 1]);
    }
    times = knot[i] == knot[i - 1] ? times + 1 : 1;
    bool end = !def->periodic[d] && (knot[i] == knot[0] || knot[i] == knot[needed - 1]);
    if (times > p + (end ? 1 : 0)) {
      return pw_surface_refuse(w->problem, -1, -1, "knot %d in %s, %.9g, comes %d times; degree %d allows %d", i, name, knot[i],
                               times, p, p + (end ? 1 : 0));
    }
  }
  w->problem->knot = -1;
  double from = def->periodic[d] ? knot[0] : knot[p], to = def->periodic[d] ? knot[n] : knot[n];
  if (!(to > from)) return pw_surface_refuse(w->problem, -1, -1, "the knots in %s leave no range", name);
  for (int32_t i = 1; i < needed; i++) {
    w->problem->knot = i;
    if (knot[i] > knot[i - 1] && knot[i] - knot[i - 1] < 1e-12 * (to - from)) {
      return pw_surface_refuse(w->problem, -1, -1, "knots %d and %d in %s are nearly one: %.17g, %.17g", i - 1, i, name,
                               knot[i - 1], knot[i]);
    }
  }
  return PAWL_OK;
}

// ---- knots and net

// A periodic knot vector t[0] .. t[n] goes on with the period t[n] - t[0] in both directions.
static double periodic_knot(const double *t, int32_t n, int32_t at) {
  int32_t turns = at < 0 ? -((n - 1 - at) / n) : at / n;
  return t[at - turns * n] + turns * (t[n] - t[0]);
}
static PawlStatus make_knots(const Net *w, int d) {
  const PwNurbsDef *def = w->def;
  PwSurface *s = w->s;
  int32_t n = def->count[d], p = def->degree[d];
  s->degree[d] = p;
  s->count[d] = def->periodic[d] ? n + p : n;
  int32_t knots = s->count[d] + p + 1;
  double *t = s->knot[d] = pw_arena_array(w->arena, (size_t)knots, sizeof *t);
  s->inverse[d] = pw_arena_array(w->arena, (size_t)s->count[d] * (size_t)p, sizeof *s->inverse[d]);
  if (!t || !s->inverse[d]) return PAWL_ERR_MEMORY;
  for (int32_t k = 0; k < knots; k++) {
    if (def->periodic[d]) {
      t[k] = def->knot[d] ? periodic_knot(def->knot[d], n, k - p) : (double)(k - p) / n;
    } else {
      t[k] = def->knot[d] ? def->knot[d][k] : fmin(fmax(k - p, 0), n - p) / (n - p);
    }
  }
  pw_nurbs_inverses(t, p, 0, s->count[d], s->inverse[d]);
  s->range[d][0] = t[p];
  s->range[d][1] = t[s->count[d]];
  s->periodic[d] = def->periodic[d];
  return PAWL_OK;
}
static PawlStatus make_net(const Net *w) {
  const PwNurbsDef *def = w->def;
  PwSurface *s = w->s;
  s->net = pw_arena_array(w->arena, 4 * (size_t)s->count[0] * (size_t)s->count[1], sizeof *s->net);
  if (!s->net) return PAWL_ERR_MEMORY;
  double *to = s->net;
  for (int32_t i = 0; i < s->count[0]; i++) {
    for (int32_t j = 0; j < s->count[1]; j++, to += 4) {
      size_t from = (size_t)(i % def->count[0]) * (size_t)def->count[1] + (size_t)(j % def->count[1]);
      to[3] = def->weight ? def->weight[from] : 1;
      if (to[3] != 1) s->rational = true;
      for (int m = 0; m < 3; m++) to[m] = to[3] * def->point[3 * from + (size_t)m];
    }
  }
  return PAWL_OK;
}

// ---- edges

static double *net_point(const PwSurface *s, int direction, int32_t line, int32_t k) {
  int32_t i = direction == 0 ? line : k, j = direction == 0 ? k : line;
  return s->net + 4 * ((size_t)i * (size_t)s->count[1] + (size_t)j);
}
static double net_distance(const double *a, const double *b) {
  double d[3] = {a[0] / a[3] - b[0] / b[3], a[1] / a[3] - b[1] / b[3], a[2] / a[3] - b[2] / b[3]};
  return pw_norm(d);
}
static bool is_clamped(const PwSurface *s, int d) {
  const double *t = s->knot[d];
  return !s->periodic[d] && t[0] == t[s->degree[d]] && t[s->count[d]] == t[s->count[d] + s->degree[d]];
}
static void measure(PwSurface *s) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, d[3];
  const double *end = s->net + 4 * (size_t)s->count[0] * (size_t)s->count[1];
  for (const double *c = s->net; c < end; c += 4) {
    for (int m = 0; m < 3; m++) {
      low[m] = fmin(low[m], c[m] / c[3]);
      high[m] = fmax(high[m], c[m] / c[3]);
    }
  }
  for (int m = 0; m < 3; m++) d[m] = high[m] - low[m];
  s->extent = pw_norm(d);
}
// An edge whose points are all the same, as nearly as joining tolerates, is made exactly one point.
static void find_poles(PwSurface *s) {
  for (int d = 0; d < 2; d++) {
    for (int end = 0; end < 2 && is_clamped(s, d); end++) {
      int32_t line = end ? s->count[d] - 1 : 0, across = s->count[1 - d];
      const double *first = net_point(s, d, line, 0);
      double most = 0;
      for (int32_t k = 1; k < across; k++) most = fmax(most, net_distance(first, net_point(s, d, line, k)));
      if (most > PW_SURFACE_SAME * s->extent) continue;
      s->pole[d][end] = true;
      for (int32_t k = 1; k < across; k++) {
        double *to = net_point(s, d, line, k);
        for (int m = 0; m < 3; m++) to[m] = first[m] / first[3] * to[3];
      }
    }
  }
}
// Do the two ends of a direction have the same points? Weights may differ by a factor.
static bool ends_meet(const PwSurface *s, int d) {
  int32_t last = s->count[d] - 1, across = s->count[1 - d];
  double factor = net_point(s, d, last, 0)[3] / net_point(s, d, 0, 0)[3];
  for (int32_t k = 0; k < across; k++) {
    const double *a = net_point(s, d, 0, k), *b = net_point(s, d, last, k);
    if (net_distance(a, b) > PW_SURFACE_SAME * s->extent || fabs(b[3] / a[3] / factor - 1) > 1e-9) return false;
  }
  return is_clamped(s, d) && !s->pole[d][0] && !s->pole[d][1];
}

// ---- faces

static int32_t multiplicity(const double *t, int32_t knots, int32_t at) {
  int32_t times = 1;
  for (int32_t i = at; i > 0 && t[i - 1] == t[at]; i--) times++;
  for (int32_t i = at; i + 1 < knots && t[i + 1] == t[at]; i++) times++;
  return times;
}
// A cut wherever curvature may jump, and at both ends.
static PawlStatus make_faces(const Net *w, int d) {
  PwSurface *s = w->s;
  int32_t p = s->degree[d], n = s->count[d], knots = n + p + 1, count = 0;
  const double *t = s->knot[d];
  size_t most = (size_t)(n - p + 1);
  s->cut[d] = pw_arena_array(w->arena, most, sizeof *s->cut[d]);
  s->join[d] = pw_arena_array(w->arena, most, sizeof *s->join[d]);
  s->first[d] = pw_arena_array(w->arena, most, sizeof *s->first[d]);
  if (!s->cut[d] || !s->join[d] || !s->first[d]) return PAWL_ERR_MEMORY;
  for (int32_t k = p; k <= n; k++) {
    if (k < n && t[k + 1] == t[k]) continue;  // of several knots the last one begins a span
    bool end = t[k] == t[p] || t[k] == t[n];
    if (!end && multiplicity(t, knots, k) < p - 1) continue;
    s->cut[d][count] = t[k];
    s->join[d][count] = PW_JOIN_SMOOTH;
    s->first[d][count++] = k;
  }
  s->segments[d] = count - 1;
  return PAWL_OK;
}
// Does the normal go on across cut i of direction d (seam: from the last face to the first)?
static bool is_smooth_across(const PwSurface *s, int d, int32_t i) {
  int e = 1 - d;
  bool seam = i == 0 || i == s->segments[d];
  const double *t = s->knot[e];
  for (int32_t k = s->degree[e]; k < s->count[e]; k++) {
    for (int part = 0; part < 3 && t[k + 1] > t[k]; part++) {
      double q[2], along = t[k] + (t[k + 1] - t[k]) * (part + 0.5) / 3;
      PwSurfacePoint a, b;
      q[d] = s->cut[d][seam ? 0 : i];
      q[e] = along;
      int32_t other = pw_face_segment(s, pw_surface_face(s, q), e), last = seam ? s->segments[d] - 1 : i - 1;
      int32_t after = seam ? 0 : i;
      pw_nurbs_evaluate(s, d == 0 ? after * s->segments[1] + other : other * s->segments[1] + after, q, &b);
      q[d] = s->cut[d][last + 1];
      pw_nurbs_evaluate(s, d == 0 ? last * s->segments[1] + other : other * s->segments[1] + last, q, &a);
      double turn[3];
      pw_cross(a.n, b.n, turn);
      if (!(pw_norm(turn) <= PW_PROFILE_KINK && pw_dot(a.n, b.n) > 0)) return false;
    }
  }
  return true;
}
static void classify_joins(PwSurface *s, int d, bool closed) {
  int32_t p = s->degree[d], knots = s->count[d] + p + 1, last = s->segments[d];
  const double *t = s->knot[d];
  for (int32_t i = 1; i < last; i++) {
    bool sharp = multiplicity(t, knots, s->first[d][i]) >= p;
    if (sharp && !is_smooth_across(s, d, i)) s->join[d][i] = PW_JOIN_NONE;
  }
  if (s->periodic[d]) {
    int32_t times = multiplicity(t, knots, p);
    s->seamless[d] = last == 1 && times < p - 1;
    if (times >= p && !is_smooth_across(s, d, 0)) s->join[d][0] = s->join[d][last] = PW_JOIN_NONE;
  } else if (closed && is_smooth_across(s, d, 0)) {
    s->periodic[d] = true;
  } else {
    s->join[d][0] = s->join[d][last] = PW_JOIN_NONE;
  }
}

PawlStatus pw_nurbs_build(const PwNurbsDef *def, PwArena *arena, PwSurface *s, PwSurfaceProblem *problem) {
  Net w = {def, arena, s, problem};
  PawlStatus status = check_counts(&w);
  if (!status) status = check_numbers(&w);
  for (int d = 0; d < 2 && !status; d++) {
    if (def->knot[d] && check_knots(&w, d)) status = about(&w, PW_NET_KNOT);
    if (!status) status = make_knots(&w, d);
  }
  if (!status) status = make_net(&w);
  if (status) return status;
  measure(s);
  if (!(s->extent > 0)) return pw_surface_refuse(problem, -1, -1, "all points of the net are one point");
  find_poles(s);
  bool closed[2] = {ends_meet(s, 0), ends_meet(s, 1)};
  for (int d = 0; d < 2 && !status; d++) status = make_faces(&w, d);
  for (int d = 0; d < 2 && !status; d++) classify_joins(s, d, closed[d]);
  return status;
}
