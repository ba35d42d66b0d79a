// A model written and read again is the same model: the hash over all it holds is the judge. Every example, the corpus of the
// fuzzer as far as it can be read, random models made in code, and by hand what no file of ours has.
#include <dirent.h>

#include "base/random.h"
#include "check.h"
#include "model/model.h"
#include "models.h"

static PawlMessages *messages;

static int setup(void **state) {
  (void)state;
  messages = pawl_messages_create();
  return 0;
}

static int teardown(void **state) {
  (void)state;
  pawl_messages_free(messages);
  return 0;
}

static void complain(const char *text) {
  for (int k = 0; k < pawl_messages_count(messages); k++) {
    PawlMessage m = pawl_messages_get(messages, k);
    print_error("%s:%d:%d: %s\n", m.file ? m.file : "", m.line, m.column, m.text);
  }
  if (text) print_error("%s\n", text);
}

static PawlModel *read_back(const char *text) {
  PawlModel *back = NULL;
  if (pawl_model_parse("back.yaml", text, strlen(text), NULL, 0, messages, &back) != PAWL_OK) {
    complain(text);
    fail_msg("what was written cannot be read");
  }
  return back;
}

// Written and read, the model has the same hash, the same settings of its run, and is written as the same text.
static void check_round(const PawlModel *model, const char *name) {
  char *text = NULL, *again = NULL;
  assert_int_equal(pawl_model_write_yaml(model, messages, &text), PAWL_OK);
  PawlModel *back = read_back(text);
  if (pw_model_hash(back) != pw_model_hash(model)) {
    print_error("%s", text);
    fail_msg("%s: not the same model", name);
  }
  CHECK_CLOSE(back->run.duration, model->run.duration, 0);
  CHECK_CLOSE(back->run.output_step, model->run.output_step, 0);
  CHECK_CLOSE(back->run.tolerance, model->run.tolerance, 0);
  CHECK_CLOSE(back->run.max_step, model->run.max_step, 0);
  assert_int_equal(back->run.analysis, model->run.analysis);
  assert_int_equal(back->run.method, model->run.method);
  assert_int_equal(back->run.impact, model->run.impact);
  assert_int_equal(back->run.impact_order, model->run.impact_order);
  assert_int_equal(back->run.formulation, model->run.formulation);
  assert_int_equal(back->run.reactions, model->run.reactions);
  CHECK_CLOSE(back->run.penalty, model->run.penalty, 0);
  CHECK_CLOSE(back->run.spectral_radius, model->run.spectral_radius, 0);
  assert_int_equal(back->run.independent_count, model->run.independent_count);
  for (int32_t k = 0; k < model->run.independent_count; k++) {
    assert_int_equal(back->run.independent[k].joint.i, model->run.independent[k].joint.i);
    assert_string_equal(back->run.independent[k].name, model->run.independent[k].name);
  }
  assert_int_equal(back->run.from_statics, model->run.from_statics);
  assert_true(back->run.max_steps == model->run.max_steps && back->run.checkpoint_steps == model->run.checkpoint_steps);
  assert_true(!model->name == !back->name && (!model->name || strcmp(model->name, back->name) == 0));
  assert_int_equal(pawl_model_write_yaml(back, messages, &again), PAWL_OK);
  assert_string_equal(text, again);
  pawl_text_free(text);
  pawl_text_free(again);
  pawl_model_free(back);
}

static bool check_file(const char *path) {
  PawlModel *model = NULL;
  bool read = pawl_model_load(path, NULL, 0, messages, &model) == PAWL_OK;
  if (read) check_round(model, path);
  pawl_messages_clear(messages);
  pawl_model_free(model);
  return read;
}

static bool ends_in(const char *name, const char *end) {
  size_t n = strlen(name), m = strlen(end);
  return n > m && strcmp(name + n - m, end) == 0;
}

// All models of a folder; how many could be read.
static int check_folder(const char *folder) {
  DIR *files = opendir(folder);
  int count = 0;
  if (!files) return 0;
  for (struct dirent *entry; (entry = readdir(files));) {
    char path[1024];
    if (!ends_in(entry->d_name, ".yaml") || strcmp(entry->d_name, "expected.yaml") == 0) continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    count += check_file(path);
  }
  closedir(files);
  return count;
}

static void examples_are_written_and_read_back(void **state) {
  (void)state;
  DIR *folders = opendir(PAWL_SOURCE_DIR "/examples");
  int count = 0;
  assert_non_null(folders);
  for (struct dirent *entry; (entry = readdir(folders));) {
    char folder[512];
    if (entry->d_name[0] == '.') continue;
    snprintf(folder, sizeof folder, PAWL_SOURCE_DIR "/examples/%.200s", entry->d_name);
    count += check_folder(folder);
  }
  closedir(folders);
  assert_true(count >= 29);
}

static void the_corpus_is_written_and_read_back(void **state) {
  (void)state;
  assert_true(check_folder(PAWL_SOURCE_DIR "/tests/corpus") >= 10);
}

// What the files above do not have, in units whose numbers are not round in SI.
static void rare_things_are_written(void **state) {
  (void)state;
  static const char text[] =
      "name: \"a \\\"name\\\" with \\\\ and\\na line\"\n"
      "units: {length: in, mass: lb, time: ms, angle: deg, force: lbf}\n"
      "parameters: {r: 0.1, k: 3 N/mm}\n"
      "gravity: [0.1, -9.81 m/s^2, 0.3]\n"
      "planar: false\n"
      "tables: {f: {x: [0, 0.1, 0.7], y: [1, 2, 1], extend: periodic, interpolate: linear}}\n"
      "bodies:\n"
      "  ground: {frames: {s: {at: [0.1, 0.2, 0.3], offset: [0, 0.1*sin(t), 7], turn: 3*t, about: [1, 2, 3]}}}\n"
      "  a: {mass: 0.7, center: [0.1, 0.2, 0.3], inertia: [1.1, 1.2, 1.3, 0.1, 0.2, 0.3], position: [0.3, 0.1, 7],\n"
      "      euler: {order: zxz, angles: [11, 12, 13]}}\n"
      "  b: {shape: {box: [0.1, 0.2, 0.3]}, density: 0.7}\n"
      "  \"null\": {mass: 1, inertia: 0.3}\n"
      "  c: {mass: 1, inertia: 0.1}\n"
      "joints:\n"
      "  j: {type: cylindrical, between: [ground, a], at: [0.3, 0.7], axis: [1, 2, 3], limits: {angle: [-13, ~], travel: [~, "
      "0.7]},\n"
      "      stops: {angle: {restitution: 0.3, rebound: 0.7}, travel: {stiffness: 0.7, damping: 0.3}}}\n"
      "  n: {type: lock, locked: [x, rz], frames: [a, \"null\"]}\n"
      "  s: {type: screw, frames: [a, {body: b, at: [0.1, 0.7], angle: 13, turn: 7*t}], pitch: 0.3}\n"
      "  d: {type: rod, between: [ground, b], at: [[0.1, 0.2], [0.3, 0.7]], length: 0.9}\n"
      "  g: {type: gear-pair, between: [a, c], at: [[0, 0], [0.3, 0]], radii: [0.1, 0.2]}\n"
      "couplers:\n"
      "  rack: {type: rack, pinion: j.angle, rack: s.travel, radius: 0.7}\n"
      "  other: {type: rack, pinion: j.angle, rack: s.travel, radius: -0.3}\n"
      "  belt: {type: belt, joints: [j.angle, s.angle], radii: [0.1, 0.7]}\n"
      "  sum: {terms: {j.angle: 0.3, s.angle: 0.7}, offset: 0.1}\n"
      "drives: {m: {coordinate: g, law: 0.7}}\n"
      "forces:\n"
      "  f1: {type: spring, between: [a, b], at: [[0.1, 0], [0.2, 0.7]], stiffness: 0.7, damping: 0.3, preload: 0.1, "
      "free_length: 0.9}\n"
      "  f2: {type: spring, frames: [a, b], law: \"k*f(length) - 0.1*rate\"}\n"
      "  f3: {type: torsion, coordinate: j.angle, stiffness: 0.3, damping: 0.7, free_position: 13, preload: 0.7}\n"
      "  f4: {type: bushing, between: [a, c], at: [0.1, 0.7], angle: 7, stiffness: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],\n"
      "       damping: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}\n"
      "  f5: {type: force, body: b, at: [0.1, 0.3], components: [0.7, \"sin(t)*r\", 0.1], follow: true, reaction: a}\n"
      "  f6: {type: torque, body: b, torque: 0.7}\n"
      "measures: {v: {type: speed, frames: [ground.s, b]}, w: {type: speed, frames: [ground.s, b], axis: y},\n"
      "           p: {type: position, frames: [ground, {body: a, at: [0.1, 0.7]}], axis: x}, d1: {type: distance, frames: [a, "
      "b]}}\n"
      "initial:\n"
      "  joints: {j.angle: {position: 7, speed: 0.7, hold: [speed]}, s.travel: 0.3}\n"
      "  bodies: {b: {velocity: [0.1, 0.2], angular_velocity: 7, hold: [velocity]}, c: {hold: [pose]}}\n"
      "  from: statics\n"
      "analysis: {type: statics, duration: 0.7, step: 0.1, tolerance: 1e-9, absolute: 1e-12, method: radau5, max_step: 0.3,\n"
      "           max_steps: 7, checkpoint_steps: 9, impact: poisson, impact_order: sequential, until: p - 0.7,\n"
      "           reactions: least}\n"
      "output: [p, j.angle, energy]\n";
  PawlModel *model = read_back(text);
  check_round(model, "rare");
  pawl_model_free(model);
}

// Turns so small that the first part of their quaternion is 1: 1e-8 rad about any axis, of a body, a frame, a profile's plane.
static void tiny_turns(void **state) {
  (void)state;
  static const char text[] =
      "bodies:\n"
      "  a: {mass: 1, inertia: 0.1, angle: 1e-8, frames: {f: {at: [0, 0], euler: {order: xyz, angles: [0, 3e-9, 0]}},\n"
      "      g: {at: [0.1, 0], angle: -1e-12}}, profiles: {p: {circle: {radius: 0.1}, angle: 2e-9}}}\n"
      "joints: {j: {type: revolute, frames: [ground, {body: a, at: [0, 0], angle: 1e-10}]}}\n";
  PawlModel *model = read_back(text), *back;
  char *written = NULL;
  check_round(model, "tiny turns");
  assert_int_equal(pawl_model_write_yaml(model, messages, &written), PAWL_OK);
  back = read_back(written);
  CHECK_CLOSE(back->bodies.item[1].def.orientation[3], 5e-9, 1e-24);
  for (int32_t i = 0; i < model->frames.count; i++) {
    assert_memory_equal(back->frames.item[i].def.orientation, model->frames.item[i].def.orientation, 4 * sizeof(double));
  }
  assert_memory_equal(back->profiles.item[0].def.orientation, model->profiles.item[0].def.orientation, 4 * sizeof(double));
  pawl_text_free(written);
  pawl_model_free(back);
  pawl_model_free(model);
}

// Contact laws in units that are no powers of ten, and every kind of element.
static void all_elements_and_laws_are_written(void **state) {
  (void)state;
  static const char text[] =
      "units: {length: in, angle: deg, force: lbf}\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {at: [0.1, 0.7], angle: 7, start: [3, 0], chain: [{line: {by: [-6.1, 0.1]}}], closed: "
      "false,\n"
      "                              ends: points}}}\n"
      "  a: {mass: 1, position: [0, 3], profiles: {\n"
      "    p: {chain: [{polar: {angles: [0, 180], origin: 90, scale: 90, terms: [[0.7, 0], [-0.1, 2]]}},\n"
      "                {spline: {points: [[-0.6, 0], [-0.3, -0.3], [0, -0.4], [0.1, -0.4], [0.3, -0.3], [0.6, 0]], degree: "
      "3}}]},\n"
      "    o: {offset: {profile: p, by: 0.01}}, h: {circle: {center: [0.1, 0.2], radius: 0.03, clockwise: true}},\n"
      "    t: {point: [0.9, 0.1]}, arc: {chain: [{arc: {center: [0.1, 0], radius: 0.7, angles: [170, 10], clockwise: true}}],\n"
      "    closed: false}}}\n"
      "  b: {mass: 1, profiles: {\n"
      "    e: {chain: [{ellipse: {center: [0.1, 0.7], radii: [0.7, 0.3], origin: 7, angles: [10, 40], clockwise: true}}], "
      "closed: "
      "false},\n"
      "    i: {chain: [{involute: {radius: 0.7, origin: 3, angles: [10, 40], clockwise: true}}], closed: false},\n"
      "    n: {chain: [{bspline: {control: [[0, 0], [0.1, -0.1], [0.2, 0.1], [0.3, 0]], knots: [0, 0, 0, 0, 1, 1, 1, 1]}}],\n"
      "        closed: false}}}\n"
      "contacts:\n"
      "  all: {bodies: [ground, a, b], restitution: 0.3, rebound: 0.7, friction: {static: 0.7, kinetic: 0.3, stribeck: 0.7,\n"
      "        viscous: 0.1, rolling: 0.3}}\n"
      "  soft: {profiles: [ground.floor, a.p], law: {type: hunt-crossley, stiffness: 7, damping: 0.3, exponent: 1.7}, slots: 7,\n"
      "         friction: {static: 0.7, stiffness: 0.3, damping: 0.1, stick: 0.7, slide: 0.3}}\n"
      "  hard: {profiles: [ground.floor, b.i], law: {type: hertz, stiffness: 7}, sides: one}\n"
      "  kept: {profiles: [a.t, b.i], sides: kept, start: closed, rolling: true}\n";
  PawlModel *model = read_back(text);
  assert_true(model->contacts.count > 10);
  check_round(model, "profiles");
  pawl_model_free(model);
}

// Models made in code, with frames that have no names and any numbers.
static void models_made_in_code_are_written(void **state) {
  (void)state;
  uint64_t random = 5;
  for (int k = 0; k < 50; k++) {
    PawlModel *model = pawl_model_create();
    PawlBodyId body[2];
    PawlFrameId frame[2];
    body[0] = add_body(model, "a", any(&random) + 1, 1, 1, 1, any(&random), any(&random), any(&random));
    body[1] = add_body(model, "b", any(&random) + 1, 1, 1, 1, any(&random), any(&random), any(&random));
    for (int j = 0; j < 2; j++) frame[j] = add_frame(model, body[j], any(&random), any(&random), any(&random), j, any(&random));
    add_joint(model, "j", PAWL_JOINT_CYLINDRICAL, frame[0], frame[1]);
    check_round(model, "made");
    pawl_model_free(model);
  }
}

static PawlStatus nothing(void *user, double t, const double pose[7], const double twist[6], double wrench[6], double *stiffness,
                          double *damping) {
  (void)user, (void)t, (void)pose, (void)twist, (void)wrench, (void)stiffness, (void)damping;
  return PAWL_OK;
}

static void callbacks_cannot_be_written(void **state) {
  (void)state;
  char *text = NULL;
  PawlModel *model = pawl_model_create();
  PawlForceDef def = pawl_force_def_default();
  def.name = "mine";
  def.type = PAWL_FORCE_CALLBACK;
  def.function = nothing;
  def.frame[0] = add_frame(model, add_body(model, "a", 1, 1, 1, 1, 0, 0, 0), 0, 0, 0, 0, 0);
  assert_int_equal(pawl_model_add_force(model, &def, messages, NULL), PAWL_OK);
  assert_int_equal(pawl_model_write_yaml(model, messages, &text), PAWL_ERR_UNSUPPORTED);
  assert_null(text);
  assert_string_equal(pawl_messages_get(messages, 0).text, "force 'mine': a file cannot hold a function of a program");
  assert_int_equal(pawl_model_write_yaml(NULL, messages, &text), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_model_write_yaml(model, messages, NULL), PAWL_ERR_ARGUMENT);
  pawl_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(examples_are_written_and_read_back, setup, teardown),
                                     cmocka_unit_test_setup_teardown(the_corpus_is_written_and_read_back, setup, teardown),
                                     cmocka_unit_test_setup_teardown(rare_things_are_written, setup, teardown),
                                     cmocka_unit_test_setup_teardown(tiny_turns, setup, teardown),
                                     cmocka_unit_test_setup_teardown(all_elements_and_laws_are_written, setup, teardown),
                                     cmocka_unit_test_setup_teardown(models_made_in_code_are_written, setup, teardown),
                                     cmocka_unit_test_setup_teardown(callbacks_cannot_be_written, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
