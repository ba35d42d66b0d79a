// A loaded model used from C: everything in it is found by name, counted and named, in the model and in the mechanism; what was
// found can be read.
#include <math.h>
#include <pawl/pawl.h>

#include "check.h"

// Two slides on one rail, coupled; a spring at the first, a force on the second; two arms with a disc, one kept within limits.
static const char TEXT[] =
    "planar: true\n"
    "parameters: {k: 200, free: 0.5}\n"
    "tables: {ramp: {x: [0, 1, 2], y: [0, 2, 3]}}\n"
    "bodies:\n"
    "  ground: {frames: {wall: {at: [-1, 0]}}, surfaces: {floor: {plane: {size: [1, 1]}}},\n"
    "           meshes: {block: {file: " PAWL_SOURCE_DIR
    "/tests/corpus/stl/box.stl}}}\n"
    "  left: {mass: 2, inertia: 1, frames: {hook: {at: [0, 0]}}}\n"
    "  right: {mass: 3, inertia: 1}\n"
    "  arm: {mass: 1, inertia: 1, position: [0, 5], profiles: {edge: {circle: {radius: 0.1}}}}\n"
    "  driven: {mass: 1, inertia: 1, position: [2, 5], profiles: {edge: {circle: {radius: 0.1}}}}\n"
    "joints:\n"
    "  rail1: {type: prismatic, between: [ground, left], at: [0, 0], axis: x}\n"
    "  rail2: {type: prismatic, between: [ground, right], at: [0, 0], axis: x}\n"
    "  pivot: {type: revolute, between: [ground, arm], at: [0, 5], limits: [-3, 3]}\n"
    "  motor: {type: revolute, between: [ground, driven], at: [2, 5]}\n"
    "contacts: {rub: {profiles: [arm.edge, driven.edge]}}\n"
    "couplers: {rope: {terms: {rail1: 1, rail2: 2}}}\n"
    "drives: {turn: {coordinate: motor.angle, law: 2 * t}}\n"
    "forces:\n"
    "  pull: {type: spring, frames: [ground.wall, left.hook], stiffness: k, free_length: free}\n"
    "  push: {type: force, body: right, components: [6, 0]}\n"
    "measures: {reach: {type: distance, frames: [ground.wall, left.hook]}}\n"
    "analysis: {duration: 1}\n";

static PawlModel *load(void) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlStatus status = pawl_model_parse("m.yaml", TEXT, sizeof TEXT - 1, NULL, 0, messages, &model);
  if (status) fail_msg("%s", pawl_messages_get(messages, 0).text);
  pawl_messages_free(messages);
  return model;
}

static PawlMechanism *compile(const PawlModel *model) {
  PawlMessages *messages = pawl_messages_create();
  PawlMechanism *mechanism = NULL;
  PawlStatus status = pawl_mechanism_compile(model, messages, &mechanism);
  if (status) fail_msg("%s", pawl_messages_get(messages, 0).text);
  pawl_messages_free(messages);
  return mechanism;
}

// Every name of a kind leads back to its id, in both; the mechanism has those of the model.
static void every_kind(void **state) {
  (void)state;
  PawlModel *m = load();
  PawlMechanism *k = compile(m);
#define CHECK_KIND(Kind, kind)                                                                     \
  assert_true(pawl_model_##kind##_count(m) > 0);                                                   \
  assert_true(pawl_mechanism_##kind##_count(k) >= pawl_model_##kind##_count(m));                   \
  for (int32_t i = 1; i <= pawl_mechanism_##kind##_count(k); i++) {                                \
    Pawl##Kind##Id id = {i};                                                                       \
    const char *name = pawl_mechanism_##kind##_name(k, id);                                        \
    if (name) assert_int_equal(pawl_mechanism_find_##kind(k, name).i, i);                          \
    if (i > pawl_model_##kind##_count(m)) continue;                                                \
    assert_int_equal(!name, !pawl_model_##kind##_name(m, id));                                     \
    if (!name) continue;                                                                           \
    assert_string_equal(name, pawl_model_##kind##_name(m, id));                                    \
    assert_int_equal(pawl_model_find_##kind(m, name).i, i);                                        \
  }                                                                                                \
  assert_int_equal(pawl_model_find_##kind(m, "nothing").i + pawl_model_find_##kind(m, NULL).i, 0); \
  assert_null(pawl_model_##kind##_name(m, (Pawl##Kind##Id){0}));                                   \
  assert_null(pawl_model_##kind##_name(m, (Pawl##Kind##Id){1 + pawl_model_##kind##_count(m)}));
  PAWL_KIND_LIST(CHECK_KIND)
  pawl_mechanism_free(k);
  pawl_model_free(m);
}

static void counts_and_names(void **state) {
  (void)state;
  PawlModel *m = load();
  PawlMechanism *k = compile(m);
  assert_int_equal(pawl_model_body_count(m), 5);  // with ground
  assert_string_equal(pawl_model_body_name(m, pawl_model_ground(m)), "ground");
  assert_int_equal(pawl_model_joint_count(m), 4);
  assert_int_equal(pawl_model_drive_count(m), 1);
  assert_int_equal(pawl_model_force_count(m), 2);
  assert_int_equal(pawl_model_parameter_count(m), 2);
  assert_int_equal(pawl_model_contact_count(m), 1);
  assert_int_equal(pawl_mechanism_contact_count(k), 3);  // and two stops
  assert_string_equal(pawl_mechanism_contact_name(k, (PawlContactId){2}), "pivot.angle.lower");
  assert_string_equal(pawl_mechanism_force_name(k, (PawlForceId){2}), "push");
  // a parameter, a table and a measure share their names, but are not taken for each other
  assert_int_equal(pawl_model_find_table(m, "k").i + pawl_model_find_measure(m, "k").i + pawl_model_find_parameter(m, "ramp").i,
                   0);
  double value;
  assert_int_equal(pawl_model_parameter_value(m, pawl_model_find_parameter(m, "free"), &value), PAWL_OK);
  CHECK_CLOSE(value, 0.5, 0);
  pawl_mechanism_free(k);
  pawl_model_free(m);
}

static void coordinates_are_found_by_name(void **state) {
  (void)state;
  PawlModel *m = load();
  PawlMechanism *k = compile(m);
  PawlJointId rail = pawl_model_find_joint(m, "rail1");
  assert_int_equal(pawl_model_coordinate_count(m, rail), 1);
  assert_int_equal(pawl_mechanism_coordinate_count(k, rail), 1);
  assert_string_equal(pawl_model_coordinate(m, rail, 0).name, "travel");
  assert_string_equal(pawl_mechanism_coordinate(k, rail, 0).name, "travel");
  static const char *const names[] = {"rail1.travel", "rail1"};
  for (int i = 0; i < 2; i++) {
    assert_int_equal(pawl_model_find_coordinate(m, names[i]).joint.i, rail.i);
    assert_int_equal(pawl_mechanism_find_coordinate(k, names[i]).joint.i, rail.i);
  }
  static const char *const none[] = {"rail1.angle", "rail9", "rail1.", ".travel", "", "rail1.travel.x"};
  for (int i = 0; i < 6; i++) {
    assert_int_equal(pawl_model_find_coordinate(m, none[i]).joint.i, 0);
    assert_int_equal(pawl_mechanism_find_coordinate(k, none[i]).joint.i, 0);
  }
  pawl_mechanism_free(k);
  pawl_model_free(m);
}

// At the start the slides rest as drawn. With x1 + 2 x2 = 0 and the rope's force s: 2 a1 = -T + s, 3 a2 = 6 + 2 s, a1 = -2 a2,
// the spring's tension T = 200 (1 - 0.5) = 100 N; so a2 = (6 + 2 T) / (3 + 8) and s = 2 a1 + T.
static void forces_are_read_by_name(void **state) {
  (void)state;
  PawlModel *m = load();
  PawlMechanism *k = compile(m);
  PawlRunOptions options = pawl_mechanism_run_options(k);
  PawlSimulation *s = NULL;
  double out[6], rope, reach, motion[3];
  assert_int_equal(pawl_simulation_create(k, &options, NULL, &s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(s, NULL), PAWL_OK);
  assert_int_equal(pawl_simulation_advance(s, 0, NULL), PAWL_OK);
  double tension = 100, a2 = (6 + 2 * tension) / 11, a1 = -2 * a2, strain = 2 * a1 + tension;
  assert_int_equal(pawl_simulation_force(s, pawl_mechanism_find_force(k, "pull"), out), PAWL_OK);
  CHECK_CLOSE(out[0], tension, 1e-9);
  for (int i = 1; i < 6; i++) CHECK_CLOSE(out[i], 0, 0);
  assert_int_equal(pawl_simulation_force(s, pawl_mechanism_find_force(k, "push"), out), PAWL_ERR_UNSUPPORTED);
  assert_int_equal(pawl_simulation_force(s, (PawlForceId){3}, out), PAWL_ERR_ARGUMENT);
  PawlCouplerId coupler = pawl_mechanism_find_coupler(k, "rope");
  for (int term = 0; term < 2; term++) {
    assert_int_equal(pawl_simulation_coupler_force(s, coupler, term, &rope), PAWL_OK);
    CHECK_CLOSE(rope, (1 + term) * strain, 1e-8);
  }
  assert_int_equal(pawl_simulation_coupler_force(s, coupler, 2, &rope), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_coupler_force(s, coupler, -1, &rope), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_measure(s, pawl_mechanism_find_measure(k, "reach"), &reach), PAWL_OK);
  CHECK_CLOSE(reach, 1, 1e-12);
  assert_int_equal(pawl_simulation_coordinate(s, pawl_mechanism_find_coordinate(k, "motor"), motion), PAWL_OK);
  CHECK_CLOSE(motion[1], 2, 1e-9);
  assert_int_equal(pawl_simulation_drive_force(s, pawl_mechanism_find_drive(k, "turn"), out), PAWL_OK);
  CHECK_CLOSE(out[0], 0, 1e-9);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
  pawl_model_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind), cmocka_unit_test(counts_and_names),
                                     cmocka_unit_test(coordinates_are_found_by_name), cmocka_unit_test(forces_are_read_by_name)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
