// Rows of touches, of profiles, surfaces and stops of the examples, at random poses near the start and at random speeds and
// accelerations of the bodies: values, rates, gradients and biases against differences of each other along that motion.
#include "motion_setting.h"

enum { MOST = 64, POSES = 6 };

// Rows of all touches at a time of the motion; a touch with no place has no rows: then the number is another.
static int32_t rows_at(Setting *e, double dt, int32_t n, const int32_t *touch, PwPairRow *row) {
  int32_t first[MOST + 1];
  stand_at(e, dt);
  if (pw_touches_rows(&e->s->contact.touches, e->m, PW_ROWS_HELD, n, touch, row, first)) return -1;
  return first[n];
}

static void check(const Setting *e, const char *what, double got, double expected, double size) {
  if (!(fabs(got - expected) <= 2e-7 * size))
    fail_msg("%s: %s is %.12g, by differences %.12g, within %g", e->name, what, got, expected, 2e-7 * size);
}

// First derivative by five places, the middle one of which is not needed.
#define RATE(row, i, what, h) ((8 * (row[3][i].what - row[1][i].what) - (row[4][i].what - row[0][i].what)) / (12 * (h)))

// One touch at the pose that stands; false: it has no place there.
static bool check_rows(Setting *e, int32_t touch) {
  static const double H = 1e-5;
  PwPairRow row[5][PW_TOUCH_ROWS];
  for (int i = 0; i < 5; i++) {
    if (rows_at(e, (i - 2) * H, 1, &touch, row[i]) < 0) return false;
  }
  int32_t n = rows_at(e, 0, 1, &touch, row[2]);
  assert_true(n >= 1 && n <= PW_TOUCH_ROWS);
  for (int32_t i = 0; i < n; i++) {
    const PwPairRow *r = &row[2][i];
    assert_int_equal(r->touch, touch);
    assert_int_equal(r->component, i);
    assert_true(i > 0 || r->level == PW_LEVEL_POSITION);
    double along = pw_pair_along(e->k, r->body, r->jac, e->a) + r->bias, size = e->k->size + fabs(r->rate) + fabs(r->bias);
    if (r->level == PW_LEVEL_POSITION) check(e, "rate", r->rate, RATE(row, i, value, H), size);
    check(e, "acceleration", along, RATE(row, i, rate, H), size + fabs(along));
  }
  return true;
}

// The gradient: no speed but one. What moves by laws of t alone is taken off.
static void check_gradient(Setting *e, int32_t touch) {
  int32_t nv = pw_speed_count(e->k), per = pw_speeds_per_body(e->k);
  PwPairRow still[PW_TOUCH_ROWS], row[PW_TOUCH_ROWS];
  memset(e->v, 0, (size_t)nv * sizeof *e->v);
  memset(e->a, 0, (size_t)nv * sizeof *e->a);
  int32_t n = rows_at(e, 0, 1, &touch, still);
  for (int32_t c = 0; c < nv; c++) {
    e->v[c] = 1;
    assert_int_equal(rows_at(e, 0, 1, &touch, row), n);
    e->v[c] = 0;
    for (int32_t i = 0; i < n; i++) {
      double jac = 0;
      for (int side = 0; side < 2; side++) {
        if (row[i].body[side] == 1 + c / per) jac += row[i].jac[side * per + c % per];
      }
      CHECK_CLOSE(row[i].rate - still[i].rate, jac, 1e-12 * (1 + e->k->size + fabs(jac)));
    }
  }
}

// The touches that act have the rows that they have alone, those of positions in front, and know their normal ones.
static void check_acting(Setting *e) {
  const PwTouches *touches = &e->s->contact.touches;
  PwActing acting = {0};
  PwPairRow row[PW_TOUCH_ROWS];
  assert_int_equal(pw_acting_list(&acting, touches), PAWL_OK);
  assert_true(acting.position_rows <= acting.rows && acting.rows <= acting.all);
  rows_at(e, 0, 0, NULL, NULL);
  if (pw_acting_place(&acting, e->m) == PAWL_OK) {
    pw_acting_move(&acting, e->m);
    for (int32_t i = 0; i < acting.all; i++) {
      const PwPairRow *r = &acting.row[i];
      assert_true(i >= acting.rows || (r->level == PW_LEVEL_POSITION) == (i < acting.position_rows));
      assert_true(rows_at(e, 0, 1, &r->touch, row) > r->component);
      assert_memory_equal(r, &row[r->component], sizeof *r);
      if (r->component == 0) assert_int_equal(acting.normal[r->touch], i);
    }
  }
  for (int32_t i = 0; i < touches->count; i++) {
    assert_int_equal(acting.normal[i] >= 0, touches->touch[i].state != PW_TOUCH_OPEN);
  }
  pw_acting_free(&acting);
}

static void test_rows_agree_with_differences(void **state) {
  (void)state;
  static const char *const files[] = {"cam-polynomial/cam-polynomial.yaml",
                                      "cam-arcs-lines-free/cam-arcs-lines-free.yaml",
                                      "four-bar-clearance/four-bar-clearance.yaml",
                                      "sear-trigger/sear-trigger.yaml",
                                      "ball-joint-clearance/ball-joint-oval.yaml",
                                      "four-bar-clearance-space/four-bar-clearance-oval.yaml",
                                      "globoidal-cam/globoidal-cam.yaml",
                                      "nurbs-cam/nurbs-cam.yaml",
                                      "wheel-set/wheel-set.yaml",
                                      "sliding-cube/sliding-cube.yaml"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    uint64_t seed = 5 + i;
    Setting e;
    int tried = 0;
    begin(&e, files[i], NULL);
    for (int n = 0; n < POSES; n++) {
      for (int32_t j = 0; j < e.s->contact.touches.count && j < MOST; j++) {
        pose(&e, n == 0 ? 0 : 1e-3, &seed);
        if (!check_rows(&e, j)) continue;
        check_acting(&e);
        check_gradient(&e, j);
        tried++;
      }
    }
    if (tried < POSES / 2) fail_msg("%s: %d rows compared", files[i], tried);
    end(&e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows_agree_with_differences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
