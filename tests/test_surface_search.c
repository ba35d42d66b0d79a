// The global search of touches against brute force: both surfaces cut into many small cells; on every pair of cells whose normals
// and places fit, a Newton iteration of its own in the four parameters. What it finds is judged by the definition, computed here
// another way: the distance's Hessian where there is a gap, eigenvalues of K1 + K2 + g K1 K2 where there is none.
#include "random_surfaces.h"

enum { CELLS = 28, MOST = 4000, ROOTS = 600 };

typedef struct {
  int32_t face;
  double q[2], x[3], n[3];  // ground axes
  double spread, turn;
} Cell;

static int32_t cut(const PwSurface *s, const PwPose3 *pose, Cell *out) {
  int32_t count = 0, faces = s->segments[0] * s->segments[1];
  int32_t n[2] = {CELLS / s->segments[0], CELLS / s->segments[1]};
  if (s->kind == PW_SURFACE_PLANE) n[0] = n[1] = 6;
  for (int32_t face = 0; face < faces; face++) {
    for (int32_t i = 0; i < n[0] * n[1]; i++) {
      Cell *c = &out[count++];
      PwSurfacePoint p, corner;
      double h[2];
      assert_true(count <= MOST);
      c->face = face;
      for (int d = 0; d < 2; d++) {
        const double *range = pw_face_range(s, face, d);
        h[d] = 0.5 * (range[1] - range[0]) / n[d];
        c->q[d] = range[0] + h[d] * (2 * (d ? i % n[1] : i / n[1]) + 1);
      }
      place(s, pose, face, c->q, &p);
      memcpy(c->x, p.x, sizeof p.x);
      memcpy(c->n, p.n, sizeof p.n);
      c->spread = c->turn = 0;
      for (int k = 0; k < 4; k++) {
        double at[2] = {c->q[0] + (k % 2 ? h[0] : -h[0]), c->q[1] + (k / 2 ? h[1] : -h[1])};
        place(s, pose, face, at, &corner);
        c->spread = fmax(c->spread, 1.1 * distance(corner.x, c->x));
        c->turn = fmax(c->turn, 1.2 * distance(corner.n, c->n));
      }
    }
  }
  return count;
}

// ---- a Newton iteration of its own

typedef struct {
  int32_t face[2];
  double q[2][2], x[2][3], n[3], gap;
  bool matched;
} Root;

static bool solve4(double m[4][5]) {
  for (int i = 0; i < 4; i++) {
    int best = i;
    for (int k = i; k < 4; k++) best = fabs(m[k][i]) > fabs(m[best][i]) ? k : best;
    if (fabs(m[best][i]) < 1e-14) return false;
    for (int k = 0; k < 5; k++) {
      double held = m[i][k];
      m[i][k] = m[best][k];
      m[best][k] = held;
    }
    for (int k = 0; k < 4; k++) {
      double factor = k == i ? 0 : m[k][i] / m[i][i];
      for (int n = i; n < 5; n++) m[k][n] -= factor * m[i][n];
    }
  }
  for (int i = 0; i < 4; i++) m[i][4] /= m[i][i];
  return true;
}
// d along two fixed directions across n2, and n1 along them, in the parameters; columns scaled so that poles do little harm.
static bool newton(const Pair *w, Root *r) {
  for (int n = 0; n < 25; n++) {
    PwSurfacePoint p[2];
    double m[4][5], scale[4], d[3], most = 0;
    for (int i = 0; i < 2; i++) place(w->s[i], w->p[i], r->face[i], r->q[i], &p[i]);
    for (int k = 0; k < 3; k++) d[k] = p[0].x[k] - p[1].x[k];
    for (int i = 0; i < 4; i++) {
      const PwSurfacePoint *a = &p[i / 2];
      int k = i % 2;
      scale[i] = fmax(pw_norm(a->dx[k]), pw_norm(a->dn[k]));
      if (!(scale[i] > 1e-12)) return false;
      for (int e = 0; e < 2; e++) {
        const double *t = p[1].t[e];
        double by_n = i < 2 ? 0 : pw_dot(p[1].dn[k], t);
        m[e][i] = ((i < 2 ? 1 : -1) * pw_dot(a->dx[k], t) - (i < 2 ? 0 : pw_dot(d, p[1].n) * by_n)) / scale[i];
        m[2 + e][i] = (i < 2 ? pw_dot(a->dn[k], t) : -pw_dot(p[0].n, p[1].n) * by_n) / scale[i];
        m[e][4] = -pw_dot(d, t);
        m[2 + e][4] = -pw_dot(p[0].n, t);
      }
    }
    if (!solve4(m)) return false;
    for (int i = 0; i < 4; i++) most = fmax(most, fabs(m[i][4]));
    double part = most > 0.2 ? 0.2 / most : 1;
    for (int i = 0; i < 4; i++) r->q[i / 2][i % 2] += part * m[i][4] / scale[i];
    for (int i = 0; i < 2; i++) {
      for (int k = 0; k < 2; k++) {
        const double *range = pw_face_range(w->s[i], r->face[i], k);
        double width = range[1] - range[0];
        if (!w->s[i]->seamless[k] && fabs(r->q[i][k] - 0.5 * (range[0] + range[1])) > width) return false;
      }
    }
    if (most > 1e-11) continue;
    for (int i = 0; i < 2; i++) place(w->s[i], w->p[i], r->face[i], r->q[i], &p[i]);
    for (int k = 0; k < 3; k++) d[k] = p[0].x[k] - p[1].x[k];
    r->gap = pw_dot(d, p[1].n);
    memcpy(r->n, p[1].n, sizeof r->n);
    for (int i = 0; i < 2; i++) memcpy(r->x[i], p[i].x, sizeof r->x[i]);
    return pw_dot(p[0].n, p[1].n) < 0;
  }
  return false;
}
static bool is_inside(const PwSurface *s, int32_t face, const double q[2], double slack) {
  for (int d = 0; d < 2; d++) {
    const double *range = pw_face_range(s, face, d), edge = slack * (range[1] - range[0]);
    if (!s->seamless[d] && !(q[d] >= range[0] - edge && q[d] <= range[1] + edge)) return false;
  }
  return true;
}

// ---- the definition

// Curvature along a tangent direction of the ground, as far as the surface goes that way.
static double quadratic(const PwSurfacePoint *p, const double a[3], const double b[3]) {
  double a0 = pw_dot(a, p->t[0]), a1 = pw_dot(a, p->t[1]), b0 = pw_dot(b, p->t[0]), b1 = pw_dot(b, p->t[1]);
  if (p->rank == 1) return p->k[2] * a1 * b1;
  return p->k[0] * a0 * b0 + p->k[1] * (a0 * b1 + a1 * b0) + p->k[2] * a1 * b1;
}
static void tangent_bend(const PwSurfacePoint *p, const double t[2][3], double out[3]) {
  static const double SHARP = 1e7;
  for (int i = 0; i < 3; i++) {
    const double *a = t[i == 2 ? 1 : 0], *b = t[i == 0 ? 0 : 1];
    out[i] = p->rank ? quadratic(p, a, b) : 0;
    for (int k = 0; k < 2 - p->rank; k++) out[i] += SHARP * pw_dot(a, p->t[k]) * pw_dot(b, p->t[k]);
  }
}
static int cholesky(double h[4][4], int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) {
      for (int m = i; m < n; m++) h[m][i] -= h[m][k] * h[i][k];
    }
    if (!(h[i][i] > 0)) return 0;
    double root = sqrt(h[i][i]);
    for (int m = i; m < n; m++) h[m][i] /= root;
  }
  return 1;
}
// A nearest pair: -1 no, 1 yes, 0 too near to call (decided the other way when the gap changes a little).
static int judge_at(const PwSurfacePoint p[2], double g) {
  if (g > 0) {  // r1.K1 r1 + r2.K2 r2 + |r1 - r2|^2/g over all ways that the surfaces have
    double way[4][3], h[4][4];
    int n = 0, side[4];
    for (int i = 0; i < 4; i++) {
      const PwSurfacePoint *q = &p[i / 2];
      if (q->rank == 0 || (q->rank == 1 && i % 2 == 0)) continue;
      memcpy(way[n], q->t[i % 2], sizeof way[n]);
      side[n++] = i / 2;
    }
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        double sign = side[i] == side[k] ? 1 : -1;
        h[i][k] = sign * pw_dot(way[i], way[k]) / g + (side[i] == side[k] ? quadratic(&p[side[i]], way[i], way[k]) : 0);
      }
    }
    return cholesky(h, n) ? 1 : -1;
  }
  if (p[0].rank + p[1].rank < 2) return -1;  // two points, or a point and an edge, do not overlap
  // det(K1 + K2 + g K1 K2) on the way from 0 to g; an edge or a point bends by 1e7 where it has no way
  double k1[3], k2[3], trace = 0, det = 0, sharp = p[0].rank + p[1].rank < 4;
  bool regular = true;
  tangent_bend(&p[0], p[1].t, k1);
  tangent_bend(&p[1], p[1].t, k2);
  for (int i = 0; i <= 200; i++) {
    double h = g * i / 200, m[4];
    m[0] = k1[0] + k2[0] + h * (k1[0] * k2[0] + k1[1] * k2[1]);
    m[1] = k1[1] + k2[1] + h * (k1[0] * k2[1] + k1[1] * k2[2]);
    m[2] = k1[1] + k2[1] + h * (k1[1] * k2[0] + k1[2] * k2[1]);
    m[3] = k1[2] + k2[2] + h * (k1[1] * k2[1] + k1[2] * k2[2]);
    trace = m[0] + m[3];
    det = m[0] * m[3] - m[1] * m[2];
    if (!(det > 0) || (i == 0 && !(trace > 0))) regular = false;
  }
  return regular || (!sharp && trace > 0 && det > 0) ? 1 : -1;
}
static int judge(const Pair *w, const int32_t face[2], const double q[2][2], double g) {
  PwSurfacePoint p[2];
  for (int i = 0; i < 2; i++) place(w->s[i], w->p[i], face[i], q[i], &p[i]);
  int a = judge_at(p, g + 1e-4), b = judge_at(p, g - 1e-4), c = judge_at(p, g);
  return a == b && b == c ? c : 0;
}

// ---- comparison

typedef struct {
  int64_t touches, negative, pairs, missed_by_brute, singular, brute;
  PwSurfaceFoundList found;
} Tally;

static void add_root(Root *root, int32_t *count, const Root *r) {
  for (int32_t i = 0; i < *count; i++) {
    if (distance(root[i].x[0], r->x[0]) < 1e-6 && distance(root[i].x[1], r->x[1]) < 1e-6 && pw_dot(root[i].n, r->n) > 0.99)
      return;
  }
  assert_true(*count < ROOTS);
  root[(*count)++] = *r;
}
static int32_t brute_force(const Pair *w, double depth, double margin, Root *root) {
  static Cell cell[2][MOST];
  int32_t n[2] = {cut(w->s[0], w->p[0], cell[0]), cut(w->s[1], w->p[1], cell[1])}, count = 0;
  for (int32_t i = 0; i < n[0]; i++) {
    for (int32_t k = 0; k < n[1]; k++) {
      const Cell *a = &cell[0][i], *b = &cell[1][k];
      double sum[3], d[3], turn = a->turn + b->turn, spread = a->spread + b->spread;
      for (int m = 0; m < 3; m++) sum[m] = a->n[m] + b->n[m], d[m] = a->x[m] - b->x[m];
      if (pw_norm(sum) > turn) continue;
      double g = pw_dot(d, b->n), across = sqrt(fmax(pw_dot(d, d) - g * g, 0));
      if (across > spread + fabs(g) * b->turn || g > margin + spread || g < -depth - spread) continue;
      Root r = {.face = {a->face, b->face}, .q = {{a->q[0], a->q[1]}, {b->q[0], b->q[1]}}};
      if (!newton(w, &r) || !(r.gap > -depth && r.gap < margin)) continue;
      bool inside = is_inside(w->s[0], r.face[0], r.q[0], 0) && is_inside(w->s[1], r.face[1], r.q[1], 0);
      if (inside && judge(w, r.face, r.q, r.gap) == 1) add_root(root, &count, &r);
    }
  }
  return count;
}
static void check_definition(const Pair *w, const PwSurfaceFound *f, const char *name) {
  const PwSurfaceTouch *t = &f->point;
  PwSurfacePoint p[2];
  for (int i = 0; i < 2; i++) {
    place(w->s[i], w->p[i], f->face[i], t->q[i], &p[i]);
    for (int m = 0; m < 3; m++) {
      CHECK_CLOSE(p[i].x[m], (i ? t->x2 : t->x1)[m], 1e-12);
      CHECK_CLOSE(t->x1[m] - t->x2[m], t->gap * t->n[m], 3e-12);
      CHECK_CLOSE(p[i].n[m] * (i ? 1 : -1), t->n[m], 1e-11);
    }
    assert_true(is_inside(w->s[i], f->face[i], t->q[i], 1e-9));
  }
  if (judge(w, f->face, t->q, t->gap) < 0) fail_msg("%s: gap %g, definite %g is no nearest pair", name, t->gap, t->definite);
}
static void compare(Tally *tally, const Pair *w, double depth, double margin, const char *name) {
  static Root root[ROOTS];
  int32_t count = brute_force(w, depth, margin, root);
  PwSurfaceFoundList *list = &tally->found;
  assert_int_equal(pw_surface_search(w->s[0], w->p[0], w->s[1], w->p[1], depth, margin, list), PAWL_OK);
  tally->pairs++;
  tally->singular += list->singular != PW_SINGULAR_NONE;
  for (int32_t i = 0; i < list->count; i++) {
    const PwSurfaceTouch *t = &list->item[i].point;
    check_definition(w, &list->item[i], name);
    tally->touches++;
    tally->negative += t->gap < 0;
    for (int32_t k = 0; k < i; k++) {
      const PwSurfaceTouch *u = &list->item[k].point;
      if (distance(t->x1, u->x1) < 1e-7 && distance(t->x2, u->x2) < 1e-7 && pw_dot(t->n, u->n) > 0) fail_msg("%s: double", name);
    }
    bool match = false;
    for (int32_t k = 0; k < count; k++) {
      if (distance(t->x1, root[k].x[0]) > 1e-6 || distance(t->x2, root[k].x[1]) > 1e-6 || pw_dot(t->n, root[k].n) < 0.9) continue;
      root[k].matched = match = true;
      CHECK_CLOSE(t->gap, root[k].gap, 1e-9);
    }
    tally->missed_by_brute += !match;
  }
  tally->brute += count;
  for (int32_t k = 0; k < count; k++) {
    const Root *r = &root[k];
    bool limit = fabs(r->gap + depth) < 1e-9 || fabs(r->gap - margin) < 1e-9;
    bool border = !is_inside(w->s[0], r->face[0], r->q[0], -1e-8) || !is_inside(w->s[1], r->face[1], r->q[1], -1e-8);
    if (!r->matched && !limit && !border && !list->singular) {
      fail_msg("%s: missed a touch at q %.9g %.9g, %.9g %.9g, gap %g (%d found, %d by brute force)", name, r->q[0][0], r->q[0][1],
               r->q[1][0], r->q[1][1], r->gap, list->count, count);
    }
  }
}

// ---- tests

static void random_pairs(void **state) {
  (void)state;
  enum { ROUNDS = 2 };
  Tally tally = {0};
  for (int n = 0; n < ROUNDS * RANDOM_SURFACES * RANDOM_SURFACES; n++) {
    int i = n % RANDOM_SURFACES, k = n / RANDOM_SURFACES % RANDOM_SURFACES;
    if (i > k) continue;
    uint64_t seed = (uint64_t)n;
    PwArena arena = {0};
    char name[80];
    snprintf(name, sizeof name, "pair %d, kinds %d %d", n, i, k);
    PwSurface a = random_surface(i, &seed, &arena), b = random_surface(k, &seed, &arena);
    PwPose3 p1, p2;
    random_poses(&a, &b, &seed, &p1, &p2);
    Pair w = {{&a, &b}, {&p1, &p2}};
    compare(&tally, &w, 0.4, 0.5, name);
    pw_arena_free(&arena);
  }
  print_message("%d pairs, %d touches, %d of them overlapping; %d not found by brute force (%d), %d singular\n", (int)tally.pairs,
                (int)tally.touches, (int)tally.negative, (int)tally.missed_by_brute, (int)tally.brute, (int)tally.singular);
  assert_true(tally.touches > 80 && tally.negative > 30 && tally.singular == 0);
  assert_true(tally.missed_by_brute <= tally.touches / 20);
  pw_surface_found_free(&tally.found);
}

// A ball of radius 0.1 is put with its centre at 0.11 over a place: the touch there has the gap 0.01, whatever the place is.
static void check_over(const PwSurface *s, const PwSurface *ball, double u, double v, bool border, PwSurfaceFoundList *list) {
  double q[2] = {u, v};
  PwSurfacePoint p;
  PwPose3 fixed = pose_at(0, 0, 0), over = fixed;
  pw_surface_evaluate(s, pw_surface_face(s, q), q, &p);
  for (int m = 0; m < 3; m++) over.x[m] = p.x[m] + 0.11 * p.n[m];
  for (int side = 0; side < 2; side++) {
    assert_int_equal(side ? pw_surface_search(s, &fixed, ball, &over, 0.05, 0.05, list)
                          : pw_surface_search(ball, &over, s, &fixed, 0.05, 0.05, list),
                     PAWL_OK);
    int32_t here = -1;
    for (int32_t i = 0; i < list->count; i++) {
      const PwSurfaceTouch *t = &list->item[i].point;
      if (distance(side ? t->x1 : t->x2, p.x) > 1e-9) continue;
      assert_int_equal(here, -1);  // once
      here = i;
      CHECK_CLOSE(t->gap, 0.01, 1e-12);
      assert_int_equal(list->item[i].border[1 - side], border);
      assert_false(list->item[i].border[side]);
    }
    if (here < 0) fail_msg("kind %d: nothing at %g %g (%d elsewhere)", s->kind, u, v, list->count);
    assert_int_equal(list->singular, PW_SINGULAR_NONE);
  }
}
static void poles_seams_joins_and_borders(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurfaceFoundList list = {0};
  PwSurface ball = simple(PW_SURFACE_SPHERE, 0.1, 0, 0, &arena), egg = simple(PW_SURFACE_ELLIPSOID, 0.8, 0.5, 1.1, &arena);
  PwSurface net = rational_sphere(0.8, &arena), ring = rational_torus(1, 0.4, 0, 9, true, &arena);
  PwProfile pin_curve = pin_profile(&arena), corners = corner_profile(&arena);
  PwSurface pin = turned(&pin_curve, &arena), box = extruded(&corners, -1, 1, &arena), tube = tube_net(&arena);
  PwSurface plate = ranged(PW_SURFACE_PLANE, 0, 0, -1, 1, -1, 1, &arena);
  check_over(&egg, &ball, PI / 2, 0.3, false, &list);
  check_over(&egg, &ball, -PI / 2 + 1e-9, 0.3, false, &list);
  check_over(&egg, &ball, 0.2, 0, false, &list);
  check_over(&pin, &ball, 0, 1, false, &list);       // its pole
  check_over(&pin, &ball, 1e-7, 1, false, &list);    // beside it
  check_over(&pin, &ball, 1, 2, false, &list);       // the join of its faces
  check_over(&pin, &ball, 1, 0, false, &list);       // and the seam there
  check_over(&pin, &ball, 2, 3, true, &list);        // its end
  check_over(&net, &ball, 0, 0, false, &list);       // a pole of a net
  check_over(&net, &ball, 1e-6, 2.7, false, &list);  // beside it
  check_over(&net, &ball, 2, 0.5, false, &list);     // the other one
  check_over(&net, &ball, 1, 0, false, &list);       // join and seam
  check_over(&ring, &ball, 0, 0, false, &list);
  check_over(&ring, &ball, 1, 3, false, &list);
  check_over(&ring, &ball, 0.5, 4, false, &list);
  check_over(&tube, &ball, 0, 0.4, false, &list);
  check_over(&tube, &ball, 0, 1, true, &list);
  check_over(&plate, &ball, 1, 0.3, true, &list);
  check_over(&plate, &ball, -1, 1, true, &list);
  check_over(&plate, &ball, 0.99, 0.3, false, &list);
  for (int i = 0; i < 6; i++) check_over(&box, &ball, i + 0.4, 0.2, false, &list);  // faces and edges
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}

// What lies along each other is named, in little time; touches elsewhere are found all the same.
static void conforming_surfaces_are_named(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurfaceFoundList list = {0};
  PwSurfaceDef hole_def = {.kind = PW_SURFACE_SPHERE, .size = {0.5}, .flip = true};
  PwSurfaceDef bore_def = {.kind = PW_SURFACE_CYLINDER, .size = {0.5}, .range = {{-1, 1}}, .flip = true};
  PwSurface plane = ranged(PW_SURFACE_PLANE, 0, 0, -2, 2, -2, 2, &arena), hole = made(&hole_def, &arena);
  PwSurface cylinder = ranged(PW_SURFACE_CYLINDER, 0.3, 0, -1, 1, 0, 0, &arena), bore = made(&bore_def, &arena);
  PwSurface torus = simple(PW_SURFACE_TORUS, 1, 0.3, 0, &arena), ball = simple(PW_SURFACE_SPHERE, 0.4, 0, 0, &arena);
  PwSurface plane2 = plane, wide = simple(PW_SURFACE_SPHERE, 0.6, 0, 0, &arena);
  const PwPose3 lying = {{0, 0, 0.31}, {0, 0, 1, 0, 1, 0, -1, 0, 0}};   // its axis along x
  const PwPose3 facing = {{0, 0, 0.1}, {1, 0, 0, 0, -1, 0, 0, 0, -1}};  // turned over
  const struct {
    const PwSurface *a, *b;
    PwPose3 p;
    PwSingular singular;
  } cases[] = {{&cylinder, &plane, lying, PW_SINGULAR_LINE},
               {&plane, &plane2, facing, PW_SINGULAR_FACE},
               {&torus, &plane, pose_at(0.1, 0.2, 0.32), PW_SINGULAR_LINE},
               {&ball, &hole, pose_at(0, 0, 0), PW_SINGULAR_FACE},
               {&cylinder, &bore, pose_at(0, 0, 0), PW_SINGULAR_FACE},
               {&cylinder, &bore, pose_at(0.05, 0, 0), PW_SINGULAR_LINE},
               {&wide, &torus, pose_at(0, 0, 0.5), PW_SINGULAR_LINE}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    PwPose3 fixed = pose_at(0, 0, 0);
    assert_int_equal(pw_surface_search(cases[i].a, &cases[i].p, cases[i].b, &fixed, 0.2, 0.25, &list), PAWL_OK);
    if (list.singular != cases[i].singular) fail_msg("case %d: %d, %lld parts", (int)i, list.singular, (long long)list.parts);
    assert_true(list.reach < 0.1);
    if (list.parts > 60000) fail_msg("case %d: %lld parts", (int)i, (long long)list.parts);
  }
  // a little off is not conforming: a cylinder that is not quite parallel to a slightly bent plane
  PwSurface bent = ranged(PW_SURFACE_PARABOLOID, -300, -200, -2, 2, -2, 2, &arena);
  PwPose3 fixed = pose_at(0, 0, 0);
  assert_int_equal(pw_surface_search(&cylinder, &lying, &bent, &fixed, 0.2, 0.25, &list), PAWL_OK);
  assert_int_equal(list.singular, PW_SINGULAR_NONE);
  assert_int_equal(list.count, 1);
  CHECK_CLOSE(list.item[0].point.gap, 0.01, 1e-13);
  CHECK_CLOSE(list.item[0].point.definite, 1 / 300.0, 1e-10);
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}

// ---- growth

static PwSurface sheet(int32_t n, PwArena *arena) {
  double *point = pw_arena_array(arena, 3 * (size_t)(n * n), sizeof *point);
  for (int32_t i = 0; i < n * n; i++) {
    double x = 2.0 * (i / n) / (n - 1) - 1, y = 2.0 * (i % n) / (n - 1) - 1;
    point[3 * i] = x, point[3 * i + 1] = y, point[3 * i + 2] = 0.1 * sin(3 * x) * cos(2 * y);
  }
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS, .nurbs = {.degree = {3, 3}, .count = {n, n}, .point = point, .points = n * n}};
  return made(&def, arena);
}
// Pairs of nodes grow with the logarithm of the number of patches; no room is made a second time.
static void a_query_grows_with_the_logarithm(void **state) {
  (void)state;
  const int32_t sizes[3] = {20, 60, 180};
  double nodes[3] = {0};
  for (int k = 0; k < 3; k++) {
    PwArena arena = {0};
    PwSurfaceFoundList list = {0};
    PwSurface s = sheet(sizes[k], &arena), ball = simple(PW_SURFACE_SPHERE, 0.1, 0, 0, &arena);
    for (int round = 0; round < 2; round++) {
      uint64_t seed = 3;
      int64_t grown = list.grown;
      for (int i = 0; i < 20; i++) {
        double x = between(&seed, -0.7, 0.7), y = between(&seed, -0.7, 0.7);
        PwPose3 fixed = pose_at(0, 0, 0), over = pose_at(x, y, 0.1 * sin(3 * x) * cos(2 * y) + 0.11);
        assert_int_equal(pw_surface_search(&ball, &over, &s, &fixed, 0.06, 0.03, &list), PAWL_OK);
        assert_int_equal(list.count, 1);
        nodes[k] += (double)(list.nodes + list.parts + list.births) / 40;
      }
      if (round == 1) assert_int_equal(list.grown, grown);
    }
    print_message("%d patches: %.0f pairs\n", s.patches, nodes[k]);
    pw_surface_found_free(&list);
    pw_arena_free(&arena);
  }
  assert_true(nodes[2] < 1.5 * nodes[1] && nodes[2] < 1.5 * nodes[0]);  // nine times the patches each time
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_pairs),
      cmocka_unit_test(poles_seams_joins_and_borders),
      cmocka_unit_test(conforming_surfaces_are_named),
      cmocka_unit_test(a_query_grows_with_the_logarithm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
