// On which side of a surface is a point? Behind or in front of the nearest point of the surface; and where that is on a border,
// beside it. Whole round surfaces tell it by formulas (surface_whole.c). Of others the nearest point is found among patches by
// their boxes, among parts of a patch by their enclosures: parts that cannot be nearer by more than a share of the distance are
// left out, which is as near as a side needs.
#include <math.h>

#include "geometry/space/surface_cell.h"
#include "geometry/space/surface_overlap.h"
#include "geometry/space/surface_space.h"

static const double SHARE = 0.02;
enum { DEEPEST = 24, BUDGET = 20000 };

typedef struct {
  const PwSurface *s;
  const double *x;
  double best;  // the least distance so far
  int32_t face;
  double q[2];  // where
  PwSurfacePoint at;
  double near;
  int32_t left;  // of the budget
} Near;

static double distance_to(const Near *w, const PwSurfacePoint *p) {
  double d[3] = {w->x[0] - p->x[0], w->x[1] - p->x[1], w->x[2] - p->x[2]};
  return pw_norm(d);
}
static void stay_in_range(const PwSurface *s, double q[2]) {
  for (int d = 0; d < 2; d++) {
    if (!s->periodic[d]) q[d] = fmin(fmax(q[d], s->range[d][0]), s->range[d][1]);
  }
}
// Down to the nearest point around q by steps in the tangent plane, halved until they help.
static void descend(Near *w, int32_t face, const double from[2]) {
  enum { STEPS = 20, HALVINGS = 6 };
  double q[2] = {from[0], from[1]};
  PwSurfacePoint p;
  pw_surface_evaluate(w->s, face, q, &p);
  double far = distance_to(w, &p);
  for (int i = 0; i < STEPS; i++) {
    double d[3] = {w->x[0] - p.x[0], w->x[1] - p.x[1], w->x[2] - p.x[2]}, step[2] = {pw_dot(d, p.t[0]), pw_dot(d, p.t[1])};
    bool better = false;
    for (int k = 0; k < HALVINGS && !better; k++, step[0] /= 3, step[1] /= 3) {
      PwSurfacePoint next;
      double to[2];
      pw_surface_move(w->s, face, q, &p, step, to);
      stay_in_range(w->s, to);
      int32_t on = pw_surface_face(w->s, to);
      pw_surface_evaluate(w->s, on, to, &next);
      double there = distance_to(w, &next);
      if (!(there < far)) continue;
      better = far - there > 1e-14 * far;
      far = there;
      face = on;
      p = next;
      q[0] = to[0];
      q[1] = to[1];
    }
    if (!better) break;
  }
  if (!(far < w->best)) return;
  w->best = far;
  w->face = face;
  w->q[0] = q[0];
  w->q[1] = q[1];
  w->at = p;
}
static void look_at(Near *w, const PwPart3 *part, int depth) {
  PwCell c;
  PwPart3 parts[PW_PARTS_MOST];
  const double middle[2] = {0, 0};
  if (--w->left < 0 || w->best <= w->near) return;
  pw_cell_enclose(w->s, part, &c);
  double d[3] = {w->x[0] - c.x[0], w->x[1] - c.x[1], w->x[2] - c.x[2]}, far = pw_norm(d), spread = pw_cell_spread(&c);
  if (far < w->best) {
    double q[2];
    pw_part_place(w->s, part, middle, q);
    descend(w, pw_part_face(w->s, part, q), q);
  }
  if (!(far - spread < (1 - SHARE) * w->best) || depth == DEEPEST) return;
  int direction = pw_norm(c.dx[1]) + c.rdx[1] > pw_norm(c.dx[0]) + c.rdx[0] ? 1 : 0;
  int32_t count = pw_part_split(w->s, part, direction, parts);
  for (int32_t i = 0; i < count; i++) look_at(w, &parts[i], depth + 1);
}
static double box_distance(const PwPatchNode *n, const double x[3]) {
  double d[3];
  for (int k = 0; k < 3; k++) d[k] = fmax(fmax(n->low[k] - x[k], x[k] - n->high[k]), 0);
  return pw_norm(d);
}
static void look_below(Near *w, int32_t i) {
  const PwPatchNode *n = &w->s->node[i];
  if (!(box_distance(n, w->x) < (1 - SHARE) * w->best)) return;
  if (n->left < 0) {
    PwPart3 part;
    pw_part_of_patch(w->s, -1 - n->left, &part);
    look_at(w, &part, 0);
    return;
  }
  bool left = box_distance(&w->s->node[n->left], w->x) <= box_distance(&w->s->node[n->right], w->x);
  look_below(w, left ? n->left : n->right);
  look_below(w, left ? n->right : n->left);
}
// Is a point on the surface at its border, within a little?
static bool is_at_border(const Near *w) {
  static const double LITTLE = 1e-7;  // of the range
  for (int d = 0; d < 2; d++) {
    double low = w->s->range[d][0], high = w->s->range[d][1], little = LITTLE * (high - low);
    if (w->s->periodic[d]) continue;
    if ((w->q[d] < low + little && !w->s->pole[d][0]) || (w->q[d] > high - little && !w->s->pole[d][1])) return true;
  }
  return false;
}

bool pw_surface_is_closed(const PwSurface *s) {
  for (int d = 0; d < 2; d++) {
    if (!s->periodic[d] && !(s->pole[d][0] && s->pole[d][1])) return false;
  }
  return true;
}

PwSide pw_surface_side(const PwSurface *s, const double x[3], double near, double *distance) {
  double gap;
  if (pw_surface_whole_distance(s, x, &gap)) {
    *distance = fabs(gap);
    return !(fabs(gap) > near) ? PW_ON : gap < 0 ? PW_INSIDE : PW_OUTSIDE;
  }
  Near w = {.s = s, .x = x, .best = INFINITY, .near = near, .left = BUDGET};
  if (s->nodes > 0) look_below(&w, 0);
  *distance = w.best;
  if (!(w.best > near)) return PW_ON;
  if (!(w.best < INFINITY) || w.at.rank < 2 || is_at_border(&w)) return PW_OUTSIDE;
  double d[3] = {x[0] - w.at.x[0], x[1] - w.at.x[1], x[2] - w.at.x[2]};
  return pw_dot(d, w.at.n) < 0 ? PW_INSIDE : PW_OUTSIDE;
}
