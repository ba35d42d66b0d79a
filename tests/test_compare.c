// Comparisons of results: which rows and events belong together, what differs by how much, and pawl_compare with its folder.
// Two "formulations" whose difference is known are made by changing the model a little.
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/compare.h"
#include "check.h"
#include "pawl/pawl.h"
#include "result/folder.h"

// A ball falls from h = 1 onto a floor: it lands at sqrt(2 (h - r)/g) with sqrt(2 g (h - r)), rebounds by e, lands again.
static const char BALL[] =
    "planar: true\n"
    "parameters: {g: 10, e: 0.5}\n"
    "gravity: [0, -g]\n"
    "bodies:\n"
    "  ground: {profiles: {floor: {start: [1, 0], closed: false, chain: [{line: {to: [-1, 0]}}]}}}\n"
    "  ball: {mass: 2, inertia: 1, position: [0, 1.1], profiles: {edge: {circle: {radius: 0.1}}}}\n"
    "contacts: {floor: {profiles: [ball.edge, ground.floor], restitution: e, rebound: 0.3}}\n"
    "analysis: {duration: 0.8, step: 0.01, tolerance: 1e-10}\n";
static const double DURATION = 0.8;

// A body that turns freely about a skew axis; `s` chooses one of the two quaternions of its orientation.
static const char TOP[] =
    "parameters: {s: 1}\n"
    "bodies: {top: {mass: 1, inertia: [1, 2, 2.5], quaternion: [0.5*s, 0.5*s, 0.5*s, 0.5*s]}}\n"
    "initial: {bodies: {top: {velocity: [1, 0, 0], angular_velocity: [3, 0.1, 0.2]}}}\n"
    "analysis: {duration: 1, step: 0.1, tolerance: 1e-10}\n";

// A ball flies over the joint of two floors at speed v, never nearer than 1 cm: it is over the joint at t = 0.5/v.
static const char OVER[] =
    "planar: true\n"
    "parameters: {v: 1}\n"
    "bodies:\n"
    "  ground: {profiles: {floor: {start: [1, 0], closed: false, chain: [{line: {to: [0, 0]}}, {line: {to: [-1, 0]}}]}}}\n"
    "  ball: {mass: 2, inertia: 1, position: [-0.5, 0.11], profiles: {edge: {circle: {radius: 0.1}}}}\n"
    "contacts: {floor: {profiles: [ball.edge, ground.floor]}}\n"
    "initial: {bodies: {ball: {velocity: [v, 0]}}}\n"
    "analysis: {duration: 0.8, step: 0.01, tolerance: 1e-10}\n";

enum { ITEMS = 40 };

typedef struct {
  char parent[64];
  PawlMessages *messages;
  PawlMechanism *k;
  PwResult *result[4];
  PawlCompareItem item[ITEMS];
  char column[ITEMS][100];
  int items;
} Fixture;

static int setup(void **state) {
  Fixture *f = calloc(1, sizeof *f);
  strcpy(f->parent, "/tmp/pawl-test-XXXXXX");
  assert_non_null(mkdtemp(f->parent));
  setenv("TMPDIR", f->parent, 1);
  f->messages = pawl_messages_create();
  *state = f;
  return 0;
}

static int teardown(void **state) {
  Fixture *f = *state;
  char path[100];
  for (int i = 0; i < 4; i++) {
    pw_result_free(f->result[i]);
    snprintf(path, sizeof path, "%s/%d", f->parent, i);
    pw_folder_remove(path, NULL);
  }
  int left = rmdir(f->parent);  // fails if anything was left in TMPDIR
  pawl_mechanism_free(f->k);
  pawl_messages_free(f->messages);
  free(f);
  return left;
}

static void show(const Fixture *f) {
  for (int i = 0; i < pawl_messages_count(f->messages); i++) print_message("%s\n", pawl_messages_get(f->messages, i).text);
}

static PawlMechanism *compile(Fixture *f, const char *text, const char *change) {
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  PawlStatus status = pawl_model_parse("model.yaml", text, strlen(text), &change, change != NULL, f->messages, &model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(model, f->messages, &k);
  if (status) show(f);
  assert_int_equal(status, PAWL_OK);
  pawl_model_free(model);
  return k;
}

// Runs the model with a change into result number i.
static void run(Fixture *f, int i, const char *text, const char *change, double tolerance) {
  char folder[100];
  PawlMechanism *k = compile(f, text, change);
  PawlRunOptions options = pawl_mechanism_run_options(k);
  snprintf(folder, sizeof folder, "%s/%d", f->parent, i);
  options.directory = folder;
  options.tolerance = tolerance;
  PawlStatus status = pawl_run(k, &options, f->messages, NULL);
  if (status == PAWL_OK) status = pw_result_open(folder, f->messages, &f->result[i]);
  if (status) show(f);
  assert_int_equal(status, PAWL_OK);
  pawl_mechanism_free(f->k);
  f->k = k;
}

static void take(void *user, const PawlCompareItem *item) {
  Fixture *f = user;
  assert_true(f->items < ITEMS);
  snprintf(f->column[f->items], sizeof *f->column, "%s", item->column);
  f->item[f->items] = *item;
  f->item[f->items].column = f->column[f->items];
  f->items++;
}

static const PawlCompareItem *find(const Fixture *f, const char *quantity) {
  for (int i = 0; i < f->items; i++) {
    if (strcmp(f->item[i].quantity, quantity) == 0) return &f->item[i];
  }
  fail_msg("there is no '%s'", quantity);
  return NULL;
}

// The model as it is against the same with a change, each also tighter.
static PwVerdict compare(Fixture *f, const char *text, const char *change, const char *tight_change) {
  PwQuantities q;
  PwVerdict verdict;
  run(f, 0, text, NULL, 1e-10);
  run(f, 1, text, tight_change, 1e-11);
  run(f, 2, text, change, 1e-10);
  run(f, 3, text, change, 1e-11);
  const PwCompared compared = {
      {"one", "two"}, {{f->result[0], f->result[1]}, {f->result[2], f->result[3]}}, {1e-10, 1e-10}, DURATION, false};
  assert_int_equal(pw_quantities_create(f->k, f->messages, &q), PAWL_OK);
  assert_int_equal(pw_compare(&q, &compared, take, f, &verdict), PAWL_OK);
  pw_quantities_free(&q);
  return verdict;
}

static char *read_example(const char *name) {
  char path[500], *text = calloc(1, 20000);
  snprintf(path, sizeof path, PAWL_SOURCE_DIR "/examples/%s/%s.yaml", name, name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_non_null(text);
  assert_true(fread(text, 1, 19999, file) > 0);
  fclose(file);
  return text;
}

// ---- rows and events

// Gravity stronger by a quarter: the second ball lands 47 ms earlier, at 0.4 s instead of 0.447 s, and again at 0.8 s, in the
// last row.
static void rows_between_events(void **state) {
  Fixture *f = *state;
  PwAlignment rows;
  run(f, 0, BALL, NULL, 1e-10);
  run(f, 1, BALL, "g=12.5", 1e-10);
  assert_int_equal(pw_align(f->result[0], f->result[1], NULL, INFINITY, &rows), PAWL_OK);
  assert_int_equal(rows.events, 1);
  int both = 0;
  for (int64_t i = 0; i < rows.rows; i++) {
    double a = pw_result_value(f->result[0], rows.row[i].a, 0), b = pw_result_value(f->result[1], rows.row[i].b, 0);
    if (a != b) {
      both++;
      CHECK_CLOSE(a, sqrt(0.2), 1e-12);
      CHECK_CLOSE(b, 0.4, 1e-12);
    } else {
      assert_true(a < 0.4 - 0.047 || a > sqrt(0.2) + 0.047);  // as far away as the two are from each other
    }
  }
  assert_int_equal(both, 2);  // before and after
  assert_int_equal(rows.row[0].a + 1, rows.row[1].a);
  pw_align_free(&rows);
}

static void same_events(void **state) {
  Fixture *f = *state;
  PwAlignment rows;
  run(f, 0, BALL, NULL, 1e-10);
  run(f, 1, BALL, NULL, 1e-6);
  assert_int_equal(pw_align(f->result[0], f->result[1], NULL, INFINITY, &rows), PAWL_OK);
  assert_null(rows.differs);
  assert_true(isinf(rows.end));
  assert_int_equal(rows.rows, pw_result_rows(f->result[0]));  // 81 output times, two rows for the impact
  assert_int_equal(rows.rows, 83);
  pw_align_free(&rows);
  assert_int_equal(pw_align(f->result[0], f->result[1], NULL, 0.4, &rows), PAWL_OK);
  assert_int_equal(rows.events, 0);
  assert_int_equal(rows.rows, 40);
  pw_align_free(&rows);
}

// Rows within a thousandth of the run of a singular position are left out; this crank goes through dead points.
static void rows_at_singular_positions(void **state) {
  Fixture *f = *state;
  PwAlignment rows;
  int64_t passages = 0, left_out = 0;
  char *text = read_example("slider-crank-dead-point");
  run(f, 0, text, NULL, 1e-8);
  run(f, 1, text, NULL, 1e-9);
  free(text);
  assert_int_equal(pw_align(f->result[0], f->result[1], NULL, INFINITY, &rows), PAWL_OK);
  double width = 1e-3 * pw_result_value(f->result[0], pw_result_rows(f->result[0]) - 1, 0);
  for (int64_t i = 0; i < pw_result_events(f->result[0]); i++) {
    const PwResultEvent e = pw_result_get_event(f->result[0], i);
    passages += strcmp(e.kind, "singular") == 0;
    for (int64_t n = 0; n < rows.rows; n++) assert_true(fabs(pw_result_value(f->result[0], rows.row[n].a, 0) - e.t) > width);
  }
  left_out = pw_result_rows(f->result[0]) - rows.rows;
  assert_true(passages > 3 && left_out > 0 && left_out <= passages);
  pw_align_free(&rows);
}

static int64_t count_events(const PwResult *r, const char *kind) {
  int64_t count = 0;
  for (int64_t i = 0; i < pw_result_events(r); i++) count += strcmp(pw_result_get_event(r, i).kind, kind) == 0;
  return count;
}

// Half as fast the ball does not come to the joint: an open touch has gone to another element in one run only, and the motion
// does not feel it.
static void elements_of_open_touches(void **state) {
  Fixture *f = *state;
  PwAlignment rows;
  run(f, 0, OVER, NULL, 1e-10);
  run(f, 1, OVER, "v=0.5", 1e-10);
  assert_int_equal(count_events(f->result[0], "element"), 1);
  assert_int_equal(count_events(f->result[1], "element"), 0);
  assert_int_equal(pw_align(f->result[0], f->result[1], NULL, INFINITY, &rows), PAWL_OK);
  assert_null(rows.differs);
  assert_true(isinf(rows.end) && rows.events == 0 && rows.rows == 81);
  pw_align_free(&rows);
}

// With twice the gravity the second ball lands again within the run: the first impact is the same, the next one is not.
static void other_events(void **state) {
  Fixture *f = *state;
  PwVerdict verdict = compare(f, BALL, "g=20", NULL);  // lands at 0.316 s and again at 0.632 s
  const PawlCompareItem *events = find(f, "events");
  assert_true(verdict.deviates && !events->ok);
  assert_string_equal(events->column, "nothing, not impact of floor");
  CHECK_CLOSE(events->t, 2 * sqrt(0.1), 1e-9);
  assert_true(isinf(events->difference) && isinf(events->tighter));
}

// ---- numbers

// g (1 + d) with d = 1e-5: times of landing, and impulses m sqrt(2 g) (1 + e), differ by d/2.
static void known_difference(void **state) {
  Fixture *f = *state;
  const double d = 1e-5;
  PwVerdict verdict = compare(f, BALL, "g=10.0001", NULL);
  assert_true(verdict.deviates);
  assert_true(find(f, "events")->ok);
  const PawlCompareItem *times = find(f, "event times"), *impulses = find(f, "impulses"), *speeds = find(f, "speeds");
  CHECK_CLOSE(times->difference, sqrt(0.2) * d / 2 / DURATION, 1e-4 * d);
  CHECK_CLOSE(times->t, sqrt(0.2), 1e-9);
  CHECK_CLOSE(impulses->difference, d / 2, 1e-4 * d);
  CHECK_CLOSE(impulses->tighter, d / 2, 1e-4 * d);
  assert_string_equal(impulses->column, "floor");
  assert_true(!times->ok && !impulses->ok && !speeds->ok);
  CHECK_CLOSE(times->limit, 1e-7, 0);
  // v = e g t1 - g (t - t1) after the landing at t1 = sqrt(2/g); the largest speed is g t1
  double t1 = sqrt(0.2), last = 0.5 * 10 * t1 - 10 * (DURATION - t1);
  double other = 0.5 * sqrt(2 * 10.0001) - 10.0001 * (DURATION - sqrt(2 / 10.0001));
  CHECK_CLOSE(speeds->difference, fabs(last - other) / (10 * t1), 1e-4 * d);
  CHECK_CLOSE(speeds->t, DURATION, 0);
}

static void nothing_differs(void **state) {
  Fixture *f = *state;
  PwVerdict verdict = compare(f, BALL, NULL, NULL);
  assert_false(verdict.deviates);
  assert_true(isinf(verdict.end));
  CHECK_CLOSE(verdict.share, 1, 0);
  for (int i = 0; i < f->items; i++) {
    assert_true(f->item[i].ok);
    CHECK_CLOSE(f->item[i].difference, 0, 0);
    assert_true(f->item[i].tightening < 1e-9);
  }
}

// A tighter run with another restitution lands again earlier: there is nothing to compare from there on.
static void tightening_changes_events(void **state) {
  Fixture *f = *state;
  PwVerdict verdict = compare(f, BALL, NULL, "e=0.35");  // second landing at 0.447 (1 + 2*0.35) = 0.760 s
  assert_false(verdict.deviates);
  CHECK_CLOSE(verdict.end, sqrt(0.2) * 1.7, 1e-9);
  CHECK_CLOSE(verdict.share, (verdict.end - 1e-3 * DURATION) / DURATION, 1e-9);
  CHECK_CLOSE(find(f, "speeds")->compared, verdict.share, 0);
  assert_string_equal(verdict.differs, "nothing, not impact of floor");
  assert_true(verdict.motion > 0.1);            // until then the two bounce differently
  assert_true(find(f, "speeds")->limit > 0.1);  // which tells little of what the formulations do
}

// The same at 0.447 (1 + 2*0.3) = 0.716 s: less than nine tenths of the run are left, and that is no agreement, though every
// quantity is within its limit.
static void too_little_to_compare(void **state) {
  Fixture *f = *state;
  PwVerdict verdict = compare(f, BALL, NULL, "e=0.3");
  CHECK_CLOSE(verdict.share, sqrt(0.2) * 1.6 / DURATION - 1e-3, 1e-9);
  for (int i = 0; i < f->items; i++) assert_true(f->item[i].ok);
  assert_true(verdict.deviates);
}

// q and -q are one orientation.
static void both_signs_of_a_quaternion_are_equal(void **state) {
  Fixture *f = *state;
  PwVerdict verdict = compare(f, TOP, "s=-1", NULL);
  int32_t column = pw_result_find_column(f->result[0], "top.qw");
  CHECK_CLOSE(pw_result_value(f->result[0], 0, column), -pw_result_value(f->result[2], 0, column), 1e-15);
  assert_false(verdict.deviates);
  assert_true(find(f, "angles")->difference < 1e-9);
}

// ---- pawl_compare

static bool exists(const Fixture *f, const char *name) {
  char path[200];
  struct stat info;
  snprintf(path, sizeof path, "%s/%s", f->parent, name);
  return stat(path, &info) == 0;
}

static PawlStatus compare_into(Fixture *f, const char *directory, PawlProgressFunction progress, void *user) {
  PawlRunOptions options = pawl_mechanism_run_options(f->k);
  char path[200];
  snprintf(path, sizeof path, "%s/%s", f->parent, directory ? directory : "");
  options.directory = directory ? path : NULL;
  options.progress = progress;
  options.user = user;
  f->items = 0;
  pawl_messages_clear(f->messages);
  return pawl_compare(f->k, &options, take, f, f->messages);
}

static bool watch(void *user, double t, double fraction) {
  double *last = user;
  (void)t;
  assert_true(fraction >= *last && fraction <= 1);
  *last = fraction;
  return false;
}

static void a_comparison_has_all_its_runs(void **state) {
  Fixture *f = *state;
  double fraction = 0;
  f->k = compile(f, BALL, NULL);
  assert_int_equal(compare_into(f, "0", watch, &fraction), PAWL_OK);
  CHECK_CLOSE(fraction, 1, 0);
  assert_int_equal(f->items, 20);  // canonical and augmented against multipliers
  for (int i = 0; i < 20; i++) {
    assert_string_equal(f->item[i].formulation[0], "multipliers");
    assert_string_equal(f->item[i].formulation[1], i < 10 ? "canonical" : "augmented");
    CHECK_CLOSE(f->item[i].tolerance[0], 1e-10, 0);
    CHECK_CLOSE(f->item[i].tolerance[1], i < 10 ? 1e-10 : 1e-7, 0);  // where bodies touch
  }
  assert_true(exists(f, "0/compare.json") && exists(f, "0/multipliers/result.csv") && exists(f, "0/canonical-tight/run.json"));
  assert_true(exists(f, "0/augmented/run.json") && exists(f, "0/augmented-tight/result.csv"));
  assert_true(!exists(f, "0.partial"));
  assert_int_equal(compare_into(f, "0", NULL, NULL), PAWL_OK);   // what is ours gives way
  assert_int_equal(compare_into(f, NULL, NULL, NULL), PAWL_OK);  // leaves nothing
  char letter[200];
  snprintf(letter, sizeof letter, "%s/0/letter", f->parent);
  fclose(fopen(letter, "w"));
  assert_int_equal(compare_into(f, "0", NULL, NULL), PAWL_ERR_ARGUMENT);
  assert_non_null(strstr(pawl_messages_get(f->messages, pawl_messages_count(f->messages) - 1).text, "letter"));
  assert_true(exists(f, "0/letter") && exists(f, "0/compare.json"));
  assert_int_equal(unlink(letter), 0);
}

// A result takes the place of a comparison, and the other way round.
static void one_for_another(void **state) {
  Fixture *f = *state;
  f->k = compile(f, BALL, NULL);
  assert_int_equal(compare_into(f, "0", NULL, NULL), PAWL_OK);
  run(f, 0, BALL, NULL, 1e-8);
  assert_true(!exists(f, "0/compare.json") && exists(f, "0/result.csv"));
  assert_int_equal(compare_into(f, "0", NULL, NULL), PAWL_OK);
  assert_true(exists(f, "0/compare.json") && !exists(f, "0/result.csv"));
}

static bool stop(void *user, double t, double fraction) {
  (void)user, (void)t;
  return fraction > 0.45;
}

static void a_cancelled_comparison_leaves_nothing(void **state) {
  Fixture *f = *state;
  char path[200];
  f->k = compile(f, BALL, NULL);
  assert_int_equal(compare_into(f, "0", stop, NULL), PAWL_ERR_CANCELLED);
  assert_int_equal(f->items, 0);
  assert_true(exists(f, "0.partial/compare.json") && exists(f, "0.partial/multipliers/result.csv"));
  assert_true(exists(f, "0.partial/canonical.partial/result.csv") && !exists(f, "0"));
  assert_int_equal(compare_into(f, "0", NULL, NULL), PAWL_OK);  // it gives way
  assert_true(!exists(f, "0.partial") && exists(f, "0/compare.json"));
  assert_int_equal(compare_into(f, NULL, stop, NULL), PAWL_ERR_CANCELLED);  // leaves nothing, see teardown
  snprintf(path, sizeof path, "%s/0", f->parent);
  assert_int_equal(pw_folder_remove(path, f->messages), PAWL_OK);
}

static void wrong_options_are_refused(void **state) {
  Fixture *f = *state;
  f->k = compile(f, BALL, NULL);
  PawlRunOptions options = pawl_mechanism_run_options(f->k);
  options.tolerance = 5e-14;
  assert_int_equal(pawl_compare(f->k, &options, NULL, NULL, f->messages), PAWL_ERR_ARGUMENT);
  options.tolerance = 1e-8;
  uint32_t size = options.size;
  options.size = 0;
  assert_int_equal(pawl_compare(f->k, &options, NULL, NULL, f->messages), PAWL_ERR_ARGUMENT);
  options.size = size;
  options.duration = -1;
  assert_int_equal(pawl_compare(f->k, &options, NULL, NULL, f->messages), PAWL_ERR_ARGUMENT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(rows_between_events),
                                     TEST(rows_at_singular_positions),
                                     TEST(same_events),
                                     TEST(elements_of_open_touches),
                                     TEST(other_events),
                                     TEST(known_difference),
                                     TEST(nothing_differs),
                                     TEST(tightening_changes_events),
                                     TEST(too_little_to_compare),
                                     TEST(both_signs_of_a_quaternion_are_equal),
                                     TEST(a_comparison_has_all_its_runs),
                                     TEST(one_for_another),
                                     TEST(a_cancelled_comparison_leaves_nothing),
                                     TEST(wrong_options_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
