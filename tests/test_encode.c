// Columns of a page: encoded, then decoded by the words of docs/report.md. Bounds on the error are that document's.
#include "report/encode.h"
#include "report/escape.h"
#include "report_place.h"

enum { N = 3000 };

typedef double (*Function)(int i);

static double smooth(int i) {
  return 40 + 3 * sin(0.01 * i) + 0.1 * cos(0.3 * i);
}
static double state_of_touch(int i) {
  return i / 500 % 4;
}
static double line(int i) {
  return -1e6 + 2.5 * i;
}
static double constant(int i) {
  (void)i;
  return 0.1;
}
static double nearly_constant(int i) {
  return 0.1 + (i % 3) * 1e-17;
}
static double peak(int i) {
  return i == 700 ? 1e7 : sin(i);
}
static double broken(int i) {
  return i == 5 ? NAN : i == 6 ? INFINITY : i == 7 ? -INFINITY : 0.5 * i;
}
static double noise(int i) {
  uint32_t x = (uint32_t)i * 2654435761u;
  return (double)(x ^ x >> 13) / 4294967296.0;
}
static double huge_range(int i) {
  return i % 2 ? 1e200 : -1e200;
}

// Encodes a function with `bits`, returns its type and the decoded values.
static void round_trip(Function f, PwEncoding encoding, int bits, char type[4], double *out) {
  PwEncoder *e = pw_encoder_create(N);
  PwText text = {0};
  assert_non_null(e);
  for (int i = 0; i < N; i++) pw_encoder_values(e)[i] = f(i);
  assert_true(pw_encode(e, encoding, bits, &text));
  json_t *data = parse_json(text.data, text.length);
  snprintf(type, 4, "%s", json_string_value(json_object_get(data, "type")));
  decode(data, N, out);
  json_decref(data);
  pw_text_free(&text);
  pw_encoder_free(e);
}

static void keeps_its_promise(void **state) {
  (void)state;
  const struct {
    Function f;
    int bits;
    const char *type;
    double error;  // absolute
  } cases[] = {
      {smooth, 20, "q", 6.2 / 2097152 * 1.01},
      {smooth, 12, "q", 6.2 / 8192 * 1.01},
      {state_of_touch, 12, "q", 0},
      {line, 20, "q", 7500 / 2097152.0 * 1.01},
      {constant, 20, "q", 0},
      {nearly_constant, 20, "q", 1e-16},
      {noise, 16, "q", 1 / 131072.0},
      {huge_range, 20, "q", 2e200 / 2097152 * 1.01},
  };
  static double out[N];
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char type[4];
    round_trip(cases[c].f, PW_ENCODE_VALUE, cases[c].bits, type, out);
    assert_string_equal(type, cases[c].type);
    for (int i = 0; i < N; i++) CHECK_CLOSE(out[i], cases[c].f(i), cases[c].error);
  }
}

// Where steps would be too coarse, and where there are no numbers: single precision, which has 24 bits.
static void falls_back_to_floats(void **state) {
  (void)state;
  static double out[N];
  char type[4];
  round_trip(peak, PW_ENCODE_VALUE, 20, type, out);
  assert_string_equal(type, "f4");
  for (int i = 0; i < N; i++) CHECK_CLOSE(out[i], peak(i), fabs(peak(i)) / (1 << 24));
  round_trip(broken, PW_ENCODE_VALUE, 20, type, out);
  assert_string_equal(type, "f4");
  assert_true(isnan(out[5]));
  assert_true(out[6] == INFINITY && out[7] == -INFINITY);
  CHECK_CLOSE(out[8], 4, 0);
}

static void keeps_times_exactly(void **state) {
  (void)state;
  static double out[N];
  char type[4];
  round_trip(smooth, PW_ENCODE_F8, 20, type, out);
  assert_string_equal(type, "f8");
  for (int i = 0; i < N; i++) CHECK_CLOSE(out[i], smooth(i), 0);
}

static double place_on_polygon(int i) {  // 200 elements; at and just below whole numbers, as at the rows of an event
  return i % 3 == 0 ? i / 15 : i % 3 == 1 ? nextafter(i / 15 + 1, 0) : i / 15 + 0.4;
}
static double place_of_a_touch_that_ends(int i) {
  return i < N / 2 ? place_on_polygon(i) : NAN;
}

// The number of an element is the whole part of a place.
static void keeps_elements_exactly(void **state) {
  (void)state;
  static const int BITS[] = {20, 16, 12};
  static double out[N];
  char type[4];
  for (int b = 0; b < 3; b++) {
    round_trip(place_on_polygon, PW_ENCODE_PLACE, BITS[b], type, out);
    assert_string_equal(type, "q");
    for (int i = 0; i < N; i++) CHECK_CLOSE(floor(out[i]), floor(place_on_polygon(i)), 0);
    for (int i = 0; i < N; i++) CHECK_CLOSE(out[i], place_on_polygon(i), 2 * 200.0 / (1 << BITS[b]));
    round_trip(place_of_a_touch_that_ends, PW_ENCODE_PLACE, BITS[b], type, out);
    assert_string_equal(type, "f4");
    for (int i = 0; i < N / 2; i++) CHECK_CLOSE(floor(out[i]), floor(place_on_polygon(i)), 0);
    assert_true(isnan(out[N - 1]));
  }
}

// A smooth column of 3000 values: two bytes and a third per value at most, base64 included; single precision alone takes 5.3.
static void is_compact(void **state) {
  (void)state;
  PwEncoder *e = pw_encoder_create(N);
  PwText text = {0};
  for (int i = 0; i < N; i++) pw_encoder_values(e)[i] = 40 + 3 * sin(0.01 * i);
  assert_true(pw_encode(e, PW_ENCODE_VALUE, 20, &text));
  assert_in_range(text.length, 100, N * 2);
  pw_text_free(&text);
  pw_encoder_free(e);
  e = pw_encoder_create(0);  // a run that has only begun
  assert_true(pw_encode(e, PW_ENCODE_VALUE, 20, &text));
  json_t *data = parse_json(text.data, text.length);
  decode(data, 0, NULL);
  json_decref(data);
  pw_text_free(&text);
  pw_encoder_free(e);
}

static void check_escape(void (*add)(PwText *, const char *), const char *in, const char *expected) {
  PwText text = {0};
  add(&text, in);
  assert_string_equal(text.data, expected);
  pw_text_free(&text);
}

// Expected by RFC 8259 and XML 1.0; bytes that are no UTF-8 (RFC 3629) are replaced.
static void escapes_texts(void **state) {
  (void)state;
  check_escape(pw_add_json_string, "a\"\\\n\x01</script>", "\"a\\\"\\\\\\u000a\\u0001\\u003c/script>\"");
  check_escape(pw_add_json_string, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
  check_escape(pw_add_json_string, "\xff\xc0\xaf\xed\xa0\x80\xe2\x82",
               "\"\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\"");
  check_escape(pw_add_xml, "<a b=\"1\">&\x02\xef\xbf\xbf", "&lt;a b=&quot;1&quot;&gt;&amp;\xef\xbf\xbd\xef\xbf\xbd");
}

static void check_fixed(double value, int decimals, const char *expected) {
  PwText text = {0};
  pw_add_fixed(&text, value, decimals, "-");
  assert_string_equal(text.data, expected);
  pw_text_free(&text);
}

static void writes_fixed_numbers(void **state) {
  (void)state;
  check_fixed(1.005, 1, "1.0");
  check_fixed(-0.05, 2, "-0.05");
  check_fixed(-0.001, 2, "0.00");
  check_fixed(12.999, 2, "13.00");
  check_fixed(7, 0, "7");
  check_fixed(NAN, 2, "0.00");
  check_fixed(INFINITY, 0, "0");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_its_promise),      cmocka_unit_test(falls_back_to_floats), cmocka_unit_test(keeps_times_exactly),
      cmocka_unit_test(keeps_elements_exactly), cmocka_unit_test(is_compact),           cmocka_unit_test(escapes_texts),
      cmocka_unit_test(writes_fixed_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
