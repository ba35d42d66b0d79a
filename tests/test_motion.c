// What a motion evaluates: the lists of frames and scalars, and poses that its owner has already.
#include "full_mechanism.h"

// A motion beside s->m, with everything in it set to NaN but what its owner gives.
static PwMotion spoiled(Setting *s) {
  const PawlMechanism *k = s->k;
  PwMotion m;
  assert_int_equal(pw_motion_create(k, &s->arena, &m), PAWL_OK);
  double *const all[3] = {(double *)m.scalar, (double *)m.frame, (double *)m.frame2};
  size_t bytes[3] = {(size_t)k->scalars * sizeof *m.scalar, k->planar ? 0 : (size_t)k->frames * sizeof *m.frame,
                     k->planar ? (size_t)k->frames * sizeof *m.frame2 : 0};
  for (int n = 0; n < 3; n++) {
    for (size_t i = 0; i < bytes[n] / sizeof(double); i++) all[n][i] = NAN;
  }
  return m;
}

static void check_scalar(const Setting *s, const PwMotion *m, int32_t i, bool evaluated) {
  const PwScalarMotion *got = &m->scalar[i], *expected = &s->m.scalar[i];
  int32_t wide = 2 * pw_speeds_per_body(s->k);
  if (!evaluated) {
    assert_true(isnan(got->value) && isnan(got->rate));
    return;
  }
  assert_true(got->value == expected->value && got->rate == expected->rate && got->bias == expected->bias);
  assert_memory_equal(got->jac, expected->jac, (size_t)wide * sizeof *got->jac);
}

static bool in_list(const int32_t *list, int32_t count, int32_t wanted) {
  bool found = false;
  for (int32_t i = 0; i < count; i++) found |= list[i] == wanted;
  return found;
}

// At first the mechanism's hot scalars and every frame; then the owner's lists, and `all` again.
static void check_lists(Setting *s) {
  const PawlMechanism *k = s->k;
  PwMotion m = spoiled(s);
  assert_int_equal(pw_motion_place(&m, s->t, s->q, &s->discrete), PAWL_OK);
  pw_motion_move(&m, s->v);
  for (int32_t i = 0; i < k->scalars; i++) check_scalar(s, &m, i, in_list(k->hot_scalar, k->hot_scalars, i));
  for (int32_t i = 0; i < k->frames; i++) assert_false(isnan(k->planar ? m.frame2[i].V[0] : m.frame[i].V[0]));

  m = spoiled(s);
  int32_t only[2] = {k->scalars - 1, 0}, frame[4];
  while (k->scalar[only[0]].frame[0] < 4) only[0]--;  // so that it is not the first four frames
  for (int i = 0; i < 4; i++) frame[i] = k->scalar[only[i / 2]].frame[i % 2];
  m.hot_scalar = only;
  m.hot_scalars = 2;
  m.hot_frame = frame;
  m.hot_frames = 4;
  assert_int_equal(pw_motion_place(&m, s->t, s->q, &s->discrete), PAWL_OK);
  pw_motion_move(&m, s->v);
  for (int32_t i = 0; i < k->scalars; i++) check_scalar(s, &m, i, in_list(only, 2, i));
  for (int32_t i = 0; i < k->frames; i++) {
    assert_true(isnan(k->planar ? m.frame2[i].p[0] : m.frame[i].p[0]) != in_list(frame, 4, i));
    assert_true(isnan(k->planar ? m.frame2[i].V[0] : m.frame[i].V[0]) != in_list(frame, 4, i));
  }

  m.all = true;
  assert_int_equal(pw_motion_place(&m, s->t, s->q, &s->discrete), PAWL_OK);
  pw_motion_move(&m, s->v);
  for (int32_t i = 0; i < k->scalars; i++) check_scalar(s, &m, i, true);
}

// The owner's rotations are taken as they are: the numbers 2 and 3 in their place show up in the levers.
static void check_posed(Setting *s) {
  const PawlMechanism *k = s->k;
  int32_t wide = k->planar ? 2 : 9, per = pw_coordinates_per_body(k);
  PwMotion m = spoiled(s);
  m.all = true;
  memcpy(m.q + per, s->q, (size_t)pw_position_count(k) * sizeof *s->q);
  memcpy(m.R + wide, s->m.R + wide, (size_t)(wide * (k->bodies - 1)) * sizeof *m.R);
  pw_motion_place_posed(&m, s->t, &s->discrete);
  pw_motion_move(&m, s->v);
  for (int32_t i = 0; i < k->scalars; i++) check_scalar(s, &m, i, true);
  for (int32_t r = 0; r < k->rows; r++) assert_true(pw_row_value(&m, r) == pw_row_value(&s->m, r));
  for (int32_t i = wide; i < wide * k->bodies; i++) m.R[i] = i % 2 ? 3 : 2;
  pw_motion_place_posed(&m, s->t, &s->discrete);
  for (int32_t i = 0; i < k->frames; i++) {
    const double *x = k->frame[i].position, *R = m.R + wide * k->frame[i].body;
    if (k->frame[i].moves) continue;
    double lever = k->planar ? R[0] * x[0] - R[1] * x[1] : R[0] * x[0] + R[1] * x[1] + R[2] * x[2];
    CHECK_CLOSE(k->planar ? m.frame2[i].c[0] : m.frame[i].c[0], lever, 1e-14);
  }
}

static void check_all(PawlMechanism *k) {
  Setting s = {.k = k};
  uint64_t random = 31;
  assert_true(k->hot_scalars < k->scalars);
  prepare(&s);
  pose(&s, &random);
  hold_turns(&s);
  place(&s, s.t, s.q, s.v);
  check_lists(&s);
  check_posed(&s);
  leave(&s);
}

static void test_motion_in_space_agrees_with_differences(void **state) {
  (void)state;
  check_all(full(false, PAWL_PLANAR_NO, true, 3));
}

static void test_motion_in_the_plane_agrees_with_differences(void **state) {
  (void)state;
  check_all(full(true, PAWL_PLANAR_YES, true, 3));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_motion_in_space_agrees_with_differences),
                                     cmocka_unit_test(test_motion_in_the_plane_agrees_with_differences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
