// Tables: interpolation against closed forms, smoothness at the points, what lies outside, numbering of pieces, bad input.
#include "expression/table.h"

#include "base/random.h"
#include "check.h"

#define PI 3.14159265358979323846

static PwTable *make(int32_t count, const double *x, const double *y, PawlInterpolation interpolation, PawlExtension extension) {
  PawlTableDef def = {.name = "cam", .count = count, .x = x, .y = y, .interpolation = interpolation, .extension = extension};
  PwTable *table = NULL;
  assert_int_equal(pw_table_create(&def, PW_NOWHERE, NULL, &table), PAWL_OK);
  return table;
}

static double at(const PwTable *table, double x, int derivative) {
  double out[4];
  pw_table_evaluate(table, pw_table_piece(table, x), x, out);
  return out[derivative];
}

static const double X[] = {0, 1, 3, 4}, Y[] = {1, 3, -1, 1};

static void test_linear_tables_are_straight(void **state) {
  (void)state;
  PwTable *table = make(4, X, Y, PAWL_TABLE_LINEAR, PAWL_TABLE_HOLD);
  CHECK_CLOSE(at(table, 0.25, 0), 1.5, 0);
  CHECK_CLOSE(at(table, 2, 0), 1, 0);
  CHECK_CLOSE(at(table, 2, 1), -2, 0);
  CHECK_CLOSE(at(table, 2, 2), 0, 0);
  CHECK_CLOSE(at(table, -5, 0), 1, 0);
  CHECK_CLOSE(at(table, -5, 1), 0, 0);
  CHECK_CLOSE(at(table, 9, 0), 1, 0);
  pw_table_free(table);
  table = make(4, X, Y, PAWL_TABLE_LINEAR, PAWL_TABLE_EXTEND);
  CHECK_CLOSE(at(table, -1, 0), -1, 0);
  CHECK_CLOSE(at(table, 6, 0), 5, 0);
  pw_table_free(table);
  table = make(4, X, Y, PAWL_TABLE_LINEAR, PAWL_TABLE_PERIODIC);
  CHECK_CLOSE(at(table, 4.25, 0), 1.5, 0);
  CHECK_CLOSE(at(table, -2, 0), 1, 0);
  CHECK_CLOSE(at(table, -400 + 0.25, 0), 1.5, 1e-13);
  pw_table_free(table);
}

// A piece may be evaluated outside its ends: it goes on as it is.
static void test_piece_outside(void **state) {
  (void)state;
  PwTable *table = make(4, X, Y, PAWL_TABLE_LINEAR, PAWL_TABLE_HOLD);
  double out[4];
  pw_table_evaluate(table, 0, 2, out);
  CHECK_CLOSE(out[0], 5, 0);
  pw_table_evaluate(table, -1, 2, out);
  CHECK_CLOSE(out[0], 1, 0);
  pw_table_free(table);
}

static void check_ends(const PwTable *table, int32_t piece, double low, double high) {
  double a, b;
  pw_table_ends(table, piece, &a, &b);
  assert_true(a == low && b == high);
}

static void test_pieces_are_found(void **state) {
  (void)state;
  PwTable *table = make(4, X, Y, PAWL_TABLE_SPLINE, PAWL_TABLE_HOLD);
  const double x[] = {-1, 0, 0.5, 1, 2.9, 3, 3.9, 4, 5, -INFINITY, INFINITY};
  const int32_t piece[] = {-1, 0, 0, 1, 1, 2, 2, 3, 3, -1, 3};
  for (int i = 0; i < 11; i++) assert_int_equal(pw_table_piece(table, x[i]), piece[i]);
  check_ends(table, -1, -INFINITY, 0);
  check_ends(table, 1, 1, 3);
  check_ends(table, 3, 4, INFINITY);
  pw_table_free(table);
  table = make(4, X, Y, PAWL_TABLE_SPLINE, PAWL_TABLE_PERIODIC);
  assert_int_equal(pw_table_piece(table, 4), 3);
  assert_int_equal(pw_table_piece(table, 8.5), 6);
  assert_int_equal(pw_table_piece(table, -0.5), -1);
  assert_int_equal(pw_table_piece(table, -4), -3);
  check_ends(table, -1, -1, 0);
  check_ends(table, 4, 5, 7);
  // too far away to be counted: NaN, and no ends to be reached
  assert_true(isnan(at(table, 1e300, 0)) && isnan(at(table, -1e300, 0)) && isnan(at(table, NAN, 0)));
  check_ends(table, pw_table_piece(table, 1e300), -INFINITY, INFINITY);
  pw_table_free(table);
}

// The piece that is found has x between its ends, also where the division by the period rounds the wrong way.
static void test_periodic_rounding(void **state) {
  (void)state;
  const double x[] = {0.1, 0.2, 0.4}, y[] = {0, 1, 0};
  PwTable *table = make(3, x, y, PAWL_TABLE_LINEAR, PAWL_TABLE_PERIODIC);
  for (int i = -3000; i < 3000; i++) {
    double low, high;
    pw_table_ends(table, i, &low, &high);
    assert_int_equal(pw_table_piece(table, low), i);
    assert_int_equal(pw_table_piece(table, nextafter(low, -INFINITY)), i - 1);
  }
  pw_table_free(table);
}

// A natural spline through points of a straight line is that line; through (0,0) (1,1) (2,0) it is
// y = (3 x - x^3) / 2 up to 1 and the mirror image after (second derivative -3 in the middle, 0 at the ends).
static void test_natural_splines_are_known_ones(void **state) {
  (void)state;
  const double x[] = {0, 1, 2}, y[] = {0, 1, 0}, line[] = {1, 3, 5};
  PwTable *table = make(3, x, line, PAWL_TABLE_SPLINE, PAWL_TABLE_EXTEND);
  CHECK_CLOSE(at(table, 0.3, 0), 1.6, 1e-15);
  CHECK_CLOSE(at(table, -1, 0), -1, 1e-15);
  CHECK_CLOSE(at(table, 4, 0), 9, 1e-15);
  pw_table_free(table);
  table = make(3, x, y, PAWL_TABLE_SPLINE, PAWL_TABLE_EXTEND);
  for (double u = 0; u <= 1; u += 0.125) {
    CHECK_CLOSE(at(table, u, 0), (3 * u - u * u * u) / 2, 1e-15);
    CHECK_CLOSE(at(table, u, 1), (3 - 3 * u * u) / 2, 1e-15);
    CHECK_CLOSE(at(table, 2 - u, 0), (3 * u - u * u * u) / 2, 1e-15);
  }
  CHECK_CLOSE(at(table, 1, 2), -3, 1e-15);
  CHECK_CLOSE(at(table, 0.5, 3), -3, 1e-15);
  CHECK_CLOSE(at(table, -1, 0), -1.5, 1e-15);  // end slope 3/2
  CHECK_CLOSE(at(table, 3, 1), -1.5, 1e-15);
  pw_table_free(table);
}

// Value, slope and curvature agree on both sides of every point, the first and last of a period included.
static void check_smooth(const PwTable *table, int32_t first, int32_t last) {
  for (int32_t piece = first; piece < last; piece++) {
    double low, high, left[4], right[4];
    pw_table_ends(table, piece, &low, &high);
    pw_table_evaluate(table, piece, high, left);
    pw_table_evaluate(table, piece + 1, high, right);
    for (int k = 0; k < 3; k++) CHECK_CLOSE(left[k], right[k], 1e-11);
  }
}

static void test_splines_are_smooth(void **state) {
  (void)state;
  uint64_t random = 7;
  for (int32_t n = 3; n < 20; n++) {
    double x[20], y[20];
    for (int i = 0; i < n; i++) {
      x[i] = (i ? x[i - 1] : 0) + pw_random_between(&random, 0.5, 1.5);
      y[i] = pw_random_between(&random, -1, 1);
    }
    PwTable *table = make(n, x, y, PAWL_TABLE_SPLINE, PAWL_TABLE_EXTEND);
    check_smooth(table, -1, n - 1);
    for (int i = 0; i < n; i++) CHECK_CLOSE(at(table, x[i], 0), y[i], 1e-14);
    pw_table_free(table);
    y[n - 1] = y[0];
    table = make(n, x, y, PAWL_TABLE_SPLINE, PAWL_TABLE_PERIODIC);
    check_smooth(table, -2 * n, 2 * n);
    for (int i = 0; i < n; i++) CHECK_CLOSE(at(table, x[i], 0), y[i], 1e-14);
    pw_table_free(table);
  }
}

// A periodic spline of a sine converges with the fourth power of the spacing.
static void test_periodic_splines_converge(void **state) {
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    int32_t n = k ? 41 : 21;
    double x[41], y[41];
    for (int i = 0; i < n; i++) {
      x[i] = 2 * PI * i / (n - 1);
      y[i] = sin(x[i]);
    }
    PwTable *table = make(n, x, y, PAWL_TABLE_SPLINE, PAWL_TABLE_PERIODIC);
    error[k] = 0;
    for (double u = -10; u < 10; u += 0.01) error[k] = fmax(error[k], fabs(at(table, u, 0) - sin(u)));
    pw_table_free(table);
  }
  assert_true(error[1] < 2e-6);
  CHECK_CLOSE(log2(error[0] / error[1]), 4, 0.1);
}

static void check_status(PawlTableDef def, PawlStatus status, const char *word) {
  PawlMessages *messages = pawl_messages_create();
  PwTable *table = (PwTable *)&def;
  assert_int_equal(pw_table_create(&def, (PwPlace){"a.yaml", 3, 5}, messages, &table), status);
  assert_null(table);
  assert_int_equal(pawl_messages_count(messages), 1);
  PawlMessage message = pawl_messages_get(messages, 0);
  if (!strstr(message.text, word)) fail_msg("%s", message.text);
  assert_int_equal(message.line, 3);
  pawl_messages_free(messages);
}

static void check_refused(PawlTableDef def, const char *word) {
  check_status(def, PAWL_ERR_INPUT, word);
}

static void test_tables_without_order_are_refused(void **state) {
  (void)state;
  const double twice[] = {0, 1, 1, 2}, nan[] = {0, NAN, 1, 2}, endless[] = {0, 1, 2, INFINITY}, wide[] = {-1e308, 0, 1e308},
               steep[] = {-1e308, 0, 1e308};
  PawlTableDef def = {.name = "cam", .count = 4, .x = X, .y = Y, .interpolation = PAWL_TABLE_SPLINE}, bad;
  bad = def, bad.count = 2, check_refused(bad, "2 points, needs at least 3");
  bad = def, bad.count = 1, bad.interpolation = PAWL_TABLE_LINEAR, check_refused(bad, "1 points, needs at least 2");
  bad = def, bad.count = -1, check_refused(bad, "0 points");
  bad = def, bad.x = NULL, check_refused(bad, "0 points");
  bad = def, bad.x = twice, check_refused(bad, "point 3 has x = 1 after 1");
  bad = def, bad.y = nan, check_refused(bad, "point 2 is not finite");
  bad = def, bad.x = endless, check_refused(bad, "point 4 is not finite");
  bad = def, bad.y = X, bad.extension = PAWL_TABLE_PERIODIC, check_refused(bad, "last y = 4 differs from its first, 0");
  bad = def, bad.interpolation = 7, check_status(bad, PAWL_ERR_ARGUMENT, "linear or spline");
  bad = def, bad.extension = 7, check_status(bad, PAWL_ERR_ARGUMENT, "hold, extend or periodic");
  bad = def, bad.count = 3, bad.x = wide, bad.y = Y, check_refused(bad, "too large");
  bad = def, bad.count = 3, bad.y = steep, check_refused(bad, "too large");
  bad = def, bad.name = NULL, bad.count = 0, check_refused(bad, "table ''");
}

// First and last y that differ by rounding only are taken as equal.
static void test_nearly_periodic(void **state) {
  (void)state;
  const double y[] = {1, 3, -1, 1 + 1e-13};
  PwTable *table = make(4, X, y, PAWL_TABLE_SPLINE, PAWL_TABLE_PERIODIC);
  check_smooth(table, -5, 5);
  pw_table_free(table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_linear_tables_are_straight),
      cmocka_unit_test(test_piece_outside),
      cmocka_unit_test(test_pieces_are_found),
      cmocka_unit_test(test_natural_splines_are_known_ones),
      cmocka_unit_test(test_periodic_rounding),
      cmocka_unit_test(test_splines_are_smooth),
      cmocka_unit_test(test_periodic_splines_converge),
      cmocka_unit_test(test_tables_without_order_are_refused),
      cmocka_unit_test(test_nearly_periodic),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
