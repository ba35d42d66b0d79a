// What `pawl check` says, and the small questions that can be asked of a mechanism.
#include <jansson.h>

#include "mechanisms.h"

// A four-bar in space whose rod is drawn 0.01 too high, with a drive, a spring, a coupler on two loose wheels.
static PawlModel *example(void) {
  PawlModel *m = new_model(0, -G);
  assert_int_equal(pawl_model_set_name(m, "example"), PAWL_OK);
  assert_int_equal(pawl_model_set_planar(m, PAWL_PLANAR_NO), PAWL_OK);
  PawlBodyId ground = pawl_model_ground(m), crank = rod_between(m, "crank", 0, 0, 0, 1);
  PawlBodyId rod = rod_between(m, "rod", 0, 1.01, 3, 2.01), rocker = rod_between(m, "rocker", 2.5, 0, 3, 2);
  PawlBodyId wheel[2] = {body_at(m, "w1", 1, 1, 5, 0), body_at(m, "w2", 1, 1, 7, 0)};
  PawlJointId a = pin(m, "a", ground, crank, 0, 0);
  add_joint(m, "b", PAWL_JOINT_REVOLUTE, add_frame(m, crank, 0, 1, 0, 2, 0), add_frame(m, rod, 0, 1.01, 0, 2, 0));
  add_joint(m, "c", PAWL_JOINT_REVOLUTE, add_frame(m, rod, 3, 2.01, 0, 2, 0), add_frame(m, rocker, 3, 2, 0, 2, 0));
  PawlJointId d = pin(m, "d", ground, rocker, 2.5, 0);
  PawlJointId w[2] = {pin(m, "e", ground, wheel[0], 5, 0), pin(m, "f", ground, wheel[1], 7, 0)};
  PawlCouplerDef coupler = pawl_coupler_def_default();
  coupler.name = "gears";
  coupler.count = 2;
  coupler.coordinate = (const PawlCoordinate[]){{w[0], NULL}, {w[1], NULL}};
  coupler.factor = (const double[]){1, 2};
  assert_int_equal(pawl_model_add_coupler(m, &coupler, NULL, NULL), PAWL_OK);
  drive(m, a, NULL, "0.1*t");
  add_joint_spring(m, "return", d, 3, 0);
  add_spring(m, "coil", add_frame(m, ground, 0, 2, 0, 2, 0), add_frame(m, rod, 1, 1, 0, 2, 0), 10, 0, 1);
  wish(m, w[0], 0.5, 2, false);
  wish(m, w[1], 0.5, 2, false);  // the gears allow one or the other
  return m;
}

static json_t *check_json(const PawlMechanism *k) {
  char *text;
  PawlCheckOptions options = pawl_check_options_default();
  options.json = true;
  assert_int_equal(pawl_check(k, &options, NULL, &text), PAWL_OK);
  json_t *root = json_loads(text, 0, NULL);
  assert_non_null(root);
  pawl_text_free(text);
  return root;
}

static double number(const json_t *root, const char *key) {
  const json_t *value = json_object_get(root, key);
  assert_true(json_is_number(value));
  return json_number_value(value);
}

static const char *string(const json_t *root, const char *key) {
  const char *value = json_string_value(json_object_get(root, key));
  assert_non_null(value);
  return value;
}

// 5 bodies in space: 30 speeds. 6 revolute joints, a coupler, a drive: 32 rows, 3 of them redundant. Freedoms: four-bar 1,
// wheels 1.
static void json_numbers(void **state) {
  (void)state;
  PawlMechanism *k = compile(example());
  json_t *root = check_json(k);
  assert_string_equal(string(root, "name"), "example");
  assert_true(json_is_false(json_object_get(root, "planar")));
  CHECK_CLOSE(number(root, "mobility"), 2, 0);
  CHECK_CLOSE(number(root, "driven"), 1, 0);
  CHECK_CLOSE(number(root, "freedoms_left"), 1, 0);
  CHECK_CLOSE(number(root, "rows"), 32, 0);
  CHECK_CLOSE(number(root, "active_rows"), 29, 0);
  CHECK_CLOSE(number(root, "redundant_rows"), 3, 0);
  assert_true(json_is_false(json_object_get(root, "singular_start")));
  assert_int_equal(json_array_size(json_object_get(root, "bodies")), 5);
  CHECK_CLOSE(number(json_array_get(json_object_get(root, "bodies"), 0), "mass"), 1, 1e-15);
  assert_int_equal(json_array_size(json_object_get(root, "joints")), 6);
  assert_int_equal(json_array_size(json_object_get(root, "couplers")), 1);
  assert_string_equal(string(json_array_get(json_object_get(root, "drives"), 0), "coordinate"), "a.angle");
  const json_t *forces = json_object_get(root, "forces");
  assert_int_equal(json_array_size(forces), 2);
  assert_string_equal(string(json_array_get(forces, 0), "type"), "joint");
  assert_string_equal(string(json_array_get(forces, 1), "type"), "spring");
  const json_t *loop = json_object_get(json_array_get(json_object_get(root, "loops"), 0), "joints");
  static const char *const way[] = {"+a", "+b", "+c", "-d"};
  assert_int_equal(json_array_size(loop), 4);
  for (size_t i = 0; i < 4; i++) assert_string_equal(json_string_value(json_array_get(loop, i)), way[i]);
  json_decref(root);
  pawl_mechanism_free(k);
}

// The planar loop's chord: what stays of a revolute joint when z and turning about x and y are freed is a point on a line.
static void redundancy_has_advice(void **state) {
  (void)state;
  PawlMechanism *k = compile(example());
  json_t *root = check_json(k);
  const json_t *list = json_object_get(root, "redundancies"), *one = json_array_get(list, 0);
  assert_int_equal(json_array_size(list), 1);
  assert_string_equal(string(one, "kind"), "joint");
  assert_string_equal(string(one, "name"), "c");
  static const char *const direction[] = {"z", "rx", "ry"};
  const json_t *directions = json_object_get(one, "directions");
  assert_int_equal(json_array_size(directions), 3);
  for (size_t i = 0; i < 3; i++) assert_string_equal(json_string_value(json_array_get(directions, i)), direction[i]);
  assert_string_equal(string(one, "advice"), "make it point-on-line");
  json_decref(root);
  pawl_mechanism_free(k);

  PawlModel *m = new_model(0, -G);  // the advice taken: the same mobility, nothing redundant
  assert_int_equal(pawl_model_set_planar(m, PAWL_PLANAR_NO), PAWL_OK);
  PawlBodyId ground = pawl_model_ground(m), crank = rod_between(m, "crank", 0, 0, 0, 1);
  PawlBodyId rod = rod_between(m, "rod", 0, 1, 3, 2), rocker = rod_between(m, "rocker", 2.5, 0, 3, 2);
  pin(m, "a", ground, crank, 0, 0);
  pin(m, "b", crank, rod, 0, 1);
  add_joint(m, "c", PAWL_JOINT_POINT_ON_LINE, add_frame(m, rod, 3, 2, 0, 2, 0), add_frame(m, rocker, 3, 2, 0, 2, 0));
  pin(m, "d", ground, rocker, 2.5, 0);
  k = compile(m);
  assert_int_equal(k->mobility, 1);
  assert_int_equal(k->redundancies, 0);
  pawl_mechanism_free(k);
}

// Three parallel cranks in the plane, drawn at 30 degrees: one row of the last crank's head says nothing new. No single direction
// of the joint is named for it, because ground's axes lie askew to the crank's; a door on two equal hinges has all five of one.
static void directions_askew_and_whole_joints(void **state) {
  (void)state;
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), door = rod_between(m, "door", 0, 0, 1, 0);
  assert_int_equal(pawl_model_set_planar(m, PAWL_PLANAR_NO), PAWL_OK);
  for (int i = 0; i < 2; i++) {
    add_joint(m, i ? "high" : "low", PAWL_JOINT_REVOLUTE, add_frame(m, ground, 0, 0, i, 2, 0.5),
              add_frame(m, door, 0, 0, i, 2, 0.5));
  }
  PawlMechanism *k = compile(m);
  json_t *root = check_json(k);
  const json_t *one = json_array_get(json_object_get(root, "redundancies"), 0);
  assert_string_equal(string(one, "name"), "high");
  assert_string_equal(string(one, "advice"), "leave it out");
  assert_int_equal(json_array_size(json_object_get(one, "directions")), 5);
  assert_string_equal(json_string_value(json_array_get(json_object_get(one, "directions"), 0)), "x");
  json_decref(root);
  pawl_mechanism_free(k);

  m = new_model(0, -G);
  double c = cos(PI / 6), s = sin(PI / 6);
  static const char *const names[] = {"c0", "c1", "c2"}, *const foot[] = {"f0", "f1", "f2"}, *const head[] = {"h0", "h1", "h2"};
  ground = pawl_model_ground(m);
  PawlBodyId platform = rod_between(m, "platform", c, s, 2 + c, s);
  for (int i = 0; i < 3; i++) {
    PawlBodyId crank = rod_between(m, names[i], i, 0, i + c, s);
    add_joint(m, foot[i], PAWL_JOINT_REVOLUTE, add_frame(m, ground, i, 0, 0, 2, 0), add_frame(m, crank, i, 0, 0, 2, 0));
    add_joint(m, head[i], PAWL_JOINT_REVOLUTE, add_frame(m, crank, i + c, s, 0, 2, 0.5),
              add_frame(m, platform, i + c, s, 0, 2, 0));
  }
  k = compile(m);
  root = check_json(k);
  const json_t *list = json_object_get(root, "redundancies");
  assert_int_equal(json_array_size(list), 1);
  one = json_array_get(list, 0);
  assert_string_equal(string(one, "name"), "h2");
  assert_int_equal(strncmp(json_string_value(json_array_get(json_object_get(one, "directions"), 0)), "ground ", 7), 0);
  assert_true(json_is_null(json_object_get(one, "advice")));
  json_decref(root);
  pawl_mechanism_free(k);
}

// b and c are open by 0.01 and by nothing else; the wheels' wishes (0.5, 0.5) lie off the line a + 2 b = 0.
static void start_is_described(void **state) {
  (void)state;
  PawlMechanism *k = compile(example());
  json_t *root = check_json(k);
  const json_t *apart = json_object_get(root, "drawn_apart");
  assert_int_equal(json_array_size(apart), 2);
  for (size_t i = 0; i < 2; i++) {
    const json_t *one = json_array_get(apart, i);
    assert_string_equal(string(one, "name"), i == 0 ? "b" : "c");
    CHECK_CLOSE(number(one, "distance"), 0.01, 1e-12);
    CHECK_CLOSE(number(one, "angle"), 0, 0);
  }
  // the nearest point of the line to (w, w): (0.4 w, -0.2 w), off by (-0.6 w, -1.2 w)
  const json_t *missed = json_object_get(root, "initial_missed");
  static const double off[] = {-0.3, -0.6, -1.2, -2.4};
  assert_int_equal(json_array_size(missed), 4);
  for (size_t i = 0; i < 4; i++) {
    const json_t *one = json_array_get(missed, i);
    assert_string_equal(string(one, "what"), i < 2 ? "position" : "speed");
    assert_string_equal(string(one, "name"), i % 2 ? "f.angle" : "e.angle");
    CHECK_CLOSE(number(one, "off"), off[i], 1e-6);
  }
  json_decref(root);
  pawl_mechanism_free(k);
}

static void text_is_readable(void **state) {
  (void)state;
  static const char *const lines[] = {
      "example: spatial, units m kg s rad N\n",
      "\n  crank: 1 kg\n",
      "\n  a: revolute, ground to crank, coordinates angle\n",
      "\n  gears: e.angle f.angle\n",
      "\n  a.angle: moves a.angle\n",
      "\n  return: joint\n",
      "\n  coil: spring\n",
      "\ntree:\n  ground\n    crank by a\n      rod by b\n    rocker by d\n    w1 by e\n    w2 by f\n",
      "\nchords: 1: c\n",
      "\n  +a +b +c -d\n",
      "\nmobility: 2, 1 driven, 1 left free\n",
      "\nrows: 32, 29 active\n",
      "joint 'c': 3 directions are redundant (z, turning about x and y)",
      "declare planar: true",
      "\n  joint 'b': 0.01 m\n",
      "\n  position of 'e.angle': off by -0.3 rad\n",
      "\n  speed of 'f.angle': off by -2.4 rad/s\n",
  };
  PawlMechanism *k = compile(example());
  char *text;
  assert_int_equal(pawl_check(k, NULL, NULL, &text), PAWL_OK);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (!strstr(text, lines[i])) fail_msg("no \"%s\" in:\n%s", lines[i], text);
  }
  assert_int_equal(text[strlen(text) - 1], '\n');
  pawl_text_free(text);
  pawl_mechanism_free(k);
}

// A free body is a tree of its own; a bushing of six directions is one force.
static void free_body_and_bushing(void **state) {
  (void)state;
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), box = add_body(m, "box", 2, 1, 1, 1, 0, 0, 1);
  PawlForceDef force = pawl_force_def_default();
  force.name = "mount";
  force.type = PAWL_FORCE_BUSHING;
  force.frame[0] = add_frame(m, ground, 0, 0, 1, 2, 0);
  force.frame[1] = add_frame(m, box, 0, 0, 0, 2, 0);
  for (int i = 0; i < 6; i++) force.bushing_stiffness[i] = 1;
  assert_int_equal(pawl_model_add_force(m, &force, NULL, NULL), PAWL_OK);
  PawlMechanism *k = compile(m);
  json_t *root = check_json(k);
  char *text;
  CHECK_CLOSE(number(root, "mobility"), 6, 0);
  assert_int_equal(json_array_size(json_object_get(root, "forces")), 1);
  assert_true(json_is_null(json_object_get(json_array_get(json_object_get(root, "tree"), 0), "parent")));
  assert_int_equal(pawl_check(k, NULL, NULL, &text), PAWL_OK);
  assert_non_null(strstr(text, "tree:\n  ground\n  box, free\n"));
  assert_non_null(strstr(text, "redundancies: none\ndrawn closed\n"));
  pawl_text_free(text);
  json_decref(root);
  pawl_mechanism_free(k);
}

static void names_and_ids_of_a_mechanism_are_found(void **state) {
  (void)state;
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), arm = rod_between(m, "arm", 0, 0, 1, 0);
  PawlJointId hinge = pin(m, "hinge", ground, arm, 0, 0);
  PawlMeasureDef def = pawl_measure_def_default();
  PawlMeasureId height;
  def.name = "reach";
  def.type = PAWL_MEASURE_DISTANCE;
  def.frame[0] = add_frame(m, ground, 0, 1, 0, 2, 0);
  def.frame[1] = add_frame(m, arm, 1, 0, 0, 2, 0);
  assert_int_equal(pawl_model_add_measure(m, &def, NULL, &height), PAWL_OK);
  PawlMechanism *k = compile(m);
  assert_int_equal(pawl_mechanism_find_body(k, "arm").i, arm.i);
  assert_int_equal(pawl_mechanism_find_body(k, "ground").i, ground.i);
  assert_int_equal(pawl_mechanism_find_body(k, "leg").i, 0);
  assert_int_equal(pawl_mechanism_find_joint(k, "hinge").i, hinge.i);
  assert_int_equal(pawl_mechanism_find_joint(k, "arm").i, 0);
  assert_int_equal(pawl_mechanism_find_measure(k, "reach").i, height.i);
  assert_int_equal(pawl_mechanism_find_measure(k, "hinge").i, 0);
  assert_int_equal(pawl_mechanism_body_count(k), 2);
  assert_true(pawl_mechanism_is_planar(k));
  CHECK_CLOSE(pawl_mechanism_run_options(k).tolerance, pawl_run_options_default().tolerance, 0);
  pawl_mechanism_free(k);
  int major, minor, patch, used = 0;
  assert_int_equal(sscanf(pawl_version(), "%d.%d.%d%n", &major, &minor, &patch, &used), 3);
  assert_int_equal(pawl_version()[used], 0);
}

// A cam turned by a drive that moves a follower: two freedoms, one driven, and the contact takes the other. Lengths by hand: a
// circle of 20 mm; a face of 60 mm.
static const char TOUCHING[] =
    "units: {length: mm, force: N}\n"
    "bodies:\n"
    "  cam: {mass: 1, inertia: 1, profiles: {rim: {circle: {center: [5, 0], radius: 20}}}}\n"
    "  follower:\n"
    "    mass: 1\n"
    "    inertia: 1\n"
    "    profiles: {face: {start: [-30, 25], closed: false, ends: points, chain: [{line: {to: [30, 25]}}]}}\n"
    "  ground: {profiles: {tip: {point: [200, 0]}}}\n"
    "joints:\n"
    "  shaft: {type: revolute, between: [ground, cam], at: [0, 0]}\n"
    "  guide: {type: prismatic, between: [ground, follower], at: [0, 0], axis: y, limits: [-50, 80], stops: {stiffness: 12}}\n"
    "drives: {motor: {coordinate: shaft, law: t}}\n"
    "contacts:\n"
    "  rub: {profiles: [follower.face, cam.rim], sides: both}\n"
    "  soft: {profiles: [cam.rim, ground.tip], law: {type: hertz, stiffness: 7}}\n";

static PawlMechanism *compile_text(const char *text) {
  PawlModel *model = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, NULL, &model), PAWL_OK);
  return compile(model);
}

static void contacts_are_told_with_their_laws(void **state) {
  (void)state;
  PawlMechanism *k = compile_text(TOUCHING);
  json_t *root = check_json(k);
  const json_t *profile = json_object_get(root, "profiles"), *contact = json_object_get(root, "contacts");
  CHECK_CLOSE(number(root, "freedoms_left"), 1, 0);
  CHECK_CLOSE(number(root, "closed_touches"), 1, 0);
  CHECK_CLOSE(number(root, "freedoms_left_closed"), 0, 0);
  assert_int_equal(json_array_size(profile), 3);
  assert_string_equal(string(json_array_get(profile, 0), "name"), "cam.rim");
  CHECK_CLOSE(number(json_array_get(profile, 0), "length"), 40 * acos(-1), 1e-12);
  CHECK_CLOSE(number(json_object_get(json_array_get(profile, 1), "elements"), "corner"), 2, 0);
  CHECK_CLOSE(number(json_object_get(json_array_get(profile, 1), "elements"), "line"), 1, 0);
  assert_true(json_is_false(json_object_get(json_array_get(profile, 1), "closed")));
  assert_int_equal(json_array_size(contact), 4);
  assert_string_equal(string(json_array_get(contact, 0), "sides"), "both");
  assert_string_equal(string(json_array_get(contact, 0), "law"), "rigid");
  CHECK_CLOSE(number(json_array_get(contact, 0), "restitution"), 0, 0);
  assert_string_equal(string(json_array_get(contact, 1), "law"), "hertz");
  CHECK_CLOSE(number(json_array_get(contact, 1), "stiffness"), 7, 1e-12);
  assert_string_equal(string(json_array_get(contact, 3), "name"), "guide.travel.upper");
  assert_string_equal(string(json_array_get(contact, 3), "law"), "elastic");
  CHECK_CLOSE(number(json_array_get(contact, 3), "stop"), 80, 1e-12);
  CHECK_CLOSE(number(json_array_get(contact, 3), "stiffness"), 12, 1e-12);
  json_decref(root);
  char *text;
  assert_int_equal(pawl_check(k, NULL, NULL, &text), PAWL_OK);
  static const char *const lines[] = {
      "profiles: 3\n  cam.rim: closed, 1 arc, length 125.664 mm\n",
      "  follower.face: open, 2 corners, 1 line, length 60 mm\n",
      "contacts: 4\n  rub: follower.face and cam.rim, rigid, restitution 0, both sides, starts closed\n",
      "  soft: cam.rim and ground.tip, hertz, stiffness 7 N/mm^1.5\n",
      "  guide.travel.lower: stop at -50 mm, elastic, stiffness 12 N/mm\n",
      "touches closed at the start: 1, then 0 left free\n"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (!strstr(text, lines[i])) fail_msg("'%s' is not in\n%s", lines[i], text);
  }
  pawl_text_free(text);
  pawl_mechanism_free(k);
}

// As the file has it: nothing of a contact without friction, one coefficient where sliding has the same.
static void contacts_are_told_with_their_friction(void **state) {
  (void)state;
  PawlMechanism *k = compile_text(
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [9, 0], closed: false, chain: [{line: {to: [-9, 0]}}]}}}\n"
      "  a: {mass: 1, inertia: 1, position: [-5, 1], profiles: {rim: {circle: {radius: 1}}}}\n"
      "  b: {mass: 1, inertia: 1, position: [0, 1], profiles: {rim: {circle: {radius: 1}}}}\n"
      "  c: {mass: 1, inertia: 1, position: [5, 1], profiles: {rim: {circle: {radius: 1}}}}\n"
      "contacts:\n"
      "  rubs: {profiles: [a.rim, ground.floor], friction: {static: 0.4, kinetic: 0.3}}\n"
      "  same: {profiles: [b.rim, ground.floor], friction: 0.25}\n"
      "  turns: {profiles: [c.rim, ground.floor], rolling: true}\n"
      "analysis: {duration: 1, step: 0.1}\n");
  json_t *root = check_json(k);
  const json_t *contact = json_object_get(root, "contacts");
  CHECK_CLOSE(number(json_array_get(contact, 0), "friction"), 0.4, 0);
  CHECK_CLOSE(number(json_array_get(contact, 0), "kinetic"), 0.3, 0);
  CHECK_CLOSE(number(json_array_get(contact, 1), "kinetic"), 0.25, 0);
  assert_null(json_object_get(json_array_get(contact, 1), "rolling"));
  assert_true(json_is_true(json_object_get(json_array_get(contact, 2), "rolling")));
  assert_null(json_object_get(json_array_get(contact, 2), "friction"));
  json_decref(root);
  char *text;
  assert_int_equal(pawl_check(k, NULL, NULL, &text), PAWL_OK);
  assert_non_null(strstr(text, "  rubs: a.rim and ground.floor, rigid, restitution 0, friction 0.4, sliding 0.3\n"));
  assert_non_null(strstr(text, "  same: b.rim and ground.floor, rigid, restitution 0, friction 0.25\n"));
  assert_non_null(strstr(text, "  turns: c.rim and ground.floor, rigid, restitution 0, rolls\n"));
  pawl_text_free(text);
  pawl_mechanism_free(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_are_told_with_their_friction),
      cmocka_unit_test(json_numbers),
      cmocka_unit_test(redundancy_has_advice),
      cmocka_unit_test(directions_askew_and_whole_joints),
      cmocka_unit_test(start_is_described),
      cmocka_unit_test(text_is_readable),
      cmocka_unit_test(free_body_and_bushing),
      cmocka_unit_test(names_and_ids_of_a_mechanism_are_found),
      cmocka_unit_test(contacts_are_told_with_their_laws),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
