// Base64 both ways: the examples of RFC 4648, section 10, and what is none.
#include "base/base64.h"
#include "check.h"

static void examples_of_the_standard(void **state) {
  (void)state;
  static const char *const text[] = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  for (size_t n = 0; n <= 6; n++) {
    unsigned char bytes[8] = {0};
    PwText out = {0};
    pw_add_base64(&out, (const unsigned char *)"foobar", n);
    assert_string_equal(out.data ? out.data : "", text[n]);
    assert_true(pw_base64_read(text[n], strlen(text[n]), bytes, n));
    assert_memory_equal(bytes, "foobar", n);
    pw_text_free(&out);
  }
}

static void what_is_none(void **state) {
  (void)state;
  unsigned char bytes[8];
  assert_false(pw_base64_read("Zm9v", 4, bytes, 2));  // three bytes, not two
  assert_false(pw_base64_read("Zm9v", 4, bytes, 4));
  assert_false(pw_base64_read("Zm8=", 4, bytes, 3));
  assert_false(pw_base64_read("Zm9", 3, bytes, 2));
  assert_false(pw_base64_read("Zm-v", 4, bytes, 3));
  assert_false(pw_base64_read("Z===", 4, bytes, 1));
  assert_false(pw_base64_read("Zg=A", 4, bytes, 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(examples_of_the_standard), cmocka_unit_test(what_is_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
