// Do two bodies really overlap between the points of a touch with negative gap? Then x1 lies inside body 2 (surface_side.c), or
// x2 inside body 1, and the straight line between them comes to the one from inside without meeting its surface before. A ball
// above a plate has such a pair with the plate's far side, too, and there the line leaves the ball and enters the plate; a ball
// between two turns of a screw has one with the turn above it, but is nearer to the turn below. An overlap that is no more than
// rounding has no such line, and is one.
//
// The line against a surface: down the tree of patches by their boxes, and on a patch Newton for x(q) = a + s d from its middle
// and corners.
#include <math.h>

#include "geometry/space/surface_overlap.h"
#include "geometry/space/surface_space.h"

static const double NEAR = 1e-10;  // of the extent: on the surface

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

// Does a point of one surface lie behind the other one, and the way from there to its touch's point on that come to it first?
static bool is_behind(const PwSurface *s, const PwPose3 *pose, const double *from, const double *to) {
  double d[3] = {from[0] - pose->x[0], from[1] - pose->x[1], from[2] - pose->x[2]}, x[3], distance;
  if (!(s->extent > 0) || crosses(s, pose, from, to)) return false;  // a point has no inside
  pw_turn3_back(pose->r, d, x);
  return pw_surface_side(s, x, NEAR * s->extent, &distance) == PW_INSIDE;
}

bool pw_surface_overlaps(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2,
                         const PwSurfaceTouch *touch) {
  static const double ROUNDING = 1e-9;  // of the size; END of the line is still well above the error of its ends
  double d[3] = {touch->x1[0] - touch->x2[0], touch->x1[1] - touch->x2[1], touch->x1[2] - touch->x2[2]};
  if (pw_norm(d) <= ROUNDING * fmax(s1->extent, s2->extent)) return true;
  return is_behind(s2, p2, touch->x1, touch->x2) || is_behind(s1, p1, touch->x2, touch->x1);
}

// ---- bodies as a whole

typedef struct {
  const PwSurface *a, *b;  // points of a in b
  const PwPose3 *pa, *pb;
  int side;
  bool all, found;  // all: look on for the deepest
  PwOverlap *deepest;
} Look;

// A point of a patch; returns how far it is from b, or less.
static double look_at(Look *l, const PwPatch *patch, const double at[2]) {
  double q[2], x[3], d[3], y[3], distance, beside = 0;
  PwSurfacePoint p;
  for (int k = 0; k < 2; k++) q[k] = patch->q[k][0] + at[k] * (patch->q[k][1] - patch->q[k][0]);
  pw_surface_evaluate(l->a, patch->face, q, &p);
  pw_place3(l->pa, p.x, x);
  for (int k = 0; k < 3; k++) d[k] = x[k] - l->pb->x[k];
  pw_turn3_back(l->pb->r, d, y);
  const PwPatchNode *root = &l->b->node[0];
  for (int k = 0; k < 3; k++) beside = fmax(beside, fmax(root->low[k] - y[k], y[k] - root->high[k]));
  if (beside > 0 && l->b->sign > 0) return beside;  // a cavity has its material around it
  PwSide side = pw_surface_side(l->b, y, 0.1 * l->deepest->depth, &distance);
  if (side == PW_INSIDE && distance > l->deepest->depth) {
    *l->deepest = (PwOverlap){.x = {x[0], x[1], x[2]}, .depth = distance, .side = l->side};
    l->found = true;
  }
  return (1 - 0.02) * distance;  // it is told too large by so much
}
// What is below a node is on one side as long as it is smaller than the distance of a point of it: the middle of a patch. Small
// nodes have a few points.
static void look_below(Look *l, int32_t i) {
  static const double AT[5][2] = {{0.5, 0.5}, {0, 0}, {0, 1}, {1, 0}, {1, 1}};
  static const double SMALL = 0.05;  // of the extent: what is shallower has a touch
  const PwPatchNode *n = &l->a->node[i];
  int32_t leaf = i;
  while (l->a->node[leaf].left >= 0) leaf = l->a->node[leaf].left;
  const PwPatch *patch = &l->a->patch[-1 - l->a->node[leaf].left];
  double d[3] = {n->high[0] - n->low[0], n->high[1] - n->low[1], n->high[2] - n->low[2]};
  if ((l->found && !l->all) || look_at(l, patch, AT[0]) > pw_norm(d)) return;
  if (n->left >= 0 && pw_norm(d) > SMALL * l->a->extent) {
    look_below(l, n->left);
    look_below(l, n->right);
  } else {
    for (int k = 1; k < 5 && (l->all || !l->found); k++) look_at(l, patch, AT[k]);
  }
}

bool pw_surfaces_overlap(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2, double tolerance,
                         PwOverlap *out) {
  PwOverlap deepest = {.depth = tolerance};
  bool found = false;
  if (s1->sign > 0 && s2->sign > 0 && pw_surface_distance(s1, p1, s2, p2) > 0) return false;
  for (int side = 0; side < 2 && (out || !found); side++) {
    Look l = {.a = side ? s2 : s1, .b = side ? s1 : s2, .pa = side ? p2 : p1, .pb = side ? p1 : p2, .side = side};
    l.all = out;
    l.deepest = &deepest;
    if (!(l.b->extent > 0) || !pw_surface_is_closed(l.b)) continue;
    look_below(&l, 0);
    found |= l.found;
  }
  if (out) *out = deepest;
  return found;
}

bool pw_surfaces_within(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2, double tolerance,
                        PwOverlap *out) {
  static const double MIDDLE[2] = {0.5, 0.5};
  *out = (PwOverlap){.depth = tolerance};
  for (int side = 0; side < 2; side++) {
    Look l = {.a = side ? s2 : s1, .b = side ? s1 : s2, .pa = side ? p2 : p1, .pb = side ? p1 : p2, .side = side, .deepest = out};
    if (!(l.b->extent > 0) || !pw_surface_is_closed(l.b)) continue;
    look_at(&l, &l.a->patch[0], MIDDLE);
    if (l.found) return true;
  }
  return false;
}
