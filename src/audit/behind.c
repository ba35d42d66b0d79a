// What lies behind a surface that no function of a solid is known for: near its probes, in the direction of its normals.
//
// Probes are kept by cells. The probe nearest to a point is where Gauss' method starts to look for the foot: the point of the
// surface that the given one stands over, d = x - S(q) orthogonal to S_u and S_v. Depth is -n . d there. Where there is no foot
// (beside a border, over an edge), or none within a cell, nothing is said.
#include <math.h>
#include <string.h>

#include "audit/solid.h"
#include "geometry/space/shell.h"
#include "numerics/vec.h"

enum { CELLS = 32 };  // along each direction, at most

static int32_t cell_of(const PwCover *c, const double x[3], int direction) {
  double at = floor((x[direction] - c->low[direction]) / c->cell);
  return at < 0 ? -1 : at >= c->cells[direction] ? c->cells[direction] : (int32_t)at;
}

static int32_t cell_index(const PwCover *c, const int32_t at[3]) {
  return (at[0] * c->cells[1] + at[1]) * c->cells[2] + at[2];
}

static int32_t probe_cell(const PwCover *c, int32_t i) {
  const int32_t at[3] = {cell_of(c, c->probe[i], 0), cell_of(c, c->probe[i], 1), cell_of(c, c->probe[i], 2)};
  return cell_index(c, at);
}

// The longest way from a probe to the next along u or v.
static double longest_step(const PwCover *c) {
  double most = 0;
  for (int32_t i = 0; i < c->count; i++) {
    for (int k = 0; k < 2; k++) {
      int32_t next = k ? (i + 1) % c->columns ? i + 1 : i : i + c->columns;
      if (next >= c->count) continue;
      const double *a = c->probe[i], *b = c->probe[next], d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
      most = fmax(most, pw_norm(d));
    }
  }
  return most;
}

bool pw_behind_make(PwCover *c, PwArena *arena) {
  double high[3], most = 0;
  memcpy(c->low, c->probe[0], sizeof c->low);
  memcpy(high, c->probe[0], sizeof high);
  for (int32_t i = 1; i < c->count; i++) {
    for (int k = 0; k < 3; k++) {
      c->low[k] = fmin(c->low[k], c->probe[i][k]);
      high[k] = fmax(high[k], c->probe[i][k]);
    }
  }
  for (int k = 0; k < 3; k++) most = fmax(most, high[k] - c->low[k]);
  c->cell = fmax(longest_step(c), most / (CELLS - 1));
  if (!(c->cell > 0)) return true;  // a single point has nothing behind it
  for (int k = 0; k < 3; k++) c->cells[k] = 1 + (int32_t)((high[k] - c->low[k]) / c->cell);
  size_t cells = (size_t)c->cells[0] * (size_t)c->cells[1] * (size_t)c->cells[2];
  c->first = pw_arena_array(arena, cells + 2, sizeof *c->first);
  c->item = pw_arena_array(arena, (size_t)c->count, sizeof *c->item);
  c->normal = pw_arena_array(arena, (size_t)c->count, sizeof *c->normal);
  if (!c->first || !c->item || !c->normal) return false;
  for (int32_t i = 0; i < c->count; i++) {
    PwSurfacePoint p;
    double q[2] = {c->at[i][0], c->at[i][1]};
    pw_cover_point(c, q, &p);
    for (int k = 0; k < 3 && p.rank == 2; k++) c->normal[i][k] = pw_dot(c->R + 3 * k, p.n);
  }
  for (int32_t i = 0; i < c->count; i++) c->first[probe_cell(c, i) + 2]++;
  for (size_t i = 2; i < cells + 2; i++) c->first[i] += c->first[i - 1];
  for (int32_t i = 0; i < c->count; i++) c->item[c->first[probe_cell(c, i) + 1]++] = i;
  return true;
}

// The nearest probe in the cell of a point and those around it; -1: none.
static int32_t nearest(const PwCover *c, const double x[3], double *distance) {
  for (int k = 0; k < 3; k++) {
    double from = x[k] - c->low[k];
    if (from < -c->cell || from > (c->cells[k] + 1) * c->cell) return -1;
  }
  int32_t best = -1, at[3] = {cell_of(c, x, 0), cell_of(c, x, 1), cell_of(c, x, 2)}, from[3], to[3], cell[3];
  *distance = INFINITY;
  for (int k = 0; k < 3; k++) {
    from[k] = at[k] > 0 ? at[k] - 1 : 0;
    to[k] = at[k] + 1 < c->cells[k] ? at[k] + 1 : c->cells[k] - 1;
  }
  for (cell[0] = from[0]; cell[0] <= to[0]; cell[0]++) {
    for (cell[1] = from[1]; cell[1] <= to[1]; cell[1]++) {
      for (cell[2] = from[2]; cell[2] <= to[2]; cell[2]++) {
        int32_t index = cell_index(c, cell);
        for (int32_t k = c->first[index]; k < c->first[index + 1]; k++) {
          const double *p = c->probe[c->item[k]], d[3] = {x[0] - p[0], x[1] - p[1], x[2] - p[2]};
          double there = pw_norm(d);
          if (!(there < *distance)) continue;
          *distance = there;
          best = c->item[k];
        }
      }
    }
  }
  return best;
}

double pw_behind_guess(const PwCover *c, const double x[3]) {
  double far;
  int32_t i = c->first ? nearest(c, x, &far) : -1;
  if (i < 0 || far > 2 * c->cell) return -INFINITY;
  const double *p = c->probe[i], d[3] = {x[0] - p[0], x[1] - p[1], x[2] - p[2]};
  return pw_norm(c->normal[i]) > 0 ? -pw_dot(c->normal[i], d) : -INFINITY;
}

static const double ROUNDING = 1e-9;  // of the size: how far beside its foot a place may stand

// Does parameter i lead nearer to a place, by its slope (dx . d)? Not over its end, nor where it moves nothing, as at a pole.
static bool leads(const PwCover *c, const double q[2], const PwSurfacePoint *p, int i, double slope) {
  const double *range = c->shape->range[i];
  if (!(pw_norm(p->dx[i]) * (range[1] - range[0]) > ROUNDING * c->radius)) return false;
  return c->shape->periodic[i] || (slope > 0 ? q[i] < range[1] : q[i] > range[0]);
}

// From parameters q to the place of the surface that is nearest to a given one, in axes of the surface, by Newton's method; where
// curvature tells nothing of use, by Gauss'. False: it was not reached.
static bool walk(const PwCover *c, const double own[3], double q[2], PwSurfacePoint *p) {
  enum { ROUNDS = 12 };
  bool there = false;
  for (int round = 0; round < ROUNDS && !there; round++) {
    pw_cover_point(c, q, p);
    const double d[3] = {own[0] - p->x[0], own[1] - p->x[1], own[2] - p->x[2]};
    const double slope[2] = {pw_dot(p->dx[0], d), pw_dot(p->dx[1], d)}, bend = p->rank == 2 ? pw_dot(p->n, d) : 0;
    double m[2][2], h[2][2], dq[2] = {0, 0};
    for (int i = 0; i < 4; i++) {
      m[i / 2][i % 2] = pw_dot(p->dx[i / 2], p->dx[i % 2]);
      h[i / 2][i % 2] = m[i / 2][i % 2] + bend * pw_dot(p->dx[i / 2], p->dn[i % 2]);
    }
    if (!(h[0][0] > m[0][0] / 2 && h[1][1] > m[1][1] / 2)) memcpy(h, m, sizeof h);
    double det = h[0][0] * h[1][1] - h[0][1] * h[1][0];
    bool lead[2] = {leads(c, q, p, 0, slope[0]), leads(c, q, p, 1, slope[1])};
    if (lead[0] && lead[1] && det > 1e-12 * h[0][0] * h[1][1]) {
      dq[0] = (h[1][1] * slope[0] - h[0][1] * slope[1]) / det;
      dq[1] = (h[0][0] * slope[1] - h[1][0] * slope[0]) / det;
    } else {
      for (int i = 0; i < 2; i++) dq[i] = lead[i] ? slope[i] / h[i][i] : 0;
    }
    for (int i = 0; i < 2; i++) q[i] += dq[i];
    double way = m[0][0] * dq[0] * dq[0] + m[1][1] * dq[1] * dq[1];
    there = way <= ROUNDING * ROUNDING * c->radius * c->radius;
  }
  pw_cover_point(c, q, p);
  return there;
}

static const double BESIDE = 1e-3;  // of the size: nearer to two faces a place has no normal

// Of a frustum: caps, then its side. The highest is how far the place is from the boundary, at least; zero if and only if it is
// on it.
static bool foot_on_frustum(const PwCover *c, const double own[3], double normal[3], double *distance) {
  const PwShell *s = c->shape->shell;
  const PwShellRound *f = &s->round;
  double r = hypot(own[0], own[1]), out[3] = {0}, highest = -INFINITY;
  const double height[3] = {f->z[0] - own[2], own[2] - f->z[1], f->n[0] * (r - f->radius[0]) + f->n[1] * (own[2] - f->z[0])};
  int on = -1, faces = 0;
  for (int i = 0; i < 3; i++) {
    if (fabs(height[i]) <= BESIDE * s->size) on = i, faces++;
    highest = fmax(highest, height[i]);
  }
  *distance = fabs(highest);
  if (faces != 1) return true;
  for (int i = 0; i < 2 && on == 2; i++) out[i] = f->n[0] * own[i] / r;
  out[2] = on == 2 ? f->n[1] : on == 1 ? 1 : -1;
  for (int i = 0; i < 3; i++) normal[i] = pw_dot(c->R + 3 * i, out);
  return true;
}

// Of a solid with flat faces, likewise: the normal of the only face that the place is on.
static bool foot_on_solid(const PwCover *c, const double own[3], double normal[3], double *distance) {
  const PwShell *s = c->shape->shell;
  double highest = -INFINITY;
  int32_t on = -1, faces = 0;
  for (int32_t f = 0; f < s->faces; f++) {
    double height = pw_dot(s->face[f].n, own) - s->face[f].at;
    if (fabs(height) <= BESIDE * s->size) on = f, faces++;
    highest = fmax(highest, height);
  }
  *distance = fabs(highest);
  for (int i = 0; i < 3 && faces == 1; i++) normal[i] = pw_dot(c->R + 3 * i, s->face[on].n);
  return true;
}

static int32_t nearest_probe(const PwCover *c, const double x[3]) {
  double nearest = INFINITY;
  int32_t best = 0;
  for (int32_t i = 0; i < c->count; i++) {
    const double d[3] = {x[0] - c->probe[i][0], x[1] - c->probe[i][1], x[2] - c->probe[i][2]};
    if (pw_dot(d, d) < nearest) nearest = pw_dot(d, d), best = i;
  }
  return best;
}

// From one probe to the nearest place of the surface; d: from there to x, in its axes.
static bool walk_from(const PwCover *c, int32_t probe, const double own[3], double q[2], PwSurfacePoint *p, double d[3]) {
  memcpy(q, c->at[probe], 2 * sizeof *q);
  bool there = walk(c, own, q, p);
  for (int i = 0; i < 3; i++) d[i] = own[i] - p->x[i];
  return there;
}

bool pw_cover_foot(const PwCover *c, const double x[3], double normal[3], double *distance) {
  int32_t probe = nearest_probe(c, x);
  double own[3], d[3], q[2];
  pw_cover_own(c, x, own);
  for (int i = 0; i < 3; i++) normal[i] = 0;
  if (c->shape->shell) return (c->shape->shell->is_round ? foot_on_frustum : foot_on_solid)(c, own, normal, distance);
  PwSurfacePoint p;
  bool there = walk_from(c, probe, own, q, &p, d);
  // An edge or a face beside may have the nearest probe: then the way from others is tried, one for each step along u.
  for (int32_t i = probe % c->columns; i < c->count && pw_norm(d) > ROUNDING * c->radius; i += c->columns) {
    PwSurfacePoint other;
    double there_q[2], there_d[3];
    bool reached = walk_from(c, i, own, there_q, &other, there_d);
    if (!(pw_norm(there_d) < pw_norm(d))) continue;
    there = reached;
    p = other;
    memcpy(q, there_q, sizeof q);
    memcpy(d, there_d, sizeof d);
  }
  *distance = pw_norm(d);
  double across[3], along = pw_dot(p.n, d);
  for (int i = 0; i < 3; i++) across[i] = d[i] - along * p.n[i];
  bool inner = p.rank == 2 && pw_norm(across) <= ROUNDING * c->radius;  // not at a pole or a rim, nor aside of a border
  for (int i = 0; i < 2; i++) inner &= c->shape->periodic[i] || (q[i] > c->shape->range[i][0] && q[i] < c->shape->range[i][1]);
  for (int i = 0; i < 3 && inner; i++) normal[i] = pw_dot(c->R + 3 * i, p.n);
  return there || *distance <= ROUNDING * c->radius;
}

double pw_behind_depth(const PwCover *c, const double x[3]) {
  static const double ASIDE = 1e-3;  // of the depth, as ROUNDING
  double far, q[2], d[3], across[3], own[3];
  int32_t probe = c->first ? nearest(c, x, &far) : -1;
  if (probe < 0 || far > 2 * c->cell) return -INFINITY;
  memcpy(q, c->at[probe], sizeof q);
  pw_cover_own(c, x, own);
  PwSurfacePoint p;
  walk(c, own, q, &p);
  for (int i = 0; i < 3; i++) d[i] = own[i] - p.x[i];
  double depth = -pw_dot(p.n, d);
  for (int i = 0; i < 3; i++) across[i] = d[i] + depth * p.n[i];
  bool stands = p.rank == 2 && pw_norm(across) <= ASIDE * fabs(depth) + ROUNDING * c->radius && pw_norm(d) <= far * (1 + 1e-9);
  return stands ? depth : -INFINITY;
}
