// A parameter of a model is given another value: the model is then what reading its text with that value gives, and what calls
// have added to it is still there.
#include <stdlib.h>
#include <unistd.h>

#include "mechanisms.h"
#include "model/model.h"

static const char TEXT[] =
    "units: {length: mm, mass: g, force: N}\n"
    "gravity: [0, -9810]\n"
    "parameters: {L: 500, half: L / 2, rate: 3}\n"
    "bodies:\n"
    "  rod: {mass: 2 * L, inertia: 2 * L * L * L / 12, center: [half, 0], frames: {end: {at: [L, 0]}},\n"
    "        profiles: {tip: {circle: {center: [L, 0], radius: L / 10}}}}\n"
    "  weight: {mass: 100, inertia: 1000, position: [0, -2000]}\n"
    "joints: {hinge: {type: revolute, between: [ground, rod], at: [0, 0], limits: [-170 deg, 170 deg]}}\n"
    "forces: {wind: {type: torque, body: rod, components: [0, 0, rate * t]}}\n"
    "initial: {joints: {hinge: {position: L / 1000}}}\n"
    "analysis: {duration: 0.5}\n";

static PawlModel *parse(const char *const *overrides, int count) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *m = NULL;
  PawlStatus status = pawl_model_parse("m.yaml", TEXT, sizeof TEXT - 1, overrides, count, messages, &m);
  if (status) fail_msg("%s", pawl_messages_get(messages, 0).text);
  pawl_messages_free(messages);
  return m;
}

static void set(PawlModel *m, const char *name, double value) {
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = pawl_model_set_parameter(m, name, value, messages);
  if (status) fail_msg("%s = %g: %s", name, value, pawl_messages_get(messages, pawl_messages_count(messages) - 1).text);
  pawl_messages_free(messages);
}

static double value_of(const PawlModel *m, const char *name) {
  double value = NAN;
  assert_int_equal(pawl_model_parameter_value(m, pawl_model_find_parameter(m, name), &value), PAWL_OK);
  return value;
}

// The angle of the hinge after 0.4 s.
static double angle(const PawlModel *m) {
  PawlMechanism *k = NULL;
  double out[3];
  assert_int_equal(pawl_mechanism_compile(m, NULL, &k), PAWL_OK);
  PawlSimulation *s = simulate(k, 0.4, 1e-9);
  advance(s, 0.4);
  assert_int_equal(pawl_simulation_coordinate(s, pawl_mechanism_find_coordinate(k, "hinge"), out), PAWL_OK);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
  return out[0];
}

// The same model as the text gives when it is read with these values, to the last bit.
static void as_if_read(void **state) {
  (void)state;
  static const char *const overrides[] = {"L=731.25", "rate=-0.1"};
  PawlModel *m = parse(NULL, 0), *read = parse(overrides, 2);
  assert_true(pw_model_hash(m) != pw_model_hash(read));
  double before = angle(m);
  set(m, "L", 600);
  set(m, "rate", -0.1);
  set(m, "L", 731.25);
  assert_true(pw_model_hash(m) == pw_model_hash(read));
  assert_true(m->hash == read->hash);
  CHECK_CLOSE(value_of(m, "half"), 731.25 / 2, 0);
  double after = angle(m);
  assert_true(after == angle(read) && after != before);
  set(m, "L", 500);
  set(m, "rate", 3);
  assert_true(angle(m) == before);
  pawl_model_free(read);
  pawl_model_free(m);
}

// One that the text computes from another stays where it was put; so does one that was set when the text was read.
static void computed_and_overridden(void **state) {
  (void)state;
  static const char *const overrides[] = {"rate=7", "L=400"};
  PawlModel *m = parse(overrides, 2);
  CHECK_CLOSE(value_of(m, "half"), 200, 0);
  set(m, "half", 150);
  set(m, "L", 900);
  CHECK_CLOSE(value_of(m, "half"), 150, 0);
  CHECK_CLOSE(value_of(m, "L"), 900, 0);
  CHECK_CLOSE(value_of(m, "rate"), 7, 0);
  CHECK_CLOSE(m->bodies.item[1].def.center[0], 0.15, 1e-16);
  CHECK_CLOSE(m->bodies.item[1].def.mass, 1.8, 1e-15);
  pawl_model_free(m);
}

// ---- what calls added

static PawlStatus no_force(void *user, double t, const double pose[7], const double twist[6], double wrench[6], double *stiffness,
                           double *damping) {
  (void)user, (void)t, (void)pose, (void)twist, (void)stiffness, (void)damping;
  memset(wrench, 0, 6 * sizeof *wrench);
  return PAWL_OK;
}

// One more of every kind, by calls.
static void add_all(PawlModel *m) {
  static const double x[] = {0, 1, 2}, up[3] = {0, 9.81, 0};
  PawlParameterId parameter;
  assert_int_equal(pawl_model_add_parameter(m, "own", 2, NULL, &parameter), PAWL_OK);
  PawlTableDef table = pawl_table_def_default();
  table.name = "curve", table.count = 3, table.x = table.y = x;
  assert_int_equal(pawl_model_add_table(m, &table, NULL, NULL), PAWL_OK);
  PawlBodyId more = body_at(m, "more", 1, 1, 3, 0), weight = pawl_model_find_body(m, "weight");
  PawlFrameDef frame = pawl_frame_def_default();
  frame.name = "more.hook", frame.body = more;
  PawlFrameId hook;
  assert_int_equal(pawl_model_add_frame(m, &frame, NULL, &hook), PAWL_OK);
  PawlJointId axle = pin(m, "axle", pawl_model_ground(m), more, 3, 0),
              other = pin(m, "other", pawl_model_ground(m), weight, 0, 0);
  drive(m, axle, "angle", "own * L * t");
  const PawlCoordinate both[2] = {{axle, "angle"}, {other, "angle"}};
  const double factor[2] = {1, 2};
  PawlCouplerDef coupler = pawl_coupler_def_default();
  coupler.name = "gears", coupler.count = 2, coupler.coordinate = both, coupler.factor = factor;
  assert_int_equal(pawl_model_add_coupler(m, &coupler, NULL, NULL), PAWL_OK);
  PawlForceDef force = pawl_force_def_default();
  force.name = "callback", force.type = PAWL_FORCE_CALLBACK, force.frame[0] = hook, force.function = no_force;
  assert_int_equal(pawl_model_add_force(m, &force, NULL, NULL), PAWL_OK);
  PawlMeasureDef measure = pawl_measure_def_default();
  measure.name = "far", measure.type = PAWL_MEASURE_EXPRESSION, measure.expression = "own + L";
  assert_int_equal(pawl_model_add_measure(m, &measure, NULL, NULL), PAWL_OK);
  PawlElementDef circle = pawl_element_def_default();
  circle.type = PAWL_ELEMENT_CIRCLE, circle.radius = 0.1;
  PawlProfileDef profile = pawl_profile_def_default();
  PawlContactDef contact = pawl_contact_def_default();
  profile.name = "more.edge", profile.body = more, profile.element = &circle, profile.count = 1;
  assert_int_equal(pawl_model_add_profile(m, &profile, NULL, &contact.profile[0]), PAWL_OK);
  contact.name = "rub", contact.profile[1] = pawl_model_find_profile(m, "rod.tip");
  assert_int_equal(pawl_model_add_contact(m, &contact, NULL, NULL), PAWL_OK);
  PawlSurfaceDef surface = pawl_surface_def_default();
  surface.name = "more.ball", surface.body = more, surface.type = PAWL_SURFACE_SPHERE, surface.radius[0] = 0.2;
  assert_int_equal(pawl_model_add_surface(m, &surface, NULL, NULL), PAWL_OK);
  PawlLimitDef limit = pawl_limit_def_default();
  limit.coordinate = both[1], limit.upper = 50;
  assert_int_equal(pawl_model_add_limit(m, &limit, NULL), PAWL_OK);
  PawlInitialBody motion = pawl_initial_body_default();
  motion.body = weight, motion.velocity[0] = 0;
  assert_int_equal(pawl_model_set_initial_body(m, &motion, NULL), PAWL_OK);
  wish(m, axle, 0.25, NAN, false);
  assert_int_equal(pawl_model_set_gravity(m, up), PAWL_OK);
  assert_int_equal(pawl_model_set_name(m, "mine"), PAWL_OK);
  assert_int_equal(pawl_model_set_until(m, "t - 100"), PAWL_OK);
  assert_int_equal(pawl_model_set_planar(m, PAWL_PLANAR_YES), PAWL_OK);
}

// Read with the value and then added to, or added to and then set: the same model.
static void additions_are_kept(void **state) {
  (void)state;
  static const char *const overrides[] = {"L=731.25"};
  PawlModel *m = parse(NULL, 0), *read = parse(overrides, 1);
  add_all(m);
  add_all(read);
#define COUNT(Kind, kind) int32_t kind##_before = pawl_model_##kind##_count(m);
  PAWL_KIND_LIST(COUNT)
  set(m, "L", 731.25);
  set(m, "L", 731.25);  // what came over once comes over again
#define SAME(Kind, kind)                                                 \
  assert_int_equal(pawl_model_##kind##_count(m), kind##_before);         \
  for (int32_t i = 1; i <= kind##_before; i++) {                         \
    const char *a = pawl_model_##kind##_name(m, (Pawl##Kind##Id){i});    \
    const char *b = pawl_model_##kind##_name(read, (Pawl##Kind##Id){i}); \
    assert_true(a ? strcmp(a, b) == 0 : !b);                             \
  }
  PAWL_KIND_LIST(SAME)
  assert_string_equal(m->name, "mine");
  assert_true(pw_model_hash(m) == pw_model_hash(read));
  CHECK_CLOSE(m->gravity[1], 9.81, 0);
  PawlMechanism *k = NULL;
  assert_int_equal(pawl_mechanism_compile(m, NULL, &k), PAWL_OK);
  assert_int_equal(pawl_mechanism_find_contact(k, "other.angle.upper").i, pawl_mechanism_contact_count(k));
  pawl_mechanism_free(k);
  pawl_model_free(read);
  pawl_model_free(m);
}

// The value at 0.1 s of a coordinate that is driven by "speed * t", next to a link that was given as a number.
static void model_of_calls(void **state) {
  (void)state;
  PawlModel *m = new_model(0, 0);
  PawlBodyId wheel = body_at(m, "wheel", 1, 1, 0.5, 0);
  PawlJointId axle = pin(m, "axle", pawl_model_ground(m), wheel, 0, 0);
  PawlParameterId speed;
  assert_int_equal(pawl_model_add_parameter(m, "speed", 3, NULL, &speed), PAWL_OK);
  assert_string_equal(pawl_model_parameter_name(m, speed), "speed");
  drive(m, axle, "angle", "speed * t");
  for (int i = 0; i < 2; i++) {
    PawlMechanism *k = NULL;
    double out[3];
    assert_int_equal(pawl_mechanism_compile(m, NULL, &k), PAWL_OK);
    PawlSimulation *s = simulate(k, 0.1, 1e-9);
    advance(s, 0.1);
    assert_int_equal(pawl_simulation_coordinate(s, (PawlCoordinate){axle, NULL}, out), PAWL_OK);
    CHECK_CLOSE(out[0], i ? -0.5 : 0.3, 1e-12);
    pawl_simulation_free(s);
    pawl_mechanism_free(k);
    set(m, "speed", -5);
  }
  CHECK_CLOSE(m->bodies.item[1].def.center[0], 0.5, 0);
  pawl_model_free(m);
}

// ---- files that a model names

static void without_its_files(void **state) {
  (void)state;
  char folder[] = "/tmp/pawl-parameter-XXXXXX", model[64], points[64];
  assert_non_null(mkdtemp(folder));
  snprintf(model, sizeof model, "%s/m.yaml", folder);
  snprintf(points, sizeof points, "%s/points.csv", folder);
  FILE *file = fopen(model, "w");
  fputs("parameters: {a: 1}\ntables: {lift: {csv: points.csv}}\nbodies: {b: {mass: a, inertia: 1}}\n", file);
  fclose(file);
  file = fopen(points, "w");
  fputs("x, y\n0, 0\n1, 3\n2, 4\n", file);
  fclose(file);
  PawlModel *m = NULL;
  assert_int_equal(pawl_model_load(model, NULL, 0, NULL, &m), PAWL_OK);
  unlink(model);
  unlink(points);
  rmdir(folder);
  set(m, "a", 2);
  set(m, "a", 4);
  CHECK_CLOSE(m->bodies.item[1].def.mass, 4, 0);
  assert_int_equal(m->tables.item[0].def.count, 3);
  CHECK_CLOSE(m->tables.item[0].def.y[1], 3, 0);
  pawl_model_free(m);
}

// ---- what is refused

static void wrong_parameters_change_nothing(void **state) {
  (void)state;
  PawlMessages *messages = pawl_messages_create();
  PawlModel *m = parse(NULL, 0);
  uint64_t hash = pw_model_hash(m);
  assert_int_equal(pawl_model_set_parameter(m, "M", 1, messages), PAWL_ERR_ARGUMENT);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text, "no parameter 'M'"));
  assert_int_equal(pawl_model_set_parameter(m, NULL, 1, NULL), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_model_set_parameter(m, "rod", 1, NULL), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_model_set_parameter(m, "L", NAN, NULL), PAWL_ERR_INPUT);
  assert_int_equal(pawl_model_set_parameter(m, "L", INFINITY, NULL), PAWL_ERR_INPUT);
  pawl_messages_clear(messages);
  assert_int_equal(pawl_model_set_parameter(m, "L", -1, messages), PAWL_ERR_INPUT);  // a negative mass
  assert_true(pawl_messages_errors(messages) > 0);
  assert_true(pw_model_hash(m) == hash);
  CHECK_CLOSE(value_of(m, "L"), 500, 0);
  assert_true(isfinite(angle(m)));
  pawl_messages_free(messages);
  pawl_model_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_if_read),         cmocka_unit_test(computed_and_overridden),
                                     cmocka_unit_test(additions_are_kept), cmocka_unit_test(model_of_calls),
                                     cmocka_unit_test(without_its_files),  cmocka_unit_test(wrong_parameters_change_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
