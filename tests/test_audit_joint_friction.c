// The audit of friction in joints: right results pass, and every law of it is broken on purpose and found.
#include "audit_folder.h"

enum { SAMPLE = 0 };

// A block of 2 kg in a guide on a slope, mu 0.4: at 20 deg it sticks, at 25 deg it slides.
#define GUIDE(SLOPE)                                                                                                          \
  "planar: true\ngravity: [9.81*sin(" SLOPE "*pi/180), -9.81*cos(" SLOPE                                                      \
  "*pi/180)]\nbodies: {block: {mass: 2, inertia: 0.05}}\n"                                                                    \
  "joints: {guide: {type: prismatic, between: [ground, block], at: [0, 0], axis: x, friction: {static: 0.4, length: 0.1}}}\n" \
  "analysis: {duration: 1, step: 0.01}\n"

static void test_sticks(void **state) {
  Place *p = *state;
  run_text(p, GUIDE("20"), "stick", PAWL_FORMULATION_MULTIPLIERS);
  assert_int_equal(audited(p, "stick", "joint friction in its limit").status, PAWL_AUDIT_PASSED);
  assert_int_equal(audited(p, "stick", "no slip in stuck joints").status, PAWL_AUDIT_PASSED);
  assert_int_equal(audited(p, "stick", "joint friction against slip").status, PAWL_AUDIT_NOTHING);
  breaks(p, "stick", "audit.bin", "guide.rx", SAMPLE, 30, 1.00001, 0, "forces make the motion");
  breaks(p, "stick", "audit.bin", "guide.rx", SAMPLE, 30, 1.2, 0, "joint friction in its limit");
  breaks(p, "stick", "audit.bin", "guide.ry", SAMPLE, 30, 1, 1e-3, "joint friction in its limit");  // not along the guide
  breaks(p, "stick", "audit.bin", "guide.rtz", SAMPLE, 30, 1, 1e-3, "joint friction in its limit");
  breaks(p, "stick", "audit.bin", "block.vx", SAMPLE, 30, 1, 1e-6, "no slip in stuck joints");
  breaks(p, "stick", "audit.bin", "guide.rx", SAMPLE, 30, 1, NAN, "joint friction in its limit");
}

static void test_slides(void **state) {
  Place *p = *state;
  run_text(p, GUIDE("25"), "slide", PAWL_FORMULATION_CANONICAL);
  assert_int_equal(audited(p, "slide", "joint friction against slip").status, PAWL_AUDIT_PASSED);
  assert_int_equal(audited(p, "slide", "no slip in stuck joints").status, PAWL_AUDIT_NOTHING);
  assert_int_equal(audited(p, "slide", "powers integrate to work").status, PAWL_AUDIT_PASSED);
  breaks(p, "slide", "audit.bin", "guide.rx", SAMPLE, 30, 0.99999, 0, "joint friction in its limit");
  breaks(p, "slide", "audit.bin", "guide.rx", SAMPLE, 30, -1, 0, "joint friction against slip");
  breaks(p, "slide", "audit.bin", "guide.rubbing", SAMPLE, 30, 0, 1, "no slip in stuck joints");  // told to stick, but slips
  breaks(p, "slide", "audit.bin", "work", SAMPLE, 30, 1, -1e-5, "powers integrate to work");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_sticks, enter, leave),
      cmocka_unit_test_setup_teardown(test_slides, enter, leave),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
