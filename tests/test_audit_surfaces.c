// The audit in space: surfaces inside each other are found by its own sampling, in results that are moved on purpose.
//
// Bodies of known shape fly slowly and far apart; how far one must be moved to be inside another follows from their sizes.
#include "audit_folder.h"

static const char LAW[] = "no surface inside another";

static const char ROOM[] =
    "planar: false\n"
    "bodies:\n"
    "  ground: {surfaces: {floor: {plane: {size: [4, 4]}}, peg: {cylinder: {radius: 0.05, length: 1}, at: [0, 1, 0.5]}}}\n"
    "  ball: {mass: 1, inertia: 0.004, position: [0, 0, 0.5], surfaces: {skin: {sphere: {radius: 0.1}}}}\n"
    "  egg: {mass: 1, inertia: 0.01, position: [0.5, 0, 0.5], surfaces: {skin: {ellipsoid: {half_axes: [0.2, 0.1, 0.1]}}}}\n"
    "  ring: {mass: 1, inertia: 0.01, position: [-0.6, 0, 0.5], surfaces: {skin: {torus: {radius: 0.2, tube: 0.05}}}}\n"
    "contacts:\n"
    "  lands: {surfaces: [ball.skin, ground.floor]}\n"
    "  lies: {surfaces: [ring.skin, ground.floor]}\n"
    "  leans: {surfaces: [ball.skin, ground.peg]}\n"
    "  knocks: {surfaces: [ball.skin, egg.skin]}\n"
    "  threads: {surfaces: [ball.skin, ring.skin]}\n"
    "initial: {bodies: {ball: {velocity: [0, 0.001, 0]}, ring: {angular_velocity: [0, 0, 0.1]}}}\n"
    "analysis: {duration: 1, step: 0.1}\n";

static void test_a_body_moved_into_a_surface_is_found(void **state) {
  Place *p = *state;
  run_text(p, ROOM, "room", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "room", LAW).status, PAWL_AUDIT_PASSED);
  breaks(p, "room", "audit.bin", "ball.z", 0, 3, 1, -0.40001, LAW);  // into the floor by a hundredth of a millimetre
  breaks(p, "room", "audit.bin", "ring.z", 0, 3, 1, -0.45001, LAW);
  breaks(p, "room", "audit.bin", "egg.x", 0, 3, 1, -0.20001, LAW);
  breaks(p, "room", "audit.bin", "egg.x", 0, 3, 1, -0.5, LAW);      // the ball is inside as a whole, but for its poles
  breaks(p, "room", "audit.bin", "ball.x", 0, 3, 1, -0.2501, LAW);  // the ring from outside
  breaks(p, "room", "audit.bin", "ball.x", 0, 3, 1, -0.5499, LAW);  // and from its hole
  breaks(p, "room", "audit.bin", "ball.y", 0, 3, 1, 0.8501, LAW);   // the peg
  copy_result("room");
  spoil("spoilt/audit.bin", "ball.x", 0, 3, 1, -0.6);
  assert_int_equal(audited(p, "spoilt", LAW).status, PAWL_AUDIT_PASSED);  // the hole is as wide as one and a half balls
}

// A ball in a socket that is moved through its wall; one beside it presses by a law of force, as deep as the run tells.
static void test_a_ball_moved_through_its_socket_is_found(void **state) {
  Place *p = *state;
  static const char SOCKET[] =
      "planar: false\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {socket: {sphere: {radius: 0.12}, inside: true}, floor: {plane: {size: [1, 1]}, at: [2, 0, -0.1]}}}\n"
      "  ball: {mass: 1, inertia: 0.004, surfaces: {skin: {sphere: {radius: 0.1}}}}\n"
      "  soft: {mass: 1, inertia: 0.004, position: [2, 0, 0], surfaces: {skin: {sphere: {radius: 0.1}}}}\n"
      "contacts:\n"
      "  play: {surfaces: [ball.skin, ground.socket]}\n"
      "  press: {surfaces: [soft.skin, ground.floor], law: {type: hertz, stiffness: 1e5 N/m^1.5}}\n"
      "analysis: {duration: 0.1, step: 0.002}\n";
  run_text(p, SOCKET, "socket", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "socket", LAW).status, PAWL_AUDIT_PASSED);
  breaks(p, "socket", "audit.bin", "ball.x", 0, 0, 1, 0.02001, LAW);
  breaks(p, "socket", "audit.bin", "soft.z", 0, 40, 1, -1e-5, LAW);
}

// Surfaces that no function of a solid is known for, each with a ball of 0.1 m that is moved through it from the side that its
// normal shows, by more than the limit. Where the surface is follows from its own formula.
static void through(Place *p, const char *surface, const char *at, double x, double y, double z, const char *move, double by) {
  static const char FORMAT[] =
      "planar: false\n"
      "bodies:\n"
      "  ground: {surfaces: {s: {%s%s}}}\n"
      "  ball: {mass: 1, inertia: 0.004, position: [%g, %g, %g], surfaces: {skin: {sphere: {radius: 0.1}}}}\n"
      "contacts: {rub: {surfaces: [ball.skin, ground.s]}}\n"
      "analysis: {duration: 0.1, step: 0.01}\n";
  char text[2000];
  snprintf(text, sizeof text, FORMAT, surface, at, x, y, z);
  run_text(p, text, "behind", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "behind", LAW).status, PAWL_AUDIT_PASSED);
  breaks(p, "behind", "audit.bin", move, 0, 5, 1, by, LAW);
}

static void test_behind(void **state) {
  Place *p = *state;
  // z = (x^2 + y^2)/2 over the middle; the bowl is wider than the ball
  through(p, "paraboloid: {radii: [1, 1], size: [1, 1]}", "", 0, 0, 0.12, "ball.z", -0.0201);
  // z = v pitch/2pi along the x axis at v = 0, seen from above
  through(p, "helicoid: {pitch: 0.6}, u: [0.5, 1.5], v: [-60 deg, 60 deg]", "", 1, 0, 0.3, "ball.z", -0.21);
  // a spool about z: r = 0.2 at its waist, z = 0
  through(p, "revolution: {start: [0.2, -0.3], chain: [{line: {to: [0.2, 0.3]}}], closed: false}", "", 0.35, 0, 0.01, "ball.x",
          -0.0501);
  // a wall through the y axis, material towards -x
  through(p, "extrusion: {start: [0, -0.4], chain: [{line: {to: [0, 0.4]}}], closed: false}, v: [-0.5, 0.5]", "", 0.15, 0.01,
          0.02, "ball.x", -0.0501);
  // half of a sphere of 0.2 m
  through(p, "sphere: {radius: 0.2}, u: [0 deg, 90 deg]", "", 0.05, 0, 0.34, "ball.z", -0.06);
  // a flat net at z = 0.05
  through(p, "nurbs: {degree: [1, 1], control: [[[-1, -1, 0.05], [-1, 1, 0.05]], [[1, -1, 0.05], [1, 1, 0.05]]]}", "", 0.1, 0.2,
          0.2, "ball.z", -0.0501);
}

// Boxes, by their faces: a vertex in a box, an edge across an edge, a box in a ball, one as a whole in another.
static void test_a_solid_moved_into_another_is_found(void **state) {
  Place *p = *state;
  static const char SOLIDS[] =
      "planar: false\n"
      "bodies:\n"
      "  ground: {surfaces: {table: {box: {size: [1, 1, 0.2]}, at: [0, 0, -0.1]},\n"
      "           floor: {plane: {size: [9, 9]}, at: [0, 0, -3]}}}\n"
      "  tip: {mass: 1, inertia: 0.004, position: [0, 0, 0.5], surfaces: {s: {polyhedron: {points: [[0, 0, -0.1], [0.1, 0, 0],\n"
      "        [-0.1, 0.1, 0], [-0.1, -0.1, 0]]}}}}\n"
      "  bar: {mass: 1, inertia: 0.004, position: [1, 0, 0.45], angle: 45 deg, surfaces: {s: {box: {size: [0.2, 0.2, 1]}}}}\n"
      "  ball: {mass: 1, inertia: 0.004, position: [0, 2, -0.1], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
      "  drum: {mass: 1, inertia: 0.004, position: [0, 4, -0.1], surfaces: {s: {frustum: {radii: [0.1, 0.2], length: 0.4}}}}\n"
      "contacts:\n"
      "  d: {surfaces: [drum.s, ground.floor]}\n"
      "  e: {surfaces: [ball.s, drum.s]}\n"
      "  a: {surfaces: [tip.s, ground.table]}\n"
      "  b: {surfaces: [bar.s, ground.table]}\n"
      "  c: {surfaces: [ball.s, ground.table]}\n"
      "analysis: {duration: 0.1, step: 0.01}\n";
  run_text(p, SOLIDS, "solids", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "solids", LAW).status, PAWL_AUDIT_PASSED);
  breaks(p, "solids", "audit.bin", "tip.z", 0, 3, 1, -0.40001, LAW);
  breaks(p, "solids", "audit.bin", "tip.z", 0, 3, 1, -0.53, LAW);
  breaks(p, "solids", "audit.bin", "bar.x", 0, 3, 1, -0.5 + 0.1 * sqrt(2) - 0.001, LAW);
  breaks(p, "solids", "audit.bin", "ball.y", 0, 3, 1, -1.4001, LAW);
  breaks(p, "solids", "audit.bin", "drum.z", 0, 3, 1, -2.7001, LAW);
  breaks(p, "solids", "audit.bin", "ball.y", 0, 3, 1, 1.76, LAW);
}

// Points have nothing behind them: a contact of two is named, not passed.
static void test_two_points_are_named_not_passed(void **state) {
  Place *p = *state;
  static const char POINTS[] =
      "planar: false\n"
      "bodies:\n"
      "  ground: {surfaces: {tip: {sphere: {radius: 0}}}}\n"
      "  needle: {mass: 1, inertia: 0.004, position: [0, 0, 1], surfaces: {tip: {sphere: {radius: 0}}}}\n"
      "contacts: {meet: {surfaces: [needle.tip, ground.tip]}}\n"
      "analysis: {duration: 0.1, step: 0.01}\n";
  run_text(p, POINTS, "points", PAWL_FORMULATION_AUTO);
  Audited a = audited(p, "points", "some surfaces inside others");
  assert_true(a.found && a.status == PAWL_AUDIT_NOT && strstr(a.note, "'meet'"));
  assert_false(audited(p, "points", LAW).found);
}

// Touches with and without friction are held to their place on both boundaries, however far off it is: on a face, a vertex, a
// rim, beside the border of a plate, and beside a ball that is told to hover.
static void test_touches_stand_on_their_boundaries(void **state) {
  Place *p = *state;
  static const char PLACES[] = "touches on their boundaries";
  static const char RESTS[] =
      "planar: false\n"
      "gravity: [0, 0, -10]\n"
      "bodies:\n"
      "  ground: {surfaces: {table: {box: {size: [4, 4, 1]}, at: [0, 0, -0.5]}, plate: {plane: {size: [0.2, 0.2]}, at: [3, 0, "
      "0]}, floor: {plane: {size: [1, 1]}, at: [6, 0, 0]}}}\n"
      "  box: {mass: 1, inertia: 0.01, position: [0, 0, 0.1], surfaces: {s: {box: {size: [0.3, 0.4, 0.2]}}}}\n"
      "  ball: {mass: 1, inertia: 0.004, position: [3, 0, 0.1], surfaces: {s: {sphere: {radius: 0.1}}}}\n"
      "  drum: {mass: 1, inertia: 0.01, position: [6, 0, 0.1], axes: {x: x, z: y}, surfaces: {s: {frustum: {radii: [0.1, 0.1], "
      "length: 0.2}}}}\n"
      "contacts:\n"
      "  ball: {surfaces: [ball.s, ground.plate]}\n"
      "  box: {surfaces: [box.s, ground.table], friction: 0.2}\n"
      "  drum: {surfaces: [drum.s, ground.floor]}\n"
      "analysis: {duration: 0.1, step: 0.01}\n";
  run_text(p, RESTS, "rests", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "rests", PLACES).status, PAWL_AUDIT_PASSED);
  breaks(p, "rests", "audit.bin", "ball.z", 0, 5, 1, 0.01, PLACES);
  breaks(p, "rests", "audit.bin", "ball.z", 0, 5, 1, 1, PLACES);
  breaks(p, "rests", "audit.bin", "box.z", 0, 5, 1, 1e-6, PLACES);
  breaks(p, "rests", "audit.bin", "box.z", 0, 5, 1, 0.1, PLACES);
  breaks(p, "rests", "audit.bin", "box.x", 0, 5, 1, 0.05, PLACES);  // its vertices are elsewhere
  breaks(p, "rests", "audit.bin", "drum.z", 0, 5, 1, 1e-6, PLACES);
  breaks(p, "rests", "audit.bin", "drum.y", 0, 5, 1, 0.05, PLACES);
  breaks(p, "rests", "audit_touches.bin", "x", 0, 5 * 7, 1, 0.5, PLACES);  // of the ball: off the plate
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_a_body_moved_into_a_surface_is_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_a_ball_moved_through_its_socket_is_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_behind, enter, leave),
      cmocka_unit_test_setup_teardown(test_a_solid_moved_into_another_is_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_two_points_are_named_not_passed, enter, leave),
      cmocka_unit_test_setup_teardown(test_touches_stand_on_their_boundaries, enter, leave),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
