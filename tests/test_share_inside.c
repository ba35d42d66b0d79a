// Friction of a stool on three feet, whose forces mechanics does not determine: it holds as long as any forces inside their cones
// do, in both formulations.
#include <math.h>

#include "contact_run.h"

static const char *const FORMULATIONS[] = {"multipliers", "canonical"};

// Pulled by 8 t N at its centre, which turns with 3 rad/s, and turned by t/2 N m. One foot is at its limit soon and yields; the
// other two would go beyond theirs while forces exist that hold it. By the theorem of limit analysis it slips where the largest
// of (power of the loads)/(sum of mu N |v of the foot|) over all motions of the stool in the plane is 1: t = 0.5787810497356, by
// a search over these motions with normal forces by moments, done apart from this program.
static void test_a_stool_holds_as_long_as_it_can(void **state) {
  (void)state;
  for (int f = 0; f < 2; f++) {
    char text[3000];
    snprintf(
        text, sizeof text,
        "gravity: [0, 0, -10]\n"
        "bodies:\n"
        "  ground: {surfaces: {table: {plane: {size: [20, 20]}}}}\n"
        "  stool:\n"
        "    mass: 1\n"
        "    inertia: [0.02, 0.02, 0.03]\n"
        "    position: [0, 0, 0.1]\n"
        "    surfaces: {a: {sphere: {radius: 0.05}, at: [0.2, 0, -0.05]}, b: {sphere: {radius: 0.05}, at: [-0.1, 0.17, -0.05]}, "
        "c: {sphere: {radius: 0.05}, at: [-0.1, -0.17, -0.05]}}\n"
        "forces:\n"
        "  pull: {type: force, body: stool, components: ['8*t*cos(3*t)', '8*t*sin(3*t)', 0]}\n"
        "  turn: {type: torque, body: stool, components: [0, 0, '0.5*t']}\n"
        "contacts:\n"
        "  fa: {surfaces: [stool.a, ground.table], friction: 0.5, start: closed}\n"
        "  fb: {surfaces: [stool.b, ground.table], friction: 0.5, start: closed}\n"
        "  fc: {surfaces: [stool.c, ground.table], friction: 0.5, start: closed}\n"
        "analysis: {formulation: %s, tolerance: 1e-10, duration: 0.7, step: 0.001}\n"
        "output: [stool, fa, fb, fc, energy]\n",
        FORMULATIONS[f]);
    ContactRun run = run_model(text, NULL);  // the audit looks at all cones
    int slips = 0;
    for (int64_t i = 0; i < pw_result_events(run.result); i++) {
      PwResultEvent e = pw_result_get_event(run.result, i);
      if (strcmp(e.kind, "slips") != 0) continue;
      CHECK_CLOSE(e.t, 0.5787810497356, 2e-7);
      slips++;
    }
    assert_int_equal(slips, 3);
    CHECK_CLOSE(value_at(&run, "stool.x", 0.578, true), 0, 1e-15);
    end_run(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_stool_holds_as_long_as_it_can)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
