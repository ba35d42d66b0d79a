// How large a surface is, and how much its points move when it turns: from its patches.
#include <math.h>

#include "geometry/space/surface_parts.h"

// Corners of patches: of many, one each tells enough.
static int32_t corners(const PwSurface *s) {
  return s->patches < 100 ? 4 : 1;
}
// The corner that is farthest from a point, across a direction.
static double farthest(const PwSurface *s, const double from[3], const double along[3], double out[3]) {
  double far = -1;
  for (int32_t i = 0, n = corners(s); i < n * s->patches; i++) {
    const PwPatch *p = &s->patch[i / n];
    double q[2] = {p->q[0][i % n % 2], p->q[1][i % n / 2]}, lean;
    PwSurfacePoint at;
    pw_surface_evaluate(s, p->face, q, &at);
    double r[3] = {at.x[0] - from[0], at.x[1] - from[1], at.x[2] - from[2]};
    lean = pw_dot(r, along);
    for (int m = 0; m < 3; m++) r[m] -= lean * along[m];
    double distance = pw_norm(r);
    if (distance <= far) continue;
    far = distance;
    memcpy(out, at.x, sizeof at.x);
  }
  return far;
}
// From the lowest to the highest point along a direction.
static void chord_along(const PwSurface *s, const double along[3], double out[3]) {
  double low = INFINITY, high = -INFINITY, from[3] = {0}, to[3] = {0};
  for (int32_t i = 0, n = corners(s); i < n * s->patches; i++) {
    const PwPatch *p = &s->patch[i / n];
    double q[2] = {p->q[0][i % n % 2], p->q[1][i % n / 2]};
    PwSurfacePoint at;
    pw_surface_evaluate(s, p->face, q, &at);
    double height = pw_dot(at.x, along);
    if (height < low) memcpy(from, at.x, sizeof from);
    if (height > high) memcpy(to, at.x, sizeof to);
    low = fmin(low, height);
    high = fmax(high, height);
  }
  for (int m = 0; m < 3; m++) out[m] = to[m] - from[m];
}
// The ball around it, and the span. A and B are far apart, and C and D across their line. A turn by a, with whatever shift, moves
// one of A and B by sin(a/2) |B - A| sin(x), x the angle to its axis; likewise C and D. Both are least for an axis between them.
void pw_surface_measure(PwSurface *s) {
  static const double NONE[3] = {0, 0, 0};
  const PwPatchNode *root = &s->node[0];
  double size[3], a[3], b[3], c[3], d[3], along[3];
  for (int m = 0; m < 3; m++) {
    s->center[m] = 0.5 * (root->low[m] + root->high[m]);
    size[m] = root->high[m] - root->low[m];
  }
  s->extent = pw_norm(size);
  s->radius = 0;
  for (int32_t i = 0; i < s->nodes; i++) {
    const PwPatchNode *n = &s->node[i];
    for (int m = 0; m < 3; m++) size[m] = fmax(n->high[m] - s->center[m], s->center[m] - n->low[m]);
    if (n->left < 0) s->radius = fmax(s->radius, pw_norm(size));
  }
  farthest(s, s->center, NONE, a);
  farthest(s, a, NONE, b);
  for (int m = 0; m < 3; m++) along[m] = b[m] - a[m];
  double length = pw_normalise(along), across, lean = 0;
  farthest(s, a, along, c);
  across = farthest(s, c, along, d);
  for (int m = 0; m < 3; m++) lean += (d[m] - c[m]) * along[m];
  s->span = length > 0 ? length * sin(atan2(across, length + fabs(lean))) : 0;
  for (int m = 0; m < 3; m++) {
    s->chord[0][m] = b[m] - a[m];
    s->chord[1][m] = d[m] - c[m];
  }
  pw_cross(s->chord[0], s->chord[1], along);
  if (pw_normalise(along) > 0) chord_along(s, along, s->chord[2]);
}
