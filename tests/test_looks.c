// What a model says about its looks: hidden profiles, constructions, and what is plotted at first. Expected counts are those of
// the text below: one outline with a hole, a construction around it, a hidden pin.
#include "pawl/report.h"
#include "report_place.h"
// behind: it has a global model
#include "model_file.h"

#define HEAD                                                             \
  "planar: true\n"                                                       \
  "bodies:\n"                                                            \
  "  ground: {profiles: {pin: {circle: {radius: 0.1}, hidden: true}}}\n" \
  "  ring:\n"                                                            \
  "    mass: 1\n"                                                        \
  "    inertia: 1\n"                                                     \
  "    position: [0.05, 0.02]\n"                                         \
  "    profiles:\n"                                                      \
  "      bore: {circle: {radius: 0.3, clockwise: true}}\n"               \
  "      path: {circle: {radius: 100}, construction: true}\n"            \
  "      rim: {offset: {profile: path, by: -99}}\n"
#define JOINT "joints: {slide: {type: prismatic, between: [ground, ring], at: [0, 0], axis: x}}\n"
#define CONTACT "contacts: {all: {bodies: [ground, ring]}}\n"
#define RUN "initial: {joints: {slide: {speed: 0.1}}}\nanalysis: {duration: 0.1, step: 0.05}\n"

// A construction is no outline for the bore, no size, and nothing that touches.
static void constructions_count_for_nothing(void **state) {
  (void)state;
  compile(HEAD CONTACT);
  assert_int_equal(mechanism->boundaries, 4);
  assert_int_equal(mechanism->contacts, 2);
  assert_string_equal(mechanism->contact[0].name, "all.ground.ring.bore");
  assert_string_equal(mechanism->contact[1].name, "all.ground.ring.rim");
  for (int i = 0; i < 4; i++) {
    const PwBoundary *b = &mechanism->boundary[i];
    assert_int_equal(b->hidden, strcmp(b->name, "ground.pin") == 0);
    assert_int_equal(b->construction, strcmp(b->name, "ring.path") == 0);
    assert_int_equal(b->geometry.others, strcmp(b->name, "ring.bore") == 0 || strcmp(b->name, "ring.rim") == 0);
  }
  pawl_mechanism_free(mechanism);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  assert_true(mechanism->size < 2);  // about the rim's radius, 1
}

static void a_construction_in_a_contact_is_refused(void **state) {
  (void)state;
  static const char text[] = HEAD "contacts:\n  c: {profiles: [ground.pin, ring.path]}\n";
  forget();
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_ERR_INPUT);
  PawlMessage m = pawl_messages_get(messages, 0);
  assert_int_equal(m.line, 13);
  assert_non_null(strstr(m.text, "profile 'ring.path' is a construction, which never touches"));
}

// Written back, the model is the same.
static void looks_are_written(void **state) {
  (void)state;
  char *text = NULL;
  compile(HEAD JOINT CONTACT RUN "plot: [slide.travel, slide, ring.x]\n");
  uint64_t hash = mechanism->hash;
  assert_int_equal(pawl_model_write_yaml(model, messages, &text), PAWL_OK);
  compile(text);
  assert_true(mechanism->hash == hash);
  assert_int_equal(mechanism->plots, 3);
  assert_string_equal(mechanism->plot[2].text, "ring.x");
  pawl_text_free(text);
  compile(HEAD);
  hash = mechanism->hash;
  char shown[sizeof HEAD];
  strcpy(shown, HEAD);
  memcpy(strstr(shown, ", hidden: true"), "              ", 14);
  compile(shown);
  assert_true(mechanism->hash != hash);
}

static json_t *file_json(const char *path) {
  size_t length;
  char *text = get_text(path, &length);
  json_t *root = parse_json(text, length);
  free(text);
  return root;
}

static int count_of(const char *path, const char *part) {
  int count = 0;
  char *text = get_text(path, NULL);
  for (const char *at = text; (at = strstr(at, part)); at++) count++;
  free(text);
  return count;
}

static void drawings_show_what_they_should(void **state) {
  Place *p = *state;
  put_text("m.yaml", HEAD JOINT CONTACT RUN "plot: [slide.travel, slide, ring.x]\n");
  run_file(p, "m.yaml", "m.result");
  json_t *scene = file_json("m.result/scene.json"), *bodies = json_object_get(scene, "bodies");
  const json_t *pin = json_array_get(json_object_get(json_array_get(bodies, 0), "profiles"), 0);
  assert_true(json_is_true(json_object_get(pin, "hidden")));
  assert_null(json_object_get(pin, "construction"));
  int constructions = 0;
  size_t i;
  json_t *profile;
  json_array_foreach(json_object_get(json_array_get(bodies, 1), "profiles"), i, profile) {
    constructions += json_is_true(json_object_get(profile, "construction"));
  }
  assert_int_equal(constructions, 1);
  json_decref(scene);
  // the ring with its bore in one path, the construction dashed in another
  check_ok(p, pawl_report_svg("m.result", "svg", NULL, NULL, 0, p->messages));
  assert_int_equal(count_of("svg/at-1.svg", "evenodd"), 1);
  assert_int_equal(count_of("svg/at-1.svg", "stroke-width=\"0.8\" stroke-dasharray=\"6 3\""), 1);
  assert_int_equal(count_of("svg/at-1.svg", "stroke=\"#444444\" stroke-width=\"1.5\""), 0);  // the pin, in ground's colour
  // what the model wants to be plotted: travel and x in one plot of lengths, then rate, acceleration, forces, torque
  assert_int_equal(count_of("svg/plot-1.svg", "ring.x"), 1);
  assert_int_equal(count_of("svg/plot-1.svg", "slide.travel"), 1);
  assert_int_equal(count_of("svg/plot-1.svg", "energy"), 0);
  // the construction is a line without faces, the pin is not there: a rim of two sides and walls, a bore, a line
  check_ok(p, pawl_export_gltf("m.result", "m.gltf", p->messages));
  json_t *gltf = file_json("m.gltf");
  const json_t *meshes = json_object_get(gltf, "meshes");
  assert_int_equal(json_array_size(meshes), 1);
  int strips = 0;
  json_array_foreach(json_object_get(json_array_get(meshes, 0), "primitives"), i, profile) {
    strips += json_integer_value(json_object_get(profile, "mode")) == 3;
  }
  assert_int_equal(strips, 1);
  json_decref(gltf);
  check_ok(p, pawl_export_vtk("m.result", "vtk", p->messages));
  assert_int_equal(count_of("vtk/frame-000000.vtp", "NumberOfLines=\"3\""), 1);
}

static void check_plots(const char *folder, const char *expected) {
  char path[100];
  snprintf(path, sizeof path, "%s/run.json", folder);
  json_t *run = file_json(path);
  char *text = json_dumps(json_object_get(run, "plots"), JSON_COMPACT);
  assert_string_equal(text, expected);
  free(text);
  json_decref(run);
}

static void plots_are_told(void **state) {
  Place *p = *state;
  put_text("m.yaml", HEAD JOINT RUN "output: [slide, energy.kinetic]\nplot: [slide.travel, slide, energy.kinetic]\n");
  run_file(p, "m.yaml", "a");
  check_plots("a",
              "[[\"slide.travel\"],[\"slide.travel\",\"slide.travel.rate\",\"slide.travel.acceleration\",\"slide.fx\","
              "\"slide.fy\",\"slide.tz\"],[\"energy.kinetic\"]]");
  put_text("m.yaml", HEAD JOINT RUN);
  run_file(p, "m.yaml", "b");
  check_plots("b", "[]");
}

static void plots_that_are_not_there_are_refused(void **state) {
  Place *p = *state;
  static const struct {
    const char *text, *says;
    int line;
  } BAD[] = {
      {HEAD JOINT "plot: [slide.travl]\n", "plot: there is nothing called 'slide.travl', did you mean 'slide.travel'?", 13},
      {HEAD JOINT "output: [slide]\nplot: [ring]\n", "plot: 'output' leaves 'ring' out: add it there", 14}};
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    PawlModel *read = NULL;
    PawlMechanism *k = NULL;
    check_ok(p, pawl_model_parse("m.yaml", BAD[i].text, strlen(BAD[i].text), NULL, 0, p->messages, &read));
    check_ok(p, pawl_mechanism_compile(read, p->messages, &k));
    PawlRunOptions options = pawl_mechanism_run_options(k);
    assert_int_equal(pawl_run(k, &options, p->messages, NULL), PAWL_ERR_INPUT);
    PawlMessage m = pawl_messages_get(p->messages, pawl_messages_count(p->messages) - 1);
    assert_string_equal(m.text, BAD[i].says);
    assert_int_equal(m.line, BAD[i].line);
    pawl_mechanism_free(k);
    pawl_model_free(read);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(constructions_count_for_nothing, setup, teardown),
      cmocka_unit_test_setup_teardown(a_construction_in_a_contact_is_refused, setup, teardown),
      cmocka_unit_test_setup_teardown(looks_are_written, setup, teardown),
      TEST(drawings_show_what_they_should),
      TEST(plots_are_told),
      TEST(plots_that_are_not_there_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
