// The space of rows beside a matrix: what it gives is put into the equations of the whole system, of symmetric, general and
// complex matrices; the first rows alone; rows that depend on each other.
#include "base/random.h"
#include "check.h"
#include "dynamics/row_space.h"
#include "models.h"
#include "numerics/dense.h"

enum { BODIES = 3, NV = 3 * BODIES, EXTRA = 2, SIZE = NV + EXTRA, ROWS = 4, ALL = SIZE + ROWS };

typedef struct {
  double complex A[SIZE * SIZE];  // column by column
  double lu[4 * SIZE * SIZE];     // of A as a real matrix of twice the size
  int32_t pivot[2 * SIZE];
  PwPairRow row[ROWS];
} System;

static PawlMechanism *mechanism(void) {
  PawlModel *m = pawl_model_create();
  for (int i = 0; i < BODIES; i++) {
    static const char *const name[] = {"one", "two", "three"};
    add_body(m, name[i], 1, 1, 1, 1, 0, 0, 0);
  }
  pawl_model_set_planar(m, PAWL_PLANAR_YES);
  return build(m);
}

// Symmetric: positive definite. Complex: with a small imaginary part, as radau5's.
static void make(System *s, PwSpaceKind kind, uint64_t *seed) {
  double G[SIZE * SIZE];
  for (int i = 0; i < SIZE * SIZE; i++) G[i] = pw_random_between(seed, -1, 1);
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      double sum = i == j;
      for (int l = 0; l < SIZE; l++) sum += G[i * SIZE + l] * G[j * SIZE + l];
      if (kind != PW_SPACE_SYMMETRIC) sum += pw_random_between(seed, -0.2, 0.2);
      s->A[j * SIZE + i] = CMPLX(sum, kind == PW_SPACE_COMPLEX ? pw_random_between(seed, -0.2, 0.2) : 0);
    }
  }
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      double complex a = s->A[j * SIZE + i];
      s->lu[2 * j * 2 * SIZE + 2 * i] = s->lu[(2 * j + 1) * 2 * SIZE + 2 * i + 1] = creal(a);
      s->lu[2 * j * 2 * SIZE + 2 * i + 1] = cimag(a);
      s->lu[(2 * j + 1) * 2 * SIZE + 2 * i] = -cimag(a);
    }
  }
  assert_int_equal(pw_lu_factor(s->lu, 2 * SIZE, s->pivot), PAWL_OK);
  for (int i = 0; i < ROWS; i++) {
    s->row[i] = (PwPairRow){.body = {i % BODIES, 1 + (i + 1) % BODIES}};  // 0: ground
    if (s->row[i].body[0] == s->row[i].body[1]) s->row[i].body[0] = 0;
    for (int c = 0; c < 6; c++) s->row[i].jac[c] = pw_random_between(seed, -1, 1);
  }
}

static void solve_pairs(const System *s, double *x) {
  pw_lu_solve(s->lu, 2 * SIZE, s->pivot, x);
}

static void solve_column(void *self, const PwPairRow *row, double *column) {
  double x[2 * SIZE] = {0};
  for (int c = 0; c < 6; c++) {
    if (row->body[c / 3]) x[2 * (3 * (row->body[c / 3] - 1) + c % 3)] = row->jac[c];
  }
  solve_pairs(self, x);
  for (int i = 0; i < SIZE; i++) column[i] = x[2 * i];
}

static void solve_pair_column(void *self, const PwPairRow *row, double *column) {
  memset(column, 0, 2 * SIZE * sizeof *column);
  for (int c = 0; c < 6; c++) {
    if (row->body[c / 3]) column[2 * (3 * (row->body[c / 3] - 1) + c % 3)] = row->jac[c];
  }
  solve_pairs(self, column);
}

// What is left of the equations A x + G^T mu = b, G x = r with the first `rows` rows; *size: of their largest terms.
static double left_over(const System *s, int rows, const double complex *b, const double complex *r, const double complex *x,
                        const double complex *mu, double *size) {
  double complex left[ALL];
  double largest = 0;
  for (int i = 0; i < SIZE; i++) left[i] = -b[i];
  for (int i = 0; i < rows; i++) left[SIZE + i] = -r[i];
  *size = 1;
  for (int i = 0; i < SIZE * SIZE; i++) left[i % SIZE] += s->A[i] * x[i / SIZE];
  for (int i = 0; i < SIZE; i++) *size = fmax(*size, SIZE * cabs(s->A[i * SIZE + i] * x[i]));
  for (int i = 0; i < 6 * rows; i++) {
    const PwPairRow *row = &s->row[i / 6];
    int body = row->body[i % 6 / 3], at = 3 * (body - 1) + i % 3;
    if (body == 0) continue;
    left[at] += row->jac[i % 6] * mu[i / 6];
    left[SIZE + i / 6] += row->jac[i % 6] * x[at];
    *size = fmax(*size, cabs(mu[i / 6]));
  }
  for (int i = 0; i < SIZE + rows; i++) largest = fmax(largest, cabs(left[i]));
  return largest;
}

static void compare(const PawlMechanism *k, PwSpaceKind kind, int rows, uint64_t *seed) {
  static System s;
  PwRowSpace space = {0};
  bool pairs = kind == PW_SPACE_COMPLEX;
  double complex b[SIZE], r[ROWS], x[SIZE], mu[ROWS];
  double real[SIZE], size;
  make(&s, kind, seed);
  for (int i = 0; i < SIZE; i++) b[i] = CMPLX(pw_random_between(seed, -1, 1), pairs ? pw_random_between(seed, -1, 1) : 0);
  for (int i = 0; i < ROWS; i++) r[i] = CMPLX(pw_random_between(seed, -1, 1), pairs ? pw_random_between(seed, -1, 1) : 0);
  assert_int_equal(pw_row_space_reserve(&space, k, kind, ROWS, SIZE, 1), PAWL_OK);
  pw_row_space_form(&space, ROWS, s.row, pairs ? solve_pair_column : solve_column, &s);
  assert_int_equal(pw_row_space_factor(&space), PAWL_OK);
  if (kind == PW_SPACE_SYMMETRIC) assert_int_equal(space.firm, ROWS);
  memcpy(x, b, sizeof x);
  solve_pairs(&s, (double *)x);
  for (int i = 0; i < SIZE; i++) real[i] = creal(x[i]);
  if (pairs) pw_row_space_along_pairs(&space, (double *)x, (double *)mu);
  for (int i = 0; i < rows; i++) {
    if (pairs) mu[i] -= r[i];
    if (!pairs) space.mu[i] = pw_row_space_along(&space, i, real) - creal(r[i]);
  }
  pw_row_space_solve(&space, rows, pairs ? (double *)mu : space.mu);
  pw_row_space_subtract(&space, rows, pairs ? (double *)mu : space.mu, pairs ? (double *)x : real);
  for (int i = 0; i < SIZE && !pairs; i++) x[i] = real[i];
  for (int i = 0; i < rows && !pairs; i++) mu[i] = space.mu[i];
  double left = left_over(&s, rows, b, r, x, mu, &size);
  CHECK_CLOSE(left, 0, 1e-11 * size);  // of a general space its softness, 1e-12
  pw_row_space_free(&space);
}

static void test_systems_agree_with_dense_ones(void **state) {
  (void)state;
  PawlMechanism *k = mechanism();
  uint64_t seed = 3;
  for (int n = 0; n < 50; n++) {
    for (int rows = 0; rows <= ROWS; rows++) compare(k, PW_SPACE_SYMMETRIC, rows, &seed);
    compare(k, PW_SPACE_GENERAL, ROWS, &seed);
    compare(k, PW_SPACE_COMPLEX, ROWS, &seed);
  }
  pawl_mechanism_free(k);
}

// The third row is the second once more: two rows in front stand by themselves, of three the last two share, half each; the
// fourth is not asked. So they do again, of another right side, of all rows in between, and when W is formed anew of other rows.
static void test_dependent_rows_share(void **state) {
  (void)state;
  static System s;
  PawlMechanism *k = mechanism();
  PwRowSpace space = {0};
  uint64_t seed = 9;
  make(&s, PW_SPACE_SYMMETRIC, &seed);
  s.row[2] = s.row[1];
  assert_int_equal(pw_row_space_reserve(&space, k, PW_SPACE_SYMMETRIC, ROWS, SIZE, 1), PAWL_OK);
  pw_row_space_form(&space, ROWS, s.row, solve_column, &s);
  assert_int_equal(pw_row_space_factor(&space), PAWL_OK);
  assert_int_equal(space.firm, 2);
  double two[2] = {1, -0.5}, three[3] = {1, -0.5, -0.5};
  pw_row_space_solve(&space, 3, three);
  pw_row_space_solve(&space, 2, two);
  CHECK_CLOSE(three[0], two[0], 1e-9);
  CHECK_CLOSE(three[1], two[1] / 2, 1e-9);
  CHECK_CLOSE(three[2], two[1] / 2, 1e-9);
  double four[4] = {0, 1, 1, 0}, again[3] = {-3, 1.5, 1.5};
  for (int i = 0; i < 2; i++) {
    pw_row_space_solve(&space, 3, again);
    for (int j = 0; j < 3; j++) CHECK_CLOSE(again[j], -3 * three[j], 1e-9);
    pw_row_space_solve(&space, 4, four);
    CHECK_CLOSE(four[1], four[2], 1e-9);
    memcpy(again, (double[]){-3, 1.5, 1.5}, sizeof again);
  }
  s.row[2] = s.row[0];
  pw_row_space_form(&space, ROWS, s.row, solve_column, &s);
  assert_int_equal(pw_row_space_factor(&space), PAWL_OK);
  double other[3] = {1, -0.5, 1};
  pw_row_space_solve(&space, 3, other);
  CHECK_CLOSE(other[0], two[0] / 2, 1e-9);
  CHECK_CLOSE(other[1], two[1], 1e-9);
  CHECK_CLOSE(other[2], two[0] / 2, 1e-9);
  pw_row_space_free(&space);
  pawl_mechanism_free(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_systems_agree_with_dense_ones),
                                     cmocka_unit_test(test_dependent_rows_share)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
