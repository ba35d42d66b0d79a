// Laws that are no number where the run needs them: the law, its line and the instant are named, in both formulations, with
// joints and without. The instants follow from the laws: sqrt(0.5 - t) ends at 0.5 s.
#include "contact_run.h"
#include "mechanisms.h"

#define HINGED                                                              \
  "planar: true\n"                                                          \
  "analysis: {duration: 1}\n"                                               \
  "bodies:\n"                                                               \
  "  ground: {frames: {o: %s}}\n"                                           \
  "  arm: {mass: 2, inertia: 0.3, center: [0.2, 0], frames: {p: [0, 0]}}\n" \
  "joints: {hinge: {type: revolute, frames: [ground.o, arm.p]}}\n"

// In line `line` of the file.
static void check_named(const char *text, int line, PawlStatus expected, const char *words) {
  static const PawlFormulation formulations[] = {PAWL_FORMULATION_MULTIPLIERS, PAWL_FORMULATION_CANONICAL};
  for (int i = 0; i < 2; i++) {
    PawlMessages *messages = pawl_messages_create();
    PawlModel *model = NULL;
    PawlMechanism *k = NULL;
    PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model);
    if (status == PAWL_OK) status = pawl_mechanism_compile(model, messages, &k);
    pawl_model_free(model);
    if (status == PAWL_OK) {
      PawlRunOptions options = pawl_mechanism_run_options(k);
      options.formulation = formulations[i];
      status = pawl_run(k, &options, messages, NULL);
    }
    PawlMessage m = pawl_messages_get(messages, 0);
    if (status != expected || m.line != line || !strstr(m.text, words)) {
      fail_msg("%d, line %d: %s; should be %d, line %d: %s", status, m.line, m.text, expected, line, words);
    }
    pawl_mechanism_free(k);
    pawl_messages_free(messages);
  }
}

static void hinged(const char *frame, const char *rest, PawlStatus expected, const char *words) {
  char text[2000];
  int n = snprintf(text, sizeof text, HINGED, frame);
  snprintf(text + n, sizeof text - (size_t)n, "%s\n", rest);
  check_named(text, *rest ? 7 : 4, expected, words);
}

static void forces_without_a_number_are_named(void **state) {
  (void)state;
  static const char free_body[] =
      "bodies: {b: {mass: 3, inertia: [1, 2, 3]}}\n"
      "forces: {pull: {type: force, body: b, components: [0, sqrt(-2*t), 0]}}\n";
  check_named(free_body, 2, PAWL_ERR_STEP, "force 'pull': its law gives no number at t = ");
  hinged("[0, 0]", "forces: {push: {type: force, body: arm, components: [sqrt(0.5-t), 0]}}", PAWL_ERR_STEP,
         "force 'push': its law gives no number at t = 0.5 s");
  hinged("[0, 0]", "forces: {twist: {type: joint, coordinate: hinge.angle, law: log(-1-t)}}", PAWL_ERR_STEP,
         "force 'twist': its law gives no number at t = 0 s");
}

static void drives_without_a_number_are_named(void **state) {
  (void)state;
  hinged("[0, 0]", "drives: {crank: {coordinate: hinge.angle, law: sqrt(0.25-t)}}", PAWL_ERR_STEP,
         "drive 'crank': its law, or its speed or acceleration, is no number at t = 0.25 s");
  hinged("[0, 0]", "drives: {crank: {coordinate: hinge.angle, law: sqrt(t)}}", PAWL_ERR_STEP,
         "drive 'crank': its law, or its speed or acceleration, is no number at t = 0 s");
  hinged("[0, 0]", "drives: {crank: {coordinate: hinge.angle, law: log(-1-t)}}", PAWL_ERR_ASSEMBLY,
         "drive 'crank': its law, or its speed or acceleration, is no number at t = 0 s");
  hinged("{at: [0, 0], offset: [0, sqrt(0.75-t)]}", "", PAWL_ERR_STEP,
         "frame 'ground.o': its motion on its body, or the speed or acceleration of that, is no number at t = 0.75 s");
}

static PawlStatus no_force(void *user, double t, const double pose[7], const double twist[6], double wrench[6], double *stiffness,
                           double *damping) {
  (void)user, (void)pose, (void)twist, (void)stiffness, (void)damping;
  wrench[4] = t > 0.3 ? NAN : 0;
  return PAWL_OK;
}

static void callbacks_without_a_number_are_named(void **state) {
  (void)state;
  PawlModel *m = new_model(0, 0);
  PawlForceDef def = pawl_force_def_default();
  def.name = "wind";
  def.type = PAWL_FORCE_CALLBACK;
  def.frame[0] = add_frame(m, add_body(m, "leaf", 1, 1, 1, 1, 0, 0, 0), 0, 0, 0, 2, 0);
  def.function = no_force;
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  PawlMechanism *k = compile(m);
  PawlRunOptions options = pawl_run_options_default();
  PawlMessages *messages = pawl_messages_create();
  assert_int_equal(pawl_run(k, &options, messages, NULL), PAWL_ERR_STEP);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text,
                         "force 'wind': its callback gives no force (NaN, or PAWL_RETRY) at "
                         "t = 0.3"));
  pawl_messages_free(messages);
  pawl_mechanism_free(k);
}

// What was compiled before a law is refused is given back: leaks fail under the address sanitizer.
static void refused_laws(void **state) {
  (void)state;
  static const char text[] =
      "bodies: {ground: {frames: {o: {at: [0, 0], offset: [sin(t), 2*t], turn: nonsense*t}, p: {at: [1, 0], offset: [cos(t), "
      "0]}}}}\n"
      "tables: {f: {x: [0, 1, 2], y: [0, 1, 4]}}\n";
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &k), PAWL_ERR_INPUT);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text, "unknown name 'nonsense'"));
  pawl_model_free(model);
  pawl_messages_free(messages);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(refused_laws), cmocka_unit_test(forces_without_a_number_are_named),
                                     cmocka_unit_test(drives_without_a_number_are_named),
                                     cmocka_unit_test(callbacks_without_a_number_are_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
