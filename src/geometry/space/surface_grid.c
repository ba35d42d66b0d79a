#include "geometry/space/surface_grid.h"

#include <math.h>
#include <string.h>

#include "numerics/vec.h"

enum { PARTS = 4, MOST_PARTS = 16, ROUNDS = 8 };  // of a segment at first; of an interval that is divided, at most
static const double SHARE = 0.4;                  // of the tolerance: for the bend in each direction; the rest is for the twist

typedef struct {
  int32_t segment;
  double q;
} Line;

typedef struct {
  const PwSurface *s;
  double range[2][2];
  double tolerance;
  int32_t most;  // points
  Line *line[2], *spare;
  int32_t count[2];
  bool full;  // there was no room for a line that is needed
} Grid;

static void evaluate(const Grid *g, Line u, Line v, PwSurfacePoint *out) {
  pw_surface_evaluate(g->s, u.segment * g->s->segments[1] + v.segment, (double[2]){u.q, v.q}, out);
}

static int32_t segment_of(const Grid *g, int d, double q) {
  double at[2] = {g->range[0][0], g->range[1][0]};
  at[d] = q;
  int32_t face = pw_surface_face(g->s, at);
  return pw_face_segment(g->s, face, d);
}

// ---- the first lines

// Into how many parts a segment is cut at first: as many as its knots tell, else so few that a circle is seen to be one.
static int32_t first_parts(const PwSurface *s, int d, int32_t i) {
  int32_t spans = 0;
  if (s->kind != PW_SURFACE_NURBS) {
    bool straight = d == 0 && s->element && (s->element[i].kind == PW_EL_LINE || pw_element_is_corner(&s->element[i]));
    return straight ? 1 : PARTS;
  }
  for (int32_t k = s->first[d][i]; k < s->first[d][i + 1]; k++) spans += s->knot[d][k + 1] > s->knot[d][k];
  return spans > 0 ? spans : 1;
}

// Does a segment begin with a jump of the normal? At a corner, an element of its own, the normal turns.
static bool is_kink(const PwSurface *s, int d, int32_t i) {
  return i > 0 && (s->join[d][i] == PW_JOIN_NONE || s->join[d][i] == PW_JOIN_REENTRANT);
}

static int32_t count_first(const PwSurface *s, int d) {
  int32_t count = 0;
  for (int32_t i = 0; i < s->segments[d]; i++) count += first_parts(s, d, i) + is_kink(s, d, i);
  return count;
}

// Lines at the ends of every segment, of two that join smoothly only one, and between them; of many only some. The list begins
// and ends with the range.
static void lay_first(Grid *g, int d) {
  const PwSurface *s = g->s;
  int32_t few = (int32_t)sqrt(g->most) / 2, stride = count_first(s, d) / few + 1, seen = 0;
  double low = g->range[d][0], high = g->range[d][1];
  g->count[d] = 0;
  g->line[d][g->count[d]++] = (Line){segment_of(g, d, low), low};
  for (int32_t i = 0; i < s->segments[d]; i++) {
    int32_t parts = first_parts(s, d, i);
    const double *cut = s->cut[d] + i;
    for (int32_t k = is_kink(s, d, i) ? 0 : 1; k <= parts; k++) {
      double q = k == parts ? cut[1] : cut[0] + (cut[1] - cut[0]) * k / parts;
      bool last = i == s->segments[d] - 1 && k == parts;
      if (!last && q > low && q < high && seen++ % stride == 0) g->line[d][g->count[d]++] = (Line){i, q};
    }
  }
  int32_t segment = segment_of(g, d, high);
  g->line[d][g->count[d]++] = (Line){high == s->range[d][1] ? s->segments[d] - 1 : segment, high};
}

// ---- lines between them

static double distance_to_chord(const double p[3], const double a[3], const double b[3]) {
  double d[3], r[3];
  for (int c = 0; c < 3; c++) d[c] = b[c] - a[c], r[c] = p[c] - a[c];
  double n = pw_dot(d, d), along = n > 0 ? fmin(fmax(pw_dot(r, d) / n, 0), 1) : 0;
  for (int c = 0; c < 3; c++) r[c] -= along * d[c];
  return pw_norm(r);
}

// How far the surface is from the chords between lines i and i + 1.
static double sagitta(const Grid *g, int d, int32_t i) {
  Line a = g->line[d][i], b = g->line[d][i + 1];
  double worst = 0;
  for (int32_t k = 0; k < g->count[1 - d] && b.q > a.q; k++) {
    Line across = g->line[1 - d][k];
    PwSurfacePoint p[5];
    for (int m = 0; m <= 4; m++) {
      double q = a.q + (b.q - a.q) * m / 4;
      Line at = m == 0 ? a : m == 4 ? b : (Line){segment_of(g, d, q), q};
      evaluate(g, d == 0 ? at : across, d == 0 ? across : at, &p[m]);
    }
    for (int m = 1; m <= 3; m++) worst = fmax(worst, distance_to_chord(p[m].x, p[0].x, p[4].x));
  }
  return worst;
}

// How far the middles of the cells between lines i and i + 1 are from their triangles' common side.
static double twist(const Grid *g, int d, int32_t i) {
  Line a = g->line[d][i], b = g->line[d][i + 1];
  double worst = 0;
  for (int32_t k = 0; k + 1 < g->count[1 - d]; k++) {
    Line e = g->line[1 - d][k], f = g->line[1 - d][k + 1];
    PwSurfacePoint from, to, middle;
    Line at = {segment_of(g, d, (a.q + b.q) / 2), (a.q + b.q) / 2};
    Line across = {segment_of(g, 1 - d, (e.q + f.q) / 2), (e.q + f.q) / 2};
    evaluate(g, d == 0 ? a : e, d == 0 ? e : a, &from);
    evaluate(g, d == 0 ? b : f, d == 0 ? f : b, &to);
    evaluate(g, d == 0 ? at : across, d == 0 ? across : at, &middle);
    double off[3];
    for (int c = 0; c < 3; c++) off[c] = middle.x[c] - (from.x[c] + to.x[c]) / 2;
    worst = fmax(worst, fabs(pw_dot(off, middle.n)));
  }
  return worst;
}

// Divides intervals of a direction where they need it; true: some did.
static bool divide(Grid *g, int d, bool twisted) {
  int32_t count = 0;
  bool changed = false;
  for (int32_t i = 0; i < g->count[d] && !g->full; i++) {
    bool end = i + 1 == g->count[d];
    double wrong = end ? 0 : (twisted ? twist(g, d, i) : sagitta(g, d, i) / SHARE) / g->tolerance;
    int32_t parts = wrong > 1 ? (int32_t)fmin(ceil(sqrt(wrong)), MOST_PARTS) : 1;
    Line a = g->line[d][i];
    g->full = count + parts > g->most / g->count[1 - d];
    for (int32_t k = 0; k < parts && !g->full; k++) {
      double q = k ? a.q + (g->line[d][i + 1].q - a.q) * k / parts : a.q;
      g->spare[count++] = k ? (Line){segment_of(g, d, q), q} : a;
    }
    changed |= parts > 1;
  }
  if (g->full) return false;
  Line *old = g->line[d];
  g->line[d] = g->spare;
  g->spare = old;
  g->count[d] = count;
  return changed;
}

static void lay(Grid *g) {
  bool changed = true;
  g->full = false;
  for (int d = 0; d < 2; d++) lay_first(g, d);
  for (int i = 0; i < ROUNDS && changed && !g->full; i++) {
    changed = false;
    for (int pass = 0; pass < 4 && !(pass == 2 && changed) && !g->full; pass++) changed |= divide(g, pass % 2, pass >= 2);
  }
}

// ---- points on them

// A border or kink of the surface, or of the part of it that is looked at.
static bool is_edge(const Grid *g, int d, int32_t i) {
  const PwSurface *s = g->s;
  Line line = g->line[d][i];
  bool start = line.q == s->cut[d][line.segment], end = line.q == s->cut[d][line.segment + 1];
  int32_t at = line.segment + end;
  if (!start && !end) return i == 0 || i == g->count[d] - 1;
  bool pole = (at == 0 && s->pole[d][0]) || (at == s->segments[d] && s->pole[d][1]);
  return !pole && s->join[d][at] != PW_JOIN_SMOOTH;
}

static bool is_same(const PwSurfaceGrid *o, double near, int d, int32_t line, int32_t other) {
  for (int32_t k = 0; k < o->count[1 - d]; k++) {
    const double *a = o->x[d == 0 ? line * o->count[1] + k : k * o->count[1] + line];
    const double *b = o->x[d == 0 ? other * o->count[1] + k : k * o->count[1] + other];
    for (int c = 0; c < 3; c++) {
      if (!(fabs(a[c] - b[c]) <= near)) return false;
    }
  }
  return true;
}

// Does the surface stand still in a direction?
static bool is_flat(const PwSurfaceGrid *o, double near, int d) {
  bool flat = true;
  for (int32_t i = 1; i < o->count[d] && flat; i++) flat = is_same(o, near, d, 0, i);
  return flat;
}

static void fill(const Grid *g, PwSurfaceGrid *o) {
  for (int d = 0; d < 2; d++) {
    o->count[d] = g->count[d];
    for (int32_t i = 0; i < g->count[d]; i++) {
      o->q[d][i] = g->line[d][i].q;
      o->edge[d][i] = is_edge(g, d, i);
    }
  }
  for (int32_t i = 0; i < o->count[0]; i++) {
    for (int32_t j = 0; j < o->count[1]; j++) {
      PwSurfacePoint p;
      evaluate(g, g->line[0][i], g->line[1][j], &p);
      memcpy(o->x[i * o->count[1] + j], p.x, sizeof p.x);
      memcpy(o->n[i * o->count[1] + j], p.n, sizeof p.n);
    }
  }
}

PawlStatus pw_surface_grid(const PwSurface *s, const double range[2][2], double tolerance, int32_t most, PwArena *arena,
                           PwSurfaceGrid *out) {
  Grid g = {.s = s, .tolerance = tolerance, .most = most, .spare = pw_arena_array(arena, (size_t)most, sizeof *g.spare)};
  memcpy(g.range, range ? range : s->range, sizeof g.range);
  bool ok = g.spare != NULL;
  for (int d = 0; d < 2; d++) {
    g.line[d] = pw_arena_array(arena, (size_t)most, sizeof *g.line[d]);
    out->q[d] = pw_arena_array(arena, (size_t)most, sizeof *out->q[d]);
    out->edge[d] = pw_arena_array(arena, (size_t)most, sizeof *out->edge[d]);
    ok = ok && g.line[d] && out->q[d] && out->edge[d];
  }
  out->x = pw_arena_array(arena, (size_t)most, sizeof *out->x);
  out->n = pw_arena_array(arena, (size_t)most, sizeof *out->n);
  if (!ok || !out->x || !out->n) return PAWL_ERR_MEMORY;
  for (lay(&g); g.full; lay(&g)) g.tolerance *= 2;
  fill(&g, out);
  double near = 1e-9 * s->extent;
  for (int d = 0; d < 2; d++) {
    if (!is_flat(out, near, d)) continue;
    g.count[d] = 1;
    fill(&g, out);
  }
  for (int d = 0; d < 2; d++) out->closed[d] = out->count[d] > 2 && is_same(out, near, d, 0, out->count[d] - 1);
  return PAWL_OK;
}
