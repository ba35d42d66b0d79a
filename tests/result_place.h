// A folder of its own for tests of results: one is written into it, looked at, damaged.
#ifndef PW_TEST_RESULT_PLACE_H
#define PW_TEST_RESULT_PLACE_H
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "place.h"
#include "result/checkpoint.h"
#include "result/csv.h"
#include "result/folder.h"
#include "result/result.h"

static const PwColumn COLUMNS[3] = {{"t", "ms", 1e3}, {"crank.angle", "deg", 57.29577951308232}, {"ratio, net", "", 1}};
static const PwColumn MOTION[2] = {{"t", "s", 1}, {"crank.angle", "rad", 1}};
static const PwResultLayout LAYOUT = {.column = COLUMNS,
                                      .count = 3,
                                      .motion = MOTION,
                                      .motion_count = 2,
                                      .event = {[PW_FIELD_TIME] = {"ms", 1e3, 1e3},
                                                [PW_FIELD_LENGTH] = {"mm", 1e3, 1e3},
                                                [PW_FIELD_GAP] = {"mm", 1e3, 5},
                                                [PW_FIELD_SPEED] = {"mm/ms", 1, 0.5},
                                                [PW_FIELD_FORCE] = {"N", 1, 4},
                                                [PW_FIELD_IMPULSE] = {"N*ms", 1e3, 2}}};
static const char JSON[] = "{\"pawl_result\": 1, \"status\": \"done\"}";

static inline void put(const char *path, const void *bytes, size_t length) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static inline void put_text(const char *path, const char *text) {
  put(path, text, strlen(text));
}

static inline char *get(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  static char text[100000];
  *length = fread(text, 1, sizeof text - 1, file);
  text[*length] = 0;
  fclose(file);
  return text;
}

static inline void check_text(const char *path, const char *expected) {
  size_t length;
  assert_string_equal(get(path, &length), expected);
}

// The last message, which must hold `part`.
static inline void check_said(Place *p, const char *part) {
  int n = pawl_messages_count(p->messages);
  assert_true(n > 0);
  for (int i = 0; i < n; i++) {
    if (strstr(pawl_messages_get(p->messages, i).text, part)) return;
  }
  fail_msg("nothing said about '%s', but '%s'", part, pawl_messages_get(p->messages, n - 1).text);
}

static inline PwResultWriter *start(Place *p, const char *directory) {
  PwResultWriter *w = NULL;
  PawlStatus status = pw_result_create(directory, &LAYOUT, p->messages, &w);
  if (status != PAWL_OK) fail_msg("create: %s", pawl_messages_get(p->messages, 0).text);
  return w;
}

static inline void row(PwResultWriter *w, double t, double a, double b) {
  assert_int_equal(pw_result_row(w, (double[3]){t, a, b}, (double[2]){t, a}), PAWL_OK);
}

static inline PawlStatus event(PwResultWriter *w, double t, const char *kind, const char *subject, const char *detail,
                               double value) {
  return pw_result_event(w, &(PwResultEvent){.t = t, .kind = kind, .subject = subject, .detail = detail, .value = value});
}

// A whole result whose one row carries `mark`.
static inline void make(Place *p, const char *directory, double mark) {
  PwResultWriter *w = start(p, directory);
  row(w, 0, 0, mark);
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_OK);
}

static inline double mark_of(Place *p, const char *directory) {
  PwResult *r = NULL;
  if (pw_result_open(directory, p->messages, &r) != PAWL_OK) fail_msg("%s", pawl_messages_get(p->messages, 0).text);
  assert_true(pw_result_rows(r) > 0);
  double mark = pw_result_value(r, 0, 2);
  pw_result_free(r);
  return mark;
}

static inline void refuse(Place *p, const char *directory, PawlStatus expected, const char *part) {
  PwResultWriter *w = NULL;
  pawl_messages_clear(p->messages);
  assert_int_equal(pw_result_create(directory, &LAYOUT, p->messages, &w), expected);
  assert_null(w);
  check_said(p, part);
}

static inline PawlStatus resume(Place *p, const PwColumn *columns, PwResultWriter **w, void **bytes, size_t *length) {
  pawl_messages_clear(p->messages);
  *w = NULL;
  PwResultLayout layout = LAYOUT;
  layout.column = columns;
  return pw_result_resume("out", &layout, p->messages, w, bytes, length);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)
#endif
