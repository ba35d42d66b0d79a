// Dependent columns of sparse matrices: against dense Gram-Schmidt in long double on random ones with planted dependencies, at a
// known distance from the others, and with the fill of long bands and of rows that all columns have.
#include "numerics/dependent.h"

#include "base/random.h"
#include "check.h"

enum { ROWS = 24, COLUMNS = 18 };

typedef struct {
  int32_t start[ROWS + 1], column[ROWS * COLUMNS];
  double value[ROWS * COLUMNS];
} Sparse;

static void compress(double a[ROWS][COLUMNS], Sparse *s) {
  int32_t n = 0;
  for (int i = 0; i < ROWS; i++) {
    s->start[i] = n;
    for (int j = 0; j < COLUMNS; j++) {
      if (a[i][j] == 0) continue;
      s->column[n] = j;
      s->value[n++] = a[i][j];
    }
  }
  s->start[ROWS] = n;
}

// What column j has beside the independent ones before it.
static void by_gram_schmidt(double a[ROWS][COLUMNS], long double *left, bool *dependent) {
  long double q[COLUMNS][ROWS];
  for (int j = 0; j < COLUMNS; j++) {
    for (int i = 0; i < ROWS; i++) q[j][i] = a[i][j];
    for (int pass = 0; pass < 2; pass++) {
      for (int m = 0; m < j; m++) {
        long double along = 0;
        for (int i = 0; i < ROWS && !dependent[m]; i++) along += q[m][i] * q[j][i];
        for (int i = 0; i < ROWS && !dependent[m]; i++) q[j][i] -= along * q[m][i];
      }
    }
    left[j] = 0;
    for (int i = 0; i < ROWS; i++) left[j] += q[j][i] * q[j][i];
    left[j] = sqrtl(left[j]);
    dependent[j] = left[j] < 1e-10L;
    for (int i = 0; i < ROWS; i++) q[j][i] /= left[j];
  }
}

static void normalise(double a[ROWS][COLUMNS], int j) {
  double square = 0;
  for (int i = 0; i < ROWS; i++) square += a[i][j] * a[i][j];
  for (int i = 0; i < ROWS && square > 0; i++) a[i][j] /= sqrt(square);
}

// A third of the columns are sums of two before them.
static void random_matrices(void **state) {
  (void)state;
  uint64_t random = 7;
  int found = 0;
  for (int n = 0; n < 400; n++) {
    double a[ROWS][COLUMNS] = {{0}};
    long double left[COLUMNS];
    bool expected[COLUMNS], dependent[COLUMNS];
    Sparse s;
    for (int j = 0; j < COLUMNS; j++) {
      bool planted = j > 2 && pw_random_between(&random, 0, 1) < 0.33;
      int one = (int)(pw_random_between(&random, 0, 1) * j), two = (int)(pw_random_between(&random, 0, 1) * j);
      for (int i = 0; i < ROWS; i++) {
        if (planted) a[i][j] = a[i][one] - 0.7 * a[i][two];
        if (!planted && pw_random_between(&random, 0, 1) < 0.15) a[i][j] = pw_random_between(&random, 0, 1) - 0.5;
      }
      normalise(a, j);
    }
    by_gram_schmidt(a, left, expected);
    compress(a, &s);
    assert_int_equal(pw_dependent_columns(COLUMNS, ROWS, s.start, s.column, s.value, 1e-10, dependent), PAWL_OK);
    for (int j = 0; j < COLUMNS; j++) {
      assert_int_equal(dependent[j], expected[j]);
      found += dependent[j];
      if (expected[j]) continue;
      bool below[COLUMNS], above[COLUMNS];  // the distance itself: the tolerance decides on both sides of it
      double tolerance = (double)left[j];
      pw_dependent_columns(COLUMNS, ROWS, s.start, s.column, s.value, tolerance * (1 + 1e-12) + 1e-14, above);
      pw_dependent_columns(COLUMNS, ROWS, s.start, s.column, s.value, fmin(tolerance * (1 - 1e-12) - 1e-14, 1e-10), below);
      bool same = true;  // of what comes before: a larger tolerance takes columns away
      for (int m = 0; m < j; m++) same &= above[m] == expected[m];
      if (same) assert_true(above[j]);
      assert_false(below[j]);
    }
  }
  assert_in_range(found, 1000, 4000);
}

// Two columns at an angle of 3e-9: no square of it is taken, which would be lost in rounding.
static void small_angles_are_seen(void **state) {
  (void)state;
  const int32_t start[] = {0, 2, 3}, column[] = {0, 1, 1};
  const double value[] = {1, 1, 3e-9};
  bool dependent[2];
  assert_int_equal(pw_dependent_columns(2, 2, start, column, value, 1e-9, dependent), PAWL_OK);
  assert_false(dependent[0] || dependent[1]);
  assert_int_equal(pw_dependent_columns(2, 2, start, column, value, 1e-8, dependent), PAWL_OK);
  assert_true(!dependent[0] && dependent[1]);
}

// Columns e_j - e_j+1 of a closed chain: the last is the sum of all others, however many there are.
static void long_chain_closes(void **state) {
  (void)state;
  enum { LENGTH = 50000 };
  int32_t *start = malloc((LENGTH + 1) * sizeof *start), *column = malloc(2 * LENGTH * sizeof *column);
  double *value = malloc(2 * LENGTH * sizeof *value);
  bool *dependent = malloc(LENGTH * sizeof *dependent);
  for (int i = 0; i < LENGTH; i++) {
    start[i] = 2 * i;
    column[2 * i] = i > 0 ? i - 1 : 0;
    column[2 * i + 1] = i > 0 ? i : LENGTH - 1;
    value[2 * i] = (i > 0 ? -1 : 1) * sqrt(0.5);
    value[2 * i + 1] = (i > 0 ? 1 : -1) * sqrt(0.5);
  }
  start[LENGTH] = 2 * LENGTH;
  assert_int_equal(pw_dependent_columns(LENGTH, LENGTH, start, column, value, 1e-9, dependent), PAWL_OK);
  for (int j = 0; j < LENGTH; j++) assert_int_equal(dependent[j], j == LENGTH - 1);
  free(start);
  free(column);
  free(value);
  free(dependent);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_matrices),
      cmocka_unit_test(small_angles_are_seen),
      cmocka_unit_test(long_chain_closes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
