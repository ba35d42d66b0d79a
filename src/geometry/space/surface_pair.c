// One pair of parts: is there a touch on it? Where the equations do not decide (surface_system.c), the box is cut down to where
// solutions can be, or the coordinate that is bent most is halved.
#include <math.h>
#include <string.h>

#include "geometry/space/surface_halving.h"
#include "geometry/space/surface_solve.h"

// ---- enclosures

void pw_search_enclose(const PwSurfaceSearch *s, const PwPart3 *part, int side, PwCell *c) {
  pw_cell_enclose(s->s[side], part, c);
  if (side == 1) return;
  double *vectors[] = {c->n, c->dx[0], c->dx[1], c->dn[0], c->dn[1], c->t[0], c->t[1]};
  pw_place3(&s->relative, c->x, c->x);
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) pw_turn3(s->relative.r, vectors[i], vectors[i]);
}
void pw_pair_enclose(const PwSurfaceSearch *s, PwPartPair *pair, int side) {
  pw_search_enclose(s, &pair->part[side], side, &pair->cell[side]);
}
void pw_pair_measure(PwPartPair *pair) {
  const PwCell *a = &pair->cell[0], *b = &pair->cell[1];
  double cross[3], rest = a->rx + b->rx, length;
  for (int k = 0; k < 3; k++) pair->d[k] = a->x[k] - b->x[k];
  length = pw_norm(pair->d);
  pair->distance = length;
  for (int i = 0; i < 2 && length > 0; i++) {
    rest += (fabs(pw_dot(pair->d, a->dx[i])) + fabs(pw_dot(pair->d, b->dx[i]))) / length;
  }
  pair->distance = length > rest ? length - rest : 0;
  pw_cross(a->n, b->n, cross);
  double away = atan2(pw_norm(cross), -pw_dot(a->n, b->n));
  double turn = 2 * asin(fmin(0.5 * pw_cell_turn(a), 1)) + 2 * asin(fmin(0.5 * pw_cell_turn(b), 1));
  pair->mismatch = fmax(away - turn, 0);
}

// ---- a touch on a part

static bool is_on_face(const PwSurface *s, int32_t face, const double q[2]) {
  for (int d = 0; d < 2; d++) {
    const double *range = pw_face_range(s, face, d);
    double slack = 1e-10 * (range[1] - range[0]);
    if (!s->seamless[d] && !(q[d] >= range[0] - slack && q[d] <= range[1] + slack)) return false;
  }
  return true;
}
void pw_surface_take(PwSurfaceSearch *s, const int32_t face[2], const PwSurfaceTouch *t) {
  if (!t->nearest || !(t->gap > -s->depth) || !is_on_face(s->s[0], face[0], t->q[0]) || !is_on_face(s->s[1], face[1], t->q[1])) {
    return;
  }
  if (t->gap < s->margin) {
    pw_surface_list(s, face, t);
  } else {
    pw_surface_lower(s, t->gap);
  }
}
// Newton; the pole of a net belongs to several faces, and the touch may lie on another one than the start.
static bool solve_on_faces(PwSurfaceSearch *s, const PwPartPair *pair, double q[2][2], int32_t face[2], PwSurfaceTouch *t) {
  enum { FACES = 4 };
  for (int n = 0; n < FACES; n++) {
    if (pw_surface_newton(s->s[0], s->p[0], s->s[1], s->p[1], face, q, t) != PAWL_OK) return false;
    bool stays = true;
    for (int i = 0; i < 2; i++) {
      memcpy(q[i], t->q[i], sizeof t->q[i]);
      int32_t on = pw_part_face(s->s[i], &pair->part[i], q[i]);
      stays = stays && on == face[i];
      face[i] = on;
    }
    if (stays) return true;
  }
  return false;
}
// Newton from there; takes what it finds if it lies on the parts. Returns whether it does.
static bool try_from(PwSurfaceSearch *s, const PwPartPair *pair, const double c[4]) {
  double q[2][2];
  int32_t face[2];
  PwSurfaceTouch t;
  for (int i = 0; i < 2; i++) {
    pw_part_place(s->s[i], &pair->part[i], c + 2 * i, q[i]);
    face[i] = pw_part_face(s->s[i], &pair->part[i], q[i]);
  }
  if (!solve_on_faces(s, pair, q, face, &t)) return false;
  for (int i = 0; i < 2; i++) {
    if (!pw_part_holds(s->s[i], &pair->part[i], t.q[i])) return false;
  }
  pw_surface_take(s, face, &t);
  return true;
}
// The value of f at c, with the exact surfaces.
static void evaluate(const PwSurfaceSearch *s, const PwPartPair *pair, const double c[4], double f[4]) {
  int base = pw_pair_base(pair);
  PwSurfacePoint p[2];
  for (int i = 0; i < 2; i++) {
    double q[2];
    pw_part_place(s->s[i], &pair->part[i], c + 2 * i, q);
    pw_surface_evaluate(s->s[i], pw_part_face(s->s[i], &pair->part[i], q), q, &p[i]);
  }
  pw_place3(&s->relative, p[0].x, p[0].x);
  pw_turn3(s->relative.r, p[0].n, p[0].n);
  double d[3] = {p[0].x[0] - p[1].x[0], p[0].x[1] - p[1].x[1], p[0].x[2] - p[1].x[2]};
  for (int i = 0; i < 2; i++) {
    f[i] = pw_triple(d, p[base].n, pair->cell[base].t[i]);
    f[2 + i] = pw_triple(p[1 - base].n, p[base].n, pair->cell[base].t[i]);
  }
}
// There is one zero at most. c - Y f(c), kept in the box, comes nearer to it with every step; where it does not stand still there
// is none.
static void take(PwSurfaceSearch *s, const PwPartPair *pair, const PwPairSystem *w) {
  double c[4], f[4];
  for (int i = 0; i < 4; i++) c[i] = fmin(fmax(w->at[i], -1), 1);
  if (try_from(s, pair, c)) return;
  for (int n = 0; n < PW_HALVING_CHORDS; n++) {
    double change = 0, rest = 0;
    evaluate(s, pair, c, f);
    for (int i = 0; i < 4; i++) {
      double step = 0;
      for (int k = 0; k < 4; k++) step -= w->y[i][k] * f[k];
      pw_chord_step(&c[i], step, &change, &rest);
    }
    if (!(change > 1e-9)) {  // at the edge with a step left that leads out: none
      if (rest <= 1e-6) try_from(s, pair, c);
      return;
    }
  }
  try_from(s, pair, c);
}

// ---- what cannot be decided

// Gaps on the parts are within stray of *gap.
static void bound_gap(const PwPartPair *pair, double *gap, double *stray) {
  const PwCell *a = &pair->cell[0], *b = &pair->cell[1];
  *gap = pw_dot(pair->d, b->n);
  *stray = a->rx + b->rx;
  for (int i = 0; i < 2; i++) *stray += fabs(pw_dot(b->n, a->dx[i])) + fabs(pw_dot(b->n, b->dx[i]));
  *stray += pw_cell_turn(b) * (pw_norm(pair->d) + pw_cell_spread(a) + pw_cell_spread(b));
}
// Both eigenvalues of N in the middle, or one of them?
static PwSingular kind_of(const PwPartPair *pair) {
  static const double NONE_LEFT = 1e-3;  // of the curvatures
  PwPairBend b;
  if (!pw_pair_bend(&pair->cell[0], &pair->cell[1], &b)) return PW_SINGULAR_LINE;
  double g = pw_dot(pair->d, pair->cell[1].n), size = 0, most = 0;
  for (int i = 0; i < 4; i++) {
    int m = i / 2, n = i % 2;
    double product = b.k1[m] * b.k2[n] + b.k1[m + 1] * b.k2[n + 1], sum = b.k1[m + n] + b.k2[m + n];
    most = fmax(most, fabs(sum + g * product));
    size = fmax(size, fabs(b.k1[m + n]) + fabs(b.k2[m + n]));
  }
  return most <= NONE_LEFT * size ? PW_SINGULAR_FACE : PW_SINGULAR_LINE;
}
// Can a nearest pair be on the parts? Then no eigenvalue of N is negative, nor is their sum.
static bool may_be_nearest(const PwPartPair *pair) {
  static const double NEVER = 1e-3;  // of the curvatures
  const PwCell *a = &pair->cell[0], *b = &pair->cell[1];
  PwPairBend k;
  if (!pw_pair_bend(a, b, &k)) return true;
  double gap, stray, size = 0, trace = 0, product = 0, size1 = 0, size2 = 0;
  bound_gap(pair, &gap, &stray);
  for (int i = 0; i < 4; i++) {
    int m = i / 2, n = i % 2;
    if (m == n) trace += k.k1[m + n] + k.k2[m + n];
    product += k.k1[m + n] * k.k2[m + n];
    size1 += fabs(k.k1[m + n]);
    size2 += fabs(k.k2[m + n]);
  }
  size = size1 + size2;
  double off = 2 * k.off + 2 * (fabs(gap) + stray) * k.off * (size + k.off) + stray * fabs(product);
  return !(trace + gap * product + off < -NEVER * size);
}
// How far apart two parts are at least, also along the normals in their middles: of flat ones that says more.
static double separation(const PwPartPair *pair) {
  const PwCell *cell = pair->cell;
  double most = pair->distance;
  for (int side = 0; side < 2; side++) {
    const double *n = cell[side].n;
    double along = (side ? 1 : -1) * pw_dot(pair->d, n) - cell[0].rx - cell[1].rx;
    for (int i = 0; i < 4; i++) along -= fabs(pw_dot(n, cell[i / 2].dx[i % 2]));
    most = fmax(most, along);
  }
  return most;
}
static void leave_undecided(PwSurfaceSearch *s, const PwPartPair *pair, bool fine) {
  enum { LEFT = 20000 };
  const double middle[4] = {0, 0, 0, 0};
  PwSurfaceFoundList *out = s->out;
  int32_t before = out->count;
  bool first;
  try_from(s, pair, middle);
  if (!pw_search_conforms(s, before, LEFT, &first)) return;
  fine |= first;
  out->singular = kind_of(pair);
  pw_place3(s->p[1], pair->cell[0].x, out->at[0]);
  pw_place3(s->p[1], pair->cell[1].x, out->at[1]);
  if (fine) pw_surface_singular(s, copysign(pw_norm(pair->d), pw_dot(pair->d, pair->cell[1].n)));
  pw_surface_lower(s, separation(pair) / 3);
}
static double finest(const PwSurfaceSearch *s, const PwPartPair *pair) {
  double gap, stray;
  if (!s->out->singular) return PW_HALVING_TINY;
  bound_gap(pair, &gap, &stray);
  return pw_search_finest(s, separation(pair), gap + stray);
}

// ---- halving

// By how much the sums would fall, about, if a coordinate were halved.
static void weigh(const PwPartPair *pair, const PwPairSystem *w, double weight[4]) {
  double use[4] = {0}, x, n;
  for (int i = 0; i < 16; i++) use[i % 4] = fmax(use[i % 4], fabs(w->y[i / 4][i % 4]));
  x = fmax(use[0], use[1]);
  n = fmax(use[2], use[3]);
  for (int i = 0; i < 4; i++) {
    const PwCell *c = &pair->cell[i / 2], *other = &pair->cell[1 - i / 2];
    double way = pw_norm(c->dx[i % 2]), swing = pw_norm(c->dn[i % 2]);
    weight[i] = x * c->rdx[i % 2] + (n + x * pw_norm(pair->d)) * c->rdn[i % 2];
    weight[i] +=
        (x * way + n * swing) * (other->rn + c->rn) + x * way * (pw_cell_turn(c) + pw_cell_turn(other)) * PW_HALVING_TILT;
  }
}
static double part_size(const PwSurfaceSearch *s, const PwPartPair *pair, int i) {
  return pw_cell_width(&pair->cell[i / 2], i % 2, s->size);
}
// The coordinate to halve; -1: none is worth it.
static int choose(const PwSurfaceSearch *s, const PwPartPair *pair, const PwPairSystem *w, double limit) {
  int best = -1;
  double weight[4], most = 0;
  weigh(pair, w, weight);
  for (int i = 0; i < 4; i++) {
    if (!(part_size(s, pair, i) > limit && weight[i] > most)) continue;
    most = weight[i];
    best = i;
  }
  return best;
}
static void halve(PwSurfaceSearch *s, const PwPartPair *pair, int coordinate) {
  PwPart3 parts[PW_PARTS_MOST];
  int side = coordinate / 2;
  int32_t count = pw_part_split(s->s[side], &pair->part[side], coordinate % 2, parts);
  if (count == 0) {  // the pole of a net
    const double middle[4] = {0, 0, 0, 0};
    try_from(s, pair, middle);
    return;
  }
  for (int32_t k = 0; k < count; k++) {
    PwPartPair half = *pair;
    half.part[side] = parts[k];
    pw_pair_enclose(s, &half, side);
    pw_pair_measure(&half);
    pw_surface_pair(s, &half);
  }
}
// Cuts the box down to where zeros can be. false: it is worth nothing.
static bool shrink(const PwSurfaceSearch *s, const PwPairSystem *w, PwPartPair *pair) {
  bool changed[2] = {false, false};
  for (int i = 0; i < 4; i++) {
    changed[i / 2] |= pw_part_cut(&pair->part[i / 2], i % 2, part_size(s, pair, i), w->at[i], w->sum[i]);
  }
  for (int i = 0; i < 2; i++) {
    if (changed[i]) pw_pair_enclose(s, pair, i);
  }
  if (changed[0] || changed[1]) pw_pair_measure(pair);
  return changed[0] || changed[1];
}
// Normals, distance, gap.
static bool is_possible(const PwSurfaceSearch *s, const PwPartPair *pair) {
  if (pair->mismatch > PW_HALVING_ROUNDING || pair->distance > fmax(s->depth, s->watch) || !pw_pair_may_touch(s, pair))
    return false;
  double gap, stray;
  bound_gap(pair, &gap, &stray);
  return gap - stray < s->watch && gap + stray > -s->depth;
}
void pw_surface_pair(PwSurfaceSearch *s, const PwPartPair *pair) {
  PwPairSystem w;
  s->out->parts++;
  s->budget--;
  if (!is_possible(s, pair)) return;
  pw_system_set_up(pair, &w);
  PwAnswer answer = pw_system_decide(&w);
  if (answer == PW_ANSWER_ONE) take(s, pair, &w);
  if (answer != PW_ANSWER_OPEN || !may_be_nearest(pair)) return;
  PwPartPair less = *pair;
  if (w.known && shrink(s, &w, &less)) {
    pw_surface_pair(s, &less);
    return;
  }
  double limit = finest(s, pair);
  int coordinate = choose(s, pair, &w, limit);
  if (coordinate < 0 || s->budget < 0) {
    leave_undecided(s, pair, coordinate < 0 && limit == PW_HALVING_TINY);
  } else {
    halve(s, pair, coordinate);
  }
}
