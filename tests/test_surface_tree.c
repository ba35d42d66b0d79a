// Patches and their tree: bounds are compared with the places and normals that they are bounds of.
#include "geometry/space/surface_cell.h"
#include "surfaces.h"

static void take(const PwSurface *s, const PwPart3 *part, uint64_t *seed, double c[2], PwSurfacePoint *out) {
  double q[2];
  for (int d = 0; d < 2; d++) {
    c[d] = pw_random_between(seed, -1, 1);
    if (pw_random_between(seed, 0, 1) < 0.3) c[d] = c[d] > 0 ? 1 : -1;
    q[d] = 0.5 * (part->q[d][0] + part->q[d][1]) + 0.5 * c[d] * (part->q[d][1] - part->q[d][0]);
  }
  int32_t face = part->face;
  if (part->pole && s->kind == PW_SURFACE_NURBS) face = pw_surface_face(s, q);
  pw_surface_evaluate(s, face, q, out);
}
static double distance(const double a[3], const double b[3]) {
  double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return pw_norm(d);
}
// The sharper claims: first derivatives, and the linear model of place and normal.
static void check_linear(const char *name, const PwSurface *s, const PwPart3 *part, const PwCell *cell, const double c[2],
                         const PwSurfacePoint *p, double *tightness) {
  double slack = 1e-13 * s->extent;
  double x[3], n[3], h[2];
  for (int d = 0; d < 2; d++) h[d] = 0.5 * (part->q[d][1] - part->q[d][0]);
  for (int m = 0; m < 3; m++) {
    x[m] = cell->x[m] + c[0] * cell->dx[0][m] + c[1] * cell->dx[1][m];
    n[m] = cell->n[m] + c[0] * cell->dn[0][m] + c[1] * cell->dn[1][m];
  }
  if (distance(p->x, x) > cell->rx + slack) fail_msg("%s: rx %g of %g", name, distance(p->x, x), cell->rx);
  if (distance(p->n, n) > cell->rn + 1e-11) fail_msg("%s: rn %g of %g", name, distance(p->n, n), cell->rn);
  for (int d = 0; d < 2; d++) {
    for (int m = 0; m < 3; m++) x[m] = h[d] * p->dx[d][m], n[m] = h[d] * p->dn[d][m];
    double ex = distance(x, cell->dx[d]), en = distance(n, cell->dn[d]);
    if (ex > cell->rdx[d] + slack) fail_msg("%s: rdx[%d] %g of %g", name, d, ex, cell->rdx[d]);
    if (en > cell->rdn[d] + 1e-10) fail_msg("%s: rdn[%d] %g of %g", name, d, en, cell->rdn[d]);
    if (cell->rdn[d] > 1e-9) *tightness = fmax(*tightness, en / cell->rdn[d]);
  }
}
static void check_cell(const char *name, const PwSurface *s, const PwPart3 *part, uint64_t *seed, double *tightness) {
  PwCell cell;
  PwSurfacePoint p;
  double c[2], slack = 1e-13 * s->extent;
  pw_cell_enclose(s, part, &cell);
  for (int k = 0; k < 6; k++) {
    take(s, part, seed, c, &p);
    if (distance(p.x, cell.x) > pw_cell_spread(&cell) + slack || distance(p.n, cell.n) > pw_cell_turn(&cell) + 1e-12) {
      fail_msg("%s: place %g of %g, normal %g of %g", name, distance(p.x, cell.x), pw_cell_spread(&cell), distance(p.n, cell.n),
               pw_cell_turn(&cell));
    }
    if (!part->pole) check_linear(name, s, part, &cell, c, &p, tightness);
    double trace = p.k[0] + p.k[2] - cell.k[0] - cell.k[2];
    if (p.rank == 2 && fabs(trace) > 2 * pw_cell_bend(&cell) + 1e-9 / s->extent) fail_msg("%s: bend", name);
    double least = 0.5 * (p.k[0] + p.k[2]) - hypot(0.5 * (p.k[0] - p.k[2]), p.k[1]);
    if (p.rank == 1) least = p.k[2];
    double most = p.k[0] + p.k[2] - least, range[2];
    if (p.rank == 1) most = least;
    pw_cell_range(&cell, range);
    range[0] = fmax(range[0], s->patch[part->patch].bend[0]);
    range[1] = fmin(range[1], s->patch[part->patch].bend[1]);
    double slop = 1e-9 / (s->extent + 1e-9);
    if (p.rank && (least < range[0] - slop || most > range[1] + slop)) {
      fail_msg("%s: curvatures %g %g, bounds %g %g", name, least, most, range[0], range[1]);
    }
  }
}
static void bounds_hold(void **state) {
  (void)state;
  Collection c;
  uint64_t seed = 3;
  collect(&c);
  for (int i = 0; i < c.count; i++) {
    const PwSurface *s = &c.s[i];
    double tightness = 0;
    for (int32_t k = 0; k < s->patches; k++) {
      PwPart3 part, parts[PW_PARTS_MOST];
      pw_part_of_patch(s, k, &part);
      for (int level = 0; level < 6; level++) {
        check_cell(c.name[i], s, &part, &seed, &tightness);
        int32_t n = pw_part_split(s, &part, level % 2, parts);
        if (n > 0) part = parts[pw_random_bits(&seed) % (uint64_t)n];
      }
    }
    print_message("%-18s %6d patches, %.3g of the bounds reached\n", c.name[i], s->patches, tightness);
    assert_true(s->patches < 10000);
  }
  pw_arena_free(&c.arena);
}
// Needles and discs do not need many patches.
static void slender_ellipsoids(void **state) {
  (void)state;
  PwArena arena = {0};
  const double axes[4][3] = {{0.1, 0.1, 1}, {0.01, 0.011, 1}, {1, 1, 0.01}, {1, 0.1, 0.03}};
  const int32_t most[4] = {1000, 1500, 1500, 4000};
  uint64_t seed = 5;
  for (int i = 0; i < 4; i++) {
    PwSurface s = simple(PW_SURFACE_ELLIPSOID, axes[i][0], axes[i][1], axes[i][2], &arena);
    double tightness = 0;
    for (int32_t k = 0; k < s.patches; k++) {
      PwPart3 part;
      pw_part_of_patch(&s, k, &part);
      check_cell("slender ellipsoid", &s, &part, &seed, &tightness);
    }
    print_message("%g %g %g: %d patches\n", axes[i][0], axes[i][1], axes[i][2], s.patches);
    assert_true(s.patches <= most[i]);
  }
  pw_arena_free(&arena);
}

// Every place is in the box of its node, every normal in its cone, all the way up; patches cover the rectangle once.
static void check_node(const char *name, const PwSurface *s, int32_t i, const double x[3], const double n[3], int32_t patch,
                       bool *found) {
  const PwPatchNode *node = &s->node[i];
  bool here = false;
  if (node->left < 0) {
    here = -1 - node->left == patch;
  } else {
    check_node(name, s, node->left, x, n, patch, &here);
    if (!here) check_node(name, s, node->right, x, n, patch, &here);
  }
  if (!here) return;
  *found = true;
  double cross[3];
  pw_cross(n, node->axis, cross);
  if (atan2(pw_norm(cross), pw_dot(n, node->axis)) > node->angle + 1e-11) fail_msg("%s: outside of a cone", name);
  for (int m = 0; m < 3; m++) {
    if (x[m] < node->low[m] || x[m] > node->high[m]) fail_msg("%s: outside of a box", name);
  }
}
static void the_tree_holds_all(void **state) {
  (void)state;
  Collection c;
  uint64_t seed = 4;
  collect(&c);
  for (int i = 0; i < c.count; i++) {
    const PwSurface *s = &c.s[i];
    double area = 0;
    for (int32_t k = 0; k < s->patches; k++) {
      const PwPatch *p = &s->patch[k];
      area += (p->q[0][1] - p->q[0][0]) * (p->q[1][1] - p->q[1][0]);
      PwPart3 part;
      PwSurfacePoint at;
      double at_c[2];
      bool found = false;
      pw_part_of_patch(s, k, &part);
      take(s, &part, &seed, at_c, &at);
      if (k % 7 == 0) {
        check_node(c.name[i], s, 0, at.x, at.n, k, &found);
        assert_true(found);
      }
    }
    double whole = (s->range[0][1] - s->range[0][0]) * (s->range[1][1] - s->range[1][0]);
    CHECK_CLOSE(area, whole, 1e-9 * whole);
    assert_int_equal(s->nodes, 2 * s->patches - 1);
  }
  pw_arena_free(&c.arena);
}

// The span: a turn about any axis moves some place by span sin(a/2). The chords: one that turns a direction n by d, by |c . d|/2.
static void a_turn_moves_some_place(void **state) {
  (void)state;
  Collection c;
  uint64_t seed = 6;
  collect(&c);
  for (int i = 0; i < c.count; i++) {
    const PwSurface *s = &c.s[i];
    if (!(s->span > 0.05 * s->extent) && s->extent > 0) fail_msg("%s: span %g of %g", c.name[i], s->span, s->extent);
    for (int k = 0; k < 20; k++) {
      double axis[3], shift[3], q[4], angle = pw_random_between(&seed, 0.01, 1), most = 0;
      for (int m = 0; m < 3; m++) axis[m] = pw_random_between(&seed, -1, 1), shift[m] = pw_random_between(&seed, -1, 1);
      pw_normalise(axis);
      q[0] = cos(angle / 2);
      for (int m = 0; m < 3; m++) q[1 + m] = sin(angle / 2) * axis[m], shift[m] *= sin(angle / 2) * s->extent;
      for (int32_t n = 0; n < 4 * s->patches; n++) {
        const PwPatch *patch = &s->patch[n / 4];
        double at[2] = {patch->q[0][n % 2], patch->q[1][n % 4 / 2]}, y[3];
        PwSurfacePoint p;
        pw_surface_evaluate(s, patch->face, at, &p);
        pw_quat_rotate(q, p.x, y);
        for (int m = 0; m < 3; m++) y[m] += shift[m];
        most = fmax(most, distance(p.x, y));
      }
      assert_true(most >= s->span * sin(angle / 2) * (1 - 1e-12));
      double n[3], m[3];  // a direction before and after the turn
      for (int d = 0; d < 3; d++) n[d] = pw_random_between(&seed, -1, 1);
      pw_normalise(n);
      pw_quat_rotate(q, n, m);
      for (int d = 0; d < 3; d++) n[d] -= m[d];
      for (int d = 0; d < 3; d++) assert_true(most >= 0.5 * fabs(pw_dot(s->chord[d], n)) * (1 - 1e-12));
    }
  }
  pw_arena_free(&c.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bounds_hold),
      cmocka_unit_test(slender_ellipsoids),
      cmocka_unit_test(the_tree_holds_all),
      cmocka_unit_test(a_turn_moves_some_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
