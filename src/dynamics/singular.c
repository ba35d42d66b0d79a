#include "dynamics/singular.h"

#include <math.h>

enum { PASSES = 6 };

static bool iterate(PwSmallest *s, double *sigma) {
  double before = INFINITY;
  for (int pass = 0; pass < PASSES; pass++) {
    double zz = 0;
    s->product = 0;
    s->solve(s->self, s->w, s->z);
    for (int32_t a = 0; a < s->m; a++) {
      zz += s->z[a] * s->z[a];
      s->product += s->z[a] * s->w[a];
    }
    if (!(s->product > 0) || !isfinite(zz)) return false;
    *sigma = sqrt(s->product / zz);
    for (int32_t a = 0; a < s->m; a++) s->w[a] = s->z[a] / sqrt(zz);
    if (fabs(*sigma - before) < 0.02 * *sigma) break;
    before = *sigma;
  }
  return true;
}

bool pw_singular_find(PwSmallest *s, double *u, PwSingularity *out) {
  double norm = 0, biggest = 0;
  for (int32_t a = 0; a < s->m; a++) norm += u[a] * u[a];
  bool known = norm > 0;
  // a little of everything is mixed in, so that a direction that has become the weakest is not missed
  for (int32_t a = 0; a < s->m; a++) {
    s->w[a] = (known ? u[a] : 0) + (known ? 0.1 : 1) / sqrt((double)s->m) * (a % 2 ? 1.25 : 0.75);
  }
  if (!iterate(s, &out->sigma)) return false;
  s->along = 0;
  for (int32_t a = 0; a < s->m; a++) s->along += u[a] * s->w[a];
  s->sign = s->along < 0 ? -1 : 1;
  s->along *= s->sign;
  for (int32_t a = 0; a < s->m; a++) {
    u[a] = s->sign * s->w[a];
    if (!(fabs(u[a]) > biggest)) continue;
    biggest = fabs(u[a]);
    out->row = s->row[a];
  }
  return true;
}

int32_t pw_singular_side(const PwSmallest *s, double same) {
  return s->along > 0.7 ? (same > 0.5) - (same < -0.5) : 0;
}
