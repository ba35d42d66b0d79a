// Lists of many free bodies: most of their pairs never touch and take no room in the result.
#include "contact_run.h"
#include "pawl/report.h"

// Discs in rows over a floor, two of them standing on it.
static char *discs(int count, const char *more) {
  size_t room = 200 * (size_t)count + 2000, n = 0;
  char *text = malloc(room);
  assert_non_null(text);
  n += (size_t)snprintf(text, room,
                        "planar: true\ngravity: [0, -10]\nbodies:\n"
                        "  ground: {profiles: {floor: {start: [9, 0], chain: [{line: {to: [-9, 0]}}], closed: false}}}\n");
  for (int i = 0; i < count; i++) {
    n += (size_t)snprintf(text + n, room - n,
                          "  d%d: {mass: 1, inertia: 0.002, position: [%g, %g], profiles: {skin: {circle: {radius: 0.1}}}}\n", i,
                          0.3 * (i % 12), i < 2 ? 0.1 : 0.5 + 0.3 * (i / 12));
  }
  n += (size_t)snprintf(text + n, room - n, "contacts: {all: {bodies: [ground");
  for (int i = 0; i < count; i++) n += (size_t)snprintf(text + n, room - n, ", d%d", i);
  snprintf(text + n, room - n, "]}}\nanalysis: {duration: 0.02, step: 0.01}\n%s", more);
  return text;
}

// 7260 pairs, two of which touch: nothing in the folder grows with the pairs but their names in scene.json.
static void test_thousands_of_pairs_cost_their_names_alone(void **state) {
  (void)state;
  char *text = discs(120, "");
  char folder[] = "/tmp/pawl-test-XXXXXX", path[64];
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/result", folder);
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  options.directory = path;
  assert_int_equal(pawl_run(mechanism, &options, messages, NULL), PAWL_OK);
  bool said = false;
  for (int i = 0; i < pawl_messages_count(messages); i++) {
    said |= strstr(pawl_messages_get(messages, i).text, "the 7260 pairs of contact 'all' have no columns") != NULL;
  }
  assert_true(said);

  PwResult *result;
  PwGrid motion, touches;
  assert_int_equal(pw_result_open(path, messages, &result), PAWL_OK);
  assert_int_equal(pw_result_read_motion(result, messages, &motion), PAWL_OK);
  assert_int_equal(pw_result_read_touches(result, messages, &touches), PAWL_OK);
  assert_int_equal(motion.columns, 1 + 3 * 120);
  assert_int_equal(pw_result_columns(result), 1 + 6 * 120 + 4);
  assert_true(touches.rows >= 2 * motion.rows && touches.rows < 40 * motion.rows);
  int closed = 0;
  for (int64_t i = 0; i < touches.rows; i++) {
    if (pw_grid_value(&touches, i, 3) != 2) continue;
    closed++;
    assert_true(pw_grid_value(&touches, i, 1) < 2);  // ground with d0 and d1
    CHECK_CLOSE(pw_grid_value(&touches, i, 8), 10, 1e-9);
  }
  assert_int_equal(closed, 2 * motion.rows);

  char *data = NULL;
  assert_int_equal(pawl_report_data(path, messages, &data), PAWL_OK);
  assert_non_null(strstr(data, "\"slots\":[[0,0],[1,0]"));
  pawl_text_free(data);
  pw_grid_free(&motion);
  pw_grid_free(&touches);
  pw_result_free(result);
  pw_folder_remove(path, NULL);
  rmdir(folder);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  free(text);
}

// A list of 55 pairs has no columns, unless they are asked for; one of 45 pairs has.
static void test_columns_on_request(void **state) {
  (void)state;
  static const struct {
    int count;
    const char *output;
    bool all, one;
  } cases[] = {{10, "", false, false},
               {9, "", true, true},
               {10, "output: [contacts]\n", true, true},
               {10, "output: [all.ground.d1]\n", false, true},
               {10, "output: [all.ground.d1.force]\n", false, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = discs(cases[i].count, cases[i].output);
    ContactRun run = run_model(text, NULL);
    assert_int_equal(pw_result_find_column(run.result, "all.d3.d4.gap") >= 0, cases[i].all);
    assert_int_equal(pw_result_find_column(run.result, "all.ground.d1.force") >= 0, cases[i].one);
    if (cases[i].one) CHECK_CLOSE(value_at(&run, "all.ground.d1.force", NAN, true), 10, 1e-9);
    end_run(&run);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_thousands_of_pairs_cost_their_names_alone),
                                     cmocka_unit_test(test_columns_on_request)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
