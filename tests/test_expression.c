// Grammar and numbers of expressions: values against C, derivatives against closed forms, against each other and against
// central differences.
#include "base/random.h"
#include "expression_scope.h"

#define PI 3.14159265358979323846
enum { KINKS = 40 };

static double value_at(const PwScope *scope, const char *text, const double *all) {
  PwExpr *expr = compile_with(scope, text);
  double x[5];
  int32_t branch[KINKS];
  gather(expr, all, x);
  pw_expr_choose(expr, x, NULL, branch);
  double value = pw_expr_value(expr, x, branch);
  pw_expr_free(expr);
  return value;
}

// Constant expressions fold; the expected values are the same formulas in C.
static void test_constants_fold(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double value;
  } rows[] = {
      {"1 + 2*3", 7},
      {"(1 + 2)*3", 9},
      {"2^3^2", 512},
      {"-2^2", -4},
      {"2^-1", 0.5},
      {"2 - 3 - 4", -5},
      {"12/3/2", 2},
      {"--2", 2},
      {"+3", 3},
      {"2*-3", -6},
      {"1e3", 1000},
      {".5", 0.5},
      {"5.", 5},
      {"2.5e-1", 0.25},
      {"pi", PI},
      {"k*2", 5},
      {"crank.angle", 30},
      {" \t1\n+ 1 ", 2},
      {"3 cm", 30},
      {"3cm", 30},
      {"2 cm^2", 200},
      {"3 cm^-1", 0.3},
      {"12 N/cm", 1.2},
      {"2.5e-3 kg*m^2", 2500},
      {"12 N/k", 4.8},
      {"2 m * k", 5000},
      {"2 m/s", 2000},
      {"2 m/s^2", 2000},
      {"5 1/s", 5},
      {"2 m^k", 4e6 * 44.721359549995794},  // 2000^2 sqrt(2000)
      {"2 mm - 1", 1},
      {"if(2 < 3 and 2 > 1, 1, 0)", 1},
      {"abs(-3)", 3},
      {"sign(-3)", -1},
      {"sign(0)", 1},
      {"min(3, 1, 2)", 1},
      {"max(3, 1, 5, 2)", 5},
      {"floor(-1.5)", -2},
      {"floor(1e20)", 1e20},
      {"mod(7, 3)", 1},
      {"mod(-1, 3)", 2},
      {"mod(7, -3)", -2},
      {"cycle(7.5, 2)", 1.5},
      {"cycle(-0.5, 2)", 1.5},
      {"step(1, 2)", 0},
      {"step(2, 2)", 1},
      {"hypot(3, 4)", 5},
      {"cbrt(27)", 3},
      {"atan2(1, -1)", 3 * PI / 4},
      {"log10(1000)", 3},
      {"if(1 <= 1, 1, 0)", 1},
      {"if(1 < 1, 1, 0)", 0},
      {"if(1 == 1, 1, 0)", 1},
      {"if(1 != 1, 1, 0)", 0},
      {"if(not 1 > 2 or 1/none > 2, 4, 1/none)", 4},
      {"if(none > 0, 1/none, 7)", 7},
      {"if(none != 0 and 1/none > 1, 1, 2)", 2},
      {"if((1 < 2) and not (2 < 1), 1, 0)", 1},
      {"motion(0.5, 0, 1, linear, 1, 3)", 2},
      {"motion(9, 0, 1, dwell, 1, linear, 2, 4)", 4},
      {"if(1 > 2 and x > 0, x, 3)", 3},
      {"if(x > 0 or 1 < 2, 3, x)", 3},
      {"if(2 > 1, 3, abs(x) + motion(y, 0, 0, modsine, 1, 1))", 3},
  };
  PwScope scope = test_scope(NULL, 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PwExpr *expr = compile_with(&scope, rows[i].text);
    double value = NAN;
    int32_t count;
    if (!pw_expr_is_constant(expr, &value)) fail_msg("'%s' is not constant", rows[i].text);
    if (!(fabs(value - rows[i].value) <= 1e-14 * fabs(rows[i].value))) fail_msg("'%s' = %.17g", rows[i].text, value);
    pw_expr_variables(expr, &count);
    assert_int_equal(count, 0);
    assert_int_equal(pw_expr_kinks(expr), 0);
    double jet[3];
    pw_expr_jet(expr, NULL, NULL, jet);
    assert_true(jet[0] == value && jet[1] == 0 && jet[2] == 0);
    assert_true(pw_expr_value(expr, NULL, NULL) == value && pw_expr_gradient(expr, NULL, NULL, NULL) == value);
    pw_expr_free(expr);
  }
}

// Against the same formulas in C at x = 0.7, y = -1.3, z = 2.1, s = 0.002 (2 in the file's units), rate(x) = 5.
static void test_values_are_those_of_c(void **state) {
  (void)state;
  const double all[] = {0.7, -1.3, 2.1, 0.002, 5}, x = 0.7, y = -1.3, z = 2.1;
  PwScope scope = test_scope(NULL, 1), degrees = test_scope(NULL, PI / 180);
  CHECK_CLOSE(value_at(&scope, "x*y + z/x - y^2", all), x * y + z / x - y * y, 1e-15);
  CHECK_CLOSE(value_at(&scope, "-x^2", all), -x * x, 1e-16);
  CHECK_CLOSE(value_at(&scope, "2^-x^2", all), pow(2, -x * x), 1e-15);
  CHECK_CLOSE(value_at(&scope, "s + rate(x)", all), 7, 1e-15);
  CHECK_CLOSE(value_at(&scope, "z^x", all), pow(z, x), 1e-15);
  CHECK_CLOSE(value_at(&scope, "z^2.5 + z^3 + z^4 + z^-1 + z^1 + z^0", all),
              pow(z, 2.5) + z * z * z + z * z * z * z + 1 / z + z + 1, 1e-13);
  CHECK_CLOSE(value_at(&scope, "if(x > 0 and y < 0 and not z < 0, x, y)", all), x, 0);
  CHECK_CLOSE(value_at(&scope, "if(x < 0 or y > 0, x, if(z == 2.1, 3, 4))", all), 3, 0);
  CHECK_CLOSE(value_at(&scope, "if(z != 2.1, 3, 4)", all), 4, 0);
  CHECK_CLOSE(value_at(&scope, "mod(z, x*0.5) + mod(y, 1)", all), 2.1 - 0.35 * floor(2.1 / 0.35) + 0.7, 1e-14);
  CHECK_CLOSE(value_at(&degrees, "sin(30) + atan2(1, 1)", all), 45.5, 1e-13);
  CHECK_CLOSE(value_at(&degrees, "sin(x) + asin(x)", all), sin(x * PI / 180) + asin(x) * 180 / PI, 1e-13);
  assert_true(isnan(value_at(&scope, "sqrt(y)", all)));
  assert_true(isinf(value_at(&scope, "1/(x - x)", all)));
  assert_true(isnan(value_at(&scope, "floor(x*1e10)", all)));  // beyond the range of branches
}

// Each variable appears once, in the order of its first mention; those of a part left out do not.
static void test_variables_are_listed_once(void **state) {
  (void)state;
  int32_t count;
  PwExpr *expr = compile("z*x + rate(x) + z*s + if(1 > 2, y, 0)");
  const int32_t *variables = pw_expr_variables(expr, &count);
  const int32_t expected[] = {VARIABLE_Z, VARIABLE_X, VARIABLE_RATE, VARIABLE_S};
  assert_int_equal(count, 4);
  for (int i = 0; i < 4; i++) assert_int_equal(variables[i], expected[i]);
  pw_expr_free(expr);
  expr = compile("if(1 > 2, y + x, x + y)");  // first seen where it is left out
  variables = pw_expr_variables(expr, &count);
  assert_int_equal(count, 2);
  const double x[] = {3, 4};
  assert_int_equal(variables[0], VARIABLE_X);
  CHECK_CLOSE(pw_expr_value(expr, x, NULL), 7, 0);
  pw_expr_free(expr);
}

// Closed forms of first and second derivative of every function of one argument.
static void test_closed_forms(void **state) {
  (void)state;
  const double x = 0.37;
  double c = cos(x), s = sin(x), t = tan(x), w = 1 - x * x, q = 1 + x * x, th = tanh(x), ln10 = log(10);
  const struct {
    const char *text;
    double d, dd;
  } rows[] = {
      {"sin(x)", c, -s},
      {"cos(x)", -s, -c},
      {"tan(x)", 1 + t * t, 2 * t * (1 + t * t)},
      {"asin(x)", 1 / sqrt(w), x / (w * sqrt(w))},
      {"acos(x)", -1 / sqrt(w), -x / (w * sqrt(w))},
      {"atan(x)", 1 / q, -2 * x / (q * q)},
      {"sinh(x)", cosh(x), sinh(x)},
      {"cosh(x)", sinh(x), cosh(x)},
      {"tanh(x)", 1 - th * th, -2 * th * (1 - th * th)},
      {"exp(x)", exp(x), exp(x)},
      {"log(x)", 1 / x, -1 / (x * x)},
      {"log10(x)", 1 / (x * ln10), -1 / (x * x * ln10)},
      {"sqrt(x)", 0.5 / sqrt(x), -0.25 / (x * sqrt(x))},
      {"cbrt(x)", pow(x, -2. / 3) / 3, -2 * pow(x, -5. / 3) / 9},
      {"x^2.5", 2.5 * pow(x, 1.5), 3.75 * pow(x, 0.5)},
      {"x^3", 3 * x * x, 6 * x},
      {"x^5", 5 * x * x * x * x, 20 * x * x * x},
      {"x^-2", -2 / (x * x * x), 6 / (x * x * x * x)},
      {"2^x", log(2) * pow(2, x), log(2) * log(2) * pow(2, x)},
      {"x^x", pow(x, x) * (log(x) + 1), pow(x, x) * ((log(x) + 1) * (log(x) + 1) + 1 / x)},
      {"1/x", -1 / (x * x), 2 / (x * x * x)},
      {"abs(x - 1)", -1, 0},
      {"floor(x)", 0, 0},
      {"sign(x)", 0, 0},
      {"step(x, 0)", 0, 0},
      {"x^0", 0, 0},
      {"hypot(x, 1)", x / sqrt(q), 1 / (q * sqrt(q))},
      {"atan2(x, 1)", 1 / q, -2 * x / (q * q)},
      {"atan2(1, x)", -1 / q, 2 * x / (q * q)},
      {"mod(x, 0.1)", 1, 0},
      {"-x", -1, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PwExpr *expr = compile(rows[i].text);
    int32_t branch[KINKS];
    double jet[3], gradient[1];
    pw_expr_choose(expr, &x, NULL, branch);
    pw_expr_jet(expr, (const double[]){x, 1, 0}, branch, jet);
    pw_expr_gradient(expr, &x, branch, gradient);
    double near = 1e-14 * (1 + fabs(rows[i].dd));
    if (!(fabs(jet[1] - rows[i].d) <= near && fabs(jet[2] - rows[i].dd) <= near && fabs(gradient[0] - rows[i].d) <= near)) {
      fail_msg("'%s': %.17g %.17g %.17g", rows[i].text, jet[1], jet[2], gradient[0]);
    }
    pw_expr_free(expr);
  }
}

// At x = 0 powers have the derivatives of their limits, also where a factor vanishes.
static void test_powers_at_zero(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double d, dd;
  } rows[] = {{"x^2", 0, 2}, {"x^5", 0, 0}, {"x^2.5", 0, 0}, {"x^0", 0, 0}, {"x^(1 + 0*x)", 1, 0}, {"x^(3 + x)", 0, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PwExpr *expr = compile(rows[i].text);
    double jet[3], gradient[1], x = 0;
    pw_expr_jet(expr, (const double[]){0, 1, 0}, NULL, jet);
    pw_expr_gradient(expr, &x, NULL, gradient);
    CHECK_CLOSE(jet[1], rows[i].d, 0);
    CHECK_CLOSE(jet[2], rows[i].dd, 0);
    CHECK_CLOSE(gradient[0], rows[i].d, 0);
    pw_expr_free(expr);
  }
}

// The jet of one expression along x(s) = p + s q + s^2 r / 2 against its gradient and against central differences of order 6 of
// its value with the branches kept.
static void check_derivatives(const PwScope *scope, const char *text, uint64_t *random) {
  PwExpr *expr = compile_with(scope, text);
  double all[5], p[5], q[5], r[5], xjet[15], gradient[5], jet[3], d = 0, dd = 0;
  int32_t branch[KINKS], count;
  for (int i = 0; i < 5; i++) {
    all[i] = pw_random_between(random, 0.2, 0.9) * (i == VARIABLE_S ? 1e-3 : 1);
    q[i] = pw_random_between(random, -1, 1) * (i == VARIABLE_S ? 1e-3 : 1);
    r[i] = pw_random_between(random, -1, 1) * (i == VARIABLE_S ? 1e-3 : 1);
  }
  gather(expr, all, p);
  pw_expr_variables(expr, &count);
  pw_expr_choose(expr, p, q, branch);
  double along = 0, size = 1, h = 2e-3;
  for (int i = 0; i < count; i++) xjet[3 * i] = p[i], xjet[3 * i + 1] = q[i], xjet[3 * i + 2] = r[i];
  pw_expr_jet(expr, xjet, branch, jet);
  double value = pw_expr_gradient(expr, p, branch, gradient);
  for (int i = 0; i < count; i++) {
    along += gradient[i] * q[i];
    size += fabs(gradient[i] * q[i]);
  }
  static const double first[] = {-1, 9, -45, 0, 45, -9, 1}, second[] = {2, -27, 270, -490, 270, -27, 2};
  for (int k = 0; k < 7; k++) {
    double x[5], s = (k - 3) * h;
    for (int i = 0; i < count; i++) x[i] = p[i] + s * q[i] + s * s * r[i] / 2;
    double f = pw_expr_value(expr, x, branch);
    d += first[k] * f / (60 * h);
    dd += second[k] * f / (180 * h * h);
  }
  bool good = value == pw_expr_value(expr, p, branch) && fabs(jet[0] - value) <= 1e-14 * size &&
              fabs(jet[1] - along) <= 1e-13 * size && fabs(d - jet[1]) <= 1e-8 * size &&
              fabs(dd - jet[2]) <= 1e-6 * (size + fabs(jet[2]));
  if (!good)
    fail_msg("'%s': jet %.12g %.12g %.12g, gradient %.12g, differences %.12g %.12g", text, jet[0], jet[1], jet[2], along, d, dd);
  pw_expr_free(expr);
}

static void test_derivatives_agree_with_differences(void **state) {
  (void)state;
  static const char *const texts[] = {
      "x*y*z",
      "x/y - z/(x + y)",
      "sin(x*y)*cos(z)",
      "tan(x)",
      "asin(x*y)",
      "acos(x*z)",
      "atan(x/y)",
      "atan2(x*y, z)",
      "sinh(x - y)",
      "cosh(x*z)",
      "tanh(x + y)",
      "exp(-x*y)*z",
      "log(x + y)",
      "log10(z/x)",
      "sqrt(x^2 + y^2)",
      "cbrt(x*y)",
      "x^y",
      "(x + y)^(z*x)",
      "x^2.5*y^-1.5",
      "x^7/(1 + y^4)",
      "hypot(x, y*z)",
      "abs(x - y)*z",
      "sign(x - 0.5)*x*y",
      "min(x, y*z, 0.3)",
      "max(x*y, z, x^2)",
      "floor(3*x)*y",
      "mod(x*y, 0.1)*z",
      "mod(z, x*y/3)",
      "cycle(x, 0.25)^2",
      "step(x, y)*z^2",
      "s*x + rate(x)^2*y",
      "if(x > y, x*y^2, sin(x*z))",
      "if(x > y and z > x or not y > 0.5, exp(x), x*y*z)",
      "cam(x)*y",
      "cam(4*x - 2*y)",
      "motion(x, 0.1, 0, modsine, 0.5, 1, dwell, 0.6, modtrap, 1, 3)*y",
      "motion(x*y, 0, 0, poly345, 0.3, 2, cycloidal, 0.7, 0)",
      "motion(x, 0, 0, harmonic, 0.6, 1, poly4567, 1, 0) + motion(y, 0.2, 3, linear, 1, 1)",
      "-(-x)^3 + +y",
  };
  const double tx[] = {-1, 0, 0.25, 0.5, 1, 2}, ty[] = {1, 0.5, -0.3, 0.2, 0.8, 0};
  PawlTableDef def = {
      .name = "cam", .count = 6, .x = tx, .y = ty, .interpolation = PAWL_TABLE_SPLINE, .extension = PAWL_TABLE_HOLD};
  PwTable *table;
  uint64_t random = 1;
  assert_int_equal(pw_table_create(&def, PW_NOWHERE, NULL, &table), PAWL_OK);
  PwScope scope = test_scope(table, 1), degrees = test_scope(table, PI / 180);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    for (int k = 0; k < 20; k++) check_derivatives(&scope, texts[i], &random);
  }
  check_derivatives(&degrees, "sin(90*x)*atan2(y, z) + acos(x)", &random);
  pw_table_free(table);
}

// The part of an `if` that is not in force may be NaN or infinite without harm.
static void test_unused_part(void **state) {
  (void)state;
  PwExpr *expr = compile("if(x > 0, sqrt(x)*log(x), 3*x)");
  double x = -2, gradient[1], jet[3];
  int32_t branch[KINKS];
  pw_expr_choose(expr, &x, NULL, branch);
  CHECK_CLOSE(pw_expr_gradient(expr, &x, branch, gradient), -6, 0);
  CHECK_CLOSE(gradient[0], 3, 0);
  pw_expr_jet(expr, (const double[]){-2, 1, 0}, branch, jet);
  CHECK_CLOSE(jet[1], 3, 0);
  pw_expr_free(expr);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_constants_fold),
      cmocka_unit_test(test_values_are_those_of_c),
      cmocka_unit_test(test_variables_are_listed_once),
      cmocka_unit_test(test_closed_forms),
      cmocka_unit_test(test_powers_at_zero),
      cmocka_unit_test(test_derivatives_agree_with_differences),
      cmocka_unit_test(test_unused_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
