// Surfaces: one evaluation for all kinds, and what follows from it.
#include "geometry/space/surface.h"

#include <math.h>

#include "geometry/space/surface_parts.h"

void pw_point_turn(PwSurfacePoint *p) {
  for (int i = 0; i < 2; i++) {
    double a = pw_dot(p->dx[i], p->t[0]), b = pw_dot(p->dx[i], p->t[1]);
    double c[2] = {p->k[0] * a + p->k[1] * b, p->k[1] * a + p->k[2] * b};
    for (int m = 0; m < 3; m++) p->dn[i][m] = c[0] * p->t[0][m] + c[1] * p->t[1][m];
  }
}

// k = a^-T (L M; M N) a^-1 with the columns of a being dx in t.
void pw_point_bend(PwSurfacePoint *p, double l, double m, double n) {
  double a11 = pw_dot(p->dx[0], p->t[0]), a21 = pw_dot(p->dx[0], p->t[1]);
  double a12 = pw_dot(p->dx[1], p->t[0]), a22 = pw_dot(p->dx[1], p->t[1]), det = a11 * a22 - a12 * a21;
  double b11 = a22 / det, b12 = -a12 / det, b21 = -a21 / det, b22 = a11 / det;
  p->k[0] = l * b11 * b11 + 2 * m * b11 * b21 + n * b21 * b21;
  p->k[1] = l * b11 * b12 + m * (b11 * b22 + b12 * b21) + n * b21 * b22;
  p->k[2] = l * b12 * b12 + 2 * m * b12 * b22 + n * b22 * b22;
  pw_point_turn(p);
}

static void flip(PwSurfacePoint *p) {
  for (int m = 0; m < 3; m++) {
    p->n[m] = -p->n[m];
    p->t[1][m] = -p->t[1][m];
    p->dn[0][m] = -p->dn[0][m];
    p->dn[1][m] = -p->dn[1][m];
  }
  p->k[0] = -p->k[0];  // k12 changes its sign twice
  p->k[2] = -p->k[2];
}

void pw_surface_evaluate(const PwSurface *s, int32_t face, const double q[2], PwSurfacePoint *out) {
  if (pw_is_graph(s)) {
    pw_graph_evaluate(s, q, out);
  } else if (pw_is_round(s)) {
    pw_round_evaluate(s, q, out);
  } else if (s->kind == PW_SURFACE_EXTRUSION) {
    pw_extrusion_evaluate(s, face, q, out);
  } else if (s->kind == PW_SURFACE_NURBS) {
    pw_nurbs_evaluate(s, face, q, out);
  } else {
    pw_sweep_evaluate(s, face, q, out);
  }
  if (s->sign < 0) flip(out);
}

void pw_surface_derivatives(const PwSurface *s, int32_t face, const double q[2], int32_t order, double out[4][4][3]) {
  if (pw_is_graph(s)) {
    pw_graph_derivatives(s, q, out);
  } else if (pw_is_round(s)) {
    pw_round_derivatives(s, q, out);
  } else if (s->kind == PW_SURFACE_EXTRUSION) {
    pw_extrusion_derivatives(s, face, q, out);
  } else if (s->kind == PW_SURFACE_NURBS) {
    pw_nurbs_derivatives(s, face, q, order, out);
  } else {
    pw_sweep_derivatives(s, face, q, out);
  }
}

void pw_surface_move(const PwSurface *s, int32_t face, const double q[2], const PwSurfacePoint *p, const double step[2],
                     double out[2]) {
  bool sweeps = !pw_is_graph(s) && s->kind != PW_SURFACE_EXTRUSION && s->kind != PW_SURFACE_NURBS;
  if (pw_is_round(s)) {
    pw_round_move(s, q, p, step, out);
    return;
  }
  if (sweeps && pw_sweep_move(s, face, q, p, step, out)) return;
  if (s->kind == PW_SURFACE_NURBS && pw_nurbs_move(s, q, p, step, out)) return;
  const double *by_u = p->rank == 1 ? p->dn[0] : p->dx[0];  // the normal of an edge turns while it stands still
  double a11 = pw_dot(by_u, p->t[0]), a21 = pw_dot(by_u, p->t[1]);
  double a12 = p->rank == 1 ? 0 : pw_dot(p->dx[1], p->t[0]), a22 = pw_dot(p->dx[1], p->t[1]), det = a11 * a22 - a12 * a21;
  out[0] = q[0] + (a22 * step[0] - a12 * step[1]) / det;
  out[1] = q[1] + (a11 * step[1] - a21 * step[0]) / det;
}

int32_t pw_surface_face(const PwSurface *s, double q[2]) {
  int32_t at[2];
  for (int d = 0; d < 2; d++) {
    const double *cut = s->cut[d];
    double period = s->range[d][1] - s->range[d][0];
    if (s->periodic[d] && !(q[d] >= s->range[d][0] && q[d] <= s->range[d][1])) {
      q[d] -= period * floor((q[d] - s->range[d][0]) / period);
    }
    int32_t low = 0, high = s->segments[d];
    while (high - low > 1) {
      int32_t middle = (low + high) / 2;
      if (cut[middle] <= q[d]) {
        low = middle;
      } else {
        high = middle;
      }
    }
    at[d] = low;
  }
  return at[0] * s->segments[1] + at[1];
}

PwJoin pw_face_join(const PwSurface *s, int32_t face, int direction, int end, int32_t *next) {
  int32_t at[2] = {pw_face_segment(s, face, 0), pw_face_segment(s, face, 1)}, count = s->segments[direction];
  PwJoin join = s->join[direction][at[direction] + end];
  at[direction] += end ? 1 : -1;
  bool outside = at[direction] < 0 || at[direction] == count;
  if (outside) at[direction] = at[direction] < 0 ? count - 1 : 0;
  *next = join == PW_JOIN_NONE || (outside && !s->periodic[direction]) ? -1 : at[0] * s->segments[1] + at[1];
  return join;
}

// Does the outward normal turn away where one segment goes over into the next, halfway along a face?
static bool turns_away(const PwSurface *s, int d, int32_t before, int32_t after, int32_t other) {
  double q[2], step = 0;
  PwSurfacePoint p[2];
  for (int side = 0; side < 2; side++) {
    int32_t segment = side ? after : before, face = d == 0 ? segment * s->segments[1] + other : other * s->segments[1] + segment;
    const double *along = pw_face_range(s, face, 1 - d);
    q[d] = pw_face_range(s, face, d)[side ? 0 : 1];
    q[1 - d] = 0.5 * (along[0] + along[1]);
    pw_surface_evaluate(s, face, q, &p[side]);
  }
  for (int k = 0; k < 3; k++) step += (p[1].n[k] - p[0].n[k]) * p[0].dx[d][k];
  return step > 0;
}

bool pw_surface_kink(const PwSurface *s, int *direction, double *at) {
  for (int d = 0; d < 2 && s->kind == PW_SURFACE_NURBS; d++) {
    for (int32_t i = s->periodic[d] ? 0 : 1; i < s->segments[d]; i++) {
      bool convex = false;
      if (s->join[d][i] != PW_JOIN_NONE) continue;
      for (int32_t k = 0; k < s->segments[1 - d]; k++) convex |= turns_away(s, d, i ? i - 1 : s->segments[d] - 1, i, k);
      *direction = d;
      *at = s->cut[d][i];
      if (convex) return true;
    }
  }
  return false;
}
