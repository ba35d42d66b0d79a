// The audit: every law is broken on purpose in a result that passed, and found.
//
// What is broken is a number of the folder, by far more than the law's limit; which law must notice follows from what the number
// is. Results that are right pass: every example does so in both formulations (verify_*, multipliers_*, canonical_* end with it).
#include "audit_folder.h"

// A driven crank in the plane, a body turned and with its centre off its origin, springs, a force that follows, a coupler.
static const char CRANK[] =
    "units: {length: mm, angle: deg, force: N}\n"
    "gravity: [0, -9810]\n"
    "bodies:\n"
    "  crank: {mass: 0.4, center: [20, 5], inertia: 150, angle: 30, frames: {tip: [50, 0]}}\n"
    "  bob: {mass: 0.6, center: [60, 10], inertia: 900, position: [43.30127018922193, 25], angle: -50, frames: {end: [90, 0]}}\n"
    "  rack: {mass: 1, position: [0, -80]}\n"
    "joints:\n"
    "  main: {type: revolute, frames: [ground, crank]}\n"
    "  pin: {type: revolute, frames: [crank.tip, bob]}\n"
    "  slide: {type: prismatic, between: [ground, rack], at: [0, -80], axis: x}\n"
    "couplers: {teeth: {type: rack, pinion: main, rack: slide, radius: 20}}\n"
    "drives: {motor: {coordinate: main, law: 30 + 200*t + 20*sin(400*t)}}\n"
    "forces:\n"
    "  pull: {type: spring, frames: [ground, bob.end], stiffness: 0.05, damping: 0.001, preload: 1}\n"
    "  coil: {type: torsion, coordinate: pin, stiffness: 2, damping: 0.1}\n"
    "  push: {type: force, frame: bob.end, components: [\"sin(300*t)\", 0.4], follow: true, reaction: crank}\n"
    "initial: {joints: {pin: {speed: 40, hold: true}, main: {position: 31}}}\n"
    "analysis: {duration: 0.5, step: 0.005}\n";

static void test_a_planar_run_passes_and_each_spoilt_number_is_found(void **state) {
  Place *p = *state;
  run_text(p, CRANK, "crank", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, CRANK, "canonical", PAWL_FORMULATION_CANONICAL);
  Audited a = audited(p, "crank", "initial values held");
  assert_non_null(strstr(a.note, "position of main.angle"));  // a wish that a drive overrules: moved by one degree, no failure
  breaks(p, "crank", "audit.bin", "bob.w", 0, 0, 1, 0.01, "initial values held");
  breaks(p, "crank", "audit.bin", "bob.x", 0, 50, 1, 1e-6, "joints closed");
  breaks(p, "crank", "audit.bin", "rack.x", 0, 50, 1, 1e-6, "joints closed");
  breaks(p, "crank", "audit.bin", "rack.vx", 0, 50, 1, 1e-2, "joints closed");
  breaks(p, "crank", "audit.bin", "pin.angle", 0, 50, 1, 1e-5, "angles as bodies stand");
  breaks(p, "crank", "audit.bin", "crank.angle", 0, 50, 1, 1e-5, "drives followed");
  breaks(p, "crank", "audit.bin", "bob.ax", 0, 70, 1, 1e-4, "forces make the motion");
  breaks(p, "crank", "audit.bin", "bob.alpha", 0, 70, 1, 1e-2, "forces make the motion");
  breaks(p, "crank", "audit.bin", "main.fx", 0, 70, 1.001, 0, "forces make the motion");
  breaks(p, "crank", "audit.bin", "pin.tz", 0, 70, 1, 1e-5, "forces make the motion");
  breaks(p, "crank", "audit.bin", "teeth.force", 0, 70, 1.001, 0, "forces make the motion");
  breaks(p, "crank", "audit.bin", "bob.angle", 0, 60, 1, 1e-4, "speeds integrate to places");
  breaks(p, "crank", "audit.bin", "bob.w", 0, 60, 1, 0.01, "accelerations to speeds");
  breaks(p, "crank", "audit.bin", "work", 0, 60, 1, 1e-4, "energy balance");
}

// Two balls fall on a floor: one exactly, one by a law of force.
static const char BALLS[] =
    "planar: true\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  ground: {profiles: {floor: {start: [2, 0], chain: [{line: {to: [-2, 0]}}], closed: false}}}\n"
    "  ball: {mass: 1, inertia: 0.002, center: [0.01, 0], position: [0, 0.25], profiles: {skin: {circle: {radius: 0.05}}}}\n"
    "  soft: {mass: 2, inertia: 0.002, position: [1, 0.25], profiles: {skin: {circle: {radius: 0.05}}}}\n"
    "contacts:\n"
    "  rub: {profiles: [ball.skin, ground.floor], restitution: 0.6}\n"
    "  press: {profiles: [soft.skin, ground.floor], law: {type: hertz, stiffness: 1e5 N/m^1.5}}\n"
    "initial: {bodies: {ball: {angular_velocity: 1.5, velocity: [0.1, 0], hold: true}}}\n"
    "analysis: {duration: 0.25, step: 0.0025}\n";

static void test_impacts_and_rests_pass_and_spoilt_ones_are_found(void **state) {
  Place *p = *state;
  run_text(p, BALLS, "balls", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, BALLS, "canonical", PAWL_FORMULATION_CANONICAL);
  breaks(p, "balls", "audit.bin", "ball.vy", 3, 0, 1, 1e-3, "impulses change momentum");
  breaks(p, "balls", "audit.bin", "ball.w", 3, 0, 1, 1e-2, "impulses change momentum");
  breaks(p, "balls", "audit_touches.bin", "force", 2, 0, 1.0001, 0, "impulses change momentum");
  breaks(p, "balls", "audit.bin", "ball.vy", 3, 0, 1.001, 0, "rebounds as restitution");
  breaks(p, "balls", "audit_touches.bin", "force", 2, 0, -1, 0, "rebounds as restitution");
  breaks(p, "balls", "audit.bin", "ball.vy", 3, 0, 3, 0, "impacts give no energy");
  breaks(p, "balls", "audit.bin", "ball.vy", 3, 0, 1.01, 0, "energy balance");
}

// Number among the touches of samples of the first one of this contact that is in this state.
static int find_state(const char *folder, int state, int contact) {
  char path[100];
  snprintf(path, sizeof path, "%s/audit_touches.bin", folder);
  Doubles d = open_doubles(path);
  int n = 0;
  for (char *row; (row = find_row(&d, 0, n)) && !(double_at(row, 3) == contact && double_at(row, 4) == state);) n++;
  bool found = find_row(&d, 0, n);
  free(d.data);
  if (!found) fail_msg("no touch of contact %d in state %d", contact, state);
  return n;
}

static void test_spoilt_touches_are_found(void **state) {
  Place *p = *state;
  run_text(p, BALLS, "balls", PAWL_FORMULATION_MULTIPLIERS);
  int pressed = find_state("balls", 3, 1);
  breaks(p, "balls", "audit_touches.bin", "force", 0, pressed, 1.001, 0, "elastic contact laws");
  breaks(p, "balls", "audit_touches.bin", "force", 0, pressed, -1, 0, "one-sided touches push");
  breaks(p, "balls", "audit_touches.bin", "gap", 0, pressed, -1, 0, "no force across a gap");
  int open = find_state("balls", 1, 0);
  breaks(p, "balls", "audit_touches.bin", "gap", 0, open, 0, -1e-6, "exact touches do not overlap");
}

// A block whose sharp tip points at a wedge, in a hole of a plate, pulled by a spring: outlines are sampled, whatever touches
// say.
static const char PLATE[] =
    "planar: true\n"
    "bodies:\n"
    "  ground:\n"
    "    profiles:\n"
    "      rim: {start: [-1, -1], chain: [{line: {to: [1, -1]}}, {line: {to: [1, 1]}}, {line: {to: [-1, 1]}}, {line: {to: [-1, "
    "-1]}}]}\n"
    "      hole: {circle: {radius: 0.5, clockwise: true}}\n"
    "  disc: {mass: 1, inertia: 0.01, center: [0.02, 0], position: [0.1, 0], angle: 0.4, profiles: {skin: {circle: {radius: "
    "0.1}}}}\n"
    "  wedge: {mass: 1, inertia: 0.01, position: [0.9, 1.1], angle: 0.7, profiles: {edge: {start: [0, 0], chain: [{line: {to: "
    "[0.1, "
    "0.02]}}, {line: {to: [0, 0.1]}}, {line: {to: [0, 0]}}]}}}\n"
    "contacts: {all: {bodies: [ground, disc, wedge], restitution: 0.5}}\n"
    "initial: {bodies: {disc: {velocity: [1, 0.7], angular_velocity: 3}, wedge: {angular_velocity: 1}}}\n"
    "analysis: {duration: 1, step: 0.01}\n";

static void test_a_body_moved_into_another_is_found(void **state) {
  Place *p = *state;
  static const char LAW[] = "no outline inside another";
  run_text(p, PLATE, "plate", PAWL_FORMULATION_AUTO);
  Audited a = audited(p, "plate", LAW);
  assert_true(a.found && a.status == PAWL_AUDIT_PASSED);
  breaks(p, "plate", "audit.bin", "disc.x", 0, 3, 0, 0.41, LAW);   // through the hole's wall by 0.01
  breaks(p, "plate", "audit.bin", "disc.x", 0, 3, 0, 0.75, LAW);   // inside the plate
  breaks(p, "plate", "audit.bin", "wedge.y", 0, 3, 0, 0.95, LAW);  // over the rim from outside
}

// Whole circles, which are no chords: two discs at rest in a bore, 0.1 m apart and 0.3 m from the bore.
static void test_circles_are_exact(void **state) {
  Place *p = *state;
  static const char LAW[] = "no outline inside another";
  run_text(p,
           "planar: true\n"
           "bodies:\n"
           "  ground: {profiles: {bore: {circle: {center: [0.2, 0], radius: 0.5, clockwise: true}}}}\n"
           "  pin: {mass: 1, inertia: 0.01, position: [0.3, 0], angle: 0.4, profiles: {skin: {circle: {radius: 0.1}}}}\n"
           "  disc: {mass: 1, inertia: 0.01, profiles: {skin: {circle: {radius: 0.1}}}}\n"
           "contacts: {all: {bodies: [ground, pin, disc]}}\n"
           "analysis: {duration: 1, step: 0.01}\n",
           "circles", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "circles", LAW).status, PAWL_AUDIT_PASSED);
  breaks(p, "circles", "audit.bin", "pin.x", 0, 3, 0, 0.6 + 1e-5, LAW);  // into the bore's wall
  breaks(p, "circles", "audit.bin", "pin.x", 0, 3, 0, 2, LAW);           // behind it
  breaks(p, "circles", "audit.bin", "pin.x", 0, 3, 0, 0.2 - 1e-5, LAW);  // into the other disc
  breaks(p, "circles", "audit.bin", "disc.y", 0, 3, 0, 0.7, LAW);
}

// A ring that its weight presses into a floor, by up to 16 mm: its bore bounds the same material as its rim does.
static void test_depth_of_a_law_is_that_of_the_material(void **state) {
  Place *p = *state;
  static const char LAW[] = "no outline inside another";
  run_text(p,
           "planar: true\n"
           "gravity: [0, -9.81]\n"
           "bodies:\n"
           "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}, {line: {to: [-1, -1]}}, {line: {to: [1, "
           "-1]}}, {line: {to: [1, 0]}}]}}}\n"
           "  ring: {mass: 1, inertia: 0.005, position: [0, 0.1], profiles: {rim: {circle: {radius: 0.1}}, bore: {circle: "
           "{radius: 0.06, clockwise: true}}}}\n"
           "contacts: {c: {bodies: [ground, ring], law: {type: hertz, stiffness: 1e4 N/m^1.5}}}\n"
           "analysis: {duration: 0.1, step: 0.005, tolerance: 1e-9}\n",
           "ring", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "ring", LAW).status, PAWL_AUDIT_PASSED);
  breaks(p, "ring", "audit.bin", "ring.y", 0, 10, 1, -1e-4, LAW);
}

// A top in space on a ball joint, a screw that it drives, and a bushing.
static const char SPACE[] =
    "planar: false\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  top: {mass: 1, center: [0, 0, 0.1], inertia: [2e-3, 2e-3, 4e-3], euler: {order: zxz, angles: [0.3, 0.5, 0.2]}}\n"
    "  nut: {mass: 0.5, inertia: [1e-3, 1e-3, 2e-3], center: [0.01, 0, 0], position: [0.5, 0, 0]}\n"
    "  pad: {mass: 0.3, inertia: [1e-3, 2e-3, 1.5e-3], center: [0, 0.02, 0.01], position: [0, 0.5, 0], euler: {order: xyz, "
    "angles: [0.1, 0.2, 0.3]}}\n"
    "joints:\n"
    "  ball: {type: spherical, between: [ground, top], at: [0, 0, 0]}\n"
    "  thread: {type: screw, between: [ground, nut], at: [0.5, 0, 0], axis: z, pitch: 0.02}\n"
    "forces:\n"
    "  mount: {type: bushing, between: [ground, pad], at: [0, 0.5, 0], stiffness: [300, 400, 500, 2, 3, 4], damping: [1, 1, 1, "
    "0, "
    "0.01, 0]}\n"
    "  twist: {type: torque, body: nut, components: [0.1, 0, 0.02], follow: true}\n"
    "initial: {bodies: {top: {angular_velocity: [1, 2, 40]}, pad: {angular_velocity: [0.5, -1, 2], velocity: [0.1, 0, 0.2], "
    "hold: "
    "true}}}\n"
    "analysis: {duration: 0.2, step: 0.002}\n";

static void test_a_run_in_space_passes_and_spoilt_numbers_are_found(void **state) {
  Place *p = *state;
  run_text(p, SPACE, "space", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, SPACE, "canonical", PAWL_FORMULATION_CANONICAL);
  breaks(p, "space", "audit.bin", "pad.wy", 0, 0, 1.001, 0, "initial values held");
  breaks(p, "space", "audit.bin", "top.z", 0, 20, 1, 1e-6, "joints closed");
  breaks(p, "space", "audit.bin", "thread.angle", 0, 20, 1, 1e-4, "angles as bodies stand");
  breaks(p, "space", "audit.bin", "nut.z", 0, 20, 1, 1e-6, "joints closed");
  breaks(p, "space", "audit.bin", "pad.alphay", 0, 20, 1, 0.1, "forces make the motion");
  breaks(p, "space", "audit.bin", "ball.ty", 0, 20, 1, 1e-4, "forces make the motion");
  breaks(p, "space", "audit.bin", "pad.qx", 0, 80, 1, 1e-4, "speeds integrate to places");
  breaks(p, "space", "audit.bin", "top.wx", 0, 80, 1, 0.1, "accelerations to speeds");
}

// Samples a third of a period apart say nothing about what lies between them, and nothing is said.
static void test_coarse_samples_say_nothing(void **state) {
  Place *p = *state;
  static const char SWING[] =
      "gravity: [0, -9.81]\n"
      "bodies: {bob: {mass: 1, center: [0.2, 0], inertia: 0.001}}\n"
      "joints: {hinge: {type: revolute, frames: [ground, bob]}}\n"
      "analysis: {duration: 12, step: 0.35}\n";
  run_text(p, SWING, "swing", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "swing", "speeds integrate to places").status, PAWL_AUDIT_COARSE);
  assert_int_equal(audited(p, "swing", "accelerations to speeds").status, PAWL_AUDIT_COARSE);
  assert_int_equal(audited(p, "swing", "forces make the motion").status, PAWL_AUDIT_PASSED);
}

static PawlStatus wind(void *user, double t, const double pose[7], const double twist[6], double wrench[6], double *stiffness,
                       double *damping) {
  (void)user, (void)t, (void)pose, (void)stiffness, (void)damping;
  for (int i = 0; i < 3; i++) wrench[i] = -twist[i];
  return PAWL_OK;
}

// What a program's function does is in no folder: the body that it acts on is not audited, the others are.
static void test_what_a_function_acts_on_is_left_out(void **state) {
  Place *p = *state;
  static const char TWO[] =
      "gravity: [0, -9.81]\n"
      "bodies: {bob: {mass: 1, center: [0.2, 0], inertia: 0.001}, other: {mass: 1, center: [0.2, 0], inertia: 0.001}}\n"
      "joints: {a: {type: revolute, frames: [ground, bob]}, b: {type: revolute, frames: [ground, other]}}\n";
  PawlModel *m = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", TWO, strlen(TWO), NULL, 0, p->messages, &m), PAWL_OK);
  PawlFrameDef frame = pawl_frame_def_default();
  frame.body = pawl_model_find_body(m, "bob");
  PawlForceDef force = pawl_force_def_default();
  force.name = "wind";
  force.type = PAWL_FORCE_CALLBACK;
  force.function = wind;
  PawlForceId id;
  assert_int_equal(pawl_model_add_frame(m, &frame, p->messages, &force.frame[0]), PAWL_OK);
  assert_int_equal(pawl_model_add_force(m, &force, p->messages, &id), PAWL_OK);
  run_model(p, m, "wind", PAWL_FORMULATION_AUTO);
  pawl_model_free(m);
  assert_int_equal(audited(p, "wind", "forces on some bodies").status, PAWL_AUDIT_NOT);
  assert_int_equal(audited(p, "wind", "forces make the motion").status, PAWL_AUDIT_PASSED);
  breaks(p, "wind", "audit.bin", "other.alphaz", 0, 20, 1, 0.1, "forces make the motion");
}

// Without its files nothing is audited, and nothing is called passed.
static void test_without_its_files_nothing_passes(void **state) {
  Place *p = *state;
  run_text(p, BALLS, "balls", PAWL_FORMULATION_AUTO);
  assert_int_equal(rename("balls/audit.bin", "balls.bin"), 0);
  Audited a = audited(p, "balls", "all laws");
  assert_true(a.found && a.laws == 1 && a.status == PAWL_AUDIT_NOT);
  assert_int_equal(rename("balls/model.yaml", "balls.yaml"), 0);
  assert_int_equal(audited(p, "balls", "all laws").status, PAWL_AUDIT_NOT);
  assert_int_equal(pawl_audit("nothing", NULL, NULL, p->messages), PAWL_ERR_IO);
  assert_int_equal(pawl_audit(NULL, NULL, NULL, p->messages), PAWL_ERR_ARGUMENT);
}

// A planet that rolls inside a ring in space, pulled down: its turn follows its place but for whole turns, and so does its rate.
static const char PLANET[] =
    "planar: false\n"
    "gravity: [0, -9.81, 0]\n"
    "bodies: {planet: {mass: 1, inertia: [1e-3, 1e-3, 2e-3], position: [0.3, 0, 0]}}\n"
    "joints: {mesh: {type: gear-pair, between: [ground, planet], at: [[0, 0, 0], [0.3, 0, 0]], radii: [-0.4, 0.1]}}\n"
    "analysis: {duration: 1, step: 0.01}\n";

static void test_a_planet_gear_that_slips_is_found(void **state) {
  Place *p = *state;
  run_text(p, PLANET, "planet", PAWL_FORMULATION_MULTIPLIERS);
  assert_int_equal(audited(p, "planet", "joints closed").status, PAWL_AUDIT_PASSED);
  breaks(p, "planet", "audit.bin", "planet.qz", 0, 50, 1, 1e-5, "joints closed");
  breaks(p, "planet", "audit.bin", "planet.wz", 0, 50, 1, 1e-3, "joints closed");
}

// A body that hangs at rest from a spring accelerates by nothing.
static void test_what_hangs_at_rest_passes(void **state) {
  Place *p = *state;
  static const char HANG[] =
      "gravity: [0, -9.81]\n"
      "bodies: {bob: {mass: 2, inertia: 0.01}}\n"
      "joints: {slide: {type: prismatic, between: [ground, bob], at: [0, 0], axis: y}}\n"
      "forces: {coil: {type: spring, between: [ground, bob], at: [[0, 1], [0, 0]], stiffness: 300}}\n"
      "analysis: {type: statics}\n";
  run_text(p, HANG, "hang", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "hang", "equilibrium").status, PAWL_AUDIT_PASSED);
  breaks(p, "hang", "audit.bin", "bob.ay", 0, 0, 1, 1e-3, "equilibrium");
  breaks(p, "hang", "audit.bin", "bob.alpha", 0, 0, 1, 1e-3, "equilibrium");
}

// What nothing is subject to is not called passed.
static void test_what_nothing_is_subject_to_is_not_called_passed(void **state) {
  Place *p = *state;
  static const char PASS[] =
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [2, 0], chain: [{line: {to: [-2, 0]}}], closed: false}}}\n"
      "  disc: {mass: 1, inertia: 0.002, position: [0, 0.25], profiles: {skin: {circle: {radius: 0.05}}}}\n"
      "joints: {slide: {type: prismatic, between: [ground, disc], at: [0, 0.25], axis: x}}\n"
      "drives: {move: {coordinate: slide, law: t}}\n"
      "contacts: {rub: {profiles: [disc.skin, ground.floor]}}\n"
      "analysis: {type: kinematics, duration: 1, step: 0.1}\n";
  run_text(p, PASS, "pass", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "pass", "initial values held").status, PAWL_AUDIT_NOTHING);
  assert_int_equal(audited(p, "pass", "exact touches do not overlap").status, PAWL_AUDIT_NOTHING);
  assert_int_equal(audited(p, "pass", "no force across a gap").status, PAWL_AUDIT_NOTHING);
  assert_int_equal(audited(p, "pass", "one-sided touches push").status, PAWL_AUDIT_NOTHING);
}

// Right results that have little to measure by: a disc at rest in a groove, a disc that strikes at the start and one whose
// rebounds die out, a rod of two points. By statics, v- = -1 m/s with e = 0, v+ = -e v-, and sliding without friction; the audit
// must not take rounding for a fault.
#define ON_FLOOR(disc, e, run)                                                                      \
  "planar: true\n"                                                                                  \
  "gravity: [0, -9.81]\n"                                                                           \
  "bodies:\n"                                                                                       \
  "  ground: {profiles: {floor: {start: [5, 0], chain: [{line: {to: [-5, 0]}}], closed: false}}}\n" \
  "  disc: {mass: 1, inertia: 0.01, position: " disc                                                \
  ", profiles: {rim: {circle: {radius: 0.1}}}}\n"                                                   \
  "contacts: {k: {profiles: [disc.rim, ground.floor], restitution: " e "}}\n" run

static void test_no_wolf(void **state) {
  static const char *const RIGHT[] = {
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {v: {start: [2, 2], chain: [{line: {to: [0, 0]}}, {line: {to: [-2, 2]}}], closed: false}}}\n"
      "  disc: {mass: 0.5, inertia: 0.01, position: [0, 0.3*sqrt(2)], profiles: {rim: {circle: {radius: 0.3}}}}\n"
      "contacts: {k: {profiles: [disc.rim, ground.v], start: closed}}\n"
      "analysis: {duration: 0.2, step: 0.01}\n",
      ON_FLOOR("[0, 0.1]", "0", "initial: {bodies: {disc: {velocity: [1, -1]}}}\nanalysis: {duration: 0.1, step: 0.01}\n"),
      ON_FLOOR("[0, 0.6]", "0.5", "analysis: {duration: 2, step: 0.05}\n"),
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {f: {start: [8, 4], chain: [{line: {to: [-8, -4]}}], closed: false}}}\n"
      "  rod: {mass: 1, inertia: 0.01, profiles: {a: {point: [-0.2, -0.1]}, b: {point: [0.2, 0.1]}}}\n"
      "contacts: {k: {bodies: [rod, ground]}}\n"
      "analysis: {duration: 1, step: 0.01}\n"};
  for (int i = 0; i < 4; i++) {
    char folder[32];
    snprintf(folder, sizeof folder, "right%d", i);
    run_text(*state, RIGHT[i], folder, PAWL_FORMULATION_AUTO);
  }
}

// ---- what the folder says twice must be the same both times: tables cut short, lines changed, impacts left out

// The last bytes of a file give way to `end`.
static void cut_back(const char *path, size_t last, const char *end) {
  size_t n;
  char *text = read_whole(path, &n);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, n - last, file), n - last);
  fputs(end, file);
  fclose(file);
  free(text);
}

// Length of the end of a table of doubles.
static size_t end_length(const char *path) {
  Doubles d = open_doubles(path);
  char *row = d.row;
  while (*row == 'r') row += d.step;
  size_t n = d.length - (size_t)(row - d.data);
  free(d.data);
  return n;
}

static void test_tables_that_were_cut_are_found(void **state) {
  Place *p = *state;
  static const char LAW[] = "tables complete";
  run_text(p, BALLS, "balls", PAWL_FORMULATION_AUTO);
  Doubles d = open_doubles("balls/audit.bin");
  free(d.data);
  copy_result("balls");
  cut_back("spoilt/audit.bin", end_length("balls/audit.bin"), "");
  is_broken(p, LAW, "the end");
  copy_result("balls");
  cut_back("spoilt/audit.bin", end_length("balls/audit.bin") + d.step, "end 1 1 1 1\n");
  is_broken(p, LAW, "the end, another one written");
  copy_result("balls");
  cut_back("spoilt/audit_touches.bin", end_length("balls/audit_touches.bin"), "");
  is_broken(p, LAW, "the end of the touches");
  size_t n;
  char *text = read_whole("balls/events.csv", &n), *last = text + n - 1;
  while (last[-1] != '\n') last--;
  copy_result("balls");
  cut_back("spoilt/events.csv", (size_t)(text + n - last), "");
  is_broken(p, LAW, "the last event");
  free(text);
}

// The first `from` behind the first `after` of a text file becomes `to`.
static void replace(const char *path, const char *after, const char *from, const char *to) {
  size_t n;
  char *text = read_whole(path, &n), *at = strstr(text, after);
  assert_non_null(at);
  at = strstr(at + strlen(after), from);
  assert_non_null(at);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fprintf(file, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
  fclose(file);
  free(text);
}

static void test_events_that_do_not_go_together_are_found(void **state) {
  Place *p = *state;
  run_text(p, BALLS, "balls", PAWL_FORMULATION_AUTO);
  copy_result("balls");
  replace("spoilt/events.csv", "", ",impact,rub,", ",opens,rub,");  // an impulse that is no event
  is_broken(p, "events.csv says the same", "an impact left out");
  copy_result("balls");
  replace("spoilt/events.csv", "\n", ",impact,rub,", ",impact,press,");
  is_broken(p, "events.csv says the same", "an impact of another contact");
  copy_result("balls");
  replace("spoilt/events.csv", ",impact,rub,", "\n", "\n0,until,,,,,,,,,,,,,,,,,,\n");
  is_broken(p, "events.csv says the same", "an event that goes back in time");
  copy_result("balls");
  replace("spoilt/result.csv", "\n0.0025,", "0", "1");  // ball.x at the second output time
  is_broken(p, "result.csv says the same", "a place");
  copy_result("balls");
  replace("spoilt/result.csv", "\n", "\n0.0025,", "\n0.00250001,");
  is_broken(p, "result.csv says the same", "a time");
  breaks(p, "balls", "audit_touches.bin", "force", 2, 0, 1.001, 0, "events.csv says the same");
}

// What is no table of doubles is complained of, and a kind of row that there is none of is not taken for one.
static void test_what_is_no_table_is_complained_of(void **state) {
  Place *p = *state;
  static const char *const BAD[] = {"",
                                    "pawl",
                                    "pawl doubles 1 -3\nt\n",
                                    "pawl doubles 1 99999999999999999999\nt\n",
                                    "pawl doubles 1 2\nt\n",
                                    "pawl doubles 1 1\nt\nx",
                                    "pawl doubles 1 1\nt\nr12345678x",
                                    "pawl doubles 1 1\nt\nend 1\n"};
  run_text(p, BALLS, "balls", PAWL_FORMULATION_AUTO);
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    copy_result("balls");
    write_whole("spoilt/audit.bin", BAD[i], strlen(BAD[i]));
    assert_int_equal(pawl_audit("spoilt", NULL, NULL, p->messages), PAWL_ERR_INPUT);
  }
  copy_result("balls");
  spoil("spoilt/audit.bin", "kind", 0, 3, 1, 1e300);
  assert_int_equal(audited(p, "spoilt", "all laws").status, PAWL_AUDIT_NOT);
  copy_result("balls");
  spoil("spoilt/audit_touches.bin", "contact", 0, 0, 1, NAN);
  assert_int_equal(audited(p, "spoilt", "all laws").status, PAWL_AUDIT_NOT);
}

// A drum on a carriage holds a load by a rope, a coupler along a line: the bearings carry the rope's force, and the balances of
// drum, load and carriage close with it.
static void test_couplers_along_a_line_balance(void **state) {
  Place *p = *state;
  static const char HOIST[] =
      "gravity: [0, 0, -10]\n"
      "planar: false\n"
      "bodies:\n"
      "  car: {mass: 10, inertia: [1, 1, 1]}\n"
      "  drum: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [0, 0, 3]}\n"
      "  load: {mass: 5, inertia: [0.1, 0.1, 0.1], position: [0.2, 0, 1]}\n"
      "joints:\n"
      "  road: {type: prismatic, between: [ground, car], at: [0, 0, 0], axis: x}\n"
      "  axle: {type: revolute, between: [car, drum], at: [0, 0, 3], axis: y}\n"
      "  guide: {type: prismatic, between: [car, load], at: [0.2, 0, 1], axis: z}\n"
      "couplers:\n"
      "  rope: {terms: {axle: 0.2, guide: 1}, line: {at: [0.2, 0, 2], along: [0, 0, 1]}}\n"
      "drives: {off: {coordinate: road, law: t^2/2}}\n"
      "analysis: {duration: 0.2, step: 0.002}\n";
  run_text(p, HOIST, "hoist", PAWL_FORMULATION_MULTIPLIERS);
  run_text(p, HOIST, "canonical", PAWL_FORMULATION_CANONICAL);
  breaks(p, "hoist", "audit.bin", "rope.force", 0, 20, 1.00001, 0, "forces make the motion");
  breaks(p, "hoist", "audit.bin", "axle.fz", 0, 20, 1, 0.001, "forces make the motion");
}

// A disc that falls into a groove strikes both walls at once: by Newton's law each parts with its restitution; where that is one,
// by either order, no energy is lost. One wall made to part faster or slower, or both, is found.
#define GROOVE(e, run)                                                                                                \
  "planar: true\n"                                                                                                    \
  "gravity: [0, -9.81]\n"                                                                                             \
  "bodies:\n"                                                                                                         \
  "  ground: {profiles: {v: {start: [2, 2], chain: [{line: {to: [0, 0]}}, {line: {to: [-2, 2]}}], closed: false}}}\n" \
  "  disc: {mass: 0.5, inertia: 0.01, position: [0, 0.3*sqrt(2) + 0.1], profiles: {rim: {circle: {radius: 0.3}}}}\n"  \
  "contacts: {k: {profiles: [disc.rim, ground.v], restitution: " e                                                    \
  "}}\n"                                                                                                              \
  "analysis: {duration: 0.2, step: 0.01" run "}\n"

static void test_several(void **state) {
  Place *p = *state;
  run_text(p, GROOVE("0.5", ""), "groove", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "groove", "rebounds as restitution").status, PAWL_AUDIT_PASSED);
  assert_false(audited(p, "groove", "rebounds of several at once").found);
  breaks(p, "groove", "audit.bin", "disc.vx", 3, 0, 1, 1e-3, "rebounds as restitution");
  run_text(p, GROOVE("1", ""), "elastic", PAWL_FORMULATION_AUTO);
  breaks(p, "elastic", "audit.bin", "disc.vy", 3, 0, 0.999, 0, "impacts give no energy");
  run_text(p, GROOVE("1", ", impact_order: sequential"), "turns", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "turns", "rebounds of several at once").status, PAWL_AUDIT_NOT);
  breaks(p, "turns", "audit.bin", "disc.vy", 3, 0, 0.999, 0, "impacts give no energy");
  run_text(p, GROOVE("0.5", ", impact: poisson"), "poisson", PAWL_FORMULATION_AUTO);
  assert_int_equal(audited(p, "poisson", "rebounds of several at once").status, PAWL_AUDIT_NOT);
  breaks(p, "poisson", "audit.bin", "disc.vy", 3, 0, -1, 0, "rebounds as restitution");  // both walls are still approached
}

// Kinematics: a pin of radius 0.2 on a crank of 1 m pushes a lever of 2.3 m by its face, and from 1.68 to 1.77 s by its tip. The
// same with the lever going the other way would be one that is dragged round the tip, and speeds of the face say nothing.
static void test_kept(void **state) {
  Place *p = *state;
  static const char text[] =
      "bodies:\n"
      "  crank: {mass: 1, inertia: 1, angle: -1, profiles: {pin: {circle: {center: [1, 0], radius: 0.2}}}}\n"
      "  lever: {mass: 1, inertia: 1, position: [3, 0], profiles: {face: {start: [-2.3, 0], chain: [{line: {to: [0, 0]}}], "
      "closed: false, ends: points}}}\n"
      "joints: {shaft: {type: revolute, frames: [ground, crank]}, hinge: {type: revolute, between: [ground, lever], at: [3, "
      "0]}}\n"
      "drives: {motor: {coordinate: shaft, law: t - 1}}\n"
      "contacts: {push: {profiles: [crank.pin, lever.face]}}\n"
      "analysis: {type: kinematics, duration: 2, step: 0.02}\n";
  for (int i = 0; i < 2; i++) {
    const char *folder = i ? "kept_canonical" : "kept";
    run_text(p, text, folder, i ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS);
    Audited a = audited(p, folder, "one-sided touches push");
    assert_int_equal(a.status, PAWL_AUDIT_PASSED);
    assert_non_null(strstr(a.where, "push at a corner"));
    a = audited(p, folder, "touches kept by kinematics");
    assert_int_equal(a.status, PAWL_AUDIT_NOT);
    assert_non_null(strstr(a.note, "a kinematic run keeps a touch on its element"));
    breaks(p, folder, "audit.bin", "lever.w", 0, 87, -1, 0, "one-sided touches push");  // row of 1.74 s, or just before
    copy_result(folder);
    spoil("spoilt/audit.bin", "lever.w", 0, 60, -1, 0);
    a = audited(p, "spoilt", "one-sided touches push");
    assert_int_equal(a.status, PAWL_AUDIT_PASSED);
  }
}

// Wishes that a coupler sets against each other are met half way, and all that were moved are listed, in units of the file; so
// are times.
static void test_wishes(void **state) {
  Place *p = *state;
  run_text(p,
           "planar: true\n"
           "units: {length: mm, time: ms, angle: deg, force: N}\n"
           "bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1, position: [100, 0]}, s: {mass: 1, position: [0, 50]}}\n"
           "joints:\n"
           "  p: {type: revolute, frames: [ground, a]}\n"
           "  q: {type: revolute, between: [ground, b], at: [100, 0]}\n"
           "  r: {type: prismatic, between: [ground, s], at: [0, 50], axis: x}\n"
           "couplers: {c: {terms: {p.angle: 1, q.angle: -1}, offset: 0}}\n"
           "initial: {joints: {p: {position: 10, speed: 3}, q: {position: 20, speed: 1}, r: {position: 7}}}\n"
           "analysis: {duration: 10, step: 1}\n",
           "wishes", PAWL_FORMULATION_MULTIPLIERS);
  Audited a = audited(p, "wishes", "initial values held");
  assert_string_equal(a.note,
                      "of 5 not held, assembly moved 4: position of p.angle by 5 deg, speed of p.angle by 1 deg/ms, "
                      "position of q.angle by 5 deg, speed of q.angle by 1 deg/ms");
  a = audited(p, "wishes", "joints closed");
  assert_non_null(strstr(a.where, " ms"));
}

// Instants of a run of 201 samples, whose steps are at most so long; 0: as long as they like.
static int64_t instants_of(Place *p, double max_step, const char *folder) {
  static const char TURN[] =
      "bodies: {bar: {mass: 1, inertia: 0.01, center: [0.1, 0]}}\n"
      "joints: {hinge: {type: revolute, frames: [ground, bar]}}\n"
      "drives: {motor: {coordinate: hinge, law: 3*t}}\n"
      "analysis: {type: kinematics, duration: 1}\n";
  PawlModel *m = NULL;
  PawlMechanism *k = NULL;
  PawlRunInfo info = {.size = sizeof info};
  assert_int_equal(pawl_model_parse("m.yaml", TURN, strlen(TURN), NULL, 0, p->messages, &m), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(m, p->messages, &k), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(k);
  options.directory = folder;
  options.max_step = max_step;
  assert_int_equal(pawl_run(k, &options, p->messages, &info), PAWL_OK);
  assert_true(info.audit_broken == 0 && audited(p, folder, "speeds integrate to places").status == PAWL_AUDIT_PASSED);
  pawl_mechanism_free(k);
  pawl_model_free(m);
  char path[100];
  snprintf(path, sizeof path, "%s/audit.bin", folder);
  Doubles d = open_doubles(path);
  int n = 0;
  while (find_row(&d, 0, n)) n++;
  free(d.data);
  return n;
}

// A run whose steps are free has work for a group of twelve instants and a few behind it; one of 800 steps, each of several
// evaluations, for all; one of 200 for some of the groups.
static void test_a_quick_run_has_fewer_instants(void **state) {
  int64_t few = instants_of(*state, 0, "quick");
  assert_true(few > 13 && few < 36);
  int64_t some = instants_of(*state, 1.0 / 200, "some");
  assert_true(some >= 36 && some < 150);
  assert_int_equal(instants_of(*state, 1.0 / 3200, "slow"), 201);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_a_quick_run_has_fewer_instants, enter, leave),
      cmocka_unit_test_setup_teardown(test_a_planar_run_passes_and_each_spoilt_number_is_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_impacts_and_rests_pass_and_spoilt_ones_are_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_spoilt_touches_are_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_a_run_in_space_passes_and_spoilt_numbers_are_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_a_body_moved_into_another_is_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_circles_are_exact, enter, leave),
      cmocka_unit_test_setup_teardown(test_depth_of_a_law_is_that_of_the_material, enter, leave),
      cmocka_unit_test_setup_teardown(test_coarse_samples_say_nothing, enter, leave),
      cmocka_unit_test_setup_teardown(test_what_a_function_acts_on_is_left_out, enter, leave),
      cmocka_unit_test_setup_teardown(test_without_its_files_nothing_passes, enter, leave),
      cmocka_unit_test_setup_teardown(test_a_planet_gear_that_slips_is_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_what_hangs_at_rest_passes, enter, leave),
      cmocka_unit_test_setup_teardown(test_what_nothing_is_subject_to_is_not_called_passed, enter, leave),
      cmocka_unit_test_setup_teardown(test_no_wolf, enter, leave),
      cmocka_unit_test_setup_teardown(test_tables_that_were_cut_are_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_events_that_do_not_go_together_are_found, enter, leave),
      cmocka_unit_test_setup_teardown(test_what_is_no_table_is_complained_of, enter, leave),
      cmocka_unit_test_setup_teardown(test_couplers_along_a_line_balance, enter, leave),
      cmocka_unit_test_setup_teardown(test_several, enter, leave),
      cmocka_unit_test_setup_teardown(test_wishes, enter, leave),
      cmocka_unit_test_setup_teardown(test_kept, enter, leave),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
