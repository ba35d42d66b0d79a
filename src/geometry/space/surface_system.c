// The equations of a touch on a pair of parts, and whether they have a solution there.
//
// With b the side whose normals turn less, o the other one, d = x1 - x2 and e1, e2 across n_b in the middle, touches are zeros of
//
//   f = ((d x n_b) . e_i,  (n_o x n_b) . e_i)
//
// in the four local coordinates c in [-1, 1]. The enclosures give f in the middle, its Jacobian J there and how much each entry
// of it may differ, R. With Y = J^-1 every zero lies in  -Y f + |Y| R [-1, 1]  (Krawczyk 1969): no zero if that misses the box;
// at most one if the rows of |Y| R sum to less than 1.
#include <math.h>
#include <string.h>

#include "geometry/space/surface_search.h"

static const double ROUNDING = 1e-12;  // of the size, or rad
static const double SURE = 0.9;        // sums of rows below this: one zero at most

// By how much (a x b) . e changes with the other factor over the box.
static double changes(const double a[3], const double by[2][3], const double e[3]) {
  return fabs(pw_triple(a, by[0], e)) + fabs(pw_triple(a, by[1], e));
}
// Tangents hardly lean out of the plane of e1, e2, so that products of three of them are small: what is left of R are the bounds
// of second derivatives.
void pw_system_set_up(const PwPartPair *pair, PwPairSystem *out) {
  const PwCell *cell = pair->cell;
  int base = pw_pair_base(pair), other = 1 - base;
  const PwCell *b = &cell[base], *o = &cell[other];
  double spread = pw_cell_spread(b) + pw_cell_spread(o), length = pw_norm(pair->d), sign = base == 0 ? 1 : -1;
  for (int i = 0; i < 2; i++) {
    const double *e = b->t[i];
    out->f[i] = pw_triple(pair->d, b->n, e);
    out->f[2 + i] = pw_triple(o->n, b->n, e);
    for (int k = 0; k < 2; k++) {
      int cb = 2 * base + k, co = 2 * other + k;
      double turns = pw_norm(b->dn[k]);
      out->j[i][co] = -sign * pw_triple(o->dx[k], b->n, e);
      out->r[i][co] = o->rdx[k] + pw_norm(o->dx[k]) * b->rn + changes(o->dx[k], b->dn, e);
      out->j[i][cb] = sign * pw_triple(b->dx[k], b->n, e) + pw_triple(pair->d, b->dn[k], e);
      out->r[i][cb] = b->rdx[k] + pw_norm(b->dx[k]) * b->rn + changes(b->dx[k], b->dn, e) + (length + spread) * b->rdn[k] +
                      (b->rx + o->rx) * turns + changes(b->dn[k], b->dx, e) + changes(b->dn[k], o->dx, e);
      out->j[2 + i][co] = pw_triple(o->dn[k], b->n, e);
      out->r[2 + i][co] = o->rdn[k] + pw_norm(o->dn[k]) * b->rn + changes(o->dn[k], b->dn, e);
      out->j[2 + i][cb] = pw_triple(o->n, b->dn[k], e);
      out->r[2 + i][cb] = b->rdn[k] + o->rn * turns + changes(b->dn[k], o->dn, e);
    }
  }
}
// Can f vanish on the box at all? Along each tangent of the base, the way across must be what its normal leans that way over the
// gap, and the normals must lean alike.
bool pw_pair_may_touch(const PwSurfaceSearch *s, const PwPartPair *pair) {
  const PwCell *cell = pair->cell;
  int base = pw_pair_base(pair);
  const PwCell *b = &cell[base], *o = &cell[1 - base];
  double length = pw_norm(pair->d) + pw_cell_spread(b) + pw_cell_spread(o);
  for (int i = 0; i < 2; i++) {
    const double *t = b->t[i];
    double way = b->rx + o->rx + ROUNDING * s->size, lean = b->rn + ROUNDING, swing = o->rn;
    for (int k = 0; k < 2; k++) {
      way += fabs(pw_dot(b->dx[k], t)) + fabs(pw_dot(o->dx[k], t));
      lean += fabs(pw_dot(b->dn[k], t));
      swing += fabs(pw_dot(o->dn[k], t));
    }
    if (fabs(pw_dot(pair->d, t)) > way + length * lean || fabs(pw_dot(o->n, t)) > swing + lean) return false;
  }
  return true;
}
static bool invert(const double from[4][4], double out[4][4]) {
  double m[4][8], scale[4];
  for (int i = 0; i < 4; i++) {
    scale[i] = 0;
    for (int k = 0; k < 4; k++) scale[i] = fmax(scale[i], fabs(from[i][k]));
    if (!(scale[i] > 0)) return false;
    for (int k = 0; k < 8; k++) m[i][k] = k < 4 ? from[i][k] / scale[i] : k - 4 == i;
  }
  for (int i = 0; i < 4; i++) {
    int best = i;
    for (int k = i + 1; k < 4; k++) {
      if (fabs(m[k][i]) > fabs(m[best][i])) best = k;
    }
    if (!(fabs(m[best][i]) > 1e-13)) return false;
    for (int k = 0; k < 8 && best != i; k++) {
      double held = m[i][k];
      m[i][k] = m[best][k];
      m[best][k] = held;
    }
    double pivot = m[i][i];
    for (int k = 0; k < 8; k++) m[i][k] /= pivot;
    for (int k = 0; k < 4; k++) {
      double factor = m[k][i];
      for (int n = 0; n < 8 && k != i; n++) m[k][n] -= factor * m[i][n];
    }
  }
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 4; k++) out[i][k] = m[i][4 + k] / scale[k];
  }
  return true;
}
static void contract(PwPairSystem *w) {
  for (int i = 0; i < 4; i++) {
    w->at[i] = w->sum[i] = 0;
    for (int k = 0; k < 4; k++) {
      w->at[i] -= w->y[i][k] * w->f[k];
      for (int n = 0; n < 4; n++) w->sum[i] += fabs(w->y[i][k]) * w->r[k][n];
    }
  }
}

PwAnswer pw_system_decide(PwPairSystem *w) {
  w->known = invert(w->j, w->y);
  if (!w->known) {  // which coordinate to halve is to be found without it
    memset(w->y, 0, sizeof w->y);
    for (int i = 0; i < 4; i++) {
      double most = 0;
      for (int k = 0; k < 4; k++) most = fmax(most, fabs(w->j[i][k]) + w->r[i][k]);
      w->y[i][i] = most > 0 ? 1 / most : 0;
    }
    return PW_ANSWER_OPEN;
  }
  contract(w);
  PwAnswer answer = PW_ANSWER_ONE;
  for (int i = 0; i < 4; i++) {
    if (fabs(w->at[i]) > 1 + PW_PART_SLACK + w->sum[i]) return PW_ANSWER_NONE;
    if (!(w->sum[i] < SURE)) answer = PW_ANSWER_OPEN;
  }
  return answer;
}
