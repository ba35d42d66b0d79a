// Heaps that went wrong (tests/data/heaps; each says how): in both formulations they run to their end and keep all laws of the
// audit, energy among them.
#include "contact/touches.h"
#include "contact_run.h"

enum { ROOM = 16000 };

// The file, with this formulation added to its last line, which is that of the analysis.
static void read_heap(const char *name, const char *formulation, char text[ROOM]) {
  char path[512];
  snprintf(path, sizeof path, PAWL_SOURCE_DIR "/tests/data/heaps/%s.yaml", name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  size_t length = fread(text, 1, ROOM - 100, file);
  fclose(file);
  text[length] = 0;
  char *end = strrchr(text, '}');
  assert_non_null(end);
  snprintf(end, 100, ", formulation: %s}\n", formulation);
}

static void check_in(const char *name, const char *formulation) {
  static char text[ROOM];
  read_heap(name, formulation, text);
  ContactRun run = run_model(text, NULL);
  end_run(&run);
}

static void check(const char *name) {
  check_in(name, "multipliers");
  check_in(name, "canonical");
}

static void test_touch_twice(void **state) {
  (void)state;
  check("touch_twice");
}

static void test_idle_pulls(void **state) {
  (void)state;
  check("idle_pulls");
}

static void test_fits_swinging(void **state) {
  (void)state;
  check("fits_swinging");
}

static void test_corners_fit(void **state) {
  (void)state;
  check("corners_fit");
}

static void test_far_side(void **state) {
  (void)state;
  check("far_side");
}

static void test_fits_grazing(void **state) {
  (void)state;
  check("fits_grazing");
}

// What is soft leaves all touches that act as they are: else it is found out.
static void test_acting_otherwise(void **state) {
  (void)state;
  PwTouch touch[4] = {{.id = 1}, {.id = 2, .state = PW_TOUCH_CLOSED}, {.id = 3, .state = PW_TOUCH_CLOSED}}, kept[4];
  PwTouches t = {.touch = touch, .kept = kept, .count = 3, .capacity = 4};
  pw_touches_keep(&t);
  assert_false(pw_touches_act_otherwise(&t));
  pw_touches_remove(&t, 0);
  assert_false(pw_touches_act_otherwise(&t));
  pw_touches_remove(&t, 1);
  assert_true(pw_touches_act_otherwise(&t));
  pw_touches_take_back(&t);
  pw_touches_keep(&t);
  t.touch[0].state = PW_TOUCH_PRESSED;
  assert_true(pw_touches_act_otherwise(&t));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_touch_twice),      cmocka_unit_test(test_idle_pulls),    cmocka_unit_test(test_corners_fit),
      cmocka_unit_test(test_far_side),         cmocka_unit_test(test_fits_swinging), cmocka_unit_test(test_fits_grazing),
      cmocka_unit_test(test_acting_otherwise),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
