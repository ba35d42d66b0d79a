// How near the constraints are to losing rank.
//
// Rows are first scaled so that heavy and light bodies, metres and radians compare: s_a = (sum_c J_ac^2 / M_cc)^-1/2 over the
// shifts c. Then singular.h finds the smallest eigenvalue sigma^2 of S = s J M^-1 J^T s and its u, through the factored matrix;
// r = M^-1 J^T s u / sigma. The rate is d sigma/dt = u . s (dJ/dt) r, and (dJ/dt) r = (bias(v + r) - bias(v - r)) / 4 because
// bias is quadratic in v.
#include <math.h>
#include <string.h>

#include "dynamics/multipliers.h"
#include "dynamics/singular.h"

// Turns count only in rows that have nothing else: the lever of a turn changes with the position, the scale should not.
static void scale_rows(PwMultipliers *f, double *scale, double *turns) {
  const PawlMechanism *k = f->head.k;
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  memset(scale, 0, (size_t)f->kkt.m * sizeof *scale);
  memset(turns, 0, (size_t)f->kkt.m * sizeof *turns);
  for (int32_t e = 0; e < f->kkt.entries; e++) {
    const PwKktEntry *entry = &f->kkt.entry[e];
    const PwBody *body = &k->body[entry->column / per + 1];
    bool shift = entry->column % per < linear;
    const double *J = body->inertia;
    double inertia = shift ? body->mass : k->planar ? J[2] : fmax(J[0], fmax(J[1], J[2]));
    double jac = entry->factor * f->head.motion.scalar[entry->scalar].jac[entry->component];
    if (inertia > 0) (shift ? scale : turns)[entry->row] += jac * jac / inertia;
  }
  for (int32_t a = 0; a < f->kkt.m; a++) {
    double size = scale[a] > 0 ? scale[a] : turns[a];
    scale[a] = size > 0 ? 1 / sqrt(size * f->kkt.mass) : 1;
  }
}

// z = S^-1 w through the factored matrix; leaves M^-1 J^T s z in front of f->work2.
static void solve_gram(void *self, const double *w, double *z) {
  PwMultipliers *f = self;
  double *x = f->work2;
  memset(x, 0, (size_t)f->nv * sizeof *x);
  for (int32_t a = 0; a < f->kkt.m; a++) x[f->nv + a] = -w[a] / f->row_scale[a];
  pw_kkt_solve(&f->kkt, x);
  for (int32_t a = 0; a < f->kkt.m; a++) z[a] = x[f->nv + a] / f->row_scale[a];
}

// u . s (dJ/dt) r; the motion stands as before then.
static double sigma_rate(PwMultipliers *f, const double *u, const double *r) {
  double rate = 0;
  for (int side = 1; side >= -1; side -= 2) {
    for (int32_t i = 0; i < f->nv; i++) f->work3[i] = f->v[i] + side * r[i];
    pw_motion_move(&f->head.motion, f->work3);
    for (int32_t a = 0; a < f->kkt.m; a++) {
      rate += side * f->row_scale[a] * u[a] * pw_row_bias(&f->head.motion, f->kkt.row[a]) / 4;
    }
  }
  pw_motion_move(&f->head.motion, f->v);
  return rate;
}

PawlStatus pw_multipliers_singularity(void *self, double t, const double *y, double *u, double *r, PwSingularity *out) {
  PwMultipliers *f = self;
  int32_t m = f->kkt.m, nv = f->nv;
  double *x = f->work2, same = 0;
  *out = (PwSingularity){INFINITY, 0, -1, 0};
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status || m == 0) return status;
  pw_multipliers_move(f);
  scale_rows(f, f->row_scale, f->work);
  PwSmallest s = {.self = f, .solve = solve_gram, .m = m, .row = f->kkt.row, .w = f->work, .z = f->work3};
  if (!pw_singular_find(&s, u, out)) return PAWL_OK;
  for (int32_t i = 0; i < nv; i++) x[i] = s.sign * (x[i] / -sqrt(s.product));  // M-orthogonal length 1, with M/m0
  pw_mass_multiply(&f->head.motion, x, f->work3);
  for (int32_t i = 0; i < nv; i++) same += r[i] * f->work3[i] / f->kkt.mass;
  out->side = pw_singular_side(&s, same);
  memcpy(r, x, (size_t)nv * sizeof *r);
  out->rate = sigma_rate(f, u, r);
  return PAWL_OK;
}
