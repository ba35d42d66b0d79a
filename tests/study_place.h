// Studies of small models, written into the folder of a test.
#ifndef PW_TEST_STUDY_PLACE_H
#define PW_TEST_STUDY_PLACE_H
#include "pawl/study.h"
#include "place.h"

// A block that a drive moves to and fro: all of it has closed forms.
static const char BLOCK[] =
    "units: {length: m, mass: kg, time: s, angle: rad}\n"
    "parameters: {A: 0.5, w: 3, m: 2}\n"
    "bodies: {block: {mass: m, inertia: 1}}\n"
    "joints: {slide: {type: prismatic, between: [ground, block], at: [0, 0], axis: x}}\n"
    "drives: {go: {coordinate: slide.travel, law: A*sin(w*t)}}\n"
    "analysis: {type: kinematics, duration: 1, step: 0.001}\n";

// Two rods whose ends meet only if they are long enough together.
static const char RODS[] =
    "units: {length: m, mass: kg, time: s, angle: deg}\n"
    "parameters: {L: 0.6, d: 1, m: 1}\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  left: {mass: m, inertia: 0.1, frames: {end: {at: [0.7*L, 0.7*L]}}}\n"
    "  right: {mass: 1, inertia: 0.1, position: [d, 0], frames: {end: {at: [-0.4, 0.4]}}}\n"
    "joints:\n"
    "  a: {type: revolute, between: [ground, left], at: [0, 0]}\n"
    "  b: {type: revolute, between: [ground, right], at: [d, 0]}\n"
    "  c: {type: revolute, frames: [left.end, right.end]}\n"
    "analysis: {type: assemble}\n";

static inline void put_text(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
  assert_int_equal(fclose(file), 0);
}

// The whole of a file; free().
static inline char *get_text(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("there is no %s", path);
  fseek(file, 0, SEEK_END);
  size_t length = (size_t)ftell(file);
  char *text = calloc(1, length + 1);
  rewind(file);
  assert_int_equal(fread(text, 1, length, file), length);
  fclose(file);
  return text;
}

static inline void same_files(const char *a, const char *b) {
  char *one = get_text(a), *other = get_text(b);
  assert_string_equal(one, other);
  free(one);
  free(other);
}

static inline void said(Place *p, const char *part) {
  for (int i = 0; i < pawl_messages_count(p->messages); i++) {
    if (strstr(pawl_messages_get(p->messages, i).text, part)) return;
  }
  fail_msg("nothing said about '%s', but '%s'", part, pawl_messages_get(p->messages, 0).text);
}

// model.yaml and study.yaml, and the study that is read from them.
static inline PawlStudy *load(Place *p, const char *model, const char *text) {
  PawlStudy *study = NULL;
  put_text("model.yaml", model);
  put_text("study.yaml", text);
  pawl_messages_clear(p->messages);
  PawlStatus status = pawl_study_load("study.yaml", p->messages, &study);
  if (status) fail_msg("%s", pawl_messages_get(p->messages, 0).text);
  return study;
}

static inline PawlStudyOptions into(const char *directory, int threads) {
  PawlStudyOptions options = pawl_study_options_default();
  options.directory = directory;
  options.threads = threads;
  return options;
}

static inline PawlStudyInfo run(Place *p, const PawlStudy *study, const PawlStudyOptions *options, PawlStatus expected) {
  PawlStudyInfo info = pawl_study_info_default();
  pawl_messages_clear(p->messages);
  PawlStatus status = pawl_study_run(study, options, p->messages, &info);
  if (status != expected) fail_msg("%d: %s", status, pawl_messages_get(p->messages, 0).text);
  return info;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)
#endif
