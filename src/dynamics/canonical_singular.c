// How near the closures are to losing rank, in relative coordinates.
//
// S = s C D C^T s with D = diag(1 / M_jj) and rows scaled by s, both as they were when the integrator started. singular.h finds
// its smallest eigenvalue sigma^2 and u; r = D C^T s u / sigma. The rate is d sigma/dt = u . s C' r.
#include <math.h>
#include <string.h>

#include "dynamics/canonical.h"
#include "dynamics/singular.h"
#include "numerics/dense.h"

// A row's length is taken as what it could be: levers of the mechanism's size. At the start it may be about to vanish.
void pw_canonical_set_scale(PwCanonical *f, const PwReduction *s) {
  size_t n = (size_t)f->nu;
  memcpy(f->metric, f->inertia, n * sizeof *f->metric);
  for (int32_t a = 0; a < f->rows; a++) {
    bool angular = f->head.k->row[f->row[a]].angular;
    double sum = 0;
    for (int32_t j = 0; j < f->nu; j++) {
      double unit = pw_scale(f->head.k, angular) / pw_scale(f->head.k, pw_tree_turns(f->tree, j));
      if (f->constant[a]) unit = f->gradient[(size_t)a * n + (size_t)j];
      if (s->may[(size_t)a * n + (size_t)j]) sum += unit * unit / (f->metric[j] * f->metric[j]);
    }
    f->scale[a] = sum > 0 ? 1 / sqrt(sum) : 1;
  }
}

void pw_canonical_gram(const PwCanonical *f, const PwReduction *s, double *gram) {
  size_t m = (size_t)f->rows, n = (size_t)f->nu;
  for (size_t a = 0; a < m; a++) {
    for (size_t b = 0; b <= a; b++) {
      double sum = 0;
      for (size_t j = 0; j < n; j++) sum += s->C[a * n + j] * s->C[b * n + j] / (f->metric[j] * f->metric[j]);
      gram[a * m + b] = gram[b * m + a] = f->scale[a] * f->scale[b] * sum;
    }
  }
}

static void solve_gram(void *self, const double *w, double *z) {
  const PwCanonical *f = self;
  memcpy(z, w, (size_t)f->rows * sizeof *z);
  pw_cholesky_solve(f->gram, f->rows, z);
}

PawlStatus pw_canonical_singularity(void *self, double t, const double *z, double *u, double *r, PwSingularity *out) {
  PwCanonical *f = self;
  PwReduction *s = &f->kept;
  int32_t m = f->rows;
  double same = 0;
  *out = (PwSingularity){INFINITY, 0, -1, 0};
  PawlStatus status = pw_canonical_stand(f, t, z, true);
  if (status || m == 0) return status;
  pw_canonical_gram(f, s, f->gram);
  if (!pw_cholesky_factor(f->gram, m)) return PAWL_ERR_SINGULAR;
  PwSmallest pair = {.self = f, .solve = solve_gram, .m = m, .row = f->row, .w = f->c, .z = f->mu};
  if (!pw_singular_find(&pair, u, out)) return PAWL_OK;
  memset(f->mu, 0, (size_t)s->m * sizeof *f->mu);
  for (int32_t a = 0; a < m; a++) f->mu[a] = f->scale[a] * u[a];
  pw_canonical_closure_rate(f, s, f->mu, f->Q);
  for (int32_t j = 0; j < f->nu; j++) {
    double next = 0, inertia = f->metric[j] * f->metric[j];
    for (int32_t a = 0; a < m; a++) next += f->mu[a] * s->C[(size_t)a * (size_t)f->nu + (size_t)j];
    next /= inertia * out->sigma;
    same += r[j] * next * inertia;
    out->rate += f->Q[j] * next;
    r[j] = next;
  }
  out->side = pw_singular_side(&pair, same);
  return PAWL_OK;
}
