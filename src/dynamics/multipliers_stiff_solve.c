// The solves of multipliers_stiff.h.
#include <string.h>

#include "dynamics/multipliers_stiff.h"
#include "numerics/vec.h"

// Shift and turn of a change of q, and the part of it along the quaternions, which stays in r.
static void take_positions(const PwMultipliers *f, const double *q, double *r, double *out) {
  if (f->head.k->planar) {
    memcpy(out, r, (size_t)f->nv * sizeof *r);
    return;
  }
  for (int32_t b = 0; b + 1 < f->head.k->bodies; b++) {
    double conj[4], turn[4], *rb = r + 7 * b;
    const double *p = q + 7 * b + 3;
    pw_quat_conjugate(p, conj);
    pw_quat_multiply(rb + 3, conj, turn);
    for (int i = 0; i < 3; i++) {
      out[6 * b + i] = rb[i];
      out[6 * b + 3 + i] = 2 * turn[1 + i];
    }
    for (int i = 0; i < 4; i++) rb[3 + i] = turn[0] * p[i];
  }
}

// r (as take_positions left it, already divided) += shift and turn x.
static void give_positions(const PwMultipliers *f, const double *q, const double *x, double *r) {
  if (f->head.k->planar) {
    memcpy(r, x, (size_t)f->nv * sizeof *r);
    return;
  }
  for (int32_t b = 0; b + 1 < f->head.k->bodies; b++) {
    double half[4] = {0, x[6 * b + 3] / 2, x[6 * b + 4] / 2, x[6 * b + 5] / 2}, change[4];
    pw_quat_multiply(half, q + 7 * b + 3, change);
    memcpy(r + 7 * b, x + 6 * b, 3 * sizeof *r);
    for (int i = 0; i < 4; i++) r[7 * b + 3 + i] += change[i];
  }
}

// Splits r into its part on the tangent space (left in r) and off it.
static void split(const PwMultipliers *f, double *r, double *off) {
  PwStiff *s = f->stiff;
  memset(s->x, 0, (size_t)f->nv * sizeof *r);
  pw_kkt_multiply(&s->plain, &s->motion, r, s->x + f->nv);
  pw_stiff_solve_off(f, r, s->x);
  memcpy(off, s->x, (size_t)f->nv * sizeof *r);
  for (int32_t i = 0; i < f->nv; i++) r[i] -= off[i];
}

// y -= C x, over the typical mass.
static void subtract_damping(const PwMultipliers *f, const double *x, double *y) {
  const PwStiff *s = f->stiff;
  int32_t per = pw_speeds_per_body(f->head.k);
  double scale = 1 / s->plain.mass;
  for (int32_t i = 0; i < s->couplings; i++) {
    const PwCoupling *c = &s->coupling[i];
    double along = 0;
    if (c->c == 0) continue;
    for (int32_t a = 0; a < 2 * per; a++) {
      int32_t body = c->body[2 + a / per];
      if (body) along += c->r[a] * x[(body - 1) * per + a % per];
    }
    for (int32_t a = 0; a < 2 * per; a++) {
      int32_t body = c->body[a / per];
      if (body) y[(body - 1) * per + a % per] -= scale * c->c * along * c->l[a];
    }
  }
  for (int32_t i = 0; i < s->pulls; i++) {
    int32_t at = (s->pull[i].body - 1) * per;
    for (int32_t a = 0; a < per * per; a++) y[at + a / per] -= scale * s->pull[i].c[a] * x[at + a % per];
  }
  for (int32_t i = 0; i < s->presses; i++) {
    const int32_t *body = s->press[i].body;
    for (int32_t a = 0; a < 4 * per * per && s->press[i].active; a++) {
      int32_t row = a / (2 * per), column = a % (2 * per), left = body[row / per], right = body[column / per];
      if (!left || !right) continue;
      y[(left - 1) * per + row % per] -= scale * s->press[i].c[a] * x[(right - 1) * per + column % per];
    }
  }
}

// M x over the typical mass.
static void mass(const PwMultipliers *f, const double *x, double *y) {
  pw_mass_multiply(&f->stiff->motion, x, y);
  for (int32_t i = 0; i < f->nv; i++) y[i] /= f->stiff->plain.mass;
}

PawlStatus pw_stiff_backsolve(void *self, double *x) {
  PwMultipliers *f = self;
  PwStiff *s = f->stiff;
  int32_t nv = f->nv;
  double z = s->z[0], *rq = s->re[0], *rv = s->re[1], *b = s->x;
  take_positions(f, s->q, x, rq);
  memcpy(rv, x + f->nq, (size_t)nv * sizeof *x);
  split(f, rq, s->off[0]);
  split(f, rv, s->off[1]);
  for (int32_t i = 0; i < nv; i++) s->work[i] = rv[i] + z * rq[i];
  mass(f, s->work, b);
  subtract_damping(f, rq, b);
  double *tail = x + f->nq + nv + 1;
  PwStiffPole pole = {z, 0};
  pw_stiff_push_displaced(f, pole, (const double *[]){tail, NULL}, (const double *[]){rq, NULL}, (double *[]){b, NULL});
  for (int32_t i = 0; i < nv; i++) b[i] /= z * z;
  memset(b + nv, 0, (size_t)s->plain.m * sizeof *b);
  pw_stiff_solve_real(f, b);
  for (int32_t i = 0; i < nv; i++) {
    x[f->nq + i] = z * b[i] - rq[i] + s->off[1][i] / z;
    rq[i] = b[i] + s->off[0][i] / z;
  }
  for (int32_t i = 0; i < f->nq; i++) x[i] /= z;
  give_positions(f, s->q, rq, x);
  x[f->nq + nv] /= z;
  pw_stiff_solve_displaced(f, pole, (double *[]){tail, NULL}, (const double *[]){x + f->nq, NULL});
  return PAWL_OK;
}

// (re + i im) *= u + i w
static void scale_pair(double *re, double *im, double u, double w) {
  double a = *re, b = *im;
  *re = a * u - b * w;
  *im = a * w + b * u;
}

// The displacements' part of the complex right side.
static void push_pair(const PwMultipliers *f, PwStiffPole pole, double *const tail[2]) {
  PwStiff *s = f->stiff;
  double *const sum[2] = {s->x, s->work};
  for (int w = 0; w < 2; w++) memset(sum[w], 0, (size_t)f->nv * sizeof **sum);
  pw_stiff_push_displaced(f, pole, (const double *[]){tail[0], tail[1]}, (const double *[]){s->re[0], s->im[0]}, sum);
  for (int32_t i = 0; i < f->nv; i++) {
    for (int w = 0; w < 2; w++) s->pair[2 * i + w] += sum[w][i];
  }
}

PawlStatus pw_stiff_backsolve_complex(void *self, double *re, double *im) {
  PwMultipliers *f = self;
  PwStiff *s = f->stiff;
  int32_t nv = f->nv;
  double b = s->z[1], c = s->z[2], zz = b * b + c * c, i1 = b / zz, i2 = -c / zz, s1 = i1 * i1 - i2 * i2, s2 = 2 * i1 * i2;
  double *part[2] = {re, im}, **r[2] = {s->re, s->im};
  for (int w = 0; w < 2; w++) {
    take_positions(f, s->q, part[w], r[w][0]);
    memcpy(r[w][1], part[w] + f->nq, (size_t)nv * sizeof *re);
    split(f, r[w][0], s->off[2 * w]);
    split(f, r[w][1], s->off[2 * w + 1]);
  }
  memset(s->pair, 0, 2 * (size_t)(nv + s->plain.m) * sizeof *re);
  for (int w = 0; w < 2; w++) {  // right side, w: real and imaginary part
    double *sum = s->x, *product = s->work;
    for (int32_t i = 0; i < nv; i++) {
      double turned = w ? c * s->re[0][i] + b * s->im[0][i] : b * s->re[0][i] - c * s->im[0][i];
      sum[i] = r[w][1][i] + turned;
    }
    mass(f, sum, product);
    subtract_damping(f, r[w][0], product);
    for (int32_t i = 0; i < nv; i++) s->pair[2 * i + w] = product[i];
  }
  double *tail[2] = {re + f->nq + nv + 1, im + f->nq + nv + 1};
  PwStiffPole pole = {b, c};
  if (s->acting.displaced > 0) push_pair(f, pole, tail);
  for (int32_t i = 0; i < nv; i++) scale_pair(&s->pair[2 * i], &s->pair[2 * i + 1], s1, s2);
  pw_stiff_solve_pairs(f, s->pair);
  for (int32_t i = 0; i < nv; i++) {
    double x1 = s->pair[2 * i], x2 = s->pair[2 * i + 1], q1 = s->off[0][i], q2 = s->off[2][i], v1 = s->off[1][i],
           v2 = s->off[3][i];
    scale_pair(&q1, &q2, i1, i2);
    scale_pair(&v1, &v2, i1, i2);
    re[f->nq + i] = b * x1 - c * x2 - s->re[0][i] + v1;
    im[f->nq + i] = c * x1 + b * x2 - s->im[0][i] + v2;
    s->re[0][i] = x1 + q1;
    s->im[0][i] = x2 + q2;
  }
  for (int32_t i = 0; i < f->nq; i++) scale_pair(&re[i], &im[i], i1, i2);
  give_positions(f, s->q, s->re[0], re);
  give_positions(f, s->q, s->im[0], im);
  scale_pair(&re[f->nq + nv], &im[f->nq + nv], i1, i2);
  pw_stiff_solve_displaced(f, pole, tail, (const double *[]){re + f->nq, im + f->nq});
  return PAWL_OK;
}
