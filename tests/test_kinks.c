// Kinks of expressions: branches, distances to the ends of pieces, crossing; a walk that meets every event keeps the value that
// a fresh choice of branches gives.
#include "expression_scope.h"

enum { KINKS = 40 };
static const double NONE = INFINITY;

static void choose(const PwExpr *expr, double x, double direction, int32_t *branch) {
  pw_expr_choose(expr, &x, &direction, branch);
}

// On a boundary the direction decides; at rest the upper side, but a strict comparison is false and equality is true.
static void test_the_direction_decides_on_a_boundary(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double x;
    double down, rest, up;  // values
  } rows[] = {
      {"sign(x)", 0, -1, 1, 1},
      {"step(x, 2)", 2, 0, 1, 1},
      {"floor(x)", 3, 2, 3, 3},
      {"cycle(x, 2)", 4, 2, 0, 0},
      {"if(x > 0, 1, 0)", 0, 0, 0, 1},
      {"if(x >= 0, 1, 0)", 0, 0, 1, 1},
      {"if(x < 0, 1, 0)", 0, 1, 0, 0},
      {"if(x <= 0, 1, 0)", 0, 1, 1, 0},
      {"if(x == 0, 1, 0)", 0, 0, 1, 0},
      {"if(x != 0, 1, 0)", 0, 1, 0, 1},
      {"sign(abs(x))", 0, 1, 1, 1},     // |x| grows both ways
      {"sign(-abs(x))", 0, -1, 1, -1},  // and -|x| falls
      {"sign(max(x, -2*x))", 0, 1, 1, 1},
      {"sign(min(x, -2*x))", 0, -1, 1, -1},
      {"sign(motion(x, 0, 0, linear, 1, 1) - 1e-300*x)", 0, 1, 1, 1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PwExpr *expr = compile(rows[i].text);
    const double expected[] = {rows[i].down, rows[i].rest, rows[i].up};
    for (int k = 0; k < 3; k++) {
      int32_t branch[KINKS];
      choose(expr, rows[i].x, k - 1, branch);
      double value = pw_expr_value(expr, &rows[i].x, branch);
      if (value != expected[k]) fail_msg("'%s' with direction %d: %g", rows[i].text, k - 1, value);
      if (k == 1) {
        pw_expr_choose(expr, &rows[i].x, NULL, branch);
        assert_true(pw_expr_value(expr, &rows[i].x, branch) == expected[1]);
      }
    }
    pw_expr_free(expr);
  }
}

// Slopes at a boundary follow the direction: the pieces of tables, motions, abs, min and max are chosen by it.
static void test_tie_slopes(void **state) {
  (void)state;
  const double tx[] = {0, 1, 2}, ty[] = {0, 2, 1};
  PawlTableDef def = {.name = "cam", .count = 3, .x = tx, .y = ty, .interpolation = PAWL_TABLE_LINEAR};
  PwTable *table;
  assert_int_equal(pw_table_create(&def, PW_NOWHERE, NULL, &table), PAWL_OK);
  static const struct {
    const char *text;
    double x, down, up;  // slopes
  } rows[] = {
      {"cam(x)", 1, 2, -1},     {"cam(x)", 0, 0, 2},
      {"cam(x)", 2, -1, 0},     {"abs(x)", 0, -1, 1},
      {"min(x, 3*x)", 0, 3, 1}, {"max(x, 3*x)", 0, 1, 3},
      {"max(3*x, x)", 0, 1, 3}, {"motion(x, 0, 0, linear, 1, 4)", 0, 0, 4},
      {"mod(x, 1)*2", 5, 2, 2}, {"motion(x, 0, 0, linear, 1, 4)", 1, 4, 0},
  };
  PwScope scope = test_scope(table, 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PwExpr *expr = compile_with(&scope, rows[i].text);
    for (int k = 0; k < 2; k++) {
      int32_t branch[KINKS];
      double jet[3], gradient[1];
      choose(expr, rows[i].x, k ? 1 : -1, branch);
      pw_expr_jet(expr, (const double[]){rows[i].x, 1, 0}, branch, jet);
      pw_expr_gradient(expr, &rows[i].x, branch, gradient);
      CHECK_CLOSE(jet[1], k ? rows[i].up : rows[i].down, 0);
      CHECK_CLOSE(gradient[0], jet[1], 0);
    }
    pw_expr_free(expr);
  }
  pw_table_free(table);
}

// Distances to the lower and the upper end, by hand.
static void test_distances_to_both_ends(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double x, low, high;
  } rows[] = {
      {"abs(x - 1)", 3, 2, INFINITY},
      {"abs(x - 1)", -2, INFINITY, 3},
      {"sign(2*x)", 3, 6, INFINITY},
      {"step(x, 1)", 0.25, INFINITY, 0.75},
      {"floor(x)", 2.25, 0.25, 0.75},
      {"floor(x)", -0.25, 0.75, 0.25},
      {"cycle(x, 4)", 5, 0.25, 0.75},
      {"min(x, 3)", 1, INFINITY, 2},
      {"max(3, x)", 1, 2, INFINITY},
      {"if(x < 3, x, 0)", 1, 2, INFINITY},
      {"if(x >= 3, x, 0)", 1, INFINITY, 2},
      {"if(x == 3, x, 0)", 1, INFINITY, 2},
      {"if(x == 3, x, 0)", 3, 0, 0},
      {"if(x != 3, x, 0)", 5, 2, INFINITY},
      {"motion(x, 0, 0, modsine, 8, 1)", 0.25, 0.25, 0.75},
      {"motion(x, 0, 0, modsine, 8, 1)", -1, INFINITY, 1},
      {"motion(x, 0, 0, modtrap, 8, 1)", 3.5, 0.5, 1.5},
      {"motion(x, 0, 0, modtrap, 8, 1)", 10, 2, INFINITY},
      {"floor(1e12*x)", 1, INFINITY, INFINITY},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PwExpr *expr = compile(rows[i].text);
    int32_t branch[1];
    double g[2];
    assert_int_equal(pw_expr_kinks(expr), 1);
    pw_expr_choose(expr, &rows[i].x, NULL, branch);
    pw_expr_switches(expr, &rows[i].x, branch, g);
    if (g[0] != rows[i].low || g[1] != rows[i].high) fail_msg("'%s': %g %g", rows[i].text, g[0], g[1]);
    pw_expr_free(expr);
  }
}

// The branches are followed, not the argument: beyond the end of a piece the value goes on smoothly, distances turn negative.
static void test_follows_branch(void **state) {
  (void)state;
  PwExpr *expr = compile("abs(x) + floor(x) + cycle(x, 2)");
  int32_t branch[3];
  double x = 1, g[6];
  pw_expr_choose(expr, &x, NULL, branch);
  x = -3;
  CHECK_CLOSE(pw_expr_value(expr, &x, branch), -3 + 1 - 3, 0);
  pw_expr_switches(expr, &x, branch, g);
  assert_true(g[0] == -3 && g[2] == -4 && g[4] == -1.5);
  pw_expr_free(expr);
}

// A kink in a part that is not in force does not fire; when the part comes into force its branch is chosen anew.
static void test_parts_out_of_force_do_not_fire(void **state) {
  (void)state;
  PwExpr *expr = compile("if(x > 3, abs(x - 2), abs(x + 2))");  // kinks: comparison, abs, abs
  int32_t branch[3];
  double x = 0, one = 1, g[6];
  pw_expr_choose(expr, &x, &one, branch);
  assert_true(branch[0] == 0 && branch[1] == 0 && branch[2] == 1);
  x = 2.5;  // the first abs has passed its kink unnoticed
  pw_expr_switches(expr, &x, branch, g);
  assert_true(g[0] == NONE && g[1] == 0.5 && g[2] == NONE && g[3] == NONE && g[4] == 4.5 && g[5] == NONE);
  x = 3;
  pw_expr_cross(expr, 0, 1, &x, &one, branch);
  assert_true(branch[0] == 1 && branch[1] == 1);
  CHECK_CLOSE(pw_expr_value(expr, &x, branch), 1, 0);
  pw_expr_switches(expr, &x, branch, g);
  assert_true(g[0] == 0 && g[2] == 1 && g[4] == NONE && g[5] == NONE);
  pw_expr_free(expr);
  expr = compile("if(x > 0 and sqrt(x) > 2 or x < -5, 1, 0)");  // right sides that are not asked
  x = -1;
  pw_expr_choose(expr, &x, NULL, branch);
  pw_expr_switches(expr, &x, branch, g);
  assert_true(g[1] == 1 && g[2] == NONE && g[3] == NONE && g[5] == 4);
  x = 9;
  pw_expr_choose(expr, &x, NULL, branch);
  pw_expr_switches(expr, &x, branch, g);
  assert_true(g[0] == 9 && g[2] == 1 && g[4] == NONE && g[5] == NONE);
  pw_expr_free(expr);
}

// Crossing leaves a kink that does not depend on the crossed one alone, even where rounding has it on the other side.
static void test_cross_leaves_others(void **state) {
  (void)state;
  PwExpr *expr = compile("abs(x) + abs(2*x) + if(x > 5, abs(x - 9), 0)");
  int32_t branch[4];
  double x = 1, one = -1;
  pw_expr_choose(expr, &x, &one, branch);
  x = -1e-17;
  pw_expr_cross(expr, 0, 0, &x, &one, branch);
  assert_true(branch[0] == 0 && branch[1] == 1);
  pw_expr_cross(expr, 1, 0, &x, &one, branch);
  assert_true(branch[0] == 0 && branch[1] == 0);
  pw_expr_free(expr);
}

static void test_crossings_change_the_branch(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double x;
    int32_t first, below, above;  // branches
  } rows[] = {
      {"abs(x)", 1, 1, 0, 1},
      {"floor(x)", 2.5, 2, 1, 3},
      {"if(x == 0, 1, 0)", -1, -1, -1, 1},
      {"if(x == 0, 1, 0)", 0, 0, -1, 1},
      {"motion(x, 0, 0, linear, 1, 1)", 0.5, 0, -1, 1},
      {"motion(x, 0, 0, linear, 1, 1)", -1, -1, -1, 0},
      {"motion(x, 0, 0, linear, 1, 1)", 5, 1, 0, 1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PwExpr *expr = compile(rows[i].text);
    int32_t branch;
    pw_expr_choose(expr, &rows[i].x, NULL, &branch);
    assert_int_equal(branch, rows[i].first);
    pw_expr_cross(expr, 0, 0, &rows[i].x, NULL, &branch);
    assert_int_equal(branch, rows[i].below);
    branch = rows[i].first;
    pw_expr_cross(expr, 0, 1, &rows[i].x, NULL, &branch);
    assert_int_equal(branch, rows[i].above);
    pw_expr_free(expr);
  }
}

// The kink and side that is farthest over its end, -1 if all are on their pieces.
static int worst(const PwExpr *expr, double x, const int32_t *branch) {
  double g[2 * KINKS], least = 0;
  int found = -1;
  pw_expr_switches(expr, &x, branch, g);
  for (int i = 0; i < 2 * pw_expr_kinks(expr); i++) {
    if (g[i] < least) least = g[i], found = i;
  }
  return found;
}

// Walks x from `from` to `to` in steps, locates every end that is passed, crosses it, and compares with a fresh choice.
static int walk(const PwExpr *expr, double from, double to) {
  int32_t branch[KINKS], fresh[KINKS];
  double direction = to > from ? 1 : -1, x = from, h = (to - from) / 487;
  int events = 0;
  pw_expr_choose(expr, &x, &direction, branch);
  for (int step = 1; step <= 487; step++) {
    double next = from + h * step;
    while (worst(expr, next, branch) >= 0) {
      double good = x, bad = next;
      for (int k = 0; k < 60; k++) {
        double middle = 0.5 * (good + bad);
        if (worst(expr, middle, branch) >= 0) {
          bad = middle;
        } else {
          good = middle;
        }
      }
      int end = worst(expr, bad, branch);
      pw_expr_cross(expr, end / 2, end % 2, &bad, &direction, branch);
      x = bad;
      if (++events > 1000) fail_msg("stuck at %.17g", x);
    }
    x = next;
    pw_expr_choose(expr, &x, &direction, fresh);
    double value = pw_expr_value(expr, &x, branch), expected = pw_expr_value(expr, &x, fresh);
    if (!(fabs(value - expected) <= 1e-12)) fail_msg("at %g: %.17g, expected %.17g", x, value, expected);
  }
  return events;
}

static void test_branches_are_followed_along_a_walk(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int events;  // at least, from -3 to 3
  } rows[] = {
      {"abs(x) + abs(x - 1)", 2},
      {"abs(abs(x) - 1)", 3},
      {"sign(abs(x) - 1)*x", 3},
      {"abs(floor(x) - 0.5)", 6},
      {"max(sin(2*x), cos(3*x), 0.1)", 4},
      {"if(x > 0.5, abs(x - 0.2) + floor(2*x), abs(x + 2))", 5},
      {"if(x < 0 and x > -1, 1, 0) + if(x > 1 or x < -2, 2, 0)", 4},
      {"if(if(x > 0, x, -x) > 1, if(x > 2, 7, abs(x)), step(x, 0.25))", 4},
      {"motion(cycle(x, 2), 0, 0, cycloidal, 0.7, 1, dwell, 1.1, modsine, 2, 0)", 15},
      {"motion(mod(x, 1.5), 0.1, 0, modtrap, 0.5, 1, poly345, 1.4, 0)", 20},
      {"cam(3*x) + cam(abs(x))", 20},
      {"if(x == 1, 5, 0) + if(x != 0, 1, 2)", 2},
      {"floor(x)*mod(x, 0.7) + cam(floor(2*x))", 15},
  };
  const double tx[] = {0, 0.5, 1, 2.5}, ty[] = {0, 1, -1, 0};
  PawlTableDef def = {
      .name = "cam", .count = 4, .x = tx, .y = ty, .interpolation = PAWL_TABLE_SPLINE, .extension = PAWL_TABLE_PERIODIC};
  PwTable *table;
  assert_int_equal(pw_table_create(&def, PW_NOWHERE, NULL, &table), PAWL_OK);
  PwScope scope = test_scope(table, 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PwExpr *expr = compile_with(&scope, rows[i].text);
    int events = walk(expr, -3, 3.0123);
    if (events < rows[i].events) fail_msg("'%s': only %d events", rows[i].text, events);
    assert_true(walk(expr, 3.0123, -3) >= rows[i].events);
    pw_expr_free(expr);
  }
  pw_table_free(table);
}

// Arguments that are not numbers choose some branch; values are NaN where they depend on them.
static void test_what_is_no_number_chooses_some_branch(void **state) {
  (void)state;
  PwExpr *expr = compile("abs(x) + floor(x) + min(x, 1) + motion(x, 0, 0, modsine, 1, 1) + if(x == 1, 1, 2)");
  const double bad[] = {NAN, INFINITY, -INFINITY};
  for (int i = 0; i < 3; i++) {
    int32_t branch[KINKS];
    double g[2 * KINKS], gradient[1], jet[3];
    pw_expr_choose(expr, &bad[i], NULL, branch);
    pw_expr_switches(expr, &bad[i], branch, g);
    assert_true(isnan(pw_expr_value(expr, &bad[i], branch)));
    assert_true(isnan(pw_expr_gradient(expr, &bad[i], branch, gradient)));
    pw_expr_jet(expr, (const double[]){bad[i], 1, 0}, branch, jet);
    assert_true(isnan(jet[0]));
  }
  pw_expr_free(expr);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_direction_decides_on_a_boundary),
      cmocka_unit_test(test_tie_slopes),
      cmocka_unit_test(test_distances_to_both_ends),
      cmocka_unit_test(test_parts_out_of_force_do_not_fire),
      cmocka_unit_test(test_cross_leaves_others),
      cmocka_unit_test(test_crossings_change_the_branch),
      cmocka_unit_test(test_branches_are_followed_along_a_walk),
      cmocka_unit_test(test_follows_branch),
      cmocka_unit_test(test_what_is_no_number_chooses_some_branch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
