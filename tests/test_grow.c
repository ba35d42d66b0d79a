// Structs that grow: a caller with a shorter struct gets defaults for what it does not know of, one with a longer struct is taken
// as long as it asks for nothing new, and nothing is written behind what the caller has.
#include <stddef.h>

#include "mechanisms.h"
#include "model/model.h"
#include "pawl/study.h"

// ---- a model with one of everything that a def may refer to

static PawlModel *base(void) {
  PawlModel *m = new_model(0, -G);
  PawlBodyId rod = rod_between(m, "rod", 0, 0, 1, 0), disc = body_at(m, "disc", 1, 1, 3, 0);
  add_frame(m, pawl_model_ground(m), 0, 0, 0, 2, 0);  // frames 1, 2, 3
  add_frame(m, rod, 0, 0, 0, 2, 0);
  add_frame(m, disc, 0, 0, 0, 2, 0);
  pin(m, "hinge", pawl_model_ground(m), rod, 0, 0);
  pin(m, "axle", pawl_model_ground(m), disc, 3, 0);
  PawlElementDef circle = pawl_element_def_default();
  PawlProfileDef profile = pawl_profile_def_default();
  circle.type = PAWL_ELEMENT_CIRCLE, circle.radius = 0.1;
  profile.element = &circle, profile.count = 1;
  profile.name = "rod.edge", profile.body = rod;
  assert_int_equal(pawl_model_add_profile(m, &profile, NULL, NULL), PAWL_OK);
  profile.name = "disc.edge", profile.body = disc;
  assert_int_equal(pawl_model_add_profile(m, &profile, NULL, NULL), PAWL_OK);
  return m;
}

// ---- one case per struct that a call takes: a def that is accepted, and the call

static const double numbers[] = {0, 1, 2, 3};
static const PawlCoordinate terms[2] = {{{1}, "angle"}, {{2}, "angle"}};
static PawlElementDef element;

#define CASE(kind, type, make, call, ...)                                                 \
  static void fill_##kind(void *out) {                                                    \
    type def = make();                                                                    \
    __VA_ARGS__;                                                                          \
    memcpy(out, &def, sizeof def);                                                        \
  }                                                                                       \
  static PawlStatus put_##kind(PawlModel *m, const void *given, PawlMessages *messages) { \
    const type *def = given;                                                              \
    return call;                                                                          \
  }

CASE(table, PawlTableDef, pawl_table_def_default, pawl_model_add_table(m, def, messages, NULL), def.name = "curve", def.count = 4,
     def.x = numbers, def.y = numbers)
CASE(body, PawlBodyDef, pawl_body_def_default, pawl_model_add_body(m, def, messages, NULL), def.name = "more")
CASE(frame, PawlFrameDef, pawl_frame_def_default, pawl_model_add_frame(m, def, messages, NULL), def.name = "rod.more",
     def.body.i = 2)
CASE(joint, PawlJointDef, pawl_joint_def_default, pawl_model_add_joint(m, def, messages, NULL), def.name = "more",
     def.type = PAWL_JOINT_FIXED, def.frame[0].i = 2, def.frame[1].i = 3)
CASE(coupler, PawlCouplerDef, pawl_coupler_def_default, pawl_model_add_coupler(m, def, messages, NULL), def.name = "gears",
     def.count = 2, def.coordinate = terms, def.factor = numbers + 1)
CASE(drive, PawlDriveDef, pawl_drive_def_default, pawl_model_add_drive(m, def, messages, NULL), def.coordinate = terms[0])
CASE(force, PawlForceDef, pawl_force_def_default, pawl_model_add_force(m, def, messages, NULL), def.name = "push",
     def.type = PAWL_FORCE_POINT, def.frame[0].i = 2)
CASE(measure, PawlMeasureDef, pawl_measure_def_default, pawl_model_add_measure(m, def, messages, NULL), def.name = "far",
     def.frame[0].i = 1, def.frame[1].i = 2)
CASE(profile, PawlProfileDef, pawl_profile_def_default, pawl_model_add_profile(m, def, messages, NULL), def.name = "rod.more",
     def.body.i = 2, def.count = 1, element = pawl_element_def_default(), element.type = PAWL_ELEMENT_CIRCLE, element.radius = 1,
     def.element = &element)
CASE(surface, PawlSurfaceDef, pawl_surface_def_default, pawl_model_add_surface(m, def, messages, NULL), def.name = "rod.ball",
     def.body.i = 2, def.type = PAWL_SURFACE_SPHERE, def.radius[0] = 1)
CASE(contact, PawlContactDef, pawl_contact_def_default, pawl_model_add_contact(m, def, messages, NULL), def.name = "rub",
     def.profile[0].i = 1, def.profile[1].i = 2)
CASE(limit, PawlLimitDef, pawl_limit_def_default, pawl_model_add_limit(m, def, messages), def.coordinate = terms[0],
     def.upper = 1)
CASE(wish, PawlInitialCoordinate, pawl_initial_coordinate_default, pawl_model_set_initial_coordinate(m, def, messages),
     def.coordinate = terms[0], def.position = 0.1)
CASE(motion, PawlInitialBody, pawl_initial_body_default, pawl_model_set_initial_body(m, def, messages), def.body.i = 2,
     def.hold_pose = true)

typedef struct {
  const char *name;
  size_t size, last;  // of the struct; where its last field begins
  void (*fill)(void *out);
  PawlStatus (*add)(PawlModel *m, const void *def, PawlMessages *messages);
} Case;

static const Case cases[] = {
    {"table", sizeof(PawlTableDef), offsetof(PawlTableDef, extension), fill_table, put_table},
    {"body", sizeof(PawlBodyDef), offsetof(PawlBodyDef, orientation), fill_body, put_body},
    {"frame", sizeof(PawlFrameDef), offsetof(PawlFrameDef, angle_axis), fill_frame, put_frame},
    {"joint", sizeof(PawlJointDef), offsetof(PawlJointDef, preload), fill_joint, put_joint},
    {"coupler", sizeof(PawlCouplerDef), offsetof(PawlCouplerDef, along), fill_coupler, put_coupler},
    {"drive", sizeof(PawlDriveDef), offsetof(PawlDriveDef, law), fill_drive, put_drive},
    {"force", sizeof(PawlForceDef), offsetof(PawlForceDef, user), fill_force, put_force},
    {"measure", sizeof(PawlMeasureDef), offsetof(PawlMeasureDef, expression), fill_measure, put_measure},
    {"profile", sizeof(PawlProfileDef), offsetof(PawlProfileDef, offset), fill_profile, put_profile},
    {"surface", sizeof(PawlSurfaceDef), offsetof(PawlSurfaceDef, knots), fill_surface, put_surface},
    {"contact", sizeof(PawlContactDef), offsetof(PawlContactDef, displacement), fill_contact, put_contact},
    {"limit", sizeof(PawlLimitDef), offsetof(PawlLimitDef, damping), fill_limit, put_limit},
    {"initial coordinate", sizeof(PawlInitialCoordinate), offsetof(PawlInitialCoordinate, speed), fill_wish, put_wish},
    {"initial body", sizeof(PawlInitialBody), offsetof(PawlInitialBody, angular_velocity), fill_motion, put_motion},
};
enum { CASES = sizeof cases / sizeof *cases, MORE = 24 };

// Adds a def of `size` bytes to a model of its own; its hash, and what was said.
static PawlStatus add(const Case *c, void *def, uint32_t size, uint64_t *hash, char said[500]) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *m = base();
  memcpy(def, &size, sizeof size);
  PawlStatus status = c->add(m, def, messages);
  *hash = pw_model_hash(m);
  snprintf(said, 500, "%s", pawl_messages_get(messages, 0).text);
  pawl_messages_free(messages);
  pawl_model_free(m);
  return status;
}

static void shorter_defs_get_the_defaults(void **state) {
  (void)state;
  char said[500];
  for (const Case *c = cases; c < cases + CASES; c++) {
    uint64_t hash, full;
    PawlModel *empty = base();
    uint64_t without = pw_model_hash(empty);
    pawl_model_free(empty);
    double room[64] = {0};
    unsigned char *def = (unsigned char *)room;
    assert_true(c->size + MORE <= sizeof room);
    c->fill(def);
    if (add(c, def, (uint32_t)c->size, &full, said)) fail_msg("%s: %s", c->name, said);
    assert_true(full != without);
    // longer, with nothing in it; then with something
    if (add(c, def, (uint32_t)c->size + MORE, &hash, said) || hash != full) fail_msg("%s, longer: %s", c->name, said);
    def[c->size + MORE - 1] = 1;
    if (add(c, def, (uint32_t)c->size + MORE, &hash, said) != PAWL_ERR_ARGUMENT || hash != without || !strstr(said, "newer")) {
      fail_msg("%s, longer with a field: %s", c->name, said);
    }
    // shorter: what stands where the last field would be is not read
    memset(def + c->last, 0xa5, sizeof room - c->last);
    if (add(c, def, (uint32_t)c->last, &hash, said) || hash != full) fail_msg("%s, shorter: %s", c->name, said);
    // no size, and one that was never set
    if (add(c, def, 0, &hash, said) != PAWL_ERR_ARGUMENT || hash != without || !strstr(said, "size is 0")) {
      fail_msg("%s without a size: %s", c->name, said);
    }
    assert_int_equal(add(c, def, 0xa5a5a5a5u, &hash, said), PAWL_ERR_ARGUMENT);
  }
}

// The elements of a chain have the size of the first, whatever that is; they stand one behind the other.
static void elements_have_the_size_of_the_first(void **state) {
  (void)state;
  enum { SHORT = offsetof(PawlElementDef, knots) };
  static const double corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  _Alignas(PawlElementDef) unsigned char chain[4 * SHORT];
  PawlModel *m = base();
  PawlProfileDef def = pawl_profile_def_default();
  for (int i = 0; i < 4; i++) {
    PawlElementDef line = pawl_element_def_default();
    line.type = PAWL_ELEMENT_LINE;
    memcpy(line.from, corner[i], sizeof line.from);
    memcpy(line.to, corner[(i + 1) % 4], sizeof line.to);
    line.size = SHORT;
    memcpy(chain + i * SHORT, &line, SHORT);
  }
  def.name = "rod.square", def.body.i = 2, def.count = 4, def.element = (const PawlElementDef *)(const void *)chain;
  assert_int_equal(pawl_model_add_profile(m, &def, NULL, NULL), PAWL_OK);
  const PwModelProfile *made = &m->profiles.item[m->profiles.count - 1];
  assert_int_equal(made->geometry.elements, 8);  // and the corners
  CHECK_CLOSE(made->geometry.length, 4, 1e-12);
  uint32_t other = SHORT + 8;
  memcpy(chain + 2 * SHORT, &other, sizeof other);
  def.name = "rod.other";
  assert_int_equal(pawl_model_add_profile(m, &def, NULL, NULL), PAWL_ERR_ARGUMENT);
  pawl_model_free(m);
}

// ---- options

static PawlMechanism *pendulum(void) {
  PawlModel *m = base();
  drive(m, (PawlJointId){2}, "angle", "t");
  return compile(m);
}

static void run_options(void **state) {
  (void)state;
  PawlMechanism *k = pendulum();
  PawlMessages *messages = pawl_messages_create();
  struct {
    PawlRunOptions options;
    double more;
  } longer = {pawl_run_options_default(), 0};
  PawlSimulation *s = NULL;
  longer.options.size = sizeof longer;
  longer.options.duration = 0.1;
  assert_int_equal(pawl_simulation_create(k, &longer.options, NULL, &s), PAWL_OK);
  pawl_simulation_free(s);
  longer.more = 1;
  assert_int_equal(pawl_run(k, &longer.options, messages, NULL), PAWL_ERR_ARGUMENT);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text, "newer"));
  assert_int_equal(pawl_compare(k, &longer.options, NULL, NULL, NULL), PAWL_ERR_ARGUMENT);
  longer.options.size = offsetof(PawlRunOptions, progress);  // callbacks are not known there
  memset(&longer.options.progress, 0xa5, sizeof longer.options - offsetof(PawlRunOptions, progress));
  assert_int_equal(pawl_run(k, &longer.options, NULL, NULL), PAWL_OK);
  longer.options.size = 0;
  pawl_messages_clear(messages);
  assert_int_equal(pawl_run(k, &longer.options, messages, NULL), PAWL_ERR_ARGUMENT);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text, "size is 0"));
  assert_int_equal(pawl_compare(k, &longer.options, NULL, NULL, NULL), PAWL_ERR_ARGUMENT);
  pawl_messages_free(messages);
  pawl_mechanism_free(k);
}

static void check_and_verify_options(void **state) {
  (void)state;
  PawlMechanism *k = pendulum();
  char *text = NULL;
  struct {
    PawlCheckOptions options;
    uint32_t more;
  } check = {pawl_check_options_default(), 0};
  check.options.size = sizeof check;
  assert_int_equal(pawl_check(k, &check.options, NULL, &text), PAWL_OK);
  pawl_text_free(text);
  check.more = 1;
  assert_int_equal(pawl_check(k, &check.options, NULL, &text), PAWL_ERR_ARGUMENT);
  check.options.size = offsetof(PawlCheckOptions, json);  // as if none were known
  memset(&check.options.json, 1, 3);
  assert_int_equal(pawl_check(k, &check.options, NULL, &text), PAWL_OK);
  assert_true(text[0] != '{');
  pawl_text_free(text);
  check.options.size = 0;
  assert_int_equal(pawl_check(k, &check.options, NULL, &text), PAWL_ERR_ARGUMENT);
  PawlVerifyOptions verify = pawl_verify_options_default();
  verify.size = 0;
  assert_int_equal(pawl_verify("/nowhere", &verify, NULL, NULL, NULL), PAWL_ERR_ARGUMENT);
  verify.size = offsetof(PawlVerifyOptions, formulation);
  verify.formulation = (PawlFormulation)77;  // is not read
  assert_int_equal(pawl_verify("/nowhere", &verify, NULL, NULL, NULL), PAWL_ERR_IO);
  pawl_mechanism_free(k);
}

// ---- what the library fills

// Given a shorter or longer struct full of 0xa5, `size` bytes of it are filled and none behind.
#define FILLS(type, least, call)                                                     \
  do {                                                                               \
    union {                                                                          \
      type value;                                                                    \
      unsigned char byte[sizeof(type) + 16];                                         \
    } u;                                                                             \
    type *out = &u.value;                                                            \
    for (uint32_t size = (least); size <= sizeof(type) + 8; size += 8) {             \
      memset(&u, 0xa5, sizeof u);                                                    \
      out->size = size;                                                              \
      assert_int_equal(call, PAWL_OK);                                               \
      assert_int_equal(out->size, size);                                             \
      for (uint32_t i = size; i < sizeof u; i++) assert_int_equal(u.byte[i], 0xa5);  \
      for (uint32_t i = sizeof(type); i < size; i++) assert_int_equal(u.byte[i], 0); \
    }                                                                                \
    memset(&u, 0xa5, sizeof u);                                                      \
    out->size = 0;                                                                   \
    assert_int_equal(call, PAWL_ERR_ARGUMENT);                                       \
    for (uint32_t i = 4; i < sizeof u; i++) assert_int_equal(u.byte[i], 0xa5);       \
  } while (0)

static void shorter_infos_are_filled_as_far_as_they_reach(void **state) {
  (void)state;
  PawlModel *m = base();
  PawlLimitDef limit = pawl_limit_def_default();
  limit.coordinate = terms[0], limit.lower = -0.5;
  assert_int_equal(pawl_model_add_limit(m, &limit, NULL), PAWL_OK);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = simulate(k, 0.2, 1e-8);
  PawlRunOptions options = pawl_run_options_default();
  PawlContactId stop = pawl_mechanism_find_contact(k, "hinge.angle.lower");
  PawlMessages *messages = pawl_messages_create();
  int32_t count;
  options.duration = 0.01;
  advance(s, 0.1);
  assert_int_equal(stop.i, 1);
  FILLS(PawlRunInfo, 8, pawl_simulation_read_info(s, out));
  FILLS(PawlRunInfo, 8, pawl_run(k, &options, NULL, out));
  FILLS(PawlRunOptions, 8, pawl_mechanism_read_run_options(k, out));
  FILLS(PawlTouch, 8, pawl_simulation_touches(s, stop, out, 1, &count));
  FILLS(PawlContactSum, 8, pawl_simulation_contact(s, stop, out));

  pw_message(messages, PAWL_WARNING, PW_NOWHERE, "a message");
  FILLS(PawlMessage, 8, pawl_messages_read(messages, 0, out));
  pawl_messages_free(messages);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// A new field at the end must make a struct longer, so none may end in bytes that are nobody's.
#define FULL(type, last) assert_int_equal(offsetof(type, last) + sizeof(((type *)0)->last), sizeof(type))

static void no_struct_ends_in_padding(void **state) {
  (void)state;
  FULL(PawlTableDef, extension);
  FULL(PawlBodyDef, orientation);
  FULL(PawlFrameDef, angle_axis);
  FULL(PawlJointDef, preload);
  FULL(PawlCouplerDef, along);
  FULL(PawlDriveDef, law);
  FULL(PawlForceDef, user);
  FULL(PawlMeasureDef, expression);
  FULL(PawlElementDef, radius_across);
  FULL(PawlProfileDef, offset);
  FULL(PawlSurfaceDef, knots);
  FULL(PawlContactDef, displacement);
  FULL(PawlLimitDef, damping);
  FULL(PawlInitialCoordinate, speed);
  FULL(PawlInitialBody, angular_velocity);
  FULL(PawlRunOptions, spectral_radius);
  FULL(PawlCheckOptions, reserved);
  FULL(PawlVerifyOptions, formulation);
  FULL(PawlRunInfo, faint_steps);
  FULL(PawlTouch, roam2);
  FULL(PawlContactSum, friction);
  FULL(PawlMessage, text);
  FULL(PawlStudyOptions, user);
  FULL(PawlStudyInfo, seconds);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shorter_defs_get_the_defaults),
      cmocka_unit_test(elements_have_the_size_of_the_first),
      cmocka_unit_test(run_options),
      cmocka_unit_test(check_and_verify_options),
      cmocka_unit_test(shorter_infos_are_filled_as_far_as_they_reach),
      cmocka_unit_test(no_struct_ends_in_padding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
