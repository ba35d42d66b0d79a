// What a study of tolerances says: estimates against closed forms, with and without runs.
#include "base/json.h"
#include "study/statistics.h"
#include "study_place.h"

#define PI 3.14159265358979323846

// ---- estimates

// Published: Brown, Cai and DasGupta (2001) have Wilson's interval of 0 and of 5 in 10.
static void wilson(void **state) {
  (void)state;
  PwEstimate none = pw_wilson(0, 10), half = pw_wilson(5, 10), all = pw_wilson(10, 10), nothing = pw_wilson(0, 0);
  CHECK_CLOSE(none.value, 0, 0);
  CHECK_CLOSE(none.low, 0, 1e-15);
  CHECK_CLOSE(none.high, 0.2775328, 1e-7);
  CHECK_CLOSE(half.low, 0.2365931, 1e-7);
  CHECK_CLOSE(half.high, 0.7634069, 1e-7);
  CHECK_CLOSE(all.low, 1 - none.high, 1e-15);
  assert_true(isnan(nothing.value) && nothing.low == 0 && nothing.high == 1);
}

static void ranks_and_quantiles(void **state) {
  (void)state;
  double value[] = {3, 1, 4, 1, 5, 9, 2, 6}, other[] = {30, 10, 40, 10, 50, 90, 20, 60},
         falling[] = {-3, -1, -4, -1, -5, -9, -2, -6};
  const double expected[] = {3, 0.5, 4, 0.5, 5, 7, 2, 6};
  int64_t order[8];
  PwDistribution d = {0};
  pw_ranks(value, order, 8);
  for (int i = 0; i < 8; i++) CHECK_CLOSE(value[i], expected[i], 0);
  pw_ranks(falling, order, 8);
  CHECK_CLOSE(pw_correlation(value, falling, 8), -1, 1e-15);
  pw_distribution(other, 8, &d);  // 10 10 20 30 40 50 60 90
  CHECK_CLOSE(d.mean.value, 38.75, 1e-13);
  CHECK_CLOSE(d.deviation, sqrt(5287.5 / 7), 1e-13);
  CHECK_CLOSE(d.mean.high - d.mean.value, 1.959963985 * sqrt(5287.5 / 7) / sqrt(8), 1e-5);
  CHECK_CLOSE(d.least, 10, 0);
  CHECK_CLOSE(d.largest, 90, 0);
  CHECK_CLOSE(d.quantile[3], 35, 1e-13);
  CHECK_CLOSE(d.quantile[2], 17.5, 1e-13);
  pw_distribution(other, 0, &d);
  assert_true(isnan(d.mean.value) && isnan(d.quantile[0]) && d.count == 0);
}

// Ishigami and Homma (1990): shares in closed form.
static const double FIRST[3] = {0.31390519114781146, 0.44241114479004084, 0},
                    TOTAL[3] = {0.5575888552099592, 0.44241114479004084, 0.24368366406214773};

static double ishigami(const double x[3]) {
  return sin(x[0]) + 7 * sin(x[1]) * sin(x[1]) + 0.1 * pow(x[2], 4) * sin(x[0]);
}

static void shares(void **state) {
  (void)state;
  enum { BLOCKS = 4096 };
  double *value = malloc(BLOCKS * 5 * sizeof *value);
  int64_t *choice = malloc(BLOCKS * sizeof *choice);
  PwEstimate first[3], total[3];
  for (int64_t b = 0; b < BLOCKS; b++) {
    double x[2][3];
    for (int i = 0; i < 6; i++) x[i / 3][i % 3] = PI * (2 * pw_sobol(b, i, 3) - 1);
    value[5 * b] = ishigami(x[0]) + 1000;  // what all values have in common changes nothing
    value[5 * b + 1] = ishigami(x[1]) + 1000;
    for (int i = 0; i < 3; i++) {
      double mixed[3] = {x[0][0], x[0][1], x[0][2]};
      mixed[i] = x[1][i];
      value[5 * b + 2 + i] = ishigami(mixed) + 1000;
    }
  }
  pw_indices(value, BLOCKS, 3, 1, choice, first, total);
  for (int i = 0; i < 3; i++) {
    CHECK_CLOSE(first[i].value, FIRST[i], 0.01);
    CHECK_CLOSE(total[i].value, TOTAL[i], 0.01);
    assert_true(first[i].low < FIRST[i] && FIRST[i] < first[i].high && first[i].high - first[i].low < 0.08);
    assert_true(total[i].low < TOTAL[i] && TOTAL[i] < total[i].high && total[i].high - total[i].low < 0.1);
  }
  for (int i = 0; i < 5 * BLOCKS; i++) value[i] = 2;  // nothing varies
  pw_indices(value, BLOCKS, 3, 1, choice, first, total);
  assert_true(isnan(first[0].value) && isnan(total[2].value) && isnan(total[2].low));
  free(value);
  free(choice);
}

// ---- studies, as study.json tells of them

static json_t *run_study(Place *p, const char *model, const char *text) {
  PawlStudy *study = load(p, model, text);
  PawlStudyOptions options = into("out", 2);
  run(p, study, &options, PAWL_OK);
  pawl_study_free(study);
  json_t *root = json_load_file("out/study.json", 0, NULL);
  assert_non_null(root);
  return root;
}

static const json_t *distribution(const json_t *root, size_t i) {
  return json_array_get(json_object_get(root, "distributions"), i);
}

static double at(const json_t *list, size_t i) {
  return json_number_value(json_array_get(list, i));
}

static void within(const json_t *estimate, double expected) {
  if (!(at(estimate, 1) <= expected && expected <= at(estimate, 2))) {
    fail_msg("%g is not from %g to %g", expected, at(estimate, 1), at(estimate, 2));
  }
}

// Four lengths in a row: normal, with mean and deviation in closed form.
static void stack(void **state) {
  Place *p = *state;
  static const char model[] =
      "parameters: {a: 20, b: 30, c: 15, d: 34}\n"
      "bodies: {block: {mass: 1, inertia: 1}}\n"
      "joints: {slide: {type: prismatic, between: [ground, block], at: [0, 0], axis: x}}\n"
      "measures: {gap: {type: expression, value: a + b - c - d}}\n"
      "analysis: {type: assemble}\n";
  json_t *root = run_study(p, model,
                           "study: tolerance\nmodel: model.yaml\nsampling: {method: random, count: 2000, seed: 4}\n"
                           "vary:\n"
                           "  a: {tolerance: 0.6, distribution: normal, sigma: 0.1}\n"
                           "  b: {tolerance: 0.6, distribution: normal, sigma: 0.1}\n"
                           "  c: {tolerance: 1.2, distribution: normal, sigma: 0.2}\n"
                           "  d: {tolerance: 0.3, distribution: normal, sigma: 0.05}\n"
                           "results: {gap: final(gap)}\nrequire: {fits: gap > 0.7, moves: gap < 1.3}\n");
  double deviation = sqrt(0.01 + 0.01 + 0.04 + 0.0025), below = pw_normal_below(0.3 / deviation);
  const json_t *gap = distribution(root, 0);
  within(json_object_get(gap, "mean"), 1);
  double found = json_number_value(json_object_get(gap, "deviation"));
  CHECK_CLOSE(found, deviation, 2 * deviation / sqrt(2 * 2000));  // twice the deviation of a deviation
  within(json_object_get(json_array_get(json_object_get(root, "conditions"), 0), "share"), below);
  within(json_object_get(json_array_get(json_object_get(root, "conditions"), 1), "share"), below);
  within(json_object_get(json_object_get(root, "yield"), "share"), 2 * below - 1);
  const json_t *influence = json_object_get(gap, "influence");
  // of normal variables the rank correlation is 6/pi asin(r/2)
  double r = -0.2 / deviation, rank = json_number_value(json_object_get(json_array_get(influence, 2), "rank"));
  CHECK_CLOSE(rank, 6 / PI * asin(r / 2), 2 * (1 - r * r) / sqrt(2000));
  json_decref(root);

  char *text = NULL;
  assert_int_equal(pawl_study_describe("out", p->messages, &text), PAWL_OK);
  assert_non_null(strstr(text, "gap "));
  assert_non_null(strstr(text, "rank correlation"));
  assert_non_null(strstr(text, "yield "));
  pawl_text_free(text);
  assert_int_equal(pawl_study_describe("none", p->messages, &text), PAWL_ERR_IO);
  mkdir("other", 0700);
  put_text("other/study.json", "{\"a\": 1}");
  assert_int_equal(pawl_study_describe("other", p->messages, &text), PAWL_ERR_INPUT);
}

// By a model without a motion, through the whole of it.
static void ishigami_by_a_model(void **state) {
  Place *p = *state;
  static const char model[] =
      "units: {angle: rad}\nparameters: {x1: 0, x2: 0, x3: 0}\n"
      "bodies: {block: {mass: 1, inertia: 1}}\n"
      "joints: {slide: {type: prismatic, between: [ground, block], at: [0, 0], axis: x}}\n"
      "measures: {f: {type: expression, value: sin(x1) + 7*sin(x2)^2 + 0.1*x3^4*sin(x1)}}\n"
      "analysis: {type: assemble}\n";
  json_t *root = run_study(p, model,
                           "study: tolerance\nmodel: model.yaml\nsampling: {count: 512, indices: true, seed: 2}\n"
                           "vary: {x1: {tolerance: pi}, x2: {tolerance: pi}, x3: {tolerance: pi}}\nresults: {f: final(f)}\n");
  const json_t *f = distribution(root, 0), *influence = json_object_get(f, "influence");
  assert_int_equal(json_integer_value(json_object_get(f, "count")), 1024);  // A and B
  assert_int_equal(json_integer_value(json_object_get(f, "blocks")), 512);
  within(json_object_get(f, "mean"), 3.5);
  for (size_t i = 0; i < 3; i++) {
    within(json_object_get(json_array_get(influence, i), "first"), FIRST[i]);
    within(json_object_get(json_array_get(influence, i), "total"), TOTAL[i]);
  }
  json_decref(root);
}

// Where the two links of a four-bar meet: on circles about the crank's end and the other pivot.
static double joint_x(const double l[4]) {
  double bx = l[0] * cos(PI / 3), by = l[0] * sin(PI / 3), dx = l[3] - bx, dy = -by, r = hypot(dx, dy);
  double along = (l[1] * l[1] - l[2] * l[2] + r * r) / (2 * r), across = sqrt(l[1] * l[1] - along * along);
  return bx + along * dx / r - across * dy / r;
}

// Small tolerances of a four-bar's lengths: variance and shares are those of its first-order influence coefficients, which are
// differences of the closed form.
static void four_bar(void **state) {
  Place *p = *state;
  static const char model[] =
      "units: {length: m, angle: deg}\nparameters: {a: 0.3, b: 0.8, c: 0.7, g: 0.9}\n"
      "bodies:\n"
      "  crank: {mass: 1, inertia: 0.1, frames: {end: {at: [a, 0]}}}\n"
      "  coupler: {mass: 1, inertia: 0.1, position: [0.15, 0.26], frames: {start: {}, end: {at: [b, 0]}}}\n"
      "  rocker: {mass: 1, inertia: 0.1, position: [g, 0], frames: {end: {at: [0, c]}}}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, crank], at: [0, 0]}\n"
      "  D: {type: revolute, between: [ground, rocker], at: [g, 0]}\n"
      "  B: {type: revolute, frames: [crank.end, coupler.start]}\n"
      "  C: {type: revolute, frames: [coupler.end, rocker.end]}\n"
      "drives: {turn: {coordinate: A.angle, law: 60}}\n"
      "measures: {x: {type: position, frames: [ground, coupler.end], axis: x}}\n"
      "analysis: {type: assemble}\n";
  json_t *root = run_study(p, model,
                           "study: tolerance\nmodel: model.yaml\nsampling: {count: 256, indices: true}\n"
                           "vary: {a: {tolerance: 1e-4}, b: {tolerance: 2e-4}, c: {tolerance: 1e-4}, g: {tolerance: 2e-4}}\n"
                           "results: {x: final(x)}\n");
  const double l[4] = {0.3, 0.8, 0.7, 0.9}, tolerance[4] = {1e-4, 2e-4, 1e-4, 2e-4};
  double part[4], sum = 0;
  for (int i = 0; i < 4; i++) {
    double up[4], down[4];
    memcpy(up, l, sizeof l);
    memcpy(down, l, sizeof l);
    up[i] += 1e-6, down[i] -= 1e-6;
    double influence = (joint_x(up) - joint_x(down)) / 2e-6;
    sum += part[i] = influence * influence * tolerance[i] * tolerance[i] / 3;
  }
  const json_t *x = distribution(root, 0), *influence = json_object_get(x, "influence");
  within(json_object_get(x, "mean"), joint_x(l));
  CHECK_CLOSE(json_number_value(json_object_get(x, "deviation")) / sqrt(sum), 1, 0.03);
  for (size_t i = 0; i < 4; i++) {
    within(json_object_get(json_array_get(influence, i), "first"), part[i] / sum);
    within(json_object_get(json_array_get(influence, i), "total"), part[i] / sum);
    CHECK_CLOSE(at(json_object_get(json_array_get(influence, i), "total"), 0), part[i] / sum, 0.02);
  }
  json_decref(root);
}

// 5 % of the samples cannot be assembled, and do not meet what is asked for; the others have their statistics.
static void some_fail(void **state) {
  Place *p = *state;
  double border = (1 - 0.4 * sqrt(2)) / (0.7 * sqrt(2));
  char text[600];
  snprintf(text, sizeof text,
           "study: tolerance\nmodel: model.yaml\nsampling: {method: latin, count: 200}\n"
           "vary: {L: {from: %.17g, to: %.17g}}\nresults: {y: final(left.angle)}\nrequire: {there: y > -1000}\n",
           border - 0.005, border + 0.095);
  json_t *root = run_study(p, RODS, text);
  assert_in_range(json_integer_value(json_object_get(root, "failed")), 9, 11);
  int64_t failed = json_integer_value(json_object_get(root, "failed"));
  assert_int_equal(json_integer_value(json_object_get(distribution(root, 0), "count")), 200 - failed);
  assert_int_equal(json_integer_value(json_object_get(json_object_get(root, "yield"), "met")), 200 - failed);
  assert_int_equal(json_array_size(json_object_get(distribution(root, 0), "lowest")), 5);
  json_decref(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wilson),
                                     cmocka_unit_test(ranks_and_quantiles),
                                     cmocka_unit_test(shares),
                                     TEST(stack),
                                     TEST(ishigami_by_a_model),
                                     TEST(four_bar),
                                     TEST(some_fail)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
