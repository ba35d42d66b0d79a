// The reach of a search with a sphere, in motion of its centre c as seen from the surface.
//
// A touch is born where c comes to x + h n with h = r + g, and then its gap closes: the motion is at least
//
//   max(g/2, |c - x - h n|)
//
// It folds where 1 + h K is singular: h = -1/k, k the least curvature, as long as 1 + r K has the sign of r. At a border h is
// anything beyond r.
#include <math.h>

#include "geometry/space/surface_ball.h"
#include "geometry/space/surface_heap.h"
#include "geometry/space/surface_parts.h"

// Curvature, the least at each point of a part, is between these: heights of its folds. false: there are none.
static bool fold_heights(double r, double least, double most, double h[2]) {
  if (r >= 0) {
    double limit = r > 0 ? -1 / r : -INFINITY;
    if (least >= 0 || most <= limit) return false;
    h[0] = fmax(-1 / least, r);
    h[1] = most < 0 ? -1 / most : INFINITY;
  } else {
    if (most <= -1 / r) return false;
    h[0] = fmax(least > 0 ? -1 / least : -INFINITY, r);
    h[1] = -1 / most;
  }
  return true;
}
// Of touches that come in over an edge: where something ends, anything; where curvature jumps, what is no touch on this side.
static bool edge_heights(double r, double least, double h[2]) {
  bool some = true;
  h[0] = r;
  if (least > -INFINITY) some = fold_heights(r, least, INFINITY, h);
  h[1] = r < 0 ? 0 : INFINITY;
  return some;
}

typedef struct {
  double x[3], half[3], radius, axis[3], angle;
} Hull;

static double motion_of(const PwBall *w, const Hull *hull, const double h[2]) {
  double d[3], cross[3], square = 0;
  for (int k = 0; k < 3; k++) {
    d[k] = w->c[k] - hull->x[k];
    double apart = fmax(fabs(d[k]) - hull->half[k], 0);
    square += apart * apart;
  }
  pw_cross(d, hull->axis, cross);
  double angle = atan2(pw_norm(cross), pw_dot(d, hull->axis));
  double cosine = w->radius < 0 ? cos(fmin(angle + hull->angle, PW_PI)) : cos(fmax(angle - hull->angle, 0));
  double motion = pw_closing_motion(pw_norm(d), cosine, hull->radius, w->radius, h[0], h[1]);
  // by the box alone: the sphere that is born on it has at least the distance as its height
  return fmax(motion, fmax(0.5 * (h[0] - w->radius), (sqrt(square) - fmax(w->radius, 0)) / 3));
}
// Likewise of a part: over it, x + h n stays near its linear model, which hardly moves where h is near a centre of curvature.
static double motion_of_part(const PwBall *w, const PwCell *c, const double h[2], double *size) {
  double d[3], stray = 0, ends[2] = {h[0], fmin(h[1], w->radius + 2 * w->search->out->reach)};
  if (!(ends[0] <= ends[1])) return INFINITY;  // beyond the reach
  for (int k = 0; k < 3; k++) d[k] = w->c[k] - c->x[k];
  for (int i = 0; i < 2; i++) {
    double way = c->rx + fabs(ends[i]) * c->rn;
    for (int k = 0; k < 2; k++) {
      double y[3];
      for (int m = 0; m < 3; m++) y[m] = c->dx[k][m] + ends[i] * c->dn[k][m];
      way += pw_norm(y);
    }
    stray = fmax(stray, way);
  }
  double length = pw_norm(d), cosine = length > 0 ? pw_dot(d, c->n) / length : 0;
  *size = fmin(*size, stray);
  return pw_closing_motion(length, cosine, stray, w->radius, ends[0], ends[1]);
}
static void judge(PwBall *w, int32_t *count, PwBirth *b, const Hull *hull, const double h[2]) {
  b->motion = fmax(b->motion, motion_of(w, hull, h));
  if (b->node[0] < 0 && pw_birth_is_fine(w->search, b->size, b->motion)) b->size = 0;
  pw_birth_push(w->search, count, b);
}
static void judge_node(PwBall *w, int32_t *count, PwBirth *b) {
  const PwPatchNode *n = &w->s->node[b->node[0]];
  bool edge = b->border >= 0;
  const double *low = edge ? n->edge_low : n->low, *high = edge ? n->edge_high : n->high;
  Hull hull = {.angle = n->angle};
  double h[2];
  if (edge ? n->edge_least == INFINITY || !edge_heights(w->radius, n->edge_least, h)
           : !fold_heights(w->radius, n->least, INFINITY, h)) {
    return;
  }
  for (int k = 0; k < 3; k++) {
    hull.x[k] = 0.5 * (low[k] + high[k]);
    hull.half[k] = 0.5 * (high[k] - low[k]);
    hull.axis[k] = n->axis[k];
  }
  hull.radius = pw_norm(hull.half);
  b->motion = 0;
  b->size = hull.radius;
  judge(w, count, b, &hull, h);
}
// Range of the least curvature at each point.
static void least_of(const PwPatch *patch, const PwCell *c, double out[2]) {
  double all[2], off = c->rank == 2 ? pw_cell_bend(c) : 0, mean = 0.5 * (c->k[0] + c->k[2]);
  pw_cell_range(c, all);
  if (c->rank == 2) {
    all[0] = mean - hypot(0.5 * (c->k[0] - c->k[2]), c->k[1]) - off;
    all[1] = all[0] + 2 * off;
  }
  out[0] = all[0] > patch->bend[0] ? all[0] : patch->bend[0];
  out[1] = all[1] < patch->bend[1] ? all[1] : patch->bend[1];
}
static void judge_part(PwBall *w, int32_t *count, PwBirth *b) {
  const PwPatch *patch = &w->s->patch[b->part[0].patch];
  PwCell c;
  Hull hull;
  double k[2], h[2];
  pw_cell_enclose(w->s, &b->part[0], &c);
  least_of(patch, &c, k);
  if (b->border >= 0 ? !edge_heights(w->radius, b->ends ? -INFINITY : k[0], h) : !fold_heights(w->radius, k[0], k[1], h)) return;
  for (int m = 0; m < 3; m++) {
    hull.x[m] = c.x[m];
    hull.half[m] = fabs(c.dx[0][m]) + fabs(c.dx[1][m]) + c.rx;
    hull.axis[m] = c.n[m];
  }
  hull.radius = pw_cell_spread(&c);
  hull.angle = 2 * asin(fmin(0.5 * pw_cell_turn(&c), 1));
  b->size = hull.radius;
  b->motion = motion_of_part(w, &c, h, &b->size);
  judge(w, count, b, &hull, h);
}
static void open_node(PwBall *w, int32_t *count, const PwBirth *from) {
  const PwPatchNode *n = &w->s->node[from->node[0]];
  PwBirth b = *from;
  for (int k = 0; k < 2 && n->left >= 0; k++) {
    b.node[0] = k ? n->right : n->left;
    judge_node(w, count, &b);
  }
  if (n->left >= 0) return;
  int32_t patch = -1 - n->left;
  b.node[0] = -1;
  for (int k = 0; k < 4 && b.border >= 0; k++) {
    b.ends = w->s->patch[patch].least[k / 2][k % 2] == -INFINITY;
    if (pw_part_of_edge(w->s, patch, k / 2, k % 2, &b.part[0])) judge_part(w, count, &b);
  }
  if (b.border >= 0) return;
  pw_part_of_patch(w->s, patch, &b.part[0]);
  judge_part(w, count, &b);
}
// Halves the longer direction. false: it is the pole of a net, which cannot be.
static bool open_part(PwBall *w, int32_t *count, const PwBirth *from) {
  PwPart3 parts[PW_PARTS_MOST];
  PwCell c;
  const PwPart3 *part = &from->part[0];
  pw_cell_enclose(w->s, part, &c);
  int direction = pw_norm(c.dx[1]) + c.rdx[1] > pw_norm(c.dx[0]) + c.rdx[0] ? 1 : 0;
  int32_t n = pw_part_split(w->s, part, direction, parts);
  PwBirth b = *from;
  for (int32_t k = 0; k < n; k++) {
    b.part[0] = parts[k];
    judge_part(w, count, &b);
  }
  return n > 0;
}

void pw_ball_births(PwBall *w) {
  PwSurfaceSearch *s = w->search;
  int32_t count = 0;
  for (int32_t border = -1; border < 1; border++) {
    PwBirth b = {.border = border, .node = {0, -1}};
    judge_node(w, &count, &b);
  }
  while (count > 0 && s->status == PAWL_OK) {
    PwBirth b;
    pw_birth_pop(s, &count, &b);
    bool enough = pw_birth_enough(s, &b);
    if (!enough && b.node[0] >= 0) {
      open_node(w, &count, &b);
    } else if (enough || !open_part(w, &count, &b)) {
      pw_surface_lower(s, b.motion);
      return;
    }
  }
}
