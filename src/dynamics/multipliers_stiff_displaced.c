// Displacements of pressed touches with friction in the stiff integrator's matrices.
#include <math.h>
#include <string.h>

#include "dynamics/multipliers_stiff.h"

// On body 1's and body 2's speeds: sum over i, j of jac_i m[i][j] jac_j.
static void add_products(const PwDisplaced *d, int32_t wide, const double m[2][2], double factor, double *out) {
  for (int32_t i = 0; i < d->frame.tangents; i++) {
    for (int32_t j = 0; j < d->frame.tangents; j++) {
      for (int32_t a = 0; a < wide * wide; a++) {
        out[a] += factor * m[i][j] * d->slip[i].jac[a / wide] * d->slip[j].jac[a % wide];
      }
    }
  }
}

// Friction by the load, and by the slip.
static void add_press(const PwActing *a, const PwDisplaced *d, int32_t wide, PwStiffPress *press) {
  const double *normal = a->row[d->row].jac;
  for (int32_t i = 0; i < d->frame.tangents; i++) {
    for (int32_t e = 0; e < wide * wide; e++) {
      double product = d->stick.by_normal[i] * d->slip[i].jac[e / wide] * normal[e % wide];
      press->k[e] += d->by_gap * product;
      press->c[e] += d->by_rate * product;
    }
  }
  add_products(d, wide, d->stick.by_v, 1, press->c);
}

// How s' changes with s and v: inside by v alone; on the rim s turns.
static void take_rate(const PwDisplaced *d, PwStiffDisplaced *out) {
  double length = hypot(d->s[0], d->s[1]);
  out->turning = 0;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2 && !d->fast; j++) {
      out->P[i][j] = (i == j) - (d->rim && length > 0 ? d->s[i] * d->s[j] / (length * length) : 0);
    }
  }
  if (d->rim && !d->fast && length > 0) out->turning = fmax(pw_stick_outward(d->s, d->v), 0) / length;
}

void pw_stiff_take_displaced(PwMultipliers *f) {
  PwStiff *s = f->stiff;
  PwActing *a = &s->acting;
  int32_t wide = 2 * pw_speeds_per_body(f->head.k);
  for (int32_t n = 0; n < a->displaced; n++) {
    PwDisplaced *d = &a->displacement[n];
    PwStiffDisplaced *out = &s->displaced[n];
    double FP[2][2] = {{0}};
    *out = (PwStiffDisplaced){.of = d};
    while (s->press[out->press].contact != a->touches->touch[d->touch].contact) out->press++;
    pw_displaced_press(a->touches, &s->motion, pw_acting_motion(a, d->row), a->number, d);
    add_press(a, d, wide, &s->press[out->press]);
    memcpy(out->F, d->stick.by_s, sizeof out->F);
    take_rate(d, out);
    for (int i = 0; i < 8; i++) FP[i / 4][i / 2 % 2] += out->F[i / 4][i % 2] * out->P[i % 2][i / 2 % 2];
    add_products(d, wide, FP, 1 / s->plain.mass, out->matrix);
  }
}

// 1/(z + l)
static PwStiffPole inverse(PwStiffPole z, double l) {
  double b = z.b + l, square = b * b + z.c * z.c;
  return (PwStiffPole){b / square, -z.c / square};
}

static PwStiffPole product(PwStiffPole x, PwStiffPole y) {
  return (PwStiffPole){x.b * y.b - x.c * y.c, x.b * y.c + x.c * y.b};
}

void pw_stiff_factor_displaced(PwMultipliers *f, double a, double b, double c) {
  PwStiff *s = f->stiff;
  double *real = pw_sparse_values(s->real), *pairs = pw_sparse_values(s->pairs);
  int32_t wide = 2 * pw_speeds_per_body(f->head.k);
  PwStiffPole one = {a, 0}, two = {b, c};
  for (int32_t n = 0; n < s->acting.displaced; n++) {
    const PwStiffDisplaced *d = &s->displaced[n];
    PwStiffPole w1 = product(inverse(one, 0), inverse(one, d->turning));
    PwStiffPole w2 = product(inverse(two, 0), inverse(two, d->turning));
    for (int32_t e = 0; e < wide * wide; e++) {
      int32_t slot = s->slot[s->press[d->press].first + e];
      if (slot < 0) continue;
      real[slot] -= w1.b * d->matrix[e];
      pairs[2 * slot] -= w2.b * d->matrix[e];
      pairs[2 * slot + 1] -= w2.c * d->matrix[e];
    }
  }
}

// G x of a vector of the bodies' speeds.
static void along(const PwMultipliers *f, const PwDisplaced *d, const double *x, double out[2]) {
  int32_t per = pw_speeds_per_body(f->head.k);
  for (int32_t i = 0; i < 2; i++) {
    out[i] = 0;
    for (int32_t e = 0; e < 2 * per && i < d->frame.tangents; e++) {
      int32_t body = d->slip[i].body[e / per];
      if (body > 0) out[i] += d->slip[i].jac[e] * x[(body - 1) * per + e % per];
    }
  }
}

static void turn_by(const double m[2][2], const double x[2], double out[2]) {
  for (int i = 0; i < 2; i++) out[i] = m[i][0] * x[0] + m[i][1] * x[1];
}

// x_s = D r_s + E g, along the tangents, both parts.
static void solve_one(const PwStiffDisplaced *d, PwStiffPole z, double r[2][2], double g[2][2], double out[2][2]) {
  PwStiffPole still = inverse(z, 0), turning = inverse(z, d->turning);
  double moves[2][2], turns[2][2];
  for (int w = 0; w < 2; w++) {
    double sum[2] = {r[w][0] + g[w][0], r[w][1] + g[w][1]}, part[2];
    turn_by(d->P, sum, turns[w]);
    turn_by(d->P, r[w], part);
    for (int i = 0; i < 2; i++) moves[w][i] = r[w][i] - part[i];
  }
  for (int i = 0; i < 2; i++) {
    PwStiffPole x = product(turning, (PwStiffPole){turns[0][i], turns[1][i]});
    PwStiffPole y = product(still, (PwStiffPole){moves[0][i], moves[1][i]});
    out[0][i] = x.b + y.b;
    out[1][i] = x.c + y.c;
  }
}

void pw_stiff_push_displaced(const PwMultipliers *f, PwStiffPole z, const double *const rs[2], const double *const rq[2],
                             double *const y[2]) {
  const PwStiff *s = f->stiff;
  for (int32_t n = 0; n < s->acting.displaced; n++) {
    const PwStiffDisplaced *d = &s->displaced[n];
    double r[2][2] = {{0}}, g[2][2] = {{0}}, x[2][2], force[2];
    for (int w = 0; w < 2 && rs[w]; w++) {
      pw_displaced_tangents(&s->motion, d->of, rs[w] + d->of->at, r[w]);
      along(f, d->of, rq[w], g[w]);
      for (int i = 0; i < 2; i++) g[w][i] = -g[w][i];
    }
    solve_one(d, z, r, g, x);
    for (int w = 0; w < 2 && rs[w]; w++) {
      turn_by(d->F, x[w], force);
      for (int32_t i = 0; i < d->of->frame.tangents; i++) {
        pw_pair_add(f->head.k, d->of->slip[i].body, d->of->slip[i].jac, force[i] / s->plain.mass, y[w]);
      }
    }
  }
}

void pw_stiff_solve_displaced(const PwMultipliers *f, PwStiffPole z, double *const rs[2], const double *const xv[2]) {
  const PwStiff *s = f->stiff;
  for (int32_t n = 0; n < s->acting.displaced; n++) {
    const PwStiffDisplaced *d = &s->displaced[n];
    double r[2][2] = {{0}}, g[2][2] = {{0}}, x[2][2];
    for (int w = 0; w < 2 && rs[w]; w++) {
      pw_displaced_tangents(&s->motion, d->of, rs[w] + d->of->at, r[w]);
      along(f, d->of, xv[w], g[w]);
    }
    solve_one(d, z, r, g, x);
    for (int w = 0; w < 2 && rs[w]; w++) pw_displaced_numbers(&s->motion, d->of, x[w], rs[w] + d->of->at);
  }
}
