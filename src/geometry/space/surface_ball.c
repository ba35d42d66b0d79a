// Touches of a sphere and a surface: zeros of f = ((c - x) x n) . e_i over the parts of the surface, with e1, e2 across n in the
// middle of a part. The tests are those of surface_system.c, with two coordinates.
#include "geometry/space/surface_ball.h"

#include <math.h>
#include <string.h>

#include "geometry/space/surface_halving.h"
#include "geometry/space/surface_solve.h"

static const double SURE = 0.9;    // sums of rows below this: one zero at most
static const double NEVER = 1e-3;  // 1 + h K beyond this is of the other sign, and no rounding

typedef struct {
  PwPart3 part;
  PwCell cell;
  double d[3], length;  // c - x in the middle
  double f[2], j[2][2], r[2][2];
  double y[2][2], at[2], sum[2];
} Trial;

bool pw_is_ball(const PwSurface *s) {
  return s->kind == PW_SURFACE_SPHERE && s->pole[0][0] && s->pole[0][1] && s->seamless[1];
}

void pw_ball_set_up(PwSurfaceSearch *s, PwBall *out) {
  int side = pw_is_ball(s->s[0]) ? 1 : 0;
  const PwSurface *ball = s->s[1 - side];
  *out = (PwBall){.search = s, .side = side, .s = s->s[side], .radius = ball->sign * ball->size[0]};
  memcpy(out->c, s->relative.x, sizeof out->c);
  if (side == 0) {  // seen from surface 1
    double back[3] = {-s->relative.x[0], -s->relative.x[1], -s->relative.x[2]};
    pw_turn3_back(s->relative.r, back, out->c);
  }
  out->low = out->radius - s->depth;
  out->high = out->radius + s->watch;
}

// ---- one touch

// The sphere's parameters where its outward normal is -n of the surface.
static void place_on_ball(const PwBall *w, const double n[3], double q[2]) {
  const PwSurfaceSearch *s = w->search;
  double a[3], sign = -s->s[1 - w->side]->sign;
  if (w->side == 0) {
    pw_turn3(s->relative.r, n, a);
  } else {
    pw_turn3_back(s->relative.r, n, a);
  }
  for (int k = 0; k < 3; k++) a[k] *= sign;
  q[0] = atan2(a[2], hypot(a[0], a[1]));
  q[1] = atan2(a[1], a[0]);
}
// Newton from there, on other faces if it leads to them (a pole of a net). true: what it finds lies on the part.
static bool try_from(PwBall *w, const PwPart3 *part, const double c[2], PwSurfaceTouch *t) {
  enum { FACES = 4 };
  PwSurfaceSearch *s = w->search;
  double q[2][2], *own = q[w->side];
  int32_t face[2] = {0, 0};
  PwSurfacePoint p;
  *t = (PwSurfaceTouch){0};
  pw_part_place(w->s, part, c, own);
  face[w->side] = pw_part_face(w->s, part, own);
  pw_surface_evaluate(w->s, face[w->side], own, &p);
  place_on_ball(w, p.n, q[1 - w->side]);
  for (int n = 0; n < FACES; n++) {
    double was[3] = {t->x1[0], t->x1[1], t->x1[2]};
    if (pw_surface_newton(s->s[0], s->p[0], s->s[1], s->p[1], face, q, t) != PAWL_OK) return false;
    memcpy(q, t->q, sizeof q);
    int32_t on = pw_part_face(w->s, part, own);
    bool stays = on == face[w->side];
    for (int k = 0; k < 3; k++) was[k] -= t->x1[k];
    face[w->side] = on;
    if (!stays && !(n > 0 && pw_norm(was) <= PW_HALVING_ROUNDING * s->size)) continue;  // at the pole itself any face is right
    if (!pw_part_holds(w->s, part, t->q[w->side])) return false;
    pw_surface_take(s, face, t);
    return true;
  }
  return false;
}
// There is one zero at most: c - Y f(c), kept in the part, comes nearer to it with every step.
static void take(PwBall *w, const Trial *trial) {
  double c[2];
  PwSurfaceTouch t;
  for (int i = 0; i < 2; i++) c[i] = fmin(fmax(trial->at[i], -1), 1);
  if (try_from(w, &trial->part, c, &t)) return;
  for (int n = 0; n < PW_HALVING_CHORDS; n++) {
    double q[2], d[3], f[2], change = 0, rest = 0;
    PwSurfacePoint p;
    pw_part_place(w->s, &trial->part, c, q);
    pw_surface_evaluate(w->s, pw_part_face(w->s, &trial->part, q), q, &p);
    for (int k = 0; k < 3; k++) d[k] = w->c[k] - p.x[k];
    for (int i = 0; i < 2; i++) f[i] = pw_triple(d, p.n, trial->cell.t[i]);
    for (int i = 0; i < 2; i++) {
      pw_chord_step(&c[i], -trial->y[i][0] * f[0] - trial->y[i][1] * f[1], &change, &rest);
    }
    if (change > 1e-9) continue;
    if (rest <= 1e-6) try_from(w, &trial->part, c, &t);  // else at the edge with a step left that leads out
    return;
  }
  try_from(w, &trial->part, c, &t);
}

// ---- one part

static void enclose(const PwBall *w, Trial *t) {
  pw_cell_enclose(w->s, &t->part, &t->cell);
  for (int k = 0; k < 3; k++) t->d[k] = w->c[k] - t->cell.x[k];
  t->length = pw_norm(t->d);
}
// Bounds of r + g on the part: what leans along the normal, or the distance, which changes little where d is along n.
static void bound_height(const Trial *t, double spread, double *low, double *high) {
  const PwCell *b = &t->cell;
  double h = pw_dot(t->d, b->n), turn = pw_cell_turn(b), stray = b->rx, along = 0;
  for (int k = 0; k < 2; k++) {
    stray += fabs(pw_dot(b->n, b->dx[k]));
    along += fabs(pw_dot(t->d, b->dx[k]));
  }
  stray += turn * (t->length + spread);
  *low = h - stray;
  *high = h + stray;
  if (!(spread + t->length * turn < 0.7 * fabs(h))) return;  // else h keeps its sign
  double least = sqrt(fmax(t->length * t->length - 2 * along, 0)) - b->rx;
  double most = sqrt(t->length * t->length + 2 * along + spread * spread) + b->rx;
  *low = fmax(*low, h > 0 ? least : -most);
  *high = fmin(*high, h > 0 ? most : -least);
}
// Along each tangent t of the middle, with h0 the height there: c - x - h0 n = (h - h0) n at a touch.
static bool is_possible(const PwBall *w, const Trial *t) {
  const PwCell *b = &t->cell;
  double spread = pw_cell_spread(b), low, high, h0 = pw_dot(t->d, b->n);
  if (t->length - spread > fmax(fabs(w->low), fabs(w->high))) return false;
  bound_height(t, spread, &low, &high);
  if (!(low < w->high && high > w->low)) return false;
  for (int i = 0; i < 2; i++) {
    double way = b->rx + fabs(h0) * b->rn + PW_HALVING_ROUNDING * w->search->size, lean = b->rn + PW_HALVING_ROUNDING;
    for (int k = 0; k < 2; k++) {
      double of_n = pw_dot(b->dn[k], b->t[i]);
      way += fabs(pw_dot(b->dx[k], b->t[i]) + h0 * of_n);
      lean += fabs(of_n);
    }
    if (fabs(pw_dot(t->d, b->t[i])) > way + fmax(high - h0, h0 - low) * lean) return false;
  }
  return true;
}
static double changes(const double a[3], const double by[2][3], const double e[3]) {
  return fabs(pw_triple(a, by[0], e)) + fabs(pw_triple(a, by[1], e));
}
static void set_up(Trial *t) {
  const PwCell *b = &t->cell;
  double spread = pw_cell_spread(b);
  for (int i = 0; i < 2; i++) {
    const double *e = b->t[i];
    t->f[i] = pw_triple(t->d, b->n, e);
    for (int k = 0; k < 2; k++) {
      t->j[i][k] = -pw_triple(b->dx[k], b->n, e) + pw_triple(t->d, b->dn[k], e);
      t->r[i][k] = b->rdx[k] + pw_norm(b->dx[k]) * b->rn + changes(b->dx[k], b->dn, e) + (t->length + spread) * b->rdn[k] +
                   b->rx * pw_norm(b->dn[k]) + changes(b->dn[k], b->dx, e);
    }
  }
}
static PwAnswer decide(Trial *t) {
  double det = t->j[0][0] * t->j[1][1] - t->j[0][1] * t->j[1][0];
  double size = fabs(t->j[0][0] * t->j[1][1]) + fabs(t->j[0][1] * t->j[1][0]);
  PwAnswer answer = PW_ANSWER_ONE;
  if (!(fabs(det) > 1e-13 * size)) {
    for (int i = 0; i < 2; i++) t->sum[i] = INFINITY;
    return PW_ANSWER_OPEN;
  }
  t->y[0][0] = t->j[1][1] / det;
  t->y[0][1] = -t->j[0][1] / det;
  t->y[1][0] = -t->j[1][0] / det;
  t->y[1][1] = t->j[0][0] / det;
  for (int i = 0; i < 2; i++) {
    t->at[i] = -t->y[i][0] * t->f[0] - t->y[i][1] * t->f[1];
    t->sum[i] = 0;
    for (int k = 0; k < 2; k++) t->sum[i] += fabs(t->y[i][k]) * (t->r[k][0] + t->r[k][1]);
    if (fabs(t->at[i]) > 1 + PW_PART_SLACK + t->sum[i]) return PW_ANSWER_NONE;
    if (!(t->sum[i] < SURE)) answer = PW_ANSWER_OPEN;
  }
  return answer;
}
// Can a nearest pair be on the part? N = (1 + h K)/r is positive there. Where it is surely not, a ring that is equally near, or
// as deep behind the surface, is nothing that two bodies could rest on.
static bool may_be_nearest(const PwBall *w, const Trial *t) {
  const PwCell *c = &t->cell;
  double low, high, bend, mean = 0.5 * (c->k[0] + c->k[2]), half = hypot(0.5 * (c->k[0] - c->k[2]), c->k[1]);
  bound_height(t, pw_cell_spread(c), &low, &high);
  if (c->rank < 2) return w->radius < 0 || high > 0;  // N has the sign of h across an edge
  bend = pw_cell_bend(c);
  double least = mean - half, most = mean + half;
  if (w->radius < 0) return high > 0 || (least + bend > 0 && 1 + low * (least + bend) < NEVER);
  if (high < 0 && most - bend > 0) return 1 + high * (most - bend) > -NEVER;
  return !(low > 0 && least + bend < 0) || 1 + low * (least + bend) > -NEVER;
}
static double part_size(const PwBall *w, const Trial *t, int i) {
  return pw_cell_width(&t->cell, i, w->search->size);
}
// The direction to halve; -1: none is worth it.
static int choose(const PwBall *w, const Trial *t, double limit) {
  const PwCell *c = &t->cell;
  int best = -1;
  double most = 0;
  for (int i = 0; i < 2; i++) {
    double weight = c->rdx[i] + t->length * c->rdn[i] + pw_norm(c->dx[i]) * (c->rn + pw_cell_turn(c) * PW_HALVING_TILT);
    if (!(part_size(w, t, i) > limit && weight > most)) continue;
    most = weight;
    best = i;
  }
  return best;
}
// Cuts the part down to where zeros can be. false: it is worth nothing.
static bool shrink(const PwBall *w, const Trial *t, PwPart3 *part) {
  bool changed = false;
  *part = t->part;
  for (int i = 0; i < 2; i++) changed |= pw_part_cut(part, i, part_size(w, t, i), t->at[i], t->sum[i]);
  return changed;
}
static void leave_undecided(PwBall *w, const Trial *t, bool fine) {
  enum { LEFT = 2000 };
  static const double NONE_LEFT = 1e-3;
  const double middle[2] = {0, 0};
  bool first;
  PwSurfaceSearch *s = w->search;
  PwSurfaceFoundList *out = s->out;
  PwSurfaceTouch touch;
  int32_t before = out->count;
  const PwCell *c = &t->cell;
  try_from(w, &t->part, middle, &touch);
  if (!pw_search_conforms(s, before, LEFT, &first)) return;
  fine |= first;
  double h = pw_dot(t->d, c->n), most = 0, low, high, at[3];
  for (int i = 0; i < 3; i++) most = fmax(most, fabs((i == 1 ? 0 : 1) + h * c->k[i]));
  out->singular = c->rank == 2 && most <= NONE_LEFT ? PW_SINGULAR_FACE : PW_SINGULAR_LINE;
  pw_place3(s->p[w->side], c->x, out->at[w->side]);
  for (int k = 0; k < 3; k++) at[k] = w->c[k] - w->radius * c->n[k];
  pw_place3(s->p[w->side], at, out->at[1 - w->side]);
  bound_height(t, pw_cell_spread(c), &low, &high);
  if (fine) pw_surface_singular(s, copysign(t->length, h) - w->radius);
  pw_surface_lower(s, (low - w->radius) / 3);
}
static double finest(const PwBall *w, const Trial *t) {
  double low, high;
  if (!w->search->out->singular) return PW_HALVING_TINY;
  bound_height(t, pw_cell_spread(&t->cell), &low, &high);
  return pw_search_finest(w->search, low - w->radius, high - w->radius);
}
static void look_at(PwBall *w, const PwPart3 *part) {
  Trial t = {.part = *part};
  PwPart3 parts[PW_PARTS_MOST];
  w->search->out->parts++;
  w->search->budget--;
  enclose(w, &t);
  if (!is_possible(w, &t)) return;
  set_up(&t);
  PwAnswer answer = decide(&t);
  if (answer == PW_ANSWER_ONE) take(w, &t);
  if (answer != PW_ANSWER_OPEN || !may_be_nearest(w, &t)) return;
  if (shrink(w, &t, parts)) {
    look_at(w, parts);
    return;
  }
  double limit = finest(w, &t);
  int direction = choose(w, &t, limit);
  if (direction < 0 || w->search->budget < 0) {
    leave_undecided(w, &t, direction < 0 && limit == PW_HALVING_TINY);
    return;
  }
  int32_t count = pw_part_split(w->s, &t.part, direction, parts);
  for (int32_t k = 0; k < count; k++) look_at(w, &parts[k]);
  const double middle[2] = {0, 0};
  PwSurfaceTouch touch;
  if (count == 0) try_from(w, &t.part, middle, &touch);  // the pole of a net
}

// ---- the tree

static double angle_between(const double a[3], const double b[3]) {
  double c[3];
  pw_cross(a, b, c);
  return atan2(pw_norm(c), pw_dot(a, b));
}
// Is the centre on a normal of the node, within the heights?
static bool is_near(const PwBall *w, const PwPatchNode *n) {
  double d[3], radius = 0, square = 0;
  for (int k = 0; k < 3; k++) {
    double half = 0.5 * (n->high[k] - n->low[k]);
    d[k] = w->c[k] - 0.5 * (n->low[k] + n->high[k]);
    double gap = fmax(fabs(d[k]) - half, 0);
    radius += half * half;
    square += gap * gap;
  }
  double length = pw_norm(d), distance = sqrt(square), near = fmax(fmax(w->low, -w->high), 0);
  radius = sqrt(radius);
  if (distance > fmax(fabs(w->low), fabs(w->high)) || length + radius < near) return false;
  if (!(length > radius)) return true;
  double angle = angle_between(d, n->axis), slack = n->angle + asin(radius / length) + 1e-9;
  return (angle <= slack && distance <= w->high) || (PW_PI - angle <= slack && distance <= -w->low);
}
static void walk(PwBall *w, int32_t i) {
  const PwPatchNode *n = &w->s->node[i];
  w->search->out->nodes++;
  if (!is_near(w, n)) return;
  if (n->left < 0) {
    PwPart3 part;
    pw_part_of_patch(w->s, -1 - n->left, &part);
    look_at(w, &part);
  } else {
    walk(w, n->left);
    walk(w, n->right);
  }
}
void pw_ball_touches(PwBall *w) {
  walk(w, 0);
}
