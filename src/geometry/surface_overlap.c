// Do two bodies really overlap between the points of a touch with negative gap? Then x1 lies inside body 2, or x2 inside body 1:
// the straight line between them comes to the one from inside without meeting its surface before. A ball above a plate has such a
// pair with the plate's far side, too, and there the line leaves the ball and enters the plate. An overlap that is no more than
// rounding has no such line, and is one.
//
// The line against a surface: down the tree of patches by their boxes, and on a patch Newton for x(q) = a + s d from its middle
// and corners.
#include <math.h>

#include "geometry/surface_space.h"

typedef struct {
  const PwSurface *surface;
  double a[3], d[3];  // from, and the way; in the surface's axes
  double end;         // fraction at both ends that does not count: there the line begins or ends on a surface
} Line;

static bool meets_box(const Line *line, const PwPatchNode *node) {
  double from = 0, to = 1;
  for (int i = 0; i < 3; i++) {
    double a = line->a[i], d = line->d[i];
    if (d == 0) {
      if (a < node->low[i] || a > node->high[i]) return false;
      continue;
    }
    double s1 = (node->low[i] - a) / d, s2 = (node->high[i] - a) / d;
    from = fmax(from, fmin(s1, s2));
    to = fmin(to, fmax(s1, s2));
  }
  return from <= to;
}

// Newton from q; true: it ends on the patch, inside the line.
static bool crosses_from(const Line *line, const PwPatch *patch, double q[2]) {
  enum { STEPS = 20 };
  double s = 0.5;
  for (int step = 0; step < STEPS; step++) {
    PwSurfacePoint p;
    double r[3], ud[3], vd[3], normal[3], move[3], size;
    pw_surface_evaluate(line->surface, patch->face, q, &p);
    for (int i = 0; i < 3; i++) r[i] = line->a[i] + s * line->d[i] - p.x[i];
    pw_cross(p.dx[0], p.dx[1], normal);
    double determinant = -pw_dot(normal, line->d);
    if (determinant == 0) return false;
    pw_cross(p.dx[1], line->d, vd);
    pw_cross(line->d, p.dx[0], ud);
    move[0] = -pw_dot(vd, r) / determinant;
    move[1] = -pw_dot(ud, r) / determinant;
    move[2] = pw_dot(normal, r) / determinant;
    for (int k = 0; k < 2; k++) {
      double room = patch->q[k][1] - patch->q[k][0];
      q[k] = fmin(fmax(q[k] + move[k], patch->q[k][0] - room / 2), patch->q[k][1] + room / 2);
    }
    s += move[2];
    size = fabs(move[0]) / (patch->q[0][1] - patch->q[0][0]) + fabs(move[1]) / (patch->q[1][1] - patch->q[1][0]) + fabs(move[2]);
    if (size > 1e-10) continue;
    for (int k = 0; k < 2; k++) {
      double little = 1e-9 * (patch->q[k][1] - patch->q[k][0]);
      if (q[k] < patch->q[k][0] - little || q[k] > patch->q[k][1] + little) return false;
    }
    return s > line->end && s < 1 - line->end;
  }
  return false;
}

static bool crosses_patch(const Line *line, const PwPatch *patch) {
  for (int start = 0; start < 5; start++) {
    double q[2];
    for (int k = 0; k < 2; k++) {
      double part = start == 0 ? 0.5 : (start - 1) >> k & 1 ? 0.9 : 0.1;
      q[k] = patch->q[k][0] + part * (patch->q[k][1] - patch->q[k][0]);
    }
    if (crosses_from(line, patch, q)) return true;
  }
  return false;
}

static bool crosses_node(const Line *line, int32_t index) {
  const PwPatchNode *node = &line->surface->node[index];
  if (!meets_box(line, node)) return false;
  if (node->left < 0) return crosses_patch(line, &line->surface->patch[-1 - node->left]);
  return crosses_node(line, node->left) || crosses_node(line, node->right);
}

static bool crosses(const PwSurface *s, const PwPose3 *pose, const double *from, const double *to) {
  static const double END = 1e-6;
  Line line = {.surface = s, .end = END};
  double a[3], d[3];
  for (int i = 0; i < 3; i++) {
    a[i] = from[i] - pose->x[i];
    d[i] = to[i] - from[i];
  }
  pw_turn3_back(pose->r, a, line.a);
  pw_turn3_back(pose->r, d, line.d);
  return s->nodes > 0 && crosses_node(&line, 0);
}

bool pw_surface_overlaps(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2,
                         const PwSurfaceTouch *touch) {
  static const double ROUNDING = 1e-9;  // of the size; END of the line is still well above the error of its ends
  double d[3] = {touch->x1[0] - touch->x2[0], touch->x1[1] - touch->x2[1], touch->x1[2] - touch->x2[2]};
  if (pw_norm(d) <= ROUNDING * fmax(s1->extent, s2->extent)) return true;
  bool inside2 = s2->extent > 0 && !crosses(s2, p2, touch->x1, touch->x2);  // a point has no inside
  return inside2 || (s1->extent > 0 && !crosses(s1, p1, touch->x1, touch->x2));
}
