// How far is a point from a whole sphere, torus or ellipsoid, and on which side? By formulas: from the middle of a round body all
// of it is about as near, which is the worst that there is for a search (surface_side.c).
//
// The foot of x on an ellipsoid is at f_i = a_i^2 x_i/(a_i^2 - a^2 + t) with the shortest axis a, where t is the greatest root of
// sum (f_i/a_i)^2 = 1. To the left of the root the sum is greater and convex, so that Newton's steps from there never go beyond
// it.
#include <math.h>

#include "geometry/space/surface_overlap.h"
#include "geometry/space/surface_space.h"

static double from_ellipsoid(const double a[3], const double x[3]) {
  enum { STEPS = 100 };
  double least = fmin(a[0], fmin(a[1], a[2])), more[3], t = 0, far = 0, on = 0, rest = 1;
  for (int i = 0; i < 3; i++) {
    more[i] = (a[i] - least) * (a[i] + least);
    t = fmax(t, a[i] * fabs(x[i]) - more[i]);  // there one term alone is 1
  }
  for (int step = 0; step < STEPS; step++) {
    double sum = -1, slope = 0;
    for (int i = 0; i < 3; i++) {
      double y = more[i] + t > 0 ? a[i] * x[i] / (more[i] + t) : 0;
      sum += y * y;
      slope += y != 0 ? 2 * y * y / (more[i] + t) : 0;
    }
    if (!(sum > 0 && t + sum / slope > t)) break;
    t += sum / slope;
  }
  for (int i = 0; i < 3; i++) {
    double f = more[i] + t > 0 ? a[i] * a[i] * x[i] / (more[i] + t) : 0;
    rest -= f * f / (a[i] * a[i]);
    far += (x[i] - f) * (x[i] - f);
    on += x[i] * x[i] / (a[i] * a[i]);
  }
  if (t == 0) far += fmax(rest, 0) * least * least;  // x across the shortest axis: its foot is beside, by what the others leave
  return on < 1 ? -sqrt(far) : sqrt(far);
}

bool pw_surface_whole_distance(const PwSurface *s, const double x[3], double *distance) {
  if (!pw_surface_is_closed(s) || !(s->extent > 0)) return false;
  switch (s->kind) {
    case PW_SURFACE_SPHERE:
      *distance = s->sign * (pw_norm(x) - s->size[0]);
      return true;
    case PW_SURFACE_TORUS:
      *distance = s->sign * (hypot(hypot(x[0], x[1]) - s->element->center[0], x[2]) - s->element->radius);
      return s->element->kind == PW_EL_ARC;  // else it is an edge
    case PW_SURFACE_ELLIPSOID:
      *distance = s->sign * from_ellipsoid(s->size, x);
      return true;
    default:
      return false;
  }
}
