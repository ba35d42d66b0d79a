// pawl_verify on small folders made here: what agrees, what does not, and files that are wrong.
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "pawl/run.h"

// A mass m thrown upwards with the speed 3 along x and 4 along y; two turns a second about its centre: x = 3 t, y = 4 t - g
// t^2/2.
static const char MODEL[] =
    "units: {angle: deg}\nplanar: true\n"
    "parameters: {m: 2, g: 10}\n"
    "gravity: [0, -g]\n"
    "bodies: {ball: {mass: m, inertia: 1}}\n"
    "initial: {bodies: {ball: {velocity: [3, 4], angular_velocity: 720}}}\n"
    "measures: {h: {type: position, frames: [ground, ball], axis: y}}\n"
    "analysis: {duration: 1, step: 0.125, tolerance: 1e-10}\n"
    "output: [bodies, measures, energy]\n";

typedef struct {
  char parent[64], folder[80];
  PawlMessages *messages;
  int items, deviating;
  PawlVerifyItem last;
  char names[2000];  // of all items, one per line
} Fixture;

static void write_file(const Fixture *f, const char *name, const char *text) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static int setup(void **state) {
  Fixture *f = calloc(1, sizeof *f);
  strcpy(f->parent, "/tmp/pawl-test-XXXXXX");
  assert_non_null(mkdtemp(f->parent));
  snprintf(f->folder, sizeof f->folder, "%s/throw", f->parent);
  assert_int_equal(mkdir(f->folder, 0700), 0);
  setenv("TMPDIR", f->parent, 1);
  f->messages = pawl_messages_create();
  write_file(f, "throw.yaml", MODEL);
  *state = f;
  return 0;
}

static int teardown(void **state) {
  static const char *const names[] = {"throw.yaml", "expected.yaml", "table.csv", "other.yaml"};
  Fixture *f = *state;
  char path[200];
  for (int k = 0; k < 4; k++) {
    snprintf(path, sizeof path, "%s/%s", f->folder, names[k]);
    unlink(path);
  }
  int left = rmdir(f->folder) + rmdir(f->parent);  // fails if verify left anything behind in TMPDIR
  pawl_messages_free(f->messages);
  free(f);
  return left;
}

static void note(void *user, const PawlVerifyItem *item) {
  Fixture *f = user;
  f->items++;
  f->deviating += !item->ok;
  f->last = *item;
  size_t n = strlen(f->names);
  snprintf(f->names + n, sizeof f->names - n, "%s\n", item->quantity);
}

static PawlStatus verify(Fixture *f, const char *expected) {
  pawl_messages_clear(f->messages);
  f->items = f->deviating = 0;
  f->names[0] = 0;
  if (expected) write_file(f, "expected.yaml", expected);
  PawlStatus status = pawl_verify(f->folder, NULL, note, f, f->messages);
  for (int k = 0; k < pawl_messages_count(f->messages) && status == PAWL_OK; k++) {
    fail_msg("%s", pawl_messages_get(f->messages, k).text);
  }
  return status;
}

// Complains with `part` at line:column of `file`.
static void refused(Fixture *f, const char *expected, const char *file, int line, int column, const char *part) {
  PawlStatus status = verify(f, expected);
  if (status != PAWL_ERR_INPUT && status != PAWL_ERR_IO) fail_msg("status %d for: %s", status, expected);
  for (int k = 0; k < pawl_messages_count(f->messages); k++) {
    PawlMessage m = pawl_messages_get(f->messages, k);
    if (strstr(m.text, part) && m.line == line && m.column == column && strstr(m.file ? m.file : "", file)) return;
  }
  for (int k = 0; k < pawl_messages_count(f->messages); k++) {
    PawlMessage m = pawl_messages_get(f->messages, k);
    print_message("%s:%d:%d: %s\n", m.file ? m.file : "", m.line, m.column, m.text);
  }
  fail_msg("no complaint '%s' at %d:%d", part, line, column);
}

static void test_right_results_agree(void **state) {
  Fixture *f = *state;
  assert_int_equal(verify(f,
                          "values:\n"
                          "  - {quantity: ball.x, is: 3*t, within: 1e-9}\n"
                          "  - {quantity: h, at: 0.5, is: 2 - g/8, within: 1e-9}\n"
                          "  - {quantity: ball.y, at: end, is: 4 - g/2, within: 1e-9}\n"
                          "  - {quantity: \"sin(ball.angle)\", is: \"sin(720*t)\", within: 1e-9}\n"
                          "  - {quantity: rate(h), is: 4 - g*t, within: 1e-9}\n"
                          "limits:\n"
                          "  - {quantity: energy.balance, max: 1e-9}\n"
                          "  - {quantity: ball.y, from: -1.1, to: 0.8}\n"
                          "info: {t: {is: 1}, samples: {min: 9, max: 9}, events: {is: 0}}\n"),
                   PAWL_OK);
  assert_int_equal(f->items, 11);
  assert_int_equal(f->deviating, 0);
  char path[100];
  snprintf(path, sizeof path, "%s///", f->folder);
  assert_int_equal(pawl_verify(path, NULL, NULL, NULL, f->messages), PAWL_OK);
}

// Each of these is wrong by a known amount at a known time.
static void test_deviations_are_told_where_they_are(void **state) {
  Fixture *f = *state;
  static const struct {
    const char *text;
    double deviation, limit, t;
  } cases[] = {
      {"values: [{quantity: ball.x, is: 3*t + 0.01*t^2, within: 0.005}]", 0.01, 0.005, 1},
      {"values: [{quantity: ball.x, at: 0.25, is: 1, within: 0.1}]", 0.25, 0.1, 0.25},
      {"values: [{quantity: ball.x/t, is: 3, within: 1}]", NAN, 1, 0},  // 0/0 in the first row
      {"limits: [{quantity: ball.vy, max: 5}]", 6, 5, 1},
      {"limits: [{quantity: ball.y, from: -0.75}]", 0.25, 0, 1},
      {"limits: [{quantity: ball.x, to: 2.5}]", 0.5, 0, 1},
      {"info: {samples: {is: 10}}", 1, 0, 1},
      {"info: {samples: {max: 8}}", 9, 8, 1},
      {"info: {samples: {min: 12}}", 3, 0, 1},
      {"events: [{kind: until, at: 0.5, within: 1}]", INFINITY, 1, 0.5},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    PawlStatus status = verify(f, cases[k].text);
    if (status != PAWL_ERR_DEVIATION) fail_msg("%s: status %d", cases[k].text, status);
    assert_int_equal(f->items, 1);
    assert_false(f->last.ok);
    if (isfinite(cases[k].deviation)) CHECK_CLOSE(f->last.deviation, cases[k].deviation, 1e-8);
    if (isnan(cases[k].deviation)) assert_true(isnan(f->last.deviation));
    if (isinf(cases[k].deviation)) assert_true(isinf(f->last.deviation));
    CHECK_CLOSE(f->last.limit, cases[k].limit, 1e-15);
    CHECK_CLOSE(f->last.t, cases[k].t, 1e-12);
  }
}

static void test_tables_of_values_are_compared(void **state) {
  Fixture *f = *state;
  write_file(f, "table.csv", "# by hand\r\ntime [s],\"a, b\",h [m]\n0,0,0\n0.5,1.5,0.75\n\n1,3.003,-1\n");
  assert_int_equal(verify(f, "table: {file: table.csv, time: time, columns: {ball.x: \"a, b\", h: h}, within: 0.004}"), PAWL_OK);
  assert_int_equal(f->items, 2);
  // relative to the table's 3.003; the largest and, over three rows, the root mean square
  static const char relative[] =
      "table: {file: table.csv, time: time, columns: {ball.x: \"a, b\"}, within: 1e-4, floor: 0.1, measure: %s}";
  char text[200];
  snprintf(text, sizeof text, relative, "max");
  assert_int_equal(verify(f, text), PAWL_ERR_DEVIATION);
  CHECK_CLOSE(f->last.deviation, 0.003 / 3.003, 1e-9);
  CHECK_CLOSE(f->last.t, 1, 1e-12);
  snprintf(text, sizeof text, relative, "rms");
  assert_int_equal(verify(f, text), PAWL_ERR_DEVIATION);
  CHECK_CLOSE(f->last.deviation, 0.003 / 3.003 / sqrt(3), 1e-9);
  assert_int_equal(
      verify(f, "table: {file: table.csv, time: time, columns: {ball.x: \"a, b\", h: h}, within: {ball.x: 0.001, h: 1}}"),
      PAWL_ERR_DEVIATION);
  assert_int_equal(f->deviating, 1);
}

// A push of 4 N on 1 kg sets in at 0.5 s, where the result has a row before and one after.
static void test_table_at_event(void **state) {
  static const char expected[] = "table: {file: table.csv, columns: {rail.travel.acceleration: a}, within: 1e-9}";
  Fixture *f = *state;
  write_file(f, "throw.yaml",
             "bodies: {box: {mass: 1, inertia: 1}}\n"
             "joints: {rail: {type: prismatic, between: [ground, box], at: [0, 0], axis: x}}\n"
             "forces: {push: {type: force, body: box, components: [\"if(t < 0.5, 0, 4)\", 0]}}\n"
             "analysis: {duration: 1, step: 0.25}\n");
  write_file(f, "table.csv", "t,a\n0,0\n0.5,0\n0.5,4\n1,4\n");
  assert_int_equal(verify(f, expected), PAWL_OK);
  write_file(f, "table.csv", "t,a\n0,0\n0.5,4\n1,4\n");
  assert_int_equal(verify(f, expected), PAWL_ERR_DEVIATION);
  CHECK_CLOSE(f->last.deviation, 4, 1e-9);
  write_file(f, "table.csv", "t,a\n0,0\n0.5,4\n0.5,0\n1,4\n");
  assert_int_equal(verify(f, expected), PAWL_ERR_DEVIATION);
}

static void test_bad_tables(void **state) {
  Fixture *f = *state;
  static const char expected[] = "table: {file: table.csv, columns: {h: y}, within: 1}";
  refused(f, expected, "expected.yaml", 1, 15, "cannot open");
  write_file(f, "table.csv", "# nothing\n");
  refused(f, expected, "table.csv", 1, 0, "empty");
  write_file(f, "table.csv", "t,y\n");
  refused(f, expected, "table.csv", 1, 0, "no rows");
  write_file(f, "table.csv", "t,y\n0,0\n1,x\n");
  refused(f, expected, "table.csv", 3, 0, "2 numbers");
  write_file(f, "table.csv", "t,y\n0,0,0\n");
  refused(f, expected, "table.csv", 2, 0, "2 numbers");
  write_file(f, "table.csv", "t,y\n0\n");
  refused(f, expected, "table.csv", 2, 0, "2 numbers");
  write_file(f, "table.csv", "t,\"y\n0,0\n");
  refused(f, expected, "table.csv", 1, 0, "quote");
  write_file(f, "table.csv", "t,z\n0,0\n");
  refused(f, expected, "expected.yaml", 1, 36, "no column 'y'");
  write_file(f, "table.csv", "time,y\n0,0\n");
  refused(f, expected, "expected.yaml", 1, 15, "no column 't'");
  write_file(f, "table.csv", "t,y\n0,0\n0.3,0\n");
  refused(f, expected, "expected.yaml", 1, 15, "no row at t = 0.3");
}

// The run stops at h = 0.35: 4 t - 5 t^2 = 0.35 at t = 0.1.
static void test_events_are_compared(void **state) {
  Fixture *f = *state;
  assert_int_equal(verify(f,
                          "run: {until: h - 0.35}\n"
                          "values: [{quantity: h, at: end, is: 0.35, within: 1e-9}]\n"
                          "events: [{kind: until, subject: run, at: 0.1, within: 1e-9}]\n"),
                   PAWL_OK);
  assert_int_equal(f->items, 2);
  assert_int_equal(verify(f, "run: {until: h - 0.35}\nevents: [{kind: until, subject: ball}]"), PAWL_ERR_DEVIATION);
  assert_int_equal(verify(f, "run: {until: h - 0.35}\nevents: [{kind: until}, {kind: until}]"), PAWL_ERR_DEVIATION);
  assert_int_equal(f->items, 2);
  assert_int_equal(f->deviating, 1);
  assert_int_equal(verify(f, "run: {until: h - 0.35}\nevents: [{kind: branch}]\n"), PAWL_ERR_DEVIATION);
  assert_int_equal(verify(f, "run: {until: h - 0.35}\nevents: [{kind: until}]\n"), PAWL_OK);
}

// A run with a model file of its own beside one with the folder's: the other ball falls from rest, y = -g t^2/2.
static void test_runs_with_a_model_of_their_own(void **state) {
  Fixture *f = *state;
  write_file(f, "other.yaml", "planar: true\ngravity: [0, -10]\nbodies: {ball: {mass: 1, inertia: 1}}\nanalysis: {step: 0.5}\n");
  assert_int_equal(
      verify(f,
             "runs:\n"
             "  - {name: thrown, values: [{quantity: ball.y, at: 0.5, is: 0.75, within: 1e-9}]}\n"
             "  - {name: dropped, model: other.yaml, values: [{quantity: ball.y, at: 0.5, is: -1.25, within: 1e-9}]}\n"),
      PAWL_OK);
  assert_int_equal(f->items, 2);
  assert_int_equal(verify(f, "model: other.yaml\nvalues: [{quantity: ball.y, at: 0.5, is: 0.75, within: 1e-9}]"),
                   PAWL_ERR_DEVIATION);
  refused(f, "model: none.yaml\ninfo: {t: {is: 1}}", "", 0, 0, "none.yaml");
  refused(f, "model: [1]\ninfo: {t: {is: 1}}", "expected.yaml", 1, 8, "model");
}

// A ball of radius 0.1 falls 0.8 m with g = 10 and restitution 0.5: it lands at t = 0.4 with 4 m/s, rises with 2, and its
// 2 kg take 12 N s.
static const char BALL[] =
    "planar: true\ngravity: [0, -10]\n"
    "bodies:\n"
    "  ground: {profiles: {floor: {start: [1, 0], closed: false, chain: [{line: {to: [-1, 0]}}]}}}\n"
    "  ball: {mass: 2, inertia: 1, position: [0.3, 0.9], profiles: {skin: {circle: {radius: 0.1}}}}\n"
    "contacts: {rub: {profiles: [ball.skin, ground.floor], restitution: 0.5}}\n"
    "analysis: {duration: 0.5, step: 0.25}\n";

static void test_event_numbers(void **state) {
  Fixture *f = *state;
  write_file(f, "throw.yaml", BALL);
  assert_int_equal(
      verify(f,
             "events:\n"
             "  - {kind: impact, at: 0.4, within: 1e-9, q1: {is: 0.75, within: 1e-9}, q2: {is: 0.35, within: 1e-9},\n"
             "     x: {is: 0.3, within: 1e-9}, y: {is: 0, within: 1e-9}, z: {is: 0, within: 1e-12},\n"
             "     speed_before: {is: -4, within: 1e-8},\n"
             "     speed_after: {is: 2, within: 1e-8}, impulse: {is: 2*6, within: 1e-8}}\n"
             "info: {impacts: {is: 1}, searches: {min: 1}, grown: {max: 1}}\n"),
      PAWL_OK);
  assert_int_equal(f->items, 12);
  assert_int_equal(verify(f, "events: [{kind: impact, impulse: {is: 12.5, within: 0.1}}]"), PAWL_ERR_DEVIATION);
  assert_int_equal(f->items, 2);
  assert_string_equal(f->names, "event 1: impact rub\nevent 1: impact rub impulse\n");
  CHECK_CLOSE(f->last.deviation, 0.5, 1e-8);
  CHECK_CLOSE(f->last.limit, 0.1, 1e-15);
  // it touches with a profile: no v; it does not rest: no force
  assert_int_equal(verify(f, "events: [{kind: impact, v1: {is: 0, within: 1}}]"), PAWL_ERR_DEVIATION);
  assert_true(isnan(f->last.deviation));
  assert_int_equal(verify(f, "events: [{kind: impact, force: {is: 0, within: 1}}]"), PAWL_ERR_DEVIATION);
  assert_true(isnan(f->last.deviation));
  assert_int_equal(verify(f, "info: {impacts: {is: 2}}"), PAWL_ERR_DEVIATION);
}

// A ball dropped from 0.8 m at 10 m/s^2 meets the floor at 0.4 s with 4 m/s, and with half the speed each time: again after
// 2*2/10 and 2*1/10 s.
static void test_chosen_events(void **state) {
  Fixture *f = *state;
  write_file(f, "throw.yaml", BALL);
  assert_int_equal(verify(f,
                          "run: {duration: 1.05}\n"
                          "events:\n"
                          "  - {kind: impact, subject: rub, number: 3, at: 1, within: 1e-8}\n"
                          "  - {kind: impact, number: 2, at: 0.8, within: 1e-8, speed_before: {is: -2, within: 1e-7}}\n"),
                   PAWL_OK);
  assert_string_equal(f->names, "impact rub 3\nimpact  2\nimpact  2 speed_before\n");
  assert_int_equal(verify(f, "run: {duration: 1.05}\nevents: [{kind: impact, subject: rub, number: 4}]"), PAWL_ERR_DEVIATION);
  assert_true(isinf(f->last.deviation));
  assert_int_equal(verify(f, "events: [{kind: impact, subject: floor, number: 1}]"), PAWL_ERR_DEVIATION);
  assert_true(isinf(f->last.deviation));
  // beside a list, which still has all of its kind
  assert_int_equal(verify(f, "events: [{kind: impact}, {kind: impact, number: 1, at: 0.4, within: 1e-8}]"), PAWL_OK);
  assert_int_equal(verify(f, "run: {duration: 1.05}\nevents: [{kind: impact}, {kind: impact, number: 1}]"), PAWL_ERR_DEVIATION);
}

// Two runs with other parameters and options; all of them are reported by name.
static void test_runs_with_other_parameters(void **state) {
  Fixture *f = *state;
  assert_int_equal(verify(f,
                          "runs:\n"
                          "  - name: moon\n"
                          "    set: {g: 1.6}\n"
                          "    values: [{quantity: ball.y, at: end, is: 4 - 0.8, within: 1e-9}]\n"
                          "  - name: short\n"
                          "    run: {duration: 0.5, method: dopri5}\n"
                          "    values: [{quantity: ball.y, at: 0.5, is: 0.75, within: 1e-9}]\n"
                          "    info: {t: {is: 0.5}}\n"),
                   PAWL_OK);
  assert_string_equal(f->names, "moon: ball.y\nshort: ball.y\nshort: t\n");
  refused(f, "runs: [{name: a, set: {gg: 1}, info: {t: {is: 1}}}]", "", 0, 0, "gg");
  refused(f, "runs: [{set: {g: 1}, info: {t: {is: 1}}}]", "expected.yaml", 1, 8, "'name' is missing");
  refused(f, "runs: []", "expected.yaml", 1, 7, "list of runs");
  refused(f, "runs: [{name: a, info: {t: {is: 1}}}]\nvalues: []", "expected.yaml", 2, 1, "unknown key 'values'");
}

// Modes of a mass on a spring, k = 8 m: w = sqrt(8).
static void test_modes_are_compared(void **state) {
  Fixture *f = *state;
  write_file(f, "throw.yaml",
             "bodies: {box: {mass: 1, inertia: 1}}\n"
             "joints: {rail: {type: prismatic, between: [ground, box], at: [0, 0], axis: x}}\n"
             "forces: {s: {type: joint, coordinate: rail, stiffness: 8}}\n"
             "analysis: {type: linearise}\n");
  assert_int_equal(verify(f, "modes: [{mode: 1, quantity: eigenvalue.im, is: sqrt(8), within: 1e-12}]"), PAWL_OK);
  assert_int_equal(verify(f, "modes: [{mode: 1, quantity: eigenvalue.im, is: 2.9, within: 1e-12}]"), PAWL_ERR_DEVIATION);
  CHECK_CLOSE(f->last.deviation, 2.9 - sqrt(8), 1e-12);
  refused(f, "modes: [{mode: 2, quantity: frequency, is: 1, within: 1}]", "expected.yaml", 1, 29, "no mode 2");
  refused(f, "modes: [{mode: 1, quantity: pitch, is: 1, within: 1}]", "expected.yaml", 1, 29, "no mode 1 with 'pitch'");
  refused(f, "modes: [{mode: 1.5, quantity: frequency, is: 1, within: 1}]", "expected.yaml", 1, 16, "whole number");
}

static void test_bad_expectations(void **state) {
  Fixture *f = *state;
  static const struct {
    const char *text;
    int line, column;
    const char *part;
  } cases[] = {
      {"", 1, 1, "empty"},
      {"{}", 1, 1, "nothing is expected"},
      {"values: []", 1, 1, "nothing is expected"},
      {"[1]", 1, 1, "mapping"},
      {"value: []", 1, 1, "did you mean 'values'"},
      {"values: 3", 1, 9, "needs a list"},
      {"values: [3]", 1, 10, "needs a mapping"},
      {"values: [{quantity: h, is: 0, withing: 1}]", 1, 31, "did you mean 'within'"},
      {"values: [{quantity: h, is: 0}]", 1, 10, "'within' is missing"},
      {"values: [{is: 0, within: 1}]", 1, 10, "'quantity' is missing"},
      {"values: [{quantity: h, within: 1}]", 1, 10, "'is' is missing"},
      {"values: [{quantity: h, is: 0, within: -1}]", 1, 39, "negative"},
      {"values: [{quantity: h, is: 0, within: 1, at: soon}]", 1, 46, "soon"},
      {"values: [{quantity: h, is: 0, within: 1, at: 0.3}]", 1, 21, "no row at t = 0.3"},
      {"values: [{quantity: hh, is: 0, within: 1}]", 1, 21, "did you mean 'h'"},
      {"values: [{quantity: h, is: 2 +, within: 1}]", 1, 31, ""},
      {"limits: [{quantity: h}]", 1, 10, "'max', 'from' or 'to'"},
      {"table: {columns: {h: h}, within: 1}", 1, 8, "'file' is missing"},
      {"table: {file: a.csv, columns: 3, within: 1}", 1, 31, "maps quantities"},
      {"table: {file: a.csv, columns: {h: h}}", 1, 8, "'within' is missing"},
      {"table: {file: a.csv, columns: {h: h, t: t}, within: {h: 1}}", 1, 53, "nothing for 't'"},
      {"table: {file: a.csv, columns: {h: h}, within: {h: 1, k: 1}}", 1, 47, "one for each key"},
      {"table: {file: a.csv, columns: {h: h}, within: 1, floor: 0}", 1, 8, "'floor' must be > 0"},
      {"table: {file: a.csv, columns: {h: h}, within: 1, measure: mean}", 1, 59, "max, rms"},
      {"events: [{subject: run}]", 1, 10, "'kind' is missing"},
      {"events: [{kind: until, at: 1}]", 1, 10, "'within' is missing"},
      {"events: [{kind: until, number: 0}]", 1, 32, "'number' is a whole number from 1"},
      {"events: [{kind: until, number: 1.5}]", 1, 32, "'number' must be a whole number"},
      {"events: [{kind: until, t: {is: 1, within: 1}}]", 1, 24, "unknown key 't'"},
      {"events: [{kind: impact, impulse: 3}]", 1, 34, "mapping"},
      {"events: [{kind: impact, impulse: {within: 1}}]", 1, 34, "'is' is missing"},
      {"events: [{kind: impact, impulse: {is: 1}}]", 1, 34, "'within' is missing"},
      {"events: [{kind: impact, impulse: {is: 1, max: 1}}]", 1, 42, "unknown key 'max'"},
      {"events: [{kind: impact, x: {is: 1, within: -1}}]", 1, 44, "negative"},
      {"info: {energy_drif: {max: 1}}", 1, 8, "did you mean 'energy_drift'"},
      {"info: {steps: {}}", 1, 15, "'is', 'max' or 'min'"},
      {"info: {steps: {most: 1}}", 1, 16, "unknown key 'most'"},
      {"run: {tolerence: 1}\ninfo: {t: {is: 1}}", 1, 7, "did you mean 'tolerance'"},
      {"run: {tolerance: 1}\ninfo: {t: {is: 1}}", 1, 18, "tolerance"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    refused(f, cases[k].text, "expected.yaml", cases[k].line, cases[k].column, cases[k].part);
  }
}

// All complaints of one reading at once, before anything runs.
static void test_all_at_once(void **state) {
  Fixture *f = *state;
  assert_int_equal(verify(f, "values: [{quantity: h, is: 0}, {quantity: h, within: 1}]\ninfo: {stepz: {is: 1}}"), PAWL_ERR_INPUT);
  assert_int_equal(pawl_messages_errors(f->messages), 3);
  assert_int_equal(f->items, 0);
}

static void test_bad_folders(void **state) {
  Fixture *f = *state;
  assert_int_equal(verify(f, NULL), PAWL_ERR_IO);  // no expected.yaml
  assert_int_equal(pawl_verify(NULL, NULL, NULL, NULL, f->messages), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_verify("", NULL, NULL, NULL, f->messages), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_verify("/nowhere/at/all", NULL, NULL, NULL, f->messages), PAWL_ERR_IO);
  write_file(f, "throw.yaml", "bodies: {ball: {mass: -1}}");
  refused(f, "info: {t: {is: 1}}", "throw.yaml", 1, 23, "mass");
  setenv("TMPDIR", "/nowhere/at/all", 1);
  refused(f, "info: {t: {is: 1}}", "", 0, 0, "temporary folder");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_right_results_agree, setup, teardown),
      cmocka_unit_test_setup_teardown(test_deviations_are_told_where_they_are, setup, teardown),
      cmocka_unit_test_setup_teardown(test_tables_of_values_are_compared, setup, teardown),
      cmocka_unit_test_setup_teardown(test_table_at_event, setup, teardown),
      cmocka_unit_test_setup_teardown(test_bad_tables, setup, teardown),
      cmocka_unit_test_setup_teardown(test_events_are_compared, setup, teardown),
      cmocka_unit_test_setup_teardown(test_chosen_events, setup, teardown),
      cmocka_unit_test_setup_teardown(test_event_numbers, setup, teardown),
      cmocka_unit_test_setup_teardown(test_runs_with_other_parameters, setup, teardown),
      cmocka_unit_test_setup_teardown(test_runs_with_a_model_of_their_own, setup, teardown),
      cmocka_unit_test_setup_teardown(test_modes_are_compared, setup, teardown),
      cmocka_unit_test_setup_teardown(test_bad_expectations, setup, teardown),
      cmocka_unit_test_setup_teardown(test_all_at_once, setup, teardown),
      cmocka_unit_test_setup_teardown(test_bad_folders, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
