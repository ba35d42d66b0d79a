// Enclosures over parts of patches.
#include "geometry/space/surface_cell.h"

#include <math.h>

#include "geometry/space/surface_parts.h"

enum { SECTORS = 8 };  // of the ring that is left when a part at a pole is halved

static int pole_direction(int pole) {
  return (pole - 1) / 2;
}
static int pole_end(int pole) {
  return (pole - 1) % 2;
}

void pw_part_of_patch(const PwSurface *s, int32_t patch, PwPart3 *out) {
  const PwPatch *p = &s->patch[patch];
  out->patch = patch;
  out->face = p->face;
  out->pole = p->pole;
  memcpy(out->q, p->q, sizeof out->q);
  memcpy(out->bound, p->bound, sizeof out->bound);
}
bool pw_part_of_edge(const PwSurface *s, int32_t patch, int direction, int end, PwPart3 *out) {
  if (s->patch[patch].least[direction][end] == INFINITY) return false;
  pw_part_of_patch(s, patch, out);
  if (!out->pole) out->q[direction][1 - end] = out->q[direction][end];
  return true;
}

static int32_t split_pole(const PwSurface *s, const PwPart3 *part, PwPart3 out[PW_PARTS_MOST]) {
  int d = pole_direction(part->pole), end = pole_end(part->pole), other = 1 - d;
  double middle = 0.5 * (part->q[d][0] + part->q[d][1]), width = (part->q[other][1] - part->q[other][0]) / SECTORS;
  out[0] = *part;
  out[0].q[d][1 - end] = middle;
  for (int i = 0; i < 3; i++) out[0].bound[i] *= 0.5;
  for (int k = 0; k < SECTORS; k++) {
    PwPart3 *ring = &out[1 + k];
    *ring = *part;
    ring->pole = 0;
    ring->q[d][end] = middle;
    ring->q[other][0] = part->q[other][0] + k * width;
    ring->q[other][1] = k == SECTORS - 1 ? part->q[other][1] : part->q[other][0] + (k + 1) * width;
    bool good = pw_surface_bounds(s, part->face, ring->q, ring->bound);
    for (int i = 0; i < 6 && !good; i++) ring->bound[i] = INFINITY;
  }
  return 1 + SECTORS;
}
int32_t pw_part_split(const PwSurface *s, const PwPart3 *part, int direction, PwPart3 out[PW_PARTS_MOST]) {
  if (part->pole) return s->kind == PW_SURFACE_NURBS ? 0 : split_pole(s, part, out);
  double middle = 0.5 * (part->q[direction][0] + part->q[direction][1]);
  for (int i = 0; i < 2; i++) {
    out[i] = *part;
    out[i].q[direction][1 - i] = middle;
  }
  return 2;
}

static void enclose_pole(const PwSurface *s, const PwPart3 *part, PwCell *out) {
  PwSurfacePoint p;
  int d = pole_direction(part->pole);
  double q[2], radius = part->bound[0];
  q[d] = s->range[d][pole_end(part->pole)];
  q[1 - d] = part->q[1 - d][0];
  pw_surface_evaluate(s, part->face, q, &p);
  memcpy(out->x, p.x, sizeof p.x);
  memcpy(out->n, p.n, sizeof p.n);
  for (int i = 0; i < 2; i++) {
    for (int m = 0; m < 3; m++) {
      out->dx[i][m] = p.rank ? radius * p.t[i][m] : 0;
      out->dn[i][m] = radius * (p.rank ? p.k[i] * p.t[0][m] + p.k[i + 1] * p.t[1][m] : p.t[i][m]);
    }
    out->rdx[i] = radius * part->bound[1];
    out->rdn[i] = radius * part->bound[2];
  }
  out->rx = radius * part->bound[1];
  out->rn = radius * part->bound[2];
  out->rank = p.rank;
  memcpy(out->t, p.t, sizeof p.t);
  memcpy(out->k, p.k, sizeof p.k);
  out->bend = s->kind == PW_SURFACE_SPHERE ? 0 : INFINITY;
}

void pw_cell_enclose(const PwSurface *s, const PwPart3 *part, PwCell *out) {
  if (part->pole) {
    enclose_pole(s, part, out);
    return;
  }
  PwSurfacePoint p;
  const double *b = part->bound;
  double q[2], h[2];
  for (int d = 0; d < 2; d++) {
    q[d] = 0.5 * (part->q[d][0] + part->q[d][1]);
    h[d] = 0.5 * (part->q[d][1] - part->q[d][0]);
  }
  pw_surface_evaluate(s, part->face, q, &p);
  memcpy(out->x, p.x, sizeof p.x);
  memcpy(out->n, p.n, sizeof p.n);
  for (int d = 0; d < 2; d++) {
    for (int m = 0; m < 3; m++) {
      out->dx[d][m] = h[d] * p.dx[d][m];
      out->dn[d][m] = h[d] * p.dn[d][m];
    }
    out->rdx[d] = h[d] * (h[0] * b[d] + h[1] * b[d + 1]);
    out->rdn[d] = h[d] * (h[0] * b[3 + d] + h[1] * b[4 + d]);
  }
  out->rx = 0.5 * (out->rdx[0] + out->rdx[1]);
  out->rn = 0.5 * (out->rdn[0] + out->rdn[1]);
  out->rank = p.rank;
  memcpy(out->t, p.t, sizeof p.t);
  memcpy(out->k, p.k, sizeof p.k);
  out->bend = pw_surface_stray(s, part->face, part->q, pw_cell_turn(out));
}

static double farthest(const double d[2][3], double rest) {
  double a[3], b[3];
  for (int m = 0; m < 3; m++) {
    a[m] = d[0][m] + d[1][m];
    b[m] = d[0][m] - d[1][m];
  }
  return fmax(pw_norm(a), pw_norm(b)) + rest;
}
double pw_cell_spread(const PwCell *c) {
  return farthest(c->dx, c->rx);
}
double pw_cell_turn(const PwCell *c) {
  return farthest(c->dn, c->rn);
}

// With dx L = T orthonormal in the middle, the errors of dx L and dn L are at most e and f; k follows from n' = k x'.
double pw_cell_bend(const PwCell *c) {
  double a11 = pw_dot(c->dx[0], c->t[0]), a21 = pw_dot(c->dx[0], c->t[1]);
  double a12 = pw_dot(c->dx[1], c->t[0]), a22 = pw_dot(c->dx[1], c->t[1]), det = a11 * a22 - a12 * a21;
  const double l[2][2] = {{a22 / det, -a12 / det}, {-a21 / det, a11 / det}};
  double e = 0, f = 0, k = fabs(c->k[1]) + fmax(fabs(c->k[0]), fabs(c->k[2]));
  for (int j = 0; j < 2; j++) {
    double of_x = c->rdx[0] * fabs(l[0][j]) + c->rdx[1] * fabs(l[1][j]);
    double of_n = c->rdn[0] * fabs(l[0][j]) + c->rdn[1] * fabs(l[1][j]);
    e += of_x * of_x;
    f += of_n * of_n;
  }
  e = sqrt(e);
  f = sqrt(f);
  if (!(e < 0.9)) return c->bend;
  return fmin(c->bend, ((3 * e + e * e) * k + f * (1 + e)) / ((1 - e) * (1 - e)));
}

void pw_cell_range(const PwCell *c, double bend[2]) {
  if (c->rank == 0) {
    bend[0] = bend[1] = INFINITY;
  } else if (c->rank == 1) {  // its direction is that of dx[1], the only one in which it goes on
    double size = pw_norm(c->dx[1]), stray = size > 0 ? c->rdx[1] / size : 1, rest = (1 - stray) * (1 - stray);
    double r = stray < 0.9 ? (3 * stray * fabs(c->k[2]) + c->rdn[1] / size) / rest : INFINITY;
    bend[0] = c->k[2] - r;
    bend[1] = c->k[2] + r;
  } else {
    double mean = 0.5 * (c->k[0] + c->k[2]), half = hypot(0.5 * (c->k[0] - c->k[2]), c->k[1]), r = pw_cell_bend(c);
    bend[0] = mean - half - r;
    bend[1] = mean + half + r;
  }
}

// ---- points

int32_t pw_part_face(const PwSurface *s, const PwPart3 *part, double q[2]) {
  return part->pole && s->kind == PW_SURFACE_NURBS ? pw_surface_face(s, q) : part->face;
}
void pw_part_place(const PwSurface *s, const PwPart3 *part, const double c[2], double q[2]) {
  if (!part->pole) {
    for (int d = 0; d < 2; d++) q[d] = 0.5 * (part->q[d][0] + part->q[d][1]) + 0.5 * c[d] * (part->q[d][1] - part->q[d][0]);
    return;
  }
  int d = (part->pole - 1) / 2, end = (part->pole - 1) % 2;
  double at[2], step[2] = {c[0] * part->bound[0], c[1] * part->bound[0]};
  PwSurfacePoint p;
  at[d] = s->range[d][end];
  at[1 - d] = part->q[1 - d][0];
  pw_surface_evaluate(s, part->face, at, &p);
  pw_surface_move(s, part->face, at, &p, step, q);
}
bool pw_part_holds(const PwSurface *s, const PwPart3 *part, const double q[2]) {
  for (int d = 0; d < 2; d++) {
    double low = part->q[d][0], high = part->q[d][1], slack = 0.5 * PW_PART_SLACK * (high - low), at = q[d];
    double period = s->range[d][1] - s->range[d][0];
    if (s->seamless[d]) at += period * rint((0.5 * (low + high) - at) / period);
    if (!(at >= low - slack && at <= high + slack)) return false;
  }
  return true;
}
