// Touches and events in space through the public interface alone: a ball that falls on the flank of a fixed one and slides.
#include <math.h>
#include <pawl/pawl.h>

#include "check.h"

// Radii 1 and 0.1: the balls touch when the centre c of the falling one is 1.1 from the origin, at n = c/1.1 on the fixed ball
// and -n, seen from its centre, on the falling one, which does not turn: there is no friction.
static const char TEXT[] =
    "gravity: [0, 0, -10]\n"
    "bodies:\n"
    "  ground: {surfaces: {hill: {sphere: {radius: 1}}}}\n"
    "  ball: {mass: 2, inertia: [0.008, 0.008, 0.008], position: [0.3, -0.4, 1.2], surfaces: {skin: {sphere: {radius: 0.1}}}}\n"
    "  slide: {mass: 1, inertia: [1, 1, 1], position: [5, 0, 0]}\n"
    "joints: {guide: {type: prismatic, between: [ground, slide], at: [5, 0, 0], axis: x, limits: [-0.5, ~]}}\n"
    "contacts: {rub: {surfaces: [ball.skin, ground.hill]}}\n"
    "analysis: {duration: 1}\n";
static const double REACH = 1.1, MASS = 2, G = 10, X = 0.3, Y = -0.4, Z = 1.2;

typedef struct {
  int count;
  PawlEvent event[4];
  char kind[4][16];
} Log;

static void log_event(void *user, const PawlEvent *event) {
  Log *log = user;
  assert_true(log->count < 4);
  log->event[log->count] = *event;
  snprintf(log->kind[log->count++], sizeof log->kind[0], "%s", event->kind);
}

static PawlSimulation *start(PawlMechanism **mechanism, Log *log) {
  PawlModel *model = NULL;
  PawlSimulation *simulation = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", TEXT, strlen(TEXT), NULL, 0, NULL, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, NULL, mechanism), PAWL_OK);
  pawl_model_free(model);
  PawlRunOptions options = pawl_mechanism_run_options(*mechanism);
  options.tolerance = 1e-10;
  options.event = log_event;
  options.user = log;
  assert_int_equal(pawl_simulation_create(*mechanism, &options, NULL, &simulation), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(simulation, NULL), PAWL_OK);
  return simulation;
}

// Latitude and angle, 0 to 2 pi, of a direction.
static void check_place(double u, double v, const double n[3], double sign, double within) {
  double angle = atan2(sign * n[1], sign * n[0]);
  CHECK_CLOSE(u, asin(sign * n[2]), within);
  CHECK_CLOSE(v, angle < 0 ? angle + 2 * acos(-1) : angle, within);
}

static void check_touch(const PawlTouch *touch, const double c[3], double gap, double within) {
  double far = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]), n[3];
  CHECK_CLOSE(touch->gap, gap, within);
  for (int i = 0; i < 3; i++) {
    n[i] = c[i] / far;
    CHECK_CLOSE(touch->normal[i], n[i], within);
    CHECK_CLOSE(touch->point[i], n[i] * (1 + gap / 2), within);
  }
  check_place(touch->q1, touch->v1, n, -1, within);
  check_place(touch->q2, touch->v2, n, 1, within);
}

static void test_open_touches_are_read(void **state) {
  (void)state;
  Log log = {0};
  PawlMechanism *mechanism;
  PawlSimulation *simulation = start(&mechanism, &log);
  PawlTouch touch = {.size = sizeof touch};
  int32_t count;
  const double t = 0.2, c[3] = {X, Y, Z - G * t * t / 2}, far = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
  assert_int_equal(pawl_simulation_advance(simulation, t, NULL), PAWL_OK);
  assert_int_equal(pawl_simulation_touches(simulation, pawl_mechanism_find_contact(mechanism, "rub"), &touch, 1, &count),
                   PAWL_OK);
  assert_int_equal(count, 1);
  assert_int_equal(touch.state, PAWL_TOUCH_OPEN);
  check_touch(&touch, c, far - REACH, 1e-12);
  CHECK_CLOSE(touch.gap_rate, -G * t * c[2] / far, 1e-11);
  assert_int_equal(log.count, 0);
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
}

// The impact by the fall, the force behind it from what is left of the speed; later from the ball's own place and speed.
static void test_impact_and_sliding(void **state) {
  (void)state;
  Log log = {0};
  PawlMechanism *mechanism;
  PawlSimulation *simulation = start(&mechanism, &log);
  PawlContactId rub = pawl_mechanism_find_contact(mechanism, "rub");
  PawlTouch touch = {.size = sizeof touch};
  double pose[7], twist[6], z = sqrt(REACH * REACH - X * X - Y * Y), t = sqrt(2 * (Z - z) / G);
  int32_t count;
  assert_int_equal(pawl_simulation_advance(simulation, 0.25, NULL), PAWL_OK);
  assert_int_equal(log.count, 1);
  const PawlEvent *e = &log.event[0];
  const double n[3] = {X / REACH, Y / REACH, z / REACH}, slip = G * t * sqrt(1 - n[2] * n[2]);
  assert_string_equal(log.kind[0], "impact");
  assert_int_equal(e->size, sizeof *e);
  assert_int_equal(e->contact.i, rub.i);
  CHECK_CLOSE(e->t, t, 1e-11);
  CHECK_CLOSE(e->x, n[0], 1e-11);
  CHECK_CLOSE(e->y, n[1], 1e-11);
  CHECK_CLOSE(e->z, n[2], 1e-11);
  check_place(e->q1, e->v1, n, -1, 1e-11);
  check_place(e->q2, e->v2, n, 1, 1e-11);
  CHECK_CLOSE(e->speed_before, -G * t * n[2], 1e-10);
  CHECK_CLOSE(e->impulse, MASS * G * t * n[2], 1e-10);
  CHECK_CLOSE(e->force, MASS * (G * n[2] - slip * slip / REACH), 1e-8);

  assert_int_equal(pawl_simulation_touches(simulation, rub, &touch, 1, &count), PAWL_OK);
  assert_int_equal(count, 1);
  assert_int_equal(touch.state, PAWL_TOUCH_CLOSED);
  pawl_simulation_pose(simulation, pawl_mechanism_find_body(mechanism, "ball"), pose);
  pawl_simulation_twist(simulation, pawl_mechanism_find_body(mechanism, "ball"), twist);
  check_touch(&touch, pose, 0, 1e-10);
  double square = twist[0] * twist[0] + twist[1] * twist[1] + twist[2] * twist[2];
  CHECK_CLOSE(touch.force, MASS * (G * pose[2] - square) / REACH, 1e-9);
  CHECK_CLOSE(touch.static_force, MASS * G * pose[2] / REACH, 1e-9);
  CHECK_CLOSE(square, slip * slip + 2 * G * (z - pose[2]), 1e-9);  // energy
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
}

// A stop in space has no place.
static void test_stops_in_space_have_no_point(void **state) {
  (void)state;
  Log log = {0};
  PawlMechanism *mechanism;
  PawlSimulation *simulation = start(&mechanism, &log);
  PawlTouch touch = {.size = sizeof touch};
  int32_t count;
  PawlContactId stop = pawl_mechanism_find_contact(mechanism, "guide.travel.lower");
  assert_int_equal(pawl_simulation_touches(simulation, stop, &touch, 1, &count), PAWL_OK);
  assert_int_equal(count, 1);
  CHECK_CLOSE(touch.gap, 0.5, 1e-12);
  assert_true(isnan(touch.q1) && isnan(touch.q2) && isnan(touch.v1) && isnan(touch.v2));
  for (int i = 0; i < 3; i++) assert_true(isnan(touch.point[i]) && isnan(touch.normal[i]));
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_open_touches_are_read),
      cmocka_unit_test(test_impact_and_sliding),
      cmocka_unit_test(test_stops_in_space_have_no_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
