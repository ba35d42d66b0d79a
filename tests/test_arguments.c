// What a caller of the C interface may get wrong: NULL for a handle, a def, options or a place for the answer, numbers that are
// no enumerator. Each call says PAWL_ERR_ARGUMENT and touches nothing; those without a status give nothing.
#include "mechanisms.h"
#include "pawl/report.h"

#define REFUSED(call) assert_int_equal(call, PAWL_ERR_ARGUMENT)

static PawlMechanism *pendulum(void) {
  PawlModel *m = new_model(0, -G);
  PawlBodyId bob = body_at(m, "bob", 1, 0.1, 1, 0);
  pin(m, "pivot", pawl_model_ground(m), bob, 0, 0);
  return compile(m);
}

static void no_model(void **state) {
  (void)state;
  char *text = NULL;
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  const double g[3] = {0, 0, 0};
  double g_out[1];
  REFUSED(pawl_model_load(NULL, NULL, 0, NULL, &model));
  REFUSED(pawl_model_load("x", NULL, 0, NULL, NULL));
  REFUSED(pawl_model_parse("x", NULL, 0, NULL, 0, NULL, &model));
  REFUSED(pawl_model_parse("x", "", 0, NULL, 1, NULL, &model));
  REFUSED(pawl_model_write_yaml(NULL, NULL, &text));
  REFUSED(pawl_model_write_dyn(NULL, NULL, &text));
  REFUSED(pawl_model_set_name(NULL, "x"));
  REFUSED(pawl_model_set_until(NULL, "t"));
  REFUSED(pawl_model_set_gravity(NULL, g));
  REFUSED(pawl_model_set_planar(NULL, PAWL_PLANAR_YES));
  REFUSED(pawl_model_add_parameter(NULL, "x", 1, NULL, NULL));
  REFUSED(pawl_model_set_parameter(NULL, "x", 1, NULL));
  REFUSED(pawl_model_parameter_value(NULL, (PawlParameterId){1}, g_out));
  REFUSED(pawl_mechanism_compile(NULL, NULL, &k));
#define NOTHING(Kind, kind)                                         \
  assert_int_equal(pawl_model_find_##kind(NULL, "x").i, 0);         \
  assert_int_equal(pawl_model_##kind##_count(NULL), 0);             \
  assert_null(pawl_model_##kind##_name(NULL, (Pawl##Kind##Id){1})); \
  assert_int_equal(pawl_mechanism_find_##kind(NULL, "x").i, 0);     \
  assert_int_equal(pawl_mechanism_##kind##_count(NULL), 0);         \
  assert_null(pawl_mechanism_##kind##_name(NULL, (Pawl##Kind##Id){1}));
  PAWL_KIND_LIST(NOTHING)
  assert_int_equal(pawl_model_coordinate_count(NULL, (PawlJointId){1}), 0);
  assert_int_equal(pawl_model_coordinate(NULL, (PawlJointId){1}, 0).joint.i, 0);
  assert_int_equal(pawl_model_find_coordinate(NULL, "x.angle").joint.i, 0);
  assert_int_equal(pawl_mechanism_coordinate_count(NULL, (PawlJointId){1}), 0);
  assert_int_equal(pawl_mechanism_coordinate(NULL, (PawlJointId){1}, 0).joint.i, 0);
  assert_int_equal(pawl_mechanism_find_coordinate(NULL, "x.angle").joint.i, 0);
  pawl_model_free(NULL);
}

#define NO_DEF(kind, make, call) \
  do {                           \
    kind def = make();           \
    (void)def;                   \
    REFUSED(pawl_model_##call);  \
  } while (0)

static void no_defs(void **state) {
  (void)state;
  PawlModel *m = new_model(0, 0);
  for (int i = 0; i < 2; i++) {  // no def, no model
    PawlModel *given = i ? NULL : m;
#define GIVEN(def) (i ? &(def) : NULL)
    NO_DEF(PawlTableDef, pawl_table_def_default, add_table(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlBodyDef, pawl_body_def_default, add_body(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlFrameDef, pawl_frame_def_default, add_frame(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlJointDef, pawl_joint_def_default, add_joint(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlCouplerDef, pawl_coupler_def_default, add_coupler(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlDriveDef, pawl_drive_def_default, add_drive(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlForceDef, pawl_force_def_default, add_force(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlMeasureDef, pawl_measure_def_default, add_measure(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlProfileDef, pawl_profile_def_default, add_profile(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlSurfaceDef, pawl_surface_def_default, add_surface(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlContactDef, pawl_contact_def_default, add_contact(given, GIVEN(def), NULL, NULL));
    NO_DEF(PawlLimitDef, pawl_limit_def_default, add_limit(given, GIVEN(def), NULL));
    NO_DEF(PawlInitialCoordinate, pawl_initial_coordinate_default, set_initial_coordinate(given, GIVEN(def), NULL));
    NO_DEF(PawlInitialBody, pawl_initial_body_default, set_initial_body(given, GIVEN(def), NULL));
  }
  pawl_model_free(m);
}

static void no_mechanism(void **state) {
  (void)state;
  PawlRunOptions options = pawl_run_options_default();
  PawlSimulation *s = NULL;
  PawlMechanism *k = pendulum();
  char *text = NULL;
  REFUSED(pawl_run(NULL, &options, NULL, NULL));
  REFUSED(pawl_run(k, NULL, NULL, NULL));
  REFUSED(pawl_simulation_create(NULL, &options, NULL, &s));
  REFUSED(pawl_simulation_create(k, NULL, NULL, &s));
  REFUSED(pawl_simulation_create(k, &options, NULL, NULL));
  REFUSED(pawl_compare(NULL, &options, NULL, NULL, NULL));
  REFUSED(pawl_compare(k, NULL, NULL, NULL, NULL));
  REFUSED(pawl_check(NULL, NULL, NULL, &text));
  REFUSED(pawl_check(k, NULL, NULL, NULL));
  REFUSED(pawl_verify(NULL, NULL, NULL, NULL, NULL));
  REFUSED(pawl_audit(NULL, NULL, NULL, NULL));
  REFUSED(pawl_mechanism_read_run_options(k, NULL));
  REFUSED(pawl_mechanism_read_run_options(NULL, &options));
  assert_true(pawl_mechanism_time_unit(NULL, NULL) == 1 && pawl_mechanism_time_unit(k, NULL) == 1);
  assert_int_equal(pawl_mechanism_find_body(NULL, "x").i + pawl_mechanism_find_joint(k, NULL).i, 0);
#define NO_NAME(Kind, kind)                                           \
  assert_int_equal(pawl_mechanism_find_##kind(k, NULL).i, 0);         \
  assert_int_equal(pawl_mechanism_find_##kind(k, "nothing").i, 0);    \
  assert_null(pawl_mechanism_##kind##_name(k, (Pawl##Kind##Id){0}));  \
  assert_null(pawl_mechanism_##kind##_name(k, (Pawl##Kind##Id){-1})); \
  assert_null(pawl_mechanism_##kind##_name(k, (Pawl##Kind##Id){99}));
  PAWL_KIND_LIST(NO_NAME)
  assert_int_equal(pawl_mechanism_coordinate(k, (PawlJointId){1}, -1).joint.i, 0);
  assert_int_equal(pawl_mechanism_coordinate(k, (PawlJointId){1}, 1).joint.i, 0);
  assert_int_equal(pawl_mechanism_find_coordinate(k, NULL).joint.i, 0);
  assert_int_equal(pawl_mechanism_find_coordinate(k, "pivot.travel").joint.i, 0);
  assert_false(pawl_mechanism_is_planar(NULL));
  assert_int_equal(pawl_mechanism_run_options(NULL).size, options.size);
  pawl_mechanism_free(NULL);
  pawl_mechanism_free(k);
}

static void no_simulation(void **state) {
  (void)state;
  PawlMechanism *k = pendulum();
  PawlRunOptions options = pawl_run_options_default();
  PawlSimulation *s = NULL, *real = NULL;
  double x[13];
  int32_t count;
  PawlTouch touch = pawl_touch_default();
  PawlContactSum sum = pawl_contact_sum_default();
  PawlRunInfo info = pawl_run_info_default();
  PawlBodyId body = {2};
  PawlJointId joint = {1};
  assert_int_equal(pawl_simulation_create(k, &options, NULL, &real), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(real, NULL), PAWL_OK);
  for (int i = 0; i < 2; i++, s = real) {  // no simulation; no place for the answer
    double *out = i ? NULL : x;
    REFUSED(pawl_simulation_pose(s, body, out));
    REFUSED(pawl_simulation_twist(s, body, out));
    REFUSED(pawl_simulation_acceleration(s, body, out));
    REFUSED(pawl_simulation_coordinate(s, (PawlCoordinate){joint, "angle"}, out));
    REFUSED(pawl_simulation_measure(s, (PawlMeasureId){1}, out));
    REFUSED(pawl_simulation_reaction(s, joint, out));
    REFUSED(pawl_simulation_drive_force(s, (PawlDriveId){1}, out));
    REFUSED(pawl_simulation_coupler_force(s, (PawlCouplerId){1}, 0, out));
    REFUSED(pawl_simulation_force(s, (PawlForceId){1}, out));
    REFUSED(pawl_simulation_read_info(s, i ? NULL : &info));
    REFUSED(pawl_simulation_touches(s, (PawlContactId){1}, &touch, 1, i ? NULL : &count));
    REFUSED(pawl_simulation_contact(s, (PawlContactId){1}, i ? NULL : &sum));
    REFUSED(pawl_simulation_energy(s, out, x, x));
  }
  REFUSED(pawl_simulation_assemble(NULL, NULL));
  REFUSED(pawl_simulation_advance(NULL, 1, NULL));
  assert_true(isnan(pawl_simulation_time(NULL)));
  assert_int_equal(pawl_simulation_info(NULL).steps, 0);
  pawl_simulation_free(NULL);
  pawl_simulation_free(real);
  pawl_mechanism_free(k);
}

static void no_folder(void **state) {
  (void)state;
  char *text = NULL;
  double t = 0;
  REFUSED(pawl_report_page(NULL, NULL, NULL));
  REFUSED(pawl_report_template(NULL, NULL));
  REFUSED(pawl_report_data(NULL, NULL, &text));
  REFUSED(pawl_report_data("x", NULL, NULL));
  REFUSED(pawl_report_stamp(NULL, NULL, &text));
  REFUSED(pawl_report_svg(NULL, NULL, NULL, &t, 1, NULL));
  REFUSED(pawl_report_svg("x", NULL, NULL, NULL, 1, NULL));
  REFUSED(pawl_export_gltf(NULL, "x", NULL));
  REFUSED(pawl_export_gltf("x", NULL, NULL));
  REFUSED(pawl_export_vtk(NULL, "x", NULL));
  REFUSED(pawl_export_vtk("x", NULL, NULL));
  REFUSED(pawl_export_csv(NULL, "x", NULL, NULL));
  REFUSED(pawl_export_csv("x", NULL, NULL, NULL));
  pawl_text_free(NULL);
  assert_int_equal(pawl_messages_count(NULL) + pawl_messages_errors(NULL), 0);
  assert_string_equal(pawl_messages_get(NULL, 0).text, "");
  REFUSED(pawl_messages_read(NULL, 0, NULL));
  pawl_messages_clear(NULL);
  pawl_messages_free(NULL);
}

static void run_enumerators(void **state) {
  (void)state;
  PawlMechanism *k = pendulum();
  for (int i = 0; i < 14; i++) {
    PawlRunOptions o = pawl_run_options_default();
    int wrong = i % 2 ? 99 : -1;
    if (i / 2 == 0) o.analysis = (PawlAnalysis)wrong;
    if (i / 2 == 1) o.method = (PawlMethod)wrong;
    if (i / 2 == 2) o.formulation = (PawlFormulation)wrong;
    if (i / 2 == 3) o.impact = (PawlImpactLaw)wrong;
    if (i / 2 == 4) o.impact_order = (PawlImpactOrder)wrong;
    if (i / 2 == 5) o.independent_count = wrong;
    if (i / 2 == 6) o.reactions = (PawlReactions)wrong;
    REFUSED(pawl_run(k, &o, NULL, NULL));
  }
  PawlVerifyOptions verify = pawl_verify_options_default();
  verify.formulation = (PawlFormulation)77;
  REFUSED(pawl_verify("x", &verify, NULL, NULL, NULL));
  pawl_mechanism_free(k);
}

// Of contacts between a disc on body `a` and one on ground, and of couplers.
static void contact_enumerators(PawlModel *m, PawlBodyId a, int wrong) {
  PawlElementDef element = pawl_element_def_default();
  PawlProfileDef profile = pawl_profile_def_default();
  PawlContactDef contact = pawl_contact_def_default();
  element.type = PAWL_ELEMENT_CIRCLE, element.radius = 1;
  profile.element = &element, profile.count = 1;
  profile.name = "a.disc", profile.body = a;
  assert_int_equal(pawl_model_add_profile(m, &profile, NULL, &contact.profile[0]), PAWL_OK);
  profile.name = "ground.disc", profile.body = pawl_model_ground(m);
  assert_int_equal(pawl_model_add_profile(m, &profile, NULL, &contact.profile[1]), PAWL_OK);
  contact.name = "rub", contact.sides = (PawlSides)wrong;
  REFUSED(pawl_model_add_contact(m, &contact, NULL, NULL));
  contact.sides = PAWL_SIDES_ONE, contact.law = (PawlContactLaw)wrong;
  REFUSED(pawl_model_add_contact(m, &contact, NULL, NULL));
  PawlBodyId b = body_at(m, "b", 1, 1, 0, 0);
  const PawlCoordinate both[2] = {{pin(m, "j1", pawl_model_ground(m), a, 0, 0), NULL}, {pin(m, "j2", a, b, 0, 0), NULL}};
  const double factor[2] = {1, 1};
  PawlCouplerDef coupler = pawl_coupler_def_default();
  coupler.name = "gears", coupler.count = 2, coupler.coordinate = both, coupler.factor = factor;
  coupler.line = (PawlCouplerLine)wrong;
  REFUSED(pawl_model_add_coupler(m, &coupler, NULL, NULL));
}

static void model_enumerators(void **state) {
  (void)state;
  for (int wrong = -1; wrong < 100; wrong += 100) {
    PawlModel *m = new_model(0, 0);
    PawlBodyId a = body_at(m, "a", 1, 1, 0, 0);
    PawlFrameId f = add_frame(m, a, 0, 0, 0, 2, 0), o = add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);
    const double x[] = {0, 1}, y[] = {0, 2};
    double q;
    PawlTableDef table = pawl_table_def_default();
    table.name = "t1";
    table.x = x, table.y = y, table.count = 2;
    table.interpolation = (PawlInterpolation)wrong;
    REFUSED(pawl_model_add_table(m, &table, NULL, NULL));
    table.interpolation = PAWL_TABLE_LINEAR, table.extension = (PawlExtension)wrong;
    REFUSED(pawl_model_add_table(m, &table, NULL, NULL));
    PawlJointDef joint = pawl_joint_def_default();
    joint.name = "j", joint.frame[0] = o, joint.frame[1] = f, joint.type = (PawlJointType)wrong;
    REFUSED(pawl_model_add_joint(m, &joint, NULL, NULL));
    PawlForceDef force = pawl_force_def_default();
    force.name = "f", force.type = (PawlForceType)wrong;
    REFUSED(pawl_model_add_force(m, &force, NULL, NULL));
    PawlMeasureDef measure = pawl_measure_def_default();
    measure.name = "m", measure.frame[0] = o, measure.frame[1] = f, measure.type = (PawlMeasureType)wrong;
    REFUSED(pawl_model_add_measure(m, &measure, NULL, NULL));
    PawlElementDef element = pawl_element_def_default();
    element.type = (PawlElementType)wrong;
    PawlProfileDef profile = pawl_profile_def_default();
    profile.name = "a.p", profile.body = a, profile.element = &element, profile.count = 1;
    REFUSED(pawl_model_add_profile(m, &profile, NULL, NULL));
    PawlSurfaceDef surface = pawl_surface_def_default();
    surface.name = "a.s", surface.body = a, surface.type = (PawlSurfaceType)wrong;
    REFUSED(pawl_model_add_surface(m, &surface, NULL, NULL));
    contact_enumerators(m, a, wrong);
    REFUSED(pawl_model_set_planar(m, (PawlPlanar)wrong));
    REFUSED(pawl_damping_from_restitution((PawlRestitutionRule)wrong, 0.5, &q));
    REFUSED(pawl_restitution_from_damping((PawlRestitutionRule)wrong, 0.5, &q));
    pawl_model_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_model),         cmocka_unit_test(no_defs),
                                     cmocka_unit_test(no_mechanism),     cmocka_unit_test(no_simulation),
                                     cmocka_unit_test(no_folder),        cmocka_unit_test(run_enumerators),
                                     cmocka_unit_test(model_enumerators)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
