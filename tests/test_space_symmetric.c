// Bodies on a common axis, where a whole circle is equally near: they move on as long as there is a gap, and are refused, by name
// and time, when it closes.
#include "contact_run.h"

static const double NO = NAN;

#define FALL "gravity: [0, 0, -9.81]\nanalysis: {duration: 0.6, step: 0.1}\n"
#define TORUS "{torus: {radius: 0.6, tube: 0.2}}"

static void write_model(char *text, size_t size, const char *ground, const char *body, double z, const char *rest) {
  snprintf(text, size,
           "bodies:\n"
           "  ground: {surfaces: {s: %s}}\n"
           "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, %g], surfaces: {s: %s}}\n"
           "contacts: {c: {surfaces: [ground.s, b.s]}}\n"
           "output: [b]\n%s",
           ground, z, body, rest);
}

// Falls freely all the way: z0 - g t^2/2 after 0.6 s.
static void check_falls(const char *ground, const char *body, double z) {
  char text[1000];
  write_model(text, sizeof text, ground, body, z, FALL);
  ContactRun run = run_model(text, NULL);
  CHECK_CLOSE(value_at(&run, "b.z", NO, true), z - 9.81 * 0.18, 1e-8);
  end_run(&run);
}

// Falls by `height` until the circle closes; the time is told to the digits of `time`.
static void check_closes(const char *ground, const char *body, double z, double height, int digits) {
  char text[1000], words[100];
  write_model(text, sizeof text, ground, body, z, FALL);
  snprintf(words, sizeof words, "contact 'c': at t = %.*f", digits, sqrt(2 * height / 9.81));
  words[strlen(words) - 1] = 0;  // the last digit may be rounded
  check_fails(text, PAWL_ERR_SINGULAR, words);
}

static void test_bodies_fall_through_rings(void **state) {
  (void)state;
  check_falls(TORUS, "{sphere: {radius: 0.3}}", 1);
  check_falls(TORUS, "{sphere: {radius: 0.3999}}", 1);  // a tenth of a millimetre of play
  check_falls(TORUS, "{torus: {radius: 0.2, tube: 0.1}}", 1);
  check_falls(TORUS, "{cylinder: {radius: 0.3, length: 2}}", 0);
  check_falls("{cylinder: {radius: 0.5, length: 2}, inside: true}", "{sphere: {radius: 0.3}}", 0.8);
}

// Nothing moves: a ball in the middle of a hollow one, one in a cone, two tori above each other.
static void test_bodies_on_an_axis_stand_apart(void **state) {
  (void)state;
  static const struct {
    const char *ground, *body;
    double z;
  } LIST[] = {{"{sphere: {radius: 1}, inside: true}", "{sphere: {radius: 0.3}}", 0},
              {"{cone: {angle: 0.5}, u: [0.1, 2], inside: true}", "{sphere: {radius: 0.3}}", 1.5},
              {TORUS, "{sphere: {radius: 0.5}}", 1},
              {TORUS, "{torus: {radius: 0.6, tube: 0.1}}", 0.4}};
  for (size_t i = 0; i < sizeof LIST / sizeof *LIST; i++) {
    char text[1000];
    write_model(text, sizeof text, LIST[i].ground, LIST[i].body, LIST[i].z, "analysis: {duration: 1, step: 0.5}\n");
    ContactRun run = run_model(text, NULL);
    CHECK_CLOSE(value_at(&run, "b.z", NO, true), LIST[i].z, 1e-12);
    end_run(&run);
  }
}

// Where centres are when the circles close: sqrt(0.7^2 - 0.6^2) above the middle of the torus, 0.3/sin(0.5) above the tip of the
// cone, sqrt(0.4^2 - 0.3^2) above the rim of a turned hole, tubes 0.2 + 0.1 apart.
static void test_circles_that_close_are_told(void **state) {
  (void)state;
  check_closes(TORUS, "{sphere: {radius: 0.5}}", 1, 1 - sqrt(0.13), 6);
  check_closes("{cone: {angle: 0.5}, u: [0.1, 2], inside: true}", "{sphere: {radius: 0.3}}", 1.5, 1.5 - 0.3 / sin(0.5), 6);
  check_closes(
      "{revolution: {start: [0.3, 0], chain: [{line: {to: [1, 0]}}, {line: {to: [1, 1]}}, {line: {to: [0.3, 1]}}, {line: {to: "
      "[0.3, 0]}}], closed: true}}",
      "{sphere: {radius: 0.4}}", 2, 1 - sqrt(0.07), 6);
  check_closes(TORUS, "{torus: {radius: 0.6, tube: 0.1}}", 0.4, 0.1, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bodies_fall_through_rings),
                                     cmocka_unit_test(test_bodies_on_an_axis_stand_apart),
                                     cmocka_unit_test(test_circles_that_close_are_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
