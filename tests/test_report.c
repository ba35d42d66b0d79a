// The page and its data: what is in it, how large it is, what hostile and damaged folders do.
#include "report/page_data.h"
#include "report_place.h"
#include "result/result.h"

static const char TEMPLATE[] =
    "<!doctype html>\n<script type=\"application/json\" id=\"pawl-data\"></script>\n<script>start()</script>\n";
#define HOSTILE "</script><script>alert(1)//<!--"

static void use_page(const char *text) {
  put_text("page.html", text);
  assert_int_equal(setenv("PAWL_PAGE", "page.html", 1), 0);
}

static json_t *data_of(Place *p, const char *folder) {
  char *text = NULL;
  check_ok(p, pawl_report_data(folder, p->messages, &text));
  assert_null(strchr(text, '<'));
  json_t *data = parse_json(text, strlen(text));
  pawl_text_free(text);
  return data;
}

// ---- folders made by hand

typedef double (*Function)(int64_t row, int32_t column);

// `bodies` bodies in space called NAME1, NAME2, ..., with their six speeds as result; rows 0.001 s apart, an event every
// `every` rows (0: none) with two rows.
static void make_folder(const char *folder, const char *name, int bodies, int64_t rows, int64_t every, Function f) {
  PwArena arena = {0};
  int32_t count = 1 + 6 * bodies, motion_count = 1 + 7 * bodies;
  PwColumn *column = pw_arena_array(&arena, (size_t)count, sizeof *column);
  PwColumn *motion = pw_arena_array(&arena, (size_t)motion_count, sizeof *motion);
  static const char *const SPEEDS[] = {"vx", "vy", "vz", "wx", "wy", "wz"}, *const POSES[] = {"x",  "y",  "z", "qw",
                                                                                              "qx", "qy", "qz"};
  json_t *list = json_array();
  column[0] = (PwColumn){"t", "ms", 1e3};
  motion[0] = (PwColumn){"t", "s", 1};
  for (int b = 0; b <= bodies; b++) {
    const char *body = b ? pw_arena_format(&arena, "%s%d", name, b) : "ground";
    json_array_append_new(
        list, json_pack("{s:s, s:f, s:[f,f,f], s:[]}", "name", body, "mass", 1.0, "center", 0.0, 0.0, 0.0, "profiles"));
    for (int i = 0; b && i < 6; i++) {
      column[1 + 6 * (b - 1) + i] = (PwColumn){pw_arena_format(&arena, "%s.%s", body, SPEEDS[i]), "m/s", 1};
    }
    for (int i = 0; b && i < 7; i++)
      motion[1 + 7 * (b - 1) + i] = (PwColumn){pw_arena_format(&arena, "%s.%s", body, POSES[i]), "", 1};
  }
  PwResultLayout layout = {.column = column,
                           .count = count,
                           .motion = motion,
                           .motion_count = motion_count,
                           .event = {[PW_FIELD_TIME] = {"ms", 1e3, 1e3},
                                     [PW_FIELD_LENGTH] = {"m", 1, 1},
                                     [PW_FIELD_GAP] = {"m", 1, 1},
                                     [PW_FIELD_SPEED] = {"m/s", 1, 1},
                                     [PW_FIELD_FORCE] = {"N", 1, 1},
                                     [PW_FIELD_IMPULSE] = {"N*s", 1, 1}}};
  json_t *scene = json_pack(
      "{s:i, s:s, s:b, s:f, s:{s:{s:s,s:f}, s:{s:s,s:f}, s:{s:s,s:f}, s:{s:s,s:f}, s:{s:s,s:f}}, s:o, s:[], s:[], s:[], s:[]}",
      "pawl_scene", 1, "name", name, "planar", 0, "size", 1.0, "units", "length", "name", "m", "si", 1.0, "mass", "name", "kg",
      "si", 1.0, "time", "name", "ms", "si", 1e-3, "angle", "name", "rad", "si", 1.0, "force", "name", "N", "si", 1.0, "bodies",
      list, "joints", "frames", "springs", "contacts");
  assert_non_null(scene);
  char *text = json_dumps(scene, 0);
  PwResultWriter *w;
  assert_int_equal(pw_result_create(folder, &layout, NULL, &w), PAWL_OK);
  assert_int_equal(pw_result_file(w, "scene.json", text, strlen(text)), PAWL_OK);
  double *values = calloc((size_t)motion_count + 1, sizeof *values);
  for (int64_t i = 0; i < rows; i++) {
    int64_t events = every ? i / every : 0;
    for (int32_t c = 1; c < motion_count; c++) values[c] = f(i, c);
    values[0] = 1e-3 * (double)(i - events);  // the row after an event has its time
    assert_int_equal(pw_result_row(w, values, values), PAWL_OK);
    if (!every || i % every || !i) continue;
    assert_int_equal(pw_result_event(w, &(PwResultEvent){.t = values[0], .kind = "branch", .subject = name, .detail = name}),
                     PAWL_OK);
  }
  assert_int_equal(pw_result_json(w, "{\"pawl_result\": 1, \"status\": \"done\"}"), PAWL_OK);
  assert_int_equal(pw_result_finish(w, NULL), PAWL_OK);
  free(values);
  free(text);
  json_decref(scene);
  pw_arena_free(&arena);
}

static double swing(int64_t row, int32_t column) {
  double t = 1e-3 * (double)row;
  return cos((3 + 0.1 * column) * t + column) + 0.2 * sin(23 * t + 0.3 * column);
}

static double noise(int64_t row, int32_t column) {
  uint64_t x = ((uint64_t)row << 32 ^ (uint64_t)column) * 0x9e3779b97f4a7c15u;  // splitmix64 (Steele, Lea, Flood 2014)
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (double)((x ^ x >> 31) >> 44);  // 20 bits
}

static double steps(int64_t row, int32_t column) {  // short texts, for long tables
  return (double)(row / 100 % 7 + column);
}

// ---- the object

// Second path: the tables themselves.
static void data_is_the_folder(void **state) {
  Place *p = *state;
  PwResult *r;
  PwGrid motion;
  run_example(p, "heavy-top", "top");
  check_ok(p, pw_result_open("top", p->messages, &r));
  check_ok(p, pw_result_read_motion(r, p->messages, &motion));
  json_t *data = data_of(p, "top");
  int64_t rows = json_integer_value(json_object_get(data, "rows"));
  assert_int_equal(rows, pw_result_rows(r));
  assert_int_equal(json_integer_value(json_object_get(data, "rows_total")), rows);
  assert_string_equal(json_string_value(json_object_get(json_object_get(data, "run"), "status")), "done");
  assert_true(json_is_object(json_object_get(data, "scene")));
  double *v = calloc((size_t)rows, sizeof *v);
  const json_t *time = json_object_get(data, "time");
  decode(json_object_get(time, "data"), rows, v);
  for (int64_t i = 0; i < rows; i++) CHECK_CLOSE(v[i], pw_result_value(r, i, 0), 0);
  const json_t *columns = json_object_get(data, "columns"), *moves = json_object_get(data, "motion");
  assert_int_equal(json_array_size(columns), pw_result_columns(r) - 1);
  assert_int_equal(json_array_size(moves), motion.columns - 1);
  int repeated = 0;
  for (int32_t c = 1; c < pw_result_columns(r); c++) {
    const json_t *column = json_array_get(columns, (size_t)c - 1), *same = json_object_get(column, "motion");
    assert_string_equal(json_string_value(json_object_get(column, "name")), pw_result_column_name(r, c));
    assert_string_equal(json_string_value(json_object_get(column, "unit")), pw_result_column_unit(r, c));
    const json_t *from = same ? json_array_get(moves, (size_t)json_integer_value(same)) : column;
    double scale = same ? json_number_value(json_object_get(column, "scale")) : 1, low = INFINITY, high = -INFINITY;
    decode(json_object_get(from, "data"), rows, v);
    for (int64_t i = 0; i < rows; i++) {
      low = fmin(low, pw_result_value(r, i, c));
      high = fmax(high, pw_result_value(r, i, c));
    }
    for (int64_t i = 0; i < rows; i++) {
      CHECK_CLOSE(scale * v[i], pw_result_value(r, i, c), 5e-7 * (high - low) + 1e-12 * fmax(fabs(low), fabs(high)));
    }
    repeated += same != NULL;
  }
  assert_int_equal(repeated, 10);  // the pose of one body in space, the force of one joint
  free(v);
  json_decref(data);
  pw_grid_free(&motion);
  pw_result_free(r);
}

static void events_have_their_fields(void **state) {
  Place *p = *state;
  make_folder("out", "body", 1, 40, 10, swing);
  json_t *data = data_of(p, "out");
  const json_t *events = json_object_get(data, "events"), *event = json_array_get(events, 0);
  assert_int_equal(json_array_size(events), 3);
  assert_int_equal(json_integer_value(json_object_get(data, "events_total")), 3);
  CHECK_CLOSE(json_number_value(json_object_get(event, "t")), 9, 1e-12);
  assert_string_equal(json_string_value(json_object_get(event, "kind")), "branch");
  assert_null(json_object_get(event, "body1"));
  assert_null(json_object_get(event, "x"));
  assert_string_equal(json_string_value(json_object_get(json_object_get(data, "event_units"), "impulse")), "N*s");
  json_decref(data);
}

// ---- the page

static void page_holds_the_data(void **state) {
  Place *p = *state;
  size_t length;
  use_page(TEMPLATE);
  run_example(p, "slider-crank", "out");
  check_ok(p, pawl_report_page("out/", NULL, p->messages));
  char *page = get_text("out.html", &length), *data = NULL;
  check_ok(p, pawl_report_data("out", p->messages, &data));
  const char *from = strstr(page, "id=\"pawl-data\">") + strlen("id=\"pawl-data\">"), *to = strstr(from, "</script>");
  assert_int_equal(to - from, strlen(data));
  assert_memory_equal(from, data, strlen(data));
  assert_string_equal(to, strstr(TEMPLATE, "></script>") + 1);
  check_ok(p, pawl_report_page("out", "elsewhere.html", p->messages));
  assert_int_equal(system("cmp out.html elsewhere.html && [ \"$(ls | wc -l)\" = 4 ]"), 0);  // nothing is left over
  pawl_text_free(data);
  free(page);
}

// The only tags in the page are those of the template, whatever names and texts hold.
static void hostile_names_stay_names(void **state) {
  Place *p = *state;
  use_page(TEMPLATE);
  make_folder("out", HOSTILE, 2, 40, 10, swing);
  check_ok(p, pawl_report_page("out", NULL, p->messages));
  char *page = get_text("out.html", NULL);
  int tags = 0;
  for (const char *at = page; (at = strchr(at, '<')); at++) tags++;
  assert_int_equal(tags, 5);
  free(page);
  json_t *data = data_of(p, "out");
  const json_t *body = json_array_get(json_object_get(json_object_get(data, "scene"), "bodies"), 1);
  assert_string_equal(json_string_value(json_object_get(body, "name")), HOSTILE "1");
  assert_string_equal(json_string_value(json_object_get(json_array_get(json_object_get(data, "columns"), 0), "name")),
                      HOSTILE "1.vx");
  assert_string_equal(json_string_value(json_object_get(json_array_get(json_object_get(data, "events"), 0), "detail")), HOSTILE);
  json_decref(data);
}

static void says_when_the_page_is_not_there(void **state) {
  Place *p = *state;
  run_example(p, "slider-crank", "out");
  setenv("PAWL_PAGE", "none/page.html", 1);
  check_refused(p, pawl_report_page("out", NULL, p->messages), PAWL_ERR_UNSUPPORTED, "npm");
  assert_false(exists("out.html"));
  use_page("<html></html>");
  check_refused(p, pawl_report_page("out", NULL, p->messages), PAWL_ERR_INPUT, "pawl-data");
  char twice[400];
  snprintf(twice, sizeof twice, "%s%s", TEMPLATE, TEMPLATE);
  use_page(twice);
  check_refused(p, pawl_report_page("out", NULL, p->messages), PAWL_ERR_INPUT, "once");
  use_page(TEMPLATE);
  check_refused(p, pawl_report_page("out", "none/out.html", p->messages), PAWL_ERR_IO, "none/out.html");
  check_refused(p, pawl_report_page("out", "out", p->messages), PAWL_ERR_ARGUMENT, "is no file");
  assert_false(exists("out.html"));
}

// ---- size

// The promise of docs/report.md is 20 MB for 10 000 rows of 50 bodies, with all of their speeds; here a twentieth of the rows, by
// the same rule a twentieth of the bytes. (10 000 rows of this motion take 3.9 MB, of noise 15.6 MB.)
static void large_runs_stay_small(void **state) {
  Place *p = *state;
  PwSource source;
  PwText text;
  make_folder("smooth", "body", 50, 500, 0, swing);
  check_ok(p, pw_source_open("smooth", p->messages, &source));
  check_ok(p, pw_page_data(&source, 18000000 / 20, p->messages, &text));
  assert_in_range(text.length, 100000, 500000);
  pw_text_free(&text);
  pw_source_close(&source);
}

// Noise, which nothing compresses: resolution gives way, and says so.
static void resolution_gives_way(void **state) {
  Place *p = *state;
  PwSource source;
  make_folder("noise", "body", 10, 500, 0, noise);
  check_ok(p, pw_source_open("noise", p->messages, &source));
  const struct {
    size_t limit;
    int bits;
  } cases[] = {{1000000, 20}, {230000, 16}, {180000, 12}, {1000, 12}};
  for (int i = 0; i < 4; i++) {
    PwText text;
    double value[500];
    check_ok(p, pw_page_data(&source, cases[i].limit, p->messages, &text));
    json_t *data = parse_json(text.data, text.length), *column = json_array_get(json_object_get(data, "motion"), 0);
    decode(json_object_get(column, "data"), 500, value);
    double step = json_number_value(json_object_get(json_object_get(column, "data"), "step"));
    CHECK_CLOSE(log2(1048576 / step), cases[i].bits, 0.1);
    for (int k = 0; k < 500; k++) CHECK_CLOSE(value[k], noise(k, 1), step / 2 * 1.001);
    json_decref(data);
    pw_text_free(&text);
  }
  pw_source_close(&source);
}

static void long_runs_are_thinned(void **state) {
  Place *p = *state;
  make_folder("long", "body", 1, 50001, 5000, steps);
  json_t *data = data_of(p, "long");
  int64_t rows = json_integer_value(json_object_get(data, "rows"));
  assert_int_equal(json_integer_value(json_object_get(data, "rows_total")), 50001);
  assert_in_range(rows, 16667, 16667 + 25);  // every third, and what the events add
  double *t = calloc((size_t)rows, sizeof *t);
  decode(json_object_get(json_object_get(data, "time"), "data"), rows, t);
  int pairs = 0;
  for (int64_t i = 1; i < rows; i++) {
    assert_true(t[i] >= t[i - 1]);
    pairs += t[i] == t[i - 1];
  }
  assert_int_equal(pairs, 10);  // both rows at each event
  CHECK_CLOSE(t[0], 0, 0);
  CHECK_CLOSE(t[rows - 1], 50000 - 10, 1e-9);
  free(t);
  json_decref(data);
}

// modes.csv goes along, without the shapes; a damaged one is named. Frequencies: those of examples/linearised-double-pendulum.
static void modes_go_along(void **state) {
  Place *p = *state;
  run_example(p, "linearised-double-pendulum", "linear");
  json_t *data = data_of(p, "linear"), *modes = json_object_get(data, "modes");
  assert_int_equal(json_array_size(modes), 2);
  CHECK_CLOSE(json_number_value(json_object_get(json_array_get(modes, 0), "frequency")), 0.45601095026, 1e-9);
  CHECK_CLOSE(json_number_value(json_object_get(json_array_get(modes, 1), "im")), 6.9172078437, 1e-9);
  assert_int_equal(json_object_size(json_array_get(modes, 0)), 5);
  json_decref(data);
  char *text = NULL;
  assert_int_equal(system("echo '1,2' >>linear/modes.csv"), 0);
  check_refused(p, pawl_report_data("linear", p->messages, &text), PAWL_ERR_INPUT, "linear/modes.csv");
  assert_int_equal(system("rm linear/modes.csv"), 0);
  check_refused(p, pawl_report_data("linear", p->messages, &text), PAWL_ERR_INPUT, "'linear/modes.csv' is missing");
}

// ---- folders that are no good

static void edit(const char *command) {
  assert_int_equal(system("rm -rf bad && cp -R good bad"), 0);
  assert_int_equal(system(command), 0);
}

static void refuses_damaged_folders(void **state) {
  Place *p = *state;
  const struct {
    const char *command, *said;
  } cases[] = {
      {"rm bad/result.csv", "no result in 'bad'"},
      {"rm bad/events.csv", "no result in 'bad'"},
      {"rm bad/motion.csv", "bad/motion.csv"},
      {"rm bad/scene.json", "'bad/scene.json' is missing"},
      {"rm bad/run.json", "'bad/run.json' is missing"},
      {"rm -r bad", "no result in 'bad'"},
      {"echo '{' >bad/scene.json", "bad/scene.json"},
      {"echo '[]' >bad/scene.json", "no object"},
      {"echo '{}' >bad/scene.json", "no scene"},
      {"echo '{}' >bad/run.json", "damaged: it is no run of this version"},
      {"echo '2,until,run,over,,,,,,,,,,,,,,,,' >>bad/events.csv", "it has 1 events, run.json counts 0"},
      {"sed -i '3s/,[^,]*/,nan/' bad/motion.csv", "bodies are at places that are no numbers"},
      {"sed -i 's/\"pawl_scene\":1/\"pawl_scene\":2/' bad/scene.json", "no scene of this version"},
      {"sed -i 's/\"bodies\":\\[0,1\\]/\"bodies\":[0,9]/' bad/scene.json", "damaged: 'bodies' is missing or not"},
      {"sed -i 's/\"bodies\":\\[0,1\\]/\"bodies\":[0,1.5]/' bad/scene.json", "damaged: 'bodies' is missing or not"},
      {"sed -i 's/\"quaternion\":\\[[^]]*\\]/\"quaternion\":[1]/' bad/scene.json", "damaged: 'quaternion' is missing or not"},
      {"sed -i 's/\"si\":1.0/\"si\":-1/' bad/scene.json", "damaged: 'units' is missing or not"},
      {"sed -i 's/\"name\":\"rod\"/\"name\":\"stick\"/' bad/scene.json", "order of the bodies"},
      {"sed -i '5d' bad/motion.csv", "another number of rows"},
      {"sed -i '5d' bad/result.csv", "another number of rows"},
      {"sed -i '2s/^0,/7,/' bad/motion.csv", "at other times"},
      {"sed -i '4s/,.*//' bad/motion.csv", "fields are missing"},
      {"cut -d, -f1-9 good/motion.csv >bad/motion.csv", "columns are not those"},
      {"head -c 2000 /dev/urandom | tr -d '\\n' >bad/motion.csv; echo >>bad/motion.csv", "bad/motion.csv"},
  };
  run_example(p, "slider-crank", "good");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = NULL;
    edit(cases[i].command);
    check_refused(p, pawl_report_data("bad", p->messages, &text), PAWL_ERR_INPUT, cases[i].said);
    assert_null(text);
  }
}

// run.json does not count changes of coordinates, events.csv has them: not a damaged folder.
static void takes_changes_of_coordinates(void **state) {
  Place *p = *state;
  run_example(p, "spherical-pendulum", "pendulum");
  json_t *data = data_of(p, "pendulum"), *event = json_array_get(json_object_get(data, "events"), 0);
  assert_string_equal(json_string_value(json_object_get(event, "kind")), "coordinates");
  assert_int_equal(json_integer_value(json_object_get(json_object_get(json_object_get(data, "run"), "statistics"), "events")), 0);
  json_decref(data);
}

// While a run writes, one table may be ahead of the other by a block.
static void takes_unfinished_folders(void **state) {
  Place *p = *state;
  run_example(p, "slider-crank", "good");
  edit("mv bad bad.partial; sed -i 's/\"done\"/\"running\"/' bad.partial/run.json; sed -i '100,$d' bad.partial/motion.csv");
  json_t *data = data_of(p, "bad");
  assert_int_equal(json_integer_value(json_object_get(data, "rows")), 98);
  json_decref(data);
  edit("sed -i 's/\"done\"/\"running\"/' bad/run.json; sed -i '2,$d' bad/motion.csv bad/result.csv");
  data = data_of(p, "bad");
  assert_int_equal(json_integer_value(json_object_get(data, "rows")), 0);
  json_decref(data);
}

static void stamp_changes_with_the_folder(void **state) {
  Place *p = *state;
  char *a = NULL, *b = NULL, *c = NULL, *d = NULL;
  run_example(p, "slider-crank", "out");
  check_ok(p, pawl_report_stamp("out", p->messages, &a));
  check_ok(p, pawl_report_stamp("out/", p->messages, &b));
  assert_string_equal(a, b);
  assert_non_null(strstr(a, "\"status\":\"done\""));
  assert_int_equal(system("echo 1 >>out/events.csv"), 0);
  check_ok(p, pawl_report_stamp("out", p->messages, &c));
  assert_string_not_equal(a, c);
  assert_int_equal(rename("out", "out.partial"), 0);
  check_ok(p, pawl_report_stamp("out", p->messages, &d));
  assert_string_equal(c, d);
  json_decref(parse_json(d, strlen(d)));
  pawl_text_free(a);
  pawl_text_free(b);
  pawl_text_free(c);
  pawl_text_free(d);
  check_refused(p, pawl_report_stamp("nowhere", p->messages, &a), PAWL_ERR_INPUT, "nowhere");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(data_is_the_folder),
      TEST(events_have_their_fields),
      TEST(page_holds_the_data),
      TEST(hostile_names_stay_names),
      TEST(says_when_the_page_is_not_there),
      TEST(large_runs_stay_small),
      TEST(resolution_gives_way),
      TEST(long_runs_are_thinned),
      TEST(refuses_damaged_folders),
      TEST(modes_go_along),
      TEST(takes_changes_of_coordinates),
      TEST(takes_unfinished_folders),
      TEST(stamp_changes_with_the_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
