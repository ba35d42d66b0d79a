// Linear solves for a stiff integrator: (a I - D) x = r with D the derivative of z' by z, by differences of the derivative column
// by column, dense: mechanisms in relative coordinates are small. Nothing depends on the work.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/canonical.h"
#include "numerics/dense.h"

struct PwCanonicalStiff {
  int32_t n;
  double *D;           // [n * n] column by column
  double *real;        // [n * n] factors
  double *pairs;       // [4 n * n] of the complex one as a real one of twice the size
  double *z, *up, *x;  // [n], [n], [2 n]
  int32_t *pivot, *pivots;
};

void pw_canonical_stiff_free(PwCanonicalStiff *s) {
  if (!s) return;
  free(s->D);
  free(s->pivot);
  free(s);
}

static PwCanonicalStiff *create(int32_t room) {
  PwCanonicalStiff *s = calloc(1, sizeof *s);
  size_t n = (size_t)room;
  if (!s) return NULL;
  s->D = calloc(6 * n * n + 4 * n, sizeof *s->D);
  s->pivot = calloc(3 * n, sizeof *s->pivot);
  if (!s->D || !s->pivot) {
    pw_canonical_stiff_free(s);
    return NULL;
  }
  s->real = s->D + n * n;
  s->pairs = s->real + n * n;
  s->z = s->pairs + 4 * n * n;
  s->up = s->z + n;
  s->x = s->up + n;
  s->pivots = s->pivot + n;
  return s;
}

// Step of a difference in component i of z: half of the digits of what it is measured by.
static double step_size(const PwCanonical *f, int32_t i, const double *z) {
  static const double HALF = 1.5e-8, DISPLACEMENT = 1e-4;  // of the mechanism's size
  double size = 1;
  if (i > f->nx + f->nu) {
    size = DISPLACEMENT * f->head.k->size;
  } else if (i < f->nx) {
    for (int32_t j = 0; j < f->nu; j++) {
      if (pw_tree_position(f->tree, j) == i && !pw_tree_turns(f->tree, j)) size = f->head.k->size;
    }
  } else {
    size = f->inertia[i - f->nx] * f->inertia[i - f->nx] * pw_scale(f->head.k, pw_tree_turns(f->tree, i - f->nx));
  }
  return HALF * fmax(size, fabs(z[i]));
}

PawlStatus pw_canonical_linearise(void *self, double t, const double *z) {
  PwCanonical *f = self;
  if (!f->stiff) f->stiff = create(pw_formulation_room(&f->head));
  if (!f->stiff) return PAWL_ERR_MEMORY;
  PwCanonicalStiff *s = f->stiff;
  s->n = f->head.n;
  size_t n = (size_t)s->n;
  memcpy(s->z, z, n * sizeof *z);
  PawlStatus status = pw_formulation_derivative(&f->head, t, z, s->up);
  pw_canonical_take_inertia(f);
  for (int32_t i = 0; i < s->n && status == PAWL_OK; i++) {
    if (i == f->nx + f->nu) continue;  // the work
    double *column = s->D + (size_t)i * n, h = step_size(f, i, z);
    s->z[i] = z[i] + h;
    h = s->z[i] - z[i];
    status = pw_formulation_derivative(&f->head, t, s->z, column);
    s->z[i] = z[i];
    for (size_t j = 0; j < n; j++) column[j] = (column[j] - s->up[j]) / h;
  }
  memset(s->D + (size_t)(f->nx + f->nu) * n, 0, n * sizeof *s->D);
  return status;
}

PawlStatus pw_canonical_factor(void *self, double a, double b, double c) {
  PwCanonical *f = self;
  PwCanonicalStiff *s = f->stiff;
  size_t n = (size_t)s->n;
  f->head.stats.factorisations += 2;
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < n; i++) {
      double d = s->D[j * n + i], one = i == j;
      s->real[j * n + i] = a * one - d;
      s->pairs[j * 2 * n + i] = s->pairs[(j + n) * 2 * n + i + n] = b * one - d;
      s->pairs[j * 2 * n + i + n] = c * one;
      s->pairs[(j + n) * 2 * n + i] = -c * one;
    }
  }
  PawlStatus status = pw_lu_factor(s->real, s->n, s->pivot);
  return status ? status : pw_lu_factor(s->pairs, 2 * s->n, s->pivots);
}

PawlStatus pw_canonical_backsolve(void *self, double *x) {
  PwCanonical *f = self;
  pw_lu_solve(f->stiff->real, f->stiff->n, f->stiff->pivot, x);
  return PAWL_OK;
}

PawlStatus pw_canonical_backsolve_complex(void *self, double *re, double *im) {
  PwCanonical *f = self;
  PwCanonicalStiff *s = f->stiff;
  size_t bytes = (size_t)s->n * sizeof *re;
  memcpy(s->x, re, bytes);
  memcpy(s->x + s->n, im, bytes);
  pw_lu_solve(s->pairs, 2 * s->n, s->pivots, s->x);
  memcpy(re, s->x, bytes);
  memcpy(im, s->x + s->n, bytes);
  return PAWL_OK;
}
