// JSON: the reader against jansson's own, on texts cut, changed and put together at random, and what only it refuses; the writer.
#include <jansson.h>

#include "base/json.h"
#include "base/random.h"
#include "check.h"

static const char *const GOOD[] = {
    "{}",
    " [ ] ",
    "{\"a\": 1, \"b\": [-2.5e-3, 1E+2, 0, -0, 0.0], \"c\": {\"d\": null, \"e\": true, \"f\": false}}",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\", \"\\u00e4\\u20AC\\ud83d\\ude00\", \"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"]",
    "[9223372036854775807, -9223372036854775808, 1.7976931348623157e308, 4.9406564584124654e-324]",
    "\n{\"x\" :\t[[[[]]]],\r\n\"\": \"\"}\n",
};
enum { GOODS = sizeof GOOD / sizeof *GOOD, ROOM = 400 };

static json_t *read_text(const char *text, PwJsonError *error) {
  return pw_json_read(text, strlen(text), error);
}

// Both refuse, or both give the same.
static void compare(const char *text) {
  PwJsonError error;
  json_t *own = read_text(text, &error), *theirs = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
  if (!own != !theirs || (own && !json_equal(own, theirs))) fail_msg("read otherwise: %s (%s)", text, error.text);
  assert_true(!own == (error.text[0] != 0) && !error.no_memory);
  json_decref(own);
  json_decref(theirs);
}

static void agrees_with_jansson(void **state) {
  (void)state;
  static const char SPICE[] = "{}[]\",:\\u0019-+.eEtfn \n\x01\xc3\xa4\xed\xa0\xff";
  uint64_t random = 11;
  for (int i = 0; i < GOODS; i++) {
    PwJsonError error;
    json_t *root = read_text(GOOD[i], &error);
    if (!root) fail_msg("%s: %s", GOOD[i], error.text);
    json_decref(root);
    compare(GOOD[i]);
  }
  for (int trial = 0; trial < 30000; trial++) {
    char text[ROOM];
    strcpy(text, GOOD[pw_random_bits(&random) % GOODS]);
    for (int change = 1 + (int)(pw_random_bits(&random) % 3); change > 0; change--) {
      size_t n = strlen(text), at = pw_random_bits(&random) % (n + 1);
      switch (pw_random_bits(&random) % 4) {
        case 0:
          text[at] = 0;  // cut
          break;
        case 1:
          if (at < n) memmove(text + at, text + at + 1, n - at);
          break;
        case 2:
          if (at < n) text[at] = SPICE[pw_random_bits(&random) % (sizeof SPICE - 1)];
          break;
        default:
          if (n + 2 > ROOM) break;
          memmove(text + at + 1, text + at, n + 1 - at);
          text[at] = SPICE[pw_random_bits(&random) % (sizeof SPICE - 1)];
      }
    }
    compare(text);
  }
}

static void names_what_is_wrong(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;
    int line, column;
  } CASES[] = {
      {"", "a value is expected here", 1, 1},
      {"{\"a\": 1,\n \"a\": 2}", "the key 'a' is there twice", 2, 3},
      {"[1, 2", "',' or ']' is expected here", 1, 6},
      {"[1,\n2,\n01]", "',' or ']' is expected here", 3, 2},
      {"{a: 1}", "a key in quotes is expected here", 1, 2},
      {"{\"a\" 1}", "':' is expected here", 1, 6},
      {"[\"abc", "this string does not end", 1, 2},
      {"[\"\\ud800\"]", "'\\u' needs", 1, 5},
      {"[\"\\u0000\"]", "'\\u' needs", 1, 5},
      {"[\"\xe4\"]", "no UTF-8", 1, 3},
      {"[\"\\x\"]", "behind '\\'", 1, 4},
      {"[1e999]", "too large", 1, 2},
      {"[99999999999999999999]", "too large", 1, 2},
      {"[] []", "more than one value", 1, 4},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    PwJsonError error;
    assert_null(read_text(CASES[i].text, &error));
    if (!strstr(error.text, CASES[i].says)) fail_msg("%s: %s", CASES[i].text, error.text);
    assert_int_equal(error.line, CASES[i].line);
    assert_int_equal(error.column, CASES[i].column);
  }
}

static void depth_is_limited(void **state) {
  (void)state;
  char text[300];
  PwJsonError error;
  for (int levels = 99; levels <= 101; levels++) {
    memset(text, '[', (size_t)levels);
    memset(text + levels, ']', (size_t)levels);
    text[2 * levels] = 0;
    json_t *root = read_text(text, &error);
    assert_true((root != NULL) == (levels <= 100));
    json_decref(root);
  }
  assert_non_null(strstr(error.text, "nested deeper than 100 levels"));
}

// Numbers do not go by the locale, and long ones are read whole: 1/3 in 200 digits is the double nearest to it.
static void long_numbers(void **state) {
  (void)state;
  char text[250] = "[0.";
  memset(text + 3, '3', 200);
  strcpy(text + 203, "]");
  PwJsonError error;
  json_t *root = read_text(text, &error);
  assert_non_null(root);
  assert_true(json_real_value(json_array_get(root, 0)) == 1.0 / 3);
  json_decref(root);
}

static void has_text(const json_t *root, int indent, int digits, const char *expected) {
  char *text = pw_json_dump(root, indent, digits);
  assert_non_null(text);
  assert_string_equal(text, expected);
  free(text);
}

// RFC 8259; a real stays one when it is read again.
static void writes(void **state) {
  (void)state;
  json_t *root = json_pack("{s:[f,f,f,i,b,n], s:s, s:{}, s:[]}", "b", 0.1, -2.0, 1.0 / 3, 7, 1, "a",
                           "\"\\/\x01\b\n\v\x7f\xc3\xa4", "o", "l");
  assert_non_null(root);
  has_text(
      root, 0, PW_JSON_EXACT,
      "{\"b\":[0.1,-2.0,0.3333333333333333,7,true,null],\"a\":\"\\\"\\\\/\\u0001\\b\\n\\u000B\x7f\xc3\xa4\",\"o\":{},\"l\":[]}");
  json_decref(root);
  root = json_pack("{s:[f,f,f], s:{s:f}}", "a", 0.1 + 0.2, 9.9999999999999995e22, 2.0 / 3, "b", "c", 1e300);
  has_text(root, 2, 15,
           "{\n  \"a\": [\n    0.3,\n    1e+23,\n    0.666666666666667\n  ],\n  \"b\": {\n    \"c\": 1e+300\n  }\n}");
  json_decref(root);
  assert_null(pw_json_dump(NULL, 0, PW_JSON_EXACT));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_jansson),
      cmocka_unit_test(names_what_is_wrong),
      cmocka_unit_test(depth_is_limited),
      cmocka_unit_test(long_numbers),
      cmocka_unit_test(writes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
