// Do two bodies overlap? The boundary of one is cut where it crosses boundaries of the other; what is between two cuts is inside
// the other body, outside of it or lies along its boundary, and a few points of it tell which. A boundary that lies along the
// other one with the material on the same side is seen by a point behind it.
//
// Cuts need not be sharp, they only say where to look.
#include <math.h>

#include "geometry/plane/overlap.h"
#include "geometry/plane/touch_plane.h"
#include "geometry/profile/profile_parts.h"

enum { CUTS = 48, BUDGET = 4000 };  // of a piece; pairs of bits looked at for two curves that run along each other

typedef struct {
  const PwProfile *a, *b;  // boundary of a, material of b
  const PwPose2 *pa;       // of a in the ground's axes
  PwPose2 in_b, in_a;      // of a in axes of b, of b in axes of a
  double turn;             // of in_b
  double size, near;       // the larger size; what is on a boundary
  int side;                // of a
  PwOverlap *out;          // the deepest so far
  bool all, found;         // all: look on for the deepest
  double cut[CUTS];        // on the piece looked at
  int32_t cuts, left;      // left: of the budget
} Look;

// ---- points

static void take(Look *l, const double x[2], double depth, int side) {
  if (!(depth > l->out->depth)) return;
  l->found = true;
  l->out->depth = depth;
  l->out->side = side;
  pw_to_ground(l->pa, x, l->out->x);
}
// A point on the boundary of a, in its axes, with the outward normal there.
static void look_at(Look *l, const double x[2], const double n[2]) {
  static const double BEHIND[] = {1e-2, 1e-4, 1e-6};  // of the size
  double y[2], z[2];
  pw_to_ground(&l->in_b, x, y);
  PwSide side = pw_profile_side(l->b, y, l->near);
  if (side == PW_INSIDE) take(l, x, pw_profile_clearance(l->b, y, INFINITY), l->side);
  for (int i = 0; i < 3 && side == PW_ON && l->a->closed && !l->found; i++) {
    for (int k = 0; k < 2; k++) z[k] = x[k] - BEHIND[i] * fmin(l->a->size, l->b->size) * n[k];
    pw_to_ground(&l->in_b, z, y);
    if (pw_profile_side(l->b, y, l->near) != PW_INSIDE || pw_profile_side(l->a, z, l->near) != PW_INSIDE) continue;
    take(l, z, fmin(pw_profile_clearance(l->a, z, INFINITY), pw_profile_clearance(l->b, y, INFINITY)), 2);
  }
}
static void look_on(Look *l, const PwElement *e, double u) {
  PwCurvePoint p;
  double n[2];
  pw_element_evaluate(e, u, &p);
  pw_normal(p.t, n);
  if (!l->found || l->all) look_at(l, p.x, n);
}

// ---- cuts

static void add_cut(Look *l, const PwPiece *piece, double u, double same) {
  if (!(u > piece->u[0] && u < piece->u[1]) || l->cuts == CUTS) return;
  int32_t i = l->cuts;
  while (i > 0 && l->cut[i - 1] > u) i--;
  if ((i > 0 && u - l->cut[i - 1] < same) || (i < l->cuts && l->cut[i] - u < same)) return;
  for (int32_t k = l->cuts++; k > i; k--) l->cut[k] = l->cut[k - 1];
  l->cut[i] = u;
}
// Where an element crosses a line between u[0] and u[1]; at most twice, as its tangent turns by little.
static int line_crossings(const double from[2], const double along[2], const PwElement *e, const double u[2], PwMark out[2]) {
  PwMark m[3] = {pw_mark_at(from, along, e, u[0]), {0}, pw_mark_at(from, along, e, u[1])};
  bool turns = (m[0].slope > 0) != (m[2].slope > 0);
  int n = 0;
  m[1] = turns ? pw_mark_between(from, along, e, m[0], m[2], true) : m[0];
  for (int i = 0; i < 2; i++) {
    if ((m[i].side > 0) != (m[i + 1].side > 0)) out[n++] = pw_mark_between(from, along, e, m[i], m[i + 1], false);
  }
  return n;
}
static bool is_straight(const PwElement *e) {
  return e->kind == PW_EL_LINE && e->offset == 0;
}
static bool is_arc(const PwElement *e) {
  return e->kind == PW_EL_ARC && e->offset == 0;
}
// The straight piece `line` of an element that stands at `pose` in the other one's axes.
static double place_line(const PwElement *line, const PwPiece *piece, const PwPose2 *pose, double from[2], double along[2]) {
  PwCurvePoint p[2];
  double to[2];
  for (int i = 0; i < 2; i++) pw_element_evaluate(line, piece->u[i], &p[i]);
  pw_to_ground(pose, p[0].x, from);
  pw_to_ground(pose, p[1].x, to);
  double length = hypot(to[0] - from[0], to[1] - from[1]);
  for (int k = 0; k < 2; k++) along[k] = (to[k] - from[k]) / length;
  return length;
}
static void cut_by_arc(Look *l, const PwPiece *piece, const PwElement *e, const PwElement *other) {
  double c[2], r = fabs(e->radius), q = fabs(other->radius);
  pw_to_ground(&l->in_a, other->center, c);
  double d[2] = {c[0] - e->center[0], c[1] - e->center[1]}, far = hypot(d[0], d[1]);
  double cosine = (far * far + r * r - q * q) / (2 * far * r);
  if (!(fabs(cosine) < 1)) return;  // also about one centre
  for (int way = -1; way <= 1; way += 2) {
    double angle = atan2(d[1], d[0]) + way * acos(cosine), turn = 2 * PW_PI / fabs(e->turn), u = (angle - e->angle) / e->turn;
    add_cut(l, piece, u - turn * floor((u - piece->u[0]) / turn), 0);
  }
}
static void cut_by_curve(Look *l, const PwPiece *piece, const PwBit *a, const PwBit *b) {
  static const double SMALL = 1e-9;  // of the size
  PwPart placed = a->part;
  pw_to_ground(&l->in_b, a->part.start, placed.start);
  pw_to_ground(&l->in_b, a->part.end, placed.end);
  placed.from += l->turn;
  placed.to += l->turn;
  if (--l->left < 0 || pw_parts_apart(&placed, &b->part, 0)) return;
  bool first = a->size >= b->size;
  if (fmax(a->size, b->size) <= SMALL * l->size) {
    add_cut(l, piece, 0.5 * (a->u[0] + a->u[1]), 4 * (a->u[1] - a->u[0]));  // its neighbours may meet there, too
    return;
  }
  for (int i = 0; i < 2; i++) {
    PwBit half = pw_bit_half(first ? a : b, i);
    cut_by_curve(l, piece, first ? &half : a, first ? b : &half);
  }
}
static void cut_by_piece(Look *l, const PwPiece *piece, const PwProfile *b, const PwPiece *other) {
  const PwElement *e = &l->a->element[piece->element], *f = &b->element[other->element];
  double from[2], along[2];
  PwMark m[2];
  if (pw_element_is_corner(f)) return;
  if (is_straight(e)) {
    double length = place_line(e, piece, &l->in_b, from, along);
    int n = line_crossings(from, along, f, other->u, m);
    for (int i = 0; i < n; i++) add_cut(l, piece, piece->u[0] + m[i].s / length * (piece->u[1] - piece->u[0]), 0);
  } else if (is_straight(f)) {
    double length = place_line(f, other, &l->in_a, from, along);
    int n = line_crossings(from, along, e, piece->u, m);
    for (int i = 0; i < n; i++) {
      if (m[i].s > -l->near && m[i].s < length + l->near) add_cut(l, piece, m[i].u, 0);
    }
  } else if (is_arc(e) && is_arc(f)) {
    cut_by_arc(l, piece, e, f);
  } else {
    PwBit x = pw_bit_of_piece(l->a, piece), y = pw_bit_of_piece(b, other);
    l->left = BUDGET;
    cut_by_curve(l, piece, &x, &y);
  }
}

// ---- the trees

typedef struct {
  double middle[2], half[2];
} Box;

// Around a box of a, in axes of b.
static Box place_box(const Look *l, const double low[2], const double high[2]) {
  double middle[2] = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])}, c = fabs(l->in_b.c), s = fabs(l->in_b.s);
  double h[2] = {0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1])};
  Box box = {.half = {c * h[0] + s * h[1] + l->near, s * h[0] + c * h[1] + l->near}};
  pw_to_ground(&l->in_b, middle, box.middle);
  return box;
}
static bool is_apart(const Box *box, const double low[2], const double high[2]) {
  for (int k = 0; k < 2; k++) {
    if (box->middle[k] - box->half[k] > high[k] || box->middle[k] + box->half[k] < low[k]) return true;
  }
  return false;
}
// Is a leaf of b in the box? With a piece: it is cut by all of these.
static bool meets(Look *l, const Box *box, const PwProfile *b, int32_t i, const PwPiece *piece) {
  const PwPieceNode *n = &b->node[i];
  if (is_apart(box, n->low, n->high)) return false;
  if (n->left < 0) {
    if (piece) cut_by_piece(l, piece, b, &b->piece[-1 - n->left]);
    return true;
  }
  bool left = meets(l, box, b, n->left, piece);
  return left && !piece ? true : meets(l, box, b, n->right, piece) || left;
}
static bool meets_any(Look *l, const Box *box, const PwPiece *piece) {
  bool any = meets(l, box, l->b, 0, piece);
  for (int32_t i = 0; i < l->b->others && (piece || !any); i++) any |= meets(l, box, l->b->other[i], 0, piece);
  return any;
}
static void look_along(Look *l, const PwPiece *piece) {
  static const double AT[] = {0.5, 0.15, 0.85};
  const PwElement *e = &l->a->element[piece->element];
  look_on(l, e, piece->u[0]);
  look_on(l, e, piece->u[1]);
  for (int32_t i = 0; i <= l->cuts && !pw_element_is_corner(e); i++) {
    double from = i ? l->cut[i - 1] : piece->u[0], to = i < l->cuts ? l->cut[i] : piece->u[1];
    for (int k = 0; k < 3; k++) look_on(l, e, from + AT[k] * (to - from));
  }
}
static void look_below(Look *l, int32_t i) {
  const PwPieceNode *n = &l->a->node[i];
  Box box = place_box(l, n->low, n->high);
  const PwPieceNode *root = &l->b->node[0];
  if ((l->found && !l->all) || (pw_profile_is_bounded(l->b) && !l->b->hole && is_apart(&box, root->low, root->high))) return;
  bool near = meets_any(l, &box, NULL);
  if (near && n->left >= 0) {
    look_below(l, n->left);
    look_below(l, n->right);
    return;
  }
  int32_t leaf = i;  // the boundary below the node is a chain: as long as it meets nothing it stays on one side
  while (l->a->node[leaf].left >= 0) leaf = l->a->node[leaf].left;
  const PwPiece *piece = &l->a->piece[-1 - l->a->node[leaf].left];
  l->cuts = 0;
  if (near && !pw_element_is_corner(&l->a->element[piece->element])) meets_any(l, &box, piece);
  if (near) {
    look_along(l, piece);
  } else {
    look_on(l, &l->a->element[piece->element], 0.5 * (piece->u[0] + piece->u[1]));
  }
}

bool pw_profiles_overlap(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2, double tolerance,
                         PwOverlap *out) {
  PwOverlap deepest = {.depth = tolerance};
  bool found = false;
  if (pw_profile_is_bounded(b1) && pw_profile_is_bounded(b2) && !b1->others && !b2->others &&
      pw_profile_distance(b1, p1, b2, p2) > 0)
    return false;
  for (int side = 0; side < 2 && (out || !found); side++) {
    Look l = {.a = side ? b2 : b1, .b = side ? b1 : b2, .pa = side ? p2 : p1, .side = side, .all = out, .out = &deepest};
    const PwPose2 *pb = side ? p1 : p2;
    if (!l.b->closed) continue;
    l.in_b = pw_relative_pose(l.pa, pb);
    l.in_a = pw_relative_pose(pb, l.pa);
    l.turn = atan2(l.in_b.s, l.in_b.c);
    l.size = fmax(b1->size, b2->size);
    l.near = 0.1 * tolerance;
    look_below(&l, 0);
    found |= l.found;
  }
  if (out) *out = deepest;
  return found;
}
