// What a run writes of touches of surfaces: their parameters in result.csv, with rates and accelerations, and events, in the
// units of the file.
#include <math.h>

#include "analysis/compare.h"
#include "contact_run.h"
#include "numerics/vec.h"

static const double PI = 3.14159265358979323846;

static double value(const ContactRun *run, int64_t row, const char *name) {
  return pw_result_value(run->result, row, column(run, name));
}

// A wheel of radius 0.35 m that spins in place at 7 rad/s on a plane, as a ball whose axis lies along y: the touch runs
// backwards round its equator, by 7/(2 pi) turns per second, and stands still on the plane. Units: turns.
static void test_spin_in_place(void **state) {
  (void)state;
  ContactRun run = run_model(
      "units: {angle: turn}\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [2, 2]}}}}\n"
      "  wheel: {mass: 3, inertia: [0.1, 0.2, 0.1], position: [0.2, -0.1, 0.35], surfaces: {rim: {sphere: {radius: 0.35}, axes: "
      "{z: "
      "y, x: x}}}}\n"
      "contacts: {c: {surfaces: [wheel.rim, ground.floor], slots: 1, start: closed}}\n"
      "initial: {bodies: {wheel: {angular_velocity: [0, 7 rad/s, 0]}}}\n"
      "measures: {height: {type: position, frames: [ground, wheel], axis: z}}\n"
      "analysis: {duration: 2, step: 0.1, tolerance: 1e-12}\n"
      "output: [c, wheel, height]\n",
      NULL);
  assert_string_equal(pw_result_column_unit(run.result, column(&run, "c.1.v1")), "turn");
  assert_string_equal(pw_result_column_unit(run.result, column(&run, "c.1.v1.rate")), "turn/s");
  assert_string_equal(pw_result_column_unit(run.result, column(&run, "c.1.u2")), "m");
  assert_string_equal(pw_result_column_unit(run.result, column(&run, "c.1.u2.rate")), "m/s");
  assert_string_equal(pw_result_column_unit(run.result, column(&run, "c.1.u2.acceleration")), "m/s^2");
  double first = value(&run, 0, "c.1.v1");
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double v1 = value(&run, r, "c.1.v1"), turns = v1 - first + 1.114084601643268 * value(&run, r, "t");
    CHECK_CLOSE(value(&run, r, "c.1.v1.rate"), -1.114084601643268, 1e-13);
    CHECK_CLOSE(turns - round(turns), 0, 1e-10);
    assert_true(v1 >= 0 && v1 < 1);
    CHECK_CLOSE(value(&run, r, "c.1.u1"), 0, 1e-13);
    CHECK_CLOSE(value(&run, r, "c.1.u1.rate"), 0, 1e-12);
    CHECK_CLOSE(value(&run, r, "c.1.u2"), 0.2, 1e-12);
    CHECK_CLOSE(value(&run, r, "c.1.v2"), -0.1, 1e-12);
    CHECK_CLOSE(value(&run, r, "c.1.u2.rate"), 0, 1e-12);
    CHECK_CLOSE(value(&run, r, "c.1.v2.rate"), 0, 1e-12);
    CHECK_CLOSE(value(&run, r, "c.1.u1.acceleration"), 0, 1e-12);
    CHECK_CLOSE(value(&run, r, "c.1.v1.acceleration"), 0, 1e-12);
    CHECK_CLOSE(value(&run, r, "height.rate"), 0, 1e-12);
    CHECK_CLOSE(value(&run, r, "c.1.force"), 3 * 9.81, 1e-10);
  }
  end_run(&run);
}

// The direction a, given in ground axes, in the axes of a body.
static void to_body(const ContactRun *run, int64_t row, const char *body, const double a[3], double out[3]) {
  static const char *const part[] = {"qw", "qx", "qy", "qz"};
  double q[4], R[9];
  for (int i = 0; i < 4; i++) {
    char name[40];
    snprintf(name, sizeof name, "%s.%s", body, part[i]);
    q[i] = value(run, row, name);
  }
  pw_quat_matrix(q, R);
  for (int i = 0; i < 3; i++) out[i] = R[i] * a[0] + R[3 + i] * a[1] + R[6 + i] * a[2];
}

static void cross(const double *a, const double *b, double *out) {
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

// A ball that turns about any axis over a plane: p, the direction down in its axes, has the rate -w x p, and its latitude and
// angle follow. On the plane the touch goes with the centre. By the ball's own orientation, which the run writes, too.
static void check_ball_over_plane(const ContactRun *run, const double w[3], const double v[2]) {
  static const double DOWN[3] = {0, 0, -1};
  for (int64_t r = 0; r < pw_result_rows(run->result); r++) {
    double p[3], own[3], rate[3], second[3];
    to_body(run, r, "ball", DOWN, p);
    to_body(run, r, "ball", w, own);
    cross(p, own, rate);
    cross(rate, own, second);
    double u = asin(p[2]), c = cos(u), angle = atan2(p[1], p[0]), square = c * c;
    double du = rate[2] / c, dv = (p[0] * rate[1] - p[1] * rate[0]) / square;
    CHECK_CLOSE(value(run, r, "c.1.u1"), u, 1e-11);
    CHECK_CLOSE(value(run, r, "c.1.v1"), angle < 0 ? angle + 2 * PI : angle, 1e-11);
    CHECK_CLOSE(value(run, r, "c.1.u1.rate"), du, 1e-11);
    CHECK_CLOSE(value(run, r, "c.1.v1.rate"), dv, 1e-11);
    CHECK_CLOSE(value(run, r, "c.1.u1.acceleration"), (second[2] + sin(u) * du * du) / c, 1e-9);
    CHECK_CLOSE(value(run, r, "c.1.v1.acceleration"), (p[0] * second[1] - p[1] * second[0]) / square + 2 * sin(u) / c * du * dv,
                1e-9);
    CHECK_CLOSE(value(run, r, "c.1.u2"), value(run, r, "ball.x"), 1e-12);
    CHECK_CLOSE(value(run, r, "c.1.v2"), value(run, r, "ball.y"), 1e-12);
    CHECK_CLOSE(value(run, r, "c.1.u2.rate"), v[0], 1e-11);
    CHECK_CLOSE(value(run, r, "c.1.v2.rate"), v[1], 1e-11);
    CHECK_CLOSE(value(run, r, "c.1.u2.acceleration"), 0, 1e-10);
  }
}

static void test_ball_on_plane(void **state) {
  (void)state;
  static const double W[3] = {1.5, -2, 0.7}, V[2] = {0.3, -0.2};
  static const char *const gaps[][3] = {{"gap=0", NULL}, {"gap=0.01", "g=0", NULL}};  // closed; open all the time
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_model(
        "parameters: {gap: 0, g: 10}\n"
        "gravity: [0, 0, -g]\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {plane: {size: [3, 3]}}}}\n"
        "  ball: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.1, 0.2, 0.25 + gap], surfaces: {skin: {sphere: {radius: "
        "0.25}}},\n"
        "         euler: {order: zyx, angles: [0.4, 0.9, -0.5]}}\n"
        "contacts: {c: {surfaces: [ball.skin, ground.floor], slots: 1}}\n"
        "initial: {bodies: {ball: {velocity: [0.3, -0.2, 0], angular_velocity: [1.5, -2, 0.7]}}}\n"
        "analysis: {duration: 3, step: 0.1, tolerance: 1e-12}\n"
        "output: [c, ball]\n",
        gaps[i]);
    CHECK_CLOSE(value(&run, 5, "c.touches"), i == 0 ? 1 : 0, 0);
    CHECK_CLOSE(value(&run, 5, "c.1.gap"), i == 0 ? 0 : 0.01, 1e-12);
    check_ball_over_plane(&run, W, V);
    end_run(&run);
  }
}

// Differences of five rows, exact up to the fourth power of the step.
static double difference(const ContactRun *run, int64_t row, const char *name) {
  double h = value(run, row + 1, "t") - value(run, row, "t");
  double near = value(run, row + 1, name) - value(run, row - 1, name),
         far = value(run, row + 2, name) - value(run, row - 2, name);
  return (8 * near - far) / (12 * h);
}

static void check_rates(const ContactRun *run) {
  static const char *const part[] = {"u1", "v1", "u2", "v2"};
  char base[20], rate[40], second[40];
  for (int i = 0; i < 4; i++) {
    snprintf(base, sizeof base, "c.1.%s", part[i]);
    snprintf(rate, sizeof rate, "%s.rate", base);
    snprintf(second, sizeof second, "%s.acceleration", base);
    double fast = largest(run, rate), hard = largest(run, second);
    assert_true(fast > 0 && hard > 0);
    for (int64_t r = 2; r + 2 < pw_result_rows(run->result); r++) {
      CHECK_CLOSE(value(run, r, rate), difference(run, r, base), 1e-7 * fast);
      CHECK_CLOSE(value(run, r, second), difference(run, r, rate), 1e-6 * hard);
    }
  }
}

// Rates and accelerations against differences of what the same columns hold, in units of their own: an ellipsoid that slides and
// tumbles in a bowl, and the same bowl and a cam as nets, whose parameters are numbers.
static void test_rates_of_parameters_agree_with_differences(void **state) {
  (void)state;
#define TUMBLES(BOWL)                                                                                                      \
  "units: {length: mm, time: ms, angle: deg, mass: kg, force: N}\n"                                                        \
  "gravity: [0, 0, -9.81 m/s^2]\n"                                                                                         \
  "bodies:\n"                                                                                                              \
  "  ground: {surfaces: {bowl: {" BOWL                                                                                     \
  "}}}\n"                                                                                                                  \
  "  egg: {mass: 1, inertia: [900, 1000, 700], position: [60, 20, 70], surfaces: {skin: {ellipsoid: {half_axes: [50, 40, " \
  "60]}}},\n"                                                                                                              \
  "        euler: {order: zyx, angles: [20, 50, -30]}}\n"                                                                  \
  "contacts: {c: {surfaces: [egg.skin, ground.bowl], slots: 1, start: closed, sides: both}}\n"                             \
  "initial: {bodies: {egg: {velocity: [0.1, -0.2, 0], angular_velocity: [0.1, 0.05, -0.1]}}}\n"                            \
  "analysis: {duration: 200, step: 1, tolerance: 1e-12}\n"                                                                 \
  "output: [c]\n"
  static const char *const bowls[] = {
      TUMBLES("paraboloid: {radii: [400, 700], size: [500, 500]}"),
      TUMBLES(
          "nurbs: {degree: 2, control: [[[-250, -250, 123], [-250, 0, 33], [-250, 250, 123]], [[0, -250, -33], [0, 0, -123], [0, "
          "250, -33]], [[250, -250, 123], [250, 0, 33], [250, 250, 123]]]}")};
  static const char *const unit[2][3] = {{"mm", "mm/ms", "mm/ms^2"}, {"", "1/ms", "1/ms^2"}};
  for (int i = 0; i < 2; i++) {
    ContactRun run = run_model(bowls[i], NULL);
    assert_string_equal(pw_result_column_unit(run.result, column(&run, "c.1.u1.rate")), "deg/ms");
    assert_string_equal(pw_result_column_unit(run.result, column(&run, "c.1.v1.acceleration")), "deg/ms^2");
    assert_string_equal(pw_result_column_unit(run.result, column(&run, "c.1.v2")), unit[i][0]);
    assert_string_equal(pw_result_column_unit(run.result, column(&run, "c.1.v2.rate")), unit[i][1]);
    assert_string_equal(pw_result_column_unit(run.result, column(&run, "c.1.u2.acceleration")), unit[i][2]);
    check_rates(&run);
    end_run(&run);
  }
}

// A ball that spins on its pole: the angle has no meaning there.
static void test_angles_at_a_pole_mean_nothing(void **state) {
  (void)state;
  ContactRun run = run_model(
      "gravity: [0, 0, -10]\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [2, 2]}}}}\n"
      "  ball: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.1, 0.2, 0.5], surfaces: {skin: {sphere: {radius: 0.5}}}}\n"
      "contacts: {c: {surfaces: [ground.floor, ball.skin], slots: 1}}\n"
      "initial: {bodies: {ball: {angular_velocity: [0, 0, 2]}}}\n"
      "analysis: {duration: 0.2, step: 0.1}\n",
      NULL);
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    CHECK_CLOSE(value(&run, r, "c.1.u1"), 0.1, 1e-12);
    CHECK_CLOSE(value(&run, r, "c.1.u2"), -PI / 2, 1e-7);
    CHECK_CLOSE(value(&run, r, "c.1.force"), 10, 1e-9);
    assert_true(isnan(value(&run, r, "c.1.v2.rate")) && isnan(value(&run, r, "c.1.v2.acceleration")));
  }
  end_run(&run);
}

// A ball falls on the flank of a fixed one, radii 1000 and 100 mm: where the centre c is 1100 mm from the origin. Places are in
// mm and deg, the touch at the latitude asin(c_z/1100) and the angle of (c_x, c_y).
static void test_event_units(void **state) {
  (void)state;
  ContactRun run = run_model(
      "units: {length: mm, angle: deg, force: N}\n"
      "gravity: [0, 0, -10000]\n"
      "bodies:\n"
      "  ground: {surfaces: {hill: {sphere: {radius: 1000}}}}\n"
      "  ball: {mass: 1, inertia: [4000, 4000, 4000], position: [300, 400, 1000], surfaces: {skin: {sphere: {radius: 100}}}}\n"
      "contacts: {c: {surfaces: [ground.hill, ball.skin]}}\n"
      "analysis: {duration: 0.1, step: 0.05}\n",
      NULL);
  PwResultEvent e = event_at(&run, 0, "impact");
  double z = sqrt(1100.0 * 1100 - 500 * 500);
  CHECK_CLOSE(e.t, sqrt(2 * (1000 - z) / 10000), 1e-9);
  CHECK_CLOSE(e.x, 300 / 1.1, 1e-5);
  CHECK_CLOSE(e.y, 400 / 1.1, 1e-5);
  CHECK_CLOSE(e.z, z / 1.1, 1e-5);
  CHECK_CLOSE(e.q1, asin(z / 1100) * 180 / PI, 1e-6);
  CHECK_CLOSE(e.v1, atan2(4, 3) * 180 / PI, 1e-6);
  CHECK_CLOSE(e.q2, -asin(z / 1100) * 180 / PI, 1e-6);
  CHECK_CLOSE(e.v2, 180 + atan2(4, 3) * 180 / PI, 1e-6);
  end_run(&run);
}

// Along the seam of both spheres, where rounding decides on which side of it the touch is: angles stay below a turn.
static void test_angles_along_a_seam_stay_in_range(void **state) {
  (void)state;
  ContactRun run = run_model(
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ground: {surfaces: {s: {sphere: {radius: 1}}}}\n"
      "  ball: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [1.1*sin(0.1), 0, 1.1*cos(0.1)], surfaces: {s: {sphere: "
      "{radius: "
      "0.1}}}}\n"
      "contacts: {c: {surfaces: [ground.s, ball.s], slots: 1}}\n"
      "analysis: {type: dynamics, duration: 1, step: 0.05, tolerance: 1e-10}\n",
      NULL);
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double v1 = value(&run, r, "c.1.v1");
    assert_true(isnan(v1) || (v1 >= 0 && v1 < 2 * PI));
    if (!isnan(v1)) CHECK_CLOSE(value(&run, r, "c.1.v2"), PI, 1e-12);
  }
  assert_true(event_at(&run, 1, "opens").v1 < 2 * PI);
  end_run(&run);
}

// Formulations are compared by forces of touches, not by how parameters change: at a pole these are large and mean nothing.
static void test_comparisons_leave_parameters_out(void **state) {
  (void)state;
  static const char TEXT[] =
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [2, 2]}}}}\n"
      "  ball: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 1], surfaces: {skin: {sphere: {radius: 0.5}}}}\n"
      "contacts: {c: {surfaces: [ground.floor, ball.skin], slots: 1}}\n";
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PwQuantities q;
  int forces = 0, others = 0;
  assert_int_equal(pawl_model_parse("m.yaml", TEXT, strlen(TEXT), NULL, 0, NULL, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, NULL, &mechanism), PAWL_OK);
  assert_int_equal(pw_quantities_create(mechanism, NULL, &q), PAWL_OK);
  for (int32_t i = 0; i < q.recorder.count; i++) {
    const char *name = q.recorder.column[i].name;
    if (strncmp(name, "c.1.", 4) != 0) continue;
    bool force = strcmp(name + 4, "force") == 0 || strcmp(name + 4, "static") == 0 || strcmp(name + 4, "dynamic") == 0;
    assert_int_equal(q.kind[i], force ? PW_Q_CONTACT_FORCES : -1);
    *(force ? &forces : &others) += 1;
  }
  assert_int_equal(forces, 3);
  assert_int_equal(others, 13);
  pw_quantities_free(&q);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_spin_in_place),
      cmocka_unit_test(test_ball_on_plane),
      cmocka_unit_test(test_rates_of_parameters_agree_with_differences),
      cmocka_unit_test(test_angles_at_a_pole_mean_nothing),
      cmocka_unit_test(test_event_units),
      cmocka_unit_test(test_comparisons_leave_parameters_out),
      cmocka_unit_test(test_angles_along_a_seam_stay_in_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
