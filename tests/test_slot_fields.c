// The fields of a slot: names and order as docs/results.md tells them, and every one of them in the tables of a run. Fields that
// both tables have must be the same numbers; a slot without a touch has what the list says.
#include <jansson.h>

#include "place.h"
#include "result/result.h"
#include "result/slot_fields.h"

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

// The columns of a slot in the words of the manual: the first one as `FIRSTname`, the next as `RESTname`.
// Those of contacts without friction, or what friction adds.
static void check_documented(PwSlotTable table, bool space, bool friction, const char *first, const char *rest,
                             const char *between) {
  static char manual[100000];
  char expected[1000] = "";
  int32_t field[PW_SLOT_FIELDS], plain = pw_slot_columns(table, space, PW_SLOT_OF_ALL, field), from = friction ? plain : 0;
  int32_t count = friction ? pw_slot_columns(table, space, PW_SLOT_OF_TORQUE, field) : plain;
  FILE *file = fopen(PAWL_SOURCE_DIR "/docs/results.md", "r");
  assert_non_null(file);
  manual[fread(manual, 1, sizeof manual - 1, file)] = 0;
  fclose(file);
  for (int32_t i = from; i < count; i++) {
    size_t n = strlen(expected);
    snprintf(expected + n, sizeof expected - n, "%s`%s%s`", i > from ? between : "", i > from ? rest : first,
             pw_slot_field(field[i])->name[space]);
  }
  if (!strstr(manual, expected)) fail_msg("docs/results.md does not say %s", expected);
}

static void named_as_documented(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++) {
    check_documented(PW_SLOT_IN_RESULT, i % 2, i / 2, "CONTACT.SLOT.", ".", " ");
    check_documented(PW_SLOT_IN_TOUCHES, i % 2, i / 2, "", "", ", ");
  }
}

// Every field has a name somewhere and stands in a table; places are those on the two boundaries.
static void lists_agree(void **state) {
  (void)state;
  bool used[PW_SLOT_FIELDS] = {false};
  double none[PW_SLOT_FIELDS];
  pw_slot_clear(none);
  for (int table = PW_SLOT_IN_RESULT; table <= PW_SLOT_IN_TOUCHES; table++) {
    for (int space = 0; space < 2; space++) {
      int32_t field[PW_SLOT_FIELDS], count = pw_slot_columns((PwSlotTable)table, space, PW_SLOT_OF_TORQUE, field);
      for (int32_t i = 0; i < count; i++) used[field[i]] = true;
    }
  }
  for (int32_t i = 0; i < PW_SLOT_FIELDS; i++) {
    assert_true(used[i]);
    assert_int_equal(pw_slot_is_place(i), i >= PW_SLOT_Q1 && i <= PW_SLOT_V2);
    assert_true(isnan(none[i]) == isnan(pw_slot_field(i)->none));
  }
}

// The field of a slot that a column is called after; -1: none.
static int32_t find_field(PwSlotTable table, bool space, PwSlotWhose whose, const char *name) {
  int32_t field[PW_SLOT_FIELDS], count = pw_slot_columns(table, space, whose, field);
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(pw_slot_field(field[i])->name[space], name) == 0) return field[i];
  }
  return -1;
}

// Slot 1 of contact c at a row of result.csv, by fields; NaN where the table has none.
static void read_slot(const PwResult *r, int64_t row, bool space, PwSlotWhose whose, double out[PW_SLOT_FIELDS]) {
  int32_t field[PW_SLOT_FIELDS], count = pw_slot_columns(PW_SLOT_IN_RESULT, space, whose, field);
  for (int32_t i = 0; i < PW_SLOT_FIELDS; i++) out[i] = NAN;
  int32_t before = -1;
  for (int32_t i = 0; i < count; i++) {
    char name[64];
    snprintf(name, sizeof name, "c.1.%s", pw_slot_field(field[i])->name[space]);
    int32_t column = pw_result_find_column(r, name);
    assert_true(column >= 0 && (before < 0 || column == before + 1));
    out[field[i]] = pw_result_value(r, row, before = column);
  }
}

enum { HEAD = 3 };  // row, contact, slot

static void check_same(const PwGrid *touches, int64_t record, bool space, PwSlotWhose whose, const double value[PW_SLOT_FIELDS]) {
  static const int32_t columns[3][2] = {{8, 12}, {12, 17}, {13, 20}};
  assert_int_equal(touches->columns, HEAD + columns[whose][space]);
  for (int32_t c = HEAD; c < touches->columns; c++) {
    int32_t field = find_field(PW_SLOT_IN_TOUCHES, space, whose, touches->heading[c].name);
    assert_true(field >= 0);
    if (find_field(PW_SLOT_IN_RESULT, space, whose, touches->heading[c].name) < 0) continue;
    double told = pw_grid_value(touches, record, c);
    assert_int_equal(isnan(told), isnan(value[field]));
    if (!isnan(told)) CHECK_CLOSE(told, value[field], 0);
  }
}

// The page names the columns of a slot as touches.csv does.
static void check_page(Place *p, const PwGrid *touches) {
  char *text = NULL;
  assert_int_equal(pawl_report_data("run", p->messages, &text), PAWL_OK);
  json_t *page = json_loads(text, 0, NULL), *fields = json_object_get(page, "slot_fields");
  assert_int_equal(json_array_size(fields), touches->columns - HEAD);
  for (int32_t c = HEAD; c < touches->columns; c++) {
    assert_string_equal(json_string_value(json_array_get(fields, (size_t)(c - HEAD))), touches->heading[c].name);
  }
  json_decref(page);
  pawl_text_free(text);
}

// Both tables of a run in SI whose one contact c has a touch in some rows, and none in others.
static void check_run(Place *p, const char *text, bool space, PwSlotWhose whose) {
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  PwResult *r = NULL;
  PwGrid touches;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, p->messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, p->messages, &k), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(k);
  options.directory = "run";
  assert_int_equal(pawl_run(k, &options, p->messages, NULL), PAWL_OK);
  assert_int_equal(pw_result_open("run", p->messages, &r), PAWL_OK);
  assert_int_equal(pw_result_read_touches(r, p->messages, &touches), PAWL_OK);
  int64_t record = 0, empty = 0;
  for (int64_t row = 0; row < pw_result_rows(r); row++) {
    double value[PW_SLOT_FIELDS];
    read_slot(r, row, space, whose, value);
    CHECK_CLOSE(value[PW_SLOT_DYNAMIC], value[PW_SLOT_FORCE] - value[PW_SLOT_STATIC], 0);
    if (record < touches.rows && pw_grid_value(&touches, record, 0) == (double)row) {
      check_same(&touches, record++, space, whose, value);
      continue;
    }
    empty++;
    for (int32_t i = 0; i < PW_SLOT_FIELDS; i++) {
      const char *name = pw_slot_field(i)->name[space];
      if (!name || find_field(PW_SLOT_IN_RESULT, space, whose, name) < 0) continue;
      assert_true(isnan(pw_slot_field(i)->none) ? isnan(value[i]) : value[i] == pw_slot_field(i)->none);
    }
  }
  assert_true(record > 3 && record == touches.rows && empty > 3);
  check_page(p, &touches);
  pw_grid_free(&touches);
  pw_result_free(r);
  pawl_mechanism_free(k);
  pawl_model_free(model);
}

// A ball that slides over the edge of a table, in the plane and in space: without friction, with it, and with resistance to
// rolling.
static void same_in_both_tables(void **state) {
  static const char *const friction[] = {"", ", friction: 0.1", ", friction: {static: 0.1, rolling: 0.001}"};
  Place *p = *state;
  char text[1000];
  for (int whose = PW_SLOT_OF_ALL; whose <= PW_SLOT_OF_TORQUE; whose++) {
    snprintf(text, sizeof text,
             "gravity: [0, -9.81]\n"
             "bodies:\n"
             "  ground: {profiles: {top: {start: [0.5, 0], chain: [{line: {to: [-0.5, 0]}}], closed: false}}}\n"
             "  ball: {mass: 1, inertia: 0.004, position: [0, 0.1], profiles: {skin: {circle: {radius: 0.1}}}}\n"
             "contacts: {c: {profiles: [ground.top, ball.skin]%s}}\n"
             "initial: {bodies: {ball: {velocity: [2, 0]}}}\n"
             "analysis: {duration: 2, step: 0.05}\n",
             friction[whose]);
    check_run(p, text, false, (PwSlotWhose)whose);
    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  ground: {surfaces: {top: {plane: {size: [1, 1]}}}}\n"
             "  ball: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0, 0, 0.1], surfaces: {skin: {sphere: {radius: "
             "0.1}}}}\n"
             "contacts: {c: {surfaces: [ground.top, ball.skin]%s}}\n"
             "initial: {bodies: {ball: {velocity: [2, 0.5, 0]}}}\n"
             "analysis: {duration: 2, step: 0.05}\n",
             friction[whose]);
    check_run(p, text, true, (PwSlotWhose)whose);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(named_as_documented), cmocka_unit_test(lists_agree),
                                     TEST(same_in_both_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
