#include "analysis/steady.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/dense.h"
#include "numerics/vec.h"

// Shift (or turn) of body b in x, in space.
static void part_of(const PawlMechanism *k, const double *x, int32_t b, bool turns, double out[3]) {
  int32_t per = pw_speeds_per_body(k);
  for (int i = 0; i < 3; i++) {
    if (k->planar) out[i] = turns ? (i == 2 ? x[per * b + 2] : 0) : (i < 2 ? x[per * b + i] : 0);
    if (!k->planar) out[i] = x[per * b + (turns ? 3 : 0) + i];
  }
}

// The sums of the fit: N Omega = c.
static void sum_up(const PawlMechanism *k, const double *v, const double *a, double N[9], double c[3]) {
  memset(N, 0, 9 * sizeof *N);
  memset(c, 0, 3 * sizeof *c);
  for (int32_t i = 0; i < 2 * (k->bodies - 1); i++) {
    double speed[3], change[3], torque[3], scale = i % 2 ? k->size * k->size : 1;
    part_of(k, v, i / 2, i % 2, speed);
    part_of(k, a, i / 2, i % 2, change);
    pw_cross(speed, change, torque);
    for (int r = 0; r < 3; r++) {
      c[r] += scale * torque[r];
      for (int s = 0; s < 3; s++) N[3 * s + r] += scale * ((r == s ? pw_dot(speed, speed) : 0) - speed[r] * speed[s]);
    }
  }
}

PawlStatus pw_steady_turning(const PawlMechanism *k, const double *v, const double *a, double turning[3]) {
  double N[9], c[3], axis[3] = {k->gravity[0], k->gravity[1], k->gravity[2]}, s[3], u[9], vt[9];
  memset(turning, 0, 3 * sizeof *turning);
  sum_up(k, v, a, N, c);
  bool heavy = pw_normalise(axis) > 0;
  if (k->planar || heavy) {
    double along = 0, upright[3] = {0, 0, 1};
    const double *e = k->planar ? upright : axis;
    for (int r = 0; r < 3; r++) along += e[r] * (N[r] * e[0] + N[3 + r] * e[1] + N[6 + r] * e[2]);
    for (int r = 0; r < 3 && along > 0 && !(k->planar && heavy); r++) turning[r] = e[r] * pw_dot(e, c) / along;
    return PAWL_OK;
  }
  PawlStatus status = pw_dense_svd(N, 3, 3, s, u, vt);
  if (status) return status;
  for (int l = 0; l < 3 && s[l] > 1e-10 * s[0]; l++) {
    for (int r = 0; r < 3; r++) turning[r] += vt[3 * r + l] / s[l] * pw_dot(u + 3 * l, c);
  }
  return PAWL_OK;
}

void pw_add_turned(const PawlMechanism *k, const double turning[3], double factor, const double *x, double *out) {
  int32_t per = pw_speeds_per_body(k);
  for (int32_t i = 0; i < 2 * (k->bodies - 1); i++) {
    double part[3], turned[3];
    if (k->planar && i % 2) continue;
    part_of(k, x, i / 2, i % 2, part);
    pw_cross(turning, part, turned);
    for (int j = 0; j < (k->planar ? 2 : 3); j++) out[per * (i / 2) + 3 * (i % 2) + j] += factor * turned[j];
  }
}

// x = U^T y; returns |y|^2 - |x|^2, what y has besides, relative.
static double along(const double *U, int32_t nv, int32_t n, const double *y, double *x) {
  double all = 0, own = 0;
  for (int32_t i = 0; i < nv; i++) all += y[i] * y[i];
  for (int32_t c = 0; c < n; c++) {
    x[c] = 0;
    for (int32_t i = 0; i < nv; i++) x[c] += U[(size_t)c * (size_t)nv + (size_t)i] * y[i];
    own += x[c] * x[c];
  }
  return all > 0 ? (all - own) / all : 0;
}

// Is A x = y but for rounding, of what its terms are? In z and w apart: they have different units.
static bool maps_to(const PwSteady *s, const double *x, const double *y, double rounding) {
  int32_t all = s->p + s->n;
  bool same = true;
  for (int part = 0; part < 2; part++) {
    double most = 0, off = 0;
    for (int32_t i = part ? s->p : 0; i < (part ? all : s->p); i++) {
      double sum = y ? -y[i] : 0, size = fabs(sum);
      for (int32_t c = 0; c < all; c++) {
        sum += s->A[(size_t)c * (size_t)all + (size_t)i] * x[c];
        size += fabs(s->A[(size_t)c * (size_t)all + (size_t)i] * x[c]);
      }
      most = fmax(most, size);
      off = fmax(off, fabs(sum));
    }
    same = same && off <= rounding * most;
  }
  return same;
}

// The two shifts across `turning` in z, each of length 1; false: rows of positions do not let all bodies shift.
static bool common_shifts(const PwSteady *s, const double turning[3], double *shift, double *z[2]) {
  const PawlMechanism *k = s->k;
  int32_t per = pw_speeds_per_body(k), nv = pw_speed_count(k), all = s->p + s->n;
  double e[2][3], axis[3] = {turning[0], turning[1], turning[2]}, length = sqrt((double)(k->bodies - 1));
  int least = 0;
  pw_normalise(axis);
  for (int i = 1; i < 3; i++) least = fabs(axis[i]) < fabs(axis[least]) ? i : least;
  pw_cross(axis, (double[3]){least == 0, least == 1, least == 2}, e[0]);
  pw_normalise(e[0]);
  pw_cross(axis, e[0], e[1]);
  bool free = true;
  for (int n = 0; n < 2; n++) {
    memset(shift, 0, (size_t)nv * sizeof *shift);
    memset(z[n], 0, (size_t)all * sizeof *z[n]);
    for (int32_t i = 0; i < nv; i++) shift[i] = i % per < (k->planar ? 2 : 3) ? e[n][i % per] / length : 0;
    free = free && fabs(along(s->U_q, nv, s->p, shift, z[n])) < 1e-10;
  }
  return free;
}

// A <- A - A z z^T.
static void take_out(PwSteady *s, const double *z, double *work) {
  size_t all = (size_t)s->p + (size_t)s->n;
  memset(work, 0, all * sizeof *work);
  for (size_t c = 0; c < all; c++) {
    for (size_t i = 0; i < all; i++) work[i] += s->A[c * all + i] * z[c];
  }
  for (size_t c = 0; c < all; c++) {
    for (size_t i = 0; i < all; i++) s->A[c * all + i] -= work[i] * z[c];
  }
}

PawlStatus pw_steady_check(PwSteady *s, const double turning[3], const double *v, const double *a, bool *steady) {
  static const double SAME = 1e-6, ROUNDING = 1e-9;
  int32_t nv = pw_speed_count(s->k);
  size_t all = (size_t)s->p + (size_t)s->n;
  double *work = calloc(5 * all + (size_t)nv + 1, sizeof *work), *shift = work + 5 * all, speed = pw_norm(turning);
  double *z[2] = {work + all, work + 2 * all}, *back = work + 3 * all;
  if (!work) return PAWL_ERR_MEMORY;
  // a drive holds the direction of the motion, which is then none that the state may change along: A does not tell
  bool driven = along(s->U_q, nv, s->p, v, work) > ROUNDING;
  along(s->U_v, nv, s->n, a, work + s->p);
  *steady = !driven && maps_to(s, work, NULL, SAME);
  bool unnoticed = *steady && speed > 0 && common_shifts(s, turning, shift, z);
  for (int n = 0; n < 2 && unnoticed; n++) {  // -Omega x e1 = -|Omega| e2, -Omega x e2 = |Omega| e1
    for (size_t i = 0; i < all; i++) back[i] = (n ? speed : -speed) * z[1 - n][i];
    unnoticed = maps_to(s, z[n], back, ROUNDING);
  }
  for (int n = 0; n < 2 && unnoticed; n++) take_out(s, z[n], work);
  free(work);
  return PAWL_OK;
}
