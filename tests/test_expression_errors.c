// Complaints about expressions: their text and column; limits; random text never does harm.
#include "base/random.h"
#include "expression_scope.h"

enum { KINKS = 8192 };

// The place of the expression: line 4, column 11 of a file.
static const PwPlace PLACE = {"a.yaml", 4, 11};

typedef struct {
  const char *text;
  int offset;  // of the complaint in the text
  const char *words;
} Row;

static void check_row(const Row *row) {
  PwScope scope = test_scope(NULL, 1);
  PawlMessages *messages = pawl_messages_create();
  PwExpr *expr = (PwExpr *)messages;
  assert_int_equal(pw_expr_compile(row->text, PLACE, &scope, messages, &expr), PAWL_ERR_INPUT);
  assert_null(expr);
  PawlMessage message = pawl_messages_get(messages, 0);
  if (pawl_messages_count(messages) != 1 || message.column != PLACE.column + row->offset || !strstr(message.text, row->words)) {
    fail_msg("'%s': %d messages, offset %d: %s", row->text, pawl_messages_count(messages), message.column - PLACE.column,
             message.text);
  }
  assert_int_equal(message.line, 4);
  assert_string_equal(message.file, "a.yaml");
  assert_int_equal(message.severity, PAWL_ERROR);
  pawl_messages_free(messages);
}

static void test_errors_of_syntax_have_their_column(void **state) {
  (void)state;
  static const Row rows[] = {
      {"", 0, "empty"},
      {" \t\n", 0, "empty"},
      {"1 +", 3, "expected a number, a name or '(', but the expression ends here"},
      {"1 + * 2", 4, "found '*'"},
      {"(1 + (x - 2)", 0, "this '(' is not closed"},
      {"2*sin(x", 5, "this '(' is not closed"},
      {"1 + x)", 5, "this ')' has no '('"},
      {"x y", 2, "expected an operator, found 'y'"},
      {"(x y)", 3, "expected an operator or ')', found 'y'"},
      {"x 2", 2, "expected an operator, found '2'"},
      {"x = 2", 2, "compare with '=='"},
      {"x & y", 2, "unexpected character '&'"},
      {"x + \xc3\xa4", 4, "unexpected character with the code 195"},
      {"sin(,x)", 4, "expected a number, a name or '(', found ','"},
      {"and", 0, "found 'and'"},
      {"()", 1, "found ')'"},
      {"1e999", 0, "too large"},
      {"1e308 m", 0, "too large in the units"},
      {"x.", 1, "unexpected character '.'"},
      {"x..y", 1, "unexpected character '.'"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(&rows[i]);
}

static void test_names_and_units(void **state) {
  (void)state;
  static const Row rows[] = {
      {"1 + crank.angel", 4, "unknown name 'crank.angel', did you mean 'crank.angle'?"},
      {"unheardof*2", 0, "unknown name 'unheardof'"},
      {"sni(x)", 0, "unknown function 'sni', did you mean 'sin'?"},
      {"Pi", 0, "unknown name 'Pi', did you mean 'pi'?"},
      {"rate(k)", 5, "unknown name 'k'"},
      {"rate(2)", 5, "expected the name of a variable, found '2'"},
      {"rate(x + 1)", 7, "rate takes the name of one variable: rate(name)"},
      {"2*sqrt", 2, "'sqrt' is a function: write sqrt(x)"},
      {"k(3)", 0, "'k' is not a function; for a product write k*(...)"},
      {"pi(3)", 0, "'pi' is not a function"},
      {"2 x", 2, "unknown unit 'x', for a product write 2*x"},
      {"3 + 2.5x.y*3", 7, "unknown unit 'x.y', for a product write 2.5*x.y"},
      {"5 1/x", 2, "unknown unit '1/x', for a product write 5*1/x"},
      {"2 sin(x)", 2, "unknown unit 'sin'"},
      {"20 N/mm^10", 7, "'N/mm' goes on with a power that no unit has"},  // not (20 N/mm)^10
      {"1 + 3 m^(1+1)", 7, "'m' goes on with a power that no unit has (1 to 9); one of the number is (3 m)^..."},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(&rows[i]);
}

static void test_wrong_arguments_are_refused(void **state) {
  (void)state;
  static const Row rows[] = {
      {"1 + atan2(x)", 4, "atan2 takes 2 arguments: atan2(y, x); 1 given"},
      {"sin(x, y)", 0, "sin takes 1 argument: sin(angle); 2 given"},
      {"sin()", 0, "0 given"},
      {"hypot(1, 2, 3)", 0, "3 given"},
      {"max(x)", 0, "max takes at least 2 arguments: max(x, y, ...); 1 given"},
      {"min()", 0, "min takes at least 2 arguments: min(x, y, ...); 0 given"},
      {"if(x > 0, 1)", 0, "if takes 3 arguments: if(condition, value, value otherwise); 2 given"},
      {"if()", 0, "0 given"},
      {"if(x > 0, 1, 2, 3)", 0, "4 given"},
      {"if(x > 0; 1, 2)", 8, "unexpected character ';'"},
      {"if(x, 1, 2)", 3, "a condition such as x > 0 is expected here"},
      {"if(not x, 1, 2)", 7, "a condition such as"},
      {"if(x > 1 and (x + 1), 1, 2)", 13, "a condition such as"},
      {"if(1 or x > 2, 1, 2)", 3, "a condition such as"},
      {"x > 1", 2, "a number is expected here"},
      {"1 + (x > 1)", 7, "a number is expected here"},
      {"-(x > 1)", 4, "a number is expected here"},
      {"(x > 1)^2", 3, "a number is expected here"},
      {"2*(x > 1 and y > 1)", 9, "a number is expected here"},
      {"sin(not x > 1)", 4, "a number is expected here"},
      {"if(1 < x < 2, 1, 2)", 9, "comparisons cannot be chained"},
      {"cycle(x, y)", 9, "must be constant"},
      {"cycle(x, -1)", 9, "must be positive"},
      {"mod(x, 0)", 7, "mod(x, 0) has no value"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(&rows[i]);
}

static void test_wrong_motion_laws_are_refused(void **state) {
  (void)state;
  static const Row rows[] = {
      {"motion(x, 0, 0)", 0, "motion takes at least 5 arguments: motion(x, x0, y0, LAW, x1, y1, ...); 3 given"},
      {"motion()", 0, "0 given"},
      {"motion(x, 0, 0, cycloid, 1, 1)", 16, "unknown motion law 'cycloid', did you mean 'cycloidal'?"},
      {"motion(x, 0, 0, swing, 1, 1)", 16, "unknown motion law 'swing'; there are dwell, linear,"},
      {"motion(x, 0, 0, 3, 1, 1)", 16, "expected the name of a motion law, found '3'"},
      {"motion(x, 0, 0, linear, 1)", 25, "expected ',' and y, which every law but dwell has, found ')'"},
      {"motion(x, 0, 0, linear)", 22, "expected ',' and x after the law"},
      {"motion(x, 0, 0, dwell, 1, 5)", 26, "expected the name of a motion law"},
      {"motion(x, 0, 0, linear, 0, 1)", 24, "x = 0 of a motion must lie after the x = 0 before it"},
      {"motion(x, 0, 0, linear, 1, 1, dwell, 1/2)", 37, "x = 0.5 of a motion must lie after"},
      {"motion(x, y, 0, linear, 1, 1)", 10, "x of a motion must be constant"},
      {"motion(x, 0, 0, linear, 1, 2*x)", 27, "y of a motion must be constant"},
      {"motion(x, 0, 0, linear, 1, 1", 6, "this '(' is not closed"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(&rows[i]);
}

// Constant parts without a finite value.
static void test_constants_without_a_value_are_refused(void **state) {
  (void)state;
  static const Row rows[] = {
      {"x + 1/none", 5, "division by zero: 1 / 0"},
      {"sqrt(-1)", 0, "sqrt(-1) is not a finite number"},
      {"x*log(0)", 2, "log(0) is not a finite number"},
      {"acos(2)", 0, "acos(2) is not"},
      {"(-8)^0.5", 4, "-8 ^ 0.5 is not"},
      {"1e300*1e300", 5, "1e+300 * 1e+300 is not"},
      {"exp(1000)", 0, "exp(1000) is not"},
      {"hypot(1e308, 1.7e308)", 0, "hypot(1e+308, 1.7e+308) is not"},
      {"1e308 + 1e308", 6, "1e+308 + 1e+308 is not"},
      {"if(x > 0, 1/none, 2)", 11, "division by zero"},
      {"if(1 > none, 1/none, 2)", 14, "division by zero"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(&rows[i]);
}

// What stands for an unknown name brings no second complaint, and the rest is still looked at. A symbol that the scope
// itself complained about gets none from here.
static void test_one_error_brings_one_complaint(void **state) {
  (void)state;
  PwScope scope = test_scope(NULL, 1);
  PwExpr *expr;
  PawlMessages *messages = pawl_messages_create();
  const char *text = "1/(foo - foo) + sqrt(bar) + motion(x, 0, 0, linear, baz, 1) + cycle(x, qux) + sin(1, 2) + nothing(foo)";
  assert_int_equal(pw_expr_compile(text, PW_NOWHERE, &scope, messages, &expr), PAWL_ERR_INPUT);
  const int columns[] = {4, 10, 22, 53, 72, 79, 99, 91};
  assert_int_equal(pawl_messages_count(messages), 8);
  for (int i = 0; i < 8; i++) assert_int_equal(pawl_messages_get(messages, i).column, columns[i]);
  pawl_messages_clear(messages);
  assert_int_equal(pw_expr_compile("2*forbidden + forbidden(x)", PW_NOWHERE, &scope, messages, &expr), PAWL_ERR_INPUT);
  assert_null(expr);
  assert_int_equal(pawl_messages_count(messages), 0);
  assert_int_equal(pw_expr_compile(NULL, PW_NOWHERE, &scope, NULL, &expr), PAWL_ERR_INPUT);
  pawl_messages_free(messages);
}

// Tables as symbols.
static void test_tables_are_called_as_functions(void **state) {
  (void)state;
  const double tx[] = {0, 1}, ty[] = {0, 2};
  PawlTableDef def = {.name = "cam", .count = 2, .x = tx, .y = ty, .interpolation = PAWL_TABLE_LINEAR};
  PwTable *table;
  assert_int_equal(pw_table_create(&def, PW_NOWHERE, NULL, &table), PAWL_OK);
  PwScope scope = test_scope(table, 1);
  static const Row rows[] = {{"2*cam", 2, "'cam' is a table: write cam(x)"},
                             {"cam(x, 2)", 0, "table 'cam' takes 1 argument: cam(x); 2 given"}};
  for (int i = 0; i < 2; i++) {
    PawlMessages *messages = pawl_messages_create();
    PwExpr *expr;
    assert_int_equal(pw_expr_compile(rows[i].text, PLACE, &scope, messages, &expr), PAWL_ERR_INPUT);
    assert_string_equal(pawl_messages_get(messages, 0).text, rows[i].words);
    assert_int_equal(pawl_messages_get(messages, 0).column, PLACE.column + rows[i].offset);
    pawl_messages_free(messages);
  }
  PwExpr *expr = compile_with(&scope, "cam(0.25)");
  double value;
  assert_true(pw_expr_is_constant(expr, &value));
  CHECK_CLOSE(value, 0.5, 0);
  pw_expr_free(expr);
  pw_table_free(table);
}

// `count` times `open`, then `middle`, then `count` times `close`. To be freed.
static char *repeat(const char *open, const char *middle, const char *close, int count) {
  char *text = calloc((size_t)count * (strlen(open) + strlen(close)) + strlen(middle) + 1, 1), *at = text;
  for (int i = 0; i < count; i++) at += sprintf(at, "%s", open);
  at += sprintf(at, "%s", middle);
  for (int i = 0; i < count; i++) at += sprintf(at, "%s", close);
  return text;
}

static void check_limit(const char *open, const char *middle, const char *close, int count, const char *words) {
  PwScope scope = test_scope(NULL, 1);
  PawlMessages *messages = pawl_messages_create();
  PwExpr *expr;
  char *text = repeat(open, middle, close, count);
  PawlStatus status = pw_expr_compile(text, PW_NOWHERE, &scope, messages, &expr);
  assert_int_equal(status, words ? PAWL_ERR_INPUT : PAWL_OK);
  assert_int_equal(pawl_messages_count(messages), words ? 1 : 0);
  if (words && !strstr(pawl_messages_get(messages, 0).text, words)) fail_msg("%s", pawl_messages_get(messages, 0).text);
  if (!words) {
    double x = 1, gradient[1] = {0}, jet[3];
    int32_t *branch = calloc(KINKS, sizeof *branch);
    pw_expr_choose(expr, &x, NULL, branch);
    double value = pw_expr_gradient(expr, &x, branch, gradient);
    pw_expr_jet(expr, (const double[]){1, 1, 0}, branch, jet);
    CHECK_CLOSE(jet[0], value, 0);
    CHECK_CLOSE(jet[1], gradient[0], 1e-12 * fabs(jet[1]));
    free(branch);
  }
  pw_expr_free(expr);
  pawl_messages_free(messages);
  free(text);
}

static void test_depth_and_length_have_limits(void **state) {
  (void)state;
  check_limit("(", "x", ")", 100, NULL);
  check_limit("(", "x", ")", 101, "nested deeper than 100 levels");
  check_limit("(", "", "", 60000, "nested deeper than 100 levels");
  check_limit("-", "x", "", 100, NULL);
  check_limit("-", "x", "", 60000, "nested deeper than 100 levels");
  check_limit("x^", "1", "", 60, NULL);
  check_limit("x^-", "1", "", 20000, "nested deeper than 100 levels");
  check_limit("sin(", "x", ")", 100, NULL);
  check_limit("sin(", "x", ")", 101, "nested deeper than 100 levels");
  check_limit("abs(", "x", ")", 100, NULL);
  check_limit("not ", "x", "", 10000, "nested deeper than 100 levels");
  check_limit("x + ", "x", "", 4094, NULL);
  check_limit("x + ", "x", "", 4096, "more than 4096 operations");
  check_limit("abs(x) + ", "x", "", 2047, NULL);
  check_limit("1 + ", "x", "", 16000, NULL);  // constants fold
  check_limit(" ", "x", "", 65535, NULL);
  check_limit(" ", "x", "", 65536, "more than 65536 characters");
  check_limit("a", "", "", 127, "unknown name");
  check_limit("a", "", "", 128, "a name is longer than 127 characters");
  check_limit("1", "", "", 300, NULL);
  check_limit("1", "m", "", 1000, "too large");
}

// Compiles whatever it is; what is accepted is evaluated at odd places. Nothing is expected but that it comes back, and that
// a refusal says why.
static void try_text(const char *text, const PwScope *scope) {
  PawlMessages *messages = pawl_messages_create();
  PwExpr *expr;
  PawlStatus status = pw_expr_compile(text, PW_NOWHERE, scope, messages, &expr);
  if (status == PAWL_OK) {
    static const double odd[] = {0, -1.5, INFINITY, NAN, 1e300};
    int32_t branch[200], kinks = pw_expr_kinks(expr);
    double g[400], jet[3];
    assert_true(kinks <= 200);
    for (int i = 0; i < 5; i++) {
      double x[5], xjet[15], gradient[5];
      for (int k = 0; k < 5; k++) x[k] = xjet[3 * k] = odd[(i + k) % 5], xjet[3 * k + 1] = odd[k], xjet[3 * k + 2] = 1;
      pw_expr_choose(expr, x, i % 2 ? x : NULL, branch);
      pw_expr_switches(expr, x, branch, g);
      for (int k = 0; k < kinks; k++) pw_expr_cross(expr, k, i % 2, x, x, branch);
      pw_expr_gradient(expr, x, branch, gradient);
      pw_expr_jet(expr, xjet, branch, jet);
    }
  } else {
    assert_int_equal(status, PAWL_ERR_INPUT);
    assert_true(pawl_messages_errors(messages) > 0);
  }
  pw_expr_free(expr);
  pawl_messages_free(messages);
}

static void test_random_texts_do_no_harm(void **state) {
  (void)state;
  static const char *const words[] = {
      "x",       "y",           "z",       "s",      "1",     "2.5",   "0",        "1e9",     "(",
      ")",       "(",           ")",       ",",      ",",     "+",     "-",        "*",       "/",
      "^",       "<",           "<=",      ">=",     "==",    "!=",    "and ",     " or ",    "not ",
      "sin(",    "abs(",        "min(",    "max(x,", "if(x>", "mod(",  "cycle(x,", "rate(x)", "motion(x,0,0,",
      "linear,", "modsine,1,1", "dwell,2", "floor(", "cam(",  "step(", " mm",      " N/mm",   "pi",
      "foo",     ".",           "=",       "\x01",   "\xff",  " ",     "1/s",      "sqrt(",   "hypot(",
  };
  const double tx[] = {0, 1, 2}, ty[] = {0, 2, 0};
  PawlTableDef def = {
      .name = "cam", .count = 3, .x = tx, .y = ty, .interpolation = PAWL_TABLE_SPLINE, .extension = PAWL_TABLE_PERIODIC};
  PwTable *table;
  assert_int_equal(pw_table_create(&def, PW_NOWHERE, NULL, &table), PAWL_OK);
  PwScope scope = test_scope(table, 1);
  uint64_t random = 42;
  for (int round = 0; round < 20000; round++) {
    char text[400] = "";
    int count = (int)(pw_random_bits(&random) % 20);
    for (int i = 0; i < count; i++) strcat(text, words[pw_random_bits(&random) % (sizeof words / sizeof *words)]);
    try_text(text, &scope);
    for (int i = 0; i < count; i++) text[i] = (char)(pw_random_bits(&random) % 256);
    text[count] = 0;
    try_text(text, &scope);
  }
  pw_table_free(table);
}

// Pieces of valid text, cut and joined at random: more of it is accepted than of random words.
static void test_random_mutations(void **state) {
  (void)state;
  static const char seed[] =
      "if(x > 1 and not y < 2, motion(x, 0, 0, modsine, 1, 1, dwell, 2, linear, 3, 0), max(abs(x), y, 3 mm)) + cam(x)^2 - "
      "mod(x, 2)*cycle(y, 3)/sqrt(1 + z^2) + if(z == 1 or x != 2, floor(s), step(x, 1) + rate(x))";
  PwScope scope = test_scope(NULL, 0.0174532925199433);
  uint64_t random = 5;
  for (int round = 0; round < 10000; round++) {
    char text[sizeof seed];
    memcpy(text, seed, sizeof seed);
    int changes = 1 + (int)(pw_random_bits(&random) % 4);
    for (int i = 0; i < changes; i++) {
      size_t a = pw_random_bits(&random) % (sizeof seed - 1), b = pw_random_bits(&random) % (sizeof seed - 1);
      text[a] = seed[b];
    }
    if (round % 5 == 0) text[pw_random_bits(&random) % (sizeof seed - 1)] = 0;
    try_text(text, &scope);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_errors_of_syntax_have_their_column),
      cmocka_unit_test(test_names_and_units),
      cmocka_unit_test(test_wrong_arguments_are_refused),
      cmocka_unit_test(test_wrong_motion_laws_are_refused),
      cmocka_unit_test(test_constants_without_a_value_are_refused),
      cmocka_unit_test(test_one_error_brings_one_complaint),
      cmocka_unit_test(test_tables_are_called_as_functions),
      cmocka_unit_test(test_depth_and_length_have_limits),
      cmocka_unit_test(test_random_texts_do_no_harm),
      cmocka_unit_test(test_random_mutations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
