// Outlines of gears and racks. Thickness of a tooth at a radius R: R (s/r + 2 inv(alpha) - 2 inv(alpha_R)), cos(alpha_R) = r_b/R,
// s = m (pi/2 + 2 x tan(alpha)) - backlash; of a rack at the height y: m pi/2 - backlash - 2 y tan(alpha) (any book on gears).
#include "check.h"
#include "geometry/profile/gear.h"
#include "geometry/profile/profile.h"

static const double pi = 3.14159265358979323846;

typedef struct {
  PwArena arena;
  PwProfile p;
} Made;

static PwGear usual(double module, int32_t teeth) {
  return (PwGear){
      .module = module, .teeth = teeth, .pressure_angle = pi / 9, .addendum = 1, .dedendum = 1.25, .fillet = NAN, .height = NAN};
}

static void make(const PwGear *g, bool rack, Made *made) {
  PawlElementDef *chain;
  int32_t count;
  const char *wrong;
  PwProfileProblem problem = {.def = -1};
  *made = (Made){0};
  assert_int_equal((rack ? pw_rack_chain : pw_gear_chain)(g, &made->arena, &chain, &count, &wrong), PAWL_OK);
  PawlStatus status = pw_profile_build(chain, count, true, false, &made->arena, &made->p, &problem);
  if (status) fail_msg("%d: %s", problem.def, problem.text);
}

static double involute(double angle) {
  return tan(angle) - angle;
}

// The angle, 0 to a quarter of a pitch either way, at which the boundary crosses the radius next to the middle of tooth 0.
static double half_thickness(const PwProfile *p, double radius) {
  double nearest = INFINITY;
  for (int32_t i = 0; i < p->elements; i++) {
    const PwElement *e = &p->element[i];
    if (e->kind != PW_EL_INVOLUTE) continue;
    double low = 0, high = 1;
    PwCurvePoint a, b, x;
    pw_element_evaluate(e, 0, &a);
    pw_element_evaluate(e, 1, &b);
    double from = hypot(a.x[0], a.x[1]) - radius, to = hypot(b.x[0], b.x[1]) - radius;
    if (from * to > 0) continue;
    for (int k = 0; k < 60; k++) {
      double middle = (low + high) / 2;
      pw_element_evaluate(e, middle, &x);
      if ((hypot(x.x[0], x.x[1]) - radius) * from > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    nearest = fmin(nearest, fabs(atan2(x.x[1], x.x[0])));
  }
  return nearest;
}

static void check_thickness(const PwGear *g, double radius) {
  Made made;
  make(g, false, &made);
  double r = g->module * g->teeth / 2, base = r * cos(g->pressure_angle);
  double s = g->module * (pi / 2 + 2 * g->shift * tan(g->pressure_angle)) + (g->internal ? 1 : -1) * g->backlash;
  double expected = s / (2 * r) + involute(g->pressure_angle) - involute(acos(base / radius));
  CHECK_CLOSE(half_thickness(&made.p, radius), expected, 1e-13);
  assert_true(made.p.hole == g->internal);
  pw_arena_free(&made.arena);
}

static void thickness(void **state) {
  (void)state;
  PwGear g = usual(2e-3, 20);
  check_thickness(&g, 20e-3);
  check_thickness(&g, 21.5e-3);
  g.shift = 0.4;
  g.backlash = 1e-4;
  check_thickness(&g, 20.5e-3);
  g = usual(2e-3, 90);  // its root circle lies outside the base circle
  check_thickness(&g, 88.5e-3);
  g.internal = true;
  g.backlash = 2e-4;
  check_thickness(&g, 90e-3);
  check_thickness(&g, 91.5e-3);
}

// Every joint is smooth but the sharp edges of the tips, two a tooth; root, tip and fillets have the radii asked for.
static void check_outline(const PwGear *g, int kinks) {
  Made made;
  make(g, false, &made);
  const PwProfile *p = &made.p;
  int sharp = 0;
  double low = INFINITY, high = 0;
  for (int32_t i = 0; i < p->elements; i++) {
    const PwElement *e = &p->element[i];
    PwCurvePoint x;
    sharp += e->kind == PW_EL_POINT;
    pw_element_evaluate(e, 0.5, &x);
    low = fmin(low, hypot(x.x[0], x.x[1]));
    high = fmax(high, hypot(x.x[0], x.x[1]));
    assert_true(p->after[i] == PW_JOIN_SMOOTH || p->after[i] == PW_JOIN_CORNER);
    if (e->kind == PW_EL_ARC && hypot(e->center[0], e->center[1]) > 1e-9) {
      CHECK_CLOSE(e->radius, -g->fillet, 1e-12);
    }
  }
  double r = g->module * g->teeth / 2;
  assert_int_equal(sharp, kinks * g->teeth);
  CHECK_CLOSE(low, r + g->module * (g->shift - (g->internal ? g->addendum : g->dedendum)), 1e-14);
  CHECK_CLOSE(high, r + g->module * (g->shift + (g->internal ? g->dedendum : g->addendum)), 1e-14);
  pw_arena_free(&made.arena);
}

static void smooth_roots(void **state) {
  (void)state;
  for (int32_t teeth = 12; teeth < 150; teeth += 9) {
    PwGear g = usual(2e-3, teeth);
    g.fillet = 0.6e-3;
    g.shift = teeth < 17 ? 0.3 : 0;
    check_outline(&g, 2);
    if (teeth < 25) continue;
    g.internal = true;
    g.fillet = 0.3e-3;
    check_outline(&g, 2);
  }
}

static void racks(void **state) {
  (void)state;
  PwGear g = usual(2e-3, 3);
  g.backlash = 1e-4;
  g.fillet = 0;
  Made made;
  make(&g, true, &made);
  double pitch = pi * 2e-3, top = 2e-3, low = -2.5e-3, back = -(2.5e-3 + 4e-3);
  double tooth = (top - low) * (pi * 1e-3 - 1e-4 - (top + low) * tan(pi / 9));  // mean thickness times height
  CHECK_CLOSE(pw_profile_area(&made.p), 3 * pitch * (low - back) + 3 * tooth, 1e-17);
  pw_arena_free(&made.arena);
  g.fillet = NAN;
  make(&g, true, &made);
  double a = pi / 9, r = 0.38 * 2e-3;  // between a line and one that leaves it at 90 deg - a: r^2 (cot(half) - (pi - 2 half)/2)
  double half = (pi / 2 + a) / 2, corner = r * r * (1 / tan(half) - (pi - 2 * half) / 2);
  CHECK_CLOSE(pw_profile_area(&made.p), 3 * pitch * (low - back) + 3 * tooth + 6 * corner, 1e-17);
  pw_arena_free(&made.arena);
}

// 17 teeth of 20 degrees want next to nothing: z > 2/sin^2(20 deg) = 17.097 for x = 0. sin^2(20 deg) = (1 - cos(40 deg))/2.
static void undercut(void **state) {
  (void)state;
  PwGear g = usual(1, 17);
  CHECK_CLOSE(pw_gear_least_shift(&g), 1 - 17 * (1 - 0.76604444311897804) / 4, 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(thickness), cmocka_unit_test(smooth_roots), cmocka_unit_test(racks),
                                     cmocka_unit_test(undercut)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
