// The result folder: what is written is read back.
#include "result_place.h"

static const PwResultEvent TOUCH = {.t = 0.003,
                                    .kind = "impact",
                                    .subject = "cam-follower",
                                    .body1 = "cam",
                                    .body2 = "a, b",
                                    .q1 = 3.5,
                                    .q2 = 0.25,
                                    .v1 = -1.5,
                                    .v2 = NAN,
                                    .x = 0.007,
                                    .y = NAN,
                                    .z = -0.008,
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
                                   .v1 = NAN,
                                   .v2 = NAN,
                                   .x = NAN,
                                   .y = NAN,
                                   .z = NAN,
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
             "t [ms],kind,subject,detail,value,body1,body2,q1,q2,v1,v2,x [mm],y [mm],z [mm],speed_before [mm/ms],"
             "speed_after [mm/ms],impulse [N*ms],force [N],force_before [N],gap [mm]\n"
             "2,limit,crank,\"said \"\"no\"\", twice then left\",1.5,,,,,,,,,,,,,,,\n"
             "2,end,,\" blank\",,,,,,,,,,,,,,,,\n"
             "3,impact,cam-follower,,0,cam,\"a, b\",3.5,0.25,-1.5,,7,,-8,-2,1,4000,,5,2\n"
             "4,impact,stop,,0,cam,ground,,,,,,,,-1,0.5,8,24,28,15\n");
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
  assert_string_equal(pw_event_field(PW_EVENT_AT_impulse)->name, "impulse");
  assert_string_equal(pw_result_event_unit(r, PW_EVENT_AT_impulse), "N*ms");
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
  CHECK_CLOSE(e.z, -8, 0);
  CHECK_CLOSE(e.v1, -1.5, 0);
  assert_true(isnan(e.y) && isnan(e.v2));
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
  } wrong[] = {{&bad, 1}, {&nameless, 1}, {&bad, 0}, {&bad, 1000001}};
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

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(writes_tables),    TEST(reads_back), TEST(reads_partial), TEST(takes_any_path), TEST(numbers_ignore_the_locale),
      TEST(checks_arguments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
