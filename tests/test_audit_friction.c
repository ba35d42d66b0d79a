// The audit of friction: right results pass, and every law of friction is broken on purpose and found.
//
// What is broken is a number of a folder, by far more than the law's limit. Which law must notice follows from what the number
// is: the cases say how the friction of each result is to be.
#include "audit_folder.h"

enum { SAMPLE = 0, IMPULSE = 2, AFTER = 3 };  // kinds of rows

// A block on an incline, turned so that its face is along x. tan(20 deg) = 0.364 < 0.4 < tan(25 deg).
#define BLOCK(SLOPE, SPEED, REST)                                                                                              \
  "planar: true\n"                                                                                                             \
  "gravity: [9.81*sin(" SLOPE "*pi/180), -9.81*cos(" SLOPE                                                                     \
  "*pi/180)]\n"                                                                                                                \
  "bodies:\n"                                                                                                                  \
  "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"                          \
  "  block: {mass: 2, inertia: 0.05, position: [0, 0.1], profiles: {outline: {start: [-0.2, -0.1], chain: [{line: {to: [0.2, " \
  "-0.1]}}, {line: {to: [0.2, 0.1]}}, {line: {to: [-0.2, 0.1]}}, {line: {to: [-0.2, -0.1]}}]}}}\n"                             \
  "initial: {bodies: {block: {velocity: [" SPEED                                                                               \
  ", 0]}}}\n"                                                                                                                  \
  "contacts: {rest: {profiles: [block.outline, ground.floor], " REST                                                           \
  "}}\n"                                                                                                                       \
  "analysis: {duration: 1, step: 0.01}\n"

// Times of all laws are in the file's unit: a block that slides through a whole run of 100 ms.
static void test_times(void **state) {
  static const char *const LAWS[] = {"friction in its cone",       "friction gives no energy",    "friction against the slip",
                                     "friction along the surface", "touches on their boundaries", "powers integrate to work"};
  static const char SLIDE[] =
      "units: {time: ms}\n"
      "planar: true\n"
      "gravity: [0, -9.81e-6]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"
      "  disc: {mass: 2, inertia: 0.05, position: [0, 0.1], profiles: {rim: {circle: {radius: 0.1}}}}\n"
      "initial: {bodies: {disc: {velocity: [0.005, 0]}}}\n"
      "contacts: {rub: {profiles: [disc.rim, ground.floor], friction: 0.1}}\n"
      "analysis: {duration: 100, step: 1}\n";
  run_text(*state, SLIDE, "times", PAWL_FORMULATION_AUTO);
  for (size_t i = 0; i < sizeof LAWS / sizeof *LAWS; i++) {
    Audited a = audited(*state, "times", LAWS[i]);
    size_t n = strlen(a.where);
    if (!a.found || a.status != PAWL_AUDIT_PASSED || n < 3 || strcmp(a.where + n - 3, " ms"))
      fail_msg("%s: %s", LAWS[i], a.where);
  }
}

// At 20 deg it sticks, with friction of 0.91 of its limit at both corners.
static void test_sticks(void **state) {
  Place *p = *state;
  run_text(p, BLOCK("20", "0", "friction: 0.4"), "stick", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, BLOCK("20", "0", "friction: 0.4"), "canonical", PAWL_FORMULATION_CANONICAL);
  assert_int_equal(audited(p, "stick", "friction in its cone").status, PAWL_AUDIT_PASSED);
  assert_int_equal(audited(p, "stick", "no slip where it sticks").status, PAWL_AUDIT_PASSED);
  assert_int_equal(audited(p, "stick", "friction against the slip").status, PAWL_AUDIT_NOTHING);
  assert_int_equal(audited(p, "stick", "powers integrate to work").status, PAWL_AUDIT_NOTHING);
  breaks(p, "stick", "audit_touches.bin", "fx", SAMPLE, 30, 1.00001, 0, "forces make the motion");
  breaks(p, "stick", "audit_touches.bin", "fx", SAMPLE, 30, 1.2, 0, "friction in its cone");
  breaks(p, "stick", "audit_touches.bin", "slip", SAMPLE, 30, 0, 2, "friction in its cone");  // told to slide, but holds less
  breaks(p, "stick", "audit_touches.bin", "slip", SAMPLE, 30, 0, 0, "friction in its cone");  // told to do nothing
  breaks(p, "stick", "audit_touches.bin", "fy", SAMPLE, 30, 1, 1e-5, "friction along the surface");
  breaks(p, "stick", "audit.bin", "block.vx", SAMPLE, 30, 1, 1e-6, "no slip where it sticks");
  breaks(p, "stick", "audit.bin", "block.vx", SAMPLE, 30, 1, -1e-6, "friction gives no energy");  // uphill, as friction pushes
  breaks(p, "stick", "audit_touches.bin", "fx", SAMPLE, 30, 1, NAN, "friction in its cone");
  breaks(p, "stick", "audit_touches.bin", "fx", SAMPLE, 30, 1, NAN, "forces make the motion");
  breaks(p, "stick", "audit_touches.bin", "tz", SAMPLE, 30, 1, 1e-3, "friction in its cone");  // it has no resistance to rolling
}

// At 25 deg it slides from the start on; launched uphill at 20 deg it stops, and stays.
static void test_slides(void **state) {
  Place *p = *state;
  run_text(p, BLOCK("25", "0", "friction: 0.4"), "slide", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, BLOCK("25", "0", "friction: 0.4"), "canonical", PAWL_FORMULATION_CANONICAL);
  run_text(p, BLOCK("20", "-2", "friction: 0.4"), "launched", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "slide", "powers integrate to work").status, PAWL_AUDIT_PASSED);
  assert_int_equal(audited(p, "launched", "no slip where it sticks").status, PAWL_AUDIT_PASSED);
  breaks(p, "slide", "audit_touches.bin", "fx", SAMPLE, 30, 0.99999, 0, "friction in its cone");
  breaks(p, "slide", "audit_touches.bin", "fx", SAMPLE, 30, 1.00001, 0, "friction in its cone");
  breaks(p, "slide", "audit_touches.bin", "fx", SAMPLE, 30, -1, 0, "friction against the slip");
  breaks(p, "slide", "audit_touches.bin", "fx", SAMPLE, 30, -1, 0, "friction gives no energy");
  breaks(p, "slide", "audit_touches.bin", "slip", SAMPLE, 30, 0, 1, "no slip where it sticks");  // told to stick, but slips
  breaks(p, "slide", "audit.bin", "work", SAMPLE, 30, 1, -1e-5, "powers integrate to work");
  // by Stribeck's curve it has 0.3 + 0.1 exp(-(s/0.5)^2), and 0.2 s more
  run_text(p, BLOCK("25", "0", "friction: {static: 0.4, kinetic: 0.3, stribeck: 0.5, viscous: 0.2}"), "curve",
           PAWL_FORMULATION_AUTO);
  breaks(p, "curve", "audit_touches.bin", "fx", SAMPLE, 60, 1.00001, 0, "friction in its cone");
  breaks(p, "curve", "audit.bin", "block.vx", SAMPLE, 60, 1.0001, 0, "friction in its cone");
}

// With a law the displacement is not told: a force beyond the cone is noticed, and while it slides fast one of another size or
// direction.
static void test_with_a_law(void **state) {
#define PRESSED(SLOPE, START)                                                                                              \
  "planar: true\n"                                                                                                         \
  "gravity: [9.81*sin(" SLOPE "*pi/180), -9.81*cos(" SLOPE                                                                 \
  "*pi/180)]\n"                                                                                                            \
  "bodies:\n"                                                                                                              \
  "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"                      \
  "  block: {mass: 2, inertia: 0.05, position: [0, 0.1], profiles: {skin: {circle: {radius: 0.1}}}}\n"                     \
  "joints: {guide: {type: lock, between: [ground, block], at: [0, 0.1], locked: [rz]}}\n"                                  \
  "contacts: {rest: {profiles: [block.skin, ground.floor], law: {type: hunt-crossley, stiffness: 1e7, restitution: 0.5}, " \
  "friction: {static: 0.4, kinetic: 0.3, viscous: 0.2, stiffness: 2e5, damping: 400}}}\n"                                  \
  "initial: " START "\nanalysis: {duration: 1, step: 0.01}\n"
  Place *p = *state;
  run_text(p, PRESSED("20", "{from: statics}"), "held", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, PRESSED("25", "{}"), "slid", PAWL_FORMULATION_CANONICAL);
  assert_int_equal(audited(p, "held", "friction in its cone").status, PAWL_AUDIT_PASSED);
  assert_int_equal(audited(p, "held", "friction against the slip").status, PAWL_AUDIT_NOTHING);
  assert_int_equal(audited(p, "held", "displacements of friction").status, PAWL_AUDIT_NOT);
  assert_int_equal(audited(p, "held", "touches on their boundaries").status, PAWL_AUDIT_PASSED);
  breaks(p, "held", "audit_touches.bin", "fx", SAMPLE, 30, 1.00001, 0, "forces make the motion");
  breaks(p, "held", "audit_touches.bin", "fx", SAMPLE, 30, 1.2, 0, "friction in its cone");
  breaks(p, "held", "audit_touches.bin", "slip", SAMPLE, 30, 0, 0, "friction in its cone");  // told to do nothing
  breaks(p, "held", "audit_touches.bin", "fy", SAMPLE, 30, 1, 1e-5, "friction along the surface");
  breaks(p, "held", "audit_touches.bin", "x", SAMPLE, 30, 1, 1e-3, "touches on their boundaries");
  breaks(p, "held", "audit_touches.bin", "fx", SAMPLE, 30, 1, NAN, "friction in its cone");
  assert_int_equal(audited(p, "slid", "friction against the slip").status, PAWL_AUDIT_PASSED);
  breaks(p, "slid", "audit_touches.bin", "fx", SAMPLE, 30, 1.00001, 0, "friction against the slip");
  breaks(p, "slid", "audit_touches.bin", "fx", SAMPLE, 30, -1, 0, "friction against the slip");
  breaks(p, "slid", "audit_touches.bin", "fx", SAMPLE, 30, 2, 0, "friction in its cone");
  breaks(p, "slid", "audit.bin", "work", SAMPLE, 30, 1, -1e-5, "powers integrate to work");
}

// A cylinder on a cylinder: it rolls down, with a friction of 0.3 slips after 1.01 s and leaves.
#define CYLINDERS(TOUCH)                                                                                                     \
  "planar: true\n"                                                                                                           \
  "gravity: [0, -9.81]\n"                                                                                                    \
  "bodies:\n"                                                                                                                \
  "  ground: {profiles: {big: {circle: {radius: 1}}}}\n"                                                                     \
  "  roller: {mass: 1, inertia: 0.005, position: [1.1*sin(0.1), 1.1*cos(0.1)], profiles: {skin: {circle: {radius: 0.1}}}}\n" \
  "contacts: {touch: {profiles: [roller.skin, ground.big], " TOUCH                                                           \
  "}}\n"                                                                                                                     \
  "analysis: {duration: 1.3, step: 0.01, tolerance: 1e-10}\n"

static void test_cylinders(void **state) {
  Place *p = *state;
  run_text(p, CYLINDERS("friction: 0.3"), "slips", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, CYLINDERS("friction: 0.3"), "canonical", PAWL_FORMULATION_CANONICAL);
  run_text(p, CYLINDERS("rolling: true"), "rolls", PAWL_FORMULATION_AUTO);
  run_text(p, CYLINDERS("friction: {static: 0.3, rolling: 0.001}"), "resists", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "slips", "friction against the slip").status, PAWL_AUDIT_PASSED);
  breaks(p, "slips", "audit_touches.bin", "slip", SAMPLE, 110, 0, 1, "no slip where it sticks");
  breaks(p, "slips", "audit.bin", "roller.w", SAMPLE, 50, 1.000001, 0, "no slip where it sticks");
  // rolling without slip takes what force it takes: there is no cone, but no slip either
  breaks(p, "rolls", "audit.bin", "roller.w", SAMPLE, 110, 1.000001, 0, "no slip where it sticks");
  breaks(p, "rolls", "audit_touches.bin", "fx", SAMPLE, 110, 1.00001, 0, "forces make the motion");
  breaks(p, "resists", "audit_touches.bin", "tz", SAMPLE, 50, 1.00001, 0, "friction in its cone");
  breaks(p, "resists", "audit_touches.bin", "tz", SAMPLE, 50, -1, 0, "friction against the slip");
  // a normal that is told turned, or a touch beside its boundaries, would let other forces pass for friction
  breaks(p, "rolls", "audit_touches.bin", "nx", SAMPLE, 50, 1, 1e-5, "touches on their boundaries");
  breaks(p, "rolls", "audit_touches.bin", "y", SAMPLE, 50, 1, 1e-7, "touches on their boundaries");
}

// In space: a ball that slips, turns and spins on a table, and a thin disc that rolls.
#define BALL(HEIGHT, TOUCH, REST)                                         \
  "planar: false\n"                                                       \
  "parameters: {r: 0.0285, i: 0.4*0.17*r^2}\n"                            \
  "bodies:\n"                                                             \
  "  ground: {surfaces: {table: {plane: {}, u: [-3, 3], v: [-3, 3]}}}\n"  \
  "  ball: {mass: 0.17, inertia: [i, i, i], position: [0, 0, r + " HEIGHT \
  "], surfaces: {skin: {sphere: {radius: r}}}}\n"                         \
  "contacts: {touch: {surfaces: [ball.skin, ground.table], " TOUCH "}}\n" REST

#define ON_TABLE                                                                        \
  "gravity: [0, 0, -9.81]\n"                                                            \
  "initial: {bodies: {ball: {velocity: [2, 0, 0], angular_velocity: [30, -40, 25]}}}\n" \
  "analysis: {duration: 1, step: 0.01, tolerance: 1e-10}\n"

static const char DISC[] =
    "planar: false\n"
    "parameters: {R: 0.2, phi: 0.3, th: 0.25, wt: 0.4, wa: -6, wd: 1}\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  ground: {surfaces: {table: {plane: {}, u: [-3, 3], v: [-3, 3]}}}\n"
    "  disc:\n"
    "    mass: 1\n"
    "    inertia: [0.01, 0.01, 0.02]\n"
    "    position: [R*sin(th)*sin(phi), -R*sin(th)*cos(phi), R*cos(th)]\n"
    "    axes: {x: [cos(phi), sin(phi), 0], z: [-cos(th)*sin(phi), cos(th)*cos(phi), sin(th)]}\n"
    "    surfaces: {rim: {torus: {radius: R, tube: 0}}}\n"
    "initial:\n"
    "  bodies:\n"
    "    disc:\n"
    "      velocity: [-1.1234971310226736, -0.42867523929178636, -0.019792316740361846]\n"
    "      angular_velocity: [wt*cos(phi) - wa*cos(th)*sin(phi) + wd*sin(th)*sin(phi), wt*sin(phi) + wa*cos(th)*cos(phi) - "
    "wd*sin(th)*cos(phi), wa*sin(th) + wd*cos(th)]\n"
    "contacts: {touch: {surfaces: [disc.rim, ground.table], rolling: true}}\n"
    "analysis: {duration: 1, step: 0.01, tolerance: 1e-10}\n";

static void test_space(void **state) {
  Place *p = *state;
  run_text(p, BALL("0", "friction: 0.2", ON_TABLE), "ball", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, BALL("0", "friction: 0.2", ON_TABLE), "canonical", PAWL_FORMULATION_CANONICAL);
  breaks(p, "ball", "audit_touches.bin", "fy", SAMPLE, 10, 1, 1e-4, "friction against the slip");
  breaks(p, "ball", "audit_touches.bin", "fz", SAMPLE, 10, 1, 1e-6, "friction along the surface");
  breaks(p, "ball", "audit.bin", "ball.wy", SAMPLE, 90, 1.000001, 0, "no slip where it sticks");
  run_text(p, BALL("0", "friction: {static: 0.2, spin: 0.002, rolling: 0.0005}", ON_TABLE), "resists", PAWL_FORMULATION_AUTO);
  breaks(p, "resists", "audit_touches.bin", "tx", SAMPLE, 10, 1.00001, 0, "friction in its cone");
  breaks(p, "resists", "audit_touches.bin", "tz", SAMPLE, 10, 1.00001, 0, "friction in its cone");
  breaks(p, "resists", "audit_touches.bin", "tx", SAMPLE, 10, -1, 0, "friction against the slip");
  breaks(p, "resists", "audit_touches.bin", "tz", SAMPLE, 10, -1, 0, "friction gives no energy");
  breaks(p, "resists", "audit_touches.bin", "tz", SAMPLE, 10, 1.001, 0, "forces make the motion");
  breaks(p, "resists", "audit_touches.bin", "spin", SAMPLE, 10, 0, 1, "no slip where it sticks");
  run_text(p, DISC, "disc", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, DISC, "canonical", PAWL_FORMULATION_CANONICAL);
  breaks(p, "ball", "audit_touches.bin", "ny", SAMPLE, 50, 1, 1e-5, "touches on their boundaries");
  breaks(p, "disc", "audit_touches.bin", "ny", SAMPLE, 50, 1, 1e-5,
         "touches on their boundaries");  // by the plane: it is an edge
  breaks(p, "disc", "audit.bin", "disc.wx", SAMPLE, 30, 1, 1e-6, "no slip where it sticks");
  breaks(p, "disc", "audit_touches.bin", "fx", SAMPLE, 30, 1, 1e-4, "forces make the motion");
}

// A rod at 45 deg that falls on its tip: slip stops inside the impact and reverses. By Newton's law its rebound is told, by the
// others not; where Newton's would gain energy it is lowered.
#define ROD(SPEED, MU, E, LAW)                                                                                                \
  "planar: true\n"                                                                                                            \
  "bodies:\n"                                                                                                                 \
  "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"                         \
  "  rod: {mass: 1, inertia: 1/12, position: [0.5*cos(pi/4), 0.5*sin(pi/4) + 0.1], angle: pi/4 rad, profiles: {tip: {point: " \
  "[-0.5, 0]}}}\n"                                                                                                            \
  "initial: {bodies: {rod: {velocity: [" SPEED                                                                                \
  ", -1]}}}\n"                                                                                                                \
  "contacts: {tip: {profiles: [rod.tip, ground.floor], friction: " MU ", restitution: " E                                     \
  "}}\n"                                                                                                                      \
  "analysis: {duration: 0.2, step: 0.01, impact: " LAW "}\n"

static void test_impact(void **state) {
  Place *p = *state;
  run_text(p, ROD("0.4", "0.3", "0.5", "newton"), "newton", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, ROD("0.4", "0.3", "0.5", "newton"), "canonical", PAWL_FORMULATION_CANONICAL);
  assert_false(audited(p, "newton", "rebounds with friction").found);
  breaks(p, "newton", "audit_touches.bin", "fx", IMPULSE, 0, 1.0001, 0, "impulses change momentum");
  breaks(p, "newton", "audit_touches.bin", "fx", IMPULSE, 0, 2.3, 0, "friction impulses in cones");  // it has 0.137 of P_n
  breaks(p, "newton", "audit_touches.bin", "fx", IMPULSE, 0, 1, NAN, "impulses change momentum");
  breaks(p, "newton", "audit_touches.bin", "fx", IMPULSE, 0, 1, NAN, "friction impulses in cones");
  breaks(p, "newton", "audit_touches.bin", "fy", IMPULSE, 0, 1, 1e-6, "friction along the surface");
  breaks(p, "newton", "audit.bin", "rod.vy", AFTER, 0, 1, 1e-3, "rebounds as restitution");
  static const char *const OTHERS[] = {"poisson", "stronge"};
  for (int i = 0; i < 2; i++) {
    run_text(p, i ? ROD("0.4", "0.3", "0.5", "stronge") : ROD("0.4", "0.3", "0.5", "poisson"), OTHERS[i], PAWL_FORMULATION_AUTO);
    assert_int_equal(audited(p, OTHERS[i], "rebounds with friction").status, PAWL_AUDIT_NOT);
    breaks(p, OTHERS[i], "audit_touches.bin", "fx", IMPULSE, 0, 1.0001, 0, "impulses change momentum");
  }
  run_text(p, ROD("0.5", "0.8", "1", "newton"), "lowered", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "lowered", "rebounds with friction").status, PAWL_AUDIT_NOT);
  run_text(p, ROD("0.5", "0.8", "0", "poisson"), "plastic", PAWL_FORMULATION_AUTO);  // without rebound all laws say the same
  assert_false(audited(p, "plastic", "rebounds with friction").found);
}

// A ball that strikes a table, slips all the time or ends to, in space.
#define FLIES                                                                              \
  "initial: {bodies: {ball: {velocity: [2, 0.5, -3], angular_velocity: [10, -60, 25]}}}\n" \
  "analysis: {duration: 0.2, step: 0.01}\n"

static void test_impact_space(void **state) {
  Place *p = *state;
  run_text(p, BALL("0.3", "friction: 0.5, restitution: 0.6", FLIES), "sticks", PAWL_FORMULATION_AUTO);
  run_text(p, BALL("0.3", "rolling: true, restitution: 0.6", FLIES), "rolls", PAWL_FORMULATION_AUTO);
  run_text(p, BALL("0.3", "friction: 0.1, restitution: 0.6", FLIES), "slips", PAWL_FORMULATION_AUTO);
  breaks(p, "slips", "audit_touches.bin", "fx", IMPULSE, 0, 1.00001, 0, "friction impulses in cones");
  breaks(p, "slips", "audit_touches.bin", "tz", IMPULSE, 0, 1, 1e-4, "friction impulses in cones");
  breaks(p, "slips", "audit_touches.bin", "tz", IMPULSE, 0, 1, 1e-4, "impulses change momentum");
  breaks(p, "slips", "audit.bin", "ball.vx", AFTER, 0, 1, -40, "impacts give no energy");  // friction would have pushed it back
}

// A rod slides over a floor without weight, which it gets at 0.055 s: friction of 1.6 pulls its tip down by more than the floor
// pushes it up, and it jams (Painleve): an impulse without collision.
static const char JAMS[] =
    "planar: true\n"
    "parameters: {l: 0.5, th: atan(2)}\n"
    "bodies:\n"
    "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"
    "  rod: {mass: 1, inertia: l^2/3, position: [l*cos(th), l*sin(th)], angle: th, profiles: {tip: {point: [-l, 0]}}}\n"
    "forces: {weight: {type: force, body: rod, components: [0, 'if(t < 0.055, 0, -9.81)']}}\n"
    "initial: {bodies: {rod: {velocity: [-1, 0]}}}\n"
    "contacts: {tip: {profiles: [rod.tip, ground.floor], friction: 1.6}}\n"
    "analysis: {duration: 0.15, step: 0.01}\n";

static void test_jam(void **state) {
  Place *p = *state;
  run_text(p, JAMS, "jams", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, JAMS, "canonical", PAWL_FORMULATION_CANONICAL);
  size_t n;
  char *events = read_whole("jams/events.csv", &n);
  assert_non_null(strstr(events, ",jams,tip,"));
  free(events);
  breaks(p, "jams", "audit_touches.bin", "fx", IMPULSE, 0, 1.0001, 0, "impulses change momentum");
  breaks(p, "jams", "audit_touches.bin", "fx", IMPULSE, 0, 10, 0, "friction impulses in cones");
  breaks(p, "jams", "audit_touches.bin", "force", IMPULSE, 0, 1.0001, 0, "events.csv says the same");
}

// A disc driven along a floor in a kinematic run: friction moves nothing there, and its laws are not called passed. One that
// rolls does so there, too.
#define DRIVEN(HINGE, TOUCH)                                                                          \
  "planar: true\n"                                                                                    \
  "gravity: [0, -9.81]\n"                                                                             \
  "bodies:\n"                                                                                         \
  "  ground: {profiles: {floor: {start: [5, 0], chain: [{line: {to: [-5, 0]}}], closed: false}}}\n"   \
  "  cart: {mass: 1, inertia: 1}\n"                                                                   \
  "  hub: {mass: 1, inertia: 1, position: [0, 0.1]}\n"                                                \
  "  disc: {mass: 1, inertia: 0.005, position: [0, 0.1], profiles: {rim: {circle: {radius: 0.1}}}}\n" \
  "joints:\n"                                                                                         \
  "  slide: {type: prismatic, between: [ground, cart], at: [0, 0], axis: x}\n"                        \
  "  lift: {type: prismatic, between: [cart, hub], at: [0, 0.1], axis: y}\n"                          \
  "  hinge: {type: " HINGE                                                                            \
  ", between: [hub, disc], at: [0, 0.1]}\n"                                                           \
  "drives: {move: {coordinate: slide, law: t}}\n"                                                     \
  "contacts: {k: {profiles: [disc.rim, ground.floor], start: closed, " TOUCH                          \
  "}}\n"                                                                                              \
  "analysis: {type: kinematics, duration: 1, step: 0.01}\n"

static void test_kinematics(void **state) {
  Place *p = *state;
  run_text(p, DRIVEN("fixed", "friction: 0.3"), "driven", PAWL_FORMULATION_AUTO);
  static const char *const NOT[] = {"friction in its cone", "friction against the slip", "friction gives no energy"};
  for (int i = 0; i < 3; i++) assert_int_equal(audited(p, "driven", NOT[i]).status, PAWL_AUDIT_NOT);
  breaks(p, "driven", "audit_touches.bin", "fx", SAMPLE, 50, 1.0001, 0, "forces make the motion");
  run_text(p, DRIVEN("revolute", "rolling: true"), "rolls", PAWL_FORMULATION_AUTO);
  breaks(p, "rolls", "audit.bin", "disc.w", SAMPLE, 50, 1.00001, 0, "no slip where it sticks");
}

// Right results of several bodies: balls whose touches come by the poles of their spheres, and a heap that strikes at several
// places at once. Where all contacts roll, friction alone may throw a touch apart; nothing pushes there, and it parts as fast as
// it likes.
#define BOX                                                                                                                    \
  "{start: [-0.2, -0.1], chain: [{line: {to: [0.2, -0.1]}}, {line: {to: [0.2, 0.1]}}, {line: {to: [-0.2, 0.1]}}, {line: {to: " \
  "[-0.2, -0.1]}}]}"

static void test_several(void **state) {
  Place *p = *state;
  static const char BALLS[] =
      "planar: false\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {t: {plane: {}, u: [-9, 9], v: [-9, 9]}}}\n"
      "  a: {mass: 2, inertia: [0.008, 0.008, 0.008], position: [0, 0, 0.1], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
      "  b: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0.02, 0.03, 0.5], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
      "initial: {bodies: {a: {velocity: [0.3, 0, 0], angular_velocity: [1, 2, 3]}, b: {velocity: [0.4, 0.1, 0], "
      "angular_velocity: [5, 2, -3]}}}\n"
      "contacts: {c: {bodies: [ground, a, b], friction: {static: 0.8, kinetic: 0.5}, restitution: 0.5}}\n"
      "analysis: {duration: 1, step: 0.01}\n";
  static const char HEAP[] =
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [5, 0], closed: false, chain: [{line: {to: [-5, 0]}}]}}}\n"
      "  a: {mass: 2, inertia: 0.05, position: [0, 0.3], angle: 0.1, profiles: {o: " BOX
      "}}\n"
      "  b: {mass: 1, inertia: 0.03, position: [0.1, 0.6], angle: -0.3, profiles: {o: " BOX
      "}}\n"
      "  c: {mass: 1, inertia: 0.01, position: [-0.1, 1], profiles: {o: {circle: {radius: 0.1}}}}\n"
      "contacts: {c: {bodies: [ground, a, b, c], %s, restitution: %s}}\n"
      "analysis: {duration: 0.6, step: 0.01}\n";
  static const char *const TOUCH[][2] = {{"friction: 0.3", "0.5"}, {"rolling: true", "0"}, {"rolling: true", "0.5"}};
  run_text(p, BALLS, "balls", PAWL_FORMULATION_AUTO);
  for (int i = 0; i < 3; i++) {
    char text[1500];
    snprintf(text, sizeof text, HEAP, TOUCH[i][0], TOUCH[i][1]);
    run_text(p, text, "heap", PAWL_FORMULATION_AUTO);
  }
}

// What friction cannot do is not taken for anything.
static void test_hostile(void **state) {
  Place *p = *state;
  run_text(p, BLOCK("20", "0", "friction: 0.4"), "stick", PAWL_FORMULATION_AUTO);
  static const double BAD[] = {NAN, 1e300, -1, 0.5, 4};
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    copy_result("stick");
    spoil("spoilt/audit_touches.bin", "slip", SAMPLE, 3, 0, BAD[i]);
    assert_int_equal(audited(p, "spoilt", "all laws").status, PAWL_AUDIT_NOT);
  }
}

// Where nothing has friction nothing is written of it, and no law of it is listed.
static void test_smooth(void **state) {
  Place *p = *state;
  run_text(p, BLOCK("20", "0", "restitution: 0"), "smooth", PAWL_FORMULATION_AUTO);
  Doubles d = open_doubles("smooth/audit_touches.bin");
  assert_int_equal(d.step, 8 * 15 + 2);
  free(d.data);
  assert_false(audited(p, "smooth", "friction in its cone").found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_times, enter, leave),
      cmocka_unit_test_setup_teardown(test_sticks, enter, leave),
      cmocka_unit_test_setup_teardown(test_slides, enter, leave),
      cmocka_unit_test_setup_teardown(test_with_a_law, enter, leave),
      cmocka_unit_test_setup_teardown(test_cylinders, enter, leave),
      cmocka_unit_test_setup_teardown(test_space, enter, leave),
      cmocka_unit_test_setup_teardown(test_impact, enter, leave),
      cmocka_unit_test_setup_teardown(test_impact_space, enter, leave),
      cmocka_unit_test_setup_teardown(test_jam, enter, leave),
      cmocka_unit_test_setup_teardown(test_kinematics, enter, leave),
      cmocka_unit_test_setup_teardown(test_several, enter, leave),
      cmocka_unit_test_setup_teardown(test_hostile, enter, leave),
      cmocka_unit_test_setup_teardown(test_smooth, enter, leave),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
