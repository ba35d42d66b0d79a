// Numbers as text: what is written reads back as the same double, bit by bit; whole numbers are written as such.
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "check.h"

static void check_one(double value) {
  char text[PW_DOUBLE_CHARS];
  int length = pw_double_format(value, text);
  assert_int_equal(length, strlen(text));
  double back = strtod(text, NULL);
  assert_memory_equal(&back, &value, sizeof value);
}

static void test_reads_back(void **state) {
  (void)state;
  static const double VALUES[] = {0, -0.0, 1, -1, 10, 999999, -999999, 1e6, 0.1, 1.0 / 3, -2.5, 123456.5, 5e-324, 1.7e308};
  for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) check_one(VALUES[i]);
  for (int i = -1100; i < 1100; i++) check_one(i);
  for (int i = 1; i < 2000; i++) check_one(sin(i) * pow(10, i % 37 - 18));
}

static void test_what_is_no_number_has_its_word(void **state) {
  (void)state;
  char text[PW_DOUBLE_CHARS];
  pw_double_format(-INFINITY, text);
  assert_string_equal(text, "-inf");
  pw_double_format(NAN, text);
  assert_string_equal(text, "nan");
  pw_double_format(-120, text);
  assert_string_equal(text, "-120");
  pw_double_format(0, text);
  assert_string_equal(text, "0");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reads_back), cmocka_unit_test(test_what_is_no_number_has_its_word)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
