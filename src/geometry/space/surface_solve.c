// The touch on one pair of faces by Newton's method. With T the tangents of side 2, d = x1 - x2, h = d . n2, c = -n1 . n2:
//
//   f = (T^T d,  T^T n1),      [T^T T1 A1   -(A2 + h B2)] (c1)
//                              [T^T T1 B1      c B2     ] (c2)  = -f
//
// in the own coordinates of each side (surface_touch.h), so that edges and points need nothing of their own and poles are
// ordinary points. The determinant is that of N.
#include <float.h>
#include <math.h>
#include <string.h>

#include "geometry/space/surface_parts.h"
#include "geometry/space/surface_solve.h"

enum { ITERATIONS = 40, HALVINGS = 10 };
static const double TURN = 0.4;       // rad of a normal at a time
static const double STEP = 0.2;       // of the extent at a time
static const double TRAVEL = 0.75;    // of a face's range beyond its ends
static const double REGULAR = 1e-12;  // of the larger eigenvalue of N: the smaller one
static const double NEAR = 1e-11;     // of the extent or rad: a step below this is the last one; its error is the square

typedef struct {
  const PwSurface *s[2];
  PwPose3 relative;  // surface 1 in axes of surface 2
  int32_t face[2];
} Pair;

typedef struct {
  double q[2][2];
  PwSurfacePoint own;   // on surface 1, in its axes
  PwSurfacePoint p[2];  // both in axes of surface 2
  double f[4], step[4];
  double floor;  // what rounding leaves of the first two of f
} Trial;

static void turn_point(const PwPose3 *pose, PwSurfacePoint *p) {
  double *vectors[] = {p->n, p->t[0], p->t[1], p->dx[0], p->dx[1], p->dn[0], p->dn[1]};
  pw_place3(pose, p->x, p->x);
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) pw_turn3(pose->r, vectors[i], vectors[i]);
}

// Gauss elimination with row pivoting; false: singular.
static bool solve4(double m[4][5], double x[4]) {
  for (int i = 0; i < 4; i++) {
    int best = i;
    for (int k = i + 1; k < 4; k++) {
      if (fabs(m[k][i]) > fabs(m[best][i])) best = k;
    }
    if (!(fabs(m[best][i]) > 0)) return false;
    for (int j = 0; j < 5 && best != i; j++) {
      double held = m[i][j];
      m[i][j] = m[best][j];
      m[best][j] = held;
    }
    for (int k = i + 1; k < 4; k++) {
      double factor = m[k][i] / m[i][i];
      for (int j = i; j < 5; j++) m[k][j] -= factor * m[i][j];
    }
  }
  for (int i = 3; i >= 0; i--) {
    x[i] = m[i][4];
    for (int j = i + 1; j < 4; j++) x[i] -= m[i][j] * x[j];
    x[i] /= m[i][i];
  }
  return isfinite(x[0] + x[1] + x[2] + x[3]);
}

// Residual and Newton's step; the length L makes rows and columns comparable.
static bool evaluate(const Pair *w, Trial *s) {
  pw_surface_evaluate(w->s[0], w->face[0], s->q[0], &s->own);
  pw_surface_evaluate(w->s[1], w->face[1], s->q[1], &s->p[1]);
  s->p[0] = s->own;
  turn_point(&w->relative, &s->p[0]);
  const PwSurfacePoint *a = &s->p[0], *b = &s->p[1];
  double d[3], a1[4], b1[4], a2[4], b2[4], m[4][5], size = 0;
  for (int k = 0; k < 3; k++) {
    d[k] = a->x[k] - b->x[k];
    size += fabs(a->x[k]) + fabs(b->x[k]) + fabs(w->relative.x[k]);
  }
  double height = pw_dot(d, b->n), cosine = -pw_dot(a->n, b->n);
  pw_point_ways(a, b->t, a1, b1);
  pw_point_ways(b, b->t, a2, b2);
  for (int i = 0; i < 2; i++) {
    s->f[i] = pw_dot(d, b->t[i]);
    s->f[2 + i] = pw_dot(a->n, b->t[i]);
    for (int j = 0; j < 2; j++) {
      m[i][j] = a1[2 * i + j];
      m[i][2 + j] = -(a2[2 * i + j] + height * b2[2 * i + j]);
      m[2 + i][j] = b1[2 * i + j];
      m[2 + i][2 + j] = cosine * b2[2 * i + j];
    }
    m[i][4] = -s->f[i];
    m[2 + i][4] = -s->f[2 + i];
  }
  s->floor = 2 * DBL_EPSILON * size;
  return solve4(m, s->step);
}

// The part of the step that the safeguards allow: turns of the normals and ways.
static double limited(const Pair *w, const Trial *s) {
  double most = 1;
  for (int i = 0; i < 2; i++) {
    const PwSurfacePoint *p = &s->p[i];
    const double *c = s->step + 2 * i;
    double a[4], b[4];
    pw_point_ways(p, p->t, a, b);
    double way = hypot(a[0] * c[0] + a[1] * c[1], a[2] * c[0] + a[3] * c[1]);
    double turn = hypot(b[0] * c[0] + b[1] * c[1], b[2] * c[0] + b[3] * c[1]);
    if (turn * most > TURN) most = TURN / turn;
    // a plane side follows the other one wherever it goes
    bool flat = p->rank == 2 && fabs(p->k[0]) + fabs(p->k[1]) + fabs(p->k[2]) == 0;
    if (!flat && way * most > STEP * w->s[i]->extent) most = STEP * w->s[i]->extent / way;
  }
  return most;
}
static double merit(const Trial *s, double length) {
  double x = hypot(s->f[0], s->f[1]) / length, n = hypot(s->f[2], s->f[3]);
  double back = pw_dot(s->p[0].n, s->p[1].n) > 0 ? 2 : 0;  // normals on the same side are far from opposite
  return x * x + (n + back) * (n + back);
}
static bool is_done(const Trial *s, double length, double factor) {
  double way = 0;
  for (int i = 0; i < 4; i++) {
    bool turns = s->p[i / 2].rank == 0 || (s->p[i / 2].rank == 1 && i % 2 == 0);
    way = fmax(way, fabs(s->step[i]) / (turns ? 1 : length));
  }
  if (way <= NEAR) return true;
  return hypot(s->f[0], s->f[1]) <= factor * s->floor && hypot(s->f[2], s->f[3]) <= 4 * factor * DBL_EPSILON;
}
static bool is_within(const PwSurface *s, int32_t face, const double q[2]) {
  for (int d = 0; d < 2; d++) {
    const double *range = pw_face_range(s, face, d);
    double beyond = TRAVEL * (range[1] - range[0]);
    if (!s->seamless[d] && !(q[d] >= range[0] - beyond && q[d] <= range[1] + beyond)) return false;
  }
  return true;
}
static bool take_step(const Pair *w, const Trial *from, double part, Trial *to) {
  for (int i = 0; i < 2; i++) {
    const double *c = from->step + 2 * i;
    double step[2] = {part * c[0], part * c[1]};
    pw_surface_move(w->s[i], w->face[i], from->q[i], i ? &from->p[1] : &from->own, step, to->q[i]);
    if (!isfinite(to->q[i][0] + to->q[i][1])) return false;
  }
  return true;
}
static PawlStatus newton(const Pair *w, Trial *s) {
  double length = fmin(w->s[0]->extent, w->s[1]->extent);
  if (!(length > 0)) length = fmax(w->s[0]->extent, w->s[1]->extent);
  if (!(length > 0)) length = 1;
  if (!evaluate(w, s)) return PAWL_RETRY;
  for (int i = 0; i < ITERATIONS; i++) {
    Trial to;
    if (is_done(s, length, 1)) {  // one more, for good
      if (take_step(w, s, 1, &to) && evaluate(w, &to) && merit(&to, length) <= merit(s, length)) *s = to;
      return PAWL_OK;
    }
    double part = limited(w, s), was = merit(s, length);
    int halvings = 0;
    for (; halvings < HALVINGS; halvings++, part *= 0.5) {
      if (take_step(w, s, part, &to) && evaluate(w, &to) && merit(&to, length) < was) break;
    }
    if (halvings == HALVINGS) return is_done(s, length, 64) ? PAWL_OK : PAWL_RETRY;
    *s = to;
    for (int k = 0; k < 2; k++) {
      if (!is_within(w->s[k], w->face[k], s->q[k])) return PAWL_RETRY;
    }
  }
  return PAWL_RETRY;
}

// ---- the result

// From own coordinates to common ones, in which A and B are symmetric.
static void common_ways(PwSurfaceTouch *out, int side) {
  double *a = out->a[side], *b = out->b[side];
  if (out->rank[side] == 1) {  // own: (0 e), (f  k e)
    const double e[2] = {a[1], a[3]}, f[2] = {b[0], b[2]}, bend[2] = {b[1], b[3]};
    for (int i = 0; i < 4; i++) {
      a[i] = e[i / 2] * e[i % 2];
      b[i] = f[i / 2] * f[i % 2] + bend[i / 2] * e[i % 2];
    }
    return;
  }
  double *own = out->rank[side] == 2 ? a : b, *other = out->rank[side] == 2 ? b : a, det = own[0] * own[3] - own[1] * own[2];
  double inverse[4] = {own[3] / det, -own[1] / det, -own[2] / det, own[0] / det}, k[4];
  for (int i = 0; i < 4; i++) k[i] = other[i / 2 * 2] * inverse[i % 2] + other[i / 2 * 2 + 1] * inverse[2 + i % 2];
  double across = 0.5 * (k[1] + k[2]);
  for (int i = 0; i < 4; i++) own[i] = i % 3 == 0 ? 1 : 0;
  for (int i = 0; i < 4; i++) other[i] = i % 3 == 0 ? k[i] : across;
}
// N(g) = n0 + g n1.
static void form_n(const PwSurfaceTouch *t, double n0[4], double n1[4]) {
  const double *a1 = t->a[0], *b1 = t->b[0], *a2 = t->a[1], *b2 = t->b[1];
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      n0[2 * i + j] = b1[i] * a2[j] + b1[2 + i] * a2[2 + j] + a1[i] * b2[j] + a1[2 + i] * b2[2 + j];
      n1[2 * i + j] = b1[i] * b2[j] + b1[2 + i] * b2[2 + j];
    }
  }
}
static double det2(const double m[4]) {
  return m[0] * m[3] - m[1] * m[2];
}
// Is det N > 0 all the way from 0 to g? It is a parabola.
static bool stays_regular(const double n0[4], const double n1[4], double g) {
  double c = det2(n0), a = det2(n1), b = n0[0] * n1[3] + n0[3] * n1[0] - n0[1] * n1[2] - n0[2] * n1[1];
  double scale = fabs(n0[0] * n0[3]) + fabs(n0[1] * n0[2]) + fabs(g * b) + g * g * fabs(a), turn = -b / (2 * a);
  if (c < -1e-13 * scale || (g < 0 && c <= 1e-13 * scale)) return false;  // two points, a point and an edge have 0 at g = 0
  if (!(c + g * (b + g * a) > 0)) return false;
  bool between = a > 0 && (g > 0 ? turn > 0 && turn < g : turn < 0 && turn > g);
  return !between || c + turn * (b + turn * a) > 1e-12 * scale;  // a double zero is one
}
void pw_touch_judge(PwSurfaceTouch *t) {
  double n0[4], n1[4], n[4], g = t->gap;
  bool smooth = t->rank[0] == 2 && t->rank[1] == 2;
  form_n(t, n0, n1);
  for (int i = 0; i < 4; i++) n[i] = n0[i] + g * n1[i];
  double trace = n[0] + n[3], det = det2(n), half = 0.5 * (n[0] - n[3]), root = half * half + n[1] * n[2];
  t->largest = root > 0 ? 0.5 * fabs(trace) + sqrt(root) : sqrt(det);
  t->definite = t->largest > 0 ? det / t->largest : 0;
  t->nearest = (!smooth || n0[0] + n0[3] > 0) && stays_regular(n0, n1, g);  // with an edge or a point N(0) is not negative
  if (g < 0 && smooth && det > 0 && trace > 0) t->nearest = true;
}
void pw_touch_finish(const PwSurfacePoint p[2], const PwPose3 *pose, PwSurfaceTouch *out) {
  const PwSurfacePoint *a = &p[0], *b = &p[1];
  double d[3], n[3], t[2][3];
  for (int k = 0; k < 3; k++) {
    d[k] = a->x[k] - b->x[k];
    n[k] = b->rank == 2 || a->rank != 2 ? b->n[k] : -a->n[k];
  }
  out->gap = pw_dot(d, n);
  memcpy(t[0], b->t[0], sizeof t[0]);
  double lean = pw_dot(t[0], n);
  for (int k = 0; k < 3; k++) t[0][k] -= lean * n[k];
  pw_normalise(t[0]);
  pw_cross(n, t[0], t[1]);
  for (int i = 0; i < 2; i++) {
    out->rank[i] = p[i].rank;
    pw_point_ways(&p[i], t, out->a[i], out->b[i]);
    common_ways(out, i);
    pw_turn3(pose->r, t[i], out->t[i]);
  }
  pw_place3(pose, a->x, out->x1);
  pw_place3(pose, b->x, out->x2);
  pw_turn3(pose->r, n, out->n);
  pw_touch_judge(out);
}

bool pw_touch_is_regular(const PwSurfaceTouch *t) {
  return isfinite(t->gap) && fabs(t->definite) > REGULAR * t->largest;
}

PawlStatus pw_surface_newton(const PwSurface *s1, const PwPose3 *p1, const PwSurface *s2, const PwPose3 *p2,
                             const int32_t face[2], const double q[2][2], PwSurfaceTouch *out) {
  Pair w = {.s = {s1, s2}, .relative = pw_relative_pose3(p1, p2), .face = {face[0], face[1]}};
  Trial s;
  memcpy(s.q, q, sizeof s.q);
  PawlStatus status = newton(&w, &s);
  if (status != PAWL_OK) return status;
  if (pw_dot(s.p[0].n, s.p[1].n) > 0) return PAWL_RETRY;  // inside against outside
  memcpy(out->q, s.q, sizeof s.q);
  pw_touch_finish(s.p, p2, out);
  return pw_touch_is_regular(out) ? PAWL_OK : PAWL_RETRY;
}
