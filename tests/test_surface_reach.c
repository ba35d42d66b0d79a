// What the reach of a search promises: motion within it closes nothing but what was listed.
#include "geometry/space/surface_search.h"
#include "random_surfaces.h"

// Places of surface 1, seen from 2, are moved by no more than `most`: a turn about its centre and a shift.
static void move(const PwSurface *s, const PwPose3 *from, double most, const double towards[3], uint64_t *seed, PwPose3 *out) {
  double part = between(seed, 0, 1), aim = between(seed, 0, 3), shift[3], axis[3], q[4] = {1, 0, 0, 0}, turn[9], c[3], was[3];
  for (int m = 0; m < 3; m++) shift[m] = between(seed, -1, 1) + aim * towards[m], axis[m] = between(seed, -1, 1);
  pw_normalise(shift);
  pw_normalise(axis);
  double angle = 2 * asin(fmin(1, 0.5 * (1 - part) * most / fmax(s->radius, 1e-9)));
  for (int m = 0; m < 3; m++) axis[m] *= angle;
  pw_quat_turn(q, axis);
  pw_quat_matrix(q, turn);
  to_ground(from, s->center, true, was);
  for (int i = 0; i < 9; i++) {
    out->r[i] = 0;
    for (int k = 0; k < 3; k++) out->r[i] += turn[i / 3 * 3 + k] * from->r[3 * k + i % 3];
  }
  to_ground(&(PwPose3){{0}, {out->r[0], out->r[1], out->r[2], out->r[3], out->r[4], out->r[5], out->r[6], out->r[7], out->r[8]}},
            s->center, false, c);
  for (int m = 0; m < 3; m++) out->x[m] = was[m] - c[m] + part * most * shift[m];
}
// Follows a touch to a new pose, from face to face. false: it has reached a border or is no nearest pair any more.
static bool follow(const Pair *w, PwSurfaceFound *f) {
  for (int n = 0; n < 6; n++) {
    double q[2][2];
    memcpy(q, f->point.q, sizeof q);
    if (pw_surface_solve(w->s[0], w->p[0], w->s[1], w->p[1], f->face, q, &f->point) != PAWL_OK || !f->point.nearest) return false;
    bool stays = true;
    for (int i = 0; i < 4; i++) {
      const PwSurface *s = w->s[i / 2];
      const double *range = pw_face_range(s, f->face[i / 2], i % 2);
      double *at = &f->point.q[i / 2][i % 2];
      int end = *at > range[1] ? 1 : 0;
      if (s->seamless[i % 2] || (*at >= range[0] - 1e-12 && *at <= range[1] + 1e-12)) continue;
      int32_t next;
      pw_face_join(s, f->face[i / 2], i % 2, end, &next);
      if (next < 0) return false;
      f->face[i / 2] = next;
      const double *beyond = pw_face_range(s, next, i % 2);
      *at = end ? beyond[0] : beyond[1];
      stays = false;
    }
    if (stays) return true;
  }
  return false;
}
typedef struct {
  int pairs, paths, closings;
  double reach;
} Journey;

// Moves within the reach, in steps; at the first one at which surfaces overlap, every touch that does is one that was listed.
static void travel(const PwSurface s[2], const PwPose3 p[2], double margin, uint64_t *seed, Journey *j) {
  enum { STEPS = 6, MOST_LISTED = 64, FAR = 3 };
  PwSurfaceFoundList list = {0}, now = {0};
  PwSurfaceFound held[MOST_LISTED];
  assert_int_equal(pw_surface_search(&s[0], &p[0], &s[1], &p[1], 0.3, margin, &list), PAWL_OK);
  list.reach = fmin(list.reach, FAR * margin);
  bool apart = list.count <= MOST_LISTED && list.singular == PW_SINGULAR_NONE && list.reach > 0;
  for (int32_t i = 0; i < list.count; i++) apart = apart && list.item[i].point.gap > 0;
  j->pairs += apart;
  j->reach += apart ? list.reach / margin : 0;
  for (int path = 0; path < 3 && apart; path++) {
    bool open = true;
    double towards[3] = {0, 0, 0};
    for (int m = 0; m < 3 && list.count; m++) towards[m] = -list.item[path % list.count].point.n[m];
    if (list.count) memcpy(held, list.item, (size_t)list.count * sizeof *held);
    j->paths++;
    PwPose3 end;
    uint64_t way = pw_random_bits(seed);
    for (int step = 1; step <= STEPS && open; step++) {
      uint64_t same = way;
      move(&s[0], &p[0], list.reach * step / STEPS * 0.999, towards, &same, &end);
      Pair w = {{&s[0], &s[1]}, {&end, &p[1]}};
      bool lost = false;
      for (int32_t i = 0; i < list.count; i++) lost = !follow(&w, &held[i]) || lost;
      assert_int_equal(pw_surface_search(&s[0], &end, &s[1], &p[1], 0.02, 0.02, &now), PAWL_OK);
      for (int32_t i = 0; i < now.count && !lost; i++) {
        const PwSurfaceTouch *t = &now.item[i].point;
        bool known = t->gap > 0;
        for (int32_t k = 0; k < list.count && !known; k++) known = distance(held[k].point.x1, t->x1) < 1e-6;
        if (!known) fail_msg("kinds %d %d: a touch of gap %g within the reach %g", s[0].kind, s[1].kind, t->gap, list.reach);
        if (t->gap <= 0) open = false;
        j->closings += t->gap <= 0;
      }
      if (lost) open = false;
    }
  }
  pw_surface_found_free(&list);
  pw_surface_found_free(&now);
}
// Shifts body 1 so that the least gap becomes this.
static void bring_near(const PwSurface s[2], PwPose3 p[2], double gap) {
  PwSurfaceFoundList list = {0};
  for (int n = 0; n < 2; n++) {
    const PwSurfaceTouch *nearest = NULL;
    assert_int_equal(pw_surface_search(&s[0], &p[0], &s[1], &p[1], 0.4, 0.3, &list), PAWL_OK);
    for (int32_t i = 0; i < list.count; i++) {
      if (!nearest || list.item[i].point.gap < nearest->gap) nearest = &list.item[i].point;
    }
    for (int m = 0; m < 3 && nearest; m++) p[0].x[m] += (gap - nearest->gap) * nearest->n[m];
  }
  pw_surface_found_free(&list);
}
static void nothing_unlisted_closes_within_the_reach(void **state) {
  (void)state;
  Pool pool;
  Journey j = {0};
  fill_pool(&pool, 5);
  for (int n = 0; n < RANDOM_SURFACES * RANDOM_SURFACES; n++) {
    uint64_t seed = (uint64_t)(n + 17);
    if (n % RANDOM_SURFACES > n / RANDOM_SURFACES) continue;
    PwSurface s[2];
    PwPose3 p[2];
    pick_pair(&pool, n, &seed, s);
    random_poses(&s[0], &s[1], &seed, &p[0], &p[1]);
    bring_near(s, p, between(&seed, 0.001, 0.05));
    travel(s, p, 0.2, &seed, &j);
  }
  print_message("%d pairs, %d ways, %d closings; mean reach %g of the margin\n", j.pairs, j.paths, j.closings, j.reach / j.pairs);
  assert_true(j.pairs > 60 && j.closings > 10);
  pw_arena_free(&pool.arena);
}

// A bounded plane and an ellipsoid: nothing but the touch below it can close before it is carried over the border, in whatever
// position; a touch over the border comes no sooner than the place that looks down gets there.
static void a_body_on_a_plate_is_searched_once_in_a_while(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurfaceFoundList list = {0};
  PwSurface egg = simple(PW_SURFACE_ELLIPSOID, 0.3, 0.2, 0.25, &arena),
            plate = ranged(PW_SURFACE_PLANE, 0, 0, -2, 2, -2, 2, &arena);
  const double margin = 0.13;
  uint64_t seed = 4;
  for (int i = 0; i < 50; i++) {
    PwPose3 over = pose_at(between(&seed, -1, 1), between(&seed, -1, 1), 0), fixed = pose_at(0, 0, 0);
    double q[4], half = 0, aside[2] = {0, 0};
    random_turn(&seed, q);
    pw_quat_matrix(q, over.r);
    for (int k = 0; k < 3; k++) half += pow(over.r[6 + k] * egg.size[k], 2);  // its height is sqrt(z . A z)
    over.x[2] = sqrt(half) + between(&seed, -0.01, 0.1);
    assert_int_equal(pw_surface_search(&egg, &over, &plate, &fixed, 6.5, margin, &list), PAWL_OK);
    assert_int_equal(list.count, 1);
    CHECK_CLOSE(list.item[0].point.gap, over.x[2] - sqrt(half), 1e-13);
    CHECK_CLOSE(list.reach, margin, 1e-15);
    assert_true(list.nodes + list.parts + list.births < 400);
    for (int k = 0; k < 3; k++) {
      for (int m = 0; m < 2; m++) aside[m] -= over.r[3 * m + k] * egg.size[k] * egg.size[k] * over.r[6 + k] / sqrt(half);
    }
    double beyond = between(&seed, 0.001, 0.1);
    over.x[0] = 2 + beyond - aside[0];
    assert_int_equal(pw_surface_search(&egg, &over, &plate, &fixed, 6.5, margin, &list), PAWL_OK);
    assert_int_equal(list.count, 0);
    double gap = over.x[2] - sqrt(half);
    if (!(list.reach <= hypot(beyond, gap) && list.reach > 0.05 * beyond))
      fail_msg("%g beyond, gap %g: reach %g", beyond, gap, list.reach);
  }
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}
// Near a border the reach goes down with the distance from it, not to nothing.
static void a_body_at_a_border_is_not_searched_all_the_time(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurfaceFoundList list = {0};
  const PwSurface body[2] = {simple(PW_SURFACE_SPHERE, 0.1, 0, 0, &arena), simple(PW_SURFACE_ELLIPSOID, 0.1, 0.2, 0.1, &arena)};
  PwSurface plate = ranged(PW_SURFACE_PLANE, 0, 0, -2, 2, -2, 2, &arena);
  PwPose3 fixed = pose_at(0, 0, 0);
  for (int i = 0; i < 4; i++) {
    for (double s = 1e-2; s > 1e-7; s *= 0.5) {
      PwPose3 over = pose_at(i < 2 ? 2 - s : 2 + s, 0.3, 0.1);
      assert_int_equal(pw_surface_search(&body[i % 2], &over, &plate, &fixed, 0.1, 0.05, &list), PAWL_OK);
      assert_int_equal(list.count, i < 2);
      if (!(list.reach > 0.05 * s && list.reach <= fmax(s, 1e-10)))
        fail_msg("body %d, %g from the border: reach %g", i, s, list.reach);
    }
  }
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}
// Two convex bodies: one touch, and no other however they move.
static void convex_bodies_are_searched_once(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurfaceFoundList list = {0};
  const PwSurface s[5] = {simple(PW_SURFACE_ELLIPSOID, 0.3, 0.2, 0.25, &arena),
                          simple(PW_SURFACE_ELLIPSOID, 0.5, 0.4, 0.6, &arena), simple(PW_SURFACE_SPHERE, 0.3, 0, 0, &arena),
                          simple(PW_SURFACE_SPHERE, 0, 0, 0, &arena), simple(PW_SURFACE_ELLIPSOID, 0.3, 0.3, 0.1, &arena)};
  PwSurface ring = simple(PW_SURFACE_TORUS, 0.3, 0.1, 0, &arena);
  uint64_t seed = 9;
  int tried = 0;
  for (int i = 0; i < 30; i++) {
    PwPose3 p[2];
    const PwSurface *a = &s[i % 5], *b = &s[i / 5 % 5];
    random_poses(a, b, &seed, &p[0], &p[1]);
    bring_near((PwSurface[2]){*a, *b}, p, 0.05);
    assert_int_equal(pw_surface_search(a, &p[0], b, &p[1], 0.1, 0.2, &list), PAWL_OK);
    if (list.count != 1) continue;  // out of reach, or too deep inside
    tried++;
    if (!isinf(list.reach)) fail_msg("kinds %d %d: %g", a->kind, b->kind, list.reach);
  }
  assert_true(tried > 20);
  PwPose3 over = pose_at(0, 0, 0.41), fixed = pose_at(0, 0, 0);
  assert_int_equal(pw_surface_search(&s[2], &over, &ring, &fixed, 0.1, 0.2, &list), PAWL_OK);
  assert_true(list.reach < 0.2);
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}

// A ball counts by its centre c alone. Beyond the border of a plate by e, at the gap g: it comes in when c is over the border.
// Inside a hollow sphere (radius R): its touch folds when c is at the centre, R - r away from closing.
static void the_reach_of_a_ball_is_that_of_its_centre(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurfaceFoundList list = {0};
  PwSurfaceDef hollow_def = {.kind = PW_SURFACE_SPHERE, .size = {0.5}, .flip = true};
  PwSurface ball = simple(PW_SURFACE_SPHERE, 0.1, 0, 0, &arena), plate = ranged(PW_SURFACE_PLANE, 0, 0, -1, 1, -1, 1, &arena);
  PwSurface hollow = made(&hollow_def, &arena);
  PwPose3 fixed = pose_at(0, 0, 0);
  for (int i = 1; i < 20; i++) {
    double e = 0.03 * i, g = 0.01 * (i % 7);
    PwPose3 beside = pose_at(1 + e, 0.2, 0.1 + g), inside = pose_at(0.38 * sin(e), -0.38 * cos(e), 0.01 * i);
    assert_int_equal(pw_surface_search(&ball, &beside, &plate, &fixed, 0.1, 0.1, &list), PAWL_OK);
    assert_int_equal(list.count, 0);
    double most = fmin(e, 0.8);
    if (!(list.reach > 0.6 * most && list.reach <= most * (1 + 1e-9))) fail_msg("%g beside: reach %g", e, list.reach);
    assert_int_equal(pw_surface_search(&hollow, &fixed, &ball, &inside, 0.1, 0.1, &list), PAWL_OK);
    double away = pw_norm(inside.x);
    most = fmin(fmax(away, 0.2), 0.4 + away);
    if (!(list.reach > 0.6 * most && list.reach <= most * (1 + 1e-9))) fail_msg("%g aside: reach %g", away, list.reach);
  }
  pw_surface_found_free(&list);
  pw_arena_free(&arena);
}

// The motion that a reach is compared with: no place of one of the surfaces has moved by more as seen from the other, a turn of
// something round about its axis taken back first.
static double farthest(const PwSurface *s, const PwPose3 *was, const PwPose3 *is) {
  double far = 0;
  for (int32_t n = 0; n < 4 * s->patches; n++) {
    const PwPatch *patch = &s->patch[n / 4];
    double at[2] = {patch->q[0][n % 2], patch->q[1][n % 4 / 2]}, a[3], b[3];
    PwSurfacePoint p;
    pw_surface_evaluate(s, patch->face, at, &p);
    to_ground(was, p.x, true, a);
    to_ground(is, p.x, true, b);
    far = fmax(far, distance(a, b));
  }
  return far;
}
static PwPose3 turned_about_z(const PwPose3 *p, double angle) {
  PwPose3 out = *p;
  for (int m = 0; m < 3; m++) {
    out.r[3 * m] = cos(angle) * p->r[3 * m] + sin(angle) * p->r[3 * m + 1];
    out.r[3 * m + 1] = -sin(angle) * p->r[3 * m] + cos(angle) * p->r[3 * m + 1];
  }
  return out;
}
static void motion_is_measured(void **state) {
  (void)state;
  Pool pool;
  uint64_t seed = 8;
  fill_pool(&pool, 5);
  PwSurface point = simple(PW_SURFACE_SPHERE, 0, 0, 0, &pool.arena), ball = simple(PW_SURFACE_SPHERE, 0.3, 0, 0, &pool.arena);
  PwSurface blade = simple(PW_SURFACE_ELLIPSOID, 0.3, 0.2, 0.4, &pool.arena);
  for (int n = 0; n < 3 * RANDOM_SURFACES; n++) {
    const PwSurface *s = &pool.s[n % RANDOM_SURFACES][n / RANDOM_SURFACES];
    PwPose3 was = pose_at(0.3, -0.2, 0.1), is;
    double q[4], towards[3] = {0, 0, 0};
    random_turn(&seed, q);
    pw_quat_matrix(q, was.r);
    move(s, &was, 0.2, towards, &seed, &is);
    double far = pw_surface_moved(s, &blade, &was, &is);
    PwPose3 still = pose_at(0, 0, 0), was2 = pw_relative_pose3(&still, &was), is2 = pw_relative_pose3(&still, &is);
    bool round = s->kind == PW_SURFACE_CYLINDER || s->kind == PW_SURFACE_CONE || s->kind == PW_SURFACE_TORUS;
    assert_true(far >= fmin(farthest(s, &was, &is), farthest(&blade, &was2, &is2)) - 1e-12 || round ||
                s->kind == PW_SURFACE_SPHERE || s->kind == PW_SURFACE_REVOLUTION);
    assert_true(far > 0 && far < 0.45);
    CHECK_CLOSE(pw_surface_moved(&point, s, &was, &is), distance(was.x, is.x), 1e-13);
    CHECK_CLOSE(pw_surface_moved(&ball, s, &was, &is), distance(was.x, is.x), 1e-13);
    if (!round) continue;
    is = turned_about_z(&was, between(&seed, -3, 3));
    CHECK_CLOSE(pw_surface_moved(s, &blade, &was, &is), 0, 1e-12);
    is2 = pw_relative_pose3(&still, &is);
    was2 = pw_relative_pose3(&still, &was);
    CHECK_CLOSE(pw_surface_moved(&blade, s, &was2, &is2), 0, 1e-12);
    is.x[1] += 0.1;
    CHECK_CLOSE(pw_surface_moved(s, &blade, &was, &is), 0.1, 1e-12);
  }
  pw_arena_free(&pool.arena);
}

// ---- curvatures of pairs

static void turn_cell(const double r[9], PwCell *c) {
  double *vectors[] = {c->x, c->n, c->dx[0], c->dx[1], c->dn[0], c->dn[1], c->t[0], c->t[1]};
  for (int i = 0; i < 8; i++) pw_turn3(r, vectors[i], vectors[i]);
}
// The turn by the shortest way from unit vector a to b, after r.
static void turn_onto(const double a[3], const double b[3], double r[9]) {
  double axis[3], q[4] = {1, 0, 0, 0}, m[9], was[9];
  pw_cross(a, b, axis);
  double sine = pw_norm(axis), angle = atan2(sine, pw_dot(a, b));
  for (int i = 0; i < 3 && sine > 0; i++) axis[i] *= angle / sine;
  pw_quat_turn(q, axis);
  pw_quat_matrix(q, m);
  memcpy(was, r, sizeof was);
  for (int i = 0; i < 9; i++)
    r[i] = m[i / 3 * 3] * was[i % 3] + m[i / 3 * 3 + 1] * was[3 + i % 3] + m[i / 3 * 3 + 2] * was[6 + i % 3];
}
static void random_part(const PwSurface *s, uint64_t *seed, PwPart3 *part, PwCell *cell) {
  PwPart3 parts[PW_PARTS_MOST];
  pw_part_of_patch(s, (int32_t)(pw_random_bits(seed) % (uint64_t)s->patches), part);
  for (uint64_t k = pw_random_bits(seed) % 6; k > 0; k--) {
    int32_t n = pw_part_split(s, part, (int)(k % 2), parts);
    if (n > 0) *part = parts[pw_random_bits(seed) % (uint64_t)n];
  }
  pw_cell_enclose(s, part, cell);
}
static void random_place(const PwSurface *s, const PwPart3 *part, uint64_t *seed, PwSurfacePoint *out) {
  double c[2] = {between(seed, -0.7, 0.7), between(seed, -0.7, 0.7)}, q[2];
  pw_part_place(s, part, c, q);
  pw_surface_evaluate(s, pw_part_face(s, part, q), q, out);
}
static void eigenvalues(const double k[3], double out[2]) {
  double mean = 0.5 * (k[0] + k[2]), half = hypot(0.5 * (k[0] - k[2]), k[1]);
  out[0] = mean - half;
  out[1] = mean + half;
}
// Curvatures of two places whose normals have been made opposite, in common tangents, against those of the parts' middles.
static void curvatures_of_pairs_are_bounded(void **state) {
  (void)state;
  Pool pool;
  uint64_t seed = 21;
  int tried = 0;
  double reached = 0;
  fill_pool(&pool, 5);
  for (int n = 0; n < 60000; n++) {
    PwSurface s[2];
    PwPart3 part[2];
    PwCell cell[2];
    PwSurfacePoint p[2];
    PwPairBend bend;
    double r[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, q[4], n1[3], n2[3], t[2][2], k[2][3] = {{0}}, e[2];
    pick_pair(&pool, n, &seed, s);
    for (int i = 0; i < 2; i++) random_part(&s[i], &seed, &part[i], &cell[i]);
    random_turn(&seed, q);
    pw_quat_matrix(q, r);
    pw_turn3(r, cell[0].n, n1);
    for (int m = 0; m < 3; m++) n2[m] = -cell[1].n[m] + between(&seed, -0.1, 0.1);
    pw_normalise(n2);
    turn_onto(n1, n2, r);
    turn_cell(r, &cell[0]);
    if (!pw_pair_bend(&cell[0], &cell[1], &bend) || !isfinite(bend.off)) continue;
    for (int i = 0; i < 2; i++) random_place(&s[i], &part[i], &seed, &p[i]);
    pw_turn3(r, p[0].n, n1);
    for (int m = 0; m < 3; m++) n2[m] = -p[1].n[m];
    if (pw_dot(n1, n2) < 0.5) continue;
    turn_onto(n1, n2, r);
    for (int i = 0; i < 4; i++) {
      double a[3];
      pw_turn3(r, p[0].t[i % 2], a);
      t[i / 2][i % 2] = pw_dot(p[1].t[i / 2], a);
    }
    for (int i = 0; i < 3; i++) {
      const double *a = t[i == 2 ? 1 : 0], *b = t[i == 0 ? 0 : 1];
      double k1 = p[0].k[0] * a[0] * b[0] + p[0].k[1] * (a[0] * b[1] + a[1] * b[0]) + p[0].k[2] * a[1] * b[1];
      k[0][i] = k1 + p[1].k[i];
      k[1][i] = k1 - p[1].k[i];
    }
    eigenvalues(k[0], e);
    double off = fabs(e[0] - bend.sum), slack = 1e-9 * (fabs(e[0]) + fabs(e[1]) + 1);
    eigenvalues(k[1], e);
    off = fmax(off, fabs(fmax(fabs(e[0]), fabs(e[1])) - bend.difference));
    if (off > bend.off + slack) fail_msg("kinds %d %d: curvatures off by %g of %g", s[0].kind, s[1].kind, off, bend.off);
    if (bend.off > 1e-6) reached = fmax(reached, off / bend.off);
    tried++;
  }
  print_message("%d pairs of parts, %g of the bounds reached\n", tried, reached);
  assert_true(tried > 10000);
  pw_arena_free(&pool.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_unlisted_closes_within_the_reach),
      cmocka_unit_test(a_body_on_a_plate_is_searched_once_in_a_while),
      cmocka_unit_test(a_body_at_a_border_is_not_searched_all_the_time),
      cmocka_unit_test(convex_bodies_are_searched_once),
      cmocka_unit_test(the_reach_of_a_ball_is_that_of_its_centre),
      cmocka_unit_test(motion_is_measured),
      cmocka_unit_test(curvatures_of_pairs_are_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
