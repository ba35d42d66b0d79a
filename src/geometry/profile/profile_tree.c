// Boxes around the pieces, the tree over them, the circle around all.
//
// The box of a piece. Its tangent stays between two directions a and b less than half a turn apart. So every point x of it is
// start + (positive combination of a and b) and end - (positive combination of a and b): it lies in the parallelogram with
// opposite corners start and end and sides along a and b. Where it bends to one side only it stays on that side of its chord,
// in the half of the parallelogram whose tip is where the tangents at the ends meet. The box is that of these corners.
#include <math.h>
#include <string.h>

#include "geometry/profile/profile_parts.h"

void pw_piece_part(const PwProfile *p, const PwPiece *piece, PwPart *out) {
  const PwElement *e = &p->element[piece->element];
  PwCurvePoint at;
  for (int side = 0; side < 2; side++) {
    pw_element_evaluate(e, piece->u[side], &at);
    memcpy(side ? out->end : out->start, at.x, sizeof at.x);
  }
  // what the pieces' ranges were widened by does not count as bending
  double flat = 2 * PW_PROFILE_CURVATURE_PAD * (1 / p->size + fmax(fabs(piece->curvature[0]), fabs(piece->curvature[1])));
  out->from = piece->normal[0] + PW_PI / 2;
  out->to = piece->normal[1] + PW_PI / 2;
  out->left = piece->curvature[1] > flat;
  out->right = piece->curvature[0] < -flat;
}

// start + s (direction of the angle a), where the side along b that leads to the end begins.
static void tip(const PwPart *part, double a, double b, double out[2]) {
  double chord[2] = {part->end[0] - part->start[0], part->end[1] - part->start[1]};
  double s = (chord[0] * sin(b) - chord[1] * cos(b)) / sin(b - a);
  s = fmin(fmax(s, 0), 2 * hypot(chord[0], chord[1]));
  out[0] = part->start[0] + s * cos(a);
  out[1] = part->start[1] + s * sin(a);
}

int32_t pw_part_hull(const PwPart *part, double hull[4][2]) {
  int32_t n = 0;
  bool straight = part->to - part->from < PW_PROFILE_PAD;
  memcpy(hull[n++], part->start, sizeof part->start);
  if (part->left && !straight) tip(part, part->from, part->to, hull[n++]);
  memcpy(hull[n++], part->end, sizeof part->end);
  if (part->right && !straight) tip(part, part->to, part->from, hull[n++]);
  return n;
}

static void bound_piece(const PwProfile *p, PwPiece *piece) {
  const PwElement *e = &p->element[piece->element];
  double hull[4][2], pad = 0;
  int32_t n = 1;
  memcpy(hull[0], e->start, sizeof e->start);
  if (e->kind != PW_EL_POINT) {
    PwPart part;
    pw_piece_part(p, piece, &part);
    n = pw_part_hull(&part, hull);
    pad = 4 * PW_PROFILE_PAD * p->size;
  }
  for (int a = 0; a < 2; a++) {
    piece->low[a] = piece->high[a] = hull[0][a];
    for (int32_t i = 1; i < n; i++) {
      piece->low[a] = fmin(piece->low[a], hull[i][a]);
      piece->high[a] = fmax(piece->high[a], hull[i][a]);
    }
    double rounding = 1e-15 * fmax(fabs(piece->low[a]), fabs(piece->high[a]));
    piece->low[a] -= pad + rounding;
    piece->high[a] += pad + rounding;
  }
}

// The smallest range of angles that holds both: the second is turned to where its middle is nearest to that of the first.
static void join_normals(const double a[2], const double b[2], double out[2]) {
  double shift = 2 * PW_PI * round((a[0] + a[1] - b[0] - b[1]) / (4 * PW_PI));
  out[0] = fmin(a[0], b[0] + shift);
  out[1] = fmin(fmax(a[1], b[1] + shift), out[0] + 2 * PW_PI);
}

static int32_t grow(PwProfile *p, int32_t from, int32_t to) {
  int32_t index = p->nodes++;
  PwPieceNode *node = &p->node[index];
  if (to - from == 1) {
    const PwPiece *piece = &p->piece[from];
    memcpy(node->low, piece->low, sizeof node->low);
    memcpy(node->high, piece->high, sizeof node->high);
    memcpy(node->normal, piece->normal, sizeof node->normal);
    node->left = node->right = -1 - from;
    return index;
  }
  node->left = grow(p, from, (from + to) / 2);
  node->right = grow(p, (from + to) / 2, to);
  const PwPieceNode *a = &p->node[node->left], *b = &p->node[node->right];
  for (int k = 0; k < 2; k++) {
    node->low[k] = fmin(a->low[k], b->low[k]);
    node->high[k] = fmax(a->high[k], b->high[k]);
  }
  join_normals(a->normal, b->normal, node->normal);
  return index;
}

// Neighbours in the chain are neighbours in the plane: halving the chain makes a good tree.
void pw_profile_enclose(PwProfile *p) {
  for (int32_t i = 0; i < p->pieces; i++) bound_piece(p, &p->piece[i]);
  p->nodes = 0;
  grow(p, 0, p->pieces);
  const PwPieceNode *root = &p->node[0];
  p->radius = 0;
  for (int a = 0; a < 2; a++) p->center[a] = (root->low[a] + root->high[a]) / 2;
  for (int32_t i = 0; i < p->pieces; i++) {
    const PwPiece *piece = &p->piece[i];
    double dx = fmax(piece->high[0] - p->center[0], p->center[0] - piece->low[0]);
    double dy = fmax(piece->high[1] - p->center[1], p->center[1] - piece->low[1]);
    p->radius = fmax(p->radius, hypot(dx, dy));
  }
  if (p->elements == 1 && pw_element_is_corner(&p->element[0])) {  // a point alone: its box has the width of a rounding
    memcpy(p->center, p->element[0].start, sizeof p->center);
    p->radius = 0;
  }
}
