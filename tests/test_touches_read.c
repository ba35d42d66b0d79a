// Touches and events through the public interface alone: a ball that falls on a floor and slides, and a slide with a stop.
#include <math.h>
#include <pawl/pawl.h>

#include "check.h"

// A ball of 2 kg above a floor, between the floor and a ceiling; a slide with stops, which a force pushes to its lower one.
static const char TEXT[] =
    "planar: true\n"
    "gravity: [0, -10]\n"
    "bodies:\n"
    "  ground:\n"
    "    profiles:\n"
    "      floor: {start: [1, 0], closed: false, chain: [{line: {to: [-3, 0]}}]}\n"
    "      bump: {circle: {center: [0, 5], radius: 1}}\n"
    "  ball: {mass: 2, inertia: 0.008, position: [0, 0.3], profiles: {skin: {circle: {radius: 0.1}}}}\n"
    "  slide: {mass: 1, inertia: 1}\n"
    "joints: {guide: {type: prismatic, between: [ground, slide], at: [0, 0], axis: x, limits: [-0.5, ~]}}\n"
    "forces: {push: {type: force, body: slide, components: [-4, 0]}}\n"
    "contacts:\n"
    "  rub: {profiles: [ball.skin, ground.floor], restitution: 0}\n"
    "  far: {profiles: [ball.skin, ground.bump]}\n"
    "initial: {bodies: {ball: {velocity: [0.5, 0]}}}\n"
    "analysis: {duration: 1}\n";

typedef struct {
  int count;
  PawlEvent event[8];
  char kind[8][16];
} Log;

static void log_event(void *user, const PawlEvent *event) {
  Log *log = user;
  assert_true(log->count < 8);
  assert_int_equal(event->size, sizeof *event);
  log->event[log->count] = *event;
  snprintf(log->kind[log->count++], sizeof log->kind[0], "%s", event->kind);
}

static PawlMechanism *mechanism_of(const char *text) {
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, NULL, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, NULL, &mechanism), PAWL_OK);
  pawl_model_free(model);
  return mechanism;
}

static PawlSimulation *start(const PawlMechanism *mechanism, Log *log) {
  PawlSimulation *simulation = NULL;
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  options.tolerance = 1e-10;
  options.event = log_event;
  options.user = log;
  assert_int_equal(pawl_simulation_create(mechanism, &options, NULL, &simulation), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(simulation, NULL), PAWL_OK);
  return simulation;
}

// Falls 0.2 m in 0.2 s and stays: at 0.198 s the gap is 3.98 mm and closes at 1.98 m/s; later 20 N act between (x, 0) and the
// ball.
static void test_open_and_closed(void **state) {
  (void)state;
  Log log = {0};
  PawlMechanism *mechanism = mechanism_of(TEXT);
  PawlSimulation *simulation = start(mechanism, &log);
  PawlContactId rub = pawl_mechanism_find_contact(mechanism, "rub"), far = pawl_mechanism_find_contact(mechanism, "far");
  PawlTouch touch[2] = {{.size = sizeof *touch}};
  PawlContactSum sum = {.size = sizeof sum};
  int32_t count;
  assert_int_equal(pawl_simulation_advance(simulation, 0.198, NULL), PAWL_OK);
  assert_int_equal(pawl_simulation_touches(simulation, rub, touch, 2, &count), PAWL_OK);
  assert_int_equal(count, 1);
  assert_int_equal(touch[0].state, PAWL_TOUCH_OPEN);
  CHECK_CLOSE(touch[0].gap, 0.00398, 1e-10);
  CHECK_CLOSE(touch[0].gap_rate, -1.98, 1e-9);
  CHECK_CLOSE(touch[0].point[1], 0.00199, 1e-10);
  CHECK_CLOSE(touch[0].force, 0, 0);
  assert_int_equal(pawl_simulation_contact(simulation, rub, &sum), PAWL_OK);
  assert_int_equal(sum.touches, 0);
  CHECK_CLOSE(sum.gap, 0.00398, 1e-10);

  assert_int_equal(pawl_simulation_advance(simulation, 0.6, NULL), PAWL_OK);
  assert_int_equal(pawl_simulation_touches(simulation, rub, touch, 2, &count), PAWL_OK);
  assert_int_equal(count, 1);
  assert_int_equal(touch[0].state, PAWL_TOUCH_CLOSED);
  CHECK_CLOSE(touch[0].point[0], 0.3, 1e-10);
  CHECK_CLOSE(touch[0].point[1], 0, 1e-12);
  CHECK_CLOSE(touch[0].normal[0], 0, 1e-12);
  CHECK_CLOSE(touch[0].normal[1], 1, 1e-12);
  CHECK_CLOSE(touch[0].point[2], 0, 0);
  CHECK_CLOSE(touch[0].normal[2], 0, 0);
  assert_true(isnan(touch[0].v1) && isnan(touch[0].v2));
  CHECK_CLOSE(touch[0].gap_rate, 0, 1e-12);
  CHECK_CLOSE(touch[0].force, 20, 1e-9);
  CHECK_CLOSE(touch[0].static_force, 20, 1e-9);
  CHECK_CLOSE(touch[0].q1, 0.75, 1e-12);  // the lowest place of a circle that begins at its right
  CHECK_CLOSE(touch[0].q2, 0.7 / 4, 1e-10);
  assert_int_equal(pawl_simulation_contact(simulation, rub, &sum), PAWL_OK);
  assert_int_equal(sum.touches, 1);
  CHECK_CLOSE(sum.force, 20, 1e-9);
  CHECK_CLOSE(sum.static_force, 20, 1e-9);

  // nothing is near the bump; its contact has no force
  assert_int_equal(pawl_simulation_contact(simulation, far, &sum), PAWL_OK);
  assert_int_equal(sum.touches, 0);
  CHECK_CLOSE(sum.force, 0, 0);
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
}

// The slide starts at 0 and comes to its stop at -0.5 m with 4 m/s^2: t = 0.5, 2 m/s, then 4 N.
static void test_stop_and_events(void **state) {
  (void)state;
  Log log = {0};
  PawlMechanism *mechanism = mechanism_of(TEXT);
  PawlSimulation *simulation = start(mechanism, &log);
  PawlContactId stop = pawl_mechanism_find_contact(mechanism, "guide.travel.lower");
  PawlTouch touch = {.size = sizeof touch};
  int32_t count;
  assert_int_equal(pawl_simulation_advance(simulation, 0.8, NULL), PAWL_OK);
  assert_int_equal(pawl_simulation_touches(simulation, stop, &touch, 1, &count), PAWL_OK);
  assert_int_equal(count, 1);
  assert_int_equal(touch.state, PAWL_TOUCH_CLOSED);
  CHECK_CLOSE(touch.force, 4, 1e-10);
  assert_true(isnan(touch.q1) && isnan(touch.point[0]) && isnan(touch.point[2]) && isnan(touch.normal[0]));

  assert_int_equal(log.count, 2);
  assert_string_equal(log.kind[0], "impact");
  assert_int_equal(log.event[0].contact.i, pawl_mechanism_find_contact(mechanism, "rub").i);
  CHECK_CLOSE(log.event[0].t, 0.2, 1e-10);
  CHECK_CLOSE(log.event[0].speed_before, -2, 1e-9);
  CHECK_CLOSE(log.event[0].impulse, 4, 1e-9);
  CHECK_CLOSE(log.event[0].force, 20, 1e-9);
  CHECK_CLOSE(log.event[0].x, 0.1, 1e-9);
  CHECK_CLOSE(log.event[0].z, 0, 0);
  assert_true(isnan(log.event[0].force_before) && isnan(log.event[0].value) && isnan(log.event[0].v1));
  assert_int_equal(log.event[1].contact.i, stop.i);
  CHECK_CLOSE(log.event[1].t, 0.5, 1e-10);
  CHECK_CLOSE(log.event[1].impulse, 2, 1e-9);
  assert_true(isnan(log.event[1].q1) && isnan(log.event[1].z));
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
}

// A struct of an older header is shorter: what it does not have is not written.
static void test_sizes_and_arguments(void **state) {
  (void)state;
  Log log = {0};
  PawlMechanism *mechanism = mechanism_of(TEXT);
  PawlSimulation *simulation = start(mechanism, &log);
  PawlContactId stop = pawl_mechanism_find_contact(mechanism, "guide.travel.lower");
  PawlTouch touch = {.size = offsetof(PawlTouch, gap), .gap = 77};
  PawlContactSum sum = {.size = offsetof(PawlContactSum, force), .force = 77};
  int32_t count = -1;
  assert_int_equal(pawl_simulation_touches(simulation, stop, &touch, 1, &count), PAWL_OK);
  assert_int_equal(touch.state, PAWL_TOUCH_OPEN);
  CHECK_CLOSE(touch.gap, 77, 0);
  assert_int_equal(pawl_simulation_contact(simulation, stop, &sum), PAWL_OK);
  CHECK_CLOSE(sum.gap, 0.5, 1e-12);
  CHECK_CLOSE(sum.force, 77, 0);
  assert_int_equal(pawl_simulation_touches(simulation, stop, NULL, 0, &count), PAWL_OK);
  assert_int_equal(count, 1);
  touch.size = sum.size = 0;
  assert_int_equal(pawl_simulation_touches(simulation, stop, &touch, 1, &count), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_touches(simulation, stop, NULL, 1, &count), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_touches(simulation, stop, NULL, 0, NULL), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_touches(simulation, (PawlContactId){0}, NULL, 0, &count), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_touches(simulation, (PawlContactId){stop.i + 1}, NULL, 0, &count), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_contact(simulation, stop, &sum), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_simulation_contact(simulation, (PawlContactId){0}, &sum), PAWL_ERR_ARGUMENT);
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_open_and_closed),
      cmocka_unit_test(test_stop_and_events),
      cmocka_unit_test(test_sizes_and_arguments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
