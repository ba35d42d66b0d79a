// How near the constraints are to losing rank.
//
// Rows are first scaled so that heavy and light bodies, metres and radians compare: s_a = (sum_c J_ac^2 / M_cc)^-1/2 over the
// shifts c. Then
// inverse iteration on S = s J M^-1 J^T s through the factored matrix finds its smallest eigenvalue sigma^2: z = S^-1 w, u =
// z/|z|, r = M^-1 J^T s u / sigma, sigma^2 = z.w / z.z. The rate is d sigma/dt = u . s (dJ/dt) r, and (dJ/dt) r = (bias(v + r) -
// bias(v - r)) / 4 because bias is quadratic in v.
#include <math.h>
#include <string.h>

#include "dynamics/multipliers.h"

enum { PASSES = 6 };

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

// u and x = (r, .) of the smallest singular value; false if there is none to be had.
static bool iterate(PwMultipliers *f, const double *scale, double *u, double *x, double *sigma) {
  int32_t m = f->kkt.m, nv = f->nv;
  double before = INFINITY;
  for (int pass = 0; pass < PASSES; pass++) {
    double zz = 0, product = 0;
    memset(x, 0, (size_t)nv * sizeof *x);
    for (int32_t a = 0; a < m; a++) x[nv + a] = -u[a] / scale[a];
    pw_sparse_solve(f->kkt.matrix, x);
    for (int32_t a = 0; a < m; a++) {
      double z = x[nv + a] / scale[a];
      zz += z * z;
      product += z * u[a];
    }
    if (!(product > 0) || !isfinite(zz)) return false;
    *sigma = sqrt(product / zz);
    for (int32_t a = 0; a < m; a++) u[a] = x[nv + a] / scale[a] / sqrt(zz);
    for (int32_t i = 0; i < nv; i++) x[i] /= -sqrt(product);  // M-orthogonal length 1, with M/m0
    if (fabs(*sigma - before) < 0.02 * *sigma) break;
    before = *sigma;
  }
  return true;
}

PawlStatus pw_multipliers_singularity(void *self, double t, const double *y, double *u, double *r, PwSingularity *out) {
  PwMultipliers *f = self;
  int32_t m = f->kkt.m, nv = f->nv;
  double *w = f->work, *x = f->work2, *scale = f->row_scale, norm = 0, along = 0, same = 0, biggest = 0;
  *out = (PwSingularity){INFINITY, 0, -1, 0};
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status || m == 0) return status;
  pw_multipliers_move(f);
  scale_rows(f, scale, w);
  for (int32_t a = 0; a < m; a++) norm += u[a] * u[a];
  bool known = norm > 0;
  // a little of everything is mixed in, so that a direction that has become the weakest is not missed
  for (int32_t a = 0; a < m; a++) w[a] = (known ? u[a] : 0) + (known ? 0.1 : 1) / sqrt((double)m) * (a % 2 ? 1.25 : 0.75);
  if (!iterate(f, scale, w, x, &out->sigma)) return PAWL_OK;
  for (int32_t a = 0; a < m; a++) along += u[a] * w[a];
  double sign = along < 0 ? -1 : 1;
  for (int32_t a = 0; a < m; a++) {
    u[a] = sign * w[a];
    if (fabs(u[a]) > biggest) {
      biggest = fabs(u[a]);
      out->row = f->kkt.row[a];
    }
  }
  for (int32_t i = 0; i < nv; i++) x[i] *= sign;
  pw_mass_multiply(&f->head.motion, x, f->work3);
  for (int32_t i = 0; i < nv; i++) same += r[i] * f->work3[i] / f->kkt.mass;
  if (known && fabs(along) > 0.7)
    out->side = (same > 0.5) - (same < -0.5);  // the same direction u, its r as before or turned round
  memcpy(r, x, (size_t)nv * sizeof *r);
  for (int side = 1; side >= -1; side -= 2) {
    for (int32_t i = 0; i < nv; i++) f->work3[i] = f->v[i] + side * r[i];
    pw_motion_move(&f->head.motion, f->work3);
    for (int32_t a = 0; a < m; a++) out->rate += side * scale[a] * u[a] * pw_row_bias(&f->head.motion, f->kkt.row[a]) / 4;
  }
  pw_motion_move(&f->head.motion, f->v);
  return PAWL_OK;
}
