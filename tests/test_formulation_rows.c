// Rows of closed touches in both formulations, against dense equations of the bodies: a row of speeds beside one of positions,
// touch space and impulses of rows that are no touch's normal, residuals in the units of their rows.
//
// No touch has a row of speeds yet: the second of two closed stops is taken for one.
#include "base/random.h"
#include "check.h"
#include "dynamics/canonical.h"
#include "dynamics/multipliers.h"
#include "dynamics/row_speed.h"
#include "numerics/dense.h"
#include "pawl/pawl.h"

enum { BODIES = 5, NV = 3 * BODIES, JOINT_ROWS = 12, MOST = 3, ALL = NV + JOINT_ROWS + MOST };

// Six links and ground, of `size` metres: three freedoms, and a stop at three of the joints.
static const char *const LINKS =
    "parameters: {a: 1}\n"
    "units: {length: m, angle: rad}\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  one: {mass: 1, inertia: 0.1*a^2, center: [0, 0.3*a]}\n"
    "  two: {mass: 2, inertia: 0.2*a^2, center: [0.2*a, 0.7*a]}\n"
    "  three: {mass: 3, inertia: 0.3*a^2, center: [0.6*a, 0.9*a]}\n"
    "  four: {mass: 1.5, inertia: 0.2*a^2, center: [1*a, 0.8*a]}\n"
    "  five: {mass: 2.5, inertia: 0.1*a^2, center: [1.1*a, 0.3*a]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, one], at: [0, 0], limits: [0, ~]}\n"
    "  B: {type: revolute, between: [one, two], at: [0, 0.5*a]}\n"
    "  C: {type: revolute, between: [two, three], at: [0.3*a, 0.9*a], limits: [0, ~]}\n"
    "  D: {type: revolute, between: [three, four], at: [0.9*a, 1*a]}\n"
    "  E: {type: revolute, between: [four, five], at: [1.2*a, 0.6*a]}\n"
    "  F: {type: revolute, between: [five, ground], at: [1.1*a, 0], limits: [0, ~]}\n"
    "analysis: {duration: 1, step: 0.1}\n";

typedef struct {
  PawlMessages *messages;
  PawlModel *model;
  PawlMechanism *k;
  PwArena arena;
  PwDiscrete discrete;
  PwFormulation *f;
  PwActing *acting;  // the formulation's own
  PwTouches touches;
  int32_t nq;
  double y[2 * NV + 1];  // as drawn, at rest
} Links;

static void begin(Links *e, bool canonical, const char *size) {
  *e = (Links){.messages = pawl_messages_create()};
  assert_int_equal(pawl_model_parse("m.yaml", LINKS, strlen(LINKS), &size, 1, e->messages, &e->model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(e->model, e->messages, &e->k), PAWL_OK);
  assert_int_equal((canonical ? pw_canonical_create : pw_multipliers_create)(e->k, 1e-4, &e->f), PAWL_OK);
  assert_int_equal(pw_discrete_create(e->k, &e->arena, &e->discrete), PAWL_OK);
  pw_formulation_set_discrete(e->f, &e->discrete);
  e->acting = canonical ? &((PwCanonical *)e->f)->acting : &((PwMultipliers *)e->f)->acting;
  assert_int_equal(pw_touches_create(e->k, &e->touches), PAWL_OK);
  assert_int_equal(e->touches.count, MOST);
  e->nq = pw_position_count(e->k);
  assert_int_equal(pw_speed_count(e->k), NV);
  assert_int_equal(e->k->rows, JOINT_ROWS);
  memcpy(e->y, e->k->assembled, (size_t)e->nq * sizeof *e->y);
}

static void end(Links *e) {
  pw_touches_free(&e->touches);
  pw_formulation_free(e->f);
  pw_arena_free(&e->arena);
  pawl_mechanism_free(e->k);
  pawl_model_free(e->model);
  pawl_messages_free(e->messages);
}

// Closes the first `n` stops; of these, rows behind the first are taken for rows of speeds.
static void close_stops(Links *e, int32_t n) {
  for (int32_t i = 0; i < MOST; i++) e->touches.touch[i].state = i < n ? PW_TOUCH_CLOSED : PW_TOUCH_OPEN;
  assert_int_equal(pw_formulation_set_touches(e->f, &e->touches, false), PAWL_OK);
  assert_int_equal(e->acting->rows, n);
  e->acting->position_rows = n > 0;
  for (int32_t i = 1; i < n; i++) e->acting->row[i].level = PW_LEVEL_SPEED;
}

static void any_speeds(const Links *e, double *y, uint64_t *seed) {
  for (int i = 0; i < NV; i++) y[e->nq + i] = pw_random_between(seed, -1, 1) * pw_scale(e->k, i % 3 == 2);
}

// The rows of all stops at y, and the motion of the formulation left there.
static void rows_at(Links *e, const double *y, PwPairRow row[MOST]) {
  static const int32_t LIST[MOST] = {0, 1, 2};
  int32_t first[MOST + 1];
  PwMotion *m = pw_formulation_motion(e->f);
  m->all = true;
  assert_int_equal(pw_motion_place(m, 0, y, &e->discrete), PAWL_OK);
  pw_motion_move(m, y + e->nq);
  assert_int_equal(pw_touches_rows(&e->touches, m, PW_ROWS_NORMAL, MOST, LIST, row, first), PAWL_OK);
  assert_int_equal(first[MOST], MOST);
}

// [M J^T G^T; J 0 0; G 0 0] x = b of the bodies, the joints and `n` rows, at the state that the motion stands at.
static void solve_dense(Links *e, int32_t n, const PwPairRow *row, double x[ALL]) {
  static double A[ALL * ALL];
  const PwMotion *m = pw_formulation_motion(e->f);
  int32_t pivot[ALL], size = NV + JOINT_ROWS + n;
  memset(A, 0, sizeof A);
  for (int32_t c = 0; c < NV; c++) {
    double unit[NV] = {0}, column[NV];
    unit[c] = 1;
    pw_mass_multiply(m, unit, column);
    for (int32_t i = 0; i < NV; i++) A[c * size + i] = column[i];
    for (int32_t r = 0; r < JOINT_ROWS + n; r++) {
      int32_t i = r - JOINT_ROWS;
      double along = i < 0 ? pw_row_along(m, r, unit) : pw_pair_along(e->k, row[i].body, row[i].jac, unit);
      A[c * size + NV + r] = A[(NV + r) * size + c] = along;
    }
  }
  assert_int_equal(pw_lu_factor(A, size, pivot), PAWL_OK);
  pw_lu_solve(A, size, pivot, x);
}

// Speeds onto joints and rows: x = (dv, impulses), of speeds that are off.
static void test_speeds_go_onto_rows_of_both_levels(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int n = 0; n < 20; n++) {
    Links e;
    begin(&e, n % 2, "a=0.05");
    PwPairRow row[MOST];
    double y[2 * NV + 1], x[ALL] = {0};
    close_stops(&e, 2);
    memcpy(y, e.y, sizeof y);
    any_speeds(&e, y, &seed);
    rows_at(&e, y, row);
    for (int32_t r = 0; r < JOINT_ROWS; r++) x[NV + r] = -pw_row_rate(pw_formulation_motion(e.f), r);
    for (int32_t i = 0; i < 2; i++) x[NV + JOINT_ROWS + i] = -row[i].rate;
    solve_dense(&e, 2, row, x);
    for (int i = 0; i < NV; i++) x[i] += y[e.nq + i];
    assert_int_equal(pw_formulation_project(e.f, 0, y), PAWL_OK);
    for (int i = 0; i < NV; i++) CHECK_CLOSE(y[e.nq + i], x[i], 1e-11);
    rows_at(&e, y, row);
    CHECK_CLOSE(row[0].rate, 0, 1e-12);
    CHECK_CLOSE(row[1].rate, 0, 1e-12);
    end(&e);
  }
}

// Positions go onto the row of positions alone: the other stop stays open by as much as it was, but for what the joints move.
static void test_positions_go_onto_rows_of_positions(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int n = 0; n < 20; n++) {
    Links e;
    begin(&e, n % 2, "a=0.05");
    PwPairRow row[MOST];
    double y[2 * NV + 1], d[NV];
    close_stops(&e, 0);
    for (int i = 0; i < NV; i++) d[i] = 0.05 * pw_random_between(&seed, -1, 1) * pw_scale(e.k, i % 3 == 2);
    memcpy(y, e.y, sizeof y);
    pw_position_add(e.k, e.y, d, y);
    assert_int_equal(pw_formulation_project(e.f, 0, y), PAWL_OK);  // a position of the links
    rows_at(&e, y, row);
    double open = row[1].value;
    close_stops(&e, 2);
    assert_int_equal(pw_formulation_project(e.f, 0, y), PAWL_OK);
    rows_at(&e, y, row);
    CHECK_CLOSE(row[0].value, 0, 1e-13);
    for (int32_t r = 0; r < JOINT_ROWS; r++) CHECK_CLOSE(pw_row_value(pw_formulation_motion(e.f), r), 0, 1e-14);
    if (n % 2) CHECK_CLOSE(row[1].value, open, 1e-3);  // canonical: not moved along rows of speeds
    assert_true(fabs(row[1].value) > 1e-6);
    end(&e);
  }
}

// Accelerations, and the forces of rows of both levels and of the joints.
static void test_solve_has_rows_of_both_levels(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (int n = 0; n < 20; n++) {
    Links e;
    begin(&e, n % 2, "a=0.05");
    PwPairRow row[MOST];
    PwSolution solution;
    double y[2 * NV + 1], x[ALL] = {0};
    close_stops(&e, 2);
    memcpy(y, e.y, sizeof y);
    any_speeds(&e, y, &seed);
    assert_int_equal(pw_formulation_project(e.f, 0, y), PAWL_OK);
    rows_at(&e, y, row);
    PwMotion *m = pw_formulation_motion(e.f);
    assert_int_equal(pw_motion_forces(m, &e.discrete, x), PAWL_OK);
    for (int32_t r = 0; r < JOINT_ROWS; r++) x[NV + r] = -pw_row_bias(m, r);
    for (int32_t i = 0; i < 2; i++) x[NV + JOINT_ROWS + i] = -row[i].bias;
    solve_dense(&e, 2, row, x);
    assert_int_equal(pw_formulation_solve(e.f, 0, y, &solution), PAWL_OK);
    for (int i = 0; i < NV; i++) CHECK_CLOSE(solution.acceleration[i], x[i], 1e-8);
    for (int32_t r = 0; r < JOINT_ROWS; r++) CHECK_CLOSE(solution.lambda[r], -x[NV + r], 1e-9);
    for (int32_t i = 0; i < 2; i++) CHECK_CLOSE(solution.touch.force[i], -x[NV + JOINT_ROWS + i], 1e-9);
    end(&e);
  }
}

// Touch space of three rows: a stop's, and two of speeds between any bodies; then impulses along them.
static void test_touch_space_of_any_rows(void **state) {
  (void)state;
  uint64_t seed = 13;
  for (int n = 0; n < 20; n++) {
    Links e;
    begin(&e, n % 2, "a=0.05");
    PwPairRow row[MOST];
    double y[2 * NV + 1], W[MOST * MOST], acceleration[MOST], x[ALL], impulse[MOST], taken[JOINT_ROWS];
    close_stops(&e, 1);
    memcpy(y, e.y, sizeof y);
    any_speeds(&e, y, &seed);
    assert_int_equal(pw_formulation_project(e.f, 0, y), PAWL_OK);
    rows_at(&e, y, row);
    for (int i = 1; i < MOST; i++) {
      row[i] = (PwPairRow){.component = i, .level = PW_LEVEL_SPEED, .body = {i == 1 ? 0 : 2, 4}};
      row[i].bias = pw_random_between(&seed, -1, 1);
      for (int c = 0; c < 6; c++) row[i].jac[c] = pw_random_between(&seed, -1, 1);
    }
    assert_int_equal(pw_formulation_touch_space(e.f, 0, y, MOST, row, W, acceleration), PAWL_OK);
    PwPairRow other[MOST];
    rows_at(&e, y, other);
    PwMotion *m = pw_formulation_motion(e.f);
    memset(x, 0, sizeof x);
    assert_int_equal(pw_motion_forces(m, &e.discrete, x), PAWL_OK);
    for (int32_t r = 0; r < JOINT_ROWS; r++) x[NV + r] = -pw_row_bias(m, r);
    solve_dense(&e, 0, NULL, x);
    for (int i = 0; i < MOST; i++) {
      CHECK_CLOSE(acceleration[i], pw_pair_along(e.k, row[i].body, row[i].jac, x) + row[i].bias, 1e-8);
      impulse[i] = pw_random_between(&seed, -1, 1);
    }
    memset(x, 0, sizeof x);
    for (int i = 0; i < MOST; i++) {
      double one[ALL] = {0};
      pw_pair_add(e.k, row[i].body, row[i].jac, 1, one);
      solve_dense(&e, 0, NULL, one);
      for (int j = 0; j < MOST; j++) {
        double size = sqrt(W[i * MOST + i] * W[j * MOST + j]);
        CHECK_CLOSE(W[i * MOST + j], pw_pair_along(e.k, row[j].body, row[j].jac, one), 1e-10 * size);
      }
      for (int c = 0; c < ALL; c++) x[c] += one[c] * impulse[i];
    }
    double after[2 * NV + 1];
    memcpy(after, y, sizeof y);
    pw_formulation_apply_impulses(e.f, after, MOST, impulse, taken);
    for (int i = 0; i < NV; i++) CHECK_CLOSE(after[e.nq + i] - y[e.nq + i], x[i], 1e-9 * (1 + fabs(x[i])));
    for (int32_t r = 0; r < JOINT_ROWS; r++) CHECK_CLOSE(taken[r], -x[NV + r], 1e-9 * (1 + fabs(x[NV + r])));
    end(&e);
  }
}

// A stop of an angle is out by radians, whatever the size of the mechanism: told so, and put right where it is large.
static void test_stops_of_angles_are_measured_in_radians(void **state) {
  (void)state;
  static const double OUT = 1e-3;
  for (int n = 0; n < 4; n++) {
    Links e;
    begin(&e, n % 2, n < 2 ? "a=0.01" : "a=1e7");
    PwPairRow row[MOST];
    PwSolution solution;
    double y[2 * NV + 1], position, speed, d[NV] = {0};
    int32_t worst;
    close_stops(&e, 0);
    d[2] = OUT;  // of the first link
    d[0] = -OUT * e.y[1];
    memcpy(y, e.y, sizeof y);
    pw_position_add(e.k, e.y, d, y);
    assert_int_equal(pw_formulation_project(e.f, 0, y), PAWL_OK);
    rows_at(&e, y, row);
    double out = row[0].value;
    assert_true(fabs(out) > OUT / 10);
    close_stops(&e, 1);
    y[e.nq + 2] = 0.01;
    assert_int_equal(pw_formulation_violation(e.f, 0, y, &position, &speed, &worst), PAWL_OK);
    rows_at(&e, y, row);
    CHECK_CLOSE(position, fabs(out), 1e-12);
    double largest = fabs(row[0].rate);
    for (int32_t r = 0; r < JOINT_ROWS; r++)
      largest = fmax(largest, fabs(pw_row_rate(pw_formulation_motion(e.f), r)) / e.k->size);
    CHECK_CLOSE(speed, largest, 1e-12);
    memset(y + e.nq, 0, NV * sizeof *y);
    assert_int_equal(pw_formulation_evaluate(e.f, 0, y, &solution), PAWL_OK);
    memcpy(y, solution.q, (size_t)e.nq * sizeof *y);
    rows_at(&e, y, row);
    CHECK_CLOSE(row[0].value, 0, 1e-8);
    end(&e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_speeds_go_onto_rows_of_both_levels), cmocka_unit_test(test_positions_go_onto_rows_of_positions),
      cmocka_unit_test(test_solve_has_rows_of_both_levels), cmocka_unit_test(test_touch_space_of_any_rows),
      cmocka_unit_test(test_stops_of_angles_are_measured_in_radians)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
