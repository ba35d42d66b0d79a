// Numbers as text: what is written reads back as the same double, bit by bit, and is what the C library prints with the fewest of
// 15, 16 and 17 digits that read back. What is read is what the C library reads.
#include <math.h>
#include <stdlib.h>

#include "base/digits.h"
#include "base/random.h"
#include "base/text.h"
#include "check.h"

static void check_read(const char *text) {
  double expected = strtod(text, NULL), value = 7;
  assert_int_equal(pw_double_parse(text, &value), strlen(text));
  assert_memory_equal(&value, &expected, sizeof value);
}

static void check_one(double value) {
  char text[PW_DOUBLE_CHARS];
  int length = pw_double_format(value, text);
  assert_int_equal(length, strlen(text));
  double back = strtod(text, NULL);
  assert_memory_equal(&back, &value, sizeof value);
  check_read(text);
  char expected[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(expected, sizeof expected, "%.*g", digits, value);
    if (strtod(expected, NULL) == value) break;
  }
  assert_string_equal(text, expected);
}

static double of_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
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

// Every exponent, with mantissas at its ends, even and odd ones, and random ones.
static void test_every_exponent(void **state) {
  (void)state;
  const uint64_t last = ((uint64_t)1 << 52) - 1;
  uint64_t random = 1;
  for (uint64_t exponent = 0; exponent < 2047; exponent++) {
    const uint64_t ends[] = {0, 1, 2, 3, last / 2, last / 2 + 1, last - 2, last - 1, last};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) check_one(of_bits(exponent << 52 | ends[i]));
    for (int i = 0; i < 40; i++)
      check_one(of_bits(pw_random_bits(&random) >> 63 << 63 | exponent << 52 | pw_random_bits(&random) >> 12));
  }
}

// Values with few digits, their neighbours, and values halfway between two decimals of 16 digits, which end in an even one.
static void test_decimals(void **state) {
  (void)state;
  uint64_t random = 2;
  for (int power = -320; power < 308; power++) {
    char text[40];
    for (int i = 0; i < 20; i++) {
      snprintf(text, sizeof text, "%llue%d", (unsigned long long)(pw_random_bits(&random) >> (i % 5 * 13)) % 1000000, power);
      double value = strtod(text, NULL);
      if (value == 0 || isinf(value)) continue;
      check_one(value);
      check_one(nextafter(value, 0));
      check_one(nextafter(value, 2 * value));
    }
  }
  for (int i = 0; i < 4000; i++) {
    check_one(6e14 + (double)i + 0.25);
    check_one(6e14 + (double)i + 0.75);
    check_one(9007199254740992.0 + 2.0 * i);
    check_one(1e15 + i);
    check_one(1e16 + 2.0 * i);
    check_one(1e17 + 16.0 * i);
    check_one(0.0001 * (1 + i));
  }
}

// All that a number may be written as, and what ends it.
static void test_reads_what_is_written(void **state) {
  (void)state;
  static const char *const WHOLE[] = {"0",
                                      "-0",
                                      "+0.0",
                                      "-0.000e5",
                                      "00012.50",
                                      ".5",
                                      "5.",
                                      "-.5e-3",
                                      "1e5",
                                      "1E+05",
                                      "1e-400",
                                      "1e400",
                                      "0e99999999999",
                                      "1e99999999999",
                                      "-1e-99999999999",
                                      "123456789012345678",
                                      "12345678901234567890",
                                      "0.00000000000000000000000000000123456789012345678",
                                      "1234567890123456789012345678901234567890",
                                      "2.2250738585072014e-308",
                                      "2.2250738585072011e-308",
                                      "4.9e-324",
                                      "2e-324",
                                      "1.7976931348623157e308",
                                      "1.7976931348623159e308",
                                      "9007199254740993",
                                      "9007199254740993.0000000000000000000001"};
  for (size_t i = 0; i < sizeof WHOLE / sizeof *WHOLE; i++) check_read(WHOLE[i]);
  static const struct {
    const char *text;
    int length;
    double value;
  } PARTS[] = {{"", 0, 0},   {".", 0, 0},   {"-", 0, 0},       {"+.e5", 0, 0}, {"nan", 0, 0},    {"inf", 0, 0},
               {"1e", 1, 1}, {"1e+", 1, 1}, {"2.5.5", 3, 2.5}, {"0x10", 1, 0}, {"12 mm", 2, 12}, {"3e5e5", 3, 3e5}};
  for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
    double value = 0;
    assert_int_equal(pw_double_parse(PARTS[i].text, &value), PARTS[i].length);
    assert_true(value == PARTS[i].value);
  }
}

// Texts of one to twenty digits at every power of ten, halfway points between doubles and what lies just beside them.
static void test_reads_any_digits(void **state) {
  (void)state;
  uint64_t random = 3;
  char text[80];
  for (int power = -360; power < 330; power++) {
    for (int i = 0; i < 100; i++) {
      snprintf(text, sizeof text, "%s%llue%d", i % 2 ? "-" : "", (unsigned long long)pw_random_bits(&random) >> (i % 64), power);
      check_read(text);
    }
  }
  for (int i = 0; i < 20000; i++) {
    long double value = of_bits((uint64_t)(1023 - 60 + i % 120) << 52 | pw_random_bits(&random) >> 12);
    long double next = (long double)nextafter((double)value, INFINITY);
    snprintf(text, sizeof text, "%.*Lg", 15 + i % 40, (value + next) / 2);
    check_read(text);
  }
}

// Bits of a number that is no fraction: 32 at a time, the lowest in front.
enum { WORDS = 80 };

static uint64_t upper_bits(const uint32_t *word, int top, int shift) {
  uint64_t bits = 0;
  for (int i = 0; i < 64; i++) {
    int at = top - shift - i;
    bits = 2 * bits + (at >= 0 ? word[at / 32] >> at % 32 & 1 : 0);
  }
  return bits;
}

static void check_power(const uint32_t *word, int32_t k) {
  int top = 32 * WORDS - 1;
  while (!(word[top / 32] >> top % 32 & 1)) top--;
  const uint64_t *power = pw_digits_power[k - PW_DIGITS_FIRST_K];
  uint64_t low = upper_bits(word, top, 64) + 1;
  assert_true(power[1] == low && power[0] == upper_bits(word, top, 0) + (low == 0));
}

static void test_powers_of_ten(void **state) {
  (void)state;
  uint32_t up[WORDS] = {1}, down[WORDS] = {0};
  down[WORDS - 1] = 1u << 31;
  for (int32_t n = 0; n <= 324; n++) {
    check_power(up, -n);
    if (n <= 292) check_power(down, n);
    uint64_t carry = 0, rest = 0;
    for (int i = 0; i < WORDS; i++, carry >>= 32) up[i] = (uint32_t)(carry += (uint64_t)10 * up[i]);
    for (int i = WORDS; i-- > 0; rest %= 10) down[i] = (uint32_t)((rest = rest << 32 | down[i]) / 10);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reads_back),
                                     cmocka_unit_test(test_every_exponent),
                                     cmocka_unit_test(test_decimals),
                                     cmocka_unit_test(test_powers_of_ten),
                                     cmocka_unit_test(test_what_is_no_number_has_its_word),
                                     cmocka_unit_test(test_reads_what_is_written),
                                     cmocka_unit_test(test_reads_any_digits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
