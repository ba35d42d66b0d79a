// Does a profile meet itself? Pairs of pieces whose boxes overlap are halved until their hulls (profile_tree.c) are apart, or so
// small that they meet for all practical purposes. Two pieces that follow each other have a point in common; they have no other
// if the directions in which they leave it have none: each lies in the cone of its tangents from there. A piece by itself turns
// too little to meet itself. That a closed profile turns by one whole turn in all, left or right, then follows (Hopf 1935).
#include <math.h>
#include <string.h>

#include "geometry/profile/profile_parts.h"

enum { DEEPEST = 120 };

typedef struct {
  double small;   // hulls of this size that are not apart meet
  double margin;  // apart: by more than this, which is rounding
  double point[2];
  int32_t halvings;  // so far
  bool near;         // too many: they may be a little apart
} Search;

PwBit pw_bit_of_piece(const PwProfile *p, const PwPiece *piece) {
  PwBit b = {.e = &p->element[piece->element], .u = {piece->u[0], piece->u[1]}};
  pw_piece_part(p, piece, &b.part);
  b.size = hypot(b.part.end[0] - b.part.start[0], b.part.end[1] - b.part.start[1]);
  return b;
}

// Tangents of a half lie between those at its ends, or (a piece that bends both ways) in the range of the whole.
PwBit pw_bit_half(const PwBit *b, int which) {
  PwBit h = *b;
  PwCurvePoint m;
  double u = (b->u[0] + b->u[1]) / 2;
  pw_element_evaluate(b->e, u, &m);
  memcpy(which ? h.part.start : h.part.end, m.x, sizeof m.x);
  h.u[1 - which] = u;
  if (b->part.left != b->part.right) {
    double d[2] = {cos(b->part.from), sin(b->part.from)}, angle = b->part.from + pw_turn(d, m.t);
    angle = fmin(fmax(angle, b->part.from), b->part.to);
    if (b->part.left == (which == 0)) {
      h.part.to = angle;
    } else {
      h.part.from = angle;
    }
  }
  h.size = hypot(h.part.end[0] - h.part.start[0], h.part.end[1] - h.part.start[1]);
  return h;
}

// Is there a line along an edge of hull a that has all of hull b strictly on its other side?
static bool edge_separates(double a[][2], int32_t na, double b[][2], int32_t nb, double margin) {
  for (int32_t i = 0; i < na; i++) {
    const double *p = a[i], *q = a[(i + 1) % na];
    double edge[2] = {q[0] - p[0], q[1] - p[1]}, low_a = INFINITY, high_a = -INFINITY, low_b = INFINITY, high_b = -INFINITY;
    for (int32_t k = 0; k < na; k++) {
      double v[2] = {a[k][0] - p[0], a[k][1] - p[1]}, side = pw_cross2(edge, v);
      low_a = fmin(low_a, side);
      high_a = fmax(high_a, side);
    }
    for (int32_t k = 0; k < nb; k++) {
      double v[2] = {b[k][0] - p[0], b[k][1] - p[1]}, side = pw_cross2(edge, v);
      low_b = fmin(low_b, side);
      high_b = fmax(high_b, side);
    }
    double most = margin * hypot(edge[0], edge[1]);
    if (low_b > high_a + most || high_b < low_a - most) return true;
  }
  return false;
}

static bool boxes_apart(double a[][2], int32_t na, double b[][2], int32_t nb, double margin) {
  for (int k = 0; k < 2; k++) {
    double low_a = a[0][k], high_a = a[0][k], low_b = b[0][k], high_b = b[0][k];
    for (int32_t i = 1; i < na; i++) low_a = fmin(low_a, a[i][k]), high_a = fmax(high_a, a[i][k]);
    for (int32_t i = 1; i < nb; i++) low_b = fmin(low_b, b[i][k]), high_b = fmax(high_b, b[i][k]);
    if (low_a > high_b + margin || low_b > high_a + margin) return true;
  }
  return false;
}

bool pw_parts_apart(const PwPart *a, const PwPart *b, double margin) {
  double ha[4][2], hb[4][2];
  int32_t na = pw_part_hull(a, ha), nb = pw_part_hull(b, hb);
  return boxes_apart(ha, na, hb, nb, margin) || edge_separates(ha, na, hb, nb, margin) || edge_separates(hb, nb, ha, na, margin);
}

// Where the chords cross; parallel ones: where one is nearest to the beginning of the other.
static void point_of_meeting(const PwPart *a, const PwPart *b, double point[2]) {
  double p[2] = {a->end[0] - a->start[0], a->end[1] - a->start[1]}, q[2] = {b->end[0] - b->start[0], b->end[1] - b->start[1]};
  double d[2] = {b->start[0] - a->start[0], b->start[1] - a->start[1]}, det = pw_cross2(p, q), pp = p[0] * p[0] + p[1] * p[1];
  bool parallel = fabs(det) <= PW_PROFILE_KINK * sqrt(pp) * hypot(q[0], q[1]);
  double share = parallel ? (d[0] * p[0] + d[1] * p[1]) / pp : pw_cross2(d, q) / det;
  share = share > 0 ? fmin(share, 1) : 0;
  for (int k = 0; k < 2; k++) point[k] = a->start[k] + share * p[k];
}

static bool meet(Search *s, const PwBit *a, const PwBit *b, int depth) {
  if (pw_parts_apart(&a->part, &b->part, s->margin)) return false;
  bool lines = a->e->kind == PW_EL_LINE && b->e->kind == PW_EL_LINE;
  bool small = lines || depth == DEEPEST || (a->size <= s->small && b->size <= s->small);
  s->near = !small && ++s->halvings > PW_PROFILE_HALVINGS;
  if (small || s->near) {
    point_of_meeting(&a->part, &b->part, s->point);
    return true;
  }
  bool first = a->size >= b->size;
  PwBit h0 = pw_bit_half(first ? a : b, 0), h1 = pw_bit_half(first ? a : b, 1);
  return meet(s, &h0, first ? b : a, depth + 1) || meet(s, &h1, first ? b : a, depth + 1);
}

// Cones of directions out of the point where a ends and b begins: backwards along a, forwards along b.
static bool cones_apart(const PwBit *a, const PwBit *b) {
  double middle = (a->part.from + a->part.to) / 2 + PW_PI - (b->part.from + b->part.to) / 2;
  double widths = (a->part.to - a->part.from + b->part.to - b->part.from) / 2;
  return fabs(remainder(middle, 2 * PW_PI)) > widths;
}

// The same for a piece and the one that follows it: other than in the point they share?
static bool meet_again(Search *s, const PwBit *a, const PwBit *b, int depth) {
  if (cones_apart(a, b)) return false;
  if (depth == DEEPEST) {
    memcpy(s->point, b->part.start, sizeof s->point);
    return true;
  }
  PwBit a0 = pw_bit_half(a, 0), a1 = pw_bit_half(a, 1), b0 = pw_bit_half(b, 0), b1 = pw_bit_half(b, 1);
  return meet(s, &a0, b, 0) || meet(s, &a1, &b1, 0) || meet_again(s, &a1, &b0, depth + 1);
}

static bool pieces_meet(Search *s, const PwProfile *p, const PwPiece *a, const PwPiece *b, bool follows, bool leads) {
  PwBit x = pw_bit_of_piece(p, a), y = pw_bit_of_piece(p, b);
  if (follows && leads) {  // two pieces around a lens: each end by itself
    PwBit x0 = pw_bit_half(&x, 0), x1 = pw_bit_half(&x, 1), y0 = pw_bit_half(&y, 0), y1 = pw_bit_half(&y, 1);
    return meet_again(s, &x1, &y0, 0) || meet_again(s, &y1, &x0, 0) || meet(s, &x0, &y0, 0) || meet(s, &x1, &y1, 0);
  }
  if (follows) return meet_again(s, &x, &y, 0);
  if (leads) return meet_again(s, &y, &x, 0);
  return meet(s, &x, &y, 0);
}

static bool boxes_overlap(const PwPiece *a, const PwPieceNode *b) {
  return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] && b->low[1] <= a->high[1];
}

// The piece that follows piece i, corners left out; -1: none.
static int32_t next_piece(const PwProfile *p, int32_t i) {
  for (int32_t k = 1; k <= p->pieces; k++) {
    int32_t j = i + k;
    if (j >= p->pieces) {
      if (!p->closed) return -1;
      j -= p->pieces;
    }
    if (!pw_element_is_corner(&p->element[p->piece[j].element])) return j;
  }
  return -1;
}

static PawlStatus refuse(PwChain *chain, const PwProfile *p, const Search *s, const PwPiece *a, const PwPiece *b) {
  int32_t first = p->element[a->element].source, second = p->element[b->element].source;
  const char *rule = s->near ? "a profile must keep clear of itself" : "a profile must not cross or touch itself";
  if (first == second) {
    return pw_chain_refuse(chain, first, "element[%d] %s at %s; %s", first, s->near ? "runs along itself" : "meets itself",
                           PW_TELL_PLACE(chain, s->point), rule);
  }
  return pw_chain_refuse(chain, second, "element[%d] and element[%d] %s at %s; %s", first, second,
                         s->near ? "run along each other" : "meet", PW_TELL_PLACE(chain, s->point), rule);
}

// The first piece behind piece i, below a node of the tree, that meets it; -1: none. `after` follows i. Pieces stand in the tree
// in their order.
static int32_t first_met(Search *s, const PwProfile *p, int32_t i, int32_t after, int32_t node) {
  const PwPieceNode *n = &p->node[node];
  const PwPiece *a = &p->piece[i];
  if (!boxes_overlap(a, n)) return -1;
  if (n->left >= 0) {
    int32_t met = first_met(s, p, i, after, n->left);
    return met >= 0 ? met : first_met(s, p, i, after, n->right);
  }
  int32_t j = -1 - n->left;
  if (j <= i || pw_element_is_corner(&p->element[p->piece[j].element])) return -1;
  return pieces_meet(s, p, a, &p->piece[j], after == j, next_piece(p, j) == i) ? j : -1;
}

PawlStatus pw_profile_crossings(PwChain *chain, PwProfile *p) {
  Search s = {.small = PW_PROFILE_PAD * p->size, .margin = 1e-15 * p->size};
  for (int32_t i = 0; i < p->pieces; i++) {
    if (pw_element_is_corner(&p->element[p->piece[i].element])) continue;
    int32_t met = first_met(&s, p, i, next_piece(p, i), 0);
    if (met >= 0) return refuse(chain, p, &s, &p->piece[i], &p->piece[met]);
  }
  return PAWL_OK;
}
