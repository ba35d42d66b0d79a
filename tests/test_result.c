// The result folder: what is written is read back, nothing foreign is touched, and nothing half-written is taken for whole.
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
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
                                      .time = {"", "ms", 1e3},
                                      .length = {"", "mm", 1e3},
                                      .speed = {"", "mm/ms", 1},
                                      .impulse = {"", "N*ms", 1e3},
                                      .force = {"", "N", 1},
                                      .angle = 5,
                                      .angular_speed = 0.5,
                                      .angular_impulse = 2,
                                      .torque = 4};
static const char JSON[] = "{\"pawl_result\": 1, \"status\": \"done\"}";

typedef struct {
  char home[64];  // the working folder is inside it while a test runs
  int back;
  PawlMessages *messages;
} Place;

static int enter(void **state) {
  Place *p = calloc(1, sizeof *p);
  strcpy(p->home, "/tmp/pawl-result-XXXXXX");
  p->back = open(".", O_RDONLY);
  p->messages = pawl_messages_create();
  *state = p;
  return p->back < 0 || !mkdtemp(p->home) || chdir(p->home) != 0;
}

static int leave(void **state) {
  Place *p = *state;
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", p->home);
  int bad = fchdir(p->back) != 0 || system(command) != 0;
  close(p->back);
  pawl_messages_free(p->messages);
  free(p);
  return bad;
}

static bool exists(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0;
}

static void put(const char *path, const void *bytes, size_t length) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static void put_text(const char *path, const char *text) {
  put(path, text, strlen(text));
}

static char *get(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  static char text[100000];
  *length = fread(text, 1, sizeof text - 1, file);
  text[*length] = 0;
  fclose(file);
  return text;
}

static void check_text(const char *path, const char *expected) {
  size_t length;
  assert_string_equal(get(path, &length), expected);
}

// The last message, which must hold `part`.
static void check_said(Place *p, const char *part) {
  int n = pawl_messages_count(p->messages);
  assert_true(n > 0);
  for (int i = 0; i < n; i++) {
    if (strstr(pawl_messages_get(p->messages, i).text, part)) return;
  }
  fail_msg("nothing said about '%s', but '%s'", part, pawl_messages_get(p->messages, n - 1).text);
}

static PwResultWriter *start(Place *p, const char *directory) {
  PwResultWriter *w = NULL;
  PawlStatus status = pw_result_create(directory, &LAYOUT, p->messages, &w);
  if (status != PAWL_OK) fail_msg("create: %s", pawl_messages_get(p->messages, 0).text);
  return w;
}

static void row(PwResultWriter *w, double t, double a, double b) {
  assert_int_equal(pw_result_row(w, (double[3]){t, a, b}, (double[2]){t, a}), PAWL_OK);
}

static PawlStatus event(PwResultWriter *w, double t, const char *kind, const char *subject, const char *detail, double value) {
  return pw_result_event(w, &(PwResultEvent){.t = t, .kind = kind, .subject = subject, .detail = detail, .value = value});
}

// A whole result whose one row carries `mark`.
static void make(Place *p, const char *directory, double mark) {
  PwResultWriter *w = start(p, directory);
  row(w, 0, 0, mark);
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_OK);
}

static double mark_of(Place *p, const char *directory) {
  PwResult *r = NULL;
  if (pw_result_open(directory, p->messages, &r) != PAWL_OK) fail_msg("%s", pawl_messages_get(p->messages, 0).text);
  assert_true(pw_result_rows(r) > 0);
  double mark = pw_result_value(r, 0, 2);
  pw_result_free(r);
  return mark;
}

static void refuse(Place *p, const char *directory, PawlStatus expected, const char *part) {
  PwResultWriter *w = NULL;
  pawl_messages_clear(p->messages);
  assert_int_equal(pw_result_create(directory, &LAYOUT, p->messages, &w), expected);
  assert_null(w);
  check_said(p, part);
}

// ---- writing and reading

static const PwResultEvent TOUCH = {.t = 0.003,
                                    .kind = "impact",
                                    .subject = "cam-follower",
                                    .body1 = "cam",
                                    .body2 = "a, b",
                                    .q1 = 3.5,
                                    .q2 = 0.25,
                                    .x = 0.007,
                                    .y = NAN,
                                    .speed_before = -2,
                                    .speed_after = 1,
                                    .impulse = 4,
                                    .force = NAN,
                                    .force_before = 5,
                                    .gap = 0.002};
static const PwResultEvent STOP = {.t = 0.004,
                                   .kind = "impact",
                                   .subject = "stop",
                                   .body1 = "cam",
                                   .body2 = "ground",
                                   .q1 = NAN,
                                   .q2 = NAN,
                                   .x = NAN,
                                   .y = NAN,
                                   .speed_before = -2,
                                   .speed_after = 1,
                                   .impulse = 4,
                                   .force = 6,
                                   .force_before = 7,
                                   .gap = 3,
                                   .angular = true};

// Expected bytes by hand: scales 1e3 and 180/pi, CSV quoting by RFC 4180, a line end in a text as a blank.
static void writes_tables(void **state) {
  Place *p = *state;
  PwResultWriter *w = start(p, "out");
  row(w, 0.001, 1, 0.1);
  row(w, 0.0025, 0, -INFINITY);
  row(w, 0.003, 0, NAN);
  assert_int_equal(event(w, 0.002, "limit", "crank", "said \"no\", twice\nthen left", 1.5), PAWL_OK);
  assert_int_equal(event(w, 0.002, "end", "", " blank", NAN), PAWL_OK);
  assert_int_equal(pw_result_event(w, &TOUCH), PAWL_OK);
  assert_int_equal(pw_result_event(w, &STOP), PAWL_OK);
  assert_string_equal(pw_result_path(w), "out.partial");
  assert_string_equal(pw_result_error(w), "");
  assert_false(exists("out"));
  assert_int_equal(pw_result_file(w, "state.csv", "a,b\n", 4), PAWL_OK);
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  assert_int_equal(pw_result_checkpoint(w, "x", 1), PAWL_OK);
  assert_true(exists("out.partial/checkpoint.bin"));
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_OK);
  assert_false(exists("out.partial"));
  assert_false(exists("out/checkpoint.bin"));
  check_text("out/result.csv", "t [ms],crank.angle [deg],\"ratio, net\"\n1,57.29577951308232,0.1\n2.5,0,-inf\n3,0,nan\n");
  check_text("out/events.csv",
             "t [ms],kind,subject,detail,value,body1,body2,q1,q2,x [mm],y [mm],speed_before [mm/ms],speed_after [mm/ms],"
             "impulse [N*ms],force [N],force_before [N],gap [mm]\n"
             "2,limit,crank,\"said \"\"no\"\", twice then left\",1.5,,,,,,,,,,,,\n"
             "2,end,,\" blank\",,,,,,,,,,,,,\n"
             "3,impact,cam-follower,,0,cam,\"a, b\",3.5,0.25,7,,-2,1,4000,,5,2\n"
             "4,impact,stop,,0,cam,ground,,,,,-1,0.5,8,24,28,15\n");
  check_text("out/motion.csv", "t [s],crank.angle [rad]\n0.001,1\n0.0025,0\n0.003,0\n");
  check_text("out/state.csv", "a,b\n");
  check_text("out/run.json", JSON);
}

// Second path: the reader, which must give the doubles back bit for bit.
static void reads_back(void **state) {
  Place *p = *state;
  PwResultWriter *w = start(p, "out");
  for (int i = 0; i < 5000; i++) row(w, i / 3.0, sin(i), exp(i / 10.0));  // several blocks
  assert_int_equal(event(w, 0.1, "a,b", "q\"", "x\"\"y,", 1 / 3.0), PAWL_OK);
  assert_int_equal(pw_result_event(w, &TOUCH), PAWL_OK);
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_OK);
  PwResult *r;
  assert_int_equal(pw_result_open("out//", p->messages, &r), PAWL_OK);
  assert_int_equal(pw_result_columns(r), 3);
  assert_string_equal(pw_result_column_name(r, 1), "crank.angle");
  assert_string_equal(pw_result_column_unit(r, 1), "deg");
  assert_string_equal(pw_result_column_name(r, 2), "ratio, net");
  assert_string_equal(pw_result_column_unit(r, 2), "");
  assert_int_equal(pw_result_find_column(r, "crank.angle"), 1);
  assert_int_equal(pw_result_find_column(r, "crank"), -1);
  assert_int_equal(pw_result_rows(r), 5000);
  for (int i = 0; i < 5000; i++) {
    CHECK_CLOSE(pw_result_value(r, i, 0), i / 3.0 * 1e3, 0);
    CHECK_CLOSE(pw_result_value(r, i, 1), sin(i) * 57.29577951308232, 0);
    CHECK_CLOSE(pw_result_value(r, i, 2), exp(i / 10.0), 0);
  }
  PwGrid motion;
  assert_int_equal(pw_result_read_motion(r, p->messages, &motion), PAWL_OK);
  assert_int_equal(motion.rows, 5000);
  assert_int_equal(pw_grid_find(&motion, "crank.angle"), 1);
  assert_string_equal(motion.heading[1].unit, "rad");
  for (int i = 0; i < 5000; i++) CHECK_CLOSE(pw_grid_value(&motion, i, 1), sin(i), 0);
  pw_grid_free(&motion);
  assert_string_equal(pw_result_folder(r), "out");
  assert_int_equal(pw_result_events(r), 2);
  assert_string_equal(pw_result_event_field(PW_EVENT_IMPULSE), "impulse");
  assert_string_equal(pw_result_event_unit(r, PW_EVENT_IMPULSE), "N*ms");
  PwResultEvent e = pw_result_get_event(r, 0);
  CHECK_CLOSE(e.t, 0.1 * 1e3, 0);
  CHECK_CLOSE(e.value, 1 / 3.0, 0);
  assert_string_equal(e.kind, "a,b");
  assert_string_equal(e.subject, "q\"");
  assert_string_equal(e.detail, "x\"\"y,");
  assert_null(e.body1);
  assert_true(isnan(e.q1) && isnan(e.force));
  e = pw_result_get_event(r, 1);
  assert_string_equal(e.body2, "a, b");
  CHECK_CLOSE(e.x, 7, 0);
  CHECK_CLOSE(e.impulse, 4000, 0);
  assert_true(isnan(e.y));
  size_t length;
  char *json = pw_result_read_file(r, "run.json", &length);
  assert_string_equal(json, JSON);
  assert_int_equal(length, strlen(JSON));
  free(json);
  assert_null(pw_result_read_file(r, "none.csv", &length));
  assert_null(pw_result_read_file(r, "../out/run.json", &length));
  pw_result_free(r);
}

// An interrupted run: whole rows only, and DIR.partial is read while there is no DIR.
static void reads_partial(void **state) {
  Place *p = *state;
  PwResultWriter *w = start(p, "out");
  row(w, 0, 0, 7);
  pw_result_abandon(w);
  assert_true(mark_of(p, "out") == 7);
  FILE *file = fopen("out.partial/result.csv", "a");
  fputs("1,2,9", file);
  fclose(file);
  PwResult *r;
  assert_int_equal(pw_result_open("out", p->messages, &r), PAWL_OK);
  assert_int_equal(pw_result_rows(r), 1);  // the unterminated line is left out
  pw_result_free(r);
  assert_int_equal(mkdir("out", 0777), 0);  // an empty DIR hides nothing
  assert_true(mark_of(p, "out") == 7);
  make(p, "out", 8);
  assert_true(mark_of(p, "out") == 8);
  pw_result_abandon(start(p, "out"));  // a younger DIR.partial does not hide DIR
  assert_true(mark_of(p, "out") == 8);
}

static void takes_any_path(void **state) {
  Place *p = *state;
  assert_int_equal(mkdir("a b", 0777), 0);
  make(p, "a b/c d///", 1);
  assert_true(mark_of(p, "./a b/c d") == 1);
  char path[200];
  snprintf(path, sizeof path, "%s/deep.result/", p->home);
  make(p, path, 2);
  assert_true(mark_of(p, "deep.result") == 2);
  refuse(p, "", PAWL_ERR_ARGUMENT, "cannot be a result folder");
  refuse(p, "///", PAWL_ERR_ARGUMENT, "cannot be a result folder");
  refuse(p, "a b/..", PAWL_ERR_ARGUMENT, "cannot be a result folder");
  refuse(p, "./", PAWL_ERR_ARGUMENT, "cannot be a result folder");
  refuse(p, "missing/out", PAWL_ERR_ARGUMENT, "missing/out.partial': No such file");
}

static void numbers_ignore_the_locale(void **state) {
  Place *p = *state;
  if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) skip();
  make(p, "out", 0.5);
  double mark = mark_of(p, "out");
  setlocale(LC_NUMERIC, "C");
  assert_true(mark == 0.5);
  check_text("out/result.csv", "t [ms],crank.angle [deg],\"ratio, net\"\n0,0,0.5\n");
}

static void checks_arguments(void **state) {
  Place *p = *state;
  PwResultWriter *w = NULL;
  const PwColumn bad = {"a[b]", "", 1}, nameless = {"", "m", 1};
  const struct {
    const PwColumn *column;
    int32_t count;
  } wrong[] = {{&bad, 1}, {&nameless, 1}, {&bad, 0}, {&bad, 100001}};
  for (int i = 0; i < 4; i++) {
    PwResultLayout layout = LAYOUT;
    layout.column = wrong[i].column;
    layout.count = wrong[i].count;
    assert_int_equal(pw_result_create("out", &layout, p->messages, &w), PAWL_ERR_ARGUMENT);
    layout = LAYOUT;
    layout.motion = wrong[i].column;
    layout.motion_count = wrong[i].count;
    assert_int_equal(pw_result_create("out", &layout, p->messages, &w), PAWL_ERR_ARGUMENT);
  }
  assert_false(exists("out.partial"));
  w = start(p, "out");
  assert_int_equal(pw_result_json(w, "{\"other\": 1}"), PAWL_ERR_ARGUMENT);
  assert_non_null(strstr(pw_result_error(w), "pawl_result"));
  pw_result_abandon(w);
  w = start(p, "out");
  assert_int_equal(pw_result_file(w, "../evil", "", 0), PAWL_ERR_ARGUMENT);
  pw_result_abandon(w);
  w = start(p, "out");
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_ERR_ARGUMENT);  // without run.json it would be nobody's
  check_said(p, "run.json");
  assert_false(exists("out"));
}

// ---- folders that are already there

static void replaces_ours(void **state) {
  Place *p = *state;
  make(p, "out", 1);
  put_text("out/result.csv.new", "left by a crash");
  PwResultWriter *w = start(p, "out");
  row(w, 0, 0, 2);
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  assert_true(mark_of(p, "out") == 1);  // the old one stays until the new one is whole
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_OK);
  assert_true(mark_of(p, "out") == 2);
  assert_false(exists("out.partial"));
  assert_false(exists("out.old"));
}

static void refuses_foreign_folders(void **state) {
  Place *p = *state;
  assert_int_equal(mkdir("home", 0777), 0);
  put_text("home/thesis.tex", "ten years");
  refuse(p, "home", PAWL_ERR_ARGUMENT, "no result folder of pawl");
  put_text("home/run.json", "{\"name\": \"npm\"}");
  refuse(p, "home", PAWL_ERR_ARGUMENT, "choose another");
  put_text("home/run.json", "not json");
  refuse(p, "home", PAWL_ERR_ARGUMENT, "choose another");
  put_text("home/result.csv", "mine");  // a table alone makes no DIR ours
  refuse(p, "home", PAWL_ERR_ARGUMENT, "choose another");
  put_text("home/run.json", JSON);
  refuse(p, "home", PAWL_ERR_ARGUMENT, "'thesis.tex'");
  check_text("home/thesis.tex", "ten years");
  check_text("home/result.csv", "mine");
  put_text("file", "");
  refuse(p, "file", PAWL_ERR_ARGUMENT, "not a folder");
  assert_int_equal(symlink("home", "link"), 0);
  refuse(p, "link/", PAWL_ERR_ARGUMENT, "symbolic link");
  make(p, "nest", 1);
  assert_int_equal(mkdir("nest/state.csv", 0777), 0);  // a folder under one of our names is not ours
  refuse(p, "nest", PAWL_ERR_ARGUMENT, "'state.csv'");
}

static void refuses_foreign_partial(void **state) {
  Place *p = *state;
  assert_int_equal(mkdir("out.partial", 0777), 0);
  pw_result_abandon(start(p, "out"));  // an empty one is nobody's
  pw_result_abandon(start(p, "out"));  // and one with our tables is ours
  put_text("out.partial/notes", "keep");
  refuse(p, "out", PAWL_ERR_ARGUMENT, "'notes'");
  check_text("out.partial/notes", "keep");
  assert_int_equal(unlink("out.partial/result.csv"), 0);
  refuse(p, "out", PAWL_ERR_ARGUMENT, "'out.partial' exists and is no result");
  assert_true(exists("out.partial/events.csv"));
}

// DIR became somebody else's while the run went on.
static void keeps_result_when_the_place_is_taken(void **state) {
  Place *p = *state;
  PwResultWriter *w = start(p, "out");
  row(w, 0, 0, 3);
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  assert_int_equal(pw_result_checkpoint(w, "x", 1), PAWL_OK);
  assert_int_equal(mkdir("out", 0777), 0);
  put_text("out/mail", "keep");
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_ERR_ARGUMENT);
  check_said(p, "stays in 'out.partial'");
  check_text("out/mail", "keep");
  assert_true(exists("out.partial/checkpoint.bin"));
  assert_true(mark_of(p, "out") == 3);
}

static void swaps_both_ways(void **state) {
  Place *p = *state;
  for (int exchange = 0; exchange < 2; exchange++) {
    PwFolderPaths paths;
    assert_int_equal(pw_folder_paths("out", p->messages, &paths), PAWL_OK);
    make(p, "out", 1);
    make(p, "next", 2);
    assert_int_equal(rename("next", "out.partial"), 0);
    assert_int_equal(pw_folder_swap(&paths, exchange, p->messages), PAWL_OK);
    assert_true(mark_of(p, "out") == 2);
    assert_false(exists("out.partial"));
    assert_false(exists("out.old"));
    pw_folder_paths_free(&paths);
  }
}

static void swap_restores_on_failure(void **state) {
  Place *p = *state;
  PwFolderPaths paths;
  assert_int_equal(pw_folder_paths("out", p->messages, &paths), PAWL_OK);
  make(p, "out", 1);
  assert_int_equal(pw_folder_swap(&paths, false, p->messages), PAWL_ERR_IO);  // there is no DIR.partial
  assert_true(mark_of(p, "out") == 1);
  make(p, "next", 2);
  assert_int_equal(rename("next", "out.partial"), 0);
  assert_int_equal(mkdir("out.old", 0777), 0);
  put_text("out.old/notes", "keep");  // the way round is taken by somebody else
  assert_int_equal(pw_folder_swap(&paths, false, p->messages), PAWL_ERR_ARGUMENT);
  assert_true(mark_of(p, "out") == 1);
  check_text("out.old/notes", "keep");
  pw_folder_paths_free(&paths);
}

// One process replaces the result again and again, another reads: it must always find a whole one.
static void reader_always_finds_one(void **state) {
  Place *p = *state;
  make(p, "out", 0);
  pid_t child = fork();
  if (child == 0) {
    for (int i = 1; i <= 100; i++) {
      PwResultWriter *w;
      if (pw_result_create("out", &LAYOUT, NULL, &w) != PAWL_OK) _exit(1);
      if (pw_result_row(w, (double[3]){0, 0, i}, (double[2]){0}) != PAWL_OK || pw_result_json(w, JSON) != PAWL_OK) _exit(2);
      if (pw_result_finish(w, NULL) != PAWL_OK) _exit(3);
    }
    _exit(0);
  }
  double last = 0;
  int status, reads = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    double mark = mark_of(p, "out");
    assert_true(mark >= last);
    last = mark;
    reads++;
  }
  assert_int_equal(status, 0);
  assert_true(reads > 10);
  assert_true(mark_of(p, "out") == 100);
}

static void refuses_a_folder_in_use(void **state) {
  Place *p = *state;
  int ready[2], go[2];
  assert_true(pipe(ready) == 0 && pipe(go) == 0);
  pid_t child = fork();
  if (child == 0) {
    PwResultWriter *w;
    char c = pw_result_create("out", &LAYOUT, NULL, &w) == PAWL_OK;
    if (write(ready[1], &c, 1) != 1 || read(go[0], &c, 1) != 1) _exit(1);
    _exit(0);
  }
  char c;
  assert_true(read(ready[0], &c, 1) == 1 && c == 1);
  refuse(p, "out", PAWL_ERR_ARGUMENT, "another run is writing");
  void *bytes;
  size_t length;
  PwResultWriter *w;
  assert_int_equal(pw_result_resume("out", &LAYOUT, p->messages, &w, &bytes, &length), PAWL_ERR_ARGUMENT);
  assert_int_equal(write(go[1], &c, 1), 1);
  int status;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  pw_result_abandon(start(p, "out"));  // its lock went with it
  for (int i = 0; i < 2; i++) close(ready[i]), close(go[i]);
}

// ---- checkpoints

static PawlStatus resume(Place *p, const PwColumn *columns, PwResultWriter **w, void **bytes, size_t *length) {
  pawl_messages_clear(p->messages);
  *w = NULL;
  PwResultLayout layout = LAYOUT;
  layout.column = columns;
  return pw_result_resume("out", &layout, p->messages, w, bytes, length);
}

// Interrupted after a checkpoint and resumed: the same bytes as a run that was not interrupted.
static void resumes_at_the_checkpoint(void **state) {
  Place *p = *state;
  for (int broken = 0; broken < 2; broken++) {
    PwResultWriter *w = start(p, "out");
    for (int i = 0; i < 10; i++) row(w, i, 0.1 * i, 5);
    assert_int_equal(event(w, 1, "limit", "crank", "", 0), PAWL_OK);
    assert_int_equal(pw_result_checkpoint(w, "the\0state", 9), PAWL_OK);
    if (broken) {
      for (int i = 0; i < 10000; i++) row(w, -1, -1, -1);
      assert_int_equal(event(w, -1, "lost", "", "", 0), PAWL_OK);
      pw_result_abandon(w);
      FILE *file = fopen("out.partial/result.csv", "a");
      fputs("half a ro", file);
      fclose(file);
      void *bytes;
      size_t length;
      assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_OK);
      assert_int_equal(length, 9);
      assert_memory_equal(bytes, "the\0state", 9);
      free(bytes);
    }
    for (int i = 10; i < 20; i++) row(w, i, 0.1 * i, 5);
    assert_int_equal(event(w, 2, "limit", "crank", "", 0), PAWL_OK);
    assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
    assert_int_equal(pw_result_finish(w, p->messages), PAWL_OK);
    assert_int_equal(rename("out", broken ? "broken" : "whole"), 0);
  }
  assert_int_equal(system("cmp whole/result.csv broken/result.csv && cmp whole/events.csv broken/events.csv && "
                          "cmp whole/motion.csv broken/motion.csv"),
                   0);
}

static void refuses_wrong_checkpoints(void **state) {
  Place *p = *state;
  PwResultWriter *w;
  void *bytes;
  size_t length;
  assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_ARGUMENT);
  check_said(p, "nothing to resume");
  w = start(p, "out");
  row(w, 0, 0, 0);
  pw_result_abandon(w);
  assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_ARGUMENT);
  check_said(p, "nothing to resume");
  w = start(p, "out");
  row(w, 0, 0, 0);
  assert_int_equal(pw_result_checkpoint(w, "state", 5), PAWL_OK);
  pw_result_abandon(w);

  char good[100];
  size_t size;
  memcpy(good, get("out.partial/checkpoint.bin", &size), sizeof good);
  assert_int_equal(size, PW_CHECKPOINT_HEAD + 5 + PW_CHECKPOINT_TAIL);
  for (size_t i = 0; i < size; i++) {  // torn anywhere
    put("out.partial/checkpoint.bin", good, i);
    assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_INPUT);
    check_said(p, "is damaged");
  }
  for (size_t i = 0; i < size; i++) {  // one bit wrong anywhere
    good[i] ^= 4;
    put("out.partial/checkpoint.bin", good, size);
    good[i] ^= 4;
    assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_INPUT);
  }
  put("out.partial/checkpoint.bin", good, size);

  PwColumn other[3] = {COLUMNS[0], {"crank.angle", "rad", 1}, COLUMNS[2]};
  assert_int_equal(resume(p, other, &w, &bytes, &length), PAWL_ERR_INPUT);
  check_said(p, "columns are not those of this model");
  size_t table;
  get("out.partial/result.csv", &table);
  assert_int_equal(truncate("out.partial/result.csv", (off_t)table - 1), 0);
  assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_INPUT);
  check_said(p, "shorter than its checkpoint");
}

// A checkpoint that is sound but whose table is another one's.
static void refuses_a_cut_inside_a_row(void **state) {
  Place *p = *state;
  PwResultWriter *w = start(p, "out");
  row(w, 0, 0, 0);
  assert_int_equal(pw_result_checkpoint(w, "", 0), PAWL_OK);
  pw_result_abandon(w);
  size_t length;
  char *text = get("out.partial/result.csv", &length);
  text[length - 1] = '1';
  put("out.partial/result.csv", text, length);
  void *bytes;
  assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_INPUT);
  check_said(p, "middle of a row");
}

// FNV-1a of the empty text and of "a" are published constants: 64-bit offset basis and af63dc4c8601ec8c; the checksum of a
// checkpoint is checked against a computation of its own.
static void checkpoint_layout(void **state) {
  (void)state;
  PwCheckpoint c = {258, 5, 3, "ab", 2}, back;
  size_t length;
  unsigned char *data = pw_checkpoint_pack(&c, &length);
  static const unsigned char HEAD[50] = {'P', 'A', 'W', 'L', 'C', 'K', 'P', 'T', 2, 0, 0, 0, 0, 0, 0,   0,  2,
                                         1,   0,   0,   0,   0,   0,   0,   5,   0, 0, 0, 0, 0, 0, 0,   3,  0,
                                         0,   0,   0,   0,   0,   0,   2,   0,   0, 0, 0, 0, 0, 0, 'a', 'b'};
  assert_int_equal(length, 58);
  assert_memory_equal(data, HEAD, 50);
  uint64_t hash = 14695981039346656037u, stored = 0;
  for (int i = 0; i < 50; i++) hash = (hash ^ HEAD[i]) * 1099511628211u;
  for (int i = 7; i >= 0; i--) stored = stored << 8 | data[50 + i];
  assert_true(stored == hash);
  assert_null(pw_checkpoint_unpack(data, length, &back));
  assert_int_equal(back.rows_length, 258);
  assert_int_equal(back.motion_length, 5);
  assert_int_equal(back.events_length, 3);
  assert_int_equal(back.length, 2);
  free(data);
}

// ---- failing writes

static void limit_files(rlim_t bytes) {
  struct rlimit limit;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  limit.rlim_cur = bytes;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void reports_failing_writes(void **state) {
  Place *p = *state;
  signal(SIGXFSZ, SIG_IGN);
  PwResultWriter *w = start(p, "out");
  limit_files(100000);  // stands for a full disk: write stores a part, then fails
  PawlStatus status = PAWL_OK;
  for (int i = 0; i < 20000 && status == PAWL_OK; i++) status = pw_result_row(w, (double[3]){i, 1 / 3.0, 2}, (double[2]){0});
  assert_int_equal(status, PAWL_ERR_IO);
  assert_non_null(strstr(pw_result_error(w), "out.partial/result.csv': File too large"));
  assert_int_equal(pw_result_row(w, (double[3]){0}, (double[2]){0}), PAWL_ERR_IO);  // final
  assert_int_equal(event(w, 0, "a", "b", "c", 0), PAWL_ERR_IO);
  assert_int_equal(pw_result_json(w, JSON), PAWL_ERR_IO);
  assert_int_equal(pw_result_checkpoint(w, "", 0), PAWL_ERR_IO);
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_ERR_IO);
  check_said(p, "File too large");
  size_t length;
  char *text = get("out.partial/result.csv", &length);
  assert_true(length > 60000 && text[length - 1] == '\n');  // whole rows only
  w = start(p, "out");
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  char *big = calloc(1, 200000);
  assert_int_equal(pw_result_file(w, "state.csv", big, 200000), PAWL_ERR_IO);
  assert_false(exists("out.partial/state.csv"));
  assert_false(exists("out.partial/state.csv.new"));
  pw_result_abandon(w);
  w = start(p, "out");
  assert_int_equal(pw_result_checkpoint(w, big, 10), PAWL_OK);
  assert_int_equal(pw_result_checkpoint(w, big, 200000), PAWL_ERR_IO);  // the last good one stays
  pw_result_abandon(w);
  limit_files(0);
  refuse(p, "other", PAWL_ERR_IO, "cannot write");
  limit_files(RLIM_INFINITY);
  free(big);
  void *bytes;
  assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_OK);
  assert_int_equal(length, 10);
  free(bytes);
  pw_result_abandon(w);
}

// ---- hostile tables

#define FIELDS "kind,subject,detail,value,body1,body2,q1,q2,x,y,speed_before,speed_after,impulse,force,force_before,gap"
static const char EVENTS[] = "t [s]," FIELDS "\n";

static void complains(Place *p, const char *rows, const char *events, const char *file, int line, int column, const char *part) {
  pawl_messages_clear(p->messages);
  mkdir("bad", 0777);
  put_text("bad/result.csv", rows);
  put_text("bad/events.csv", events);
  PwResult *r = NULL;
  assert_int_equal(pw_result_open("bad", p->messages, &r), PAWL_ERR_INPUT);
  PawlMessage m = pawl_messages_get(p->messages, 0);
  if (!strstr(m.text, part)) fail_msg("'%s' does not hold '%s'", m.text, part);
  assert_string_equal(m.file, file);
  assert_int_equal(m.line, line);
  assert_int_equal(m.column, column);
}

static void refuses_damaged_tables(void **state) {
  Place *p = *state;
  const char *r = "bad/result.csv", *e = "bad/events.csv";
  complains(p, "", EVENTS, r, 0, 0, "ends before its first line");
  complains(p, "t [s],a", EVENTS, r, 0, 0, "ends before its first line");
  complains(p, "t [s],,b\n", EVENTS, r, 1, 7, "no name");
  complains(p, "t [s],a\n0,1\n1,x2\n", EVENTS, r, 3, 3, "expected a number, found 'x2'");
  complains(p, "t [s],a\n0,1 \n", EVENTS, r, 2, 3, "expected a number");
  complains(p, "t [s],a\n0,0x10\n", EVENTS, r, 2, 3, "expected a number");
  complains(p, "t [s],a\n0,\n", EVENTS, r, 2, 3, "expected a number");
  complains(p, "t [s],a\n0\n", EVENTS, r, 2, 2, "missing");
  complains(p, "t [s],a\n\n", EVENTS, r, 2, 1, "expected a number");
  complains(p, "t [s],a\n0,1,2\n", EVENTS, r, 2, 5, "more fields");
  complains(p, "t [s],\"a\n", EVENTS, r, 1, 9, "quote is not closed");
  complains(p, "t [s],\"a\"b\n", EVENTS, r, 1, 10, "after a closing quote");
  complains(p, "t\n", "t,kind,subject,value,detail\n", e, 1, 16, "columns must be");
  complains(p, "t\n", "t," FIELDS ",more\n", e, 1, 103, "columns must be");
  complains(p, "t\n", "", e, 0, 0, "ends before");
  complains(p, "t\n", "t," FIELDS "\nnow,a,b,c,0,,,,,,,,,,,,\n", e, 2, 1, "expected a number");
  complains(p, "t\n", "t," FIELDS "\n0,a,b,c\n", e, 2, 8, "missing");
  complains(p, "t\n", "t," FIELDS "\n0,a,b,\"c,0\n", e, 2, 11, "quote is not closed");
  complains(p, "t\n", "t," FIELDS "\n0,a,b,c,0,,,x,,,,,,,,,\n", e, 2, 13, "expected a number");
  complains(p, "t\n", "t," FIELDS "\n0,a,b,c,0,,,,,,,,,,,,,\n", e, 2, 23, "more fields");
}

static void complains_bytes(Place *p, const char *bytes, size_t length, const char *part) {
  pawl_messages_clear(p->messages);
  mkdir("bad", 0777);
  put("bad/result.csv", bytes, length);
  put_text("bad/events.csv", EVENTS);
  PwResult *r = NULL;
  assert_int_equal(pw_result_open("bad", p->messages, &r), PAWL_ERR_INPUT);
  check_said(p, part);
}

static void keeps_to_its_limits(void **state) {
  Place *p = *state;
  complains_bytes(p, "t\n1\0002\n", 6, "not text");
  size_t n = PW_CSV_LINE_MAX + 10;
  char *big = malloc(n);
  memset(big, '1', n);
  memcpy(big, "t\n", 2);
  complains_bytes(p, big, n, "over 4 MB");  // without any line end
  assert_int_equal(pawl_messages_get(p->messages, 0).line, 2);
  big[n - 1] = '\n';
  complains_bytes(p, big, n, "over 4 MB");
  memset(big, ',', n);
  big[200000] = '\n';
  complains_bytes(p, big, 200001, "100000 columns");
  free(big);
  FILE *file = fopen("bad/result.csv", "w");  // sparse: 4 GB + 1 of zeros, no disk behind it
  fputs("t\n1\n", file);
  fclose(file);
  assert_int_equal(truncate("bad/result.csv", ((off_t)4 << 30) + 1), 0);
  PwResult *r;
  assert_int_equal(pw_result_open("bad", p->messages, &r), PAWL_ERR_INPUT);
  assert_int_equal(unlink("bad/result.csv"), 0);
  assert_int_equal(mkfifo("bad/result.csv", 0666), 0);  // must not wait for a writer
  assert_int_equal(pw_result_open("bad", p->messages, &r), PAWL_ERR_INPUT);
  assert_int_equal(pw_result_open("nowhere", p->messages, &r), PAWL_ERR_INPUT);
  check_said(p, "no result in 'nowhere'");
}

static void limits_the_file(void **state) {
  (void)state;
  put_text("lines", "one\ntwo\n");
  int file = open("lines", O_RDONLY);
  PwLines lines = pw_lines_begin(file, 7);
  char *text;
  assert_int_equal(pw_lines_next(&lines, &text), PW_LINE_TOO_MUCH);
  pw_lines_free(&lines);
  assert_int_equal(lseek(file, 0, SEEK_SET), 0);
  lines = pw_lines_begin(file, 8);
  assert_int_equal(pw_lines_next(&lines, &text), PW_LINE_OK);
  assert_string_equal(text, "one");
  assert_int_equal(pw_lines_next(&lines, &text), PW_LINE_OK);
  assert_int_equal(pw_lines_next(&lines, &text), PW_LINE_END);
  pw_lines_free(&lines);
  close(file);
}

static void refuses_damaged_motion(void **state) {
  Place *p = *state;
  make(p, "out", 1);
  PwResult *r;
  PwGrid motion;
  assert_int_equal(pw_result_open("out", p->messages, &r), PAWL_OK);
  put_text("out/motion.csv", "t [s],a\n0,x\n");
  assert_int_equal(pw_result_read_motion(r, p->messages, &motion), PAWL_ERR_INPUT);
  PawlMessage m = pawl_messages_get(p->messages, 0);
  assert_string_equal(m.file, "out/motion.csv");
  assert_int_equal(m.line, 2);
  assert_int_equal(m.column, 3);
  assert_int_equal(unlink("out/motion.csv"), 0);
  assert_int_equal(pw_result_read_motion(r, p->messages, &motion), PAWL_ERR_INPUT);
  check_said(p, "cannot read 'out/motion.csv': No such file");
  pw_result_free(r);
}

// Lines with \r\n, as an editor may leave them.
static void reads_foreign_line_ends(void **state) {
  Place *p = *state;
  mkdir("out", 0777);
  put_text("out/result.csv", "t [s],a,ratio\r\n0,1,4\r\n");
  put_text("out/events.csv", "t [s]," FIELDS "\r\n");
  assert_true(mark_of(p, "out") == 4);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)
int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(writes_tables),
      TEST(reads_back),
      TEST(reads_partial),
      TEST(takes_any_path),
      TEST(numbers_ignore_the_locale),
      TEST(checks_arguments),
      TEST(replaces_ours),
      TEST(refuses_foreign_folders),
      TEST(refuses_foreign_partial),
      TEST(keeps_result_when_the_place_is_taken),
      TEST(swaps_both_ways),
      TEST(swap_restores_on_failure),
      TEST(reader_always_finds_one),
      TEST(refuses_a_folder_in_use),
      TEST(resumes_at_the_checkpoint),
      TEST(refuses_wrong_checkpoints),
      TEST(refuses_a_cut_inside_a_row),
      TEST(checkpoint_layout),
      TEST(reports_failing_writes),
      TEST(refuses_damaged_tables),
      TEST(refuses_damaged_motion),
      TEST(keeps_to_its_limits),
      TEST(limits_the_file),
      TEST(reads_foreign_line_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
