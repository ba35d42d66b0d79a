// Evaluation of surfaces: every derivative against differences, curvatures against closed forms, poles against places beside
// them.
#include "geometry/space/surface.h"

#include "surfaces.h"

// ---- differences

// Derivatives of high order jump at knots: no difference across one.
static void avoid_knots(const PwSurface *s, int d, double *u) {
  double width = s->range[d][1] - s->range[d][0], near = 2e-3 * width;
  for (int32_t k = 0; s->kind == PW_SURFACE_NURBS && k < s->count[d] + s->degree[d] + 1; k++) {
    if (fabs(*u - s->knot[d][k]) < near) *u = s->knot[d][k] + (*u > s->knot[d][k] ? near : -near);
  }
}
// A place inside a face, away from its ends by the width of a difference.
static int32_t random_place(const PwSurface *s, uint64_t *seed, double away, double q[2]) {
  int32_t face = (int32_t)pw_random_between(seed, 0, s->segments[0] * s->segments[1]);
  for (int d = 0; d < 2; d++) {
    const double *range = pw_face_range(s, face, d);
    double edge = away * (range[1] - range[0]);
    q[d] = pw_random_between(seed, range[0] + edge, range[1] - edge);
    if (s->pole[d][0] || s->pole[d][1]) q[d] = 0.9 * q[d] + 0.05 * (range[0] + range[1]);
    avoid_knots(s, d, &q[d]);
  }
  return face;
}
// Of fourth order.
static void difference(const PwSurface *s, int32_t face, const double q[2], int d, double h, bool normal, double out[3]) {
  static const double weight[2] = {8.0 / 12, -1.0 / 12};
  memset(out, 0, 3 * sizeof *out);
  for (int k = 0; k < 2; k++) {
    for (int side = -1; side <= 1; side += 2) {
      double at[2] = {q[0], q[1]};
      PwSurfacePoint p;
      at[d] += side * (k + 1) * h;
      pw_surface_evaluate(s, face, at, &p);
      for (int m = 0; m < 3; m++) out[m] += side * weight[k] * (normal ? p.n[m] : p.x[m]) / h;
    }
  }
}
static void check_place(const char *name, const PwSurface *s, int32_t face, const double q[2]) {
  PwSurfacePoint p;
  pw_surface_evaluate(s, face, q, &p);
  CHECK_CLOSE(pw_norm(p.n), 1, 1e-14);
  double c[3];
  pw_cross(p.t[0], p.t[1], c);
  for (int m = 0; m < 3; m++) CHECK_CLOSE(c[m], p.n[m], 1e-14);
  for (int d = 0; d < 2; d++) {
    const double *range = pw_face_range(s, face, d);
    double h = 2e-4 * fmin(range[1] - range[0], 1), dx[3], dn[3];
    CHECK_CLOSE(pw_dot(p.dx[d], p.n), 0, 1e-13 * fmax(pw_norm(p.dx[d]), 1));
    difference(s, face, q, d, h, false, dx);
    difference(s, face, q, d, h, true, dn);
    for (int m = 0; m < 3; m++) {
      double scale = 1 + pw_norm(p.dx[d]), turn = 1 + pw_norm(p.dn[d]);
      if (fabs(dx[m] - p.dx[d][m]) > 1e-9 * scale || fabs(dn[m] - p.dn[d][m]) > 1e-8 * turn) {
        fail_msg("%s: at %g %g by %d: x %.12g, differences %.12g; n %.12g, differences %.12g", name, q[0], q[1], d, p.dx[d][m],
                 dx[m], p.dn[d][m], dn[m]);
      }
    }
    if (p.rank < 2) continue;
    double a = pw_dot(p.dx[d], p.t[0]), b = pw_dot(p.dx[d], p.t[1]);  // dn = k dx
    CHECK_CLOSE(pw_dot(p.dn[d], p.t[0]), p.k[0] * a + p.k[1] * b, 1e-11 * (1 + pw_norm(p.dn[d])));
    CHECK_CLOSE(pw_dot(p.dn[d], p.t[1]), p.k[1] * a + p.k[2] * b, 1e-11 * (1 + pw_norm(p.dn[d])));
  }
}
static void place_normal_and_curvature_of_all_kinds(void **state) {
  (void)state;
  Collection c;
  uint64_t seed = 1;
  collect(&c);
  for (int i = 0; i < c.count; i++) {
    for (int k = 0; k < 60; k++) {
      double q[2];
      int32_t face = random_place(&c.s[i], &seed, 1e-2, q);
      check_place(c.name[i], &c.s[i], face, q);
    }
  }
  pw_arena_free(&c.arena);
}

// Each derivative against differences of the one before it.
static void higher_derivatives_of_all_kinds(void **state) {
  (void)state;
  static const double weight[2] = {8.0 / 12, -1.0 / 12};
  Collection c;
  uint64_t seed = 2;
  collect(&c);
  for (int i = 0; i < c.count; i++) {
    for (int k = 0; k < 20; k++) {
      double q[2], d[4][4][3], near[4][4][3];
      int32_t face = random_place(&c.s[i], &seed, 2e-2, q);
      PwSurfacePoint p;
      pw_surface_derivatives(&c.s[i], face, q, 3, d);
      pw_surface_evaluate(&c.s[i], face, q, &p);
      for (int m = 0; m < 3; m++) {
        CHECK_CLOSE(d[0][0][m], p.x[m], 1e-14);
        CHECK_CLOSE(d[1][0][m], p.dx[0][m], 1e-12);
        CHECK_CLOSE(d[0][1][m], p.dx[1][m], 1e-12);
      }
      for (int direction = 0; direction < 2; direction++) {
        const double *range = pw_face_range(&c.s[i], face, direction);
        double h = 1e-4 * fmin(range[1] - range[0], 1), sum[4][4][3] = {{{0}}};
        for (int step = -2; step <= 2; step++) {
          double at[2] = {q[0], q[1]};
          at[direction] += step * h;
          if (step == 0) continue;
          pw_surface_derivatives(&c.s[i], face, at, 3, near);
          double factor = (step > 0 ? 1 : -1) * weight[abs(step) - 1] / h;
          for (int n = 0; n < 48; n++) (&sum[0][0][0])[n] += n / 12 + n / 3 % 4 < 3 ? factor * (&near[0][0][0])[n] : 0;
        }
        for (int a = 0; a < 3; a++) {
          for (int b = 0; a + b < 3; b++) {
            const double *exact = direction == 0 ? d[a + 1][b] : d[a][b + 1];
            for (int m = 0; m < 3; m++) {
              if (fabs(sum[a][b][m] - exact[m]) <= 1e-7 * (1 + pw_norm(exact))) continue;
              fail_msg("%s: derivative %d %d by %d is %.12g, differences %.12g", c.name[i], a, b, direction, exact[m],
                       sum[a][b][m]);
            }
          }
        }
      }
    }
  }
  pw_arena_free(&c.arena);
}

// ---- closed forms

static void check_k(const PwSurface *s, double u, double v, double k11, double k12, double k22) {
  PwSurfacePoint p;
  double q[2] = {u, v};
  pw_surface_evaluate(s, pw_surface_face(s, q), q, &p);
  CHECK_CLOSE(p.k[0], k11, 1e-12);
  CHECK_CLOSE(p.k[1], k12, 1e-12);
  CHECK_CLOSE(p.k[2], k22, 1e-12);
}
static void curvatures_in_closed_form(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurface s = simple(PW_SURFACE_SPHERE, 0.8, 0, 0, &arena);
  check_k(&s, 0.3, 1, 1.25, 0, 1.25);
  s = ranged(PW_SURFACE_CYLINDER, 0.4, 0, -1, 1, 0, 0, &arena);
  check_k(&s, 0.3, 1, 0, 0, 2.5);
  s = ranged(PW_SURFACE_CONE, 0.4, 0, 0.3, 2, 0, 0, &arena);  // cos a/r across
  check_k(&s, 0.5, 1, 0, 0, cos(0.4) / (0.5 * tan(0.4)));
  s = simple(PW_SURFACE_TORUS, 1, 0.3, 0, &arena);  // 1/r along the tube's circle, cos u/(R + r cos u) across
  check_k(&s, 2.5, 1, 1 / 0.3, 0, cos(2.5) / (1 + 0.3 * cos(2.5)));
  s = ranged(PW_SURFACE_PARABOLOID, 0.4, 0.7, -1, 1, -1, 1, &arena);  // a bowl: concave
  check_k(&s, 0, 0, -2.5, 0, -1 / 0.7);
  s = ranged(PW_SURFACE_HELICOID, 2 * PI * 0.2, 0, 0, 1, 0, 6, &arena);  // mean curvature 0, Gauss' -h^2/(h^2 + r^2)^2
  double q[2] = {0.6, 2};
  PwSurfacePoint p;
  pw_surface_evaluate(&s, 0, q, &p);
  CHECK_CLOSE(p.k[0] + p.k[2], 0, 1e-13);
  CHECK_CLOSE(p.k[0] * p.k[2] - p.k[1] * p.k[1], -0.04 / (0.4 * 0.4), 1e-13);
  assert_true(p.n[2] > 0);
  s = simple(PW_SURFACE_ELLIPSOID, 0.8, 0.5, 1.1, &arena);  // at the end of an axis: c/a^2, c/b^2
  q[0] = 0, q[1] = 0;
  pw_surface_evaluate(&s, 0, q, &p);
  CHECK_CLOSE(p.k[0], 0.8 / (1.1 * 1.1), 1e-14);  // t1 along the meridian: z
  CHECK_CLOSE(p.k[2], 0.8 / (0.5 * 0.5), 1e-14);
  // any place: product of the curvatures is 1/(a b c w^2)^2, w^2 = x^2/a^4 + y^2/b^4 + z^2/c^4
  q[0] = 0.4, q[1] = 1.9;
  pw_surface_evaluate(&s, 0, q, &p);
  double w2 = pow(p.x[0] / 0.64, 2) + pow(p.x[1] / 0.25, 2) + pow(p.x[2] / 1.21, 2);
  CHECK_CLOSE(p.k[0] * p.k[2] - p.k[1] * p.k[1], 1 / pow(0.8 * 0.5 * 1.1 * w2, 2), 1e-13);
  pw_arena_free(&arena);
}

static void edges_and_points(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurface s = simple(PW_SURFACE_TORUS, 0.5, 0, 0, &arena);
  double q[2] = {0.3, 2};
  PwSurfacePoint p;
  pw_surface_evaluate(&s, 0, q, &p);
  assert_int_equal(p.rank, 1);
  CHECK_CLOSE(hypot(p.x[0], p.x[1]), 0.5, 1e-15);
  CHECK_CLOSE(p.n[2], sin(0.3), 1e-15);
  CHECK_CLOSE(p.k[2], cos(0.3) / 0.5, 1e-14);  // Meusnier: the circle's curvature times the cosine
  CHECK_CLOSE(fabs(pw_dot(p.t[1], p.dx[1])), 0.5, 1e-15);
  s = simple(PW_SURFACE_SPHERE, 0, 0, 0, &arena);
  pw_surface_evaluate(&s, 0, q, &p);
  assert_int_equal(p.rank, 0);
  CHECK_CLOSE(p.n[2], sin(0.3), 1e-15);
  pw_arena_free(&arena);
}

// ---- poles

static void tensor(const PwSurfacePoint *p, double out[9]) {
  for (int i = 0; i < 9; i++) {
    double a0 = p->t[0][i / 3], a1 = p->t[1][i / 3], b0 = p->t[0][i % 3], b1 = p->t[1][i % 3];
    out[i] = p->k[0] * a0 * b0 + p->k[1] * (a0 * b1 + a1 * b0) + p->k[2] * a1 * b1;
  }
}
// Place, normal and curvature (as a tensor, whatever the directions t) go on without a jump as a place runs into the pole.
static void check_pole(const PwSurface *s, int end, double tolerance) {
  PwSurfacePoint pole, p;
  double to = s->range[0][end], width = s->range[0][1] - s->range[0][0], a[9], b[9];
  for (int k = 0; k < 7; k++) {
    double v = s->range[1][0] + (s->range[1][1] - s->range[1][0]) * k / 7, q[2] = {to, v};
    pw_surface_evaluate(s, pw_surface_face(s, q), q, &pole);
    tensor(&pole, a);
    for (int m = 2; m <= 9; m++) {
      double away = pow(10, -m) * width, at[2] = {to + (end ? -away : away), v};
      pw_surface_evaluate(s, pw_surface_face(s, at), at, &p);
      tensor(&p, b);
      for (int i = 0; i < 3; i++) {
        CHECK_CLOSE(p.x[i], pole.x[i], 3 * away);
        CHECK_CLOSE(p.n[i], pole.n[i], 10 * away + 1e-14);
      }
      for (int i = 0; i < 9; i++) CHECK_CLOSE(a[i], b[i], 30 * away + tolerance);
    }
  }
}
static void poles_are_ordinary_places(void **state) {
  (void)state;
  PwArena arena = {0};
  PwSurface s = simple(PW_SURFACE_ELLIPSOID, 0.8, 0.5, 1.1, &arena);
  check_pole(&s, 0, 1e-12);
  check_pole(&s, 1, 1e-12);
  PwProfile pin = pin_profile(&arena);
  s = turned(&pin, &arena);
  assert_true(s.pole[0][0] && !s.pole[0][1]);
  check_pole(&s, 0, 1e-10);
  s = rational_sphere(0.8, &arena);
  assert_true(s.pole[0][0] && s.pole[0][1] && s.periodic[1]);
  check_pole(&s, 0, 1e-7);
  check_pole(&s, 1, 1e-7);
  double q[2] = {0, 0.7};
  PwSurfacePoint p;
  pw_surface_evaluate(&s, pw_surface_face(&s, q), q, &p);
  CHECK_CLOSE(p.n[2], -1, 1e-14);
  CHECK_CLOSE(p.k[0], 1.25, 1e-12);
  CHECK_CLOSE(p.k[1], 0, 1e-12);
  CHECK_CLOSE(p.k[2], 1.25, 1e-12);
  pw_arena_free(&arena);
}

// A step in the tangent plane arrives where it should, to second order, at poles and beside them as anywhere.
static void steps_arrive(void **state) {
  (void)state;
  Collection c;
  uint64_t seed = 5;
  collect(&c);
  for (int i = 0; i < c.count; i++) {
    const PwSurface *s = &c.s[i];
    for (int k = 0; k < 60; k++) {
      double q[2], to[2], size = pow(10, -(int)(k % 4) - 2), step[2];
      int32_t face = random_place(s, &seed, 0.1, q);
      for (int d = 0; d < 2; d++) {
        int end = k / 2 % 2;
        if (s->pole[d][end] && k % 2) q[d] = s->range[d][end] + (k % 3 ? (end ? -1e-3 : 1e-3) * size * k : 0);
      }
      face = pw_surface_face(s, q);
      PwSurfacePoint p, r;
      pw_surface_evaluate(s, face, q, &p);
      double angle = pw_random_between(&seed, 0, 2 * PI);
      step[0] = size * cos(angle), step[1] = size * sin(angle);
      pw_surface_move(s, face, q, &p, step, to);
      pw_surface_evaluate(s, s->kind == PW_SURFACE_NURBS ? pw_surface_face(s, to) : face, to, &r);
      for (int m = 0; m < 3; m++) {
        double moved = p.rank == 0 ? r.n[m] - p.n[m] : r.x[m] - p.x[m], wanted = step[1] * p.t[1][m];
        if (p.rank != 1) wanted += step[0] * p.t[0][m];
        if (fabs(moved - wanted) > 40 * size * size) {
          fail_msg("%s: from %g %g by %g %g to %g %g: %g, wanted %g", c.name[i], q[0], q[1], step[0], step[1], to[0], to[1],
                   moved, wanted);
        }
      }
    }
  }
  pw_arena_free(&c.arena);
}

// ---- what is refused

static void refused(PwSurfaceDef def, const char *text) {
  PwArena arena = {0};
  PwSurface s;
  PwSurfaceProblem problem = {0};
  assert_int_equal(pw_surface_build(&def, &arena, &s, &problem), PAWL_ERR_INPUT);
  if (!strstr(problem.text, text)) fail_msg("'%s' is not in '%s'", text, problem.text);
  pw_arena_free(&arena);
}
static void bad_defs_are_named(void **state) {
  (void)state;
  PwArena arena = {0};
  PwProfile corners = corner_profile(&arena), curved = curved_profile(&arena);
  PawlElementDef tip = line_def(0, 0.1, 0.5, 0.6), across = line_def(-0.1, 0.1, 0.5, 0.6);
  PwProfile cone = profile_of(&tip, 1, false, &arena), crossing = profile_of(&across, 1, false, &arena);
  refused((PwSurfaceDef){.kind = PW_SURFACE_PLANE}, "the range of the first length is needed");
  refused((PwSurfaceDef){.kind = PW_SURFACE_PLANE, .range = {{1, 0}, {0, 1}}}, "it must rise");
  refused((PwSurfaceDef){.kind = PW_SURFACE_PARABOLOID, .range = {{0, 1}, {0, 1}}}, "radius 1 of the paraboloid is 0");
  refused((PwSurfaceDef){.kind = PW_SURFACE_SPHERE, .size = {-1}}, "the radius is -1 m; it must be at least 0");
  refused((PwSurfaceDef){.kind = PW_SURFACE_SPHERE, .flip = true}, "a point cannot be flipped");
  refused((PwSurfaceDef){.kind = PW_SURFACE_SPHERE, .size = {1}, .range = {{0, 2}}}, "at most -pi/2 to pi/2");
  refused((PwSurfaceDef){.kind = PW_SURFACE_SPHERE, .size = {1}, .range = {{0}, {0, 7}}}, "at most a turn");
  refused((PwSurfaceDef){.kind = PW_SURFACE_ELLIPSOID, .size = {1, NAN, 1}}, "the second half axis is nan");
  refused((PwSurfaceDef){.kind = PW_SURFACE_CYLINDER, .size = {0}, .range = {{0, 1}}}, "the radius is 0 m; it must be above 0");
  refused((PwSurfaceDef){.kind = PW_SURFACE_CONE, .size = {2}, .range = {{1, 2}}}, "below pi/2");
  refused((PwSurfaceDef){.kind = PW_SURFACE_CONE, .size = {0.5}, .range = {{0, 2}}}, "its tip, at 0, is no part of it");
  refused((PwSurfaceDef){.kind = PW_SURFACE_TORUS, .size = {1, 1.2}}, "reaches its axis");
  refused((PwSurfaceDef){.kind = PW_SURFACE_TORUS, .size = {1, 0}, .flip = true}, "an edge cannot be flipped");
  refused((PwSurfaceDef){.kind = PW_SURFACE_HELICOID, .range = {{0, 1}, {0, 1}}}, "the height per turn is 0");
  refused((PwSurfaceDef){.kind = PW_SURFACE_REVOLUTION}, "a profile is needed");
  refused((PwSurfaceDef){.kind = PW_SURFACE_REVOLUTION, .profile = &curved, .range = {{0, 1}}}, "that of the profile");
  refused((PwSurfaceDef){.kind = PW_SURFACE_REVOLUTION, .profile = &cone}, "a tip is no surface");
  refused((PwSurfaceDef){.kind = PW_SURFACE_REVOLUTION, .profile = &crossing}, "crosses the axis");
  refused((PwSurfaceDef){.kind = PW_SURFACE_REVOLUTION, .profile = &corners, .flip = true}, "cannot be flipped");
  refused((PwSurfaceDef){.kind = PW_SURFACE_REVOLUTION, .profile = &corners, .size = {1}, .range = {{0}, {0, 1}}}, "screw");
  refused((PwSurfaceDef){.kind = PW_SURFACE_EXTRUSION, .profile = &corners}, "the range of the length is needed");
  // a wide tube that stays away from the axis
  PwSurfaceDef outer = {.kind = PW_SURFACE_TORUS, .size = {1, 1.2}, .range = {{-2, 2}}};
  PwSurface s = made(&outer, &arena);
  assert_true(s.patches > 0);
  pw_arena_free(&arena);
}
// A half section with its axis: what lies on the axis is left out.
static void the_axis_is_no_part(void **state) {
  (void)state;
  PwArena arena = {0};
  PawlElementDef d[4] = {line_def(0, 0, 0.3, 0), line_def(0.3, 0, 0.3, 1), line_def(0.3, 1, 0, 1), line_def(0, 1, 0, 0)};
  PwProfile box = profile_of(d, 4, true, &arena);
  PwSurface s = turned(&box, &arena);
  assert_int_equal(s.segments[0], 5);  // two discs, the side, two edges
  assert_true(s.pole[0][0] && s.pole[0][1] && !s.periodic[0]);
  PwSurfacePoint p;
  double q[2] = {0, 0.3};
  pw_surface_evaluate(&s, 0, q, &p);
  CHECK_CLOSE(p.n[2], -1, 1e-15);
  CHECK_CLOSE(fabs(p.k[0]) + fabs(p.k[1]) + fabs(p.k[2]), 0, 1e-15);
  q[0] = 2.5;
  assert_int_equal(pw_surface_face(&s, q), 2);
  pw_surface_evaluate(&s, 2, q, &p);
  CHECK_CLOSE(p.k[2], 1 / 0.3, 1e-14);
  pw_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(place_normal_and_curvature_of_all_kinds),
      cmocka_unit_test(higher_derivatives_of_all_kinds),
      cmocka_unit_test(curvatures_in_closed_form),
      cmocka_unit_test(edges_and_points),
      cmocka_unit_test(poles_are_ordinary_places),
      cmocka_unit_test(steps_arrive),
      cmocka_unit_test(bad_defs_are_named),
      cmocka_unit_test(the_axis_is_no_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
