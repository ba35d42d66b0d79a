#include "audit/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = PW_OUTLINE_CELLS, LEAST = 4, MOST = 96, WHOLE = 512 };

static const double CHORD = 2e-2;  // of a cell: chords leave the curve by less
static const double LISTED = 1.5;  // cells from a segment up to which it is listed: beyond the far corner of a square one

static void to_body(const PwOutline *o, const double x[2], double out[2]) {
  double a = x[0], b = x[1];
  out[0] = o->origin[0] + o->c * a - o->s * b;
  out[1] = o->origin[1] + o->s * a + o->c * b;
}

// Steps of one element: by its share of the whole.
static int32_t steps_of(const PwProfile *shape, const PwElement *e) {
  if (e->kind == PW_EL_POINT) return 0;
  double share = shape->length > 0 ? WHOLE * e->length / shape->length : LEAST;
  double most = shape->elements == 1 ? WHOLE : MOST;
  return (int32_t)fmin(fmax(share, LEAST), most);
}

static inline double square(double x, double y) {
  return x * x + y * y;
}

// A circle around the probes of each group.
static void gather(PwOutline *o) {
  for (int32_t from = 0; from < o->count; from += PW_OUTLINE_GROUP) {
    int32_t to = from + PW_OUTLINE_GROUP < o->count ? from + PW_OUTLINE_GROUP : o->count;
    double *circle = o->group[from / PW_OUTLINE_GROUP];
    memcpy(circle, o->probe[(from + to) / 2].x, 2 * sizeof *circle);
    for (int32_t i = from; i < to; i++) {
      circle[2] = fmax(circle[2], square(o->probe[i].x[0] - circle[0], o->probe[i].x[1] - circle[1]));
    }
    circle[2] = sqrt(circle[2]);
  }
}

bool pw_outline_sample(const PwProfile *shape, const double origin[2], double c, double s, PwArena *arena, PwOutline *out) {
  *out = (PwOutline){.shape = shape, .origin = {origin[0], origin[1]}, .c = c, .s = s};
  size_t room = 1;
  for (int32_t i = 0; i < shape->elements; i++) room += (size_t)steps_of(shape, &shape->element[i]) + 1;
  out->probe = pw_arena_array(arena, room, sizeof *out->probe);
  out->joined = pw_arena_array(arena, room, sizeof *out->joined);
  out->group = pw_arena_array(arena, room / PW_OUTLINE_GROUP + 1, sizeof *out->group);
  if (!out->probe || !out->joined || !out->group) return false;
  for (int i = 0; i < 2; i++) out->low[i] = INFINITY, out->high[i] = -INFINITY;
  for (int32_t i = 0; i < shape->elements; i++) {
    int32_t steps = steps_of(shape, &shape->element[i]);
    for (int32_t k = 0; k <= steps; k++) {
      PwProbe *p = &out->probe[out->count];
      PwCurvePoint at;
      *p = (PwProbe){.element = i, .u = steps ? (double)k / steps : 0};
      pw_element_evaluate(&shape->element[i], p->u, &at);
      to_body(out, at.x, p->x);
      for (int j = 0; j < 2; j++) out->low[j] = fmin(out->low[j], p->x[j]), out->high[j] = fmax(out->high[j], p->x[j]);
      out->joined[out->count++] = k < steps;
    }
  }
  gather(out);
  for (int j = 0; j < 2; j++) out->center[j] = (out->low[j] + out->high[j]) / 2;
  for (int32_t i = 0; i < out->count; i++) {
    out->radius = fmax(out->radius, square(out->probe[i].x[0] - out->center[0], out->probe[i].x[1] - out->center[1]));
  }
  out->radius = sqrt(out->radius);
  return true;
}

// By the number of sides that a ray to the right crosses.
bool pw_outline_encloses(const PwOutline *o, const double x[2]) {
  bool inside = false;
  if (!o->shape->closed) return false;
  for (int32_t i = 0; i < o->count; i++) {
    const double *p = o->probe[i].x, *q = o->probe[i + 1 < o->count ? i + 1 : 0].x;
    if ((p[1] > x[1]) == (q[1] > x[1])) continue;
    if (x[0] < p[0] + (x[1] - p[1]) / (q[1] - p[1]) * (q[0] - p[0])) inside = !inside;
  }
  return inside;
}

static bool is_inside(const PwMaterial *m, const double x[2]) {
  bool inside = m->endless;
  for (int32_t i = 0; i < m->count; i++) {
    bool around = pw_outline_encloses(m->part[i], x);
    if (m->part[i]->shape->hole && around) return false;
    if (!m->part[i]->shape->hole) inside |= around;
  }
  return inside;
}

static int32_t cell_of(const PwMaterial *m, const double x[2]) {
  int32_t at[2];
  for (int i = 0; i < 2; i++) {
    double k = (x[i] - m->low[i]) / m->cell[i];
    if (!(k >= 0 && k < CELLS)) return -1;
    at[i] = (int32_t)k;
  }
  return at[1] * CELLS + at[0];
}

// Columns and rows of cells, both ends included.
typedef struct {
  int32_t from[2], to[2];
} Range;

// Those that the box around a segment, wider than it by a part of a cell, reaches.
static inline Range cells_of(const PwMaterial *m, const double p[2], const double q[2], double wider) {
  Range r;
  for (int i = 0; i < 2; i++) {
    bool up = p[i] < q[i];
    double low = ((up ? p[i] : q[i]) - m->low[i]) / m->cell[i] - wider,
           high = ((up ? q[i] : p[i]) - m->low[i]) / m->cell[i] + wider;
    r.from[i] = low > 0 ? (int32_t)low : 0;
    r.to[i] = high < CELLS - 1 ? (int32_t)high : CELLS - 1;
  }
  return r;
}

static inline double distance2(const double p[2], const double q[2], const double x[2]) {
  double d[2] = {q[0] - p[0], q[1] - p[1]}, e[2] = {x[0] - p[0], x[1] - p[1]};
  double l = d[0] * d[0] + d[1] * d[1], along = d[0] * e[0] + d[1] * e[1];
  if (along > 0) {
    double t = along < l ? along / l : 1;
    e[0] -= t * d[0];
    e[1] -= t * d[1];
  }
  return e[0] * e[0] + e[1] * e[1];
}

// A boundary runs only through those cells that a chord reaches, or the curve, which leaves it by less than CHORD: their corners,
// moved outwards by that, lie on both sides of the chord's line.
static void cross_cells(PwMaterial *m, const PwProbe *p) {
  Range r = cells_of(m, p[0].x, p[1].x, 2 * CHORD);
  double d[2] = {p[1].x[0] - p[0].x[0], p[1].x[1] - p[0].x[1]};
  double reach = (0.5 + 2 * CHORD) * (fabs(d[1]) * m->cell[0] + fabs(d[0]) * m->cell[1]);
  for (int32_t y = r.from[1]; y <= r.to[1]; y++) {
    for (int32_t x = r.from[0]; x <= r.to[0]; x++) {
      double middle[2] = {m->low[0] + (x + 0.5) * m->cell[0], m->low[1] + (y + 0.5) * m->cell[1]};
      double off = fabs(d[0] * (middle[1] - p[0].x[1]) - d[1] * (middle[0] - p[0].x[0]));
      if (off <= reach) m->state[y * CELLS + x] = 0;
    }
  }
}

// How many segments each cell up to LISTED away has, behind it in `first`.
static void count_segments(PwMaterial *m) {
  for (int32_t i = 0; i < m->count; i++) {
    const PwOutline *o = m->part[i];
    for (int32_t k = 0; k < o->count; k++) {
      if (!o->joined[k]) continue;
      Range r = cells_of(m, o->probe[k].x, o->probe[k + 1].x, LISTED);
      for (int32_t y = r.from[1]; y <= r.to[1]; y++) {
        for (int32_t x = r.from[0]; x <= r.to[0]; x++) m->first[y * CELLS + x + 1]++;
      }
      cross_cells(m, &o->probe[k]);
    }
  }
}

// fill: where each cell's next one goes.
static void list_segments(PwMaterial *m, int32_t *fill) {
  for (int32_t i = 0; i < m->count; i++) {
    const PwOutline *o = m->part[i];
    for (int32_t k = 0; k < o->count; k++) {
      if (!o->joined[k]) continue;
      Range r = cells_of(m, o->probe[k].x, o->probe[k + 1].x, LISTED);
      for (int32_t y = r.from[1]; y <= r.to[1]; y++) {
        for (int32_t x = r.from[0]; x <= r.to[0]; x++) {
          int32_t *segment = m->segment[fill[y * CELLS + x]++];
          segment[0] = i;
          segment[1] = k;
        }
      }
    }
  }
}

// Cells without a boundary are inside or outside as a whole, and so are their neighbours of that kind.
static void classify(PwMaterial *m, int32_t *stack) {
  for (int32_t start = 0; start < CELLS * CELLS; start++) {
    if (m->state[start] != 2) continue;
    double middle[2] = {m->low[0] + (start % CELLS + 0.5) * m->cell[0], m->low[1] + (start / CELLS + 0.5) * m->cell[1]};
    signed char state = is_inside(m, middle) ? 1 : -1;
    int32_t count = 0;
    stack[count++] = start;
    m->state[start] = state;
    while (count > 0) {
      int32_t at = stack[--count], x = at % CELLS, y = at / CELLS;
      const int32_t near[4] = {x > 0 ? at - 1 : -1, x < CELLS - 1 ? at + 1 : -1, y > 0 ? at - CELLS : -1,
                               y < CELLS - 1 ? at + CELLS : -1};
      for (int i = 0; i < 4; i++) {
        if (near[i] < 0 || m->state[near[i]] != 2) continue;
        m->state[near[i]] = state;
        stack[count++] = near[i];
      }
    }
  }
}

static bool is_round(PwMaterial *m) {
  const PwOutline *o = m->part[0];
  const PwElement *e = &o->shape->element[0];
  if (m->count != 1 || !pw_profile_is_endless(o->shape) || e->kind != PW_EL_ARC) return false;
  to_body(o, e->center, m->center);
  m->radius = fabs(e->radius);
  return true;
}

bool pw_material_make(PwMaterial *m, PwArena *arena) {
  for (int j = 0; j < 2; j++) m->low[j] = INFINITY, m->high[j] = -INFINITY;
  for (int32_t i = 0; i < m->count; i++) {
    for (int j = 0; j < 2; j++) {
      m->low[j] = fmin(m->low[j], m->part[i]->low[j]);
      m->high[j] = fmax(m->high[j], m->part[i]->high[j]);
    }
  }
  double wide = fmax(m->high[0] - m->low[0], m->high[1] - m->low[1]);
  for (int j = 0; j < 2; j++) {
    m->low[j] -= wide / CELLS;
    m->high[j] += wide / CELLS;
    m->cell[j] = (m->high[j] - m->low[j]) / CELLS;
  }
  m->round = is_round(m);
  if (m->round) return true;
  m->state = pw_arena_array(arena, CELLS * CELLS, 1);
  m->first = pw_arena_array(arena, CELLS * CELLS + 1, sizeof *m->first);
  int32_t *fill = pw_arena_array(arena, CELLS * CELLS + 1, sizeof *fill);
  if (!m->state || !m->first || !fill) return false;
  memset(m->state, 2, CELLS * CELLS);
  count_segments(m);
  for (int32_t i = 0; i < CELLS * CELLS; i++) m->first[i + 1] += m->first[i];
  m->segment = pw_arena_array(arena, (size_t)m->first[CELLS * CELLS] + 1, sizeof *m->segment);
  if (!m->segment) return false;
  memcpy(fill, m->first, (CELLS * CELLS + 1) * sizeof *fill);
  list_segments(m, fill);
  classify(m, fill);
  return true;
}

// Is the point beyond an end of the element that segment k is of, so that the segment does not tell its side?
static bool is_end(const PwOutline *o, int32_t k, const double x[2]) {
  const double *p = o->probe[k].x, *q = o->probe[k + 1].x;
  double along = (q[0] - p[0]) * (x[0] - p[0]) + (q[1] - p[1]) * (x[1] - p[1]);
  double whole = (q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]);
  return (along <= 0 && o->probe[k].u == 0) || (along >= whole && o->probe[k + 1].u == 1);
}

// The segment nearest to a point, of those listed in its cell (cell < 0: of all). Returns the square of its distance.
static double nearest_segment(const PwMaterial *m, const double x[2], int32_t cell, const PwOutline **of, int32_t *number) {
  double nearest = INFINITY;
  for (int32_t i = 0; cell < 0 && i < m->count; i++) {
    const PwOutline *o = m->part[i];
    for (int32_t k = 0; k < o->count; k++) {
      double d = o->joined[k] ? distance2(o->probe[k].x, o->probe[k + 1].x, x) : INFINITY;
      if (d < nearest) nearest = d, *of = o, *number = k;
    }
  }
  for (int32_t i = cell < 0 ? 0 : m->first[cell]; cell >= 0 && i < m->first[cell + 1]; i++) {
    const PwOutline *o = m->part[m->segment[i][0]];
    int32_t k = m->segment[i][1];
    double d = distance2(o->probe[k].x, o->probe[k + 1].x, x);
    if (d < nearest) nearest = d, *of = o, *number = k;
  }
  return nearest;
}

// The nearest point of an element between two parameters, by thirds.
static double nearest_by_thirds(const PwElement *e, const double own[2], double from, double to) {
  enum { THIRDS = 24 };  // to 6e-5 of a segment, so that the normal there is good to 4e-9 of how far the chord leaves the curve
  PwCurvePoint p;
  for (int i = 0; i < THIRDS; i++) {
    double a = from + (to - from) / 3, b = to - (to - from) / 3;
    pw_element_evaluate(e, a, &p);
    double at_a = square(p.x[0] - own[0], p.x[1] - own[1]);
    pw_element_evaluate(e, b, &p);
    if (at_a < square(p.x[0] - own[0], p.x[1] - own[1])) {
      to = b;
    } else {
      from = a;
    }
  }
  return (from + to) / 2;
}

// The same by steps along the tangent from `u` on, which are soon there where the place is near; NaN: they are not.
static double nearest_by_tangents(const PwElement *e, const double own[2], double from, double to, double u) {
  enum { ROUNDS = 8 };
  static const double SAME = 1e-6;  // of the way between `from` and `to`
  for (int i = 0; i < ROUNDS; i++) {
    PwCurvePoint p;
    pw_element_evaluate(e, u, &p);
    double next = u + ((own[0] - p.x[0]) * p.t[0] + (own[1] - p.x[1]) * p.t[1]) / p.speed;
    next = fmin(fmax(next, from), to);
    if (fabs(next - u) <= SAME * (to - from)) return next;
    u = next;
  }
  return NAN;
}

// Below the curve itself, of which a segment is only a chord: the nearest point, then along its normal. *end: that is an end of
// the element, whose normal does not tell the side at a sharp corner.
static double below(const PwOutline *o, int32_t k, const double x[2], bool *end) {
  const PwElement *e = &o->shape->element[o->probe[k].element];
  const double *q[2] = {o->probe[k].x, o->probe[k + 1].x}, chord[2] = {q[1][0] - q[0][0], q[1][1] - q[0][1]};
  if (e->kind == PW_EL_LINE) {
    *end = is_end(o, k, x);
    return (chord[0] * (x[1] - q[0][1]) - chord[1] * (x[0] - q[0][0])) / sqrt(square(chord[0], chord[1]));
  }
  double step = o->probe[k + 1].u - o->probe[k].u, from = o->probe[k].u - step, to = o->probe[k + 1].u + step;
  double d[2] = {x[0] - o->origin[0], x[1] - o->origin[1]};
  double own[2] = {o->c * d[0] + o->s * d[1], -o->s * d[0] + o->c * d[1]};
  if (!e->periodic) from = fmax(from, 0), to = fmin(to, 1);
  double along = (chord[0] * (x[0] - q[0][0]) + chord[1] * (x[1] - q[0][1])) / square(chord[0], chord[1]);
  double u = nearest_by_tangents(e, own, from, to, o->probe[k].u + step * fmin(fmax(along, 0), 1));
  if (isnan(u)) u = nearest_by_thirds(e, own, from, to);
  PwCurvePoint p;
  pw_element_evaluate(e, u, &p);
  double near = 1e-4 * (to - from);
  *end = !e->periodic && ((from == 0 && u <= near) || (to == 1 && u >= 1 - near));
  return -((own[0] - p.x[0]) * p.t[1] - (own[1] - p.x[1]) * p.t[0]);  // outward normal (t_y, -t_x)
}

double pw_material_depth(const PwMaterial *m, const double x[2]) {
  if (m->round) {
    double depth = m->radius - hypot(x[0] - m->center[0], x[1] - m->center[1]);
    return m->endless ? -depth : depth;
  }
  int32_t cell = cell_of(m, x), number = 0;
  if (cell < 0) return m->endless ? hypot(m->high[0] - m->low[0], m->high[1] - m->low[1]) : 0;
  if (m->state[cell] < 0) return 0;
  const PwOutline *of = NULL;
  double sure = LISTED * fmin(m->cell[0], m->cell[1]);  // what is nearer than this is listed in the cell
  double nearest = nearest_segment(m, x, cell, &of, &number);
  if (nearest > sure * sure) {
    if (m->state[cell] == 0 && !is_inside(m, x)) return 0;
    nearest = nearest_segment(m, x, -1, &of, &number);
  }
  if (!of) return 0;
  if (nearest > CHORD * CHORD * m->cell[0] * m->cell[1] && !is_end(of, number, x)) {  // farther than chords leave the curve
    const double *p = of->probe[number].x, *q = of->probe[number + 1].x;
    bool outside = (q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0]) < 0;  // material is on the left
    if (outside) return 0;
  }
  bool end = false;
  double depth = below(of, number, x, &end);
  if (end) return is_inside(m, x) ? sqrt(nearest) : 0;
  return depth > CHORD * fmin(m->cell[0], m->cell[1]) && !is_inside(m, x) ? 0 : depth;
}

void pw_outline_foot(const PwOutline *o, const double x[2], double normal[2], double *distance) {
  enum { ROUNDS = 20 };
  static const double END = 1e-6, SAME = 1e-11;  // of an element, of the outline
  double nearest = INFINITY, reach;
  int32_t k = -1;
  for (int32_t i = 0; i < o->count; i += PW_OUTLINE_GROUP) {  // centres of groups are probes: it is no farther than these
    const double *g = o->group[i / PW_OUTLINE_GROUP];
    nearest = fmin(nearest, square(x[0] - g[0], x[1] - g[1]));
  }
  nearest *= 1 + 1e-9;
  reach = sqrt(nearest);
  for (int32_t i = 0; i + 1 < o->count; i++) {
    if (i % PW_OUTLINE_GROUP == 0 && i + PW_OUTLINE_GROUP < o->count) {
      const double *g = o->group[i / PW_OUTLINE_GROUP];
      bool far = square(x[0] - g[0], x[1] - g[1]) > square(reach + g[2], 0);
      if (far) i += PW_OUTLINE_GROUP - 1;  // but the last segment, which leaves the group
    }
    double d = o->joined[i] ? distance2(o->probe[i].x, o->probe[i + 1].x, x) : INFINITY;
    if (d <= nearest) nearest = d, k = i;
  }
  normal[0] = normal[1] = 0;
  if (k < 0) {  // a point
    *distance = sqrt(nearest);
    return;
  }
  const PwElement *e = &o->shape->element[o->probe[k].element];
  double d[2] = {x[0] - o->origin[0], x[1] - o->origin[1]}, u = (o->probe[k].u + o->probe[k + 1].u) / 2;
  double own[2] = {o->c * d[0] + o->s * d[1], -o->s * d[0] + o->c * d[1]};
  PwCurvePoint p;
  for (int i = 0; i < ROUNDS; i++) {
    pw_element_evaluate(e, u, &p);
    double along = (own[0] - p.x[0]) * p.t[0] + (own[1] - p.x[1]) * p.t[1];
    u += along / p.speed;
    if (!e->periodic) u = fmin(fmax(u, 0), 1);
    if (fabs(along) <= SAME * o->radius) break;
  }
  pw_element_evaluate(e, u, &p);
  *distance = sqrt(square(own[0] - p.x[0], own[1] - p.x[1]));
  if (!e->periodic && (u <= END || u >= 1 - END)) return;
  normal[0] = o->c * p.t[1] + o->s * p.t[0];  // (t_y, -t_x) in axes of the body
  normal[1] = o->s * p.t[1] - o->c * p.t[0];
}
