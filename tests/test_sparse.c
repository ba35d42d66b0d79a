// Sparse systems: closed forms, agreement with the dense LU, and the cases in which KLU's refactorisation lies.
#include "numerics/sparse.h"

#include "base/random.h"
#include "check.h"
#include "numerics/dense.h"

// A full 2 x 2 matrix, values a00 a10 a01 a11 (column by column, as the slots must be).
static PwSparse *full2(void) {
  int32_t row[] = {0, 1, 0, 1}, column[] = {0, 0, 1, 1}, slot[4];
  PwSparse *s;
  assert_int_equal(pw_sparse_create(2, 4, row, column, false, slot, &s), PAWL_OK);
  for (int k = 0; k < 4; k++) assert_int_equal(slot[k], k);
  return s;
}

static void set2(PwSparse *s, double a00, double a01, double a10, double a11) {
  double value[] = {a00, a10, a01, a11};
  memcpy(pw_sparse_values(s), value, sizeof value);
}

// [2 0 1; 0 3 0; 4 0 5] from unsorted entries, 3 = 1 + 2 at the same place: x = (1, 2, 3) gives b = (5, 6, 19).
static void sums_entries_of_one_place(void **state) {
  (void)state;
  int32_t row[] = {2, 1, 0, 1, 0, 2}, column[] = {2, 1, 0, 1, 2, 0}, slot[6];
  double entry[] = {5, 1, 2, 2, 1, 4};
  PwSparse *s;
  assert_int_equal(pw_sparse_create(3, 6, row, column, false, slot, &s), PAWL_OK);
  assert_int_equal(pw_sparse_nonzeros(s), 5);
  assert_int_equal(slot[1], slot[3]);
  for (int k = 0; k < 6; k++) pw_sparse_values(s)[slot[k]] += entry[k];
  assert_int_equal(pw_sparse_factor(s), PAWL_OK);
  double b[] = {5, 6, 19}, y[3];
  pw_sparse_solve(s, b);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(b[i], i + 1, 1e-15);
  pw_sparse_multiply(s, b, y);
  CHECK_CLOSE(y[0], 5, 1e-14);
  CHECK_CLOSE(y[1], 6, 1e-14);
  CHECK_CLOSE(y[2], 19, 1e-14);
  pw_sparse_free(s);
}

// x = (1, 1) for every matrix used here; with the old pivot and nothing checked KLU gives (0, 1) at 1e-18.
static void replaces_a_pivot_that_shrank(void **state) {
  (void)state;
  const double pivot[] = {1e-18, 1e-9, 0, 1e-300};
  for (int k = 0; k < 4; k++) {
    PwSparse *s = full2();
    set2(s, 1, 1, 1, 2);
    assert_int_equal(pw_sparse_factor(s), PAWL_OK);
    set2(s, pivot[k], 1, 1, 1);
    assert_int_equal(pw_sparse_factor(s), PAWL_OK);
    assert_int_equal(pw_sparse_full_factorisations(s), 2);
    double b[] = {pivot[k] + 1, 2};
    pw_sparse_solve(s, b);
    CHECK_CLOSE(b[0], 1, 1e-15);
    CHECK_CLOSE(b[1], 1, 1e-15);
    pw_sparse_free(s);
  }
}

// The same after the old pivots were good for some time. At 0.05 the pivots 0.05 and -18 are kept.
static void replaces_a_pivot_that_shrinks_later(void **state) {
  (void)state;
  const double pivot[] = {1, 0.3, 0.05, 1e-4, 1e-18};
  PwSparse *s = full2();
  for (int k = 0; k < 5; k++) {
    set2(s, pivot[k], 1, 1, 2);
    assert_int_equal(pw_sparse_factor(s), PAWL_OK);
    assert_int_equal(pw_sparse_full_factorisations(s), k < 3 ? 1 : 2);
    double b[] = {pivot[k] + 1, 3};
    pw_sparse_solve(s, b);
    CHECK_CLOSE(b[0], 1, 1e-12);
    CHECK_CLOSE(b[1], 1, 1e-12);
  }
  pw_sparse_free(s);
}

// Inverse of [2 1; 1 3] is [3 -1; -1 2] / 5.
static void keeps_good_pivots(void **state) {
  (void)state;
  PwSparse *s = full2();
  set2(s, 1, 1, 1, 2);
  assert_int_equal(pw_sparse_factor(s), PAWL_OK);
  for (int k = 1; k <= 5; k++) {
    set2(s, 2 * k, k, k, 3 * k);
    assert_int_equal(pw_sparse_factor(s), PAWL_OK);
    double b[] = {1, 0};
    pw_sparse_solve(s, b);
    CHECK_CLOSE(b[0], 0.6 / k, 1e-15);
    CHECK_CLOSE(b[1], -0.2 / k, 1e-15);
  }
  assert_int_equal(pw_sparse_full_factorisations(s), 1);
  pw_sparse_free(s);
}

// Rows (1, 1) and (1, 1 + e): the pivots are 1 and e.
static void tells_singular_from_nearly_singular(void **state) {
  (void)state;
  PwSparse *s = full2();
  for (int again = 0; again < 2; again++) {  // the second time from a refactorisation
    set2(s, 1, 1, 1, 1 + 1e-12);
    assert_int_equal(pw_sparse_factor(s), PAWL_OK);
    CHECK_CLOSE(pw_sparse_rcond(s), 1e-12, 1e-15);
    const double e[] = {0, 2.3e-16, NAN};
    for (int k = 0; k < 3; k++) {
      set2(s, 1, 1, 1, 1 + e[k]);
      assert_int_equal(pw_sparse_factor(s), PAWL_ERR_SINGULAR);
      assert_true(pw_sparse_rcond(s) < 1e-15);
      if (k < 2) assert_true(pw_sparse_values(s)[3] == 1 + e[k]);  // values are left as they were
      double b[] = {1, 1};
      pw_sparse_solve(s, b);  // must not look like a solution
      assert_true(isnan(b[0]) && isnan(b[1]));
    }
  }
  set2(s, 0, 1, 1, 0);
  double b[] = {3, 4};
  assert_int_equal(pw_sparse_factor(s), PAWL_OK);
  pw_sparse_solve(s, b);
  CHECK_CLOSE(b[0], 4, 0);
  CHECK_CLOSE(b[1], 3, 0);
  pw_sparse_free(s);
}

// Column 1 has no entry: no values make it regular, which is found when it is factored.
static void structure_may_be_singular(void **state) {
  (void)state;
  int32_t row[] = {0, 1}, column[] = {0, 0}, slot[2];
  PwSparse *s;
  assert_int_equal(pw_sparse_create(2, 2, row, column, false, slot, &s), PAWL_OK);
  pw_sparse_values(s)[0] = pw_sparse_values(s)[1] = 1;
  assert_int_equal(pw_sparse_factor(s), PAWL_ERR_SINGULAR);
  assert_int_equal(pw_sparse_factor(s), PAWL_ERR_SINGULAR);
  pw_sparse_free(s);
}

static void refuses_bad_places(void **state) {
  (void)state;
  int32_t zero = 0, outside = 2, slot;
  PwSparse *s;
  assert_int_equal(pw_sparse_create(2, 1, &outside, &zero, false, &slot, &s), PAWL_ERR_ARGUMENT);
  assert_int_equal(pw_sparse_create(2, 1, &zero, &outside, false, &slot, &s), PAWL_ERR_ARGUMENT);
  assert_int_equal(pw_sparse_create(-1, 0, NULL, NULL, false, NULL, &s), PAWL_ERR_ARGUMENT);
  assert_null(s);
  assert_int_equal(pw_sparse_create(0, 0, NULL, NULL, false, NULL, &s), PAWL_OK);  // nothing to solve is no error
  assert_int_equal(pw_sparse_factor(s), PAWL_OK);
  CHECK_CLOSE(pw_sparse_rcond(s), 1, 0);
  pw_sparse_solve(s, NULL);
  pw_sparse_free(s);
  pw_sparse_free(NULL);
}

// [1+i 2; 0 3i] x = b with x = (1 - i, 2 + i): b = ((1+i)(1-i) + 4 + 2i, 3i (2 + i)) = (6 + 2i, -3 + 6i). Then the first
// pivot shrinks: [1e-18 i 1; 1 1] and x = (1, i): b = (i + 1e-18 i, 1 + i).
static void solves_complex(void **state) {
  (void)state;
  int32_t row[] = {0, 0, 1, 1}, column[] = {0, 1, 1, 0}, slot[4];
  PwSparse *s;
  assert_int_equal(pw_sparse_create(2, 4, row, column, true, slot, &s), PAWL_OK);
  double entry[2][8] = {{1, 1, 2, 0, 0, 3, 0, 0}, {0, 1e-18, 1, 0, 1, 0, 1, 0}};
  double b[2][4] = {{6, 2, -3, 6}, {0, 1 + 1e-18, 1, 1}}, x[2][4] = {{1, -1, 2, 1}, {1, 0, 0, 1}};
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 4; i++) memcpy(pw_sparse_values(s) + 2 * slot[i], entry[k] + 2 * i, 2 * sizeof(double));
    assert_int_equal(pw_sparse_factor(s), PAWL_OK);
    pw_sparse_solve(s, b[k]);
    for (int i = 0; i < 4; i++) CHECK_CLOSE(b[k][i], x[k][i], 2e-15);
  }
  assert_int_equal(pw_sparse_full_factorisations(s), 2);
  memset(pw_sparse_values(s), 0, 8 * sizeof(double));
  assert_int_equal(pw_sparse_factor(s), PAWL_ERR_SINGULAR);
  double c[] = {1, 1, 1, 1};
  pw_sparse_solve(s, c);
  for (int i = 0; i < 4; i++) assert_true(isnan(c[i]));
  pw_sparse_free(s);
}

enum { N = 60, ENTRIES = 6 * N };

typedef struct {
  int32_t row[ENTRIES], column[ENTRIES], slot[ENTRIES];
  double value[ENTRIES];
} Scattered;

// Entries anywhere, some in the same place, with a diagonal so that a solution exists.
static void scatter(Scattered *a, uint64_t *seed) {
  for (int k = 0; k < ENTRIES; k++) {
    a->row[k] = k < N ? k : (int32_t)(pw_random_bits(seed) % N);
    a->column[k] = k < N ? k : (int32_t)(pw_random_bits(seed) % N);
  }
}

static void draw_values(Scattered *a, uint64_t *seed) {
  for (int k = 0; k < ENTRIES; k++) a->value[k] = pw_random_between(seed, -1, 1) + 3 * (k < N);
}

static void fill(PwSparse *s, const Scattered *a) {
  memset(pw_sparse_values(s), 0, sizeof(double) * (size_t)pw_sparse_nonzeros(s));
  for (int k = 0; k < ENTRIES; k++) pw_sparse_values(s)[a->slot[k]] += a->value[k];
}

// Second path: the dense LU on the same entries.
static void agrees_with_dense(void **state) {
  (void)state;
  uint64_t seed = 1;
  Scattered a;
  PwSparse *s;
  scatter(&a, &seed);
  assert_int_equal(pw_sparse_create(N, ENTRIES, a.row, a.column, false, a.slot, &s), PAWL_OK);
  for (int trial = 0; trial < 20; trial++) {
    double dense[N * N] = {0}, b[N], x[N];
    int32_t pivot[N];
    draw_values(&a, &seed);
    fill(s, &a);
    for (int k = 0; k < ENTRIES; k++) dense[a.column[k] * N + a.row[k]] += a.value[k];
    for (int i = 0; i < N; i++) b[i] = x[i] = pw_random_between(&seed, -1, 1);
    assert_int_equal(pw_sparse_factor(s), PAWL_OK);
    pw_sparse_solve(s, b);
    assert_int_equal(pw_lu_factor(dense, N, pivot), PAWL_OK);
    pw_lu_solve(dense, N, pivot, x);
    for (int i = 0; i < N; i++) CHECK_CLOSE(b[i], x[i], 1e-11);
  }
  assert_true(pw_sparse_full_factorisations(s) < 20);
  pw_sparse_free(s);
}

// The same values after a long past and in a new object give the same bits; without forget they need not, and here do not.
static void forgets_its_past(void **state) {
  (void)state;
  uint64_t seed = 2;
  Scattered a;
  PwSparse *old, *fresh;
  scatter(&a, &seed);
  assert_int_equal(pw_sparse_create(N, ENTRIES, a.row, a.column, false, a.slot, &old), PAWL_OK);
  assert_int_equal(pw_sparse_create(N, ENTRIES, a.row, a.column, false, a.slot, &fresh), PAWL_OK);
  draw_values(&a, &seed);
  for (int k = 0; k < N / 4; k++) a.value[k] = 1e-6;  // KLU prefers the diagonal unless it is small: other pivots
  fill(old, &a);
  assert_int_equal(pw_sparse_factor(old), PAWL_OK);
  draw_values(&a, &seed);
  fill(old, &a);
  fill(fresh, &a);
  double kept[N], forgotten[N], expected[N];
  for (int i = 0; i < N; i++) kept[i] = forgotten[i] = expected[i] = pw_random_between(&seed, -1, 1);
  assert_int_equal(pw_sparse_factor(old), PAWL_OK);
  assert_int_equal(pw_sparse_full_factorisations(old), 1);
  pw_sparse_solve(old, kept);
  pw_sparse_forget(old);
  assert_int_equal(pw_sparse_factor(old), PAWL_OK);
  pw_sparse_solve(old, forgotten);
  assert_int_equal(pw_sparse_factor(fresh), PAWL_OK);
  pw_sparse_solve(fresh, expected);
  assert_memory_equal(forgotten, expected, sizeof expected);
  assert_memory_not_equal(kept, expected, sizeof expected);
  pw_sparse_free(old);
  pw_sparse_free(fresh);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_entries_of_one_place),
      cmocka_unit_test(replaces_a_pivot_that_shrank),
      cmocka_unit_test(replaces_a_pivot_that_shrinks_later),
      cmocka_unit_test(keeps_good_pivots),
      cmocka_unit_test(tells_singular_from_nearly_singular),
      cmocka_unit_test(structure_may_be_singular),
      cmocka_unit_test(refuses_bad_places),
      cmocka_unit_test(solves_complex),
      cmocka_unit_test(agrees_with_dense),
      cmocka_unit_test(forgets_its_past),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
