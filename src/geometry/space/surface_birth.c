// Where a touch that is not there yet may be born, and how much motion that and the closing of its gap take at least.
//
// A touch that closes can be followed back in the motion. Either it is listed, or on the way
//
//   fold      N(g) becomes singular at a gap g >= 0. K1 + K2 is positive definite there, so that points where it cannot be are
//             out.
//   border    it comes in over a border or kink, or over a join where curvature jumps: N is not positive there on the side that
//   it
//             comes from.
//
// Let that be at the gap g and after motion a. The two points, at x1 = x2 + d now, stand at g n then, and n stands still with the
// body that the motion is seen from: |d - g n| <= a. The gap goes from g to 0 between motions a and b: a + b >= g. So, where the
// gap is at least G,
//
//   max(a, b) >= min  max(g/2, |d - g n|),    n = n2 or -n1, whichever gives less.
//               g >= G
//
// The normals are opposite then: a turn by their mismatch moves some point by span sin(mismatch/2). More than that, a turn that
// takes n1 to -n2 takes the difference c of two points of that body to one that is off by |c . (n1 + n2)| at least, and one of
// the two has moved by half of it.
//
// N(g) is regular for g < G if the form  r1.K1 r1 + r2.K2 r2 + |r1 - r2|^2/G  is positive. With r1 = c + e/2, r2 = c - e/2 and s
// the least eigenvalue of K1 + K2 it is at least  s c^2 - k |c| |e| + (1/G + s/4) e^2,  k = |K1 - K2|. The motion may also spin
// one side about the normal, by x, which changes K1 + K2 by no more than sin(x) times the difference of its curvatures.
//
// Pairs of nodes, edges of patches and parts are looked at in the order of that motion, and halved.
#include <math.h>
#include <string.h>

#include "geometry/space/surface_heap.h"
#include "geometry/space/surface_parts.h"

// What one side of a pair is in, in axes of surface 2.
typedef struct {
  double x[3], half[3], radius;  // box and ball
  double axis[3], angle;         // cone of normals
  double least;                  // curvature; -INFINITY where something ends
  PwCell cell;                   // a part
} Hull;

// ---- curvatures

// Least gap at which a touch may fold between curvatures not below k1 and k2; INFINITY: at none.
static double fold_gap(double k1, double k2) {
  double low = fmin(k1, k2), high = fmax(k1, k2);
  if (!(low + high > 0)) return 0;  // also where nothing is known
  if (low >= 0) return INFINITY;
  return high == INFINITY ? -1 / low : (low + high) / -(low * high);
}
// Least and largest curvature of a part.
static void range_of(const PwPatch *patch, const PwCell *cell, double range[2]) {
  pw_cell_range(cell, range);  // nothing, of an edge
  range[0] = range[0] > patch->bend[0] ? range[0] : patch->bend[0];
  range[1] = range[1] < patch->bend[1] ? range[1] : patch->bend[1];
}
// ---- motion

static void enclose_node(const PwSurfaceSearch *s, const PwBirth *b, int side, Hull *out) {
  const PwPatchNode *n = &s->s[side]->node[b->node[side]];
  const double *low = b->border == side ? n->edge_low : n->low, *high = b->border == side ? n->edge_high : n->high;
  double half[3];
  for (int k = 0; k < 3; k++) {
    out->x[k] = 0.5 * (low[k] + high[k]);
    half[k] = 0.5 * (high[k] - low[k]);
    out->axis[k] = n->axis[k];
  }
  memcpy(out->half, half, sizeof half);
  out->radius = pw_norm(half);
  out->angle = n->angle;
  out->least = b->border == side ? n->edge_least : n->least;
  if (side == 1) return;
  pw_place3(&s->relative, out->x, out->x);
  pw_turn3(s->relative.r, out->axis, out->axis);
  for (int k = 0; k < 3; k++) {
    const double *row = s->relative.r + 3 * k;
    out->half[k] = fabs(row[0]) * half[0] + fabs(row[1]) * half[1] + fabs(row[2]) * half[2];
  }
}
static void enclose_part(const PwSurfaceSearch *s, const PwBirth *b, int side, Hull *out) {
  const PwPatch *patch = &s->s[side]->patch[b->part[side].patch];
  PwCell *c = &out->cell;
  double range[2];
  pw_search_enclose(s, &b->part[side], side, c);
  range_of(patch, c, range);
  out->least = b->border == side && b->ends ? -INFINITY : range[0];
  for (int k = 0; k < 3; k++) {
    out->x[k] = c->x[k];
    out->axis[k] = c->n[k];
    out->half[k] = fabs(c->dx[0][k]) + fabs(c->dx[1][k]) + c->rx;
  }
  out->radius = pw_cell_spread(c);
  out->angle = 2 * asin(fmin(0.5 * pw_cell_turn(c), 1));
}
static void enclose(const PwSurfaceSearch *s, const PwBirth *b, int side, Hull *out) {
  if (b->node[side] >= 0) {
    enclose_node(s, b, side, out);
  } else {
    enclose_part(s, b, side, out);
  }
}
static double angle_between(const double a[3], const double b[3]) {
  double c[3];
  pw_cross(a, b, c);
  return atan2(pw_norm(c), pw_dot(a, b));
}
// The least motion for which a touch of at least that gap is born on the pair and closes.
static double birth_motion(const PwSurfaceSearch *s, const Hull hull[2], double gap) {
  double d[3], back[3], square = 0, radius = hull[0].radius + hull[1].radius, turned[3];
  for (int k = 0; k < 3; k++) {
    d[k] = hull[0].x[k] - hull[1].x[k];
    back[k] = -d[k];
    turned[k] = -hull[0].axis[k];
    double apart = fmax(fabs(d[k]) - hull[0].half[k] - hull[1].half[k], 0);
    square += apart * apart;
  }
  double length = pw_norm(d), mismatch = fmax(angle_between(turned, hull[1].axis) - hull[0].angle - hull[1].angle, 0);
  double motion = fmax(sqrt(square) / 3, 0.5 * gap), least = INFINITY, turn[2] = {0, 0};
  double off[3] = {hull[0].axis[0] + hull[1].axis[0], hull[0].axis[1] + hull[1].axis[1], hull[0].axis[2] + hull[1].axis[2]};
  double slack = hull[0].angle + hull[1].angle;
  for (int i = 0; i < 6; i++) {
    const double *chord = s->chord[i / 3][i % 3];
    turn[i / 3] = fmax(turn[i / 3], 0.5 * (fabs(pw_dot(chord, off)) - slack * pw_norm(chord)));
  }
  motion = fmax(motion, fmin(turn[0], turn[1]));
  for (int i = 0; i < 2; i++) {
    double angle = fmax(angle_between(i ? d : back, hull[i].axis) - hull[i].angle, 0);
    least = fmin(least, pw_closing_motion(length, cos(angle), radius, 0, gap, INFINITY));
  }
  return fmax(fmax(motion, least), s->span * sin(0.5 * fmin(mismatch, PW_PI)));
}

// How much motion does a spin about the normal take that changes K1 + K2 by that much?
static double spin_motion(const PwSurfaceSearch *s, const PwPairBend *bend, double change) {
  return change >= bend->uneven ? INFINITY : s->span * sin(0.5 * asin(change / bend->uneven));
}
// The same for a pair of parts, by their curvatures in all directions; INFINITY: no touch is born. Half of what K1 + K2 has to
// spare is left to a spin.
static double parts_motion(const PwSurfaceSearch *s, const PwBirth *b, const Hull hull[2]) {
  double range[2][2], fold = fold_gap(hull[0].least, hull[1].least);
  for (int i = 0; i < 2; i++) range_of(&s->s[i]->patch[b->part[i].patch], &hull[i].cell, range[i]);
  if (range[0][1] + range[1][1] <= 0 || fold == INFINITY) return INFINITY;  // nothing can close, or fold, here
  double motion = birth_motion(s, hull, fold);
  PwPairBend bend;
  bool ends = b->border >= 0 && hull[b->border].least == -INFINITY;
  if (ends || !pw_pair_bend(&hull[0].cell, &hull[1].cell, &bend)) return motion;
  if (b->border < 0 && bend.sum + bend.off < 0) return fmax(motion, spin_motion(s, &bend, -bend.sum - bend.off));
  double least = 0.5 * (bend.sum - bend.off), difference = bend.difference + bend.off + least;
  if (!(least > 0)) return motion;
  double rest = difference * difference / (4 * least) - 0.25 * least, spin = spin_motion(s, &bend, least);
  return fmax(motion, rest > 0 ? fmin(spin, birth_motion(s, hull, fmax(fold, 1 / rest))) : spin);
}

// ---- halving

static void judge(PwSurfaceSearch *s, int32_t *count, PwBirth *b, const Hull hull[2]) {
  bool parts = b->node[0] < 0 && b->node[1] < 0;
  double gap = fold_gap(hull[0].least, hull[1].least);
  b->motion = parts ? parts_motion(s, b, hull) : gap < INFINITY ? birth_motion(s, hull, gap) : INFINITY;
  b->size = hull[0].radius + hull[1].radius;
  if (parts && pw_birth_is_fine(s, b->size, b->motion)) b->size = 0;
  pw_birth_push(s, count, b);
}
static void judge_with(PwSurfaceSearch *s, int32_t *count, PwBirth *b, int side, Hull hull[2]) {
  enclose(s, b, side, &hull[side]);
  judge(s, count, b, hull);
}
static void open_node(PwSurfaceSearch *s, int32_t *count, const PwBirth *from, int side, Hull hull[2]) {
  const PwPatchNode *n = &s->s[side]->node[from->node[side]];
  PwBirth b = *from;
  if (n->left >= 0) {
    for (int k = 0; k < 2; k++) {
      b.node[side] = k ? n->right : n->left;
      if (b.border == side && s->s[side]->node[b.node[side]].edge_least == INFINITY) continue;
      judge_with(s, count, &b, side, hull);
    }
    return;
  }
  b.node[side] = -1;
  for (int k = 0; k < 4 && b.border == side; k++) {
    if (!pw_part_of_edge(s->s[side], -1 - n->left, k / 2, k % 2, &b.part[side])) continue;
    b.ends = s->s[side]->patch[-1 - n->left].least[k / 2][k % 2] == -INFINITY;
    judge_with(s, count, &b, side, hull);
  }
  if (b.border == side) return;
  pw_part_of_patch(s->s[side], -1 - n->left, &b.part[side]);
  judge_with(s, count, &b, side, hull);
}
// The longer direction. false: it is the pole of a net, which cannot be.
static bool open_part(PwSurfaceSearch *s, int32_t *count, const PwBirth *from, int side, Hull hull[2]) {
  PwPart3 parts[PW_PARTS_MOST];
  const PwCell *c = &hull[side].cell;
  double length[2];
  for (int d = 0; d < 2; d++) length[d] = pw_norm(c->dx[d]) + c->rdx[d];
  int32_t n = pw_part_split(s->s[side], &from->part[side], length[1] > length[0] ? 1 : 0, parts);
  PwBirth b = *from;
  for (int32_t k = 0; k < n; k++) {
    b.part[side] = parts[k];
    judge_with(s, count, &b, side, hull);
  }
  return n > 0;
}
// The larger side. false: neither can be halved.
static bool open_pair(PwSurfaceSearch *s, int32_t *count, const PwBirth *b) {
  Hull hull[2];
  for (int i = 0; i < 2; i++) enclose(s, b, i, &hull[i]);
  int larger = hull[0].radius >= hull[1].radius ? 0 : 1;
  for (int i = 0; i < 2; i++) {
    int side = i ? 1 - larger : larger;
    if (b->node[side] < 0) {
      if (!(hull[side].radius > 0) || !open_part(s, count, b, side, hull)) continue;
    } else {
      open_node(s, count, b, side, hull);
    }
    return true;
  }
  return false;
}

void pw_surface_births(PwSurfaceSearch *s) {
  int32_t count = 0;
  for (int32_t border = -1; border < 2; border++) {
    PwBirth b = {.border = border};
    Hull hull[2];
    if (border >= 0 && s->s[border]->node[0].edge_least == INFINITY) continue;
    for (int i = 0; i < 2; i++) enclose(s, &b, i, &hull[i]);
    judge(s, &count, &b, hull);
  }
  while (count > 0 && s->status == PAWL_OK) {
    PwBirth b;
    pw_birth_pop(s, &count, &b);
    if (!pw_birth_enough(s, &b) && open_pair(s, &count, &b)) continue;
    pw_surface_lower(s, b.motion);
    return;
  }
}
