// Rates of gradients: against differences of the gradients along a motion at constant accelerations, and against the bias where
// no frame moves on its body. Hessians: against differences of the gradients by positions.
#include "full_mechanism.h"
#include "mechanics/gradient_rates.h"

enum { COUNT = 12 };

static bool is_speed_size(const Setting *s, int32_t index) {
  return is_speed(s, index) && s->k->scalar[index].axis == 3;
}

// Seven gradients of each scalar around s->t. The direction of a speed needs accelerations: it is checked without them.
static void check_scalars(Setting *s, bool coasting) {
  const double h = 2e-3;
  static double jac[7][SCALARS * COUNT];
  double q[NQ], v[NV], rate[COUNT], kept[NV];
  int32_t per = pw_speeds_per_body(s->k);
  memcpy(kept, s->a, sizeof kept);
  if (coasting) memset(s->a, 0, sizeof s->a);
  for (int n = 0; n < 7; n++) {
    later(s, (n - 3) * h, q, v);
    place(s, s->t + (n - 3) * h, q, v);
    for (int32_t i = 0; i < s->k->scalars; i++) memcpy(jac[n] + COUNT * i, s->m.scalar[i].jac, sizeof rate);
  }
  place(s, s->t, s->q, s->v);
  for (int32_t i = 0; i < s->k->scalars; i++) {
    if (is_speed_size(s, i) != coasting) continue;
    pw_scalar_jac_rate(&s->m, i, rate);
    for (int32_t c = 0; c < 2 * per; c++) {
      if (s->k->frame[s->k->scalar[i].frame[c / per]].body)
        check_close(s, i, "rate of gradient", rate[c], FIRST(jac, COUNT * i + c), 1e-7);
    }
  }
  memcpy(s->a, kept, sizeof kept);
}

// Gradient of each row, as what it adds to a vector that is not zero, and its rate.
static void check_rows(Setting *s) {
  const double h = 2e-3, lambda = 1.7;
  static double jac[7][ROWS * NV];
  double q[NQ], v[NV], got[NV], unit[NV] = {0};
  int32_t nv = pw_speed_count(s->k);
  for (int n = 0; n < 7; n++) {
    later(s, (n - 3) * h, q, v);
    place(s, s->t + (n - 3) * h, q, v);
    for (int32_t r = 0; r < s->k->rows; r++) {
      memset(jac[n] + r * nv, 0, (size_t)nv * sizeof **jac);
      pw_row_add_jac(&s->m, r, lambda, jac[n] + r * nv);
    }
  }
  place(s, s->t, s->q, s->v);
  for (int32_t r = 0; r < s->k->rows; r++) {
    const PwRow *row = &s->k->row[r];
    for (int32_t c = 0; c < nv; c++) got[c] = c;
    pw_row_add_jac_rate(&s->m, r, lambda, got);
    for (int32_t c = 0; c < nv; c++) {
      double sum = 0;
      unit[c] = 1;
      for (int32_t t = row->term; t < row->term + row->terms; t++) {
        sum += s->k->term[t].factor * gradient_along(s, s->k->term[t].scalar, unit);
      }
      unit[c] = 0;
      CHECK_CLOSE(jac[3][r * nv + c], lambda * sum, 1e-13 * (1 + fabs(sum)));
      CHECK_CLOSE(got[c] - c, FIRST(jac, r * nv + c), 1e-7);
    }
  }
}

// s'' = jac . a + jac' . v where s' = jac . v.
static void check_bias(Setting *s) {
  place(s, s->t, s->q, s->v);
  int32_t per = pw_speeds_per_body(s->k);
  for (int32_t i = 0; i < s->k->scalars; i++) {
    const int32_t *f = s->k->scalar[i].frame, body[2] = {s->k->frame[f[0]].body, s->k->frame[f[1]].body};
    double rate[COUNT], size = 0;
    if (is_speed(s, i)) continue;
    pw_scalar_jac_rate(&s->m, i, rate);
    for (int32_t c = 0; c < 2 * per; c++) size += fabs(rate[c]);
    CHECK_CLOSE(pw_pair_along(s->k, body, rate, s->v), s->m.scalar[i].bias, 1e-13 * (1 + size));
  }
}

// Body `body` shifted or turned: component `c` of its speeds.
static void check_hessians(Setting *s, int32_t body, int32_t c) {
  const double h = 2e-3;
  static double jac[7][SCALARS * COUNT];
  double q[NQ], unit[NV] = {0}, H[COUNT * COUNT];
  int32_t per = pw_speeds_per_body(s->k), wide = 2 * per;
  for (int n = 0; n < 7; n++) {
    unit[per * (body - 1) + c] = (n - 3) * h;
    pw_position_add(s->k, s->q, unit, q);
    place(s, s->t, q, s->v);
    for (int32_t i = 0; i < s->k->scalars; i++) memcpy(jac[n] + COUNT * i, s->m.scalar[i].jac, COUNT * sizeof **jac);
  }
  place(s, s->t, s->q, s->v);
  for (int32_t i = 0; i < s->k->scalars; i++) {
    const int32_t *f = s->k->scalar[i].frame;
    if (is_speed(s, i)) continue;
    pw_scalar_hessian(&s->m, i, H);
    for (int32_t r = 0; r < wide; r++) {
      double sum = 0;
      if (s->k->frame[f[r / per]].body == 0) continue;
      for (int side = 0; side < 2; side++) sum += s->k->frame[f[side]].body == body ? H[wide * r + per * side + c] : 0;
      check_close(s, i, "gradient by positions", sum, FIRST(jac, COUNT * i + r), 1e-7);
    }
  }
}

static void check_all(Setting *s, uint64_t random) {
  prepare(s);
  for (int n = 0; n < 4; n++) {
    pose(s, &random);
    hold_turns(s);
    check_scalars(s, false);
    check_scalars(s, true);
    check_rows(s);
    for (int32_t b = 1; b < s->k->bodies; b++) {
      for (int32_t c = 0; c < pw_speeds_per_body(s->k); c++) check_hessians(s, b, c);
    }
  }
  for (int32_t i = 0; i < s->k->frames; i++) s->k->frame[i].moves = false;
  for (int n = 0; n < 4; n++) {
    pose(s, &random);
    check_bias(s);
  }
  leave(s);
}

static void test_gradients_of_scalars_in_space(void **state) {
  (void)state;
  uint64_t random = 21;
  static Setting s;
  s.k = build(bodies(false, PAWL_PLANAR_NO, &random));
  all_scalars(s.k, s.scalar);
  check_all(&s, 22);
}

static void test_rows_in_space(void **state) {
  (void)state;
  static Setting s;
  s.k = full(false, PAWL_PLANAR_NO, true, 3);
  assert_false(s.k->planar);
  check_all(&s, 23);
}

static void test_gradients_in_the_plane(void **state) {
  (void)state;
  static Setting s;
  s.k = full(true, PAWL_PLANAR_YES, true, 3);
  assert_true(s.k->planar);
  check_all(&s, 24);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_gradients_of_scalars_in_space), cmocka_unit_test(test_rows_in_space),
                                     cmocka_unit_test(test_gradients_in_the_plane)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
